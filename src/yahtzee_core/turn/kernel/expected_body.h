/* `expected` for one variant: the leaf rows of a mask, lanes being its states. See expected.py. */

/* rows[o] = (r + V, E[(r + X)^2]) for every option o of a mask, for the lanes from `lane`. */
SHARED void NAME(expected_rows)(const game_t *G, const table_t *table, int64_t mask, int lane, vec *rows)
{
    const options_t *O = &G->options;
    const transitions_t *T = &G->transitions;
    const int64_t type = T->type[mask];
    const int32_t s = O->situation[mask];
    const vec chip = NAME(load)(T->chip + type * T->stride + lane) * O->yahtzee_bonus;
    for (int i = O->used_start[s]; i < O->used_start[s + 1]; i++) {
        const int o = O->used[i], c = O->category[o], t = T->transition[o];
        if (mask >> c & 1)
            continue;
        const int64_t first = table->offset[mask | (int64_t)1 << c];
        vec value, second, gain = NAME(splat)(O->points[o]);
        if (O->extra[o])
            gain += chip;
        if (t == 0) {
            const int64_t at = first + lane + T->shift[type * T->n_options + o];
            value = NAME(load)(table->value + at);
            second = NAME(load)(table->second + at);
        } else {
            const int64_t move = (type * T->n_transitions + t) * T->stride + lane;
            gain += NAME(load)(T->bonus + move);
            value = NAME(gather)(table->value + first, T->next + move);
            second = NAME(gather)(table->second + first, T->next + move);
        }
        rows[2 * o] = value + gain;
        rows[2 * o + 1] = second + gain * (value + value + gain);
    }
}

/* Value and second moment of all states of some masks; their successors must be in the table.
 * Returns 0, or -1 when memory is short. */
static int NAME(expected)(const game_t *G, const masks_t *masks, const table_t *table)
{
    const lattice_t *L = &G->lattice;
    NAME(workspace) w;
    if (NAME(open_workspace)(&w, G, 2))
        return -1;
    for (int64_t m = 0; m < masks->n; m++) {
        const int64_t mask = masks->mask[m], at = table->offset[mask];
        const int lanes = G->states.lanes[mask];
        NAME(open_choices)(G, mask, &w);
        for (int lane = 0; lane < lanes; lane += LANES) {
            const size_t size = (lanes - lane < LANES ? lanes - lane : LANES) * sizeof(double);
            if (w.n_open > 0) {
                NAME(expected_rows)(G, table, mask, lane, w.rows);
                NAME(leaf)(L, &w, 2);
                NAME(turn)(L, w.A, 2);
            } else {
                w.A[0] = w.A[1] = NAME(splat)(0);
            }
            memcpy(table->value + at + lane, &w.A[0], size);
            memcpy(table->second + at + lane, &w.A[1], size);
        }
    }
    NAME(close_workspace)(&w);
    return 0;
}

/* The lattice alone, `repeats` times over for `width` numbers a keep: what `make bench` divides by. */
static int NAME(lattice)(const game_t *G, int width, int64_t repeats)
{
    const lattice_t *L = &G->lattice;
    vec *A = NAME(room)((int64_t)width * L->n_keeps);
    if (!A)
        return -1;
    memset(A, 0, (size_t)width * L->n_keeps * sizeof(vec));
    for (int64_t i = 0; i < repeats; i++) {
        if (width == 1)
            NAME(turn)(L, A, 1);
        else if (width == 2)
            NAME(turn)(L, A, 2);
        else
            NAME(turn)(L, A, 3);
    }
    free(A);
    return 0;
}
