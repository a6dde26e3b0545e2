//! The edits after which a thing, or a door, is gone from a dungeon's text.
use std::collections::{BTreeMap, BTreeSet};

use super::dungeon_text::{DungeonText, Edit};
use crate::analysis::file_analysis::{FileScope, GlyphOrigin};
use dungeon_format::keys::{self, KeySpec};
use dungeon_format::source::Span;
use dungeon_format::syntax::{Head, MapForm, Number, Record, Statement};
use dungeon_model::dungeon::LevelId;
use dungeon_model::dungeon::Side;
use dungeon_model::dungeon::game_profile::{FeatureKind, Thing};
use dungeon_model::space::geometry::{Point, cell_at};
use dungeon_model::space::narrow::length;

/// A thing that can be removed from the text.
#[derive(Clone, Debug)]
pub struct Removable {
    /// The name of the thing: "crypt rat", or "door at 12,3".
    pub name: String,
    /// The first line that names or draws it, from 1.
    pub line: usize,
    /// The subject of the removal.
    pub(super) what: RemovedThing,
    /// The edits that remove the thing.
    pub(super) edits: Vec<Edit>,
}

/// The subject of a removal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RemovedThing {
    /// All monsters or all items of a glyph.
    Thing(Thing),
    /// A door of a level.
    Door(LevelId, Point),
    /// A door of a vault.
    VaultDoor,
}

/// The keys whose pairs are deleted with the thing that they name. Keys that belong together are deleted together.
const NAMING: [&KeySpec; 6] = [
    &keys::DROPS,
    &keys::SPAWNS,
    &keys::FOLLOWS,
    &keys::WHEN_SPAWN,
    &keys::WHEN_AT,
    &keys::WHEN_GIVE,
];

impl DungeonText {
    /// Returns the kinds of monsters, the items and the doors of the file's own text that can be removed: each kind and
    /// item as a whole, each door alone.
    pub(super) fn removables(&self) -> Vec<Removable> {
        let mut removables = self.removable_things();
        removables.extend(self.removable_doors());
        removables
    }

    fn removable_things(&self) -> Vec<Removable> {
        let built_in = self.analysis.game().glyphs().into_iter();
        let built_in = built_in.map(|(glyph, _)| (glyph, GlyphOrigin::BuiltIn));
        let built_in = built_in.filter(|(glyph, _)| self.analysis.declarations(*glyph).is_empty());
        let declared = self.analysis.own_glyphs(FileScope::Whole);
        let declared = declared.filter(|(_, origin)| *origin == GlyphOrigin::Declared);
        let glyphs: BTreeSet<(char, GlyphOrigin)> = declared.chain(built_in).collect();
        let things = glyphs.into_iter().filter_map(|(glyph, origin)| {
            let [thing] = self.analysis.things(origin, glyph)[..] else {
                return None; // a class
            };
            let is_removable = match thing {
                Thing::Body(kind) => self.dungeon.kind(kind).side == Side::Theirs,
                Thing::Item(_) => true,
                Thing::Tile(_) | Thing::Feature(_) => false,
            };
            let edits = is_removable.then(|| self.removal(glyph, origin))?;
            Some(Removable {
                name: self.name_of(thing),
                line: self.first_line(&edits)?,
                what: RemovedThing::Thing(thing),
                edits,
            })
        });
        things.collect()
    }

    /// Returns the first line of some edits; `None` without edits.
    fn first_line(&self, edits: &[Edit]) -> Option<usize> {
        let first = edits.iter().map(|(span, _)| span.start).min()?;
        Some(self.own.line_of(first))
    }

    /// Returns the edits that remove everything that a glyph stands for.
    fn removal(&self, glyph: char, origin: GlyphOrigin) -> Vec<Edit> {
        let mut edits = self.drawn(glyph, origin);
        for nth in 0..self.analysis.statements().len() {
            let uses = self.analysis.glyph_uses(nth).into_iter();
            let uses = uses.filter(|one| one.glyph == glyph && one.origin == origin);
            for one in uses {
                self.remove_use(nth, one.span, &mut edits);
            }
        }
        edits
    }

    /// Removes a thing from a record that names it at a span. The record loses its marks for `dungeon tune`, one of which
    /// may be about the thing.
    fn remove_use(&self, nth: usize, at: Span, edits: &mut Vec<Edit>) {
        let Some(record) = self.analysis.record(nth) else {
            return;
        };
        let marks = self.tune_marks(nth);
        edits.extend(marks.map(|(place, _)| (self.own.deletion(place), String::new())));
        let keyed = record
            .keys
            .iter()
            .any(|pair| pair.value.span.start == at.start);
        match &record.head.value {
            _ if keyed => self.remove_pairs(nth, at, edits),
            Head::Scatter(_) | Head::Glyph(_) => edits.extend(self.deleted(record.span)),
            Head::Mark(new, all) if all.0.len() == 1 => {
                let scope = self.analysis.scope(nth);
                edits.extend(self.drawn(new.value, GlyphOrigin::Marked(scope)));
                edits.extend(self.deleted(record.span));
            }
            Head::Mark(..) => edits.extend(self.own_span(at).map(|at| (at, ".".to_owned()))),
            Head::Class(_, all) if all.0.len() > 1 => {
                edits.extend(self.without_alternative(record, at))
            }
            _ => {}
        }
    }

    /// Removes the pairs of a record through which the thing comes into the game.
    fn remove_pairs(&self, nth: usize, at: Span, edits: &mut Vec<Edit>) {
        let pairs = self.analysis.keys(nth);
        let named = pairs
            .iter()
            .find(|(pair, _)| pair.value.span.start == at.start);
        let is_naming = |spec: Option<&KeySpec>| spec.is_some_and(|spec| NAMING.contains(&spec));
        if !named.is_some_and(|(_, spec)| is_naming(*spec)) {
            return;
        }
        let is_spawn = named.is_some_and(|(_, spec)| *spec == Some(&keys::WHEN_SPAWN));
        for (pair, spec) in &pairs {
            let is_place = is_spawn && *spec == Some(&keys::WHEN_AT);
            if is_place || pair.value.span.start == at.start {
                edits.extend(self.deleted(pair.key.to(pair.value.span)));
            }
        }
    }

    /// Returns the edit that removes an alternative of a class with its `|`. A last alternative has no weight.
    fn without_alternative(&self, record: &Record, at: Span) -> Option<Edit> {
        let Head::Class(_, all) = &record.head.value else {
            return None;
        };
        let place = all.0.iter().position(|one| one.span.start == at.start)?;
        if let [one, other] = all.0.as_slice() {
            let left = if place == 0 { other } else { one };
            return Some((self.own_span(all.span())?, left.value.glyph.to_string()));
        }
        let spans = match place {
            0 => (all.0[0].span.start, all.0[1].span.start),
            _ => (all.0[place - 1].span.end, all.0[place].span.end),
        };
        let span = Span::new(spans.0 as usize, spans.1 as usize);
        Some((self.own_span(span)?, String::new()))
    }

    /// Returns the edit that deletes a thing of the joined text; `None` in an included file.
    pub(super) fn deleted(&self, span: Span) -> Option<Edit> {
        let own = self.own_span(span)?;
        Some((self.own.deletion(own), String::new()))
    }

    /// Returns the edits that replace each drawn cell with a glyph of this meaning by floor.
    pub(super) fn drawn(&self, glyph: char, origin: GlyphOrigin) -> Vec<Edit> {
        let mut edits = Vec::new();
        for nth in 0..self.analysis.statements().len() {
            if self.analysis.cell_origin(nth, glyph) != Some(origin) {
                continue;
            }
            let cells = self.cells(nth).filter(|(_, drawn, _)| *drawn == glyph);
            let places = cells.filter_map(|(.., span)| self.own_span(span));
            edits.extend(places.map(|span| (span, self.floor(nth))));
        }
        edits
    }

    /// Returns the cells of a drawn map, each with its glyph and the span of the glyph.
    fn cells(&self, nth: usize) -> impl Iterator<Item = (Point, char, Span)> {
        let rows = self.analysis.rows(nth).iter().enumerate();
        rows.flat_map(|(y, row)| {
            let text = self.analysis.source().slice(*row);
            let start = row.start as usize;
            text.char_indices()
                .enumerate()
                .map(move |(x, (byte, glyph))| {
                    let span = Span::new(start + byte, start + byte + glyph.len_utf8());
                    (cell_at(x, y), glyph, span)
                })
        })
    }

    /// Returns the glyph of floor in a drawn map.
    fn floor(&self, nth: usize) -> String {
        match &self.analysis.statements()[nth] {
            Statement::Map(map) if matches!(map.form, MapForm::Pasted { .. }) => " ".to_owned(),
            _ => ".".to_owned(),
        }
    }

    fn removable_doors(&self) -> Vec<Removable> {
        let mut doors: Vec<(FileScope, Point, Vec<Edit>)> = Vec::new();
        for nth in 0..self.analysis.statements().len() {
            let scope = self.analysis.scope(nth);
            let mut add = |at: Point, edit: Option<Edit>| {
                let known = doors
                    .iter_mut()
                    .find(|(of, door, _)| (*of, *door) == (scope, at));
                match known {
                    Some((.., edits)) => edits.extend(edit),
                    None => doors.push((scope, at, edit.into_iter().collect())),
                }
            };
            let mut known = BTreeMap::new();
            let mut is_door = |glyph: char| {
                *known.entry(glyph).or_insert_with(|| {
                    let origin = self.analysis.cell_origin(nth, glyph);
                    origin.is_some_and(|origin| self.is_door(origin, glyph))
                })
            };
            for (at, _, span) in self.cells(nth).filter(|(_, glyph, _)| is_door(*glyph)) {
                add(at, self.own_span(span).map(|span| (span, self.floor(nth))));
            }
            if let Some(record) = self.analysis.record(nth)
                && let Head::Glyph(glyph) = record.head.value
                && self.is_door(self.analysis.origin(scope, glyph), glyph)
                && let [x, y, ..] = record.numbers[..]
                && let (Number::Int(x), Number::Int(y)) = (x.value, y.value)
            {
                let cell = |n: i64| usize::try_from(n - 1).map_or(-1, length);
                let at = Point {
                    x: cell(x),
                    y: cell(y),
                };
                add(at, self.deleted(record.span));
            }
        }
        let doors = doors.into_iter().filter_map(|(scope, at, edits)| {
            let place = format!("{},{}{}", at.x + 1, at.y + 1, self.within(scope));
            Some(Removable {
                name: format!("door at {place}"),
                line: self.first_line(&edits)?,
                what: match scope {
                    FileScope::Level(nth) => RemovedThing::Door(LevelId::of(nth as usize), at),
                    _ => RemovedThing::VaultDoor,
                },
                edits,
            })
        });
        doors.collect()
    }

    /// Whether a glyph stands for doors alone.
    fn is_door(&self, origin: GlyphOrigin, glyph: char) -> bool {
        let is_door = |thing: &Thing| {
            matches!(
                thing,
                Thing::Feature(FeatureKind::Door | FeatureKind::OpenDoor)
            )
        };
        let things = self.analysis.things(origin, glyph);
        !things.is_empty() && things.iter().all(is_door)
    }
}
