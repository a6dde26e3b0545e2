//! Marks and shuffles for the chances of a level.
use std::collections::{BTreeMap, BTreeSet};

use super::chosen_glyphs::{is_free, spare_glyph};
use super::foreign::{ForeignChance, ForeignDraw, ForeignFile, ForeignLevel, Remark, RemarkPlace};
use super::legend::Meaning;
use super::level_board::UnknownThing;

/// The maximum number of alternatives of a mark.
const MOST_ALTERNATIVES: usize = 64;

/// The maximum weight of an alternative.
const MOST_WEIGHT: u64 = 1_000;

/// The chances of a level in the form of the dungeon's text: the glyph of each chance, and the records that declare the
/// glyphs.
#[derive(Debug, Default)]
pub struct DecidedMarks {
    /// The glyph of each chance of the level.
    pub glyphs: Vec<char>,
    /// Every glyph that chance may put on a cell of the level.
    pub outcomes: BTreeSet<char>,
    /// Records that declare the marks and their shuffles.
    pub lines: Vec<String>,
}

/// The known meanings of things and glyphs, which new marks must respect.
pub struct KnownGlyphs<'a> {
    /// The file of the things.
    pub file: &'a ForeignFile,
    /// Returns the meaning of a thing on the current level; `None` for a thing that is not in the legend.
    pub meaning: &'a dyn Fn(u32) -> Option<Meaning>,
    /// Glyphs that have a meaning somewhere in the file, and cannot be used for marks.
    pub reserved: &'a BTreeSet<char>,
    /// Whether a glyph is terrain that cannot be entered.
    pub is_closed: &'a dyn Fn(char) -> bool,
}

/// The outcomes of a draw with their weights, and the keys of its mark.
type DrawnMix = (BTreeMap<char, u64>, String);

impl KnownGlyphs<'_> {
    /// Turns the chances of a level into marks and shuffles. If no character is left for a mark, draws the likeliest
    /// outcome of the chance instead, and adds a remark.
    pub fn chances(
        &self,
        level: &ForeignLevel,
        unknown: &mut BTreeMap<u32, UnknownThing>,
        remarks: &mut Vec<Remark>,
    ) -> DecidedMarks {
        let mut decided = DecidedMarks::default();
        let mixes: Vec<Vec<DrawnMix>> = { level.chances.iter() }
            .map(|chance| self.mixes(chance, unknown, remarks))
            .collect();
        // An outcome of a mark cannot be the glyph of a mark.
        let outcomes = mixes.iter().flatten().flat_map(|(mix, _)| mix.keys());
        decided.outcomes = outcomes.copied().collect();
        let mut taken: BTreeSet<char> = self.reserved.union(&decided.outcomes).copied().collect();
        let mut shuffles: BTreeMap<u32, Vec<char>> = BTreeMap::new();
        let mut without_mark: BTreeMap<Option<usize>, usize> = BTreeMap::new();
        for (chance, mixes) in level.chances.iter().zip(mixes) {
            let (first, _) = &mixes[0];
            let likeliest = first.iter().max_by_key(|(_, weight)| **weight);
            let likeliest = likeliest.map_or('.', |(glyph, _)| *glyph);
            if mixes.len() == 1 && first.len() == 1 && chance.shuffle.is_none() {
                decided.glyphs.push(likeliest);
                continue;
            }
            let Some(glyph) = mark_glyph(chance.character, &taken) else {
                *without_mark.entry(chance.line).or_default() += 1;
                decided.glyphs.push(likeliest);
                continue;
            };
            taken.insert(glyph);
            decided.glyphs.push(glyph);
            for (mix, keys) in &mixes {
                let alternatives = alternatives(mix);
                decided
                    .lines
                    .push(format!("mark {glyph} {alternatives}{keys}"));
            }
            if let Some(shuffle) = chance.shuffle {
                shuffles.entry(shuffle).or_default().push(glyph);
            }
        }
        for marks in shuffles.values().filter(|marks| marks.len() > 1) {
            let marks: Vec<String> = marks.iter().map(char::to_string).collect();
            decided.lines.push(format!("shuffle {}", marks.join(" ")));
        }
        for (line, marks) in without_mark {
            let what = match marks {
                1 => "no character is left for a mark: its likeliest glyph is drawn".to_owned(),
                n => format!(
                    "no characters are left for {n} marks: the likeliest glyph of each is drawn"
                ),
            };
            let place = line.map_or(RemarkPlace::Whole, RemarkPlace::Line);
            remarks.push(Remark::loss(place, what));
        }
        decided
    }

    /// Returns the outcomes of each draw of a chance. Things of other draws need floor, so terrain that cannot be
    /// entered becomes floor below them.
    fn mixes(
        &self,
        chance: &ForeignChance,
        unknown: &mut BTreeMap<u32, UnknownThing>,
        remarks: &mut Vec<Remark>,
    ) -> Vec<DrawnMix> {
        let draws = chance.draws.iter();
        let mixes = draws.map(|draw| {
            let mix = self.mix(chance, draw, unknown, remarks);
            let keys = self.keys(chance, draw, &mix, remarks);
            (mix, keys)
        });
        let mut mixes: Vec<DrawnMix> = mixes.collect();
        let is_bare = |mix: &BTreeMap<char, u64>| mix.keys().all(|glyph| *glyph == '.');
        if mixes.iter().filter(|(mix, _)| !is_bare(mix)).count() > 1 {
            let mut closed = BTreeSet::new();
            for (mix, _) in &mut mixes {
                for (glyph, weight) in std::mem::take(mix) {
                    let is_closed = (self.is_closed)(glyph);
                    closed.extend(Some(glyph).filter(|_| is_closed));
                    *mix.entry(if is_closed { '.' } else { glyph }).or_insert(0) += weight;
                }
            }
            for glyph in closed {
                let place = chance.line.map_or(RemarkPlace::Whole, RemarkPlace::Line);
                let what = format!(
                    "a thing of `{}` may be in `{glyph}`: drawn on floor",
                    chance.character
                );
                remarks.push(Remark::loss(place, what));
            }
        }
        if mixes.len() > 1 {
            mixes.retain(|(mix, _)| !is_bare(mix));
        }
        if mixes.is_empty() {
            mixes.push((BTreeMap::from([('.', 1)]), String::new()));
        }
        mixes
    }

    /// Returns the keys of a draw's mark: those of its things, which must not contradict each other, and `same=yes`.
    fn keys(
        &self,
        chance: &ForeignChance,
        draw: &ForeignDraw,
        mix: &BTreeMap<char, u64>,
        remarks: &mut Vec<Remark>,
    ) -> String {
        let things = draw.alternatives.iter().map(|(thing, _)| *thing);
        let all: Vec<(&str, Option<char>)> = { things }
            .map(|thing| &self.file.things[thing as usize])
            .map(|thing| (thing.keys.as_str(), thing.certain))
            .collect();
        let mut said = all.iter().filter(|(keys, _)| !keys.is_empty());
        let mut keys = said.next().map_or("", |(keys, _)| *keys).to_owned();
        // The keys of a mark hold for each alternative that knows them.
        let is_shared =
            |(other, glyph): &(&str, Option<char>)| *other == keys || *glyph == Some('.');
        if !keys.is_empty() && !all.iter().all(is_shared) {
            let place = chance.line.map_or(RemarkPlace::Whole, RemarkPlace::Line);
            let what = format!("one mark has things with different keys:{keys} is left out");
            remarks.push(Remark::loss(place, what));
            keys.clear();
        }
        if draw.is_same && mix.len() > 1 {
            keys += " same=yes";
        }
        keys
    }

    /// Returns the outcomes of a draw, each with its weight. Things that are not in the legend become floor.
    fn mix(
        &self,
        chance: &ForeignChance,
        draw: &ForeignDraw,
        unknown: &mut BTreeMap<u32, UnknownThing>,
        remarks: &mut Vec<Remark>,
    ) -> BTreeMap<char, u64> {
        let mut mix = BTreeMap::new();
        let is_blank =
            |(thing, _): &(u32, u32)| (self.meaning)(*thing) == Some(Meaning::Glyph(' '));
        if draw.alternatives.iter().any(is_blank) && !draw.alternatives.iter().all(is_blank) {
            let place = chance.line.map_or(RemarkPlace::Whole, RemarkPlace::Line);
            let what = format!(
                "chance cannot draw a blank for `{}`: a wall instead",
                chance.character
            );
            remarks.push(Remark::loss(place, what));
        }
        for (thing, weight) in &draw.alternatives {
            let glyph = match (self.meaning)(*thing) {
                // An alternative cannot be a blank, so rock becomes a wall.
                Some(Meaning::Glyph(' ')) => '#',
                Some(Meaning::Glyph('@')) | Some(Meaning::Nothing) => '.',
                Some(Meaning::Glyph(glyph)) => glyph,
                None => {
                    let here = UnknownThing {
                        times: 0,
                        place: (0, 0),
                        is_on_floor: true,
                    };
                    unknown.entry(*thing).or_insert(here);
                    '.'
                }
            };
            *mix.entry(glyph).or_insert(0) += u64::from(*weight);
        }
        if mix.len() > MOST_ALTERNATIVES {
            let place = chance.line.map_or(RemarkPlace::Whole, RemarkPlace::Line);
            let what = format!(
                "one cell has {} alternatives: only the {MOST_ALTERNATIVES} likeliest are kept",
                mix.len()
            );
            remarks.push(Remark::loss(place, what));
            let mut weights: Vec<(char, u64)> = mix.into_iter().collect();
            weights.sort_by_key(|(_, weight)| std::cmp::Reverse(*weight));
            mix = weights.into_iter().take(MOST_ALTERNATIVES).collect();
        }
        if mix.is_empty() {
            mix.insert('.', 1);
        }
        mix
    }
}

/// Returns a glyph for a mark: the character of the source if it is free, otherwise a spare character; `None` if all
/// characters are taken.
fn mark_glyph(own: char, taken: &BTreeSet<char>) -> Option<char> {
    let is_private = matches!(own, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..);
    let own = Some(own).filter(|own| !is_private && is_free(*own, taken));
    own.or_else(|| spare_glyph(taken))
}

/// Returns the alternatives as a record writes them, such as `r*2|J`.
pub fn alternatives(mix: &BTreeMap<char, u64>) -> String {
    let weights = || mix.values().copied();
    let common = weights().fold(0, greatest_common_divisor).max(1);
    let most = weights().max().unwrap_or(1) / common;
    let fitted = |weight: u64| match most {
        0..=MOST_WEIGHT => weight / common,
        _ => (weight / common * MOST_WEIGHT / most).max(1),
    };
    let one = |(glyph, weight): (&char, &u64)| match fitted(*weight) {
        1 => glyph.to_string(),
        weight => format!("{glyph}*{weight}"),
    };
    match mix.first_key_value() {
        Some((only, _)) if mix.len() == 1 => only.to_string(),
        _ => mix.iter().map(one).collect::<Vec<_>>().join("|"),
    }
}

/// Returns the greatest number that divides both numbers; the other number if one is 0.
pub fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 {
        a
    } else {
        greatest_common_divisor(b, a % b)
    }
}
