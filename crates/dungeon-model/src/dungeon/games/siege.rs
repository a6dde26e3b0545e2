//! Siege, in which the hero builds fences to defend cows against hordlings: the form of its files, its words, its cows,
//! hordlings and fences.
use crate::dungeon::builtin::{self, FLOOR};
use crate::dungeon::colour::Colour;
use crate::dungeon::feature::{Feature, Fence};
use crate::dungeon::file_form::{
    BuiltinTables, DefaultBoard, DefaultScatter, Economy, FileForm, Newcomers, NumberLack,
    PrematureEnd, glyphs,
};
use crate::dungeon::game_profile::{
    EndingTerms, Farewell, GameProfile, GameTerms, Parameter, PeriodTerms, Settings, StandingPart,
    TakingPolicy, Thing,
};
use crate::dungeon::games::explore::{BASE, BASE_FORM};
use crate::dungeon::ids::{ItemId, KindId, TileId};
use crate::dungeon::item::ItemKind;
use crate::dungeon::kind::{Behaviour, BodyGlyph, Kind, LETTERS, USUAL_SIGHT};
use crate::dungeon::level::{Amount, CellSharing, Footing, Overlap, Rim, Tile};
use crate::dungeon::parts::{Attack, Hunt, Parts, Prey, Roam, Sense, Through};
use crate::dungeon::stats::{Stat, Stats};
use crate::space::geometry::{Region, at};

/// A cow, `%`, the only built-in item of the herd (S-2).
pub const COW: ItemId = ItemId(4);

/// The number of fence strengths. The strengths 0 to 4 are drawn as `1` to `5` in files.
pub const FENCES: u16 = 5;

/// The tile number of the weakest fence. The next numbers are the stronger fences.
const FIRST_FENCE: u16 = 8;

/// The kind number of the weakest hordling. The next numbers are the stronger hordlings.
const FIRST_HORDLING: u16 = 4;

/// The characters of fences by strength, on screens with more than ASCII (S-30).
const FINE: [char; FENCES as usize] = ['┆', '░', '▒', '▓', '█'];

/// Columns and rows 9 to 14 of the published pasture, where the cows and the hero begin (S-1).
const MIDDLE: Region = Region {
    from: at(8, 8),
    to: at(13, 13),
};

/// The profile of siege (RULES.md §2).
pub static PROFILE: GameProfile = GameProfile {
    word: "siege",
    aliases: &["horde"],
    parameters: &[
        Parameter::number("goal", i32::MIN, 2000, "gold that wins"),
        Parameter::number("season", 1, 150, "turns per season"),
        Parameter::number("profit", 0, 10, "gold per cow when a season begins"),
        Parameter::number("cow", 0, 20, "price of a cow"),
        Parameter::number(
            "fence",
            0,
            1,
            "price of a fence, and of each level it is raised",
        ),
        Parameter::number(
            "year",
            1,
            4,
            "seasons per year; each year hordlings get stronger, and a season brings one pair more than in the year before",
        ),
        Parameter::number("gold", i32::MIN, 0, "gold at the start"),
        Parameter::number(
            "turn",
            0,
            0,
            "first turn: 0 starts with a season, pay and hordlings; 1 with a quiet turn",
        ),
    ],

    own_items: COW.0 as usize + 1,

    rim: Rim::Heroless,
    pushes: false,
    keeps: false,
    has_company: false,
    sharing: CellSharing::Alone,
    taking: TakingPolicy::MayStay,
    recovers: false,

    terms: GameTerms {
        place: "the pasture",
        wealth: "gold",
        coin: Some("coin"),
        empty_pack: None,
        bolt: "",
        standing: &[StandingPart::WealthAndHerd, StandingPart::FoesAbout],
        first_acts: " Buy cows, build fences, hit hordlings, or skip the season.",
        period: PeriodTerms {
            begins: "season {number} begins",
            begins_a_year: "year {year} begins with season {number}",
            turns_left: "{turns} turns until the next season",
            next: "Next: +${pay}, {newcomers} hordlings, strength {strength}",
        },
        ending: EndingTerms {
            won: "You are rich! You won {when} with {life} gold.",
            died: "You went bankrupt {when}, {debt} gold in debt.",
            killed: "You went bankrupt {when}, {debt} gold in debt, ruined by {bane}.",
            rammed: "You went bankrupt {when}, {debt} gold in debt, ruined by {bane}.",
            lost: "You went bankrupt {when}, {debt} gold in debt.",
            drawn: "The game ended in a draw {when}, with {life} gold.",
        },
        farewell: Farewell::Nothing,
        ..BASE.terms
    },
    ..BASE
};

/// The form of files of siege.
pub static FORM: FileForm = FileForm {
    tables: |_| BuiltinTables {
        tiles: tiles(),
        kinds: kinds(),
        items: items(),
    },
    premature_end,
    own_glyphs,
    reserved: &['@'],
    kinds: &[
        ("hordling", hordling(1)),
        builtin::CLASSIC_KINDS[0],
        builtin::CLASSIC_KINDS[1],
        builtin::CLASSIC_KINDS[2],
    ],
    hero_numbers: &[],
    hero_keys: &[Stat::Strength],
    gifts: &[Stat::Strength, Stat::Wealth],
    lack: Some(NumberLack {
        hero: "a hero of siege has only gold: set it with `rules siege gold=50`",
        gift: "`wealth=` gives gold",
    }),
    digits: Some("fences are `1` to `5`, from the weakest to the strongest"),
    items: glyphs('%', "`%` is an item"),
    monsters: glyphs('C', "`A` to `Z` are monsters"),
    terrain: glyphs('1', "`.`, `#` and `1` to `5` are terrain"),
    glyph_hints: &[
        (
            "cow",
            "a cow of siege is written with its glyph, such as `% 12 4`",
        ),
        (
            "fence",
            "a fence of siege is written with its glyph, such as `3 12 4`",
        ),
    ],
    // S-1: ten cows are thrown onto random cells. Cows that land on the same cell count as one. The hero starts in the
    // same region, perhaps on a cow.
    default_board: Some(DefaultBoard {
        side: 24,
        hero: None,
        scatters: &[
            DefaultScatter {
                what: Thing::Item(COW),
                amount: Amount::Count(10),
                within: MIDDLE,
                away: None,
                overlap: Overlap::Replace,
            },
            DefaultScatter {
                what: Thing::Body(builtin::HERO),
                amount: Amount::Count(1),
                within: MIDDLE,
                away: None,
                overlap: Overlap::Replace,
            },
        ],
    }),
    requirement: None,
    own_goal: Some("a siege is won with gold (`rules siege goal=500`)"),
    newcomers: Newcomers::AtTheRim("no hordlings can arrive"),
    economy: Some(|settings| {
        let rules = SiegeSettings::from_settings(settings);
        Economy {
            wealth: rules.gold,
            goal: rules.goal,
            price: rules.cow,
            profit: rules.profit,
            no_profit: [
                "expected cows that earn gold, found `profit=0`",
                "raise `profit=`, or declare a treasure: `item $ \"gold\" wealth=50`",
            ],
            no_herd: [
                "expected a cow, or enough gold for one, found neither",
                "draw a `%` on a level, or start with enough gold: `rules siege gold={price}`",
            ],
            never_taken: "the herd cannot be taken: each item brings only `profit=` when a season begins",
        }
    }),
    ..BASE_FORM
};

/// The parameters of siege (RULES.md §2) for its rule set, in gold and turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SiegeSettings {
    /// The gold that wins (S-2); may be negative.
    pub goal: i32,
    /// The turns per season; at least 1.
    pub season: u32,
    /// The gold that each cow pays when a season begins (S-2); at least 0.
    pub profit: i32,
    /// The price of a cow in gold (S-11); at least 0.
    pub cow: i32,
    /// The price of building a fence, or of raising a fence by one level, in gold (S-10, S-11); at least 0.
    pub fence: i32,
    /// The seasons per year, at least 1. Each year, the waves of a season have one more pair of hordlings (S-3).
    pub year: u32,
    /// The hero's gold before the first turn. If it is negative, the game is lost at once, unless the first turn pays
    /// enough.
    pub gold: i32,
    /// The number of the first turn, from 0. If it is a multiple of `season`, a season begins with the first turn: cows
    /// pay, and hordlings arrive (S-2).
    pub turn: u32,
}

/// The parameters of the published game.
impl Default for SiegeSettings {
    fn default() -> SiegeSettings {
        SiegeSettings::from_settings(&Settings::published(&PROFILE))
    }
}

impl SiegeSettings {
    /// Returns the parameters of a file's settings. Parameters that the file does not set have the values of the
    /// published game.
    pub fn from_settings(settings: &Settings) -> SiegeSettings {
        let turns = |key| u32::try_from(settings.value(key)).unwrap_or(0);
        SiegeSettings {
            goal: settings.value("goal"),
            season: turns("season").max(1),
            profit: settings.value("profit"),
            cow: settings.value("cow"),
            fence: settings.value("fence"),
            year: turns("year").max(1),
            gold: settings.value("gold"),
            turn: turns("turn"),
        }
    }
}

/// Returns how a game ends before its first command because of the hero's gold (S-2); `None` if the game goes on. A
/// debt is allowed if a season begins with the first turn, because the cows pay before the gold is checked.
fn premature_end(settings: &Settings) -> Option<PrematureEnd> {
    let rules = SiegeSettings::from_settings(settings);
    let is_paid = rules.turn.is_multiple_of(rules.season);
    if rules.gold < 0 && !is_paid {
        let message = format!(
            "expected gold of 0 or more, found {}: the game would be lost before the first turn",
            rules.gold
        );
        return Some(PrematureEnd {
            is_lost: true,
            keys: ["gold", "goal"],
            message,
            help: "the hero lives on gold: start with 0 or more",
        });
    }
    (rules.gold >= rules.goal.max(0)).then(|| PrematureEnd {
        is_lost: false,
        keys: ["goal", "gold"],
        message: format!(
            "expected a goal above the {} gold at the start, found {}: the game would be won before the first turn",
            rules.gold, rules.goal
        ),
        help: "raise `goal=`, or lower `gold=`",
    })
}

/// Returns the glyphs `A` to `Z` for hordlings of strength 1 to 26, `1` to `5` for fences, and `%` for a cow.
fn own_glyphs() -> Vec<(char, Thing)> {
    let hordlings = ('A'..='Z').zip(1..);
    let hordlings = hordlings.map(|(glyph, strength)| (glyph, Thing::Body(hordling(strength))));
    let fences = ('1'..='5').zip(0..FENCES);
    let fences = fences.map(|(glyph, strength)| (glyph, Thing::Tile(fence(strength))));
    let cow = ('%', Thing::Item(COW));
    hordlings.chain(fences).chain([cow]).collect()
}

/// Returns the fence of this strength, 0 to 4; greater values give the strongest.
pub fn fence(strength: u16) -> TileId {
    TileId(FIRST_FENCE + strength.min(FENCES - 1))
}

/// Returns the strength of a fence, 0 to 4; `None` for other tiles.
pub fn fence_strength(tile: TileId) -> Option<u16> {
    (0..FENCES).find(|strength| fence(*strength) == tile)
}

/// Returns the hordling of this strength, 1 to 26 (`A` to `Z` in files); values outside are clamped.
pub const fn hordling(strength: u16) -> KindId {
    let above = if strength == 0 { 0 } else { strength - 1 };
    let strongest = (b'Z' - b'A') as u16;
    KindId(FIRST_HORDLING + if above > strongest { strongest } else { above })
}

/// Returns the tiles by `TileId`: first the tiles that every game has, and then the fences, weakest first.
pub fn tiles() -> Vec<Tile> {
    let fences = ('1'..='5').zip(FINE).zip(0..FENCES);
    let fences = fences.map(|((glyph, fine), strength)| Tile {
        fine: Some(fine),
        colour: Some(Colour::Yellow),
        footing: Footing::Openers,
        feature: Feature::Fence(Fence {
            raised: (strength + 1 < FENCES).then(|| fence(strength + 1)),
            torn: match strength {
                0 => FLOOR,
                _ => fence(strength - 1),
            },
            // S-22: tearing at a fence hurts if a fence of strength 1 or more remains.
            thorns: i32::from(strength > 1),
        }),
        ..builtin::floor("fence", glyph)
    });
    builtin::tiles().into_iter().chain(fences).collect()
}

/// Returns the kinds by `KindId`: first the kinds of explore, with a hero whose life is gold, and then the hordlings,
/// weakest first.
pub fn kinds() -> Vec<Kind> {
    let mut kinds = builtin::explore_kinds();
    let wanderer = kinds[usize::from(builtin::WANDERER.0)].clone();
    let hero = &mut kinds[usize::from(builtin::HERO.0)];
    hero.life = Stat::Wealth;
    hero.stats = Stats::classic([0, 1, 0, 0]);
    let parts = Parts::new(Sense::Always, USUAL_SIGHT, Hunt::Greedy, Roam::Stand);
    let behaviour = Behaviour::Composed(parts);
    kinds.extend((1..=LETTERS).map(|strength| Kind {
        name: "hordling".to_string(),
        glyph: 'A',
        shows: BodyGlyph::Strength,
        colour: Some(Colour::BrightRed),
        behaviour,
        stats: Stats::classic([0, strength, 0, 0]),
        life: Stat::Strength,
        through: Through::Doors,
        attack: Attack::Steal(1),
        prey: Prey::Nearest,
        ..wanderer.clone()
    }));
    kinds
}

/// Returns the items by `ItemId`: the items of explore, and then the cow.
pub fn items() -> Vec<ItemKind> {
    let mut items = builtin::explore_items();
    items.push(ItemKind {
        collectable: false,
        herd: true,
        ..builtin::item("cow", '%', Colour::BrightCyan, Stats::default())
    });
    items
}
