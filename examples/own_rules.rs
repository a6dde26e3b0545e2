//! Custom rules: explore without violence, with a turn limit. Run with `cargo run --example own_rules`.
use std::sync::Arc;

use dungeon::game::{ActorId, GameEnd, LossCause, Refusal};
use dungeon::rules::{Binding, Explore, Reading, RulesetFace, Stage, TimePassed};
use dungeon::{Action, Ruleset, Session, World, minds};

/// The rules of explore without attacks, shots and spells. The game is lost after a number of turns.
struct Treasure {
    turns: u32,
}

impl Ruleset for Treasure {
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
            _ => Explore.check(world, who, action),
        }
    }

    fn resolve(&self, stage: &mut Stage<'_>, who: ActorId, action: Action) -> TimePassed {
        Explore.resolve(stage, who, action)
    }

    fn before_monsters(&self, stage: &mut Stage<'_>) {
        Explore.before_monsters(stage);
    }

    fn after_monsters(&self, stage: &mut Stage<'_>) {
        if stage.turn() >= self.turns {
            stage.end(GameEnd::Lost(LossCause::TurnLimit));
        }
    }

    fn face(&self) -> &dyn RulesetFace {
        self
    }
}

impl RulesetFace for Treasure {
    fn bindings(&self) -> &'static [Binding] {
        Explore.face().bindings()
    }

    fn readings(&self, world: &World) -> Vec<Reading> {
        let left = i64::from(self.turns.saturating_sub(world.turn()));
        vec![Reading::points("Turns left", left)]
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let dungeon = Arc::new(dungeon::load("dungeons/classic.dng")?);
    let rules = Arc::new(Treasure { turns: 12 });
    let mut session = Session::with(dungeon, rules, minds::mind_for).size(60, 22);
    session.press("llllljjjjjjdd")?;
    println!("{}", session.frame());
    Ok(())
}
