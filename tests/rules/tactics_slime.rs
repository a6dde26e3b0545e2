//! Effects that tactics ghosts leave (K-12): explosions and their chains, dropped items, and slime. Points are 1-based.
use crate::scenario::tactics::{
    acts, battle, games, pointing, refuses, seed_telling, told, walked, with,
};
use crate::scenario::{L, board, game, tell};
use dungeon_engine::action::Action;
use dungeon_engine::event::Event;
use dungeon_engine::game::Game;
use dungeon_model::dungeon::Side;
use dungeon_model::space::geometry::at;

// ---- explosions ------------------------------------------------------------------------------------------

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

// ---- red: slime at the start of a move --------------------------------------------------------------------

/// A red ghost that never has a shot, so that it always advances.
const SLUG: &str = "kind S \"slug\" is=red reach=1 range=3";

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
    assert!(range(&game).contains(&(3, 2)), "around it, over the corner");
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
        "You have no clear shot.",
    );
    refuses(
        &mut game,
        Action::ShootAt(at(3, 0)),
        "You have no target there.",
    );
    refuses(
        &mut game,
        Action::ShootAt(at(-7, 900)),
        "You have no target there.",
    );
    let mut empty = crate::scenario::game(&with("hero ammo=0", "@.~G", ""), 0);
    refuses(&mut empty, Action::ShootAt(at(2, 0)), "Out of ammo.");
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
        "You have no clear shot.",
    );
}
