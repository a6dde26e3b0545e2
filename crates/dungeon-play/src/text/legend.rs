//! The legend of the help: the glyphs on the level whose meaning the player knows, monsters first.
use std::collections::BTreeMap;

use crate::knowledge::known_map::{KnownMap, appearance};
use crate::view::words::{deeds, joined};
use crate::view::wrap::wrap;
use dungeon_engine::action::ActorId;
use dungeon_model::dungeon::{Feature, ItemId};

/// Returns the entries of the legend, each as lines of at most `columns` columns: each kind of monster seen or remembered
/// with its behavior, then all items and all terrain with a feature or text; empty if there is nothing to list.
pub fn entries(known_map: KnownMap<'_>, columns: i32) -> Vec<Vec<String>> {
    let entries = monsters(known_map).into_iter().chain(things(known_map));
    let entries = entries.map(|text| wrap(&text, columns.max(1) as usize));
    entries.collect()
}

/// Returns a line per kind of monster: "t thief: approaches, steals up to 3 gold."
fn monsters(known_map: KnownMap<'_>) -> Vec<String> {
    let world = known_map.world();
    let mut sorts: BTreeMap<(char, &str), ActorId> = BTreeMap::new();
    let all = world.theirs(world.here());
    let is_known =
        |who: &ActorId| known_map.sees(world.body(*who).at) || known_map.met.contains_key(who);
    for who in all.filter(is_known) {
        let name = world.kind(who).name.as_str();
        sorts.entry((world.glyph_of(who), name)).or_insert(who);
    }
    let text = |((glyph, name), who): ((char, &str), ActorId)| match deeds(world, who).join(", ") {
        deeds if deeds.is_empty() => format!("{glyph} {name}."),
        deeds => format!("{glyph} {name}: {deeds}."),
    };
    sorts.into_iter().map(text).collect()
}

/// Returns the items and terrain in one line: "$ gold. d desk. + door."; `None` if there are none.
fn things(known_map: KnownMap<'_>) -> Option<String> {
    let world = known_map.world();
    let mut names: Vec<(char, &str)> = Vec::new();
    let mut add = |glyph: char, name| {
        if !names.contains(&(glyph, name)) {
            names.push((glyph, name));
        }
    };
    for p in world.size(world.here()).points() {
        let item = known_map.item(p);
        if item != ItemId::NONE {
            add(world.item(item).glyph, world.item(item).name.as_str());
        }
        // Disguised terrain is listed by its appearance.
        let looks = known_map
            .tile_id(p)
            .map(|id| appearance(world.dungeon(), id));
        let tile = looks.map(|id| world.dungeon().tile(id));
        if let Some(tile) =
            tile.filter(|tile| tile.feature != Feature::Plain || !tile.says.is_empty())
        {
            add(tile.glyph, tile.name.as_str());
        }
    }
    let texts = names.iter().map(|(glyph, name)| format!("{glyph} {name}"));
    (!names.is_empty()).then(|| format!("{}.", joined(texts, ", ")))
}
