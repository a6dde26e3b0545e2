//! Scenarios of the rows of docs/format, "Siege": a picture, keys, and what happened. `source/format_page.rs` names
//! the tests of all rows; the rules themselves are proved elsewhere.
use crate::scenario::{L, game, hero, presses, story};
use dungeon_engine::game::Game;
use dungeon_engine::world::World;
use dungeon_model::dungeon::Stat;

/// A row of a pasture that no hordling comes to: rock and walls all round. The hero has 5 gold.
fn fold(rules: &str, rows: &str) -> String {
    format!("\nrules siege turn=1 gold=5 {rules}\nlevel\nmap\n\n{rows}\n########\nend\n")
}

/// A game of that, and what is in the purse after these keys.
fn purse(rules: &str, rows: &str, keys: &str) -> i32 {
    let mut game = game(&fold(rules, rows), 0);
    presses(&mut game, keys);
    hero(&game, Stat::Wealth)
}

/// How many hordlings a world has.
fn hordlings(world: &World) -> usize {
    world.theirs(L).count()
}

fn at_season(rules: &str) -> Game {
    let map = drawn! {"
        level
        map
        .....
        .....
        ..@..
        .....
        .....
        end
    "};
    game(&format!("\nrules siege {rules}\n{map}"), 3)
}

#[test]
fn rows_siege_parameters_are_prices_times_and_ends() {
    assert_eq!(purse("cow=4", " .@...", "c"), 1);
    assert_eq!(purse("fence=3", " .@...", "f"), 2);
    assert_eq!(purse("season=4 profit=7", " .@%..", "..."), 12);
    assert_eq!(purse("goal=6 season=3", " .@%..", ".."), 15);
    let won = story(&fold("goal=6 season=3", " .@%.."), "...");
    assert!(won.contains("Won"), "{won}");
    // The first turn begins a season unless the file says otherwise, and each year brings one more pair.
    assert_eq!(hordlings(at_season("turn=1").world()), 0);
    assert_eq!(hordlings(at_season("").world()), 2);
    let third = at_season("season=5 year=2 turn=20");
    assert!(
        (3..=6).contains(&hordlings(third.world())),
        "three pairs, perhaps on each other"
    );
    let strongest = third
        .world()
        .theirs(L)
        .map(|who| third.world().body(who).stat(Stat::Strength));
    assert!(strongest.max() <= Some(3));
}
