//! A winning line of play, as keys and as a recording. It proves that a game can be won.
use std::sync::Arc;

use super::playback::Playback;
use super::recorder::Recorder;
use super::recording::Recording;
use crate::input::packed_keys::PackedKeys;
use crate::input::show::Show;
use crate::session::session::Session;
use dungeon_engine::action::Action;
use dungeon_engine::event::Outcome;
use dungeon_format::source::Source;

/// A won game, in a form that a person could have played.
///
/// ```
/// use dungeon::Action;
/// use dungeon::diagnostics::Source;
/// use dungeon::geometry::Direction;
/// use dungeon::recordings::Certificate;
///
/// let source = Source::from_text("hall.dng", "map\n#####\n#@.$#\n#####\nend\n");
/// let line = [Action::Step(Direction::East); 2];
/// let certificate = Certificate::new(&source, 7, &line).expect("two steps win");
/// assert_eq!((certificate.keys.text(), certificate.turns), ("ll", 2));
/// assert!(Certificate::new(&source, 7, &line[..1]).is_none(), "one step does not");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Certificate {
    /// The keys of the whole game.
    pub keys: PackedKeys,
    /// The game with a checksum after each turn.
    pub recording: Recording,
    /// The turn in which the game was won ([X-16]).
    ///
    /// [X-16]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-16
    pub turns: u32,
}

impl Certificate {
    /// Plays a line of actions by keys, then plays the keys again in a game loaded anew from the text; `None` unless
    /// both games are won on the same turn.
    pub fn new(source: &Source, seed: u64, line: &[Action]) -> Option<Certificate> {
        let dungeon = Arc::new(dungeon_lint::load_source(source.clone()).ok()?);
        let mut recorder = Recorder::new(Session::seeded(dungeon, seed), source);
        for action in line {
            let keys = recorder.session.keys_for(*action)?;
            for key in keys {
                recorder.press(key);
            }
        }
        let recording = recorder.recording();
        let keys = recording.keys();
        let turns = Certificate::played_again(source, seed, &keys)?;
        let played = recorder.session.turns_played();
        let is_same = recording.outcome == Some(Outcome::Won) && played == turns;
        is_same.then_some(Certificate {
            keys,
            recording,
            turns,
        })
    }

    /// Returns the turn in which keys win a new game of the text; `None` if they do not win.
    fn played_again(source: &Source, seed: u64, keys: &PackedKeys) -> Option<u32> {
        let dungeon = Arc::new(dungeon_lint::load_source(source.clone()).ok()?);
        let mut session = Session::seeded(dungeon, seed);
        let mut playback = Playback::of_script(&session, keys.clone());
        playback.finish(&mut session).ok()?;
        (session.outcome() == Some(Outcome::Won)).then(|| session.turns_played())
    }
}
