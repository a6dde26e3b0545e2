//! What wins and loses a game whose file names goals, in every game that has no other end (G-*).
use crate::action::{ActorId, Refusal};
use crate::chance::mix;
use crate::ending::{GameEnd, LossCause};
use crate::event::Event;
use crate::stage::Stage;
use crate::world::World;
use dungeon_ground::passage::TilePassage;
use dungeon_model::dungeon::{Feature, Goal, LevelId, Loss, Stair};
use dungeon_model::space::geometry::Point;

/// Whether the file names goals, so that nothing else wins.
pub fn are_named(world: &World) -> bool {
    !world.dungeon().goals.is_empty()
}

/// Whether every goal is met but that to leave, when so many turns are over ([G-1]).
///
/// [G-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#g-1
fn are_others_met(world: &World, over: u32) -> bool {
    let goals = world.dungeon().goals.iter();
    goals
        .filter(|goal| **goal != Goal::Leave)
        .all(|goal| world.is_met(*goal, over))
}

/// Whether the goals are met before the monsters act: the turn that has begun is not over.
pub fn are_met(world: &World) -> bool {
    is_won(world, world.turn().saturating_sub(1))
}

fn is_won(world: &World, over: u32) -> bool {
    are_named(world) && are_others_met(world, over) && !world.dungeon().goals.contains(&Goal::Leave)
}

/// Judges a game whose turn is over, unless it has ended: the goals first, then what loses ([G-3]). Returns whether the
/// file says that the game is over.
///
/// [G-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#g-3
pub fn judge(stage: &mut Stage<'_>) -> bool {
    let ending = match (is_won(stage, stage.turn()), loss(stage)) {
        (true, _) => GameEnd::Won,
        (false, Some(cause)) => GameEnd::Lost(cause),
        (false, None) => return false,
    };
    stage.end(ending);
    true
}

/// The first of the file's losses that has come.
fn loss(world: &World) -> Option<LossCause> {
    let mut losses = world.dungeon().losses.iter();
    losses.find_map(|loss| match loss {
        Loss::Turns(turns) => (world.turn() >= *turns).then_some(LossCause::TurnLimit),
        Loss::Without => (!world.has_vital()).then_some(LossCause::Without),
    })
}

/// Returns the turns until `lose turns=` ends the game, the one that is played included; `u32::MAX` without a limit.
pub fn turns_left(world: &World) -> u32 {
    let limit = turn_limits(world).min();
    limit.map_or(u32::MAX, |limit| limit.saturating_sub(world.turn()))
}

/// The numbers of all `lose turns=`.
fn turn_limits(world: &World) -> impl Iterator<Item = u32> {
    world.dungeon().losses.iter().filter_map(|loss| match loss {
        Loss::Turns(turns) => Some(*turns),
        Loss::Without => None,
    })
}

/// The way out that a body stands on.
fn exit(world: &World, who: ActorId) -> Option<Stair> {
    let body = world.body(who);
    match world.tile(body.level, body.at).feature {
        Feature::Exit(way) => Some(way),
        _ => None,
    }
}

/// Whether a way out would win: the goal to leave is named, and all others are met.
pub fn may_leave(world: &World) -> bool {
    let leaves = world.dungeon().goals.contains(&Goal::Leave);
    leaves && are_others_met(world, world.turn())
}

/// Whether the goals of the file want the hero on a level: something is to be done there, or the way out is there and
/// would win.
pub fn call_to(world: &World, level: LevelId) -> bool {
    let is_exit = |p: &Point| TilePassage::of(world.tile(level, *p)).exit().is_some();
    world.has_task_on(level) || may_leave(world) && world.stairs(level).iter().any(is_exit)
}

/// Returns the turns that are still to be lived through by a goal; 0 where none asks for that.
pub fn turns_to_wait(world: &World) -> u32 {
    let goals = world.dungeon().goals.iter();
    let turns = goals.filter_map(|goal| match goal {
        Goal::Survive(turns) => Some(*turns),
        _ => None,
    });
    turns.max().unwrap_or(0).saturating_sub(world.turn())
}

/// Whether nothing is left to do but to live through some turns, and perhaps to leave after them.
pub fn only_time_is_left(world: &World) -> bool {
    let is_time = |goal: &Goal| matches!(goal, Goal::Survive(_) | Goal::Leave);
    let goals = world.dungeon().goals.iter();
    let mut others = goals.filter(|goal| !is_time(goal));
    turns_to_wait(world) > 0 && others.all(|goal| world.is_met(*goal, world.turn()))
}

/// Whether a body stands on a way out that is taken by the key of such stairs, and may take it; `None` where it stands
/// on none ([G-2]).
///
/// [G-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#g-2
pub fn check_exit(world: &World, who: ActorId, way: Stair) -> Option<Result<(), Refusal>> {
    exit(world, who).filter(|exit| *exit == way)?;
    Some(if may_leave(world) {
        Ok(())
    } else {
        Err(Refusal::NotDone)
    })
}

/// Takes the way out that a body stands on, if there is one.
pub fn leave(stage: &mut Stage<'_>, who: ActorId) {
    if exit(stage, who).is_some() {
        let (level, at) = (stage.body(who).level, stage.body(who).at);
        stage.emit(Event::Left { who, level, at });
        stage.end(GameEnd::Won);
    }
}

/// The phase of a game (`Ruleset::phase`) whose rules would say this one: where goals or losses count turns, no two of
/// them are alike until the last of these is over.
pub fn phase(world: &World, rules: u64) -> u64 {
    let dungeon = world.dungeon();
    let goals = dungeon.goals.iter().filter_map(|goal| match goal {
        Goal::Survive(turns) => Some(*turns),
        _ => None,
    });
    let rules = world.phase_of_causes(rules);
    // Before the monsters act, a turn that has begun is not over.
    let counted = goals
        .chain(turn_limits(world))
        .map(|turns| turns.saturating_add(1));
    match counted.max() {
        Some(most) => mix(rules ^ mix(world.turn().min(most).into())),
        None => rules,
    }
}
