//! Glyphs for things that bring their declaration along, such as the monsters of a bundled legend.
use std::collections::{BTreeMap, BTreeSet};

use super::drawn_chances::{MORE_LETTERS, SPARE};
use super::foreign::ForeignThing;
use super::legend::Meaning;
use dungeon_format::characters::fault;

/// The declaration of a thing and its properties.
type DeclaredSort<'a> = (&'a str, &'a [(String, String)]);

/// Gives a glyph to each thing that has a declaration and no meaning yet: the glyph that the declaration asks for if it
/// is free, otherwise a spare one. Adds the glyphs to `taken`. Returns the glyphs with their declarations.
pub fn choose_glyphs(
    things: &[ForeignThing],
    meanings: &mut [Option<Meaning>],
    taken: &mut BTreeSet<char>,
) -> Vec<(char, String)> {
    // Things with different properties are different kinds, even if their lines are equal.
    let mut chosen: BTreeMap<DeclaredSort<'_>, char> = BTreeMap::new();
    let mut lines = Vec::new();
    for (thing, meaning) in things.iter().zip(meanings) {
        let (None, Some(line)) = (&meaning, &thing.declaration) else {
            continue;
        };
        let sort = (line.as_str(), thing.properties.as_slice());
        let known = chosen.get(&sort).copied();
        let Some(glyph) = known.or_else(|| free_glyph(line, taken)) else {
            continue;
        };
        if chosen.insert(sort, glyph).is_none() {
            taken.insert(glyph);
            lines.push((glyph, with_glyph(line, glyph)));
        }
        *meaning = Some(Meaning::Glyph(glyph));
    }
    lines
}

/// Returns a glyph for the next declaration or class; `None` if all are taken.
pub fn spare_glyph(taken: &BTreeSet<char>) -> Option<char> {
    let mut spare = SPARE.chars().chain(MORE_LETTERS.into_iter().flatten());
    spare.find(|glyph| !taken.contains(glyph))
}

fn free_glyph(line: &str, taken: &BTreeSet<char>) -> Option<char> {
    let is_free = |c: &char| !taken.contains(c) && fault(*c).is_none() && !"@h \"'/".contains(*c);
    wanted_glyph(line)
        .filter(is_free)
        .or_else(|| spare_glyph(taken))
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
