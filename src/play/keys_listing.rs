//! The keys that games have, written as a file of keys that gives them again: the beginning of one's own.
use super::keymap::{Entry, Keymap, is_fixed};
use super::keys_file::KeysFile;
use crate::rulesets;

/// What stands above the keys.
const HEAD: &str = "\
# Keep this as keys.toml in the folder `dungeon` of your configuration, which is
# ~/.config/dungeon unless XDG_CONFIG_HOME names another, or use it by --keymap.
# What a file does not name keeps its own keys, unless they are given to others.
# Keys are written as in scripts, with blanks between them: a <Left> <C-x> <A-x>
# <F5> <Space>; < is <lt>. No keys at all are \"\". The mouse, and <C-c>, which
# always quits, mean what they do.
";

/// A game and the keys that it has.
struct Game {
    word: &'static str,
    keymap: Keymap,
}

impl Game {
    fn entries(&self) -> impl Iterator<Item = &Entry> {
        let entries = self.keymap.groups.iter().flatten();
        entries.filter(|entry| !entry.command.is_pointed())
    }

    fn entry(&self, name: &str) -> Option<&Entry> {
        self.entries().find(|entry| entry.name == name)
    }
}

/// The keys of all games: first the verbs that have the same keys in several, then each game's.
pub fn of_all(keys: &KeysFile) -> String {
    let games = games(keys);
    let mut names: Vec<&str> = Vec::new();
    for entry in games.iter().flat_map(Game::entries) {
        if !names.contains(&entry.name) && is_shared(&games, entry.name) {
            names.push(entry.name);
        }
    }
    let lines = names.iter().filter_map(|name| line(&games, name));
    let mut text = format!("{HEAD}\n{}", commented(lines));
    for game in &games {
        let own = game.entries().filter(|entry| !names.contains(&entry.name));
        let one = std::slice::from_ref(game);
        let lines = own.filter_map(|entry| line(one, entry.name));
        text.push_str(&format!("\n[{}]\n{}", game.word, commented(lines)));
    }
    text
}

/// The keys of one game, by its word; nothing but the head for a word that is none.
pub fn of_game(keys: &KeysFile, word: &str) -> String {
    let games: Vec<Game> = games(keys).into_iter().filter(|g| g.word == word).collect();
    let lines = games.iter().flat_map(Game::entries);
    let lines = lines.filter_map(|entry| line(&games, entry.name));
    format!("{HEAD}\n[{word}]\n{}", commented(lines))
}

fn games(keys: &KeysFile) -> Vec<Game> {
    let games = rulesets::all().into_iter();
    games
        .map(|(word, rules)| Game {
            word,
            keymap: keys.keymap(word, &*rules),
        })
        .collect()
}

/// Whether several games have the verb, and all of these the same keys for it.
fn is_shared(games: &[Game], name: &str) -> bool {
    let entries = games.iter().filter_map(|game| game.entry(name));
    let keys: Vec<String> = entries.map(spelled).collect();
    keys.len() > 1 && keys.iter().all(|other| *other == keys[0])
}

/// A verb's words and its line; where games have other words for it, each its own.
fn line(games: &[Game], name: &str) -> Option<(String, String)> {
    let have = games.iter().filter_map(|g| Some((g.word, g.entry(name)?)));
    let have: Vec<(&str, &Entry)> = have.collect();
    let (_, first) = have.first()?;
    let words = match have.iter().all(|(_, entry)| entry.help == first.help) {
        true => format!("# {}\n", first.help),
        false => have
            .iter()
            .map(|(game, entry)| format!("# {game}: {}\n", entry.help))
            .collect(),
    };
    let keys = spelled(first).replace('\\', r"\\").replace('"', "\\\"");
    Some((words, format!("{name} = \"{keys}\"\n")))
}

/// The lines, each below its words, unless those stand above the line before.
fn commented(lines: impl Iterator<Item = (String, String)>) -> String {
    let (mut text, mut said) = (String::new(), String::new());
    for (words, line) in lines {
        if words != said {
            text.push_str(&words);
            said = words;
        }
        text.push_str(&line);
    }
    text
}

/// The keys that a file can give.
fn spelled(entry: &Entry) -> String {
    let keys = entry.keys.iter().flatten().filter(|key| !is_fixed(**key));
    keys.map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
