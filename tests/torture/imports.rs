//! Mutated files of other programs and their legends: each is imported or refused, and the result of an import is in
//! its canonical form.
use std::cell::Cell;
use std::path::Path;
use std::sync::LazyLock;

use dungeon::interchange::import::{ForeignFormat, Import, ImportError, LevelChoice};
use dungeon::interchange::side_file::SideFileError;
use dungeon_format::canonical::format_text;
use dungeon_format::characters::{Fault, fault};
use dungeon_format::source::{Limits, Source};
use proptest::prelude::*;

use super::mutation::{mutate, mutation};
use super::{Ordeal, try_on};

/// The files of `fixtures/import`, each with its format and its legend.
const FILES: &[(&str, ForeignFormat, &str)] = &[
    ("cellar.tmx", ForeignFormat::Tmx, "cellar.legend"),
    ("packed.tmx", ForeignFormat::Tmx, "cellar.legend"),
    ("endless.tmx", ForeignFormat::Tmx, "cellar.legend"),
    ("cellar.tmj", ForeignFormat::Tmj, "cellar.legend"),
    ("cistern.ldtk", ForeignFormat::Ldtk, "cistern.legend"),
    ("vault.txt", ForeignFormat::Angband, "vault.legend"),
    ("vault-3.txt", ForeignFormat::Angband, "vault.legend"),
    ("cellars.des", ForeignFormat::Crawl, "cellars.legend"),
    ("ferry.des", ForeignFormat::Nethack, "well.legend"),
    ("keep.des", ForeignFormat::Nethack, "well.legend"),
    ("gaol.des", ForeignFormat::Crawl, "gaol.legend"),
    ("store.xsb", ForeignFormat::Sokoban, "well.legend"),
    ("spellings.xsb", ForeignFormat::Sokoban, "well.legend"),
    ("store.slc", ForeignFormat::Sokoban, "well.legend"),
    (
        "ferryman.ps",
        ForeignFormat::PuzzleScript,
        "ferryman.legend",
    ),
    ("boxoban.txt", ForeignFormat::Sokoban, "well.legend"),
    ("well.txt", ForeignFormat::Ascii, "well.legend"),
];

/// The format of a file, its content, and the content of its legend.
type SoundFile = (ForeignFormat, Vec<u8>, Vec<u8>);

/// The files before mutation.
static SOUND: LazyLock<Vec<SoundFile>> = LazyLock::new(|| {
    let read = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("fixtures/import")
            .join(name);
        std::fs::read(path).expect("a fixture")
    };
    let files = FILES.iter();
    files
        .map(|(name, format, legend)| (*format, read(name), read(legend)))
        .collect()
});

/// Mutated files of every format, and random characters.
pub const IMPORTS: Ordeal = Ordeal {
    name: "imports",
    cost: 1,
    run: |config| {
        let word = prop::sample::select(vec![
            "\"65536\"",
            "4294967295",
            "-1",
            "0",
            "1e99",
            "<layer ",
            "<data/>",
            "<group>",
            "</map>",
            "null",
            "[[[",
            "{}",
            "../x.tsx",
            "gid 5 = ",
            "tile ",
            "'=' = =",
            "SUBST: . = x:0 .",
            "NSUBST: . = 2:w / *:.",
            "SHUFFLE: x.",
            "KMONS: x = a / b",
            "IF [50%] {\n",
            "LOOP [99999999] {\n",
            "$a = $a\n",
            "(99,-1)",
            "SHUFFLE: $den\n",
            "MAP\n",
            "ENDMAP\n",
            "D:",
            "N:1:",
            "end\n",
            "//",
            "\u{fffd}",
            "\u{1b}",
            "Title: ",
        ]);
        let inserts = prop::collection::vec((any::<usize>(), word), 0..4);
        let changes = prop::collection::vec(mutation(), 0..4);
        let noise = prop::option::weighted(0.1, "[ -~\n]{0,300}");
        try_on(
            config,
            &(any::<usize>(), inserts, changes, any::<bool>(), noise),
            endure,
        )
    },
};

type Case = (
    usize,
    Vec<(usize, &'static str)>,
    Vec<super::mutation::Mutation>,
    bool,
    Option<String>,
);

fn endure((which, inserts, changes, is_legend, noise): Case) {
    let (format, file, legend) = &SOUND[which % SOUND.len()];
    let changed = |mut bytes: Vec<u8>| {
        for (at, word) in &inserts {
            let at = at % (bytes.len() + 1);
            bytes.splice(at..at, word.bytes());
        }
        changes.iter().cloned().fold(bytes, mutate)
    };
    let (file, legend) = match (noise, is_legend) {
        (Some(noise), true) => (file.clone(), noise.into_bytes()),
        (Some(noise), false) => (noise.into_bytes(), legend.clone()),
        (None, true) => (file.clone(), changed(legend.clone())),
        (None, false) => (changed(file.clone()), legend.clone()),
    };
    let limits = Limits {
        cells: 1 << 14,
        all_cells: 1 << 15,
        side: 1 << 10,
        ..Limits::default()
    };
    let asked = Cell::new(0);
    let beside = |path: &Path| {
        asked.set(asked.get() + 1);
        let is_inside = path
            .components()
            .all(|part| matches!(part, std::path::Component::Normal(_)));
        if !is_inside {
            return Err(SideFileError::Outside);
        }
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/import");
        Ok(std::fs::read(folder.join(path))?)
    };
    let (source, legend) = (
        Source::from_bytes("torture", file),
        Source::from_bytes("legend", legend),
    );
    let import = Import {
        source: &source,
        format: *format,
        legend: Some(&legend),
        beside: &beside,
        choice: &LevelChoice::default(),
        title: "torture",
    };
    let imported = match import.run(&limits) {
        Ok(imported) => imported,
        Err(ImportError::Faults(faults)) => {
            assert!(!faults.is_empty(), "refused without a message");
            return faults
                .iter()
                .for_each(|fault| check_line(&fault.to_string()));
        }
        Err(ImportError::Text(report)) => {
            assert!(!report.diagnostics.is_empty(), "refused without a message");
            return;
        }
    };
    let told = imported.losses.iter().chain(&imported.unused);
    told.for_each(|note| check_line(&note.to_string()));
    let written = Source::from_text("imported", imported.text.as_str());
    let canonical = format_text(&written, &limits).expect("a written text can be read");
    assert_eq!(canonical, imported.text);
    // The texts of a file may contain wide characters and unusual spaces, but no control characters.
    let is_obeyed = |c: char| fault(c) == Some(Fault::Control);
    let mut lines = imported.text.lines();
    assert_eq!(lines.find(|line| line.contains(is_obeyed)), None);
}

/// Asserts that a line can be printed unchanged.
fn check_line(line: &str) {
    assert!(
        line.chars().all(|c| fault(c).is_none() || c == '\t'),
        "{line:?} is not printable"
    );
}
