//! Plays the solution of a push puzzle in the real game: walks to the boxes, and pushes.
use super::board::{BoxBoard, BoxCell, BoxPlaces, NOWHERE, Regions};
use super::push_search::BoxState;
use super::shifts::{BoxShifts, walk};
use crate::search::budget::Meter;
use dungeon_engine::action::Action;
use dungeon_engine::game::Game;
use dungeon_ground::passage::TilePassage;
use dungeon_model::dungeon::{ItemId, LevelId};

/// The maximum number of game actions for one step on the board: open the door, then go through.
const TRIES: usize = 2;

/// A game that follows the solution of its puzzle.
pub struct PushLine<'a> {
    pub game: Game,
    pub actions: Vec<Action>,
    meter: &'a Meter<'a>,
}

impl<'a> PushLine<'a> {
    pub fn new(game: &Game, meter: &'a Meter<'a>) -> PushLine<'a> {
        PushLine {
            game: game.clone(),
            actions: Vec::new(),
            meter,
        }
    }

    /// Plays the states of a solution. Returns `None` if the real game does not allow a step, or if the budget ends.
    pub fn follow(&mut self, board: &BoxBoard, states: &[BoxState]) -> Option<()> {
        let mut places = BoxPlaces::new(board);
        let mut regions = Regions::new(board);
        let mut shifts = BoxShifts::new(board);
        places.put(board, &states.first()?.boxes);
        let level = self.game.world().here();
        for pair in states.windows(2) {
            let [before, after] = pair else { continue };
            let hero = self.hero(board)?;
            // If every box is in its old place, one box was pushed away and back, which moved the hero to another
            // region. Any of the boxes may be the one, so try all of them.
            let is_moved = before.boxes != after.boxes;
            let boxes = before.boxes.iter().zip(&after.boxes).zip(&board.sorts);
            let mut moved = boxes.filter(|((from, to), _)| !is_moved || from != to);
            let stop = moved.find_map(|((from, to), sort)| {
                let start = (*from, hero, *sort);
                let mut stop = None;
                board.hole_of(*from).is_none().then_some(())?;
                shifts.visit(
                    board,
                    &mut places,
                    &mut regions,
                    start,
                    None,
                    |_| false,
                    |visit| {
                        let is_end = (visit.to, visit.hero) == (*to, after.hero);
                        stop = is_end.then_some(visit.nth);
                        is_end
                    },
                );
                stop
            });
            for (cell, way) in shifts.pushes_to(stop?) {
                let to = board.next(cell, way);
                self.make_room(board, &places, to)?;
                self.walk(board, &places, board.next(cell, board.opposite(way)))?;
                self.step(board, way, cell)?;
                places.set(board, cell, false);
                let place = if places.is_open_hole(to) {
                    board.sunk(to)
                } else {
                    to
                };
                places.set(board, place, true);
                if self.is_over(level) {
                    return Some(());
                }
            }
        }
        Some(())
    }

    /// Whether the game has ended, or has gone on to another level.
    fn is_over(&self, level: LevelId) -> bool {
        self.game.outcome().is_some() || self.game.world().here() != level
    }

    fn hero(&self, board: &BoxBoard) -> Option<BoxCell> {
        let world = self.game.world();
        let at = world.body(world.commanded()).at;
        let nth = board.cells.iter().position(|cell| cell.at == at)?;
        BoxCell::try_from(nth).ok()
    }

    /// If a cell has an item or a closed door, walks there to take the item and open the door, so that a box can be
    /// pushed there.
    fn make_room(&mut self, board: &BoxBoard, places: &BoxPlaces, cell: BoxCell) -> Option<()> {
        let world = self.game.world();
        let (level, at) = (world.here(), board.cells[usize::from(cell)].at);
        let is_shut = TilePassage::of(world.tile(level, at)).is_door();
        if is_shut || world.item_at(level, at) != ItemId::NONE {
            self.walk(board, places, cell)?;
        }
        Some(())
    }

    fn walk(&mut self, board: &BoxBoard, places: &BoxPlaces, to: BoxCell) -> Option<()> {
        let mut at = self.hero(board)?;
        for way in walk(board, places, at, to)? {
            at = board.next(at, way);
            self.step(board, way, at)?;
        }
        Some(())
    }

    /// Steps to the next cell `to`, in at most `TRIES` actions.
    fn step(&mut self, board: &BoxBoard, way: usize, to: BoxCell) -> Option<()> {
        let level = self.game.world().here();
        for _ in 0..TRIES {
            if to == NOWHERE || !self.meter.pay() {
                return None;
            }
            let action = Action::Step(board.direction(way));
            self.game.step(action).ok()?;
            self.actions.push(action);
            let world = self.game.world();
            let is_there = world.body(world.commanded()).at == board.cells[usize::from(to)].at;
            if is_there || self.is_over(level) {
                return Some(());
            }
        }
        None
    }
}
