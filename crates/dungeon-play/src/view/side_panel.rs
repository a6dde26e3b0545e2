//! The panel beside the map of a large screen: the game's numbers, the bodies and items in sight, the inventory and the
//! goal. The panel shows nothing that the board hides.
use std::borrow::Cow;

use super::board::{Board, Visibility};
use super::countdown::Countdown;
use super::frame::{Cell, Frame, Style};
use super::glyphs::Glyphs;
use super::layout::VERDICT;
use super::preview::ControlScheme;
use super::thirds::Third;
use super::widgets::{Gauge, StyledLine, area, draw_text};
use super::words::{brief_states, capitalised, mood, times};
use super::wrap::{columns_of, wrap};
use dungeon_engine::action::ActorId;
use dungeon_engine::ruleset_face::Reading;
use dungeon_model::dungeon::{Colour, ItemId, LifeUnit, Stat};
use dungeon_model::space::geometry::{Point, Region, at};

/// The number of columns of a bar.
const BAR: i32 = 8;
/// The maximum number of rows of the inventory; a separate page shows all of it.
const PACK_ROWS: usize = 8;
/// The maximum number of rows of a goal with several sentences.
const GOAL_ROWS: usize = 6;
/// The number of rows reserved for the bodies and items in sight; the inventory gets only further rows.
const SIGHT_ROWS: usize = 6;

/// The farthest columns and rows from the hero in which items are listed; bodies are listed at any distance.
const FARTHEST: Point = at(80, 40);

/// The contents of a panel beside the map.
#[derive(Clone, Copy)]
pub struct SidePanel<'a> {
    /// The level, as the player knows it.
    pub board: &'a Board<'a>,
    /// The life that each body started with, by `ActorId`.
    pub born_with: &'a [i32],
    /// The numbers of the gauges, in display order.
    pub readings: &'a [Reading],
    /// The turn; `None` for a game without a clock.
    pub clock: Option<Reading>,
    /// Texts about the place, starting with the dungeon's title.
    pub surroundings: &'a [String],
    /// Sentences about the goal, with the most urgent one first.
    pub notes: &'a [String],
    /// The way that the player controls the game.
    pub control: ControlScheme,
}

/// A row of the panel: a glyph of the map and a name on the left, a bar and a number on the right; each of these four
/// is optional.
#[derive(Clone, Default)]
struct PanelRow<'a> {
    sign: Option<Cell>,
    name: Cow<'a, str>,
    style: Style,
    bar: Option<Bar>,
    number: String,
    /// A phrase after the number, or after the name if the number is elsewhere; may be empty.
    note: String,
}

/// A body, or all items of one sort, in sight.
#[derive(Clone, Copy)]
struct Sighted {
    thing: SightedThing,
    /// The distance of the nearest of them to the hero.
    distance: u32,
    at: Point,
    count: u32,
}

/// What is in sight; bodies come first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum SightedThing {
    Body(ActorId),
    Item(ItemId),
}

/// A number and its maximum.
#[derive(Clone, Copy)]
struct Bar {
    left: i64,
    most: i64,
}

impl<'a> SidePanel<'a> {
    /// Draws the panel into a region: the place and the numbers, then the bodies and items in sight, then the inventory
    /// and the goal.
    pub fn draw(&self, frame: &mut Frame, place: Region) {
        let columns = place.to.x - place.from.x + 1;
        let mut rows = self.head(columns);
        let mut foot = self.goal(columns);
        let height = (place.to.y - place.from.y + 1) as usize;
        let room = height.saturating_sub(rows.len() + foot.len() + SIGHT_ROWS);
        foot.splice(0..0, self.pack(room.min(PACK_ROWS)));
        let room = height.saturating_sub(rows.len() + foot.len());
        rows.extend(self.in_sight(room));
        rows.extend(foot);
        for (y, row) in (place.from.y..=place.to.y).zip(&rows) {
            row.draw(frame, area(at(place.from.x, y), columns, 1), self.glyphs());
        }
    }

    /// Makes a line of at most `columns` columns of the bodies and items in sight: "In sight: r rat 6  ! vial".
    pub fn write_sight(&self, line: &mut StyledLine, columns: usize) {
        write_list(line, ["In sight:", "nothing"], self.sighted(), columns);
    }

    /// Makes a line of at most `columns` columns of the inventory and the keys: "Inventory: a knife, wielded  b vial ×2
    /// bronze key".
    pub fn write_pack(&self, line: &mut StyledLine, columns: usize) {
        let pack = self.board.world.pack();
        let is_worn =
            |nth: usize| { pack.things().get(nth) }.is_some_and(|it| pack.is_worn(it.item));
        let rows = self.packed().into_iter().enumerate();
        let (mut rows, others): (Vec<_>, Vec<_>) = rows.partition(|(nth, _)| is_worn(*nth));
        rows.extend(others);
        let rows = rows.into_iter().map(|(_, row)| row);
        write_list(line, ["Inventory:", "empty"], rows, columns);
    }

    fn glyphs(&self) -> Glyphs {
        self.board.glyphs
    }

    /// Returns the top rows: the place, the numbers, and the player's other units. The first row leaves room for the
    /// verdict.
    fn head(&self, columns: i32) -> Vec<PanelRow<'a>> {
        let room = (columns - VERDICT - 1).max(0) as usize;
        let mut texts = self.surroundings.iter();
        let title = texts.next().map_or("", String::as_str);
        let mut rows = wrapped_rows(title, room, Style::BOLD);
        if rows.is_empty() {
            rows.push(PanelRow::default());
        }
        rows.extend(
            texts.flat_map(|text| wrapped_rows(text, columns.max(1) as usize, Style::PLAIN)),
        );
        rows.push(PanelRow::default());
        let world = self.board.world;
        if self.control == ControlScheme::Pointing {
            let name = capitalised(&world.kind(world.commanded()).name);
            rows.push(PanelRow::text(name, Style::BOLD));
        }
        rows.extend(self.readings.iter().map(|reading| self.gauge(reading)));
        rows.extend(self.clock.iter().map(|clock| self.gauge(clock)));
        let others = world.ours().filter(|who| *who != world.commanded());
        let mut others = others.map(|who| self.unit(who)).peekable();
        if others.peek().is_some() {
            rows.push(PanelRow::default());
            rows.extend(others);
        }
        rows.push(PanelRow::default());
        rows
    }

    fn gauge(&self, reading: &Reading) -> PanelRow<'a> {
        let gauge = Gauge::new(reading);
        let (label, figure) = (gauge.label(), gauge.figure(self.glyphs()));
        let full = reading.full.filter(|full| *full > 0);
        let bar = full.map(|most| Bar {
            left: reading.value,
            most,
        });
        if gauge.has_sign() {
            PanelRow::text(format!("{label}{figure}"), gauge.figure_style())
        } else {
            PanelRow {
                name: label.to_string().into(),
                bar: bar.filter(|_| reading.life_unit == LifeUnit::Points),
                number: figure.to_string(),
                ..PanelRow::default()
            }
        }
    }

    /// Returns the row of a unit that is not commanded, with the first letters of the gauges' labels; dim for a unit
    /// without action points.
    fn unit(&self, who: ActorId) -> PanelRow<'a> {
        let world = self.board.world;
        let body = world.body(who);
        let numbers = [('P', Stat::Ap), ('H', Stat::Health), ('A', Stat::Ammo)];
        let numbers = numbers.map(|(letter, stat)| format!("{letter}{}", body.stat(stat)));
        let style = match body.stat(Stat::Ap) {
            1.. => Style::PLAIN,
            _ => Style::DIM,
        };
        PanelRow {
            sign: Some(self.board.body_cell(who)),
            name: capitalised(&world.kind(who).name).into(),
            style,
            number: numbers.join(" "),
            ..PanelRow::default()
        }
    }

    /// Returns at most `room` rows: the bodies and items in sight. If rows are left out, the last row says how many.
    fn in_sight(&self, room: usize) -> Vec<PanelRow<'a>> {
        let mut rows: Vec<PanelRow<'a>> = self.sighted().collect();
        if rows.is_empty() {
            rows.push(PanelRow::text("nothing", Style::DIM));
        }
        titled("In sight", rows, room)
    }

    /// Returns a row for each visible body, nearest first, then a row for each sort of visible item.
    fn sighted(&self) -> impl ExactSizeIterator<Item = PanelRow<'a>> {
        let world = self.board.world;
        let (here, hero) = (world.here(), world.body(world.commanded()).at);
        let corner = world.size(here).region().to;
        let (west, east) = (
            (hero.x - FARTHEST.x).max(0),
            (hero.x + FARTHEST.x).min(corner.x),
        );
        let (north, south) = (
            (hero.y - FARTHEST.y).max(0),
            (hero.y + FARTHEST.y).min(corner.y),
        );
        let near = Region {
            from: at(west, north),
            to: at(east, south),
        };
        let items = near.points().filter_map(|p| {
            let item = world.item_at(here, p);
            (item != ItemId::NONE).then_some((SightedThing::Item(item), p))
        });
        let bodies = world.theirs(here).map(|who| (who, world.body(who).at));
        let bodies = bodies.filter(|(who, p)| world.body_at(here, *p) == Some(*who));
        let things = bodies
            .map(|(who, p)| (SightedThing::Body(who), p))
            .chain(items);
        let seen = things.filter(|(_, p)| (self.board.visibility)(*p) == Visibility::Seen);
        let seen = seen.map(|(thing, at)| Sighted {
            thing,
            distance: hero.chebyshev(at),
            at,
            count: 1,
        });
        let mut all: Vec<Sighted> = seen.collect();
        all.sort_unstable_by_key(|seen| (seen.thing, seen.distance));
        all.dedup_by(|next, first| {
            let is_same = next.thing == first.thing;
            first.count += u32::from(is_same);
            is_same
        });
        all.sort_unstable_by_key(|seen| match seen.thing {
            SightedThing::Body(_) => (false, seen.distance, seen.at.y, seen.at.x, ItemId::NONE),
            SightedThing::Item(item) => (true, seen.distance, 0, 0, item),
        });
        let panel = *self;
        all.into_iter().map(move |seen| match seen.thing {
            SightedThing::Body(who) => panel.body(who),
            SightedThing::Item(item) => panel.thing(item, seen.count),
        })
    }

    /// Returns the row of a body: its name, its life, and a bar if it has health. The name of a monster that sleeps or is
    /// no enemy is followed by a phrase about that. Timed states take the place of the phrase and of the
    /// bar.
    fn body(&self, who: ActorId) -> PanelRow<'a> {
        let world = self.board.world;
        let kind = world.kind(who);
        let left = i64::from(world.life_of(who));
        let most = match kind.most[kind.life] {
            i32::MAX => self
                .born_with
                .get(who.0 as usize)
                .copied()
                .unwrap_or_default(),
            most => most,
        };
        let most = i64::from(most).max(left);
        // In games with lives, each body has one life, regardless of its stat.
        let counts_lives = |reading: &Reading| reading.life_unit == LifeUnit::Lives;
        if self.readings.iter().any(counts_lives) {
            return PanelRow {
                sign: Some(self.board.body_cell(who)),
                name: Cow::Borrowed(&kind.name),
                ..PanelRow::default()
            };
        }
        let is_measured = kind.life == Stat::Health && kind.stats[kind.life] > 0;
        let states = brief_states(world, who);
        let note = match (mood(world, who), states.as_str()) {
            (Some(mood), "") => format!(", {mood}"),
            (None, "") => String::new(),
            (_, states) => format!(" ({states})"),
        };
        // Turns matter more than a bar, if there is no room for both.
        let is_measured = is_measured && states.is_empty();
        PanelRow {
            sign: Some(self.board.body_cell(who)),
            name: Cow::Borrowed(&kind.name),
            bar: is_measured.then_some(Bar { left, most }),
            number: left.to_string(),
            note,
            ..PanelRow::default()
        }
    }

    fn thing(&self, item: ItemId, count: u32) -> PanelRow<'a> {
        let name = &self.board.world.item(item).name;
        PanelRow {
            sign: Some(self.board.item_cell(item)),
            name: match count {
                1 => Cow::Borrowed(name),
                count => Cow::Owned(times(name, count)),
            },
            ..PanelRow::default()
        }
    }

    /// Returns the inventory by letter and the keys, in at most `room` rows; empty if there is nothing to show or if
    /// `room` is less than 3.
    fn pack(&self, room: usize) -> Vec<PanelRow<'a>> {
        let rows = self.packed();
        if rows.is_empty() || room < 3 {
            return Vec::new();
        }
        titled("Inventory", rows, room)
    }

    /// Returns a row for each item of the inventory, by letter, and for each key, which has no letter.
    fn packed(&self) -> Vec<PanelRow<'a>> {
        let world = self.board.world;
        let pack = world.pack();
        let things = pack.things().iter().map(|thing| {
            let item = world.item(thing.item);
            let text = format!("{} {}", thing.letter, times(&item.name, thing.count));
            let mut note = String::new();
            if pack.is_worn(thing.item) {
                note += &format!(", {}", item.worn_word());
            }
            if let left @ 1.. = world.turns_to_ready(thing.item) {
                note += &format!(", ready in {left}");
            }
            PanelRow {
                note,
                ..PanelRow::text(text, Style::PLAIN)
            }
        });
        let keys = { world.held().iter() }.map(|key| &world.item(*key).name);
        let keys = keys.map(|name| PanelRow::text(name.as_str(), Style::PLAIN));
        things.chain(keys).collect()
    }

    /// Returns the sentences about the goal, wrapped: at least the first, and more if there is room. In the last turns
    /// before a turn limit, only the first sentence is shown, in the color of a warning.
    fn goal(&self, columns: i32) -> Vec<PanelRow<'a>> {
        let columns = columns.max(1) as usize;
        let rows_of = |text: &str, style| wrapped_rows(text.trim(), columns, style);
        let warning = Countdown::of(self.board.world).and_then(Countdown::style);
        let (urgent, notes) = self.notes.split_at(match warning {
            Some(_) => self.notes.len().min(1),
            None => 0,
        });
        let urgent = rows_of(&urgent.concat(), warning.unwrap_or_default());
        let mut text = String::new();
        for sentence in notes {
            let longer = format!("{text} {sentence}");
            let count = urgent.len() + wrap(longer.trim(), columns).len();
            if (!text.is_empty() || !urgent.is_empty()) && count > GOAL_ROWS {
                break;
            }
            text = longer;
        }
        let rows = [urgent, rows_of(&text, Style::PLAIN)].concat();
        if rows.is_empty() {
            rows
        } else {
            [vec![PanelRow::text("Goal", Style::BOLD)], rows].concat()
        }
    }
}

/// Returns a text as rows of at most `columns` columns.
fn wrapped_rows<'a>(text: &str, columns: usize, style: Style) -> Vec<PanelRow<'a>> {
    let lines = wrap(text, columns).into_iter();
    lines.map(|line| PanelRow::text(line, style)).collect()
}

/// Adds a title and rows to a line of at most `columns` columns; without rows, a word that says so. If rows are left
/// out, the end of the line says how many. If there is no room for the first row, its note is left out.
fn write_list<'a>(
    line: &mut StyledLine,
    [title, none]: [&str; 2],
    rows: impl ExactSizeIterator<Item = PanelRow<'a>>,
    columns: usize,
) {
    let count = rows.len();
    line.push(title, Style::BOLD);
    if count == 0 {
        line.push(format_args!(" {none}"), Style::DIM);
    }
    for (nth, mut row) in rows.enumerate() {
        let before = line.count();
        let write = |row: &PanelRow<'a>, line: &mut StyledLine| {
            row.write(line, if nth == 0 { " " } else { "  " });
            let after = line.count();
            write_rest(line, count - nth - 1);
            let is_fitting = line.columns() <= columns;
            line.truncate(if is_fitting { after } else { before });
            is_fitting
        };
        let mut is_fitting = write(&row, line);
        if !is_fitting && nth == 0 && !row.note.is_empty() {
            row.note.clear();
            is_fitting = write(&row, line);
        }
        if !is_fitting {
            match nth {
                0 => line.push(format_args!(" {count} in all"), Style::DIM),
                _ => write_rest(line, count - nth),
            }
            break;
        }
    }
}

/// Adds the number of rows that are left out to a line; adds nothing if there are none.
fn write_rest(line: &mut StyledLine, left: usize) {
    if left > 0 {
        line.push(format_args!("  +{left} more"), Style::DIM);
    }
}

/// Returns a list with a title above it and an empty row below it, at most `room` rows in all. If the list is cut, its
/// last row says how many entries are missing.
fn titled<'a>(title: &'a str, mut rows: Vec<PanelRow<'a>>, room: usize) -> Vec<PanelRow<'a>> {
    let room = room.saturating_sub(2);
    if rows.len() > room {
        let more = rows.len() - room.saturating_sub(1);
        rows.truncate(room.saturating_sub(1));
        rows.push(PanelRow::text(format!("and {more} more"), Style::DIM));
    }
    rows.insert(0, PanelRow::text(title, Style::BOLD));
    rows.push(PanelRow::default());
    rows
}

impl<'a> PanelRow<'a> {
    fn text(text: impl Into<Cow<'a, str>>, style: Style) -> PanelRow<'a> {
        PanelRow {
            name: text.into(),
            style,
            ..PanelRow::default()
        }
    }

    /// Adds a gap and the row to a line, without the bar: the glyph, the name and the number.
    fn write(&self, line: &mut StyledLine, gap: &str) {
        line.push(gap, Style::PLAIN);
        if let Some(sign) = self.sign {
            line.push(sign.glyph(), sign.style());
        }
        let blank = if self.sign.is_some() { " " } else { "" };
        line.push(format_args!("{blank}{}", self.name), self.style);
        if !self.number.is_empty() {
            line.push(format_args!(" {}", self.number), Style::BOLD);
        }
        line.push(&self.note, self.style);
    }

    /// Draws the row with the number right-aligned, the bar before it, and the name cut to fit.
    fn draw(&self, frame: &mut Frame, line: Region, glyphs: Glyphs) {
        let digits = columns_of(&self.number);
        let mut end = line.to.x + 1;
        if digits > 0 {
            end -= digits.max(3);
            let from = at(line.to.x + 1 - digits, line.from.y);
            draw_text(
                frame,
                area(from, digits, 1),
                &self.number,
                Style::BOLD,
                glyphs,
            );
            end -= 1;
        }
        if let Some(bar) = self.bar {
            end -= BAR;
            bar.draw(frame, at(end, line.from.y), glyphs);
            end -= 1;
        }
        let mut from = line.from;
        if let Some(sign) = self.sign {
            frame.set(from, sign);
            from.x += 2;
        }
        let room = end - from.x;
        let text = match self.note.as_str() {
            "" => Cow::Borrowed(&*self.name),
            note => Cow::Owned(format!("{}{note}", self.name)),
        };
        draw_text(frame, area(from, room, 1), &text, self.style, glyphs);
    }
}

impl Bar {
    /// Draws the bar from a point on: its full and its empty part, with different characters so that the bar is readable
    /// without color. The color changes at each third. The bar of a living body has at least one full character; the bar
    /// of a wounded body has at least one empty character.
    fn draw(self, frame: &mut Frame, from: Point, glyphs: Glyphs) {
        let Bar { left, most } = self;
        let signs = i64::from(BAR);
        let full = match left {
            ..=0 => 0,
            left if left >= most => signs,
            left => (left * signs / most).clamp(1, signs - 1),
        };
        let measured = Reading {
            full: Some(most),
            ..Reading::points("", left)
        };
        let colour = match Third::of(&measured) {
            Some(Third::Lower) => Colour::Red,
            Some(Third::Middle) => Colour::Yellow,
            Some(Third::Upper) | None => Colour::Green,
        };
        let style = Style::PLAIN.inked(colour);
        let [sign, blank] = glyphs.bar();
        for x in 0..BAR {
            let is_full = i64::from(x) < full;
            let cell = if is_full {
                Cell::new(sign, style)
            } else {
                Cell::new(blank, Style::DIM)
            };
            frame.set(at(from.x + x, from.y), cell);
        }
    }
}
