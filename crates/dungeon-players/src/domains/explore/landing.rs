//! The cells where stairs, pits and teleports can take the hero ([E-15]), wherever monsters may be.
//!
//! [E-15]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-15
use std::cell::Cell;

use super::caused_ground::CausedGround;
use super::possible::Possible;
use crate::search::budget::Meter;
use dungeon_engine::world::World;
use dungeon_ground::arrival::{ArrivalCell, Room, arrivals_among};
use dungeon_ground::ground_tile::GroundTile;
use dungeon_ground::passage::Aim;
use dungeon_model::dungeon::{CauseEffect, Choice, KindId, LevelId, Side, builtin};
use dungeon_model::space::geometry::Point;

/// The cells where a hero who takes a way may arrive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Landing {
    pub level: LevelId,
    /// The possible cells; `None` if any cell of the level is possible.
    pub cells: Option<Vec<Point>>,
    /// Whether there may be no room at all, so that the hero stays in place.
    pub may_stay: bool,
}

/// A level, with everything that decides where a hero may land on it.
#[derive(Clone, Copy, Debug)]
pub struct LandingGround<'a> {
    /// The world. Only its cells and the number of its bodies matter here.
    pub world: &'a World,
    pub level: LevelId,
    pub tiles: &'a [GroundTile],
    /// The changes to the level that the dungeon's causes can still make.
    pub caused: &'a CausedGround,
    /// The obstacles that may be cleared.
    pub possible: &'a Possible,
    /// The maximum number of bodies on the level in addition to the hero; `None` if any number may be born.
    pub bodies: Option<usize>,
    /// The number of cells examined for landings so far. Once this number exceeds `MOST_WORK`, each further way is
    /// assumed to lead to any cell of its level.
    pub work: &'a Cell<usize>,
    /// The budget. If it ends, the answers may lack some of the possible cells.
    pub meter: &'a Meter<'a>,
}

/// The maximum number of cells to look at for all landings of a world: about half a second's work.
const MOST_WORK: usize = 1 << 24;

impl LandingGround<'_> {
    /// Returns the tile of a cell; the most permissive possible tile if the cell may be changed by causes. A
    /// fixed obstacle counts as a wall.
    pub fn tile(&self, p: Point) -> &GroundTile {
        let tile = || {
            if self.possible.is_fixed(self.level, p) {
                builtin::WALL
            } else {
                self.world.cell(self.level, p).tile
            }
        };
        let shifting = self.caused.tile(p);
        shifting.unwrap_or_else(|| &self.tiles[usize::from(tile().0)])
    }

    fn is_inside(&self, p: Point) -> bool {
        let rim = self.world.dungeon().settings.game.rim;
        rim.is_the_heros() || self.world.size(self.level).contains_inside_rim(p)
    }

    fn anywhere(&self) -> Landing {
        Landing {
            level: self.level,
            cells: None,
            may_stay: true,
        }
    }

    /// Returns where a hero may land on this level after taking a way from the cell `here` of level `from`.
    pub fn landing(&self, end: Aim, from: LevelId, here: Point) -> Landing {
        let Some(bodies) = self.bodies else {
            return self.anywhere();
        };
        let own = Some(here).filter(|_| from == self.level);
        let to = match end {
            Aim::Cell(to) => Some(to),
            Aim::Anywhere => return self.anywhere(),
            Aim::Back if self.caused.has_shifting_stairs => return self.anywhere(),
            Aim::Back => self.world.sent_back(self.level, from, here),
        };
        if self.work.get() > MOST_WORK {
            return self.anywhere();
        }
        let mut looks = 0;
        let room = |p: Point| {
            looks += 1;
            if !self.meter.look(1) {
                return Room::Yes; // out of budget: ends the list
            }
            let tile = self.tile(p);
            if !tile.is_floor_ever || !self.is_inside(p) || Some(p) == own {
                return Room::No;
            }
            if tile.is_floor_always {
                return Room::Yes;
            }
            Room::Perhaps
        };
        let cells = arrivals_among(bodies, self.world.size(self.level), to, room);
        let cells: Vec<ArrivalCell> = cells.collect();
        self.work.set(self.work.get() + looks);
        Landing {
            level: self.level,
            may_stay: !cells.last().is_some_and(|cell| cell.has_room),
            cells: Some(cells.into_iter().map(|cell| cell.at).collect()),
        }
    }
}

/// Returns the maximum number of bodies, apart from the commanded one, that can ever be on a level: the bodies that are
/// there now, the bodies that may be brought by causes, and the allies that may come with the hero. Enemies never leave
/// their level, so none come from other levels. `None` if monsters are born there, or if causes may bring any number.
pub fn most_bodies(world: &World, level: LevelId, caused: &CausedGround) -> Option<usize> {
    let mut kinds = world.theirs(level).map(|who| world.kind(who));
    let is_ours = |who| world.body(who).level == level;
    let bears = kinds.any(|kind| kind.spawns.is_some() && kind.side == Side::Theirs);
    let ours = world.ours().filter(|who| *who != world.commanded());
    let living = world.theirs(level).count() + ours.filter(|who| is_ours(*who)).count();
    let brought = caused.most_brought.filter(|_| !bears)?;
    Some(living + brought + allies_elsewhere(world, level)?)
}

/// Returns the number of allies on other levels; `None` if more may be born or brought by causes.
fn allies_elsewhere(world: &World, level: LevelId) -> Option<usize> {
    if !world.has_allies() {
        return Some(0);
    }
    let dungeon = world.dungeon();
    let is_ally = |kind: KindId| dungeon.kind(kind).is_ally();
    let born = dungeon
        .kinds()
        .iter()
        .filter_map(|kind| kind.spawns.as_ref());
    let mut born = born.flat_map(|offspring| offspring.kind.all());
    let brought = world.effects_to_come().filter_map(|effect| match effect {
        CauseEffect::Spawn { kind, .. } => Some(kind),
        _ => None,
    });
    let mut brought = brought.flat_map(Choice::all);
    if born.any(is_ally) || brought.any(is_ally) {
        return None;
    }
    let bodies = world.bodies().iter();
    let away = bodies.filter(|body| body.alive && body.level != level && is_ally(body.kind));
    Some(away.count())
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;
    use std::fs;
    use std::path::Path;

    use super::*;
    use crate::domains::explore::caused_ground::caused_grounds;
    use crate::search::budget::Budget;
    use dungeon_engine::action::Action;
    use dungeon_engine::chance::mix;
    use dungeon_engine::event::Event;
    use dungeon_engine::game::Game;
    use dungeon_engine::rulesets::terrain::{ASCEND, DESCEND};
    use dungeon_engine::{monsters, rulesets};
    use dungeon_format::source;
    use dungeon_ground::ground_tile::ground_tiles;
    use dungeon_ground::passage::{Lead, TilePassage};
    use dungeon_model::dungeon::Dungeon;

    /// The number of steps of each game in the test suite. A run of a million steps once found no failure.
    const STEPS: u64 = 150;

    /// The number of all arrivals, and the number of arrivals with few possible cells.
    #[derive(Default)]
    struct Arrived {
        all: u32,
        certain: u32,
    }

    #[test]
    fn heroes_arrive_only_where_a_landing_says() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut arrived = Arrived::default();
        for folder in [
            "dungeons",
            "tests/scenarios",
            "fixtures/scenes",
            "fixtures/ok",
        ] {
            let files = fs::read_dir(root.join(folder)).expect("a folder");
            for path in files.map(|entry| entry.expect("an entry").path()) {
                if let Ok(text) = fs::read_to_string(path) {
                    play(&text, 7, &mut arrived);
                }
            }
        }
        for nth in 0..STEPS {
            play(&small_levels(nth), nth, &mut arrived);
        }
        assert!(arrived.all > 1_000, "{} arrivals", arrived.all);
        let certain = arrived.certain;
        assert!(certain > arrived.all / 4, "{certain} of {}", arrived.all);
    }

    /// Three small levels with stairs, traps that carry heroes off, doors and monsters in the way.
    fn small_levels(nth: u64) -> String {
        let mut draws = (0..).map(|draw| mix(nth ^ mix(draw)));
        let mut below = |most: u64| draws.next().expect("no end") % most;
        let mut text = "rules explore\nhero health=9999\n".to_owned();
        text += "kind r \"rat\" is=wanderer health=9 strength=0\n";
        let others = [
            ".", ".", ".", "#", "#", ".", "+", "r", ">", "<", "1", "2", "3", "4", "5",
        ];
        for level in 0..3 {
            writeln!(text, "level \"L{level}\"").expect("memory");
            let named = |x: u64, y: u64| format!("{},{}", 2 + x, 2 + y);
            writeln!(text, "mark 1 ^ trap=pit").expect("memory");
            writeln!(text, "mark 2 ^ trap=pit once=yes hidden=yes").expect("memory");
            let to = named(below(7), below(4));
            writeln!(text, "mark 3 ^ trap=teleport to={to}").expect("memory");
            writeln!(text, "mark 4 ^ trap=teleport").expect("memory");
            let (to, at) = (below(3), named(below(7), below(4)));
            writeln!(text, "mark 5 > to=L{to} at={at}").expect("memory");
            text += "map\n###########\n";
            for y in 0..6 {
                text += "#";
                for x in 0..9 {
                    let drawn = match (x, y) {
                        (8, 5) => "$",
                        (4, 2) => ">",
                        _ => others[below(others.len() as u64) as usize],
                    };
                    text += match (level, drawn) {
                        (0, _) if (x, y) == (0, 0) => "@",
                        (0, "<") => ">",
                        (2, ">") => "<",
                        _ => drawn,
                    };
                }
                text += "#\n";
            }
            text += "###########\nend\n";
        }
        text
    }

    /// Plays a random game of a file, and compares each arrival with the landing foreseen at the start.
    fn play(text: &str, seed: u64, arrived: &mut Arrived) {
        let file = source::Source::from_text("a.dng", text);
        let (Some(dungeon), _) = dungeon_lint::read(&file, &source::Limits::default()) else {
            return;
        };
        let dungeon: std::sync::Arc<Dungeon> = dungeon.into();
        let rules = rulesets::pick(&dungeon);
        let mut game = Game::new(dungeon, rules, monsters::mind_for, seed);
        let start = game.world().clone();
        let (dungeon, hero) = (start.dungeon(), start.body(start.commanded()));
        let tiles = ground_tiles(dungeon, hero.through);
        let meter = &Meter::new(&Budget::of_steps(1_000_000));
        // By default, nothing is fixed or idle, so everything is possible.
        let possible = &Possible::default();
        let Some(caused) = caused_grounds(&start, possible, &tiles, meter) else {
            return;
        };
        let work = &Cell::new(0);
        let ground = |level: LevelId| LandingGround {
            world: &start,
            level,
            tiles: &tiles[usize::from(level.0)],
            caused: &caused[usize::from(level.0)],
            possible,
            bodies: most_bodies(&start, level, &caused[usize::from(level.0)]),
            work,
            meter,
        };
        let (mut legal, mut before) = (Vec::new(), start.clone());
        for turn in 0..STEPS {
            game.legal_actions(&mut legal);
            let Some(last) = legal.len().checked_sub(1) else {
                break;
            };
            let draw = mix(seed ^ mix(turn)) as usize;
            // Take stairs often.
            let doing = |action: &&Action| matches!(action, Action::Do(ASCEND | DESCEND));
            let taken = legal.iter().find(doing).filter(|_| draw & 1 == 0);
            let action = *taken.unwrap_or(&legal[draw % (last + 1)]);
            before.clone_from(game.world());
            if game.step(action).is_err() || game.outcome().is_some() {
                break;
            }
            // After a board is cleared, the game itself moves the hero.
            let ways = game.events().iter();
            for event in ways.take_while(|event| !matches!(event, Event::Cleared { .. })) {
                let Event::Travelled {
                    from, left, to, at, ..
                } = *event
                else {
                    continue;
                };
                let lead = TilePassage::of(before.tile(from, left)).lead;
                let end = lead.and_then(|lead: Lead| lead.end(dungeon, from, Some(left)));
                let end = end.unwrap_or_else(|| panic!("no way begins at {left}: {text}"));
                assert_eq!(end.level, to, "{text}");
                let landing = ground(to).landing(end.aim, from, left);
                let cells = landing.cells.as_ref();
                assert!(
                    cells.is_none_or(|cells| cells.contains(&at)),
                    "{text}\n{landing:?} {at}"
                );
                arrived.all += 1;
                arrived.certain += u32::from(cells.is_some_and(|cells| cells.len() < 8));
            }
        }
    }
}
