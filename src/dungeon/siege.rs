//! What files of siege can use without declaring it, beside what `builtin` holds: cows, hordlings and fences.
use super::builtin::{self, FLOOR};
use super::feature::{Feature, Fence};
use super::ids::{ItemId, KindId, TileId};
use super::kind::{Behaviour, Colour, ItemKind, Kind, LETTERS, Shows, Stat, Stats, USUAL_SIGHT};
use super::level::{Footing, Sight, Tile};
use super::parts::{Attack, Hunt, Parts, Prey, Roam, Sense, Through};

/// `%`: a cow.
pub const COW: ItemId = ItemId(4);

/// The strengths of fences, `1` to `5` in files: 0 to 4.
pub const FENCES: u16 = 5;

/// The first fence; the stronger ones follow.
const FIRST_FENCE: u16 = 8;

/// The first hordling; the stronger ones follow.
const FIRST_HORDLING: u16 = 4;

/// What fences of each strength look like where there is more than ASCII (S-30).
const FINE: [char; FENCES as usize] = ['░', '▒', '▓', '│', '┤'];

/// The fence of this strength, 0 to 4.
pub fn fence(strength: u16) -> TileId {
    TileId(FIRST_FENCE + strength.min(FENCES - 1))
}

/// The hordling of this strength, 1 to 26: `A` to `Z` in files.
pub const fn hordling(strength: u16) -> KindId {
    let above = if strength == 0 { 0 } else { strength - 1 };
    let strongest = LETTERS as u16 - 1;
    KindId(FIRST_HORDLING + if above > strongest { strongest } else { above })
}

/// The tiles by number: those of every game, then the fences.
pub fn tiles() -> Vec<Tile> {
    let fences = (0..FENCES).zip(FINE).map(|(strength, fine)| Tile {
        name: "fence".to_string(),
        glyph: char::from(b'1' + strength as u8),
        fine: Some(fine),
        colour: Some(Colour::Yellow),
        footing: Footing::Openers,
        sight: Sight::Clear,
        feature: Feature::Fence(Fence {
            raised: (strength + 1 < FENCES).then(|| fence(strength + 1)),
            torn: match strength {
                0 => FLOOR,
                _ => fence(strength - 1),
            },
            // S-22: it hurts whoever tears at it as long as what remains of it is a fence of strength 1 at least.
            thorns: i32::from(strength > 1),
        }),
        says: String::new(),
    });
    builtin::tiles().into_iter().chain(fences).collect()
}

/// The kinds by number: those of explore, whose hero lives by his purse here, then the hordlings.
pub fn kinds() -> Vec<Kind> {
    let mut kinds = builtin::explore_kinds();
    let wanderer = kinds[usize::from(builtin::WANDERER.0)].clone();
    let hero = &mut kinds[usize::from(builtin::HERO.0)];
    hero.life = Stat::Wealth;
    hero.stats = Stats::classic([0, 1, 0, 0]);
    let behaviour = Behaviour::Composed(Parts {
        sense: Sense::Always,
        sight: USUAL_SIGHT,
        hunt: Hunt::Greedy,
        roam: Roam::Stand,
    });
    kinds.extend((1..=LETTERS).map(|strength| Kind {
        name: "hordling".to_string(),
        glyph: 'A',
        shows: Shows::Strength,
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

/// The items by number: those of explore, then the cow.
pub fn items() -> Vec<ItemKind> {
    let mut items = builtin::explore_items();
    items.push(ItemKind {
        name: "cow".to_string(),
        glyph: '%',
        colour: Some(Colour::BrightWhite),
        gives: Stats::default(),
        collectable: false,
        opens: None,
        herd: true,
        says: String::new(),
    });
    items
}
