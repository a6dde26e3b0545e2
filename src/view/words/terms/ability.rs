//! What bodies can do in their turn, in words (K-10, K-11, K-12).
use crate::dungeon::{AddressedAs, Attack, Hunt, Kind, Roam, Sense, Side, Stat, Weapon};
use crate::engine::action::ActorId;
use crate::engine::world::World;

/// How much of a body's abilities is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AbilityDetail {
    /// What a player needs at a glance.
    Brief,
    /// Every ability, with its numbers.
    Full,
}

/// What a body can do, a phrase for each ability: "2 points", "10 ammo", "shoots 8 cells for 2 to 6 at 70%", "explodes
/// for 6", "leaves slime". Empty for a body without abilities.
///
/// # Panics
///
/// If the world has no such body.
pub fn abilities(world: &World, who: ActorId, detail: AbilityDetail) -> Vec<String> {
    let kind = world.kind(who);
    let is_one_of_us = kind.side == Side::Ours && kind.addressed_as == AddressedAs::ByName;
    let mut parts = Vec::new();
    if is_one_of_us {
        parts.extend(supplies(world, who));
    }
    if is_one_of_us && detail == AbilityDetail::Full {
        parts.push(format!("range {}", kind.range));
    }
    match (kind.weapon, detail) {
        (Some(weapon), AbilityDetail::Full) => parts.push(describe_weapon(weapon)),
        (Some(weapon), AbilityDetail::Brief) if !is_one_of_us => parts.push(shooting(weapon)),
        _ => {}
    }
    match (kind.bursts, detail) {
        (..=0, _) => {}
        (harm, AbilityDetail::Brief) => parts.push(format!("explodes for {harm}")),
        (harm, AbilityDetail::Full) => parts.push(format!("explodes for {harm} when it dies")),
    }
    if let Some(trail) = kind.trail {
        parts.push(format!("leaves {}", world.dungeon().tile(trail).name));
    }
    parts
}

/// Every sort of enemy on the level in one line, a sentence each, with the glyph that it is known by: "G grey ghost:
/// stands still. B blue ghost: shoots 7 cells for 3 to 6 at 75%." Empty where no enemy is left.
pub fn bestiary(world: &World) -> String {
    let mut sorts: Vec<ActorId> = Vec::new();
    for who in world.theirs(world.here()) {
        let is_new = |other: &ActorId| world.body(*other).kind != world.body(who).kind;
        if sorts.iter().all(is_new) {
            sorts.push(who);
        }
    }
    let parts = sorts.into_iter().map(|who| {
        let mut deeds: Vec<String> = bearing(world.kind(who))
            .map(str::to_owned)
            .into_iter()
            .collect();
        deeds.extend(blow(world, who));
        deeds.extend(abilities(world, who, AbilityDetail::Full));
        let name = &world.kind(who).name;
        format!("{} {name}: {}.", world.glyph_of(who), deeds.join(", "))
    });
    parts.collect::<Vec<_>>().join(" ")
}

/// What a body does to a victim beside it: "strikes for 3".
fn blow(world: &World, who: ActorId) -> Option<String> {
    let strength = world.body(who).stat(Stat::Strength);
    Some(match world.kind(who).attack {
        Attack::Melee => format!("strikes for {strength}"),
        Attack::Ram => format!("throws itself at you for {strength}"),
        Attack::Burst(harm) => format!("blows itself up for {harm}"),
        Attack::Steal(_) | Attack::Drain(_) | Attack::None => return None,
    })
}

/// How a body moves about heroes, where that does not follow from its other abilities.
fn bearing(kind: &Kind) -> Option<&'static str> {
    let parts = kind.behaviour.parts()?;
    match (parts.sense, parts.hunt) {
        (Sense::Never, _) | (_, Hunt::Stand) if parts.roam == Roam::Stand => Some("stands still"),
        (Sense::Never, _) | (_, Hunt::Stand) => Some("strays"),
        (_, Hunt::Flee) => Some("flees"),
        (_, Hunt::Shoot(_)) => Some("shoots arrows"),
        (_, Hunt::Skirmish) => None,
        (_, Hunt::Line | Hunt::Drift | Hunt::Greedy | Hunt::Axis | Hunt::Path) => {
            Some("comes near")
        }
    }
}

/// The action points and the ammo that a unit has left, in words: "2 points", "10 ammo".
///
/// # Panics
///
/// If the world has no such body.
pub fn supplies(world: &World, who: ActorId) -> [String; 2] {
    let [points, ammo] = [Stat::Ap, Stat::Ammo].map(|stat| world.body(who).stat(stat));
    let points = match points {
        1 => "1 point".to_owned(),
        n => format!("{n} points"),
    };
    [points, format!("{ammo} ammo")]
}

/// "shoots 8 cells for 2 to 6 at 70%"
fn describe_weapon(weapon: Weapon) -> String {
    let shooting = shooting(weapon);
    let damage = match weapon.damage {
        (least, most) if least == most => most.to_string(),
        (least, most) => format!("{least} to {most}"),
    };
    format!("{shooting} for {damage} at {}%", weapon.accuracy)
}

/// "shoots 8 cells", "shoots 1 cell"
fn shooting(weapon: Weapon) -> String {
    match weapon.reach {
        1 => "shoots 1 cell".to_owned(),
        n => format!("shoots {n} cells"),
    }
}
