"""A native environment of PufferLib, which this module needs: games that write into its shared buffers."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pufferlib
from gymnasium import spaces

from .arguments import array, given, require, seed_for_each
from .envs import Settings, _Dungeons, _Played

if TYPE_CHECKING:
    from typing_extensions import Unpack


class DungeonPufferEnv(_Played, pufferlib.PufferEnv):  # type: ignore[misc]
    """Games that are stepped on threads (``threads=0``: one per processor), each with a row of bytes as its observation.

    ``observations.view(env.observation_dtype)`` names the parts of the rows, and so does
    ``pufferlib.pytorch.nativize_dtype(env.emulated)`` for tensors. Messages are off unless ``messages=True``.

    An episode that ends is followed by another in the same step, and ``infos`` gets its return, its length and whether
    it was won. ``reset(seed=7)`` draws the games' seeds from 7, so that workers, which PufferLib gives consecutive
    seeds, play different games; ``reset(seed=[7, 8])`` gives the seed of each game.
    """

    def __init__(
        self,
        num_envs: int = 1,
        *,
        threads: int = 1,
        max_episode_steps: int | None = 3000,
        buf: Any = None,
        seed: int = 0,
        **settings: Unpack[Settings],
    ) -> None:
        require(num_envs=num_envs, threads=threads, seed=seed, **given(max_episode_steps=max_episode_steps))
        num_envs = operator.index(num_envs)
        self._dungeons = _Dungeons(
            type(self),
            num_envs,
            {"messages": False, **settings},
            threads=threads,
            autoreset="same_step",
            max_steps=max_episode_steps,
        )
        self._seed = seed
        self._returns, self._lengths = np.zeros(num_envs), np.zeros(num_envs, np.int64)
        parts = self._dungeons.parts
        # The engine's order: the wide numbers come first, so that nothing needs padding but the end.
        names = ["vector", *(name for name in ("planes", "action_mask", "message") if name in parts)]
        self.observation_dtype = np.dtype([(name, parts[name].dtype, parts[name].shape) for name in names], align=True)
        self.single_observation_space = spaces.Box(0, 255, (self.observation_dtype.itemsize,), np.uint8)
        self.single_action_space = self._dungeons.action_space
        self.num_agents = num_envs
        super().__init__(buf)
        self._attach()

    def _attach(self) -> None:
        super()._attach()
        self._games.rows = self.observations.view(np.int32)

    def _observe(self) -> Any:
        return self.observations

    @property
    def emulated(self) -> dict[str, Any]:
        """The types of a row and of its parts, as ``pufferlib.pytorch.nativize_dtype`` takes them."""
        return {"observation_dtype": np.dtype(np.uint8), "emulated_observation_dtype": self.observation_dtype}

    def reset(self, seed: int | Sequence[int] | None = None) -> tuple[Any, list[dict[str, Any]]]:
        """Begins an episode in each game; without a seed, with that of the constructor."""
        seed = self._seed if seed is None else seed
        seeds = seed_for_each(seed, self.num_agents)
        for one in [seed] if seeds is None else seeds:
            require(seed=one)
        if seeds is None:
            draw = np.random.default_rng(operator.index(seed)).integers  # type: ignore[arg-type]
            seeds = draw(1 << 62, size=self.num_agents).tolist()
        self._games.reset(seeds)
        self._returns[:], self._lengths[:] = 0, 0
        self._write_ends()
        return self.observations, []

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, list[dict[str, Any]]]:
        games = self._games
        games.step(array("actions", actions, self.num_agents).astype(np.int64, order="C", copy=False))
        self._write_ends()
        self._returns += games.rewards
        self._lengths += 1
        infos = []
        for lane, outcome, _, _ in games.ends():
            infos.append({
                "episode_return": float(self._returns[lane]),
                "episode_length": int(self._lengths[lane]),
                "won": float(outcome == "won"),
            })
            self._returns[lane], self._lengths[lane] = 0, 0
        return self.observations, self.rewards, self.terminals, self.truncations, infos

    def _write_ends(self) -> None:
        self.rewards[:] = self._games.rewards
        self.terminals[:] = self._games.terminated
        self.truncations[:] = self._games.truncated

    def close(self) -> None:
        """Nothing is open."""
