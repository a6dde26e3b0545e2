//! A model of a reader who has only the lines, and who keeps track of all bodies and things relative to the hero.
use std::collections::{BTreeMap, BTreeSet};

use dungeon::Session;
use dungeon_engine::world::World;
use dungeon_model::dungeon::{Feature, Hunt, ItemId, Kind, Rim, Roam, Side, Tile};
use dungeon_model::space::geometry::{Neighbours, Point, at};
use dungeon_model::space::sight;
use dungeon_play::view::words::{counted, end_of, runs, terrain_with_strength};

/// The distance within which bodies are reported without being asked for, and the number of bodies with one name that
/// are listed individually.
const NEAR: u32 = 10;
const NEAR_IN_ROWS: u32 = 7;
const CROWD: usize = 9;

/// The offsets of things from the hero, by name.
type Places = BTreeMap<String, BTreeSet<(i32, i32)>>;

pub struct Reader {
    bodies: Places,
    items: Places,
    /// The names of monsters and items, singular and plural, as read from the file.
    kinds: BTreeMap<String, String>,
    things: BTreeMap<String, String>,
    /// The kinds that never move, whose places are remembered like those of things, because a nest is reported only
    /// once.
    rooted: BTreeSet<String>,
    /// The names of ground that can be raised or left on a board: fences and slime, singular and plural.
    grounds: BTreeMap<String, String>,
    /// The offset of such ground from the hero, its name and its strength.
    ground: BTreeMap<(i32, i32), (String, String)>,
}

impl Reader {
    pub fn new(session: &Session) -> Reader {
        let dungeon = session.game().world().dungeon();
        let names = |names: Vec<&String>| -> BTreeMap<String, String> {
            let both = |name: &String| {
                let many = counted(2, name).trim_start_matches("2 ").to_lowercase();
                [(name.to_lowercase(), name.clone()), (many, name.clone())]
            };
            names.into_iter().flat_map(both).collect()
        };
        let theirs = dungeon
            .kinds()
            .iter()
            .filter(|kind| kind.side == Side::Theirs);
        Reader {
            bodies: Places::new(),
            items: Places::new(),
            kinds: names(theirs.map(|kind| &kind.name).collect()),
            things: names(dungeon.items().iter().map(|item| &item.name).collect()),
            rooted: (dungeon.kinds().iter())
                .filter(|kind| is_rooted(kind))
                .map(|kind| kind.name.clone())
                .collect(),
            grounds: names(
                (dungeon.tiles().iter())
                    .filter(|tile| is_raised(tile))
                    .map(|tile| &tile.name)
                    .collect(),
            ),
            ground: BTreeMap::new(),
        }
    }

    pub fn hear(&mut self, lines: &[String]) {
        lines.iter().for_each(|line| self.hear_line(line));
    }

    /// Returns the names of things that were not all listed.
    pub fn unlisted(&self, lines: &[String]) -> Vec<String> {
        let more = lines.iter().filter(|line| line.ends_with("farther away."));
        let names = more.filter_map(|line| {
            let (name, _) = line.split_once(": ")?;
            let ground = name.split(", ").next().unwrap_or(name);
            name_in(&self.things, name).or_else(|| name_in(&self.grounds, ground))
        });
        names.collect()
    }

    fn hear_line(&mut self, line: &str) {
        let line = line.trim_end_matches('.');
        let works = ["You build ", "You raise ", "You buy "];
        if let Some(work) = works.iter().find_map(|verb| line.strip_prefix(verb)) {
            // Parses "a fence, strength 4 of 5: 1 west; 24 gold".
            let (what, gold) = work.rsplit_once("; ").unwrap_or((work, ""));
            assert!(gold.is_empty() || gold.ends_with(" gold"), "{line}");
            if what.contains(": ") {
                self.hear_line(what);
            }
            return;
        }
        if line.starts_with("You are on another level") || line.starts_with("Place: ") {
            if !line.starts_with("Place: ") {
                self.items.clear();
                self.ground.clear();
                self.bodies.clear();
            }
            return;
        }
        if let Some(rest) = line.strip_prefix("Gone: ") {
            let (name, places) = rest.split_once(", ").expect("name and places");
            let gone = places_of(places);
            if name_in(&self.grounds, name).is_some() {
                self.ground.retain(|place, _| !gone.contains(place));
                return;
            }
            let name = name_in(&self.things, name).expect("an item");
            self.items
                .entry(name)
                .or_default()
                .retain(|place| !gone.contains(place));
            return;
        }
        if let Some(way) = moved(line) {
            let items = std::mem::take(&mut self.items).into_iter();
            self.items = items
                .map(|(name, places)| {
                    (
                        name,
                        places.iter().map(|(x, y)| (x - way.x, y - way.y)).collect(),
                    )
                })
                .collect();
            for (_, places) in self
                .bodies
                .iter_mut()
                .filter(|(name, _)| self.rooted.contains(*name))
            {
                *places = places.iter().map(|(x, y)| (x - way.x, y - way.y)).collect();
            }
            let ground = std::mem::take(&mut self.ground).into_iter();
            self.ground = ground
                .map(|((x, y), what)| ((x - way.x, y - way.y), what))
                .collect();
            // The hero has taken the item of this cell, or the narration says that it is here.
            self.items
                .values_mut()
                .for_each(|places| places.retain(|place| *place != (0, 0)));
            return;
        }
        if let Some((name, places)) = somebody(line)
            && let Some(name) = name_in(&self.kinds, &name)
        {
            self.bodies.insert(name, places_of(&places));
            return;
        }
        if let Some((name, places)) = line.split_once(": ") {
            let (first, strength) = name.split_once(", ").unwrap_or((name, ""));
            if let Some(name) = name_in(&self.grounds, first) {
                let what = (name, strength.to_owned());
                let cells = places_of(places).into_iter();
                self.ground.extend(cells.map(|place| (place, what.clone())));
            } else if let Some(name) = name_in(&self.kinds, name) {
                self.bodies.insert(name, places_of(places));
            } else if let Some(name) = name_in(&self.things, name) {
                self.items
                    .entry(name)
                    .or_default()
                    .extend(places_of(places));
            }
        }
    }

    /// Asserts that the reader's model is true, and complete nearby.
    pub fn believe(&self, session: &Session, told: &str) {
        let world = session.game().world();
        let (here, hero) = (world.here(), world.body(world.commanded()).at);
        let offset = |p: Point| (p.x - hero.x, p.y - hero.y);
        let mut bodies: BTreeMap<String, Vec<(i32, i32)>> = BTreeMap::new();
        for who in world
            .theirs(here)
            .filter(|who| is_near(session, world.body(*who).at, near(session)))
        {
            let places = bodies.entry(world.kind(who).name.clone()).or_default();
            places.push(offset(world.body(who).at));
        }
        for (name, places) in &bodies {
            let known = self.bodies.get(name).cloned().unwrap_or_default();
            let missing: Vec<_> = places
                .iter()
                .filter(|place| !known.contains(place))
                .collect();
            let is_crowd = places.len() > CROWD && known.len() >= CROWD;
            assert!(
                missing.is_empty() || is_crowd,
                "{name} at {missing:?} was not reported, but {known:?}\n{told}"
            );
        }
        for (name, places) in &self.bodies {
            for place in places
                .iter()
                .filter(|(x, y)| x.abs().max(y.abs()) <= near(session) as i32)
            {
                let p = at(hero.x + place.0, hero.y + place.1);
                let who = world
                    .body_at(here, p)
                    .map(|who| world.kind(who).name.as_str());
                assert_eq!(
                    who,
                    Some(name.as_str()),
                    "{name} is not at {place:?}\n{told}"
                );
            }
        }
        self.believe_ground(session, told);
        for p in world
            .size(here)
            .points()
            .filter(|p| is_near(session, *p, NEAR) && *p != hero)
        {
            let item = world.item_at(here, p);
            let name = (item != ItemId::NONE).then(|| world.item(item).name.clone());
            let known: Vec<&String> = self
                .items
                .iter()
                .filter(|(_, places)| places.contains(&offset(p)))
                .map(|(name, _)| name)
                .collect();
            assert_eq!(
                known,
                name.iter().collect::<Vec<_>>(),
                "at {:?}\n{told}",
                offset(p)
            );
        }
    }
}

impl Reader {
    /// Asserts that the reader knows every fence and all slime of a board, with their strength, and no others.
    fn believe_ground(&self, session: &Session, told: &str) {
        let world = session.game().world();
        let (here, hero) = (world.here(), world.body(world.commanded()).at);
        if session.game().rules().rim() == Rim::Closed {
            return;
        }
        let cells = world.size(here).points();
        let raised = cells.filter(|p| is_raised(world.tile(here, *p))).map(|p| {
            let tile = world.cell(here, p).tile;
            let full = terrain_with_strength(world, here, p, tile);
            let (name, strength) = full.split_once(", ").unwrap_or((&full, ""));
            (
                (p.x - hero.x, p.y - hero.y),
                (name.to_owned(), strength.to_owned()),
            )
        });
        let raised: BTreeMap<_, _> = raised.collect();
        assert_eq!(self.ground, raised, "{told}");
    }
}

/// Whether bodies of this kind never move.
fn is_rooted(kind: &Kind) -> bool {
    let parts = kind.behaviour.parts();
    parts.is_some_and(|parts| parts.hunt == Hunt::Stand && parts.roam == Roam::Stand)
}

/// Returns the distance within which bodies are reported in this game.
fn near(session: &Session) -> u32 {
    match (
        session.game().rules().face().pointing(),
        session.game().rules().neighbours(),
    ) {
        (None, Neighbours::Four) => NEAR_IN_ROWS,
        _ => NEAR,
    }
}

/// Whether a tile can be raised and torn down, or left as a trail, during a game.
fn is_raised(tile: &Tile) -> bool {
    matches!(tile.feature, Feature::Fence(_) | Feature::Pool(_))
}

/// Whether the hero sees a cell within this distance: all around on a board, else along a clear line.
fn is_near(session: &Session, p: Point, far: u32) -> bool {
    let world: &World = session.game().world();
    let (here, hero) = (world.here(), world.body(world.commanded()).at);
    let is_board = session.game().rules().rim() != Rim::Closed;
    let is_clear = |q| q == p || q == hero || world.lets_sight(here, q);
    session.sees(p)
        && p.chebyshev(hero) <= far
        && (is_board || sight::sees(p, hero, far, |_| true, is_clear).is_some())
}

/// Parses "You go 3 east", "Andy goes 2 north, 1 west", "You now command Danny, 3 east of Andy".
fn moved(line: &str) -> Option<Point> {
    let way = match line.split_once(" goes ").or(line.split_once("You go ")) {
        Some((_, way)) => way.split(", onto").next(),
        None => line
            .strip_prefix("You now command ")?
            .split_once(", ")?
            .1
            .split(" of ")
            .next(),
    };
    Some(end_of(at(0, 0), &runs(way?)?))
}

/// Returns the name of the body in a line, and its places.
pub fn somebody(line: &str) -> Option<(String, String)> {
    if let Some(name) = line.strip_prefix("No ") {
        let name = name.split(" is ").next()?;
        return Some((name.to_owned(), String::new()));
    }
    if let Some(name) = line.strip_suffix(" is out of sight") {
        return Some((name.to_owned(), String::new()));
    }
    if let Some((first, _)) = line.split_once(", comes through the ") {
        let (name, place) = first.split_once(", ")?;
        return Some((name.to_owned(), place.to_owned()));
    }
    let verbs = [
        " comes into view: ",
        " come into view: ",
        " are near now: ",
        " is near now: ",
        " are now ",
        " is now ",
    ];
    let (name, places) = verbs.iter().find_map(|verb| line.split_once(verb))?;
    Some((name.to_owned(), places.to_owned()))
}

/// Returns a name without its article or number.
pub fn bare(told: &str) -> &str {
    match told.split_once(' ') {
        Some((first, rest))
            if ["a", "an", "the"].contains(&first) || first.parse::<u32>().is_ok() =>
        {
            rest
        }
        _ => told,
    }
}

/// Returns the known name after an article or a number.
fn name_in(names: &BTreeMap<String, String>, told: &str) -> Option<String> {
    let told = told.to_lowercase();
    names.get(bare(&told)).or_else(|| names.get(&told)).cloned()
}

/// Parses "3 east; 5 east, 2 north, strength 3; and 4 farther away".
pub fn places_of(places: &str) -> BTreeSet<(i32, i32)> {
    let told = places
        .split("; ")
        .filter(|place| !place.is_empty() && !place.ends_with("farther away"));
    told.flat_map(|place| match place.split_once(" to ") {
        Some((first, last)) => row(place_of(first), place_of(last)),
        None => vec![place_of(place)],
    })
    .collect()
}

/// Parses "5 east, 2 north, strength 3".
fn place_of(place: &str) -> (i32, i32) {
    let words: Vec<&str> = place.split(", ").collect();
    let ways = words
        .iter()
        .take_while(|word| runs(word).is_some())
        .copied();
    let ways = ways.collect::<Vec<_>>().join(", ");
    let p = runs(&ways).map_or(at(0, 0), |runs| end_of(at(0, 0), &runs));
    (p.x, p.y)
}

/// Returns all cells of a straight line.
fn row(first: (i32, i32), last: (i32, i32)) -> Vec<(i32, i32)> {
    let (dx, dy) = (last.0 - first.0, last.1 - first.1);
    let far = dx.abs().max(dy.abs());
    assert!(
        dx == 0 || dy == 0 || dx.abs() == dy.abs(),
        "{first:?} to {last:?} is no straight line"
    );
    (0..=far)
        .map(|nth| (first.0 + dx.signum() * nth, first.1 + dy.signum() * nth))
        .collect()
}
