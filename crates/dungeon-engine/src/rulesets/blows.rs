//! The hero's blows, and the bodies that they hit (P-5).
use super::combat;
use crate::action::ActorId;
use crate::stage::Stage;
use crate::world::World;
use dungeon_model::dungeon::BlowShape;
use dungeon_model::space::geometry::{Direction, Point};

/// Makes a hero strike an enemy beside it, and then the other enemies that the blow hits. Enemies that die before, as
/// by the burst of the first one, are left out.
pub fn strike(stage: &mut Stage<'_>, who: ActorId, whom: ActorId) {
    let others: Vec<ActorId> = also_hit(stage, who, whom).collect();
    combat::attack(stage, who, whom);
    for other in others {
        if stage.body(other).alive {
            combat::attack(stage, who, other);
        }
    }
}

/// Iterates over the bodies that a blow of the hero `who` at the enemy `whom` beside it hits in addition to this enemy,
/// as the worn items say ([P-5]): first the enemy behind it, then those around the hero in reading order.
///
/// # Panics
///
/// If the world has no such body.
///
/// [P-5]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-5
pub fn also_hit(
    world: &World,
    who: ActorId,
    whom: ActorId,
) -> impl Iterator<Item = ActorId> + use<'_> {
    let (level, from, at) = (
        world.body(who).level,
        world.body(who).at,
        world.body(whom).at,
    );
    let behind = from.toward(at).map(|way| at + way);
    let is_open = |p: &Point| world.is_valid(level, at) && world.is_valid(level, *p);
    let behind = behind.filter(|p| is_shaped(world, BlowShape::Line) && is_open(p));
    let around = Direction::ALL.into_iter().map(move |way| from + way);
    let around = around.filter(move |_| is_shaped(world, BlowShape::Sweep));
    let cells = behind.into_iter().chain(around);
    let bodies = cells.filter_map(move |p| world.body_at(level, p));
    bodies.filter(move |other| {
        *other != whom && world.is_foe(*other) && !world.body(*other).is_disguised()
    })
}

/// Whether a worn item gives the hero's blows a shape.
pub fn is_shaped(world: &World, shape: BlowShape) -> bool {
    let mut worn = world.pack().worn().iter();
    worn.any(|item| world.item(*item).blow_shape() == shape)
}
