-- Every game at its start: the first question of all needs no mask.
CREATE OR REPLACE VIEW start AS
SELECT
    g.game,
    g.title,
    g.joker,
    e.value AS expected_score,
    e.sd,
    d.median,
    d.mode,
    d.p5,
    d.p95,
    b.p_upper_bonus,
    b.p_equal_dice
FROM games AS g
JOIN expected AS e ON e.game = g.game AND e.filled = 0
JOIN (
    SELECT
        game,
        min(score) FILTER (1 - at_least + probability >= 0.5 * (1 - 1e-12)) AS median,
        min(score) FILTER (probability >= highest * (1 - 1e-12)) AS mode,
        min(score) FILTER (1 - at_least + probability >= 0.05 * (1 - 1e-12)) AS p5,
        min(score) FILTER (1 - at_least + probability >= 0.95 * (1 - 1e-12)) AS p95
    FROM (SELECT *, max(probability) OVER (PARTITION BY game) AS highest FROM distribution)
    GROUP BY game
) AS d ON d.game = g.game
JOIN (
    SELECT
        game,
        CASE WHEN count(upper_bonus) > 0 THEN coalesce(sum(probability) FILTER (upper_bonus), 0) END AS p_upper_bonus,
        CASE WHEN count(equal_dice) > 0 THEN coalesce(sum(probability) FILTER (equal_dice), 0) END AS p_equal_dice
    FROM distribution_by_bonus
    GROUP BY game
) AS b ON b.game = g.game;
