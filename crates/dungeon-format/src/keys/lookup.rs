//! All keys together, the rows of the table and the parameters that games bring, and what readers ask of them.
use std::sync::LazyLock;

use super::spec::RecordKind::{Rules, Test, When};
use super::spec::ValueShape::Word;
use super::spec::{GameSet, KeySpec, RecordKind, ValueShape};
use super::table::{GAMES_IN_MENDS, MOST, NO_KEYS, SHARED_KEYS, YES_NO, number};
use dungeon_model::dungeon::game_profile::ParameterShape;
use dungeon_model::dungeon::games;

/// Every key of the format, in the order of docs/format: those of the line of rules, with the parameters that each
/// game's profile brings, then all others.
pub static KEYS: LazyLock<Vec<&'static KeySpec>> = LazyLock::new(|| {
    let is_of_rules = |key: &&&KeySpec| key.records().any(|record| record == Rules);
    let rules = SHARED_KEYS.iter().filter(is_of_rules).copied();
    let others = SHARED_KEYS.iter().filter(|key| !is_of_rules(key)).copied();
    rules.chain(PARAMETERS.iter()).chain(others).collect()
});

/// The parameters of each game's `rules`, from the games' profiles. Their lists are made once and leaked.
static PARAMETERS: LazyLock<Vec<KeySpec>> = LazyLock::new(|| {
    let games = games::ALL.into_iter().enumerate();
    let parameters = games.flat_map(|(nth, game)| {
        let parameters = game.parameters.iter();
        parameters.map(move |parameter| (GameSet::of_nth(nth), parameter))
    });
    let specs = parameters.map(|(game, parameter)| KeySpec {
        word: parameter.key,
        shape: shape_of(parameter.shape),
        stands: vec![(game, RULES)].leak(),
        usual: parameter.usual().leak(),
        meaning: parameter.meaning,
        asks: &[],
        elsewhere: None,
    });
    specs.collect()
});

const RULES: &[RecordKind] = &[Rules];

/// The shape of a parameter's value.
fn shape_of(shape: ParameterShape) -> ValueShape {
    match shape {
        ParameterShape::Number(least, most) => number(least.into(), most.into()),
        ParameterShape::Lives => number(1, MOST),
        ParameterShape::Word(noun, words) => Word(noun, words),
        ParameterShape::YesNo => YES_NO,
    }
}

/// The parameter of this word that a game has, by the game's word; none for a word that is none of the game's
/// parameters.
pub fn parameter(game: &str, word: &str) -> Option<&'static KeySpec> {
    let game = GameSet::named(game);
    let mut parameters = PARAMETERS.iter();
    parameters.find(|key| key.word == word && key.stands_in(Rules, game))
}

/// The keys of this word: several where records give it different shapes.
fn keys_named(word: &str) -> impl Iterator<Item = &'static KeySpec> {
    KEYS.iter().copied().filter(move |key| key.word == word)
}

/// Where a key belongs that is wrong in its record, or how else one says what it seems to say, in half a sentence; none
/// for a word of which nothing is known.
pub fn mend_elsewhere(word: &str) -> Option<String> {
    let no_key = || NO_KEYS.into_iter().find(|(other, _)| *other == word);
    let help = keys_named(word)
        .find_map(|key| key.elsewhere)
        .or_else(|| no_key().map(|(_, help)| help))?;
    let said = GAMES_IN_MENDS.into_iter();
    Some(said.fold(help.to_owned(), |help, (place, games)| {
        help.replace(place, &games.rules_lines("and"))
    }))
}

/// Whether a word is a key of some record that says where it belongs.
pub fn is_key(word: &str) -> bool {
    keys_named(word).any(|key| key.elsewhere.is_some())
}

/// Whether a key of this word has a value of such a shape, in any record.
pub fn has_shape(word: &str, shape: ValueShape) -> bool {
    keys_named(word).any(|key| key.shape == shape)
}

/// Whether a key of this word has numbers for a value, in every record.
pub fn is_number(word: &str) -> bool {
    let is_number = |shape| {
        matches!(
            shape,
            ValueShape::Number { .. }
                | ValueShape::Range { .. }
                | ValueShape::Bounds { .. }
                | ValueShape::Region
        )
    };
    let mut keys = keys_named(word).peekable();
    keys.peek().is_some() && keys.all(|key| is_number(key.shape))
}

/// The place in the table of the key of this word that a record takes which begins with this keyword (empty for a
/// glyph), or what such a record puts down; behind all keys for a word that is none.
pub fn place_in(keyword: &str, word: &str) -> usize {
    let puts_down = matches!(keyword, "" | "mark" | "scatter");
    let is_here = |record: RecordKind| match record.keyword() {
        Some(other) => other == keyword,
        None => puts_down,
    };
    let is_it = |key: &&KeySpec| key.word == word && key.records().any(is_here);
    KEYS.iter().position(is_it).unwrap_or(KEYS.len())
}

/// The key that a word without `=` is taken for in a record that begins with this keyword (empty for a glyph); none for
/// a word that is no key there. The parameters of one game, and what only a `test` or a cause says, are everyday words
/// such as `cow` and `open`: elsewhere they name things.
pub fn lone_key(word: &str, keyword: &str) -> Option<&'static KeySpec> {
    let is_here = |record: RecordKind| record.keyword() == Some(keyword);
    let is_placed = |record: RecordKind| record.keyword().is_none();
    let is_parameter = |record| record == Rules && only_game(Rules, word).is_some();
    let is_everyday = |record| matches!(record, Test | When) || is_parameter(record);
    let here = keys_named(word).find(|key| key.records().any(is_here));
    let placed = || keys_named(word).find(|key| key.records().any(is_placed));
    here.or_else(placed)
        .or_else(|| keys_named(word).find(|key| !key.records().all(is_everyday)))
}

/// The word of the only game whose records of this sort take such a key; none for a key of several games or of none.
pub fn only_game(record: RecordKind, word: &str) -> Option<&'static str> {
    let games = games_with(record, word);
    games::WORDS
        .into_iter()
        .find(|game| GameSet::named(game) == games)
}

/// The games whose records of this sort take a key of this word.
pub fn games_with(record: RecordKind, word: &str) -> GameSet {
    keys_named(word).fold(GameSet::NONE, |all, key| all.or(key.games(record)))
}
