//! A whole game, pinned by its checksum. A change of the number needs an explanation.
use dungeon_engine::event::Outcome;
use dungeon_play::session::session::Session;

/// The keys of a won game of the Sunken Crypt with seed 7.
const WON: &str = include_str!("../../fixtures/crypt-seed-7.keys");

#[test]
fn x3_a_won_game_of_the_crypt_goes_as_it_always_went() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/dungeons/crypt.dng");
    let mut session = Session::open(path).expect("shipped and sound").with_seed(7);
    session.press(WON.trim_end()).expect("these are keys");
    assert_eq!(
        (session.outcome(), session.turn()),
        (Some(Outcome::Won), 789)
    );
    assert_eq!(format!("{:016x}", session.checksum()), "c85df543e5b35e57");
}
