//! The command line: one file a command. Arguments become a plain value, the value runs, an exit code comes back.
use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod exit;
mod farewell;
mod glyphs;
mod no_color;
mod shipped;

mod colours;
mod complaint;

mod key_file;

mod check;
mod explain;
mod play;
mod render;

/// Dungeons as text: play them, check them, film them.
#[derive(Parser)]
#[command(name = "dungeon", version, args_conflicts_with_subcommands = true)]
#[command(after_help = "\
Examples:
  dungeon                           choose one of the dungeons that come with the program
  dungeon mine.dng --seed 7         play a file; ? shows the keys
  dungeon check mine.dng            see what is wrong with it
  dungeon render mine.dng --keys lj see what two steps lead to, without a terminal")]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    play: play::Play,
}

#[derive(Subcommand)]
enum Command {
    Play(play::Play),
    Check(check::Check),
    Render(render::Render),
    Explain(explain::Explain),
}

/// Runs the program with the process's arguments.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    match cli.command {
        None => cli.play.run(),
        Some(Command::Play(play)) => play.run(),
        Some(Command::Check(check)) => check.run(),
        Some(Command::Render(render)) => render.run(),
        Some(Command::Explain(explain)) => explain.run(),
    }
    .into()
}
