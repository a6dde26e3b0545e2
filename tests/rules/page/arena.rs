//! Scenarios for the rows of docs/format, "Arena". `source/format_page.rs` lists the tests of all rows; other tests
//! cover the rules themselves.
use crate::scenario::{L, game, hero, story};
use dungeon_model::dungeon::Stat;
use insta::assert_snapshot;

/// Returns the events of these keys on a drawn board.
fn told(head: &str, rows: &str, keys: &str) -> String {
    story(&format!("\n{head}\nmap\n{rows}\nend\n"), keys)
}

#[test]
fn rows_arena_parameters_are_lives_sight_and_what_walls_leave_free() {
    let lives = |head: &str| hero(&game(&format!("\n{head}\n"), 0), Stat::Health);
    assert_eq!(lives("rules arena"), 3);
    assert_eq!(lives("rules arena lives=5"), 5);
    assert_eq!(lives("rules arena lives=5\nhero health=2"), 2);
    let walls = |head: &str| {
        let game = game(
            &format!("\n{head}\nmap open 9 9\n@ 1 1\n% 9 1\nscatter # 100%\n"),
            0,
        );
        let world = game.world();
        let cells = world.size(L).points();
        cells.filter(|p| !world.is_valid(L, *p)).count()
    };
    assert_eq!(walls("rules arena"), 81 - 2);
    assert_eq!(walls("rules arena quirk=diagonal"), 81 - 9 - 1);
    let near = told("rules arena sight=4", "@...%", ".");
    let far = told("rules arena sight=3", "@...%", ".");
    assert_ne!(near, far);
    assert_snapshot!(near);
}
