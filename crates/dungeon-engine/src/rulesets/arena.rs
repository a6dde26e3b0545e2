//! Arena: stomp the enemies before they ram you (A-*). Enemies are ordinary monsters that ram the hero. A level is
//! called a board, and the boards of a file are a run.
use std::sync::Arc;

use super::bare::Bare;
use super::keys::{self, STAIRS};
use super::terrain::{self, RoundCount, StepRules};
use super::{causes, combat, common_actions, goals, luck};
use crate::action::{Action, ActorId, Refusal};
use crate::ending::GameEnd;
use crate::event::Event;
use crate::ruleset::{LevelDemand, Ruleset, TimePassed};
use crate::ruleset_face::{Binding, Reading, RulesetFace};
use crate::stage::Stage;
use crate::world::World;
use dungeon_model::dungeon::games::arena::{ArenaSettings, PROFILE};
use dungeon_model::dungeon::{
    Dungeon, Feature, LevelId, Rim, Settings, Side, Stat, Through, Tile, UnreachablePolicy,
};
use dungeon_model::space::cell_set::CellSet;
use dungeon_model::space::geometry::{Neighbours, Point};

/// The rules of arena, with the parameters of a file.
///
/// ```
/// use dungeon::{Outcome, Session};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut game = Session::from_text("rules arena\nmap\n.....\n.@%..\n.....\nend\n")?;
/// game.press("l")?;
/// assert_eq!(game.outcome(), Some(Outcome::Won), "walking onto an enemy stomps it");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Arena {
    rules: ArenaSettings,
    bindings: &'static [Binding],
}

/// Returns the rules of arena with these parameters. The rules have keys for stairs if `has_stairs` is `true`.
pub fn rules(settings: &Settings, has_stairs: bool) -> Arc<dyn Ruleset> {
    Arc::new(Arena {
        rules: ArenaSettings::from_settings(settings),
        bindings: if has_stairs { KEYS } else { WAYS },
    })
}

/// In arena, turns are counted before the enemies act, and the hero takes every item.
const STEP_RULES: StepRules = StepRules {
    count: RoundCount::BeforeMonsters,
    takes: |_| true,
    rim: PROFILE.rim,
};

const KEYS: &[Binding] = &keys::joined_keys::<7>(&[WAYS, STAIRS]);

const WAYS: &[Binding] = &keys::four_ways("walk, stomp", "wait a turn");

impl Ruleset for Arena {
    fn base(&self) -> &dyn Ruleset {
        &Bare
    }

    fn demand(&self) -> Option<LevelDemand> {
        (self.rules.unreachable == UnreachablePolicy::Rerolled).then_some(is_open_to_the_hero)
    }

    /// Checks before the first command whether the game is over or the board is done, because scatters may have placed
    /// no enemies.
    fn opening(&self, stage: &mut Stage<'_>) {
        end_if_decided(stage);
        enter_next_board(stage);
    }

    fn check(&self, world: &World, who: ActorId, action: Action) -> Result<(), Refusal> {
        match world.body(who).side {
            Side::Ours => check_command(world, who, action),
            Side::Theirs => common_actions::check(world, who, action),
        }
    }

    fn resolve(&self, stage: &mut Stage<'_>, who: ActorId, action: Action) -> TimePassed {
        match (stage.body(who).side, action) {
            (Side::Theirs, wish) => {
                common_actions::grant(stage, who, wish);
                causes::follow(stage, STEP_RULES);
                end_if_hero_died(stage);
            }
            (Side::Ours, Action::Step(way)) => {
                walk_at(stage, who, stage.body(who).at + way);
                causes::follow(stage, STEP_RULES);
            }
            (Side::Ours, action) => {
                let time = common_actions::execute(stage, who, action, STEP_RULES);
                causes::follow(stage, STEP_RULES);
                return time;
            }
        }
        TimePassed::Turn
    }

    /// Runs causes, and ends the game if it is now won or lost ([A-3]).
    ///
    /// [A-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#a-3
    fn before_monsters(&self, stage: &mut Stage<'_>) {
        causes::follow(stage, STEP_RULES);
        end_if_decided(stage);
    }

    /// Applies harmful terrain, spawns offspring, and ends the game if it is won or lost ([A-4]). Then the hero enters
    /// the next board if this board is done.
    ///
    /// [A-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#a-4
    fn after_monsters(&self, stage: &mut Stage<'_>) {
        terrain::harm_bodies(stage);
        combat::spawn_offspring(stage);
        end_if_decided(stage);
        if !goals::judge(stage) {
            enter_next_board(stage);
            causes::follow(stage, STEP_RULES);
        }
    }

    fn phase(&self, world: &World) -> u64 {
        goals::phase(world, common_actions::rhythm(world))
    }

    fn draws(&self, world: &World) -> bool {
        luck::of_ground(world) || luck::of_their_weapons(world)
    }

    fn neighbours(&self) -> Neighbours {
        PROFILE.neighbours
    }

    fn rim(&self) -> Rim {
        STEP_RULES.rim
    }

    fn face(&self) -> &dyn RulesetFace {
        self
    }

    fn is_of(&self, dungeon: &Dungeon) -> bool {
        dungeon.settings.game == &PROFILE
            && self.rules == ArenaSettings::from_settings(&dungeon.settings)
    }
}

impl RulesetFace for Arena {
    fn base_face(&self) -> &dyn RulesetFace {
        &Bare
    }

    fn is_done_on(&self, action: Action, tile: &Tile) -> bool {
        terrain::is_done_on(action, tile)
    }

    fn goal(&self) -> Vec<String> {
        let sentences = [
            "Clear every board of enemies to win. You lose with your last life.",
            "Walk onto an enemy to stomp it. An enemy that walks onto you dies too, but costs you a life.",
        ];
        sentences.map(str::to_owned).into()
    }

    fn bindings(&self) -> &'static [Binding] {
        self.bindings
    }

    fn readings(&self, world: &World) -> Vec<Reading> {
        let enemies = world.theirs(world.here()).count();
        vec![
            Reading::stat("Lives", world, world.commanded(), Stat::Health),
            Reading::points("Enemies", enemies as i64),
        ]
    }
}

/// Checks an action of the hero.
#[inline(never)] // keeps `check` small, which every monster calls
fn check_command(world: &World, who: ActorId, action: Action) -> Result<(), Refusal> {
    match action {
        Action::Step(way) if PROFILE.neighbours.has(way) => {
            check_way(world, who, world.body(who).at + way)
        }
        Action::Step(_) => Err(Refusal::UnknownHere),
        action => common_actions::check_command(world, who, action),
    }
}

/// Checks a hero's step. A step into a wall, a locked door or beyond the edge of the map is refused, unless an enemy is
/// on the cell (A-3).
fn check_way(world: &World, who: ActorId, to: Point) -> Result<(), Refusal> {
    if world.is_free_for(who, to) {
        return Ok(());
    }
    let cell = world.cell(world.body(who).level, to);
    terrain::check_lock_in(world, cell)?;
    if cell.body().is_some() || terrain::can_clear(world, who, to) {
        Ok(())
    } else {
        Err(Refusal::Blocked)
    }
}

/// Carries out the hero's step: kills an enemy on the cell, then goes there unless the terrain stops the hero (A-3).
fn walk_at(stage: &mut Stage<'_>, who: ActorId, to: Point) {
    if let Some(whom) = stage.body_at(stage.body(who).level, to) {
        stage.emit(Event::Stomped { who, whom });
        combat::kill(stage, whom, who);
    }
    if terrain::can_step(stage, who, to) {
        stage.take(who, to);
        terrain::step(stage, who, to, STEP_RULES);
    }
}

/// Ends the game as lost if the hero has no life left. This test comes before all others (A-3).
fn end_if_hero_died(stage: &mut Stage<'_>) {
    if stage.body(stage.commanded()).stat(Stat::Health) <= 0 {
        stage.end(GameEnd::Lost(stage.fall()));
    }
}

/// Ends the game as lost if the hero has no life left, or as won if no board has an enemy. In a file with goals, the
/// goals decide instead of the enemies (A-3, A-4).
fn end_if_decided(stage: &mut Stage<'_>) {
    end_if_hero_died(stage);
    let is_won = if goals::are_named(stage) {
        goals::are_met(stage)
    } else {
        board_to_play(stage).is_none()
    };
    if is_won {
        stage.end(GameEnd::Won);
    }
}

/// Moves the hero to the next board if this board has no enemies, and no work is left here for the goals of the file.
/// The hero keeps the remaining lives (A-2).
fn enter_next_board(stage: &mut Stage<'_>) {
    let here = stage.here();
    if let Some(next) = board_to_play(stage).filter(|board| *board != here) {
        stage.emit(Event::Cleared { level: here });
        terrain::enter(stage, stage.commanded(), next, STEP_RULES);
        end_if_hero_died(stage); // an item there may take lives
    }
}

/// Returns the first board that has enemies, or on which the goals of the file need the hero. Begins with the hero's
/// board, and wraps around after the last board. `None` if there is no such board.
fn board_to_play(world: &World) -> Option<LevelId> {
    let here = world.here();
    let boards = || world.dungeon().numbered_levels().map(|(id, _)| id);
    let behind = boards().filter(|board| *board >= here);
    let before = boards().filter(|board| *board < here);
    behind
        .chain(before)
        .find(|board| world.theirs(*board).next().is_some() || goals::call_to(world, *board))
}

/// Whether a path leads from the hero to every enemy of a board, over floor, doors, locked doors and boulders (A-2).
/// Enemies that pass walls count as reached.
fn is_open_to_the_hero(world: &World, board: LevelId) -> bool {
    let Some(hero) = world.hero_or_entrance(board) else {
        return true;
    };
    let opens = |p| {
        let feature = world.tile(board, p).feature;
        matches!(feature, Feature::Door(_) | Feature::Boulder(_))
    };
    let lets_in = |p| world.is_valid(board, p) || opens(p);
    let size = world.size(board);
    let mut open = CellSet::new(size);
    for p in size.points().filter(|p| lets_in(*p)) {
        open.insert(p);
    }
    let reached = open.take_connected(hero, PROFILE.neighbours);
    world.theirs(board).all(|who| {
        let body = world.body(who);
        body.through == Through::Walls || reached.contains(body.at)
    })
}
