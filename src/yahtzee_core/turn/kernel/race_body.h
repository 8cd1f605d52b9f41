/* Games side by side, for one variant: a lane is a game, and what its options are worth is given. See race.py. */

/* worth[game][o] = sum over x of mass[the state after][x] * chance[game][points behind + gain + low + x], for the
 * open options of the games, which stand in states of some masks; rows of mass begin with low points to come.
 * Eight sums side by side, in one order in all variants. */
static int NAME(race_worth)(const options_t *O, const transitions_t *T, const int64_t *offset,
                             const int64_t *masks, const int64_t *state, const int64_t *points, int64_t n_games,
                             const int64_t *place, const int32_t *low, const int32_t *length,
                             const double *mass, const double *chance, int64_t width, double *worth)
{
    for (int64_t g = 0; g < n_games; g++, chance += width, worth += O->n_options) {
        const int lane = (int)(state[g] - offset[masks[g]]);
        const int32_t s = O->situation[masks[g]];
        for (int i = O->used_start[s]; i < O->used_start[s + 1]; i++) {
            const int o = O->used[i], c = O->category[o];
            if (masks[g] >> c & 1)
                continue;
            int next;
            const int gain = gain_of(O, T, masks[g], lane, o, &next);
            const int64_t after = offset[masks[g] | (int64_t)1 << c] + next;
            const double *row = mass + place[after], *beats = chance + points[g] + gain + low[after];
            double sum[BLOCK] = {0};
            int x = 0;
            for (; x + BLOCK <= length[after]; x += BLOCK)
                for (int j = 0; j < BLOCK; j++)
                    sum[j] += row[x + j] * beats[x + j];
            for (int j = 0; x + j < length[after]; j++)
                sum[j] += row[x + j] * beats[x + j];
            worth[o] = ((sum[0] + sum[4]) + (sum[1] + sum[5])) + ((sum[2] + sum[6]) + (sum[3] + sum[7]));
        }
    }
    return 0;
}

/* The decisions of games, by worth[game][o]: games[m] of them with the mask masks[m], one after another. Their
 * blocks are laid as those of lanes. Returns 0, or -1 when memory is short. */
static int NAME(decide_games)(const lattice_t *L, const options_t *O, const int64_t *masks,
                              const int64_t *games, int64_t n_masks, const double *worth, int16_t *decisions)
{
    const int n_rolls = L->n_keeps - L->first_roll;
    NAME(workspace) w;
    if (NAME(open_workspace)(&w, L, O, 2))
        return -1;
    memset(w.rows, 0, (size_t)2 * O->n_options * sizeof(vec));
    for (int o = 0; o < O->n_options; o++)
        w.rows[2 * (ptrdiff_t)o + 1] = NAME(splat)(o);
    for (int64_t m = 0; m < n_masks; m++) {
        const int n = (int)games[m], n_open = NAME(open_choices)(O, masks[m], n_rolls, w.choice);
        for (int game = 0; game < n; game += LANES) {
            const double *from = worth + (ptrdiff_t)game * O->n_options;
            for (int i = 0; i < LANES && game + i < n; i++, from += O->n_options)
                for (int o = 0; o < O->n_options; o++)
                    ((double *)(w.rows + 2 * (ptrdiff_t)o))[i] = from[o];
            NAME(leaf)(L, w.choice, n_open, w.rows, w.A, 2);
            NAME(decide_turn)(L, w.A, decisions + place_of(L, game), NULL);
        }
        worth += (ptrdiff_t)n * O->n_options;
        decisions += place_of(L, (n + BLOCK - 1) / BLOCK * BLOCK);
    }
    NAME(close_workspace)(&w);
    return 0;
}

/* rows[place of a state][gain + x] += weight * rows[place of the state after][x], for the states of some masks:
 * the probability of x points to come, the adjoint of push. */
static int NAME(pull)(const options_t *O, const transitions_t *T, const int64_t *offset, const int64_t *masks,
                       int64_t n_masks, const double *weights, const int64_t *place, const int32_t *length,
                       double *rows)
{
    for (int64_t m = 0; m < n_masks; m++)
        for (int lane = 0; lane < T->lanes[masks[m]]; lane++, weights += O->n_options) {
            const int32_t s = O->situation[masks[m]];
            double *row = rows + place[offset[masks[m]] + lane];
            for (int i = O->used_start[s]; i < O->used_start[s + 1]; i++) {
                const int o = O->used[i];
                if (weights[o] == 0)
                    continue;
                int next;
                const int gain = gain_of(O, T, masks[m], lane, o, &next);
                const int64_t after = offset[masks[m] | (int64_t)1 << O->category[o]] + next;
                const double *from = rows + place[after];
                for (int32_t x = 0; x < length[after]; x++)
                    row[gain + x] += weights[o] * from[x];
            }
        }
    return 0;
}
