-- Every reachable state by its real upper total: a view over `expected` and `needs`.
CREATE OR REPLACE VIEW states_by_total AS
SELECT e.game, e.filled, n.upper_total, e.chip, e.value, e.sd
FROM expected AS e
JOIN (
    SELECT game, coalesce(sum(1::BIGINT << position) FILTER (upper), 0)::INTEGER AS upper_mask
    FROM categories
    GROUP BY game
) AS s ON s.game = e.game
JOIN needs AS n
    ON n.game = e.game
    AND n.need = e.need
    AND n.upper_filled = e.filled & s.upper_mask
