//! The event keys of a `when` record.
use super::cause_reader::{CauseGlyphs, CauseReader};
use crate::characters::{listed, quoted};
use crate::diagnostic::{Code, Diagnostic};
use crate::keys::{
    KeySpec, WHEN_ALL_DEAD, WHEN_KILL, WHEN_LEAVE, WHEN_LEVEL, WHEN_OPEN, WHEN_OPENED, WHEN_PUSH,
    WHEN_STEP, WHEN_TAKE, WHEN_TURN,
};
use crate::resolve::records::named_glyphs::{GlyphSort, ITEM, MONSTER};
use crate::resolve::schema::fields::only_glyph;
use crate::source::{Span, Spanned};
use crate::syntax::Value;
use dungeon_model::dungeon::{CauseEvent, Victims};
use dungeon_model::space::geometry::Point;

/// The event keys, in the order in which messages list them.
pub static EVENTS: [&KeySpec; 8] = [
    &WHEN_STEP,
    &WHEN_LEAVE,
    &WHEN_PUSH,
    &WHEN_OPENED,
    &WHEN_TAKE,
    &WHEN_KILL,
    &WHEN_ALL_DEAD,
    &WHEN_TURN,
];

/// The event that a cause waits for, the name given in place of a glyph, and the span of the value.
type ReadEvent = (CauseEvent, Option<Spanned<String>>, Span);

impl CauseReader<'_, '_, '_> {
    /// Reads the event of the cause. Reports a record with no event or several events, and returns `None`.
    pub fn event(&mut self) -> Option<ReadEvent> {
        let keys = EVENTS.into_iter().filter(|key| self.fields.takes(key));
        let said: Vec<&'static KeySpec> = keys.filter(|key| self.fields.has(key)).collect();
        let [key] = said.as_slice() else {
            // If the key of the event is misspelled, that key has its own finding.
            if !said.is_empty() || !self.fields.has_unknown_key() {
                let found = self.wrong_events(&said);
                self.fields.report(found);
            }
            for key in &said {
                self.fields.value(key);
            }
            return None;
        };
        if self.hears {
            self.note_far(key)?;
        }
        let span = self.fields.get(key)?.value.span;
        let mut named = None;
        let mut die = |event: fn(Victims) -> CauseEvent| {
            let (victims, name) = self.victims(key)?;
            named = name;
            Some(event(victims))
        };
        let event = match key.word {
            "step" => CauseEvent::Step(self.event_cells(key)?),
            "leave" => CauseEvent::Leave(self.event_cells(key)?),
            "push" => CauseEvent::Push(self.event_cells(key)?),
            "opened" => CauseEvent::Opened(self.event_cells(key)?),
            "take" => self.taken()?,
            "kill" => die(CauseEvent::Kill)?,
            "all-dead" => die(CauseEvent::AllDead)?,
            _ => CauseEvent::Turn(self.fields.whole(key)?.value),
        };
        Some((event, named, span))
    }

    /// Reads the level of `level=`. Reports a cause before the first level, which hears of all levels, and returns `None`.
    pub fn far_level(&mut self) -> Option<Spanned<String>> {
        let level = self.fields.name_of(&WHEN_LEVEL)?;
        self.hears = true;
        if matches!(self.glyphs, CauseGlyphs::Level(..)) {
            return Some(level);
        }
        let message = "expected no level before the first level, found `level=`";
        let finding = Diagnostic::new(Code::BadValue, level.span, message);
        self.fields
            .report(finding.help("move the line below the map of the level that it changes"));
        None
    }

    /// Notes the key of an event on another level if it names cells: a point, or a glyph that the file does not
    /// declare. Reports an event that happens on no level, and returns `None`.
    fn note_far(&mut self, key: &'static KeySpec) -> Option<()> {
        let pair = self.fields.get(key)?;
        let glyph = only_glyph(self.fields.cx.text(pair.value.span));
        let is_thing = glyph.is_some_and(|glyph| self.glyphs.is_known(glyph));
        let names_cells = match key.word {
            "turn" => {
                let message = "expected an event of one level beside `level=`, found `turn=`";
                let finding = Diagnostic::new(Code::BadValue, pair.value.span, message);
                self.fields.value(key);
                self.fields
                    .report(finding.help("remove `level=`: turns pass on all levels"));
                return None;
            }
            "take" | "kill" | "all-dead" => {
                let is_point = matches!(pair.value.value, Value::Point(..));
                is_point || glyph.is_some() && !is_thing
            }
            _ => true,
        };
        self.far = names_cells.then(|| pair.clone());
        Some(())
    }

    /// Reads the cells of an event that may also name things; `Some(None)` if it does. Empty for cells of another level.
    fn drawn_cells(&mut self, key: &'static KeySpec) -> Option<Option<Vec<Point>>> {
        match (&self.far, self.hears) {
            (Some(_), _) => Some(self.event_cells(key)),
            (None, true) => Some(None),
            (None, false) => self.marked_cells(key),
        }
    }

    /// Reads the cells of an event; empty for cells of another level, which are looked up later.
    fn event_cells(&mut self, key: &'static KeySpec) -> Option<Vec<Point>> {
        match self.far {
            Some(_) => self.fields.value(key).map(|_| Vec::new()),
            None => self.cells(key),
        }
    }

    /// Returns the finding for a record with no event, or with several.
    fn wrong_events(&self, said: &[&'static KeySpec]) -> Diagnostic {
        let events = EVENTS.iter().filter(|key| self.fields.takes(key));
        let words: Vec<String> = events.map(|key| format!("{}=", key.word)).collect();
        if let [first, second, ..] = said {
            let place = self.fields.place_of(second).unwrap_or(self.fields.span);
            let message = format!(
                "expected one event in a cause, found `{}=` and `{}=`",
                first.word, second.word
            );
            return Diagnostic::new(Code::BadValue, place, message)
                .help("write a separate `when` line for each");
        }
        let message = "expected an event after `when`, found none";
        let finding = Diagnostic::new(Code::BadValue, self.fields.span, message);
        match self.fields.get(&WHEN_OPEN) {
            Some(pair) => finding
                .help("write `opened=`, which waits until a door is opened; `open=` opens a door")
                .fix(pair.key, "opened"),
            None => finding.help(format!("write one of {}", listed(&words, "or"))),
        }
    }

    /// Reads the monsters that must die: the monsters that a mark draws, or all monsters with a glyph or a name. The
    /// second value is the name, which is looked up later; `None` for a mark or a glyph.
    fn victims(&mut self, key: &'static KeySpec) -> Option<(Victims, Option<Spanned<String>>)> {
        if let Some(cells) = self.drawn_cells(key)? {
            return Some((Victims::DrawnAt(cells), None));
        }
        let (said, glyph) = self.glyph_or_name(key)?;
        let Some(glyph) = glyph else {
            return Some((Victims::Kinds(Vec::new()), Some(said)));
        };
        let what = "a monster or a mark";
        let kinds = self.such(key, glyph, &GlyphSort { what, ..MONSTER })?;
        Some((Victims::Kinds(kinds), None))
    }

    /// Reads the event of `take=`: an item by its glyph, or any item on a mark.
    fn taken(&mut self) -> Option<CauseEvent> {
        if let Some(cells) = self.drawn_cells(&WHEN_TAKE)? {
            return Some(CauseEvent::TakeAt(cells));
        }
        let (said, glyph) = self.glyph_or_name(&WHEN_TAKE)?;
        let what = "an item or a mark";
        let Some(glyph) = glyph else {
            let found = quoted(&said.value);
            let message = format!("expected the glyph of {what}, found {found}");
            self.fields
                .report(Diagnostic::new(Code::BadValue, said.span, message));
            return None;
        };
        let items = self.such(&WHEN_TAKE, glyph, &GlyphSort { what, ..ITEM })?;
        Some(CauseEvent::Take(items))
    }
}
