//! The benches on `docs/PERFORMANCE.md` that compare us with peers: all, or the named ones. With `write` before the
//! names, rewrites their sections of the page, each with the date, the commit, its tables and the limits of each row.
//! For `growth`, it writes the plots, too; for `proofs`, the tables of `docs/PLAYERS.md`. Run with `cargo bench --manifest-path benches/peers/Cargo.toml --bench page
//! -- [write] [BENCH...]`.
mod ratios;

#[path = "../../../../tests/page/counts.rs"]
mod counts;

mod check;
mod clone;
mod frames;
mod growing;
mod growth;
mod parse;
mod path;
mod proofs;
mod screen;
mod search;
mod sight;
mod startup;
mod turns;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::{env, fs, io};

use ratios::{COUNTS_HEAD, Outcome, RATIOS_HEAD, Table, count_line, line};

/// The benches in the order of the page; `growth` follows them.
const BENCHES: [(&str, fn(&mut Table)); 10] = [
    ("parse", parse::measure),
    ("check", check::measure),
    ("startup", startup::measure),
    ("turns", turns::measure),
    ("clone", clone::measure),
    ("search", search::measure),
    ("path", path::measure),
    ("sight", sight::measure),
    ("frames", frames::measure),
    ("screen", screen::measure),
];

/// The lines around the part of a page that is written here.
const MARKS: [&str; 2] = ["<!-- measured: begin -->\n", "<!-- measured: end -->\n"];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Cargo adds an option of its own.
    let words = env::args().skip(1).filter(|word| !word.starts_with("--"));
    let (written, names): (Vec<String>, Vec<String>) = words.partition(|word| word == "write");
    let is_wanted = |name: &str| names.is_empty() || names.iter().any(|wanted| wanted == name);
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let mut sections = BTreeMap::new();
    let head = head()?;
    for (name, measure) in BENCHES.into_iter().filter(|(name, _)| is_wanted(name)) {
        println!("\n### `{name}`\n");
        let mut table = Table::default();
        measure(&mut table);
        sections.insert(name, format!("\n{head}{}", rows(&table)));
    }
    if is_wanted("growth") {
        let plots = docs.join("performance");
        growth::measure((!written.is_empty()).then_some(&plots))?;
    }
    if is_wanted("proofs") {
        let tables = proofs::measure()?;
        if !written.is_empty() {
            let page = docs.join("PLAYERS.md");
            let text = fs::read_to_string(&page)?;
            let parts = between_marks(&text).ok_or("the page of players lacks its marks")?;
            let [before, _, after] = parts;
            let text = [before, MARKS[0], &head, "\n", &tables, MARKS[1], after].concat();
            fs::write(page, text)?;
        }
    }
    if !written.is_empty() {
        let page = docs.join("PERFORMANCE.md");
        let text = with_sections(&fs::read_to_string(&page)?, &sections);
        fs::write(page, text.ok_or("the page lacks its marks")?)?;
    }
    Ok(())
}

/// Returns the page with sections replaced by name; `None` if a mark is missing.
fn with_sections(page: &str, sections: &BTreeMap<&str, String>) -> Option<String> {
    let [before, kept, after] = between_marks(page)?;
    let section = |(name, _)| {
        let head = format!("\n### `{name}`\n");
        let new = sections.get(name).map(String::as_str);
        let old = || Some(kept.split_once(&head)?.1.split("\n### ").next()?.trim_end());
        let text = new.or_else(old).unwrap_or_default().trim_end();
        format!("{head}{text}\n")
    };
    let sections: String = BENCHES.into_iter().map(section).collect();
    Some([before, MARKS[0], &sections, MARKS[1], after].concat())
}

/// Returns the parts of a page before, between and after its marks; `None` if a mark is missing.
fn between_marks(page: &str) -> Option<[&str; 3]> {
    let (before, rest) = page.split_once(MARKS[0])?;
    let (kept, after) = rest.split_once(MARKS[1])?;
    Some([before, kept, after])
}

/// Returns the date and the measured commit, and whether its files were changed.
fn head() -> io::Result<String> {
    let date = printed("date", &["+%Y-%m-%d"])?;
    let commit = printed("git", &["rev-parse", "--short=12", "HEAD"])?;
    let changed = printed("git", &["status", "--porcelain", "--", ":/", ":!/docs"])?;
    let changed = if changed.is_empty() {
        ""
    } else {
        " with changes"
    };
    Ok(format!("Measured on {date}, commit {commit}{changed}.\n"))
}

/// Returns the output of a program about this repository, without the line end.
fn printed(program: &str, arguments: &[&str]) -> io::Result<String> {
    let mut command = Command::new(program);
    let command = command
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"));
    let output = command.output()?;
    if !output.status.success() {
        return Err(io::Error::other(format!("{command:?} fails")));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Returns the tables of a bench, and the limits of its rows.
fn rows(table: &Table) -> String {
    let mut text = String::new();
    if !table.ratios.is_empty() {
        text.push_str(&format!("\n{RATIOS_HEAD}"));
        text.extend(table.ratios.iter().map(|outcome| line(outcome) + "\n"));
        text.push_str(&limits(&table.ratios));
    }
    if !table.counts.is_empty() {
        text.push_str(&format!("\n{COUNTS_HEAD}"));
        text.extend(table.counts.iter().map(|count| count_line(count) + "\n"));
    }
    text
}

/// Returns a list of the limits of rows, without repeats, after a blank line; empty if there are none.
fn limits(ratios: &[Outcome]) -> String {
    let mut said: Vec<&str> = Vec::new();
    let mut text = String::new();
    for Outcome { claim, .. } in ratios {
        if claim.limits.is_empty() || said.contains(&claim.limits.as_str()) {
            continue;
        }
        let blank = if said.is_empty() { "\n" } else { "" };
        said.push(&claim.limits);
        let alike = { ratios.iter() }.filter(|outcome| outcome.claim.limits == claim.limits);
        let more = match alike.count() {
            1 => String::new(),
            rows => format!(" (and {} more)", rows - 1),
        };
        text.push_str(&format!(
            "{blank}- {}{more}: {}\n",
            claim.what, claim.limits
        ));
    }
    text
}
