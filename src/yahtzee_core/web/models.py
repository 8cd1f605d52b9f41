"""What requests and answers look like; unknown fields are refused, and everything is bounded."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag

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
    """Which position, and what is wanted: the expected score, or the probability of a total (maxprob), or of
    more than an opponent's, a draw being half a win (beat)."""

    game: Name = "yahtzee"
    objective: Literal["expected", "maxprob", "beat"] = "expected"
    score: Points | None = None
    position: AnyPosition


class DistributionBody(_Closed):
    """A position and an action in it, `keep 3 3`, `keep -` or `score chance`."""

    game: Name = "yahtzee"
    position: AnyPosition
    action: Annotated[str, Field(max_length=200)]


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
    dice: int
    faces: int
    rolls: int
    categories: list[CategoryAnswer]
    threshold: int
    upper_bonus: int
    yahtzee: str | None
    yahtzee_bonus: int


class OptionAnswer(BaseModel):
    """An action with what it is worth."""

    action: str
    value: float
    loss: float
    tied: bool
    points: int | None
    upper_bonus: float | None
    yahtzee: float | None


class AdviceAnswer(BaseModel):
    """Every action, best first. score and needed: not of the expected score."""

    game: str
    objective: str
    position: str
    closeness: Literal["tie", "close", "clear"]
    options: list[OptionAnswer]
    score: int | None = None
    needed: int | None = None


class DistributionAnswer(BaseModel):
    """The final total when an action is taken and optimal play follows."""

    game: str
    position: str
    action: str
    score: list[int]
    probability: list[float]
    mean: float
    sd: float
    quantiles: dict[str, int]


class ReviewedDecision(BaseModel):
    """A decision of a reviewed game."""

    line: int
    position: str
    action: str
    value: float
    best: str
    best_value: float
    loss: float
    luck: float | None


class ReviewAnswer(BaseModel):
    """A game reviewed; what its level does not know is null."""

    game: str
    level: str
    score: int
    start_value: float
    luck: float | None
    loss: float | None
    mean_loss: float | None
    percentile: float
    at_least: float
    loss_by_kind: dict[str, float]
    loss_by_category: dict[str, float]
    decisions: list[ReviewedDecision]


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


class StatisticsAnswer(BaseModel):
    """The exact statistics of a strategy."""

    game: str
    strategy: str
    mean: float
    sd: float
    categories: dict[str, dict[str, float]]
    bonus: dict[str, float]
    yahtzee_bonus: dict[str, float | list[float]]
    loss: dict[str, float]


class DecisionAnswer(BaseModel):
    """What a strategy does. value and loss: exact, when optimal play follows."""

    game: str
    strategy: str
    position: str
    action: str
    value: float
    loss: float
    best: str


class ProgressAnswer(BaseModel):
    """The long computation that is running; null when there is none."""

    working: str | None
    share: float | None
