//! Reading and checking a large file: processes of `dungeon check`, compared with loops written by hand for such files
//! only (`hand_loop`).
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use dungeon_peers::big_map::{Format, Terrain, text};

use super::ratios::{Claim, Table};

/// Cells on a side of the large map, and records on it.
const LARGE: (usize, usize) = (4000, 100_000);

pub fn measure(table: &mut Table) {
    let folder = tempfile::tempdir().expect("a folder for the files");
    let files = [
        ("classic, walls strewn", Format::Classic, Terrain::Pillars),
        ("classic, open", Format::Classic, Terrain::Open),
        ("classic, rooms", Format::Classic, Terrain::Rooms),
        (
            "modern drawn, walls strewn",
            Format::Drawn,
            Terrain::Pillars,
        ),
    ];
    for (name, format, terrain) in files {
        let file = written(folder.path(), &text(format, terrain, LARGE.0, LARGE.1));
        let peers = [
            (
                "flood",
                "a loop that reads, floods and tests places",
                1.0 / 1.5,
            ),
            ("read", "a loop that reads", 1.0 / 4.0),
        ];
        for (what, peer, goal) in peers {
            let claim = Claim {
                what: format!("`check`, 4000×4000, 100,000 records, {name}"),
                peer: peer.to_owned(),
                goal,
                limits: match format {
                    Format::Classic => "records: each becomes a node of the syntax, and a body or an item with its \
                                        place; page faults come next",
                    Format::Drawn => "nearly half of all instructions parse records, and a twentieth allocate and free their lists; page faults come next",
                }
                .to_owned(),
            };
            table.row(claim, || check(&file), || run(what, &file));
        }
    }
}

fn written(folder: &Path, text: &str) -> PathBuf {
    let file = folder.join("file.dng");
    fs::write(&file, text).expect("the file is written");
    file
}

fn check(file: &Path) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dungeon-program"));
    succeed(command.arg("check").arg(file));
}

/// Runs the hand-written loop.
fn run(what: &str, file: &Path) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hand-loop"));
    succeed(command.arg(what).arg(file));
}

fn succeed(command: &mut Command) {
    let status = command.stdout(Stdio::null()).status();
    assert!(status.is_ok_and(|status| status.success()), "{command:?}");
}
