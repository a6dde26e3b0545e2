//! Journeys of small games, in files of cases: keys, what each of them tells, and where the hero is then.

#[test]
fn golden_cases_of_journeys_come_where_they_came() {
    crate::session_cases::assert_told("tests/play/cases");
}
