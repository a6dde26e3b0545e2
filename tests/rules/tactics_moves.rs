//! Tactics: how units move and what a turn is (K-4, K-6, K-10, K-13): a picture, what is asked for, and what happened.
//! Points are 1-based.
use crate::scenario::tactics::{
    act, acts, after, battle, commanded, lives, pointing, seed_where, stat, tells, with,
};
use crate::scenario::{board, game, place, tell};
use dungeon_engine::event::Event;
use dungeon_engine::game::Game;
use dungeon_model::dungeon::Stat;

/// What is on the board, without the blanks of a test's indentation.
fn drawn(game: &Game) -> String {
    board(game.world())
}

// ---- K-6: the walk ---------------------------------------------------------------------------------------

#[test]
fn k6_a_unit_walks_its_route_cell_by_cell() {
    tells(
        &battle(drawn! {"
            @.#.G
            ..#..
            ....."}),
        "go 4,1",
        &["go 4,1: wizard Ap -1, wizard to 2,2, wizard to 3,3, wizard to 4,2, wizard to 4,1"],
    );
    tells(
        &battle("@#G\n#.."),
        "go 2,2; go 1,1",
        &[
            "go 2,2: wizard Ap -1, wizard to 2,2",
            "go 1,1: wizard Ap -1, wizard to 1,1",
        ],
    );
}

#[test]
fn k6_what_is_walked_is_what_was_shown() {
    let text = battle(drawn! {"
        @..#....G
        .#.#.##..
        .#...#...
        .####...."});
    for to in pointing(&game(&text, 0)).range(game(&text, 0).world()) {
        let mut game = game(&text, 0);
        let shown = pointing(&game).route(game.world(), to);
        let from = game.world().body(game.world().commanded()).at;
        if to == from {
            continue;
        }
        acts(&mut game, &format!("go {to}"));
        let walked = game.events().iter().filter_map(|event| match *event {
            Event::Moved { to, .. } => Some(to),
            _ => None,
        });
        assert_eq!(walked.collect::<Vec<_>>(), shown);
        assert!(
            game.rules().face().is_shown(&game.events()[1]),
            "step by step"
        );
    }
}

#[test]
fn k6_closed_doors_are_opened_on_the_way() {
    let text = battle("@.+.+..G\n########");
    tells(
        &text,
        "go 6,1",
        &[
            "go 6,1: wizard Ap -1, wizard to 2,1, wizard opens 3,1, open door built 3,1, wizard to 3,1, wizard to 4,1, \
             wizard opens 5,1, open door built 5,1, wizard to 5,1, wizard to 6,1",
        ],
    );
    let game = after(&text, 0, "go 6,1");
    assert_eq!(drawn(&game), "..'.'@.G\n########");
    let at_the_door = after(&text, 0, "go 3,1");
    assert_eq!(drawn(&at_the_door), "..@.+..G\n########");
}

#[test]
fn k6_a_door_with_a_lock_opens_for_any_unit_that_holds_its_key() {
    let declared = "item k \"key\" opens=iron";
    let rows = drawn! {"
        @k.@
        ##+#
        G..."};
    let text = with(declared, rows, "+ 3 2 locked=iron");
    let mut game = game(&text, 0);
    assert!(act(&mut game, "go 2,3").is_err(), "it is locked");
    acts(&mut game, "go 2,1; next; go 2,3");
    assert_eq!(
        drawn(&game),
        drawn! {"
            .@..
            ##'#
            G@.."}
    );
}

// ---- K-10: points and turns ------------------------------------------------------------------------------

#[test]
fn k10_a_move_costs_one_point_and_all_come_back_when_the_ghosts_have_acted() {
    tells(
        &battle("@......\n......G"),
        "go 3,1; go 1,1; go 2,1; end; go 2,1",
        &[
            "go 3,1: wizard Ap -1, wizard to 2,1, wizard to 3,1",
            "go 1,1: wizard Ap -1, wizard to 2,1, wizard to 1,1",
            "go 2,1: No action points are left this turn.",
            "end: wizard Ap +2",
            "go 2,1: wizard Ap -1, wizard to 2,1",
        ],
    );
    // An aggressor's steps come before the points.
    let hunter = "kind H \"hound\" sense=always hunt=path attack=none";
    tells(
        &with(hunter, "@..........H", ""),
        "go 2,1; end",
        &[
            "go 2,1: wizard Ap -1, wizard to 2,1",
            "end: hound to 11,1, hound to 10,1, hound to 9,1, hound to 8,1, hound to 7,1, hound to 6,1, hound to 5,1, \
             hound to 4,1, hound to 3,1, wizard Ap +1",
        ],
    );
}

#[test]
fn k10_each_unit_has_its_own_points_as_many_as_its_file_says() {
    let text = with(
        "",
        drawn! {"
            a....
            b....
            ....G"},
        "mark a @ ap=3\nmark b @ ap=1",
    );
    let mut game = game(&text, 0);
    let points = |game: &Game| [0, 1].map(|who| stat(game, who, Stat::Ap));
    assert_eq!(points(&game), [3, 1]);
    acts(&mut game, "go 2,1; go 3,1; next; go 2,2");
    assert_eq!(points(&game), [1, 0]);
    assert!(act(&mut game, "go 1,2").is_err());
    acts(&mut game, "back; go 4,1; end");
    assert_eq!(points(&game), [3, 1], "unspent ones are not saved up");
    acts(&mut game, "end");
    assert_eq!(points(&game), [3, 1]);
    assert_eq!(commanded(&game), "wizard");
}

#[test]
fn k10_a_turn_is_counted_between_the_players_space_and_the_ghosts() {
    let mut game = game(&battle("@......G"), 0);
    acts(&mut game, "go 2,1; go 3,1");
    assert_eq!(game.world().turn(), 0);
    acts(&mut game, "end");
    let count = game.events().first();
    assert_eq!(count, Some(&Event::TurnBegan { turn: 1 }));
    acts(&mut game, "end; go 1,1");
    assert_eq!(game.world().turn(), 2);
}

#[test]
fn k10_ordering_another_unit_and_a_refusal_cost_nothing() {
    let mut game = game(&battle("@@.....G"), 0);
    acts(&mut game, "next; back; command 2,1; command 1,1");
    assert!(act(&mut game, "go 8,1").is_err() && act(&mut game, "shoot 3,1").is_err());
    assert_eq!([0, 1].map(|who| stat(&game, who, Stat::Ap)), [2, 2]);
    assert_eq!(game.world().turn(), 0);
}

#[test]
fn k10_the_readings_are_the_commanded_units() {
    let text = with(
        "",
        "a..b..G",
        "mark a @ health=7 ammo=3\nmark b @ ap=5 health=9 ammo=0",
    );
    let mut game = game(&text, 0);
    let readings = |game: &Game| {
        let readings = game.rules().face().readings(game.world());
        readings
            .iter()
            .map(|r| (r.label, r.value))
            .collect::<Vec<_>>()
    };
    assert_eq!(readings(&game), [("Points", 2), ("Health", 7), ("Ammo", 3)]);
    acts(&mut game, "next; go 5,1");
    assert_eq!(readings(&game), [("Points", 4), ("Health", 9), ("Ammo", 0)]);
}

#[test]
fn k10_when_the_commanded_unit_dies_the_next_in_file_order_is_commanded_and_the_last_is_followed_by_the_first()
 {
    let names = "mark a @ name=\"Andy\" health=1\nmark b @ name=\"Danny\" health=1\nmark c @ name=\"Izzy\" health=9";
    let rows = drawn! {"
        a^.
        b^.
        c^.
        G.."};
    let told =
        "Ap -1, Andy to 2,1, springs dart trap 2,1, Andy Health -3, Andy dies, Danny commanded";
    tells(
        &with("", rows, names),
        "go 2,1; next; next",
        &[
            &format!("go 2,1: Andy {told}"),
            "next: Izzy commanded",
            "next: Danny commanded",
        ],
    );
    let mut game = after(&with("", rows, names), 0, "next; go 2,2");
    assert_eq!((commanded(&game), lives(&game, 1)), ("Izzy", false));
    acts(&mut game, "back; go 2,1");
    assert_eq!(commanded(&game), "Izzy", "Danny is dead too");
    let last = names.replace("health=9", "health=1");
    let game = after(&with("", rows, &last), 0, "back; go 2,3");
    assert_eq!(commanded(&game), "Andy");
}

// ---- K-13: where the move ends ---------------------------------------------------------------------------

#[test]
fn k13_things_are_taken_only_where_the_move_ends() {
    tells(
        &battle(drawn! {"
            @o*.
            ####
            G..."}),
        "go 4,1; go 3,1; end; go 2,1",
        &[
            "go 4,1: wizard Ap -1, wizard to 2,1, wizard to 3,1, wizard to 4,1",
            "go 3,1: wizard Ap -1, wizard to 3,1, takes crystal 3,1, wizard Ammo +10",
            "end: wizard Ap +2",
            "go 2,1: wizard Ap -1, wizard to 2,1, takes pancake 2,1, wizard Health +10",
        ],
    );
}

#[test]
fn k13_a_pancake_gives_10_health_and_a_crystal_10_shots_without_a_maximum() {
    let text = with("hero health=20 ammo=10 ap=9", "@o*o*\nG....", "");
    let game = after(&text, 0, "go 2,1; go 3,1; go 4,1; go 5,1");
    assert_eq!(
        [Stat::Health, Stat::Ammo].map(|s| stat(&game, 0, s)),
        [40, 30]
    );
    assert_eq!(game.world().ledger().items, 4);
}

#[test]
fn k13_what_lies_under_a_unit_at_the_start_stays_until_a_move_ends_there() {
    let text = with("", "@..\nG..", "* 1 1");
    let game = after(&text, 0, "go 2,1; go 1,1");
    assert_eq!(stat(&game, 0, Stat::Ammo), 20);
    assert_eq!(game.world().ledger().items, 1);
}

#[test]
fn k13_traps_spring_and_signs_are_read_only_where_the_move_ends() {
    let rows = drawn! {"
        @^?.
        ####
        G..."};
    let records = "? 3 1 \"Mind the step.\"";
    tells(
        &with("", rows, records),
        "go 4,1; go 3,1; end; go 2,1",
        &[
            "go 4,1: wizard Ap -1, wizard to 2,1, wizard to 3,1, wizard to 4,1",
            "go 3,1: wizard Ap -1, wizard to 3,1, reads sign 3,1",
            "end: wizard Ap +2",
            "go 2,1: wizard Ap -1, wizard to 2,1, springs dart trap 2,1, wizard Health -3",
        ],
    );
}

#[test]
fn k13_a_teleport_takes_him_away_where_his_move_ends() {
    let text = with(
        "",
        drawn! {"
            @^...o
            ######
            G....."},
        "^ 2 1 trap=teleport to=6,1",
    );
    tells(
        &text,
        "go 2,1",
        &[
            "go 2,1: wizard Ap -1, wizard to 2,1, springs teleport trap 2,1, wizard travels to 1 6,1, \
             takes pancake 6,1, wizard Health +10",
        ],
    );
}

#[test]
fn k13_an_alarm_wakes_sleeping_monsters_and_ghosts_take_nothing() {
    let kinds = "kind s \"sleeper\" hunt=path attack=none sense=sight:1";
    let text = with(kinds, "@^..#o.s\n........", "^ 2 1 trap=alarm");
    let mut game = game(&text, 0);
    acts(&mut game, "end");
    assert_eq!(tell(&game), "");
    acts(&mut game, "go 2,1; end");
    assert!(tell(&game).starts_with("sleeper to"), "{}", tell(&game));
    assert_eq!(game.world().ledger().items, 0);
    assert_eq!(game.world().collectables(), 1);
}

#[test]
fn k10_events_and_checksums_repeat() {
    let text = battle(drawn! {"
        @.#..B
        ..#...
        .....R
        @..o.L"});
    let asked = "go 2,3; next; go 4,4; end; go 3,3; back; go 1,1; end; end; end";
    let sums = |seed| {
        let mut game = game(&text, seed);
        let sum = |step: &str| {
            let _ = act(&mut game, step);
            game.checksum()
        };
        asked.split("; ").map(sum).collect::<Vec<_>>()
    };
    assert_eq!(sums(7), sums(7));
    let other = seed_where(&text, |game| {
        sums(game.world().seed()).last() != sums(7).last()
    });
    assert_ne!(other, 7);
}

#[test]
fn k13_a_scattered_unit_is_placed_and_walks_like_a_drawn_one() {
    let text = "rules tactics\nmap open 5 1\nscatter @ 1 name=\"Andy\" range=9\nG 5 1\n";
    let mut game = game(text, 3);
    let (x, _) = place(&game, game.world().commanded().0);
    acts(
        &mut game,
        &format!("go {},1", if x == 4 { 3 } else { x + 1 }),
    );
    assert!(tell(&game).starts_with("Andy Ap -1, Andy to "));
}
