//! Replaces the numbers after a cell with keys: `w 3 4 8 3` becomes `w 3 4 health=8 strength=3`.
use super::stats::key;
use crate::keys::VIA;
use crate::resolve::schema::fields::Fields;
use crate::source::Spanned;
use dungeon_model::dungeon::Stat;
use dungeon_model::space::geometry::{Direction, Point, at};

/// Records which keys can replace the unread numbers of a record. The numbers are the stats of `order`, then perhaps a
/// route `n x1 y1 … xn yn` of a body that starts on the cell `start`. Skips records with wrong numbers, and records
/// that already have one of the keys.
pub fn respell_numbers(fields: &mut Fields<'_, '_>, order: &[Stat], start: Option<Point>) {
    if fields.cx.respellings.is_none() || fields.numbers.len() < order.len() {
        return;
    }
    let (numbers, route) = fields.numbers.split_at(order.len());
    let Some(corners) = corners(route, start) else {
        return;
    };
    let is_said = |key| fields.has(key);
    if order.iter().any(|stat| is_said(key(*stat))) || !route.is_empty() && is_said(&VIA) {
        return;
    }
    let cx = &mut *fields.cx;
    for (stat, number) in order.iter().zip(numbers) {
        cx.respell(number.span, format!("{}={}", stat.word(), number.value));
    }
    for number in route {
        cx.respell(number.span, "");
    }
    for [x, y] in corners {
        cx.respell(x.span, format!("{}={},{}", VIA.word, x.value, y.value));
    }
}

/// Returns the points of a route `n x1 y1 … xn yn` where the body turns or waits, and the last one; `None` if the
/// numbers are not a valid route.
fn corners(route: &[Spanned<i64>], start: Option<Point>) -> Option<Vec<[Spanned<i64>; 2]>> {
    let Some((count, points)) = route.split_first() else {
        return Some(Vec::new());
    };
    let (points, rest) = points.as_chunks::<2>();
    let is_whole = rest.is_empty() && usize::try_from(count.value) == Ok(points.len());
    let mut before = start.filter(|_| is_whole && !points.is_empty())?;
    let mut ways: Vec<Option<Direction>> = Vec::new();
    for [x, y] in points {
        let side = |n: i64| i32::try_from(n.checked_sub(1)?).ok();
        let next = at(side(x.value)?, side(y.value)?);
        if before.chebyshev(next) > 1 {
            return None;
        }
        ways.push(before.toward(next));
        before = next;
    }
    let goes_on = |nth: usize| ways[nth].is_some() && ways.get(nth + 1) == Some(&ways[nth]);
    let corners = points.iter().enumerate().filter(|(nth, _)| !goes_on(*nth));
    Some(corners.map(|(_, corner)| *corner).collect())
}
