//! Levels of public games, drawn anew in this language by what is where in them: each is read without a finding, is
//! looked at as it begins, and is won where it can be. Their files say whose they are.
use std::fmt::Write;
use std::fs;
use std::path::Path;

use crate::corpus::{folder, paths};
use dungeon_engine::event::Outcome;
use dungeon_format::include_folder::IncludeFolders;
use dungeon_format::report::Report;
use dungeon_format::source::{Limits, Source};
use dungeon_lint::load::read;
use dungeon_play::session::session::Session;

const FOLDER: &str = "fixtures/ok/ported";

/// The rows of a screen beside those of the map: a frame, the numbers in boxes, and what is told.
const ROUND_THE_MAP: i32 = 7;

/// The sources that the heads of files may name, with what stands there of each licence.
const SOURCES: [(&str, &str); 5] = [
    ("angband", "GNU General Public License 2"),
    ("boxoban", "Apache License 2.0"),
    ("crawl", "GNU General Public License 2 or later"),
    ("gvgai", "GNU General Public License 3 or later"),
    ("nethack", "NetHack General Public License"),
];

/// Keys that win a level with seed 0.
const WON: [(&str, &str); 16] = [
    ("angband-alchemist", "llllllllllllllnbbhbyhhhhhbbybhiahybialn"),
    (
        "angband-cross",
        "jjjjjbbhhhhyyuulllbbbnlllluulnnlllluuyyhhhnnnbhhhhyyhbbhhhhbbnllllhhyulllluulnnllllnnbhhhhh",
    ),
    ("angband-honeypot", "ulllnhylnjhbbh"),
    (
        "angband-rooms",
        "kkkkyhbbyyhyyyyyhbhbjjbhhhbbbbhhybhhhhhhhhhhhhhhhhhbjjjbhyybbbb>",
    ),
    (
        "boxoban",
        "hkkhkhhjjjllllhkkhjljhkkkhhjjllhkljllkkklkhhhljkhhlljljjjhhkljlkkkhklhhhjllkljjjjljkhjhjjjllklljlkjhhhhhk
         lllhhhkklljkhhjjlkjjllklljlkjhhhhhklllll",
    ),
    (
        "crawl-catacombs",
        "llllllnnnuunnuuk>",
    ),
    (
        "crawl-comb",
        "uuulnnnyhbbbjjnjbnu",
    ),
    ("crawl-doors", "nnnnnnnnnnljjlnljn"),
    ("crawl-rats", "llllllll>"),
    ("crawl-scarabs", "luununnh"),
    ("gvgai-bait", "hjhhkhhjllllkljlllklljhhhhkhjjjjkkkkkk>"),
    ("gvgai-labyrinth", "kkklllllkkkkhhhhkkkklllljjllllkkllll>"),
    ("gvgai-sokoban", "hkklljhlljjhkhkkhhjjljljhhhkl"),
    ("gvgai-zelda", "llllllljlljkhhhjjjjllkl>"),
    (
        "nethack-bigroom",
        "uuuuuullllnullllllllllllllllnunnnnnnnn>",
    ),
    ("nethack-mines", "uuuuullullnnlnnnnnnluuuuuuuunnnnnllnlllulnnnnuln>"),
];

fn name(path: &Path) -> String {
    let stem = path.file_stem().expect("a file has a name");
    stem.to_string_lossy().into_owned()
}

#[test]
fn ported_levels_are_read_without_a_finding() {
    for path in paths(FOLDER) {
        let limits = Limits::default();
        let source = Source::open(&path, &limits).expect("it can be read");
        let source = source.with_includes(&IncludeFolders::of(&path, &[]), &limits);
        let (_, diagnostics) = read(&source, &limits);
        let report = Report {
            source,
            diagnostics,
        };
        assert!(report.diagnostics.is_empty(), "{report}");
    }
}

#[test]
fn ported_levels_say_where_they_come_from() {
    for path in paths(FOLDER) {
        let text = fs::read_to_string(&path).expect("it can be read");
        let lines = text.lines().take_while(|line| line.starts_with("//"));
        let head = lines.map(|line| &line[2..]).collect::<String>();
        let name = name(&path);
        let (_, licence) = SOURCES
            .into_iter()
            .find(|(source, _)| name.starts_with(source))
            .unwrap_or_else(|| panic!("{name} begins with no source"));
        assert!(head.contains(licence), "{name}: {licence}");
        assert!(head.contains("Shows: "), "{name} says what it shows");
    }
}

#[test]
fn ported_levels_look_as_they_were_reviewed() {
    for path in paths(FOLDER) {
        let session = Session::open(&path).expect("a playable file").seed(0);
        let world = session.game().world();
        let height = world.size(world.here()).height;
        let frame = session.size(80, height + ROUND_THE_MAP).frame();
        insta::with_settings!({snapshot_suffix => name(&path)}, {
            insta::assert_snapshot!(frame.to_string());
        });
    }
}

#[test]
fn ported_levels_are_won() {
    let mut not_won = String::new();
    for (name, keys) in WON {
        let path = folder(FOLDER).join(format!("{name}.dng"));
        let mut session = Session::open(path).expect("a playable file").seed(0);
        let keys = keys.split_whitespace().collect::<String>();
        session.press(&keys).expect("these are keys");
        if session.outcome() != Some(Outcome::Won) {
            let (turn, left) = (session.turn(), session.latest_messages().join(" "));
            writeln!(not_won, "{name} after {turn} turns: {left}").expect("strings can be written");
        }
    }
    assert_eq!(not_won, "");
}
