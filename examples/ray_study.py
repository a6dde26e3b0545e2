"""Plays simulations and trains learners on many machines with Ray:

    pip install ray
    python examples/ray_study.py simulate --seeds 0..99999 --shards 20 --bot careful crypt.dng

plays each shard as a task, ``dungeon simulate --seeds … --format jsonl``, and adds the games up with
``dungeon simulate --merge``. Arguments that this script does not know go to ``dungeon simulate``. Without an address
(``RAY_ADDRESS``), Ray uses this machine; otherwise all machines need the program ``dungeon`` and the dungeons at the
same place.

    pip install ./python jax flax optax
    python examples/ray_study.py train crypt --cpu-minutes 10 --learning-rates 0.0002,0.0005 --learners 3

trains learners (``python/examples/train.py``) with each learning rate, and prints their results, the best last. Bots
play the same test games, and the table of ``dungeon simulate --merge`` comes at the end.
"""

import argparse
import itertools
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import ray

TRAIN = Path(__file__).parents[1] / "python" / "examples"


@ray.remote(num_cpus=1)
def play(seeds, arguments):
    """The exit code of a simulation, its games as lines, and its errors."""
    command = ["dungeon", "simulate", "--seeds", f"{seeds[0]}..{seeds[-1]}", "--threads", "1", "--format", "jsonl"]
    done = subprocess.run([*command, *arguments], capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr


@ray.remote(num_cpus=1)
def learn(train, *arguments):
    return train(*arguments)


def submit(seeds, shards, arguments):
    """Starts the tasks of a simulation, whose seeds are cut into parts of about the same number."""
    ends = [len(seeds) * shard // shards for shard in range(shards + 1)]
    return [play.remote(seeds[first:end], arguments) for first, end in itertools.pairwise(ends) if first < end]


def merge(seeds, tasks):
    """Prints the table of all games, and returns the exit code."""
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for number, (code, games, errors) in enumerate(ray.get(tasks)):
            if code:
                sys.stderr.buffer.write(errors)
                return code
            files.append(Path(folder, f"{number:06}.jsonl"))
            files[-1].write_bytes(games)
        span = f"{seeds[0]}..{seeds[-1]}"
        return subprocess.run(["dungeon", "simulate", "--merge", "--seeds", span, *files], check=False).returncode


def sweep(asked):
    """Trains with each learning rate and several seeds while bots play the test games."""
    sys.path.insert(0, str(TRAIN))
    import train

    # The workers have no such module: it is sent to them.
    ray.cloudpickle.register_pickle_by_value(train)
    seeds = range(asked.test_games)
    tasks = {
        learn.remote(train.train, asked.dungeon, asked.cpu_minutes * 60, seed, rate, asked.test_games): (rate, seed)
        for rate in asked.learning_rates
        for seed in range(asked.learners)
    }
    games = submit(seeds, asked.shards, ["--most", str(train.MOST_STEPS), asked.dungeon])
    results = sorted(zip(ray.get(list(tasks)), tasks.values()), key=lambda result: result[0].won)
    for result, (rate, seed) in results:
        print(f"learning rate {rate}, seed {seed}: {result}")
    return merge(seeds, games)


def span(text):
    """The seeds of ``A..B``, both included."""
    first, _, last = text.partition("..")
    seeds = range(int(first), int(last) + 1)
    if not seeds:
        raise ValueError(text)
    return seeds


def at_least_one(text):
    if int(text) < 1:
        raise ValueError(text)
    return int(text)


def rates(text):
    return [float(rate) for rate in text.split(",")]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    studies = parser.add_subparsers(dest="study", required=True)
    one = studies.add_parser("simulate", help="play a simulation in shards")
    one.add_argument("--seeds", type=span, default=range(1000), metavar="A..B", help="default: 0..999")
    two = studies.add_parser("train", help="train learners, and let bots play their test games")
    two.add_argument("dungeon", help="the name of a bundled dungeon, or a file")
    two.add_argument("--cpu-minutes", type=float, default=10, help="for each learner (default: 10)")
    two.add_argument("--learning-rates", type=rates, default=[5e-4], metavar="A,B,…", help="default: 0.0005")
    two.add_argument("--learners", type=at_least_one, default=3, help="seeds for each learning rate (default: 3)")
    two.add_argument("--test-games", type=at_least_one, default=200, help="default: 200")
    for study in (one, two):
        study.add_argument("--shards", type=at_least_one, default=10, help="tasks of a simulation (default: 10)")
    asked, others = parser.parse_known_args()
    if asked.study == "train" and others:
        two.error(f"unknown arguments: {' '.join(others)}")
    if not shutil.which("dungeon"):
        parser.error("the program dungeon is not on the PATH; install it with `pip install .` in the repository")
    ray.init(log_to_driver=False)
    if asked.study == "train":
        return sweep(asked)
    return merge(asked.seeds, submit(asked.seeds, asked.shards, others))


if __name__ == "__main__":
    sys.exit(main())
