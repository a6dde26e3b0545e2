//! `_` opens a cursor that jumps between interesting places, shows their distance, and walks there; a click and the
//! look cursor walk, too. A walk stops before it meets a body, and an unreachable place is refused with a message.
use crate::sessions::{place, pressed, session};
use dungeon::Session;
use dungeon_model::space::geometry::{Point, at};

/// Returns the cell under the screen's cursor.
fn pointed(session: &Session) -> Option<Point> {
    // The level's border, one column and one row wide, takes the place of the frame.
    session.frame().cursor.map(|p| at(p.x, p.y))
}

/// Returns the text below the board.
fn told(session: &Session) -> String {
    let lines = session.frame().lines().collect::<Vec<_>>().join(" ");
    let words: Vec<&str> = lines.split_whitespace().collect();
    words.join(" ")
}

const HALL: &str = "\
level \"Top\"
map
###############
#.@..$...+...>#
#........#...^#
#.?......######
#........r.####
###############
end
? 3 4 \"Turn back.\"
level \"Cellar\"
map
#####
#.<$#
#####
end
";

const RAT: &str = "kind r \"rat\" sense=never roam=stand health=5 attack=none\n";

fn hall() -> String {
    RAT.to_owned() + HALL
}

#[test]
fn the_cursor_stands_on_the_nearest_place_and_goes_to_the_next() {
    let places = ["_", "__", "_<Tab><Tab>", "____", "_____"].map(|keys| {
        let session = pressed(&hall(), keys);
        assert_eq!(session.turn(), 0);
        pointed(&session)
    });
    assert_eq!(pointed(&pressed(&hall(), "_<S-Tab>")), Some(at(13, 1)));
    assert_eq!(pointed(&pressed(&hall(), "___<S-Tab>")), Some(at(5, 1)));
    assert_eq!(
        places,
        [at(2, 3), at(5, 1), at(9, 1), at(13, 1), at(2, 3)].map(Some)
    );
}

#[test]
fn a_place_behind_a_cell_that_leads_the_other_way_is_no_next_one() {
    let text = |chute: &str| {
        let map = "map\n##########\n#@..$w.?.#\n##########\nend\n? 8 2 \"Too late.\"\n";
        format!("tile w \"chute\" enter={chute}\n{map}")
    };
    let second = |chute| pointed(&pressed(&text(chute), "__"));
    assert_eq!(second("e"), Some(at(7, 1)), "the sign is the next place");
    assert_eq!(second("w"), Some(at(4, 1)), "no path leads to the sign");
}

#[test]
fn it_tells_what_is_there_and_how_far_or_why_no_journey_goes_there() {
    for (keys, words) in [
        (
            "_",
            "3,4: Sign. 2 steps away. Enter: go there, _: next place, Esc: back.",
        ),
        ("_kh", "2,3: Floor. 1 step away."),
        ("_khu", "3,2: You, health 40; floor. You are here."),
        ("_H", "1,4: Outer wall. You can't pass the outer wall."),
        (
            "_>j",
            "14,3: Dart trap. You won't travel onto the dart trap.",
        ),
        ("_LL>h", "13,2: Floor. 10 steps away."),
    ] {
        let session = pressed(&hall(), keys);
        assert!(
            told(&session).contains(words),
            "{keys}: {}",
            session.frame()
        );
    }
}

#[test]
fn it_walks_there_by_enter_and_the_keys_of_waiting_and_esc_closes_it() {
    for keys in ["_<Enter>", "_.", "_5"] {
        let session = pressed(&hall(), keys);
        assert_eq!((place(&session), session.turn()), (at(2, 3), 2), "{keys}");
        assert_eq!(session.latest_messages(), ["Turn back."]);
    }
    let session = pressed(&hall(), "_<Esc>l");
    assert_eq!((place(&session), session.turn()), (at(3, 1), 1));
}

#[test]
fn stairs_are_jumped_to_by_their_keys() {
    let session = pressed(&hall(), "_>");
    assert_eq!(pointed(&session), Some(at(13, 1)));
    let session = pressed(&hall(), "_><Enter>");
    assert_eq!(place(&session), at(13, 1));
    assert_eq!(
        session.latest_messages().last().map(String::as_str),
        Some("You come to the stairs down.")
    );
    assert_eq!(
        pointed(&pressed(&hall(), "_<lt>")),
        Some(at(2, 3)),
        "there are none"
    );
    let none = told(&pressed(&hall(), "_<lt>"));
    assert!(none.contains("You know of no stairs up here."), "{none}");
    let shut = hall().replace("+...>", "+..^>").replace("#...^#", "#..^^#");
    let session = pressed(&shut, "_>");
    assert_eq!(pointed(&session), Some(at(13, 1)), "no path leads there");
    let why = "14,2: Stairs down. You know of no safe way there.";
    assert!(told(&session).contains(why), "{}", session.frame());
}

#[test]
fn its_keys_are_told_in_it() {
    let session = pressed(&hall(), "_?");
    let keys = "Enter: go there, _: next place, > <: stairs, move: elsewhere, Esc: back.";
    assert!(told(&session).contains(keys), "{}", session.frame());
    assert_eq!(pointed(&session), Some(at(2, 3)), "it stays");
    assert!(!told(&pressed(&hall(), "_?l")).contains(keys));
}

#[test]
fn the_next_place_is_offered_where_there_is_a_choice() {
    let bare = "\
rules siege gold=9 turn=1
level
map
......
.@....
......
end
";
    let words = "You are here. Move to choose a place; Esc: back.";
    assert!(told(&pressed(bare, "_")).contains(words));
    let one = drawn! {"
        level
        map
        ######
        #@.$.#
        ######
        end
    "};
    let words = "2 steps away. Enter: go there, Esc: back.";
    assert!(told(&pressed(one, "_")).contains(words));
}

#[test]
fn on_a_small_screen_it_tells_what_is_there_how_far_and_two_keys() {
    let rock = "###############\n".repeat(9);
    let tall = hall().replacen("#........r.####\n", &format!("#........r.####\n{rock}"), 1);
    for name in [
        "rat",
        "very old and weary rat",
        "very old and weary rat from below the tall stone bed",
    ] {
        let text = tall.replace("\"rat\"", &format!("\"{name}\""));
        let mut session = session(&text).with_size(40, 12);
        session.press("_kkkLjjjjh").expect("a script");
        let words = [
            &format!("10,5: A {name}, health 5; floor. 6 steps away."),
            "Enter: go there, _: next place, Esc: back.",
        ];
        assert!(
            told(&session).contains(&words.join(" ")),
            "{}",
            session.frame()
        );
    }
}

#[test]
fn capital_letters_go_eight_cells_in_travel_and_in_look() {
    assert_eq!(pointed(&pressed(&hall(), "_L")), Some(at(10, 3)));
    assert_eq!(pointed(&pressed(&hall(), ";L")), Some(at(10, 1)));
    assert_eq!(
        pointed(&pressed(&hall(), ";N")),
        Some(at(6, 5)),
        "the rim is shown, too"
    );
}

#[test]
fn e15_who_travels_to_somebody_comes_beside_him_and_never_fights() {
    let mut session = pressed(&hall(), ";Ljjjh_");
    let last = session.latest_messages().last().map(String::as_str);
    assert_eq!(last, Some("You stand beside the rat."));
    assert_eq!(place(&session).chebyshev(at(9, 4)), 1);
    let turn = session.turn();
    session.press(";").expect("a script");
    while pointed(&session) != Some(at(9, 4)) {
        let way = if place(&session).y < 4 { "n" } else { "l" };
        session.press(way).expect("a script");
    }
    session.press("_").expect("a script");
    assert_eq!(session.latest_messages(), ["The rat is beside you."]);
    assert_eq!(session.turn(), turn);
}

#[test]
fn what_was_never_seen_and_what_no_way_leads_to_is_refused() {
    let fog = format!("rules explore fog=2\n{}", hall());
    let mut session = pressed(&fog, ";LL_");
    assert_eq!(session.latest_messages(), ["You haven't seen that place."]);
    assert_eq!(session.turn(), 0);
    // The cursor stays open and moves elsewhere: to the sign.
    session.press("HHHlljj_").expect("a script");
    assert_eq!(session.turn(), 2);
    let shut = hall().replace("+...>", "+..^>").replace("#...^#", "#..^^#");
    let session = pressed(&shut, ";LLh_");
    assert_eq!(
        session.latest_messages(),
        ["You know of no safe way there."]
    );
}

#[test]
fn a_click_walks_there_at_once_whatever_cursor_is_open() {
    for keys in ["<click 5,2>", "_<click 5,2>", ";<click 5,2>"] {
        let session = pressed(&hall(), keys);
        assert_eq!(place(&session), at(4, 1), "{keys}");
        assert_eq!(session.turn(), 2);
    }
    let session = pressed(&hall(), "<click 80,24>");
    assert_eq!(session.turn(), 0, "beside the board");
}

#[test]
fn e15_a_finished_game_has_no_journeys() {
    let text = drawn! {"
        level
        map
        ######
        #@$..#
        ######
        end
    "};
    for keys in ["l_<Enter>", "l<click 5,2>"] {
        let session = pressed(text, keys);
        assert_eq!(session.turn(), 1, "{keys}");
    }
}
