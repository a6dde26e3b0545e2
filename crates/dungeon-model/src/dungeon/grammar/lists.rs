//! Lists: several phrases as one, and counts of equal names.
use super::nouns::counted;

/// Joins phrases with commas, and "and" before the last: "a cow, 2 fences and Igor"; empty for none.
pub fn enumeration(phrases: &[String]) -> String {
    match phrases {
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
        [] => String::new(),
    }
}

/// Returns a phrase for each different name, sorted by name; `say` phrases a count of a name.
pub fn groups(names: &[&str], say: fn(usize, &str) -> String) -> Vec<String> {
    let mut names = names.to_vec();
    names.sort_unstable();
    let same = names.chunk_by(|a, b| a == b);
    same.map(|same| say(same.len(), same[0])).collect()
}

/// Joins a phrase for each different name, sorted by name; `say` phrases a count of a name. Empty for no names.
pub fn enumerate_groups(names: &[&str], say: fn(usize, &str) -> String) -> String {
    enumeration(&groups(names, say))
}

/// Counts equal names, sorted by name: "a cow, 2 fences and Igor"; empty for no names.
pub fn counted_list(names: &[&str]) -> String {
    enumerate_groups(names, |count, name| counted(count as i64, name))
}
