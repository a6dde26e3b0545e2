//! `fog=`: the cells that the hero sees and remembers, and the parts of the game that ignore fog (docs/format, "Fog").
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::cases;
use crate::support::dungeon;
use dungeon_engine::action::{Action, ActorId};
use dungeon_engine::event::Event;
use dungeon_engine::world::World;
use dungeon_engine::{monsters, rulesets};
use dungeon_model::dungeon::{Dungeon, ItemId, LevelId, TileId, builtin};
use dungeon_model::space::field::Field;
use dungeon_model::space::geometry::{Point, at};
use dungeon_play::input::key::Key;
use dungeon_play::knowledge::fog::{PlayerSight, WorldTime};
use dungeon_play::session::session::Session;
use dungeon_play::session::state_json::StateLine;
use dungeon_play::view::frame::{Frame, Style};
use dungeon_play::view::print::glyphs;
use dungeon_play::view::scene::Visibility;
use proptest::prelude::*;

/// The first level, which is the only one of most of these dungeons.
const L: LevelId = LevelId(0);

/// Two rooms, a door between them, and a ghost that waits until the hero approaches.
const ROOMS: &str = "
map
##############################
#.........#..................#
#.@.......#..................#
#.........+.............g....#
#.........#..................#
#....*....#.........$........#
##############################
end
";

/// Returns a dungeon with this value of `fog=`.
fn fogged(text: &str, fog: &str) -> Arc<Dungeon> {
    dungeon(&format!("rules explore fog={fog}\n{}", text.trim_start()))
}

fn session(text: &str, fog: &str) -> Session {
    Session::new(fogged(text, fog)).with_size(40, 13)
}

fn pressed(text: &str, fog: &str, keys: &str) -> Session {
    let mut session = session(text, fog);
    session.press(keys).expect("a script");
    session
}

/// A lit hall above a foggy cellar in real time.
const CELLAR: &str = "
level \"Hall\"
map
#########
#@.>....#
#.....$.#
#########
end

level \"Cellar\" fog=1 tempo=500
map
#########
#.<.....#
#......$#
#########
end
";

#[test]
fn fog_and_time_of_a_level_are_its_own() {
    let mut session = Session::new(dungeon(CELLAR.trim_start())).with_size(40, 13);
    let frames = |session: &Session| session.frame().to_string();
    assert!(frames(&session).contains(".....$.#"), "{}", session.frame());
    session.press("ll>").expect("keys");
    assert_eq!(session.game().world().here(), LevelId(1));
    assert!(!frames(&session).contains('$'), "{}", session.frame());
    let check = |session: &Session| session.game().check(Action::Idle).is_ok();
    assert!(check(&session), "time runs here");
    session.press("<lt>").expect("keys");
    assert_eq!(session.game().world().here(), LevelId(0));
    assert!(frames(&session).contains(".....$.#"), "{}", session.frame());
    assert!(!check(&session), "and stands still there");
}

#[test]
fn a_level_without_fog_is_seen_in_a_file_with_fog() {
    let text = CELLAR.replace(
        "level \"Hall\"",
        "rules explore fog=1 tempo=900\nlevel \"Hall\" fog=no tempo=0",
    );
    let session = Session::new(dungeon(text.trim_start())).with_size(40, 13);
    assert!(session.frame().to_string().contains(".....$.#"));
    assert!(session.game().check(Action::Idle).is_err());
}

#[test]
fn a_room_is_seen_from_its_door_and_remembered_without_who_walks_there() {
    let mut session = session(ROOMS, "yes");
    insta::assert_snapshot!("start", session.frame().with_styles());
    session.press("nlllllll").expect("a script");
    insta::assert_snapshot!("opened", session.frame());
    session.press("l").expect("a script");
    insta::assert_snapshot!("doorway", session.frame());
    session.press("hhhb").expect("a script");
    insta::assert_snapshot!("back", session.frame().with_styles());
}

#[test]
fn the_help_says_what_is_faint() {
    let help = |fog| {
        pressed(ROOMS, fog, "?")
            .with_size(80, 24)
            .frame()
            .to_string()
    };
    assert!(help("yes").contains("Faint things are remembered and may have changed."));
    assert!(!help("no").contains("remembered"));
}

#[test]
fn fog_has_a_reach_by_chebyshev() {
    insta::assert_snapshot!(session(ROOMS, "2").frame());
}

#[test]
fn a_level_larger_than_the_window_scrolls_in_fog_as_without() {
    let rows: String = (0..40).map(|_| format!("#{}#\n", ".".repeat(98))).collect();
    let rim = "#".repeat(100);
    let text = format!("map\n{rim}\n{rows}{rim}\nend\n@ 50 20\n$ 2 2\n");
    let keys = "8".repeat(12) + &"4".repeat(12);
    insta::assert_snapshot!(pressed(&text, "5", &keys).with_size(60, 20).frame());
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
    let film = session(text, "4").film(".").expect("a script");
    insta::assert_snapshot!(film.only_changes());
}

#[test]
fn the_words_of_a_monster_out_of_sight_are_told_when_it_comes_into_sight() {
    let text = "
kind g \"ghoul\" health=9 strength=1 sense=always hunt=path says=\"It drools.\"
map
###############
#@............#
#############.#
#g...........$#
###############
end
";
    let words = "The ghoul notices you. It drools.";
    let mut session = session(text, "3");
    let mut heard = Vec::new();
    for turn in 1..=30 {
        session.press(".").expect("a script");
        let told = session.latest_messages().join(" ");
        assert!(!told.contains("omething"), "{told}");
        if told.contains("drools") {
            heard.push((turn, told));
        }
    }
    let [(turn, told)] = heard.as_slice() else {
        panic!("told once: {heard:?}");
    };
    assert!(*turn > 15 && told.starts_with(words), "{heard:?}");
}

#[test]
fn x8_look_tells_what_is_seen_what_is_remembered_and_what_is_neither() {
    let told = |keys: &str, looked: &str| {
        let mut session = pressed(ROOMS, "yes", keys);
        session.press(";").expect("a script");
        session.press(looked).expect("a script");
        session.log_lines().join(" ")
    };
    let far = |steps| "l".repeat(steps);
    assert_eq!(
        told("", &(far(21) + "n")),
        "25,4: You haven't seen that place."
    );
    assert_eq!(told("", "l"), "4,3: Floor.");
    assert_eq!(
        told("nlllllll", &far(15)),
        "25,4: A ghost, health 6; floor. It approaches through walls and hits for 2. It hasn't seen you, and can't hurt you next turn."
    );
    // The ghost and the gold are out of view. The gold is remembered, the ghost is not.
    assert_eq!(
        told("nllllllllhhhb", &(far(17) + "u")),
        "25,4: Floor (remembered)."
    );
    assert_eq!(
        told("nllllllllhhhb", &(far(13) + "n")),
        "21,6: Gold; floor (remembered)."
    );
    assert_eq!(told("nllllllllhhhb", "u"), "8,4: Floor.");
}

/// Returns the cells of a level that the hero sees, by the field of view alone.
fn in_view(world: &World, reach: u32) -> BTreeSet<Point> {
    let (here, hero) = (world.here(), world.body(world.commanded()).at);
    let mut seen = BTreeSet::new();
    let clear = |p| world.lets_sight(here, p);
    Field::default().cast(hero, reach, clear, |p| {
        seen.insert(p);
    });
    seen
}

/// Asserts that the frame shows exactly the seen and the remembered cells. The level's border lies under the window's.
fn assert_shows(session: &Session, reach: u32, remembered: &mut BTreeMap<Point, char>) {
    let (world, frame) = (session.game().world(), session.frame());
    let (here, seen) = (world.here(), in_view(world, reach));
    let map = StateLine::new(session).map;
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
            let style = expected.1.unwrap_or(cell.style());
            assert_eq!(
                (cell.glyph(), cell.style()),
                (expected.0, style),
                "{p}\n{frame}"
            );
        }
    }
    let kept = seen.iter().map(|p| match world.item_at(here, *p) {
        ItemId::NONE => (*p, world.tile(here, *p).glyph),
        item => (*p, world.item(item).glyph),
    });
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
    #![proptest_config(cases::of(64))]

    #[test]
    fn x21_what_is_out_of_view_shows_terrain_and_items_as_last_seen_and_nothing_that_moves(
        text in levels(), seed: u64, reach in prop_oneof![1..9u32, Just(99)],
        keys in "[hjklyubn.d]{1,40}",
    ) {
        let mut session = session(&text, &reach.to_string()).with_seed(seed).with_size(60, 30);
        let mut remembered = BTreeMap::new();
        assert_shows(&session, reach, &mut remembered);
        for key in keys.chars().map(Key::Char) {
            session.press_key(key);
            assert_shows(&session, reach, &mut remembered);
        }
    }

    #[test]
    fn fog_is_no_rule_and_json_does_not_know_it(
        text in levels(), seed: u64, reach in 1..6u32, keys in "[hjklyubn.d]{1,30}",
    ) {
        let [mut foggy, mut plain] = [reach.to_string(), "no".to_owned()]
            .map(|fog| session(&text, &fog).with_seed(seed));
        for key in keys.chars().map(Key::Char) {
            foggy.press_key(key);
            plain.press_key(key);
            let (ours, theirs) = (StateLine::new(&foggy), StateLine::new(&plain));
            prop_assert_eq!(&ours.frame, &foggy.frame().rows().map(glyphs).collect::<Vec<_>>());
            let mut theirs = theirs;
            theirs.frame.clone_from(&ours.frame);
            theirs.messages.clone_from(&ours.messages);
            prop_assert_eq!(ours, theirs);
        }
    }
}

#[test]
fn json_shows_the_whole_map_and_all_bodies_but_the_frame_of_the_hero() {
    let (foggy, plain) = (session(ROOMS, "yes"), session(ROOMS, "no"));
    let [foggy, plain] = [&foggy, &plain].map(StateLine::new);
    assert_eq!(foggy.map[3], "#.........+.............g....#");
    assert_eq!(
        (&foggy.map, &foggy.bodies, &foggy.items),
        (&plain.map, &plain.bodies, &plain.items)
    );
    assert_eq!(foggy.frame[3].trim_end(), "#.........+                  |");
    assert_eq!(plain.frame[3].trim_end(), "#.........+.............g....#");
}

#[test]
fn json_tells_of_every_monster_whether_or_not_it_acts_this_round() {
    let text = "
kind Z \"zombie\" health=3 speed=1
map
########
#@..Zw.#
#.....$#
########
end
";
    for keys in ["", "5", "55", "555"] {
        let line = StateLine::new(&pressed(text, "no", keys));
        let mut symbols: Vec<char> = line.bodies.iter().map(|body| body.symbol).collect();
        symbols.sort_unstable();
        assert_eq!(symbols, ['Z', 'w'], "after `{keys}`");
    }
}

#[test]
fn a_new_game_has_forgotten_all_and_a_replay_remembers_it() {
    let keys = "nllllllllhhhb";
    let frame = pressed(ROOMS, "yes", keys).frame();
    let fresh = session(ROOMS, "yes").frame();
    assert_ne!(frame, fresh);
    let mut again = pressed(ROOMS, "yes", &format!("{keys}Ry"));
    assert_eq!(map_of(&again.frame()), map_of(&fresh));
    again.press(keys).expect("a script");
    assert_eq!(map_of(&again.frame()), map_of(&frame));
    assert_eq!(
        map_of(&pressed(ROOMS, "yes", &format!("{keys}Ny")).frame()),
        map_of(&fresh)
    );
    let resized = pressed(ROOMS, "yes", &format!("{keys}<resize 60x20><resize 40x13>"));
    assert_eq!(map_of(&resized.frame()), map_of(&frame));
}

fn map_of(frame: &Frame) -> Vec<String> {
    frame.lines().take(7).collect()
}

#[test]
fn rules_and_minds_of_ones_own_are_seen_through_the_same_fog() {
    let dungeon = fogged(ROOMS, "yes");
    let rules = rulesets::pick(&dungeon);
    let own = Session::with(dungeon, rules, monsters::mind_for).with_size(40, 13);
    assert_eq!(own.frame(), session(ROOMS, "yes").frame());
}

/// Returns the memory of a cell without an item.
fn remembered(tile: TileId) -> Visibility {
    Visibility::Remembered {
        tile,
        item: ItemId::NONE,
    }
}

/// Returns the visibility of a cell at rest.
fn light(sight: &PlayerSight, x: i32, y: i32) -> Visibility {
    sight.visibility(WorldTime::Rest, at(x, y))
}

#[test]
fn what_changes_out_of_view_is_remembered_as_it_was() {
    let (level, door) = (L, at(10, 3));
    let mut world = World::new(fogged(ROOMS, "yes"), 0);
    let mut sight = PlayerSight::new(&world);
    assert_eq!(light(&sight, 10, 3), Visibility::Seen);
    assert_eq!(
        light(&sight, 11, 3),
        Visibility::Unseen,
        "the door hides it"
    );
    let mut build = |at, tile| {
        world.apply(&Event::Rebuilt { level, at, tile });
        sight.look(&world);
    };
    build(at(9, 3), builtin::WALL);
    build(at(9, 2), builtin::WALL);
    build(door, builtin::OPEN_DOOR);
    assert_eq!(light(&sight, 10, 3), remembered(builtin::DOOR));
    assert_eq!(light(&sight, 9, 3), Visibility::Seen);
}

/// A hall whose far end is out of sight from its start.
const ALCOVE: &str = "
item e \"ember\" keep=yes health=5
map
############
#@...#.....#
#....#..e..#
#..........#
#..........#
############
end
";

#[test]
fn x21_an_item_taken_out_of_view_is_remembered_until_its_cell_is_seen_again() {
    let mut world = World::new(fogged(ALCOVE, "yes"), 0);
    let mut sight = PlayerSight::new(&world);
    let (level, ember, who) = (L, at(8, 2), world.commanded());
    let walk = |world: &mut World, sight: &mut PlayerSight, to| {
        let from = world.body(who).at;
        world.apply(&Event::Moved {
            who,
            level,
            from,
            to,
        });
        sight.look(&*world);
    };
    assert_eq!(light(&sight, 8, 2), Visibility::Unseen);
    walk(&mut world, &mut sight, at(6, 3));
    assert_eq!(light(&sight, 8, 2), Visibility::Seen);
    let item = world.item_at(level, ember);
    walk(&mut world, &mut sight, at(1, 1));
    let tile = builtin::FLOOR;
    assert_eq!(light(&sight, 8, 2), Visibility::Remembered { tile, item });
    world.apply(&Event::Removed {
        level,
        at: ember,
        item,
    });
    sight.look(&world);
    assert_eq!(world.item_at(level, ember), ItemId::NONE);
    assert_eq!(light(&sight, 8, 2), Visibility::Remembered { tile, item });
    walk(&mut world, &mut sight, at(6, 3));
    walk(&mut world, &mut sight, at(1, 1));
    assert_eq!(light(&sight, 8, 2), remembered(tile));
}

/// Keys that bring the ember into sight, and out of sight again.
const PAST: &str = "jjlllllhhhhhkk";

#[test]
fn x21_a_remembered_item_is_drawn_faint_and_reached_by_keys_mouse_and_words() {
    let session = || pressed(ALCOVE, "yes", PAST);
    let frame = session().frame();
    let cell = frame.get(at(8, 2));
    assert_eq!((cell.glyph(), cell.style()), ('e', Style::DIM));
    let told = |keys: &str| {
        let mut session = session();
        session.press(keys).expect("a script");
        session.log_lines().join(" ")
    };
    assert_eq!(
        told("_"),
        "9,3: Ember, +5 health when used; floor (remembered). 7 steps away. Enter: go there, Esc: back."
    );
    for keys in ["_<Enter>", "<click 9,3>", ";jlllllll_"] {
        let mut session = session();
        session.press(keys).expect("a script");
        let taken = session.latest_messages().join(" ");
        assert!(taken.contains("You take the ember"), "{keys}: {taken}");
    }
}

/// Two levels of different sizes with stairs between them.
const LEVELS: &str = "
hero health=40
level \"Above\"
map
############
#@........>#
#####.######
#........$.#
############
end
level \"Below\"
map
##############
#.........<..#
######.#######
#............#
##############
end
";

#[test]
fn every_level_has_a_memory_of_its_own() {
    let mut session = session(LEVELS, "yes");
    let mut seen_after = |keys: &str| {
        session.press(keys).expect("a script");
        session
            .frame()
            .lines()
            .take(5)
            .collect::<Vec<_>>()
            .join("\n")
    };
    let told = ["", "lllll", "llll>", "hhhh", "llll<lt>"].map(&mut seen_after);
    insta::assert_snapshot!(told.join("\n\n"));
}

#[test]
fn a_hidden_trap_looks_like_floor_in_the_map_on_the_screen_and_in_words() {
    let text = "
map
#########
#@.^...$#
#########
end
^ 4 2 trap=dart hidden=yes
";
    let mut session = session(text, "yes");
    assert_eq!(StateLine::new(&session).map[1], "#@.....$#");
    assert_eq!(map_of(&session.frame())[1], "#@.....$#");
    session.press(";ll").expect("a script");
    let frame = session.frame().plain();
    assert!(frame.contains("4,2: Floor."), "{frame}");
}

/// Two wizards in separate rooms, each with a ghost.
const APART: &str = "
rules tactics fog=yes
map
#############
#a...#....d.#
#....#......#
#G...#....G.#
#############
end
mark a @ name=\"Andy\"
mark d @ name=\"Danny\"
";

/// Returns the visible cells of a world.
fn seen(sight: &PlayerSight, world: &World) -> BTreeSet<Point> {
    let points = world.size(L).points();
    points
        .filter(|p| sight.visibility(WorldTime::Rest, *p) == Visibility::Seen)
        .collect()
}

/// Returns the union of the cells that each of these bodies sees.
fn fields(world: &World, eyes: &[u32]) -> BTreeSet<Point> {
    let mut seen = BTreeSet::new();
    let clear = |p| world.lets_sight(L, p);
    for who in eyes {
        let from = world.body(ActorId(*who)).at;
        Field::default().cast(from, u32::MAX, clear, |p| {
            seen.extend(world.size(L).contains(p).then_some(p));
        });
    }
    seen
}

#[test]
fn what_any_wizard_sees_is_seen_with_either_in_command() {
    let mut world = World::new(dungeon(APART), 0);
    let mut sight = PlayerSight::new(&world);
    let both = fields(&world, &[0, 1]);
    assert_eq!(seen(&sight, &world), both);
    assert!(both.len() > fields(&world, &[0]).len().max(fields(&world, &[1]).len()));
    world.apply(&Event::Commanded { who: ActorId(1) });
    sight.look(&world);
    assert_eq!(seen(&sight, &world), both);
}

#[test]
fn what_only_a_dead_wizard_saw_is_remembered() {
    let mut world = World::new(dungeon(APART), 0);
    let mut sight = PlayerSight::new(&world);
    let die = |world: &mut World, who: u32| {
        let at = world.body(ActorId(who)).at;
        world.apply(&Event::Died {
            who: ActorId(who),
            level: L,
            at,
        });
    };
    die(&mut world, 1);
    sight.look(&world);
    assert_eq!(seen(&sight, &world), fields(&world, &[0]));
    assert_eq!(light(&sight, 9, 2), remembered(builtin::FLOOR));
    // The last wizard keeps its view after its death, so that the end is visible.
    die(&mut world, 0);
    sight.look(&world);
    assert_eq!(seen(&sight, &world), fields(&world, &[0]));
}

#[test]
fn a_ghost_is_told_of_where_any_wizard_sees_it() {
    let text = APART.replace("G...#....G.", "b...#......");
    let text = text.replace("map", "kind b \"blue ghost\" is=blue damage=3 range=1\nmap");
    let told = |text: &str| -> BTreeSet<String> {
        let turns = (0..20).map(|seed| {
            let mut session = Session::new(dungeon(text)).with_seed(seed);
            session.press("<Tab><Space>").expect("a script");
            session.latest_messages().to_vec()
        });
        turns.flatten().collect()
    };
    let seen = told(&text);
    assert!(seen.contains("The blue ghost misses Andy."), "{seen:?}");
    let behind = text.replace("fog=yes", "fog=1");
    let unseen = told(&behind);
    assert!(unseen.contains("Something misses Andy."), "{unseen:?}");
}
