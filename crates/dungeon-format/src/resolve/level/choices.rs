//! Choices between items: marks with `choose=` and their cells.
use super::mark_draws::MarkedDraw;
use super::pieces::Piece;
use crate::characters::as_value;
use crate::diagnostic::{Code, Diagnostic};
use crate::resolve::schema::context::Context;
use crate::source::Spanned;
use dungeon_model::dungeon::grammar::nouns::with_article;
use dungeon_model::space::geometry::Point;

/// The maximum number of cells that the choices of one level, or of one vault, can have together.
const MOST_CELLS: usize = 1000;

/// The choices of an unfinished level, each with its name in the text and its cells.
#[derive(Debug, Default)]
pub struct DraftChoices(Vec<(Spanned<String>, Vec<Point>)>);

impl DraftChoices {
    /// Adds a cell to the choice with this name; does nothing for `None`.
    pub fn add(&mut self, choice: Option<&Spanned<String>>, at: Point) {
        let Some(name) = choice else {
            return;
        };
        let mut known = self.0.iter_mut();
        match known.find(|(known, _)| known.value == name.value) {
            Some((_, cells)) => cells.push(at),
            None => self.0.push((name.clone(), vec![at])),
        }
    }

    /// Reports choices with a single cell, and a level with too many cells. Call this when all records are read.
    pub fn check(&mut self, cx: &mut Context<'_>) {
        for (_, cells) in &mut self.0 {
            cells.sort_unstable();
            cells.dedup();
        }
        for (name, _) in self.0.iter().filter(|(_, cells)| cells.len() == 1) {
            let value = as_value(&name.value);
            let message = format!("expected several cells with `choose={value}`, found one");
            let finding = Diagnostic::new(Code::BadValue, name.span, message);
            cx.report_once(finding.help(format!(
                "draw the mark on more cells, or write `choose={value}` on the marks of the other items"
            )));
        }
        let found: usize = self.0.iter().map(|(_, cells)| cells.len()).sum();
        if let Some((last, _)) = self.0.last().filter(|_| found > MOST_CELLS) {
            let message = format!(
                "expected at most {MOST_CELLS} cells with `choose=` on a map, found {found}"
            );
            cx.report_once(Diagnostic::new(Code::Limit, last.span, message));
            self.0.clear();
        }
    }

    /// Returns the cells of each choice.
    pub fn finish(self) -> Vec<Vec<Point>> {
        self.0.into_iter().map(|(_, cells)| cells).collect()
    }
}

/// Reports a mark with `choose=` that puts an item on its cells that a goal or `lose without=` names: the choice of
/// another item would win or lose the game.
pub fn check(cx: &mut Context<'_>, mark: &MarkedDraw) {
    let Some(name) = &mark.choice else {
        return;
    };
    let items = mark.pieces().filter_map(|piece| match piece {
        Piece::Item(_, id) => Some(cx.tables.item(*id)),
        _ => None,
    });
    let mut items = items.filter(|item| item.collectable || item.is_vital);
    let Some(item) = items.next() else {
        return;
    };
    let item = with_article(&item.name);
    let message = format!("expected no item of a choice in a goal, found {item}");
    let help = if cx.goals.is_said() {
        "remove `choose=`, or remove the item from the goal"
    } else {
        "add a goal, such as `goal leave=yes`: without one, the hero must take everything"
    };
    cx.report_once(Diagnostic::new(Code::BadValue, name.span, message).help(help));
}
