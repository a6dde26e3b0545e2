//! Promise: a recorded game is seen on any screen as its player would have seen it there, whatever screen it was played
//! on; its keys go on to mean what they did.
mod corpus;

use corpus::{folder, recorded, recorded_of, rows, scene, shown};
use dungeon::format::source::Source;
use dungeon::play::deck::Deck;
use dungeon::play::keys::Key;
use dungeon::play::recording::Recording;
use dungeon::play::script::Script;
use dungeon::play::session::Session;
use dungeon::play::show::Show;
use dungeon::play::speed::Motion;
use dungeon::play::theatre::Theatre;
use dungeon::space::geometry::Size;
use dungeon::view::Glyphs;

const SIZES: [(i32, i32); 5] = [(30, 8), (40, 12), (61, 17), (80, 24), (130, 45)];

fn paused(recording: Recording) -> Theatre {
    let theatre = Theatre::open(recording, Glyphs::Unicode).expect("the game that was recorded");
    theatre.in_motion(Motion::Paused)
}

fn press(theatre: &mut Theatre, keys: &str) {
    let Script(keys) = keys.parse().expect("a script");
    keys.into_iter().for_each(|key| theatre.press(key));
}

/// The game without the line below, on a screen of that size, after these keys of its watcher.
fn bare(recording: &Recording, size: &str, keys: &str) -> Theatre {
    let mut theatre = paused(recording.clone());
    press(&mut theatre, &format!("s<resize {size}>{keys}"));
    theatre
}

#[test]
fn a_game_by_keys_is_seen_as_if_it_were_played_on_the_screen_of_who_watches() {
    let games = [
        ("crypt", 7, include_str!("../fixtures/crypt-seed-7.keys")),
        (
            "siege-small",
            12,
            include_str!("../fixtures/siege-small-seed-12.keys"),
        ),
        (
            "arena-run",
            5,
            include_str!("../fixtures/arena-run-seed-5.keys"),
        ),
    ];
    for (name, seed, keys) in games {
        let path = format!("dungeons/{name}.dng");
        let recording = recorded(&path, seed, keys);
        for (width, height) in SIZES {
            let session = Session::open(folder(&path)).expect("a dungeon").seed(seed);
            let mut played = session.size(width, height);
            let mut deck = Deck::open(recording.clone(), Glyphs::Unicode).expect("the game");
            deck.show_on(Size::new(width, height));
            for key in recording.keys() {
                deck.skip();
                played.press_key(key);
                played.settle();
                let place = format!("{name} on {width}x{height}, key {}", deck.position());
                assert_eq!(deck.frame(), played.frame(), "{place}");
            }
            assert!(deck.is_at_end() && deck.drift().is_none(), "{name}");
        }
    }
}

#[test]
fn k4_what_is_pointed_at_is_in_view_on_every_screen_and_clicks_mean_what_they_did() {
    let map = format!("{}\n", ".".repeat(120)).repeat(60);
    let text =
        format!("rules tactics\nlevel\nmap\n{map}end\n@ 60 30 name=\"Ann\" glyph=A\nB 118 58\n");
    let keys = "<click 50,9><click 45,10><hover 79,23><Enter><Space><hover 3,3><click 3,4>jjjjlllll<Enter>";
    let recording = recorded_of(&Source::from_text("field.dng", text), 3, keys);
    for (width, height) in SIZES {
        let mut deck = Deck::open(recording.clone(), Glyphs::Unicode).expect("the game");
        deck.show_on(Size::new(width, height));
        while !deck.is_at_end() {
            let frame = deck.frame();
            assert_eq!(frame.size(), Size::new(width, height));
            assert!(frame.cursor.is_some(), "{width}x{height}\n{frame}");
            deck.skip();
        }
        assert_eq!(
            deck.session().checksum(),
            recording.state(),
            "{width}x{height}"
        );
        assert!(deck.drift().is_none());
    }
}

#[test]
fn a_screen_that_changes_its_size_is_obeyed_at_once_also_while_something_flies() {
    let kept = folder("fixtures/recordings/won.rec");
    let text = std::fs::read_to_string(kept).expect("a fixture");
    let recording = Recording::from_text(&text).expect("a recording");
    let mut theatre = bare(&recording, "80x24", "...");
    assert!(
        theatre.session().turn() == 1 && theatre.pace().is_some(),
        "it flies"
    );
    for (width, height) in SIZES {
        theatre.press(Key::Resize(Size::new(width, height)));
        let frame = theatre.frame();
        assert_eq!(frame.size(), Size::new(width, height));
        let flight = rows(&frame).into_iter().find(|row| row.contains(":p|"));
        assert!(flight.is_some(), "{frame}");
    }
}

#[test]
fn the_line_takes_a_row_of_its_own_and_covers_nothing() {
    let recording = recorded("fixtures/scenes/hall.dng", 5, "llj");
    for (width, height) in [(40, 12), (80, 24), (100, 30)] {
        let mut theatre = paused(recording.clone());
        press(&mut theatre, &format!("<resize {width}x{height}>G"));
        let seen = rows(&theatre.frame());
        let game = Session::open(folder("fixtures/scenes/hall.dng"))
            .expect("a scene")
            .seed(5);
        let played = rows(&shown(game, (width, height - 1), "llj"));
        assert_eq!(seen[..seen.len() - 1], played);
        assert!(
            seen[seen.len() - 1].starts_with("Turn "),
            "{}",
            theatre.frame()
        );
    }
}

#[test]
fn pages_are_laid_out_for_who_watches_and_open_where_the_player_read() {
    // A help that is longer than the screen that it was read on.
    let recording = recorded("fixtures/scenes/battle.dng", 5, "llj?G");
    let first_and_last = |keys: &str, size: &str| {
        let rows = rows(&bare(&recording, size, keys).frame());
        (
            rows[0].clone(),
            rows[1].clone(),
            rows[rows.len() - 1].clone(),
        )
    };
    let help = |size: (i32, i32)| rows(&shown(scene("battle"), size, "?"));
    let (title, first, foot) = first_and_last("....", "40x12");
    assert_eq!(title, "Keys");
    assert_eq!(first, help((40, 12))[1], "its beginning");
    assert!(foot.starts_with("1-10 of "), "{foot}");
    let (_, _, foot) = first_and_last("G", "40x12");
    let lines = foot.split([' ', '-', ';']).collect::<Vec<_>>();
    assert_eq!(lines[1], lines[3], "its end: {foot}");
    let (_, first, _) = first_and_last("G", "100x200");
    assert_eq!(first, help((100, 200))[1], "all of it");
}

#[test]
fn messages_open_at_their_end_on_every_screen() {
    let recording = recorded("dungeons/crypt.dng", 7, "oooooooooooooM");
    let theatre = bare(&recording, "30x8", "G");
    let seen = rows(&theatre.frame());
    let lines = seen[7].split([' ', '-', ';']).collect::<Vec<_>>();
    assert_eq!(lines[1], lines[3], "its end: {}", theatre.frame());
}

#[test]
fn what_was_played_on_a_screen_too_small_is_seen_all_the_same() {
    let recording = recorded(
        "fixtures/scenes/hall.dng",
        5,
        "l<resize 20x5>llj<resize 80x24>l",
    );
    let mut theatre = bare(&recording, "80x24", "..");
    assert!(
        rows(&theatre.frame())[0].starts_with('+'),
        "{}",
        theatre.frame()
    );
    press(&mut theatre, "G");
    assert_eq!(theatre.session().checksum(), recording.state());
}
