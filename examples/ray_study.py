"""Plays simulations and trains learners on many machines with Ray:

    pip install ray
    python examples/ray_study.py simulate --seeds 0..99999 --shards 20 --bot careful crypt.dng

plays each shard as a task, ``dungeon simulate --seeds … --format jsonl``, and adds the games up with
``dungeon simulate --merge``. Arguments that this script does not know go to ``dungeon simulate``. Without an address
(``RAY_ADDRESS``), Ray uses this machine; otherwise all machines need the program ``dungeon`` and the dungeons at the
same place.

The games arrive in the folder ``--folder`` of this machine, a file for each shard. If tasks fail, the same command plays
only the shards that are missing. A game takes 1 to 12 KB.

    pip install ./python jax flax optax
    python examples/ray_study.py train crypt --cpu-minutes 10 --learning-rates 0.0002,0.0005 --learners 3

trains learners (``python/examples/train.py``) with each learning rate, and prints their results, the best last. Bots
play the same test games, and the table of ``dungeon simulate --merge`` comes at the end. The folder also holds the
result of each learner.
"""

import argparse
import itertools
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import ray

TRAIN = Path(__file__).parents[1] / "python" / "examples"
CHUNK = 1 << 20  # bytes of games on their way to the driver at once
WAITING = 4  # chunks of a shard that may wait for the driver
LAST_LINES = 5  # of the errors of a task that are told

# Options of `dungeon simulate` that make no sense here, with the reason.
REFUSED = {
    "--games": "give the seeds as --seeds A..B",
    "--seed": "give the seeds as --seeds A..B",
    "--threads": "each shard is played by one thread: give more --shards",
    "--merge": "the games are merged at the end",
    "--against": "run `dungeon simulate --against` itself",
    "--sensitivity": "run `dungeon simulate --sensitivity` itself",
}


class Failed(Exception):
    """The reason why a task failed: its exit code and its last words."""


@ray.remote(num_cpus=1)
def play(seeds, arguments):
    """The games of a simulation as lines, in chunks, then its exit code and its errors."""
    command = ["dungeon", "simulate", "--seeds", f"{seeds[0]}..{seeds[-1]}", "--threads", "1", "--format", "jsonl"]
    with tempfile.TemporaryFile() as errors:
        try:
            program = subprocess.Popen([*command, *arguments], stdout=subprocess.PIPE, stderr=errors)
        except OSError as error:
            yield 127, f"dungeon cannot be started on this machine: {error}"
            return
        while games := program.stdout.read(CHUNK):
            yield games
        code = program.wait()
        errors.seek(0)
        yield code, errors.read().decode(errors="replace")


@ray.remote(num_cpus=1)
def learn(train, *arguments):
    return train(*arguments)._asdict()


class Study:
    """A folder with the results of a study, which a later run of the same study goes on with."""

    def __init__(self, folder, about):
        self.folder = folder
        self.failures = {}  # by their reasons
        known, about = folder / "study.json", json.dumps(about, indent=1)
        is_begun = any(file.suffix in (".json", ".jsonl") and file != known for file in folder.glob("*"))
        if is_begun and (not known.exists() or known.read_text() != about):
            raise ValueError(f"{folder} holds the results of other arguments: choose another --folder")
        folder.mkdir(parents=True, exist_ok=True)
        known.write_text(about)

    def play(self, seeds, shards, arguments):
        """Plays the shards that are missing, and returns the files of all. The seeds are cut into parts of about the
        same number.
        """
        ends = [len(seeds) * shard // shards for shard in range(shards + 1)]
        parts = [seeds[first:end] for first, end in itertools.pairwise(ends) if first < end]
        files = [self.folder / f"{part[0]:09}-{part[-1]:09}.jsonl" for part in parts]
        self.tell(f"{sum(file.exists() for file in files)} of {len(files)} shards are there")
        task = play.options(num_returns="streaming", _generator_backpressure_num_objects=WAITING)
        missing = [(part, file) for part, file in zip(parts, files) if not file.exists()]
        running = {task.remote(part, arguments): (part, file) for part, file in missing}
        for _, file in missing:
            part_of(file).write_bytes(b"")
        while running:
            [games], _ = ray.wait(list(running), fetch_local=False)
            seeds, file = running[games]
            try:
                is_whole = self.receive(games, file)
            except Failed as failed:
                self.failures.setdefault(str(failed), []).append(f"seeds {seeds[0]}..{seeds[-1]}")
                is_whole = True
            if is_whole:
                del running[games]
        return files

    def receive(self, games, file):
        """Writes the next chunk of a shard to its file; whether it was the last."""
        try:
            chunk = ray.get(next(games))
        except (StopIteration, ray.exceptions.RayError) as error:
            raise Failed(f"Ray ended the task:\n{last_words(str(error))}") from None
        if isinstance(chunk, bytes):
            with part_of(file).open("ab") as written:
                written.write(chunk)
            return False
        code, errors = chunk
        if code:
            how = f"was killed by signal {-code}" if code < 0 else f"ended with exit code {code}"
            raise Failed(f"dungeon simulate {how}:\n{last_words(errors)}")
        part_of(file).rename(file)
        self.tell(f"{file.name} is there")
        return True

    def learn(self, train, asked):
        """Trains the learners whose results are missing, and returns the results of all, the best last."""
        running, results = {}, []
        for rate, seed in itertools.product(asked.learning_rates, range(asked.learners)):
            file = self.folder / f"learner-{rate}-{seed}.json"
            if file.exists():
                results.append((rate, seed, json.loads(file.read_text())))
                continue
            arguments = (asked.dungeon, asked.cpu_minutes * 60, seed, rate, asked.test_games)
            running[learn.remote(train.train, *arguments)] = (rate, seed, file)
        while running:
            [ended], _ = ray.wait(list(running))
            rate, seed, file = running.pop(ended)
            try:
                result = ray.get(ended)
            except ray.exceptions.RayError as error:
                why = f"the learner ended with an error:\n{last_words(str(error))}"
                self.failures.setdefault(why, []).append(f"learning rate {rate}, seed {seed}")
                continue
            part_of(file).write_text(json.dumps(result))
            part_of(file).rename(file)
            results.append((rate, seed, result))
            self.tell(f"{file.name} is there")
        return sorted(results, key=lambda result: result[2]["won"])

    def tell(self, text):
        print(f"{self.folder}: {text}", file=sys.stderr)

    def tell_failures(self):
        """Tells which tasks failed, and how to go on. Returns the exit code."""
        for why, tasks in self.failures.items():
            print(f"\nfailed: {'; '.join(tasks)}\n{why}", file=sys.stderr)
        if self.failures:
            self.tell("the other results are kept. Mend the reason, and run the same command again for what is missing")
        return int(bool(self.failures))


def part_of(file):
    """The file of a result that is not whole."""
    return file.with_name(file.name + ".part")


def last_words(text):
    lines = [line for line in text.splitlines() if line.strip()]
    return "\n".join(f"  {line}" for line in lines[-LAST_LINES:]) or "  (no message)"


def merge(seeds, files, options=()):
    """Prints the table of all games, and returns the exit code."""
    command = ["dungeon", "simulate", "--merge", "--seeds", f"{seeds[0]}..{seeds[-1]}", *options]
    return subprocess.run([*command, "--", *files], check=False).returncode


def simulate(asked, arguments):
    """Plays a simulation in shards, and prints its table."""
    about = {"seeds": [asked.seeds[0], asked.seeds[-1]], "shards": asked.shards, "arguments": arguments}
    study = Study(asked.folder, about)
    ray.init(log_to_driver=False)
    files = study.play(asked.seeds, asked.shards, arguments)
    options = [f"--{name}={value}" for name in ("format", "expect", "color") if (value := getattr(asked, name))]
    for folder in asked.include:
        options += ["--include", folder]
    return study.tell_failures() or merge(asked.seeds, files, options)


def sweep(asked, train):
    """Trains with each learning rate and several seeds, and lets bots play the test games."""
    # The workers have no such module: it is sent to them.
    ray.cloudpickle.register_pickle_by_value(train)
    kept = ("dungeon", "cpu_minutes", "test_games", "shards")
    study = Study(asked.folder, {name: getattr(asked, name) for name in kept})
    ray.init(log_to_driver=False)
    for rate, seed, result in study.learn(train, asked):
        print(f"learning rate {rate}, seed {seed}: {train.Result(**result)}")
    seeds = range(asked.test_games)
    files = study.play(seeds, asked.shards, ["--most", str(train.MOST_STEPS), asked.dungeon])
    return study.tell_failures() or merge(seeds, files)


def span(text):
    """The seeds of ``A..B``, both included."""
    first, _, last = text.partition("..")
    if not (first.isdecimal() and last.isdecimal() and int(first) <= int(last)):
        raise argparse.ArgumentTypeError(f"expected seeds such as 0..999, found {text}")
    return range(int(first), int(last) + 1)


def at_least_one(text):
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number of at least 1, found {text}")
    return int(text)


def rates(text):
    try:
        return [float(rate) for rate in text.split(",")]
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected numbers such as 0.0002,0.0005, found {text}") from None


def refuse_options(parser, arguments):
    """Refuses options of `dungeon simulate` that would contradict this script."""
    for argument in arguments:
        name = argument.partition("=")[0]
        if name in REFUSED:
            parser.error(f"{name} cannot be used here: {REFUSED[name]}")
    if not arguments:
        parser.error("name a dungeon")


def learner(parser, dungeon):
    """The module that trains, if what it needs is installed and the dungeon can be read."""
    sys.path.insert(0, str(TRAIN))
    try:
        import train

        train.playable(dungeon)
    except ModuleNotFoundError as error:
        parser.error(f"{error}: install what learners need with `pip install ./python jax flax optax`")
    except argparse.ArgumentTypeError as error:
        parser.error(str(error))
    return train


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    studies = parser.add_subparsers(dest="study", required=True)
    one = studies.add_parser("simulate", help="play a simulation in shards", allow_abbrev=False)
    one.add_argument("--seeds", type=span, default=range(1000), metavar="A..B", help="default: 0..999")
    one.add_argument("--format", choices=("human", "json", "svg", "html"), help="of the merged table (default: human)")
    one.add_argument("--expect", metavar="FROM..TO", help="the expected share of wins of all games, such as 20%%..60%%")
    one.add_argument("--color", metavar="WHEN", help="colors of the merged table")
    one.add_argument("--include", action="append", default=[], metavar="DIR", help="also allow includes from this folder")
    two = studies.add_parser("train", help="train learners, and let bots play their test games", allow_abbrev=False)
    two.add_argument("dungeon", help="the name of a bundled dungeon, or a file")
    two.add_argument("--cpu-minutes", type=float, default=10, help="for each learner (default: 10)")
    two.add_argument("--learning-rates", type=rates, default=[5e-4], metavar="A,B,…", help="default: 0.0005")
    two.add_argument("--learners", type=at_least_one, default=3, help="seeds for each learning rate (default: 3)")
    two.add_argument("--test-games", type=at_least_one, default=200, help="default: 200")
    for study in (one, two):
        study.add_argument("--shards", type=at_least_one, default=10, help="tasks of a simulation (default: 10)")
        study.add_argument("--folder", type=Path, default=Path("games"), help="of the results (default: games)")
    asked, others = parser.parse_known_args()
    if not shutil.which("dungeon"):
        parser.error("the program dungeon is not on the PATH; install it with `pip install .` in the repository")
    try:
        if asked.study == "train":
            if others:
                two.error(f"unknown arguments: {' '.join(others)}")
            return sweep(asked, learner(two, asked.dungeon))
        refuse_options(one, others)
        included = [word for folder in asked.include for word in ("--include", folder)]
        return simulate(asked, [*included, *others])
    except (OSError, ValueError) as error:
        studies.choices[asked.study].error(str(error))
    except KeyboardInterrupt:
        print("stopped: the same command goes on with what is missing", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
