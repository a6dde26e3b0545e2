//! The table of kinds in docs/format, what it does meanwhile: a picture, keys, and what happened. Points are 1-based.
use crate::scenario::{game, places};

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
