//! Foreign text is printed in one way: few files write to the user, and the raw text is requested by name.
use crate::sources::{code, sources};

/// Restricted calls, as source text, with the files that may contain them: these print only text made printable by
/// their types or by `format::untrusted`.
const KEPT: [(&str, &[&str], &[&str]); 5] = [
    // The page is built without the texts of `Debug`, which are empty there.
    (
        "uses the text of `Debug`",
        &[":?}", ":#?}"],
        &[
            "baking/file_traits.rs", // not in the page, like the others
            "baking/same_start.rs",
            "cli/commands/lsp/streams.rs",
            "engine/apply.rs",               // in assertions
            "lint/lint/brute.rs",            // in tests
            "lint/lint/outcome_oracle.rs",   // in tests
            "play/view/differences/rows.rs", // for `dungeon diff`
        ],
    ),
    (
        "writes to a person",
        &["stdout()", "stderr()", "println!(", "print!(", "dbg!("],
        &[
            "cli/commands/lsp/streams.rs", // JSON for a program
            "cli/commands/render.rs",      // frames, and JSON
            "cli/output/errors.rs",
            "cli/output/progress.rs", // only numbers
            "cli/output/row.rs",      // rows, and text that its callers made printable
            "cli/output/stdout.rs",
            "terminal/emergency_exit.rs",
            "terminal/line_loop.rs",
            "terminal/tty.rs",
        ],
    ),
    (
        "turns a path into raw text",
        &[".display()", "to_string_lossy("],
        &[
            "cli/save/game_file.rs",  // makes and reads the names of saves
            "cli/save/whole_file.rs", // recognizes its own unfinished files
            "format/untrusted.rs",
        ],
    ),
    (
        "writes JSON",
        &["serde_json::to_", "serde_json::ser"],
        &["format/json.rs", "play/replay/recording.rs"],
    ),
    (
        "takes text from outside as it stands",
        &[".raw()", "Untrusted::raw"],
        &[
            "cli/commands/check/machine.rs",          // for `to_json`
            "cli/commands/check/sarif.rs",            // for `to_json`
            "cli/commands/daily.rs",                  // compares names
            "cli/commands/generate.rs",               // for `to_json`
            "cli/commands/lsp/include_buffers.rs",    // finds the file of a name
            "cli/commands/play.rs",                   // compares names
            "cli/commands/prove/certificate_file.rs", // makes a file name of plain characters
            "cli/commands/prove/output.rs",           // for `to_json`
            "cli/commands/resume.rs",                 // compares names
            "cli/commands/simulate/json.rs",          // for `to_json`
            "cli/commands/simulate/merge.rs",         // compares names, and quotes it for a shell
            "cli/commands/simulate/run.rs",           // for `to_json`
            "cli/commands/simulate/sensitivity.rs",   // for `to_json`
            "cli/commands/simulate.rs",               // compares names
            "cli/commands/test/json.rs",              // for `to_json`
            "cli/commands/tune.rs",                   // for `to_json`
            "cli/file_watch.rs",                      // watches the files of names
            "cli/game/dungeon_origin.rs",             // opens the file, and quotes it for a shell
            "cli/mod.rs",                             // compares names
            "cli/options/dependents.rs",              // opens the files of names
            "cli/save/auto_save.rs",                  // makes a save's name of plain characters
            "cli/save/score_file.rs",                 // for `to_json`
            "format/parse/recovery.rs",               // continues a message
            "play/replay/recording.rs",               // writes a recording
        ],
    ),
];

#[test]
fn few_files_write_to_a_person_or_ask_for_raw_text_and_each_is_known() {
    for (what, words, files) in KEPT {
        let found = sources().into_iter().filter(|(_, text)| {
            let code = code(text);
            words.iter().any(|word| code.contains(word))
        });
        let found: Vec<String> = found.map(|(name, _)| name).collect();
        assert_eq!(found, files, "{what}; left: found, right: the exceptions");
    }
}

#[test]
fn no_sentence_stands_in_the_grammar() {
    let is_small =
        |word: &&str| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_lowercase());
    let is_sentence = |text: &str| {
        let words: Vec<&str> = text.split(' ').collect();
        words.windows(3).any(|three| three.iter().all(is_small))
    };
    let files = sources().into_iter().filter(|(name, text)| {
        let code = code(text).replace("'\"'", "").replace("\\\"", "");
        let is_wordy = code.split('"').skip(1).step_by(2).any(is_sentence);
        name.starts_with("format/parse/") && is_wordy
    });
    let found: Vec<String> = files.map(|(name, _)| name).collect();
    assert_eq!(found, ["format/parse/mistake.rs"]);
}
