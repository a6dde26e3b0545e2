//! The meanings of characters: the declarations of the file, and after them the glyphs of the file's game.
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use super::context::Context;
use super::fields::only_glyph;
use super::source_map::{Declaration, Use};
use crate::characters::{as_value, listed, quoted};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Span, Spanned};
use crate::spelling::{nearest, other_case};
use crate::syntax::{Alternatives, Record};
use dungeon_model::dungeon::GameProfile;
use dungeon_model::dungeon::game_profile::Thing;

/// The glyphs that a file can use, except the marks of single levels.
#[derive(Debug, Default)]
pub struct GlyphTable {
    /// All declarations, classes and marks of the file, in reading order.
    declared: RefCell<Vec<Declaration>>,
    meanings: BTreeMap<char, GlyphMeaning>,
    /// Glyphs that a faulty record may have declared: they are not reported as unknown.
    pub doubtful: BTreeSet<char>,
    /// The place of the first mark for each glyph that any level marks.
    pub marks: BTreeMap<char, Span>,
    /// The marks before the first level, by the glyph that they declare.
    pub file_marks: BTreeMap<char, Vec<FileMark>>,
    /// The `class` lines of each class, by its glyph. At most one of them applies to each level.
    pub classes: BTreeMap<char, Vec<ClassLine>>,
}

/// A `class` line, such as `class u z*3|W depth=2..4`.
#[derive(Clone, Debug)]
pub struct ClassLine {
    /// The name of the class, from the text of its line.
    pub name: Option<String>,
    /// The first and the last level to which the line applies, counted from 1.
    pub depth: (u32, u32),
    /// The things of the class: all monsters, or all items; at least one.
    pub members: Vec<ClassMember>,
    /// The beginning of the record.
    pub span: Span,
    /// The index of the line's entry in `GlyphTable::declared`.
    pub entry: usize,
}

/// A thing of a class.
#[derive(Clone, Copy, Debug)]
pub struct ClassMember {
    /// The glyph of the thing.
    pub glyph: char,
    /// The weight of the thing among all things of the class.
    pub weight: u32,
    /// What the glyph stands for.
    pub thing: Thing,
}

/// A mark before the first level. Each level that uses the mark reads it anew, since the mark may name cells of the
/// map.
#[derive(Clone, Debug)]
pub struct FileMark {
    /// The record that declares the mark.
    pub record: Record,
    /// The glyph that the mark declares.
    pub new: Spanned<char>,
    /// The glyphs that the mark chooses from.
    pub alternatives: Alternatives,
    /// The index of the mark's entry in `GlyphTable::declared`.
    pub entry: usize,
}

/// The thing of a glyph, and the index of the glyph's entry in `GlyphTable::declared`.
#[derive(Clone, Copy, Debug)]
struct GlyphMeaning {
    thing: Thing,
    declared: Option<usize>,
}

impl GlyphTable {
    /// Makes a table with the built-in glyphs of a game, before anything is declared.
    pub fn new(game: &GameProfile) -> GlyphTable {
        let meaning = |(glyph, thing)| {
            let declared = None;
            (glyph, GlyphMeaning { thing, declared })
        };
        GlyphTable {
            meanings: game.glyphs().into_iter().map(meaning).collect(),
            ..GlyphTable::default()
        }
    }

    /// Adds a declaration, a class or a mark. Returns the index of its entry.
    pub fn add(&self, declaration: Declaration) -> usize {
        let mut declared = self.declared.borrow_mut();
        declared.push(declaration);
        declared.len() - 1
    }

    /// Returns the place of an entry in the text.
    pub fn place(&self, entry: usize) -> Span {
        self.declared.borrow()[entry].span
    }

    /// Marks an entry as used.
    pub fn use_entry(&self, entry: usize) {
        self.declared.borrow_mut()[entry].use_ = Use::Used;
    }

    /// Whether an entry is still unused.
    pub fn is_unused(&self, entry: usize) -> bool {
        self.declared.borrow()[entry].use_ == Use::Unused
    }

    /// Takes all declarations, classes and marks out of the table. Call this once all records are read.
    pub fn take_declared(&mut self) -> Vec<Declaration> {
        self.declared.take()
    }

    /// Returns the place of a glyph's declaration; `None` for a glyph that the file does not declare.
    pub fn declared_at(&self, glyph: char) -> Option<Span> {
        let entry = self.meanings.get(&glyph)?.declared?;
        Some(self.place(entry))
    }

    /// Adds a `class` line. Its glyph loses any built-in meaning.
    pub fn add_class_line(&mut self, glyph: char, line: ClassLine) {
        self.meanings.remove(&glyph);
        self.classes.entry(glyph).or_default().push(line);
    }

    /// Returns the `class` line that applies to a level, which counts from 1, and counts the class as used.
    pub fn class_on(&self, glyph: char, level: u32) -> Option<&ClassLine> {
        let mut lines = self.classes.get(&glyph)?.iter();
        let line = lines.find(|line| (line.depth.0..=line.depth.1).contains(&level))?;
        self.use_entry(line.entry);
        Some(line)
    }

    /// Returns a glyph for messages: "`u`", and "`u`, which is a class" for a class.
    pub fn found(&self, glyph: char) -> String {
        if self.classes.contains_key(&glyph) {
            format!("`{glyph}`, which is a class")
        } else {
            quoted(&glyph.to_string())
        }
    }

    /// Returns all things of a class on any level, and counts the class as used. Empty for a glyph that is no class.
    pub fn members(&self, glyph: char) -> Vec<Thing> {
        let lines = self.classes.get(&glyph).into_iter().flatten();
        let mut members = Vec::new();
        for line in lines {
            self.use_entry(line.entry);
            members.extend(line.members.iter().map(|member| member.thing));
        }
        members
    }

    /// Returns the thing of a glyph; `None` for a class, a mark or an unknown glyph.
    pub fn thing(&self, glyph: char) -> Option<Thing> {
        self.meanings.get(&glyph).map(|meaning| meaning.thing)
    }

    /// Returns a letter in the other case, if `is_wanted` accepts the thing that this letter stands for. `None` if
    /// another game defines `glyph`, because the glyph is then not a typo.
    pub fn meant(
        &self,
        game: &GameProfile,
        glyph: char,
        is_wanted: impl Fn(Thing) -> bool,
    ) -> Option<char> {
        let is_meant = |other: &char| self.thing(*other).is_some_and(is_wanted);
        let other = other_case(glyph).filter(is_meant);
        other.filter(|_| game.elsewhere(glyph).is_empty())
    }

    /// Returns the nearest glyph or name of a thing that `is_wanted` accepts, as the value of a key; `None` if none is
    /// near.
    pub fn meant_by<'n>(
        &self,
        game: &GameProfile,
        said: &str,
        is_wanted: impl Fn(Thing) -> bool,
        names: impl IntoIterator<Item = &'n String>,
    ) -> Option<String> {
        let glyph = only_glyph(said).and_then(|glyph| self.meant(game, glyph, is_wanted));
        let name = || nearest(said, names.into_iter().map(String::as_str)).map(as_value);
        glyph.map(String::from).or_else(name)
    }

    /// Returns the thing of a glyph, and counts its declaration as used.
    pub fn use_thing(&self, glyph: char) -> Option<Thing> {
        let meaning = self.meanings.get(&glyph)?;
        if let Some(entry) = meaning.declared {
            self.use_entry(entry);
        }
        Some(meaning.thing)
    }

    /// Returns the thing of a glyph, or all things of a class on any level, and counts the glyph as used.
    pub fn use_all(&self, glyph: char) -> impl Iterator<Item = Thing> {
        self.use_thing(glyph).into_iter().chain(self.members(glyph))
    }

    /// Adds a declaration for the whole file. Reports a glyph that has one already.
    pub fn declare(
        &mut self,
        cx: &mut Context<'_>,
        mut declaration: Declaration,
        glyph: Spanned<char>,
        thing: Thing,
    ) {
        if cx.game.form().reserved.contains(&glyph.value) {
            reserved(cx, glyph);
            if glyph.value == '@' {
                return;
            }
            // The author probably meant to declare this thing and chose a reserved glyph by mistake, so do not report
            // it as unused.
            declaration.use_ = Use::Used;
        }
        if let Some(first) = self.declared_at(glyph.value) {
            duplicate(cx, glyph, first);
            return;
        }
        let declared = Some(self.add(declaration));
        let meaning = GlyphMeaning { thing, declared };
        self.meanings.insert(glyph.value, meaning);
    }
}

/// Reports the declaration of a glyph whose meaning is fixed.
pub fn reserved(cx: &mut Context<'_>, glyph: Spanned<char>) {
    let message = format!(
        "expected another glyph, found `{}`, which is always the hero in `rules {}`",
        glyph.value, cx.game.word
    );
    let reserved: Vec<String> = cx
        .game
        .form()
        .reserved
        .iter()
        .map(char::to_string)
        .collect();
    let help = format!("choose a glyph other than {}", listed(&reserved, "and"));
    cx.report(Diagnostic::new(Code::DuplicateGlyph, glyph.span, message).help(help));
}

/// Reports a second meaning for a glyph.
pub fn duplicate(cx: &mut Context<'_>, glyph: Spanned<char>, first: Span) {
    let message = format!("expected one meaning for `{}`, found a second", glyph.value);
    let twin = cx.source.twin(first, glyph.span);
    cx.report(
        Diagnostic::new(Code::DuplicateGlyph, glyph.span, message)
            .label(first, "the first meaning")
            .help(match twin {
                Some(_) => "both are the same: delete one of them",
                None => "choose another glyph for one of them",
            })
            .fix_if(twin.map(|line| (line, String::new()))),
    );
}
