//! Statements given by a program instead of a file. The program also writes them as a text, the listing, so that each
//! node has a place to report. Given statements get the same checks as parsed statements. Additional checks reject
//! content that cannot be written in a file.
use super::alternatives::judge_alternatives;
use super::glyphs::is_glyph;
use super::head::{LineStart, game};
use super::located::Located;
use super::map::given_rows;
use super::mistake::Mistake;
use super::modern::{LimitPassed, Statements, map_to_make};
use super::reader::Reader;
use super::record::{Item, Items};
use super::recovery::report_wrong;
use super::shape;
use super::token::{self, bare};
use super::unexpected::{brackets, comma};
use crate::source::{Span, Spanned};
use crate::syntax::{Head, Integrity, Map, MapForm, Modern, Value};

/// A statement given by a program.
#[derive(Clone, Debug)]
pub struct GivenStatement {
    /// The kind of statement.
    pub head: GivenHead,
    /// The place of the first word in the listing, the text of all given statements. Without a first word, the start of
    /// the line.
    pub word: Span,
    /// The place in the listing from the first word to the last glyph or word of the head; for a drawn map, of the
    /// whole map.
    pub called: Span,
    /// The numbers, keys and texts of the statement, in order.
    pub items: Vec<Item>,
}

/// The kind of a given statement, before its items.
#[derive(Clone, Debug)]
pub enum GivenHead {
    /// Any statement but a map.
    Record(Head),
    /// A drawn map, `map` … `end`, with its rows.
    Drawn(Vec<Span>),
    /// A generated map, with the word for its generator, such as `caves`.
    Made(Spanned<String>),
    /// Items without a record, which is an error.
    Missing,
}

/// Returns the value that a word without quotes has after `=`; `None` if the word needs quotes.
pub fn unquoted_value(word: &str) -> Option<Value> {
    let nowhere = Span::default();
    let is_bare = !word.is_empty() && bare(word) == word && !word.contains('"');
    let is_sound = |value: &Value| {
        !matches!(value, Value::Word(_))
            || comma(word, nowhere).is_none() && brackets(word, nowhere).is_none()
    };
    is_bare.then(|| token::shape(word)).filter(is_sound)
}

/// Checks given statements as if they came from a file, and reports errors.
pub fn judged<'a>(file: &'a Reader<'a>, given: &[GivenStatement]) -> Modern {
    let mut statements = Statements::new(file);
    for statement in given {
        if let Err(limit_passed) = add(&mut statements, file, statement.clone()) {
            report_wrong(file, limit_passed);
            break;
        }
    }
    statements.finish()
}

fn add<'a>(
    statements: &mut Statements<'a>,
    file: &'a Reader<'a>,
    given: GivenStatement,
) -> Result<(), LimitPassed> {
    let (word, called) = (given.word, Located::at(file, given.called));
    match given.head {
        GivenHead::Missing => {
            let items = given.items.iter().map(Item::span).reduce(Span::to);
            file.report(Mistake::LooseItems.at(items.unwrap_or(word)));
        }
        GivenHead::Record(head) => {
            let start = LineStart {
                line: called,
                word: Located::at(file, word),
            };
            let shape = shape::of_keyword(start.word.text()).unwrap_or(&shape::GLYPH);
            statements.count_record(shape.keyword, word)?;
            let Some(head) = judged_head(file, word, head) else {
                statements.leave_out(start);
                return Ok(());
            };
            let mut items = Items::new(called.text(), shape, called.span());
            items.add_given(file, given.items);
            statements.add_record(start.word.spanned(head), items);
        }
        GivenHead::Drawn(rows) => {
            let (rows, integrity) = given_rows(file, word, rows);
            statements.add_map(Map {
                head: word,
                form: MapForm::Drawn(rows),
                span: called.span(),
                integrity,
            });
        }
        GivenHead::Made(how) => {
            let mut items = Items::new(called.text(), &shape::MADE_MAP, called.span());
            if is_one_word(file, how.span) {
                items.add_given(file, given.items);
            } else {
                items.integrity = Integrity::Broken;
            }
            statements.add_map(map_to_make(file, word, how, items));
        }
    }
    Ok(())
}

/// Returns the head of a record if its glyphs are valid and its game, if it names one, is one word. Otherwise reports
/// an error and returns `None`.
fn judged_head(file: &Reader<'_>, word: Span, head: Head) -> Option<Head> {
    match &head {
        Head::Glyph(glyph) => {
            let glyph = Spanned::new(*glyph, word);
            can_be_glyph(file, glyph).then_some(head)
        }
        Head::Tile(glyph) | Head::Item(glyph) | Head::Kind(glyph) | Head::Scatter(glyph) => {
            can_be_glyph(file, *glyph).then_some(head)
        }
        Head::Mark(new, all) | Head::Class(new, all) if all.0.is_empty() => {
            file.report(Mistake::NoAlternative.at(new.span));
            None
        }
        Head::Mark(new, all) | Head::Class(new, all) => {
            let are_glyphs =
                can_be_glyph(file, *new) && all.glyphs().all(|glyph| can_be_glyph(file, glyph));
            match are_glyphs.then(|| judge_alternatives(all))? {
                Ok(_) => Some(head),
                Err(wrong) => {
                    report_wrong(file, wrong);
                    None
                }
            }
        }
        Head::Shuffle(marks) => {
            let are_glyphs = marks.iter().all(|mark| can_be_glyph(file, *mark));
            are_glyphs.then_some(head)
        }
        Head::Rules(word) if !word.value.is_empty() && !is_one_word(file, word.span) => None,
        Head::Rules(word) => match game(Located::at(file, word.span)) {
            Ok((_, game)) => Some(Head::Rules(game)),
            Err(wrong) => {
                report_wrong(file, wrong);
                None
            }
        },
        _ => Some(head),
    }
}

/// Whether a character can be a glyph; reports it if not.
fn can_be_glyph(file: &Reader<'_>, glyph: Spanned<char>) -> bool {
    if glyph.value != ' ' {
        return is_glyph(file, glyph.value, glyph.span);
    }
    file.report(Mistake::BlankGlyph.at(glyph.span));
    false
}

/// Whether a text is one word; reports it if not.
fn is_one_word(file: &Reader<'_>, span: Span) -> bool {
    let word = file.source.slice(span);
    let is_one = !word.is_empty() && bare(word) == word;
    if !is_one {
        file.report(Mistake::SeveralWords(word).at(span));
    }
    is_one
}
