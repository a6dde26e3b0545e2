//! The command line: one file a command. Arguments become a plain value, the value runs, an exit code comes back.
use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod exit;
mod glyphs;
mod no_color;
mod quoting;
mod recording_file;
mod shipped;
mod whole_file;

mod complaint;
mod save_folder;

mod key_file;
mod print;
mod recorded;
mod screen;

mod player;

mod kept_files;

mod keeper;

mod farewell;

mod game;

mod check;
mod explain;
mod play;
mod render;
mod replay;
mod resume;
mod saves;

/// Dungeons as text: play them, check them, film them.
#[derive(Parser)]
#[command(name = "dungeon", version, args_conflicts_with_subcommands = true)]
#[command(after_help = "\
Examples:
  dungeon                           choose one of the dungeons that come with the program
  dungeon mine.dng --seed 7         play a file; ? shows the keys
  dungeon resume                    go on with the game that was saved last
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
    Resume(resume::Resume),
    Saves(saves::Saves),
    Check(check::Check),
    Render(render::Render),
    Replay(replay::Replay),
    Explain(explain::Explain),
}

/// Runs the program with the process's arguments.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    match cli.command {
        None => cli.play.run(),
        Some(Command::Play(play)) => play.run(),
        Some(Command::Resume(resume)) => resume.run(),
        Some(Command::Saves(saves)) => saves.run(),
        Some(Command::Check(check)) => check.run(),
        Some(Command::Render(render)) => render.run(),
        Some(Command::Replay(replay)) => replay.run(),
        Some(Command::Explain(explain)) => explain.run(),
    }
    .into()
}
