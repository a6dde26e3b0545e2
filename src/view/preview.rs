//! What a player who points sees of the commanded unit's outlook (K-4, K-5): the overlay, the cell that he points at, and
//! the way there.
use crate::engine::ruleset::Ruleset;
use crate::space::geometry::Point;

/// How a game is played, by which its screen is laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ControlScheme {
    /// By keys that say what the hero does.
    #[default]
    Keys,
    /// By pointing at cells (K-4).
    Pointing,
}

impl ControlScheme {
    /// How the player of these rules plays.
    pub fn for_rules(rules: &dyn Ruleset) -> ControlScheme {
        match rules.pointing() {
            Some(_) => ControlScheme::Pointing,
            None => ControlScheme::Keys,
        }
    }
}

/// What lies over the board (K-5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OverlayMode {
    /// Nothing.
    #[default]
    None,
    /// Where a move can end.
    Move,
    /// What the weapon can hit.
    Attack,
}

impl OverlayMode {
    /// The one after this: none, move, attack, none (K-4).
    pub fn next(self) -> OverlayMode {
        match self {
            OverlayMode::None => OverlayMode::Move,
            OverlayMode::Move => OverlayMode::Attack,
            OverlayMode::Attack => OverlayMode::None,
        }
    }
}

/// The outlook as it is drawn.
#[derive(Clone, Copy, Debug)]
pub struct PreviewView<'a> {
    /// The cell that is pointed at.
    pub cursor: Point,
    /// What lies over the board.
    pub overlay: OverlayMode,
    /// The cells of that overlay in reading order; empty for none.
    pub cells: &'a [Point],
    /// The cells on the way to the one that is pointed at, that one too; empty where a move does not end there.
    pub route: &'a [Point],
    /// The cell that is aimed at: choosing it again shoots (K-11).
    pub aimed: Option<Point>,
    /// What there is to know of the cell that is pointed at, in one line.
    pub told: &'a str,
    /// What ends the turn, to be clicked on.
    pub button: Button<'a>,
}

/// A word to be clicked on, with the key that does the same.
#[derive(Clone, Copy, Debug, Default)]
pub struct Button<'a> {
    /// "Space: end the turn"; empty for no button.
    pub full: &'a str,
    /// "Space": where there is no room for more.
    pub brief: &'a str,
}
