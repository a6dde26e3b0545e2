//! A dead end of each game, with the keys that lead into it.
use dungeon::Session;
use dungeon::data::{LevelId, Stat};
use dungeon::geometry::at;
use dungeon_players::{Budget, Reason, Verdict, prove};

use crate::support::dungeon;

/// Returns the only dead end of a game that can be won with seed 0: the keys, the cell of the last action, and the
/// reason.
fn loss(text: &str) -> (String, String, Reason) {
    let dungeon = dungeon(text);
    let proof = prove(&dungeon, 0, &Budget::of_steps(200_000));
    assert!(matches!(proof.verdict, Verdict::Winnable(_)), "{proof:?}");
    let [end] = &proof.dead_ends[..] else {
        panic!("one is expected: {:?}", proof.dead_ends);
    };
    let mut session = Session::seeded(dungeon, 0);
    let keys = session.act(&end.actions).text().to_owned();
    assert_eq!(session.outcome(), None, "the game goes on");
    (keys, end.at.to_string(), end.reason.clone())
}

/// The reason of a dead end that leaves a thing or body of the first level out of reach.
fn away_from(x: i32, y: i32) -> Reason {
    Reason::OutOfReach {
        level: LevelId(0),
        at: at(x, y),
    }
}

/// The reason of a dead end that leaves too little of a stat.
fn too_little(of: Stat, at_most: i64, needed: i64) -> Reason {
    Reason::TooLittle {
        of,
        at_most,
        needed,
    }
}

/// Asserts the only dead end of a game.
fn assert_loss(text: &str, keys: &str, at: &str, reason: Reason) {
    assert_eq!(loss(text), (keys.to_owned(), at.to_owned(), reason));
}

#[test]
fn whoever_falls_away_from_gold_has_lost_it() {
    let hall = "level \"Hall\"\nmap\n#########\n#@.^..$.#\n#.......#\n#########\nend\n^ 4 2 trap=pit hidden=no\n\
                level \"Cellar\"\nmap\n#########\n#.....$.#\n#########\nend\n";
    assert_loss(hall, "ll", "4,2", away_from(6, 1));
}

#[test]
fn whoever_has_the_key_of_a_monster_can_lose_by_what_is_behind_the_door() {
    let hall = "hero health=99 strength=9\nitem k \"key\" opens=iron\n\
                kind c \"carrier\" health=1 attack=none hunt=stand roam=stand drops=k\n\
                level \"Hall\"\nmap\n##########\n#@.c..+.^#\n#...$.####\n##########\nend\n\
                + 7 2 locked=iron\n^ 9 2 trap=pit hidden=no\n\
                level \"Cellar\"\nmap\n##########\n#w.#.....#\n#..#...$.#\n##########\nend\n";
    assert_loss(hall, "lllllllll", "9,2", away_from(4, 2));
}

#[test]
fn whoever_is_carried_away_from_a_sleeper_never_stomps_it() {
    let statues = "rules arena lives=3\nkind s \"statue\" is=enemy sense=never roam=stand\n\
                   map\n@....s\n......\n##.###\n......\n..s...\nend\n^ 3 3 trap=teleport to=3,4\n";
    let tried = Reason::AllTried { states: 23 };
    assert_loss(statues, "lljj", "3,3", tried);
    // An enemy that roams at random makes each turn a new state, so an exhaustive search never ends.
    let rover = "rules arena lives=9\nkind s \"statue\" is=enemy sense=never roam=stand\n\
                 kind r \"rover\" is=enemy sense=never\n\
                 map\n@...^......s\n............\n############\n............\n..r.........\nend\n\
                 ^ 5 1 trap=teleport to=3,4\n";
    assert_loss(rover, "llll", "5,1", away_from(11, 0));
}

#[test]
fn whoever_shoots_from_afar_and_misses_has_no_ammo_left() {
    let battle = "rules tactics\nhero ammo=2 health=9\nkind s \"shade\" health=6 hunt=stand attack=none\n\
                  map\n##########\n#@......s#\n#........#\n##########\nend\n";
    let keys = "lllllll<Enter><Enter><Enter><Enter>";
    assert_loss(battle, keys, "9,2", too_little(Stat::Health, 0, 6));
}

#[test]
fn whoever_builds_fences_before_there_is_a_cow_can_buy_none() {
    let pasture = "rules siege goal=60 gold=20 cow=10 fence=6 profit=10 season=50 turn=1\n\
                   map\n.......\n.......\n...@...\n.......\n.......\n.......\nend\n";
    assert_loss(pasture, "fyn", "4,3", too_little(Stat::Wealth, 8, 60));
}

#[test]
fn a_play_whose_loss_is_soon_told_is_no_dead_end() {
    let hall = |beast: &str| {
        format!(
            "hero health=9\nkind z \"beast\" health=99 strength=9 sense=always hunt=path roam=stand\n\
             level \"Hall\"\nmap\n#########\n#@.^..$.#\n#.......#\n#########\nend\n^ 4 2 trap=pit hidden=no\n\
             level \"Cellar\"\nmap\n#########\n#.$....{beast}#\n#########\nend\n"
        )
    };
    assert_loss(&hall("."), "ll", "4,2", away_from(6, 1));
    let proof = prove(&dungeon(&hall("z")), 0, &Budget::of_steps(200_000));
    assert!(matches!(proof.verdict, Verdict::Winnable(_)), "{proof:?}");
    assert_eq!(proof.dead_ends, [], "a fallen hero is eaten at once");
}
