/* The variants of the kernels, and which of them this machine can run. */
#include "turn.h"

extern const variant_t kernels_baseline;
#ifdef HAVE_VARIANTS
extern const variant_t kernels_avx512, kernels_avx2;
#endif

const variant_t *const VARIANTS[] = {
#ifdef HAVE_VARIANTS
    &kernels_avx512,
    &kernels_avx2,
#endif
    &kernels_baseline,
};
const int N_VARIANTS = sizeof VARIANTS / sizeof VARIANTS[0];

int variant_runs(int i)
{
#ifdef HAVE_VARIANTS
    __builtin_cpu_init();
    if (VARIANTS[i] == &kernels_avx512)
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
               __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
    if (VARIANTS[i] == &kernels_avx2)
        return __builtin_cpu_supports("avx2");
#endif
    return VARIANTS[i] == &kernels_baseline;
}
