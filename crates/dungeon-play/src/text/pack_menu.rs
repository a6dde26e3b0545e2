//! The inventory page: a line for each item with its letter, then the hero's other possessions and remaining goals.
use super::look::EFFECT_UNKNOWN;
use super::standing;
use crate::view::widgets::readings_text;
use crate::view::words::{charge, preceded, slot, throws, times, uses};
use crate::view::wrap::wrap;
use dungeon_engine::pack::PackedThing;
use dungeon_engine::ruleset::Ruleset;
use dungeon_engine::world::World;
use dungeon_model::dungeon::ItemId;

/// The explanation of letters, shown below the items.
pub const HOW: &str = "Press an item's letter to use, wield or wear it; this takes a turn.";

/// The number of columns before the name of an item: its letter and two spaces.
const INDENT: usize = 3;

/// A line of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackLine {
    /// The item on the line; `None` for other lines.
    pub item: Option<ItemId>,
    /// The text of the line, without a line feed.
    pub text: String,
}

/// Returns the page as lines wrapped to `columns` columns. `world` is the game's world as it looks to the player.
pub fn lines(world: &World, rules: &dyn Ruleset, columns: i32) -> Vec<PackLine> {
    let columns = columns.max(1) as usize;
    let things = world.pack().things().iter();
    let mut lines: Vec<PackLine> = things
        .flat_map(|thing| thing_lines(world, thing, columns))
        .collect();
    let gauges = rules.face().readings(world);
    let beside = standing::beside_pack_text(world);
    let stand = format!("{} {beside}", readings_text(&gauges));
    for text in [HOW, stand.trim_end()] {
        lines.push(about(String::new()));
        lines.extend(wrap(text, columns).into_iter().map(about));
    }
    lines
}

/// Returns the item of the inventory with this letter; `None` if there is none.
pub fn by_letter(world: &World, letter: char) -> Option<ItemId> {
    let mut things = world.pack().things().iter();
    let thing = things.find(|thing| thing.letter == letter)?;
    Some(thing.item)
}

/// Returns the lines of one kind of item; all lines after the first are indented.
fn thing_lines(world: &World, thing: &PackedThing, columns: usize) -> Vec<PackLine> {
    let text = describe(world, thing);
    let rows = wrap(&text, columns.saturating_sub(INDENT).max(1));
    let rows = rows.into_iter().enumerate().map(|(nth, row)| match nth {
        0 => format!("{}  {row}", thing.letter),
        _ => format!("{:INDENT$}{row}", ""),
    });
    let line = |text| PackLine {
        item: Some(thing.item),
        text,
    };
    rows.map(line).collect()
}

/// Describes items of one kind: "healing potion ×2: +10 health", "sword: +2 strength, wielded", "amulet: +6 health,
/// ready again in 12 turns".
pub fn describe(world: &World, thing: &PackedThing) -> String {
    let item = world.item(thing.item);
    let name = times(&item.name, thing.count);
    let mut words = if world.is_unknown(thing.item) {
        vec![EFFECT_UNKNOWN.to_owned()]
    } else {
        uses(world, item)
    };
    words.extend(throws(item));
    words.extend(charge(world, thing.item).filter(|_| !world.is_unknown(thing.item)));
    words.extend(slot(item));
    words.extend(
        world
            .pack()
            .is_worn(thing.item)
            .then(|| item.worn_word().to_owned()),
    );
    name + &preceded(": ", &words.join(", "))
}

fn about(text: String) -> PackLine {
    PackLine { item: None, text }
}
