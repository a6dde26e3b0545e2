//! Runs every bench of this package and writes what came out between the two marks of `docs/PERFORMANCE.md`: a table a
//! bench, what limits each row, and the plots of `growth`.
//! `cargo run --release --manifest-path benches/peers/Cargo.toml --bin measure`
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

use dungeon_peers::ratios::{Outcome, PLOTS, RESULTS, line};

/// The benches whose rows are ratios, in the order of the page.
const BENCHES: &[&str] = &[
    "parse", "startup", "turns", "clone", "search", "path", "sight", "frames",
];
/// What stands before and behind that which is written here.
const MARKS: [&str; 2] = ["<!-- measured: begin -->\n", "<!-- measured: end -->\n"];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let docs = package.join("../../docs");
    let plots = docs.join("performance");
    fs::create_dir_all(&plots)?;
    let results = env::temp_dir().join(format!("dungeon-ratios-{}", std::process::id()));
    for bench in BENCHES.iter().chain(&["growth"]) {
        let cargo = env::var_os("CARGO").unwrap_or("cargo".into());
        let mut command = Command::new(cargo);
        command
            .args(["bench", "--bench", bench])
            .current_dir(package);
        let status = command.env(RESULTS, &results).env(PLOTS, &plots).status()?;
        if !status.success() {
            return Err(format!("the bench {bench} failed").into());
        }
    }
    let outcomes = fs::read_to_string(&results)?;
    fs::remove_file(&results)?;
    let outcomes: Vec<Outcome> = outcomes
        .lines()
        .map(serde_json::from_str)
        .collect::<Result<_, _>>()?;
    let page = docs.join("PERFORMANCE.md");
    let text = fs::read_to_string(&page)?;
    fs::write(
        page,
        with_measured(&text, &measured(&outcomes)?).ok_or("the page lacks its marks")?,
    )?;
    Ok(())
}

/// The page with this between its marks; `None` where a mark is missing.
fn with_measured(page: &str, measured: &str) -> Option<String> {
    let (before, rest) = page.split_once(MARKS[0])?;
    let (_, after) = rest.split_once(MARKS[1])?;
    Some([before, MARKS[0], measured, MARKS[1], after].concat())
}

/// The date, and for each bench its table and what limits its rows.
fn measured(outcomes: &[Outcome]) -> Result<String, Box<dyn std::error::Error>> {
    let date = Command::new("date").arg("+%Y-%m-%d").output()?.stdout;
    let mut text = format!("Measured on {}.\n", String::from_utf8(date)?.trim());
    for bench in BENCHES {
        let rows = || outcomes.iter().filter(|outcome| outcome.bench == *bench);
        write!(
            text,
            "\n### `{bench}`\n\n| work | peer | ours | peer's | peer's ÷ ours | middle half | goal |\n"
        )?;
        text.push_str("|---|---|---|---|---|---|---|\n");
        rows().try_for_each(|outcome| writeln!(text, "{}", line(outcome)))?;
        text.push('\n');
        let mut said: Vec<&str> = Vec::new();
        for Outcome { claim, .. } in rows() {
            if claim.limits.is_empty() || said.contains(&claim.limits.as_str()) {
                continue;
            }
            said.push(&claim.limits);
            let alike = rows().filter(|outcome| outcome.claim.limits == claim.limits);
            let more = match alike.count() {
                1 => String::new(),
                rows => format!(" (and {} more)", rows - 1),
            };
            writeln!(text, "- {}{more}: {}", claim.what, claim.limits)?;
        }
    }
    Ok(text)
}
