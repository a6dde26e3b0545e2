//! `fog=`: what the hero sees, what he remembers, and who does not care (FORMAT.md, "Fog").
mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use dungeon::dungeon::{Dungeon, Fog, LevelId, builtin};
use dungeon::engine::action::ActorId;
use dungeon::engine::event::Event;
use dungeon::engine::world::World;
use dungeon::play::fog::{Moment, Witness};
use dungeon::play::keys::Key;
use dungeon::play::line::Line;
use dungeon::play::session::Session;
use dungeon::space::field::Field;
use dungeon::space::geometry::{Point, at};
use dungeon::view::frame::{Frame, Style};
use dungeon::view::print::glyphs;
use dungeon::view::scene::Light;
use dungeon::{monsters, rulesets};
use proptest::prelude::*;
use support::{L, dungeon};

const ALL: Fog = Fog::Within(u32::MAX);

/// Two rooms, a way between them, and a ghost who stands where he is until one comes near.
const ROOMS: &str = "
map
##############################
#.........#..................#
#.@.......#..................#
#.......................g....#
#.........#..................#
#....*....#.........$........#
##############################
end
";

fn fogged(text: &str, fog: Fog) -> Dungeon {
    let dungeon = Dungeon::clone(&dungeon(text));
    Dungeon { fog, ..dungeon }
}

fn session(text: &str, fog: Fog) -> Session {
    Session::new(Arc::new(fogged(text, fog))).size(40, 13)
}

fn pressed(text: &str, fog: Fog, keys: &str) -> Session {
    let mut session = session(text, fog);
    session.press(keys).expect("a script");
    session
}

#[test]
fn a_room_is_seen_from_its_door_and_remembered_without_who_walks_there() {
    let mut session = session(ROOMS, ALL);
    insta::assert_snapshot!("start", session.frame().with_styles());
    session.press("nllllll").expect("a script");
    insta::assert_snapshot!("doorway", session.frame());
    session.press("hhb").expect("a script");
    insta::assert_snapshot!("back", session.frame().with_styles());
}

#[test]
fn fog_has_a_reach_by_chebyshev() {
    insta::assert_snapshot!(session(ROOMS, Fog::Within(2)).frame());
}

#[test]
fn a_level_larger_than_the_window_scrolls_in_fog_as_without() {
    let rows: String = (0..40).map(|_| format!("#{}#\n", ".".repeat(98))).collect();
    let rim = "#".repeat(100);
    let text = format!("map\n{rim}\n{rows}{rim}\nend\n@ 50 20\n$ 2 2\n");
    let keys = "8".repeat(12) + &"4".repeat(12);
    insta::assert_snapshot!(pressed(&text, Fog::Within(5), &keys).size(60, 20).frame());
}

#[test]
fn an_arrow_out_of_the_dark_is_seen_only_where_it_flies_in_view() {
    let text = "
map
##################
#................#
#.@.......p.....$#
#................#
##################
end
";
    let film = session(text, Fog::Within(4)).film(".").expect("a script");
    insta::assert_snapshot!(film.only_changes());
}

#[test]
fn x8_look_tells_what_is_seen_what_is_remembered_and_what_is_neither() {
    let told = |keys: &str, looked: &str| {
        let mut session = pressed(ROOMS, ALL, keys);
        session.press(";").expect("a script");
        session.press(looked).expect("a script");
        let frame = session.frame();
        frame
            .lines()
            .find(|line| line.contains(','))
            .unwrap_or_default()
    };
    let far = |steps| "l".repeat(steps);
    assert_eq!(
        told("", &(far(21) + "n")),
        "25,4: You have not seen that place."
    );
    assert_eq!(told("", "l"), "4,3: Floor.");
    assert_eq!(told("nllllll", &far(15)), "25,4: A ghost, health 6; floor.");
    // He stands there still, but out of view, and so does the gold.
    assert_eq!(
        told("nllllllhhb", &(far(17) + "u")),
        "25,4: Floor, as you remember it."
    );
    assert_eq!(
        told("nllllllhhb", &(far(13) + "n")),
        "21,6: Floor, as you remember it."
    );
    assert_eq!(told("nllllllhhb", "u"), "8,4: Floor.");
}

/// The cells of a level that the hero sees, by the field alone.
fn in_view(world: &World, reach: u32) -> BTreeSet<Point> {
    let (here, hero) = (world.here(), world.body(world.commanded()).at);
    let mut seen = BTreeSet::new();
    let clear = |p| world.lets_sight(here, p);
    Field::default().cast(hero, reach, clear, |p| {
        seen.insert(p);
    });
    seen
}

/// A frame in which the level's rim lies under the window's, against what may be known.
fn assert_shows(session: &Session, reach: u32, remembered: &mut BTreeMap<Point, char>) {
    let (world, frame) = (session.game().world(), session.frame());
    let (here, seen) = (world.here(), in_view(world, reach));
    let map = Line::of(session).map;
    for p in world.size(here).points() {
        let drawn = map[p.y as usize]
            .chars()
            .nth(p.x as usize)
            .expect("a column");
        let expected = match remembered.get(&p) {
            _ if seen.contains(&p) => (drawn, None),
            Some(glyph) => (*glyph, Some(Style::DIM)),
            None => (' ', Some(Style::PLAIN)),
        };
        if world.size(here).contains_inside_rim(p) {
            let cell = frame.get(p);
            let style = expected.1.unwrap_or(cell.style);
            assert_eq!(
                (cell.glyph(), cell.style),
                (expected.0, style),
                "{p}\n{frame}"
            );
        }
    }
    let kept = seen.iter().map(|p| (*p, world.tile(here, *p).glyph));
    remembered.extend(kept);
}

fn levels() -> impl Strategy<Value = String> {
    (12..40i32, 8..20i32, 0..40u32).prop_map(|(width, height, walls)| {
        format!(
            "map open {width} {height}\nscatter # {walls}%\nscatter @ 1\n\
             scatter w 5\nscatter g 5\nscatter p 2\nscatter $ 4\n"
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_out_of_view_shows_terrain_as_it_was_last_seen_and_nothing_that_moves(
        text in levels(), seed: u64, reach in prop_oneof![0..9u32, Just(u32::MAX)],
        keys in "[hjklyubn.d]{1,40}",
    ) {
        let mut session = session(&text, Fog::Within(reach)).seed(seed).size(60, 30);
        let mut remembered = BTreeMap::new();
        assert_shows(&session, reach, &mut remembered);
        for key in keys.chars().map(Key::Char) {
            session.press_key(key);
            assert_shows(&session, reach, &mut remembered);
        }
    }

    #[test]
    fn fog_is_no_rule_and_json_does_not_know_it(
        text in levels(), seed: u64, reach in 0..6u32, keys in "[hjklyubn.d]{1,30}",
    ) {
        let [mut foggy, mut plain] = [Fog::Within(reach), Fog::Lifted]
            .map(|fog| session(&text, fog).seed(seed));
        for key in keys.chars().map(Key::Char) {
            foggy.press_key(key);
            plain.press_key(key);
            let (ours, theirs) = (Line::of(&foggy), Line::of(&plain));
            prop_assert_eq!(&ours.frame, &foggy.frame().rows().map(glyphs).collect::<Vec<_>>());
            let Line { frame, messages, .. } = ours.clone();
            prop_assert_eq!(ours, Line { frame, messages, ..theirs });
        }
    }
}

#[test]
fn json_shows_the_whole_map_and_all_bodies_but_the_frame_of_the_hero() {
    let (foggy, plain) = (session(ROOMS, ALL), session(ROOMS, Fog::Lifted));
    let [foggy, plain] = [&foggy, &plain].map(Line::of);
    assert_eq!(foggy.map[3], "#.......................g....#");
    assert_eq!(
        (&foggy.map, &foggy.bodies, &foggy.items),
        (&plain.map, &plain.bodies, &plain.items)
    );
    assert_eq!(foggy.frame[3].trim_end(), "|..................          |");
    assert_eq!(plain.frame[3].trim_end(), "|.......................g....|");
}

#[test]
fn a_new_game_has_forgotten_all_and_a_replay_remembers_it() {
    let keys = "nllllllhhb";
    let frame = pressed(ROOMS, ALL, keys).frame();
    let fresh = session(ROOMS, ALL).frame();
    assert_ne!(frame, fresh);
    let mut again = pressed(ROOMS, ALL, &format!("{keys}R"));
    assert_eq!(map_of(&again.frame()), map_of(&fresh));
    again.press(keys).expect("a script");
    assert_eq!(map_of(&again.frame()), map_of(&frame));
    assert_eq!(
        map_of(&pressed(ROOMS, ALL, &format!("{keys}N")).frame()),
        map_of(&fresh)
    );
    let resized = pressed(ROOMS, ALL, &format!("{keys}<resize 60x20><resize 40x13>"));
    assert_eq!(map_of(&resized.frame()), map_of(&frame));
}

fn map_of(frame: &Frame) -> Vec<String> {
    frame.lines().take(7).collect()
}

#[test]
fn rules_and_minds_of_ones_own_are_seen_through_the_same_fog() {
    let dungeon = Arc::new(fogged(ROOMS, ALL));
    let rules = rulesets::pick(&dungeon);
    let own = Session::with(dungeon, rules, monsters::hatch).size(40, 13);
    assert_eq!(own.frame(), session(ROOMS, ALL).frame());
}

/// A dungeon of two levels: rooms, and the same again.
fn two_levels() -> World {
    let mut dungeon = fogged(ROOMS, ALL);
    let below = dungeon.levels[0].clone();
    dungeon.levels.push(below);
    World::new(Arc::new(dungeon), 0)
}

#[test]
fn what_changes_out_of_view_is_remembered_as_it_was() {
    let mut world = two_levels();
    let (gap, pillar) = (at(10, 3), at(5, 4));
    let mut witness = Witness::of(&world);
    let build = |world: &mut World, at, tile| world.apply(&Event::Rebuilt { level: L, at, tile });
    build(&mut world, gap, builtin::DOOR);
    witness.look(&world);
    assert_eq!(witness.light(Moment::Rest, gap), Light::Seen);
    let beyond = witness.light(Moment::Rest, at(11, 3));
    assert_eq!(
        beyond,
        Light::Remembered(builtin::FLOOR),
        "the door hides it"
    );
    // A wall before the door, which is opened behind it.
    build(&mut world, at(9, 3), builtin::WALL);
    build(&mut world, at(9, 2), builtin::WALL);
    build(&mut world, at(9, 4), builtin::WALL);
    witness.look(&world);
    build(&mut world, gap, builtin::OPEN_DOOR);
    build(&mut world, pillar, builtin::WALL);
    witness.look(&world);
    assert_eq!(
        witness.light(Moment::Rest, gap),
        Light::Remembered(builtin::DOOR)
    );
    assert_eq!(witness.light(Moment::Rest, pillar), Light::Seen);
}

#[test]
fn every_level_has_a_memory_of_its_own() {
    let mut world = two_levels();
    let mut witness = Witness::of(&world);
    let below = LevelId(1);
    let travel = |from, to| Event::Travelled {
        who: ActorId(0),
        from,
        left: at(2, 2),
        to,
        at: at(2, 2),
    };
    world.apply(&Event::Died {
        who: ActorId(1),
        level: below,
        at: at(2, 2),
    });
    world.apply(&Event::Moved {
        who: ActorId(0),
        level: L,
        from: at(2, 2),
        to: at(2, 5),
    });
    witness.look(&world);
    let seen_above = (1..29).filter(|x| witness.light(Moment::Rest, at(*x, 3)) != Light::Unseen);
    let seen_above = seen_above.count();
    world.apply(&Event::Moved {
        who: ActorId(0),
        level: L,
        from: at(2, 5),
        to: at(2, 2),
    });
    world.apply(&travel(L, below));
    witness.look(&world);
    assert!(witness.sees(Moment::Rest, below, at(3, 3)));
    assert!(!witness.sees(Moment::Rest, L, at(3, 3)), "he is not there");
    assert_eq!(witness.light(Moment::Rest, at(25, 1)), Light::Unseen);
    world.apply(&travel(below, L));
    witness.look(&world);
    let known = (1..29).filter(|x| witness.light(Moment::Rest, at(*x, 3)) != Light::Unseen);
    assert!(known.count() >= seen_above);
}
