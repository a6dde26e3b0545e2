//! Explore: the dungeon game in the style of Moria from N. A. B. Gray, *A Beginners' C++*, ch. 29 (E-*).
use std::sync::Arc;

use super::bare::Bare;
use super::keys::{self, STAIRS};
use super::terrain::{self, RoundCount, StepRules};
use super::{
    blows, causes, combat, common_actions, company, goals, luck, pack, sleep, states, throwing,
};
use crate::action::{Action, ActorId, Refusal, Verb};
use crate::ending::{GameEnd, LossCause};
use crate::event::{Event, Missile};
use crate::ruleset::{Ruleset, TimePassed};
use crate::ruleset_face::{Binding, Reading, RulesetFace};
use crate::stage::Stage;
use crate::world::World;
use dungeon_model::dungeon::games::explore::PROFILE;
use dungeon_model::dungeon::{AimedAct, Dungeon, Settings, Side, Stat, Tile};
use dungeon_model::space::geometry::Direction::{self, *};
use dungeon_model::space::geometry::Point;

/// The rules of explore, which have no parameters.
///
/// ```
/// use dungeon::rules::Explore;
/// use dungeon::{Action, Ruleset, Session};
///
/// let session = Session::from_text("map\n#####\n#@.$#\n#####\nend\n")?;
/// let world = session.game().world();
/// assert!(Explore.check(world, world.commanded(), Action::Wait).is_ok());
/// assert!(!Explore.face().goal().is_empty(), "the help says how to win");
/// # Ok::<(), dungeon::LoadError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Explore;

/// Returns the rules of explore, which have no parameters, and have the same keys in every dungeon.
pub fn rules(_: &Settings, _: bool) -> Arc<dyn Ruleset> {
    Arc::new(Explore)
}

/// The verb that casts a bolt of magic, for `Action::DoToward` ([E-13]).
///
/// ```
/// use dungeon::geometry::Direction;
/// use dungeon::rules::CAST;
/// use dungeon::{Action, Session};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut game = Session::from_text("map\n#######\n#@..w$#\n#######\nend\n")?.game().clone();
/// game.step(Action::DoToward(CAST, Direction::East))?;
/// assert!(game.world().ledger().given > 0);
/// # Ok(())
/// # }
/// ```
///
/// [E-13]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-13
pub const CAST: Verb = Verb(0);

/// The manna that a bolt costs (E-13).
pub const BOLT_PRICE: i32 = 8;
/// The health that a bolt takes from a body, for the first to the fourth cell of the bolt's flight (E-13).
pub const BOLT_POWER: [i32; 4] = [8, 4, 2, 1];
/// The number of turns in which the hero regains a point of manna ([E-3]).
///
/// [E-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-3
#[doc(hidden)]
pub const MANNA_EVERY: u32 = 7;

/// In explore, rounds are counted before the monsters act (E-3), and the hero takes every item.
const STEP_RULES: StepRules = StepRules {
    count: RoundCount::BeforeMonsters,
    takes: |_| true,
    rim: PROFILE.rim,
};

const KEYS: &[Binding] = &keys::joined_keys::<19>(&[WAYS, SPELLS, STAIRS]);

const WAYS: &[Binding] = &keys::eight_ways(
    "walk, take, attack",
    "wait and search, or take the item here",
);

const SPELLS: &[Binding] = &[
    spell("cast-north-west", "q", NorthWest),
    spell("cast-north", "w", North),
    spell("cast-north-east", "e", NorthEast),
    spell("cast-west", "a", West),
    spell("cast-east", "d", East),
    spell("cast-south-west", "z", SouthWest),
    spell("cast-south", "x", South),
    spell("cast-south-east", "c", SouthEast),
];

const fn spell(name: &'static str, keys: &'static str, way: Direction) -> Binding {
    let help = "cast (8 manna, or 2 health for each)";
    Binding::new(name, keys, Action::DoToward(CAST, way), help)
}

impl Ruleset for Explore {
    fn base(&self) -> &dyn Ruleset {
        &Bare
    }

    #[inline]
    fn check(&self, world: &World, who: ActorId, action: Action) -> Result<(), Refusal> {
        match world.body(who).side {
            Side::Ours => match action {
                // A step into a wall is allowed, and takes the turn (E-11).
                Action::Step(way) => check_step(world, who, way),
                Action::DoToward(CAST, _) => Ok(()),
                action => check_command(world, who, action),
            },
            Side::Theirs => common_actions::check(world, who, action),
        }
    }

    #[inline]
    fn resolve(&self, stage: &mut Stage<'_>, who: ActorId, action: Action) -> TimePassed {
        match stage.body(who).side {
            Side::Ours => {
                let time = execute(stage, who, action);
                sleep::overhear(stage);
                causes::follow(stage, STEP_RULES);
                return time;
            }
            Side::Theirs => common_actions::grant(stage, who, action),
        }
        sleep::overhear(stage);
        causes::follow(stage, STEP_RULES);
        TimePassed::Turn
    }

    /// Runs causes, lets allies beside the hero join, and restores health and manna ([E-3]). Then ends the game if the
    /// goals of the file are met, or in a file without goals, if nothing is left to collect. If the hero has no health
    /// left at that moment, the game is lost instead.
    ///
    /// [E-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-3
    fn before_monsters(&self, stage: &mut Stage<'_>) {
        causes::follow(stage, STEP_RULES);
        company::greet(stage);
        let hero = stage.commanded();
        let turn = stage.turn();
        if turn.is_multiple_of(3) {
            stage.change(hero, Stat::Health, 1);
        }
        if turn.is_multiple_of(MANNA_EVERY) {
            stage.change(hero, Stat::Manna, 1);
        }
        judge_win(stage);
    }

    /// Lets allies beside the hero join, and ends the game as before and after the monsters' acts.
    fn between_acts(&self, stage: &mut Stage<'_>) {
        company::greet(stage);
        judge_win(stage);
        judge_loss(stage);
    }

    /// Applies harmful terrain and timed states, and spawns offspring. Then ends the game if the hero has no health left
    /// ([E-4]), or if the goals or losses of the file decide it. Otherwise makes recharged items usable ([P-6]).
    ///
    /// [E-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-4
    /// [P-6]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-6
    fn after_monsters(&self, stage: &mut Stage<'_>) {
        terrain::harm_bodies(stage);
        states::pass_round(stage);
        combat::spawn_offspring(stage);
        judge_loss(stage);
        if stage.outcome().is_none() {
            pack::recharge(stage);
        }
    }

    /// Returns a phase that includes the turn modulo 21, because health is restored every 3 turns and manna every 7
    /// turns (E-3).
    fn phase(&self, world: &World) -> u64 {
        let upkeep = u64::from(world.turn() % 21);
        goals::phase(world, common_actions::rhythm(world) << 32 | upkeep)
    }

    fn draws(&self, world: &World) -> bool {
        luck::of_ground(world) || luck::of_their_weapons(world) || luck::of_pulls(world)
    }

    fn face(&self) -> &dyn RulesetFace {
        self
    }

    fn is_of(&self, dungeon: &Dungeon) -> bool {
        dungeon.settings.game == &PROFILE
    }
}

impl RulesetFace for Explore {
    fn base_face(&self) -> &dyn RulesetFace {
        &Bare
    }

    fn is_done_on(&self, action: Action, tile: &Tile) -> bool {
        terrain::is_done_on(action, tile)
    }

    /// Returns the health that a bolt costs: 2 for each missing point of manna ([E-13]).
    ///
    /// [E-13]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-13
    fn price_in_life(&self, world: &World, action: Action) -> i32 {
        let manna = world.body(world.commanded()).stat(Stat::Manna);
        match action {
            Action::DoToward(CAST, _) => BOLT_PRICE.saturating_sub(manna).max(0).saturating_mul(2),
            _ => 0,
        }
    }

    /// Returns the cells of a bolt's flight: up to four cells, ending before the first cell that is not a valid place
    /// ([E-13]). Returns the cells that an aimed item passes, up to the first body ([P-4], [P-7], [P-8]).
    ///
    /// [E-13]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-13
    /// [P-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-4
    /// [P-7]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-7
    /// [P-8]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-8
    fn flight(&self, world: &World, action: Action) -> Vec<(Point, i32)> {
        let hero = world.body(world.commanded());
        let toward = match action {
            Action::DoToward(CAST, toward) => toward,
            Action::Throw(item, to) => {
                let harm = match world.item(item).aimed_act() {
                    Some(AimedAct::Shoot) => hero.stat(Stat::Strength).max(0),
                    Some(AimedAct::Pull) => 0,
                    _ => world.item(item).gives[Stat::Health].saturating_neg(),
                };
                let cells = throwing::flight(world, world.commanded(), item, to);
                return cells.map(|p| (p, harm)).collect();
            }
            _ => return Vec::new(),
        };
        let is_valid = |(p, _): &(Point, i32)| world.is_valid(hero.level, *p);
        bolt_cells(hero.at, toward).take_while(is_valid).collect()
    }

    fn goal(&self) -> Vec<String> {
        vec!["Take every item to win. You lose when you run out of health.".to_owned()]
    }

    fn bindings(&self) -> &'static [Binding] {
        KEYS
    }

    /// Returns health and manna, the turns that the hero's timed states have left, and wealth in a dungeon where the hero
    /// can have any. The classic window always has a box for wealth.
    fn readings(&self, world: &World) -> Vec<Reading> {
        let hero = world.commanded();
        let has_wealth = world.gives_wealth()
            || world.kind(hero).stats[Stat::Wealth] != 0
            || world.body(hero).stat(Stat::Wealth) != 0
            || world.dungeon().is_classic();
        let of = |label, stat| Reading::stat(label, world, hero, stat);
        let states = world.states_of(hero).iter();
        let states = states.map(|(state, turns)| Reading::points(state.label(), turns.into()));
        [of("Health", Stat::Health), of("Manna", Stat::Manna)]
            .into_iter()
            .chain(states)
            .chain(has_wealth.then(|| of("Wealth", Stat::Wealth)))
            .collect()
    }
}

/// Ends the game if the goals of the file are met, or in a file without goals, if nothing is left to collect. If the
/// hero has no health left, the game is lost instead.
fn judge_win(stage: &mut Stage<'_>) {
    let is_won = if goals::are_named(stage) {
        goals::are_met(stage)
    } else {
        stage.collectables() == 0
    };
    if is_won {
        let is_alive = stage.body(stage.commanded()).stat(Stat::Health) > 0;
        stage.end(if is_alive {
            GameEnd::Won
        } else {
            GameEnd::Lost(stage.fall())
        });
    }
}

/// Ends the game if the hero has no health left, or if the goals or losses of the file decide it.
fn judge_loss(stage: &mut Stage<'_>) {
    if stage.body(stage.commanded()).stat(Stat::Health) <= 0 {
        stage.end(GameEnd::Lost(stage.fall()));
    }
    goals::judge(stage);
}

/// Performs an action of the hero that `check_command` allowed.
#[inline(never)] // keeps `resolve` small, which is inlined into the loop over all monsters
fn execute(stage: &mut Stage<'_>, who: ActorId, action: Action) -> TimePassed {
    match action {
        Action::Step(way) => walk_at(stage, who, stage.body(who).at + way),
        Action::DoToward(_, way) => cast(stage, who, way),
        Action::Throw(item, to) => throwing::aim(stage, who, item, to),
        action => return common_actions::execute(stage, who, action, STEP_RULES),
    }
    TimePassed::Turn
}

/// Performs the hero's step (E-11). A disguised body on the cell shows itself, and nothing else happens (M-7).
/// Otherwise the hero takes the item on the cell. Then the hero attacks the foe there and stays, or meets another body
/// (M-5). Without a body there, the hero opens a door, walks or bumps.
fn walk_at(stage: &mut Stage<'_>, who: ActorId, to: Point) {
    if sleep::touch(stage, to) {
        return;
    }
    let level = stage.body(who).level;
    stage.take(who, to);
    match stage.body_at(level, to) {
        Some(whom) if stage.is_foe(whom) => blows::strike(stage, who, whom),
        Some(whom) => company::meet(stage, who, whom, STEP_RULES),
        None => terrain::step(stage, who, to, STEP_RULES),
    }
}

/// Checks a hero's step. Not inlined, so that `check` stays small: it runs for every action of every monster.
#[inline(never)]
fn check_step(world: &World, who: ActorId, way: Direction) -> Result<(), Refusal> {
    let hero = world.body(who);
    let cell = world.cell(hero.level, hero.at + way);
    match cell.body() {
        Some(whom) => company::check_meeting(world, who, whom),
        None => terrain::check_lock_in(world, cell),
    }
}

/// Checks any other action of the hero except a bolt.
#[inline(never)] // as for `check_step`
fn check_command(world: &World, who: ActorId, action: Action) -> Result<(), Refusal> {
    match action {
        Action::Throw(item, to) => throwing::check(world, who, item, to),
        action => common_actions::check_command(world, who, action),
    }
}

/// Casts a bolt (E-13). The hero pays first, with 2 health for each missing point of manna. Then the bolt flies up to
/// four cells, through monsters, and ends before a cell that is not a valid place.
fn cast(stage: &mut Stage<'_>, who: ActorId, toward: Direction) {
    stage.emit(Event::Cast { who, toward });
    stage.change(who, Stat::Manna, -BOLT_PRICE);
    let manna = stage.body(who).stat(Stat::Manna);
    if manna < 0 {
        // Two changes, because doubling a huge debt in one change would saturate (X-5).
        stage.change_by(who, Stat::Health, manna, LossCause::Magic);
        stage.change_by(who, Stat::Health, manna, LossCause::Magic);
    }
    while stage.body(who).stat(Stat::Manna) < 0 {
        let debt = stage.body(who).stat(Stat::Manna);
        stage.change(who, Stat::Manna, debt.saturating_neg());
    }
    let level = stage.body(who).level;
    for (over, power) in bolt_cells(stage.body(who).at, toward) {
        if !stage.is_valid(level, over) {
            return;
        }
        stage.emit(Event::Flew {
            who,
            level,
            over,
            missile: Missile::Bolt(toward),
        });
        if let Some(whom) = stage.body_at(level, over) {
            combat::wound(stage, whom, power, who);
        }
    }
}

/// Iterates over the four cells in front of a caster, nearest first, each with the health that a bolt takes from a body
/// there.
fn bolt_cells(from: Point, toward: Direction) -> impl Iterator<Item = (Point, i32)> {
    let ahead = std::iter::successors(Some(from + toward), move |p| Some(*p + toward));
    ahead.zip(BOLT_POWER)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dungeon_model::dungeon::games::explore::PROFILE;

    #[test]
    fn e13_what_is_said_of_a_bolt_is_what_it_takes() {
        let takes = BOLT_POWER.map(|power| power.to_string()).join(", ");
        let said = PROFILE.terms.bolt;
        assert!(said.contains(&format!("does {takes} damage")), "{said}");
    }
}
