//! A dungeon changed by its author continues with the hero in place, if the hero may stand there, and is recorded
//! correctly; if the new text has errors, a bar over the last valid board says so.
use crate::support::dungeon;
use dungeon_engine::event::Event;
use dungeon_format::source::Source;
use dungeon_model::dungeon::LevelId;
use dungeon_model::space::geometry::{Point, at};
use dungeon_play::input::script::Script;
use dungeon_play::input::show::Show;
use dungeon_play::replay::playback::Playback;
use dungeon_play::replay::recorder::Recorder;
use dungeon_play::replay::recording::{Recording, RecordingError};
use dungeon_play::session::reload::{HeroPlace, go_on_in_place, go_on_with, show_bar};
use dungeon_play::session::session::Session;
use dungeon_play::view::status_bar::StatusBar;

const HALL: &str = drawn! {"
    level \"hall\"
    map
    #########
    #@...>..#
    #.....$.#
    #########
    end
    level \"cellar\"
    map
    #########
    #..<..$.#
    #.......#
    #########
    end
"};

fn session(text: &str) -> Session {
    Session::seeded(dungeon(text), 7).with_size(40, 10)
}

fn played(text: &str, keys: &str) -> Session {
    let mut session = session(text);
    session.press(keys).expect("a script");
    session
}

/// Returns the hero's level and cell.
fn hero(session: &Session) -> (LevelId, Point) {
    let world = session.game().world();
    (world.here(), world.body(world.commanded()).at)
}

/// Plays these keys in a text, then goes on in place with another text. Returns the place of the hero and the session.
fn reloaded(text: &str, keys: &str, changed: &str) -> (HeroPlace, Session) {
    let mut session = played(text, keys);
    let place = go_on_in_place(&mut session, Session::seeded(dungeon(changed), 7));
    (place, session)
}

#[test]
fn the_hero_stays_where_he_is_and_all_else_begins_anew() {
    let changed = HALL.replace("#.....$.#", "#..$....#");
    let (place, session) = reloaded(HALL, "lll", &changed);
    assert_eq!(place, HeroPlace::Kept);
    assert_eq!(hero(&session), (LevelId(0), at(4, 1)));
    assert_eq!((session.turn(), session.games(), session.seed()), (0, 2, 7));
    assert!(!session.is_begun(), "there is nothing to save yet");
    insta::assert_snapshot!(session.frame(), @r"
    40x10 turn 0
    |## Hall #                               |
    |#...@>..#                               |
    |#..$....#                               |
    |#########                               |
    |Health 40  Manna 16  Wealth 0  Turn 0   |
    |You enter the dungeon. Press ? for the  |
    |keys.                                   |
    |                                        |
    |                                        |
    |                                        |
    ");
}

#[test]
fn a_game_of_a_changed_dungeon_tells_of_no_journey_and_of_no_turn() {
    let (place, session) = reloaded(HALL, "llll>l", HALL);
    assert_eq!(
        (place, hero(&session)),
        (HeroPlace::Kept, (LevelId(1), at(4, 1)))
    );
    let opening = session.game().events();
    assert!(
        matches!(opening.last(), Some(Event::Travelled { .. })),
        "an event, like every change"
    );
    assert_eq!(
        session.messages(),
        ["You enter the dungeon. Press ? for the keys."]
    );
}

#[test]
fn where_a_wall_or_a_body_is_now_nobody_is_put() {
    for changed in [
        HALL.replace("#@...>", "#@.#.>"),
        HALL.replace("#@...>", "#@.w.>"),
    ] {
        let (place, session) = reloaded(HALL, "ll", &changed);
        assert_eq!(place, HeroPlace::CellTaken);
        assert_eq!(hero(&session), (LevelId(0), at(1, 1)));
        assert!(place.words().ends_with("you are back at the start."));
    }
    let smaller = "level \"hall\"\nmap\n####\n#@$#\n####\nend\n";
    assert_eq!(reloaded(HALL, "ll", smaller).0, HeroPlace::CellTaken);
}

#[test]
fn a_level_is_found_by_its_name_or_else_by_its_number() {
    let (hall, cellar) = HALL.split_at(HALL.find("level \"cellar\"").expect("a cellar"));
    let unlinked = |text: &str| text.replace(['<', '>'], ".");
    let in_cellar = |changed: &str| {
        let (place, session) = reloaded(HALL, "llll>l", changed);
        (place, hero(&session).0)
    };
    let attic = "level \"attic\"\nmap\n###\n#.#\n###\nend\n";
    let below_another = format!("{attic}{hall}{cellar}");
    assert_eq!(in_cellar(&below_another), (HeroPlace::Kept, LevelId(2)));
    let renamed = HALL.replace("\"cellar\"", "\"crypt\"");
    assert_eq!(in_cellar(&renamed), (HeroPlace::Kept, LevelId(1)));
    assert_eq!(
        in_cellar(&unlinked(hall)),
        (HeroPlace::LevelGone, LevelId(0))
    );
    let swapped = format!("{attic}{}", unlinked(hall));
    assert_eq!(
        in_cellar(&swapped).0,
        HeroPlace::LevelGone,
        "the second level is the hall now"
    );
}

#[test]
fn who_has_not_moved_goes_where_the_text_puts_him_and_so_does_who_is_done() {
    let moved = HALL.replace("#@...>..#", "#...@>..#");
    let (place, fresh) = reloaded(HALL, "", &moved);
    assert_eq!((place, hero(&fresh).1), (HeroPlace::Start, at(4, 1)));
    let won = "map\n#####\n#@.$#\n#####\nend\n";
    let (place, again) = reloaded(won, "ll", won);
    assert_eq!((place, hero(&again).1), (HeroPlace::Start, at(1, 1)));
    let squad = "rules tactics\nmap\n##########\n#@.@..G..#\n##########\nend\n";
    assert_eq!(
        reloaded(squad, "<Enter>l<Enter>", squad).0,
        HeroPlace::Start,
        "of several heroes"
    );
}

#[test]
fn a_place_is_kept_through_further_changes_before_a_key_is_pressed() {
    let (_, mut session) = reloaded(HALL, "lll", HALL);
    let place = go_on_in_place(&mut session, Session::seeded(dungeon(HALL), 7));
    assert_eq!((place, hero(&session).1), (HeroPlace::Kept, at(4, 1)));
    session.restart();
    assert_eq!(
        hero(&session).1,
        at(1, 1),
        "a game without a start cell begins at its beginning"
    );
}

#[test]
fn a_dungeon_may_become_one_of_another_game() {
    let arena = "rules arena\nmap\n@........\n.......%.\nend\n";
    let (place, mut session) = reloaded(HALL, "lll", arena);
    assert_eq!((place, hero(&session).1), (HeroPlace::Kept, at(4, 1)));
    session.press("l").expect("a script");
    assert_eq!(hero(&session).1, at(5, 1), "by the keys of that game");
}

#[test]
fn a_game_that_goes_on_keeps_the_screen_of_the_one_before() {
    let mut session = played(HALL, "l");
    go_on_with(&mut session, Session::seeded(dungeon(HALL), 9));
    assert_eq!((session.frame().size().width, session.games()), (40, 2));
    assert_eq!((hero(&session).1, session.seed()), (at(1, 1), 9));
}

#[test]
fn a_game_that_goes_on_answers_steps_at_walls_as_the_one_before() {
    for (asks, turns) in [(false, 1), (true, 0)] {
        let mut session = if asks {
            session(HALL).asking_first()
        } else {
            session(HALL)
        };
        go_on_with(&mut session, Session::seeded(dungeon(HALL), 9));
        session.press("k").expect("a script");
        assert_eq!(session.turn(), turns);
    }
}

/// Returns a recording of these keys in a reload of the hall that began at the hero's last cell.
fn recorded(keys: &str) -> Recording {
    let (_, session) = reloaded(HALL, "llll>l", HALL);
    let mut recorder = Recorder::new(session, &Source::from_text("hall.dng", HALL));
    let Script(keys) = keys.parse().expect("a script");
    keys.into_iter().for_each(|key| recorder.press(key));
    recorder.recording()
}

#[test]
fn a_recording_says_where_its_game_began_and_comes_to_the_same_checksums() {
    let recording = recorded("jl");
    assert_eq!(recording.start, Some((LevelId(1), at(4, 1))));
    let text = recording.to_text();
    assert!(
        text.contains(r#""size":"40x10","start":"2 5,2","window":"beside","opening":"#),
        "{text}"
    );
    assert_eq!(Recording::from_text(&text).as_ref(), Ok(&recording));
    let mut again = recording.session().expect("a sound dungeon");
    let playback = Playback::begin(recording.clone(), &again).expect("the same opening");
    { playback }.finish(&mut again).expect("the same game");
    assert_eq!(
        (hero(&again), again.checksum()),
        ((LevelId(1), at(5, 2)), recording.state())
    );
}

#[test]
fn a_new_game_is_recorded_from_the_start_that_the_text_says() {
    let recording = recorded("jlNyl");
    assert_eq!((recording.start, recording.turn()), (None, 1));
    assert!(
        !recording.to_text().contains("\"start\""),
        "like recordings of earlier versions"
    );
}

#[test]
fn a_start_that_is_no_cell_is_refused() {
    let mut recording = recorded("j");
    for (start, is_read) in [
        ("2 5,2", true),
        ("2 0,2", false),
        ("0 5,2", false),
        ("2 5", false),
        ("999 5,2", false),
    ] {
        let text = recording
            .to_text()
            .replace("\"start\":\"2 5,2\"", &format!("\"start\":\"{start}\""));
        match Recording::from_text(&crate::reload::sealed(&text)) {
            Ok(_) => assert!(is_read, "{start}"),
            Err(RecordingError::Line { line: 1, .. }) => assert!(!is_read, "{start}"),
            Err(error) => panic!("{start}: {error}"),
        }
    }
    // A start cell outside of the dungeon is a different game, which the checksum of the opening detects.
    recording.start = Some((LevelId(9), at(4, 1)));
    let session = recording.session().expect("a sound dungeon");
    assert!(Playback::begin(recording, &session).is_err());
}

/// Returns the text of a recording with a matching seal.
fn sealed(text: &str) -> String {
    use sha2::{Digest, Sha256};
    let (lines, last) = text.trim_end().rsplit_once('\n').expect("lines");
    let lines = format!("{lines}\n");
    let seal: String = Sha256::digest(&lines)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let (before, _) = last.split_once("\"seal\":").expect("a seal");
    format!("{lines}{before}\"seal\":\"{seal}\"}}\n")
}

fn bar(end: &str) -> Option<StatusBar> {
    Some(StatusBar {
        text: "hall.dng:3:4 error[unknown-glyph]: expected a declared glyph, found `q`".to_owned(),
        end: end.to_owned(),
    })
}

#[test]
fn a_bar_lies_over_the_last_good_board_which_goes_on_being_played() {
    let mut session = played(HALL, "ll");
    show_bar(&mut session, bar("(2 more)"));
    session.press("l").expect("a script");
    assert_eq!(hero(&session).1, at(4, 1));
    insta::assert_snapshot!(session.frame(), @r"
    40x10 turn 3
    | ! hall.dng:3:4 error[unknown… (2 more) |
    |#...@>..#                               |
    |#.....$.#                               |
    |#########                               |
    |Health 41  Manna 16  Wealth 0  Turn 3   |
    |You enter the dungeon. Press ? for the  |
    |keys.                                   |
    |                                        |
    |                                        |
    |                                        |
    ");
    session.restart();
    assert!(
        session.frame().plain().contains("2 more"),
        "over the next game, too"
    );
    show_bar(&mut session, None);
    assert!(!session.frame().plain().contains("error"));
}

#[test]
fn a_bar_is_told_by_more_than_its_colour_and_gives_way_to_the_hero() {
    let row = |session: &Session, y: usize| {
        session
            .frame()
            .lines()
            .nth(y)
            .expect("a row")
            .trim()
            .to_owned()
    };
    let mut arena = Session::new(dungeon(
        "rules arena\nmap\n@........\n.......%.\n.........\nend\n",
    ))
    .with_size(40, 9);
    show_bar(&mut arena, bar(""));
    let rows = arena.frame().lines().count();
    let top = (0..rows)
        .find(|y| row(&arena, *y).starts_with("!"))
        .expect("a bar");
    let cursor = arena.frame().cursor.expect("a hero");
    assert_ne!(
        usize::try_from(cursor.y).ok(),
        Some(top),
        "never over the hero:\n{}",
        arena.frame()
    );
    let mut help = played(HALL, "?");
    show_bar(&mut help, bar(""));
    assert!(row(&help, 0).contains("! hall.dng:3:4"), "{}", help.frame());
}

#[test]
fn the_end_of_a_bar_is_kept_on_a_narrow_screen() {
    for width in [30, 60, 120] {
        let mut session = played(HALL, "").with_size(width, 10);
        show_bar(&mut session, bar("(2 more)"));
        let frame = session.frame().plain();
        let top = frame.lines().next().expect("a row");
        assert!(
            top.starts_with(" ! hall.dng:3:4") && top.contains("(2 more)"),
            "{top}"
        );
    }
    let mut tiny = played(HALL, "").with_size(12, 3);
    show_bar(&mut tiny, bar("(2 more)"));
    assert!(tiny.frame().plain().starts_with(" ! "), "{}", tiny.frame());
}
