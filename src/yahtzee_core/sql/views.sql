-- Every reachable state by its real upper total: a view over `expected` and `needs`.
CREATE OR REPLACE VIEW states_by_total AS
SELECT e.game, e.filled, n.upper_total, e.chip, e.value, e.sd
FROM expected AS e
JOIN needs AS n
    ON n.game = e.game
    AND n.need = e.need
    AND n.upper_filled = e.filled & (SELECT g.upper_mask FROM games AS g WHERE g.game = e.game)
