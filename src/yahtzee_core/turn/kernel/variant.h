/* All kernels for one variant: VARIANT names it, VECTOR_BYTES is the width of its vectors. See turn.h. */

KERNELS(PROTOTYPE)

#define REAL double
#define CHOICE_TIE TIE
#define NAME(x) PASTE(x, VARIANT)
typedef REAL NAME(vec) __attribute__((vector_size(VECTOR_BYTES)));
#define vec NAME(vec)
#include "turn_body.h"
#include "expected_body.h"
#include "chain_body.h"
#include "maxprob_body.h"
#include "policy_body.h"
#include "forward_body.h"
#include "judge_body.h"
#include "race_body.h"
#undef vec
#undef NAME
#undef CHOICE_TIE
#undef REAL

/* In single precision, twice the lanes: for duels, which are too large for doubles. */
#define REAL float
#define CHOICE_TIE SINGLE_TIE
#define NAME(x) PASTE(x##_single, VARIANT)
typedef REAL NAME(vec) __attribute__((vector_size(VECTOR_BYTES)));
#define vec NAME(vec)
#include "turn_body.h"
#include "maxprob_body.h"
#include "mixture_body.h"
#undef vec
#undef NAME
#undef CHOICE_TIE
#undef REAL

static const variant_t PASTE(kernels, VARIANT) = {TEXT(VARIANT), VECTOR_BYTES / sizeof(double), KERNELS(ENTRY)};
