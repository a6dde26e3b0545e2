//! The table of keys, `format::keys`, compared with its users: the findings of `parse` and `resolve` for each key in
//! each record of each game, the tables of docs/format and the words of editors.
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use dungeon_format::keys::{
    self, BLOWS, GameSet, KEYS, KeySpec, RecordKind, ValueShape, lone_key, mend_elsewhere,
};
use dungeon_format::parse::KEYWORDS;
use dungeon_format::{Code, Diagnostic, Limits, Source, Untrusted};
use dungeon_lint::read;
use dungeon_model::dungeon::games::WORDS;
use dungeon_model::dungeon::games::arena::{self, ArenaSettings};
use dungeon_model::dungeon::games::siege::SiegeSettings;
use dungeon_model::dungeon::{FARTHEST_THROW, Settings};

use crate::corpus::folder;

/// All record kinds whose keys stand alone.
const RECORDS: [RecordKind; 23] = [
    RecordKind::Rules,
    RecordKind::Level,
    RecordKind::Vault,
    RecordKind::Hero,
    RecordKind::Tile,
    RecordKind::Item,
    RecordKind::Family,
    RecordKind::Kind,
    RecordKind::Class,
    RecordKind::Test,
    RecordKind::Caves,
    RecordKind::Rooms,
    RecordKind::Mark,
    RecordKind::Scatter,
    RecordKind::PlacedHero,
    RecordKind::PlacedMonster,
    RecordKind::PlacedItem,
    RecordKind::Terrain,
    RecordKind::Door,
    RecordKind::OpenDoor,
    RecordKind::Stairs,
    RecordKind::Trap,
    RecordKind::Sign,
];

/// Returns the ways to write a record of this kind: by a keyword, or as a glyph with a place, in a mark and in a
/// scatter.
fn written(record: RecordKind) -> Vec<String> {
    let glyph = match record {
        RecordKind::PlacedHero => '@',
        RecordKind::PlacedMonster => 'm',
        RecordKind::PlacedItem => 'i',
        RecordKind::Terrain => '.',
        RecordKind::Door => '+',
        RecordKind::OpenDoor => '\'',
        RecordKind::Stairs => '>',
        RecordKind::Trap => '^',
        RecordKind::Sign => '?',
        RecordKind::Rules | RecordKind::Level => return vec![String::new()],
        RecordKind::Vault => return vec!["vault \"cell\"".into()],
        RecordKind::Hero => return vec!["hero".into()],
        RecordKind::Tile => return vec!["tile x \"ice\"".into()],
        RecordKind::Item => return vec!["item x \"bread\"".into()],
        RecordKind::Family => return vec!["family \"vial\"".into()],
        RecordKind::Kind => return vec!["kind x \"rat\"".into()],
        RecordKind::Class => return vec!["class x m".into()],
        RecordKind::Goal => return vec!["goal".into()],
        RecordKind::Lose => return vec!["lose".into()],
        RecordKind::When => return vec!["when".into()],
        RecordKind::Test => return vec!["test \"walk\"".into()],
        RecordKind::Caves => return vec!["map caves 20 20".into()],
        RecordKind::Rooms => return vec!["map rooms 20 20".into()],
        RecordKind::Mark => return vec!["mark M i 50%".into()],
        RecordKind::Scatter => return vec!["scatter i 1".into()],
    };
    vec![
        format!("{glyph} 4 4"),
        format!("mark M {glyph}"),
        format!("scatter {glyph} 1"),
    ]
}

/// Returns the keys that must accompany a key in its record.
fn context(key: &KeySpec, record: RecordKind) -> &'static str {
    match (record, key.word) {
        (RecordKind::Kind, "sight") => " sense=sight:4",
        (RecordKind::Kind, "shot" | "missile") => " is=patrol",
        (RecordKind::Kind, "damage" | "accuracy" | "shot-range") => " hunt=skirmish",
        (RecordKind::Trap, "to") => " trap=teleport",
        (RecordKind::Level, "light") => " fog=yes",
        (RecordKind::Tile, "fills") => " push=yes",
        (RecordKind::Tile, "harms") => " harm=2",
        (RecordKind::Scatter, "from") => " min-distance=2",
        (RecordKind::Item | RecordKind::PlacedItem, "attack" | "slot") => " wear=strength:4",
        (RecordKind::Family, "shuffle") => " looks=red|blue",
        (_, "tune") => tuned(record).0,
        _ => "",
    }
}

/// Returns a number for a record, and a mark that lets it vary.
fn tuned(record: RecordKind) -> (&'static str, &'static str) {
    match record {
        // The test writes no context into lines that every file has.
        RecordKind::Rules | RecordKind::Level => ("", "fog:4..9 fog=8"),
        RecordKind::Vault => (" weight=3", "weight:1..9"),
        RecordKind::Class => (" depth=1", "depth:1..4"),
        RecordKind::Hero | RecordKind::PlacedHero => (" light=2", "light:1..3"),
        RecordKind::Kind | RecordKind::PlacedMonster => (" health=4", "health:2..9"),
        RecordKind::Caves => (" rock=45", "rock:40..50"),
        RecordKind::Rooms => (" rooms=9", "rooms:5..12"),
        RecordKind::Trap => (" damage=3", "damage:1..5"),
        RecordKind::Mark | RecordKind::Scatter => ("", "1..60"),
        _ => (" glow=2", "glow:1..3"),
    }
}

/// Returns a valid value of a key in a record.
fn value(key: &KeySpec, record: RecordKind) -> String {
    match key.shape {
        ValueShape::TuneMarks => tuned(record).1.into(),
        ValueShape::Number { least, most, .. } => 20.clamp(least, most).to_string(),
        ValueShape::Percent { .. } => "150%".into(),
        ValueShape::Range { .. } => "2..6".into(),
        ValueShape::Bounds { .. } => "2..".into(),
        ValueShape::BotAndShare => "greedy:20%..60%".into(),
        ValueShape::Sight { .. } | ValueShape::YesOrCount { .. } => "8".into(),
        ValueShape::GlyphAndNumber { .. } => "m:9".into(),
        ValueShape::OneOf(words) | ValueShape::Word(_, words) | ValueShape::Part(_, words) => {
            words[0].replace('N', "4")
        }
        ValueShape::BuiltInKind => "ghost".into(),
        ValueShape::Directions => "n,ne,nw".into(),
        ValueShape::Colour => "red".into(),
        ValueShape::Glyph if key.word == "drops" => "i".into(),
        ValueShape::Glyph if key.word == "fills" => "#".into(),
        ValueShape::Glyph if key.word == "follows" => "w".into(),
        ValueShape::Glyph => ".".into(),
        ValueShape::Text => "\"a word\"".into(),
        ValueShape::Name if key.word == "to" => "Cellar".into(),
        ValueShape::Name => "bronze".into(),
        ValueShape::Cell | ValueShape::Point | ValueShape::Cells => "3,3".into(),
        ValueShape::Region => "2,2..4,4".into(),
    }
}

/// Returns the findings in a file of this game with one such record followed by an item.
fn found(game: &str, record: RecordKind, written: &str, item: &str) -> Vec<Diagnostic> {
    let line = format!("{written}{item}\n");
    let (mut rules, mut level, mut before, mut map, mut behind) = ("", "", "", "", "");
    let is_of_a_level = matches!(record, RecordKind::Mark | RecordKind::Scatter);
    match record {
        RecordKind::Rules => rules = item,
        RecordKind::Level => level = item,
        RecordKind::Caves | RecordKind::Rooms => map = &line,
        _ if record.keyword().is_some() && !is_of_a_level => before = &line,
        _ => behind = &line,
    }
    let map = match map {
        "" => "map open 9 9\n",
        map => map,
    };
    let text = format!(
        "rules {game}{rules}\n\
         tile t \"moss\"\n\
         item i \"bread\"\n\
         item k \"key\" opens=bronze\n\
         kind m \"patrol\" roam=route\n\
         {before}\
         level \"Cellar\"{level}\n\
         {map}\
         {behind}"
    );
    let source = Source::from_text("keys.dng", text);
    read(&source, &Limits::default()).1
}

/// Returns the games in which a record takes a key, and those in which it does not.
fn games(key: &KeySpec, record: RecordKind) -> (Vec<&'static str>, Vec<&'static str>) {
    let is_there = |game: &&str| key.stands_in(record, GameSet::named(game));
    WORDS.into_iter().partition(is_there)
}

/// Whether a record of this kind takes any key with this word in this game.
fn is_taken(word: &str, record: RecordKind, game: &str) -> bool {
    let is_it = |key: &&KeySpec| key.word == word && key.stands_in(record, GameSet::named(game));
    KEYS.iter().copied().any(|key| is_it(&key))
}

/// Whether a record in this form takes a key with this word: a scatter takes the keys of its thing.
fn takes(word: &str, record: RecordKind, game: &str, written: &str) -> bool {
    let scatters = written.starts_with("scatter");
    let marks_item = record == RecordKind::PlacedItem && written.starts_with("mark");
    is_taken(word, record, game)
        || word == "tune" && written.starts_with("mark")
        || word == "choose" && marks_item && is_taken(word, RecordKind::Mark, game)
        || scatters && is_taken(word, RecordKind::Scatter, game)
        || matches!(record, RecordKind::Mark | RecordKind::Scatter)
            && is_taken(word, RecordKind::PlacedItem, game)
}

/// Scattered bodies cannot have routes.
fn is_possible(key: &KeySpec, written: &str) -> bool {
    key.word != "via" || !written.starts_with("scatter")
}

/// Visits every key in every record and game that take it.
fn wherever_it_stands(check: impl Fn(&'static KeySpec, &str, RecordKind, &str)) {
    for key in KEYS.iter() {
        for record in RECORDS {
            for game in games(key, record).0 {
                let lines = written(record);
                for line in lines.iter().filter(|line| is_possible(key, line)) {
                    check(
                        key,
                        game,
                        record,
                        &format!("{line}{}", context(key, record)),
                    );
                }
            }
        }
    }
}

#[test]
fn every_key_is_read_where_the_table_says_that_it_stands() {
    wherever_it_stands(|key, game, record, line| {
        let word = key.word;
        let item = format!(" {word}={}", value(key, record));
        let all = found(game, record, line, &item);
        let about_it = all.iter().filter(|found| {
            matches!(found.code, Code::UnknownKey | Code::BadValue)
                && found.message.raw().contains(&format!("{word}="))
        });
        let about_it: Vec<_> = about_it.map(|found| &found.message).collect();
        assert!(about_it.is_empty(), "{game}: {line}{item}: {about_it:?}");
    });
}

#[test]
fn every_key_is_refused_where_the_table_does_not_list_it() {
    for (record, game) in RECORDS
        .into_iter()
        .flat_map(|r| WORDS.map(|game| (r, game)))
    {
        for line in written(record) {
            let strange = KEYS
                .iter()
                .filter(|key| !takes(key.word, record, game, &line));
            let strange: BTreeMap<_, _> =
                strange.map(|key| (key.word, value(key, record))).collect();
            let strange: Vec<_> = strange.into_iter().collect();
            // A report lists a limited number of findings of one code.
            for some in strange.chunks(12) {
                let items = some.iter().map(|(word, value)| format!(" {word}={value}"));
                let all = found(game, record, &line, &items.collect::<String>());
                let refused = all.iter().filter(|found| found.code == Code::UnknownKey);
                let refused: String = refused.map(|found| found.message.raw()).collect();
                for (word, _) in some {
                    assert!(
                        refused.contains(&format!("`{word}=`")),
                        "{game}: {line} {word}: {all:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn every_misspelt_key_is_mended() {
    wherever_it_stands(|key, game, record, line| {
        let word = key.word;
        let slip = format!("{word}{}", &word[word.len() - 1..]);
        let all = found(
            game,
            record,
            line,
            &format!(" {slip}={}", value(key, record)),
        );
        let help = format!("did you mean `{word}=`?");
        let is_mended =
            |found: &Diagnostic| found.help.as_ref().map(Untrusted::raw) == Some(help.as_str());
        assert!(all.iter().any(is_mended), "{game}: {line} {slip}=: {all:?}");
    });
}

#[test]
fn every_key_without_its_value_is_told_how_it_is_written() {
    wherever_it_stands(|key, game, record, line| {
        let word = key.word;
        let all = found(game, record, line, &format!(" {word}"));
        let message = format!("expected `{word}=` and a value, found `{word}` alone");
        let told = all.iter().find(|found| found.message == *message);
        let told = told.unwrap_or_else(|| panic!("{game}: {line} {word}: {all:?}"));
        let help = told.help.as_ref().map(Untrusted::raw).unwrap_or_default();
        assert!(help.contains(&format!("`{word}=")), "{help}");
        assert_eq!(told.fix.is_some(), key.shape.takes_yes(), "{word}");
    });
}

#[test]
fn a_key_without_its_value_is_told_so_in_records_that_lack_it_unless_it_names_a_thing() {
    for key in KEYS.iter() {
        let is_a_parameter = |record| {
            matches!(
                record,
                RecordKind::Rules | RecordKind::Test | RecordKind::When
            )
        };
        let are_shared = |other: &&&KeySpec| other.word == key.word;
        let is_alone = |record| matches!(record, RecordKind::Test | RecordKind::When);
        if key.records().all(is_alone) && KEYS.iter().filter(are_shared).count() > 1 {
            continue; // the other key with this word applies
        }
        let is_no_parameter_elsewhere = matches!(key.word, "sight" | "turn");
        let names_a_thing = key.records().all(is_a_parameter) && !is_no_parameter_elsewhere;
        let is_common = matches!(key.word, "fog" | "tempo" | "undo");
        let is_told = lone_key(key.word, "item").is_some();
        assert_eq!(is_told, !names_a_thing || is_common, "{}", key.word);
    }
}

#[test]
fn every_number_out_of_its_range_is_told_the_range() {
    wherever_it_stands(|key, game, record, line| {
        let is_number = |text: String| match key.shape {
            ValueShape::GlyphAndNumber { .. } => format!("m:{text}"),
            ValueShape::Part(..) => format!("{}:{text}", words_with_a_number(key)[0]),
            _ => text,
        };
        let (least, most) = match key.shape {
            ValueShape::Part(..) if words_with_a_number(key).is_empty() => return,
            ValueShape::Part(..) if key.word == "gives" => (1, 99),
            ValueShape::Part(..) if std::ptr::eq(key, &BLOWS) => (1, FARTHEST_THROW.into()),
            ValueShape::Part(..) => (i64::from(key.word == "wear"), i64::from(u16::MAX)),
            _ if key.range() == (i64::MIN..=i64::MAX) => return,
            // A larger number cannot be written in a file.
            _ if *key.range().end() == i64::MAX => return,
            _ => key.range().into_inner(),
        };
        let item = format!(" {}={}", key.word, is_number((most + 1).to_string()));
        let all = found(game, record, line, &item);
        let range = format!("from {least} to {most}, found {}", most + 1);
        let is_told = |found: &Diagnostic| {
            found.code == Code::NumberOutOfRange && found.message.raw().contains(&range)
        };
        assert!(all.iter().any(is_told), "{game}: {line}{item}: {all:?}");
    });
}

/// Returns the words of a part that take a number.
fn words_with_a_number(key: &KeySpec) -> Vec<&'static str> {
    let ValueShape::Part(_, words) = key.shape else {
        return Vec::new();
    };
    words
        .iter()
        .filter_map(|word| word.strip_suffix(":N"))
        .collect()
}

#[test]
fn every_word_of_a_key_is_read() {
    for key in KEYS.iter() {
        let (ValueShape::OneOf(words) | ValueShape::Word(_, words) | ValueShape::Part(_, words)) =
            key.shape
        else {
            continue;
        };
        for record in RECORDS {
            for game in games(key, record).0 {
                for word in words {
                    let context = context(key, record);
                    let item = format!(" {}={}{context}", key.word, word.replace('N', "4"));
                    let line = &written(record)[0];
                    let all = found(game, record, line, &item);
                    let is_about_it = |found: &&Diagnostic| found.code == Code::BadValue;
                    let wrong = all.iter().find(is_about_it);
                    assert!(wrong.is_none(), "{game}: {line}{item}: {wrong:?}");
                }
            }
        }
    }
}

#[test]
fn every_key_of_another_game_is_told_what_game_has_it_or_what_this_one_has() {
    for key in KEYS.iter() {
        for record in RECORDS {
            let (there, others) = games(key, record);
            if there.is_empty() {
                continue;
            }
            let others = others.into_iter();
            for game in others.filter(|game| !is_taken(key.word, record, game)) {
                for line in written(record) {
                    let item = format!(" {}={}", key.word, value(key, record));
                    let all = found(game, record, &line, &item);
                    let told = all.iter().find(|found| found.code == Code::UnknownKey);
                    let help = told.and_then(|found| found.help.as_ref().map(Untrusted::raw));
                    let help = help.unwrap_or_default();
                    let is_named = there
                        .iter()
                        .any(|game| help.contains(&format!("rules {game}")));
                    let is_said_otherwise = match record {
                        RecordKind::Rules | RecordKind::Level => {
                            help == "tactics waits for the player: remove it"
                        }
                        _ => {
                            help.starts_with("heroes have no ")
                                || help.starts_with("a hero of ")
                                || help.starts_with("give a unit keys ")
                        }
                    };
                    let is_there = mend_elsewhere(key.word).as_deref() == Some(help);
                    assert!(
                        is_named || is_said_otherwise || is_there,
                        "{game}: {line}{item}: {all:?}"
                    );
                }
            }
        }
    }
}

/// The name of each printed table of keys, and the page with that table.
const TABLES: [(&str, &str); 16] = [
    ("view", "play"),
    ("goals", "play"),
    ("causes", "causes"),
    ("tiles", "levels"),
    ("features", "levels"),
    ("items", "levels"),
    ("kinds", "monsters"),
    ("marks", "chance"),
    ("scatter", "chance"),
    ("maps", "chance"),
    ("vaults", "chance"),
    ("tests", "tests"),
    ("siege", "siege"),
    ("arena", "arena"),
    ("tactics", "tactics"),
    ("shared", "reference"),
];

/// Returns the table for the keys of one record kind.
fn table_of(record: RecordKind) -> &'static str {
    match record {
        RecordKind::Rules | RecordKind::Level => "view",
        RecordKind::Goal | RecordKind::Lose => "goals",
        RecordKind::When => "causes",
        RecordKind::Tile => "tiles",
        RecordKind::Door | RecordKind::Stairs | RecordKind::Trap => "features",
        RecordKind::Item | RecordKind::Family | RecordKind::PlacedItem => "items",
        RecordKind::Kind | RecordKind::PlacedMonster => "kinds",
        RecordKind::Mark => "marks",
        RecordKind::Scatter => "scatter",
        RecordKind::Caves | RecordKind::Rooms => "maps",
        RecordKind::Class | RecordKind::Vault => "vaults",
        RecordKind::Test => "tests",
        _ => "shared",
    }
}

/// Returns the only table that lists a key: that of the only game that has the key or whose heroes alone have it, else
/// that of its records; `shared` for a key of several record kinds. Explore has no table of its own.
fn table(key: &KeySpec) -> &'static str {
    let everywhere = key
        .records()
        .fold(GameSet::NONE, |all, record| all.or(key.games(record)));
    for games in [everywhere, key.games(RecordKind::Hero)] {
        let names: Vec<&str> = games.words().collect();
        match names.as_slice() {
            [game] if *game != "explore" => return game,
            _ => {}
        }
    }
    let tables: BTreeSet<&str> = key.records().map(table_of).collect();
    match tables.first() {
        Some(table) if tables.len() == 1 => table,
        _ => "shared",
    }
}

/// Returns the name of a record in the pages.
fn called(record: RecordKind) -> String {
    match record {
        RecordKind::Caves => "`map caves`".into(),
        RecordKind::Rooms => "`map rooms`".into(),
        RecordKind::PlacedHero => "`@`".into(),
        RecordKind::PlacedMonster => "placed monsters".into(),
        RecordKind::PlacedItem => "placed items".into(),
        RecordKind::Door => "`+`".into(),
        RecordKind::Stairs => "`>` `<`".into(),
        RecordKind::Trap => "`^`".into(),
        _ => format!("`{}`", record.keyword().unwrap_or_default()),
    }
}

/// Formats a list of records; all records with a place count as one if signs are among them.
fn listed(records: &[RecordKind]) -> String {
    let is_placed = |record: &&RecordKind| record.keyword().is_none();
    let has_all_places = records.contains(&RecordKind::Sign);
    let named = records
        .iter()
        .filter(|record| !(has_all_places && is_placed(record)));
    let mut named: Vec<String> = named.map(|record| called(*record)).collect();
    if has_all_places {
        let but_heroes = if records.contains(&RecordKind::PlacedHero) {
            ""
        } else {
            " but `@`"
        };
        named.push(format!("every record with a place{but_heroes}"));
    }
    named.join(", ")
}

/// Formats "`push=` … (explore, arena)": the games in which records take a key; empty for every game, and for the game
/// of the table.
fn only_in(games: GameSet, table: &str) -> String {
    let games: Vec<&str> = games.words().collect();
    match games.as_slice() {
        games if games.len() == WORDS.len() || games == [table] => String::new(),
        games => format!(" ({})", games.join(", ")),
    }
}

/// Prints a table of keys as Markdown lists, one for each list of records that take them.
fn printed(table: &str) -> String {
    let mut lists: Vec<(String, String)> = Vec::new();
    for key in KEYS.iter().filter(|key| self::table(key) == table) {
        let stands = key.stands.iter();
        let stands = stands.map(|(games, records)| listed(records) + &only_in(*games, table));
        let head = stands.collect::<Vec<_>>().join("; ");
        match lists.iter_mut().find(|(known, _)| *known == head) {
            Some((_, rows)) => *rows += &row(key),
            None => lists.push((head, row(key))),
        }
    }
    let lists = lists.into_iter();
    let lists = lists.map(|(head, rows)| format!("{head}:\n\n{rows}"));
    lists.collect::<Vec<_>>().join("\n")
}

/// Formats "* `rooms=N`, 1–65535 (9): how many rooms, or as many as fit".
fn row(key: &KeySpec) -> String {
    let (value, range) = shape(key);
    let usual = match key.usual {
        "" | "no" => String::new(),
        usual => format!(" ({usual})"),
    };
    let comma = if range.is_empty() { "" } else { ", " };
    let meaning = key.description();
    format!("* `{}={value}`{comma}{range}{usual}: {meaning}\n", key.word)
}

/// Returns the form of a key's value, and its range.
fn shape(key: &KeySpec) -> (String, String) {
    const MOST: i64 = i32::MAX as i64;
    let value = match key.shape {
        ValueShape::Number { least, most, unit } => {
            let range = match (least, most) {
                (0.., ..MOST) => format!("{least}–{most}"),
                (1.., _) => return ("N".into(), format!("N from {least}")),
                _ => String::new(),
            };
            return ("N".into(), format!("{range} {unit}").trim().to_string());
        }
        ValueShape::Percent { step, most } => {
            return ("N%".into(), format!("0–{most} by {step}"));
        }
        ValueShape::Range { least: 0.., .. } => {
            let range = key.range();
            return ("A..B".into(), format!("{}–{}", range.start(), range.end()));
        }
        ValueShape::Sight { least, most } | ValueShape::YesOrCount { least, most } => {
            return ("yes|no|N".into(), format!("{least}–{most}"));
        }
        ValueShape::GlyphAndNumber { least, most } => {
            return ("GLYPH:N".into(), format!("{least}–{most}"));
        }
        ValueShape::Range { .. } => "RANGE",
        ValueShape::Bounds { .. } => "BOUNDS",
        ValueShape::BotAndShare => "BOT:A%..B%",
        ValueShape::TuneMarks => "KEY:A..B,…",
        ValueShape::OneOf(["yes", "no"]) if key.usual == "no" => "yes",
        ValueShape::OneOf(words) | ValueShape::Word(_, words) | ValueShape::Part(_, words) => {
            return (words.join("|"), String::new());
        }
        ValueShape::BuiltInKind => "KIND",
        ValueShape::Directions => "n,ne,…",
        ValueShape::Colour => "COLOR",
        ValueShape::Glyph => "GLYPH",
        ValueShape::Text => "\"…\"",
        ValueShape::Name => "NAME",
        ValueShape::Cell => "x,y",
        ValueShape::Point => "POINT",
        ValueShape::Cells => "CELLS",
        ValueShape::Region => "x,y..x,y",
    };
    (value.into(), String::new())
}

/// Returns a page with a table between its markers.
fn with_table(page: &str, (name, _): (&str, &str)) -> String {
    let (open, close) = (format!("<!-- printed {name} -->\n\n"), "<!-- end -->");
    let parts = page.split_once(&open);
    let (before, rest) = parts.unwrap_or_else(|| panic!("no {open}"));
    let (_, after) = rest.split_once(close).expect("a mark after the table");
    format!("{before}{open}{}\n{close}{after}", printed(name))
}

/// Returns a grammar of an editor with another list of words after a text of it.
fn with_words<'a>(
    grammar: &str,
    (before, or, after): (&str, &str, &str),
    words: impl Iterator<Item = &'a str>,
) -> String {
    let words: BTreeSet<&str> = words.collect();
    let words: Vec<&str> = words.into_iter().collect();
    let (begin, rest) = grammar.split_once(before).expect("the words");
    let (_, end) = rest.split_once(after).expect("the end of the words");
    format!("{begin}{before}{}{after}{end}", words.join(or))
}

/// Asserts that a file equals its printed form, or writes the file if `PRINT_TABLES` asks for it.
fn holds(path: &str, print: impl Fn(&str) -> String) {
    let path = folder(".").join(path);
    let file = fs::read_to_string(&path).expect("a file of this project");
    let printed = print(&file);
    if std::env::var_os("PRINT_TABLES").is_some() {
        fs::write(&path, &printed).expect("a file that can be written");
        return;
    }
    let mut lines = file.lines().zip(printed.lines());
    let differs = lines.find(|(line, printed)| line != printed);
    assert!(
        file == printed,
        "{path:?} differs from the table of keys: {differs:#?}\n\
         `PRINT_TABLES=1 cargo test --test format` writes the table into the file"
    );
}

#[test]
fn the_tables_of_the_pages_are_printed_from_the_table_of_keys() {
    let pages: BTreeSet<&str> = TABLES.iter().map(|(_, page)| *page).collect();
    for page in pages {
        holds(&format!("docs/format/{page}.md"), |text| {
            let here = TABLES.iter().filter(|(_, its_page)| *its_page == page);
            here.fold(text.to_string(), |text, table| with_table(&text, *table))
        });
    }
}

#[test]
fn each_key_is_in_one_printed_table() {
    let tables = TABLES.map(|(name, _)| name);
    for key in KEYS.iter() {
        assert!(tables.contains(&table(key)), "{}", key.word);
    }
    let empty: Vec<&str> = tables
        .into_iter()
        .filter(|name| printed(name).is_empty())
        .collect();
    assert_eq!(empty, [""; 0]);
}

#[test]
fn every_record_with_a_number_for_bots_takes_a_mark_for_tuning() {
    let marked = |record| keys::TUNE.stands_in(record, GameSet::named("explore"));
    for key in KEYS.iter().filter(|key| key.shape.has_a_number()) {
        let records = key.records().filter(|record| *record != RecordKind::Test);
        for record in records {
            assert!(
                marked(record),
                "{record:?} has {}, but no `tune=`",
                key.written()
            );
        }
    }
}

#[test]
fn the_words_of_editors_are_printed_from_the_tables() {
    // `map` is not a record.
    let keywords = || KEYWORDS.iter().map(|shape| shape.keyword).chain(["map"]);
    let keys = || KEYS.iter().map(|key| key.word);
    for (file, [of_keywords, of_keys]) in [
        (
            "vim/syntax/dungeon.vim",
            [
                ("dungeonKeyword \"^\\%(", "\\|", "\\)"),
                ("dungeonKey \"\\s\\@1<=\\%(", "\\|", "\\)"),
            ],
        ),
        (
            "vscode/syntaxes/dungeon.tmLanguage.json",
            [
                ("\"match\": \"^(", "|", ")"),
                ("\"match\": \"(?<=[ \\\\t])(", "|", ")"),
            ],
        ),
    ] {
        holds(&format!("editors/{file}"), |grammar| {
            let grammar = with_words(grammar, of_keywords, keywords());
            with_words(&grammar, of_keys, keys())
        });
    }
}

#[test]
fn the_page_says_what_counts_where_nothing_is_said() {
    let siege = SiegeSettings::default();
    let arena = ArenaSettings::from_settings(&Settings::published(&arena::PROFILE));
    let usual = [
        ("siege", "goal", i64::from(siege.goal)),
        ("siege", "season", siege.season.into()),
        ("siege", "profit", siege.profit.into()),
        ("siege", "cow", siege.cow.into()),
        ("siege", "fence", siege.fence.into()),
        ("siege", "year", siege.year.into()),
        ("siege", "gold", siege.gold.into()),
        ("siege", "turn", siege.turn.into()),
        ("arena", "lives", arena.lives.into()),
        ("arena", "sight", arena.sight.into()),
    ];
    for (game, word, value) in usual {
        let key = keys::parameter(game, word).expect("a parameter of the game");
        assert_eq!(key.usual, value.to_string(), "{word}");
    }
}
