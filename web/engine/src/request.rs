//! All requests of the page to its workers. In JSON, a request is its name with its arguments, such as
//! `{"press":"ll"}` or `{"animate":null}`. Positions in texts count UTF-16 units.
use serde::Deserialize;

/// A request to `reader.wasm`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReaderRequest {
    /// Returns the findings of a text.
    Check { name: String, text: String },
    /// Returns the highlighting of a part of a text.
    Paint {
        name: String,
        text: String,
        from: u32,
        to: u32,
    },
    /// Returns the suggestions at a position.
    Complete { name: String, text: String, at: u32 },
    /// Returns the hover text at a position.
    Hover { name: String, text: String, at: u32 },
    /// Formats a text like `dungeon fmt`.
    Format { name: String, text: String },
    /// Returns the drawn maps of a text, and the sorts of glyphs that it can declare.
    Maps { name: String, text: String },
    /// Returns the line that declares a glyph of a sort, by its number in the answer to `Maps`.
    Declare {
        name: String,
        text: String,
        sort: usize,
        glyph: char,
        called: String,
    },
    /// Compiles a playable text for the engine.
    Compile { name: String, text: String },
    /// Compiles the text of a recording for the engine.
    CompileRecording { recording: String },
}

/// The game that a request begins or continues. One shape serves all of these requests, since each shape is 1 kB of the
/// page's first load; a request does not look at the details that it does not need.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct GameDetails {
    pub name: String,
    pub text: String,
    pub recording: String,
    /// The compiled form of the text or the recording.
    pub dungeon: String,
    /// The seed as a text, because JavaScript's numbers are not exact enough for 64 bits. Empty for the seed of the file.
    pub seed: String,
    pub keys: String,
    pub size: (i32, i32),
    /// The size of the screen on which the keys were pressed; 0, 0 for `size`.
    pub keys_size: (i32, i32),
    /// Whether a recording is continued before its last turn.
    pub shorter: bool,
    /// Whether the page around the game has neither a replay nor examples.
    pub alone: bool,
}

/// A request to `engine.wasm`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Request {
    /// Starts a game of a text, optionally after some keys.
    Play(GameDetails),
    /// Continues a recorded game at its end, or before its last turn.
    Resume(GameDetails),
    /// Continues the game in a changed text, with the hero on the same cell.
    Reload(GameDetails),
    /// Presses keys, in the notation of scripts.
    Press(String),
    /// Returns the next frame of a running animation.
    Animate,
    /// Takes the next step of a journey.
    GoOn,
    /// Changes the size of the screen.
    Resize((i32, i32)),
    /// Moves the mouse to a cell of the screen, counted from 1.
    HoverCell((i32, i32)),
    /// Returns the cell of the map that a cell of the screen shows, counted from 1.
    MapCell((i32, i32)),
    /// Cancels leaving the game.
    Stay,
    /// Returns the recording of the game.
    Record,
    /// Returns the content of a link that recreates the game.
    Share,
}

/// A request to `replay.wasm`. `dungeon` is the compiled form of the recording's text.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReplayRequest {
    /// Opens a recording at its start.
    Watch {
        recording: String,
        dungeon: String,
        size: (i32, i32),
    },
    /// Moves the recording to a position, in keys from its start.
    Seek(usize),
    /// Continues a long seek.
    GoOnSeeking,
    /// Advances a recording that plays automatically to its next moment.
    Advance,
    /// Changes the size of the recording's screen.
    ShowOn((i32, i32)),
    /// Adds up to this many moments of the recording to a film.
    Film(u32),
    /// Returns the film as a self-contained HTML page.
    FilmPage,
}

/// A request to `players.wasm`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayersRequest {
    /// Searches for a win.
    Prove {
        name: String,
        text: String,
        seed: String,
        scope: Scope,
        steps: u64,
    },
    /// Starts a simulation.
    Simulate {
        name: String,
        text: String,
        seed: String,
        bots: Vec<Bot>,
        most: u32,
    },
    /// Plays this many more games with each bot.
    PlayGames { games: u32 },
    /// Finds numbers with which a bot wins as often as wanted.
    Tune(WantedTuning),
    /// Returns the heat maps of the last bot's games.
    HeatMaps,
}

/// A search for numbers.
#[derive(Debug, Deserialize)]
pub struct WantedTuning {
    pub name: String,
    pub text: String,
    /// The seed of the first game.
    pub seed: String,
    /// The bot that plays.
    pub bot: Bot,
    /// The smallest and the largest share of wins, 0 to 1.
    pub wanted: [f64; 2],
    /// The maximum number of games of a trial.
    pub games: u64,
    /// The number of actions after which a game counts as unfinished.
    pub most: u32,
}

/// The question that a proof answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// Whether the game can be won.
    Game,
    /// Whether a player who sees only what the hero sees can win.
    Fair,
    /// Whether the map alone makes a win impossible.
    Layout,
}

/// A bundled bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bot {
    Random,
    Greedy,
    Careful,
    Planner,
}
