/* The kernels: the name and the arguments of each, in one list. The prototypes, the fields of variant_t and the
 * entries of every variant are made from it. All return 0, or -1 when memory is short. */

#define KERNELS(KERNEL)                                                                                              \
    KERNEL(lattice, const lattice_t *, int, int64_t)                                                                 \
    KERNEL(expected, const lattice_t *, const options_t *, const transitions_t *, const table_t *, const int64_t *,  \
           int64_t)                                                                                                  \
    KERNEL(chain, const lattice_t *, const options_t *, const transitions_t *, const table_t *, const int32_t *,     \
           const int64_t *, int64_t)                                                                                 \
    KERNEL(maxprob, const lattice_t *, const options_t *, const transitions_t *, const prob_table_t *,               \
           const int64_t *, int64_t)                                                                                 \
    KERNEL(forward, const lattice_t *, const options_t *, const transitions_t *, const prob_table_t *,               \
           const int64_t *, int64_t)                                                                                 \
    KERNEL(maxprob_single, const lattice_t *, const options_t *, const transitions_t *, const prob_table_t *,        \
           const int64_t *, int64_t)                                                                                 \
    KERNEL(mixture_single, const options_t *, const transitions_t *, const prob_table_t *, const int64_t *, int64_t, \
           const double *)                                                                                           \
    KERNEL(decide, const lattice_t *, const options_t *, const transitions_t *, const table_t *, const int64_t *,    \
           int64_t, const double *, int16_t *)                                                                       \
    KERNEL(play, const lattice_t *, const options_t *, const transitions_t *, const int64_t *, int64_t,              \
           const double *, const int16_t *, double *, double *)                                                      \
    KERNEL(follow_decisions, const lattice_t *, const options_t *, const transitions_t *, const table_t *,           \
           const int64_t *, int64_t, const int16_t *)                                                                \
    KERNEL(compare, const lattice_t *, const options_t *, const transitions_t *, const table_t *, const int64_t *,   \
           int64_t, const double *, const int16_t *, const int16_t *, criteria_t *)                                  \
    KERNEL(actions, const lattice_t *, const options_t *, const transitions_t *, const table_t *, const int64_t *,   \
           const int64_t *, int64_t, double *, double *, int16_t *)                                                  \
    KERNEL(push, const options_t *, const transitions_t *, const int64_t *, const int64_t *, int64_t, int,           \
           const double *, const int64_t *, const int32_t *, const double *, double *)                               \
    KERNEL(pull, const options_t *, const transitions_t *, const int64_t *, const int64_t *, int64_t,                \
           const double *, const int64_t *, const int32_t *, double *)                                               \
    KERNEL(race_worth, const options_t *, const transitions_t *, const int64_t *, const int64_t *, const int64_t *,  \
           const int64_t *, int64_t, const int64_t *, const int32_t *, const int32_t *, const double *,              \
           const double *, int64_t, double *)                                                                        \
    KERNEL(decide_games, const lattice_t *, const options_t *, const int64_t *, const int64_t *, int64_t,            \
           const double *, int16_t *)

#define FIELD(name, ...) int (*name)(__VA_ARGS__);
typedef struct {
    const char *id;
    int lanes;
    KERNELS(FIELD)
} variant_t;
#undef FIELD

/* For variant.h, which defines VARIANT: a kernel before its body, by which the compiler checks it, and in the table. */
#define PROTOTYPE(name, ...) static int PASTE(name, VARIANT)(__VA_ARGS__);
#define ENTRY(name, ...) .name = PASTE(name, VARIANT),
#define TEXT2(x) #x
#define TEXT(x) TEXT2(x)
