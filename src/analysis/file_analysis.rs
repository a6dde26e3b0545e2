//! A parsed file, and the source of each glyph's meaning.
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

/// The part of a file in which a mark is valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FileScope {
    /// The lines before the first level. Their marks are valid in the whole file.
    Whole,
    /// A vault, counted from 0.
    Vault(u32),
    /// A level, counted from 0.
    Level(u32),
}

/// The source of a glyph's meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GlyphOrigin {
    /// A mark of this part of the file.
    Marked(FileScope),
    /// A declaration, or the lines of a class.
    Declared,
    /// The rules that the file uses: the meaning is built in.
    BuiltIn,
    /// Nothing: the glyph is neither declared nor built in.
    Unknown,
}

/// A parsed file together with its includes.
#[derive(Debug)]
pub struct FileAnalysis {
    source: Source,
    syntax: Syntax,
    /// The part that each statement belongs to.
    scopes: Vec<FileScope>,
    marks: BTreeMap<(FileScope, char), Vec<usize>>,
    declared: BTreeMap<char, Vec<usize>>,
    game: &'static GameProfile,
    resolved: OnceCell<Option<Resolved>>,
}

impl FileAnalysis {
    /// Parses a text in which includes are already replaced by their content.
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

    /// Records the glyph to which a statement gives a meaning, or the game that the statement names.
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

    /// Returns the text, with its includes.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Returns the syntax tree of the text.
    pub fn syntax(&self) -> &Syntax {
        &self.syntax
    }

    /// Returns the game that the file names, or the default game.
    pub fn game(&self) -> &'static GameProfile {
        self.game
    }

    /// Returns the file's game as a set of one, for the table of keys.
    pub fn games(&self) -> GameSet {
        GameSet::named(self.game.word)
    }

    /// Returns the statements of a modern file; empty for a classic one.
    pub fn statements(&self) -> &[Statement] {
        match &self.syntax {
            Syntax::Modern(file) => &file.statements,
            Syntax::Classic(_) => &[],
        }
    }

    /// Returns a statement if it is a record.
    pub fn record(&self, nth: usize) -> Option<&Record> {
        match self.statements().get(nth)? {
            Statement::Record(record) => Some(record),
            Statement::Map(_) => None,
        }
    }

    /// Returns the part of the file that a statement belongs to.
    pub fn scope(&self, nth: usize) -> FileScope {
        self.scopes.get(nth).copied().unwrap_or(FileScope::Whole)
    }

    /// Returns the part of the file that a byte belongs to.
    pub fn scope_at(&self, byte: u32) -> FileScope {
        let behind = self
            .statements()
            .partition_point(|one| span(one).start <= byte);
        behind
            .checked_sub(1)
            .map_or(FileScope::Whole, |nth| self.scope(nth))
    }

    /// Returns the statement that contains a byte or ends right before it.
    pub fn statement_at(&self, byte: u32) -> Option<usize> {
        let behind = self
            .statements()
            .partition_point(|one| span(one).start <= byte);
        let nth = behind.checked_sub(1)?;
        (byte <= span(&self.statements()[nth]).end).then_some(nth)
    }

    /// Returns the resolved file as far as errors allow; `None` if they prevent it. Resolves the file on the first
    /// call.
    pub fn resolved(&self) -> Option<&Resolved> {
        let resolve = || resolve(&self.source, &self.syntax, &Limits::default()).0;
        self.resolved.get_or_init(resolve).as_ref()
    }

    /// Returns the rows of a drawn map, from top to bottom; empty for a generated map and for a record.
    pub fn rows(&self, nth: usize) -> &[Span] {
        match self.statements().get(nth) {
            Some(Statement::Map(map)) => match &map.form {
                MapForm::Drawn(rows) | MapForm::Pasted { rows, .. } => rows,
                MapForm::Made { .. } => &[],
            },
            _ => &[],
        }
    }

    /// Returns the number of each level, from 0, with the statement that begins it: a `level` record, or a map without
    /// such a record.
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

    /// Returns the records that mark a glyph in a part of the file.
    pub fn marks(&self, scope: FileScope, glyph: char) -> &[usize] {
        self.marks.get(&(scope, glyph)).map_or(&[], Vec::as_slice)
    }

    /// Returns every part of the file that marks a glyph.
    pub fn marked_scopes(&self, glyph: char) -> impl Iterator<Item = FileScope> {
        let all = self
            .marks
            .keys()
            .filter(move |(_, marked)| *marked == glyph);
        all.map(|(scope, _)| *scope)
    }

    /// Returns the records that declare a glyph. A class may have several.
    pub fn declarations(&self, glyph: char) -> &[usize] {
        self.declared.get(&glyph).map_or(&[], Vec::as_slice)
    }

    /// Returns every declared glyph, and every glyph marked in this part of the file or in the whole file.
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

    /// Returns the source of a glyph's meaning where the glyph is drawn or placed in a part of the file.
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

    /// Returns the source of a glyph's meaning, ignoring marks.
    pub fn plain_origin(&self, glyph: char) -> GlyphOrigin {
        match self.declarations(glyph).is_empty() {
            false => GlyphOrigin::Declared,
            true if self.built_in(glyph).is_some() => GlyphOrigin::BuiltIn,
            true => GlyphOrigin::Unknown,
        }
    }

    /// Returns the records that give a glyph its meaning.
    pub fn origin_records(&self, origin: GlyphOrigin, glyph: char) -> &[usize] {
        match origin {
            GlyphOrigin::Marked(scope) => self.marks(scope, glyph),
            GlyphOrigin::Declared => self.declarations(glyph),
            GlyphOrigin::BuiltIn | GlyphOrigin::Unknown => &[],
        }
    }

    /// Returns the game's own meaning of a glyph.
    pub fn built_in(&self, glyph: char) -> Option<Thing> {
        let mut all = self.game.glyphs().into_iter();
        all.find(|(one, _)| *one == glyph).map(|(_, thing)| thing)
    }

    /// Returns everything that a glyph may stand for, each thing once. Marks with alternatives and classes stand for
    /// several things. Empty if errors hide the meaning.
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
                    // A class of classes is an error, and could recurse forever.
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

    /// Returns the thing that a record declares.
    fn declared_thing(&self, record: &Record) -> Option<Thing> {
        let declarations = &self.resolved()?.places.declarations;
        let here = |span: Span| span.start == record.head.span.start;
        declarations.iter().find(|one| here(one.span))?.thing
    }

    /// Returns the kinds of records that a glyph may begin, which determine the keys of these records.
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
        // A file without a map resolves to no things, but the words of its declarations are enough.
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

    /// Returns the kind of a record that places a thing.
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

/// Returns the span of a statement.
pub fn span(statement: &Statement) -> Span {
    match statement {
        Statement::Record(record) => record.span,
        Statement::Map(map) => map.span,
    }
}

/// Returns the part of the file that each statement belongs to. After the first map, a map without a `level` record
/// begins a new level.
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
