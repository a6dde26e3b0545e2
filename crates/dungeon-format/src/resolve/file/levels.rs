//! All levels of a modern file: read one by one, then checked and finished together.
use std::collections::HashMap;

use super::board_run::{only_a_place, remove_hero};
use super::causes::LinkedCauses;
use super::level_index::{Completeness, LevelEntry, LevelIndex};
use super::link_stairs::link_stairs;
use crate::characters::in_quotes;
use crate::diagnostic::{Code, Diagnostic};
use crate::resolve::level::draft::Draft;
use crate::resolve::level::legend::Legend;
use crate::resolve::level::modern_level::{LevelText, UnlinkedLevel, read_level};
use crate::resolve::level::requirements::{
    HelpStyle, LevelRequirements, RequirementCheck, RequirementScope, check_heroes,
    check_requirement,
};
use crate::resolve::level::vault::{UnbuiltVault, build_vault, read_vault};
use crate::resolve::map::map_text::LevelMap;
use crate::resolve::schema::context::Context;
use crate::resolve::schema::glyphs::GlyphTable;
use crate::resolve::schema::source_map::LevelSourceMap;
use crate::resolve::schema::unknowns::Unknowns;
use crate::source::{Span, Spanned};
use crate::syntax::Integrity;
use dungeon_model::dungeon::game_profile::Heroes;
use dungeon_model::dungeon::{Level, LevelId, LockId, Vault};

/// The levels and vaults of a file.
#[derive(Debug)]
pub struct Levels {
    /// The levels in file order.
    pub levels: Vec<Level>,
    /// The places of each level in the text.
    pub places: Vec<LevelSourceMap>,
    /// The vaults in file order, with their places.
    pub vaults: Vec<(Vault, LevelSourceMap)>,
    /// The locks that need a key, with the places that name them. Empty if some item is unknown.
    pub locks: Vec<Spanned<LockId>>,
    /// The things that broken records may have put on a level or into a vault.
    pub unknowns: Unknowns,
}

/// Resolves levels and vaults with usable maps. `None` if no level has a usable map. Reads vaults after levels, so that
/// adding a vault does not renumber the tiles and kinds of other levels.
pub fn levels(
    cx: &mut Context<'_>,
    glyphs: &GlyphTable,
    causes: &mut LinkedCauses,
    texts: &[LevelText<'_>],
    vaults: &[LevelText<'_>],
    unknowns: Unknowns,
) -> Option<Levels> {
    own_names(cx, texts);
    let mut read: Vec<Option<UnlinkedLevel>> = Vec::with_capacity(texts.len());
    for (number, text) in (1..).zip(texts) {
        (cx.level, cx.deepest) = (number, number);
        read.push(read_level(cx, glyphs, text, unknowns));
    }
    let vaults: Vec<UnbuiltVault> = vaults
        .iter()
        .filter_map(|text| read_vault(cx, glyphs, text, texts.len(), unknowns))
        .collect();
    let with_map = |(text, level)| Some((text, Option::as_ref(level)?));
    if let Some((text, level)) = texts.iter().zip(&read).find_map(with_map) {
        Legend::new(text.head, &level.map, glyphs).judge_unused(cx);
    }
    // A level without a usable map may hold anything, so nothing can be reported as missing.
    let all_unknowns = read
        .iter()
        .map(|level| level.as_ref().map_or(Unknowns::ALL, |level| level.unknowns))
        .chain(vaults.iter().map(|vault| vault.read.unknowns))
        .fold(Unknowns::default(), Unknowns::or);
    admit_vaults(cx, texts, &read, &vaults);
    check_requirements(cx, texts, &read, &vaults, all_unknowns)?;
    let completeness = completeness(texts, unknowns);
    let (levels, places, mut locks) = finish(cx, causes, texts, read, completeness);
    let mut built = Vec::new();
    for (vault, places, own_locks) in vaults.into_iter().filter_map(|one| build_vault(cx, one)) {
        if vault.is_taken_by(&levels) {
            locks.extend(own_locks);
        }
        built.push((vault, places));
    }
    if all_unknowns.items {
        locks.clear();
    }
    Some(Levels {
        levels,
        places,
        vaults: built,
        locks,
        unknowns: all_unknowns,
    })
}

/// The steps of work for each cell of a generated level, counted once for each vault that the level may have
/// (docs/format, "Limits").
const STEPS_A_VAULT: usize = 2;

/// The steps of work for each thing of a vault, counted once for each level that may have the vault.
const STEPS_A_THING: usize = 100;

/// Counts the things that vaults may bring to each level, and the work of placing vaults. Reports counts beyond the
/// limits.
fn admit_vaults(
    cx: &mut Context<'_>,
    texts: &[LevelText<'_>],
    read: &[Option<UnlinkedLevel>],
    vaults: &[UnbuiltVault],
) {
    for (text, level, nth) in taking_vaults(texts, read) {
        let fitting = vaults.iter().filter(|vault| vault.is_of_depth(nth));
        let (mut count, mut things) = (0_usize, 0_usize);
        for vault in fitting {
            count += 1;
            things = things.saturating_add(vault.read.draft.count_things());
        }
        let looks = level.map.size.area().saturating_mul(count * STEPS_A_VAULT);
        let steps = looks.saturating_add(things.saturating_mul(STEPS_A_THING));
        let fits = cx.admits(things, text.head) && cx.admits_work(steps, text.head);
        if !fits {
            return;
        }
    }
}

/// Iterates over the levels that may have vaults. Each comes with its text and its index among the levels that have a
/// map.
fn taking_vaults<'l, 't>(
    texts: &'l [LevelText<'t>],
    read: &'l [Option<UnlinkedLevel>],
) -> impl Iterator<Item = (&'l LevelText<'t>, &'l UnlinkedLevel, usize)> {
    let levels = texts.iter().zip(read);
    let levels = levels.filter_map(|(text, level)| Some((text, level.as_ref()?)));
    let numbered = levels
        .enumerate()
        .map(|(nth, (text, level))| (text, level, nth));
    numbered.filter(|(_, level, _)| level.map.vaults > 0)
}

/// Returns whether all levels of the file are known, or lines that could not be read may have begun more levels.
fn completeness(texts: &[LevelText<'_>], unknowns: Unknowns) -> Completeness {
    let is_whole = |text: &LevelText<'_>| text.integrity == Integrity::Whole;
    if unknowns == Unknowns::default() && texts.iter().all(is_whole) {
        Completeness::Complete
    } else {
        Completeness::Doubtful
    }
}

/// Checks the requirements of the game, such as a hero, once for the whole file. If each level is a board, also
/// checks the heroes of each board. `None` if no level has a map.
fn check_requirements(
    cx: &mut Context<'_>,
    texts: &[LevelText<'_>],
    read: &[Option<UnlinkedLevel>],
    vaults: &[UnbuiltVault],
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
    for (_, _, nth) in taking_vaults(texts, read) {
        for vault in vaults.iter().filter(|vault| vault.is_of_depth(nth)) {
            all.add_things(&vault.read.draft.requirements);
        }
    }
    let game = RequirementCheck { unknowns, ..first? };
    if scope == RequirementScope::Game {
        check_heroes(cx, &all, &game);
    }
    check_requirement(cx, &all, &game);
    Some(())
}

/// Links the stairs of all levels and finishes each level. Returns the levels, their places in the text, and the locks
/// of their doors with the places that name them.
fn finish(
    cx: &mut Context<'_>,
    causes: &mut LinkedCauses,
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
        let id = LevelId::of(levels.len());
        locks.extend(causes.link(cx, &index, here, id, &mut draft));
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

/// Reports levels that share a name.
fn own_names(cx: &mut Context<'_>, texts: &[LevelText<'_>]) {
    let mut names: HashMap<&str, Span> = HashMap::new();
    for level in texts.iter().filter(|level| !level.name.is_empty()) {
        let name = level.name.as_str();
        let Some(first) = names.get(name) else {
            names.insert(name, level.head);
            continue;
        };
        let message = format!(
            "expected a different name for each level, found a second {}",
            in_quotes(name)
        );
        cx.report(
            Diagnostic::new(Code::DuplicateLevel, level.head, message)
                .label(*first, "the first level with this name")
                .help("rename one of them"),
        );
    }
}
