//! Tactics: what ghosts leave behind (K-12): explosions and their chains, what drops, and slime. Points are 1-based.
use crate::scenario::tactics::{
    COUNTED, acts, after, battle, games, pointing, refuses, seed_telling, stat, tells_by, told,
    walked, with,
};
use crate::scenario::{L, board, game, tell};
use dungeon_engine::action::Action;
use dungeon_engine::event::Event;
use dungeon_engine::game::Game;
use dungeon_model::dungeon::{Side, Stat};
use dungeon_model::space::geometry::at;

/// A unit whose every hit kills, and who is not easily killed.
const STRONG: &str = "hero damage=100 accuracy=100 health=100";

/// A battle in which a shot at this cell has hit.
fn shot(text: &str, asked: &str) -> Game {
    after(text, seed_telling(text, asked, "dies"), asked)
}

// ---- explosions ------------------------------------------------------------------------------------------

#[test]
fn k12_a_green_ghost_that_is_killed_hurts_everybody_around_friend_and_foe() {
    let rows = drawn! {"
        ...B@..
        ..GEo..
        ..@.G..
        ...@..G"};
    let text = with(&format!("{STRONG}\n{COUNTED}"), rows, "");
    let asked = "next; next; shoot 4,2";
    let seed = seed_telling(&text, asked, "dies");
    tells_by(
        seed,
        &text,
        asked,
        &[
            "next: wizard commanded",
            "next: wizard commanded",
            "shoot 4,2: wizard Ap -1, wizard Ammo -1, wizard shoots green ghost, flies 4,3, flies 4,2, \
             green ghost Health -100, green ghost dies, green ghost bursts 4,2, blue ghost Health -6, \
             wizard Health -6, grey ghost Health -6, grey ghost dies, wizard Health -6, grey ghost Health -6, \
             grey ghost dies",
        ],
    );
}

#[test]
fn k12_a_green_ghost_that_is_only_wounded_does_not_burst() {
    let declared = format!("hero damage=3 accuracy=100\n{COUNTED}");
    let text = with(&declared, "@.E", "");
    let seed = seed_telling(&text, "shoot 3,1", "Health");
    let game = after(&text, seed, "shoot 3,1");
    assert_eq!(
        (stat(&game, 1, Stat::Health), game.world().ledger().taken),
        (1, 0)
    );
}

#[test]
fn k12_explosions_chain_each_ghost_once_and_in_the_order_of_their_deaths() {
    let text = with(
        STRONG,
        drawn! {"
            .EEEEE.E
            ........
            ...@...G"},
        "",
    );
    let game = shot(&text, "shoot 4,1");
    let bursts = tell(&game);
    let bursts: Vec<&str> = bursts
        .split(", ")
        .filter(|told| told.contains("bursts"))
        .collect();
    let places = ["4,1", "3,1", "5,1", "2,1", "6,1"].map(|at| format!("green ghost bursts {at}"));
    assert_eq!(bursts, places);
    assert_eq!(
        board(game.world()),
        drawn! {"
            .......E
            ........
            ...@...G"}
    );
}

#[test]
fn k12_a_chain_comes_back_to_the_shooter() {
    let declared = format!("hero damage=100 accuracy=100 health=6\n{COUNTED}");
    let text = with(&declared, "@EEG\n####", "");
    let game = shot(&text, "shoot 2,1");
    assert!(
        tell(&game).contains("wizard Health -6, wizard dies"),
        "{}",
        tell(&game)
    );
}

#[test]
fn k12_a_chain_of_100_000_ghosts_ends() {
    let text = |width, height| {
        format!(
            "rules tactics\nhero damage=9 accuracy=100 health=1000\nkind e \"egg\" is=green health=1 bursts=1\n\
             map open {width} {height}\n@ 1 1\nscatter e 100%\n"
        )
    };
    let first = "shoot 2,1";
    let seed = seed_telling(&text(2, 1), first, "dies");
    let mut game = game(&text(400, 251), seed);
    assert_eq!(game.world().bodies().len(), 100_400);
    acts(&mut game, first);
    let bursts = game
        .events()
        .iter()
        .filter(|event| matches!(event, Event::Burst { .. }));
    assert_eq!(bursts.count(), 100_399);
    assert!(game.outcome().is_some());
}

#[test]
fn k12_what_a_kind_drops_lies_where_it_died_and_a_move_takes_it_there() {
    let kinds = "hero damage=100 accuracy=100\nkind C \"carrier\" is=green drops=o bursts=1";
    let text = with(kinds, "@..C.\n....G", "");
    let mut game = shot(&text, "shoot 4,1");
    assert!(
        tell(&game).ends_with(
            "carrier dies, pancake placed 4,1, carrier bursts 4,1, grey ghost Health -1"
        ),
        "{}",
        tell(&game)
    );
    acts(&mut game, "go 4,1");
    assert_eq!(stat(&game, 0, Stat::Health), 30);
}

// ---- red: slime where a move of it begins ----------------------------------------------------------------

/// The board after a red ghost has come along a row.
fn trail(declared: &str, rows: &str, records: &str) -> String {
    let text = with(declared, rows, records);
    board(after(&text, 3, "end").world())
}

/// A red ghost that never has a shot, so that it always comes.
const SLUG: &str = "kind S \"slug\" is=red reach=1 range=3";

#[test]
fn k12_a_red_ghost_leaves_slime_where_each_move_of_it_begins_and_nowhere_else() {
    assert_eq!(trail(SLUG, "@.........S", ""), "@...S..~..~");
    tells_by(
        3,
        &with(SLUG, "@.........S", ""),
        "end",
        &[
            "end: slug to 10,1, slug slimes 11,1, slime built 11,1, slug to 9,1, slug to 8,1, slug to 7,1, \
           slug slimes 8,1, slime built 8,1, slug to 6,1, slug to 5,1",
        ],
    );
}

#[test]
fn k12_a_walk_that_begins_with_the_opening_of_a_door_leaves_slime_where_it_began() {
    let slug = format!("{SLUG} through=doors ap=1");
    assert_eq!(trail(&slug, "@........+S", ""), "@.......S'~");
}

#[test]
fn k12_a_red_ghost_that_stays_or_shoots_leaves_nothing() {
    let text = battle(drawn! {"
        #####
        @..R#
        #####"});
    for mut game in games(&text, 40) {
        acts(&mut game, "end");
        assert_eq!(walked(&game, Side::Theirs), []);
        assert!(!board(game.world()).contains('~'));
    }
}

#[test]
fn k12_a_red_ghosts_retreat_leaves_slime_too() {
    let text = battle("@.R............\n###############");
    let fled = games(&text, 100).find_map(|mut game| {
        acts(&mut game, "end");
        let told = tell(&game);
        told.starts_with("red ghost to 4,1, red ghost slimes 3,1")
            .then_some(board(game.world()))
    });
    assert!(fled.expect("a retreat").starts_with("@.~"));
}

#[test]
fn k12_slime_comes_on_plain_floor_alone_never_over_what_lies_or_is_built_there() {
    for (ground, records) in [
        ("*", "S 11 1\n* 11 1"),
        ("^", "S 11 1\n^ 11 1"),
        ("'", "S 11 1\n' 11 1"),
        ("?", "S 11 1\n? 11 1 \"Here.\""),
        ("m", "S 11 1\nm 11 1"),
    ] {
        let declared = format!("{SLUG}\ntile m \"moss\" walk=yes see=yes");
        let declared = if ground == "m" {
            declared
        } else {
            SLUG.to_owned()
        };
        let text = with(&declared, "@..........", records);
        let game = after(&text, 3, "end");
        assert!(!tell(&game).contains("slimes 11,1"), "{ground}");
        assert_eq!(board(game.world()), format!("@...S..~..{ground}"));
    }
}

#[test]
fn k12_ghosts_wade_through_slime_and_leave_it_as_it_is() {
    assert_eq!(trail(SLUG, "@...~~~~~~S", ""), "@...S~~~~~~");
    let walker = "kind S \"walker\" is=green range=3";
    assert_eq!(trail(walker, "@...~~~~~~S", ""), "@...S~~~~~.");
    let wader = "kind S \"wolf\" is=wanderer";
    assert_eq!(
        trail(wader, "@...~~~~~~S", ""),
        "@...~~~~~~S",
        "the book's do not"
    );
}

#[test]
fn k12_slime_blocks_wizards_and_their_routes_but_no_line() {
    let mut game = game(
        &battle(drawn! {"
            @.~.G
            ##.##
            ....."}),
        0,
    );
    let range = |game: &Game| told(&pointing(game).range(game.world()));
    assert!(!range(&game).contains(&(3, 1)));
    refuses(&mut game, Action::Go(at(2, 0)), "That is out of range.");
    assert!(range(&game).contains(&(3, 2)), "round it, over the corner");
    assert_eq!(pointing(&game).targets(game.world()).len(), 1);
}

#[test]
fn k12_a_range_shrinks_with_the_slime_that_comes() {
    let text = with(SLUG, "@.........S\n###########", "");
    let mut game = game(&text, 3);
    let range = |game: &Game| told(&pointing(game).range(game.world()));
    assert_eq!(range(&game).len(), 10);
    acts(&mut game, "end");
    assert_eq!(range(&game), [(1, 1), (2, 1), (3, 1), (4, 1)]);
}

// ---- shots at slime --------------------------------------------------------------------------------------

#[test]
fn k12_a_shot_that_hits_slime_clears_it_and_one_that_misses_does_not() {
    let text = battle("@..~.G");
    let hit = seed_telling(&text, "shoot 4,1", "built");
    tells_by(
        hit,
        &text,
        "shoot 4,1; shoot 4,1; go 4,1",
        &[
            "shoot 4,1: wizard Ap -1, wizard Ammo -1, wizard shoots at 4,1, flies 2,1, flies 3,1, flies 4,1, \
             floor built 4,1",
            "shoot 4,1: There is nobody there.",
            "go 4,1: wizard Ap -1, wizard to 2,1, wizard to 3,1, wizard to 4,1",
        ],
    );
    let miss = seed_telling(&text, "shoot 4,1", "misses");
    let game = after(&text, miss, "shoot 4,1");
    assert!(tell(&game).ends_with("flies 4,1, wizard misses 4,1"));
    assert_eq!(board(game.world()), "@..~.G");
    let ledger = game.world().ledger();
    assert_eq!((ledger.shots, ledger.hits()), (1, 0));
}

#[test]
fn k12_slime_is_hit_as_often_as_a_ghost_would_be() {
    let text = battle("@..~.G");
    let forecast = |game: &Game| pointing(game).forecast(game.world(), at(3, 0));
    let chance = forecast(&game(&text, 0)).map(|forecast| forecast.chance);
    assert_eq!(chance, Some(64));
    let share = crate::scenario::tactics::share(&text, 20_000, |mut game| {
        acts(&mut game, "shoot 4,1");
        tell(&game).contains("built")
    });
    assert!((0.63..0.65).contains(&share), "{share}");
}

#[test]
fn k12_slime_out_of_reach_or_sight_cannot_be_shot_at_and_nor_can_floor() {
    let mut game = game(
        &battle(drawn! {"
            @........~G
            #.........
            ~#........"}),
        0,
    );
    refuses(
        &mut game,
        Action::ShootAt(at(9, 0)),
        "That is out of reach.",
    );
    refuses(
        &mut game,
        Action::ShootAt(at(0, 2)),
        "There is no clear shot.",
    );
    refuses(
        &mut game,
        Action::ShootAt(at(3, 0)),
        "There is nobody there.",
    );
    refuses(
        &mut game,
        Action::ShootAt(at(-7, 900)),
        "There is nobody there.",
    );
    let mut empty = crate::scenario::game(&with("hero ammo=0", "@.~G", ""), 0);
    refuses(&mut empty, Action::ShootAt(at(2, 0)), "No ammo is left.");
}

#[test]
fn k12_what_was_under_the_slime_of_a_red_ghost_is_floor_again() {
    let text = with(
        &format!("{SLUG}\nhero accuracy=100 ap=20 ammo=99 reach=20"),
        "@.........S\n###########",
        "",
    );
    let mut game = game(&text, 3);
    acts(&mut game, "end");
    assert_eq!(board(game.world()).lines().next(), Some("@...S..~..~"));
    assert!(game.world().tile(L, at(7, 0)).glyph == '~');
    refuses(
        &mut game,
        Action::ShootAt(at(7, 0)),
        "There is no clear shot.",
    );
}
