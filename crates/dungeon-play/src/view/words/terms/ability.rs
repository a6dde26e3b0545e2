//! The abilities of bodies as text (K-10, K-11, K-12).
use super::game_terms::{counts_lives, game_terms};
use super::state_gifts::attack_state;
use dungeon_engine::action::ActorId;
use dungeon_engine::world::World;
use dungeon_model::dungeon::grammar::lists::joined;
use dungeon_model::dungeon::grammar::nouns::{plural, third_person, with_article};
use dungeon_model::dungeon::{
    AddressedAs, Attack, Hunt, Kind, Prey, Roam, Sense, Side, Stat, Through, Weapon,
};

/// The selection of a body's abilities to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AbilityDetail {
    /// The abilities that a player needs at a glance.
    Brief,
    /// Every ability, with its numbers.
    Full,
}

/// Returns the abilities of a body, one phrase each: "2 points", "10 ammo", "shoots 8 cells for 2 to 6 at 70%",
/// "explodes for 6", "leaves slime". Empty for a body without abilities.
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

/// Returns a phrase about a monster that sleeps, hides, or is no enemy (M-1, M-3, M-6, M-7): "asleep", "follows you";
/// `None` for other bodies.
///
/// # Panics
///
/// If the world has no such body.
pub fn mood(world: &World, who: ActorId) -> Option<&'static str> {
    let body = world.body(who);
    match (world.kind(who).prey, body.is_asleep()) {
        // Only authors see this, in an editor.
        _ if body.is_disguised() => Some("disguised"),
        (Prey::Foes, true) => Some("an ally, asleep"),
        (Prey::None, true) => Some("peaceful, asleep"),
        (_, true) => Some("asleep"),
        (Prey::Foes, _) if body.follows() => Some("follows you"),
        (Prey::Foes, _) => Some("an ally"),
        (Prey::None, _) => Some("peaceful"),
        _ => None,
    }
}

/// Returns one line about all kinds of enemies on the level, with one sentence and the glyph for each kind: "G grey
/// ghost: stands still. B blue ghost: shoots 7 cells for 3 to 6 at 75%." Empty if no enemy is left.
pub fn bestiary(world: &World) -> String {
    let mut sorts: Vec<ActorId> = Vec::new();
    for who in world.theirs(world.here()) {
        let is_new = |other: &ActorId| world.body(*other).kind != world.body(who).kind;
        if sorts.iter().all(is_new) {
            sorts.push(who);
        }
    }
    let parts = sorts.into_iter().map(|who| {
        let (name, deeds) = (&world.kind(who).name, deeds(world, who).join(", "));
        format!("{} {name}: {deeds}.", world.glyph_of(who))
    });
    joined(parts, " ")
}

/// Returns the behavior and the abilities of a monster, one phrase each.
///
/// # Panics
///
/// If the world has no such body.
pub fn deeds(world: &World, who: ActorId) -> Vec<String> {
    let mut deeds = conduct(world, who);
    let leader = world.kind(who).follows;
    let leader = leader.map(|kind| plural(&world.dungeon().kind(kind).name));
    deeds.extend(leader.map(|leaders| format!("follows {leaders}")));
    deeds.extend(abilities(world, who, AbilityDetail::Full));
    deeds
}

/// Returns the behavior of a monster: one phrase each for its movement toward its prey ("approaches"), its attack on an
/// adjacent victim ("hits for 3"), the state that its attacks give ("slows for 3 turns"), and its speed ("acts twice a turn").
///
/// # Panics
///
/// If the world has no such body.
pub fn conduct(world: &World, who: ActorId) -> Vec<String> {
    let kind = world.kind(who);
    let parts = [
        bearing(kind),
        blow(world, who),
        attack_state(kind),
        pace(kind),
    ];
    parts.into_iter().flatten().collect()
}

/// Returns phrases about the leader of a monster and about the monsters that it leads (M-8): "follows the alpha wolf",
/// "leads a pack of 3". `sees` returns whether the player sees a body; others count as absent.
///
/// # Panics
///
/// If the world has no such body.
pub fn pack_ties(world: &World, who: ActorId, sees: impl Fn(ActorId) -> bool) -> Vec<String> {
    let leader = world.leader_of(who).filter(|leader| sees(*leader));
    let leader = leader.map(|leader| with_article(&world.kind(leader).name));
    let leader = leader.map(|leader| format!("follows {leader}"));
    let led = match world.led_by(who).filter(|other| sees(*other)).count() {
        0 => None,
        count => Some(format!("leads a pack of {count}")),
    };
    leader.into_iter().chain(led).collect()
}

/// Returns a phrase about a body's speed; `None` for the usual one action per turn.
fn pace(kind: &Kind) -> Option<String> {
    Some(match (kind.speed / 2, kind.speed % 2) {
        (0, 0) => "never acts".to_owned(),
        (0, _) => "acts every other turn".to_owned(),
        (1, 0) => return None,
        (2, 0) => "acts twice a turn".to_owned(),
        (n, 0) => format!("acts {n} times a turn"),
        _ => format!("acts {} times in 2 turns", kind.speed),
    })
}

/// Returns a body's attack on an adjacent victim: "hits for 3", "bites for 3"; `None` if the body has no such attack.
fn blow(world: &World, who: ActorId) -> Option<String> {
    let (strength, kind) = (world.body(who).stat(Stat::Strength), world.kind(who));
    Some(match kind.attack {
        Attack::Melee | Attack::Ram if strength <= 0 => return None,
        Attack::Melee => format!("{} for {strength}", third_person(&kind.verb)),
        Attack::Ram if counts_lives(world) && strength == 1 => "rams you for 1 life".to_owned(),
        Attack::Ram if counts_lives(world) => format!("rams you for {strength} lives"),
        Attack::Ram => format!("rams you for {strength}"),
        Attack::Burst(harm) => format!("blows up for {harm}"),
        Attack::Steal(most) => format!("steals up to {most} {}", game_terms(world).wealth),
        Attack::Drain(most) => format!("drains up to {most} manna"),
        Attack::None => return None,
    })
}

/// Returns a phrase about a body's movement toward its prey; `None` if the other phrases already imply it.
fn bearing(kind: &Kind) -> Option<String> {
    let parts = kind.behaviour.parts()?;
    let way = match kind.through {
        Through::Walls => " through walls",
        Through::Floor | Through::Slime | Through::Doors => "",
    };
    Some(match (parts.sense, parts.hunt) {
        (Sense::Never, _) | (_, Hunt::Stand) if parts.roam == Roam::Stand => {
            return kind.follows.is_none().then(|| "stands still".to_owned());
        }
        (Sense::Never, _) | (_, Hunt::Stand) => format!("wanders{way}"),
        (_, Hunt::Flee) => format!("flees{way}"),
        (_, Hunt::Shoot(_)) if kind.weapon.is_some() => return None,
        (_, Hunt::Shoot(harm)) => {
            let missiles = plural(&kind.missile);
            format!("shoots {missiles} {} cells for {harm}", parts.sight)
        }
        (_, Hunt::Skirmish) => return None,
        (_, Hunt::Line | Hunt::Drift | Hunt::Greedy | Hunt::Axis | Hunt::Path) => {
            format!("approaches{way}")
        }
    })
}

/// Returns the action points and ammo that a unit has left: "2 points", "10 ammo".
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

/// Returns a weapon in full: "shoots 8 cells for 2 to 6 at 70%".
fn describe_weapon(weapon: Weapon) -> String {
    let shooting = shooting(weapon);
    let damage = match weapon.damage {
        (least, most) if least == most => most.to_string(),
        (least, most) => format!("{least} to {most}"),
    };
    format!("{shooting} for {damage} at {}%", weapon.accuracy)
}

/// Returns a weapon's range: "shoots 8 cells", "shoots 1 cell".
fn shooting(weapon: Weapon) -> String {
    match weapon.reach {
        1 => "shoots 1 cell".to_owned(),
        n => format!("shoots {n} cells"),
    }
}
