//! Turn counts: a line of N turns wins with a limit of N turns and loses with a shorter one, in every game and
//! for every way to win.
use std::fs;

use dungeon::Session;
use dungeon::session::StateLine;
use dungeon_engine::event::Outcome;

use crate::corpus::folder;
use crate::support;

/// A file without a limit, the keys that win it, and their number of turns.
const CASES: [(&str, &str, u32); 8] = [
    ("map\n#####\n#@.$#\n#####\nend\n", "ll", 2),
    ("goal leave=yes\nmap\n#####\n#@.>#\n#####\nend\n", "ll>", 3),
    ("goal survive=4\nmap\n#####\n#@.$#\n#####\nend\n", "....", 4),
    (
        "goal survive=4 leave=yes\nmap\n#####\n#@.>#\n#####\nend\n",
        "ll..>",
        5,
    ),
    (
        "goal kill=s\nkind s \"statue\" health=1 attack=none\nmap\n#####\n#@.s#\n#####\nend\n",
        "ll",
        2,
    ),
    (
        "when turn=3 win=yes\nmap\n#####\n#@.$#\n#####\nend\n",
        "...",
        3,
    ),
    ("rules arena\nmap\n#...\n.@%.\n....\nend\n", "l", 1),
    (
        "rules siege gold=90 goal=95 season=4 turn=1\nmap\n.....\n.@%..\n.....\nend\n",
        "...",
        4,
    ),
];

/// Plays a file by keys. Returns the outcome and the number of turns, on which all interfaces must agree.
fn played(file: &str, seed: u64, keys: &str) -> (Option<Outcome>, u32) {
    let mut session = Session::seeded(support::dungeon(file), seed);
    session
        .press(keys)
        .unwrap_or_else(|error| panic!("{file}{error}"));
    let turns = session.turns_played();
    assert_eq!(StateLine::new(&session).turn, turns);
    (session.outcome(), turns)
}

/// Returns the file with a limit of this many turns, in the line after its rules.
fn limited(file: &str, turns: u32) -> String {
    let begin = match file.find("rules ") {
        Some(rules) => rules + file[rules..].find('\n').map_or(0, |end| end + 1),
        None => 0,
    };
    let (head, rest) = file.split_at(begin);
    format!("{head}lose turns={turns}\n{rest}")
}

/// Asserts that a line wins in this many turns without a limit and with that limit, and loses with a shorter one.
fn check(file: &str, seed: u64, keys: &str, turns: u32) {
    let won = (Some(Outcome::Won), turns);
    assert_eq!(played(file, seed, keys), won, "{file}");
    assert_eq!(played(&limited(file, turns), seed, keys), won, "{file}");
    if turns > 1 {
        let lost = (Some(Outcome::Lost), turns - 1);
        assert_eq!(
            played(&limited(file, turns - 1), seed, keys),
            lost,
            "{file}"
        );
    }
}

#[test]
fn x16_a_line_of_n_turns_wins_within_n_turns_and_not_within_fewer() {
    for (file, keys, turns) in CASES {
        check(file, 0, keys, turns);
    }
}

#[test]
fn x16_the_turns_of_a_season_that_is_skipped_count() {
    let farm = "rules siege gold=90 goal=95 season=40 turn=1\nmap\n.....\n.@%..\n.....\nend\n";
    check(farm, 0, "s", 40);
    for fewer in [2, 20, 38] {
        let lost = (Some(Outcome::Lost), fewer);
        assert_eq!(played(&limited(farm, fewer), 0, "s"), lost);
    }
}

#[test]
fn x16_a_battle_that_a_shot_wins_counts_the_turn_of_the_shot() {
    let read = |path: &str| fs::read_to_string(folder(path)).expect("a file of this project");
    let (battle, keys) = (
        read("dungeons/battle.dng"),
        read("fixtures/battle-won-seed-4.keys"),
    );
    let (_, turns) = played(&battle, 4, &keys);
    check(&battle, 4, &keys, turns);
}
