//! The generator for `map rooms` (docs/format, "Made maps"). The map is divided into plots. Some plots get a room, and
//! corridors connect the plots.
use super::chance::Draw;
use dungeon_model::dungeon::Rooms;
use dungeon_model::space::disjoint_sets::DisjointSets;
use dungeon_model::space::geometry::{Point, Region, Size, at};
use dungeon_model::space::narrow::{self, length};
use dungeon_model::space::rock::Rock;

/// The number of cells between two plots: a wall on each side, and a corridor between the walls.
const GAP: i32 = 3;

/// One in `LOOPS` of the corridors that are not needed to connect the rooms is dug anyway, so that the map has loops.
const LOOPS: u32 = 3;

/// Digs rooms and corridors into solid rock, and returns the doorways that get a door. The rooms are connected, unless
/// fixed rock is in the way.
pub fn dig_rooms(rock: &mut Rock, rooms: Rooms, draw: &mut Draw) -> Vec<Doorway> {
    let Some(plan) = PlotGrid::new(rock.size(), rooms, draw) else {
        return Vec::new();
    };
    for plot in plan.plots.iter().filter(|plot| plot.holds == PlotUse::Room) {
        rock.dig(plot.part);
    }
    let mut doorways = Vec::new();
    for (from, to) in plan.corridors(draw) {
        doorways.extend(dig_corridor(rock, plan.plots[from], plan.plots[to], draw));
    }
    doorways.retain(|_| draw.below(100) < rooms.doors);
    doorways
}

/// A gap in the wall of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Doorway {
    /// The cell of the gap.
    pub at: Point,
    /// The two wall cells next to the gap.
    pub posts: [Point; 2],
}

/// A plot of the map, and the region inside the plot that corridors lead to.
#[derive(Clone, Copy, Debug)]
struct Plot {
    part: Region,
    holds: PlotUse,
}

/// The use of a plot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PlotUse {
    Room,
    /// A single cell where corridors meet. Stays solid if no corridor leads there.
    Crossing,
}

/// The plots of a map, in rows and columns.
struct PlotGrid {
    columns: usize,
    plots: Vec<Plot>,
}

impl PlotGrid {
    /// Divides a map into plots, at least one for each room, or as many as fit. `None` if the map has no cells inside
    /// its rim.
    fn new(size: Size, rooms: Rooms, draw: &mut Draw) -> Option<PlotGrid> {
        let inside = Size::new(size.width - 2, size.height - 2);
        if inside.width < 1 || inside.height < 1 {
            return None;
        }
        let (columns, rows) = division(inside, rooms);
        let holds = draw_plot_uses(columns * rows, rooms.count as usize, draw);
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let plots = cells.zip(holds).map(|((column, row), holds)| {
            let sides = match holds {
                PlotUse::Room => rooms.sides,
                PlotUse::Crossing => (1, 1),
            };
            let (left, right) = span(inside.width, column, columns, sides, draw);
            let (top, bottom) = span(inside.height, row, rows, sides, draw);
            let part = Region {
                from: at(left, top),
                to: at(right, bottom),
            };
            Plot { part, holds }
        });
        Some(PlotGrid {
            columns,
            plots: plots.collect(),
        })
    }

    /// Draws the pairs of plots that corridors connect. The corridors connect all rooms, form some loops, and have no
    /// dead ends.
    fn corridors(&self, draw: &mut Draw) -> Vec<(usize, usize)> {
        let count = self.plots.len();
        let beside = |plot: usize| !(plot + 1).is_multiple_of(self.columns);
        let across = (0..count)
            .filter(|plot| beside(*plot))
            .map(|plot| (plot, plot + 1));
        let down = (self.columns..count).map(|plot| (plot - self.columns, plot));
        let mut all: Vec<(usize, usize)> = across.chain(down).collect();
        shuffle(&mut all, draw);
        let mut sets = DisjointSets::new(count);
        let (mut ways, spare): (Vec<_>, Vec<_>) = all
            .into_iter()
            .partition(|(from, to)| sets.union(narrow::count(*from), narrow::count(*to)));
        self.drop_blind_ends(&mut ways);
        let mut is_met = vec![false; count];
        for (from, to) in &ways {
            (is_met[*from], is_met[*to]) = (true, true);
        }
        let loops = spare
            .into_iter()
            .filter(|(from, to)| is_met[*from] && is_met[*to] && draw.once_in(LOOPS));
        ways.extend(loops);
        ways
    }

    /// Removes corridors that end at a crossing without another corridor, until no dead end is left.
    fn drop_blind_ends(&self, ways: &mut Vec<(usize, usize)>) {
        let mut ties: Vec<Vec<usize>> = vec![Vec::new(); self.plots.len()];
        for (from, to) in ways.iter() {
            ties[*from].push(*to);
            ties[*to].push(*from);
        }
        let is_blind = |ties: &[Vec<usize>], plot: usize| {
            ties[plot].len() == 1 && self.plots[plot].holds == PlotUse::Crossing
        };
        let mut blind: Vec<usize> = (0..ties.len())
            .filter(|plot| is_blind(&ties, *plot))
            .collect();
        while let Some(plot) = blind.pop() {
            let Some(other) = ties[plot].pop() else {
                continue;
            };
            ties[other].retain(|tied| *tied != plot);
            if is_blind(&ties, other) {
                blind.push(other);
            }
        }
        ways.retain(|(from, to)| ties[*from].contains(to));
    }
}

/// Returns the number of columns and the number of rows of plots: enough plots for all rooms, if they fit. A plot has
/// about twice as many columns as rows of cells, because terminal cells are twice as high as wide.
fn division(inside: Size, rooms: Rooms) -> (usize, usize) {
    let least = i32::try_from(rooms.sides.0).unwrap_or(i32::MAX).max(1);
    let most = |side: i32| (side.saturating_add(GAP) / least.saturating_add(GAP)).max(1);
    let (most_columns, most_rows) = (most(inside.width), most(inside.height));
    let wanted = i32::try_from(rooms.count).unwrap_or(i32::MAX).max(1);
    let worth = |columns: i32| {
        let rows = (wanted / columns + i32::from(wanted % columns > 0)).min(most_rows);
        let lacking = wanted.saturating_sub(columns.saturating_mul(rows)).max(0);
        let spare = columns.saturating_mul(rows).saturating_sub(wanted).max(0);
        let shape = (inside.width / columns).abs_diff(inside.height.saturating_mul(2) / rows);
        (lacking, spare as u32 + shape, columns, rows)
    };
    let best = (1..=most_columns).map(worth).min();
    let (.., columns, rows) = best.unwrap_or((0, 0, 1, 1));
    (columns as usize, rows as usize)
}

/// Draws the position and length of a room along one side of the map, inside a plot. Returns the room's first and last
/// coordinate on the map. `plots` is the number of plots along this side.
fn span(
    side: i32,
    plot: usize,
    plots: usize,
    (shortest, longest): (u32, u32),
    draw: &mut Draw,
) -> (i32, i32) {
    let edge = |plot: usize| length((side + GAP) as usize * plot / plots);
    let (start, room) = (1 + edge(plot), edge(plot + 1) - edge(plot) - GAP);
    let most = (room.max(1) as u32).min(longest.max(1));
    let least = shortest.clamp(1, most);
    let length = (least + draw.below(most - least + 1)) as i32;
    let first = start + draw.below((room - length + 1).max(0) as u32) as i32;
    (first, first + length - 1)
}

/// Draws the use of each plot. `rooms` of the plots become rooms; all selections are equally likely.
fn draw_plot_uses(plots: usize, rooms: usize, draw: &mut Draw) -> Vec<PlotUse> {
    let mut holds = vec![PlotUse::Crossing; plots];
    let count = rooms.clamp(1, plots);
    holds[..count].fill(PlotUse::Room);
    shuffle(&mut holds, draw);
    holds
}

/// Shuffles a list by Fisher–Yates; all orders are equally likely.
fn shuffle<T>(list: &mut [T], draw: &mut Draw) {
    for i in 0..list.len() {
        let j = i + draw.below(narrow::count(list.len() - i)) as usize;
        list.swap(i, j);
    }
}

/// Digs a corridor with one bend between the regions of two plots. The second plot must be to the right of the first
/// plot or below it. Returns the doorways where the corridor enters rooms.
fn dig_corridor(rock: &mut Rock, from: Plot, to: Plot, draw: &mut Draw) -> Vec<Doorway> {
    let is_across = to.part.from.x > from.part.to.x;
    // In these coordinates every corridor is horizontal: `a` increases along the corridor, and `b` across.
    let cell = |a: i32, b: i32| if is_across { at(a, b) } else { at(b, a) };
    let along = |p: Point| if is_across { p.x } else { p.y };
    let athwart = |p: Point| if is_across { p.y } else { p.x };
    let mut pick =
        |first: i32, last: i32| first + draw.below((last - first + 1).max(1) as u32) as i32;
    let (start, end) = (along(from.part.to) + 1, along(to.part.from) - 1);
    let leave = pick(athwart(from.part.from), athwart(from.part.to));
    let enter = pick(athwart(to.part.from), athwart(to.part.to));
    let bend = pick(start + 1, end - 1);
    let mut dig = |from: Point, to: Point| rock.dig(Region { from, to });
    dig(cell(start, leave), cell(bend, leave));
    dig(cell(bend, leave.min(enter)), cell(bend, leave.max(enter)));
    dig(cell(bend, enter), cell(end, enter));
    let mut doorways = Vec::new();
    for (plot, a, b) in [(from, start, leave), (to, end, enter)] {
        match plot.holds {
            PlotUse::Room => doorways.push(Doorway {
                at: cell(a, b),
                posts: [cell(a, b - 1), cell(a, b + 1)],
            }),
            PlotUse::Crossing => dig(plot.part.from, plot.part.from),
        }
    }
    doorways
}
