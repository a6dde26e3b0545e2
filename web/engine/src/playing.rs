//! The current game, recorded from its start in the format of `dungeon --record`.
use dungeon::diagnostics::Source;
use dungeon::frames::Frame;
use dungeon::game::Outcome;
use dungeon::geometry::{Point, Region, Size, at};
use dungeon::recordings::{Playback, Recorder, Recording, SharedRecording};
use dungeon::session::{BEAT, Leaving, STRIDE, Script, Show};
use dungeon::{Key, Session};
use dungeon_play::input::packed_keys::PackedKeys;
use dungeon_play::narration::KeyListener;
use dungeon_play::replay::result_screen::{BestResults, MenuReturn, ResultKey, ResultScreen};
use dungeon_play::session::reload;
use serde::Serialize;

use crate::cells::Cells;
use crate::compiled::{CompiledRecording, CompiledText};
use crate::reading::largest_map;

/// A game, the result page after its end, and the messages for screen readers.
pub struct Playing {
    recorder: Recorder,
    /// The result page; `None` before the end of the game.
    result: Option<ResultScreen>,
    is_result_told: bool,
    /// Whether the game stands alone in its frame: the page around it has neither a replay nor examples.
    is_alone: bool,
    /// Whether the last key asked for the replay.
    is_watched: bool,
    /// The text of the dungeon.
    text: String,
    listener: KeyListener,
    /// The messages for screen readers since the last state that carried them.
    heard: Vec<String>,
}

/// The screen of a game, with everything that the page shows beside it or needs for the next request.
#[derive(Serialize)]
pub struct GameState {
    frame: Cells,
    /// Whether the frame belongs to an animation.
    moving: bool,
    journey: bool,
    /// The time of a frame of an animation, and of a step of a journey, in milliseconds.
    beat: u64,
    stride: u64,
    pace: Option<GamePace>,
    /// The messages for screen readers.
    told: Vec<String>,
    turn: u32,
    seed: String,
    games: u32,
    outcome: Option<&'static str>,
    begun: bool,
    map: Sides,
    scrolls: bool,
    /// Whether the player can take back commands. A loss can be taken back, any other end cannot.
    undo: bool,
    leaving: Option<&'static str>,
    /// Whether the player watches the replay.
    watch: bool,
}

/// The time in which an idle round passes, in milliseconds, and the rounds so far.
#[derive(Serialize)]
struct GamePace {
    every: u64,
    round: u32,
}

/// A cell of the map, and the corners of the board on the screen, all counted from 1.
#[derive(Serialize)]
pub struct MapCell {
    level: u8,
    cell: Sides,
    board: [Sides; 2],
}

/// Everything that recreates a game.
#[derive(Serialize)]
pub struct SharedGame {
    name: String,
    text: String,
    seed: String,
    /// Empty if the game is not whole.
    keys: String,
    size: Sides,
    whole: bool,
}

/// Whether a state carries messages for screen readers. Each key is announced once, however many frames follow.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hearing {
    Told,
    Deaf,
    /// A frame of an animation.
    Moving,
}

/// The maximum number of keys in a link, since a short link can expand to millions.
const MOST_LINKED: usize = 100_000;

/// Columns and rows of a screen.
type Sides = (i32, i32);

impl Playing {
    /// Starts a game, and presses keys without confirmation prompts. `keys_size` is the size of the screen on which the
    /// keys were pressed, and `size` the size of the current screen, in columns and rows. Reports the percentage of the
    /// pressed keys.
    pub fn begin(
        CompiledText { source, dungeon }: CompiledText,
        seed: Option<u64>,
        keys: &str,
        (keys_size, size): (Sides, Sides),
        progress: &dyn Fn(u64),
    ) -> Result<Playing, String> {
        let keys: PackedKeys = keys.parse().map_err(|error| format!("{error}"))?;
        if keys.len() > MOST_LINKED {
            return Err(format!(
                "The link has {} keys, and the page presses at most {MOST_LINKED}: open a recording of the game instead.",
                keys.len()
            ));
        }
        let seed = seed.or(dungeon.seed()).unwrap_or(0);
        let (columns, rows) = keys_size;
        let session = Session::seeded(dungeon, seed).with_size(columns, rows);
        let mut recorder = Recorder::new(session, &source);
        for (nth, key) in keys.iter().enumerate() {
            recorder.press(key);
            progress((100 * nth / keys.len()) as u64);
        }
        Ok(Playing::of(recorder, source.text, size))
    }

    /// Continues a recorded game. With `shorter`, continues before its last turn.
    pub fn resume(
        resumed: CompiledRecording,
        shorter: bool,
        size: Sides,
    ) -> Result<Playing, String> {
        let CompiledRecording { recording, dungeon } = resumed;
        let recording = if shorter {
            without_last_turn(recording)
        } else {
            recording
        };
        let mut session = recording.begun_in(dungeon);
        let playback = Playback::begin(recording, &session);
        let mut playback = playback.map_err(|drift| drift.to_string())?;
        let finished = playback.finish(&mut session);
        finished.map_err(|drift| drift.to_string())?;
        let mut recording = playback.recording;
        // From here on, this version of the engine records the game, even if another version began it.
        let source = Source::from_text(recording.name.clone(), "");
        recording.program = Recording::begin(&session, &source).program;
        let text = recording.text.clone();
        Ok(Playing::of(Recorder::on(session, recording), text, size))
    }

    fn of(mut recorder: Recorder, text: String, (columns, rows): Sides) -> Playing {
        recorder.session = recorder.session.clone().asking_first();
        if !recorder.session.is_in_play() {
            // Closes the page or the prompt that covered the game when its player left.
            recorder.press(Key::Esc);
        }
        let mut playing = Playing {
            recorder,
            result: None,
            is_result_told: false,
            is_alone: false,
            is_watched: false,
            text,
            listener: KeyListener::default(),
            heard: Vec::new(),
        };
        // A change of size ends the messages of the opening.
        playing.hear(None);
        let size = Key::Resize(Size::new(columns, rows));
        playing.recorder.press(size);
        playing.follow();
        playing
    }

    /// Shows the game alone: the result page offers neither the replay nor the menu.
    pub fn alone(mut self) -> Playing {
        self.is_alone = true;
        self.result = None;
        self.follow();
        self
    }

    /// Presses a key in the game, or on the result page.
    fn press_key(&mut self, key: Key) {
        let asked = match &mut self.result {
            Some(result) => result.press(key, &self.recorder),
            None => ResultKey::Game(key),
        };
        match asked {
            ResultKey::Taken => {}
            ResultKey::Game(key) => {
                self.recorder.press(key);
                self.hear(Some(key));
            }
            ResultKey::Watch => self.is_watched = true,
            ResultKey::Menu => self.recorder.session.leave(Leaving::Discard),
        }
        self.follow();
    }

    /// Listens to the answer to a key; `None` if the game changed without one. The mouse and the window's size are silent.
    fn hear(&mut self, key: Option<Key>) {
        let session = &mut self.recorder.session;
        session.tell_places_to_listeners();
        self.heard.extend(match key {
            Some(Key::Hover(_) | Key::Resize(_)) => Vec::new(),
            Some(Key::Idle) => self.listener.hear_idle(session),
            _ => self.listener.hear(session),
        });
    }

    /// Opens the result page after the end of a game, and closes it when a new game has begun.
    fn follow(&mut self) {
        if self.recorder.session.outcome().is_none() {
            self.result = None;
            self.is_result_told = false;
        } else if self.result.is_none() {
            let best = BestResults::default();
            self.result = if self.is_alone {
                ResultScreen::new(&self.recorder, best, MenuReturn::Absent)
                    .map(ResultScreen::without_replay)
            } else {
                ResultScreen::new(&self.recorder, best, MenuReturn::Offered)
            };
        }
    }

    /// Returns the screen at rest.
    fn frame(&self) -> Frame {
        match &self.result {
            Some(result) => result.frame(&self.recorder),
            None => self.recorder.frame(),
        }
    }

    /// Continues in the dungeon of a changed text.
    pub fn reload(&mut self, CompiledText { source, dungeon }: CompiledText) -> GameState {
        if source.text == self.text {
            return self.still();
        }
        let session = &mut self.recorder.session;
        let next = Session::seeded(dungeon, session.seed());
        let place = reload::go_on_in_place(session, next);
        session.say(place.words());
        self.recorder = Recorder::new(session.clone(), &source);
        self.text = source.text;
        self.hear(None);
        self.follow();
        self.look()
    }

    /// Presses keys.
    pub fn press(&mut self, keys: &str) -> Result<GameState, String> {
        let Script(keys) = keys.parse().map_err(|error| format!("{error}"))?;
        if self.recorder.is_under_way() {
            // As in a terminal, the key that interrupts a journey has no other effect.
            self.recorder.stop();
            self.hear(None);
            return Ok(self.look());
        }
        for key in keys {
            self.press_key(key);
        }
        Ok(self.look())
    }

    /// Draws on a screen of another size.
    pub fn resize(&mut self, (columns, rows): Sides) -> GameState {
        self.press_key(Key::Resize(Size::new(columns, rows)));
        self.still()
    }

    /// Moves the mouse to a cell, counted from 1. Returns `None` in games that do not use the mouse.
    pub fn hover(&mut self, (column, row): Sides) -> Option<GameState> {
        if !self.recorder.wants_mouse() {
            return None;
        }
        self.press_key(Key::Hover(at(column - 1, row - 1)));
        Some(self.still())
    }

    /// Returns the level and cell that a cell of the screen shows, both counted from 1, and the corners of the board on
    /// the screen. Returns `None` beside the board, while another page covers it, and after the game.
    pub fn map_cell(&self, (column, row): Sides) -> Option<MapCell> {
        let session = &self.recorder.session;
        if self.result.is_some() || !session.is_in_play() {
            return None;
        }
        let (p, Region { from, to }) = session.map_cell(at(column - 1, row - 1))?;
        let from_one = |p: Point| (p.x + 1, p.y + 1);
        Some(MapCell {
            level: session.game().world().here().0,
            cell: from_one(p),
            board: [from_one(from), from_one(to)],
        })
    }

    /// Returns the next frame of a running animation, and after its end the screen at rest.
    pub fn animate(&mut self) -> GameState {
        let moving = self.recorder.animate();
        let hearing = if moving.is_some() {
            Hearing::Moving
        } else {
            Hearing::Deaf
        };
        let frame = moving.unwrap_or_else(|| self.frame());
        self.state(&frame, hearing)
    }

    /// Takes the next step of a journey.
    pub fn go_on(&mut self) -> GameState {
        self.recorder.go_on();
        self.hear(None);
        self.follow();
        self.look()
    }

    /// Cancels leaving the game.
    pub fn stay(&mut self) -> GameState {
        self.recorder.session.stay();
        self.look()
    }

    /// Returns the screen at rest, with its messages.
    pub fn look(&mut self) -> GameState {
        let frame = self.frame();
        self.state(&frame, Hearing::Told)
    }

    /// Returns the screen at rest, without messages.
    fn still(&mut self) -> GameState {
        let frame = self.frame();
        self.state(&frame, Hearing::Deaf)
    }

    fn state(&mut self, frame: &Frame, hearing: Hearing) -> GameState {
        // A journey is announced at its end, not step by step.
        let is_under_way = self.recorder.is_under_way();
        let mut told = Vec::new();
        if hearing == Hearing::Told && !is_under_way {
            told = std::mem::take(&mut self.heard);
            let untold = self.result.as_ref().filter(|_| !self.is_result_told);
            told.extend(untold.into_iter().flat_map(ResultScreen::told));
            self.is_result_told = self.result.is_some();
        }
        let session = &self.recorder.session;
        let pace = match &self.result {
            Some(result) => result.pace(&self.recorder),
            None => self.recorder.pace(),
        };
        GameState {
            frame: Cells::new(frame),
            moving: hearing == Hearing::Moving,
            journey: is_under_way,
            beat: BEAT.as_millis() as u64,
            stride: STRIDE.as_millis() as u64,
            pace: pace.map(|pace| GamePace {
                every: pace.every.as_millis() as u64,
                round: pace.round,
            }),
            told,
            turn: session.turn(),
            seed: session.seed().to_string(),
            games: session.games(),
            outcome: session.outcome().map(outcome),
            begun: session.is_begun(),
            map: largest_map(session.game().world().dungeon()),
            scrolls: self.result.is_none() && session.has_more_text(),
            undo: session.game().world().dungeon().settings.has_undo()
                && session.outcome().is_none_or(|end| end == Outcome::Lost),
            leaving: session.leaving().map(|leaving| match leaving {
                Leaving::Save => "save",
                Leaving::Discard => "discard",
            }),
            watch: std::mem::take(&mut self.is_watched),
        }
    }

    /// Returns the recording, which is updated as the game goes on.
    pub fn shared(&self) -> SharedRecording {
        self.recorder.shared()
    }

    /// Returns the recording as text.
    pub fn record(&self) -> String {
        self.recorder.recording().to_text()
    }

    /// Returns everything that recreates the game. There are no keys if the text was changed during the game, or if a
    /// link cannot hold them all.
    pub fn share(&self) -> SharedGame {
        let recording = self.recorder.recording();
        let keys = recording.keys();
        let is_whole =
            recording.start.is_none() && recording.tempo.is_none() && keys.len() <= MOST_LINKED;
        SharedGame {
            name: recording.name.raw().to_owned(),
            text: recording.text.clone(),
            seed: recording.seed.to_string(),
            keys: if is_whole { keys.text() } else { "" }.to_owned(),
            size: (recording.size.width, recording.size.height),
            whole: is_whole,
        }
    }
}

/// Removes the keys pressed after the last turn. If there are none, removes the last turn.
fn without_last_turn(mut recording: Recording) -> Recording {
    if recording.rest.is_empty() {
        recording.moves.pop();
        recording.outcome = None;
    }
    recording.rest = PackedKeys::default();
    recording
}

/// Returns the word for an outcome.
pub fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Won => "won",
        Outcome::Lost => "lost",
        Outcome::Drawn => "draw",
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;
    use crate::reading::dungeon_of;

    fn begin(keys: &str, progress: &dyn Fn(u64)) -> Result<Playing, String> {
        let text = "map\n######\n#@..$#\n######\nend\n".to_owned();
        let sizes = ((80, 24), (80, 24));
        let source = Source::from_text("a.dng", text);
        let dungeon = dungeon_of(&source)?;
        Playing::begin(
            CompiledText { source, dungeon },
            None,
            keys,
            sizes,
            progress,
        )
    }

    #[test]
    fn a_link_reports_its_percentage_and_has_a_maximum_of_keys() {
        let heard = RefCell::new(Vec::new());
        let playing = begin("l<idle 2>h", &|far| heard.borrow_mut().push(far));
        assert_eq!(playing.unwrap().share().keys, "l<idle 2>h");
        assert_eq!(heard.into_inner(), [0, 25, 50, 75]);
        let refused = begin(&"<idle 999>".repeat(101), &|_| ()).err();
        assert!(refused.unwrap().starts_with("The link has 100899 keys"));
    }
}
