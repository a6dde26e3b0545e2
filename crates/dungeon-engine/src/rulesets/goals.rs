//! The goals and losses of a file, in every game (G-*). Files of siege can have only losses.
use crate::action::{ActorId, Refusal};
use crate::chance::mix;
use crate::ending::{GameEnd, LossCause};
use crate::event::Event;
use crate::stage::Stage;
use crate::world::World;
use dungeon_ground::passage::TilePassage;
use dungeon_model::dungeon::{Feature, Goal, LevelId, Loss, Stair};
use dungeon_model::space::geometry::Point;

/// Whether the file names goals, which replace the game's own way to win.
pub fn are_named(world: &World) -> bool {
    !world.dungeon().goals.is_empty()
}

/// Whether every goal except leaving is met if `over` turns are complete ([G-1]).
///
/// [G-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#g-1
fn are_others_met(world: &World, over: u32) -> bool {
    let goals = world.dungeon().goals.iter();
    goals
        .filter(|goal| **goal != Goal::Leave)
        .all(|goal| world.is_met(*goal, over))
}

/// Whether all goals are met, before the monsters act. At that time the current turn is counted, but is not complete.
pub fn are_met(world: &World) -> bool {
    is_won(world, world.turn().saturating_sub(1))
}

fn is_won(world: &World, over: u32) -> bool {
    let leaves = world.dungeon().goals.contains(&Goal::Leave);
    are_named(world) && are_others_met(world, over) && (!leaves || are_units_out(world))
}

/// Whether every living unit stands on a way out ([K-15]); `false` in games with a single hero, who leaves by a key.
///
/// [K-15]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-15
fn are_units_out(world: &World) -> bool {
    let has_units = world.dungeon().settings.game.heroes.is_several();
    has_units && world.ours().next().is_some() && world.ours().all(|who| exit(world, who).is_some())
}

/// Iterates over the ways out of the hero's level on which no body stands.
pub fn free_exits(world: &World) -> impl Iterator<Item = Point> {
    let here = world.here();
    let stairs = world.stairs(here).iter().copied();
    let exits = stairs.filter(move |p| TilePassage::of(world.tile(here, *p)).exit().is_some());
    exits.filter(move |p| world.body_at(here, *p).is_none())
}

/// Ends the game at the end of a turn if the goals of the file are met, or else if a loss of the file applies ([G-3]).
/// Returns whether goals or a loss decide the game, even if the game has already ended.
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

/// Returns the first loss of the file that applies; `None` if no loss applies.
fn loss(world: &World) -> Option<LossCause> {
    let mut losses = world.dungeon().losses.iter();
    losses.find_map(|loss| match loss {
        Loss::Turns(turns) => (world.turn() >= *turns).then_some(LossCause::TurnLimit),
        Loss::Without => (!world.has_vital()).then_some(LossCause::Without),
    })
}

/// Returns the number of turns until `lose turns=` ends the game, including the current turn; `u32::MAX` without a
/// limit.
pub fn turns_left(world: &World) -> u32 {
    let limit = turn_limits(world).min();
    limit.map_or(u32::MAX, |limit| limit.saturating_sub(world.turn()))
}

/// Iterates over the turn limits of all records `lose turns=`.
fn turn_limits(world: &World) -> impl Iterator<Item = u32> {
    world.dungeon().losses.iter().filter_map(|loss| match loss {
        Loss::Turns(turns) => Some(*turns),
        Loss::Without => None,
    })
}

/// Returns the direction of the way out under a body; `None` if no way out is there.
fn exit(world: &World, who: ActorId) -> Option<Stair> {
    let body = world.body(who);
    match world.tile(body.level, body.at).feature {
        Feature::Exit(way) => Some(way),
        _ => None,
    }
}

/// Whether taking a way out wins: leaving is a goal, and all other goals are met.
pub fn may_leave(world: &World) -> bool {
    let leaves = world.dungeon().goals.contains(&Goal::Leave);
    leaves && are_others_met(world, world.turn())
}

/// Whether the goals of the file need the hero on a level: a goal has work left there, or leaving by a way out there
/// would win.
pub fn call_to(world: &World, level: LevelId) -> bool {
    let is_exit = |p: &Point| TilePassage::of(world.tile(level, *p)).exit().is_some();
    world.has_task_on(level) || may_leave(world) && world.stairs(level).iter().any(is_exit)
}

/// Returns the number of turns left to survive for the goal `survive=`; 0 without such a goal.
pub fn turns_to_wait(world: &World) -> u32 {
    let goals = world.dungeon().goals.iter();
    let turns = goals.filter_map(|goal| match goal {
        Goal::Survive(turns) => Some(*turns),
        _ => None,
    });
    turns.max().unwrap_or(0).saturating_sub(world.turn())
}

/// Whether all goals are met except surviving some more turns, and perhaps leaving after that.
pub fn only_time_is_left(world: &World) -> bool {
    let is_time = |goal: &Goal| matches!(goal, Goal::Survive(_) | Goal::Leave);
    let goals = world.dungeon().goals.iter();
    let mut others = goals.filter(|goal| !is_time(goal));
    turns_to_wait(world) > 0 && others.all(|goal| world.is_met(*goal, world.turn()))
}

/// Checks that a body may take a way out under it ([G-2]).
///
/// # Errors
///
/// [`Refusal::NotDone`] if leaving would not win yet.
///
/// [G-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#g-2
pub fn check_exit(world: &World) -> Result<(), Refusal> {
    if may_leave(world) {
        Ok(())
    } else {
        Err(Refusal::NotDone)
    }
}

/// Takes the way out under a body, which wins the game. Does nothing if no way out is there.
pub fn leave(stage: &mut Stage<'_>, who: ActorId) {
    if exit(stage, who).is_some() {
        let (level, at) = (stage.body(who).level, stage.body(who).at);
        stage.emit(Event::Left { who, level, at });
        stage.end(GameEnd::Won);
    }
}

/// Combines the phase of a game's own rules with the turn counters of the file's goals, losses and causes, for
/// `Ruleset::phase`. While a goal or a loss counts turns, no two turns have the same phase.
pub fn phase(world: &World, rules: u64) -> u64 {
    let dungeon = world.dungeon();
    let goals = dungeon.goals.iter().filter_map(|goal| match goal {
        Goal::Survive(turns) => Some(*turns),
        _ => None,
    });
    let rules = world.phase_of_causes(rules);
    // The limit is one turn more, because `turn` already counts the current turn before the monsters act.
    let counted = goals
        .chain(turn_limits(world))
        .map(|turns| turns.saturating_add(1));
    match counted.max() {
        Some(most) => mix(rules ^ mix(world.turn().min(most).into())),
        None => rules,
    }
}
