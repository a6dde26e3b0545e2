//! `dungeon scores`: lists the best results of each dungeon.
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::saves::{LISTING_FORMATS, age_text};
use crate::cli::game::shipped;
use crate::cli::options::include::IncludeOption;
use crate::cli::output::errors::refuse;
use crate::cli::output::exit::Exit;
use crate::cli::output::printable;
use crate::cli::output::row::{RowFormat, RowPrinter, formats};
use crate::cli::output::stdout::ended;
use crate::cli::save::score_file::{ScoreEntry, ScoreFile, dungeon_id};
use dungeon_format::json::Row;
use dungeon_format::untrusted::Untrusted;

/// List your best results
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon scores                the best games of each dungeon and day
  dungeon scores crypt          the best games of this dungeon
  dungeon scores --format json  one object per line, for programs

Exit codes: 0 success, 1 the results file cannot be read, 2 usage error, or a
dungeon that cannot be read.

The ten best games of each dungeon are kept, and of each daily game (`dungeon
daily`), whose first result stays on top. A game counts if it was played here
from the first turn to the end, in one sitting or several. Games that were
abandoned, watched, or resumed from a recording do not count. A changed file is
a different dungeon.")]
pub struct Scores {
    /// Dungeon file, or the name of a bundled dungeon; `-` reads standard input
    file: Option<PathBuf>,
    #[command(flatten)]
    include: IncludeOption,
    /// Output format
    #[arg(long, value_parser = formats(LISTING_FORMATS), default_value = "human")]
    format: RowFormat,
}

impl Scores {
    /// Prints the results. A closed pipe is not an error.
    ///
    /// # Errors
    /// Reports the reason, and returns the exit code.
    pub fn run(self) -> Result<Exit, Exit> {
        let wanted = self.file.as_ref().map(|path| {
            let source = shipped::source(path, &self.include)?;
            Ok::<_, Exit>((dungeon_id(&source.whole_text()), Untrusted::from(path)))
        });
        let wanted = wanted.transpose()?;
        let file = ScoreFile::of_person().map_err(refuse)?;
        let place = Untrusted::from(&file.path);
        let mut entries = file.entries().map_err(|why| {
            refuse(format_args!("cannot read the results in {place}: {why}"));
            Exit::Errors
        })?;
        if let Some((id, _)) = &wanted {
            entries.retain(|entry| entry.dungeon == *id);
        }
        let dungeons = || entries.chunk_by(ScoreEntry::shares_list).rev();
        let human = || {
            if entries.is_empty() {
                let of = wanted.map_or_else(String::new, |(_, name)| format!(" for {name}"));
                format!("No results{of} yet. Play a game to its end to get one.\n")
            } else {
                let now = SystemTime::now();
                let lines = dungeons().flat_map(|run| table(run, now));
                let lines: String = lines.map(|line| line + "\n").collect();
                printable::lines(&format!("{lines}File: {place}\n"))
            }
        };
        let written = RowPrinter::new(self.format).print(human, || dungeons().flat_map(rows));
        Ok(ended(written, Exit::Clean))
    }
}

/// Returns one row per result of a dungeon, with ranks from 1.
fn rows(entries: &[ScoreEntry]) -> impl Iterator<Item = Row> {
    (1..).zip(entries).map(|(place, entry): (usize, _)| {
        Row::default()
            .with("dungeon", &entry.dungeon)
            .with("name", &entry.name)
            .with("title", &entry.title)
            .with("place", place)
            .with_some("daily", entry.score.day().map(|day| day.to_string()))
            .and(Row::of(&entry.score))
            .with("ended", entry.ended)
    })
}

/// Returns the title of a dungeon, with the date of a daily game, and one line per result.
fn table(entries: &[ScoreEntry], now: SystemTime) -> Vec<String> {
    let heading = entries.first().map(|first| {
        let [title, name] = [&first.title, &first.name].map(|text| Untrusted::from(text.as_str()));
        let heading = if first.title.is_empty() {
            name.to_string()
        } else {
            format!("{title} ({name})")
        };
        match first.score.day() {
            Some(day) => format!("{heading}, daily game of {day}"),
            None => heading,
        }
    });
    let rows = (1..).zip(entries).map(|(place, entry)| {
        let ended = UNIX_EPOCH + Duration::from_secs(entry.ended);
        let age = age_text(now.duration_since(ended).unwrap_or_default());
        let told = Untrusted::from(entry.score.describe().as_str());
        format!("{place:>4}. {told}, {age}")
    });
    heading.into_iter().chain(rows).collect()
}
