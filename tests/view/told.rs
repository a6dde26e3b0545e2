//! What is said of small games, in files of cases: keys, and the sentences of each.

#[test]
fn golden_cases_are_told_in_these_words() {
    crate::session_cases::assert_told("tests/view/cases");
}
