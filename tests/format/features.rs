//! Doors, traps and signs in a file, and the tiles that they become.
use crate::reading::{codes, dungeon};
use dungeon_format::{Code, Limits, Source};
use dungeon_lint::read;
use dungeon_model::dungeon::{
    Colour, Door, Dungeon, Feature, Footing, Guise, Harm, ScatteredThing, Sight, Tile, TileId,
    Trap, builtin,
};
use dungeon_model::space::geometry::at;

/// A room of two halves with a drawn door at 5,2, a key that opens bronze at 3,2, and these records.
fn room(records: &str) -> String {
    format!(
        "item k \"key\" opens=bronze
map
#########
#@k.+..$#
#...#...#
#########
end
{records}
"
    )
}

fn tile(dungeon: &Dungeon, x: i32, y: i32) -> (TileId, &Tile) {
    let id = dungeon.levels()[0]
        .tiles
        .get(at(x - 1, y - 1))
        .expect("a cell of the level");
    (id, dungeon.tile(id))
}

fn door(dungeon: &Dungeon, x: i32, y: i32) -> Door {
    match tile(dungeon, x, y).1.feature {
        Feature::Door(door) => door,
        other => panic!("expected a door, found {other:?}"),
    }
}

fn trap(dungeon: &Dungeon, id: TileId) -> Trap {
    match dungeon.tile(id).feature {
        Feature::Trap(trap) => trap,
        other => panic!("expected a trap, found {other:?}"),
    }
}

/// Returns the trap that a record in the room makes.
fn harm(record: &str) -> Harm {
    let dungeon = dungeon(&room(record));
    trap(&dungeon, tile(&dungeon, 7, 3).0).harm
}

#[test]
fn drawn_features_are_the_built_in_tiles() {
    let text = room("").replace("#...#...#", "#.^?'...#");
    let source = Source::from_text("test.dng", text);
    let (dungeon, found) = read(&source, &Limits::default());
    let codes: Vec<Code> = found.iter().map(|found| found.code).collect();
    assert_eq!(codes, [Code::NoWords]);
    let dungeon = dungeon.expect("a warning is no error");
    let ids = [(5, 2), (3, 3), (4, 3), (5, 3)].map(|(x, y)| tile(&dungeon, x, y).0);
    let expected = [
        builtin::DOOR,
        builtin::TRAP,
        builtin::SIGN,
        builtin::OPEN_DOOR,
    ];
    assert_eq!(ids, expected);
    let plain = trap(&dungeon, builtin::TRAP);
    assert_eq!((plain.harm, plain.guise), (Harm::Dart(3), Guise::Plain));
}

#[test]
fn a_locked_door_stops_openers_and_becomes_floor_when_it_is_opened() {
    let dungeon = dungeon(&room("+ 5 2 locked=bronze \"It creaks.\""));
    let (_, closed) = tile(&dungeon, 5, 2);
    assert_eq!(
        (closed.footing, closed.sight),
        (Footing::Drifters, Sight::Blocked)
    );
    assert_eq!(
        (closed.name.as_str(), closed.says.as_str()),
        ("locked door", "It creaks.")
    );
    let door = door(&dungeon, 5, 2);
    let lock = door.lock.expect("it is locked");
    assert_eq!(dungeon.locks()[usize::from(lock.0)], "bronze");
    let opened = dungeon.tile(door.opened);
    assert_eq!(
        (opened.footing, opened.sight),
        (Footing::Anyone, Sight::Clear)
    );
    assert_eq!(
        (opened.glyph, opened.says.as_str()),
        ('\'', ""),
        "it creaks once"
    );
}

#[test]
fn a_door_may_look_otherwise_and_keeps_its_name_when_it_is_open() {
    let dungeon = dungeon(&room("+ 5 2 name=\"iron gate\" glyph=% colour=grey"));
    let (_, closed) = tile(&dungeon, 5, 2);
    let opened = dungeon.tile(door(&dungeon, 5, 2).opened);
    let looks = |tile: &Tile| (tile.name.clone(), tile.glyph, tile.colour);
    let gate = |glyph| ("iron gate".to_string(), glyph, Some(Colour::Grey));
    assert_eq!((looks(closed), looks(opened)), (gate('%'), gate('\'')));
}

#[test]
fn a_record_describes_the_drawn_door_and_keeps_what_its_mark_said() {
    let text = room("mark D + locked=bronze\n+ 5 2 \"It creaks.\"").replace(".+..$", ".D..$");
    let dungeon = dungeon(&text);
    assert!(door(&dungeon, 5, 2).lock.is_some());
    assert_eq!(tile(&dungeon, 5, 2).1.says, "It creaks.");
}

#[test]
fn equal_doors_are_one_tile() {
    let doors = "+ 6 3 locked=bronze\n+ 7 3 locked=\"bronze\"\n+ 8 3";
    let text = room(doors).replace("+..$", "...$");
    let dungeon = dungeon(&text);
    let ids = [6, 7, 8].map(|x| tile(&dungeon, x, 3).0);
    assert_eq!(ids[0], ids[1]);
    assert_eq!(ids[2], builtin::DOOR);
    assert_eq!(
        dungeon.locks(),
        ["bronze"],
        "`opens=` and `locked=` share it"
    );
}

#[test]
fn traps_do_what_their_keys_say() {
    assert_eq!(harm("^ 7 3"), Harm::Dart(3));
    assert_eq!(harm("^ 7 3 damage=9"), Harm::Dart(9));
    assert_eq!(harm("^ 7 3 trap=pit"), Harm::Pit(3));
    assert_eq!(harm("^ 7 3 trap=pit damage=5"), Harm::Pit(5));
    assert_eq!(harm("^ 7 3 trap=alarm"), Harm::Alarm);
    assert_eq!(harm("^ 7 3 trap=teleport"), Harm::Teleport(None));
    assert_eq!(
        harm("^ 7 3 trap=teleport to=2,3"),
        Harm::Teleport(Some(at(1, 2)))
    );
    assert_eq!(
        harm("^ 7 3 trap=teleport to=@"),
        Harm::Teleport(Some(at(1, 1)))
    );
}

#[test]
fn a_trap_stays_itself_when_it_is_sprung_or_becomes_floor() {
    let dungeon = dungeon(&room(
        "^ 7 3 damage=5\n^ 8 3 damage=5 once=yes\n^ 6 3 damage=5 once=no",
    ));
    let stays = tile(&dungeon, 7, 3).0;
    assert_eq!(trap(&dungeon, stays).sprung, stays);
    assert_eq!(
        trap(&dungeon, tile(&dungeon, 8, 3).0).sprung,
        builtin::FLOOR
    );
    assert_eq!(tile(&dungeon, 6, 3).0, stays, "equal doors share a tile");
}

#[test]
fn a_hidden_trap_looks_like_the_floor_it_lies_in() {
    let text = room(
        "mark X ^ hidden=yes trap=pit \"You fall.\"\n. 7 3 name=\"moss\" glyph=,\n^ 7 3 hidden=yes",
    );
    let text = text.replace("#...#...#", "#...#X..#");
    let dungeon = dungeon(&text);
    let (id, unseen) = tile(&dungeon, 6, 3);
    assert_eq!((unseen.name.as_str(), unseen.glyph), ("floor", '.'));
    assert_eq!(
        (unseen.footing, unseen.says.as_str()),
        (Footing::Anyone, "You fall.")
    );
    let Trap {
        guise: Guise::Hidden(found),
        sprung,
        harm,
    } = trap(&dungeon, id)
    else {
        panic!("expected a hidden trap");
    };
    assert_eq!((harm, sprung), (Harm::Pit(3), found));
    assert_eq!(
        (
            dungeon.tile(found).name.as_str(),
            trap(&dungeon, found).sprung
        ),
        ("pit", found)
    );
    let (_, moss) = tile(&dungeon, 7, 3);
    assert_eq!((moss.name.as_str(), moss.glyph), ("moss", ','));
}

#[test]
fn a_hidden_trap_in_a_pasted_map_looks_like_a_blank() {
    let map = drawn! {"
        map 6 3
        ######
        #  X #
        ######
        @ 2 2
        $ 3 2
    "};
    let dungeon = dungeon(&format!("{map}mark X ^ hidden=yes once=yes\n"));
    let (id, unseen) = tile(&dungeon, 4, 2);
    assert_eq!(unseen.glyph, ' ');
    assert_eq!(trap(&dungeon, id).sprung, builtin::CLASSIC_FLOOR);
}

#[test]
fn a_plus_in_a_pasted_map_is_scenery_until_a_record_makes_it_a_door() {
    let map = drawn! {"
        map 7 3
        +#####+
        #  +  #
        +#####+
        @ 2 2
        $ 3 2
    "};
    let footing = |text: &str| tile(&dungeon(text), 4, 2).1.footing;
    assert_eq!(footing(map), Footing::Drifters);
    assert_eq!(footing(&format!("{map}+ 4 2\n")), Footing::Openers);
}

#[test]
fn terrain_takes_words_and_looks_from_its_record_and_its_mark() {
    let text =
        room("mark 8 . \"A draught.\"\n. 7 3 says=\"It drips.\"\n# 6 2 name=\"pillar\" glyph=I");
    let dungeon = dungeon(&text.replace("#...#...#", "#8..#...#"));
    assert_eq!(tile(&dungeon, 2, 3).1.says, "A draught.");
    assert_eq!(tile(&dungeon, 7, 3).1.says, "It drips.");
    let (_, pillar) = tile(&dungeon, 6, 2);
    assert_eq!(
        (pillar.name.as_str(), pillar.glyph, pillar.footing),
        ("pillar", 'I', Footing::Drifters)
    );
    assert_eq!(codes(&room("# 6 2 says=\"Boo.\"")), [Code::UnknownKey]);
}

#[test]
fn marks_stack_a_body_an_item_and_one_kind_of_terrain() {
    let stack = |marks: &str| room(marks).replace("#...#...#", "#...#X..#");
    let guarded = dungeon(&stack("mark X ^ trap=alarm\nmark X w\nmark X *"));
    assert_eq!(trap(&guarded, tile(&guarded, 6, 3).0).harm, Harm::Alarm);
    assert_eq!(guarded.levels()[0].spawns.len(), 2);
    assert_eq!(guarded.levels()[0].items.len(), 3);
    assert_eq!(codes(&stack("mark X ^\nmark X .")), [Code::DuplicateGlyph]);
    assert_eq!(codes(&stack("mark X +\nmark X *")), [Code::InWall]);
}

#[test]
fn terrain_that_comes_later_replaces_a_feature() {
    let dungeon = dungeon(&room("+ 7 3\n. 7 3\n. 5 2"));
    assert_eq!(tile(&dungeon, 7, 3).0, builtin::FLOOR);
    assert_eq!(tile(&dungeon, 5, 2).0, builtin::FLOOR, "a drawn door, too");
}

#[test]
fn a_scatter_of_features_reads_the_keys_of_its_record() {
    let dungeon = dungeon(&room(
        "scatter ^ 2 trap=pit damage=1 hidden=yes \"Aaah.\"\nscatter + 1 locked=bronze in=6,2..8,3",
    ));
    let scattered: Vec<TileId> = dungeon.levels()[0]
        .scatters
        .iter()
        .map(|scatter| match scatter.what {
            ScatteredThing::Tile(tile) => tile,
            other => panic!("expected terrain, found {other:?}"),
        })
        .collect();
    let pit = trap(&dungeon, scattered[0]);
    assert!(matches!(pit.guise, Guise::Hidden(_)));
    assert_eq!(
        (pit.harm, dungeon.tile(scattered[0]).says.as_str()),
        (Harm::Pit(1), "Aaah.")
    );
    assert!(matches!(
        dungeon.tile(scattered[1]).feature,
        Feature::Door(Door { lock: Some(_), .. })
    ));
}

#[test]
fn limit_features_count_as_other_things_do() {
    let limits = Limits {
        entities: 8,
        ..Limits::default()
    };
    let text = room("").replace("#...#...#", "#^^^#^^^#");
    let (_, found) = read(&Source::from_text("test.dng", text), &limits);
    let codes: Vec<Code> = found.into_iter().map(|found| found.code).collect();
    assert_eq!(codes, [Code::Limit]);
}

#[test]
fn a_key_that_a_later_brood_drops_is_a_key() {
    let nests = "kind a \"nest\" is=wanderer spawns=b:5\nkind b \"egg\" is=wanderer spawns=c:5\n\
                 kind c \"bird\" is=wanderer drops=k\nmap";
    let text = room("+ 5 2 locked=bronze\na 4 3");
    let text = text.replacen("map", nests, 1).replacen("@k", "@.", 1);
    assert_eq!(codes(&text), []);
}
