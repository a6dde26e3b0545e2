//! `--merge`: adds up the lines of many runs, and reports all reasons why they are not the games of one run.
use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use serde::Deserialize;

use super::contestants::{Contestant, Simulated, SimulatedDungeon, SimulatedFile};
use super::coverage::{FoundGame, LinePlace, SeedFault, faults};
use super::game_line::{GameLine, VERSION};
use super::problems::ShardProblems;
use crate::cli::game::shipped;
use crate::cli::options::amounts::SeedRange;
use crate::cli::options::include::IncludeOption;
use crate::cli::output::errors::unreadable_text;
use crate::cli::output::exit::Exit;
use crate::cli::output::quoting::path_operand;
use crate::cli::save::score_file::dungeon_id;
use dungeon_format::characters::shortened;
use dungeon_format::opened_file::open_and_wait;
use dungeon_format::source::Limits;
use dungeon_format::untrusted::Untrusted;
use dungeon_model::space::narrow;
use dungeon_players::Tally;

/// The largest line of a shard, in bytes. A game of a million actions, each on a cell of its own, has 22 MB.
const MOST_BYTES: u64 = 32 << 20;

/// The problem of an empty shard.
const EMPTY: &str = "the file is empty: its run was stopped before the first game ended; leave it out, and play its seeds again";

/// The greatest number of characters of a parser's message.
const MOST_SAID: usize = 120;

/// The games of the shards that were read so far. Needs 16 bytes per game, and a tally per dungeon and bot.
pub struct Merge<'a> {
    include: &'a IncludeOption,
    /// The dungeons by the names in the lines; `None` for a dungeon that cannot be read.
    dungeons: BTreeMap<String, Option<MergedDungeon>>,
    /// For each bot in any run: its greatest place in a run, from 0, and its place in `Contestant::all`. Runs that only
    /// play missing games have fewer bots, in earlier places.
    bots: BTreeMap<&'static str, (usize, usize, Contestant)>,
    /// The limit of actions of the first game, with the place of its line.
    most: Option<(u32, LinePlace)>,
    /// The least and the greatest seed of any run.
    seeds: Option<SeedRange>,
    /// The greatest number of dungeons in a run, with the place of the first line that says so.
    files: (u32, LinePlace),
    problems: ShardProblems,
}

/// A dungeon with the games of each bot.
struct MergedDungeon {
    opened: SimulatedDungeon,
    /// The greatest place of the dungeon in a run, from 1.
    nth: u32,
    /// The place of its first game.
    first: LinePlace,
    bots: BTreeMap<&'static str, (Tally, Vec<FoundGame>)>,
}

/// Returns the problem of a game whose dungeon has another text now.
fn changed(name: &Untrusted) -> String {
    format!(
        "{name} has changed since this game: merge with the text that was played, or play the game again"
    )
}

/// The part of a line that says which version wrote it.
#[derive(Deserialize)]
struct LineVersion {
    version: String,
}

impl Merge<'_> {
    /// Creates a merge without games. Dungeons may include files from these folders.
    pub fn new(include: &IncludeOption) -> Merge<'_> {
        let nowhere = LinePlace { shard: 0, line: 0 };
        Merge {
            include,
            dungeons: BTreeMap::new(),
            bots: BTreeMap::new(),
            most: None,
            seeds: None,
            files: (0, nowhere),
            problems: ShardProblems::default(),
        }
    }

    /// Reads the games of a shard; `-` names standard input.
    pub fn read(&mut self, path: &Path) {
        let opened: io::Result<Box<dyn Read>> = if path == Path::new("-") {
            Ok(Box::new(io::stdin().lock()))
        } else {
            open_and_wait(path).map(|file| Box::new(file) as Box<dyn Read>)
        };
        let shard = self.problems.begin_shard(path);
        let read = opened.and_then(|file| self.read_lines(&mut BufReader::new(file), shard));
        if let Err(error) = read {
            self.problems.refuse(unreadable_text(path, &error));
        }
    }

    fn read_lines(&mut self, shard: &mut impl BufRead, nth: u32) -> io::Result<()> {
        let mut bytes = Vec::new();
        for line in 1_usize.. {
            let line = narrow::count(line);
            let place = LinePlace { shard: nth, line };
            bytes.clear();
            let mut one = shard.by_ref().take(MOST_BYTES);
            let length = one.read_until(b'\n', &mut bytes)?;
            let is_cut = length as u64 == MOST_BYTES && !bytes.ends_with(b"\n");
            if length == 0 && line == 1 {
                self.problems.add(place, EMPTY);
            } else if is_cut {
                let most = MOST_BYTES >> 20;
                let text = format!("the line is longer than {most} MiB, so it is no game");
                self.problems.add(place, text);
            }
            if length == 0 || is_cut {
                break;
            }
            match serde_json::from_slice::<GameLine>(&bytes) {
                Ok(game) => self.add(&game, place),
                Err(error) => self.problems.add(place, unread_line(&bytes, &error)),
            }
        }
        Ok(())
    }

    /// Adds a game, or reports why it cannot be added.
    fn add(&mut self, game: &GameLine, place: LinePlace) {
        if game.version != VERSION {
            self.problems.add(place, other_version(&game.version));
        }
        let Some((nth, contestant)) = numbered(&game.bot) else {
            let bot = Untrusted::from(shortened(&game.bot, MOST_SAID).as_ref());
            self.problems
                .add(place, format!("this version has no bot `{bot}`"));
            return;
        };
        self.note_run(game, place);
        self.bots
            .entry(contestant.name())
            .or_insert((0, nth, contestant));
        let Some(merged) = self.dungeon(game, place) else {
            return;
        };
        merged.nth = merged.nth.max(game.run.file);
        let (all, games) = merged.bots.entry(contestant.name()).or_default();
        games.push(FoundGame {
            seed: game.seed,
            place,
        });
        let name = &merged.opened.name;
        if merged.opened.id != game.dungeon {
            let text = changed(name);
            self.problems.add(place, text);
            return;
        }
        match game.tally(&merged.opened.dungeon) {
            Ok(tally) => all.merge(tally),
            Err(field) => {
                let text = format!(
                    "`{field}` does not fit {name}: the line was changed after the game; delete it, and play its seed again"
                );
                self.problems.add(place, text);
            }
        }
    }

    /// Notes what the run of a game should hold.
    fn note_run(&mut self, game: &GameLine, place: LinePlace) {
        let run = &game.run;
        for (nth, bot) in run.bots.iter().enumerate() {
            if let Some((order, contestant)) = numbered(bot) {
                let noted = self.bots.entry(contestant.name());
                let (place, ..) = noted.or_insert((nth, order, contestant));
                *place = nth.max(*place);
            }
        }
        let [first, last] = run.seeds;
        let all = self.seeds.get_or_insert(SeedRange {
            first: game.seed,
            last: game.seed,
        });
        all.first = all.first.min(first).min(game.seed);
        all.last = all.last.max(last).max(game.seed);
        if run.files > self.files.0 {
            self.files = (run.files, place);
        }
        let (most, at) = *self.most.get_or_insert((run.most, place));
        if most != run.most {
            let at = self.problems.told(at);
            let text = format!(
                "the run had `--most {}`, but {at} has `--most {most}`: play the games again with the same limit",
                run.most
            );
            self.problems.add(place, text);
        }
    }

    /// Returns the dungeon of a game; opens and reads the dungeon of the first game. `None` if it cannot be read.
    fn dungeon(&mut self, game: &GameLine, place: LinePlace) -> Option<&mut MergedDungeon> {
        if !self.dungeons.contains_key(&game.file) {
            let opened = self.open(game, place).map(|opened| MergedDungeon {
                opened,
                nth: game.run.file,
                first: place,
                bots: BTreeMap::new(),
            });
            self.dungeons.insert(game.file.clone(), opened);
        }
        self.dungeons.get_mut(&game.file)?.as_mut()
    }

    /// Reads the dungeon of a game again. Since the lines may come from anyone, waits for no pipe, and prints nothing
    /// about a text that was not played.
    fn open(&mut self, game: &GameLine, place: LinePlace) -> Option<SimulatedDungeon> {
        let path = Path::new(&game.file);
        if ["<stdin>", "-"].contains(&game.file.as_str()) {
            let text = "the dungeon of this game came from standard input, where it cannot be read again: write it to a file, and play the games again";
            self.problems.add(place, text);
            return None;
        }
        let source = match shipped::open_at_once(path, self.include, &Limits::default()) {
            Ok(source) => source,
            Err(error) => {
                let why = unreadable_text(path, &error);
                let text = format!("{why}; merge in the folder where the games were played");
                self.problems.add(place, text);
                self.problems.worsen(Exit::Usage);
                return None;
            }
        };
        if dungeon_id(&source.whole_text()) != game.dungeon {
            self.problems.add(place, changed(&source.name));
            return None;
        }
        let opened = SimulatedDungeon::read(source);
        opened.map_err(|exit| self.problems.worsen(exit)).ok()
    }

    /// Returns the results of all games, as one run gives them. `expected` are the seeds that the run should have; for
    /// `None`, the seeds from the least to the greatest of all runs.
    ///
    /// # Errors
    /// Reports all problems, and returns the exit code.
    pub fn finish(mut self, expected: Option<SeedRange>) -> Result<Vec<SimulatedFile>, Exit> {
        if let Some(seeds) = expected.or(self.seeds) {
            self.check_files();
            self.check_seeds(seeds);
        }
        self.problems.report()?;
        let seed = expected.or(self.seeds).map_or(0, |seeds| seeds.first);
        let most = self.most.map_or(0, |(most, _)| most);
        let mut bots: Vec<_> = self.bots.into_values().collect();
        bots.sort_by_key(|(place, order, _)| (*place, *order));
        // The sort is stable: dungeons of the same place stay in the order of their names.
        let mut dungeons: Vec<_> = self.dungeons.into_values().flatten().collect();
        dungeons.sort_by_key(|merged| merged.nth);
        let file = |mut merged: MergedDungeon| SimulatedFile {
            name: merged.opened.name,
            seed,
            most,
            dungeon: merged.opened.dungeon,
            bots: bots
                .iter()
                .filter_map(|(.., contestant)| {
                    let (tally, _) = merged.bots.remove(contestant.name())?;
                    Some(Simulated {
                        contestant: *contestant,
                        tally,
                    })
                })
                .collect(),
        };
        Ok(dungeons.into_iter().map(file).collect())
    }

    /// Reports dungeons of a run that have no games at all.
    fn check_files(&mut self) {
        let (files, place) = self.files;
        let found = self.dungeons.len();
        if narrow::size(files.into()) > found {
            let text = format!(
                "the run has {files} dungeons, and there are games of {found}: play the others, and merge their games, too"
            );
            self.problems.add(place, text);
        }
    }

    /// Reports the missing, repeated and unexpected seeds of every bot in every dungeon.
    fn check_seeds(&mut self, expected: SeedRange) {
        let most = self.most.map_or(0, |(most, _)| most);
        let mut found = Vec::new();
        for merged in self.dungeons.values_mut().flatten() {
            for (.., contestant) in self.bots.values() {
                let row = MergedRow {
                    file: &merged.opened.name,
                    contestant: *contestant,
                    include: self.include,
                    most,
                };
                match merged.bots.get_mut(contestant.name()) {
                    Some((_, games)) => {
                        let faults = faults(games, expected).into_iter();
                        found.extend(faults.map(|(fault, seeds, place)| {
                            (place, row.fault(fault, seeds, expected, &self.problems))
                        }));
                    }
                    None => found.push((merged.first, row.unplayed(expected))),
                }
            }
        }
        for (place, text) in found {
            self.problems.add(place, text);
        }
    }
}

/// A row of the table: a bot in a dungeon, with the options of its run.
struct MergedRow<'a> {
    file: &'a Untrusted,
    contestant: Contestant,
    include: &'a IncludeOption,
    most: u32,
}

impl MergedRow<'_> {
    /// Describes faulty seeds.
    fn fault(
        &self,
        fault: SeedFault,
        seeds: SeedRange,
        expected: SeedRange,
        shards: &ShardProblems,
    ) -> String {
        let subject = if seeds.first == seeds.last {
            format!("seed {seeds} is")
        } else {
            format!("seeds {seeds} are")
        };
        let fault = match fault {
            SeedFault::MissingAfter => format!("missing after this game; {}", self.advice(seeds)),
            SeedFault::MissingBefore => format!("missing before this game; {}", self.advice(seeds)),
            SeedFault::Repeated(first) => {
                format!("in {}, too; leave out one of the two", shards.told(first))
            }
            SeedFault::Outside => {
                let SeedRange { first, last } = expected;
                format!("outside `--seeds {first}..{last}`; widen it, or leave these games out")
            }
        };
        format!("{}: {subject} {fault}", self.name())
    }

    /// Describes a row without games.
    fn unplayed(&self, expected: SeedRange) -> String {
        format!("{}: no games; {}", self.name(), self.advice(expected))
    }

    fn name(&self) -> String {
        format!("{}, {}", self.file, self.contestant.name())
    }

    /// Returns the command that plays missing games.
    fn advice(&self, SeedRange { first, last }: SeedRange) -> String {
        let (bot, include) = (self.contestant.options(), self.include.words());
        let (most, file) = (self.most, path_operand(self.file.raw()));
        format!(
            "run `dungeon simulate {bot} --seeds {first}..{last} --most {most} --format jsonl {include}{file}`, \
             and merge its lines, too"
        )
    }
}

/// Returns the contestant of this name, with its place in `Contestant::all`.
fn numbered(name: &str) -> Option<(usize, Contestant)> {
    Contestant::all()
        .enumerate()
        .find(|(_, contestant)| contestant.name() == name)
}

fn other_version(version: &str) -> String {
    let version = shortened(version, MOST_SAID);
    format!(
        "version {version} played this game, and this is version {VERSION}: merge with version {version}, or play the game again"
    )
}

/// Returns why a line could not be read.
fn unread_line(bytes: &[u8], error: &serde_json::Error) -> String {
    let version = serde_json::from_slice::<LineVersion>(bytes).ok();
    if let Some(LineVersion { version }) = version.filter(|found| found.version != VERSION) {
        return other_version(&version);
    }
    let what = "expected a game from `dungeon simulate --format jsonl`";
    if error.is_eof() && bytes.starts_with(b"{") {
        return "the line ends too early: the run was stopped while it wrote; delete the line, and play its seed again".to_owned();
    }
    if !error.is_data() {
        return format!("{what}, found no JSON");
    }
    let text = error.to_string();
    let why = text.split(" at line ").next().unwrap_or_default();
    format!("{what}, found other JSON ({})", shortened(why, MOST_SAID))
}
