//! What each rule set wants of a file: which glyphs and tables it brings, and what may and must stand where. The one
//! place of the format that tells them apart.
use super::source_map::{Aim, Fixture, Thing};
use super::tables::Tables;
use crate::dungeon::{
    Arena, CellSharing, Kind, KindId, LETTERS, Rim, Settings, Siege, Stair, Stat, arena, builtin,
    siege, tactics,
};
use crate::space::geometry::Neighbours;

/// The game of one rule set.
#[derive(Debug)]
pub struct GameProfile {
    /// The word of `rules …`.
    pub word: &'static str,
    /// Its parameters as they are when a file says none of them.
    pub settings: Settings,
    /// What its dungeons are made of by these parameters, before anything is declared.
    pub tables: fn(&Settings) -> Tables,
    /// What its own glyphs stand for, beside those of every game.
    own: fn() -> Vec<(char, Thing)>,
    /// Glyphs that cannot be given another meaning, as the blank cannot, which nobody can write as one.
    pub reserved: &'static [char],
    /// What `is=` can start from beside the ghosts of tactics, by its words; the first one is what mends show.
    pub kinds: &'static [(&'static str, KindId)],
    /// The numbers of a hero behind the place in his record.
    pub hero_numbers: &'static [Stat],
    /// The numbers of an item behind the place in its record.
    pub item_numbers: &'static [Stat],
    /// What to say of numbers that only other games know.
    pub lack: Option<Lack>,
    /// What the outermost ring of a map is.
    pub rim: Rim,
    /// Which cells the hero can step to.
    pub neighbours: Neighbours,
    /// How many heroes are drawn.
    pub heroes: Heroes,
    /// What a game is about.
    pub aim: Aim,
    /// Whether things of different layers share a cell.
    pub sharing: CellSharing,
    /// What is played without a level.
    pub opening: Opening,
    /// What is to be said of a digit that means nothing, if others do.
    pub digits: Option<&'static str>,
    /// Items of its own, as messages name them.
    pub items: Examples,
    /// Monsters of its own, as messages name them.
    pub monsters: Examples,
    /// Terrain, as messages name it.
    pub terrain: Examples,
}

/// Terrain of a game that has none of its own.
const WALLS: Examples = Examples {
    one: '#',
    all: "`.` and `#` are terrain",
};

/// How to say what the hero of a game has in place of the numbers that he has not.
#[derive(Clone, Copy, Debug)]
pub struct Lack {
    /// To whoever gives him such a number.
    pub hero: &'static str,
    /// To whoever lets a thing give it to him.
    pub gift: &'static str,
}

/// Glyphs of one sort that a game brings.
#[derive(Clone, Copy, Debug)]
pub struct Examples {
    /// One of them.
    pub one: char,
    /// What is to be said of all.
    pub all: &'static str,
}

/// What is played where a file has no level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// Nothing: there must be one.
    Drawn,
    /// The pasture that siege was published with (S-1).
    Pasture,
    /// The board that arena was published with.
    Board,
}

/// How many heroes the levels of a file have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heroes {
    /// One in all.
    One,
    /// One each: the first level's is the hero, the others' is where he comes to.
    OneEach,
    /// One or more, all on the only level (K-1).
    Several,
}

/// A pancake and slime in tactics, and in other files whatever is round or wavy.
const SHAPES: [char; 2] = ['o', '~'];

/// Every game of the format.
static ALL: [&GameProfile; 4] = [&EXPLORE, &SIEGE, &ARENA, &TACTICS];

/// The Moria-style dungeon.
pub static EXPLORE: GameProfile = GameProfile {
    word: "explore",
    settings: Settings::Explore,
    tables: |_| {
        Tables::of(
            builtin::tiles(),
            builtin::explore_kinds(),
            builtin::explore_items(),
        )
    },
    own: || {
        vec![
            ('h', Thing::Body(builtin::HERO)),
            ('w', Thing::Body(builtin::WANDERER)),
            ('g', Thing::Body(builtin::GHOST)),
            ('p', Thing::Body(builtin::PATROL)),
            ('*', Thing::Item(builtin::HERB)),
            ('=', Thing::Item(builtin::RING)),
            ('$', Thing::Item(builtin::GOLD)),
        ]
    },
    reserved: &['@', 'h'],
    kinds: &[
        ("wanderer", builtin::WANDERER),
        ("ghost", builtin::GHOST),
        ("patrol", builtin::PATROL),
    ],
    hero_numbers: &[Stat::Health, Stat::Strength, Stat::Manna],
    item_numbers: &[Stat::Health, Stat::Wealth, Stat::Manna],
    lack: None,
    rim: Rim::Closed,
    neighbours: Neighbours::Eight,
    heroes: Heroes::One,
    aim: Aim::Collecting,
    sharing: CellSharing::Shared,
    opening: Opening::Drawn,
    digits: None,
    items: Examples {
        one: '$',
        all: "`*`, `=` and `$` are items",
    },
    monsters: Examples {
        one: 'w',
        all: "`w`, `g` and `p` are monsters",
    },
    terrain: WALLS,
};

/// Cattle and fences against the hordlings.
pub static SIEGE: GameProfile = GameProfile {
    word: "siege",
    settings: Settings::Siege(Siege::PUBLISHED),
    tables: |_| Tables::of(siege::tiles(), siege::kinds(), siege::items()),
    own: || {
        let hordling = |strength: u8| {
            let glyph = char::from(b'A' + strength - 1);
            (glyph, Thing::Body(siege::hordling(strength.into())))
        };
        let fence = |strength: u8| {
            let glyph = char::from(b'1' + strength);
            (glyph, Thing::Tile(siege::fence(strength.into())))
        };
        let hordlings = (1..=LETTERS as u8).map(hordling);
        let fences = (0..siege::FENCES as u8).map(fence);
        let cow = ('%', Thing::Item(siege::COW));
        hordlings.chain(fences).chain([cow]).collect()
    },
    reserved: &['@'],
    kinds: &[
        ("hordling", siege::hordling(1)),
        ("wanderer", builtin::WANDERER),
        ("ghost", builtin::GHOST),
        ("patrol", builtin::PATROL),
    ],
    hero_numbers: &[],
    item_numbers: &[Stat::Health, Stat::Wealth, Stat::Manna],
    lack: Some(Lack {
        hero: "his purse is all he has in siege: `rules siege gold=50` fills it",
        gift: "`wealth=` fills his purse",
    }),
    rim: Rim::Heroless,
    neighbours: Neighbours::Eight,
    heroes: Heroes::One,
    aim: Aim::Thriving,
    sharing: CellSharing::Alone,
    opening: Opening::Pasture,
    digits: Some("fences are `1` to `5`, from the weakest to the strongest"),
    items: Examples {
        one: '%',
        all: "`%` is an item",
    },
    monsters: Examples {
        one: 'C',
        all: "`A` to `Z` are monsters",
    },
    terrain: Examples {
        one: '1',
        all: "`.`, `#` and `1` to `5` are terrain",
    },
};

/// Stomp or be stomped.
pub static ARENA: GameProfile = GameProfile {
    word: "arena",
    settings: Settings::Arena(Arena::PUBLISHED),
    tables: |settings| {
        let rules = match settings {
            Settings::Arena(rules) => rules,
            _ => &Arena::PUBLISHED,
        };
        Tables::of(
            builtin::tiles(),
            arena::kinds(rules),
            builtin::explore_items(),
        )
    },
    own: || vec![('%', Thing::Body(arena::ENEMY))],
    reserved: &['@'],
    kinds: &[
        ("enemy", arena::ENEMY),
        ("wanderer", builtin::WANDERER),
        ("ghost", builtin::GHOST),
        ("patrol", builtin::PATROL),
    ],
    hero_numbers: &[Stat::Health],
    item_numbers: &[Stat::Health],
    lack: Some(Lack {
        hero: "his lives are all he has in arena: `health=5` gives him five",
        gift: "`health=` gives him lives",
    }),
    rim: Rim::Open,
    neighbours: Neighbours::Four,
    heroes: Heroes::OneEach,
    aim: Aim::Stomping,
    sharing: CellSharing::Shared,
    opening: Opening::Board,
    digits: None,
    items: Examples {
        one: '*',
        all: "items are declared by `item`",
    },
    monsters: Examples {
        one: '%',
        all: "`%` is a monster",
    },
    terrain: WALLS,
};

/// Wizards who take turns with ghosts.
pub static TACTICS: GameProfile = GameProfile {
    word: "tactics",
    settings: Settings::Tactics,
    tables: |_| Tables::of(tactics::tiles(), tactics::kinds(), tactics::items()),
    own: || {
        vec![
            ('G', Thing::Body(tactics::GREY)),
            ('B', Thing::Body(tactics::BLUE)),
            ('L', Thing::Body(tactics::LILAC)),
            ('E', Thing::Body(tactics::GREEN)),
            ('R', Thing::Body(tactics::RED)),
            ('o', Thing::Item(tactics::PANCAKE)),
            ('*', Thing::Item(tactics::CRYSTAL)),
            ('~', Thing::Tile(tactics::SLIME)),
        ]
    },
    reserved: &['@'],
    kinds: &[
        ("blue", tactics::BLUE),
        ("grey", tactics::GREY),
        ("lilac", tactics::LILAC),
        ("green", tactics::GREEN),
        ("red", tactics::RED),
        ("wanderer", builtin::WANDERER),
        ("ghost", builtin::GHOST),
        ("patrol", builtin::PATROL),
    ],
    hero_numbers: &[],
    item_numbers: &[Stat::Health, Stat::Ammo],
    lack: Some(Lack {
        hero: "a unit has `health=20 ammo=10 ap=2 range=10`, and a weapon by `damage=2..6 accuracy=70 reach=8`",
        gift: "`health=` and `ammo=` are what it can be given",
    }),
    rim: Rim::Open,
    neighbours: Neighbours::Eight,
    heroes: Heroes::Several,
    aim: Aim::Fighting,
    sharing: CellSharing::Shared,
    opening: Opening::Drawn,
    digits: None,
    items: Examples {
        one: '*',
        all: "`o` and `*` are items",
    },
    monsters: Examples {
        one: 'B',
        all: "`G`, `B`, `L`, `E` and `R` are monsters",
    },
    terrain: Examples {
        one: '~',
        all: "`.`, `#` and `~` are terrain",
    },
};

impl GameProfile {
    /// The game of the rules of this name, if there are such.
    pub fn of(word: &str) -> Option<&'static GameProfile> {
        ALL.into_iter().find(|game| game.word == word)
    }

    /// What glyphs stand for without a declaration (FORMAT.md, "Reference").
    pub fn glyphs(&self) -> Vec<(char, Thing)> {
        let mut glyphs = vec![
            (' ', Thing::Tile(builtin::ROCK)),
            ('.', Thing::Tile(builtin::FLOOR)),
            ('#', Thing::Tile(builtin::WALL)),
            ('@', Thing::Body(builtin::HERO)),
            ('+', Thing::Fixture(Fixture::Door)),
            ('\'', Thing::Fixture(Fixture::OpenDoor)),
            ('>', Thing::Fixture(Fixture::Stairs(Stair::Down))),
            ('<', Thing::Fixture(Fixture::Stairs(Stair::Up))),
            ('^', Thing::Fixture(Fixture::Trap)),
            ('?', Thing::Fixture(Fixture::Sign)),
        ];
        glyphs.extend((self.own)());
        glyphs
    }

    /// The words of `is=`, its own first.
    pub fn kind_words(&self) -> Vec<&'static str> {
        let mut words: Vec<&str> = self.kinds.iter().map(|(word, _)| *word).collect();
        let mut ghosts = tactics::GHOSTS.map(|(word, _)| word).to_vec();
        ghosts.retain(|word| !words.contains(word));
        words.append(&mut ghosts);
        words
    }

    /// What a word of `is=` starts from, by these tables.
    pub fn kind(&self, tables: &Tables, word: &str) -> Option<Kind> {
        let own = self.kinds.iter().find(|(own, _)| *own == word);
        let ghost = || tactics::GHOSTS.into_iter().find(|(own, _)| *own == word);
        own.map(|(_, id)| tables.kind(*id).clone())
            .or_else(|| ghost().map(|(_, make)| make()))
    }

    /// The other games that a glyph is built into, and what it is there, with its name: perhaps the author has one of them
    /// in mind. With capital letters and digits authors mark what they like, and draw what looks so with others, so that
    /// these tell nothing.
    pub fn elsewhere(&self, glyph: char) -> Vec<(&'static GameProfile, Thing, String)> {
        if glyph.is_ascii_uppercase() || glyph.is_ascii_digit() || SHAPES.contains(&glyph) {
            return Vec::new();
        }
        let others = ALL.into_iter().filter(|other| other.word != self.word);
        let named = others.filter_map(|other| {
            let (_, thing) = (other.own)().into_iter().find(|(own, _)| *own == glyph)?;
            Some((other, thing, other.called(thing)))
        });
        named.collect()
    }

    /// Whether a glyph is the hero in another game.
    pub fn is_hero_elsewhere(&self, glyph: char) -> bool {
        let hero = (glyph, Thing::Body(builtin::HERO));
        let mut others = ALL.into_iter().filter(|other| other.word != self.word);
        others.any(|other| (other.own)().contains(&hero))
    }

    /// Another game that has a word of `is=`.
    pub fn kind_elsewhere(&self, word: &str) -> Option<&'static GameProfile> {
        let is_there = |other: &&GameProfile| other.kind_words().contains(&word);
        let is_here = self.kind_words().contains(&word);
        ALL.into_iter().find(is_there).filter(|_| !is_here)
    }

    /// What one of its own things is called.
    fn called(&self, thing: Thing) -> String {
        let tables = (self.tables)(&self.settings);
        match thing {
            Thing::Tile(tile) => tables.tile(tile).name.clone(),
            Thing::Item(item) => tables.item(item).name.clone(),
            Thing::Body(kind) => tables.kind(kind).name.clone(),
            Thing::Fixture(fit) => fit.name().to_string(),
        }
    }
}
