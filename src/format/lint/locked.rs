//! Keys behind their own doors: a locked door whose key lies behind it, or behind another such door whose key
//! lies behind the first. Each ring is told once, and what lies behind it is no further problem.
use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::keys::{Bearer, Key};
use super::look::Look;
use super::reach::{Front, Reach};
use crate::dungeon::{LevelId, LockId};
use crate::format::characters::as_value;
use crate::format::diagnostic::{Code, Diagnostic, Findings, Severity};
use crate::format::source::Span;

/// So many doors of a ring are pointed at; the rest is counted.
const SHOWN: usize = 4;

/// Keys that nobody can get and that lie behind no door, each with the door that waits for it, by where they are.
pub type Wanted = HashMap<(LevelId, Bearer), (Key, Front)>;

/// A door of a ring, and its key, which lies behind the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Link {
    door: Front,
    key: Key,
}

/// Reports the rings of doors and keys, and goes on as if their doors stood open. Gives the keys that other
/// doors wait for and that lie behind no door.
pub fn locked_in(looks: &[Look<'_>], reach: &mut Reach<'_>, findings: &mut Findings) -> Wanted {
    let fronts = reach.fronts();
    let mut behind: BTreeMap<LockId, (Key, Front)> = BTreeMap::new();
    for front in &fronts {
        for key in reach.suppose_open(*front) {
            let key = reach.keys.list[key];
            behind.entry(key.lock).or_insert((key, *front));
        }
    }
    let mut told = BTreeSet::new();
    for front in &fronts {
        let ring = ring(&behind, *front, &mut told);
        findings.extend((!ring.is_empty()).then(|| chain(looks, &ring)));
    }
    let first: BTreeMap<LockId, Front> =
        fronts.iter().rev().map(|door| (door.lock, *door)).collect();
    let keys = reach.keys.list.iter();
    let lost = keys.filter(|key| !behind.contains_key(&key.lock));
    let wanted =
        lost.filter_map(|key| Some(((key.level, key.from), (*key, *first.get(&key.lock)?))));
    wanted.collect()
}

/// The ring that following keys from a door ends in, unless that was told already, or a key lies elsewhere.
fn ring(
    behind: &BTreeMap<LockId, (Key, Front)>,
    from: Front,
    told: &mut BTreeSet<LockId>,
) -> Vec<Link> {
    let mut way: Vec<Link> = Vec::new();
    let mut door = from;
    while told.insert(door.lock) {
        let Some((key, next)) = behind.get(&door.lock) else {
            return Vec::new();
        };
        way.push(Link { door, key: *key });
        door = *next;
    }
    let start = way.iter().position(|link| link.door.lock == door.lock);
    let mut ring = way.split_off(start.unwrap_or(way.len()));
    if let Some(first) = ring.first_mut() {
        first.door = door; // the very door that the last key lies behind
    }
    ring
}

fn chain(looks: &[Look<'_>], ring: &[Link]) -> Diagnostic {
    let first = ring[0];
    let look = |link: &Link| looks[usize::from(link.door.level.0)];
    let key_name = |link: &Link| look(link).dungeon.item(link.key.item).name.as_str();
    let door_span = |link: &Link| look(link).terrain(link.door.at);
    let (door, key) = (look(&first).terrain_name(first.door.at), key_name(&first));
    let at = look(&first).cell_called(first.door.at);
    let message = match ring {
        [_] => format!(
            "expected the {key} before the {door} at {at} that it opens, found it behind that door"
        ),
        [_, other] => format!(
            "expected the {key} before the {door} at {at} that it opens, found it behind another door, whose {} lies behind this one",
            key_name(other)
        ),
        _ => format!(
            "expected the {key} before the {door} at {at} that it opens, found {} doors in a ring, each with its key behind the next",
            ring.len()
        ),
    };
    let mut finding = Diagnostic::new(Code::LockedIn, door_span(&first), message);
    for (i, link) in ring.iter().enumerate().take(SHOWN) {
        let (span, place) = key_place(looks, link.key);
        finding = match ring.len() {
            1 => finding.label(span, format!("{place}, behind this door")),
            length => finding
                .label(door_span(link), format!("door {}", i + 1))
                .label(
                    span,
                    format!("{place}, behind door {}", (i + 1) % length + 1),
                ),
        };
    }
    if ring.iter().any(|link| look(link).may_open_walls()) {
        finding = finding.severity(Severity::Warning);
    }
    let word = &look(&first).dungeon.locks[usize::from(first.door.lock.0)];
    finding.help(format!(
        "move the {key} to where the hero comes without it, or take `locked={}` from the door",
        as_value(word)
    ))
}

/// Where a key comes from, and what to say about that place.
pub fn key_place(looks: &[Look<'_>], key: Key) -> (Span, String) {
    let look = looks[usize::from(key.level.0)];
    let name = &look.dungeon.item(key.item).name;
    match key.from {
        Bearer::Item(i) => (look.places.items[i].span, format!("the {name} lies here")),
        Bearer::Body(i) => (
            look.places.spawns[i].span,
            format!(
                "the {} here has the {name}",
                look.dungeon.kind(look.level.spawns[i].kind).name
            ),
        ),
        Bearer::Scatter(i) => (
            look.places.scatters[i],
            format!("the {name} comes from here"),
        ),
    }
}
