//! The published format (FORMAT.md, "The classic format"), read as C++ `>>` reads it: blanks between tokens are optional,
//! and line ends are blanks.
use super::classic_tokens::Tokens;
use super::lines::Lines;
use super::map;
use super::map_size::Size;
use super::reader::Reader;
use super::shape::Dialect;
use super::token;
use crate::format::characters::quoted;
use crate::format::diagnostic::{Code, Diagnostic};
use crate::format::source::{Span, Spanned};
use crate::format::syntax::{Classic, ClassicRecord, Health};

/// What the numbers of each letter mean, as many as it takes; a patrol's points follow its count.
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
pub fn is_classic(lines: Lines<'_>) -> bool {
    let mut lines = lines.filter(|line| !line.is_silent());
    lines
        .next()
        .is_some_and(|line| token::starts_number(line.text.trim_start()))
}

/// Reads a whole file.
pub fn classic(reader: &mut Reader<'_>, lines: Lines<'_>) -> Classic {
    let mut tokens = Tokens::of(lines);
    let mut size = header(reader, &mut tokens);
    let mut lines = tokens.lines();
    let (rows, map_health) = match &mut size {
        Some(size) => map::pasted(reader, &mut lines, size, Dialect::Classic),
        None => {
            map::skip_rows(&mut lines, Dialect::Classic);
            (Vec::new(), Health::Broken)
        }
    };
    let mut population = Population {
        reader,
        tokens: Tokens::of(lines),
        records: Vec::new(),
        unreadable: None,
        health: Health::Whole,
    };
    let end = population.read();
    let health = match size {
        None => Health::Broken,
        Some(_) if map_health == Health::Broken && rows.is_empty() => Health::Broken,
        Some(_) => population.health,
    };
    Classic {
        size: size.map(|size| (size.width, size.height)),
        rows,
        records: population.records,
        end,
        health,
    }
}

fn header(reader: &mut Reader<'_>, tokens: &mut Tokens<'_>) -> Option<Size> {
    tokens.advance(reader);
    let width = tokens.number()?;
    let after_width = tokens.advance(reader);
    if let Some(height) = tokens.number() {
        return Some(Size {
            width,
            height,
            code_if_empty: Code::BadHeader,
        });
    }
    let place = match after_width {
        true => tokens.word(),
        false => width.span,
    };
    let found = match after_width {
        true => quoted(reader.source.slice(place)),
        false => "the end of the file".to_string(),
    };
    let message = format!(
        "expected the map's width and height, found {} and {found}",
        width.value
    );
    reader.report_senseless(
        Diagnostic::new(Code::BadHeader, place, message)
            .help("the first line holds two numbers, as in `40 20`"),
        place,
    );
    None
}

/// The records being read.
struct Population<'r, 's, 'l> {
    reader: &'r mut Reader<'s>,
    tokens: Tokens<'l>,
    records: Vec<ClassicRecord>,
    /// A run of lines that make no sense: one finding, growing.
    unreadable: Option<(Diagnostic, usize)>,
    health: Health,
}

impl Population<'_, '_, '_> {
    /// Reads all records; answers where the `q` stands.
    fn read(&mut self) -> Option<Span> {
        while self.tokens.advance(self.reader) {
            let letter = self.tokens.letter();
            if letter.value == 'q' {
                self.flush();
                self.after_q(letter.span);
                return Some(letter.span);
            }
            let Some((_, names)) = RECORDS.iter().find(|(known, _)| *known == letter.value) else {
                self.unknown(letter);
                continue;
            };
            self.flush();
            if self.records.len() >= self.reader.limits.entities {
                let message = format!(
                    "expected at most {} records, found more",
                    self.records.len()
                );
                self.reader.over_limit(letter.span, message);
                self.health = Health::Broken;
                return None;
            }
            let record = self.record(letter, names);
            self.records.push(record);
        }
        let ends_in_disorder = self.unreadable.is_some()
            || self
                .records
                .last()
                .is_some_and(|last| last.health == Health::Broken);
        self.flush();
        if !ends_in_disorder {
            self.missing_q();
        }
        None
    }

    fn record(&mut self, letter: Spanned<char>, names: &[&str]) -> ClassicRecord {
        let mut record = ClassicRecord {
            letter,
            numbers: Vec::new(),
            span: letter.span,
            health: Health::Whole,
        };
        for name in names {
            if !self.read_number(&mut record, name, names) {
                return record;
            }
        }
        if letter.value == 'p' {
            self.route(&mut record, names);
        }
        record
    }

    fn route(&mut self, record: &mut ClassicRecord, names: &[&str]) {
        let Some(count) = record.numbers.last().copied() else {
            return;
        };
        let most = self.reader.limits.route;
        let points = match usize::try_from(count.value) {
            Ok(points) if points <= most => points,
            Ok(_) => {
                let message = format!(
                    "expected at most {most} points of a route, found {}",
                    count.value
                );
                self.skip_numbers(
                    record,
                    Diagnostic::new(Code::RouteTooLong, count.span, message),
                );
                return;
            }
            Err(_) => {
                let message = format!(
                    "expected the number of route points, 0 or more, found {}",
                    count.value
                );
                self.skip_numbers(
                    record,
                    Diagnostic::new(Code::NumberOutOfRange, count.span, message),
                );
                return;
            }
        };
        for i in 0..points * 2 {
            let axis = if i % 2 == 0 { "x" } else { "y" };
            let name = format!("{axis} of route point {}", i / 2 + 1);
            if !self.read_number(record, &name, names) {
                return;
            }
        }
    }

    /// Reads the next number of a record; false if there is none, which ends the record.
    fn read_number(&mut self, record: &mut ClassicRecord, name: &str, names: &[&str]) -> bool {
        let is_there = self.tokens.advance(self.reader);
        if let Some(number) = self.tokens.number() {
            if token::is_too_large(number.value) {
                let message = format!(
                    "expected a number of at most 18 digits as its {name}, found a longer one"
                );
                self.reader.report(Diagnostic::new(
                    Code::NumberOutOfRange,
                    number.span,
                    message,
                ));
                record.health = Health::Broken;
            }
            record.numbers.push(number);
            record.span = record.span.to(number.span);
            return true;
        }
        record.health = Health::Broken;
        self.missing(record, is_there, name, names);
        false
    }

    fn missing(&mut self, record: &ClassicRecord, is_there: bool, name: &str, names: &[&str]) {
        let letter = record.letter.value;
        let word = self.tokens.word();
        let found = match is_there {
            true => quoted(self.reader.source.slice(word)),
            false => "the end of the file".to_string(),
        };
        let message = format!("expected a number for the {name} of `{letter}`, found {found}");
        let mut points = String::new();
        if letter == 'p' {
            points.push_str(" x1 y1 … xn yn");
        }
        let help = format!("the record reads `{letter} {}{points}`", names.join(" "));
        let finding = Diagnostic::new(Code::MissingNumber, record.span, message).help(help);
        if !is_there {
            self.reader.report(finding);
            return;
        }
        let finding = finding.label(word, "here");
        self.reader.report_senseless(finding, word);
        if !self.tokens.stands_at_record() {
            // Whole records may be lost with the line: nothing is called missing behind it.
            self.health = Health::Broken;
            self.tokens.skip_line();
        }
    }

    /// Reports what makes a record's count useless and passes over the numbers behind it.
    fn skip_numbers(&mut self, record: &mut ClassicRecord, found: Diagnostic) {
        self.reader.report(found);
        record.health = Health::Broken;
        while self.tokens.advance(self.reader) {
            let Some(number) = self.tokens.number() else {
                break;
            };
            record.span = record.span.to(number.span);
        }
    }

    /// What begins no record. Numbers too many are passed over, of anything else the whole line.
    fn unknown(&mut self, letter: Spanned<char>) {
        self.health = Health::Broken;
        self.tokens.step_back(letter);
        let word = self.tokens.word();
        let said = self.reader.source.slice(word).to_string();
        if token::starts_number(&said) {
            let mut numbers = word;
            while let Some(number) = self.tokens.number() {
                numbers = numbers.to(number.span);
                self.tokens.advance(self.reader);
            }
            let found = self.too_many(numbers);
            self.reader.report(found);
            return;
        }
        let line = self.tokens.rest_of_line();
        self.tokens.skip_line();
        if let Some((found, count)) = &mut self.unreadable {
            found.span = found.span.to(line);
            *count += 1;
            return;
        }
        let message = format!("expected a record, found {}", quoted(&said));
        let help = "a record begins with one of `h w g p * = $`, and `q` ends them";
        let found = Diagnostic::new(Code::UnknownRecord, line, message).help(help);
        self.unreadable = Some((found, 1));
    }

    fn too_many(&self, numbers: Span) -> Diagnostic {
        let said = quoted(self.reader.source.slice(numbers));
        let message = format!("expected the letter of a record, found {said}");
        let found = Diagnostic::new(Code::UnknownRecord, numbers, message);
        match self.records.last() {
            Some(last) if last.health == Health::Whole => found
                .label(
                    last.span,
                    format!(
                        "this record is complete with {} numbers",
                        last.numbers.len()
                    ),
                )
                .help("delete the numbers that are too many"),
            _ => found.help("a record begins with one of `h w g p * = $`"),
        }
    }

    /// Reports the run of lines that ends here, if there is one.
    fn flush(&mut self) {
        let Some((mut found, count)) = self.unreadable.take() else {
            return;
        };
        if count > 1 {
            found.message = format!(
                "{}, and {count} lines in all that make no sense",
                found.message
            );
        }
        let span = found.span;
        self.reader.report_senseless(found, span);
    }

    fn missing_q(&mut self) {
        let text = &self.reader.source.text;
        let end = text.trim_end().len();
        let last = text[..end]
            .char_indices()
            .next_back()
            .map_or(0, |(at, _)| at);
        let place = Span::new(end, end);
        let found = Diagnostic::new(
            Code::MissingQ,
            Span::new(last, end),
            "expected a `q` behind the last record, found the end of the file",
        )
        .help("end the file with a line `q`")
        .fix(place, "\nq");
        self.reader.report(found);
    }

    fn after_q(&mut self, q: Span) {
        if !self.tokens.advance(self.reader) {
            return;
        }
        let line = self.tokens.rest_of_line();
        let message = "expected nothing behind the `q`, found text that is not read";
        let found = Diagnostic::new(Code::TextAfterQ, line, message)
            .label(q, "the records end here")
            .help("move records above the `q`; begin remarks with `//`");
        self.reader.report(found);
    }
}
