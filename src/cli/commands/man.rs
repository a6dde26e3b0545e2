//! `dungeon man`: prints manual pages, built from the text of `--help`.
use std::io::{self, Write};

use clap::Command;
use clap_mangen::Man;

use crate::cli::output::errors::refuse;
use crate::cli::output::exit::Exit;
use crate::cli::output::stdout::print;
use dungeon_format::characters::quoted;
use dungeon_format::spelling::nearest;

/// Print a manual page
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon man > dungeon.1                   the page with all commands
  dungeon man check > dungeon-check.1       the page of one command
  dungeon man render | man -l -             read it right away

Exit codes: 0 success, 2 usage error.")]
pub struct Manual {
    /// Command to document; prints the page with all commands if omitted
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
}

impl Manual {
    /// Prints the manual page of a command. A closed pipe is not an error.
    pub fn run(self, mut line: Command) -> Exit {
        line.build();
        // `dungeon help` only repeats the pages, so it has no page of its own.
        line = line.mut_subcommand("help", |help| help.hide(true));
        let command = match &self.command {
            None => Some(&line),
            Some(name) => line.find_subcommand(name),
        };
        let Some(command) = command else {
            return refuse_unknown(&line, &self.command.unwrap_or_default());
        };
        let mut text = Vec::new();
        match write(command, &mut text) {
            Ok(()) => print(&String::from_utf8_lossy(&text)),
            Err(error) => refuse(format_args!("cannot write the manual page: {error}")),
        }
    }
}

fn refuse_unknown(line: &Command, name: &str) -> Exit {
    let names: Vec<&str> = line.get_subcommands().map(Command::get_name).collect();
    let hint = match nearest(name, names.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("expected one of {}", names.join(", ")),
    };
    let name = quoted(name);
    refuse(format_args!("unknown command {name}; {hint}"))
}

/// Writes a page without a date, so that the same version of the program always writes the same text.
fn write(command: &Command, out: &mut impl Write) -> io::Result<()> {
    let page = Man::new(command.clone())
        .manual("dungeon")
        .source(concat!("dungeon ", env!("CARGO_PKG_VERSION")));
    page.render_title(out)?;
    page.render_name_section(out)?;
    page.render_synopsis_section(out)?;
    page.render_description_section(out)?;
    page.render_options_section(out)?;
    if command.has_subcommands() {
        page.render_subcommands_section(out)?;
    }
    let after = command.get_after_help().map(ToString::to_string);
    write_after(&after.unwrap_or_default(), out)
}

/// The headings in help texts that become sections of the page.
const HEADINGS: [&str; 2] = ["Examples", "Exit codes"];

/// Writes the help text that follows the options. Paragraphs with a heading become sections.
fn write_after(text: &str, out: &mut impl Write) -> io::Result<()> {
    for paragraph in text.split("\n\n") {
        let section = paragraph.split_once(':');
        let Some((heading, rest)) = section.filter(|(words, _)| HEADINGS.contains(words)) else {
            writeln!(out, ".PP\n{}", escaped(paragraph))?;
            continue;
        };
        writeln!(out, ".SH {}", heading.to_uppercase())?;
        match rest.strip_prefix('\n') {
            Some(lines) => {
                let lines: Vec<String> = lines
                    .lines()
                    .map(|line| escaped(line.trim_start()))
                    .collect();
                writeln!(out, ".nf\n{}\n.fi", lines.join("\n"))?;
            }
            None => writeln!(out, "{}", escaped(rest.trim_start()))?,
        }
    }
    Ok(())
}

/// Escapes text for `man`, so that no character starts a request, and hyphens and quotes can be copied into a shell.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for (i, c) in text.chars().enumerate() {
        match c {
            '.' | '\'' if i == 0 => escaped.push_str("\\&"),
            _ => {}
        }
        match c {
            '\\' => escaped.push_str("\\e"),
            '-' => escaped.push_str("\\-"),
            '\'' => escaped.push_str("\\(aq"),
            '`' => escaped.push_str("\\(ga"),
            '~' => escaped.push_str("\\(ti"),
            '^' => escaped.push_str("\\(ha"),
            c => escaped.push(c),
        }
    }
    escaped
}
