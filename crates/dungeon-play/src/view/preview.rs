//! The preview of a player's choice in a game in which the player points (K-4, K-5): the overlay, the cell that is
//! pointed at, and the route there.
use dungeon_engine::ruleset::Ruleset;
use dungeon_model::space::geometry::Point;

/// The way in which a player controls a game, by which the screen is laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ControlScheme {
    /// Keys say what the hero does.
    #[default]
    Keys,
    /// The player points at cells ([K-4]).
    ///
    /// [K-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-4
    Pointing,
}

impl ControlScheme {
    /// Returns the control scheme of a game's rules.
    pub fn for_rules(rules: &dyn Ruleset) -> ControlScheme {
        match rules.face().pointing() {
            Some(_) => ControlScheme::Pointing,
            None => ControlScheme::Keys,
        }
    }
}

/// The field of cells that lies over the board ([K-5]).
///
/// [K-5]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-5
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OverlayMode {
    /// No field lies over the board.
    #[default]
    None,
    /// The cells where a move can end.
    Move,
    /// The cells that the weapon can hit.
    Attack,
    /// The cells where an enemy can hurt in its next turn: shown while that enemy is pointed at, and never chosen.
    Threat,
}

impl OverlayMode {
    /// Returns the next mode in the cycle none, move, attack ([K-4]).
    ///
    /// [K-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-4
    #[must_use]
    pub fn next(self) -> OverlayMode {
        match self {
            OverlayMode::None => OverlayMode::Move,
            OverlayMode::Move => OverlayMode::Attack,
            OverlayMode::Attack | OverlayMode::Threat => OverlayMode::None,
        }
    }
}

/// A preview as it is drawn.
#[derive(Clone, Copy, Debug)]
pub struct PreviewView<'a> {
    /// The cell that is pointed at.
    pub cursor: Point,
    /// The overlay on the board.
    pub overlay: OverlayMode,
    /// The cells of the overlay in reading order; empty for no overlay.
    pub cells: &'a [Point],
    /// The cells of the route to the pointed cell in the order of the steps, that cell last; empty where a move cannot
    /// end there.
    pub route: &'a [Point],
    /// The cell that is aimed at: choosing it again shoots ([K-11]). `None` where no cell is aimed at.
    ///
    /// [K-11]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-11
    pub aimed: Option<Point>,
    /// The description of the pointed cell, in one line; may be empty.
    pub cell_text: &'a str,
    /// The button that ends the turn.
    pub button: Button<'a>,
}

/// A label to click on, with the key that does what a click does.
#[derive(Clone, Copy, Debug, Default)]
pub struct Button<'a> {
    /// The long label, such as "Space: end the turn"; empty for no button.
    pub full: &'a str,
    /// The short label, such as "Space", for where the long one does not fit; empty for no button.
    pub brief: &'a str,
}
