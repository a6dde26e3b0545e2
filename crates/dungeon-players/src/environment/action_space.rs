//! The action space: a fixed number for each action that the games of a dungeon can ever allow.
use dungeon_engine::action::Action;
use dungeon_engine::game::Game;
use dungeon_engine::ruleset_face::Binding;
use dungeon_engine::world::World;
use dungeon_model::dungeon::{AimedAct, ItemId};
use dungeon_model::space::geometry::{Point, Region, Size, cell_at};

use super::observation_space::largest;

/// The numbers of all actions that the games of a dungeon can ever allow, from 0. They are the same for every seed and
/// on every level:
///
/// 1. each action that is bound to a key, in the order of the help, once;
/// 2. each item for the inventory, in the order of the file: use or equip it; in place of the items of a family, its
///    looks, which keep their numbers when they are known;
/// 3. each item that can be thrown, shoots or pulls, in the order of the file, with each cell of the square that its
///    range spans around the hero, row by row: throw it there, or shoot or pull from there;
/// 4. in games whose player chooses cells, such as tactics, each cell of the largest level, row by row: go there, or
///    shoot at the body there, or command the unit there;
/// 5. in these games again each cell: shoot at its terrain.
///
/// A cell stands for the body on it, so the space needs no bound for bodies that are born later, and a shot has the
/// place of its target in the planes of an observation. Therefore `action` and `index` need the game in its current
/// state.
#[derive(Clone, Debug)]
pub struct ActionSpace {
    bindings: Vec<&'static Binding>,
    bound: Vec<Action>,
    has_bound_targets: bool,
    /// The items for the inventory, each with its name.
    uses: Vec<(ItemId, String)>,
    throws: Vec<ThrownItem>,
    /// The index of the first cell that can be chosen.
    choices: usize,
    /// The columns and rows of the cells that can be chosen; none in games without a choice of cells.
    cells: Size,
}

/// An item that can be thrown, or that shoots or pulls, with its actions.
#[derive(Clone, Debug)]
struct ThrownItem {
    item: ItemId,
    /// "throw", "shoot" or "pull".
    verb: &'static str,
    name: String,
    reach: i32,
    /// The index of the throw at the top left cell of the square around the hero.
    first: usize,
}

impl ThrownItem {
    /// Returns the square of the item's range around a cell.
    fn square(&self, around: Point) -> Region {
        Region::around(around, self.reach)
    }

    /// Returns the number of cells in the square.
    fn len(&self) -> usize {
        self.square(Point::default()).points().count()
    }

    /// Returns the cell with this number in the square around the cell `from`; `None` if the square has fewer cells.
    fn cell(&self, from: Point, nth: usize) -> Option<Point> {
        self.square(from).points().nth(nth)
    }
}

impl ActionSpace {
    /// Creates the action space for all games with the dungeon and rules of this game.
    pub(super) fn new(game: &Game) -> ActionSpace {
        let (face, dungeon) = (game.rules().face(), game.world().dungeon());
        let mut bindings: Vec<&Binding> = Vec::new();
        for binding in face.bindings() {
            if bindings.iter().all(|other| other.action != binding.action) {
                bindings.push(binding);
            }
        }
        let kept = dungeon
            .numbered_items()
            .filter(|(id, item)| item.is_kept() && !dungeon.is_hidden(*id));
        let look = |id: ItemId| game.world().look_of(id).name.clone();
        let uses: Vec<(ItemId, String)> = kept.map(|(id, _)| (id, look(id))).collect();
        let mut throws: Vec<ThrownItem> = Vec::new();
        for (item, name) in &uses {
            let reach = dungeon.item(*item).aim_reach().cast_signed();
            let before = throws.last().map(|last| last.first + last.len());
            if reach > 0 {
                let act = dungeon.item(*item).aimed_act();
                throws.push(ThrownItem {
                    item: *item,
                    verb: act.unwrap_or(AimedAct::Throw).verb(),
                    name: name.clone(),
                    reach,
                    first: before.unwrap_or(bindings.len() + uses.len()),
                });
            }
        }
        let names_target = |action: Action| {
            action.target().is_some() || matches!(action, Action::Go(_) | Action::ShootAt(_))
        };
        let behind = throws.last().map(|last| last.first + last.len());
        ActionSpace {
            choices: behind.unwrap_or(bindings.len() + uses.len()),
            throws,
            has_bound_targets: { bindings.iter() }.any(|binding| names_target(binding.action)),
            bound: bindings.iter().map(|binding| binding.action).collect(),
            uses,
            cells: face
                .pointing()
                .map_or_else(Size::default, |_| largest(game.world())),
            bindings,
        }
    }

    /// Returns the number of actions.
    pub fn len(&self) -> usize {
        self.fire() + self.cells.area()
    }

    /// Whether there are no actions, which holds only for rules of a program's own.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the action with this index in the current state of a game of the dungeon, legal or not; `None` for an
    /// index out of range, and for a cell that stands for no action now.
    pub fn action(&self, game: &Game, index: usize) -> Option<Action> {
        if let Some(action) = self.bound.get(index) {
            return Some(*action);
        }
        if let Some((item, _)) = self.uses.get(index - self.bound.len()) {
            return Some(Action::Use(*item));
        }
        if let Some((thrown, nth)) = self.thrown(index) {
            let at = thrown.cell(hero_at(game), nth)?;
            return Some(Action::Throw(thrown.item, at));
        }
        match index.checked_sub(self.fire()) {
            None => {
                let p = self.cell(index - self.choices)?;
                let pointed = game.rules().face().pointing()?.pointed(game.world(), p);
                pointed.filter(|action| !matches!(action, Action::ShootAt(_)))
            }
            Some(nth) => self.cell(nth).map(Action::ShootAt),
        }
    }

    /// Returns the index of an action in the current state of a game of the dungeon; `None` for an action that has
    /// none. Every action of `Game::legal_actions` has one.
    pub fn index(&self, game: &Game, action: Action) -> Option<usize> {
        if let Some(nth) = self.bound.iter().position(|bound| *bound == action) {
            return Some(nth);
        }
        match action {
            Action::Use(item) => {
                let nth = self.uses.iter().position(|(id, _)| *id == item)?;
                Some(self.bound.len() + nth)
            }
            Action::Throw(item, at) => {
                let thrown = self.throws.iter().find(|thrown| thrown.item == item)?;
                let mut cells = thrown.square(hero_at(game)).points();
                Some(thrown.first + cells.position(|p| p == at)?)
            }
            Action::ShootAt(p) => Some(self.fire() + self.number(p)?),
            action => {
                let (pointing, world) = (game.rules().face().pointing()?, game.world());
                let p = chosen(world, action)?;
                let is_meant = pointing.pointed(world, p) == Some(action);
                self.number(p)
                    .filter(|_| is_meant)
                    .map(|nth| self.choices + nth)
            }
        }
    }

    /// Returns the name of an action: `north`, `use potion`, `throw acid 3,-1`, `shoot bow 3,-1` with the columns and rows from the hero,
    /// `choose 4,2` and `shoot at 4,2` with columns and rows from 1; empty for an index out of range. Two items may
    /// have the same name.
    pub fn name(&self, index: usize) -> String {
        let cell = |from: usize| index.checked_sub(from).and_then(|nth| self.cell(nth));
        if let Some(binding) = self.bindings.get(index) {
            binding.name.to_owned()
        } else if let Some((_, name)) = self.uses.get(index - self.bindings.len()) {
            format!("use {name}")
        } else if let Some((thrown, nth)) = self.thrown(index) {
            let away = thrown.cell(Point::default(), nth).unwrap_or_default();
            format!("{} {} {},{}", thrown.verb, thrown.name, away.x, away.y)
        } else if let Some(p) = cell(self.fire()) {
            format!("shoot at {p}")
        } else {
            cell(self.choices).map_or_else(String::new, |p| format!("choose {p}"))
        }
    }

    /// Returns the actions that are bound to keys.
    pub(super) fn bound_to_keys(&self) -> &[Action] {
        &self.bound
    }

    /// Whether any action that is bound to a key names a body or a cell.
    pub(super) fn has_bound_targets(&self) -> bool {
        self.has_bound_targets
    }

    /// Calls `list` with each action that uses an item of the inventory or throws one, together with its index.
    pub(super) fn list_pack(&self, game: &Game, mut list: impl FnMut(usize, Action)) {
        let from = hero_at(game);
        for item in game.world().pack().things().iter().map(|thing| thing.item) {
            if let Some(nth) = self.uses.iter().position(|(id, _)| *id == item) {
                list(self.bound.len() + nth, Action::Use(item));
            }
            if let Some(thrown) = self.throws.iter().find(|thrown| thrown.item == item) {
                let cells = (thrown.first..).zip(thrown.square(from).points());
                cells.for_each(|(index, at)| list(index, Action::Throw(item, at)));
            }
        }
    }

    /// Returns the item that an index throws, with the number of the cell in the square around the hero.
    fn thrown(&self, index: usize) -> Option<(&ThrownItem, usize)> {
        let thrown = self.throws.iter().rfind(|thrown| thrown.first <= index)?;
        Some((thrown, index - thrown.first)).filter(|(thrown, nth)| *nth < thrown.len())
    }

    /// Whether the player chooses cells.
    pub(super) fn has_cells(&self) -> bool {
        self.cells.area() > 0
    }

    /// Returns the index of the first cell whose terrain can be shot at.
    fn fire(&self) -> usize {
        self.choices + self.cells.area()
    }

    fn cell(&self, nth: usize) -> Option<Point> {
        let width = usize::try_from(self.cells.width)
            .ok()
            .filter(|width| *width > 0)?;
        (nth < self.cells.area()).then(|| cell_at(nth % width, nth / width))
    }

    fn number(&self, p: Point) -> Option<usize> {
        let nth = || usize::try_from(p.y * self.cells.width + p.x).ok();
        self.cells.contains(p).then(nth)?
    }
}

/// Returns the cell of the commanded body.
fn hero_at(game: &Game) -> Point {
    game.world().body(game.world().commanded()).at
}

/// Returns the cell that an action chooses: its own, or that of its target; `None` for other actions, and for a target
/// that is not alive on the current level.
fn chosen(world: &World, action: Action) -> Option<Point> {
    if let Action::Go(p) = action {
        return Some(p);
    }
    let whom = action.target()?;
    let is_there = world.can_meet(world.commanded(), whom);
    is_there.then(|| world.body(whom).at)
}
