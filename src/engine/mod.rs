//! How every game takes a turn: actions, bodies, events, the world, monsters' minds and the trait of rule sets. The
//! engine knows no particular rule set or monster, and no screen, clock or file.
//!
//! An `Action` of the player or of a `Monster` is checked and resolved by a `Ruleset` on a `Stage`. The stage emits
//! `Event`s, and only events change the `World`.
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
