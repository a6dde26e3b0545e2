import dataclasses

import pytest

import dungeon_gym

RATS = """hero health=20 strength=4
kind r "rat" is=wanderer health=9 strength=6
map
########
#@.....#
#.....$#
########
end
scatter r 2
"""
CHOICE = """hero health=20 strength=4
kind r "rat" is=wanderer health=4..6 strength=1..3
item b "bread" health=5
map
############
#@...#.....#
#....1....$#
#....#.....#
#....2.....#
############
end
mark 1 +
mark 2 #
shuffle 1 2
scatter r 1..3 min-distance=3
scatter b 0..2
"""
HALL = "map\n######\n#@..$#\n######\nend\n"


def test_tune_finds_numbers_that_new_seeds_confirm() -> None:
    found = dungeon_gym.tune(RATS, expect=(0.5, 0.9), bot="greedy", games=512)
    assert found.reached and found.end == "reached" and str(found).startswith("Reached with")
    [change] = found.changed
    assert change.line == 2 and change.before != change.after and change.after in found.text
    assert [rate.bot for rate in found.wins] == ["greedy"] and 0.5 <= found.wins[0].interval[0]
    assert found.trials[0].step == "as it is" and found.trials[0].wins[0].won == 0
    assert dungeon_gym.check(found.text).playable
    assert dungeon_gym.tune(RATS, expect={"greedy": (0.5, 0.9)}, games=512, threads=1) == found


def test_tune_stays_within_the_marks_of_the_file() -> None:
    marked = RATS.replace("strength=6", "strength=6 tune=strength:2..6")
    found = dungeon_gym.tune(marked, expect=(0.5, 1), bot="greedy", games=512)
    assert [change.name for change in found.changed] == ["rat strength"]


def test_tune_with_too_few_games_is_not_certain() -> None:
    found = dungeon_gym.tune(RATS, expect=(0.4, 0.6), bot="greedy", games=1)
    assert (found.end, found.reached) == ("unconfirmed", False) and "too few games" in str(found)


def test_compare_plays_the_same_seeds_in_both_versions() -> None:
    easy = RATS.replace("strength=6", "strength=1")
    found = dungeon_gym.compare(easy, old=RATS, bot="greedy", games=100)
    assert (found.bot, found.games, found.wins.old) == ("greedy", 100, 0)
    assert found.wins.change > 0.5 and found.wins.interval[0] > 0 and "rat" in found.lost_to
    same = dungeon_gym.compare(RATS, old=RATS, games=20)
    assert same.wins.change == 0 and not any(change.change for change in same.lost_to.values())


def test_sensitivity_names_what_decides_the_game() -> None:
    found = dungeon_gym.sensitivity(RATS, bot="greedy", games=60)
    sizes = [abs(one.wins.change) if one.wins is not None else -1 for one in found.changes]
    assert sizes == sorted(sizes, reverse=True)
    removed = [one for one in found.changes if (one.name, one.alteration) == ("rat", "removed")]
    assert removed[0].met and removed[0].wins is not None and removed[0].wins.change == 1
    halved = [one for one in found.changes if one.name == "rat strength" and one.alteration == "halved"]
    assert halved[0].values == ("6", "3")
    gone = [one for one in found.changes if one.name == "rat strength" and one.alteration == "removed"]
    assert gone[0].values == ("6", None) and gone[0].wins is not None


def test_generate_returns_levels_that_can_be_won_and_played_without_chance() -> None:
    found = dungeon_gym.generate(CHOICE, number=3, seeds=range(24), games=20)
    assert found.end == "found" and len(found.seeds) == 3 and found.fitting >= 3
    for one in found.seeds:
        assert dungeon_gym.check(one.text).playable and "scatter" not in one.text and "shuffle" not in one.text
        assert "won on turn" in dungeon_gym.render(one.text, seed=one.seed, keys=one.keys).lower()
        # The file begins as the seed of the template does.
        drawn = [dungeon_gym.render(text, seed=one.seed) for text in (one.text, CHOICE)]
        assert drawn[0] == drawn[1]
        assert one.wins[0].games == 20 and one.turns > 0 and '"outcome":"won"' in one.recording
    assert dungeon_gym.generate(CHOICE, number=3, seeds=range(24), games=20, threads=1) == found
    assert len({one.text for one in found.seeds}) == 3


def test_wrong_questions_are_told() -> None:
    with pytest.raises(ValueError, match="every seed gives the same level"):
        dungeon_gym.generate(HALL)
    with pytest.raises(ValueError, match="nothing varies"):
        dungeon_gym.tune(HALL, expect=(0, 1))
    with pytest.raises(ValueError, match="the smaller first"):
        dungeon_gym.tune(RATS, expect=(0.9, 0.5))
    for wrong in (0.5, "01", b"\0\1", bytearray(2), ("0", "1"), (0, True), {0, 1}, (0, 0.5, 1), iter((0, 1))):
        with pytest.raises(TypeError, match="two shares"):
            dungeon_gym.tune(RATS, expect=wrong)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="two shares"):
            dungeon_gym.generate(CHOICE, expect={"careful": wrong})  # type: ignore[dict-item]
    with pytest.raises(ValueError, match="no number of games up to 1000000 can confirm .* 0 % to 0 %: widen it$"):
        dungeon_gym.tune(RATS, expect=(0, 0))
    with pytest.raises(ValueError, match="seeds: a file can name seeds up to 999999999999999999"):
        dungeon_gym.generate(CHOICE, seeds=range(10**18, 10**18 + 2))
    for seeds in ([1, 2], range(0, 9, 2), range(9, 0, -1)):
        with pytest.raises((TypeError, ValueError), match="expected seeds to be a range .*step of 1|a range, found"):
            dungeon_gym.generate(CHOICE, seeds=seeds)  # type: ignore[arg-type]
    for question in (
        lambda **given: dungeon_gym.tune(RATS, expect=(0, 1), **given),
        lambda **given: dungeon_gym.simulate(RATS, **given),
        lambda **given: dungeon_gym.compare(RATS, old=RATS, **given),
        lambda **given: dungeon_gym.sensitivity(RATS, **given),
        lambda **given: dungeon_gym.generate(CHOICE, **given),
    ):
        for name in ("games", "most"):
            with pytest.raises(ValueError, match=f"expected {name} to be a whole number from 1 to"):
                question(**{name: 0})
    with pytest.raises(TypeError, match="`old=`, the text of the old version, or `old_path=`"):
        dungeon_gym.compare(RATS)
    with pytest.raises(ValueError, match="bot"):
        dungeon_gym.sensitivity(RATS, bot="nobody")  # type: ignore[arg-type]
    with pytest.raises(dungeon_gym.DungeonError):
        dungeon_gym.compare(RATS.replace("@", "o"), old=RATS)
    assert dataclasses.is_dataclass(dungeon_gym.Tuning)
