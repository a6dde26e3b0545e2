//! Where a player of explore can unknowingly lose a game that could be won. The search runs on the ground graph, for a
//! lazy hero who takes only what is needed to go on. Its results are then walked and proved in the real game.
use std::collections::{BTreeMap, HashMap, VecDeque};

use super::explore_domain::ExploreDomain;
use super::fields::StepFields;
use super::ground::{GroundAim, GroundGraph, Part};
use super::ground_game::{GroundGame, GroundOutcome, GroundPlay, GroundWay};
use super::impasse::impasse;
use super::worth::WEIGHTS;
use crate::domains::lost_lines::LostLines;
use crate::search::budget::Meter;
use crate::verdict::DeadEnd;
use dungeon_engine::action::Action;
use dungeon_engine::game::Game;
use dungeon_engine::rulesets::terrain;
use dungeon_ground::passage::TilePassage;
use dungeon_model::dungeon::{ItemId, LevelId};
use dungeon_model::space::geometry::{Direction, Point};

/// The maximum number of states to examine for the lazy hero.
const LAZY_STATES: usize = 512;

/// The maximum number of exits to look at in the whole search: about a second's work.
const WORK: usize = 20_000_000;

/// The maximum number of exits to look at for one state.
const VISITS: usize = 1 << 18;

/// The maximum number of lines of play to walk in the real game for each dead end.
const TRIES: usize = 4;

/// The maximum number of actions for one leg. On maps of usual size, no way is longer.
const LONGEST_LEG: usize = 600;

/// A leg of the lazy hero's line of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leg {
    /// Takes the item on a cell.
    Take(LevelId, Point),
    /// Takes the stairs on a cell, or walks onto the trap there.
    Leave(LevelId, Point),
    /// Walks to a cell from which no way leads back.
    Walk(LevelId, Point),
}

impl Leg {
    fn cell(self) -> (LevelId, Point) {
        match self {
            Leg::Take(level, at) | Leg::Leave(level, at) | Leg::Walk(level, at) => (level, at),
        }
    }
}

/// A state of the lazy hero, and the legs that led there.
struct LazyPlay {
    play: GroundPlay,
    legs: Vec<Leg>,
}

/// Finds the dead ends of a game, given a line that wins it. Searches on the ground. If there are monsters, which may
/// block a way or carry a key, also branches off the winning line in the real game.
pub fn dead_ends(game: &Game, won: &[Action], meter: &Meter<'_>) -> Vec<DeadEnd> {
    let world = game.world();
    let Some(graph) = GroundGraph::new(world, meter) else {
        return Vec::new();
    };
    let mut walker = Walker {
        fields: StepFields::new(world, meter).avoiding_things(),
        start: game,
    };
    let mut lost = LostLines::new(game);
    for legs in candidates(&graph, meter) {
        if !meter.goes_on() {
            break;
        }
        if let Some(actions) = walker.follow(&legs, meter) {
            lost.add(actions, meter, |after| impasse(after.world(), meter));
        }
    }
    let mut levels = world.dungeon().numbered_levels();
    let has_monsters = levels.any(|(level, _)| world.theirs(level).next().is_some());
    // Where causes may help, no state is ever called hopeless, and a walk that looks for hopeless states finds none.
    let may_walk_aside = has_monsters && !world.dungeon().may_help_by_causes();
    if may_walk_aside && meter.goes_on() {
        let mut domain = ExploreDomain::new(game, WEIGHTS[0], meter);
        lost.walk(&mut domain, Some(won), meter, |after| {
            impasse(after.world(), meter)
        });
    }
    lost.into_dead_ends()
}

/// Lines of play that may lose the game, played by a lazy hero who takes only keys; shortest first.
fn candidates<'a>(graph: &'a GroundGraph, meter: &'a Meter<'a>) -> Vec<Vec<Leg>> {
    let game = GroundGame::new(graph, meter);
    let Some(begin) = game.begin() else {
        return Vec::new();
    };
    let mut search = LazySearch {
        game,
        graph,
        work: 0,
        is_lost: HashMap::new(),
        open: VecDeque::new(),
        tries: BTreeMap::new(),
        lost: Vec::new(),
    };
    search.open.push_back(LazyPlay {
        play: begin,
        legs: Vec::new(),
    });
    while let Some(LazyPlay { play, legs }) = search.open.pop_front() {
        if !meter.goes_on() {
            break;
        }
        search.go_on(&play, &legs);
    }
    search.lost
}

/// The search over the lazy hero's lines of play.
struct LazySearch<'a> {
    game: GroundGame<'a>,
    graph: &'a GroundGraph,
    /// The approximate number of exits looked at.
    work: usize,
    is_lost: HashMap<GroundPlay, bool>,
    open: VecDeque<LazyPlay>,
    /// The number of lines stored for each cell where a game is lost.
    tries: BTreeMap<(LevelId, Point), usize>,
    lost: Vec<Vec<Leg>>,
}

impl LazySearch<'_> {
    /// Tries each key within the hero's place (`GroundGame::place`), and each exit from which no way leads back.
    fn go_on(&mut self, play: &GroundPlay, legs: &[Leg]) {
        let graph = self.graph;
        for part in self.game.place(play) {
            for thing in graph.get(part).things.iter().map(|thing| *thing as usize) {
                let key = graph.things[thing];
                let is_new = key.opens.is_some_and(|lock| !play.locks.contains(&lock));
                if is_new && key.aim == GroundAim::Lying {
                    let mut after = GroundPlay {
                        part,
                        ..play.clone()
                    };
                    self.game.take(&mut after, thing);
                    self.weigh(play, legs, part, after, Leg::Take(key.level, key.at));
                }
            }
        }
        for (part, exit) in self.game.settle(&mut play.clone(), false) {
            let walk = || {
                let to = graph.get(exit.to);
                Some(Leg::Walk(to.level, to.at)).filter(|_| exit.by == GroundWay::Foot)
            };
            if let Some(leg) = leave(graph, part, exit.by).or_else(walk) {
                let after = self.game.leave(play, exit);
                self.weigh(play, legs, part, after, leg);
            }
        }
    }

    /// Judges the state after a leg: queues the state if it can still be won, or stores the line that ends with the leg
    /// if the state is lost.
    fn weigh(&mut self, before: &GroundPlay, legs: &[Leg], from: Part, play: GroundPlay, leg: Leg) {
        if self.work > WORK {
            return;
        }
        self.work += self.game.ways();
        let mut settled = play.clone();
        self.game.settle(&mut settled, false);
        let known = self.is_lost.get(&settled).copied();
        if known == Some(false) || known.is_none() && self.is_lost.len() >= LAZY_STATES {
            return;
        }
        let is_lost = known.unwrap_or_else(|| {
            let outcome = self.game.outcome(settled.clone(), VISITS);
            matches!(outcome, GroundOutcome::Lost(_))
        });
        self.is_lost.insert(settled, is_lost);
        let tries = self.tries.entry(leg.cell()).or_default();
        *tries += usize::from(is_lost);
        if is_lost && *tries > TRIES {
            return;
        }
        let mut all = [legs.to_vec(), route(&self.game, self.graph, before, from)].concat();
        all.push(leg);
        if is_lost {
            // Several traps may lead to one state, and each of them is a dead end of its own.
            self.lost.push(all)
        } else {
            self.open.push_back(LazyPlay { play, legs: all })
        }
    }
}

/// Returns an exit as a leg; `None` for a step.
fn leave(graph: &GroundGraph, from: Part, by: GroundWay) -> Option<Leg> {
    match by {
        GroundWay::Foot => None,
        GroundWay::Trap(trap) => Some(Leg::Leave(graph.get(trap).level, graph.get(trap).at)),
        GroundWay::Take(thing) => {
            let thing = graph.things[thing];
            Some(Leg::Take(thing.level, thing.at))
        }
        GroundWay::Stairs(nth) => {
            let part = graph.get(from);
            Some(Leg::Leave(part.level, part.stairs[nth].0))
        }
    }
}

/// The legs from the play's part to the part `to`. The hero can walk them in both directions, and they spring no
/// one-time trap.
fn route(game: &GroundGame<'_>, graph: &GroundGraph, play: &GroundPlay, to: Part) -> Vec<Leg> {
    let mut came: BTreeMap<Part, (Part, GroundWay)> = BTreeMap::new();
    let mut open = VecDeque::from([play.part]);
    while let Some(part) = open.pop_front().filter(|part| *part != to) {
        game.exits(play, part, |exit| {
            if exit.springs == 0 && exit.to != play.part && !came.contains_key(&exit.to) {
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

/// Plays the legs of a line in the real game.
struct Walker<'a> {
    fields: StepFields<'a>,
    start: &'a Game,
}

impl Walker<'_> {
    /// Returns the actions of the legs; `None` if they cannot be walked or the game ends.
    fn follow(&mut self, legs: &[Leg], meter: &Meter<'_>) -> Option<Vec<Action>> {
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
        Some(actions)
    }

    /// The next action of a leg: `Some(None)` when it is done, `None` if it cannot be done.
    fn next(&mut self, game: &Game, leg: Leg) -> Option<Option<Action>> {
        let world = game.world();
        let hero = world.body(world.commanded());
        let (level, at) = leg.cell();
        if hero.level != level {
            return None;
        }
        let stairs = TilePassage::of(world.tile(level, at)).stairs();
        match (leg, stairs) {
            (Leg::Take(..), _) if world.item_at(level, at) == ItemId::NONE => return Some(None),
            (Leg::Take(..), _) if hero.at == at => return Some(Some(Action::Wait)),
            (Leg::Walk(..), _) if hero.at == at => return Some(None),
            (Leg::Leave(..), Some(stairs)) if hero.at == at => {
                return Some(Some(terrain::taking(stairs.way)));
            }
            (Leg::Leave(..), _) if hero.at == at => {
                // A hero who landed on a trap must step aside first.
                let aside = self.fields.aside(world, level, at);
                return aside.map(|way| Some(Action::Step(way)));
            }
            _ => {}
        }
        let state = self.fields.state(world);
        let ways = self.fields.nearer(world, state, level, hero.at, at);
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

/// Whether a hero moved from one place to another by other means than a step.
fn is_carried(from: (LevelId, Point), to: (LevelId, Point)) -> bool {
    from.0 != to.0 || from.1.chebyshev(to.1) > 1
}
