/* Values, for one variant: of policies backwards under their decisions, of two policies side by side, and of
 * every action. See judge.py and batch.py. */

/* A[roll] = what the decided option of each roll is worth. */
SHARED void NAME(leaf_decided)(const lattice_t *L, const uint16_t *option, const vec *rows, vec *A)
{
    vec *a = A + 2 * (ptrdiff_t)L->first_roll;
    for (int roll = 0; roll < rolls_of(L); roll++, a += 2, option += BLOCK)
        for (int q = 0; q < 2; q++)
            for (int i = 0; i < LANES; i++)
                ((double *)(a + q))[i] = ((const double *)(rows + 2 * (ptrdiff_t)option[i] + q))[i];
}

/* One reroll back: A[k] = what it is worth to keep k, of which each roll takes the decided one into `to`. */
SHARED void NAME(keep_decided)(const lattice_t *L, const uint16_t *keep, vec *A, vec *to)
{
    NAME(expect)(L, A, 2, L->faces);
    for (int roll = 0; roll < rolls_of(L); roll++, to += 2, keep += BLOCK)
        for (int q = 0; q < 2; q++)
            for (int i = 0; i < LANES; i++)
                ((double *)(to + q))[i] = ((const double *)(A + 2 * (ptrdiff_t)keep[i] + q))[i];
}

/* Backwards: value and second moment, in the table, of the states of some masks under their decisions. */
static int NAME(follow_decisions)(const game_t *G, const masks_t *masks, const table_t *table,
                                  const uint16_t *decisions)
{
    const lattice_t *L = &G->lattice;
    const int n_rolls = rolls_of(L);
    NAME(workspace) w;
    if (NAME(open_workspace)(&w, G, 2))
        return -1;
    vec *decided = NAME(room)(2 * n_rolls);
    for (int64_t m = 0; decided && m < masks->n; m++) {
        const int64_t mask = masks->mask[m], at = table->offset[mask];
        const int lanes = G->states.lanes[mask];
        for (int lane = 0; lane < lanes; lane += LANES) {
            const size_t size = (lanes - lane < LANES ? lanes - lane : LANES) * sizeof(double);
            const uint16_t *decision = decisions + place_of(L, lane);
            vec sum[2] = {NAME(splat)(0), NAME(splat)(0)};
            NAME(expected_rows)(G, table, mask, lane, w.rows);
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
 * `mine` loses by the judge's values, and by its option where `lost` is not null; differs: probability of another decision, worse or better by more than
 * a tie. p: probability of each roll under `mine`. */
SHARED void NAME(judge)(const lattice_t *L, const vec *value, const compared_t *of, const vec *p, int n,
                        criteria_t *found)
{
    const uint16_t *judge = of->judge, *mine = of->mine;
    for (int roll = 0; roll < rolls_of(L); roll++, judge += BLOCK, mine += BLOCK)
        for (int i = 0; i < n; i++) {
            if (judge[i] == mine[i] || of->visit[i] == 0) /* where nobody comes, entries may be anything */
                continue;
            const double weight = ((const double *)(p + roll))[i] * of->visit[i];
            const double loss = ((const double *)(value + 2 * (ptrdiff_t)judge[i]))[i] -
                                ((const double *)(value + 2 * (ptrdiff_t)mine[i]))[i];
            found->loss += weight * loss;
            if (of->lost)
                of->lost[mine[i]] += weight * loss;
            found->differs += weight;
            found->differs_beyond_tie += loss > TIE || loss < -TIE ? weight : 0;
        }
}

/* Two policies where `mine` plays: found[rerolls left] += the criteria of a kind of decision, judged by the
 * values of a table under the decisions of `judge`. */
static int NAME(compare)(const game_t *G, const masks_t *masks, const table_t *table, const compared_t *compared,
                         criteria_t *found)
{
    const lattice_t *L = &G->lattice;
    compared_t here = *compared; /* at the lanes of a mask */
    const int n_rolls = rolls_of(L);
    NAME(workspace) w;
    if (NAME(open_workspace)(&w, G, 2))
        return -1;
    /* Probabilities of the rolls under `mine` by rerolls left, then room to work. */
    vec *before = NAME(room)(L->rolls * n_rolls + L->n_keeps + 2 * n_rolls);
    if (!before) {
        NAME(close_workspace)(&w);
        return -1;
    }
    vec *W = before + (ptrdiff_t)L->rolls * n_rolls, *decided = W + L->n_keeps;
    for (int64_t m = 0; m < masks->n; m++) {
        const int64_t mask = masks->mask[m];
        const int lanes = G->states.lanes[mask];
        for (int lane = 0; lane < lanes; lane += LANES) {
            const int n = lanes - lane < LANES ? lanes - lane : LANES;
            const ptrdiff_t at = place_of(L, lane);
            const compared_t scored = {here.visit + lane, here.judge + at, here.mine + at, here.lost};
            if (!NAME(visited)(scored.visit, n))
                continue;
            NAME(first_rolls)(L, W);
            for (int left = L->rolls - 1; left > 0; left--)
                NAME(reroll)(L, scored.mine + (ptrdiff_t)left * n_rolls * BLOCK, before + (ptrdiff_t)left * n_rolls, W);
            memcpy(before, W + L->first_roll, (size_t)n_rolls * sizeof(vec));
            NAME(expected_rows)(G, table, mask, lane, w.rows);
            NAME(judge)(L, w.rows, &scored, before, n, found);
            NAME(leaf_decided)(L, scored.judge, w.rows, w.A);
            for (int left = 1; left < L->rolls; left++) {
                const ptrdiff_t stage = (ptrdiff_t)left * n_rolls * BLOCK;
                const compared_t kept = {scored.visit, scored.judge + stage, scored.mine + stage, NULL};
                NAME(keep_decided)(L, kept.judge, w.A, decided);
                NAME(judge)(L, w.A, &kept, before + (ptrdiff_t)left * n_rolls, n, found + left);
                memcpy(w.A + 2 * (ptrdiff_t)L->first_roll, decided, (size_t)2 * n_rolls * sizeof(vec));
            }
        }
        here.judge += place_of(L, (lanes + BLOCK - 1) / BLOCK * BLOCK);
        here.mine += place_of(L, (lanes + BLOCK - 1) / BLOCK * BLOCK);
        here.visit += lanes;
    }
    free(before);
    NAME(close_workspace)(&w);
    return 0;
}

/* Every action of some blocks of lanes, blocks[i] of mask i, for values in a table: options[i][o][lane], what an
 * option is worth, keeps[i][left - 1][k][lane], what it is worth to keep k with `left` rerolls left, decisions. */
static int NAME(actions)(const game_t *G, const masks_t *masks, const int64_t *blocks, const table_t *table,
                         const actions_t *into)
{
    const lattice_t *L = &G->lattice;
    const options_t *O = &G->options;
    actions_t to = *into; /* at a block */
    const int n_rolls = rolls_of(L);
    NAME(workspace) w;
    if (NAME(open_workspace)(&w, G, 2))
        return -1;
    for (int64_t i = 0; i < masks->n; i++) {
        const int64_t mask = masks->mask[i];
        NAME(open_choices)(G, mask, &w);
        for (int lane = 0; lane < BLOCK; lane += LANES) {
            if (blocks[i] * BLOCK + lane >= G->states.lanes[mask])
                continue;
            NAME(expected_rows)(G, table, mask, (int)blocks[i] * BLOCK + lane, w.rows);
            for (int o = 0; o < O->n_options; o++) {
                memcpy(to.options + o * BLOCK + lane, w.rows + 2 * (ptrdiff_t)o, sizeof(vec));
                w.rows[2 * (ptrdiff_t)o + 1] = NAME(splat)(o);
            }
            NAME(leaf)(L, &w, 2);
            NAME(decide_turn)(L, w.A, to.decisions + lane, to.keeps + lane);
        }
        to.options += O->n_options * BLOCK;
        to.keeps += (L->rolls - 1) * L->n_keeps * BLOCK;
        to.decisions += (ptrdiff_t)L->rolls * n_rolls * BLOCK;
    }
    NAME(close_workspace)(&w);
    return 0;
}
