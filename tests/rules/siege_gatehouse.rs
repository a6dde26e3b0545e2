//! A siege that an author wrote from docs/format alone behaves as the page says: two foggy levels with keys, a thief,
//! an archer, a ghost and a firefly are played to their end, and a snapshot keeps all messages.
use crate::scenario::chronicle::chronicle;
use dungeon_engine::event::Outcome;
use dungeon_play::session::session::Session;

/// Passes the thief and the archer to the stairs, fetches the key at the vault's far end, and returns to the strongbox.
const KEYS: &str = "hhhhhhhhlllllllllllllllllll>>nljnnlllllhhhhhhykuulllllllllll";

#[test]
fn a_siege_of_every_part_is_won_by_what_its_file_says() {
    let file = "fixtures/ok/siege-gatehouse.dng";
    let mut session = Session::open(file).expect("a playable file").with_seed(1);
    let told = chronicle(&mut session, KEYS, &[]);
    assert_eq!(session.outcome(), Some(Outcome::Won), "{told}");
    insta::assert_snapshot!(told);
}
