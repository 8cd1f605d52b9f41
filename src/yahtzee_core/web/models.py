"""What requests and answers look like; unknown fields are refused, and everything is bounded."""

from dataclasses import MISSING, is_dataclass
from functools import cache, reduce
from operator import or_
from types import GenericAlias, UnionType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, create_model

from ..advice.advice import Advice
from ..advice.aims import Aim
from ..advice.as_json import WORDS, fields_of
from ..advice.review import Review
from ..advice.why import Why

MOST_POINTS = 100_000
Name = Annotated[str, Field(max_length=64)]
Points = Annotated[int, Field(ge=0, le=MOST_POINTS)]
Log = Annotated[str, Field(max_length=20_000, description="Lines `position => action`, then `final N`.")]


class _Closed(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class GameQuery(_Closed):
    """Which game."""

    game: Name = "yahtzee"


class PositionBody(_Closed):
    """A position, notation 4."""

    dice: Annotated[list[Annotated[int, Field(ge=1, le=100)]], Field(max_length=20)]
    rerolls: Annotated[int, Field(ge=0, le=20)]
    filled: Annotated[list[Name], Field(max_length=64)]
    upper: Points = 0
    chip: bool = False
    points: Points | None = None


PositionText = Annotated[str, Field(max_length=2_000, description="A position in any notation.")]


def _kind(value: Any) -> str:
    return "text" if isinstance(value, str) else "json"


AnyPosition = Annotated[
    Annotated[PositionBody, Tag("json")] | Annotated[PositionText, Tag("text")], Discriminator(_kind)
]


class AdviseBody(_Closed):
    """Which position, and what is wanted: the expected score; or the probability of a total (target), of
    points from here on (to_come), or of more than an opponent's total, a draw being half a win."""

    game: Name = "yahtzee"
    target: Points | None = None
    to_come: Points | None = None
    opponent_total: Points | None = None
    position: AnyPosition

    @property
    def aim(self) -> Aim:
        """What the advice is for; UserError when it is two things."""
        return Aim(self.target, self.to_come, self.opponent_total)


class DistributionBody(_Closed):
    """A position and an action in it, `keep 3 3`, `keep -` or `score chance`."""

    game: Name = "yahtzee"
    position: AnyPosition
    action: Annotated[str, Field(max_length=200)]


class WhyBody(_Closed):
    """A position and an action in it that the best one is compared with; without one, or with the best one,
    the next action that is another choice."""

    game: Name = "yahtzee"
    position: AnyPosition
    action: Annotated[str, Field(max_length=200)] | None = None


class ReviewBody(_Closed):
    """A log of a whole game."""

    game: Name = "yahtzee"
    log: Log


class PlayBody(_Closed):
    """A log of a game as far as it went, after a sheet that was filled before, and the dice on the table."""

    game: Name = "yahtzee"
    log: Log = ""
    sheet: Annotated[dict[Name, Points], Field(max_length=64)] = {}
    extra_yahtzees: Annotated[int, Field(ge=0, le=64)] = 0
    dice: Annotated[list[Annotated[int, Field(ge=1, le=100)]], Field(max_length=20)] = []
    rerolls: Annotated[int, Field(ge=0, le=20)] | None = None


class StrategyBody(_Closed):
    """A built-in strategy."""

    game: Name = "yahtzee"
    strategy: Name


class DecisionBody(StrategyBody):
    """A position for a strategy."""

    position: AnyPosition


class About(BaseModel):
    """What an answer says first: its format, and the rules of its game."""

    format: int
    version: str
    game: str
    joker: str | None
    fingerprint: str


class QuizBody(StrategyBody):
    """Whose positions, how many, and the seed of the questions; any when it is null."""

    questions: Annotated[int, Field(ge=1, le=50)] = 10
    seed: Annotated[int, Field(ge=0, le=1_000_000_000)] | None = None


class ErrorAnswer(BaseModel):
    """Why a request is refused, in one line."""

    error: str


class CategoryAnswer(BaseModel):
    """A line of the sheet. points: all that it can score."""

    id: str
    title: str
    upper: bool
    scores: str
    points: list[int]


class GameAnswer(BaseModel):
    """A game and its sheet."""

    game: str
    title: str
    rule: str
    joker: str | None
    dice: int
    faces: int
    rolls: int
    categories: list[CategoryAnswer]
    threshold: int
    upper_bonus: int
    yahtzee: str | None
    yahtzee_bonus: int


class DistributionAnswer(About):
    """The final total when an action is taken and optimal play follows."""

    position: str
    action: str
    score: list[int]
    probability: list[float]
    mean: float
    sd: float
    quantiles: dict[str, int]


class MoveAnswer(BaseModel):
    """A move of a log."""

    dice: list[int]
    rerolls: int
    action: str


class PlayAnswer(BaseModel):
    """Where a game stands. rerolls: after the roll that is on the table, or the next one."""

    game: str
    sheet: dict[str, int | None]
    upper: int
    upper_bonus: int
    extra_yahtzees: int
    yahtzee_bonus: int
    points: int
    over: bool
    moves: list[MoveAnswer]
    kept: list[int]
    began: bool
    rerolls: int
    position: dict[str, Any] | None
    scores: dict[str, dict[str, int]] | None


class StrategyAnswer(BaseModel):
    """A strategy and where it is from."""

    id: str
    title: str
    source: str


class LossAnswer(BaseModel):
    """Points lost in a game, by kind of decision, by rerolls left, by turn, and by the category chosen."""

    keep: float
    category: float
    by_rerolls: list[float]
    by_turn: list[float]
    by_category: dict[str, float]


class StatisticsAnswer(About):
    """The exact statistics of a strategy."""

    strategy: str
    mean: float
    sd: float
    categories: dict[str, dict[str, float]]
    bonus: dict[str, float]
    yahtzee_bonus: dict[str, float | list[float]]
    loss: LossAnswer


class DecisionAnswer(About):
    """What a strategy does. value and loss: exact, when optimal play follows."""

    strategy: str
    position: str
    action: str
    value: float
    loss: float
    best: str


class QuestionAnswer(BaseModel):
    """A position of a quiz, with its sheet; played: what the strategy did there, and lost by it."""

    position: str
    sheet: dict[str, int | None]
    extra_yahtzees: int
    dice: list[int]
    rerolls: int
    played: str
    loss: float


class QuizAnswer(About):
    """Questions of a quiz: positions in which a strategy loses points."""

    strategy: str
    seed: int
    questions: list[QuestionAnswer]


class ProgressAnswer(BaseModel):
    """The long computation that is running; null when there is none."""

    working: str | None
    share: float | None


def answer(model: type[BaseModel], source: object, **own: Any) -> dict[str, Any]:
    """The answer of a model: what is its own, and attributes of that name for the rest."""
    return {name: own[name] if name in own else getattr(source, name) for name in model.model_fields}


@cache
def answer_of(kind: type, base: type[BaseModel] = BaseModel) -> type[BaseModel]:
    """The model of what as_json.record makes of a dataclass."""
    hints = get_type_hints(kind)
    shown: dict[str, Any] = {
        f.name: (_json_type(hints[f.name]), ... if f.default is MISSING else f.default)
        for f in fields_of(kind)
    }
    return create_model(kind.__name__, __base__=base, __doc__=kind.__doc__, **shown)


def _json_type(hint: Any) -> Any:
    if hint in WORDS:
        return str
    if isinstance(hint, type) and is_dataclass(hint):
        return answer_of(hint)
    parts = tuple(map(_json_type, get_args(hint)))
    if get_origin(hint) is tuple:
        return GenericAlias(list, parts[:1])
    return reduce(or_, parts) if isinstance(hint, UnionType) else hint


AdviceAnswer, ReviewAnswer = answer_of(Advice, About), answer_of(Review, About)


class WhyAnswer(About):
    """Why the best action has the highest expected score; why is null where there is no other choice."""

    position: str
    why: answer_of(Why) | None  # type: ignore[valid-type]
