//! The number of essentially different ways to win a game of few states.
//!
//! The marks of a line are the effects of its steps that matter, in order: things taken, locked doors opened, boulders
//! pushed, monsters killed, and the way out that it takes. Two wins are essentially different if their marks differ. A
//! win does not count if another win has only some of its marks, in the same order: the other marks are then a detour.
use std::collections::{BTreeMap, HashMap};

use super::domains::states::States;
use super::search::budget::{Budget, Meter};
use super::search::shorten::wins;
use super::search::state_graph::{StateGraph, WON};
use dungeon_engine::action::{Action, ActorId};
use dungeon_engine::event::Event;
use dungeon_engine::game::Game;
use dungeon_ground::passage::TilePassage;
use dungeon_model::dungeon::LevelId;
use dungeon_model::space::geometry::Point;
use dungeon_model::space::narrow::count;

/// The bytes that the lines with the same marks take per state of the graph: a flag in `is_detour`, and an entry in
/// `reached`.
const BYTES_A_STATE: usize = 1 + size_of::<Reached>();

/// The essentially different wins of a game that were found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solutions {
    /// One line of play for each of these wins.
    pub lines: Vec<Vec<Action>>,
    /// Whether the game has no other essentially different wins.
    pub are_all: bool,
    /// The game steps that the search took.
    pub steps: u64,
}

/// Counts the essentially different ways to win a game, at most `most` of them. Two wins differ if they take things,
/// open locked doors, push boulders, kill monsters or leave the dungeon in different orders. Does not count a win that
/// does everything that another win does, in the same order, and something else. Finds nothing if the game has too many
/// states for the budget.
///
/// ```
/// use dungeon::Session;
/// use dungeon::players::{Budget, different_wins};
///
/// let session = Session::from_text("map\n########\n#$...@$#\n########\nend\n")?;
/// let wins = different_wins(session.game(), 100, &Budget::of_steps(10_000));
/// assert_eq!((wins.lines.len(), wins.are_all), (2, true), "either gold first");
/// # Ok::<(), dungeon::LoadError>(())
/// ```
pub fn different_wins(game: &Game, most: usize, budget: &Budget<'_>) -> Solutions {
    let meter = &Meter::new(budget);
    let mut marks = Marks::default();
    let states = States::of(game);
    let is_over = game.outcome().is_some();
    let graph = (!is_over).then(|| StateGraph::new(game, &states, meter, |game| marks.of(game)));
    let (lines, are_all) = match graph.flatten() {
        Some(graph) => WinSearch::new(&graph, game, most, meter).run(),
        None => (Vec::new(), false),
    };
    Solutions {
        lines,
        are_all,
        steps: meter.spent(),
    }
}

/// An effect of a step by which wins differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Mark {
    Taken(LevelId, Point),
    Opened(LevelId, Point),
    Pushed(LevelId, Point, Point),
    Killed(ActorId),
    Left(LevelId, Point),
}

/// Numbers lists of marks, where a list holds the marks that a single step makes. An empty list has the number 0.
#[derive(Default)]
struct Marks(HashMap<Vec<Mark>, u32>);

impl Marks {
    /// Returns the number of the marks of a game's last step.
    fn of(&mut self, game: &Game) -> u32 {
        let world = game.world();
        let marks: Vec<Mark> = game
            .events()
            .iter()
            .filter_map(|event| match *event {
                Event::Taken { level, at, .. } => Some(Mark::Taken(level, at)),
                Event::Opened(on) => {
                    let lock = TilePassage::of(world.dungeon().tile(on.tile)).lock();
                    lock.map(|_| Mark::Opened(on.level, on.at))
                }
                Event::Pushed {
                    level, from, to, ..
                } => Some(Mark::Pushed(level, from, to)),
                Event::Died { who, .. } => Some(Mark::Killed(who)),
                Event::Left { level, at, .. } => Some(Mark::Left(level, at)),
                _ => None,
            })
            .collect();
        if marks.is_empty() {
            return 0;
        }
        let next = count(self.0.len()) + 1;
        *self.0.entry(marks).or_insert(next)
    }
}

/// A state of the graph that a line reaches after its last mark, with the action that leads there.
#[derive(Clone, Copy, Debug)]
struct Reached {
    state: u32,
    action: Action,
    from: CameFrom,
}

/// The predecessor of a reached state, as an index into a list `reached`.
#[derive(Clone, Copy, Debug)]
enum CameFrom {
    /// The start, which no action leads to.
    Nothing,
    /// A state after the same marks: an index into the same list.
    Same(usize),
    /// A state before the last mark: an index into the list of the previous entry of the path.
    Before(usize),
}

/// A move that makes a mark: the index in `reached` of the state before, the action, and the number of the state after.
type MarkingMove = (usize, Action, u32);

/// The lines with the same marks.
struct MarkedLines {
    /// The states that these lines reach, except those that are reached with fewer of the marks.
    reached: Vec<Reached>,
    /// By state: whether lines with fewer of the marks, in the same order, reach it.
    is_detour: Vec<bool>,
    /// The next marks to try, each with the moves that make it.
    next: Vec<(u32, Vec<MarkingMove>)>,
}

/// The search for all lists of marks that win, except lists that also win without some of their marks.
struct WinSearch<'a> {
    graph: &'a StateGraph,
    game: &'a Game,
    most: usize,
    meter: &'a Meter<'a>,
    is_winnable: Vec<bool>,
    lines: Vec<Vec<Action>>,
    are_all: bool,
}

impl<'a> WinSearch<'a> {
    fn new(graph: &'a StateGraph, game: &'a Game, most: usize, meter: &'a Meter<'a>) -> Self {
        WinSearch {
            is_winnable: graph.winnable(),
            lines: Vec::new(),
            are_all: true,
            graph,
            game,
            most,
            meter,
        }
    }

    /// Tries each mark after each list of marks, depth first.
    fn run(mut self) -> (Vec<Vec<Action>>, bool) {
        let start = Reached {
            state: 0,
            action: Action::Wait,
            from: CameFrom::Nothing,
        };
        let states = self.is_winnable.len();
        let mut path = Vec::new();
        if self.is_winnable[0] {
            self.push(&mut path, vec![start], vec![false; states]);
        }
        while let Some(last) = path.last_mut() {
            let Some((mark, moves)) = last.next.pop() else {
                path.pop();
                continue;
            };
            let bytes = (path.len() + 1) * states * BYTES_A_STATE;
            if self.lines.len() >= self.most || !self.meter.fits(bytes) || self.meter.left() == 0 {
                self.are_all = false;
                break;
            }
            self.follow(&mut path, mark, moves);
        }
        (self.lines, self.are_all)
    }

    /// Extends the lines at the end of the path by one mark.
    fn follow(&mut self, path: &mut Vec<MarkedLines>, mark: u32, moves: Vec<MarkingMove>) {
        let last = path.last().expect("a path that is followed");
        let Some(is_detour) = self.detours(last, mark) else {
            return;
        };
        if let Some((from, action, _)) = moves.iter().find(|(.., to)| *to == WON) {
            self.tell(path, *from, *action);
            return;
        }
        let reached = moves.into_iter().map(|(from, action, state)| Reached {
            state,
            action,
            from: CameFrom::Before(from),
        });
        self.push(path, reached.collect(), is_detour);
    }

    /// Returns, by state, whether the state can be reached without some of the marks of the lines `last` followed by
    /// `mark`. `None` if the game can be won that way.
    fn detours(&self, last: &MarkedLines, mark: u32) -> Option<Vec<bool>> {
        let mut is_detour = last.is_detour.clone();
        let mut open: Vec<u32> = last.reached.iter().map(|reached| reached.state).collect();
        for state in 0..count(is_detour.len()) {
            if last.is_detour[state as usize] {
                let moves = self.graph.moves(state).iter().filter(|on| on.mark == mark);
                open.extend(moves.map(|on| on.to));
            }
        }
        self.meter.look(is_detour.len());
        while let Some(state) = open.pop() {
            if state == WON {
                return None;
            }
            if !std::mem::replace(&mut is_detour[state as usize], true) {
                let moves = self.graph.moves(state).iter().filter(|on| on.mark == 0);
                open.extend(moves.map(|on| on.to));
            }
        }
        Some(is_detour)
    }

    /// Adds lines to the path, with all states that they reach without another mark. If one of the lines wins, records
    /// that line instead.
    fn push(
        &mut self,
        path: &mut Vec<MarkedLines>,
        mut reached: Vec<Reached>,
        is_detour: Vec<bool>,
    ) {
        let mut is_seen = is_detour.clone();
        reached.retain(|one| {
            let state = one.state as usize;
            self.is_winnable[state] && !std::mem::replace(&mut is_seen[state], true)
        });
        let mut next: BTreeMap<u32, Vec<MarkingMove>> = BTreeMap::new();
        let mut nth = 0;
        let mut won = None;
        while let Some(one) = reached.get(nth).copied() {
            self.meter.look(1);
            for on in self.graph.moves(one.state) {
                if on.mark != 0 {
                    let moves = next.entry(on.mark).or_default();
                    moves.push((nth, on.action, on.to));
                } else if on.to == WON {
                    won = won.or(Some((nth, on.action)));
                } else if self.is_winnable[on.to as usize]
                    && !std::mem::replace(&mut is_seen[on.to as usize], true)
                {
                    reached.push(Reached {
                        state: on.to,
                        action: on.action,
                        from: CameFrom::Same(nth),
                    });
                }
            }
            nth += 1;
        }
        next.retain(|_, moves| {
            moves.retain(|(.., to)| *to == WON || self.is_winnable[*to as usize]);
            !moves.is_empty()
        });
        // Marks are tried from the end of the list, nearest states first.
        let mut next: Vec<_> = next.into_iter().collect();
        next.sort_by_key(|(_, moves)| std::cmp::Reverse(moves[0].0));
        path.push(MarkedLines {
            reached,
            is_detour,
            next,
        });
        if let Some((from, action)) = won {
            self.tell(path, from, action);
            path.pop();
        }
    }

    /// Records the line that leads to a state at the end of the path and then wins, if the line also wins the real
    /// game.
    fn tell(&mut self, path: &[MarkedLines], from: usize, last: Action) {
        let mut line = vec![last];
        let (mut depth, mut nth) = (path.len() - 1, from);
        loop {
            let reached = path[depth].reached[nth];
            match reached.from {
                CameFrom::Nothing => break,
                CameFrom::Same(before) => nth = before,
                CameFrom::Before(before) => {
                    depth -= 1;
                    nth = before;
                }
            }
            line.push(reached.action);
        }
        line.reverse();
        match wins(&mut self.game.clone(), &line, self.meter) {
            Some(_) => self.lines.push(line),
            // The line relies on unlimited health: in the real game, the hero dies on the way.
            None => self.are_all = false,
        }
    }
}
