//! Looks up keys in the table, and parameters in the profiles of the games.
use std::sync::LazyLock;

use super::spec::RecordKind::{Rules, Test, When};
use super::spec::ValueShape::Word;
use super::spec::{GameSet, KeySpec, RecordKind, ValueShape};
use super::table::{GAMES_IN_MENDS, MOST, NO_KEYS, SHARED_KEYS, YES_NO, number};
use dungeon_model::dungeon::game_profile::ParameterShape;
use dungeon_model::dungeon::games;

/// Every key of the format. The order is that of docs/format: first the keys of the `rules` line, with the parameters
/// of each game, then all other keys.
pub static KEYS: LazyLock<Vec<&'static KeySpec>> = LazyLock::new(|| {
    let is_of_rules = |key: &&&KeySpec| key.records().next() == Some(Rules);
    let rules = SHARED_KEYS.iter().filter(is_of_rules).copied();
    let others = SHARED_KEYS.iter().filter(|key| !is_of_rules(key)).copied();
    rules.chain(PARAMETERS.iter()).chain(others).collect()
});

/// The parameters that games take on the `rules` line, from the game profiles. They are built once and never freed.
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

/// Returns the shape of a parameter's value.
fn shape_of(shape: ParameterShape) -> ValueShape {
    match shape {
        ParameterShape::Number(least, most) => number(least.into(), most.into()),
        ParameterShape::Lives => number(1, MOST),
        ParameterShape::Word(noun, words) => Word(noun, words),
        ParameterShape::YesNo => YES_NO,
    }
}

/// Returns the parameter called `word` of the game called `game`; `None` if the game has no such parameter.
pub fn parameter(game: &str, word: &str) -> Option<&'static KeySpec> {
    let game = GameSet::named(game);
    let mut parameters = PARAMETERS.iter();
    parameters.find(|key| key.word == word && key.stands_in(Rules, game))
}

/// Returns the keys that are spelled with this word. There are several if the shape of the value differs between
/// records.
fn keys_named(word: &str) -> impl Iterator<Item = &'static KeySpec> {
    KEYS.iter().copied().filter(move |key| key.word == word)
}

/// Returns the help text of the finding about a key in the wrong record: where it belongs, or what to write instead;
/// `None` for an unknown word.
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

/// Whether a word is a key, and the table has a help text for records that do not take the key.
pub fn is_key(word: &str) -> bool {
    keys_named(word).any(|key| key.elsewhere.is_some())
}

/// Whether some key with this word has values of this shape.
pub fn has_shape(word: &str, shape: ValueShape) -> bool {
    keys_named(word).any(|key| key.shape == shape)
}

/// Whether all keys with this word have only numbers in their values: a number, a range, bounds or a region.
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

/// Returns the index of a key in `KEYS`; `KEYS.len()` for an unknown word. `keyword` is the keyword of its record;
/// empty for a glyph.
pub fn place_in(keyword: &str, word: &str) -> usize {
    let puts_down = matches!(keyword, "" | "mark" | "scatter");
    let is_here = |record: RecordKind| match record.keyword() {
        Some(other) => other == keyword,
        None => puts_down,
    };
    let is_it = |key: &&KeySpec| key.word == word && key.records().any(is_here);
    KEYS.iter().position(is_it).unwrap_or(KEYS.len())
}

/// Returns the key that the author probably meant by a word without `=`; `None` if there is none. `keyword` is the
/// keyword of the record; empty for a glyph. Prefers a key of this record, then a key of a placed thing, then any other
/// key. Among the other keys, skips keys that only `test` and `when` lines or the rules of a single game take, such as
/// `open`, because these are everyday words.
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

/// If records of a kind take this key in only one game, returns the game's word; `None` if several games or none take
/// it.
pub fn only_game(record: RecordKind, word: &str) -> Option<&'static str> {
    let games = games_with(record, word);
    games::WORDS
        .into_iter()
        .find(|game| GameSet::named(game) == games)
}

/// Returns the games in which records of a kind take a key.
pub fn games_with(record: RecordKind, word: &str) -> GameSet {
    keys_named(word).fold(GameSet::NONE, |all, key| all.or(key.games(record)))
}
