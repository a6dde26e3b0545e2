//! The table of kinds in docs/format, the shortest way to its prey: a picture, keys, and what happened. Points are
//! 1-based.
use crate::scenario::{game, places, press, story};
use dungeon_engine::action::ActorId;
use insta::assert_snapshot;

#[test]
fn kinds_hunt_path_goes_the_shortest_way_round_obstacles() {
    let told = story(
        r#"
kind d "hound" sense=always hunt=path
map
#########
#@#....$#
#.#.##.##
#.#.##.##
#...##d.#
#########
end
"#,
        "........",
    );
    assert_snapshot!(told, @"
    .: hound to 7,4
    .: hound to 7,3
    .: hero Health +1, hound to 6,2
    .: hound to 5,2
    .: hound to 4,3
    .: hero Health +1, hound to 4,4
    .: hero Manna +1, hound to 3,5
    .: hound to 2,4
    ");
}

#[test]
fn kinds_hunt_path_without_any_way_roams() {
    let told = story(
        r#"
kind d "hound" sense=always hunt=path roam=random
map
########
#@#....#
#.#..d.#
#$#....#
########
end
"#,
        "..",
    );
    assert_snapshot!(told, @"
    .: hound to 6,2
    .: hound to 7,2
    ");
}

#[test]
fn kinds_hunt_path_waits_behind_others_and_goes_round_where_there_is_room() {
    // In a corridor they queue; in the open the second one takes the side that its number says.
    let corridor = r#"
kind d "hound" strength=0 sense=always hunt=path
map
########
#$@.dd.#
########
end
"#;
    assert_snapshot!(story(corridor, "..."), @"
    .: hound to 4,2, hound to 5,2
    .: hound strikes hero, hero Health +0
    .: hero Health +1, hound strikes hero, hero Health +0
    ");
    let mut open = game(
        r#"
kind d "hound" strength=0 sense=always hunt=path
map
###########
#.........#
#.........#
#...@.dddd#
#.........#
#$.....ddd#
###########
end
"#,
        0,
    );
    for _ in 0..12 {
        press(&mut open, '.').expect("waiting is legal");
    }
    let at = open.world().body(ActorId(0)).at;
    let ring = open.world().bodies()[1..].iter();
    let near = ring.filter(|hound| hound.at.chebyshev(at) == 1).count();
    assert_eq!(near, 7, "all of them have come round");
}

#[test]
fn kinds_hunt_path_knows_of_a_door_that_opens_before_its_turn() {
    // The first imp finds no way and stays; then the porter opens the door, and the second one comes.
    let told = story(
        r#"
kind i "imp" sense=always hunt=path
kind o "porter" sense=always hunt=path through=doors
map
########
#@#i...#
#.+oi..#
#$#....#
########
end
"#,
        ".",
    );
    assert_snapshot!(told, @".: porter opens 3,3, open door built 3,3, imp to 4,4");
}

#[test]
fn kinds_hunt_path_knows_of_food_that_went_before_its_turn() {
    // Both mice have the left cheese nearest; once it is eaten the other mouse turns to the right one.
    let told = story(
        r#"
item c "cheese" herd=yes
kind m "mouse" sense=always hunt=path prey=herd
map
############
#$@.mc.m..c#
############
end
"#,
        ".",
    );
    assert_snapshot!(told, @".: mouse to 6,2, mouse eats cheese 6,2, mouse to 9,2");
}

#[test]
fn kinds_hunt_path_goes_on_where_the_hero_has_gone_to() {
    // The imp follows the hero to the right, and turns with him: the ways of the turn before are forgotten.
    let told = story(
        r#"
kind i "imp" strength=0 sense=always hunt=path
map
#########
#...@...#
#.#####.#
#$..i...#
#########
end
"#,
        "664444",
    );
    assert_snapshot!(told, @"
    6: hero to 6,2, imp to 6,4
    6: hero to 7,2, imp to 7,4
    4: hero to 6,2, hero Health +1, imp to 8,3
    4: hero to 5,2, imp to 7,2
    4: hero to 4,2, imp to 6,2
    4: hero to 3,2, hero Health +1, imp to 5,2
    ");
}

#[test]
fn kinds_hunt_path_forgets_the_ways_of_the_game_it_was() {
    let text = drawn! {r#"
        kind H "hound" sense=always hunt=path
        map
        #########
        #...@...#
        #.......#
        #.......#
        #...H...#
        #.......#
        #$......#
        #########
        end
    "#};
    let (mut east, mut west) = (game(text, 0), game(text, 0));
    press(&mut east, '6').expect("there is floor");
    press(&mut west, '4').expect("there is floor");
    east.clone_from(&west);
    assert_eq!(places(&mut east, 1, 1), [(4, 4), (4, 3)]);
    assert_eq!(places(&mut west, 1, 1), [(4, 4), (4, 3)]);
}

#[test]
fn kinds_hunt_path_stays_where_it_has_come_next_to_its_prey() {
    let text = drawn! {r#"
        kind H "hound" sense=always hunt=path attack=none
        map
        ######
        #....#
        #.@H.#
        #...$#
        ######
        end
    "#};
    assert_eq!(places(&mut game(text, 0), 1, 2), [(4, 3); 3]);
}
