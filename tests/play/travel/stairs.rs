//! A stairs key pressed away from stairs walks to the nearest known ones by ordinary steps, and stops for anything that
//! a player would stop for (E-15).
use crate::sessions::{place, pressed};
use dungeon::Game;
use dungeon_model::dungeon::Stat;
use dungeon_model::space::geometry::at;
use dungeon_play::input::show::Show;

fn hero(game: &Game, stat: Stat) -> i32 {
    let world = game.world();
    world.body(world.commanded()).stat(stat)
}

/// Two levels: the first as drawn here, with `above` before it and `below` after its map.
fn levels(above: &str, map: &str, below: &str) -> String {
    format!(
        "{above}
level \"Top\"
map
{map}end
{below}
level \"Cellar\"
map
#####
#.<$#
#####
end
"
    )
}

/// The hero's glyph hides the stairs on arrival.
const ARRIVED: &str = "You come to the stairs down.";

const HALL: &str = "\
###########
#@....#...#
#.###...#.#
#...#...#>#
###########
";

#[test]
fn e15_the_key_walks_to_the_stairs_and_takes_them_when_pressed_there() {
    let text = levels("", HALL, "");
    let mut session = pressed(&text, ">");
    assert_eq!(place(&session), at(9, 3));
    assert_eq!(session.turn(), 9);
    assert_eq!(session.latest_messages(), [ARRIVED]);
    session.press(">").expect("a script");
    assert_eq!(session.turn(), 10);
    assert_eq!(session.latest_messages(), ["You climb down to Cellar."]);
    let by_hand = pressed(&text, "lllnlulnj>");
    assert_eq!(session.turn(), by_hand.turn());
    assert_eq!(session.checksum(), by_hand.checksum(), "by ordinary steps");
}

#[test]
fn e15_the_same_key_walks_the_same_way_again() {
    let text = levels("", HALL, "w 8 2\n");
    let (one, other) = (pressed(&text, ">>>"), pressed(&text, ">>>"));
    assert_eq!(one.checksum(), other.checksum());
    assert_eq!(one.messages(), other.messages());
}

#[test]
fn e15_a_way_leads_round_traps_that_are_seen_and_through_doors_that_open() {
    let map = "\
#########
#@..^..>#
###.#####
#.......#
#.##.##+#
#.......#
#########
";
    let session = pressed(&levels("", map, ""), ">");
    assert_eq!(place(&session), at(1, 1), "the trap bars the only way");
    assert_eq!(
        session.latest_messages(),
        ["You know of no safe way there."]
    );
    let detour = map
        .replace("###.#####", "###.##'##")
        .replace("#...^..>#", "#@..^..>#");
    let session = pressed(&levels("", &detour, ""), ">");
    assert_eq!(place(&session), at(7, 1));
    assert_eq!(hero(session.game(), Stat::Health), 40 + 2, "no dart");
    let door = map.replace('^', "+");
    let session = pressed(&levels("", &door, ""), ">");
    assert_eq!(place(&session), at(7, 1));
    assert_eq!(session.turn(), 7, "one of them for the door");
    assert_eq!(session.latest_messages(), ["You open the door.", ARRIVED]);
}

#[test]
fn x9_an_arrow_that_stops_a_journey_is_seen_to_fly() {
    let map = "\
############
#@........>#
######.#####
######.#####
######p#####
############
";
    let mut session = pressed(&levels("", map, ""), ">");
    assert_eq!(
        session.latest_messages(),
        ["The patrol's arrow hits you for 2."]
    );
    let mut frames = 0;
    while session.animate().is_some() {
        frames += 1;
    }
    assert!(frames > 1, "cell by cell");
}

#[test]
fn s10_a_journey_keeps_off_the_ring_and_goes_round_cows() {
    let text = "\
rules siege gold=9 turn=1
level \"Meadow\"
map
......
.@%.>.
......
......
end
level \"Stable\"
map
...
.<.
...
end
";
    let session = pressed(text, ">>");
    assert_eq!(session.game().world().here().0, 1);
    assert_eq!(session.turn(), 5, "three steps, and the stairs");
}
