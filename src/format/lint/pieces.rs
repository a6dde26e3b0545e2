//! The pieces of floor that the hero can never come to, and which of them lead to which.
use std::collections::HashMap;

use super::field::{Field, Passage};
use super::reach::Reach;
use super::ways::{Arrival, Spot};
use crate::dungeon::LevelId;
use crate::space::geometry::{Point, Region};
use crate::space::grid::Grid;
use crate::space::path::flood;

/// Where a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// Around this cell, on a level that the hero comes to.
    Pocket(Spot),
    /// A whole level, whatever is walled off in it.
    Level(LevelId),
}

impl Root {
    /// Its level.
    pub fn level(self) -> LevelId {
        match self {
            Root::Pocket((level, _)) | Root::Level(level) => level,
        }
    }
}

/// A piece.
#[derive(Debug)]
pub struct Piece {
    /// Where it is.
    pub root: Root,
    /// The numbers of the pieces that its ways lead to.
    pub leads: Vec<usize>,
}

/// All pieces that somebody asked for, and those that they lead to.
#[derive(Debug, Default)]
pub struct Pieces {
    /// By number; a piece has a higher one than the first that leads to it.
    pub list: Vec<Piece>,
    grounds: HashMap<LevelId, Ground>,
    regions: HashMap<(LevelId, Region), usize>,
}

#[derive(Debug)]
enum Ground {
    /// One more than the numbers of the pieces that cells belong to, 0 for none.
    Pockets(Grid<u32>),
    /// Nobody comes here: all of it is one piece.
    Whole(usize),
}

impl Pieces {
    /// The piece that a cell belongs to, if that is known.
    pub fn at(&self, (level, p): Spot) -> Option<usize> {
        match self.grounds.get(&level)? {
            Ground::Pockets(pieces) => (pieces.get(p)? as usize).checked_sub(1),
            Ground::Whole(piece) => Some(*piece),
        }
    }

    /// The piece that a level is, if nobody comes there and that is known.
    pub fn whole(&self, level: LevelId) -> Option<usize> {
        match self.grounds.get(&level)? {
            Ground::Pockets(_) => None,
            Ground::Whole(piece) => Some(*piece),
        }
    }

    /// Whether any piece of a level is known.
    pub fn knows(&self, level: LevelId) -> bool {
        self.grounds.contains_key(&level)
    }

    /// Makes a piece known, and all that it leads to.
    pub fn ask(&mut self, reach: &mut Reach<'_>, root: Root) {
        let mut work = Vec::new();
        match root {
            Root::Pocket(spot) => drop(self.pocket(reach, spot, &mut work)),
            Root::Level(level) => drop(self.level(reach, level, &mut work)),
        }
        while let Some((from, arrival)) = work.pop() {
            let to = match arrival {
                Arrival::At(level, p) => self.pocket(reach, (level, p), &mut work),
                Arrival::Within(level, region) => {
                    Some(self.region(reach, level, region, &mut work))
                }
                Arrival::Nowhere => None,
            };
            self.list[from].leads.extend(to);
        }
    }

    fn add(&mut self, root: Root) -> usize {
        let leads = Vec::new();
        self.list.push(Piece { root, leads });
        self.list.len() - 1
    }

    /// The piece around a cell; none where the hero comes, or in a wall.
    fn pocket(&mut self, reach: &mut Reach<'_>, spot: Spot, work: &mut Work) -> Option<usize> {
        let (level, p) = spot;
        if let Some(known) = self.at(spot) {
            return Some(known);
        }
        if !reach.is_entered(level) {
            return Some(self.level(reach, level, work));
        }
        let field = reach.field(level)?;
        if !is_out_of_reach(field, p) {
            return None;
        }
        let piece = self.add(Root::Pocket(spot));
        let size = reach.dungeon.levels[usize::from(level.0)].tiles.size();
        let ground = self.grounds.entry(level);
        let ground = ground.or_insert_with(|| Ground::Pockets(Grid::filled(size, 0)));
        let Ground::Pockets(pieces) = ground else {
            return None;
        };
        let mut notes = Vec::new();
        flood(reach.manner.neighbours, [p], |p| match pieces.get_mut(p) {
            Some(cell) if *cell == 0 && is_out_of_reach(field, p) => {
                *cell = piece as u32 + 1;
                if field.passage(p) != Passage::Open {
                    notes.push(p);
                }
                true
            }
            _ => false,
        });
        let ways = notes
            .into_iter()
            .filter_map(|p| reach.ways.behind((level, p)));
        work.extend(ways.map(|way| (piece, way)));
        Some(piece)
    }

    /// The piece that a level is to which nobody comes.
    fn level(&mut self, reach: &mut Reach<'_>, level: LevelId, work: &mut Work) -> usize {
        if let Some(known) = self.whole(level) {
            return known;
        }
        let piece = self.add(Root::Level(level));
        self.grounds.insert(level, Ground::Whole(piece));
        work.extend(reach.ways_out(level).into_iter().map(|way| (piece, way)));
        piece
    }

    /// A piece that stands for every piece of a region: teleports are many, and it is large.
    fn region(
        &mut self,
        reach: &mut Reach<'_>,
        level: LevelId,
        region: Region,
        work: &mut Work,
    ) -> usize {
        if !reach.is_entered(level) {
            return self.level(reach, level, work);
        }
        if let Some(known) = self.regions.get(&(level, region)) {
            return *known;
        }
        let all = self.add(Root::Pocket((level, region.from)));
        self.regions.insert((level, region), all);
        let mut leads = Vec::new();
        for p in region.points() {
            let piece = self.pocket(reach, (level, p), work);
            if piece.is_some() && piece != leads.last().copied() {
                leads.extend(piece);
            }
        }
        self.list[all].leads = leads;
        all
    }
}

/// Ways that nobody followed yet, with the pieces that they begin in.
type Work = Vec<(usize, Arrival)>;

/// Whether a cell is floor, a door or a trap that the hero cannot come to.
pub fn is_out_of_reach(field: &Field, p: Point) -> bool {
    field.passage(p) != Passage::Solid && !field.is_reached(p)
}
