//! All levels of a modern file: each is read alone, then they are judged and finished together.
use std::collections::HashMap;

use super::board_run::{only_a_place, remove_hero};
use super::level_index::{Completeness, LevelEntry, LevelIndex};
use super::link_stairs::link_stairs;
use super::locks::no_such_key;
use crate::dungeon::game_profile::Heroes;
use crate::dungeon::{Level, LockId};
use crate::format::characters::in_quotes;
use crate::format::diagnostic::{Code, Diagnostic};
use crate::format::resolve::level::draft::Draft;
use crate::format::resolve::level::legend::Legend;
use crate::format::resolve::level::modern_level::{LevelText, UnlinkedLevel, read_level};
use crate::format::resolve::level::requirements::{
    HelpStyle, LevelRequirements, RequirementCheck, RequirementScope, Unknowns, check_heroes,
    check_requirement,
};
use crate::format::resolve::map::map_text::LevelMap;
use crate::format::resolve::schema::context::ResolveContext;
use crate::format::resolve::schema::glyphs::GlyphTable;
use crate::format::resolve::schema::source_map::{Declaration, LevelSourceMap};
use crate::format::source::{Span, Spanned};
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
    let mut read: Vec<Option<UnlinkedLevel>> = Vec::with_capacity(texts.len());
    for (number, text) in (1..).zip(texts) {
        cx.level = number;
        read.push(read_level(cx, glyphs, declared, text, unknowns));
    }
    let with_map = |(text, level)| Some((text, Option::as_ref(level)?));
    if let Some((text, level)) = texts.iter().zip(&read).find_map(with_map) {
        Legend::new(text.head, &level.map, glyphs, declared).judge_unused(cx);
    }
    // A level without a map may have had anything.
    let all_unknowns = read
        .iter()
        .map(|level| level.as_ref().map_or(Unknowns::ALL, |level| level.unknowns))
        .fold(Unknowns::default(), Unknowns::or);
    check_requirements(cx, texts, &read, all_unknowns)?;
    let (levels, places, locks) = finish(cx, texts, read, completeness(texts, unknowns));
    if !all_unknowns.items {
        no_such_key(cx, &levels, &locks);
    }
    Some((levels, places))
}

/// Whether there may be levels that could not be read.
fn completeness(texts: &[LevelText<'_>], unknowns: Unknowns) -> Completeness {
    let is_whole = |text: &LevelText<'_>| text.integrity == Integrity::Whole;
    match unknowns == Unknowns::default() && texts.iter().all(is_whole) {
        true => Completeness::Complete,
        false => Completeness::Doubtful,
    }
}

/// Checks what a game needs, once for the file, and heroes for each level that needs one; none where there is no level
/// with a map.
fn check_requirements(
    cx: &mut ResolveContext<'_>,
    texts: &[LevelText<'_>],
    read: &[Option<UnlinkedLevel>],
    unknowns: Unknowns,
) -> Option<()> {
    let scope = match cx.game.heroes {
        Heroes::OneEach if texts.len() > 1 => RequirementScope::Board,
        Heroes::OneEach | Heroes::One | Heroes::Several(_) => RequirementScope::Game,
    };
    let mut all = LevelRequirements::default();
    let mut first = None;
    for (text, level) in texts.iter().zip(read) {
        let Some(level) = level else {
            continue;
        };
        let check = RequirementCheck {
            head: text.head,
            unknowns: level.unknowns,
            style: HelpStyle::for_map(level.map.style),
            scope,
        };
        let requirements = &level.draft.requirements;
        all.add(requirements);
        if scope == RequirementScope::Board {
            check_heroes(cx, requirements, &check);
        }
        first.get_or_insert(check);
    }
    let game = RequirementCheck { unknowns, ..first? };
    if scope == RequirementScope::Game {
        check_heroes(cx, &all, &game);
    }
    check_requirement(cx, &all, &game);
    Some(())
}

/// Joins the levels by their stairs and finishes each. Returns them with their places in the text, and the locks of
/// their doors, each with the place that names it.
fn finish(
    cx: &mut ResolveContext<'_>,
    texts: &[LevelText<'_>],
    read: Vec<Option<UnlinkedLevel>>,
    completeness: Completeness,
) -> (Vec<Level>, Vec<LevelSourceMap>, Vec<Spanned<LockId>>) {
    let (maps, drafts): (Vec<Option<LevelMap>>, Vec<Option<Draft>>) = read
        .into_iter()
        .map(|level| level.map(|level| (level.map, level.draft)).unzip())
        .unzip();
    let entries = texts.iter().zip(&maps).map(|(text, map)| LevelEntry {
        name: &text.name,
        map: map.as_ref(),
    });
    let index = LevelIndex::new(entries.collect(), completeness);
    let (mut levels, mut level_places, mut locks) = (Vec::new(), Vec::new(), Vec::new());
    for (here, draft) in drafts.into_iter().enumerate() {
        let (Some(mut draft), Some(map)) = (draft, &maps[here]) else {
            continue;
        };
        locks.extend(link_stairs(cx, &index, here, map, &mut draft));
        let is_later_board = cx.game.heroes == Heroes::OneEach && !levels.is_empty();
        if is_later_board {
            only_a_place(cx, &mut draft);
        }
        let text = &texts[here];
        let (mut level, mut places) = draft.finish(cx, text.name.clone(), text.head, map);
        if is_later_board {
            remove_hero(cx, &mut level, &mut places);
        }
        levels.push(text.rules.over(level));
        level_places.push(places);
    }
    (levels, level_places, locks)
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
