//! The row "^Z and fg" of the terminal's table: a stopped program restores the terminal, and a continued one takes over
//! its current state. The shell is a real one with job control, in a pseudo-terminal.
use std::fs::File;
use std::path::Path;
use std::process::Command;

use crate::own_show::{REPORTED, own_show, started};
use crate::pty::{PATIENCE, Played, UNREPORTED, modes, sized};
use dungeon::{Glyphs, Session};
use portable_pty::CommandBuilder;
use rustix::process::Signal;

const CRYPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/dungeons/crypt.dng");

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_dungeon"))
}

/// Returns a shell at its third prompt, which has stored its terminal modes in `A`.
fn shell(program: &Path) -> Played {
    Played::in_shell(program)
        .press("A=$(stty -g)\n")
        .until("[3]$")
}

/// Runs the program in a shell with these arguments until this text appears. The next prompt is the fourth.
fn dungeon(arguments: &str, sight: &str) -> Played {
    let line = format!("\"$DUNGEON\" {arguments} --glyphs ascii\n");
    shell(program()).press(&line).until(sight)
}

/// Runs the menu in a shell without saves: a save of another test would come first in it.
fn menu() -> Played {
    let line = "XDG_STATE_HOME=$HOME/menu-$$ \"$DUNGEON\" --glyphs ascii\n";
    shell(program()).press(line).until("Which dungeon?")
}

/// Asserts that the terminal is in the modes of the program.
#[track_caller]
fn is_taken(played: &Played) {
    let screen = played.parser.screen();
    assert!(screen.alternate_screen() && screen.hide_cursor() && screen.bracketed_paste());
    let raw = modes(&*played.pty.master);
    assert!(!raw.contains("ICANON") && !raw.contains("ISIG"), "{raw}");
}

/// Waits for the prompt before this command, and asserts that the terminal is restored. This runs one command, so the
/// next prompt has the number `command + 1`.
#[track_caller]
fn at_prompt(played: Played, command: u32) -> Played {
    let played = played.until(&format!("[{command}]$"));
    let screen = played.parser.screen();
    assert!(!screen.alternate_screen(), "the alternate screen");
    assert!(!screen.hide_cursor(), "the cursor");
    assert!(!screen.bracketed_paste(), "bracketed paste");
    assert_eq!(played.mouse(), UNREPORTED);
    // The typed command must not contain the expected answer.
    let asked = format!("[ \"$A\" = \"$(stty -g)\" ] && echo alike $((100+{command}))\n");
    let answered = played
        .press(&asked)
        .until(&format!("alike {}", 100 + command));
    answered.until(&format!("[{}]$", command + 1))
}

/// Stops the program by ^Z. Two shell commands run meanwhile.
#[track_caller]
fn suspended(played: Played, command: u32) -> Played {
    at_prompt(played.press("\x1a"), command)
}

/// Leaves the game and then the shell.
#[track_caller]
fn left(played: Played, command: u32) {
    let played = at_prompt(played.press("\x03\x03"), command);
    played.press("exit\n").ended();
}

/// Returns the rows of the crypt on a screen of this size.
fn crypt_at(width: i32, height: i32) -> Vec<String> {
    let session = Session::open(CRYPT).expect("the crypt");
    let session = session.with_seed(7).with_size(width, height);
    // The shell of these tests has no locale, so the program draws in ASCII.
    let frame = session.glyphs(Glyphs::Ascii).frame();
    let rows = frame
        .rows()
        .map(|row| row.iter().map(|cell| cell.glyph()).collect::<String>());
    rows.map(|row| row.trim_end().to_owned()).collect()
}

#[test]
fn suspended_and_continued_five_times_with_a_resize_between() {
    let mut played = dungeon(&format!("{CRYPT} --seed 7"), "Health");
    let mut command = 4;
    for (width, height) in [(100, 30), (60, 20), (132, 50), (44, 22), (80, 24)] {
        is_taken(&played);
        played = suspended(played, command);
        played = played
            .resize(sized(width, height))
            .press("fg\n")
            .until("Health");
        is_taken(&played);
        let expected = crypt_at(width.into(), height.into());
        let last = expected
            .iter()
            .rfind(|row| !row.is_empty())
            .expect("a frame");
        played = played.until(last);
        let shown = played.parser.screen().rows(0, width);
        assert!(shown.map(|row| row.trim_end().to_owned()).eq(expected));
        command += 2;
    }
    left(played, command);
}

#[test]
fn suspended_in_the_menu_and_below_the_smallest_size() {
    let played = suspended(menu(), 4).press("fg\n");
    let played = played.until("Which dungeon?").press("\r").until("Health");
    let played = played
        .resize(sized(24, 5))
        .until("Needs")
        .until_gone("Health");
    let played = suspended(
        played
            .resize(sized(80, 24))
            .resize(sized(24, 5))
            .until("Needs"),
        6,
    );
    let played = played
        .press("fg\n")
        .until("Needs")
        .resize(sized(80, 24))
        .until("Health");
    is_taken(&played);
    left(played, 8);
}

#[test]
fn suspended_with_the_mouse_it_takes_it_again() {
    let played = dungeon("wizards.dng --seed 3", "#####");
    assert_eq!(played.mouse(), REPORTED);
    let played = suspended(played, 4).press("fg\n").until("#####");
    assert_eq!(played.mouse(), REPORTED);
    left(played, 6);
}

#[test]
fn suspended_during_an_animation_it_goes_on_and_what_was_typed_behind_is_dropped() {
    let played = shell(&own_show()).press("\"$DUNGEON\"\n").until("q quits");
    let played = played.press("F").until("spark 9");
    let played = suspended(played, 4).press("fg\n").until("spark 9");
    is_taken(&played);
    // The `q` goes to the shell, and ^U deletes it there.
    let played = played.press("\x1aq").until("[6]$");
    let played = played
        .press("\x15fg\n")
        .until("spark 9")
        .press("x")
        .until_gone("spark");
    let played = played.until("[Char('x'), Char('F')]").press("q");
    at_prompt(played, 7).press("exit\n").ended();
}

#[test]
fn suspended_from_outside() {
    let played = dungeon("wizards.dng --seed 3", "#####");
    played.kill(Signal::TSTP);
    let played = at_prompt(played, 4).press("fg\n").until("#####");
    is_taken(&played);
    assert_eq!(played.mouse(), REPORTED);
    left(played, 6);
}

#[test]
fn suspended_with_all_of_its_job() {
    // The shell waits for the outer process of the job.
    let line = "sh -c '\"$DUNGEON\" classic.dng; echo aft''er'\n";
    let played = shell(program()).press(line).until("Health");
    let played = suspended(played, 4).press("fg\n").until("Health");
    is_taken(&played);
    let played = played.press("\x03\x03").until("after");
    at_prompt(played, 6).press("exit\n").ended();
}

#[test]
fn continued_in_the_background_it_waits_for_the_terminal() {
    let played = suspended(dungeon("classic.dng", "Health"), 4);
    let played = at_prompt(played.press("bg\n"), 6);
    let played = at_prompt(played.press("bg\n"), 8)
        .press("fg\n")
        .until("Health");
    is_taken(&played);
    left(played, 10);
}

#[test]
fn killed_while_it_is_stopped_it_ends_by_that_signal() {
    let played = suspended(dungeon("classic.dng", "Health"), 4);
    // The shell learns of the end a little after it sends the signal.
    let line = "P=$(jobs -p); kill %1; while kill -0 $P 2>&-; do :; done\n";
    let played = at_prompt(played.press(line).until("Terminated"), 6);
    played.press("exit\n").ended();
}

#[test]
fn killed_while_it_waits_in_the_background_it_ends_by_that_signal() {
    let played = suspended(dungeon("classic.dng", "Health"), 4);
    let played = at_prompt(played.press("bg\n"), 6);
    let line = "P=$(jobs -p); kill %1; while kill -0 $P 2>&-; do :; done\n";
    let played = at_prompt(played.press(line).until("Terminated"), 8);
    played.press("exit\n").ended();
}

#[test]
fn killed_where_it_was_stopped_by_force_it_leaves_the_shell_its_modes() {
    let played = dungeon("classic.dng", "Health");
    played.kill(Signal::STOP);
    let played = played.until("[4]$");
    let line = "P=$(jobs -p); kill %1; while kill -0 $P 2>&-; do :; done\n";
    let played = at_prompt(played.press(line).until("Terminated"), 5);
    played.press("exit\n").ended();
}

#[test]
fn continued_it_gives_back_the_modes_of_then() {
    let played = suspended(dungeon("classic.dng", "Health"), 4);
    let played = played.press("stty -ixon; A=$(stty -g)\n").until("[6]$");
    let played = played.press("fg\n").until("Health").press("\x03\x03");
    let played = at_prompt(played, 7).press("stty ixon\n").until("[9]$");
    played.press("exit\n").ended();
}

#[test]
fn a_game_from_the_menu_is_suspended_and_killed_like_any_other() {
    let played = menu()
        .press("\r")
        .until_gone("Which dungeon?")
        .until("Press ? for the keys.");
    played.kill(Signal::TSTP);
    let played = at_prompt(played, 4).press("fg\n").until("In sight:");
    played.kill(Signal::TERM);
    at_prompt(played, 6).press("exit\n").ended();
}

#[test]
fn suspended_while_it_narrates() {
    let played = dungeon("classic.dng --narrate", "\n> ");
    let played = suspended(played, 4)
        .press("fg\nl\n")
        .until("You go 1 east.");
    at_prompt(played.press("\x03"), 6).press("exit\n").ended();
}

#[test]
fn a_show_that_no_shell_could_continue_goes_on() {
    let played = started()
        .press("x\x1a")
        .until_gone("q quits")
        .until("q quits");
    assert_eq!(played.times_left(), 1);
    let played = played.press("y").until("[Char('y'), Char('x')]");
    played.kill(Signal::TSTP);
    let played = played.until_gone("q quits").until("q quits");
    is_taken(&played);
    assert_eq!(played.times_left(), 2);
    played
        .press("z")
        .until("[Char('z'), Char('y')")
        .press("q")
        .ended();
}

#[test]
fn a_show_whose_keys_were_dropped_as_it_stopped_still_obeys_signals() {
    let command = CommandBuilder::new(own_show());
    // The output is far more than a pseudo-terminal buffers, and only its beginning is read: the program is busy when
    // both arrive.
    let played = Played::with(command, sized(900, 200)).until("q quits");
    let played = played.press("mw").until("wwww").press("x");
    played.kill(Signal::TSTP);
    let mut played = played;
    let entering = b"\x1b[?1049h";
    let is_entering = |said: &&[u8]| said == entering;
    while played.said.windows(8).filter(is_entering).count() < 2 {
        let bytes = played.output.recv_timeout(PATIENCE).expect("a show");
        played.said.extend(bytes);
    }
    played.kill(Signal::TERM);
    assert!(played.ended().died_by().starts_with("Terminated"));
}

#[test]
fn a_show_started_with_stops_ignored_is_not_stopped() {
    let played = Played::by_shell("trap '' TSTP; exec \"$0\"", &own_show()).until("q quits");
    played.kill(Signal::TSTP);
    let played = played.press("\x1ax").until("[Char('x'), Ctrl('z')]");
    assert_eq!(played.times_left(), 0);
    played.press("q").ended();
}

#[test]
fn stopped_by_force_and_continued_it_draws_all_anew_and_takes_the_modes_of_then() {
    let mut played = started().press("m").until("[Char('m')]");
    played.kill(Signal::STOP);
    // Another program changes the modes of the terminal meanwhile.
    let name = played
        .pty
        .master
        .tty_name()
        .expect("a terminal with a name");
    let terminal = File::options()
        .read(true)
        .write(true)
        .open(name)
        .expect("a terminal");
    let stty = Command::new("stty")
        .args(["sane", "-ixon"])
        .stdin(terminal)
        .status();
    assert!(stty.is_ok_and(|status| status.success()));
    played.before = modes(&*played.pty.master);
    played
        .parser
        .process(b"\x1b[?1049l\x1b[?25h\x1b[?1003l\x1b[2J\x1b[5Hrubbish");
    played.kill(Signal::CONT);
    let played = played.until("q quits").until("[Char('m')]");
    is_taken(&played);
    assert_eq!(played.mouse(), REPORTED);
    assert!(!played.parser.screen().contents().contains("rubbish"));
    played.press("q").ended();
}

#[test]
fn continued_without_having_been_stopped_it_draws_anew_and_keeps_the_modes_to_give_back() {
    let played = started();
    played.kill(Signal::CONT);
    let mut played = played.press("x").until("[Char('x')]");
    is_taken(&played);
    played.kill(Signal::CONT);
    played.parser.process(b"\x1b[2J");
    played.until("q quits").press("q").ended();
}
