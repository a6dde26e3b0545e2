//! Facts about single levels, for lints that ignore the ways between levels. All outcomes of chance with the same
//! numbers in `OutcomeSign::levels` share these facts.
use std::collections::BTreeSet;

use super::idle_things::NamedEnd;
use super::level_view::{Comprehension, LevelView};
use super::{
    adjacency, duplicate_names, economy, far_scatters, idle_things, keyless_doors, rim,
    scatter_room, senses,
};
use dungeon_format::diagnostic::{Code, Diagnostic, Findings, Severity};
use dungeon_format::meter::LookMeter;
use dungeon_format::resolve::Resolved;
use dungeon_format::source::{Source, Span};
use dungeon_model::dungeon::file_form::Newcomers;
use dungeon_model::dungeon::game_profile::LevelOrder;
use dungeon_model::dungeon::{LevelId, LockId, TileId};
use dungeon_model::space::geometry::Point;

/// The state of a file after parsing and resolving.
#[derive(Clone, Copy)]
pub struct FileState<'a> {
    /// The text of the whole file.
    pub source: &'a Source,
    /// Whether the whole text was understood.
    pub text: Comprehension,
    /// Whether the file has no errors so far.
    pub is_sound: bool,
    /// Whether to look for doors without a key: only if chance may leave keys out, and no missing key was reported
    /// before.
    pub seeks_keys: bool,
}

impl<'a> FileState<'a> {
    /// Derives the state of a file from the findings of earlier stages. `is_by_chance` says whether marks leave
    /// something to chance.
    pub fn new(source: &'a Source, earlier: &[Diagnostic], is_by_chance: bool) -> FileState<'a> {
        let mut found = earlier.iter();
        let has_keyless = earlier.iter().any(|found| found.code == Code::NoSuchKey);
        FileState {
            source,
            text: Comprehension::count(earlier),
            is_sound: found.all(|found| found.severity != Severity::Error),
            seeks_keys: is_by_chance && !has_keyless,
        }
    }
}

#[derive(Debug)]
pub struct LevelFacts {
    /// The target cells that the level's stairs and teleports name.
    pub ends: Vec<NamedEnd>,
    has_gate: bool,
    has_herd: bool,
    /// Whether there is nothing to do on the level.
    is_idle: bool,
    /// The locked doors that no cause opens.
    locked: Vec<(LockId, Span)>,
    /// The locks opened by items that may appear on the level.
    keys: BTreeSet<LockId>,
}

impl LevelFacts {
    /// Collects the facts of a level, and reports the findings about it alone.
    pub fn new(
        file: FileState<'_>,
        view: &LevelView<'_>,
        meter: &LookMeter<'_>,
        findings: &mut Findings,
    ) -> LevelFacts {
        rim::open_edge(view, findings);
        adjacency::near_misses(view, findings);
        adjacency::hero_in_reach(view, findings);
        adjacency::trap_on_start(view, findings);
        scatter_room::too_few_cells(view, meter, findings);
        far_scatters::too_far(view, findings);
        far_scatters::without_stairs(view, findings);
        duplicate_names::duplicate_names(view, findings);
        if file.is_sound {
            // In a file with errors, the route or the text may be missing because of an error.
            idle_things::routeless_patrols(view, findings);
            idle_things::wordless_signs(view, findings);
        }
        let dungeon = view.dungeon;
        let (locked, keys) = if file.seeks_keys {
            (
                keyless_doors::locked(view),
                dungeon.opened_locks_on(view.id),
            )
        } else {
            Default::default()
        };
        LevelFacts {
            ends: idle_things::named_ends(view),
            has_gate: rim::has_a_gate(view),
            has_herd: senses::has_herd_on(view),
            is_idle: dungeon.settings.game.levels == LevelOrder::InTurn && economy::is_idle(view),
            locked,
            keys,
        }
    }
}

/// Reports findings about all levels together, without the ways between them. `tile` returns the tile of a cell.
pub fn of_all_levels(
    file: FileState<'_>,
    resolved: &Resolved,
    views: &[LevelView<'_>],
    facts: &[&LevelFacts],
    tile: impl Fn(LevelId, Point) -> Option<TileId>,
    findings: &mut Findings,
) {
    let FileState { text, is_sound, .. } = file;
    for facts in facts {
        idle_things::ways_into_walls(views, &facts.ends, &tile, findings);
    }
    let settings = &resolved.dungeon.settings;
    let game = settings.game;
    if let (Newcomers::AtTheRim(why), Comprehension::Full) = (game.form().newcomers, text)
        && !facts.iter().any(|facts| facts.has_gate)
    {
        rim::no_gate(views, why, findings);
    }
    let has_herd =
        facts.iter().any(|facts| facts.has_herd) || senses::may_have_herd(&resolved.dungeon);
    if let (Some(economy), Comprehension::Full, true) = (game.form().economy, text, is_sound) {
        economy::no_income(
            &economy(settings),
            &resolved.dungeon,
            views,
            has_herd,
            findings,
        );
    }
    if game.levels == LevelOrder::InTurn && is_sound {
        let idle = views.iter().zip(facts).filter(|(_, facts)| facts.is_idle);
        let idle: Vec<&LevelView<'_>> = idle.map(|(view, _)| view).collect();
        // A game that plays its boards one after another skips idle boards. If all of them are idle, the file has goals
        // of another sort, and no board is skipped.
        if idle.len() < views.len() {
            economy::no_turn(&idle, findings);
        }
    }
    if text == Comprehension::Full {
        senses::never_senses(resolved, views, has_herd, findings);
        senses::never_led(resolved, findings);
    }
    if file.seeks_keys {
        let locked = facts.iter().flat_map(|facts| facts.locked.iter().copied());
        let is_lost = |lock: LockId| !facts.iter().any(|facts| facts.keys.contains(&lock));
        keyless_doors::keyless_doors(&resolved.dungeon, locked, is_lost, findings);
    }
}
