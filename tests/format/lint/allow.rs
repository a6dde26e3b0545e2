//! `allow` lines: the findings that they silence, their scope, and the reports about lines that silence nothing
//! (docs/format, "Warnings that are meant").
use dungeon::data::DungeonBuilder;
use dungeon_format::{Limits, Source};
use dungeon_lint::read;

/// Returns the findings in a text: severity, code and line, from 1.
fn told(text: &str) -> Vec<String> {
    let source = Source::from_text("allow.dng", text);
    let told = read(&source, &Limits::default())
        .1
        .into_iter()
        .map(|found| {
            let before = &source.text[..found.span.start as usize];
            let line = 1 + before.matches('\n').count();
            format!("{line} {}[{}]", found.severity.word(), found.code)
        });
    told.collect()
}

/// A level with a wanderer in the moat, after these lines.
fn moat(head: &str) -> String {
    format!("{head}map\n##########\n#@.$.#.w.#\n##########\nend\n")
}

#[test]
fn every_one_of_many_is_silenced_and_none_elsewhere() {
    let pockets = "#w".repeat(30);
    let wall = "#".repeat(61);
    let pens = format!(
        "map\n{wall}\n#@.$.{}\n{wall}\n{pockets}#\n{wall}\nend\n",
        "#".repeat(56)
    );
    let level = |name: &str, allow: &str| {
        let pens = if name == "2" {
            pens.replace('@', "<")
        } else {
            pens.replacen('.', ">", 1)
        };
        format!("level \"{name}\"\n{allow}{pens}")
    };
    let allow = "allow sealed-monster\n";
    assert!(told(&(level("1", allow) + &level("2", allow))).is_empty());
    let half = told(&(level("1", allow) + &level("2", "")));
    assert_eq!(
        half.len(),
        21,
        "twenty findings and a count of the rest: {half:?}"
    );
}

/// Silences each code in more places than a report lists, for findings of every stage; other findings are still
/// reported in full.
#[test]
fn what_every_stage_finds_is_silenced_before_any_of_it_is_counted() {
    let odd = "##########\n#........#\n#.......#\n#.......>#\n##########";
    let level = |nth: u32, allow: &str| {
        let map = if nth == 0 {
            odd.replacen('.', "@", 1)
        } else {
            odd.replacen('.', "<", 1)
        };
        format!("level \"{nth}\"\n{allow}map\n{map}\nend\n")
    };
    let levels = |allow: &dyn Fn(u32) -> &'static str| -> String {
        let levels = (0..25).map(|nth| level(nth, allow(nth)));
        levels.collect::<String>() + "level\nmap\n####\n#<$#\n####\nend\n"
    };
    let top = "allow odd-row\n".to_string();
    assert!(told(&(top + &levels(&|_| ""))).is_empty());
    let few = told(&levels(&|nth| {
        if nth < 22 { "allow odd-row\n" } else { "" }
    }));
    let lines = [3, 4, 5].map(|nth| format!("{} warning[odd-row]", 22 * 9 + (nth - 3) * 8 + 5));
    assert_eq!(few, lines);

    let sheep = |nth: u32| {
        format!(
            "item {} \"sheep\" herd=yes wealth=5\n",
            char::from(b'A' + nth as u8)
        )
    };
    let sheep: String = (0..25).map(sheep).collect();
    let drawn: String = ('A'..='Y').collect();
    let hill = format!(
        "rules siege\nmap\n{0}\n.@.{drawn}.\n{0}\nend\n",
        ".".repeat(29)
    );
    let told_of = |allow: &str| told(&format!("{allow}{sheep}{hill}"));
    assert_eq!(
        told_of("").len(),
        21,
        "twenty findings and a count of the rest"
    );
    assert!(told_of("allow unknown-key\n").is_empty());
}

/// Rows passed by a program are judged like those of a file.
#[test]
fn rows_of_a_program_are_silenced_too() {
    let odd = [
        "##########",
        "#........#",
        "#.......#",
        "#.......>#",
        "##########",
    ];
    let mut builder = DungeonBuilder::new().allow("odd-row");
    for nth in 0..25 {
        let begin = if nth == 0 { "#@.......#" } else { "#<.......#" };
        let rows = odd.map(|row| if row == odd[1] { begin } else { row });
        builder = builder.level(nth.to_string().as_str()).map(rows);
    }
    let builder = builder.level("last").map(["####", "#<$#", "####"]);
    let (dungeon, report) = builder.build_with_report();
    assert!(
        dungeon.is_some() && report.diagnostics.is_empty(),
        "{report}"
    );
}

/// A finding is compared only with the lines about its place, and a line only with the findings of its level or record:
/// comparing all pairs would take minutes.
#[test]
fn hundred_thousand_lines_are_as_good_as_one() {
    let lines = "allow near-miss\n".repeat(50_000);
    let records = "allow near-miss\nscatter $ 0\n".repeat(20_000);
    let mut found = told(&format!("{lines}{}{records}", moat("")));
    found.retain(|found| found.ends_with("warning[unused-allow]"));
    assert_eq!(found.len(), 21, "twenty findings and a count of the rest");
}
