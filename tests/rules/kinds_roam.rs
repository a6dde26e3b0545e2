//! The table of kinds in docs/format, what it does meanwhile: a picture, keys, and what happened. Points are 1-based.
use crate::scenario::{game, place, places, press};

#[test]
fn kinds_roam_wander_keeps_its_direction_and_slides() {
    let mut game = game(
        r#"
kind w "worm" roam=wander
map
##########
#@########
#$########
##########
#........#
#.......##
#w.......#
##########
end
"#,
        6,
    );
    // North-east, then along the wall; a corner costs it a turn and its direction, and it draws until one is free.
    assert_eq!(
        places(&mut game, 1, 13),
        [
            (2, 7),
            (2, 7),
            (3, 6),
            (4, 5),
            (5, 5),
            (6, 5),
            (7, 5),
            (8, 5),
            (9, 5),
            (9, 5),
            (9, 5),
            (9, 5),
            (8, 5),
            (7, 5)
        ]
    );
}

#[test]
fn kinds_roam_route_walks_to_and_fro_and_turning_takes_a_turn() {
    let mut game = game(
        r#"
kind g "guard" roam=route
map
########
#@######
#$######
########
#g.....#
########
end
g 2 5 via=4,5
"#,
        0,
    );
    let xs = places(&mut game, 1, 9).into_iter().map(|(x, _)| x);
    assert_eq!(xs.collect::<Vec<_>>(), [2, 3, 4, 4, 3, 2, 2, 3, 4, 4]);
}

#[test]
fn kinds_roam_route_is_found_again_after_a_hunt() {
    // The guard goes after the hero, loses him round the corner, and goes straight back to its post.
    let mut game = game(
        r#"
kind g "guard" sense=sight:3 hunt=line roam=route
map
###########
#@.......$#
#####.#####
#####.#####
#####g#####
###########
end
g 6 5 via=6,5
"#,
        0,
    );
    let mut seen = Vec::new();
    for key in "6666666...".chars() {
        press(&mut game, key).expect("walking is legal");
        seen.push(place(&game, 1).1);
    }
    assert_eq!(seen, [5, 5, 5, 4, 3, 4, 5, 5, 5, 5]);
}

#[test]
fn kinds_roam_route_waits_where_somebody_stands_on_its_next_point() {
    // The first clerk opens the door; the second comes into it first, turns round there, and goes.
    let text = drawn! {r#"
        kind c "clerk" sense=never roam=route through=doors attack=none
        map
        ##########
        #....#...#
        #...c+c..#
        #....#...#
        ##########
        #@$#######
        ##########
        end
        c 5 3 via=6,3 via=7,3
        c 7 3 via=6,3
    "#};
    for seed in 0..8 {
        let mut game = game(text, seed);
        let mut both = vec![(place(&game, 1), place(&game, 2))];
        for _ in 0..4 {
            press(&mut game, '.').expect("waiting is legal");
            both.push((place(&game, 1), place(&game, 2)));
        }
        assert_eq!(
            both,
            [
                ((5, 3), (7, 3)),
                ((5, 3), (6, 3)),
                ((5, 3), (6, 3)),
                ((5, 3), (7, 3)),
                ((6, 3), (7, 3)),
            ]
        );
    }
}

#[test]
fn kinds_roam_drift_goes_through_walls_until_something_stops_it() {
    let mut game = game(
        r#"
kind d "dust" attack=none roam=drift
map
##########
#@$#######
##########
##########
####d#####
##########
##########
##########
end
"#,
        6,
    );
    // South to the rim, where two draws are blocked; north-west to the rim, north-east to the rim, and south-east.
    assert_eq!(
        places(&mut game, 1, 14),
        [
            (5, 5),
            (5, 6),
            (5, 7),
            (5, 7),
            (5, 7),
            (4, 6),
            (3, 5),
            (2, 4),
            (3, 3),
            (4, 2),
            (5, 3),
            (6, 4),
            (7, 5),
            (8, 6),
            (9, 7)
        ]
    );
}

#[test]
fn kinds_roam_random_draws_one_of_four_directions_every_turn() {
    let mut game = game(
        r#"
kind b "bat" roam=random
map
########
#@######
#$######
########
#.b...##
#.....##
########
end
"#,
        1,
    );
    let places = places(&mut game, 1, 200);
    let steps = places.windows(2).map(|two| {
        let [(x, y), (nx, ny)] = [two[0], two[1]];
        (nx - x, ny - y)
    });
    let mut steps: Vec<_> = steps.collect();
    steps.sort_unstable();
    steps.dedup();
    assert_eq!(steps, [(-1, 0), (0, -1), (0, 0), (0, 1), (1, 0)]);
}

#[test]
fn kinds_roam_stand_stands() {
    let mut game = game(
        r#"
kind s "stone" sense=near:1
map
#######
#@...$#
#...s.#
#######
end
"#,
        1,
    );
    assert!(places(&mut game, 1, 20).iter().all(|at| *at == (5, 3)));
}
