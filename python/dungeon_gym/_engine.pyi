from os import PathLike
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Path: TypeAlias = str | PathLike[str]

BUNDLED: dict[str, str]
REWARDS: list[str]

class DungeonError(ValueError): ...
class EngineError(RuntimeError): ...

def check(text: str | None = None, *, path: Path | None = None) -> dict[str, Any]: ...
def prove(
    text: str | None = None,
    *,
    path: Path | None = None,
    seed: int | None = None,
    scope: str = "game",
    steps: int = 10_000_000,
    seconds: float | None = None,
    memory: int = ...,
) -> dict[str, Any]: ...
def simulate(
    text: str | None = None,
    *,
    path: Path | None = None,
    bot: str = "careful",
    games: int = 1000,
    seed: int = 0,
    most: int = 3000,
    threads: int = 0,
) -> dict[str, Any]: ...
def render(
    text: str | None = None,
    *,
    path: Path | None = None,
    seed: int | None = None,
    keys: str = "",
    size: tuple[int, int] = (80, 24),
    format: str = "text",
) -> str: ...
def tune(
    text: str | None = None,
    *,
    path: Path | None = None,
    expect: list[tuple[str, float, float]],
    games: int = 4000,
    seed: int = 0,
    most: int = 3000,
    seconds: float | None = None,
    threads: int = 0,
) -> dict[str, Any]: ...
def compare(
    text: str | None = None,
    *,
    path: Path | None = None,
    old: str | None = None,
    old_path: Path | None = None,
    bot: str = "careful",
    games: int = 1000,
    seed: int = 0,
    most: int = 3000,
    threads: int = 0,
) -> dict[str, Any]: ...
def sensitivity(
    text: str | None = None,
    *,
    path: Path | None = None,
    bot: str = "careful",
    games: int = 200,
    seed: int = 0,
    most: int = 3000,
    threads: int = 0,
) -> dict[str, Any]: ...
def generate(
    text: str | None = None,
    *,
    path: Path | None = None,
    number: int = 20,
    seeds: tuple[int, int] = (0, 9999),
    expect: list[tuple[str, float, float]],
    games: int = 200,
    most: int = 3000,
    steps: int = 2_000_000,
    seconds: float | None = None,
    threads: int = 0,
) -> dict[str, Any]: ...

class Observations:
    planes: NDArray[np.uint8]
    vector: NDArray[np.int32]
    action_mask: NDArray[np.uint8]
    message: NDArray[np.uint8]

class State: ...

class Games:
    rows: NDArray[np.int32]
    file: int
    files: int
    observation: Observations
    last: Observations | None
    rewards: NDArray[np.float64]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    refused: NDArray[np.bool_]
    seeds: NDArray[np.uint64]
    turns: NDArray[np.int64]
    played: NDArray[np.int64]
    legend: tuple[list[str], list[str], list[str]]
    action_names: list[str]
    planes: list[tuple[str, int, int]]
    numbers: list[tuple[str, int, int]]

    def __init__(
        self,
        dungeons: list[tuple[str | None, Path | None]],
        lanes: int,
        *,
        threads: int = 1,
        autoreset: str = "disabled",
        vision: str = "player",
        mask_prices: bool = False,
        max_turns: int | None = None,
        max_steps: int | None = None,
        seeds: tuple[int, int, int] | list[int] | None = None,
        rewards: list[tuple[str, float]] | None = None,
        messages: bool = True,
        drawn: bool = False,
    ) -> None: ...
    def reset(self, numbers: list[int] | None = None, which: list[bool] | None = None) -> None: ...
    def step(self, actions: NDArray[np.int64]) -> None: ...
    def step_one(self, action: int) -> tuple[float, bool, bool, bool, int, int]: ...
    def state(self) -> State: ...
    def set_state(self, state: State) -> None: ...
    def __deepcopy__(self, memo: Any) -> Games: ...
    def __getnewargs_ex__(self) -> tuple[Any, dict[str, Any]]: ...
    def __getstate__(self) -> tuple[int, list[dict[str, Any]]]: ...
    def __setstate__(self, record: tuple[int, list[dict[str, Any]]]) -> None: ...
    def checksums(self) -> list[int]: ...
    def prices_in_life(self) -> list[int]: ...
    def ends(self) -> list[tuple[int, str | None, str | None, int]]: ...
    def ansi(self, lane: int, size: tuple[int, int]) -> str: ...
    def pixels(self, lane: int, size: tuple[int, int]) -> NDArray[np.uint8]: ...
