/* All kernels for one variant: VARIANT names it, VECTOR_BYTES is the width of its vectors. See _turn.h. */

#define REAL double
#define CHOICE_TIE TIE
#define NAME(x) PASTE(x, VARIANT)
typedef REAL NAME(vec) __attribute__((vector_size(VECTOR_BYTES)));
#define vec NAME(vec)
#include "_turn_body.h"
#include "_expected_body.h"
#include "_chain_body.h"
#include "_maxprob_body.h"
#include "_policy_body.h"
#include "_judge_body.h"
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
#include "_turn_body.h"
#include "_maxprob_body.h"
#include "_mixture_body.h"
#undef vec
#undef NAME
#undef CHOICE_TIE
#undef REAL
