/* What an option adds to the quantities that a game piles up, and where it leads; see quantities.py. */

enum quantity { TOTAL, UPPER_TOTAL, EXTRA_YAHTZEES }; /* quantities.Quantity */

/* The lane that follows an option in a lane of a mask. */
static inline int lane_after(const options_t *O, const transitions_t *T, int64_t mask, int lane, int o)
{
    const int64_t type = T->type[mask];
    const int64_t move = (type * T->n_transitions + T->transition[o]) * T->stride + lane;
    return T->next[move] + T->shift[type * T->n_options + o];
}

/* The points of the upper bonus that an option earns in a lane of a mask. */
static inline int bonus_of(const transitions_t *T, int64_t mask, int lane, int o)
{
    return (int)T->bonus[(T->type[mask] * T->n_transitions + T->transition[o]) * T->stride + lane];
}

/* Whether an option earns a Yahtzee bonus in a lane of a mask. */
static inline int earns_extra(const options_t *O, const transitions_t *T, int64_t mask, int lane, int o)
{
    return O->extra[o] && T->chip[T->type[mask] * T->stride + lane] != 0;
}

/* The points of an option in a lane of a mask, bonuses included, and the lane that follows. */
static inline int gain_of(const options_t *O, const transitions_t *T, int64_t mask, int lane, int o, int *next)
{
    *next = lane_after(O, T, mask, lane, o);
    return O->points[o] + bonus_of(T, mask, lane, o) +
           (earns_extra(O, T, mask, lane, o) ? (int)O->yahtzee_bonus : 0);
}

/* The same for a quantity. Transitions other than 0 are those of upper categories. */
static inline int quantity_of(const options_t *O, const transitions_t *T, int64_t mask, int lane, int o,
                              int quantity, int *next)
{
    const int total = gain_of(O, T, mask, lane, o, next);
    if (quantity == UPPER_TOTAL)
        return T->transition[o] ? O->points[o] : 0;
    return quantity == EXTRA_YAHTZEES ? earns_extra(O, T, mask, lane, o) : total;
}

/* most[s] = the most of a quantity that can lie behind state s, -1 where no game gets there; those of the
 * states before must be complete. */
static void most_behind(const options_t *O, const transitions_t *T, const int64_t *offset,
                        const int64_t *masks, int64_t n_masks, int quantity, int32_t *most)
{
    for (int64_t m = 0; m < n_masks; m++)
        for (int lane = 0; lane < T->lanes[masks[m]]; lane++) {
            const int32_t s = O->situation[masks[m]], behind = most[offset[masks[m]] + lane];
            for (int i = O->used_start[s]; behind >= 0 && i < O->used_start[s + 1]; i++) {
                const int o = O->used[i], c = O->category[o];
                if (masks[m] >> c & 1)
                    continue;
                int next;
                const int amount = behind + quantity_of(O, T, masks[m], lane, o, quantity, &next);
                int32_t *after = most + offset[masks[m] | (int64_t)1 << c] + next;
                *after = amount > *after ? amount : *after;
            }
        }
}

/* chances[s] = (P(the upper bonus is still to be earned), P(the Yahtzee category is still to score above 0)) for
 * the states of some masks, from those of the states after and the probabilities of the options. */
static void chances(const options_t *O, const transitions_t *T, const int64_t *offset, const int64_t *masks,
                    int64_t n_masks, const double *weights, int yahtzee, double *chances)
{
    for (int64_t m = 0; m < n_masks; m++)
        for (int lane = 0; lane < T->lanes[masks[m]]; lane++, weights += O->n_options) {
            const int32_t s = O->situation[masks[m]];
            double bonus = 0, scored = 0;
            for (int i = O->used_start[s]; i < O->used_start[s + 1]; i++) {
                const int o = O->used[i], c = O->category[o];
                if (weights[o] == 0)
                    continue;
                const int64_t filled = masks[m] | (int64_t)1 << c;
                const double *after = chances + 2 * (offset[filled] + lane_after(O, T, masks[m], lane, o));
                bonus += weights[o] * (after[0] + (bonus_of(T, masks[m], lane, o) > 0));
                scored += weights[o] * (after[1] + (c == yahtzee && O->points[o] > 0));
            }
            chances[2 * (offset[masks[m]] + lane)] = bonus;
            chances[2 * (offset[masks[m]] + lane) + 1] = scored;
        }
}

/* moments[s] = (P, E[x_0; s], ..., E[x_k; s]): the probability to come to state s, and there the expected
 * points so far of every category, then of the upper bonus, then of the Yahtzee bonus. Pushes the rows of the
 * states of some masks one turn on, and adds up: cross[i][j] += E[dx_i dx_j + dx_i x_j + x_i dx_j], taken[o]
 * += P(option o), secured[n] += P(the upper bonus is earned and leaves n upper categories open). */
static void tally(const options_t *O, const transitions_t *T, const int64_t *offset, const int64_t *masks,
                  int64_t n_masks, const double *weights, const int64_t *place, const double *moments,
                  double *into, double *cross, double *taken, double *secured, int64_t upper)
{
    const int n = O->n_categories + 2, width = n + 1;
    for (int64_t m = 0; m < n_masks; m++)
        for (int lane = 0; lane < T->lanes[masks[m]]; lane++, weights += O->n_options) {
            const double *row = moments + place[offset[masks[m]] + lane] * width;
            const int32_t s = O->situation[masks[m]];
            for (int i = O->used_start[s]; row[0] > 0 && i < O->used_start[s + 1]; i++) {
                const int o = O->used[i], c = O->category[o];
                const double w = weights[o];
                if (w == 0)
                    continue;
                const int bonus = bonus_of(T, masks[m], lane, o);
                const int64_t filled = masks[m] | (int64_t)1 << c;
                double *to = into + place[offset[filled] + lane_after(O, T, masks[m], lane, o)] * width;
                const double extra = earns_extra(O, T, masks[m], lane, o) ? O->yahtzee_bonus : 0;
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
                taken[o] += w * row[0];
                if (bonus > 0)
                    secured[__builtin_popcountll((unsigned long long)(upper & ~filled))] += w * row[0];
            }
        }
}
