"""Dungeons as text for reinforcement learning: every level can be proved winnable.

Importing the package registers ``Dungeon-v0`` and an environment for each bundled dungeon, such as
``Dungeon/Crypt-v0``.
"""

from . import envs, wrappers
from ._engine import BUNDLED, DungeonError, EngineError
from .envs import DungeonEnv, DungeonVectorEnv
from .questions import (
    Check,
    Finding,
    Proof,
    Simulation,
    check,
    prove,
    render,
    simulate,
)

__all__ = [
    "BUNDLED",
    "Check",
    "DungeonEnv",
    "DungeonError",
    "DungeonVectorEnv",
    "EngineError",
    "Finding",
    "Proof",
    "Simulation",
    "check",
    "prove",
    "render",
    "simulate",
    "wrappers",
]

envs.register()
