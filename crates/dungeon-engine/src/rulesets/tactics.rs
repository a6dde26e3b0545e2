//! Tactics: wizards and ghosts move in turns (K-*). The player chooses cells: an empty cell to go there, a ghost to
//! shoot at, or another wizard to command. Ghosts are ordinary monsters with two acts a turn.
use std::sync::Arc;

use super::bare::Bare;
use super::terrain::{self, RoundCount, StepRules};
use super::{causes, combat, common_actions, goals, luck};
use crate::action::{Action, ActorId, Refusal, Verb};
use crate::ending::GameEnd;
use crate::event::Event;
use crate::ruleset::{Ruleset, TimePassed};
use crate::ruleset_face::{Binding, Forecast, Pointing, Reading, RulesetFace, ShotTarget};
use crate::stage::Stage;
use crate::world::World;
use dungeon_model::dungeon::games::tactics::PROFILE;
use dungeon_model::dungeon::{Dungeon, Feature, ItemKind, LevelId, Rim, Settings, Side, Stat};
use dungeon_model::space::geometry::{Point, Region};
use dungeon_model::space::reach::Reach;
use dungeon_model::space::route::route;

/// The rules of tactics, which have no parameters.
///
/// ```
/// use dungeon::Session;
/// use dungeon::geometry::at;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let battle = "rules tactics\nmap\n########\n#@....G#\n########\nend\n";
/// let mut game = Session::from_text(battle)?;
/// game.press("ll<Enter>")?; // points two cells to the right, and goes there
/// let world = game.game().world();
/// assert_eq!(world.body(world.commanded()).at, at(3, 1));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Tactics;

/// Returns the rules of tactics, which have no parameters, and have the same keys in every dungeon.
pub fn rules(_: &Settings, _: bool) -> Arc<dyn Ruleset> {
    Arc::new(Tactics)
}

/// The verb that ends the turn, for `Action::Do`: the ghosts act, and then all units get their points back ([K-10]).
///
/// [K-10]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-10
///
/// ```
/// use dungeon::rules::END_TURN;
/// use dungeon::{Action, Session};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let battle = "rules tactics\nmap\n########\n#@....G#\n########\nend\n";
/// let mut game = Session::from_text(battle)?.game().clone();
/// game.step(Action::Do(END_TURN))?;
/// assert_eq!(game.world().turn(), 1);
/// # Ok(())
/// # }
/// ```
pub const END_TURN: Verb = Verb(0);
/// The verb that commands the next unit in file order, for `Action::Do` ([K-4]).
///
/// ```
/// use dungeon::game::ActorId;
/// use dungeon::rules::NEXT_UNIT;
/// use dungeon::{Action, Session};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let battle = "rules tactics\nmap\n########\n#@....G#\n#@.....#\n########\nend\n";
/// let mut game = Session::from_text(battle)?.game().clone();
/// game.step(Action::Do(NEXT_UNIT))?;
/// assert_eq!(game.world().commanded(), ActorId(1));
/// # Ok(())
/// # }
/// ```
///
/// [K-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-4
pub const NEXT_UNIT: Verb = Verb(1);
/// The verb that commands the previous unit in file order, for `Action::Do` ([K-4]).
///
/// [K-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-4
pub const PREVIOUS_UNIT: Verb = Verb(2);

/// In tactics, turns are counted before the ghosts act, and a unit takes any item on the cell where its move ends.
const STEP_RULES: StepRules = StepRules {
    count: RoundCount::BeforeMonsters,
    takes: |_: &ItemKind| true,
    rim: PROFILE.rim,
};

const KEYS: &[Binding] = &[
    Binding::new(
        "next-unit",
        "<Tab> <mouse-forward> <wheel-down>",
        Action::Do(NEXT_UNIT),
        "command the next wizard",
    ),
    Binding::new(
        "previous-unit",
        "<S-Tab> <mouse-back> <wheel-up>",
        Action::Do(PREVIOUS_UNIT),
        "command the previous wizard",
    ),
    Binding::new("end-turn", "<Space>", Action::Do(END_TURN), "end the turn"),
];

impl Ruleset for Tactics {
    fn base(&self) -> &dyn Ruleset {
        &Bare
    }

    /// Gives every unit its action points ([K-10]). Then checks whether the game is already over, because scatters may
    /// have placed nothing.
    ///
    /// [K-10]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-10
    fn opening(&self, stage: &mut Stage<'_>) {
        restore_points(stage);
        end_if_decided(stage);
    }

    fn check(&self, world: &World, who: ActorId, action: Action) -> Result<(), Refusal> {
        match world.body(who).side {
            Side::Ours => check_command(world, who, action),
            Side::Theirs => common_actions::check(world, who, action),
        }
    }

    fn resolve(&self, stage: &mut Stage<'_>, who: ActorId, action: Action) -> TimePassed {
        let passes = match stage.body(who).side {
            Side::Ours => execute(stage, who, action),
            Side::Theirs => {
                common_actions::grant(stage, who, action);
                TimePassed::Nothing
            }
        };
        causes::follow(stage, STEP_RULES);
        end_if_decided(stage);
        passes
    }

    /// Runs the causes that wait for the beginning of the turn.
    fn before_monsters(&self, stage: &mut Stage<'_>) {
        causes::follow(stage, STEP_RULES);
    }

    /// Lists each monster as often as it acts: its action points, times the number of acts that its speed gives in this
    /// round ([K-12]).
    ///
    /// [K-12]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-12
    fn order(&self, world: &World, out: &mut Vec<ActorId>) {
        let round = world.round();
        for who in world.theirs(world.here()) {
            let kind = world.kind(who);
            let acts = kind.acts_in(round).saturating_mul(kind.points);
            out.extend(std::iter::repeat_n(who, acts as usize));
        }
    }

    fn acts_in(&self, world: &World, who: ActorId, nth: u32) -> u32 {
        let kind = world.kind(who);
        let acts = kind.acts_in(world.round().saturating_add(nth));
        acts.saturating_mul(kind.points)
    }

    fn steps_of_an_act(&self, world: &World, who: ActorId) -> u32 {
        world.kind(who).range
    }

    /// Spawns offspring, restores the units' action points ([K-10]), and ends the game if it is decided.
    ///
    /// [K-10]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-10
    fn after_monsters(&self, stage: &mut Stage<'_>) {
        combat::spawn_offspring(stage);
        restore_points(stage);
        end_if_decided(stage);
        goals::judge(stage);
    }

    fn phase(&self, world: &World) -> u64 {
        goals::phase(world, common_actions::rhythm(world))
    }

    fn draws(&self, world: &World) -> bool {
        luck::of_ground(world) || luck::of_their_weapons(world) || luck::of_our_weapons(world)
    }

    fn rim(&self) -> Rim {
        STEP_RULES.rim
    }

    fn face(&self) -> &dyn RulesetFace {
        self
    }

    fn is_of(&self, dungeon: &Dungeon) -> bool {
        dungeon.settings.game == &PROFILE
    }
}

impl RulesetFace for Tactics {
    fn base_face(&self) -> &dyn RulesetFace {
        &Bare
    }

    fn goal(&self) -> Vec<String> {
        let sentences = [
            "Defeat every ghost to win. In a game that begins without ghosts, take every item instead.",
            "You lose when no wizard is left.",
            "A wizard has two action points a turn, unless noted otherwise: a move costs one, and so does a shot.",
            "The ghosts act when you end the turn.",
            "A wizard takes items where its move ends, not on the way.",
            "Your wizards can't walk through slime: shoot it away.",
        ];
        sentences.map(str::to_owned).into()
    }

    fn bindings(&self) -> &'static [Binding] {
        KEYS
    }

    /// Returns the action points, the health and the ammo of the commanded unit ([K-10]).
    ///
    /// [K-10]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-10
    fn readings(&self, world: &World) -> Vec<Reading> {
        [
            ("Points", Stat::Ap),
            ("Health", Stat::Health),
            ("Ammo", Stat::Ammo),
        ]
        .map(|(label, stat)| Reading::stat(label, world, world.commanded(), stat))
        .into()
    }

    /// Whether an event is animated: shots, bursts, and every step of a walk ([X-9], [K-6]).
    ///
    /// [X-9]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-9
    /// [K-6]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-6
    fn is_shown(&self, event: &Event) -> bool {
        matches!(
            event,
            Event::Flew { .. } | Event::Moved { .. } | Event::Burst { .. }
        )
    }

    fn pointing(&self) -> Option<&dyn Pointing> {
        Some(self)
    }

    /// Returns the numbers of the battle: turns, shots, hits, damage and items ([K-14]).
    ///
    /// [K-14]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-14
    fn statistics(&self, world: &World) -> Vec<Reading> {
        let ledger = world.ledger();
        [
            ("Turns", ledger.turns),
            ("Shots", ledger.shots),
            ("Hits", ledger.hits()),
            ("Damage dealt", ledger.given),
            ("Damage taken", ledger.taken),
            ("Items taken", ledger.items),
        ]
        .map(|(label, count)| Reading::points(label, count.into()))
        .into()
    }
}

impl Pointing for Tactics {
    /// Returns the action that a cell stands for: commanding the unit there, shooting at the monster or slime there, or
    /// else going there ([K-4], [K-11]).
    ///
    /// [K-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-4
    /// [K-11]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-11
    fn pointed(&self, world: &World, at: Point) -> Option<Action> {
        let here = world.here();
        let pool = matches!(world.tile(here, at).feature, Feature::Pool(_));
        match world.body_at(here, at) {
            Some(who) if world.body(who).side == Side::Ours => Some(Action::Command(who)),
            Some(who) => Some(Action::Shoot(who)),
            None if pool => Some(Action::ShootAt(at)),
            None => Some(Action::Go(at)),
        }
    }

    fn choices(&self, world: &World) -> Vec<Point> {
        let here = world.here();
        let has_target = |p: &Point| {
            let cell = world.cell(here, *p);
            let is_slime = || matches!(world.dungeon().tile(cell.tile).feature, Feature::Pool(_));
            cell.body().is_some() || is_slime()
        };
        let around = in_reach(world, world.commanded());
        let around = around.into_iter().flat_map(Region::points);
        let ours = world.ours().map(|who| world.body(who));
        let ours = ours.filter(|body| body.level == here).map(|body| body.at);
        let mut cells: Vec<Point> = around.filter(has_target).chain(ours).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    fn when_spent(&self, world: &World) -> Action {
        let mut others = world.ours().filter(|who| *who != world.commanded());
        if others.any(|who| check_points(world, who).is_ok()) {
            Action::Do(NEXT_UNIT)
        } else {
            Action::Do(END_TURN)
        }
    }

    fn end_of_turn(&self) -> Action {
        Action::Do(END_TURN)
    }

    fn range(&self, world: &World) -> Vec<Point> {
        if can_act(world) {
            reach(world, world.commanded()).points().collect()
        } else {
            Vec::new()
        }
    }

    fn fire(&self, world: &World) -> Vec<Point> {
        let who = world.commanded();
        let around = in_reach(world, who).into_iter().flat_map(Region::points);
        let in_fire = around.filter(|p| world.is_in_fire(who, *p));
        in_fire.filter(|_| world.outcome().is_none()).collect()
    }

    fn targets(&self, world: &World) -> Vec<ShotTarget> {
        let theirs = world.theirs(world.here()).map(|who| world.body(who).at);
        let mut targets: Vec<ShotTarget> = theirs
            .filter_map(|at| {
                let forecast = self.forecast(world, at)?;
                Some(ShotTarget { at, forecast })
            })
            .collect();
        targets.sort_unstable_by_key(|target| target.at);
        targets
    }

    fn forecast(&self, world: &World, at: Point) -> Option<Forecast> {
        let who = world.commanded();
        let weapon = world.kind(who).weapon?;
        let action = self.pointed(world, at)?;
        let is_shot = matches!(action, Action::Shoot(_) | Action::ShootAt(_));
        let is_allowed = world.outcome().is_none() && check_command(world, who, action).is_ok();
        (is_shot && is_allowed).then(|| Forecast {
            chance: weapon.chance(world.body(who).at.chebyshev(at)),
            damage: weapon.damage,
        })
    }

    fn route(&self, world: &World, to: Point) -> Vec<Point> {
        let who = world.commanded();
        if can_act(world) && is_in_range(world, who, to) {
            way(world, who, to)
        } else {
            Vec::new()
        }
    }
}

/// Returns the cells that a body can reach with one move, including its own ([K-2]).
///
/// ```
/// use dungeon::Session;
/// use dungeon::geometry::at;
///
/// let battle = "rules tactics\nmap\n########\n#@....G#\n########\nend\n";
/// let session = Session::from_text(battle)?;
/// let world = session.game().world();
/// let ours = dungeon::rules::reach(world, world.commanded());
/// assert!(ours.points().any(|p| p == at(3, 1)));
/// # Ok::<(), dungeon::LoadError>(())
/// ```
///
/// # Panics
///
/// If the world has no such body.
///
/// [K-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-2
pub fn reach(world: &World, who: ActorId) -> Reach {
    let body = world.body(who);
    let (map, lookup) = (world.size(body.level), world.lookup(body.level));
    // Most cells are free, and the borrowed tables say so at once.
    let lets_in = |p| lookup.is_free(body, who, p) || terrain::admits_hero(world, who, p);
    Reach::new(body.at, world.kind(who).range, map, lets_in)
}

/// Whether `reach` contains a cell. Does not compute the whole reach.
fn is_in_range(world: &World, who: ActorId, to: Point) -> bool {
    let body = world.body(who);
    let map = world.size(body.level);
    let lets_in = |p| terrain::admits_hero(world, who, p);
    Reach::leads_to(body.at, to, world.kind(who).range, map, lets_in)
}

/// Returns the cells of a body's route to a cell, in walking order, without the body's own cell (K-6); empty if there
/// is no route.
fn way(world: &World, who: ActorId, to: Point) -> Vec<Point> {
    let lets_in = |p| terrain::admits_hero(world, who, p);
    let body = world.body(who);
    let found = route(world.size(body.level), body.at, to, lets_in);
    found.map_or_else(Vec::new, |route| route.cells)
}

/// Returns the square of cells that are within reach of a body's weapon, clipped to the level; `None` for a body
/// without a weapon.
fn in_reach(world: &World, who: ActorId) -> Option<Region> {
    let (body, weapon) = (world.body(who), world.kind(who).weapon?);
    let map = world.size(body.level).region();
    Some(Region::around(body.at, weapon.reach as i32).clipped(map))
}

/// Whether the game goes on and the commanded unit has action points left (K-10).
fn can_act(world: &World) -> bool {
    world.outcome().is_none() && check_points(world, world.commanded()).is_ok()
}

fn check_points(world: &World, who: ActorId) -> Result<(), Refusal> {
    match world.body(who).stat(Stat::Ap) {
        1.. => Ok(()),
        _ => Err(Refusal::NoPoints),
    }
}

/// Checks an action of the player.
fn check_command(world: &World, who: ActorId, action: Action) -> Result<(), Refusal> {
    match action {
        Action::Do(END_TURN) => Ok(()),
        Action::Do(NEXT_UNIT | PREVIOUS_UNIT) => match world.ours().nth(1) {
            Some(_) => Ok(()),
            None => Err(Refusal::NobodyElse),
        },
        Action::Command(unit) => match world.body(unit).side {
            Side::Ours => Ok(()),
            Side::Theirs => Err(Refusal::NotYours),
        },
        Action::Go(to) => check_move(world, who, to),
        Action::Shoot(whom) if world.body(whom).side == Side::Theirs => {
            check_shot(world, who, world.body(whom).at)
        }
        Action::ShootAt(at) => match world.tile(world.body(who).level, at).feature {
            Feature::Pool(_) => check_shot(world, who, at),
            _ => Err(Refusal::NobodyThere),
        },
        Action::Idle => Err(Refusal::NoHurry),
        _ => Err(Refusal::UnknownHere),
    }
}

/// Checks that a unit can go to a cell. The cell must be in range and not the unit's own, and the unit must have an
/// action point (K-2, K-10).
fn check_move(world: &World, who: ActorId, to: Point) -> Result<(), Refusal> {
    if to == world.body(who).at {
        return Err(Refusal::AlreadyThere);
    }
    check_points(world, who)?;
    if is_in_range(world, who, to) {
        Ok(())
    } else {
        Err(Refusal::OutOfRange)
    }
}

/// Checks that a unit can shoot at a cell. The unit must have an action point and ammo, and the cell must be in reach
/// with a clear line (K-10, K-11).
fn check_shot(world: &World, who: ActorId, at: Point) -> Result<(), Refusal> {
    check_points(world, who)?;
    if world.body(who).stat(Stat::Ammo) <= 0 {
        return Err(Refusal::NoAmmo);
    }
    combat::check_fire(world, who, at)
}

/// Performs an action of the player that `check_command` allowed.
fn execute(stage: &mut Stage<'_>, who: ActorId, action: Action) -> TimePassed {
    match action {
        Action::Do(END_TURN) => return TimePassed::Turn,
        Action::Do(NEXT_UNIT) => command_next(stage, CycleDirection::Ahead),
        Action::Do(PREVIOUS_UNIT) => command_next(stage, CycleDirection::Back),
        Action::Command(unit) => command(stage, unit),
        Action::Go(to) => walk(stage, who, to),
        Action::Shoot(whom) => {
            let nth = spend(stage, who);
            stage.change(who, Stat::Ammo, -1);
            combat::shoot(stage, who, whom, nth);
        }
        Action::ShootAt(at) => {
            let nth = spend(stage, who);
            stage.change(who, Stat::Ammo, -1);
            combat::shoot_slime(stage, who, at, nth);
        }
        _ => {}
    }
    TimePassed::Nothing
}

/// Spends one action point of a unit. Returns the number of points that the unit spent earlier this turn. Draws use
/// this number as a key, so that each shot has its own random draw (X-3).
fn spend(stage: &mut Stage<'_>, who: ActorId) -> u32 {
    let spent = i64::from(stage.kind(who).points) - i64::from(stage.body(who).stat(Stat::Ap));
    stage.change(who, Stat::Ap, -1);
    u32::try_from(spent).unwrap_or(0)
}

/// Walks a unit to a cell, cell by cell (K-6). The unit takes an item, reads a sign or springs a trap only where the
/// move ends (K-13).
fn walk(stage: &mut Stage<'_>, who: ActorId, to: Point) {
    let cells = way(stage, who, to);
    spend(stage, who);
    for cell in cells {
        terrain::walk_unharmed(stage, who, cell);
    }
    stage.take(who, to);
    terrain::step_on(stage, who, STEP_RULES);
}

/// The direction in which the player cycles through the units, in file order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CycleDirection {
    Ahead,
    Back,
}

/// Commands the next living unit in a direction, wrapping around at the end (K-4).
fn command_next(stage: &mut Stage<'_>, onward: CycleDirection) {
    let now = stage.commanded();
    let ours: Vec<ActorId> = stage.ours().collect();
    let next = match onward {
        CycleDirection::Ahead => ours.iter().find(|who| **who > now).or(ours.first()),
        CycleDirection::Back => ours.iter().rev().find(|who| **who < now).or(ours.last()),
    };
    if let Some(next) = next {
        command(stage, *next);
    }
}

fn command(stage: &mut Stage<'_>, who: ActorId) {
    if stage.commanded() != who {
        stage.emit(Event::Commanded { who });
    }
}

/// Restores all action points of every unit (K-10).
fn restore_points(stage: &mut Stage<'_>) {
    let ours: Vec<ActorId> = stage.ours().collect();
    for who in ours {
        let missing = stage.kind(who).points as i32 - stage.body(who).stat(Stat::Ap);
        stage.change(who, Stat::Ap, missing);
    }
}

/// Ends the game if it is won, lost or both at once (K-14). Otherwise, if the commanded unit is dead, commands the next
/// unit.
fn end_if_decided(stage: &mut Stage<'_>) {
    let is_lost = stage.ours().next().is_none();
    match (is_won(stage), is_lost) {
        (true, true) => stage.end(GameEnd::Drawn(stage.fall())),
        (true, false) => stage.end(GameEnd::Won),
        (false, true) => stage.end(GameEnd::Lost(stage.fall())),
        (false, false) if !stage.body(stage.commanded()).alive => {
            command_next(stage, CycleDirection::Ahead);
        }
        (false, false) => {}
    }
}

/// Whether the game is won. In a file with goals, the goals decide. Otherwise all monsters must be dead; in a game that
/// never had a monster, all items must be taken.
fn is_won(world: &World) -> bool {
    if goals::are_named(world) {
        return goals::are_met(world);
    }
    let mut bodies = world.bodies().iter();
    if !bodies.any(|body| body.side == Side::Theirs) {
        return world.collectables() == 0;
    }
    let mut levels = world.dungeon().numbered_levels().map(|(id, _)| id);
    !levels.any(|level: LevelId| world.theirs(level).next().is_some())
}
