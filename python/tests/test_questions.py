import dataclasses
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import dungeon_gym

DUNGEONS = Path(__file__).parents[2] / "dungeons"
HALL = "map\n######\n#@..$#\n######\nend\n"
SHUT = HALL.replace("..", ".#")
CLIFF = """tile v "cliff" enter=s,se,sw
map
########
#..@...#
#vv##vv#
##.##.##
#$.##.$#
########
end
"""


def test_levels_of_a_generator_are_filtered_in_one_line() -> None:
    generated = [HALL, SHUT, CLIFF, "map"]
    assert [text for text in generated if dungeon_gym.prove(text).winnable] == [HALL]


def test_a_proof_holds_the_keys_of_the_win() -> None:
    proof = dungeon_gym.prove(HALL, seed=7)
    assert (proof.verdict, proof.keys, proof.turns, proof.seed) == ("winnable", "lll", 3, 7)
    assert '"outcome":"won"' in (proof.recording or "")
    assert "won on turn 3" in dungeon_gym.render(HALL, seed=7, keys=proof.keys or "").lower()


def test_a_disproof_names_the_place() -> None:
    proof = dungeon_gym.prove(CLIFF)
    assert proof.verdict == "unwinnable" and proof.keys is None
    assert [(found.code, found.line) for found in proof.findings] == [("unwinnable", 7)]
    assert "error[unwinnable]" in str(proof)


def test_a_level_with_errors_is_invalid() -> None:
    proof = dungeon_gym.prove(SHUT, seed=3)
    assert (proof.verdict, proof.seed, proof.winnable) == ("invalid", 3, False)
    assert [(found.code, found.line, found.column) for found in proof.findings] == [("unreachable-item", 3, 5)]
    assert str(proof) == f"invalid: the dungeon has errors\n{dungeon_gym.check(SHUT)}"


def test_a_spent_budget_is_unknown() -> None:
    proof = dungeon_gym.prove(path=DUNGEONS / "depths.dng", steps=10)
    assert (proof.verdict, proof.stopped_by) == ("unknown", "budget")


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ({"text": HALL, "seed": 7}, "seed 7: winnable after {steps} steps of search, in 3 turns with the keys lll"),
        ({"text": HALL, "scope": "layout"}, "seed 0: open after 0 steps of search"),
        ({"text": f"goal none=yes\n{HALL}"}, "goalless: `goal none=yes` leaves nothing to prove"),
        (
            {"path": DUNGEONS / "depths.dng", "steps": 10},
            "seed 0: unknown after 10 steps of search; the budget ended it: raise steps= or seconds=",
        ),
        (
            {"path": DUNGEONS / "arena.dng", "scope": "fair"},
            "seed 0: unknown after {steps} steps of search; too many worlds look the same: more steps would not help",
        ),
    ],
)
def test_a_proof_without_findings_tells_its_verdict_and_its_cost(question: dict[str, Any], text: str) -> None:
    proof = dungeon_gym.prove(**question)
    assert str(proof) == text.format(steps=proof.steps) and proof.findings == () and proof.report == ""


def test_a_proof_with_findings_tells_them_after_its_verdict() -> None:
    proof = dungeon_gym.prove(CLIFF)
    assert str(proof).startswith("seed 0: unwinnable after ") and str(proof).endswith(proof.report)
    assert proof.report.startswith("error[unwinnable]")


def test_seeds_are_proved_as_each_alone() -> None:
    file = DUNGEONS / "arena.dng"
    proofs = dungeon_gym.prove_seeds(path=file, seeds=range(5, 25), steps=100_000, threads=3)
    assert proofs.proofs == tuple(dungeon_gym.prove(path=file, seed=seed, steps=100_000) for seed in range(5, 25))
    assert proofs == dungeon_gym.prove_seeds(path=file, seeds=range(5, 25), steps=100_000, threads=1)


def test_seeds_are_summed_up_as_the_program_does() -> None:
    proofs = dungeon_gym.prove_seeds(path=DUNGEONS / "arena.dng", seeds=range(20))
    assert (proofs.counts, proofs.share) == ({"winnable": 19, "unwinnable": 1}, 0.95)
    # What `dungeon prove --seeds 0..19 arena.dng` prints.
    assert [f"{100 * end:.1f}" for end in proofs.interval] == ["76.4", "99.1"]
    assert str(proofs) == (
        "seeds 0..19 (95 % interval): 19 winnable, 95.0 % (76.4..99.1); "
        "1 unwinnable, 5.0 % (0.9..23.6), first seed 10"
    )
    assert [proof.seed for proof in proofs.proofs if not proof.winnable] == [10]


def test_seeds_of_a_dungeon_with_errors_are_all_invalid() -> None:
    proofs = dungeon_gym.prove_seeds(SHUT, seeds=range(3, 6))
    assert (proofs.counts, proofs.share) == ({"invalid": 3}, 0) and [proof.seed for proof in proofs.proofs] == [3, 4, 5]


@pytest.mark.parametrize("threads", [1, 2])
def test_the_first_error_of_many_proofs_is_raised(threads: int) -> None:
    with pytest.raises(FileNotFoundError):
        dungeon_gym.prove_seeds(path="nope.dng", threads=threads)


def answers() -> list[Any]:
    """A result of each kind, with all parts."""
    rats = 'hero health=9\nkind r "rat" is=wanderer health=4 strength=3\nmap\n######\n#@...#\n#...$#\n######\nend\nscatter r 1..2\n'
    found = [
        dungeon_gym.check(SHUT),
        dungeon_gym.prove(HALL),
        dungeon_gym.prove_seeds(HALL, seeds=range(2)),
        dungeon_gym.simulate(rats, bot="greedy", games=20),
        dungeon_gym.tune(rats, expect=(0.4, 0.6), games=20),
        dungeon_gym.compare(rats, old=rats, bot="greedy", games=20),
        dungeon_gym.sensitivity(rats, games=2),
        dungeon_gym.generate(rats, number=1, seeds=range(4), games=2, expect=(0, 1)),
    ]
    parts = [found[0].findings, found[4].wins, found[4].trials, [found[5].wins], found[6].changes, found[7].seeds]
    number = dungeon_gym.TunedNumber("rat health", 2, "4", "2")
    return [*found, number, *(part[0] for part in parts)]


def test_results_are_told_and_compared_and_have_no_truth_value_where_it_would_mislead() -> None:
    found = answers()
    every = {kind for kind in vars(dungeon_gym).values() if isinstance(kind, type) and dataclasses.is_dataclass(kind)}
    assert {type(one) for one in found} == every
    truthy = {"Finding", "GeneratedSeed", "Influence", "TuneTrial", "TunedNumber"}
    for one in found:
        kind = type(one).__name__
        assert {one: kind}[one] == kind, "can be hashed"
        assert "no problems" not in str(one) and "(" + kind not in str(one) and f"{kind}(" not in str(one)
        assert "map\n" not in repr(one) and '"recording"' not in repr(one), "no files"
        if kind in truthy:
            assert one
        else:
            with pytest.raises(TypeError, match=rf"a {kind} has no truth value; use \.(\w+)") as error:
                bool(one)
            assert hasattr(one, str(error.value).rpartition(" .")[2].split(".")[0])
    with pytest.raises(TypeError, match=r"use \.winnable"):
        list(filter(dungeon_gym.prove, [HALL]))


@pytest.mark.parametrize("name", ["crypt", "crypt.dng", str(DUNGEONS / "crypt.dng"), __file__])
def test_a_name_in_place_of_a_text_is_told(name: str) -> None:
    fix = "BUNDLED" if name == "crypt" else "path="
    for question in (
        dungeon_gym.check,
        dungeon_gym.prove,
        dungeon_gym.prove_seeds,
        dungeon_gym.simulate,
        dungeon_gym.render,
        dungeon_gym.generate,
        lambda text: dungeon_gym.compare(HALL, old=text),
        lambda text: dungeon_gym.DungeonEnv(text=[HALL, text]),
    ):
        with pytest.raises(ValueError, match=rf"expected (text|old) to be the text of a dungeon, .*{fix}"):
            question(name)
    with pytest.raises(ValueError, match="pass old_path='crypt.dng'$"):
        dungeon_gym.compare(HALL, old="crypt.dng")


def test_a_text_in_place_of_a_path_is_told() -> None:
    for question in (dungeon_gym.prove, dungeon_gym.render, lambda path: dungeon_gym.DungeonEnv(path=[path])):
        with pytest.raises(ValueError, match="expected path to be the name of a file, .*: pass text= instead$"):
            question(path=HALL)
    with pytest.raises(ValueError, match="expected old_path to be .*: pass old= instead$"):
        dungeon_gym.compare(HALL, old_path=HALL)


def test_a_text_without_a_name_of_a_file_is_read() -> None:
    for text in ("map", "crypts", "", "dng", "crypt.dng\n"):
        assert dungeon_gym.check(text).findings


def test_check_returns_errors_and_the_rest_raise_them() -> None:
    wrong = HALL.replace("@", "o")
    found = dungeon_gym.check(wrong)
    assert not found.playable and {finding.severity for finding in found.findings} == {"error"}
    for question in [dungeon_gym.simulate, dungeon_gym.render]:
        with pytest.raises(dungeon_gym.DungeonError) as error:
            question(wrong)
        assert str(error.value) == found.report
    sound = dungeon_gym.check(HALL)
    assert sound.playable and sound.findings == () and str(sound) == "<text>: no problems"


def test_a_file_includes_its_neighbors_and_a_missing_one_is_named(tmp_path: Path) -> None:
    (tmp_path / "kinds.dng").write_text('kind r "rat" is=wanderer\n')
    (tmp_path / "a.dng").write_text('include "kinds.dng"\n' + HALL.replace("..", ".r"))
    assert dungeon_gym.check(path=tmp_path / "a.dng").playable
    with pytest.raises(FileNotFoundError, match="No such file or directory: '.*b.dng'"):
        dungeon_gym.check(path=str(tmp_path / "b.dng"))


def test_simulations_do_not_depend_on_threads() -> None:
    one, two = (
        dungeon_gym.simulate(path=DUNGEONS / "arena-10.dng", bot="greedy", games=40, threads=threads)
        for threads in (1, 2)
    )
    assert one == two
    assert one.games == one.won + one.lost + one.unfinished == 40
    assert 0 <= one.interval[0] <= one.win_rate <= one.interval[1] <= 1
    assert sum(one.lost_to.values()) == one.lost > 0


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: dungeon_gym.check(), TypeError, "either the text"),
        (lambda: dungeon_gym.check(HALL, path="a.dng"), TypeError, "either the text"),
        (lambda: dungeon_gym.prove(HALL, scope="all"), ValueError, 'expected scope to be one of "game"'),  # type: ignore[arg-type]
        (lambda: dungeon_gym.prove(HALL, seconds=-1), ValueError, "seconds"),
        (lambda: dungeon_gym.prove(HALL, seed=-1), ValueError, "expected seed to be a whole number from 0 to .*, found -1"),
        (lambda: dungeon_gym.simulate(HALL, games=-1, most=1.5), ValueError, "games .* found -1; expected most .* 1.5"),  # type: ignore[arg-type]
        (lambda: dungeon_gym.render(HALL, keys=3), TypeError, "expected keys to be a str, found 3"),  # type: ignore[arg-type]
        (lambda: dungeon_gym.prove_seeds(HALL, seeds=range(0), threads=-1), ValueError, "one seed, .*; expected threads"),
        (lambda: dungeon_gym.simulate(HALL, bot="me"), ValueError, "expected bot"),  # type: ignore[arg-type]
        (lambda: dungeon_gym.render(HALL, format="png"), ValueError, "expected format"),  # type: ignore[arg-type]
        (lambda: dungeon_gym.render(HALL, keys="<Ecs>"), ValueError, "did you mean <Esc>"),
        (lambda: dungeon_gym.check("\ud800"), ValueError, "expected text to be a str without surrogates"),
    ],
)
def test_bad_arguments_are_exceptions(call, error, text) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(error, match=text):
        call()


@pytest.mark.parametrize(
    "work",
    [
        lambda: dungeon_gym.prove(path=DUNGEONS / "horde.dng", seed=3, steps=10**18),
        lambda: dungeon_gym.prove_seeds(path=DUNGEONS / "horde.dng", steps=10**18, threads=1),
        lambda: dungeon_gym.simulate(path=DUNGEONS / "depths.dng", bot="planner", games=1000),
    ],
)
def test_ctrl_c_stops_long_work(work) -> None:  # type: ignore[no-untyped-def]
    main = threading.main_thread().ident
    assert main is not None
    threading.Timer(0.3, lambda: signal.pthread_kill(main, signal.SIGINT)).start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        work()
    assert time.monotonic() - begun < 20


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT for one process")
def test_ctrl_c_ends_a_program_that_proves_on_threads() -> None:
    # The proofs that run have no limit: the program ends although they do not.
    file = str(DUNGEONS / "horde.dng")
    code = f"""if True:
        import dungeon_gym, signal, threading
        threading.Timer(0.5, lambda: signal.raise_signal(signal.SIGINT)).start()
        try:
            dungeon_gym.prove_seeds(path={file!r}, seeds=range(3, 100), steps=10**18, memory=10**18, threads=2)
        except KeyboardInterrupt:
            print("stopped", flush=True)
    """
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (run.stdout, run.stderr, run.returncode) == ("stopped\n", "", 0)
