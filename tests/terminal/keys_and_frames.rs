//! In a real pseudo-terminal, keys and the mouse arrive, frames, animations and journeys appear, and a key stops
//! journeys. The program is `examples/own_show.rs`; `table.rs` tests the other duties of a terminal program.
use std::fs::File;

use crate::own_show::{REPORTED, own_show, started};
use crate::pty::{Ended, LOOK_UP, Played, UNREPORTED, modes, sized};
use rustix::io::ioctl_fionread;
use rustix::process::Signal;

fn send(signal: Signal, played: Played) -> Ended {
    played.kill(signal);
    played.ended()
}

fn by_shell(line: &str) -> Played {
    Played::by_shell(line, &own_show())
}

#[test]
fn quit_leaves_and_the_farewell_stands_on_the_normal_screen() {
    let played = started();
    let screen = played.parser.screen();
    assert!(screen.alternate_screen() && screen.hide_cursor() && screen.bracketed_paste());
    assert_ne!(modes(&*played.pty.master), played.before, "raw mode");
    let ended = played.press("q").ended();
    assert!(ended.status.success());
    assert_eq!(ended.screen.contents().trim_end(), "Until next time.");
}

#[test]
fn keys_move_the_hero_and_the_cursor_rests_on_him() {
    let played = started()
        .press("\x1b[C\x1bOC\x1b[B")
        .until("[Down, Right, Right]");
    let screen = played.parser.screen();
    assert_eq!(screen.cursor_position(), (4, 2));
    let hero = screen.cell(4, 2).expect("inside");
    assert_eq!((hero.contents(), hero.bold()), ("@", true));
    assert!(screen.hide_cursor());
    played.press("q").ended();
}

#[test]
fn the_bell_rings_once_for_the_warnings_of_a_key() {
    let played = started().press("x").until("[Char('x')]");
    let rung = |played: &Played| played.said.iter().filter(|byte| **byte == 7).count();
    assert_eq!(rung(&played), 0);
    let played = played.press("b").until("[Char('b'), Char('x')]");
    let played = played.press("y").until("[Char('y'), Char('b'), Char('x')]");
    assert_eq!(rung(&played), 1);
    played.press("q").ended();
}

/// Starts the example with mouse reports on.
fn mousing(line: &str) -> Played {
    let played = by_shell(line)
        .until("q quits")
        .press("m")
        .until("[Char('m')]");
    assert_eq!(played.mouse(), REPORTED);
    played
}

#[test]
fn k4_the_mouse_is_the_shows_only_while_it_wants_it() {
    let played = started();
    assert_eq!(played.mouse(), UNREPORTED);
    let played = played.press("m").until("[Char('m')]");
    assert_eq!(played.mouse(), REPORTED);
    let played = played.resize(sized(79, 20)).until("79x20");
    assert_eq!(played.mouse(), REPORTED);
    let played = played.press("m").until("[Char('m'), Char('m')]");
    assert_eq!(played.mouse(), UNREPORTED);
    played.press("q").ended();
}

#[test]
fn k4_clicks_movements_and_the_wheel_arrive() {
    let played = mousing("exec \"$0\"")
        .press("\x1b[<35;3;2M\x1b[<0;3;2M\x1b[<0;3;2m")
        .until("[Click(Point { y: 1, x: 2 }), Hover(Point { y: 1, x: 2 }), Char('m')]")
        .press("\x1b[<128;3;2M\x1b[<65;3;2M")
        .until("[WheelDown, MouseBack, Click(");
    played.press("q").ended();
}

#[test]
fn k4_reports_that_were_not_asked_for_are_no_keys() {
    let reports = "\x1b[<35;3;2M\x1b[<0;3;2M\x1b[<64;3;2M\x1b[<128;3;2M";
    let played = started()
        .press(&format!("x{reports}y"))
        .until("[Char('y'), Char('x')]");
    let ended = played.press("q").ended();
    assert!(!ended.spoke_of_mouse());
}

#[test]
fn k4_the_mouse_is_given_back_however_the_show_ends() {
    for key in ["q", "p", "mq"] {
        let ended = mousing("exec \"$0\"").press(key).ended();
        assert!(ended.spoke_of_mouse());
    }
    for signal in [Signal::TERM, Signal::HUP, Signal::INT, Signal::QUIT] {
        let ended = send(signal, mousing("ulimit -c 0; exec \"$0\""));
        assert!(ended.status.signal().is_some(), "{signal:?}");
    }
    let during_an_animation = mousing("exec \"$0\"").press("F").until("spark 9");
    send(Signal::TERM, during_an_animation);
}

#[test]
fn what_the_mouse_did_last_is_not_typed_into_the_shell() {
    let played = mousing("exec \"$0\"");
    let name = played
        .pty
        .master
        .tty_name()
        .expect("a terminal with a name");
    let shells = File::open(name).expect("a terminal");
    played.kill(Signal::STOP);
    // The input is more than one read takes, so that a part is left when the example ends.
    let played = played.press(&format!("q{}", "\x1b[<35;10;5M".repeat(800)));
    played.kill(Signal::CONT);
    let Played {
        mut child, output, ..
    } = played;
    // Waits for the end, and lets the example write its last output.
    while let Ok(None) = child.try_wait() {
        let _ = output.recv_timeout(LOOK_UP);
    }
    assert_eq!(ioctl_fionread(&shells), Ok(0));
}

#[test]
fn x9_a_moving_mouse_skips_no_animation_and_is_obeyed_after_it() {
    let played = mousing("exec \"$0\"")
        .press("F")
        .until("spark 9999")
        .press("\x1b[<35;1;1M\x1b[<35;3;2M")
        .until("spark 9998")
        .press("x")
        .until("[Char('x'), Hover(Point { y: 1, x: 2 }), Char('F'), Char('m')]");
    played.press("q").ended();
}

#[test]
fn a_moving_mouse_keeps_no_animation_from_being_shown() {
    let moves = "\x1b[<35;1;1M".repeat(100);
    let shown = mousing("exec \"$0\"")
        .press(&format!("f{moves}"))
        .through(&["spark 2", "spark 1", "spark 0"]);
    shown.until_gone("spark").press("q").ended();
}

#[test]
fn x9_a_key_that_skips_an_animation_is_passed_on() {
    for (typed, key) in [
        ("y", "Char('y')"),
        ("\x1b[C", "Right"),
        ("\x03", "Ctrl('c')"),
    ] {
        let played = started()
            .press("F")
            .until("spark 9999")
            .press(typed)
            .until(&format!("[{key}, Char('F')]"));
        assert_eq!(played.press("q").ended().count("spark"), 0);
    }
}

#[test]
fn x9_keys_and_clicks_during_animations_arrive_in_their_order() {
    let played = mousing("exec \"$0\"").press("F").until("spark 9999");
    let played = played.press("\x1b[<35;2;2M\x1b[<0;3;2MxFy");
    // The screen is too narrow for the rest.
    let latest = "[Char('y'), Char('F'), Char('x'), Click(Point { y: 1, x: 2 }), Hover(";
    played.until(latest).press("q").ended();
}

#[test]
fn x9_a_new_size_during_an_animation_costs_no_key() {
    let played = started().press("F").until("spark 9999");
    let played = played.resize(sized(70, 20)).until("70x20").press("x");
    played.until("[Char('x'), Char('F')]").press("q").ended();
}

#[test]
fn x9_an_animation_is_shown_to_its_end_without_a_key() {
    let shown = started()
        .press("f")
        .through(&["spark 2", "spark 1", "spark 0"]);
    shown.until_gone("spark").press("q").ended();
}

#[test]
fn a_journey_is_shown_step_by_step_and_then_over() {
    let shown = started()
        .press("g")
        .through(&["3 steps to go", "2 steps to go", "1 steps to go"]);
    let arrived = shown.until("[Char('!'), Char('g')]");
    assert_eq!(arrived.parser.screen().cursor_position(), (3, 3));
    arrived.press("q").ended();
}

#[test]
fn a_journey_is_stopped_by_any_key_which_is_not_passed_on() {
    // If the `q` reached the program, it would quit.
    let stopped = started().press("G").until("9 steps to go").press("q");
    let stopped = stopped.until_gone("steps to go").press("y");
    stopped.until("[Char('y'), Char('G')]").press("q").ended();
}

#[test]
fn a_journey_is_stopped_by_ctrl_c_which_is_passed_on() {
    let stopped = started().press("G").until("9 steps to go").press("\x03x");
    stopped
        .until("[Char('x'), Ctrl('c'), Char('G')]")
        .press("q")
        .ended();
}

#[test]
fn a_journey_goes_on_over_a_moving_mouse_and_a_resize() {
    let going = started().press("mG").until("9 steps to go");
    let going = going
        .press("\x1b[<35;3;2M")
        .resize(sized(70, 20))
        .until("70x20");
    let going = going
        .until("8 steps to go")
        .press("y")
        .until_gone("steps to go");
    going
        .until("[Hover(Point { y: 1, x: 2 }), Char('G')")
        .press("q")
        .ended();
}

#[test]
fn a_journey_that_somebody_typed_behind_is_completed_first() {
    let played = started().press("gxGy");
    let played = played.until("[Char('y'), Char('!'), Char('G'), Char('x'), Char('!'), Char('g')]");
    assert_eq!(played.press("q").ended().count("steps to go"), 0);
}

#[test]
fn keys_typed_ahead_of_an_animation_are_obeyed() {
    let played = started().press("Fx").until("[Char('x'), Char('F')]");
    played.press("q").ended();
}
