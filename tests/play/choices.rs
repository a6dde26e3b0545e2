//! Choices between items on the screen: look shows the choice, the log reports removed items, auto-explore
//! leaves the choice to the player, and undo restores it.
use dungeon::Session;
use dungeon_model::space::geometry::at;

const ALCOVE: &str = "rules explore fog=yes undo=yes
goal leave=yes
item ! \"potion\" health=9 keep=yes
item ) \"sword\" wear=strength:2
item b \"broth\" strength=1
map
############
#@.+..1..#.#
#..#.2...#.#
#.<#..3..#.#
############
end
mark 1 ! choose=gift
mark 2 ) choose=gift
mark 3 b choose=gift \"You feel strong.\"
";

fn pressed(text: &str, keys: &str) -> Session {
    let mut session = Session::from_text(text).expect("sound");
    session.press(keys).expect("a script");
    session
}

/// Returns the description of the cell east of the hero under the look cursor.
fn looked(session: &mut Session) -> String {
    session.press(";l").expect("a script");
    let lines = session.frame().lines().collect::<Vec<_>>();
    let row = lines.iter().position(|line| line.contains("2: "));
    let lines = &lines[row.expect("a look")..];
    let text: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    session.press("<Esc>").expect("a key");
    text.join(" ").trim_end().to_owned()
}

/// The number of items that taking the item on a cell removes.
fn rivals(session: &Session, x: i32, y: i32) -> usize {
    let world = session.game().world();
    world.rivals(world.here(), at(x - 1, y - 1)).len()
}

#[test]
fn x22_the_look_tells_of_a_choice_until_it_is_made() {
    let mut session = pressed(ALCOVE, "lllll");
    assert_eq!(rivals(&session, 7, 2), 2);
    insta::assert_snapshot!(looked(&mut session), @"7,2: Potion, +9 health when used (take one of 3: the others vanish); floor.");
    session.press("l").expect("a step");
    insta::assert_snapshot!(session.latest_messages().join(" "), @"You take the potion (a in your inventory). The broth and the sword are gone.");
    let text = ALCOVE.replace("mark 1 ! choose=gift", "mark 1 !");
    insta::assert_snapshot!(looked(&mut pressed(&text, "lllll")), @"7,2: Potion, +9 health when used; floor.");
}

#[test]
fn x22_what_vanishes_unseen_is_not_told() {
    let text = ALCOVE
        .replace("3..#.#", "...#3#")
        .replace("#..#.2", "##.#.2");
    let session = pressed(&text, "llllll");
    insta::assert_snapshot!(session.latest_messages().join(" "), @"You take the potion (a in your inventory). The sword is gone.");
    assert_eq!(rivals(&session, 11, 4), 0);
}

#[test]
fn x22_an_explorer_leaves_a_choice_to_the_player() {
    let mut session = Session::from_text(ALCOVE).expect("sound").asking_first();
    session.press("ooo").expect("a script");
    assert!(session.game().world().pack().things().is_empty());
    let told = session.latest_messages().concat();
    assert!(
        told.contains("Left for you to take: the broth, the potion and the sword."),
        "{told}"
    );
    // A script, which asks no questions, takes other items but makes no choice either.
    let session = pressed(ALCOVE, "ooo");
    assert!(session.game().world().pack().things().is_empty());
}

#[test]
fn x22_a_traveler_makes_no_choice_on_the_way_and_makes_one_that_was_its_goal() {
    let corridor = "goal leave=yes\nitem ! \"potion\" health=9 keep=yes\nitem ) \"sword\" wear=strength:2\nmap\n\
                    ############\n#@..1.<#..2#\n######.#..##\n######....##\n############\nend\n\
                    mark 1 ! choose=gift\nmark 2 ) choose=gift\n";
    for keys in ["<lt>", "L", "_<lt><Enter>"] {
        let session = pressed(corridor, keys);
        let world = session.game().world();
        assert!(world.pack().things().is_empty(), "{keys}");
        assert_eq!(world.body(world.commanded()).at, at(3, 1), "{keys}");
    }
    let told = pressed(corridor, "<lt>").latest_messages().join(" ");
    insta::assert_snapshot!(told, @"The potion is in your way. You can take only one of several things: step onto it, or around it.");
    let session = pressed(corridor, "<click 5,2>");
    assert_eq!(session.game().world().pack().things().len(), 1);
}

#[test]
fn x22_the_look_tells_of_a_choice_that_is_remembered() {
    let session = pressed(ALCOVE, "llllhhbj;lllllkk");
    let told = session.frame().plain().replace('\n', " ");
    assert!(
        told.contains("(take one of 3: the others vanish)"),
        "{told}"
    );
    assert!(told.contains("(remembered)"), "{told}");
}

#[test]
fn x22_undo_brings_all_items_of_a_choice_back() {
    let mut session = pressed(ALCOVE, "lllll");
    let before = session.game().world().checksum();
    session.press("l").expect("a step");
    assert_eq!(rivals(&session, 6, 3), 0);
    session.press("<Backspace>").expect("a key");
    assert_eq!(session.game().world().checksum(), before);
    assert_eq!(rivals(&session, 6, 3), 2);
}
