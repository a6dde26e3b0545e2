"""Questions about difficulty: which numbers make a dungeon as hard as you want, what an edit changed, what a dungeon
hangs on, and which seeds of a file with chance are worth keeping.

Each function takes the text of a dungeon, or ``path=`` of a file, and raises ``DungeonError`` with the report of
``dungeon check`` if the dungeon has errors. Results do not depend on the number of threads; with ``seconds`` they
depend on the machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from . import _engine
from .arguments import given, is_real, require, shown
from .questions import Answer, Bot, Path, points, rate

Range = tuple[float, float]
"""The smallest and the largest share of games that a bot should win, from 0 to 1."""


@dataclass(frozen=True)
class WinRate(Answer, instead=".win_rate"):
    """The games that a bot played and won. ``interval`` is the 95 % confidence interval of ``win_rate``."""

    bot: str
    games: int
    won: int
    win_rate: float
    interval: tuple[float, float]

    def __str__(self) -> str:
        return f"{self.bot} wins {rate(self.win_rate, self.interval)} of {self.games:,} games"


@dataclass(frozen=True)
class TunedNumber:
    """A number of the file with its value before and after, as the file spells it. Lines count from 1."""

    name: str
    line: int
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.name}: {self.before} → {self.after} (line {self.line})"


@dataclass(frozen=True)
class TuneTrial:
    """A step of the search with its wins; ``refused`` says why the step was not allowed."""

    step: str
    wins: tuple[WinRate, ...]
    refused: str | None

    def __str__(self) -> str:
        return f"{self.step}: {self.refused or '; '.join(map(str, self.wins))}"


@dataclass(frozen=True)
class Tuning(Answer, instead=".reached"):
    """The result of ``tune``.

    ``end`` is ``reached`` if games with new seeds confirm the wanted shares. Other ends are ``bound`` (even the ends of
    the bounds are not enough), ``refused`` (numbers that may be enough are not allowed), ``unwinnable`` (with numbers that
    are enough, some seeds of a hundred cannot be won), ``nearest`` (no trial reached the range; numbers that were not tried
    may), ``unconfirmed`` (new seeds did not confirm the result, or ``games`` are too few to tell) and ``cut`` (the time
    ended the search). ``text`` has the best numbers; the text of the result says how many seeds of a hundred are known to
    be unwinnable with them.
    """

    end: Literal["reached", "bound", "refused", "unwinnable", "nearest", "unconfirmed", "cut"]
    wins: tuple[WinRate, ...]
    changed: tuple[TunedNumber, ...]
    trials: tuple[TuneTrial, ...]
    text: str = field(repr=False)
    report: str = field(repr=False)

    @property
    def reached(self) -> bool:
        return self.end == "reached"

    def __str__(self) -> str:
        return self.report


@dataclass(frozen=True)
class ShareChange(Answer, instead=".change"):
    """A share of the same games in two versions, with the 95 % confidence interval of its change."""

    old: float
    new: float
    change: float
    interval: tuple[float, float]

    def __str__(self) -> str:
        change, low, high = (f"{100 * share:+.1f}" for share in (self.change, *self.interval))
        return f"{points(self.old)} % → {points(self.new)} %, {change} points ({low}..{high})"


@dataclass(frozen=True)
class Comparison(Answer, instead=".wins.change"):
    """The same seeds in two versions of a dungeon.

    ``turns`` is the mean change of turns where both games ended, ``None`` without such games. ``lost_to`` has the share
    of games lost to each cause.
    """

    bot: str
    games: int
    wins: ShareChange
    turns: float | None
    turns_interval: tuple[float, float] | None
    lost_to: dict[str, ShareChange] = field(hash=False)

    def __str__(self) -> str:
        lines = [f"{self.bot}, {self.games:,} games in each version: {self.wins}"]
        if self.turns is not None:
            lines.append(f"  turns, where both games ended: {self.turns:+.1f} on average")
        return "\n".join([*lines, *(f"  lost to {cause}: {change}" for cause, change in self.lost_to.items())])


@dataclass(frozen=True)
class Influence:
    """A number that was halved, doubled or removed, or a thing that was removed, and how that changes the wins.

    ``values`` has the number before and after; a removed number has no second value, and a thing has none. ``wins`` is
    ``None`` if the changed dungeon has an error, which ``refused`` tells. ``met`` is false if no game of the unchanged
    dungeon met the thing.
    """

    name: str
    line: int
    alteration: Literal["halved", "doubled", "removed"]
    values: tuple[str, str | None] | None
    wins: ShareChange | None
    refused: str | None
    met: bool

    def __str__(self) -> str:
        values = "" if self.values is None else f" from {self.values[0]}"
        values += "" if self.values is None or self.values[1] is None else f" to {self.values[1]}"
        found = self.refused if self.wins is None else self.wins
        return f"{self.name} (line {self.line}) {self.alteration}{values}: {found}{'' if self.met else ' (never met)'}"


@dataclass(frozen=True)
class Sensitivity(Answer, instead=".changes"):
    """The influence of each change on the wins of a bot, the largest first."""

    bot: str
    games: int
    won: int
    changes: tuple[Influence, ...]

    def __str__(self) -> str:
        head = f"{self.bot} wins {points(self.won / self.games)} % of {self.games:,} games"
        return "\n  ".join([head, *map(str, self.changes)])


@dataclass(frozen=True)
class GeneratedSeed:
    """A seed of a file with chance that can be won.

    ``text`` is a dungeon that begins with the same level, without chance before the first turn, and with a test that
    plays the winning ``keys``. ``apart`` tells from 0 to 1 how much it differs from the most similar other chosen seed.
    """

    seed: int
    text: str = field(repr=False)
    keys: str
    turns: int
    recording: str = field(repr=False)
    wins: tuple[WinRate, ...]
    apart: float

    def __str__(self) -> str:
        wins = "".join(f"; {rate}" for rate in self.wins)
        return f"seed {self.seed}: {self.turns} turns with the keys {self.keys}{wins}; {self.apart:.2f} apart"


@dataclass(frozen=True)
class Generation(Answer, instead=".seeds"):
    """The result of ``generate``: the chosen seeds, and how many fit or did not.

    ``end`` is ``found``, ``too few`` or ``cut`` (the time ended the search). ``reason`` tells why the first of the
    ``unwritten`` seeds cannot be written as a file.
    """

    end: Literal["found", "too few", "cut"]
    seeds: tuple[GeneratedSeed, ...]
    fitting: int
    unproved: int
    out_of_range: int
    unwritten: int
    reason: str | None

    def __str__(self) -> str:
        head = (
            f"{self.end}: {len(self.seeds)} of {self.fitting} fitting seeds; "
            f"{self.unproved} unproved, {self.out_of_range} out of range, {self.unwritten} unwritten"
            f"{f' ({self.reason})' if self.reason else ''}"
        )
        return "\n  ".join([head, *map(str, self.seeds)])


def tune(
    text: str | None = None,
    *,
    path: Path | None = None,
    expect: Range | Mapping[Bot, Range],
    bot: Bot = "careful",
    games: int = 4000,
    seed: int = 0,
    most: int = 3000,
    seconds: float | None = None,
    threads: int = 0,
) -> Tuning:
    """Finds numbers with which bots win as often as ``expect`` says: a range for ``bot``, or one for each of several.

    Varies the numbers that the file marks with ``tune=``; without marks, the health, strength and count of monsters and
    the count of food.
    """
    require(bot=bot, games=games, seed=seed, most=most, threads=threads, **given(text=text, path=path, seconds=seconds))
    answer = _engine.tune(
        text,
        path=path,
        expect=_expected(expect, bot),
        games=games,
        seed=seed,
        most=most,
        seconds=seconds,
        threads=threads,
    )
    trials = (TuneTrial(**trial | {"wins": _win_rates(trial["wins"])}) for trial in answer["trials"])
    changed = (TunedNumber(**number) for number in answer["changed"])
    new = {"wins": _win_rates(answer["wins"]), "changed": tuple(changed), "trials": tuple(trials)}
    return Tuning(**answer | new)


def compare(
    text: str | None = None,
    *,
    path: Path | None = None,
    old: str | None = None,
    old_path: Path | None = None,
    bot: Bot = "careful",
    games: int = 1000,
    seed: int = 0,
    most: int = 3000,
    threads: int = 0,
) -> Comparison:
    """Plays the same seeds in a dungeon and in its old version, ``old`` or ``old_path``."""
    require(bot=bot, games=games, seed=seed, most=most, threads=threads)
    require(**given(text=text, path=path, old=old, old_path=old_path))
    answer = _engine.compare(
        text,
        path=path,
        old=old,
        old_path=old_path,
        bot=bot,
        games=games,
        seed=seed,
        most=most,
        threads=threads,
    )
    lost_to = {cause: ShareChange(**change) for cause, change in answer["lost_to"].items()}
    return Comparison(**answer | {"wins": ShareChange(**answer["wins"]), "lost_to": lost_to})


def sensitivity(
    text: str | None = None,
    *,
    path: Path | None = None,
    bot: Bot = "careful",
    games: int = 200,
    seed: int = 0,
    most: int = 3000,
    threads: int = 0,
) -> Sensitivity:
    """Halves, doubles and removes each number, removes each kind of monster and item and each door, one at a time, and
    plays the same seeds again."""
    require(bot=bot, games=games, seed=seed, most=most, threads=threads, **given(text=text, path=path))
    answer = _engine.sensitivity(text, path=path, bot=bot, games=games, seed=seed, most=most, threads=threads)
    changes = (
        Influence(**change | {"wins": None if change["wins"] is None else ShareChange(**change["wins"])})
        for change in answer["changes"]
    )
    return Sensitivity(**answer | {"changes": tuple(changes)})


def generate(
    text: str | None = None,
    *,
    path: Path | None = None,
    number: int = 20,
    seeds: range = range(10_000),
    expect: Range | Mapping[Bot, Range] = (0, 1),
    bot: Bot = "careful",
    games: int = 200,
    most: int = 3000,
    steps: int = 2_000_000,
    seconds: float | None = None,
    threads: int = 0,
) -> Generation:
    """Chooses seeds of a file with chance that are proved winnable, are won as often as ``expect`` says over the luck of
    their fights, and differ most from one another in layout, in the things met and in the way of winning.

    Raises ``ValueError`` for a file without chance.
    """
    require(bot=bot, number=number, seeds=seeds, games=games, most=most, steps=steps, threads=threads)
    require(**given(text=text, path=path, seconds=seconds))
    if not isinstance(seeds, range) or seeds.step != 1:
        raise TypeError(f"expected seeds to be a range with a step of 1, found {shown(seeds)}")
    answer = _engine.generate(
        text,
        path=path,
        number=number,
        seeds=(seeds.start, seeds.stop - 1),
        expect=_expected(expect, bot),
        games=games,
        most=most,
        steps=steps,
        seconds=seconds,
        threads=threads,
    )
    chosen = (GeneratedSeed(**one | {"wins": _win_rates(one["wins"])}) for one in answer["seeds"])
    return Generation(**answer | {"seeds": tuple(chosen)})


def _win_rates(rates: list[dict[str, Any]]) -> tuple[WinRate, ...]:
    return tuple(WinRate(**rate) for rate in rates)


def _expected(expect: Range | Mapping[Bot, Range], bot: str) -> list[tuple[str, float, float]]:
    """The wanted ranges, one for each bot."""
    ranges: Mapping[Any, Any] = expect if isinstance(expect, Mapping) else {bot: expect}
    wanted = []
    for name, shares in ranges.items():
        require(bot=name)
        # The letters of a str and the bytes of bytes are no shares, and a set has no order.
        if not isinstance(shares, (tuple, list, np.ndarray)) or len(shares) != 2 or not all(map(is_real, shares)):
            raise TypeError(f"expected expect to be two shares from 0 to 1, found {shown(shares)}")
        low, high = map(float, shares)
        if not 0 <= low <= high <= 1:
            raise ValueError(f"expected expect to be two shares from 0 to 1, the smaller first, found {shown(shares)}")
        wanted.append((name, low, high))
    if not wanted:
        raise ValueError("expected expect to name at least one bot, found none")
    return wanted
