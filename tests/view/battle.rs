//! Scenes of battles at any moment, with any cursor and overlay.

use crate::support::game;
use dungeon::ColourDepth;
use dungeon_engine::action::Action;
use dungeon_engine::event::Missile;
use dungeon_engine::game::Game;
use dungeon_model::space::geometry::{Point, Size, at};
use dungeon_play::view::Glyphs;
use dungeon_play::view::frame::{Frame, Style};
use dungeon_play::view::log::{LogLine, LoggedTurn};
use dungeon_play::view::preview::{Button, ControlScheme, OverlayMode, PreviewView};
use dungeon_play::view::scene::{Board, Lighting, Scene, Visibility};
use dungeon_play::view::window_style::WindowStyle;

/// A battle as its player sees it.
pub struct Battle {
    pub game: Game,
    pub cursor: Point,
    pub overlay: OverlayMode,
    pub aimed: Option<Point>,
    pub glyphs: Glyphs,
    pub follow: Option<Point>,
    pub moment: Moment,
    pub latest: Vec<String>,
}

/// The moment of a scene.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// The player points at a cell.
    Rest,
    /// A shot flies over a cell.
    Flight(Point),
    /// A body explodes on a cell.
    Burst(Point),
}

pub const ROOM: &str = "\
rules tactics
level
map
##############################
#............................#
#........o......#....B.......#
#...............#............#
#.........*..B..#............#
#...............+.....R......#
#......####.....#....~~......#
#.........#.....#............#
#.........#...........E......#
##############################
end
@ 5 3 name=\"Andy\" glyph=A colour=yellow range=4
@ 4 5 name=\"Danny\" glyph=D colour=green range=9
@ 4 8 name=\"Izzy\" glyph=I colour=cyan range=12
";

/// Returns the room without ghosts, and with a single item within Andy's reach.
pub fn room_of_things() -> String {
    ROOM.replace(['B', 'R', 'E', '*'], ".")
        .replace("range=4", "range=9")
}

impl Battle {
    pub fn new(text: &str) -> Battle {
        let game = game(text, 7);
        let cursor = game.world().body(game.world().commanded()).at;
        Battle {
            game,
            cursor,
            overlay: OverlayMode::None,
            aimed: None,
            glyphs: Glyphs::Unicode,
            follow: None,
            moment: Moment::Rest,
            latest: vec!["Andy hits the blue ghost for 4.".to_owned()],
        }
    }

    /// Three wizards, five ghosts, and the cursor on an open cell in range.
    pub fn pointing_at_a_cell(overlay: OverlayMode) -> Battle {
        Battle {
            overlay,
            cursor: at(6, 4),
            ..Battle::new(ROOM)
        }
    }

    /// A battle with the aim on a ghost.
    pub fn aiming() -> Battle {
        let ghost = at(13, 4);
        Battle {
            overlay: OverlayMode::Attack,
            cursor: ghost,
            aimed: Some(ghost),
            ..Battle::new(ROOM)
        }
    }

    /// A game won by taking the item at this cell.
    pub fn won(text: &str, thing: Point) -> Battle {
        let mut battle = Battle::new(text);
        battle.game.step(Action::Go(thing)).expect("a move");
        assert!(battle.game.outcome().is_some());
        battle
    }

    pub fn frame(&self, (width, height): (i32, i32)) -> Frame {
        self.see(|scene| scene.frame(Size::new(width, height)))
    }

    pub fn cell_at(&self, (width, height): (i32, i32), screen: Point) -> Option<Point> {
        self.see(|scene| scene.cell_at(Size::new(width, height), screen))
    }

    pub fn see<T>(&self, see: impl FnOnce(&Scene<'_>) -> T) -> T {
        let (world, rules) = (self.game.world(), self.game.rules());
        let pointing = rules
            .face()
            .pointing()
            .expect("tactics has a pointing interface");
        let cells = match self.overlay {
            OverlayMode::None | OverlayMode::Threat => Vec::new(),
            OverlayMode::Move => pointing.range(world),
            OverlayMode::Attack => pointing.fire(world),
        };
        let plan = PreviewView {
            cursor: self.cursor,
            overlay: self.overlay,
            cells: &cells,
            route: &pointing.route(world, self.cursor),
            aimed: self.aimed,
            cell_text: "floor, 2 steps",
            button: Button {
                full: "Space: end the turn",
                brief: "Space",
            },
        };
        let statistics = match world.outcome() {
            Some(_) => rules.face().statistics(world),
            None => Vec::new(),
        };
        let latest: Vec<LogLine<'_>> = self.latest.iter().map(LogLine::from).collect();
        see(&Scene {
            board: Board {
                world,
                visibility: &|_| Visibility::Seen,
                glyphs: self.glyphs,
                window: WindowStyle::Below,
                lighting: Lighting::Even,
                rim: rules.rim(),
                facing: None,
                missile: match self.moment {
                    Moment::Flight(over) => Some((over, Missile::Shot)),
                    Moment::Rest | Moment::Burst(_) => None,
                },
                burst: match self.moment {
                    Moment::Burst(at) => Some(at),
                    Moment::Rest | Moment::Flight(_) => None,
                },
                trail: &[],
                cursor: None,
                follow: self.follow,
            },
            readings: &rules.face().readings(world),
            control: ControlScheme::Pointing,
            preview: (self.moment == Moment::Rest && world.outcome().is_none()).then_some(plan),
            next_period: None,
            statistics: &statistics,
            born_with: &[],
            notes: &[],
            typed: "",
            older: &[LoggedTurn {
                messages: &["The blue ghost misses Danny.".to_owned()],
                tones: &[],
                times: 1,
            }],
            latest: &latest,
        })
    }

    /// Returns the point of a screen of this size that shows a cell of the level.
    pub fn screen_of(&self, size: (i32, i32), p: Point) -> Point {
        let size = Size::new(size.0, size.1);
        let found = self.see(|scene| {
            let is_shown = |screen: &Point| scene.cell_at(size, *screen) == Some(p);
            size.points().find(is_shown)
        });
        found.expect("it is shown")
    }

    /// Returns the glyph and style at a cell of the level, without color.
    pub fn mono(&self, p: Point) -> (char, Style) {
        let cell = self.frame(ROOMY).get(self.screen_of(ROOMY, p));
        (cell.glyph(), ColourDepth::Mono.limit(cell.style()))
    }
}

/// A screen larger than the room.
pub const ROOMY: (i32, i32) = (60, 15);

/// Returns a hall larger than any screen, with a wizard in a corner.
pub fn hall() -> String {
    let rows = format!("{}\n{}\n", ".".repeat(300), "..#.".repeat(75));
    let map = rows.repeat(45);
    format!("rules tactics\nlevel\nmap\n{map}end\n@ 1 1\n* 300 90\n")
}
