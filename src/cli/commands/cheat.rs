//! `dungeon cheat`: what a file may say, on a page: the one in `docs/format`.
use crate::cli::output::exit::Exit;
use crate::cli::output::stdout::print;

/// The page, in Markdown.
const PAGE: &str = include_str!("../../../docs/format/cheat-sheet.md");

/// The columns of a usual terminal.
const COLUMNS: usize = 80;

/// The blanks between two columns of a table.
const GAP: usize = 2;

/// Print what a dungeon's file may say, on a page
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon cheat
  dungeon cheat | less
  dungeon cheat | grep lava

Exit codes: 0 all is well, 2 wrong usage.")]
pub struct Cheat {}

impl Cheat {
    /// Prints the page as plain text. A closed pipe ends the command quietly.
    pub fn run(self) -> Exit {
        print(&plain(PAGE))
    }
}

/// Returns a page of Markdown as plain text: examples and the cells of tables as they are written in a file, links
/// without where they lead.
fn plain(page: &str) -> String {
    let mut text = String::new();
    let mut is_example = false;
    let mut table: Vec<Vec<String>> = Vec::new();
    for line in page.lines() {
        if line.starts_with("```") {
            is_example = !is_example;
            continue;
        }
        match line.strip_prefix('|') {
            Some(row) if !is_example => table.push(cells(row)),
            _ => {
                text.push_str(&columns(&table));
                table.clear();
                if !line.starts_with('[') {
                    text.push_str(if is_example {
                        line
                    } else {
                        line.trim_start_matches("# ")
                    });
                    text.push('\n');
                }
            }
        }
    }
    text.push_str(&columns(&table));
    text.trim_end()
        .replace("[this folder][pages]", "docs/format")
        + "\n"
}

/// The cells of a row of a table, without the marks of code; several examples in one stand on lines of their own.
fn cells(row: &str) -> Vec<String> {
    let row = row.replace("\\|", "\u{0}");
    let cells = row.trim_end_matches('|').split('|');
    let bare = |cell: &str| {
        let lines = cell.trim().replace("`, `", "\n");
        lines.replace('`', "").replace('\u{0}', "|")
    };
    cells.map(bare).collect()
}

/// The rows of a table in columns. Where these are wider than a terminal, the examples of a row stand one behind the
/// other, as many in a line as fit.
fn columns(rows: &[Vec<String>]) -> String {
    let is_rule = |row: &&Vec<String>| row.iter().all(|cell| cell.trim_matches('-').is_empty());
    let rows: Vec<_> = rows.iter().filter(|row| !is_rule(row)).collect();
    let width = |nth: usize| {
        let cells = rows.iter().filter_map(|row| row.get(nth));
        let lines = cells.flat_map(|cell| cell.lines());
        lines.map(|line| line.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..rows.first().map_or(0, |row| row.len()))
        .map(width)
        .collect();
    let is_narrow = widths.iter().map(|width| width + GAP).sum::<usize>() <= COLUMNS + GAP;
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        match (is_narrow, row.as_slice()) {
            (false, [what, examples]) => line = filled(what, widths[0] + GAP, examples),
            _ => {
                for (cell, width) in row.iter().zip(&widths) {
                    line.push_str(&format!("{cell:0$}", width + GAP));
                }
            }
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// What is to be said, and behind this column its examples. One that is too long for what is left of a line begins before
/// the column.
fn filled(what: &str, column: usize, examples: &str) -> String {
    let mut text = format!("{what:column$}");
    let mut used = column;
    for (nth, example) in examples.lines().enumerate() {
        let length = example.chars().count();
        let gap = if nth > 0 { GAP + 1 } else { 0 };
        if used + gap + length <= COLUMNS {
            text.push_str(&format!("{:gap$}{example}", ""));
            used += gap + length;
        } else {
            let indent = column.min(COLUMNS.saturating_sub(length));
            text.truncate(text.trim_end().len());
            text.push_str(&format!("\n{:indent$}{example}", ""));
            used = indent + length;
        }
    }
    text
}
