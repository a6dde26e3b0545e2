//! The games of a dungeon in the shards of `--merge`. Runs on several machines give one dungeon several names.
use std::collections::BTreeMap;

use super::contestants::RunPlan;
use super::coverage::{FoundGame, LinePlace};
use super::game_line::{GameLine, unfit_field};
use crate::cli::output::errors::ErrorText;
use crate::cli::output::exit::Exit;
use dungeon_model::dungeon::Dungeon;
use dungeon_players::Tally;

/// Why the text of a dungeon was not found under a name, and the exit code.
pub type Unread = (ErrorText, Exit);

/// The games of all bots in a dungeon.
pub struct NamedGames {
    /// The dungeon, as named by the run.
    pub name: String,
    /// The identifier of the dungeon's text, as in `dungeon scores`.
    pub id: String,
    /// The greatest place of the dungeon in a run, from 1.
    pub nth: u32,
    /// The place of the first game.
    pub first: LinePlace,
    pub bots: BTreeMap<&'static str, (Tally, Vec<FoundGame>)>,
    /// `None` if the text was found, under this or another name.
    pub unread: Option<Unread>,
    /// The runs, each with the place of the dungeon taken out, and that place.
    runs: BTreeMap<RunPlan, u32>,
}

impl NamedGames {
    /// Creates an entry without games for the dungeon of a game.
    pub fn of(game: &GameLine, first: LinePlace, unread: Option<Unread>) -> NamedGames {
        NamedGames {
            name: game.file.clone(),
            id: game.dungeon.clone(),
            nth: game.run.file,
            first,
            bots: BTreeMap::new(),
            unread,
            runs: BTreeMap::new(),
        }
    }

    /// Notes a game of a bot, which counts as played even if it does not fit.
    pub fn note(&mut self, game: &GameLine, bot: &'static str, place: LinePlace) {
        self.nth = self.nth.max(game.run.file);
        let mut run = game.run.clone();
        let nth = std::mem::take(&mut run.file);
        self.runs.entry(run).or_insert(nth);
        let (_, games) = self.bots.entry(bot).or_default();
        games.push(FoundGame {
            seed: game.seed,
            place,
        });
    }

    /// Adds a noted game to the results.
    pub fn count(&mut self, bot: &'static str, tally: Tally) {
        self.bots.entry(bot).or_default().0.merge(tally);
    }

    /// Returns the name of the first field of any game that does not fit the dungeon.
    pub fn unfit_field(&self, dungeon: &Dungeon) -> Option<&'static str> {
        let mut tallies = self.bots.values();
        tallies.find_map(|(tally, _)| unfit_field(tally, dungeon))
    }

    /// Whether both may be names of one file: they have the same text, and no run names both of them.
    pub fn is_same_file(&self, other: &NamedGames) -> bool {
        let is_apart = |(run, nth)| self.runs.get(run).is_some_and(|own| own != nth);
        self.id == other.id && !other.runs.iter().any(is_apart)
    }

    /// Adds the games of another name of this file.
    pub fn join(&mut self, other: NamedGames) {
        self.nth = self.nth.max(other.nth);
        for (run, nth) in other.runs {
            self.runs.entry(run).or_insert(nth);
        }
        for (bot, (tally, more)) in other.bots {
            let (all, games) = self.bots.entry(bot).or_default();
            all.merge(tally);
            games.extend(more);
        }
    }
}
