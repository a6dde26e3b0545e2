//! Promise: `o` goes to whatever is left to see or take, by ordinary steps: it never fights, walks into no trap that is
//! seen, keeps away from whoever strikes and is in view, stays where it is under fire, and says when nothing is left (E-15).
mod cases;
mod support;

use std::collections::BTreeMap;

use dungeon::Session;
use dungeon::dungeon::{Feature, Fog, Footing, Guise, ItemId, Stat};
use dungeon::engine::event::Event;
use dungeon::engine::world::World;
use dungeon::format::source::Source;
use dungeon::play::chart::NOTICED;
use dungeon::play::keys::Key;
use dungeon::play::keys_file::KeysFile;
use dungeon::play::show::Show;
use dungeon::space::geometry::{Direction, Point, at};
use proptest::prelude::*;

fn session(text: &str) -> Session {
    Session::new(support::dungeon(text))
}

fn pressed(text: &str, keys: &str) -> Session {
    let mut session = session(text);
    session.press(keys).expect("a script");
    session
}

fn place(session: &Session) -> Point {
    let world = session.game().world();
    world.body(world.commanded()).at
}

fn said(text: &str, keys: &str) -> Vec<String> {
    pressed(text, keys).latest_messages().to_vec()
}

/// A level of explore with this map; records may stand before it.
fn level(above: &str, map: &str) -> String {
    format!("{above}\nlevel\nmap\n{map}end\n")
}

#[test]
fn e15_exploring_takes_the_nearest_thing_and_then_the_next() {
    let map = "\
##########
#$...@.$.#
#........#
#......$.#
##########
";
    let mut session = session(&level("", map));
    Show::press(&mut session, Key::Char('o'));
    let mut places = vec![place(&session)];
    while session.is_under_way() {
        session.go_on();
        places.push(place(&session));
    }
    assert_eq!(places[1], at(7, 1), "two steps, not five");
    assert_eq!(places[3], at(7, 3), "the nearest from there");
    assert!(session.outcome().is_some(), "one press took them all");
    assert_eq!(session.turn(), 2 + 2 + 6);
}

#[test]
fn e15_in_fog_it_goes_where_the_unknown_begins_and_says_when_nothing_is_left() {
    let map = "\
###############
#@....#.......#
#.###.#.#####.#
#...#...#.....#
#############.#
#>............#
###############
";
    let text = level("rules explore fog=2\n", map) + "level\nmap\n####\n#<$#\n####\nend\n";
    let mut session = pressed(&text, "o");
    assert_eq!(
        session.latest_messages(),
        [
            "Nothing that you can reach is left to explore or take here. \
          1 thing is left to take, on other levels. > goes to the stairs down."
        ]
    );
    let turn = session.turn();
    session.press("o").expect("a script");
    assert_eq!(session.turn(), turn, "saying so takes no turn");
    session.press(">").expect("a script");
    assert_eq!(place(&session), at(1, 5), "the stairs were seen");
    let unbound = Source::from_text("keys.toml", "descend = \"\"\n");
    let unbound = KeysFile::read(&unbound).expect("a file of keys");
    let mut session = self::session(&text).keymap(&unbound);
    session.press("o").expect("a script");
    let last = session
        .latest_messages()
        .last()
        .cloned()
        .unwrap_or_default();
    assert!(last.ends_with("on other levels."), "{last}");
}

#[test]
fn e15_a_key_is_taken_and_what_it_opens_is_opened() {
    let map = "\
##########
#@...D.$.#
#..k.#...#
##########
";
    let text = level("item k \"bronze key\" opens=bronze", map) + "mark D + locked=bronze\n";
    let session = pressed(&text, "o");
    assert!(session.outcome().is_some());
    assert_eq!(session.messages()[1], "You take the bronze key.");
    let trapped = text.replace("#@...D", "#@.^kD").replace("#..k.#", "######");
    let session = pressed(&trapped, "o");
    assert_eq!((place(&session), session.turn()), (at(1, 1), 0));
    assert_eq!(
        session.latest_messages(),
        ["Nothing that you can reach is left to take here. 1 thing is left to take."],
        "the trap is seen, and the door is locked"
    );
}

#[test]
fn e15_what_is_known_to_harm_is_left_unless_the_game_is_about_it() {
    let items =
        "hero health=9\nitem d \"deadly relic\" health=-9\nitem c \"cursed cup\" health=-3\n";
    let map = "\
########
#@.d...#
########
";
    let session = pressed(&level(items, map), "o");
    assert_eq!(session.turn(), 0, "it would kill him");
    let session = pressed(&level(items, &map.replace('d', "c")), "o");
    assert!(session.outcome().is_some(), "it has to be taken");
    let yard = "\
rules arena
item l \"heart\" health=1
item b \"bomb\" health=-1
kind S \"sleeper\" is=enemy sense=never roam=stand
level
map
@..b.#S
...l.##
end
";
    let session = pressed(yard, "oo");
    assert_eq!((place(&session), session.turn()), (at(3, 1), 4));
}

#[test]
fn e15_it_goes_round_traps_that_are_seen_or_not_at_all() {
    let map = "\
#######
#@.^.$#
#.....#
#######
";
    let session = pressed(&level("", map), "o");
    assert!(session.outcome().is_some());
    let health = session
        .game()
        .world()
        .body(session.game().world().commanded());
    assert!(health.stat(Stat::Health) >= 40, "no dart");
    let barred = map.replace("#.....#", "#######");
    let session = pressed(&level("", &barred), "o");
    assert_eq!((place(&session), session.turn()), (at(1, 1), 0));
}

#[test]
fn e15_it_comes_beside_nobody_who_strikes() {
    let map = "\
#########
#.......#
#.......#
#@..g..$#
#.......#
#.......#
#########
";
    let ghost = "kind g \"ghost\" sense=never roam=stand health=5 strength=3";
    let mut session = session(&level(ghost, map));
    Show::press(&mut session, Key::Char('o'));
    while session.is_under_way() {
        assert!(place(&session).chebyshev(at(4, 3)) > 1);
        session.go_on();
    }
    assert!(session.outcome().is_some(), "round it");
    let narrow = map.replace("#.......#\n#.......#\n#@", "#########\n#.......#\n#@");
    let narrow = narrow.replace("$#\n#.......#\n#.......#", "$#\n#.......#\n#########");
    let mut session = pressed(&level(ghost, &narrow), "o");
    assert_eq!(session.turn(), 0);
    assert_eq!(
        session.latest_messages(),
        ["The ghost is in the way: fight it, or walk round it."]
    );
    session.press("o").expect("a script");
    assert_eq!(session.turn(), 0, "however often it is pressed");
    let tame = ghost.to_owned() + " attack=none";
    let session = pressed(&level(&tame, &narrow), "o");
    assert!(session.outcome().is_some(), "who hurts nobody is passed by");
}

#[test]
fn e15_a_corridor_that_somebody_stands_in_is_not_fought_free() {
    let map = "\
########
#@..r.$#
########
";
    let rat = "kind r \"rat\" sense=never roam=stand attack=none health=5";
    assert_eq!(
        said(&level(rat, map), "o"),
        ["The rat is in the way: fight it, or walk round it."]
    );
    let beside = map.replace("#@..r.$#", "#@r...$#");
    assert_eq!(said(&level(rat, &beside), "o"), ["The rat is beside you."]);
}

#[test]
fn e15_who_is_out_of_view_is_no_wall_and_is_met_first() {
    let map = "\
###########
#@........#
#########.#
#$....s...#
###########
";
    let sentry = "kind s \"sentry\" sense=never roam=stand health=5 strength=3";
    let mut session = session(&level(sentry, map));
    session.press("o").expect("a script");
    assert_eq!(session.latest_messages(), ["You see a sentry."]);
    let turn = session.turn();
    assert!(turn > 0 && place(&session).chebyshev(at(6, 3)) > 1);
    session.press("o").expect("a script");
    assert_eq!(
        session.latest_messages(),
        ["The sentry is in the way: fight it, or walk round it."]
    );
    assert_eq!(session.turn(), turn, "saying so takes no turn");
    let map = "\
#########
#@.....$#
#########
#...s...#
#########
";
    let session = pressed(&level(sentry, map), "o");
    assert!(session.outcome().is_some(), "walls keep him off");
}

#[test]
fn e15_nobody_explores_under_fire_but_journeys_that_were_chosen_begin() {
    let map = "\
############
#@.......a.#
#.########.#
#.....$..>.#
############
";
    let archer = "kind a \"archer\" sense=sight:9 hunt=shoot:2 roam=stand health=5";
    let text = level(archer, map) + "level\nmap\n####\n#<$#\n####\nend\n";
    let mut session = pressed(&text, "o");
    assert_eq!((place(&session), session.turn()), (at(1, 1), 0));
    assert_eq!(
        session.latest_messages(),
        ["Not while the archer can shoot you."]
    );
    session.press("_<Enter>").expect("a script");
    assert!(session.turn() > 0, "he chose to");
    let calm = [
        ("sense=sight:9", "sense=near:20 sight=7"),
        ("sense=sight:9", "sense=never"),
    ];
    let calm = calm.map(|(from, to)| text.replace(from, to));
    for text in calm {
        assert!(pressed(&text, "o").turn() > 0, "{text}");
    }
}

#[test]
fn e15_pressed_again_and_again_it_does_not_go_to_and_fro() {
    let text = |file| std::fs::read_to_string(file).expect("it is shipped");
    let (classic, crypt) = (text("dungeons/classic.dng"), text("dungeons/crypt.dng"));
    // Who shoots ends it soon.
    let lines = classic.lines().filter(|line| !line.starts_with("p "));
    let calm: String = lines.map(|line| line.to_owned() + "\n").collect();
    for text in [&classic, &calm, &crypt] {
        for seed in 0..40 {
            let mut session = session(text).seed(seed);
            let mut visits = BTreeMap::new();
            for _ in 0..60 {
                let turn = session.turn();
                Show::press(&mut session, Key::Char('o'));
                session.stop();
                if session.outcome().is_some() {
                    break;
                }
                if session.turn() == turn {
                    session.press(".").expect("a script");
                    continue;
                }
                *visits.entry(place(&session)).or_insert(0) += 1;
            }
            assert!(visits.values().all(|n| *n <= 6), "{seed}: {visits:?}");
        }
    }
}

#[test]
fn e15_it_stops_for_words_wounds_and_whoever_comes_into_view() {
    let map = "\
##########
#@.?....$#
##########
";
    let text = level("", map) + "? 4 2 \"Turn back.\"\n";
    let mut session = pressed(&text, "o");
    assert_eq!((place(&session), session.turn()), (at(3, 1), 2));
    assert_eq!(session.latest_messages(), ["Turn back."]);
    session.press("o").expect("a script");
    assert!(session.outcome().is_some());
    let corner = "\
##########
#@.......#
########.#
#r...$...#
##########
";
    let rat = "kind r \"rat\" sense=never roam=stand health=5";
    let session = pressed(&level(rat, corner), "o");
    assert_eq!(place(&session), at(7, 3));
    assert_eq!(session.latest_messages(), ["You see a rat."]);
    let thorn = level("item c \"cursed coin\" health=-1", &map.replace('?', "c"));
    assert_eq!(place(&pressed(&thorn, "o")), at(3, 1), "it hurts");
}

#[test]
fn e15_what_was_seen_lying_is_gone_back_for() {
    let map = "\
############
#@.........#
####.#######
####...$####
############
";
    let rat = "kind r \"rat\" sense=never roam=stand attack=none health=5";
    let text = level(&format!("rules explore fog=3\n{rat}"), map);
    let mut session = pressed(&text, "lllj");
    assert!(session.outcome().is_none());
    session.press("9llll").expect("a script");
    session.press("o").expect("a script");
    assert!(session.outcome().is_some(), "{}", session.frame());
}

#[test]
fn s10_cows_are_left_alone_and_there_is_nothing_else_to_explore() {
    let text = "\
rules siege gold=9 turn=1
level
map
......
.@%...
......
......
end
";
    let session = pressed(text, "o");
    assert_eq!(place(&session), at(1, 1));
    assert_eq!(
        session.latest_messages(),
        ["There is nothing to explore here."]
    );
}

#[test]
fn a2_in_arena_nothing_lies_about_and_nobody_is_stomped() {
    let text = "\
rules arena
kind S \"sleeper\" is=enemy sense=never roam=stand
level
map
@...S..
end
";
    let session = pressed(text, "o");
    assert_eq!(session.turn(), 0);
    assert_eq!(
        session.latest_messages(),
        ["There is nothing to explore here."]
    );
}

#[test]
fn e15_nobody_explores_when_the_game_is_over() {
    let map = "\
#####
#@$.#
#####
";
    assert_eq!(said(&level("", map), "oo"), ["The game is over."]);
}

#[test]
fn e15_shipped_dungeons_are_explored_to_an_end_whatever_the_seed() {
    let walked = [
        "tutorial",
        "crypt",
        "gallery",
        "classic",
        "horde",
        "raiders",
        "arena",
        "arena-run",
    ];
    for file in walked {
        for seed in 0..10 {
            let session = Session::open(format!("dungeons/{file}.dng")).expect("it is shipped");
            let mut session = session.seed(seed);
            while session.outcome().is_none() {
                explore(&mut session);
                let level = session.game().world().here();
                session.press(">>").expect("a script");
                if session.game().world().here() == level {
                    break;
                }
            }
        }
    }
}

/// A level with fog or none, strewn by the seed; monsters only if wanted.
fn strewn(monsters: &'static str) -> impl Strategy<Value = String> {
    let fog = prop_oneof![Just(""), Just(" fog=1"), Just(" fog=3"), Just(" fog=9")];
    (6..34i32, 6..18i32, 0..45u32, fog).prop_map(move |(w, h, walls, fog)| {
        format!(
            "rules explore{fog}\nhero health=60 strength=3\n\
             item k \"bronze key\" opens=bronze\n\
             level\nmap open {w} {h}\nscatter # {walls}%\nscatter + 6%\n\
             scatter + 3% locked=bronze\nscatter ^ 4%\nscatter ^ 2% hidden=yes trap=teleport\n\
             scatter ? 2% \"Beware.\"\nscatter k 1\nscatter $ 5\n{monsters}scatter @ 1\n"
        )
    })
}

/// Presses `o` until that takes no turn, and sees after each step that it was one of an explorer.
fn explore(session: &mut Session) {
    for _ in 0..2_000 {
        let turn = session.turn();
        step(session, |session| Show::press(session, Key::Char('o')));
        while session.is_under_way() {
            step(session, Session::go_on);
        }
        if session.turn() == turn || session.outcome().is_some() {
            return;
        }
    }
    panic!("no end of it");
}

/// Goes on, and sees that it was carefully.
fn step(session: &mut Session, go_on: fn(&mut Session)) {
    let (turn, before) = (session.turn(), place(session));
    let (foes, traps) = (foes_in_view(session), traps(session));
    go_on(session);
    if session.turn() > turn {
        assert_careful(session, before, &foes, &traps);
    }
}

/// Where the monsters are that he notices: near by, along a line that nothing interrupts.
fn foes_in_view(session: &Session) -> Vec<Point> {
    let (world, hero) = (session.game().world(), place(session));
    let here = world.here();
    let reach = match world.dungeon().fog {
        Fog::Lifted => NOTICED,
        Fog::Within(reach) => reach.min(NOTICED),
    };
    let all = world.theirs(here).map(|who| world.body(who).at);
    all.filter(|at| world.has_line(here, *at, hero, reach))
        .collect()
}

/// The traps that are none of the hidden ones.
fn traps(session: &Session) -> Vec<Point> {
    let world = session.game().world();
    let is_plain = |p: &Point| match world.tile(world.here(), *p).feature {
        Feature::Trap(trap) => trap.guise == Guise::Plain,
        _ => false,
    };
    world.size(world.here()).points().filter(is_plain).collect()
}

fn assert_careful(session: &Session, before: Point, foes: &[Point], traps: &[Point]) {
    let (game, world) = (session.game(), session.game().world());
    let hero = world.commanded();
    for event in game.events() {
        match *event {
            Event::Struck { who, .. } => assert_ne!(who, hero, "a fight"),
            Event::Sprung { at, .. } => assert!(!traps.contains(&at), "a trap that he saw"),
            Event::Moved { who, from, to, .. } if who == hero && from == before => {
                let is_near = foes.iter().any(|foe| foe.chebyshev(to) <= 1);
                assert!(!is_near, "beside somebody in view at {to}");
            }
            _ => {}
        }
    }
}

/// Whether a careful hero walks onto a cell, by all that there is.
fn is_walked(world: &World, p: Point) -> bool {
    let tile = world.tile(world.here(), p);
    match tile.feature {
        Feature::Door(door) => door.lock.is_none_or(|lock| world.opens(lock)),
        Feature::Trap(trap) => trap.guise != Guise::Plain,
        _ => tile.footing == Footing::Anyone,
    }
}

/// Every cell that he can come to.
fn reached(world: &World) -> Vec<Point> {
    let mut reached = vec![world.body(world.commanded()).at];
    let mut next = 0;
    while let Some(p) = reached.get(next).copied() {
        next += 1;
        for near in Direction::ALL.map(|way| p + way) {
            if is_walked(world, near) && !reached.contains(&near) {
                reached.push(near);
            }
        }
    }
    reached
}

proptest! {
    #![proptest_config(cases::of(256))]

    #[test]
    fn e15_all_that_can_be_reached_is_taken_in_the_end(text in strewn(""), seed: u64) {
        let mut session = session(&text).seed(seed);
        explore(&mut session);
        let world = session.game().world();
        for p in reached(world).into_iter().skip(1).filter(|_| world.outcome().is_none()) {
            prop_assert!(world.item_at(world.here(), p) == ItemId::NONE, "{p}\n{}", session.frame());
        }
        let mut again = self::session(&text).seed(seed);
        explore(&mut again);
        prop_assert_eq!(again.checksum(), session.checksum(), "the same again");
    }

    #[test]
    fn e15_an_explorer_among_monsters_is_careful_and_comes_to_an_end(
        text in strewn("scatter w 3\nscatter g 2\nscatter p 1\n"),
        seed: u64,
    ) {
        explore(&mut session(&text).seed(seed));
    }
}
