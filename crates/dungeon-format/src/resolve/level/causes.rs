//! The records `when`, of a level and of the whole file: what comes of what (docs/format, "Causes").
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
use crate::resolve::records::classes::{as_item, choice, monster};
use crate::resolve::records::features::FeatureSpec;
use crate::resolve::schema::context::ResolveContext;
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

/// The keys that say what comes of it.
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

/// A sort of things that a glyph may be wanted to name.
struct Wanted<T> {
    /// As messages call it: "an item".
    what: &'static str,
    /// What it is about, of a thing of the sort.
    pick: fn(&ResolveContext<'_>, Thing) -> Option<T>,
}

const ITEM: Wanted<ItemId> = Wanted {
    what: "an item",
    pick: |_, thing| as_item(thing),
};
const MONSTER: Wanted<KindId> = Wanted {
    what: "a monster",
    pick: monster,
};
const TERRAIN: Wanted<()> = Wanted {
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
pub fn cause(cx: &mut ResolveContext<'_>, level: &mut LevelContext<'_, '_>, record: &Record) {
    let floor = level.draft.floor;
    let mut glyphs = CauseGlyphs::Level(&mut level.legend, level.map, floor);
    let cause = read(cx, &mut glyphs, record);
    level.draft.causes.extend(cause);
}

/// Reads a record `when` before the first level, once all is declared; none where it is wrong, which is reported.
pub fn cause_of_file(
    cx: &mut ResolveContext<'_>,
    glyphs: &GlyphTable,
    record: &Record,
) -> Option<DraftCause> {
    read(cx, &mut CauseGlyphs::File(glyphs), record)
}

/// What a record says; none where it says too little, or something wrong.
fn read(
    cx: &mut ResolveContext<'_>,
    glyphs: &mut CauseGlyphs<'_, '_>,
    record: &Record,
) -> Option<DraftCause> {
    if record.integrity == Integrity::Broken || !cx.admits(1, record.span) {
        return None;
    }
    let mut fields = Fields::new(cx, RecordKind::When, record);
    refuse_win(cx, &mut fields);
    for key in EVENTS.into_iter().chain(EFFECTS).chain([&AGAIN, &SAYS]) {
        fields.ask(key);
    }
    let is_misspelt = fields.has_unknown_key();
    let is_an_effect = |key: &&KeySpec| says_effect(&fields, key);
    let says_effects = EFFECTS.iter().any(is_an_effect);
    let event = event(cx, glyphs, &mut fields);
    let mut effects = Vec::new();
    let into = tile_effect(cx, glyphs, &mut fields, &mut effects);
    let doors = fields.get(&WHEN_OPEN).map(|pair| pair.value.span);
    other_effects(cx, glyphs, &mut fields, &mut effects);
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

/// Whether a record says that something comes by a key, not only that nothing does (`win=no`).
fn says_effect(fields: &Fields<'_>, key: &KeySpec) -> bool {
    let is_no = |pair: &KeyValue| {
        let is_word = matches!(key.shape, ValueShape::OneOf(_));
        is_word && matches!(&pair.value.value, Value::Word(word) if word == "no")
    };
    fields.get(key).is_some_and(|pair| !is_no(pair))
}

/// Reports a cause that wins a game which is won in its own way.
fn refuse_win(cx: &mut ResolveContext<'_>, fields: &mut Fields<'_>) {
    let Some(why) = cx.game.own_goal else {
        return;
    };
    if let Some(pair) = fields.misplaced(&WHEN_WIN) {
        let message = format!("expected no cause that wins in a file of {}", cx.game.word);
        let finding = Diagnostic::new(Code::UnknownKey, pair.key, message);
        cx.report(finding.help(format!("{why}: leave `win=` out")));
    }
}

/// Reports a cause of which nothing comes.
fn nothing_comes(cx: &mut ResolveContext<'_>, record: Span) {
    let message = "expected what comes of it, found nothing";
    let finding = Diagnostic::new(Code::BadValue, record, message);
    cx.report(finding.help(
        "say it by `tile=` and `into=`, `open=`, `spawn=` and `at=`, `give=`, `move=`, `alarm=`, `win=`, `lose=` or a text",
    ));
}

/// The event that a cause waits for, the name that it says in place of a glyph, and where it is said.
type ReadEvent = (CauseEvent, Option<Spanned<String>>, Span);

/// Reads what must happen: exactly one event.
fn event(
    cx: &mut ResolveContext<'_>,
    glyphs: &mut CauseGlyphs<'_, '_>,
    fields: &mut Fields<'_>,
) -> Option<ReadEvent> {
    let keys = EVENTS.into_iter().filter(|key| fields.takes(key));
    let said: Vec<&'static KeySpec> = keys.filter(|key| fields.has(key)).collect();
    let [key] = said.as_slice() else {
        // A misspelt key is reported by itself.
        if !said.is_empty() || !fields.has_unknown_key() {
            let found = wrong_events(fields, &said);
            cx.report(found);
        }
        for key in &said {
            fields.value(key);
        }
        return None;
    };
    let span = fields.get(key)?.value.span;
    let mut named = None;
    let mut die = |event: fn(Victims) -> CauseEvent| {
        let (victims, name) = victims(cx, glyphs, fields, key)?;
        named = name;
        Some(event(victims))
    };
    let event = match key.word {
        "step" => CauseEvent::Step(cells(cx, glyphs, fields, key)?),
        "leave" => CauseEvent::Leave(cells(cx, glyphs, fields, key)?),
        "push" => CauseEvent::Push(cells(cx, glyphs, fields, key)?),
        "opened" => CauseEvent::Opened(cells(cx, glyphs, fields, key)?),
        "take" => taken(cx, glyphs, fields)?,
        "kill" => die(CauseEvent::Kill)?,
        "all-dead" => die(CauseEvent::AllDead)?,
        _ => CauseEvent::Turn(fields.whole(cx, key)?.value),
    };
    Some((event, named, span))
}

/// What to say of a record that names no event, or several.
fn wrong_events(fields: &Fields<'_>, said: &[&'static KeySpec]) -> Diagnostic {
    let events = EVENTS.iter().filter(|key| fields.takes(key));
    let words: Vec<String> = events.map(|key| format!("{}=", key.word)).collect();
    if let [first, second, ..] = said {
        let place = fields.place_of(second).unwrap_or(fields.span);
        let message = format!(
            "expected one event of a cause, found `{}=` and `{}=`",
            first.word, second.word
        );
        return Diagnostic::new(Code::BadValue, place, message)
            .help("write a line `when` of its own for each");
    }
    let message = "expected what must happen behind `when`, found nothing";
    let finding = Diagnostic::new(Code::BadValue, fields.span, message);
    match fields.get(&WHEN_OPEN) {
        Some(pair) => finding
            .help("`open=` opens a door; `opened=` is when one is opened")
            .fix(pair.key, "opened"),
        None => finding.help(format!("it is one of {}", listed(&words, "and"))),
    }
}

/// The cells of a key.
fn cells(
    cx: &mut ResolveContext<'_>,
    glyphs: &mut CauseGlyphs<'_, '_>,
    fields: &mut Fields<'_>,
    key: &'static KeySpec,
) -> Option<Vec<Point>> {
    let pair = fields.value(key)?;
    match glyphs {
        CauseGlyphs::Level(_, map, _) => Some(map.cells_named(cx, pair)?.value),
        CauseGlyphs::File(..) => {
            no_place(cx, pair);
            None
        }
    }
}

/// Reports a place in a cause of the whole file.
fn no_place(cx: &mut ResolveContext<'_>, pair: &KeyValue) {
    let key = cx.text(pair.key);
    let message = format!("expected no place before the first level, found `{key}=`");
    let finding = Diagnostic::new(Code::BadValue, pair.key.to(pair.value.span), message);
    cx.report(finding.help("move the line below the map of its level"));
}

/// The cells of a key that change or are come to: where nobody is ever on the outermost ring, without those of it.
fn inner_cells(
    cx: &mut ResolveContext<'_>,
    glyphs: &mut CauseGlyphs<'_, '_>,
    fields: &mut Fields<'_>,
    key: &'static KeySpec,
) -> Option<Vec<Point>> {
    let span = fields.get(key)?.value.span;
    let mut cells = cells(cx, glyphs, fields, key)?;
    if let CauseGlyphs::Level(_, map, _) = glyphs
        && !cx.game.rim.is_played_on()
    {
        cells.retain(|p| map.size.contains_inside_rim(*p));
    }
    if cells.is_empty() {
        on_the_ring(cx, key, span);
        return None;
    }
    Some(cells)
}

/// Reports a key that names only cells which nobody ever comes to.
fn on_the_ring(cx: &mut ResolveContext<'_>, key: &KeySpec, span: Span) {
    let message = format!(
        "expected a cell inside the perimeter for `{}=`, found the map's outermost ring alone",
        key.word
    );
    let finding = Diagnostic::new(Code::OnPerimeter, span, message);
    cx.report(finding.help("nobody ever comes to the outermost ring: name another cell"));
}

/// What a glyph stands for, if that is one thing; else that is reported.
fn only_piece<T>(
    cx: &mut ResolveContext<'_>,
    glyphs: &mut CauseGlyphs<'_, '_>,
    glyph: Spanned<char>,
    wanted: &Wanted<T>,
) -> Option<Piece> {
    let mut pieces = match glyphs {
        CauseGlyphs::Level(legend, ..) => {
            let pieces = legend.pieces(cx, glyph);
            if pieces.is_empty() {
                return None; // the legend reports it
            }
            pieces
        }
        CauseGlyphs::File(table) => {
            let thing = table.use_thing(glyph.value);
            thing.map(|thing| plain(cx, thing)).into_iter().collect()
        }
    };
    let piece = pieces.pop().filter(|_| pieces.is_empty());
    if piece.is_none() && !is_doubtful(glyphs, glyph.value) {
        match glyphs.is_class(glyph.value) {
            true => wrong_class(cx, glyph, wanted.what),
            false if pieces.is_empty() => wrong_thing(cx, glyphs, glyph, wanted),
            false => several_things(cx, glyph, wanted.what),
        }
    }
    piece
}

impl CauseGlyphs<'_, '_> {
    /// What the glyphs of the file stand for.
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
    fn choice<T>(&mut self, glyph: char, pick: impl Fn(Thing) -> Option<T>) -> Option<Choice<T>> {
        match self {
            CauseGlyphs::Level(legend, ..) => legend.choice(glyph, pick),
            CauseGlyphs::File(table) => choice(table, glyph, pick),
        }
    }

    /// Everything that a class may be: on its level, or of a cause of the whole file on any level; of no class nothing.
    fn members(&mut self, cx: &mut ResolveContext<'_>, glyph: Spanned<char>) -> Vec<Thing> {
        match self {
            CauseGlyphs::Level(legend, ..) => legend.members(cx, glyph),
            CauseGlyphs::File(table) => table.members(glyph.value),
        }
    }
}

/// Reports a mark that stands for several things, at once or by chance.
fn several_things(cx: &mut ResolveContext<'_>, glyph: Spanned<char>, what: &str) {
    let mark = glyph.value;
    let message =
        format!("expected the glyph of {what}, found `{mark}`, which stands for several things");
    let finding = Diagnostic::new(Code::BadValue, glyph.span, message);
    let help =
        "name one; of several monsters or several things a class can stand here: `class u w*3|g`";
    cx.report_once(finding.help(help));
}

/// Reports a class of things that are not wanted.
fn wrong_class(cx: &mut ResolveContext<'_>, glyph: Spanned<char>, what: &str) {
    let class = glyph.value;
    let message =
        format!("expected the glyph of {what}, found `{class}`, which is a class of other things");
    cx.report_once(Diagnostic::new(Code::BadValue, glyph.span, message));
}

fn is_doubtful(glyphs: &CauseGlyphs<'_, '_>, glyph: char) -> bool {
    matches!(glyphs, CauseGlyphs::File(table) if table.doubtful.contains(&glyph))
}

/// Reports a glyph that stands for something else than is wanted.
fn wrong_thing<T>(
    cx: &mut ResolveContext<'_>,
    glyphs: &CauseGlyphs<'_, '_>,
    glyph: Spanned<char>,
    Wanted { what, pick }: &Wanted<T>,
) {
    let found = quoted(&glyph.value.to_string());
    let message = format!("expected the glyph of {what}, found {found}");
    let finding = Diagnostic::new(Code::BadValue, glyph.span, message);
    let meant = glyphs
        .table()
        .meant(cx.game, glyph.value, |thing| pick(cx, thing).is_some());
    cx.report_once(match meant {
        Some(meant) => finding.did_you_mean(glyph.span, meant),
        None => finding,
    });
}

/// The glyph or the name that a key says, and the glyph alone if it is one.
fn glyph_or_name(
    cx: &mut ResolveContext<'_>,
    fields: &mut Fields<'_>,
    key: &'static KeySpec,
) -> Option<(Spanned<String>, Option<Spanned<char>>)> {
    let said = fields.name_of(cx, key)?;
    let span = said.span;
    let glyph = only_glyph(&said.value).map(|value| Spanned::new(value, span));
    Some((said, glyph))
}

/// What is to be taken: an item by its glyph, or what lies on a mark.
fn taken(
    cx: &mut ResolveContext<'_>,
    glyphs: &mut CauseGlyphs<'_, '_>,
    fields: &mut Fields<'_>,
) -> Option<CauseEvent> {
    if let Some(cells) = marked_cells(cx, glyphs, fields, &WHEN_TAKE)? {
        return Some(CauseEvent::TakeAt(cells));
    }
    let (said, glyph) = glyph_or_name(cx, fields, &WHEN_TAKE)?;
    let what = "an item or of a mark";
    let Some(glyph) = glyph else {
        let found = quoted(&said.value);
        let message = format!("expected the glyph of {what}, found {found}");
        cx.report(Diagnostic::new(Code::BadValue, said.span, message));
        return None;
    };
    let items = such(cx, glyphs, glyph, &Wanted { what, ..ITEM })?;
    Some(CauseEvent::Take(items))
}

/// The monsters that are to die: those of a kind by its glyph, those drawn by a mark, or those of a name, which is returned beside.
fn victims(
    cx: &mut ResolveContext<'_>,
    glyphs: &mut CauseGlyphs<'_, '_>,
    fields: &mut Fields<'_>,
    key: &'static KeySpec,
) -> Option<(Victims, Option<Spanned<String>>)> {
    if let Some(cells) = marked_cells(cx, glyphs, fields, key)? {
        return Some((Victims::DrawnAt(cells), None));
    }
    let (said, glyph) = glyph_or_name(cx, fields, key)?;
    let Some(glyph) = glyph else {
        return Some((Victims::Kinds(Vec::new()), Some(said)));
    };
    let what = "a monster or of a mark";
    let kinds = such(cx, glyphs, glyph, &Wanted { what, ..MONSTER })?;
    Some((Victims::Kinds(kinds), None))
}

/// The things that a glyph stands for: one, or those of a class; what is not wanted is reported.
fn such<T>(
    cx: &mut ResolveContext<'_>,
    glyphs: &mut CauseGlyphs<'_, '_>,
    glyph: Spanned<char>,
    wanted: &Wanted<T>,
) -> Option<Vec<T>> {
    let members = glyphs.members(cx, glyph);
    let such = all_such(&members, |thing| (wanted.pick)(cx, thing));
    if such.is_some() {
        return such;
    }
    let thing = only_piece(cx, glyphs, glyph, wanted)?.thing();
    let one = (wanted.pick)(cx, thing);
    if one.is_none() {
        wrong_thing(cx, glyphs, glyph, wanted);
    }
    one.map(|one| vec![one])
}

/// What the seed chooses of a class each time; none for another glyph, and where some thing of it is not wanted.
fn chosen<T>(
    cx: &mut ResolveContext<'_>,
    glyphs: &mut CauseGlyphs<'_, '_>,
    glyph: Spanned<char>,
    wanted: &Wanted<T>,
) -> Option<Choice<T>> {
    let members = glyphs.members(cx, glyph);
    let pick = |thing| (wanted.pick)(cx, thing);
    all_such(&members, pick)?;
    glyphs.choice(glyph.value, pick)
}

/// The things of a class, if there are some and all are such as `pick` takes.
fn all_such<T>(members: &[Thing], pick: impl Fn(Thing) -> Option<T>) -> Option<Vec<T>> {
    let such: Option<Vec<T>> = members.iter().copied().map(pick).collect();
    such.filter(|such| !such.is_empty())
}

/// The cells of a key that names a point, or a mark of the level, whatever it stands for; `Some(None)` where it names
/// something else.
fn marked_cells(
    cx: &mut ResolveContext<'_>,
    glyphs: &mut CauseGlyphs<'_, '_>,
    fields: &mut Fields<'_>,
    key: &'static KeySpec,
) -> Option<Option<Vec<Point>>> {
    let value = &fields.get(key)?.value;
    let is_place = match (&*glyphs, &value.value) {
        (_, Value::Point(..)) => true,
        (CauseGlyphs::Level(legend, ..), _) => {
            only_glyph(cx.text(value.span)).is_some_and(|glyph| legend.is_marked(glyph))
        }
        (CauseGlyphs::File(..), _) => false,
    };
    match is_place {
        true => Some(Some(cells(cx, glyphs, fields, key)?)),
        false => Some(None),
    }
}

/// Reads `tile=` and `into=`. Returns the feature that the cells become, if it is no tile yet.
fn tile_effect(
    cx: &mut ResolveContext<'_>,
    glyphs: &mut CauseGlyphs<'_, '_>,
    fields: &mut Fields<'_>,
    effects: &mut Vec<CauseEffect>,
) -> Option<Arc<FeatureSpec>> {
    both_or_none(cx, fields, (&WHEN_TILE, &WHEN_INTO));
    let cells = inner_cells(cx, glyphs, fields, &WHEN_TILE);
    let glyph = fields.glyph_of(cx, &WHEN_INTO)?;
    let (into, feature) = match only_piece(cx, glyphs, glyph, &TERRAIN)? {
        Piece::Tile(tile) => {
            let floor = match glyphs {
                CauseGlyphs::Level(_, _, floor) => *floor,
                CauseGlyphs::File(..) => builtin::FLOOR,
            };
            (laid(cx, tile, floor, glyph.span), None)
        }
        Piece::Feature(feature) => (builtin::FLOOR, Some(feature)),
        Piece::Item(..) | Piece::Body(..) => {
            wrong_thing(cx, glyphs, glyph, &TERRAIN);
            return None;
        }
    };
    let cells = cells?;
    effects.push(CauseEffect::Tile { cells, into });
    feature
}

/// Reports one of two keys that stand together, if the other one is missing.
fn both_or_none(
    cx: &mut ResolveContext<'_>,
    fields: &Fields<'_>,
    (one, other): (&'static KeySpec, &'static KeySpec),
) {
    let (present, missing) = match (fields.get(one), fields.get(other)) {
        (Some(_), None) => (one, other),
        (None, Some(_)) => (other, one),
        _ => return,
    };
    if fields.has_unknown_key() {
        return; // a misspelt one, which is reported by itself
    }
    let place = fields.place_of(present).unwrap_or(fields.span);
    let message = format!(
        "expected `{}=` beside `{}=`, found none",
        missing.word, present.word
    );
    let finding = Diagnostic::new(Code::BadValue, place, message);
    cx.report(finding.help(format!("`{}=` says: {}", missing.word, missing.meaning)));
}

/// Reads all effects but that on terrain, in their order.
fn other_effects(
    cx: &mut ResolveContext<'_>,
    glyphs: &mut CauseGlyphs<'_, '_>,
    fields: &mut Fields<'_>,
    effects: &mut Vec<CauseEffect>,
) {
    let doors = cells(cx, glyphs, fields, &WHEN_OPEN);
    effects.extend(doors.map(CauseEffect::Open));
    both_or_none(cx, fields, (&WHEN_SPAWN, &WHEN_AT));
    let cells = inner_cells(cx, glyphs, fields, &WHEN_AT);
    let kind = newborn(cx, glyphs, fields);
    if let (Some(kind), Some(cells)) = (kind, cells) {
        effects.push(CauseEffect::Spawn { kind, cells });
    }
    if let Some(glyph) = fields.glyph_of(cx, &WHEN_GIVE) {
        effects.extend(gift(cx, glyphs, glyph).map(CauseEffect::Give));
    }
    let to = destination(cx, glyphs, fields);
    effects.extend(to.map(CauseEffect::Move));
    let words = [
        (&WHEN_ALARM, CauseEffect::Alarm),
        (&WHEN_WIN, CauseEffect::Win),
        (&WHEN_LOSE, CauseEffect::Lose),
    ];
    for (key, effect) in words {
        if fields.yes(cx, key).is_some_and(|said| said.value) {
            effects.push(effect);
        }
    }
}

/// Where `move=` brings the hero.
fn destination(
    cx: &mut ResolveContext<'_>,
    glyphs: &CauseGlyphs<'_, '_>,
    fields: &mut Fields<'_>,
) -> Option<Point> {
    let pair = fields.value(&WHEN_MOVE)?;
    let CauseGlyphs::Level(_, map, _) = glyphs else {
        no_place(cx, pair);
        return None;
    };
    let to = map.named(cx, pair, "this level")?;
    if !cx.game.rim.is_played_on() && !map.size.contains_inside_rim(to.value) {
        on_the_ring(cx, &WHEN_MOVE, to.span);
        return None;
    }
    Some(to.value)
}

/// What `give=` hands over: an item, or one of a class each time.
fn gift(
    cx: &mut ResolveContext<'_>,
    glyphs: &mut CauseGlyphs<'_, '_>,
    glyph: Spanned<char>,
) -> Option<Choice<ItemId>> {
    if let Some(choice) = chosen(cx, glyphs, glyph, &ITEM) {
        return Some(choice);
    }
    match only_piece(cx, glyphs, glyph, &ITEM)? {
        Piece::Item(_, item) => Some(Choice::Always(item)),
        _ => {
            wrong_thing(cx, glyphs, glyph, &ITEM);
            None
        }
    }
}

/// The kind of what `spawn=` brings: one of its own where a mark gives it numbers or words, and one of a class each time.
fn newborn(
    cx: &mut ResolveContext<'_>,
    glyphs: &mut CauseGlyphs<'_, '_>,
    fields: &mut Fields<'_>,
) -> Option<Choice<KindId>> {
    let pair = fields.get(&WHEN_SPAWN)?;
    let glyph = fields.glyph_of(cx, &WHEN_SPAWN)?;
    if let Some(choice) = chosen(cx, glyphs, glyph, &MONSTER) {
        return Some(choice);
    }
    match only_piece(cx, glyphs, glyph, &MONSTER)? {
        Piece::Body(_, spec) if cx.tables.kind(spec.kind).side == Side::Theirs => {
            let own = cx.tables.kind(spec.kind).clone();
            let says = spec.says.as_deref().unwrap_or(&own.says).to_string();
            let own = Kind {
                stats: spec.numbers.least,
                spread: spec.numbers.spread,
                says,
                ..own
            };
            Some(Choice::Always(cx.kind(own, glyph.span, spec.kind)))
        }
        Piece::Item(..) => {
            bad_value(cx, pair, "a monster (`give=` hands an item to the hero)");
            None
        }
        _ => {
            wrong_thing(cx, glyphs, glyph, &MONSTER);
            None
        }
    }
}
