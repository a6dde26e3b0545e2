//! The size of a map in its header.
use super::mistake::Mistake;
use super::reader::Reader;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Span, Spanned};

/// Width and height in cells, as written in a file and not yet checked.
#[derive(Clone, Copy, Debug)]
pub struct MapSize {
    pub width: Spanned<i64>,
    pub height: Spanned<i64>,
    /// The code of the finding if the width or the height is below 1.
    pub code_if_empty: Code,
}

impl MapSize {
    /// Returns the size with its width and height swapped.
    pub fn turned(self) -> MapSize {
        MapSize {
            width: self.height,
            height: self.width,
            ..self
        }
    }

    /// Returns the span of both numbers.
    pub fn span(&self) -> Span {
        self.width.span.to(self.height.span)
    }

    /// Whether a map can have this size. Reports a size that no map can have. Call this before allocating memory for
    /// the map.
    pub fn is_sound(&self, reader: &Reader<'_>) -> bool {
        for (side, is_width) in [(self.width, true), (self.height, false)] {
            if side.value < 1 {
                let code = self.code_if_empty;
                let found = Mistake::EmptySide(side.value, is_width).at(side.span);
                reader.report(Diagnostic { code, ..found });
                return false;
            }
            let most = reader.limits.side;
            if side.value > i64::from(most) {
                reader.report(Mistake::LongSide(most, is_width).at(side.span));
                return false;
            }
        }
        let cells = self.width.value.saturating_mul(self.height.value);
        let most = reader.limits.cells;
        if u128::from(cells.unsigned_abs()) > most as u128 {
            reader.report(Mistake::LargeSize(most, cells).at(self.span()));
            return false;
        }
        true
    }
}
