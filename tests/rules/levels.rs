//! Several levels: stairs, arriving (E-15), pits, and what sleeps meanwhile. A picture, keys, and what happened;
//! points are 1-based, levels too.
use crate::scenario::{game, place, presses};
use dungeon_model::dungeon::LevelId;

/// Two levels that stairs join; marks and records of the lower one can be added.
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

// ---- where stairs lead -----------------------------------------------------------------------------------

// ---- what is where ---------------------------------------------------------------------------------------

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
    // Down below four turns pass, and the one of the stairs; on his way back the patrol goes on at once.
    assert_eq!(stops, [1, 2, 3, 3, 3, 3, 3, 3, 4, 5, 6, 6, 5]);
}
