/* The kernels for AVX2. */
#include "turn.h"

#ifdef HAVE_VARIANTS
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC target("avx2")
#endif
#define VARIANT avx2
#define VECTOR_BYTES 32
#include "variant.h"
#ifdef __clang__
#pragma clang attribute pop
#endif
#endif
