-- maxprob('yahtzee', 'ones twos', 5, false, 200): an error where no game has the table.
CREATE OR REPLACE MACRO maxprob(of_game, filled_names, total, has_chip, points) AS
    error(concat('game ', of_game, ' has no table maxprob; expected a run of it with that objective'));
