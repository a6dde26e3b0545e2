//! What is said of kinds, items and terrain. Each function takes its thing apart field by field, so that a new field does
//! not compile until something is said of it.
use super::facts::{Facts, number_text, word};
use super::naming::Naming;
use crate::view::words::acting_facts;
use dungeon_model::dungeon::{
    AddressedAs, AtZero, Boulder, Colour, Door, Feature, Fence, Footing, Guise, Harm, ItemKind,
    Keeping, Kind, Pool, Side, Sight, Spread, Stair, Stairs, Stat, Stats, Tile, TileId, Trap,
};

/// What is said of a kind.
pub fn kind_facts(naming: &Naming<'_>, kind: &Kind) -> Facts {
    let Kind {
        name,
        glyph,
        shows,
        colour,
        side,
        behaviour,
        stats,
        spread,
        most,
        life,
        life_unit,
        at_zero,
        through,
        attack,
        prey,
        speed,
        drops,
        spawns,
        says,
        points,
        range,
        weapon,
        bursts,
        trail,
        light,
        is_wanted,
        addressed_as,
    } = kind;
    let mut facts = Facts::default();
    facts.text("name", name);
    facts.text("glyph", *glyph);
    facts.text("colour", colour_text(*colour));
    facts.flag("yours", *side == Side::Ours);
    facts.numbers(stats, *spread);
    for stat in Stat::ALL.into_iter().filter(|stat| most[*stat] < i32::MAX) {
        facts.number(most_of(stat), most[stat]);
    }
    if let Some(parts) = behaviour.parts() {
        facts.text("sense", word(&parts.sense));
        facts.number("sight", parts.sight);
        facts.text("hunt", word(&parts.hunt));
        facts.text("roam", word(&parts.roam));
    }
    facts.text("through", word(through));
    facts.text("attack", word(attack));
    facts.text("prey", word(prey));
    facts.text("speed", speed_text(*speed));
    facts.text(
        "drops",
        naming.choice(drops, |item| naming.item(item).to_owned()),
    );
    if let Some(offspring) = spawns {
        let who = naming.choice(&offspring.kind, |kind| naming.kind(kind).to_owned());
        facts.text("bears", format!("{who} every {} rounds", offspring.every));
    }
    facts.quoted("says", says);
    facts.number("points", *points);
    facts.number("range", *range);
    if let Some(weapon) = weapon {
        let (least, most) = weapon.damage;
        facts.text("damage", format!("{least}..{most}"));
        facts.number("accuracy", weapon.accuracy);
        facts.number("reach", weapon.reach);
    }
    facts.number("bursts", *bursts);
    facts.text("leaves", trail.map_or("", |trail| naming.tile(trail)));
    facts.number("light", *light);
    facts.flag("wanted dead", *is_wanted);
    facts.flag("called by name", *addressed_as == AddressedAs::ByName);
    facts.text("glyph tells", word(shows));
    facts.text("life is", life.word());
    facts.text("life is counted in", word(life_unit));
    facts.flag("judged at the end of a turn", *at_zero == AtZero::IsJudged);
    facts
}

fn most_of(stat: Stat) -> &'static str {
    match stat {
        Stat::Health => "most health",
        Stat::Strength => "most strength",
        Stat::Manna => "most manna",
        Stat::Wealth => "most wealth",
        Stat::Ap => "most ap",
        Stat::Ammo => "most ammo",
    }
}

/// Acts a round in halves, as files say them: "1", "0.5".
fn speed_text(halves: u32) -> String {
    match halves % 2 {
        0 => (halves / 2).to_string(),
        _ => format!("{}.5", halves / 2),
    }
}

fn colour_text(colour: Option<Colour>) -> &'static str {
    let mut names = Colour::NAMES.iter();
    let named = names.find(|(_, other)| Some(*other) == colour);
    named.map_or("", |(name, _)| name)
}

/// What is said of an item.
pub fn item_facts(naming: &Naming<'_>, item: &ItemKind) -> Facts {
    let ItemKind {
        name,
        glyph,
        colour,
        gives,
        spread,
        variants: _, // they come of the spread
        keeping,
        collectable,
        opens,
        herd,
        glow,
        is_vital,
        says,
    } = item;
    let mut facts = Facts::default();
    facts.text("name", name);
    facts.text("glyph", *glyph);
    facts.text("colour", colour_text(*colour));
    facts.numbers(gives, *spread);
    match keeping {
        Keeping::No => {}
        Keeping::ToUse => facts.flag("kept to be used", true),
        Keeping::ToWear { strength } => facts.number("worn for strength", *strength),
    }
    facts.flag("to be taken", *collectable);
    let lock = opens.map(|lock| naming.dungeon.locks[usize::from(lock.0)].clone());
    facts.text("opens", lock.unwrap_or_default());
    facts.flag("of the herd", *herd);
    facts.number("glow", *glow);
    facts.flag("not to be lost", *is_vital);
    facts.quoted("says", says);
    facts
}

/// What is said of a tile.
pub fn tile_facts(naming: &Naming<'_>, id: TileId, tile: &Tile) -> Facts {
    let Tile {
        name,
        glyph,
        fine,
        colour,
        footing,
        sight,
        feature,
        glow,
        says,
        is_target,
    } = tile;
    let mut facts = Facts::default();
    facts.text("name", name);
    facts.text("glyph", *glyph);
    facts.text("fine glyph", fine.map_or_else(String::new, String::from));
    facts.text("colour", colour_text(*colour));
    facts.text(
        "lets through",
        match footing {
            Footing::Anyone => "everybody",
            Footing::Slime => "who passes slime",
            Footing::Openers => "who opens doors",
            Footing::Drifters => "who passes walls",
            Footing::Nobody => "nobody",
        },
    );
    facts.flag("opaque", *sight == Sight::Blocked);
    feature_facts(&mut facts, naming, id, feature);
    facts.number("glow", *glow);
    facts.quoted("says", says);
    facts.flag("a target", *is_target);
    facts
}

/// What a tile does, and the words on it.
pub fn deeds(naming: &Naming<'_>, id: TileId, tile: &Tile) -> Facts {
    let mut facts = Facts::default();
    feature_facts(&mut facts, naming, id, &tile.feature);
    facts.quoted("says", &tile.says);
    facts
}

fn feature_facts(facts: &mut Facts, naming: &Naming<'_>, id: TileId, feature: &Feature) {
    match feature {
        Feature::Plain => {}
        Feature::Door(Door { lock, opened }) => {
            facts.text(
                "needs",
                lock.map_or_else(String::new, |lock| naming.key_to(lock)),
            );
            facts.text("opens to", naming.tile(*opened));
        }
        Feature::Stairs(Stairs { way, to, at }) => {
            let place = at.map_or_else(String::new, |at| format!(" {at}"));
            facts.text("leads", way_word(*way));
            facts.text("leads to", format!("{}{place}", naming.level(*to)));
        }
        Feature::Exit(way) => facts.text("leads out", way_word(*way)),
        Feature::Trap(trap) => trap_facts(facts, id, trap),
        Feature::Fence(Fence {
            raised,
            torn,
            thorns,
        }) => {
            facts.text("raised to", raised.map_or("", |raised| naming.tile(raised)));
            facts.text("torn to", naming.tile(*torn));
            facts.number("thorns", *thorns);
        }
        Feature::Pool(Pool { cleared }) => facts.text("wiped to", naming.tile(*cleared)),
        Feature::Boulder(Boulder { sort, leaves }) => {
            facts.text("pushed off", naming.tile(*leaves));
            push_facts(facts, naming, *sort);
        }
        Feature::Acting(acting) => {
            for fact in acting_facts("", *acting) {
                match fact.value {
                    None => facts.flag(fact.what, true),
                    Some(value) => facts.text(fact.what, value),
                }
            }
        }
    }
}

fn way_word(way: Stair) -> &'static str {
    match way {
        Stair::Down => "down",
        Stair::Up => "up",
    }
}

fn trap_facts(facts: &mut Facts, id: TileId, trap: &Trap) {
    let Trap {
        harm,
        guise,
        sprung,
    } = trap;
    match harm {
        Harm::Dart(damage) => facts.number("dart", *damage),
        Harm::Pit(damage) => facts.number("pit", *damage),
        Harm::Teleport(to) => {
            let to = to.map_or_else(|| "anywhere".to_owned(), |to| to.to_string());
            facts.text("teleports to", to);
        }
        Harm::Alarm => facts.flag("an alarm", true),
    }
    facts.flag("hidden", matches!(guise, Guise::Hidden(_)));
    let is_kept = *sprung == id || matches!(guise, Guise::Hidden(found) if found == sprung);
    facts.flag("sprung once", !is_kept);
}

/// Where a boulder may be pushed.
fn push_facts(facts: &mut Facts, naming: &Naming<'_>, sort: TileId) {
    let dungeon = naming.dungeon;
    let is_boulder = |id: TileId| matches!(dungeon.tile(id).feature, Feature::Boulder(_));
    let (mut fills, mut rolls) = (Vec::new(), Vec::new());
    for push in dungeon.pushes_of(sort) {
        let name = naming.tile(push.onto).to_owned();
        match is_boulder(push.becomes) {
            true => rolls.push(name),
            false => fills.push(name),
        }
    }
    for (what, mut names) in [("pushed onto", rolls), ("fills", fills)] {
        names.sort();
        names.dedup();
        facts.text(what, names.join(", "));
    }
}

/// The numbers of a body by which it differs from its kind: "health 24, strength 3".
pub fn own_numbers(stats: &Stats, spread: Spread, kind: &Kind) -> String {
    let own = Stat::ALL.into_iter().filter_map(|stat| {
        let own = number_text(stat, stats, spread);
        let usual = number_text(stat, &kind.stats, kind.spread);
        (own != usual).then(|| format!("{} {own}", stat.word()))
    });
    own.collect::<Vec<_>>().join(", ")
}
