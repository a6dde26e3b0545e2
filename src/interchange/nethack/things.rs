//! Monsters, objects, traps and terrain of NetHack by name, with the declarations of a bundled legend.
use std::collections::HashMap;

use crate::interchange::foreign::{ForeignFile, ForeignThing};

/// The bundled legend: a declaration per monster and object. The first declaration of a glyph is also the pattern for
/// things of this class that have no declaration of their own.
const BUNDLED: &str = include_str!("nethack.legend");

/// Terrain by its character in a map: its name, the glyph that games provide or the declaration of a tile.
const TERRAIN: &[(&str, &str, TerrainLook)] = &[
    (" ", "stone", TerrainLook::As(' ')),
    (".#AB", "floor", TerrainLook::As('.')),
    ("-|", "wall", TerrainLook::As('#')),
    (
        "C",
        "cloud",
        TerrainLook::Tile("tile & \"cloud\" see=no colour=grey"),
    ),
    (
        "I",
        "ice",
        TerrainLook::Tile("tile _ \"ice\" colour=bright-cyan"),
    ),
    (
        "{",
        "fountain",
        TerrainLook::Tile("tile { \"fountain\" colour=bright-blue"),
    ),
    (
        "\\",
        "throne",
        TerrainLook::Tile("tile \\ \"throne\" colour=yellow"),
    ),
    (
        "K",
        "sink",
        TerrainLook::Tile("tile K \"sink\" colour=grey"),
    ),
    (
        "_",
        "altar",
        TerrainLook::Tile("tile _ \"altar\" colour=grey"),
    ),
    (
        "g",
        "grave",
        TerrainLook::Tile("tile | \"grave\" colour=white"),
    ),
    (
        "}PW",
        "water",
        TerrainLook::Tile("tile } \"water\" walk=no see=yes colour=blue"),
    ),
    (
        "L",
        "lava",
        TerrainLook::Tile("tile L \"lava\" walk=no see=yes colour=red"),
    ),
    (
        "T",
        "tree",
        TerrainLook::Tile("tile T \"tree\" walk=no colour=green"),
    ),
    (
        "F",
        "iron bars",
        TerrainLook::Tile("tile F \"iron bars\" walk=no see=yes colour=cyan"),
    ),
    ("0", "pit", TerrainLook::As(PIT)),
    ("o", "open door", TerrainLook::As('\'')),
    ("+", "closed door", TerrainLook::As('+')),
    (
        "S",
        "secret door",
        TerrainLook::Record('+', " name=\"wall\" glyph=#"),
    ),
    (
        "H",
        "secret corridor",
        TerrainLook::Record('+', " name=\"rock\" glyph=#"),
    ),
    ("X", "locked door", TerrainLook::Record('+', " locked=iron")),
];

/// The meaning of a thing before the legend is asked.
#[derive(Clone, Copy, Debug)]
enum TerrainLook {
    As(char),
    Tile(&'static str),
    Record(char, &'static str),
}

/// Traps by name, each with the keys of its record. All others are darts.
const TRAPS: &[(&str, &str)] = &[
    ("arrow", "damage=4"),
    ("dart", "damage=2"),
    ("falling rock", "damage=6"),
    ("board", "trap=alarm"),
    ("bear", "damage=4"),
    ("land mine", "damage=12 once=yes"),
    ("rolling boulder", "damage=8 once=yes"),
    ("sleep gas", "damage=2"),
    ("rust", "damage=1"),
    ("fire", "damage=5"),
    ("pit", "damage=3"),
    ("spiked pit", "damage=6"),
    ("hole", "trap=pit"),
    ("trap door", "trap=pit"),
    ("teleport", "trap=teleport"),
    ("level teleport", "trap=pit"),
    ("web", "damage=1"),
    ("magic", "damage=2"),
    ("anti magic", "damage=2"),
    ("polymorph", "damage=5 once=yes"),
];

/// The glyph of a pit that boulders fill.
pub const PIT: char = '0';

/// The glyph of a boulder.
pub const BOULDER: char = '`';

/// The words that stand before an object's own name, by class.
const PREFIXES: &[(char, &str)] = &[
    ('!', "potion of "),
    ('?', "scroll of "),
    ('/', "wand of "),
    ('=', "ring of "),
    ('+', "spellbook of "),
    ('"', "amulet of "),
];

/// Names for a random monster.
const COMMON_MONSTERS: &[&str] = &["jackal", "newt", "giant rat", "goblin", "gnome", "hill orc"];

/// Names for a random object.
const COMMON_OBJECTS: &[&str] = &[
    "food ration",
    "potion of healing",
    "dagger",
    "scroll",
    "gem",
];

/// Words of items that help the hero across water and lava, each with the text of the cause.
pub const CROSSINGS: &[(&str, &str)] = &[
    ("levitation", "You float over water and lava."),
    ("water walking", "You can walk on water and lava."),
    ("cold", "Water and lava freeze before you."),
    ("frost horn", "Water and lava freeze before you."),
];

/// Words of items that open locks.
pub const UNLOCKING: &[&str] = &["skeleton key", "lock pick", "credit card"];

/// A monster or an object as a file names it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DesThing {
    pub is_monster: bool,
    pub class: Option<char>,
    pub name: Option<String>,
}

/// The declarations of the bundled legend.
#[derive(Debug)]
pub struct DesLegend {
    by_name: HashMap<(bool, &'static str), &'static str>,
    by_class: HashMap<(bool, char), &'static str>,
}

impl DesLegend {
    /// Reads the bundled legend.
    pub fn bundled() -> DesLegend {
        let mut legend = DesLegend {
            by_name: HashMap::new(),
            by_class: HashMap::new(),
        };
        let is_said = |line: &&str| !line.is_empty() && !line.starts_with("//");
        for line in BUNDLED.lines().filter(is_said) {
            let mut parts = line.splitn(3, ' ');
            let is_monster = parts.next() == Some("kind");
            let (Some(glyph), Some(name)) = (parts.next(), name_of(line)) else {
                continue;
            };
            legend.by_name.insert((is_monster, name), line);
            let glyph = glyph.chars().next().unwrap_or_default();
            legend.by_class.entry((is_monster, glyph)).or_insert(line);
        }
        legend
    }

    /// Returns the things that a description may mean, each with its weight.
    pub fn things(&self, file: &mut ForeignFile, of: &DesThing) -> Vec<(u32, u32)> {
        if of.name.is_none() && of.class.is_none() {
            let names = if of.is_monster {
                COMMON_MONSTERS
            } else {
                COMMON_OBJECTS
            };
            let names = names.iter();
            let lines = names.filter_map(|name| self.by_name.get(&(of.is_monster, *name)));
            let lines: Vec<&str> = lines.copied().collect();
            return { lines.into_iter() }
                .map(|line| (file.thing(declared(line, line)), 1))
                .collect();
        }
        vec![(file.thing(self.thing(of)), 1)]
    }

    /// Returns the object with this name; `None` for a name without a declaration.
    pub fn known_object(&self, name: &str) -> Option<ForeignThing> {
        let thing = self.thing(&DesThing {
            name: Some(name.to_owned()),
            ..DesThing::default()
        });
        (thing.declaration.is_some() || thing.certain.is_some()).then_some(thing)
    }

    fn thing(&self, of: &DesThing) -> ForeignThing {
        let own = of.name.as_deref().unwrap_or_default().to_lowercase();
        if !of.is_monster && own == "boulder" {
            return ForeignThing {
                certain: Some(BOULDER),
                ..named("boulder", true)
            };
        }
        let prefix = PREFIXES.iter().find(|(class, _)| Some(*class) == of.class);
        let long = match prefix {
            Some((_, prefix)) if !own.contains(" of ") => format!("{prefix}{own}"),
            _ => own.clone(),
        };
        let known = |name: &str| self.by_name.get(&(of.is_monster, name)).copied();
        let class = of
            .class
            .and_then(|class| self.by_class.get(&(of.is_monster, class)).copied());
        if own.is_empty() {
            return class.map_or_else(|| named(&own, true), |line| declared(line, line));
        }
        match (known(&long).or_else(|| known(&own)), class) {
            (Some(line), _) => declared(line, line),
            // A thing without its own declaration has the numbers of its class.
            (None, Some(line)) => {
                let renamed = line.replacen(name_of(line).unwrap_or_default(), &plain(&long), 1);
                let mut thing = declared(line, &renamed);
                thing.names.push(own);
                thing
            }
            (None, None) => named(&own, true),
        }
    }
}

/// Returns a name without characters that would end a quoted text.
fn plain(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '"' | '\\')).collect()
}

/// Returns the quoted name in a declaration.
fn name_of(line: &str) -> Option<&str> {
    // The glyph may be a quote.
    let line = line.split_once(' ')?.1.split_once(' ')?.1;
    line.split('"').nth(1)
}

fn named(name: &str, is_object: bool) -> ForeignThing {
    ForeignThing {
        names: vec![name.to_owned()],
        is_object,
        ..ForeignThing::default()
    }
}

/// Returns a thing with its declaration. `pattern` is the line of the bundled legend that the declaration follows.
fn declared(pattern: &str, line: &str) -> ForeignThing {
    let name = name_of(line).or(name_of(pattern)).unwrap_or_default();
    ForeignThing {
        declaration: Some(line.to_owned()),
        ..named(name, true)
    }
}

/// Returns the terrain that a character of a map stands for; `None` for an unknown character.
pub fn terrain(letter: char) -> Option<ForeignThing> {
    let (_, name, drawn) = TERRAIN
        .iter()
        .find(|(letters, ..)| letters.contains(letter))?;
    let thing = named(name, false);
    Some(match drawn {
        TerrainLook::As(glyph) => ForeignThing {
            certain: Some(*glyph),
            ..thing
        },
        TerrainLook::Tile(line) => ForeignThing {
            declaration: Some((*line).to_owned()),
            ..thing
        },
        TerrainLook::Record(glyph, keys) => ForeignThing {
            certain: Some(*glyph),
            keys: (*keys).to_owned(),
            ..thing
        },
    })
}

/// Returns the terrain with this name; `None` for doors, stairs and other names.
pub fn feature_named(name: &str) -> Option<ForeignThing> {
    let mut all = TERRAIN.iter();
    let (letters, ..) =
        all.find(|(_, known, look)| *known == name && matches!(look, TerrainLook::Tile(_)))?;
    terrain(letters.chars().next()?)
}

/// Returns a trap by its name.
pub fn trap(name: &str, is_hidden: bool) -> ForeignThing {
    let known = TRAPS.iter().find(|(known, _)| *known == name);
    let keys = known.map_or("damage=3", |(_, keys)| *keys);
    let hidden = if is_hidden { " hidden=yes" } else { "" };
    ForeignThing {
        certain: Some('^'),
        keys: format!(" {keys}{hidden} name=\"{} trap\"", plain(name)),
        ..named(&format!("{name} trap"), true)
    }
}

/// Returns a thing that a built-in glyph stands for, with the keys of its record.
pub fn built_in(glyph: char, name: &str, keys: String) -> ForeignThing {
    ForeignThing {
        certain: Some(glyph),
        keys,
        ..named(name, true)
    }
}
