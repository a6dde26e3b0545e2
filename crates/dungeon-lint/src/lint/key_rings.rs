//! Keys behind their own doors: a locked door whose key lies behind that same door, or a ring of locked doors, each
//! with its key behind the next. Each ring is reported once. Things behind its doors are not reported again.
use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::hero_reach::{ClosedDoor, HeroReach};
use super::key_sources::LockKey;
use super::level_view::{LevelView, ThingOrigin};
use super::missed_needs::is_anything_missed;
use dungeon_format::characters::as_value;
use dungeon_format::diagnostic::{Code, Diagnostic, Findings, Severity};
use dungeon_format::source::Span;
use dungeon_model::dungeon::grammar::nouns::{with_article, without_article};
use dungeon_model::dungeon::{LevelId, LockId};

/// The maximum number of doors of a ring that a finding points at; the other doors are only counted.
const SHOWN: usize = 4;

/// Keys that are out of the hero's reach although no locked door is before them, and whether the game needs something
/// that is out of reach.
#[derive(Debug, Default)]
pub struct AwaitedKeys {
    /// Each key with a door that waits for it, by the key's origin.
    keys: HashMap<(LevelId, ThingOrigin), (LockKey, ClosedDoor)>,
    /// Whether the game needs something that is out of the hero's reach while these doors are shut.
    pub are_needed: bool,
}

impl AwaitedKeys {
    /// Returns the key with this origin, and the door that waits for it; `None` if no door waits for such a key.
    pub fn get(&self, from: &(LevelId, ThingOrigin)) -> Option<&(LockKey, ClosedDoor)> {
        self.keys.get(from)
    }
}

/// A door of a ring and its key, which lies behind the next door.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct RingLink {
    door: ClosedDoor,
    key: LockKey,
}

/// Reports the rings of doors and keys, then continues the search as if their doors stood open. Returns the keys that
/// are out of reach although no locked door is before them, if a locked door needs them.
pub fn locked_in(
    views: &[LevelView<'_>],
    reach: &mut HeroReach<'_>,
    findings: &mut Findings,
) -> AwaitedKeys {
    let doors = reach.closed_doors();
    let are_needed = !doors.is_empty() && is_anything_missed(views, reach);
    let mut behind: BTreeMap<LockId, (LockKey, ClosedDoor)> = BTreeMap::new();
    for door in &doors {
        for key in reach.suppose_open(*door) {
            let key = reach.keys.list[key];
            behind.entry(key.lock).or_insert((key, *door));
        }
    }
    let mut reported = BTreeSet::new();
    for door in &doors {
        let ring = ring(&behind, *door, &mut reported);
        findings.extend((!ring.is_empty()).then(|| locked_in_ring(views, &ring, are_needed)));
    }
    let first: BTreeMap<LockId, ClosedDoor> =
        doors.iter().rev().map(|door| (door.lock, *door)).collect();
    let keys = reach.keys.list.iter();
    let lost = keys.filter(|key| !behind.contains_key(&key.lock));
    let wanted =
        lost.filter_map(|key| Some(((key.level, key.from), (*key, *first.get(&key.lock)?))));
    AwaitedKeys {
        keys: wanted.collect(),
        are_needed,
    }
}

/// Follows keys from one door: the key of each door lies behind the next door. Returns the ring of doors that this
/// leads to. Empty if the ring was reported before, or if a key on the way lies behind no door.
fn ring(
    behind: &BTreeMap<LockId, (LockKey, ClosedDoor)>,
    from: ClosedDoor,
    reported: &mut BTreeSet<LockId>,
) -> Vec<RingLink> {
    let mut way: Vec<RingLink> = Vec::new();
    let mut door = from;
    while reported.insert(door.lock) {
        let Some((key, next)) = behind.get(&door.lock) else {
            return Vec::new();
        };
        way.push(RingLink { door, key: *key });
        door = *next;
    }
    let start = way.iter().position(|link| link.door.lock == door.lock);
    let mut ring = way.split_off(start.unwrap_or(way.len()));
    if let Some(first) = ring.first_mut() {
        first.door = door; // the door that the last key is really behind
    }
    ring
}

fn locked_in_ring(views: &[LevelView<'_>], ring: &[RingLink], are_needed: bool) -> Diagnostic {
    let first = ring[0];
    let view = |link: &RingLink| views[usize::from(link.door.level.0)];
    let name = |link: &RingLink| view(link).dungeon.item(link.key.item).name.as_str();
    let door_span = |link: &RingLink| view(link).terrain(link.door.at);
    let door = with_article(view(&first).terrain_name(first.door.at));
    let key = with_article(name(&first));
    let at = view(&first).cell_called(first.door.at);
    let message = match ring {
        [_] => {
            format!(
                "expected {key} in front of {door} at {at} that it opens, found it behind that door"
            )
        }
        [_, other] => format!(
            "expected {key} in front of {door} at {at} that it opens, found it behind another door, whose {} lies behind this one",
            without_article(name(other))
        ),
        _ => format!(
            "expected {key} in front of {door} at {at} that it opens, found a ring of {} doors, each with its key behind the next",
            ring.len()
        ),
    };
    let mut finding = Diagnostic::new(Code::LockedIn, door_span(&first), message);
    for (i, link) in ring.iter().enumerate().take(SHOWN) {
        let (span, place) = key_place(views, link.key);
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
    if !are_needed || ring.iter().any(|link| view(link).may_open_walls()) {
        finding = finding.severity(Severity::Warning);
    }
    let word = &view(&first).dungeon.locks[usize::from(first.door.lock.0)];
    finding.help(format!(
        "move {key} to where the hero can reach it, or remove `locked={}` from the door",
        as_value(word)
    ))
}

/// The place of a key in the text, with a label for it.
pub fn key_place(views: &[LevelView<'_>], key: LockKey) -> (Span, String) {
    let view = views[usize::from(key.level.0)];
    let name = with_article(&view.dungeon.item(key.item).name);
    let (span, thing, _) = view.placed(key.from);
    let said = match (key.from, thing) {
        (ThingOrigin::Body(_), Some(body)) => {
            format!(
                "{} here has {name}",
                with_article(view.dungeon.name_of(body))
            )
        }
        (ThingOrigin::Scatter(_), _) => format!("{name} comes from here"),
        (ThingOrigin::Vault(_), _) => format!("{name} is in this vault"),
        (ThingOrigin::Item(_) | ThingOrigin::Body(_), _) => format!("{name} lies here"),
    };
    (span, said)
}
