-- wrong_game('nogame'): the error for a game that the results do not have.
CREATE OR REPLACE MACRO wrong_game(of_game) AS
    error(concat('game ', of_game, '; expected one that the table games names'));

-- wrong_state('yahtzee', 'ones', 6, false): the error for a state that no play of the game comes to.
CREATE OR REPLACE MACRO wrong_state(of_game, filled_names, total, has_chip) AS
    error(concat(
        'upper total ', total, ', chip ', has_chip, ' with ', coalesce(nullif(trim(filled_names), ''), 'nothing'),
        ' filled in ', of_game, '; expected a state that the view states_by_total has'
    ));

-- category_names('yahtzee', 3): the categories of a mask; an error when the game has no such mask.
CREATE OR REPLACE MACRO category_names(of_game, mask) AS (
    SELECT CASE
        WHEN count(*) = 0 THEN wrong_game(of_game)
        WHEN mask NOT BETWEEN 0 AND (1::BIGINT << count(*)) - 1
            THEN error(concat('mask ', mask, ' of ', of_game, '; expected 0 to ', (1::BIGINT << count(*)) - 1))
        ELSE coalesce(string_agg(c.category, ' ' ORDER BY c.position) FILTER ((mask >> c.position) & 1 = 1), '')
    END
    FROM categories AS c
    WHERE c.game = of_game
);

-- category_mask('yahtzee', 'ones twos'): the mask of some categories; an error when the game has no such ones.
CREATE OR REPLACE MACRO category_mask(of_game, names) AS (
    SELECT CASE
        WHEN count(*) = 0 THEN wrong_game(of_game)
        WHEN count(*) FILTER (list_contains(string_split(trim(names), ' '), c.category))
            < len(list_distinct(list_filter(string_split(trim(names), ' '), lambda word : word <> '')))
            THEN error(concat('categories ', names, ' of ', of_game, '; expected ids of the table categories'))
        ELSE coalesce(
            sum(1::BIGINT << c.position) FILTER (list_contains(string_split(trim(names), ' '), c.category)), 0
        )::INTEGER
    END
    FROM categories AS c
    WHERE c.game = of_game
);

-- expected('yahtzee', 'ones twos', 5, false): value of a state by its real upper total; an error when there is none.
CREATE OR REPLACE MACRO expected(of_game, filled_names, total, has_chip) AS (
    SELECT CASE
        WHEN category_mask(of_game, filled_names) IS NULL OR count(*) = 0
            THEN wrong_state(of_game, filled_names, total, has_chip)
        ELSE any_value(s.value)
    END
    FROM states_by_total AS s
    WHERE s.game = of_game
        AND s.filled = category_mask(of_game, filled_names)
        AND s.upper_total = total
        AND s.chip = has_chip
);
