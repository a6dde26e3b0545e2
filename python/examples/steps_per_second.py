"""Measures steps per second beside NLE, MiniHack and Griddly, in one process:

    pip install ./python nle griddly
    pip install --no-deps minihack
    pip install pufferlib-core
    python python/examples/steps_per_second.py

MiniHack comes without its dependencies, since pip otherwise chooses an old version of it that does not install.

Actions are random, but legal where an environment has a mask. Only the time inside of ``step`` and ``reset`` counts,
all threads of the process together, and the environments take turns, so that the load of the machine matters little.
A package that is not installed is left out, and the script says so.
"""

import argparse
import sys
import time
from functools import partial
from statistics import median

import dungeon_gym  # registers its environments
import gymnasium
import numpy as np

random = np.random.default_rng(0)


def one_of_ours(name):
    env = gymnasium.make(name, disable_env_checker=True)
    return env, lambda seen: random.choice(np.flatnonzero(seen["action_mask"]))


def many_of_ours(name):
    env = gymnasium.make_vec(name, num_envs=64, threads=1, copy=False)
    return env, lambda seen: np.where(seen["action_mask"], random.random(seen["action_mask"].shape), -1).argmax(1)


def many_for_puffer(dungeon):
    from dungeon_gym.puffer import DungeonPufferEnv

    env = DungeonPufferEnv(64, bundled=dungeon, messages=True)

    def choose(rows):
        mask = rows.view(env.observation_dtype)["action_mask"][:, 0]
        return np.where(mask, random.random(mask.shape), -1).argmax(1)

    return env, choose


def of_gymnasium(package, name):
    __import__(package)
    env = gymnasium.make(name, disable_env_checker=True)
    return env, lambda seen: env.action_space.sample()


class OfGriddly:
    """A game of Griddly with the results of gymnasium: Griddly itself has those of gym, its predecessor."""

    def __init__(self, file):
        from griddly import GymWrapper, gd

        self.env = GymWrapper(file, player_observer_type=gd.ObserverType.VECTOR, level=0)

    def reset(self):
        return self.env.reset(), {}

    def step(self, action):
        seen, reward, terminated, infos = self.env.step(action)
        return seen, reward, terminated, False, infos


def of_griddly(file):
    env = OfGriddly(file)
    return env, lambda seen: env.env.action_space.sample()


OURS = sorted(name for name in gymnasium.registry if name.startswith("Dungeon/"))

# Each environment with a way to make one game, or a vector of 64.
GAMES = {
    **{f"`{name}`": (partial(one_of_ours, name), partial(many_of_ours, name)) for name in OURS},
    "`DungeonPufferEnv`, arena": (None, partial(many_for_puffer, "arena")),
    "`DungeonPufferEnv`, crypt": (None, partial(many_for_puffer, "crypt")),
    "NLE, `NetHackScore-v0`": (partial(of_gymnasium, "nle", "NetHackScore-v0"), None),
    "MiniHack, `MiniHack-Room-Random-15x15-v0`": (
        partial(of_gymnasium, "minihack", "MiniHack-Room-Random-15x15-v0"),
        None,
    ),
    "MiniHack, `MiniHack-KeyRoom-S15-v0`": (partial(of_gymnasium, "minihack", "MiniHack-KeyRoom-S15-v0"), None),
    "Griddly, `sokoban.yaml`, vectors": (partial(of_griddly, "Single-Player/GVGAI/sokoban.yaml"), None),
    "Griddly, `zelda.yaml`, vectors": (partial(of_griddly, "Single-Player/GVGAI/zelda.yaml"), None),
}


class Clock:
    """Steps a game at random, and keeps its steps per second of CPU time in each round."""

    def __init__(self, make):
        self.env, self.choose = make()
        self.seen = self.env.reset()[0]
        self.lanes = getattr(self.env, "num_envs", getattr(self.env, "num_agents", 1))
        self.rates = []

    def round(self, seconds):
        steps, inside = 0, 0.0
        while inside < seconds:
            action = self.choose(self.seen)
            begun = time.process_time()
            self.seen, _, terminated, truncated, _ = self.env.step(action)
            # A vector resets its games by itself.
            if self.lanes == 1 and (terminated or truncated):
                self.seen = self.env.reset()[0]
            inside += time.process_time() - begun
            steps += self.lanes
        self.rates.append(steps / inside)

    def __str__(self):
        """The median of the rounds, with the lowest and the highest."""
        return f"{median(self.rates):,.0f} ({min(self.rates):,.0f}–{max(self.rates):,.0f})"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2, help="of each round of each environment (default: 2)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds (default: 5)")
    asked = parser.parse_args()
    clocks = {}
    for name, ways in GAMES.items():
        try:
            clocks[name] = [make and Clock(make) for make in ways]
        except ImportError as error:
            print(f"left out: {name}: {error}", file=sys.stderr)
    for _ in range(asked.rounds):
        for clock in filter(None, (clock for pair in clocks.values() for clock in pair)):
            clock.round(asked.seconds)
    print("| environment | one game | a vector of 64 |\n|---|---|---|")
    for name, (one, many) in clocks.items():
        print(f"| {name} | {one or ''} | {many or ''} |")


if __name__ == "__main__":
    main()
