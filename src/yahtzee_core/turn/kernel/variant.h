/* All kernels for one variant: VARIANT names it, VECTOR_BYTES is the width of its vectors, LEAF_UNROLL, if it is
 * there, unrolls the leaf step. See turn.h. */

#ifdef LEAF_UNROLL
#define LEAF_CASES(width) ((width) == 2) /* of four, cases gain nothing and take a third of the compiler's time */
#else
#define LEAF_UNROLL
#define LEAF_CASES(width) 0
#endif

/* Of each kernel, from its line in the list: the prototype, by which the compiler checks it, and the entry. */
#define PROTOTYPE(name, ...) static int PASTE(name, VARIANT)(__VA_ARGS__);
#define ENTRY(name, ...) .name = PASTE(name, VARIANT),
#define TEXT2(x) #x
#define TEXT(x) TEXT2(x)

KERNELS(PROTOTYPE)

#define REAL double
#define SINGLE 0
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
#undef SINGLE
#undef REAL

/* In single precision, twice the lanes: for duels, which are too large for doubles. */
#define REAL float
#define SINGLE 1
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
#undef SINGLE
#undef REAL

extern const variant_t PASTE(kernels, VARIANT);
const variant_t PASTE(kernels, VARIANT) = {TEXT(VARIANT), VECTOR_BYTES / sizeof(double), KERNELS(ENTRY)};
