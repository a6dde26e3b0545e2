//! A dungeon that a new author wrote from docs/format alone behaves as the page says: five levels are played to their
//! end, and a snapshot keeps all messages.
use crate::scenario::chronicle::chronicle;
use dungeon_engine::event::Outcome;
use dungeon_play::session::session::Session;

/// Visits all levels for the keys and other items, and returns to the door that the last key opens.
const KEYS: &str = "
jnlluuuuulllnnbbbhhblluukullllllllllllllluulllllnlnljhhhhhyybjjjby>jjnnjjjjjllllkuuhhhhhbbbhhbbhhyhh
hhhhhhhhbbhhhhhhbbkulllllllullllllllllnllllllllllllllllhhhhhhhhhhbhhhhhhhhyhhhhyhkhybbnnnnnjnhllllln
lulllllllunkkkkkkkkkllllllllnnnnnnnnjjnnnnkkyyyyyyhhhhhhhhhhhhhhhhhhhhhhhhhbbhhhhhhhhhhhyyyyyykkyjjb
blllllnlljnnnbbuuyhllllluuulllllhhhhhhhbbbnln>lllllnnnlnuuuuunnnlllhhhykkhhhyyyhhhh<lt>hyyyhyyyyyy
<lt>lllllllllllllllluulllluuuuuuu<lt>hhyyhhhhhhhhhhhhhyhhhhhhhhhhbhhhhhyyyykyyyyhhhy<lt>uuuullllnnnn
jbhhh
";

#[test]
fn a_first_dungeon_is_won_by_what_its_file_says() {
    let mut session = Session::open("fixtures/ok/salt-abbey.dng").expect("a playable file");
    let told = chronicle(&mut session, KEYS, &["It crunches."]);
    assert_eq!(session.outcome(), Some(Outcome::Won));
    insta::assert_snapshot!(told);
}
