"""Questions about a dungeon: is it sound, can it be won, how hard is it, what does it look like.

Each function takes the text of a dungeon, or ``path=`` of a file. ``check``, ``prove`` and ``prove_seeds`` return the
errors of a dungeon as findings; ``simulate`` and ``render`` raise ``DungeonError`` with the report of ``dungeon
check``. Long work runs without the interpreter's lock and stops at Ctrl-C.
"""

from __future__ import annotations

import os
import queue
from collections import Counter, deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Thread
from typing import Literal, NoReturn

from . import _engine
from .arguments import given, require

Path = str | os.PathLike[str]
Bot = Literal["random", "greedy", "careful", "planner"]
Verdict = Literal["winnable", "unwinnable", "invalid", "unfair", "goalless", "open", "unknown"]


class Answer:
    """A result without a truth value. ``if prove(text):`` would be true for every level."""

    _instead: str

    def __init_subclass__(cls, instead: str) -> None:
        cls._instead = instead

    def __bool__(self) -> NoReturn:
        raise TypeError(f"a {type(self).__name__} has no truth value; use {self._instead}")


def points(share: float) -> str:
    """A share in percent, such as ``41.0``."""
    return f"{100 * share:.1f}"


def _number(count: int, noun: str) -> str:
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def rate(share: float, interval: tuple[float, float]) -> str:
    """A share with its 95 % interval, such as ``41.0 % (38.0..44.1)``."""
    return f"{points(share)} % ({points(interval[0])}..{points(interval[1])})"


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

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.severity}[{self.code}]: {self.message}"


@dataclass(frozen=True)
class Check(Answer, instead=".playable"):
    """The findings of a dungeon. ``playable`` means that no finding is an error; ``report`` is for people."""

    playable: bool
    findings: tuple[Finding, ...]
    report: str = field(repr=False)

    def __str__(self) -> str:
        return self.report


@dataclass(frozen=True)
class Proof(Answer, instead=".winnable"):
    """Whether the game of one seed can be won.

    The verdicts:

    * ``winnable``: ``keys`` won the game when they were replayed;
    * ``unwinnable``: no keys win, and a finding says why;
    * ``invalid``: the dungeon has errors, such as gold behind walls, and no seed of it can be played;
    * ``unfair``: no player who sees only what the hero sees wins for certain (scope ``fair``);
    * ``open``: nothing on the map prevents a win (scope ``layout``);
    * ``goalless``: the file has ``goal none=yes``, and there is nothing to win;
    * ``unknown``: the search ended first. ``stopped_by`` names the limit that ended it: ``budget`` (steps or seconds),
      ``memory`` or ``worlds`` (too many look the same); ``None`` if nothing was left to try.

    ``recording`` is a file for ``dungeon replay``. ``report`` shows the findings, and is empty without any.
    """

    verdict: Verdict
    seed: int
    keys: str | None
    turns: int | None
    recording: str | None = field(repr=False)
    steps: int
    stopped_by: Literal["budget", "memory", "worlds"] | None
    findings: tuple[Finding, ...]
    report: str = field(repr=False)

    @property
    def winnable(self) -> bool:
        return self.verdict == "winnable"

    def __str__(self) -> str:
        told = f"seed {self.seed}: {self.verdict} after {_number(self.steps, 'step')} of search"
        match self.verdict:
            case "winnable":
                told += f", in {_number(self.turns or 0, 'turn')} with the keys {self.keys}"
            case "unknown":
                told += f"; {_STOPS[self.stopped_by]}"
            case "invalid":
                told = "invalid: the dungeon has errors"
            case "goalless":
                told = "goalless: `goal none=yes` leaves nothing to prove"
        return f"{told}\n{self.report}" if self.report else told


_STOPS = {
    "budget": "the budget ended it: raise steps= or seconds=",
    "memory": "the memory was full: raise memory=",
    "worlds": "too many worlds look the same: more steps would not help",
    None: "nothing was left to try: more steps would not help",
}


@dataclass(frozen=True)
class SeedProofs(Answer, instead=".share or .proofs"):
    """A proof of each seed. ``share`` is that of the seeds that are proved winnable, with its 95 % confidence interval
    among all seeds; unknown seeds may be winnable, too."""

    proofs: tuple[Proof, ...]

    @property
    def counts(self) -> dict[Verdict, int]:
        """The number of seeds with each verdict, the most frequent first."""
        return dict(Counter(proof.verdict for proof in self.proofs).most_common())

    @property
    def share(self) -> float:
        return self.counts.get("winnable", 0) / len(self.proofs)

    @property
    def interval(self) -> tuple[float, float]:
        return _wilson(self.counts.get("winnable", 0), len(self.proofs))

    def __str__(self) -> str:
        count, told = len(self.proofs), []
        all_seeds = [proof.seed for proof in self.proofs]
        first, last = all_seeds[0], all_seeds[-1]
        which = f"seeds {first}..{last}" if all_seeds == list(range(first, last + 1)) else f"{count} seeds"
        for verdict, seeds in self.counts.items():
            place = next(f", first seed {proof.seed}" for proof in self.proofs if proof.verdict == verdict)
            share = rate(seeds / count, _wilson(seeds, count))
            told.append(f"{seeds} {verdict}, {share}{'' if verdict == 'winnable' else place}")
        return f"{which} (95 % interval): {'; '.join(told)}"


@dataclass(frozen=True)
class Simulation(Answer, instead=".win_rate"):
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
    lost_to: dict[str, int] = field(hash=False)

    def __str__(self) -> str:
        lost_to = ", ".join(f"{cause} {games}" for cause, games in self.lost_to.items())
        return (
            f"{self.bot} wins {rate(self.win_rate, self.interval)} of {self.games:,} games: {self.won} won, "
            f"{self.lost} lost{f' (to {lost_to})' if lost_to else ''}, {self.unfinished} unfinished"
        )


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
    """Decides whether the game of one seed can be won, within a number of steps, a time and a number of bytes.

    ``seed`` is the file's seed, or 0, if not given; ``prove_seeds`` proves the seeds that an environment plays. The
    scope ``fair`` asks for a player who sees only what the hero sees; ``layout`` looks only at the map. A limit of steps
    gives the same answer on every machine; a time does not.
    """
    require(scope=scope, steps=steps, memory=memory, **given(text=text, path=path, seed=seed, seconds=seconds))
    answer = _engine.prove(text, path=path, seed=seed, scope=scope, steps=steps, seconds=seconds, memory=memory)
    findings = _findings(answer["findings"])
    return Proof(**answer | {"findings": findings, "report": answer["report"] if findings else ""})


def prove_seeds(
    text: str | None = None,
    *,
    path: Path | None = None,
    seeds: Sequence[int] = range(100),
    scope: Literal["game", "fair", "layout"] = "game",
    steps: int = 10_000_000,
    seconds: float | None = None,
    memory: int = 1 << 30,
    threads: int = 0,
) -> SeedProofs:
    """Proves each seed as ``prove`` does, with the same limits for each, on threads (0 means one per processor).

    Ctrl-C returns at once; proofs that have begun on other threads still end within their limits.
    """
    require(seeds=seeds, threads=threads)

    def proof(seed: int) -> Proof:
        return prove(text, path=path, seed=seed, scope=scope, steps=steps, seconds=seconds, memory=memory)

    return SeedProofs(_on_threads(proof, list(seeds), threads or os.cpu_count() or 1))


def simulate(
    text: str | None = None,
    *,
    path: Path | None = None,
    bot: Bot = "careful",
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


def _on_threads(proof: Callable[[int], Proof], seeds: list[int], threads: int) -> tuple[Proof, ...]:
    """The proofs of seeds, in their order. Begins no proof after the first error or Ctrl-C."""
    if min(threads, len(seeds)) == 1:
        return tuple(map(proof, seeds))
    waiting = deque(enumerate(seeds))
    made: queue.SimpleQueue[tuple[int, Proof | BaseException]] = queue.SimpleQueue()

    def attempt(seed: int) -> Proof | BaseException:
        try:
            return proof(seed)
        except BaseException as error:
            return error

    def work() -> None:
        with suppress(IndexError):
            while True:
                place, seed = waiting.popleft()
                made.put((place, attempt(seed)))

    for _ in range(min(threads, len(seeds))):
        Thread(target=work, daemon=True).start()
    proofs: dict[int, Proof] = {}
    try:
        while len(proofs) < len(seeds):
            # Windows sees Ctrl-C only between waits.
            with suppress(queue.Empty):
                place, one = made.get(timeout=0.1)
                if isinstance(one, BaseException):
                    raise one
                proofs[place] = one
    finally:
        waiting.clear()
    return tuple(proofs[place] for place in range(len(seeds)))


def _wilson(count: int, games: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson's)."""
    z, share = 1.959964, count / games
    middle = share + z**2 / (2 * games)
    spread = z * (share * (1 - share) / games + (z / games / 2) ** 2) ** 0.5
    low, high = ((middle + side * spread) / (1 + z**2 / games) for side in (-1, 1))
    # Rounding alone goes beyond 0 and 1.
    return max(low, 0.0), min(high, 1.0)
