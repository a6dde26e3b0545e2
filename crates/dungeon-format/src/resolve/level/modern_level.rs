//! One modern level: its map, its marks, then its records.
use super::causes::cause;
use super::draft::Draft;
use super::drawing::draw;
use super::legend::Legend;
use super::level_records::{LevelContext, record};
use super::scatter::scatter;
use crate::diagnostic::{Code, Diagnostic};
use crate::file_parts::is_headed;
use crate::resolve::map::map_text;
use crate::resolve::map::map_text::{LevelMap, MapStyle, Slashes};
use crate::resolve::records::rules::LevelRules;
use crate::resolve::records::test_records::read_test;
use crate::resolve::schema::context::Context;
use crate::resolve::schema::glyphs::GlyphTable;
use crate::resolve::schema::unknowns::Unknowns;
use crate::source::{Span, Spanned};
use crate::syntax::{Head, Integrity, Map, Record, Statement};

/// The text of one level or one vault.
#[derive(Debug)]
pub struct LevelText<'a> {
    /// The noun for messages: "level" or "vault".
    pub noun: &'static str,
    /// The first word of the `level` or `vault` line; without such a line, of the first statement.
    pub head: Span,
    /// The level's name; may be empty.
    pub name: String,
    /// The fog, the light and the tempo of the level.
    pub rules: LevelRules,
    /// All statements of the level or vault.
    pub statements: &'a [Statement],
    /// Broken if the `level` or `vault` line could not be read to the end.
    pub integrity: Integrity,
}

/// A level that is not linked to the other levels yet.
#[derive(Debug)]
pub struct UnlinkedLevel {
    /// The level's map.
    pub map: LevelMap,
    /// The draft of the level.
    pub draft: Draft,
    /// The things that broken records of the level may have placed.
    pub unknowns: Unknowns,
}

/// Reads one level, without looking at the other levels. `None` without a usable map.
pub fn read_level(
    cx: &mut Context<'_>,
    glyphs: &GlyphTable,
    text: &LevelText<'_>,
    unknowns: Unknowns,
) -> Option<UnlinkedLevel> {
    let records = own_records(cx, text);
    let map = the_map(cx, text, unknowns, slashes(glyphs, &records))?;
    let level = read_onto(cx, glyphs, text.head, map, &records, unknowns);
    Some(level)
}

/// Adds the marks and records of a level or a vault to its map. `head` is the beginning of the level or vault in the
/// text.
pub fn read_onto(
    cx: &mut Context<'_>,
    glyphs: &GlyphTable,
    head: Span,
    map: LevelMap,
    records: &[&Record],
    mut unknowns: Unknowns,
) -> UnlinkedLevel {
    let shows_all = map.style == MapStyle::Drawn || map.rows.0.is_empty();
    if shows_all && map.integrity == Integrity::Broken {
        unknowns = Unknowns::ALL;
    }
    let mut legend = Legend::new(head, &map, glyphs);
    for record in records {
        if let Head::Mark(new, all) = &record.head.value {
            legend.mark(cx, record, *new, all);
        }
    }
    legend.join_marks(cx);
    for record in records {
        if let Head::Shuffle(marks) = &record.head.value {
            legend.shuffle(cx, marks);
        }
    }
    let mut level = LevelContext {
        draft: draw(cx, &map, &mut legend),
        map: &map,
        legend,
        unknowns,
    };
    for one in records {
        match one.head.value {
            Head::Glyph(glyph) => record(cx, &mut level, one, glyph),
            Head::Scatter(glyph) => scatter(cx, &mut level, one, glyph),
            _ => {}
        }
    }
    // Read causes last, because a cause may name things of any record.
    for one in records.iter().filter(|one| one.head.value == Head::When) {
        cause(cx, &mut level, one);
    }
    let LevelContext {
        legend,
        mut draft,
        mut unknowns,
        ..
    } = level;
    if unknowns.enemies {
        draft.excuse_routeless();
    }
    draft.count_draws(cx);
    draft.choices.check(cx);
    legend.report_unknown(cx);
    unknowns.hero |= legend.has_unknown_hero(cx);
    unknowns.enemies |= legend.has_unknown();
    UnlinkedLevel {
        map,
        draft,
        unknowns,
    }
}

/// Returns the records of a level up to a `q`, and reports records that belong elsewhere. `parse` reports text after
/// the `q`.
pub fn own_records<'a>(cx: &mut Context<'_>, text: &LevelText<'a>) -> Vec<&'a Record> {
    let mut records = Vec::new();
    for statement in text.statements {
        let Statement::Record(record) = statement else {
            continue;
        };
        match &record.head.value {
            Head::Glyph('q') if is_end(record) => break,
            Head::Glyph(_) | Head::Scatter(_) | Head::Mark(..) | Head::Shuffle(_) | Head::When => {
                records.push(record);
            }
            Head::Test => read_test(cx, record),
            Head::Level | Head::Vault | Head::Allow(_) => {}
            Head::Title
            | Head::Author
            | Head::About
            | Head::Seed
            | Head::Include
            | Head::Hero
            | Head::Goal
            | Head::Lose
            | Head::Rules(_)
            | Head::Tile(_)
            | Head::Item(_)
            | Head::Family
            | Head::Kind(_)
            | Head::Class(..) => {
                let word = cx.text(record.head.span);
                let message =
                    format!("expected `{word}` before the first level, found it inside one");
                cx.report(
                    Diagnostic::new(Code::UnknownRecord, record.head.span, message)
                        .label(text.head, "the level begins here")
                        .help("move it above the level"),
                );
            }
        }
    }
    records
}

/// Whether a record is the `q` that ends a level.
fn is_end(record: &Record) -> bool {
    record.numbers.is_empty()
        && record.keys.is_empty()
        && record.text.is_none()
        && record.integrity == Integrity::Whole
}

/// Returns whether two slashes in a drawn row are two glyphs of the file, or begin a comment, which is an error there.
pub fn slashes(glyphs: &GlyphTable, records: &[&Record]) -> Slashes {
    let marks_it = |record: &&Record| match &record.head.value {
        Head::Mark(new, _) => new.value == '/',
        _ => false,
    };
    let is_marked = glyphs.file_marks.contains_key(&'/');
    let is_known = is_marked || glyphs.thing('/').is_some() || glyphs.doubtful.contains(&'/');
    if is_known || records.iter().any(marks_it) {
        Slashes::Glyphs
    } else {
        Slashes::Remark
    }
}

/// Reads the only map of a level or a vault. Reports a missing map, and every map after the first.
pub fn the_map(
    cx: &mut Context<'_>,
    text: &LevelText<'_>,
    unknowns: Unknowns,
    slashes: Slashes,
) -> Option<LevelMap> {
    let maps: Vec<&Map> = text
        .statements
        .iter()
        .filter_map(|statement| match statement {
            Statement::Map(map) => Some(map),
            Statement::Record(_) => None,
        })
        .collect();
    let Some(first) = maps.first() else {
        if !unknowns.hero && text.integrity == Integrity::Whole {
            let finding = Diagnostic::new(
                Code::NoMap,
                text.head,
                format!("expected a map in this {}, found none", text.noun),
            );
            let draw = "draw it between a `map` line and an `end` line";
            cx.report(match cx.game.form().default_board {
                None => finding.help(draw),
                Some(_) => finding.help(format!(
                    "{draw}; or remove all levels to play on the published board"
                )),
            });
        }
        return None;
    };
    for second in maps.iter().skip(1) {
        let message = "expected one map in a level, found a second";
        cx.report(
            Diagnostic::new(Code::UnknownRecord, second.head, message)
                .label(first.head, "the level's map is here")
                .help("begin another level for it with a `level` line"),
        );
    }
    map_text::modern(cx, first, slashes)
}

/// Returns the statements before the first `vault` line inside a level, and reports that line.
pub fn without_vaults<'a>(cx: &mut Context<'_>, statements: &'a [Statement]) -> &'a [Statement] {
    let is_vault = |statement: &Statement| is_headed(statement, &Head::Vault);
    let Some(nth) = statements.iter().position(is_vault) else {
        return statements;
    };
    if let Statement::Record(record) = &statements[nth] {
        let message = "expected `vault` before the first level, found it inside one";
        let finding = Diagnostic::new(Code::UnknownRecord, record.head.span, message);
        cx.report(finding.help("move it above the level, with its map, marks and records"));
    }
    &statements[..nth]
}

/// Returns the name of a level or a vault from its own line; empty without one.
pub fn name(text: &Option<Spanned<String>>) -> String {
    text.as_ref()
        .map(|name| name.value.clone())
        .unwrap_or_default()
}
