//! The problems of shards, each with the file and the line of its first place.
use std::collections::BTreeMap;
use std::path::Path;

use super::coverage::LinePlace;
use crate::cli::output::errors::{print_error, refuse};
use crate::cli::output::exit::Exit;
use dungeon_format::untrusted::Untrusted;
use dungeon_model::space::narrow;
use dungeon_play::view::words::number_of;

/// Collects problems. The same problem in several lines of a file counts as one.
pub struct ShardProblems {
    /// The shards, in the order of reading.
    shards: Vec<Untrusted>,
    /// For each shard and text: the first line, and the number of lines.
    found: BTreeMap<(u32, String), (u32, i64)>,
    exit: Exit,
}

impl Default for ShardProblems {
    fn default() -> ShardProblems {
        ShardProblems {
            shards: Vec::new(),
            found: BTreeMap::new(),
            exit: Exit::Clean,
        }
    }
}

impl ShardProblems {
    /// Adds a shard, and returns its index from 0.
    pub fn begin_shard(&mut self, path: &Path) -> u32 {
        self.shards.push(path.into());
        narrow::count(self.shards.len() - 1)
    }

    /// Adds a problem of a line.
    pub fn add(&mut self, at: LinePlace, text: impl Into<String>) {
        let (first, lines) = self
            .found
            .entry((at.shard, text.into()))
            .or_insert((at.line, 0));
        (*first, *lines) = (at.line.min(*first), *lines + 1);
        self.worsen(Exit::Errors);
    }

    /// Reports a shard that cannot be read.
    pub fn refuse(&mut self, text: String) {
        let exit = refuse(text);
        self.worsen(exit);
    }

    /// Makes the exit code at least as bad as this one.
    pub fn worsen(&mut self, exit: Exit) {
        self.exit = self.exit.or_worse(exit);
    }

    /// Returns a place as `file:line`.
    pub fn told(&self, at: LinePlace) -> String {
        let name = self.shards.get(narrow::size(at.shard.into()));
        format!("{}:{}", name.unwrap_or(&Untrusted::default()), at.line)
    }

    /// Prints all problems in the order of their places.
    ///
    /// # Errors
    /// Returns the exit code if there is a problem.
    pub fn report(&self) -> Result<(), Exit> {
        let mut found: Vec<_> = self.found.iter().collect();
        found.sort_by_key(|((shard, _), (line, _))| (*shard, *line));
        for ((shard, text), (line, lines)) in found {
            let at = LinePlace {
                shard: *shard,
                line: *line,
            };
            let more = match lines - 1 {
                0 => String::new(),
                more => format!(" (and {})", number_of(more, "more line")),
            };
            print_error(format_args!("{}: {text}{more}", self.told(at)));
        }
        match self.exit {
            Exit::Clean => Ok(()),
            exit => Err(exit),
        }
    }
}
