//! A monster that steals items before the hero can take them, and rules that allow it. Run with `cargo run --example
//! collector`.
use std::sync::Arc;

use dungeon::data::{ItemId, Kind};
use dungeon::game::{ActorId, GameEnd, LossCause, Refusal, Verb};
use dungeon::geometry::{Direction, Distances, Neighbours};
use dungeon::minds::{self, Memory, View};
use dungeon::rules::{Explore, Reading, RulesetFace, Stage, TimePassed};
use dungeon::{Action, Monster, Outcome, Ruleset, Session, World};

/// A magpie's action on a cell with an item.
const GRAB: Verb = Verb(50);

/// The counter of stolen items.
const STOLEN: u8 = 0;

/// Flies to the nearest item by a shortest path, and takes it.
struct Magpie;

impl Magpie {
    /// Returns the first step of a shortest path to the nearest item; `None` if no item can be reached.
    fn way(view: &View<'_>) -> Option<Direction> {
        let mut distances = Distances::over(Neighbours::Eight);
        distances.begin(view.size(), [view.at()]);
        let is_open = |p| view.is_free(p);
        let (item, _) = distances.nearest(u32::MAX, |p| view.item(p).is_some(), is_open)?;
        // Measured from the item, the best first step is the neighbor with the smallest distance.
        distances.begin(view.size(), [item]);
        let ways = Direction::ALL.into_iter();
        let free = ways.filter(|way| view.is_free(view.at() + *way));
        let far = free.filter_map(|way| Some((distances.to(view.at() + way, is_open)?, way)));
        far.min_by_key(|(steps, _)| *steps).map(|(_, way)| way)
    }
}

impl Monster for Magpie {
    fn can_attack(&self, _: &mut View<'_>) -> Option<ActorId> {
        None
    }

    fn normal_move(&self, memory: &mut Memory, view: &mut View<'_>) -> Action {
        if view.item(view.at()).is_some() {
            memory.notes = memory.notes.saturating_add(1); // how many items it has taken
            return Action::Do(GRAB);
        }
        Magpie::way(view).map_or(Action::Wait, Action::Step)
    }
}

/// The rules of explore, with two changes: monsters may take items, and the hero loses when magpies have taken the last
/// one.
struct Theft;

impl Ruleset for Theft {
    fn base(&self) -> &dyn Ruleset {
        &Explore
    }

    fn check(&self, world: &World, who: ActorId, action: Action) -> Result<(), Refusal> {
        let body = world.body(who);
        match action {
            Action::Do(GRAB) if world.item_at(body.level, body.at) == ItemId::NONE => {
                Err(Refusal::Because("Nothing lies there."))
            }
            Action::Do(GRAB) if who != world.commanded() => Ok(()),
            _ => self.base().check(world, who, action),
        }
    }

    fn resolve(&self, stage: &mut Stage<'_>, who: ActorId, action: Action) -> TimePassed {
        if action != Action::Do(GRAB) {
            return self.base().resolve(stage, who, action);
        }
        stage.take(who, stage.body(who).at);
        stage.count(STOLEN, 1);
        TimePassed::Turn
    }

    fn after_monsters(&self, stage: &mut Stage<'_>) {
        if stage.collectables() == 0 && stage.counter(STOLEN) > 0 {
            stage.say("The magpies have it all.");
            stage.end(GameEnd::Lost(LossCause::Rules));
        }
        self.base().after_monsters(stage);
    }

    fn face(&self) -> &dyn RulesetFace {
        self
    }
}

impl RulesetFace for Theft {
    fn base_face(&self) -> &dyn RulesetFace {
        &Explore
    }

    fn readings(&self, world: &World) -> Vec<Reading> {
        let mut readings = self.base_face().readings(world);
        readings.push(Reading::points("Stolen", world.counter(STOLEN).into()));
        readings
    }
}

const FILE: &str = r#"
kind M "magpie" health=9 strength=0
map
##############
#@...........#
##########.###
#$...M.......#
##############
end
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let dungeon = Arc::new(dungeon::load_text(FILE)?);
    let mind_for = |kind: &Kind| -> Box<dyn Monster> {
        match kind.name.as_str() {
            "magpie" => Box::new(Magpie),
            _ => minds::mind_for(kind),
        }
    };
    let mut session = Session::with(dungeon, Arc::new(Theft), mind_for).with_size(60, 16);
    session.press("llllll")?;
    println!("{}", session.frame());
    assert_eq!(session.outcome(), Some(Outcome::Lost));
    Ok(())
}
