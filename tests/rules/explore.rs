//! The rules of explore, one by one: each test draws a map, presses keys and compares the events. Points are 1-based.
use crate::scenario::{action, game, hero, place, presses};
use dungeon_engine::action::{Action, ActorId, Refusal};
use dungeon_engine::game::Game;
use dungeon_model::dungeon::Stat;
use dungeon_model::space::geometry::Point;
use insta::assert_snapshot;

/// A room for the hero alone, far from everything else.
const CELL: &str = "
map
#######
#@...$#
#######
end
";

// ---- the round -------------------------------------------------------------------------------------------

#[test]
fn x11_who_begins_with_the_usual_number_begins_with_the_most_of_it_if_that_is_less() {
    let hale = |head: &str| {
        let game = game(&CELL.replace("map", &format!("{head}\nmap")), 0);
        (hero(&game, Stat::Health), hero(&game, Stat::Manna))
    };
    assert_eq!(hale("hero max=25"), (25, 16));
    assert_eq!(hale("hero max=90 max-manna=0"), (40, 0));
}

#[test]
fn e3_what_is_refused_is_no_command() {
    let mut game = game(CELL, 0);
    assert_eq!(
        game.step(Action::Shoot(ActorId(0))),
        Err(Refusal::UnknownHere)
    );
    assert_eq!((game.world().turn(), game.events().len()), (0, 0));
}

// ---- the hero --------------------------------------------------------------------------------------------

#[test]
fn e13_each_of_eight_keys_casts_its_way() {
    let game = game(CELL, 0);
    let ways = "qweadzxc"
        .chars()
        .map(|key| format!("{:?}", action(&game, key)))
        .collect::<Vec<_>>()
        .join("\n");
    assert_snapshot!(ways, @"
    DoToward(Verb(0), NorthWest)
    DoToward(Verb(0), North)
    DoToward(Verb(0), NorthEast)
    DoToward(Verb(0), West)
    DoToward(Verb(0), East)
    DoToward(Verb(0), SouthWest)
    DoToward(Verb(0), South)
    DoToward(Verb(0), SouthEast)
    ");
}

// ---- monsters --------------------------------------------------------------------------------------------

#[test]
fn e20_a_ghost_feels_exactly_113_cells() {
    let mut felt = 0;
    for y in 1..=21 {
        for x in (1..=21).filter(|x| (*x, y) != (11, 11)) {
            let mut game = game(
                &format!(
                    "\nmap open 23 23\n@ {} {}\ng 12 12\n$ 22 22\n",
                    x + 1,
                    y + 1
                ),
                0,
            );
            presses(&mut game, ".");
            let came = place(&game, 1) != (12, 12);
            let struck = hero(&game, Stat::Health) < 40;
            felt += u32::from(came || struck);
        }
    }
    assert_eq!(felt + 1, 113); // includes its own cell
}

/// Returns the first of E-21's three steps that is free in the current world.
fn slide(game: &Game, (dx, dy): (i32, i32)) -> Option<(i32, i32)> {
    let at = game.world().body(ActorId(1)).at;
    let is_free = |(dx, dy): (i32, i32)| {
        let p = Point {
            x: at.x + dx,
            y: at.y + dy,
        };
        game.world().is_free_for(ActorId(1), p)
    };
    [(dx, dy), (dx, 0), (0, dy)]
        .into_iter()
        .find(|step| is_free(*step))
}

#[test]
fn e21_an_unseeing_wanderer_keeps_its_direction_slides_or_loses_a_turn() {
    let map = drawn! {"
        map
        ##########
        #@.$######
        ##########
        #........#
        #........#
        #...#....#
        #........#
        #........#
        #........#
        #........#
        #........#
        ##########
        end
        w 3 8
    "};
    let (mut along_row, mut along_column, mut lost) = (0, 0, 0);
    for seed in 0..20 {
        let mut game = game(map, seed);
        let mut heading = None;
        for _ in 0..200 {
            let before = place(&game, 1);
            let expected = heading.and_then(|heading| slide(&game, heading));
            presses(&mut game, ".");
            let after = place(&game, 1);
            let step = (after.0 - before.0, after.1 - before.1);
            if let (Some(expected), Some((dx, dy))) = (expected, heading) {
                assert_eq!(step, expected, "seed {seed}, heading {heading:?}");
                along_row += u32::from(dx != 0 && dy != 0 && step == (dx, 0));
                along_column += u32::from(dx != 0 && dy != 0 && step == (0, dy));
                lost += u32::from(step == (0, 0));
            }
            // After a draw that did not move the monster, the next step is drawn, too: all three directions are still
            // blocked.
            heading = Some(step).filter(|step| *step != (0, 0));
        }
    }
    assert!(
        along_row > 0 && along_column > 0 && lost > 0,
        "{along_row} {along_column} {lost}"
    );
}
