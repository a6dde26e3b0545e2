//! Files that include others: included declarations, precedence, refusals, and the places of findings.
use std::cell::Cell;
use std::collections::BTreeMap;

use dungeon::diagnostics::IncludeFiles;
use dungeon_format::{Code, Limits, Report, Source};
use dungeon_lint::read;
use dungeon_model::dungeon::{Dungeon, Stat};

/// Files by name, as paths from one folder, with the requests for them.
#[derive(Default)]
struct Folder {
    files: BTreeMap<&'static str, Vec<u8>>,
    finds: Cell<usize>,
    reads: Cell<usize>,
}

impl IncludeFiles for Folder {
    fn find(&self, from: &str, path: &str) -> Result<String, String> {
        self.finds.set(self.finds.get() + 1);
        let folder = from.rsplit_once('/').map(|(folder, _)| folder);
        let key = folder.map_or(path.to_string(), |folder| format!("{folder}/{path}"));
        let is_there = self.files.contains_key(key.as_str());
        is_there.then_some(key).ok_or("is not there".to_string())
    }

    fn read(&self, key: &str, limits: &Limits) -> Result<Source, String> {
        self.reads.set(self.reads.get() + 1);
        let bytes = self.files[key].as_slice();
        Source::read(key, bytes, limits).map_err(|error| error.to_string())
    }
}

fn folder(files: &[(&'static str, &str)]) -> Folder {
    let files = files
        .iter()
        .map(|(name, text)| (*name, text.as_bytes().to_vec()));
    Folder {
        files: files.collect(),
        ..Folder::default()
    }
}

fn joined(main: &str, others: &[(&'static str, &str)]) -> Source {
    joined_within(main, others, &Limits::default())
}

fn joined_within(main: &str, others: &[(&'static str, &str)], limits: &Limits) -> Source {
    Source::from_text("main.dng", main).with_includes(&folder(others), limits)
}

/// Returns the report about a file and its includes.
fn report(main: &str, others: &[(&'static str, &str)]) -> String {
    let source = joined(main, others);
    let (_, diagnostics) = read(&source, &Limits::default());
    let report = Report {
        source,
        diagnostics,
    };
    report.to_string()
}

fn codes(source: &Source) -> Vec<Code> {
    let (_, found) = read(source, &Limits::default());
    found.iter().map(|found| found.code).collect()
}

fn dungeon(source: &Source) -> Dungeon {
    let (dungeon, diagnostics) = read(source, &Limits::default());
    let source = source.clone();
    let report = Report {
        source,
        diagnostics,
    };
    assert!(report.diagnostics.is_empty(), "{report}");
    dungeon.expect("a dungeon without findings")
}

const ROOM: &str = "\nlevel\nmap\n##########\n#@...r..$#\n##########\nend\n";
const RAT: &str = "kind r \"rat\" is=wanderer health=3\n";

/// Returns the health of the only monster.
fn health(source: &Source) -> i32 {
    let dungeon = dungeon(source);
    let level = &dungeon.levels()[0];
    level.stats_of(&level.spawns[1])[Stat::Health]
}

#[test]
fn what_a_file_declares_is_brought_and_nothing_else() {
    let shared = format!(
        "title \"Beasts\"\nauthor \"A\"\nabout \"B\"\nseed 9\nhero health=99\nrules explore fog=yes\n\
         goal survive=9\nlose turns=10\n{RAT}item i \"never drawn\"\nmark H g\nlevel\nmap\n#####\n#@$.#\n#####\nend\n"
    );
    let source = joined(
        &format!("include \"beasts.dng\"{ROOM}"),
        &[("beasts.dng", &shared)],
    );
    let included = dungeon(&source);
    let written = dungeon(&Source::from_text("main.dng", format!("{RAT}{ROOM}")));
    assert_eq!(included.levels(), written.levels());
    assert_eq!((included.title(), included.seed()), ("", None));
    assert_eq!(health(&source), 3);
}

#[test]
fn the_whole_text_is_the_same_dungeon_without_another_file() {
    let others = [("a.dng", "include \"b.dng\"\nmark X r"), ("b.dng", RAT)];
    let source = joined(&format!("include \"a.dng\" // beasts\r\n{ROOM}"), &others);
    let whole = source.whole_text();
    assert!(whole.contains("// include \"a.dng\""), "{whole}");
    let (again, _) = read(&Source::from_text("main.dng", whole), &Limits::default());
    assert_eq!(Some(dungeon(&source)), again);
}

/// Comments out all lines of a record that continues in indented lines.
#[test]
fn the_whole_text_of_an_include_over_several_lines_is_the_same_dungeon() {
    for line_end in ["\n", "\r\n", "\r"] {
        let include = "title \"x\"\ninclude // beasts\n  // of\n\n  \"a.dng\" // mine\n";
        let main = format!("{include}{ROOM}").replace('\n', line_end);
        let source = joined(&main, &[("a.dng", RAT)]);
        let whole = Source::from_text("main.dng", source.whole_text());
        assert_eq!(dungeon(&source), dungeon(&whole), "{line_end:?}");
    }
}

/// An indented line continues a record of its own file only.
#[test]
fn a_record_does_not_go_on_in_another_file() {
    let others = [("a.dng", "  health=3\nkind r \"rat\" is=wanderer")];
    insta::assert_snapshot!(report(&format!("include \"a.dng\"{ROOM}"), &others));
    let below = format!("include \"a.dng\"\n  health=9{ROOM}");
    insta::assert_snapshot!(report(&below, &[("a.dng", RAT)]));
    let dropped = format!("{RAT}title 5\n  health=9\nitem i \"x\"\n");
    let main = format!("include \"a.dng\"{ROOM}");
    assert_eq!(health(&joined(&main, &[("a.dng", &dropped)])), 3);
}

/// A file split before any of its declarations, with one or two parts in included files, gives the same dungeon.
#[test]
fn a_file_of_which_a_part_is_included_is_the_file_itself() {
    let lines = [
        "tile ~ \"moss\"",
        "item i \"tail\" wealth=3",
        RAT.trim_end(),
        "kind R \"rat king\" is=r\n  health=9 // and more",
        "mark X $",
        "mark X R",
        "mark 8 .",
        "mark P p via=8",
    ];
    let room = "\nlevel\nmap\n############\n#@..X..P..8#\n#~..i..r...#\n############\nend\n";
    let text = |lines: &[&str]| lines.join("\n");
    let plain = dungeon(&Source::from_text("main.dng", text(&lines) + room));
    for from in 0..lines.len() {
        for to in from..=lines.len() {
            for middle in from..=to {
                // Marks of one glyph in two files do not stack.
                let is_cut_mark = [from, middle, to].contains(&5);
                let (one, other) = (text(&lines[from..middle]), text(&lines[middle..to]));
                let (before, behind) = (text(&lines[..from]), text(&lines[to..]));
                let both =
                    format!("{before}\ninclude \"a.dng\"\ninclude \"b.dng\"\n{behind}{room}");
                let apart = joined(&both, &[("a.dng", &one), ("b.dng", &other)]);
                assert!(
                    is_cut_mark || dungeon(&apart) == plain,
                    "{from} {middle} {to}"
                );
                let nested = format!("{before}\ninclude \"a.dng\"\n{behind}{room}");
                let one = format!("{one}\ninclude \"b.dng\"");
                let nested = joined(&nested, &[("a.dng", &one), ("b.dng", &other)]);

                assert!(
                    is_cut_mark || dungeon(&nested) == plain,
                    "{from} {middle} {to}"
                );
            }
        }
    }
}

#[test]
fn a_meaning_of_the_file_that_includes_replaces_what_it_includes() {
    let strong = "kind r \"rat\" is=ghost health=7\n";
    for main in [
        format!("include \"a.dng\"\n{strong}{ROOM}"),
        format!("{strong}include \"a.dng\"{ROOM}"),
    ] {
        assert_eq!(health(&joined(&main, &[("a.dng", RAT)])), 7);
    }
    let main = format!("include \"a.dng\"{ROOM}");
    let through = format!("include \"b.dng\"\n{strong}");
    assert_eq!(
        health(&joined(&main, &[("a.dng", &through), ("b.dng", RAT)])),
        7
    );
    let marked = format!("include \"a.dng\"\nmark r g health=5{ROOM}");
    assert_eq!(health(&joined(&marked, &[("a.dng", RAT)])), 5);
}

#[test]
fn two_included_meanings_are_a_conflict_that_names_both_files() {
    let main = format!("include \"a.dng\"\ninclude \"b.dng\"{ROOM}");
    let other = "item i \"x\"\nkind r \"rider\" is=ghost\n";
    insta::assert_snapshot!(report(&main, &[("a.dng", RAT), ("b.dng", other)]));
    let settled = main.replace("level", "kind r \"own\" is=wanderer health=4\nlevel");
    assert_eq!(
        health(&joined(&settled, &[("a.dng", RAT), ("b.dng", other)])),
        4
    );
}

#[test]
fn a_file_that_two_files_include_is_brought_once() {
    let main = format!("include \"a.dng\"\ninclude \"b.dng\"\ninclude \"c.dng\"{ROOM}");
    let through = "include \"c.dng\"\n";
    let others = [("a.dng", through), ("b.dng", through), ("c.dng", RAT)];
    assert_eq!(health(&joined(&main, &others)), 3);
}

#[test]
fn what_cannot_be_included_is_reported_with_the_reason() {
    let others = [
        ("self.dng", "include \"self.dng\"\n"),
        ("a.dng", "include \"b.dng\"\n"),
        ("b.dng", "include \"c.dng\"\n"),
        ("c.dng", "include \"a.dng\"\n"),
        ("classic.dng", "3 3\n###\n#.#\n###\nh 1 1\nq\n"),
    ];
    let includes =
        "include \"no.dng\"\ninclude \"self.dng\"\ninclude \"a.dng\"\ninclude \"classic.dng\"\n";
    insta::assert_snapshot!(report(&format!("{includes}{RAT}{ROOM}"), &others));
    let alone = Source::from_text("main.dng", format!("include \"a.dng\"\n{RAT}{ROOM}"));
    assert_eq!(codes(&alone), [Code::BadInclude]);
    let below = Source::from_text("main.dng", format!("{RAT}{ROOM}include \"a.dng\"\n"));
    assert_eq!(codes(&below), [Code::UnknownRecord]);
}

#[test]
fn depth_count_and_bytes_are_bounded() {
    const NAMES: [&str; 70] = {
        let mut names = ["0.dng"; 70];
        let all = [
            "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15",
            "16", "17", "18", "19", "20", "21", "22", "23", "24", "25", "26", "27", "28", "29",
            "30", "31", "32", "33", "34", "35", "36", "37", "38", "39", "40", "41", "42", "43",
            "44", "45", "46", "47", "48", "49", "50", "51", "52", "53", "54", "55", "56", "57",
            "58", "59", "60", "61", "62", "63", "64", "65", "66", "67", "68", "69",
        ];
        let mut nth = 0;
        while nth < names.len() {
            names[nth] = all[nth];
            nth += 1;
        }
        names
    };
    let chain = |length: usize| {
        let next = |nth: usize| {
            if nth + 1 < length {
                format!("include \"{}\"\n", NAMES[nth + 1])
            } else {
                RAT.to_string()
            }
        };
        let texts: Vec<String> = (0..length).map(next).collect();
        let files: Vec<(&'static str, &str)> = NAMES
            .into_iter()
            .zip(texts.iter().map(String::as_str))
            .collect();
        codes(&joined(&format!("include \"0\"{ROOM}"), &files))
    };
    assert_eq!(chain(8), []);
    assert!(chain(9).contains(&Code::BadInclude));
    let many = |count: usize| {
        let includes: String = NAMES[..count]
            .iter()
            .map(|name| format!("include \"{name}\"\n"))
            .collect();
        let files: Vec<(&'static str, &str)> = NAMES
            .into_iter()
            .map(|name| (name, "// nothing\n"))
            .collect();
        codes(&joined(&format!("{includes}{RAT}{ROOM}"), &files))
    };
    assert_eq!(many(64), []);
    assert_eq!(many(65), [Code::BadInclude]);
    let small = Limits {
        file: 400,
        ..Limits::default()
    };
    let long = format!("// {}\n", "x".repeat(200));
    let main = format!("include \"a.dng\"\ninclude \"b.dng\"\n{RAT}{ROOM}");
    let source = joined_within(&main, &[("a.dng", &long), ("b.dng", &long)], &small);
    let (_, found) = read(&source, &Limits::default());
    assert_eq!(found.len(), 1);
    assert!(
        found[0]
            .message
            .to_string()
            .contains("400 bytes in all files")
    );
}

#[test]
fn a_path_is_relative_to_the_file_that_includes() {
    let through = [
        ("below/a.dng", "include \"b.dng\"\n"),
        ("below/b.dng", RAT),
        ("b.dng", "// another one\n"),
    ];
    let main = format!("include \"below/a.dng\"{ROOM}");
    assert_eq!(health(&joined(&main, &through)), 3);
}

/// Thousands of lines, in the first file and in another one, include a large file or one without declarations.
#[test]
fn no_file_is_read_twice_however_many_lines_ask_for_it() {
    let large = format!("// {}\n", "x".repeat(9_000));
    let classic = "3 3\n###\n#.#\n###\nh 1 1\nq\n";
    let many = |name: &str| format!("include \"{name}\"\n").repeat(3_000);
    let main = format!("{}{}{RAT}{ROOM}", many("a.dng"), many("classic.dng"));
    let itself = many("a.dng") + &large;
    let files = folder(&[("a.dng", &itself), ("classic.dng", classic)]);
    let source = Source::from_text("main.dng", main).with_includes(&files, &Limits::default());
    assert!(source.text.contains(&large));
    let (finds, reads) = (files.finds.get(), files.reads.get());
    assert!(finds <= 4_096, "64 files could include each other: {finds}");
    assert!(reads <= 64, "up to the include limit: {reads}");
    let (_, found) = read(&source, &Limits::default());
    let told = found.iter().map(|found| found.message.to_string());
    let told: Vec<String> = told.collect();
    assert!(told.iter().any(|told| told.contains("itself")), "{told:?}");
}

/// Invalid UTF-8 is reported at its own line, also in parts that are left out.
#[test]
fn bad_bytes_keep_their_places() {
    let bad = b"title \"\xff\"\nkind r \"r\xfft\" is=wanderer\n// \xff\xfe\xff\n".to_vec();
    let mut files = folder(&[]);
    files.files.insert("a.dng", bad);
    let main = b"// \xff\ninclude \"a.dng\"\n// \xff\n".to_vec();
    let source = Source::from_bytes("main.dng", [main, ROOM.into()].concat());
    let source = source.with_includes(&files, &Limits::default());
    let slices = source.not_utf8.iter().map(|span| source.slice(*span));
    let slices: Vec<&str> = slices.collect();
    assert_eq!(
        slices,
        [
            "\u{fffd}",
            "\u{fffd}",
            "\u{fffd}\u{fffd}\u{fffd}",
            "\u{fffd}"
        ]
    );
}

#[test]
fn a_file_of_vaults_is_brought_with_their_maps_marks_and_records() {
    let vaults = "item k \"key\" opens=bronze\nmark c $ wealth=7\n\
                  vault \"den\"\nmap\n#####\n#cwD#\n####+\nend\nmark D + locked=bronze\nw 3 2 health=9\n\
                  vault \"far too large\"\nmap\n+..................................................+\nend\n";
    let main = "include \"vaults.dng\"\nmark M w health=5\nlevel\nmap rooms 40 20 vaults=yes\nM 5 5\n\
                scatter @ 1\nscatter k 1\n";
    let source = joined(main, &[("vaults.dng", vaults)]);
    let dungeon = dungeon(&source);
    let names: Vec<&str> = dungeon
        .vaults()
        .iter()
        .map(|vault| vault.name.as_str())
        .collect();
    assert_eq!(names, ["den", "far too large"]);
    let den = &dungeon.vaults()[0];
    assert_eq!(den.stats_of(&den.spawns[0])[Stat::Health], 9);
    assert_eq!((den.items.len(), den.entries.len()), (1, 1));
    // The mark after the record belongs to the including file, not to the last vault.
    let level = &dungeon.levels()[0];
    assert_eq!(level.stats_of(&level.spawns[0])[Stat::Health], 5);
}
