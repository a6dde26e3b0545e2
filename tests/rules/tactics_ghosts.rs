//! The turns of the five tactics ghosts (K-12), and the frequencies of their choices. Each test draws a map, ends turns
//! and compares the events. Points are 1-based.
use crate::scenario::tactics::{
    acts, battle, games, seed_telling, seed_where, share, stat, walked, with,
};
use crate::scenario::{board, game, tell};
use dungeon_engine::event::{Event, Missile};
use dungeon_engine::game::Game;
use dungeon_model::dungeon::{Side, Stat};

/// The tolerance of frequencies over 20,000 games.
const EXACT: f64 = 0.01;

const GAMES: u64 = 20_000;

/// A ghost's turn, by the sort of its first action.
#[derive(Clone, Copy, PartialEq, Debug)]
enum GhostAction {
    Shot,
    Walk,
    Nothing,
}

/// Returns the first action of the ghosts in the last step.
fn first_action(game: &Game) -> GhostAction {
    let world = game.world();
    let first_action = game.events().iter().find_map(|event| match *event {
        Event::Shot { .. } => Some(GhostAction::Shot),
        Event::Moved { who, .. } if world.body(who).side == Side::Theirs => Some(GhostAction::Walk),
        _ => None,
    });
    first_action.unwrap_or(GhostAction::Nothing)
}

/// Returns how often the ghosts of a board begin their turn with such an action.
fn often(text: &str, wanted: GhostAction) -> f64 {
    share(text, GAMES, |mut game| {
        acts(&mut game, "end");
        first_action(&game) == wanted
    })
}

#[track_caller]
fn assert_about(share: f64, chance: f64) {
    assert!(
        (share - chance).abs() < EXACT,
        "{share} instead of {chance}"
    );
}

// ---- green -----------------------------------------------------------------------------------------------

// ---- blue ------------------------------------------------------------------------------------------------

/// A kind that shoots or retreats, with one action a turn.
const SPITTER: &str = "hero health=1000\nkind S \"spitter\" is=blue ap=1";

#[test]
fn k12_a_blue_ghost_that_can_shoot_or_fall_back_shoots_five_times_in_six() {
    let open = with(SPITTER, "@...S....\n.........", "");
    assert_about(often(&open, GhostAction::Shot), 5.0 / 6.0);
    assert_about(often(&open, GhostAction::Walk), 1.0 / 6.0);
}

#[test]
fn k12_a_blue_ghost_that_can_only_shoot_shoots_twice_in_three_times_and_else_stays() {
    let cornered = with(
        SPITTER,
        drawn! {"
            #####
            @..S#
            #####"},
        "",
    );
    assert_about(often(&cornered, GhostAction::Shot), 2.0 / 3.0);
    assert_about(often(&cornered, GhostAction::Nothing), 1.0 / 3.0);
}

#[test]
fn k12_each_of_its_acts_and_turns_has_luck_of_its_own() {
    let cornered = with(
        "hero health=1000",
        drawn! {"
            #####
            @..B#
            #####"},
        "",
    );
    let shots = |game: &Game| {
        let is_shot = |event: &&Event| matches!(event, Event::Shot { .. });
        game.events().iter().filter(is_shot).count()
    };
    for (turns, expected) in [("end", 4.0 / 9.0), ("end; end; end", 4.0 / 9.0)] {
        let both = share(&cornered, GAMES, |mut game| {
            acts(&mut game, turns);
            shots(&game) == 2
        });
        assert_about(both, expected);
    }
    let twice = share(&cornered, GAMES, |mut game| {
        acts(&mut game, "end");
        let first = shots(&game);
        acts(&mut game, "end");
        first == 2 && shots(&game) == 2
    });
    assert_about(twice, 16.0 / 81.0);
}

#[test]
fn k12_its_shots_hit_as_often_as_its_weapon_says_and_cost_no_ammo() {
    let cornered = with(
        "hero health=1000\nkind S \"spitter\" is=blue ap=1 accuracy=50 damage=3",
        drawn! {"
            #####
            @..S#
            #####"},
        "",
    );
    let (mut shots, mut hits) = (0, 0);
    for mut game in games(&cornered, GAMES) {
        acts(&mut game, "end");
        if first_action(&game) == GhostAction::Shot {
            shots += 1;
            let lost = 1000 - stat(&game, 0, Stat::Health);
            assert!([0, 3].contains(&lost));
            hits += usize::from(lost == 3);
        }
    }
    assert_about(f64::from(hits as u32) / f64::from(shots), 0.44);
    let mut long = game(&cornered, 1);
    (0..100).for_each(|_| acts(&mut long, "end"));
    assert!(long.world().ledger().taken > 50);
    assert_eq!(long.world().ledger().shots, 0, "shots of ours are counted");
}

#[test]
fn k12_a_blue_ghost_comes_nearer_until_it_has_a_shot() {
    // Its weapon reaches 6 cells: from a distance of 12 it walks six steps, then chooses again.
    let far = with(
        "kind S \"spitter\" is=blue ap=1 reach=6",
        "@...........S....",
        "",
    );
    for mut game in games(&far, 50) {
        acts(&mut game, "end");
        let steps: Vec<_> = (7..=12).rev().map(|x| (x, 1)).collect();
        assert_eq!(walked(&game, Side::Theirs), steps);
        assert_eq!(first_action(&game), GhostAction::Walk);
    }
    // From a distance of 8 two steps are enough, and the walk ends there.
    let near = with(
        "kind S \"spitter\" is=blue ap=1 reach=6",
        "@.......S....",
        "",
    );
    for mut game in games(&near, 50) {
        acts(&mut game, "end");
        assert_eq!(walked(&game, Side::Theirs), [(8, 1), (7, 1)]);
    }
    // Around a corner it walks until its line of fire is clear.
    let corner = with(
        "kind S \"spitter\" is=blue ap=1 reach=6",
        drawn! {"
            @.#....
            ..#.S..
            ......."},
        "",
    );
    for mut game in games(&corner, 20) {
        acts(&mut game, "end");
        assert_eq!(walked(&game, Side::Theirs), [(4, 2), (3, 3)]);
    }
}

#[test]
fn k12_a_retreat_stays_one_to_its_end_although_there_is_a_shot() {
    let rows = "@.S.............\n################";
    let text = with("kind S \"spitter\" is=blue ap=1 range=4 reach=50", rows, "");
    let seed = seed_where(&text, |mut game| {
        acts(&mut game, "end");
        first_action(&game) == GhostAction::Walk
    });
    let mut game = game(&text, seed);
    acts(&mut game, "end");
    assert_eq!(
        walked(&game, Side::Theirs),
        [(4, 1), (5, 1), (6, 1), (7, 1)]
    );
    // The next turn makes a new choice.
    assert!(games(&text, 400).any(|mut game| {
        acts(&mut game, "end");
        let fled = first_action(&game) == GhostAction::Walk;
        acts(&mut game, "end");
        fled && first_action(&game) == GhostAction::Shot
    }));
}

#[test]
fn k12_each_step_of_a_walk_without_a_heading_has_luck_of_its_own() {
    let rows = ["..............."; 15].join("\n");
    let text = with(
        "kind S \"stray\" is=grey ap=1 roam=random",
        &rows,
        "@ 1 1\nS 8 8",
    );
    let turns = |game: &Game| {
        let walked = [vec![(8, 8)], walked(game, Side::Theirs)].concat();
        let ways = walked
            .windows(2)
            .map(|two| (two[1].0 - two[0].0, two[1].1 - two[0].1));
        ways.collect::<std::collections::BTreeSet<_>>().len()
    };
    let mut after_a_turn = games(&text, 20).map(|mut game| {
        acts(&mut game, "end");
        turns(&game)
    });
    assert!(after_a_turn.any(|ways| ways > 2));
}

#[test]
fn k12_a_blue_ghost_shoots_at_the_nearest_whom_its_weapon_can_hit() {
    let two = with(SPITTER, "@..S.@\n######", "");
    for mut game in games(&two, 50) {
        acts(&mut game, "end");
        let flies = tell(&game).contains("flies 5,1, flies 6,1");
        assert_eq!(
            flies,
            first_action(&game) == GhostAction::Shot,
            "{}",
            tell(&game)
        );
    }
    // The nearest unit is behind a wall.
    let text = with(
        SPITTER,
        drawn! {"
            ....@
            @.#.S
            #####"},
        "",
    );
    let shot = seed_telling(&text, "end", "shoots");
    let mut game = game(&text, shot);
    acts(&mut game, "end");
    let flown = game.events().iter().find_map(|event| match *event {
        Event::Flew {
            over,
            missile: Missile::Shot,
            ..
        } => Some(over.to_string()),
        _ => None,
    });
    assert_eq!(flown.as_deref(), Some("5,1"));
    let hidden = with(
        SPITTER,
        drawn! {"
            @....
            ..#..
            @.#.S
            #####"},
        "",
    );
    for mut game in games(&hidden, 30) {
        acts(&mut game, "end");
        if first_action(&game) == GhostAction::Shot {
            assert!(tell(&game).contains("flies 1,1"), "{}", tell(&game));
        }
    }
}

// ---- all ghosts -------------------------------------------------------------------------------------------

#[test]
fn k12_nothing_stands_where_two_ghosts_walk() {
    let text = battle(drawn! {"
        @........BBB
        .........BRB
        .........EEL"});
    let mut game = game(&text, 11);
    for _ in 0..20 {
        if game.outcome().is_some() {
            break;
        }
        acts(&mut game, "end");
        let drawn = board(game.world());
        assert_eq!(drawn.matches(['B', 'R', 'E', 'L']).count(), 9);
    }
}
