//! Vaults: whether each door leads in, whether everything inside can be reached, and whether any level can take the
//! vault.
use std::collections::BTreeSet;
use std::slice::from_ref;
use std::sync::Arc;

use super::judged_vaults::{JudgedVaults, as_levels, opened, own_locks};
use super::key_sources::CarriedKeys;
use super::level_facts::FileState;
use super::level_view::LevelView;
use super::metered::within;
use super::outcome_judge::OutcomeJudge;
use super::reach_rules::{LevelOrder, ReachRules};
use dungeon_format::characters::in_quotes;
use dungeon_format::diagnostic::{Code, Diagnostic, Findings, Severity};
use dungeon_format::keys::VAULTS;
use dungeon_format::meter::LookMeter;
use dungeon_format::resolve::{LevelSourceMap, Resolved};
use dungeon_format::source::{Source, Span};
use dungeon_format::syntax::Integrity;
use dungeon_ground::vault_places::{NeededRoom, needed_room, needed_vaults};
use dungeon_model::dungeon::vault::ROOM;
use dungeon_model::dungeon::{Dungeon, Rim, Vault};

/// The maximum number of vaults that are judged together, as levels of one dungeon. Must not exceed 256, the number of
/// level ids.
const TOGETHER: usize = 200;

/// The maximum number of vaults that a finding points at.
const SHOWN: usize = 3;

/// Judges drawn vaults, each with the places of its parts in the text. A vault with chance marks is judged in each of
/// its outcomes. If the meter (the budget of looks) is spent before that, returns the first line of the first vault
/// that was not judged completely.
pub fn inside(
    file: FileState<'_>,
    resolved: &Resolved,
    carried: &CarriedKeys,
    meter: &LookMeter<'_>,
    findings: &mut Findings,
) -> Option<Span> {
    let Resolved {
        dungeon, places, ..
    } = resolved;
    let rules = ReachRules {
        rim: Rim::Open,
        levels: LevelOrder::InTurn,
        us: "the doors of the vault",
        ..ReachRules::for_game(resolved)
    };
    let opened = Arc::new(dungeon.tiles.iter().map(opened).collect());
    let as_levels = |vaults: &_| as_levels(dungeon, &opened, vaults);
    let mut own_locks = own_locks(dungeon, carried);
    let vaults = dungeon.vaults.iter().zip(&places.vaults);
    let (by_chance, certain): (Vec<_>, Vec<_>) =
        { vaults.enumerate() }.partition(|(_, (vault, _))| vault.chance.is_some());
    let (numbers, certain): (Vec<usize>, Vec<_>) = certain.into_iter().unzip();
    let judged = |vaults, own| JudgedVaults {
        source: file.source,
        dungeon,
        vaults,
        carried,
        rules,
        own,
    };
    let head = |(_, places): &(&Vault, &LevelSourceMap)| places.head;
    for vaults in certain.chunks(TOGETHER) {
        let judged = judged(vaults, BTreeSet::new());
        let judge = |findings: &mut _| judged.judge(&as_levels(vaults), meter, findings);
        if !within(meter, findings, judge) {
            return vaults.first().map(head);
        }
    }
    for (nth, vault) in numbers.iter().zip(&certain) {
        let Some(own) = own_locks.remove(nth) else {
            continue;
        };
        let judged = judged(from_ref(vault), own);
        let drawn = as_levels(judged.vaults);
        let judge = |findings: &mut _| judged.locked_in(&drawn, meter, findings);
        if !within(meter, findings, judge) {
            return Some(head(vault));
        }
    }
    for (nth, vault) in &by_chance {
        let judged = judged(from_ref(vault), own_locks.remove(nth).unwrap_or_default());
        let drawn = as_levels(judged.vaults);
        let judge = OutcomeJudge::new(file, &drawn, carried, Some(&judged));
        let (count, all) = judge.judge_all(by_chance.len(), meter, findings);
        if count < all {
            return Some(head(vault));
        }
    }
    None
}

/// Reports vaults of the file itself that no level can take, and levels that can take no vault.
pub fn idle(source: &Source, resolved: &Resolved, findings: &mut Findings) {
    let Resolved {
        dungeon, places, ..
    } = resolved;
    for (vault, place) in dungeon.vaults.iter().zip(&places.vaults) {
        let mut levels = dungeon.numbered_levels();
        let is_taken = levels.any(|(id, level)| vault.may_be_built(id, level));
        let is_excused = source.file(place.head.start) > 0 && !vault.is_needed;
        if !is_taken && !is_excused && place.map == Integrity::Whole {
            let mut finding = untaken(source, dungeon, vault, place);
            if vault.is_needed {
                finding.code = Code::BadVault;
                finding.severity = Severity::Error;
            }
            findings.push(finding);
        }
    }
    for ((id, level), place) in dungeon.numbered_levels().zip(&places.levels) {
        let mut vaults = dungeon.vaults.iter();
        let takes_one = vaults.any(|vault| vault.may_be_built(id, level));
        if level.vaults > 0 && !takes_one {
            let message = "expected a vault that fits into this level, found none";
            let finding = Diagnostic::new(Code::IdleVault, place.head, message);
            findings.push(finding.help(if dungeon.vaults.is_empty() {
                "write `vault \"name\"` and its map before the first level, or remove `vaults=`"
            } else {
                "make the map larger, or allow a vault here with `depth=`"
            }));
        }
    }
}

/// The finding for a vault that no level can take.
fn untaken(
    source: &Source,
    dungeon: &Dungeon,
    vault: &Vault,
    place: &LevelSourceMap,
) -> Diagnostic {
    let name = in_quotes(&vault.name);
    if dungeon.levels.iter().all(|level| level.vaults == 0) {
        let message = format!("expected a level that takes the vault {name}, found none");
        let finding = Diagnostic::new(Code::IdleVault, place.head, message);
        let edit = only_size(source).map(|size| (size, " vaults=yes".to_string()));
        let help = "write `vaults=yes` after `map caves W H` or `map rooms W H`";
        return finding.help(help).fix_if(edit);
    }
    let message = format!("expected a level into which the vault {name} fits, found none");
    let size = vault.within.size();
    let (first, last) = vault.depth;
    let finding = Diagnostic::new(Code::IdleVault, place.head, message);
    finding.help(format!(
        "make a map with `vaults=` at least {} by {}, on one of the levels {first} to {last}",
        size.width + ROOM,
        size.height + ROOM
    ))
}

/// The place where `vaults=` can be added: after the size of the only generated map without it. `None` unless there is
/// exactly one such map.
fn only_size(source: &Source) -> Option<Span> {
    let lines = 1..=source.line_of(source.end());
    let mut made = lines.filter_map(|line| {
        let line = source.line_span(line);
        let words: Vec<Span> = source.words(line).take(4).collect();
        let said: Vec<&str> = words.iter().map(|word| source.slice(*word)).collect();
        let is_made = matches!(said.as_slice(), ["map", "caves" | "rooms", _, _]);
        let is_silent = !source.slice(line).contains(VAULTS.word);
        (is_made && is_silent).then(|| Span {
            start: words[3].end,
            ..words[3]
        })
    });
    made.next().filter(|_| made.next().is_none())
}

/// Reports needed vaults that a level that takes them may have no room for.
pub fn needed(source: &Source, resolved: &Resolved, findings: &mut Findings) {
    let Resolved {
        dungeon, places, ..
    } = resolved;
    for ((id, level), place) in dungeon.numbered_levels().zip(&places.levels) {
        let needed = needed_vaults(dungeon, id);
        if needed.len() > level.vaults as usize {
            let message = format!(
                "expected `vaults=` to allow the {} needed vaults of this level, found {}",
                needed.len(),
                level.vaults
            );
            let finding = Diagnostic::new(Code::BadVault, place.head, message);
            let heads = needed.iter().map(|(nth, _)| places.vaults[*nth].head);
            let finding = heads.take(SHOWN).fold(finding, |finding, head| {
                finding.label(head, "this vault is needed here")
            });
            let help = "write a higher number, or limit the vaults to other levels with `depth=`";
            findings.push(finding.help(help));
        }
        let lacking = match needed_room(dungeon, id) {
            NeededRoom::AllBut(lacking) => lacking,
            NeededRoom::Divided => {
                let message = "expected more than half of a level with needed vaults to stay connected, found that marks of chance may divide it";
                let finding = Diagnostic::new(Code::BadVault, place.head, message);
                let finding = needed.iter().take(1).fold(finding, |finding, (nth, _)| {
                    finding.label(places.vaults[*nth].head, "this vault is needed here")
                });
                findings.push(
                    finding.help(
                        "put the marks that may become walls elsewhere, or remove `need=yes`",
                    ),
                );
                continue;
            }
        };
        for nth in lacking {
            let vault = &dungeon.vaults[nth];
            let message = format!(
                "expected room for the needed vault {} in every game, found too little in {}",
                in_quotes(&vault.name),
                LevelView::of(source, resolved, usize::from(id.0)).name(),
            );
            let finding = Diagnostic::new(Code::BadVault, places.vaults[nth].head, message);
            let finding = finding.label(place.head, "this level takes the vault");
            let help = "make the map of the level larger, keep its records together, or limit the vault to other levels with `depth=`";
            findings.push(finding.help(help));
        }
    }
}
