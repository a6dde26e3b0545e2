//! The table of kinds in docs/format, what it does about prey that it knows of: a picture, keys, and what happened.
//! Points are 1-based.
use crate::scenario::{game, story};
use dungeon_engine::action::{Action, ActorId, Refusal};
use insta::assert_snapshot;

#[test]
fn kinds_hunt_line_goes_along_the_line_and_without_one_roams() {
    // Both monsters know where the hero is. The first sees him at five steps; the line of the second is too long at
    // first.
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
fn kinds_hunt_shoot_strikes_adjacent_prey_unless_it_has_no_attack() {
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
fn kinds_hunt_shoot_is_refused_beyond_its_sight_to_any_mind() {
    let answer = |kind: &str| {
        let game = game(
            &format!(
                "kind a {kind}
map
#########
#@...a.$#
#########
end
"
            ),
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
