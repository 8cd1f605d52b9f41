/* Values, for one variant: of policies backwards under their decisions, of two policies side by side, and of
 * every action. See backward.py, comparison.py and batch.py. */

/* A[roll] = what the decided option of each roll is worth. */
INLINE void NAME(leaf_decided)(const lattice_t *L, const int16_t *option, const vec *rows, vec *A)
{
    vec *a = A + 2 * (ptrdiff_t)L->first_roll;
    for (int roll = 0; roll < L->n_keeps - L->first_roll; roll++, a += 2, option += BLOCK)
        for (int q = 0; q < 2; q++)
            for (int i = 0; i < LANES; i++)
                ((double *)(a + q))[i] = ((const double *)(rows + 2 * (ptrdiff_t)option[i] + q))[i];
}

/* One reroll back: A[k] = what it is worth to keep k, of which each roll takes the decided one into `to`. */
INLINE void NAME(keep_decided)(const lattice_t *L, const int16_t *keep, vec *A, vec *to)
{
    NAME(expect)(L, A, 2, L->faces);
    for (int roll = 0; roll < L->n_keeps - L->first_roll; roll++, to += 2, keep += BLOCK)
        for (int q = 0; q < 2; q++)
            for (int i = 0; i < LANES; i++)
                ((double *)(to + q))[i] = ((const double *)(A + 2 * (ptrdiff_t)keep[i] + q))[i];
}

/* Backwards: value and second moment, in the table, of the states of some masks under their decisions. */
static int NAME(follow_decisions)(const lattice_t *L, const options_t *O, const transitions_t *T,
                                  const table_t *table, const int64_t *masks, int64_t n_masks,
                                  const int16_t *decisions)
{
    const int n_rolls = L->n_keeps - L->first_roll;
    NAME(workspace) w;
    if (NAME(open_workspace)(&w, L, O, 2))
        return -1;
    vec *decided = NAME(room)(2 * n_rolls);
    for (int64_t m = 0; decided && m < n_masks; m++) {
        const int64_t at = table->offset[masks[m]];
        const int lanes = T->lanes[masks[m]];
        for (int lane = 0; lane < lanes; lane += LANES) {
            const size_t size = (lanes - lane < LANES ? lanes - lane : LANES) * sizeof(double);
            const int16_t *decision = decisions + place_of(L, lane);
            vec sum[2] = {NAME(splat)(0), NAME(splat)(0)};
            NAME(expected_rows)(O, T, table, masks[m], lane, w.rows);
            NAME(leaf_decided)(L, decision, w.rows, w.A);
            for (int left = 1; left < L->rolls; left++) {
                NAME(keep_decided)(L, decision + (ptrdiff_t)left * n_rolls * BLOCK, w.A, decided);
                memcpy(w.A + 2 * (ptrdiff_t)L->first_roll, decided, (size_t)2 * n_rolls * sizeof(vec));
            }
            for (int roll = 0; roll < n_rolls; roll++)
                for (int q = 0; q < 2; q++)
                    sum[q] += w.A[2 * (ptrdiff_t)(L->first_roll + roll) + q] * L->ways[roll];
            sum[0] /= L->all_ways;
            sum[1] /= L->all_ways;
            memcpy(table->value + at + lane, &sum[0], size);
            memcpy(table->second + at + lane, &sum[1], size);
        }
        decisions += place_of(L, (lanes + BLOCK - 1) / BLOCK * BLOCK);
    }
    const int failed = decided ? 0 : -1;
    free(decided);
    NAME(close_workspace)(&w);
    return failed;
}

/* One kind of decision of two policies: their values where `mine` plays, and how often they differ. loss: what
 * `mine` loses by the judge's values; differs: probability of another decision, worse or better by more than
 * a tie. p: probability of each roll under `mine`. */
INLINE void NAME(judge)(const lattice_t *L, const vec *value, const int stride, const int16_t *judge,
                        const int16_t *mine, const vec *p, const double *visit, int n, criteria_t *found)
{
    for (int roll = 0; roll < L->n_keeps - L->first_roll; roll++, judge += BLOCK, mine += BLOCK)
        for (int i = 0; i < n; i++) {
            if (judge[i] == mine[i] || visit[i] == 0) /* where nobody comes, entries may be anything */
                continue;
            const double weight = ((const double *)(p + roll))[i] * visit[i];
            const double loss = ((const double *)(value + (ptrdiff_t)stride * judge[i]))[i] -
                                ((const double *)(value + (ptrdiff_t)stride * mine[i]))[i];
            found->loss += weight * loss;
            found->differs += weight;
            found->differs_beyond_tie += loss > TIE || loss < -TIE ? weight : 0;
        }
}

/* Two policies where `mine` plays: found[rerolls left] += the criteria of a kind of decision, judged by the
 * values of a table under the decisions of `judge`. */
static int NAME(compare)(const lattice_t *L, const options_t *O, const transitions_t *T, const table_t *table,
                         const int64_t *masks, int64_t n_masks, const double *visit, const int16_t *judge,
                         const int16_t *mine, criteria_t *found)
{
    const int n_rolls = L->n_keeps - L->first_roll;
    NAME(workspace) w;
    if (NAME(open_workspace)(&w, L, O, 2))
        return -1;
    /* Probabilities of the rolls under `mine` by rerolls left, then room to work. */
    vec *before = NAME(room)(L->rolls * n_rolls + L->n_keeps + 2 * n_rolls);
    if (!before) {
        NAME(close_workspace)(&w);
        return -1;
    }
    vec *W = before + (ptrdiff_t)L->rolls * n_rolls, *decided = W + L->n_keeps;
    for (int64_t m = 0; m < n_masks; m++) {
        const int lanes = T->lanes[masks[m]];
        for (int lane = 0; lane < lanes; lane += LANES) {
            const int n = lanes - lane < LANES ? lanes - lane : LANES;
            const ptrdiff_t at = place_of(L, lane);
            if (!NAME(visited)(visit + lane, n))
                continue;
            NAME(first_rolls)(L, W);
            for (int left = L->rolls - 1; left > 0; left--)
                NAME(reroll)(L, mine + at + (ptrdiff_t)left * n_rolls * BLOCK, before + (ptrdiff_t)left * n_rolls, W);
            memcpy(before, W + L->first_roll, (size_t)n_rolls * sizeof(vec));
            NAME(expected_rows)(O, T, table, masks[m], lane, w.rows);
            NAME(judge)(L, w.rows, 2, judge + at, mine + at, before, visit + lane, n, found);
            NAME(leaf_decided)(L, judge + at, w.rows, w.A);
            for (int left = 1; left < L->rolls; left++) {
                const ptrdiff_t stage = at + (ptrdiff_t)left * n_rolls * BLOCK;
                NAME(keep_decided)(L, judge + stage, w.A, decided);
                NAME(judge)(L, w.A, 2, judge + stage, mine + stage, before + (ptrdiff_t)left * n_rolls,
                            visit + lane, n, found + left);
                memcpy(w.A + 2 * (ptrdiff_t)L->first_roll, decided, (size_t)2 * n_rolls * sizeof(vec));
            }
        }
        judge += place_of(L, (lanes + BLOCK - 1) / BLOCK * BLOCK);
        mine += place_of(L, (lanes + BLOCK - 1) / BLOCK * BLOCK);
        visit += lanes;
    }
    free(before);
    NAME(close_workspace)(&w);
    return 0;
}

/* Every action of some blocks of lanes, for values in a table: options[i][o][lane], what an option is worth,
 * keeps[i][left - 1][k][lane], what it is worth to keep k with `left` rerolls left, and the decisions. */
static int NAME(actions)(const lattice_t *L, const options_t *O, const transitions_t *T, const table_t *table,
                         const int64_t *masks, const int64_t *blocks, int64_t n, double *options, double *keeps,
                         int16_t *decisions)
{
    const int n_rolls = L->n_keeps - L->first_roll;
    NAME(workspace) w;
    if (NAME(open_workspace)(&w, L, O, 2))
        return -1;
    for (int64_t i = 0; i < n; i++) {
        const int n_open = NAME(open_choices)(O, masks[i], n_rolls, w.choice);
        for (int lane = 0; lane < BLOCK; lane += LANES) {
            if (blocks[i] * BLOCK + lane >= T->lanes[masks[i]])
                continue;
            NAME(expected_rows)(O, T, table, masks[i], (int)blocks[i] * BLOCK + lane, w.rows);
            for (int o = 0; o < O->n_options; o++) {
                memcpy(options + o * BLOCK + lane, w.rows + 2 * (ptrdiff_t)o, sizeof(vec));
                w.rows[2 * (ptrdiff_t)o + 1] = NAME(splat)(o);
            }
            NAME(leaf)(L, w.choice, n_open, w.rows, w.A, 2);
            NAME(decide_turn)(L, w.A, decisions + lane, keeps + lane);
        }
        options += O->n_options * BLOCK;
        keeps += (L->rolls - 1) * L->n_keeps * BLOCK;
        decisions += (ptrdiff_t)L->rolls * n_rolls * BLOCK;
    }
    NAME(close_workspace)(&w);
    return 0;
}
