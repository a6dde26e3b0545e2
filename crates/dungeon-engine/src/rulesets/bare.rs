//! The rules without actions, on which every rule set stands at last. They write every method of both traits themselves,
//! so that their `base` is never asked (`tests/source/bases.rs`).
use crate::action::{Action, ActorId, Refusal};
use crate::event::Event;
use crate::ruleset::{LevelDemand, Ruleset, TimePassed};
use crate::ruleset_face::{Binding, PeriodForecast, Pointing, Reading, RulesetFace};
use crate::stage::Stage;
use crate::world::World;
use dungeon_model::dungeon::{Rim, Tile, TimedState};
use dungeon_model::space::geometry::{Neighbours, Point};

/// The base of rules from scratch: bodies can only wait, the monsters of the active level act once per turn and speed,
/// no body may stand on the outermost ring, and nothing ends the game. The face has no keys and shows nothing.
///
/// ```
/// use dungeon::game::Refusal;
/// use dungeon::geometry::Direction;
/// use dungeon::rules::Bare;
/// use dungeon::{Action, Ruleset, Session};
///
/// let session = Session::from_text("map\n#####\n#@.$#\n#####\nend\n")?;
/// let world = session.game().world();
/// let check = |action| Bare.check(world, world.commanded(), action);
/// assert_eq!(check(Action::Wait), Ok(()));
/// assert_eq!(check(Action::Step(Direction::East)), Err(Refusal::UnknownHere));
/// # Ok::<(), dungeon::LoadError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Bare;

impl Ruleset for Bare {
    fn base(&self) -> &dyn Ruleset {
        self
    }

    fn demand(&self) -> Option<LevelDemand> {
        None
    }

    fn opening(&self, _: &mut Stage<'_>) {}

    fn check(&self, _: &World, _: ActorId, action: Action) -> Result<(), Refusal> {
        match action {
            Action::Wait => Ok(()),
            _ => Err(Refusal::UnknownHere),
        }
    }

    fn resolve(&self, _: &mut Stage<'_>, _: ActorId, _: Action) -> TimePassed {
        TimePassed::Turn
    }

    fn counts_turns_late(&self) -> bool {
        false
    }

    fn before_monsters(&self, _: &mut Stage<'_>) {}

    fn order(&self, world: &World, out: &mut Vec<ActorId>) {
        if let Some(all) = world.evenly_acting(world.here()) {
            out.extend_from_slice(all);
            return;
        }
        let round = world.round();
        for monster in world.theirs(world.here()) {
            match world.kind(monster).acts_in(round) * haste(world, monster) {
                1 => out.push(monster),
                acts => out.extend(std::iter::repeat_n(monster, acts as usize)),
            }
        }
    }

    fn acts_in(&self, world: &World, who: ActorId, nth: u32) -> u32 {
        world.kind(who).acts_in(world.round().saturating_add(nth)) * haste(world, who)
    }

    fn between_acts(&self, _: &mut Stage<'_>) {}

    fn after_monsters(&self, _: &mut Stage<'_>) {}

    fn neighbours(&self) -> Neighbours {
        Neighbours::Eight
    }

    #[inline]
    fn steps_of_an_act(&self, _: &World, _: ActorId) -> u32 {
        1
    }

    fn rim(&self) -> Rim {
        Rim::Closed
    }

    fn face(&self) -> &dyn RulesetFace {
        self
    }
}

/// Returns the number by which haste multiplies the acts of a monster (B-2): 2 with haste, otherwise 1.
fn haste(world: &World, who: ActorId) -> u32 {
    1 + u32::from(world.has_state(who, TimedState::Haste))
}

impl RulesetFace for Bare {
    fn base_face(&self) -> &dyn RulesetFace {
        self
    }

    fn bindings(&self) -> &'static [Binding] {
        &[]
    }

    fn readings(&self, _: &World) -> Vec<Reading> {
        Vec::new()
    }

    fn statistics(&self, _: &World) -> Vec<Reading> {
        Vec::new()
    }

    fn goal(&self) -> Vec<String> {
        Vec::new()
    }

    fn is_shown(&self, event: &Event) -> bool {
        matches!(event, Event::Flew { .. })
    }

    fn pointing(&self) -> Option<&dyn Pointing> {
        None
    }

    fn price_in_life(&self, _: &World, _: Action) -> i32 {
        0
    }

    fn flight(&self, _: &World, _: Action) -> Vec<(Point, i32)> {
        Vec::new()
    }

    fn is_done_on(&self, _: Action, _: &Tile) -> bool {
        false
    }

    fn can_cross(&self, _: &World, _: Point) -> bool {
        true
    }

    fn turns_left(&self, _: &World) -> Option<u32> {
        None
    }

    fn next_period(&self, _: &World) -> Option<PeriodForecast> {
        None
    }
}
