//! The table of kinds in FORMAT.md, row by row: a picture, keys, and what happened. Points are 1-based.
mod support;

use dungeon::dungeon::Stat;
use dungeon::engine::action::{Action, ActorId, Refusal};
use dungeon::engine::event::Event;
use dungeon::engine::game::Game;
use insta::assert_snapshot;
use support::{L, game, hero, place, press, story, tell};

/// Where a body stands before each of so many turns that the hero waits, and after the last one.
fn places(game: &mut Game, who: u32, turns: u32) -> Vec<(i32, i32)> {
    let mut places = vec![place(game, who)];
    for _ in 0..turns {
        press(game, '.').expect("waiting is legal");
        places.push(place(game, who));
    }
    places
}

// ---- sense -----------------------------------------------------------------------------------------------

#[test]
fn kinds_sense_sight_needs_a_line_of_that_length() {
    let told = story(
        r#"
kind r "rat" sense=sight:3 hunt=line
map
##########
#@....r..#
#.######.#
#$######r#
##########
end
"#,
        ".66",
    );
    assert_snapshot!(told, @"
    .: 
    6: hero to 3,2
    6: hero to 4,2, hero Health +1, rat to 6,2
    ");
}

#[test]
fn kinds_sense_near_feels_through_walls_below_a_distance() {
    // Both are 4 columns and 3 rows away: a distance of 5, which is below 6 and not below 5.
    let told = story(
        r#"
kind a "ash" sense=near:5 hunt=drift
kind b "bat" sense=near:6 hunt=drift
map
###########
#b#######a#
#.#######.#
#.#######.#
#####@$####
###########
end
"#,
        ".",
    );
    assert_snapshot!(told, @".: bat to 3,3");
}

#[test]
fn kinds_sense_steps_counts_rows_and_columns_through_walls() {
    // Both are 4 columns and 2 rows away.
    let told = story(
        r#"
kind a "ant" sense=steps:6 hunt=greedy
kind b "bug" sense=steps:5 hunt=greedy
map
###########
#b..###..a#
#...###...#
#####@#####
#####$#####
###########
end
"#,
        ".",
    );
    assert_snapshot!(told, @".: ant to 9,3");
}

#[test]
fn kinds_sense_always_knows_however_far() {
    let told = story(
        r#"
kind a "ant" sense=always hunt=greedy
map
##########################
#@.###################...#
#$#####################.a#
##########################
end
"#,
        ".",
    );
    assert_snapshot!(told, @".: ant to 24,2");
}

#[test]
fn kinds_sense_never_hunts_nobody_and_still_strikes_who_comes_near() {
    let told = story(
        r#"
kind n "nun" strength=2 sense=never hunt=greedy
map
#######
#@..n$#
#######
end
"#,
        ".66",
    );
    assert_snapshot!(told, @"
    .: 
    6: hero to 3,2
    6: hero to 4,2, hero Health +1, nun strikes hero, hero Health -2
    ");
}

// ---- hunt ------------------------------------------------------------------------------------------------

#[test]
fn kinds_hunt_line_goes_along_the_line_and_without_one_roams() {
    // Both know where he is. One sees him at five steps; the other one's line is too long at first.
    let told = story(
        r#"
kind a "ant" sense=always sight=5 hunt=line
kind b "bee" sense=always sight=5 hunt=line roam=random
map
#########
#@.....b#
#......##
#.....###
#$..a.###
#########
end
"#,
        ".....",
    );
    assert_snapshot!(told, @"
    .: ant to 4,4
    .: ant to 3,3
    .: hero Health +1, bee to 7,2, ant strikes hero, hero Health -3
    .: bee to 6,2, ant strikes hero, hero Health -3
    .: bee to 5,2, ant strikes hero, hero Health -3
    ");
}

#[test]
fn kinds_hunt_drift_goes_straight_at_it_through_walls() {
    let told = story(
        r#"
kind d "djinn" sense=always hunt=drift
map
########
#@######
#$######
########
#####d##
########
end
"#,
        "....",
    );
    assert_snapshot!(told, @"
    .: djinn to 5,4
    .: djinn to 4,3
    .: hero Health +1, djinn to 3,2
    .: djinn strikes hero, hero Health -3
    ");
}

#[test]
fn kinds_hunt_greedy_steps_by_both_signs_and_roams_where_that_is_blocked() {
    let told = story(
        r#"
kind o "ogre" sense=always hunt=greedy roam=random
map
########
#@.#...#
#$.##.o#
########
end
"#,
        "......",
    );
    assert_snapshot!(told, @"
    .: ogre to 6,2
    .: ogre to 5,2
    .: hero Health +1
    .: ogre to 6,2
    .: ogre to 5,2
    .: hero Health +1
    ");
}

#[test]
fn kinds_hunt_axis_takes_the_longer_difference_then_the_other_one_else_stays() {
    // West because that is longer, then because both are alike; a wall turns it north, and two of them stop it.
    let told = story(
        r#"
kind x "xorn" sense=always hunt=axis roam=random
map
#########
#@......#
#.####..#
#.##....#
#$##..x.#
#########
end
"#,
        "....",
    );
    assert_snapshot!(told, @"
    .: xorn to 6,5
    .: xorn to 5,5
    .: hero Health +1, xorn to 5,4
    .:
    ");
}

#[test]
fn kinds_hunt_axis_has_no_other_axis_where_there_is_no_difference() {
    let told = story(
        r#"
kind x "xorn" sense=always hunt=axis roam=random
map
########
#@.#x..#
#$.....#
########
end
"#,
        "..",
    );
    assert_snapshot!(told, @"
    .: 
    .:
    ");
}

#[test]
fn kinds_hunt_axis_takes_the_row_where_both_differences_are_alike() {
    let told = story(
        r#"
kind x "crab" sense=always hunt=axis attack=none
map
######
#@..$#
#....#
#..x.#
######
end
"#,
        "....",
    );
    assert_snapshot!(told, @"
    .: crab to 3,4
    .: crab to 3,3
    .: hero Health +1, crab to 2,3
    .: 
    ");
}

#[test]
fn kinds_hunt_path_goes_the_shortest_way_round_obstacles() {
    let told = story(
        r#"
kind d "hound" sense=always hunt=path
map
#########
#@#....$#
#.#.##.##
#.#.##.##
#...##d.#
#########
end
"#,
        "........",
    );
    assert_snapshot!(told, @"
    .: hound to 7,4
    .: hound to 7,3
    .: hero Health +1, hound to 6,2
    .: hound to 5,2
    .: hound to 4,3
    .: hero Health +1, hound to 4,4
    .: hero Manna +1, hound to 3,5
    .: hound to 2,4
    ");
}

#[test]
fn kinds_hunt_path_without_any_way_roams() {
    let told = story(
        r#"
kind d "hound" sense=always hunt=path roam=random
map
########
#@#....#
#.#..d.#
#$#....#
########
end
"#,
        "..",
    );
    assert_snapshot!(told, @"
    .: hound to 6,2
    .: hound to 7,2
    ");
}

#[test]
fn kinds_hunt_path_waits_behind_others_and_goes_round_where_there_is_room() {
    // In a corridor they queue; in the open the second one takes the side that its number says.
    let corridor = r#"
kind d "hound" strength=0 sense=always hunt=path
map
########
#$@.dd.#
########
end
"#;
    assert_snapshot!(story(corridor, "..."), @"
    .: hound to 4,2, hound to 5,2
    .: hound strikes hero, hero Health +0
    .: hero Health +1, hound strikes hero, hero Health +0
    ");
    let mut open = game(
        r#"
kind d "hound" strength=0 sense=always hunt=path
map
###########
#.........#
#.........#
#...@.dddd#
#.........#
#$.....ddd#
###########
end
"#,
        0,
    );
    for _ in 0..12 {
        press(&mut open, '.').expect("waiting is legal");
    }
    let at = open.world().body(ActorId(0)).at;
    let ring = open.world().bodies()[1..].iter();
    let near = ring.filter(|hound| hound.at.chebyshev(at) == 1).count();
    assert_eq!(near, 7, "all of them have come round");
}

#[test]
fn kinds_hunt_path_knows_of_a_door_that_opens_before_its_turn() {
    // The first imp finds no way and stays; then the porter opens the door, and the second one comes.
    let told = story(
        r#"
kind i "imp" sense=always hunt=path
kind o "porter" sense=always hunt=path through=doors
map
########
#@#i...#
#.+oi..#
#$#....#
########
end
"#,
        ".",
    );
    assert_snapshot!(told, @".: porter opens 3,3, open door built 3,3, imp to 4,4");
}

#[test]
fn kinds_hunt_path_knows_of_food_that_went_before_its_turn() {
    // Both mice have the left cheese nearest; once it is eaten the other mouse turns to the right one.
    let told = story(
        r#"
item c "cheese" herd=yes
kind m "mouse" sense=always hunt=path prey=herd
map
############
#$@.mc.m..c#
############
end
"#,
        ".",
    );
    assert_snapshot!(told, @".: mouse to 6,2, mouse eats cheese 6,2, mouse to 9,2");
}

#[test]
fn kinds_hunt_path_goes_on_where_the_hero_has_gone_to() {
    // It follows him to the right, and turns with him: the ways of the turn before are forgotten.
    let told = story(
        r#"
kind i "imp" strength=0 sense=always hunt=path
map
#########
#...@...#
#.#####.#
#$..i...#
#########
end
"#,
        "664444",
    );
    assert_snapshot!(told, @"
    6: hero to 6,2, imp to 6,4
    6: hero to 7,2, imp to 7,4
    4: hero to 6,2, hero Health +1, imp to 8,3
    4: hero to 5,2, imp to 7,2
    4: hero to 4,2, imp to 6,2
    4: hero to 3,2, hero Health +1, imp to 5,2
    ");
}

#[test]
fn kinds_hunt_path_forgets_the_ways_of_the_game_it_was() {
    let text = "kind H \"hound\" sense=always hunt=path\nmap\n#########\n#...@...#\n#.......#\n#.......#\n\
                #...H...#\n#.......#\n#$......#\n#########\nend\n";
    let (mut east, mut west) = (game(text, 0), game(text, 0));
    press(&mut east, '6').expect("there is floor");
    press(&mut west, '4').expect("there is floor");
    east.clone_from(&west);
    assert_eq!(places(&mut east, 1, 1), [(4, 4), (4, 3)]);
    assert_eq!(places(&mut west, 1, 1), [(4, 4), (4, 3)]);
}

#[test]
fn kinds_hunt_path_stays_where_it_has_come_next_to_its_prey() {
    let text = "kind H \"hound\" sense=always hunt=path attack=none\nmap\n######\n#....#\n#.@H.#\n#...$#\n######\nend\n";
    assert_eq!(places(&mut game(text, 0), 1, 2), [(4, 3); 3]);
}

#[test]
fn kinds_hunt_shoot_shoots_along_a_line_and_without_one_roams() {
    // The second one sees no farther than four steps, and drifts.
    let told = story(
        r#"
kind a "archer" sense=always sight=4 hunt=shoot:3 roam=drift
map
##########
#@...a...#
#.......a#
#$########
##########
end
"#,
        "...",
    );
    assert_snapshot!(told, @"
    .: archer shoots hero, flies 5,2, flies 4,2, flies 3,2, flies 2,2, hero Health -3, archer to 9,4
    .: archer shoots hero, flies 5,2, flies 4,2, flies 3,2, flies 2,2, hero Health -3, archer to 9,3
    .: hero Health +1, archer shoots hero, flies 5,2, flies 4,2, flies 3,2, flies 2,2, hero Health -3, archer to 9,2
    ");
}

#[test]
fn kinds_hunt_shoot_strikes_who_is_adjacent_unless_it_attacks_nobody() {
    let told = story(
        r#"
kind a "archer" strength=2 sense=always hunt=shoot:3
kind b "bowman" strength=2 attack=none sense=always hunt=shoot:3
map
#####
#@a.#
#b.$#
#####
end
"#,
        ".",
    );
    assert_snapshot!(told, @".: archer strikes hero, hero Health -2, bowman shoots hero, flies 2,2, hero Health -3");
}

#[test]
fn kinds_hunt_shoot_is_refused_beyond_its_sight_whoever_wishes_it() {
    let answer = |kind: &str| {
        let game = game(
            &format!("kind a {kind}\nmap\n#########\n#@...a.$#\n#########\nend\n"),
            0,
        );
        let wish = Action::Shoot(game.world().commanded());
        game.rules().check(game.world(), ActorId(1), wish)
    };
    assert_eq!(answer("is=patrol sight=4"), Ok(()));
    assert_eq!(answer("is=patrol sight=3"), Err(Refusal::NoClearShot));
    assert_eq!(answer("hunt=shoot:1 sense=always sight=4"), Ok(()));
    assert_eq!(
        answer("hunt=shoot:1 sense=always sight=3"),
        Err(Refusal::NoClearShot)
    );
    assert_eq!(answer("is=wanderer"), Err(Refusal::UnknownHere));
}

#[test]
fn kinds_hunt_flee_goes_to_the_farthest_free_neighbour_and_cornered_it_roams() {
    let told = story(
        r#"
kind m "mouse" attack=none sense=always hunt=flee roam=random
map
#########
#@.m....#
#.......#
#$......#
#########
end
"#,
        ".........",
    );
    assert_snapshot!(told, @"
    .: mouse to 5,3
    .: mouse to 6,4
    .: hero Health +1, mouse to 7,4
    .: mouse to 8,4
    .: 
    .: hero Health +1
    .: hero Manna +1, mouse to 8,3
    .: mouse to 8,4
    .: hero Health +1, mouse to 8,3
    ");
}

#[test]
fn kinds_hunt_flee_takes_the_first_of_equals_and_none_that_is_no_farther() {
    let told = story(
        r#"
kind m "mouse" sense=always hunt=flee attack=none
map
######
###.##
#@m###
#$#.##
######
end
"#,
        ".",
    );
    assert_snapshot!(told, @".: mouse to 4,2");
    // Round the corner it is as far as here.
    let told = story(
        r#"
kind m "mouse" sense=always hunt=flee
map
######
#@.###
#$.m##
##.###
######
end
"#,
        ".",
    );
    assert_snapshot!(told, @".: ");
}

#[test]
fn kinds_hunt_stand_does_nothing_about_it() {
    let told = story(
        r#"
kind s "statue" sense=always hunt=stand roam=random says="I see you."
map
#########
#@......#
#$....s.#
#########
end
"#,
        "..",
    );
    assert_snapshot!(told, @"
    .: statue speaks
    .:
    ");
}

// ---- roam ------------------------------------------------------------------------------------------------

#[test]
fn kinds_roam_wander_keeps_its_direction_and_slides() {
    let mut game = game(
        r#"
kind w "worm" roam=wander
map
##########
#@########
#$########
##########
#........#
#.......##
#w.......#
##########
end
"#,
        6,
    );
    // North-east, then along the wall; a corner costs it a turn and its direction, and it draws until one is free.
    assert_eq!(
        places(&mut game, 1, 13),
        [
            (2, 7),
            (2, 7),
            (3, 6),
            (4, 5),
            (5, 5),
            (6, 5),
            (7, 5),
            (8, 5),
            (9, 5),
            (9, 5),
            (9, 5),
            (9, 5),
            (8, 5),
            (7, 5)
        ]
    );
}

#[test]
fn kinds_roam_route_walks_to_and_fro_and_turning_takes_a_turn() {
    let mut game = game(
        r#"
kind g "guard" roam=route
map
########
#@######
#$######
########
#g.....#
########
end
g 2 5 via=4,5
"#,
        0,
    );
    let xs = places(&mut game, 1, 9).into_iter().map(|(x, _)| x);
    assert_eq!(xs.collect::<Vec<_>>(), [2, 3, 4, 4, 3, 2, 2, 3, 4, 4]);
}

#[test]
fn kinds_roam_route_is_found_again_after_a_hunt() {
    // It goes after him, loses him round the corner, and goes straight back to its post.
    let mut game = game(
        r#"
kind g "guard" sense=sight:3 hunt=line roam=route
map
###########
#@.......$#
#####.#####
#####.#####
#####g#####
###########
end
g 6 5 via=6,5
"#,
        0,
    );
    let mut seen = Vec::new();
    for key in "6666666...".chars() {
        press(&mut game, key).expect("walking is legal");
        seen.push(place(&game, 1).1);
    }
    assert_eq!(seen, [5, 5, 5, 4, 3, 4, 5, 5, 5, 5]);
}

#[test]
fn kinds_roam_route_waits_where_somebody_stands_on_its_next_point() {
    // One opens the door; the other comes into it first, turns round there, and goes.
    let text = "kind c \"clerk\" sense=never roam=route through=doors attack=none\nmap\n##########\n#....#...#\n\
                #...c+c..#\n#....#...#\n##########\n#@$#######\n##########\nend\n\
                c 5 3 via=6,3 via=7,3\nc 7 3 via=6,3\n";
    for seed in 0..8 {
        let mut game = game(text, seed);
        let mut both = vec![(place(&game, 1), place(&game, 2))];
        for _ in 0..4 {
            press(&mut game, '.').expect("waiting is legal");
            both.push((place(&game, 1), place(&game, 2)));
        }
        assert_eq!(
            both,
            [
                ((5, 3), (7, 3)),
                ((5, 3), (6, 3)),
                ((5, 3), (6, 3)),
                ((5, 3), (7, 3)),
                ((6, 3), (7, 3)),
            ]
        );
    }
}

#[test]
fn kinds_roam_drift_goes_through_walls_until_something_stops_it() {
    let mut game = game(
        r#"
kind d "dust" attack=none roam=drift
map
##########
#@$#######
##########
##########
####d#####
##########
##########
##########
end
"#,
        6,
    );
    // South to the rim, where two draws are blocked; north-west to the rim, north-east to the rim, and south-east.
    assert_eq!(
        places(&mut game, 1, 14),
        [
            (5, 5),
            (5, 6),
            (5, 7),
            (5, 7),
            (5, 7),
            (4, 6),
            (3, 5),
            (2, 4),
            (3, 3),
            (4, 2),
            (5, 3),
            (6, 4),
            (7, 5),
            (8, 6),
            (9, 7)
        ]
    );
}

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

#[test]
fn kinds_roam_stand_stands() {
    let mut game = game(
        r#"
kind s "stone" sense=near:1
map
#######
#@...$#
#...s.#
#######
end
"#,
        1,
    );
    assert!(places(&mut game, 1, 20).iter().all(|at| *at == (5, 3)));
}

// ---- attack ----------------------------------------------------------------------------------------------

/// A hero with all sorts of goods beside somebody who attacks so.
fn beside(attack: &str) -> String {
    format!(
        r#"
hero health=40 manna=7 strength=0
kind t "thing" health=9 strength=4 {attack}
map
#######
#@t...#
#$....#
#...$.#
#######
end
$ 2 3 0 5 0
"#
    )
}

#[test]
fn kinds_attack_melee_takes_its_strength() {
    assert_snapshot!(story(&beside("attack=melee"), "."), @".: thing strikes hero, hero Health -4");
}

#[test]
fn kinds_attack_steal_takes_wealth_that_is_there() {
    assert_snapshot!(story(&beside("attack=steal:4"), "2.."), @"
    2: takes gold 2,3, hero Wealth +5, hero to 2,3, thing strikes hero, hero Wealth -4
    .: thing strikes hero, hero Wealth -1
    .: hero Health +1, thing strikes hero
    ");
}

#[test]
fn kinds_attack_drain_takes_manna_that_is_there() {
    assert_snapshot!(story(&beside("attack=drain:4"), "..."), @"
    .: thing strikes hero, hero Manna -4
    .: thing strikes hero, hero Manna -3
    .: hero Health +1, thing strikes hero
    ");
}

#[test]
fn kinds_attack_burst_dies_and_hurts_everybody_around() {
    let told = story(
        r#"
kind b "bomb" attack=burst:6
kind r "rat" health=5
kind t "troll" health=9 drops=*
map
#######
#@brt.#
#.t...#
#$....#
#######
end
"#,
        ".",
    );
    assert_snapshot!(told, @".: bomb bursts 3,2, bomb dies, hero Health -6, rat Health -6, rat dies, troll Health -6, troll strikes hero, hero Health -3");
}

#[test]
fn kinds_attack_none_is_refused_and_never_wished() {
    let mut game = game(&beside("attack=none sense=always hunt=greedy"), 0);
    press(&mut game, '.').expect("waiting is legal");
    assert_snapshot!(tell(&game), @"");
    assert_eq!(game.refused_wishes(), 0);
    let world = game.world();
    let wish = game
        .rules()
        .check(world, ActorId(1), Action::Attack(ActorId(0)));
    assert!(wish.is_err());
}

// ---- prey ------------------------------------------------------------------------------------------------

/// A hero, and eaters of cheese with such a prey.
fn pantry(prey: &str) -> String {
    format!(
        r#"
item c "cheese" herd=yes health=3
kind m "mouse" strength=1 sense=always hunt=path {prey}
map
##########
#@...m.c.#
#........#
#c......$#
##########
end
"#
    )
}

#[test]
fn kinds_prey_hero_leaves_the_herd_alone() {
    assert_snapshot!(story(&pantry("prey=hero"), "..."), @"
    .: mouse to 5,2
    .: mouse to 4,2
    .: hero Health +1, mouse to 3,2
    ");
}

#[test]
fn kinds_prey_herd_eats_the_nearest_and_leaves_the_hero_alone() {
    assert_snapshot!(story(&pantry("prey=herd"), "..........."), @"
    .: mouse to 7,2
    .: mouse to 8,2, mouse eats cheese 8,2
    .: hero Health +1, mouse to 7,3
    .: mouse to 6,4
    .: mouse to 5,4
    .: hero Health +1, mouse to 4,4
    .: hero Manna +1, mouse to 3,4
    .: mouse to 2,4, mouse eats cheese 2,4
    .: hero Health +1
    .: 
    .:
    ");
}

#[test]
fn kinds_prey_nearest_hunts_the_herd_only_where_it_is_strictly_nearer() {
    assert_snapshot!(story(&pantry("prey=nearest"), "....."), @"
    .: mouse to 7,2
    .: mouse to 8,2, mouse eats cheese 8,2
    .: hero Health +1, mouse to 7,2
    .: mouse to 6,2
    .: mouse to 5,2
    ");
    let alike = pantry("prey=nearest")
        .replace("m.c.", "m...")
        .replace("#c..", "#.c.");
    assert_snapshot!(story(&alike, "."), @".: mouse to 5,2");
}

#[test]
fn kinds_prey_nearest_prefers_the_hero_where_both_are_as_near() {
    let first = |food: i32| {
        let text = format!(
            "kind s \"slug\" sense=always hunt=greedy prey=nearest\nitem m \"moss\" herd=yes\nmap\n\
             #########\n#@.s...$#\n#########\nend\nm {food} 2\n"
        );
        places(&mut game(&text, 0), 1, 1)[1]
    };
    assert_eq!([first(6), first(5)], [(3, 2), (5, 2)]);
}

#[test]
fn kinds_prey_herd_of_equally_near_ones_is_the_first_in_reading_order() {
    let first = |moss: &str| {
        let text = format!(
            "kind s \"slug\" sense=always hunt=greedy prey=herd\nitem m \"moss\" herd=yes\nmap\n\
             ########\n#@$....#\n#......#\n#...s..#\n#......#\n#......#\n########\nend\n{moss}"
        );
        places(&mut game(&text, 0), 1, 1)[1]
    };
    assert_eq!(first("m 3 4\nm 7 4\n"), (4, 4));
    assert_eq!(first("m 3 4\nm 5 2\n"), (5, 3));
    assert_eq!(first("m 7 4\nm 5 6\n"), (6, 4));
}

#[test]
fn kinds_prey_herd_eats_what_lies_under_it() {
    let told = story(
        r#"
item c "cheese" herd=yes
kind m "mouse" sense=sight:9 hunt=line roam=wander prey=herd
map
#######
#@...$#
#...M.#
#######
end
mark M m
mark M c
"#,
        "....",
    );
    assert_snapshot!(told, @"
    .: mouse eats cheese 5,3
    .: 
    .: hero Health +1, mouse to 6,3
    .:
    ");
}

// ---- through ---------------------------------------------------------------------------------------------

#[test]
fn kinds_through_walls_hunts_by_any_means_through_walls() {
    let told = story(
        r#"
kind x "xorn" sense=always hunt=path through=walls
map
#######
#@#####
#$#####
#####x#
#######
end
"#,
        "..",
    );
    assert_snapshot!(told, @"
    .: xorn to 5,3
    .: xorn to 4,2
    ");
}

#[test]
fn kinds_through_doors_opens_those_that_are_not_locked() {
    let map = r#"
item k "key" opens=iron
kind d "hound" sense=always hunt=path THROUGH
map
########
#@#...$#
#.D..d.#
#k#....#
########
end
mark D + LOCK
"#;
    let play = |through: &str, lock: &str| {
        let text = map.replace("THROUGH", through).replace("LOCK", lock);
        story(&text, "......")
    };
    assert_snapshot!(play("through=doors", ""), @"
    .: hound to 5,2
    .: hound to 4,2
    .: hero Health +1, hound opens 3,3, open door built 3,3
    .: hound to 3,3
    .: hound strikes hero, hero Health -3
    .: hero Health +1, hound strikes hero, hero Health -3
    ");
    let still = play("", "");
    assert_eq!(still, play("through=doors", "locked=iron"));
    assert_snapshot!(still, @"
    .: 
    .: 
    .: hero Health +1
    .: 
    .: 
    .: hero Health +1
    ");
}

#[test]
fn kinds_through_doors_and_walls_walk_their_routes_through_them() {
    let mut game = game(
        r#"
kind g "guard" roam=route through=doors
map
########
#@######
#$######
########
#g.+...#
########
end
g 2 5 via=6,5
"#,
        0,
    );
    let xs = places(&mut game, 1, 12).into_iter().map(|(x, _)| x);
    assert_eq!(
        xs.collect::<Vec<_>>(),
        [2, 3, 3, 4, 5, 6, 6, 5, 4, 3, 2, 2, 3],
        "opening takes a turn, once"
    );
    let mut game = crate::game(
        r#"
kind g "guard" roam=route through=walls
map
########
#@######
#$######
########
#g.#...#
########
end
g 2 5 via=6,5
"#,
        0,
    );
    let xs = places(&mut game, 1, 5).into_iter().map(|(x, _)| x);
    assert_eq!(xs.collect::<Vec<_>>(), [2, 3, 4, 5, 6, 6]);
}

// ---- others ----------------------------------------------------------------------------------------------

#[test]
fn kinds_speed_says_how_often_it_acts() {
    let acts = |speed: u32| {
        let text = format!(
            "\nkind s \"snail\" speed={speed} sense=always hunt=greedy strength=0\nmap\n{wall}\n#@{floor}s#\n#${wall2}\n{wall}\nend\n",
            wall = "#".repeat(53),
            floor = ".".repeat(49),
            wall2 = "#".repeat(51),
        );
        let mut game = game(&text, 0);
        let places = places(&mut game, 1, 6);
        places
            .windows(2)
            .map(|two| two[0].0 - two[1].0)
            .collect::<Vec<_>>()
    };
    assert_eq!(acts(0), [0, 0, 0, 0, 0, 0]);
    assert_eq!(acts(1), [0, 1, 0, 1, 0, 1]);
    assert_eq!(acts(2), [1, 1, 1, 1, 1, 1]);
    assert_eq!(acts(3), [1, 2, 1, 2, 1, 2]);
    assert_eq!(acts(5), [2, 3, 2, 3, 2, 3]);
}

#[test]
fn kinds_speed_draws_afresh_for_every_act_and_goes_on_in_idle_rounds() {
    let text = r#"
rules explore tempo=200
kind f "fly" speed=SPEED roam=random
map
##########
#@########
#$########
##########
#........#
#...f....#
#........#
##########
end
"#;
    // The second act of a turn is drawn like nobody's first: over many turns both kinds of pairs occur.
    let mut fast = game(&text.replace("SPEED", "4"), 5);
    let mut pairs = Vec::new();
    for _ in 0..60 {
        press(&mut fast, '.').expect("waiting is legal");
        let steps = fast.events().iter().filter_map(|event| match event {
            Event::Moved { from, to, .. } => Some((to.x - from.x, to.y - from.y)),
            _ => None,
        });
        if let [one, other] = steps.collect::<Vec<_>>()[..] {
            pairs.push(one == other);
        }
    }
    assert!(pairs.contains(&true) && pairs.contains(&false));
    // An idle round draws what the turn's next act would have drawn.
    let mut slow = game(&text.replace("SPEED", "2"), 5);
    slow.step(Action::Wait).expect("waiting is legal");
    slow.step(Action::Idle).expect("there is a tempo");
    let mut twice = game(&text.replace("SPEED", "4"), 5);
    twice.step(Action::Wait).expect("waiting is legal");
    assert_eq!(place(&slow, 1), place(&twice, 1));
}

#[test]
fn kinds_drops_lie_where_it_died_or_on_the_nearest_bare_floor_towards_the_hero() {
    let text = r#"
hero strength=9
kind r "rat" health=1 strength=0 drops=*
map
#######
#.....#
#@R...#
#....$#
#######
end
mark R r
"#;
    assert_snapshot!(story(text, "6."), @"
    6: hero strikes rat, rat Health -9, rat dies, healing herb placed 3,3
    .:
    ");
    // Gold lies under it: of the cells around, the hero's own is nearest to him, and he takes no step to take it.
    let buried = format!("{text}mark R $\n");
    assert_snapshot!(story(&buried, "d."), @"
    d: hero casts East, hero Manna -8, flies 3,3, rat Health -8, rat dies, healing herb placed 2,3, flies 4,3, flies 5,3, flies 6,3
    .: takes healing herb 2,3, hero Health +8
    ");
    // Gold lies there too: the next ones are north and south of him, in reading order.
    let richer = format!("{buried}$ 2 3\n");
    assert_snapshot!(story(&richer, "d"), @"d: hero casts East, hero Manna -8, flies 3,3, rat Health -8, rat dies, healing herb placed 2,2, flies 4,3, flies 5,3, flies 6,3");
}

#[test]
fn kinds_drops_of_a_ghost_in_a_wall_come_out_of_it() {
    let told = story(
        r#"
hero strength=9
kind g "ghoul" health=1 strength=0 through=walls drops=*
map
#######
#.#.###
#@#####
#$#.###
#######
end
g 3 3
"#,
        "6",
    );
    assert_snapshot!(told, @"6: hero strikes ghoul, ghoul Health -9, ghoul dies, healing herb placed 2,3");
    // Deep in the rock the nearest floor counts.
    let told = story(
        r#"
kind g "ghoul" sense=always hunt=drift attack=burst:1 speed=10 drops=*
map
###########
#$@########
######g####
###########
#.........#
###########
end
"#,
        "..",
    );
    assert_snapshot!(told, @"
    .: ghoul to 6,2, ghoul to 5,2, ghoul to 4,2, ghoul bursts 4,2, ghoul dies, hero Health -1, healing herb placed 3,2
    .: takes healing herb 3,2, hero Health +8
    ");
}

#[test]
fn kinds_drops_nothing_where_everything_is_covered() {
    let told = story(
        r#"
hero strength=9
kind r "rat" health=1 strength=0 drops=*
map
######
#@R..#
######
end
mark R r
scatter $ 100%
"#,
        "d",
    );
    assert_snapshot!(told, @"d: hero casts East, hero Manna -8, flies 3,2, rat Health -8, rat dies, flies 4,2, flies 5,2");
}

#[test]
fn kinds_spawns_bears_on_the_first_free_neighbour_every_so_many_turns() {
    let told = story(
        r#"
kind q "queen" health=9 strength=0 spawns=a:2
kind a "ant" health=1 strength=0
map
########
#@$#...#
####q..#
####...#
########
end
"#,
        ".....",
    );
    assert_snapshot!(told, @"
    .: 
    .: ant born 5,2
    .: hero Health +1
    .: ant born 6,2
    .:
    ");
}

#[test]
fn kinds_spawns_needs_room_and_the_newborn_act_from_the_next_turn() {
    let told = story(
        r#"
kind q "queen" strength=0 spawns=w:1
kind w "worker" strength=0 sense=always hunt=greedy
map
########
#@.....#
#$###q##
########
end
"#,
        "....",
    );
    assert_snapshot!(told, @"
    .: worker born 6,2
    .: worker to 5,2, worker born 6,2
    .: hero Health +1, worker to 4,2, worker to 5,2, worker born 6,2
    .: worker to 3,2, worker to 4,2, worker to 5,2, worker born 6,2
    ");
}

#[test]
fn kinds_spawns_counts_idle_rounds() {
    let told = story(
        r#"
rules explore tempo=500
kind q "queen" health=9 strength=0 spawns=a:3
kind a "ant" health=1 strength=0
map
########
#@$#...#
####q..#
########
end
"#,
        "~~~..~.",
    );
    assert_snapshot!(told, @"
    ~: idles
    ~: idles
    ~: idles, ant born 5,2
    .: 
    .: 
    ~: idles, ant born 6,2
    .: hero Health +1
    ");
}

#[test]
fn kinds_spawns_only_where_the_hero_is() {
    let mut game = game(
        r#"
kind q "queen" strength=0 spawns=q:1
level "one"
map
######
#@.>$#
######
end
level "two"
map
#####
#.<.#
#.q.#
#####
end
"#,
        0,
    );
    places(&mut game, 1, 5);
    assert_eq!(game.world().bodies().len(), 2);
}

#[test]
fn kinds_says_its_words_once_when_it_first_knows_of_its_prey() {
    let told = story(
        r#"
kind l "lich" health=30 strength=0 sense=sight:3 hunt=line says="It whispers your name."
map
########
#@....l#
#$######
########
end
"#,
        ".6644",
    );
    assert_snapshot!(told, @"
    .: 
    6: hero to 3,2
    6: hero to 4,2, hero Health +1, lich speaks, lich to 6,2
    4: hero to 3,2, lich to 5,2
    4: hero to 2,2, lich to 4,2
    ");
}

#[test]
fn kinds_health_strength_glyph_and_colour_are_its_own() {
    let game = game(
        "\nkind r \"rat\" health=4 strength=2 glyph=R colour=yellow\nmap\n#####\n#@r$#\n#####\nend\n",
        0,
    );
    let rat = game.world().body(ActorId(1));
    assert_eq!((rat.stat(Stat::Health), rat.stat(Stat::Strength)), (4, 2));
    assert_eq!(game.world().kind(ActorId(1)).glyph, 'R');
    assert_eq!(game.world().body_at(L, rat.at), Some(ActorId(1)));
    assert_eq!(hero(&game, Stat::Health), 40);
}
