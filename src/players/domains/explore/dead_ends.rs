//! Where a player of explore can lose a game that could be won, without being told: found on the ground, by a hero who
//! takes no more than he needs to go on; then walked to in the real game, and proved there.
use std::collections::{BTreeMap, HashSet, VecDeque};

use super::fields::StepFields;
use super::ground::{GroundGraph, Part};
use super::ground_game::{GroundGame, GroundOutcome, GroundPlay, GroundWay};
use super::impasse::impasse;
use super::tile_class::TileClass;
use crate::dungeon::{Feature, ItemId, LevelId, Stair};
use crate::engine::action::Action;
use crate::engine::game::Game;
use crate::players::search::budget::Meter;
use crate::players::verdict::{DeadEnd, Reason};
use crate::rulesets::terrain::{ASCEND, DESCEND};
use crate::space::geometry::{Direction, Point};

/// The most states of the lazy hero that are looked at.
const LAZY_STATES: usize = 512;

/// The most lines to one dead end that are walked.
const TRIES: usize = 4;

/// The most steps to one aim: on the usual maps no way is longer.
const LONGEST_LEG: usize = 600;

/// What the lazy hero does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leg {
    /// Takes the thing that lies at a cell.
    Take(LevelId, Point),
    /// Takes the stairs, or walks onto the trap, at a cell.
    Leave(LevelId, Point),
}

impl Leg {
    fn cell(self) -> (LevelId, Point) {
        match self {
            Leg::Take(level, at) | Leg::Leave(level, at) => (level, at),
        }
    }
}

/// A state of the lazy hero, and how he came there.
struct LazyPlay {
    play: GroundPlay,
    legs: Vec<Leg>,
}

/// Finds the dead ends of a game that can be won, each with the shortest line that is found, the shortest first.
pub fn dead_ends(game: &Game, meter: &mut Meter<'_>) -> Vec<DeadEnd> {
    let world = game.world();
    meter.limit(meter.left());
    let graph = GroundGraph::new(world, world.dungeon().settings.game);
    let mut walker = Walker {
        fields: StepFields::new(world).avoiding_things(),
        start: game,
    };
    let mut found: BTreeMap<(LevelId, Point), (usize, Option<DeadEnd>)> = BTreeMap::new();
    for legs in candidates(&graph) {
        let Some((level, at)) = legs.last().map(|leg| leg.cell()) else {
            continue;
        };
        let (tries, best) = found.entry((level, at)).or_default();
        *tries += 1;
        if *tries > TRIES || meter.left() == 0 {
            continue;
        }
        let Some((actions, reason)) = walker.follow(&legs, meter) else {
            continue;
        };
        let is_shorter = |best: &DeadEnd| actions.len() < best.actions.len();
        if best.as_ref().is_none_or(is_shorter) {
            *best = Some(DeadEnd {
                actions,
                level,
                at,
                reason,
            });
        }
    }
    let mut ends: Vec<DeadEnd> = found.into_values().filter_map(|(_, end)| end).collect();
    ends.sort_by_key(|end| end.actions.len());
    ends
}

/// What the lazy hero may do to lose, the least first: he takes keys alone.
fn candidates(graph: &GroundGraph) -> Vec<Vec<Leg>> {
    let game = GroundGame::new(graph);
    let mut lost = Vec::new();
    let Some(mut begin) = game.begin() else {
        return lost;
    };
    let here = begin.part;
    game.settle(&mut begin, false);
    let mut seen = HashSet::from([begin.clone()]);
    let first = LazyPlay {
        play: GroundPlay {
            part: here,
            ..begin
        },
        legs: Vec::new(),
    };
    let mut open = VecDeque::from([first]);
    while let Some(LazyPlay { play, legs }) = open.pop_front() {
        let place = game.place(&play);
        let keys = place.iter().flat_map(|part| {
            let things = graph.get(*part).things.iter();
            things.map(|thing| (*part, *thing as usize))
        });
        let mut next = Vec::new();
        for (part, key) in keys {
            let thing = graph.things[key];
            let is_new = thing.opens.is_some_and(|lock| !play.locks.contains(&lock));
            if is_new && thing.lies {
                let mut after = GroundPlay {
                    part,
                    ..play.clone()
                };
                game.take(&mut after, key);
                let mut legs = [legs.clone(), route(&game, graph, &play, part)].concat();
                legs.push(Leg::Take(thing.level, thing.at));
                next.push((after, legs));
            }
        }
        for (part, exit) in game.settle(&mut play.clone(), false) {
            let leaves = leave(graph, part, exit.by).into_iter();
            let legs = legs
                .iter()
                .copied()
                .chain(route(&game, graph, &play, part))
                .chain(leaves);
            next.push((game.leave(&play, exit), legs.collect()));
        }
        for (play, legs) in next {
            let mut settled = play.clone();
            game.settle(&mut settled, false);
            if seen.len() >= LAZY_STATES || !seen.insert(settled.clone()) {
                continue;
            }
            match game.outcome(settled) {
                GroundOutcome::Lost(_) => lost.push(legs),
                GroundOutcome::CanBeWon => open.push_back(LazyPlay { play, legs }),
                GroundOutcome::TooLarge => {}
            }
        }
    }
    lost
}

/// The way on as a leg; a step is none.
fn leave(graph: &GroundGraph, from: Part, by: GroundWay) -> Option<Leg> {
    match by {
        GroundWay::Foot => None,
        GroundWay::Trap(trap) => Some(Leg::Leave(graph.get(trap).level, graph.get(trap).at)),
        GroundWay::Stairs(nth) => {
            let part = graph.get(from);
            Some(Leg::Leave(part.level, part.stairs[nth].0))
        }
    }
}

/// The legs of a way between two parts that the hero can go to and fro; nothing is used up on it.
fn route(game: &GroundGame<'_>, graph: &GroundGraph, play: &GroundPlay, to: Part) -> Vec<Leg> {
    let mut came: BTreeMap<Part, (Part, GroundWay)> = BTreeMap::new();
    let mut open = VecDeque::from([play.part]);
    while let Some(part) = open.pop_front().filter(|part| *part != to) {
        game.exits(play, part, |exit| {
            if exit.springs.is_none() && exit.to != play.part && !came.contains_key(&exit.to) {
                came.insert(exit.to, (part, exit.by));
                open.push_back(exit.to);
            }
        });
    }
    let mut legs = Vec::new();
    let mut at = to;
    while let Some((from, by)) = came.get(&at).filter(|_| at != play.part) {
        legs.extend(leave(graph, *from, *by));
        at = *from;
    }
    legs.reverse();
    legs
}

/// Walks lines of legs in the real game.
struct Walker<'a> {
    fields: StepFields,
    start: &'a Game,
}

impl Walker<'_> {
    /// The actions of the legs, and why the game is lost after them; none if it cannot be walked or is not lost.
    fn follow(&mut self, legs: &[Leg], meter: &mut Meter<'_>) -> Option<(Vec<Action>, Reason)> {
        let mut game = self.start.clone();
        let mut actions = Vec::new();
        for leg in legs {
            let end = actions.len() + LONGEST_LEG;
            while let Some(action) = self.next(&game, *leg)? {
                let from = place(&game);
                if actions.len() >= end || !meter.pay() || game.step(action).is_err() {
                    return None;
                }
                actions.push(action);
                if game.outcome().is_some() {
                    return None;
                }
                let to = place(&game);
                if matches!(leg, Leg::Leave(..)) && is_carried(from, to) {
                    break;
                }
            }
        }
        Some((actions, impasse(game.world())?))
    }

    /// The next action of a leg: `Some(None)` where it is done, none where it cannot be done.
    fn next(&mut self, game: &Game, leg: Leg) -> Option<Option<Action>> {
        let world = game.world();
        let hero = world.body(world.commanded());
        let (level, at) = leg.cell();
        if hero.level != level {
            return None;
        }
        let feature = world.tile(level, at).feature;
        match (leg, feature) {
            (Leg::Take(..), _) if world.item_at(level, at) == ItemId::NONE => return Some(None),
            (Leg::Take(..), _) if hero.at == at => return Some(Some(Action::Wait)),
            (Leg::Leave(..), Feature::Stairs(stairs)) if hero.at == at => {
                let verb = match stairs.way {
                    Stair::Down => DESCEND,
                    Stair::Up => ASCEND,
                };
                return Some(Some(Action::Do(verb)));
            }
            (Leg::Leave(..), _) if hero.at == at => {
                // A hero who has landed on a trap steps aside first.
                let aside = Direction::ALL.into_iter().find(|way| {
                    let is_open = self.fields.class(world, level, at + *way) == TileClass::Open;
                    is_open && world.is_vacant(level, at + *way)
                });
                return aside.map(|way| Some(Action::Step(way)));
            }
            _ => {}
        }
        let state = self.fields.state(world);
        let ways = self.fields.nearer(world, state, level, (hero.at, at));
        let is_taken = |way: Direction| world.body_at(level, hero.at + way).is_some();
        let ways = ways.into_iter().flatten();
        let (_, way) = ways.min_by_key(|(steps, way)| (is_taken(*way), *steps))?;
        Some(Some(Action::Step(way)))
    }
}

fn place(game: &Game) -> (LevelId, Point) {
    let body = game.world().body(game.world().commanded());
    (body.level, body.at)
}

/// Whether somebody did not come from one place to the other by a step.
fn is_carried(from: (LevelId, Point), to: (LevelId, Point)) -> bool {
    from.0 != to.0 || from.1.chebyshev(to.1) > 1
}
