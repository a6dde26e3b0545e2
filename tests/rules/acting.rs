//! Terrain that acts, rule by rule: what harms, what holds up, and what lets in from some sides only (T-3 to T-5).
use crate::scenario::{L, game, presses, story};
use dungeon::Session;
use dungeon_engine::action::{Action, Refusal};
use dungeon_engine::event::Outcome;
use dungeon_engine::game::Game;
use dungeon_model::dungeon::Stat;
use dungeon_model::space::geometry::{Direction, Point, at};
use dungeon_play::text::look::things;
use insta::assert_snapshot;

const HEAD: &str = "tile ~ \"lava\" harm=3
tile : \"nettles\" harm=1 harms=hero
tile , \"mud\" slow=yes
tile n \"slope\" enter=n,ne,nw
tile e \"chute\" enter=e
";

/// A map below these declarations and some lines more.
fn yard(head: &str, rows: &str) -> String {
    format!("{HEAD}{head}map\n{rows}\nend\n")
}

fn hero(game: &Game) -> (Point, i32, u32) {
    let world = game.world();
    let body = world.body(world.commanded());
    (body.at, body.stat(Stat::Health), world.turn())
}

/// Where the monsters are that live.
fn theirs(game: &Game) -> Vec<Point> {
    let world = game.world();
    world.theirs(L).map(|who| world.body(who).at).collect()
}

#[test]
fn t3_whoever_ends_a_round_on_what_harms_loses_life() {
    let map = yard("", "########\n#@~~..$#\n########");
    assert_snapshot!(story(&map, "6666"), @"
    6: hero to 3,2, lava harms hero, hero Health -3
    6: hero to 4,2, lava harms hero, hero Health -3
    6: hero to 5,2, hero Health +1
    6: hero to 6,2
    ");
    let waits = yard("", "#####\n#@~$#\n#####");
    let mut game = game(&waits, 0);
    presses(&mut game, "6..");
    assert_eq!(hero(&game), (at(2, 1), 40 - 3 * 3 + 1, 3));
}

#[test]
fn t3_monsters_do_not_step_onto_what_harms_them_and_go_round_it() {
    let hound = "kind z \"hound\" health=9 sense=always hunt=path roam=stand\n";
    let rows =
        "###########\n#@...~..z.#\n#....~....#\n#....~....#\n#.........#\n#........$#\n###########";
    let mut hunted = game(&yard(hound, rows), 0);
    let mut seen = Vec::new();
    for _ in 0..8 {
        presses(&mut hunted, ".");
        seen.extend(theirs(&hunted));
    }
    assert!(seen.contains(&at(5, 4)), "through the gap: {seen:?}");
    let walled = rows.replace("#.........#\n#........$#", "#....~....#\n#....~...$#");
    let mut safe = game(&yard(hound, &walled), 0);
    presses(&mut safe, "..........");
    assert_eq!(theirs(&safe), [at(8, 1)], "no way leads round");
    for hunt in ["greedy", "axis", "line"] {
        let kind = hound.replace("path", hunt);
        let mut safe = game(&yard(&kind, &walled), 0);
        presses(&mut safe, "..........");
        assert_eq!(theirs(&safe)[0].x, 6, "{hunt}");
    }
    let mut bitten = game(&yard(hound, &walled.replace('~', ":")), 0);
    presses(&mut bitten, "......");
    assert_eq!(
        theirs(&bitten)[0].x,
        2,
        "what harms the hero alone is floor to it"
    );
}

#[test]
fn t3_who_passes_walls_is_above_all_of_it() {
    let rows = "##########\n#@.~,n..$#\n#........#\n##########";
    let map = yard(
        "kind f \"phantom\" health=9 through=walls sense=always hunt=drift roam=stand\n",
        rows,
    );
    let mut game = game(&map.replace("end\n", "end\nf 8 2\n"), 0);
    for x in [6, 5, 4, 3, 2] {
        presses(&mut game, ".");
        assert_eq!(theirs(&game), [at(x, 1)]);
    }
    let who = game.world().theirs(L).next().expect("it lives");
    assert_eq!(game.world().life_of(who), 9);
}

#[test]
fn t3_children_are_not_born_into_what_harms_them() {
    let kinds = "kind m \"mother\" health=50 attack=none spawns=c:1\nkind c \"child\" health=1 attack=none\n";
    let rows = "#######\n#@.~~~#\n#..~m~#\n#..~.~#\n#....$#\n#######";
    let mut game = game(&yard(kinds, rows), 0);
    presses(&mut game, ".");
    assert_eq!(theirs(&game), [at(4, 2), at(4, 3)]);
}

#[test]
fn t4_a_hero_who_is_held_up_loses_a_turn_that_the_monsters_have() {
    let kinds = "kind z \"hound\" health=9 sense=always hunt=greedy roam=stand\n";
    let map = yard(kinds, "##########\n#@,....z$#\n##########");
    assert_snapshot!(story(&map, "66"), @"
    6: hero to 3,2, mud slows hero, hound to 7,2, hero is delayed, hound to 6,2
    6: hero to 4,2, hero Health +1, hound to 5,2
    ");
    let mut game = game(&yard("", "########\n#@,,..$#\n########"), 0);
    presses(&mut game, "66");
    assert_eq!(
        hero(&game),
        (at(3, 1), 41, 4),
        "upkeep comes in the turns that are lost"
    );
    presses(&mut game, ".6");
    assert_eq!(
        hero(&game).2,
        6,
        "to stand there, or to leave, costs nothing"
    );
}

#[test]
fn t4_monsters_are_held_up_too() {
    let kinds = "kind z \"hound\" health=9 sense=always hunt=greedy roam=stand\n";
    let map = yard(kinds, "##########\n#@..,,.z$#\n##########");
    let mut game = game(&map, 0);
    let places: Vec<i32> = (0..7)
        .map(|_| {
            presses(&mut game, ".");
            theirs(&game)[0].x
        })
        .collect();
    assert_eq!(places, [6, 5, 5, 4, 4, 3, 2]);
}

#[test]
fn t4_a_monster_that_is_held_up_is_another_state() {
    let kinds = "kind z \"hound\" health=9 sense=always hunt=stand roam=stand\n";
    let map = yard(kinds, "#########\n#@..,z.$#\n#########");
    let before = game(&map, 0);
    let who = before.world().theirs(L).next().expect("it is drawn");
    let mut after = before.world().clone();
    let tile = after.cell(L, at(4, 1)).tile;
    let slowed = dungeon::Event::Slowed {
        who,
        level: L,
        at: at(5, 1),
        tile,
    };
    after.apply(&slowed);
    assert!(after.body(who).is_slowed);
    assert_ne!(after.checksum(), before.world().checksum());
    after.apply(&dungeon::Event::Delayed { who });
    assert_eq!(after.checksum(), before.world().checksum());
}

#[test]
fn t5_a_step_onto_a_one_way_cell_goes_in_its_directions_only() {
    let rows = "#######\n#..$..#\n#..n..#\n#..@..#\n#######";
    assert_snapshot!(story(&yard("", rows), "8"), @"8: hero to 4,3");
    for (keys, is_in) in [("48", false), ("49", true), ("69", false), ("67", true)] {
        let mut game = game(&yard("", rows), 0);
        presses(&mut game, keys);
        assert_eq!(hero(&game).0 == at(3, 2), is_in, "{keys}");
    }
    let back = "#######\n#..@..#\n#..n..#\n#..$..#\n#######";
    assert_snapshot!(story(&yard("", back), "2"), @"2: hero bumps 4,3");
    let board = format!("rules arena\ngoal survive=9\n{HEAD}map\n@e...\nend\n");
    let mut played = game(&board, 0);
    presses(&mut played, "66");
    assert_eq!(hero(&played).0, at(2, 0));
    let refused = played.check(Action::Step(Direction::West));
    assert_eq!(refused, Err(Refusal::Blocked));
}

#[test]
fn t5_things_and_bodies_behind_a_one_way_cell_are_met_from_all_sides() {
    let thing = yard("", "#######\n#.e@..#\n#....$#\n#######").replace("end\n", "end\n$ 3 2\n");
    assert_snapshot!(story(&thing, "4"), @"4: takes gold 3,2, hero Wealth +10, hero bumps 3,2");
    let statue = "kind s \"statue\" health=7 attack=none\n";
    let body = yard(statue, "#######\n#.e@..#\n#....$#\n#######").replace("end\n", "end\ns 3 2\n");
    assert_snapshot!(story(&body, "4"), @"4: hero strikes statue, statue Health -5");
    let board = format!("rules arena\n{HEAD}map\n.e@..\n....%\nend\n% 2 1 \n");
    let mut stomped = game(&board, 0);
    presses(&mut stomped, "4");
    assert_eq!(
        (hero(&stomped).0, theirs(&stomped).len()),
        (at(2, 0), 1),
        "he stays before it"
    );
}

#[test]
fn t5_monsters_find_their_ways_round_one_way_cells() {
    let hound = "kind z \"hound\" health=9 sense=always hunt=path roam=stand\n";
    let rows = "#########\n#@.e...z#\n##.####.#\n##......#\n#......$#\n#########";
    let mut game = game(&yard(hound, rows), 0);
    let mut seen = Vec::new();
    for _ in 0..9 {
        presses(&mut game, ".");
        seen.extend(theirs(&game));
    }
    assert!(
        seen.contains(&at(4, 3)) && !seen.contains(&at(3, 1)),
        "{seen:?}"
    );
    let other =
        yard(hound, &rows.replace('e', "w")).replace("map\n", "tile w \"chute\" enter=w\nmap\n");
    let mut short = self::game(&other, 0);
    presses(&mut short, "....");
    assert_eq!(theirs(&short), [at(3, 1)], "with the stream");
}

#[test]
fn t3_journeys_keep_off_what_harms() {
    let rows = "##########\n#@..~...$#\n#...~....#\n#...~....#\n#........#\n##########";
    let mut session = Session::from_text(yard("", rows)).expect("a sound file");
    session.press("oooooo").expect("keys");
    assert_eq!(
        session.outcome(),
        Some(Outcome::Won),
        "{:?}",
        session.latest_messages()
    );
    assert_eq!(session.game().world().ledger().taken, 0, "nothing hurt him");
}

#[test]
fn t3_who_looks_is_told_what_ground_does() {
    let game = game(&yard("", "########\n#@~:,ne#\n#.....$#\n########"), 0);
    let seen: Vec<String> = (2..=6)
        .map(|x| things(game.world(), at(x, 1)).join(", "))
        .collect();
    assert_snapshot!(seen.join("\n"), @"
    lava, which harms everybody for 3 a turn
    nettles, which harm you alone for 1 a turn
    mud, which holds up any body that steps there
    slope, which is entered by steps north-west, north and north-east only
    chute, which is entered by steps east only
    ");
    let mut session =
        Session::from_text(yard("", "########\n#@,,.$.#\n#..e...#\n########")).expect("sound");
    let mut told = |keys: &str| {
        session.press(keys).expect("keys");
        session.latest_messages().join(" ")
    };
    assert_eq!(told("l"), "The mud holds you up.");
    assert_eq!(told("l"), "", "he is in it already");
    assert_eq!(told("l"), "");
    assert_eq!(told("b"), "You cannot go onto the chute from here.");
}

/// A garden of the fixtures, pinned: whatever changes its course changes this number, and must say why.
#[test]
fn t3_a_hot_garden_goes_as_it_always_went() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/ok/hot-garden.dng");
    let mut session = Session::open(path).expect("a playable file");
    session
        .press("jjjjjlllllllkkulukjjjj")
        .expect("these are keys");
    assert_eq!(
        (session.outcome(), session.turn()),
        (Some(Outcome::Won), 23)
    );
    assert_eq!(format!("{:016x}", session.checksum()), "c01eb5abff374f55");
}
