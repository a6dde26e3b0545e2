//! Scenarios of the rows of docs/format, "Arena": a picture, keys, and what happened. `source/format_page.rs` names
//! the tests of all rows; the rules themselves are proved elsewhere.
use crate::scenario::{L, game, hero, presses, story};
use dungeon_engine::game::Game;
use dungeon_model::dungeon::Stat;
use insta::assert_snapshot;

/// What happens on a drawn board.
fn told(head: &str, rows: &str, keys: &str) -> String {
    story(&format!("\n{head}\nmap\n{rows}\nend\n"), keys)
}

/// How many enemies are left.
fn enemies(game: &Game) -> usize {
    game.world().theirs(L).count()
}

#[test]
fn rows_arena_the_hero_walks_four_ways_and_stomps() {
    assert_snapshot!(told(
        "rules arena",
        drawn! {"
            ..#
            .@%
            ..%"},
        "8624"
    ));
}

#[test]
fn rows_arena_an_enemy_comes_along_the_longer_axis_or_staggers_about() {
    assert_snapshot!(told(
        "rules arena",
        drawn! {"
            @......
            .......
            .....%."},
        "..."
    ));
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

#[test]
fn rows_arena_speed_says_how_often_it_comes() {
    let at = |speed: &str| {
        let kind = format!("rules arena sight=9\nkind x \"x\" is=enemy {speed}");
        told(&kind, "@.......x", "....")
    };
    assert_snapshot!([at("speed=3"), at("speed=1")].join("\n"));
}

#[test]
fn rows_arena_who_comes_at_a_slant_stands_at_a_corner() {
    for hunt in ["greedy", "path"] {
        let kind = format!("rules arena\nkind x \"x\" is=enemy hunt={hunt} roam=stand");
        let slant = told(
            &kind,
            drawn! {"
                @...
                ....
                ..x."},
            "...",
        );
        assert_snapshot!(format!("{hunt}_at_a_corner"), slant);
        let back = told(
            &kind,
            drawn! {"
                .@..
                ....
                ...x"},
            ".46",
        );
        assert_snapshot!(format!("{hunt}_after_a_step_back"), back);
    }
}

#[test]
fn rows_arena_who_always_knows_comes_from_anywhere() {
    let kind = "rules arena\nkind x \"x\" is=enemy sense=always";
    assert_snapshot!(told(kind, "@..........x", ".."));
}

#[test]
fn rows_arena_strength_is_how_many_lives_it_costs() {
    let kind = "rules arena\nkind x \"x\" is=enemy strength=2";
    assert_snapshot!(told(kind, "@.x", "6."));
}

#[test]
fn rows_arena_a_nest_breeds_until_it_is_stomped() {
    let nest = "is=enemy hunt=stand roam=stand attack=none spawns=%:2";
    let board = format!("\nrules arena\nkind n \"nest\" {nest}\nmap\n@n....\nend\n");
    let mut waited = game(&board, 0);
    let bred: Vec<usize> = ".."
        .chars()
        .map(|key| {
            presses(&mut waited, &key.to_string());
            enemies(&waited)
        })
        .collect();
    assert_eq!(bred, [1, 2]);
    let mut stomped = game(&board, 0);
    presses(&mut stomped, "6");
    assert_eq!(enemies(&stomped), 0);
}

#[test]
fn rows_arena_who_rams_dies_and_takes_its_strength() {
    let kind = "kind x \"x\" is=wanderer strength=5 attack=ram";
    assert_snapshot!(told(
        kind,
        drawn! {"
            #######
            #@..x.#
            #.....#
            #...$.#
            #######"},
        "...."
    ));
}
