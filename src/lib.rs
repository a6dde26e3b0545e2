//! Dungeons as text: play them in a terminal, check them like programs, and test them frame by frame.
//!
//! A [`Session`] is a game driven by keys. Its screen is a [`Frame`], a value that you can compare:
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let hall = [
//!     "map",
//!     "#######",
//!     "#@.$..#",
//!     "#######",
//!     "end",
//! ];
//! let mut game = dungeon::Session::from_text(hall.join("\n"))?.with_seed(7).with_size(40, 12);
//! game.press("ll")?;
//! assert!(game.frame().to_string().starts_with("40x12 turn 2\n"));
//! # Ok(())
//! # }
//! ```
//!
//! In a snapshot test, write `insta::assert_snapshot!(game.frame())`, or `game.film("hjkl")?.only_changes()`.
//!
//! # Where to begin
//!
//! | to | start with | and read |
//! |---|---|---|
//! | snapshot frames | [`Session`], [`Film`], [`Frame`] | [`session`], [`frames`], [`recordings`] |
//! | write a monster | [`Monster`] | [`minds`], [`geometry`], [`chance`] |
//! | write rules | [`Ruleset`] | [`rules`], [`rule_parts`], [`game`], [`data`] |
//! | play games programmatically | [`Game`] | [`game`], `players`, [`diagnostics`] |
//! | generate levels programmatically | [`DungeonBuilder`](data::DungeonBuilder) | [`data`], [`diagnostics`] |
//!
//! [`reference::format`] is the guide to files, and [`reference::rules`] has the rules of the games.
//!
//! Two features are on by default: `program` adds the module `terminal` and the program `dungeon`, and `players` adds
//! the bots and the prover. `default-features = false` leaves out both features and their dependencies.
// Casts that lose bits are allowed only in `space/narrow.rs`, because a wrapped count or index would be wrong.
#![cfg_attr(not(test), deny(clippy::cast_possible_truncation))]
#![warn(missing_debug_implementations, unnameable_types)]

// The crates in `crates/` depend only on crates below them; see ARCHITECTURE.md. The modules here reexport their public
// items, and the program is on top. Hidden modules are for the program, the page and this project's own tests, and have
// no stability guarantee.
#[cfg(feature = "players")]
#[doc(hidden)]
pub mod testing;

#[doc(hidden)]
pub mod analysis;

#[cfg(feature = "players")]
#[doc(hidden)]
pub mod balance;

#[cfg(feature = "players")]
#[doc(hidden)]
pub mod baking;

#[cfg(all(feature = "program", unix))]
#[allow(unnameable_types, missing_debug_implementations)]
#[doc(hidden)]
pub mod interchange;
#[cfg(all(feature = "program", unix))]
pub mod terminal;

#[cfg(all(feature = "program", unix))]
#[doc(hidden)]
pub mod cli;

#[cfg(all(feature = "program", not(unix)))]
compile_error!(
    "the program `dungeon` plays in a Unix terminal, which this system has not; \
     the library alone builds here: `default-features = false`"
);

#[doc(no_inline)]
pub use self::data::Dungeon;
#[doc(no_inline)]
pub use self::diagnostics::{LoadError, Report, load, load_source, load_text, read};
#[doc(no_inline)]
pub use self::frames::{ColourDepth, Frame, Glyphs};
#[doc(no_inline)]
pub use self::game::{Action, Event, Game, Outcome, Refusal, World};
#[doc(no_inline)]
pub use self::minds::Monster;
#[doc(no_inline)]
pub use self::rules::Ruleset;
#[doc(no_inline)]
pub use self::session::{Film, Key, KeyError, Session};

pub mod geometry {
    //! Points, sizes and directions, and searches on a grid of cells.
    //!
    //! For code that measures a map: minds of monsters, bots and rules. Start with [`Point`] and [`Direction`].
    //! [`Grid`] stores a value for each cell, [`Distances`] finds shortest paths, and [`sees`] and [`Field`] compute
    //! visibility. Columns and rows count from 0 in code, and from 1 in files and printed text.

    pub use dungeon_model::space::distances::Distances;
    pub use dungeon_model::space::field::Field;
    pub use dungeon_model::space::geometry::{
        Direction, Directions, Neighbours, Point, Region, Size, at,
    };
    pub use dungeon_model::space::grid::Grid;
    pub use dungeon_model::space::reach::Reach;
    pub use dungeon_model::space::sight::{Line, line, sees};
}

pub mod data {
    //! A dungeon's tables and levels: the content of a file, after it was checked.
    //!
    //! For authors of rules or monsters. Start with [`Dungeon`], which [`load`](crate::diagnostics::load) returns. Its
    //! tables are [`Kind`] with [`Stats`], [`ItemKind`], and [`Tile`] with [`Feature`]; a [`Level`] places their
    //! entries on a map. All of these are plain data; the state of a game is in [`game`](crate::game). A
    //! [`DungeonBuilder`] creates dungeons programmatically.

    pub use dungeon_lint::builder::{DungeonBuilder, WrittenValue};
    pub use dungeon_model::dungeon::Dungeon;
    pub use dungeon_model::dungeon::cause::{CauseEffect, CauseEvent, CauseRecord, Victims};
    pub use dungeon_model::dungeon::choice::{Choice, Class};
    pub use dungeon_model::dungeon::colour::Colour;
    pub use dungeon_model::dungeon::family::Family;
    pub use dungeon_model::dungeon::feature::{
        ActingTerrain, Boulder, Door, Feature, Fence, Guise, Harm, Pool, Push, Stair, Stairs, Trap,
    };
    pub use dungeon_model::dungeon::game_profile::{GameProfile, Settings};
    pub use dungeon_model::dungeon::games::tactics::{CRYSTAL, PANCAKE};
    pub use dungeon_model::dungeon::goal::{Goal, Loss};
    pub use dungeon_model::dungeon::ids::{
        CauseId, FamilyId, ItemId, KindId, LevelId, LockId, StatsId, TileId,
    };
    pub use dungeon_model::dungeon::item::{AimedAct, BlowShape, ItemKind, Keeping};
    pub use dungeon_model::dungeon::kind::{
        AddressedAs, AtZero, Behaviour, BodyGlyph, Disguise, Kind, LifeUnit, Offspring, Shot, Side,
        Weapon,
    };
    pub use dungeon_model::dungeon::level::{
        Amount, Caves, CellSharing, Footing, Level, Overlap, Rim, Rooms, Scatter, ScatterExempt,
        ScatterOrigin, ScatterShare, ScatteredThing, Sight, TerrainGenerator, Tile,
    };
    pub use dungeon_model::dungeon::parts::{Attack, Hunt, Parts, Prey, Roam, Sense, Through};
    pub use dungeon_model::dungeon::settings::{Fog, UnreachablePolicy};
    pub use dungeon_model::dungeon::spawn::{PatrolRoute, Spawn, SpawnOwn};
    pub use dungeon_model::dungeon::stats::{Spread, Stat, Stats};
    pub use dungeon_model::dungeon::timed_state::{
        BURN, LONGEST_STATE, StateGift, TimedState, TurnsLeft,
    };
    pub use dungeon_model::dungeon::vault::Vault;
}

pub mod diagnostics {
    //! Diagnostics of a file: each has a place, a message and often a fix.
    //!
    //! For programs that load files of other authors: players, editors, checks in CI. [`load`] returns a dungeon or an
    //! error. [`read`] also returns warnings, as [`Diagnostic`]s with a [`Span`] of their [`Source`]; a [`Report`]
    //! prints them. [`Limits`] bound the resources that a file may use.

    pub use dungeon_format::canonical::format_text;
    pub use dungeon_format::diagnostic::{Code, Diagnostic, Fix, Label, Severity};
    pub use dungeon_format::include::IncludeFiles;
    pub use dungeon_format::include_folder::IncludeFolders;
    pub use dungeon_format::included_files::FilePlace;
    pub use dungeon_format::report::{Paint, Report, Summary};
    pub use dungeon_format::source::{Limits, Source, Span};
    pub use dungeon_format::untrusted::Untrusted;
    pub use dungeon_lint::load::{LoadError, load, load_source, load_text, read};
}

pub mod game {
    //! A game in play: its state, its actions and its events.
    //!
    //! For bots, searches and measurements. Start with [`Game`]: [`step`](Game::step) takes an [`Action`] and may
    //! return a [`Refusal`]; a clone is a copy to try moves on. [`World`] answers questions about the state, and
    //! [`Event`]s describe the effects of a step. A [`Session`](crate::Session) plays a game through keys and screens.

    pub use dungeon_engine::action::{Action, ActorId, Refusal, RefusedWish, Verb};
    pub use dungeon_engine::body::{Body, Pause};
    pub use dungeon_engine::ending::{Blame, GameEnd, LossCause, Outcome};
    pub use dungeon_engine::event::{AtTerrain, Event, Missile};
    pub use dungeon_engine::game::Game;
    pub use dungeon_engine::ground::CellLayers;
    pub use dungeon_engine::pack::{Pack, PackedThing};
    pub use dungeon_engine::statistics::Statistics;
    pub use dungeon_engine::world::World;
}

#[cfg(feature = "players")]
pub mod players {
    //! Bots that play games, and a prover that decides whether a game can be won.
    //!
    //! To train a program, start with an [`Environment`]: choose from its [`ActionSpace`], and read its observations
    //! and rewards. To measure how hard a dungeon is, use a [`Player`], which sees only a [`PlayerView`], as a person
    //! does.
    //! [`play`] plays one game and returns a [`GameRecord`]; [`play_many`] returns the [`Tally`] of many games, and
    //! [`compare`] tells whether an edit made a dungeon harder.
    //! [`Random`], [`Greedy`], [`Careful`] and [`Planner`] are the bundled players. To find out whether a dungeon can
    //! be won, call [`prove`], or [`prove_game`] for a game with rules or monsters of your own. They return a
    //! [`Proof`], whose [`Verdict`] is never a guess. [`sensitivity`] tells which numbers and things of a
    //! [`DungeonText`] decide how often a bot wins, and [`tune`] finds numbers with which it wins as often as wanted.

    pub use crate::balance::compare::compare;
    pub use crate::balance::dungeon_text::{DungeonText, PlaySeeds};
    pub use crate::balance::sensitivity::{
        Alteration, Influence, Sensitivity, TextChange, sensitivity,
    };
    pub use crate::balance::tune::{TuneEnd, TunedValue, Tuning, tune};
    pub use crate::balance::tune_goal::{TuneGoal, WinCount};
    pub use crate::balance::tune_trials::{RefuteSeeds, TuneTrial};
    pub use dungeon_players::{
        ActionSpace, Budget, Careful, CoinFlip, DeadEnd, Disproof, Environment, GameRecord, Greedy,
        Info, Interval, LevelCost, LifeCurve, Mend, MendSet, ObservationSpace, ObservedNumber,
        ObservedPlane, PairedCounts, PairedTally, Planner, Player, PlayerView, Proof, ProofLimit,
        Random, Reason, RewardParts, SeenGame, ShortestWin, Solutions, Tally, Transition,
        TurnChange, Verdict, Vision, different_wins, play, play_many, proof_findings, prove,
        prove_fair, prove_game, prove_layout, shortest_win,
    };
}

pub mod chance {
    //! Randomness without state: the same seed, purpose, turn and actor give the same numbers on every machine.
    //!
    //! For authors of monsters or rules that need chance. There is no generator to pass around:
    //! [`View::draw`](crate::minds::View::draw) and [`World::draw`](crate::game::World::draw) return a [`Draw`] that
    //! belongs to one occasion, so that an additional monster never changes the luck of other monsters.

    pub use dungeon_engine::chance::{Chance, Draw, DrawKey, DrawPurpose};
}

pub mod minds {
    //! Minds of monsters: the trait, the queries that a mind may make, and the minds that files can name.
    //!
    //! For authors of monsters. Start with [`Monster`], which has four decisions; two of them have no default. A mind
    //! sees the game through a [`View`], and stores its state in [`Memory`]. Pass a function from a
    //! [`Kind`](crate::data::Kind) to a mind, such as [`mind_for`], to a [`Game`](crate::Game) or a
    //! [`Session`](crate::Session).

    pub use dungeon_engine::monster::{Memory, Monster};
    pub use dungeon_engine::monster_view::{PathStep, Sighting, View};
    pub use dungeon_engine::monsters::{Composed, Ghost, Patrol, Wanderer, mind_for};
}

pub mod rules {
    //! Rules of games: the trait, the stage on which rules act, and the rules of explore, siege, arena and tactics.
    //!
    //! For authors of rules. Start with [`Ruleset`]: `base` names the rules that are changed, such as [`Explore`], or
    //! [`Bare`] for a game from scratch. `check` decides whether an action is allowed, and `resolve` carries it out.
    //! Only a [`Stage`] changes the world, through events. [`Binding`]s are the keys of a game, and [`Reading`]s are
    //! the numbers of its panel. [`rules_for`] returns the rules that a file names. A file that leaves winning to the
    //! rules has `goal none=yes`.

    pub use dungeon_engine::ruleset::{LevelDemand, MonsterRound, Ruleset, TimePassed};
    pub use dungeon_engine::ruleset_face::{
        Binding, Forecast, PeriodForecast, Pointing, Reading, RulesetFace, ShotTarget,
    };
    pub use dungeon_engine::rulesets::arena::Arena;
    pub use dungeon_engine::rulesets::bare::Bare;
    pub use dungeon_engine::rulesets::explore::{CAST, Explore};
    pub use dungeon_engine::rulesets::pick as rules_for;
    pub use dungeon_engine::rulesets::siege::{BUILD_FENCE, BUY_COW, SKIP, Siege};
    pub use dungeon_engine::rulesets::tactics::{
        END_TURN, NEXT_UNIT, PREVIOUS_UNIT, Tactics, reach,
    };
    pub use dungeon_engine::stage::{MonsterAct, Stage};
}

pub mod rule_parts {
    //! Building blocks for rules: actions shared by heroes and monsters, combat, doors, traps, stairs, and movement
    //! keys.
    //!
    //! For authors of rules who know the trait [`Ruleset`](crate::Ruleset). Start with [`check_monster`] and
    //! [`resolve_monster`], which suffice for most monsters, and [`check_hero`] and [`resolve_hero`], with which a hero
    //! waits and takes stairs. Add [`step`] and [`attack`] for a hero's other actions. [`eight_ways`] and [`four_ways`]
    //! are movement keys.

    pub use dungeon_engine::rulesets::combat::{
        attack, check_attack, check_shot, eat, kill, shoot, spawn_offspring, wound,
    };
    pub use dungeon_engine::rulesets::common_actions::{
        check as check_monster, check_command as check_hero, execute as resolve_hero,
        grant as resolve_monster,
    };
    pub use dungeon_engine::rulesets::keys::{STAIRS, eight_ways, four_ways, joined_keys};
    pub use dungeon_engine::rulesets::terrain::{
        ASCEND, DESCEND, RoundCount, StepRules, can_step, check_lock, check_stairs, enter,
        is_done_on, search, step, take, take_stairs,
    };
}

pub mod frames {
    //! Screens as cells of characters, and ways to print them.
    //!
    //! For snapshot tests, and for programs that show frames with another library. A [`Frame`] is a value: it can be
    //! compared, prints as text for a snapshot, and gives access to its [`Cell`]s by row. [`Frame::of`] draws the map
    //! of a [`Game`](crate::Game), and [`Style::rgb`] gives the colors of a cell.
    //! [`with_styles`](Frame::with_styles) prints colors, too. [`to_ansi`](Frame::to_ansi) and
    //! [`to_svg`](Frame::to_svg) draw a frame; an [`AnimatedSvg`] draws a film, and a [`FilmPage`] draws a
    //! film with a slider.

    pub use dungeon_play::view::animated_svg::AnimatedSvg;
    pub use dungeon_play::view::ansi::ColourDepth;
    pub use dungeon_play::view::board::Lighting;
    pub use dungeon_play::view::film_page::FilmPage;
    pub use dungeon_play::view::frame::{Cell, CellWriter, Frame, Style};
    pub use dungeon_play::view::glyphs::Glyphs;
    pub use dungeon_play::view::print::WithStyles;
    pub use dungeon_play::view::window_style::WindowStyle;
}

pub mod session {
    //! A game driven by keys, as a player sees it.
    //!
    //! For snapshot tests, and for programs that embed a game. Start with [`Session`]: [`press`](Session::press) takes
    //! keys as text, [`frame`](Session::frame) returns the screen, and [`film`](Session::film) returns the screens
    //! after each key. [`Key`] and [`Script`] define the notation of keys, a [`KeysFile`] holds a player's own keys,
    //! and a [`StateLine`] is the state of a game for programs. A terminal can run anything that implements [`Show`].

    pub use dungeon_play::input::key::Key;
    pub use dungeon_play::input::keymap::{Command, Cycle, Keymap, KeymapEntry};
    pub use dungeon_play::input::keys_file::KeysFile;
    pub use dungeon_play::input::packed_keys::{KeyCursor, PackedKeys};
    pub use dungeon_play::input::script::{KeyError, Script};
    pub use dungeon_play::input::show::{BEAT, Pace, STRIDE, Show};
    pub use dungeon_play::replay::film::{Film, FilmChanges, FrameChange};
    pub use dungeon_play::replay::moments::{Moment, MomentDetail, Moments};
    pub use dungeon_play::screen::target_preview::TargetPreview;
    pub use dungeon_play::session::session::Session;
    pub use dungeon_play::session::state_json::{
        BodyState, CommandState, GoalState, HeroState, ItemState, PackState, StateLine,
        TargetState, UnitState,
    };
    pub use dungeon_play::text::question::Leaving;
    pub use dungeon_play::text::score::LostTo;
    pub use dungeon_play::view::preview::{Button, ControlScheme, OverlayMode, PreviewView};
}

pub mod narration {
    //! Games in lines of text, for screen readers and for programs.
    //!
    //! For play without a screen, such as in a chat or over a pipe. A [`Narrator`] takes a line and returns lines. It
    //! wraps a [`Session`](crate::Session), or a [`Recorder`](crate::recordings::Recorder) that records the game.

    pub use dungeon_play::narration::{LineInterface, Narrator, SessionShow};
}

pub mod recordings {
    //! Recorded games, and their replay key by key.
    //!
    //! For programs that save games, replay them, or prove that a game was won. A [`Recorder`] plays a
    //! [`Session`](crate::Session) and writes a [`Recording`], which is text. A [`Playback`] presses the recorded keys
    //! again, and returns a [`Drift`] where the game differs from the recording.

    pub use dungeon_play::replay::certificate::Certificate;
    pub use dungeon_play::replay::playback::{Drift, Playback, PlaybackPosition};
    pub use dungeon_play::replay::recorder::{Recorder, SharedRecording};
    pub use dungeon_play::replay::recording::{KeyCause, RecordedMove, Recording, RecordingError};
}

pub mod reference {
    //! Reference pages.
    //!
    //! [`mod@format`] is a tutorial of the file format, followed by its reference. [`rules`] has every rule of the
    //! games by its id, such as [E-21](rules#e-21).

    // The pages link to each other's files. Here they are one page, so these definitions, which come first, replace
    // the later ones.
    /// [arena]: #arena
    /// [causes]: #causes
    /// [company]: #company
    /// [chance]: #chance
    /// [cheat-sheet]: #cheat-sheet
    /// [choices]: #choices
    /// [classes]: #classes
    /// [classic]: #the-classic-format
    /// [doors]: #doors-and-keys
    /// [drawn]: #chance-in-what-is-drawn
    /// [first-dungeon]: #your-first-dungeon
    /// [fog]: #fog
    /// [goals]: #goals
    /// [grammar]: #grammar
    /// [herd]: #the-herd
    /// [inventory]: #inventory
    /// [joint]: #marks-that-belong-together
    /// [kinds]: #kinds
    /// [levels]: #levels
    /// [limits]: #limits
    /// [made]: #made-maps
    /// [monsters]: #monsters-of-your-own
    /// [pages]: #drawing-dungeons
    /// [play]: #how-it-is-played
    /// [ranges]: #ranges-in-numbers
    /// [reference]: #reference
    /// [scatter]: #scatter
    /// [sharing]: #sharing
    /// [siege]: #siege
    /// [signs]: #traps-signs-and-words
    /// [tactics]: #tactics
    /// [tests]: #tests
    /// [tiles]: #terrain
    /// [time]: #time
    /// [unknown]: #unknown-items
    /// [vaults]: #vaults
    ///
    #[doc = include_str!("../docs/format/README.md")]
    #[doc = include_str!("../docs/format/cheat-sheet.md")]
    #[doc = include_str!("../docs/format/first-dungeon.md")]
    #[doc = include_str!("../docs/format/levels.md")]
    #[doc = include_str!("../docs/format/monsters.md")]
    #[doc = include_str!("../docs/format/chance.md")]
    #[doc = include_str!("../docs/format/sharing.md")]
    #[doc = include_str!("../docs/format/play.md")]
    #[doc = include_str!("../docs/format/causes.md")]
    #[doc = include_str!("../docs/format/tests.md")]
    #[doc = include_str!("../docs/format/siege.md")]
    #[doc = include_str!("../docs/format/arena.md")]
    #[doc = include_str!("../docs/format/tactics.md")]
    #[doc = include_str!("../docs/format/reference.md")]
    #[doc = include_str!("../docs/GRAMMAR.md")]
    pub mod format {}

    #[doc = include_str!("../docs/RULES.md")]
    pub mod rules {}
}
