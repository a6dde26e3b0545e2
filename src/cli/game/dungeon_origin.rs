//! Finds the dungeon of a finished game again, for the commands that the farewell prints.
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use super::shipped;
use crate::cli::options::include::IncludeOption;
use crate::cli::output::quoting::path_operand;
use dungeon_format::source::Limits;
use dungeon_format::untrusted::Untrusted;

/// Whether a command can name the dungeon that was played.
pub enum DungeonOrigin {
    /// The dungeon is still there. Holds the shell words that name it in a command.
    Here(String),
    /// The dungeon cannot be found. Holds the reason as a sentence.
    Lost(String),
}

impl DungeonOrigin {
    /// Looks for the dungeon with this text under the name that it had when it was played.
    pub fn find(name: &Untrusted, text: &str, include: &IncludeOption) -> DungeonOrigin {
        let path = name.raw();
        let here = || DungeonOrigin::Here(include.words() + &file_operand(path));
        match path {
            // The user can run the same pipe again. Reading standard input here would block.
            "-" => return here(),
            // The game was started by an earlier command, whose pipe is unknown.
            "<stdin>" => return DungeonOrigin::Lost(PIPED.to_owned()),
            // Opening a named pipe would block until another program writes to it.
            _ if is_read_once(path) => {
                let why = format!("The dungeon came from {name}, which is not a file.");
                return DungeonOrigin::Lost(why);
            }
            _ => {}
        }
        DungeonOrigin::Lost(
            match shipped::open_at_once(Path::new(path), include, &Limits::default()) {
                Ok(source) if source.whole_text() == text => return here(),
                Ok(source) if source.lacks_files() => {
                    format!("The includes of {name} are not here: add `--include DIR`.")
                }
                Ok(_) => format!("The dungeon in {name} has changed since this game."),
                Err(error) if error.kind() == ErrorKind::NotFound => {
                    format!("The dungeon file {name} is no longer here.")
                }
                Err(_) => format!("The dungeon file {name} can no longer be read."),
            },
        )
    }
}

/// Returns the name of a dungeon as an operand of a command. The name of a bundled dungeon loses its extension. A bare
/// file name becomes `./name`, because a command may have that name.
fn file_operand(name: &str) -> String {
    let path = Path::new(name);
    match path.is_file() {
        false if shipped::is_name(path) => path_operand(path.with_extension("")),
        true if !name.contains(['.', '/']) => path_operand(Path::new(".").join(name)),
        _ => path_operand(path),
    }
}

const PIPED: &str = "The dungeon came from standard input.";

/// Whether a path is neither a file nor a folder. Reading a pipe or a device may block, and may return different bytes
/// each time.
fn is_read_once(name: &str) -> bool {
    fs::metadata(name).is_ok_and(|about| !about.is_file() && !about.is_dir())
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    /// Describes where a dungeon with this name and text was found, or why it was not found.
    fn describe(name: &str, text: &str) -> String {
        match DungeonOrigin::find(&name.into(), text, &IncludeOption::default()) {
            DungeonOrigin::Here(name) => format!("here: {name}"),
            DungeonOrigin::Lost(why) => why,
        }
    }

    #[test]
    fn a_dungeon_is_here_only_as_long_as_its_file_is_the_one_that_was_played() {
        let home = tempfile::tempdir().expect("a folder");
        let path = home.path().join("hall.dng");
        let (name, text) = (path.display().to_string(), "rules arena\nmap\n@.%\nend\n");
        let gone = format!("The dungeon file {name} is no longer here.");
        assert_eq!(describe(&name, text), gone);
        fs::write(&path, text).expect("a file");
        assert_eq!(describe(&name, text), format!("here: {name}"));
        fs::write(&path, text.replace("@.", "@..")).expect("a file");
        let changed = format!("The dungeon in {name} has changed since this game.");
        assert_eq!(describe(&name, text), changed);
        fs::remove_file(&path).expect("a file");
        fs::create_dir(&path).expect("a folder");
        let unread = format!("The dungeon file {name} can no longer be read.");
        assert_eq!(describe(&name, text), unread);
    }

    #[test]
    fn a_pipe_that_was_read_is_not_waited_for() {
        let home = tempfile::tempdir().expect("a folder");
        let pipe = home.path().join("pipe");
        let made = Command::new("mkfifo").arg(&pipe).status();
        assert!(made.is_ok_and(|status| status.success()));
        let name = pipe.display().to_string();
        let why = format!("The dungeon came from {name}, which is not a file.");
        assert_eq!(describe(&name, "rules arena\n"), why);
    }

    #[test]
    fn a_shipped_dungeon_is_here_wherever_one_is_and_standard_input_nowhere() {
        let text = include_str!("../../../dungeons/arena.dng");
        assert_eq!(describe("arena.dng", text), "here: arena");
        assert_eq!(describe("arena", text), "here: arena");
        assert_eq!(describe("-", text), "here: -");
        assert_eq!(describe("<stdin>", text), PIPED);
    }
}
