//! `--narrate` on a terminal keeps its normal mode: line editing works, Ctrl-C and every other deadly signal save and
//! end the game, and no escape sequence is ever sent.
use crate::pty::{Played, sized};
use portable_pty::CommandBuilder;
use rustix::process::Signal;
use tempfile::TempDir;

fn played(home: &TempDir) -> Played {
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_dungeon"));
    command.args(["crypt", "--seed", "7", "--narrate"]);
    command.env("XDG_STATE_HOME", home.path());
    command.env("XDG_CONFIG_HOME", home.path());
    command.env("TERM", "dumb");
    Played::with(command, sized(80, 40)).until("Ways: ")
}

fn home() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

fn has_saved(home: &TempDir) -> bool {
    home.path().join("dungeon/saves/crypt.save").exists()
}

#[test]
fn a_prompt_asks_for_lines_that_the_terminal_edits_itself() {
    let home = home();
    let played = played(&home).until("> ");
    // Erased characters have no effect.
    let walked = played
        .press("eats\x7f\x7f\x7fast\n")
        .until("You go 1 east.");
    let ended = walked.press("\x04").ended();
    assert!(ended.status.success(), "{:?}", ended.status);
    assert!(!ended.said.contains(&0x1b), "no escape");
    let said = ended.screen.contents();
    assert!(
        said.contains("Continue:       dungeon resume crypt"),
        "{said}"
    );
    assert!(has_saved(&home));
}

#[test]
fn every_deadly_signal_saves_and_ends_it_by_that_signal() {
    for (signal, name) in [
        (Signal::HUP, "Hangup"),
        (Signal::INT, "Interrupt"),
        (Signal::QUIT, "Quit"),
        (Signal::TERM, "Terminated"),
    ] {
        let home = home();
        let played = played(&home).press("east\n").until("You go 1 east.");
        played.kill(signal);
        let ended = played.ended();
        assert!(
            ended.died_by().starts_with(name),
            "{name}: {}",
            ended.died_by()
        );
        assert!(has_saved(&home), "{name}");
        assert!(
            ended
                .screen
                .contents()
                .contains("Saved: dungeon resume crypt"),
            "{name}"
        );
    }
}

#[test]
fn ctrl_c_saves_and_ends_it() {
    let home = home();
    let ended = played(&home)
        .press("east\n")
        .until("You go 1 east.")
        .press("\x03")
        .ended();
    assert!(
        ended.died_by().starts_with("Interrupt"),
        "{}",
        ended.died_by()
    );
    assert!(has_saved(&home));
}
