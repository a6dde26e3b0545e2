//! Lists: several phrases as one, and counts of equal names.
use super::nouns::counted;

/// Joins phrases with commas, and with "and" before the last: "a cow, 2 fences and Igor". Empty if there are no
/// phrases.
pub fn enumeration(phrases: &[String]) -> String {
    match phrases {
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
        [] => String::new(),
    }
}

/// Returns a phrase for each different name, sorted by name. `say` makes a phrase of a count and a name.
pub fn groups(names: &[&str], say: fn(usize, &str) -> String) -> Vec<String> {
    let mut names = names.to_vec();
    names.sort_unstable();
    let same = names.chunk_by(|a, b| a == b);
    same.map(|same| say(same.len(), same[0])).collect()
}

/// Joins the phrases that `groups` returns for these names. Empty if there are no names.
pub fn enumerate_groups(names: &[&str], say: fn(usize, &str) -> String) -> String {
    enumeration(&groups(names, say))
}

/// Counts equal names, and lists them sorted by name: "a cow, 2 fences and Igor". Empty if there are no names.
pub fn counted_list(names: &[&str]) -> String {
    enumerate_groups(names, |count, name| counted(count as i64, name))
}
