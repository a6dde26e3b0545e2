//! The table of kinds in docs/format, what it does meanwhile: a picture, keys, and what happened. Points are 1-based.
use crate::scenario::{game, place, places, press};

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
