//! Files of cases: keys for small games, and the messages after each key.

#[test]
fn golden_cases_are_told_in_these_words() {
    crate::session_cases::assert_told("tests/view/cases");
}
