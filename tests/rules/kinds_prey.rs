//! The table of kinds in docs/format, whom it is after, and what it passes through: a picture, keys, and what happened.
//! Points are 1-based.
use crate::scenario::{game, places, story};
use insta::assert_snapshot;

/// A hero, and eaters of cheese with such a prey.
fn pantry(prey: &str) -> String {
    format!(
        r#"
item c "cheese" herd=yes health=3
kind m "mouse" strength=1 sense=always hunt=path {prey}
map
##########
#@...m.c.#
#........#
#c......$#
##########
end
"#
    )
}

#[test]
fn kinds_prey_hero_leaves_the_herd_alone() {
    assert_snapshot!(story(&pantry("prey=hero"), "..."), @"
    .: mouse to 5,2
    .: mouse to 4,2
    .: hero Health +1, mouse to 3,2
    ");
}

#[test]
fn kinds_prey_herd_eats_the_nearest_and_leaves_the_hero_alone() {
    assert_snapshot!(story(&pantry("prey=herd"), "..........."), @"
    .: mouse to 7,2
    .: mouse to 8,2, mouse eats cheese 8,2
    .: hero Health +1, mouse to 7,3
    .: mouse to 6,4
    .: mouse to 5,4
    .: hero Health +1, mouse to 4,4
    .: hero Manna +1, mouse to 3,4
    .: mouse to 2,4, mouse eats cheese 2,4
    .: hero Health +1
    .: 
    .:
    ");
}

#[test]
fn kinds_prey_nearest_hunts_the_herd_only_where_it_is_strictly_nearer() {
    assert_snapshot!(story(&pantry("prey=nearest"), "....."), @"
    .: mouse to 7,2
    .: mouse to 8,2, mouse eats cheese 8,2
    .: hero Health +1, mouse to 7,2
    .: mouse to 6,2
    .: mouse to 5,2
    ");
    let alike = pantry("prey=nearest")
        .replace("m.c.", "m...")
        .replace("#c..", "#.c.");
    assert_snapshot!(story(&alike, "."), @".: mouse to 5,2");
}

#[test]
fn kinds_prey_nearest_prefers_the_hero_where_both_are_as_near() {
    let first = |food: i32| {
        let text = format!(
            "kind s \"slug\" sense=always hunt=greedy prey=nearest
item m \"moss\" herd=yes
map
#########
#@.s...$#
#########
end
m {food} 2
"
        );
        places(&mut game(&text, 0), 1, 1)[1]
    };
    assert_eq!([first(6), first(5)], [(3, 2), (5, 2)]);
}

#[test]
fn kinds_prey_herd_of_equally_near_ones_is_the_first_in_reading_order() {
    let first = |moss: &str| {
        let text = format!(
            "kind s \"slug\" sense=always hunt=greedy prey=herd
item m \"moss\" herd=yes
map
########
#@$....#
#......#
#...s..#
#......#
#......#
########
end
{moss}"
        );
        places(&mut game(&text, 0), 1, 1)[1]
    };
    assert_eq!(first("m 3 4\nm 7 4\n"), (4, 4));
    assert_eq!(first("m 3 4\nm 5 2\n"), (5, 3));
    assert_eq!(first("m 7 4\nm 5 6\n"), (6, 4));
}

#[test]
fn kinds_prey_herd_eats_what_lies_under_it() {
    let told = story(
        r#"
item c "cheese" herd=yes
kind m "mouse" sense=sight:9 hunt=line roam=wander prey=herd
map
#######
#@...$#
#...M.#
#######
end
mark M m
mark M c
"#,
        "....",
    );
    assert_snapshot!(told, @"
    .: mouse eats cheese 5,3
    .: 
    .: hero Health +1, mouse to 6,3
    .:
    ");
}

#[test]
fn kinds_through_walls_hunts_by_any_means_through_walls() {
    let told = story(
        r#"
kind x "xorn" sense=always hunt=path through=walls
map
#######
#@#####
#$#####
#####x#
#######
end
"#,
        "..",
    );
    assert_snapshot!(told, @"
    .: xorn to 5,3
    .: xorn to 4,2
    ");
}

#[test]
fn kinds_through_doors_opens_those_that_are_not_locked() {
    let map = r#"
item k "key" opens=iron
kind d "hound" sense=always hunt=path THROUGH
map
########
#@#...$#
#.D..d.#
#k#....#
########
end
mark D + LOCK
"#;
    let play = |through: &str, lock: &str| {
        let text = map.replace("THROUGH", through).replace("LOCK", lock);
        story(&text, "......")
    };
    assert_snapshot!(play("through=doors", ""), @"
    .: hound to 5,2
    .: hound to 4,2
    .: hero Health +1, hound opens 3,3, open door built 3,3
    .: hound to 3,3
    .: hound strikes hero, hero Health -3
    .: hero Health +1, hound strikes hero, hero Health -3
    ");
    let still = play("", "");
    assert_eq!(still, play("through=doors", "locked=iron"));
    assert_snapshot!(still, @"
    .: 
    .: 
    .: hero Health +1
    .: 
    .: 
    .: hero Health +1
    ");
}

#[test]
fn kinds_through_doors_and_walls_walk_their_routes_through_them() {
    let mut game = game(
        r#"
kind g "guard" roam=route through=doors
map
########
#@######
#$######
########
#g.+...#
########
end
g 2 5 via=6,5
"#,
        0,
    );
    let xs = places(&mut game, 1, 12).into_iter().map(|(x, _)| x);
    assert_eq!(
        xs.collect::<Vec<_>>(),
        [2, 3, 3, 4, 5, 6, 6, 5, 4, 3, 2, 2, 3],
        "opening takes a turn, once"
    );
    let mut game = crate::scenario::game(
        r#"
kind g "guard" roam=route through=walls
map
########
#@######
#$######
########
#g.#...#
########
end
g 2 5 via=6,5
"#,
        0,
    );
    let xs = places(&mut game, 1, 5).into_iter().map(|(x, _)| x);
    assert_eq!(xs.collect::<Vec<_>>(), [2, 3, 4, 5, 6, 6]);
}
