//! What chance decides of the marks of a file, in levels and vaults, when a game begins: each draw has a key of its
//! own, so that one more cell, or one more mark below those of its glyph, never shifts another's.
use std::borrow::Cow;
use std::sync::Arc;

use super::chance::{Chance, DrawKey, DrawPurpose, NOBODY};
use super::vaults::PlacedVault;
use dungeon_model::dungeon::{
    DrawSlot, Dungeon, DungeonTables, Level, LevelChance, LevelId, MarkDraw, Vault, seal,
};
use dungeon_model::space::geometry::Point;
use dungeon_model::space::narrow::count;

/// Returns the dungeon of a game with this chance: the dungeon itself where the file leaves nothing of its levels to
/// chance, else one whose levels are decided. Of a dungeon whose levels were decided for another game, the file's are
/// decided anew.
pub(super) fn drawn(dungeon: Arc<Dungeon>, chance: Chance) -> Arc<Dungeon> {
    let dungeon = match &dungeon.drawn_from {
        Some(whole) => Arc::clone(whole),
        None => dungeon,
    };
    if dungeon.levels.iter().all(|level| level.chance.is_none()) {
        return dungeon;
    }
    let levels = dungeon.numbered_levels();
    let levels = levels.map(|(id, level)| drawn_level(id, level, chance));
    Arc::new(seal(DungeonTables {
        levels: levels.collect(),
        drawn_from: Some(Arc::clone(&dungeon)),
        ..DungeonTables::clone(&dungeon)
    }))
}

fn drawn_level(id: LevelId, level: &Level, chance: Chance) -> Level {
    let Some(choices) = &level.chance else {
        return level.clone();
    };
    let keys = PlaceKeys {
        level: id,
        whole: NOBODY,
        cell: &number,
    };
    let (meanings, picks) = decided(choices, &keys, chance);
    level.drawn(&meanings, &picks)
}

/// Returns a vault as it is where it was built in: itself, or one in which nothing is left to chance. It draws for itself at
/// each place.
pub(super) fn drawn_vault<'v>(
    level: LevelId,
    placed: PlacedVault,
    vault: &'v Vault,
    chance: Chance,
) -> Cow<'v, Vault> {
    let Some(choices) = &vault.chance else {
        return Cow::Borrowed(vault);
    };
    let keys = PlaceKeys {
        level,
        whole: number(placed.region(vault).from),
        cell: &|p| number(placed.cell(vault, p)),
    };
    let (meanings, picks) = decided(choices, &keys, chance);
    Cow::Owned(vault.drawn(&meanings, &picks))
}

/// What keys the draws of a level, or of a vault that was built into one, whose cells are the level's.
struct PlaceKeys<'a> {
    level: LevelId,
    /// The actor of a draw that decides for all cells.
    whole: u32,
    /// The actor of a draw that decides for one cell.
    cell: &'a dyn Fn(Point) -> u32,
}

/// Draws what marks stand for, and an option for each slot.
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

/// Draws the order of the meanings of shuffled marks, every order equally likely. Its key is the glyph of the first mark,
/// which stands in no other shuffle.
fn order(keys: &PlaceKeys<'_>, choices: &LevelChance, shuffle: &[u32], chance: Chance) -> Vec<u32> {
    let first = shuffle
        .first()
        .map(|mark| choices.marks[*mark as usize].glyph);
    let mut draw = chance.draw(DrawKey {
        level: keys.level,
        purpose: DrawPurpose::Shuffle,
        turn: 0,
        actor: keys.whole,
        nth: first.map_or(0, u32::from),
    });
    let mut order: Vec<u32> = (0..count(shuffle.len())).collect();
    for nth in 1..order.len() {
        order.swap(nth, draw.below(count(nth) + 1) as usize);
    }
    order
}

/// Draws one of several options by their weights. The key of a draw is its cell, or the glyph of the mark where one draw
/// decides for all cells.
fn pick(keys: &PlaceKeys<'_>, choices: &LevelChance, slot: DrawSlot, chance: Chance) -> u32 {
    let options: &MarkDraw = choices.draw(slot);
    let (actor, nth) = if options.is_same {
        (
            keys.whole,
            u32::from(choices.marks[slot.mark as usize].glyph),
        )
    } else {
        ((keys.cell)(choices.cells[slot.cell as usize].at), 0)
    };
    let mut draw = chance.draw(DrawKey {
        level: keys.level,
        purpose: DrawPurpose::Mark,
        turn: slot.draw,
        actor,
        nth,
    });
    let all = options.options.iter().map(|option| option.weight).sum();
    let mut left = draw.below(all);
    for (option, one) in (0..).zip(&options.options) {
        match left.checked_sub(one.weight) {
            None => return option,
            Some(less) => left = less,
        }
    }
    0
}

/// Returns a number for a cell that no other cell of any map has, whose sides are at most 65535: it depends on no width,
/// so that a wider map draws the same.
fn number(p: Point) -> u32 {
    (p.y as u32) << 16 | p.x as u32 & 0xFFFF
}
