//! What a rule set answers. It is a value without state: everything that changes is in the world.
use super::action::{Action, ActorId, Refusal};
use super::stage::Stage;
use super::world::World;
use crate::dungeon::{LevelId, Measure, Rim, Tile};
use crate::space::geometry::{Neighbours, Point};

/// Whether the monsters come next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passes {
    /// A turn passed.
    Turn,
    /// No turn passed, but the monsters run: an idle round.
    Round,
    /// Nothing but the deed itself happened.
    Nothing,
}

/// Keys and what they do. The keymap, the help and machine players read this table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Binding {
    /// In the notation of scripts, separated by blanks: `4 h <Left>`.
    pub keys: &'static str,
    /// What they ask for.
    pub action: Action,
    /// For the help, an imperative: `walk`.
    pub help: &'static str,
}

/// A number that the player keeps an eye on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// `Health`, or a sign such as `$`.
    pub label: &'static str,
    /// How much.
    pub value: i64,
    /// Of what.
    pub measure: Measure,
}

impl Reading {
    /// So many points of something.
    pub fn points(label: &'static str, value: i64) -> Reading {
        Reading {
            label,
            value,
            measure: Measure::Points,
        }
    }

    /// So many lives.
    pub fn lives(label: &'static str, value: i64) -> Reading {
        Reading {
            measure: Measure::Lives,
            ..Reading::points(label, value)
        }
    }
}

/// Whether a level is as the rules want it.
pub type Demand = fn(&World, LevelId) -> bool;

/// The rules of a game: the same `check` and `resolve` for the player and for monsters.
pub trait Ruleset: Send + Sync {
    /// What a level must be like once the seed has strewn things on it, if anything: else it is strewn anew, at most
    /// 1,000 times (fewer where maps are huge), and then without solid tiles.
    fn demand(&self) -> Option<Demand> {
        None
    }

    /// Before the first command, after what is scattered: placements of the rules' own.
    fn opening(&self, _stage: &mut Stage<'_>) {}

    /// Whether this body may try this action now. Pure; what it refuses costs no turn. An action's target is
    /// alive and on the actor's level: the engine asked before.
    fn check(&self, world: &World, who: ActorId, action: Action) -> Result<(), Refusal>;

    /// Does what `check` allowed. What fails here was tried in vain: it is an event, and passes the turn.
    fn resolve(&self, stage: &mut Stage<'_>, who: ActorId, action: Action) -> Passes;

    /// After the player's turn, before the monsters'.
    fn before_monsters(&self, _stage: &mut Stage<'_>) {}

    /// Who acts now and in which order, put into `out`, which comes empty; a body may stand there twice. By default the
    /// monsters of the level that is awake, each as often as its speed says.
    fn order(&self, world: &World, out: &mut Vec<ActorId>) {
        let round = world.round();
        for who in world.theirs(world.here()) {
            let acts = world.kind(who).acts_in(round);
            out.extend(std::iter::repeat_n(who, acts as usize));
        }
    }

    /// After the monsters.
    fn after_monsters(&self, stage: &mut Stage<'_>);

    /// Whether an action that is refused elsewhere is done on such a tile: its key travels to the nearest one (E-15).
    fn is_done_on(&self, _action: Action, _tile: &Tile) -> bool {
        false
    }

    /// Whether a hero's journey may lead over a cell of his level whose terrain carries him (E-15).
    fn can_cross(&self, _world: &World, _p: Point) -> bool {
        true
    }

    /// For the help: what wins and what loses, in a few sentences.
    fn goal(&self) -> String {
        String::new()
    }

    /// The game's own keys, in tables that rule sets can share.
    fn bindings(&self) -> &'static [&'static [Binding]];

    /// The numbers that the player keeps an eye on.
    fn readings(&self, world: &World) -> Vec<Reading>;

    /// Which cells a hero can step to.
    fn neighbours(&self) -> Neighbours {
        Neighbours::Eight
    }

    /// What the rims of levels are.
    fn rim(&self) -> Rim {
        Rim::Closed
    }

    /// How many turns are left until what the rules count down to, this one included; none where they count nothing.
    fn turns_left(&self, _world: &World) -> Option<u32> {
        None
    }
}
