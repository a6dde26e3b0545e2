//! Scenarios for the rows of docs/format about tactics and about its features in other games. `source/format_page.rs`
//! lists the tests of all rows; other tests cover the rules themselves.
use crate::scenario::{L, game, place, presses};
use dungeon_engine::action::{Action, ActorId};
use dungeon_engine::event::Event;
use dungeon_engine::game::Game;
use dungeon_engine::rulesets::tactics::END_TURN;
use dungeon_model::dungeon::{Side, builtin};
use dungeon_model::space::geometry::at;

/// A battle on a drawn field.
fn battle(head: &str, rows: &str, records: &str) -> Game {
    game(
        &format!("\nrules tactics\n{head}\nmap\n{rows}\nend\n{records}\n"),
        0,
    )
}

/// Takes an action, which must be legal. Returns its events.
fn done(game: &mut Game, action: Action) -> Vec<Event> {
    let refused = game.step(action).err();
    assert!(refused.is_none(), "{action:?}: {refused:?}");
    game.events().to_vec()
}

/// Ends turns. Returns their events.
fn turns(game: &mut Game, count: usize) -> Vec<Event> {
    (0..count)
        .flat_map(|_| done(game, Action::Do(END_TURN)))
        .collect()
}

/// Returns the action of a click on a cell, in 1-based coordinates.
fn pointed(game: &Game, x: i32, y: i32) -> Option<Action> {
    let pointing = game
        .rules()
        .face()
        .pointing()
        .expect("tactics has a pointing interface");
    pointing.pointed(game.world(), at(x - 1, y - 1))
}

#[test]
fn rows_tactics_a_unit_is_commanded_by_pointing() {
    let mut game = battle(
        "",
        drawn! {"
            @....G
            ......
            @....."},
        "",
    );
    let (second, ghost) = (ActorId(1), ActorId(2));
    assert_eq!(pointed(&game, 3, 2), Some(Action::Go(at(2, 1))));
    assert_eq!(pointed(&game, 6, 1), Some(Action::Shoot(ghost)));
    assert_eq!(pointed(&game, 1, 3), Some(Action::Command(second)));
    done(&mut game, Action::Go(at(2, 1)));
    assert_eq!(place(&game, 0), (3, 2));
    done(&mut game, Action::Command(second));
    done(&mut game, Action::Go(at(3, 2)));
    assert_eq!(place(&game, 1), (4, 3));
}

#[test]
fn rows_tactics_slime_stops_units_and_a_shot_clears_it() {
    let mut game = battle("hero accuracy=100 ammo=99", "@~..o", "");
    let pointing = game
        .rules()
        .face()
        .pointing()
        .expect("tactics has a pointing interface");
    assert_eq!(pointing.range(game.world()), [at(0, 0)]);
    assert_eq!(pointed(&game, 2, 1), Some(Action::ShootAt(at(1, 0))));
    for _ in 0..20 {
        if game.world().tile(L, at(1, 0)).name != "slime" {
            break;
        }
        if game.step(Action::ShootAt(at(1, 0))).is_err() {
            turns(&mut game, 1);
        }
    }
    done(&mut game, Action::Do(END_TURN));
    done(&mut game, Action::Go(at(4, 0)));
    assert_eq!(place(&game, 0), (5, 1));
}

#[test]
fn rows_tactics_range_ap_and_reach_bound_what_a_unit_can_do() {
    let mut game = battle(
        "hero range=2 ap=3 reach=4",
        drawn! {"
            @......G
            ........
            ........"},
        "",
    );
    let pointing = game
        .rules()
        .face()
        .pointing()
        .expect("tactics has a pointing interface");
    assert_eq!(
        pointing.range(game.world()).len(),
        6,
        "the quarter of a diamond"
    );
    assert!(game.step(Action::Go(at(3, 0))).is_err());
    assert!(
        game.step(Action::Shoot(ActorId(1))).is_err(),
        "7 cells away"
    );
    done(&mut game, Action::Go(at(1, 0)));
    done(&mut game, Action::Go(at(3, 0)));
    done(&mut game, Action::Shoot(ActorId(1)));
    assert!(
        game.step(Action::Go(at(2, 0))).is_err(),
        "no points are left"
    );
    turns(&mut game, 1);
    done(&mut game, Action::Go(at(2, 0)));
}

#[test]
fn rows_tactics_a_shot_shows_its_chance_and_its_damage() {
    let chance = |keys: &str, rows: &str| {
        let game = battle(&format!("hero {keys}"), rows, "");
        let pointing = game
            .rules()
            .face()
            .pointing()
            .expect("tactics has a pointing interface");
        let targets = pointing.targets(game.world());
        let [target] = targets[..] else {
            panic!("expected one target: {targets:?}");
        };
        (target.forecast.chance, target.forecast.damage)
    };
    assert_eq!(chance("", "@G"), (70, (2, 6)));
    assert_eq!(chance("", "@...G"), (61, (2, 6)));
    assert_eq!(chance("accuracy=100 damage=4", "@G"), (95, (4, 4)));
    assert_eq!(chance("accuracy=0", "@...G"), (5, (2, 6)));
}

#[test]
fn rows_slime_is_waded_through_and_left_behind_in_every_game() {
    let walk = |through: &str| {
        let kind = format!("sense=always hunt=path attack=none {through}");
        let text = format!(
            "
tile : \"mire\" walk=slime
tile , \"ash\"
kind s \"slug\" {kind} trail=,
map
##########
#@.:..s$##
##########
end
"
        );
        let mut game = game(&text, 0);
        presses(&mut game, "....");
        assert_eq!(game.world().body(ActorId(1)).side, Side::Theirs);
        let ash = game.world().tile(L, at(6, 1)).name.clone();
        (place(&game, 1), ash)
    };
    assert_eq!(walk("through=slime"), ((3, 2), "ash".to_string()));
    let (stopped, _) = walk("through=floor");
    assert!(stopped.0 > 4, "{stopped:?}");
    let text = drawn! {r#"
        tile : "mire" walk=slime
        map
        #######
        #@:.$.#
        #######
        end
    "#};
    let mut game = game(text, 0);
    presses(&mut game, "6");
    let cell = game.world().cell(L, at(2, 1));
    assert_eq!((place(&game, 0), cell.tile), ((2, 2), builtin::FLOOR));
    presses(&mut game, "6");
    assert_eq!(place(&game, 0), (3, 2));
}
