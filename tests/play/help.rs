//! The help of every game lists all keys that have an effect and no others, on every screen.
use crate::support;
use dungeon_engine::ruleset::Ruleset;
use dungeon_model::space::geometry::Size;
use dungeon_play::input::keymap::{Command, Keymap};
use dungeon_play::input::script::Script;
use dungeon_play::text::help;
use dungeon_play::view::layout::SMALLEST;

/// A file of each game, and a second file with stairs for games that bind the stairs keys only then.
const GAMES: [&str; 5] = [
    drawn! {"
        level
        map
        #####
        #@.$#
        #####
        end
    "},
    "rules siege\n",
    drawn! {"
        rules siege
        level
        map
        ...
        .@.
        .>.
        ...
        end
        level
        map
        ...
        .<.
        ...
        end
    "},
    "rules arena\n",
    "rules arena\nlevel\nmap\n@>\nend\nlevel\nmap\n<%@\nend\n",
];

fn each_game(look: impl Fn(&dyn Ruleset, &Keymap)) {
    for text in GAMES {
        let rules = dungeon_engine::rulesets::pick(&support::dungeon(text));
        look(&*rules, &Keymap::new(rules.face().bindings()));
    }
}

#[test]
fn x8_help_is_cut_off_on_no_screen_in_any_game() {
    each_game(|rules, keymap| {
        for columns in [SMALLEST.width, 40, 80] {
            for rows in [6, 14, 22, 60] {
                for line in help::lines(
                    &rules.face().goal().join(" "),
                    keymap,
                    &[],
                    Size::new(columns, rows),
                ) {
                    let length = line.chars().count() as i32;
                    assert!(length <= columns, "{columns}: {line}");
                }
            }
        }
    });
}

#[test]
fn x8_all_keys_of_the_help_can_be_pressed_in_any_game() {
    each_game(|rules, keymap| {
        for binding in rules.face().bindings().iter() {
            let Script(keys) = binding.keys.parse().expect("a script");
            assert!(!keys.is_empty(), "{}", binding.help);
            for key in keys {
                assert_eq!(keymap.meaning(key), Some(Command::Act(binding.action)));
            }
        }
    });
}

#[test]
fn x8_help_is_one_page_of_80_by_24_in_every_game_that_is_played_by_keys() {
    each_game(|rules, keymap| {
        let room = Size::new(80, 24 - 2);
        let keymap = &keymap.clone().without_undo_in_help().without_throws();
        let lines = help::lines(&rules.face().goal().join(" "), keymap, &[], room);
        assert!(lines.len() as i32 <= room.height, "{}", lines.join("\n"));
        for entry in keymap.entries.iter() {
            assert!(lines.concat().contains(entry.help), "{}", entry.help);
        }
    });
}

#[test]
fn x8_help_of_a_siege_offers_auto_explore_only_if_there_is_something_to_explore() {
    let help = |text: &str| {
        let mut session =
            dungeon_play::session::session::Session::from_text(text).expect("a dungeon");
        session.press("?").expect("a script");
        let page: Vec<String> = session.frame().lines().collect();
        page.join(" ")
    };
    let siege = "rules siege\n";
    assert!(!help(siege).contains("explore and take items"));
    for text in [
        "rules siege fog=5\n",
        "rules siege\nitem $ \"silver\" wealth=5\nlevel\nmap open 9 9\n@ 4 4\n$ 6 6\n",
    ] {
        assert!(help(text).contains("explore and take items"), "{text}");
    }
}
