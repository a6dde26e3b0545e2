//! What `dungeon simulate` prints for programs: an object a line for each file and bot.
use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use super::contestants::{Simulated, SimulatedFile};
use super::heat_map::heat_maps;
use super::human;
use crate::dungeon::{Dungeon, LevelId};
use crate::format::json::to_json;
use crate::players::Tally;
use crate::space::geometry::Point;

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
    deaths: Vec<JsonDeath<'a>>,
    wounds: Vec<JsonWounds<'a>>,
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
struct JsonDeath<'a> {
    by: &'a str,
    level: u32,
    x: i32,
    y: i32,
    count: u64,
}

/// What a cause has taken.
#[derive(Serialize)]
struct JsonWounds<'a> {
    by: &'a str,
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
    for bot in &file.bots {
        writeln!(out, "{}", to_json(&line(file, bot, most))?)?;
    }
    Ok(())
}

fn line<'a>(
    file: &'a SimulatedFile,
    Simulated { contestant, tally }: &'a Simulated,
    most: u32,
) -> SimulationLine<'a> {
    let dungeon: &Dungeon = &file.dungeon;
    let (interval, [p10, median, p90]) =
        (tally.interval(), [10, 50, 90].map(|p| tally.quantile(p)));
    let wounds = tally
        .wounds
        .iter()
        .map(|(cause, (times, life))| JsonWounds {
            by: human::name(*cause, dungeon),
            times: *times,
            life: *life,
        });
    let visits = heat_maps(&file.dungeon, tally, file.seed);
    let visits = visits.iter().map(|map| JsonVisits {
        level: u32::from(map.level.0) + 1,
        cells: map.open,
        unvisited: map.unvisited,
    });
    let item = |id| dungeon.item(id).name.as_str();
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
        deaths: deaths(tally, dungeon),
        wounds: wounds.collect(),
        harmless: human::harmless(tally, dungeon),
        taken: tally
            .taken
            .iter()
            .map(|(id, count)| (item(*id), *count))
            .collect(),
        never_taken: human::never_taken(tally, dungeon)
            .into_iter()
            .map(item)
            .collect(),
        life: tally
            .life
            .means()
            .map(|(turn, life)| (turn, rounded(life)))
            .collect(),
        levels: visits.collect(),
    }
}

fn deaths<'a>(tally: &Tally, dungeon: &'a Dungeon) -> Vec<JsonDeath<'a>> {
    let mut counts = BTreeMap::<_, u64>::new();
    for ((cause, level, at), count) in &tally.deaths {
        *counts
            .entry((*level, *at, human::name(*cause, dungeon)))
            .or_default() += count;
    }
    let death = |((level, at, by), count): ((LevelId, Point, &'a str), u64)| JsonDeath {
        by,
        level: u32::from(level.0) + 1,
        x: at.x + 1,
        y: at.y + 1,
        count,
    };
    let mut deaths: Vec<JsonDeath<'a>> = counts.into_iter().map(death).collect();
    deaths.sort_by_key(|death| (u64::MAX - death.count, death.level, death.y, death.x));
    deaths
}

/// Four digits behind the point: no game is told from another by more.
fn rounded(number: f64) -> f64 {
    (number * 10_000.0).round() / 10_000.0
}
