//! Proofs and bots on terrain that acts (T-3 to T-5): one-way floor stays one-way, harmful floor can be crossed and can
//! kill monsters, and bots avoid it where they can.
use dungeon_engine::event::Outcome;
use dungeon_model::dungeon::LevelId;
use dungeon_model::space::geometry::{Point, at};
use dungeon_players::{Budget, Careful, Greedy, Planner, Player, Reason, SeenGame, Verdict, prove};

use crate::goal_proofs::{assert_won, verdict};
use crate::support::dungeon;

const HEAD: &str = "tile ~ \"lava\" harm=3
tile , \"mud\" slow=yes
tile e \"chute\" enter=e
tile u \"gutter\" enter=w
";

/// Returns the cell of a thing that a proof of zero steps finds out of reach.
fn lacking(text: &str) -> Option<Point> {
    match verdict(text, 0) {
        Verdict::Unwinnable(disproof) => match disproof.reason {
            Reason::OutOfReach { at, .. } => Some(at),
            other => panic!("{other:?}"),
        },
        _ => None,
    }
}

fn row(head: &str, row: &str) -> String {
    let rim = "#".repeat(row.len());
    format!("{HEAD}{head}map\n{rim}\n{row}\n{rim}\nend\n")
}

#[test]
fn what_lies_behind_a_cell_that_leads_away_is_out_of_reach() {
    // A scattered tile is no error of the file.
    let scattered = |drawn: &str, cell: &str| {
        let ground = format!("end\nscatter u 1 in={cell}..{cell}\n");
        row("", drawn).replace("end\n", &ground)
    };
    assert_eq!(lacking(&scattered("#@...$#", "4,2")), Some(at(5, 1)));
    assert_eq!(lacking(&row("", "#@.e.$#")), None);
    assert_won(&row("", "#@.e.$#"), 1_000);
    // The hero takes an item from an adjacent cell, too (E-11).
    let on_it = row("", "#@.u..#").replace("end\n", "end\n$ 4 2\n");
    assert_eq!(lacking(&on_it), None);
    assert_won(&on_it, 1_000);
    assert_eq!(
        lacking(&scattered("#$..@..#", "4,2")),
        None,
        "in the direction of the floor"
    );
}

#[test]
fn cells_that_lead_away_are_mended_where_they_alone_shut_off() {
    let mends = |drawn: &str, cells: &[&str]| -> Vec<Point> {
        let scatter = |cell: &&str| format!("scatter u 1 in={cell}..{cell}\n");
        let gutters: String = cells.iter().map(scatter).collect();
        match verdict(&format!("{}{gutters}", row("", drawn)), 0) {
            Verdict::Unwinnable(disproof) => disproof.mends[0]
                .changes
                .iter()
                .map(|mend| mend.at)
                .collect(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(mends("#@...$#", &["4,2"]), [at(3, 1)]);
    // The mend leaves one-way floor that the hero can cross in its direction.
    let both = ["3,2", "5,2", "7,2"];
    assert_eq!(mends("#$..@....$#", &both), [at(6, 1)]);
}

#[test]
fn what_harms_and_holds_up_is_crossed_where_nothing_else_leads_on() {
    assert_won(&row("", "#@.~~,,.$#"), 1_000);
    assert_won(&row("hero health=3\n", "#@.~.$#"), 200_000);
}

#[test]
fn a_wanted_monster_may_die_of_terrain_or_by_a_bolt_that_no_hero_can_follow() {
    let statue = "goal kill=s\nkind s \"statue\" health=2 attack=none hunt=stand roam=stand\n";
    let walled = row(statue, "#@.#.#").replace("end\n", "end\nmark 1 ~\ns 5 2\n");
    assert_eq!(lacking(&walled), Some(at(4, 1)), "nothing harmful is there");
    let burning = walled.replace("#@.#.#", "#@.#1#");
    assert_eq!(lacking(&burning), None);
    assert_won(&burning, 10_000);
    let across = row(statue, "#.@u.s#");
    assert_eq!(lacking(&across), None);
    assert_won(&across, 10_000);
    let board = |glyph: &str| {
        format!("{HEAD}rules arena\nmap\n@.#..\n..#..\nend\nmark 1 {glyph}\n% 5 1\n1 4 2\n")
            .replace(
                &format!("{HEAD}rules arena\n"),
                &format!("rules arena\n{HEAD}"),
            )
    };
    assert!(lacking(&board("e")).is_some());
    assert_eq!(
        lacking(&board("~")),
        None,
        "it may die, or be carried there"
    );
}

/// A key out of reach after a chute, on a level with too many states to try, because a wanderer moves at random.
#[test]
fn a_chute_away_from_a_key_is_a_dead_end() {
    let hall = "####################\n#k..@....#....+..$.#\n#........e....######\n#........#....#.w..#\n####################";
    let text = format!("{HEAD}item k \"key\" opens=iron\nmap\n{hall}\nend\n+ 15 2 locked=iron\n");
    let proof = prove(&dungeon(&text), 0, &Budget::of_steps(400_000));
    assert!(
        matches!(proof.verdict, Verdict::Winnable(_)),
        "{:?}",
        proof.verdict
    );
    let [end] = &proof.dead_ends[..] else {
        panic!("one is expected: {:?}", proof.dead_ends);
    };
    let out = Reason::OutOfReach {
        level: LevelId(0),
        at: at(17, 1),
    };
    assert_eq!(
        (end.at, &end.reason),
        (at(10, 1), &out),
        "a way leads back from the chute"
    );
    let open = text.replace("#........#....#.w..#", "#........u....#.w..#");
    let proof = prove(&dungeon(&open), 0, &Budget::of_steps(400_000));
    assert_eq!(
        proof.dead_ends.len(),
        0,
        "a gutter is a way back: {:?}",
        proof.dead_ends
    );
}

#[test]
fn machine_players_keep_off_what_harms_and_cross_it_where_they_must() {
    let round = "##########\n#@..~...$#\n#...~....#\n#...~....#\n#........#\n##########";
    let across = round.replace("#........#", "#...~....#");
    type MakePlayer = fn() -> Box<dyn Player>;
    let bots: [(&str, MakePlayer); 3] = [
        ("greedy", || Box::new(Greedy::default())),
        ("careful", || Box::new(Careful::default())),
        ("planner", || Box::new(Planner::default())),
    ];
    for (name, make) in bots {
        for (map, most) in [(round, 0), (&across, 3)] {
            let text = format!("{HEAD}map\n{map}\nend\n");
            let mut played = SeenGame::begin(dungeon(&text), 1);
            let mut player = make();
            player.begin(&played.view(), 1);
            let mut legal = Vec::new();
            for _ in 0..100 {
                played.legal_actions(&mut legal);
                if legal.is_empty() {
                    break;
                }
                let action = player.choose(&played.view(), &legal);
                played.step(action).expect("bots choose legal actions");
            }
            let world = played.game().world();
            assert_eq!(world.outcome(), Some(Outcome::Won), "{name}:\n{map}");
            let taken = world.ledger().taken;
            assert!(taken <= most, "{name} has lost {taken}:\n{map}");
        }
    }
}
