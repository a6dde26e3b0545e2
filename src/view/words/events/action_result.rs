//! What a deed came to that is over.
use super::damage_tracker::DamageTracker;
use super::pending_action::{PendingAction, booty};
use super::repeated_action::RepeatedKind;
use super::sentences::{self, TrapEffect};
use super::turn_report::TurnReport;
use crate::engine::action::ActorId;
use crate::view::words::terms::life::Wound;
use crate::view::words::terms::names::{name, name_of_met, possessive};
use crate::view::words::terms::perception::Perception;

/// Says it, or counts it where deeds of its sort are summed up.
pub fn finish(
    report: &mut TurnReport,
    world: Perception<'_>,
    tracker: &DamageTracker<'_>,
    action: PendingAction,
) {
    let sentence = match action {
        PendingAction::Nothing
        | PendingAction::Flight { hits: 1.., .. }
        | PendingAction::Clearing => return,
        PendingAction::Flight { who, .. } => sentences::in_vain(world, who),
        PendingAction::Burst { blast, .. } => {
            let exploding = report.name_exploding(name(world, blast.who));
            let sentence = blast.sentence(world, &exploding);
            sentence.unwrap_or_default()
        }
        PendingAction::Strike {
            who,
            whom,
            harm,
            loot,
        } => match booty(world, who) {
            Some(stat) if loot > 0 => {
                let at = world.body(whom).at;
                let theft = RepeatedKind::Loot { stat, whom };
                return report.count(world, theft, (who, at), loot);
            }
            _ => sentences::strike(world, who, tracker.wound(whom, harm)),
        },
        PendingAction::Shot { who, whom, harm } if world.kind(who).weapon.is_some() => {
            let left = tracker.left(whom) + harm;
            let hit = RepeatedKind::Hit { whom, left };
            return report.count(world, hit, (who, world.body(whom).at), harm);
        }
        PendingAction::Shot { who, whom, harm } => {
            let arrow = format!("{} arrow hits", possessive(world, who));
            sentences::hit(world, &arrow, tracker.wound(whom, harm))
        }
        PendingAction::Fire { who, tile, aim } => sentences::shot_at(world, who, tile, aim),
        PendingAction::Ram { who, whom, harm } => {
            return ram(report, world, who, tracker.wound(whom, harm));
        }
        PendingAction::Stomp { who, whom } => {
            let name = name_of_met(world, whom, who);
            let sentence = sentences::stomp(world, who, whom);
            return report.say_stomped(name, &sentence);
        }
        PendingAction::Spell { who, price } => {
            report.say(&sentences::spell(world, who, price));
            sentences::in_vain(world, who)
        }
        PendingAction::Taking { who, item, gains } => sentences::taking(world, who, item, &gains),
        PendingAction::Trap { who, tile, harm } => {
            let effect = TrapEffect::Harm(tracker.wound(who, harm));
            sentences::trap(world, who, tile, effect)
        }
        PendingAction::Purchase { who, item, price } => {
            sentences::purchase(world, who, item, price)
        }
        PendingAction::Tear {
            who,
            at,
            tile,
            damage,
        } => {
            let fence = world.dungeon().tile(tile).name.clone();
            let tear = RepeatedKind::Tear(fence, damage);
            return report.count(world, tear, (who, at), 1);
        }
        PendingAction::Season(season) => {
            let sentences = season.sentences(world);
            return sentences.iter().for_each(|sentence| report.say(sentence));
        }
    };
    report.say(&sentence);
}

/// A ram that has dealt so much so far: its sentence stands before what the rammer drops, and grows.
pub fn ram(report: &mut TurnReport, world: Perception<'_>, who: ActorId, wound: Wound) {
    let at = world.body(who).at;
    // Of others nobody keeps count.
    let left = match world.is_you(wound.whom) {
        true => wound.left + wound.harm,
        false => 0,
    };
    let whom = wound.whom;
    report.count(
        world,
        RepeatedKind::Ram { whom, left },
        (who, at),
        wound.harm,
    );
}
