//! Fights that no single exchange of blows decides: the hero runs or rests until healed, strikes, and begins again.
//!
//! Each step is tried in a clone of the game, so a line that this search returns was played. Where monsters hunt the
//! hero, the safe pairs of `pursuit` tell which way to run.
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use super::pursuit::Pursuit;
use crate::search::budget::Meter;
use crate::search::seen_states::SeenStates;
use crate::search::tree::Tree;
use dungeon_engine::action::{Action, ActorId};
use dungeon_engine::chance::mix;
use dungeon_engine::event::{Event, Outcome};
use dungeon_engine::game::Game;
use dungeon_engine::rulesets::explore::BOLT_PRICE;
use dungeon_engine::world::World;
use dungeon_ground::passage::TilePassage;
use dungeon_model::dungeon::{Hunt, Kind, LevelId, Parts, Roam, Stat, Through};
use dungeon_model::space::geometry::{Direction, Point};
use dungeon_model::space::narrow::length;
use dungeon_model::space::rings::rings;

/// The maximum number of steps of one search for a way to rest, and of one for a way to strike.
const MOST_STEPS: u64 = 30_000;

/// The maximum number of turns of one rest.
const LONGEST_REST: usize = 4_000;

/// The distance to the nearest hunter from which the hero still opens doors to run through later.
const LEAD: u16 = 4;

/// The number of turns for which the search goes on after the first line that hurts an enemy.
const MORE_TURNS: u32 = 3;

/// The length of a way to enemies that no way leads to.
const FARTHEST: u32 = 1 << 16;

/// The maximum number of tables of safe pairs.
const MOST_PURSUITS: usize = 60;

/// The distance within which the places of enemies tell states apart.
const NEARBY: u32 = 5;

/// Plays a game until no enemy is left on the hero's level, or until the hero finds no way to go on. Returns the
/// actions and the game after them; `None` if no enemy was hurt.
pub fn outlast(game: &Game, meter: &Meter<'_>) -> Option<(Vec<Action>, Game)> {
    let mut fight = Attrition {
        meter,
        game: game.clone(),
        line: Vec::new(),
        pursuits: BTreeMap::new(),
    };
    let start = lives(game.world());
    while fight.game.outcome().is_none() && lives(fight.game.world()) > 0 {
        let rest = fight.rest();
        fight.play(rest.unwrap_or_default());
        match fight.strike() {
            Some(actions) => fight.play(actions),
            None => break,
        }
    }
    let is_better = lives(fight.game.world()) < start;
    is_better.then_some((fight.line, fight.game))
}

/// The enemies on the hero's level.
fn foes(world: &World) -> impl Iterator<Item = ActorId> {
    world.theirs(world.here()).filter(|who| {
        let body = world.body(*who);
        body.prey.is_hostile() && !body.is_disguised()
    })
}

/// The life of all enemies on the hero's level.
fn lives(world: &World) -> i64 {
    foes(world)
        .map(|who| i64::from(world.life_of(who).max(0)))
        .sum()
}

/// Whether monsters of a kind never leave their cell.
pub(super) fn stays(kind: &Kind) -> bool {
    let stands = |hunt: Hunt| matches!(hunt, Hunt::Stand | Hunt::Shoot(_));
    let parts = kind.behaviour.parts();
    let is_rooted = |parts: Parts| stands(parts.hunt) && parts.roam == Roam::Stand;
    kind.speed == 0 || kind.follows.is_none() && parts.is_none_or(is_rooted)
}

/// Whether a monster may come after the hero on foot, and is too strong to be fought at once.
fn hunts(world: &World, who: ActorId) -> bool {
    let is_walker = world.body(who).through < Through::Walls && !stays(world.kind(who));
    is_walker && cost(world, who) >= i64::from(health_of(world))
}

/// The health that it takes to kill a monster that strikes whenever the hero strikes.
fn cost(world: &World, who: ActorId) -> i64 {
    let blow = i64::from(world.body(world.commanded()).stat(Stat::Strength).max(1));
    let harm = i64::from(world.body(who).stat(Stat::Strength).max(0));
    harm * (i64::from(world.life_of(who)) / blow + 2)
}

/// A hash of the closed doors of the hero's level.
fn closed_doors(world: &World) -> u64 {
    let level = world.here();
    let is_door = |p: &Point| TilePassage::of(world.tile(level, *p)).is_door();
    let doors = world.size(level).points().filter(is_door);
    doors.fold(0, |sum, p| mix(sum ^ at_number(p)))
}

/// A different number for each cell.
fn at_number(p: Point) -> u64 {
    u64::from(p.x.unsigned_abs()) << 32 | u64::from(p.y.unsigned_abs())
}

/// A fight in progress.
struct Attrition<'a> {
    meter: &'a Meter<'a>,
    game: Game,
    line: Vec<Action>,
    /// The safe pairs by level, acts per round and closed doors.
    pursuits: BTreeMap<(LevelId, u32, u64), Option<Pursuit>>,
}

/// A turn of a rest: the game after it, and the actions that are left to try next, best last.
struct RestTurn {
    game: Game,
    last: Option<Action>,
    left: Vec<Action>,
}

impl Attrition<'_> {
    /// The bytes of the tables.
    fn bytes(&self) -> usize {
        self.pursuits.values().flatten().map(Pursuit::bytes).sum()
    }

    fn play(&mut self, actions: Vec<Action>) {
        for action in actions {
            if self.game.step(action).is_ok() {
                self.line.push(action);
            }
        }
    }

    /// Health and manna that are worth resting for.
    fn wanted(&self) -> (i32, i32) {
        let world = self.game.world();
        let hero = world.commanded();
        let most = world.kind(hero).most;
        let costs = foes(world).map(|who| cost(world, who));
        let enough = i32::try_from(costs.sum::<i64>()).unwrap_or(i32::MAX);
        let is_still = foes(world).any(|who| stays(world.kind(who)));
        let manna = if is_still { BOLT_PRICE } else { 0 };
        (enough.min(most[Stat::Health]), manna.min(most[Stat::Manna]))
    }

    /// Returns a line after which the hero is rested and no hunter catches the hero; `None` if none is found.
    fn rest(&mut self) -> Option<Vec<Action>> {
        let (health, manna) = self.wanted();
        let mut seen = SeenStates::default();
        let until = self.meter.spent() + MOST_STEPS;
        let start = self.game.clone();
        self.meter.weigh(&start);
        let mut turns = vec![RestTurn {
            left: self.harmless(&start),
            game: start,
            last: None,
        }];
        while let Some(turn) = turns.last_mut() {
            let world = turn.game.world();
            let manna_now = world.body(world.commanded()).stat(Stat::Manna);
            let is_healed = health_of(world) >= health && manna_now >= manna;
            let (danger, lead) = self.danger(world);
            if is_healed && danger == 0 && doors_to_open(world, lead) == 0 {
                return Some(turns.iter().filter_map(|turn| turn.last).collect());
            }
            let Some(action) = turn.left.pop() else {
                turns.pop();
                continue;
            };
            let mut game = turn.game.clone();
            let bytes = turns.len() * (game.bytes() + size_of::<RestTurn>()) + self.bytes();
            if self.meter.spent() > until || !self.meter.pay() || !self.meter.fits(bytes) {
                return None;
            }
            let is_legal = game.step(action).is_ok();
            let key = mix(place(&game) ^ u64::from(health_of(game.world()).unsigned_abs()));
            if is_legal && turns.len() <= LONGEST_REST && seen.insert(key) {
                turns.push(RestTurn {
                    left: self.harmless(&game),
                    game,
                    last: Some(action),
                });
            }
        }
        None
    }

    /// The steps and waits after which the hero lives, best last. Without strong hunters, only those that cost no
    /// health; otherwise those that cost less than a blow of such a hunter.
    fn harmless(&mut self, game: &Game) -> Vec<Action> {
        let world = game.world();
        let strong = foes(world).filter(|who| hunts(world, *who));
        let blow = strong.map(|who| world.body(who).stat(Stat::Strength));
        let most = i64::from(blow.min().unwrap_or(1));
        let steps = Direction::ALL.map(Action::Step);
        let mut all = Vec::new();
        for action in [Action::Wait].into_iter().chain(steps) {
            if !self.meter.pay() {
                break;
            }
            let mut child = game.clone();
            let is_legal = child.step(action).is_ok();
            let is_there = child.outcome().is_none() && child.world().here() == world.here();
            if is_legal && is_there && harm(&child) < most {
                let worth = self.worth(&child, action);
                all.push((worth, action));
            }
        }
        all.sort_by_key(|(worth, ..)| *worth);
        all.into_iter().map(|(_, action)| action).collect()
    }

    /// How good a state is to rest on, for sorting: no hunter catches the hero, nothing hurt the hero, doors stand
    /// open, hunters are far.
    fn worth(&mut self, game: &Game, action: Action) -> (Reverse<[i64; 3]>, u16, bool) {
        let world = game.world();
        let (danger, lead) = self.danger(world);
        let doors = doors_to_open(world, lead);
        let costs = [danger, harm(game), doors];
        (Reverse(costs), lead, action == Action::Wait)
    }

    /// The strength of all hunters that catch the hero, and the number of steps to the nearest hunter. Weak hunters do
    /// not count.
    fn danger(&mut self, world: &World) -> (i64, u16) {
        let (level, hero) = (world.here(), world.body(world.commanded()).at);
        let (mut danger, mut lead) = (0, u16::MAX);
        let is_hunted = foes(world).any(|who| hunts(world, who));
        if !is_hunted || !self.meter.scan(2 * world.size(level).area()) {
            return (danger, lead);
        }
        for who in foes(world).filter(|who| hunts(world, *who)) {
            let body = world.body(who);
            let key = (
                level,
                world.kind(who).speed.div_ceil(2),
                closed_doors(world),
            );
            let is_full = self.pursuits.len() >= MOST_PURSUITS;
            let pursuit = self.pursuits.entry(key).or_insert_with(|| {
                let (level, acts, _) = key;
                (!is_full).then(|| Pursuit::of(world, level, acts, self.meter))?
            });
            let Some(pursuit) = pursuit else {
                continue;
            };
            if !pursuit.is_safe(hero, body.at) {
                danger += i64::from(body.stat(Stat::Strength).max(1));
            }
            lead = lead.min(pursuit.steps(hero, body.at).unwrap_or(u16::MAX));
        }
        (danger, lead)
    }

    /// Returns the best of the short lines that hurt an enemy of the level and leave the hero alive: first one after
    /// which the hero can run, then one that costs little health for each point of the enemy's. `None` if none is
    /// found. States from which the way to an enemy is short come first.
    fn strike(&mut self) -> Option<Vec<Action>> {
        let before = self.game.world();
        let (level, life, health) = (before.here(), lives(before), health_of(before));
        self.meter.look(before.size(level).area());
        let ways = ways_to_foes(before);
        let until = self.meter.spent() + MOST_STEPS;
        let (mut tree, mut seen) = (Tree::default(), SeenStates::default());
        let mut open = BTreeMap::from([((0, 0), (0, None, self.game.clone()))]);
        let mut best: Option<((i64, i64, i64, u32), u32)> = None;
        let mut longest = u32::MAX;
        let mut legal = Vec::new();
        while let Some(((length, _), (depth, node, game))) = open.pop_first() {
            let bytes = open.len() * game.bytes() + seen.bytes() + tree.bytes() + self.bytes();
            if length > longest || self.meter.spent() > until || !self.meter.fits(bytes) {
                break;
            }
            game.legal_actions(&mut legal);
            for action in legal.drain(..) {
                if !self.meter.pay() {
                    return None;
                }
                let mut child = game.clone();
                let is_legal = child.step(action).is_ok();
                let is_lost = child.outcome().is_some_and(|end| end != Outcome::Won);
                let world = child.world();
                if !is_legal || is_lost || world.here() != level {
                    continue;
                }
                let hurt = life - lives(world);
                if hurt > 0 {
                    let cost = i64::from(health.saturating_sub(health_of(world)).max(0));
                    let worth = (self.danger(world).0, cost * 1_000 / hurt, -hurt, depth);
                    longest = longest.min(length + MORE_TURNS);
                    if best.is_none_or(|(least, _)| worth < least) {
                        best = Some((worth, tree.add(action, node)));
                    }
                } else if seen.insert(place(&child)) {
                    let node = tree.add(action, node);
                    let left = ways.get(&world.body(world.commanded()).at);
                    let length = depth + 1 + left.copied().unwrap_or(FARTHEST);
                    open.insert((length, node), (depth + 1, Some(node), child));
                }
            }
        }
        best.map(|(_, last)| tree.line(Some(last)))
    }
}

/// The number of steps from each cell of the hero's level to the nearest enemy, through doors.
fn ways_to_foes(world: &World) -> HashMap<Point, u32> {
    let from = foes(world).map(|who| world.body(who).at);
    let rings = rings(from, |p| is_way(world, p));
    let cells = (0..)
        .zip(rings)
        .flat_map(|(steps, ring)| ring.into_iter().map(move |p| (p, steps)));
    cells.collect()
}

/// Whether the hero can walk on a cell of the level, after opening a door if necessary.
fn is_way(world: &World, p: Point) -> bool {
    let level = world.here();
    let lets_in = || TilePassage::of(world.tile(level, p)).lets_hero_in(|lock| world.opens(lock));
    world.size(level).contains(p) && lets_in()
}

fn health_of(world: &World) -> i32 {
    world.body(world.commanded()).stat(Stat::Health)
}

/// The health that the last step of a game took from the hero.
fn harm(game: &Game) -> i64 {
    let hero = game.world().commanded();
    let harms = game.events().iter().filter_map(|event| match event {
        Event::Changed {
            who,
            stat: Stat::Health,
            by,
        } if *who == hero => Some(-i64::from((*by).min(0))),
        _ => None,
    });
    harms.sum()
}

/// A hash of the places of the hero and the enemies nearby, the terrain and the items.
fn place(game: &Game) -> u64 {
    let world = game.world();
    let hero = world.body(world.commanded()).at;
    let foes = foes(world).map(|who| world.body(who).at);
    let places = foes.filter(|at| at.chebyshev(hero) <= NEARBY).chain([hero]);
    places.fold(mix(world.edits_hash()), |sum, at| mix(sum ^ at_number(at)))
}

/// How far the hero is from having opened all doors, for sorting; 0 if the nearest hunter is too near for that, or if
/// none comes.
fn doors_to_open(world: &World, lead: u16) -> i64 {
    if !(LEAD..u16::MAX).contains(&lead) {
        return 0;
    }
    let (level, hero) = (world.here(), world.body(world.commanded()).at);
    let is_closed =
        |p: &Point| TilePassage::of(world.tile(level, *p)).is_door() && is_way(world, *p);
    let all = world.size(level).points().filter(is_closed).count();
    let nearest = rings([hero], |p| is_way(world, p)).position(|ring| ring.iter().any(is_closed));
    nearest.map_or(0, |steps| length(all * 1_000 + steps).into())
}
