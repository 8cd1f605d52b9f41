-- Every strategy of a game against every other by the score alone, neither seeing the other's game.
-- variation: total variation distance of the two scores. dominates: P(score >= t) is nowhere below the
-- other's (first-order stochastic dominance, to 1e-12); fails_at: the first t where it is.
WITH total AS (
    SELECT
        strategy,
        amount,
        probability,
        sum(probability) OVER (PARTITION BY strategy ORDER BY amount) - probability AS below,
        sum(probability) OVER (PARTITION BY strategy ORDER BY amount DESC) AS at_least
    FROM read_parquet($strategy_amounts)
    WHERE quantity = 'total'
)
SELECT
    one.strategy,
    other.strategy AS other,
    sum(one.probability * other.below) AS win,
    sum(one.probability * other.probability) AS draw,
    sum(one.below * other.probability) AS loss,
    sum(abs(one.probability - other.probability)) / 2 AS variation,
    bool_and(one.at_least >= other.at_least - 1e-12) AS dominates,
    CAST(min(one.amount) FILTER (one.at_least < other.at_least - 1e-12) AS SMALLINT) AS fails_at
FROM total AS one
JOIN total AS other ON other.amount = one.amount
GROUP BY one.strategy, other.strategy
ORDER BY one.strategy, other.strategy
