//! The output of `dungeon simulate` for programs: one row per file and bot.
use std::collections::BTreeMap;

use super::against::{Compared, VersionPair, medians};
use super::contestants::{Simulated, SimulatedFile};
use super::human;
use super::level_curve::level_games;
use dungeon_format::json::Row;
use dungeon_model::dungeon::Dungeon;
use dungeon_play::view::words::loss_name;
use dungeon_players::heat_map::open_and_unvisited;
use dungeon_players::{Interval, PairedTally, Tally};

/// Returns one row per bot. Levels, columns and rows count from 1. `life` lists pairs of a turn and the mean life from
/// this turn to the next listed turn.
pub fn rows(file: &SimulatedFile) -> Vec<Row> {
    let first = file.first_game();
    let world = first.game().world();
    let dungeon: &Dungeon = &file.dungeon;
    let row = |Simulated { contestant, tally }: &Simulated| {
        let interval = tally.interval();
        let visits = level_games(tally, dungeon).into_iter().map(|games| {
            let (cells, unvisited) = open_and_unvisited(world, games.level, tally);
            Row::default()
                .with("level", u32::from(games.level.0) + 1)
                .with("cells", cells)
                .with("unvisited", unvisited)
                .and(games.row())
        });
        let turns = Row::default()
            .with("p10", tally.quantile(10))
            .with("median", tally.quantile(50))
            .with("p90", tally.quantile(90));
        let life = tally.life.means();
        let life = life.map(|(turn, life)| (turn, rounded(life)));
        Row::default()
            .with("file", file.name.raw())
            .with("bot", contestant.name())
            .with("omniscient", contestant.is_omniscient)
            .with("games", tally.games)
            .with("won", tally.won)
            .with("lost", tally.lost)
            .with("unfinished", tally.unfinished)
            .with("most", file.most)
            .with("win_rate", rounded(tally.win_rate()))
            .with("interval", [interval.from, interval.to].map(rounded))
            .with("turns", turns)
            .with("actions", tally.actions)
            .with("refused", tally.refused)
            .with("losses", losses(tally, dungeon))
            .with("wounds", wounds(tally, dungeon))
            .with("harmless", human::harmless(tally, dungeon))
            .with("taken", taken(tally, dungeon))
            .with("never_taken", human::never_taken(tally, dungeon))
            .with("life", life.collect::<Vec<_>>())
            .with("levels", visits.collect::<Vec<_>>())
    };
    file.bots.iter().map(row).collect()
}

/// Returns one row per bot of what changed between two versions. Pairs are the old and the new value.
pub fn change_rows(file: &VersionPair, most: u32) -> Vec<Row> {
    let row = |bot: &Compared| {
        Row::default()
            .with("file", file.new.name.raw())
            .with("against", file.old.name.raw())
            .with("bot", bot.contestant.name())
            .with("omniscient", bot.contestant.is_omniscient)
            .with("games", bot.games.won.seeds())
            .with("most", most)
            .and(change_of(&bot.games))
    };
    file.bots.iter().map(row).collect()
}

/// Returns the fields about one bot.
fn change_of(games: &PairedTally) -> Row {
    let PairedTally {
        old,
        new,
        won,
        turns,
        ..
    } = games;
    let medians = Row::default()
        .with("median", medians(old, new))
        .with("compared", turns.seeds)
        .with("mean_change", turns.mean().map(rounded))
        .with("interval", turns.interval().map(rounded_range));
    let losses = games.losses().into_iter();
    let losses = losses.map(|(cause, by, lost)| {
        Row::default()
            .with("cause", cause)
            .with("by", by)
            .with(
                "games",
                [lost.both + lost.only_old, lost.both + lost.only_new],
            )
            .with("change", rounded(lost.change()))
            .with("interval", rounded_range(lost.change_interval()))
    });
    Row::default()
        .with("won", [old.won, new.won])
        .with("lost", [old.lost, new.lost])
        .with("unfinished", [old.unfinished, new.unfinished])
        .with("win_rate", won.shares().map(rounded))
        .with("change", rounded(won.change()))
        .with("interval", rounded_range(won.change_interval()))
        .with("turns", medians)
        .with("losses", losses.collect::<Vec<_>>())
}

/// Returns the damage by cause. A cause is the name of a monster, terrain or item, or a short description. Kinds with
/// the same name count as one cause.
fn wounds(tally: &Tally, dungeon: &Dungeon) -> Vec<Row> {
    let mut wounds: Vec<((&str, String), u64, u64)> = Vec::new();
    for (cause, (times, life)) in &tally.wounds {
        let told = (cause.word(), loss_name(dungeon, *cause));
        match wounds.iter_mut().find(|(other, ..)| *other == told) {
            Some((_, all, sum)) => (*all, *sum) = (*all + times, sum.saturating_add(*life)),
            None => wounds.push((told, *times, *life)),
        }
    }
    let wounds = wounds.into_iter().map(|((cause, by), times, life)| {
        Row::default()
            .with("cause", cause)
            .with("by", by)
            .with("times", times)
            .with("life", life)
    });
    wounds.collect()
}

/// Returns how often items were taken, by their name.
fn taken<'a>(tally: &Tally, dungeon: &'a Dungeon) -> BTreeMap<&'a str, u64> {
    let mut taken = BTreeMap::new();
    for (id, count) in &tally.taken {
        *taken.entry(dungeon.item(*id).name.as_str()).or_insert(0) += count;
    }
    taken
}

/// Returns the number of lost games by place and cause, the most frequent first.
fn losses(tally: &Tally, dungeon: &Dungeon) -> Vec<Row> {
    let mut counts = BTreeMap::<_, u64>::new();
    for ((cause, level, at), count) in &tally.losses {
        let told = (cause.word(), loss_name(dungeon, *cause));
        *counts.entry((*level, *at, told)).or_default() += count;
    }
    let mut losses: Vec<_> = counts.into_iter().collect();
    losses.sort_by_key(|((level, at, _), count)| (u64::MAX - count, level.0, at.y, at.x));
    let losses = losses.into_iter().map(|((level, at, (cause, by)), count)| {
        Row::default()
            .with("cause", cause)
            .with("by", by)
            .with("level", u32::from(level.0) + 1)
            .with("x", at.x + 1)
            .with("y", at.y + 1)
            .with("count", count)
    });
    losses.collect()
}

/// Rounds a number to four decimals; further digits would have no meaning.
pub fn rounded(number: f64) -> f64 {
    (number * 10_000.0).round() / 10_000.0
}

/// Rounds both ends of an interval to four decimals.
pub fn rounded_range(Interval { from, to }: Interval) -> [f64; 2] {
    [from, to].map(rounded)
}
