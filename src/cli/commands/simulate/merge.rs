//! `--merge`: adds up the lines of many runs, and reports all reasons why they are not the games of one run.
use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;

use super::contestants::{Contestant, Simulated, SimulatedDungeon, SimulatedFile};
use super::coverage::{LinePlace, SeedFault, faults};
use super::game_line::{GameLine, VERSION, unfit_field};
use super::named_games::{NamedGames, Unread};
use super::problems::ShardProblems;
use crate::cli::game::shipped;
use crate::cli::options::amounts::SeedRange;
use crate::cli::options::include::IncludeOption;
use crate::cli::output::errors::{ErrorText, unreadable_text};
use crate::cli::output::exit::Exit;
use crate::cli::output::quoting::path_operand;
use crate::cli::save::score_file::dungeon_id;
use dungeon_format::characters::shortened;
use dungeon_format::opened_file::open_and_wait;
use dungeon_format::source::Limits;
use dungeon_format::untrusted::Untrusted;
use dungeon_model::space::narrow;

/// The largest line of a shard, in bytes. A game of a million actions, each on a cell of its own, has 22 MB.
const MOST_BYTES: u64 = 32 << 20;

/// The problem of an empty shard.
const EMPTY: &str = "the file is empty: its run was stopped before the first game ended; leave it out, and play its seeds again";

/// The greatest number of characters of a parser's message.
const MOST_SAID: usize = 120;

/// The games of the shards that were read so far. Needs 16 bytes per game, and a tally per name of a dungeon and bot.
pub struct Merge<'a> {
    include: &'a IncludeOption,
    /// The games by the names of their dungeons.
    names: BTreeMap<String, NamedGames>,
    /// The dungeons that were found, by the identifiers of their texts; `None` for a text with errors.
    texts: BTreeMap<String, Option<SimulatedDungeon>>,
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
            names: BTreeMap::new(),
            texts: BTreeMap::new(),
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
        if !self.names.contains_key(&game.file) {
            let games = NamedGames::of(game, place, self.open(game));
            self.names.insert(game.file.clone(), games);
        }
        if let Some(games) = self.names.get_mut(&game.file) {
            games.note(game, contestant.name(), place);
        }
        if let Err(text) = self.count(game, contestant) {
            self.problems.add(place, text);
        }
    }

    /// Counts a game in the results of its dungeon.
    ///
    /// # Errors
    /// Returns why the game cannot be counted.
    fn count(&mut self, game: &GameLine, contestant: Contestant) -> Result<(), ErrorText> {
        let Some(games) = self.names.get_mut(&game.file) else {
            return Ok(());
        };
        let name = Untrusted::from(&game.file);
        let found = self.texts.get(&games.id).and_then(Option::as_ref);
        if games.id != game.dungeon {
            return Err(if found.is_some_and(|found| found.name == name) {
                changed(&name)
            } else {
                let first = self.problems.told(games.first);
                format!(
                    "{name} had another text at {first}: leave out the games of one text, or play them again"
                )
            });
        }
        let fit = game.tally().and_then(|tally| {
            let unfit = found.and_then(|found| unfit_field(&tally, &found.dungeon));
            unfit.map_or(Ok(tally), Err)
        });
        let tally = fit.map_err(|field| {
            format!(
                "`{field}` does not fit {name}: the line was changed after the game; delete it, and play its seed again"
            )
        })?;
        games.count(contestant.name(), tally);
        Ok(())
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

    /// Finds the text of a game's dungeon: under its name, or else under the last part of the name in this folder, since
    /// paths differ between machines. Since the lines may come from anyone, waits for no pipe, and prints nothing about
    /// a text that was not played. Returns why the text was not found; `None` if it was found, now or before.
    fn open(&mut self, game: &GameLine) -> Option<Unread> {
        if self.texts.contains_key(&game.dungeon) {
            return None;
        }
        if ["<stdin>", "-"].contains(&game.file.as_str()) {
            let text = "the dungeon of this game came from standard input, where it cannot be read again: write it to a file, and play the games again";
            return Some((text.to_owned(), Exit::Errors));
        }
        let path = Path::new(&game.file);
        let here = path.file_name().map(Path::new).filter(|here| *here != path);
        let mut unread = None;
        for path in [path].into_iter().chain(here) {
            let why = match shipped::open_at_once(path, self.include, &Limits::default()) {
                Ok(source) if dungeon_id(&source.whole_text()) == game.dungeon => {
                    let read = SimulatedDungeon::read(source);
                    let read = read.map_err(|exit| self.problems.worsen(exit)).ok();
                    self.texts.insert(game.dungeon.clone(), read);
                    return None;
                }
                Ok(source) => (changed(&source.name), Exit::Errors),
                Err(error) => {
                    let why = unreadable_text(path, &error);
                    let or_here =
                        here.map(|here| format!(", or where `{}` is", Untrusted::from(here)));
                    let or_here = or_here.unwrap_or_default();
                    let text =
                        format!("{why}; merge in the folder where the games were played{or_here}");
                    (text, Exit::Usage)
                }
            };
            unread.get_or_insert(why);
        }
        unread
    }

    /// Returns the results of all games, as one run gives them. `expected` are the seeds that the run should have; for
    /// `None`, the seeds from the least to the greatest of all runs.
    ///
    /// # Errors
    /// Reports all problems, and returns the exit code.
    pub fn finish(mut self, expected: Option<SeedRange>) -> Result<Vec<SimulatedFile>, Exit> {
        let mut dungeons = self.join_names();
        if let Some(seeds) = expected.or(self.seeds) {
            self.check_files(dungeons.len());
            dungeons.retain(|games| self.is_found(games));
            self.check_seeds(&mut dungeons, seeds);
        }
        self.problems.report()?;
        let seed = expected.or(self.seeds).map_or(0, |seeds| seeds.first);
        let most = self.most.map_or(0, |(most, _)| most);
        let mut bots: Vec<_> = self.bots.into_values().collect();
        bots.sort_by_key(|(place, order, _)| (*place, *order));
        dungeons.sort_by(|one, other| (one.nth, &one.name).cmp(&(other.nth, &other.name)));
        let file = |mut games: NamedGames| {
            let dungeon = &self.texts.get(&games.id)?.as_ref()?.dungeon;
            let bots = bots.iter().filter_map(|(.., contestant)| {
                let (tally, _) = games.bots.remove(contestant.name())?;
                let contestant = *contestant;
                Some(Simulated { contestant, tally })
            });
            Some(SimulatedFile {
                bots: bots.collect(),
                name: games.name.into(),
                seed,
                most,
                dungeon: Arc::clone(dungeon),
            })
        };
        Ok(dungeons.into_iter().filter_map(file).collect())
    }

    /// Returns the games of each dungeon, in the order of their first games. A dungeon with several names gets the name
    /// under which its text was found, or else the first. Reports texts that were not found, and games that do not fit
    /// a text that was found later.
    fn join_names(&mut self) -> Vec<NamedGames> {
        let mut named: Vec<_> = std::mem::take(&mut self.names).into_values().collect();
        named.sort_by_key(|games| games.first);
        let mut dungeons: Vec<NamedGames> = Vec::new();
        for mut games in named {
            let text = self.texts.get(&games.id);
            if let (None, Some((why, exit))) = (text, games.unread.take()) {
                self.problems.add(games.first, why);
                self.problems.worsen(exit);
            }
            let text = text.and_then(Option::as_ref);
            if let Some(field) = text.and_then(|text| games.unfit_field(&text.dungeon)) {
                let name = Untrusted::from(&games.name);
                let text = format!(
                    "`{field}` of a game does not fit {name}: a line was changed after the game; play the games of {name} again"
                );
                self.problems.add(games.first, text);
            }
            match dungeons.iter_mut().find(|other| other.is_same_file(&games)) {
                Some(same) => {
                    if text.is_some_and(|text| text.name.raw() == games.name) {
                        same.name.clone_from(&games.name);
                    }
                    same.join(games);
                }
                None => dungeons.push(games),
            }
        }
        dungeons
    }

    /// Whether the text of a dungeon was found, and has no errors.
    fn is_found(&self, games: &NamedGames) -> bool {
        self.texts.get(&games.id).is_some_and(Option::is_some)
    }

    /// Reports dungeons of a run that have no games at all.
    fn check_files(&mut self, found: usize) {
        let (files, place) = self.files;
        if narrow::size(files.into()) > found {
            let text = format!(
                "the run has {files} dungeons, and there are games of {found}: play the others, and merge their games, too"
            );
            self.problems.add(place, text);
        }
    }

    /// Reports the missing, repeated and unexpected seeds of every bot in every dungeon.
    fn check_seeds(&mut self, dungeons: &mut [NamedGames], expected: SeedRange) {
        let most = self.most.map_or(0, |(most, _)| most);
        let mut found = Vec::new();
        for named in dungeons {
            let name = Untrusted::from(&named.name);
            for (.., contestant) in self.bots.values() {
                let row = MergedRow {
                    file: &name,
                    contestant: *contestant,
                    include: self.include,
                    most,
                };
                match named.bots.get_mut(contestant.name()) {
                    Some((_, games)) => {
                        let faults = faults(games, expected).into_iter();
                        found.extend(faults.map(|(fault, seeds, place)| {
                            (place, row.fault(fault, seeds, expected, &self.problems))
                        }));
                    }
                    None => found.push((named.first, row.unplayed(expected))),
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
