//! The duties of a terminal program, row by row. Each test here is named after its row and checks the screen, and the
//! terminal afterwards, which must be restored. Other files test these rows: panic and signals in `ends.rs`, for saves
//! in `cli/saves.rs` and `cli/killed.rs`; ^Z and `fg` in `suspend.rs`; the enabled mouse in `mouse.rs` and
//! `keys_and_frames.rs` (k4); all sequences and their splits in `decode.rs`.
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::own_show::{REPORTED, own_show, started};
use crate::pty::{Ended, Played, modes, sized};
use portable_pty::CommandBuilder;

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_dungeon"))
}

/// Runs the program with these arguments and this `TERM`, on a terminal of this size.
fn run(arguments: &[&str], term: &str, (width, height): (u16, u16)) -> Played {
    let mut command = CommandBuilder::new(program());
    command.args(arguments);
    command.cwd(env!("CARGO_MANIFEST_DIR"));
    command.env("TERM", term);
    Played::with(command, sized(width, height))
}

/// Starts a game with these options.
fn game(options: &[&str]) -> Played {
    let arguments = [&["classic.dng", "--seed", "7"], options].concat();
    run(&arguments, "xterm", (80, 24)).until("Health")
}

/// Leaves a game at any point. Returns the text of the normal screen.
#[track_caller]
fn left(played: Played) -> String {
    let ended = played.press("\x03\x03").ended();
    assert!(ended.status.success(), "{:?}", ended.status);
    ended.screen.contents()
}

/// Returns the text of a refusal, which must leave the terminal unchanged.
#[track_caller]
fn refused(ended: &Ended) -> String {
    assert_eq!(ended.status.exit_code(), 2);
    assert!(!ended.said.contains(&0x1b), "no escape sequence");
    ended.screen.contents()
}

#[test]
fn resize_is_drawn_at_once_and_no_size_counts_as_80_by_24() {
    let played = run(&["classic.dng", "--seed", "7"], "xterm", (0, 0)).until("Health");
    let at_first = played.parser.screen().contents();
    let played = played
        .resize(sized(20, 5))
        .until("Needs")
        .until_gone("Health");
    let played = played.resize(sized(0, 0)).until("Health");
    assert_eq!(played.parser.screen().contents(), at_first);
    left(played);
}

#[test]
fn resize_below_the_smallest_size_says_so_in_whole_words_and_takes_no_key_but_quit() {
    let played = game(&[])
        .resize(sized(20, 5))
        .until("Needs")
        .until_gone("Health");
    let contents = played.parser.screen().contents();
    assert_eq!(contents.trim_end(), "Needs 30x8, has\n20x5.");
    // A step, a wait, a page of help, and a new game; then the question whether to quit.
    let played = played
        .press("l.?R\x03")
        .until("Quit?")
        .press("n")
        .until("Needs");
    let said = left(played.resize(sized(80, 24)).until("Health"));
    assert!(
        said.replace('\n', "").starts_with("You left after 0 turns"),
        "{said}"
    );
}

#[test]
fn esc_alone_is_a_key_after_a_moment_and_never_swallowed() {
    let asked = game(&[]).press("\x1b").until("Quit?");
    // After a step, the question comes at once, too.
    let asked = asked
        .press("n")
        .until_gone("Quit?")
        .press("l\x1b")
        .until("Quit?");
    let said = left(asked.press("n").until_gone("Quit?"));
    assert!(said.contains("--keys l"), "{said}");
}

#[test]
fn esc_delay_is_as_long_as_a_slow_line_needs() {
    let slow = game(&["--esc-delay", "60000"]).press("\x1b");
    // The program has read the ESC before it redraws.
    let slow = slow
        .resize(sized(90, 24))
        .until("Health")
        .press("[C")
        .resize(sized(80, 24));
    let said = left(slow.until("Direction  <Right>|"));
    assert!(said.starts_with("You left after 1 turn."), "{said}");
}

#[test]
fn esc_sequences_with_a_pause_inside_are_one_key() {
    let played = started().press("j\x1b[").until("[Char('j')]");
    let played = played.resize(sized(81, 24)).until("81x24").press("1;");
    let played = played.resize(sized(82, 24)).until("82x24").press("5A");
    played.until("[Up, Char('j')]").press("q").ended();
}

#[test]
fn odd_sequences_that_lose_their_end_do_not_keep_the_keyboard() {
    // Escape and a bracket, typed quickly or with Alt, are also the beginning of terminal replies.
    let begun = game(&[]).press("\x1b]").until("Quit?");
    let begun = begun.press("n").until_gone("Quit?");
    let said = left(begun.press("\x1b[C").until("Direction  <Right>|"));
    assert!(said.starts_with("You left after 1 turn."), "{said}");
    // Half a character, as from a line that loses bytes, and its other half alone.
    for torn in [&b"\xe7\x9b"[..], b"\x9b", b"\x9d", b"\x90"] {
        let mut played = game(&[]);
        played.typist.write_all(torn).expect("a terminal");
        let said = left(played.press("l").until("Direction  l"));
        assert!(said.ends_with("--keys l"), "{said}");
    }
}

#[test]
fn odd_sequences_are_the_known_key_or_none() {
    let unknown = [
        // Late replies: device attributes, the cursor's place, colors, a name, a capability.
        "\x1b[?62;22c",
        "\x1b[>41;354;0c",
        "\x1b[24;80R",
        "\x1b]11;rgb:0000/0000/0000\x07",
        "\x1b]4;1;rgb:cd/00/00\x1b\\",
        "\x1bP>|xterm(354)\x1b\\",
        "\x1bP1+r436f=323536\x1b\\",
        "\x1b[?2026;2$y",
        // Kitty's keys without a meaning, a release, modified clicks that the program did not enable, a focus event.
        "\x1b[57358u",
        "\x1b[97;1:3u",
        "\x1b[<20;3;2M",
        "\x1b[M !!",
        "\x1b[I",
        "\x1b[O",
    ];
    let played = started().press("x").until("[Char('x')]");
    let played = played
        .press(&unknown.concat())
        .press("y")
        .until("[Char('y'), Char('x')]");
    // The arrows and the keypad in application mode, and an arrow with Ctrl.
    let known = played.press("\x1bOA\x1bOr\x1bOM\x1b[1;5C");
    known
        .until("[Right, Enter, Char('2'), Up, Char('y'), Char('x')]")
        .press("q")
        .ended();
    let said = left(game(&[]).press(&unknown.concat()));
    assert!(said.starts_with("You left after 0 turns."), "{said}");
}

#[test]
fn mouse_is_on_only_where_the_game_uses_it() {
    let battle = run(&["wizards.dng", "--seed", "3"], "xterm", (80, 24)).until("####");
    assert_eq!(battle.mouse(), REPORTED);
    left(battle);
    assert!(!game(&[]).press("\x03\x03").ended().spoke_of_mouse());
}

#[test]
fn paste_is_ignored_with_a_hint() {
    let pasted = game(&[])
        .press("\x1b[200~llqy\x1b[31m\x1b[201~")
        .until("Pasted text is ignored");
    let said = left(pasted);
    assert!(said.starts_with("You left after 0 turns."), "{said}");
}

#[test]
fn stdin_is_a_pipe_and_keys_come_from_the_controlling_terminal() {
    let played = Played::by_shell("printf 'lll' | \"$0\" classic.dng --seed 7", program());
    let said = left(played.until("Health").press("l").until("Direction  l"));
    assert!(said.starts_with("You left after 1 turn."), "{said}");
    let played = Played::by_shell("\"$0\" classic.dng --seed 7 </dev/null", program());
    left(played.until("Health"));
}

#[test]
fn stdin_is_a_pipe_and_without_a_terminal_it_says_so() {
    let mut command = CommandBuilder::new("sh");
    command.args(["-c", "exec \"$0\" classic.dng </dev/null"]);
    command.arg(program());
    command.set_controlling_tty(false);
    let said = refused(&Played::with(command, sized(80, 24)).ended());
    assert!(
        said.contains("cannot read keys: standard input is not a terminal"),
        "{said}"
    );
}

#[test]
fn stdout_is_a_pipe_and_render_is_named() {
    let piped = "{ \"$0\" classic.dng; echo \"status $?\" >/dev/tty; } | cat; exit 2";
    let said = refused(&Played::by_shell(piped, program()).ended());
    assert!(
        said.contains("standard output is not a terminal") && said.contains("dungeon render"),
        "{said}"
    );
    assert!(said.contains("status 2"), "{said}");
}

#[test]
fn closed_pipe_ends_check_and_render_quietly() {
    for arguments in [
        &["check", "fixtures/scenes/hall.dng", "dungeons/crypt.dng"][..],
        &[
            "render",
            "dungeons/classic.dng",
            "--keys",
            "llll",
            "--every",
        ],
    ] {
        let mut child = Command::new(program())
            .args(arguments)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("an end");
        assert!(output.status.code().is_some(), "{arguments:?} died");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(said, "", "{arguments:?}");
    }
}

#[test]
fn dumb_terminals_are_offered_the_line_mode_which_writes_no_escape() {
    let ended = run(&["classic.dng"], "dumb", (80, 24)).ended();
    let said = refused(&ended);
    assert!(
        said.contains("TERM is `dumb`") && said.contains("--narrate"),
        "{said}"
    );
    let unset = Played::by_shell("unset TERM; exec \"$0\" classic.dng", program());
    for (ended, found) in [
        (unset.ended(), "TERM is not set"),
        (run(&["classic.dng"], "", (80, 24)).ended(), "TERM is empty"),
    ] {
        let said = refused(&ended);
        assert!(said.contains(found) && said.contains("--narrate"), "{said}");
    }
    let ended = run(
        &["classic.dng", "--narrate", "--seed", "7"],
        "dumb",
        (80, 24),
    )
    .until("\n> ");
    assert_eq!(
        modes(&*ended.pty.master),
        ended.before,
        "a terminal in its normal mode"
    );
    let ended = ended.press("l\n").until("> l").press("\x04").ended();
    assert!(!ended.said.contains(&0x1b));
}

#[test]
fn cursor_is_placed_on_the_hero_and_seen_if_asked_for() {
    for (options, is_hidden) in [(&[][..], true), (&["--cursor", "shown"], false)] {
        let played = game(options);
        let screen = played.parser.screen();
        let (y, x) = screen.cursor_position();
        assert_eq!(screen.cell(y, x).map(|cell| cell.contents()), Some("@"));
        assert_eq!(screen.hide_cursor(), is_hidden);
        left(played);
    }
}

#[test]
fn stdin_of_a_terminal_has_no_end_and_ctrl_d_is_a_key() {
    let show = Played::by_shell("\"$0\"", &own_show()).until("q quits");
    show.press("\x04").until("[Ctrl('d')]").press("q").ended();
}
