//! What the characters of one level stand for: its marks first, then those of the whole file, then what else it knows.
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use super::placement::company;
use crate::dungeon::game_profile::Thing;
use crate::dungeon::{CellSharing, GameProfile, ItemId, Kind, KindId, Side, TileId};
use crate::format::characters::fault;
use crate::format::diagnostic::{Code, Diagnostic};
use crate::format::keys::{self, ValueShape};
use crate::format::resolve::map::map_text::LevelMap;
use crate::format::resolve::records::bodies_and_items;
use crate::format::resolve::records::bodies_and_items::BodySpec;
use crate::format::resolve::records::boulders::targeted_mark;
use crate::format::resolve::records::features::{FeatureSpec, terrain};
use crate::format::resolve::records::stats::{GivenStats, kind_name};
use crate::format::resolve::schema::context::ResolveContext;
use crate::format::resolve::schema::fields::Fields;
use crate::format::resolve::schema::glyphs::{
    ClassLine, FileMark, GlyphTable, duplicate, reserved,
};
use crate::format::resolve::schema::source_map::{Declaration, Use};
use crate::format::source::{Span, Spanned};
use crate::format::syntax::{Alternatives, Record};

/// One of the things that a glyph puts on its cell.
#[derive(Clone, Debug)]
pub enum Piece {
    /// Terrain that does nothing.
    Tile(TileId),
    /// A door, stairs, a trap or a sign.
    Feature(Arc<FeatureSpec>),
    /// An item: what its glyph stands for, and what it is with its own numbers.
    Item(ItemId, ItemId),
    /// A body: what its glyph stands for, and what it is with its own numbers.
    Body(KindId, BodySpec),
}

/// The layer of a cell that a piece fills: a cell holds one thing of each layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CellLayer {
    Terrain,
    Item,
    Body,
}

impl Piece {
    fn layer(&self) -> CellLayer {
        match self {
            Piece::Tile(_) | Piece::Feature(_) => CellLayer::Terrain,
            Piece::Item(..) => CellLayer::Item,
            Piece::Body(..) => CellLayer::Body,
        }
    }
}

/// The glyphs of one level.
#[derive(Debug)]
pub struct Legend<'g> {
    /// Where the level begins.
    head: Span,
    map: &'g LevelMap,
    glyphs: &'g GlyphTable,
    declared: &'g mut Vec<Declaration>,
    marks: HashMap<char, MarkedPieces>,
    unknown: BTreeMap<char, Unknown>,
}

/// What a glyph is as the glyph of a class.
#[derive(Clone, Copy, Debug)]
pub enum ClassHere<'g> {
    /// It is none of a class.
    NoClass,
    /// The class is nothing on this level, which is reported.
    Nothing,
    /// The class is this on this level.
    Line(&'g ClassLine),
}

/// What the marks of one NEW say together.
#[derive(Debug, Default)]
struct MarkedPieces {
    pieces: Vec<Piece>,
    entries: Vec<usize>,
}

/// A glyph without a meaning: where it stands first, and how often.
#[derive(Clone, Copy, Debug)]
struct Unknown {
    first: Span,
    count: usize,
}

impl<'g> Legend<'g> {
    /// The legend of a level with this map, which begins at `head`, before its own marks are read.
    pub fn new(
        head: Span,
        map: &'g LevelMap,
        glyphs: &'g GlyphTable,
        declared: &'g mut Vec<Declaration>,
    ) -> Legend<'g> {
        Legend {
            head,
            map,
            glyphs,
            declared,
            marks: HashMap::new(),
            unknown: BTreeMap::new(),
        }
    }

    /// Whether a mark of this level, or of the whole file, gives the glyph its meaning.
    pub fn is_marked(&self, glyph: char) -> bool {
        self.marks.contains_key(&glyph) || self.glyphs.file_marks.contains_key(&glyph)
    }

    /// Whether a glyph has a meaning.
    pub fn knows(&self, glyph: char) -> bool {
        let is_class = self.glyphs.classes.contains_key(&glyph);
        self.is_marked(glyph) || is_class || self.glyphs.thing(glyph).is_some()
    }

    /// Reads a mark of this level, `mark NEW GLYPH …`.
    pub fn mark(
        &mut self,
        cx: &mut ResolveContext<'_>,
        record: &Record,
        new: Spanned<char>,
        all: &Alternatives,
    ) {
        if let Some(piece) = self.marked(cx, record, new, all) {
            let mark = self.marks.entry(new.value).or_default();
            mark.pieces.push(piece);
            mark.entries.push(self.declared.len());
            self.declared
                .push(Declaration::of("mark", record.head.span, new, all));
        }
    }

    /// Reads the marks that the whole file has of a glyph, unless this level has some of its own.
    fn mark_as_the_file(&mut self, cx: &mut ResolveContext<'_>, glyph: char) {
        let glyphs = self.glyphs;
        let Some(marks) = glyphs.file_marks.get(&glyph) else {
            return;
        };
        if self.marks.contains_key(&glyph) {
            return;
        }
        self.marks.entry(glyph).or_default();
        for FileMark {
            record,
            new,
            alternatives,
            entry,
        } in marks
        {
            let points = points(cx, record);
            let head = self.head;
            let in_this_level = |found: Diagnostic| match points.contains(&found.span) {
                true => found.label(head, "this is the level"),
                false => found,
            };
            let read = |cx: &mut ResolveContext<'_>| self.marked(cx, record, *new, alternatives);
            let piece = cx.once_more(read, in_this_level);
            if let Some(piece) = piece {
                let mark = self.marks.entry(new.value).or_default();
                mark.pieces.push(piece);
                mark.entries.push(*entry);
            } else if let Some(declaration) = self.declared.get_mut(*entry) {
                declaration.use_ = Use::Used; // something else was said of it
            }
        }
    }

    /// Judges the marks of the whole file that no level uses; the points that they name may be right in some level.
    pub fn judge_unused(&mut self, cx: &mut ResolveContext<'_>) {
        let marks: Vec<&FileMark> = self.glyphs.file_marks.values().flatten().collect();
        let is_unused = |mark: &&FileMark| self.declared[mark.entry].use_ == Use::Unused;
        let unused: Vec<&FileMark> = marks.into_iter().filter(is_unused).collect();
        let others = std::mem::take(&mut cx.findings);
        for mark in &unused {
            self.mark_as_the_file(cx, mark.new.value);
        }
        self.report_unknown(cx);
        let found = std::mem::replace(&mut cx.findings, others).finish();
        let points: HashSet<Span> = unused
            .iter()
            .flat_map(|mark| points(cx, &mark.record))
            .collect();
        let is_elsewhere = |found: &Diagnostic| points.contains(&found.span);
        let found = found.into_iter().filter(|found| !is_elsewhere(found));
        cx.findings.extend(found);
    }

    /// What a mark adds to what there is of its NEW; none where it is wrong, which is reported.
    fn marked(
        &mut self,
        cx: &mut ResolveContext<'_>,
        record: &Record,
        new: Spanned<char>,
        all: &Alternatives,
    ) -> Option<Piece> {
        if all.0.len() > 1 || !record.numbers.is_empty() {
            postpone_chance(cx, record);
        }
        let glyph = all.glyphs().next()?;
        if fault(new.value).is_some() || fault(glyph.value).is_some() {
            return None;
        }
        if cx.game.reserved.contains(&new.value) {
            reserved(cx, new);
            return None;
        }
        let Some(thing) = self.glyphs.use_thing(glyph.value, self.declared) else {
            self.unknown(glyph);
            self.marks.entry(new.value).or_default();
            return None;
        };
        let mut piece = read(cx, self.map, Fields::new(cx.source, record), thing);
        want_if_marked(cx, &mut piece, new.value, record.span);
        let mark = self.marks.entry(new.value).or_default();
        let first_of = |nth: usize| {
            let first = mark.entries.get(nth).map(|entry| &self.declared[*entry]);
            first.map_or(record.span, |first| first.span)
        };
        let layers = |other: &Piece| other.layer() == piece.layer();
        if let Some(nth) = mark.pieces.iter().position(layers) {
            duplicate(cx, new, first_of(nth));
            return None;
        }
        let mut others = mark.pieces.iter().enumerate();
        let eaten = others.find_map(|(nth, other)| Some((nth, eaten_item(cx, [other, &piece])?)));
        if let Some((nth, item)) = eaten {
            let finding = shared_with_herd_item(cx, record, item);
            cx.report(finding.label(first_of(nth), "with what this mark puts there"));
            return None;
        }
        Some(piece)
    }

    /// What a glyph puts on its cell; nothing, and a note of it, for one without a meaning.
    pub fn pieces(&mut self, cx: &mut ResolveContext<'_>, glyph: Spanned<char>) -> Vec<Piece> {
        self.mark_as_the_file(cx, glyph.value);
        if let Some(mark) = self.marks.get(&glyph.value) {
            for entry in &mark.entries {
                if let Some(declaration) = self.declared.get_mut(*entry) {
                    declaration.use_ = Use::Used;
                }
            }
            return mark.pieces.clone();
        }
        match self.glyphs.use_thing(glyph.value, self.declared) {
            Some(thing) => vec![plain(cx, thing)],
            None => {
                self.unknown(glyph);
                Vec::new()
            }
        }
    }

    /// What a class is on this level, where a glyph is that of one and of no mark; none, with a finding, for one that is
    /// nothing here.
    pub fn class(&mut self, cx: &mut ResolveContext<'_>, glyph: Spanned<char>) -> ClassHere<'g> {
        let glyphs = self.glyphs;
        let Some(lines) = glyphs.classes.get(&glyph.value) else {
            return ClassHere::NoClass;
        };
        if self.is_marked(glyph.value) {
            return ClassHere::NoClass;
        }
        if let Some(line) = glyphs.class_on(glyph.value, cx.level, self.declared) {
            return ClassHere::Line(line);
        }
        let (level, class) = (cx.level, glyph.value);
        let message = format!(
            "expected a glyph with a meaning, found the class `{class}`, which is nothing on level {level}"
        );
        let finding = Diagnostic::new(Code::UnknownGlyph, glyph.span, message);
        let finding = lines.iter().fold(finding, |finding, line| {
            finding.label(line.span, format!("this is {} on other levels", line.name))
        });
        cx.report_once(finding.help(format!(
            "add a line for it: `class {class} … depth={level}`"
        )));
        ClassHere::Nothing
    }

    /// Notes a glyph without a meaning.
    pub fn unknown(&mut self, glyph: Spanned<char>) {
        if self.glyphs.doubtful.contains(&glyph.value) {
            return;
        }
        let first = Unknown {
            first: glyph.span,
            count: 0,
        };
        self.unknown.entry(glyph.value).or_insert(first).count += 1;
    }

    /// Whether there are glyphs without a meaning: anything may be meant by them.
    pub fn has_unknown(&self) -> bool {
        !self.unknown.is_empty()
    }

    /// Whether one of them is the hero of another game, and surely meant for him.
    pub fn has_unknown_hero(&self, cx: &ResolveContext<'_>) -> bool {
        let mut unknown = self.unknown.keys();
        unknown.any(|glyph| cx.game.is_hero_elsewhere(*glyph))
    }

    /// Reports the glyphs without a meaning, once each.
    pub fn report_unknown(&self, cx: &mut ResolveContext<'_>) {
        for (glyph, unknown) in &self.unknown {
            let times = match unknown.count {
                1 => String::new(),
                count => format!(" ({count} times)"),
            };
            let message = format!("expected a glyph with a meaning, found `{glyph}`{times}");
            let finding = Diagnostic::new(Code::UnknownGlyph, unknown.first, message);
            if let Some(mark) = self.glyphs.marks.get(glyph) {
                cx.report_once(marked_elsewhere(cx, finding, *mark));
                continue;
            }
            let declare = declaration(cx, *glyph);
            let meant = self.meant(*glyph);
            let is_elsewhere = !cx.game.elsewhere(*glyph).is_empty();
            cx.report_once(match meant.filter(|_| !is_elsewhere) {
                Some(meant) if unknown.count == 1 => finding
                    .help(format!("did you mean `{meant}`? Otherwise {declare}"))
                    .fix(unknown.first, meant),
                Some(meant) => finding.help(format!("did you mean `{meant}`? Otherwise {declare}")),
                None => finding.help(declare),
            });
        }
    }

    /// The glyph with a meaning that is the same letter in the other case.
    fn meant(&self, glyph: char) -> Option<char> {
        let other = match glyph.is_uppercase() {
            true => glyph.to_lowercase().next(),
            false => glyph.to_uppercase().next(),
        }?;
        let is_known = other != glyph && self.knows(other);
        is_known.then_some(other)
    }
}

/// Where a record names points.
fn points(cx: &ResolveContext<'_>, record: &Record) -> HashSet<Span> {
    let keys = record.keys.iter();
    let points = keys.filter(|pair| keys::has_shape(cx.text(pair.key), ValueShape::Point));
    points.map(|pair| pair.value.span).collect()
}

/// What is said of a glyph to which only another level gives a meaning.
fn marked_elsewhere(cx: &ResolveContext<'_>, finding: Diagnostic, mark: Span) -> Diagnostic {
    let record = cx.text(mark);
    let finding = finding.label(mark, "below a map a mark holds in that level alone");
    finding.help(match record.contains(['\n', '\r']) {
        true => "write such a mark below the map of this level, too, or move it above the first level".to_string(),
        false => format!("write it below the map of this level, too, or move it above the first level: `{record}`"),
    })
}

/// S-10: the item of the herd, if these two put such a one and a monster on the same cell.
fn eaten_item(cx: &ResolveContext<'_>, pieces: [&Piece; 2]) -> Option<ItemId> {
    let (Piece::Item(_, item), Piece::Body(kind, _)) = (match pieces {
        [item @ Piece::Item(..), body] | [body, item] => (item, body),
    }) else {
        return None;
    };
    let is_eaten = cx.tables.item(*item).herd && cx.tables.kind(*kind).side == Side::Theirs;
    (is_eaten && cx.game.sharing == CellSharing::Alone).then_some(*item)
}

/// What to say of a mark that puts a monster on a cell with its meal, or the other way round.
fn shared_with_herd_item(cx: &ResolveContext<'_>, record: &Record, item: ItemId) -> Diagnostic {
    let name = &cx.tables.item(item).name;
    let message = format!("expected marks for a monster or a {name}, found them for both");
    let finding = Diagnostic::new(Code::CellTaken, record.span, message);
    finding.help(company(name))
}

/// How a glyph gets a meaning, or which game would give it one.
fn declaration(cx: &ResolveContext<'_>, glyph: char) -> String {
    let is = cx.game.kinds[0].0;
    let elsewhere = cx.game.elsewhere(glyph);
    if !elsewhere.is_empty() {
        let describe = |(game, _, name): &(&GameProfile, Thing, String)| {
            format!("the {name} of `rules {}`", game.word)
        };
        let (there, here) = (elsewhere.iter().map(describe), cx.game.word);
        let there = there.collect::<Vec<_>>().join(" and ");
        if cx.game.is_hero_elsewhere(glyph) {
            return format!(
                "it is {there}, who is `@` in {here}; if it is something else, declare it before the first level"
            );
        }
        let is_body = |(_, thing, _): &_| matches!(thing, Thing::Body(_));
        let example = match elsewhere.iter().any(is_body) {
            true => format!("kind {glyph} \"name\" is={is}"),
            false => format!("item {glyph} \"name\""),
        };
        return format!(
            "it is {there}; in {here} declare it before the first level, such as `{example}`"
        );
    }
    let digits = cx.game.digits.filter(|_| glyph.is_ascii_digit());
    let digits = digits.map_or_else(String::new, |said| format!("{said}; otherwise "));
    // Where there are several heroes each has his own letter, as a rule.
    let mark = match cx.game.heroes.is_several() && glyph.is_uppercase() {
        true => format!("mark {glyph} @ name=\"Andy\""),
        false => format!("mark {glyph} #"),
    };
    format!(
        "{digits}declare it before the first level, such as `kind {glyph} \"name\" is={is}`, or give it a meaning in this level: `{mark}`"
    )
}

/// Says that no chance is in what is drawn yet.
pub fn postpone_chance(cx: &mut ResolveContext<'_>, record: &Record) {
    let message = "chance in a mark belongs to the format, but this version does not draw it yet";
    let found = Diagnostic::new(Code::NotYet, record.head.span, message);
    cx.report_once(found.help("the first alternative stands there in every game"));
}

/// What a mark makes of its glyph's thing.
fn read(
    cx: &mut ResolveContext<'_>,
    map: &LevelMap,
    mut fields: Fields<'_>,
    thing: Thing,
) -> Piece {
    match thing {
        Thing::Item(base) => {
            let own = cx.tables.item(base).clone();
            let what = format!("a mark for the {}", own.name);
            let numbers = std::mem::take(&mut fields.numbers);
            let own = bodies_and_items::item(cx, &mut fields, own);
            fields.numbers = numbers;
            let id = cx.item(own, fields.span, base);
            fields.finish(cx, &what);
            Piece::Item(base, id)
        }
        Thing::Body(base) => {
            let what = format!("a mark for {}", kind_name(cx.tables.kind(base)));
            let mut spec = BodySpec::plain(cx, base);
            spec.read_keys(cx, Some(map), &mut fields, GivenStats::default());
            fields.finish(cx, &what);
            Piece::Body(base, spec)
        }
        Thing::Tile(base) => Piece::Tile(terrain(cx, fields, base)),
        Thing::Feature(kind) => {
            let feature = FeatureSpec::plain(kind).read(cx, map, fields);
            Piece::Feature(Arc::new(feature))
        }
    }
}

/// Makes the body of a mark one that is wanted, and its floor one that is to be covered, where a goal names the mark.
pub fn want_if_marked(cx: &mut ResolveContext<'_>, piece: &mut Piece, mark: char, span: Span) {
    let spec = match piece {
        Piece::Body(_, spec) => spec,
        Piece::Tile(tile) => {
            *tile = targeted_mark(cx, *tile, mark, span);
            return;
        }
        Piece::Feature(_) | Piece::Item(..) => return,
    };
    let kind = cx.tables.kind(spec.kind).clone();
    if kind.side == Side::Theirs && cx.goals.wants(&mark.to_string()) {
        let wanted = Kind {
            is_wanted: true,
            ..kind
        };
        spec.kind = cx.kind(wanted, span, spec.kind);
    }
}

/// A thing as its glyph alone says.
pub fn plain(cx: &ResolveContext<'_>, thing: Thing) -> Piece {
    match thing {
        Thing::Item(item) => Piece::Item(item, item),
        Thing::Body(kind) => Piece::Body(kind, BodySpec::plain(cx, kind)),
        Thing::Tile(tile) => Piece::Tile(tile),
        Thing::Feature(kind) => Piece::Feature(Arc::new(FeatureSpec::plain(kind))),
    }
}
