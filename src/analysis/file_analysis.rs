//! A file as `format` reads it, and which of its parts gives a glyph which meaning.
use std::cell::OnceCell;
use std::collections::BTreeMap;

use dungeon_format::file_parts::FileParts;
use dungeon_format::keys::{GameSet, RecordKind};
use dungeon_format::parse::parse;
use dungeon_format::resolve::{Resolved, resolve};
use dungeon_format::source::{Limits, Source, Span};
use dungeon_format::syntax::{Head, MapForm, Record, Statement, Syntax};
use dungeon_model::dungeon::game_profile::{GameProfile, Thing};
use dungeon_model::dungeon::{Side, games};

/// The part of a file in which a mark holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FileScope {
    /// What stands before the first level, and holds in the whole file.
    Whole,
    /// A vault, counted from 0.
    Vault(u32),
    /// A level, counted from 0.
    Level(u32),
}

/// The part of a file that gives a glyph its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GlyphOrigin {
    /// The marks of this part of the file.
    Marked(FileScope),
    /// A declaration, or the lines of a class.
    Declared,
    /// The game of the file.
    BuiltIn,
    /// No part of the file, and not the game.
    Unknown,
}

/// A file that was read, with what it includes.
#[derive(Debug)]
pub struct FileAnalysis {
    source: Source,
    syntax: Syntax,
    /// The part in which each statement stands.
    scopes: Vec<FileScope>,
    marks: BTreeMap<(FileScope, char), Vec<usize>>,
    declared: BTreeMap<char, Vec<usize>>,
    game: &'static GameProfile,
    resolved: OnceCell<Option<Resolved>>,
}

impl FileAnalysis {
    /// Reads a text, in which the files that it includes stand already.
    pub fn new(source: Source) -> FileAnalysis {
        let (syntax, _) = parse(&source, &Limits::default());
        let mut analysis = FileAnalysis {
            scopes: scopes(&source, &syntax),
            source,
            syntax,
            marks: BTreeMap::new(),
            declared: BTreeMap::new(),
            game: games::DEFAULT,
            resolved: OnceCell::new(),
        };
        for nth in 0..analysis.statements().len() {
            analysis.note(nth);
        }
        analysis
    }

    /// Notes what a statement gives a meaning to.
    fn note(&mut self, nth: usize) {
        let Some(record) = self.record(nth) else {
            return;
        };
        match &record.head.value {
            Head::Tile(glyph) | Head::Item(glyph) | Head::Kind(glyph) | Head::Class(glyph, _) => {
                let glyph = glyph.value;
                self.declared.entry(glyph).or_default().push(nth);
            }
            Head::Mark(new, _) => {
                let of = (self.scopes[nth], new.value);
                self.marks.entry(of).or_default().push(nth);
            }
            Head::Rules(word) => self.game = games::named(&word.value).unwrap_or(self.game),
            _ => {}
        }
    }

    /// The text, with what it includes.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// What the text says.
    pub fn syntax(&self) -> &Syntax {
        &self.syntax
    }

    /// The game that the file is of, as far as it says so.
    pub fn game(&self) -> &'static GameProfile {
        self.game
    }

    /// The file's game, as a set of one for the table of keys.
    pub fn games(&self) -> GameSet {
        GameSet::named(self.game.word)
    }

    /// The statements of a modern file; none of a classic one.
    pub fn statements(&self) -> &[Statement] {
        match &self.syntax {
            Syntax::Modern(file) => &file.statements,
            Syntax::Classic(_) => &[],
        }
    }

    /// A statement that is a record.
    pub fn record(&self, nth: usize) -> Option<&Record> {
        match self.statements().get(nth)? {
            Statement::Record(record) => Some(record),
            Statement::Map(_) => None,
        }
    }

    /// The part of the file in which a statement stands.
    pub fn scope(&self, nth: usize) -> FileScope {
        self.scopes.get(nth).copied().unwrap_or(FileScope::Whole)
    }

    /// The part of the file in which a byte stands.
    pub fn scope_at(&self, byte: u32) -> FileScope {
        let behind = self
            .statements()
            .partition_point(|one| span(one).start <= byte);
        behind
            .checked_sub(1)
            .map_or(FileScope::Whole, |nth| self.scope(nth))
    }

    /// The statement in which a byte stands, or behind which it stands right away.
    pub fn statement_at(&self, byte: u32) -> Option<usize> {
        let behind = self
            .statements()
            .partition_point(|one| span(one).start <= byte);
        let nth = behind.checked_sub(1)?;
        (byte <= span(&self.statements()[nth]).end).then_some(nth)
    }

    /// What the file means, as far as it could be understood; read when first asked for.
    pub fn resolved(&self) -> Option<&Resolved> {
        let resolve = || resolve(&self.source, &self.syntax, &Limits::default()).0;
        self.resolved.get_or_init(resolve).as_ref()
    }

    /// The rows of a map that is drawn, from top to bottom; none of one that is made, and of a record.
    pub fn rows(&self, nth: usize) -> &[Span] {
        match self.statements().get(nth) {
            Some(Statement::Map(map)) => match &map.form {
                MapForm::Drawn(rows) | MapForm::Pasted { rows, .. } => rows,
                MapForm::Made { .. } => &[],
            },
            _ => &[],
        }
    }

    /// The line of each level, or the map that begins one without a line.
    pub fn levels(&self) -> impl Iterator<Item = (u32, usize)> {
        let mut last = None;
        self.scopes
            .iter()
            .enumerate()
            .filter_map(move |(nth, scope)| match *scope {
                FileScope::Level(level) if last != Some(level) => {
                    last = Some(level);
                    Some((level, nth))
                }
                _ => None,
            })
    }

    /// The marks of a glyph in a part of the file.
    pub fn marks(&self, scope: FileScope, glyph: char) -> &[usize] {
        self.marks.get(&(scope, glyph)).map_or(&[], Vec::as_slice)
    }

    /// Every part of the file with a mark of a glyph.
    pub fn marked_scopes(&self, glyph: char) -> impl Iterator<Item = FileScope> {
        let all = self
            .marks
            .keys()
            .filter(move |(_, marked)| *marked == glyph);
        all.map(|(scope, _)| *scope)
    }

    /// The declarations of a glyph, of a class all its lines.
    pub fn declarations(&self, glyph: char) -> &[usize] {
        self.declared.get(&glyph).map_or(&[], Vec::as_slice)
    }

    /// Every glyph that is declared, and every one that is marked in a part of the file or in all of it.
    pub fn own_glyphs(&self, scope: FileScope) -> impl Iterator<Item = (char, GlyphOrigin)> {
        let declared = self
            .declared
            .keys()
            .map(|glyph| (*glyph, GlyphOrigin::Declared));
        let marks = self
            .marks
            .keys()
            .filter(move |(part, _)| *part == scope || *part == FileScope::Whole);
        declared.chain(marks.map(|(part, glyph)| (*glyph, GlyphOrigin::Marked(*part))))
    }

    /// What gives a drawn or placed glyph its meaning in a part of the file.
    pub fn origin(&self, scope: FileScope, glyph: char) -> GlyphOrigin {
        let parts = [scope, FileScope::Whole];
        match parts
            .into_iter()
            .find(|part| !self.marks(*part, glyph).is_empty())
        {
            Some(part) => GlyphOrigin::Marked(part),
            None => self.plain_origin(glyph),
        }
    }

    /// What gives a glyph its meaning where no mark counts.
    pub fn plain_origin(&self, glyph: char) -> GlyphOrigin {
        match self.declarations(glyph).is_empty() {
            false => GlyphOrigin::Declared,
            true if self.built_in(glyph).is_some() => GlyphOrigin::BuiltIn,
            true => GlyphOrigin::Unknown,
        }
    }

    /// The records that give a glyph its meaning.
    pub fn origin_records(&self, origin: GlyphOrigin, glyph: char) -> &[usize] {
        match origin {
            GlyphOrigin::Marked(scope) => self.marks(scope, glyph),
            GlyphOrigin::Declared => self.declarations(glyph),
            GlyphOrigin::BuiltIn | GlyphOrigin::Unknown => &[],
        }
    }

    /// What a glyph stands for that no record gives a meaning.
    pub fn built_in(&self, glyph: char) -> Option<Thing> {
        let mut all = self.game.glyphs().into_iter();
        all.find(|(one, _)| *one == glyph).map(|(_, thing)| thing)
    }

    /// All that a glyph may stand for, each once: several things for a mark with alternatives and for a class. Empty where
    /// the file is too broken to tell.
    pub fn things(&self, origin: GlyphOrigin, glyph: char) -> Vec<Thing> {
        let mut things = Vec::new();
        match origin {
            GlyphOrigin::Unknown => {}
            GlyphOrigin::BuiltIn => things.extend(self.built_in(glyph)),
            GlyphOrigin::Declared | GlyphOrigin::Marked(_) => {
                for record in self.origin_records(origin, glyph) {
                    self.add_things_of(*record, &mut things);
                }
            }
        }
        things
    }

    fn add_things_of(&self, record: usize, things: &mut Vec<Thing>) {
        let Some(record) = self.record(record) else {
            return;
        };
        let found = match &record.head.value {
            Head::Mark(_, all) | Head::Class(_, all) => {
                let plain = all.glyphs().flat_map(|glyph| {
                    let origin = self.plain_origin(glyph.value);
                    // A class of classes is refused, and must not be followed for ever.
                    match (&record.head.value, self.is_class(glyph.value)) {
                        (Head::Class(..), true) => Vec::new(),
                        _ => self.things(origin, glyph.value),
                    }
                });
                plain.collect()
            }
            _ => self
                .declared_thing(record)
                .into_iter()
                .collect::<Vec<Thing>>(),
        };
        for thing in found {
            if !things.contains(&thing) {
                things.push(thing);
            }
        }
    }

    fn is_class(&self, glyph: char) -> bool {
        let records = self.declarations(glyph).iter();
        let mut records = records.filter_map(|nth| self.record(*nth));
        records.any(|record| matches!(record.head.value, Head::Class(..)))
    }

    /// What a declaration makes.
    fn declared_thing(&self, record: &Record) -> Option<Thing> {
        let declarations = &self.resolved()?.places.declarations;
        let here = |span: Span| span.start == record.head.span.start;
        declarations.iter().find(|one| here(one.span))?.thing
    }

    /// What the records of a glyph are about, as far as their keys go.
    pub fn placed_kinds(&self, origin: GlyphOrigin, glyph: char) -> Vec<RecordKind> {
        let mut kinds: Vec<RecordKind> = Vec::new();
        let mut add = |kind: RecordKind| {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        };
        for thing in self.things(origin, glyph) {
            add(self.placed_kind(thing));
        }
        // A file without a map has no things, but its words tell the same.
        for nth in self.origin_records(origin, glyph) {
            match self.record(*nth).map(|record| &record.head.value) {
                Some(Head::Tile(_)) => add(RecordKind::Terrain),
                Some(Head::Item(_)) => add(RecordKind::PlacedItem),
                Some(Head::Kind(_)) => add(RecordKind::PlacedMonster),
                _ => {}
            }
        }
        kinds
    }

    /// What a record is about that puts a thing somewhere.
    fn placed_kind(&self, thing: Thing) -> RecordKind {
        match thing {
            Thing::Body(kind) => {
                let dungeon = self.resolved().map(|resolved| &resolved.dungeon);
                let kind = dungeon.and_then(|dungeon| dungeon.kinds.get(usize::from(kind.0)));
                if kind.is_some_and(|kind| kind.side == Side::Ours) {
                    RecordKind::PlacedHero
                } else {
                    RecordKind::PlacedMonster
                }
            }
            Thing::Item(_) => RecordKind::PlacedItem,
            Thing::Tile(_) => RecordKind::Terrain,
            Thing::Feature(feature) => RecordKind::of_feature(feature),
        }
    }
}

/// The bytes of a statement.
pub fn span(statement: &Statement) -> Span {
    match statement {
        Statement::Record(record) => record.span,
        Statement::Map(map) => map.span,
    }
}

/// The part of the file in which each statement stands: levels as they are read, each with at most one map.
fn scopes(source: &Source, syntax: &Syntax) -> Vec<FileScope> {
    let Syntax::Modern(file) = syntax else {
        return Vec::new();
    };
    let parts = FileParts::new(source, &file.statements);
    let mut scopes = vec![FileScope::Whole; file.statements.len()];
    for (number, vault) in (0..).zip(&parts.vaults) {
        scopes[vault.clone()].fill(FileScope::Vault(number));
    }
    let (mut level, mut has_map) = (0, true);
    for (nth, statement) in file.statements.iter().enumerate().skip(parts.levels) {
        let is_map = matches!(statement, Statement::Map(_));
        let is_line =
            matches!(statement, Statement::Record(record) if record.head.value == Head::Level);
        if is_line || is_map && has_map {
            level += 1;
            has_map = false;
        }
        has_map |= is_map;
        scopes[nth] = FileScope::Level(u32::saturating_sub(level, 1));
    }
    scopes
}
