//! The program: an exit code, nothing else.

fn main() -> std::process::ExitCode {
    dungeon::cli::main()
}
