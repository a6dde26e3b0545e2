import signal
import threading
import time
from pathlib import Path

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
    assert str(proof) == str(dungeon_gym.check(SHUT))


def test_a_spent_budget_is_unknown() -> None:
    proof = dungeon_gym.prove(path=DUNGEONS / "depths.dng", steps=10)
    assert (proof.verdict, proof.stopped_by) == ("unknown", "budget")


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
