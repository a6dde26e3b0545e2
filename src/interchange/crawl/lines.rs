//! The lines of a Crawl entry that change glyphs or name them: `SUBST`, `NSUBST`, `SHUFFLE`, `CLEAR`, `SUBVAULT`,
//! `KFEAT`, `KMONS`, `KITEM`, `MONS` and `ITEM`.
use super::legend::NameSort;

/// The weight of an alternative without a declared weight.
const USUAL_WEIGHT: u32 = 10;

/// The glyphs among which chance selects, each with its weight.
pub type WeightedGlyphs = Vec<(char, u64)>;

/// One change of glyphs from a line.
#[derive(Clone, Debug)]
pub enum GlyphChange {
    /// A substitution, such as `SUBST: ab = c:5 d`. With `:` instead of `=`, all cells share one draw.
    Subst {
        glyphs: Vec<char>,
        into: WeightedGlyphs,
        is_same: bool,
    },
    /// A substitution of counted cells, such as `NSUBST: a = 2:b / *:c`.
    Counted {
        glyphs: Vec<char>,
        into: Vec<CountedGlyphs>,
    },
    /// Blocks of glyphs that trade places, such as `SHUFFLE: abc` with blocks of one glyph, or `SHUFFLE: ab/cd`.
    Shuffle(Vec<Vec<char>>),
    /// Names for glyphs, such as `KMONS: a = rat / orc`.
    Names {
        glyphs: Vec<char>,
        sort: NameSort,
        names: NamesWithWeights,
        is_same: bool,
    },
    /// Another map in place of glyphs, as `SUBVAULT: A : tag` says. The cells become floor.
    OtherMap(Vec<char>),
    /// A change that this program cannot express, with the reason.
    Unsupported(&'static str),
}

/// One part of an `NSUBST`.
#[derive(Clone, Debug)]
pub struct CountedGlyphs {
    /// The number of cells; `None` for all remaining cells.
    pub count: Option<usize>,
    /// The glyphs that these cells get.
    pub into: WeightedGlyphs,
    /// Whether the cells share one draw.
    pub is_same: bool,
}

/// The alternatives of a name line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NamesWithWeights {
    /// Names of monsters, items or features with their weights.
    pub all: Vec<(String, u32)>,
    /// Whether a part of the line is left out: properties, the items of a monster, or further items.
    pub is_cut: bool,
}

/// The number of names that the lists `MONS` and `ITEM` of an entry have so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct ListedNames {
    monsters: usize,
    items: usize,
}

impl GlyphChange {
    /// Returns the changes of glyphs in a line; empty for a line about something else.
    pub fn of_line(key: &str, said: &str, listed: &mut ListedNames) -> Vec<GlyphChange> {
        let parts = said
            .split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty());
        match key {
            "SUBST" => parts.map(subst).collect(),
            "NSUBST" => parts.map(counted).collect(),
            "SHUFFLE" => parts.map(shuffle).collect(),
            "CLEAR" => vec![GlyphChange::Subst {
                glyphs: solid(said),
                into: vec![(' ', 1)],
                is_same: false,
            }],
            "SUBVAULT" => match sides(said) {
                Some((glyphs, _, _)) => vec![GlyphChange::OtherMap(glyphs)],
                None => vec![GlyphChange::Unsupported("its syntax is unknown")],
            },
            "KFEAT" => vec![named(said, NameSort::Tile)],
            "KMONS" => vec![named(said, NameSort::Kind)],
            "KITEM" => vec![named(said, NameSort::Item)],
            "MONS" => list(said, "1234567", &mut listed.monsters, NameSort::Kind),
            "ITEM" => list(said, "defghijk", &mut listed.items, NameSort::Item),
            _ => Vec::new(),
        }
    }
}

/// Returns the characters of a text that are not blank.
fn solid(text: &str) -> Vec<char> {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Splits a change at its first `=` or `:` after the first character. Returns the glyphs, whether the separator is `:`,
/// and the text after the separator.
fn sides(said: &str) -> Option<(Vec<char>, bool, &str)> {
    let first = said.chars().next()?.len_utf8();
    let at = said[first..].find(['=', ':'])? + first;
    Some((
        solid(&said[..at]),
        said.as_bytes()[at] == b':',
        &said[at + 1..],
    ))
}

fn subst(said: &str) -> GlyphChange {
    match sides(said).map(|(glyphs, is_same, into)| (glyphs, is_same, weighted(into))) {
        Some((glyphs, is_same, into)) if !into.is_empty() => GlyphChange::Subst {
            glyphs,
            into,
            is_same,
        },
        _ => GlyphChange::Unsupported("its syntax is unknown"),
    }
}

fn counted(said: &str) -> GlyphChange {
    let Some((glyphs, _, into)) = sides(said) else {
        return GlyphChange::Unsupported("its syntax is unknown");
    };
    let parts: Vec<&str> = into.split('/').map(str::trim).collect();
    let last = parts.len() - 1;
    let part = |(nth, part): (usize, &&str)| {
        // Without a number, one cell is meant, and all remaining cells in the last part.
        let usual = Some(1).filter(|_| nth < last);
        let digits = part.trim_start_matches(|c: char| c.is_ascii_digit());
        let rest = part.strip_prefix('*').unwrap_or(digits).trim_start();
        let (count, glyphs) = match rest.strip_prefix([':', '=']) {
            Some(glyphs) if rest.len() < part.len() => {
                (part[..part.len() - digits.len()].parse().ok(), glyphs)
            }
            _ => (usual, *part),
        };
        CountedGlyphs {
            count,
            into: weighted(glyphs),
            is_same: rest.starts_with(':') && rest.len() < part.len(),
        }
    };
    let into: Vec<CountedGlyphs> = parts.iter().enumerate().map(part).collect();
    if into.iter().any(|part| part.into.is_empty()) {
        return GlyphChange::Unsupported("its syntax is unknown");
    }
    GlyphChange::Counted { glyphs, into }
}

fn shuffle(said: &str) -> GlyphChange {
    let blocks: Vec<Vec<char>> = if said.contains('/') {
        said.split('/').map(solid).collect()
    } else {
        solid(said).into_iter().map(|glyph| vec![glyph]).collect()
    };
    if blocks.iter().any(|block| block.len() != blocks[0].len()) {
        return GlyphChange::Unsupported("its blocks have different sizes");
    }
    GlyphChange::Shuffle(blocks)
}

fn named(said: &str, sort: NameSort) -> GlyphChange {
    match sides(said).map(|(glyphs, is_same, names)| (glyphs, is_same, names_of(names, sort))) {
        Some((glyphs, is_same, names)) if !names.all.is_empty() => GlyphChange::Names {
            glyphs,
            sort,
            names,
            is_same,
        },
        _ => GlyphChange::Unsupported("its syntax is unknown"),
    }
}

/// Reads a list separated by commas, whose entries are names for the characters of `glyphs`, in order. The list
/// continues the list of earlier lines, which has `known` entries.
fn list(said: &str, glyphs: &str, known: &mut usize, sort: NameSort) -> Vec<GlyphChange> {
    let mut changes = Vec::new();
    for entry in said
        .split(',')
        .map(str::trim)
        .filter(|entry| !entry.is_empty())
    {
        let names = names_of(entry, sort);
        changes.push(match glyphs.chars().nth(*known) {
            Some(_) if names.all.is_empty() => GlyphChange::Unsupported("its syntax is unknown"),
            Some(glyph) => GlyphChange::Names {
                glyphs: vec![glyph],
                sort,
                names,
                is_same: false,
            },
            None => GlyphChange::Unsupported("no glyph is left for it"),
        });
        *known += 1;
    }
    changes
}

/// Reads `abc`, or `a:5 b` with a weight. Leaves out glyphs with weight 0.
fn weighted(said: &str) -> WeightedGlyphs {
    let letters: Vec<char> = said.chars().collect();
    let mut all = Vec::new();
    let mut at = 0;
    while let Some(letter) = letters.get(at).copied() {
        at += 1;
        if letter.is_whitespace() {
            continue;
        }
        let mut weight = USUAL_WEIGHT;
        if letters.get(at) == Some(&':') {
            let digits: String = { letters[at + 1..].iter() }
                .take_while(|c| c.is_ascii_digit())
                .collect();
            if let Ok(said) = digits.parse() {
                weight = said;
                at += 1 + digits.len();
            }
        }
        all.push((letter, u64::from(weight)));
    }
    all.retain(|(_, weight)| *weight > 0);
    all
}

/// Words in the names of monsters and items that do not change their sort.
const ADJECTIVES: &[&str] = &[
    "generate_awake",
    "patrolling",
    "band",
    "seen",
    "god_gift",
    "always_corpse",
    "never_corpse",
    "no_uniq",
    "allow_uniq",
    "good_item",
    "acquire",
    "pre_id",
    "mundane",
    "randart",
    "never_decay",
    "damaged",
    "unobtainable",
    "no_pickup",
    "no_mimic",
    "use_all",
];

/// Reads `orc warrior w:5 / goblin`. Leaves out properties such as `hp:5`, the items of a monster after `;`, and all but
/// the first of several things, which are separated by commas.
fn names_of(said: &str, sort: NameSort) -> NamesWithWeights {
    let mut names = NamesWithWeights::default();
    for part in said.split('/') {
        let mut weight = USUAL_WEIGHT;
        let (part, belongings) = part.split_once(';').unwrap_or((part, ""));
        let (part, others) = part.split_once(',').unwrap_or((part, ""));
        // The other monsters of a list come only if the first one cannot.
        let is_further = sort == NameSort::Item && !others.trim().is_empty();
        names.is_cut |= is_further || !belongings.trim().is_empty();
        let mut has_property = false;
        let mut words = Vec::new();
        for word in part.split_whitespace() {
            let said = word
                .strip_prefix("w:")
                .or_else(|| word.strip_prefix("weight:"));
            if let Some(said) = said {
                weight = said.parse().unwrap_or(USUAL_WEIGHT);
            } else if word.len() > 1 && word.contains(':') || ADJECTIVES.contains(&word) {
                has_property = true;
            } else if !(word.starts_with("n_") || word.starts_with("name_")) {
                words.push(word);
            }
        }
        names.is_cut |= has_property;
        if words.is_empty() && has_property {
            words.push(if sort == NameSort::Kind {
                "random"
            } else {
                "any"
            });
        }
        if !words.is_empty() && weight > 0 {
            names.all.push((words.join(" "), weight));
        }
    }
    names
}
