/* The kernels: the name and the arguments of each, in one list. The prototypes, the fields of variant_t and the
 * entries of every variant are made from it. All return 0, or -1 when memory is short. */

#define KERNELS(KERNEL)                                                                                           \
    KERNEL(lattice, const game_t *, int, int64_t)                                                                 \
    KERNEL(expected, const game_t *, const masks_t *, const table_t *)                                            \
    KERNEL(chain, const game_t *, const masks_t *, const table_t *)                                               \
    KERNEL(maxprob, const game_t *, const masks_t *, const prob_table_t *)                                        \
    KERNEL(forward, const game_t *, const masks_t *, const prob_table_t *, const reached_t *)                     \
    KERNEL(maxprob_single, const game_t *, const masks_t *, const prob_table_t *)                                 \
    KERNEL(mixture_single, const game_t *, const masks_t *, const prob_table_t *, const double *)                 \
    KERNEL(decide, const game_t *, const masks_t *, const table_t *, const double *, uint16_t *)                   \
    KERNEL(play, const game_t *, const masks_t *, const double *, const uint16_t *, double *, double *)            \
    KERNEL(follow_decisions, const game_t *, const masks_t *, const table_t *, const uint16_t *)                   \
    KERNEL(compare, const game_t *, const masks_t *, const table_t *, const compared_t *, criteria_t *)           \
    KERNEL(actions, const game_t *, const masks_t *, const int64_t *, const table_t *, const actions_t *)         \
    KERNEL(push, const game_t *, const masks_t *, const double *, const amounts_t *)                              \
    KERNEL(pull, const game_t *, const masks_t *, const double *, const point_rows_t *)                           \
    KERNEL(race_values, const game_t *, const games_t *, const point_rows_t *, const double *, int64_t, double *)  \
    KERNEL(decide_games, const game_t *, const masks_t *, const int64_t *, const double *, uint16_t *)

#define FIELD(name, ...) int (*name)(__VA_ARGS__);
typedef struct {
    const char *id;
    int lanes;
    KERNELS(FIELD)
} variant_t;
#undef FIELD

/* The variants, best first; whether this machine can run one. */
extern const variant_t *const VARIANTS[];
extern const int N_VARIANTS;
int variant_runs(int i);

/* The kernels that all variants share; see once.c. */
int bounds(const game_t *G, const masks_t *masks, int32_t *first, int32_t *last);
int most_behind(const game_t *G, const masks_t *masks, int quantity, int32_t *most);
int amounts_behind(const game_t *G, const masks_t *masks, int quantity, const double *weights, int64_t *low,
                   int64_t *high);
int parts(const game_t *G, const masks_t *masks, const double *weights, const parts_t *P);
int tally(const game_t *G, const masks_t *masks, const double *weights, const tally_t *sums);
