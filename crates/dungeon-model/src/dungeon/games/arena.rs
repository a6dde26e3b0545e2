//! Arena, "stomp or be stomped": the form of its files, its words, its enemy, and a hero with lives.
use crate::dungeon::builtin;
use crate::dungeon::colour::Colour;
use crate::dungeon::file_form::{
    BuiltinTables, DefaultBoard, DefaultScatter, FileForm, NeededThing, NumberLack, Requirement,
    glyphs,
};
use crate::dungeon::game_profile::{
    EndingTerms, Farewell, FoePolicy, GameProfile, GameTerms, Heroes, LevelOrder, Parameter,
    ParameterShape, QUIRK, REACHABLE, Settings, StandingPart, TakingPolicy, Thing, UNDO,
};
use crate::dungeon::games::explore::{BASE, BASE_FORM};
use crate::dungeon::ids::KindId;
use crate::dungeon::kind::{Behaviour, Kind, LifeUnit, USUAL_SIGHT};
use crate::dungeon::level::{Amount, Overlap, Rim, ScatterExempt};
use crate::dungeon::parts::{Attack, Hunt, Parts, Roam, Sense};
use crate::dungeon::settings::UnreachablePolicy;
use crate::dungeon::stats::{Stat, Stats};
use crate::space::geometry::{Neighbours, Region, at};

/// The enemy of arena, `%`, which dies as it rams the hero.
pub const ENEMY: KindId = KindId(4);

/// The side length of the published board.
const SIDE: i32 = 20;

/// The region of the whole published board.
const WHOLE: Region = Region {
    from: at(0, 0),
    to: at(SIDE - 1, SIDE - 1),
};

/// The profile of arena (RULES.md §3).
pub static PROFILE: GameProfile = GameProfile {
    word: "arena",
    parameters: &[
        Parameter {
            key: "lives",
            shape: ParameterShape::Lives,
            published: 3,
            meaning: "lives at the start",
        },
        Parameter {
            key: "sight",
            shape: ParameterShape::Number(0, u16::MAX as i32),
            published: 6,
            meaning: "how near an enemy notices you, in steps across plus down, walls or not",
        },
        QUIRK,
        REACHABLE,
        UNDO,
    ],

    rim: Rim::Open,
    neighbours: Neighbours::Four,
    keeps: false,
    has_company: false,
    heroes: Heroes::OneEach,

    levels: LevelOrder::InTurn,
    foes: FoePolicy::MustDie,
    taking: TakingPolicy::MayStay,
    recovers: false,

    terms: GameTerms {
        level: "board",
        place: "the arena",
        empty_pack: None,
        bolt: "",
        standing: &[StandingPart::Lives, StandingPart::FoesLeftOnLevel],
        ending: EndingTerms {
            won: "You won{boards} {when}, with {lives} left.",
            died: "You died {when}, {reached}.",
            killed: "You were killed by {bane} {when}, {reached}.",
            rammed: "You were stomped by {bane} {when}, {reached}.",
            lost: "You lost {when}, {reached}.",
            drawn: "The game ended in a draw {when}, {reached}.",
        },
        farewell: Farewell::Nothing,
        ..BASE.terms
    },
    ..BASE
};

/// The form of files of arena.
pub static FORM: FileForm = FileForm {
    tables: |settings| BuiltinTables {
        tiles: builtin::tiles(),
        kinds: kinds(&ArenaSettings::from_settings(settings)),
        items: builtin::explore_items(),
    },
    own_glyphs: || vec![('%', Thing::Body(ENEMY))],
    reserved: &['@'],
    kinds: &[
        ("enemy", ENEMY),
        builtin::CLASSIC_KINDS[0],
        builtin::CLASSIC_KINDS[1],
        builtin::CLASSIC_KINDS[2],
    ],
    hero_numbers: &[Stat::Health],
    hero_keys: &[Stat::Health],
    gifts: &[Stat::Health],
    item_numbers: &[Stat::Health],
    lack: Some(NumberLack {
        hero: "a hero of arena has only lives: set them with `health=5`",
        gift: "`health=` gives lives",
    }),
    items: glyphs('*', "items are declared by `item`"),
    monsters: glyphs('%', "`%` is a monster"),
    glyph_hints: &[(
        "enemy",
        "an enemy of arena is written with its glyph, such as `% 12 4`",
    )],
    // each cell is a wall with a probability of 20 %, and ten enemies are placed away from the hero at 2,2.
    default_board: Some(DefaultBoard {
        side: SIDE,
        hero: Some(at(1, 1)),
        scatters: &[
            DefaultScatter {
                what: Thing::Tile(builtin::WALL),
                amount: Amount::Percent(20),
                within: WHOLE,
                away: None,
                overlap: Overlap::Avoid,
            },
            DefaultScatter {
                what: Thing::Body(ENEMY),
                amount: Amount::Count(10),
                within: WHOLE,
                away: Some(1),
                overlap: Overlap::Avoid,
            },
        ],
    }),
    requirement: Some(Requirement {
        any_of: &[NeededThing::Foe],
        message: "expected at least one enemy to stomp, found none: the game would be won before the first turn",
        classic: "write `scatter % 10 min-distance=2` below the map",
        drawn: "draw a `%` in the map, or write `scatter % 10 min-distance=2` below it",
        recorded: "write `scatter % 10 min-distance=2` below the map",
    }),
    ..BASE_FORM
};

/// The parameters of arena (RULES.md §3) for its rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArenaSettings {
    /// The hero's lives, unless the hero's record sets them; at least 1.
    pub lives: i32,
    /// The maximum Manhattan distance at which an enemy notices the hero, in steps.
    pub sight: u16,
    /// The cells that a scatter of walls never covers.
    pub exempt: ScatterExempt,
    /// The treatment of enemies that scattered walls shut off.
    pub unreachable: UnreachablePolicy,
}

impl ArenaSettings {
    /// Returns the parameters of a file's settings. Parameters that the file does not set have the values of the
    /// published game.
    pub fn from_settings(settings: &Settings) -> ArenaSettings {
        ArenaSettings {
            lives: settings.value("lives"),
            sight: u16::try_from(settings.value("sight")).unwrap_or(u16::MAX),
            exempt: settings.exempt(),
            unreachable: settings.unreachable(),
        }
    }
}

/// Returns the kinds by `KindId`: first the kinds of explore, with a hero who has only lives, and then the enemy (A-3,
///
pub fn kinds(rules: &ArenaSettings) -> Vec<Kind> {
    let mut kinds = builtin::explore_kinds();
    let wanderer = kinds[usize::from(builtin::WANDERER.0)].clone();
    let hero = &mut kinds[usize::from(builtin::HERO.0)];
    hero.stats = Stats::default();
    hero.stats[Stat::Health] = rules.lives;
    hero.life_unit = LifeUnit::Lives;
    let sense = Sense::Steps(rules.sight.into());
    kinds.push(Kind {
        name: "enemy".to_string(),
        glyph: '%',
        colour: Some(Colour::BrightRed),
        behaviour: Behaviour::Composed(Parts::new(sense, USUAL_SIGHT, Hunt::Axis, Roam::Random)),
        stats: Stats::classic([1, 1, 0, 0]),
        attack: Attack::Ram,
        ..wanderer
    });
    kinds
}
