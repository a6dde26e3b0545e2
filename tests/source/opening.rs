//! Files are opened in one place, so that no thread of a game or a watch blocks on a pipe that replaced a file.
use crate::sources::{code, sources};

/// Restricted calls, as source text, with the files that may contain them.
const KEPT: [(&str, &[&str], &[&str]); 2] = [
    (
        "opens a file without `format::opened_file`",
        &[
            " File::open(",
            "(File::open(",
            "fs::File::open(",
            "File::options(",
            "OpenOptions",
            "fs::read(",
            "fs::read_to_string(",
        ],
        &[
            "cli/save/kept_files.rs", // a pipe for keys, opened before the game
            "format/opened_file.rs",
        ],
    ),
    (
        "may wait for a pipe that a person named",
        &["open_and_wait(", "Source::open(", "include.open("],
        &[
            "cli/commands/check.rs",
            "cli/commands/diff.rs",
            "cli/commands/import.rs",
            "cli/commands/simulate/merge.rs",
            "cli/game/shipped.rs",
            "cli/options/include.rs",
            "cli/options/keymap.rs",
            "cli/save/recording_file.rs",
            "cli/save/source_file.rs",
            "format/opened_file.rs",
            "format/source.rs",
            "lint/load.rs", // for programs that load a dungeon
        ],
    ),
];

#[test]
fn few_files_open_others_and_fewer_may_wait_for_a_pipe() {
    for (what, words, files) in KEPT {
        let found = sources().into_iter().filter(|(_, text)| {
            let code = code(text);
            words.iter().any(|word| code.contains(word))
        });
        let found: Vec<String> = found.map(|(name, _)| name).collect();
        assert_eq!(found, files, "{what}; left: found, right: the exceptions");
    }
}
