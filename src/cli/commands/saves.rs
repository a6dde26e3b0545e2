//! `dungeon saves`: the games that can be gone on with, and what is wrong with those that cannot.
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use crate::cli::game::shipped;
use crate::cli::output::errors::{refuse, unreadable_text};
use crate::cli::output::exit::Exit;
use crate::cli::output::stdout::print;
use crate::cli::save::recording_file::read;
use crate::cli::save::save_folder::{FoundSave, SaveFolder, SaveKind};
use dungeon_format::json::to_json;
use dungeon_format::untrusted::Untrusted;
use dungeon_play::replay::playback::Playback;
use dungeon_play::replay::recording::Recording;
use dungeon_play::session::session::Session;

/// List the saved games
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon saves                their names, dungeons, turns, places and times
  dungeon saves --format json  an object a line, for programs

Exit codes: 0 all is well, 1 a save cannot be read, 2 wrong usage, or the folder
cannot be read.

A checkpoint is what is left of a game that was cut off, or is still in play. A
save is a file of its own: to remove one, remove the file; its folder is told at
the end.")]
pub struct Saves {
    /// How to print them
    #[arg(long, value_enum, default_value_t = ListingFormat::Human)]
    format: ListingFormat,
}

/// How a listing is printed.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum ListingFormat {
    /// A table
    Human,
    /// A JSON object a line, with times in seconds since 1970
    Json,
}

/// A row of the listing: one save.
#[derive(Serialize)]
struct Row {
    name: Untrusted,
    path: Untrusted,
    saved: u64,
    bytes: u64,
    /// What kind of checkpoint the save is; none for one that the player left.
    #[serde(skip_serializing_if = "Option::is_none")]
    checkpoint: Option<CheckpointKind>,
    #[serde(flatten)]
    content: SaveContent,
}

/// The content of a save.
#[derive(Serialize)]
#[serde(untagged)]
enum SaveContent {
    Game {
        title: Untrusted,
        turn: u32,
        seed: u64,
        /// Where the game was left; none where that is not known, or there is only one place.
        #[serde(flatten)]
        place: Option<PlaceLeft>,
    },
    Unreadable {
        error: String,
    },
}

/// The level on which a game was left, counted from 1 in the order of the file.
#[derive(Serialize)]
struct PlaceLeft {
    level: usize,
    levels: usize,
}

/// Whether a checkpoint is all that is left of its game.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum CheckpointKind {
    /// The game's process is gone.
    Left,
    /// Another process is playing the game now.
    Playing,
}

impl CheckpointKind {
    /// The kind as a column of the table.
    fn words(self) -> &'static str {
        match self {
            CheckpointKind::Left => "checkpoint",
            CheckpointKind::Playing => "checkpoint of a game in play",
        }
    }
}

impl Saves {
    /// Prints the listing. A closed pipe ends the command quietly.
    pub fn run(self) -> Exit {
        let folder = match SaveFolder::of_person() {
            Ok(folder) => folder,
            Err(why) => return refuse(why),
        };
        let rows: Vec<Row> = match folder.saves() {
            Ok(saves) => saves.into_iter().map(Row::from_save).collect(),
            Err(error) => return refuse(unreadable_text(&folder.path, &error)),
        };
        let place = Untrusted::from(&folder.path);
        let lines = match self.format {
            ListingFormat::Json => rows.iter().map(json).collect(),
            ListingFormat::Human => table(&rows, &place, SystemTime::now()),
        };
        let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
        match print(&lines) {
            Exit::Clean if rows.iter().any(Row::is_unreadable) => Exit::Errors,
            exit => exit,
        }
    }
}

impl Row {
    fn from_save(found: FoundSave) -> Row {
        let content = match read(&found.path) {
            Err(error) => SaveContent::Unreadable {
                error: error.to_string(),
            },
            Ok((recording, _)) => {
                let dungeon = shipped::recorded_dungeon(&recording).ok();
                let session = dungeon.map(|dungeon| recording.begun_in(dungeon));
                let title = session.as_ref().map(|session| {
                    let dungeon = session.game().world().dungeon();
                    dungeon.title().to_owned()
                });
                SaveContent::Game {
                    // A dungeon in the classic format has no title.
                    title: title
                        .filter(|title| !title.is_empty())
                        .map_or(recording.name.clone(), Untrusted::from),
                    turn: recording.turn(),
                    seed: recording.seed,
                    place: session.and_then(|session| place_left(recording, session)),
                }
            }
        };
        let since = found.saved.duration_since(UNIX_EPOCH);
        Row {
            name: found.name,
            path: (&found.path).into(),
            saved: since.unwrap_or_default().as_secs(),
            bytes: found.size,
            checkpoint: match found.kind {
                SaveKind::Left => None,
                SaveKind::Checkpoint => Some(CheckpointKind::Left),
                SaveKind::CheckpointInPlay => Some(CheckpointKind::Playing),
            },
            content,
        }
    }

    fn is_unreadable(&self) -> bool {
        matches!(self.content, SaveContent::Unreadable { .. })
    }

    /// Returns the row's columns in the table; `None` for a save that cannot be read.
    fn columns(&self, now: SystemTime) -> Option<[String; 6]> {
        let SaveContent::Game {
            title, turn, place, ..
        } = &self.content
        else {
            return None;
        };
        let place = place.as_ref().map_or_else(String::new, |place| {
            format!(", level {} of {}", place.level, place.levels)
        });
        let saved = UNIX_EPOCH + Duration::from_secs(self.saved);
        Some([
            self.name.to_string(),
            title.to_string(),
            format!("turn {turn}{place}"),
            age_text(now.duration_since(saved).unwrap_or_default()),
            size(self.bytes),
            self.checkpoint.map_or("", CheckpointKind::words).to_owned(),
        ])
    }
}

/// The most turns that are played again to find a place: a tenth of a second of a usual machine for each thousand or so.
const LONGEST: u32 = 10_000;

/// Plays a game again, since a recording does not say where it was left; `None` in a dungeon of one level, of a very long
/// game, and where the game goes otherwise than it was recorded.
fn place_left(recording: Recording, mut session: Session) -> Option<PlaceLeft> {
    let levels = session.game().world().dungeon().levels().len();
    if levels < 2 || recording.turn() > LONGEST {
        return None;
    }
    let mut playback = Playback::begin(recording, &session).ok()?;
    playback.finish(&mut session).ok()?;
    let level = usize::from(session.game().world().here().0) + 1;
    Some(PlaceLeft { level, levels })
}

fn json(row: &Row) -> String {
    to_json(row).unwrap_or_default()
}

/// Returns the lines of the table: the saves, the saves that cannot be read, and the folder.
fn table(rows: &[Row], place: &Untrusted, now: SystemTime) -> Vec<String> {
    if rows.is_empty() {
        return vec![
            "There is no saved game; `S` saves and leaves one, and so does quitting with `y`."
                .to_owned(),
        ];
    }
    let columns: Vec<[String; 6]> = rows.iter().filter_map(|row| row.columns(now)).collect();
    let width = |nth: usize| {
        columns
            .iter()
            .map(|row| row[nth].width())
            .max()
            .unwrap_or(0)
    };
    let widths: [usize; 6] = std::array::from_fn(width);
    let padded = |row: &[String; 6]| {
        let cells = row.iter().zip(widths);
        let cells = cells.map(|(text, width)| {
            let blanks = " ".repeat(width.saturating_sub(text.width()));
            format!("{text}{blanks}")
        });
        let line = cells.collect::<Vec<_>>().join("  ");
        line.trim_end().to_owned()
    };
    let mut lines: Vec<String> = columns.iter().map(padded).collect();
    for row in rows {
        if let SaveContent::Unreadable { error } = &row.content {
            lines.push(format!(
                "{} cannot be read: {error} ({})",
                row.name, row.path
            ));
        }
    }
    lines.push(format!("They are in {place}"));
    lines
}

/// Describes a time that has passed, such as "3 hours ago". A zero duration, as after the clock was set back, is "just
/// now".
pub fn age_text(passed: Duration) -> String {
    let seconds = passed.as_secs();
    let units = [(86_400, "day"), (3_600, "hour"), (60, "minute")];
    let unit = units.iter().find(|(length, _)| seconds >= *length);
    match unit.map(|(length, name)| (seconds / length, name)) {
        None => "just now".to_owned(),
        Some((1, name)) => format!("1 {name} ago"),
        Some((count, name)) => format!("{count} {name}s ago"),
    }
}

/// Describes a size, rounded up: "812 bytes", "14 kB".
fn size(bytes: u64) -> String {
    match bytes {
        ..1_000 => format!("{bytes} bytes"),
        1_000..1_000_000 => format!("{} kB", bytes.div_ceil(1_000)),
        _ => format!("{} MB", bytes.div_ceil(1_000_000)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_sizes_are_told_in_words() {
        let texts = [0, 59, 60, 119, 3_600, 7_200, 86_400, 900_000].map(Duration::from_secs);
        let expected = [
            "just now",
            "just now",
            "1 minute ago",
            "1 minute ago",
            "1 hour ago",
            "2 hours ago",
            "1 day ago",
            "10 days ago",
        ];
        assert_eq!(texts.map(age_text), expected);
        let sizes = [812, 1_000, 1_001, 14_000, 3_000_000].map(size);
        assert_eq!(sizes, ["812 bytes", "1 kB", "2 kB", "14 kB", "3 MB"]);
    }
}
