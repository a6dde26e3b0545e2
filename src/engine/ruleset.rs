//! The trait that every game implements. A rule set is a value without state: everything that changes is in the world.
use super::action::{Action, ActorId, Refusal};
use super::event::Event;
use super::stage::Stage;
use super::world::World;
use crate::dungeon::{LevelId, Measure, Rim, Tile};
use crate::space::geometry::{Neighbours, Point};

/// Whether the monsters come next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimePassed {
    /// A turn passed.
    Turn,
    /// No turn passed, but the monsters run: an idle round.
    Round,
    /// Only the deed itself happened: no turn and no round passed.
    Nothing,
}

/// Keys and what they do. The keymap, the help and machine players read this table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Binding {
    /// By which a file of keys rebinds it, unique among the game's: `north`, `buy-cow`.
    pub name: &'static str,
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
    /// The number as it is shown, of the gauge's measure.
    pub value: i64,
    /// What the number counts, which decides how it is drawn.
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

/// What a shot is worth before it is taken (K-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forecast {
    /// Percent, 5 to 95.
    pub chance: u32,
    /// Least and most life that a hit takes.
    pub damage: (i32, i32),
}

/// A body that the commanded unit can shoot at now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShotTarget {
    /// Where it stands.
    pub at: Point,
    /// What a shot at it is worth.
    pub forecast: Forecast,
}

/// Rules of a game whose player points at cells: the commanded unit's outlook, always of the world as it is, so that
/// nothing of it can be stale (K-4). Lists are in reading order, a way in that of its steps; all are empty once the game is
/// over.
pub trait Pointing {
    /// The action that choosing a cell means; whether that action is allowed, `check` says. `None` where a choice has
    /// no meaning.
    fn pointed(&self, world: &World, at: Point) -> Option<Action>;

    /// Where one move can take it; its own cell is one of them (K-2). None if it has no action points (K-10).
    fn range(&self, world: &World) -> Vec<Point>;

    /// The cells that the commanded unit's weapon could hit, whatever stands there: in reach, on a line with nothing
    /// between (K-11). Points and ammo are not asked about.
    fn fire(&self, world: &World) -> Vec<Point>;

    /// The monsters that it can shoot at now: with points and ammo for it (K-11).
    fn targets(&self, world: &World) -> Vec<ShotTarget>;

    /// What a shot at a cell would be worth, if something to shoot at is there and may be shot at now: a monster, or slime
    /// (K-12), which needs but one hit.
    fn forecast(&self, world: &World, at: Point) -> Option<Forecast>;

    /// What is left to do when it can do nothing more this turn: to command another unit, or to end the turn (K-10).
    fn when_spent(&self, world: &World) -> Action;

    /// What ends the turn (K-10).
    fn end_of_turn(&self) -> Action;

    /// The cells that it would walk over to get to one in its range, the last one too (K-6); empty for any other.
    fn route(&self, world: &World, to: Point) -> Vec<Point>;
}

/// Whether a level is as the rules want it.
pub type LevelDemand = fn(&World, LevelId) -> bool;

/// The rules of a game: the same `check` and `resolve` for the player and for monsters.
pub trait Ruleset: Send + Sync {
    /// What a level must be like once the seed has strewn things on it, if anything: else it is strewn anew, at most
    /// 1,000 times (fewer where maps are huge), and then without solid tiles.
    fn demand(&self) -> Option<LevelDemand> {
        None
    }

    /// Before the first command, after what is scattered: placements of the rules' own.
    fn opening(&self, _stage: &mut Stage<'_>) {}

    /// Whether this body may try this action now. Pure; what it refuses costs no turn. An action's target is
    /// alive and on the actor's level: the engine asked before.
    fn check(&self, world: &World, who: ActorId, action: Action) -> Result<(), Refusal>;

    /// Does what `check` allowed. What fails here was tried in vain: it is an event, and passes the turn.
    fn resolve(&self, stage: &mut Stage<'_>, who: ActorId, action: Action) -> TimePassed;

    /// After the player's turn, before the monsters'.
    fn before_monsters(&self, _stage: &mut Stage<'_>) {}

    /// Puts the bodies that act now into `out`, which comes empty, in their order; a body may stand there twice. By
    /// default the monsters of the level that is awake, each as often as its speed says.
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

    /// How many steps a monster may take for one act, at least 1 (K-12).
    fn steps_of_an_act(&self, _world: &World, _who: ActorId) -> u32 {
        1
    }

    /// Whether an event is a moment of an animation, to be seen before what comes after it.
    fn is_shown(&self, event: &Event) -> bool {
        matches!(event, Event::Flew { .. })
    }

    /// What it means to point at cells, where the player does that (K-4).
    fn pointing(&self) -> Option<&dyn Pointing> {
        None
    }

    /// What a finished game came to, if it tells that in numbers (K-14).
    fn statistics(&self, _world: &World) -> Vec<Reading> {
        Vec::new()
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
