//! With `--narrate` every game can be played by reading only text: the narration is true and complete, contains no
//! escape sequences, and every way to leave saves.
#![cfg(feature = "program")]

#[macro_use]
#[path = "../support/drawn.rs"]
mod drawn;

mod acting;
mod bot;
mod facts;
mod listening;
mod reader;
mod siege;

#[path = "../support/dice.rs"]
mod dice;
#[path = "../whole_games/mod.rs"]
mod whole_games;

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::process::{Child, Command, Output, Stdio};

use bot::Bot;
use dice::Dice;
use dungeon::Session;
use dungeon_engine::event::Outcome;
use dungeon_model::dungeon::{Footing, Rim};
use dungeon_play::input::script::Script;
use dungeon_play::narration::{LineInterface, Narrator};
use reader::{Reader, places_of};
use tempfile::TempDir;

/// Every shipped dungeon.
const SHIPPED: [&str; 13] = [
    "depths",
    "tutorial",
    "crypt",
    "classic",
    "gallery",
    "horde",
    "siege-small",
    "raiders",
    "arena",
    "arena-10",
    "arena-run",
    "wizards",
    "battle",
];

/// Returns the program with separate folders for saves and settings, in a terminal without capabilities.
fn program(home: &TempDir, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dungeon"));
    command.args(arguments).arg("--narrate");
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    command
        .env("XDG_STATE_HOME", home.path())
        .env("XDG_CONFIG_HOME", home.path());
    command.env("TERM", "dumb").env("LC_ALL", "C");
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Returns the program's output for these lines of input.
fn played(home: &TempDir, arguments: &[&str], lines: &[u8]) -> Output {
    let mut child = program(home, arguments).spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let lines = lines.to_vec();
    // A program that has ended closes its input.
    let typist = std::thread::spawn(move || drop(stdin.write_all(&lines)));
    let output = child.wait_with_output().expect("it ends");
    typist.join().expect("all is typed");
    output
}

fn home() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

fn told(output: &Output) -> String {
    assert!(
        output.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn session(dungeon: &str, seed: u64) -> Session {
    let file = format!("{}/dungeons/{dungeon}.dng", env!("CARGO_MANIFEST_DIR"));
    Session::open(file)
        .expect("a sound dungeon")
        .with_seed(seed)
}

#[test]
fn a_classic_file_begins_with_what_was_read() {
    let mut session = session("classic", 1);
    let lines = Narrator::new(&mut session).opening();
    let read = lines.iter().position(|line| {
        line.starts_with("Read: 48 by 16 cells; 2 ghosts, 2 patrols and 3 wanderers; ")
    });
    let read = read.expect("what was read");
    assert_eq!(
        lines[read + 1],
        "Dungeon map read OK. Press ? for the keys."
    );
}

#[test]
fn kept_games_come_to_the_same_end_by_lines() {
    for (dungeon, seed, keys) in whole_games::GAMES {
        let mut session = session(dungeon, seed);
        session.press(keys).expect("a script");
        let home = home();
        let kept = home.path().join("again.keys");
        let kept = kept.display().to_string();
        let seed = seed.to_string();
        let line = format!("{}\n", keys.replace('\n', ""));
        let arguments = [dungeon, "--seed", &seed, "--keys-to", &kept];
        let said = told(&played(&home, &arguments, line.as_bytes()));
        let checksum = format!("Checksum:       {:016x}\n", session.checksum());
        assert!(said.ends_with(&checksum), "{dungeon}: {said}");
        let end = session.messages().last().expect("an ending");
        assert!(said.contains(&format!("{end}\n")), "{dungeon}: {end}");
    }
}

/// Every shipped game, won with seed 1 by a bot that uses only the lines, and the last sentence of the game. The
/// crypt, the raiders and the depths are too hard for this bot, so the keys of a proof win them.
const BY_EAR: [(&str, &str); 13] = [
    ("arena", "You won on turn 88, with 3 lives left."),
    ("arena-10", "You won on turn 84, with 2 lives left."),
    (
        "arena-run",
        "You won all 5 boards on turn 220, with 8 lives left.",
    ),
    (
        "battle",
        "You won on turn 23: no ghost is left, and all 3 wizards survived.",
    ),
    ("classic", "You won on turn 255."),
    (
        "crypt",
        "You won on turn 701: you took the silver cup and the lich is dead.",
    ),
    ("depths", "You escaped on turn 2166."),
    ("gallery", "You won on turn 369."),
    (
        "horde",
        "You are rich! You won on turn 1650 with 2044 gold.",
    ),
    (
        "raiders",
        "You are rich! You won on turn 450 with 518 gold.",
    ),
    (
        "siege-small",
        "You are rich! You won on turn 280 with 361 gold.",
    ),
    ("tutorial", "You won on turn 144."),
    ("wizards", "You won on turn 4: you took every crystal."),
];

#[test]
fn games_that_were_won_by_ear_are_won_by_the_same_lines() {
    let won = BTreeSet::from(BY_EAR.map(|(dungeon, _)| dungeon));
    assert_eq!(won, BTreeSet::from(SHIPPED));
    for (dungeon, end) in BY_EAR {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/by-ear");
        let lines = std::fs::read(format!("{folder}/{dungeon}.lines")).expect("kept lines");
        let said = told(&played(&home(), &[dungeon, "--seed", "1"], &lines));
        assert!(said.contains(&format!("{end}\n")), "{dungeon}: {said}");
    }
}

#[test]
fn no_byte_of_it_is_for_a_screen() {
    let lines = "look\nlist\nmap\nhelp\nmessages\n\n;l\n<Esc>\nlll\n3 wait\nrange\ntargets\nf\n?\nM\ni\n\x1b[31mred\nq\nn\n";
    for dungeon in SHIPPED {
        let output = played(&home(), &[dungeon, "--seed", "1"], lines.as_bytes());
        let is_text = |byte: &u8| *byte == b'\n' || (b' '..=b'~').contains(byte);
        let alien = output.stdout.iter().position(|byte| !is_text(byte));
        assert_eq!(
            alien,
            None,
            "{dungeon}: {}",
            String::from_utf8_lossy(&output.stdout)
        );
        assert!(output.status.success(), "{dungeon}");
    }
}

#[test]
fn a_reader_of_the_lines_knows_where_every_body_and_thing_is() {
    let keys = [
        "h",
        "j",
        "k",
        "l",
        "y",
        "u",
        "b",
        "n",
        "3 east",
        "4 south",
        "5 west",
        "north 2",
        "wait",
        "wait 3",
        "look",
        "",
        "buy cow",
        "build fence",
        "build",
        "steps",
        "walls",
    ];
    let pointing = [
        "go 2 east",
        "go 3 south, 1 west",
        "next unit",
        "end turn",
        "go 4 west",
        "go 1 northeast",
        "f",
        "look",
        "shots",
        "shoot 1",
        "shoot ghost",
    ];
    for dungeon in SHIPPED {
        for seed in 1..4 {
            let mut session = session(dungeon, seed);
            let lines: &[&str] = match session.game().rules().face().pointing() {
                Some(_) => &pointing,
                None => &keys,
            };
            let mut reader = Reader::new(&session);
            let mut narrator = Narrator::new(&mut session);
            let opening = narrator.opening();
            reader.hear(&opening);
            // The reader asks for the rest if a name has more bodies than were listed.
            for name in reader.unlisted(&opening) {
                reader.hear(&narrator.answer(&format!("list {name}")));
            }
            let mut dice = Dice::new(seed);
            for nth in 0..150 {
                let line = dice.one(lines);
                let answer = narrator.answer(line);
                reader.hear(&answer);
                for name in reader.unlisted(&answer) {
                    reader.hear(&narrator.answer(&format!("list {name}")));
                }
                let told = format!(
                    "{dungeon}, seed {seed}, line {nth}: {line}\n{}",
                    answer.join("\n")
                );
                // After the end of a game the narration no longer lists the other bodies.
                if narrator.session().outcome().is_some() {
                    break;
                }
                reader.believe(narrator.session(), &told);
            }
        }
    }
}

#[test]
fn the_walls_that_are_told_are_all_that_are_near_and_nothing_else() {
    for dungeon in SHIPPED {
        let mut session = session(dungeon, 3);
        let told = Narrator::new(&mut session).answer("walls").join("\n");
        let places = told.lines().filter_map(|line| line.split_once(": "));
        let told: Vec<(i32, i32)> = places
            .flat_map(|(_, places)| places_of(places.trim_end_matches('.')))
            .collect();
        let world = session.game().world();
        let (here, hero) = (world.here(), world.body(world.commanded()).at);
        let is_wall = |p| {
            let footing = world.tile(here, p).footing;
            matches!(footing, Footing::Nobody | Footing::Drifters)
        };
        for p in world.size(here).points() {
            let offset = (p.x - hero.x, p.y - hero.y);
            if told.contains(&offset) {
                assert!(is_wall(p), "{dungeon}: no wall at {offset:?}");
            } else if is_wall(p) && session.game().rules().rim() != Rim::Closed {
                assert!(hero.chebyshev(p) > 6, "{dungeon}: a wall at {offset:?}");
            }
        }
    }
}

#[test]
fn from_a_cell_that_shots_tells_the_shot_is_worth_what_it_told() {
    let mut tried = 0;
    for seed in 1..5 {
        let mut session = session("battle", seed);
        let mut narrator = Narrator::new(&mut session);
        for _ in 0..8 {
            let shots = narrator.answer("shots");
            let first = shots[0].trim_end_matches('.');
            if let Some((told, place)) = first.split_once("% from ") {
                let name = first.split(", ").next().expect("a name");
                let name = name.trim_start_matches(|c: char| !c.is_alphabetic());
                let chance = told.rsplit(' ').next().expect("a chance");
                let place = place.split("; ").next().expect("a place");
                narrator.answer(&format!("go {place}"));
                let targets = narrator.answer("targets");
                let is_told =
                    |line: &String| line.contains(name) && line.contains(&format!(": {chance}%, "));
                assert!(
                    targets.iter().any(is_told),
                    "{place}: {shots:?}\n{targets:?}"
                );
                tried += 1;
            } else {
                let nearest = narrator.answer("go pancake").join(" ");
                let way = nearest.split('`').nth(1).unwrap_or("look").to_owned();
                narrator.answer(&way);
            }
            narrator.answer("next unit");
            narrator.answer("end turn");
        }
    }
    assert!(tried > 4, "{tried}");
}

/// A method of the bot that plays a game.
type Play = fn(&mut Bot<'_>);

/// Plays a game with a bot that uses only the lines. Returns the outcome and the whole narration.
fn finished(dungeon: &str, seed: u64, play: Play) -> (Option<Outcome>, String) {
    let mut session = session(dungeon, seed);
    let mut bot = Bot::playing(Narrator::new(&mut session));
    play(&mut bot);
    let story = bot.story.join("\n");
    (session.outcome(), story)
}

#[test]
fn games_are_finished_by_who_reads_only_text() {
    let games: [(&str, u64, Play); 3] = [
        ("tutorial", 1, |bot| bot.explores(300)),
        ("arena-10", 8, |bot| bot.stomps(300)),
        ("wizards", 5, |bot| bot.gathers(30)),
    ];
    for (dungeon, seed, play) in games {
        let (outcome, story) = finished(dungeon, seed, play);
        assert_eq!(outcome, Some(Outcome::Won), "{dungeon}:\n{story}");
    }
}

/// Returns the lines, each after a prompt, with their answers.
fn transcript(dungeon: &str, seed: u64, lines: &[&str]) -> String {
    let mut session = session(dungeon, seed);
    let mut narrator = Narrator::new(&mut session);
    let mut told = narrator.opening();
    for line in lines {
        told.push(format!("> {line}"));
        told.extend(narrator.answer(line));
    }
    told.join("\n")
}

#[test]
fn explore_is_told() {
    let lines = [
        "l",
        "3 east",
        "9 east",
        "look",
        "9 east",
        "5 east",
        "list trap",
        "nrth",
        "east",
        "look rat",
        "j",
        ";ll",
        "<Esc>",
    ];
    insta::assert_snapshot!(transcript("tutorial", 1, &lines));
    let lines = [
        "descend",
        "o",
        "o",
        "",
        "4 wait",
        "cast northwest",
        "look west",
        "i",
        "Q",
        "maybe",
        "no",
        "keys Qd",
    ];
    insta::assert_snapshot!(transcript("crypt", 7, &lines));
}

#[test]
fn siege_is_told() {
    let lines = [
        "2 west",
        "",
        "hh",
        "look fence",
        "buy",
        "fence",
        "wait 30",
        "30 wait",
        "look",
        "north west",
    ];
    insta::assert_snapshot!(transcript("siege-small", 12, &lines));
}

#[test]
fn arena_is_told() {
    let lines = [
        "look",
        "east",
        "2 east",
        "2 wait",
        "north east",
        "look east",
        "steps",
        "walls",
        "map",
    ];
    insta::assert_snapshot!(transcript("arena-10", 8, &lines));
}

#[test]
fn tactics_is_told() {
    let lines = [
        "range",
        "go crystal",
        "3 east",
        "next unit",
        "go 30 west",
        "go 2 west",
        "end turn",
        "shoot izzy",
    ];
    insta::assert_snapshot!(transcript("wizards", 5, &lines));
    let lines = [
        "look",
        "targets",
        "go 5 south",
        "end turn",
        "aim ghost",
        "next unit",
        "shots",
        "shots green",
        "shoot 2",
        "aim ghost southeast",
        "walls",
        "list slime",
    ];
    insta::assert_snapshot!(transcript("battle", 4, &lines));
}

#[test]
fn a_number_of_turns_ends_when_somebody_stands_beside_him() {
    let lines = ["30 wait", "30 wait"];
    insta::assert_snapshot!(transcript("arena-10", 8, &lines));
}

#[test]
fn to_go_to_somebody_beside_him_names_the_step_and_leaves_no_cursor_behind() {
    let mut session = session("tutorial", 1);
    let mut narrator = Narrator::new(&mut session);
    for line in ["9 east", "explore", "explore", "east", "9 east"] {
        narrator.answer(line);
    }
    assert_eq!(
        narrator.answer("go rat"),
        ["The tame rat is beside you: type `east`."]
    );
    let hit = narrator.answer("east");
    assert_eq!(hit[0], "You hit the tame rat for 5.", "{hit:?}");
}

#[test]
fn a_place_out_of_reach_is_told_and_no_cursor_is_left_behind() {
    let lines = ["go 40 north", "go 5 south", "east", "go unicorn"];
    insta::assert_snapshot!(transcript("tutorial", 1, &lines));
}

#[test]
fn out_of_range_the_nearest_cell_in_range_is_told() {
    let lines = ["go 16 west", "go 4 north", "go 90 west"];
    insta::assert_snapshot!(transcript("wizards", 34, &lines));
}

#[test]
fn what_several_turns_brought_is_told_however_little_it_is() {
    let file = home();
    let path = file.path().join("purse.dng");
    let text = drawn! {r#"
        item p "penny" wealth=2
        level
        map
        #########
        #@...p..#
        #......p#
        #########
        end
    "#};
    std::fs::write(&path, text).expect("a file");
    let mut session = Session::open(&path).expect("a sound purse");
    let mut narrator = Narrator::new(&mut session);
    let told = narrator.answer("5 east").join("\n");
    assert!(told.contains("Wealth 2"), "{told}");
}

#[test]
fn on_another_level_bodies_that_stayed_behind_are_not_told_as_gone() {
    let mut session = session("gallery", 23);
    let mut narrator = Narrator::new(&mut session);
    let mut changes = 0;
    for line in [
        "descend",
        "explore",
        "3 southeast",
        "2 northwest",
        "ascend",
        "ascend",
        "descend",
    ]
    .repeat(8)
    {
        let told = narrator.answer(line);
        if let Some(at) = told
            .iter()
            .position(|line| line.starts_with("You are on another level"))
        {
            changes += 1;
            let missed = told[at..].iter().find(|line| line.contains("in sight now"));
            assert_eq!(missed, None, "{told:?}");
        }
    }
    assert!(changes > 1);
}

#[test]
fn x2_that_a_key_means_nothing_is_told_once_and_not_kept() {
    let told = transcript("crypt", 7, &["p", "M", "messages", "S", "R"]);
    let about = |key: &str| told.matches(&format!("{key} does nothing")).count();
    assert_eq!(about("p"), 1, "{told}");
    let welcomes = told.matches("You enter").count();
    assert_eq!(welcomes, 4, "for two games, and for the key M: {told}");
}

#[test]
fn help_is_told_whole() {
    insta::assert_snapshot!(transcript("horde", 1, &["?", "l", "help me"]));
}

#[test]
fn the_end_of_the_input_saves_an_unfinished_game() {
    let home = home();
    let said = told(&played(&home, &["crypt", "--seed", "7"], b"l\nl"));
    assert!(
        said.contains("You left after 2 turns. The game is not over.\n"),
        "{said}"
    );
    let saved = home.path().join("dungeon/saves/crypt.save");
    assert!(saved.exists(), "{said}");
    let again = told(&played(&home, &["resume"], b"look\nl\nQ\nd\n"));
    assert!(again.contains("2 turns passed."), "{again}");
    let keys = Script("lll".parse::<Script>().expect("keys").0).to_string();
    assert!(again.contains(&format!("--keys {keys}")), "{again}");
}

#[test]
fn without_a_file_a_number_or_a_title_chooses_and_the_next_line_is_the_games() {
    let said = told(&played(
        &home(),
        &[],
        b"99\nthe crypt\nThe Short Arena\nlook\n",
    ));
    assert!(
        said.starts_with("Which dungeon?\n1. The Last Ember: "),
        "{said}"
    );
    assert!(
        said.contains("Expected a number from 1 to 13, a title, or `quit`; found `99`\n"),
        "{said}"
    );
    assert!(said.contains("You enter \"The Short Arena\"."), "{said}");
    assert_eq!(said.matches("Place: ").count(), 2, "{said}");
    let part = told(&played(&home(), &[], b"arena\nsunken\n"));
    assert!(part.contains("found `arena`"), "{part}");
    assert!(part.contains("You enter \"The Sunken Crypt\"."), "{part}");
    let said = told(&played(&home(), &[], b"quit\nlook\n"));
    assert!(!said.contains("Place: "), "{said}");
}

#[test]
fn a_line_that_cannot_be_one_is_left_out_and_said_so() {
    let long = [&b"l".repeat(100_000)[..], b"\nlook\n\xff\xfe\r\nlook\r\n"].concat();
    let said = told(&played(&home(), &["crypt", "--seed", "7"], &long));
    assert!(
        said.contains("Ignored a line longer than 64 KiB.\n"),
        "{said}"
    );
    assert!(
        said.contains("Ignored a line that is not UTF-8.\n"),
        "{said}"
    );
    assert!(said.contains("You left after 0 turns"), "{said}");
    assert_eq!(said.matches("Place: ").count(), 3, "{said}");
}

/// Starts a game whose output is this socket. After the shutdown of a socket no process can read from it, even if a
/// process of another test has inherited its other end.
fn told_to(output: UnixStream, home: &TempDir) -> Child {
    let mut command = program(home, &["crypt", "--seed", "7"]);
    let child = command.stdout(OwnedFd::from(output)).spawn();
    child.expect("it starts")
}

#[test]
fn x8_who_looks_at_a_monster_hears_what_it_can_do_and_what_a_bolt_would() {
    let den = "\
hero manna=16
kind r \"rat\" health=9 strength=3 sense=always hunt=path
level
map
##########
#@.r.....#
#r.......#
#.$......#
##########
end
";
    let mut session = Session::from_text(den).expect("a den");
    let mut narrator = Narrator::new(&mut session);
    insta::assert_snapshot!(narrator.answer("look rat").join("\n"), @"
    2 rats: 1 south, health 9; 2 east, health 9.
    1 south: It approaches and hits for 3. It has seen you, and can take up to 3 health next turn. Your blow takes 5 of its 9 health. A bolt (x) takes 8 of its 9 health.
    2 east: It approaches and hits for 3. It has seen you, but can't hurt you next turn. A bolt (d) takes 4 of its 9 health.
    ");
    assert_eq!(
        narrator.answer("look gold").len(),
        1,
        "an item is not a danger"
    );
}

#[test]
fn an_output_without_a_reader_ends_the_game_quietly() {
    let home = home();
    let (reader, output) = UnixStream::pair().expect("two sockets");
    reader.shutdown(Shutdown::Both).expect("a socket");
    let mut child = told_to(output, &home);
    // The program may have exited before it reads this.
    let _ = child.stdin.take().expect("a pipe").write_all(b"l\nlook\n");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{:?}", output.status);
    assert!(
        output.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn an_output_that_loses_its_reader_ends_the_game_and_it_is_told_where_it_is_saved() {
    let home = home();
    let (reader, output) = UnixStream::pair().expect("two sockets");
    let mut child = told_to(output, &home);
    let mut said = BufReader::new(&reader).lines().map_while(Result::ok);
    assert!(said.any(|line| line.starts_with("Ways: ")));
    reader.shutdown(Shutdown::Both).expect("a socket");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(b"l\nlook\n").expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{:?}", output.status);
    let save = home.path().join("dungeon/saves/crypt.save");
    let told = format!("Saved: dungeon resume crypt\nin {}\n", save.display());
    assert_eq!(String::from_utf8_lossy(&output.stderr), told);
    assert!(save.exists());
}
