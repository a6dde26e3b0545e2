//! The output of `dungeon simulate` for people: a table of the bots, the causes of their losses, and maps.
use std::collections::BTreeSet;

use super::contestants::{Simulated, SimulatedFile};
use super::level_curve::{self, level_name};
use crate::cli::output::printable;
use dungeon_engine::ending::LossCause;
use dungeon_model::dungeon::{Dungeon, ItemId};
use dungeon_play::view::words::{loss_name, number_of};
use dungeon_players::Tally;
use dungeon_players::heat_map::{HeatMap, MOST_DRAWN, MapPaint, heat_maps};
use dungeon_players::percent::tenths;

/// The width of bot names, in columns.
const NAME: usize = 20;

/// Returns the results of a file as a table and maps.
pub fn text(file: &SimulatedFile, paint: MapPaint) -> String {
    let games = file.bots.first().map_or(0, |bot| bot.tally.games);
    let games = number_of(games as i64, "game");
    let mut text = format!(
        "{}: {games} per bot, at most {} actions each\n",
        file.name, file.most
    );
    text += &format!(
        "  {:NAME$} {:24} {:>6} {:>6}   {}\n",
        "", "won (95 % interval)", "lost", "open", "turns (10 %, median, 90 %)"
    );
    text.extend(file.bots.iter().map(row));
    text.extend(file.bots.iter().map(|bot| account(bot, &file.dungeon)));
    text.extend(
        file.bots
            .iter()
            .map(|bot| level_curve::table(bot, &file.dungeon)),
    );
    let shown = file.bots.last().filter(|bot| !bot.tally.visits.is_empty());
    printable::lines(&text) + &shown.map_or_else(String::new, |bot| maps(file, bot, paint))
}

fn row(Simulated { contestant, tally }: &Simulated) -> String {
    let percent = |count: u64| tenths(count as f64 * 100.0 / tally.games.max(1) as f64);
    let turns = [10, 50, 90].map(|percent| tally.quantile(percent));
    let turns = match turns {
        [Some(low), Some(median), Some(high)] => format!("{low}, {median}, {high}"),
        _ => "-".to_owned(),
    };
    format!(
        "  {:NAME$} {:24} {:>6} {:>6}   {turns}\n",
        contestant.name(),
        tally.to_string(),
        percent(tally.lost),
        percent(tally.unfinished),
    )
}

/// Returns the lines about the games of one bot.
fn account(Simulated { contestant, tally }: &Simulated, dungeon: &Dungeon) -> String {
    let mut lines = Vec::new();
    let causes = lost_to(tally, dungeon);
    if !causes.is_empty() {
        let told = |(name, count): &(String, u64)| format!("{name} {count}");
        let causes: Vec<String> = causes.iter().take(6).map(told).collect();
        lines.push(format!("lost to {}", causes.join(", ")));
    }
    let harmless = harmless(tally, dungeon);
    if !harmless.is_empty() {
        lines.push(format!("never hurt by {}", harmless.join(", ")));
    }
    let never = never_taken(tally, dungeon);
    if !never.is_empty() {
        lines.push(format!("never took {}", never.join(", ")));
    }
    if tally.refused > 0 {
        lines.push(format!("{} illegal actions were refused", tally.refused));
    }
    let name = contestant.name();
    lines
        .iter()
        .map(|line| format!("  {name}: {line}\n"))
        .collect()
}

/// Returns the causes of lost games with their counts, the most frequent first. Monsters with the same name count as
/// one cause, because they may differ only in strength.
pub fn lost_to(tally: &Tally, dungeon: &Dungeon) -> Vec<(String, u64)> {
    let mut causes: Vec<(&str, String, u64)> = Vec::new();
    for (cause, count) in tally.loss_causes() {
        let (word, name) = (cause.word(), loss_name(dungeon, cause));
        let mut told = causes.iter_mut();
        match told.find(|(of, other, _)| *of == word && *other == name) {
            Some((.., all)) => *all += count,
            None => causes.push((word, name, count)),
        }
    }
    causes.sort_by_key(|(.., count)| u64::MAX - count);
    let causes = causes.into_iter();
    causes.map(|(_, name, count)| (name, count)).collect()
}

/// Returns the names of monsters that took part in games and never hurt the hero or the hero's allies.
pub fn harmless<'a>(tally: &Tally, dungeon: &'a Dungeon) -> Vec<&'a str> {
    let hurt = |name: &str| {
        let mut causes = tally.wounds.keys();
        causes.any(
            |cause| matches!(cause, LossCause::Monster(kind) if dungeon.kind(*kind).name == name),
        )
    };
    let kinds = tally.harmless().into_iter();
    let mut names: Vec<&str> = kinds.map(|kind| dungeon.kind(kind).name.as_str()).collect();
    names.retain(|name| !hurt(name));
    without_repeats(names)
}

/// Returns the names of items on the map that were never taken.
pub fn never_taken<'a>(tally: &Tally, dungeon: &'a Dungeon) -> Vec<&'a str> {
    let name = |item: ItemId| dungeon.item(item).name.as_str();
    let taken: BTreeSet<&str> = tally.taken.keys().map(|item| name(*item)).collect();
    let drawn = dungeon.levels.iter().flat_map(|level| level.items.iter());
    let drawn = drawn.chain(dungeon.taken_vaults().flat_map(|vault| vault.items.iter()));
    let drawn: BTreeSet<ItemId> = drawn.map(|(_, item)| *item).collect();
    let never = drawn.into_iter().filter(|item| !dungeon.item(*item).herd);
    let never = never.map(name).filter(|name| !taken.contains(name));
    without_repeats(never.collect())
}

/// Removes repeated names, and keeps the order of the others.
fn without_repeats(mut names: Vec<&str>) -> Vec<&str> {
    let mut told = BTreeSet::new();
    names.retain(|name| told.insert(*name));
    names
}

/// Returns the text to print instead of a map that is too large to draw.
pub fn undrawn(map: &HeatMap<'_>) -> String {
    let (columns, rows) = (map.size.width, map.size.height);
    format!("{columns}x{rows} cells: too large to draw (at most {MOST_DRAWN})")
}

fn maps(file: &SimulatedFile, bot: &Simulated, paint: MapPaint) -> String {
    let first = file.first_game();
    let name = bot.contestant.name();
    let mut text = String::new();
    for map in heat_maps(first.game().world(), &bot.tally) {
        let level = level_name(&file.dungeon, map.level);
        let visits = if map.is_visited() {
            format!("{} of {} cells never visited", map.unvisited, map.open)
        } else {
            "never entered".to_owned()
        };
        text += &printable::lines(&format!("\n{level}, {name}: {visits}\n"));
        text += &match (map.is_drawn(), paint) {
            (false, _) => undrawn(&map) + "\n",
            (true, MapPaint::Coloured(depth)) => map.frame(paint).to_ansi(depth),
            (true, MapPaint::Plain) => {
                let frame = map.frame(paint);
                let rows = frame.lines();
                rows.map(|row| row.trim_end().to_owned() + "\n").collect()
            }
        };
    }
    text
}
