//! Suggestions for "did you mean …?": the nearest word or a synonym.

use dungeon_model::dungeon::grammar::nouns::caseless;
use dungeon_model::dungeon::{GameProfile, games};

/// Common words, and the format's word for each.
const OTHER_WORDS: [(&str, &str); 22] = [
    ("true", "yes"),
    ("on", "yes"),
    ("1", "yes"),
    ("false", "no"),
    ("off", "no"),
    ("0", "no"),
    ("hp", "health"),
    ("lives", "health"),
    ("str", "strength"),
    ("mp", "manna"),
    ("gold", "wealth"),
    ("value", "wealth"),
    ("dmg", "damage"),
    ("text", "says"),
    ("message", "says"),
    ("symbol", "glyph"),
    ("monster", "kind"),
    ("creature", "kind"),
    ("object", "item"),
    ("terrain", "tile"),
    ("player", "hero"),
    ("wealth", "gold"),
];

/// Returns the candidate that `word` is a synonym of, or otherwise the nearest candidate. At most a third of the
/// letters may be wrong, missing, added or swapped; case does not count. Returns the first of several equally near
/// candidates; `None` if no candidate is near enough, or if the word has more than 40 bytes.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > 40 {
        return None;
    }
    let others = OTHER_WORDS.into_iter().chain(other_words_of_games());
    let other = others
        .into_iter()
        .find(|(other, _)| other.eq_ignore_ascii_case(word));
    let word: Vec<char> = caseless(word).chars().collect();
    candidates
        .into_iter()
        .filter_map(|candidate| match other {
            Some((_, meant)) if meant == candidate => Some((0, candidate)),
            _ => {
                let most = word.len().max(candidate.len()).max(3) / 3;
                Some((distance(&word, candidate, most)?, candidate))
            }
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Swaps the case of a letter; returns `None` for a character that has only one case.
pub fn other_case(letter: char) -> Option<char> {
    let other = if letter.is_uppercase() {
        letter.to_lowercase().next()
    } else {
        letter.to_uppercase().next()
    };
    other.filter(|other| *other != letter)
}

/// Returns everyday words for each game, with the word that names the game in a `rules` line.
fn other_words_of_games() -> impl Iterator<Item = (&'static str, &'static str)> {
    let aliases = |game: &'static GameProfile| game.aliases.iter().map(|alias| (*alias, game.word));
    games::ALL.into_iter().flat_map(aliases)
}

/// Returns the optimal string alignment distance, which counts wrong, missing, added and swapped letters; `None` if it
/// exceeds `most`. Most words are rejected by their length or first letters, because a file may have a million unknown
/// words.
fn distance(word: &[char], candidate: &str, most: usize) -> Option<usize> {
    if candidate.is_ascii() && word.len().abs_diff(candidate.len()) > most {
        return None;
    }
    let candidate: Vec<char> = caseless(candidate).chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=candidate.len()).collect();
    for (i, a) in word.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, b) in candidate.iter().enumerate() {
            let mut best = (above[j] + usize::from(a != b))
                .min(above[j + 1] + 1)
                .min(row[j] + 1);
            if i > 0 && j > 0 && *a == candidate[j - 1] && word[i - 1] == *b {
                best = best.min(before[j - 1] + 1);
            }
            row.push(best);
        }
        // A swap of two letters builds on the row above, so stop only if both rows exceed `most`.
        let nearest = row.iter().chain(&above).min().copied().unwrap_or(0);
        if nearest > most {
            return None;
        }
        before = std::mem::replace(&mut above, row);
    }
    Some(above[candidate.len()]).filter(|distance| *distance <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_mended_and_nonsense_is_not() {
        let words = ["title", "tile", "author", "scatter"];
        assert_eq!(nearest("titel", words), Some("title"));
        assert_eq!(nearest("Scater", words), Some("scatter"));
        assert_eq!(nearest("qwerty", words), None);
    }

    #[test]
    fn a_distance_that_is_given_up_is_above_the_most() {
        let words = [
            "", "a", "tile", "title", "ttile", "scatter", "sacttre", "health", "heal", "Ü",
        ];
        for word in words {
            let letters: Vec<char> = caseless(word).chars().collect();
            for other in words {
                let whole = distance(&letters, other, usize::MAX);
                for most in 0..9 {
                    let expected = whole.filter(|whole| *whole <= most);
                    assert_eq!(distance(&letters, other, most), expected, "{word} {other}");
                }
            }
        }
    }

    #[test]
    fn another_word_is_known_only_where_ours_would_be_right() {
        assert_eq!(nearest("true", ["yes", "no"]), Some("yes"));
        assert_eq!(nearest("hp", ["health", "strength"]), Some("health"));
        assert_eq!(nearest("hp", ["name", "glyph"]), None);
    }
}
