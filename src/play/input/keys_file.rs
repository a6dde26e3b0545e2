//! A person's file of keys, `keys.toml`: verbs by their names, each with the keys that it has instead of its own, for
//! every game or, in a table, for one. Everything that is wrong with it is told at once.
use std::collections::{BTreeMap, HashMap};

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::key::Key;
use super::keymap::{Command, Keymap, Rebinding, is_fixed};
use super::script::Script;
use crate::engine::ruleset::Ruleset;
use crate::format::characters::quoted;
use crate::format::diagnostic::Mistake;
use crate::format::games;
use crate::format::source::{Source, Span};
use crate::format::spelling::nearest;
use crate::rulesets;
use crate::view::preview::ControlScheme;

/// Bytes of a file: many times what all verbs with all keys take.
pub const LARGEST: usize = 64 << 10;

/// How many mistakes are told; a file with more was not meant as one of keys.
const TOLD: usize = 20;

/// Which keys a person gave to the verbs of each game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeysFile {
    games: BTreeMap<&'static str, Rebinding>,
}

impl KeysFile {
    /// What a file says.
    ///
    /// # Errors
    /// Everything that is wrong with it, in file order.
    pub fn read(source: &Source) -> Result<KeysFile, Vec<Mistake>> {
        let mut mistakes = unreadable(source);
        if !mistakes.is_empty() {
            return Err(mistakes);
        }
        let (table, errors) = DeTable::parse_recoverable(&source.text);
        let mut desk = KeysFileReader::of(source);
        let misspelt: Vec<Mistake> = errors.iter().map(|error| misspelt(source, error)).collect();
        desk.document(table.get_ref());
        // What a misspelt line was taken for says nothing.
        let line = |mistake: &Mistake| source.line_of(mistake.span.start);
        let is_bad = |found: &Mistake| misspelt.iter().any(|other| line(other) == line(found));
        desk.mistakes.retain(|found| !is_bad(found));
        mistakes = misspelt;
        mistakes.append(&mut desk.mistakes);
        mistakes.extend(desk.given_twice());
        let file = desk.finish();
        // Of a line with another mistake nobody knows yet what it will be.
        let mut lost = desk.out_of_reach(&file);
        lost.retain(|found| !mistakes.iter().any(|other| line(other) == line(found)));
        mistakes.append(&mut lost);
        if mistakes.is_empty() {
            return Ok(file);
        }
        mistakes.sort_by_key(|found| found.span);
        mistakes.truncate(TOLD);
        Err(mistakes)
    }

    /// What it says for a game, by the game's word.
    pub fn of(&self, game: &str) -> &Rebinding {
        static NOTHING: Rebinding = Rebinding(BTreeMap::new());
        self.games.get(game).unwrap_or(&NOTHING)
    }

    /// The keymap that a game has then in dungeons that have all its verbs.
    pub fn keymap(&self, game: &str, rules: &dyn Ruleset) -> Keymap {
        Keymap::rebound(rules.bindings(), ControlScheme::of(rules), self.of(game))
    }
}

/// What keeps a file from being read at all.
fn unreadable(source: &Source) -> Vec<Mistake> {
    if source.is_too_large {
        let message = format!(
            "expected at most {} KiB of keys, found a larger file",
            LARGEST >> 10
        );
        return vec![Mistake::new(Span::default(), message)];
    }
    let spans = source.not_utf8.iter().take(TOLD);
    spans
        .map(|span| Mistake::new(*span, "expected UTF-8, found bytes that are none"))
        .collect()
}

/// What the language of the file says of a line.
fn misspelt(source: &Source, error: &toml::de::Error) -> Mistake {
    let end = source.text.len();
    let span = error.span().map_or(Span::new(end, end), |span| {
        Span::new(span.start.min(end), span.end.min(end))
    });
    let message = format!("expected TOML: {}", error.message());
    Mistake::new(span, message).help("a line looks like `west = \"a <Left>\"`")
}

/// A verb of a game, as files may name it.
struct VerbName {
    name: &'static str,
    /// Whether the mouse alone asks for it.
    is_pointed: bool,
}

/// The keys that a line gives to a verb.
#[derive(Clone)]
struct VerbKeys {
    verb: &'static str,
    /// Of the verb's name.
    at: Span,
    keys: Vec<(Key, Span)>,
}

/// What was read of a file so far.
struct KeysFileReader<'a> {
    source: &'a Source,
    /// In the order of `games::WORDS`.
    verbs: [(&'static str, Vec<VerbName>); games::WORDS.len()],
    for_all: Vec<VerbKeys>,
    for_one: BTreeMap<&'static str, Vec<VerbKeys>>,
    mistakes: Vec<Mistake>,
}

impl<'a> KeysFileReader<'a> {
    fn of(source: &'a Source) -> KeysFileReader<'a> {
        let plain = KeysFile::default();
        KeysFileReader {
            source,
            verbs: rulesets::all().map(|(game, rules)| (game, verbs(&plain.keymap(game, &*rules)))),
            for_all: Vec::new(),
            for_one: BTreeMap::new(),
            mistakes: Vec::new(),
        }
    }

    /// The whole file: verbs of every game, and games.
    fn document(&mut self, table: &DeTable<'_>) {
        for (key, value) in table {
            let (name, at) = (key.get_ref().as_ref(), place(key));
            let game = games::WORDS.into_iter().find(|game| *game == name);
            match (game, value.get_ref()) {
                (Some(game), DeValue::Table(verbs)) => self.table(game, verbs),
                (Some(game), other) => {
                    let found = a_value(other);
                    let message = format!("expected a table of verbs for {game}, found {found}");
                    let mistake = Mistake::new(at, message);
                    let mended = format!("a line `[{game}]`, and its verbs below it");
                    self.mistakes.push(mistake.help(mended));
                }
                (None, DeValue::Table(_)) => self.unknown_game(name, at),
                (None, _) => {
                    if let Some(given) = self.line(None, key, value) {
                        self.for_all.push(given);
                    }
                }
            }
        }
    }

    /// The verbs of one game.
    fn table(&mut self, game: &'static str, verbs: &DeTable<'_>) {
        for (key, value) in verbs {
            if let Some(given) = self.line(Some(game), key, value) {
                self.for_one.entry(game).or_default().push(given);
            }
        }
    }

    /// A verb and its keys; none if either is wrong, which is told.
    fn line(
        &mut self,
        game: Option<&'static str>,
        key: &Spanned<DeString<'_>>,
        value: &Spanned<DeValue<'_>>,
    ) -> Option<VerbKeys> {
        let at = place(key);
        let verb = match self.verb(game, key.get_ref()) {
            Ok(verb) => verb,
            Err((message, help)) => {
                self.mistakes.push(Mistake::new(at, message).help(help));
                return None;
            }
        };
        let mut keys = Vec::new();
        let texts: Vec<&Spanned<DeValue<'_>>> = match value.get_ref() {
            DeValue::Array(texts) => texts.iter().collect(),
            _ => vec![value],
        };
        let read = texts.into_iter().map(|text| self.keys(verb, text));
        let read: Vec<Result<Vec<(Key, Span)>, Mistake>> = read.collect();
        let mut is_sound = true;
        for text in read {
            match text {
                Ok(more) => keys.extend(more),
                Err(mistake) => {
                    is_sound = false;
                    self.mistakes.push(mistake);
                }
            }
        }
        is_sound.then_some(VerbKeys { verb, at, keys })
    }

    /// The verb that a name means, in one game or in any; or what is wrong with it, and a mend.
    fn verb(&self, game: Option<&str>, name: &str) -> Result<&'static str, (String, String)> {
        let here = self.verbs.iter();
        let here = here.filter(|(other, _)| game.is_none_or(|game| game == *other));
        let known: Vec<&VerbName> = here.flat_map(|(_, verbs)| verbs).collect();
        let of = game.map_or_else(String::new, |game| format!(" of {game}"));
        let found = quoted(name);
        match known.iter().find(|verb| verb.name == name) {
            Some(verb) if verb.is_pointed => Err((
                format!("expected a verb that keys ask for, found {found}, which is the mouse's"),
                "drop the line: the mouse means what it is over".to_owned(),
            )),
            Some(verb) => Ok(verb.name),
            None => {
                let names = known.iter().map(|verb| verb.name);
                let help = match (nearest(name, names), self.game_of(name)) {
                    (_, Some(other)) => format!("it is a verb of {other}"),
                    (Some(near), None) => format!("did you mean `{near}`?"),
                    (None, None) => "`dungeon keys` lists all verbs".to_owned(),
                };
                Err((format!("expected a verb{of}, found {found}"), help))
            }
        }
    }

    /// A game that has such a verb.
    fn game_of(&self, name: &str) -> Option<&'static str> {
        let mut games = self.verbs.iter();
        let is_known = |verbs: &[VerbName]| verbs.iter().any(|verb| verb.name == name);
        games.find_map(|(game, verbs)| is_known(verbs).then_some(*game))
    }

    fn unknown_game(&mut self, name: &str, at: Span) {
        let (found, known) = (quoted(name), games::WORDS.join(", "));
        let mistake = Mistake::new(at, format!("expected a game ({known}), found {found}"));
        let help = match (nearest(name, games::WORDS), self.game_of(name)) {
            (_, Some(_)) => format!("it is a verb: `{name} = \"a <Left>\"`"),
            (Some(near), None) => format!("did you mean `{near}`?"),
            (None, None) => "verbs of every game stand above the first table".to_owned(),
        };
        self.mistakes.push(mistake.help(help));
    }

    /// The keys of a text.
    fn keys(&self, verb: &str, value: &Spanned<DeValue<'_>>) -> Result<Vec<(Key, Span)>, Mistake> {
        let at = place(value);
        let DeValue::String(text) = value.get_ref() else {
            let found = a_value(value.get_ref());
            let mistake = Mistake::new(at, format!("expected keys in quotes, found {found}"));
            return Err(mistake.help(format!("write it as `{verb} = \"a <Left>\"`")));
        };
        let script: Script = text.parse().map_err(|error: super::script::KeyError| {
            Mistake::new(self.place_in(at, text, error.at), error.what)
        })?;
        let keys = script.0.into_iter().map(|key| match refusal(verb, key) {
            Some(why) => Err(Mistake::new(at, why)),
            None => Ok((key, at)),
        });
        keys.collect()
    }

    /// Where a character of a text stands, counted from 1, if the file spells the text as it is.
    fn place_in(&self, at: Span, text: &str, character: usize) -> Span {
        let mut ends = text.char_indices().map(|(byte, c)| (byte, c.len_utf8()));
        let written = self.source.slice(at);
        let inner = written.get(1..written.len().saturating_sub(1));
        match ends.nth(character - 1) {
            Some((byte, length)) if inner == Some(text) => {
                let start = at.start as usize + 1 + byte;
                Span::new(start, start + length)
            }
            _ => at,
        }
    }

    /// What is given in a game: its own lines, and those of every game that they leave alone.
    fn given(&self, game: &str) -> Vec<&VerbKeys> {
        let own: Vec<&VerbKeys> = self.for_one.get(game).into_iter().flatten().collect();
        let verbs = self.verbs.iter().find(|(other, _)| *other == game);
        let is_here = |given: &&VerbKeys| {
            let known = verbs.is_some_and(|(_, verbs)| verbs.iter().any(|v| v.name == given.verb));
            known && !own.iter().any(|other| other.verb == given.verb)
        };
        let for_all = self.for_all.iter().filter(is_here);
        let mut given: Vec<&VerbKeys> = for_all.chain(own.iter().copied()).collect();
        given.sort_by_key(|given| given.at);
        given
    }

    /// Keys that two verbs of a game were given.
    fn given_twice(&self) -> Vec<Mistake> {
        let mut found: BTreeMap<(Span, Span), Mistake> = BTreeMap::new();
        for game in games::WORDS {
            let mut owners: HashMap<Key, (&str, Span)> = HashMap::new();
            for given in self.given(game) {
                for (key, at) in &given.keys {
                    let (owner, first) = *owners.entry(*key).or_insert((given.verb, *at));
                    if owner == given.verb {
                        continue;
                    }
                    found.entry((first, *at)).or_insert_with(|| {
                        let (key, verb) = (key.to_string(), given.verb);
                        let message = format!(
                            "expected `{key}` for one verb of {game}, found it for `{owner}` and `{verb}`"
                        );
                        Mistake::new(*at, message).label(first, format!("given to `{owner}` here"))
                    });
                }
            }
        }
        found.into_values().collect()
    }

    /// Games in which nobody could find out what the keys are, or leave but by Ctrl-C.
    fn out_of_reach(&self, file: &KeysFile) -> Vec<Mistake> {
        let mut found: BTreeMap<Span, Mistake> = BTreeMap::new();
        for (game, rules) in rulesets::all() {
            let plain = KeysFile::default().keymap(game, &*rules);
            let keymap = file.keymap(game, &*rules);
            for verb in [Command::Help, Command::Quit] {
                if !keys_of(&keymap, verb).is_empty() {
                    continue;
                }
                let lost = keys_of(&plain, verb);
                let given = self.given(game).into_iter();
                let name = name_of(&plain, verb);
                let took = |given: &&VerbKeys| {
                    given.verb == name || given.keys.iter().any(|(key, _)| lost.contains(key))
                };
                let mut places = given.filter(took).map(|given| given.at);
                let Some(last) = places.next_back() else {
                    continue;
                };
                let message = format!("expected a key for `{name}` in {game}, found none left");
                let mended = format!("give it one of its own, such as `{name} = \"<F12>\"`");
                let mistake = Mistake::new(last, message).help(mended);
                let mistake = places.fold(mistake, |mistake, at| mistake.label(at, "and this"));
                found.entry(last).or_insert(mistake);
            }
        }
        found.into_values().collect()
    }

    fn finish(&self) -> KeysFile {
        let keys = |given: &VerbKeys| given.keys.iter().map(|(key, _)| *key).collect();
        let games = games::WORDS.into_iter().map(|game| {
            let given = self.given(game).into_iter();
            let verbs = given.map(|given| (given.verb, keys(given)));
            (game, Rebinding(verbs.collect()))
        });
        KeysFile {
            games: games.filter(|(_, given)| !given.0.is_empty()).collect(),
        }
    }
}

/// Why a key cannot be a verb's.
fn refusal(verb: &str, key: Key) -> Option<String> {
    match key {
        Key::Click(_) | Key::Hover(_) | Key::Resize(_) | Key::Paste | Key::Idle => Some(format!(
            "expected a key for `{verb}`, found `{key}`, which cannot be given away"
        )),
        Key::Ctrl('c') if verb != "quit" => Some(format!(
            "expected another key for `{verb}`: `{key}` quits in every game"
        )),
        _ => None,
    }
}

/// Everything that a keymap can be asked for by a name.
fn verbs(keymap: &Keymap) -> Vec<VerbName> {
    let entries = keymap.groups.iter().flatten();
    let verbs = entries.map(|entry| VerbName {
        name: entry.name,
        is_pointed: entry.command.is_pointed(),
    });
    verbs.collect()
}

/// The keys of a command that a file may give away.
fn keys_of(keymap: &Keymap, command: Command) -> Vec<Key> {
    let entries = keymap.groups.iter().flatten();
    let entries = entries.filter(|entry| entry.command == command);
    let keys = entries.flat_map(|entry| entry.keys.iter().flatten().copied());
    keys.filter(|key| !is_fixed(*key)).collect()
}

fn name_of(keymap: &Keymap, command: Command) -> &'static str {
    let mut entries = keymap.groups.iter().flatten();
    let entry = entries.find(|entry| entry.command == command);
    entry.map_or("", |entry| entry.name)
}

fn place<T>(spanned: &Spanned<T>) -> Span {
    let span = spanned.span();
    Span::new(span.start, span.end)
}

fn a_value(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "text",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list in a list",
        DeValue::Table(_) => "a table",
    }
}
