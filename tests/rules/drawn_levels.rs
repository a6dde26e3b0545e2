//! Levels that each show some features of the format: each is read without a finding, compared at its start, and played
//! to its end.
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

const FOLDER: &str = "fixtures/ok/drawn";

/// The rows of a screen besides the map: the frame, the status boxes and the message.
const ROUND_THE_MAP: i32 = 7;

/// The levels from other sources, with the license that their heads name. All others were drawn for this project.
const FROM_ELSEWHERE: [(&str, &str); 1] = [("boxoban", "Apache License 2.0")];

/// Keys that end a level with seed 0, and the outcome.
const PLAYED: [(&str, &str, Outcome); 21] = [
    ("acting-terrain", "nnnllnuuuunnlh55u", Outcome::Won),
    ("aimless-enemies", "kllllllll5lkkkkllllljjhhllkkkhhhhhhhhhhjjhhkkhh>", Outcome::Won),
    (
        "boulders-fill-gaps",
        "klkljhjlllllhhhjjhkhkllllllhhhhhklkljhjlllllhhhhhjjlkhklllllllllkljjhkhhhhhhhhklkljhjlllllllkljjjjj>",
        Outcome::Won,
    ),
    (
        "boxoban",
        "hkkhkhhjjjllllhkkhjljhkkkhhjjllhkljllkkklkhhhljkhhlljljjjhhkljlkkkhklhhhjllkljjjjljkhjhjjjllklljlkjh
         hhhhklllhhhkklljkhhjjlkjjllklljlkjhhhhhklllll",
        Outcome::Won,
    ),
    ("classes-and-ranges", "yyyyyyyhhhhhhhhbyhbbbbbbbbbb>", Outcome::Won),
    ("deadly-traps", "jjjjlllljjllllllllllkkllkkkk>", Outcome::Won),
    ("deadly-traps", "lljjllkklllljjllkkllll", Outcome::Lost),
    ("deadly-traps", "............................................................", Outcome::Lost),
    ("fast-swarm", "llllnnnuunnnuylnnnyyhbbyhbb", Outcome::Won),
    ("guarded-item", "jjjjjnnuull", Outcome::Won),
    ("included-vaults", "uuuuuunnllllnjjjjjbbjjnlllllluullnnnnn>", Outcome::Won),
    ("kept-flasks", "jjnnbnulllllluukuuulllnnulljjniannn", Outcome::Won),
    ("last-goal-leave", "jlllkkklllhhhjjjhhhkkklllllllllljkhhhhhjjj>", Outcome::Won),
    ("monsters-by-chance", "lulnnn5u", Outcome::Won),
    (
        "nests-and-survival",
        "kkkkhhhhlhlhlhlhlhlhlhlhlhlhlhlhlhlhlhlhlhlhlhlhlhllhhlhlhlhlhlhlhlhlhlhlhlhlhlhlhlhlhlhlhllhlhhlhlh
         lhlhlhlhlhlhlhlhlhlhlhlhlhlhlhllhlhhlhlhlhlhlhlhlh",
        Outcome::Won,
    ),
    ("own-box-glyphs", "llllllkkhhjkhhkhhjhhjjjllkllllkkhhhhljjj", Outcome::Won),
    ("plate-opens-walls", "n555555n5ll555555lqy5l5dluun555555n5llnj>", Outcome::Won),
    ("scattered-caves", "uullllnnnlluulnnnnluuunnlluuuuunnnnnnn>", Outcome::Won),
    ("shuffled-cells", "yyyk>", Outcome::Won),
    ("stacked-marks", "nnnbnkuuuuunulllllllnnnnlnu", Outcome::Won),
    ("weighted-marks", "llllllnnnjnnnnnnlllluuulnnnnhykuuuuyuuu", Outcome::Won),
];

fn name(path: &Path) -> String {
    let stem = path.file_stem().expect("a file has a name");
    stem.to_string_lossy().into_owned()
}

#[test]
fn drawn_levels_are_read_without_a_finding() {
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
fn drawn_levels_say_what_they_show_and_whose_they_are() {
    for path in paths(FOLDER) {
        let text = fs::read_to_string(&path).expect("it can be read");
        let lines = text.lines().take_while(|line| line.starts_with("//"));
        let head = lines.map(|line| &line[2..]).collect::<String>();
        let name = name(&path);
        assert!(
            head.contains("Shows: "),
            "{name} needs a comment on what it shows"
        );
        let license = FROM_ELSEWHERE.into_iter().find(|(from, _)| *from == name);
        match license {
            Some((_, license)) => assert!(head.contains(license), "{name}: {license}"),
            None => assert!(!head.contains("License"), "{name} is not of this project"),
        }
    }
}

#[test]
fn drawn_levels_look_as_they_were_reviewed() {
    for path in paths(FOLDER) {
        let session = Session::open(&path).expect("a playable file").with_seed(0);
        let world = session.game().world();
        let height = world.size(world.here()).height;
        let frame = session.with_size(80, height + ROUND_THE_MAP).frame();
        insta::with_settings!({snapshot_suffix => name(&path)}, {
            insta::assert_snapshot!(frame.to_string());
        });
    }
}

#[test]
fn drawn_levels_end_as_played() {
    let mut others = String::new();
    for (name, keys, outcome) in PLAYED {
        let path = folder(FOLDER).join(format!("{name}.dng"));
        let mut session = Session::open(path).expect("a playable file").with_seed(0);
        let keys = keys.split_whitespace().collect::<String>();
        session.press(&keys).expect("these are keys");
        if session.outcome() != Some(outcome) {
            let (turn, left) = (session.turn(), session.latest_messages().join(" "));
            writeln!(others, "{name} after {turn} turns: {left}").expect("strings can be written");
        }
    }
    assert_eq!(others, "");
}

#[test]
fn every_drawn_level_is_won() {
    let won = PLAYED
        .into_iter()
        .filter(|(_, _, outcome)| *outcome == Outcome::Won);
    let mut won: Vec<_> = won.map(|(name, _, _)| name.to_string()).collect();
    won.sort();
    let mut files: Vec<_> = paths(FOLDER).iter().map(|path| name(path)).collect();
    files.sort();
    assert_eq!(won, files);
}
