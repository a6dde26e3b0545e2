import copy
import importlib.util
import pickle
import sys
from typing import Any
from unittest.mock import MagicMock

import numpy as np
import pytest

import dungeon_gym

HALL = "map\n######\n#@..$#\n######\nend\n"
LONG = "map\n#########\n#@.....$#\n#########\nend\n"

# PufferLib imports torch for its policies, which its environments do without.
TORCH = ["torch", "torch.nn", "torch.distributions", "torch.distributions.utils"]
without_torch = {} if importlib.util.find_spec("torch") else {name: MagicMock() for name in TORCH}
sys.modules.update(without_torch)
try:
    pufferlib = pytest.importorskip("pufferlib")
    pytest.importorskip("pufferlib.vector")
    from dungeon_gym.puffer import DungeonPufferEnv
finally:
    for name in without_torch:
        del sys.modules[name]


def parts(env: Any, observations: Any) -> dict[str, Any]:
    rows = observations.view(env.observation_dtype)[:, 0]
    return {name: rows[name] for name in env.observation_dtype.names}


@pytest.mark.parametrize("settings", [{"bundled": "crypt"}, {"text": [HALL, LONG], "messages": True, "threads": 2}])
def test_rows_are_the_observations_of_the_vector(settings: dict[str, Any]) -> None:
    env = DungeonPufferEnv(3, max_episode_steps=20, **settings)
    vector = dungeon_gym.DungeonVectorEnv(
        3, max_episode_steps=20, autoreset_mode="SameStep", **{"messages": False} | settings
    )
    rng = np.random.default_rng(1)
    rows, _ = env.reset(seed=[4, 5, 6])
    seen, _ = vector.reset(seed=4)
    returns, lengths, ended = np.zeros(3), np.zeros(3, int), 0
    for _ in range(60):
        assert rows is env.observations and rows.shape == (3, *env.single_observation_space.shape)
        found = parts(env, rows)
        assert found.keys() == seen.keys()
        assert all((found[name] == seen[name]).all() and found[name].dtype == seen[name].dtype for name in seen)
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in seen["action_mask"]], np.int32)
        rows, rewards, terminals, truncations, told = env.step(actions)
        seen, *ends, infos = vector.step(actions)
        assert (rewards == ends[0].astype(np.float32)).all()
        assert (terminals == ends[1]).all() and (truncations == ends[2]).all() and env.masks.all()
        returns, lengths = returns + ends[0], lengths + 1
        done = ends[1] | ends[2]
        assert [(one["episode_return"], one["episode_length"]) for one in told] == list(
            zip(returns[done].tolist(), lengths[done].tolist(), strict=True)
        )
        won = [result == "won" for result in infos["final_info"]["outcome"][done]] if done.any() else []
        assert [one["won"] for one in told] == won
        returns[done], lengths[done] = 0, 0
        ended += done.sum()
    assert ended


@pytest.mark.parametrize("backend", ["PufferEnv", "Serial", "Multiprocessing"])
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_backends_share_their_buffers_with_the_games(backend: str) -> None:
    copies = 1 if backend == "PufferEnv" else 2
    envs = pufferlib.vector.make(
        DungeonPufferEnv,
        env_kwargs={"num_envs": 4, "bundled": "arena"},
        backend=pufferlib.PufferEnv if backend == "PufferEnv" else getattr(pufferlib.vector, backend),
        num_envs=copies,
        overwork=True,
    )
    try:
        single = DungeonPufferEnv(4, bundled="arena")
        observations, _ = envs.reset(seed=3)
        rows, _ = single.reset(seed=3)
        for _ in range(20):
            assert (observations[:4] == rows).all() and (rows[0] != rows[1]).any()
            assert copies == 1 or (observations[4:] != rows).any()
            actions = np.tile(parts(single, rows)["action_mask"].argmax(1), copies)
            observations, rewards, *_ = envs.step(actions)
            rows, first, *_ = single.step(actions[:4])
            assert (rewards[:4] == first).all()
    finally:
        envs.close()


def test_a_copy_has_buffers_of_its_own() -> None:
    env = DungeonPufferEnv(2, text=HALL)
    env.reset()
    state, twin = env.get_state(), copy.deepcopy(env)
    before = env.observations.copy()
    env.step(np.full(2, env.action_names.index("east")))
    assert (twin.observations == before).all() and (env.observations != before).any()
    assert env.set_state(state) is env.observations and (env.observations == before).all()


def test_pickled_games_go_on_in_buffers_of_their_own() -> None:
    env = DungeonPufferEnv(2, text=[HALL, LONG])
    env.reset(seed=3)
    east = np.full(2, env.action_names.index("east"))
    env.step(east)
    twin = pickle.loads(pickle.dumps(env))
    for _ in range(3):
        rows, *ends, told = env.step(east)
        seen, *others, heard = twin.step(east)
        assert (rows == seen).all() and rows is not seen and told == heard
        assert all((a == b).all() for a, b in zip(ends, others, strict=True))


@pytest.mark.parametrize("seeds", [[9, 3, 14], range(30, 0, -7), np.array([5, 6])], ids=repr)
def test_any_sequence_of_seeds_is_played(seeds: Any) -> None:
    env = DungeonPufferEnv(4, text=[HALL, LONG], seeds=seeds)
    twin = pickle.loads(pickle.dumps(env))
    for one in (env, twin):
        one.reset(seed=[0, 1, 2, 3])
        assert one._games.seeds.tolist() == [int(seeds[nth % len(seeds)]) for nth in range(4)]
    vector = dungeon_gym.DungeonVectorEnv(text=[HALL, LONG])
    assert [env.tile_names, env.item_names, env.kind_names] == [vector.tile_names, vector.item_names, vector.kind_names]


def test_bad_arguments_are_exceptions() -> None:
    for settings in ({"num_envs": 0}, {"seed": -1}):
        with pytest.raises(ValueError, match="to be a whole number from"):
            DungeonPufferEnv(text=HALL, **settings)
    with pytest.raises(TypeError, match=r"DungeonPufferEnv\(\) got an unexpected keyword argument 'speed'"):
        DungeonPufferEnv(text=HALL, speed=3)
    env = DungeonPufferEnv(2, text=HALL)
    with pytest.raises(ValueError, match="for each of 2 games, found 1"):
        env.reset(seed=[1])
    with pytest.raises(TypeError, match="float64"):
        env.step(np.zeros(2))
    with pytest.raises(ValueError, match="expected rows of the shape"):
        env._games.rows = np.zeros((2, 3), np.int32)
