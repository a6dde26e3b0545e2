//! Hordlings in siege, and authors' kinds there: each test draws a map, presses keys and compares the events. Points
//! are 1-based.
use crate::scenario::siege::quiet;
use crate::scenario::{game, place, presses};
use dungeon_engine::action::ActorId;
use dungeon_model::space::geometry::at;

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
