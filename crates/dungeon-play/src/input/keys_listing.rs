//! The keys of all games, written as a keys file. `dungeon keys` prints this text; reading it back gives the same keys.
use super::keymap::{Keymap, KeymapEntry, is_fixed};
use super::keys_file::KeysFile;
use dungeon_engine::rulesets;
use dungeon_format::characters::fault;
use dungeon_model::dungeon::grammar::lists::joined;

/// The comment at the top of the listing.
const HEAD: &str = "\
# Save the lines that you change as ~/.config/dungeon/keys.toml (if you set
# XDG_CONFIG_HOME, as dungeon/keys.toml in that folder), or in any file for
# --keymap. Verbs without a line keep their keys, except keys that you give to
# another verb. Lines above the tables are for all games.
# Separate keys with spaces: a <Left> <C-x> <A-x> <F5> <Space>. Write <lt> for <,
# and \"\" for no key. The mouse and <C-c> (quit) cannot be changed.
";

/// A game and its keymap.
struct GameKeys {
    word: &'static str,
    keymap: Keymap,
}

impl GameKeys {
    fn entries(&self) -> impl Iterator<Item = &KeymapEntry> {
        let entries = self.keymap.entries.iter();
        entries.filter(|entry| !entry.command.is_pointed())
    }

    fn entry(&self, name: &str) -> Option<&KeymapEntry> {
        self.entries().find(|entry| entry.name == name)
    }
}

/// Returns the listing of all games as the text of a keys file: first the verbs that have the same keys in several
/// games, then a table for each game.
pub fn all_games_text(keys: &KeysFile) -> String {
    let games = all_games(keys);
    let mut names: Vec<&str> = Vec::new();
    for entry in games.iter().flat_map(GameKeys::entries) {
        if !names.contains(&entry.name) && is_shared(&games, entry.name) {
            names.push(entry.name);
        }
    }
    let lines = names.iter().filter_map(|name| verb_line(&games, name));
    let mut text = format!("{HEAD}\n{}", commented_lines(lines));
    for game in &games {
        let own = game.entries().filter(|entry| !names.contains(&entry.name));
        let one = std::slice::from_ref(game);
        let lines = own.filter_map(|entry| verb_line(one, entry.name));
        text.push_str(&format!("\n[{}]\n{}", game.word, commented_lines(lines)));
    }
    text
}

/// Returns the listing of one game, by its word, as the text of a keys file; an unknown word gives the head and an
/// empty table.
pub fn one_game_text(keys: &KeysFile, word: &str) -> String {
    let games: Vec<GameKeys> = all_games(keys)
        .into_iter()
        .filter(|g| g.word == word)
        .collect();
    let lines = games.iter().flat_map(GameKeys::entries);
    let lines = lines.filter_map(|entry| verb_line(&games, entry.name));
    format!("{HEAD}\n[{word}]\n{}", commented_lines(lines))
}

fn all_games(keys: &KeysFile) -> Vec<GameKeys> {
    let games = rulesets::all().into_iter();
    games
        .map(|(word, rules)| GameKeys {
            word,
            keymap: keys.keymap(word, &*rules),
        })
        .collect()
}

/// Whether several games have the verb, with the same keys in each of them.
fn is_shared(games: &[GameKeys], name: &str) -> bool {
    let entries = games.iter().filter_map(|game| game.entry(name));
    let keys: Vec<String> = entries.map(keys_text).collect();
    keys.len() > 1 && keys.iter().all(|other| *other == keys[0])
}

/// A verb's line, and the help text for the comment above it.
struct VerbLine {
    /// The help text. If it differs between games, one text for each game, after the game's word.
    words: Vec<String>,
    text: String,
}

fn verb_line(games: &[GameKeys], name: &str) -> Option<VerbLine> {
    let have = games.iter().filter_map(|g| Some((g.word, g.entry(name)?)));
    let have: Vec<(&str, &KeymapEntry)> = have.collect();
    let (_, first) = have.first()?;
    let words = if have.iter().all(|(_, entry)| entry.help == first.help) {
        vec![first.help.to_owned()]
    } else {
        let words = have.iter().map(|(game, entry)| (game, entry.help));
        words
            .map(|(game, help)| format!("{game}: {help}"))
            .collect()
    };
    let text = format!("{name} = {}\n", in_toml(&keys_text(first)));
    Some(VerbLine { words, text })
}

/// Writes each line below its help texts; neighboring lines whose help texts begin alike share one comment.
fn commented_lines(lines: impl Iterator<Item = VerbLine>) -> String {
    let lines: Vec<VerbLine> = lines.collect();
    let mut text = String::new();
    for run in lines.chunk_by(|a, b| a.words.first() == b.words.first()) {
        let mut shown: Vec<&String> = Vec::new();
        for words in run.iter().flat_map(|line| &line.words) {
            if !shown.contains(&words) {
                shown.push(words);
            }
        }
        shown
            .iter()
            .for_each(|words| text.push_str(&format!("# {words}\n")));
        run.iter().for_each(|line| text.push_str(&line.text));
    }
    text
}

/// Returns a text as a TOML string in printable characters.
fn in_toml(text: &str) -> String {
    let written = text.chars().map(|c| match c {
        '\\' | '"' => format!("\\{c}"),
        c if fault(c).is_none() => c.to_string(),
        c => format!("\\U{:08X}", u32::from(c)),
    });
    format!("\"{}\"", written.collect::<String>())
}

/// Returns the entry's keys as a script, without the keys that no file can change.
fn keys_text(entry: &KeymapEntry) -> String {
    let keys = entry.keys.iter().flatten().filter(|key| !is_fixed(**key));
    joined(keys.map(ToString::to_string), " ")
}
