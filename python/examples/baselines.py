"""Measures how often bots and a learner win the bundled dungeons, all with the same seeds:

    pip install ./python jax flax optax
    python python/examples/baselines.py --cpu-minutes 10 --write docs/BASELINES.md

Prints a row of a table for each dungeon as soon as it is known. ``--write`` puts it into a page, in the place of the
dungeon's row of an earlier run, so that dungeons can be measured one by one.
"""

import argparse
from itertools import takewhile
from pathlib import Path

import train

import dungeon_gym

BOTS = ("random", "greedy", "careful", "planner")
HEAD = ("dungeon", *BOTS, "masked PPO", "games", "CPU minutes", "steps")
TABLE = f"| {' | '.join(HEAD)} |\n|{'---|' * len(HEAD)}\n"


def share(rate, interval):
    low, high = interval
    return f"{rate * 100:.3g} % ({low * 100:.3g}–{high * 100:.3g})"


def row(dungeon, games, cpu_minutes):
    """A row of the table: each rate with its 95 % interval."""
    text = dungeon_gym.BUNDLED[dungeon]
    bots = [dungeon_gym.simulate(text, bot=bot, games=games, most=train.MOST_STEPS) for bot in BOTS]
    cells = [dungeon, *(share(bot.win_rate, bot.interval) for bot in bots)]
    if cpu_minutes:
        learned = train.train(dungeon, cpu_minutes * 60, test_games=games)
        rate = share(learned.won / learned.games, learned.interval)
        cells += [rate, str(games), f"{learned.cpu_seconds / 60:.1f}", f"{learned.steps:,}"]
    else:
        cells += ["not trained", str(games), "0", "0"]
    return f"| {' | '.join(cells)} |"


def write(page, line):
    """Puts a row into the table of a page, which is sorted by name."""
    before, head, rest = page.read_text().partition(TABLE)
    if not head:
        raise SystemExit(f"{page} has no table that begins with\n{TABLE}")
    lines = rest.splitlines(keepends=True)
    rows = list(takewhile(lambda one: one.startswith("|"), lines))
    others = [one for one in rows if one.split("|")[1] != line.split("|")[1]]
    page.write_text(before + head + "".join(sorted([*others, line + "\n"]) + lines[len(rows) :]))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dungeons", nargs="*", default=sorted(dungeon_gym.BUNDLED), help="names (default: all)")
    parser.add_argument("--games", type=int, default=200, help="games with the seeds from 0 (default: 200)")
    parser.add_argument(
        "--cpu-minutes", type=float, default=10, help="the time for training (default: 10; 0: bots only)"
    )
    parser.add_argument("--write", type=Path, metavar="PAGE", help="the page whose table gets the rows")
    asked = parser.parse_args()
    if unknown := set(asked.dungeons) - set(dungeon_gym.BUNDLED):
        parser.error(f"{', '.join(sorted(unknown))}: expected names of {', '.join(sorted(dungeon_gym.BUNDLED))}")
    print(TABLE, end="")
    for dungeon in asked.dungeons:
        line = row(dungeon, asked.games, asked.cpu_minutes)
        print(line, flush=True)
        if asked.write:
            write(asked.write, line)
