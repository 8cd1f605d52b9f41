/* What an option adds to the quantities that a game piles up, and where it leads; see quantities.py. */

enum quantity { TOTAL, UPPER_TOTAL, EXTRA_YAHTZEES }; /* quantities.Quantity */

/* The lane that follows an option in a lane of a mask. */
static inline int lane_after(const game_t *G, int64_t mask, int lane, int o)
{
    const transitions_t *T = &G->transitions;
    const int64_t type = T->type[mask];
    const int64_t move = (type * T->n_transitions + T->transition[o]) * T->stride + lane;
    return T->next[move] + T->shift[type * T->n_options + o];
}

/* The points of the upper bonus that an option earns in a lane of a mask. */
static inline int bonus_of(const game_t *G, int64_t mask, int lane, int o)
{
    const transitions_t *T = &G->transitions;
    return (int)T->bonus[(T->type[mask] * T->n_transitions + T->transition[o]) * T->stride + lane];
}

/* Whether an option earns a Yahtzee bonus in a lane of a mask. */
static inline int earns_extra(const game_t *G, int64_t mask, int lane, int o)
{
    const transitions_t *T = &G->transitions;
    return G->options.extra[o] && T->chip[T->type[mask] * T->stride + lane] != 0;
}

/* The points of an option in a lane of a mask, bonuses included, and the lane that follows. */
static inline int gain_of(const game_t *G, int64_t mask, int lane, int o, int *next)
{
    *next = lane_after(G, mask, lane, o);
    return G->options.points[o] + bonus_of(G, mask, lane, o) +
           (earns_extra(G, mask, lane, o) ? (int)G->options.yahtzee_bonus : 0);
}

/* The same for a quantity. Transitions other than 0 are those of upper categories. */
static inline int quantity_of(const game_t *G, int64_t mask, int lane, int o, int quantity, int *next)
{
    const int total = gain_of(G, mask, lane, o, next);
    if (quantity == UPPER_TOTAL)
        return G->transitions.transition[o] ? G->options.points[o] : 0;
    return quantity == EXTRA_YAHTZEES ? earns_extra(G, mask, lane, o) : total;
}

/* most[s] = the most of a quantity that can lie behind state s, -1 where no game gets there; those of the
 * states before must be complete. */
static int most_behind(const game_t *G, const masks_t *masks, int quantity, int32_t *most)
{
    const options_t *O = &G->options;
    const int64_t *offset = G->states.offset;
    for (int64_t m = 0; m < masks->n; m++)
        for (int lane = 0; lane < G->states.lanes[masks->mask[m]]; lane++) {
            const int64_t mask = masks->mask[m];
            const int32_t s = O->situation[mask], behind = most[offset[mask] + lane];
            for (int i = O->used_start[s]; behind >= 0 && i < O->used_start[s + 1]; i++) {
                const int o = O->used[i], c = O->category[o];
                if (mask >> c & 1)
                    continue;
                int next;
                const int amount = behind + quantity_of(G, mask, lane, o, quantity, &next);
                int32_t *after = most + offset[mask | (int64_t)1 << c] + next;
                *after = amount > *after ? amount : *after;
            }
        }
    return 0;
}

/* chances[s] = (P(the upper bonus is still to be earned), P(the Yahtzee category is still to score above 0)) for
 * the states of some masks, from those of the states after and the probabilities of the options. */
static int chances(const game_t *G, const masks_t *masks, const double *weights, int yahtzee, double *chances)
{
    const options_t *O = &G->options;
    const int64_t *offset = G->states.offset;
    for (int64_t m = 0; m < masks->n; m++)
        for (int lane = 0; lane < G->states.lanes[masks->mask[m]]; lane++, weights += O->n_options) {
            const int64_t mask = masks->mask[m];
            const int32_t s = O->situation[mask];
            double bonus = 0, scored = 0;
            for (int i = O->used_start[s]; i < O->used_start[s + 1]; i++) {
                const int o = O->used[i], c = O->category[o];
                if (weights[o] == 0)
                    continue;
                const int64_t filled = mask | (int64_t)1 << c;
                const double *after = chances + 2 * (offset[filled] + lane_after(G, mask, lane, o));
                bonus += weights[o] * (after[0] + (bonus_of(G, mask, lane, o) > 0));
                scored += weights[o] * (after[1] + (c == yahtzee && O->points[o] > 0));
            }
            chances[2 * (offset[mask] + lane)] = bonus;
            chances[2 * (offset[mask] + lane) + 1] = scored;
        }
    return 0;
}

/* moments[s] = (P, E[x_0; s], ..., E[x_k; s]): the probability to come to state s, and there the expected
 * points so far of every category, then of the upper bonus, then of the Yahtzee bonus. Pushes the rows of the
 * states of some masks one turn on, and adds up: cross[i][j] += E[dx_i dx_j + dx_i x_j + x_i dx_j], taken[o]
 * += P(option o), secured[n] += P(the upper bonus is earned and leaves n upper categories open). */
static int tally(const game_t *G, const masks_t *masks, const double *weights, const tally_t *sums)
{
    const options_t *O = &G->options;
    const int64_t *offset = G->states.offset, *place = sums->place;
    double *cross = sums->cross;
    const int n = O->n_categories + 2, width = n + 1;
    for (int64_t m = 0; m < masks->n; m++)
        for (int lane = 0; lane < G->states.lanes[masks->mask[m]]; lane++, weights += O->n_options) {
            const int64_t mask = masks->mask[m];
            const double *row = sums->moments + place[offset[mask] + lane] * width;
            const int32_t s = O->situation[mask];
            for (int i = O->used_start[s]; row[0] > 0 && i < O->used_start[s + 1]; i++) {
                const int o = O->used[i], c = O->category[o];
                const double w = weights[o];
                if (w == 0)
                    continue;
                const int bonus = bonus_of(G, mask, lane, o);
                const int64_t filled = mask | (int64_t)1 << c;
                double *to = sums->into + place[offset[filled] + lane_after(G, mask, lane, o)] * width;
                const double extra = earns_extra(G, mask, lane, o) ? O->yahtzee_bonus : 0;
                const int at[3] = {c, n - 2, n - 1};
                const double amount[3] = {O->points[o], bonus, extra};
                for (int j = 0; j < width; j++)
                    to[j] += w * row[j];
                for (int a = 0; a < 3; a++) {
                    if (amount[a] == 0)
                        continue;
                    const double share = w * amount[a];
                    to[1 + at[a]] += share * row[0];
                    for (int j = 0; j < n; j++) {
                        cross[at[a] * n + j] += share * row[1 + j];
                        cross[j * n + at[a]] += share * row[1 + j];
                    }
                    for (int b = 0; b < 3; b++)
                        cross[at[a] * n + at[b]] += share * amount[b] * row[0];
                }
                sums->taken[o] += w * row[0];
                if (bonus > 0)
                    sums->secured[__builtin_popcountll((unsigned long long)(sums->upper & ~filled))] += w * row[0];
            }
        }
    return 0;
}
