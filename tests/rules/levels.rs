//! Several levels: stairs, arriving (E-15), pits, and what sleeps meanwhile. A picture, keys, and what happened;
//! points are 1-based, levels too.
use crate::scenario::{game, place, press, presses, story, tell};
use dungeon::dungeon::LevelId;
use dungeon::engine::action::Refusal;
use dungeon::engine::event::Outcome;
use dungeon::engine::game::Game;
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
fn e15_stairs_lead_down_and_up_again_to_the_same_stairs() {
    assert_snapshot!(story(TOWER, "66>6<4<"), @"
    6: hero to 3,2
    6: hero to 4,2
    >: hero travels to 2 4,2, hero Health +1
    6: hero to 5,2
    <: There are no stairs up here that you know of.
    4: hero to 4,2
    <: hero travels to 1 4,2, hero Health +1
    ");
}

#[test]
fn e15_elsewhere_the_rules_refuse_and_no_turn_passes() {
    let mut game = game(TOWER, 0);
    let before = game.checksum();
    assert_eq!(press(&mut game, '>'), Err(Refusal::NoStairsDown));
    assert_eq!(press(&mut game, '<'), Err(Refusal::NoStairsUp));
    assert_eq!(game.checksum(), before);
    presses(&mut game, "66");
    assert_eq!(
        press(&mut game, '<'),
        Err(Refusal::NoStairsUp),
        "the wrong way"
    );
}

#[test]
fn e15_keys_are_done_on_the_stairs_that_look_their_way() {
    let game = game(TOWER, 0);
    let done_on = |key, level: u8| {
        let level = LevelId(level);
        let points = game.world().size(level).points();
        let tiles = points.map(|p| game.world().tile(level, p));
        let action = crate::scenario::action(&game, key);
        tiles
            .filter(|tile| game.rules().is_done_on(action, tile))
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

#[test]
fn e15_an_occupied_cell_means_the_nearest_free_one() {
    let told = story(&(TOWER.to_owned() + "g 4 2 9 0\n"), "66>");
    assert!(told.contains("hero travels to 2 3,2"), "{told}");
    let crowd = "g 4 2 9 0\ng 3 2 9 0\ng 5 2 9 0\ng 4 3 9 0\n";
    let told = story(&(TOWER.to_owned() + crowd), "66>");
    assert!(told.contains("hero travels to 2 3,3"), "{told}");
}

#[test]
fn e15_arrival_takes_the_item_there_and_can_win() {
    let map = TOWER.replace(".$...", ".....").replace("....$#", ".....#") + "$ 4 2\n";
    assert_snapshot!(story(&map, "66>"), @"
    6: hero to 3,2
    6: hero to 4,2
    >: hero travels to 2 4,2, takes gold 4,2, hero Wealth +10, hero Health +1, Won
    ");
}

#[test]
fn e15_the_monsters_of_the_level_he_is_then_on_run() {
    let guards = TOWER.replace("#@.>..#", "#@.>.g#") + "p 7 2 9 0\n";
    assert_snapshot!(story(&guards, "66>.6"), @"
    6: hero to 3,2, ghost to 5,2
    6: hero to 4,2, ghost strikes hero, hero Health -2
    >: hero travels to 2 4,2, hero Health +1, patrol shoots hero, flies 6,2, flies 5,2, flies 4,2, hero Health -2
    .: patrol shoots hero, flies 6,2, flies 5,2, flies 4,2, hero Health -2
    6: hero to 5,2, patrol shoots hero, flies 6,2, flies 5,2, hero Health -2
    ");
}

#[test]
fn e15_stairs_tell_their_words_before_they_are_taken() {
    let map = TOWER.replace(
        "level \"Lower\"",
        "> 4 2 \"A cold draught.\"\nlevel \"Lower\"",
    );
    let map = map + "? 4 2 \"Turn back!\"\n";
    let told = story(&map.replace("..<...", "......"), "66>");
    assert!(
        told.contains("6: hero to 4,2\n>: reads stairs down 4,2, hero travels to 2 2,2"),
        "{told}"
    );
}

#[test]
fn e15_arrival_reads_a_sign_and_springs_no_trap() {
    let map = TOWER.replace("level \"Lower\"", "> 4 2 at=7,2\nlevel \"Lower\"");
    let told = story(&(map.clone() + "? 7 2 \"Turn back!\"\n"), "66>");
    assert!(
        told.contains("hero travels to 2 7,2, reads sign 7,2"),
        "{told}"
    );
    for trap in ["", "hidden=yes \"Ouch!\""] {
        let told = story(&format!("{map}^ 7 2 {trap}\n"), "66>");
        assert!(
            told.ends_with(">: hero travels to 2 7,2, hero Health +1\n"),
            "{told}"
        );
    }
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

#[test]
fn levels_without_stairs_back_begin_at_the_first_free_cell() {
    assert_eq!(
        landing(
            "",
            drawn! {"
                ######
                ##...#
                ######
                end
            "}
        ),
        "2 3,2"
    );
    assert_eq!(
        landing(
            "",
            drawn! {"
                ######
                ##g..#
                ######
                end
            "}
        ),
        "2 4,2"
    );
}

#[test]
fn levels_without_stairs_back_begin_where_their_hero_is_drawn() {
    let text = drawn! {r#"
        level "Upper"
        map
        #####
        #...#
        #.@T#
        #$..#
        #####
        end
        mark T ^ trap=pit
        level "Lower"
        map
        #####
        #...#
        #..<#
        #####
        end
    "#};
    let mut game = game(text, 0);
    presses(&mut game, "6");
    assert_eq!((level(&game), place(&game, 0)), (2, (4, 3)));
    presses(&mut game, "<");
    assert_eq!((level(&game), place(&game, 0)), (1, (3, 3)));
}

#[test]
fn levels_are_named_by_stairs() {
    let third = drawn! {r#"
        level "Third"
        map
        ######
        #..<.#
        ######
        end
        < 4 2 to="Upper"
    "#};
    let lower = format!(
        "####
#..#
####
end
{third}"
    );
    assert_eq!(landing("to=\"Third\"", &lower), "3 4,2");
    assert_eq!(landing("to=\"Third\" at=2,2", &lower), "3 2,2");
    assert_eq!(landing("at=3,2", &lower), "2 3,2");
}

#[test]
fn levels_may_have_stairs_within_them() {
    let text = drawn! {r#"
        map
        #########
        #@>..<.$#
        #########
        end
        > 3 2 to=""
        < 6 2 to=""
    "#};
    let named = text
        .replace("map", "level \"Hall\"\nmap")
        .replace("\"\"", "\"Hall\"");
    assert_snapshot!(story(&named, "6><"), @"
    6: hero to 3,2
    >: hero travels to 1 6,2
    <: hero travels to 1 3,2, hero Health +1
    ");
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
fn levels_are_all_to_be_collected_from() {
    let mut game = game(TOWER, 0);
    presses(&mut game, "63");
    assert_eq!((game.world().collectables(), game.outcome()), (2, None));
    presses(&mut game, "4");
    assert_eq!((game.world().collectables(), game.outcome()), (1, None));
    presses(&mut game, "9>");
    assert_eq!(level(&game), 2);
    presses(&mut game, "663");
    assert_eq!(game.outcome(), Some(Outcome::Won));
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

#[test]
fn traps_alarm_rings_on_its_own_level_only() {
    let map = "
kind t \"toad\" is=wanderer sense=never hunt=greedy roam=stand
level \"Upper\"
map
#######
#@^>$t#
#######
end
^ 3 2 trap=alarm
level \"Lower\"
map
#######
#<...t#
#######
end
";
    assert_snapshot!(story(map, "66>."), @"
    6: hero to 3,2, springs alarm trap 3,2, alarm until 11, toad to 5,2
    6: hero to 4,2, toad strikes hero, hero Health -3
    >: hero travels to 2 2,2, hero Health +1
    .: 
    ");
}

// ---- pits ------------------------------------------------------------------------------------------------

/// What a step into a pit does, above a level of these rows and records.
fn fall(lower: &str) -> String {
    let text = format!(
        "
level \"Upper\"
map
######
#@T.$#
#....#
######
end
mark T ^ trap=pit
level \"Lower\"
map
{lower}"
    );
    story(&text, "6")
}

#[test]
fn traps_pit_leads_to_the_same_cell_of_the_next_level() {
    assert_snapshot!(fall(drawn! {"
        ######
        #....#
        ######
        end
    "}), @"6: hero to 3,2, springs pit 3,2, hero travels to 2 3,2");
}

#[test]
fn traps_pit_onto_an_item_takes_it() {
    assert_snapshot!(fall(drawn! {"
        ######
        #.$..#
        ######
        end
    "}), @"6: hero to 3,2, springs pit 3,2, hero travels to 2 3,2, takes gold 3,2, hero Wealth +10");
}

#[test]
fn traps_pit_onto_somebody_leads_beside_him() {
    let told = fall(drawn! {"
        ######
        #.g..#
        ######
        end
        g 3 2 9 0
    "});
    assert_snapshot!(told, @"6: hero to 3,2, springs pit 3,2, hero travels to 2 2,2, ghost strikes hero, hero Health +0");
}

#[test]
fn traps_pit_onto_rock_leads_to_the_nearest_floor() {
    assert_snapshot!(fall(drawn! {"
        ########
        ######.#
        ####.###
        ########
        end
    "}), @"6: hero to 3,2, springs pit 3,2, hero travels to 2 5,3");
}

#[test]
fn traps_pit_above_a_smaller_level_leads_to_its_nearest_cell() {
    let text = "
level \"Upper\"
map
#########
#@......#
#.....T.#
#...$...#
#########
end
mark T ^ trap=pit
level \"Lower\"
map
####
#..#
#..#
####
end
";
    assert!(story(text, "66663").contains("hero travels to 2 3,3"));
}

#[test]
fn traps_pit_above_a_full_level_bumps() {
    let told = fall(drawn! {"
        ###
        #w#
        ###
        end
    "});
    assert_snapshot!(told, @"6: hero to 3,2, springs pit 3,2, hero bumps 3,2");
}

#[test]
fn traps_pit_on_the_last_level_only_hurts() {
    let map = drawn! {"
        map
        ######
        #@T.$#
        ######
        end
        mark T ^ trap=pit damage=5
    "};
    assert_snapshot!(story(map, "6"), @"6: hero to 3,2, springs pit 3,2, hero Health -5");
    let map = map.replace(" damage=5", "");
    assert_snapshot!(story(&map, "6"), @"6: hero to 3,2, springs pit 3,2, hero Health -3");
}

#[test]
fn traps_pit_hides_and_springs_once() {
    let map = TOWER.replace("@.>", "@T>").replace(
        "level \"Lower\"",
        "mark T ^ trap=pit hidden=yes once=yes\nlevel \"Lower\"",
    );
    assert_snapshot!(story(&map, "66<4"), @"
    6: hero to 3,2, springs pit 3,2, floor built 3,2, hero travels to 2 3,2
    6: hero to 4,2
    <: hero travels to 1 4,2, hero Health +1
    4: hero to 3,2
    ");
}
