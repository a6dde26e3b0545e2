//! What a listener hears of terrain that acts.
use dungeon::Session;
use dungeon_play::narration::{LineInterface, Narrator};

/// The answers to these keys in a swamp with a beast 10 cells to the east of the hero.
fn answers(lines: &[&str]) -> Vec<Vec<String>> {
    let text = drawn! {r#"
        tile , "mud" slow=yes
        kind v "beast" health=30 strength=1 sense=always hunt=path
        map
        ##############
        #@,,.......v$#
        ##############
        end
    "#};
    let mut session = Session::from_text(text).expect("a sound swamp");
    let mut narrator = Narrator::new(&mut session);
    narrator.opening();
    lines.iter().map(|line| narrator.answer(line)).collect()
}

#[test]
fn t4_who_is_held_up_hears_behind_the_step_that_a_turn_is_lost_in_which_others_act() {
    let told = answers(&["l", "l"]);
    let first = [
        "You go 1 east, onto a mud.",
        "The mud slows you.",
        "You lose a turn.",
        "The beast is now 7 east.",
    ];
    assert_eq!(told[0][..4], first);
    assert_eq!(
        told[1][..2],
        ["You go 1 east, onto a mud.", "You lose a turn."]
    );
}
