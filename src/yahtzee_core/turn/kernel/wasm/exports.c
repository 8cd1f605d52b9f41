/* The kernels for WebAssembly: what the page without a server calls. The headers are those of the native kernel, so
 * that the numbers have the same bits; build.py compiles this file.
 *
 * Addresses and masks come as 32-bit numbers. Kernels are called for a few masks at a time: engines compile a function
 * that is called again, not one that runs. All kernels return 0, or -1 when memory is short. */
#include "turn.h"

#define VARIANT wasm
#define VECTOR_BYTES 16
#include "variant.h"

#include "once.c"
#include "pairs.c"

#define EXPORT(name) __attribute__((export_name(#name), used))

/* The next of the numbers and arrays of a game, in the order in which game_of takes them. */
#define NUMBER (*numbers++)
#define ARRAY (*arrays++)

/* A game from the numbers and the addresses of the arrays that web/game_data.py exports, in its order. */
EXPORT(game) game_t *game_of(const double *numbers, const void *const *arrays)
{
    game_t *G = calloc(1, sizeof *G);
    if (!G)
        return NULL;
    lattice_t *L = &G->lattice;
    options_t *O = &G->options;
    transitions_t *T = &G->transitions;
    states_t *S = &G->states;
    L->n_keeps = NUMBER, L->first_roll = NUMBER, L->faces = NUMBER, L->rolls = NUMBER, L->all_ways = NUMBER;
    O->n_options = T->n_options = NUMBER, O->n_categories = NUMBER, O->yahtzee_bonus = NUMBER, O->marked = -1;
    T->n_transitions = NUMBER, T->stride = NUMBER;
    L->dice = NUMBER, L->n_stacks = NUMBER;
    L->up = ARRAY, L->down = ARRAY, L->down_start = ARRAY, L->ways = ARRAY, L->stacks = ARRAY;
    O->category = ARRAY, O->points = ARRAY, O->extra = ARRAY, O->premium = ARRAY, O->choice = ARRAY;
    O->used = ARRAY, O->used_start = ARRAY, O->situation = ARRAY;
    T->type = ARRAY, T->transition = ARRAY, T->next = ARRAY, T->shift = ARRAY, T->bonus = ARRAY, T->chip = ARRAY;
    S->offset = ARRAY, S->lanes = ARRAY, S->saves = ARRAY;
    return G;
}

/* Value and second moment of the states of some masks, whose successors must be there. */
EXPORT(expected) int expected_of(const game_t *G, const int64_t *masks, int n, double *value, double *second)
{
    const masks_t part = {masks, n};
    const table_t table = {G->states.offset, value, second};
    return expected_wasm(G, &part, &table);
}

/* What every action of a block of lanes of a mask is worth, and the decisions there; see actions in judge_body.h. */
EXPORT(actions)
int actions_of(const game_t *G, const int64_t *mask, int block, double *value, double *options, double *keeps,
               uint16_t *decisions)
{
    const masks_t part = {mask, 1};
    const int64_t blocks[1] = {block};
    const table_t table = {G->states.offset, value, value};
    const actions_t into = {options, keeps, decisions};
    return actions_wasm(G, &part, blocks, &table, &into);
}

/* weights[lane][option] = probability that a turn ends with it, in the lanes of some masks that `visit` has, under
 * the decisions to which the values lead. decisions, final: room. */
EXPORT(weigh)
int weigh_of(const game_t *G, const int64_t *masks, int n, double *value, const double *visit, uint16_t *decisions,
             double *weights, double *final)
{
    const masks_t part = {masks, n};
    const table_t table = {G->states.offset, value, value};
    return decide_wasm(G, &part, &table, visit, decisions) || play_wasm(G, &part, visit, decisions, weights, final);
}

/* What is to come, part by part, from the states of some masks; see parts in once.c. */
EXPORT(parts)
int parts_of(const game_t *G, const int64_t *masks, int n, const double *weights, const int32_t *points,
             const int32_t *chance, int width, double *rows)
{
    const masks_t part = {masks, n};
    const parts_t to = {points, chance, width, rows};
    return parts(G, &part, weights, &to);
}

/* The most points that lie behind the states after those of some masks. */
EXPORT(most_behind) int most_behind_of(const game_t *G, const int64_t *masks, int n, int32_t *most)
{
    const masks_t part = {masks, n};
    return most_behind(G, &part, TOTAL, most);
}

/* Push the totals of the states of some masks one turn on; see push in policy_body.h. */
EXPORT(push)
int push_of(const game_t *G, const int64_t *masks, int n, const double *weights, const int64_t *place,
            const int64_t *length, const double *from, double *into)
{
    const masks_t part = {masks, n};
    const amounts_t amounts = {TOTAL, place, length, NULL, from, into};
    return push_wasm(G, &part, weights, &amounts);
}

/* What is certain to come and the most that can, in the states of some masks, whose successors must be there. */
EXPORT(bounds) int bounds_of(const game_t *G, const int64_t *masks, int n, int32_t *first, int32_t *last)
{
    const masks_t part = {masks, n};
    return bounds(G, &part, first, last);
}

/* The rows of the states of some masks: the highest probability of so many points; see maxprob_body.h. */
EXPORT(maxprob)
int maxprob_of(const game_t *G, const int64_t *masks, int n, const int64_t *place, const int32_t *first,
               const int32_t *last, double *rows, double *into)
{
    const masks_t part = {masks, n};
    const prob_table_t table = {place, first, last, {rows}, {into}, 1};
    return maxprob_wasm(G, &part, &table);
}

/* The state after an option in a lane of a mask, and the points of the option, bonuses included. */
EXPORT(after) int after_of(const game_t *G, int mask, int lane, int option)
{
    return (int)state_after(G, mask, lane, option);
}

EXPORT(gain) int gain_points(const game_t *G, int mask, int lane, int option)
{
    return gain_of(G, mask, lane, option);
}

/* The points of the upper bonus that an option earns; those of the Yahtzee bonus. */
EXPORT(upper_bonus) int upper_bonus_of(const game_t *G, int mask, int lane, int option)
{
    return bonus_of(G, mask, lane, option);
}

EXPORT(extra) int extra_of(const game_t *G, int mask, int lane, int option)
{
    return earns_extra(G, mask, lane, option);
}

EXPORT(room) void *room(size_t bytes)
{
    return aligned_alloc(64, (bytes + 63) / 64 * 64);
}

EXPORT(leave) void leave(void *memory)
{
    free(memory);
}
