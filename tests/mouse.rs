//! Promise: the mouse is the game's where cells are pointed at, and the terminal's everywhere else, unless
//! `--mouse` decides it (K-4).
mod pty;

use portable_pty::CommandBuilder;
use pty::{Played, REPORTED, sized};

fn dungeon(arguments: &[&str]) -> Played {
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_dungeon"));
    command.args(arguments);
    command.cwd(env!("CARGO_MANIFEST_DIR"));
    Played::with(command, sized(80, 24))
}

#[test]
fn the_other_games_and_the_menu_leave_the_mouse_to_the_terminal() {
    for arguments in [&["classic.dng"][..], &["classic.dng", "--mouse", "off"]] {
        let played = dungeon(arguments).until("Health");
        // Nor does a report mean anything to them.
        let played = played.press("\x1b[<0;5;5M\x1b[<35;5;5Ml");
        let ended = played.press("\x03\x03").ended();
        let said = ended.screen.contents();
        assert!(said.contains("--keys 'l<C-c><C-c>'"), "{said}");
        assert!(!ended.spoke_of_mouse());
    }
    let menu = dungeon(&[]).until("First Steps").press("\r");
    let ended = menu.until("Health").press("\x03\x03").ended();
    assert!(!ended.spoke_of_mouse());
}

#[test]
fn the_mouse_can_be_asked_for_in_every_game() {
    let played = dungeon(&["classic.dng", "--mouse", "on"]).until("Health");
    assert_eq!(played.mouse(), REPORTED);
    let played = played.press("\x1b[<0;5;5M").resize(sized(90, 30));
    let ended = played.press("\x03\x03").ended();
    let said = ended.screen.contents();
    assert!(said.contains("<click 5,5>"), "{said}");
}
