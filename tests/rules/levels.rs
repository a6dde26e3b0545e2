//! Several levels: stairs, arrival (E-15), pits, and levels that pause without the hero. Each test draws a map, presses
//! keys and compares the events. Points and levels are 1-based.
use crate::scenario::{game, place, presses};
use dungeon_model::dungeon::LevelId;

/// Two levels joined by stairs; marks and records of the lower one can be added.
const TOWER: &str = "
level \"Upper\"
map
#######
#@.>..#
#.$...#
#######
end
level \"Lower\"
map
########
#..<...#
#.....$#
########
end
";

// ---- stairs ----------------------------------------------------------------------------------------------

#[test]
fn e15_keys_are_done_on_the_stairs_that_look_their_way() {
    let game = game(TOWER, 0);
    let done_on = |key, level: u8| {
        let level = LevelId(level);
        let points = game.world().size(level).points();
        let tiles = points.map(|p| game.world().tile(level, p));
        let action = crate::scenario::action(&game, key);
        tiles
            .filter(|tile| game.rules().face().is_done_on(action, tile))
            .count()
    };
    assert_eq!(
        [
            done_on('>', 0),
            done_on('<', 0),
            done_on('>', 1),
            done_on('<', 1)
        ],
        [1, 0, 0, 1]
    );
    assert_eq!(done_on('.', 0), 0);
}

// ---- destinations of stairs -------------------------------------------------------------------------------

// ---- paused levels ----------------------------------------------------------------------------------------

#[test]
fn levels_sleep_while_the_hero_is_away_and_remember() {
    let map = "
level \"Upper\"
map
#########
#@>.$####
#########
#p......#
#########
end
p 2 4 via=8,4
level \"Lower\"
map
#####
#<..#
#####
end
";
    let mut game = game(map, 0);
    let mut stops = Vec::new();
    for key in "6..>....<....".chars() {
        presses(&mut game, &key.to_string());
        stops.push(place(&game, 1).0 - 2);
    }
    // The patrol pauses for the step down and four turns below; it acts again in the turn of the hero's return.
    assert_eq!(stops, [1, 2, 3, 3, 3, 3, 3, 3, 4, 5, 6, 6, 5]);
}
