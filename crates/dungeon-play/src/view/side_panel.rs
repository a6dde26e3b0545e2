//! The panel beside the map of a large screen: the game's numbers, the bodies and items in sight, the inventory and the
//! goal. The panel shows nothing that the board hides.
use std::borrow::Cow;
use std::collections::BTreeMap;

use super::board::{Board, Visibility};
use super::countdown::Countdown;
use super::frame::{Cell, Frame, Style};
use super::glyphs::Glyphs;
use super::layout::VERDICT;
use super::preview::ControlScheme;
use super::thirds::Third;
use super::widgets::{Gauge, StyledText, area, draw_pieces};
use super::words::{capitalised, mood, times};
use super::wrap::{columns_of, wrap};
use dungeon_engine::action::ActorId;
use dungeon_engine::ruleset_face::Reading;
use dungeon_model::dungeon::{Colour, ItemId, LifeUnit, Stat};
use dungeon_model::space::geometry::{Point, Region, at};
use dungeon_model::space::narrow;

/// The number of columns of a bar.
const BAR: i32 = 8;
/// The maximum number of rows of the inventory; a separate page shows all of it.
const PACK_ROWS: usize = 8;
/// The maximum number of rows of a goal with several sentences.
const GOAL_ROWS: usize = 6;
/// The number of rows reserved for the bodies and items in sight; the inventory gets only further rows.
const SIGHT_ROWS: usize = 6;

/// The contents of a panel beside the map.
#[derive(Clone)]
pub struct SidePanel<'a> {
    /// The level, as the player knows it.
    pub board: &'a Board<'a>,
    /// The region of the screen that shows the board, and the number of outermost rings left out.
    pub shown: (Region, i32),
    /// The life that each body started with, by `ActorId`.
    pub born_with: &'a [i32],
    /// The numbers of the gauges, in display order.
    pub readings: &'a [Reading],
    /// The clock, as label and figure; `None` for a game without one.
    pub clock: Option<[StyledText; 2]>,
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
struct PanelRow {
    sign: Option<Cell>,
    name: String,
    style: Style,
    bar: Option<Bar>,
    number: String,
}

/// A number and its maximum.
#[derive(Clone, Copy)]
struct Bar {
    left: i64,
    most: i64,
}

impl SidePanel<'_> {
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

    /// Returns the bodies and items in sight as one line of at most `columns` columns: "In sight: r rat 6  ! vial".
    pub fn sight_line(&self, columns: usize) -> Vec<StyledText> {
        line("In sight:", "nothing", &self.sighted(), columns)
    }

    /// Returns the inventory as one line of at most `columns` columns: "Inventory: a knife, wielded  b vial ×2".
    pub fn pack_line(&self, columns: usize) -> Vec<StyledText> {
        line("Inventory:", "empty", &self.packed(), columns)
    }

    fn glyphs(&self) -> Glyphs {
        self.board.glyphs
    }

    /// Returns the top rows: the place, the numbers, and the player's other units. The first row leaves room for the
    /// verdict.
    fn head(&self, columns: i32) -> Vec<PanelRow> {
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
        rows.extend(self.clock.clone().map(|[(name, _), (number, _)]| PanelRow {
            name,
            number,
            ..PanelRow::default()
        }));
        let others = world.ours().filter(|who| *who != world.commanded());
        let mut others = others.map(|who| self.unit(who)).peekable();
        if others.peek().is_some() {
            rows.push(PanelRow::default());
            rows.extend(others);
        }
        rows.push(PanelRow::default());
        rows
    }

    fn gauge(&self, reading: &Reading) -> PanelRow {
        let gauge = Gauge::new(reading);
        let [(label, _), (figure, style)] = gauge.pieces(self.glyphs());
        let full = reading.full.filter(|full| *full > 0);
        let bar = full.map(|most| Bar {
            left: reading.value,
            most,
        });
        if gauge.has_sign() {
            PanelRow::text(label + &figure, style)
        } else {
            PanelRow {
                name: label,
                bar: bar.filter(|_| reading.life_unit == LifeUnit::Points),
                number: figure,
                ..PanelRow::default()
            }
        }
    }

    /// Returns the row of a unit that is not commanded, with the first letters of the gauges' labels; dim for a unit
    /// without action points.
    fn unit(&self, who: ActorId) -> PanelRow {
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
            name: capitalised(&world.kind(who).name),
            style,
            number: numbers.join(" "),
            ..PanelRow::default()
        }
    }

    /// Returns at most `room` rows: the bodies and items in sight. If rows are left out, the last row says how many.
    fn in_sight(&self, room: usize) -> Vec<PanelRow> {
        let mut rows = self.sighted();
        if rows.is_empty() {
            rows.push(PanelRow::text("nothing", Style::DIM));
        }
        titled("In sight", rows, room)
    }

    /// Returns a row for each visible body, nearest first, then a row for each sort of visible item.
    fn sighted(&self) -> Vec<PanelRow> {
        let world = self.board.world;
        let here = world.here();
        let hero = world.body(world.commanded()).at;
        let (place, rim) = self.shown;
        let mut bodies: Vec<(u32, Point, ActorId)> = Vec::new();
        let mut things: BTreeMap<ItemId, (u32, u32)> = BTreeMap::new();
        for screen in place.points() {
            let Some(p) = self.board.cell_at(place, rim, screen) else {
                continue;
            };
            if (self.board.visibility)(p) != Visibility::Seen {
                continue;
            }
            let distance = hero.chebyshev(p);
            bodies.extend(
                world
                    .body_at(here, p)
                    .filter(|who| world.ours().all(|ours| ours != *who))
                    .map(|who| (distance, p, who)),
            );
            let item = world.item_at(here, p);
            if item != ItemId::NONE {
                let (nearest, count) = things.entry(item).or_insert((distance, 0));
                (*nearest, *count) = (distance.min(*nearest), *count + 1);
            }
        }
        bodies.sort_by_key(|(distance, at, _)| (*distance, at.y, at.x));
        let mut things: Vec<_> = things.into_iter().collect();
        things.sort_by_key(|(item, (distance, _))| (*distance, *item));
        let things = things
            .into_iter()
            .map(|(item, (_, count))| self.thing(item, count));
        let bodies = bodies.into_iter().map(|(_, _, who)| self.body(who));
        bodies.chain(things).collect()
    }

    /// Returns the row of a body: its name, its life, and a bar if it has health. The name of a monster that sleeps or is
    /// no enemy is followed by a phrase about that.
    fn body(&self, who: ActorId) -> PanelRow {
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
                name: kind.name.clone(),
                ..PanelRow::default()
            };
        }
        let is_measured = kind.life == Stat::Health && kind.stats[kind.life] > 0;
        let name = match mood(world, who) {
            Some(mood) => format!("{}, {mood}", kind.name),
            None => kind.name.clone(),
        };
        PanelRow {
            sign: Some(self.board.body_cell(who)),
            name,
            bar: is_measured.then_some(Bar { left, most }),
            number: left.to_string(),
            ..PanelRow::default()
        }
    }

    fn thing(&self, item: ItemId, count: u32) -> PanelRow {
        PanelRow {
            sign: Some(self.board.item_cell(item)),
            name: times(&self.board.world.item(item).name, count),
            ..PanelRow::default()
        }
    }

    /// Returns the inventory by letter, in at most `room` rows; empty if there is nothing to show or if `room` is less
    /// than 3.
    fn pack(&self, room: usize) -> Vec<PanelRow> {
        let rows = self.packed();
        if rows.is_empty() || room < 3 {
            return Vec::new();
        }
        titled("Inventory", rows, room)
    }

    /// Returns a row for each item of the inventory, by letter.
    fn packed(&self) -> Vec<PanelRow> {
        let world = self.board.world;
        let pack = world.pack();
        let things = pack.things().iter().map(|thing| {
            let item = world.item(thing.item);
            let mut text = format!("{} {}", thing.letter, times(&item.name, thing.count));
            if pack.worn() == Some(thing.item) {
                text += &format!(", {}", item.worn_word());
            }
            PanelRow::text(text, Style::PLAIN)
        });
        things.collect()
    }

    /// Returns the sentences about the goal, wrapped: at least the first, and more if there is room. In the last turns
    /// before a turn limit, only the first sentence is shown, in the color of a warning.
    fn goal(&self, columns: i32) -> Vec<PanelRow> {
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
fn wrapped_rows(text: &str, columns: usize, style: Style) -> Vec<PanelRow> {
    let lines = wrap(text, columns).into_iter();
    lines.map(|line| PanelRow::text(line, style)).collect()
}

/// Returns rows as one line of at most `columns` columns after a title, or `none` if there are no rows. If rows are left
/// out, the end of the line says how many.
fn line(title: &str, none: &str, rows: &[PanelRow], columns: usize) -> Vec<StyledText> {
    let mut pieces = vec![(title.to_owned(), Style::BOLD)];
    if rows.is_empty() {
        pieces.push((format!(" {none}"), Style::DIM));
    }
    let mut taken = title.chars().count();
    for (nth, row) in rows.iter().enumerate() {
        let more = |left: usize| match left {
            0 => String::new(),
            left => format!("  and {left} more"),
        };
        let entry = row.pieces(if nth == 0 { " " } else { "  " });
        let length: usize = entry.iter().map(|(text, _)| text.chars().count()).sum();
        let left = rows.len() - nth - 1;
        if taken + length + more(left).len() > columns {
            let rest = match nth {
                0 => format!(" {} in all", rows.len()),
                _ => more(left + 1),
            };
            pieces.push((rest, Style::DIM));
            break;
        }
        taken += length;
        pieces.extend(entry);
    }
    pieces
}

/// Returns a list with a title above it and an empty row below it, at most `room` rows in all. If the list is cut, its
/// last row says how many entries are missing.
fn titled(title: &str, mut rows: Vec<PanelRow>, room: usize) -> Vec<PanelRow> {
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

impl PanelRow {
    fn text<'a>(text: impl Into<Cow<'a, str>>, style: Style) -> PanelRow {
        PanelRow {
            name: text.into().into_owned(),
            style,
            ..PanelRow::default()
        }
    }

    /// Returns the row as pieces of a line, without the bar: the gap, the glyph, the name and the number.
    fn pieces(&self, gap: &str) -> Vec<StyledText> {
        let mut pieces = vec![(gap.to_owned(), Style::PLAIN)];
        pieces.extend(
            self.sign
                .map(|sign| (sign.glyph().to_string(), sign.style())),
        );
        let blank = if self.sign.is_some() { " " } else { "" };
        pieces.push((format!("{blank}{}", self.name), self.style));
        if !self.number.is_empty() {
            pieces.push((format!(" {}", self.number), Style::BOLD));
        }
        pieces
    }

    /// Draws the row with the number right-aligned, the bar before it, and the name cut to fit.
    fn draw(&self, frame: &mut Frame, line: Region, glyphs: Glyphs) {
        let digits = columns_of(&self.number);
        let mut end = line.to.x + 1;
        if digits > 0 {
            end -= digits.max(3);
            let number = (self.number.clone(), Style::BOLD);
            let from = at(line.to.x + 1 - digits, line.from.y);
            draw_pieces(frame, area(from, digits, 1), &[number], glyphs);
            end -= 1;
        }
        if let Some(bar) = self.bar {
            end -= BAR;
            draw_pieces(
                frame,
                area(at(end, line.from.y), BAR, 1),
                &bar.pieces(glyphs),
                glyphs,
            );
            end -= 1;
        }
        let mut from = line.from;
        if let Some(sign) = self.sign {
            frame.set(from, sign);
            from.x += 2;
        }
        let room = end - from.x;
        let name = (glyphs.spelled(&self.name), self.style);
        draw_pieces(frame, area(from, room, 1), &[name], glyphs);
    }
}

impl Bar {
    /// Returns the full and the empty part of the bar, with different characters so that the bar is readable without
    /// color. The color changes at each third. The bar of a living body has at least one full character; the bar of a
    /// wounded body has at least one empty character.
    fn pieces(self, glyphs: Glyphs) -> [StyledText; 2] {
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
        let part =
            |sign: char, count: i64| sign.to_string().repeat(narrow::size(count.unsigned_abs()));
        [
            (part(sign, full), style),
            (part(blank, signs - full), Style::DIM),
        ]
    }
}
