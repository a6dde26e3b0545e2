//! No file and no key makes the program panic or hang: runs a few fixed cases of each ordeal in `tests/torture`. `cargo
//! run --release --example torture -- 10` tries others for ten minutes.
use crate::cases;
use crate::torture::{ORDEALS, costs};

/// Runs the ordeal with this name.
fn try_ordeal(name: &str, cases: u32) {
    let ordeal = ORDEALS.iter().find(|ordeal| ordeal.name == name);
    let run = ordeal.expect("an ordeal of that name").run;
    if let Err(why) = run(cases::of(cases)) {
        panic!("{why}");
    }
}

#[test]
fn random_bytes_are_endured() {
    try_ordeal("bytes", 256);
}

#[test]
fn random_characters_of_the_format_are_endured() {
    try_ordeal("characters", 256);
}

#[test]
fn mixtures_of_all_that_check_multiplies_are_checked_within_their_looks() {
    try_ordeal("costs", 8);
    // Regression: many random choices used up the looks, and the search for reasons went on.
    costs::endure((18_178_093_795_884_593_630, 924));
}

#[test]
fn mutated_scenarios_are_endured() {
    try_ordeal("scenarios", 256);
}

#[cfg(all(feature = "program", unix))]
#[test]
fn changed_files_of_other_programs_are_imported_or_refused_with_a_word() {
    try_ordeal("imports", 128);
}

#[test]
fn mutated_sieges_are_endured() {
    try_ordeal("sieges", 256);
}

#[test]
fn mutated_fixtures_are_endured() {
    try_ordeal("fixtures", 256);
}

#[test]
fn random_keys_on_screens_of_any_size_replay_to_the_same_state() {
    try_ordeal("keys", 128);
}

#[test]
fn narrated_games_survive_any_lines() {
    try_ordeal("lines", 256);
}

#[test]
fn changed_recordings_are_refused_or_play() {
    try_ordeal("recordings", 128);
}

#[test]
fn key_scripts_are_read_as_they_are_written() {
    try_ordeal("scripts", 256);
}

#[test]
fn changed_files_of_keys_are_refused_with_places() {
    try_ordeal("keymaps", 256);
}

#[cfg(feature = "program")]
#[test]
fn changed_files_are_printed_in_every_format_without_a_control_character() {
    try_ordeal("formats", 16);
}

#[cfg(feature = "program")]
#[test]
fn a_game_that_is_killed_while_it_saves_is_there_as_it_was_saved_last() {
    try_ordeal("kills", 16);
}

#[cfg(feature = "program")]
#[test]
fn two_processes_that_save_one_game_leave_whole_saves() {
    try_ordeal("pairs", 16);
}

#[cfg(feature = "program")]
#[test]
fn storms_of_signals_leave_the_terminal_and_what_was_played() {
    try_ordeal("storms", 8);
}

#[cfg(feature = "program")]
#[test]
fn closed_full_slow_and_broken_streams_end_no_command_otherwise_than_it_says() {
    try_ordeal("streams", 16);
}

#[cfg(feature = "program")]
#[test]
fn full_and_unwritable_disks_cost_no_file_that_was_there_and_are_told() {
    try_ordeal("disks", 16);
}

#[cfg(feature = "program")]
#[test]
fn the_game_that_was_saved_last_is_gone_on_with_however_the_clock_jumps() {
    try_ordeal("clocks", 4);
}

#[cfg(feature = "program")]
#[test]
fn the_largest_files_begin_in_the_memory_that_the_page_names() {
    try_ordeal("limits", 1);
}

#[cfg(feature = "program")]
#[test]
fn editors_that_say_anything_are_answered_once_in_bounded_memory() {
    try_ordeal("editors", 24);
}

#[test]
fn every_ordeal_has_a_test_here() {
    let here = include_str!("robustness.rs");
    for ordeal in ORDEALS {
        assert!(
            here.contains(&format!("try_ordeal(\"{}\"", ordeal.name)),
            "{}",
            ordeal.name
        );
    }
}
