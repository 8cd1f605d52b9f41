/* The leaf step where one number a keep is chosen by size alone: the best of the open categories for every roll.
 *
 * Of two categories together there are fewer different pairs of options than rolls: of ones and twos 21, of two
 * straights 3. So the best of two is found once for each pair and gets a row of its own, which stands for both
 * categories; that is done again until two rows are left for each roll. The two with the fewest rows go first. The
 * highest number is the same in any order, but for ties that are told apart, so this is for one number a keep alone.
 */
#include "turn.h"

int open_pairs(pairs_t *pairs, const game_t *G)
{
    const int64_t n_rolls = rolls_of(&G->lattice), n = G->options.n_categories;
    *pairs = (pairs_t){0};
    while (((int64_t)1 << pairs->bits) < 2 * n_rolls)
        pairs->bits++;
    pairs->pair = malloc((size_t)(n * n_rolls) * sizeof *pairs->pair);
    pairs->node = malloc((size_t)(n * n_rolls) * sizeof *pairs->node);
    pairs->rows = malloc((size_t)n * sizeof *pairs->rows);
    pairs->met = malloc(((size_t)1 << pairs->bits) * sizeof *pairs->met);
    return pairs->pair && pairs->node && pairs->rows && pairs->met ? 0 : -1;
}

void close_pairs(pairs_t *pairs)
{
    free(pairs->pair);
    free(pairs->node);
    free(pairs->rows);
    free(pairs->met);
}

/* The place of a pair in the table, or the free one where it goes. */
static met_t *place_of_pair(const pairs_t *pairs, int32_t a, int32_t b)
{
    const uint32_t last = ((uint32_t)1 << pairs->bits) - 1;
    uint32_t at = ((uint32_t)a * 0x9E3779B1u ^ (uint32_t)b * 0x85EBCA77u) >> (32 - pairs->bits);
    while (pairs->met[at].a >= 0 && (pairs->met[at].a != a || pairs->met[at].b != b))
        at = (at + 1) & last;
    return pairs->met + at;
}

/* No pair has been met. */
static void forget(pairs_t *pairs)
{
    memset(pairs->met, -1, ((size_t)1 << pairs->bits) * sizeof *pairs->met);
}

/* node[a][roll] = the row that stands for the nodes a and b; new rows are numbered from `row`. Returns how many. */
static int32_t join(pairs_t *pairs, int a, int b, int n_rolls, int32_t row)
{
    int32_t *into = pairs->node + (ptrdiff_t)a * n_rolls, n = 0;
    const int32_t *with = pairs->node + (ptrdiff_t)b * n_rolls;
    forget(pairs);
    for (int roll = 0; roll < n_rolls; roll++) {
        met_t *met = place_of_pair(pairs, into[roll], with[roll]);
        if (met->a < 0) {
            *met = (met_t){into[roll], with[roll], row + n};
            pairs->pair[pairs->n_inner + n++] = (pair_t){met->a, met->b};
        }
        into[roll] = met->row;
    }
    pairs->rows[a] = n;
    pairs->n_inner += n;
    return n;
}

/* The node with the fewest rows, but for one. */
static int least(const pairs_t *pairs, int n, int but)
{
    int found = -1;
    for (int a = 0; a < n; a++)
        if (a != but && (found < 0 || pairs->rows[a] < pairs->rows[found]))
            found = a;
    return found;
}

/* How many different rows a node has. */
static int32_t number_of_rows(pairs_t *pairs, const int32_t *node, int n_rolls)
{
    int32_t n = 0;
    forget(pairs);
    for (int roll = 0; roll < n_rolls; roll++) {
        met_t *met = place_of_pair(pairs, node[roll], 0);
        n += met->a < 0;
        *met = (met_t){node[roll], 0, 0};
    }
    return n;
}

/* The options of the open categories as nodes; returns their number. */
static int open_nodes(pairs_t *pairs, const game_t *G, int64_t mask)
{
    const options_t *O = &G->options;
    const int n_rolls = rolls_of(&G->lattice);
    const int32_t *choice = O->choice + (int64_t)O->situation[mask] * O->n_categories * n_rolls;
    int n = 0;
    for (int c = 0; c < O->n_categories; c++, choice += n_rolls) {
        if (mask >> c & 1)
            continue;
        memcpy(pairs->node + (ptrdiff_t)n * n_rolls, choice, (size_t)n_rolls * sizeof *choice);
        pairs->rows[n++] = number_of_rows(pairs, choice, n_rolls);
    }
    return n;
}

void pair_options(pairs_t *pairs, const game_t *G, int64_t mask)
{
    const int n_rolls = rolls_of(&G->lattice);
    int n = open_nodes(pairs, G, mask);
    pairs->n_inner = 0;
    for (; n > 2; n--) {
        const int a = least(pairs, n, -1), b = least(pairs, n, a);
        join(pairs, a, b, n_rolls, G->options.n_options + 1 + pairs->n_inner);
        if (b != n - 1) { /* the last node takes the place of b */
            memcpy(pairs->node + (ptrdiff_t)b * n_rolls, pairs->node + (ptrdiff_t)(n - 1) * n_rolls,
                   (size_t)n_rolls * sizeof *pairs->node);
            pairs->rows[b] = pairs->rows[n - 1];
        }
    }
    const int32_t *a = pairs->node, *b = n > 1 ? a + n_rolls : a;
    for (int roll = 0; roll < n_rolls; roll++)
        pairs->pair[pairs->n_inner + roll] = (pair_t){a[roll], b[roll]};
}
