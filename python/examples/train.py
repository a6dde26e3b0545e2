"""Trains a masked PPO on a dungeon, and tests it on seeds that it has never played:

    pip install ./python jax flax optax
    python python/examples/train.py crypt --cpu-minutes 10

The dungeon is the name of a bundled one, or a file. The time is that of the processor, all threads together. Test games
have the seeds from 0, as those of ``dungeon simulate``, so that the win rates compare; training plays other seeds.
"""

import argparse
import sys
import time
from functools import partial
from typing import NamedTuple

import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np
import optax

import dungeon_gym
from dungeon_gym.wrappers import VectorEgocentricCrop

LANES, STEPS, EPOCHS, BATCHES = 64, 64, 2, 4
RADIUS = 6  # of the square of cells that the network sees
DISCOUNT, SMOOTHING = 0.995, 0.95
CLIP, ENTROPY, VALUE = 0.2, 0.01, 0.5
MOST_STEPS = 3000
# Small rewards on the way to a win. Tests count wins only.
REWARDS = {"outcome": 1, "collected": 0.3, "levels": 0.5, "damage_dealt": 0.01, "damage_taken": -0.01, "turns": -0.003}
VISIT = 0.05  # of a cell that is new in the game


class Result(NamedTuple):
    """The wins of a trained network in test games, and what its training took."""

    dungeon: str
    games: int
    won: int
    steps: int
    cpu_seconds: float

    @property
    def interval(self):
        """The 95 % interval of the win rate (Wilson's)."""
        z, rate, games = 1.959964, self.won / self.games, self.games
        middle = rate + z**2 / (2 * games)
        spread = z * (rate * (1 - rate) / games + (z / games / 2) ** 2) ** 0.5
        # Rounding alone goes beyond 0 and 1.
        return tuple(min(max((middle + side * spread) / (1 + z**2 / games), 0.0), 1.0) for side in (-1, 1))

    def __str__(self):
        low, high = self.interval
        return (
            f"{self.dungeon}: {self.won} of {self.games} test games won, {self.won / self.games:.1%} "
            f"(95 %: {low:.1%} to {high:.1%}), after {self.steps:,} steps in {self.cpu_seconds:.0f} s of CPU time"
        )


class Network(nn.Module):
    """Gives the logits of all actions, those that are not legal masked, and the value of each game."""

    actions: int
    bits: tuple[int, ...]  # of each plane

    @nn.compact
    def __call__(self, seen):
        # A plane numbers kinds of things: the network sees each bit of such a number by itself.
        planes = jnp.moveaxis(seen["planes"], 1, -1).reshape(len(seen["vector"]), -1, len(self.bits))
        bits = [planes[..., plane] >> bit & 1 for plane, count in enumerate(self.bits) for bit in range(count)]
        cells = nn.relu(nn.Dense(16)(jnp.stack(bits, -1).astype(jnp.float32)))
        numbers = seen["vector"].astype(jnp.float32)
        numbers = jnp.sign(numbers) * jnp.log1p(jnp.abs(numbers))
        hidden = jnp.concatenate([cells.reshape(len(cells), -1), numbers], axis=1)
        for _ in range(2):
            hidden = nn.relu(nn.Dense(128)(hidden))
        logits = nn.Dense(self.actions, kernel_init=nn.initializers.orthogonal(0.01))(hidden)
        return jnp.where(seen["action_mask"], logits, -1e9), nn.Dense(1)(hidden)[:, 0]


def games(dungeon, lanes, seeds, rewards=None):
    """A vector of games; one that has ended waits for its reset."""
    where = {"bundled": dungeon} if dungeon in dungeon_gym.BUNDLED else {"path": dungeon}
    envs = dungeon_gym.DungeonVectorEnv(
        lanes,
        seeds=seeds,
        rewards=rewards,
        messages=False,
        copy=False,
        autoreset_mode="Disabled",
        max_episode_steps=MOST_STEPS,
        **where,
    )
    return VectorEgocentricCrop(envs, RADIUS)


class Visits:
    """The cells where the heroes have been since their games began."""

    def __init__(self, envs):
        self.lanes = np.arange(envs.num_envs)
        self.places = [envs.unwrapped.number_names.index(name) for name in ("level", "row", "column")]
        most = envs.single_observation_space["vector"].high[self.places]
        self.seen = np.zeros((envs.num_envs, *(most.astype(int) + 1)), bool)

    def add(self, vector):
        """Whether each hero is where it has not been before."""
        cells = (self.lanes, *vector[:, self.places].T)
        are_new = ~self.seen[cells]
        self.seen[cells] = True
        return are_new


@partial(jax.jit, static_argnums=0)
def act(network, params, seen, key):
    """Draws an action for each game."""
    logits, values = network.apply(params, seen)
    actions = jax.random.categorical(key, logits)
    return actions, chance(logits, actions), values


def chance(logits, actions):
    """The logarithms of the probabilities of actions."""
    return jnp.take_along_axis(nn.log_softmax(logits), actions[:, None], axis=1)[:, 0]


def advantages(rewards, ended, values):
    """Generalized advantage estimates. ``values`` has a row more: those of the states after the last step."""

    def back(later, row):
        reward, going, value, next_value = row
        later = reward + DISCOUNT * going * next_value - value + DISCOUNT * SMOOTHING * going * later
        return later, later

    rows = (rewards, 1.0 - ended, values[:-1], values[1:])
    return jax.lax.scan(back, jnp.zeros(rewards.shape[1]), rows, reverse=True)[1]


def loss(params, network, batch):
    seen, actions, old_chances, gains, returns = batch
    logits, values = network.apply(params, seen)
    ratio = jnp.exp(chance(logits, actions) - old_chances)
    gains = (gains - gains.mean()) / (gains.std() + 1e-8)
    policy = jnp.minimum(ratio * gains, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * gains).mean()
    # A masked action has the probability 0, and adds nothing.
    entropy = -(nn.softmax(logits) * nn.log_softmax(logits)).sum(1).mean()
    return -policy - ENTROPY * entropy + VALUE * jnp.square(values - returns).mean()


@partial(jax.jit, static_argnums=(0, 1))
def learn(network, optimizer, params, state, rollout, key):
    """Improves the parameters by all steps of a rollout, several times, in shuffled batches."""
    seen, actions, chances, values, rewards, ended = rollout
    gains = advantages(rewards, ended, values)
    rows = (seen, actions, chances, gains, gains + values[:-1])
    rows = jax.tree.map(lambda array: array.reshape(-1, *array.shape[2:]), rows)

    def improve(carry, picked):
        params, state = carry
        batch = jax.tree.map(lambda array: array[picked], rows)
        changes, state = optimizer.update(jax.grad(loss)(params, network, batch), state)
        return (optax.apply_updates(params, changes), state), None

    orders = [jax.random.permutation(one, LANES * STEPS) for one in jax.random.split(key, EPOCHS)]
    batches = jnp.stack(orders).reshape(EPOCHS * BATCHES, -1)
    return jax.lax.scan(improve, (params, state), batches)[0]


def train(dungeon, cpu_seconds, seed=0, learning_rate=5e-4, test_games=200, log=None):
    """Trains a network for a time, and returns its result in test games."""
    begun = time.process_time()
    # The first seeds are for tests.
    envs = games(dungeon, LANES, range(1_000_000, 2_000_000), REWARDS)
    seen, _ = envs.reset(seed=1_000_000)
    visits = Visits(envs)
    highest = envs.single_observation_space["planes"].high[:, 0, 0]
    network = Network(int(envs.single_action_space.n), tuple(int(high).bit_length() for high in highest))
    optimizer = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(learning_rate, eps=1e-5))
    key, first = jax.random.split(jax.random.key(seed))
    params = network.init(first, seen)
    state, steps = optimizer.init(params), 0
    ends = wins = 0
    while time.process_time() - begun < cpu_seconds:
        rows = []
        for _ in range(STEPS):
            key, draw = jax.random.split(key)
            before = {name: array.copy() for name, array in seen.items()}
            actions, chances, values = act(network, params, before, draw)
            seen, rewards, terminated, truncated, infos = envs.step(np.asarray(actions))
            rewards = (rewards + VISIT * visits.add(seen["vector"])).astype(np.float32)
            ended = terminated | truncated
            rows.append((before, actions, chances, values, rewards, ended))
            ends += ended.sum()
            if ended.any():
                wins += (infos["outcome"] == "won").sum()
                visits.seen[ended] = False
                seen, _ = envs.reset(options={"reset_mask": ended})
        last = act(network, params, seen, draw)[2]
        rollout = [jax.tree.map(lambda *arrays: np.stack(arrays), *column) for column in zip(*rows)]
        rollout[3] = np.concatenate([rollout[3], last[None]])
        key, draw = jax.random.split(key)
        params, state = learn(network, optimizer, params, state, tuple(rollout), draw)
        steps += LANES * STEPS
        if log and steps % (10 * LANES * STEPS) == 0:
            print(f"{steps:,} steps, {time.process_time() - begun:.0f} s: {wins} of {ends} games won", file=log)
            ends = wins = 0
    spent = time.process_time() - begun
    return Result(dungeon, test_games, test(network, params, dungeon, test_games, key), steps, spent)


def test(network, params, dungeon, count, key):
    """The number of games won, of those with the seeds from 0."""
    envs = games(dungeon, count, range(count))
    seen, _ = envs.reset(seed=0)
    is_open, is_won = np.ones(count, bool), np.zeros(count, bool)
    while is_open.any():
        key, draw = jax.random.split(key)
        actions, _, _ = act(network, params, seen, draw)
        seen, _, terminated, truncated, infos = envs.step(np.asarray(actions))
        is_open &= ~(terminated | truncated)
        is_won |= infos.get("outcome", is_won) == "won"
    return int(is_won.sum())


def playable(name):
    """The name of a dungeon that can be read, for the parser of arguments."""
    try:
        games(name, 1, range(1))
    except OSError as error:
        known = ", ".join(sorted(dungeon_gym.BUNDLED))
        raise argparse.ArgumentTypeError(f"{name}: {error.strerror}; expected a file or one of {known}") from None
    except dungeon_gym.DungeonError as error:
        raise argparse.ArgumentTypeError(f"{name} has errors\n{error}") from None
    return name


def positive(text):
    """A whole number from 1 upward, for the parser of arguments."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1 upward, found {text}")
    return int(text)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dungeon", type=playable, help="the name of a bundled dungeon, or a file")
    parser.add_argument("--cpu-minutes", type=float, default=10, help="the time for training (default: 10)")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the network and its draws (default: 0)")
    parser.add_argument("--learning-rate", type=float, default=5e-4, help="Adam's (default: 0.0005)")
    parser.add_argument("--test-games", type=positive, default=200, help="games with the seeds from 0 (default: 200)")
    asked = parser.parse_args()
    print(train(asked.dungeon, asked.cpu_minutes * 60, asked.seed, asked.learning_rate, asked.test_games, sys.stderr))
