-- MaxProb_s beside OptExpected, for every score s (Cremers 2002, table 6.1 and figures 6.1 to 6.5).
-- relative: the gain over OptExpected as a share of OptExpected.
SELECT
    m.score,
    m.maxprob,
    d.at_least AS optexpected,
    m.maxprob - d.at_least AS difference,
    (m.maxprob - d.at_least) / d.at_least AS relative,
    m.mean,
    m.sd
FROM read_parquet($maxprob_scores) AS m
JOIN read_parquet($distribution) AS d ON d.score = m.score
ORDER BY m.score
