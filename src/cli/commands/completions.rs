//! `dungeon completions`: prints completion scripts for shells.
use clap::builder::PossibleValuesParser;
use clap_complete::{Shell, generate};

use crate::cli::game::shipped::SHIPPED;
use crate::cli::output::exit::Exit;
use crate::cli::output::stdout::print;
use dungeon_format::Code;
use dungeon_model::dungeon::games;

/// Print a shell completion script
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon completions bash > ~/.local/share/bash-completion/completions/dungeon
  dungeon completions zsh > ~/.zfunc/_dungeon
  dungeon completions fish > ~/.config/fish/completions/dungeon.fish

Exit codes: 0 success, 2 usage error.")]
pub struct Completions {
    /// Shell to print the script for
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    /// Prints the completion script for a command line. A closed pipe is not an error.
    pub fn run(self, line: clap::Command) -> Exit {
        let mut script = Vec::new();
        let mut line = with_words(line, self.shell);
        generate(self.shell, &mut line, "dungeon", &mut script);
        print(&String::from_utf8_lossy(&script))
    }
}

/// Adds completions of argument values: diagnostic codes, and in bash also the names of dungeons and games. In other
/// shells, an argument with completions no longer offers file names, so arguments that accept a file get no completions
/// there.
fn with_words(line: clap::Command, shell: Shell) -> clap::Command {
    let codes: Vec<&str> = Code::ALL.iter().map(|code| code.name()).collect();
    let line = line.mut_subcommand("explain", |explain| offer(explain, "code", codes));
    if shell != Shell::Bash {
        return line;
    }
    let names: Vec<&str> = SHIPPED.iter().map(|shipped| shipped.name).collect();
    let games = games::WORDS.to_vec();
    let line = offer(line, "file", names.clone());
    let line = line.mut_subcommand("play", |play| offer(play, "file", names.clone()));
    let line = line.mut_subcommand("render", |render| offer(render, "file", names));
    line.mut_subcommand("keys", |keys| offer(keys, "game", games))
}

fn offer(
    command: clap::Command,
    argument: &'static str,
    words: Vec<&'static str>,
) -> clap::Command {
    command.mut_arg(argument, |arg| {
        arg.value_parser(PossibleValuesParser::new(words))
    })
}
