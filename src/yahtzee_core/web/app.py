"""The application: which path asks which question, and how it is documented (/api/openapi.json)."""

from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Annotated, Any

from fastapi import FastAPI, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from ..advice.aims import EXPECTED
from ..errors import UserError
from ..tables.storage import to_json
from ..version import VERSION
from . import models as m
from .limits import SITE, BusyError, Gate, Guard, Running, Settings
from .service import Service

STATIC = resources.files(__package__) / "static"
REFUSED: dict[int | str, dict[str, Any]] = {
    400: {"model": m.ErrorAnswer, "description": "What was asked cannot be."},
    413: {"model": m.ErrorAnswer, "description": "Too large."},
    422: {"model": m.ErrorAnswer, "description": "Not of this form."},
    429: {"model": m.ErrorAnswer, "description": "Too often."},
    503: {"model": m.ErrorAnswer, "description": "Too many are waiting."},
}


def make_app(
    service: Service, settings: Settings, running: Running | None = None, site: Path | None = None
) -> Guard:
    """The application behind its guard.

    running: to stop what is being computed. site: a folder of `yahtzee site`, which is served, too.
    """
    running = running or Running()
    app = FastAPI(
        title="yahtzee",
        version=VERSION,
        description="Exact answers for dice games of the Yahtzee family.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        responses=REFUSED,
    )
    _add_games(app, service, running)
    _add_advice(app, service, running)
    _add_strategies(app, service, running)
    _add_errors(app)
    _document(app, list(service.games))
    _add_page(app)
    if site is not None:
        app.mount(SITE, StaticFiles(directory=str(site), html=True))
    return Guard(app, settings)


def _add_page(app: FastAPI) -> None:
    @app.get("/", include_in_schema=False)
    async def page() -> Response:
        return FileResponse(str(STATIC / "index.html"))

    app.mount("/static", StaticFiles(directory=str(STATIC)))


def _json(text: str) -> Response:
    return Response(text, media_type="application/json")


async def _answer(
    request: Request, gate: Gate, make: Callable[[], Any], leave: Callable[[], None] = lambda: None
) -> Response:
    """An answer made in a thread; text is JSON already. leave: when who asked goes before that."""

    def text() -> str:
        value = make()
        return value if isinstance(value, str) else to_json(value)

    answer = await gate.run(text, request.is_disconnected, leave)
    return Response(status_code=499) if answer is None else _json(answer)


def _add_games(app: FastAPI, service: Service, running: Running) -> None:
    light = Gate("play", running, 2, 1000)

    @app.get("/api/games", response_model=list[m.GameAnswer])
    async def games(request: Request) -> Response:
        """The games with their sheets, and what each category can score."""
        return await _answer(request, light, service.sheets)

    @app.post("/api/play", response_model=m.PlayAnswer)
    async def play(request: Request, body: m.PlayBody) -> Response:
        """Where a game stands after a log, and what the dice on the table score."""
        return await _answer(request, light, lambda: service.play(body))

    @app.get("/api/progress", response_model=m.ProgressAnswer)
    async def progress() -> Response:
        """How far the long computation is, if there is one."""
        return _json(to_json(service.progress()))


def _add_advice(app: FastAPI, service: Service, running: Running) -> None:
    light, long = Gate("advice", running, 2, 1000), Gate("maxprob", running, 1, 4)
    heavy = Gate("distributions and reviews", running, 2, 32)

    @app.post("/api/advise", response_model=m.AdviceAnswer)
    async def advise(request: Request, body: m.AdviseBody) -> Response:
        """Every action in a position with what it is worth, best first."""
        if body.aim == EXPECTED:
            return await _answer(request, light, lambda: service.advise(body))
        return await _answer(request, long, lambda: service.advise(body), service.abandon)

    @app.post("/api/distribution", response_model=m.DistributionAnswer)
    async def distribution(request: Request, body: m.DistributionBody) -> Response:
        """The exact distribution of the final total when an action is taken and optimal play follows."""
        return await _answer(request, heavy, lambda: service.distribution(body))

    @app.post("/api/why", response_model=m.WhyAnswer)
    async def why(request: Request, body: m.WhyBody) -> Response:
        """Why the best action is best: what it and another one bring, category by category, and in words."""
        return await _answer(request, light, lambda: service.why(body))

    @app.post("/api/review", response_model=m.ReviewAnswer)
    async def review(request: Request, body: m.ReviewBody) -> Response:
        """How well a game was played, and how lucky it was."""
        return await _answer(request, heavy, lambda: service.review(body))


def _add_strategies(app: FastAPI, service: Service, running: Running) -> None:
    heavy, light = Gate("statistics", running, 1, 16), Gate("decisions", running, 2, 200)

    @app.get("/api/strategies", response_model=list[m.StrategyAnswer])
    async def strategies(request: Request, asked: Annotated[m.GameQuery, Query()]) -> Response:
        """The built-in strategies that fit a game."""
        return await _answer(request, light, lambda: service.strategies(asked.game))

    @app.post("/api/strategy", response_model=m.StatisticsAnswer)
    async def strategy(request: Request, body: m.StrategyBody) -> Response:
        """The exact statistics of a strategy."""
        return await _answer(request, heavy, lambda: service.statistics(body))

    @app.post("/api/quiz", response_model=m.QuizAnswer)
    async def quiz(request: Request, body: m.QuizBody) -> Response:
        """Positions in which a strategy loses points, the more likely the more it loses there."""
        return await _answer(request, heavy, lambda: service.quiz(body))

    @app.post("/api/strategy/decision", response_model=m.DecisionAnswer)
    async def decision(request: Request, body: m.DecisionBody) -> Response:
        """What a strategy does in a position, and what that loses."""
        return await _answer(request, light, lambda: service.decision(body))


def _add_errors(app: FastAPI) -> None:
    @app.exception_handler(UserError)
    async def user_error(request: Request, error: UserError) -> Response:
        return _error(400, str(error))

    @app.exception_handler(BusyError)
    async def busy(request: Request, error: BusyError) -> Response:
        return _error(503, str(error))

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = ".".join(str(part)[:40] for part in first["loc"])
        return _error(422, f"{where}: {first['msg']}")

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        return _error(error.status_code, str(error.detail), error.headers)

    @app.exception_handler(Exception)
    async def unexpected(request: Request, error: Exception) -> Response:
        return _error(500, "the server failed at this request; its terminal says why")


def _error(status: int, reason: str, headers: Any = None) -> Response:
    text = " ".join(reason.encode("utf-8", "replace").decode().split())
    retry = {"retry-after": "2"} if status == 503 else {}
    return JSONResponse({"error": text}, status, {**(headers or {}), **retry})


def _document(app: FastAPI, games: list[str]) -> None:
    """The schema, with the games that are served; path parameters have no 422 of FastAPI's own."""
    plain = app.openapi

    def openapi() -> dict[str, Any]:
        schema = plain()
        for one in schema["components"]["schemas"].values():
            game = one.get("properties", {}).get("game", {})
            if "default" in game:
                game["enum"] = games
        return schema

    app.openapi = openapi  # type: ignore[method-assign]
