//! The routes of patrols (E-2). A route is read from a record, and checked later against the finished terrain.
use std::cmp::Ordering;
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::keys::VIA;
use crate::resolve::map::map_text::LevelMap;
use crate::resolve::schema::context::Context;
use crate::resolve::schema::fields::Fields;
use crate::resolve::schema::source_map::RowSpans;
use crate::source::{Span, Spanned};
use dungeon_ground::passage::TilePassage;
use dungeon_ground::step::{Tread, step};
use dungeon_model::dungeon::{PatrolRoute, Through, TileId};
use dungeon_model::space::geometry::{Point, at};
use dungeon_model::space::grid::Grid;
use dungeon_model::space::narrow;

/// A route as a record gives it: the points after the body's own cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RouteSpec {
    points: Vec<Spanned<Point>>,
    style: RouteStyle,
}

/// How far consecutive points of a route may be apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RouteStyle {
    /// Each point is next to the previous one or equal to it: `p x y health strength n x1 y1 …`.
    Steps,
    /// A straight or diagonal run leads from each point to the next: `via=`.
    Runs,
}

/// Reads a route `n x1 y1 … xn yn` from the unread numbers of a record, and takes all of them. `None` without numbers,
/// for a route without points, or for a wrong route, which is reported.
pub fn positional(map: &LevelMap, fields: &mut Fields<'_, '_>) -> Option<Arc<RouteSpec>> {
    let numbers = std::mem::take(&mut fields.numbers);
    let (count, coordinates) = numbers.split_first()?;
    if !has_as_many_points(fields.cx, *count, coordinates) {
        return None;
    }
    let (pairs, _) = coordinates.as_chunks::<2>();
    let point = |[x, y]: &[Spanned<i64>; 2]| {
        let span = x.span.to(y.span);
        let value = map.cell(fields.cx, x.value, y.value, span)?;
        Some(Spanned::new(value, span))
    };
    // Read all points before the route is made, so that each wrong point is reported.
    let points = pairs.iter().map(point).collect::<Vec<_>>();
    route(points, RouteStyle::Steps)
}

/// Whether a route has as many points as its first number says, and no more than the limit. Reports any other route.
fn has_as_many_points(
    cx: &mut Context<'_>,
    count: Spanned<i64>,
    coordinates: &[Spanned<i64>],
) -> bool {
    if count.value < 0 {
        let message = format!(
            "expected a number of route points, 0 or more, found {}",
            count.value
        );
        cx.report(Diagnostic::new(Code::NumberOutOfRange, count.span, message));
        return false;
    }
    if count.value > i64::try_from(cx.limits.route).unwrap_or(i64::MAX) {
        too_long(cx, count.span, count.value);
        return false;
    }
    let (wanted, found) = (
        narrow::size(count.value.unsigned_abs()).saturating_mul(2),
        coordinates.len(),
    );
    let code = match found.cmp(&wanted) {
        Ordering::Equal => return true,
        Ordering::Less => Code::MissingNumber,
        Ordering::Greater => Code::ExtraNumber,
    };
    let message = format!(
        "expected {wanted} numbers for the {} points of this route, found {found}",
        count.value
    );
    // Report the first surplus number; if numbers are missing, the last number of the route.
    let place = coordinates.get(wanted).or(coordinates.last());
    let finding = Diagnostic::new(code, place.unwrap_or(&count).span, message);
    cx.report(finding.label(count.span, "this is the number of points"));
    false
}

/// Reads the route of the `via=` keys. `None` without the key, or if a point is wrong, which is reported.
pub fn via(map: &LevelMap, fields: &mut Fields<'_, '_>) -> Option<Arc<RouteSpec>> {
    let pairs = fields.values(&VIA).into_iter();
    let points = pairs
        .map(|pair| map.named(fields.cx, pair, "this level"))
        .collect();
    route(points, RouteStyle::Runs)
}

/// Makes the route along these points; `None` without points, or if one of them is wrong.
fn route(points: Vec<Option<Spanned<Point>>>, style: RouteStyle) -> Option<Arc<RouteSpec>> {
    let points: Vec<_> = points.into_iter().collect::<Option<_>>()?;
    (!points.is_empty()).then(|| Arc::new(RouteSpec { points, style }))
}

/// Returns all cells of a route on the finished terrain, from `start` on, for a body that can pass what `through` says.
/// Reports points that are too far apart, terrain in the way, and a route beyond the limit, and then returns `None`.
pub fn walk(
    cx: &mut Context<'_>,
    through: Through,
    tiles: &Grid<TileId>,
    rows: &RowSpans,
    start: Spanned<Point>,
    route: &RouteSpec,
) -> Option<PatrolRoute> {
    let mut cells = vec![start.value];
    let mut before = start;
    for point in &route.points {
        if !hangs_together(route.style, before.value, point.value) {
            gap(cx, route.style, before, *point);
            return None;
        }
        let length = cells.len() - 1 + before.value.chebyshev(point.value).max(1) as usize;
        if length > cx.limits.route {
            too_long(cx, point.span, length as i64);
            return None;
        }
        let run = run(before.value, point.value);
        let mut at = before.value;
        let mut is_stopped = |to: &Point| {
            let from = std::mem::replace(&mut at, *to);
            let walks = is_open(cx, through, tiles, *to);
            !walks || !leads_to_and_fro(cx, through, tiles, from, *to)
        };
        if let Some(blocked) = run.clone().find(|p| is_stopped(p)) {
            stopped(cx, rows, tiles, *point, blocked);
            return None;
        }
        cells.extend(run);
        before = *point;
    }
    cx.admits_route(cells.len(), before.span)
        .then(|| cells.into())
}

/// Returns the cells of a route from `start`, at most `most` of them, and none after two points that are too far apart.
pub fn cells(route: &RouteSpec, start: Point, most: usize) -> impl Iterator<Item = Point> {
    let starts = std::iter::once(start).chain(route.points.iter().map(|point| point.value));
    let ends = route.points.iter().map(|point| point.value);
    let runs = starts.zip(ends);
    runs.take_while(|(from, to)| hangs_together(route.style, *from, *to))
        .flat_map(|(from, to)| run(from, to))
        .take(most)
}

fn hangs_together(style: RouteStyle, from: Point, to: Point) -> bool {
    let (dx, dy) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
    match style {
        RouteStyle::Steps => dx <= 1 && dy <= 1,
        RouteStyle::Runs => dx == 0 || dy == 0 || dx == dy,
    }
}

/// Returns the cells after `from` up to `to`. If both are equal, returns this cell, because the patrol waits there for
/// a turn (E-2).
fn run(from: Point, to: Point) -> impl Iterator<Item = Point> + Clone {
    let (dx, dy) = ((to.x - from.x).signum(), (to.y - from.y).signum());
    let steps = from.chebyshev(to).max(1) as i32;
    (1..=steps).map(move |n| at(from.x + dx * n, from.y + dy * n))
}

/// Whether a patrol that can pass what `through` says can walk on a cell: the terrain admits monsters and does not harm
/// them, and the cell is not on an outermost ring that bodies cannot enter.
fn is_open(cx: &Context<'_>, through: Through, tiles: &Grid<TileId>, p: Point) -> bool {
    let Some(tile) = tiles.get(p).map(|tile| cx.tables.tile(tile)) else {
        return false;
    };
    TilePassage::of(tile).for_monsters().admits(through) && !is_on_closed_rim(cx, tiles, p)
}

/// Whether a patrol that can pass what `through` says can step from one adjacent cell to the other and back (T-5).
fn leads_to_and_fro(
    cx: &Context<'_>,
    through: Through,
    tiles: &Grid<TileId>,
    one: Point,
    other: Point,
) -> bool {
    let tread = |p: Point| {
        let tile = tiles.get(p).map(|tile| cx.tables.tile(tile));
        tile.map_or(Tread::PLAIN, |tile| TilePassage::of(tile).tread)
    };
    let leads = |from: Point, to: Point| {
        let way = from.toward(to);
        way.is_none_or(|way| step(from, way, tread) == Some(to))
    };
    through == Through::Walls || leads(one, other) && leads(other, one)
}

/// Whether a cell is on the outermost ring, in games where bodies cannot stand there (E-1).
fn is_on_closed_rim(cx: &Context<'_>, tiles: &Grid<TileId>, p: Point) -> bool {
    !cx.game.rim.is_played_on() && !tiles.size().contains_inside_rim(p)
}

fn gap(cx: &mut Context<'_>, style: RouteStyle, from: Spanned<Point>, to: Spanned<Point>) {
    let asked = "expected each point of the patrol route";
    let (message, help) = match style {
        RouteStyle::Steps => (
            format!(
                "{asked} next to the last, found {} after {}",
                to.value, from.value
            ),
            "write every cell of the route, each next to the one before",
        ),
        RouteStyle::Runs => (
            format!(
                "{asked} in a straight or diagonal line from the last, found {} after {}",
                to.value, from.value
            ),
            "add a `via=` where the route turns",
        ),
    };
    let finding = Diagnostic::new(Code::RouteGap, to.span, message)
        .label(from.span, "the route comes from here");
    cx.report_once(finding.help(help));
}

fn stopped(
    cx: &mut Context<'_>,
    rows: &RowSpans,
    tiles: &Grid<TileId>,
    to: Spanned<Point>,
    blocked: Point,
) {
    if is_on_closed_rim(cx, tiles, blocked) {
        let message =
            format!("expected a route inside the perimeter, found {blocked} on the outermost ring");
        let finding = Diagnostic::new(Code::OnPerimeter, to.span, message);
        cx.report_once(finding.help("lead the route along cells inside the outermost ring"));
        return;
    }
    let name = tiles
        .get(blocked)
        .map_or("nothing", |tile| cx.tables.tile(tile).name.as_str());
    let message = format!("expected floor all along the route, found {name} at {blocked}");
    let finding = Diagnostic::new(Code::RouteBlocked, to.span, message);
    let cell = rows.cell(cx.source, blocked);
    let finding = finding.label_if(cell, "the route passes here");
    cx.report_once(finding.help("lead the route around it, or draw floor there"));
}

fn too_long(cx: &mut Context<'_>, span: Span, found: i64) {
    let message = format!(
        "expected a route of at most {} points, found {found}",
        cx.limits.route
    );
    let finding = Diagnostic::new(Code::RouteTooLong, span, message);
    cx.report_once(finding.help("shorten the route: the patrol walks it back and forth"));
}
