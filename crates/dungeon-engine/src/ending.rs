//! How a game ends, and why it was lost.
use super::action::ActorId;
use dungeon_model::dungeon::{CauseId, ItemId, KindId, TileId};

/// How a game ended, from the player's point of view.
///
/// ```
/// use dungeon::{Outcome, Session};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut game = Session::from_text("map\n####\n#@$#\n####\nend\n")?;
/// assert_eq!(game.outcome(), None);
/// game.press("l")?;
/// assert_eq!(game.outcome().map(Outcome::word), Some("won"));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs)] // the variants are self-explanatory
pub enum Outcome {
    Won = 1,
    Lost = 2,
    Drawn = 3,
}

impl Outcome {
    /// All outcomes, in the order of their numbers 1 to 3.
    pub const ALL: [Outcome; 3] = [Outcome::Won, Outcome::Lost, Outcome::Drawn];

    /// Returns the word that machine-readable output uses: `won`, `lost` or `draw`.
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Won => "won",
            Outcome::Lost => "lost",
            Outcome::Drawn => "draw",
        }
    }
}

/// How a game ended, with the cause of a loss.
///
/// ```
/// use dungeon::game::{GameEnd, LossCause};
/// use dungeon::{Outcome, Session};
///
/// let mut game = Session::from_text("lose turns=1\nmap\n#####\n#@.$#\n#####\nend\n")?;
/// game.press(".")?;
/// let ending = game.game().world().ending();
/// assert_eq!(ending, Some(GameEnd::Lost(LossCause::TurnLimit)));
/// assert_eq!(ending.map(GameEnd::outcome), Some(Outcome::Lost));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameEnd {
    /// The game is won.
    Won,
    /// The game is lost.
    Lost(LossCause),
    /// The game is won and lost at the same moment. The field is the cause of the loss ([K-14]).
    ///
    /// [K-14]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-14
    Drawn(LossCause),
}

impl GameEnd {
    /// Returns the outcome without the cause.
    pub fn outcome(self) -> Outcome {
        match self {
            GameEnd::Won => Outcome::Won,
            GameEnd::Lost(_) => Outcome::Lost,
            GameEnd::Drawn(_) => Outcome::Drawn,
        }
    }

    /// Returns the cause of a loss or draw; `None` for a win.
    pub fn loss(self) -> Option<LossCause> {
        match self {
            GameEnd::Won => None,
            GameEnd::Lost(cause) | GameEnd::Drawn(cause) => Some(cause),
        }
    }
}

/// The reason why a game was lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LossCause {
    /// A monster of this kind took the last life.
    Monster(KindId),
    /// Terrain took the last life: a trap, or harmful ground.
    Terrain(TileId),
    /// Taking or using an item took the last life.
    Item(ItemId),
    /// The price of magic took the last life ([E-13]).
    ///
    /// [E-13]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-13
    Magic,
    /// Burning took the last life ([B-4]).
    ///
    /// [B-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#b-4
    Burning,
    /// A body of the player's own side took the last life, or the hero spent it on a purchase.
    OwnDeed,
    /// Terrain that changed to this tile killed the body on it ([C-3]).
    ///
    /// [C-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#c-3
    Caught(TileId),
    /// The turns of `lose turns=` ran out ([G-3]).
    ///
    /// [G-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#g-3
    TurnLimit,
    /// The last vital item was lost (`lose without=`, [G-3]).
    ///
    /// [G-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#g-3
    Without,
    /// A cause of the file with the effect `lose` happened ([C-1]).
    ///
    /// [C-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#c-1
    Event(CauseId),
    /// The rule set took the last life or ended the game, without a more specific cause.
    #[default]
    Rules,
}

impl LossCause {
    /// Whether a body of the player fell: the body lost its last life, or changing terrain killed the body.
    pub fn is_fall(self) -> bool {
        match self {
            LossCause::Monster(_)
            | LossCause::Terrain(_)
            | LossCause::Item(_)
            | LossCause::Magic
            | LossCause::Burning
            | LossCause::OwnDeed
            | LossCause::Caught(_) => true,
            LossCause::TurnLimit | LossCause::Without | LossCause::Event(_) | LossCause::Rules => {
                false
            }
        }
    }

    /// Returns the word that machine-readable output uses.
    pub fn word(self) -> &'static str {
        match self {
            LossCause::Monster(_) => "monster",
            LossCause::Terrain(_) => "terrain",
            LossCause::Item(_) => "item",
            LossCause::Magic => "magic",
            LossCause::Burning => "burning",
            LossCause::OwnDeed => "own-deed",
            LossCause::Caught(_) => "caught",
            LossCause::TurnLimit => "turn-limit",
            LossCause::Without => "without",
            LossCause::Event(_) => "event",
            LossCause::Rules => "rules",
        }
    }
}

/// The cause of a wound, as the rules report it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Blame {
    /// A body, by its attack, shot or explosion.
    Body(ActorId),
    /// Anything else: terrain, an item, magic or a rule.
    Cause(LossCause),
}

impl From<LossCause> for Blame {
    fn from(cause: LossCause) -> Blame {
        Blame::Cause(cause)
    }
}

impl From<ActorId> for Blame {
    fn from(who: ActorId) -> Blame {
        Blame::Body(who)
    }
}
