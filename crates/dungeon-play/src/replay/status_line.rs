//! The status line of a replay: the position in the recording, and the keys available there.
use super::player::ReplayPlayer;
use super::speed::{ReplayMode, Speed};
use crate::text::help::keys_text;
use crate::view::glyphs::Glyphs;
use dungeon_engine::event::Outcome;

/// The contents of the status line.
pub struct StatusLine<'a> {
    /// The recording and its position.
    pub player: &'a ReplayPlayer,
    /// The mode of the replay.
    pub mode: ReplayMode,
    /// The speed of the replay.
    pub speed: Speed,
    /// The characters of the watcher's screen.
    pub glyphs: Glyphs,
}

/// The keys that always work.
const HINTS: &str = "?: keys  q: leave";

/// The key that opens the list of all keys.
const SHORT_HINT: &str = "?: keys";

impl StatusLine<'_> {
    /// Returns the line with as much text as fits into `columns` columns; even the shortest form is cut if it does not
    /// fit.
    pub fn in_columns(&self, columns: usize) -> String {
        if self.player.is_seeking() {
            return self.seek_text(columns);
        }
        let (long, short) = self.position_text();
        let room = |text: &str, hints: &str| {
            let gap = columns.checked_sub(text.chars().count() + hints.len())?;
            (gap > 1).then(|| format!("{text}{}{hints}", " ".repeat(gap)))
        };
        let most = match self.mode {
            _ if self.player.is_at_end() => format!("Space: again  {HINTS}"),
            ReplayMode::Playing => format!("Space: pause  .: step  {HINTS}"),
            ReplayMode::Stepping | ReplayMode::SteppingJourney | ReplayMode::Paused => {
                format!("Space: play  .: step  {HINTS}")
            }
        };
        let candidates = [
            (&long, most.as_str()),
            (&long, HINTS),
            (&short, HINTS),
            (&short, SHORT_HINT),
        ];
        let fitting = candidates
            .into_iter()
            .find_map(|(text, hints)| room(text, hints));
        fitting.unwrap_or_else(|| self.glyphs.cut(&short, columns).into_owned())
    }

    /// Returns the progress of a seek, with as much text as fits.
    fn seek_text(&self, columns: usize) -> String {
        let (position, length) = (self.player.position(), self.player.length());
        let percent = position * 100 / length.max(1);
        let short = format!("Seeking: {percent}%");
        let forms = [
            format!("{short}, key {position} of {length}.  Space: stop here  q: leave"),
            format!("{short}.  Space: stop here  q: leave"),
        ];
        let mut fitting = forms.into_iter();
        let fitting = fitting.find(|form| form.len() <= columns);
        fitting.unwrap_or_else(|| self.glyphs.cut(&short, columns).into_owned())
    }

    /// Returns the position in a long and a short form. The position is a turn and a percentage. The percentage is of
    /// keys, because one turn of a battle has many keys.
    fn position_text(&self) -> (String, String) {
        let player = self.player;
        if let Some(drift) = player.drift_here() {
            let turn = drift.turn;
            let long = format!("The game differs from the recording at turn {turn}.");
            return (long, format!("Drift at turn {turn}."));
        }
        let turns = format!(
            "Turn {} of {}",
            player.session().turn(),
            player.recording().turn()
        );
        let how = match self.mode {
            ReplayMode::Playing => format!(" at {}.", self.speed),
            _ if player.is_at_end() => {
                let end = player.session().outcome();
                let short = format!(
                    "{turns}, the end: {}.",
                    end.map_or("unfinished", Outcome::word)
                );
                return (self.with_key(&short), short);
            }
            ReplayMode::Stepping | ReplayMode::SteppingJourney | ReplayMode::Paused => {
                ", paused.".to_owned()
            }
        };
        let percent = player.position() * 100 / player.length().max(1);
        let long = self.with_key(&format!("{turns} ({percent}%){how}"));
        (long, format!("{turns}{how}"))
    }

    /// Adds the last key pressed, if there is one.
    fn with_key(&self, text: &str) -> String {
        match self.player.pressed() {
            Some(key) => format!("{text} Key {}", keys_text(&[key])),
            None => text.to_owned(),
        }
    }
}
