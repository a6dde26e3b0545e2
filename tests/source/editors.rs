//! The files of `editors/` agree with the language server. `tests/format/keys.rs` prints the words of their grammars.
use std::fs;
use std::path::Path;

use serde_json::Value;

fn read(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("editors")
        .join(file);
    fs::read_to_string(path).expect("a file of an editor")
}

#[test]
fn editors_name_the_sorts_of_tokens_that_the_server_has() {
    let package: Value = serde_json::from_str(&read("vscode/package.json")).expect("JSON");
    let listed = package["contributes"]["semanticTokenTypes"]
        .as_array()
        .expect("a list");
    let listed = listed.iter().map(|one| one["id"].as_str().expect("a name"));
    let own = ["floor", "wall", "body", "item", "feature"];
    assert_eq!(listed.collect::<Vec<_>>(), own);
    let paint = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/analysis/token_paint.rs");
    let paint = fs::read_to_string(paint).expect("the source");
    for name in own {
        assert!(paint.contains(&format!("\"{name}\")")), "{name}");
    }
    let lock = read("vscode/package-lock.json");
    assert!(!lock.contains("://"), "the lock file names a host");
}

#[test]
fn editors_run_every_lens() {
    let answers = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cli/commands/lsp/answers.rs");
    let answers = fs::read_to_string(answers).expect("the source");
    for lens in ["dungeon.play", "dungeon.prove", "dungeon.test"] {
        assert!(answers.contains(&format!("\"{lens}\"")), "{lens}");
        for (file, run) in [
            (
                "neovim/dungeon.lua",
                format!("vim.lsp.commands['{lens}'] = "),
            ),
            ("vscode/extension.js", format!("registerCommand('{lens}', ")),
        ] {
            assert!(read(file).contains(&run), "{lens} in {file}");
        }
    }
}
