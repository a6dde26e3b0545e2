//! Siege as a search domain: how to use a season, and how far the hero is from the gold that wins.
use super::prospects::{Prospects, SEASON};
use super::routes::{HeroTiles, Routes, is_bare};
use crate::search::budget::Meter;
use crate::search::domain::Domain;
use dungeon_engine::action::{Action, ActorId};
use dungeon_engine::game::Game;
use dungeon_engine::rulesets::siege::{BUY_COW, SKIP, cows};
use dungeon_engine::rulesets::terrain;
use dungeon_engine::world::World;
use dungeon_ground::passage::TilePassage;
use dungeon_model::dungeon::games::siege::SiegeSettings;
use dungeon_model::dungeon::{ItemId, ItemKind, Prey, Stat};
use dungeon_model::space::geometry::{Neighbours, Point};
use dungeon_model::space::nearest::nearest_of;

/// A macro-action that takes a part of a season.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SiegeMacro {
    /// Lets the season end.
    Skip,
    /// Buys this many cows, one next to another.
    Buy(u32),
    /// Goes to a monster, and strikes until it is dead.
    Hunt(ActorId),
    /// Waits for monsters to come, for at most this many turns.
    Guard(u32),
    /// Fetches the item on a cell.
    Fetch(Point),
    /// Goes to stairs and takes them.
    Leave(Point),
}

/// The maximum number of monsters to consider hunting, nearest first.
const HUNTED: usize = 3;

/// The maximum number of actions of a hunt: enough to walk to any edge of a usual board and to kill a strong monster.
const HUNT: u32 = 30;

/// The weights for estimating the gold that a monster on the level will still take.
#[derive(Clone, Copy, Debug)]
pub struct RiskWeights {
    /// The gold that each monster is expected to take, however weak and far away it is.
    pub each: i64,
    /// The additional gold that a monster is expected to take for each of its life points, up to `STRONGEST` points.
    pub life: i64,
    /// The additional gold that a monster is expected to take for each cell that it is closer to a cow than `NEAR`.
    pub near: i64,
}

/// A monster's life points above this number add no expected loss, since fighting such a monster would take too many
/// blows anyway.
const STRONGEST: i64 = 10;

/// The distance in cells from a cow within which a monster is expected to take more gold the nearer it is. This
/// distance is half the size of the published board.
const NEAR: i64 = 14;

/// A search gives up after twice the seasons that seem needed at its start, plus this many. Every year brings more
/// monsters, and a herd that has not grown in time never will.
const SPARE_SEASONS: u32 = 8;

/// The search over a hero's macro-actions.
pub struct SiegeDomain<'a> {
    meter: &'a Meter<'a>,
    rules: SiegeSettings,
    prospects: Prospects,
    routes: Routes<'a>,
    tiles: HeroTiles,
    /// The season in which the current macro began.
    began: u32,
    /// The cows bought by the current macro.
    bought: u32,
    /// The season in which the search gives up.
    last: u32,
    risk: RiskWeights,
}

impl<'a> SiegeDomain<'a> {
    /// Creates the search for a game, with these weights.
    pub fn new(game: &Game, risk: RiskWeights, meter: &'a Meter<'a>) -> SiegeDomain<'a> {
        let world = game.world();
        let rules = SiegeSettings::from_settings(&world.dungeon().settings);
        let mut prospects = Prospects::new(rules);
        let gold = world.body(world.commanded()).stat(Stat::Wealth);
        let needed = prospects.seasons(cows(world).into(), gold.into()) / SEASON;
        let now = world.turn() / rules.season;
        SiegeDomain {
            meter,
            rules,
            prospects,
            last: now + 2 * u32::try_from(needed).unwrap_or(0) + SPARE_SEASONS,
            risk,
            routes: Routes::new(meter),
            tiles: HeroTiles::new(world.dungeon()),
            began: 0,
            bought: 0,
        }
    }

    fn season(&self, world: &World) -> u32 {
        world.turn() / self.rules.season
    }

    /// A step toward the nearest cell that `suits` accepts.
    fn step(&mut self, world: &World, suits: impl Fn(Point) -> bool) -> Option<Action> {
        let here = world.here();
        let lets_in = |p| self.tiles.let_in(world, here, p);
        self.routes.step(world, suits, lets_in)
    }

    /// Buys a cow here, or goes to a cell where one can be bought.
    fn buy(&mut self, game: &Game) -> Option<Action> {
        let buy = Action::Do(BUY_COW);
        if game.check(buy).is_ok() {
            self.bought += 1;
            return Some(buy);
        }
        let world = game.world();
        let gold = world.body(world.commanded()).stat(Stat::Wealth);
        let here = world.here();
        let lets_in = |p| self.tiles.let_in(world, here, p);
        let is_free = |p| is_bare(world, p) && lets_in(p);
        let step = self.routes.step(world, is_free, lets_in);
        step.filter(|_| gold >= self.rules.cow)
    }

    fn hunt(&mut self, world: &World, whom: ActorId) -> Option<Action> {
        let prey = world.body(whom);
        let hero = world.body(world.commanded());
        if !prey.alive || prey.level != hero.level {
            return None;
        }
        if let Some(way) = hero
            .at
            .toward(prey.at)
            .filter(|_| hero.at.chebyshev(prey.at) == 1)
        {
            return Some(Action::Step(way));
        }
        let at = prey.at;
        self.step(world, |p| p == at)
    }

    fn leave(&mut self, world: &World, stairs: Point) -> Option<Action> {
        let hero = world.body(world.commanded());
        if hero.at != stairs {
            return self.step(world, |p| p == stairs);
        }
        let stairs = TilePassage::of(world.tile(hero.level, stairs)).stairs()?;
        Some(terrain::taking(stairs.way))
    }

    /// The gold that the monsters on the level are still expected to take.
    fn toll(&self, world: &World) -> i64 {
        let here = world.here();
        let herd = world.herd(here);
        self.meter
            .scan(world.theirs(here).count().saturating_mul(herd.len()));
        let tolls = world.theirs(here).map(|who| {
            let body = world.body(who);
            let cow = nearest_of(herd, body.at).filter(|_| body.prey != Prey::Hero);
            let far = cow.map_or(NEAR, |cow| i64::from(cow.chebyshev(body.at)));
            let life = i64::from(world.life_of(who)).clamp(1, STRONGEST);
            let RiskWeights {
                each,
                life: a_life,
                near,
            } = self.risk;
            each + a_life * life + near * (NEAR - far).max(0)
        });
        tolls.sum()
    }
}

/// Whether a monster is next to the hero.
fn is_met(world: &World) -> bool {
    let hero = world.body(world.commanded());
    let near = Neighbours::Eight
        .directions()
        .iter()
        .map(|way| hero.at + *way);
    { near }.any(|p| world.body_at(hero.level, p).is_some())
}

impl Domain for SiegeDomain<'_> {
    type Macro = SiegeMacro;

    fn list_macros(&mut self, game: &Game, out: &mut Vec<SiegeMacro>) {
        let world = game.world();
        let here = world.here();
        let hero = world.body(world.commanded());
        if self.season(world) > self.last {
            return;
        }
        let can_buy = match self.rules.cow {
            1.. => (hero.stat(Stat::Wealth) / self.rules.cow).max(0) as u32,
            _ => 1,
        };
        let mut counts = [can_buy, can_buy.min(3), can_buy.min(1)].to_vec();
        counts.dedup();
        out.extend(
            counts
                .into_iter()
                .filter(|count| *count > 0)
                .map(SiegeMacro::Buy),
        );
        let mut prey: Vec<(u32, ActorId)> = { world.theirs(here) }
            .map(|who| (world.body(who).at.chebyshev(hero.at), who))
            .collect();
        prey.sort_unstable();
        out.extend(
            prey.iter()
                .take(HUNTED)
                .map(|(_, who)| SiegeMacro::Hunt(*who)),
        );
        if !prey.is_empty() {
            out.extend([SiegeMacro::Guard(1), SiegeMacro::Guard(5)]);
        }
        let mut items = world.dungeon().items.iter();
        let pays = |item: &ItemKind| item.gives[Stat::Wealth] > 0 || item.opens.is_some();
        if items.any(pays) && self.meter.scan(world.size(here).area()) {
            let is_paying = |item: &ItemKind| pays(item) && !item.herd;
            let lying = world.lying(here);
            let paying = lying.filter(|(_, item)| is_paying(world.item(*item)));
            out.extend(paying.map(|(p, _)| SiegeMacro::Fetch(p)));
        }
        out.extend(world.stairs(here).iter().copied().map(SiegeMacro::Leave));
        out.push(SiegeMacro::Skip);
    }

    fn next_action(&mut self, game: &Game, doing: SiegeMacro, nth: u32) -> Option<Action> {
        let world = game.world();
        if nth == 0 {
            self.began = self.season(world);
            self.bought = 0;
        } else if self.season(world) != self.began {
            return None;
        }
        match doing {
            SiegeMacro::Skip => Some(Action::Do(SKIP)),
            SiegeMacro::Buy(count) if self.bought < count && (nth == 0 || !is_met(world)) => {
                self.buy(game)
            }
            SiegeMacro::Buy(_) => None,
            SiegeMacro::Hunt(whom) if nth < HUNT => self.hunt(world, whom),
            SiegeMacro::Hunt(_) => None,
            SiegeMacro::Guard(turns) => {
                (nth == 0 || nth < turns && !is_met(world)).then_some(Action::Wait)
            }
            SiegeMacro::Fetch(p) => {
                let is_there = world.item_at(world.here(), p) == ItemId::NONE;
                self.step(world, |to| to == p).filter(|_| !is_there)
            }
            SiegeMacro::Leave(stairs)
                if nth == 0 || world.stairs(world.here()).contains(&stairs) =>
            {
                self.leave(world, stairs)
            }
            SiegeMacro::Leave(_) => None,
        }
    }

    fn stage(&mut self, game: &Game) -> u64 {
        self.season(game.world()).into()
    }

    /// The number of seasons still needed, in thousandths, if the monsters on the level steal as much gold as expected.
    fn cost(&mut self, game: &Game) -> i64 {
        let world = game.world();
        let gold = world.body(world.commanded()).stat(Stat::Wealth);
        let gold = i64::from(gold) - self.toll(world);
        self.prospects.seasons(cows(world).into(), gold)
    }
}
