//! Properties of the canonical text of any file, checked without the code that writes it.
use dungeon_format::Severity;
use dungeon_format::canonical::format_text;
use dungeon_format::parse::parse;
use dungeon_format::source::{Limits, Source};
use dungeon_format::syntax::{Head, KeyValue, Map, MapForm, Record, Statement, Syntax, Value};
use dungeon_lint::read;

/// Asserts that the canonical text of a file keeps its meaning and its comments, and is its own canonical text. A file
/// with syntax errors has none.
pub fn check_canonical(source: &Source, limits: &Limits) {
    let (syntax, found) = parse(source, limits);
    let is_wrong = found.iter().any(|found| found.severity == Severity::Error);
    let text = format_text(source, limits);
    assert_eq!(text.is_err(), is_wrong, "{:?}", source.text);
    let Ok(text) = text else { return };
    let again = Source::from_text("again", text.as_str());
    let became = || format!("{:?} became {text:?}", source.text);
    assert_eq!(
        format_text(&again, limits).as_ref(),
        Ok(&text),
        "{}",
        became()
    );
    let (syntax_again, _) = parse(&again, limits);
    assert_eq!(
        said(source, &syntax),
        said(&again, &syntax_again),
        "{}",
        became()
    );
    assert_eq!(
        remarks(source, &syntax),
        remarks(&again, &syntax_again),
        "{}",
        became()
    );
    let (dungeon, found) = read(source, limits);
    let (dungeon_again, found_again) = read(&again, limits);
    assert!(dungeon == dungeon_again, "{}", became());
    let codes = |found: &[dungeon_format::Diagnostic]| {
        let mut codes: Vec<_> = { found.iter() }
            .map(|found| (found.code, found.severity, found.count()))
            .collect();
        codes.sort();
        codes
    };
    assert_eq!(codes(&found), codes(&found_again), "{}", became());
}

/// Returns the content of each statement, independent of the order of keys and of equivalent spellings.
pub fn said(source: &Source, syntax: &Syntax) -> Vec<String> {
    let Syntax::Modern(modern) = syntax else {
        return vec![source.text.clone()];
    };
    let statements = modern.statements.iter();
    let said = statements.map(|statement| match statement {
        Statement::Record(record) => said_by_record(source, record),
        Statement::Map(map) => said_by_map(source, map),
    });
    said.collect()
}

fn said_by_record(source: &Source, record: &Record) -> String {
    let head = &record.head.value;
    let tells = matches!(
        head,
        Head::Glyph(_) | Head::Mark(..) | Head::Scatter(_) | Head::When
    );
    let names = matches!(head, Head::Tile(_) | Head::Item(_) | Head::Kind(_));
    let mut facts = said_by_keys(source, &record.keys, matches!(head, Head::Kind(_)));
    match &record.text {
        Some(text) if tells || names => {
            let word = if tells { "says" } else { "name" };
            facts.push(format!("{word}={:?}", Value::Text(text.value.clone())));
        }
        text => facts.push(format!("{:?}", text.as_ref().map(|text| &text.value))),
    }
    // An error gives such a text twice; both stay.
    if tells || names {
        facts.retain(|fact| fact != "None");
    }
    let mut numbers: Vec<String> = { record.numbers.iter() }
        .map(|number| format!("{:?}", number.value))
        .collect();
    if matches!(head, Head::Glyph(_)) {
        without_numbers_behind_the_place(&mut numbers, &mut facts);
    }
    facts.sort();
    format!("{head} {numbers:?} {facts:?}")
}

/// Replaces the numbers after a place and the keys for them by their values, and a route, whose points may be only its
/// corners, by its presence. A comparison of the dungeons checks their meanings.
fn without_numbers_behind_the_place(numbers: &mut Vec<String>, facts: &mut Vec<String>) {
    let behind: Vec<String> = numbers.drain(numbers.len().min(2)..).collect();
    let has_a_route = behind.len() > 3 || facts.iter().any(|fact| fact.starts_with("[Point"));
    let of_body = if behind.len() > 3 { 2 } else { behind.len() };
    let mut values: Vec<String> = behind.into_iter().take(of_body).collect();
    facts.retain(|fact| {
        let (word, value) = fact.split_once('=').unwrap_or_default();
        let words = ["health", "strength", "manna", "wealth", "ammo"];
        let is_number = words.contains(&word) && value.starts_with("Int");
        values.extend(is_number.then(|| value.to_string()));
        !is_number && !fact.starts_with('[')
    });
    values.sort();
    facts.push(format!("route {has_a_route} numbers {values:?}"));
}

/// Returns one fact for each key; the points of a route are one fact, in their order.
fn said_by_keys(source: &Source, keys: &[KeyValue], is_kind: bool) -> Vec<String> {
    let mut facts = Vec::new();
    let mut route = Vec::new();
    for pair in keys {
        let (word, value) = (pair.word(source), &pair.value.value);
        facts.push(match (word, value) {
            ("via", value) => {
                route.push(value.clone());
                continue;
            }
            ("name" | "says" | "keys", Value::Word(said)) => {
                format!("{word}={:?}", Value::Text(said.clone()))
            }
            ("sight", Value::Int(far)) if is_kind => format!("sees {far}"),
            ("sense", Value::Tagged(name, far)) if is_kind && name == "sight" => {
                format!("sees {far}")
            }
            ("shot", Value::Int(takes)) if is_kind => format!("shoots {takes}"),
            ("hunt", Value::Tagged(name, takes)) if is_kind && name == "shoot" => {
                format!("shoots {takes}")
            }
            (word, value) => format!("{word}={value:?}"),
        });
    }
    facts.push(format!("{route:?}"));
    facts
}

fn said_by_map(source: &Source, map: &Map) -> String {
    let text = |rows: &[_]| -> Vec<String> {
        let rows = rows.iter().map(|row| source.slice(*row).to_string());
        rows.collect()
    };
    match &map.form {
        MapForm::Drawn(rows) => format!("drawn {:?}", text(rows)),
        MapForm::Pasted {
            width,
            height,
            rows,
        } => format!("{} {} {:?}", width.value, height.value, text(rows)),
        MapForm::Made {
            how,
            width,
            height,
            keys,
        } => {
            let mut facts = said_by_keys(source, keys, false);
            facts.sort();
            format!("{} {} {} {facts:?}", how.value, width.value, height.value)
        }
    }
}

/// Returns the comments of a file, byte by byte: everything after two slashes outside of quoted texts and map rows.
fn remarks(source: &Source, syntax: &Syntax) -> Vec<String> {
    let Syntax::Modern(modern) = syntax else {
        return Vec::new();
    };
    let rows = modern
        .statements
        .iter()
        .filter_map(|statement| match statement {
            Statement::Map(map) => match &map.form {
                MapForm::Drawn(rows) | MapForm::Pasted { rows, .. } => Some(rows),
                MapForm::Made { .. } => None,
            },
            Statement::Record(_) => None,
        });
    let rows: Vec<u32> = rows.flatten().map(|row| row.start).collect();
    let lines = 1..=source.line_of(source.text.len() as u32);
    let lines = lines.map(|line| source.line_span(line));
    let lines = lines.filter(|line| rows.binary_search(&line.start).is_err());
    lines
        .filter_map(|line| remark(source.slice(line)))
        .map(str::to_string)
        .collect()
}

/// Returns the comment of a line. A quote opens a quoted text where a word may begin, if another quote closes it.
fn remark(line: &str) -> Option<&str> {
    let mut at = 0;
    let mut before = ' ';
    while let Some(c) = line[at..].chars().next() {
        if line[at..].starts_with("//") {
            return Some(&line[at..]);
        }
        if c == '"' && (before.is_whitespace() || before == '=') {
            at += text_length(&line[at + 1..]).unwrap_or(0);
        }
        before = c;
        at += c.len_utf8();
    }
    None
}

/// Returns the length in bytes of a text up to its last quote.
fn text_length(inside: &str) -> Option<usize> {
    let mut characters = inside.char_indices();
    while let Some((at, c)) = characters.next() {
        match c {
            '"' => return Some(at + 1),
            '\\' => drop(characters.next()),
            _ => {}
        }
    }
    None
}
