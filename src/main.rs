//! The program `dungeon`.

fn main() -> std::process::ExitCode {
    dungeon::cli::main()
}
