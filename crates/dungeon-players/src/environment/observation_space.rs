//! The layout of observations: planes of cells, and a small vector of numbers.
use dungeon_engine::body::Pause;
use dungeon_engine::world::World;
use dungeon_model::dungeon::{Dungeon, ItemId, ItemKind, LONGEST_STATE, Stat, TimedState};
use dungeon_model::space::geometry::Size;
use dungeon_model::space::narrow::length;

use super::appearances::{Appearances, Vision};

/// A plane of an observation: a number for each cell.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ObservedPlane {
    /// The name, such as `tile`.
    pub name: String,
    /// The lowest value, always 0.
    pub lowest: u8,
    /// The highest value.
    pub highest: u8,
}

/// A number of the vector of an observation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ObservedNumber {
    /// The name, such as `health`.
    pub name: String,
    /// The lowest value.
    pub lowest: i32,
    /// The highest value.
    pub highest: i32,
}

/// The layout and the bounds of the observations of a dungeon. They are the same for every seed and on every level.
#[derive(Clone, Debug)]
pub struct ObservationSpace {
    pub(super) size: Size,
    pub(super) planes: Vec<ObservedPlane>,
    pub(super) numbers: Vec<ObservedNumber>,
    pub(super) looks: Appearances,
    /// The keys of the dungeon, in the order of the file.
    pub(super) keys: Vec<ItemId>,
    /// The items for the inventory, in the order of the file.
    pub(super) kept: Vec<ItemId>,
    /// The count of numbers for each of `kept`: a third one in dungeons with an item that recharges.
    pub(super) parts: usize,
    /// The timed states that items of the dungeon give.
    pub(super) states: Vec<TimedState>,
}

impl ObservationSpace {
    pub(super) fn new(world: &World, vision: Vision) -> ObservationSpace {
        let looks = Appearances::new(world, vision);
        let items = |is_meant: fn(&ItemKind) -> bool| {
            let items = world.dungeon().numbered_items();
            let items = items.filter(|(_, item)| is_meant(item));
            items.map(|(id, _)| id).collect::<Vec<_>>()
        };
        let keys = items(|item| item.opens.is_some());
        let kept = items(ItemKind::is_kept);
        let states = TimedState::ALL.into_iter();
        let states: Vec<TimedState> = states
            .filter(|state| world.dungeon().may_give(*state))
            .collect();
        ObservationSpace {
            size: largest(world),
            planes: planes(&looks),
            numbers: numbers(world, (&keys, &kept), &states),
            looks,
            keys,
            kept,
            parts: 2 + usize::from(recharges(world.dungeon())),
            states,
        }
    }

    /// Returns the number of rows of each plane, which is that of the dungeon's highest level.
    pub fn height(&self) -> usize {
        usize::try_from(self.size.height).unwrap_or(0)
    }

    /// Returns the number of columns of each plane, which is that of the dungeon's widest level.
    pub fn width(&self) -> usize {
        usize::try_from(self.size.width).unwrap_or(0)
    }

    /// Returns the planes in order. An observation has plane after plane, each row by row from the northwest corner.
    /// Cells outside of the level are 0.
    pub fn planes(&self) -> &[ObservedPlane] {
        &self.planes
    }

    /// Whether the dungeon has the planes for high bytes.
    #[inline]
    pub(super) fn is_large(&self) -> bool {
        self.planes.len() > PlaneNumber::TileHigh as usize
    }

    /// Returns the number of values of all planes: planes × rows × columns.
    pub fn planes_len(&self) -> usize {
        self.planes.len() * self.size.area()
    }

    /// Returns the names of the values of the plane `tile`, from 0 on: the terrain as the observer sees it. The name is
    /// empty for 0 and for a value that no cell has. Different tiles may have the same name.
    pub fn tile_names(&self) -> &[String] {
        self.looks.names()[0]
    }

    /// Returns the names of the values of the plane `item`, from 0 on, like `tile_names`. An item of a family is named
    /// by its look until its kind is known, and by its kind from then on.
    pub fn item_names(&self) -> &[String] {
        self.looks.names()[1]
    }

    /// Returns the names of the values of the plane `kind`, from 0 on, like `tile_names`.
    pub fn kind_names(&self) -> &[String] {
        self.looks.names()[2]
    }

    /// Returns the numbers of the vector in order.
    pub fn vector(&self) -> &[ObservedNumber] {
        &self.numbers
    }
}

/// Returns the columns of the widest level and the rows of the highest level.
pub(super) fn largest(world: &World) -> Size {
    let levels = world.dungeon().numbered_levels();
    let sizes = levels.map(|(level, _)| world.size(level));
    sizes.fold(Size::default(), |most, size| {
        Size::new(most.width.max(size.width), most.height.max(size.height))
    })
}

/// The planes, in the order of their numbers. The planes `TileHigh` to `KindHigh` exist only in dungeons with more than
/// 254 tiles, items or kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaneNumber {
    Sight,
    Tile,
    Item,
    Kind,
    Side,
    Pause,
    Life,
    TileHigh,
    ItemHigh,
    KindHigh,
}

fn planes(looks: &Appearances) -> Vec<ObservedPlane> {
    let [tile, item, kind] = looks.most();
    let low = |most: u16| u8::try_from(most).unwrap_or(u8::MAX);
    let high = |most: u16| most.to_be_bytes()[0];
    let planes = [
        ("sight", 2),
        ("tile", low(tile)),
        ("item", low(item)),
        ("kind", low(kind)),
        ("side", 5),
        ("pause", Pause::Disguised as u8),
        ("life", u8::MAX),
        ("tile / 256", high(tile)),
        ("item / 256", high(item)),
        ("kind / 256", high(kind)),
    ];
    let is_large = looks.most().iter().any(|most| *most > u8::MAX.into());
    let count = if is_large { 10 } else { 7 };
    let planes = planes.into_iter().take(count);
    let planes = planes.map(|(name, highest)| ObservedPlane {
        name: name.to_owned(),
        lowest: 0,
        highest,
    });
    planes.collect()
}

/// Whether some item of a dungeon recharges, so that the vector has the turns until each item is ready.
fn recharges(dungeon: &Dungeon) -> bool {
    dungeon.items().iter().any(|item| item.recharge > 0)
}

fn numbers(
    world: &World,
    (keys, kept): (&[ItemId], &[ItemId]),
    states: &[TimedState],
) -> Vec<ObservedNumber> {
    let (dungeon, size) = (world.dungeon(), largest(world));
    let entry = |name: &str, lowest, highest| ObservedNumber {
        name: name.to_owned(),
        lowest,
        highest,
    };
    let mut numbers = vec![
        entry("turn", 0, i32::MAX),
        entry("level", 0, length(dungeon.levels.len()) - 1),
        entry("columns", 1, size.width),
        entry("rows", 1, size.height),
        entry("column", 0, size.width - 1),
        entry("row", 0, size.height - 1),
    ];
    numbers.extend(Stat::ALL.map(|stat| entry(stat.word(), i32::MIN, i32::MAX)));
    numbers.extend([
        entry("left to collect", 0, i32::MAX),
        entry("turns left", -1, i32::MAX),
        entry("outcome", 0, 3),
        entry("alarm", 0, 1),
    ]);
    let named = |what: &str, id: &ItemId, highest| {
        entry(&format!("{what} {}", world.look_of(*id).name), 0, highest)
    };
    numbers.extend(keys.iter().map(|id| named("keys:", id, i32::MAX)));
    let has_charms = recharges(dungeon);
    for id in kept {
        numbers.extend([named("inventory:", id, i32::MAX), named("equipped:", id, 1)]);
        numbers.extend(has_charms.then(|| named("turns to ready:", id, i32::MAX)));
    }
    for state in states {
        numbers.push(entry(
            &format!("state: {}", state.word()),
            0,
            LONGEST_STATE.into(),
        ));
    }
    if states.contains(&TimedState::Haste) {
        numbers.push(entry("acted this turn", 0, 1));
    }
    numbers
}
