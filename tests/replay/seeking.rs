//! After any seeking keys, the screen of a recording equals the one after playing straight to that position.
use crate::cases;
use crate::corpus::{recorded, recorded_by_keys, recorded_of};
use dungeon_format::source::Source;
use dungeon_model::space::geometry::Size;
use dungeon_play::input::key::Key;
use dungeon_play::input::script::Script;
use dungeon_play::input::show::Show;
use dungeon_play::replay::player::ReplayPlayer;
use dungeon_play::replay::recording::{RecordedMove, Recording};
use dungeon_play::replay::replay_screen::ReplayScreen;
use dungeon_play::view::Glyphs;
use dungeon_play::view::frame::Frame;
use proptest::prelude::*;

/// Games of every rule set, with fog, stairs, idle rounds and clicks on cells.
const DUNGEONS: [&str; 8] = [
    "fixtures/scenes/hall.dng",
    "fixtures/scenes/stairs.dng",
    "fixtures/scenes/hurry.dng",
    "dungeons/crypt.dng",
    "dungeons/siege-small.dng",
    "dungeons/battle.dng",
    "fixtures/ok/salt-abbey.dng",
    "fixtures/ok/siege-gatehouse.dng",
];

/// Keys of a player, among them a journey, pages and a resize.
const KEYS: [&str; 22] = [
    "h",
    "j",
    "k",
    "l",
    "4",
    "6",
    ".",
    "o",
    ">",
    "?",
    "M",
    ";",
    "_",
    "<Enter>",
    "<Esc>",
    "<Space>",
    "<idle>",
    "<Tab>",
    "<click 22,9>",
    "<click 40,12>",
    "<hover 30,8>",
    "<resize 50x18>",
];

/// Keys of the viewer: all seeking keys, typed numbers, pages, idle time, and screens of any size.
const WATCHED: [&str; 34] = [
    " ",
    ".",
    ",",
    ">",
    "<lt>",
    "]",
    "[",
    "+",
    "-",
    "1",
    "8",
    "g",
    "G",
    ":",
    "t",
    "5",
    "%",
    "s",
    "?",
    "q",
    "x",
    "<BS>",
    "<Enter>",
    "<Esc>",
    "<idle>",
    "<idle><idle><idle><idle>",
    "<click 4,4>",
    "<hover 9,9>",
    "<wheel-down>",
    "<resize 1x1>",
    "<resize 30x8>",
    "<resize 30x9>",
    "<resize 47x19>",
    "<resize 200x90>",
];

/// A way to record a game: journeys as their steps, or as one key.
type Record = fn(&str, u64, &str) -> Recording;

/// Returns the frame of each position when the game is played from its beginning.
fn straight(recording: &Recording, size: Size) -> Vec<Frame> {
    let mut session = recording.session().expect("a sound dungeon");
    session.show_on(size);
    let mut frames = vec![session.frame()];
    for key in recording.keys().iter() {
        session.press_key(key);
        session.settle();
        frames.push(session.frame());
    }
    frames
}

fn player(recording: Recording, size: Size) -> ReplayPlayer {
    let mut player =
        ReplayPlayer::open(recording, Glyphs::Unicode).expect("the game that was recorded");
    player.show_on(size);
    player
}

/// Seeks to the position after this many keys.
fn seek_to(player: &mut ReplayPlayer, position: usize) {
    player.begin_seek(position);
    finish_seeking(player);
}

/// Seeks to the position after this many turns.
fn seek_to_turn(player: &mut ReplayPlayer, turn: u32) {
    player.begin_seek_to_turn(turn);
    finish_seeking(player);
}

fn finish_seeking(player: &mut ReplayPlayer) {
    while player.is_seeking() {
        player.go_on_seeking();
    }
}

fn size() -> impl Strategy<Value = Size> {
    (30..110, 8..40).prop_map(|(width, height)| Size::new(width, height))
}

proptest! {
    #![proptest_config(cases::of(48))]

    #[test]
    fn every_place_shows_what_playing_straight_to_it_shows(
        dungeon in prop::sample::select(&DUNGEONS[..]),
        seed in 0..100u64,
        keys in prop::collection::vec(prop::sample::select(&KEYS[..]), 1..150),
        winds in prop::collection::vec((0..3, 0..1000usize), 1..40),
        (size, another) in (size(), size()),
        record in prop::sample::select(&[recorded as Record, recorded_by_keys][..]),
    ) {
        let recording = record(dungeon, seed, &keys.concat());
        let all: Vec<Key> = recording.keys().iter().collect();
        let (frames, others) = (straight(&recording, size), straight(&recording, another));
        let mut player = player(recording, size);
        for (nth, (how, where_to)) in winds.into_iter().enumerate() {
            match how {
                0 => seek_to(&mut player, where_to * (all.len() + 1) / 1000),
                1 => {
                    let position = player.position();
                    seek_to(&mut player, position.saturating_sub(1 + where_to % 3));
                }
                _ => player.skip(),
            }
            let position = player.position();
            let frames = match nth % 2 {
                0 => &frames,
                _ => &others,
            };
            player.show_on(frames[0].size());
            prop_assert_eq!(player.frame(), frames[position].clone(), "place {}", position);
            prop_assert_eq!(player.pressed(), position.checked_sub(1).map(|last| all[last]));
            prop_assert!(player.drift().is_none());
        }
    }
}

proptest! {
    #![proptest_config(cases::of(16))]

    #[test]
    fn whatever_its_watcher_presses_it_fills_his_screen_and_shows_the_recorded_game(
        dungeon in prop::sample::select(&DUNGEONS[..]),
        seed in 0..100u64,
        keys in prop::collection::vec(prop::sample::select(&KEYS[..]), 0..40),
        watched in prop::collection::vec(prop::sample::select(&WATCHED[..]), 1..120),
        record in prop::sample::select(&[recorded as Record, recorded_by_keys][..]),
    ) {
        let recording = record(dungeon, seed, &keys.concat());
        let mut screen = ReplayScreen::open(recording.clone(), Glyphs::Ascii).expect("the game");
        let mut size = Size::new(80, 24);
        let Script(watched) = watched.concat().parse().expect("a script");
        for key in watched {
            if let Key::Resize(its) = key {
                size = its;
            }
            screen.press(key);
            prop_assert_eq!(screen.frame().size(), size);
            prop_assert!(screen.drift().is_none());
        }
        // Closes a page or a typed number first.
        for key in [Key::Resize(Size::new(80, 24)), Key::Esc, Key::Char('G')] {
            screen.press(key);
        }
        prop_assert_eq!(screen.session().checksum(), recording.state());
        prop_assert_eq!(screen.pace(), None);
    }
}

/// A game that never ends.
fn lasting(keys: &str) -> Recording {
    let text = "rules explore tempo=200\nhero health=2000000000\nmap open 30 10\n@ 15 5\n$ 2 2\nw 9 9 strength=0\n";
    recorded_of(&Source::from_text("lasting.dng", text), 1, keys)
}

/// The game is long enough for more snapshots than the player keeps.
#[test]
fn a_long_game_is_wound_back_key_by_key_and_in_leaps() {
    let recording = lasting(&"l<idle>hj.k".repeat(700));
    let length = recording.keys().len();
    assert_eq!(length, 4200);
    let size = recording.size;
    let frames = straight(&recording, size);
    let mut player = player(recording, size);
    seek_to(&mut player, usize::MAX);
    assert_eq!(player.position(), length);
    let near = (length - 300..length).rev();
    let far = (0..length).rev().step_by(97);
    for position in near.chain(far.clone()).chain(far.rev()) {
        seek_to(&mut player, position);
        assert_eq!(player.position(), position);
        assert_eq!(player.frame(), frames[position], "place {position}");
    }
}

#[test]
fn a_turn_is_wound_to_at_its_first_moment() {
    let keys = "l<Enter>l<Enter><Tab>l<Enter>l<Enter><space>l<Enter>l<Enter><space><space>";
    let recording = recorded("dungeons/battle.dng", 1, keys);
    let same_turn = |two: &[RecordedMove]| two[0].turn == two[1].turn;
    assert!(recording.moves.windows(2).any(same_turn));
    for turn in 1..=recording.turn() {
        let mut player = player(recording.clone(), recording.size);
        seek_to_turn(&mut player, turn);
        assert_eq!(player.session().turn(), turn);
        let position = player.position();
        seek_to(&mut player, position - 1);
        assert!(player.session().turn() < turn, "turn {turn}");
    }
}

#[test]
fn a_journey_that_is_under_way_is_completed_where_it_is_wound_past() {
    let recording = recorded_by_keys("fixtures/scenes/stairs.dng", 0, "llll>..");
    let frames = straight(&recording, recording.size);
    let mut player = player(recording.clone(), recording.size);
    seek_to(&mut player, 4);
    player.press();
    assert!(player.session().is_under_way());
    seek_to(&mut player, 6);
    assert_eq!(player.frame(), frames[6]);
    seek_to(&mut player, 4);
    player.press();
    seek_to(&mut player, 5);
    assert_eq!(player.frame(), frames[5]);
}

#[test]
fn a_turn_is_wound_to_where_it_begins_whatever_was_done_in_it() {
    let recording = recorded(
        "dungeons/battle.dng",
        3,
        "<Tab><Space><Tab><Tab><Space><Tab>",
    );
    let moves = recording.moves.iter();
    assert_eq!(moves.filter(|recorded| recorded.turn == 1).count(), 3);
    let mut player = player(recording.clone(), recording.size);
    for (turn, position) in [(1, 2), (2, 5), (1, 2), (0, 0), (9, 6), (1, 2)] {
        seek_to_turn(&mut player, turn);
        assert_eq!(player.position(), position, "turn {turn}");
    }
}

#[test]
fn it_is_wound_back_to_the_beginning_in_the_characters_of_the_watchers_screen() {
    let recording = recorded("fixtures/scenes/battle.dng", 5, "jjlll");
    let is_ascii = |frame: &Frame| frame.plain().is_ascii();
    assert!(!straight(&recording, recording.size).iter().all(is_ascii));
    let mut player =
        ReplayPlayer::open(recording, Glyphs::Ascii).expect("the game that was recorded");
    seek_to(&mut player, usize::MAX);
    seek_to(&mut player, 0);
    while !player.is_at_end() {
        assert!(is_ascii(&player.frame()), "{}", player.frame());
        player.skip();
    }
}
