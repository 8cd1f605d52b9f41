/* What an option adds to the quantities that a game piles up, and where it leads; see solve/bounds.py. */

enum quantity { TOTAL, UPPER_TOTAL, EXTRA_YAHTZEES, MARKED_TOTAL }; /* bounds.Quantity */

/* The state that follows an option in a lane of a mask. */
static inline int64_t state_after(const game_t *G, int64_t mask, int lane, int o)
{
    const transitions_t *T = &G->transitions;
    const int64_t type = T->type[mask];
    const int64_t move = (type * T->n_transitions + T->transition[o]) * T->stride + lane;
    const int64_t filled = mask | (int64_t)1 << G->options.category[o];
    return G->states.offset[filled] + T->next[move] + T->shift[type * T->n_options + o];
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

/* The points of an option in a lane of a mask, bonuses included. */
static inline int gain_of(const game_t *G, int64_t mask, int lane, int o)
{
    return G->options.points[o] + bonus_of(G, mask, lane, o) +
           (earns_extra(G, mask, lane, o) ? (int)G->options.yahtzee_bonus : 0);
}

/* The same plus marks (turn/marks.py), one for points in the marked category, the others for an upper bonus. */
static inline int marked_of(const game_t *G, int64_t mask, int lane, int o)
{
    const options_t *O = &G->options;
    const int marked = O->category[o] == O->marked && O->points[o] > 0;
    const int marks = marked + (bonus_of(G, mask, lane, o) != 0) * (O->marked < 0 ? 1 : 2);
    return gain_of(G, mask, lane, o) + marks * O->mark;
}

/* The same for a quantity. Transitions other than 0 are those of upper categories. */
static inline int quantity_of(const game_t *G, int64_t mask, int lane, int o, int quantity)
{
    if (quantity == UPPER_TOTAL)
        return G->transitions.transition[o] ? G->options.points[o] : 0;
    if (quantity == MARKED_TOTAL)
        return marked_of(G, mask, lane, o);
    return quantity == EXTRA_YAHTZEES ? earns_extra(G, mask, lane, o) : gain_of(G, mask, lane, o);
}
