//! The program `dungeon`, built with this package for benches that time whole processes.

fn main() -> std::process::ExitCode {
    dungeon::cli::main()
}
