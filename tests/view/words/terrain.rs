//! Messages about terrain: walls and water, stairs, traps, signs, doors.
use super::*;
use dungeon_model::dungeon::tables_mut;
use std::sync::Arc;

/// Returns the messages when the hero opens a door like this one.
fn opened(door: Tile) -> Vec<String> {
    let tile = added(0);
    let mut world =
        world(|dungeon| Arc::make_mut(&mut tables_mut(dungeon).tiles).push(door.clone()));
    let key = Event::Taken {
        who: HERO,
        level: L,
        at: at(7, 2),
        item: KEY,
    };
    world.apply(&key);
    let (who, level, at) = (HERO, L, at(2, 1));
    let open = Event::Opened(AtTerrain {
        who,
        level,
        at,
        tile,
    });
    told_of(world, &[open])
}

#[test]
fn one_bumps_into_what_hides_and_cannot_pass_what_does_not() {
    let at_tile = |sight| {
        let stops = Tile {
            name: "deep water".to_owned(),
            sight,
            ..builtin::tiles()[2].clone()
        };
        let world = world(|dungeon| {
            Arc::make_mut(&mut tables_mut(dungeon).tiles).push(stops.clone());
            Arc::make_mut(&mut tables_mut(dungeon).levels)[0]
                .tiles
                .set(THERE, added(0));
        });
        let (who, level, at) = (HERO, L, THERE);
        told_of(world, &[Event::Bumped { who, level, at }])
    };
    assert_eq!(at_tile(Sight::Clear), ["You can't pass the deep water."]);
    assert_eq!(at_tile(Sight::Blocked), ["You bump into the deep water."]);
}

#[test]
fn stairs_are_told_with_the_name_of_the_level_they_lead_to() {
    let by = |way, to| {
        let stairs = Tile {
            feature: Feature::Stairs(Stairs { way, to, at: None }),
            ..builtin::tiles()[1].clone()
        };
        let world = world(|dungeon| {
            Arc::make_mut(&mut tables_mut(dungeon).tiles).push(stairs.clone());
            Arc::make_mut(&mut tables_mut(dungeon).levels)[0]
                .tiles
                .set(HERE, added(0));
        });
        told_of(world, &[travel(to)])
    };
    assert_eq!(by(Stair::Down, BELOW), ["You climb down to Lower halls."]);
    assert_eq!(by(Stair::Up, NAMELESS), ["You climb up to level 3."]);
    assert_eq!(told(&[travel(BELOW)]), ["You come to Lower halls."]);
    let mut vault = world(|dungeon| {
        Arc::make_mut(&mut tables_mut(dungeon).levels)[1].name = "The vault".to_owned()
    });
    vault.apply(&travel(BELOW));
    let said = tell(all_of(&vault), &[travel(BELOW)]);
    assert_eq!(said, ["You come to the vault."]);
}

#[test]
fn a_sprung_trap_says_its_own_words_or_a_sentence_by_its_kind() {
    let dart = Harm::Dart(3);
    let wound = [health(HERO, -3)];
    assert_eq!(sprung("", dart, &wound), ["A dart hits you for 3."]);
    assert_eq!(
        sprung("It hisses.", dart, &wound),
        ["It hisses. You lose 3 health."]
    );
    let pit = Harm::Pit(3);
    assert_eq!(
        sprung("", pit, &wound),
        ["You fall into a pit (-3 health)."]
    );
    let fall = [travel(BELOW)];
    assert_eq!(
        sprung("", pit, &fall),
        ["You fall through a pit to Lower halls."]
    );
    assert_eq!(
        sprung("The floor gives.", pit, &fall),
        ["The floor gives. You fall to Lower halls."]
    );
    let whisk = [travel(L)];
    let teleport = Harm::Teleport(None);
    assert_eq!(sprung("", teleport, &whisk), ["You are whisked away."]);
    assert_eq!(sprung("Whoosh!", teleport, &whisk), ["Whoosh!"]);
    let bells = [Event::Alarmed {
        level: L,
        until: 10,
    }];
    assert_eq!(
        sprung("", Harm::Alarm, &bells),
        ["An alarm rings out, and every monster hears it."]
    );
    assert_eq!(sprung("Bells!", Harm::Alarm, &bells), ["Bells!"]);
    assert_eq!(
        told(&bells),
        ["An alarm rings out, and every monster hears it."],
        "by any means"
    );
}

#[test]
fn who_finds_no_room_where_he_was_to_go_is_told_so() {
    let stay = Event::Bumped {
        who: HERO,
        level: L,
        at: HERE,
    };
    let no_room = "You find no room there.";
    assert_eq!(sprung("", Harm::Pit(3), &[stay]), [no_room]);
    assert_eq!(told(&[stay]), [no_room], "on stairs");
}

#[test]
fn signs_doors_and_found_traps_are_told() {
    let door = builtin::tiles()[4].clone();
    assert_eq!(opened(door.clone()), ["You open the door."]);
    let opened_by = |lock, name: &str, says: &str| {
        let feature = Feature::Door(Door {
            lock,
            opened: builtin::OPEN_DOOR,
        });
        opened(Tile {
            name: name.to_owned(),
            says: says.to_owned(),
            feature,
            ..door.clone()
        })
    };
    assert_eq!(
        opened_by(Some(LockId(0)), "oak door", "It groans."),
        ["You unlock the oak door with the bronze key.", "It groans."]
    );
    let (who, level, at, tile) = (HERO, L, HERE, added(0));
    let sign = Tile {
        says: "Beware.".to_owned(),
        ..builtin::tiles()[7].clone()
    };
    let with_sign =
        world(|dungeon| Arc::make_mut(&mut tables_mut(dungeon).tiles).push(sign.clone()));
    let read = Event::Read(AtTerrain {
        who,
        level,
        at,
        tile,
    });
    assert_eq!(told_of(with_sign, &[read]), ["Beware."]);
    let found = Event::Found(AtTerrain {
        who,
        level,
        at,
        tile,
    });
    let hidden = sprung("", Harm::Alarm, &[found]);
    assert_eq!(hidden, ["You find a rusty trap."], "not a floor");
}

#[test]
fn a_monster_opens_a_door_without_its_words() {
    let (who, level, at, tile) = (IMP, L, at(2, 1), builtin::DOOR);
    let open = Event::Opened(AtTerrain {
        who,
        level,
        at,
        tile,
    });
    assert_eq!(told(&[open]), ["The imp opens the door."]);
}
