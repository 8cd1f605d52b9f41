-- MaxProbApprox_s beside OptExpected and MaxProb_s, for every score s (Cremers 2002, section 6.2.2).
-- worse: whether playing for s by the normal approximation is worse than OptExpected.
WITH start AS (
    SELECT certain, probability
    FROM read_parquet($maxprob_approx)
    WHERE filled = 0
)
SELECT
    v.score,
    CASE WHEN v.score <= certain THEN 1 ELSE probability[v.score - certain] END AS approx,
    v.optexpected,
    v.maxprob,
    approx - v.optexpected AS difference,
    approx < v.optexpected AS worse
FROM read_parquet($maxprob_vs_expected) AS v, start
ORDER BY v.score
