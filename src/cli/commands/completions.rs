//! `dungeon completions`: what a shell needs to complete the command line.
use clap::builder::PossibleValuesParser;
use clap_complete::{Shell, generate};

use crate::cli::game::shipped::SHIPPED;
use crate::cli::output::exit::Exit;
use crate::cli::output::stdout::print;
use dungeon_format::Code;
use dungeon_model::dungeon::games;

/// Print what a shell needs to complete commands, options and their values
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon completions bash > ~/.local/share/bash-completion/completions/dungeon
  dungeon completions zsh > ~/.zfunc/_dungeon
  dungeon completions fish > ~/.config/fish/completions/dungeon.fish

Exit codes: 0 all is well, 2 wrong usage.")]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    /// Prints the completion script of a command line. A closed pipe ends the command quietly.
    pub fn run(self, line: clap::Command) -> Exit {
        let mut script = Vec::new();
        let mut line = with_words(line, self.shell);
        generate(self.shell, &mut line, "dungeon", &mut script);
        print(&String::from_utf8_lossy(&script))
    }
}

/// Adds the words that an argument may be: diagnostic codes, and for bash also the names of dungeons and games. The
/// other shells offer no files beside such words, so they get none where a file may stand.
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
