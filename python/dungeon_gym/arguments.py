"""Checks of arguments by their names, before the engine gets them."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from os import PathLike
from typing import Any

import numpy as np

_WHOLE_NUMBERS: dict[str, tuple[int, int]] = {
    "num_envs": (1, 1 << 16),
    "threads": (0, (1 << 16) - 1),
    "max_turns": (0, (1 << 32) - 1),
    "max_episode_steps": (0, (1 << 32) - 1),
    "file": (0, (1 << 32) - 1),
    "seed": (0, (1 << 64) - 1),
    "steps": (0, (1 << 64) - 1),
    "memory": (0, (1 << 63) - 1),
    "games": (0, (1 << 32) - 1),
    "most": (0, (1 << 32) - 1),
}
"""The lowest and the highest value of each number."""

_TYPES: dict[str, tuple[str, tuple[type, ...]]] = {
    **dict.fromkeys(("text", "bundled", "vision", "scope", "bot", "keys", "format"), ("a str", (str,))),
    **dict.fromkeys(("mask_prices", "messages"), ("True or False", (bool, np.bool_))),
    "path": ("a str or an os.PathLike", (str, PathLike)),
    "rewards": ("a mapping from names to numbers", (Mapping,)),
    "seeds": ("a range", (range,)),
}
"""The types that each other argument may have."""


def require(**arguments: Any) -> None:
    """Raises ``TypeError`` or ``ValueError`` for all arguments of a wrong type or out of their range at once; ``None`` is
    an argument that was not given."""
    found = [_problem(name, value) for name, value in arguments.items() if value is not None]
    problems = [problem for problem in found if problem is not None]
    if problems:
        raise type(problems[0])("; ".join(map(str, problems)))


def _problem(name: str, value: Any) -> TypeError | ValueError | None:
    if name in _TYPES:
        kind, types = _TYPES[name]
        return None if isinstance(value, types) else TypeError(f"expected {name} to be {kind}, found {value!r}")
    least, most = _WHOLE_NUMBERS[name]
    expected = f"expected {name} to be a whole number from {least} to {most}, found {value!r}"
    try:
        return None if least <= operator.index(value) <= most else ValueError(expected)
    except TypeError:
        return TypeError(expected)
