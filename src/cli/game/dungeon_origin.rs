//! Where the dungeon of a game is to be found once the game is over, by whoever wants to play it again.
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use super::shipped;
use crate::format::source::Limits;

/// Whether a command that names the dungeon's file plays this dungeon.
pub enum DungeonOrigin {
    /// It does, by this name.
    Here(String),
    /// It does not; why, as a sentence.
    Lost(String),
}

impl DungeonOrigin {
    /// Of the dungeon with this text, by the name that it had when it was played, from the folder that the person is in.
    pub fn new(name: &str, text: &str) -> DungeonOrigin {
        match name {
            // Whoever has piped it can do so again, and it is not waited for to see whether he does.
            "-" => return DungeonOrigin::Here(name.to_owned()),
            // It was another one who did.
            "<stdin>" => return DungeonOrigin::Lost(PIPED.to_owned()),
            // A pipe has been read, and would be waited for until somebody writes to it again.
            _ if is_read_once(name) => {
                let why = format!("The dungeon came from {name}, which is no file.");
                return DungeonOrigin::Lost(why);
            }
            _ => {}
        }
        DungeonOrigin::Lost(match shipped::open(Path::new(name), &Limits::default()) {
            Ok(source) if source.text == text => return DungeonOrigin::Here(name.to_owned()),
            Ok(_) => format!("The dungeon in {name} is not the one that was played any more."),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                format!("The dungeon was {name}, which is not to be found from here.")
            }
            Err(_) => format!("The dungeon was {name}, which cannot be read any more."),
        })
    }
}

const PIPED: &str = "The dungeon came from standard input.";

/// Whether what is called so may give other bytes each time, or none, or keep its reader waiting.
fn is_read_once(name: &str) -> bool {
    fs::metadata(name).is_ok_and(|about| !about.is_file() && !about.is_dir())
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    /// What is said of a dungeon of this name and text; its name where it is here.
    fn said(name: &str, text: &str) -> String {
        match DungeonOrigin::new(name, text) {
            DungeonOrigin::Here(name) => format!("here: {name}"),
            DungeonOrigin::Lost(why) => why,
        }
    }

    #[test]
    fn a_dungeon_is_here_only_as_long_as_its_file_is_the_one_that_was_played() {
        let home = tempfile::tempdir().expect("a folder");
        let path = home.path().join("hall.dng");
        let (name, text) = (path.display().to_string(), "rules arena\nmap\n@.%\nend\n");
        let gone = format!("The dungeon was {name}, which is not to be found from here.");
        assert_eq!(said(&name, text), gone);
        fs::write(&path, text).expect("a file");
        assert_eq!(said(&name, text), format!("here: {name}"));
        fs::write(&path, text.replace("@.", "@..")).expect("a file");
        let changed = format!("The dungeon in {name} is not the one that was played any more.");
        assert_eq!(said(&name, text), changed);
        fs::remove_file(&path).expect("a file");
        fs::create_dir(&path).expect("a folder");
        let unread = format!("The dungeon was {name}, which cannot be read any more.");
        assert_eq!(said(&name, text), unread);
    }

    #[test]
    fn a_pipe_that_was_read_is_not_waited_for() {
        let home = tempfile::tempdir().expect("a folder");
        let pipe = home.path().join("pipe");
        let made = Command::new("mkfifo").arg(&pipe).status();
        assert!(made.is_ok_and(|status| status.success()));
        let name = pipe.display().to_string();
        let why = format!("The dungeon came from {name}, which is no file.");
        assert_eq!(said(&name, "rules arena\n"), why);
    }

    #[test]
    fn a_shipped_dungeon_is_here_wherever_one_is_and_standard_input_nowhere() {
        let text = include_str!("../../../dungeons/arena.dng");
        assert_eq!(said("arena.dng", text), "here: arena.dng");
        assert_eq!(said("arena", text), "here: arena");
        assert_eq!(said("-", text), "here: -");
        assert_eq!(said("<stdin>", text), PIPED);
    }
}
