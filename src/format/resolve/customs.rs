//! What each rule set wants of a file: which glyphs and tables it brings, and what may and must stand where. The one
//! place of the format that tells them apart.
use super::places::{Aim, Fit, Thing};
use super::tables::Tables;
use crate::dungeon::{
    Arena, Company, KindId, LETTERS, Rim, Settings, Siege, Stair, Stat, arena, builtin, siege,
    tactics,
};
use crate::space::geometry::Neighbours;

/// The customs of one rule set.
#[derive(Debug)]
pub struct Customs {
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
    /// What `is=` can start from, by its words.
    pub kinds: &'static [(&'static str, KindId)],
    /// The numbers of a hero behind the place in his record.
    pub hero_numbers: &'static [Stat],
    /// The numbers of a hero that keys give.
    pub hero_keys: &'static [Stat],
    /// The numbers of him that things can give.
    pub gifts: &'static [Stat],
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
    pub company: Company,
    /// What is played without a level.
    pub opening: Opening,
    /// What is to be said of a digit that means nothing, if others do.
    pub digits: Option<&'static str>,
    /// Items of its own, as messages name them.
    pub items: Examples,
    /// Monsters of its own, as messages name them.
    pub monsters: Examples,
}

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

/// The games that this version plays.
static ALL: [&Customs; 4] = [&EXPLORE, &SIEGE, &ARENA, &TACTICS];

/// The Moria-style dungeon.
pub static EXPLORE: Customs = Customs {
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
    hero_keys: &Stat::ALL,
    gifts: &Stat::ALL,
    item_numbers: &[Stat::Health, Stat::Wealth, Stat::Manna],
    lack: None,
    rim: Rim::Closed,
    neighbours: Neighbours::Eight,
    heroes: Heroes::One,
    aim: Aim::Collecting,
    company: Company::Shared,
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
};

/// Cattle and fences against the hordlings.
pub static SIEGE: Customs = Customs {
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
    hero_keys: &[Stat::Strength],
    gifts: &[Stat::Strength, Stat::Wealth],
    item_numbers: &[Stat::Health, Stat::Wealth, Stat::Manna],
    lack: Some(Lack {
        hero: "his purse is all he has in siege: `rules siege gold=50` fills it",
        gift: "`wealth=` fills his purse",
    }),
    rim: Rim::Heroless,
    neighbours: Neighbours::Eight,
    heroes: Heroes::One,
    aim: Aim::Thriving,
    company: Company::Alone,
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
};

/// Stomp or be stomped.
pub static ARENA: Customs = Customs {
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
    hero_keys: &[Stat::Health],
    gifts: &[Stat::Health],
    item_numbers: &[Stat::Health],
    lack: Some(Lack {
        hero: "his lives are all he has in arena: `health=5` gives him five",
        gift: "`health=` gives him lives",
    }),
    rim: Rim::Open,
    neighbours: Neighbours::Four,
    heroes: Heroes::OneEach,
    aim: Aim::Stomping,
    company: Company::Shared,
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
};

/// Wizards who take turns with ghosts.
pub static TACTICS: Customs = Customs {
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
        ("grey", tactics::GREY),
        ("blue", tactics::BLUE),
        ("lilac", tactics::LILAC),
        ("green", tactics::GREEN),
        ("red", tactics::RED),
        ("wanderer", builtin::WANDERER),
        ("ghost", builtin::GHOST),
        ("patrol", builtin::PATROL),
    ],
    hero_numbers: &[],
    hero_keys: &[Stat::Health, Stat::Ammo],
    gifts: &[Stat::Health, Stat::Ammo],
    item_numbers: &[Stat::Health, Stat::Ammo],
    lack: Some(Lack {
        hero: "a unit has `health=`, `ammo=`, `ap=`, `range=` and a weapon",
        gift: "`health=` and `ammo=` are all that a unit can use",
    }),
    rim: Rim::Open,
    neighbours: Neighbours::Eight,
    heroes: Heroes::Several,
    aim: Aim::Fighting,
    company: Company::Shared,
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
};

impl Customs {
    /// The customs of the rules of this name, if this version plays them.
    pub fn of(word: &str) -> Option<&'static Customs> {
        ALL.into_iter().find(|customs| customs.word == word)
    }

    /// What glyphs stand for without a declaration (FORMAT.md, "Reference").
    pub fn glyphs(&self) -> Vec<(char, Thing)> {
        let mut glyphs = vec![
            (' ', Thing::Tile(builtin::ROCK)),
            ('.', Thing::Tile(builtin::FLOOR)),
            ('#', Thing::Tile(builtin::WALL)),
            ('@', Thing::Body(builtin::HERO)),
            ('+', Thing::Fitting(Fit::Door)),
            ('\'', Thing::Fitting(Fit::OpenDoor)),
            ('>', Thing::Fitting(Fit::Stairs(Stair::Down))),
            ('<', Thing::Fitting(Fit::Stairs(Stair::Up))),
            ('^', Thing::Fitting(Fit::Trap)),
            ('?', Thing::Fitting(Fit::Sign)),
        ];
        glyphs.extend((self.own)());
        glyphs
    }

    /// The words of `is=`.
    pub fn kind_words(&self) -> Vec<&'static str> {
        self.kinds.iter().map(|(word, _)| *word).collect()
    }

    /// The other games that a glyph is built into, and what it is there, with its name: perhaps the author has one of them
    /// in mind.
    /// With capital letters and digits authors mark what they like, so that these tell nothing.
    pub fn elsewhere(&self, glyph: char) -> Vec<(&'static Customs, Thing, String)> {
        if glyph.is_ascii_uppercase() || glyph.is_ascii_digit() {
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
    pub fn kind_elsewhere(&self, word: &str) -> Option<&'static Customs> {
        let is_there = |other: &&Customs| other.kind_words().contains(&word);
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
            Thing::Fitting(fit) => fit.name().to_string(),
        }
    }
}
