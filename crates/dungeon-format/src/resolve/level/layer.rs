//! The things of one layer of a level that is not finished: its items, or its bodies. At most one is at a cell.
use std::collections::HashMap;

use crate::resolve::schema::source_map::{Origin, SourceRef};
use crate::source::Span;
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::space::cell_set::CellSet;
use dungeon_model::space::geometry::{Point, Size};

/// A thing of a level that is not finished.
#[derive(Clone, Debug)]
pub struct DraftThing<T> {
    /// The cell where it is.
    pub at: Point,
    /// What it is, with its own numbers.
    pub what: T,
    /// The drawn cell or the record, and what its glyph stands for.
    pub place: SourceRef,
    /// The record that describes it, or added it.
    pub record: Option<Span>,
}

impl<T> DraftThing<T> {
    /// A thing that is drawn or recorded at a place in the text.
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

    /// Makes it what a record says of it.
    pub fn describe(&mut self, what: T, record: Span) {
        (self.what, self.record) = (what, Some(record));
        self.place.origin = Origin::Described;
    }
}

/// The things of one layer, in the order in which they were put down.
#[derive(Debug)]
pub struct DraftLayer<T> {
    /// The things, each at a cell of its own.
    pub things: Vec<DraftThing<T>>,
    taken: CellSet,
    /// The number of each thing by its cell, as far as it was asked for: most cells are asked about only while nothing is
    /// there.
    by_cell: HashMap<Point, usize>,
}

impl<T> DraftLayer<T> {
    /// No thing anywhere on a map of this size.
    pub fn new(size: Size) -> DraftLayer<T> {
        DraftLayer {
            things: Vec::new(),
            taken: CellSet::new(size),
            by_cell: HashMap::new(),
        }
    }

    /// Puts a thing down at a cell where none is.
    pub fn insert(&mut self, thing: DraftThing<T>) {
        self.taken.insert(thing.at);
        self.things.push(thing);
    }

    /// The thing at a cell.
    pub fn at(&mut self, p: Point) -> Option<&mut DraftThing<T>> {
        if !self.taken.contains(p) {
            return None;
        }
        let new = self.things.iter().enumerate().skip(self.by_cell.len());
        self.by_cell.extend(new.map(|(nth, thing)| (thing.at, nth)));
        self.things.get_mut(*self.by_cell.get(&p)?)
    }

    /// The thing at a cell, if its glyph stands for such a thing and no record describes it yet.
    pub fn drawn(&mut self, p: Point, thing: Thing) -> Option<&mut DraftThing<T>> {
        let at = self.at(p);
        at.filter(|drawn| drawn.place.thing == thing && drawn.record.is_none())
    }
}
