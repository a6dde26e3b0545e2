//! The player's people and their enemies in battle: who is left of them, and how it ended (K-14).
use crate::dungeon::{ItemId, Side, Strewn};
use crate::engine::action::ActorId;
use crate::engine::event::Outcome;
use crate::engine::world::World;
use crate::view::words::grammar::nouns::{counted, is_proper, plural};

/// How a battle ended, and why: "You have won after 7 turns: no ghost is left, and 2 of 3 wizards are."
pub fn aftermath(world: &World, outcome: Outcome) -> String {
    let after = match world.turn() {
        0 => "in the first turn".to_owned(),
        1 => "after 1 turn".to_owned(),
        n => format!("after {n} turns"),
    };
    let foe = foe(world);
    match (outcome, has_enemies(world)) {
        (Outcome::Won, true) => {
            format!(
                "You have won {after}: no {foe} is left{}.",
                survivors(world)
            )
        }
        (Outcome::Won, false) => format!("You have won {after}: {}.", all_taken(world)),
        (Outcome::Lost, _) => match world.theirs(world.here()).count() {
            0 => format!("You have lost {after}: no wizard is left."),
            1 => format!("You have lost {after}: no wizard is left, but 1 {foe} is."),
            n => {
                let foes = plural(&foe);
                format!("You have lost {after}: no wizard is left, but {n} {foes} are.")
            }
        },
        (Outcome::Drawn, true) => {
            format!("It is a draw {after}: no wizard and no {foe} is left.")
        }
        (Outcome::Drawn, false) => {
            let taken = all_taken(world);
            format!("It is a draw {after}: {taken}, but no wizard is left.")
        }
    }
}

/// "7 ghosts are left.", "1 enemy is left."; none where there never were any.
pub fn enemies_left(world: &World) -> Option<String> {
    let foe = foe(world);
    has_enemies(world).then(|| match world.theirs(world.here()).count() {
        0 => format!("No {foe} is left."),
        1 => format!("1 {foe} is left."),
        n => format!("{n} {} are left.", plural(&foe)),
    })
}

/// Whether there were enemies at any time: without them a game is about things (K-14).
pub fn has_enemies(world: &World) -> bool {
    bodies(world, Side::Theirs).next().is_some()
}

/// ", and 2 of 3 wizards are": how many live of several.
fn survivors(world: &World) -> String {
    let (all, alive) = (bodies(world, Side::Ours).count(), world.ours().count());
    match (all, alive) {
        (1, _) => String::new(),
        (_, 1) => format!(", and 1 of {all} wizards is"),
        (2, 2) => ", and both wizards are".to_owned(),
        _ if all == alive => format!(", and all {all} wizards are"),
        _ => format!(", and {alive} of {all} wizards are"),
    }
}

/// What an enemy is called, whichever it is: the last word of all their names, if that is one and the same.
fn foe(world: &World) -> String {
    let names = bodies(world, Side::Theirs).map(|who| world.kind(who).name.as_str());
    let mut words = names.map(|name| match is_proper(name) {
        true => None,
        false => name.split(' ').next_back(),
    });
    let first = words.next().flatten();
    let common = first.filter(|first| words.all(|word| word == Some(first)));
    common.unwrap_or("enemy").to_owned()
}

/// Every body that ever was on a side, dead ones too.
fn bodies(world: &World, side: Side) -> impl Iterator<Item = ActorId> {
    let everybody = (0..world.bodies().len() as u32).map(ActorId);
    everybody.filter(move |who| world.body(*who).side == side)
}

/// "7 ghosts to beat", "10 crystals to take", "12 things to take": what wins.
pub fn task(world: &World) -> String {
    let things = || match wanted(world).as_slice() {
        [one] => counted(world.collectables().into(), &world.item(*one).name),
        _ => counted(world.collectables().into(), "thing"),
    };
    match world.theirs(world.here()).count() {
        0 => format!("{} to take", things()),
        foes => format!("{} to beat", counted(foes as i64, &foe(world))),
    }
}

/// "every crystal is taken", "everything is taken".
fn all_taken(world: &World) -> String {
    match wanted(world).as_slice() {
        [one] => format!("every {} is taken", world.item(*one).name),
        _ => "everything is taken".to_owned(),
    }
}

/// The sorts of things that must be taken, by what the file puts down.
fn wanted(world: &World) -> Vec<ItemId> {
    let levels = &world.dungeon().levels;
    let drawn = levels.iter().flat_map(|level| &level.items);
    let scatters = levels.iter().flat_map(|level| &level.scatters);
    let strewn = scatters.filter_map(|scatter| match scatter.what {
        Strewn::Item(item) => Some(item),
        Strewn::Tile(_) | Strewn::Body(..) => None,
    });
    let items = drawn.map(|(_, item)| *item).chain(strewn);
    let mut wanted: Vec<ItemId> = items.filter(|id| world.item(*id).collectable).collect();
    wanted.sort_unstable_by_key(|id| id.0);
    wanted.dedup();
    wanted
}
