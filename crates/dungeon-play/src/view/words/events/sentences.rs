//! Sentences for one action each. They begin with a lowercase letter, which the report capitalizes.
use crate::view::words::terms::game_terms::{commands_people, game_terms};
use crate::view::words::terms::life::{Wound, blows, gain, lives, word};
use crate::view::words::terms::names::{
    doing, fence_strength, level_name, name, name_of_met, possessive, terrain,
};
use crate::view::words::terms::perception::Perception;
use dungeon_engine::action::ActorId;
use dungeon_engine::world::World;
use dungeon_model::dungeon::grammar::nouns::{
    be, capitalised, number_of, several, verb, with_article, with_indefinite_article,
};
use dungeon_model::dungeon::{
    AddressedAs, AimedAct, Attack, Disguise, Feature, Footing, Harm, ItemId, ItemKind, KindId,
    LevelId, LifeUnit, Prey, Stair, Stat, Tile, TileId,
};
use dungeon_model::space::geometry::{Direction, Point};

/// Returns "the ghost hits you for 2.": `hits` is the subject with its verb.
pub fn hit(world: Perception<'_>, hits: &str, wound: Wound) -> String {
    let victim = name(world, wound.whom);
    match wound.harm {
        1.. => format!("{hits} {victim}{}.", wound.describe(&world)),
        _ => format!("{hits} {victim} to no effect."),
    }
}

/// Returns the sentence for a melee attack, or for a thief that found nothing to steal.
pub fn strike(world: Perception<'_>, who: ActorId, wound: Wound) -> String {
    match world.kind(who).attack {
        Attack::Steal(_) => format!("{} finds nothing to steal.", name(world, who)),
        Attack::Drain(_) => format!("{} finds no manna to drain.", name(world, who)),
        Attack::Melee | Attack::Burst(_) | Attack::Ram | Attack::None => {
            hit(world, &doing(world, who, &world.kind(who).verb), wound)
        }
    }
}

/// Returns the sentence for an attack that kills a body whose life is its strength.
pub fn slaying(world: Perception<'_>, who: ActorId, whom: ActorId) -> String {
    format!("{} {}.", doing(world, who, "slay"), name(world, whom))
}

/// Returns the sentence for a deadly shot, or a melee attack that kills one of the player's bodies.
pub fn killing(world: Perception<'_>, who: ActorId, whom: ActorId) -> String {
    format!("{} {}.", doing(world, who, "kill"), name(world, whom))
}

/// Returns the sentence for a shot at slime: "Andy shoots the slime away.", "Andy misses the slime."
pub fn shot_at(world: Perception<'_>, who: ActorId, tile: TileId, result: ShotResult) -> String {
    let slime = with_article(&world.dungeon().tile(tile).name);
    match result {
        ShotResult::Hit => format!("{} {slime} away.", doing(world, who, "shoot")),
        ShotResult::Missed => format!("{} {slime}.", doing(world, who, "miss")),
    }
}

/// Returns "you wipe the slime away."
pub fn wiping(world: Perception<'_>, who: ActorId, tile: TileId) -> String {
    let slime = with_article(&world.dungeon().tile(tile).name);
    format!("{} {slime} away.", doing(world, who, "wipe"))
}

/// Returns "the lava hurts you for 3.", "the cinders hurt you for 3."
pub fn harm(world: Perception<'_>, tile: TileId, wound: Wound) -> String {
    let ground = &world.dungeon().tile(tile).name;
    let hurts = format!("{} {}", with_article(ground), verb(ground, "hurt"));
    hit(world, &hurts, wound)
}

/// Returns "you burn for 2.", "the rat burns for 2."
pub fn burn(world: Perception<'_>, wound: Wound) -> String {
    let burns = doing(world, wound.whom, "burn");
    format!("{burns}{}.", wound.describe(&world))
}

/// Returns "you are caught in the bars.", for a body on a cell where terrain closes.
pub fn caught(world: Perception<'_>, who: ActorId, tile: TileId) -> String {
    let be = if world.is_you(who) { "are" } else { "is" };
    let terrain = with_article(&world.dungeon().tile(tile).name);
    format!("{} {be} caught in {terrain}.", name(world, who))
}

/// Returns "the mud slows you."
pub fn slowing(world: Perception<'_>, who: ActorId, tile: TileId) -> String {
    let ground = &world.dungeon().tile(tile).name;
    let slows = format!("{} {}", with_article(ground), verb(ground, "slow"));
    format!("{slows} {}.", name(world, who))
}

/// Returns the sentence for a boulder that the hero pushes: "you push the boulder.", "you push the boulder onto the
/// target.", "you push the boulder into the deep water, filling it."
pub fn push(world: Perception<'_>, who: ActorId, tile: TileId, onto: TileId) -> String {
    let dungeon = world.dungeon();
    let (boulder, under) = (dungeon.tile(tile), dungeon.tile(onto));
    let place = match under.footing {
        Footing::Anyone if under.is_target => format!(" onto {}", with_article(&under.name)),
        Footing::Anyone => String::new(),
        _ => format!(" into {}, filling it", with_article(&under.name)),
    };
    let boulder = with_article(&boulder.name);
    format!("{} {boulder}{place}.", doing(world, who, "push"))
}

/// Returns the sentence for visible terrain that a cause changes: "the wall becomes floor.", "the oak door opens."
pub fn shift(world: Perception<'_>, at: Point, tile: TileId, became: TileId) -> String {
    let dungeon = world.dungeon();
    let (old, new) = (dungeon.tile(tile), dungeon.tile(became));
    let (thing, place) = (with_article(&old.name), world.places(&[at]));
    match old.feature {
        Feature::Door(door) if door.opened == became => {
            let door = opening_name(old);
            format!("{} {}{place}.", with_article(door), verb(door, "open"))
        }
        _ => {
            let becomes = verb(&old.name, "become");
            format!("{thing}{place} {becomes} {}.", new.name)
        }
    }
}

/// Returns the sentence for terrain that a cause changes out of view: "you hear bars fall into place.", "you hear a
/// wall give way.", "you hear an oak door open.", or "you hear something move." if the passability of the cell does not
/// change.
pub fn unseen_shift(world: &World, tile: TileId, became: TileId) -> String {
    let dungeon = world.dungeon();
    let (old, new) = (dungeon.tile(tile), dungeon.tile(became));
    let is_open = |tile: &Tile| tile.footing == Footing::Anyone;
    match (old.feature, is_open(old), is_open(new)) {
        (Feature::Door(door), ..) if door.opened == became => {
            format!("you hear {} open.", several(1, opening_name(old)))
        }
        (_, true, false) => format!("you hear {} fall into place.", several(1, &new.name)),
        (_, false, true) => format!("you hear {} give way.", several(1, &old.name)),
        _ => "you hear something move.".to_owned(),
    }
}

/// Whether a shot hit its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShotResult {
    Hit,
    Missed,
}

/// Returns "you stomp the enemy.", or "you stomp the ghost in the wall." if the hero stays outside a wall.
pub fn stomp(world: Perception<'_>, who: ActorId, whom: ActorId) -> String {
    let (level, at) = (world.body(whom).level, world.body(whom).at);
    let place = if world.is_valid(level, at) {
        String::new()
    } else {
        format!(" in {}", with_article(terrain(&world, level, at)))
    };
    let victim = name_of_met(world, whom, who);
    format!("{} {victim}{place}.", doing(world, who, "stomp"))
}

/// Returns "you build a fence.", "you raise the fence to strength 3 of 5."
pub fn building(world: Perception<'_>, who: ActorId, tile: TileId) -> String {
    let name = &world.dungeon().tile(tile).name;
    match fence_strength(world.dungeon(), tile) {
        Some((strength @ 2.., most)) => {
            let raises = doing(world, who, "raise");
            let fence = with_article(name);
            format!("{raises} {fence} to strength {strength} of {most}.")
        }
        _ => format!(
            "{} {}.",
            doing(world, who, "build"),
            with_indefinite_article(name)
        ),
    }
}

/// Returns "you buy a cow for 20 gold."
pub fn purchase(world: Perception<'_>, who: ActorId, item: ItemId, price: i64) -> String {
    let item = with_indefinite_article(&world.item(item).name);
    let gold = word(&world, Stat::Wealth);
    format!("{} {item} for {price} {gold}.", doing(world, who, "buy"))
}

/// Returns the sentence for a spell (E-13). Includes the price only if it is in health, since a gauge shows the manna.
pub fn spell(world: Perception<'_>, who: ActorId, price: i64) -> String {
    let casts = doing(world, who, "cast");
    match price {
        1.. if world.is_you(who) => {
            format!("{casts} a bolt (-{price} health).")
        }
        _ => casts + " a bolt.",
    }
}

/// Returns the sentence for a bolt that met no body, with the rule for bolts: "your bolt hits nothing. A bolt does
/// 8, 4, 2, 1 damage along four cells and stops at walls."
pub fn missed_bolt(world: Perception<'_>, who: ActorId) -> String {
    let rule = game_terms(&world).bolt;
    [&possessive(world, who), " bolt hits nothing. ", rule].concat()
}

/// Returns the sentence for an item whose kind the player finds out (X-19): "the blue vial turns out to be a vial of
/// frost." Adds the words of an item in the inventory, which the hero took without knowing it.
pub fn discovery(world: Perception<'_>, id: ItemId) -> String {
    let (look, item) = (world.look_of(id), world.item(id));
    let [look, kind] = [
        with_article(&look.name),
        with_indefinite_article(&item.name),
    ];
    let says = Some(&item.says).filter(|says| item.is_kept() && !says.is_empty());
    let says = says.map_or_else(String::new, |says| format!(" {says}"));
    format!("{look} turns out to be {kind}.{says}")
}

/// Returns "the amulet is ready again."
pub fn recharging(world: Perception<'_>, item: ItemId) -> String {
    let name = &world.item(item).name;
    format!("{} {} ready again.", with_article(name), be(name))
}

/// The action of a body with an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemDeed {
    /// The body picks up the item from its cell.
    Take,
    /// The body receives the item.
    Get,
    /// The body uses up the item.
    Use,
    /// The body equips the item.
    Wear,
}

impl ItemDeed {
    /// Whether this action with the item may change a stat of the body.
    pub fn gives(self, item: &ItemKind, stat: Stat) -> bool {
        match self {
            ItemDeed::Take | ItemDeed::Get => item.gives_at_once()[stat] != 0,
            ItemDeed::Use => item.gives[stat] != 0,
            ItemDeed::Wear => stat == Stat::Strength,
        }
    }
}

/// Returns the sentence for an item that a body takes, receives, uses or equips, and the item's own words: "you take
/// the bread (+5 health, -2 manna)."; "you take the potion (a in your inventory)."; "you drink the potion (+10
/// health)."; "you drink the potion to no effect: your health is full."; "you wield the sword (+2 strength)."; "you
/// wield the axe (+4 strength, was +2)."
pub fn taking(
    world: Perception<'_>,
    who: ActorId,
    deed: ItemDeed,
    id: ItemId,
    gains: &[(Stat, i32)],
) -> String {
    let item = world.item(id);
    let verb = match deed {
        ItemDeed::Get => "get",
        ItemDeed::Take if item.is_kept() => "take",
        ItemDeed::Take | ItemDeed::Use | ItemDeed::Wear => item.verb(),
    };
    let does = doing(world, who, verb);
    let mut sentence = format!("{does} {}", with_article(&item.name));
    let mut things = world.pack().things().iter();
    let is_new = matches!(deed, ItemDeed::Take | ItemDeed::Get);
    if let Some(thing) = things.find(|thing| is_new && thing.item == id) {
        sentence.push_str(&format!(" ({} in your inventory)", thing.letter));
    }
    let changed = gains.iter().filter(|(_, by)| *by != 0);
    let changed: Vec<String> = match replaced_strength(item, deed, gains) {
        0 => changed.map(|(stat, by)| gain(&world, *stat, *by)).collect(),
        before => {
            let now = gain(&world, Stat::Strength, item.worn_strength());
            let was = Some(format!("was {before:+}"));
            let was = was.filter(|_| before != item.worn_strength());
            [now].into_iter().chain(was).collect()
        }
    };
    let blows = blows(item).filter(|_| deed == ItemDeed::Wear);
    let changed: Vec<String> = changed.into_iter().chain(blows).collect();
    if !changed.is_empty() {
        sentence.push_str(&format!(" ({})", changed.join(", ")));
    } else if deed == ItemDeed::Use && item.gives[Stat::Health] > 0 && item.state.is_none() {
        sentence.push_str(" to no effect: your health is full");
    }
    sentence.push('.');
    if is_new && !item.says.is_empty() {
        sentence.push(' ');
        sentence.push_str(&item.says);
    }
    sentence
}

/// Returns the sentence for an aimed item that hits a body: "you throw the acid at the ogre for 6.", "you throw the balm at
/// the ogre (+6 health).", "you throw the acid at the ogre to no effect.", "you shoot the ogre for 3.", "you pull the
/// ogre 4 cells with the hook.", "you pull at the ogre with the hook, but it stays in place." `cells` is the length of a
/// pull. The sentence about a state that the item gives comes after it.
pub fn aimed(
    world: Perception<'_>,
    (who, whom): (ActorId, ActorId),
    item: ItemId,
    changes: &[(Stat, i32)],
    cells: u32,
) -> String {
    let (kind, life) = (world.item(item), world.kind(whom).life);
    let (act, item) = (kind.aimed_act(), with_article(&kind.name));
    let whom = name(world, whom);
    let does = match act {
        Some(AimedAct::Pull) if cells == 0 => {
            let pulls = doing(world, who, "pull");
            return format!("{pulls} at {whom} with {item}, but it stays in place.");
        }
        Some(AimedAct::Pull) => {
            let pulls = doing(world, who, "pull");
            let cells = number_of(cells.into(), "cell");
            return format!("{pulls} {whom} {cells} with {item}.");
        }
        Some(AimedAct::Shoot) => format!("{} {whom}", doing(world, who, "shoot")),
        Some(AimedAct::Throw) | None => {
            format!("{} {item} at {whom}", doing(world, who, "throw"))
        }
    };
    let changed = || changes.iter().filter(|(_, by)| *by != 0);
    let is_harm = |(stat, by): &&(Stat, i32)| *stat == life && *by < 0;
    let harm = changed().find(is_harm);
    let harm = harm.map(|(_, by)| format!(" for {}", by.unsigned_abs()));
    let changed = changed().filter(|change| !is_harm(change));
    let changed: Vec<String> = changed.map(|(stat, by)| gain(&world, *stat, *by)).collect();
    let changed = (!changed.is_empty()).then(|| format!(" ({})", changed.join(", ")));
    let is_vain = harm.is_none() && changed.is_none() && kind.state.is_none();
    let effect = is_vain.then(|| " to no effect".to_owned());
    let effects = [harm, changed, effect].into_iter().flatten();
    format!("{does}{}.", effects.collect::<String>())
}

/// Returns the sentence for an aimed item that hits nothing: "you throw the acid and hit nothing."
pub fn aimed_at_nothing(world: Perception<'_>, who: ActorId, item: ItemId) -> String {
    let verb = match world.item(item).aimed_act() {
        Some(AimedAct::Shoot) => "shoot",
        Some(AimedAct::Throw | AimedAct::Pull) | None => "throw",
    };
    let item = with_article(&world.item(item).name);
    format!("{} {item} and hit nothing.", doing(world, who, verb))
}

/// Returns the strength that the previously worn item gave; 0 if nothing was worn. The sentence includes it, because
/// the difference alone would match neither of the strengths that look and the inventory show.
fn replaced_strength(item: &ItemKind, deed: ItemDeed, gains: &[(Stat, i32)]) -> i32 {
    let changes = gains.iter().filter(|(stat, _)| *stat == Stat::Strength);
    match deed {
        ItemDeed::Wear => item.worn_strength() - changes.map(|(_, by)| by).sum::<i32>(),
        ItemDeed::Take | ItemDeed::Get | ItemDeed::Use => 0,
    }
}

/// Returns "you open the door.", "you unlock the oak door with the bronze key."
pub fn opening(world: Perception<'_>, who: ActorId, tile: &Tile) -> String {
    let door = with_article(opening_name(tile));
    let lock = match tile.feature {
        Feature::Door(door) => door.lock,
        _ => None,
    };
    let is_key = |item: &&ItemId| lock.is_some() && world.item(**item).opens == lock;
    match world.held().iter().find(is_key) {
        Some(key) => {
            let key = with_article(&world.item(*key).name);
            format!("{} {door} with {key}.", doing(world, who, "unlock"))
        }
        None => format!("{} {door}.", doing(world, who, "open")),
    }
}

/// Returns the name of a door that opens, without "closed" or "locked".
fn opening_name(tile: &Tile) -> &str {
    let was = ["closed ", "locked "].map(|was| tile.name.strip_prefix(was));
    was.into_iter().flatten().next().unwrap_or(&tile.name)
}

/// Returns the sentence for a body that changes place, which depends on the terrain that it left: "you climb down to
/// Lower halls.", or "you are whisked away." within a level.
pub fn journey(world: Perception<'_>, who: ActorId, from: (LevelId, Point), to: LevelId) -> String {
    let (level, left) = from;
    let way = match world.tile(level, left).feature {
        Feature::Stairs(stairs) if stairs.to == to => match stairs.way {
            Stair::Down => "down",
            Stair::Up => "up",
        },
        _ if level == to => return whisking(world, who),
        _ => return arrival(world, who, to),
    };
    let to = level_name(&world, to);
    format!("{} {way} to {to}.", doing(world, who, "climb"))
}

/// Returns "you are whisked away."
fn whisking(world: Perception<'_>, who: ActorId) -> String {
    if world.is_you(who) {
        "you are whisked away.".to_owned()
    } else {
        format!("{} is whisked away.", name(world, who))
    }
}

/// Returns "you come to the Pit.", "you come to board 2."
pub fn arrival(world: Perception<'_>, who: ActorId, to: LevelId) -> String {
    let to = level_name(&world, to);
    format!("{} to {to}.", doing(world, who, "come"))
}

/// Returns the sentence for a journey to a level where time starts or stops running; `None` if nothing changes.
pub fn time_there(world: &World, from: LevelId, to: LevelId) -> Option<&'static str> {
    let runs = |level: LevelId| world.dungeon().levels[usize::from(level.0)].tempo.is_some();
    match (runs(from), runs(to)) {
        (false, true) => Some("time runs here: the monsters won't wait for you."),
        (true, false) => Some("time stands still here until you act."),
        _ => None,
    }
}

/// The sentence for an alarm, which alerts every monster of the level; nothing else on the screen shows it.
pub const ALARM: &str = "an alarm rings out, and every monster hears it.";

/// The effect of a sprung trap.
#[derive(Clone, Copy)]
pub enum TrapEffect {
    /// The victim lost this much health, possibly 0.
    Harm(Wound),
    /// The victim was moved to this level, possibly its own.
    Travel(LevelId),
    Alarm,
}

/// Returns the trap's own words, or a sentence for its kind. Facts that the trap's own words cannot include, such as
/// damage, are always added.
pub fn trap(world: Perception<'_>, who: ActorId, tile: TileId, effect: TrapEffect) -> String {
    let tile = world.dungeon().tile(tile);
    let Feature::Trap(trap) = tile.feature else {
        return tile.says.clone();
    };
    let is_silent = tile.says.is_empty();
    let fact = match (trap.harm, effect) {
        (Harm::Dart(_), TrapEffect::Harm(wound)) if is_silent => hit(world, "a dart hits", wound),
        (_, TrapEffect::Harm(Wound { harm: ..=0, .. })) => String::new(),
        (Harm::Pit(_), TrapEffect::Harm(wound)) if is_silent => {
            let loss = wound.loss(&world);
            format!("{} into a pit ({loss}).", doing(world, who, "fall"))
        }
        (_, TrapEffect::Harm(wound)) => losing(world, wound),
        (Harm::Pit(_), TrapEffect::Travel(to)) => {
            let pit = if is_silent { "through a pit " } else { "" };
            let to = level_name(&world, to);
            format!("{} {pit}to {to}.", doing(world, who, "fall"))
        }
        (Harm::Teleport(_), TrapEffect::Travel(_)) if is_silent => whisking(world, who),
        (Harm::Alarm, TrapEffect::Alarm) if is_silent => ALARM.to_owned(),
        _ => String::new(),
    };
    [&tile.says, &capitalised(&fact)]
        .map(String::as_str)
        .join(" ")
        .trim()
        .to_owned()
}

/// Returns the sentence for a loss of life: "you lose 3 health.", "Andy loses 3 health (12 left).", "you lose a life (2
/// left).", "you lose your last life."
fn losing(world: Perception<'_>, wound: Wound) -> String {
    let what = loss(world, wound);
    let loses = format!("{} {what}", doing(world, wound.whom, "lose"));
    if is_counted(world, wound) {
        format!("{loses} ({} left).", wound.left)
    } else {
        format!("{loses}.")
    }
}

/// Returns a loss of life as part of a list: "you lose 3 health", or, for units, whose losses are always health: "Andy
/// loses 3 (12 left)", "2 ghosts lose 3".
pub fn loss_in_list(world: Perception<'_>, loses: &str, wound: Wound) -> String {
    let what = if commands_people(&world) {
        wound.harm.to_string()
    } else {
        loss(world, wound)
    };
    if is_counted(world, wound) {
        format!("{loses} {what} ({} left)", wound.left)
    } else {
        format!("{loses} {what}")
    }
}

/// Returns the lost life: "3 health", "a life", "your last life".
fn loss(world: Perception<'_>, wound: Wound) -> String {
    let kind = world.kind(wound.whom);
    match (kind.life_unit, wound.harm) {
        (LifeUnit::Points, harm) => format!("{harm} {}", word(&world, kind.life)),
        (LifeUnit::Lives, _) if wound.left <= 0 => {
            format!("{} last life", possessive(world, wound.whom))
        }
        (LifeUnit::Lives, 1) => "a life".to_owned(),
        (LifeUnit::Lives, harm) => lives(harm),
    }
}

/// Whether the remaining life is mentioned: for lives, and for units, whose life no gauge shows.
fn is_counted(world: Perception<'_>, wound: Wound) -> bool {
    let kind = world.kind(wound.whom);
    let few = kind.life_unit == LifeUnit::Lives || kind.addressed_as == AddressedAs::ByName;
    few && wound.left > 0
}

/// Returns "a rider appears beside the camp.", for a birth. The parent is included if it is in view.
pub fn birth(world: Perception<'_>, who: ActorId, kind: KindId) -> String {
    let (level, at) = (world.body(who).level, world.body(who).at);
    let mut near = Direction::ALL
        .into_iter()
        .filter_map(|way| world.body_at(level, at + way));
    let bears = |parent: &ActorId| {
        let mut offspring = world.kind(*parent).spawns.iter();
        offspring.any(|offspring| offspring.kind.all().any(|born| born == kind))
            && world.sees(*parent)
    };
    let place = near.find(bears).map_or_else(String::new, |parent| {
        format!(" beside {}", name(world, parent))
    });
    let newborn = with_indefinite_article(&world.dungeon().kind(kind).name);
    format!("{newborn} appears{place}.")
}

/// Returns "the ogre wakes up.", or of a disguised body "the gold is a mimic!"
pub fn waking(world: Perception<'_>, who: ActorId) -> String {
    let kind = world.kind(who);
    let thing = kind.looks.map(|looks| match looks {
        Disguise::Item(item) => disguise_name(&world, item),
        Disguise::Tile(tile) => world.dungeon().tile(tile).name.as_str(),
    });
    if let Some(thing) = thing {
        let monster = with_indefinite_article(&kind.name);
        return format!("{} is {monster}!", with_article(thing));
    }
    format!("{} up.", doing(world, who, "wake"))
}

/// Returns the name of the item that a monster looked like; the name of its family if the player does not know its kind.
fn disguise_name(world: &World, item: ItemId) -> &str {
    let kind = world.item(item);
    let is_unknown = kind.variants == ItemId::NONE || world.is_unknown(kind.variants);
    let family = kind.family.filter(|_| is_unknown);
    let families = world.dungeon().families();
    family.map_or(&kind.name, |family| &families[usize::from(family.0)].name)
}

/// Returns "the squire joins you."
pub fn joining(world: Perception<'_>, who: ActorId) -> String {
    format!("{} you.", doing(world, who, "join"))
}

/// Returns "you change places with the squire."
pub fn swap(world: Perception<'_>, who: ActorId, whom: ActorId) -> String {
    let other = name(world, whom);
    format!("{} places with {other}.", doing(world, who, "change"))
}

/// Returns the words of a monster that has just noticed its prey, with the speaker's name.
pub fn speech(world: Perception<'_>, who: ActorId) -> String {
    let (kind, words) = (world.kind(who), world.words_of(who));
    if words.contains(&kind.name) {
        return words.to_owned();
    }
    let speaker = name(world, who);
    match kind.prey {
        Prey::Hero if !commands_people(&world) => {
            format!("{speaker} notices you. {words}")
        }
        Prey::Hero | Prey::Herd | Prey::Nearest => format!("{speaker} stirs. {words}"),
        Prey::Foes | Prey::None => format!("{speaker} says: {words}"),
    }
}
