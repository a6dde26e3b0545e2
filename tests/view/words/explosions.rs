//! Messages about explosions: the hurt, the dead, and further effects.
use super::battles::*;

#[test]
fn k12_an_explosion_is_one_sentence_for_all_whom_it_hurts() {
    let last_of_all = |rows: &str, declared: &str| {
        let rows = format!(
            "{rows}
#######
......G"
        );
        told_when(
            &battle(declared, &rows),
            &[shoot(first_ghost(&rows))],
            is_hit,
        )
    };
    let killed = "Andy kills the green ghost.";
    let told = |rows: &str, declared: &str, blast: &str| {
        assert_eq!(last_of_all(rows, declared), [killed, blast], "{rows}");
    };
    told("a..E...", "", "The green ghost explodes.");
    told(
        drawn! {"
            a..E...
            ...G...
            ..d...."},
        "",
        "The green ghost explodes: the grey ghost dies.",
    );
    told(
        "a.E....\n.dB....",
        "",
        "The green ghost explodes: Danny loses 6 (14 left), the blue ghost loses 6.",
    );
    told(
        "a.EG...\n.GGG...",
        "",
        "The green ghost explodes: 4 grey ghosts die.",
    );
    told(
        "a.EB...\n.BB....",
        "",
        "The green ghost explodes: 3 blue ghosts lose 6.",
    );
    let igor = "kind I \"Igor\" is=grey health=6";
    told("a.EI...", igor, "The green ghost explodes: Igor dies.");
    let tough = "kind T \"green ghost\" is=grey health=9";
    told(
        "a.ET...",
        tough,
        "The green ghost explodes: another green ghost loses 6.",
    );
}

#[test]
fn k12_explosions_that_follow_one_another_are_told_one_by_one() {
    let rows = drawn! {"
        a..E....
        ....E.G.
        .....Ed.
        ########
        .......G"};
    assert_eq!(
        told_when(&battle("", rows), &[shoot(2)], is_hit),
        [
            "Andy kills the green ghost.",
            "The green ghost explodes.",
            "Another green ghost explodes.",
            "Another green ghost explodes: the grey ghost dies, Danny loses 6 (14 left).",
        ]
    );
    let dead = battle("", &rows.replace('d', "D")).replace(
        UNITS,
        "\nmark a @ name=\"Andy\" damage=4\nmark D @ name=\"Danny\" health=6\n",
    );
    let told = told_when(&dead, &[shoot(2)], is_hit);
    assert_eq!(
        told[3],
        "Another green ghost explodes: the grey ghost dies, Danny dies."
    );
}

#[test]
fn k12_what_the_dead_drop_in_an_explosion_is_theirs() {
    let declared = "item k \"key\"\nitem r \"ring\"\nkind x \"thief\" is=grey health=6 drops=k\nkind y \"miser\" is=grey health=6 drops=r";
    let rows = drawn! {"
        a..E..
        ..x.y.
        ######
        .....G"};
    assert_eq!(
        told_when(&battle(declared, rows), &[shoot(1)], is_hit),
        [
            "Andy kills the green ghost.",
            "The green ghost explodes: the thief dies, the miser dies.",
            "The thief drops the key.",
            "The miser drops the ring.",
        ]
    );
}

#[test]
fn a3_whom_the_explosion_of_a_rammer_killed_dies_but_once() {
    let bull = "kind b \"bull\" is=green attack=ram strength=5 bursts=20";
    let text = battle(
        bull,
        drawn! {"
            ab.
            .d.
            ##.
            ..G"},
    );
    assert_eq!(
        said(&text, &[END]),
        [
            "The bull explodes: Andy dies, Danny dies.",
            "You lost on turn 1: no wizard is left, and 1 enemy remains.",
        ]
    );
    let tough = text.replace("bursts=20", "bursts=4").replace("ab.", "ab.G");
    assert_eq!(
        said(&tough, &[END]),
        [
            "The bull explodes: Andy loses 4 (16 left), Danny loses 4 (16 left).",
            "The bull rams Andy for 5 and dies.",
        ]
    );
}
