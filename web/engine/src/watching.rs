//! A recording that is watched: any position of it, and the moments in between.
use dungeon::frames::Glyphs;
use dungeon::geometry::Size;
use dungeon::recordings::Recording;
use dungeon_play::replay::player::{ReplayError, ReplayPlayer};
use serde_json::{Value, json};

use crate::cells::Cells;
use crate::playing::outcome;
use crate::reading::faults_of;

/// A recording, and the current position in it.
pub struct Watching {
    player: ReplayPlayer,
}

impl Watching {
    /// Opens a recording at its start.
    pub fn open(recording: &str, size: (i32, i32)) -> Result<Watching, String> {
        let recording = Recording::from_text(recording).map_err(|error| error.to_string())?;
        let player = ReplayPlayer::open(recording, Glyphs::default());
        let player = player.map_err(|error| match error {
            ReplayError::Errors(report) => faults_of(&report),
            ReplayError::Drift(drift) => drift.to_string(),
        })?;
        let mut watching = Watching { player };
        watching.show_on(size);
        Ok(watching)
    }

    /// Draws on a screen of another size.
    pub fn show_on(&mut self, (columns, rows): (i32, i32)) -> Value {
        self.player.show_on(Size::new(columns, rows));
        self.look()
    }

    /// Starts to seek a position.
    pub fn seek(&mut self, position: usize) -> Value {
        self.player.begin_seek(position);
        self.go_on_seeking()
    }

    /// Continues a long seek.
    pub fn go_on_seeking(&mut self) -> Value {
        self.player.go_on_seeking();
        self.look()
    }

    /// Advances to the next moment, as in a recording that plays automatically.
    pub fn advance(&mut self) -> Value {
        match self.player.stepper().stands() {
            Some(_) => self.player.go_on(),
            None => self.player.press(),
        }
        self.look()
    }

    /// Returns the screen at the current position, and how long to show it.
    pub fn look(&self) -> Value {
        let player = &self.player;
        let stands = player.stepper().stands().or_else(|| player.rest());
        let recording = player.recording();
        json!({
            "frame": Cells::new(&player.frame()),
            "position": player.position(),
            "length": player.length(),
            "turn": player.session().turn(),
            "turns": recording.turn(),
            "key": player.pressed().map(|key| key.to_string()),
            "seeking": player.is_seeking(),
            "over": player.is_at_end() && player.stepper().stands().is_none(),
            "stands": stands.map(|time| time.as_millis() as u64),
            "drift": player.drift().map(ToString::to_string),
            "name": recording.name.to_string(),
            "seed": recording.seed.to_string(),
            "outcome": recording.outcome.map(outcome),
            "messages": player.session().latest_messages(),
        })
    }
}
