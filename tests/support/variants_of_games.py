"""Games whose rolls left matter."""

from toy_games import Raw


def saving(raw: Raw) -> Raw:
    """The same game with saved rolls."""
    return {**raw, "saved_rolls": True}


def with_first_roll(raw: Raw, points: int = 4) -> Raw:
    """The same game with points more for first rolls in every other lower category."""
    sheet = [
        {**c, "first_roll": points + i} if c["section"] == "lower" and i % 2 else c
        for i, c in enumerate(raw["categories"])
    ]
    return {**raw, "categories": sheet}
