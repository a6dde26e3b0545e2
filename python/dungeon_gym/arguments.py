"""Checks of arguments by their names, before the engine gets them."""

from __future__ import annotations

import operator
import os
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice
from os import PathLike
from typing import Any

import numpy as np

from . import _engine

_WHOLE_NUMBERS: dict[str, tuple[int, int]] = {
    "num_envs": (1, 1 << 16),
    "threads": (0, (1 << 16) - 1),
    "max_turns": (0, (1 << 32) - 1),
    "max_episode_steps": (0, (1 << 32) - 1),
    "file": (0, (1 << 32) - 1),
    "seed": (0, (1 << 64) - 1),
    "steps": (0, (1 << 64) - 1),
    "memory": (0, (1 << 63) - 1),
    "games": (1, (1 << 32) - 1),
    "number": (1, 1000),
    "most": (1, (1 << 32) - 1),
    "radius": (0, 999),
    "window": (1, (1 << 31) - 1),
}
"""The lowest and the highest value of each whole number."""

_NUMBERS: dict[str, tuple[float, float]] = {"seconds": (0, 1e18), "rate": (sys.float_info.min, 1)}
"""The lowest and the highest value of each number that need not be whole."""

_TYPES: dict[str, tuple[str, Any]] = {
    **dict.fromkeys(("text", "old", "bundled", "vision", "scope", "bot", "keys", "format"), ("a str", (str,))),
    **dict.fromkeys(("mask_prices", "messages", "copy"), ("True or False", (bool, np.bool_))),
    **dict.fromkeys(("path", "old_path"), ("a str or an os.PathLike", (str, PathLike))),
    "rewards": ("a mapping from names to numbers", (Mapping,)),
    "options": ("a mapping", (Mapping,)),
    "seeds": ("whole numbers, such as range(100) or [3, 14, 15]", (Sequence, np.ndarray, Mapping)),
    "state": ("a state of get_state", (_engine.State,)),
}
"""The types that each other argument may have."""

_REAL: Any = (int, float, np.integer, np.floating)

_LARGEST_SCREEN = 1000


def given(**arguments: Any) -> dict[str, Any]:
    """The arguments that are not ``None``."""
    return {name: value for name, value in arguments.items() if value is not None}


def require(**arguments: Any) -> None:
    """Raises ``TypeError`` or ``ValueError`` for all arguments of a wrong type or out of their range at once."""
    found = [_problem(name, value) for name, value in arguments.items()]
    problems = [problem for problem in found if problem is not None]
    if problems:
        raise type(problems[0])("; ".join(map(str, problems)))


def shown(value: Any) -> str:
    """The value as messages show it, cut to 200 characters. Python prints no whole number of more than 4,300 digits."""
    try:
        text = repr(value)
    except ValueError:
        text = f"a very large {type(value).__name__}"
    return text if len(text) <= 200 else f"{text[:200]}…"


def array(name: str, values: Any, count: int, kind: str = "whole numbers") -> np.ndarray[Any, Any]:
    """The values as an array of one dimension. Raises ``TypeError`` unless they are whole numbers or truth values, and
    ``ValueError`` unless there are ``count`` of them."""
    expected = f"expected {name} to be {kind}, one for each of {count} games"
    try:
        found = np.asarray(values)
    except (TypeError, ValueError, OverflowError) as error:
        raise TypeError(f"{expected}, found {shown(values)}") from error
    if found.dtype.kind not in "biu":
        raise TypeError(f"{expected}, found {found.dtype}")
    if found.dtype.kind == "u" and (large := found[found > np.iinfo(np.int64).max]).size:
        raise ValueError(f"{expected}, found {large.flat[0]}")
    if found.shape != (count,):
        raise ValueError(f"{expected}, found {len(found) if found.ndim == 1 else f'the shape {found.shape}'}")
    return found


def seed_for_each(seed: Any, count: int) -> list[Any] | None:
    """The seeds of a sequence, one for each of ``count`` games; ``None`` if ``seed`` is no sequence."""
    if not isinstance(seed, Sequence) and not (isinstance(seed, np.ndarray) and seed.ndim == 1):
        return None
    seeds = list(islice(seed, count + 1))
    if len(seeds) != count:
        found = len(seeds) if len(seeds) < count else "more"
        raise ValueError(f"expected seed to be a whole number, or one for each of {count} games, found {found}")
    return seeds


def played_seeds(seeds: Any) -> range | list[int]:
    """The seeds to play, from any of their forms. Raises ``TypeError``, ``ValueError`` or ``KeyError`` for others."""
    match seeds:
        case range():
            return seeds
        case Mapping():
            return range(*(seeds[name] for name in ("start", "stop", "step")))
        case str() | bytes() | bytearray():
            raise TypeError
    return [operator.index(seed) for seed in (seeds.tolist() if isinstance(seeds, np.ndarray) else seeds)]


def is_real(value: Any) -> bool:
    """Whether a value is a number, but not a truth value."""
    return isinstance(value, _REAL) and not isinstance(value, bool)


def _problem(name: str, value: Any) -> TypeError | ValueError | None:
    if name in _WHOLE_NUMBERS:
        return _whole_number(name, value)
    if name in _NUMBERS:
        return _number(name, value)
    if name == "size":
        return _size(value)
    kind, types = _TYPES[name]
    if not isinstance(value, types):
        return TypeError(f"expected {name} to be {kind}, found {shown(value)}")
    match name:
        case "rewards":
            return _rewards(value)
        case "seeds":
            return _seeds(value)
        case "text" | "old" if (fix := _instead_of(name, value)) is not None:
            return ValueError(f"expected {name} to be the text of a dungeon, found the name {shown(value)}: pass {fix}")
        case "path" | "old_path" if not isinstance(value, str) and isinstance(value.__fspath__(), bytes):
            return TypeError(f"expected {name} to be {kind} of a str, found {shown(value)}")
        case "path" | "old_path" if "\n" in os.fspath(value) and not os.path.exists(value):
            text = "text" if name == "path" else "old"
            return ValueError(f"expected {name} to be the name of a file, found a text of several lines: pass {text}= instead")
    return _letters(name, value) if isinstance(value, str) else None


def _whole_number(name: str, value: Any) -> TypeError | ValueError | None:
    least, most = _WHOLE_NUMBERS[name]
    expected = f"expected {name} to be a whole number from {least} to {most}, found {shown(value)}"
    try:
        return None if least <= operator.index(value) <= most else ValueError(expected)
    except TypeError:
        return TypeError(expected)


def _number(name: str, value: Any) -> TypeError | ValueError | None:
    least, most = _NUMBERS[name]
    above = f"above 0 and at most {most:g}" if least else f"from 0 to {most:g}"
    expected = f"expected {name} to be a number {above}, found {shown(value)}"
    if not isinstance(value, _REAL):
        return TypeError(expected)
    return None if least <= _plain(value) <= most else ValueError(expected)


def _plain(value: Any) -> Any:
    """The number as one of Python, which compares with all others."""
    return value.item() if isinstance(value, np.generic) else value


def _size(value: Any) -> TypeError | ValueError | None:
    expected = f"expected size to be columns and rows, each from 1 to {_LARGEST_SCREEN}, found {shown(value)}"
    try:
        columns, rows = map(operator.index, value)
    except (TypeError, ValueError):
        return TypeError(expected)
    return None if all(1 <= side <= _LARGEST_SCREEN for side in (columns, rows)) else ValueError(expected)


def _rewards(value: Any) -> TypeError | ValueError | None:
    for name, weight in value.items():
        if name not in _engine.REWARDS:
            return ValueError(f"expected rewards to name only {', '.join(_engine.REWARDS)}; found {shown(name)}")
        expected = f"expected rewards[{name!r}] to be a finite number, found {shown(weight)}"
        if not isinstance(weight, _REAL):
            return TypeError(expected)
        if not abs(_plain(weight)) <= sys.float_info.max:
            return ValueError(expected)
    return None


def _seeds(value: Any) -> TypeError | ValueError | None:
    expected = "expected seeds to be distinct whole numbers from 0 to 2**64 - 1, such as range(100) or [3, 14, 15]"
    try:
        seeds = played_seeds(value)
    except (TypeError, KeyError):
        return TypeError(f"{expected}, found {shown(value)}")
    except ValueError as error:
        return ValueError(f"{expected}, found {shown(value)}: {error}")
    if not seeds:
        return ValueError(f"expected seeds to have at least one seed, found {shown(value)}")
    for seed in (seeds[0], seeds[-1]) if isinstance(seeds, range) else seeds:
        if not 0 <= seed < 1 << 64:
            return ValueError(f"{expected}, found {seed}")
    if isinstance(seeds, range):
        # The engine cannot count as many, and needs no range for all seeds in order.
        is_too_long = (seeds[0], seeds.step) == ((1 << 64) - 1, -1) and seeds[-1] == 0
        return ValueError(f"expected seeds to be range(2**64) or fewer, found {shown(value)}") if is_too_long else None
    twice = Counter(seeds).most_common(1)[0]
    return ValueError(f"{expected}, found {twice[0]} more than once") if twice[1] > 1 else None


def _letters(name: str, value: str) -> ValueError | None:
    """A text of Python can hold halves of characters, which no file can."""
    try:
        value.encode()
    except UnicodeEncodeError as error:
        return ValueError(f"expected {name} to be a str without surrogates, found one at index {error.start}")
    return None


def _instead_of(name: str, text: str) -> str | None:
    """What to pass instead of a text that is the name of a file or of a bundled dungeon; ``None`` for others."""
    if "\n" in text:
        return None
    if text in _engine.BUNDLED:
        to_environments = f", or bundled={text!r} to an environment" if name == "text" else ""
        return f"{name}=dungeon_gym.BUNDLED[{text!r}]{to_environments}"
    path = "path" if name == "text" else "old_path"
    return f"{path}={shown(text)}" if text.endswith(".dng") or os.path.isfile(text) else None
