//! Lists: several phrases as one, and equal names counted.
use super::nouns::counted;

/// "a cow, 2 fences and Igor": the phrases with commas between them and "and" before the last; empty for none.
pub fn enumeration(phrases: &[String]) -> String {
    match phrases {
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
        [] => String::new(),
    }
}

/// A phrase for each different name, sorted by name, as `say` says a number of them.
pub fn groups(names: &[&str], say: fn(usize, &str) -> String) -> Vec<String> {
    let mut names = names.to_vec();
    names.sort_unstable();
    let same = names.chunk_by(|a, b| a == b);
    same.map(|same| say(same.len(), same[0])).collect()
}

/// The enumeration of the groups of names, sorted by name, each as `say` says a number of them; empty for no names.
pub fn enumerate_groups(names: &[&str], say: fn(usize, &str) -> String) -> String {
    enumeration(&groups(names, say))
}

/// Equal names counted, sorted by name, as in "a cow, 2 fences and Igor"; empty for no names.
pub fn counted_list(names: &[&str]) -> String {
    enumerate_groups(names, |count, name| counted(count as i64, name))
}
