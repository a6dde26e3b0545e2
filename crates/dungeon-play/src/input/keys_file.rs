//! The reader of `keys.toml`, a player's own keys: verbs by name, each with the keys that replace its defaults, for
//! every game or, in a table, for one game. All errors of a file are reported at once.
use std::collections::{BTreeMap, HashMap};

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::key::Key;
use super::keymap::{Command, Keymap, Rebinding, is_fixed};
use super::script::Script;
use crate::view::preview::ControlScheme;
use dungeon_engine::ruleset::Ruleset;
use dungeon_engine::rulesets;
use dungeon_format::characters::quoted;
use dungeon_format::diagnostic::{Code, Diagnostic};
use dungeon_format::source::{Source, Span};
use dungeon_format::spelling::nearest;
use dungeon_model::dungeon::games;

/// The largest file that is read, in bytes: far more than a file with every verb and every key needs.
pub const LARGEST: usize = 64 << 10;

/// The maximum number of findings reported; a file with more is probably no keys file.
const MOST_FINDINGS: usize = 20;

/// A player's own keys for each game.
///
/// ```
/// use dungeon::Key;
/// use dungeon::diagnostics::{Code, Source};
/// use dungeon::rules::Explore;
/// use dungeon::session::{Command, KeysFile};
///
/// let source = Source::from_text("keys.toml", "look = \"v\"\n[siege]\nlook = \"V\"\n");
/// let keys = KeysFile::read(&source).expect("a sound file");
/// let keymap = keys.keymap("explore", &Explore);
/// assert_eq!(keymap.meaning(Key::Char('v')), Some(Command::Look));
/// let wrong = KeysFile::read(&Source::from_text("keys.toml", "lok = \"v\"\n"));
/// assert_eq!(wrong.unwrap_err()[0].code, Code::UnknownVerb);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeysFile {
    games: BTreeMap<&'static str, Rebinding>,
}

impl KeysFile {
    /// Reads a keys file.
    ///
    /// # Errors
    /// Returns up to 20 findings in file order.
    pub fn read(source: &Source) -> Result<KeysFile, Vec<Diagnostic>> {
        let mut findings = check_readable(source);
        if !findings.is_empty() {
            return Err(findings);
        }
        let (table, errors) = DeTable::parse_recoverable(&source.text);
        let mut reader = KeysFileReader::new(source);
        let misspelt: Vec<Diagnostic> = errors
            .iter()
            .map(|error| syntax_finding(source, error))
            .collect();
        reader.read_document(table.get_ref());
        // On a line that is not TOML the parser guesses a verb; findings about that guess would mislead.
        let line = |found: &Diagnostic| source.line_of(found.span.start);
        let is_bad = |found: &Diagnostic| misspelt.iter().any(|other| line(other) == line(found));
        reader.findings.retain(|found| !is_bad(found));
        findings = misspelt;
        findings.append(&mut reader.findings);
        findings.extend(reader.check_given_twice());
        let file = reader.finish();
        // A line with a finding may have other keys once it is fixed, so no second finding about lost keys is added to
        // it.
        let mut lost = reader.check_reachable(&file);
        lost.retain(|found| !findings.iter().any(|other| line(other) == line(found)));
        findings.append(&mut lost);
        if findings.is_empty() {
            return Ok(file);
        }
        findings.sort_by_key(|found| found.span);
        findings.truncate(MOST_FINDINGS);
        Err(findings)
    }

    /// Returns the player's own keys for a game, by the game's word; empty if the file does not mention the game.
    pub(crate) fn rebinding(&self, game: &str) -> &Rebinding {
        static NOTHING: Rebinding = Rebinding(BTreeMap::new());
        self.games.get(game).unwrap_or(&NOTHING)
    }

    /// Builds the keymap of a game as if the dungeon had all verbs of the game.
    pub fn keymap(&self, game: &str, rules: &dyn Ruleset) -> Keymap {
        Keymap::with_rebinding(
            rules.face().bindings(),
            ControlScheme::for_rules(rules),
            self.rebinding(game),
        )
    }
}

/// Returns the findings that prevent parsing: a file that is too large, or bytes that are not UTF-8.
fn check_readable(source: &Source) -> Vec<Diagnostic> {
    if source.is_too_large {
        let message = format!(
            "expected at most {} KiB of keys, found a larger file",
            LARGEST >> 10
        );
        let start = Span::default();
        return vec![Diagnostic::new(Code::FileTooLarge, start, message)];
    }
    let message = "expected UTF-8, found other bytes";
    let spans = source.not_utf8.iter().take(MOST_FINDINGS);
    spans
        .map(|span| Diagnostic::new(Code::NotUtf8, *span, message))
        .collect()
}

/// Turns an error of the TOML parser into a finding with a position.
fn syntax_finding(source: &Source, error: &toml::de::Error) -> Diagnostic {
    let end = source.text.len();
    let span = error.span().map_or(Span::new(end, end), |span| {
        Span::new(span.start.min(end), span.end.min(end))
    });
    let message = format!("expected TOML: {}", error.message());
    Diagnostic::new(Code::BadToml, span, message).help("write lines such as `west = \"a <Left>\"`")
}

/// The name of a game's verb, as key files write it.
struct VerbName {
    name: &'static str,
    /// Whether the verb can only be given with the mouse.
    is_pointed: bool,
}

/// A line of the file: a verb and its keys.
#[derive(Clone)]
struct VerbKeys {
    verb: &'static str,
    /// The span of the verb's name.
    at: Span,
    keys: Vec<(Key, Span)>,
}

/// The state while reading one file: the lines read so far, and their errors.
struct KeysFileReader<'a> {
    source: &'a Source,
    /// Each game with its verbs, in the order of `games::WORDS`.
    verbs: [(&'static str, Vec<VerbName>); games::WORDS.len()],
    for_all: Vec<VerbKeys>,
    for_one: BTreeMap<&'static str, Vec<VerbKeys>>,
    findings: Vec<Diagnostic>,
}

impl<'a> KeysFileReader<'a> {
    fn new(source: &'a Source) -> KeysFileReader<'a> {
        let plain = KeysFile::default();
        KeysFileReader {
            source,
            verbs: rulesets::all()
                .map(|(game, rules)| (game, verb_names(&plain.keymap(game, &*rules)))),
            for_all: Vec::new(),
            for_one: BTreeMap::new(),
            findings: Vec::new(),
        }
    }

    /// Reads the whole file: verbs for every game, then a table for each game.
    fn read_document(&mut self, table: &DeTable<'_>) {
        for (key, value) in table {
            let (name, at) = (key.get_ref().as_ref(), span_of(key));
            let game = games::WORDS.into_iter().find(|game| *game == name);
            match (game, value.get_ref()) {
                (Some(game), DeValue::Table(verbs)) => self.read_table(game, verbs),
                (Some(game), other) => {
                    let found = value_name(other);
                    let message = format!("expected a table of verbs for {game}, found {found}");
                    let finding = Diagnostic::new(Code::BadTable, at, message);
                    let mended = format!("write a line `[{game}]`, and its verbs below it");
                    self.findings.push(finding.help(mended));
                }
                (None, DeValue::Table(_)) => self.unknown_game(name, at),
                (None, _) => {
                    if let Some(given) = self.read_line(None, key, value) {
                        self.for_all.push(given);
                    }
                }
            }
        }
    }

    /// Reads the table of one game.
    fn read_table(&mut self, game: &'static str, verbs: &DeTable<'_>) {
        for (key, value) in verbs {
            if let Some(given) = self.read_line(Some(game), key, value) {
                self.for_one.entry(game).or_default().push(given);
            }
        }
    }

    /// Reads a verb and its keys; `None` if either is wrong, which is then reported as a finding.
    fn read_line(
        &mut self,
        game: Option<&'static str>,
        key: &Spanned<DeString<'_>>,
        value: &Spanned<DeValue<'_>>,
    ) -> Option<VerbKeys> {
        let at = span_of(key);
        let verb = match self.find_verb(game, key.get_ref()) {
            Ok(verb) => verb,
            Err((message, help)) => {
                let finding = Diagnostic::new(Code::UnknownVerb, at, message);
                self.findings.push(finding.help(help));
                return None;
            }
        };
        let texts: Vec<&Spanned<DeValue<'_>>> = match value.get_ref() {
            DeValue::Array(texts) => texts.iter().collect(),
            _ => vec![value],
        };
        let read = texts.into_iter().map(|text| self.read_keys(verb, text));
        // All texts are read before an error drops the line, so that each error is reported.
        let read: Vec<Option<Vec<(Key, Span)>>> = read.collect();
        let keys = read.into_iter().collect::<Option<Vec<_>>>()?.concat();
        Some(VerbKeys { verb, at, keys })
    }

    /// Finds a verb by name: in `game`, or in any game if `game` is `None`.
    ///
    /// # Errors
    /// Returns the message and the help of a finding.
    fn find_verb(&self, game: Option<&str>, name: &str) -> Result<&'static str, (String, String)> {
        let here = self.verbs.iter();
        let here = here.filter(|(other, _)| game.is_none_or(|game| game == *other));
        let known: Vec<&VerbName> = here.flat_map(|(_, verbs)| verbs).collect();
        let of = game.map_or_else(String::new, |game| format!(" of {game}"));
        let found = quoted(name);
        match known.iter().find(|verb| verb.name == name) {
            Some(verb) if verb.is_pointed => Err((
                format!("expected a verb for keys, found {found}, which is only for the mouse"),
                "delete the line: the mouse acts on the cell below it".to_owned(),
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

    /// Returns a game that has a verb with that name.
    fn game_of(&self, name: &str) -> Option<&'static str> {
        let mut games = self.verbs.iter();
        let is_known = |verbs: &[VerbName]| verbs.iter().any(|verb| verb.name == name);
        games.find_map(|(game, verbs)| is_known(verbs).then_some(*game))
    }

    fn unknown_game(&mut self, name: &str, at: Span) {
        let (found, known) = (quoted(name), games::WORDS.join(", "));
        let message = format!("expected a game ({known}), found {found}");
        let finding = Diagnostic::new(Code::BadTable, at, message);
        let help = match (nearest(name, games::WORDS), self.game_of(name)) {
            (_, Some(_)) => format!("it is a verb: `{name} = \"a <Left>\"`"),
            (Some(near), None) => format!("did you mean `{near}`?"),
            (None, None) => "put the verbs of every game above the first table".to_owned(),
        };
        self.findings.push(finding.help(help));
    }

    /// Reads the keys in a TOML string, each with its span; `None` after an error. The first error is reported as a
    /// finding.
    fn read_keys(&mut self, verb: &str, value: &Spanned<DeValue<'_>>) -> Option<Vec<(Key, Span)>> {
        let at = span_of(value);
        let DeValue::String(text) = value.get_ref() else {
            let found = value_name(value.get_ref());
            let message = format!("expected keys in quotes, found {found}");
            let finding = Diagnostic::new(Code::BadKeys, at, message);
            let mended = format!("write it as `{verb} = \"a <Left>\"`");
            self.findings.push(finding.help(mended));
            return None;
        };
        let (span, message) = match text.parse::<Script>() {
            Err(error) => (self.span_in(at, text, error.at), error.what),
            Ok(Script(keys)) => match keys.iter().find_map(|key| refusal_text(verb, *key)) {
                Some(why) => (at, why.into()),
                None => return Some(keys.into_iter().map(|key| (key, at)).collect()),
            },
        };
        let finding = Diagnostic::new(Code::BadKeys, span, message);
        self.findings.push(finding);
        None
    }

    /// Returns the span of character number `character` (from 1) of a TOML string; the whole string's span if escapes
    /// make the position uncertain.
    fn span_in(&self, at: Span, text: &str, character: usize) -> Span {
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

    /// Returns the lines that apply to a game in file order: the game's own table, and the lines for every game whose
    /// verbs are not in the table.
    fn lines_of(&self, game: &str) -> Vec<&VerbKeys> {
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

    /// Returns a finding for each key given to two verbs of one game.
    fn check_given_twice(&self) -> Vec<Diagnostic> {
        let mut found: BTreeMap<(Span, Span), Diagnostic> = BTreeMap::new();
        for game in games::WORDS {
            let mut owners: HashMap<Key, (&str, Span)> = HashMap::new();
            for given in self.lines_of(game) {
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
                        let finding = Diagnostic::new(Code::KeyTaken, *at, message);
                        finding.label(first, format!("given to `{owner}` here"))
                    });
                }
            }
        }
        found.into_values().collect()
    }

    /// Returns a finding for each game in which the file leaves no key for help, or only Ctrl-C to quit.
    fn check_reachable(&self, file: &KeysFile) -> Vec<Diagnostic> {
        let mut found: BTreeMap<Span, Diagnostic> = BTreeMap::new();
        for (game, rules) in rulesets::all() {
            let plain = KeysFile::default().keymap(game, &*rules);
            let keymap = file.keymap(game, &*rules);
            for verb in [Command::Help, Command::Quit] {
                if !free_keys(&keymap, verb).is_empty() {
                    continue;
                }
                let lost = free_keys(&plain, verb);
                let given = self.lines_of(game).into_iter();
                let name = verb_name(&plain, verb);
                let took = |given: &&VerbKeys| {
                    given.verb == name || given.keys.iter().any(|(key, _)| lost.contains(key))
                };
                let mut places = given.filter(took).map(|given| given.at);
                let Some(last) = places.next_back() else {
                    continue;
                };
                let message = format!("expected a key for `{name}` in {game}, found none left");
                let mended = format!("give it one of its own, such as `{name} = \"<F12>\"`");
                let finding = Diagnostic::new(Code::NoKeyLeft, last, message).help(mended);
                let finding = places.fold(finding, |finding, at| finding.label(at, "and this"));
                found.entry(last).or_insert(finding);
            }
        }
        found.into_values().collect()
    }

    fn finish(&self) -> KeysFile {
        let keys = |given: &VerbKeys| given.keys.iter().map(|(key, _)| *key).collect();
        let games = games::WORDS.into_iter().map(|game| {
            let given = self.lines_of(game).into_iter();
            let verbs = given.map(|given| (given.verb, keys(given)));
            (game, Rebinding(verbs.collect()))
        });
        KeysFile {
            games: games.filter(|(_, given)| !given.0.is_empty()).collect(),
        }
    }
}

/// Returns why a key cannot be given to a verb; `None` if it can.
fn refusal_text(verb: &str, key: Key) -> Option<String> {
    match key {
        Key::Click(_) | Key::Hover(_) | Key::Resize(_) | Key::Paste | Key::Idle => Some(format!(
            "expected a key for `{verb}`, found `{key}`, which cannot be changed"
        )),
        Key::Ctrl('c') if verb != "quit" => Some(format!(
            "expected another key for `{verb}`: `{key}` quits in every game"
        )),
        _ => None,
    }
}

/// Returns the name of every verb in a keymap.
fn verb_names(keymap: &Keymap) -> Vec<VerbName> {
    let entries = keymap.entries.iter();
    let verbs = entries.map(|entry| VerbName {
        name: entry.name,
        is_pointed: entry.command.is_pointed(),
    });
    verbs.collect()
}

/// Returns the keys of a command that a keys file may give to other verbs.
fn free_keys(keymap: &Keymap, command: Command) -> Vec<Key> {
    let keys = keymap.keys_of(command);
    keys.filter(|key| !is_fixed(*key)).collect()
}

fn verb_name(keymap: &Keymap, command: Command) -> &'static str {
    let mut entries = keymap.entries.iter();
    let entry = entries.find(|entry| entry.command == command);
    entry.map_or("", |entry| entry.name)
}

fn span_of<T>(spanned: &Spanned<T>) -> Span {
    let span = spanned.span();
    Span::new(span.start, span.end)
}

fn value_name(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "text",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list in a list",
        DeValue::Table(_) => "a table",
    }
}
