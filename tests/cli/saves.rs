//! Leaving a game saves it, resuming continues it, and no save is ever lost, not even one that cannot be read or that
//! another program wrote (docs/DECISIONS.md, "Leaving and saving").
use std::fs::{self, File, Permissions};
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, SystemTime};

use crate::pty::{Ended, Played, sized};
use dungeon::recordings::{Recorder, Recording};
use dungeon::{Key, Session};
use dungeon_format::source::Source;
use dungeon_play::input::show::Show;
use portable_pty::CommandBuilder;
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

const CRYPT: &str = "dungeons/crypt.dng";

/// A game two steps before its end.
const TINY: &str = "\
rules explore
map
######
#@.$.#
######
end
";

/// A duel that the first step to the east loses.
const LOST: &str = "rules arena lives=1 undo=yes\nmap\n.....\n@.%..\n.....\nend\n";

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_dungeon"))
}

/// A home folder without saves, for one test.
struct Home(TempDir);

impl Home {
    fn new() -> Home {
        Home(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// Writes a file into this folder.
    fn file(&self, name: &str, text: &str) -> String {
        let path = self.path().join(name);
        fs::write(&path, text).expect("a file");
        path.display().to_string()
    }

    fn save(&self, name: &str) -> PathBuf {
        self.path()
            .join("dungeon/saves")
            .join(format!("{name}.save"))
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.save(name)).expect("a save")
    }

    /// Writes a save by hand.
    fn plant(&self, name: &str, text: &str) {
        fs::create_dir_all(self.path().join("dungeon/saves")).expect("a folder");
        fs::write(self.save(name), text).expect("a file");
    }

    /// Returns the names of all files in the folder of saves.
    fn saves(&self) -> Vec<String> {
        let Ok(entries) = fs::read_dir(self.path().join("dungeon/saves")) else {
            return Vec::new();
        };
        let names = entries.map(|entry| entry.expect("an entry").file_name());
        let mut names: Vec<String> = names
            .map(|name| name.to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    /// Plays in a terminal of 80×24.
    fn play(&self, arguments: &[&str]) -> Played {
        let mut command = CommandBuilder::new(program());
        command.args(arguments);
        command.cwd(env!("CARGO_MANIFEST_DIR"));
        command.env("XDG_STATE_HOME", self.path());
        command.env("XDG_CONFIG_HOME", self.path().join("config"));
        Played::with(command, sized(80, 24))
    }

    /// Runs the program without a terminal.
    fn run(&self, arguments: &[&str]) -> Output {
        Command::new(program())
            .args(arguments)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env("XDG_STATE_HOME", self.path())
            .env("XDG_CONFIG_HOME", self.path().join("config"))
            .env("TERM", "xterm")
            .stdin(Stdio::null())
            .output()
            .expect("the program")
    }

    /// Returns standard error and the exit code.
    fn refused(&self, arguments: &[&str]) -> (String, Option<i32>) {
        let output = self.run(arguments);
        (text(&output.stderr), output.status.code())
    }

    /// Returns standard output and the exit code.
    fn told(&self, arguments: &[&str]) -> (String, Option<i32>) {
        let output = self.run(arguments);
        (text(&output.stdout), output.status.code())
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

fn shown(played: &Played) -> String {
    played.parser.screen().contents()
}

/// Returns the text of the normal screen, with wrapped lines joined.
fn said(ended: &Ended) -> String {
    ended.screen.contents().replace('\n', "")
}

/// Returns a recording of a game in progress.
fn recorded(dungeon: &str, keys: &str) -> Recording {
    let path = format!("{}/fixtures/scenes/stairs.dng", env!("CARGO_MANIFEST_DIR"));
    let name = format!("{dungeon}.dng");
    let source = Source::from_text(name, fs::read_to_string(&path).expect("a scene"));
    let mut recorder = Recorder::new(Session::open(&path).expect("a sound scene"), &source);
    keys.chars().for_each(|key| recorder.press(Key::Char(key)));
    recorder.recording()
}

#[test]
fn s_saves_and_resume_goes_on_on_the_same_screen() {
    let home = Home::new();
    let played = home
        .play(&[CRYPT, "--seed", "7"])
        .until("Health")
        .press("llj");
    let played = played.until("Turn 3");
    let before = shown(&played);
    let ended = played.press("S").ended();
    assert!(ended.status.success(), "{}", said(&ended));
    assert!(
        said(&ended).contains("Continue:       dungeon resume crypt"),
        "{}",
        said(&ended)
    );
    assert_eq!(home.saves(), ["crypt.save"]);
    let mode = |path: &Path| fs::metadata(path).expect("a save").permissions().mode() & 0o777;
    assert_eq!(mode(&home.save("crypt")), 0o600);
    assert_eq!(mode(&home.path().join("dungeon/saves")), 0o700);
    let resumed = home.play(&["resume"]).until("Turn 3");
    assert_eq!(shown(&resumed), before);
    let left = resumed.press("\x03").until("Quit?").press("d").ended();
    assert!(
        said(&left).contains("Go back:        dungeon resume crypt"),
        "{}",
        said(&left)
    );
}

#[test]
fn x18_a_game_whose_loss_was_taken_back_is_saved_and_goes_on() {
    let home = Home::new();
    let duel = home.file("duel.dng", LOST);
    let lost = home.play(&[&duel, "--seed", "1"]).until("Lives").press("l");
    let undone = lost.until("undo").press("\x7f").until("You take back");
    let played = undone.press("k").until("@....");
    // Erased cells read as spaces, unwritten cells as nothing.
    let rows = |played: &Played| -> Vec<String> {
        let screen = shown(played);
        let rows = screen.lines().map(|row| row.trim_end().to_owned());
        rows.filter(|row| !row.is_empty()).collect()
    };
    let before = rows(&played);
    let ended = played.press("S").ended();
    assert!(
        said(&ended).contains("dungeon resume duel"),
        "{}",
        said(&ended)
    );
    let resumed = home.play(&["resume"]).until("@....");
    assert_eq!(rows(&resumed), before);
    let back = resumed
        .press("\x7f")
        .until("You take back your last command (north).");
    // The undo history does not contain the losing command.
    let back = back.press("\x7f").until("Nothing to take back.");
    let ended = back.press("k").until("@....").press("S").ended();
    assert!(ended.status.success(), "{}", said(&ended));
}

#[test]
fn a_game_begun_with_a_tempo_is_saved_and_resumed_in_it() {
    let home = Home::new();
    let arguments = ["classic.dng", "--seed", "7", "--tempo", "3600000"];
    let played = home.play(&arguments).until("Health").press("l");
    let ended = played.until("Direction  l").press("S").ended();
    let again = "dungeon classic --seed 7 --tempo 3600000";
    assert!(said(&ended).contains(again), "{}", said(&ended));
    for key in ["", "h"] {
        assert!(home.text("classic").contains("\"tempo\":3600000"));
        let resumed = home.play(&["resume"]).until("Health").press(key);
        let helped = resumed.press("?").until("3600000");
        helped.press("\x1b").until("Health").press("S").ended();
    }
}

#[test]
fn a_save_of_a_resumed_game_is_that_of_the_same_keys_at_once() {
    let home = Home::new();
    let play = |arguments: &[&str], keys: &str| {
        let played = home.play(arguments).until("Health").press(keys).ended();
        assert!(played.status.success(), "{}", said(&played));
    };
    play(&[CRYPT, "--seed", "7"], "lljjS");
    play(&[CRYPT, "--seed", "7"], "llS");
    play(&["resume", "crypt-2"], "jjS");
    assert_eq!(home.saves(), ["crypt-2.save", "crypt.save"]);
    assert_eq!(home.text("crypt-2"), home.text("crypt"));
}

#[test]
fn e14_quitting_with_y_saves_with_d_does_not_and_before_the_first_turn_there_is_nothing_to_save() {
    let home = Home::new();
    let left = |keys: &[&str]| {
        let played = home.play(&[CRYPT, "--seed", "7"]).until("Health");
        let played = played.press(keys[0]).until(keys[1]).press(keys[2]);
        said(&played.ended())
    };
    let unplayed = left(&["S?", "Esc: back", "\x1b\x1by"]);
    assert!(!unplayed.contains("resume"), "{unplayed}");
    let discarded = left(&["l\x1b", "d: quit without saving", "d"]);
    assert!(discarded.starts_with("You left after 1 turn") && !discarded.contains("resume"));
    assert_eq!(home.saves(), [""; 0]);
    let saved = left(&["l\x1b", "y: save and quit", "y"]);
    assert!(saved.contains("dungeon resume crypt"), "{saved}");
    let hasty = left(&["l", "Turn 1", "\x03\x03"]);
    assert!(hasty.contains("dungeon resume crypt-2"), "{hasty}");
    assert_eq!(home.saves(), ["crypt-2.save", "crypt.save"]);
}

#[test]
fn r_and_n_ask_before_a_game_is_given_up_and_its_save_is_kept() {
    let home = Home::new();
    home.play(&[CRYPT, "--seed", "7"])
        .until("Health")
        .press("llS")
        .ended();
    let first = home.text("crypt");
    let asked = home
        .play(&["resume"])
        .until("Health")
        .press("R")
        .until("restart it?");
    let restarted = asked
        .press("nR")
        .until("y: restart")
        .press("y")
        .until_gone("restart it?");
    let said = said(&restarted.press("jS").ended());
    assert!(said.contains("dungeon resume crypt-2"), "{said}");
    assert_eq!(home.text("crypt"), first);
    let asked = home
        .play(&["resume", "crypt"])
        .until("Health")
        .press("N")
        .until("y: new game");
    asked
        .press("y")
        .until_gone("y: new game")
        .press("\x03\x03")
        .ended();
    assert_eq!(home.saves(), ["crypt-2.save", "crypt.save"]);
}

#[test]
fn a_game_that_cannot_be_saved_says_why_and_goes_on() {
    let home = Home::new();
    fs::write(home.path().join("dungeon"), "in the way").expect("a file");
    let played = home
        .play(&[CRYPT, "--seed", "7"])
        .until("Health")
        .press("l")
        .until("Turn 1");
    let refused = played
        .press("S")
        .until("Cannot save the game:")
        .press("j")
        .until("Turn 2");
    let kept = refused.press("\x1b").until("Quit?").press("y");
    let on = kept.until("Cannot save, so the game continues:").press("k");
    let ended = on.until("Turn 3").press("\x1b").until("Quit?").press("d");
    let said = said(&ended.ended());
    assert!(said.ends_with("--size 80x24 --keys ljk"), "{said}");
}

#[test]
fn where_there_is_no_screen_a_game_that_should_go_on_is_not_saved_again() {
    let home = Home::new();
    let played = home.play(&[CRYPT, "--seed", "7"]).until("Health");
    played.press("l").until("Turn 1").press("S").ended();
    let (said, code) = home.refused(&["resume"]);
    assert_eq!(code, Some(2), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
}

#[test]
fn two_games_of_a_dungeon_have_a_save_each_and_one_that_somebody_else_wrote_is_kept() {
    let home = Home::new();
    let begin = || {
        home.play(&[CRYPT, "--seed", "7"])
            .until("Health")
            .press("l")
            .until("Turn 1")
    };
    let (one, two) = (begin(), begin());
    one.press("S").ended();
    two.press("jS").ended();
    assert_eq!(home.saves(), ["crypt-2.save", "crypt.save"]);
    let resume = || home.play(&["resume", "crypt"]).until("Health");
    let (one, two) = (resume(), resume());
    one.press("jjS").ended();
    let theirs = home.text("crypt");
    let said = said(&two.press("hS").ended());
    assert!(said.contains("dungeon resume crypt-3"), "{said}");
    assert_eq!(home.text("crypt"), theirs);
}

#[test]
fn the_end_of_a_resumed_game_removes_its_save_and_none_that_has_changed() {
    let home = Home::new();
    let tiny = home.file("tiny.dng", TINY);
    home.play(&[&tiny]).until("Health").press("lS").ended();
    assert_eq!(home.saves(), ["tiny.save"]);
    let one = home.play(&["resume", "tiny"]).until("Health");
    one.press("l").until("You won").press("\r\x1b").ended();
    assert_eq!(home.saves(), [""; 0]);
    home.play(&[&tiny]).until("Health").press("lS").ended();
    let two = home.play(&["resume", "tiny"]).until("Health");
    home.plant("tiny", "another's");
    two.press("l").until("You won").press("Q").ended();
    assert_eq!(home.text("tiny"), "another's");
}

#[test]
fn an_edited_or_removed_dungeon_loses_no_game() {
    let home = Home::new();
    let tiny = home.file("tiny.dng", TINY);
    home.play(&[&tiny]).until("Health").press("lS").ended();
    fs::remove_file(&tiny).expect("a file");
    let resumed = home.play(&["resume", "tiny"]).until("Health");
    resumed
        .press("l")
        .until("You won on turn 2")
        .press("Q")
        .ended();
}

#[test]
fn what_is_told_after_a_resumed_game_works_from_where_the_person_is() {
    let home = Home::new();
    let tiny = home.file("a tiny.dng", TINY);
    home.play(&[&tiny]).until("Health").press("lS").ended();
    let left = |home: &Home| said(&home.play(&["resume"]).until("Health").press("S").ended());
    let again = format!("dungeon '{tiny}' --seed ");
    assert!(left(&home).contains(&again), "{}", left(&home));
    for change in [
        |tiny: &str| fs::write(tiny, TINY.replace('$', ".$")),
        |tiny: &str| fs::remove_file(tiny),
    ] {
        change(&tiny).expect("a file");
        let said = left(&home);
        assert!(!said.contains(&again), "{said}");
        assert!(!said.contains("dungeon render"), "{said}");
        assert!(
            said.contains("Watch again:    dungeon replay a-tiny"),
            "{said}"
        );
    }
}

#[test]
fn where_no_screen_can_be_shown_resume_offers_its_own_lines() {
    let home = Home::new();
    home.plant("my cell", &recorded("cell", "..p").to_text());
    for (arguments, way) in [
        (
            ["resume", "my cell"].as_slice(),
            "resume 'my cell' --narrate",
        ),
        (&["resume"], "resume --narrate"),
    ] {
        let (said, code) = home.refused(arguments);
        assert!(
            said.contains(&format!("use `dungeon {way}` to play in lines of text")),
            "{said}"
        );
        assert_eq!(code, Some(2));
    }
    let (said, code) = home.told(&["resume", "my cell", "--narrate"]);
    assert!(said.contains("2 turns passed."), "{said}");
    assert!(
        !said.contains("p does nothing"),
        "it is reported only once: {said}"
    );
    assert_eq!(code, Some(0));
}

#[test]
fn a_page_that_hid_the_game_is_closed_when_it_goes_on() {
    let home = Home::new();
    home.plant("cell", &recorded("cell", "..?").to_text());
    let resumed = home.play(&["resume"]).until("Health");
    assert!(
        !shown(&resumed).contains("Esc: back"),
        "{}",
        shown(&resumed)
    );
    resumed.press("S").ended();
    assert!(
        home.text("cell").contains("?<Esc>"),
        "{}",
        home.text("cell")
    );
}

#[test]
fn what_cannot_be_read_is_told_and_kept() {
    let whole = recorded("crypt", "...").to_text();
    let newer = whole.replacen("{\"recording\":1", "{\"recording\":9", 1);
    let cases = [
        (String::new(), "expected a recorded game"),
        ("not a game\n".to_owned(), "expected a recorded game"),
        (
            newer,
            "it was recorded by dungeon 0.1.0, which this older program cannot read",
        ),
        (
            whole.replacen("\"turn\":2", "\"turn\":3", 1),
            "it is damaged",
        ),
        (
            whole.replacen("\"keys\":\".\"", "\"kays\":\".\"", 1),
            "it is damaged in line 2",
        ),
        (whole[..whole.len() - 100].to_owned(), "it is "),
    ];
    for (spoilt, why) in cases {
        let home = Home::new();
        home.plant("crypt", &spoilt);
        let (said, code) = home.refused(&["resume"]);
        assert!(
            said.contains(why) && said.contains("the save was not changed"),
            "{why}: {said}"
        );
        assert_eq!(code, Some(1), "{said}");
        let (listed, code) = home.told(&["saves"]);
        assert!(
            listed.contains("crypt cannot be read: ") && listed.contains(why),
            "{listed}"
        );
        assert!(listed.contains("crypt.save"), "{listed}");
        assert_eq!(code, Some(1));
        home.play(&[CRYPT]).until("Health").press("lS").ended();
        assert_eq!(home.saves(), ["crypt-2.save", "crypt.save"]);
        assert_eq!(home.text("crypt"), spoilt);
    }
}

#[test]
fn a_game_that_goes_otherwise_is_told_with_its_turn_and_kept() {
    let home = Home::new();
    let mut drifted = recorded("cell", "....");
    drifted.moves[2].state ^= 1;
    home.plant("cell", &drifted.to_text());
    let (said, code) = home.refused(&["resume", "cell"]);
    let turn = drifted.moves[2].turn;
    assert!(
        said.contains(&format!("at turn {turn} the game differs")),
        "{said}"
    );
    assert_eq!(code, Some(1));
    assert_eq!(home.text("cell"), drifted.to_text());
}

#[test]
fn resume_needs_a_save_that_there_is_and_a_terminal() {
    let home = Home::new();
    let (said, code) = home.refused(&["resume"]);
    assert!(said.contains("no saved games; press `S`"), "{said}");
    assert_eq!(code, Some(2));
    home.plant("cell", &recorded("cell", "..").to_text());
    let (said, code) = home.refused(&["resume", "cel"]);
    assert!(
        said.ends_with("did you mean `dungeon resume cell`?\n"),
        "{said}"
    );
    assert_eq!(code, Some(2));
    let (said, code) = home.refused(&["resume", "cell"]);
    assert!(
        said.contains("cannot play: standard output is not a terminal"),
        "{said}"
    );
    assert_eq!((said.lines().count(), code), (1, Some(2)), "{said}");
    assert_eq!(home.saves(), ["cell.save"], "and no other file was written");
}

#[test]
fn a_save_anywhere_is_named_by_its_path_and_goes_on_there() {
    let home = Home::new();
    let elsewhere = home.file("mine.save", &recorded("cell", "..").to_text());
    let ended = home
        .play(&["resume", &elsewhere])
        .until("Health")
        .press(".S")
        .ended();
    assert!(
        said(&ended).contains(&format!("dungeon resume {elsewhere}")),
        "{}",
        said(&ended)
    );
    let text = fs::read_to_string(&elsewhere).expect("a save");
    assert_eq!(Recording::from_text(&text).map(|read| read.turn()), Ok(3));
    // A recording outside of the folder of saves can be resumed, and is saved as a separate game.
    let film = home.file("film.txt", &text);
    home.play(&["resume", &film])
        .until("Health")
        .press(".S")
        .ended();
    assert_eq!(fs::read_to_string(&film).expect("a file"), text);
    assert_eq!(home.saves(), ["cell.save"]);
}

#[test]
fn saves_are_listed_for_people_and_for_programs() {
    let home = Home::new();
    let (empty, code) = home.told(&["saves"]);
    assert!(empty.starts_with("No saved games; press `S`"), "{empty}");
    assert_eq!(
        (home.told(&["saves", "--format", "json"]), code),
        ((String::new(), code), Some(0))
    );
    home.plant("cell", &recorded("cell", "...").to_text());
    home.plant("long-name", &recorded("cell", ".").to_text());
    fs::write(home.path().join("dungeon/saves/.writing-x.tmp"), "half").expect("a file");
    // A modification time in the future keeps the save newer than the time of the listing, even on a slow machine.
    let save = File::open(home.path().join("dungeon/saves/cell.save")).expect("a file");
    let tomorrow = SystemTime::now() + Duration::from_secs(86_400);
    save.set_modified(tomorrow).expect("a file");
    let (listed, code) = home.told(&["saves"]);
    let lines: Vec<&str> = listed.lines().collect();
    assert_eq!(lines.len(), 3, "{listed}");
    assert!(
        lines[0].starts_with("cell       ") && lines[0].contains("turn 3, level 1 of 2  just now"),
        "{listed}"
    );
    assert!(lines[1].starts_with("long-name  "), "{listed}");
    assert_eq!(
        lines[2],
        format!("Folder: {}/dungeon/saves", home.path().display())
    );
    assert_eq!(code, Some(0));
    let (json, _) = home.told(&["saves", "--format", "json"]);
    let first: serde_json::Value = json
        .lines()
        .next()
        .and_then(|line| serde_json::from_str(line).ok())
        .expect("JSON");
    assert_eq!(
        (&first["name"], &first["turn"]),
        (&"cell".into(), &3.into())
    );
}

#[test]
fn a_listing_says_on_which_of_several_levels_a_game_was_left() {
    let home = Home::new();
    home.plant("below", &recorded("stairs", "ll>>>").to_text());
    let (listed, _) = home.told(&["saves"]);
    assert!(listed.contains("turn 12, level 2 of 2  "), "{listed}");
    let (json, _) = home.told(&["saves", "--format", "json"]);
    assert!(json.contains(r#""level":2,"levels":2"#), "{json}");
}

#[test]
fn a_state_folder_that_is_no_absolute_path_is_not_used() {
    let home = Home::new();
    let run = |state: &str| {
        let output = Command::new(program())
            .args(["saves"])
            .current_dir(home.path())
            .env("XDG_STATE_HOME", state)
            .env("HOME", home.path())
            .output();
        text(&output.expect("the program").stdout)
    };
    let saves = home.path().join(".local/state/dungeon/saves");
    fs::create_dir_all(&saves).expect("a folder");
    fs::write(saves.join("cell.save"), recorded("cell", ".").to_text()).expect("a file");
    for state in ["", "state", "./state"] {
        let listed = run(state);
        assert!(
            listed.starts_with("cell  ") && listed.contains(".local/state/dungeon/saves"),
            "{listed}"
        );
    }
}

#[test]
fn a_game_is_recorded_in_a_file_however_it_ends() {
    let home = Home::new();
    let (tiny, film) = (home.file("tiny.dng", TINY), home.path().join("film"));
    let record = film.to_str().expect("a path of letters");
    let turns = || {
        let text = fs::read_to_string(&film).expect("a recording");
        let recording = Recording::from_text(&text).expect("a recording");
        (recording.turn(), recording.outcome.is_some())
    };
    let played = home.play(&[&tiny, "--record", record]).until("Health");
    played.press("ll").until("You won").press("Q").ended();
    assert_eq!(turns(), (2, true));
    let played = home.play(&[&tiny, "--record", record]).until("Health");
    played.press("l\x1b").until("Quit?").press("d").ended();
    assert_eq!(turns(), (1, false), "an older recording is replaced");
    let other = home.file("other", "precious");
    for file in [other.as_str(), "no/such/folder/film", "no-such-folder/"] {
        let (said, code) = home.refused(&[&tiny, "--record", file]);
        assert!(said.starts_with("dungeon: cannot record in "), "{said}");
        assert_eq!(code, Some(2));
    }
    assert_eq!(fs::read_to_string(&other).expect("a file"), "precious");
    let both = home.path().join("both").display().to_string();
    let again = home.path().join("./both").display().to_string();
    let (said, code) = home.refused(&[&tiny, "--record", &both, "--keys-to", &again]);
    assert!(
        said.starts_with("dungeon: `--record` and `--keys-to` need two different files"),
        "{said}"
    );
    assert_eq!((Path::new(&both).exists(), code), (false, Some(2)));
}

#[test]
fn a_new_recording_stands_behind_the_link_to_the_old_one_with_its_permissions() {
    let home = Home::new();
    let (tiny, film) = (home.file("tiny.dng", TINY), home.path().join("film"));
    let link = home.path().join("link");
    symlink(&film, &link).expect("a link");
    for (keys, turn) in [("ll", 2), ("l", 1)] {
        let path = if turn == 2 { &film } else { &link };
        let record = path.to_str().expect("a path of letters");
        let played = home.play(&[&tiny, "--record", record]).until("Health");
        played.press(keys).press("\x1b\x03d").ended();
        let text = fs::read_to_string(&film).expect("a recording");
        assert_eq!(Recording::from_text(&text).expect("one").turn(), turn);
        if turn == 1 {
            continue;
        }
        fs::set_permissions(&film, Permissions::from_mode(0o640)).expect("a file of the user");
    }
    let about = fs::symlink_metadata(&link).expect("a link");
    assert!(about.is_symlink(), "not replaced by a file");
    let about = fs::metadata(&film).expect("a file");
    assert_eq!(about.permissions().mode() & 0o777, 0o640);
}

#[test]
fn what_came_where_a_game_is_recorded_meanwhile_is_kept() {
    let home = Home::new();
    let (tiny, film) = (home.file("tiny.dng", TINY), home.path().join("film"));
    let record = film.to_str().expect("a path of letters");
    let played = home.play(&[&tiny, "--record", record]).until("Health");
    fs::write(&film, "precious").expect("a file");
    let ended = played.press("l\x1b").until("Quit?").press("d").ended();
    assert!(
        said(&ended).contains("cannot record in "),
        "{}",
        said(&ended)
    );
    assert_eq!(fs::read_to_string(&film).expect("a file"), "precious");
}

#[test]
fn s_saves_no_game_that_is_over() {
    let home = Home::new();
    let tiny = home.file("tiny.dng", TINY);
    let played = home.play(&[&tiny]).until("Health").press("ll");
    played.until("You won").press("S\x1b").ended();
    assert_eq!(home.saves(), [""; 0]);
}

#[test]
fn who_is_hung_up_terminated_or_interrupted_goes_on_where_he_was() {
    let home = Home::new();
    for (nth, signal) in [Signal::HUP, Signal::TERM, Signal::INT, Signal::QUIT]
        .into_iter()
        .enumerate()
    {
        let played = home
            .play(&[CRYPT, "--seed", "7"])
            .until("Health")
            .press("llj?")
            .until("Esc: back");
        let pid = played
            .child
            .process_id()
            .and_then(|pid| Pid::from_raw(pid as i32));
        kill_process(pid.expect("a child"), signal).expect("a child");
        let said = said(&played.ended());
        let name = ["crypt", "crypt-2", "crypt-3", "crypt-4"][nth];
        assert!(
            said.contains(&format!("Saved: dungeon resume {name}")),
            "{said}"
        );
        let resumed = home.play(&["resume"]).until("Turn 3");
        assert!(!shown(&resumed).contains("Esc: back"), "the page is closed");
        let asked = resumed.press("\x1b").until("Quit?").press("d").ended();
        assert!(
            asked
                .screen
                .contents()
                .starts_with("You left after 3 turns")
        );
    }
}

#[test]
fn the_game_that_ended_last_is_kept_and_a_save_of_its_name_comes_first() {
    let home = Home::new();
    let tiny = home.file("tiny.dng", TINY);
    let (said, code) = home.refused(&["render", "--replay", "last"]);
    assert!(said.contains("no saved game has that name"), "{said}");
    assert_eq!(code, Some(2));
    let ended = |arguments: &[&str], keys: &str| {
        let played = home.play(arguments).until("Press ? for the keys.");
        played.press(keys).until("You won").press("Q").ended();
    };
    let shown = |turns: u32| {
        let (said, code) = home.told(&["render", "--replay", "last"]);
        let won = format!("You won on turn {turns}");
        assert!(said.contains(&won) && code == Some(0), "{said}");
    };
    ended(&[&tiny], "ll");
    shown(2);
    // A quit game adds nothing; the next finished one does.
    let left = home.play(&[&tiny]).until("Health").press("l\x03");
    left.until("Quit?").press("d").ended();
    shown(2);
    ended(&[&tiny], ".ll");
    shown(3);
    let last = home.path().join("dungeon/last.rec");
    home.plant("last", &fs::read_to_string(&last).expect("a recording"));
    ended(&[&tiny], "ll");
    shown(3);
    fs::remove_file(home.save("last")).expect("a save");
    shown(2);
}

#[test]
fn results_are_kept_of_games_played_to_their_end_and_listed() {
    let home = Home::new();
    let tiny = home.file("tiny.dng", TINY);
    let (said, code) = home.told(&["scores"]);
    assert!(said.starts_with("No results yet"), "{said}");
    assert_eq!(code, Some(0));
    let begun = |arguments: &[&str]| home.play(arguments).until("Press ? for the keys.");
    // A finished game, another one after `R`, one given up, a save resumed to its end, and once more from a recording,
    // which stays.
    let twice = begun(&[&tiny, "--seed", "7"])
        .press("ll")
        .until("Best so far:");
    let twice = twice.press("R").until_gone("Best so far:").press(".ll");
    twice
        .until("> 2. won in 3 turns, seed 7")
        .press("Q")
        .ended();
    begun(&[&tiny])
        .press("l\x03")
        .until("Quit?")
        .press("d")
        .ended();
    begun(&[&tiny, "--seed", "8"]).press("..lS").ended();
    let saves = home.path().join("dungeon/saves");
    let save = fs::read_dir(&saves).expect("a folder").flatten();
    let mut save = save.filter(|entry| entry.path().extension() == Some("save".as_ref()));
    let copy = home.path().join("copy.rec");
    fs::copy(save.next().expect("a save").path(), &copy).expect("a copy");
    let resumed = home.play(&["resume"]).until("Health").press("l");
    let page = resumed.until("> 3. won in 4 turns, seed 8");
    page.press("Q").ended();
    let copy = copy.to_str().expect("a name");
    let resumed = home.play(&["resume", copy]).until("Health").press("l");
    let page = resumed.until("This result was not saved: its recording can be resumed");
    page.press("Q").ended();
    let (said, code) = home.told(&["scores", &tiny]);
    let results = "   1. won in 2 turns, seed 7, just now\n   2. won in 3 turns, seed 7, just now\n   3. won in 4 turns, seed 8, just now\nFile: ";
    assert!(said.contains(results), "{said}");
    assert_eq!(code, Some(0));
    let (said, _) = home.told(&["scores", "--format", "json"]);
    let rows: Vec<serde_json::Value> = said
        .lines()
        .map(|line| serde_json::from_str(line).expect("an object"))
        .collect();
    let [first, second, _] = &rows[..] else {
        panic!("{said}");
    };
    assert_eq!((&first["place"], &first["turns"]), (&1.into(), &2.into()));
    assert_eq!(
        (&second["outcome"], &second["seed"]),
        (&"won".into(), &7.into())
    );
    let (said, _) = home.told(&["scores", "crypt"]);
    assert!(said.starts_with("No results for crypt yet"), "{said}");
    fs::write(home.path().join("dungeon/scores.jsonl"), "precious").expect("a file");
    let (said, code) = home.refused(&["scores"]);
    assert!(
        said.starts_with("dungeon: cannot read the results in "),
        "{said}"
    );
    assert_eq!(code, Some(1));
    let unkept = begun(&[&tiny])
        .press("ll")
        .until("This result was not saved: ");
    unkept.press("Q").ended();
    let kept = fs::read_to_string(home.path().join("dungeon/scores.jsonl"));
    assert_eq!(kept.expect("a file"), "precious");
}

#[test]
fn a_daily_game_has_the_seed_of_its_date_and_a_list_in_which_the_first_try_stays_first() {
    let home = Home::new();
    let tiny = home.file("tiny.dng", TINY);
    let daily = |date| {
        home.play(&["daily", &tiny, "--date", date])
            .until("Press ? for the keys.")
    };
    let first = daily("2024-02-29")
        .press("..ll")
        .until("Daily game of 2024-02-29:")
        .until("> 1. won in 4 turns, seed 20240229");
    let again = first
        .press("R")
        .until_gone("Daily game")
        .press("ll")
        .until("> 2. won in 2 turns, seed 20240229, again");
    again.press("Q").ended();
    // The next day has a list of its own, also for a game that is saved and resumed.
    daily("2024-03-01").press("lS").ended();
    let resumed = home.play(&["resume"]).until("Health").press("l");
    let resumed = resumed.until("Daily game of 2024-03-01:");
    resumed
        .until("> 1. won in 2 turns, seed 20240301")
        .press("Q")
        .ended();
    let other = home.play(&[&tiny, "--seed", "7"]).until("Health");
    let other = other.press("ll").until("> 1. won in 2 turns, seed 7");
    other.press("Q").ended();
    let (said, _) = home.told(&["scores"]);
    let lists = [
        "tiny.dng\n   1. won in 2 turns, seed 7, just now\n",
        "tiny.dng, daily game of 2024-03-01\n   1. won in 2 turns, seed 20240301, just now\n",
        "tiny.dng, daily game of 2024-02-29\n   1. won in 4 turns, seed 20240229, just now\n   2. won in 2 turns, seed 20240229, again, just now\n",
    ];
    let places = lists.map(|list| said.find(list));
    assert!(places.iter().all(Option::is_some), "{said}");
    assert!(places.is_sorted(), "{said}");
    let (said, _) = home.told(&["scores", "--format", "json"]);
    let rows: Vec<serde_json::Value> = { said.lines() }
        .map(|line| serde_json::from_str(line).expect("an object"))
        .collect();
    let daily = rows.iter().map(|row| (&row["daily"], &row["again"]));
    let daily: Vec<String> = daily.map(|(day, again)| format!("{day} {again}")).collect();
    let expected = [
        "null null",
        "\"2024-03-01\" null",
        "\"2024-02-29\" null",
        "\"2024-02-29\" true",
    ];
    assert_eq!(daily, expected);
}

#[test]
fn a_saved_daily_game_continues() {
    let home = Home::new();
    let tiny = home.file("tiny.dng", TINY);
    let daily = |date| home.play(&["daily", &tiny, "--date", date]);
    daily("2024-02-29").press("lS").ended();
    // The game of another day and another dungeon's game of the day begin anew.
    let other = home.file("tiny-2.dng", &format!("seed 1\n{TINY}"));
    for begun in [
        daily("2024-03-01").until("Daily game of 2024-03-01."),
        home.play(&["daily", &other, "--date", "2024-02-29"])
            .until("Daily game of 2024-02-29."),
    ] {
        begun.until("Turn 0").press("Qy").ended();
    }
    let resumed = daily("2024-02-29").until("Daily game of 2024-02-29.");
    let won = resumed.press("l").until("> 1. won in 2 turns");
    let again = format!("Play again:     dungeon daily {tiny} --date 2024-02-29");
    won.press("Q").until(&again).ended();
    // The save is gone: the next game is a new one.
    daily("2024-02-29")
        .press("ll")
        .until("won in 2 turns, seed 20240229, again")
        .press("Q")
        .ended();
}

#[test]
fn the_game_of_a_day_to_come_is_refused() {
    let (said, code) = Home::new().refused(&["daily", "--date", "2999-12-31"]);
    assert!(
        said.starts_with("dungeon: the game of 2999-12-31 starts on that day; today is 2"),
        "{said}"
    );
    assert_eq!(code, Some(2));
}

#[test]
fn a_date_that_does_not_exist_is_refused() {
    let home = Home::new();
    for date in ["2026-02-30", "28.11.2026", "20261128"] {
        let (said, code) = home.refused(&["daily", "--date", date]);
        assert!(
            said.contains("expected a date from 2000 to 2999, such as `2026-11-28`"),
            "{said}"
        );
        assert_eq!(code, Some(2));
    }
}

#[test]
fn the_story_of_a_game_is_in_the_scrollback_the_narration_and_the_results() {
    let home = Home::new();
    let story = "Fell to the cinders in the Pit.";
    let text = "hero health=2\ntile , \"cinders\" harm=2\nlevel \"The Pit\"\nmap\n#####\n#@,$#\n#####\nend\n";
    let pit = home.file("pit.dng", text);
    let page = home.play(&[&pit, "--seed", "7"]).until("Health").press("l");
    let ended = page.until(story).press("Q").ended();
    assert!(said(&ended).contains(story), "{}", said(&ended));
    let (told, _) = home.told(&["scores", "--format", "json"]);
    assert!(told.contains(&format!("\"story\":\"{story}\"")), "{told}");
    let mut narrated = Command::new(program());
    narrated.args([&pit, "--narrate", "--seed", "7"]);
    narrated
        .env("XDG_STATE_HOME", home.path())
        .stdin(Stdio::piped());
    narrated.env("XDG_CONFIG_HOME", home.path().join("config"));
    let mut narrated = narrated
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program");
    let mut lines = narrated.stdin.take().expect("a pipe");
    lines.write_all(b"l\n").expect("a listening program");
    drop(lines);
    let output = narrated.wait_with_output().expect("the output");
    let told = String::from_utf8(output.stdout).expect("text");
    assert_eq!(told.matches(story).count(), 1, "{told}");
}
