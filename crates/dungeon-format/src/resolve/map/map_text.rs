//! A level's map as text: its size and its characters.
use std::cell::OnceCell;
use std::collections::HashMap;

use super::generators::{caves, rooms, vaults};
use crate::characters::{first_byte, is_plain_ascii, is_printable, only_char};
use crate::diagnostic::{Code, Diagnostic};
use crate::keys::RecordKind;
use crate::resolve::schema::context::Context;
use crate::resolve::schema::fields::{Fields, bad_value, not_expected};
use crate::resolve::schema::source_map::RowSpans;
use crate::source::{Source, Span, Spanned};
use crate::spelling::{nearest, other_case};
use crate::syntax::{Classic, Integrity, KeyValue, Map, MapForm, Value};
use dungeon_model::dungeon::{Rim, TerrainGenerator};
use dungeon_model::space::geometry::{Point, Size, at};
use dungeon_model::space::narrow::count;

/// The extra steps of work per cell of `map caves` and `map rooms` (docs/format, "Limits").
const STEPS_A_MADE_CELL: usize = 20;

/// The help text for a region such as `3,4..9,8` as the value of a key that takes a glyph instead.
const MARK_EACH: &str =
    "write a glyph in place of the region: draw the cells as a mark, and name its glyph";

/// A map before its characters have a meaning.
#[derive(Debug)]
pub struct LevelMap {
    /// The size of the map, in cells.
    pub size: Size,
    /// The rows of the map; empty for a generated map.
    pub rows: RowSpans,
    /// How the characters are read.
    pub style: MapStyle,
    /// The generator of the level; `None` for other maps.
    pub generator: Option<TerrainGenerator>,
    /// The maximum number of vaults that the seed builds into the level.
    pub vaults: u32,
    /// Whether the map is a level or a vault.
    pub extent: MapExtent,
    /// Broken if a part of the map could not be read, or had a finding.
    pub integrity: Integrity,
    by_glyph: OnceCell<HashMap<char, Drawings>>,
}

/// Whether a map is a level or a vault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapExtent {
    /// A whole level. The game decides whether bodies can stand on its outermost ring.
    Level,
    /// A vault, which is built inside levels.
    Vault,
}

/// How the characters of a map get their meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapStyle {
    /// Each character has its glyph's meaning; a space is rock.
    Drawn,
    /// A space is floor, and all other characters are scenery (docs/format, "The classic format").
    Pasted,
    /// The map has no characters: floor everywhere or, for a generator, rock. The outermost ring is wall around rock,
    /// and in games where bodies cannot stand there.
    Open,
}

/// The first cell where a character is drawn, and the number of cells where it is drawn.
#[derive(Clone, Copy, Debug)]
struct Drawings {
    first: Point,
    count: usize,
}

/// The meaning of `//` in a drawn row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slashes {
    /// Two glyphs that the file declares.
    Glyphs,
    /// A comment, which is not allowed in a row.
    Remark,
}

/// Reads the map of a modern level. `None` if it is too broken to have a size, which is reported.
pub fn modern(cx: &mut Context<'_>, map: &Map, slashes: Slashes) -> Option<LevelMap> {
    match &map.form {
        MapForm::Drawn(rows) if slashes == Slashes::Remark => {
            let rows = without_remarks(cx, rows);
            drawn(cx, map, &rows)
        }
        MapForm::Drawn(rows) => drawn(cx, map, rows),
        MapForm::Pasted {
            width,
            height,
            rows,
        } => {
            if !cx.has_hero && rows.iter().any(|row| cx.text(*row).contains('@')) {
                report_drawn_as_classic(cx, map.head, width.span.to(height.span));
                return drawn(cx, map, rows);
            }
            let size = sized(cx, *width, *height)?;
            Some(level_map(
                cx.source,
                size,
                rows,
                MapStyle::Pasted,
                map.integrity,
            ))
        }
        MapForm::Made {
            how,
            width,
            height,
            keys,
        } => made(cx, map, how, *width, *height, keys),
    }
}

/// Reads the map of a classic file. `None` without a usable header, which is reported.
pub fn classic(cx: &mut Context<'_>, file: &Classic) -> Option<LevelMap> {
    let (width, height) = file.size?;
    let size = sized(cx, width, height)?;
    Some(level_map(
        cx.source,
        size,
        &file.rows,
        MapStyle::Pasted,
        Integrity::Whole,
    ))
}

impl LevelMap {
    /// Returns who may stand on the outermost ring of the map.
    pub fn rim(&self, cx: &Context<'_>) -> Rim {
        match self.extent {
            MapExtent::Level => cx.game.rim,
            MapExtent::Vault => Rim::Open,
        }
    }

    /// Iterates over all characters of the map, with their cells and their places in the text.
    pub fn cells<'a>(
        &'a self,
        source: &'a Source,
    ) -> impl Iterator<Item = (Point, char, Span)> + 'a {
        let width = self.size.width.max(0) as usize;
        (0..).zip(&self.rows.0).flat_map(move |(y, row)| {
            let start = row.start as usize;
            let characters = source.slice(*row).char_indices().take(width);
            (0..).zip(characters).map(move |(x, (offset, glyph))| {
                let begin = start + offset;
                (at(x, y), glyph, Span::new(begin, begin + glyph.len_utf8()))
            })
        })
    }

    /// Returns the cell with a column and a row that count from 1. Reports a cell outside the map and returns
    /// `None`.
    pub fn cell(&self, cx: &mut Context<'_>, x: i64, y: i64, span: Span) -> Option<Point> {
        self.cell_of(cx, x, y, span, "the map")
    }

    /// Returns the cell with a column and a row that count from 1. Reports a cell outside the map. `map` is the map's
    /// name in messages, such as "the map".
    fn cell_of(
        &self,
        cx: &mut Context<'_>,
        x: i64,
        y: i64,
        span: Span,
        map: &str,
    ) -> Option<Point> {
        let inside = |n: i64, side: i32| (1..=i64::from(side)).contains(&n);
        if inside(x, self.size.width) && inside(y, self.size.height) {
            let of = |n: i64| i32::try_from(n - 1).ok();
            return Some(at(of(x)?, of(y)?));
        }
        let Size { width, height } = self.size;
        let message = format!("expected a cell of {map}, 1,1 to {width},{height}, found {x},{y}");
        let finding = Diagnostic::new(Code::OutOfBounds, span, message);
        let is_turned = inside(y, width) && inside(x, height);
        let said = cx.text(span);
        let mend = if said.contains(',') {
            format!("{y},{x}")
        } else {
            format!("{y} {x}")
        };
        let is_all_said = said == format!("{x},{y}") || said == format!("{x} {y}");
        let help = format!("the column comes before the row: did you mean {y},{x}?");
        cx.report_once(match is_turned {
            true if is_all_said => finding.help(help).fix(span, mend),
            true => finding.help(help),
            false => finding,
        });
        None
    }

    /// Returns the cell that the value of a key names: a point, or a glyph that is drawn once in the level. `level` is
    /// the level's name in messages.
    pub fn named(
        &self,
        cx: &mut Context<'_>,
        pair: &KeyValue,
        level: &str,
    ) -> Option<Spanned<Point>> {
        let span = pair.value.span;
        if let Value::Point(x, y) = pair.value.value {
            let map = match level {
                "this level" => "the map",
                other => other,
            };
            let value = self.cell_of(cx, x, y, span, map)?;
            return Some(Spanned::new(value, span));
        }
        let Some(glyph) = only_char(cx.text(span)) else {
            let expected = format!("a point such as `3,4`, or a glyph drawn once in {level},");
            bad_value(cx, pair, &expected);
            return None;
        };
        match self.drawings(cx.source, glyph) {
            Some(Drawings { first, count: 1 }) => Some(Spanned::new(first, span)),
            drawings => {
                let times = drawings.map_or(0, |drawings| drawings.count);
                let found = match times {
                    0 => "which is not drawn".to_string(),
                    _ => format!("which is drawn {times} times"),
                };
                let message =
                    format!("expected a glyph drawn once in {level}, found `{glyph}`, {found}");
                let finding = Diagnostic::new(Code::BadValue, span, message);
                let help = format!("name the cell itself, such as `{}=3,4`", cx.text(pair.key));
                let is_meant = |other: &char| {
                    let drawings = self.drawings(cx.source, *other);
                    times == 0 && drawings.is_some_and(|drawings| drawings.count == 1)
                };
                let meant = other_case(glyph).filter(is_meant);
                cx.report_once(finding.perhaps_meant(span, meant, help));
                None
            }
        }
    }

    /// Returns the cells of a key's value in ascending order: one point, or all cells where the map has a glyph.
    /// Reports a wrong value and returns `None`. `level` is the level's name in messages.
    pub fn cells_named(
        &self,
        cx: &mut Context<'_>,
        pair: &KeyValue,
        level: &str,
    ) -> Option<Spanned<Vec<Point>>> {
        let span = pair.value.span;
        if let Value::Point(x, y) = pair.value.value {
            let value = vec![self.cell(cx, x, y, span)?];
            return Some(Spanned::new(value, span));
        }
        let Some(glyph) = only_char(cx.text(span)) else {
            let expected = format!("a point such as `3,4`, or a glyph drawn in {level},");
            let finding = not_expected(cx, pair, &expected);
            cx.report_once(match pair.value.value {
                Value::Region(_) => finding.help(MARK_EACH),
                _ => finding,
            });
            return None;
        };
        if !cx.admits_work(self.size.area(), span) {
            return None;
        }
        let cells = self
            .cells(cx.source)
            .filter(|(_, drawn, _)| *drawn == glyph);
        let value: Vec<Point> = cells.map(|(p, ..)| p).collect();
        if !cx.admits_caused_cells(value.len(), span) {
            return None;
        }
        if value.is_empty() {
            let message =
                format!("expected a glyph drawn in {level}, found `{glyph}`, which is not drawn");
            let finding = Diagnostic::new(Code::BadValue, span, message);
            let key = cx.text(pair.key);
            let help = format!(
                "draw it and give it a meaning, such as `mark {glyph} .`, or name the cell itself, such as `{key}=3,4`"
            );
            let is_meant = |other: &char| self.drawings(cx.source, *other).is_some();
            let meant = other_case(glyph).filter(is_meant);
            cx.report_once(finding.perhaps_meant(span, meant, help));
            return None;
        }
        Some(Spanned::new(value, span))
    }

    fn drawings(&self, source: &Source, glyph: char) -> Option<Drawings> {
        let by_glyph = self.by_glyph.get_or_init(|| {
            let mut by_glyph: HashMap<char, Drawings> = HashMap::new();
            let glyphs = self
                .cells(source)
                .filter(|(_, glyph, _)| !matches!(glyph, ' ' | '#' | '.'));
            for (p, glyph, _) in glyphs {
                let drawings = by_glyph
                    .entry(glyph)
                    .or_insert(Drawings { first: p, count: 0 });
                drawings.count += 1;
            }
            by_glyph
        });
        by_glyph.get(&glyph).copied()
    }
}

/// Reports a map with a size whose rows contain the file's only `@`: its author probably meant a drawn map, without a
/// size.
fn report_drawn_as_classic(cx: &mut Context<'_>, head: Span, size: Span) {
    let message = "expected `map` alone before a drawing with an `@`, found a size after it";
    let help = "write `map`, and `end` after the drawing: a map with a size is in the published form, where spaces are floor and all other characters are walls";
    let place = Span::new(head.start as usize, size.end as usize);
    cx.report(Diagnostic::new(Code::BadHeader, place, message).help(help));
}

/// Makes the map of an empty board of this size.
pub fn blank(size: Size) -> LevelMap {
    LevelMap {
        size,
        rows: RowSpans::default(),
        style: MapStyle::Open,
        generator: None,
        vaults: 0,
        extent: MapExtent::Level,
        integrity: Integrity::Whole,
        by_glyph: OnceCell::new(),
    }
}

/// Cuts comments off the ends of rows. Reports the first one.
fn without_remarks(cx: &mut Context<'_>, rows: &[Span]) -> Vec<Span> {
    let mut cut = rows.to_vec();
    let mut first = None;
    for row in &mut cut {
        if let Some(at) = remark_in(cx.text(*row)) {
            let start = row.start + count(at);
            first = first.or(Some(Span { start, ..*row }));
            row.end = start;
        }
    }
    if let Some(remark) = first {
        let message = "expected a map without comments, found one after a row";
        let finding = Diagnostic::new(Code::UnknownGlyph, remark, message)
            .help("write comments above the `map` line or below the `end` line");
        cx.report(finding.suggest(remark, ""));
    }
    cut
}

/// Returns the byte offset of the first `//` in a row.
fn remark_in(row: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(skipped) = first_byte(&row.as_bytes()[from..], |byte| byte == b'/') {
        let at = from + skipped;
        if row.as_bytes()[at..].starts_with(b"//") {
            return Some(at);
        }
        from = at + 1;
    }
    None
}

/// Reads a drawn map. The width is the length of the longest row without trailing spaces. The last row of the map is
/// the last row that is not empty.
fn drawn(cx: &mut Context<'_>, map: &Map, rows: &[Span]) -> Option<LevelMap> {
    let text = |row: &Span| cx.text(*row).trim_end_matches(' ');
    let height = rows
        .iter()
        .rposition(|row| !text(row).is_empty())
        .map_or(0, |last| last + 1);
    let width = rows
        .iter()
        .map(|row| text(row).chars().count())
        .max()
        .unwrap_or(0);
    if height == 0 {
        if map.integrity == Integrity::Whole {
            let message = "expected a drawn map, found an empty one";
            let finding = Diagnostic::new(Code::NoMap, map.head, message);
            cx.report(
                finding.help("draw the level between `map` and `end`: `.` is floor, `#` is wall"),
            );
        }
        return None;
    }
    let side = |value: usize| Spanned::new(value as i64, map.head);
    let size = sized(cx, side(width), side(height))?;
    Some(level_map(
        cx.source,
        size,
        &rows[..height],
        MapStyle::Drawn,
        map.integrity,
    ))
}

fn made(
    cx: &mut Context<'_>,
    map: &Map,
    how: &Spanned<String>,
    width: Spanned<i64>,
    height: Spanned<i64>,
    keys: &[KeyValue],
) -> Option<LevelMap> {
    let ((generator, vaults), integrity) = generator(cx, map, how, keys);
    let size = sized(cx, width, height)?;
    let steps = generator.map_or(0, |_| size.area().saturating_mul(STEPS_A_MADE_CELL));
    if !cx.admits_work(steps, width.span.to(height.span)) {
        return None;
    }
    Some(LevelMap {
        generator,
        vaults,
        ..level_map(cx.source, size, &[], MapStyle::Open, integrity)
    })
}

/// Reads the generator after `map`, and the maximum number of vaults on the level. Returns `Integrity::Broken` for an
/// unknown word.
fn generator(
    cx: &mut Context<'_>,
    map: &Map,
    how: &Spanned<String>,
    keys: &[KeyValue],
) -> ((Option<TerrainGenerator>, u32), Integrity) {
    const WAYS: [&str; 3] = ["open", "caves", "rooms"];
    let about = match how.value.as_str() {
        "caves" => RecordKind::Caves,
        _ => RecordKind::Rooms,
    };
    let mut fields = Fields::keyed(cx, about, map.head, keys);
    let generator = match how.value.as_str() {
        "open" => None,
        "caves" => Some(TerrainGenerator::Caves(caves(&mut fields))),
        "rooms" => Some(TerrainGenerator::Rooms(rooms(&mut fields))),
        other => {
            let message =
                format!("expected `open`, `caves` or `rooms` after `map`, found `{other}`");
            let finding = Diagnostic::new(Code::BadValue, how.span, message);
            cx.report(match nearest(other, WAYS) {
                Some(meant) => finding.did_you_mean(how.span, meant),
                None => finding,
            });
            return ((None, 0), Integrity::Broken);
        }
    };
    let vaults = generator.map_or(0, |_| vaults(&mut fields));
    let what = match generator {
        None => "an open map".to_string(),
        Some(_) => format!("a map of {}", how.value),
    };
    fields.finish(&what);
    ((generator, vaults), map.integrity)
}

/// Returns the size of a map; `None` if a limit is exceeded, which is reported. `parse` reports the limits on a single
/// map. This function reports the limits on all maps together.
fn sized(cx: &mut Context<'_>, width: Spanned<i64>, height: Spanned<i64>) -> Option<Size> {
    let sides = 1..=i64::from(cx.limits.side);
    let cells = u128::try_from(width.value.saturating_mul(height.value)).ok()?;
    let is_sound = sides.contains(&width.value) && sides.contains(&height.value);
    if !is_sound || cells > cx.limits.cells as u128 {
        return None;
    }
    let side = |side: Spanned<i64>| i32::try_from(side.value).ok();
    let size = Size::new(side(width)?, side(height)?);
    cx.admits_cells(size, width.span.to(height.span))
        .then_some(size)
}

/// Makes a map. Its integrity is broken if it has short rows, or characters that are not glyphs; `parse` has reported
/// both.
fn level_map(
    source: &Source,
    size: Size,
    rows: &[Span],
    style: MapStyle,
    integrity: Integrity,
) -> LevelMap {
    let width = size.width.max(0) as usize;
    let is_whole = |row: &Span| {
        let text = source.slice(*row);
        let is_wide_enough = |columns: usize| style != MapStyle::Pasted || columns >= width.max(1);
        if is_plain_ascii(text) {
            is_wide_enough(text.len())
        } else {
            is_printable(text) && is_wide_enough(text.chars().count())
        }
    };
    let rows_are_whole = (style != MapStyle::Pasted || rows.len() == size.height.max(0) as usize)
        && rows.iter().all(is_whole);
    LevelMap {
        size,
        rows: RowSpans(rows.to_vec()),
        style,
        generator: None,
        vaults: 0,
        extent: MapExtent::Level,
        integrity: if rows_are_whole {
            integrity
        } else {
            Integrity::Broken
        },
        by_glyph: OnceCell::new(),
    }
}
