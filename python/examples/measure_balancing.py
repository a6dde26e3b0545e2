"""Judges balancing by truth: how often 95 % intervals hold, and how near `tune` comes to a known optimum.

    pip install ./python
    python python/examples/measure_balancing.py intervals
    python python/examples/measure_balancing.py optimum

``intervals`` plays many runs of a small dungeon and counts the runs whose interval contains the share of all games
together. ``optimum`` makes small dungeons, measures their share of wins, moves all their numbers by one scale, and asks
``tune`` for the share that they had.
"""

import argparse
import random
from dataclasses import dataclass

import dungeon_gym

ROOM = """\
hero health={life} strength=2
item % "bread" health=4
kind r "rat" health={health} strength={strength} sense=sight:5 hunt=path roam=wander
map
##################
#@...............#
#..##..####..##..#
#................#
#..##..####..##..#
#...............$#
##################
end
scatter r {rats} min-distance=4
scatter % {bread}
"""

WIDTH = 0.07
"""Half the width of the range that `tune` is asked for."""


@dataclass(frozen=True)
class Numbers:
    life: int
    health: int
    strength: int
    rats: int
    bread: int

    def text(self) -> str:
        return ROOM.format(**vars(self))

    def scaled(self, scale: float) -> "Numbers":
        """Monsters by ``scale``, food by its inverse: as `tune` moves all numbers at once."""
        monsters = {name: max(1, round(getattr(self, name) * scale)) for name in ("health", "strength", "rats")}
        return Numbers(life=self.life, bread=max(1, round(self.bread / scale)), **monsters)


def share(text: str, games: int, seed: int) -> float:
    return dungeon_gym.simulate(text, bot="careful", games=games, seed=seed).win_rate


def percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def intervals(runs: int, games: int) -> None:
    """Prints the share of runs whose interval holds, for wins and for the change of wins."""
    print(f"{runs} runs of {games} games each")
    for numbers in (Numbers(10, 5, 2, 5, 2), Numbers(8, 6, 2, 6, 1), Numbers(7, 8, 2, 7, 1)):
        text, easier = numbers.text(), Numbers(**vars(numbers) | {"life": numbers.life + 2}).text()
        wins, changes = [], []
        for run in range(runs):
            seed = run * games
            wins.append(dungeon_gym.simulate(text, games=games, seed=seed))
            changes.append(dungeon_gym.compare(easier, old=text, games=games, seed=seed).wins)
        for name, values, found in (
            ("wins", [run.win_rate for run in wins], [run.interval for run in wins]),
            ("change", [run.change for run in changes], [run.interval for run in changes]),
        ):
            truth = sum(values) / runs
            held = sum(low <= truth <= high for low, high in found)
            print(f"{name} of {percent(truth)}: {percent(held / runs)} of the intervals hold")


def optimum(files: int) -> None:
    """Prints how often `tune` finds the numbers of files with a known optimum, and how near it comes."""
    chance = random.Random(45)
    ends: dict[str, int] = {}
    apart = []
    made = 0
    while made < files:
        numbers = Numbers(*(chance.randint(*bounds) for bounds in ((8, 24), (3, 9), (1, 4), (2, 7), (1, 4))))
        wanted = share(numbers.text(), 4000, 1_000_000)
        moved = numbers.scaled(chance.choice((0.6, 0.7, 0.8, 1.25, 1.4, 1.6)))
        if not 0.2 <= wanted <= 0.8 or abs(share(moved.text(), 1000, 2_000_000) - wanted) <= 2 * WIDTH:
            continue
        made += 1
        tuned = dungeon_gym.tune(moved.text(), expect=(wanted - WIDTH, wanted + WIDTH))
        ends[tuned.end] = ends.get(tuned.end, 0) + 1
        if tuned.reached:
            apart.append(abs(share(tuned.text, 4000, 3_000_000) - wanted))
        distance = f", {percent(apart[-1])} apart" if tuned.reached else ""
        print(f"{made}: wanted {percent(wanted)}, {tuned.end}{distance}", flush=True)
    inside = sum(one <= WIDTH for one in apart)
    print(f"{files} files: {', '.join(f'{end} {number}' for end, number in sorted(ends.items()))}")
    if apart:
        average = percent(sum(apart) / len(apart))
        print(f"{inside} of {len(apart)} inside of the range, {average} apart on average, {percent(max(apart))} at most")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("intervals", "optimum"))
    parser.add_argument("--runs", type=int, default=1000, help="runs of `intervals` (default: 1000)")
    parser.add_argument("--games", type=int, default=100, help="games of a run (default: 100)")
    parser.add_argument("--files", type=int, default=100, help="files of `optimum` (default: 100)")
    asked = parser.parse_args()
    if asked.what == "intervals":
        intervals(asked.runs, asked.games)
    else:
        optimum(asked.files)
