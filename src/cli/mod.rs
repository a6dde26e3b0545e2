//! The command line: parses the arguments into a command, runs the command, and returns its exit code.
//!
//! Input is the arguments and the environment; output is text for people and an exit code. Only this folder and
//! `terminal` access files, the environment and the process.
//!
//! The modules, in the order of the `mod` lines, from bottom to top: `output` (how a command prints), `options`
//! (shared arguments), `save` (saved games), `file_watch` (watching files for changes), `game` (one game in this
//! terminal), `commands` (one file per command).
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;
use std::{env, io};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, Command, CommandFactory, Parser, Subcommand};

#[cfg(feature = "web-serve")]
use commands::web;
use commands::{
    cheat, check, completions, daily, diff, explain, export, fmt, generate, import, keys, lsp, man,
    new, play, prove, render, replay, resume, saves, scores, simulate, test, tune,
};
use output::errors::{refuse, unprinted_text};
use output::exit::Exit;

use crate::terminal::survive_size_limit;
use dungeon_format::characters::quoted;
use dungeon_format::spelling::nearest;
use dungeon_format::untrusted::Untrusted;

mod output;

mod options;
mod save;

mod file_watch;

mod game;

mod commands;

/// Play, check and film dungeons written as text
#[derive(Parser)]
#[command(
    name = "dungeon",
    version,
    args_conflicts_with_subcommands = true,
    max_term_width = 80
)]
#[command(after_help = "\
Examples:
  dungeon                            choose a dungeon from a menu
  dungeon mine.dng --seed 7          play a file; ? shows help
  dungeon mine.dng --watch           reload it on every save
  dungeon resume                     continue the latest save
  dungeon new mine.dng               create a starter dungeon
  dungeon check mine.dng             report its problems
  dungeon render mine.dng --keys lj  show two steps as text

Exit codes: 0 success, 1 the dungeon has errors, 2 usage error, or a file that
cannot be read.")]
struct Cli {
    #[command(subcommand)]
    command: Option<ProgramCommand>,
    #[command(flatten)]
    play: play::Play,
}

/// Parses the words after a command's name; `None` if they ask for help or are invalid.
type CommandParser = fn(&[OsString]) -> Option<ProgramCommand>;

/// Declares the commands, one per line: the name, the variant with its arguments, and the arguments of its `run`.
macro_rules! commands {
    ($($(#[$when:meta])? $word:literal $name:ident($arguments:ty) ($($with:expr)?),)+) => {
        /// The commands of the program.
        #[derive(Subcommand)]
        enum ProgramCommand {
            $($(#[$when])? $name($arguments),)+
        }

        impl ProgramCommand {
            /// Runs the command, and returns its exit code.
            fn run(self) -> Exit {
                match self {
                    $($(#[$when])? ProgramCommand::$name(command) => command.run($($with)?).into(),)+
                }
            }
        }

        /// The commands by name, each with its parser.
        const COMMANDS: &[(&str, CommandParser)] = &[
            $($(#[$when])? ($word, |words| parsed(words).map(ProgramCommand::$name)),)+
        ];
    };
}

commands! {
    "play" Play(play::Play) (names),
    "daily" Daily(daily::Daily) (names),
    "resume" Resume(resume::Resume) (),
    "saves" Saves(saves::Saves) (),
    "scores" Scores(scores::Scores) (),
    "new" New(new::NewDungeon) (),
    "check" Check(check::Check) (),
    "test" Test(test::TestCommand) (),
    "fmt" Fmt(fmt::Fmt) (),
    "diff" Diff(diff::DiffCommand) (),
    "import" Import(import::ImportCommand) (),
    "export" Export(export::Export) (),
    "prove" Prove(prove::Prove) (),
    "render" Render(render::Render) (),
    "replay" Replay(replay::Replay) (),
    "simulate" Simulate(simulate::Simulate) (),
    "tune" Tune(tune::Tune) (),
    "generate" Generate(generate::Generate) (),
    "explain" Explain(explain::Explain) (),
    "lsp" Lsp(lsp::LanguageServer) (),
    "cheat" Cheat(cheat::Cheat) (),
    "keys" Keys(keys::KeysCommand) (),
    "completions" Completions(completions::Completions) (Cli::command()),
    "man" Man(man::Manual) (Cli::command()),
    #[cfg(feature = "web-serve")]
    "web" Web(web::Web) (),
}

/// Parses words as the arguments of one command, without building the parsers of the other commands; `None` if they ask
/// for help or are invalid.
fn parsed<T: Args>(words: &[OsString]) -> Option<T> {
    let line = T::augment_args(Command::new("dungeon").no_binary_name(true));
    let found = line.try_get_matches_from(words).ok();
    T::from_arg_matches(&found?).ok()
}

/// Parses a command line with the parser of a single command: the one that the first word names, or `play` if no word
/// names a command. Returns `None` if the whole command line must be parsed: for help, for mistakes, and if a command
/// name may be a value. Building the parsers of all commands would take a fifth of the time of a small check.
fn parsed_alone(words: &[OsString]) -> Option<ProgramCommand> {
    let parser_of = |word: &OsString| COMMANDS.iter().find(|(name, _)| word == name);
    if let Some((first, rest)) = words.split_first()
        && let Some((_, parse)) = parser_of(first)
    {
        return parse(rest);
    }
    let names_command = |word: &OsString| word == "help" || parser_of(word).is_some();
    if words.iter().any(names_command) {
        None
    } else {
        parsed(words).map(ProgramCommand::Play)
    }
}

/// Parses the whole command line. The first word is the path of the program.
///
/// # Errors
/// Returns clap's error for a mistake, or the requested help.
fn parsed_whole(line: &[OsString]) -> Result<ProgramCommand, clap::Error> {
    let cli = Cli::try_parse_from(line)?;
    Ok(cli.command.unwrap_or(ProgramCommand::Play(cli.play)))
}

/// Runs the program with the process's arguments.
pub fn main() -> ExitCode {
    survive_size_limit();
    let line: Vec<OsString> = env::args_os().collect();
    let alone = parsed_alone(line.get(1..).unwrap_or_default());
    let command = match alone.map_or_else(|| parsed_whole(&line), Ok) {
        Ok(command) => command,
        Err(error) => return report_usage(&with_printable_arguments(error)).into(),
    };
    command.run().into()
}

/// Returns the names of all commands in the order of the help, including `help`.
fn names() -> Vec<String> {
    let mut line = Cli::command();
    line.build();
    let commands = line.get_subcommands();
    commands.map(|c| c.get_name().to_owned()).collect()
}

/// Returns clap's error with its arguments escaped, because clap prints them unchanged. If the escaped arguments are
/// valid, so that clap gives no error for them, escapes only the value in the original error.
fn with_printable_arguments(mut error: clap::Error) -> clap::Error {
    let arguments = env::args_os().map(|word| Untrusted::from(word.as_os_str()).to_string());
    match Cli::try_parse_from(arguments) {
        Err(printable) => printable,
        Ok(_) => {
            if let Some(ContextValue::String(value)) = error.get(ContextKind::InvalidValue) {
                let value = ContextValue::String(Untrusted::from(value).to_string());
                error.insert(ContextKind::InvalidValue, value);
            }
            error
        }
    }
}

/// Reports an error in the arguments, or prints the requested help. A first word that almost names a command is
/// reported as a misspelled command, not as a missing file.
fn report_usage(error: &clap::Error) -> Exit {
    let first = env::args_os().nth(1).unwrap_or_default();
    let (first, path) = (Untrusted::from(first.as_os_str()), Path::new(&first));
    let first = first.raw();
    let is_lost = matches!(
        error.kind(),
        ErrorKind::ArgumentConflict | ErrorKind::UnknownArgument
    );
    let names = names();
    match nearest(first, names.iter().map(String::as_str)) {
        Some(near) if is_lost && near != first && !path.exists() => refuse(format_args!(
            "unknown command {}; did you mean `dungeon {near}`?",
            quoted(first)
        )),
        _ => {
            let printed = error.print();
            match (error.exit_code(), printed) {
                (0, Err(why)) if why.kind() != io::ErrorKind::BrokenPipe => {
                    refuse(unprinted_text(&why))
                }
                (0, _) => Exit::Clean,
                // If standard error is closed, the failure cannot be reported.
                _ => Exit::Usage,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::mem::discriminant;

    use super::*;

    /// Returns each command's name and help, the program's own first.
    fn helps() -> Vec<(String, String)> {
        let mut line = Cli::command();
        line.build();
        let mut helps = vec![("dungeon".to_owned(), line.render_long_help().to_string())];
        let commands = line.get_subcommands_mut();
        helps.extend(commands.map(|command| {
            let name = command.get_name().to_owned();
            (name, command.render_long_help().to_string())
        }));
        helps.retain(|(name, _)| name != "help");
        helps
    }

    /// Splits an example into words as a shell does, up to a pipe, a redirection or two blanks.
    fn words(line: &str) -> Vec<String> {
        let command = line.trim().split("  ").next().unwrap_or_default();
        let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, false);
        for c in command.chars().chain([' ']) {
            match c {
                '\'' => {
                    quote = !quote;
                    word.get_or_insert_default();
                }
                ' ' if !quote => words.extend(word.take()),
                '>' | '|' if !quote => break,
                c => word.get_or_insert_default().push(c),
            }
        }
        words
    }

    #[test]
    fn every_help_has_examples_that_are_understood_and_exit_codes() {
        for (name, help) in helps() {
            let examples = help.split_once("Examples:\n").map(|(_, rest)| rest);
            let examples = examples.unwrap_or_else(|| panic!("{name} has no examples"));
            let (examples, rest) = examples.split_once("\n\n").expect("a paragraph");
            assert!(rest.starts_with("Exit codes: 0 "), "{name}: {rest}");
            assert!(examples.lines().count() >= 2, "{name}");
            for line in examples.lines() {
                let words = words(line);
                assert_eq!(words[0], "dungeon", "{name}: {line}");
                let read = Cli::try_parse_from(&words);
                let why = read.err().map(|error| error.to_string());
                assert_eq!(why, None, "{line}");
                assert!(name == "dungeon" || words[1] == name, "{line}");
            }
        }
    }

    #[test]
    fn every_command_is_parsed_alone_as_in_the_whole_command_line() {
        let listed = COMMANDS.iter().map(|(name, _)| *name).chain(["help"]);
        assert_eq!(listed.collect::<Vec<_>>(), names());
        let examples = helps().into_iter().flat_map(|(_, help)| {
            let lines: Vec<String> = help.lines().map(str::to_owned).collect();
            lines
                .into_iter()
                .filter(|line| line.starts_with("  dungeon"))
        });
        let odd = [
            "dungeon --seed 7 check",
            "dungeon mine.dng check",
            "dungeon -- check",
            "dungeon help",
            "dungeon check --help",
            "dungeon check",
            "dungeon -V",
            "dungeon check -V",
            "dungeon chekc mine.dng",
            "dungeon play crypt help",
            "dungeon man help",
            "dungeon mine.dng --seed -7",
        ];
        for line in examples.chain(odd.map(str::to_owned)) {
            let words: Vec<OsString> = words(&line).iter().map(OsString::from).collect();
            let whole = parsed_whole(&words).map(|command| discriminant(&command));
            if let Some(alone) = parsed_alone(&words[1..]) {
                assert_eq!(whole.ok(), Some(discriminant(&alone)), "{line}");
            } else {
                let may_be_a_value = whole.is_err() || words.iter().any(|word| word == "check");
                assert!(may_be_a_value, "{line}");
            }
        }
    }

    #[test]
    fn no_line_of_help_is_wider_than_80_columns() {
        for (name, help) in helps() {
            for line in help.lines() {
                assert!(line.chars().count() <= 80, "{name}: {line}");
            }
        }
    }

    #[test]
    fn a_mistyped_command_is_answered_with_all_of_them() {
        let names = names();
        assert!(names.len() > 10, "{names:?}");
        for name in ["play", "man", "help"] {
            assert!(names.iter().any(|other| other == name), "{name}");
        }
    }
}
