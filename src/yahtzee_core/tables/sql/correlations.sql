-- How the points of two categories go together: covariances by both deviations.
CREATE OR REPLACE VIEW correlations AS
SELECT
    c.game,
    c.strategy,
    c.category,
    c.other,
    c.covariance / nullif(sqrt(one.covariance * two.covariance), 0) AS correlation
FROM strategy_covariances AS c
JOIN strategy_covariances AS one
    ON one.game = c.game AND one.strategy = c.strategy AND one.category = c.category AND one.other = c.category
JOIN strategy_covariances AS two
    ON two.game = c.game AND two.strategy = c.strategy AND two.category = c.other AND two.other = c.other
WHERE c.category <> c.other;
