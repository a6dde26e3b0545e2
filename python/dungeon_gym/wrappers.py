"""Wrappers: a crop around the hero, and a curriculum of files, each for one game and for a vector of games."""

from __future__ import annotations

import operator
from collections import deque
from typing import Any, TypeVar

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import RecordConstructorArgs
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from .arguments import require, shown
from .envs import DungeonEnv, DungeonVectorEnv, Observation


_Games = TypeVar("_Games", DungeonEnv, DungeonVectorEnv)


def _crop(observation: Observation, names: list[str], radius: int) -> Observation:
    """Cuts the planes to the cells at most ``radius`` away from the hero; cells outside of the map are 0."""
    planes, vector = observation["planes"], observation["vector"]
    column, row = (vector[..., names.index(name), None] for name in ("column", "row"))
    cells = np.arange(2 * radius + 1)
    padded = np.pad(planes, [(0, 0)] * (planes.ndim - 2) + [(radius, radius)] * 2)
    rows, columns = (row + cells)[..., None, :, None], (column + cells)[..., None, None, :]
    cropped = np.take_along_axis(padded, rows.astype(np.intp), axis=-2)
    return observation | {"planes": np.take_along_axis(cropped, columns.astype(np.intp), axis=-1)}


def _games(env: Any, kind: type[_Games]) -> _Games:
    """The environment inside of wrappers. Raises ``TypeError`` for one of another kind."""
    games = getattr(env, "unwrapped", None)
    if not isinstance(games, kind):
        raise TypeError(f"expected env to be a {kind.__name__}, perhaps in wrappers, found {shown(env)}")
    return games


def _cropped_space(space: spaces.Space[Any], whole: spaces.Space[Any], radius: int) -> spaces.Dict:
    """The space of crops of observations in ``space``. Raises ``TypeError`` unless it has the planes and the vector of
    the game's own space, ``whole``: the vector tells where in the planes the hero is."""
    require(radius=radius)
    found = space.spaces if isinstance(space, spaces.Dict) else {}
    if missing := {"planes", "vector"} - found.keys():
        raise TypeError(
            f"expected env to have planes and vector in its observations, found no {' and no '.join(sorted(missing))}"
        )
    if changed := [name for name in ("planes", "vector") if found[name] != whole[name]]:  # type: ignore[index]
        raise TypeError(
            f"expected env to have the planes and the vector of the game, found {' and '.join(changed)} changed by a "
            "wrapper: crop once, before other wrappers"
        )
    planes: Any = found["planes"]
    high = planes.high[:, :1, :1]
    high = np.broadcast_to(high, (len(high), 2 * radius + 1, 2 * radius + 1))
    return spaces.Dict(found | {"planes": spaces.Box(np.zeros_like(high), high, dtype=np.uint8)})


class EgocentricCrop(gymnasium.ObservationWrapper[Observation, Any, Observation], RecordConstructorArgs):
    """Shows only the cells around the hero: ``2 * radius + 1`` rows and columns, the hero in the middle."""

    def __init__(self, env: gymnasium.Env[Observation, Any], radius: int = 4) -> None:
        games = _games(env, DungeonEnv)
        space = _cropped_space(env.observation_space, games.observation_space, radius)
        self._names, self._radius = games.number_names, operator.index(radius)
        RecordConstructorArgs.__init__(self, radius=self._radius)
        gymnasium.ObservationWrapper.__init__(self, env)
        self.observation_space: spaces.Space[Any] = space

    def observation(self, observation: Observation) -> Observation:
        return _crop(observation, self._names, self._radius)


class VectorEgocentricCrop(gymnasium.vector.VectorWrapper):
    """``EgocentricCrop`` for a vector of games."""

    def __init__(self, env: gymnasium.vector.VectorEnv[Any, Any, Any], radius: int = 4) -> None:
        games = _games(env, DungeonVectorEnv)
        space = _cropped_space(env.single_observation_space, games.single_observation_space, radius)
        self._names, self._radius = games.number_names, operator.index(radius)
        super().__init__(env)
        self.single_observation_space = space
        self.observation_space = batch_space(self.single_observation_space, env.num_envs)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        observations, infos = self.env.reset(seed=seed, options=options)
        return self.observations(observations), infos

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        observations, rewards, terminated, truncated, infos = self.env.step(actions)
        for lane in np.flatnonzero(infos.get("_final_obs", False)):
            infos["final_obs"][lane] = self.observations(infos["final_obs"][lane])
        return self.observations(observations), rewards, terminated, truncated, infos

    def observations(self, observations: Observation) -> Observation:
        return _crop(observations, self._names, self._radius)


class _Progress:
    """The results of the games that began in the current file of a curriculum."""

    def __init__(self, games: DungeonEnv | DungeonVectorEnv, lanes: int, rate: float, window: int) -> None:
        require(rate=rate, window=window)
        self._games, self._rate = games, rate
        self._won: deque[bool] = deque(maxlen=operator.index(window))
        self._file = 0  # of the results
        self._begun = np.zeros(lanes, int)  # the file in which the game of each lane began; -1 once it has ended
        self._is_played = np.zeros(lanes, np.bool_)  # whether the game of each lane goes on after a step

    def begin(self, lanes: Any, file: int) -> None:
        """Notes that games begin in these lanes. A game that was left after a step, such as by a time limit, is not
        won."""
        for lane in np.flatnonzero(lanes & self._is_played):
            self.end(int(lane), False)
        self._begun[lanes] = file

    def play(self) -> None:
        """Notes a step of all games that go on."""
        self._is_played = self._begun >= 0

    def is_over(self, lane: int) -> bool:
        return bool(self._begun[lane] < 0)

    def end(self, lane: int, is_won: bool) -> None:
        """Notes the result of a game, once, and goes to the next file if enough games were won."""
        begun, self._begun[lane], self._is_played[lane] = self._begun[lane], -1, False
        if begun != self._games.file:
            return
        if begun != self._file:
            self._won.clear()
            self._file = int(begun)
        self._won.append(is_won)
        is_full = len(self._won) == self._won.maxlen
        if is_full and sum(self._won) >= self._rate * len(self._won) and self._games.file + 1 < self._games.files:
            self._games.file += 1


class Curriculum(gymnasium.Wrapper[Observation, Any, Observation, Any], RecordConstructorArgs):
    """Plays the files of an environment in order: the next one begins once a share ``rate`` of the last ``window`` games
    of the current one was won. A game that a reset ends early counts as not won."""

    def __init__(self, env: gymnasium.Env[Observation, Any], rate: float = 0.8, window: int = 100) -> None:
        self._games = _games(env, DungeonEnv)
        _refuse_another(Curriculum, env)
        self._progress = _Progress(self._games, 1, rate, window)
        self._all = np.ones(1, np.bool_)
        RecordConstructorArgs.__init__(self, rate=float(rate), window=operator.index(window))
        gymnasium.Wrapper.__init__(self, env)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        result = self.env.reset(seed=seed, options=options)
        self._progress.begin(self._all, self._games.file)
        return result

    def step(self, action: Any) -> tuple[Observation, Any, bool, bool, dict[str, Any]]:
        file = self._games.file
        self._progress.play()
        observation, reward, terminated, truncated, info = self.env.step(action)
        if terminated or truncated:
            self._progress.end(0, info.get("outcome") == "won")
        elif self._progress.is_over(0):
            # A wrapper inside, such as ``Autoreset``, has begun another game.
            self._progress.begin(self._all, file)
        return observation, reward, terminated, truncated, info


class VectorCurriculum(gymnasium.vector.VectorWrapper):
    """``Curriculum`` for a vector of games. Games that are still played in an earlier file do not count."""

    def __init__(self, env: gymnasium.vector.VectorEnv[Any, Any, Any], rate: float = 0.8, window: int = 100) -> None:
        self._games = _games(env, DungeonVectorEnv)
        _refuse_another(VectorCurriculum, env)
        self._progress = _Progress(self._games, env.num_envs, rate, window)
        super().__init__(env)
        self._mode = self._games.metadata["autoreset_mode"]
        self._ended = np.zeros(env.num_envs, np.bool_)

    def reset(
        self, *, seed: Any = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        result = self.env.reset(seed=seed, options=options)
        lanes = (options or {}).get("reset_mask")
        lanes = np.ones(self.num_envs, np.bool_) if lanes is None else np.asarray(lanes, np.bool_)
        self._progress.begin(lanes, self._games.file)
        self._ended &= ~lanes
        return result

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        file = self._games.file
        self._progress.play()
        if self._mode == AutoresetMode.NEXT_STEP:
            self._progress.begin(self._ended, file)
        observations, rewards, terminated, truncated, infos = self.env.step(actions)
        self._ended = terminated | truncated
        outcomes = infos.get("final_info", infos).get("outcome")
        for lane in np.flatnonzero(self._ended):
            self._progress.end(int(lane), outcomes is not None and outcomes[lane] == "won")
        if self._mode == AutoresetMode.SAME_STEP:
            self._progress.begin(self._ended, file)
        return observations, rewards, terminated, truncated, infos


def _refuse_another(kind: type, env: Any) -> None:
    """Raises ``TypeError`` if a wrapper of this kind is inside already: two of them skip files."""
    while isinstance(env, (gymnasium.Wrapper, gymnasium.vector.VectorWrapper)):
        if isinstance(env, kind):
            raise TypeError(f"expected env to have no {kind.__name__} inside, found {shown(env)}")
        env = env.env
