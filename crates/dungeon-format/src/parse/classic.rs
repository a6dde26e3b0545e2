//! The classic format (docs/format, "Grammar"), read as C++ `>>` reads it: spaces between tokens are optional, and line
//! ends count as spaces.
use nom::Parser;
use nom::character::complete::anychar;
use nom::combinator::{map_opt, opt, success, verify};
use nom::multi::fold_many0;
use nom::sequence::{preceded, terminated};

use super::lines::{blanks, cut_lines, line_end, rest_of_line, silent_lines, whitespace};
use super::located::Located;
use super::map::{pasted_rows, unsized_rows};
use super::map_size::MapSize;
use super::mistake::{Mistake, NumberName, of_lines};
use super::outline::{Dialect, looks_like_record};
use super::reader::Reader;
use super::recovery::{Parsed, UnreadableRun, recover, senseless};
use super::token::{any_word, is_too_large, located_number, number, spanned, starts_number};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Span, Spanned};
use crate::syntax::{Classic, ClassicRecord, Integrity};

/// The letters of records, each with the names of its numbers. In the record of a patrol, the points of the route
/// follow the last of these numbers, their count.
const RECORDS: [(char, &[&str]); 7] = [
    ('h', &["x", "y", "health", "strength", "manna"]),
    ('w', &["x", "y", "health", "strength"]),
    ('g', &["x", "y", "health", "strength"]),
    ('p', &["x", "y", "health", "strength", "n"]),
    ('*', &["x", "y", "health", "wealth", "manna"]),
    ('=', &["x", "y", "health", "wealth", "manna"]),
    ('$', &["x", "y", "health", "wealth", "manna"]),
];

/// Whether the first token is a number.
pub fn is_classic(input: Located<'_>) -> bool {
    let first_number = (silent_lines, cut_lines, blanks, number).parse(input);
    first_number.is_ok()
}

/// Parses a file in the classic format: `classic = header pasted_rows { whitespace classic_record } whitespace "q" ;`
/// Only comments may follow the `q`.
pub fn classic(input: Located<'_>) -> Classic {
    let mut read = Records::new(input.file);
    let mut size = None;
    let mut map = (Vec::new(), Integrity::Broken);
    let parts = header(input).and_then(|(rest, header)| {
        size = header;
        let (rest, rows) = match &mut size {
            Some(size) => pasted_rows(size, Dialect::Classic, rest)?,
            None => {
                let (rest, _) = unsized_rows(Dialect::Classic, rest)?;
                (rest, (Vec::new(), Integrity::Broken))
            }
        };
        map = rows;
        read.records(rest)
    });
    let (rows, map_health) = map;
    let has_map = size.is_some() && (map_health == Integrity::Whole || !rows.is_empty());
    Classic {
        size: size.map(|size| (size.width, size.height)),
        rows,
        records: read.records,
        end: parts.ok().and_then(|(_, end)| end),
        integrity: if has_map {
            read.integrity
        } else {
            Integrity::Broken
        },
    }
}

/// Parses the width and the height of the map: `header = whitespace number whitespace number line ;` Ignores the rest
/// of the line.
fn header(input: Located<'_>) -> Parsed<Located<'_>, Option<MapSize>> {
    let (input, width) = preceded(whitespace, opt(located_number)).parse(input)?;
    let (input, ()) = whitespace(input)?;
    let (input, size) = match width {
        Some(width) => recover(|input| height(width, input), success(())).parse(input)?,
        None => (input, None),
    };
    terminated(success(size), (rest_of_line, opt(line_end))).parse(input)
}

/// Reads the second number of the header, after `width`.
fn height(width: Spanned<i64>, input: Located<'_>) -> Parsed<Located<'_>, MapSize> {
    if let (rest, Some(height)) = opt(located_number).parse(input)? {
        let size = MapSize {
            width,
            height,
            code_if_empty: Code::BadHeader,
        };
        return Ok((rest, size));
    }
    let (_, word) = any_word(input)?;
    let place = if input.is_empty() {
        width.span
    } else {
        word.span()
    };
    let found = Mistake::MissingHeight(width.value, word.text()).at(place);
    senseless(input, found, place)
}

/// The names of the numbers after the letter of a record, in order.
type Names = &'static [&'static str];

/// Parses the letter of a record: `record_letter = "h" | "w" | "g" | "p" | "*" | "=" | "$" ;` Also returns the names of
/// the record's numbers.
fn record_letter(input: Located<'_>) -> Parsed<Located<'_>, (Spanned<char>, Names)> {
    let known = |letter: Spanned<char>| {
        let (_, names) = RECORDS.iter().find(|(known, _)| *known == letter.value)?;
        Some((letter, *names))
    };
    map_opt(spanned(anychar), known).parse(input)
}

/// The records that have been read so far.
struct Records<'a> {
    file: &'a Reader<'a>,
    records: Vec<ClassicRecord>,
    /// The unreadable lines directly above the current line; `None` if the line above is readable.
    unreadable: Option<UnreadableRun>,
    integrity: Integrity,
}

impl<'a> Records<'a> {
    fn new(file: &'a Reader<'a>) -> Records<'a> {
        Records {
            file,
            records: Vec::new(),
            unreadable: None,
            integrity: Integrity::Whole,
        }
    }

    /// Parses all records, and returns the place of the `q` after them: `{ whitespace classic_record } whitespace "q"`.
    fn records(&mut self, input: Located<'a>) -> Parsed<Located<'a>, Option<Span>> {
        let (mut input, ()) = whitespace(input)?;
        while !input.is_empty() {
            let last = verify(spanned(anychar), |letter| letter.value == 'q');
            if let (rest, Some(q)) = opt(last).parse(input)? {
                self.flush();
                let (rest, ()) = self.after_q(q.span, rest)?;
                return Ok((rest, Some(q.span)));
            }
            let (rest, ()) = match opt(record_letter).parse(input)? {
                (rest, Some((letter, names))) => {
                    self.flush();
                    if self.is_full(letter.span) {
                        return Ok((rest, None));
                    }
                    self.classic_record(letter, names, rest)?
                }
                (rest, None) => self.no_record(rest)?,
            };
            (input, ()) = whitespace(rest)?;
        }
        let is_broken = |last: &ClassicRecord| last.integrity == Integrity::Broken;
        let ends_in_disorder =
            self.unreadable.is_some() || self.records.last().is_some_and(is_broken);
        self.flush();
        if !ends_in_disorder {
            self.missing_q();
        }
        Ok((input, None))
    }

    /// Whether the file already has the maximum number of records. If so, reports it.
    fn is_full(&mut self, place: Span) -> bool {
        let most = self.records.len();
        if most < self.file.limits.entities {
            return false;
        }
        self.file.report(Mistake::ManyRecords(most, "").at(place));
        self.integrity = Integrity::Broken;
        true
    }

    /// Parses the rest of `classic_record = record_letter { whitespace number } ;` after the letter. In the record of a
    /// patrol, the number of points is followed by two numbers for each point.
    fn classic_record(
        &mut self,
        letter: Spanned<char>,
        names: Names,
        input: Located<'a>,
    ) -> Parsed<Located<'a>, ()> {
        let mut record = ClassicRecord {
            letter,
            numbers: Vec::with_capacity(names.len()),
            span: letter.span,
            integrity: Integrity::Whole,
        };
        let fields = names.iter().map(|name| NumberName::Named(name));
        let (mut rest, is_complete) = self.numbers(&mut record, names, fields, input)?;
        if let (true, 'p', Some(count)) = (is_complete, letter.value, record.numbers.last()) {
            let count = *count;
            rest = self.route(&mut record, names, count, rest)?.0;
        }
        self.records.push(record);
        Ok((rest, ()))
    }

    /// Reads the route of a patrol: `count` points, each given by two numbers.
    fn route(
        &mut self,
        record: &mut ClassicRecord,
        names: Names,
        count: Spanned<i64>,
        input: Located<'a>,
    ) -> Parsed<Located<'a>, bool> {
        let most = self.file.limits.route;
        let value = count.value;
        let found = match usize::try_from(value) {
            Ok(points) if points <= most => {
                let fields = (0..points * 2).map(NumberName::OfRoute);
                return self.numbers(record, names, fields, input);
            }
            Ok(_) => Mistake::LongPatrol(most, value),
            Err(_) => Mistake::NegativeCount(value),
        };
        self.file.report(found.at(count.span));
        record.integrity = Integrity::Broken;
        let (rest, numbers) = integers(input)?;
        record.span = numbers.map_or(record.span, |numbers| record.span.to(numbers));
        Ok((rest, false))
    }

    /// Reads a number for each name in `fields`. Returns `false` if a number is missing, which ends the record.
    fn numbers(
        &mut self,
        record: &mut ClassicRecord,
        names: Names,
        fields: impl Iterator<Item = NumberName>,
        input: Located<'a>,
    ) -> Parsed<Located<'a>, bool> {
        let mut rest = input;
        for name in fields {
            let (here, ()) = whitespace(rest)?;
            let (after, number) = match located_number(here) {
                Ok((after, number)) => (after, Some(number)),
                Err(_) => {
                    let number = |input| no_field(record, name, names, input);
                    recover(number, not_a_record).parse(here)?
                }
            };
            rest = after;
            let Some(number) = number else {
                record.integrity = Integrity::Broken;
                if rest.start() > here.start() {
                    // The rest of the line was skipped and may have held whole records, so report nothing as missing
                    // later.
                    self.integrity = Integrity::Broken;
                }
                return Ok((rest, false));
            };
            if is_too_large(number.value) {
                let found = Mistake::LongNumberOf(name).at(number.span);
                self.file.report(found);
                record.integrity = Integrity::Broken;
            }
            record.numbers.push(number);
            record.span = record.span.to(number.span);
        }
        Ok((rest, true))
    }

    /// Reads text that is not a record: extra numbers, or the rest of the line.
    fn no_record(&mut self, input: Located<'a>) -> Parsed<Located<'a>, ()> {
        self.integrity = Integrity::Broken;
        let (_, word) = any_word(input)?;
        if starts_number(word.text()) {
            let (rest, numbers) = integers(input)?;
            let numbers = numbers.map_or(word.span(), |numbers| word.span().to(numbers));
            self.file.report(self.too_many(numbers));
            return Ok((rest, ()));
        }
        let (rest, line) = rest_of_line(input)?;
        let line = line.trimmed_end().span();
        match &mut self.unreadable {
            Some(run) => run.extend(line),
            None => {
                let found = Mistake::UnknownLetter(word.text()).at(line);
                self.unreadable = Some(UnreadableRun::new(found));
            }
        }
        Ok((rest, ()))
    }

    fn too_many(&self, numbers: Span) -> Diagnostic {
        let said = self.file.source.slice(numbers);
        let mistake = match self.records.last() {
            Some(last) if last.integrity == Integrity::Whole => {
                Mistake::SpareNumbers(said, last.span, last.numbers.len())
            }
            _ => Mistake::LooseNumbers(said),
        };
        mistake.at(numbers)
    }

    fn missing_q(&mut self) {
        let text = &self.file.source.text;
        let end = text.trim_end().len();
        let last = text[..end]
            .char_indices()
            .next_back()
            .map_or(0, |(at, _)| at);
        let place = Span::new(end, end);
        let found = Mistake::MissingQ.at(Span::new(last, end));
        self.file.report(found.fix(place, "\nq"));
    }

    /// Reports the run of unreadable lines that ends here, if there is one.
    fn flush(&mut self) {
        if let Some(run) = self.unreadable.take() {
            run.report(self.file, of_lines);
        }
    }

    fn after_q(&mut self, q: Span, input: Located<'a>) -> Parsed<Located<'a>, ()> {
        let (rest, line) = preceded(whitespace, rest_of_line).parse(input)?;
        if !line.is_empty() {
            let found = Mistake::TextAfterQ(q).at(line.trimmed_end().span());
            self.file.report(found);
        }
        Ok((rest, ()))
    }
}

/// Parses any number of numbers and returns their place: `{ number whitespace }`. `None` without any.
fn integers(input: Located<'_>) -> Parsed<Located<'_>, Option<Span>> {
    let (input, ()) = whitespace(input)?;
    let join = |all: Option<Span>, number: Spanned<i64>| match all {
        None => Some(number.span),
        Some(span) => Some(span.to(number.span)),
    };
    fold_many0(terminated(located_number, whitespace), || None, join).parse(input)
}

/// Fails with the finding about a missing number. `names` holds the names of all numbers of the record.
fn no_field<'a>(
    record: &ClassicRecord,
    name: NumberName,
    names: Names,
    input: Located<'a>,
) -> Parsed<Located<'a>, Spanned<i64>> {
    let (_, word) = any_word(input)?;
    let letter = record.letter.value;
    let place = (!input.is_empty()).then(|| word.span());
    let mistake = Mistake::MissingNumberOf(letter, name, names, word.text(), place);
    senseless(input, mistake.at(record.span), word.span())
}

/// Reads the rest of the line after a record that lacks a number. Reads nothing if a whole record seems to begin there.
fn not_a_record(input: Located<'_>) -> Parsed<Located<'_>, Located<'_>> {
    let (rest, line) = rest_of_line(input)?;
    if looks_like_record(line, Dialect::Classic) {
        Ok((input, input.before(input)))
    } else {
        Ok((rest, line))
    }
}
