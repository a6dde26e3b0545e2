//! Custom rules: explore without violence, with a turn limit. Run with `cargo run --example own_rules`.
use std::sync::Arc;

use dungeon::game::{ActorId, GameEnd, LossCause, Refusal};
use dungeon::rules::{Explore, Reading, RulesetFace, Stage};
use dungeon::{Action, Ruleset, Session, World, minds};

/// The rules of explore without attacks, shots and spells. The game is lost after a number of turns.
struct Treasure {
    turns: u32,
}

impl Ruleset for Treasure {
    fn base(&self) -> &dyn Ruleset {
        &Explore
    }

    fn check(&self, world: &World, who: ActorId, action: Action) -> Result<(), Refusal> {
        match action {
            Action::Attack(_) | Action::Shoot(_) | Action::DoToward(..) => {
                Err(Refusal::UnknownHere)
            }
            Action::Step(way)
                if world
                    .body_at(world.here(), world.body(who).at + way)
                    .is_some() =>
            {
                Err(Refusal::Blocked)
            }
            _ => self.base().check(world, who, action),
        }
    }

    fn after_monsters(&self, stage: &mut Stage<'_>) {
        self.base().after_monsters(stage);
        if stage.turn() >= self.turns {
            stage.end(GameEnd::Lost(LossCause::TurnLimit));
        }
    }

    fn face(&self) -> &dyn RulesetFace {
        self
    }
}

impl RulesetFace for Treasure {
    fn base_face(&self) -> &dyn RulesetFace {
        &Explore
    }

    fn readings(&self, world: &World) -> Vec<Reading> {
        let left = i64::from(self.turns.saturating_sub(world.turn()));
        vec![Reading::points("Turns left", left)]
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let dungeon = Arc::new(dungeon::load("dungeons/classic.dng")?);
    let rules = Arc::new(Treasure { turns: 12 });
    let mut session = Session::with(dungeon, rules, minds::mind_for).with_size(60, 22);
    session.press("llllljjjjjjdd")?;
    println!("{}", session.frame());
    Ok(())
}
