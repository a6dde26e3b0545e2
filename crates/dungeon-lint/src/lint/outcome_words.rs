//! The words that say in which outcomes of chance a finding holds.
use std::collections::BTreeMap;

use super::outcomes::Decision;
use super::unreachable_report::IN_THERE_TOO;
use dungeon_format::diagnostic::{Diagnostic, Label};
use dungeon_format::resolve::Resolved;
use dungeon_format::source::Source;
use dungeon_model::dungeon::grammar::lists::enumeration;
use dungeon_model::dungeon::{DrawScope, DrawSlot, LevelChance};
use dungeon_model::space::geometry::Point;

use super::level_view::LevelView;

/// The maximum number of cells of one mark that are named; the other cells are only counted.
const SHOWN: usize = 4;

/// Whether a label points at a thing that is out of the hero's reach together with the subject of the finding.
pub fn is_with_it(label: &Label) -> bool {
    label.text.to_string().ends_with(IN_THERE_TOO)
}

/// A finding with the decisions of chance that cause it.
pub fn in_outcome(
    source: &Source,
    resolved: &Resolved,
    found: Diagnostic,
    reason: &[Decision],
) -> Diagnostic {
    let views = LevelView::all(source, resolved);
    let message = match clause(&views, reason) {
        None => format!("{}, in some games", found.message),
        Some(clause) => format!("{} if {clause}", found.message),
    };
    let mut finding = found;
    finding.message = message.into();
    finding.fix = None;
    for decision in reason.iter().take(SHOWN) {
        let Decision::Option(level, slot, option) = *decision else {
            continue;
        };
        let drawn = views[level].places.drawn.as_ref();
        let (Some(chance), Some(drawn)) = (chance_of(&views[level]), drawn) else {
            continue;
        };
        for (cell, _, glyph) in decided(chance, reason, (level, slot, option)) {
            let cell = Some(drawn.cells[cell]).filter(|cell| *cell != finding.span);
            finding = finding.label_if(cell, format!("this becomes `{glyph}`"));
        }
    }
    finding
}

/// Returns the results of an option that `reason` contains, one for each draw that it decides, at most `SHOWN`: the
/// number of the first cell, the glyph of its mark, and the glyph that the cell becomes.
fn decided(
    chance: &LevelChance,
    reason: &[Decision],
    (level, slot, option): (usize, DrawSlot, u32),
) -> Vec<(usize, char, char)> {
    let first = slot.cell as usize;
    let mark_of = |cell: usize| chance.cells[cell].mark;
    let mut shuffles = chance.shuffles.iter();
    let shuffle = shuffles.find(|marks| marks.contains(&mark_of(first)));
    let cell_of = |meaning: u32| {
        let mut given = reason.iter().filter_map(|decision| match *decision {
            Decision::Meaning(own, mark, given) if (own, given) == (level, meaning) => Some(mark),
            _ => None,
        });
        let mark = given.next();
        if mark.unwrap_or(meaning) == mark_of(first)
            || mark.is_none() && shuffle.is_some_and(|marks| marks.contains(&meaning))
        {
            return Some(first);
        }
        let mut cells = 0..chance.cells.len();
        cells.find(|cell| mark_of(*cell) == mark.unwrap_or(meaning))
    };
    let results = chance.joint(slot).filter_map(|[meaning, draw]| {
        let cell = cell_of(meaning)?;
        let mark = &chance.marks[mark_of(cell) as usize];
        let glyph = chance.option([meaning, draw, option]).glyph;
        Some((cell, mark.glyph, glyph))
    });
    results.take(SHOWN).collect()
}

fn chance_of<'a>(view: &LevelView<'a>) -> Option<&'a LevelChance> {
    view.level.chance.as_deref()
}

/// Returns the decisions of chance in words, such as "both `1` at 4,3 and 9,3 become `#`"; `None` if that is too long
/// to say.
fn clause(views: &[LevelView<'_>], reason: &[Decision]) -> Option<String> {
    let mut cells: BTreeMap<(usize, char, char), Vec<Point>> = BTreeMap::new();
    let mut others = Vec::new();
    for decision in reason {
        match *decision {
            Decision::Meaning(level, mark, meaning) => {
                let marks = &chance_of(&views[level])?.marks;
                let (own, other) = (marks[mark as usize].glyph, marks[meaning as usize].glyph);
                others.push(if own == other {
                    format!("`{own}` keeps its meaning")
                } else {
                    format!("chance gives `{own}` the meaning of `{other}`")
                });
            }
            Decision::Option(level, slot, option) => {
                let chance = chance_of(&views[level])?;
                let is_alone = chance.draw(slot).scope == DrawScope::Cell;
                for (cell, mark, glyph) in decided(chance, reason, (level, slot, option)) {
                    if is_alone {
                        let at = chance.cells[cell].at;
                        cells.entry((level, mark, glyph)).or_default().push(at)
                    } else {
                        others.push(format!("every `{mark}` becomes `{glyph}`"))
                    }
                }
            }
        }
    }
    let cells = cells.into_iter().map(|((level, mark, glyph), cells)| {
        let name = |p: &Point| p.to_string();
        let mut named: Vec<String> = cells.iter().take(SHOWN).map(name).collect();
        let more = cells.len() - named.len();
        if more > 0 {
            named.push(format!("{more} more cells"));
        }
        let places = enumeration(&named);
        let level = match views.len() {
            1 => String::new(),
            _ => format!(" of {}", views[level].name()),
        };
        match cells.len() {
            1 => format!("`{mark}` at {places}{level} becomes `{glyph}`"),
            2 => format!("both `{mark}` at {places}{level} become `{glyph}`"),
            _ => format!("all `{mark}` at {places}{level} become `{glyph}`"),
        }
    });
    let all: Vec<String> = others.into_iter().chain(cells).collect();
    (!all.is_empty()).then(|| enumeration(&all))
}
