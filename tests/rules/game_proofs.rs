//! Proofs of arena, siege and tactics: unreachable enemies, unaffordable costs, insufficient ammo, and wins of the
//! shipped dungeons.
use std::sync::Arc;

use crate::support::{begun, dungeon};
use dungeon::data::{LevelId, Stat};
use dungeon::game::Outcome;
use dungeon::geometry::{Point, at};
use dungeon::rules::BUILD_FENCE;
use dungeon::{Action, Dungeon};
use dungeon_players::{Budget, Proof, Reason, Verdict, prove};

/// The shipped dungeons, with the most actions of a winning line and the most steps of its search. Both limits are a
/// fifth above the current values, so that a bad search weight fails.
const SHIPPED: [(&str, usize, u64); 5] = [
    ("arena", 50, 7_000),
    ("arena-10", 30, 4_500),
    ("siege-small", 30, 14_000),
    ("wizards", 25, 4_000),
    ("battle", 80, 22_000),
];

/// The shipped dungeons that take longer, with the same limits.
const SLOW: [(&str, usize, u64); 3] = [
    ("arena-run", 240, 40_000),
    ("raiders", 480, 90_000),
    ("horde", 430, 130_000),
];

/// Returns a proof of a text with seed 0 and this many steps.
fn proof(text: &str, steps: u64) -> Proof {
    prove(&dungeon(text), 0, &Budget::of_steps(steps))
}

/// Returns the reason why a text cannot be won, and the cell of its mend.
fn reason(text: &str) -> Option<(Reason, Option<Point>)> {
    match proof(text, 20_000).verdict {
        Verdict::Unwinnable(disproof) => Some((
            disproof.reason,
            disproof.mends.first().map(|set| set.changes[0].at),
        )),
        _ => None,
    }
}

fn is_won(text: &str) -> bool {
    matches!(proof(text, 20_000).verdict, Verdict::Winnable(_))
}

fn out_of_reach(level: u8, x: i32, y: i32) -> Reason {
    Reason::OutOfReach {
        level: LevelId(level),
        at: at(x, y),
    }
}

/// Whether these actions win a game of this dungeon.
fn wins(dungeon: &Arc<Dungeon>, seed: u64, actions: &[Action]) -> bool {
    let mut game = begun(Arc::clone(dungeon), seed);
    actions.iter().all(|action| game.step(*action).is_ok()) && game.outcome() == Some(Outcome::Won)
}

/// Asserts that these shipped dungeons are won with seed 0 within these actions and steps. A first attempt has a
/// quarter of the budget; the rest shortens the winning line.
fn assert_won(shipped: &[(&str, usize, u64)]) {
    for (name, most_actions, most_steps) in shipped {
        let path = format!("{}/dungeons/{name}.dng", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).expect("shipped");
        let dungeon = dungeon(&text);
        let seed = dungeon.seed().unwrap_or(0);
        let budget = Budget::of_steps(4 * most_steps);
        let proof = prove(&dungeon, seed, &budget);
        let Verdict::Winnable(actions) = proof.verdict else {
            panic!("{name} is not won: {:?}", proof.verdict);
        };
        assert!(wins(&dungeon, seed, &actions), "{name}: {actions:?}");
        let length = actions.len();
        assert!(length <= *most_actions, "{name}: {length} actions");
    }
}

#[test]
fn the_shipped_dungeons_are_won_with_their_own_seed() {
    assert_won(&SHIPPED);
    if std::env::var_os("SLOW_PROOFS").is_some() {
        assert_won(&SLOW);
    }
}

#[test]
fn an_enemy_behind_one_wall_is_shut_off_until_it_is_taken_out() {
    let shut = "rules arena\nmap\n@..#%\n...##\nend\n";
    let wall = Some(at(3, 0));
    assert_eq!(reason(shut), Some((out_of_reach(0, 4, 0), wall)));
    assert!(is_won(&shut.replacen("@..#%", "@...%", 1)));
}

#[test]
fn behind_two_walls_no_single_one_is_the_mend() {
    let shut = "rules arena\nmap\n@.##%\n..##.\nend\n";
    assert_eq!(reason(shut), Some((out_of_reach(0, 4, 0), None)));
    let both = "rules arena\nmap\n%#@#%\n##.##\nend\n";
    assert_eq!(reason(both), Some((out_of_reach(0, 0, 0), None)));
}

#[test]
fn nothing_is_said_of_enemies_who_can_be_met_one_way_or_another() {
    let kind = |parts: &str, map: &str| {
        format!("kind k \"k\" is=enemy {parts}\nrules arena\nmap\n{map}end\n")
    };
    let door =
        "item y \"key\" opens=iron\nrules arena\nmap\n@.+.%\ny.###\nend\n+ 3 1 locked=iron\n";
    for text in [
        // A locked door, whose key lies before it.
        door,
        // The enemy steps diagonally between the walls.
        &kind("hunt=greedy", "@.#.\n..#k\n.#..\n...#\n"),
        // The enemy comes through walls, or its explosion passes them.
        &kind("through=walls", "@.#k\n..#.\n"),
        "kind b \"b\" is=enemy bursts=1\nrules arena\nmap\n@.b#%\n...#.\nend\n",
        // A teleport takes the hero there.
        "rules arena\nmap\n@^.#%\n...#.\nend\n^ 2 1 trap=teleport to=5,2\n",
    ] {
        assert_eq!(reason(text), None, "{text}");
    }
}

#[test]
fn who_stands_slantwise_behind_two_corners_is_met_by_nobody_who_walks_straight() {
    let straight = "rules arena\nmap\n@.#.\n..#%\n.#..\n#...\nend\n";
    assert!(matches!(
        reason(straight),
        Some((Reason::OutOfReach { .. }, Some(_)))
    ));
}

#[test]
fn a_run_is_lost_where_any_of_its_boards_is() {
    let open = "rules arena\nlevel\nmap\n@.%\nend\nlevel\nmap\n@..%\nend\n";
    assert!(is_won(open));
    let shut = open.replace("@..%", "@.#%");
    assert_eq!(reason(&shut), Some((out_of_reach(1, 3, 0), Some(at(2, 0)))));
    // The hero enters each board at its drawn place and leaves the board when it is empty.
    let beyond = open.replace("@..%", "%##@...%");
    assert_eq!(reason(&beyond), Some((out_of_reach(1, 0, 0), None)));
}

#[test]
fn one_in_thirteen_boards_of_the_published_arena_cannot_be_won() {
    let seeds = match std::env::var_os("SLOW_PROOFS") {
        Some(_) => 2_000,
        None => 60,
    };
    let arena = dungeon("rules arena\n");
    let budget = Budget::of_steps(1);
    let is_shut = |seed: &u64| {
        matches!(
            prove(&arena, *seed, &budget).verdict,
            Verdict::Unwinnable(_)
        )
    };
    let shut: Vec<u64> = (0..seeds).filter(is_shut).collect();
    assert_eq!(shut[..4], [10, 21, 37, 50]);
    assert!(seeds < 2_000 || shut.len() == 152, "{}", shut.len());
}

#[test]
fn a_purse_that_nothing_fills_never_reaches_the_goal() {
    let poor = "rules siege gold=19\nmap\n.....\n.....\n..@..\n.....\n.....\nend\n";
    let too_little = Reason::TooLittle {
        of: Stat::Wealth,
        at_most: 19,
        needed: 2000,
    };
    assert_eq!(reason(poor), Some((too_little, None)));
    let with = |from: &str, to: &str| poor.replacen(from, to, 1);
    for text in [
        with("gold=19", "gold=20"),
        with("gold=19", "gold=19 cow=19"),
        with(".....\n.....\n..@", ".....\n.%...\n..@"),
        // The scattered coins pay for a cow.
        with("rules", "item $ \"coin\" wealth=1\nrules").replacen(
            ".....\n.....\n..@",
            ".....\n.$...\n..@",
            1,
        ),
    ] {
        assert_eq!(reason(&text), None, "{text}");
    }
    let unpaid = with("gold=19", "gold=90 profit=0");
    assert!(reason(&unpaid).is_some(), "cows that bring nothing");
}

#[test]
fn a_goal_that_takes_many_seasons_is_reached_from_inside_a_paddock() {
    let path = format!("{}/dungeons/siege-small.dng", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("shipped");
    let long = text.replacen("goal=300", "goal=600", 1);
    // Skipping, hunting or guarding alone finds no win of this game, whatever the budget.
    let proof = proof(&long, 160_000);
    let Verdict::Winnable(actions) = proof.verdict else {
        panic!("it is not won: {:?}", proof.verdict);
    };
    assert!(wins(&dungeon(&long), 0, &actions));
    assert!(actions.contains(&Action::Do(BUILD_FENCE)), "{actions:?}");
}

#[test]
fn ghosts_with_more_life_than_all_shots_can_take_are_never_beaten() {
    let battle =
        "rules tactics\nhero ammo=3\nmap\n########\n#@....G#\n########\nend\nG 7 2 health=19\n";
    let too_little = Reason::TooLittle {
        of: Stat::Health,
        at_most: 18,
        needed: 19,
    };
    assert_eq!(reason(battle), Some((too_little, None)));
    let with = |from: &str, to: &str| battle.replacen(from, to, 1);
    for text in [
        with("health=19", "health=18"),
        with("ammo=3", "ammo=4"),
        with("#@....G#", "#@.*..G#"),
        with("#@....G#", "#@...EG#"),
        with(
            "rules tactics\nhero",
            "rules tactics\nkind G \"G\" is=grey drops=*\nhero",
        ),
    ] {
        assert_eq!(reason(&text), None, "{text}");
    }
}

/// A line of fire is at most as long as the board, and costs no more than that.
#[test]
fn a_battle_of_far_shooters_is_won_by_as_few_steps_as_one_of_near_ones() {
    let battle = "rules tactics\nhero reach=200 ammo=9 accuracy=90\nmap\n@......#......\n.......#......\n............G.\n\
                  ......##......\nend\n";
    let verdict = proof(battle, 20_000).verdict;
    assert!(matches!(verdict, Verdict::Winnable(_)), "{verdict:?}");
}

#[test]
fn a_ghost_out_of_all_fire_and_a_thing_behind_walls_are_never_had() {
    let shut = "rules tactics\nmap\n#######\n#@..#G#\n#######\nend\n";
    assert_eq!(reason(shut), Some((out_of_reach(0, 5, 1), None)));
    let with = |from: &str, to: &str| shut.replacen(from, to, 1);
    // A drawn wall would be an error of the file.
    let thing = with("#@..#G#", "#@...*#") + "scatter # 1 in=5,2..5,2\n";
    assert_eq!(reason(&thing), Some((out_of_reach(0, 5, 1), None)));
    for text in [
        with("#G#", ".G#"),
        with("#G#", "+G#"),
        with(
            "rules tactics",
            "rules tactics\nkind G \"G\" is=grey through=walls",
        ),
        with(
            "rules tactics",
            "rules tactics\nkind G \"G\" is=grey bursts=1",
        ),
        with("end", "end\n^ 3 2 trap=teleport to=6,2"),
        with(
            "rules tactics",
            "tile w \"glass\" walk=no see=yes\nrules tactics",
        )
        .replacen("#G#", "wG#", 1),
        with("#@..#G#", "#@...*#"),
    ] {
        assert_eq!(reason(&text), None, "{text}");
    }
}
