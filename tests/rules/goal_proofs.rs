//! Proofs of games with goals (G-*): wins by each kind of goal, and exits and wanted monsters that are certainly out of
//! reach.
use dungeon_engine::event::Outcome;
use dungeon_model::dungeon::LevelId;
use dungeon_model::space::geometry::{Point, at};
use dungeon_players::{Budget, Reason, Verdict, prove, prove_fair};

use crate::support::{begun, dungeon};

/// Returns the verdict on a text with seed 0; with `steps` 0, without a search.
pub fn verdict(text: &str, steps: u64) -> Verdict {
    prove(&dungeon(text), 0, &Budget::of_steps(steps)).verdict
}

/// Asserts that the game of a text with seed 0 is proved winnable, and that the proof's line wins.
#[track_caller]
pub fn assert_won(text: &str, steps: u64) {
    let Verdict::Winnable(line) = verdict(text, steps) else {
        panic!("{:?}", verdict(text, steps));
    };
    let mut game = begun(dungeon(text), 0);
    line.iter()
        .for_each(|action| game.step(*action).expect("it is allowed"));
    assert_eq!(game.outcome(), Some(Outcome::Won));
}

/// Returns the cell of a thing that a proof of zero steps finds out of reach.
#[track_caller]
fn lacking(text: &str) -> Point {
    match verdict(text, 0) {
        Verdict::Unwinnable(disproof) => match disproof.reason {
            Reason::OutOfReach { at, .. } | Reason::NoWayBack { at, .. } => at,
            reason => panic!("{reason:?}"),
        },
        verdict => panic!("{verdict:?}"),
    }
}

const LICH: &str = "goal kill=L leave=yes\nlose turns=400\n\
    kind L \"lich\" health=20 strength=4 sense=near:8 hunt=path roam=stand\n\
    map\n##################\n#@...#.......L...#\n#....+...#.......#\n#....#...#....w..#\n\
    #....#...#.......#\n#<...#...........#\n##################\nend\n";

#[test]
fn the_lich_is_killed_and_the_way_out_taken() {
    assert_won(LICH, 100_000);
}

#[test]
fn a_wanted_monster_on_another_level_is_gone_to_and_come_back_from() {
    let deep = "goal kill=L leave=yes\nkind L \"lich\" health=6 strength=2 sense=never hunt=path roam=stand\n\
        level \"up\"\nmap\n############\n#@...#...>.#\n#<...+.....#\n############\nend\n\
        level \"down\"\nmap\n############\n#L...#...<.#\n#....+.....#\n############\nend\n";
    assert_won(deep, 100_000);
}

#[test]
fn turns_are_waited_out_even_where_somebody_comes() {
    let hall = |head: &str| {
        format!("{head}\nmap\n############\n#@...#.....#\n#....+..w..#\n############\nend\n")
    };
    assert_won(&hall("goal survive=60"), 50_000);
    assert_won(&hall("goal survive=20 kill=w\nlose turns=90"), 50_000);
    let never = verdict(&hall("goal survive=60\nlose turns=20"), 50_000);
    assert!(!matches!(never, Verdict::Winnable(_)), "{never:?}");
}

#[test]
fn a_turn_limit_below_the_turns_to_survive_is_refuted_without_a_search() {
    for (last, row) in [(3, "@.w"), (6, "@w#"), (20, "@..")] {
        let head = format!("goal survive=60\nlose turns={last}");
        let hall = format!("{head}\nmap\n#####\n#{row}#\n#####\nend\n");
        let never = verdict(&hall, 0);
        let Verdict::Unwinnable(disproof) = &never else {
            panic!("{row}: {never:?}");
        };
        let reason = &disproof.reason;
        let is_told =
            matches!(reason, Reason::TooFewTurns { at_least: 60, allowed, .. } if *allowed == last);
        assert!(is_told, "{row}: {reason:?}");
        let in_time = hall.replace("survive=60", "survive=3");
        assert_won(&in_time, 200_000);
    }
}

#[test]
fn a_fair_proof_of_a_game_without_chance_is_an_ordinary_proof() {
    let pit = "goal survive=500
kind n \"hound\" health=14 strength=2 sense=always hunt=drift
map
###########
#.........#
#....#....#
#..n...n.n#
###########
end
@ 2 2 12 3 2
";
    for steps in [60, 3_000] {
        let budget = Budget::of_steps(steps);
        let fair = prove_fair(&dungeon(pit), 0, &budget);
        let plain = prove(&dungeon(pit), 0, &budget);
        assert_eq!(fair.verdict, plain.verdict, "{steps}");
        assert_eq!(fair.steps, plain.steps, "{steps}");
    }
}

#[test]
fn arena_and_tactics_are_won_by_the_goals_of_a_file() {
    let board = "rules arena\ngoal kill=h leave=yes\nkind h \"hound\" is=enemy\n\
        kind s \"statue\" is=enemy sense=never roam=stand\nmap\n@.....s\n.......\n...h..>\nend\n";
    assert_won(board, 50_000);
    let battle = "rules tactics\ngoal kill=h take=yes\nhero ammo=4 health=9\n\
        kind h \"hulk\" health=4 attack=none hunt=stand roam=stand\n\
        kind s \"shade\" health=99 attack=none hunt=stand roam=stand\n\
        map\n@....h..\n........\ns......*\nend\n";
    assert_won(battle, 50_000);
}

#[test]
fn whoever_cannot_come_to_any_way_out_never_leaves() {
    let vault = |exits: &str| {
        format!("goal leave=yes\nmap\n##########\n#@...#...#\n{exits}\n##########\nend\n")
    };
    assert_eq!(lacking(&vault("#....#.>.#")), at(7, 2));
    assert_won(&vault("#>...#.>.#"), 1_000);
}

#[test]
fn the_nearest_way_out_is_opened_where_none_can_be_come_to() {
    let hall = "goal leave=yes\nmap\n############\n#<########>#\n#########..#\n######@#...#\n############\nend\n";
    let Verdict::Unwinnable(disproof) = verdict(hall, 0) else {
        panic!("{:?}", verdict(hall, 0));
    };
    let opened: Vec<Point> = disproof.mends[0]
        .changes
        .iter()
        .map(|mend| mend.at)
        .collect();
    assert_eq!(opened, [at(7, 3)]);
}

#[test]
fn no_way_out_is_left_to_whoever_must_fall_away_from_it() {
    let fall = |head: &str| {
        format!(
            "{head}\nkind s \"statue\" health=1 attack=none hunt=stand roam=stand\n\
             level \"Hall\"\nmap\n#########\n#<@.^...#\n#########\nend\n^ 5 2 trap=pit\n\
             level \"Cellar\"\nmap\n#########\n#......s#\n#########\nend\n"
        )
    };
    assert_eq!(lacking(&fall("goal leave=yes kill=s")), at(1, 1));
    assert_won(&fall("goal leave=yes"), 1_000);
}

/// A statue behind a wall, with this record and these extra lines.
fn walled_in(kind: &str, more: &str) -> String {
    format!(
        "goal kill=s\nkind s \"statue\" {kind}\n{more}map\n##########\n#@...#...#\n#.b..#.s.#\n##########\nend\n"
    )
}

#[test]
fn a_wanted_monster_that_is_walled_in_never_dies() {
    let bystander = "kind b \"bystander\" attack=none hunt=stand roam=stand\n";
    let still = "health=1 attack=none hunt=stand roam=stand";
    assert_eq!(lacking(&walled_in(still, bystander)), at(7, 2));
    for odd in ["health=1 through=walls", "health=1 attack=burst:1"] {
        let verdict = verdict(&walled_in(odd, bystander), 0);
        assert!(matches!(verdict, Verdict::Unknown(_)), "{odd}: {verdict:?}");
    }
    let bomb = "kind b \"bomb\" health=1 attack=none bursts=5 hunt=stand roam=stand\n";
    let by_a_bomb = verdict(&walled_in(still, bomb), 0);
    assert!(matches!(by_a_bomb, Verdict::Unknown(_)), "{by_a_bomb:?}");
}

#[test]
fn an_enemy_of_arena_that_is_walled_in_matters_where_it_is_wanted() {
    let board = |goal: &str| {
        format!(
            "rules arena\ngoal kill={goal}\nkind h \"hound\" is=enemy sense=never roam=stand\n\
             kind s \"statue\" is=enemy sense=never roam=stand\nmap\n@..h.#.\n.....#s\nend\n"
        )
    };
    assert_eq!(lacking(&board("s")), at(6, 1));
    assert_won(&board("h"), 1_000);
}

#[test]
fn a_pit_away_from_the_way_out_is_a_dead_end() {
    let hall = "goal leave=yes\nlevel \"Hall\"\nmap\n##########\n#@..^...<#\n#........#\n##########\nend\n^ 5 2 trap=pit\n\
                level \"Cellar\"\nmap\n##########\n#........#\n##########\nend\n";
    let proof = prove(&dungeon(hall), 0, &Budget::of_steps(200_000));
    let [end] = &proof.dead_ends[..] else {
        panic!("one is expected: {:?}", proof.dead_ends);
    };
    let out = Reason::OutOfReach {
        level: LevelId(0),
        at: at(8, 1),
    };
    assert_eq!((end.at, &end.reason), (at(4, 1), &out));
}

/// A game without a way to win is not won by taking everything or killing every monster (G-2).
#[test]
fn where_nothing_wins_there_is_nothing_to_win() {
    for hall in [
        "goal none=yes\nmap\n#####\n#@$.#\n#####\nend\n",
        "rules arena\ngoal none=yes\nmap\n#####\n#@..#\n#####\nend\n",
        "rules tactics\ngoal none=yes\nmap\n#####\n#@..#\n#####\nend\n",
    ] {
        assert_eq!(verdict(hall, 1_000), Verdict::Goalless, "{hall}");
    }
}
