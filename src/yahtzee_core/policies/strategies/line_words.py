"""The lines of a card in words, as they are printed: what is kept, and when the line holds."""

from collections.abc import Sequence
from typing import Any

from ...game.game import Game

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
ALL_IN = "all dice"
FOLLOW = "After each roll but the last, go down the list and follow the first line that fits"
PREFERRED = {"high": "highest first", "low": "lowest first", "most": "most dice first, then highest"}
NO_LINE = "Where no line fits, keep no dice"


def line_words(game: Game, rule: dict[str, Any]) -> str:
    """A rule for keeping as a sentence without its full stop."""
    conditions = [words for words in _conditions(game, rule) if words]
    return ", ".join([f"Keep {_kept(game, rule)}", *conditions])


def score_words() -> str:
    """How a card scores."""
    return (
        "Score in the open category where the points of the roll less the par are highest; "
        "where two are equal, in the one that stands higher on the sheet"
    )


def count_words(count: int) -> str:
    """A small number as a word."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def _kept(game: Game, rule: dict[str, Any]) -> str:
    match rule["keep"]:
        case "all":
            return ALL_IN + _made(game, rule)
        case "kind":
            return _kind(game, rule)
        case "pairs":
            return "every die that has an equal one, if they show two faces or more"
        case "run":
            which = "low" if rule.get("prefer") == "low" else "high"
            return f"{count_words(rule['count'])} faces in a row, one die each ({which}est row first)"
        case "faces":
            return f"{' '.join(map(str, sorted(rule['faces'])))}, one die each"
        case "high":
            return f"every die that shows {either(sorted(rule['faces']))}"
    return "no dice"


def _made(game: Game, rule: dict[str, Any]) -> str:
    if "made" not in rule:
        return ""
    title = game.categories[game.index(rule["made"])].title
    least = rule.get("at_least", 1)
    return f" that score in {title}" if least == 1 else f" that score {least} or more in {title}"


def _kind(game: Game, rule: dict[str, Any]) -> str:
    count, faces = rule.get("count", 1), sorted(rule.get("faces", range(1, game.faces + 1)))
    own = " whose upper category is open" * ("own" in rule)
    if len(faces) == 1:
        return f"{f'{count_words(count)} or more' if count > 1 else 'all'} {faces[0]}s{own}"
    dice = "all dice of one face" if count == 1 else f"{count_words(count)} or more equal dice"
    out_of = "" if len(faces) == game.faces else f" out of {', '.join(map(str, faces))}"
    return f"{dice}{out_of}{own} ({PREFERRED[rule.get('prefer', 'high')]})"


def _conditions(game: Game, rule: dict[str, Any]) -> list[str]:
    return [
        _open(game, rule),
        _filled(game, rule),
        _upper(rule),
        f"with {count_words(rule['rerolls'])} reroll{'s' * (rule['rerolls'] > 1)} left"
        if "rerolls" in rule
        else "",
    ]


def _open(game: Game, rule: dict[str, Any]) -> str:
    if "open" not in rule:
        return ""
    alternatives = [[a] if isinstance(a, str) else a for a in rule["open"]]
    each = [" and ".join(_title(game, name) for name in alternative) for alternative in alternatives]
    if len(alternatives) == 1:
        return f"while {each[0]} {'are' if len(alternatives[0]) > 1 else 'is'} open"
    together = ("", "", "both ", "all of ")
    pairs = zip(alternatives, each, strict=True)
    return f"while {either([together[min(len(a), 3)] + words for a, words in pairs])} is open"


def _filled(game: Game, rule: dict[str, Any]) -> str:
    names = [_title(game, name) for name in rule.get("filled", ())]
    return f"once {' and '.join(names)} {'are' if len(names) > 1 else 'is'} filled" if names else ""


def _upper(rule: dict[str, Any]) -> str:
    if "upper_open_at_most" not in rule:
        return ""
    most = rule["upper_open_at_most"]
    few = f"{'at most ' * (most > 0)}{count_words(most)}"
    return f"once {few} upper {'category is' if most == 1 else 'categories are'} open"


def _title(game: Game, name: str) -> str:
    return "the chip" if name == "chip" else game.categories[game.index(name)].title


def either(words: Sequence[object]) -> str:
    """1, 2 or 3."""
    *first, last = map(str, words)
    return f"{', '.join(first)} or {last}" if first else last
