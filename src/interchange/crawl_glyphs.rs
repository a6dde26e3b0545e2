//! The meaning of each glyph on a Crawl map, after all glyph lines of its entry have been applied in order.
use std::collections::{BTreeMap, BTreeSet};

use super::foreign::{ForeignChance, ForeignDraw, ForeignFile, ForeignThing};
use super::text_rows::NumberedRow;
use dungeon_model::space::narrow::count;

/// Glyphs whose meaning is unambiguous: walls, floor, doors, stairs, water, traps. Each row has Crawl's glyphs, our
/// glyph, and the line that declares our glyph if the game does not provide it.
const CERTAIN: &[(&str, char, &str)] = &[
    (" ", ' ', ""),
    (".", '.', ""),
    ("xXcvb", '#', ""),
    ("+=", '+', ""),
    ("<{[(", '<', ""),
    (">}])", '>', ""),
    ("^~", '^', ""),
    ("$", '$', ""),
    (
        "mno",
        'm',
        "tile m \"clear wall\" walk=no see=yes colour=cyan",
    ),
    (
        "w",
        '~',
        "tile ~ \"deep water\" walk=no see=yes colour=blue",
    ),
    ("W", ',', "tile , \"shallow water\" colour=cyan"),
    ("l", 'l', "tile l \"lava\" walk=no see=yes colour=red"),
    ("t", 't', "tile t \"tree\" walk=no colour=green"),
    ("G", 'G', "tile G \"statue\" walk=no see=yes"),
];

/// Names of features whose meaning is unambiguous, each with its glyph in Crawl. Crystal is a wall in Crawl, unlike the
/// item of tactics.
const FEATURES: &[(&str, char)] = &[
    ("floor", '.'),
    ("rock_wall", 'x'),
    ("stone_wall", 'x'),
    ("metal_wall", 'x'),
    ("crystal_wall", 'x'),
    ("permarock_wall", 'x'),
    ("closed_door", '+'),
    ("runed_door", '+'),
    ("deep_water", 'w'),
    ("shallow_water", 'W'),
    ("lava", 'l'),
    ("tree", 't'),
    ("granite_statue", 'G'),
];

/// The maximum number of cells that an `NSUBST` may change. Each of these cells becomes a separate mark.
const MOST_SHUFFLED: usize = 10;

/// The weight of an alternative without a declared weight.
const USUAL_WEIGHT: u32 = 10;

/// Code points for glyphs that stand for one cell each. Code points that the map already uses are skipped.
const PRIVATE: std::ops::Range<u32> = 0xe000..0xf900;

/// Returns the declarations of the glyphs in `CERTAIN` that games do not provide.
pub fn declarations() -> Vec<(char, String)> {
    let wanted = CERTAIN.iter().filter(|(_, _, line)| !line.is_empty());
    wanted
        .map(|(_, glyph, line)| (*glyph, (*line).to_owned()))
        .collect()
}

/// The glyphs among which chance selects, each with its weight.
type WeightedGlyphs = Vec<(char, u32)>;

/// One change of glyphs from a line.
#[derive(Clone, Debug)]
pub enum GlyphChange {
    /// A substitution, such as `SUBST: ab = c:5 d`. With `:` instead of `=`, all cells share one draw.
    Subst {
        glyphs: Vec<char>,
        into: Vec<(char, u32)>,
        is_same: bool,
    },
    /// A substitution of counted cells, such as `NSUBST: a = 2:b / *:c`. `None` stands for `*`, which means all
    /// remaining cells.
    Counted {
        glyphs: Vec<char>,
        into: Vec<(Option<usize>, WeightedGlyphs)>,
    },
    /// Glyphs that trade places, such as `SHUFFLE: abc`.
    Shuffle(Vec<char>),
    /// Names with their weights, such as `KMONS: a = rat / orc`, and similar lines.
    Names {
        glyph: char,
        names: Vec<(String, u32)>,
        is_feature: bool,
    },
    /// A change that this program cannot express, with the reason.
    Unsupported(&'static str),
}

impl GlyphChange {
    /// Returns the changes of glyphs in a line; empty for a line about something else.
    pub fn of_line(key: &str, said: &str) -> Vec<GlyphChange> {
        let parts = said.split(", ").map(str::trim);
        match key {
            "SUBST" => parts.map(subst).collect(),
            "NSUBST" => parts.map(counted).collect(),
            "SHUFFLE" => { said.split(',').map(str::trim) }
                .map(|part| {
                    if part.contains('/') {
                        GlyphChange::Unsupported("it swaps whole blocks")
                    } else {
                        GlyphChange::Shuffle(part.chars().filter(|c| !c.is_whitespace()).collect())
                    }
                })
                .collect(),
            "KFEAT" | "KMONS" | "KITEM" => vec![named(said, key == "KFEAT")],
            "MONS" => listed(said, "1234567"),
            "ITEM" => listed(said, "defghijk"),
            _ => Vec::new(),
        }
    }
}

/// Splits a change at its first `=` or `:` after the first character. Returns the glyphs, whether the separator is `:`,
/// and the text after the separator.
fn sides(said: &str) -> Option<(Vec<char>, bool, &str)> {
    let first = said.chars().next()?.len_utf8();
    let at = said[first..].find(['=', ':'])? + first;
    let glyphs = said[..at].chars().filter(|c| !c.is_whitespace()).collect();
    Some((glyphs, said.as_bytes()[at] == b':', &said[at + 1..]))
}

fn subst(said: &str) -> GlyphChange {
    match sides(said) {
        Some((glyphs, is_same, into)) => GlyphChange::Subst {
            glyphs,
            into: weighted(into),
            is_same,
        },
        None => GlyphChange::Unsupported("its syntax is unknown"),
    }
}

fn counted(said: &str) -> GlyphChange {
    let Some((glyphs, _, into)) = sides(said) else {
        return GlyphChange::Unsupported("its syntax is unknown");
    };
    let parts = into.split('/').map(|part| {
        let (count, glyphs) = part.trim().split_once([':', '='])?;
        let count = match count.trim() {
            "*" => None,
            count => Some(count.parse().ok()?),
        };
        Some((count, weighted(glyphs)))
    });
    match parts.collect() {
        Some(into) => GlyphChange::Counted { glyphs, into },
        None => GlyphChange::Unsupported("its numbers cannot be parsed"),
    }
}

fn named(said: &str, is_feature: bool) -> GlyphChange {
    match sides(said) {
        Some((glyphs, _, names)) if glyphs.len() == 1 => GlyphChange::Names {
            glyph: glyphs[0],
            names: names_of(names),
            is_feature,
        },
        _ => GlyphChange::Unsupported("its syntax is unknown"),
    }
}

/// Reads a list separated by commas, whose entries are names for the characters of `glyphs`, in order.
fn listed(said: &str, glyphs: &str) -> Vec<GlyphChange> {
    let entries = said.split(',').zip(glyphs.chars());
    let changes = entries.map(|(names, glyph)| GlyphChange::Names {
        glyph,
        names: names_of(names),
        is_feature: false,
    });
    changes.collect()
}

/// Reads `abc`, or `a:5 b` with a weight.
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
            let digits: String = letters[at + 1..]
                .iter()
                .take_while(|c| c.is_ascii_digit())
                .collect();
            if let Ok(said) = digits.parse() {
                weight = said;
                at += 1 + digits.len();
            }
        }
        all.push((letter, weight));
    }
    all
}

/// Reads `orc warrior w:5 / goblin`. Ignores other properties of a monster, such as `; sword` or `hp:5`.
fn names_of(said: &str) -> Vec<(String, u32)> {
    let all = said.split('/').map(|part| {
        let mut weight = USUAL_WEIGHT;
        let part = part.split(';').next().unwrap_or_default();
        let words = part.split_whitespace().filter(|word| {
            if let Some(said) = word.strip_prefix("w:") {
                weight = said.parse().unwrap_or(USUAL_WEIGHT);
            }
            !word.contains(':')
        });
        let name = words.collect::<Vec<_>>().join(" ");
        (name, weight)
    });
    all.filter(|(name, _)| !name.is_empty()).collect()
}

/// The glyphs of a map while the lines of its entry are applied.
#[derive(Debug)]
pub struct CrawlGlyphs {
    rows: Vec<Vec<char>>,
    /// The cells of each glyph, column and row from 0.
    cells: BTreeMap<char, Vec<(usize, usize)>>,
    substs: BTreeMap<char, (WeightedGlyphs, bool)>,
    /// Glyphs that substitutions produce.
    made: BTreeSet<char>,
    named: BTreeMap<char, Vec<(ForeignThing, u32)>>,
    /// The number of the shuffle that each shuffled glyph belongs to.
    shuffled: BTreeMap<char, u32>,
    shuffles: u32,
    /// The number of the line that changes each glyph, from 1.
    lines: BTreeMap<char, usize>,
    private: std::ops::Range<u32>,
    /// The glyphs that chance decides, in the order of their numbers.
    chances: Vec<char>,
}

impl CrawlGlyphs {
    /// Makes the glyphs of a map as drawn, before any change.
    pub fn of(rows: &[NumberedRow]) -> CrawlGlyphs {
        let rows: Vec<Vec<char>> = rows.iter().map(|(_, row)| row.clone()).collect();
        let mut cells: BTreeMap<char, Vec<(usize, usize)>> = BTreeMap::new();
        for (y, row) in rows.iter().enumerate() {
            for (x, glyph) in row.iter().enumerate() {
                cells.entry(*glyph).or_default().push((x, y));
            }
        }
        CrawlGlyphs {
            rows,
            cells,
            substs: BTreeMap::new(),
            made: BTreeSet::new(),
            named: BTreeMap::new(),
            shuffled: BTreeMap::new(),
            shuffles: 0,
            lines: BTreeMap::new(),
            private: PRIVATE,
            chances: Vec::new(),
        }
    }

    /// Returns the rows. Each cell that an `NSUBST` changes has a separate glyph.
    pub fn rows(&self) -> impl Iterator<Item = &Vec<char>> {
        self.rows.iter()
    }

    /// Whether a cell holds the first `@`, which is the entry of the map. Column and row count from 0.
    pub fn is_first_entry(&self, x: u16, y: u16) -> bool {
        let first = self.cells.get(&'@').and_then(|cells| cells.first());
        first == Some(&(usize::from(x), usize::from(y)))
    }

    /// Applies one change of a line.
    ///
    /// # Errors
    /// Returns the reason that the change cannot be expressed.
    pub fn apply(&mut self, line: usize, change: GlyphChange) -> Result<(), &'static str> {
        match change {
            GlyphChange::Unsupported(why) => Err(why),
            GlyphChange::Names {
                glyph,
                names,
                is_feature,
            } => self.name(line, glyph, names, is_feature),
            GlyphChange::Shuffle(glyphs) => {
                if glyphs.iter().any(|glyph| self.is_decided(*glyph)) {
                    return Err("another line also changes its glyphs");
                }
                let glyphs: BTreeSet<char> = glyphs.into_iter().collect();
                if glyphs.len() > 1 {
                    self.shuffle(line, glyphs);
                }
                Ok(())
            }
            GlyphChange::Subst {
                glyphs,
                into,
                is_same,
            } => {
                if into.is_empty() || into.iter().all(|(_, weight)| *weight == 0) {
                    return Err("its syntax is unknown");
                }
                let may_come = |glyph: &char| self.made.contains(glyph);
                if glyphs
                    .iter()
                    .any(|glyph| self.is_decided(*glyph) || may_come(glyph))
                {
                    return Err("another line also changes its glyphs");
                }
                if into.iter().any(|(glyph, _)| self.is_decided(*glyph)) {
                    return Err("it produces a glyph that another line changes");
                }
                if is_same && glyphs.len() > 1 {
                    return Err("one draw changes several glyphs");
                }
                for glyph in glyphs {
                    self.substitute(line, glyph, into.clone(), is_same);
                }
                Ok(())
            }
            GlyphChange::Counted { glyphs, into } => self.count(line, &glyphs, &into),
        }
    }

    /// Whether an earlier line changes the glyph by chance.
    fn is_decided(&self, glyph: char) -> bool {
        self.shuffled.contains_key(&glyph) || self.substs.contains_key(&glyph)
    }

    fn substitute(&mut self, line: usize, glyph: char, into: WeightedGlyphs, is_same: bool) {
        self.made.extend(into.iter().map(|(glyph, _)| *glyph));
        self.lines.insert(glyph, line);
        self.substs.insert(glyph, (into, is_same));
    }

    fn shuffle(&mut self, line: usize, glyphs: impl IntoIterator<Item = char>) {
        for glyph in glyphs {
            self.shuffled.insert(glyph, self.shuffles);
            self.lines.insert(glyph, line);
        }
        self.shuffles += 1;
    }

    /// Gives a glyph the names that a line lists.
    fn name(
        &mut self,
        line: usize,
        glyph: char,
        names: Vec<(String, u32)>,
        is_feature: bool,
    ) -> Result<(), &'static str> {
        if self.named.contains_key(&glyph) {
            return Err("another line also names its glyph");
        }
        let things = names.into_iter().map(|(name, weight)| {
            let known = FEATURES
                .iter()
                .find(|(known, _)| *known == name && is_feature);
            let thing = match (known, name.as_str()) {
                (Some((_, glyph)), _) => plain(*glyph, false),
                (None, "nothing") => plain('.', false),
                // The name of a feature may be a glyph: `KFEAT: A = x`.
                (None, one) if is_feature && one.chars().count() == 1 => {
                    plain(one.chars().next().unwrap_or('.'), false)
                }
                (None, _) => ForeignThing {
                    names: vec![name],
                    is_object: !is_feature,
                    ..ForeignThing::drawn(glyph)
                },
            };
            (thing, weight)
        });
        let things: Vec<_> = things.collect();
        if things.iter().all(|(_, weight)| *weight == 0) {
            return Err("its syntax is unknown");
        }
        self.lines.entry(glyph).or_insert(line);
        self.named.insert(glyph, things);
        Ok(())
    }

    /// Applies an `NSUBST`, which turns a fixed number of cells into each alternative. Every cell becomes a mark, and
    /// these marks are shuffled.
    fn count(
        &mut self,
        line: usize,
        glyphs: &[char],
        into: &[(Option<usize>, WeightedGlyphs)],
    ) -> Result<(), &'static str> {
        let decided = glyphs
            .iter()
            .any(|glyph| self.is_decided(*glyph) || self.made.contains(glyph));
        let mut made = into.iter().flat_map(|(_, into)| into);
        if decided || made.any(|(glyph, _)| self.is_decided(*glyph)) {
            return Err("another line also changes its glyphs");
        }
        let glyphs: BTreeSet<char> = glyphs.iter().copied().collect();
        let of = |glyph: &char| self.cells.get(glyph).into_iter().flatten().copied();
        let cells: BTreeSet<(usize, usize)> = { glyphs.iter() }
            .flat_map(|glyph| of(glyph).map(|(x, y)| (y, x)))
            .take(MOST_SHUFFLED + 1)
            .collect();
        if cells.len() > MOST_SHUFFLED {
            return Err("more than ten cells would be shuffled");
        }
        let mut kinds: Vec<WeightedGlyphs> = Vec::new();
        for (count, into) in into {
            let left = cells.len() - kinds.len();
            let count = count.unwrap_or(left).min(left);
            kinds.extend(std::iter::repeat_n(into.clone(), count));
        }
        if kinds
            .iter()
            .any(|kind| kind.iter().all(|(_, weight)| *weight == 0))
        {
            return Err("its syntax is unknown");
        }
        let drawn = &self.cells;
        let free = self.private.by_ref().filter_map(char::from_u32);
        let own: Vec<char> = { free.filter(|c| !drawn.contains_key(c)) }
            .take(cells.len())
            .collect();
        if own.len() < cells.len() {
            return Err("too many cells would be shuffled");
        }
        let mut kinds = kinds.into_iter();
        for ((y, x), own) in cells.into_iter().zip(own.iter().copied()) {
            // Cells beyond the listed numbers keep their glyph.
            let into = kinds.next().unwrap_or_else(|| vec![(self.rows[y][x], 1)]);
            self.substitute(line, own, into, false);
            self.rows[y][x] = own;
        }
        for glyph in glyphs {
            self.cells.remove(&glyph);
        }
        if own.len() > 1 {
            self.shuffle(line, own.iter().copied());
        }
        self.cells
            .extend(own.into_iter().map(|own| (own, Vec::new())));
        Ok(())
    }

    /// Returns the chances of the map, each with the things that it selects from.
    pub fn chances(&mut self, file: &mut ForeignFile) -> Vec<ForeignChance> {
        let several = self.named.iter().filter(|(_, things)| things.len() > 1);
        let decided = self.substs.keys().chain(several.map(|(glyph, _)| glyph));
        let drawn = decided.filter(|glyph| self.cells.contains_key(*glyph));
        let all: BTreeSet<char> = drawn.chain(self.shuffled.keys()).copied().collect();
        self.chances = all.into_iter().collect();
        let chances = self.chances.iter().map(|glyph| {
            let (into, is_same) = match self.substs.get(glyph) {
                Some((into, is_same)) => (into.clone(), *is_same),
                None => (vec![(*glyph, 1)], false),
            };
            let alternatives = into.iter().flat_map(|(glyph, weight)| {
                let named = self.named.get(glyph).cloned();
                let things = named.unwrap_or_else(|| vec![(plain(*glyph, false), 1)]);
                let all: u32 = things.iter().map(|(_, weight)| *weight).sum();
                // Shares must be whole numbers. All names of one glyph share its weight.
                things.into_iter().map(move |(thing, share)| {
                    let share =
                        u64::from(*weight) * u64::from(share) * 1_000 / u64::from(all.max(1));
                    (thing, u32::try_from(share).unwrap_or(u32::MAX))
                })
            });
            let alternatives = alternatives.collect::<Vec<_>>();
            ForeignChance {
                character: *glyph,
                draws: vec![ForeignDraw {
                    alternatives: { alternatives.into_iter() }
                        .filter(|(_, weight)| *weight > 0)
                        .map(|(thing, weight)| (file.thing(thing), weight))
                        .collect(),
                    is_same,
                }],
                shuffle: self.shuffled.get(glyph).copied(),
                line: self.lines.get(glyph).copied(),
            }
        });
        chances.collect()
    }

    /// Returns the number of the thing that a glyph of the map stands for.
    pub fn thing(&self, file: &mut ForeignFile, glyph: char, is_entry: bool) -> u32 {
        let chance = self.chances.binary_search(&glyph);
        let thing = match (chance, self.named.get(&glyph).map(Vec::as_slice)) {
            (Ok(nth), _) => ForeignThing {
                chance: Some(count(nth)),
                ..ForeignThing::drawn(glyph)
            },
            (Err(_), Some([(thing, _), ..])) => thing.clone(),
            (Err(_), None) | (Err(_), Some([])) => plain(glyph, is_entry),
        };
        file.thing(thing)
    }
}

/// Returns the meaning of a glyph that no line changes. The first entry is the hero's start; all other entries are
/// floor.
fn plain(glyph: char, is_entry: bool) -> ForeignThing {
    let known = CERTAIN.iter().find(|(all, ..)| all.contains(glyph));
    let certain = match glyph {
        '@' if is_entry => Some('@'),
        '@' => Some('.'),
        _ => known.map(|(_, glyph, _)| *glyph),
    };
    ForeignThing {
        certain,
        ..ForeignThing::drawn(glyph)
    }
}
