//! What is said of scatters, causes and the marks that chance has a say in.
use super::facts::Facts;
use super::naming::Naming;
use super::thing_facts::own_numbers;
use dungeon_model::dungeon::{
    Amount, CauseEffect, CauseEvent, CauseRecord, CellSharing, ItemId, KindId, LevelChance,
    MarkDraw, MarkOption, MarkedThing, Overlap, Scatter, ScatterExempt, ScatterShare,
    ScatteredThing, Spread, Stats, Victims,
};

/// The numbers of the bodies of a level or of a vault, by `StatsId`.
#[derive(Clone, Copy, Debug)]
pub struct BodyNumbers<'a> {
    /// The least of each.
    pub stats: &'a [Stats],
    /// How much more the seed gives; behind its end there is none.
    pub spreads: &'a [Spread],
}

impl BodyNumbers<'_> {
    /// The numbers of this place in the lists.
    pub fn nth(&self, nth: u32) -> (Stats, Spread) {
        let spread = self.spreads.get(nth as usize).copied();
        (self.stats[nth as usize], spread.unwrap_or_default())
    }
}

/// What a scatter puts down, and everything else that is said of it.
pub fn scatter_facts(naming: &Naming<'_>, scatter: &Scatter) -> (String, Facts) {
    let Scatter {
        what,
        spread,
        amount,
        within,
        away,
        overlap,
        sharing,
        exempt,
        share,
    } = scatter;
    let mut facts = Facts::default();
    facts.text("amount", amount_text(*amount));
    facts.text("in", format!("{}..{}", within.from, within.to));
    facts.text(
        "away",
        away.map_or_else(String::new, |away| away.to_string()),
    );
    facts.flag("in place of what is there", *overlap == Overlap::Replace);
    facts.flag("alone on their cells", *sharing == CellSharing::Alone);
    facts.flag("off the diagonal", *exempt == ScatterExempt::Diagonal);
    match share {
        ScatterShare::Whole => {}
        ScatterShare::First { amount, weight } => {
            facts.text("first of", amount_text(*amount));
            facts.number("weight", *weight);
        }
        ScatterShare::Further { weight } => facts.number("weight", *weight),
    }
    let what = match what {
        ScatteredThing::Tile(tile) => naming.tile(*tile).to_owned(),
        ScatteredThing::Item(item) => naming.item(*item).to_owned(),
        ScatteredThing::Body(kind, stats) => {
            let own = own_numbers(stats, *spread, naming.dungeon.kind(*kind));
            facts.text("with", own);
            naming.kind(*kind).to_owned()
        }
    };
    (what, facts)
}

fn amount_text(amount: Amount) -> String {
    match amount {
        Amount::Count(count) => count.to_string(),
        Amount::Percent(percent) => format!("{percent}%"),
        Amount::Between(least, most) => format!("{least}..{most}"),
    }
}

/// What a cause waits for, and everything else that is said of it.
pub fn cause_facts(naming: &Naming<'_>, cause: &CauseRecord) -> (String, Facts) {
    let CauseRecord {
        level: _, // causes of one level are compared with each other
        event,
        again,
        effects,
        says,
    } = cause;
    let mut facts = Facts::default();
    facts.flag("again and again", *again);
    let told: Vec<String> = effects
        .iter()
        .map(|effect| effect_text(naming, effect))
        .collect();
    if !told.is_empty() {
        facts.abbreviated("comes of it:", told.join(", "), &effect_cells(effects));
    }
    facts.quoted("says", says);
    (event_text(naming, event), facts)
}

/// The cells of effects, which the words abbreviate.
fn effect_cells(effects: &[CauseEffect]) -> Vec<&[dungeon_model::space::geometry::Point]> {
    let cells = effects.iter().map(|effect| match effect {
        CauseEffect::Tile { cells, .. }
        | CauseEffect::Open(cells)
        | CauseEffect::Spawn { cells, .. } => cells.as_slice(),
        _ => &[],
    });
    cells.collect()
}

fn effect_text(naming: &Naming<'_>, effect: &CauseEffect) -> String {
    let cells = super::change::cells_text;
    match effect {
        CauseEffect::Tile { cells: at, into } => {
            format!("{} becomes {}", cells(at), naming.tile(*into))
        }
        CauseEffect::Open(at) => format!("{} opens", cells(at)),
        CauseEffect::Spawn { kind, cells: at } => {
            let who = naming.choice(kind, |kind| naming.kind(kind).to_owned());
            format!("{who} comes to {}", cells(at))
        }
        CauseEffect::Give(item) => {
            let what = naming.choice(item, |item| naming.item(item).to_owned());
            format!("gives {what}")
        }
        CauseEffect::Move(at) => format!("moves the hero to {at}"),
        CauseEffect::Alarm => "rings an alarm".to_owned(),
        CauseEffect::Win => "wins".to_owned(),
        CauseEffect::Lose => "loses".to_owned(),
    }
}

fn event_text(naming: &Naming<'_>, event: &CauseEvent) -> String {
    let cells = super::change::cells_text;
    match event {
        CauseEvent::Step(at) => format!("a step to {}", cells(at)),
        CauseEvent::Leave(at) => format!("a step away from {}", cells(at)),
        CauseEvent::Push(at) => format!("a push to {}", cells(at)),
        CauseEvent::Opened(at) => format!("the opening of {}", cells(at)),
        CauseEvent::Take(items) => format!("taking {}", item_names(naming, items)),
        CauseEvent::TakeAt(at) => format!("taking what lies at {}", cells(at)),
        CauseEvent::Kill(victims) => format!("the death of {}", victims_text(naming, victims)),
        CauseEvent::AllDead(victims) => {
            format!("the last death of {}", victims_text(naming, victims))
        }
        CauseEvent::Turn(turn) => format!("turn {turn}"),
    }
}

fn item_names(naming: &Naming<'_>, items: &[ItemId]) -> String {
    let names = items.iter().map(|item| naming.item(*item));
    names.collect::<Vec<_>>().join("|")
}

fn victims_text(naming: &Naming<'_>, victims: &Victims) -> String {
    match victims {
        Victims::Kinds(kinds) => {
            let names = kinds.iter().map(|kind: &KindId| naming.kind(*kind));
            names.collect::<Vec<_>>().join("|")
        }
        Victims::DrawnAt(at) => format!("who began at {}", super::change::cells_text(at)),
    }
}

/// What may stand on the cells of each mark of a level or of a vault, by the numbers of the marks: "rat*3|nothing".
pub fn mark_texts(
    naming: &Naming<'_>,
    numbers: BodyNumbers<'_>,
    chance: &LevelChance,
) -> Vec<String> {
    let texts = chance.marks.iter().map(|mark| {
        let draws = mark.draws.iter();
        let draws: Vec<String> = draws.map(|draw| draw_text(naming, numbers, draw)).collect();
        draws.join(" and ")
    });
    let mut texts: Vec<String> = texts.collect();
    for shuffle in &chance.shuffles {
        let all: Vec<String> = shuffle
            .iter()
            .map(|mark| texts[*mark as usize].clone())
            .collect();
        for mark in shuffle {
            let own = texts[*mark as usize].clone();
            texts[*mark as usize] = format!("{own}, shuffled among {}", all.join(" / "));
        }
    }
    texts
}

fn common_divisor(one: u32, other: u32) -> u32 {
    match other {
        0 => one,
        _ => common_divisor(other, one % other),
    }
}

fn draw_text(naming: &Naming<'_>, numbers: BodyNumbers<'_>, draw: &MarkDraw) -> String {
    // Weights are kept in shares of a percent.
    let weights = draw.options.iter().map(|option| option.weight);
    let shared = weights.fold(0, common_divisor).max(1);
    let option = |option: &MarkOption| {
        let thing = match &option.puts {
            None => "nothing".to_owned(),
            Some(MarkedThing::Tile { tile, .. }) => naming.tile(*tile).to_owned(),
            Some(MarkedThing::Item(item)) => naming.item(*item).to_owned(),
            Some(MarkedThing::Body(spawn)) => {
                let (stats, spread) = numbers.nth(spawn.stats.0);
                let own = own_numbers(&stats, spread, naming.dungeon.kind(spawn.kind));
                let says = spawn.says().map(|says| format!("\"{says}\""));
                let own = [own, says.unwrap_or_default()];
                let own: Vec<String> = own.into_iter().filter(|own| !own.is_empty()).collect();
                match own.is_empty() {
                    true => naming.kind(spawn.kind).to_owned(),
                    false => format!("{} ({})", naming.kind(spawn.kind), own.join(", ")),
                }
            }
        };
        match option.weight / shared {
            1 => thing,
            weight => format!("{thing}*{weight}"),
        }
    };
    let options: Vec<String> = draw.options.iter().map(option).collect();
    match draw.is_same {
        true => format!("{}, the same everywhere", options.join("|")),
        false => options.join("|"),
    }
}
