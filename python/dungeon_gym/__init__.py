"""Dungeons as text for reinforcement learning: every level can be proved winnable.

Importing the package registers ``Dungeon-v0`` and an environment for each bundled dungeon, such as
``Dungeon/Crypt-v0``. ``BUNDLED`` has their texts by their names, such as ``BUNDLED["crypt"]``.

Three names are for annotations:

* ``Path``: the name of a file, a ``str`` or an ``os.PathLike``;
* ``Bot``: a bot by its name, ``random``, ``greedy``, ``careful`` or ``planner``, from weak to strong;
* ``Settings``: the settings that all environments share, as keyword arguments.
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
from .envs import DungeonEnv, DungeonVectorEnv, Settings
from .questions import (
    Bot,
    Check,
    Finding,
    Path,
    Proof,
    SeedProofs,
    Simulation,
    check,
    prove,
    prove_seeds,
    render,
    simulate,
)

__all__ = [
    "BUNDLED",
    "Bot",
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
    "Path",
    "Proof",
    "SeedProofs",
    "Sensitivity",
    "Settings",
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
    "prove_seeds",
    "render",
    "sensitivity",
    "simulate",
    "tune",
    "wrappers",
]

envs.register()
