//! Promise: a key for stairs, pressed elsewhere, walks to the nearest known ones by ordinary steps, and stops for
//! whatever a person would stop for (E-15).
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

/// The hero stands on them, so that they are not to be seen.
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
fn e15_where_no_such_stairs_are_known_the_refusal_stands() {
    let text = levels("", HALL, "");
    for (keys, why) in [
        ("<lt>", "There are no stairs up here that you know of."),
        (">>>", "There are no stairs down here that you know of."),
    ] {
        let session = pressed(&text, keys);
        assert_eq!(session.latest_messages(), [why]);
    }
    let fog = levels("rules explore fog=2\n", HALL, "");
    let session = pressed(&fog, ">");
    assert_eq!(session.turn(), 0);
    assert_eq!(
        session.latest_messages(),
        ["There are no stairs down here that you know of."]
    );
    let mut back = pressed(&fog, "lllnlulnjkyhbhy");
    assert_eq!(place(&back), at(4, 1));
    let turn = back.turn();
    back.press(">").expect("a script");
    assert_eq!(place(&back), at(9, 3), "out of sight, and remembered");
    assert_eq!(back.turn(), turn + 6);
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
        ["You know no open and safe way there."]
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
fn e15_a_locked_door_is_a_wall_until_its_key_is_held() {
    let map = "\
##########
#@...D..>#
#..k.#...#
##########
";
    let text = levels(
        "item k \"bronze key\" opens=bronze",
        map,
        "mark D + locked=bronze\n",
    );
    let session = pressed(&text, ">");
    assert_eq!(
        session.latest_messages(),
        ["You know no open and safe way there."]
    );
    let session = pressed(&text, "ln>");
    assert_eq!(place(&session), at(8, 1));
    assert_eq!(
        session.latest_messages(),
        ["You unlock the door with the bronze key.", ARRIVED]
    );
}

#[test]
fn e15_what_lies_on_the_way_is_taken() {
    let map = "\
#########
#@.$...>#
#########
";
    let session = pressed(&levels("", map, ""), ">");
    assert_eq!(place(&session), at(7, 1));
    assert_eq!(
        session.latest_messages(),
        ["You take the gold: +10 wealth.", ARRIVED]
    );
}

#[test]
fn e15_a_journey_stops_at_words_wounds_and_monsters_that_come_into_view() {
    let sign = "\
#########
#@.?...>#
#########
";
    let text = levels("", sign, "? 4 2 \"Turn back.\"\n");
    let session = pressed(&text, ">");
    assert_eq!((place(&session), session.turn()), (at(3, 1), 2));
    assert_eq!(session.latest_messages(), ["Turn back."]);
    let curse = "item c \"cursed coin\" health=-1";
    let text = levels(curse, &sign.replace('?', "c"), "");
    assert_eq!(place(&pressed(&text, ">")), at(3, 1), "it hurts");
    let corner = "\
##########
#@.......#
########.#
#r.......#
####.#####
#>...#####
##########
";
    let rat = "kind r \"rat\" sense=never roam=stand health=5";
    let mut session = pressed(&levels(rat, corner, ""), ">");
    assert_eq!(place(&session), at(7, 3), "where the row comes into view");
    assert_eq!(session.latest_messages(), ["You see a rat."]);
    session.press(">").expect("a script");
    assert_eq!(place(&session), at(1, 5), "it is known now");
}

#[test]
fn e15_a_traveller_never_fights() {
    let map = "\
########
#@..r.>#
########
";
    let rat = "kind r \"rat\" sense=never roam=stand attack=none health=5";
    let session = pressed(&levels(rat, map, ""), ">");
    assert_eq!(place(&session), at(3, 1));
    assert_eq!(session.latest_messages(), ["The rat is in your way."]);
    assert_eq!(session.turn(), 2);
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
fn e15_nothing_travels_when_the_game_is_over() {
    let text = levels("hero health=1", HALL, "w 3 2 9 9\n");
    let mut session = pressed(&text, "l");
    let end = place(&session);
    session.press(">").expect("a script");
    assert_eq!(session.latest_messages(), ["The game is over."]);
    assert_eq!(place(&session), end);
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

#[test]
fn e15_who_steps_in_four_directions_travels_in_them() {
    let text = "\
rules arena
level \"Yard\"
map
@...#.
.##.#.
.##..>
+#####
.%####
end
level \"Cellar\"
map
<@%
end
";
    let session = pressed(text, ">");
    assert_eq!(place(&session), at(5, 2));
    assert_eq!(session.turn(), 7, "he cuts no corner");
    assert_eq!(session.latest_messages(), [ARRIVED]);
    let cut_off = text.replace(".##..>", ".###.>");
    let session = pressed(&cut_off, ">");
    assert_eq!((place(&session), session.turn()), (at(0, 0), 0));
    assert_eq!(
        session.latest_messages(),
        ["You know no open and safe way there."]
    );
}

#[test]
fn e15_a_traveller_along_the_edge_of_a_board_stomps_no_enemy() {
    let text = "\
rules arena
kind S \"sleeper\" is=enemy sense=never roam=stand
level
map
@...S.>
#######
end
level
map
<@%
end
";
    let session = pressed(text, ">");
    assert_eq!(place(&session), at(3, 0));
    assert_eq!(session.latest_messages(), ["The sleeper is in your way."]);
}
