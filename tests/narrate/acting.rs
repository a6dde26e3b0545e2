//! Narration of terrain that acts.
use dungeon::Session;
use dungeon_play::narration::{LineInterface, Narrator};

/// Returns the answers to these lines in a swamp with a beast 10 cells to the east of the hero.
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

#[test]
fn e15_a_listener_at_a_terminal_is_asked_before_a_trap_and_answers_in_words() {
    let text = drawn! {r#"
        map
        ##########
        #@.T...$.#
        ##########
        end
        mark T ^ trap=dart damage=3
    "#};
    let session = Session::from_text(text).expect("a sound hall");
    let mut session = session.asking_first();
    let mut narrator = Narrator::new(&mut session);
    narrator.opening();
    let told = narrator.answer("go 5 east").concat();
    assert!(told.contains("leads over a trap. Cross it?"), "{told}");
    narrator.answer("no");
    let told = narrator.answer("3 east").concat();
    assert!(told.contains("That is a trap. Step onto it?"), "{told}");
    narrator.answer("no");
    narrator.answer("go gold");
    let told = narrator.answer("yes").concat();
    assert!(told.contains("hits you"), "{told}");
    assert_eq!(narrator.session().turn(), 2);
}
