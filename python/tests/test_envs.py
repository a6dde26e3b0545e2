import copy
import multiprocessing
import os
import pickle
import re
import signal
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.error import ClosedEnvironmentError
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import dungeon_gym
from dungeon_gym.wrappers import Curriculum, EgocentricCrop, VectorCurriculum, VectorEgocentricCrop

HALL = "map\n######\n#@..$#\n######\nend\n"
LONG = 'item k "iron key" opens=iron\nmap\n#########\n#@.k..+$#\n#########\nend\n+ 7 2 locked=iron\n'
DEADLY = 'tile ~ "lava" harm=99\n' + HALL.replace("@.", "@~")
IDS = [name for name in gymnasium.registry if name.startswith("Dungeon/")]


def action(env: Any, name: str) -> int:
    index: int = env.unwrapped.action_names.index(name)
    return index


def legal(rng: np.random.Generator, mask: np.ndarray[Any, Any]) -> int:
    return int(rng.choice(np.flatnonzero(mask)))


def test_every_bundled_dungeon_is_registered() -> None:
    assert len(IDS) == len(dungeon_gym.BUNDLED) > 10
    assert "Dungeon/Crypt-v0" in IDS and "Dungeon/SiegeSmall-v0" in IDS


@pytest.mark.parametrize("name", IDS)
def test_every_bundled_dungeon_passes_the_checker(name: str) -> None:
    check_env(gymnasium.make(name, render_mode="rgb_array", disable_env_checker=True).unwrapped)


@pytest.mark.parametrize("name", IDS)
def test_observations_stay_in_their_space(name: str) -> None:
    env = gymnasium.make(name)
    rng = np.random.default_rng(1)
    observation, _ = env.reset(seed=1)
    for _ in range(200):
        assert env.observation_space.contains(observation)
        if not observation["action_mask"].any():
            break
        observation, _, terminated, _, info = env.step(legal(rng, observation["action_mask"]))
        assert not info["refused"]
        if terminated:
            assert info["outcome"] in ("won", "lost", "drawn")
            observation, _ = env.reset()


def test_a_game_is_won_with_messages() -> None:
    env = gymnasium.make("Dungeon-v0", text=HALL)
    observation, info = env.reset(seed=7)
    assert info == {"seed": 7, "turn": 0, "file": 0}
    east = action(env, "east")
    total = 0.0
    for _ in range(3):
        observation, reward, terminated, truncated, info = env.step(east)
        total += float(reward)
    told = {"refused": False, "turn": 3, "file": 0, "outcome": "won", "lost_to": None}
    assert (total, terminated, truncated, info) == (1.0, True, False, told)
    message = bytes(observation["message"]).rstrip(b"\0").decode()
    assert message.startswith("You take the gold")


def test_a_refused_action_changes_nothing_but_the_count_of_steps() -> None:
    env = gymnasium.make("Dungeon-v0", text=HALL, max_episode_steps=2)
    before, _ = env.reset(seed=7)
    refused = np.flatnonzero(before["action_mask"] == 0)[0]
    after, reward, terminated, truncated, info = env.step(refused)
    assert (reward, terminated, truncated, info) == (0.0, False, False, {"refused": True, "turn": 0, "file": 0})
    assert all((before[name] == after[name]).all() for name in ("planes", "vector", "action_mask"))
    assert env.step(refused)[3]


def test_rewards_are_weighed() -> None:
    env = gymnasium.make("Dungeon-v0", text=HALL, rewards={"collected": 10.0, "turns": -0.5})
    env.reset(seed=7)
    rewards = [env.step(action(env, "east"))[1] for _ in range(3)]
    assert rewards == [-0.5, -0.5, 9.5]


def test_seeds_are_a_range_that_begins_again() -> None:
    env = gymnasium.make("Dungeon-v0", text=HALL, seeds=range(10, 13))
    seeds = [env.reset(seed=1)[1]["seed"]] + [env.reset()[1]["seed"] for _ in range(3)]
    assert seeds == [11, 12, 10, 11]


SEEDS: list[Any] = [
    [9, 3, 14],
    (9, 3, 14),
    range(0, 30, 7),
    range(30, 0, -7),
    np.array([9, 3, 14], np.uint8),
    np.arange(4, 8),
    range(2**64 - 3, 2**64),
    range(5, 2**64, 2**40),
]


@pytest.mark.parametrize("seeds", SEEDS, ids=repr)
def test_any_sequence_of_seeds_is_played_in_its_order(seeds: Any) -> None:
    some = [int(seed) for seed in seeds[:8]]
    env = gymnasium.make("Dungeon-v0", text=HALL, seeds=seeds)
    again = [pickle.loads(pickle.dumps(env)), gymnasium.make(EnvSpec.from_json(env.spec.to_json()))]  # type: ignore[union-attr]
    for one in (env, *again):
        assert [one.reset(seed=0)[1]["seed"], *(one.reset()[1]["seed"] for _ in some[1:])] == some
        if len(seeds) <= 8:
            assert one.reset()[1]["seed"] == some[0]
            assert one.reset(seed=len(seeds) + 1)[1]["seed"] == some[1]
    envs = dungeon_gym.DungeonVectorEnv(2, text=HALL, seeds=seeds)
    assert envs.reset(seed=0)[1]["seed"].tolist() == some[:2]


def test_a_specification_can_be_saved_as_json(tmp_path: Path) -> None:
    (tmp_path / "hall.dng").write_text(HALL)
    settings: Any = {
        "path": [tmp_path / "hall.dng"],
        "seeds": range(3, 90, 4),
        "max_turns": np.int64(2),
        "rewards": {"turns": np.float32(0.5)},
        "size": (40, 10),
    }
    env = gymnasium.make("Dungeon-v0", **settings)
    spec = EnvSpec.from_json(env.spec.to_json())  # type: ignore[union-attr]
    envs = gymnasium.make_vec("Dungeon-v0", num_envs=2, autoreset_mode=AutoresetMode.SAME_STEP, **settings)
    vector_spec = EnvSpec.from_json(envs.spec.to_json())  # type: ignore[union-attr]
    twin, twins = gymnasium.make(spec), gymnasium.make_vec(vector_spec)
    assert env.reset(seed=1)[1] == twin.reset(seed=1)[1]
    assert envs.reset(seed=1)[1]["seed"].tolist() == twins.reset(seed=1)[1]["seed"].tolist() == [7, 11]
    assert twins.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    for nth in range(2):
        assert env.step(action(env, "east"))[1:] == twin.step(action(env, "east"))[1:]
    assert settings["seeds"] == range(3, 90, 4), "the caller's own"


def test_drawings_follow_the_game() -> None:
    env = gymnasium.make("Dungeon-v0", text=HALL, render_mode="ansi", size=(40, 10))
    env.reset(seed=7)
    screens = [env.render()]
    for _ in range(3):
        env.step(action(env, "east"))
        screens.append(env.render())
    screens = [re.sub("\x1b\\[[0-9;]*m", "", str(screen)) for screen in screens]
    assert [drawn in screen for drawn, screen in zip(["@..$", ".@.$", "..@$", "...@"], screens)] == [True] * 4
    assert "You won on turn 3" in " ".join(screens[3].split())
    pixels = gymnasium.make("Dungeon-v0", text=HALL, render_mode="rgb_array", size=(40, 10))
    pixels.reset(seed=7)
    picture = pixels.render()
    assert isinstance(picture, np.ndarray) and picture.shape == (160, 320, 3) and picture.std() > 0


def test_an_end_tells_the_turn_and_what_the_game_was_lost_to() -> None:
    env = gymnasium.make("Dungeon-v0", text=[HALL, DEADLY])
    _, info = env.reset(seed=1, options={"file": 1})
    assert info == {"seed": 1, "turn": 0, "file": 1}
    *_, info = env.step(action(env, "wait"))
    assert info == {"refused": False, "turn": 1, "file": 1}
    *_, terminated, _, info = env.step(action(env, "east"))
    assert terminated and info == {"refused": False, "turn": 2, "file": 1, "outcome": "lost", "lost_to": "lava"}


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("copy", [True, False])
def test_infos_are_those_of_the_vectors_of_gymnasium(mode: AutoresetMode, copy: bool) -> None:
    """Lanes of a `SyncVectorEnv` count seeds by 1, so it plays one seed again and again."""
    settings: Any = {"text": [HALL, DEADLY], "seeds": [5]}
    ours = dungeon_gym.DungeonVectorEnv(3, max_episode_steps=4, autoreset_mode=mode, copy=copy, **settings)
    makers = [lambda: gymnasium.make("Dungeon-v0", max_episode_steps=4, **settings)] * 3
    theirs = gymnasium.vector.SyncVectorEnv(makers, autoreset_mode=mode)
    rng = np.random.default_rng(1)
    assert_infos(ours.reset(seed=1)[1], theirs.reset(seed=1)[1])
    ended = np.zeros(3, np.bool_)
    for nth in range(60):
        file = {"file": int(nth > 30)}
        if mode == AutoresetMode.DISABLED and ended.any():
            options = {"reset_mask": ended, **file}
            assert_infos(ours.reset(options=options)[1], theirs.reset(options=options)[1])
        ours.file = file["file"]
        for env in theirs.envs:
            env.unwrapped.file = file["file"]  # type: ignore[attr-defined]
        actions = rng.choice([action(ours, "east"), action(ours, "wait")], 3)
        (_, *found, infos), (_, *wanted, known) = ours.step(actions), theirs.step(actions)
        assert [values.tolist() for values in found] == [values.tolist() for values in wanted]
        assert_infos(infos, known)
        ended = found[1] | found[2]


def assert_infos(found: dict[str, Any], wanted: dict[str, Any]) -> None:
    """Each value of gymnasium's vector that its mask tells is also ours, and nothing else is told of an end."""
    for name, mask in wanted.items():
        if not name.startswith("_") or name == "_final_obs":
            continue
        values, own = wanted[name[1:]], found[name[1:]]
        assert (found[name] >= mask).all(), name
        if name == "_final_info":
            assert (found[name] == mask).all()
            assert_infos(own, values)
            continue
        assert found[name].dtype == np.bool_ and own.shape == (3,)
        assert own[mask].tolist() == values[mask].tolist(), name
    for name in ("_outcome", "_lost_to", "_final_info"):
        if name in found and name not in wanted:
            assert not found[name].any()


def test_writing_to_infos_changes_no_later_ones() -> None:
    def poison(infos: dict[str, Any]) -> None:
        for value in infos.values():
            if isinstance(value, dict):
                poison(value)
            elif value.dtype == np.bool_:
                value[:] = ~value

    for mode in AutoresetMode:
        envs, twin = (dungeon_gym.DungeonVectorEnv(2, text=HALL, autoreset_mode=mode) for _ in range(2))
        poison(envs.reset(seed=1)[1])
        twin.reset(seed=1)
        for _ in range(5):
            east = np.full(2, action(envs, "east"))
            infos, wanted = envs.step(east)[4], twin.step(east)[4]
            names = [name for name in infos if name.startswith("_")]
            assert names and all((infos[name] == wanted[name]).all() for name in names)
            assert not any(np.shares_memory(infos[a], infos[b]) for a in names for b in names if a != b)
            poison(infos)


def test_the_price_of_the_most_expensive_action_is_told() -> None:
    text = "hero health=9 manna=0\nmap\n######\n#@..$#\n######\nend\n"
    env, envs = dungeon_gym.DungeonEnv(text=text), dungeon_gym.DungeonVectorEnv(2, text=text)
    env.reset(seed=1)
    envs.reset(seed=1)
    free = dungeon_gym.DungeonEnv(text=text, mask_prices=True)
    is_priced = (free.reset(seed=1)[0]["action_mask"] != env.reset(seed=1)[0]["action_mask"]).any()
    assert is_priced and env.price_in_life() > 0
    assert envs.prices_in_life().tolist() == [env.price_in_life()] * 2


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", ["arena", "crypt", "battle"])
def test_lanes_are_bit_equal_to_single_games(name: str, threads: int) -> None:
    lanes, steps = 4, 60
    vector = dungeon_gym.DungeonVectorEnv(lanes, bundled=name, threads=threads, max_episode_steps=25)
    singles = [gymnasium.make("Dungeon-v0", bundled=name, max_episode_steps=25) for _ in range(lanes)]
    rng = np.random.default_rng(3)
    observations, infos = vector.reset(seed=5)
    ones = [env.reset(seed=5 + lane)[0] for lane, env in enumerate(singles)]
    episodes, ended = [0] * lanes, [False] * lanes
    for _ in range(steps):
        for lane, one in enumerate(ones):
            for key, value in one.items():
                assert (value == observations[key][lane]).all(), key
        assert vector.checksums() == [env.unwrapped.checksum() for env in singles]  # type: ignore[attr-defined]
        actions = [legal(rng, mask) if mask.any() else 0 for mask in observations["action_mask"]]
        observations, rewards, terminated, truncated, infos = vector.step(np.array(actions))
        for lane, env in enumerate(singles):
            if ended[lane]:
                episodes[lane] += 1
                ones[lane], info = env.reset(seed=5 + lane + lanes * episodes[lane])
                ended[lane] = False
                assert (rewards[lane], terminated[lane], truncated[lane]) == (0.0, False, False)
                assert infos["seed"][lane] == info["seed"]
            else:
                ones[lane], reward, *ends, _ = env.step(actions[lane])
                assert (rewards[lane], terminated[lane], truncated[lane]) == (reward, *ends)
                ended[lane] = any(ends)
    assert max(episodes) > 0


def test_a_vector_is_made_by_gymnasium_and_counted_by_its_wrappers() -> None:
    envs = gymnasium.make_vec("Dungeon-v0", num_envs=3, text=HALL)
    assert isinstance(envs.unwrapped, dungeon_gym.DungeonVectorEnv)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(envs)
    observations, _ = envs.reset(seed=1)
    assert envs.observation_space.contains(observations)
    east = np.full(3, action(envs, "east"))
    for _ in range(3):
        *_, infos = envs.step(east)
    assert infos["outcome"].tolist() == ["won"] * 3
    assert infos["episode"]["l"].tolist() == [3] * 3


def test_an_episode_begins_in_the_same_step() -> None:
    envs = dungeon_gym.DungeonVectorEnv(2, text=HALL, autoreset_mode="SameStep")
    envs.reset(seed=4)
    east = np.full(2, action(envs, "east"))
    for _ in range(3):
        observations, rewards, terminated, _, infos = envs.step(east)
    assert rewards.tolist() == [1.0, 1.0] and terminated.all()
    assert infos["final_info"]["outcome"].tolist() == ["won", "won"]
    assert infos["final_info"]["seed"].tolist() == [4, 5]
    assert infos["final_info"]["refused"].tolist() == [False, False]
    assert infos["seed"].tolist() == [6, 7]
    turn, column = envs.number_names.index("turn"), envs.number_names.index("column")
    assert observations["vector"][:, [turn, column]].tolist() == [[0, 1], [0, 1]]
    assert infos["final_obs"][0]["vector"][column] == 4
    assert envs.single_observation_space.contains(infos["final_obs"][1])
    *_, terminated, _, infos = envs.step(east)
    assert not terminated.any() and "final_obs" not in infos


def test_without_autoreset_a_mask_tells_which_games_begin() -> None:
    envs = dungeon_gym.DungeonVectorEnv(2, text=HALL, autoreset_mode="Disabled")
    envs.reset(seed=4)
    east = action(envs, "east")
    for _ in range(3):
        *_, terminated, _, _ = envs.step(np.array([east, 0]))
    assert terminated.tolist() == [True, False]
    observations, infos = envs.reset(options={"reset_mask": terminated})
    assert infos["seed"].tolist() == [6, 5]
    turn = envs.number_names.index("turn")
    assert observations["vector"][0, turn] == 0 < observations["vector"][1, turn]


def test_arrays_are_shared_only_without_copies() -> None:
    for copy in (True, False):
        envs = dungeon_gym.DungeonVectorEnv(2, text=HALL, copy=copy)
        first, _ = envs.reset(seed=1)
        second, *_ = envs.step(np.full(2, action(envs, "east")))
        assert np.shares_memory(first["planes"], second["planes"]) is not copy
        assert (first["planes"] == second["planes"]).all() is np.bool_(not copy)


def test_crops_have_the_hero_in_the_middle() -> None:
    env = EgocentricCrop(gymnasium.make("Dungeon-v0", text=HALL), radius=2)
    observation, _ = env.reset(seed=1)
    assert env.observation_space.contains(observation)
    side = observation["planes"][env.get_wrapper_attr("plane_names").index("side")]
    assert side.shape == (5, 5) and side[2, 2] == 1
    assert (observation["planes"][:, :, 0] == 0).all(), "nothing west of the map"
    envs = VectorEgocentricCrop(gymnasium.make_vec("Dungeon-v0", num_envs=2, text=HALL), radius=2)
    observations, _ = envs.reset(seed=1)
    assert envs.observation_space.contains(observations)
    assert (observations["planes"][1] == observation["planes"]).all()


def test_crops_of_ended_games_have_the_hero_in_the_middle() -> None:
    envs = VectorEgocentricCrop(dungeon_gym.DungeonVectorEnv(2, text=HALL, autoreset_mode="SameStep"), radius=1)
    observations, infos = envs.reset(seed=1)
    east = action(envs, "east")
    for _ in range(3):
        assert "final_obs" not in infos
        observations, *_, infos = envs.step(np.array([east, 0]))
    assert envs.observation_space.contains(observations)
    assert envs.single_observation_space.contains(infos["final_obs"][0]) and infos["final_obs"][1] is None
    side = infos["final_obs"][0]["planes"][envs.unwrapped.plane_names.index("side")]  # type: ignore[attr-defined]
    assert side[1, 1] == 1


@pytest.mark.parametrize("name", ["arena", "crypt", "battle"])
def test_a_game_goes_on_from_its_state_and_from_its_copy(name: str) -> None:
    env = gymnasium.make("Dungeon-v0", bundled=name, render_mode="ansi", max_episode_steps=10)
    rng = np.random.default_rng(2)
    observation, _ = env.reset(seed=3)
    for _ in range(5):
        observation, *_ = env.step(legal(rng, observation["action_mask"]))
    state, twin, screen = env.get_wrapper_attr("get_state")(), copy.deepcopy(env), env.render()

    def play(one: Any) -> list[Any]:
        assert one.render() == screen
        seen, rng, tale = observation, np.random.default_rng(4), []
        for is_refused in (True, False, False, False, False):
            choice = legal(rng, seen["action_mask"] ^ is_refused)
            seen, reward, terminated, truncated, _ = one.step(choice)
            tale.append((one.unwrapped.checksum(), reward, terminated, *(value.tobytes() for value in seen.values())))
        assert truncated
        return tale

    tale = play(env)
    again = env.get_wrapper_attr("set_state")(state)
    assert all((again[key] == observation[key]).all() for key in again)
    assert tale == play(env) == play(twin)
    assert twin.reset()[1]["seed"] == 4 == env.reset()[1]["seed"]


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_games_go_on_from_their_state_and_from_their_copy(mode: AutoresetMode) -> None:
    envs = dungeon_gym.DungeonVectorEnv(4, text=[HALL, LONG], threads=2, autoreset_mode=mode)
    envs.reset(seed=3)
    east = np.full(4, action(envs, "east"))
    for _ in range(3):
        observations, _, terminated, _, _ = envs.step(east)
    assert terminated.all()
    state, twin = envs.get_state(), copy.deepcopy(envs)
    envs.reset(seed=8, options={"file": 1})
    again = envs.set_state(state)
    assert all((again[key] == observations[key]).all() for key in again) and envs.file == 0
    one, other = envs.step(east), twin.step(east)
    assert envs.checksums() == twin.checksums() and (one[4]["seed"] == other[4]["seed"]).all()
    assert (one[0]["planes"] == other[0]["planes"]).all() and (one[2] == other[2]).all()
    for lanes in (envs, twin):
        before = lanes.checksums()
        envs.reset(seed=8, options={"file": 1})
        assert (lanes.checksums() == before) is (lanes is twin)


@pytest.mark.parametrize("name", ["arena", "crypt", "battle", "siege-small"])
def test_a_pickled_game_goes_on_and_is_drawn(name: str) -> None:
    env = gymnasium.make("Dungeon-v0", bundled=name, render_mode="ansi", max_episode_steps=20)
    rng = np.random.default_rng(2)
    observation, _ = env.reset(seed=3)
    twins = [pickle.loads(pickle.dumps(env))]
    for nth in range(5):
        refused = np.flatnonzero(observation["action_mask"] == 0)
        choice = int(refused[0]) if nth == 2 and refused.size else legal(rng, observation["action_mask"])
        observation, *_ = env.step(choice)
        twins[0].step(choice)
    twins.append(pickle.loads(pickle.dumps(env)))
    for _ in range(4):
        assert {env.render(), *(twin.render() for twin in twins)} == {env.render()}
        choice = legal(rng, observation["action_mask"])
        observation, *ends, _ = env.step(choice)
        for twin in twins:
            seen, *others, _ = twin.step(choice)
            assert others == ends and twin.unwrapped.checksum() == env.unwrapped.checksum()  # type: ignore[attr-defined]
            assert all((seen[key] == observation[key]).all() for key in observation)
    assert {env.reset()[1]["seed"], *(twin.reset()[1]["seed"] for twin in twins)} == {4}


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_pickled_games_go_on_in_each_mode(mode: AutoresetMode) -> None:
    settings: Any = {"seeds": range(5, 9), "rewards": {"turns": -0.5, "outcome": 2}, "vision": "everything"}
    envs = dungeon_gym.DungeonVectorEnv(4, text=[HALL, LONG], threads=2, autoreset_mode=mode, messages=False, **settings)
    twins = [pickle.loads(pickle.dumps(envs))]
    east = np.full(4, action(envs, "east"))
    for one in (envs, *twins):
        one.reset(seed=3, options={"file": 1})
        one.file = 0
    for nth in range(7):
        steps = [one.step(east) for one in (envs, *twins)]
        for seen, *rest, infos in steps[1:]:
            assert all((a == b).all() for a, b in zip(rest, steps[0][1:], strict=False))
            assert all((seen[key] == steps[0][0][key]).all() for key in seen)
            assert (infos["seed"] == steps[0][4]["seed"]).all()
        assert len({tuple(one.checksums()) for one in (envs, *twins)}) == 1
        if nth in (1, 5):
            twins.append(pickle.loads(pickle.dumps(envs)))
        if mode == AutoresetMode.DISABLED and steps[0][2].any():
            for one in (envs, *twins):
                one.reset()


def test_a_pickle_holds_the_included_files(tmp_path: Path) -> None:
    (tmp_path / "kinds.dng").write_text('kind r "rat" is=wanderer\n')
    (tmp_path / "a.dng").write_text('include "kinds.dng"\n' + HALL.replace("..", ".r"))
    env = dungeon_gym.DungeonEnv(path=tmp_path / "a.dng")
    env.reset(seed=1)
    pickled = pickle.dumps(env)
    for file in tmp_path.iterdir():
        file.unlink()
    assert pickle.loads(pickled).checksum() == env.checksum()


def test_a_game_goes_on_in_a_spawned_process() -> None:
    env = dungeon_gym.DungeonEnv(bundled="arena")
    env.reset(seed=1)
    env.step(0)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(dungeon_gym.DungeonEnv.checksum, (env,)) == env.checksum()


def test_pickles_that_cannot_be_sound_are_refused() -> None:
    env = dungeon_gym.DungeonEnv(text=HALL)
    env.reset(seed=1)
    env.step(action(env, "east"))
    with pytest.raises(TypeError, match="pickle the environment instead"):
        pickle.dumps(env.get_state())
    file, (lane,) = env._games.__getstate__()
    for wrong in (
        (1, [lane]),
        (file, []),
        *((file, [lane | one]) for one in ({"file": 1}, {"checksum": 7}, {"taken": [999]}, {"taken": []})),
    ):
        with pytest.raises(ValueError, match="this version of dungeon_gym has pickled"):
            env._games.__setstate__(wrong)
    env._games.__setstate__((file, [lane]))


def test_a_state_of_other_games_is_refused() -> None:
    env, other = dungeon_gym.DungeonEnv(text=HALL), dungeon_gym.DungeonEnv(text=HALL)
    with pytest.raises(ValueError, match="a state of this environment or of a copy"):
        env.set_state(other.get_state())
    copy.deepcopy(env).set_state(env.get_state())


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a system without fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_games_go_on_in_a_forked_process() -> None:
    envs = dungeon_gym.DungeonVectorEnv(4, bundled="arena", threads=2)
    envs.reset(seed=1)
    waits = np.zeros(4, int)
    envs.step(waits)
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        # A child that hangs is ended by the alarm, and the pipe closes without checksums.
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(60)
        envs.step(waits)
        os.write(write, repr(envs.checksums()).encode())
        del envs
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        found = pipe.read()
    assert os.waitpid(child, 0)[1] == 0
    envs.step(waits)
    assert found == repr(envs.checksums())


def test_files_share_a_space_and_a_curriculum_goes_through_them() -> None:
    env = Curriculum(gymnasium.make("Dungeon-v0", text=[HALL, LONG]), rate=1.0, window=2)
    numbers = env.get_wrapper_attr("number_names")
    for file in (0, 0, 1):
        observation, _ = env.reset(seed=1)
        assert env.observation_space.contains(observation)
        assert observation["vector"][numbers.index("columns")] == (6, 9)[file]
        assert observation["planes"].shape[1:] == (3, 9)
        terminated = False
        while not terminated:
            observation, reward, terminated, _, _ = env.step(action(env, "east"))
    assert reward == 1.0 and observation["vector"][numbers.index("columns")] == 9

    envs = VectorCurriculum(gymnasium.make_vec("Dungeon-v0", num_envs=2, text=[HALL, LONG]), rate=1.0, window=2)
    envs.reset(seed=1)
    for _ in range(4):
        observations, *_ = envs.step(np.full(2, action(envs, "east")))
    assert observations["vector"][:, numbers.index("columns")].tolist() == [9, 9]


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_a_curriculum_of_many_games_skips_no_file(mode: AutoresetMode) -> None:
    halls = [f"map\n{'#' * width}\n#@..{'.' * (width - 6)}$#\n{'#' * width}\nend\n" for width in (6, 8, 10)]
    envs = VectorCurriculum(dungeon_gym.DungeonVectorEnv(64, text=halls, autoreset_mode=mode), rate=0.8, window=20)
    observations, _ = envs.reset(seed=0)
    column = envs.unwrapped.number_names.index("columns")  # type: ignore[attr-defined]
    ended = np.zeros(64, np.bool_)
    seen = []
    for _ in range(30):
        if mode == AutoresetMode.DISABLED and ended.any():
            observations, _ = envs.reset(options={"reset_mask": ended})
        seen += observations["vector"][:, column].tolist()
        observations, _, terminated, truncated, _ = envs.step(np.full(64, action(envs, "east")))
        ended = terminated | truncated
    assert list(dict.fromkeys(seen)) == [6, 8, 10]


@pytest.mark.parametrize(("rate", "window"), [(80, 10), (0.8, 0)])
def test_a_curriculum_that_could_not_go_on_is_refused(rate: float, window: int) -> None:
    with pytest.raises(ValueError, match="expected (rate|window) to be"):
        Curriculum(gymnasium.make("Dungeon-v0", text=HALL), rate, window)


LEGENDS = {"tile": "tile_names", "item": "item_names", "kind": "kind_names"}
Entry = tuple[str, int]


def numbered(names: list[str]) -> list[Entry]:
    """Each name, and how often it came before."""
    times: dict[str, int] = {}
    entries = []
    for name in names:
        entries.append((name, times.get(name, 0)))
        times[name] = times.get(name, 0) + 1
    return entries


def legends(env: Any) -> dict[str, list[Entry]]:
    return {plane: numbered(getattr(env, names)) for plane, names in LEGENDS.items()}


def shown(env: Any, observation: Any) -> dict[str, np.ndarray[Any, Any]]:
    """The planes by name, with numbers of 16 bits."""
    planes = dict(zip(env.plane_names, observation["planes"].astype(int), strict=True))
    return {name: plane + 256 * planes.get(f"{name} / 256", 0) for name, plane in planes.items() if "/" not in name}


def assert_joint(texts: list[str], rng: np.random.Generator, steps: int = 25, **settings: Any) -> None:
    """Plays each dungeon in an environment of all and in one of its own, and compares what is seen through legends."""
    joint = dungeon_gym.DungeonEnv(text=texts, **settings)
    alone = [dungeon_gym.DungeonEnv(text=text, **settings) for text in texts]
    common, own = legends(joint), [legends(env) for env in alone]
    for plane, entries in common.items():
        new = dict.fromkeys(entry for legend in own for entry in legend[plane] if entry[0])
        assert [entry for entry in entries if entry[0]] == list(new), "in order of first appearance"
        assert entries[: len(own[0][plane])] == own[0][plane], "the first file keeps its numbers"
    actions = {entry: nth for nth, entry in enumerate(numbered(joint.action_names))}
    for file, env in enumerate(alone):
        places = np.array([actions[entry] for entry in numbered(env.action_names)])
        values = {plane: np.array([common[plane].index(one) for one in own[file][plane]]) for plane in LEGENDS}
        ours, _ = joint.reset(seed=3, options={"file": file})
        theirs, _ = env.reset(seed=3)
        for _ in range(steps):
            assert joint.observation_space.contains(ours)
            wanted, found = shown(env, theirs), shown(joint, ours)
            for name, plane in wanted.items():
                height, width = plane.shape
                assert (found[name][:height, :width] == values.get(name, np.arange(256))[plane]).all(), name
                assert found[name].sum() == found[name][:height, :width].sum(), "0 beyond the file's own map"
            legals = np.flatnonzero(theirs["action_mask"])
            assert sorted(places[legals]) == np.flatnonzero(ours["action_mask"]).tolist()
            if not legals.size:
                break
            choice = rng.choice(legals)
            ours, *results, _ = joint.step(places[choice])
            theirs, *own_results, _ = env.step(choice)
            assert results == own_results and joint.checksum() == env.checksum()


def generated(rng: np.random.Generator) -> str:
    """A hall with tiles, items and kinds in any order, of which some have the same name and some look alike."""
    records, things = [], []
    for sort, glyphs, names, more in (
        ("tile", "~;,:_", ["moss", "mud", "sand"], lambda: rng.choice(["", "glow=2", "harm=1"])),
        ("item", "abcdef", ["apple", "pear"], lambda: f"health={rng.integers(1, 4)} keep={rng.choice(['yes', 'no'])}"),
        ("kind", "MNOPQ", ["rat", "ogre"], lambda: f"is=wanderer health={rng.integers(1, 4)}..{rng.integers(4, 7)}"),
    ):
        for glyph in rng.permutation(list(glyphs))[: rng.integers(1, len(glyphs))]:
            records.append(f'{sort} {glyph} "{rng.choice(names)}" {more()}')
            things.append(glyph)
    if rng.random() < 0.5:
        looks = rng.permutation(["red", "blue", "green"])
        records.append(f'family "vial" looks={"|".join(looks)} glyph=! verb="drink"')
        for glyph, health in zip("xy", rng.permutation([3, -3]), strict=True):
            records.append(f'item {glyph} "vial of {health}" family=vial health={health} keep=yes')
        things += ["x", "y", "x"]
    width = int(rng.integers(6, 12))
    cells = [*things, *"." * (3 * width - len(things) - 2)][: 3 * width - 2]
    cells = ["@", *rng.permutation(cells), "$"]
    rows = ["".join(cells[row * width :][:width]) for row in range(3)]
    wall = "#" * (width + 2)
    return "\n".join([*records, "map", wall, *(f"#{row}#" for row in rows), wall, "end", ""])


@pytest.mark.parametrize("seed", range(25))
def test_generated_files_share_the_numbers_of_equal_names(seed: int) -> None:
    rng = np.random.default_rng(seed)
    texts = [generated(rng) for _ in range(rng.integers(2, 4))]
    assert_joint(texts, rng, vision=str(rng.choice(["player", "everything"])))


@pytest.mark.parametrize("seed", range(12))
def test_bundled_dungeons_share_the_numbers_of_equal_names(seed: int) -> None:
    rng = np.random.default_rng(seed)
    names = rng.choice([name for name in dungeon_gym.BUNDLED if name != "battle"], 2, replace=False)
    assert_joint([dungeon_gym.BUNDLED[name] for name in names], rng, steps=10)


def test_an_ogre_is_an_ogre_in_every_file() -> None:
    ogre = 'kind o "ogre" is=wanderer health=9\n'
    texts = ['kind r "rat" is=wanderer health=3\n' + ogre + HALL.replace("..", ".o"), ogre + HALL.replace("..", ".o")]
    env = dungeon_gym.DungeonEnv(text=texts)
    kinds = [shown(env, env.reset(seed=1, options={"file": file})[0])["kind"][1] for file in (0, 1)]
    assert (kinds[0] == kinds[1]).all() and env.kind_names[kinds[1][3]] == "ogre"
    assert env.kind_names[0] == "" and env.kind_names[kinds[0][1]] == "hero"
    vector = dungeon_gym.DungeonVectorEnv(2, text=texts)
    assert [vector.tile_names, vector.item_names, vector.kind_names] == [env.tile_names, env.item_names, env.kind_names]


def test_a_legend_hides_what_the_player_cannot_tell_apart() -> None:
    text = HALL + "^ 4 2 trap=dart hidden=yes\n"
    for vision, is_told in (("player", False), ("everything", True)):
        env = dungeon_gym.DungeonEnv(text=text, vision=vision)  # type: ignore[arg-type]
        tiles = shown(env, env.reset(seed=1)[0])["tile"][1]
        names = [env.tile_names[tile] for tile in tiles]
        assert names[2:4] == ["floor", "hidden dart trap" if is_told else "floor"]


def many(letter: str, count: int) -> str:
    items = [f'item {chr(0x100 + nth)} "{letter}{nth}" health={1 + nth}' for nth in range(count)]
    return "\n".join(items) + "\n" + HALL.replace("..", "".join(chr(0x100 + nth) for nth in (0, count - 1)))


def test_more_names_than_a_byte_counts_have_planes_for_upper_bytes() -> None:
    texts = [many("a", 150), many("b", 150)]
    env = dungeon_gym.DungeonEnv(text=texts)
    assert "item / 256" not in dungeon_gym.DungeonEnv(text=texts[0]).plane_names
    assert env.plane_names[-3:] == ["tile / 256", "item / 256", "kind / 256"]
    assert len(env.item_names) > 256
    assert_joint(texts, np.random.default_rng(1))
    # One of the files has the planes alone.
    large = 'item x "gem" wealth=1..400\n' + HALL.replace("..", "x.")
    assert "item / 256" in dungeon_gym.DungeonEnv(text=large).plane_names
    assert_joint([texts[0], large], np.random.default_rng(1))
    assert_joint([large, texts[0]], np.random.default_rng(1))


def test_more_names_than_two_bytes_count_are_refused() -> None:
    texts = ["".join(f'item {glyph} "{file}{glyph}" wealth=1..4096\n' for glyph in "abcdefgi") + HALL for file in (0, 1)]
    with pytest.raises(ValueError, match="expected at most 65535 different items in all dungeons"):
        dungeon_gym.DungeonEnv(text=texts)


def test_a_dungeon_is_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "hall.dng"
    file.write_text(HALL)
    assert gymnasium.make("Dungeon-v0", path=file).reset(seed=1)[0]["planes"].shape[1:] == (3, 6)


@pytest.mark.parametrize(
    ("settings", "error", "text"),
    [
        ({}, ValueError, "at least one dungeon"),
        ({"text": "map"}, dungeon_gym.DungeonError, r"error\["),
        ({"path": "no.dng"}, FileNotFoundError, "No such file or directory: 'no.dng'"),
        ({"bundled": "no"}, ValueError, "crypt"),
        ({"text": HALL, "vision": "all"}, ValueError, "expected vision"),
        ({"text": HALL, "seeds": {1, 2}}, TypeError, r"expected seeds to be .* found {1, 2}"),
        ({"text": HALL, "seeds": "012"}, TypeError, "expected seeds to be .* found '012'"),
        ({"text": HALL, "seeds": [0.5]}, TypeError, r"expected seeds to be .* found \[0.5\]"),
        ({"text": HALL, "seeds": np.zeros((2, 2), int)}, TypeError, "expected seeds to be"),
        ({"text": HALL, "seeds": {"start": 0}}, TypeError, "expected seeds to be"),
        ({"text": HALL, "seeds": {"start": 0, "stop": 1, "step": 0}}, ValueError, "expected seeds to be"),
        ({"text": HALL, "seeds": [3, 4, 3]}, ValueError, "found 3 more than once"),
        ({"text": HALL, "seeds": range(-1, 3)}, ValueError, "found -1"),
        ({"text": HALL, "seeds": range(0, 2**65, 2**64)}, ValueError, f"found {2**64}"),
        ({"text": HALL, "seeds": [2**64]}, ValueError, f"found {2**64}"),
        ({"text": HALL, "seeds": []}, ValueError, "at least one seed"),
        ({"text": HALL, "seeds": range(2**64 - 1, -1, -1)}, ValueError, "or fewer"),
        ({"text": HALL, "max_turns": -1}, ValueError, "expected max_turns to be a whole number from 0 to .*, found -1"),
        ({"text": HALL, "max_turns": 0.5, "vision": 3}, TypeError, "max_turns .*, found 0.5; expected vision .*, found 3"),
        ({"text": [HALL, 3]}, TypeError, "expected text to be a str, found 3"),
        ({"bundled": "crypt", "text": HALL}, ValueError, "no text or path beside the bundled dungeon crypt"),
        ({"text": HALL, "seeds": range(0)}, ValueError, "at least one seed"),
        ({"text": HALL, "rewards": {"gold": 1.0}}, ValueError, "rewards to name only outcome, .*; found 'gold'"),
        ({"text": HALL, "rewards": {"outcome": float("nan")}}, ValueError, r"rewards\['outcome'\] to be a finite number, found nan"),
        ({"text": [HALL, "map"]}, dungeon_gym.DungeonError, "<text 1>:1:1"),
        ({"text": HALL, "render_mode": "human"}, ValueError, "rgb_array"),
        ({"text": HALL, "speed": 3}, TypeError, r"DungeonEnv\(\) got an unexpected keyword argument 'speed'"),
        ({"text": HALL, "threads": 3}, TypeError, r"DungeonEnv\(\) got an unexpected keyword argument 'threads'"),
    ],
)
def test_bad_settings_are_exceptions(settings: dict[str, Any], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        dungeon_gym.DungeonEnv(**settings)


def test_bad_steps_are_exceptions_and_change_nothing() -> None:
    envs = dungeon_gym.DungeonVectorEnv(2, text=HALL)
    envs.reset(seed=1)
    before = envs.checksums()
    for actions in ([0], [0, -1], [0, len(envs.action_names)]):
        with pytest.raises(ValueError, match="expected"):
            envs.step(np.array(actions))
    with pytest.raises(ValueError, match="0 to 0, found 3"):
        envs.reset(options={"file": 3})
    with pytest.raises(ValueError, match="for each of 2 games"):
        envs.reset(seed=[1])
    with pytest.raises(ValueError, match="expected seed to be a whole number from 0 to .*, found -1"):
        envs.reset(seed=[1, -1])
    with pytest.raises(ValueError, match="expected file to be a whole number"):
        envs.reset(options={"file": -1})
    with pytest.raises(TypeError, match="float64"):
        envs.step(np.array([0.5, 1.0]))
    assert envs.checksums() == before
    for settings in ({"num_envs": 0}, {"threads": -1}, {"max_episode_steps": -1}):
        with pytest.raises(ValueError, match=f"expected {next(iter(settings))} to be a whole number from"):
            dungeon_gym.DungeonVectorEnv(text=HALL, **settings)


def test_the_largest_seed_is_followed_by_the_first() -> None:
    envs = dungeon_gym.DungeonVectorEnv(2, text=HALL)
    assert envs.reset(seed=np.int64(3))[1]["seed"].tolist() == [3, 4]
    assert envs.reset(seed=2**64 - 1)[1]["seed"].tolist() == [2**64 - 1, 0]


def test_a_win_in_the_last_step_is_also_truncated_as_by_gymnasium() -> None:
    env = gymnasium.make("Dungeon-v0", text=HALL, max_episode_steps=3)
    env.reset(seed=1)
    sync = gymnasium.make_vec("Dungeon-v0", 2, vectorization_mode="sync", text=HALL, max_episode_steps=3)
    own = gymnasium.make_vec("Dungeon-v0", 2, text=HALL, max_episode_steps=3)
    sync.reset(seed=1), own.reset(seed=1)
    for nth in range(3):
        ends = env.step(action(env, "east"))[2:4]
        assert ends == (nth == 2, nth == 2)
        for envs in (sync, own):
            assert [values.tolist() for values in envs.step(np.full(2, action(own, "east")))[2:4]] == [[end] * 2 for end in ends]
    state = own.unwrapped.get_state()  # type: ignore[attr-defined]
    own.unwrapped.set_state(state)  # type: ignore[attr-defined]
    games = own.unwrapped._games  # type: ignore[attr-defined]
    assert games.terminated.all() and games.truncated.all()


def test_a_closed_vector_refuses_to_go_on_and_a_game_does_not() -> None:
    envs = gymnasium.make_vec("Dungeon-v0", 2, text=HALL, render_mode="ansi")
    envs.reset(seed=1)
    own: Any = envs.unwrapped
    state = own.get_state()
    envs.close()
    envs.close()
    for call in (
        envs.reset,
        envs.render,
        own.checksums,
        own.prices_in_life,
        own.get_state,
        lambda: envs.step(np.zeros(2, int)),
        lambda: own.set_state(state),
    ):
        with pytest.raises(ClosedEnvironmentError):
            call()
    env = gymnasium.make("Dungeon-v0", text=HALL)
    env.close()
    env.close()
    assert env.reset(seed=1)[1]["seed"] == 1


@pytest.mark.parametrize("threads", [1, 2])
def test_a_panic_is_an_exception_and_the_games_are_dead(threads: int, capfd: pytest.CaptureFixture[str]) -> None:
    envs = dungeon_gym.DungeonVectorEnv(2, text=HALL, threads=threads)
    envs.reset(seed=1)
    with pytest.raises(dungeon_gym.EngineError, match="was told to; please report"):
        envs._games._panic()  # type: ignore[attr-defined]
    step = lambda: envs.step(np.zeros(2, int))
    for call in (envs.reset, step, envs.checksums, envs.prices_in_life, envs.get_state):
        with pytest.raises(dungeon_gym.EngineError, match="make a new environment"):
            call()
    assert "was told to" in capfd.readouterr().err
