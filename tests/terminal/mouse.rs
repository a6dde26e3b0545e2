//! Games with a pointing interface use the mouse, and all others leave it to the terminal, unless `--mouse` decides; in
//! a real terminal the mouse works in the game (K-4).
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use crate::own_show::REPORTED;
use crate::pty::{Played, UNREPORTED, sized};
use portable_pty::CommandBuilder;
use rustix::process::{Pid, Signal, kill_process};

/// A wizard, and a crystal that ends the game.
const CAVE: &str = "\
rules tactics
level
map
########
#@...*.#
########
end
";

fn cave(options: &[&str]) -> Played {
    // Tests run in parallel, and must not read a half-written file.
    static FILE: LazyLock<PathBuf> = LazyLock::new(|| {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mouse-cave.dng");
        fs::write(&file, CAVE).expect("a folder for tests");
        file
    });
    let file = FILE.to_str().expect("a plain path");
    let played = dungeon(&[&[file, "--seed", "1", "--glyphs", "ascii"], options].concat());
    played.until("*").until("########")
}

fn dungeon(arguments: &[&str]) -> Played {
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_dungeon"));
    command.args(arguments);
    command.cwd(env!("CARGO_MANIFEST_DIR"));
    Played::with(command, sized(80, 24))
}

/// Returns the crystal's place on the screen as a terminal reports it: column and row from 1.
fn crystal(played: &Played) -> String {
    let rows: Vec<String> = played.parser.screen().rows(0, 80).collect();
    let mut rows = rows.iter().zip(1..);
    let (row, y) = rows
        .find(|(row, _)| row.contains('#') && row.contains('*'))
        .expect("a crystal between two walls");
    let x = 1 + row.chars().take_while(|&glyph| glyph != '*').count();
    format!("{x};{y}")
}

#[test]
fn k4_a_click_on_a_cell_in_range_walks_there() {
    let played = cave(&[]);
    assert_eq!(played.mouse(), REPORTED);
    let place = crystal(&played);
    let clicked = format!("\x1b[<35;{place}M\x1b[<0;{place}M\x1b[<0;{place}m");
    let ended = played
        .press(&clicked)
        .until("won")
        .press("\x03\x03")
        .ended();
    let said = ended.screen.contents();
    let keys = place.replace(';', ",");
    assert!(
        said.contains(&format!("<hover {keys}><click {keys}>'")),
        "{said}"
    );
}

#[test]
fn k4_a_place_is_the_same_after_a_new_size_of_the_screen() {
    // The smallest screen erases everything from the first one.
    let played = cave(&[]).resize(sized(1, 1)).resize(sized(60, 20));
    let played = played.until("*").until("########");
    let place = crystal(&played);
    let won = played.press(&format!("\x1b[<0;{place}M")).until("won");
    won.press("\x03\x03").ended();
}

#[test]
fn k4_help_and_a_new_game_leave_the_mouse_with_the_game() {
    let helped = cave(&[]).press("?").until("Esc");
    assert_eq!(helped.mouse(), REPORTED);
    let again = helped.press("\x1b").until("*").press("R").until("*");
    assert_eq!(again.mouse(), REPORTED);
    again.press("\x03\x03").ended();
}

#[test]
fn k4_a_battle_can_be_played_without_the_mouse() {
    let played = cave(&["--mouse", "off"]);
    assert_eq!(played.mouse(), UNREPORTED);
    let click = format!("\x1b[<0;{}M", crystal(&played));
    let ended = played.press(&click).press("\x03\x03").ended();
    let said = ended.screen.contents();
    assert!(said.contains("--keys ''"), "{said}");
    assert!(!ended.spoke_of_mouse());
}

#[test]
fn a_deadly_signal_in_a_battle_gives_the_mouse_back() {
    for signal in [Signal::TERM, Signal::HUP] {
        let played = cave(&[]);
        let pid = played.child.process_id().expect("a child that runs");
        let pid = Pid::from_raw(pid.try_into().expect("a process id")).expect("a process id");
        kill_process(pid, signal).expect("a child that runs");
        assert!(played.ended().status.signal().is_some(), "{signal:?}");
    }
}

#[test]
fn the_other_games_and_the_menu_leave_the_mouse_to_the_terminal() {
    for arguments in [&["classic.dng"][..], &["classic.dng", "--mouse", "off"]] {
        let played = dungeon(arguments).until("Health");
        // A mouse report has no effect on them either.
        let played = played.press("\x1b[<0;5;5M\x1b[<35;5;5Ml");
        let ended = played.press("\x03\x03").ended();
        let said = ended.screen.contents();
        assert!(said.contains("--keys l"), "{said}");
        assert!(!ended.spoke_of_mouse());
    }
    let menu = dungeon(&[]).until("First Steps").press("First Steps\r");
    let ended = menu
        .until_gone("Which dungeon?")
        .until("Press ? for the keys.")
        .press("\x03\x03")
        .ended();
    assert!(!ended.spoke_of_mouse());
}

#[test]
fn the_mouse_can_be_asked_for_in_every_game() {
    let played = dungeon(&["classic.dng", "--mouse", "on"]).until("Health");
    assert_eq!(played.mouse(), REPORTED);
    let ended = played.press("\x1b[<0;5;5M").press("\x03\x03").ended();
    let said = ended.screen.contents();
    // The click beside the hero is a journey of one step, recorded as its key.
    assert!(said.contains("--keys 3"), "{said}");
}
