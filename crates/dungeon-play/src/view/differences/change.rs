//! A change between two dungeons, as text and as cells.
use dungeon_model::space::geometry::{Point, Region};

/// A change between two dungeons, with the cells affected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The level or vault in words, such as "the ossuary"; empty for a change of the whole dungeon.
    pub place: String,
    /// The part of the game, for programs: "dungeon" (added or removed), "title" (with `author` and `about`), "rules"
    /// (with `seed`), "goals", "kind", "item", "tile", "cause", "level", "vault", "scatter", "chance" (marks, classes
    /// and shuffles), "terrain", "body", "thing" (an item on a cell) or "order".
    pub part: &'static str,
    /// The index of the pair of levels or vaults in `Differences::boards`; `None` for a change without cells.
    pub board: Option<usize>,
    /// The change as a phrase, such as "rat at 9,10 moved to 12,10".
    pub text: String,
    /// The affected cells of the first dungeon; may be empty.
    pub before: Vec<Region>,
    /// The affected cells of the second dungeon; may be empty.
    pub after: Vec<Region>,
}

impl Change {
    /// Makes a change without cells; `place` is empty for a change of the whole dungeon.
    pub fn of(place: &str, part: &'static str, text: impl Into<String>) -> Change {
        Change {
            place: place.to_owned(),
            part,
            board: None,
            text: text.into(),
            before: Vec::new(),
            after: Vec::new(),
        }
    }
}

/// Prints the change on one line: "the ossuary: rat at 9,10 moved to 12,10".
impl std::fmt::Display for Change {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.place.as_str() {
            "" => f.write_str(&self.text),
            place => write!(f, "{place}: {}", self.text),
        }
    }
}

/// The maximum number of rectangles in the text of a change, which keeps it below 100 columns. Programs get all
/// rectangles.
const MAX_RECTANGLES: usize = 6;

/// Groups cells, in ascending order, into rectangles: runs within a row, merged with runs of the same columns in the
/// rows below. The rectangles are in reading order of their first cells.
pub fn rectangles(cells: &[Point]) -> Vec<Region> {
    let mut made: Vec<Region> = Vec::new();
    // The indexes of the rectangles whose last row is the row above, and of those whose last row is this row, from left
    // to right.
    let (mut above, mut here): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
    let mut row = None;
    let runs = cells.chunk_by(|one, next| one.y == next.y && one.x + 1 == next.x);
    for run in runs {
        let (from, to) = (run[0], run[run.len() - 1]);
        if row != Some(from.y) {
            above = std::mem::take(&mut here);
            if row.is_none_or(|row| row + 1 != from.y) {
                above.clear();
            }
            row = Some(from.y);
        }
        let of_same_columns = |nth: &usize| made[*nth].from.x.cmp(&from.x);
        let nth = above.binary_search_by(of_same_columns).ok();
        match nth.map(|nth| above[nth]) {
            Some(nth) if made[nth].to.x == to.x => {
                made[nth].to.y = to.y;
                here.push(nth);
            }
            _ => {
                here.push(made.len());
                made.push(Region { from, to });
            }
        }
    }
    made
}

/// Returns cells, in ascending order, as text: "3,4, 5,6..8,6 and 2 more places".
pub fn cells_text(cells: &[Point]) -> String {
    let all = rectangles(cells);
    let told = all.iter().take(MAX_RECTANGLES).map(|region| {
        let Region { from, to } = region;
        if from == to {
            from.to_string()
        } else {
            format!("{from}..{to}")
        }
    });
    let told: Vec<String> = told.collect();
    match all.len().saturating_sub(MAX_RECTANGLES) {
        0 => crate::view::words::enumeration(&told),
        1 => format!("{} and 1 more place", told.join(", ")),
        more => format!("{} and {more} more places", told.join(", ")),
    }
}
