//! The numbers that declarations have in place of their ranges once one seed has drawn everything.
use std::collections::{BTreeMap, BTreeSet};

use super::begun_file::{BegunFile, JoinedEdit};
use super::spelled_thing::SpelledThing;
use crate::analysis::file_analysis::{FileScope, GlyphOrigin};
use dungeon_engine::world::World;
use dungeon_format::characters::only_char;
use dungeon_format::keys;
use dungeon_format::source::Span;
use dungeon_format::syntax::{Head, Value};
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::{CauseEffect, Disguise, Side, Stat, Stats};

/// A range of a declaration: its statement, and the place of its stat among all stats.
type RangeId = (usize, usize);

/// The numbers in place of the ranges of declarations. A range stays if something with it may still be born, dropped or
/// given, because the seed draws those numbers in play.
pub(super) struct SettledNumbers<'a> {
    file: &'a BegunFile<'a>,
    numbers: BTreeMap<RangeId, (Span, i32)>,
}

impl<'a> SettledNumbers<'a> {
    /// Settles the ranges of a file. `placed` lists everything that lies or stands on the levels, as a record spells it,
    /// with its numbers.
    pub(super) fn new(
        file: &'a BegunFile<'a>,
        placed: &[(SpelledThing, Stats)],
    ) -> SettledNumbers<'a> {
        let mut settled = SettledNumbers {
            file,
            numbers: BTreeMap::new(),
        };
        let open = settled.open_ranges();
        let drawn = settled.drawn(placed);
        for nth in 0..file.analysis().statements().len() {
            for (stat, span, least) in settled.ranges(nth) {
                let range = (nth, stat as usize);
                let values = drawn.get(&range).map_or(&[][..], Vec::as_slice);
                if !open.contains(&range) {
                    let number = most_frequent(values).unwrap_or(least);
                    settled.numbers.insert(range, (span, number));
                }
            }
        }
        settled
    }

    /// Returns the edits that write the numbers.
    pub(super) fn edits(&self) -> Vec<JoinedEdit> {
        let numbers = self.numbers.values();
        numbers
            .map(|(span, number)| (*span, number.to_string()))
            .collect()
    }

    /// Returns a thing with the numbers that the seed has drawn, unless its declaration says them.
    pub(super) fn with_numbers(&self, thing: SpelledThing, drawn: Stats) -> SpelledThing {
        let (spread, glyph) = (self.file.spread(thing.glyph), thing.glyph);
        let is_open = |stat: Stat| {
            let said = self.giver(glyph, stat);
            let said = said.and_then(|nth| self.numbers.get(&(nth, stat as usize)));
            spread.0[stat as usize] > 0 && said.is_none_or(|(_, number)| *number != drawn[stat])
        };
        thing.with_numbers(is_open, drawn)
    }

    /// Returns the stats that a declaration gives as ranges, each with the place of the range and its smallest number.
    fn ranges(&self, nth: usize) -> Vec<(Stat, Span, i32)> {
        let analysis = self.file.analysis();
        let Some(record) = analysis.record(nth) else {
            return Vec::new();
        };
        if !matches!(
            record.head.value,
            Head::Hero | Head::Kind(_) | Head::Item(_)
        ) {
            return Vec::new();
        }
        let ranges = record.keys.iter().filter_map(|pair| {
            let word = pair.word(analysis.source());
            let stat = Stat::ALL.into_iter().find(|stat| stat.word() == word)?;
            match pair.value.value {
                Value::Range(least, _) => Some((stat, pair.value.span, i32::try_from(least).ok()?)),
                _ => None,
            }
        });
        ranges.collect()
    }

    /// Returns the declaration from which a glyph has a stat: its own, or that of its base.
    fn giver(&self, glyph: char, stat: Stat) -> Option<usize> {
        let (analysis, mut glyph) = (self.file.analysis(), glyph);
        let source = analysis.source();
        for _ in analysis.statements() {
            let nth = match analysis.declarations(glyph).first() {
                Some(nth) => *nth,
                None => self.hero_line(glyph)?,
            };
            let mut pairs = analysis.record(nth)?.keys.iter();
            if pairs.clone().any(|pair| pair.word(source) == stat.word()) {
                return Some(nth);
            }
            let base = pairs.find(|pair| pair.word(source) == keys::IS.word)?;
            glyph = only_char(source.slice(base.value.span))?;
        }
        None
    }

    /// Returns the line `hero …` if a glyph is a built-in hero.
    fn hero_line(&self, glyph: char) -> Option<usize> {
        let (analysis, dungeon) = (self.file.analysis(), self.file.speller.dungeon);
        match self.file.speller.thing(glyph)? {
            Thing::Body(kind) if dungeon.kind(kind).side == Side::Ours => {}
            _ => return None,
        }
        let mut all = 0..analysis.statements().len();
        all.find(|nth| {
            let record = analysis.record(*nth);
            record.is_some_and(|record| record.head.value == Head::Hero)
        })
    }

    /// Returns the ranges that draws in play may still need.
    fn open_ranges(&self) -> BTreeSet<RangeId> {
        let coming = things_to_come(self.file.world());
        let mut open = BTreeSet::new();
        for glyph in self.declared_glyphs() {
            let thing = self.file.speller.thing(glyph);
            if thing.is_some_and(|thing| coming.contains(&thing)) {
                let givers = Stat::ALL.into_iter();
                open.extend(
                    givers.filter_map(|stat| Some((self.giver(glyph, stat)?, stat as usize))),
                );
            }
        }
        open
    }

    fn declared_glyphs(&self) -> impl Iterator<Item = char> {
        let all = self.file.analysis().own_glyphs(FileScope::Whole);
        let declared = all.filter(|(_, origin)| *origin == GlyphOrigin::Declared);
        declared.map(|(glyph, _)| glyph)
    }

    /// Returns the numbers that the seed has drawn from each range: first those of items that disguised monsters look
    /// like, which no record can have.
    fn drawn(&self, placed: &[(SpelledThing, Stats)]) -> BTreeMap<RangeId, Vec<i32>> {
        let feigned = self.feigned();
        let mut drawn: BTreeMap<RangeId, Vec<i32>> = BTreeMap::new();
        for (thing, numbers) in feigned.iter().chain(placed) {
            for stat in Stat::ALL {
                let is_ranged = self.file.spread(thing.glyph).0[stat as usize] > 0;
                if is_ranged
                    && !thing.says(stat)
                    && let Some(nth) = self.giver(thing.glyph, stat)
                {
                    let values = drawn.entry((nth, stat as usize)).or_default();
                    values.push(numbers[stat]);
                }
            }
        }
        drawn
    }

    /// Returns the items that disguised monsters look like, with their numbers.
    fn feigned(&self) -> Vec<(SpelledThing, Stats)> {
        let world = self.file.world();
        let Some(seen) = world.as_seen() else {
            return Vec::new();
        };
        let items =
            self.declared_glyphs()
                .filter_map(|glyph| match self.file.speller.thing(glyph)? {
                    Thing::Item(item) => Some((item, self.file.speller.plain(glyph))),
                    _ => None,
                });
        let items: BTreeMap<_, SpelledThing> = items.collect();
        let levels = world.dungeon().numbered_levels();
        let bodies = levels.flat_map(|(level, _)| world.theirs(level));
        let feigned = bodies.filter_map(|who| {
            let body = world.body(who);
            let looks = world.kind(who).looks.filter(|_| body.is_disguised())?;
            let Disguise::Item(item) = looks else {
                return None;
            };
            let shown = seen.item_at(body.level, body.at);
            Some((items.get(&item)?.clone(), seen.item(shown).gives))
        });
        feigned.collect()
    }
}

/// Returns the monsters that may still be born, and the items that may still be dropped or given.
fn things_to_come(world: &World) -> Vec<Thing> {
    let mut coming = Vec::new();
    for effect in world.effects_to_come() {
        match effect {
            CauseEffect::Spawn { kind, .. } => coming.extend(kind.all().map(Thing::Body)),
            CauseEffect::Give(item) => coming.extend(item.all().map(Thing::Item)),
            _ => {}
        }
    }
    for id in world.kinds_to_come() {
        let kind = world.dungeon().kind(id);
        let offspring = kind.spawns.iter();
        coming.extend(offspring.flat_map(|offspring| offspring.kind.all().map(Thing::Body)));
        coming.extend(kind.drops.all().map(Thing::Item));
    }
    coming
}

/// Returns the number that occurs most often, the first of equally frequent ones.
fn most_frequent(values: &[i32]) -> Option<i32> {
    let frequency = |value: &i32| values.iter().filter(|other| *other == value).count();
    let most = values.iter().map(frequency).max()?;
    values
        .iter()
        .copied()
        .find(|value| frequency(value) == most)
}
