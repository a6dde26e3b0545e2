//! The overlay of a game played by pointing (K-5). Cells in range are highlighted and all others dimmed; the route, the
//! aimed cell and the cell pointed at are drawn on top. All of these differ even without color: the field is in reverse
//! video, the route is dotted, and marked cells are in brackets.
use super::board::{Board, CellContent};
use super::frame::{Cell, Frame, Style};
use super::preview::{OverlayMode, PreviewView};
use dungeon_model::dungeon::{Colour, Sight};
use dungeon_model::space::geometry::{Point, Region, at};

/// A preview to draw over a board that is already in the frame.
#[derive(Clone, Copy)]
pub struct PreviewOverlay<'a> {
    /// The board under the overlay.
    pub board: &'a Board<'a>,
    /// The region of the screen that shows the board.
    pub area: Region,
    /// The number of the level's outermost rings that are hidden, 0 or 1.
    pub rim: i32,
    /// The preview to draw.
    pub preview: &'a PreviewView<'a>,
}

impl PreviewOverlay<'_> {
    /// Draws the preview over the board, and puts the cursor on the cell that the player points at.
    pub fn draw(&self, frame: &mut Frame) {
        if let Some(field) = field_style(self.preview.overlay) {
            self.draw_field(frame, field);
        }
        self.draw_unit(frame);
        self.draw_route(frame);
        let cursor = self.preview.cursor;
        if let Some(aimed) = self.preview.aimed {
            self.draw_mark(frame, aimed, AIM);
        }
        if self.preview.aimed != Some(cursor) {
            self.draw_mark(frame, cursor, CURSOR);
        }
        frame.cursor = self.screen_of(cursor);
    }

    /// Draws cells in range in the field's style and dims all other cells. A commanded unit out of range keeps its
    /// style.
    fn draw_field(&self, frame: &mut Frame, field: Style) {
        for screen in self.area.points() {
            let Some(p) = self.board.cell_at(self.area, self.rim, screen) else {
                continue;
            };
            let content = self.board.content(p);
            let style = match (self.is_in_field(p, content), content) {
                (_, CellContent::Unseen) => continue,
                (true, CellContent::Plain | CellContent::Feature | CellContent::Item) => field,
                (true, CellContent::Body | CellContent::Commanded) => Style {
                    bold: true,
                    ..field
                },
                (false, CellContent::Commanded) => continue,
                (false, CellContent::Plain | CellContent::Feature) => Style::DIM,
                // Items and bodies keep their color, since players may want to walk there.
                (false, CellContent::Item | CellContent::Body) => Style {
                    bold: false,
                    dim: true,
                    ..frame.get(screen).style()
                },
            };
            frame.restyle(screen, |_| style);
        }
    }

    /// Marks the commanded unit, unless an overlay or the cursor already marks it.
    fn draw_unit(&self, frame: &mut Frame) {
        let unit = self.board.world.body(self.board.world.commanded()).at;
        let is_marked = self.preview.overlay != OverlayMode::None || self.preview.cursor == unit;
        if let Some(screen) = self.screen_of(unit).filter(|_| !is_marked) {
            frame.restyle(screen, Style::reversed);
        }
    }

    /// Whether a cell belongs to the overlay. A shot reaches the wall at the end of its line, but a wall without a body
    /// is no target and does not belong to the overlay.
    fn is_in_field(&self, p: Point, content: CellContent) -> bool {
        let is_wall = || {
            let is_body = matches!(content, CellContent::Body | CellContent::Commanded);
            let terrain = self.board.terrain(p);
            !is_body && terrain.is_some_and(|tile| tile.sight == Sight::Blocked)
        };
        let is_fire = matches!(
            self.preview.overlay,
            OverlayMode::Attack | OverlayMode::Threat
        );
        let is_fire_at_wall = is_fire && is_wall();
        !is_fire_at_wall && self.preview.cells.binary_search(&p).is_ok()
    }

    /// Draws dots on the bare cells of the route; things on the route stay visible.
    fn draw_route(&self, frame: &mut Frame) {
        for p in self.preview.route {
            let Some(screen) = self.screen_of(*p) else {
                continue;
            };
            let cell = frame.get(screen);
            let glyph = match self.board.content(*p) {
                CellContent::Plain => self.board.glyphs.dot(),
                _ => cell.glyph(),
            };
            frame.set(screen, Cell::new(glyph, style_over(cell.style())));
        }
    }

    /// Draws a cell in its mark's colors, with brackets on neighboring cells that show only bare ground or the route.
    fn draw_mark(&self, frame: &mut Frame, p: Point, mark: CellMark) {
        let Some(screen) = self.screen_of(p) else {
            return;
        };
        let sides = [(-1, mark.left), (1, mark.right)];
        for (dx, bracket) in sides {
            let beside = at(p.x + dx, p.y);
            if let Some(screen) = self.screen_of(beside).filter(|_| self.is_bare(beside)) {
                let style = style_over(frame.get(screen).style());
                frame.set(screen, Cell::new(bracket, style));
            }
        }
        // The glyph comes from the board, because a route's dot may cover the cell.
        let glyph = self.board.shown_cell(p).glyph();
        let style = if frame.get(screen).style().reverse {
            // A field is in reverse video, so a cell that is not reversed stands out.
            Style::PLAIN.inked(Colour::Black).on(mark.paper)
        } else {
            Style::STRONG.inked(mark.paper).on(Colour::Black)
        };
        frame.set(screen, Cell::new(glyph, style));
    }

    /// Whether a bracket on a cell would hide only bare ground or the route.
    fn is_bare(&self, p: Point) -> bool {
        let is_marked = p == self.preview.cursor || self.preview.aimed == Some(p);
        !is_marked
            && matches!(
                self.board.content(p),
                CellContent::Plain | CellContent::Unseen
            )
    }

    fn screen_of(&self, p: Point) -> Option<Point> {
        self.board.screen_of(self.area, self.rim, p)
    }
}

/// The look of a marked cell: its brackets and its background color.
#[derive(Clone, Copy)]
struct CellMark {
    left: char,
    right: char,
    paper: Colour,
}

/// The mark of the cell that the player points at.
const CURSOR: CellMark = CellMark {
    left: '[',
    right: ']',
    paper: Colour::Yellow,
};

/// The mark of the aimed cell.
const AIM: CellMark = CellMark {
    left: '>',
    right: '<',
    paper: Colour::BrightMagenta,
};

/// Returns the style of the cells of an overlay; `None` without an overlay. The style is in reverse video, so that the
/// cells are visible even without color. The ink of the style is thus the visible background.
pub fn field_style(overlay: OverlayMode) -> Option<Style> {
    let paper = match overlay {
        OverlayMode::None => return None,
        OverlayMode::Move => Colour::Blue,
        OverlayMode::Attack => Colour::Red,
        OverlayMode::Threat => Colour::Magenta,
    };
    Some(Style::REVERSE.inked(paper).on(Colour::BrightWhite))
}

/// Returns the style of a sign drawn over a cell with style `ground`. Keeps the background of a field.
fn style_over(ground: Style) -> Style {
    if ground.reverse {
        ground.on(Colour::BrightYellow)
    } else {
        Style::BOLD
    }
}
