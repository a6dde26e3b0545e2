//! A recording determines the game: replay gives the same checksum, turn and screen, and a changed recording is refused
//! or reported with its turn.
use std::fs;
use std::sync::Arc;

use crate::cases;
use dungeon::recordings::Recorder;
use dungeon::session::Script;
use dungeon::{Key, Session};
use dungeon_format::source::{Limits, Source};
use dungeon_model::dungeon::Dungeon;
use dungeon_model::space::geometry::{Size, at};
use dungeon_play::input::keymap::{Command, Keymap};
use dungeon_play::input::show::Show;
use dungeon_play::replay::playback::{Drift, Playback};
use dungeon_play::replay::recording::{Recording, RecordingError};
use dungeon_play::view::window_style::WindowStyle;
use sha2::{Digest, Sha256};

/// Returns 1,000, or a share of it.
fn games() -> u64 {
    cases::share(1_000)
}

/// Games of each rule set.
const EXPLORE: [&str; 4] = [
    "fixtures/scenes/brawl.dng",
    "fixtures/scenes/hurry.dng",
    "fixtures/scenes/stairs.dng",
    "fixtures/scenes/queue.dng",
];
const SIEGE: [&str; 4] = [
    "fixtures/scenes/yard.dng",
    "fixtures/scenes/payday.dng",
    "fixtures/scenes/robbed.dng",
    "fixtures/ok/siege-levels.dng",
];
const ARENA: [&str; 3] = [
    "fixtures/scenes/arena.dng",
    "fixtures/scenes/arena_run.dng",
    "fixtures/scenes/arena_board.dng",
];
const TACTICS: [&str; 3] = [
    "fixtures/scenes/powder.dng",
    "fixtures/scenes/battle.dng",
    "fixtures/ok/tactics-items.dng",
];

fn source(path: &str) -> Source {
    let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
    Source::from_text(path.clone(), fs::read_to_string(path).expect("a fixture"))
}

fn dungeon(source: &Source) -> Arc<Dungeon> {
    let (dungeon, found) = dungeon_lint::read(source, &Limits::default());
    Arc::new(dungeon.unwrap_or_else(|| panic!("{}: {found:?}", source.name)))
}

fn recorder(source: &Source, seed: u64) -> Recorder {
    Recorder::new(Session::new(dungeon(source)).with_seed(seed), source)
}

/// Plays a recording to its end.
fn again(recording: &Recording) -> Result<Session, Drift> {
    let mut session = recording.session().expect("a sound dungeon");
    let mut playback = Playback::begin(recording.clone(), &session)?;
    playback.finish(&mut session).map(|()| session)
}

/// A pseudo-random generator, the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % n
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize]
    }

    /// Returns any input of a player: bound keys, pages, questions, the mouse, resizes and unbound keys.
    fn keys(&mut self, often: &[Key], bound: &[Key]) -> Vec<Key> {
        let place = |dice: &mut Dice| at(dice.below(82) as i32, dice.below(26) as i32);
        match self.below(40) {
            0..22 => vec![self.one_of(often)],
            22..28 => vec![self.one_of(bound)],
            28 => vec![Key::Idle],
            29 => vec![Key::Click(place(self))],
            30 => vec![Key::Hover(place(self)), Key::Hover(place(self))],
            31 => vec![self.one_of(&[Key::WheelUp, Key::MouseBack, Key::MouseForward, Key::Paste])],
            32 => {
                let sizes = [(80, 24), (60, 20), (30, 8), (5, 3), (1200, 40)];
                let (width, height) = self.one_of(&sizes);
                vec![Key::Resize(Size::new(width, height))]
            }
            33 => self
                .one_of(&["?", "M", "??", ";"])
                .chars()
                .map(Key::Char)
                .collect(),
            34 => self
                .one_of(&["Qn", "QxN", "Rn", "Nn", "S"])
                .chars()
                .map(Key::Char)
                .collect(),
            35 => self
                .one_of(&["Ry", "Ny", "R", "N"])
                .chars()
                .map(Key::Char)
                .collect(),
            36 => vec![Key::Esc, Key::Char('n')],
            37 => vec![Key::Ctrl('c'), Key::Char('n')],
            38 => vec![Key::Alt(self.one_of(&['n', 'l', 'é', '>', ' ']))],
            _ => vec![self.one_of(&[
                Key::Char('<'),
                Key::Char('~'),
                Key::Char('é'),
                Key::F(7),
                Key::Tab,
            ])],
        }
    }
}

/// Returns the keys that the game binds, without those that leave it.
fn bound(session: &Session) -> Vec<Key> {
    let rules = session.game().rules();
    let keymap = match rules.face().pointing() {
        Some(_) => Keymap::with_pointing(rules.face().bindings()),
        None => Keymap::new(rules.face().bindings()),
    };
    let leaves = [
        Command::Quit,
        Command::Back,
        Command::Restart,
        Command::NewGame,
    ];
    let entries = keymap.entries.iter();
    let playing = entries.filter(|entry| !leaves.contains(&entry.command));
    playing
        .flat_map(|entry| entry.keys.iter().flatten().copied())
        .collect()
}

/// Returns frequent keys: steps, or in games with a pointing interface cursor keys, choices and ends of turns.
fn often(session: &Session) -> Vec<Key> {
    let keys = match session.game().rules().face().pointing() {
        Some(_) => "hjkl<Enter><Enter><Tab>f<space><space>",
        None => "12346789hl",
    };
    let Script(keys) = keys.parse().expect("a script");
    keys
}

/// Presses a key; a journey that it begins may stop after any step.
fn press(recorder: &mut Recorder, key: Key, dice: &mut Dice) {
    recorder.press(key);
    while recorder.is_under_way() {
        match dice.below(4) {
            0 => recorder.stop(),
            _ => recorder.go_on(),
        }
    }
}

/// Plays a random game. Its last keys are recorded and close pages and questions, so that the screen shows only
/// recorded state.
fn played(source: &Source, dungeon: &Arc<Dungeon>, seed: u64) -> Recorder {
    let mut dice = Dice(seed);
    let mut recorder = Recorder::new(Session::new(Arc::clone(dungeon)).with_seed(seed), source);
    recorder.press(Key::Resize(Size::new(80, 24)));
    let bound = bound(&recorder.session);
    let often = often(&recorder.session);
    for _ in 0..dice.below(32) {
        for key in dice.keys(&often, &bound) {
            press(&mut recorder, key, &mut dice);
        }
    }
    for key in [Key::Char('n'), Key::Esc, Key::Char('n'), Key::Char('0')] {
        press(&mut recorder, key, &mut dice);
    }
    recorder
}

/// Returns the rows of the frame without trailing spaces.
fn lines(session: &Session) -> Vec<String> {
    let frame = session.frame().to_string();
    let rows = frame.lines().map(|row| row.trim_end_matches(['|', ' ']));
    rows.map(str::to_owned).collect()
}

/// Totals of many games.
#[derive(Default)]
struct Sum {
    turns: u64,
    ended: u64,
    begun_anew: u64,
    seen: u64,
}

fn all_replay(files: &[&str]) -> Sum {
    let sources = files.iter().map(|file| source(file));
    let sources: Vec<(Source, Arc<Dungeon>)> = sources
        .map(|source| {
            let dungeon = dungeon(&source);
            (source, dungeon)
        })
        .collect();
    let mut sum = Sum::default();
    for seed in 0..games() {
        let (source, dungeon) = &sources[seed as usize % sources.len()];
        let recorder = played(source, dungeon, seed);
        let (session, recording) = (&recorder.session, recorder.recording());
        let text = recording.to_text();
        let read = Recording::from_text(&text).unwrap_or_else(|why| panic!("{why}:\n{text}"));
        assert_eq!(read, recording, "seed {seed}");
        let replayed = again(&read).unwrap_or_else(|drift| panic!("{drift}:\n{text}"));
        let came_to = |session: &Session| (session.turn(), session.checksum(), session.outcome());
        assert_eq!(came_to(&replayed), came_to(session), "seed {seed}:\n{text}");
        if session.outcome().is_none() && !session.is_over() {
            // Keys after the end are shown, but not recorded, and neither are questions.
            sum.seen += 1;
            assert_eq!(
                replayed.messages(),
                session.messages(),
                "seed {seed}:\n{text}"
            );
            assert_eq!(lines(&replayed), lines(session), "seed {seed}:\n{text}");
        }
        sum.turns += u64::from(session.turn());
        sum.ended += u64::from(session.outcome().is_some());
        sum.begun_anew += u64::from(recording.seed != seed);
    }
    sum
}

/// Asserts that turns passed, that some games ended, and that some restarted.
fn assert_lively(sum: &Sum) {
    assert!(sum.turns > 2 * games(), "{} turns", sum.turns);
    assert!(sum.seen > games() / 3, "{} seen", sum.seen);
    assert!(sum.ended > games() / 100, "{} ended", sum.ended);
    assert!(sum.begun_anew > games() / 20, "{} anew", sum.begun_anew);
}

#[test]
fn a_thousand_games_of_explore_replay_to_the_same_checksums() {
    assert_lively(&all_replay(&EXPLORE));
}

#[test]
fn a_thousand_games_of_siege_replay_to_the_same_checksums() {
    assert_lively(&all_replay(&SIEGE));
}

#[test]
fn a_thousand_games_of_arena_replay_to_the_same_checksums() {
    assert_lively(&all_replay(&ARENA));
}

#[test]
fn a_thousand_games_of_tactics_replay_to_the_same_checksums() {
    let sum = all_replay(&TACTICS);
    // A turn covers a whole party.
    assert!(sum.turns > games() / 2, "{} turns", sum.turns);
    assert!(sum.begun_anew > games() / 20, "{} anew", sum.begun_anew);
}

/// A small game with every kind of line.
fn small() -> Recording {
    let source = Source::from_text(
        "small.dng",
        drawn! {"
            rules explore
            map
            #######
            #@..w.#
            #..$..#
            #######
            end
        "},
    );
    let mut recorder = recorder(&source, 7);
    let keys = "<resize 60x20>l<Up>;<Esc><idle><idle>h>M<Esc>l?";
    let keys: Script = keys.parse().expect("a script");
    keys.0.into_iter().for_each(|key| recorder.press(key));
    recorder.recording()
}

#[test]
fn what_no_line_of_keys_can_hold_is_not_recorded() {
    let source = source(EXPLORE[0]);
    let mut recorder = recorder(&source, 1);
    for p in [at(-5, -5), at(i32::MAX - 1, 3)] {
        recorder.press(Key::Click(p));
        recorder.press(Key::Char('.'));
    }
    let recording = recorder.recording();
    assert_eq!(recording.keys().to_string(), "..");
    assert_eq!(Recording::from_text(&recording.to_text()), Ok(recording));
}

#[test]
fn one_changed_byte_is_refused_or_is_no_other_game() {
    let whole = small();
    assert!(whole.moves.len() > 2 && !whole.rest.is_empty(), "{whole:?}");
    let text = whole.to_text();
    for place in 0..text.len() {
        for change in [1, 2, 4, 16, 32, 128] {
            let mut bytes = text.clone().into_bytes();
            bytes[place] ^= change;
            let changed = String::from_utf8_lossy(&bytes);
            let read = Recording::from_text(&changed);
            assert!(read.is_err(), "byte {place} by {change}:\n{changed}");
        }
        let mut shorter = text.clone().into_bytes();
        shorter.remove(place);
        let shorter = String::from_utf8_lossy(&shorter);
        assert!(Recording::from_text(&shorter).is_err(), "without {place}");
        assert!(
            Recording::from_text(&text[..place]).is_err(),
            "cut at {place}"
        );
    }
    assert_eq!(Recording::from_text(&text), Ok(whole));
}

/// Returns the text with a matching seal.
fn sealed(text: &str) -> String {
    let (lines, last) = text.trim_end().rsplit_once('\n').expect("lines");
    let lines = format!("{lines}\n");
    let seal: String = Sha256::digest(&lines)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let (before, _) = last.split_once("\"seal\"").expect("a seal");
    format!("{lines}{before}\"seal\":\"{seal}\"}}\n")
}

#[test]
fn a_message_quotes_no_more_of_a_recording_than_a_person_reads() {
    let (whole, long) = (small().to_text(), "x".repeat(1 << 20));
    let field = format!("{{\"{long}\":1,\"keys\"");
    let newer = format!("{{\"recording\":9,\"program\":\"{long}\"}}\n");
    for text in [sealed(&whole.replacen("{\"keys\"", &field, 1)), newer] {
        let error = Recording::from_text(&text).expect_err("no recording of this format");
        let error = error.to_string();
        assert!(error.contains("xxx") && error.len() < 400, "{error}");
    }
}

#[test]
fn one_byte_changed_by_who_seals_it_again_is_told_with_its_turn() {
    let whole = small();
    let text = whole.to_text();
    assert_eq!(sealed(&text), text);
    let body = text.find('\n').expect("a first line") + 1;
    let (mut told, mut drifted, mut exact) = (0, 0, 0);
    for place in body..text.trim_end().rfind('\n').expect("lines") {
        for change in [1, 2, 4, 8] {
            let mut bytes = text.clone().into_bytes();
            bytes[place] ^= change;
            let Ok(changed) = String::from_utf8(bytes) else {
                continue;
            };
            let changed = sealed(&changed);
            let read = match Recording::from_text(&changed) {
                Ok(read) => read,
                Err(why) => {
                    told += 1;
                    let is_told =
                        matches!(why, RecordingError::Line { .. } | RecordingError::Truncated);
                    assert!(is_told, "{why}:\n{changed}");
                    continue;
                }
            };
            let line = text[..place].matches('\n').count() - 1;
            match again(&read) {
                Err(drift) => {
                    drifted += 1;
                    let recorded = whole.moves.get(line).map(|recorded| recorded.turn);
                    let turn = recorded.unwrap_or(whole.turn());
                    // A changed cursor key may have its effect later.
                    assert!(drift.turn >= turn, "{drift}, not {turn}:\n{changed}");
                    exact += u32::from(drift.turn == turn);
                }
                // Another key with the same effect is the same game.
                Ok(session) => {
                    let is_same =
                        (session.turn(), session.checksum()) == (whole.turn(), whole.state());
                    assert!(is_same, "a different game:\n{changed}");
                }
            }
        }
    }
    assert!(
        told > 100 && drifted > 100,
        "{told} refused, {drifted} drifted"
    );
    assert!(
        exact * 10 > drifted * 9,
        "{exact} of {drifted} reported at their turn"
    );
}

#[test]
fn window_of_a_game_stands_in_its_recording_and_one_without_has_its_numbers_below_the_map() {
    let hall = "map\n##########\n#@......$#\n##########\nend\n";
    let source = Source::from_text("hall.dng", hall);
    let session = Session::from_text(hall)
        .expect("a sound dungeon")
        .with_size(110, 34);
    let hero = session.frame().cursor.expect("a hero");
    let mut recorder = Recorder::new(session, &source);
    let Script(keys) = format!("<click {},{}>", hero.x + 4, hero.y + 1)
        .parse()
        .expect("a script");
    keys.into_iter().for_each(|key| recorder.press(key));
    let text = recorder.recording().to_text();
    assert!(text.contains(r#""window":"beside""#), "{text}");
    let read = Recording::from_text(&text).expect("a whole recording");
    assert_eq!(read.window, WindowStyle::Beside);
    let begun = read.begun_in(read.dungeon().expect("sound"));
    assert_eq!(
        begun.frame().cursor,
        Some(hero),
        "a click has the recorded meaning"
    );

    let below = Session::from_text(hall)
        .expect("sound")
        .window(WindowStyle::Below);
    let text = Recording::begin(&below, &source).to_text();
    assert!(
        !text.contains("window"),
        "as earlier versions wrote it: {text}"
    );
    let read = Recording::from_text(&text).expect("a whole recording");
    assert_eq!(read.window, WindowStyle::Below);
}
