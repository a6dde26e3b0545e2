//! The tone of a sentence: what it means to the player, by which a screen may style it.

/// What a sentence means to the player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// Nothing in particular.
    #[default]
    Plain,
    /// A wound or a theft that a body of the player suffers.
    Wound,
    /// The death of an enemy.
    Kill,
    /// A thing that is taken, or a trap that is found.
    Find,
    /// A danger that is more than one wound.
    Warning,
}

/// A sentence and its tone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sentence {
    /// The text, one or more whole sentences in one line.
    pub text: String,
    /// What the text means to the player.
    pub tone: Tone,
}

impl Sentence {
    /// Makes a sentence of this tone.
    pub fn new(tone: Tone, text: impl Into<String>) -> Sentence {
        let text = text.into();
        Sentence { text, tone }
    }
}
