//! Things as records spell them: a glyph with keys and a text.
use std::collections::BTreeMap;

use crate::analysis::file_analysis::{FileAnalysis, FileScope, GlyphOrigin};
use dungeon_format::characters::in_quotes;
use dungeon_format::keys::{self, KEYS};
use dungeon_format::syntax::{Head, Number, Record};
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::{Dungeon, Footing, LevelChance, Stat, Stats};
use dungeon_model::space::geometry::{Point, at};

/// The layer of a cell that a thing fills.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ThingLayer {
    /// Terrain, doors, stairs, traps and signs.
    Terrain,
    /// Items, at most one on a cell.
    Item,
    /// Monsters and heroes, at most one on a cell.
    Body,
}

/// A thing as a record spells it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SpelledThing {
    /// The glyph of the thing itself, not of a mark or a class.
    pub(super) glyph: char,
    pub(super) layer: ThingLayer,
    /// The keys with their values, in the order of the file.
    keys: Vec<(String, String)>,
    /// The text in quotes; empty without one.
    text: String,
    /// The value of `choose=`, which only a mark can have; empty without one.
    choice: String,
}

impl SpelledThing {
    /// Whether the glyph alone spells the thing.
    pub(super) fn is_plain(&self) -> bool {
        self.keys.is_empty() && self.text.is_empty() && self.choice.is_empty()
    }

    /// Whether the thing is plain floor.
    pub(super) fn is_floor(&self) -> bool {
        self.glyph == '.' && self.is_plain()
    }

    /// Whether the thing belongs to a choice, so that only a mark can place it.
    pub(super) fn is_chosen(&self) -> bool {
        !self.choice.is_empty()
    }

    /// Returns the record that places the thing on a cell.
    pub(super) fn record(&self, at: Point) -> String {
        format!("{} {} {}{}", self.glyph, at.x + 1, at.y + 1, self.rest())
    }

    /// Returns the record that marks a glyph as the thing.
    pub(super) fn mark(&self, mark: char) -> String {
        let choice = match self.choice.as_str() {
            "" => String::new(),
            choice => format!(" {}={choice}", keys::CHOOSE.word),
        };
        format!("mark {mark} {}{choice}{}", self.glyph, self.rest())
    }

    fn rest(&self) -> String {
        let keys = self.keys.iter();
        let keys: String = keys
            .map(|(word, value)| format!(" {word}={value}"))
            .collect();
        match self.text.as_str() {
            "" => keys,
            text => format!("{keys} {text}"),
        }
    }

    /// Returns the thing with another name of its choice.
    pub(super) fn in_choice(mut self, name: impl FnOnce(&str) -> String) -> SpelledThing {
        if self.is_chosen() {
            self.choice = name(&self.choice);
        }
        self
    }

    /// Returns the thing with its points of a route moved.
    pub(super) fn with_route(mut self, point: impl Fn(&str) -> Option<Point>) -> SpelledThing {
        let via = self.keys.iter_mut();
        for (_, value) in via.filter(|(word, _)| word == keys::VIA.word) {
            if let Some(p) = point(value) {
                *value = format!("{},{}", p.x + 1, p.y + 1);
            }
        }
        self
    }

    /// Whether the thing has a stat from a key of its own.
    pub(super) fn says(&self, stat: Stat) -> bool {
        self.keys.iter().any(|(word, _)| word == stat.word())
    }

    /// Returns the thing with the numbers that the seed has drawn in place of ranges. `is_open` tells the stats that a
    /// thing without keys would not have.
    pub(super) fn with_numbers(
        mut self,
        is_open: impl Fn(Stat) -> bool,
        drawn: Stats,
    ) -> SpelledThing {
        for stat in Stat::ALL {
            let value = drawn[stat].to_string();
            match self.keys.iter_mut().find(|(word, _)| word == stat.word()) {
                Some((_, said)) if said.contains("..") => *said = value,
                None if is_open(stat) => {
                    self.keys.push((stat.word().to_owned(), value));
                }
                _ => {}
            }
        }
        self
    }
}

/// Spells the things of a file.
pub(super) struct Speller<'a> {
    pub(super) analysis: &'a FileAnalysis,
    pub(super) dungeon: &'a Dungeon,
}

impl Speller<'_> {
    /// Returns what a glyph stands for, without marks; `None` for a class and for an unknown glyph.
    pub(super) fn thing(&self, glyph: char) -> Option<Thing> {
        let origin = self.analysis.plain_origin(glyph);
        match self.analysis.things(origin, glyph)[..] {
            [thing] => Some(thing),
            _ => None,
        }
    }

    /// Returns a glyph without keys.
    pub(super) fn plain(&self, glyph: char) -> SpelledThing {
        SpelledThing {
            glyph,
            layer: match self.thing(glyph) {
                Some(Thing::Body(_)) => ThingLayer::Body,
                Some(Thing::Item(_)) => ThingLayer::Item,
                _ => ThingLayer::Terrain,
            },
            keys: Vec::new(),
            text: String::new(),
            choice: String::new(),
        }
    }

    /// Returns a glyph with those keys of a record that its thing can have.
    pub(super) fn of_record(&self, record: &Record, glyph: char) -> SpelledThing {
        let source = self.analysis.source();
        let takes = self.key_filter(glyph);
        let keys = { record.keys.iter() }
            .filter(|pair| pair.word(source) != keys::TUNE.word && takes(pair.word(source)));
        let keys = keys.map(|pair| {
            let value = source.slice(pair.value.span).to_owned();
            (pair.word(source).to_owned(), value)
        });
        let keys = keys.collect();
        let text = record.text.as_ref().filter(|_| takes(keys::SAYS.word));
        let plain = self.plain(glyph);
        let mut choices = record.keys.iter();
        let choice = choices.find(|pair| pair.word(source) == keys::CHOOSE.word);
        let choice = choice.filter(|_| plain.layer == ThingLayer::Item);
        SpelledThing {
            keys,
            text: text.map_or_else(String::new, |text| in_quotes(&text.value)),
            choice: choice
                .map_or_else(String::new, |pair| source.slice(pair.value.span).to_owned()),
            ..plain
        }
    }

    /// Returns whether a record that places a glyph can have a key.
    fn key_filter(&self, glyph: char) -> impl Fn(&str) -> bool {
        let origin = self.analysis.plain_origin(glyph);
        let kinds = self.analysis.placed_kinds(origin, glyph);
        let games = self.analysis.games();
        let (can_walk, can_speak) = match self.thing(glyph) {
            Some(Thing::Body(kind)) => (self.dungeon.kind(kind).walks_a_route(), true),
            Some(Thing::Tile(tile)) => (
                false,
                glyph != '.' && self.dungeon.tile(tile).footing == Footing::Anyone,
            ),
            _ => (false, true),
        };
        move |word| {
            let mut named = KEYS.iter().filter(|key| key.word == word);
            let is_able =
                (can_walk || word != keys::VIA.word) && (can_speak || word != keys::SAYS.word);
            is_able && named.any(|key| kinds.iter().any(|kind| key.stands_in(*kind, games)))
        }
    }

    /// Returns what a glyph stands for in a part of the file where chance does not decide it.
    pub(super) fn certain(&self, scope: FileScope, glyph: char) -> Vec<SpelledThing> {
        match self.analysis.origin(scope, glyph) {
            GlyphOrigin::Marked(part) => {
                let records = self.analysis.marks(part, glyph).iter();
                let records = records.filter_map(|nth| self.analysis.record(*nth));
                let things = records.filter_map(|record| match &record.head.value {
                    Head::Mark(_, all) => Some(self.of_record(record, all.0.first()?.value.glyph)),
                    _ => None,
                });
                things.filter(|thing| !thing.is_floor()).collect()
            }
            _ if matches!(glyph, '.' | ' ') => Vec::new(),
            _ => vec![self.plain(glyph)],
        }
    }

    /// Returns what the seed has put on each cell that chance decides in a level's or vault's own map.
    pub(super) fn decided(
        &self,
        scope: FileScope,
        chance: &LevelChance,
        [meanings, picks]: &[Vec<u32>; 2],
    ) -> BTreeMap<Point, Vec<SpelledThing>> {
        let cells = chance.cells.iter().map(|cell| (cell.at, Vec::new()));
        let mut decided: BTreeMap<Point, Vec<SpelledThing>> = cells.collect();
        chance.visit_drawn(meanings, picks, |cell, numbers| {
            let option = chance.option(numbers);
            if option.puts.is_none() {
                return;
            }
            let [mark, draw, _] = numbers;
            let mark = chance.marks[mark as usize].glyph;
            let record = match self.analysis.origin(scope, mark) {
                GlyphOrigin::Marked(part) => self.analysis.marks(part, mark).get(draw as usize),
                _ => None,
            };
            let record = record.and_then(|nth| self.analysis.record(*nth));
            let thing = match record {
                Some(record) => self.of_record(record, option.glyph),
                None => self.plain(option.glyph),
            };
            let here = decided.entry(chance.cells[cell].at).or_default();
            here.extend(Some(thing).filter(|thing| !thing.is_floor()));
        });
        decided
    }
}

/// Returns the cell that a record of a glyph names; `None` for a record without two numbers.
pub(super) fn place(record: &Record) -> Option<Point> {
    let [x, y, ..] = record.numbers[..] else {
        return None;
    };
    let (Number::Int(x), Number::Int(y)) = (x.value, y.value) else {
        return None;
    };
    let [x, y] = [x, y].map(|n| i32::try_from(n - 1).unwrap_or(-1));
    Some(at(x, y))
}
