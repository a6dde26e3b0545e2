//! `o` walks to the nearest cell or item left to see or take, by ordinary steps, and reports when nothing is left
//! (E-15).
use crate::sessions::{place, pressed, session};
use dungeon_format::source::Source;
use dungeon_model::space::geometry::at;
use dungeon_play::input::key::Key;
use dungeon_play::input::keys_file::KeysFile;
use dungeon_play::input::show::Show;

/// A level of explore with this map, after these records.
pub fn level(above: &str, map: &str) -> String {
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
    let text = level("rules explore fog=2\n", map)
        + drawn! {"
            level
            map
            ####
            #<$#
            ####
            end
        "};
    let mut session = pressed(&text, "o");
    assert_eq!(
        session.latest_messages(),
        ["Explored. Nothing left within reach. \
          1 item left to take, on other levels. > goes to the stairs down."]
    );
    let turn = session.turn();
    session.press("o").expect("a script");
    assert_eq!(session.turn(), turn, "the message takes no turn");
    session.press(">").expect("a script");
    assert_eq!(place(&session), at(1, 5), "the stairs were seen");
    session.press("o").expect("a script");
    let told = session.latest_messages().concat();
    assert!(told.ends_with("> takes the stairs down."), "{told}");
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
fn e15_a_thing_is_worth_50_steps_more_than_the_nearest_unknown() {
    // The cells around the corner, beside the hero, are still unknown.
    for (steps, first) in [(51, at(3, 1)), (52, at(1, 2))] {
        let hall = ".".repeat(steps - 1);
        let wall = "#".repeat(steps);
        let map = format!("####{wall}\n#.@{hall}$#\n#.##{wall}\n#.##{wall}\n####{wall}\n");
        let mut session = session(&level("rules explore fog=yes", &map));
        Show::press(&mut session, Key::Char('o'));
        assert_eq!(place(&session), first, "{steps} steps to the gold");
    }
}
