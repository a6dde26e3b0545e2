//! Lists in English: phrases joined by commas and "and", and counts of equal names.
use super::nouns::counted;
use std::borrow::Borrow;

/// Joins phrases with commas, and with "and" before the last: "a cow, 2 fences and Igor". Empty if there are no
/// phrases.
pub fn enumeration(phrases: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let phrases: Vec<_> = phrases.into_iter().collect();
    let phrases: Vec<&str> = phrases.iter().map(AsRef::as_ref).collect();
    match phrases.as_slice() {
        [one] => String::from(*one),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
        [] => String::new(),
    }
}

/// Joins texts with the separator `between`.
pub fn joined(texts: impl IntoIterator<Item = impl Borrow<str>>, between: &str) -> String {
    texts.into_iter().collect::<Vec<_>>().join(between)
}

/// Returns the text with no-break spaces instead of spaces.
pub fn unbroken(words: &str) -> String {
    words.replace(' ', "\u{a0}")
}

/// Returns a text with `before` in front of it. An empty text stays empty.
pub fn preceded(before: &str, text: &str) -> String {
    if text.is_empty() {
        String::new()
    } else {
        format!("{before}{text}")
    }
}

/// Returns a phrase for each different name, sorted by name. `say` makes the phrase from the number of equal names and
/// the name.
pub fn groups<T: AsRef<str> + Ord>(
    names: impl IntoIterator<Item = T>,
    say: fn(usize, &str) -> String,
) -> Vec<String> {
    let mut names: Vec<T> = names.into_iter().collect();
    names.sort_unstable();
    let same = names.chunk_by(|a, b| a == b);
    let said = same.map(|same| say(same.len(), same[0].as_ref()));
    said.collect()
}

/// Returns a name with a count: "potion" for 1, and "potion ×2" for 2.
pub fn times(name: &str, count: u32) -> String {
    match count {
        1 => name.to_owned(),
        n => format!("{name} ×{n}"),
    }
}

/// Joins the phrases that `groups` returns for these names, with commas and "and". Empty if there are no names.
pub fn enumerate_groups<T: AsRef<str> + Ord>(
    names: impl IntoIterator<Item = T>,
    say: fn(usize, &str) -> String,
) -> String {
    enumeration(groups(names, say))
}

/// Lists the different names with their counts, sorted by name: "a cow, 2 fences and Igor". Empty if there are no
/// names.
pub fn counted_list<T: AsRef<str> + Ord>(names: impl IntoIterator<Item = T>) -> String {
    enumerate_groups(names, |count, name| counted(count as i64, name))
}
