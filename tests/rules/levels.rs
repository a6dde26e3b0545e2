//! Several levels: stairs, arriving (E-15), pits, and what sleeps meanwhile. A picture, keys, and what happened;
//! points are 1-based, levels too.
use crate::scenario::{game, place, presses, tell};
use dungeon_engine::game::Game;
use dungeon_model::dungeon::LevelId;
use insta::assert_snapshot;

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

fn level(game: &Game) -> u8 {
    game.world().here().0 + 1
}

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

/// Where the stairs down lead on a lower level of these rows and records.
fn landing(stairs: &str, lower: &str) -> String {
    let text = format!(
        "
level \"Upper\"
map
#####
#@>$#
#####
end
> 3 2 {stairs}
level \"Lower\"
map
{lower}"
    );
    let mut game = game(&text, 0);
    presses(&mut game, "6>");
    let (x, y) = place(&game, 0);
    format!("{} {x},{y}", level(&game))
}

#[test]
fn levels_without_a_cell_stairs_lead_to_the_first_ones_that_lead_back() {
    assert_eq!(
        landing(
            "",
            drawn! {"
                ######
                #....#
                #..<.#
                #.<..#
                ######
                end
            "}
        ),
        "2 4,3"
    );
    // Stairs that lead elsewhere do not lead back.
    let third = drawn! {r#"
        level "Third"
        map
        ####
        #<.#
        ####
        end
    "#};
    let lower = format!(
        "######
#..>.#
#..<.#
######
end
{third}"
    );
    assert_eq!(landing("", &lower), "2 4,3");
    let lower = format!(
        "######
#<.>.#
#..<.#
######
end
< 2 2 to=\"Third\"
{third}"
    );
    assert_eq!(landing("", &lower), "2 4,3");
    let lower = format!(
        "######
#..>.#
#....#
######
end
> 4 2 to=\"Upper\"
{third}"
    );
    assert_eq!(landing("", &lower), "2 4,2");
}

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

#[test]
fn levels_let_an_idle_round_run_the_hero_s_level_only() {
    let map = format!(
        "\nrules explore tempo=50{}",
        TOWER.replace("#@.>..#", "#@.>.g#") + "g 7 2 9 0\n"
    );
    let mut game = game(&map, 0);
    presses(&mut game, "~");
    assert_snapshot!(tell(&game), @"idles, ghost to 5,2");
    assert_eq!((place(&game, 1), place(&game, 2)), ((5, 2), (7, 2)));
}
