//! What `dungeon simulate` prints for programs: an object a line for each file and bot.
use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use super::contestants::{Simulated, SimulatedFile};
use super::human;
use dungeon_engine::world::World;
use dungeon_format::json::to_json;
use dungeon_model::dungeon::{Dungeon, LevelId};
use dungeon_model::space::geometry::Point;
use dungeon_play::view::words::loss_name;
use dungeon_players::Tally;
use dungeon_players::heat_map::open_and_unvisited;

#[derive(Serialize)]
struct SimulationLine<'a> {
    file: &'a str,
    bot: &'static str,
    omniscient: bool,
    games: u64,
    won: u64,
    lost: u64,
    unfinished: u64,
    /// The actions after which a game counts as unfinished.
    most: u32,
    win_rate: f64,
    interval: [f64; 2],
    turns: JsonTurns,
    actions: u64,
    refused: u64,
    losses: Vec<JsonLoss>,
    wounds: Vec<JsonWounds>,
    harmless: Vec<&'a str>,
    taken: BTreeMap<&'a str, u64>,
    never_taken: Vec<&'a str>,
    /// The mean life from each of these turns on.
    life: Vec<(u32, f64)>,
    levels: Vec<JsonVisits>,
}

/// The turns of games that were won or lost.
#[derive(Serialize)]
struct JsonTurns {
    p10: Option<u32>,
    median: Option<u32>,
    p90: Option<u32>,
}

/// The lost games that ended at one place by one cause.
#[derive(Serialize)]
struct JsonLoss {
    /// What sort of cause it is, as `LossCause::word` says it.
    cause: &'static str,
    /// The name of the monster, the terrain or the item, or a few words.
    by: String,
    level: u32,
    x: i32,
    y: i32,
    count: u64,
}

/// What a cause has taken.
#[derive(Serialize)]
struct JsonWounds {
    cause: &'static str,
    by: String,
    times: u64,
    life: u64,
}

/// The cells of a level where anybody may stand, and those where nobody ever stood.
#[derive(Serialize)]
struct JsonVisits {
    level: u32,
    cells: u64,
    unvisited: u64,
}

/// Prints the games of a file. Levels, columns and rows count from 1, as in files.
pub fn print(out: &mut impl Write, file: &SimulatedFile, most: u32) -> io::Result<()> {
    let first = file.first_game();
    for bot in &file.bots {
        let line = line(file, first.game().world(), bot, most);
        writeln!(out, "{}", to_json(&line)?)?;
    }
    Ok(())
}

fn line<'a>(
    file: &'a SimulatedFile,
    world: &World,
    Simulated { contestant, tally }: &'a Simulated,
    most: u32,
) -> SimulationLine<'a> {
    let dungeon: &Dungeon = &file.dungeon;
    let (interval, [p10, median, p90]) =
        (tally.interval(), [10, 50, 90].map(|p| tally.quantile(p)));
    let visits = dungeon.numbered_levels().map(|(level, _)| {
        let (cells, unvisited) = open_and_unvisited(world, level, tally);
        JsonVisits {
            level: u32::from(level.0) + 1,
            cells,
            unvisited,
        }
    });
    SimulationLine {
        file: file.name.raw(),
        bot: contestant.name(),
        omniscient: contestant.is_omniscient,
        games: tally.games,
        won: tally.won,
        lost: tally.lost,
        unfinished: tally.unfinished,
        most,
        win_rate: rounded(tally.win_rate()),
        interval: [interval.from, interval.to].map(rounded),
        turns: JsonTurns { p10, median, p90 },
        actions: tally.actions,
        refused: tally.refused,
        losses: losses(tally, dungeon),
        wounds: wounds(tally, dungeon),
        harmless: human::harmless(tally, dungeon),
        taken: taken(tally, dungeon),
        never_taken: human::never_taken(tally, dungeon),
        life: tally
            .life
            .means()
            .map(|(turn, life)| (turn, rounded(life)))
            .collect(),
        levels: visits.collect(),
    }
}

/// What each cause has taken; kinds of one name count as one.
fn wounds(tally: &Tally, dungeon: &Dungeon) -> Vec<JsonWounds> {
    let mut wounds: Vec<JsonWounds> = Vec::new();
    for (cause, (times, life)) in &tally.wounds {
        let (cause, by) = (cause.word(), loss_name(dungeon, *cause));
        let mut told = wounds.iter_mut();
        match told.find(|wound| wound.cause == cause && wound.by == by) {
            Some(wound) => {
                wound.times += times;
                wound.life = wound.life.saturating_add(*life);
            }
            None => wounds.push(JsonWounds {
                cause,
                by,
                times: *times,
                life: *life,
            }),
        }
    }
    wounds
}

/// How many items of each name were taken.
fn taken<'a>(tally: &Tally, dungeon: &'a Dungeon) -> BTreeMap<&'a str, u64> {
    let mut taken = BTreeMap::new();
    for (id, count) in &tally.taken {
        *taken.entry(dungeon.item(*id).name.as_str()).or_insert(0) += count;
    }
    taken
}

fn losses(tally: &Tally, dungeon: &Dungeon) -> Vec<JsonLoss> {
    let mut counts = BTreeMap::<_, u64>::new();
    for ((cause, level, at), count) in &tally.losses {
        let told = (cause.word(), loss_name(dungeon, *cause));
        *counts.entry((*level, *at, told)).or_default() += count;
    }
    let loss = |((level, at, (cause, by)), count): ((LevelId, Point, (_, _)), u64)| JsonLoss {
        cause,
        by,
        level: u32::from(level.0) + 1,
        x: at.x + 1,
        y: at.y + 1,
        count,
    };
    let mut losses: Vec<JsonLoss> = counts.into_iter().map(loss).collect();
    losses.sort_by_key(|loss| (u64::MAX - loss.count, loss.level, loss.y, loss.x));
    losses
}

/// Four digits behind the point: no game is told from another by more.
fn rounded(number: f64) -> f64 {
    (number * 10_000.0).round() / 10_000.0
}
