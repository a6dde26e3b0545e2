//! Explore, the Moria-style dungeon: the form of its files, and its words. Its kinds and items are in `builtin`,
//! because all other games extend them.
use crate::dungeon::builtin;
use crate::dungeon::file_form::{
    BuiltinTables, FileForm, NeededThing, Newcomers, Requirement, glyphs,
};
use crate::dungeon::game_profile::{
    EndingTerms, Farewell, FoePolicy, Footfall, GameProfile, GameTerms, Heroes, LevelOrder,
    PeriodTerms, Settings, TakingPolicy, Thing, UNDO,
};
use crate::dungeon::level::{CellSharing, Rim};
use crate::dungeon::stats::Stat;
use crate::space::geometry::Neighbours;

/// The stats of heroes and items in games without ammo.
const NUMBERS: &[Stat] = &[Stat::Health, Stat::Strength, Stat::Manna, Stat::Wealth];

/// The profile of explore (RULES.md §1).
pub static PROFILE: GameProfile = BASE;

/// The profile of explore as a constant. The profiles of the other games begin with a copy of it and replace some
/// fields.
pub(super) const BASE: GameProfile = GameProfile {
    word: "explore",
    aliases: &[],
    parameters: &[UNDO],
    timeless: None,

    own_items: builtin::GOLD.0 as usize + 1,

    rim: Rim::Closed,
    neighbours: Neighbours::Eight,
    pushes: true,
    keeps: true,
    has_company: true,
    heroes: Heroes::One,
    sharing: CellSharing::Shared,
    levels: LevelOrder::ByWays,
    foes: FoePolicy::MayStay,
    taking: TakingPolicy::AllMustBeTaken,
    footfall: Footfall::EachStep,
    recovers: true,

    terms: GameTerms {
        level: "level",
        place: "the dungeon",
        hero: "hero",
        commanded: "the hero",
        wealth: "wealth",
        coin: None,
        empty_pack: Some("You carry no keys."),
        fog: "You see only what the hero sees. Faint things are remembered and may have changed.",
        pointing: "",
        bolt: "A bolt does 8, 4, 2, 1 damage along four cells and stops at walls.",
        standing: &[],
        first_acts: "",
        period: PeriodTerms::NONE,
        ending: EndingTerms {
            won: "You won {when}.",
            died: "You died {when}.",
            killed: "You died {when}, killed by {bane}.",
            rammed: "You died {when}, killed by {bane}.",
            lost: "You lost {when}.",
            drawn: "The game ended in a draw {when}.",
        },
        farewell: Farewell::Gauges,
    },
};

/// The form of files of explore.
pub static FORM: FileForm = BASE_FORM;

/// The form of files of explore as a constant, which the forms of the other games begin with.
pub(super) const BASE_FORM: FileForm = FileForm {
    tables,
    premature_end: |_| None,
    own_glyphs: || {
        vec![
            ('h', Thing::Body(builtin::HERO)),
            ('w', Thing::Body(builtin::WANDERER)),
            ('g', Thing::Body(builtin::GHOST)),
            ('p', Thing::Body(builtin::PATROL)),
            ('*', Thing::Item(builtin::HERB)),
            ('=', Thing::Item(builtin::RING)),
            ('$', Thing::Item(builtin::GOLD)),
        ]
    },
    reserved: &['@', 'h'],
    kinds: &builtin::CLASSIC_KINDS,
    shared_kinds: &[],
    hero_numbers: &[Stat::Health, Stat::Strength, Stat::Manna],
    hero_keys: NUMBERS,
    gifts: NUMBERS,
    item_numbers: &[Stat::Health, Stat::Wealth, Stat::Manna],
    lack: None,
    digits: None,
    items: glyphs('$', "`*`, `=` and `$` are items"),
    monsters: glyphs('w', "`w`, `g` and `p` are monsters"),
    terrain: glyphs('#', "`.` and `#` are terrain"),
    glyph_hints: &[],
    one_level: None,
    default_board: None,
    requirement: Some(Requirement {
        any_of: &[NeededThing::Item],
        message: "expected at least one item, found none",
        classic: "add a record such as `* x y health wealth manna`",
        drawn: "draw a `*`, `=` or `$` in the map",
        recorded: "add a record such as `$ x y`, or `scatter $ 3`: only a map that ends with `end` shows things",
    }),
    own_goal: None,
    newcomers: Newcomers::None,
    economy: None,
};

fn tables(_: &Settings) -> BuiltinTables {
    BuiltinTables {
        tiles: builtin::tiles(),
        kinds: builtin::explore_kinds(),
        items: builtin::explore_items(),
    }
}
