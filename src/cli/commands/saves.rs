//! `dungeon saves`: lists saved games, and explains why some of them cannot be read.
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use unicode_width::UnicodeWidthStr;

use crate::cli::game::shipped;
use crate::cli::output::errors::{ErrorText, refuse};
use crate::cli::output::exit::Exit;
use crate::cli::output::printable;
use crate::cli::output::row::{RowFormat, RowPrinter, formats};
use crate::cli::output::stdout::ended;
use crate::cli::save::game_file::GameState;
use crate::cli::save::recording_file::read;
use crate::cli::save::save_folder::{FoundSave, HOW_TO_SAVE, SaveFolder};
use dungeon_format::json::Row;
use dungeon_format::untrusted::Untrusted;
use dungeon_play::replay::playback::Playback;
use dungeon_play::replay::recording::Recording;
use dungeon_play::session::session::Session;

/// List saved games
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon saves                names, dungeons, turns, levels and times
  dungeon saves --format json  one object per line, for programs

Exit codes: 0 success, 1 a save cannot be read, 2 usage error, or the folder
cannot be read.

A checkpoint belongs to a game that was interrupted or is still running. Each
save is one file in the folder that the last line names; to remove a save,
delete its file.")]
pub struct Saves {
    /// Output format
    #[arg(long, value_parser = formats(LISTING_FORMATS), default_value = "human")]
    format: RowFormat,
}

/// The supported output formats of listings, with their help.
pub const LISTING_FORMATS: &[(RowFormat, &str)] = &[
    (RowFormat::Human, "A table"),
    (
        RowFormat::Json,
        "One JSON object per line, with times in seconds since 1970",
    ),
];

/// A save, with its game or with the reason that the save cannot be read.
struct ListedSave {
    found: FoundSave,
    game: Result<SavedGame, ErrorText>,
}

/// The game in a save.
struct SavedGame {
    title: Untrusted,
    turn: u32,
    seed: u64,
    /// The level where the game was left, from 1 in file order, and the number of levels. `None` if the level is
    /// unknown, or if the dungeon has only one level.
    place: Option<(usize, usize)>,
}

impl Saves {
    /// Prints the list of saves. A closed pipe is not an error.
    ///
    /// # Errors
    /// Reports the reason, and returns the exit code.
    pub fn run(self) -> Result<Exit, Exit> {
        let folder = SaveFolder::of_person().map_err(refuse)?;
        let saves = folder.saves().map_err(refuse)?;
        let saves: Vec<ListedSave> = saves.into_iter().map(ListedSave::open).collect();
        let exit = if saves.iter().all(|save| save.game.is_ok()) {
            Exit::Clean
        } else {
            Exit::Errors
        };
        let human = || {
            let lines = table(&saves, &folder, SystemTime::now()).into_iter();
            printable::lines(&lines.map(|line| line + "\n").collect::<String>())
        };
        let rows = || saves.iter().map(ListedSave::row);
        let written = RowPrinter::new(self.format).print(human, rows);
        Ok(ended(written, exit))
    }
}

impl ListedSave {
    fn open(found: FoundSave) -> ListedSave {
        let game = match read(&found.path) {
            Err(error) => Err(error.to_string()),
            Ok((recording, _)) => Ok(SavedGame::of(recording)),
        };
        ListedSave { found, game }
    }

    /// Returns the time when the save was written, in whole seconds since 1970.
    fn saved(&self) -> u64 {
        let since = self.found.saved.duration_since(UNIX_EPOCH);
        since.unwrap_or_default().as_secs()
    }

    fn row(&self) -> Row {
        let FoundSave {
            name, state, path, ..
        } = &self.found;
        let checkpoint = match state {
            GameState::Saved | GameState::Ended => None,
            GameState::CutOff => Some("left"),
            GameState::InPlay => Some("playing"),
        };
        let row = Row::default()
            .with("name", name)
            .with("path", Untrusted::from(path))
            .with("saved", self.saved())
            .with("bytes", self.found.size)
            .with_some("checkpoint", checkpoint);
        match &self.game {
            Err(why) => row.with("error", why),
            Ok(game) => row
                .with("title", &game.title)
                .with("turn", game.turn)
                .with("seed", game.seed)
                .with_some("level", game.place.map(|(level, _)| level))
                .with_some("levels", game.place.map(|(_, levels)| levels)),
        }
    }

    /// Returns the save's cells in the table; `None` for a save that cannot be read.
    fn columns(&self, now: SystemTime) -> Option<[String; 6]> {
        let SavedGame {
            title, turn, place, ..
        } = self.game.as_ref().ok()?;
        let place = place.map_or_else(String::new, |(level, levels)| {
            format!(", level {level} of {levels}")
        });
        let kind = match self.found.state {
            GameState::Saved | GameState::Ended => "",
            GameState::CutOff => "checkpoint",
            GameState::InPlay => "checkpoint of a running game",
        };
        let saved = UNIX_EPOCH + Duration::from_secs(self.saved());
        Some([
            self.found.name.to_string(),
            title.to_string(),
            format!("turn {turn}{place}"),
            age_text(now.duration_since(saved).unwrap_or_default()),
            size(self.found.size),
            kind.to_owned(),
        ])
    }
}

impl SavedGame {
    fn of(recording: Recording) -> SavedGame {
        let dungeon = shipped::recorded_dungeon(&recording).ok();
        let session = dungeon.map(|dungeon| recording.begun_in(dungeon));
        let title = session.as_ref().map(|session| {
            let dungeon = session.game().world().dungeon();
            dungeon.title().to_owned()
        });
        SavedGame {
            // Dungeons in the classic format have no title.
            title: title
                .filter(|title| !title.is_empty())
                .map_or(recording.name.clone(), Untrusted::from),
            turn: recording.turn(),
            seed: recording.seed,
            place: session.and_then(|session| place_left(recording, session)),
        }
    }
}

/// The longest game, in turns, that is replayed to find its level. Replaying 1,000 turns takes about 0.1 s on a typical
/// machine.
const LONGEST: u32 = 10_000;

/// Replays a game to find the level where it was left, because recordings do not store the level. Returns the level
/// from 1, and the number of levels. `None` if the dungeon has only one level, the game is longer than [`LONGEST`], or
/// the game drifts from its recording.
fn place_left(recording: Recording, mut session: Session) -> Option<(usize, usize)> {
    let levels = session.game().world().dungeon().levels().len();
    if levels < 2 || recording.turn() > LONGEST {
        return None;
    }
    let mut playback = Playback::begin(recording, &session).ok()?;
    playback.finish(&mut session).ok()?;
    let level = usize::from(session.game().world().here().0) + 1;
    Some((level, levels))
}

/// Returns the lines of the listing: the table, the saves that cannot be read, and the folder.
fn table(saves: &[ListedSave], folder: &SaveFolder, now: SystemTime) -> Vec<String> {
    if saves.is_empty() {
        return vec![format!("No saved games; {HOW_TO_SAVE}.")];
    }
    let columns: Vec<[String; 6]> = saves.iter().filter_map(|save| save.columns(now)).collect();
    let width = |nth: usize| columns.iter().map(|row| row[nth].width()).max();
    let widths: [usize; 6] = std::array::from_fn(|nth| width(nth).unwrap_or(0));
    let padded = |row: &[String; 6]| {
        let cells = row.iter().zip(widths).map(|(text, width)| {
            let blanks = " ".repeat(width.saturating_sub(text.width()));
            format!("{text}{blanks}")
        });
        let line = cells.collect::<Vec<_>>().join("  ");
        line.trim_end().to_owned()
    };
    let mut lines: Vec<String> = columns.iter().map(padded).collect();
    for ListedSave { found, game } in saves {
        if let Err(why) = game {
            let path = Untrusted::from(&found.path);
            lines.push(format!("{} cannot be read: {why} ({path})", found.name));
        }
    }
    lines.push(format!("Folder: {}", Untrusted::from(&folder.path)));
    lines
}

/// Formats a duration as "3 hours ago", or "just now" below a minute.
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

/// Formats a size in bytes, rounded up: "812 bytes", "14 kB".
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
