//! Siege as a search domain for a farmer, who plays season by season from inside a paddock. The paddock's fences kill
//! the hordlings that tear at them.
use super::prospects::{Prospects, SEASON};
use super::routes::{HeroTiles, Routes, is_bare};
use crate::bots::paddock::{FenceWork, Paddock};
use crate::search::budget::Meter;
use crate::search::domain::Domain;
use dungeon_engine::action::{Action, ActorId};
use dungeon_engine::game::Game;
use dungeon_engine::rulesets::siege::{BUILD_FENCE, BUY_COW, SKIP, cows};
use dungeon_engine::world::World;
use dungeon_model::dungeon::games::siege::{self, SiegeSettings};
use dungeon_model::dungeon::{Hunt, Stat};
use dungeon_model::space::geometry::{Direction, Point};

/// A farmer's plan for a season: the fences to raise, their strength, and how far to chase thieves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FarmMacro {
    /// The paddock; `None` if the farmer builds none.
    paddock: Option<Paddock>,
    /// The strength to which the paddock's fences are raised.
    wanted: i32,
    /// The maximum number of steps outside the fences at which the hero still chases thieves.
    reach: i32,
}

/// The margins to try between the herd at the start and the fences. A larger paddock has room for more cows.
const MARGINS: [i32; 3] = [2, 3, 4];

/// The fence strengths to try: the smallest strength that hurts attackers (S-22), and the greatest one.
const STRENGTHS: [i32; 2] = [2, siege::FENCES as i32 - 1];

/// The limits to try on how far outside the paddock the hero chases thieves: not at all, or anywhere.
const REACHES: [i32; 2] = [0, i32::MAX];

/// The gold to keep in reserve when paying for a fence or a cow, since thieves take gold.
const KEPT: i32 = 3;

/// The gold that a thief is expected to take per life point.
const TOLL: i64 = 4;

/// A search gives up after three times the seasons needed without thieves, plus this many.
const SPARE_SEASONS: u32 = 10;

/// The search over a farmer's seasons.
pub struct FarmDomain<'a> {
    meter: &'a Meter<'a>,
    rules: SiegeSettings,
    prospects: Prospects,
    routes: Routes<'a>,
    tiles: HeroTiles,
    macros: Vec<FarmMacro>,
    /// The season in which the current macro began.
    began: u32,
    /// The season in which the search gives up.
    last: u32,
}

impl<'a> FarmDomain<'a> {
    pub fn new(game: &Game, meter: &'a Meter<'a>) -> FarmDomain<'a> {
        let world = game.world();
        let rules = SiegeSettings::from_settings(world.dungeon().settings());
        let (here, hero) = (world.here(), world.body(world.commanded()));
        let herd = world.herd(here);
        let middle = match herd {
            [] => vec![hero.at],
            herd => herd.to_vec(),
        };
        let around = |margin| Paddock::around(middle.iter().copied(), margin, world.size(here));
        let mut paddocks: Vec<Paddock> = MARGINS.into_iter().filter_map(around).collect();
        paddocks.dedup();
        let season = |paddock: Paddock| {
            STRENGTHS.into_iter().flat_map(move |wanted| {
                REACHES.map(|reach| FarmMacro {
                    paddock: Some(paddock),
                    wanted,
                    reach,
                })
            })
        };
        let open = FarmMacro {
            paddock: None,
            wanted: 0,
            reach: i32::MAX,
        };
        let mut prospects = Prospects::new(rules);
        let gold = hero.stat(Stat::Wealth);
        let needed = prospects.seasons(herd.len() as i64, gold.into()) / SEASON;
        FarmDomain {
            meter,
            rules,
            prospects,
            routes: Routes::new(meter),
            tiles: HeroTiles::new(world.dungeon()),
            macros: paddocks
                .into_iter()
                .flat_map(season)
                .chain([open])
                .collect(),
            began: 0,
            last: world.turn() / rules.season
                + 3 * u32::try_from(needed).unwrap_or(0)
                + SPARE_SEASONS,
        }
    }

    /// A step toward the nearest thief that the plan allows to chase.
    fn hunt(&mut self, world: &World, season: FarmMacro) -> Option<Action> {
        let here = world.here();
        let is_near = |p: Point| {
            season
                .paddock
                .is_none_or(|paddock| paddock.depth(p) >= -season.reach)
        };
        let is_inside = |p: &Point| world.size(here).contains_inside_rim(*p);
        let cells = thieves(world).map(|who| world.body(who).at);
        let mut prey: Vec<Point> = cells.filter(|p| is_near(*p)).filter(is_inside).collect();
        if prey.is_empty() {
            return None;
        }
        prey.sort_unstable();
        let is_prey = |p| prey.binary_search(&p).is_ok();
        let lets_in = |p| self.tiles.let_in(world, here, p);
        self.routes.step(world, is_prey, lets_in)
    }

    /// Builds or raises the weakest fence, or goes to that fence.
    fn fence(&mut self, game: &Game, season: FarmMacro) -> Option<Action> {
        let (paddock, world) = (season.paddock?, game.world());
        let (here, hero) = (world.here(), world.body(world.commanded()));
        if hero.stat(Stat::Wealth) < self.rules.fence.saturating_add(KEPT) {
            return None;
        }
        let strength = |p: Point| {
            let fence = siege::fence_strength(world.cell(here, p).tile);
            let is_free = is_bare(world, p) && (p == hero.at || self.tiles.let_in(world, here, p));
            fence.map(i32::from).or(is_free.then_some(-1))
        };
        let build = Action::Do(BUILD_FENCE);
        match paddock.work(hero.at, season.wanted, strength)? {
            FenceWork::Build => Some(build).filter(|build| game.check(*build).is_ok()),
            FenceWork::Raise(way) => Some(Action::Step(way)),
            FenceWork::GoTo(mut cells) => {
                self.meter.scan(cells.len());
                cells.sort_unstable();
                let open = |p| paddock.depth(p) >= 0 && self.tiles.let_in(world, here, p);
                let suits = |p| cells.binary_search(&p).is_ok() && open(p);
                self.routes.step(world, suits, open)
            }
        }
    }

    /// Buys a cow where the paddock is deepest, or goes there, as long as another cow brings the goal closer.
    fn buy(&mut self, game: &Game, season: FarmMacro) -> Option<Action> {
        let world = game.world();
        let here = world.here();
        let hero = world.body(world.commanded());
        let gold = hero.stat(Stat::Wealth);
        if gold < self.rules.cow.saturating_add(KEPT) || !self.pays(world, gold) {
            return None;
        }
        let depth = |p: Point| season.paddock.map_or(1, |paddock| paddock.depth(p));
        let deepest = season.paddock.map_or(1, Paddock::deepest);
        let (buy, own) = (Action::Do(BUY_COW), depth(hero.at));
        let can_buy = own > 0 && game.check(buy).is_ok();
        let enough = if can_buy { own } else { 0 };
        let lets_in = |p| self.tiles.let_in(world, here, p);
        let worth = |p: Point| match depth(p) {
            deep if deep > enough && is_bare(world, p) && lets_in(p) => deep,
            _ => 0,
        };
        let best_step = || self.routes.best_step(world, deepest, worth, lets_in);
        let deeper = (enough < deepest).then(best_step);
        deeper.flatten().or(can_buy.then_some(buy))
    }

    /// Whether the best plan reaches the goal no later with one more cow.
    fn pays(&mut self, world: &World, gold: i32) -> bool {
        let (cows, gold) = (i64::from(cows(world)), i64::from(gold));
        let bought = self
            .prospects
            .seasons(cows + 1, gold - i64::from(self.rules.cow));
        bought <= self.prospects.seasons(cows, gold)
    }
}

/// Whether a monster moves toward prey.
fn seeks_prey(world: &World, who: ActorId) -> bool {
    let parts = world.kind(who).behaviour.parts();
    parts.is_none_or(|parts| parts.hunt != Hunt::Stand)
}

fn thieves(world: &World) -> impl Iterator<Item = ActorId> {
    world
        .theirs(world.here())
        .filter(|who| seeks_prey(world, *who))
}

/// Strikes the weakest adjacent monster. Bodies on the outermost ring cannot be struck (S-10).
fn strike(world: &World) -> Option<Action> {
    let (here, hero) = (world.here(), world.body(world.commanded()).at);
    let inside = |way: &Direction| world.size(here).contains_inside_rim(hero + *way);
    let near = Direction::ALL.into_iter().filter(inside);
    let met = near.filter_map(|way| Some((world.body_at(here, hero + way)?, way)));
    let weakest = met.min_by_key(|(who, _)| world.life_of(*who))?;
    Some(Action::Step(weakest.1))
}

impl Domain for FarmDomain<'_> {
    type Macro = FarmMacro;

    fn list_macros(&mut self, game: &Game, out: &mut Vec<FarmMacro>) {
        if game.world().turn() / self.rules.season <= self.last {
            out.extend_from_slice(&self.macros);
        }
    }

    fn next_action(&mut self, game: &Game, doing: FarmMacro, nth: u32) -> Option<Action> {
        let world = game.world();
        let season = world.turn() / self.rules.season;
        if nth == 0 {
            self.began = season;
        } else if season != self.began {
            return None;
        }
        let action = strike(world).or_else(|| self.hunt(world, doing));
        let action = action.or_else(|| self.fence(game, doing));
        let action = action.or_else(|| self.buy(game, doing));
        Some(action.unwrap_or(Action::Do(SKIP)))
    }

    fn stage(&mut self, game: &Game) -> u64 {
        (game.world().turn() / self.rules.season).into()
    }

    /// The number of seasons still needed, in thousandths, if each thief takes gold in proportion to its life. Fences
    /// count at their price.
    fn cost(&mut self, game: &Game) -> i64 {
        let world = game.world();
        let gold = world.body(world.commanded()).stat(Stat::Wealth);
        let toll: i64 = thieves(world)
            .map(|who| TOLL * i64::from(world.life_of(who)))
            .sum();
        let fences = if self.meter.scan(world.size(world.here()).area()) {
            fences(world)
        } else {
            0
        };
        let worth = i64::from(gold) - toll + fences * i64::from(self.rules.fence);
        self.prospects.seasons(cows(world).into(), worth)
    }
}

/// The value of the fences on the hero's level, in fence prices: one price for each level of a fence's strength.
fn fences(world: &World) -> i64 {
    let here = world.here();
    let cells = world.size(here).points();
    let strengths = cells.filter_map(|p| siege::fence_strength(world.cell(here, p).tile));
    strengths.map(|strength| i64::from(strength) + 1).sum()
}
