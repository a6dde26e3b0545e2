//! What `editors/` says of the format is what the tables say: each grammar knows every word that begins a record and every
//! key, and no other.
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use dungeon_format::keys::KEYS;
use dungeon_format::parse::KEYWORDS;
use serde_json::Value;

fn read(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("editors")
        .join(file);
    fs::read_to_string(path).expect("a file of an editor")
}

/// The words between the first `(` or `\%(` behind a piece of text and the next `)`, parted by `|`.
fn words(text: &str, behind: &str) -> BTreeSet<String> {
    let (_, rest) = text.split_once(behind).expect("the pattern");
    let list = rest.split(')').next().expect("its end");
    let words = list.trim_end_matches('\\').split('|');
    words
        .map(|word| word.trim_matches('\\').to_owned())
        .collect()
}

/// The words that begin records; a map has no row among them.
fn keywords() -> BTreeSet<String> {
    let words = KEYWORDS.iter().map(|shape| shape.keyword);
    words.chain(["map"]).map(str::to_owned).collect()
}

fn keys() -> BTreeSet<String> {
    KEYS.iter().map(|key| key.word.to_owned()).collect()
}

#[test]
fn the_grammar_of_vs_code_has_the_words_of_the_tables() {
    let grammar: Value = serde_json::from_str(&read("vscode/syntaxes/dungeon.tmLanguage.json"))
        .expect("a grammar is JSON");
    let pattern = |name: &str| {
        let pattern = &grammar["repository"][name]["match"];
        pattern.as_str().expect("a pattern").to_owned()
    };
    assert_eq!(words(&pattern("keyword"), "^("), keywords());
    assert_eq!(words(&pattern("key"), "(?<=[ \\t])("), keys());
}

#[test]
fn the_syntax_of_vim_has_the_words_of_the_tables() {
    let syntax = read("vim/syntax/dungeon.vim");
    assert_eq!(words(&syntax, "match dungeonKeyword \"^\\%("), keywords());
    assert_eq!(words(&syntax, "match dungeonKey \"\\s\\@1<=\\%("), keys());
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
    assert!(!lock.contains("://"), "the lock names no host");
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
