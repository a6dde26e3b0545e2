//! Placement of vaults in generated levels (docs/format, "Vaults"). Vaults are placed before digging, so that the level
//! is dug around the vaults and up to their doors.
use super::chance::{Chance, Draw, DrawKey, DrawPurpose};
use dungeon_model::dungeon::choice::weighted;
use dungeon_model::dungeon::{Dungeon, Level, LevelId, Spawn, SpawnOwn, TileId, Vault};
use dungeon_model::space::geometry::{Point, Region, Size, at};
use dungeon_model::space::grid::Grid;
use dungeon_model::space::narrow::count;
use dungeon_model::space::orientation::Orientation;
use dungeon_model::space::rock::{Pieces, Rock};

/// The minimum number of cells between a vault and the edge of the map: one for the rim, and one for a ring of floor
/// around the vault that connects its doors.
const MARGIN: i32 = 2;

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

/// Draws the vaults of a level and their places. Draws vaults by weight, one after another and each at most once, and
/// skips vaults that do not fit. `rock` is the diggable rock of the level, and `kept` are the cells that the level's
/// records use.
pub(super) fn place(
    dungeon: &Dungeon,
    id: LevelId,
    chance: Chance,
    rock: &Grid<Rock>,
    kept: &[Point],
) -> Vec<PlacedVault> {
    let level = &dungeon.levels[usize::from(id.0)];
    let mut left: Vec<(usize, &Vault)> = dungeon.vaults_for(id).collect();
    let mut placed = Vec::new();
    if left.is_empty() {
        return placed;
    }
    let mut free = FreeGround::new(dungeon, level, rock, kept);
    let mut nth = 0;
    while !left.is_empty() && placed.len() < level.vaults as usize {
        let mut draw = chance.draw(DrawKey::of_level(id, DrawPurpose::Vault, nth));
        nth += 1;
        // A vault that does not fit now will not fit later either. So skipping it gives the same odds as drawing only
        // among vaults that fit.
        let which = weighted(&left, |(_, vault)| vault.weight, |n| draw.below(n));
        let (number, vault) = left.remove(which.unwrap_or(0));
        if let Some((lies, at)) = free.draw_place(vault, &mut draw) {
            let vault_here = PlacedVault { number, at, lies };
            free.take(vault_here.region(vault));
            placed.push(vault_here);
        }
    }
    placed
}

/// The taken cells of a level, which no vault may cover, with prefix sums to count the taken cells of any rectangle.
struct FreeGround {
    taken: Grid<bool>,
    /// For each corner of a cell, row by row, the number of taken cells above and to the left of this corner.
    sums: Vec<u32>,
}

impl FreeGround {
    /// Marks cells as taken: the cells that records use, the regions where heroes are scattered, and all diggable parts
    /// of the level except the largest part. A region for heroes that covers the whole map inside the rim is not taken.
    fn new(dungeon: &Dungeon, level: &Level, rock: &Grid<Rock>, kept: &[Point]) -> FreeGround {
        let size = rock.size();
        let mut taken = Grid::filled(size, true);
        let main = main_piece(rock);
        for (taken, is_main) in taken.cells_mut().iter_mut().zip(main) {
            *taken = !is_main;
        }
        kept.iter().for_each(|p| taken.set(*p, true));
        let last = at(size.width - 2, size.height - 2);
        let inside_of = |near: Point, far: Point| near.x <= far.x && near.y <= far.y;
        for scatter in level
            .scatters
            .iter()
            .filter(|one| dungeon.is_ours(one.what.thing()))
        {
            let Region { from, to } = scatter.within;
            if !(inside_of(from, at(1, 1)) && inside_of(last, to)) {
                scatter.within.points().for_each(|p| taken.set(p, true));
            }
        }
        let mut free = FreeGround {
            taken,
            sums: Vec::new(),
        };
        free.sum_up();
        free
    }

    fn sum_up(&mut self) {
        let width = self.taken.size().width.max(0) as usize + 1;
        self.sums.clear();
        self.sums.resize(width, 0);
        let mut above = 0;
        for row in self.taken.rows() {
            let mut in_row = 0;
            self.sums.push(0);
            for (x, taken) in row.iter().enumerate() {
                in_row += u32::from(*taken);
                let sum = self.sums[above + x + 1] + in_row;
                self.sums.push(sum);
            }
            above += width;
        }
    }

    /// Draws the orientation and place of a vault; all possibilities are equally likely. `None` if the vault fits
    /// nowhere.
    fn draw_place(&self, vault: &Vault, draw: &mut Draw) -> Option<(Orientation, Point)> {
        let drawn = vault.within.size();
        let upright = count(self.places(drawn).count());
        let across = if vault.turns {
            count(self.places(Size::new(drawn.height, drawn.width)).count())
        } else {
            0
        };
        let count = |lies: Orientation| if lies.lies_across() { across } else { upright };
        let all = Orientation::all(vault.flips, vault.turns).map(count).sum();
        let mut nth = (all > 0).then(|| draw.below(all))?;
        let lies = Orientation::all(vault.flips, vault.turns).find(|lies| {
            let rest = nth.checked_sub(count(*lies));
            nth = rest.unwrap_or(nth);
            rest.is_none()
        })?;
        let corner = self.places(lies.size(drawn)).nth(nth as usize)?;
        Some((lies, corner))
    }

    /// Iterates over the possible top left corners of a placed vault of this size, in reading order. The vault and the
    /// ring of cells around it must be inside the rim and not taken.
    fn places(&self, laid: Size) -> impl Iterator<Item = Point> {
        let size = self.taken.size();
        let row = move |corner: i32| {
            let width = size.width as usize + 1;
            let start = corner as usize * width;
            &self.sums[start..start + width]
        };
        let last = at(
            size.width - MARGIN - laid.width,
            size.height - MARGIN - laid.height,
        );
        let ys = MARGIN..=if last.x < MARGIN { 0 } else { last.y };
        ys.flat_map(move |y| {
            let (above, below) = (row(y - 1), row(y + laid.height + 1));
            let is_free = move |x: &i32| {
                let (left, right) = ((x - 1) as usize, (x + laid.width + 1) as usize);
                below[right] + above[left] == below[left] + above[right]
            };
            (MARGIN..=last.x).filter(is_free).map(move |x| at(x, y))
        })
    }

    /// Marks the cells of a region as taken.
    fn take(&mut self, region: Region) {
        region.points().for_each(|p| self.taken.set(p, true));
        self.sum_up();
    }
}

/// Returns, for every cell in reading order, whether the cell belongs to the largest diggable part of the level.
fn main_piece(rock: &Grid<Rock>) -> impl Iterator<Item = bool> {
    let mut hollow = rock.clone();
    for cell in hollow.cells_mut() {
        if *cell == Rock::Solid {
            *cell = Rock::Hollow;
        }
    }
    let pieces = Pieces::new(&hollow);
    let largest = pieces.largest().max(1);
    let sizes: Vec<u32> = pieces.cell_sizes().collect();
    sizes.into_iter().map(move |size| size == largest)
}
