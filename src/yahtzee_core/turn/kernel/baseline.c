/* The kernels for every machine. */
#include "turn.h"

#ifdef HAVE_VARIANTS
#include <immintrin.h>
#define MAX_OF PASTE(MAX, REAL)
#define MAX_double _mm_max_pd
#define MAX_float _mm_max_ps
#endif
#define VARIANT baseline
#define VECTOR_BYTES 16
#include "variant.h"
