//! A recorded game replays itself and can be searched, and the viewer's keys do not reach the game. Every snapshot was
//! read before it was accepted.
use std::time::Duration;

use crate::corpus::{folder, recorded, recorded_by_keys, rows, shown};
use crate::whole_games;
use dungeon_play::input::key::Key;
use dungeon_play::input::script::Script;
use dungeon_play::input::show::{BEAT, Show};
use dungeon_play::replay::recording::Recording;
use dungeon_play::replay::replay_screen::ReplayScreen;
use dungeon_play::replay::speed::ReplayMode;
use dungeon_play::session::session::Session;
use dungeon_play::view::Glyphs;
use dungeon_play::view::frame::Frame;
use dungeon_play::view::scene::Lighting;

/// The help, a step into a patrol's arrow of three cells, a mouse move, and the winning step.
fn won() -> Recording {
    kept("won.rec")
}

fn kept(name: &str) -> Recording {
    let path = folder("fixtures/recordings").join(name);
    let text = std::fs::read_to_string(path).expect("a fixture");
    Recording::from_text(&text).expect("a recording")
}

fn screen(recording: Recording) -> ReplayScreen {
    ReplayScreen::open(recording, Glyphs::Unicode).expect("the game that was recorded")
}

fn paused(recording: Recording) -> ReplayScreen {
    screen(recording).in_mode(ReplayMode::Paused)
}

fn press(screen: &mut ReplayScreen, keys: &str) {
    let Script(keys) = keys.parse().expect("a script");
    keys.into_iter().for_each(|key| screen.press(key));
}

/// Returns the screen after these keys.
fn after(mut screen: ReplayScreen, keys: &str) -> Frame {
    press(&mut screen, keys);
    screen.frame()
}

/// Returns the last row.
fn line(screen: &ReplayScreen) -> String {
    rows(&screen.frame()).pop().unwrap_or_default()
}

/// Lets time pass until the replay rests or a limit is reached. Returns the time that each frame was shown, in
/// milliseconds.
fn watch(screen: &mut ReplayScreen) -> Vec<u128> {
    let mut stood = Vec::new();
    while let Some(pace) = screen.pace() {
        stood.push(pace.every.as_millis());
        screen.press(Key::Idle);
        assert_ne!(screen.pace(), Some(pace), "the wait restarts");
        assert!(stood.len() < 10_000, "the game never ends");
    }
    stood
}

#[test]
fn it_plays_by_itself_and_rests_on_the_last_screen() {
    let recording = won();
    let mut screen = screen(recording.clone());
    let stood = watch(&mut screen);
    // The opening, help, Esc; the three cells of the arrow, a mouse move, the last step.
    assert_eq!(stood, [250, 250, 250, 40, 40, 40, 40, 250]);
    assert_eq!(screen.session().checksum(), recording.state());
    assert!(
        line(&screen).starts_with("Turn 2 of 2, the end: won. Key l "),
        "{}",
        line(&screen)
    );
    insta::assert_snapshot!("end", screen.frame().with_styles());
}

#[test]
fn its_screens() {
    insta::assert_snapshot!("opening", screen(won()).frame());
    insta::assert_snapshot!("paused", after(screen(won()), "<Space>"));
    insta::assert_snapshot!("hover", after(paused(won()), "nl"));
    insta::assert_snapshot!("fast", after(screen(won()), "<idle 3>+++"));
    insta::assert_snapshot!("help", after(screen(won()), "?"));
    insta::assert_snapshot!("drift", after(screen(kept("drifting.rec")), "G"));
}

#[test]
fn its_screens_on_other_sizes() {
    let on = |size: &str| {
        let keys = format!("<resize {size}>lll");
        after(paused(won()), &keys)
    };
    insta::assert_snapshot!("smaller", on("40x12"));
    insta::assert_snapshot!("smallest", on("30x8"));
    insta::assert_snapshot!("larger", on("90x26"));
    insta::assert_snapshot!("too_small", on("29x8"));
    insta::assert_snapshot!("help_narrow", after(paused(won()), "<resize 40x12>?"));
    let drift = |size: &str| {
        let keys = format!("<resize {size}>G");
        rows(&after(screen(kept("drifting.rec")), &keys)).pop()
    };
    let long = "The game differs from the recording at turn 2.";
    assert_eq!(
        drift("60x24").as_deref(),
        Some("Drift at turn 2.                           ?: keys  q: leave")
    );
    assert!(drift("75x24").is_some_and(|line| line.starts_with(long)));
    assert_eq!(
        drift("30x8").as_deref(),
        Some("Drift at turn 2.       ?: keys")
    );
}

#[test]
fn a_replay_is_lit_as_the_watchers_terminal_can_show_it() {
    let shades = |screen: &ReplayScreen| {
        let frame = screen.frame();
        frame.rows().flatten().any(|cell| cell.style().shade > 0)
    };
    let recording = crate::corpus::recorded("dungeons/crypt.dng", 7, "ooo");
    let screen = || ReplayScreen::open(recording.clone(), Glyphs::Unicode).expect("the game");
    let mut soft = screen().lighting(Lighting::Soft);
    let mut even = screen();
    for keys in ["", "G", "g"] {
        press(&mut soft, keys);
        press(&mut even, keys);
        assert_eq!((shades(&soft), shades(&even)), (true, false), "{keys}");
        assert_eq!(soft.frame().plain(), even.frame().plain());
    }
}

#[test]
fn ascii_and_nothing_else_is_shown_where_asked() {
    let mut screen = ReplayScreen::open(won(), Glyphs::Ascii).expect("the recorded game");
    press(&mut screen, "+");
    assert!(
        line(&screen).starts_with("Turn 0 of 2 (0%) at 2x."),
        "{}",
        line(&screen)
    );
    for keys in ["", "G", "h", "g", "?"] {
        press(&mut screen, keys);
        assert!(screen.frame().plain().is_ascii(), "{keys}");
    }
}

#[test]
fn a_paused_replay_waits_and_a_step_is_a_key() {
    let mut screen = paused(won());
    assert_eq!(screen.pace(), None);
    let recorded = |keys| {
        let path = folder("fixtures/scenes/cell.dng");
        shown(Session::open(path).expect("a scene"), (80, 23), keys)
    };
    for (step, keys) in [(".", "?"), ("<Right>", "?<Esc>"), ("l", "?<Esc>l")] {
        press(&mut screen, step);
        watch(&mut screen);
        assert_eq!(screen.pace(), None);
        assert_eq!(
            screen.frame().rows().next(),
            recorded(keys).rows().next(),
            "{keys}"
        );
        assert_eq!(
            rows(&screen.frame())[..23],
            rows(&recorded(keys))[..23],
            "{keys}"
        );
    }
    press(&mut screen, "<Space>");
    assert!(screen.pace().is_some(), "it continues");
}

#[test]
fn a_step_shows_what_it_sets_going_and_the_next_one_completes_it() {
    let mut screen = paused(won());
    press(&mut screen, "...");
    assert_eq!(screen.pace().map(|pace| pace.every), Some(BEAT));
    assert!(
        rows(&screen.frame())[2].starts_with("#...:p#"),
        "{}",
        screen.frame()
    );
    assert_eq!(watch(&mut screen), [40, 40, 40]);
    press(&mut screen, "b.");
    assert!(
        rows(&screen.frame())[2].starts_with("#...:p#"),
        "{}",
        screen.frame()
    );
    press(&mut screen, ".");
    assert!(
        rows(&screen.frame())[1].starts_with("#.@$..#"),
        "{}",
        screen.frame()
    );
    assert_eq!(screen.pace(), None);
}

#[test]
fn an_animation_can_be_paused() {
    let mut screen = screen(won());
    press(&mut screen, "<idle 4><Space>");
    let frame = screen.frame();
    assert!(rows(&frame)[1].starts_with("#.@:..#"), "{frame}");
    assert_eq!(screen.pace(), None);
    press(&mut screen, "<Space>");
    assert_eq!(watch(&mut screen), [40, 40, 40, 250]);
}

#[test]
fn a_step_back_shows_what_was_seen_before() {
    let recording = recorded("fixtures/scenes/hall.dng", 5, "llj5?<Esc>hhlk");
    let mut seen = Vec::new();
    let mut there = paused(recording.clone());
    let count = recording.keys().len();
    let rest = |screen: &mut ReplayScreen| {
        watch(screen);
        screen.frame().plain()
    };
    for _ in 0..count {
        seen.push(rest(&mut there));
        press(&mut there, ".");
    }
    rest(&mut there);
    for (position, before) in seen.iter().enumerate().rev() {
        press(&mut there, "h");
        assert_eq!(&rest(&mut there), before, "key {position}");
    }
    press(&mut there, "h");
    assert_eq!(
        there.frame().plain(),
        seen[0],
        "nothing comes before the first one"
    );
}

#[test]
fn a_turn_forth_and_a_turn_back_are_turns() {
    let recording = won();
    let mut screen = paused(recording);
    let mut turn = |keys: &str| {
        press(&mut screen, keys);
        watch(&mut screen);
        screen.session().turn()
    };
    assert_eq!([turn("n"), turn("."), turn("."), turn(">")], [1, 1, 2, 2]);
    assert_eq!([turn("p"), turn("<lt>"), turn("<lt>")], [1, 0, 0]);
}

#[test]
fn start_and_end_are_reached_at_once() {
    let recording = won();
    let mut screen = screen(recording.clone());
    press(&mut screen, "G");
    assert_eq!(screen.session().checksum(), recording.state());
    assert_eq!(screen.pace(), None);
    press(&mut screen, "<Home>");
    assert_eq!(screen.session().checksum(), recording.opening);
    assert_eq!(screen.pace(), None, "a viewer at the end is not hurried");
    press(&mut screen, "<End><Space>");
    assert_eq!(screen.session().turn(), 0, "the end begins again");
    assert!(screen.pace().is_some());
}

#[test]
fn speed_is_that_of_all_that_moves() {
    let total = |keys: &str| {
        let mut screen = screen(won());
        press(&mut screen, keys);
        let stood = watch(&mut screen);
        (stood.iter().sum::<u128>(), stood.len())
    };
    let normal = 250 * 4 + 40 * 4;
    assert_eq!(total(""), (normal, 8));
    assert_eq!(total("-"), (normal * 2, 8));
    assert_eq!(total("2"), (normal / 2, 8));
    assert_eq!(total("<Up><Down>1"), (normal, 8));
    // Four frames of 2.5 ms and four of 15.625 ms, counted in whole milliseconds.
    assert_eq!(total("8+"), (4 * 15 + 4 * 2, 8));
    assert_eq!(total("8++"), (0, 5), "nothing flies");
    let mut screen = screen(won());
    press(&mut screen, "8++++");
    assert!(
        line(&screen).starts_with("Turn 0 of 2 (0%) at full speed."),
        "{}",
        line(&screen)
    );
}

#[test]
fn tempo_rounds_without_a_command_take_the_files_time() {
    let recording = recorded("fixtures/scenes/hurry.dng", 3, "<idle 3>l<idle>");
    let mut screen = screen(recording);
    let stood = watch(&mut screen);
    assert_eq!(stood, [200, 200, 200, 250, 200]);
}

#[test]
fn a_drift_stops_it_at_its_turn() {
    let mut screen = screen(kept("drifting.rec"));
    watch(&mut screen);
    assert_eq!(screen.drift().map(|drift| drift.turn), Some(2));
    assert!(
        line(&screen).starts_with("The game differs from the recording at turn 2"),
        "{}",
        line(&screen)
    );
    press(&mut screen, "l.nG");
    assert_eq!((screen.session().turn(), screen.pace()), (2, None));
    press(&mut screen, "b");
    assert!(
        line(&screen).starts_with("Turn 1 of 2 (80%), paused."),
        "{}",
        line(&screen)
    );
    assert!(screen.drift().is_some(), "seen cells are not forgotten");
    press(&mut screen, "<Space>");
    watch(&mut screen);
    assert!(
        line(&screen).starts_with("The game differs"),
        "{}",
        line(&screen)
    );
}

#[test]
fn a_recording_of_another_beginning_is_not_opened() {
    let mut recording = won();
    recording.opening ^= 1;
    assert!(ReplayScreen::open(recording, Glyphs::Unicode).is_err());
}

#[test]
fn nothing_that_is_pressed_reaches_the_game() {
    let recording = won();
    let every = (' '..='~')
        .filter(|key| !"qQ?".contains(*key))
        .map(Key::Char);
    let more = [
        Key::Enter,
        Key::Tab,
        Key::Up,
        Key::Paste,
        Key::F(1),
        Key::Ctrl('l'),
    ];
    for key in every.chain(more) {
        let mut screen = screen(recording.clone());
        screen.press(key);
        let closing = match key {
            // A prompt must be closed first.
            Key::Char(':' | 't') => "<Esc>G",
            _ => "G",
        };
        press(&mut screen, closing);
        assert_eq!(screen.session().checksum(), recording.state(), "{key}");
        assert!(screen.drift().is_none() && !screen.is_over(), "{key}");
    }
}

#[test]
fn it_is_left_at_once_and_a_page_is_closed_first() {
    let is_left = |keys: &str| {
        let mut screen = screen(won());
        press(&mut screen, keys);
        screen.is_over()
    };
    for keys in [
        "q",
        "Q",
        "<Esc>",
        "<C-c>",
        "?<C-c>",
        "?qq",
        "<resize 20x5>q",
        "<resize 20x5><C-c>",
    ] {
        assert!(is_left(keys), "{keys}");
    }
    for keys in ["", "?q", "?<Esc>", "<resize 20x5>?<Space>"] {
        assert!(!is_left(keys), "{keys}");
    }
}

#[test]
fn time_stands_still_on_a_page_and_on_a_screen_too_small() {
    let mut screen = screen(won());
    press(&mut screen, "?");
    assert_eq!(screen.pace(), None);
    press(&mut screen, "<Esc><resize 20x5>");
    assert_eq!(screen.pace(), None);
    press(&mut screen, "<resize 30x8>");
    assert_eq!(
        screen.pace().map(|pace| pace.every),
        Some(Duration::from_millis(250))
    );
}

#[test]
fn the_line_can_be_hidden_so_that_the_game_has_the_whole_screen() {
    let mut screen = paused(won());
    press(&mut screen, ".");
    let above = rows(&screen.frame());
    assert!(above[22].ends_with("Esc: back"), "{}", above[22]);
    press(&mut screen, "s");
    assert!(line(&screen).ends_with("Esc: back"), "{}", line(&screen));
    press(&mut screen, "s");
    assert!(
        line(&screen).starts_with("Turn 0 of 2 (20%), paused. Key ?"),
        "{}",
        line(&screen)
    );
}

#[test]
fn every_kept_game_is_replayed_to_its_end() {
    for (name, seed, keys) in whole_games::GAMES {
        let recording = recorded(&format!("dungeons/{name}.dng"), seed, keys);
        assert!(recording.outcome.is_some(), "{name}");
        let mut screen = screen(recording.clone());
        watch(&mut screen);
        assert!(screen.drift().is_none(), "{name}");
        assert_eq!(screen.session().outcome(), recording.outcome, "{name}");
        assert_eq!(screen.session().checksum(), recording.state(), "{name}");
    }
}

#[test]
fn e15_a_journey_that_is_recorded_as_one_key_is_walked_step_by_step() {
    let recording = recorded_by_keys("fixtures/scenes/stairs.dng", 0, "llll>");
    assert_eq!(recording.keys().len(), 5);
    let steps = recording.turn() as usize - 4;
    assert!(steps > 2, "{steps}");
    let mut walked = screen(recording.clone());
    let stood = watch(&mut walked);
    // The key itself takes the first step.
    let strides = stood.iter().filter(|stood| **stood == 20).count();
    assert!((steps - 1..=steps).contains(&strides), "{stood:?}");
    assert_eq!(walked.session().checksum(), recording.state());
    assert!(walked.drift().is_none());
    press(&mut walked, "g.....");
    assert_eq!(walked.session().turn(), 5, "on the way");
    watch(&mut walked);
    assert_eq!(
        walked.session().turn(),
        recording.turn(),
        "shown to its end"
    );
}

#[test]
fn e15_a_turn_is_a_step_of_a_journey_that_is_recorded_as_one_key() {
    let recording = recorded_by_keys("fixtures/scenes/stairs.dng", 0, "llll>..");
    let mut screen = paused(recording.clone());
    let mut turn = |keys: &str| {
        press(&mut screen, keys);
        watch(&mut screen);
        screen.session().turn()
    };
    assert_eq!([turn("nnnnn"), turn("n"), turn("n")], [5, 6, 7]);
    assert_eq!([turn("p"), turn("p"), turn("p")], [6, 5, 4]);
    assert_eq!([turn(":6<Enter>"), turn("n")], [6, 7]);
    assert_eq!(
        turn("."),
        recording.turn() - 1,
        "one key is the whole journey"
    );
    let shown = |keys: &str| {
        let mut screen = paused(recording.clone());
        press(&mut screen, keys);
        watch(&mut screen);
        screen.frame().plain()
    };
    assert_eq!(shown("nnnnnnn"), shown("G:7<Enter>"));
    assert_eq!(shown("nnnnn"), shown("nnnnnnp"));
    let mut screen = paused(recording.clone());
    press(&mut screen, ":6<Enter><Space>");
    watch(&mut screen);
    assert_eq!(screen.session().checksum(), recording.state());
}

#[test]
fn e15_a_journey_that_is_recorded_as_its_steps_is_walked_as_fast_as_it_was() {
    let recording = recorded("fixtures/scenes/stairs.dng", 0, "llll>..");
    assert_eq!(recording.keys().len(), recording.turn() as usize);
    let by_key = recorded_by_keys("fixtures/scenes/stairs.dng", 0, "llll>..");
    let mut walked = screen(recording.clone());
    let stood = watch(&mut walked);
    assert_eq!(stood, watch(&mut screen(by_key)));
    assert_eq!(stood[..7], [250, 250, 250, 250, 250, 20, 20]);
    assert_eq!(walked.session().checksum(), recording.state());
    let again = Recording::from_text(&recording.to_text()).expect("a recording");
    assert_eq!(watch(&mut screen(again)), stood, "from a file too");
}

#[test]
fn a_turn_is_jumped_to_by_its_number_and_a_place_by_its_share() {
    let recording = recorded("fixtures/scenes/hall.dng", 5, "hl.hl.hl.hl.hl.hl.hl.");
    assert_eq!((recording.turn(), recording.keys().len()), (21, 21));
    let turn = |keys: &str| {
        let mut screen = paused(recording.clone());
        press(&mut screen, keys);
        assert_eq!(screen.pace(), None, "{keys}");
        screen.session().turn()
    };
    assert_eq!(turn(":12<Enter>"), 12);
    assert_eq!(
        turn("G:1x<BS>2<Enter>"),
        2,
        "back, and letters are not typed"
    );
    assert_eq!([turn(":0<Enter>"), turn("G:0<Enter>")], [0, 0]);
    assert_eq!(
        turn("t99999999999999<Enter>"),
        21,
        "beyond the end is the end"
    );
    assert_eq!(
        [
            turn(":50%<Enter>"),
            turn(":100%<Enter>"),
            turn(":0%<Enter>")
        ],
        [11, 21, 0]
    );
    assert_eq!(
        [turn(":9<Esc>"), turn(":<Enter>"), turn(":9<BS><BS>n")],
        [0, 0, 1]
    );
    assert_eq!([turn("]]"), turn("G[[["), turn("<PgDn><PgUp>")], [6, 12, 0]);
    assert_eq!([turn("[["), turn("G]]")], [0, 21]);
}

#[test]
fn what_is_typed_is_seen_and_time_stands_still_meanwhile() {
    let mut screen = screen(won());
    let asked = |screen: &mut ReplayScreen, keys: &str| {
        press(screen, keys);
        assert!(
            screen.pace().is_none() || keys.ends_with("<Enter>"),
            "{keys}"
        );
        line(screen)
    };
    assert_eq!(
        asked(&mut screen, "s:1"),
        "To turn: 1_  (0 to 2, or 50% of the keys; Enter: go there, Esc: back)"
    );
    assert_eq!(
        asked(&mut screen, "<resize 40x12>"),
        "To turn: 1_  (0 to 2, or 50%; Esc: back)"
    );
    assert_eq!(
        asked(&mut screen, "2<resize 30x8>"),
        "To turn: 12_  (0 to 2)"
    );
    asked(&mut screen, "<BS><Enter>");
    assert_eq!(screen.session().turn(), 1);
    assert!(screen.pace().is_some(), "it continues from there");
    press(&mut screen, ":<C-c>");
    assert!(screen.is_over());
}

#[test]
fn e15_seeking_does_not_stop_where_a_journey_ends() {
    let recording = recorded("fixtures/scenes/stairs.dng", 0, "llll>..");
    let last = recording.turn();
    let mut screen = paused(recording.clone());
    press(&mut screen, "G");
    assert_eq!(screen.session().checksum(), recording.state());
    assert!(line(&screen).contains("the end"), "{}", line(&screen));
    press(&mut screen, ",");
    assert_eq!(screen.session().turn(), last - 1, "one key back");
    press(&mut screen, "p");
    assert_eq!(screen.session().turn(), last - 2, "one turn back");
}

#[test]
fn e15_a_journey_under_way_is_not_told_as_the_end() {
    let recording = recorded("fixtures/scenes/stairs.dng", 0, "llll>..");
    let mut screen = paused(recording);
    press(&mut screen, "....<Right>");
    assert_eq!(screen.session().turn(), 5, "on the way");
    let told = line(&screen);
    assert!(
        told.contains("paused") && !told.contains("the end"),
        "{told}"
    );
}

#[test]
fn a_mark_without_keys_is_refused() {
    let mut recording = won();
    recording.moves[1].keys.clear();
    let text = recording.to_text();
    assert!(
        Recording::from_text(&text).is_err(),
        "later keys would never be played"
    );
}

#[test]
fn a_game_without_keys_is_at_its_end_from_the_beginning() {
    let recording = recorded("fixtures/scenes/hall.dng", 5, "");
    assert!(recording.keys().is_empty());
    let mut screen = screen(recording);
    for keys in [
        "<resize 80x24>",
        "<Space>",
        ".",
        ",",
        "]",
        "n",
        "p",
        ":3<Enter>",
        ":50%<Enter>",
        "G",
        "g",
    ] {
        press(&mut screen, keys);
        watch(&mut screen);
        let told = line(&screen);
        assert!(
            told.starts_with("Turn 0 of 0, the end: unfinished."),
            "{keys}: {told}"
        );
    }
}

#[test]
fn a_replay_that_is_opened_at_its_end_is_at_rest_there_and_begins_again() {
    let recording = won();
    let last = recording.turn();
    for motion in [ReplayMode::Playing, ReplayMode::Paused] {
        let mut screen = screen(recording.clone()).at_turn(99).in_mode(motion);
        assert_eq!(screen.session().turn(), last);
        assert!(line(&screen).contains("the end"), "{}", line(&screen));
        press(&mut screen, "<Space>");
        assert_eq!(screen.session().turn(), 0);
        assert!(screen.pace().is_some(), "it plays");
    }
}

#[test]
fn a_number_that_is_typed_outlasts_a_screen_too_small_and_a_moment_that_comes_late() {
    let mut screen = screen(recorded("fixtures/scenes/hall.dng", 5, "hl.hl."));
    press(&mut screen, ":4<resize 20x5>x<resize 80x24><idle>");
    assert_eq!(screen.session().turn(), 0, "nothing happens meanwhile");
    assert!(
        line(&screen).starts_with("To turn: 4_"),
        "{}",
        line(&screen)
    );
    press(&mut screen, "<Enter>?<idle>");
    assert_eq!(screen.session().turn(), 4);
    assert!(rows(&screen.frame())[0].starts_with("Keys of the replay"));
}

#[test]
fn a_key_that_means_nothing_and_another_size_hold_nothing_up() {
    let mut screen = screen(won());
    let pace = screen.pace();
    for keys in ["x", "<resize 60x20>", "<F5>"] {
        press(&mut screen, keys);
        assert_eq!(screen.pace(), pace, "{keys}");
    }
    press(&mut screen, "]");
    assert_ne!(
        screen.pace(),
        pace,
        "the view follows another cell from then on"
    );
}
