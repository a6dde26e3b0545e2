//! A monster that no file can describe yet: it keeps its distance. `cargo run --example own_monster`
use std::sync::Arc;

use dungeon::dungeon::Kind;
use dungeon::engine::Game;
use dungeon::engine::action::{Action, ActorId};
use dungeon::engine::monster::{Memory, Monster, Sighting, View};
use dungeon::format;
use dungeon::format::source::{Limits, Source};
use dungeon::space::geometry::Direction;
use dungeon::{monsters, rulesets};

/// Feels the hero from afar and steps to the free neighbour that is farthest from him.
struct Shy;

impl Monster for Shy {
    fn can_attack(&self, _: &mut View<'_>) -> Option<ActorId> {
        None
    }

    fn can_detect(&self, view: &mut View<'_>) -> Option<Sighting> {
        view.feels(12)
    }

    fn advance(&self, _: &mut Memory, view: &mut View<'_>, prey: Sighting) -> Action {
        let here = view.at();
        Direction::ALL
            .into_iter()
            .filter(|way| view.is_free(here + *way))
            .max_by_key(|way| (here + *way).euclid_squared(prey.at))
            .map_or(Action::Wait, Action::Step)
    }
}

const FILE: &str = r#"
kind m "shy mouse" is=wanderer health=1 strength=0
map
##############
#@...........#
#.....m......#
#...........$#
##############
end
"#;

fn main() {
    let source = Source::from_text("mouse.dng", FILE);
    let (dungeon, diagnostics) = format::read(&source, &Limits::default());
    let Some(dungeon) = dungeon.map(Arc::new) else {
        return eprintln!(
            "{}",
            format::report::Report {
                source,
                diagnostics
            }
        );
    };
    let hatch = |kind: &Kind| -> Box<dyn Monster> {
        if kind.name == "shy mouse" {
            Box::new(Shy)
        } else {
            monsters::hatch(kind)
        }
    };
    let rules = rulesets::pick(&dungeon);
    let mut game = Game::new(dungeon, rules, hatch, 7);
    for _ in 0..5 {
        if let Err(refusal) = game.step(Action::Step(Direction::East)) {
            return eprintln!("{refusal}");
        }
        println!("turn {}: {:?}", game.world().turn(), game.events());
    }
}
