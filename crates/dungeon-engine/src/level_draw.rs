//! Draws for the random marks of levels and vaults at the start of a game. Each draw has its own key. So an
//! additional cell changes no other draw. An additional mark changes no other draw either, if it comes after the marks
//! with the same glyph.
use std::borrow::Cow;
use std::sync::Arc;

use super::chance::{Chance, DrawKey, DrawPurpose, NOBODY};
use super::dealt_looks::dealt_items;
use super::vaults::PlacedVault;
use dungeon_model::dungeon::{
    DrawScope, DrawSlot, Dungeon, DungeonTables, Level, LevelChance, LevelId, MarkDraw, Vault, seal,
};
use dungeon_model::space::geometry::Point;
use dungeon_model::space::narrow::count;

/// Returns the dungeon for a game with this seed: the dungeon itself if it has neither random marks nor families,
/// otherwise a copy in which the seed has decided the marks and dealt out the looks of the families. If `dungeon` was
/// already decided for another game, decides the original dungeon again.
pub(super) fn drawn(dungeon: Arc<Dungeon>, chance: Chance) -> Arc<Dungeon> {
    let dungeon = match &dungeon.drawn_from {
        Some(whole) => Arc::clone(whole),
        None => dungeon,
    };
    let is_decided = dungeon.levels.iter().all(|level| level.chance.is_none());
    if is_decided && dungeon.families.is_empty() {
        return dungeon;
    }
    let levels = dungeon.numbered_levels();
    let levels = levels.map(|(id, level)| drawn_level(id, level, chance));
    Arc::new(seal(DungeonTables {
        levels: Arc::new(levels.collect()),
        items: dealt_items(&dungeon, chance),
        drawn_from: Some(Arc::clone(&dungeon)),
        ..DungeonTables::clone(&dungeon)
    }))
}

/// Whether a seed has decided marks or looks of a dungeon that `drawn` returned.
pub(super) fn is_decided_by_seed(dungeon: &Dungeon) -> bool {
    dungeon.drawn_from.as_ref().is_some_and(|whole| {
        whole.levels.iter().any(|level| level.chance.is_some())
            || whole.families.iter().any(|family| !family.is_in_order)
    })
}

fn drawn_level(id: LevelId, level: &Level, chance: Chance) -> Level {
    let Some(choices) = &level.chance else {
        return level.clone();
    };
    let (meanings, picks) = level_picks(id, choices, chance);
    level.drawn(&meanings, &picks)
}

/// Draws the meanings and options of a level's marks.
pub(super) fn level_picks(
    id: LevelId,
    choices: &LevelChance,
    chance: Chance,
) -> (Vec<u32>, Vec<u32>) {
    let keys = PlaceKeys {
        level: id,
        whole: NOBODY,
        cell: &number,
    };
    decided(choices, &keys, chance)
}

/// Returns a placed vault with its marks decided by the seed. Borrows the vault if it has no random marks. Each placed
/// vault has its own draws.
pub(super) fn drawn_vault<'v>(
    level: LevelId,
    placed: PlacedVault,
    vault: &'v Vault,
    chance: Chance,
) -> Cow<'v, Vault> {
    let Some(choices) = &vault.chance else {
        return Cow::Borrowed(vault);
    };
    let (meanings, picks) = vault_picks(level, placed, vault, choices, chance);
    Cow::Owned(vault.drawn(&meanings, &picks))
}

/// Draws the meanings and options of a placed vault's marks.
pub(super) fn vault_picks(
    level: LevelId,
    placed: PlacedVault,
    vault: &Vault,
    choices: &LevelChance,
    chance: Chance,
) -> (Vec<u32>, Vec<u32>) {
    let keys = PlaceKeys {
        level,
        whole: number(placed.region(vault).from),
        cell: &|p| number(placed.cell(vault, p)),
    };
    decided(choices, &keys, chance)
}

/// The keys of the draws for a level, or for a vault that is placed in the level. The cells of a vault, too, are given
/// in coordinates of the level.
struct PlaceKeys<'a> {
    level: LevelId,
    /// The `DrawKey::actor` of a draw that decides all cells of a mark at once.
    whole: u32,
    /// Returns the `DrawKey::actor` of a draw that decides a single cell.
    cell: &'a dyn Fn(Point) -> u32,
}

/// Draws the meanings of shuffled marks, and an option for each `DrawSlot`. Returns both lists.
fn decided(choices: &LevelChance, keys: &PlaceKeys<'_>, chance: Chance) -> (Vec<u32>, Vec<u32>) {
    let orders: Vec<Vec<u32>> = choices
        .shuffles
        .iter()
        .map(|shuffle| order(keys, choices, shuffle, chance))
        .collect();
    let meanings = choices.meanings(&orders);
    let slots = choices.slots(&meanings).into_iter();
    let picks = slots.map(|slot| pick(keys, choices, slot, chance));
    let picks = picks.collect();
    (meanings, picks)
}

/// Draws the order of the meanings of shuffled marks; all orders are equally likely. The glyph of the first mark is the
/// draw's key, because this mark belongs to no other shuffle.
fn order(keys: &PlaceKeys<'_>, choices: &LevelChance, shuffle: &[u32], chance: Chance) -> Vec<u32> {
    let first = shuffle.first().map(|mark| &choices.marks[*mark as usize]);
    let first = first.map_or(0, |mark| mark.glyph.into());
    let key = DrawKey::of_level(keys.level, DrawPurpose::Shuffle, first);
    let mut draw = chance.draw(key.by(keys.whole));
    let mut order: Vec<u32> = (0..count(shuffle.len())).collect();
    for nth in 1..order.len() {
        order.swap(nth, draw.below(count(nth) + 1) as usize);
    }
    order
}

/// Draws an option by weight, and returns its number. The cell is the draw's key, or the glyph of the mark if the draw
/// decides all cells.
fn pick(keys: &PlaceKeys<'_>, choices: &LevelChance, slot: DrawSlot, chance: Chance) -> u32 {
    let options: &MarkDraw = choices.draw(slot);
    let (actor, nth) = if options.scope == DrawScope::Cell {
        ((keys.cell)(choices.cells[slot.cell as usize].at), 0)
    } else {
        let glyph = choices.marks[slot.mark as usize].glyph;
        (keys.whole, glyph.into())
    };
    let key = DrawKey::of_level(keys.level, DrawPurpose::Mark, nth);
    let mut draw = chance.draw(key.by(actor).in_turn(slot.draw));
    let drawn = draw.weighted(&options.options, |one| one.weight);
    drawn.map_or(0, count)
}

/// Returns a number for a cell, which is unique for coordinates up to 65535. The number does not depend on the width of
/// the map, so a wider map gives the same draws.
fn number(p: Point) -> u32 {
    (p.y as u32) << 16 | p.x as u32 & 0xFFFF
}
