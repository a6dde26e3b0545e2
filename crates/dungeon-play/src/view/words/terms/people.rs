//! The player's units and their enemies in battle: the survivors, and the result of the battle (K-14).
use super::game_terms::game_terms;
use super::names::trap;

use dungeon_engine::action::ActorId;
use dungeon_engine::ending::LossCause;
use dungeon_engine::world::World;
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::grammar::nouns::{
    counted, is_proper, plural, with_article, with_determiner, with_indefinite_article,
};
use dungeon_model::dungeon::{Feature, Goal, ItemId, Level, Side, Vault};

/// Returns the reason that the game was won: "no ghost is left, and 2 of 3 wizards survived", "you took every crystal".
pub fn done(world: &World) -> String {
    if has_enemies(world) {
        format!("no {} is left{}", foe(world), survivors(world))
    } else {
        all_taken(world)
    }
}

/// Returns a clause about the monsters left on a level where every unit died: ", and 2 ghosts remain"; empty if no
/// monster is left.
pub fn surviving_foes(world: &World) -> String {
    let foe = foe(world);
    match world.theirs(world.here()).count() {
        0 => String::new(),
        1 => format!(", and 1 {foe} remains"),
        n => format!(", and {n} {} remain", plural(&foe)),
    }
}

/// Returns what took the hero's last life: "a ghost", "the cinders", "your own magic", "fire"; empty if nothing took a life.
pub fn killer_name(world: &World, cause: LossCause) -> String {
    let dungeon = world.dungeon();
    match cause {
        LossCause::Monster(kind) => with_indefinite_article(&dungeon.kind(kind).name),
        LossCause::Terrain(tile) => match dungeon.tile(tile).feature {
            Feature::Trap(_) => with_indefinite_article(trap(world, tile)),
            _ => with_article(&dungeon.tile(tile).name),
        },
        // Items take "the", since "a gold" or "a bread" would be wrong.
        LossCause::Item(item) => with_article(&dungeon.item(item).name),
        LossCause::Magic => "your own magic".to_owned(),
        LossCause::Burning => "fire".to_owned(),
        _ => String::new(),
    }
}

/// Returns the reason that a game is a draw: "no wizard and no ghost is left".
pub fn draw_reason(world: &World) -> String {
    let hero = game_terms(world).hero;
    if has_enemies(world) {
        format!("no {hero} and no {} is left", foe(world))
    } else {
        format!("{}, but no {hero} is left", all_taken(world))
    }
}

/// Returns a sentence about the enemies left on the level: "7 ghosts left.", "1 enemy left."; `None` if the level never
/// had enemies.
pub fn enemies_left(world: &World) -> Option<String> {
    let foe = foe(world);
    has_enemies(world).then(|| match world.theirs(world.here()).count() {
        0 => format!("No {foe} is left."),
        1 => format!("1 {foe} left."),
        n => format!("{n} {} left.", plural(&foe)),
    })
}

/// Whether the level ever had enemies. A game without enemies is about items (K-14).
pub fn has_enemies(world: &World) -> bool {
    bodies(world, Side::Theirs).next().is_some()
}

/// Returns a clause about the surviving units: ", and 2 of 3 wizards survived"; empty for a single unit.
fn survivors(world: &World) -> String {
    let (all, alive) = (bodies(world, Side::Ours).count(), world.ours().count());
    let heroes = plural(game_terms(world).hero);
    match (all, alive) {
        (1, _) => String::new(),
        (_, 1) => format!(", and 1 of {all} {heroes} survived"),
        (2, 2) => format!(", and both {heroes} survived"),
        _ if all == alive => format!(", and all {all} {heroes} survived"),
        _ => format!(", and {alive} of {all} {heroes} survived"),
    }
}

/// Returns a name for all enemies: the last word of their names if they share it, otherwise "enemy".
fn foe(world: &World) -> String {
    let names = bodies(world, Side::Theirs).map(|who| world.kind(who).name.as_str());
    let mut words = names.map(|name| {
        if is_proper(name) {
            None
        } else {
            name.split(' ').next_back()
        }
    });
    let first = words.next().flatten();
    let common = first.filter(|first| words.all(|word| word == Some(first)));
    common.unwrap_or("enemy").to_owned()
}

/// Iterates over the bodies that a side ever had, including dead bodies.
fn bodies(world: &World, side: Side) -> impl Iterator<Item = ActorId> {
    let everybody = world.numbered_bodies();
    let own = everybody.filter(move |(_, body)| body.side == side);
    own.map(|(who, _)| who)
}

/// Returns the task as a phrase: "7 ghosts to beat", "10 crystals to take", "12 items to take", "no goal".
pub fn task_text(world: &World) -> String {
    if world.dungeon().goals.contains(&Goal::Never) {
        return "no goal".to_owned();
    }
    let things = || match wanted_items(world).as_slice() {
        [one] => counted(world.collectables().into(), &world.item(*one).name),
        _ => counted(world.collectables().into(), "item"),
    };
    match world.theirs(world.here()).count() {
        0 => format!("{} to take", things()),
        foes => format!("{} to beat", counted(foes as i64, &foe(world))),
    }
}

/// Returns "you took every crystal", "you took everything".
fn all_taken(world: &World) -> String {
    match wanted_items(world).as_slice() {
        [one] => format!(
            "you took {}",
            with_determiner("every", &world.item(*one).name)
        ),
        _ => "you took everything".to_owned(),
    }
}

/// Returns the distinct items that must be taken, among all items that the file places.
fn wanted_items(world: &World) -> Vec<ItemId> {
    let dungeon = world.dungeon();
    let drawn = dungeon.levels.iter().flat_map(|level| &level.items);
    let scattered = dungeon.levels.iter().flat_map(Level::scattered);
    let in_vaults = dungeon.taken_vaults().flat_map(Vault::all_items);
    let items = drawn.map(|(_, item)| *item).chain(in_vaults);
    let items = items.chain(scattered.filter_map(Thing::item));
    let mut wanted: Vec<ItemId> = items.filter(|id| world.item(*id).collectable).collect();
    wanted.sort_unstable_by_key(|id| id.0);
    wanted.dedup();
    wanted
}
