//! Tactics: what the five ghosts do in their turn (K-12): a picture, a turn or more, and what happened; and how often.
//! Points are 1-based.
use crate::scenario::tactics::{
    acts, after, battle, games, seed_telling, seed_where, share, stat, tells, tells_by, walked,
    with,
};
use crate::scenario::{board, game, place, tell};
use dungeon_engine::event::{Event, Missile};
use dungeon_engine::game::Game;
use dungeon_model::dungeon::{Side, Stat};

/// How far frequencies over 20,000 games may be from a chance.
const EXACT: f64 = 0.01;

const GAMES: u64 = 20_000;

/// What a ghost's turn came to, by the sort of its first action.
#[derive(Clone, Copy, PartialEq, Debug)]
enum GhostAction {
    Shot,
    Walk,
    Nothing,
}

/// What the ghosts did first in the last step.
fn first_action(game: &Game) -> GhostAction {
    let world = game.world();
    let first_action = game.events().iter().find_map(|event| match *event {
        Event::Shot { .. } => Some(GhostAction::Shot),
        Event::Moved { who, .. } if world.body(who).side == Side::Theirs => Some(GhostAction::Walk),
        _ => None,
    });
    first_action.unwrap_or(GhostAction::Nothing)
}

/// How often the ghosts of a board begin their turn with such an action.
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

// ---- grey ------------------------------------------------------------------------------------------------

#[test]
fn k12_a_grey_ghost_does_nothing_whatever_happens_to_it() {
    let rows = "@G...\n^....";
    let text = with("hero damage=1 health=9", rows, "^ 1 2 trap=alarm");
    tells(
        &text,
        "end; go 1,2; end; shoot 2,1; end",
        &[
            "end: ",
            "go 1,2: wizard Ap -1, wizard to 1,2, springs alarm trap 1,2, alarm until 12",
            "end: wizard Ap +1",
            "shoot 2,1: wizard Ap -1, wizard Ammo -1, wizard shoots grey ghost, flies 2,1, grey ghost Health -1",
            "end: wizard Ap +1",
        ],
    );
}

// ---- lilac -----------------------------------------------------------------------------------------------

#[test]
fn k12_a_lilac_ghost_flees_from_whom_it_sees_up_to_its_range_twice_a_turn() {
    let run = "@..L......................\n##########################";
    let mut game = game(&battle(run), 0);
    acts(&mut game, "end");
    let out_of_sight = (5..=12).map(|x| (x, 1)).collect::<Vec<_>>();
    assert_eq!(
        walked(&game, Side::Theirs),
        out_of_sight,
        "eleven off it sees nobody"
    );
    acts(&mut game, "end");
    assert_eq!(walked(&game, Side::Theirs), []);
    let short = with("kind L \"hare\" is=lilac range=2", run, "");
    let mut game = crate::scenario::game(&short, 0);
    acts(&mut game, "end");
    assert_eq!(
        walked(&game, Side::Theirs),
        [(5, 1), (6, 1), (7, 1), (8, 1)]
    );
}

#[test]
fn k12_a_lilac_ghost_flees_from_the_nearest_wizard_stops_in_corners_and_does_no_harm() {
    let text = battle(drawn! {"
        @....
        ...L.
        .....
        @...."});
    let game = after(&text, 0, "end");
    assert_eq!(walked(&game, Side::Theirs).last(), Some(&place(&game, 2)));
    assert_eq!(place(&game, 2).0, 5);
    tells(
        &battle(drawn! {"
            #####
            @..L#
            #####"}),
        "end",
        &["end: "],
    );
    let hidden = battle("@.#..L....\n..#.......");
    tells(&hidden, "end", &["end: "]);
}

// ---- green -----------------------------------------------------------------------------------------------

#[test]
fn k12_a_green_ghost_walks_up_and_stands() {
    let text = battle("@....................E");
    tells(
        &text,
        "end; end",
        &[
            &format!("end: {}", walk("green ghost", (10..=21).rev())),
            &format!("end: {}", walk("green ghost", (2..=9).rev())),
        ],
    );
    let beside = after(&text, 0, "end; end; end; end");
    assert_eq!((tell(&beside), place(&beside, 1)), (String::new(), (2, 1)));
    assert_eq!(stat(&beside, 0, Stat::Health), 20);
}

fn walk(who: &str, columns: impl Iterator<Item = i32>) -> String {
    columns
        .map(|x| format!("{who} to {x},1"))
        .collect::<Vec<_>>()
        .join(", ")
}

#[test]
fn k12_a_green_ghost_goes_to_the_nearest_wizard_round_walls_and_through_slime() {
    let text = battle(drawn! {"
        @.......@
        #######~#
        ......E.."});
    let game = after(&text, 0, "end");
    assert_eq!(
        walked(&game, Side::Theirs),
        [(8, 2)],
        "beside one it stands"
    );
    let text = battle(drawn! {"
        @..#E
        ...#.
        ....."});
    let game = after(&text, 0, "end");
    assert_eq!(place(&game, 1), (2, 1));
}

// ---- blue ------------------------------------------------------------------------------------------------

/// A kind that shoots or falls back, with one act a turn.
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
    // Its weapon reaches 6: from 12 off it takes six steps, then decides anew.
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
    // From 8 off two steps are enough, and the walk ends there.
    let near = with(
        "kind S \"spitter\" is=blue ap=1 reach=6",
        "@.......S....",
        "",
    );
    for mut game in games(&near, 50) {
        acts(&mut game, "end");
        assert_eq!(walked(&game, Side::Theirs), [(8, 1), (7, 1)]);
    }
    // Round a corner it goes until the line is clear.
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
    // And the next turn's choice is a new one.
    assert!(games(&text, 400).any(|mut game| {
        acts(&mut game, "end");
        let fled = first_action(&game) == GhostAction::Walk;
        acts(&mut game, "end");
        fled && first_action(&game) == GhostAction::Shot
    }));
}

#[test]
fn k12_who_has_fallen_back_out_of_its_reach_comes_again_with_all_its_steps() {
    let text = with(
        "kind S \"spitter\" is=blue ap=1 reach=2",
        "@.S..........\n#############",
        "",
    );
    let fleeing = seed_where(&text, |mut game| {
        acts(&mut game, "end");
        first_action(&game) == GhostAction::Walk
    });
    let game = after(&text, fleeing, "end; end");
    let back = (3..=8).rev().map(|x| (x, 1)).collect::<Vec<_>>();
    assert_eq!(walked(&game, Side::Theirs), back);
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
fn k12_a_retreat_ends_at_walls_and_others() {
    let rows = "@.S..G.\n#######";
    let text = with("kind S \"spitter\" is=blue ap=1", rows, "");
    let fleeing = seed_where(&text, |mut game| {
        acts(&mut game, "end");
        first_action(&game) == GhostAction::Walk
    });
    let game = after(&text, fleeing, "end");
    assert_eq!(walked(&game, Side::Theirs), [(4, 1), (5, 1)]);
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
    // The nearest one is behind a wall.
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

#[test]
fn k12_a_blue_ghost_that_has_neither_shot_nor_way_stays() {
    tells(
        &battle(drawn! {"
            @.#.B
            ..#..
            ..#.."}),
        "end; end",
        &["end: ", "end: "],
    );
}

// ---- all of them -----------------------------------------------------------------------------------------

#[test]
fn k12_ghosts_act_in_file_order_each_as_often_as_it_has_points() {
    let kinds = "kind a \"ant\" is=green range=1 ap=3\nkind b \"bee\" is=green range=2\nkind c \"cow\" is=green ap=1 range=1";
    let text = with(
        kinds,
        drawn! {"
            @.............
            ..............
            ..........b.ca"},
        "",
    );
    let game = after(&text, 0, "end");
    let mut order = Vec::new();
    for step in tell(&game).split(", ") {
        let who = step.split(' ').next().expect("a name").to_owned();
        order.push(who);
    }
    assert_eq!(
        order,
        ["bee", "bee", "bee", "bee", "cow", "ant", "ant", "ant"]
    );
}

#[test]
fn k12_speed_doubles_what_points_allow() {
    let kinds = "kind a \"ant\" is=green range=1 ap=2 speed=2\nkind b \"bee\" is=green range=1 ap=2 speed=4";
    let text = with(
        kinds,
        drawn! {"
            @.............
            ..............
            ..........b.a."},
        "",
    );
    let steps = |asked| after(&text, 0, asked).events().len();
    assert!(steps("end") > 4);
}

#[test]
fn k12_a_ghost_that_has_died_does_not_act_any_more() {
    let kinds = "kind b \"bomb\" is=green attack=burst:3 bursts=0\nkind c \"cat\" is=green attack=melee bursts=0 strength=1 health=1";
    let text = with(kinds, "@....b.G\nc#######", "");
    let told = "bomb bursts 2,1, bomb dies, wizard Health -3, cat Health -3, cat dies";
    let walk = walk("bomb", (2..=5).rev());
    let told = format!("end: {walk}, {told}");
    tells(&text, "end; end", &[&told, "end: "]);
}

#[test]
fn k12_who_attacks_by_bursting_and_bursts_in_death_does_both_behind_those_it_kills() {
    let kinds = "kind b \"bomb\" is=green attack=burst:3 bursts=2\nkind c \"cat\" is=green bursts=5 health=1";
    let text = with(kinds, "@....b.G\nc#######", "");
    let attack = "bomb bursts 2,1, bomb dies, wizard Health -3, cat Health -3, cat dies";
    let deaths = "cat bursts 1,2, wizard Health -5, bomb bursts 2,1, wizard Health -2";
    let walk = walk("bomb", (2..=5).rev());
    tells(&text, "end", &[&format!("end: {walk}, {attack}, {deaths}")]);
}

#[test]
fn k12_monsters_of_the_book_play_too() {
    let kinds = "kind w \"wolf\" is=wanderer strength=2";
    tells(
        &with(kinds, "@..w\n####", ""),
        "end; end",
        &[
            "end: wolf to 3,1, wolf to 2,1, wolf strikes wizard, wizard Health -2",
            "end: wolf strikes wizard, wizard Health -2, wolf strikes wizard, wizard Health -2",
        ],
    );
    let archer = "kind a \"archer\" is=patrol shot=3";
    tells_by(
        5,
        &with(archer, "@..a\n####", ""),
        "end",
        &[
            "end: archer shoots wizard, flies 3,1, flies 2,1, flies 1,1, wizard Health -3, \
           archer shoots wizard, flies 3,1, flies 2,1, flies 1,1, wizard Health -3",
        ],
    );
}

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
