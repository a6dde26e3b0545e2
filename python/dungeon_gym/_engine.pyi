from os import PathLike
from typing import Any

class DungeonError(ValueError): ...
class EngineError(RuntimeError): ...

def check(text: str | None = None, *, path: str | PathLike[str] | None = None) -> dict[str, Any]: ...
def prove(
    text: str | None = None,
    *,
    path: str | PathLike[str] | None = None,
    seed: int | None = None,
    scope: str = "game",
    steps: int = 10_000_000,
    seconds: float | None = None,
    memory: int = ...,
) -> dict[str, Any]: ...
def simulate(
    text: str | None = None,
    *,
    path: str | PathLike[str] | None = None,
    bot: str = "careful",
    games: int = 1000,
    seed: int = 0,
    most: int = 3000,
    threads: int = 0,
) -> dict[str, Any]: ...
def render(
    text: str | None = None,
    *,
    path: str | PathLike[str] | None = None,
    seed: int | None = None,
    keys: str = "",
    size: tuple[int, int] = (80, 24),
    format: str = "text",
) -> str: ...
