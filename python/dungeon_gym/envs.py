"""Environments of gymnasium: ``DungeonEnv`` is one game, ``DungeonVectorEnv`` any number of them on threads.

An observation is a dictionary of arrays:

* ``planes``: a byte for each plane, row and column, in the order of ``plane_names``; ``tile_names``, ``item_names`` and
  ``kind_names`` name the values of the planes ``tile``, ``item`` and ``kind``, which several files share by name;
* ``vector``: whole numbers, in the order of ``number_names``;
* ``action_mask``: 1 for each action that is legal now;
* ``message``: what a person reads about the last action, in UTF-8, padded with zeros (unless ``messages=False``).

An action is a number, named by ``action_names``. An action that is not legal changes nothing, and ``info["refused"]`` is
true. ``info`` also has the ``seed`` after a reset, and always the ``turn`` of the game and the number of its ``file``; when
a game ends, its ``outcome`` and what it was ``lost_to``, such as ``crypt rat`` (``None`` for a win).
"""

from __future__ import annotations

import copy
import inspect
import operator
import os
from collections.abc import Mapping, Sequence
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TypedDict, cast

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.envs.registration import EnvSpec
from gymnasium.error import ClosedEnvironmentError
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from . import _engine
from .arguments import array, given, played_seeds, require, seed_for_each, shown
from .questions import Path

if TYPE_CHECKING:
    from typing_extensions import Unpack

Observation = dict[str, np.ndarray[Any, Any]]


class Settings(TypedDict, total=False):
    """The settings that all environments have, as keyword arguments: the dungeons (``text``, ``path`` or ``bundled``), what
    is observed (``vision``, ``mask_prices`` and ``messages``), the ``seeds`` to play, the ``rewards``, and ``max_turns``."""

    text: str | Sequence[str] | None
    """The text of a dungeon, or of several: ``reset(options={"file": 1})`` then plays the second."""
    path: Path | Sequence[Path] | None
    """The file of a dungeon, or several, after those of ``text``."""
    bundled: str | None
    """The name of a bundled dungeon, such as ``crypt``."""
    vision: Literal["player", "everything"]
    """Whether observations hide what a player does not see."""
    mask_prices: bool
    """Whether the mask leaves out actions that cost life."""
    max_turns: int | None
    """The turn of the game after which an episode is truncated."""
    seeds: Sequence[int] | np.ndarray[Any, Any] | Mapping[str, int] | None
    """The seeds to play, each once, such as ``range(1000)`` for training and ``range(1000, 1100)`` or ``[3, 14, 15]`` for
    tests; every seed counts from the first of them, and begins again after the last. The ``spec`` of an environment has
    a range as ``{"start": 0, "stop": 1000, "step": 1}``, which JSON can hold."""
    rewards: Mapping[str, float] | None
    """Factors for the parts of a reward: ``outcome`` (1 for a win, -1 for a loss), ``collected``, ``wealth``,
    ``damage_dealt``, ``damage_taken``, ``levels`` and ``turns``. Without them, only the outcome counts."""
    messages: bool
    """Whether observations have messages, which take time."""


class _Dungeons:
    """The engine's games, and the spaces of one of them. ``owner`` is the environment's class."""

    def __init__(self, owner: type, lanes: int, settings: Settings, **engine: Any) -> None:
        options: dict[str, Any] = dict(settings)
        if unknown := options.keys() - Settings.__annotations__.keys():
            parameters = inspect.signature(owner).parameters.values()
            own = [one.name for one in parameters if one.kind is not inspect.Parameter.VAR_KEYWORD]
            known = ", ".join([*own, *Settings.__annotations__])
            name = owner.__name__
            raise TypeError(f"{name}() got an unexpected keyword argument {min(unknown)!r}; its settings are {known}")
        texts, paths = _several(options.pop("text", None)), _several(options.pop("path", None))
        for name in ("bundled", "max_turns", "seeds", "rewards"):
            if options.get(name, 0) is None:
                del options[name]
        require(**options)
        for text in texts:
            require(text=text)
        for path in paths:
            require(path=path)
        dungeons: list[tuple[str | None, Path | None]] = [(text, None) for text in texts]
        dungeons += [(None, path) for path in paths]
        if (name := options.pop("bundled", None)) is not None:
            if name not in _engine.BUNDLED:
                raise ValueError(f"expected bundled to be one of {', '.join(_engine.BUNDLED)}; found {shown(name)}")
            if dungeons:
                raise ValueError(
                    f"expected no text or path beside the bundled dungeon {name}: make Dungeon-v0 to play your own"
                )
            dungeons.append((_engine.BUNDLED[name], None))
        if not dungeons:
            raise ValueError("expected text, path or bundled to give at least one dungeon, found none")
        # All seeds are as many as the engine cannot count, and need no range.
        if (seeds := options.pop("seeds", None)) is not None and (played := played_seeds(seeds)) != range(1 << 64):
            options["seeds"] = played
            if isinstance(played, range):
                # Python counts no range above 2**63.
                options["seeds"] = (played[0], played.step % (1 << 64), played.index(played[-1]) + 1)
        if (rewards := options.pop("rewards", None)) is not None:
            options["rewards"] = list(rewards.items())
        self.games = _engine.Games(dungeons, lanes, **options, **engine)
        arrays = _arrays(self.games.observation)
        self.plane_names = [name for name, _, _ in self.games.planes]
        self.number_names = [name for name, _, _ in self.games.numbers]
        self.tile_names, self.item_names, self.kind_names = self.games.legend
        # The checker of gymnasium warns of spaces with a single value.
        highest = np.array([max(high, 1) for _, _, high in self.games.planes], np.uint8)[:, None, None]
        highest = np.broadcast_to(highest, arrays["planes"].shape[1:])
        bounds = np.array([(low, max(high, low + 1)) for _, low, high in self.games.numbers], np.int32)
        parts: dict[str, spaces.Space[Any]] = {
            "planes": spaces.Box(np.zeros_like(highest), highest, dtype=np.uint8),
            "vector": spaces.Box(bounds[:, 0], bounds[:, 1], dtype=np.int32),
            "action_mask": spaces.MultiBinary(arrays["action_mask"].shape[1]),
        }
        if "message" in arrays:
            parts["message"] = spaces.Box(0, 255, arrays["message"].shape[1:], np.uint8)
        self.parts = parts
        self.observation_space = spaces.Dict(parts)
        self.action_space = spaces.Discrete(arrays["action_mask"].shape[1])


class _PlainSpec:
    """An environment whose ``spec`` can be saved as JSON, and makes the same environment from there."""

    _spec: EnvSpec | None = None

    @property
    def spec(self) -> EnvSpec | None:
        """The specification that gymnasium made the environment of, with plain values as its arguments."""
        return self._spec

    @spec.setter
    def spec(self, spec: EnvSpec | None) -> None:
        if spec is not None:
            spec = copy.copy(spec)
            spec.kwargs = _jsonable(spec.kwargs)
        self._spec = spec


class _Played:
    """What one game and many games have in common."""

    _dungeons: _Dungeons
    _LENT = frozenset({"_games", "_arrays", "_lane", "_step", "_last", "_all"})
    """The attributes that ``_attach`` sets."""

    def _attach(self) -> None:
        """Sets what belongs to the engine's games; copies have their own."""
        self._games = self._dungeons.games
        self._arrays = _arrays(self._games.observation)

    def _observe(self) -> Any:
        raise NotImplementedError

    def _choose_file(self, options: Mapping[str, Any]) -> None:
        """Sets the dungeon that the options of a reset name."""
        if (file := options.get("file")) is not None:
            self.file = file

    @property
    def plane_names(self) -> list[str]:
        """The names of the planes of an observation."""
        return self._dungeons.plane_names

    @property
    def number_names(self) -> list[str]:
        """The names of the numbers in an observation's ``vector``."""
        return self._dungeons.number_names

    @property
    def tile_names(self) -> list[str]:
        """The names of the values of the plane ``tile``, from 0 on; empty for 0 and for a value that no cell has. If there
        is a plane ``tile / 256``, the value is ``tile + 256 * (tile / 256)``."""
        return self._dungeons.tile_names

    @property
    def item_names(self) -> list[str]:
        """The names of the values of the plane ``item``, like ``tile_names``."""
        return self._dungeons.item_names

    @property
    def kind_names(self) -> list[str]:
        """The names of the values of the plane ``kind``, like ``tile_names``."""
        return self._dungeons.kind_names

    @cached_property
    def action_names(self) -> list[str]:
        """The names of the actions."""
        return self._games.action_names

    @property
    def file(self) -> int:
        """The number of the dungeon that later episodes are played in."""
        return self._games.file

    @file.setter
    def file(self, file: int) -> None:
        require(file=file)
        if file >= self.files:
            raise ValueError(f"expected file to be a whole number from 0 to {self.files - 1}, found {shown(file)}")
        self._games.file = file

    @property
    def files(self) -> int:
        """The number of dungeons."""
        return self._games.files

    def get_state(self) -> _engine.State:
        """The state of the game, or of all games, for ``set_state`` of this environment and of its deep copies."""
        return self._games.state()

    def set_state(self, state: _engine.State) -> Any:
        """Goes on from a state, and returns its observation. What Python counts goes on: the steps of wrappers, and
        the returns and lengths in PufferLib's ``infos``."""
        require(state=state)
        self._games.set_state(state)
        return self._observe()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in self._LENT}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._attach()


class DungeonEnv(_PlainSpec, _Played, gymnasium.Env[Observation, np.int64]):
    """A game. Seeds are those of ``dungeon --seed``: ``reset(seed=7)`` plays the game of seed 7, and later resets play
    the seeds after it. Nothing is open, so ``close`` does nothing, as in gymnasium's own games without a window."""

    # Spaces of gymnasium have no type for dictionaries of arrays.
    observation_space: spaces.Dict  # type: ignore[assignment, unused-ignore]
    action_space: spaces.Discrete
    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 8}

    def __init__(
        self,
        *,
        render_mode: str | None = None,
        size: tuple[int, int] = (80, 24),
        **settings: Unpack[Settings],
    ) -> None:
        self.render_mode, self._size = _drawing(render_mode, size)
        self._dungeons = _Dungeons(type(self), 1, settings, drawn=render_mode is not None)
        self._is_seeded = False
        self.observation_space = self._dungeons.observation_space
        self.action_space = self._dungeons.action_space
        self._attach()

    def _attach(self) -> None:
        super()._attach()
        self._lane = [(name, array[0]) for name, array in self._arrays.items()]
        self._step = self._games.step_one

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        require(**given(seed=seed, options=options))
        super().reset(seed=None if seed is None else operator.index(seed))
        self._choose_file(options or {})
        if seed is None and not self._is_seeded:
            seed = int(self.np_random.integers(1 << 63))
        self._is_seeded = True
        self._games.reset(None if seed is None else [seed])
        games = self._games
        info = {"seed": int(games.seeds[0]), "turn": int(games.turns[0]), "file": int(games.played[0])}
        return self._observe(), info

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        try:
            reward, terminated, truncated, refused, turn, file = self._step(action)
        except (TypeError, OverflowError) as error:
            kind = TypeError if isinstance(error, TypeError) else ValueError
            most = self._arrays["action_mask"].shape[1] - 1
            raise kind(f"expected action to be a whole number from 0 to {most}, found {shown(action)}") from None
        info: dict[str, Any] = {"refused": refused, "turn": turn, "file": file}
        if terminated:
            ((_, info["outcome"], info["lost_to"], _),) = self._games.ends()
        return self._observe(), reward, terminated, truncated, info

    def render(self) -> Any:
        return _render(self._games, 0, self.render_mode, self._size)

    def checksum(self) -> int:
        """A checksum of the whole state of the game, as in recordings."""
        return self._games.checksums()[0]

    def price_in_life(self) -> int:
        """The points of life that the most expensive legal action costs now; 0 if none costs any. It is not in ``info``,
        because each call tries all actions."""
        return self._games.prices_in_life()[0]

    def _observe(self) -> Observation:
        return {name: array.copy() for name, array in self._lane}


class DungeonVectorEnv(
    _PlainSpec, _Played, gymnasium.vector.VectorEnv[Observation, np.ndarray[Any, Any], np.ndarray[Any, Any]]
):
    """Games that are stepped on threads (``threads=0``: one per processor), without the interpreter's lock.

    ``reset(seed=7)`` gives lane ``i`` the seed ``7 + i``, and its later episodes the seeds ``7 + i + num_envs``, and so
    on. With ``copy=False``, every step returns the same arrays, with new values. After ``close``, calls raise
    gymnasium's ``ClosedEnvironmentError``.

    An episode whose game ends in step ``max_episode_steps`` is terminated and truncated, as by gymnasium's ``TimeLimit``.
    """

    observation_space: spaces.Dict
    action_space: spaces.MultiDiscrete
    single_observation_space: spaces.Dict
    single_action_space: spaces.Discrete

    def __init__(
        self,
        num_envs: int = 1,
        *,
        threads: int = 0,
        copy: bool = True,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        max_episode_steps: int | None = None,
        render_mode: str | None = None,
        size: tuple[int, int] = (80, 24),
        **settings: Unpack[Settings],
    ) -> None:
        require(num_envs=num_envs, threads=threads, copy=copy, **given(max_episode_steps=max_episode_steps))
        self.render_mode, self._size = _drawing(render_mode, size)
        self.num_envs = num_envs = operator.index(num_envs)
        self.copy = copy
        try:
            # An array would be compared with each mode.
            self._mode = AutoresetMode(autoreset_mode if isinstance(autoreset_mode, (AutoresetMode, str)) else None)
        except ValueError:
            known = ", ".join(mode.value for mode in AutoresetMode)
            text = f"expected autoreset_mode to be one of {known}; found {shown(autoreset_mode)}"
            raise ValueError(text) from None
        self.metadata = DungeonEnv.metadata | {"autoreset_mode": self._mode}
        self._dungeons = _Dungeons(
            type(self),
            num_envs,
            settings,
            threads=threads,
            autoreset={
                AutoresetMode.NEXT_STEP: "next_step",
                AutoresetMode.SAME_STEP: "same_step",
                AutoresetMode.DISABLED: "disabled",
            }[self._mode],
            max_steps=max_episode_steps,
            drawn=render_mode is not None,
        )
        self._is_seeded = False
        self.single_observation_space = self._dungeons.observation_space
        self.single_action_space = self._dungeons.action_space
        self.observation_space = cast(spaces.Dict, batch_space(self.single_observation_space, num_envs))
        self.action_space = cast(spaces.MultiDiscrete, batch_space(self.single_action_space, num_envs))
        self._attach()

    def _attach(self) -> None:
        super()._attach()
        self._last = None if self._games.last is None else _arrays(self._games.last)
        # Infos share it without copies, so nothing may write to it.
        self._all = np.ones(self.num_envs, np.bool_)
        self._all.flags.writeable = False

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        self._check_open()
        require(**given(options=options))
        options = options or {}
        which = options.get("reset_mask")
        if which is not None:
            which = array("reset_mask", which, self.num_envs, "truth values").astype(np.bool_).tolist()
        numbers = self._numbers(seed)
        self._choose_file(options)
        self._is_seeded = True
        self._games.reset(numbers, which)
        return self._observe(), self._infos()

    def step(
        self, actions: np.ndarray[Any, Any]
    ) -> tuple[Observation, np.ndarray[Any, Any], np.ndarray[Any, Any], np.ndarray[Any, Any], dict[str, Any]]:
        self._check_open()
        games = self._games
        before = None if self._last is None else {"seed": games.seeds.copy(), "file": games.played.copy()}
        games.step(array("actions", actions, self.num_envs).astype(np.int64, order="C", copy=False))
        infos = self._infos()
        if ends := games.ends():
            told = self._told_ends(ends)
            if before is None:
                del told["turn"]
                infos |= _masked(told, games.terminated)
            else:
                done = games.terminated | games.truncated
                told = _masked(told, games.terminated)
                told["_turn"] = done.copy()
                told |= _masked(before | {"refused": games.refused.copy()}, done)
                infos |= _masked({"final_obs": self._finals(done), "final_info": told}, done)
        results = (games.rewards, games.terminated, games.truncated)
        rewards, terminated, truncated = (array.copy() for array in results) if self.copy else results
        return self._observe(), rewards, terminated, truncated, infos

    def render(self) -> tuple[Any, ...] | None:
        self._check_open()
        if self.render_mode is None:
            return None
        return tuple(_render(self._games, lane, self.render_mode, self._size) for lane in range(self.num_envs))

    def checksums(self) -> list[int]:
        """A checksum of the whole state of each game, as in recordings."""
        self._check_open()
        return self._games.checksums()

    def prices_in_life(self) -> np.ndarray[Any, Any]:
        """For each game, the points of life that the most expensive legal action costs now; 0 if none costs any."""
        self._check_open()
        return np.array(self._games.prices_in_life(), np.int32)

    def get_state(self) -> _engine.State:
        self._check_open()
        return super().get_state()

    def set_state(self, state: _engine.State) -> Any:
        self._check_open()
        return super().set_state(state)

    def _check_open(self) -> None:
        if self.closed:
            raise ClosedEnvironmentError("this environment was closed before: make a new one")

    def _numbers(self, seed: Any) -> list[int] | None:
        """The seeds that lanes begin with; ``None`` for those after the last."""
        if seed is None and self._is_seeded:
            return None
        seeds = seed_for_each(seed, self.num_envs)
        if seeds is None:
            if seed is not None:
                require(seed=seed)
                super().reset(seed=operator.index(seed))
            first = int(self.np_random.integers(1 << 62)) if seed is None else operator.index(seed)
            return [(first + lane) % (1 << 64) for lane in range(self.num_envs)]
        for one in seeds:
            require(**given(seed=one))
        return [int(self.np_random.integers(1 << 62)) if one is None else operator.index(one) for one in seeds]

    def _observe(self) -> Observation:
        return {name: array.copy() for name, array in self._arrays.items()} if self.copy else dict(self._arrays)

    def _infos(self) -> dict[str, Any]:
        games = self._games
        told = {"seed": games.seeds, "refused": games.refused, "turn": games.turns, "file": games.played}
        infos: dict[str, Any] = {}
        for name, values in told.items():
            infos[name] = values.copy() if self.copy else values
            infos["_" + name] = self._all.copy() if self.copy else self._all
        return infos

    def _told_ends(self, ends: list[tuple[int, str | None, str | None, int]]) -> dict[str, np.ndarray[Any, Any]]:
        """What is told of the episodes that ended, as arrays with a value for each game."""
        outcomes, causes = (np.full(self.num_envs, None, object) for _ in range(2))
        turns = np.zeros(self.num_envs, np.int64)
        for lane, outcome, cause, turn in ends:
            outcomes[lane], causes[lane], turns[lane] = outcome, cause, turn
        return {"outcome": outcomes, "lost_to": causes, "turn": turns}

    def _finals(self, done: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """The last observations of the ended episodes, as an array of dictionaries."""
        finals = np.full(self.num_envs, None, object)
        for lane in np.flatnonzero(done):
            finals[lane] = {name: array[lane].copy() for name, array in (self._last or {}).items()}
        return finals


def _masked(values: Mapping[str, Any], mask: np.ndarray[Any, Any]) -> dict[str, Any]:
    """The values, each with its own copy of the mask that tells which games it belongs to, as gymnasium names it."""
    return {**values, **{"_" + name: mask.copy() for name in values}}


def _jsonable(value: Any) -> Any:
    """A value of the arguments of an environment as JSON can hold it."""
    match value:
        case Enum():
            return value.value
        case os.PathLike():
            return os.fspath(value)
        case range():
            return {"start": value.start, "stop": value.stop, "step": value.step}
        case np.ndarray() | np.generic():
            return value.tolist()
        case Mapping():
            return {name: _jsonable(one) for name, one in value.items()}
        case list() | tuple():
            return [_jsonable(one) for one in value]
    return value


def _several(one_or_more: Any) -> list[Any]:
    if one_or_more is None:
        return []
    return list(one_or_more) if isinstance(one_or_more, (list, tuple)) else [one_or_more]


def _arrays(observations: _engine.Observations) -> Observation:
    arrays: Observation = {
        "planes": observations.planes,
        "vector": observations.vector,
        "action_mask": observations.action_mask.view(np.int8),
    }
    if observations.message.size:
        arrays["message"] = observations.message
    return arrays


def _drawing(render_mode: str | None, size: tuple[int, int]) -> tuple[str | None, tuple[int, int]]:
    """How games are drawn, once it is checked."""
    modes = DungeonEnv.metadata["render_modes"]
    if render_mode is not None and not (isinstance(render_mode, str) and render_mode in modes):
        raise ValueError(f"expected render_mode to be {', '.join(modes)} or None, found {shown(render_mode)}")
    require(size=size)
    columns, rows = map(operator.index, size)
    return render_mode, (columns, rows)


def _render(games: _engine.Games, lane: int, mode: str | None, size: tuple[int, int]) -> Any:
    match mode:
        case "ansi":
            return games.ansi(lane, size)
        case "rgb_array":
            return games.pixels(lane, size)
        case _:
            return None


def register() -> None:
    """Registers ``Dungeon-v0`` for any dungeon, and ``Dungeon/Crypt-v0`` and the like for the bundled ones."""
    bundled = {f"Dungeon/{_words(name)}-v0": {"bundled": name} for name in _engine.BUNDLED}
    for id, settings in {"Dungeon-v0": {}, **bundled}.items():
        gymnasium.register(
            id,
            entry_point=f"{__name__}:DungeonEnv",
            vector_entry_point=f"{__name__}:DungeonVectorEnv",
            max_episode_steps=3000,
            kwargs=settings,
        )


def _words(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("-"))
