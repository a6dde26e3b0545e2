//! Siege: the rules of the game Horde (S-*). The hero lives by gold, cows are items of the herd, and fences are
//! terrain. Hordlings are ordinary monsters: their minds choose actions, and the rules here decide the results.
use std::cmp::Reverse;
use std::sync::Arc;

use super::bare::Bare;
use super::fences::{self, fence_at};
use super::keys::{self, STAIRS};
use super::spawn_wave::{pairs_of_year, spawn_wave};
use super::terrain::{self, RoundCount, StepRules};
use super::{causes, combat, common_actions, goals};
use crate::action::{Action, ActorId, Refusal, Verb};
use crate::ending::{GameEnd, LossCause};
use crate::event::{AtTerrain, Event};
use crate::ruleset::{Ruleset, TimePassed};
use crate::ruleset_face::{Binding, PeriodForecast, Reading, RulesetFace};
use crate::stage::Stage;
use crate::world::World;
use dungeon_model::dungeon::games::siege::{self, PROFILE, SiegeSettings};
use dungeon_model::dungeon::grammar::nouns::number_of;
use dungeon_model::dungeon::{
    Dungeon, Feature, ItemId, LevelId, Rim, Settings, Side, Stat, Tile, TileId,
};
use dungeon_model::space::geometry::Point;
use dungeon_model::space::narrow::count;

/// The rules of siege, with the parameters of a file.
///
/// ```
/// use dungeon::Session;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let field = "rules siege gold=50\nmap\n.....\n.....\n..@..\n.....\n.....\nend\n";
/// let mut game = Session::from_text(field)?;
/// game.press("c")?;
/// let readings = game.game().rules().face().readings(game.game().world());
/// assert_eq!((readings[0].label, readings[0].value), ("$", 30), "a cow costs 20");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Siege {
    rules: SiegeSettings,
    bindings: &'static [Binding],
}

/// Returns the rules of siege with these parameters. The rules have keys for stairs if `has_stairs` is `true`.
pub fn rules(settings: &Settings, has_stairs: bool) -> Arc<dyn Ruleset> {
    Arc::new(Siege {
        rules: SiegeSettings::from_settings(settings),
        bindings: if has_stairs {
            const { &keys::joined_keys::<14>(&[WAYS, VERBS, STAIRS]) }
        } else {
            const { &keys::joined_keys::<12>(&[WAYS, VERBS]) }
        },
    })
}

/// The verb that buys a cow, for `Action::Do` ([S-11]).
///
/// ```
/// use dungeon::rules::{BUILD_FENCE, BUY_COW};
/// use dungeon::{Action, Session};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let field = "rules siege gold=50\nmap\n.....\n.....\n..@..\n.....\n.....\nend\n";
/// let mut game = Session::from_text(field)?.game().clone();
/// game.step(Action::Do(BUY_COW))?;
/// assert!(game.check(Action::Do(BUILD_FENCE)).is_err(), "a cow is here already");
/// # Ok(())
/// # }
/// ```
///
/// [S-11]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#s-11
pub const BUY_COW: Verb = Verb(0);
/// The verb that builds a fence, for `Action::Do` ([S-11]).
///
/// [S-11]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#s-11
pub const BUILD_FENCE: Verb = Verb(1);
/// The verb that skips to the end of the season, for `Action::Do` ([S-11]).
///
/// [S-11]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#s-11
pub const SKIP: Verb = Verb(2);

/// In siege, turns are counted after the hordlings have acted (S-2), and the hero takes no cows (S-10).
const STEP_RULES: StepRules = StepRules {
    count: RoundCount::AfterMonsters,
    takes: |item| !item.herd,
    rim: PROFILE.rim,
};

const WAYS: &[Binding] = &keys::eight_ways(
    "walk, raise a fence, hit a hordling and step to where it dies",
    "wait a turn",
);

const VERBS: &[Binding] = &[
    Binding::new(
        "buy-cow",
        "c",
        Action::Do(BUY_COW),
        "buy a cow for the cell where you stand",
    ),
    Binding::new(
        "build-fence",
        "f",
        Action::Do(BUILD_FENCE),
        "build a fence where you stand; at strength 3 it hurts attackers",
    ),
    Binding::new(
        "skip-season",
        "s",
        Action::Do(SKIP),
        "skip the season: monsters act once; on its first turn, only wait",
    ),
];

impl Ruleset for Siege {
    fn base(&self) -> &dyn Ruleset {
        &Bare
    }

    /// Gives the hero the starting gold, sets the number of the first turn, and begins this turn ([S-2]).
    ///
    /// [S-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#s-2
    fn opening(&self, stage: &mut Stage<'_>) {
        stage.change(stage.commanded(), Stat::Wealth, self.rules.gold);
        if self.rules.turn > 0 {
            stage.emit(Event::TurnBegan {
                turn: self.rules.turn,
            });
        }
        self.begin_turn(stage);
    }

    fn check(&self, world: &World, who: ActorId, action: Action) -> Result<(), Refusal> {
        let body = world.body(who);
        match (body.side, action) {
            (Side::Ours, action) => self.check_command(world, who, action),
            (Side::Theirs, Action::Step(way)) => check_prowl(world, who, body.at + way),
            (Side::Theirs, Action::Attack(whom)) => check_blow(world, who, whom),
            (Side::Theirs, wish) => common_actions::check(world, who, wish),
        }
    }

    fn resolve(&self, stage: &mut Stage<'_>, who: ActorId, action: Action) -> TimePassed {
        let here = stage.body(who).at;
        match (stage.body(who).side, action) {
            (Side::Ours, Action::Step(way)) => self.walk_at(stage, who, here + way),
            (Side::Ours, Action::Do(verb)) => self.execute_verb(stage, who, verb),
            (Side::Ours, Action::Wait) => terrain::search(stage, who),
            // An idle round counts as a turn, in which the hero does nothing.
            (Side::Ours, _) => {}
            (Side::Theirs, Action::Step(way)) => prowl(stage, who, here + way),
            (Side::Theirs, Action::Attack(whom)) => blow(stage, who, whom),
            (Side::Theirs, wish) => common_actions::grant(stage, who, wish),
        }
        causes::follow(stage, STEP_RULES);
        TimePassed::Turn
    }

    /// Lists the hordlings by their cells: from the bottom row to the top, and from right to left in each row ([S-20]).
    ///
    /// [S-20]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#s-20
    fn order(&self, world: &World, out: &mut Vec<ActorId>) {
        for who in world.theirs(world.here()) {
            let acts = self.acts_in(world, who, 1);
            out.extend(std::iter::repeat_n(who, acts as usize));
        }
        out.sort_unstable_by_key(|who| Reverse(world.body(*who).at));
    }

    fn acts_in(&self, world: &World, who: ActorId, nth: u32) -> u32 {
        // The first turn is turn 0.
        world.kind(who).acts_in(world.turn().saturating_add(nth))
    }

    fn counts_turns_late(&self) -> bool {
        true
    }

    /// Spawns offspring, counts the turn and begins the next one ([S-2]). Then runs causes, and checks the file's
    /// losses.
    ///
    /// [S-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#s-2
    fn after_monsters(&self, stage: &mut Stage<'_>) {
        combat::spawn_offspring(stage);
        stage.count_turn();
        self.begin_turn(stage);
        causes::follow(stage, STEP_RULES);
        goals::judge(stage);
    }

    fn rim(&self) -> Rim {
        STEP_RULES.rim
    }

    fn face(&self) -> &dyn RulesetFace {
        self
    }

    fn is_of(&self, dungeon: &Dungeon) -> bool {
        dungeon.settings.game == &PROFILE
            && self.rules == SiegeSettings::from_settings(&dungeon.settings)
    }
}

impl RulesetFace for Siege {
    fn base_face(&self) -> &dyn RulesetFace {
        &Bare
    }

    fn is_done_on(&self, action: Action, tile: &Tile) -> bool {
        terrain::is_done_on(action, tile)
    }

    /// Returns `false` for the outermost ring, which the hero cannot enter, and for cows, which block the way ([S-10]).
    ///
    /// [S-10]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#s-10
    fn can_cross(&self, world: &World, p: Point) -> bool {
        let here = world.here();
        !is_on_the_ring(world, here, p) && !has_a_cow(world, here, p)
    }

    fn goal(&self) -> Vec<String> {
        let SiegeSettings {
            goal,
            season,
            profit,
            cow,
            fence,
            year,
            ..
        } = self.rules;
        vec![
            format!("Own {goal} gold ($) to win; a turn begun in debt loses."),
            format!(
                "A season begins every {season} turns (T: left): each cow brings {profit} gold, and hordlings arrive at the \
                 edge. A year has {}. In year 3, up to 3 pairs arrive each season, of strength 1 to 3.",
                number_of(year.into(), "season")
            ),
            "They eat cows, rob you and weaken fences by 1.".to_owned(),
            "You hit for 1.".to_owned(),
            format!("A cow costs {cow}, a fence {fence}, raising it {fence}."),
        ]
    }

    fn bindings(&self) -> &'static [Binding] {
        self.bindings
    }

    /// Returns the hero's gold, with the goal as its maximum, and the number of turns left in the season ([S-30]).
    ///
    /// [S-30]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#s-30
    fn readings(&self, world: &World) -> Vec<Reading> {
        let gold = world.body(world.commanded()).stat(Stat::Wealth);
        let turns = self.turns_of_season_left(world);
        let goal = i64::from(self.rules.goal);
        let purse = Reading {
            most: world.dungeon().goals().is_empty().then_some(goal),
            ..Reading::points("$", i64::from(gold))
        };
        vec![purse, Reading::points("T", i64::from(turns))]
    }

    fn turns_left(&self, world: &World) -> Option<u32> {
        Some(self.turns_of_season_left(world))
    }

    fn next_period(&self, world: &World) -> Option<PeriodForecast> {
        let season = self.season(world).saturating_add(1);
        let pairs = self.pairs(season);
        Some(PeriodForecast {
            number: season.saturating_add(1),
            pay: self.pay(cows(world)),
            newcomers: 2 * pairs,
            strength: pairs,
        })
    }
}

impl Siege {
    /// Returns the number of the season, from 0.
    fn season(&self, world: &World) -> u32 {
        world.turn() / self.rules.season
    }

    /// Returns the number of pairs of hordlings of a season, counted from 0; also their maximum strength (S-3).
    fn pairs(&self, season: u32) -> u32 {
        pairs_of_year(season / self.rules.year)
    }

    /// Returns the gold that a herd brings when a season begins (S-2).
    fn pay(&self, herd: u32) -> i64 {
        i64::from(self.rules.profit).saturating_mul(herd.into())
    }

    /// Returns the number of turns of the season that have passed.
    fn turn_of_season(&self, world: &World) -> u32 {
        world.turn() % self.rules.season
    }

    /// Returns the number of turns until the next season, including the current turn (S-30).
    fn turns_of_season_left(&self, world: &World) -> u32 {
        self.rules.season - self.turn_of_season(world)
    }

    /// Begins a turn. First starts a season, if this is the first turn of a season. Then ends the game if the hero's
    /// gold is below 0, or has reached the goal (S-2).
    fn begin_turn(&self, stage: &mut Stage<'_>) {
        if self.turn_of_season(stage) == 0 {
            self.begin_season(stage);
        }
        let gold = stage.body(stage.commanded()).stat(Stat::Wealth);
        if gold < 0 {
            stage.end(GameEnd::Lost(stage.fall()));
        } else if gold >= self.rules.goal {
            stage.end(GameEnd::Won);
        }
    }

    fn begin_season(&self, stage: &mut Stage<'_>) {
        let season = self.season(stage);
        let year = season / self.rules.year;
        let is_new_year = self.rules.year > 1 && season.is_multiple_of(self.rules.year);
        let herd = cows(stage);
        stage.emit(Event::PeriodBegan {
            number: season,
            year: is_new_year.then_some(year),
            herd,
        });
        stage.change(stage.commanded(), Stat::Wealth, clamped(self.pay(herd)));
        spawn_wave(stage, self.pairs(season));
    }

    /// Checks an action of the hero.
    fn check_command(&self, world: &World, who: ActorId, action: Action) -> Result<(), Refusal> {
        match action {
            Action::Step(way) => check_way(world, who, world.body(who).at + way),
            Action::Do(BUY_COW) => check_purchase(world, who, self.rules.cow),
            Action::Do(BUILD_FENCE) => check_building(world, who, self.rules.fence),
            Action::Do(SKIP) => Ok(()),
            action => common_actions::check_command(world, who, action),
        }
    }

    /// Buys a cow, builds a fence or skips the season (S-11). Any other verb takes stairs.
    fn execute_verb(&self, stage: &mut Stage<'_>, who: ActorId, verb: Verb) {
        match verb {
            BUY_COW => self.buy_cow(stage, who),
            BUILD_FENCE => {
                let here = stage.body(who).at;
                self.build(stage, who, here, siege::fence(0));
            }
            SKIP => self.skip(stage),
            verb => terrain::take_stairs(stage, who, verb, STEP_RULES),
        }
    }

    fn buy_cow(&self, stage: &mut Stage<'_>, who: ActorId) {
        let (level, at) = (stage.body(who).level, stage.body(who).at);
        let item = siege::COW;
        stage.emit(Event::Bought { who, item });
        stage.change_by(who, Stat::Wealth, -self.rules.cow, LossCause::OwnDeed);
        stage.emit(Event::Placed { level, at, item });
    }

    fn build(&self, stage: &mut Stage<'_>, who: ActorId, at: Point, tile: TileId) {
        let on = stage.at_terrain(who, at);
        let level = on.level;
        stage.emit(Event::Built(AtTerrain { tile, ..on }));
        stage.change_by(who, Stat::Wealth, -self.rules.fence, LossCause::OwnDeed);
        stage.emit(Event::Rebuilt { level, at, tile });
    }

    /// Skips to the last turn of the season, or to the last turn before `lose turns=` ends the game, whichever comes
    /// first (S-11). In the first turn of a season, only the current turn passes.
    fn skip(&self, stage: &mut Stage<'_>) {
        let rest = self
            .turns_of_season_left(stage)
            .min(goals::turns_left(stage));
        let rest = rest.saturating_sub(1);
        if self.turn_of_season(stage) > 0 && rest > 0 {
            let turn = stage.turn().saturating_add(rest);
            stage.emit(Event::TurnBegan { turn });
        }
    }

    /// Performs the hero's step (S-10), which takes a turn even if the hero bumps.
    fn walk_at(&self, stage: &mut Stage<'_>, who: ActorId, to: Point) {
        let level = stage.body(who).level;
        let gold = stage.body(who).stat(Stat::Wealth);
        let bumped = Event::Bumped { who, level, at: to };
        if is_on_the_ring(stage, level, to) {
            stage.emit(bumped);
        } else if let Some(whom) = stage.body_at(level, to) {
            hit(stage, who, whom);
        } else if let Some(fence) = fence_at(stage, level, to) {
            match fence.raised {
                Some(raised) if gold >= self.rules.fence => self.build(stage, who, to, raised),
                _ => stage.emit(bumped),
            }
        } else if has_a_cow(stage, level, to) {
            stage.emit(bumped);
        } else {
            enter(stage, who, to);
        }
    }
}

/// Whether a cell is on the outermost ring, where heroes cannot go (S-10).
fn is_on_the_ring(world: &World, level: LevelId, p: Point) -> bool {
    !world.size(level).contains_inside_rim(p)
}

fn has_a_cow(world: &World, level: LevelId, p: Point) -> bool {
    world.item(world.item_at(level, p)).herd
}

/// Returns the number of herd items (cows) on all levels together.
pub fn cows(world: &World) -> u32 {
    let levels = world.dungeon().numbered_levels();
    levels.map(|(id, _)| count(world.herd(id).len())).sum()
}

fn clamped(gold: i64) -> i32 {
    let end = if gold < 0 { i32::MIN } else { i32::MAX };
    i32::try_from(gold).unwrap_or(end)
}

/// Checks a hero's step. Only a step into a locked door inside the ring is refused. At any other obstacle the hero
/// bumps, which takes a turn (S-10).
fn check_way(world: &World, who: ActorId, to: Point) -> Result<(), Refusal> {
    if is_on_the_ring(world, world.body(who).level, to) {
        Ok(())
    } else {
        terrain::check_lock(world, who, to)
    }
}

/// Checks that the hero can pay a price in gold, and that the hero's own cell is plain terrain without an item (S-11).
fn check_purchase(world: &World, who: ActorId, price: i32) -> Result<(), Refusal> {
    let body = world.body(who);
    let is_plain = world.tile(body.level, body.at).feature == Feature::Plain;
    let is_bare = is_plain && world.item_at(body.level, body.at) == ItemId::NONE;
    match (is_bare, body.stat(Stat::Wealth) >= price) {
        (false, _) => Err(Refusal::SomethingHere),
        (true, false) => Err(Refusal::NotEnoughGold(price)),
        (true, true) => Ok(()),
    }
}

/// Checks that the hero can build a fence on the hero's own cell, under the same conditions as buying a cow (S-11). If
/// that cell has a fence that can be raised, the refusal says so.
fn check_building(world: &World, who: ActorId, price: i32) -> Result<(), Refusal> {
    let fence = fence_at(world, world.body(who).level, world.body(who).at);
    match fence.and_then(|fence| fence.raised) {
        Some(_) => Err(Refusal::FenceHere),
        None => check_purchase(world, who, price),
    }
}

/// Performs the hero's attack on a body. If the target dies, the hero enters its cell at once, unless a cow is there.
fn hit(stage: &mut Stage<'_>, who: ActorId, whom: ActorId) {
    let (level, to) = (stage.body(whom).level, stage.body(whom).at);
    combat::attack(stage, who, whom);
    if stage.is_free_for(who, to) && !has_a_cow(stage, level, to) {
        enter(stage, who, to);
    }
}

/// Performs the hero's step to a cell without a body, a fence or a cow. The hero takes any other item there.
fn enter(stage: &mut Stage<'_>, who: ActorId, to: Point) {
    if stage.is_free_for(who, to) {
        terrain::take(stage, who, to, STEP_RULES);
    }
    terrain::step(stage, who, to, STEP_RULES);
}

/// Checks a monster's step. The cell must be free for the monster, or have a fence that the monster tears down.
fn check_prowl(world: &World, who: ActorId, to: Point) -> Result<(), Refusal> {
    if fences::torn_by(world, who, to).is_some() || world.is_free_for(who, to) {
        Ok(())
    } else {
        Err(Refusal::Blocked)
    }
}

/// Performs a monster's step. The monster tears at a fence there, or else walks to the cell and eats a cow there
/// (S-22).
fn prowl(stage: &mut Stage<'_>, who: ActorId, to: Point) {
    match fences::torn_by(stage, who, to) {
        Some(fence) => fences::tear(stage, who, to, fence),
        None => {
            let from = stage.body(who).at;
            terrain::pass(stage, who, to);
            combat::trail(stage, who, from);
            combat::eat(stage, who);
        }
    }
}

/// Checks a monster's attack. `combat` must allow the attack, and no fence may shield the target (S-23).
fn check_blow(world: &World, who: ActorId, whom: ActorId) -> Result<(), Refusal> {
    if fences::is_shielded_from(world, who, world.body(whom).at) {
        Err(Refusal::Blocked)
    } else {
        combat::check_attack(world, who, whom)
    }
}

/// Performs a monster's attack. If the target stands on a fence that the monster tears down, the attack hits the fence
/// instead (S-22).
fn blow(stage: &mut Stage<'_>, who: ActorId, whom: ActorId) {
    let to = stage.body(whom).at;
    match fences::torn_by(stage, who, to) {
        Some(fence) => fences::tear(stage, who, to, fence),
        None => combat::attack(stage, who, whom),
    }
}
