/* What needs no vectors, compiled once: bounds, and what piles up in a game by option. */
#include "turn.h"

/* choice[j][roll] = the option of a roll in the j-th open category of a mask; returns their number. */
static int open_of(const game_t *G, int64_t mask, const int32_t **choice)
{
    const options_t *O = &G->options;
    int n_open = 0;
    for (int c = 0; c < O->n_categories; c++)
        if (!(mask >> c & 1))
            choice[n_open++] =
                O->choice + ((int64_t)O->situation[mask] * O->n_categories + c) * rolls_of(&G->lattice);
    return n_open;
}

/* What the worst roll of a state tells of the next states of its mask: that roll, and options of which every roll has
 * one (none while n is 0). */
typedef struct {
    int32_t roll, n, *cover;
    unsigned char *covers;
} worst_t;

/* What is certain to come with a roll, when it is so much after each option; -1 without options. */
static inline int32_t best_of(const int32_t *sure, const int32_t *const *choice, int n_open, int roll)
{
    int32_t best = -1;
    for (int j = 0; j < n_open; j++)
        best = sure[choice[j][roll]] > best ? sure[choice[j][roll]] : best;
    return best;
}

/* The same with the worst of all rolls. A roll in which some option is as good as in the worst so far need not be looked
 * at further. Notes the worst roll, and the options that told so of the others. */
static int32_t search_worst(const int32_t *sure, const int32_t *const *choice, int n_open, const game_t *G, worst_t *worst)
{
    int32_t least = INT32_MAX;
    memset(worst->covers, 0, (size_t)G->options.n_options);
    worst->n = 0;
    for (int roll = 0; roll < rolls_of(&G->lattice); roll++) {
        int32_t best = -1, option = 0;
        for (int j = 0; j < n_open && best < least; j++)
            if (sure[choice[j][roll]] > best) {
                option = choice[j][roll];
                best = sure[option];
            }
        if (best < least) {
            least = best;
            worst->roll = roll;
        }
        if (least <= 0) { /* it cannot be less; not all rolls were looked at */
            worst->n = 0;
            return 0;
        }
        if (!worst->covers[option])
            worst->cover[worst->n++] = option;
        worst->covers[option] = 1;
    }
    return least;
}

/* What is certain to come, whichever the roll: no more than with the roll that was the worst, no less than after the
 * worst of the options of which every roll has one; searched for where these two differ. */
static inline int32_t worst_of(const int32_t *sure, const int32_t *const *choice, int n_open, const game_t *G,
                               worst_t *worst)
{
    const int32_t most = best_of(sure, choice, n_open, worst->roll);
    int32_t least = worst->n ? most : -1;
    for (int i = 0; i < worst->n; i++)
        least = sure[worst->cover[i]] < least ? sure[worst->cover[i]] : least;
    return most <= 0 ? 0 : least == most ? most : search_worst(sure, choice, n_open, G, worst);
}

/* Whether two options of a mask lead to one state and differ in nothing but points. */
static inline int differ_in_points(const game_t *G, int64_t mask, int o, int other)
{
    const options_t *O = &G->options;
    const transitions_t *T = &G->transitions;
    const int32_t *shift = T->shift + (int64_t)T->type[mask] * T->n_options;
    return O->category[o] == O->category[other] && T->transition[o] == T->transition[other] &&
           O->extra[o] == O->extra[other] && shift[o] == shift[other];
}

/* Options of a mask that differ in nothing but points, option[from] to option[to - 1]: by lane, where they lead and the
 * upper bonus that they earn; the first state of the mask after, and whether they earn a Yahtzee bonus. */
typedef struct {
    int from, to;
    const int32_t *next;
    const double *bonus;
    int64_t first;
    int extra;
} group_t;

/* The groups of a mask; returns their number. */
static int groups_of(const game_t *G, int64_t mask, int32_t *option, group_t *group)
{
    const options_t *O = &G->options;
    const transitions_t *T = &G->transitions;
    const int32_t s = O->situation[mask];
    int n = 0, groups = 0;
    for (int i = O->used_start[s]; i < O->used_start[s + 1]; i++) {
        const int o = O->used[i];
        if (mask >> O->category[o] & 1)
            continue;
        if (n == 0 || !differ_in_points(G, mask, o, option[n - 1])) {
            const int64_t type = T->type[mask], move = (type * T->n_transitions + T->transition[o]) * T->stride;
            const int64_t filled = mask | (int64_t)1 << O->category[o];
            const int64_t first = G->states.offset[filled] + T->shift[type * T->n_options + o];
            group[groups++] = (group_t){n, n, T->next + move, T->bonus + move, first, O->extra[o]};
        }
        option[n++] = o;
        group[groups - 1].to = n;
    }
    return groups;
}

/* What is certain to come after each option of a lane, its points included; returns the most that can.
 * extra: points of a Yahtzee bonus there. */
static inline int32_t sure_of(const game_t *G, const group_t *group, int groups, const int32_t *option, int lane,
                              int32_t extra, const int32_t *first, const int32_t *last, int32_t *sure)
{
    int32_t most = 0;
    for (const group_t *g = group; g < group + groups; g++) {
        const int64_t after = g->first + g->next[lane];
        const int32_t bonuses = (int32_t)g->bonus[lane] + (g->extra ? extra : 0);
        const int32_t least = bonuses + first[after], highest = bonuses + last[after];
        for (int i = g->from; i < g->to; i++) {
            const int32_t points = G->options.points[option[i]];
            sure[option[i]] = points + least;
            most = points + highest > most ? points + highest : most;
        }
    }
    return most;
}

/* Bounds of the points to come of the states of some masks: `last` is the most that they can be, `first`
 * what is certain (the dice at their worst; rerolls do not help then). Those of successors must be there.
 * Returns 0, or -1 when memory is short. */
int bounds(const game_t *G, const masks_t *masks, int32_t *first, int32_t *last)
{
    const options_t *O = &G->options;
    const size_t n = (size_t)O->n_options + 1;
    group_t *group = malloc(n * (sizeof *group + 3 * sizeof(int32_t) + 1));
    if (!group)
        return -1;
    int32_t *sure = (int32_t *)(group + n), *option = sure + n;
    worst_t worst = {0, 0, option + n, (unsigned char *)(option + 2 * n)};
    sure[O->n_options] = -1;
    for (int64_t m = 0; m < masks->n; m++) {
        const int64_t mask = masks->mask[m], begin = G->states.offset[mask];
        const double *chip = G->transitions.chip + (int64_t)G->transitions.type[mask] * G->transitions.stride;
        const int32_t *choice[64];
        const int n_open = open_of(G, mask, choice), groups = groups_of(G, mask, option, group);
        worst.n = 0;
        for (int lane = 0; lane < G->states.lanes[mask]; lane++) {
            const int32_t extra = chip[lane] != 0 ? (int32_t)O->yahtzee_bonus : 0;
            last[begin + lane] = sure_of(G, group, groups, option, lane, extra, first, last, sure);
            first[begin + lane] = worst_of(sure, choice, n_open, G, &worst);
        }
    }
    free(group);
    return 0;
}

/* The option of a group that has the most points: it brings no less of anything than the others. */
static int richest_of(const options_t *O, const group_t *group, const int32_t *option)
{
    int richest = option[group->from];
    for (int i = group->from + 1; i < group->to; i++)
        richest = O->points[option[i]] > O->points[richest] ? option[i] : richest;
    return richest;
}

/* most[s] = the most of a quantity that can lie behind state s, -1 where no game gets there; those of the
 * states before must be complete. Returns 0, or -1 when memory is short. */
int most_behind(const game_t *G, const masks_t *masks, int quantity, int32_t *most)
{
    const size_t n = (size_t)G->options.n_options;
    group_t *group = malloc(n * (sizeof *group + sizeof(int32_t)));
    if (!group)
        return -1;
    int32_t *option = (int32_t *)(group + n);
    for (int64_t m = 0; m < masks->n; m++) {
        const int64_t mask = masks->mask[m];
        const int groups = groups_of(G, mask, option, group), lanes = G->states.lanes[mask];
        const int32_t *behind = most + G->states.offset[mask];
        for (const group_t *g = group; g < group + groups; g++) {
            const int richest = richest_of(&G->options, g, option);
            int32_t *after = most + g->first;
            for (int lane = 0; lane < lanes; lane++) {
                const int32_t amount = behind[lane] + quantity_of(G, mask, lane, richest, quantity);
                if (behind[lane] >= 0 && amount > after[g->next[lane]])
                    after[g->next[lane]] = amount;
            }
        }
    }
    free(group);
    return 0;
}

/* [low[s], high[s]]: what of a quantity lies behind state s where it is met, low > high where it is not. Widens those of
 * the states that follow on some masks, by the options that have a weight. */
int amounts_behind(const game_t *G, const masks_t *masks, int quantity, const double *weights, int64_t *low,
                   int64_t *high)
{
    const options_t *O = &G->options;
    for (int64_t m = 0; m < masks->n; m++)
        for (int lane = 0; lane < G->states.lanes[masks->mask[m]]; lane++, weights += O->n_options) {
            const int64_t mask = masks->mask[m], state = G->states.offset[mask] + lane;
            const int32_t s = O->situation[mask];
            for (int i = O->used_start[s]; low[state] <= high[state] && i < O->used_start[s + 1]; i++) {
                const int o = O->used[i];
                if (weights[o] == 0)
                    continue;
                const int gain = quantity_of(G, mask, lane, o, quantity);
                const int64_t after = state_after(G, mask, lane, o);
                low[after] = low[state] + gain < low[after] ? low[state] + gain : low[after];
                high[after] = high[state] + gain > high[after] ? high[state] + gain : high[after];
            }
        }
    return 0;
}

/* row += mass * after, over the columns of a state. */
static inline void add_row(double *row, const double *after, double mass, int width)
{
    for (int j = 0; j < width; j++)
        row[j] += mass * after[j];
}

/* What is to come from the states of some masks, part by part, from the rows of the states after and the
 * probabilities of the options; see parts.py. A column is the expected points of a part, or the probability that it
 * still gets points. Options that lead to one state stand together, and its row is added once for all of them. */
int parts(const game_t *G, const masks_t *masks, const double *weights, const parts_t *P)
{
    const options_t *O = &G->options;
    const int n = O->n_categories;
    for (int64_t m = 0; m < masks->n; m++)
        for (int lane = 0; lane < G->states.lanes[masks->mask[m]]; lane++, weights += O->n_options) {
            const int64_t mask = masks->mask[m];
            const int32_t s = O->situation[mask];
            double *row = P->rows + (G->states.offset[mask] + lane) * P->width;
            const double *next = row;
            double mass = 0;
            memset(row, 0, (size_t)P->width * sizeof *row);
            for (int i = O->used_start[s]; i < O->used_start[s + 1]; i++) {
                const int o = O->used[i];
                const double w = weights[o];
                if (w == 0)
                    continue;
                const double *after = P->rows + state_after(G, mask, lane, o) * P->width;
                if (after != next) {
                    add_row(row, next, mass, P->width);
                    next = after;
                    mass = 0;
                }
                mass += w;
                const double extra = earns_extra(G, mask, lane, o) ? O->yahtzee_bonus : 0;
                const int at[3] = {O->category[o], n, n + 1};
                const double amount[3] = {O->points[o], bonus_of(G, mask, lane, o), extra};
                for (int a = 0; a < 3; a++) {
                    if (amount[a] == 0)
                        continue;
                    if (P->points[at[a]] >= 0)
                        row[P->points[at[a]]] += w * amount[a];
                    if (P->chance[at[a]] >= 0) /* sure now, whatever its probability was to be after */
                        row[P->chance[at[a]]] += w * (1 - after[P->chance[at[a]]]);
                }
            }
            if (mass != 0)
                add_row(row, next, mass, P->width);
        }
    return 0;
}

/* moments[s] = (P, E[x_0; s], ..., E[x_k; s]): the probability to come to state s, and there the expected
 * points so far of every category, then of the upper bonus, then of the Yahtzee bonus. Pushes the rows of the
 * states of some masks one turn on, and adds up: cross[i][j] += E[dx_i dx_j + dx_i x_j + x_i dx_j], taken[o]
 * += P(option o), secured[n] += P(the upper bonus is earned and leaves n upper categories open). */
int tally(const game_t *G, const masks_t *masks, const double *weights, const tally_t *sums)
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
                double *to = sums->into + place[state_after(G, mask, lane, o)] * width;
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
