//! Placement of vaults in generated levels (docs/format, "Vaults"). Vaults are placed before digging, so that the level
//! is dug around the vaults and up to their doors.
use super::chance::{Chance, Draw, DrawKey, DrawPurpose};
use dungeon_ground::vault_places::{FreeGround, needed_vaults};
use dungeon_model::dungeon::{Dungeon, LevelId, Spawn, SpawnOwn, TileId, Vault};
use dungeon_model::space::geometry::{Point, Region, Size, at};
use dungeon_model::space::narrow::count;
use dungeon_model::space::orientation::Orientation;

/// A vault at its place in a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedVault {
    /// The index in `Dungeon::vaults`.
    pub number: usize,
    /// The top left corner of the placed vault, in cells of the level.
    at: Point,
    /// The rotation and reflection of the vault.
    lies: Orientation,
}

/// The vaults of a level, with the routes and words of their bodies.
#[derive(Debug, Default)]
pub(super) struct LevelVaults {
    pub placed: Vec<PlacedVault>,
    /// The routes and words of the vaults' bodies, in the order of the vaults. The index of a body's entry is
    /// `Body::spawn` minus the number of the level's own spawns.
    pub own: Vec<Option<Box<SpawnOwn>>>,
}

impl PlacedVault {
    /// Returns the rectangle of the level that the vault covers.
    pub fn region(self, vault: &Vault) -> Region {
        let laid = self.lies.size(vault.within.size());
        Region {
            from: self.at,
            to: at(self.at.x + laid.width - 1, self.at.y + laid.height - 1),
        }
    }

    /// Converts a cell of the vault's map to a cell of the level.
    pub fn cell(self, vault: &Vault, p: Point) -> Point {
        let Region { from, .. } = vault.within;
        let inside = at(p.x - from.x, p.y - from.y);
        let laid = self.lies.laid(inside, vault.within.size());
        at(self.at.x + laid.x, self.at.y + laid.y)
    }

    /// Converts a cell of the level to a cell of the vault's map; `None` if the cell does not belong to the vault.
    pub fn drawn(self, vault: &Vault, p: Point) -> Option<Point> {
        let is_inside = self.region(vault).contains(p);
        let laid = is_inside.then(|| at(p.x - self.at.x, p.y - self.at.y))?;
        let drawn = self.lies.drawn(laid, vault.within.size());
        let drawn = at(drawn.x + vault.within.from.x, drawn.y + vault.within.from.y);
        vault.tiles.get(drawn).flatten().map(|_| drawn)
    }

    /// Iterates over the level's cells that belong to the vault, with their terrain.
    pub fn parts(self, vault: &Vault) -> impl Iterator<Item = (Point, TileId)> {
        let cells = vault.within.points();
        cells.filter_map(move |p| Some((self.cell(vault, p), vault.tiles.get(p).flatten()?)))
    }

    /// Iterates over the level's cells in front of the vault's doors.
    pub fn doorsteps(self, vault: &Vault) -> impl Iterator<Item = Point> {
        let entries = vault.entries.iter();
        entries.map(move |(p, out)| self.cell(vault, *p) + self.lies.way(*out))
    }

    /// Returns the route and words of a body of the vault, in cells of the level; `None` if it has neither.
    pub fn own(self, vault: &Vault, spawn: &Spawn) -> Option<Box<SpawnOwn>> {
        let SpawnOwn { route, says } = spawn.own.as_deref()?;
        let cells = |route: &[Point]| route.iter().map(|p| self.cell(vault, *p)).collect();
        Some(Box::new(SpawnOwn {
            route: route.as_deref().map(cells),
            says: says.clone(),
        }))
    }
}

/// Draws the vaults of a level and their places: first the needed vaults, then vaults by weight, one after another and
/// each at most once. Skips vaults that do not fit. `free` returns the ground of the level without vaults.
pub(super) fn place(
    dungeon: &Dungeon,
    id: LevelId,
    chance: Chance,
    free: impl FnOnce() -> FreeGround,
) -> Vec<PlacedVault> {
    let level = &dungeon.levels[usize::from(id.0)];
    let is_elsewhere = |(number, vault): &(usize, &Vault)| {
        vault.is_once && drawn_level(dungeon, *number, chance) != Some(id)
    };
    let mut left: Vec<(usize, &Vault)> = dungeon.vaults_for(id).collect();
    left.retain(|one| !is_elsewhere(one));
    let mut needed = needed_vaults(dungeon, id).into_iter();
    let mut placed = Vec::new();
    if left.is_empty() {
        return placed;
    }
    let mut free = free();
    let mut nth = 0;
    while !left.is_empty() && placed.len() < level.vaults as usize {
        let mut draw = chance.draw(DrawKey::of_level(id, DrawPurpose::Vault, nth));
        nth += 1;
        let next = needed.find_map(|(number, _)| left.iter().position(|(left, _)| *left == number));
        // A vault that does not fit now will not fit later either. So skipping it gives the same odds as drawing only
        // among vaults that fit.
        let which = next.or_else(|| draw.weighted(&left, |(_, vault)| vault.weight));
        let (number, vault) = left.remove(which.unwrap_or(0));
        if let Some((lies, at)) = draw_place(&free, vault, &mut draw) {
            let vault_here = PlacedVault { number, at, lies };
            free.take(vault_here.region(vault));
            placed.push(vault_here);
        }
    }
    placed
}

/// Draws the only level that may have a vault with `is_once`; all levels that take the vault are equally likely. `None`
/// if no level takes it.
fn drawn_level(dungeon: &Dungeon, number: usize, chance: Chance) -> Option<LevelId> {
    let vault = &dungeon.vaults[number];
    let levels = dungeon.numbered_levels();
    let taking = levels.filter(|(id, level)| vault.may_be_built(*id, level));
    let taking: Vec<LevelId> = taking.map(|(id, _)| id).collect();
    let key = DrawKey::of_level(LevelId(0), DrawPurpose::VaultLevel, count(number));
    let nth = chance.draw(key).below(count(taking.len()));
    taking.get(nth as usize).copied()
}

/// Draws the orientation and place of a vault; all possibilities are equally likely. `None` if the vault fits nowhere.
fn draw_place(free: &FreeGround, vault: &Vault, draw: &mut Draw) -> Option<(Orientation, Point)> {
    let drawn = vault.within.size();
    let upright = free.places(drawn);
    let turned = Size::new(drawn.height, drawn.width);
    let across = vault.turns.then(|| free.places(turned));
    let places = |lies: Orientation| match &across {
        Some(across) if lies.lies_across() => across,
        _ => &upright,
    };
    let counts =
        [Some(&upright), across.as_ref()].map(|one| one.map_or(0, |one| count(one.count())));
    let count = |lies: Orientation| counts[usize::from(lies.lies_across())];
    let all = Orientation::all(vault.flips, vault.turns).map(count).sum();
    let mut nth = (all > 0).then(|| draw.below(all))?;
    let lies = Orientation::all(vault.flips, vault.turns).find(|lies| {
        let rest = nth.checked_sub(count(*lies));
        nth = rest.unwrap_or(nth);
        rest.is_none()
    })?;
    let corner = places(lies).nth(nth as usize)?;
    Some((lies, corner))
}
