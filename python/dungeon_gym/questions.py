"""Questions about a dungeon: is it sound, can it be won, how hard is it, what does it look like.

Each function takes the text of a dungeon, or ``path=`` of a file. ``check`` and ``prove`` return the errors of a
dungeon as findings; ``simulate`` and ``render`` raise ``DungeonError`` with the report of ``dungeon check``. Long work
runs without the interpreter's lock and stops at Ctrl-C.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Literal

from . import _engine
from .arguments import given, require

Path = str | os.PathLike[str]


@dataclass(frozen=True)
class Finding:
    """A mistake or a risk, at its place in the file. Lines and columns count from 1."""

    severity: Literal["error", "warning"]
    code: str
    message: str
    help: str | None
    file: str
    line: int
    column: int


@dataclass(frozen=True)
class Check:
    """The findings of a dungeon. ``playable`` means that no finding is an error; ``report`` is for people."""

    playable: bool
    findings: tuple[Finding, ...]
    report: str

    def __str__(self) -> str:
        return self.report


@dataclass(frozen=True)
class Proof:
    """Whether a game can be won.

    ``winnable`` comes with ``keys`` that won the game when they were replayed, and ``unwinnable`` is certain. Anything
    else is ``unknown``: ``stopped_by`` names the limit that ended the search. Other verdicts are ``invalid`` (the
    dungeon has errors, such as gold out of reach), ``unfair`` (scope ``fair``), ``open`` (scope ``layout``: nothing on
    the map prevents a win) and ``goalless``. ``recording`` is a file for ``dungeon replay``.
    """

    verdict: Literal["winnable", "unwinnable", "invalid", "unfair", "goalless", "open", "unknown"]
    seed: int
    keys: str | None
    turns: int | None
    recording: str | None
    steps: int
    stopped_by: Literal["budget", "memory", "worlds"] | None
    findings: tuple[Finding, ...]
    report: str

    @property
    def winnable(self) -> bool:
        return self.verdict == "winnable"

    def __str__(self) -> str:
        return self.report


@dataclass(frozen=True)
class Simulation:
    """The results of many games of a bot.

    ``interval`` is the 95 % confidence interval of ``win_rate``. ``turns`` are the 10 %, 50 % and 90 % quantiles of
    the finished games. ``lost_to`` counts lost games by their cause.
    """

    bot: str
    games: int
    won: int
    lost: int
    unfinished: int
    win_rate: float
    interval: tuple[float, float]
    turns: tuple[int | None, int | None, int | None]
    lost_to: dict[str, int]


def check(text: str | None = None, *, path: Path | None = None) -> Check:
    """Returns everything that ``dungeon check`` finds."""
    require(**given(text=text, path=path))
    answer = _engine.check(text, path=path)
    return Check(**answer | {"findings": _findings(answer["findings"])})


def prove(
    text: str | None = None,
    *,
    path: Path | None = None,
    seed: int | None = None,
    scope: Literal["game", "fair", "layout"] = "game",
    steps: int = 10_000_000,
    seconds: float | None = None,
    memory: int = 1 << 30,
) -> Proof:
    """Decides whether a game can be won, within a number of steps, a time and a number of bytes.

    ``seed`` is the file's seed, or 0, if not given. The scope ``fair`` asks for a player who sees only what the hero
    sees; ``layout`` looks only at the map. A limit of steps gives the same answer on every machine; a time does not.
    """
    require(scope=scope, steps=steps, memory=memory, **given(text=text, path=path, seed=seed, seconds=seconds))
    answer = _engine.prove(text, path=path, seed=seed, scope=scope, steps=steps, seconds=seconds, memory=memory)
    return Proof(**answer | {"findings": _findings(answer["findings"])})


def simulate(
    text: str | None = None,
    *,
    path: Path | None = None,
    bot: Literal["random", "greedy", "careful", "planner"] = "careful",
    games: int = 1000,
    seed: int = 0,
    most: int = 3000,
    threads: int = 0,
) -> Simulation:
    """Lets a bot play games with consecutive seeds, each at most ``most`` actions long.

    The number of threads does not change the results; 0 means one per processor.
    """
    require(bot=bot, games=games, seed=seed, most=most, threads=threads, **given(text=text, path=path))
    return Simulation(**_engine.simulate(text, path=path, bot=bot, games=games, seed=seed, most=most, threads=threads))


def render(
    text: str | None = None,
    *,
    path: Path | None = None,
    seed: int | None = None,
    keys: str = "",
    size: tuple[int, int] = (80, 24),
    format: Literal["text", "ansi", "svg"] = "text",
) -> str:
    """Presses keys, such as ``llj.<Esc>``, and returns the screen after them."""
    require(keys=keys, size=size, format=format, **given(text=text, path=path, seed=seed))
    columns, rows = size
    return _engine.render(text, path=path, seed=seed, keys=keys, size=(columns, rows), format=format)


def _findings(found: list[dict[str, str | int | None]]) -> tuple[Finding, ...]:
    return tuple(Finding(**finding) for finding in found)  # type: ignore[arg-type]
