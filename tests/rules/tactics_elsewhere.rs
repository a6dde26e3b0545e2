//! Features of tactics in the other games (K-12): its ghosts by name and by parts, explosions, trails, and slime that a
//! step removes. Each test draws a map, presses keys and compares the events. Points are 1-based.
use crate::scenario::tactics::{seed_where, share};
use crate::scenario::{board, game, presses, tell};
use dungeon_engine::game::Game;

/// The three games with a single hero, and a record that keeps each from ending at once.
const GAMES: [(&str, &str); 3] = [
    ("rules explore\nhero health=100000", "$ 12 5"),
    (
        "rules siege season=1000 turn=1 gold=100000 goal=1000000",
        "% 12 5",
    ),
    (
        "rules arena lives=100000\nkind s \"statue\" is=enemy sense=never roam=stand",
        "s 12 5",
    ),
];

/// A board of one of the games: three rows of 12 cells inside a frame of walls.
fn drawn((rules, records): (&str, &str), declared: &str, rows: [&str; 3]) -> String {
    let rows = rows.map(|row| format!("#{row}#")).join("\n");
    let frame = "#".repeat(14);
    format!("{rules}\n{declared}\nmap\n{frame}\n{rows}\n#............#\n{frame}\nend\n{records}\n")
}

/// A corridor of one of the games, with the record's thing at its beginning.
fn corridor((rules, records): (&str, &str), declared: &str, row: &str) -> String {
    let wall = "############";
    let records = records.replace("12 5", "2 3");
    drawn(
        (rules, &records),
        declared,
        [wall, &format!(".{row}"), wall],
    )
}

/// Returns the rows of the board, without its frame.
fn rows(game: &Game) -> Vec<String> {
    let board = board(game.world());
    let rows = board.lines().map(|row| row[1..13].to_owned());
    rows.skip(1).take(3).collect()
}

fn told_of(game: &Game, who: &str) -> String {
    let told = tell(game);
    let actions = told
        .split(", ")
        .filter(|action| action.starts_with(who) || action.contains("built"));
    actions.collect::<Vec<_>>().join(", ")
}

#[test]
fn k12_each_ghost_can_be_had_in_every_game_where_an_act_is_one_step() {
    for rules in GAMES {
        for (word, row) in [
            ("grey", "@.......X.."),
            ("lilac", "@.........X"),
            ("green", "@.....X...."),
            ("blue reach=6", "@.....X...."),
            ("red reach=6", "@.....X~~.."),
        ] {
            let declared = format!("kind X \"spook\" is={word}");
            let mut game = game(&corridor(rules, &declared, "@.......X.."), 0);
            presses(&mut game, "..");
            assert_eq!(&rows(&game)[1][1..], row, "{word} in {}", rules.0);
        }
    }
}

#[test]
fn k12_a_blue_ghost_shoots_or_falls_back_one_step_a_turn_in_every_game() {
    for rules in GAMES {
        let text = drawn(
            rules,
            "kind X \"spook\" is=blue damage=1",
            ["............", ".@....X.....", "............"],
        );
        let shoots = share(&text, 3000, |mut game| {
            presses(&mut game, ".");
            told_of(&game, "spook").starts_with("spook shoots")
        });
        assert!((0.81..0.86).contains(&shoots), "{shoots} in {}", rules.0);
        let hits = seed_where(&text, |mut game| {
            presses(&mut game, ".");
            tell(&game).contains("hero") && tell(&game).contains("-1")
        });
        let mut game = game(&text, hits);
        presses(&mut game, ".");
        assert!(tell(&game).contains("flies 3,3, hero"), "{}", tell(&game));
    }
}

#[test]
fn k12_kinds_skirmish_by_parts_with_a_weapon_of_their_own_that_never_runs_out() {
    let parts = "kind X \"imp\" sense=always hunt=skirmish attack=none through=slime damage=3 accuracy=100 reach=2 health=9";
    for rules in GAMES {
        let text = corridor(rules, parts, "@...X######");
        let mut game = game(&text, 4);
        presses(&mut game, ".");
        assert_eq!(told_of(&game, "imp"), "imp to 6,3", "{}", rules.0);
        presses(&mut game, ".");
        assert_eq!(told_of(&game, "imp"), "imp to 5,3", "{}", rules.0);
        let mut shots = 0;
        for _ in 0..60 {
            presses(&mut game, ".");
            shots += tell(&game).matches("imp shoots").count();
        }
        assert!((20..60).contains(&shots), "{shots} in {}", rules.0);
    }
}
