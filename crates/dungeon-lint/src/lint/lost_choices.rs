//! Choices between items ([X-22]) that leave something needed out of reach, whatever the hero takes.
//!
//! The hero takes at most one of the items of a choice that vanish. So the reach is searched once per item, in a
//! dungeon without the others.
//!
//! https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-22
use std::sync::Arc;

use super::caused_reach;
use super::key_sources::CarriedKeys;
use super::level_view::{LevelView, ThingOrigin};
use super::missed_needs::is_way_missed;
use dungeon_format::diagnostic::{Code, Diagnostic, Findings};
use dungeon_format::meter::LookMeter;
use dungeon_format::resolve::Resolved;
use dungeon_format::source::Source;
use dungeon_model::dungeon::{CauseEvent, Dungeon, ItemId, LevelId, tables_mut};
use dungeon_model::space::geometry::Point;

/// The maximum number of items of a choice for which the reach is searched.
const MOST_ITEMS: usize = 16;

/// The maximum number of choices to check.
const MOST_CHOICES: usize = 16;

/// Reports choices of levels that leave something needed out of reach with each of their items, but not if the hero
/// could take all of them. Reports nothing if the meter stops.
pub fn lost_choices(
    source: &Source,
    resolved: &Resolved,
    carried: &CarriedKeys,
    meter: &LookMeter<'_>,
    findings: &mut Findings,
) {
    let dungeon = &resolved.dungeon;
    let choices = dungeon.numbered_levels().flat_map(|(level, data)| {
        let choices = data.choices.iter();
        choices.map(move |cells| OfferedItems::new(dungeon, level, cells))
    });
    let several = choices.filter(|choice| (2..=MOST_ITEMS).contains(&choice.useful.len()));
    let several: Vec<OfferedItems> = several.take(MOST_CHOICES).collect();
    let is_lost = |resolved: &Resolved| {
        caused_reach::foreseen(resolved, carried, meter, |opened, reach, causes| {
            let wanted = opened.dungeon.causes.iter().zip(causes);
            let mut wanted = wanted.filter(|(cause, _)| cause.is_wanted);
            let views = LevelView::all(source, opened);
            wanted.any(|(_, may_happen)| !may_happen) || is_way_missed(&views, &reach)
        })
    };
    if several.is_empty() || is_lost(resolved) != Some(false) {
        return;
    }
    for choice in several {
        let mut kept = choice.useful.iter();
        if kept.all(|kept| is_lost(&choice.with_only(resolved, *kept)) == Some(true)) {
            findings.push(choice.finding(source, resolved));
        }
    }
}

/// The items of a choice that vanish when the hero takes another one.
struct OfferedItems {
    level: LevelId,
    /// The indices of the items in the level's list.
    items: Vec<usize>,
    /// The entries of `items` that may open a way or make a cause happen.
    useful: Vec<usize>,
}

impl OfferedItems {
    fn new(dungeon: &Dungeon, level: LevelId, cells: &[Point]) -> OfferedItems {
        let all = dungeon.levels[usize::from(level.0)]
            .items
            .iter()
            .enumerate();
        let here = all.filter(|(_, (p, item))| {
            let item = dungeon.item(*item);
            cells.contains(p) && !item.collectable && !item.is_vital
        });
        let is_useful = |at: Point, item: ItemId| {
            let mut causes = dungeon.causes.iter();
            dungeon.item(item).opens.is_some()
                || causes.any(|cause| match &cause.event {
                    CauseEvent::Take(items) => items.contains(&item),
                    CauseEvent::TakeAt(cells) => cells.contains(&at),
                    _ => false,
                })
        };
        let useful = here.clone().filter(|(_, (p, item))| is_useful(*p, *item));
        OfferedItems {
            level,
            useful: useful.map(|(nth, _)| nth).collect(),
            items: here.map(|(nth, _)| nth).collect(),
        }
    }

    /// Returns the dungeon without the items except one.
    fn with_only(&self, resolved: &Resolved, kept: usize) -> Resolved {
        let mut without = resolved.clone();
        let levels = Arc::make_mut(&mut tables_mut(&mut without.dungeon).levels);
        let level = &mut levels[usize::from(self.level.0)];
        for nth in self.items.iter().filter(|nth| **nth != kept) {
            level.items[*nth].1 = ItemId::NONE;
        }
        without
    }

    fn finding(&self, source: &Source, resolved: &Resolved) -> Diagnostic {
        let view = LevelView::of(source, resolved, usize::from(self.level.0));
        let places = self
            .useful
            .iter()
            .map(|nth| view.placed(ThingOrigin::Item(*nth)).0);
        let mut places = places.collect::<Vec<_>>().into_iter();
        let first = places.next().expect("a choice has useful items");
        let message = "expected an item of this choice that is enough to win, found that the hero needs several of them";
        let finding = Diagnostic::new(Code::LostChoice, first, message);
        let finding = places.fold(finding, |finding, place| {
            finding.label(place, "this belongs to the same choice")
        });
        finding.help("remove `choose=` from the marks of the items that the hero needs")
    }
}
