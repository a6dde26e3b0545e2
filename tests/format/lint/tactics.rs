//! What is told of fields of tactics: several units come to things, ghosts may be shot, traps act where a move ends,
//! and with ghosts nothing must be taken.
use crate::reading::findings;
use dungeon_format::{Code, Severity};

const SEALED: (Code, Severity) = (Code::SealedMonster, Severity::Warning);
const ITEM: (Code, Severity) = (Code::UnreachableItem, Severity::Error);
const SPOIL: (Code, Severity) = (Code::UnreachableItem, Severity::Warning);

/// Codes and severities of what is told of a field, with declarations before it and records behind it.
fn told(before: &str, rows: &str, records: &str) -> Vec<(Code, Severity)> {
    let text = format!("rules tactics\n{before}\nmap\n{rows}\nend\n{records}\n");
    let found = findings(&text).1;
    let told = found.iter().map(|found| (found.code, found.severity));
    told.collect()
}

/// The help of the only finding.
fn mend(before: &str, rows: &str, records: &str) -> String {
    let text = format!("rules tactics\n{before}\nmap\n{rows}\nend\n{records}\n");
    let [found] = &findings(&text).1[..] else {
        panic!("expected one finding");
    };
    found.help.clone().unwrap_or_default().to_string()
}

#[test]
fn a_thing_is_reached_by_any_of_the_units() {
    assert_eq!(told("", "@.#.*", ""), [ITEM]);
    assert_eq!(told("", "@.#.*@", ""), []);
    assert_eq!(told("", "@*#@*#@*", ""), []);
    assert_eq!(told("", "@*#@*#.*", ""), [ITEM]);
    assert_eq!(told("", "..#..\n..#.*", "scatter @ 1 in=1,1..2,2"), [ITEM]);
    assert_eq!(
        told(
            "",
            "..#..\n..#.*",
            "scatter @ 1 in=1,1..2,2\nscatter @ 1 in=4,1..5,1"
        ),
        [],
        "scattered ones too"
    );
    assert_eq!(
        told("", "..#..\n@.#.*", "scatter @ 1"),
        [],
        "perhaps he is there"
    );
}

#[test]
fn corners_and_slime_are_ways_and_walls_are_none() {
    assert_eq!(
        told(
            "",
            drawn! {"
                @.#.
                ..#.
                ##.*"},
            ""
        ),
        [],
        "corners are cut"
    );
    assert_eq!(told("", "@.~.*", ""), []);
    assert_eq!(told("tile : \"mire\" walk=slime", "@.:.*", ""), []);
    assert_eq!(
        told("tile : \"water\" walk=no see=yes", "@.:.*", ""),
        [ITEM]
    );
    assert_eq!(told("", "@.+.*", ""), []);
    assert_eq!(
        told("", "@.+.*", "+ 3 1 locked=x"),
        [(Code::NoSuchKey, Severity::Error)]
    );
    assert_eq!(
        told("item k \"key\" opens=x", "@k+.*", "+ 3 1 locked=x"),
        []
    );
}

#[test]
fn k14_with_a_ghost_nothing_must_be_taken() {
    assert_eq!(told("", "@.#.*", "B 2 1"), [SPOIL]);
    assert_eq!(told("", "@.#.*", "scatter B 1 in=2,1..2,1"), [SPOIL]);
    assert_eq!(told("", "@.#.*", "scatter B 0"), [ITEM]);
    assert_eq!(told("", "@.#..\n..#..", "scatter * 1 in=4,1..5,2"), [ITEM]);
    assert_eq!(told("", "@G#..\n..#..", "scatter * 1 in=4,1..5,2"), [SPOIL]);
}

#[test]
fn k14_a_ghost_that_cannot_be_met_or_shot_makes_a_battle_that_cannot_be_won() {
    assert_eq!(told("", "@.#.G", ""), [SEALED]);
    assert_eq!(told("", "@.#.G@", ""), []);
    assert_eq!(told("", "@.~.G", ""), []);
    let water = "tile : \"water\" walk=no see=yes";
    assert_eq!(told(water, "@.:.G", ""), [], "a shot comes across water");
    assert_eq!(told(water, "@:.:#G", ""), [SEALED]);
    assert_eq!(
        told("tile : \"glass\" walk=no see=no", "@.:.G", ""),
        [SEALED]
    );
    assert_eq!(
        told("kind x \"x\" is=ghost", "@..#x", ""),
        [],
        "who passes walls comes"
    );
    assert_eq!(told("", "@..#..", "scatter G 1"), [SEALED]);
    assert_eq!(told(water, "@..:..", "scatter G 1"), []);
    assert_eq!(
        mend(water, "@:.#G", ""),
        "the thinnest wall is at 4,1: open it",
        "and not the water"
    );
    let help = mend("", "@..#..", "scatter G 1");
    assert!(!help.contains("arena"), "{help}");
}

#[test]
fn k13_a_trap_carries_off_only_whose_move_ends_there() {
    let pad = "^ 3 1 trap=teleport to=1,1";
    assert_eq!(told("", "@.^.*", pad), []);
    assert_eq!(
        told("", "@.^#*", "^ 3 1 trap=teleport to=5,1"),
        [],
        "and is a way for whoever likes"
    );
    let explore = format!(
        "map
#######
#@^..$#
#######
end
{}
",
        "^ 3 2 trap=teleport to=2,2"
    );
    let codes: Vec<Code> = findings(&explore)
        .1
        .iter()
        .map(|found| found.code)
        .collect();
    assert_eq!(codes, [Code::UnreachableItem], "unlike in explore");
}

#[test]
fn striking_monsters_beside_a_unit_are_reported_and_ghosts_are_not() {
    let wolf = "kind w \"wolf\" is=wanderer";
    let near = (Code::HeroInReach, Severity::Warning);
    assert_eq!(told(wolf, "@...w@", ""), [near]);
    assert_eq!(told(wolf, "@w...@", ""), [near]);
    assert_eq!(told(wolf, "@..w..@", ""), []);
    assert_eq!(told("", "@GBLER@", ""), []);
    assert_eq!(
        told(wolf, "@w@..*", ""),
        [near],
        "once, whoever is beside it"
    );
}

#[test]
fn a_record_beside_a_drawn_unit_is_a_near_miss() {
    let near = (Code::NearMiss, Severity::Warning);
    assert_eq!(told("", "@....*\n......", "@ 1 2 name=\"Andy\""), [near]);
    assert_eq!(told("", "@....*\n......", "@ 1 1 name=\"Andy\""), []);
    assert_eq!(
        told(
            "",
            ".....*\n......",
            "@ 1 1 name=\"Andy\"\n@ 1 2 name=\"Izzy\""
        ),
        [],
        "none of them is drawn"
    );
}

#[test]
fn scatters_keep_off_every_unit() {
    let few = (Code::TooFewCells, Severity::Warning);
    assert_eq!(told("", "@...@", "scatter * 3 away=1"), [few]);
    assert_eq!(told("", "@...@", "scatter * 1 away=1"), []);
    assert_eq!(
        told("", "@@.@*", "scatter @ 3"),
        [few],
        "a cell holds one unit"
    );
    assert_eq!(
        told("", "@....#*@", "scatter * 2 in=1,1..5,1 away=2"),
        [],
        "however far another one is"
    );
}

#[test]
fn traps_are_told_under_any_unit() {
    let trap = (Code::TrapOnStart, Severity::Warning);
    assert_eq!(told("", "@..@.*", "^ 4 1"), [trap]);
    assert_eq!(told("", "@..@.*", "^ 1 1"), [trap]);
}

#[test]
fn who_skirmishes_without_a_sense_is_told() {
    let told = |kind: &str| told(kind, "@..x", "");
    let blind = (Code::NeverSenses, Severity::Warning);
    assert_eq!(told("kind x \"x\" hunt=skirmish"), [blind]);
    assert_eq!(told("kind x \"x\" is=blue sense=never"), [blind]);
    assert_eq!(told("kind x \"x\" is=blue"), []);
    assert_eq!(told("kind x \"x\" is=grey"), []);
}
