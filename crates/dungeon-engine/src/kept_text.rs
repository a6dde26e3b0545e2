//! Sentences that rules make while a game is played. Events and refusals are `Copy`, so each wording is stored once, until
//! the program ends.
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// All wordings so far.
static KEPT: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());

/// Returns a text that lives as long as the program. The same wording is stored once.
pub fn kept(text: Cow<'static, str>) -> &'static str {
    let text = match text {
        Cow::Borrowed(text) => return text,
        Cow::Owned(text) => text,
    };
    let mut all = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = all.get(text.as_str()) {
        return known;
    }
    let text = &*text.leak();
    all.insert(text);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wording_is_stored_once() {
        let [first, again] = [(); 2].map(|()| kept(format!("You have {} coins.", 3).into()));
        assert!(std::ptr::eq(first, again));
        assert_eq!(kept("You have 4 coins.".into()), "You have 4 coins.");
    }
}
