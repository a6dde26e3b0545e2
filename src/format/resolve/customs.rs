//! What each rule set wants of a file: which glyphs and tables it brings, and what may and must stand where. The one
//! place of the format that tells them apart.
use super::places::{Aim, Fit, Thing};
use super::tables::Tables;
use crate::dungeon::{Company, KindId, LETTERS, Stair, Stat, builtin, siege};

/// The customs of one rule set.
#[derive(Debug)]
pub struct Customs {
    /// The word of `rules …`.
    pub word: &'static str,
    /// What its dungeons are made of before anything is declared.
    pub tables: fn() -> Tables,
    /// What its own glyphs stand for, beside those of every game.
    own: fn() -> Vec<(char, Thing)>,
    /// Glyphs that cannot be given another meaning.
    pub reserved: &'static [char],
    /// What `is=` can start from, by its words.
    pub kinds: &'static [(&'static str, KindId)],
    /// The numbers of a hero behind the place in his record.
    pub hero_numbers: &'static [Stat],
    /// The numbers of a hero that keys give.
    pub hero_keys: &'static [Stat],
    /// What the outermost ring of a map is.
    pub rim: Rim,
    /// What a game is about.
    pub aim: Aim,
    /// Whether things of different layers share a cell.
    pub company: Company,
    /// What is played without a level.
    pub board: Board,
}

/// What is played where a file has no level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Board {
    /// Nothing: there must be one.
    None,
    /// What the game was published with.
    Published,
}

/// What the outermost ring of a map is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rim {
    /// Nobody's place, whatever is drawn there (E-1).
    Closed,
    /// A place for everything but the hero (S-10).
    Heroless,
}

/// The words behind `rules`, in the order in which messages list them.
pub const WORDS: [&str; 4] = ["explore", "siege", "arena", "tactics"];

/// The Moria-style dungeon.
pub static EXPLORE: Customs = Customs {
    word: "explore",
    tables: || {
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
    reserved: &[' ', '@', 'h'],
    kinds: &[
        ("wanderer", builtin::WANDERER),
        ("ghost", builtin::GHOST),
        ("patrol", builtin::PATROL),
    ],
    hero_numbers: &[Stat::Health, Stat::Strength, Stat::Manna],
    hero_keys: &Stat::ALL,
    rim: Rim::Closed,
    aim: Aim::Collecting,
    company: Company::Shared,
    board: Board::None,
};

/// Cattle and fences against the hordlings.
pub static SIEGE: Customs = Customs {
    word: "siege",
    tables: || Tables::of(siege::tiles(), siege::kinds(), siege::items()),
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
    reserved: &[' ', '@'],
    kinds: &[
        ("hordling", siege::hordling(1)),
        ("wanderer", builtin::WANDERER),
        ("ghost", builtin::GHOST),
        ("patrol", builtin::PATROL),
    ],
    hero_numbers: &[],
    hero_keys: &[Stat::Strength],
    rim: Rim::Heroless,
    aim: Aim::Another,
    company: Company::Alone,
    board: Board::Published,
};

impl Customs {
    /// The customs of the rules of this name, if this version plays them.
    pub fn of(word: &str) -> Option<&'static Customs> {
        [&EXPLORE, &SIEGE]
            .into_iter()
            .find(|customs| customs.word == word)
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
}
