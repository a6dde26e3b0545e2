//! Hunting with a leader (M-9), and the flight of the bodies that it led when it dies (M-10).
use super::action::ActorId;
use super::event::Event;
use super::monster::Monster;
use super::monster_view::{Sighting, View};
use super::stage::Stage;
use super::world::World;
use dungeon_model::dungeon::{FLIGHT, Prey, TimedState};

/// Returns the prey that a body senses from its place, or that its leader hunts. `minds` are the minds by `KindId`.
/// `None` for a body that senses nothing, or sleeps. Bodies may be dead.
pub(super) fn sensed_prey(
    world: &World,
    minds: &[Box<dyn Monster>],
    who: ActorId,
) -> Option<Sighting> {
    let body = world.body(who);
    if body.is_asleep() {
        return None;
    }
    let mind = &minds[usize::from(body.kind.0)];
    let mut scents = None;
    let view = &mut View::new(world, who, 0, 0, &mut scents);
    view.told = told_prey(world, minds, who);
    let beside = mind.can_attack(view).map(|whom| Sighting {
        whom: Some(whom),
        at: world.body(whom).at,
        next: None,
    });
    beside.or_else(|| mind.can_detect(view))
}

/// Returns the prey that a body hunts because its leader hunts it (M-9). `None` without such prey. Takes no time in a
/// dungeon without leaders.
#[inline]
pub(super) fn told_prey(
    world: &World,
    minds: &[Box<dyn Monster>],
    who: ActorId,
) -> Option<Sighting> {
    if world.has_leaders() {
        prey_of_leader(world, minds, who)
    } else {
        None
    }
}

/// Kinds do not follow each other in circles, so this looks at few leaders of leaders.
#[inline(never)] // keeps `told_prey` small, which every act of every monster calls
fn prey_of_leader(world: &World, minds: &[Box<dyn Monster>], who: ActorId) -> Option<Sighting> {
    let leader = world.leader_of(who)?;
    if world.has_state(leader, TimedState::Fleeing) {
        return None;
    }
    let next = None;
    let sensed = sensed_prey(world, minds, leader)?;
    hunts(world, who, sensed).then_some(Sighting { next, ..sensed })
}

/// Whether sensed prey is of the sort that a body hunts.
fn hunts(world: &World, who: ActorId, prey: Sighting) -> bool {
    match world.body(who).prey {
        Prey::Nearest => true,
        Prey::Hero => prey.whom.is_some(),
        Prey::Herd => prey.whom.is_none(),
        Prey::Foes | Prey::None => false,
    }
}

/// Makes the bodies flee that hunted a hero together with a leader whose death is in the log, at position `from` or
/// later (M-10). Takes no time in a dungeon without leaders.
pub(super) fn scatter(
    world: &mut World,
    log: &mut Vec<Event>,
    minds: &[Box<dyn Monster>],
    from: usize,
) {
    if !world.has_leaders() {
        return;
    }
    let mut fleeing: Vec<ActorId> = Vec::new();
    for event in log.iter().skip(from) {
        let Event::Died { who: leader, .. } = *event else {
            continue;
        };
        let prey = sensed_prey(world, minds, leader).filter(|prey| prey.whom.is_some());
        if let Some(prey) = prey {
            let hunts = |who: &ActorId| !world.body(*who).is_asleep() && hunts(world, *who, prey);
            fleeing.extend(world.led_by(leader).filter(hunts));
        }
    }
    let stage = &mut Stage::new(world, log);
    for who in fleeing {
        stage.grant(who, Some(FLIGHT));
    }
}
