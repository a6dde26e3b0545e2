//! The preview of a choice in a game played by pointing (K-4, K-5): the overlay, the cell pointed at, and the route to
//! it.
use dungeon_engine::ruleset::Ruleset;
use dungeon_model::space::geometry::Point;

/// The way that a player controls a game, which determines the layout of the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ControlScheme {
    /// Keys command the hero.
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

/// The set of cells highlighted on the board ([K-5]).
///
/// [K-5]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-5
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OverlayMode {
    /// No cells are highlighted.
    #[default]
    None,
    /// The cells where a move can end.
    Move,
    /// The cells that the weapon can hit.
    Attack,
    /// The cells that an enemy can hit in its next turn. Shown while the player points at that enemy; players cannot
    /// select this mode.
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

/// A preview in the form that the view draws.
#[derive(Clone, Copy, Debug)]
pub struct PreviewView<'a> {
    /// The cell that the cursor points at.
    pub cursor: Point,
    /// The overlay on the board.
    pub overlay: OverlayMode,
    /// The cells of the overlay in reading order; empty for no overlay.
    pub cells: &'a [Point],
    /// The cells of the route in walking order, up to and including the cell pointed at; empty if a move cannot end
    /// there.
    pub route: &'a [Point],
    /// The cell aimed at. Choosing this cell again shoots ([K-11]). `None` if no cell is aimed at.
    ///
    /// [K-11]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-11
    pub aimed: Option<Point>,
    /// The description of the cell that the player points at, on one line; may be empty.
    pub cell_text: &'a str,
    /// The button that ends the turn.
    pub button: Button<'a>,
}

/// A clickable label that names the key with the same effect.
#[derive(Clone, Copy, Debug, Default)]
pub struct Button<'a> {
    /// The long label, such as "Space: end the turn"; empty for no button.
    pub full: &'a str,
    /// The short label, such as "Space", used if the long label does not fit; empty for no button.
    pub brief: &'a str,
}
