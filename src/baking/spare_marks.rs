//! The marks of a level without chance: glyphs for the things that no single glyph spells.
use std::collections::{BTreeMap, BTreeSet};

use super::begun_file::BegunFile;
use super::spelled_thing::SpelledThing;
use crate::analysis::file_analysis::FileScope;

/// The characters for new marks, the first ones first. Leaves out `q`, which ends the records of a level.
const SPARE: &str = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnoprstuvwxyz\
    ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿΓΔΘΛΞΠΣΦΨΩαβγδεζηθικλμνξοπρστυφχψω";

/// The marks of one level.
pub(super) struct SpareMarks<'a> {
    /// Glyphs that have another meaning.
    taken: BTreeSet<char>,
    file: &'a BegunFile<'a>,
    scope: FileScope,
    marks: BTreeMap<Vec<SpelledThing>, char>,
    /// Marks that other lines of the file name.
    kept: BTreeMap<char, Vec<SpelledThing>>,
}

impl<'a> SpareMarks<'a> {
    pub(super) fn new(file: &'a BegunFile<'a>, scope: FileScope) -> SpareMarks<'a> {
        SpareMarks {
            taken: file.known_glyphs(scope),
            file,
            scope,
            marks: BTreeMap::new(),
            kept: BTreeMap::new(),
        }
    }

    /// Records that the map shows a glyph for something else.
    pub(super) fn take(&mut self, glyph: char) {
        self.taken.insert(glyph);
    }

    /// Gives a mark that other lines name its only meaning.
    ///
    /// # Errors
    ///
    /// Fails if the mark has another meaning on another cell.
    pub(super) fn keep(&mut self, glyph: char, things: Vec<SpelledThing>) -> Result<(), String> {
        self.taken.insert(glyph);
        let known = self.kept.entry(glyph).or_insert_with(|| things.clone());
        if *known == things {
            return Ok(());
        }
        Err(format!(
            "the mark `{glyph}` is named elsewhere in the file, and the seed draws its cells differently"
        ))
    }

    /// Returns the mark that stands for some things. `wanted` is the mark that the file has on such a cell.
    ///
    /// # Errors
    ///
    /// Fails if no character is left.
    pub(super) fn mark_for(
        &mut self,
        wanted: char,
        things: Vec<SpelledThing>,
    ) -> Result<char, String> {
        if let Some(known) = self.marks.get(&things) {
            return Ok(*known);
        }
        if let Some(known) = self.file.mark_of(self.scope, &things) {
            return Ok(known);
        }
        let is_free = |glyph: &char| {
            !self.taken.contains(glyph) && (*glyph == wanted || !self.file.is_meant(*glyph))
        };
        let wanted = Some(wanted).filter(|glyph| self.file.is_freed(self.scope, *glyph));
        let mut all = wanted.into_iter().chain(SPARE.chars());
        let glyph = all.find(is_free);
        let glyph = glyph.ok_or("no character is left for another mark of the level")?;
        self.taken.insert(glyph);
        self.marks.insert(things, glyph);
        Ok(glyph)
    }

    /// Returns the records of the marks.
    pub(super) fn lines(&self) -> Vec<String> {
        let marks = self.marks.iter().map(|(things, glyph)| (glyph, things));
        let mut marks: Vec<(&char, &Vec<SpelledThing>)> = marks.chain(&self.kept).collect();
        marks.sort();
        let lines = marks.into_iter().flat_map(|(glyph, things)| {
            let floor = things.is_empty().then(|| format!("mark {glyph} ."));
            let things = things.iter().map(|thing| thing.mark(*glyph));
            floor.into_iter().chain(things).collect::<Vec<String>>()
        });
        lines.collect()
    }
}
