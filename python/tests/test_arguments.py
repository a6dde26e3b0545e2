"""Every public argument refuses what it cannot take by its own name."""

import errno
import inspect
import re
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest

import dungeon_gym
from dungeon_gym.envs import Settings
from dungeon_gym.wrappers import Curriculum, EgocentricCrop, VectorCurriculum, VectorEgocentricCrop

HALL = "map\n######\n#@..$#\n######\nend\n"

STRANGE: list[Any] = [
    None, True, 0, 1, -1, 3.5, 1e300, -1.0, 2**31, 2**63, 2**64, 2**70, -(2**70), 10**5000,
    float("nan"), float("inf"), -float("inf"), 1j, np.int64(-1), np.uint64(2**64 - 1), np.float32("nan"), np.array([1, 2]),
    np.array("a"), "", "a", "\ud800", "a\0b", b"a", [], [None], [2**70], ["a"], [1, 2, 3], (-1, -1), (0.5, 1), (2**70, 1),
    {}, {"outcome": None}, {"outcome": "a"}, {"outcome": 2**2000}, {"outcome": float("nan")}, {1: 1}, {"file": "a"},
    {"file": -1}, {"file": 2**70}, {"reset_mask": 3}, {"reset_mask": ["a", "b"]}, {"reset_mask": [[True], [False]]},
    range(-1, 2), range(0, 2**70), range(0, 9, 2), range(0), object(), object, iter([1]), {3}, Ellipsis,
]  # fmt: skip
"""Values of wrong types, huge, negative and empty ones, and some that an argument may take."""

SLOW = {"games", "num_envs", "steps"}
"""Arguments whose large values mean long work: their valid ones are not tried."""


def env() -> Any:
    made = dungeon_gym.DungeonEnv(text=HALL)
    made.reset(seed=1)
    return made


def vector() -> Any:
    made = dungeon_gym.DungeonVectorEnv(2, text=HALL)
    made.reset(seed=1)
    return made


def puffer() -> Any:
    test_puffer = pytest.importorskip("test_puffer")
    made = test_puffer.DungeonPufferEnv(2, text=HALL)
    made.reset()
    return made


def puffer_class(*args: Any, **kwargs: Any) -> Any:
    return pytest.importorskip("test_puffer").DungeonPufferEnv(*args, **kwargs)


ARGUMENTS: dict[str, tuple[Callable[..., Any], dict[str, Any], list[str]]] = {
    "check": (dungeon_gym.check, {}, ["text", "path"]),
    "prove": (dungeon_gym.prove, {"text": HALL}, ["seed", "scope", "steps", "seconds", "memory"]),
    "prove_seeds": (dungeon_gym.prove_seeds, {"text": HALL}, ["seeds", "scope", "steps", "seconds", "memory", "threads"]),
    "simulate": (dungeon_gym.simulate, {"text": HALL, "games": 1}, ["bot", "games", "seed", "most", "threads"]),
    "render": (dungeon_gym.render, {"text": HALL}, ["seed", "keys", "size", "format"]),
    "DungeonEnv": (dungeon_gym.DungeonEnv, {"text": HALL}, ["render_mode", "size", *Settings.__annotations__]),
    "DungeonEnv.reset": (lambda **given: env().reset(**given), {}, ["seed", "options"]),
    "DungeonEnv.step": (lambda **given: env().step(**given), {}, ["action"]),
    "DungeonEnv.set_state": (lambda **given: env().set_state(**given), {}, ["state"]),
    "DungeonEnv.file": (lambda file: setattr(env(), "file", file), {}, ["file"]),
    "DungeonVectorEnv": (
        dungeon_gym.DungeonVectorEnv,
        {"text": HALL},
        ["num_envs", "threads", "copy", "autoreset_mode", "max_episode_steps", "render_mode", "size", *Settings.__annotations__],
    ),
    "DungeonVectorEnv.reset": (lambda **given: vector().reset(**given), {}, ["seed", "options"]),
    "DungeonVectorEnv.step": (lambda **given: vector().step(**given), {}, ["actions"]),
    "DungeonVectorEnv.set_state": (lambda **given: vector().set_state(**given), {}, ["state"]),
    "DungeonPufferEnv": (
        puffer_class,
        {"text": HALL},
        ["num_envs", "threads", "max_episode_steps", "seed", *Settings.__annotations__],
    ),
    "DungeonPufferEnv.reset": (lambda **given: puffer().reset(**given), {}, ["seed"]),
    "DungeonPufferEnv.step": (lambda **given: puffer().step(**given), {}, ["actions"]),
    "EgocentricCrop": (EgocentricCrop, {"env": gymnasium.make("Dungeon-v0", text=HALL)}, ["env", "radius"]),
    "VectorEgocentricCrop": (VectorEgocentricCrop, {"env": vector()}, ["env", "radius"]),
    "Curriculum": (Curriculum, {"env": env()}, ["env", "rate", "window"]),
    "VectorCurriculum": (VectorCurriculum, {"env": vector()}, ["env", "rate", "window"]),
}
"""Each public function with arguments that it takes, and the arguments to try."""


def problem(call: Callable[..., Any], given: dict[str, Any], argument: str, value: Any) -> str | None:
    """What is wrong with the answer to a value; ``None`` if it is taken, or refused by its name."""
    try:
        call(**given | {argument: value})
        return None
    except (TypeError, ValueError) as error:
        named = argument if argument != "options" else "options|file|reset_mask"
        if isinstance(error, dungeon_gym.DungeonError):
            named = r"<text|cannot read|error\["
        elif type(error) not in (TypeError, ValueError):
            return f"{value!r:.40}: {error!r:.200}"
        elif re.match(r"expected text, path or bundled|pass either the text", str(error)):
            named = "."
        elif str(error).startswith("keys: "):
            named = "keys"
        elif not str(error).startswith(("expected ", "expected no text")):
            return f"{value!r:.40}: {error!r:.200}"
        return None if re.search(rf"\b(?:{named})", str(error)) or named == "." else f"{value!r:.40}: {error!r:.200}"
    except OSError as error:
        named = value if isinstance(value, list) else [value]
        is_told = error.filename in named and error.errno is not None
        return None if argument == "path" and is_told else f"{value!r:.40}: {error!r:.200}"
    except Exception as error:
        return f"{value!r:.40}: {error!r:.200}"


def is_tried(argument: str, value: Any) -> bool:
    return not (argument in SLOW and isinstance(value, (int, np.integer)) and 1 < value < 2**64)


@pytest.mark.parametrize("name", ARGUMENTS)
def test_every_argument_is_refused_by_its_name(name: str) -> None:
    call, given, arguments = ARGUMENTS[name]
    found = [
        f"{argument}={wrong}"
        for argument in arguments
        for value in STRANGE
        if is_tried(argument, value)
        if (wrong := problem(call, {} if argument in ("text", "path", "bundled") else given, argument, value))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("name", ["check", "prove", "prove_seeds", "simulate", "render", "DungeonEnv", "DungeonVectorEnv", "Curriculum"])
def test_the_table_has_every_argument(name: str) -> None:
    call, given, arguments = ARGUMENTS[name]
    known = {*inspect.signature(call).parameters} - {"settings", "args", "kwargs"}
    assert known <= {*arguments, *given, "text", "path"}


PATHS: list[Callable[..., Any]] = [
    dungeon_gym.check, dungeon_gym.prove, dungeon_gym.prove_seeds, dungeon_gym.simulate, dungeon_gym.render, dungeon_gym.sensitivity,
    dungeon_gym.generate, dungeon_gym.DungeonEnv, dungeon_gym.DungeonVectorEnv,
    lambda path: dungeon_gym.tune(path=path, expect=(0, 1)),
    lambda path: dungeon_gym.compare(old=HALL, path=path),
    lambda path: dungeon_gym.compare(HALL, old_path=path),
]  # fmt: skip


@pytest.mark.parametrize("call", PATHS)
def test_a_missing_file_is_named(call: Callable[..., Any]) -> None:
    with pytest.raises(FileNotFoundError, match="No such file or directory: 'nope.dng'") as found:
        call(path="nope.dng")
    assert (found.value.errno, found.value.filename) == (errno.ENOENT, "nope.dng")


def test_an_unknown_setting_is_told_with_all_settings() -> None:
    with pytest.raises(TypeError, match="'colour'; its settings are render_mode, size, text, path, .*, messages$"):
        dungeon_gym.DungeonEnv(text=HALL, colour=True)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="its settings are num_envs, threads, .*, render_mode, size, text, "):
        dungeon_gym.DungeonVectorEnv(2, text=HALL, colour=True)  # type: ignore[call-arg]


def test_all_wrong_settings_are_told_at_once() -> None:
    with pytest.raises(TypeError, match="expected vision .*; expected max_turns .*; expected rewards"):
        dungeon_gym.DungeonEnv(text=HALL, vision=3, max_turns=-1, rewards=7)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: env().step(2**70), ValueError, "expected action to be a whole number from 0 to .*, found 1180591620717411303424"),
        (lambda: env().step(0.5), TypeError, "expected action to be a whole number from 0 to .*, found 0.5"),
        (lambda: vector().step([0]), ValueError, "expected actions to be whole numbers, one for each of 2 games, found 1"),
        (lambda: vector().step(np.array([0, 2**64 - 1], np.uint64)), ValueError, "expected actions to be whole numbers.*, found 18446744073709551615"),
        (lambda: vector().step([0, 2**70]), TypeError, "expected actions to be whole numbers, .*, found object"),
        (lambda: vector().reset(options={"reset_mask": [1.5, 2]}), TypeError, "expected reset_mask to be truth values, .*found float64"),
        (lambda: vector().reset(seed=10**5000), ValueError, "expected seed to be .*, found a very large int"),
        (lambda: dungeon_gym.render(HALL, size=(0, 24)), ValueError, r"expected size to be columns and rows.*found \(0, 24\)"),
        (lambda: dungeon_gym.prove(HALL, seconds=float("nan")), ValueError, "expected seconds to be a number from 0"),
    ],
)
def test_refusals_name_the_value(call: Callable[[], Any], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        call()


def test_numbers_of_numpy_are_taken() -> None:
    one = np.int64(1)
    made = dungeon_gym.DungeonVectorEnv(one + 1, text=HALL, threads=one, max_turns=np.uint8(9), size=np.array([80, 24]))  # type: ignore[arg-type]
    assert made.reset(seed=np.array([3, 4], np.uint64))[1]["seed"].tolist() == [3, 4]  # type: ignore[arg-type]
    assert env().reset(seed=np.uint64(2**64 - 1))[1]["seed"] == 2**64 - 1
    assert dungeon_gym.DungeonEnv(text=HALL, seeds=range(2**64)).reset(seed=5)[1]["seed"] == 5
    weighed = dungeon_gym.DungeonEnv(text=HALL, rewards={"turns": np.float32(0.5)})
    weighed.reset(seed=1)
    assert weighed.step(np.uint64(0))[1] == 0.5
