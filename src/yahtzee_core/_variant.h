/* All kernels for one variant: VARIANT names it, LANES is the width of its vectors. See _turn.h. */

typedef double NAME(vec) __attribute__((vector_size(LANES * 8)));
#define vec NAME(vec)
#include "_turn_body.h"
#include "_expected_body.h"
#include "_chain_body.h"
#include "_maxprob_body.h"
#include "_policy_body.h"
#include "_judge_body.h"
#undef vec
