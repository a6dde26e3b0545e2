//! Older spellings of keys and values. They stay readable forever; messages, fixes, editors and `dungeon fmt` use the
//! present ones.
use crate::keys::{MOST, SIDE};
use crate::syntax::Value;

/// Returns the present key and value of a pair in an older spelling; `None` for any other pair.
pub fn respelled(word: &str, value: &Value) -> Option<(&'static str, Value)> {
    Some(match (word, value) {
        // The old range excluded its end.
        ("away", Value::Int(steps @ 0..MOST)) => ("min-distance", Value::Int(steps + 1)),
        ("away", value) => ("min-distance", value.clone()),
        ("sense", Value::Tagged(name, cells @ 1..)) if name == "near" => {
            let cells = if *cells > SIDE { *cells } else { cells - 1 };
            ("sense", Value::Tagged("within".to_string(), cells))
        }
        // A word that had another meaning elsewhere, or less meaning than now.
        ("range", value) => ("steps", value.clone()),
        ("reach", value) => ("shot-range", value.clone()),
        ("through", Value::Word(passed)) if passed == "doors" => {
            ("through", Value::Word("doors,slime".to_string()))
        }
        // Actions in two turns.
        ("speed", Value::Int(acts @ 0..=20)) => ("speed", Value::Word(format!("{}%", acts * 50))),
        _ => return None,
    })
}

/// Returns the present word of a key; the word itself if there is no other.
pub fn present_word(word: &str) -> &str {
    respelled(word, &Value::Int(0)).map_or(word, |(word, _)| word)
}
