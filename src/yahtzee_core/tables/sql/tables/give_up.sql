-- What it costs to put a zero in a category before the first roll: the value of the start less that
-- of the start with the category filled (and one turn less to play).
SELECT
    c.category,
    e.value,
    start.value - e.value AS points_lost
FROM read_parquet($categories) AS c
JOIN read_parquet($expected) AS e ON e.filled = 1::BIGINT << c.position AND NOT e.chip
JOIN read_parquet($needs) AS n
    ON n.upper_filled = CASE WHEN c.upper THEN e.filled ELSE 0 END
    AND n.upper_total = 0 AND n.need = e.need
CROSS JOIN (SELECT value FROM read_parquet($expected) WHERE filled = 0) AS start
ORDER BY points_lost
