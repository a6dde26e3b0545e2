//! A monster that no file can describe: it moves only while no enemy is in its sight. Run with `cargo run --example
//! own_monster`.
use std::sync::Arc;

use dungeon::data::Kind;
use dungeon::diagnostics::{Limits, Source};
use dungeon::geometry::Direction;
use dungeon::minds::{Memory, PathStep, Sighting, View};
use dungeon::{Action, Game, Monster, minds, rules};

/// Stands still while it sees the hero. Out of sight, it comes closer on the path that all hunters share.
struct Statue;

impl Monster for Statue {
    fn can_detect(&self, view: &mut View<'_>) -> Option<Sighting> {
        match view.sees(20) {
            Some(_) => None,
            None => view.knows(|_, _| true),
        }
    }

    fn advance(&self, _: &mut Memory, view: &mut View<'_>, _: Sighting) -> Action {
        match view.next_step() {
            PathStep::Step(way) => Action::Step(way),
            PathStep::Barred | PathStep::Nowhere => Action::Wait,
        }
    }
}

const FILE: &str = r#"
kind s "statue" strength=9
map
##############
#@...........#
####.#######.#
#....#s......#
#...$#########
##############
end
"#;

fn main() {
    let source = Source::from_text("statue.dng", FILE);
    let (dungeon, diagnostics) = dungeon::read(&source, &Limits::default());
    let Some(dungeon) = dungeon.map(Arc::new) else {
        return eprintln!(
            "{}",
            dungeon::Report {
                source,
                diagnostics
            }
        );
    };
    let mind_for = |kind: &Kind| -> Box<dyn Monster> {
        if kind.name == "statue" {
            Box::new(Statue)
        } else {
            minds::mind_for(kind)
        }
    };
    let rules = rules::rules_for(&dungeon);
    let mut game = Game::new(dungeon, rules, mind_for, 7);
    for _ in 0..8 {
        if let Err(refusal) = game.step(Action::Step(Direction::East)) {
            return eprintln!("{refusal}");
        }
        let bodies = game.world().bodies().iter();
        let places = bodies.map(|body| {
            format!(
                "{} at {}",
                game.world().dungeon().kind(body.kind).name,
                body.at
            )
        });
        println!("{}", places.collect::<Vec<_>>().join(", "));
    }
}
