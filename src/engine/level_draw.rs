//! What chance decides of the marks of a file when a game begins: each draw has a key of its own, so that one more
//! mark never shifts another's.
use std::sync::Arc;

use super::chance::{Chance, DrawKey, DrawPurpose, NOBODY};
use crate::dungeon::{DrawSlot, Dungeon, Level, LevelChance, LevelId, MarkDraw};
use crate::space::geometry::Point;

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
    Arc::new(Dungeon {
        levels: levels.collect(),
        drawn_from: Some(Arc::clone(&dungeon)),
        ..Dungeon::clone(&dungeon)
    })
}

fn drawn_level(id: LevelId, level: &Level, chance: Chance) -> Level {
    let Some(choices) = &level.chance else {
        return level.clone();
    };
    let orders: Vec<Vec<u32>> = choices
        .shuffles
        .iter()
        .map(|shuffle| order(id, choices, shuffle, chance))
        .collect();
    let meanings = choices.meanings(&orders);
    let picks: Vec<u32> = choices
        .slots(&meanings)
        .into_iter()
        .map(|slot| pick(id, choices, slot, chance))
        .collect();
    level.drawn(&meanings, &picks)
}

/// Draws the order of the meanings of shuffled marks, every order equally likely. Its key is the glyph of the first mark,
/// which stands in no other shuffle.
fn order(level: LevelId, choices: &LevelChance, shuffle: &[u32], chance: Chance) -> Vec<u32> {
    let first = shuffle
        .first()
        .map(|mark| choices.marks[*mark as usize].glyph);
    let mut draw = chance.draw(DrawKey {
        level,
        purpose: DrawPurpose::Shuffle,
        turn: 0,
        actor: NOBODY,
        nth: first.map_or(0, u32::from),
    });
    let mut order: Vec<u32> = (0..shuffle.len() as u32).collect();
    for nth in 1..order.len() {
        order.swap(nth, draw.below(nth as u32 + 1) as usize);
    }
    order
}

/// Draws one of several options by their weights. The key of a draw is its cell, or the glyph of the mark where one draw
/// decides for all cells.
fn pick(level: LevelId, choices: &LevelChance, slot: DrawSlot, chance: Chance) -> u32 {
    let options: &MarkDraw = choices.draw(slot);
    let (actor, nth) = match options.is_same {
        true => (NOBODY, u32::from(choices.marks[slot.mark as usize].glyph)),
        false => (number(choices.cells[slot.cell as usize].at), 0),
    };
    let mut draw = chance.draw(DrawKey {
        level,
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
