//! Older spellings of keys and values. They are read for ever, as what they are spelt now; messages, mends and editors
//! know only the new ones, and `dungeon fmt` writes those.
use crate::keys::{MOST, SIDE};
use crate::syntax::Value;

/// Returns the key and the value that stand for a pair with an older spelling; `None` for a pair without one.
pub fn respelled(word: &str, value: &Value) -> Option<(&'static str, Value)> {
    Some(match (word, value) {
        // A range that excluded its end.
        ("away", Value::Int(steps @ 0..MOST)) => ("min-distance", Value::Int(steps + 1)),
        ("away", value) => ("min-distance", value.clone()),
        ("sense", Value::Tagged(name, cells @ 1..)) if name == "near" => {
            let cells = if *cells > SIDE { *cells } else { cells - 1 };
            ("sense", Value::Tagged("within".to_string(), cells))
        }
        // A word that meant something else elsewhere, or less than it did.
        ("range", value) => ("steps", value.clone()),
        ("reach", value) => ("shot-range", value.clone()),
        ("through", Value::Word(passed)) if passed == "doors" => {
            ("through", Value::Word("doors,slime".to_string()))
        }
        // Acts in two turns.
        ("speed", Value::Int(acts @ 0..=20)) => ("speed", Value::Word(format!("{}%", acts * 50))),
        _ => return None,
    })
}

/// Returns the present word of a key; the word itself where it has no other.
pub fn present_word(word: &str) -> &str {
    respelled(word, &Value::Int(0)).map_or(word, |(word, _)| word)
}
