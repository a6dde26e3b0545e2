//! How any of the games takes a turn. Knows no rule set, no monster, no screen, clock or file.
//!
//! An `Action` is wanted by the player or a `Monster`, `check`ed and resolved by a `Ruleset` on a `Stage`,
//! which emits `Event`s, which are the only thing that changes the `World`.
pub mod action;

pub mod body;
pub mod chance;
pub mod event;
pub mod ground;
pub mod statistics;

mod caves;
mod rooms;

mod level_gen;

pub mod world;

mod apply;
mod scent;

pub mod monster;
pub mod stage;

pub mod ruleset;

pub mod scatter;

pub mod game;

pub use action::{Action, ActorId, Refusal, Verb};
pub use body::Body;
pub use chance::{Chance, Draw, Purpose};
pub use event::{Event, Missile, Outcome};
pub use game::Game;
pub use monster::{Memory, Monster, PathStep, Sighting, View};
pub use ruleset::{
    Binding, Forecast, LevelDemand, Pointing, Reading, Ruleset, ShotTarget, TimePassed,
};
pub use stage::Stage;
pub use statistics::Statistics;
pub use world::World;
