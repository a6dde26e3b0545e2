//! Glyphs for things that bring their declaration along, such as the monsters of a bundled legend.
use std::collections::{BTreeMap, BTreeSet};

use super::foreign::{ForeignFile, ForeignLevel, ForeignThing};
use super::legend::Meaning;
use dungeon_format::characters::fault;

/// Characters for marks and declarations whose own character is taken. When they run out, letters outside of ASCII
/// follow.
const SPARE: &str = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefijklmnoqrstuvxyz";

/// The key of a kind that hides, before the glyph of the thing that it looks like.
const LOOKS: &str = " looks=";

/// Letters outside of ASCII that are one column wide.
const MORE_LETTERS: [std::ops::RangeInclusive<char>; 4] =
    ['À'..='ÿ', 'Ā'..='ɏ', 'Α'..='ω', 'А'..='я'];

/// The declaration of a thing, its properties, and the thing that it looks like. Things with different properties are
/// different kinds, even if their lines are equal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct DeclaredSort<'a> {
    line: &'a str,
    properties: &'a [(String, String)],
    /// The certain glyph and the declaration of the thing that the kind looks like.
    looks: Option<(Option<char>, &'a str)>,
}

impl<'a> DeclaredSort<'a> {
    fn of(thing: &'a ForeignThing) -> Option<DeclaredSort<'a>> {
        let looks = thing.looks.as_deref();
        Some(DeclaredSort {
            line: thing.declaration.as_deref()?,
            properties: &thing.properties,
            looks: looks.map(|like| {
                (
                    like.certain,
                    like.declaration.as_deref().unwrap_or_default(),
                )
            }),
        })
    }
}

/// Gives a glyph to each thing on the levels that has a declaration and no meaning yet. Declarations first get the
/// glyphs that they ask for, if these are free; the others then get spare letters. Adds the glyphs to `taken`. Returns the
/// glyphs with their declarations: items, kinds, tiles.
pub fn choose_glyphs(
    file: &ForeignFile,
    meanings: &mut [Option<Meaning>],
    taken: &mut BTreeSet<char>,
) -> Vec<(char, String)> {
    let sort_of = |thing: u32| DeclaredSort::of(&file.things[thing as usize]);
    let looks_of = |thing: u32| DeclaredSort::of(file.things[thing as usize].looks.as_deref()?);
    let used = file.levels.iter().flat_map(ForeignLevel::things);
    let used: BTreeSet<u32> = { used }
        .filter(|thing| meanings[*thing as usize].is_none())
        .collect();
    let mut known = BTreeSet::new();
    let sorts = used
        .iter()
        .flat_map(|thing| [sort_of(*thing), looks_of(*thing)]);
    let sorts = sorts.flatten();
    let sorts: Vec<DeclaredSort<'_>> = sorts.filter(|sort| known.insert(*sort)).collect();
    let mut chosen: BTreeMap<DeclaredSort<'_>, char> = BTreeMap::new();
    for sort in &sorts {
        let wanted = wanted_glyph(sort.line).filter(|wanted| is_free(*wanted, taken));
        chosen.extend(wanted.map(|glyph| (*sort, glyph)));
        taken.extend(wanted);
    }
    // Digits and the source's own characters are left for marks.
    let chances = file.levels.iter().flat_map(|level| &level.chances);
    let own: BTreeSet<char> = chances.map(|chance| chance.character).collect();
    for sort in &sorts {
        if !chosen.contains_key(sort) {
            let is_fit = |glyph: &char| glyph.is_alphabetic() && !own.contains(glyph);
            let spare = spare_glyphs(taken).find(is_fit);
            chosen.extend(spare.map(|glyph| (*sort, glyph)));
            taken.extend(spare);
        }
    }
    for thing in used {
        let glyph = sort_of(thing).and_then(|sort| chosen.get(&sort));
        meanings[thing as usize] = glyph.map(|glyph| Meaning::Glyph(*glyph));
    }
    let lines = sorts.iter().filter_map(|sort| {
        let glyph = *chosen.get(sort)?;
        let line = with_glyph(sort.line, glyph);
        let looks = sort.looks.map(|(certain, line)| {
            let like = DeclaredSort {
                line,
                properties: &[],
                looks: None,
            };
            certain.or_else(|| chosen.get(&like).copied())
        });
        Some((
            glyph,
            match looks.flatten() {
                Some(looks) => format!("{line}{LOOKS}{looks}"),
                None => line,
            },
        ))
    });
    let mut lines: Vec<(char, String)> = lines.collect();
    lines.sort_by(|(_, a), (_, b)| a.split(' ').next().cmp(&b.split(' ').next()));
    lines
}

/// Returns the glyph that a declaration looks like; `None` for a declaration without a disguise.
pub fn disguise(line: &str) -> Option<char> {
    line.rsplit_once(LOOKS)?.1.chars().next()
}

/// Returns a glyph for the next mark or class; `None` if all are taken.
pub fn spare_glyph(taken: &BTreeSet<char>) -> Option<char> {
    spare_glyphs(taken).next()
}

fn spare_glyphs(taken: &BTreeSet<char>) -> impl Iterator<Item = char> {
    let spare = SPARE.chars().chain(MORE_LETTERS.into_iter().flatten());
    spare.filter(|glyph| is_free(*glyph, taken))
}

/// Whether a glyph can get a new meaning.
pub fn is_free(glyph: char, taken: &BTreeSet<char>) -> bool {
    !taken.contains(&glyph) && fault(glyph).is_none() && !"@h \"'/+".contains(glyph)
}

/// Returns the glyph that a declaration asks for: the character after its first word.
fn wanted_glyph(line: &str) -> Option<char> {
    line.split_once(' ')?.1.chars().next()
}

/// Returns a declaration with another glyph, which keeps its look on the screen.
fn with_glyph(line: &str, glyph: char) -> String {
    let Some((word, rest)) = line.split_once(' ') else {
        return line.to_owned();
    };
    let mut rest = rest.chars();
    let shown = match rest.next() {
        Some(wanted) if wanted == glyph || wanted == ' ' || line.contains(" glyph=") => {
            String::new()
        }
        Some('"') => " glyph=\"\\\"\"".to_owned(),
        Some(wanted) => format!(" glyph={wanted}"),
        None => String::new(),
    };
    format!("{word} {glyph}{}{shown}", rest.as_str())
}
