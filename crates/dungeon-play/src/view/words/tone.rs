//! The tone of a sentence: what it means to the player, which may set its style on a screen.

/// What a sentence means to the player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// Nothing in particular.
    #[default]
    Plain,
    /// A wound of one of the player's bodies, or a theft from it.
    Wound,
    /// The death of an enemy.
    Kill,
    /// An item was taken, or a trap found.
    Find,
    /// A danger beyond a single wound.
    Warning,
}

/// A sentence and its tone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sentence {
    /// The text, one or more whole sentences on one line.
    pub text: String,
    /// What the text means to the player.
    pub tone: Tone,
}

impl Sentence {
    /// Makes a sentence with a tone.
    pub fn new(tone: Tone, text: impl Into<String>) -> Sentence {
        let text = text.into();
        Sentence { text, tone }
    }
}
