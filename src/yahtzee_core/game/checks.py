"""What the schema of a game file cannot say, and rules that people play and the solver does not."""

from typing import Any

from ..errors import UserError

MATCHABLE = ("face", "groups", "run", "faces")


def check_rules(raw: dict[str, Any], where: str) -> None:
    """UserError, one line, for a game whose keys are known and do not fit together."""
    ids = [c["id"] for c in raw["categories"]]
    for i, category in enumerate(raw["categories"]):
        _check_category(raw, category, f"{where}: categories.{i} ({category['id']})")
        if category["id"] in ids[:i]:
            raise UserError(
                f"{where}: categories.{i}.id: '{category['id']}' is there twice; expected unique ids"
            )
    lower = [c["id"] for c in raw["categories"] if c["section"] == "lower"]
    faces = [c["face"] for c in raw["categories"] if c["section"] == "upper" and "face" in c]
    if len(faces) != len(set(faces)):
        raise UserError(f"{where}: categories: expected one upper category for a face at most")
    if "upper" in raw and len(lower) == len(ids):
        raise UserError(f"{where}: upper: expected at least one category with section: upper")
    if "yahtzee" in raw and raw["yahtzee"]["category"] not in lower:
        raise UserError(f"{where}: yahtzee.category: expected a lower category, one of {lower}")
    if "joker" in raw and "yahtzee" not in raw:
        raise UserError(f"{where}: joker: expected a key 'yahtzee' that names the Yahtzee category")
    _check_first_rolls(raw, where)
    _check_bonuses(raw, where)
    _check_variants(raw, where)
    for category in raw.get("joker", {}).get("scores", {}):
        if category not in lower or category == raw["yahtzee"]["category"]:
            raise UserError(f"{where}: joker.scores.{category}: expected a lower category other than Yahtzee")


def _check_first_rolls(raw: dict[str, Any], where: str) -> None:
    for i, category in enumerate(raw["categories"]):
        key = f"{where}: categories.{i} ({category['id']}): first_roll"
        if "first_roll" in category and category["section"] == "upper":
            raise UserError(f"{key}: the upper bonus counts points; expected a lower category")
        if category.get("first_roll") == "wins":
            raise UserError(f"{key}: a win at once has no score to expect; expected points, such as 50")
        if "first_roll" in category and raw.get("saved_rolls", False):
            raise UserError(
                f"{key}: beside saved_rolls the rolls in hand do not tell the first; expected one of the two"
            )


def _check_bonuses(raw: dict[str, Any], where: str) -> None:
    upper = raw.get("upper", {})
    thresholds = [bonus["threshold"] for bonus in (upper, *upper.get("further", [])) if bonus]
    if sorted(set(thresholds)) != thresholds:
        raise UserError(f"{where}: upper.further: thresholds {thresholds}; expected rising ones")


def _check_variants(raw: dict[str, Any], where: str) -> None:
    """Rules that people play and that the solver does not, each with the reason."""
    if raw.get("joker", {}).get("needs") == "bonus":
        raise UserError(
            f"{where}: joker.needs: bonus: what may be scored would depend on the chip, and options "
            "go by filled categories alone; expected filled"
        )
    if raw.get("order") and raw.get("joker", {}).get("placement") == "forced":
        raise UserError(
            f"{where}: order: {raw['order']}: forced jokers may go elsewhere; expected placement free"
        )


def _check_category(raw: dict[str, Any], category: dict[str, Any], where: str) -> None:
    matchable = [key for key in MATCHABLE if key in category]
    if category["score"] == "matching" and len(matchable) != 1:
        raise UserError(f"{where}: score: 'matching' expects exactly one of {', '.join(MATCHABLE)}")
    if category.get("one_colour", False) and "colours" not in raw:
        raise UserError(f"{where}: one_colour: expected a key 'colours' of the game, faces by colour")
    if "distinct" in category and "groups" not in category:
        raise UserError(f"{where}: distinct: expected a key 'groups' beside it")
    for key in ("face", "run", "faces"):
        value = category.get(key, 1)
        highest = max(value) if isinstance(value, list) else value
        if highest > raw["faces"]:
            raise UserError(f"{where}: {key}: {highest}; expected at most {raw['faces']} faces")
    for key, needed in _dice_needed(category).items():
        if needed > raw["dice"]:
            raise UserError(f"{where}: {key}: needs {needed} dice; expected at most {raw['dice']}")


def _dice_needed(category: dict[str, Any]) -> dict[str, int]:
    return {
        "groups": sum(category.get("groups", [])),
        "run": category.get("run", 0),
        "faces": len(category.get("faces", [])),
    }
