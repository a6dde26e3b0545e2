//! Slime: the kinds that leave it, and its meaning in every game. Each test reads a small file (docs/format,
//! "Tactics").
use super::tactics::{cellar, kind};
use crate::reading::{codes, dungeon};
use dungeon_format::Code;
use dungeon_model::dungeon::games::tactics;
use dungeon_model::dungeon::{Dungeon, Feature, Footing, Sight, TileId, builtin};
use dungeon_model::space::geometry::at;

/// Whether slime may lie in any game of this dungeon.
fn has_slime(dungeon: &Dungeon) -> bool {
    dungeon
        .tiles()
        .iter()
        .any(|tile| tile.footing == Footing::Slime)
}

#[test]
fn golden_numbers_stay_where_no_slime_is_wanted() {
    let read = dungeon(&cellar("kind x \"own\" is=blue"));
    assert!(!has_slime(&read));
    assert_eq!(read.kinds().len(), builtin::explore_kinds().len() + 1);
    let read = dungeon(&cellar("kind x \"own\" is=red"));
    let slime = TileId(builtin::tiles().len() as u16);
    assert_eq!(
        kind(&read, "own").trail,
        Some(slime),
        "its own slime comes first"
    );
    let read = dungeon("rules tactics\nkind x \"own\" is=red\nmap\n@..x\nend\n");
    assert_eq!(kind(&read, "own").trail, Some(tactics::SLIME));
    assert_eq!(read.tiles(), tactics::tiles());
}

#[test]
fn a_trail_is_terrain_that_may_be_declared_further_down() {
    let text = cellar("kind x \"slug\" is=wanderer trail=:\ntile : \"ash\" colour=grey");
    let read = dungeon(&text);
    let trail = kind(&read, "slug").trail.expect("a trail");
    assert_eq!(read.tile(trail).name, "ash");
    let walls = dungeon(&cellar("kind x \"mason\" is=wanderer trail=#"));
    assert_eq!(kind(&walls, "mason").trail, Some(builtin::WALL));
    let clean = dungeon(&cellar("kind x \"clean\" is=red trail=."));
    assert_eq!(kind(&clean, "clean").trail, None, "floor is no trail");
    assert!(!has_slime(&clean), "and needs no slime");
    for (trail, code) in [
        ("$", Code::BadValue),
        ("w", Code::BadValue),
        ("^", Code::BadValue),
        ("slime", Code::BadValue),
        (":", Code::UnknownGlyph),
    ] {
        let text = cellar(&format!("kind x \"slug\" is=red trail={trail}"));
        assert_eq!(codes(&text), [code], "{trail}");
    }
}

#[test]
fn slime_is_a_tile_that_every_game_can_declare() {
    for (rules, rows) in [
        (
            "",
            drawn! {"
                #######
                #@:$.x#
                #######"},
        ),
        (
            "rules siege",
            drawn! {"
                .......
                .@:%.x.
                ......."},
        ),
        (
            "rules arena",
            drawn! {"
                .......
                .@:%.x.
                ......."},
        ),
        (
            "rules tactics",
            drawn! {"
                .......
                .@:*.x.
                ......."},
        ),
    ] {
        let text = format!(
            "{rules}\ntile : \"mire\" walk=slime\nkind x \"toad\" is=green\nmap\n{rows}\nend\n"
        );
        let read = dungeon(&text);
        let tile = read.levels()[0].tiles.get(at(2, 1)).expect("a cell");
        let tile = read.tile(tile);
        assert_eq!(tile.name, "mire");
        assert_eq!(tile.footing, Footing::Slime);
        assert_eq!(tile.sight, Sight::Clear);
        assert!(matches!(tile.feature, Feature::Pool(pool) if pool.cleared == builtin::FLOOR));
    }
    let see = |keys: &str| {
        let read = dungeon(&format!(
            "tile : \"mire\" {keys}
map
#####
#@:$#
#####
end
"
        ));
        let tile = read.levels()[0].tiles.get(at(2, 1)).expect("a cell");
        read.tile(tile).sight
    };
    assert_eq!(see("walk=slime see=no"), Sight::Blocked);
    assert_eq!(see("walk=slime"), Sight::Clear);
    let walk = |walk: &str| {
        codes(&format!(
            "tile : \"mire\" walk={walk}
map
#####
#@.$#
#.:.#
#####
end
"
        ))
    };
    for wrong in ["slimy", "5", "\"slime\"", "maybe"] {
        assert_eq!(walk(wrong), [Code::BadValue], "{wrong}");
    }
}
