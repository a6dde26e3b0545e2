"""Dungeons as text for reinforcement learning: every level can be proved winnable.

Importing the package registers ``Dungeon-v0`` and an environment for each bundled dungeon, such as
``Dungeon/Crypt-v0``.
"""

from . import envs, wrappers
from ._engine import BUNDLED, DungeonError, EngineError
from .balancing import (
    Comparison,
    GeneratedSeed,
    Generation,
    Influence,
    Sensitivity,
    ShareChange,
    TunedNumber,
    TuneTrial,
    Tuning,
    WinRate,
    compare,
    generate,
    sensitivity,
    tune,
)
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
    "Comparison",
    "DungeonEnv",
    "DungeonError",
    "DungeonVectorEnv",
    "EngineError",
    "Finding",
    "GeneratedSeed",
    "Generation",
    "Influence",
    "Proof",
    "Sensitivity",
    "ShareChange",
    "Simulation",
    "TuneTrial",
    "TunedNumber",
    "Tuning",
    "WinRate",
    "check",
    "compare",
    "generate",
    "prove",
    "render",
    "sensitivity",
    "simulate",
    "tune",
    "wrappers",
]

envs.register()
