//! The items or the bodies of an unfinished level, at most one per cell.
use std::collections::HashMap;

use crate::resolve::schema::source_map::{Origin, SourceRef};
use crate::source::Span;
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::space::cell_set::CellSet;
use dungeon_model::space::geometry::{Point, Size};

/// A thing of an unfinished level.
#[derive(Clone, Debug)]
pub struct DraftThing<T> {
    /// The cell of the thing.
    pub at: Point,
    /// The thing, with the stats that its record gives.
    pub what: T,
    /// The drawn cell or the record, and the thing that the glyph there stands for.
    pub place: SourceRef,
    /// The record that describes or adds the thing.
    pub record: Option<Span>,
}

impl<T> DraftThing<T> {
    /// Makes a thing that is drawn or recorded at a place in the text.
    pub fn new(at: Point, (thing, what): (Thing, T), span: Span, origin: Origin) -> DraftThing<T> {
        let record = (origin == Origin::Added).then_some(span);
        let place = SourceRef {
            span,
            origin,
            thing,
        };
        DraftThing {
            at,
            what,
            place,
            record,
        }
    }

    /// Replaces a drawn thing with the thing that a record for the same cell describes.
    pub fn describe(&mut self, what: T, record: Span) {
        (self.what, self.record) = (what, Some(record));
        self.place.origin = Origin::Described;
    }
}

/// The things of one layer, in the order of placement.
#[derive(Debug)]
pub struct DraftLayer<T> {
    /// The things, each on a different cell.
    pub things: Vec<DraftThing<T>>,
    taken: CellSet,
    /// The indexes of things by cell, filled on demand, because most lookups find an empty cell and need no index.
    by_cell: HashMap<Point, usize>,
}

impl<T> DraftLayer<T> {
    /// Makes an empty layer for a map of this size.
    pub fn new(size: Size) -> DraftLayer<T> {
        DraftLayer {
            things: Vec::new(),
            taken: CellSet::new(size),
            by_cell: HashMap::new(),
        }
    }

    /// Adds a thing on an empty cell.
    pub fn insert(&mut self, thing: DraftThing<T>) {
        self.taken.insert(thing.at);
        self.things.push(thing);
    }

    /// Returns the thing at a cell.
    pub fn at(&mut self, p: Point) -> Option<&mut DraftThing<T>> {
        if !self.taken.contains(p) {
            return None;
        }
        let new = self.things.iter().enumerate().skip(self.by_cell.len());
        self.by_cell.extend(new.map(|(nth, thing)| (thing.at, nth)));
        self.things.get_mut(*self.by_cell.get(&p)?)
    }

    /// Returns the thing at a cell if its glyph stands for `thing` and no record describes it yet.
    pub fn drawn(&mut self, p: Point, thing: Thing) -> Option<&mut DraftThing<T>> {
        let at = self.at(p);
        at.filter(|drawn| drawn.place.thing == thing && drawn.record.is_none())
    }
}
