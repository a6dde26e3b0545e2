//! Findings about `tune=`, which marks the numbers that `dungeon tune` may vary. The game ignores these marks.
use super::fields::{Fields, not_expected};
use crate::diagnostic::{Code, Diagnostic};
use crate::keys::{HEAVIEST, KEYS, KeySpec, RecordKind, TUNE, ValueShape};
use crate::source::Span;
use crate::syntax::Number;
use crate::tune_mark::{TuneMark, TunedNumber};

impl Fields<'_, '_> {
    /// Takes the key `tune=`, and reports marks without a number in the record, and numbers outside their bounds.
    pub fn check_tune(&mut self) {
        let Some(pair) = self.value(&TUNE) else {
            return;
        };
        let span = pair.value.span;
        let Some(marks) = TuneMark::read_all(self.cx.text(span)) else {
            let finding = not_expected(self.cx, pair, "numbers with their bounds");
            self.report_once(finding.help(
                "write a key of this record with the smallest and the largest value, such as `tune=health:4..9`",
            ));
            return;
        };
        for (nth, mark) in marks.iter().enumerate() {
            if marks[..nth].iter().any(|other| other.number == mark.number) {
                let message = format!(
                    "expected each number once for `tune=`, found {} again",
                    name(mark)
                );
                let finding = Diagnostic::new(Code::DuplicateKey, span, message);
                self.report_once(finding.help("keep the bounds you want"));
                continue;
            }
            if let Some(finding) = self.tune_fault(mark, span) {
                self.report_once(finding);
            }
        }
    }

    /// Returns the finding about a mark; `None` for a correct mark.
    fn tune_fault(&self, mark: &TuneMark, span: Span) -> Option<Diagnostic> {
        let [from, to] = mark.bounds;
        if from > to {
            let message = format!(
                "expected the smaller bound first, found `{}`",
                mark.written()
            );
            let turned = TuneMark {
                bounds: [to, from],
                ..mark.clone()
            };
            let finding = Diagnostic::new(Code::BadValue, span, message);
            return Some(finding.help(format!("write `{}`", turned.written())));
        }
        let Some([least, most]) = self.tuned_number(mark) else {
            return Some(self.without_number(mark, span));
        };
        let spec = match &mark.number {
            TunedNumber::Key(word) => self.spec_of(word),
            TunedNumber::Weight(_) | TunedNumber::Count => None,
        };
        let allowed = match spec.map(|spec| (spec.shape, spec)) {
            None if matches!(mark.number, TunedNumber::Weight(_)) => 1..=HEAVIEST,
            None => 0..=i64::from(i32::MAX),
            Some((ValueShape::Percent { most, .. }, _)) => 0..=most,
            Some((_, spec)) => spec.range(),
        };
        if !allowed.contains(&from) || !allowed.contains(&to) {
            let (low, high) = allowed.into_inner();
            let message = format!(
                "expected bounds of {} from {low} to {high}, found {from}..{to}",
                name(mark)
            );
            return Some(Diagnostic::new(Code::NumberOutOfRange, span, message));
        }
        if least < from || most > to {
            let message = format!(
                "expected {} within its bounds `{}`, found {}",
                name(mark),
                mark.written(),
                said(least, most)
            );
            let finding = Diagnostic::new(Code::NumberOutOfRange, span, message);
            return Some(finding.help(format!(
                "write bounds that include it, such as `{}`",
                TuneMark {
                    bounds: [from.min(least), to.max(most)],
                    ..mark.clone()
                }
                .written()
            )));
        }
        None
    }

    /// Returns the finding about a mark whose number the record does not have.
    fn without_number(&self, mark: &TuneMark, span: Span) -> Diagnostic {
        let [from, to] = mark.bounds;
        let (bounds, written) = (format!("{from}..{to}"), mark.written());
        let (what, help) = match &mark.number {
            TunedNumber::Key(word) => (
                format!("`{word}=` with a number"),
                match (self.spec_of(word), self.is_counted()) {
                    (None, true) => {
                        format!("the number after the glyph has no key: write `tune={bounds}`")
                    }
                    _ => format!(
                        "write the number here, such as `{word}={from}`, or remove the mark"
                    ),
                },
            ),
            TunedNumber::Weight(glyph) => (
                format!("`{glyph}` as one of several alternatives"),
                "only alternatives have weights, such as `mark 1 w*3|r tune=w*1..5`".to_owned(),
            ),
            TunedNumber::Count => (
                "the number of a scatter or mark".to_owned(),
                format!("write the key of the number, such as `tune=health:{bounds}`"),
            ),
        };
        let message = format!("expected {what} beside `tune={written}`, found none");
        Diagnostic::new(Code::BadValue, span, message).help(help)
    }

    /// Returns the number or range of the record that a mark names; `None` if it has none.
    fn tuned_number(&self, mark: &TuneMark) -> Option<[i64; 2]> {
        let (numbers, keys) = self.written;
        let word = match &mark.number {
            TunedNumber::Key(word) => word,
            TunedNumber::Weight(glyph) => {
                let mut all = self.alternatives.iter();
                let found = all.find(|one| one.value.glyph == *glyph)?;
                return Some([found.value.weight; 2]);
            }
            TunedNumber::Count => {
                return match numbers.first().filter(|_| self.is_counted())?.value {
                    Number::Int(value) | Number::Percent(value) => Some([value; 2]),
                    Number::Range(from, to) => Some([from, to]),
                };
            }
        };
        let mut pairs = keys.iter();
        let pair = pairs.find(|pair| pair.word(self.cx.source) == word)?;
        self.spec_of(word)?;
        let text = self.cx.text(pair.value.span);
        let text = text.rsplit_once(':').map_or(text, |(_, number)| number);
        let text = text.strip_suffix('%').unwrap_or(text);
        let (from, to) = text.split_once("..").unwrap_or((text, text));
        Some([from.parse().ok()?, to.parse().ok()?])
    }

    /// Whether the record has a number without a key that says how many things there are.
    fn is_counted(&self) -> bool {
        matches!(self.record, RecordKind::Scatter | RecordKind::Mark)
    }

    /// Returns the row of a key whose value has a number.
    fn spec_of(&self, word: &str) -> Option<&'static KeySpec> {
        let mut named = KEYS.iter().filter(|key| key.word == word);
        named.find(|key| key.shape.has_a_number()).copied()
    }
}

/// Returns the words for the number of a mark.
fn name(mark: &TuneMark) -> String {
    match &mark.number {
        TunedNumber::Key(word) => format!("`{word}=`"),
        TunedNumber::Weight(glyph) => format!("the weight of `{glyph}`"),
        TunedNumber::Count => "the number".to_owned(),
    }
}

/// Returns a number or a range as a file spells it.
fn said(from: i64, to: i64) -> String {
    if from == to {
        from.to_string()
    } else {
        format!("{from}..{to}")
    }
}
