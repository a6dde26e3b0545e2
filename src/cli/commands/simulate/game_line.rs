//! One game as a line of JSON, with everything that the tables of `dungeon simulate` count.
use serde::{Deserialize, Serialize};

use super::contestants::{Contestant, RunPlan};
use dungeon_engine::ending::LossCause;
use dungeon_engine::event::Outcome;
use dungeon_engine::world::World;
use dungeon_model::dungeon::{CauseId, Dungeon, ItemId, KindId, LevelId, TileId};
use dungeon_model::space::geometry::{Point, at};
use dungeon_model::space::narrow;
use dungeon_play::text::score::farthest_level;
use dungeon_play::view::words::loss_name;
use dungeon_players::{GameRecord, LevelCost, LifeCurve, Tally};

/// The version of the program that plays and merges games.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The outcome of a game that the limit of actions ended.
const UNFINISHED: &str = "unfinished";

/// A game. Levels, columns and rows count from 1; ids count from 0 and tell entries of the same name apart.
#[derive(Serialize, Deserialize)]
pub struct GameLine {
    /// The dungeon, as named on the command line.
    pub file: String,
    /// The identifier of the dungeon's text, as in `dungeon scores`.
    pub dungeon: String,
    /// The version of the program that played the game.
    pub version: String,
    /// The bot, as in `Contestant::name`.
    pub bot: String,
    pub omniscient: bool,
    pub seed: u64,
    outcome: String,
    /// The cause of a loss or draw; `null` for other games.
    cause: Option<String>,
    by: Option<String>,
    cause_id: Option<u16>,
    /// The level, column and row of a loss or draw.
    place: Option<[u32; 3]>,
    turns: u32,
    /// The farthest level that a hero reached.
    level: u32,
    actions: u32,
    refused: u32,
    wounds: Vec<WoundEntry>,
    met: Vec<NamedEntry>,
    taken: Vec<NamedEntry>,
    life: LifeEntry,
    /// For each cell where the commanded body was: level, column, row and number of actions.
    visits: Vec<[u32; 4]>,
    /// For each visited level: its number, the turns spent there and the life points lost there.
    levels: Vec<(u32, u64, u64)>,
    pub run: RunPlan,
}

/// The wounds of one cause.
#[derive(Serialize, Deserialize)]
struct WoundEntry {
    cause: String,
    by: String,
    id: Option<u16>,
    times: u32,
    life: u64,
}

/// A kind of monster or an item, with its number; `count` is 1 for monsters.
#[derive(Serialize, Deserialize)]
struct NamedEntry {
    name: String,
    id: u16,
    count: u32,
}

/// A life curve: the length of its parts in turns, and for each part the sum of life values and their number.
#[derive(Serialize, Deserialize)]
struct LifeEntry {
    step: u32,
    sums: Vec<(i64, u32)>,
}

impl GameLine {
    /// Describes a game that ended in this world.
    pub fn new(
        [file, dungeon]: [&str; 2],
        contestant: Contestant,
        run: &RunPlan,
        record: &GameRecord,
        world: &World,
    ) -> GameLine {
        let tables = world.dungeon();
        let cause = record.loss.map(|(cause, ..)| cause);
        let met = record
            .met
            .iter()
            .map(|id| (&tables.kind(*id).name, id.0, 1));
        let taken = record.taken.iter();
        let taken = taken.map(|(id, count)| (&tables.item(*id).name, id.0, *count));
        let wounds = record
            .wounds
            .iter()
            .map(|(cause, (times, life))| WoundEntry {
                cause: cause.word().to_owned(),
                by: loss_name(tables, *cause),
                id: id_of(*cause),
                times: small(*times),
                life: *life,
            });
        let (step, sums) = record.life.parts();
        let sums = sums.iter().map(|(sum, count)| (*sum, small(*count)));
        let visits = record.visits.iter().map(|((level, at), count)| {
            let [level, x, y] = told_place(*level, *at);
            [level, x, y, small(*count)]
        });
        let levels = record.levels.iter();
        let levels = levels.map(|(level, cost)| (u32::from(level.0) + 1, cost.turns, cost.life));
        GameLine {
            file: file.to_owned(),
            dungeon: dungeon.to_owned(),
            version: VERSION.to_owned(),
            bot: contestant.name().to_owned(),
            omniscient: contestant.is_omniscient,
            seed: world.seed(),
            outcome: record.outcome.map_or(UNFINISHED, Outcome::word).to_owned(),
            cause: cause.map(|cause| cause.word().to_owned()),
            by: cause.map(|cause| loss_name(tables, cause)),
            cause_id: cause.and_then(id_of),
            place: record.loss.map(|(_, level, at)| told_place(level, at)),
            turns: record.turns,
            level: farthest_level(world),
            actions: narrow::count(record.actions.len()),
            refused: record.refused,
            wounds: wounds.collect(),
            met: met.map(named).collect(),
            taken: taken.map(named).collect(),
            life: LifeEntry {
                step,
                sums: sums.collect(),
            },
            visits: visits.collect(),
            levels: levels.collect(),
            run: run.clone(),
        }
    }

    /// Returns the tally of this game, as if it was just played. `unfit_field` checks whether it fits a dungeon.
    ///
    /// # Errors
    /// Returns the name of the first field that fits no dungeon, such as an unknown outcome.
    pub fn tally(&self) -> Result<Tally, &'static str> {
        let outcome = Outcome::ALL.into_iter().find(|o| o.word() == self.outcome);
        if outcome.is_none() && self.outcome != UNFINISHED {
            return Err("outcome");
        }
        let mut tally = Tally::of_game(self.seed, outcome, self.turns);
        (tally.actions, tally.refused) = (self.actions.into(), self.refused.into());
        if tally.lost > 0 {
            let word = self.cause.as_deref().ok_or("cause")?;
            let cause = cause_of(word, self.cause_id).ok_or("cause_id")?;
            let (level, at) = self.place.and_then(cell).ok_or("place")?;
            tally.losses.insert((cause, level, at), 1);
        }
        for wound in &self.wounds {
            let cause = cause_of(&wound.cause, wound.id).ok_or("wounds")?;
            tally.wounds.insert(cause, (wound.times.into(), wound.life));
        }
        tally.met = self.met.iter().map(|entry| KindId(entry.id)).collect();
        let taken = self.taken.iter();
        tally.taken = taken
            .map(|entry| (ItemId(entry.id), entry.count.into()))
            .collect();
        for [level, x, y, count] in &self.visits {
            let cell = cell([*level, *x, *y]).ok_or("visits")?;
            tally.visits.insert(cell, (*count).into());
        }
        for (number, turns, life) in &self.levels {
            let (turns, life) = (*turns, *life);
            let cost = LevelCost {
                games: 1,
                turns,
                life,
            };
            tally.levels.insert(level(*number).ok_or("levels")?, cost);
        }
        let sums = self
            .life
            .sums
            .iter()
            .map(|(sum, count)| (*sum, u64::from(*count)));
        tally.life = LifeCurve::from_parts(self.life.step, sums.collect()).ok_or("life")?;
        Ok(tally)
    }
}

/// Returns the name of the first field of a line that does not fit the dungeon, such as `levels` for a level that the
/// dungeon lacks. `None` if the whole tally fits.
pub fn unfit_field(tally: &Tally, dungeon: &Dungeon) -> Option<&'static str> {
    let has_level = |level: LevelId| usize::from(level.0) < dungeon.levels.len();
    let has_cell = |level: LevelId, at: Point| {
        let level = dungeon.levels.get(usize::from(level.0));
        level.is_some_and(|level| level.tiles.size().contains(at))
    };
    let has = |id: u16, entries: usize| usize::from(id) < entries;
    let has_cause = |cause: &LossCause| match *cause {
        LossCause::Monster(KindId(id)) => has(id, dungeon.kinds.len()),
        LossCause::Item(ItemId(id)) => has(id, dungeon.items.len()),
        LossCause::Terrain(TileId(id)) | LossCause::Caught(TileId(id)) => {
            has(id, dungeon.tiles.len())
        }
        LossCause::Event(CauseId(id)) => has(id, dungeon.causes().len()),
        _ => true,
    };
    let losses = || tally.losses.keys();
    let fields = [
        ("cause_id", losses().all(|(cause, ..)| has_cause(cause))),
        (
            "place",
            losses().all(|(_, level, at)| has_cell(*level, *at)),
        ),
        ("wounds", tally.wounds.keys().all(has_cause)),
        (
            "met",
            { tally.met.iter() }.all(|id| has(id.0, dungeon.kinds.len())),
        ),
        (
            "taken",
            { tally.taken.keys() }.all(|id| has(id.0, dungeon.items.len())),
        ),
        (
            "visits",
            { tally.visits.keys() }.all(|(level, at)| has_cell(*level, *at)),
        ),
        ("levels", tally.levels.keys().all(|level| has_level(*level))),
    ];
    let unfit = fields.into_iter().find(|(_, fits)| !fits);
    unfit.map(|(field, _)| field)
}

/// A count of one game, which is far below 2³².
fn small(count: u64) -> u32 {
    narrow::count(narrow::size(count))
}

fn named((name, id, count): (&String, u16, u64)) -> NamedEntry {
    NamedEntry {
        name: name.clone(),
        id,
        count: small(count),
    }
}

fn told_place(level: LevelId, p: Point) -> [u32; 3] {
    let from_one = |n: i32| n.unsigned_abs() + 1;
    [u32::from(level.0) + 1, from_one(p.x), from_one(p.y)]
}

/// Returns the cell of a place; `None` if no dungeon has such a cell.
fn cell([number, x, y]: [u32; 3]) -> Option<(LevelId, Point)> {
    let from_zero = |n: u32| i32::try_from(n.checked_sub(1)?).ok();
    Some((level(number)?, at(from_zero(x)?, from_zero(y)?)))
}

/// Returns the level with a number from 1; `None` if no dungeon has such a level.
fn level(number: u32) -> Option<LevelId> {
    Some(LevelId(u8::try_from(number.checked_sub(1)?).ok()?))
}

/// Returns the number of the monster, terrain, item or event of a cause; `None` for other causes.
fn id_of(cause: LossCause) -> Option<u16> {
    match cause {
        LossCause::Monster(KindId(id))
        | LossCause::Item(ItemId(id))
        | LossCause::Terrain(TileId(id))
        | LossCause::Caught(TileId(id))
        | LossCause::Event(CauseId(id)) => Some(id),
        _ => None,
    }
}

/// Returns the cause with this word and number; `None` if there is no such cause.
fn cause_of(word: &str, id: Option<u16>) -> Option<LossCause> {
    let causes = match id {
        Some(id) => vec![
            LossCause::Monster(KindId(id)),
            LossCause::Terrain(TileId(id)),
            LossCause::Item(ItemId(id)),
            LossCause::Caught(TileId(id)),
            LossCause::Event(CauseId(id)),
        ],
        None => vec![
            LossCause::Magic,
            LossCause::Burning,
            LossCause::OwnDeed,
            LossCause::TurnLimit,
            LossCause::Without,
            LossCause::Rules,
        ],
    };
    causes.into_iter().find(|cause| cause.word() == word)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use dungeon_format::json::to_json;
    use dungeon_format::source::Source;
    use dungeon_players::{SeenGame, play};

    /// A dungeon in which heroes die of a monster, of terrain and of the turn limit, and take two items of one name.
    const DEADLY: &str = "lose turns=40\nitem a \"coin\" wealth=1\nitem b \"coin\" wealth=2\n\
        kind w \"wolf\" is=wanderer strength=3\nkind v \"wolf\" is=wanderer strength=4\nmap\n\
        ##########\n#@.a^b.w$#\n#..^...v.#\n##########\nend\n";

    fn lines() -> Vec<(GameLine, Tally, Arc<Dungeon>)> {
        let source = Source::from_text("deadly.dng", DEADLY);
        let dungeon = Arc::new(dungeon_lint::load::load_source(source).expect("a dungeon"));
        let run = RunPlan {
            seeds: [0, 39],
            most: 60,
            bots: vec!["greedy".to_owned()],
            file: 1,
            files: 1,
        };
        let games = Contestant::all().take(2).flat_map(|contestant| {
            let (run, dungeon) = (run.clone(), Arc::clone(&dungeon));
            (0..40).map(move |seed| {
                let mut played = SeenGame::begin(Arc::clone(&dungeon), seed);
                let record = play(&mut played, &mut *contestant.player(), run.most);
                let mut tally = Tally::default();
                tally.add(seed, &record);
                let world = played.game().world();
                let names = ["deadly.dng", "0"];
                let line = GameLine::new(names, contestant, &run, &record, world);
                (line, tally, Arc::clone(&dungeon))
            })
        });
        games.collect()
    }

    #[test]
    fn a_game_read_from_its_line_counts_as_the_game_that_was_played() {
        let games = lines();
        for (line, tally, dungeon) in &games {
            let text = to_json(line).expect("a line");
            let read: GameLine = serde_json::from_str(&text).expect("the same line");
            assert_eq!(read.tally().as_ref(), Ok(tally), "{text}");
            assert_eq!(unfit_field(tally, dungeon), None, "{text}");
        }
        let all: Tally = games.into_iter().map(|(_, tally, _)| tally).sum();
        let causes: Vec<&str> = all
            .loss_causes()
            .iter()
            .map(|(cause, _)| cause.word())
            .collect();
        assert!(
            causes.len() > 1 && all.taken.len() > 1 && all.wounds.len() > 1,
            "{causes:?}"
        );
    }

    #[test]
    fn a_line_that_does_not_fit_the_dungeon_names_the_field() {
        let games = lines();
        let lost = games.iter().find(|(_, tally, _)| tally.lost > 0);
        let (line, _, dungeon) = lost.expect("a lost game");
        let text = to_json(line).expect("a line");
        let fault = |field: &str, value: serde_json::Value| {
            let mut line: serde_json::Value = serde_json::from_str(&text).expect("JSON");
            line[field] = value;
            let line: GameLine = serde_json::from_value(line).expect("a line");
            match line.tally() {
                Ok(tally) => unfit_field(&tally, dungeon),
                Err(field) => Some(field),
            }
        };
        let named = serde_json::json!([{"name": "", "id": 9999, "count": 1}]);
        let wound =
            serde_json::json!([{"cause": "magic", "by": "", "id": 1, "times": 1, "life": 1}]);
        for (field, value) in [
            ("outcome", "lots".into()),
            ("cause", ().into()),
            ("cause_id", 9999.into()),
            ("place", vec![1, 11, 1].into()),
            ("wounds", wound),
            ("met", named.clone()),
            ("taken", named),
            ("visits", serde_json::json!([[0, 1, 1, 1]])),
            ("levels", serde_json::json!([[2, 1, 1]])),
            ("life", serde_json::json!({"step": 3, "sums": []})),
        ] {
            assert_eq!(fault(field, value), Some(field));
        }
    }
}
