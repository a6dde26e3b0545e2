//! What tactics brings to the other games (K-12): its ghosts by name and by parts, bursts, trails, and slime that a
//! step wipes away. A picture, keys, and what happened. Points are 1-based.
use crate::scenario::tactics::{seed_where, share};
use crate::scenario::{L, board, game, hero, press, presses, story, tell};
use dungeon_engine::action::ActorId;
use dungeon_engine::game::Game;
use dungeon_model::dungeon::Stat;

/// The three games whose player has a hero, with what each needs to go on.
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

/// A board of one of the games: a frame that no game plays on, and rows of 12 cells in it.
fn drawn((rules, records): (&str, &str), declared: &str, rows: [&str; 3]) -> String {
    let rows = rows.map(|row| format!("#{row}#")).join("\n");
    let frame = "#".repeat(14);
    format!("{rules}\n{declared}\nmap\n{frame}\n{rows}\n#............#\n{frame}\nend\n{records}\n")
}

const SLIME: &str = "tile ~ \"slime\" walk=slime";

/// A corridor of one of the games, in whose beginning lies what the game is about.
fn corridor((rules, records): (&str, &str), declared: &str, row: &str) -> String {
    let wall = "############";
    let records = records.replace("12 5", "2 3");
    drawn(
        (rules, &records),
        declared,
        [wall, &format!(".{row}"), wall],
    )
}

/// The rows of the board, without its frame.
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
fn k12_a_heros_step_at_slime_wipes_it_away_and_passes_the_turn() {
    for rules in GAMES {
        let text = drawn(
            rules,
            SLIME,
            ["............", ".....@~~....", "............"],
        );
        let mut game = game(&text, 0);
        presses(&mut game, "6");
        assert_eq!(
            tell(&game),
            "hero wipes 8,3, floor built 8,3",
            "{}",
            rules.0
        );
        assert_eq!(
            (rows(&game)[1].as_str(), game.world().turn() % 1000),
            (".....@.~....", game.world().turn())
        );
        let turn = game.world().turn();
        presses(&mut game, "6");
        assert_eq!(told_of(&game, "hero"), "hero to 8,3", "{}", rules.0);
        presses(&mut game, "6");
        assert_eq!(game.world().turn(), turn + 2);
        assert_eq!(rows(&game)[1], "......@.....");
    }
}

#[test]
fn k12_slime_keeps_out_bodies_that_do_not_pass_it_and_blocks_no_sight() {
    let declared = format!(
        "{SLIME}\nkind w \"wolf\" is=wanderer strength=0\nkind d \"duck\" is=wanderer through=slime strength=0"
    );
    for rules in GAMES {
        let text = |who: &str| corridor(rules, &declared, &format!("@~{who}########"));
        let mut wolf = game(&text("w"), 0);
        presses(&mut wolf, ".");
        assert_eq!(told_of(&wolf, "wolf"), "", "{}", rules.0);
        let mut duck = game(&text("d"), 0);
        presses(&mut duck, ".");
        assert_eq!(told_of(&duck, "duck"), "duck to 4,3", "{}", rules.0);
    }
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

#[test]
fn k12_a_trail_is_left_behind_by_every_step_on_plain_floor() {
    let declared = format!("{SLIME}\nkind X \"slug\" is=green trail=~");
    for rules in GAMES {
        let text = corridor(rules, &declared, "@....X.....");
        let mut game = game(&text, 0);
        presses(&mut game, "..");
        assert_eq!(&rows(&game)[1][1..], "@..X~~.....", "{}", rules.0);
        presses(&mut game, "..");
        assert_eq!(&rows(&game)[1][1..], "@X~~~~.....", "{}", rules.0);
    }
}

#[test]
fn k12_what_bursts_hurts_the_hero_too_when_he_kills_it() {
    let explore = drawn(
        GAMES[0],
        "kind X \"puffball\" is=green health=1 bursts=4",
        ["............", ".....@X.G...", "............"],
    )
    .replace(".G.", "...");
    assert_eq!(
        story(&explore, "6"),
        "6: hero strikes puffball, puffball Health -5, puffball dies, puffball bursts 8,3, hero Health -4\n"
    );
    let arena = explore
        .replace(GAMES[0].0, GAMES[2].0)
        .replace(GAMES[0].1, GAMES[2].1);
    let mut stomped = game(&arena, 0);
    let before = hero(&stomped, Stat::Health);
    presses(&mut stomped, "6");
    assert!(tell(&stomped).starts_with("hero stomps puffball, puffball dies, puffball bursts 8,3"));
    assert_eq!(before - hero(&stomped, Stat::Health), 4);
}

#[test]
fn k12_chains_and_drops_work_in_every_game() {
    let declared =
        "item c \"crumb\" health=1\nkind f \"puffball\" is=green health=1 bursts=1 drops=c";
    let text = drawn(
        GAMES[0],
        declared,
        ["............", ".....@ffff..", "............"],
    );
    let mut game = game(&text, 0);
    press(&mut game, '6').expect("a step");
    assert_eq!(tell(&game).matches("puffball bursts").count(), 4);
    assert_eq!(game.world().theirs(L).count(), 0);
    assert!(!game.world().body(ActorId(4)).alive);
    assert_eq!(rows(&game)[1].matches('c').count(), 4);
}

#[test]
fn k12_who_flees_from_the_herd_minds_no_hero_whom_it_runs_into() {
    let kinds =
        "item c \"cat\" herd=yes\nkind r \"rat\" prey=herd sense=steps:9 hunt=flee attack=none";
    for game in GAMES {
        let text = corridor(game, kinds, "..c.r...@..");
        let told: Vec<String> = story(&text, "..").lines().map(str::to_owned).collect();
        assert!(told[0].contains("rat to 8,3"), "{told:?}");
        assert!(told[1].contains("rat to 9,3"), "{told:?}");
    }
}
