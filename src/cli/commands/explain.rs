//! `dungeon explain`: prints the page of a diagnostic code, from `docs/diagnostics/`.
use crate::cli::output::errors::refuse;
use crate::cli::output::exit::Exit;
use crate::cli::output::stdout::print;
use dungeon_format::Code;
use dungeon_format::characters::quoted;
use dungeon_format::spelling::nearest;

/// Explain a diagnostic code, with a wrong example and its fix
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon explain short-row
  dungeon explain           list all codes

Exit codes: 0 success, 2 unknown code.")]
pub struct Explain {
    /// Code to explain, such as `short-row` from `error[short-row]`; lists all codes if omitted
    code: Option<String>,
}

impl Explain {
    /// Prints the page of a code, or the list of all codes. A closed pipe is not an error.
    pub fn run(self) -> Exit {
        let text = match &self.code {
            None => list(),
            Some(name) => match Code::from_name(name) {
                Some(code) => page(code),
                None => return refuse_unknown(name),
            },
        };
        print(&text)
    }
}

/// Returns the page of a code as plain text: examples are indented instead of fenced.
fn page(code: Code) -> String {
    let mut text = String::new();
    let mut is_example = false;
    for line in code.page().lines() {
        match line.strip_prefix("```") {
            Some("") => is_example = false,
            Some(fence) => {
                is_example = true;
                let which = match fence.split_whitespace().nth(1) {
                    Some("wrong") => "Wrong",
                    _ => "Fixed",
                };
                let written = if fence.contains(" escaped") {
                    " (\\x.. and \\u{..} stand for unprintable characters)"
                } else {
                    ""
                };
                text.push_str(&format!("{which}{written}:\n\n"));
            }
            None if is_example && !line.is_empty() => text.push_str(&format!("    {line}\n")),
            None => text.push_str(&format!("{line}\n")),
        }
    }
    text
}

fn list() -> String {
    let names = Code::ALL.iter().map(|code| code.name().len());
    let width = names.max().unwrap_or(0);
    let line = |code: &Code| format!("{:width$}  {}\n", code.name(), code.summary());
    Code::ALL.iter().map(line).collect()
}

fn refuse_unknown(name: &str) -> Exit {
    let names = Code::ALL.iter().map(|code| code.name());
    let hint = match nearest(name, names) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "run `dungeon explain` for a list".to_string(),
    };
    refuse(format_args!("unknown code {}; {hint}", quoted(name)))
}
