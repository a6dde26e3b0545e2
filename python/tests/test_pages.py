"""What the pages and the help of the package say holds."""

import inspect
import os
import pydoc
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import gymnasium
import numpy as np
import pytest

import dungeon_gym
from dungeon_gym.questions import Verdict

PYTHON = Path(__file__).parents[1]
README = (PYTHON / "README.md").read_text()
HALL = "map\n######\n#@..$#\n######\nend\n"


def test_the_page_names_every_verdict_and_every_setting() -> None:
    names = [*get_args(Verdict), *dungeon_gym.Settings.__annotations__]
    names += {*inspect.signature(dungeon_gym.DungeonVectorEnv).parameters} - {"settings"}
    assert [name for name in names if f"`{name}`" not in README and f"{name}=" not in README] == []


def test_the_page_tells_how_many_games_of_the_arena_can_be_won() -> None:
    proofs = dungeon_gym.prove_seeds(dungeon_gym.BUNDLED["arena"], seeds=range(200))
    assert proofs.counts == {"winnable": 182, "unwinnable": 18}
    told = str(proofs).split("; ")
    assert f"# {told[0]}; 18 unwinnable, …, {told[1].rpartition(', ')[2]}" in README
    assert "no policy wins more than 91 %" in README and proofs.share == 0.91


def test_episodes_and_messages_have_the_lengths_that_the_page_tells() -> None:
    made: list[tuple[Any, int]] = [
        (gymnasium.make_vec("Dungeon-v0", num_envs=1, text=HALL), 3000),
        (gymnasium.make_vec("Dungeon-v0", num_envs=1, text=HALL, max_episode_steps=5), 5),
        (dungeon_gym.DungeonVectorEnv(1, text=HALL, max_turns=4), 4),
        (dungeon_gym.DungeonVectorEnv(1, text=HALL), 3999),
    ]
    for envs, most in made:
        envs.reset(seed=1)
        wait = np.full(1, envs.unwrapped.action_names.index("wait"))
        lengths = [n for n in range(1, 4000) if envs.step(wait)[3].any()]
        assert (lengths or [3999])[0] == most
    assert gymnasium.make("Dungeon-v0", text=HALL).spec.max_episode_steps == 3000  # type: ignore[union-attr]
    assert dungeon_gym.DungeonEnv(text=HALL).observation_space["message"].shape == (256,)  # type: ignore[index]


def test_seeds_are_dealt_to_lanes_in_turn_from_the_given_one() -> None:
    for first in (0, 1):
        envs = dungeon_gym.DungeonVectorEnv(3, text=HALL, seeds=range(10, 20), autoreset_mode="SameStep")
        seen = [envs.reset(seed=first)[1]["seed"].tolist()]
        for _ in range(9):
            *_, infos = envs.step(np.full(3, envs.action_names.index("east")))
            if "final_info" in infos:
                seen.append(infos["seed"].tolist())
        expected = [[10 + (first + 3 * nth + lane) % 10 for lane in range(3)] for nth in range(4)]
        assert seen == expected


def test_the_help_tells_of_the_names_for_annotations() -> None:
    text = pydoc.render_doc(dungeon_gym, renderer=pydoc.plaintext)
    for name in ("Path", "Bot", "Settings"):
        assert f"``{name}``: " in text and name in dungeon_gym.__all__
    public = [vars(dungeon_gym)[name] for name in dungeon_gym.__all__]
    assert [one for one in public if inspect.isroutine(one) or isinstance(one, type) if not one.__doc__] == []


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["nope"], "argument dungeon: nope: No such file or directory; expected a file or one of arena, "),
        ([str(PYTHON / "pyproject.toml")], "pyproject.toml has errors\nerror["),
        (["arena", "--test-games", "0"], "argument --test-games: expected a whole number from 1 upward, found 0"),
    ],
)
def test_the_trainer_refuses_bad_arguments_in_plain_words(arguments: list[str], text: str, tmp_path: Path) -> None:
    # The arguments are read before anything of these is used.
    for module, code in {
        "jax/__init__": "def jit(call, **options):\n    return call",
        "jax/numpy": "",
        "flax/__init__": "",
        "flax/linen": "class Module: pass\ndef compact(call):\n    return call",
        "optax": "",
    }.items():
        file = tmp_path / f"{module}.py"
        file.parent.mkdir(exist_ok=True)
        file.write_text(code)
    path = f"{tmp_path}{os.pathsep}{Path(dungeon_gym.__file__).parents[1]}"
    run = subprocess.run(
        [sys.executable, PYTHON / "examples" / "train.py", *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        env=os.environ | {"PYTHONPATH": path},
    )
    assert run.returncode == 2 and text in run.stderr and "Traceback" not in run.stderr, run.stderr
