//! What files of arena can use without declaring it, beside what `builtin` holds: enemies, and a hero who counts his
//! lives.
use super::builtin;
use super::ids::KindId;
use super::kind::{Behaviour, Colour, Kind, Measure, Stat, Stats, USUAL_SIGHT};
use super::parts::{Attack, Hunt, Parts, Roam, Sense};
use super::settings::Arena;

/// `%`: an enemy.
pub const ENEMY: KindId = KindId(4);

/// The kinds by number: those of explore, with a hero who has nothing but lives, then the enemy.
pub fn kinds(rules: &Arena) -> Vec<Kind> {
    let mut kinds = builtin::explore_kinds();
    let wanderer = kinds[usize::from(builtin::WANDERER.0)].clone();
    let hero = &mut kinds[usize::from(builtin::HERO.0)];
    hero.stats = Stats::default();
    hero.stats[Stat::Health] = rules.lives;
    hero.measure = Measure::Lives;
    kinds.push(Kind {
        name: "enemy".to_string(),
        glyph: '%',
        colour: Some(Colour::BrightRed),
        behaviour: Behaviour::Composed(Parts {
            sense: Sense::Steps(rules.sight.into()),
            sight: USUAL_SIGHT,
            hunt: Hunt::Axis,
            roam: Roam::Random,
        }),
        stats: Stats::classic([1, 1, 0, 0]),
        attack: Attack::Ram,
        ..wanderer
    });
    kinds
}
