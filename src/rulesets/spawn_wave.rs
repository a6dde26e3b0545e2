//! The hordlings that come when a season begins (S-3).
use crate::dungeon::games::siege;
use crate::dungeon::{Feature, ItemId, LETTERS, Side, Through, builtin};
use crate::engine::action::ActorId;
use crate::engine::chance::{Draw, DrawPurpose};
use crate::engine::event::Event;
use crate::engine::stage::Stage;
use crate::space::geometry::{Point, at};

/// So many pairs of hordlings come at once and no more, since none is stronger than there are letters.
const MOST: u32 = LETTERS as u32;

/// S-3: pairs of hordlings, one by north or south and one by east or west. Of each the row is drawn first, then the
/// column, then the letter.
pub fn spawn_wave(stage: &mut Stage<'_>, pairs: u32) {
    let pairs = pairs.min(MOST);
    let size = stage.size(stage.here());
    let (width, height) = (size.width as u32, size.height as u32);
    let mut draw = stage.draw(DrawPurpose::Muster, ActorId::WORLD, 0);
    for _ in 0..pairs {
        let y = edge(&mut draw, height);
        let x = draw.below(width);
        arrive(stage, at(x as i32, y as i32), draw.below(pairs));
        let y = draw.below(height);
        let x = edge(&mut draw, width);
        arrive(stage, at(x as i32, y as i32), draw.below(pairs));
    }
}

/// The first or the last of so many rows or columns.
fn edge(draw: &mut Draw, side: u32) -> u32 {
    match draw.below(2) {
        0 => 0,
        _ => side - 1,
    }
}

/// Puts down a hordling that is so much stronger than the weakest, and removes what stood there. On the hero, and where
/// rock, a wall or a door is, none comes.
fn arrive(stage: &mut Stage<'_>, p: Point, above: u32) {
    let level = stage.here();
    let body = stage.body_at(level, p);
    if body.is_some_and(|whom| stage.body(whom).side == Side::Ours) {
        return;
    }
    let tile = stage.tile(level, p);
    if let Feature::Fence(_) = tile.feature {
        let tile = builtin::FLOOR;
        stage.emit(Event::Rebuilt { level, at: p, tile });
    } else if !tile.footing.admits(Through::Floor) {
        return;
    }
    let item = stage.item_at(level, p);
    if item != ItemId::NONE {
        stage.emit(Event::Removed { level, at: p, item });
    }
    if let Some(whom) = body {
        stage.kill(whom);
    }
    stage.spawn(siege::hordling(above as u16 + 1), level, p);
}
