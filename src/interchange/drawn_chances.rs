//! Marks and shuffles for the chances of a level.
use std::collections::{BTreeMap, BTreeSet};

use super::foreign::{ForeignChance, ForeignLevel, Remark, RemarkPlace};
use super::legend::Meaning;
use super::level_board::UnknownThing;
use dungeon_format::characters::fault;

/// Characters for marks whose own character is taken.
const SPARE: &str = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefijklmnoqrstuvxyz";

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
    /// Returns the meaning of a thing on the current level; `None` for a thing that is not in the legend.
    pub meaning: &'a dyn Fn(u32) -> Option<Meaning>,
    /// Glyphs that have a meaning somewhere in the file, and cannot be used for marks.
    pub reserved: &'a BTreeSet<char>,
}

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
        let mixes: Vec<BTreeMap<char, u64>> = { level.chances.iter() }
            .map(|chance| self.mix(chance, unknown, remarks))
            .collect();
        // An outcome of a mark cannot be the glyph of a mark.
        let outcomes = mixes.iter().flat_map(|mix| mix.keys().copied());
        decided.outcomes = outcomes.collect();
        let mut taken: BTreeSet<char> = self.reserved.union(&decided.outcomes).copied().collect();
        let mut shuffles: BTreeMap<u32, Vec<char>> = BTreeMap::new();
        let mut without_mark: BTreeMap<Option<usize>, usize> = BTreeMap::new();
        for (chance, mix) in level.chances.iter().zip(mixes) {
            let likeliest = mix.iter().max_by_key(|(_, weight)| **weight);
            let likeliest = likeliest.map_or('.', |(glyph, _)| *glyph);
            if mix.len() == 1 && chance.shuffle.is_none() {
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
            let same = if chance.is_same { " same=yes" } else { "" };
            let alternatives = alternatives(&mix);
            let line = format!("mark {glyph} {alternatives}{same}");
            decided.lines.push(line);
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

    /// Returns the outcomes of a chance, each with its weight. Things that are not in the legend become floor.
    fn mix(
        &self,
        chance: &ForeignChance,
        unknown: &mut BTreeMap<u32, UnknownThing>,
        remarks: &mut Vec<Remark>,
    ) -> BTreeMap<char, u64> {
        let mut mix = BTreeMap::new();
        for (thing, weight) in &chance.alternatives {
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
    let is_free = |c: &char| !taken.contains(c) && fault(*c).is_none() && !"@h \"".contains(*c);
    let is_private = matches!(own, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..);
    let own = Some(own).filter(|c| !is_private && is_free(c));
    own.or_else(|| SPARE.chars().find(is_free))
}

/// Returns the alternatives as a record writes them, such as `r*2|J`.
fn alternatives(mix: &BTreeMap<char, u64>) -> String {
    let weights = mix.values().copied();
    let common = weights.fold(0, greatest_common_divisor).max(1);
    let one = |(glyph, weight): (&char, &u64)| match weight / common {
        1 => glyph.to_string(),
        weight => format!("{glyph}*{}", weight.min(MOST_WEIGHT)),
    };
    match mix.first_key_value() {
        Some((only, _)) if mix.len() == 1 => only.to_string(),
        _ => mix.iter().map(one).collect::<Vec<_>>().join("|"),
    }
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 {
        a
    } else {
        greatest_common_divisor(b, a % b)
    }
}
