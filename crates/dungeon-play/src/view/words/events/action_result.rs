//! The result of a finished action: either a separate sentence, or an addition to a sentence that sums up several
//! actions of one kind.
use super::damage_tracker::DamageTracker;
use super::pending_action::{PendingAction, PendingBlow, stolen_stat};
use super::repeated_action::RepeatedKind;
use super::sentences::{self, TrapEffect};
use super::turn_report::TurnReport;
use crate::view::words::terms::life::Wound;
use crate::view::words::terms::names::{body_name, name_of_met, possessive};
use crate::view::words::terms::perception::Perception;
use crate::view::words::tone::Tone;
use dungeon_engine::action::ActorId;
use dungeon_model::dungeon::grammar::nouns::verb;
use dungeon_model::space::geometry::Point;

/// Adds the result of an action to a report; the caller has added all events of the action.
pub fn finish(
    report: &mut TurnReport,
    world: Perception<'_>,
    tracker: &DamageTracker<'_>,
    action: PendingAction,
) {
    if let Some((kind, doer, amount)) = counted(world, tracker, &action) {
        return report.count(world, kind, doer, amount);
    }
    let tone = action.tone(world);
    match action {
        PendingAction::Burst { explosion, .. } => {
            let exploding = report.name_exploding(explosion.who, body_name(world, explosion.who));
            report.say(
                tone,
                &explosion.sentence(world, &exploding).unwrap_or_default(),
            );
        }
        PendingAction::Stomp { who, whom } => {
            let name = name_of_met(world, whom, who);
            report.say_stomped(name, &sentences::stomp(world, who, whom));
        }
        PendingAction::Spell { who, price } => {
            report.say(Tone::Plain, &sentences::spell(world, who, price));
            report.say(Tone::Plain, &sentences::missed_bolt(world, who));
        }
        PendingAction::Period(period) => {
            let sentences = period.sentences(world);
            let say = |sentence: &String| report.say(Tone::Plain, sentence);
            sentences.iter().for_each(say);
        }
        action => report.say(tone, &sentence(world, tracker, &action)),
    }
}

/// Adds a ram with its wound so far, so that its sentence comes before those about the items that the rammer drops.
/// More damage can be added to the sentence later.
pub fn ram(report: &mut TurnReport, world: Perception<'_>, who: ActorId, wound: Wound) {
    let (kind, doer, amount) = counted_ram(world, who, wound);
    report.count(world, kind, doer, amount);
}

/// An action that is summed up: its kind, the actor with the actor's cell, and the amount.
type CountedAction = (RepeatedKind, (ActorId, Point), i64);

/// Returns the action's contribution to a sentence that sums up several actions; `None` if the action has a separate
/// sentence.
fn counted(
    world: Perception<'_>,
    tracker: &DamageTracker<'_>,
    action: &PendingAction,
) -> Option<CountedAction> {
    match *action {
        PendingAction::Strike(PendingBlow { who, whom, .. }, loot) if loot > 0 => {
            let stat = stolen_stat(world, who)?;
            let at = world.body(whom).at;
            Some((RepeatedKind::Loot { stat, whom }, (who, at), loot))
        }
        PendingAction::Shot(PendingBlow { who, whom, harm })
            if world.kind(who).weapon.is_some() =>
        {
            let harm = harm.unwrap_or(0);
            let left = tracker.left(whom) + harm;
            let at = world.body(whom).at;
            Some((RepeatedKind::Hit { whom, left }, (who, at), harm))
        }
        PendingAction::Ram(blow) => {
            let wound = tracker.wound(blow.whom, blow.harm.unwrap_or(0));
            Some(counted_ram(world, blow.who, wound))
        }
        PendingAction::Tear(on, damage) => {
            let fence = world.dungeon().tile(on.tile).name.clone();
            Some((RepeatedKind::Tear(fence, damage), (on.who, on.at), 1))
        }
        _ => None,
    }
}

fn counted_ram(world: Perception<'_>, who: ActorId, wound: Wound) -> CountedAction {
    // Only the life of the player's bodies is tracked during a step.
    let left = if world.is_you(wound.whom) {
        wound.left + wound.harm
    } else {
        0
    };
    let whom = wound.whom;
    let at = world.body(who).at;
    (RepeatedKind::Ram { whom, left }, (who, at), wound.harm)
}

/// Returns the sentence for an action; empty for actions that already have a sentence, and for actions that `finish`
/// and `counted` handle.
fn sentence(world: Perception<'_>, tracker: &DamageTracker<'_>, action: &PendingAction) -> String {
    let wound = |whom, harm: Option<i64>| tracker.wound(whom, harm.unwrap_or(0));
    match *action {
        PendingAction::Flight { who, hits: 0 } => sentences::missed_bolt(world, who),
        PendingAction::Strike(blow, _) => {
            sentences::strike(world, blow.who, wound(blow.whom, blow.harm))
        }
        PendingAction::Shot(blow) => {
            let missile = &world.kind(blow.who).missile;
            let (whose, hits) = (possessive(world, blow.who), verb(missile, "hit"));
            let arrow = format!("{whose} {missile} {hits}");
            sentences::hit(world, &arrow, wound(blow.whom, blow.harm))
        }
        PendingAction::Fire(on, result) => sentences::shot_at(world, on.who, on.tile, result),
        PendingAction::Taking {
            who,
            item,
            deed,
            ref gains,
        } => sentences::taking(world, who, deed, item, gains),
        PendingAction::Aim {
            who,
            item,
            whom,
            ref changes,
            cells,
        } => sentences::aimed(world, (who, whom), item, changes, cells),
        PendingAction::Trap(on, harm) => {
            let effect = TrapEffect::Harm(wound(on.who, harm));
            sentences::trap(world, on.who, on.tile, effect)
        }
        PendingAction::Harm(on, harm) => sentences::harm(world, on.tile, wound(on.who, harm)),
        PendingAction::Burn(who, harm) => sentences::burn(world, wound(who, harm)),
        PendingAction::Purchase { who, item, price } => {
            sentences::purchase(world, who, item, price)
        }
        PendingAction::Nothing
        | PendingAction::Clearing
        | PendingAction::Flight { .. }
        | PendingAction::Burst { .. }
        | PendingAction::Ram(_)
        | PendingAction::Period(_)
        | PendingAction::Spell { .. }
        | PendingAction::Stomp { .. }
        | PendingAction::Tear(..) => String::new(),
    }
}
