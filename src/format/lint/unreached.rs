//! What the hero can never come to, over all levels: rings of doors and keys, what is walled off, stairs
//! without a way back. Where nothing must be come to, only stairs are spoken of.
use super::apart::meet;
use super::locked::{Wanted, locked_in};
use super::look::{Look, Text};
use super::lost::{Group, Lost, Root, Unreachable};
use super::manner::{FoePolicy, LevelOrder, Manner};
use super::reach::Reach;
use super::sealed::{Search, sealed};
use super::stairs::one_way;
use super::strewn::out_of_reach;
use crate::dungeon::{Dungeon, Feature};
use crate::format::diagnostic::Findings;
use crate::format::resolve::Resolved;

/// For so many sealed places of a level the thinnest wall is sought: each search may cross the whole map.
const SEARCHES: usize = 8;

/// Reports what the hero can never come to, and from where he cannot come back.
pub fn unreached(looks: &[Look<'_>], resolved: &Resolved, text: Text, findings: &mut Findings) {
    let dungeon = &resolved.dungeon;
    if !looks.iter().all(Look::is_whole) || may_lack_ways(dungeon, text) {
        return;
    }
    let Some(reach) = Reach::of(dungeon, Manner::of(resolved)) else {
        return;
    };
    let game = dungeon.settings.game;
    match game.foes == FoePolicy::MayStay && !game.taking.counts() {
        true => stairs(looks, reach, findings),
        false => all(looks, reach, findings),
    }
}

/// Everything: the game is to come to it, things or monsters.
fn all(looks: &[Look<'_>], mut reach: Reach<'_>, findings: &mut Findings) {
    let wanted = locked_in(looks, &mut reach, findings);
    meet(&mut reach);
    if reach.manner.levels == LevelOrder::ByWays {
        one_way(looks, &mut reach, findings);
    }
    let mut unreachable = Unreachable::of(&mut reach);
    let groups = unreachable.groups(&mut reach);
    tell(looks, &reach, &groups, &wanted, findings);
    for look in looks {
        out_of_reach(looks, look, &mut reach, &mut unreachable, &wanted, findings);
    }
}

/// Stairs alone: whatever else is out of reach need not be come to.
fn stairs(looks: &[Look<'_>], mut reach: Reach<'_>, findings: &mut Findings) {
    one_way(looks, &mut reach, findings);
    let mut groups = Unreachable::of(&mut reach).groups(&mut reach);
    for group in &mut groups {
        let things = &mut group.things;
        things.retain(|(_, thing)| matches!(thing, Lost::Stairs(_)));
    }
    groups.retain(|group| !group.things.is_empty());
    tell(looks, &reach, &groups, &Wanted::new(), findings);
}

fn tell(
    looks: &[Look<'_>],
    reach: &Reach<'_>,
    groups: &[Group],
    wanted: &Wanted,
    findings: &mut Findings,
) {
    let mut searches = vec![SEARCHES; looks.len()];
    for group in groups {
        let search = search(group, &mut searches);
        findings.extend(sealed(looks, reach, group, wanted, search));
    }
}

/// Whether a way between parts of the dungeon may be missing only because it could not be read. A lone level of
/// floor and walls has no such ways.
fn may_lack_ways(dungeon: &Dungeon, text: Text) -> bool {
    let has_fittings = || {
        let mut cells = dungeon.levels.iter().flat_map(|level| level.tiles.cells());
        cells.any(|tile| dungeon.tile(*tile).feature != Feature::Plain)
    };
    text == Text::Gappy && (dungeon.levels.len() > 1 || has_fittings())
}

fn search(group: &Group, left: &mut [usize]) -> Search {
    let Root::Pocket((level, _)) = group.root else {
        return Search::Nothing;
    };
    let left = &mut left[usize::from(level.0)];
    match left.checked_sub(1) {
        Some(less) => {
            *left = less;
            Search::Thinnest
        }
        None => Search::Nothing,
    }
}
