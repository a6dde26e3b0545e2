//! Scenarios of the rows of docs/FORMAT.md, "Arena", and of the part that it brings: a picture, keys, and what happened.
//! `format_index` names the tests of all rows; the rules themselves are proved elsewhere.
mod support;

use std::collections::BTreeSet;

use dungeon::engine::game::Game;
use dungeon::space::geometry::{Neighbours, Point, at};
use insta::assert_snapshot;
use support::{L, game, story};

/// A board of this picture.
fn board(rules: &str, rows: &str) -> String {
    format!("\nrules arena {rules}\nlevel\nmap\n{rows}\nend\n")
}

/// An open board with the hero in a corner and these scatters, made by the first seeds.
fn seeded(rules: &str, scatters: &str) -> impl Iterator<Item = Game> {
    let text = format!("\nrules arena {rules}\nlevel\nmap open 12 12\n@ 1 1\n{scatters}\n");
    (0..60).map(move |seed| game(&text, seed))
}

#[test]
fn rows_arena_an_enemy_comes_from_six_steps_off_and_throws_itself_at_him() {
    assert_snapshot!(story(&board("", "@......%"), ".6.....").trim_end(), @r"
    .: enemy to 7,1
    6: hero to 2,1, enemy to 6,1
    .: enemy to 5,1
    .: enemy to 4,1
    .: enemy to 3,1
    .: enemy rams hero, enemy dies, hero Health -1, Won
    .: The game is over.
    ");
}

#[test]
fn rows_arena_he_steps_in_four_directions_and_stomps() {
    let rows = ".....\n.%...\n.@#..\n.....\n....%";
    assert_snapshot!(story(&board("sight=0", rows), "686.").trim_end(), @r"
    6: There is no way through.
    8: hero stomps enemy, enemy dies, hero to 2,2, enemy to 4,5
    6: hero to 3,2, enemy to 4,4
    .: enemy to 3,4
    ");
}

#[test]
fn rows_arena_sight_is_how_far_enemies_know_of_him() {
    let sentry = "kind s \"sentry\" is=enemy roam=stand";
    let text = format!("\nrules arena sight=3\n{sentry}\nlevel\nmap\n@...s\nend\n");
    assert_snapshot!(story(&text, "..6.").trim_end(), @r"
    .: 
    .: 
    6: hero to 2,1, sentry to 4,1
    .: sentry to 3,1
    ");
}

#[test]
fn rows_arena_quirk_leaves_the_diagonal_free_of_scattered_walls() {
    let is_open = |game: &Game, n: i32| game.world().is_valid(L, at(n, n));
    let open = |rules: &str| {
        let games = seeded(rules, "scatter # 60%\nscatter % 2");
        games
            .filter(|game| (0..12).all(|n| is_open(game, n)))
            .count()
    };
    assert_eq!(open("quirk=diagonal"), 60);
    assert_eq!(open(""), 0);
}

#[test]
fn rows_arena_reachable_leaves_nobody_shut_off() {
    let fair = |rules: &str| {
        let games = seeded(rules, "scatter # 35%\nscatter % 4 away=1");
        games.filter(is_fair).count()
    };
    assert_eq!(fair("reachable=yes"), 60);
    assert!(fair("") < 30, "so that it is worth asking for");
}

/// Whether steps in four directions lead from the hero to everybody.
fn is_fair(game: &Game) -> bool {
    let world = game.world();
    let hero = world.body(world.commanded()).at;
    let mut reached = BTreeSet::from([hero]);
    let mut left = vec![hero];
    while let Some(p) = left.pop() {
        let near = Neighbours::Four.directions().iter().map(|way| p + *way);
        let new: Vec<Point> = near
            .filter(|p| world.is_valid(L, *p) && reached.insert(*p))
            .collect();
        left.extend(new);
    }
    world
        .theirs(L)
        .all(|who| reached.contains(&world.body(who).at))
}

#[test]
fn rows_ram_throws_itself_at_its_prey_in_row_or_column_in_any_game() {
    let text = r#"
kind b "boar" attack=ram strength=4 sense=always hunt=axis
map
######
#@...#
#....#
#..b$#
######
end
"#;
    assert_snapshot!(story(text, "....").trim_end(), @r"
    .: boar to 3,4
    .: boar to 3,3
    .: hero Health +1, boar to 2,3
    .: boar rams hero, boar dies, hero Health -4
    ");
}
