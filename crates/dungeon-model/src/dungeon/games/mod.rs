//! The data of every game, one file each: a [`GameProfile`], and the kinds, items and tiles that its files can use
//! without declaring them. Outside of `rulesets`, `ALL` is the only list of games.
pub mod explore;

pub mod arena;
pub mod siege;
pub mod tactics;

use super::builtin;
use super::feature::Stair;
use super::game_profile::{FeatureKind, GameProfile, MakeKind, Settings, Thing};
use super::kind::Kind;

/// Every game, in the order of messages.
pub const ALL: [&GameProfile; 4] = [
    &explore::PROFILE,
    &siege::PROFILE,
    &arena::PROFILE,
    &tactics::PROFILE,
];

/// The game of a file without `rules`.
pub const DEFAULT: &GameProfile = ALL[0];

/// The words after `rules`, in the order of `ALL`.
pub const WORDS: [&str; ALL.len()] = {
    let mut words = [""; ALL.len()];
    let mut nth = 0;
    while nth < words.len() {
        words[nth] = ALL[nth].word;
        nth += 1;
    }
    words
};

/// Returns the game with this word; `None` for any other word.
pub fn named(word: &str) -> Option<&'static GameProfile> {
    ALL.into_iter().find(|game| game.word == word)
}

/// Returns the words of `is=` that any game adds to all games, each with the function that makes the kind.
fn shared_kinds() -> impl Iterator<Item = (&'static str, MakeKind)> {
    ALL.into_iter()
        .flat_map(|game| game.shared_kinds.iter().copied())
}

/// Queries about one game that need the list of all games.
#[doc(hidden)]
impl GameProfile {
    /// Returns the glyphs that have a meaning in this game without a declaration (docs/format, "Reference"): first the
    /// glyphs of every game, then the game's own. No glyph occurs twice.
    pub fn glyphs(&self) -> Vec<(char, Thing)> {
        let mut glyphs = vec![
            (' ', Thing::Tile(builtin::ROCK)),
            ('.', Thing::Tile(builtin::FLOOR)),
            ('#', Thing::Tile(builtin::WALL)),
            ('@', Thing::Body(builtin::HERO)),
            ('+', Thing::Feature(FeatureKind::Door)),
            ('\'', Thing::Feature(FeatureKind::OpenDoor)),
            ('>', Thing::Feature(FeatureKind::Stairs(Stair::Down))),
            ('<', Thing::Feature(FeatureKind::Stairs(Stair::Up))),
            ('^', Thing::Feature(FeatureKind::Trap)),
            ('?', Thing::Feature(FeatureKind::Sign)),
        ];
        glyphs.extend((self.own_glyphs)());
        glyphs
    }

    /// Returns the words of `is=`, the game's own first, without repeats.
    pub fn kind_words(&self) -> Vec<&'static str> {
        let mut words: Vec<&str> = self.kinds.iter().map(|(word, _)| *word).collect();
        for (word, _) in shared_kinds() {
            if !words.contains(&word) {
                words.push(word);
            }
        }
        words
    }

    /// Returns the kind that a word of `is=` starts from; `None` if the game lacks the word. `kinds` are the rows of
    /// the file's table by `KindId`.
    ///
    /// # Panics
    ///
    /// If `kinds` lacks the row of that kind.
    pub fn kind(&self, kinds: &[Kind], word: &str) -> Option<Kind> {
        let own = self.kinds.iter().find(|(own, _)| *own == word);
        own.map(|(_, id)| kinds[usize::from(id.0)].clone())
            .or_else(|| {
                shared_kinds()
                    .find(|(shared, _)| *shared == word)
                    .map(|(_, make)| make())
            })
    }

    /// Returns the other games in which a glyph is built in, each with the glyph's meaning and the name of that thing
    /// without an article. Messages use them in case the author had another game in mind. Empty for capital letters,
    /// digits, `o` and `~`, which authors use for marks and pictures of their own.
    pub fn elsewhere(&self, glyph: char) -> Vec<(&'static GameProfile, Thing, String)> {
        let is_common = matches!(glyph, 'o' | '~');
        if glyph.is_ascii_uppercase() || glyph.is_ascii_digit() || is_common {
            return Vec::new();
        }
        let others = ALL.into_iter().filter(|other| *other != self);
        let named = others.filter_map(|other| {
            let own = (other.own_glyphs)();
            let (_, thing) = own.into_iter().find(|(own, _)| *own == glyph)?;
            Some((other, thing, other.name_of(thing)))
        });
        named.collect()
    }

    /// Whether a glyph is the hero in another game.
    pub fn is_hero_elsewhere(&self, glyph: char) -> bool {
        let hero = (glyph, Thing::Body(builtin::HERO));
        let mut others = ALL.into_iter().filter(|other| *other != self);
        others.any(|other| (other.own_glyphs)().contains(&hero))
    }

    /// Returns the first game that has a word of `is=`; `None` if this game has the word, or if no game has it.
    pub fn kind_elsewhere(&self, word: &str) -> Option<&'static GameProfile> {
        let is_there = |other: &&GameProfile| other.kind_words().contains(&word);
        let is_here = self.kind_words().contains(&word);
        ALL.into_iter().find(is_there).filter(|_| !is_here)
    }

    /// Returns the name of a thing in the game's built-in tables.
    fn name_of(&'static self, thing: Thing) -> String {
        let tables = (self.tables)(&Settings::published(self));
        match thing {
            Thing::Tile(tile) => tables.tiles[usize::from(tile.0)].name.clone(),
            Thing::Item(item) => tables.items[usize::from(item.0)].name.clone(),
            Thing::Body(kind) => tables.kinds[usize::from(kind.0)].name.clone(),
            Thing::Feature(kind) => kind.name().to_string(),
        }
    }
}
