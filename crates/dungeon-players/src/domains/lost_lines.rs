//! Lines of play after which a game can no longer be won but is not over. Keeps the shortest line of each sort, after
//! playing it in the real game.
use std::collections::HashMap;

use crate::search::budget::Meter;
use crate::search::domain::Domain;
use crate::search::losing_walk::LosingWalk;
use crate::verdict::{DeadEnd, Reason};
use dungeon_engine::action::Action;
use dungeon_engine::game::Game;
use dungeon_model::dungeon::LevelId;
use dungeon_model::space::geometry::Point;

/// The maximum number of dead ends to report per game. An author fixes the nearest ones first, and runs the proof
/// again.
const MOST: usize = 10;

/// The maximum number of lines of one sort (`LineEnd`) to play. One line is not enough, because a line is no dead end
/// if a weak hero dies soon after it.
const TRIES: u32 = 16;

/// The minimum number of rounds for which a lost game must go on if the hero does nothing: the length of a season of
/// the published siege. A line after which the game ends sooner is no dead end, because the player sees why the game is
/// lost.
const LINGERING: u32 = 20;

/// The number of states that a walk continues from at each depth. The number is small, since the costs lead straight to
/// a loss, and lines to a loss may be long.
const WIDTH: usize = 12;

/// A walk may take 1/`PART` of the steps that the proof has taken so far, but always as many as `LEAST` allows.
const PART: u64 = 10;

/// A walk of a lone hero may always take this many steps: a tenth of a second in the slowest games.
const LEAST: u64 = 6_000;

/// The number of other bodies whose actions take about as long to compute as a step of a lone hero.
const LONE_STEP: u64 = 8;

/// Returns a reason why a game can never be won from its current state; `None` if no reason is found. The reason holds
/// for certain.
pub type Disprove = fn(&Game, &Meter<'_>) -> Option<Reason>;

/// A domain that tries the macros of another domain `D`, to find states in which the game is lost.
pub struct LosingDomain<D, K> {
    pub steps: D,
    /// Further knowledge about the game, which `cost` and `is_lost` get.
    pub known: K,
    /// Returns how far a state is from a lost one, as a dimensionless number.
    pub cost: fn(&mut D, &K, &Game) -> i64,
    /// Whether the game is certainly lost.
    pub is_lost: fn(&mut K, &Game) -> bool,
}

impl<D: Domain, K> Domain for LosingDomain<D, K> {
    type Macro = D::Macro;

    fn list_macros(&mut self, game: &Game, out: &mut Vec<D::Macro>) {
        self.steps.list_macros(game, out);
    }

    fn next_action(&mut self, game: &Game, doing: D::Macro, nth: u32) -> Option<Action> {
        self.steps.next_action(game, doing, nth)
    }

    fn cost(&mut self, game: &Game) -> i64 {
        (self.cost)(&mut self.steps, &self.known, game)
    }

    fn bytes(&self) -> usize {
        self.steps.bytes()
    }

    fn is_hopeless(&mut self, game: &Game) -> bool {
        (self.is_lost)(&mut self.known, game)
    }
}

/// The sort of a line: the cell of its last action, and the kind of that action. Lines of the same sort count as one
/// dead end.
type LineEnd = (LevelId, Point, std::mem::Discriminant<Action>);

/// Lines of play after which a game can no longer be won but is not over.
#[derive(Debug)]
pub struct LostLines<'a> {
    start: &'a Game,
    /// For each sort of line: the number of lines played, and the index of the sort's dead end in `found`.
    tried: HashMap<LineEnd, (u32, Option<usize>)>,
    found: Vec<DeadEnd>,
}

impl<'a> LostLines<'a> {
    /// Creates an empty collection for a game.
    pub fn new(start: &'a Game) -> LostLines<'a> {
        LostLines {
            start,
            tried: HashMap::new(),
            found: Vec::new(),
        }
    }

    /// Whether enough dead ends are found, provided that later lines are not shorter.
    pub fn are_enough(&self) -> bool {
        self.found.len() >= MOST
    }

    /// Plays a line. Keeps it as a dead end if the game goes on after it and `why` returns a reason why the game cannot
    /// be won. Drops the line if a line of the same sort, of equal or shorter length, is already known.
    pub fn add(
        &mut self,
        line: Vec<Action>,
        meter: &Meter<'_>,
        why: impl FnOnce(&Game) -> Option<Reason>,
    ) {
        let Some((last, before)) = line.split_last() else {
            return;
        };
        let mut game = self.start.clone();
        if !plays(&mut game, before, meter) {
            return;
        }
        let (level, at) = place(&game, *last);
        let sort = (level, at, std::mem::discriminant(last));
        let (tries, known) = self.tried.entry(sort).or_default();
        let is_longer = |nth: usize| self.found[nth].actions.len() <= line.len();
        if *tries >= TRIES || known.is_some_and(is_longer) {
            return;
        }
        *tries += 1;
        if !plays(&mut game, &[*last], meter) || !lingers(&game, meter) {
            return;
        }
        let Some(reason) = why(&game) else {
            return;
        };
        let end = DeadEnd {
            actions: line,
            level,
            at,
            reason,
        };
        let same = known.or_else(|| {
            self.found
                .iter()
                .position(|found| lacks_the_same(found, &end))
        });
        match same {
            Some(nth) if self.found[nth].actions.len() <= end.actions.len() => {}
            Some(nth) => self.found[nth] = end,
            None => {
                *known = Some(self.found.len());
                self.found.push(end);
            }
        }
    }

    /// Adds the lines that a walk finds. The walk starts at the beginning of the game, or branches off the winning line
    /// `won`. The costs of the domain say how far a state is from a hopeless one. `why` returns the reason why a game
    /// cannot be won.
    pub fn walk<D: Domain>(
        &mut self,
        domain: &mut D,
        won: Option<&[Action]>,
        meter: &Meter<'_>,
        why: impl Fn(&Game) -> Option<Reason>,
    ) {
        let start = self.start;
        // The limit keeps the walk cheap compared to the proof.
        meter.limit((meter.spent() / PART).max(in_time(start, LEAST)));
        let mut walk = LosingWalk::new(domain);
        let tell = |line| {
            self.add(line, meter, &why);
            !self.are_enough()
        };
        match won {
            None => walk.ahead(start, WIDTH, meter, tell),
            Some(won) => walk.aside(start, won, meter, tell),
        }
    }

    /// Returns the dead ends, nearest first.
    pub fn into_dead_ends(self) -> Vec<DeadEnd> {
        let mut found = self.found;
        found.sort_by_key(|end| end.actions.len());
        found.truncate(MOST);
        found
    }
}

/// Finds the dead ends of a game by walking ahead from the start, and by branching off a winning line. The costs of the
/// domain say how far a state is from a hopeless one. `disprove` confirms each dead end.
pub fn dead_ends_of_walks<D: Domain>(
    game: &Game,
    won: &[Action],
    meter: &Meter<'_>,
    domain: &mut D,
    disprove: Disprove,
) -> Vec<DeadEnd> {
    let why = |after: &Game| disprove(after, meter);
    let mut lost = LostLines::new(game);
    lost.walk(domain, None, meter, why);
    lost.walk(domain, Some(won), meter, why);
    lost.into_dead_ends()
}

/// Converts a number of steps in a game with a lone hero into the number of steps in this game that take the same time.
pub fn in_time(game: &Game, steps: u64) -> u64 {
    steps * LONE_STEP / (LONE_STEP + game.world().bodies().len() as u64)
}

/// Whether two dead ends count as one, because both run short of the same stat.
fn lacks_the_same(one: &DeadEnd, other: &DeadEnd) -> bool {
    let number = |end: &DeadEnd| match end.reason {
        Reason::TooLittle { of, .. } => Some(of),
        _ => None,
    };
    number(one).is_some() && number(one) == number(other)
}

/// Whether a line can be played and the game goes on after it.
fn plays(game: &mut Game, line: &[Action], meter: &Meter<'_>) -> bool {
    let mut line = line.iter();
    line.all(|action| meter.pay() && game.step(*action).is_ok() && game.outcome().is_none())
}

/// Whether a game goes on for `LINGERING` rounds if the player does nothing.
fn lingers(game: &Game, meter: &Meter<'_>) -> bool {
    let mut game = game.clone();
    let pass = match game.rules().face().pointing() {
        Some(rules) => rules.end_of_turn(),
        None => Action::Wait,
    };
    (0..LINGERING).all(|_| plays(&mut game, &[pass], meter))
}

/// The level and the cell of an action: the target cell if the action has one, otherwise the hero's own cell.
fn place(game: &Game, action: Action) -> (LevelId, Point) {
    let world = game.world();
    let who = world.body(world.commanded());
    let at = match action {
        Action::Step(way) => who.at + way,
        Action::Go(to) | Action::ShootAt(to) | Action::Throw(_, to) => to,
        Action::Attack(whom) | Action::Shoot(whom) | Action::Command(whom) => world.body(whom).at,
        Action::Wait | Action::Idle | Action::Use(_) | Action::Do(_) | Action::DoToward(..) => {
            who.at
        }
    };
    (who.level, at)
}
