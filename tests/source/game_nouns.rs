//! The code of a game is in two files: any other file that names a game or one of its nouns must name the game in a
//! comment.
use crate::sources::{rust_files, sources};

/// The games, with the nouns that belong to their own files. Excluded are features that files of every game can
/// declare: the herd, fences, slime and the ghosts.
const NOUNS: [(&str, &[&str]); 3] = [
    ("siege", &["siege", "season", "cow", "hordling", "purse"]),
    ("arena", &["arena"]),
    ("tactics", &["tactics", "wizard", "crystal"]),
];

/// The folders that may use a game's nouns.
const HOMES: [&str; 2] = ["model/dungeon/games/", "engine/rulesets/"];

/// Returns the lower-case parts of the names and words in a line: "buy", "cow" for `BuyCow`, `BUY_COW` and "buy-cow".
fn parts(line: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut was_lower = false;
    for c in line.chars() {
        if !c.is_alphabetic() || (c.is_uppercase() && was_lower) {
            parts.push(String::new());
        }
        if c.is_alphabetic() {
            parts
                .last_mut()
                .expect("one is there")
                .extend(c.to_lowercase());
        }
        was_lower = c.is_lowercase();
    }
    parts
}

/// Whether a part of a name is this noun, or its plural.
fn is_noun(part: &str, noun: &str) -> bool {
    part == noun || part.strip_suffix('s') == Some(noun)
}

/// Returns the comments and the numbered code lines before the tests of a file.
fn comments_and_code(text: &str) -> (Vec<&str>, Vec<(usize, &str)>) {
    let lines = (1..).zip(text.lines());
    let lines = lines.take_while(|(_, line)| *line != "#[cfg(test)]");
    let is_comment = |line: &str| line.trim_start().starts_with("//");
    let (comments, code): (Vec<_>, Vec<_>) = lines.partition(|(_, line)| is_comment(line));
    (comments.into_iter().map(|(_, line)| line).collect(), code)
}

/// Returns the places in a file's code with a noun of a game that no comment of the file names.
fn unexplained(file: &str, text: &str) -> Vec<String> {
    let (comments, code) = comments_and_code(text);
    let is_said = |game: &str| {
        let mut words = comments.iter().flat_map(|line| parts(line));
        words.any(|word| word == game)
    };
    let mut found = Vec::new();
    for (game, nouns) in NOUNS {
        if is_said(game) {
            continue;
        }
        for (number, line) in &code {
            // `Cow` of the standard library is not the animal.
            let line = line
                .replace("Cow<", "")
                .replace("Cow::", "")
                .replace("::Cow", "");
            let mut parts = parts(&line).into_iter();
            if let Some(part) = parts.find(|part| nouns.iter().any(|noun| is_noun(part, noun))) {
                found.push(format!("{file}:{number}: \"{part}\" is of {game}"));
            }
        }
    }
    found
}

#[test]
fn a_file_that_names_a_noun_of_a_game_says_whose_it_is() {
    let files = sources();
    let others = files
        .iter()
        .filter(|(file, _)| !HOMES.iter().any(|home| file.starts_with(home)));
    let found: Vec<String> = others
        .flat_map(|(file, text)| unexplained(file, text))
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The lists that name each game once, and the file with a command named like a game: auto-explore.
const LISTS: [&str; 3] = [
    "players/domains/mod.rs",
    "players/bots/styles.rs",
    "play/narration/line_command.rs",
];

/// Returns the code lines of a file that ask which game it is, by its profile or its name.
fn questions(file: &str, text: &str) -> Vec<String> {
    let words = dungeon_model::dungeon::games::WORDS.map(|word| format!("\"{word}\""));
    let is_asking =
        |line: &str| line.contains("PROFILE") || words.iter().any(|word| line.contains(word));
    let (_, code) = comments_and_code(text);
    let asking = code.into_iter().filter(|(_, line)| is_asking(line));
    let asking = asking.map(|(number, line)| format!("{file}:{number}: {}", line.trim()));
    asking.collect()
}

#[test]
fn no_code_asks_which_game_a_dungeon_is_of() {
    let is_elsewhere =
        |file: &str| !LISTS.contains(&file) && !HOMES.iter().any(|home| file.starts_with(home));
    let files = sources();
    let own = files.iter().filter(|(file, _)| is_elsewhere(file));
    let own = own.map(|(file, text)| (format!("src/{file}"), text.clone()));
    let page = rust_files("web/engine/src").into_iter();
    let page = page.map(|(file, text)| (format!("web/engine/src/{file}"), text));
    let found = own
        .chain(page)
        .flat_map(|(file, text)| questions(&file, &text));
    let found: Vec<String> = found.collect();
    assert!(
        found.is_empty(),
        "ask the profile what is meant:\n{}",
        found.join("\n")
    );
}
