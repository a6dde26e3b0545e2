//! What a deed came to that is over.
use super::deed::{Deed, booty};
use super::sentences::{self, Effect};
use super::story::Story;
use super::tally::Sort;
use super::toll::Toll;
use crate::engine::action::ActorId;
use crate::view::words::terms::life::Wound;
use crate::view::words::terms::names::{name, name_of_met, possessive};
use crate::view::words::terms::witnessed::Witnessed;

/// Says it, or counts it where deeds of its sort are summed up.
pub fn finish(story: &mut Story, world: Witnessed<'_>, toll: &Toll<'_>, deed: Deed) {
    let sentence = match deed {
        Deed::Nothing | Deed::Flight { hits: 1.., .. } | Deed::Clearing => return,
        Deed::Flight { who, .. } => sentences::in_vain(world, who),
        Deed::Burst { blast, .. } => {
            let exploding = story.name_exploding(name(world, blast.who));
            let sentence = blast.sentence(world, &exploding);
            sentence.unwrap_or_default()
        }
        Deed::Strike {
            who,
            whom,
            harm,
            loot,
        } => match booty(world, who) {
            Some(stat) if loot > 0 => {
                let at = world.body(whom).at;
                let theft = Sort::Loot { stat, whom };
                return story.count(world, theft, (who, at), loot);
            }
            _ => sentences::strike(world, who, toll.wound(whom, harm)),
        },
        Deed::Shot { who, whom, harm } if world.kind(who).weapon.is_some() => {
            let left = toll.left(whom) + harm;
            let hit = Sort::Hit { whom, left };
            return story.count(world, hit, (who, world.body(whom).at), harm);
        }
        Deed::Shot { who, whom, harm } => {
            let arrow = format!("{} arrow hits", possessive(world, who));
            sentences::hit(world, &arrow, toll.wound(whom, harm))
        }
        Deed::Fire { who, tile, aim } => sentences::shot_at(world, who, tile, aim),
        Deed::Ram { who, whom, harm } => {
            return ram(story, world, who, toll.wound(whom, harm));
        }
        Deed::Stomp { who, whom } => {
            let name = name_of_met(world, whom, who);
            let sentence = sentences::stomp(world, who, whom);
            return story.say_stomped(name, &sentence);
        }
        Deed::Spell { who, price } => {
            story.say(&sentences::spell(world, who, price));
            sentences::in_vain(world, who)
        }
        Deed::Taking { who, item, gains } => sentences::taking(world, who, item, &gains),
        Deed::Trap { who, tile, harm } => {
            let effect = Effect::Harm(toll.wound(who, harm));
            sentences::trap(world, who, tile, effect)
        }
        Deed::Purchase { who, item, price } => sentences::purchase(world, who, item, price),
        Deed::Tear {
            who,
            at,
            tile,
            rent,
        } => {
            let fence = world.dungeon().tile(tile).name.clone();
            let tear = Sort::Tear(fence, rent);
            return story.count(world, tear, (who, at), 1);
        }
        Deed::Season(season) => {
            let sentences = season.sentences(world);
            return sentences.iter().for_each(|sentence| story.say(sentence));
        }
    };
    story.say(&sentence);
}

/// A ram that has dealt so much so far: its sentence stands before what the rammer drops, and grows.
pub fn ram(story: &mut Story, world: Witnessed<'_>, who: ActorId, wound: Wound) {
    let at = world.body(who).at;
    // Of others nobody keeps count.
    let left = match world.is_you(wound.whom) {
        true => wound.left + wound.harm,
        false => 0,
    };
    let whom = wound.whom;
    story.count(world, Sort::Ram { whom, left }, (who, at), wound.harm);
}
