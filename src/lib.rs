//! Dungeons as text: play them in a terminal, check them like a program, film them like a test.
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
//! let mut game = dungeon::Session::from_text(hall.join("\n"))?.seed(7).size(40, 12);
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
//! | drive games by program | [`Game`] | [`game`], `players`, [`diagnostics`] |
//! | generate levels by program | [`DungeonBuilder`](data::DungeonBuilder) | [`data`], [`diagnostics`] |
//!
//! [`reference::format`] is the guide to files, and [`reference::rules`] has the rules of the games.
//!
//! Two features are on by default: `program` adds the module `terminal` and the program `dungeon`, `players` adds the bots
//! and the prover. `default-features = false` leaves out both and their dependencies.
// A count or an index that wraps is another one: `space/narrow.rs` says what becomes narrower, and how.
#![cfg_attr(not(test), deny(clippy::cast_possible_truncation))]
#![warn(missing_debug_implementations, unnameable_types)]

// The floors of the house stand in `crates/`, and cargo sees to it that none asks one above it (ARCHITECTURE.md). Here is
// what of them is for others, module by module, and above it the program. Hidden rooms are for the program, the page and this
// project's own tests: no version promises anything of them.
#[cfg(feature = "players")]
#[doc(hidden)]
pub mod testing;

#[doc(hidden)]
pub mod analysis;
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
pub use self::diagnostics::{LoadError, Report, load, load_source, read};
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
    //! Points, sizes and directions, and what lies on a grid of cells.
    //!
    //! For all who look at a map by program: monsters' minds, machine players and rules use nothing else to measure it.
    //! Read [`Point`] and [`Direction`] first. [`Grid`] keeps a value a cell, [`Distances`] finds ways, [`sees`] and
    //! [`Field`] say what is in sight. Columns and rows count from 0 here, and from 1 in files and in all that is
    //! printed.

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
    //! A dungeon's tables and levels: what a file says, once it has been read and found to be playable.
    //!
    //! For who writes rules or a monster, and wants to know what a file can say. Read [`Dungeon`] first, which
    //! [`load`](crate::diagnostics::load) gives, then its tables: [`Kind`] with its [`Stats`], [`ItemKind`], [`Tile`]
    //! with its [`Feature`], and last [`Level`], which puts them on a map. All of it is plain data: what happens is in
    //! [`game`](crate::game). A program makes dungeons of its own by a [`DungeonBuilder`].

    pub use dungeon_lint::builder::{DungeonBuilder, WrittenValue};
    pub use dungeon_model::dungeon::Dungeon;
    pub use dungeon_model::dungeon::cause::{CauseEffect, CauseEvent, CauseRecord, Victims};
    pub use dungeon_model::dungeon::choice::{Choice, Class};
    pub use dungeon_model::dungeon::colour::Colour;
    pub use dungeon_model::dungeon::feature::{
        ActingTerrain, Boulder, Door, Feature, Fence, Guise, Harm, Pool, Push, Stair, Stairs, Trap,
    };
    pub use dungeon_model::dungeon::game_profile::{GameProfile, Settings};
    pub use dungeon_model::dungeon::games::tactics::{CRYSTAL, PANCAKE};
    pub use dungeon_model::dungeon::goal::{Goal, Loss};
    pub use dungeon_model::dungeon::ids::{
        CauseId, ItemId, KindId, LevelId, LockId, StatsId, TileId,
    };
    pub use dungeon_model::dungeon::item::{ItemKind, Keeping};
    pub use dungeon_model::dungeon::kind::{
        AddressedAs, AtZero, Behaviour, BodyGlyph, Kind, LifeUnit, Offspring, Shot, Side, Weapon,
    };
    pub use dungeon_model::dungeon::level::{
        Amount, Caves, CellSharing, Footing, Level, Overlap, Rim, Rooms, Scatter, ScatterExempt,
        ScatterShare, ScatteredThing, Sight, TerrainGenerator, Tile,
    };
    pub use dungeon_model::dungeon::parts::{Attack, Hunt, Parts, Prey, Roam, Sense, Through};
    pub use dungeon_model::dungeon::settings::{Fog, UnreachablePolicy};
    pub use dungeon_model::dungeon::spawn::{PatrolRoute, Spawn, SpawnOwn};
    pub use dungeon_model::dungeon::stats::{Spread, Stat, Stats};
    pub use dungeon_model::dungeon::vault::Vault;
}

pub mod diagnostics {
    //! What is wrong with a file, each finding with its place, its words and a way to mend it.
    //!
    //! For who loads files that others wrote: a program that plays them, an editor, a check in CI. [`load`] is enough
    //! for one who only wants to play; [`read`] gives warnings too, as [`Diagnostic`]s with a [`Span`] of their
    //! [`Source`], and a [`Report`] prints them. [`Limits`] bound what a file may ask for.

    pub use dungeon_format::canonical::format_text;
    pub use dungeon_format::diagnostic::{Code, Diagnostic, Fix, Label, Severity};
    pub use dungeon_format::include::IncludeFiles;
    pub use dungeon_format::include_folder::IncludeFolders;
    pub use dungeon_format::included_files::FilePlace;
    pub use dungeon_format::report::{Paint, Report, Summary};
    pub use dungeon_format::source::{Limits, Source, Span};
    pub use dungeon_format::untrusted::Untrusted;
    pub use dungeon_lint::load::{LoadError, load, load_source, read};
}

pub mod game {
    //! A game in play: its state, what can be done in it, and what has happened.
    //!
    //! For who drives games by program: bots, searches, measurements. Read [`Game`] first: a [`step`](Game::step) takes
    //! an [`Action`] or gives a [`Refusal`], a clone is a game to try something in. [`World`] answers every question
    //! about the state, and [`Event`]s tell what a step did. A game of text and keys, as a player has it, is a
    //! [`Session`](crate::Session) around one.

    pub use dungeon_engine::action::{Action, ActorId, Refusal, Verb};
    pub use dungeon_engine::body::Body;
    pub use dungeon_engine::ending::{Blame, GameEnd, LossCause, Outcome};
    pub use dungeon_engine::event::{Event, Missile};
    pub use dungeon_engine::game::Game;
    pub use dungeon_engine::ground::CellLayers;
    pub use dungeon_engine::pack::{Pack, PackedThing};
    pub use dungeon_engine::statistics::Statistics;
    pub use dungeon_engine::world::World;
}

#[cfg(feature = "players")]
pub mod players {
    //! Bots: programs that play games, and that say whether a game can be won before anybody plays it.
    //!
    //! To train or measure bots, begin with an [`Environment`]: choose from its actions, and read its numbers. To know how
    //! hard a dungeon is: a [`Player`] sees a [`PlayerView`], which is what a person sees, [`play_many`] plays many games of
    //! a dungeon with it, and a [`Tally`] adds them up; [`play`] plays one, which is a [`SeenGame`]. [`Random`], [`Greedy`],
    //! [`Careful`] and [`Planner`] are players. To know whether a dungeon can be won, [`prove`] is all there is to call: it
    //! gives a [`Proof`], whose [`Verdict`] is never guessed.

    pub use dungeon_players::{
        Budget, Careful, DeadEnd, Disproof, Environment, GameRecord, Greedy, Interval, LifeCurve,
        Mend, Planner, Player, PlayerView, Proof, Random, Reason, SeenGame, Tally, Transition,
        Verdict, play, play_many, proof_findings, prove, prove_fair, prove_layout,
    };
}

pub mod chance {
    //! Chance as an argument: the same seed, purpose, turn and actor draw the same numbers on every machine.
    //!
    //! For who writes a monster or rules that need luck. No generator is passed about and none is used up:
    //! [`View::draw`](crate::minds::View::draw) and [`World::draw`](crate::game::World::draw) give the [`Draw`] of an
    //! occasion, so that one monster more never changes the luck of another.

    pub use dungeon_engine::chance::{Chance, Draw, DrawKey, DrawPurpose};
}

pub mod minds {
    //! Monsters' minds: the trait to write one, what a mind may ask, and the minds that files can name.
    //!
    //! For who writes a monster. Read [`Monster`] first, four decisions of which two must be written; then [`View`],
    //! all that a mind may ask, and [`Memory`], all that it keeps. A function from a [`Kind`](crate::data::Kind) to a
    //! mind, such as [`mind_for`], brings it into a [`Game`](crate::Game) or a [`Session`](crate::Session).

    pub use dungeon_engine::monster::{Memory, Monster};
    pub use dungeon_engine::monster_view::{PathStep, Sighting, View};
    pub use dungeon_engine::monsters::{Composed, Ghost, Patrol, Wanderer, mind_for};
}

pub mod rules {
    //! Rules of games: the trait to write them, the stage that they act on, and the rules of explore, siege, arena
    //! and tactics.
    //!
    //! For who writes rules. Read [`Ruleset`] first: `check` says what is allowed, `resolve` does it, and the other
    //! methods have a default or are short. Only a [`Stage`] changes the world, by events. [`Binding`]s give the game
    //! its keys, [`Reading`]s its panel. Rules that change one thing of [`Explore`] leave all else to it; [`rules_for`]
    //! has those that a file names.

    pub use dungeon_engine::ruleset::{LevelDemand, MonsterRound, Ruleset, TimePassed};
    pub use dungeon_engine::ruleset_face::{
        Binding, Forecast, Pointing, Reading, RulesetFace, ShotTarget,
    };
    pub use dungeon_engine::rulesets::arena::Arena;
    pub use dungeon_engine::rulesets::explore::{CAST, Explore};
    pub use dungeon_engine::rulesets::pick as rules_for;
    pub use dungeon_engine::rulesets::siege::{BUILD_FENCE, BUY_COW, SKIP, Siege};
    pub use dungeon_engine::rulesets::tactics::{
        END_TURN, NEXT_UNIT, PREVIOUS_UNIT, Tactics, reach,
    };
    pub use dungeon_engine::stage::{MonsterAct, Stage};
}

pub mod rule_parts {
    //! Parts that rule sets share: what any hero and any monster may do, blows and shots, doors, traps and stairs, the
    //! keys of steps.
    //!
    //! For who writes rules, once the trait [`Ruleset`](crate::Ruleset) is known: a rule set calls those that it wants.
    //! Begin with [`check_monster`] and [`resolve_monster`], which are all that most monsters need, and [`check_hero`]
    //! and [`resolve_hero`], which let a hero wait and take stairs. [`step`] and [`attack`] are what else heroes do;
    //! [`eight_ways`] and [`four_ways`] are the keys of steps.

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
    //! A game as cells of characters: frames, and how they are printed.
    //!
    //! For who snapshots frames, or shows them with another library. A [`Frame`] is a value: it compares, prints as
    //! text for a snapshot, and gives its [`Cell`]s row by row. [`with_styles`](Frame::with_styles) prints the colours
    //! too, [`to_ansi`](Frame::to_ansi) and [`to_svg`](Frame::to_svg) are for eyes;
    //! an [`AnimatedSvg`] is a whole film for them, a [`FilmPage`] one with a slider.

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
    //! For who snapshots frames, and for who puts a game into another program. Read [`Session`] first:
    //! [`press`](Session::press) takes keys as text, [`frame`](Session::frame) gives the screen,
    //! [`film`](Session::film) all screens on the way. [`Key`] and [`Script`] are the notation of keys, [`KeysFile`] a
    //! player's own, [`StateLine`] a screen for programs, and [`Show`] is what a terminal needs of anything that it
    //! runs.

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
    //! A game told in lines of text, for ears and for programs.
    //!
    //! For who plays without a screen, by a screen reader, a chat or a pipe. A [`Narrator`] takes a line and gives
    //! lines; it is made around a [`Session`](crate::Session), or around a [`Recorder`](crate::recordings::Recorder)
    //! that keeps the game.

    pub use dungeon_play::narration::{LineInterface, Narrator, SessionShow};
}

pub mod recordings {
    //! Games that are kept, and played again key by key.
    //!
    //! For who saves games, replays them, or proves that a game was won. A [`Recorder`] plays a
    //! [`Session`](crate::Session) and writes a [`Recording`], which is text; a [`Playback`] presses its keys again,
    //! and says by a [`Drift`] where a game goes otherwise than it was recorded.

    pub use dungeon_play::replay::certificate::Certificate;
    pub use dungeon_play::replay::playback::{Drift, Playback, PlaybackPosition};
    pub use dungeon_play::replay::recorder::{Recorder, SharedRecording};
    pub use dungeon_play::replay::recording::{KeyCause, RecordedMove, Recording, RecordingError};
}

pub mod reference {
    //! The pages of reference.
    //!
    //! For who draws dungeons: [`mod@format`] teaches what a file may say and then lists it. For who must know exactly
    //! what a game does: [`rules`] has each rule by its id, such as [E-21](rules#e-21).

    // The pages lead to each other by their files. Here they are one, and the first definition of a link counts.
    /// [arena]: #arena
    /// [causes]: #causes
    /// [chance]: #chance
    /// [cheat-sheet]: #cheat-sheet
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
