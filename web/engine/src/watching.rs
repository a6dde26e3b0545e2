//! A recording that is watched: any position of it, and the moments in between.
use std::time::Duration;

use dungeon::frames::{FilmPage, Glyphs};
use dungeon::geometry::Size;
use dungeon_play::replay::player::ReplayPlayer;
use dungeon_play::replay::stepper::REST;
use serde::Serialize;

use crate::cells::Cells;
use crate::compiled::CompiledRecording;
use crate::playing::outcome;
use crate::reading::largest_map;

/// A recording, and the current position in it.
pub struct Watching {
    player: ReplayPlayer,
    film: FilmPage,
}

/// The screen at the current position of a recording, with the controls beside it.
#[derive(Serialize)]
pub struct Moment {
    frame: Cells,
    /// The position, and the end of the recording, in keys from its start.
    position: usize,
    length: usize,
    turn: u32,
    turns: u32,
    /// The last key.
    key: Option<String>,
    seeking: bool,
    over: bool,
    /// The time until the next moment in milliseconds.
    stands: Option<u64>,
    drift: Option<String>,
    name: String,
    map: (i32, i32),
    seed: String,
    outcome: Option<&'static str>,
    messages: Vec<String>,
}

/// The part of a recording that a film shows.
#[derive(Serialize)]
pub struct FilmProgress {
    position: usize,
    length: usize,
    over: bool,
}

impl Watching {
    /// Opens a recording at its start.
    pub fn open(opened: CompiledRecording, size: (i32, i32)) -> Result<Watching, String> {
        let CompiledRecording { recording, dungeon } = opened;
        let player = ReplayPlayer::open_in(dungeon, recording, Glyphs::default());
        let player = player.map_err(|drift| drift.to_string())?;
        let mut watching = Watching {
            player,
            film: FilmPage::default(),
        };
        watching.show_on(size);
        Ok(watching)
    }

    /// Draws on a screen of another size.
    pub fn show_on(&mut self, (columns, rows): (i32, i32)) -> Moment {
        self.player.show_on(Size::new(columns, rows));
        self.look()
    }

    /// Starts to seek a position.
    pub fn seek(&mut self, position: usize) -> Moment {
        self.player.begin_seek(position);
        self.go_on_seeking()
    }

    /// Continues a long seek.
    pub fn go_on_seeking(&mut self) -> Moment {
        self.player.go_on_seeking();
        self.look()
    }

    /// Advances to the next moment, as in a recording that plays automatically.
    pub fn advance(&mut self) -> Moment {
        self.step();
        self.look()
    }

    fn step(&mut self) {
        match self.player.stepper().stands() {
            Some(_) => self.player.go_on(),
            None => self.player.press(),
        }
    }

    /// Adds up to `moments` moments to a film, the current one first, and advances after each.
    pub fn film(&mut self, moments: u32) -> FilmProgress {
        let mut over = false;
        for _ in 0..moments {
            let stands = self.stands().unwrap_or(REST);
            self.film.show(&self.player.frame(), stands);
            over = self.is_over();
            if over {
                break;
            }
            self.step();
        }
        FilmProgress {
            position: self.player.position(),
            length: self.player.length(),
            over,
        }
    }

    /// Returns the film as a page of its own.
    pub fn film_page(&self) -> String {
        let world = self.player.session().game().world();
        self.film.to_html(&world.dungeon().title)
    }

    /// Returns the time until the next moment; `None` at the end.
    fn stands(&self) -> Option<Duration> {
        self.player
            .stepper()
            .stands()
            .or_else(|| self.player.rest())
    }

    fn is_over(&self) -> bool {
        self.player.is_at_end() && self.player.stepper().stands().is_none()
    }

    /// Returns the screen at the current position, and how long to show it.
    pub fn look(&self) -> Moment {
        let player = &self.player;
        let recording = player.recording();
        Moment {
            frame: Cells::new(&player.frame()),
            position: player.position(),
            length: player.length(),
            turn: player.session().turn(),
            turns: recording.turn(),
            key: player.pressed().map(|key| key.to_string()),
            seeking: player.is_seeking(),
            over: self.is_over(),
            stands: self.stands().map(|time| time.as_millis() as u64),
            drift: player.drift().map(ToString::to_string),
            name: recording.name.to_string(),
            map: largest_map(player.session().game().world().dungeon()),
            seed: recording.seed.to_string(),
            outcome: recording.outcome.map(outcome),
            messages: player.session().latest_messages().to_vec(),
        }
    }
}
