//! A recorded game can be viewed on any screen as its player would have seen it there, whatever screen it was played
//! on; its keys keep their meaning.
use std::iter;

use crate::corpus::{folder, recorded, recorded_by_keys, recorded_of, rows, scene, shown};
use crate::whole_games;
use dungeon_format::source::Source;
use dungeon_model::space::geometry::Size;
use dungeon_play::input::key::Key;
use dungeon_play::input::script::Script;
use dungeon_play::input::show::Show;
use dungeon_play::replay::player::ReplayPlayer;
use dungeon_play::replay::recording::Recording;
use dungeon_play::replay::replay_screen::ReplayScreen;
use dungeon_play::replay::speed::ReplayMode;
use dungeon_play::session::session::Session;
use dungeon_play::view::Glyphs;
use dungeon_play::view::frame::Frame;

const SIZES: [(i32, i32); 5] = [(30, 8), (40, 12), (61, 17), (80, 24), (130, 45)];

fn paused(recording: Recording) -> ReplayScreen {
    let screen =
        ReplayScreen::open(recording, Glyphs::Unicode).expect("the game that was recorded");
    screen.in_mode(ReplayMode::Paused)
}

fn press(screen: &mut ReplayScreen, keys: &str) {
    let Script(keys) = keys.parse().expect("a script");
    keys.into_iter().for_each(|key| screen.press(key));
}

/// Returns the replay without its status line, on a screen of this size, after these keys of the viewer.
fn bare(recording: &Recording, size: &str, keys: &str) -> ReplayScreen {
    let mut screen = paused(recording.clone());
    press(&mut screen, &format!("s<resize {size}>{keys}"));
    screen
}

#[test]
fn a_game_by_keys_is_seen_as_if_it_were_played_on_the_screen_of_who_watches() {
    // One game of each kind without a pointing interface.
    let is_wanted = |name| ["crypt", "siege-small", "arena-run"].contains(&name);
    let games = whole_games::GAMES
        .into_iter()
        .filter(|game| is_wanted(game.0));
    for (name, seed, keys) in games {
        let path = format!("dungeons/{name}.dng");
        let recording = recorded(&path, seed, keys);
        for (width, height) in SIZES {
            let session = Session::open(folder(&path))
                .expect("a dungeon")
                .with_seed(seed);
            let mut played = session.with_size(width, height);
            let mut player =
                ReplayPlayer::open(recording.clone(), Glyphs::Unicode).expect("the game");
            player.show_on(Size::new(width, height));
            for key in recording.keys().iter() {
                player.skip();
                played.press_key(key);
                played.settle();
                let place = format!("{name} on {width}x{height}, key {}", player.position());
                assert_eq!(player.frame(), played.frame(), "{place}");
            }
            assert!(player.is_at_end() && player.drift().is_none(), "{name}");
        }
    }
}

#[test]
fn k4_what_is_pointed_at_is_in_view_on_every_screen_and_clicks_mean_what_they_did() {
    let keys = "<click 50,9><click 45,10><hover 79,23><Enter><Space><hover 3,3><click 3,4>jjjjlllll<Enter>";
    let recording = recorded_of(&field(), 3, keys);
    for (width, height) in SIZES {
        let mut player = ReplayPlayer::open(recording.clone(), Glyphs::Unicode).expect("the game");
        player.show_on(Size::new(width, height));
        while !player.is_at_end() {
            let frame = player.frame();
            assert_eq!(frame.size(), Size::new(width, height));
            assert!(frame.cursor.is_some(), "{width}x{height}\n{frame}");
            player.skip();
        }
        assert_eq!(
            player.session().checksum(),
            recording.state(),
            "{width}x{height}"
        );
        assert!(player.drift().is_none());
    }
}

#[test]
fn a_screen_that_changes_its_size_is_obeyed_at_once_also_while_something_flies() {
    let kept = folder("fixtures/recordings/won.rec");
    let text = std::fs::read_to_string(kept).expect("a fixture");
    let recording = Recording::from_text(&text).expect("a recording");
    let mut screen = bare(&recording, "80x24", "...");
    assert!(
        screen.session().turn() == 1 && screen.pace().is_some(),
        "the animation runs"
    );
    for (width, height) in SIZES {
        screen.press(Key::Resize(Size::new(width, height)));
        let frame = screen.frame();
        assert_eq!(frame.size(), Size::new(width, height));
        let flight = rows(&frame).into_iter().find(|row| row.contains(":p#"));
        assert!(flight.is_some(), "{frame}");
    }
}

#[test]
fn the_line_takes_a_row_of_its_own_and_covers_nothing() {
    let recording = recorded("fixtures/scenes/hall.dng", 5, "llj");
    for (width, height) in [(40, 12), (80, 24), (100, 30)] {
        let mut screen = paused(recording.clone());
        press(&mut screen, &format!("<resize {width}x{height}>G"));
        let seen = rows(&screen.frame());
        let game = Session::open(folder("fixtures/scenes/hall.dng"))
            .expect("a scene")
            .with_seed(5);
        let played = rows(&shown(game, (width, height - 1), "llj"));
        assert_eq!(seen[..seen.len() - 1], played);
        assert!(
            seen[seen.len() - 1].starts_with("Turn "),
            "{}",
            screen.frame()
        );
    }
}

#[test]
fn pages_are_laid_out_for_who_watches_and_open_where_the_player_read() {
    // A help that is longer than the screen of the recorded game.
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
    assert_eq!(first, help((100, 200))[1], "the whole help");
}

#[test]
fn messages_open_at_their_end_on_every_screen() {
    let recording = recorded_by_keys("dungeons/crypt.dng", 7, "oooooooooooooqaM");
    let screen = bare(&recording, "30x8", "G");
    let seen = rows(&screen.frame());
    let lines = seen[7].split([' ', '-', ';']).collect::<Vec<_>>();
    assert_eq!(lines[1], lines[3], "its end: {}", screen.frame());
}

#[test]
fn what_was_played_on_a_screen_too_small_is_seen_all_the_same() {
    let recording = recorded(
        "fixtures/scenes/hall.dng",
        5,
        "l<resize 20x5>llj<resize 80x24>l",
    );
    let mut screen = bare(&recording, "80x24", "..");
    assert!(
        rows(&screen.frame())[0].starts_with('#'),
        "{}",
        screen.frame()
    );
    press(&mut screen, "G");
    assert_eq!(screen.session().checksum(), recording.state());
}

#[test]
fn words_are_clicked_where_they_stand_for_the_player_on_any_viewers_screen() {
    let click = |scene_name: &str, keys: &str, words: &str| {
        let mut game = scene(scene_name);
        game.press(keys).expect("a script");
        let rows = rows(&game.frame());
        let places = rows.iter().enumerate();
        let mut places = places.filter_map(|(y, row)| Some((row.find(words)?, y)));
        let (x, y) = places.next().expect("words on the screen");
        let x = rows[y][..x].chars().count();
        game.show_on(Size::new(47, 13));
        assert!(
            !game
                .frame()
                .lines()
                .nth(y)
                .is_some_and(|row| row.contains(words))
        );
        game.press(&format!("<click {},{}>", x + 1, y + 1))
            .expect("a script");
        game
    };
    assert!(!click("hall", "lQ", "n: keep playing").is_asking());
    let again = click("cell", "lll", "R: again");
    assert_eq!((again.turn(), again.outcome()), (0, None));
    assert_eq!(click("battle", "", "Space: end").turn(), 1);
}

/// A board larger than every screen, with a distant monster.
fn field() -> Source {
    let map = format!("{}\n", ".".repeat(120)).repeat(60);
    let text =
        format!("rules tactics\nlevel\nmap\n{map}end\n@ 60 30 name=\"Ann\" glyph=A\nB 118 58\n");
    Source::from_text("field.dng", text)
}

#[test]
fn k5_what_is_told_of_a_cell_is_told_as_the_watchers_screen_has_room_for_it() {
    let keys = "<Tab>llkk<Enter>jjjjhh<Enter><Space>ll";
    for (width, height) in [(40, 30), (61, 24), (80, 24), (130, 45)] {
        let recording = recorded("fixtures/scenes/battle.dng", 5, keys);
        let mut played = scene("battle").with_seed(5).with_size(width, height);
        let mut player = ReplayPlayer::open(recording.clone(), Glyphs::Unicode).expect("the game");
        player.show_on(Size::new(width, height));
        for key in recording.keys().iter() {
            player.skip();
            played.press_key(key);
            played.settle();
            let place = format!("{width}x{height}, {key}");
            assert_eq!(
                player.frame().to_string(),
                played.frame().to_string(),
                "{place}"
            );
        }
    }
}

#[test]
fn k4_a_board_is_scrolled_for_who_plays_and_by_nothing_but_the_cell_once_the_size_is_another() {
    let keys = "lllllllllllllllllllllllllllllllllllllllllhhhhhhh";
    let after = |sizes: &str, watched: Option<Size>| {
        let recording = recorded_of(&field(), 3, "");
        let mut session = recording.session().expect("a sound dungeon");
        watched.into_iter().for_each(|size| session.show_on(size));
        session.press(&format!("{keys}{sizes}")).expect("a script");
        (session.pointed_at(), session.followed())
    };
    let played = after("", None);
    assert_ne!(played.0, played.1, "it was scrolled");
    for (width, height) in SIZES {
        assert_eq!(after("", Some(Size::new(width, height))), played);
    }
    let once = after("<resize 60x20>", None);
    assert_eq!(
        after("<resize 30x8><resize 130x45><resize 60x20>", None),
        once
    );
}

#[test]
fn k6_who_does_something_out_of_view_is_seen_doing_it() {
    let recording = recorded_of(&field(), 3, "");
    for (width, height) in &SIZES[..4] {
        let mut session = recording
            .session()
            .expect("a sound dungeon")
            .with_size(*width, *height);
        session.press("<Space>").expect("a script");
        let is_seen = |frame: &Frame| frame.rows().flatten().any(|cell| cell.glyph() == 'B');
        assert!(!is_seen(&session.frame()), "{}", session.frame());
        let moments = iter::from_fn(|| session.animate());
        assert!(
            moments.collect::<Vec<_>>().iter().any(is_seen),
            "{width}x{height}"
        );
    }
}
