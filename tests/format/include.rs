//! Files that include others: what is brought, whose meaning counts, what is refused, and where findings stand.
use std::collections::BTreeMap;

use dungeon::diagnostics::IncludeFiles;
use dungeon::dungeon::{Dungeon, Stat};
use dungeon::format::{Code, Limits, Report, Source, read};

/// Files by their names, which are paths from one folder.
struct Folder(BTreeMap<&'static str, String>);

impl IncludeFiles for Folder {
    fn open(&self, _: &str, path: &str, limits: &Limits) -> Result<(String, Source), String> {
        let text = self.0.get(path).ok_or("is not there")?;
        let source =
            Source::read(path, text.as_bytes(), limits).map_err(|error| error.to_string())?;
        Ok((path.to_string(), source))
    }
}

fn joined(main: &str, others: &[(&'static str, &str)]) -> Source {
    joined_within(main, others, &Limits::default())
}

fn joined_within(main: &str, others: &[(&'static str, &str)], limits: &Limits) -> Source {
    let files = others.iter().map(|(name, text)| (*name, text.to_string()));
    Source::from_text("main.dng", main).with_includes(&Folder(files.collect()), limits)
}

/// What is reported of a file and of those that it includes.
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

/// The health of the only monster.
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

/// A file that is cut before any of its declarations, with one or two parts in files of their own, is the file itself.
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
                // Marks of one glyph that stand in two files do not stack.
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
fn a_finding_stands_in_its_own_file_with_the_chain_of_includes() {
    let main = format!("title \"Main\"\ninclude \"a.dng\"{ROOM}");
    let beasts = "// beasts\nkind r \"rat\" is=wanderer helth=3\nwhat is this\n";
    let others = [("a.dng", "// a\n\ninclude \"b.dng\"\n"), ("b.dng", beasts)];
    insta::assert_snapshot!(report(&main, &others));
}

#[test]
fn a_finding_behind_what_is_included_keeps_its_line() {
    let main = format!("include \"a.dng\"{ROOM}").replace("r..$", "r.o$");
    insta::assert_snapshot!(report(
        &main,
        &[(
            "a.dng",
            &format!("{RAT}{RAT}").replacen("r \"rat\"", "k \"king\"", 1)
        )]
    ));
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
        let next = |nth: usize| match nth + 1 < length {
            true => format!("include \"{}\"\n", NAMES[nth + 1]),
            false => RAT.to_string(),
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
    // The mark behind the record is the including file's, and not the last vault's.
    let level = &dungeon.levels()[0];
    assert_eq!(level.stats_of(&level.spawns[0])[Stat::Health], 5);
}

#[test]
fn a_finding_in_an_included_vault_stands_in_its_own_file() {
    let main =
        "include \"vaults.dng\"\nlevel\nmap rooms 40 20 vaults=yes\nscatter @ 1\nscatter $ 1\n";
    let vaults = "vault \"den\"\nmap\n#####\n#$w.#\n#####\nend\n";
    let report = report(main, &[("vaults.dng", vaults)]);
    assert!(report.contains("error[bad-vault]"), "{report}");
    assert!(report.contains("--> vaults.dng:1:1"), "{report}");
}
