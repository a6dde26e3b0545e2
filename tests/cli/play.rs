//! `dungeon FILE` is a game in a real terminal from the first frame to the farewell, and `dungeon` alone offers a
//! choice of games (X-8, X-10, E-14).
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::pty::{Ended, Played, sized};
use portable_pty::CommandBuilder;

const CLASSIC: &str = "dungeons/classic.dng";

/// A classic file with one item at a distance of one step, escaped for `printf`.
const TINY: &str = r"5 3\n#####\n#   #\n#####\nh 2 2 10 5 0\n$ 3 2 0 10 0\nq\n";

/// A modern file with one item at a distance of one step and its own seed, escaped for `printf`.
const SEEDED: &str = r"seed 5\nlevel\nmap\n####\n#@$#\n####\nend\n";

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_dungeon"))
}

fn dungeon(arguments: &[&str]) -> Played {
    started(arguments, &[])
}

fn started(arguments: &[&str], environment: &[(&str, &str)]) -> Played {
    let mut command = CommandBuilder::new(program());
    command.args(arguments);
    command.cwd(env!("CARGO_MANIFEST_DIR"));
    command.env_remove("NO_COLOR");
    for (key, value) in environment {
        command.env(key, value);
    }
    Played::with(command, sized(80, 24))
}

/// Reads the dungeon from a pipe and the keys from the terminal.
fn piped(file: &str, arguments: &str) -> Played {
    let line = format!("printf '{file}' | \"$0\" - {arguments}");
    Played::by_shell(&line, program()).until("Health")
}

/// Returns the text of the normal screen at the end.
fn farewell(ended: &Ended) -> String {
    assert!(ended.status.success(), "{:?}", ended.status);
    ended.screen.contents()
}

#[test]
fn a_game_is_played_left_and_played_again() {
    let played = dungeon(&[CLASSIC, "--seed", "7"]).until("Health");
    let asked = played.press("l\x1b").until("Quit?");
    let said = farewell(&asked.press("y").ended());
    assert!(
        said.starts_with("You left after 1 turn. The game is not over."),
        "{said}"
    );
    assert!(
        said.contains("dungeon dungeons/classic.dng --seed 7\n"),
        "{said}"
    );
    let again = "dungeon render dungeons/classic.dng --seed 7 --size 80x24 --keys l";
    assert!(said.contains(again), "{said}");
}

#[test]
fn a_won_game_says_so_and_shows_the_keys_that_won_it() {
    let won = piped(TINY, "--seed 3")
        .press("l")
        .until("You won on turn 1.");
    // Keys after the end are not part of the game.
    let said = farewell(&won.press("jj\x1b").ended());
    let end = "You won on turn 1.\nHealth 10, manna 0, wealth 10.\n";
    assert!(said.contains(end), "{said}");
    assert!(
        said.contains("dungeon render - --seed 3 --size 80x24 --keys l"),
        "{said}"
    );
}

#[test]
fn x8_a_restarted_game_is_not_over() {
    let won = piped(TINY, "--seed 3").press("l").until("You won");
    let restarted = won.press("R").until_gone("You won");
    let said = farewell(&restarted.press("\x1b").until("Quit?").press("y").ended());
    assert!(said.starts_with("You left after 0 turns"), "{said}");
    assert!(said.contains("--keys ''"), "{said}");
}

#[test]
fn x10_the_seed_of_the_command_beats_the_files() {
    let leave = |played: Played| farewell(&played.press("\x1b").until("Quit?").press("y").ended());
    assert!(leave(piped(SEEDED, "")).contains("dungeon - --seed 5\n"));
    assert!(leave(piped(SEEDED, "--seed 9")).contains("dungeon - --seed 9\n"));
    let fresh = leave(piped(TINY, ""));
    let seed = fresh
        .split("--seed ")
        .nth(1)
        .and_then(|rest| rest.lines().next());
    assert!(
        seed.is_some_and(|seed| seed.parse::<u32>().is_ok()),
        "{fresh}"
    );
}

#[test]
fn the_screen_a_game_began_on_and_its_resizes_are_part_of_the_replay() {
    let played = piped(TINY, "--seed 3").resize(sized(100, 30));
    // The signal and the key race; both orders must be replayable.
    let asked = played.press(".\x1b").until("Quit?");
    let said = farewell(&asked.press("y").ended());
    let begun_on = |size: &str, keys: &str| said.contains(&format!("--size {size} --keys {keys}"));
    let is_whole = [
        ("80x24", "'.<resize 100x30>'"),
        ("80x24", "'<resize 100x30>.'"),
        ("100x30", "."),
    ];
    assert!(
        is_whole.iter().any(|(size, keys)| begun_on(size, keys)),
        "{said}"
    );
}

#[test]
fn without_a_file_the_shipped_dungeons_are_offered() {
    let home = tempfile::tempdir().expect("a folder");
    let state = home.path().to_str().expect("a path of letters");
    let menu = started(&["--seed", "1"], &[("XDG_STATE_HOME", state)])
        .until("> The Last Ember")
        .until("The Battle in the Maze");
    let said = farewell(
        &menu
            .press("\r")
            .until_gone("Which dungeon?")
            .until("Press ? for the keys.")
            .press("\x03\x03")
            .ended(),
    );
    assert!(said.contains("dungeon depths --seed 1\n"), "{said}");
    let asked = started(&["--seed", "1"], &[("XDG_STATE_HOME", state)]).until("Which dungeon?");
    let played = asked
        .press("sunken\r")
        .until_gone("Which dungeon?")
        .until("Press ? for the keys.")
        .press("jS");
    played.ended();
    let again = started(&[], &[("XDG_STATE_HOME", state)]).until("> Continue: The Sunken Crypt");
    again
        .press("\r")
        .until_gone("Which dungeon?")
        .until("Press ? for the keys.")
        .press("S")
        .ended();
    // The name of a shipped dungeon works in any folder.
    let played = dungeon(&["classic.dng"]).until("Health");
    played.press("\x03\x03").ended();
}

#[test]
fn leaving_the_menu_says_nothing() {
    let said = farewell(&dungeon(&[]).until("Sunken Crypt").press("\x1b").ended());
    assert_eq!(said, "");
}

#[test]
fn no_color_keeps_bold_and_colour_can_be_refused_or_demanded() {
    let is_coloured = |arguments: &[&str], environment: &[(&str, &str)]| {
        let played = started(&[&[CLASSIC], arguments].concat(), environment).until("Health");
        let screen = played.parser.screen();
        let cells = (0..24).flat_map(|y| (0..80).map(move |x| (y, x)));
        let cells: Vec<_> = cells.filter_map(|(y, x)| screen.cell(y, x)).collect();
        assert!(
            cells
                .iter()
                .any(|cell| cell.contents() == "@" && cell.bold())
        );
        let coloured = cells
            .iter()
            .any(|cell| cell.fgcolor() != vt100::Color::Default);
        played.press("\x03\x03").ended();
        coloured
    };
    assert!(is_coloured(&[], &[]));
    assert!(is_coloured(&[], &[("NO_COLOR", "")]));
    assert!(!is_coloured(&[], &[("NO_COLOR", "1")]));
    assert!(is_coloured(&["--color", "16"], &[("NO_COLOR", "1")]));
    assert!(!is_coloured(&["--color", "never"], &[]));
    assert!(!is_coloured(&[], &[("TERM", "vt220")]));
    assert!(is_coloured(&["--color", "16"], &[("TERM", "vt220")]));
    for depth in ["always", "256", "true"] {
        assert!(
            is_coloured(&["--color", depth], &[("NO_COLOR", "1")]),
            "{depth}"
        );
    }
}

#[test]
fn tempo_monsters_move_without_a_key_and_the_kept_keys_play_the_same_game() {
    let kept = folder().join("keys.txt");
    let kept = kept.to_str().expect("a path of letters");
    let file = "fixtures/scenes/hurry.dng";
    let played = dungeon(&[file, "--keys-to", kept]);
    let hunted = played.through(&["#@..#g", "#@.g#", "#@g.#", "The ghost hits you"]);
    let dead = hunted.press("p?").until("Esc: back").press("\x1b");
    let said = farewell(&dead.until("You died").press("Q").ended());
    assert!(said.starts_with("The ghost hits you for 2."), "{said}");
    assert!(said.contains("on turn 1, killed by a "), "{said}");
    let again = format!("dungeon render {file} --seed 3 --size 80x24 --keys-from {kept}\n");
    // The terminal wraps long lines.
    let unbroken = |text: &str| text.replace('\n', "");
    assert!(unbroken(&said).contains(&unbroken(&again)), "{said}");
    let keys = std::fs::read_to_string(kept).expect("the keys");
    assert!(keys.starts_with("<idle "), "{keys}");
    let arguments = ["render", file, "--keys-from", kept, "--format", "json"];
    let shown = String::from_utf8(piped_out(&arguments).stdout).expect("text");
    let sum = shown
        .split("\"checksum\":\"")
        .nth(1)
        .and_then(|rest| rest.get(..16));
    let sum = sum.expect("a checksum");
    assert!(said.contains(&format!("Checksum:       {sum}")), "{said}");
}

#[test]
fn tempo_does_not_hurry_a_player_who_types_ahead() {
    // Twelve steps and a question arrive at once: no monster acts between them.
    let played = dungeon(&["fixtures/scenes/hurry.dng"]).until("Health");
    let asked = played.press("jjjjllllllll\x1b").until("Quit?");
    let said = farewell(&asked.press("y").ended());
    assert!(said.starts_with("You left after 12 turns"), "{said}");
    assert!(
        said.replace('\n', "").ends_with("--keys jjjjllllllll"),
        "{said}"
    );
}

#[test]
fn keys_that_cannot_be_kept_are_refused_before_the_game() {
    let file = "no/such/folder/keys.txt";
    let ended = dungeon(&[CLASSIC, "--keys-to", file]).ended();
    assert_eq!(ended.status.exit_code(), 2);
    let said = ended.screen.contents();
    assert!(
        said.contains("cannot write keys to no/such/folder"),
        "{said}"
    );
}

/// Creates a folder for this test run.
fn folder() -> std::path::PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("play");
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn piped_out(arguments: &[&str]) -> Output {
    Command::new(program())
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("TERM", "xterm")
        .stdin(Stdio::null())
        .output()
        .expect("the program")
}

#[test]
fn a_file_that_cannot_be_played_or_read_never_reaches_the_screen() {
    let wrong = piped_out(&["-"]);
    assert_eq!(wrong.status.code(), Some(1), "an empty file has errors");
    let missing = piped_out(&["no/such\x1bfile.dng"]);
    assert_eq!(missing.status.code(), Some(2));
    let said = String::from_utf8(missing.stderr).expect("text");
    assert!(
        said.contains("cannot read no/such") && !said.contains('\x1b'),
        "{said:?}"
    );
    let piped = piped_out(&[CLASSIC]);
    assert_eq!(piped.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&piped.stderr).contains("dungeon render"));
    let mistyped = String::from_utf8(piped_out(&["chekc"]).stderr).expect("text");
    assert!(
        mistyped.ends_with("did you mean `dungeon check`?\n"),
        "{mistyped}"
    );
    for output in [wrong.stdout, missing.stdout, piped.stdout] {
        assert_eq!(output, b"");
    }
}

#[test]
fn glyphs_follow_the_locale_unless_they_are_asked_for() {
    let yard = "fixtures/scenes/yard.dng";
    let fences = |arguments: &[&str], locale: &str| {
        let arguments = [&[yard], arguments].concat();
        let played = started(&arguments, &[("LC_ALL", locale)]).until("$50/2000 T140");
        let contents = played.parser.screen().contents();
        played.press("qy").ended();
        let row = contents.lines().nth(1).unwrap_or_default();
        row.chars().take(12).collect::<String>()
    };
    assert_eq!(fences(&[], "C.UTF-8"), "....┆░▒▓█...");
    assert_eq!(fences(&[], "C"), "....12345...");
    assert_eq!(fences(&["--glyphs", "unicode"], "C"), "····┆░▒▓█···");
    assert_eq!(fences(&["--glyphs", "ascii"], "C.UTF-8"), "....12345...");
}
