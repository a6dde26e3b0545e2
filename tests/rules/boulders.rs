//! Boulders, one test per rule: pushing, filling, and covering the cells of a goal (T-*, G-2).
use crate::scenario::dice::Dice;
use crate::scenario::{L, game, presses, story};
use dungeon::Session;
use dungeon_engine::action::{Action, Refusal};
use dungeon_engine::event::Outcome;
use dungeon_engine::game::Game;
use dungeon_model::dungeon::{Feature, Goal};
use dungeon_model::space::geometry::{Direction, Point, at};
use dungeon_play::text::look::things;
use dungeon_play::text::standing::goal_text;
use insta::assert_snapshot;

const HEAD: &str = "tile B \"boulder\" push=yes
tile S \"dark boulder\" push=yes fills=~
tile ~ \"deep water\" walk=no see=yes
tile , \"grass\" says=\"It rustles.\"
tile o \"pillar\" walk=no
";

/// Returns a file with these map rows after the declarations.
fn yard(head: &str, rows: &str) -> String {
    format!("{head}{HEAD}map\n{rows}\nend\n")
}

/// Returns the current level as rows of glyphs.
fn drawn(game: &Game) -> String {
    let world = game.world();
    let size = world.size(L);
    let glyph = |p: Point| match world.body_at(L, p) {
        Some(_) => '@',
        None => world.tile(L, p).glyph,
    };
    let row = |y| (0..size.width).map(|x| glyph(at(x, y))).collect();
    (0..size.height)
        .map(row)
        .collect::<Vec<String>>()
        .join("\n")
}

fn boulders(game: &Game) -> usize {
    let world = game.world();
    let is_boulder = |p: &Point| matches!(world.tile(L, *p).feature, Feature::Boulder(_));
    world.size(L).points().filter(is_boulder).count()
}

#[test]
fn t1_a_boulder_stays_before_walls_boulders_bodies_things_and_whatever_does_something() {
    let behind = |what: &str| {
        let rows = format!("#######\n#@B{what}..#\n#....$#\n#######");
        let kinds = "kind s \"statue\" health=9 attack=none\n";
        let mut game = game(&yard(kinds, &rows), 0);
        presses(&mut game, "6");
        game.world().body(game.world().commanded()).at
    };
    for what in ["#", "o", "~", "B", "S", "s", "$", "+", "^"] {
        assert_eq!(behind(what), at(1, 1), "before {what}");
    }
    for what in [".", ",", "'", "?"] {
        assert_eq!(behind(what), at(2, 1), "before {what}");
    }
}

#[test]
fn t1_the_outermost_ring_takes_no_boulder_where_it_is_nobodys() {
    let mut explored = game(&yard("", "#..####\n#.B@$.#\n#######"), 0);
    presses(&mut explored, "7");
    presses(&mut explored, "4");
    assert_eq!(boulders(&explored), 1);
    let board = "rules arena\ngoal survive=9\n";
    let mut played = game(&yard(board, ".B@..\n....."), 0);
    presses(&mut played, "4");
    assert_eq!(drawn(&played), "B@...\n.....", "the ring is the hero's");
    let at_the_edge = played.check(Action::Step(Direction::West));
    assert_eq!(at_the_edge, Err(Refusal::Blocked));
}

#[test]
fn t1_a_boulder_that_stays_is_a_wall_to_the_step() {
    let explored = yard("", "######\n#@B#.#\n#...$#\n######");
    assert_snapshot!(story(&explored, "6"), @"6: hero bumps 3,2");
    let board = yard("rules arena\ngoal survive=9\n", "@Bo..");
    let refused = game(&board, 0).check(Action::Step(Direction::East));
    assert_eq!(refused, Err(Refusal::Blocked));
}

#[test]
fn t1_boulders_hide_what_is_behind_them_unless_one_sees_across() {
    let map = "tile B \"boulder\" push=yes\ntile C \"cube of glass\" push=yes see=yes
map\n########\n#@B...$#\n#.C....#\n########\nend\n";
    let game = game(map, 0);
    let world = game.world();
    assert!(!world.lets_sight(L, at(2, 1)));
    assert!(world.lets_sight(L, at(2, 2)));
}

#[test]
fn t1_a_mark_makes_a_boulder_of_its_own_looks_and_a_record_lays_one_on_what_is_there() {
    let map = yard("", "#########\n#@1.,...#\n#......$#\n#########").replace(
        "end\n",
        "end\nmark 1 B name=\"red boulder\" glyph=R\nS 5 2\n",
    );
    let mut game = game(&map, 0);
    presses(&mut game, "6");
    assert_eq!(drawn(&game).lines().nth(1), Some("#.@RS...#"));
    assert_eq!(game.world().tile(L, at(3, 1)).name, "red boulder");
    presses(&mut game, "9666");
    let mut other = self::game(&map.replace("@1.,", "@..1"), 0);
    presses(&mut other, "6");
    assert_eq!(
        boulders(&other),
        1,
        "the mark is drawn there, the record lies over it"
    );
}

#[test]
fn t1_a_sign_under_a_recorded_boulder_speaks_again_and_a_wall_gives_way() {
    let rows = "#########\n#@?.....#\n#...#..$#\n#.......#\n#########";
    let records = "end\n? 3 2 \"Beware.\"\nB 3 2\nB 5 3\n";
    let mut game = game(&yard("", rows).replace("end\n", records), 0);
    assert_eq!(boulders(&game), 2);
    presses(&mut game, "6");
    let under = game.world().tile(L, at(2, 1));
    assert_eq!((under.glyph, under.says.as_str()), ('?', "Beware."));
    presses(&mut game, "36");
    assert_eq!(drawn(&game).lines().nth(2), Some("#...@B..#"));
}

#[test]
fn g2_cover_wants_a_boulder_on_each_target() {
    let rows = "########\n#@.B.T.#\n#..B.T.#\n########";
    let map = yard(
        "goal cover=T\ntile T \"target\" glyph=x colour=green\n",
        rows,
    );
    let mut game = game(&map, 0);
    assert_eq!(game.world().dungeon().goals(), [Goal::Cover]);
    assert_eq!(game.world().uncovered(), 2);
    presses(&mut game, "666");
    let on_target = game.world().tile(L, at(5, 1));
    assert_eq!(
        on_target.colour,
        Some(dungeon_model::dungeon::Colour::Green)
    );
    assert_eq!(game.world().uncovered(), 1);
    presses(&mut game, "6");
    assert_eq!(game.world().uncovered(), 2, "it was pushed off again");
    let mut won = self::game(&map, 0);
    presses(&mut won, "666416");
    assert_eq!((won.world().uncovered(), won.outcome()), (1, None));
    presses(&mut won, "6");
    assert_eq!(won.outcome(), Some(Outcome::Won));
}

/// Pins the course of a fixture by its checksum. A change of the number needs an explanation.
#[test]
fn g2_a_store_room_goes_as_it_always_went() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/ok/store-room.dng");
    let mut session = Session::open(path).expect("a playable file");
    session.press("nllhblljuylllkn").expect("these are keys");
    assert_eq!(
        (session.outcome(), session.turn()),
        (Some(Outcome::Won), 15)
    );
    assert_eq!(format!("{:016x}", session.checksum()), "70c744f36848e8e0");
}

#[test]
fn g2_cover_means_a_tile_or_a_mark_and_what_is_scattered() {
    let map = |goal: &str| {
        format!(
            "{goal}\n{HEAD}tile T \"target\"\nmap\n#######\n#@BBx.#\n#..B.T#\n#######\nend\nmark x .\nT 5 3 \"Here!\"\n"
        )
    };
    let uncovered = |goal: &str| game(&map(goal), 0).world().uncovered();
    assert_eq!(uncovered("goal cover=x"), 1);
    assert_eq!(
        uncovered("goal cover=T"),
        2,
        "other words do not make another target"
    );
    assert_eq!(uncovered("goal cover=T\ngoal cover=x"), 3);
    let made = format!(
        "goal cover=T\n{HEAD}tile T \"target\"\nmap caves 20 12\nscatter @ 1\nscatter T 3\nscatter B 5\n"
    );
    assert_eq!(game(&made, 4).world().uncovered(), 3);
}

/// Pushes boulders to and fro over several sorts of floor. No boulder appears or vanishes, the floor below stays, and
/// the state hash returns to its old value when all boulders are back.
#[test]
fn t1_pushing_to_and_fro_keeps_boulders_and_floor() {
    let rows = "##########\n#@..,...'#\n#.B...B..#\n#..,.?...#\n#...B.,..#\n#.......$#\n##########";
    let map = yard("goal survive=100000\n", rows);
    let bare = |game: &Game| {
        let world = game.world();
        let floor = |p: Point| match world.tile(L, p).feature {
            Feature::Boulder(boulder) => boulder.leaves,
            _ => world.cell(L, p).tile,
        };
        world.size(L).points().map(floor).collect::<Vec<_>>()
    };
    for seed in 0..40 {
        let mut dice = Dice::new(seed);
        let mut game = game(&map, 0);
        let floor = bare(&game);
        for _ in 0..200 {
            let way = Direction::ALL[dice.below(8)];
            game.step(Action::Step(way)).expect("bumping is legal");
            assert_eq!((boulders(&game), bare(&game)), (3, floor.clone()));
        }
    }
}

#[test]
fn t1_a_boulder_pushed_round_and_back_leaves_the_state_as_it_was() {
    let head = "rules arena\ngoal cover=T\ntile T \"target\"\n";
    let rows = "#######\n#.....#\n#.@B.T#\n#.....#\n#######";
    let mut game = game(&yard(head, rows), 0);
    presses(&mut game, "6");
    let pushed = (drawn(&game), game.state_hash());
    presses(&mut game, "86624");
    assert_eq!(drawn(&game).lines().nth(2), Some("#..B@T#"));
    assert_ne!(game.state_hash(), pushed.1);
    presses(&mut game, "84426");
    assert_eq!((drawn(&game), game.state_hash()), pushed);
}

#[test]
fn g2_pushing_and_covering_are_told_in_words() {
    let rows = "#########\n#@B..T..#\n#.S~....#\n#########";
    let map = yard("goal cover=T\ntile T \"target\"\n", rows);
    let mut session = Session::from_text(&map).expect("a sound file");
    let game = session.game();
    let help = goal_text(game.rules().face().goal(), game.world().dungeon());
    assert_eq!(help, "Cover the target to win. You lose if you die.");
    let mut told = |keys: &str| {
        session.press(keys).expect("keys");
        session.latest_messages().join(" ")
    };
    assert_eq!(told("i"), "You carry no keys. Cover a target.");
    assert_eq!(told("l"), "You push the boulder.");
    assert_eq!(
        told("bl"),
        "You push the dark boulder into the deep water, filling it."
    );
    let won = told("kll");
    assert!(
        won.starts_with(
            "You push the boulder onto the target. You won on turn 6: the target is covered."
        ),
        "{won}"
    );
}

#[test]
fn t1_who_looks_is_told_what_a_boulder_lies_on() {
    let map = yard(
        "goal cover=T\ntile T \"target\"\n",
        "#######\n#@T.B.#\n#######",
    );
    let game = game(&map.replace("end\n", "end\nB 3 2\n"), 0);
    let seen = |x| things(game.world(), at(x, 1)).join(", ");
    assert_eq!(seen(2), "boulder on the target");
    assert_eq!(seen(4), "boulder");
}
