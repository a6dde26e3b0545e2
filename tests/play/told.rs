//! Files of cases: journeys in small games, with the messages of each key and the hero's last cell.

#[test]
fn golden_cases_of_journeys_come_where_they_came() {
    crate::session_cases::assert_told("tests/play/cases");
}
