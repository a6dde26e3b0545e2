//! Everything that stands in one dungeon, a thing a line: text that other programs compare line by line.
use std::collections::HashSet;

use super::boards::NamedBoard;
use super::naming::Naming;
use super::record_facts::{cause_facts, scatter_facts};
use super::settings_facts::{level_facts, parameter_texts, rules_facts, title_facts, vault_facts};
use super::thing_facts::{item_facts, kind_facts, tile_facts};
use crate::view::words::{TurnLimit, goal_sentences};
use dungeon_model::dungeon::{Dungeon, LevelId};

/// Returns the lines, without line ends. What every file of the game has is left out of the tables.
pub fn inventory(dungeon: &Dungeon) -> Vec<String> {
    let naming = Naming::new(dungeon);
    let mut lines = Vec::new();
    lines.extend(title_facts(dungeon).phrases());
    lines.extend(rules_facts(dungeon).phrases());
    lines.extend(parameter_texts(&dungeon.settings).map(|(key, value)| format!("{key} {value}")));
    let goals = goal_sentences(dungeon, TurnLimit::Told);
    lines.extend((!goals.is_empty()).then(|| goals.join(" ")));
    tables(&naming, &mut lines);
    causes(&naming, None, "", &mut lines);
    for ((id, level), name) in dungeon.numbered_levels().zip(&naming.levels) {
        lines.push(format!("{name}: size {}", level.tiles.size()));
        let facts = level_facts(level).phrases().into_iter();
        lines.extend(facts.map(|fact| format!("{name}: {fact}")));
        lines.extend(NamedBoard::of_level(&naming, level).lines(name));
        for scatter in &level.scatters {
            let (what, facts) = scatter_facts(&naming, scatter);
            lines.push(format!("{name}: scatter {what} ({})", facts.phrase()));
        }
        causes(&naming, Some(id), name, &mut lines);
    }
    for vault in dungeon.vaults.iter() {
        let name = format!("vault {}", vault.name);
        let facts = vault_facts(vault).phrases().into_iter();
        lines.extend(facts.map(|fact| format!("{name}: {fact}")));
        lines.extend(NamedBoard::of_vault(&naming, vault).lines(&name));
    }
    lines
}

/// The kinds, items and tiles that the file declares.
fn tables(naming: &Naming<'_>, lines: &mut Vec<String>) {
    let dungeon = naming.dungeon;
    let usual = (dungeon.settings.game.tables)(&dungeon.settings);
    // What differs in the terrain that it is built into alone is said once.
    let mut told = HashSet::new();
    let mut tell = |sort: &str, name: &str, facts: String| {
        let line = format!("{sort} {name}: {facts}");
        if told.insert(line.clone()) {
            lines.push(line);
        }
    };
    for (kind, name) in dungeon.kinds.iter().zip(&naming.kinds) {
        if !usual.kinds.contains(kind) {
            tell("kind", name, kind_facts(naming, kind).phrase());
        }
    }
    for (item, name) in dungeon.items.iter().zip(&naming.items) {
        if !usual.items.contains(item) {
            tell("item", name, item_facts(naming, item).phrase());
        }
    }
    for ((id, tile), name) in dungeon.numbered_tiles().zip(&naming.tiles) {
        if !usual.tiles.contains(tile) {
            tell("tile", name, tile_facts(naming, id, tile).phrase());
        }
    }
}

fn causes(naming: &Naming<'_>, level: Option<LevelId>, place: &str, lines: &mut Vec<String>) {
    let causes = naming.dungeon.causes.iter();
    for cause in causes.filter(|cause| cause.level == level) {
        let (event, facts) = cause_facts(naming, cause);
        let place = match place {
            "" => String::new(),
            place => format!("{place}: "),
        };
        lines.push(format!("{place}when {event}: {}", facts.phrase()));
    }
}
