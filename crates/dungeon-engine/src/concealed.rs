//! A game reduced to a player's knowledge: everything that the player does not know is removed.
use super::action::ActorId;
use super::body::Body;
use super::event::Event;
use super::game::Game;
use super::world::World;
use dungeon_model::dungeon::{Disguise, ItemId, LevelId, TileId, builtin};
use dungeon_model::space::geometry::Point;

/// A player's knowledge of a game.
pub trait Knowledge {
    /// Returns the known tile and item of a cell; `None` for an unknown cell.
    fn cell(&self, level: LevelId, p: Point) -> Option<(TileId, ItemId)>;

    /// Returns the cell where the player believes a living monster to be; `None` for an unknown monster.
    fn place(&self, who: ActorId) -> Option<Point>;
}

impl World {
    /// Returns the world as it looks to its player: things lie or stand where disguised bodies are, and these bodies
    /// are missing ([M-7]); items of unknown kinds have only their looks ([X-19]). `None` if no living body is
    /// disguised and every kind is known, so that the world looks as it is. Takes time in proportion to the number of
    /// bodies, and no time in a dungeon without disguises and families.
    ///
    /// [M-7]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#m-7
    /// https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-19
    #[doc(hidden)]
    pub fn as_seen(&self) -> Option<World> {
        let mut seen = None;
        self.show_in(&mut seen);
        seen
    }

    /// Makes `seen` the world as it looks to its player; `None` if it looks as it is. Returns the cells of the disguised
    /// bodies.
    #[doc(hidden)]
    pub fn show_in(&self, seen: &mut Option<World>) -> Vec<(LevelId, Point)> {
        let masks = self.masks();
        if masks.is_empty() && self.guise.is_none() {
            *seen = None;
            return Vec::new();
        }
        let seen = seen.insert(self.clone());
        seen.believe_looks();
        masks.iter().for_each(|event| seen.apply(event));
        masks.iter().filter_map(Event::edited_cell).collect()
    }

    /// Returns the events that replace each disguised body by the thing that it looks like.
    fn masks(&self) -> Vec<Event> {
        if !self.has_disguises {
            return Vec::new();
        }
        let is_masked = |body: &Body| body.alive && body.is_disguised();
        let masked = self.numbered_bodies().filter(|(_, body)| is_masked(body));
        let events = masked.filter_map(|(who, body)| {
            let &Body { level, at, .. } = body;
            let thing = match self.kind(who).looks? {
                Disguise::Item(item) => {
                    let item = self.feigned_item(body, item);
                    Event::Placed { level, at, item }
                }
                Disguise::Tile(tile) => Event::Rebuilt { level, at, tile },
            };
            Some([Event::Died { who, level, at }, thing])
        });
        events.flatten().collect()
    }
}

impl Game {
    /// Replaces each disguised body by the thing that it looks like, and each item of an unknown kind by an item
    /// without effects that has its look: the player takes the one for the other.
    #[doc(hidden)]
    pub fn believe_disguises(&mut self) {
        let masks = self.world().masks();
        self.suppose_looks();
        masks.into_iter().for_each(|event| self.suppose(event));
    }

    /// Reduces the game to the knowledge `known` of its player. Unknown cells become solid rock, and unknown monsters
    /// and items are removed. Remembered monsters and items return to the cells where they were last seen. The
    /// monsters' memories stay. If any cell is unknown, one unknown cell gets an item that must be collected to win;
    /// without this item, a game in which the player knows no item would count as won.
    #[doc(hidden)]
    pub fn conceal(&mut self, known: &impl Knowledge) {
        let dungeon = self.world().dungeon().clone();
        let here = self.world().here();
        let hero = self.world().body(self.world().commanded()).at;
        // The farthest unknown cell, on another level if possible: a hero who walks into the rock of a near cell would
        // take the item from it.
        let mut farthest = None;
        for (level, _) in dungeon.numbered_levels() {
            self.conceal_monsters(level, known);
            let size = self.world().size(level);
            for at in size.points() {
                let cell = known.cell(level, at);
                self.conceal_cell(level, at, cell);
                if cell.is_none() {
                    farthest = farthest.max(Some((level != here, at.chebyshev(hero), level, at)));
                }
            }
        }
        let mut items = dungeon.numbered_items();
        let wins = items.find(|(_, item)| item.collectable && !item.herd);
        if let (Some((.., level, at)), Some((item, _))) = (farthest, wins) {
            self.suppose(Event::Placed { level, at, item });
        }
    }

    fn conceal_monsters(&mut self, level: LevelId, known: &impl Knowledge) {
        let monsters: Vec<ActorId> = self.world().theirs(level).collect();
        for who in monsters {
            let at = self.world().body(who).at;
            let is_free = |to: &Point| self.world().body_at(level, *to).is_none();
            match known.place(who) {
                Some(place) if place == at => {}
                Some(to) if is_free(&to) => self.suppose(Event::Moved {
                    who,
                    level,
                    from: at,
                    to,
                }),
                _ => self.suppose(Event::Died { who, level, at }),
            }
        }
    }

    fn conceal_cell(&mut self, level: LevelId, at: Point, known: Option<(TileId, ItemId)>) {
        let cell = self.world().cell(level, at);
        let (tile, item) = known.unwrap_or((builtin::ROCK, ItemId::NONE));
        if cell.tile != tile {
            self.suppose(Event::Rebuilt { level, at, tile });
        }
        match (cell.item, item) {
            (there, known) if there == known => {}
            (item, ItemId::NONE) => self.suppose(Event::Removed { level, at, item }),
            (_, item) => self.suppose(Event::Placed { level, at, item }),
        }
    }
}
