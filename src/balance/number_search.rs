//! The search for the numbers of a dungeon's text that may vary.
use super::dungeon_text::DungeonText;
use super::varying_number::{NumberMark, NumberPlace, NumberRole, NumberValue, VaryingNumber};
use crate::analysis::file_analysis::{FileScope, GlyphOrigin, span};
use dungeon_format::keys::{self, KeySpec, RecordKind, ValueShape};
use dungeon_format::source::Span;
use dungeon_format::syntax::{Alternative, Head, KeyValue, Number, Record, Statement};
use dungeon_format::tune_mark::{TuneMark, TunedNumber};
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::{Kind, Side, Stat};

impl DungeonText {
    /// Returns every number of the file's own text that can change a game, in file order, and after them the health and
    /// strength that kinds have from built-in kinds. Leaves out places, seeds, tests and the time limit of a turn.
    pub(super) fn numbers(&self) -> Vec<VaryingNumber> {
        let mut numbers = Vec::new();
        for nth in 0..self.analysis.statements().len() {
            self.add_written(nth, &mut numbers);
        }
        self.add_inherited(&mut numbers);
        self.add_built_in(&mut numbers);
        numbers
    }

    /// Adds the numbers that a statement gives.
    fn add_written(&self, nth: usize, numbers: &mut Vec<VaryingNumber>) {
        let record = self.analysis.record(nth);
        if record.is_some_and(|record| record.head.value == Head::Test) {
            return;
        }
        let things = record.map_or_else(Vec::new, |record| self.things_of(nth, record));
        let subject = self.subject(nth, &things);
        let (mark_place, marks) = self.tune_marks(nth).unzip();
        let marks: Vec<TuneMark> = marks.unwrap_or_default();
        let mut add = |word: &'static str, role, joined: Span, value, limits, step, removed| {
            let key = Some(word).filter(|_| role != NumberRole::Count);
            let mut marks = marks.iter();
            let mark = marks.find(|mark| match &mark.number {
                TunedNumber::Key(word) => key == Some(word),
                TunedNumber::Count => key.is_none(),
                TunedNumber::Weight(_) => false,
            });
            let Some(span) = self.own_span(joined) else {
                return;
            };
            numbers.push(VaryingNumber {
                name: format!("{subject} {word}"),
                line: self.own.line_of(span.start),
                value,
                limits,
                marked: mark.zip(mark_place).map(|(mark, place)| NumberMark {
                    bounds: mark.bounds,
                    place,
                }),
                step,
                place: NumberPlace::Value(span),
                key: key.map(|word| (nth, word)),
                removal: removed,
                things: things.clone(),
                role,
            });
        };
        if let Some(record) = record
            && let Head::Scatter(_) | Head::Mark(..) = record.head.value
        {
            for number in &record.numbers {
                let digits = Span::new(number.span.start as usize, number.span.end as usize);
                let (value, digits, most) = match number.value {
                    Number::Int(value) => ([value; 2], digits, keys::MOST),
                    Number::Range(from, to) => ([from, to], digits, keys::MOST),
                    Number::Percent(value) => ([value; 2], without_last(digits), 100),
                };
                let word = match number.value {
                    Number::Percent(_) => "chance",
                    _ => "count",
                };
                // A scatter without a number is no scatter, but a mark without a chance is certain.
                let removed = match record.head.value {
                    Head::Scatter(_) => self.deleted(record.span),
                    _ => self.deleted(number.span),
                };
                add(
                    word,
                    NumberRole::Count,
                    digits,
                    value,
                    [0, most],
                    1,
                    removed,
                );
            }
        }
        for (pair, spec) in self.analysis.keys(nth) {
            let Some(spec) = spec.filter(|spec| !is_idle(spec)) else {
                continue;
            };
            if let Some((digits, value, step)) = self.number_in(pair, spec) {
                let stat = Stat::ALL.into_iter().find(|stat| stat.word() == spec.word);
                let role = match stat.filter(|stat| *stat != Stat::Ap) {
                    Some(stat) => NumberRole::Stat(stat),
                    None => NumberRole::Other,
                };
                let limits = limits(spec, role, value);
                let removed = self.deleted(self.line_of_one_key(nth, pair));
                add(spec.word, role, digits, value, limits, step, removed);
            }
        }
        if let Some(record) = record {
            self.add_weights(nth, record, &marks, mark_place, numbers);
        }
    }

    /// Returns the place of a key with its value; the whole record if it is a goal or a loss that says nothing else.
    fn line_of_one_key(&self, nth: usize, pair: &KeyValue) -> Span {
        let own = pair.key.to(pair.value.span);
        let Some(record) = self.analysis.record(nth) else {
            return own;
        };
        let keys = self.analysis.keys(nth).into_iter();
        let mut others = keys.filter(|(other, spec)| {
            other.key.start != pair.key.start && *spec != Some(&keys::TUNE)
        });
        let is_alone = others.next().is_none() && record.text.is_none();
        match record.head.value {
            Head::Goal | Head::Lose if is_alone => record.span,
            _ => own,
        }
    }

    /// Adds the weights that a mark or a class gives, and those that are marked.
    fn add_weights(
        &self,
        nth: usize,
        record: &Record,
        marks: &[TuneMark],
        place: Option<Span>,
        numbers: &mut Vec<VaryingNumber>,
    ) {
        let (Head::Mark(_, all) | Head::Class(_, all)) = &record.head.value else {
            return;
        };
        let within = self.within(self.analysis.scope(nth));
        for one in all.0.iter().filter(|_| all.0.len() > 1) {
            let Alternative { glyph, weight } = one.value;
            let mut marks = marks.iter();
            let mark = marks.find(|mark| mark.number == TunedNumber::Weight(glyph));
            let is_written = one.span.range().len() > glyph.len_utf8();
            let Some(span) = self
                .own_span(one.span)
                .filter(|_| is_written || mark.is_some())
            else {
                continue;
            };
            let things = self
                .analysis
                .things(self.analysis.plain_origin(glyph), glyph);
            let name = match things[..] {
                [thing] => self.name_of(thing),
                _ => format!("`{glyph}`"),
            };
            numbers.push(VaryingNumber {
                name: format!("{name} weight{within}"),
                line: self.own.line_of(span.start),
                value: [weight; 2],
                limits: [1, keys::HEAVIEST],
                marked: mark.zip(place).map(|(mark, place)| NumberMark {
                    bounds: mark.bounds,
                    place,
                }),
                step: 1,
                place: NumberPlace::Weight(span, glyph),
                key: None,
                removal: is_written.then(|| (span, glyph.to_string())),
                things,
                role: NumberRole::Other,
            });
        }
    }

    /// Returns the place and the marks of a statement's `tune=`; `None` without it, and in an included file.
    pub(super) fn tune_marks(&self, nth: usize) -> Option<(Span, Vec<TuneMark>)> {
        let keys = self.analysis.keys(nth).into_iter();
        let mut marks = keys.filter(|(_, spec)| *spec == Some(&keys::TUNE));
        let (pair, _) = marks.next()?;
        let place = self.own_span(pair.key.to(pair.value.span))?;
        let text = self.analysis.source().slice(pair.value.span);
        Some((place, TuneMark::read_all(text)?))
    }

    /// Returns the number in the value of a key, with the span of its digits and the number of which it must be a
    /// multiple; `None` for a value without a number.
    fn number_in(&self, pair: &KeyValue, spec: &KeySpec) -> Option<(Span, NumberValue, i64)> {
        let whole = pair.value.span;
        let text = self.analysis.source().slice(whole);
        let (digits, step) = match spec.shape {
            ValueShape::Percent { step, .. } => (without_last(whole), step),
            ValueShape::Part(..) | ValueShape::GlyphAndNumber { .. } => {
                let before = text.rfind(':')? + 1;
                let start = whole.start as usize + before;
                (Span::new(start, whole.end as usize), 1)
            }
            ValueShape::Number { .. }
            | ValueShape::Range { .. }
            | ValueShape::Sight { .. }
            | ValueShape::YesOrCount { .. } => (whole, 1),
            _ => return None,
        };
        let text = self.analysis.source().slice(digits);
        let (from, to) = text.split_once("..").unwrap_or((text, text));
        let value = [from.parse().ok()?, to.parse().ok()?];
        Some((digits, value, step))
    }

    /// Adds the stats that kinds of the file have from their bases.
    fn add_inherited(&self, numbers: &mut Vec<VaryingNumber>) {
        for (nth, statement) in self.analysis.statements().iter().enumerate() {
            let Some(record) = self.analysis.record(nth) else {
                continue;
            };
            let (Head::Kind(_), Some(own)) = (&record.head.value, self.own_span(span(statement)))
            else {
                continue;
            };
            for thing in self.things_of(nth, record) {
                let place = |key| NumberPlace::Inherited {
                    at: own.behind(),
                    head: String::new(),
                    key,
                };
                let said = |stat: Stat| {
                    let mut keys = record.keys.iter();
                    keys.any(|pair| pair.word(self.analysis.source()) == stat.word())
                };
                let line = self.own.line_of(own.start);
                self.add_stats(thing, line, &place, &said, numbers);
            }
        }
    }

    /// Adds the stats of built-in monsters that the file's own maps and records use.
    fn add_built_in(&self, numbers: &mut Vec<VaryingNumber>) {
        let Some(at) = self.before_the_levels() else {
            return;
        };
        let game = self.analysis.game();
        for (glyph, thing) in game.glyphs() {
            let Thing::Body(id) = thing else {
                continue;
            };
            let kind = self.dungeon.kind(id);
            let words = game.kind_words();
            let is_it = |word: &&&str| game.kind(&self.dungeon.kinds, word).as_ref() == Some(kind);
            let uses = !self.drawn(glyph, GlyphOrigin::BuiltIn).is_empty()
                || (0..self.analysis.statements().len()).any(|nth| {
                    let uses = self.analysis.glyph_uses(nth).into_iter();
                    let mut uses = uses.filter(|one| self.own_span(one.span).is_some());
                    uses.any(|one| one.glyph == glyph && one.origin == GlyphOrigin::BuiltIn)
                });
            if let (true, Some(word)) = (uses, words.iter().find(is_it)) {
                let place = |key| NumberPlace::Inherited {
                    at,
                    head: format!("kind {glyph} is={word}"),
                    key,
                };
                let line = self.own.line_of(at.start);
                self.add_stats(thing, line, &place, &|_| false, numbers);
            }
        }
    }

    /// Adds the stats of a monster that its file does not give.
    fn add_stats(
        &self,
        thing: Thing,
        line: usize,
        place: &dyn Fn(Stat) -> NumberPlace,
        is_said: &dyn Fn(Stat) -> bool,
        numbers: &mut Vec<VaryingNumber>,
    ) {
        let Thing::Body(id) = thing else {
            return;
        };
        let kind = self.dungeon.kind(id);
        if kind.side != Side::Theirs {
            return;
        }
        for stat in stats_of(kind)
            .iter()
            .copied()
            .filter(|stat| !is_said(*stat))
        {
            let from = i64::from(kind.stats[stat]);
            let to = from + i64::from(kind.spread.0[stat as usize]);
            if to > 0 {
                numbers.push(VaryingNumber {
                    name: format!("{} {}", kind.name, stat.word()),
                    line,
                    value: [from, to],
                    limits: [1, keys::MOST],
                    marked: None,
                    step: 1,
                    place: place(stat),
                    key: None,
                    removal: None,
                    things: vec![thing],
                    role: NumberRole::Stat(stat),
                });
            }
        }
    }

    /// Returns the empty span before the first level, with the comments and the `allow` lines directly above it; `None` in
    /// an included file and without a level.
    fn before_the_levels(&self) -> Option<Span> {
        let statements = self.analysis.statements();
        let mut scopes = (0..statements.len()).map(|nth| self.analysis.scope(nth));
        let mut first = scopes.position(|scope| matches!(scope, FileScope::Level(_)))?;
        let is_allow = |nth: usize| {
            let record = self.analysis.record(nth);
            record.is_some_and(|record| matches!(record.head.value, Head::Allow(_)))
        };
        while first > 0 && is_allow(first - 1) {
            first -= 1;
        }
        let own = &self.own;
        let mut line = own.line_of(self.own_span(span(&statements[first]))?.start);
        while line > 1
            && own
                .slice(own.line_span(line - 1))
                .trim_start()
                .starts_with("//")
        {
            line -= 1;
        }
        Some(own.line_span(line).before())
    }

    /// Returns the things that a record declares, places, scatters or marks.
    pub(super) fn things_of(&self, nth: usize, record: &Record) -> Vec<Thing> {
        let scope = self.analysis.scope(nth);
        let analysis = &self.analysis;
        match &record.head.value {
            Head::Tile(glyph) | Head::Item(glyph) | Head::Kind(glyph) => {
                analysis.things(GlyphOrigin::Declared, glyph.value)
            }
            Head::Mark(_, all) => {
                let glyphs = all.glyphs().map(|glyph| glyph.value);
                let things =
                    glyphs.flat_map(|glyph| analysis.things(analysis.plain_origin(glyph), glyph));
                things.collect()
            }
            Head::Scatter(glyph) => {
                analysis.things(analysis.origin(scope, glyph.value), glyph.value)
            }
            Head::Glyph(glyph) => analysis.things(analysis.origin(scope, *glyph), *glyph),
            _ => Vec::new(),
        }
    }

    /// Returns the words for a statement: its things, or its keyword.
    fn subject(&self, nth: usize, things: &[Thing]) -> String {
        let mut names: Vec<String> = things.iter().map(|thing| self.name_of(*thing)).collect();
        names.dedup();
        let within = self.within(self.analysis.scope(nth));
        match (&self.analysis.statements()[nth], names.as_slice()) {
            (Statement::Map(_), _) => format!("map{within}"),
            (Statement::Record(record), []) => {
                let keyword = match &record.head.value {
                    Head::Glyph(glyph) => glyph.to_string(),
                    head => head.keyword().to_owned(),
                };
                let number = record.text.as_ref().filter(|_| {
                    matches!(record.head.value, Head::Level | Head::Vault | Head::Family)
                });
                let name = number.map_or_else(String::new, |text| format!(" `{}`", text.value));
                keyword + &name
            }
            (Statement::Record(record), names) => {
                let place = match (&record.head.value, record.numbers.as_slice()) {
                    (Head::Glyph(_), [x, y, ..]) => {
                        format!(" at {},{}{within}", x.value, y.value)
                    }
                    (Head::Scatter(_) | Head::Mark(..), _) => within,
                    _ => String::new(),
                };
                names.join(" or ") + &place
            }
        }
    }
}

/// Returns the stats of a monster that records can set.
fn stats_of(kind: &Kind) -> &'static [Stat] {
    match kind.life {
        Stat::Strength => &[Stat::Strength],
        _ => &[Stat::Health, Stat::Strength],
    }
}

/// Whether no game of a bot depends on a key.
fn is_idle(spec: &KeySpec) -> bool {
    *spec == keys::TEMPO || spec.records().any(|record| record == RecordKind::Test)
}

/// Returns the smallest and the largest number for a key with a value. A stat keeps its sign and is never 0.
fn limits(spec: &KeySpec, role: NumberRole, [from, _]: NumberValue) -> [i64; 2] {
    match (spec.shape, role) {
        (ValueShape::Part(..), _) => [0, keys::SIDE],
        (ValueShape::Percent { most, .. }, _) => [0, most],
        (_, NumberRole::Stat(_)) if from < 0 => [-keys::MOST, -1],
        (_, NumberRole::Stat(_)) => [from.min(1), keys::MOST],
        _ => spec.range().into_inner().into(),
    }
}

/// Returns a span without its last byte, which is a `%`.
fn without_last(span: Span) -> Span {
    Span {
        end: span.end - 1,
        ..span
    }
}
