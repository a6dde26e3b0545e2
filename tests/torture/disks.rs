//! Disks that are full or read-only: a game in line mode leaves every existing file unchanged or complete, reports what
//! could not be written, and signals it by its exit code.
use std::fs::{self, Permissions};
use std::io::{Read, Write};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

use dungeon_format::source::Source;
use dungeon_play::input::packed_keys::PackedKeys;
use dungeon_play::replay::recording::Recording;
use proptest::prelude::*;
use proptest::test_runner::Config;
use rustix::process::{Pid, Signal, kill_process};

use super::process::{by_shell, ended, replayed, unfinished};
use super::{Ordeal, try_on};
use crate::corpus::recorded_of;

/// Games on disks of every sort.
pub const DISKS: Ordeal = Ordeal {
    name: "disks",
    cost: 16,
    run: |config| {
        let config = Config {
            max_shrink_iters: 64,
            ..config
        };
        try_on(config, &disk(), play)
    },
};

/// The content of a file's or folder's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// An empty place.
    Free,
    /// A file of the right sort: an old recording, old keys, a folder of saves.
    Old,
    /// A folder for a file, or a file for a folder.
    Other,
    /// A dangling link.
    Dangling,
    /// A link to a file of the right sort.
    Link,
    /// A folder without write permission.
    Unwritable,
    /// A device that accepts no byte.
    FullDevice,
}

/// The space for writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Room {
    Enough,
    /// No file can exceed this many blocks of 512 bytes.
    Blocks(u8),
    /// A separate file system with this many pages for all files.
    Pages(u8),
}

/// The way in which the game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// The input ends.
    Input,
    /// The player saves and leaves.
    Save,
    /// The player leaves without saving.
    Leave,
    /// SIGTERM after this many bytes of output.
    Signal(u16),
}

#[derive(Clone, Debug)]
struct Disk {
    saves: Place,
    film: Place,
    keys: Place,
    room: Room,
    /// Whether the game continues a save.
    is_resumed: bool,
    /// The number of typed keys, which decides whether a checkpoint is written.
    steps: u16,
    end: End,
}

fn disk() -> impl Strategy<Value = Disk> {
    use Place::*;
    let place = || {
        prop::sample::select(vec![
            Free, Free, Old, Old, Old, Other, Dangling, Link, Unwritable,
        ])
    };
    let keys = prop_oneof![6 => place(), 1 => Just(FullDevice)];
    let room = prop_oneof![
        2 => Just(Room::Enough),
        3 => (0..60u8).prop_map(Room::Blocks),
        3 => (1..24u8).prop_map(Room::Pages),
    ];
    let end = prop_oneof![
        3 => Just(End::Input),
        2 => Just(End::Save),
        2 => Just(End::Leave),
        2 => (0..80u16).prop_map(End::Signal),
    ];
    let steps = prop_oneof![0..20u16, 90..130u16, 1000..1400u16];
    let cases = (place(), place(), keys, room, any::<bool>(), steps, end);
    cases.prop_map(|(saves, film, keys, room, is_resumed, steps, end)| Disk {
        saves,
        film,
        keys,
        room,
        is_resumed,
        steps,
        end,
    })
}

/// A room without danger.
const HALL: &str = "rules explore\nmap\n########\n#@.....#\n#.....$#\n########\nend\n";

/// A previous game of a few turns.
static OLD: LazyLock<Recording> =
    LazyLock::new(|| recorded_of(&Source::from_text("hall.dng", HALL), 7, ".."));

/// The keys of a previous game.
const OLD_KEYS: &str = "hjkl\n";

/// Whether a small file system can be mounted in a separate namespace.
static HAS_FILE_SYSTEMS: LazyLock<bool> = LazyLock::new(|| {
    let line = format!("{MOUNT} && true");
    let home = tempfile::tempdir().expect("a folder");
    fs::create_dir(home.path().join("disk")).expect("a folder of the test");
    let mounted = Command::new("unshare")
        .args(["-Urm", "sh", "-c", &line])
        .env("HOME_OF_CASE", home.path())
        .env("PAGES", "8")
        .stderr(Stdio::null())
        .status();
    let can = mounted.is_ok_and(|status| status.success());
    if !can {
        eprintln!(
            "disks: no file system of a few pages can be had here; those cases are played on a large one"
        );
    }
    can
});

/// Mounts the file system in the folder where the game writes.
const MOUNT: &str = "mount -t tmpfs -o size=$((PAGES * 4))k none \"$HOME_OF_CASE/disk\"";

/// Plays a game on the disk, and checks the files that are left.
fn play(disk: Disk) {
    let home = tempfile::tempdir().expect("a folder");
    let (home, root) = (home.path(), home.path().join("disk"));
    fs::create_dir_all(&root).expect("a folder of the test");
    fs::write(home.join("hall.dng"), HALL).expect("a folder of the test");
    fs::write(home.join("begun.rec"), OLD.to_text()).expect("a folder of the test");
    let room = match disk.room {
        Room::Pages(_) if !*HAS_FILE_SYSTEMS => Room::Enough,
        room => room,
    };
    // The initial content of a small file system is copied there.
    let built = match room {
        Room::Pages(_) => home.join("built"),
        Room::Enough | Room::Blocks(_) => root.clone(),
    };
    fs::create_dir_all(&built).expect("a folder of the test");
    prepare(&built, &disk);
    let output = run(home, &disk, room);
    if output.status.code() == Some(77) {
        // The initial content did not fit.
        return;
    }
    let left = match room {
        Room::Pages(_) => home.join("after"),
        Room::Enough | Room::Blocks(_) => root,
    };
    check(&left, &disk, &output);
    // Without write permission the folder could not be removed.
    for folder in [left.join("films"), left.join("scripts"), left.join("state")] {
        let _ = fs::set_permissions(folder, Permissions::from_mode(0o700));
    }
}

/// Creates the places below a folder: `state`, `films/film` and `scripts/keys`.
fn prepare(root: &Path, disk: &Disk) {
    let old = OLD.to_text();
    let files = [
        ("films", "film", disk.film, &old[..]),
        ("scripts", "keys", disk.keys, OLD_KEYS),
    ];
    for (folder, name, place, text) in files {
        let folder = root.join(folder);
        fs::create_dir(&folder).expect("a folder of the test");
        let (path, aside) = (folder.join(name), folder.join("aside"));
        match place {
            Place::Free | Place::FullDevice => Ok(()),
            Place::Old => fs::write(&path, text),
            Place::Other => fs::create_dir(&path),
            Place::Dangling => symlink("no/where", &path),
            Place::Link => fs::write(&aside, text).and_then(|()| symlink("aside", &path)),
            Place::Unwritable => fs::write(&path, text).and_then(|()| lock(&folder)),
        }
        .expect("a folder of the test");
    }
    let state = root.join("state");
    let saves = state.join("dungeon/saves");
    fs::create_dir(&state).expect("a folder of the test");
    match disk.saves {
        Place::Free | Place::FullDevice => Ok(()),
        Place::Old => fs::create_dir_all(&saves)
            .and_then(|()| fs::write(saves.join("hall.save"), &old))
            .and_then(|()| fs::write(saves.join("hall.checkpoint"), &old)),
        Place::Other => {
            fs::create_dir(state.join("dungeon")).and_then(|()| fs::write(&saves, "a file"))
        }
        Place::Dangling => symlink("no/where", state.join("dungeon")),
        Place::Link => fs::create_dir_all(state.join("aside/saves"))
            .and_then(|()| symlink("aside", state.join("dungeon"))),
        Place::Unwritable => lock(&state),
    }
    .expect("a folder of the test");
}

/// Removes the write permission of a folder, which does not bind root.
fn lock(folder: &Path) -> std::io::Result<()> {
    fs::set_permissions(folder, Permissions::from_mode(0o500))
}

/// Returns a path where even root cannot write, if the system has one.
fn unwritable(path: PathBuf) -> PathBuf {
    let nowhere = Path::new("/proc/self/fdinfo");
    if nowhere.is_dir() {
        nowhere.join(path.file_name().unwrap_or_default())
    } else {
        path
    }
}

/// Plays the game in line mode.
fn run(home: &Path, disk: &Disk, room: Room) -> Output {
    let root = home.join("disk");
    let [mut film, mut keys, mut state] =
        ["films/film", "scripts/keys", "state"].map(|name| root.join(name));
    if disk.film == Place::Unwritable {
        film = unwritable(film);
    }
    match disk.keys {
        Place::Unwritable => keys = unwritable(keys),
        Place::FullDevice => keys = PathBuf::from("/dev/full"),
        _ => {}
    }
    if disk.saves == Place::Unwritable {
        state = unwritable(state);
    }
    let [film, keys] = [film, keys].map(|path| path.display().to_string());
    let [hall, begun] = ["hall.dng", "begun.rec"].map(|name| home.join(name).display().to_string());
    let game = if disk.is_resumed {
        ["resume", &begun]
    } else {
        ["play", &hall]
    };
    let arguments = [
        &game[..],
        &["--narrate", "--record", &film, "--keys-to", &keys],
    ]
    .concat();
    let line = match room {
        Room::Enough => "exec \"$0\" \"$@\"".to_owned(),
        Room::Blocks(blocks) => format!("ulimit -f {blocks}; exec \"$0\" \"$@\""),
        // The file system vanishes with its namespace, so its files are copied.
        Room::Pages(_) => format!(
            "exec unshare -Urm sh -c '{MOUNT} && cp -a \"$HOME_OF_CASE/built/.\" \"$HOME_OF_CASE/disk\" 2>/dev/null || exit 77;
             \"$0\" \"$@\"; code=$?; cp -a \"$HOME_OF_CASE/disk\" \"$HOME_OF_CASE/after\"; exit $code' \"$0\" \"$@\""
        ),
    };
    let mut command = by_shell(&line, &state, &arguments);
    command
        .env("HOME_OF_CASE", home)
        .env("XDG_CONFIG_HOME", home.join("config"));
    if let Room::Pages(pages) = room {
        command.env("PAGES", pages.to_string());
    }
    let mut child = command.spawn().expect("a shell");
    let mut typed = child.stdin.take().expect("a pipe");
    let steps: String = ["l", "h"]
        .into_iter()
        .cycle()
        .take(disk.steps.into())
        .collect();
    let mut lines = match disk.steps {
        0 => String::new(),
        _ => format!("keys {steps}\nlook\n"),
    };
    match disk.end {
        End::Input => {}
        End::Save => lines += "S\n",
        End::Leave => lines += "quit\nd\n",
        End::Signal(_) => {}
    }
    // The program may have exited, or may never read.
    let _ = typed.write_all(lines.as_bytes());
    // For a small file system a shell comes between, so the signal would not reach the program.
    let (End::Signal(bytes), Room::Enough | Room::Blocks(_)) = (disk.end, room) else {
        drop(typed);
        return ended(child, disk);
    };
    let out = child.stdout.as_mut().expect("a pipe");
    // A game prints more than that, and a refusal ends the output.
    let heard = out.read_exact(&mut vec![0; bytes.into()]);
    if heard.is_ok() {
        let _ = kill_process(Pid::from_child(&child), Signal::TERM);
    }
    let output = ended(child, disk);
    drop(typed);
    output
}

/// Asserts that each file is complete, and that a message and the exit code report every missing one.
fn check(root: &Path, disk: &Disk, output: &Output) {
    let [heard, said] =
        [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    let what = format!("{disk:?}: {:?}\n{heard}\n{said}", output.status);
    assert!(!said.contains("panicked"), "{what}");
    let code = output.status.code();
    assert!(matches!(code, None | Some(0 | 2)), "{what}");
    assert!(
        code.is_some() || matches!(disk.end, End::Signal(_)),
        "{what}"
    );
    if code.is_some() {
        let litter = unfinished(root);
        assert!(litter.is_empty(), "{litter:?}, {what}");
    }
    let has_words = said.lines().any(|line| line.starts_with("dungeon: "));
    assert_eq!(code == Some(2), has_words, "{what}");
    // Checks the recording.
    let film = root.join("films/film");
    let recorded = film.is_file().then(|| replayed(&film));
    let is_new = recorded
        .as_ref()
        .is_some_and(|recording| *recording != *OLD);
    if matches!(disk.film, Place::Old | Place::Link) {
        assert!(recorded.is_some(), "the old recording is lost, {what}");
    }
    let turns = OLD.moves.len() * usize::from(disk.is_resumed);
    let is_played = disk.steps > 0;
    if let Some(recording) = recorded.filter(|_| is_new && !matches!(disk.end, End::Signal(_))) {
        assert_eq!(
            recording.moves.len(),
            turns + usize::from(disk.steps),
            "{what}"
        );
    }
    // Checks the keys.
    let keys = root.join("scripts/keys");
    let text = keys
        .is_file()
        .then(|| fs::read_to_string(&keys).expect("text"));
    if let Some(text) = &text {
        let pressed = text.parse::<PackedKeys>().map(|keys| keys.len());
        let is_whole = text == OLD_KEYS
            || matches!(disk.end, End::Signal(_))
            || pressed == Ok(turns + usize::from(disk.steps));
        assert!(is_whole && pressed.is_ok(), "{text:?}, {what}");
    }
    if matches!(disk.keys, Place::Old | Place::Link) {
        assert!(text.is_some(), "the old keys are lost, {what}");
    }
    // Checks the saves; the old one must be unchanged.
    let state = root.join("state/dungeon/saves");
    let mut is_saved = false;
    for entry in fs::read_dir(&state).into_iter().flatten() {
        let path = entry.expect("an entry").path();
        let recording = replayed(&path);
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        match &name[..] {
            "hall.save" | "hall.checkpoint" if disk.saves == Place::Old => {
                assert_eq!(
                    recording, *OLD,
                    "another program's {name} was changed, {what}"
                );
            }
            _ => {
                is_saved |=
                    name.ends_with(".save") && recording.moves.len() >= usize::from(is_played)
            }
        }
    }
    if disk.saves == Place::Old {
        assert!(
            state.join("hall.save").is_file() && state.join("hall.checkpoint").is_file(),
            "{what}"
        );
    }
    if code != Some(0) {
        return;
    }
    // The program reported no error, so all files must exist.
    let is_worth_it = is_played || disk.is_resumed;
    if is_worth_it && matches!(disk.end, End::Input | End::Save) {
        assert!(is_saved, "not saved, without a message, {what}");
    }
    assert!(
        disk.film == Place::Unwritable || film.is_file() && (is_new || !is_worth_it || turns > 0),
        "{what}"
    );
    assert!(keys.is_file() && disk.keys != Place::FullDevice, "{what}");
}
