//! Scenarios of the rows of docs/format, "Siege": a picture, keys, and what happened. `source/format_page.rs` names
//! the tests of all rows; the rules themselves are proved elsewhere.
use crate::scenario::{L, game, hero, presses, story};
use dungeon_engine::game::Game;
use dungeon_engine::world::World;
use dungeon_model::dungeon::Stat;
use insta::assert_snapshot;

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
fn rows_siege_cows_are_no_floor_and_bring_profit_while_they_live() {
    assert_eq!(purse("season=4", " .@%%.", "66."), 5 + 20);
    assert_snapshot!(story(&fold("season=9", " .@.%.C."), "6666"));
}

#[test]
fn rows_siege_letters_show_the_strength_that_is_left() {
    let mut game = game(&fold("", " .@D..."), 0);
    let glyph = |game: &Game| {
        let world = game.world();
        let mut theirs = world.theirs(L);
        theirs.next().map(|who| world.glyph_of(who))
    };
    let seen = "6666".chars().map(|key| {
        let before = glyph(&game);
        presses(&mut game, &key.to_string());
        before
    });
    let seen: Vec<_> = seen.collect();
    assert_eq!(seen, [Some('D'), Some('C'), Some('B'), Some('A')]);
    assert_eq!(glyph(&game), None);
}

#[test]
fn rows_siege_fences_are_raised_by_walking_at_them() {
    let map = fold("fence=2", " .@1...");
    assert_snapshot!(story(&map, "666"));
}

#[test]
fn rows_siege_the_hero_hits_buys_and_builds() {
    assert_snapshot!(story(&fold("cow=3 fence=2", " .@...."), "c6f6f"));
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

#[test]
fn rows_siege_fences_stop_some_are_torn_by_others_and_passed_by_the_rest() {
    for (through, snapshot) in [("floor", "stopped"), ("doors", "torn"), ("walls", "passed")] {
        let before = format!("kind k \"foe\" is=hordling strength=5 through={through}\n");
        let map = fold("", " .@.3k").replacen("level", &(before + "level"), 1);
        assert_snapshot!(snapshot, story(&map, "...."));
    }
}

#[test]
fn rows_siege_treasure_fills_the_purse_and_no_season_is_needed() {
    let before = "item $ \"treasure\" wealth=40\n";
    let map = fold("goal=45", " .@.$.").replacen("level", &(before.to_string() + "level"), 1);
    assert_snapshot!(story(&map, "66"));
}

#[test]
fn rows_siege_a_hero_on_a_fence_is_robbed_once_it_is_torn_down() {
    let map = fold("", " .X.C..") + "mark X @\nmark X 3\n";
    assert_snapshot!(story(&map, "....."));
}
