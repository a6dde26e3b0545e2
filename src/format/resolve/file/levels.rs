//! All levels of a modern file: each is read alone, then they are judged and finished together.
use std::collections::HashMap;

use super::arena_run::{only_a_place, remove_hero};
use super::level_index::{Completeness, LevelEntry, LevelIndex};
use super::link_stairs::link_stairs;
use super::locks::no_such_key;
use crate::dungeon::Level;
use crate::dungeon::game_profile::Heroes;
use crate::format::characters::in_quotes;
use crate::format::diagnostic::{Code, Diagnostic};
use crate::format::resolve::level::draft::Draft;
use crate::format::resolve::level::modern_level::{LevelText, UnlinkedLevel, read_level};
use crate::format::resolve::level::requirements::{
    HelpStyle, LevelRequirements, RequirementCheck, RequirementScope, Unknowns, check_heroes,
    check_requirement,
};
use crate::format::resolve::map::map_text::LevelMap;
use crate::format::resolve::schema::context::ResolveContext;
use crate::format::resolve::schema::glyphs::GlyphTable;
use crate::format::resolve::schema::source_map::{Declaration, LevelSourceMap};
use crate::format::source::Span;
use crate::format::syntax::Integrity;

/// The levels that these texts mean, as far as they have a usable map; none where none has.
pub fn levels(
    cx: &mut ResolveContext<'_>,
    glyphs: &GlyphTable,
    declared: &mut Vec<Declaration>,
    texts: &[LevelText<'_>],
    unknowns: Unknowns,
) -> Option<(Vec<Level>, Vec<LevelSourceMap>)> {
    own_names(cx, texts);
    let mut read = ReadLevels::default();
    for text in texts {
        read.add(read_level(cx, glyphs, declared, text, unknowns));
    }
    read.check_requirements(cx, texts)?;
    Some(read.finish(cx, texts, completeness(texts, unknowns)))
}

/// Whether there may be levels that could not be read.
fn completeness(texts: &[LevelText<'_>], unknowns: Unknowns) -> Completeness {
    let is_whole = |text: &LevelText<'_>| text.integrity == Integrity::Whole;
    match unknowns == Unknowns::default() && texts.iter().all(is_whole) {
        true => Completeness::Complete,
        false => Completeness::Doubtful,
    }
}

/// Levels that were read, each alone, beside their texts.
#[derive(Default)]
struct ReadLevels {
    maps: Vec<Option<LevelMap>>,
    drafts: Vec<Option<Draft>>,
    requirements: Vec<LevelRequirements>,
    unknowns: Vec<Unknowns>,
}

impl ReadLevels {
    /// Adds a level; one without a map may have had anything.
    fn add(&mut self, level: Option<UnlinkedLevel>) {
        let Some(level) = level else {
            self.unknowns.push(Unknowns::ALL);
            self.maps.push(None);
            self.drafts.push(None);
            self.requirements.push(LevelRequirements::default());
            return;
        };
        self.unknowns.push(level.unknowns);
        self.requirements.push(level.draft.requirements.clone());
        self.maps.push(Some(level.map));
        self.drafts.push(Some(level.draft));
    }

    /// What any of the levels may have had.
    fn all_unknowns(&self) -> Unknowns {
        let unknowns = self.unknowns.iter().copied();
        unknowns.fold(Unknowns::default(), Unknowns::or)
    }

    /// Judges what a game needs, once for the file, and heroes for each level that needs one; none where there is no
    /// level with a map.
    fn check_requirements(
        &self,
        cx: &mut ResolveContext<'_>,
        texts: &[LevelText<'_>],
    ) -> Option<()> {
        let scope = match cx.game.heroes {
            Heroes::OneEach if texts.len() > 1 => RequirementScope::Board,
            Heroes::OneEach | Heroes::One | Heroes::Several(_) => RequirementScope::Game,
        };
        let maps = texts.iter().zip(&self.maps).zip(&self.unknowns);
        let cases = maps.map(|((text, map), unknowns)| {
            let style = HelpStyle::for_map(map.as_ref()?.style);
            Some(RequirementCheck {
                head: text.head,
                unknowns: *unknowns,
                style,
                scope,
            })
        });
        let cases: Vec<(RequirementCheck, &LevelRequirements)> = cases
            .zip(&self.requirements)
            .filter_map(|(case, requirements)| Some((case?, requirements)))
            .collect();
        let mut all = LevelRequirements::default();
        for (case, requirements) in &cases {
            all.add(requirements);
            if scope == RequirementScope::Board {
                check_heroes(cx, requirements, case);
            }
        }
        let game = RequirementCheck {
            unknowns: self.all_unknowns(),
            ..cases.first()?.0
        };
        if scope == RequirementScope::Game {
            check_heroes(cx, &all, &game);
        }
        check_requirement(cx, &all, &game);
        Some(())
    }

    /// Joins the levels by their stairs, and finishes each.
    fn finish(
        self,
        cx: &mut ResolveContext<'_>,
        texts: &[LevelText<'_>],
        completeness: Completeness,
    ) -> (Vec<Level>, Vec<LevelSourceMap>) {
        let entries = texts.iter().zip(&self.maps).map(|(text, map)| LevelEntry {
            name: &text.name,
            map: map.as_ref(),
        });
        let index = LevelIndex::new(entries.collect(), completeness);
        let unknowns = self.all_unknowns();
        let mut locks = Vec::new();
        let mut finished = Vec::new();
        for (here, (text, draft)) in texts.iter().zip(self.drafts).enumerate() {
            let (Some(mut draft), Some(map)) = (draft, self.maps[here].as_ref()) else {
                continue;
            };
            locks.extend(link_stairs(cx, &index, here, map, &mut draft));
            let is_later_board = cx.game.heroes == Heroes::OneEach && !finished.is_empty();
            if is_later_board {
                only_a_place(cx, &mut draft);
            }
            let (mut level, mut places) = draft.finish(cx, text.name.clone(), text.head, map);
            if is_later_board {
                remove_hero(cx, &mut level, &mut places);
            }
            finished.push((level, places));
        }
        let (levels, places): (Vec<_>, Vec<_>) = finished.into_iter().unzip();
        if !unknowns.items {
            no_such_key(cx, &levels, &locks);
        }
        (levels, places)
    }
}

/// Reports levels with the name of another one.
fn own_names(cx: &mut ResolveContext<'_>, texts: &[LevelText<'_>]) {
    let mut names: HashMap<&str, Span> = HashMap::new();
    for level in texts.iter().filter(|level| !level.name.is_empty()) {
        let name = level.name.as_str();
        let Some(first) = names.get(name) else {
            names.insert(name, level.head);
            continue;
        };
        let message = format!(
            "expected a name of its own for each level, found a second {}",
            in_quotes(name)
        );
        cx.report(
            Diagnostic::new(Code::DuplicateLevel, level.head, message)
                .label(*first, "the first level of that name")
                .help("choose another name for one of them"),
        );
    }
}
