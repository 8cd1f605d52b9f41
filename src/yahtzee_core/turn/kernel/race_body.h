/* Games side by side, for one variant: a lane is a game, and what its options are worth is given. See beliefs.py. */

/* values[game][o] = sum over x of mass[the state after][x] * chance[game][points behind + gain + low + x], for the
 * open options of the games, which stand in states of some masks; rows of mass begin with low points to come.
 * Eight sums side by side, in one order in all variants. */
static int NAME(race_values)(const game_t *G, const games_t *games, const point_rows_t *rows, const double *chance,
                            int64_t width, double *values)
{
    const options_t *O = &G->options;
    for (int64_t g = 0; g < games->n; g++, chance += width, values += O->n_options) {
        const int64_t mask = games->mask[g];
        const int lane = (int)(games->state[g] - G->states.offset[mask]);
        const int32_t s = O->situation[mask];
        for (int i = O->used_start[s]; i < O->used_start[s + 1]; i++) {
            const int o = O->used[i];
            if (mask >> O->category[o] & 1)
                continue;
            const int gain = gain_of(G, mask, lane, o);
            const int64_t after = state_after(G, mask, lane, o);
            const int32_t length = rows->length[after];
            const double *row = rows->mass + rows->place[after];
            const double *beats = chance + games->points[g] + gain + rows->low[after];
            double sum[BLOCK] = {0};
            int x = 0;
            for (; x + BLOCK <= length; x += BLOCK)
                for (int j = 0; j < BLOCK; j++)
                    sum[j] += row[x + j] * beats[x + j];
            for (int j = 0; x + j < length; j++)
                sum[j] += row[x + j] * beats[x + j];
            values[o] = ((sum[0] + sum[4]) + (sum[1] + sum[5])) + ((sum[2] + sum[6]) + (sum[3] + sum[7]));
        }
    }
    return 0;
}

/* The decisions of games, by values[game][o]: games[m] of them with mask m, one after another. Their
 * blocks are laid as those of lanes. Returns 0, or -1 when memory is short. */
static int NAME(decide_games)(const game_t *G, const masks_t *masks, const int64_t *games, const double *values,
                              uint16_t *decisions)
{
    const lattice_t *L = &G->lattice;
    const options_t *O = &G->options;
    NAME(workspace) w;
    if (NAME(open_workspace)(&w, G, 2))
        return -1;
    memset(w.rows, 0, (size_t)2 * O->n_options * sizeof(vec));
    for (int o = 0; o < O->n_options; o++)
        w.rows[2 * (ptrdiff_t)o + 1] = NAME(splat)(o);
    for (int64_t m = 0; m < masks->n; m++) {
        const int n = (int)games[m];
        NAME(open_choices)(G, masks->mask[m], &w);
        for (int game = 0; game < n; game += LANES) {
            const double *from = values + (ptrdiff_t)game * O->n_options;
            for (int i = 0; i < LANES && game + i < n; i++, from += O->n_options)
                for (int o = 0; o < O->n_options; o++)
                    ((double *)(w.rows + 2 * (ptrdiff_t)o))[i] = from[o];
            NAME(leaf)(L, &w, 2);
            NAME(decide_turn)(L, w.A, decisions + place_of(L, game), NULL);
        }
        values += (ptrdiff_t)n * O->n_options;
        decisions += place_of(L, (n + BLOCK - 1) / BLOCK * BLOCK);
    }
    NAME(close_workspace)(&w);
    return 0;
}

/* rows[place of a state][gain + x] += weight * rows[place of the state after][x], for the states of some masks:
 * the probability of x points to come, the adjoint of push. */
static int NAME(pull)(const game_t *G, const masks_t *masks, const double *weights, const point_rows_t *rows)
{
    const options_t *O = &G->options;
    for (int64_t m = 0; m < masks->n; m++)
        for (int lane = 0; lane < G->states.lanes[masks->mask[m]]; lane++, weights += O->n_options) {
            const int64_t mask = masks->mask[m];
            const int32_t s = O->situation[mask];
            double *row = rows->mass + rows->place[G->states.offset[mask] + lane];
            for (int i = O->used_start[s]; i < O->used_start[s + 1]; i++) {
                const int o = O->used[i];
                if (weights[o] == 0)
                    continue;
                const int gain = gain_of(G, mask, lane, o);
                const int64_t after = state_after(G, mask, lane, o);
                const double *from = rows->mass + rows->place[after];
                for (int32_t x = 0; x < rows->length[after]; x++)
                    row[gain + x] += weights[o] * from[x];
            }
        }
    return 0;
}
