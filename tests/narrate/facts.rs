//! Narration derives its facts from terrain and contents, never from names.
use dungeon::Session;
use dungeon_play::narration::{LineInterface, Narrator};

use super::home;

/// Slime whose name reads like a fence with its strength. A monster leaves it in the doorway of a room on its way out.
const TACTICS: &str = r#"rules tactics
tile g "goo, strength drain" walk=slime
kind f "fiend" is=red trail=g range=1

map
............
..######....
..#....#....
@.#....f....
..#....#....
..######....
............
end
"#;

/// A siege with this slime, where the monster enters the room.
const SIEGE: &str = r#"rules siege season=50 turn=1 gold=9
tile g "goo, strength drain" walk=slime
kind f "fiend" is=wanderer sense=always hunt=greedy speed=1 through=slime trail=g
level
map
.............
...######....
...#....#....
.@.#....f....
...#....#....
...######....
.............
.............
end
"#;

/// Returns the narration of a file: the opening and the answers to these lines.
fn told(text: &str, lines: &[&str]) -> String {
    let folder = home();
    let path = folder.path().join("goo.dng");
    std::fs::write(&path, text).expect("a file");
    let mut session = Session::open(&path).expect("a sound file").with_seed(1);
    let mut narrator = Narrator::new(&mut session);
    let mut told = narrator.opening();
    told.extend(lines.iter().flat_map(|line| narrator.answer(line)));
    told.join("\n")
}

#[test]
fn slime_named_like_a_fence_closes_nothing_in() {
    for (text, wait) in [(TACTICS, "end turn"), (SIEGE, "2 wait")] {
        let told = told(
            text,
            &[wait, wait, wait, "look", "list goo", "look strength"],
        );
        assert!(
            told.contains("The fiend leaves goo, strength drain."),
            "{told}"
        );
        assert!(
            told.contains("\nA goo, strength drain: ")
                || told.contains("\n2 goos, strength drain: "),
            "{told}"
        );
        // The welcome names what every siege has.
        let told = told.replacen("build fences", "", 1);
        for word in ["Closed all round", "weakest", "fence"] {
            assert!(!told.contains(word), "{word}: {told}");
        }
    }
}

/// A hall whose far end is out of sight from its start.
const ALCOVE: &str = r#"rules explore fog=yes
item e "ember" keep=yes health=5
map
############
#@...#.....#
#....#..e..#
#..........#
############
end
"#;

#[test]
fn x21_an_item_out_of_view_is_listed_as_remembered_and_gone_to() {
    let walk = ["2 south", "5 east", "5 west", "2 north"];
    let lines = [&walk[..], &["list", "go ember"]].concat();
    let told = told(ALCOVE, &lines);
    assert!(
        told.contains("An ember: 7 east, 1 south, remembered."),
        "{told}"
    );
    assert!(told.contains("You take the ember"), "{told}");
}
