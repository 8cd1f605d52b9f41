-- Long form: a row for each state and each part of a total.
CREATE OR REPLACE VIEW parts_long AS
SELECT
    p.game,
    p.filled,
    p.need,
    p.chip,
    coalesce(c.category, CASE WHEN p.place = len(p.points) THEN 'yahtzee_bonus' ELSE 'upper_bonus' END) AS part,
    p.points[p.place] AS points,
    p.chance[p.place] AS chance
FROM (SELECT *, unnest(range(1, len(points) + 1)) AS place FROM parts) AS p
LEFT JOIN categories AS c ON c.game = p.game AND c.position = p.place - 1;
