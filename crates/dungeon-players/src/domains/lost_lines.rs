//! Lines of play after which a game is lost although it goes on: the shortest of each sort, played in the real game.
use std::collections::HashMap;

use crate::search::budget::Meter;
use crate::search::domain::Domain;
use crate::search::losing_walk::LosingWalk;
use crate::verdict::{DeadEnd, Disproof, Reason};
use dungeon_engine::action::Action;
use dungeon_engine::game::Game;
use dungeon_model::dungeon::LevelId;
use dungeon_model::space::geometry::Point;

/// The most dead ends of a game that are told: an author mends the nearest first, and asks again.
const MOST: usize = 10;

/// The lines of one sort that are played before it is given up: each may end the game for a hero who is too weak.
const TRIES: u32 = 16;

/// The rounds that must pass before a hero who does nothing any more is told that he has lost. A play that is lost sooner
/// is no dead end: its player sees why. As many as a season of the published siege has.
const LINGERING: u32 = 20;

/// The width of a walk: narrow, since its costs lead straight to a loss and lines to one may be long.
const WIDTH: usize = 12;

/// Which part of what the proof has cost before a walk may cost, if that is more than `LEAST`.
const PART: u64 = 10;

/// The least steps that a walk may spend: a tenth of a second in the slowest games.
const LEAST: u64 = 6_000;

/// How many bodies act in about the time that a step takes without them.
const LONE_STEP: u64 = 8;

/// Where the last action of a line is taken, and what sort of action it is: lines of one sort are one dead end.
type LineEnd = (LevelId, Point, std::mem::Discriminant<Action>);

/// Lines after which a game is lost although it goes on.
#[derive(Debug)]
pub struct LostLines<'a> {
    start: &'a Game,
    /// How many lines of each sort were played, and the dead end that one of them is, by its number.
    tried: HashMap<LineEnd, (u32, Option<usize>)>,
    found: Vec<DeadEnd>,
}

impl<'a> LostLines<'a> {
    /// No lines of a game yet.
    pub fn new(start: &'a Game) -> LostLines<'a> {
        LostLines {
            start,
            tried: HashMap::new(),
            found: Vec::new(),
        }
    }

    /// Whether no more lines are wanted, if those to come are no shorter.
    pub fn are_enough(&self) -> bool {
        self.found.len() >= MOST
    }

    /// Plays a line, and keeps it where the game goes on after it and `why` says of the game that it cannot be won;
    /// unless one of its sort is known that is no longer.
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

    /// Adds the lines that a walk finds: ahead from the start, or aside from a line that wins. The costs of the
    /// domain say how far a state is from a hopeless one; `why` returns the reason for which that cannot be won.
    pub fn walk<D: Domain>(
        &mut self,
        domain: &mut D,
        won: Option<&[Action]>,
        meter: &Meter<'_>,
        why: impl Fn(&Game) -> Option<Reason>,
    ) {
        let start = self.start;
        // The limit keeps the walk cheap beside the proof.
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

    /// The dead ends that the lines are, the nearest first.
    pub fn into_dead_ends(self) -> Vec<DeadEnd> {
        let mut found = self.found;
        found.sort_by_key(|end| end.actions.len());
        found.truncate(MOST);
        found
    }
}

/// Finds the dead ends of a game that a line wins by walks ahead and aside, by a domain whose costs say how far a state is
/// from a hopeless one; each as a game's own disproof says.
pub fn dead_ends_of_walks<D: Domain>(
    game: &Game,
    won: &[Action],
    meter: &Meter<'_>,
    domain: &mut D,
    disprove: fn(&Game, &Meter<'_>) -> Option<Disproof>,
) -> Vec<DeadEnd> {
    let why = |after: &Game| Some(disprove(after, meter)?.reason);
    let mut lost = LostLines::new(game);
    lost.walk(domain, None, meter, why);
    lost.walk(domain, Some(won), meter, why);
    lost.into_dead_ends()
}

/// So many steps of a game with the hero alone, and as much fewer where others act in each step as they take longer.
pub fn in_time(game: &Game, steps: u64) -> u64 {
    steps * LONE_STEP / (LONE_STEP + game.world().bodies().len() as u64)
}

/// Whether two dead ends are one since too little is left of the same number, wherever the last of it is lost.
fn lacks_the_same(one: &DeadEnd, other: &DeadEnd) -> bool {
    let number = |end: &DeadEnd| match end.reason {
        Reason::TooLittle { of, .. } => Some(of),
        _ => None,
    };
    number(one).is_some() && number(one) == number(other)
}

/// Whether a line can be played, and the game goes on after it.
fn plays(game: &mut Game, line: &[Action], meter: &Meter<'_>) -> bool {
    let mut line = line.iter();
    line.all(|action| meter.pay() && game.step(*action).is_ok() && game.outcome().is_none())
}

/// Whether a game goes on for a while if nothing is done.
fn lingers(game: &Game, meter: &Meter<'_>) -> bool {
    let mut game = game.clone();
    let pass = match game.rules().face().pointing() {
        Some(rules) => rules.end_of_turn(),
        None => Action::Wait,
    };
    (0..LINGERING).all(|_| plays(&mut game, &[pass], meter))
}

/// The cell that an action is about: where a step or a shot goes, else where it is done.
fn place(game: &Game, action: Action) -> (LevelId, Point) {
    let world = game.world();
    let who = world.body(world.commanded());
    let at = match action {
        Action::Step(way) => who.at + way,
        Action::Go(to) | Action::ShootAt(to) => to,
        Action::Attack(whom) | Action::Shoot(whom) | Action::Command(whom) => world.body(whom).at,
        Action::Wait | Action::Idle | Action::Use(_) | Action::Do(_) | Action::DoToward(..) => {
            who.at
        }
    };
    (who.level, at)
}
