//! What hordlings do in siege, and what authors' kinds do there: a picture, keys, and what happened. Points are
//! 1-based.
use crate::scenario::siege::{gold, played, quiet, with_kinds};
use crate::scenario::{L, game, place, presses};
use dungeon_engine::action::ActorId;
use dungeon_model::space::geometry::at;
use insta::assert_snapshot;

#[test]
fn s20_each_acts_on_the_board_as_it_is_then() {
    // Going right, the first makes way for the second; going left, he stands in its way.
    assert_snapshot!(played(&quiet(drawn! {"
        ########
        #AB...@#
        ########"}), "."), @"
    .: hordling to 4,2, hordling to 3,2
    ########
    #.AB..@#
    ########
    ");
    assert_snapshot!(played(&quiet(drawn! {"
        ########
        #@...AB#
        ########"}), "."), @"
    .: hordling to 5,2
    ########
    #@..A.B#
    ########
    ");
}

#[test]
fn s20_who_comes_up_a_row_does_not_act_again() {
    let mut game = game(
        &quiet(drawn! {"
            .....
            .@...
            .....
            .A...
            ....."}),
        0,
    );
    presses(&mut game, ".");
    assert_eq!(place(&game, 1), (2, 3));
}

#[test]
fn s21_of_equally_near_cows_the_first_in_reading_order() {
    let around = drawn! {"
        .......
        ...%...
        ..%....
        .%.A.%.
        .......
        ...%...
        .......
        .......
        .....@.
        ......."};
    for (gone, eaten) in [
        ("", at(3, 1)),
        ("3,1", at(2, 2)),
        ("3,1 2,2", at(1, 3)),
        ("3,1 2,2 1,3", at(5, 3)),
        ("3,1 2,2 1,3 5,3", at(3, 5)),
    ] {
        let mut rows: Vec<Vec<char>> = around.lines().map(|row| row.chars().collect()).collect();
        for cell in gone.split_whitespace() {
            let (x, y) = cell.split_once(',').expect("x,y");
            let (x, y): (usize, usize) = (x.parse().expect("x"), y.parse().expect("y"));
            rows[y][x] = '.';
        }
        let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        let mut game = game(&quiet(&rows.join("\n")), 0);
        presses(&mut game, ".");
        let went = game.world().body(ActorId(1)).at;
        let from = at(3, 3);
        assert_eq!(
            Some(went),
            from.toward(eaten).map(|way| from + way),
            "{gone}"
        );
    }
}

#[test]
fn s21_without_cows_it_is_the_hero_however_far() {
    let mut game = game(
        &quiet(&format!(
            ".{}\n.@{}\n.{}",
            ".".repeat(60),
            ".".repeat(58) + "A",
            ".".repeat(60)
        )),
        0,
    );
    presses(&mut game, "..........");
    assert_eq!(place(&game, 1), (51, 2));
}

#[test]
fn s22_the_step_is_by_the_signs_of_both_differences() {
    let rows = drawn! {"
        #########
        #.......#
        #.......#
        #.......#
        #...@...#
        #.......#
        #.......#
        #.......#
        #########"};
    for (from, to) in [
        ((2, 2), (3, 3)),
        ((2, 4), (3, 5)),
        ((2, 5), (3, 5)),
        ((2, 8), (3, 7)),
        ((5, 8), (5, 7)),
        ((8, 7), (7, 6)),
        ((8, 2), (7, 3)),
        ((4, 2), (5, 3)),
    ] {
        let text = quiet(rows) + &format!("A {} {}\n", from.0, from.1);
        let mut game = game(&text, 0);
        presses(&mut game, ".");
        assert_eq!(place(&game, 1), to, "{from:?}");
    }
}

/// What becomes of a fence and of the hordling that tears at it: the fence's glyph and the body's.
fn torn(fence: char, hordling: char) -> (char, Option<char>) {
    let rows = format!("#######\n#@.{fence}{hordling}.#\n#######");
    let mut game = game(&quiet(&rows), 0);
    presses(&mut game, "f"); // he shields himself, so that nothing else is of interest
    let world = game.world();
    let left = world
        .body(ActorId(1))
        .alive
        .then(|| world.glyph_of(ActorId(1)));
    assert_eq!(world.body(ActorId(1)).at, at(4, 1), "it stays");
    (world.tile(L, at(3, 1)).glyph, left)
}

#[test]
fn s22_the_table_of_fences() {
    // Glyphs are one more than the strengths 0 to 4.
    assert_eq!(torn('1', 'C'), ('.', Some('C')));
    assert_eq!(torn('2', 'C'), ('1', Some('C')));
    assert_eq!(torn('3', 'C'), ('2', Some('B')));
    assert_eq!(torn('4', 'C'), ('3', Some('B')));
    assert_eq!(torn('5', 'C'), ('4', Some('B')));
}

#[test]
fn s22_who_has_one_strength_dies_at_a_fence_of_which_enough_remains() {
    assert_eq!(torn('1', 'A'), ('.', Some('A')));
    assert_eq!(torn('2', 'A'), ('1', Some('A')));
    assert_eq!(torn('3', 'A'), ('2', None));
    assert_eq!(torn('5', 'A'), ('4', None));
    assert_snapshot!(played(&quiet(drawn! {"
        #######
        #@.3A.#
        #######"}), "."), @"
    .: hordling tears fence 3 4,2, fence built 4,2, hordling Strength -1, hordling dies
    #######
    #@.2..#
    #######
    ");
}

#[test]
fn s22_it_enters_where_the_fence_was_a_turn_later() {
    assert_snapshot!(played(&quiet(drawn! {"
        ########
        #@..1A.#
        ########"}), ".."), @"
    .: hordling tears fence 1 5,2, floor built 5,2
    .: hordling to 5,2
    ########
    #@..A..#
    ########
    ");
}

#[test]
fn s22_the_hero_loses_a_coin_and_it_stays() {
    assert_snapshot!(played(&quiet(drawn! {"
        ######
        #@Z..#
        ######"}), "."), @"
    .: hordling strikes hero, hero Wealth -1
    ######
    #@Z..#
    ######
    ");
    let mut game = game(
        &quiet(drawn! {"
            #####
            #A..#
            #.@.#
            #..A#
            #####"}),
        0,
    );
    presses(&mut game, "..");
    assert_eq!(gold(&game), 46);
}

#[test]
fn s22_behind_another_hordling_nothing_comes_of_it() {
    // The one in front is held up by a fence.
    assert_snapshot!(played(&quiet(drawn! {"
        ########
        #@.2AB.#
        ########"}), "."), @"
    .: hordling tears fence 2 4,2, fence built 4,2
    ########
    #@.1AB.#
    ########
    ");
}

#[test]
fn s22_walls_stop_it_and_doors_open() {
    assert_snapshot!(played(&quiet(drawn! {"
        ########
        #@.#A..#
        ########"}), "."), @"
    .: 
    ########
    #@.#A..#
    ########
    ");
    assert_snapshot!(played(&quiet(drawn! {"
        ########
        #@..+A.#
        ########"}), ".."), @"
    .: hordling opens 5,2, open door built 5,2
    .: hordling to 5,2
    ########
    #@..A..#
    ########
    ");
}

#[test]
fn s23_a_fence_under_the_hero_shields_his_purse() {
    let text = quiet(drawn! {"
        ######
        #@C..#
        ######"});
    assert_snapshot!(played(&text, "f.."), @"
    f: hero builds fence 1 2,2, hero Wealth -1, fence built 2,2, hordling tears fence 1 2,2, floor built 2,2
    .: hordling strikes hero, hero Wealth -1
    .: hordling strikes hero, hero Wealth -1
    ######
    #@C..#
    ######
    ");
}

#[test]
fn s23_a_cow_under_the_hero_cannot_be_eaten_while_he_stands_there() {
    // The hordling robs the hero instead; when he goes, it eats.
    let rows = drawn! {"
        #######
        #X.A..#
        #.....#
        #.....#
        #######"};
    let text = quiet(rows) + "mark X @\nmark X %\n";
    assert_snapshot!(played(&text, "..33"), @"
    .: hordling to 3,2
    .: hordling strikes hero, hero Wealth -1
    3: hero to 3,3, hordling strikes hero, hero Wealth -1
    3: hero to 4,4, hordling to 2,2, hordling eats cow 2,2
    #######
    #A....#
    #.....#
    #..@..#
    #######
    ");
}

// ---- authors' kinds --------------------------------------------------------------------------------------

#[test]
fn s22_a_wolf_takes_its_strength_from_the_purse() {
    let wolf = "kind w \"wolf\" health=3 strength=4 sense=always hunt=greedy attack=melee";
    assert_snapshot!(played(&with_kinds(wolf, drawn! {"
        ######
        #@w..#
        ######"}), ".."), @"
    .: wolf strikes hero, hero Wealth -4
    .: wolf strikes hero, hero Wealth -4
    ######
    #@w..#
    ######
    ");
    // Arrows and darts do the same, and his blows take health.
    let more = format!("{wolf}\nkind p \"archer\" is=patrol shot=5 health=2");
    let rows = drawn! {"
        ########
        #@w..p.#
        ########"};
    assert_snapshot!(played(&with_kinds(&more, rows), "6666"), @"
    6: hero strikes wolf, wolf Health -1, archer shoots hero, flies 5,2, flies 4,2, flies 3,2, flies 2,2, hero Wealth -5, wolf strikes hero, hero Wealth -4
    6: hero strikes wolf, wolf Health -1, archer shoots hero, flies 5,2, flies 4,2, flies 3,2, flies 2,2, hero Wealth -5, wolf strikes hero, hero Wealth -4
    6: hero strikes wolf, wolf Health -1, wolf dies, hero to 3,2, archer shoots hero, flies 5,2, flies 4,2, flies 3,2, hero Wealth -5
    6: hero to 4,2, archer shoots hero, flies 5,2, flies 4,2, hero Wealth -5
    ########
    #..@.p.#
    ########
    ");
}

#[test]
fn s22_a_thief_takes_more_than_is_there_and_a_burst_hurts_all_around() {
    let thief = "kind t \"thief\" is=hordling attack=steal:30";
    assert_snapshot!(played(&with_kinds(thief, drawn! {"
        #####
        #@t.#
        #####"}), ".."), @"
    .: thief strikes hero, hero Wealth -30
    .: thief strikes hero, hero Wealth -30, Lost
    #####
    #@t.#
    #####
    ");
    let bomb = "kind b \"bomb\" is=hordling attack=burst:2";
    assert_snapshot!(played(&with_kinds(bomb, drawn! {"
        ######
        #@bC.#
        #.A..#
        ######"}), "."), @"
    .: hordling strikes hero, hero Wealth -1, bomb bursts 3,2, bomb dies, hero Wealth -2, hordling Strength -2, hordling Strength -2, hordling dies
    ######
    #@.A.#
    #....#
    ######
    ");
}

#[test]
fn s22_who_passes_floor_only_is_stopped_by_a_fence_and_s23_cannot_reach_over_it() {
    let wolf = "kind w \"wolf\" health=3 strength=4 sense=always hunt=greedy attack=melee";
    assert_snapshot!(played(&with_kinds(wolf, drawn! {"
        #######
        #@.1w.#
        #######"}), "."), @"
    .: 
    #######
    #@.1w.#
    #######
    ");
    assert_snapshot!(played(&with_kinds(wolf, drawn! {"
        ######
        #@w..#
        ######"}), "f.."), @"
    f: hero builds fence 1 2,2, hero Wealth -1, fence built 2,2
    .: 
    .: 
    ######
    #@w..#
    ######
    ");
}

#[test]
fn s23_who_wades_through_slime_is_kept_off_by_a_fence_as_all_on_foot_are() {
    let slug =
        "kind w \"slug\" health=3 strength=4 sense=always hunt=greedy attack=melee through=slime";
    assert_snapshot!(played(&with_kinds(slug, drawn! {"
        ######
        #@w..#
        ######"}), "f.."), @"
    f: hero builds fence 1 2,2, hero Wealth -1, fence built 2,2
    .: 
    .: 
    ######
    #@w..#
    ######
    ");
}

#[test]
fn s22_a_ghost_passes_over_fences_and_strikes_who_stands_on_one() {
    let ghost = "kind g \"spook\" is=ghost strength=2";
    assert_snapshot!(played(&with_kinds(ghost, drawn! {"
        #######
        #.@1g.#
        #######"}), "f4.."), @"
    f: hero builds fence 1 3,2, hero Wealth -1, fence built 3,2, spook to 4,2
    4: hero to 2,2, spook to 3,2
    .: spook strikes hero, hero Wealth -2
    .: spook strikes hero, hero Wealth -2
    #######
    #@g1..#
    #######
    ");
    // The hero can strike the ghost there, and does not follow it onto the fence.
    let weak = "kind g \"spook\" is=ghost strength=2 health=1";
    assert_snapshot!(played(&with_kinds(weak, drawn! {"
        #######
        #.@1g.#
        #######"}), ".6"), @"
    .: spook to 4,2
    6: hero strikes spook, spook Health -1, spook dies
    #######
    #.@1..#
    #######
    ");
}

#[test]
fn s22_monsters_do_not_strike_each_other_on_a_fence() {
    // A ghost stands on the fence already: the other waits behind it.
    let ghosts = "kind g \"spook\" is=ghost strength=2\nkind G \"idle spook\" is=ghost sense=never roam=stand attack=none";
    let text = with_kinds(
        ghosts,
        drawn! {"
            ########
            #@..Xg.#
            ########"},
    ) + "mark X 2\nmark X G\n";
    assert_snapshot!(played(&text, ".."), @"
    .: 
    .: 
    ########
    #@..Gg.#
    ########
    ");
}

#[test]
fn s22_any_monster_that_enters_a_cows_cell_eats_it() {
    let wolf =
        "kind w \"wolf\" health=3 strength=4 sense=always hunt=greedy attack=melee prey=hero";
    assert_snapshot!(played(&with_kinds(wolf, drawn! {"
        ########
        #@..%w.#
        ########"}), "."), @"
    .: wolf to 5,2, wolf eats cow 5,2
    ########
    #@..w..#
    ########
    ");
}

#[test]
fn s22_who_is_born_on_a_cow_eats_it() {
    let queen = "kind q \"queen\" is=hordling speed=0 spawns=b:2\nkind b \"grub\" is=hordling";
    let text = with_kinds(
        queen,
        drawn! {"
            ########
            #@..#%##
            #...#q##
            ########"},
    );
    assert_snapshot!(played(&text, "..."), @"
    .: 
    .: grub born 6,2
    .: grub eats cow 6,2
    ########
    #@..#b##
    #...#q##
    ########
    ");
}

#[test]
fn s20_a_fast_kind_acts_twice_side_by_side() {
    let fast = "kind h \"hound\" is=hordling speed=4";
    let text = with_kinds(
        fast,
        drawn! {"
            ##########
            #@......h#
            #...A....#
            ##########"},
    );
    assert_snapshot!(played(&text, "."), @"
    .: hordling to 4,2, hound to 8,2, hound to 7,2
    ##########
    #@.A..h..#
    #........#
    ##########
    ");
}

#[test]
fn s20_the_first_turn_is_number_1_of_a_speed() {
    // Speed 3 acts ⌊3t/2⌋ − ⌊3(t−1)/2⌋ times: 1, 2, 1, 2 …; speed 1 every other turn, the second first.
    let kinds = "kind h \"hound\" is=hordling speed=3\nkind s \"snail\" is=hordling speed=1";
    let text = with_kinds(
        kinds,
        drawn! {"
            ############
            #@.......h.#
            #.........s#
            ############"},
    );
    let text = text.replace("turn=1 ", "turn=0 ");
    let mut game = game(&text, 0);
    let mut acts = Vec::new();
    for _ in 0..4 {
        let before = (place(&game, 1).0, place(&game, 2).0);
        presses(&mut game, ".");
        acts.push((before.0 - place(&game, 1).0, before.1 - place(&game, 2).0));
    }
    assert_eq!(acts, [(1, 0), (2, 1), (1, 0), (2, 1)]);
}
