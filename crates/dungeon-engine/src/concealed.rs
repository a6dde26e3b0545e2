//! A game as somebody takes it for who does not know all of it: what he does not know of is gone.
use super::action::ActorId;
use super::event::Event;
use super::game::Game;
use dungeon_model::dungeon::{ItemId, LevelId, TileId, builtin};
use dungeon_model::space::geometry::Point;

/// What somebody knows of a game.
pub trait Knowledge {
    /// The tile and the item of a cell, as far as he knows; none for a cell of which he knows nothing.
    fn cell(&self, level: LevelId, p: Point) -> Option<(TileId, ItemId)>;

    /// The cell where he believes a living monster to be; none for one of which he knows nothing.
    fn place(&self, who: ActorId) -> Option<Point>;
}

impl Game {
    /// Makes the game what it is to who knows only this of it. Unknown cells are solid rock, unknown monsters and things
    /// are gone, and remembered ones are where they were seen last. Of what wins a game by being taken one thing lies in
    /// the unknown, if anything is unknown: else a game would be won by knowing little. What the monsters remember stays.
    #[doc(hidden)]
    pub fn conceal(&mut self, known: &impl Knowledge) {
        let dungeon = self.world().dungeon().clone();
        let here = self.world().here();
        let hero = self.world().body(self.world().commanded()).at;
        // The farthest unknown cell, on another level if there is one: who walks at a thing in rock takes it.
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
