//! Every standard keyboard layout works in every game, and a keys file can rebind any verb, reports all its errors, and
//! changes nothing else (X-8).
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::keys_file::may_raise;
use crate::{cases, support};
use dungeon::Session;
use dungeon_engine::action::Action;
use dungeon_engine::rulesets;
use dungeon_format::source::{Limits, Source};
use dungeon_format::{Report, Untrusted};
use dungeon_model::space::geometry::Direction::{self, *};
use dungeon_model::space::geometry::Point;
use dungeon_play::input::key::Key;
use dungeon_play::input::keymap::{Command, Keymap};
use dungeon_play::input::keys_file::{KeysFile, LARGEST};
use dungeon_play::input::keys_listing;
use dungeon_play::input::script::Script;
use dungeon_play::input::show::Show;
use dungeon_play::replay::playback::Playback;
use dungeon_play::replay::recorder::Recorder;
use proptest::prelude::*;

/// A dungeon of each game, in the order of `rulesets::all`.
const DUNGEONS: [&str; 4] = [
    include_str!("../../dungeons/crypt.dng"),
    include_str!("../../dungeons/horde.dng"),
    include_str!("../../dungeons/arena-run.dng"),
    include_str!("../../dungeons/wizards.dng"),
];

const DVORAK: &str = r#"
# The home row of another keyboard.
west = "d <Left> 4"
south = "h <Down> 2"
north = "t <Up> 8"
east = "n <Right> 6"
quit = ["Q", "<C-q>"]

[explore]
cast-east = "."
wait = "5 s"
look = ";"

[tactics]
aim = "a"
choose = "<Space> <Enter>"
end-turn = "e"
"#;

fn read(text: &str) -> KeysFile {
    let source = Source::from_text("keys.toml", text);
    KeysFile::read(&source).unwrap_or_else(|_| panic!("{}", told(&source)))
}

/// Returns the report about a file with errors.
fn told(source: &Source) -> String {
    let diagnostics = KeysFile::read(source).expect_err("a file with mistakes");
    let report = Report {
        source: source.clone(),
        diagnostics,
    };
    report.to_string()
}

/// Returns the findings in a file with errors, one a line, with their places.
fn complaints(text: &str) -> Vec<String> {
    let source = Source::from_text("keys.toml", text);
    let mistakes = KeysFile::read(&source).expect_err("a file with mistakes");
    let line = mistakes.iter().map(|mistake| {
        let (line, column) = source.line_column(mistake.span.start);
        let help = mistake.help.as_ref().map_or("-", Untrusted::raw);
        format!("{line}:{column} {} [{help}]", mistake.message)
    });
    line.collect()
}

/// Returns every game with the keymap that this file gives.
fn keymaps(keys: &KeysFile) -> [(&'static str, Keymap); 4] {
    rulesets::all().map(|(game, rules)| (game, keys.keymap(game, &*rules)))
}

/// Returns the verbs of a keymap with their keys.
fn meanings(keymap: &Keymap) -> Vec<(String, Vec<Key>)> {
    let entries = keymap.entries.iter();
    let meanings = entries.map(|entry| {
        let keys = entry.keys.iter().flatten().copied().collect();
        (entry.name.to_owned(), keys)
    });
    meanings.collect()
}

fn key(text: &str) -> Key {
    text.parse::<Script>().expect("a key").0[0]
}

#[test]
fn x8_vi_keys_arrows_and_the_numeric_pad_walk_or_point_in_every_game_at_once() {
    let straight = [
        (West, "h 4 <Left>"),
        (South, "j 2 <Down>"),
        (North, "k 8 <Up>"),
        (East, "l 6 <Right>"),
    ];
    let slanting = [
        (NorthWest, "y 7 <Home>"),
        (NorthEast, "u 9 <PgUp>"),
        (SouthWest, "b 1 <End>"),
        (SouthEast, "n 3 <PgDn>"),
    ];
    for (game, keymap) in keymaps(&KeysFile::default()) {
        let ways: Vec<(Direction, &str)> = match game {
            // Arena has four directions (A-3).
            "arena" => straight.to_vec(),
            _ => [straight, slanting].concat(),
        };
        for (way, keys) in ways {
            for name in keys.split(' ') {
                let goes = match game {
                    "tactics" => Command::Point(way),
                    _ => Command::Act(Action::Step(way)),
                };
                assert_eq!(keymap.meaning(key(name)), Some(goes), "{game} {name}");
            }
        }
    }
}

#[test]
fn x8_help_look_and_quit_are_reachable_in_every_game_without_their_letters() {
    for keys in ["", DVORAK] {
        for (game, keymap) in keymaps(&read(keys)) {
            for command in [Command::Help, Command::Look, Command::Quit] {
                let shown = keymap.key_for(command);
                let key = key(&shown);
                assert_eq!(keymap.meaning(key), Some(command), "{game} {shown}");
            }
            assert_eq!(keymap.meaning(Key::Ctrl('c')), Some(Command::Quit));
        }
    }
}

#[test]
fn a_verb_has_one_name_in_a_game_and_the_same_in_every_game() {
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    for (game, keymap) in keymaps(&KeysFile::default()) {
        let mut seen = BTreeSet::new();
        for entry in keymap.entries.iter() {
            assert!(seen.insert(entry.name), "{game}: {}", entry.name);
            let is_game = rulesets::all().iter().any(|(game, _)| *game == entry.name);
            assert!(!is_game, "{game} is the name of a verb and of a table");
            // Pointing at a cell and walking there share a key.
            let command = match entry.command {
                Command::Point(way) => Command::Act(Action::Step(way)),
                command => command,
            };
            // The meaning of `Action::Do` depends on the game.
            if matches!(command, Command::Act(Action::Do(_) | Action::DoToward(..))) {
                continue;
            }
            let verb = format!("{command:?}");
            let name = names.entry(verb).or_insert(entry.name.to_owned());
            assert_eq!(name, entry.name, "{game}");
        }
    }
}

#[test]
fn the_printed_file_names_every_verb_and_gives_the_same_keys_again() {
    for keys in [
        "",
        DVORAK,
        "look = \"\\\" \\\\ '\"",
        "[tactics]\nchoose = \"\"",
    ] {
        let keys = read(keys);
        let printed = keys_listing::all_games_text(&keys);
        let again = read(&printed);
        for ((game, keymap), (_, same)) in keymaps(&keys).iter().zip(&keymaps(&again)) {
            assert_eq!(meanings(keymap), meanings(same), "{game}:\n{printed}");
            let of_one = read(&keys_listing::one_game_text(&keys, game));
            let (_, one) = keymaps(&of_one)
                .into_iter()
                .find(|(other, _)| other == game)
                .expect("a game");
            assert_eq!(meanings(keymap), meanings(&one), "{game}");
            for entry in keymap.entries.iter() {
                let line = format!("\n{} = \"", entry.name);
                let is_named = printed.contains(&line);
                assert_eq!(
                    is_named,
                    !entry.command.is_pointed(),
                    "{game} {}",
                    entry.name
                );
            }
        }
    }
}

#[test]
fn a_verb_gets_its_new_keys_and_no_others_and_takes_them_from_other_verbs() {
    let keys = read("look = \"s\"\nsouth = \"x\"\n[explore]\ncast-south = \"<F2>\"\n");
    let [(_, explore), (_, siege), _, (_, tactics)] = keymaps(&keys);
    for keymap in [&explore, &siege, &tactics] {
        assert_eq!(keymap.meaning(Key::Char('s')), Some(Command::Look));
        assert_eq!(keymap.meaning(Key::Char(';')), None);
        assert_eq!(keymap.meaning(Key::Char('j')), None);
    }
    let skip = siege.entries.iter().find(|e| e.name == "skip-season");
    assert_eq!(
        skip.map(|skip| skip.keys.len()),
        Some(0),
        "its only key is taken"
    );
    let south = Some(Command::Act(Action::Step(South)));
    assert_eq!(explore.meaning(Key::Char('x')), south);
    let spell = explore.meaning(Key::F(2));
    assert!(matches!(
        spell,
        Some(Command::Act(Action::DoToward(_, South)))
    ));
    // A freed key falls to the next verb that uses it by default.
    let keys = read("[explore]\ncast-north-west = \"<F2>\"\n");
    let [(_, explore), ..] = keymaps(&keys);
    assert_eq!(explore.meaning(Key::Char('q')), Some(Command::Quit));
}

#[test]
fn a_game_s_own_line_goes_before_the_line_of_every_game() {
    let keys = read("look = \"v\"\n[siege]\nlook = \"w\"\n");
    let [(_, explore), (_, siege), ..] = keymaps(&keys);
    assert_eq!(explore.key_for(Command::Look), "v");
    assert_eq!(siege.key_for(Command::Look), "w");
    assert_eq!(siege.meaning(Key::Char('v')), None);
}

#[test]
fn the_mouse_keeps_its_meaning_whatever_keys_choose() {
    let [.., (_, tactics)] = keymaps(&read(DVORAK));
    let click = Key::Click(dungeon_model::space::geometry::at(3, 4));
    assert_eq!(tactics.meaning(click), Some(Command::Choose));
    assert_eq!(tactics.key_for(Command::Choose), "<Space>");
}

#[test]
fn a_file_with_mistakes_is_told_all_of_them_with_their_places() {
    let text = "\
west = \"a <Lfet>\"
wset = \"b\"
east = 5
north = [\"c\", [\"d\"]]
travel-there = \"t\"
pack = \"<click 3,4>\"
save = \"<C-c>\"
help = \"H\"
explore = \"e\"
buy-cow = \"m\"
[siege]
cast-north = \"n\"
wait = \"m\"
[tactic]
look = \"l\"
";
    let expected = [
        "1:11 expected a key's name such as <Esc>, <C-c>, <Up>, <F1>, <click 10,5> or <resize 60x20>, found `<Lfet>`; did you mean <Left>? [-]",
        "2:1 expected a verb, found `wset` [did you mean `west`?]",
        "3:8 expected keys in quotes, found a number [write it as `east = \"a <Left>\"`]",
        "4:15 expected keys in quotes, found a list in a list [write it as `north = \"a <Left>\"`]",
        "5:1 expected a verb for keys, found `travel-there`, which is only for the mouse [delete the line: the mouse acts on the cell below it]",
        "6:8 expected a key for `pack`, found `<click 3,4>`, which cannot be changed [-]",
        "7:8 expected another key for `save`: `<C-c>` quits in every game [-]",
        "9:1 expected a table of verbs for explore, found text [write a line `[explore]`, and its verbs below it]",
        "12:1 expected a verb of siege, found `cast-north` [it is a verb of explore]",
        "13:8 expected `m` for one verb of siege, found it for `buy-cow` and `wait` [-]",
        "14:2 expected a game (explore, siege, arena, tactics), found `tactic` [did you mean `tactics`?]",
    ];
    let found = complaints(text);
    for (found, expected) in found.iter().zip(expected) {
        assert_eq!(found, expected);
    }
    assert_eq!(found.len(), expected.len(), "{found:#?}");
}

#[test]
fn a_misspelt_line_is_told_once_and_the_rest_is_read_all_the_same() {
    let found = complaints("west = a\nlook = \"l\nhlep = \"h\"\neast \"b\"\npack = \"p\"\n");
    let lines: Vec<&str> = found
        .iter()
        .filter_map(|found| found.split(':').next())
        .collect();
    assert_eq!(lines, ["1", "2", "3", "4"], "{found:#?}");
    assert!(found[2].contains("did you mean `help`?"), "{found:#?}");
    let twice = complaints("west = \"a\"\nwest = \"b\"\n");
    assert_eq!(twice.len(), 1, "{twice:?}");
}

#[test]
fn a_file_of_keys_leaves_a_way_to_quit_and_to_help() {
    assert_eq!(
        complaints("quit = \"\"\n"),
        [
            "1:1 expected a key for `quit` in explore, found none left [give it one of its own, such as `quit = \"<F12>\"`]"
        ]
    );
    assert_eq!(
        complaints("look = \"?\"\nwait = \"<F1>\"\n"),
        [
            "2:1 expected a key for `help` in explore, found none left [give it one of its own, such as `help = \"<F12>\"`]"
        ]
    );
    // In tactics Esc cancels the current aim.
    let found = complaints("[tactics]\nlook = \"Q q\"\n");
    assert_eq!(found.len(), 1);
    assert!(found[0].starts_with("2:1 expected a key for `quit` in tactics"));
    read("quit = \"<C-c> X\"\nhelp = \"H\"\nlook = \"\"\n");
}

#[test]
fn a_file_of_keys_without_a_way_out_is_reported_beside_all_else_that_is_wrong() {
    let source = Source::from_text("keys.toml", "help = \"\"\nfoo = \"q\"\n");
    let mistakes = KeysFile::read(&source).expect_err("mistakes");
    let told: Vec<&str> = mistakes.iter().map(|found| found.message.raw()).collect();
    assert!(told[0].starts_with("expected a key for `help`"), "{told:?}");
    assert_eq!(told.len(), 2, "{told:?}");
}

#[test]
fn a_key_for_two_verbs_names_both_places_as_a_report_draws_them() {
    let source = Source::from_text("keys.toml", "look = \"v\"\n[arena]\nwait = \". v\"\n");
    let expected = "\
error[key-taken]: expected `v` for one verb of arena, found it for `look` and `wait`
 --> keys.toml:3:8
  |
1 | look = \"v\"
  |        --- given to `look` here
2 | [arena]
3 | wait = \". v\"
  |        ^^^^^

keys.toml: 1 error";
    assert_eq!(told(&source), expected);
}

#[test]
fn a_file_of_any_bytes_is_refused_in_words_or_read() {
    let bom = Source::from_bytes("keys.toml", b"\xef\xbb\xbflook = 'v'\r\n".to_vec());
    let keys = KeysFile::read(&bom).expect("a byte order mark is ignored");
    assert_eq!(keymaps(&keys)[0].1.key_for(Command::Look), "v");
    let latin = Source::from_bytes("keys.toml", b"look = 'v'\nwest = '\xe4'\n".to_vec());
    assert!(told(&latin).contains("expected UTF-8, found other bytes\n --> keys.toml:2:9"));
    let limits = Limits {
        file: LARGEST,
        ..Limits::default()
    };
    let huge = Source::read("keys.toml", std::io::repeat(b'#'), &limits).expect("it is readable");
    assert!(told(&huge).contains("expected at most 64 KiB of keys, found a larger file"));
    let escape = Source::from_text("keys.toml", "look = \"\u{1b}[2J\"\n");
    assert!(!told(&escape).contains('\u{1b}'));
    let many = "x = 1\n".repeat(5000);
    assert!(complaints(&many).len() <= 20);
}

#[test]
fn what_the_game_says_of_keys_names_the_keys_that_it_has() {
    let keys = read("help = \"<F2>\"\nrestart = \"<F5>\"\nnew-game = \"\"\nquit = \"X\"\n");
    let dungeon = support::dungeon(drawn! {"
        level
        map
        #####
        #@$.#
        #####
        end
    "});
    let mut session = Session::new(dungeon).keymap(&keys);
    assert!(session.messages()[0].ends_with("Press <F2> for the keys."));
    session.press("?").expect("a key");
    let said = session.latest_messages();
    assert_eq!(said, ["? does nothing; <F2> shows the keys."]);
    session.press("l").expect("a key");
    let frame = session.frame().to_string();
    assert!(frame.contains("Seed 0. <F5>: again,"), "{frame}");
    assert!(frame.contains(", X: quit."), "{frame}");
    session.press("<resize 80x60><F2>").expect("a key");
    let help = session.frame().to_string();
    for line in ["|<F2>           show the keys", "|X <C-c>        quit  "] {
        assert!(help.contains(line), "{help}");
    }
    assert!(!help.contains("new game"), "no key does it");
}

#[test]
fn k4_the_line_of_tactics_names_the_key_that_chooses() {
    let keys = read("[tactics]\nchoose = \"g\"\nend-turn = \"<F9>\"\n");
    let dungeon = support::dungeon(drawn! {"
        rules tactics
        map
        @...
        ...o
        end
    "});
    let mut session = Session::new(dungeon).keymap(&keys);
    session.press("l").expect("a key");
    let frame = session.frame().to_string();
    assert!(frame.contains("g: go there, 1 step."), "{frame}");
    assert!(frame.contains("F9: end the turn"), "{frame}");
}

#[test]
fn the_page_about_keys_shows_a_file_that_is_read() {
    let page = include_str!("../../docs/KEYS.md");
    let file = page.split("```toml\n").nth(1);
    let file = file.and_then(|rest| rest.split("```").next());
    let [(_, explore), (_, siege), ..] = keymaps(&read(file.expect("an example")));
    assert_eq!(explore.key_for(Command::Act(Action::Step(West))), "d");
    assert_eq!(explore.key_for(Command::Look), ";");
    assert_eq!(siege.key_for(Command::Act(Action::Wait)), "5");
}

#[test]
fn a_recording_of_rebound_keys_is_played_again_with_plain_ones() {
    let keys = read(
        "north = \"a\"\nsouth = \"b\"\nwest = \"c\"\neast = \"<A-e>\"\n[explore]\ncast-east = \"h\"\n",
    );
    let source = Source::from_text("crypt.dng", DUNGEONS[0]);
    let dungeon = support::dungeon(DUNGEONS[0]);
    let session = Session::new(Arc::clone(&dungeon))
        .with_seed(3)
        .keymap(&keys);
    let mut recorder = Recorder::new(session, &source);
    let Script(typed) = "<A-e>ahbc;<A-e><Esc>l<A-;>n.k".parse().expect("a script");
    typed.into_iter().for_each(|key| recorder.press(key));
    let recording = recorder.recording();
    let mut plain = Session::new(dungeon).with_seed(3);
    let mut playback = Playback::begin(recording.clone(), &plain).expect("the same opening");
    playback.finish(&mut plain).expect("the same game");
    assert_eq!(plain.checksum(), recorder.session.checksum());
    assert!(plain.turn() > 3);
    assert_eq!(recording.keys().to_string(), "68d24;6<Esc>.");
}

/// Keys that a file may bind.
const POOL: [&str; 40] = [
    "a",
    "b",
    "c",
    "d",
    "e",
    "f",
    "h",
    "j",
    "k",
    "l",
    "m",
    "n",
    "o",
    "q",
    "s",
    "x",
    "y",
    "z",
    "A",
    "R",
    "N",
    "M",
    "1",
    "5",
    ".",
    ";",
    "_",
    ">",
    "<lt>",
    "<F3>",
    "<Enter>",
    "<Esc>",
    "<Tab>",
    "<Space>",
    "<Left>",
    "<Home>",
    "<A-x>",
    "<C-x>",
    "<wheel-up>",
    "\\\"",
];

/// A game's index, a keys file for it, and keys.
fn plays() -> impl Strategy<Value = (usize, String, Vec<Key>)> {
    let game = 0..rulesets::all().len();
    let given = prop::collection::vec((any::<prop::sample::Index>(), 0..POOL.len()), 1..12);
    let pressed = prop_oneof![
        8 => (0..POOL.len()).prop_map(|nth| key(&POOL[nth].replace('\\', ""))),
        8 => "[a-zA-Z0-9.;_<>?]".prop_map(|c| Key::Char(c.chars().next().unwrap_or('.'))),
        1 => "[a-z]".prop_map(|c| Key::Alt(c.chars().next().unwrap_or('.'))),
        2 => Just(Key::Down),
        2 => (0..80, 0..24).prop_map(|(x, y)| Key::Click(dungeon_model::space::geometry::at(x, y))),
        1 => (0..80, 0..24).prop_map(|(x, y)| Key::Hover(dungeon_model::space::geometry::at(x, y))),
        1 => prop_oneof![Just("<resize 80x24>"), Just("<resize 8x3>"), Just("<resize 50x20>")].prop_map(key),
        1 => prop_oneof![Just("<paste>"), Just("<idle>"), Just("<F20>")].prop_map(key),
    ];
    let keys = prop::collection::vec(pressed, 1..50);
    (game, given, keys).prop_map(|(game, given, keys)| (game, file(game, &given), keys))
}

/// Returns a file that binds these keys to verbs of a game, each key and each verb once, and keeps help and quit
/// reachable.
fn file(game: usize, given: &[(prop::sample::Index, usize)]) -> String {
    let (word, rules) = &rulesets::all()[game];
    let plain = KeysFile::default().keymap(word, &**rules);
    let entries = plain.entries.iter();
    let verbs: Vec<&str> = entries
        .filter(|entry| !entry.command.is_pointed())
        .map(|entry| entry.name)
        .filter(|name| !["help", "quit"].contains(name))
        .collect();
    let mut lines: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    let mut taken = BTreeSet::new();
    for (verb, key) in given {
        if taken.insert(*key) {
            lines
                .entry(verbs[verb.index(verbs.len())])
                .or_default()
                .insert(*key);
        }
    }
    let mut text = format!("help = \"? <F1>\"\nquit = \"Q\"\n[{word}]\n");
    for (verb, keys) in lines {
        let keys: Vec<&str> = keys.into_iter().map(|nth| POOL[nth]).collect();
        text.push_str(&format!("{verb} = \"{}\"\n", keys.join(" ")));
    }
    text
}

/// Returns the messages after the last key, with key names removed, and all messages so far.
fn said(session: &Session) -> (Vec<String>, &[String]) {
    let answers = session.latest_messages().iter();
    let said = answers.map(|said| {
        if said.contains("does nothing;") {
            "does nothing".to_owned()
        } else {
            said.clone()
        }
    });
    (said.collect(), session.messages())
}

/// Whether the screen shows a hint with key names.
fn is_hinted(session: &Session) -> bool {
    let newest = session.log_lines();
    newest.iter().any(|said| said.contains("does nothing;"))
}

/// Returns the row of the frame at this point.
fn row(session: &Session, p: Point) -> Option<String> {
    let frame = session.frame();
    frame.lines().nth(usize::try_from(p.y).ok()?)
}

proptest! {
    #![proptest_config(cases::of(256))]

    #[test]
    fn keys_that_mean_the_same_lead_to_the_same_game_and_the_same_screen((game, text, keys) in plays()) {
        let file = read(&text);
        let dungeon = support::dungeon(DUNGEONS[game]);
        let mut plain = Session::new(Arc::clone(&dungeon)).with_seed(5);
        let mut rebound = Session::new(dungeon).with_seed(5).keymap(&file);
        let mut keys: std::collections::VecDeque<Key> = keys.into();
        while let Some(key) = keys.pop_front() {
            let parts = rebound.parted(key);
            if parts != [key] {
                parts.into_iter().rev().for_each(|part| keys.push_front(part));
                continue;
            }
            if let Key::Click(p) = key
                && (rebound.is_asking() || row(&rebound, p) != row(&plain, p))
            {
                // The positions and lengths of answers and buttons depend on key names.
                continue;
            }
            let same = rebound.plain(key);
            rebound.press_key(key);
            // A key without a binding changes nothing, and is reported like any unknown key.
            plain.press_key(same.unwrap_or(Key::F(20)));
            prop_assert_eq!(rebound.checksum(), plain.checksum(), "{} as {:?}\n{}", key, same, text);
            prop_assert_eq!(said(&rebound), said(&plain), "{} as {:?}\n{}", key, same, text);
            prop_assert_eq!(Show::is_over(&rebound), Show::is_over(&plain));
            prop_assert_eq!(rebound.is_asking(), plain.is_asking());
            if rebound.outcome().is_some() {
                // After the end, the page names its keys and has buttons for them.
                break;
            }
            let (mine, theirs) = (rebound.frame(), plain.frame());
            prop_assert_eq!(mine.cursor, theirs.cursor, "{} as {:?}\n{}", key, same, text);
            let is_about_keys = |row: &str| ["Direction", "Keys", ": "].iter().any(|word| row.contains(word));
            let (mine, theirs) = (mine.to_string(), theirs.to_string());
            if !is_hinted(&rebound) && !mine.contains("|Keys  ") {
                for (mine, theirs) in mine.lines().zip(theirs.lines()) {
                    prop_assert!(mine == theirs || is_about_keys(mine) || is_about_keys(theirs), "{}\n{}\n{}", mine, theirs, text);
                }
            }
        }
    }

    #[test]
    fn any_file_is_read_or_refused_without_harm(bytes in prop::collection::vec(any::<u8>(), 0..80), text in "[a-z=\"\\[\\]. \n<>'-]{0,80}") {
        for bytes in [bytes, text.into_bytes()] {
            let source = Source::from_bytes("keys.toml", bytes);
            if let Err(mistakes) = KeysFile::read(&source) {
                prop_assert!(!mistakes.is_empty());
                prop_assert!(mistakes.iter().all(|found| may_raise(found.code)));
                let is_raw = told(&source).contains('\u{1b}');
                prop_assert!(!is_raw);
            }
        }
    }
}
