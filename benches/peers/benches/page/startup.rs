//! Start-up time of the program: `check` of a small file, and the first byte on the screen of a game or the menu.
//! Measures the processor time of whole processes.
//!
//! The program is this package's own build, or the one that DUNGEON_PROGRAM names, such as a static build. The peers
//! are NetHack's level compiler and its game in a terminal, from Debian's packages `nethack-common` and
//! `nethack-console`. Peers that are not installed are skipped.
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use portable_pty::{CommandBuilder, PtySize, native_pty_system};

use super::ratios::{Claim, Table};

const LEVEL_COMPILER: &str = "/usr/lib/games/nethack/lev_comp";
const NETHACK: &str = "/usr/games/nethack-console";

/// A room with a door, a monster and gold.
const SMALL: &str = "\
map
############
#@...#....$#
#....+..w..#
#....#.....#
############
end
";

/// The small room for NetHack's level compiler.
const SMALL_FOR_NETHACK: &str = "\
MAZE:\"small\",' '
FLAGS:noteleport
GEOMETRY:center,center
MAP
------------
|....|.....|
|....+.....|
|....|.....|
------------
ENDMAP
REGION:(0,0,11,4),lit,\"ordinary\"
DOOR:closed,(5,2)
OBJECT:('$',\"gold piece\"),(10,1)
MONSTER:('w',\"long worm\"),(8,2)
";

/// Measures whole processes.
pub fn measure(table: &mut Table) {
    let program = env::var_os("DUNGEON_PROGRAM");
    let program = program.unwrap_or_else(|| env!("CARGO_BIN_EXE_dungeon-program").into());
    let program = PathBuf::from(program);
    let folder = tempfile::tempdir().expect("a folder for files");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("a file");
        path
    };
    let (ours, theirs) = (
        write("small.dng", SMALL),
        write("small.des", SMALL_FOR_NETHACK),
    );
    let mut row = |what: &str, peer: &str, goal: f64, ours: &dyn Fn(), theirs: &dyn Fn()| {
        let claim = Claim {
            what: what.to_owned(),
            peer: peer.to_owned(),
            goal,
            limits: "the system's time: a new process, its pages, its libraries".to_owned(),
        };
        table.row(claim, ours, theirs);
    };
    let check = || run(&program, &["check".as_ref(), &ours], folder.path());
    let nothing = || run("true".as_ref(), &[], folder.path());
    row(
        "`check` of a small file, start to exit",
        "`true`",
        0.7,
        &check,
        &nothing,
    );
    if Path::new(LEVEL_COMPILER).exists() {
        let compile = || run(LEVEL_COMPILER.as_ref(), &[&theirs], folder.path());
        let peer = "NetHack's level compiler";
        row(
            "`check` of a small file, start to exit",
            peer,
            1.0,
            &check,
            &compile,
        );
    }
    let game = || first_byte(&program, &["crypt", "--seed", "7"], folder.path());
    let largest = || first_byte(&program, &["depths", "--seed", "7"], folder.path());
    // The folder has no saved games, so the menu shows the largest dungeon first.
    let without_saves = tempfile::tempdir().expect("a folder without saves");
    let menu = || first_byte(&program, &[], without_saves.path());
    // The cost of a terminal with a process in it.
    let cat = || first_byte("cat".as_ref(), &["small.dng"], folder.path());
    let peer = "`cat` of a file";
    row(
        "a game, to its first byte on the screen",
        peer,
        0.5,
        &game,
        &cat,
    );
    row(
        "a game of the depths, to its first byte on the screen",
        peer,
        0.5,
        &largest,
        &cat,
    );
    row(
        "the menu, to its first byte on the screen",
        peer,
        0.5,
        &menu,
        &cat,
    );
    let hall = hall();
    write("hall.dng", &hall);
    write(
        "scattered.dng",
        &format!("{hall}{}", "scatter $ 1\n".repeat(1000)),
    );
    let scattered = || first_byte(&program, &["scattered.dng"], folder.path());
    let empty = || first_byte(&program, &["hall.dng"], folder.path());
    row(
        "a game of 1,000 scatters on 500×500, to its first byte on the screen",
        "the map without them",
        0.1,
        &scattered,
        &empty,
    );
    if Path::new(NETHACK).exists() {
        let nethack = || first_byte(NETHACK.as_ref(), &["-u", "peer", "-D"], folder.path());
        row(
            "a game, to its first byte on the screen",
            "NetHack",
            2.0,
            &game,
            &nethack,
        );
    }
}

/// Returns a hall of 500×500 cells with gold in it.
fn hall() -> String {
    let inner = format!("#{}#\n", ".".repeat(498)).repeat(496);
    let [top, bottom] = ["@.", ".$"].map(|ends| {
        let (left, right) = ends.split_at(1);
        format!("#{left}{}{right}#\n", ".".repeat(496))
    });
    let wall = format!("{}\n", "#".repeat(500));
    format!("map\n{wall}{top}{inner}{bottom}{wall}end\n")
}

/// Runs a program, which must succeed.
fn run(program: &Path, arguments: &[&Path], folder: &Path) {
    let mut command = Command::new(program);
    let command = command.args(arguments).current_dir(folder);
    let status = command.stdout(Stdio::null()).status();
    assert!(
        status.is_ok_and(|status| status.success()),
        "{}",
        program.display()
    );
}

/// Runs a program in a terminal up to its first byte of output, and kills it.
fn first_byte(program: &Path, arguments: &[&str], folder: &Path) {
    let terminal = native_pty_system()
        .openpty(PtySize::default())
        .expect("a terminal");
    let mut command = CommandBuilder::new(program);
    command.args(arguments);
    command.cwd(folder);
    command.env("TERM", "xterm");
    command.env("HOME", folder);
    let mut child = terminal
        .slave
        .spawn_command(command)
        .expect("the program runs");
    let mut screen = terminal.master.try_clone_reader().expect("a terminal");
    screen.read_exact(&mut [0]).expect("a byte");
    child.kill().expect("it runs");
    child.wait().expect("it ends");
}
