//! Older spellings of keys and values. Every later version of the program must read these spellings, too. Messages,
//! fixes, editors and `dungeon fmt` use the current spellings.
use crate::keys::{MOST, SIDE};
use crate::syntax::Value;

/// Returns the current key and value for a pair in an older spelling; `None` for any other pair.
pub fn respelled(word: &str, value: &Value) -> Option<(&'static str, Value)> {
    Some(match (word, value) {
        // `away=9` meant more than 9 steps away.
        ("away", Value::Int(steps @ 0..MOST)) => ("min-distance", Value::Int(steps + 1)),
        ("away", value) => ("min-distance", value.clone()),
        ("sense", Value::Tagged(name, cells @ 1..)) if name == "near" => {
            let cells = if *cells > SIDE { *cells } else { cells - 1 };
            ("sense", Value::Tagged("within".to_string(), cells))
        }
        // The old words were ambiguous: they meant something else in other records, or said too little.
        ("range", value) => ("steps", value.clone()),
        ("reach", value) => ("shot-range", value.clone()),
        ("through", Value::Word(passed)) if passed == "doors" => {
            ("through", Value::Word("doors,slime".to_string()))
        }
        // `speed=3` meant three actions in two turns.
        ("speed", Value::Int(acts @ 0..=20)) => ("speed", Value::Word(format!("{}%", acts * 50))),
        _ => return None,
    })
}

/// Returns the current word for a key; the word itself if it is current.
pub fn present_word(word: &str) -> &str {
    respelled(word, &Value::Int(0)).map_or(word, |(word, _)| word)
}
