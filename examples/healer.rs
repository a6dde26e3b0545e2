//! A monster that heals its allies, and rules that allow it. Run with `cargo run --example healer`.
use std::sync::Arc;

use dungeon::data::{Kind, Stat};
use dungeon::game::{ActorId, Refusal, Verb};
use dungeon::minds::{self, Memory, View};
use dungeon::rules::{Explore, Stage, TimePassed};
use dungeon::{Action, Monster, Ruleset, Session, World};

/// A healer's action, which heals the weakest ally next to it.
const HEAL: Verb = Verb(50);

/// The health that one action restores.
const DOSE: i32 = 2;

/// The health below which an ally counts as wounded.
const WHOLE: i32 = 9;

/// Walks to the nearest wounded ally, and heals it.
struct Healer;

impl Healer {
    /// Returns the nearest wounded ally, with its distance.
    fn patient(view: &View<'_>) -> Option<(ActorId, u32)> {
        let own = view.kind().side;
        let friends = view.others().filter(|(_, body)| body.side == own);
        let wounded = friends.filter(|(_, body)| body.stat(Stat::Health) < WHOLE);
        let far = wounded.map(|(who, body)| (who, body.at.chebyshev(view.at())));
        far.min_by_key(|(_, distance)| *distance)
    }
}

impl Monster for Healer {
    fn can_attack(&self, _: &mut View<'_>) -> Option<ActorId> {
        None
    }

    fn normal_move(&self, memory: &mut Memory, view: &mut View<'_>) -> Action {
        let Some((who, distance)) = Healer::patient(view) else {
            return Action::Wait;
        };
        if distance == 1 {
            memory.notes = memory.notes.saturating_add(1); // how often it has healed
            return Action::Do(HEAL);
        }
        let (_, friend) = view
            .others()
            .find(|(other, _)| *other == who)
            .expect("just seen");
        match view.at().toward(friend.at) {
            Some(way) if view.is_free(view.at() + way) => Action::Step(way),
            _ => Action::Wait,
        }
    }
}

/// The rules of explore, except that monsters may heal each other.
struct Mercy;

/// Returns the weakest wounded monster next to this one.
fn weakest(world: &World, who: ActorId) -> Option<ActorId> {
    let healer = world.body(who);
    let friends = world.theirs(healer.level).filter(|other| *other != who);
    let near = friends.filter(|other| world.body(*other).at.chebyshev(healer.at) == 1);
    let wounded = near.filter(|other| world.body(*other).stat(Stat::Health) < WHOLE);
    wounded.min_by_key(|other| world.body(*other).stat(Stat::Health))
}

impl Ruleset for Mercy {
    fn base(&self) -> &dyn Ruleset {
        &Explore
    }

    fn check(&self, world: &World, who: ActorId, action: Action) -> Result<(), Refusal> {
        match action {
            Action::Do(HEAL) if world.commanded() == who => Err(Refusal::UnknownHere),
            Action::Do(HEAL) if weakest(world, who).is_none() => {
                Err(Refusal::Because("No wounded ally is next to you."))
            }
            Action::Do(HEAL) => Ok(()),
            _ => self.base().check(world, who, action),
        }
    }

    fn resolve(&self, stage: &mut Stage<'_>, who: ActorId, action: Action) -> TimePassed {
        match (action, weakest(stage, who)) {
            (Action::Do(HEAL), Some(friend)) => {
                stage.change(friend, Stat::Health, DOSE);
                stage.say("The healer closes a wound.");
                TimePassed::Turn
            }
            _ => self.base().resolve(stage, who, action),
        }
    }
}

const FILE: &str = r#"
kind r "rat" health=3 strength=1 hunt=stand
kind H "healer" health=9 strength=0
map
############
#@........$#
#....rH....#
############
end
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let dungeon = Arc::new(dungeon::load_text(FILE)?);
    let mind_for = |kind: &Kind| -> Box<dyn Monster> {
        match kind.name.as_str() {
            "healer" => Box::new(Healer),
            _ => minds::mind_for(kind),
        }
    };
    let mut session = Session::with(dungeon, Arc::new(Mercy), mind_for).with_size(60, 14);
    session.press("...")?;
    println!("{}", session.frame());
    let rat = session.game().world().bodies()[1].stat(Stat::Health);
    println!("the rat's health: {rat}");
    assert_eq!(rat, 9);
    Ok(())
}
