//! The overlay of a game whose player points (K-5): the cells in range stand out, everything else is faint, and on top of
//! both lie the way there, the cell that is aimed at and the one that is pointed at. No two of these differ by colour
//! alone: a field is ink and paper exchanged, a way is dotted, and what is pointed at stands in brackets.
use super::board::{Board, CellContent};
use super::frame::{Cell, Frame, Style};
use super::preview::{OverlayMode, PreviewView};
use crate::dungeon::{Colour, Sight};
use crate::space::geometry::{Point, Region, at};

/// A plan, and where the board is drawn that it lies over.
#[derive(Clone, Copy)]
pub struct PreviewOverlay<'a> {
    /// The board, which stands in the frame already.
    pub board: &'a Board<'a>,
    /// Where.
    pub area: Region,
    /// How many of the level's outermost rings are not shown.
    pub rim: i32,
    /// What lies over it.
    pub plan: &'a PreviewView<'a>,
}

impl PreviewOverlay<'_> {
    /// Draws over the board, and puts the cursor on the cell that is pointed at.
    pub fn draw(&self, frame: &mut Frame) {
        if let Some(field) = field(self.plan.overlay) {
            self.draw_field(frame, field);
        }
        self.draw_unit(frame);
        self.draw_route(frame);
        let cursor = self.plan.cursor;
        if let Some(aimed) = self.plan.aimed {
            self.draw_mark(frame, aimed, AIM);
        }
        if self.plan.aimed != Some(cursor) {
            self.draw_mark(frame, cursor, CURSOR);
        }
        frame.cursor = self.screen_of(cursor);
    }

    /// What is in range on its paper, all else faint; whoever is commanded is neither, unless he is in range.
    fn draw_field(&self, frame: &mut Frame, field: Style) {
        for screen in self.area.points() {
            let Some(p) = self.board.cell_at(self.area, self.rim, screen) else {
                continue;
            };
            let cell = frame.get(screen);
            let content = self.board.content(p);
            let style = match (self.is_in_field(p, content), content) {
                (_, CellContent::Unseen) => continue,
                (true, CellContent::Plain | CellContent::Fitting | CellContent::Item) => field,
                (true, CellContent::Body | CellContent::Commanded) => Style {
                    bold: true,
                    ..field
                },
                (false, CellContent::Commanded) => continue,
                (false, CellContent::Plain | CellContent::Fitting) => Style::DIM,
                // What might be worth a walk keeps its colour.
                (false, CellContent::Item | CellContent::Body) => Style {
                    bold: false,
                    dim: true,
                    ..cell.style()
                },
            };
            frame.set(screen, Cell::new(cell.glyph(), style));
        }
    }

    /// Who is commanded is marked where neither an overlay nor the cursor does it.
    fn draw_unit(&self, frame: &mut Frame) {
        let unit = self.board.world.body(self.board.world.commanded()).at;
        let is_marked = self.plan.overlay != OverlayMode::None || self.plan.cursor == unit;
        if let Some(screen) = self.screen_of(unit).filter(|_| !is_marked) {
            let cell = frame.get(screen);
            let style = Style {
                reverse: true,
                ..cell.style()
            };
            frame.set(screen, Cell::new(cell.glyph(), style));
        }
    }

    /// Whether a cell is one of the overlay's. A shot reaches the wall that ends its line, but there is nothing to hit.
    fn is_in_field(&self, p: Point, content: CellContent) -> bool {
        let is_wall = || {
            let is_body = matches!(content, CellContent::Body | CellContent::Commanded);
            let terrain = self.board.terrain(p);
            !is_body && terrain.is_some_and(|tile| tile.sight == Sight::Blocked)
        };
        let is_fire_at_wall = self.plan.overlay == OverlayMode::Attack && is_wall();
        !is_fire_at_wall && self.plan.cells.binary_search(&p).is_ok()
    }

    /// The way is dotted, but what stands on it stays to be seen.
    fn draw_route(&self, frame: &mut Frame) {
        for p in self.plan.route {
            let Some(screen) = self.screen_of(*p) else {
                continue;
            };
            let cell = frame.get(screen);
            let glyph = match self.board.content(*p) {
                CellContent::Plain => self.board.glyphs.dot(),
                _ => cell.glyph(),
            };
            frame.set(screen, Cell::new(glyph, on_top_of(cell.style())));
        }
    }

    /// A cell in its mark's colours, between brackets where these hide nothing but ground or a way.
    fn draw_mark(&self, frame: &mut Frame, p: Point, mark: CellMark) {
        let Some(screen) = self.screen_of(p) else {
            return;
        };
        let sides = [(-1, mark.left), (1, mark.right)];
        for (dx, bracket) in sides {
            let beside = at(p.x + dx, p.y);
            if let Some(screen) = self.screen_of(beside).filter(|_| self.is_bare(beside)) {
                let style = on_top_of(frame.get(screen).style());
                frame.set(screen, Cell::new(bracket, style));
            }
        }
        // Another unit's dot, or the way's, would hide what is chosen.
        let glyph = self.board.drawn(p).glyph();
        let paper = Some(mark.paper);
        let style = match frame.get(screen).style().reverse {
            // Within a field that is exchanged, a cell that is not stands out.
            true => Style {
                ink: Some(Colour::Black),
                paper,
                ..Style::PLAIN
            },
            false => Style {
                ink: paper,
                paper: Some(Colour::Black),
                ..Style::STRONG
            },
        };
        frame.set(screen, Cell::new(glyph, style));
    }

    /// Whether nothing is lost where a bracket stands on this cell.
    fn is_bare(&self, p: Point) -> bool {
        let is_marked = p == self.plan.cursor || self.plan.aimed == Some(p);
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

/// How a cell is marked: its brackets, and the colour behind it.
#[derive(Clone, Copy)]
struct CellMark {
    left: char,
    right: char,
    paper: Colour,
}

/// The cell that is pointed at.
const CURSOR: CellMark = CellMark {
    left: '[',
    right: ']',
    paper: Colour::Yellow,
};

/// The cell that is aimed at.
const AIM: CellMark = CellMark {
    left: '>',
    right: '<',
    paper: Colour::BrightMagenta,
};

/// How a cell of this overlay looks: exchanged, so that it is one without colour too; then its ink is the paper.
pub fn field(overlay: OverlayMode) -> Option<Style> {
    let paper = match overlay {
        OverlayMode::None => return None,
        OverlayMode::Move => Colour::Blue,
        OverlayMode::Attack => Colour::Red,
    };
    Some(Style {
        ink: Some(paper),
        paper: Some(Colour::BrightWhite),
        reverse: true,
        ..Style::PLAIN
    })
}

/// How something looks that lies over a cell of this style: on the same paper if that is a field's.
fn on_top_of(ground: Style) -> Style {
    match ground.reverse {
        true => Style {
            paper: Some(Colour::BrightYellow),
            ..ground
        },
        false => Style::BOLD,
    }
}
