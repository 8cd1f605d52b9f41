/* Rows under decisions that are given, for one variant: mixtures of the rows that the options lead to. */

/* As maxprob, with `weights` (states of the masks, n_options), the probabilities of the options. Returns 0, or -1
 * when memory is short. */
static int NAME(mixture)(const game_t *G, const masks_t *masks, const prob_table_t *table, const double *weights)
{
    sources_t all = {malloc((size_t)G->options.n_options * sizeof *all.source), 0};
    source_t *const source = all.source;
    if (!source)
        return -1;
    for (int64_t m = 0; m < masks->n; m++)
        for (int lane = 0; lane < G->states.lanes[masks->mask[m]]; lane++, weights += G->options.n_options) {
            const int64_t state = G->states.offset[masks->mask[m]] + lane;
            const int64_t length = table->last[state] - table->first[state];
            int n = 0;
            find_sources(G, table, masks->mask[m], lane, &all);
            for (int i = 0; i < all.n; i++)
                if (weights[source[i].option] > 0)
                    source[n++] = source[i];
            for (int q = 0; q < table->width; q++)
                for (int64_t i = 0; i < length; i += LANES) {
                    vec sum = NAME(splat)(0);
                    for (const source_t *s = source; s < source + n; s++) {
                        int64_t at = i + s->shift;
                        at = at < -ROW_PAD ? -ROW_PAD : at > s->length ? s->length : at;
                        sum += NAME(load)((const REAL *)table->rows[q] + s->place + at) * (REAL)weights[s->option];
                    }
                    memcpy((REAL *)table->into[q] + table->place[state] + i, &sum,
                           (length - i < LANES ? length - i : LANES) * sizeof(REAL));
                }
        }
    free(source);
    return 0;
}
