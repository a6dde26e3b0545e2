//! The records `when`, of a level and of the whole file: causes and effects (docs/format, "Causes").
use std::sync::Arc;

use super::draft::DraftCause;
use super::legend::Legend;
use super::level_records::LevelContext;
use super::pieces::{Piece, plain};
use crate::characters::{listed, quoted};
use crate::diagnostic::{Code, Diagnostic};
use crate::keys::{
    AGAIN, KeySpec, RecordKind, SAYS, ValueShape, WHEN_ALARM, WHEN_ALL_DEAD, WHEN_AT, WHEN_GIVE,
    WHEN_INTO, WHEN_KILL, WHEN_LEAVE, WHEN_LOSE, WHEN_MOVE, WHEN_OPEN, WHEN_OPENED, WHEN_PUSH,
    WHEN_SPAWN, WHEN_STEP, WHEN_TAKE, WHEN_TILE, WHEN_TURN, WHEN_WIN,
};
use crate::resolve::map::map_text::LevelMap;
use crate::resolve::records::boulders::laid;
use crate::resolve::records::classes::{choice, monster};
use crate::resolve::records::features::FeatureSpec;
use crate::resolve::schema::context::Context;
use crate::resolve::schema::fields::{Fields, bad_value, only_glyph};
use crate::resolve::schema::glyphs::GlyphTable;
use crate::resolve::schema::source_map::CausePlace;
use crate::source::{Span, Spanned};
use crate::syntax::{Integrity, KeyValue, Record, Value};
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::{
    CauseEffect, CauseEvent, CauseRecord, Choice, ItemId, Kind, KindId, Side, TileId, Victims,
    builtin,
};
use dungeon_model::space::geometry::Point;

/// The keys that say what must happen, as messages list them.
static EVENTS: [&KeySpec; 8] = [
    &WHEN_STEP,
    &WHEN_LEAVE,
    &WHEN_PUSH,
    &WHEN_OPENED,
    &WHEN_TAKE,
    &WHEN_KILL,
    &WHEN_ALL_DEAD,
    &WHEN_TURN,
];

/// The keys that name effects.
static EFFECTS: [&KeySpec; 10] = [
    &WHEN_TILE,
    &WHEN_INTO,
    &WHEN_OPEN,
    &WHEN_SPAWN,
    &WHEN_AT,
    &WHEN_GIVE,
    &WHEN_MOVE,
    &WHEN_ALARM,
    &WHEN_WIN,
    &WHEN_LOSE,
];

/// A sort of things that a key expects its glyph to name.
struct WantedSort<T> {
    /// The name of the sort in messages: "an item".
    what: &'static str,
    /// Returns the value of a thing of the sort; `None` for other things.
    pick: fn(&Context<'_>, Thing) -> Option<T>,
}

const ITEM: WantedSort<ItemId> = WantedSort {
    what: "an item",
    pick: |_, thing| thing.item(),
};
const MONSTER: WantedSort<KindId> = WantedSort {
    what: "a monster",
    pick: monster,
};
const TERRAIN: WantedSort<()> = WantedSort {
    what: "terrain",
    pick: |_, thing| matches!(thing, Thing::Tile(_) | Thing::Feature(_)).then_some(()),
};

/// What the glyphs of a cause are looked up in.
enum CauseGlyphs<'a, 'g> {
    /// A level, with its map.
    Level(&'a mut Legend<'g>, &'a LevelMap, TileId),
    /// The declarations of the file: there are no places.
    File(&'a GlyphTable),
}

/// Reads a record `when` of a level.
pub fn cause(cx: &mut Context<'_>, level: &mut LevelContext<'_, '_>, record: &Record) {
    let floor = level.draft.floor;
    let glyphs = CauseGlyphs::Level(&mut level.legend, level.map, floor);
    let cause = read(cx, glyphs, record);
    level.draft.causes.extend(cause);
}

/// Reads a record `when` before the first level, once all is declared; none where it is wrong, which is reported.
pub fn cause_of_file(
    cx: &mut Context<'_>,
    glyphs: &GlyphTable,
    record: &Record,
) -> Option<DraftCause> {
    read(cx, CauseGlyphs::File(glyphs), record)
}

/// What a record says; none where it says too little, or something wrong.
fn read(cx: &mut Context<'_>, glyphs: CauseGlyphs<'_, '_>, record: &Record) -> Option<DraftCause> {
    if record.integrity == Integrity::Broken || !cx.admits(1, record.span) {
        return None;
    }
    let fields = Fields::new(cx, RecordKind::When, record);
    let mut cause = CauseReader {
        cx,
        glyphs,
        fields,
        effects: Vec::new(),
    };
    cause.refuse_win();
    for key in EVENTS.into_iter().chain(EFFECTS).chain([&AGAIN, &SAYS]) {
        cause.fields.ask(key);
    }
    let is_misspelt = cause.fields.has_unknown_key();
    let says_effects = EFFECTS.iter().any(|key| cause.says_effect(key));
    let event = cause.event();
    let into = cause.tile_effect();
    let doors = cause.fields.get(&WHEN_OPEN);
    let doors = doors.map(|pair| pair.value.span);
    cause.other_effects();
    let CauseReader {
        cx,
        mut fields,
        effects,
        ..
    } = cause;
    let again = fields.yes(cx, &AGAIN).is_some_and(|again| again.value);
    let says = fields.text_or(cx, &SAYS).map(|says| says.value);
    fields.finish(cx, "a cause");
    if effects.is_empty() && says.is_none() {
        if !says_effects && !is_misspelt {
            nothing_comes(cx, record.span);
        }
        return None;
    }
    let (event, named, place) = event?;
    Some(DraftCause {
        record: CauseRecord {
            level: None,
            event,
            again,
            effects,
            says: says.unwrap_or_default(),
        },
        into,
        named,
        place: CausePlace {
            record: record.span,
            event: place,
            doors,
        },
    })
}

/// A record `when` while it is read: its keys, its glyphs, and the effects so far.
struct CauseReader<'r, 's, 'f, 'g> {
    cx: &'r mut Context<'s>,
    glyphs: CauseGlyphs<'r, 'g>,
    fields: Fields<'f>,
    effects: Vec<CauseEffect>,
}

/// The event that a cause waits for, the name given in place of a glyph, and the span of the value.
type ReadEvent = (CauseEvent, Option<Spanned<String>>, Span);

impl CauseReader<'_, '_, '_, '_> {
    /// Whether a record has a key with an effect; `win=no` has none.
    fn says_effect(&self, key: &KeySpec) -> bool {
        let is_no = |pair: &KeyValue| {
            let is_word = matches!(key.shape, ValueShape::OneOf(_));
            is_word && matches!(&pair.value.value, Value::Word(word) if word == "no")
        };
        self.fields.get(key).is_some_and(|pair| !is_no(pair))
    }

    /// Reports a `win=` in a game with a win of its own.
    fn refuse_win(&mut self) {
        let Some(why) = self.cx.game.own_goal else {
            return;
        };
        if let Some(pair) = self.fields.misplaced(&WHEN_WIN) {
            let message = format!(
                "expected no cause that wins in a file of {}",
                self.cx.game.word
            );
            let finding = Diagnostic::new(Code::UnknownKey, pair.key, message);
            self.cx
                .report(finding.help(format!("{why}: leave `win=` out")));
        }
    }

    /// Returns the finding for a record with no event, or with several.
    fn wrong_events(&self, said: &[&'static KeySpec]) -> Diagnostic {
        let events = EVENTS.iter().filter(|key| self.fields.takes(key));
        let words: Vec<String> = events.map(|key| format!("{}=", key.word)).collect();
        if let [first, second, ..] = said {
            let place = self.fields.place_of(second).unwrap_or(self.fields.span);
            let message = format!(
                "expected one event of a cause, found `{}=` and `{}=`",
                first.word, second.word
            );
            return Diagnostic::new(Code::BadValue, place, message)
                .help("write a line `when` of its own for each");
        }
        let message = "expected what must happen behind `when`, found nothing";
        let finding = Diagnostic::new(Code::BadValue, self.fields.span, message);
        match self.fields.get(&WHEN_OPEN) {
            Some(pair) => finding
                .help("`open=` opens a door; `opened=` is when one is opened")
                .fix(pair.key, "opened"),
            None => finding.help(format!("it is one of {}", listed(&words, "and"))),
        }
    }

    /// Reads what must happen: exactly one event.
    fn event(&mut self) -> Option<ReadEvent> {
        let keys = EVENTS.into_iter().filter(|key| self.fields.takes(key));
        let said: Vec<&'static KeySpec> = keys.filter(|key| self.fields.has(key)).collect();
        let [key] = said.as_slice() else {
            // A misspelt key has a finding of its own.
            if !said.is_empty() || !self.fields.has_unknown_key() {
                let found = self.wrong_events(&said);
                self.cx.report(found);
            }
            for key in &said {
                self.fields.value(key);
            }
            return None;
        };
        let span = self.fields.get(key)?.value.span;
        let mut named = None;
        let mut die = |event: fn(Victims) -> CauseEvent| {
            let (victims, name) = self.victims(key)?;
            named = name;
            Some(event(victims))
        };
        let event = match key.word {
            "step" => CauseEvent::Step(self.cells(key)?),
            "leave" => CauseEvent::Leave(self.cells(key)?),
            "push" => CauseEvent::Push(self.cells(key)?),
            "opened" => CauseEvent::Opened(self.cells(key)?),
            "take" => self.taken()?,
            "kill" => die(CauseEvent::Kill)?,
            "all-dead" => die(CauseEvent::AllDead)?,
            _ => CauseEvent::Turn(self.fields.whole(self.cx, key)?.value),
        };
        Some((event, named, span))
    }

    /// Reads the cells of a key.
    fn cells(&mut self, key: &'static KeySpec) -> Option<Vec<Point>> {
        let pair = self.fields.value(key)?;
        match self.glyphs {
            CauseGlyphs::Level(_, map, _) => Some(map.cells_named(self.cx, pair)?.value),
            CauseGlyphs::File(..) => {
                no_place(self.cx, pair);
                None
            }
        }
    }

    /// Reads the cells of a key that change or that bodies enter. Drops those of an outermost ring that the game does
    /// not play on.
    fn inner_cells(&mut self, key: &'static KeySpec) -> Option<Vec<Point>> {
        let span = self.fields.get(key)?.value.span;
        let mut cells = self.cells(key)?;
        if let CauseGlyphs::Level(_, map, _) = self.glyphs
            && !self.cx.game.rim.is_played_on()
        {
            cells.retain(|p| map.size.contains_inside_rim(*p));
        }
        if cells.is_empty() {
            on_the_ring(self.cx, key, span);
            return None;
        }
        Some(cells)
    }

    /// Returns the only thing that a glyph stands for; reports any other glyph.
    fn only_piece<T>(&mut self, glyph: Spanned<char>, wanted: &WantedSort<T>) -> Option<Piece> {
        let mut pieces = match &mut self.glyphs {
            CauseGlyphs::Level(legend, ..) => {
                let pieces = legend.pieces(self.cx, glyph);
                if pieces.is_empty() {
                    return None; // the legend reports it
                }
                pieces
            }
            CauseGlyphs::File(table) => {
                let thing = table.use_thing(glyph.value);
                thing
                    .map(|thing| plain(self.cx, thing))
                    .into_iter()
                    .collect()
            }
        };
        let piece = pieces.pop().filter(|_| pieces.is_empty());
        if piece.is_none() && !is_doubtful(&self.glyphs, glyph.value) {
            match self.glyphs.is_class(glyph.value) {
                true => wrong_class(self.cx, glyph, wanted.what),
                false if pieces.is_empty() => self.wrong_thing(glyph, wanted),
                false => several_things(self.cx, glyph, wanted.what),
            }
        }
        piece
    }

    /// Reports a glyph that stands for a thing of another sort.
    fn wrong_thing<T>(&mut self, glyph: Spanned<char>, WantedSort { what, pick }: &WantedSort<T>) {
        let found = quoted(&glyph.value.to_string());
        let message = format!("expected the glyph of {what}, found {found}");
        let finding = Diagnostic::new(Code::BadValue, glyph.span, message);
        let meant = self
            .glyphs
            .table()
            .meant(self.cx.game, glyph.value, |thing| {
                pick(self.cx, thing).is_some()
            });
        self.cx.report_once(match meant {
            Some(meant) => finding.did_you_mean(glyph.span, meant),
            None => finding,
        });
    }

    /// Reads the glyph or the name of a key. The second value is the glyph, if it is one.
    fn glyph_or_name(
        &mut self,
        key: &'static KeySpec,
    ) -> Option<(Spanned<String>, Option<Spanned<char>>)> {
        let said = self.fields.name_of(self.cx, key)?;
        let span = said.span;
        let glyph = only_glyph(&said.value).map(|value| Spanned::new(value, span));
        Some((said, glyph))
    }

    /// Reports one of two keys that belong together if the other one is missing.
    fn both_or_none(&mut self, one: &'static KeySpec, other: &'static KeySpec) {
        let (present, missing) = match (self.fields.get(one), self.fields.get(other)) {
            (Some(_), None) => (one, other),
            (None, Some(_)) => (other, one),
            _ => return,
        };
        if self.fields.has_unknown_key() {
            return; // a misspelt key has a finding of its own
        }
        let place = self.fields.place_of(present).unwrap_or(self.fields.span);
        let message = format!(
            "expected `{}=` beside `{}=`, found none",
            missing.word, present.word
        );
        let finding = Diagnostic::new(Code::BadValue, place, message);
        self.cx
            .report(finding.help(format!("`{}=` says: {}", missing.word, missing.meaning)));
    }

    /// Reads the monsters that have to die: those of a kind by its glyph, or those drawn by a mark. A name is
    /// returned beside them, and linked later.
    fn victims(&mut self, key: &'static KeySpec) -> Option<(Victims, Option<Spanned<String>>)> {
        if let Some(cells) = self.marked_cells(key)? {
            return Some((Victims::DrawnAt(cells), None));
        }
        let (said, glyph) = self.glyph_or_name(key)?;
        let Some(glyph) = glyph else {
            return Some((Victims::Kinds(Vec::new()), Some(said)));
        };
        let what = "a monster or of a mark";
        let kinds = self.such(glyph, &WantedSort { what, ..MONSTER })?;
        Some((Victims::Kinds(kinds), None))
    }

    /// Returns the things that a glyph stands for: one, or those of a class. Reports a glyph of another sort.
    fn such<T>(&mut self, glyph: Spanned<char>, wanted: &WantedSort<T>) -> Option<Vec<T>> {
        let members = self.glyphs.members(self.cx, glyph);
        let such = all_such(&members, |thing| (wanted.pick)(self.cx, thing));
        if such.is_some() {
            return such;
        }
        let thing = self.only_piece(glyph, wanted)?.thing();
        let one = (wanted.pick)(self.cx, thing);
        if one.is_none() {
            self.wrong_thing(glyph, wanted);
        }
        one.map(|one| vec![one])
    }

    /// Reads the event of `take=`: an item by its glyph, or any item on a mark.
    fn taken(&mut self) -> Option<CauseEvent> {
        if let Some(cells) = self.marked_cells(&WHEN_TAKE)? {
            return Some(CauseEvent::TakeAt(cells));
        }
        let (said, glyph) = self.glyph_or_name(&WHEN_TAKE)?;
        let what = "an item or of a mark";
        let Some(glyph) = glyph else {
            let found = quoted(&said.value);
            let message = format!("expected the glyph of {what}, found {found}");
            self.cx
                .report(Diagnostic::new(Code::BadValue, said.span, message));
            return None;
        };
        let items = self.such(glyph, &WantedSort { what, ..ITEM })?;
        Some(CauseEvent::Take(items))
    }

    /// Returns the choice of a class; `None` for another glyph, and for a class with things of another sort.
    fn chosen<T>(&mut self, glyph: Spanned<char>, wanted: &WantedSort<T>) -> Option<Choice<T>> {
        let members = self.glyphs.members(self.cx, glyph);
        let pick = |thing| (wanted.pick)(self.cx, thing);
        all_such(&members, pick)?;
        self.glyphs.choice(self.cx.level, glyph.value, pick)
    }

    /// Reads `tile=` and `into=`. Returns the feature that the cells become, if it is no tile yet.
    fn tile_effect(&mut self) -> Option<Arc<FeatureSpec>> {
        self.both_or_none(&WHEN_TILE, &WHEN_INTO);
        let cells = self.inner_cells(&WHEN_TILE);
        let glyph = self.fields.glyph_of(self.cx, &WHEN_INTO)?;
        let (into, feature) = match self.only_piece(glyph, &TERRAIN)? {
            Piece::Tile(tile) => {
                let floor = match self.glyphs {
                    CauseGlyphs::Level(_, _, floor) => floor,
                    CauseGlyphs::File(..) => builtin::FLOOR,
                };
                (laid(self.cx, tile, floor, glyph.span), None)
            }
            Piece::Feature(feature) => (builtin::FLOOR, Some(feature)),
            Piece::Item(..) | Piece::Body(..) => {
                self.wrong_thing(glyph, &TERRAIN);
                return None;
            }
        };
        let cells = cells?;
        self.effects.push(CauseEffect::Tile { cells, into });
        feature
    }

    /// Reads the cells of a key that names a point or a mark of the level; `Some(None)` for any other value.
    fn marked_cells(&mut self, key: &'static KeySpec) -> Option<Option<Vec<Point>>> {
        let value = &self.fields.get(key)?.value;
        let is_place = match (&self.glyphs, &value.value) {
            (_, Value::Point(..)) => true,
            (CauseGlyphs::Level(legend, ..), _) => {
                only_glyph(self.cx.text(value.span)).is_some_and(|glyph| legend.is_marked(glyph))
            }
            (CauseGlyphs::File(..), _) => false,
        };
        if is_place {
            Some(Some(self.cells(key)?))
        } else {
            Some(None)
        }
    }

    /// Reads all effects except those on terrain, in their order.
    fn other_effects(&mut self) {
        let doors = self.cells(&WHEN_OPEN);
        self.effects.extend(doors.map(CauseEffect::Open));
        self.both_or_none(&WHEN_SPAWN, &WHEN_AT);
        let cells = self.inner_cells(&WHEN_AT);
        let kind = self.newborn();
        if let (Some(kind), Some(cells)) = (kind, cells) {
            self.effects.push(CauseEffect::Spawn { kind, cells });
        }
        if let Some(glyph) = self.fields.glyph_of(self.cx, &WHEN_GIVE) {
            let gift = self.gift(glyph);
            self.effects.extend(gift.map(CauseEffect::Give));
        }
        let to = self.destination();
        self.effects.extend(to.map(CauseEffect::Move));
        let words = [
            (&WHEN_ALARM, CauseEffect::Alarm),
            (&WHEN_WIN, CauseEffect::Win),
            (&WHEN_LOSE, CauseEffect::Lose),
        ];
        for (key, effect) in words {
            if self.fields.yes(self.cx, key).is_some_and(|said| said.value) {
                self.effects.push(effect);
            }
        }
    }

    /// Reads the item that `give=` hands over, or the choice of a class.
    fn gift(&mut self, glyph: Spanned<char>) -> Option<Choice<ItemId>> {
        if let Some(choice) = self.chosen(glyph, &ITEM) {
            return Some(choice);
        }
        match self.only_piece(glyph, &ITEM)? {
            Piece::Item(_, item) => Some(Choice::Always(item)),
            _ => {
                self.wrong_thing(glyph, &ITEM);
                None
            }
        }
    }

    /// Reads the cell that `move=` takes the hero to.
    fn destination(&mut self) -> Option<Point> {
        let pair = self.fields.value(&WHEN_MOVE)?;
        let CauseGlyphs::Level(_, map, _) = self.glyphs else {
            no_place(self.cx, pair);
            return None;
        };
        let to = map.named(self.cx, pair, "this level")?;
        if !self.cx.game.rim.is_played_on() && !map.size.contains_inside_rim(to.value) {
            on_the_ring(self.cx, &WHEN_MOVE, to.span);
            return None;
        }
        Some(to.value)
    }

    /// Reads the kind that `spawn=` brings: one of its own for a mark with numbers or words, and the choice of a
    /// class.
    fn newborn(&mut self) -> Option<Choice<KindId>> {
        let pair = self.fields.get(&WHEN_SPAWN)?;
        let glyph = self.fields.glyph_of(self.cx, &WHEN_SPAWN)?;
        if let Some(choice) = self.chosen(glyph, &MONSTER) {
            return Some(choice);
        }
        match self.only_piece(glyph, &MONSTER)? {
            Piece::Body(_, spec) if self.cx.tables.kind(spec.kind).side == Side::Theirs => {
                let own = self.cx.tables.kind(spec.kind).clone();
                let says = spec.says.as_deref().unwrap_or(&own.says).to_string();
                let own = Kind {
                    stats: spec.numbers.least,
                    spread: spec.numbers.spread,
                    says,
                    ..own
                };
                Some(Choice::Always(self.cx.kind(own, glyph.span, spec.kind)))
            }
            Piece::Item(..) => {
                bad_value(
                    self.cx,
                    pair,
                    "a monster (`give=` hands an item to the hero)",
                );
                None
            }
            _ => {
                self.wrong_thing(glyph, &MONSTER);
                None
            }
        }
    }
}

/// Reports a cause without effects.
fn nothing_comes(cx: &mut Context<'_>, record: Span) {
    let message = "expected an effect, found none";
    let finding = Diagnostic::new(Code::BadValue, record, message);
    cx.report(finding.help(
        "say it by `tile=` and `into=`, `open=`, `spawn=` and `at=`, `give=`, `move=`, `alarm=`, `win=`, `lose=` or a text",
    ));
}

/// Reports a place in a cause of the whole file.
fn no_place(cx: &mut Context<'_>, pair: &KeyValue) {
    let key = cx.text(pair.key);
    let message = format!("expected no place before the first level, found `{key}=`");
    let finding = Diagnostic::new(Code::BadValue, pair.key.to(pair.value.span), message);
    cx.report(finding.help("move the line below the map of its level"));
}

/// Reports a key that names only cells which nobody ever comes to.
fn on_the_ring(cx: &mut Context<'_>, key: &KeySpec, span: Span) {
    let message = format!(
        "expected a cell inside the perimeter for `{}=`, found the map's outermost ring alone",
        key.word
    );
    let finding = Diagnostic::new(Code::OnPerimeter, span, message);
    cx.report(finding.help("nobody ever comes to the outermost ring: name another cell"));
}

impl CauseGlyphs<'_, '_> {
    /// The glyphs of the file.
    fn table(&self) -> &GlyphTable {
        match self {
            CauseGlyphs::Level(legend, ..) => legend.glyphs(),
            CauseGlyphs::File(table) => table,
        }
    }

    /// Whether a glyph is that of a class, and of no mark.
    fn is_class(&self, glyph: char) -> bool {
        match self {
            CauseGlyphs::Level(legend, ..) => legend.is_class(glyph),
            CauseGlyphs::File(table) => table.classes.contains_key(&glyph),
        }
    }

    /// What the seed may choose of a class, where all its things are such as `pick` takes; none where they are not, or
    /// the glyph is that of no class.
    fn choice<T>(
        &self,
        level: u32,
        glyph: char,
        pick: impl Fn(Thing) -> Option<T>,
    ) -> Option<Choice<T>> {
        match self {
            CauseGlyphs::Level(legend, ..) => legend.choice(level, glyph, pick),
            CauseGlyphs::File(table) => choice(table, glyph, None, pick),
        }
    }

    /// Everything that a class may be: on its level, or of a cause of the whole file on any level; of no class nothing.
    fn members(&mut self, cx: &mut Context<'_>, glyph: Spanned<char>) -> Vec<Thing> {
        match self {
            CauseGlyphs::Level(legend, ..) => legend.members(cx, glyph),
            CauseGlyphs::File(table) => table.members(glyph.value),
        }
    }
}

/// Reports a mark that stands for several things, at once or by chance.
fn several_things(cx: &mut Context<'_>, glyph: Spanned<char>, what: &str) {
    let mark = glyph.value;
    let message =
        format!("expected the glyph of {what}, found `{mark}`, which stands for several things");
    let finding = Diagnostic::new(Code::BadValue, glyph.span, message);
    let help =
        "name one; of several monsters or several things a class can stand here: `class u w*3|g`";
    cx.report_once(finding.help(help));
}

/// Reports a class of things that are not wanted.
fn wrong_class(cx: &mut Context<'_>, glyph: Spanned<char>, what: &str) {
    let class = glyph.value;
    let message =
        format!("expected the glyph of {what}, found `{class}`, which is a class of other things");
    cx.report_once(Diagnostic::new(Code::BadValue, glyph.span, message));
}

fn is_doubtful(glyphs: &CauseGlyphs<'_, '_>, glyph: char) -> bool {
    matches!(glyphs, CauseGlyphs::File(table) if table.doubtful.contains(&glyph))
}

/// The things of a class, if there are some and all are such as `pick` takes.
fn all_such<T>(members: &[Thing], pick: impl Fn(Thing) -> Option<T>) -> Option<Vec<T>> {
    let such: Option<Vec<T>> = members.iter().copied().map(pick).collect();
    such.filter(|such| !such.is_empty())
}
