//! The tone of a sentence: its meaning for the player, which may determine its style on a screen.

/// The meaning of a sentence for the player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// No special meaning.
    #[default]
    Plain,
    /// A wound of one of the player's bodies, or a theft from it.
    Wound,
    /// The death of an enemy.
    Kill,
    /// An item was taken, or a trap was found.
    Find,
    /// A danger that is greater than a single wound.
    Warning,
}

/// A sentence and its tone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sentence {
    /// The text: one or more whole sentences on one line.
    pub text: String,
    /// The meaning of the text for the player.
    pub tone: Tone,
    /// The text with the places of its events, for players who hear the game; `None` if it is the same.
    pub heard: Option<String>,
}

impl Sentence {
    /// Makes a sentence with a tone.
    pub fn new(tone: Tone, text: impl Into<String>) -> Sentence {
        let text = text.into();
        Sentence {
            text,
            tone,
            heard: None,
        }
    }
}
