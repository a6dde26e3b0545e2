"""Dungeons as text for reinforcement learning: every level can be proved winnable."""

from ._engine import DungeonError, EngineError
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
    "Check",
    "DungeonError",
    "EngineError",
    "Finding",
    "Proof",
    "Simulation",
    "check",
    "prove",
    "render",
    "simulate",
]
