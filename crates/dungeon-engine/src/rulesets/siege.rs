//! Siege: the rules of Horde (S-*). A hero's purse is his life, cows are items of the herd, fences are terrain, and
//! hordlings are monsters like all others: what they want is their kind's business, what comes of it is decided here.
use std::cmp::Reverse;
use std::sync::Arc;

use super::fences::{self, fence_at};
use super::keys::{self, STAIRS};
use super::spawn_wave::spawn_wave;
use super::terrain::{self, RoundCount, StepRules};
use super::{causes, combat, common_actions, goals};
use crate::action::{Action, ActorId, Refusal, Verb};
use crate::ending::{GameEnd, LossCause};
use crate::event::Event;
use crate::ruleset::{Ruleset, TimePassed};
use crate::ruleset_face::{Binding, Reading, RulesetFace};
use crate::stage::Stage;
use crate::world::World;
use dungeon_model::dungeon::games::siege::{self, PROFILE, SiegeSettings};
use dungeon_model::dungeon::{Feature, ItemId, LevelId, Rim, Settings, Side, Stat, Tile, TileId};
use dungeon_model::space::geometry::Point;
use dungeon_model::space::narrow::count;

/// The rule set, with the parameters of a file.
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

/// The rules of siege with these parameters, and with the keys of stairs if there are any.
pub fn rules(settings: &Settings, has_stairs: bool) -> Arc<dyn Ruleset> {
    Arc::new(Siege {
        rules: SiegeSettings::from_settings(settings),
        bindings: if has_stairs {
            const { &keys::joined_keys::<14>(&[WAYS, DEEDS, STAIRS]) }
        } else {
            const { &keys::joined_keys::<12>(&[WAYS, DEEDS]) }
        },
    })
}

/// Buys a cow, with `Action::Do` ([S-11]).
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
/// Builds a fence, with `Action::Do` ([S-11]).
///
/// [S-11]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#s-11
pub const BUILD_FENCE: Verb = Verb(1);
/// Skips to the next season, with `Action::Do` ([S-11]).
///
/// [S-11]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#s-11
pub const SKIP: Verb = Verb(2);

/// S-2: a turn is counted when the hordlings have acted; and the hero takes no cows.
const STEP_RULES: StepRules = StepRules {
    count: RoundCount::AfterMonsters,
    takes: |item| !item.herd,
    rim: PROFILE.rim,
};

const WAYS: &[Binding] = &keys::eight_ways(
    "walk, raise a fence, hit a hordling and step to where it dies",
    "wait a turn",
);

const DEEDS: &[Binding] = &[
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
        "end the season; monsters act only once (at its start: wait)",
    ),
];

impl Ruleset for Siege {
    /// Fills the hero's purse, and begins the first turn: steps (1) to (3) of [S-2].
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
            // An idle round is a turn too, in which the hero does nothing at all.
            (Side::Ours, _) => {}
            (Side::Theirs, Action::Step(way)) => prowl(stage, who, here + way),
            (Side::Theirs, Action::Attack(whom)) => blow(stage, who, whom),
            (Side::Theirs, wish) => common_actions::grant(stage, who, wish),
        }
        causes::follow(stage, STEP_RULES);
        TimePassed::Turn
    }

    /// Puts the hordlings in the order of their cells: bottom row to top, right to left ([S-20]).
    ///
    /// [S-20]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#s-20
    fn order(&self, world: &World, out: &mut Vec<ActorId>) {
        for who in world.theirs(world.here()) {
            let acts = self.acts_next(world, who);
            out.extend(std::iter::repeat_n(who, acts as usize));
        }
        out.sort_unstable_by_key(|who| Reverse(world.body(*who).at));
    }

    fn acts_next(&self, world: &World, who: ActorId) -> u32 {
        // docs/format counts the turns of a speed from 1
        world.kind(who).acts_in(world.turn().saturating_add(1))
    }

    fn counts_turns_late(&self) -> bool {
        true
    }

    /// Lets monsters bear others; then step (6) of [S-2], and steps (1) to (3) of the next turn.
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
}

impl RulesetFace for Siege {
    fn is_done_on(&self, action: Action, tile: &Tile) -> bool {
        terrain::is_done_on(action, tile)
    }

    /// Keeps journeys off the outermost ring, which is the hordlings', and off cows, which block ([S-10]).
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
                 edge, N pairs in year N ({year} seasons), of strength 1 to N."
            ),
            "They eat cows, rob you and weaken fences by 1.".to_owned(),
            "You hit for 1.".to_owned(),
            format!("A cow costs {cow}, a fence {fence}, raising it {fence}."),
        ]
    }

    fn bindings(&self) -> &'static [Binding] {
        self.bindings
    }

    /// Shows gold, and the turns that are left of the season ([S-30]).
    ///
    /// [S-30]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#s-30
    fn readings(&self, world: &World) -> Vec<Reading> {
        let gold = world.body(world.commanded()).stat(Stat::Wealth);
        let turns = self.turns_of_season_left(world);
        [("$", i64::from(gold)), ("T", i64::from(turns))]
            .map(|(label, value)| Reading::points(label, value))
            .into()
    }

    fn turns_left(&self, world: &World) -> Option<u32> {
        Some(self.turns_of_season_left(world))
    }
}

impl Siege {
    /// How many turns of the season have passed.
    fn turn_of_season(&self, world: &World) -> u32 {
        world.turn() % self.rules.season
    }

    /// How many turns it is until the next season, this one included (S-30).
    fn turns_of_season_left(&self, world: &World) -> u32 {
        self.rules.season - self.turn_of_season(world)
    }

    /// Begins a turn (S-2): (1) a new season pays and spawns, (2) the board is shown, (3) the purse
    /// decides whether the game is over.
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
        let season = stage.turn() / self.rules.season;
        let year = season / self.rules.year;
        let is_new_year = self.rules.year > 1 && season.is_multiple_of(self.rules.year);
        let herd = cows(stage);
        stage.emit(Event::PeriodBegan {
            number: season,
            year: is_new_year.then_some(year),
            herd,
        });
        let pay = i64::from(self.rules.profit).saturating_mul(herd.into());
        stage.change(stage.commanded(), Stat::Wealth, clamped(pay));
        spawn_wave(stage, year.saturating_add(1));
    }

    /// Whether the hero may do what only the player asks for.
    fn check_command(&self, world: &World, who: ActorId, action: Action) -> Result<(), Refusal> {
        match action {
            Action::Step(way) => check_way(world, who, world.body(who).at + way),
            Action::Do(BUY_COW) => check_purchase(world, who, self.rules.cow),
            Action::Do(BUILD_FENCE) => check_building(world, who, self.rules.fence),
            Action::Do(SKIP) => Ok(()),
            action => common_actions::check_command(world, who, action),
        }
    }

    /// S-11: buys a cow, builds a fence or skips the season; any other verb takes stairs.
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
        let level = stage.body(who).level;
        stage.emit(Event::Built {
            who,
            level,
            at,
            tile,
        });
        stage.change_by(who, Stat::Wealth, -self.rules.fence, LossCause::OwnDeed);
        stage.emit(Event::Rebuilt { level, at, tile });
    }

    /// Skips to the last turn of the season, or to the last one before `lose turns=` ends the game (S-11); in the first
    /// turn of a season only that turn passes.
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

    /// Carries out the hero's step (S-10), which passes the turn whatever comes of it.
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

/// Whether a cell is on the outermost ring, which is the hordlings' (S-10).
fn is_on_the_ring(world: &World, level: LevelId, p: Point) -> bool {
    !world.size(level).contains_inside_rim(p)
}

fn has_a_cow(world: &World, level: LevelId, p: Point) -> bool {
    world.item(world.item_at(level, p)).herd
}

/// The number of items of the herd on all levels together.
pub fn cows(world: &World) -> u32 {
    let levels = world.dungeon().numbered_levels();
    levels.map(|(id, _)| count(world.herd(id).len())).sum()
}

fn clamped(gold: i64) -> i32 {
    let end = if gold < 0 { i32::MIN } else { i32::MAX };
    i32::try_from(gold).unwrap_or(end)
}

/// Whether the hero may try a step: only a lock refuses one, and no lock on the outermost ring does.
fn check_way(world: &World, who: ActorId, to: Point) -> Result<(), Refusal> {
    if is_on_the_ring(world, world.body(who).level, to) {
        Ok(())
    } else {
        terrain::check_lock(world, who, to)
    }
}

/// Whether the hero may buy something for the cell under him (S-11): nothing else is there, and the gold is enough.
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

/// S-11: whether the hero may build a fence where he stands, which must be as bare as for a cow; on a fence that can be
/// raised the refusal says so.
fn check_building(world: &World, who: ActorId, price: i32) -> Result<(), Refusal> {
    let fence = fence_at(world, world.body(who).level, world.body(who).at);
    match fence.and_then(|fence| fence.raised) {
        Some(_) => Err(Refusal::FenceHere),
        None => check_purchase(world, who, price),
    }
}

/// The hero's blow. Where the blow kills, the hero enters the cell at once, unless a cow is left there.
fn hit(stage: &mut Stage<'_>, who: ActorId, whom: ActorId) {
    let (level, to) = (stage.body(whom).level, stage.body(whom).at);
    combat::attack(stage, who, whom);
    if stage.is_free_for(who, to) && !has_a_cow(stage, level, to) {
        enter(stage, who, to);
    }
}

/// The hero's step to a cell without a body, a fence or a cow: what else lies there he takes.
fn enter(stage: &mut Stage<'_>, who: ActorId, to: Point) {
    if stage.is_free_for(who, to) {
        terrain::take(stage, who, to, STEP_RULES);
    }
    terrain::step(stage, who, to, STEP_RULES);
}

/// A monster's step: to what is free for it, or at a fence that it tears down.
fn check_prowl(world: &World, who: ActorId, to: Point) -> Result<(), Refusal> {
    if fences::torn_by(world, who, to).is_some() || world.is_free_for(who, to) {
        Ok(())
    } else {
        Err(Refusal::Blocked)
    }
}

/// S-22 (a) and (c): a monster tears at the fence there, or goes there and eats what lies there.
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

/// Whether a monster may attack: as `combat` says, and no body that a fence shields (S-23).
fn check_blow(world: &World, who: ActorId, whom: ActorId) -> Result<(), Refusal> {
    if fences::is_shielded_from(world, who, world.body(whom).at) {
        Err(Refusal::Blocked)
    } else {
        combat::check_attack(world, who, whom)
    }
}

/// S-22 (a) and (b): the fence under the hero comes first (S-23).
fn blow(stage: &mut Stage<'_>, who: ActorId, whom: ActorId) {
    let to = stage.body(whom).at;
    match fences::torn_by(stage, who, to) {
        Some(fence) => fences::tear(stage, who, to, fence),
        None => combat::attack(stage, who, whom),
    }
}
