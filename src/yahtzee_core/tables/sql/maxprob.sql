-- maxprob('yahtzee', 'ones twos', 5, false, 200): the highest probability of at least 200 more points
-- from a state given by its filled categories and its real upper total; an error when there is none.
CREATE OR REPLACE MACRO maxprob(of_game, filled_names, total, has_chip, points) AS (
    SELECT CASE
        WHEN category_mask(of_game, filled_names) IS NULL OR count(*) > 0
            THEN any_value(
                CASE
                    WHEN points <= m.certain THEN 1.0
                    WHEN points > m.most THEN 0.0
                    ELSE m.probability[(points - m.certain)::BIGINT]
                END
            )
        WHEN of_game NOT IN (SELECT DISTINCT game FROM maxprob)
            THEN error(concat('game ', of_game, ' has no table maxprob; expected a run of it with that objective'))
        ELSE wrong_state(of_game, filled_names, total, has_chip)
    END
    FROM maxprob AS m
    JOIN needs AS n ON n.game = m.game AND n.need = m.need AND n.upper_total = total
        AND n.upper_filled = m.filled & (
            SELECT coalesce(sum(1::BIGINT << c.position) FILTER (c.upper), 0)::INTEGER
            FROM categories AS c
            WHERE c.game = of_game
        )
    WHERE m.game = of_game
        AND m.filled = category_mask(of_game, filled_names)
        AND m.chip = has_chip
);

-- Long form: a row for each state and each number of points needed that is neither certain nor impossible.
CREATE OR REPLACE VIEW maxprob_long AS
SELECT
    game,
    filled,
    need,
    chip,
    certain + generate_subscripts(probability, 1) AS needed,
    unnest(probability) AS probability
FROM maxprob;
