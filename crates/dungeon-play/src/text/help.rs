//! The help page: the goal of the game, then the keymap as text. Keys for the same action in eight directions are drawn
//! as a compass, and the legend. Help that is too long for one page is laid out more tightly, if it then fits; otherwise no
//! compass and no entry is torn apart at the end of a page.
use crate::input::key::Key;
use crate::input::keymap::{Command, Keymap, KeymapEntry};
use crate::view::wrap::{columns_of, wrap};
use dungeon_engine::action::Action;
use dungeon_model::dungeon::grammar::lists::joined;
use dungeon_model::space::geometry::{Direction, Size};
use dungeon_model::space::narrow::length;

/// The directions of a compass by row; `None` is its center.
const COMPASS: [[Option<Direction>; 3]; 3] = [
    [
        Some(Direction::NorthWest),
        Some(Direction::North),
        Some(Direction::NorthEast),
    ],
    [Some(Direction::West), None, Some(Direction::East)],
    [
        Some(Direction::SouthWest),
        Some(Direction::South),
        Some(Direction::SouthEast),
    ],
];

/// Returns the help: the goal, then the keys, then the entries of the legend, with an empty line between groups. Lines
/// have at most `room.width` columns, unless a key's own label is longer. Help of more than `room.height` lines is laid
/// out more tightly if that makes it fit, or else in pages of `room.height` lines.
pub fn lines(goal: &str, keymap: &Keymap, legend: &[Vec<String>], room: Size) -> Vec<String> {
    let (columns, rows) = (room.width, room.height.max(0) as usize);
    let goal = wrap(goal, columns.max(1) as usize);
    // The mouse is on only in games played by pointing.
    let listed = keymap.listed();
    let has_mouse = listed
        .iter()
        .any(|entry| entry.command == Command::PointThere);
    let groups = listed.chunk_by(|a, b| part(a) == part(b));
    let headings: Vec<Vec<HelpHeading<'_>>> =
        groups.map(|group| headings(group, has_mouse)).collect();
    let width = key_columns(headings.iter().flatten());
    let blocks = |heading: &HelpHeading<'_>| HelpBlock::new(heading, width, columns);
    let groups = headings
        .iter()
        .map(|group| group.iter().map(blocks).collect());
    let groups: Vec<Vec<HelpBlock>> = groups.collect();
    let paged = paged(&goal, &groups, legend, rows);
    let below: usize = legend.iter().map(Vec::len).sum();
    let below = below + usize::from(below > 0);
    let rows = rows.saturating_sub(below);
    let lines = closer(&goal, groups, Size::new(columns, length(rows)));
    let Some(mut lines) = lines else {
        return paged;
    };
    lines.extend((below > 0).then(String::new));
    lines.extend(legend.iter().flatten().cloned());
    lines
}

/// Lays out the goal and the groups as loosely as `room` allows; `None` if there is no room for them.
fn closer(goal: &[String], groups: Vec<Vec<HelpBlock>>, room: Size) -> Option<Vec<String>> {
    let (columns, rows) = (room.width, room.height as usize);
    let fits = |lines: &Vec<String>| lines.len() <= rows;
    let airy = Some(join_groups(goal, &groups, usize::MAX)).filter(fits);
    airy.or_else(|| {
        let mut groups = side_by_side(groups, columns);
        let close = Some(join_groups(goal, &groups, rows)).filter(fits);
        close.or_else(|| {
            groups.iter_mut().for_each(|group| pair(group, columns));
            Some(join_groups(goal, &groups, rows)).filter(fits)
        })
    })
}

/// Lays out the help in pages of `rows` lines. A block of lines that does not fit on the rest of a page begins the next
/// page, and empty lines fill the last one.
fn paged(
    goal: &[String],
    groups: &[Vec<HelpBlock>],
    legend: &[Vec<String>],
    rows: usize,
) -> Vec<String> {
    let rows = rows.max(1);
    let keys = groups.iter().map(|blocks| {
        let blocks = blocks.iter().map(|block| block.lines.as_slice());
        blocks.collect()
    });
    let goal = goal.chunks(1).collect();
    let legend = legend.iter().map(Vec::as_slice).collect();
    let groups = [goal].into_iter().chain(keys).chain([legend]);
    let groups = groups.filter(|blocks: &Vec<&[String]>| !blocks.is_empty());
    let mut lines: Vec<String> = Vec::new();
    for group in groups {
        let is_mid_page = !lines.len().is_multiple_of(rows);
        lines.extend(is_mid_page.then(String::new));
        for block in group {
            let left = rows - lines.len() % rows;
            if (left + 1..=rows).contains(&block.len()) {
                lines.resize(lines.len() + left, String::new());
            }
            lines.extend_from_slice(block);
        }
    }
    lines.resize(lines.len().next_multiple_of(rows), String::new());
    lines
}

/// Joins the goal and the groups, separated by empty lines if the result then has at most `rows` lines.
fn join_groups(goal: &[String], groups: &[Vec<HelpBlock>], rows: usize) -> Vec<String> {
    let keys = groups.iter().map(|blocks| {
        let lines = blocks.iter().flat_map(|block| &block.lines);
        lines.cloned().collect()
    });
    let groups = [goal.to_vec()].into_iter().chain(keys);
    let groups: Vec<Vec<String>> = groups.filter(|lines| !lines.is_empty()).collect();
    let needed: usize = groups.iter().map(Vec::len).sum();
    let mut empty = rows.saturating_sub(needed);
    let mut lines = Vec::new();
    for group in groups {
        if !lines.is_empty() && empty > 0 {
            lines.push(String::new());
            empty -= 1;
        }
        lines.extend(group);
    }
    lines
}

/// The lines of a heading, laid out.
struct HelpBlock {
    lines: Vec<String>,
    /// The heading as one short line, which can be placed beside a compass; `None` for a compass itself.
    brief: Option<String>,
}

impl HelpBlock {
    /// Lays out a heading whose help text starts after `width` columns of keys.
    fn new(heading: &HelpHeading<'_>, width: usize, columns: i32) -> HelpBlock {
        match heading {
            HelpHeading::Compass(help, ways) => {
                let mut lines = wrap(help, columns.max(1) as usize);
                lines.extend(compass(ways, columns));
                HelpBlock { lines, brief: None }
            }
            HelpHeading::Keys(help, keys) => HelpBlock {
                lines: wrapped_lines(keys, help, width, columns),
                brief: Some(format!("{keys}  {help}")),
            },
        }
    }

    fn width(&self) -> i32 {
        let widths = self.lines.iter().map(|line| columns_of(line));
        widths.max().unwrap_or(0)
    }

    /// Puts lines to the right of the block.
    ///
    /// # Errors
    /// Returns the lines unchanged if there is no room for them.
    fn put_beside(&mut self, right: Vec<String>, columns: i32) -> Result<(), Vec<String>> {
        let width = right.iter().map(|line| columns_of(line)).max();
        let gap = columns - self.width() - width.unwrap_or(0);
        if gap < 1 || right.len() > self.lines.len() {
            return Err(right);
        }
        let begin = (self.width() + gap.min(3)) as usize;
        for (line, more) in self.lines.iter_mut().zip(right) {
            *line = format!("{line:<begin$}{more}");
        }
        Ok(())
    }
}

/// Lays out the groups more tightly: puts the second compass beside the first one. If there is only one compass, puts
/// the short headings that follow it to its right.
fn side_by_side(mut groups: Vec<Vec<HelpBlock>>, columns: i32) -> Vec<Vec<HelpBlock>> {
    let is_compass = |block: &HelpBlock| block.brief.is_none();
    let find = |blocks: &Vec<HelpBlock>| blocks.iter().position(is_compass);
    let places = groups.iter().enumerate();
    let places = places.filter_map(|(group, blocks)| Some((group, find(blocks)?)));
    let places: Vec<(usize, usize)> = places.collect();
    let Some(&(group, nth)) = places.first() else {
        return groups;
    };
    if let Some(&(other, its)) = places.get(1) {
        let right = groups[other][its].lines.clone();
        if groups[group][nth].put_beside(right, columns).is_ok() {
            groups[other].remove(its);
            return groups;
        }
    }
    let room = groups[group][nth].lines.len();
    let following = groups[group].iter().skip(nth + 1).take(room);
    let width = columns - groups[group][nth].width();
    let is_short = |brief: &&String| columns_of(brief) < width;
    let brief = following.map_while(|block| block.brief.as_ref().filter(is_short).cloned());
    let brief: Vec<String> = brief.collect();
    let count = brief.len();
    if groups[group][nth].put_beside(brief, columns).is_ok() {
        groups[group].drain(nth + 1..nth + 1 + count);
    }
    groups
}

/// Puts short headings to the right of the heading before them, in a second column.
fn pair(group: &mut Vec<HelpBlock>, columns: i32) {
    let left = columns * 11 / 20; // the longest help texts of one key fit on the right
    group.dedup_by(|next, before| {
        let right = next.brief.as_ref();
        let right = right.filter(|right| columns_of(right) <= columns - left);
        let is_short = before.brief.is_some() && before.lines.len() == 1 && before.width() < left;
        if let (Some(right), true) = (right, is_short) {
            before.lines[0] = format!("{:<1$}{right}", before.lines[0], left as usize);
            return true;
        }
        false
    });
}

/// Lays out keys with their help text after `width` columns, or below the keys if one line has no room for both.
fn wrapped_lines(keys: &str, help: &str, width: usize, columns: i32) -> Vec<String> {
    let line = format!("{keys:<width$} {help}");
    if columns_of(&line) <= columns {
        return vec![line];
    }
    let mut lines = wrap(keys, columns.max(1) as usize);
    let words = wrap(help, (columns - 3).max(1) as usize);
    lines.extend(words.iter().map(|words| format!("   {words}")));
    lines
}

/// Returns the width of the key column, from 14 to 18, so that help texts are aligned. Longer key labels extend beyond
/// the column.
fn key_columns<'a>(headings: impl Iterator<Item = &'a HelpHeading<'a>>) -> usize {
    let widths = headings.map(|heading| match heading {
        HelpHeading::Compass(..) => 0,
        HelpHeading::Keys(_, keys) => keys.chars().count(),
    });
    widths.max().unwrap_or(0).clamp(14, 18)
}

/// Returns the number of the entry's part of the help, counted from the top. Parts are separated by empty lines.
fn part(entry: &KeymapEntry) -> u8 {
    use Command::{Act, Aim, Back, Choose, Point, PointThere};
    match entry.command {
        Point(_) | PointThere | Choose | Aim(_) | Back => 0,
        Act(Action::Step(_) | Action::Wait) => 1,
        Act(Action::DoToward(..)) => 2,
        Act(_) => 3,
        _ => 4,
    }
}

/// Keys that do the same, with their help text.
enum HelpHeading<'a> {
    /// Entries with the same effect in several directions.
    Compass(&'a str, Vec<(Direction, &'a KeymapEntry)>),
    /// The labels of keys with the same effect.
    Keys(&'a str, String),
}

/// Groups entries into headings: neighbors with the same help text become one heading, which is a compass if they have
/// directions.
fn headings(group: &[KeymapEntry], has_mouse: bool) -> Vec<HelpHeading<'_>> {
    let is_same = |a: &KeymapEntry, b: &KeymapEntry| {
        a.help == b.help && direction(a).is_some() == direction(b).is_some()
    };
    let runs = group.chunk_by(is_same);
    runs.filter_map(|run| match run {
        [first, _, ..] if direction(first).is_some() => {
            let ways = run
                .iter()
                .filter_map(|entry| Some((direction(entry)?, entry)));
            Some(HelpHeading::Compass(first.help, ways.collect()))
        }
        [first, ..] => {
            let keys = labels(run, has_mouse);
            (!keys.is_empty()).then_some(HelpHeading::Keys(first.help, keys))
        }
        [] => None,
    })
    .collect()
}

/// Returns the labels of entries with the same effect. The runs, one key per direction, are shortened to "Shift+way" if
/// the keys of every run include Shift.
fn labels(entries: &[KeymapEntry], has_mouse: bool) -> String {
    let is_run = |entry: &&KeymapEntry| matches!(entry.command, Command::Run(_));
    let keys = |entry: &KeymapEntry| -> Vec<Key> {
        let keys = entry.keys.iter().flatten().copied();
        keys.filter(|key| has_mouse || !key.is_of_mouse()).collect()
    };
    let (runs, others): (Vec<&KeymapEntry>, Vec<&KeymapEntry>) = entries.iter().partition(is_run);
    let is_shift = |key: &Key| key.label().starts_with("<S-");
    let mut texts: Vec<String> = Vec::new();
    texts.extend(others.iter().flat_map(|entry| keys(entry)).map(Key::label));
    if !runs.is_empty() && runs.iter().all(|entry| keys(entry).iter().any(is_shift)) {
        texts.push("Shift+way".to_owned())
    } else {
        texts.extend(runs.iter().flat_map(|entry| keys(entry)).map(Key::label))
    }
    texts.join(" ")
}

/// Returns the direction of an entry's command; `None` if it has none.
fn direction(entry: &KeymapEntry) -> Option<Direction> {
    match entry.command {
        Command::Act(Action::Step(way) | Action::DoToward(_, way)) | Command::Point(way) => {
            Some(way)
        }
        _ => None,
    }
}

/// Draws a compass in blocks of three rows: first the first keys of all directions, to the right the second keys, and
/// so on. A new block starts if a row is full.
fn compass(ways: &[(Direction, &KeymapEntry)], columns: i32) -> Vec<String> {
    let layers = ways.iter().map(|(_, entry)| entry.keys.len()).max();
    let mut blocks: Vec<[String; 3]> = Vec::new();
    for nth in 0..layers.unwrap_or(0) {
        let layer = compass_layer(ways, nth);
        let width = |rows: &[String; 3]| rows[0].chars().count();
        match blocks.last_mut() {
            Some(block) if width(block) + width(&layer) <= columns.max(0) as usize => {
                for (row, more) in block.iter_mut().zip(&layer) {
                    row.push_str(more);
                }
            }
            _ => blocks.push(layer),
        }
    }
    let rows = blocks.into_iter().flatten();
    rows.map(|row| row.trim_end().to_owned()).collect()
}

/// Draws the `nth` key of each direction as three rows of equal width.
fn compass_layer(ways: &[(Direction, &KeymapEntry)], nth: usize) -> [String; 3] {
    let text = |wanted: Option<Direction>| {
        let entry = ways.iter().find(|(way, _)| Some(*way) == wanted);
        let key = entry.and_then(|(_, entry)| entry.keys.get(nth).copied().flatten());
        key.map_or_else(String::new, Key::label)
    };
    let texts = COMPASS.map(|row| row.map(text));
    let width = texts
        .iter()
        .flatten()
        .map(|text| text.chars().count())
        .max();
    let width = width.unwrap_or(0);
    texts.map(|[a, b, c]| format!("   {a:<width$} {b:<width$} {c:<width$}"))
}

/// Returns the labels of keys separated by spaces; empty for no keys.
pub fn keys_text(keys: &[Key]) -> String {
    joined(keys.iter().copied().map(Key::label), " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::layout::SMALLEST;
    use dungeon_engine::ruleset::Ruleset;
    use dungeon_engine::ruleset_face::Binding;
    use dungeon_engine::rulesets::explore::Explore;
    use dungeon_engine::rulesets::tactics::Tactics;
    use dungeon_engine::rulesets::terrain::DESCEND;

    const NORTH: Binding = Binding::new("north", "k <Up>", Action::Step(Direction::North), "walk");
    const WEST: Binding = Binding::new("west", "h <Left>", Action::Step(Direction::West), "walk");
    const WAIT: Binding = Binding::new("wait", ". M", Action::Wait, "wait a turn");

    #[test]
    fn x8_help_says_what_the_live_keymap_says_and_nothing_else() {
        let search = Binding {
            name: "search",
            keys: "s",
            ..WAIT
        };
        let keymap = Keymap::new(&[NORTH, WEST, WAIT, search]);
        let lines = lines("Find the way out.", &keymap, &[], Size::new(40, 99));
        let expected = [
            "Find the way out.",
            "",
            "walk",
            "     k            <Up>",
            "   h       <Left>",
            "",
            ". M s           wait a turn",
        ];
        assert_eq!(lines[..expected.len()], expected);
        let messages = "read old messages";
        assert!(
            !lines.iter().any(|line| line.contains(messages)),
            "the rules have taken its only key"
        );
    }

    #[test]
    fn x8_help_is_cut_off_on_no_screen_that_is_large_enough() {
        for columns in [SMALLEST.width, 40, 80] {
            let room = Size::new(columns, 22);
            let explore = lines(
                &Explore.face().goal().join(" "),
                &Keymap::new(Explore.face().bindings()),
                &[],
                room,
            );
            let keymap = Keymap::with_pointing(Tactics.face().bindings());
            for line in explore.into_iter().chain(lines(
                &Tactics.face().goal().join(" "),
                &keymap,
                &[],
                room,
            )) {
                let length = line.chars().count() as i32;
                assert!(length <= columns, "{columns}: {line}");
            }
        }
    }

    #[test]
    fn x8_help_that_would_be_a_little_too_long_stands_closer() {
        let descend = Binding {
            keys: "<F9>",
            action: Action::Do(DESCEND),
            ..WAIT
        };
        let keymap = Keymap::new(&[NORTH, WEST, WAIT, descend]);
        let shown = |rows| lines("Find the way out.", &keymap, &[], Size::new(50, rows));
        let airy = shown(99);
        assert_eq!(airy[..2], ["Find the way out.", ""]);
        let close = shown(airy.len() as i32 - 1);
        assert_eq!(close[2], "walk                     . M  wait a turn");
        assert_eq!(close.len(), airy.len() - 1);
        let closest = shown(airy.len() as i32 - 4);
        assert_eq!(closest.len(), airy.len() - 4, "and no empty line");
        let paged = shown(airy.len() as i32 - 5);
        assert_eq!(paged.len(), 2 * (airy.len() - 5), "it is paged anyway");
        assert_eq!(paged[..2], airy[..2]);
    }

    #[test]
    fn x8_no_page_begins_or_ends_within_a_compass_or_an_entry() {
        let keymap = Keymap::new(Explore.face().bindings());
        let goal = Explore.face().goal().join(" ");
        let legend = ["r rat: bites.", "o ogre: hits,"];
        let legend = legend.map(|line| vec![line.to_owned(), "and wanders.".to_owned()]);
        for rows in 8..22 {
            let lines = lines(&goal, &keymap, &legend, Size::new(40, rows));
            let pages: Vec<&[String]> = lines.chunks(rows as usize).collect();
            let has = |page: &[String], line: &str| page.iter().any(|other| other == line);
            for block in [
                ["   q w e", "   a   d", "   z x c"].as_slice(),
                &["r rat: bites.", "and wanders."],
            ] {
                let whole = pages
                    .iter()
                    .filter(|page| block.iter().all(|line| has(page, line)));
                assert!(whole.count() >= 1, "{rows}: {pages:?}");
            }
            assert!(pages.len() > 1 && lines.len() == pages.len() * rows as usize);
            assert!(pages.iter().all(|page| !page[0].is_empty()), "{rows}");
        }
    }

    #[test]
    fn x8_two_compasses_stand_side_by_side_where_all_is_seen_then() {
        let keymap = Keymap::new(Explore.face().bindings());
        let goal = Explore.face().goal().join(" ");
        let lines = lines(&goal, &keymap, &[], Size::new(80, 22));
        assert!(lines.len() <= 22, "{lines:?}");
        assert_eq!(
            lines[2..4],
            [
                "walk, take, attack                          cast (8 manna, or 2 health for each)",
                "   7 8 9   y k u   <Home>  <Up>    <PgUp>      q w e"
            ]
        );
    }
}
