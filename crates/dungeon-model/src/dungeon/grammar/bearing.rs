//! The direction and distance from one cell to another: "4 northeast", "5 east, 2 north", "here". Screen readers get
//! this text, and players can type such text in commands.
use crate::space::geometry::{
    Direction::{self, *},
    Neighbours, Point,
};

/// The words for the eight directions, in keypad order.
const WORDS: [(&str, Direction); 8] = [
    ("northwest", NorthWest),
    ("north", North),
    ("northeast", NorthEast),
    ("west", West),
    ("east", East),
    ("southwest", SouthWest),
    ("south", South),
    ("southeast", SouthEast),
];

/// Returns the word for a direction, in lowercase: "northeast".
pub fn direction(way: Direction) -> &'static str {
    let found = WORDS.iter().find(|(_, other)| *other == way);
    found.map_or("", |(word, _)| word)
}

/// Returns the direction that a word names, ignoring case and hyphens: "North-East", "northeast"; `None` for any other
/// word.
pub fn direction_called(word: &str) -> Option<Direction> {
    let plain = |word: &str| word.replace('-', "").to_ascii_lowercase();
    let found = WORDS.iter().find(|(other, _)| plain(other) == plain(word));
    found.map(|(_, way)| *way)
}

/// Returns the steps from one cell to another as at most two runs in different directions, the longer run first. Each
/// run has at least 1 step; empty if both cells are equal. If `ways` allows diagonal steps, and these lead straight to
/// the cell, returns a single diagonal run. Otherwise no run is diagonal.
pub fn steps(from: Point, to: Point, ways: Neighbours) -> Vec<(u32, Direction)> {
    let (dx, dy) = (to.x.saturating_sub(from.x), to.y.saturating_sub(from.y));
    let (columns, rows) = (dx.unsigned_abs(), dy.unsigned_abs());
    let along = |count: u32, (dx, dy)| Some((count, Direction::from_delta(dx, dy)?));
    let runs = match (columns == rows, ways) {
        (true, Neighbours::Eight) => vec![along(columns, (dx, dy))],
        _ if rows > columns => vec![along(rows, (0, dy)), along(columns, (dx, 0))],
        _ => vec![along(columns, (dx, 0)), along(rows, (0, dy))],
    };
    runs.into_iter().flatten().collect()
}

/// Returns the steps from one cell to another in words: "4 northeast", "5 east, 2 north", "here".
pub fn bearing(from: Point, to: Point, ways: Neighbours) -> String {
    if from == to {
        return "here".to_owned();
    }
    let runs = steps(from, to, ways).into_iter();
    let phrases = runs.map(|(count, way)| format!("{count} {}", direction(way)));
    phrases.collect::<Vec<_>>().join(", ")
}

/// Parses runs of steps: "5 east, 2 north", "5 east 2 north", "east east". A direction without a number is one step.
/// Returns `None` if the text contains other words, if a number has no direction after it, or if the text is empty.
pub fn runs(text: &str) -> Option<Vec<(u32, Direction)>> {
    let mut runs = Vec::new();
    let mut count = None;
    for word in text.split([' ', ',', '\t']).filter(|word| !word.is_empty()) {
        match (direction_called(word), count) {
            (Some(way), _) => runs.push((count.take().unwrap_or(1), way)),
            (None, None) => count = Some(word.parse().ok()?),
            (None, Some(_)) => return None,
        }
    }
    (count.is_none() && !runs.is_empty()).then_some(runs)
}

/// Returns the cell where runs of steps from a cell end. Coordinates saturate, and the cell may be outside of every
/// map.
pub fn end_of(from: Point, runs: &[(u32, Direction)]) -> Point {
    let far = |place: i32, by: i32, count: u32| {
        place.saturating_add(by.saturating_mul(i32::try_from(count).unwrap_or(i32::MAX)))
    };
    runs.iter().fold(from, |p, (count, way)| Point {
        x: far(p.x, way.dx(), *count),
        y: far(p.y, way.dy(), *count),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::geometry::at;

    #[test]
    fn a_bearing_is_one_of_eight_lines_or_two_runs_the_longer_first() {
        let text = |x, y| bearing(at(9, 9), at(9 + x, 9 + y), Neighbours::Eight);
        assert_eq!(text(0, 0), "here");
        assert_eq!(text(4, -4), "4 northeast");
        assert_eq!(text(-1, 0), "1 west");
        assert_eq!(text(5, -2), "5 east, 2 north");
        assert_eq!(text(-2, 7), "7 south, 2 west");
    }

    #[test]
    fn in_games_without_slanted_steps_no_bearing_is_slanted() {
        let text = |x, y| bearing(at(9, 9), at(9 + x, 9 + y), Neighbours::Four);
        assert_eq!(text(2, 2), "2 east, 2 south");
        assert_eq!(text(0, -3), "3 north");
    }

    #[test]
    fn what_is_told_is_read_back() {
        for to in (0..20).flat_map(|y| (0..20).map(move |x| at(x, y))) {
            for ways in [Neighbours::Four, Neighbours::Eight] {
                let text = bearing(at(9, 9), to, ways);
                if to == at(9, 9) {
                    assert_eq!(runs(&text), None)
                } else {
                    assert_eq!(end_of(at(9, 9), &runs(&text).expect(&text)), to)
                }
            }
        }
        assert_eq!(
            runs("north NorthEast"),
            Some(vec![(1, North), (1, NorthEast)])
        );
        for wrong in ["", "5", "5 5 east", "east 5", "5 up", "lll"] {
            assert_eq!(runs(wrong), None, "{wrong}");
        }
        let far = [(u32::MAX, East), (u32::MAX, East)];
        assert_eq!(end_of(at(0, 0), &far).x, i32::MAX, "no overflow");
    }
}
