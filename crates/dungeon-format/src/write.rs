//! Syntax → its canonical text: one record a line, one blank between items, no comments.
use std::fmt::Write as _;

use super::characters::in_quotes;
use super::source::{Source, Span};
use super::syntax::{Classic, KeyValue, Map, MapForm, Record, Statement, Syntax};

/// The text of a file that says the same, rows and glyphs taken from the source it was read from. What
/// was read without errors reads as the same syntax again; what was broken is written as far as it was read.
pub fn write(source: &Source, syntax: &Syntax) -> String {
    let mut text = String::new();
    match syntax {
        Syntax::Classic(classic) => write_classic(&mut text, source, classic),
        Syntax::Modern(modern) => {
            for statement in &modern.statements {
                match statement {
                    Statement::Record(record) => write_record(&mut text, source, record),
                    Statement::Map(map) => write_map(&mut text, source, map),
                }
            }
        }
    }
    text
}

fn write_classic(text: &mut String, source: &Source, classic: &Classic) {
    if let Some((width, height)) = &classic.size {
        push(text, format_args!("{} {}\n", width.value, height.value));
    }
    rows(text, source, &classic.rows);
    for record in &classic.records {
        text.push(record.letter.value);
        for number in &record.numbers {
            push(text, format_args!(" {}", number.value));
        }
        text.push('\n');
    }
    if classic.end.is_some() {
        text.push_str("q\n");
    }
}

fn rows(text: &mut String, source: &Source, rows: &[Span]) {
    for row in rows {
        text.push_str(source.slice(*row));
        text.push('\n');
    }
}

fn write_map(text: &mut String, source: &Source, map: &Map) {
    match &map.form {
        MapForm::Drawn(drawn) => {
            text.push_str("map\n");
            rows(text, source, drawn);
            text.push_str("end\n");
        }
        MapForm::Pasted {
            width,
            height,
            rows: pasted,
        } => {
            push(
                text,
                format_args!("map classic {} {}\n", width.value, height.value),
            );
            rows(text, source, pasted);
        }
        MapForm::Made {
            how,
            width,
            height,
            keys: pairs,
        } => {
            push(
                text,
                format_args!("map {} {} {}", how.value, width.value, height.value),
            );
            keys(text, source, pairs);
            text.push('\n');
        }
    }
}

fn write_record(text: &mut String, source: &Source, record: &Record) {
    push(text, format_args!("{}", record.head.value));
    for number in &record.numbers {
        push(text, format_args!(" {}", number.value));
    }
    // A name stands before what it names is like, a message behind what it belongs to.
    let is_message = record.head.value.has_a_message();
    let said = record.text.as_ref().map(|said| said.value.as_str());
    if let Some(name) = said.filter(|_| !is_message) {
        text.push(' ');
        text.push_str(&in_quotes(name));
    }
    keys(text, source, &record.keys);
    if let Some(message) = said.filter(|_| is_message) {
        text.push(' ');
        text.push_str(&in_quotes(message));
    }
    text.push('\n');
}

fn keys(text: &mut String, source: &Source, pairs: &[KeyValue]) {
    for pair in pairs {
        let key = source.slice(pair.key);
        push(text, format_args!(" {key}={}", pair.value.value));
    }
}

fn push(text: &mut String, piece: std::fmt::Arguments<'_>) {
    let written = text.write_fmt(piece);
    debug_assert!(written.is_ok(), "a string takes whatever is written to it");
}
