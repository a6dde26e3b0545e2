//! The size of a map as its header gives it.
use super::reader::Reader;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Span, Spanned};

/// Width and height in cells, as a header gives them: any numbers.
#[derive(Clone, Copy, Debug)]
pub struct MapSize {
    pub width: Spanned<i64>,
    pub height: Spanned<i64>,
    /// The code for a size below one.
    pub code_if_empty: Code,
}

impl MapSize {
    /// The size with its sides exchanged.
    pub fn turned(self) -> MapSize {
        MapSize {
            width: self.height,
            height: self.width,
            ..self
        }
    }

    /// From the first number to the second.
    pub fn span(&self) -> Span {
        self.width.span.to(self.height.span)
    }

    /// Reports a size that no map can have, before anything is allocated for it.
    pub fn is_sound(&self, reader: &Reader<'_>) -> bool {
        for (side, name) in [(self.width, "wide"), (self.height, "high")] {
            if side.value < 1 {
                let message = format!("expected a map at least 1 {name}, found {}", side.value);
                let found = Diagnostic::new(self.code_if_empty, side.span, message);
                reader.report(found.help("a map with an inside is at least 3 wide and 3 high"));
                return false;
            }
            let most = reader.limits.side;
            if side.value > i64::from(most) {
                let message = format!("expected a map at most {most} {name}, found more");
                reader.over_limit(side.span, message);
                return false;
            }
        }
        let cells = self.width.value.saturating_mul(self.height.value);
        let most = reader.limits.cells;
        if u128::from(cells.unsigned_abs()) > most as u128 {
            let message = format!("expected at most {most} cells in a map, found {cells}");
            reader.over_limit(self.span(), message);
            return false;
        }
        true
    }
}
