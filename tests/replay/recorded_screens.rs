//! A recording stores enough about the screen: whatever the screen did, the replayed game has the same state, scroll
//! position and cursor.
use crate::support;
use dungeon::recordings::{Recorder, Recording};
use dungeon::session::Script;
use dungeon::{Key, Session};
use dungeon_format::source::Source;
use dungeon_model::space::geometry::{Size, at};
use dungeon_play::input::show::Show;

fn recorder(text: &str) -> Recorder {
    let source = Source::from_text("scenario.dng", text);
    Recorder::new(Session::new(support::dungeon(text)), &source)
}

fn press(recorder: &mut Recorder, keys: &str) {
    let Script(keys) = keys.parse().expect("a script");
    keys.into_iter().for_each(|key| recorder.press(key));
}

/// Returns the session after replaying the text of a recording.
fn replayed(recording: &Recording) -> Session {
    let read = Recording::from_text(&recording.to_text()).expect("a text that can be read");
    assert_eq!(&read, recording);
    let mut session = read.session().expect("a sound dungeon");
    read.keys().iter().for_each(|key| session.press_key(key));
    assert_eq!(session.checksum(), recording.state());
    session
}

/// Returns the cell under the cursor, the cell that the board's window follows, and the frame.
fn scrolled(session: &Session) -> String {
    let (pointed, followed) = (session.pointed_at(), session.followed());
    format!("{pointed:?}, {followed:?}\n{}", session.frame())
}

/// A battle on a board larger than the screens, with the unit at this cell.
fn battle(x: i32, y: i32) -> String {
    let map = format!("{}\n", ".".repeat(120)).repeat(60);
    format!("rules tactics\nlevel\nmap\n{map}end\n@ {x} {y} name=\"Ann\" glyph=A\nB 118 58\n")
}

#[test]
fn a_board_larger_than_the_screen_is_scrolled_as_when_it_was_recorded() {
    let places = [(1, 1), (2, 30), (60, 2), (60, 30), (119, 60), (90, 59)];
    let sizes = ["30x8", "44x16", "80x24", "110x40"];
    for (x, y) in places {
        for (first, then) in sizes.iter().flat_map(|a| sizes.map(|b| (a, b))) {
            let mut recorder = recorder(&battle(x, y));
            press(&mut recorder, &format!("<resize {first}>"));
            let told = format!("{x},{y} on {first}, then {then}");
            let is_told = |recorder: &Recorder| {
                let opening = recorder.recording().session().expect("a sound dungeon");
                assert_eq!(scrolled(&opening), scrolled(&recorder.session), "{told}");
            };
            is_told(&recorder);
            press(&mut recorder, "llljjj<Space>Ry");
            is_told(&recorder);
            press(&mut recorder, &format!("<resize {then}>"));
            is_told(&recorder);
            press(&mut recorder, "hhhhkkkk<resize 30x8>llll");
            press(&mut recorder, "<resize 10x4><resize 70x20>;<Esc>");
            let replayed = replayed(&recorder.recording());
            assert_eq!(scrolled(&replayed), scrolled(&recorder.session), "{told}");
        }
    }
}

#[test]
fn where_the_mouse_scrolled_the_board_before_a_save_counts_after_it() {
    let mut first = recorder(&battle(60, 30));
    press(&mut first, "<resize 60x20>");
    let columns = 0..60;
    let scrolls = columns.rev().find(|x| {
        let before = first.session.followed();
        first.press(Key::Hover(at(*x, 5)));
        first.session.followed() != before
    });
    assert!(scrolls.is_some(), "some column scrolls the board");
    let recording = first.recording();
    let mut resumed = Recorder::on(replayed(&recording), recording);
    assert_eq!(scrolled(&resumed.session), scrolled(&first.session));
    press(&mut resumed, "<hover 20,6>l");
    let replayed = replayed(&resumed.recording());
    assert_eq!(scrolled(&replayed), scrolled(&resumed.session));
}

const HALL: &str = "\
rules explore
level
map
###############
#@...........>#
###############
end
level
map
#####
#.<$#
#####
end
";

#[test]
fn a_journey_ends_where_its_screen_is_too_small_to_be_seen() {
    let mut recorder = recorder(HALL);
    recorder.press(Key::Char('>'));
    recorder.go_on();
    recorder.press(Key::Resize(Size::new(29, 8)));
    assert!(!recorder.is_under_way());
    recorder.go_on();
    let keys = |recorder: &Recorder| recorder.recording().keys().to_string();
    assert_eq!(keys(&recorder), "66<resize 29x8>");
    press(&mut recorder, "6<resize 80x24>6");
    assert_eq!(
        recorder.session.turn(),
        3,
        "no step is taken on a screen that is too small"
    );
    assert_eq!(replayed(&recorder.recording()).turn(), 3);
}

#[test]
fn a_screen_beyond_all_is_recorded_on_a_journey_as_the_largest() {
    let mut recorder = recorder(HALL);
    recorder.press(Key::Char('>'));
    for size in [(80, 24), (1200, 40), (1300, 40)] {
        recorder.press(Key::Resize(Size::new(size.0, size.1)));
        assert!(recorder.is_under_way());
        replayed(&recorder.recording());
    }
    while recorder.is_under_way() {
        recorder.go_on();
    }
    let keys = recorder.recording().keys().to_string();
    assert!(keys.starts_with("6<resize 1000x40>6"), "{keys}");
    assert_eq!(keys.matches("resize").count(), 1, "{keys}");
    let size = replayed(&recorder.recording()).size();
    assert_eq!(size, Size::new(1000, 40));
}
