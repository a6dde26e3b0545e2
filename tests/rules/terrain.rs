//! Doors, locks and signs (docs/format, "Doors and keys", "Signs and words"): a picture, keys, and what happened. Points
//! are 1-based.
use crate::scenario::{game, place, press, presses, story};
use dungeon::dungeon::ItemId;
use dungeon::engine::action::Refusal;
use dungeon::engine::event::Outcome;
use insta::assert_snapshot;

// ---- doors -----------------------------------------------------------------------------------------------

#[test]
fn doors_open_by_walking_into_them_which_takes_the_turn() {
    let told = story(
        drawn! {"
            map
            #######
            #@+..$#
            #$#####
            #######
            end
        "},
        "666",
    );
    assert_snapshot!(told, @"
    6: hero opens 3,2, open door built 3,2
    6: hero to 3,2
    6: hero to 4,2, hero Health +1
    ");
}

/// A key on one side, a locked door on the other.
const VAULT: &str = "
item k \"bronze key\" opens=bronze
map
########
#k@D.D$#
#$######
########
end
mark D + locked=bronze
";

#[test]
fn doors_that_are_locked_are_refused_without_their_key_and_cost_no_turn() {
    let mut game = game(VAULT, 0);
    let before = game.checksum();
    assert_eq!(press(&mut game, '6'), Err(Refusal::Locked));
    assert_eq!((game.world().turn(), game.checksum()), (0, before));
}

#[test]
fn doors_that_are_locked_open_with_a_key_that_is_kept() {
    assert_snapshot!(story(VAULT, "646666666"), @"
    6: It is locked, and you have no key for it.
    4: takes bronze key 2,2, hero to 2,2
    6: hero to 3,2
    6: hero opens 4,2, open door built 4,2, hero Health +1
    6: hero to 4,2
    6: hero to 5,2
    6: hero opens 6,2, open door built 6,2, hero Health +1
    6: hero to 6,2, hero Manna +1
    6: takes gold 7,2, hero Wealth +10, hero to 7,2
    ");
}

#[test]
fn doors_want_the_key_of_their_own_lock() {
    let told = story(
        "
item k \"bronze key\" opens=bronze
item s \"silver key\" opens=silver
map
########
#k@D...#
#$.s####
########
end
mark D + locked=silver
",
        "466",
    );
    assert_snapshot!(told, @"
    4: takes bronze key 2,2, hero to 2,2
    6: hero to 3,2
    6: It is locked, and you have no key for it.
    ");
}

#[test]
fn doors_have_keys_that_are_no_collectables() {
    let mut game = game(
        drawn! {r#"
            item k "key" opens=a
            map
            ######
            #k@$D#
            ######
            end
            mark D + locked=a
        "#},
        0,
    );
    assert_eq!(
        (game.world().collectables(), game.world().held()),
        (1, &[] as &[ItemId])
    );
    presses(&mut game, "4");
    assert_eq!(
        (game.world().collectables(), game.world().held().len()),
        (1, 1)
    );
    presses(&mut game, "66");
    assert_eq!(game.outcome(), Some(Outcome::Won));
}

#[test]
fn doors_let_ghosts_through_even_when_locked() {
    let told = story(
        "
item k \"key\" opens=a
map
########
#k@.D.g#
#$######
########
end
mark D + locked=a
",
        "...",
    );
    assert_snapshot!(told, @"
    .: ghost to 6,2
    .: ghost to 5,2
    .: hero Health +1, ghost to 4,2
    ");
}

#[test]
fn doors_with_a_ghost_in_them_are_attacked_not_opened() {
    for lock in ["", " locked=a"] {
        let map = format!(
            "
item k \"key\" opens=a
map
#######
#k@D.$#
#$#####
#######
end
mark D +{lock}
mark D g health=9 strength=0
"
        );
        let told = story(&map, "6");
        assert!(
            told.contains("hero strikes ghost") && !told.contains("opens"),
            "{told}"
        );
    }
}

/// A monster behind a door that always knows where the hero is.
fn guest(keys: &str, door: &str) -> String {
    format!(
        "
item k \"key\" opens=a
kind o \"orc\" is=wanderer sense=always hunt=greedy {keys}
map
########
#k@.D.o#
#$######
########
end
mark D + {door}
"
    )
}

#[test]
fn doors_are_opened_by_monsters_that_pass_doors() {
    assert_snapshot!(story(&guest("through=doors", ""), "....."), @"
    .: orc to 6,2
    .: orc opens 5,2, open door built 5,2
    .: hero Health +1, orc to 5,2
    .: orc to 4,2
    .: orc strikes hero, hero Health -3
    ");
}

#[test]
fn doors_that_are_locked_stop_monsters_that_pass_doors() {
    let mut game = game(&guest("through=doors", "locked=a"), 0);
    presses(&mut game, ".....");
    assert_eq!(place(&game, 1), (6, 2));
}

#[test]
fn doors_stop_all_other_monsters() {
    let mut game = game(&guest("", ""), 0);
    presses(&mut game, ".....");
    assert_eq!(place(&game, 1), (6, 2));
}

#[test]
fn doors_let_walkers_of_walls_through_without_being_opened() {
    let told = story(&guest("through=walls", ""), "...");
    assert!(
        told.contains("orc to 5,2") && !told.contains("opens"),
        "{told}"
    );
}

#[test]
fn doors_block_sight_and_bolts_while_they_are_closed() {
    let told = story(
        drawn! {"
            map
            #########
            #@.+...p#
            #$#######
            #########
            end
        "},
        ".d66",
    );
    assert_snapshot!(told, @"
    .: 
    d: hero casts East, hero Manna -8, flies 3,2
    6: hero to 3,2, hero Health +1
    6: hero opens 4,2, open door built 4,2, patrol shoots hero, flies 7,2, flies 6,2, flies 5,2, flies 4,2, flies 3,2, hero Health -2
    ");
}

// ---- signs -----------------------------------------------------------------------------------------------

#[test]
fn signs_are_read_whenever_a_hero_steps_on_them() {
    let map = drawn! {r#"
        map
        #######
        #@?.g.#
        #$#####
        #######
        end
        ? 3 2 "Mind the ghost."
        g 5 2 9 0
    "#};
    assert_snapshot!(story(map, "6.46"), @"
    6: hero to 3,2, reads sign 3,2, ghost to 4,2
    .: ghost strikes hero, hero Health +0
    4: hero to 2,2, hero Health +1, ghost to 3,2
    6: hero strikes ghost, ghost Health -5, ghost strikes hero, hero Health +0
    ");
}

#[test]
fn signs_without_words_are_floor() {
    assert_snapshot!(story(drawn! {"
        map
        #####
        #@?$#
        #####
        end
    "}, "6"), @"6: hero to 3,2");
}

#[test]
fn signs_may_be_any_terrain_that_is_walked_on() {
    let map = "
tile , \"grass\" see=no says=\"It rustles.\"
map
#######
#@8,.$#
#######
end
mark 8 . \"You hear water.\"
";
    assert_snapshot!(story(map, "66"), @"
    6: hero to 3,2, reads floor 3,2
    6: hero to 4,2, reads grass 4,2
    ");
}
