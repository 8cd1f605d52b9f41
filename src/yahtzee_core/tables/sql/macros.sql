-- category_names('yahtzee', 3): the categories of a mask.
CREATE OR REPLACE MACRO category_names(of_game, mask) AS (
    SELECT string_agg(c.category, ' ' ORDER BY c.position)
    FROM categories AS c
    WHERE c.game = of_game AND (mask >> c.position) & 1 = 1
);

-- category_mask('yahtzee', 'ones twos'): the mask of some categories; an error when the game has no such ones.
CREATE OR REPLACE MACRO category_mask(of_game, names) AS (
    SELECT CASE
        WHEN count(*) < len(list_distinct(string_split(trim(names), ' '))) - (trim(names) = '')::INTEGER
            THEN error(concat('categories ', names, ' of ', of_game, '; expected ids of the table categories'))
        ELSE coalesce(sum(1::BIGINT << c.position), 0)::INTEGER
    END
    FROM categories AS c
    WHERE c.game = of_game AND list_contains(string_split(trim(names), ' '), c.category)
);

-- expected('yahtzee', 'ones twos', 5, false): value of a state by its real upper total.
CREATE OR REPLACE MACRO expected(of_game, filled_names, total, has_chip) AS (
    SELECT s.value
    FROM states_by_total AS s
    WHERE s.game = of_game
        AND s.filled = category_mask(of_game, filled_names)
        AND s.upper_total = total
        AND s.chip = has_chip
);
