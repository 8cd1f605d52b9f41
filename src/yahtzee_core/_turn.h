/* The turn kernel: types, the variants for instruction sets, and their dispatch.
 *
 * A turn is worked backwards on the keep lattice (see turn.py, the readable twin). The numbers of a
 * keep are a block of LANES doubles; lanes never meet, so every variant gives the same bits. Compile
 * without contraction of multiply and add (-ffp-contract=off) and without -march.
 *
 * _turn_body.h is the code; it is included once for each variant, as C has no templates.
 */
#ifndef YAHTZEE_TURN_H
#define YAHTZEE_TURN_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct { /* dice.Lattice */
    int32_t n_keeps, first_roll, faces, rolls;
    const int32_t *up, *down, *down_start;
    const double *probability; /* of each roll */
} lattice_t;

typedef struct { /* options.Options; choice has n_options where an option is forbidden */
    int32_t n_options, n_categories;
    double yahtzee_bonus;
    const int32_t *category, *points, *extra, *choice, *used, *used_start, *situation;
} options_t;

typedef struct { /* transitions.Transitions, and the lanes by mask of states.States */
    int32_t n_options, n_transitions, stride;
    const int32_t *type, *lanes, *transition, *next, *shift;
    const double *bonus, *chip;
} transitions_t;

typedef struct { /* a table of states: offset by mask (-1 where it is not held), values, second moments */
    const int64_t *offset;
    double *value, *second;
} table_t;

/* Options within TIE points of the best are tied. */
#define TIE 1e-9
#define MAX_WIDTH 2 /* numbers a keep carries at most */
#define FORBIDDEN -1e300
#define INLINE static inline __attribute__((always_inline, unused))
#define PASTE2(a, b) a##_##b
#define PASTE(a, b) PASTE2(a, b)
#define NAME(x) PASTE(x, VARIANT)

#if defined(__x86_64__) && defined(__GNUC__)
#define HAVE_VARIANTS 1
#endif

#ifdef HAVE_VARIANTS
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx512f,avx512vl,avx512dq,avx512bw"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512vl,avx512dq,avx512bw")
#endif
#define VARIANT avx512
#define LANES 8
#define LEAF_UNROLL _Pragma("GCC unroll 16") /* 6% faster here, 70% slower with few registers */
#include "_turn_body.h"
#undef VARIANT
#undef LANES
#undef LEAF_UNROLL
#define LEAF_UNROLL
#ifdef __clang__
#pragma clang attribute pop
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC pop_options
#pragma GCC push_options
#pragma GCC target("avx2")
#endif
#define VARIANT avx2
#define LANES 4
#include "_turn_body.h"
#undef VARIANT
#undef LANES
#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif

#undef LEAF_UNROLL
#define LEAF_UNROLL
#define VARIANT baseline
#define LANES 2
#include "_turn_body.h"
#undef VARIANT
#undef LANES

typedef struct {
    const char *name;
    int lanes;
    int (*lattice)(const lattice_t *, int, int64_t);
    int (*expected)(const lattice_t *, const options_t *, const transitions_t *, const table_t *,
                    const int64_t *, int64_t);
} variant_t;

/* Best first. */
static const variant_t VARIANTS[] = {
#ifdef HAVE_VARIANTS
    {"avx512", 8, lattice_avx512, expected_avx512},
    {"avx2", 4, lattice_avx2, expected_avx2},
#endif
    {"baseline", 2, lattice_baseline, expected_baseline},
};
#define N_VARIANTS ((int)(sizeof VARIANTS / sizeof VARIANTS[0]))

/* Whether this machine can run a variant. */
static int variant_runs(int i)
{
#ifdef HAVE_VARIANTS
    __builtin_cpu_init();
    if (!strcmp(VARIANTS[i].name, "avx512"))
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
               __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
    if (!strcmp(VARIANTS[i].name, "avx2"))
        return __builtin_cpu_supports("avx2");
#endif
    return i == N_VARIANTS - 1;
}

#endif
