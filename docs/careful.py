WORTH = [4, 7, 10, 13, 16, 19, 24, 18, 23, 30, 35, 18, 24]  # points to come, from ones to chance


def careful(states):
    bonus = (states.need > 0) & (states.open_upper @ WORTH >= states.need)
    return states.open @ WORTH + states.game.upper_bonus * bonus
