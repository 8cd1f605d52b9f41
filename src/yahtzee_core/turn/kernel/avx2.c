/* The kernels for AVX2. */
#include "turn.h"

#ifdef HAVE_VARIANTS
#include <immintrin.h>

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC target("avx2")
#endif
#define MAX_OF PASTE(MAX, REAL)
#define MAX_double _mm256_max_pd
#define MAX_float _mm256_max_ps
#define VARIANT avx2
#define VECTOR_BYTES 32
#include "variant.h"
#ifdef __clang__
#pragma clang attribute pop
#endif
#endif
