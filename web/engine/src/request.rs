//! All that can be asked: by the page, and by its worker. As JSON a request is its name with its details, such as
//! `{"press":{"keys":"ll"}}` or `{"animate":null}`. Places in texts are counted in UTF-16 units.
use serde::Deserialize;

/// A request of the page.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Request {
    /// The findings of a text.
    Check { name: String, text: String },
    /// Which piece of a text is of which sort.
    Paint { name: String, text: String },
    /// What may stand at a place.
    Complete { name: String, text: String, at: u32 },
    /// What stands at a place, in words.
    Hover { name: String, text: String, at: u32 },
    /// A text as `dungeon fmt` writes it.
    Format { name: String, text: String },

    /// A game from its beginning, or with keys pressed already. A seed is a text, since it may be larger than numbers of
    /// JavaScript are exact.
    Play {
        name: String,
        text: String,
        seed: Option<String>,
        #[serde(default)]
        keys: String,
        size: (i32, i32),
        /// The size of the screen where the keys were pressed, if it is another one.
        #[serde(default)]
        keys_size: Option<(i32, i32)>,
    },
    /// The game that a recording holds, at its end, or before its last turn.
    Resume {
        recording: String,
        size: (i32, i32),
        #[serde(default)]
        shorter: bool,
    },
    /// The game of a text that was changed, with the hero where he is.
    Reload { name: String, text: String },
    /// Keys as scripts are written.
    Press { keys: String },
    /// The next frame of a running animation.
    Animate,
    /// The next step of a journey under way.
    GoOn,
    /// The screen of another size.
    Resize { size: (i32, i32) },
    /// The mouse over a cell of the screen, counted from 1.
    HoverCell { cell: (i32, i32) },
    /// The end of a question how to leave: the page goes on.
    Stay,
    /// The recording of the game.
    Record,
    /// What a link has to hold for the game to be played again.
    Share,

    /// A recording to be watched, from its beginning.
    Watch { recording: String, size: (i32, i32) },
    /// The recording at another position, in keys from its beginning.
    Seek { position: usize },
    /// The next piece of the seek under way.
    GoOnSeeking,
    /// The next moment of a recording that plays by itself.
    Advance,
    /// The recording on a screen of another size.
    ShowOn { size: (i32, i32) },
}

/// A request of the worker, to machine players.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayersRequest {
    /// Whether a game can be won.
    Prove {
        name: String,
        text: String,
        seed: String,
        scope: Scope,
        steps: u64,
    },
    /// The beginning of a simulation.
    Simulate {
        name: String,
        text: String,
        seed: String,
        bots: Vec<Bot>,
        most: u32,
    },
    /// So many further games of each bot.
    PlayGames { games: u32 },
    /// The maps of the last bot's games.
    HeatMaps,
}

/// What is asked of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// Whether it can be won.
    Game,
    /// Whether a player can win it who sees only what the hero sees.
    Fair,
    /// Whether the map alone keeps anybody from winning it.
    Layout,
}

/// A shipped player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bot {
    Random,
    Greedy,
    Careful,
    Planner,
}
