//! A game with custom rules: on ice, a hero slides until something is in the way, and wins by reaching the exit. Run
//! with `cargo run --example ice`.
use std::sync::Arc;

use dungeon::data::ItemId;
use dungeon::game::{ActorId, GameEnd, LossCause, Refusal};
use dungeon::geometry::{Direction, Neighbours, Point};
use dungeon::rules::{Bare, Binding, Reading, RulesetFace, Stage, TimePassed};
use dungeon::{Action, Outcome, Ruleset, Session, World, minds};

/// The counter of slides.
const SLIDES: u8 = 0;

/// The number of slides after which the hero freezes.
const MOST: i32 = 8;

/// The rules of ice.
struct Ice;

/// Whether the hero can slide onto a cell.
fn is_open(world: &World, p: Point) -> bool {
    world.is_vacant(world.here(), p)
}

const fn slide(name: &'static str, keys: &'static str, way: Direction) -> Binding {
    Binding::new(name, keys, Action::Step(way), "slide")
}

const KEYS: &[Binding] = &[
    slide("north", "8 k <Up>", Direction::North),
    slide("west", "4 h <Left>", Direction::West),
    slide("east", "6 l <Right>", Direction::East),
    slide("south", "2 j <Down>", Direction::South),
];

impl Ruleset for Ice {
    fn base(&self) -> &dyn Ruleset {
        &Bare
    }

    fn check(&self, world: &World, who: ActorId, action: Action) -> Result<(), Refusal> {
        match action {
            Action::Step(way) if is_open(world, world.body(who).at + way) => Ok(()),
            Action::Step(_) => Err(Refusal::Because("You are at the edge of the ice.")),
            _ => Err(Refusal::UnknownHere),
        }
    }

    fn resolve(&self, stage: &mut Stage<'_>, who: ActorId, action: Action) -> TimePassed {
        let Action::Step(way) = action else {
            return TimePassed::Nothing;
        };
        stage.count(SLIDES, 1);
        loop {
            let at = stage.body(who).at;
            if stage.item_at(stage.here(), at) != ItemId::NONE {
                stage.take(who, at);
                break;
            }
            if !is_open(stage, at + way) {
                break;
            }
            stage.walk(who, at + way);
        }
        TimePassed::Turn
    }

    fn after_monsters(&self, stage: &mut Stage<'_>) {
        if stage.collectables() == 0 {
            stage.say("You slide out into the sun.");
            stage.end(GameEnd::Won);
        } else if stage.counter(SLIDES) >= MOST {
            stage.say("You are frozen to the ice.");
            stage.end(GameEnd::Lost(LossCause::Rules));
        }
    }

    fn neighbours(&self) -> Neighbours {
        Neighbours::Four
    }

    fn face(&self) -> &dyn RulesetFace {
        self
    }
}

impl RulesetFace for Ice {
    fn base_face(&self) -> &dyn RulesetFace {
        &Bare
    }

    fn goal(&self) -> Vec<String> {
        vec!["Reach the exit to win, before you have slid too often.".to_owned()]
    }

    fn bindings(&self) -> &'static [Binding] {
        KEYS
    }

    fn readings(&self, world: &World) -> Vec<Reading> {
        let left = MOST - world.counter(SLIDES);
        vec![Reading::points("Slides left", left.into())]
    }

    fn statistics(&self, world: &World) -> Vec<Reading> {
        vec![Reading::points("Slides", world.counter(SLIDES).into())]
    }
}

const FILE: &str = r#"
item o "way out"
map
############
#@........##
#.........##
#..#......##
#........o##
############
end
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let dungeon = Arc::new(dungeon::load_text(FILE)?);
    let mut session = Session::with(dungeon, Arc::new(Ice), minds::mind_for).with_size(60, 16);
    session.press("hlj")?;
    println!("{}", session.frame());
    assert_eq!(session.outcome(), Some(Outcome::Won));
    assert_eq!(session.turn(), 2);
    Ok(())
}
