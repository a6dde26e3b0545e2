//! The danger of a monster, and the effect of the player's bolt on it, as text.
use super::ability::conduct;
use super::life::{amount, word};
use super::states::thrown_state;
use dungeon_engine::action::ActorId;
use dungeon_engine::threat::{self, Threat};
use dungeon_engine::world::World;
use dungeon_model::dungeon::grammar::lists::{counted_list, enumeration, preceded};
use dungeon_model::dungeon::grammar::nouns::{
    number_of, verb, with_article, with_indefinite_article,
};
use dungeon_model::dungeon::{
    ActingTerrain, AddressedAs, AimedAct, ItemId, LifeUnit, Prey, Sense, Side, Stat, Through,
    TimedState,
};
use dungeon_model::space::geometry::Point;
use dungeon_model::space::narrow::length;

/// Returns sentences about a monster, in a long and a short form: its behavior, whether it has noticed `prey`, and the
/// life that it can take from the commanded body if that body stays in place, next turn or, if that body is slow, in
/// two turns. `ties` are phrases about its leader and its pack. The short form leaves out the behavior.
///
/// # Panics
///
/// If the world has no such body.
pub fn danger(
    world: &World,
    who: ActorId,
    prey: Option<ActorId>,
    threat: Threat,
    ties: Vec<String>,
) -> [String; 2] {
    if let Some(sentence) = harmless(world, who) {
        return [sentence.to_owned(), sentence.to_owned()];
    }
    let conduct = enumeration(conduct(world, who).into_iter().chain(ties));
    let outlook = outlook(world, who, prey, threat);
    let full = match conduct.as_str() {
        "" => outlook.clone(),
        conduct => format!("It {conduct}. {outlook}"),
    };
    [full, outlook]
}

/// Returns the sentence about an ally or a neutral monster; `None` for an enemy.
fn harmless(world: &World, who: ActorId) -> Option<&'static str> {
    let body = world.body(who);
    match (world.kind(who).prey, body.is_asleep()) {
        (Prey::Foes, true) => Some("It sleeps: walk into it to wake it."),
        (Prey::Foes, _) if body.follows() => Some("It follows you and fights your enemies."),
        (Prey::Foes, _) => Some("It joins you when you stand next to it."),
        (Prey::None, true) => Some("It sleeps, and would not harm you."),
        (Prey::None, _) => Some("It won't harm you: walk into it to change places."),
        _ => None,
    }
}

/// Returns the sentence about the monster's senses and its next turn, or its next two if the commanded body is slow:
/// "It has seen you, and can take up to 6 health next turn.", "It hasn't seen you, and can't hurt you next turn.", "It
/// flees from you, and can't hurt you in the next two turns."
fn outlook(world: &World, who: ActorId, prey: Option<ActorId>, threat: Threat) -> String {
    let whom = whom(world, world.commanded());
    let parts = world.kind(who).behaviour.parts();
    let is_asleep = world.body(who).is_asleep();
    let flees = world.has_state(who, TimedState::Fleeing);
    let knows = match prey {
        _ if is_asleep => Some("It sleeps until noise wakes it".to_owned()),
        Some(prey) if flees => Some(format!("It flees from {}", self::whom(world, prey))),
        Some(prey) => Some(format!("It has seen {}", self::whom(world, prey))),
        // A monster without senses cannot notice anything.
        None if parts.is_some_and(|parts| parts.sense == Sense::Never) => None,
        None => Some(format!("It hasn't seen {whom}")),
    };
    let is_hunting = prey.is_some() && !flees;
    let life = (threat.life > 0).then(|| amount(world, hero_life(world), threat.life));
    let loot = threat.loot.map(|(stat, most)| amount(world, stat, most));
    let taken: Vec<String> = [life, loot].into_iter().flatten().collect();
    let when = match threat::rounds(world, world.commanded()) {
        1 => "next turn",
        _ => "in the next two turns",
    };
    match (knows, taken.is_empty()) {
        (Some(sleeps), true) if is_asleep => format!("{sleeps}."),
        (Some(sleeps), false) if is_asleep => {
            let taken = enumeration(&taken);
            format!("{sleeps}. Awake, it can take up to {taken} {when}.")
        }
        (Some(knows), true) => {
            let but = if is_hunting { "but" } else { "and" };
            format!("{knows}, {but} can't hurt {whom} {when}.")
        }
        (None, true) => format!("It can't hurt {whom} {when}."),
        (Some(knows), false) => {
            let and = if is_hunting { "and" } else { "but" };
            format!(
                "{knows}, {and} can take up to {} {when}.",
                enumeration(&taken)
            )
        }
        (None, false) => format!("It can take up to {} {when}.", enumeration(&taken)),
    }
}

fn hero_life(world: &World) -> Stat {
    world.kind(world.commanded()).life
}

/// Returns "you", the name of one of the player's units, or "the squire" for an ally.
fn whom(world: &World, who: ActorId) -> String {
    let kind = world.kind(who);
    match (kind.side, kind.addressed_as) {
        (Side::Theirs, _) => with_article(&kind.name),
        (_, AddressedAs::You) => "you".to_owned(),
        (_, AddressedAs::ByName) => kind.name.clone(),
    }
}

/// Returns a sentence about the bolt that `key` casts at a monster. The bolt takes `harm` points of the monster's life
/// and costs the player `price` points of health: "A bolt (d) takes 4 of its 6 health.", "A bolt (d) kills it and costs
/// you 8 health."
///
/// # Panics
///
/// If the world has no such body.
pub fn bolt(world: &World, whom: ActorId, key: &str, harm: i32, price: i32) -> String {
    let does = if kills(world, whom, harm) {
        "kills it".to_owned()
    } else {
        takes(world, whom, harm, "its")
    };
    match price {
        ..=0 => format!("A bolt ({key}) {does}."),
        _ => {
            let price = amount(world, hero_life(world), price);
            format!(
                "A bolt ({key}) {does} and costs {} {price}.",
                self::whom(world, world.commanded())
            )
        }
    }
}

/// Returns a sentence about the hero's blow at the monster `whom` and the other bodies `also` that it hits: "Your blow
/// takes 3 of its 6 health and kills 2 rats."
///
/// # Panics
///
/// If the world has no such body.
pub fn blow(world: &World, whom: ActorId, also: &[ActorId]) -> String {
    let harm = world.body(world.commanded()).stat(Stat::Strength).max(0);
    let name = |who: &ActorId| &world.kind(*who).name;
    let (dead, hurt): (Vec<ActorId>, Vec<ActorId>) =
        also.iter().partition(|who| kills(world, **who, harm));
    let dead = counted_list(dead.iter().map(name));
    let first = if kills(world, whom, harm) {
        vec![format!("kills it{}", preceded(" and ", &dead))]
    } else {
        vec![takes(world, whom, harm, "its"), preceded("kills ", &dead)]
    };
    let hurt = hurt.iter().map(|who| {
        let owner = format!("{}'s", with_indefinite_article(name(who)));
        takes(world, *who, harm, &owner)
    });
    let parts = first.into_iter().filter(|part| !part.is_empty());
    let parts: Vec<String> = parts.chain(hurt).collect();
    format!("Your blow {}.", enumeration(&parts))
}

/// Whether a wound of `harm` points of life kills a body.
fn kills(world: &World, whom: ActorId, harm: i32) -> bool {
    let left = i64::from(world.life_of(whom)) - i64::from(world.warded_harm(whom, harm));
    world.kind(whom).life.is_spent(left)
}

/// Returns the loss of life of a body that lives on: "takes 4 of its 6 health". `owner` names the body: "its".
fn takes(world: &World, whom: ActorId, harm: i32, owner: &str) -> String {
    format!("takes {}", part_of(world, whom, harm, owner))
}

/// Returns a part of a body's life: "4 of its 6 health".
fn part_of(world: &World, whom: ActorId, harm: i32, owner: &str) -> String {
    let (kind, life) = (world.kind(whom), world.life_of(whom));
    let harm = world.warded_harm(whom, harm);
    let unit = match kind.life_unit {
        LifeUnit::Lives => "lives",
        LifeUnit::Points => word(world, kind.life),
    };
    format!("{harm} of {owner} {life} {unit}")
}

/// Returns the effect of an aimed item on the body that it hits, with a verb and without a period: "kills the rat",
/// "takes 4 of the rat's 6 health and 1 of its 2 strength", "gives the squire 5 health", "has no effect on the rat",
/// "pulls the rat next to you". `pulled` are the cells that the body passes when pulled.
///
/// # Panics
///
/// If the world has no such body.
pub fn aim_effect(world: &World, who: ActorId, item: ItemId, pulled: &[Point]) -> String {
    match world.item(item).aimed_act() {
        Some(AimedAct::Pull) => pull_effect(world, who, item, pulled),
        Some(AimedAct::Shoot) => shot_effect(world, who, item),
        Some(AimedAct::Throw) | None => throw_effect(world, who, item),
    }
}

/// Returns the effect of a shot with a worn item: "kills the rat", "takes 3 of the rat's 6 health".
fn shot_effect(world: &World, who: ActorId, item: ItemId) -> String {
    let (name, bow) = (whom(world, who), &world.item(item).name);
    let harm = world.body(world.commanded()).stat(Stat::Strength).max(0);
    match harm {
        0 => format!("{} no effect on {name}", verb(bow, "have")),
        _ if kills(world, who, harm) => format!("{} {name}", verb(bow, "kill")),
        _ => format!(
            "{} {}",
            verb(bow, "take"),
            part_of(world, who, harm, &format!("{name}'s"))
        ),
    }
}

/// Returns the effect of a pull over these cells: "pulls the rat next to you", "pulls the rat 2 cells, onto the lava",
/// "does not move the rat".
fn pull_effect(world: &World, who: ActorId, item: ItemId, cells: &[Point]) -> String {
    let (name, hook, hero) = (whom(world, who), &world.item(item).name, world.commanded());
    let Some(last) = cells.last() else {
        return format!("{} not move {name}", verb(hook, "do"));
    };
    let to = match last.chebyshev(world.body(hero).at) {
        ..=1 => format!("next to {}", whom(world, hero)),
        _ => number_of(length(cells.len()).into(), "cell"),
    };
    let ground = world.tile(world.here(), *last);
    let acts = |acting: &ActingTerrain| acting.harms_monsters() || acting.is_slow;
    let acts =
        world.body(who).through != Through::Walls && ground.acting().is_some_and(|on| acts(&on));
    let onto = if acts {
        format!(", onto {}", with_article(&ground.name))
    } else {
        String::new()
    };
    format!("{} {name} {to}{onto}", verb(hook, "pull"))
}

/// Returns a sentence about bodies that explosions hurt, each with the points of life that the explosions take: "The
/// explosion kills 2 rats and takes 4 of your 20 health." Empty without such bodies. `hits` are the points of life that
/// the attack takes that sets them off.
pub fn explosions(world: &World, hurt: &[(ActorId, i32)], hits: &[(ActorId, i32)]) -> String {
    let lost = |who: ActorId| {
        let mut hits = hits.iter();
        hits.find(|(hit, _)| *hit == who)
            .map_or(0, |(_, harm)| *harm)
    };
    let is_killed =
        |(who, harm): &&(ActorId, i32)| kills(world, *who, harm.saturating_add(lost(*who)));
    let (dead, wounded): (Vec<_>, Vec<_>) = hurt.iter().partition(is_killed);
    let is_ours = |(who, _): &&(ActorId, i32)| world.body(*who).side == Side::Ours;
    let (ours, theirs): (Vec<_>, Vec<_>) = dead.into_iter().partition(is_ours);
    let theirs = counted_list(theirs.iter().map(|(who, _)| &world.kind(*who).name));
    let ours = ours.iter().map(|(who, _)| whom(world, *who));
    let dead = [theirs]
        .into_iter()
        .chain(ours)
        .filter(|name| !name.is_empty());
    let dead: Vec<String> = dead.collect();
    let kills = preceded("kills ", &enumeration(&dead));
    let takes = wounded.into_iter().map(|(who, harm)| {
        let owner = match (world.body(*who).side, whom(world, *who).as_str()) {
            (Side::Ours, "you") => "your".to_owned(),
            (Side::Ours, name) => format!("{name}'s"),
            _ => format!("{}'s", with_indefinite_article(&world.kind(*who).name)),
        };
        takes(world, *who, *harm, &owner)
    });
    let parts = [kills]
        .into_iter()
        .chain(takes)
        .filter(|part| !part.is_empty());
    let parts: Vec<String> = parts.collect();
    match parts.as_slice() {
        [] => String::new(),
        parts => format!("The explosion {}.", enumeration(parts)),
    }
}

/// Returns the effect of a thrown item on the body that it hits.
fn throw_effect(world: &World, who: ActorId, item: ItemId) -> String {
    let is_unknown = world.is_unknown(item);
    let item = world.item(item);
    let (name, life) = (whom(world, who), world.kind(who).life);
    let does = |word: &str| verb(&item.name, word);
    if is_unknown {
        return format!("{} {name}, with an unknown effect", does("hit"));
    }
    let harm = world.warded_harm(who, item.gives[Stat::Health].saturating_neg());
    let after = i64::from(world.body(who).stat(life)) - i64::from(harm);
    if harm > 0 && life.is_spent(after) {
        return format!("{} {name}", does("kill"));
    }
    let changes = [
        (life, harm.saturating_neg()),
        (Stat::Strength, item.gives[Stat::Strength]),
    ];
    let mut owner = format!("{name}'s");
    let (mut taken, mut given) = (Vec::new(), Vec::new());
    for (stat, by) in changes {
        let now = world.body(who).stat(stat);
        let room = world.kind(who).most[stat].saturating_sub(now).max(0);
        let unit = word(world, stat);
        match (by, by.min(room)) {
            (..0, _) if now > 0 => {
                let part = by.saturating_neg().min(now);
                taken.push(format!("{part} of {owner} {now} {unit}"));
                owner = "its".to_owned();
            }
            (_, more @ 1..) => given.push(format!("{more} {unit}")),
            _ => {}
        }
    }
    let parts = [
        (does("take"), taken),
        (format!("{} {name}", does("give")), given),
    ];
    let parts = parts.into_iter().filter(|(_, all)| !all.is_empty());
    let parts: Vec<String> = parts
        .map(|(does, all)| format!("{does} {}", all.join(" and ")))
        .collect();
    let object = if parts.is_empty() { &name } else { "it" };
    let state = thrown_state(world, who, object, item);
    let parts: Vec<String> = parts.into_iter().chain(state).collect();
    match parts.join(" and ") {
        none if none.is_empty() => format!("{} no effect on {name}", does("have")),
        effect => effect,
    }
}
