"""Wrappers, alone, in one another and in those of gymnasium."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers import Autoreset, FilterObservation, FlattenObservation, TimeLimit

import dungeon_gym
from dungeon_gym.wrappers import Curriculum, EgocentricCrop, VectorCurriculum, VectorEgocentricCrop

HALL = "map\n######\n#@..$#\n######\nend\n"
LONG = 'item k "iron key" opens=iron\nmap\n#########\n#@.k..+$#\n#########\nend\n+ 7 2 locked=iron\n'


def action(env: Any, name: str) -> int:
    index: int = env.unwrapped.action_names.index(name)
    return index


@pytest.mark.filterwarnings("ignore:.*is different from the unwrapped version:UserWarning")
def test_wrapped_environments_pass_the_checker_and_are_made_again_from_their_spec() -> None:
    env = EgocentricCrop(Curriculum(gymnasium.make("Dungeon-v0", text=[HALL, LONG]), np.float64(0.5), np.int64(7)), np.int8(2))
    check_env(env)
    assert env.spec is not None
    for spec in (env.spec, EnvSpec.from_json(env.spec.to_json())):
        again: Any = gymnasium.make(spec)
        assert str(again) == str(env) and again.observation_space == env.observation_space
        assert again.spec.additional_wrappers == env.spec.additional_wrappers
        assert [wrapper.kwargs for wrapper in spec.additional_wrappers] == [{"rate": 0.5, "window": 7}, {"radius": 2}]
        assert all((a == b).all() for a, b in zip(again.reset(seed=1)[0].values(), env.reset(seed=1)[0].values(), strict=True))


@pytest.mark.parametrize(
    ("wrap", "text"),
    [
        (lambda env: EgocentricCrop(env, 4), "found planes changed by a wrapper: crop once"),
        (lambda env: EgocentricCrop(env, 3), "found planes changed"),
        (lambda env: FilterObservation(env, ["planes"]), "found no vector"),
        (lambda env: FilterObservation(env, ["vector", "action_mask"]), "found no planes"),
        (FlattenObservation, "found no planes and no vector"),
    ],
)
def test_a_crop_without_the_whole_map_or_the_place_of_the_hero_is_refused(wrap: Any, text: str) -> None:
    env = wrap(gymnasium.make("Dungeon-v0", text=HALL))
    with pytest.raises(TypeError, match=f"expected env to have (the )?planes and .*{text}"):
        EgocentricCrop(env, 3)


@pytest.mark.parametrize(
    ("wrap", "text"),
    [
        (lambda envs: VectorEgocentricCrop(envs, 4), "found planes changed"),
        (lambda envs: gymnasium.wrappers.vector.FilterObservation(envs, ["planes"]), "found no vector"),
    ],
)
def test_a_vector_crop_without_the_whole_map_or_the_place_of_the_hero_is_refused(wrap: Any, text: str) -> None:
    with pytest.raises(TypeError, match=text):
        VectorEgocentricCrop(wrap(gymnasium.make_vec("Dungeon-v0", num_envs=2, text=HALL)), 4)


def test_a_crop_of_the_parts_that_it_needs_is_made() -> None:
    env = EgocentricCrop(FilterObservation(gymnasium.make("Dungeon-v0", text=HALL), ["planes", "vector"]), 2)
    observation, _ = env.reset(seed=1)
    assert observation["planes"].shape[1:] == (5, 5) and env.observation_space.contains(observation)


@pytest.mark.parametrize(
    "wrap",
    [
        lambda env: TimeLimit(Curriculum(env, 0.6, 3), 3),
        lambda env: Curriculum(TimeLimit(env, 3), 0.6, 3),
        lambda env: Autoreset(TimeLimit(Curriculum(env, 0.6, 3), 3)),
        lambda env: Autoreset(Curriculum(TimeLimit(env, 3), 0.6, 3)),
        lambda env: Curriculum(Autoreset(TimeLimit(env, 3)), 0.6, 3),
    ],
)
def test_a_curriculum_counts_games_that_time_ends_in_any_order_of_wrappers(wrap: Any) -> None:
    env = wrap(dungeon_gym.DungeonEnv(text=[HALL, LONG]))
    east, west = action(env, "east"), action(env, "west")
    env.reset(seed=1)
    env.reset(seed=1)  # A game without a step does not count.
    files = []
    # Won, late, won: two of three, and later games are in the second file. Without late games, the third win would be
    # that of the fifth game.
    for step in [east, west, east, west, east, east]:
        ended = False
        while not ended:
            *_, terminated, truncated, _ = env.step(step)
            ended = terminated or truncated
        files.append(env.unwrapped.file)
        if env.has_wrapper_attr("autoreset"):
            env.step(0)
        else:
            env.reset()
    assert files == [0, 0, 1, 1, 1, 1]


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_a_curriculum_of_many_games_counts_games_that_a_reset_ends(mode: AutoresetMode) -> None:
    envs = VectorCurriculum(dungeon_gym.DungeonVectorEnv(4, text=[HALL, LONG], autoreset_mode=mode), rate=0.6, window=8)
    east, west = action(envs, "east"), action(envs, "west")
    envs.reset(seed=1)
    # Three of the first four games are won, of the second four two, and of the third four all.
    for actions, file in [([east, east, east, west], 0), ([east, west, west, east], 1), ([east] * 4, 1)]:
        for _ in range(3):
            envs.step(np.array(actions))
        envs.reset()
        assert envs.unwrapped.file == file  # type: ignore[attr-defined]


def test_results_of_another_file_do_not_count() -> None:
    env = Curriculum(dungeon_gym.DungeonEnv(text=[HALL, LONG, LONG]), rate=1, window=2)
    for file, later in [(0, 0), (1, 1), (0, 0), (0, 1)]:
        env.reset(options={"file": file})
        terminated = False
        while not terminated:
            *_, terminated, _, _ = env.step(action(env, "east"))
        assert env.unwrapped.file == later  # type: ignore[attr-defined]


def test_two_curricula_are_refused() -> None:
    with pytest.raises(TypeError, match="no Curriculum inside"):
        Curriculum(TimeLimit(Curriculum(dungeon_gym.DungeonEnv(text=HALL)), 3))
    with pytest.raises(TypeError, match="no VectorCurriculum inside"):
        VectorCurriculum(VectorEgocentricCrop(VectorCurriculum(dungeon_gym.DungeonVectorEnv(2, text=HALL))))
