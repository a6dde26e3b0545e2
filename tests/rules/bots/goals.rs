//! Bots in games with goals: they do what the goals need and leave the rest alone.
use dungeon_engine::event::Outcome;
use dungeon_players::{Budget, Careful, Greedy, Planner, Player, SeenGame, Verdict, prove};

use crate::support::dungeon;

/// Returns the number of games out of 10 that a bot wins.
fn wins(text: &str, make: fn() -> Box<dyn Player>) -> usize {
    let dungeon = dungeon(text);
    let wins = |seed: &u64| {
        let mut played = SeenGame::begin(dungeon.clone(), *seed);
        let mut bot = make();
        bot.begin(&played.view(), *seed);
        let mut legal = Vec::new();
        for _ in 0..400 {
            played.legal_actions(&mut legal);
            if legal.is_empty() {
                break;
            }
            let action = bot.choose(&played.view(), &legal);
            played.step(action).expect("bots choose legal actions");
        }
        played.game().outcome() == Some(Outcome::Won)
    };
    (0..10).filter(wins).count()
}

type MakePlayer = fn() -> Box<dyn Player>;

#[track_caller]
fn assert_all_win(text: &str) {
    let bots: [(&str, MakePlayer); 3] = [
        ("greedy", || Box::new(Greedy::default())),
        ("careful", || Box::new(Careful::default())),
        ("planner", || Box::new(Planner::default())),
    ];
    for (name, make) in bots {
        assert_eq!(wins(text, make), 10, "{name}:\n{text}");
    }
}

#[test]
fn who_is_wanted_is_hunted_over_the_levels_and_left_by_the_way_out() {
    let deep = |fog: &str| {
        format!(
            "{fog}goal kill=L leave=yes\nkind L \"lich\" health=6 strength=1 sense=never roam=stand\n\
             level \"up\"\nmap\n############\n#@...#...>.#\n#<...+.....#\n############\nend\n\
             level \"down\"\nmap\n############\n#L...#...<.#\n#....+.....#\n############\nend\n"
        )
    };
    assert_all_win(&deep(""));
    assert_all_win(&deep("rules explore fog=yes\n"));
}

#[test]
fn turns_are_waited_out_and_nobody_is_hunted_meanwhile() {
    let hall = "goal survive=90\nkind t \"tiger\" health=90 strength=9 sense=steps:4 hunt=path roam=stand\n\
                map\n############\n#@........t#\n#..........#\n############\nend\n";
    assert_all_win(hall);
}

#[test]
fn the_wanted_enemy_of_arena_is_stomped_first() {
    let board = "rules arena lives=9\ngoal kill=h leave=yes\nkind h \"hound\" is=enemy sense=never roam=stand\n\
                 kind s \"statue\" is=enemy sense=never roam=stand\nmap\n@...s..\n.......\n...h..>\nend\n";
    assert_all_win(board);
}

#[test]
fn a_fight_is_won_by_what_was_kept_for_it() {
    let hall = "hero health=14 max=14 strength=2 manna=0 max-manna=0\n\
                item ! \"potion\" health=12 keep=yes\nitem / \"axe\" wear=strength:3\nitem ) \"knife\" wear=strength:1\n\
                kind O \"ogre\" health=15 strength=5 sense=always hunt=stand roam=stand\n\
                map\n############\n#@!/)...O$##\n############\nend\n";
    let greedy: MakePlayer = || Box::new(Greedy::default());
    let careful: MakePlayer = || Box::new(Careful::default());
    assert_eq!((wins(hall, greedy), wins(hall, careful)), (10, 10));
    assert_eq!(wins(&hall.replace(" keep=yes", ""), greedy), 0);
    assert_eq!(
        wins(&hall.replace("wear=strength:3", "wealth=3"), greedy),
        0
    );
}

#[test]
fn wizards_shoot_at_whom_a_goal_wants() {
    let battle = "rules tactics\ngoal kill=h\nhero ammo=60 health=9 accuracy=9\n\
                  kind h \"hulk\" health=4 attack=none hunt=stand roam=stand\n\
                  kind s \"shade\" health=400 attack=none hunt=stand roam=stand\n\
                  map\n@........h\n..........\n...s......\nend\n";
    assert_all_win(battle);
}

#[test]
fn a_lock_is_come_back_to_with_a_key_from_another_level() {
    let gate = |fog: &str| {
        format!(
            "{fog}goal leave=yes\nitem k \"key\" opens=gate\n\
             level \"up\"\nmap\n############\n#@...#...>.#\n#....+.....#\n##G#########\n #<#\n ###\nend\n\
             mark G + locked=gate\n\
             level \"down\"\nmap\n############\n#k...#...<.#\n#....+.....#\n############\nend\n"
        )
    };
    assert_all_win(&gate(""));
    assert_all_win(&gate("rules explore fog=yes\n"));
}

#[test]
fn a_trap_that_can_be_borne_is_walked_over_where_no_other_way_leads_to_the_stairs() {
    let corridor = "rules explore fog=yes\n\
                    level \"up\"\nmap\n##########\n#@..^...>#\n##########\nend\n\
                    level \"down\"\nmap\n######\n#<..$#\n######\nend\n";
    assert_all_win(corridor);
}

#[test]
fn k15_units_go_to_the_ways_out_once_everything_else_is_done() {
    let ghostless = "rules tactics\ngoal leave=yes\nmap\n@.#....>\n@.#..#.>\n....##..\nend\n";
    let haunted = "rules tactics\ngoal kill=G take=o leave=yes\nhero accuracy=100 damage=20\n\
                   map\n@.#.G..>\n@.#..#.>\n.o..##..\nend\n";
    for text in [ghostless, haunted] {
        assert_all_win(text);
        let proof = prove(&dungeon(text), 0, &Budget::of_steps(400_000));
        let is_won = matches!(proof.verdict, Verdict::Winnable(_));
        assert!(is_won, "{:?}", proof.verdict);
    }
}
