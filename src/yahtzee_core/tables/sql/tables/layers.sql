-- Expected points still to come, by number of filled categories.
-- The mean is over states, each counted once, not over games as they are played.
SELECT
    bit_count(filled)::SMALLINT AS layer,
    count(*) AS states,
    min(value) AS lowest,
    avg(value) AS mean,
    max(value) AS highest
FROM read_parquet($expected)
GROUP BY layer
ORDER BY layer
