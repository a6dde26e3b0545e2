"""What a learner writes about spaces. Mypy checks it without an error; nothing runs it."""

from typing import Any

import gymnasium
from gymnasium import spaces

import dungeon_gym


def spaces_of_one_game(env: dungeon_gym.DungeonEnv) -> tuple[int, spaces.Space[Any]]:
    return int(env.action_space.n), env.observation_space["planes"]


def spaces_of_many_games(envs: dungeon_gym.DungeonVectorEnv) -> tuple[int, int, spaces.Space[Any], spaces.Space[Any]]:
    actions = int(envs.single_action_space.n), int(envs.action_space.nvec[0])
    return *actions, envs.single_observation_space["planes"], envs.observation_space["vector"]


def spaces_of_a_made_game(env: gymnasium.Env[Any, Any]) -> int:
    own = env.unwrapped
    assert isinstance(own, dungeon_gym.DungeonEnv)
    spec = own.spec
    return int(own.action_space.n) + len(own.tile_names) + len(spec.kwargs if spec else {})


def settings_of_seeds() -> list[dungeon_gym.DungeonEnv]:
    return [dungeon_gym.DungeonEnv(bundled="crypt", seeds=seeds) for seeds in (range(9), [3, 14], (3, 14))]
