//! Promise: the screen of tactics (K-5, K-10, K-14), each snapshot read before it was accepted.
mod support;

use std::collections::BTreeSet;
use std::sync::Arc;

use dungeon::engine::action::{Action, ActorId};
use dungeon::engine::event::Missile;
use dungeon::engine::game::Game;
use dungeon::space::geometry::{Point, Size, at};
use dungeon::terminal::Depth;
use dungeon::view::Glyphs;
use dungeon::view::frame::{Cell, Frame, Style};
use dungeon::view::layout::{Boxes, Layout, Needs, SMALLEST};
use dungeon::view::plan::{Control, Overlay, Plan};
use dungeon::view::scene::{Board, Light, Scene};

/// A battle as its player sees it.
struct Battle {
    game: Game,
    cursor: Point,
    overlay: Overlay,
    aimed: Option<Point>,
    glyphs: Glyphs,
    follow: Option<Point>,
    moment: Moment,
    latest: Vec<String>,
}

/// What the scene is of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Moment {
    /// The player points.
    Rest,
    /// Something flies over a cell.
    Flight(Point),
    /// A body bursts on a cell.
    Burst(Point),
}

const ROOM: &str = "\
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

/// The same without ghosts, and with one thing to take, which Andy reaches.
fn room_of_things() -> String {
    ROOM.replace(['B', 'R', 'E', '*'], ".")
        .replace("range=4", "range=9")
}

impl Battle {
    fn of(text: &str) -> Battle {
        let game = support::game(text, 7);
        let cursor = game.world().body(game.world().commanded()).at;
        Battle {
            game,
            cursor,
            overlay: Overlay::None,
            aimed: None,
            glyphs: Glyphs::Unicode,
            follow: None,
            moment: Moment::Rest,
            latest: vec!["Andy hits the blue ghost for 4.".to_owned()],
        }
    }

    /// Three wizards, five ghosts, an open cell in range that is pointed at.
    fn pointing_at_a_cell(overlay: Overlay) -> Battle {
        Battle {
            overlay,
            cursor: at(6, 4),
            ..Battle::of(ROOM)
        }
    }

    /// The same with a ghost aimed at.
    fn aiming() -> Battle {
        let ghost = at(13, 4);
        Battle {
            overlay: Overlay::Attack,
            cursor: ghost,
            aimed: Some(ghost),
            ..Battle::of(ROOM)
        }
    }

    fn won() -> Battle {
        let mut battle = Battle::of(&room_of_things());
        battle.game.step(Action::Go(at(9, 2))).expect("a move");
        assert!(battle.game.outcome().is_some());
        battle
    }

    fn frame(&self, (width, height): (i32, i32)) -> Frame {
        self.see(|scene| scene.frame(Size::new(width, height)))
    }

    fn cell_at(&self, (width, height): (i32, i32), screen: Point) -> Option<Point> {
        self.see(|scene| scene.cell_at(Size::new(width, height), screen))
    }

    fn see<T>(&self, see: impl FnOnce(&Scene<'_>) -> T) -> T {
        let (world, rules) = (self.game.world(), self.game.rules());
        let pointing = rules.pointing().expect("tactics points");
        let cells = match self.overlay {
            Overlay::None => Vec::new(),
            Overlay::Move => pointing.range(world),
            Overlay::Attack => pointing.fire(world),
        };
        let plan = Plan {
            unit: &world.kind(world.commanded()).name,
            cursor: self.cursor,
            overlay: self.overlay,
            cells: &cells,
            route: &pointing.route(world, self.cursor),
            aimed: self.aimed,
            told: "floor, 2 steps",
        };
        let statistics = match world.outcome() {
            Some(_) => rules.statistics(world),
            None => Vec::new(),
        };
        see(&Scene {
            board: Board {
                world,
                light: &|_| Light::Seen,
                glyphs: self.glyphs,
                missile: match self.moment {
                    Moment::Flight(over) => Some((over, Missile::Shot)),
                    Moment::Rest | Moment::Burst(_) => None,
                },
                burst: match self.moment {
                    Moment::Burst(at) => Some(at),
                    Moment::Rest | Moment::Flight(_) => None,
                },
                pointer: None,
                follow: self.follow,
            },
            readings: &rules.readings(world),
            control: Control::Pointing,
            plan: (self.moment == Moment::Rest).then_some(plan),
            statistics: &statistics,
            rim: rules.rim(),
            typed: "",
            older: &[vec!["The blue ghost misses Danny.".to_owned()]],
            latest: &self.latest,
        })
    }

    /// Where a cell of the level stands on such a screen.
    fn screen_of(&self, size: (i32, i32), p: Point) -> Point {
        let size = Size::new(size.0, size.1);
        let found = self.see(|scene| {
            let is_shown = |screen: &Point| scene.cell_at(size, *screen) == Some(p);
            size.points().find(is_shown)
        });
        found.expect("it is shown")
    }

    /// What is drawn at a cell of the level, without colour.
    fn mono(&self, p: Point) -> (char, Style) {
        let cell = self.frame(ROOMY).get(self.screen_of(ROOMY, p));
        (cell.glyph(), Depth::Mono.limit(cell.style))
    }
}

/// A screen larger than the room.
const ROOMY: (i32, i32) = (60, 15);

#[test]
fn k5_no_overlay_only_the_cursor_and_the_way() {
    let battle = Battle::pointing_at_a_cell(Overlay::None);
    insta::assert_snapshot!(battle.frame(ROOMY).with_styles());
}

#[test]
fn k5_cells_in_range_of_a_move_are_blue_and_all_others_faint() {
    let battle = Battle::pointing_at_a_cell(Overlay::Move);
    insta::assert_snapshot!(battle.frame(ROOMY).with_styles());
}

#[test]
fn k5_cells_in_fire_are_red_and_the_aimed_one_stands_between_arrows() {
    insta::assert_snapshot!(Battle::aiming().frame(ROOMY).with_styles());
}

#[test]
fn k5_ascii_draws_the_same_with_its_own_characters() {
    let mut battle = Battle::pointing_at_a_cell(Overlay::Move);
    battle.glyphs = Glyphs::Ascii;
    let frame = battle.frame(ROOMY);
    assert!(frame.lines().all(|row| row.is_ascii()), "{frame}");
    assert_eq!(battle.mono(at(5, 3)).0, ':', "a step of the way");
}

#[test]
fn k5_nothing_of_it_is_drawn_while_something_flies_and_the_board_stands_still() {
    let rest = Battle::pointing_at_a_cell(Overlay::None);
    let flight = Battle {
        moment: Moment::Flight(at(8, 3)),
        ..Battle::pointing_at_a_cell(Overlay::Move)
    };
    let (resting, flying) = (rest.frame(ROOMY), flight.frame(ROOMY));
    let corner = rest.screen_of(ROOMY, at(0, 0));
    for p in Size::new(30, 10).points() {
        let screen = at(corner.x + p.x, corner.y + p.y);
        let cell = flying.get(screen);
        let is_marked = p.chebyshev(at(6, 4)) <= 1 || p == at(8, 3);
        assert!(is_marked || cell == resting.get(screen), "{p:?}");
        assert!(!cell.style.reverse && !cell.style.dim, "{p:?}");
    }
}

#[test]
fn k5_everything_is_told_apart_without_colour() {
    let mut battle = Battle::pointing_at_a_cell(Overlay::Move);
    let ways = [
        ("in range", at(2, 2)),
        ("out of range", at(12, 2)),
        ("a step of the way", at(5, 3)),
        ("pointed at", at(6, 4)),
        ("a bracket", at(7, 4)),
    ];
    let looks: BTreeSet<(char, Style)> = ways.map(|(_, p)| battle.mono(p)).into();
    assert_eq!(looks.len(), ways.len(), "{looks:?}");
    let unit = |battle: &Battle, p| battle.mono(p).1;
    assert!(unit(&battle, at(4, 2)).bold, "the commanded wizard");
    assert!(!unit(&battle, at(3, 4)).bold, "another one");
    battle = Battle::aiming();
    assert_eq!(battle.mono(at(12, 4)).0, '>');
    battle.aimed = None;
    assert_eq!(battle.mono(at(12, 4)).0, '[', "pointed at is not aimed at");
    assert_ne!(battle.mono(at(6, 2)).1, battle.mono(at(20, 2)).1);
}

#[test]
fn k5_every_body_and_item_keeps_its_glyph_in_every_overlay() {
    let things = ["A", "D", "I", "B", "R", "E", "o", "*", "~", "+"];
    let count = |frame: &Frame, thing: &str| -> usize {
        let rows = frame.lines().filter(|row| row.contains('#'));
        rows.map(|row| row.matches(thing).count()).sum()
    };
    let bare = Battle::of(ROOM).frame(ROOMY);
    for overlay in [Overlay::None, Overlay::Move, Overlay::Attack] {
        for cursor in Size::new(30, 10).points() {
            let frame = Battle {
                overlay,
                cursor,
                ..Battle::of(ROOM)
            }
            .frame(ROOMY);
            for thing in things {
                assert_eq!(
                    count(&frame, thing),
                    count(&bare, thing),
                    "{thing} {cursor:?}\n{frame}"
                );
            }
        }
    }
}
