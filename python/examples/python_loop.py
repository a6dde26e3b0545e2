"""Plays the games of ``rust_loop.rs`` with a vector environment, and must print the same checksums.

``python examples/python_loop.py arena 64 10000 [messages]``. The steps per second count only the time inside of
``step``; those of one game are measured as well.
"""

import sys
import time

import gymnasium
import numpy as np

import dungeon_gym

SEED = 7


def choose(mask, step, lanes):
    """One of the legal actions of each lane."""
    legal = mask.astype(np.int64)
    chance = (np.uint64(step * 2_654_435_761) + np.arange(lanes, dtype=np.uint64) * np.uint64(40_503)) >> np.uint64(7)
    chosen = (chance % np.maximum(legal.sum(1), 1).astype(np.uint64)).astype(np.int64)
    return (legal.cumsum(1) > chosen[:, None]).argmax(1)


def checksum(game, total, vector, planes, mask):
    values = [*vector.tolist(), *planes.ravel().tolist(), *mask.tolist()]
    result = game ^ (int(total) % 2**64)
    for value in values:
        result = (result * 31 + value) % 2**64
    return result


def vector_loop(name, lanes, steps, messages):
    envs = dungeon_gym.DungeonVectorEnv(
        lanes, bundled=name, threads=1, copy=False, max_episode_steps=3000, messages=messages
    )
    seen, _ = envs.reset(seed=SEED)
    totals, inside = np.zeros(lanes), 0.0
    for step in range(steps):
        actions = choose(seen["action_mask"], step, lanes)
        begun = time.process_time()
        seen, rewards, *_ = envs.step(actions)
        inside += time.process_time() - begun
        totals += rewards
    print(f"a vector of {lanes}: {lanes * steps / inside:.0f} steps/s", file=sys.stderr)
    for lane, game in enumerate(envs.checksums()):
        parts = (seen[key][lane] for key in ("vector", "planes", "action_mask"))
        print(f"{checksum(game, totals[lane], *parts):016x}")


def single_loop(title, env, steps):
    seen, _ = env.reset(seed=SEED)
    inside = 0.0
    for step in range(steps):
        action = int(choose(seen["action_mask"][None], step, 1)[0])
        begun = time.process_time()
        seen, _, terminated, truncated, _ = env.step(action)
        if terminated or truncated:
            seen, _ = env.reset()
        inside += time.process_time() - begun
    print(f"{title}: {steps / inside:.0f} steps/s", file=sys.stderr)


if __name__ == "__main__":
    name, lanes, steps, *others = sys.argv[1:]
    messages = "messages" in others
    vector_loop(name, int(lanes), int(steps), messages)
    env = gymnasium.make("Dungeon-v0", bundled=name, messages=messages, disable_env_checker=True)
    single_loop("one game", env.unwrapped, int(steps))
    single_loop("one game with the wrappers of gymnasium.make", env, int(steps))
