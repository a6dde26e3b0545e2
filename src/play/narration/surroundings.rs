//! What is told when somebody asks: how he stands, what is around him, and what he knows of farther off.
use super::enclosures;
use super::observer::{Fact, NOTICED, Observer, Subject, one, several};
use super::phrases::{CROWD, grouped, listed, readings};
use super::stretches::{self, Length};
use super::target_words::is_called;
use super::terrain;
use crate::dungeon::Shows;
use crate::play::text::notices;
use crate::space::geometry::Direction;
use crate::view::words::{
    capitalised, direction, direction_called, level_name, supplies, terrain_in_full, turns, vigour,
    with_article,
};

/// How many of a name are told one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Much {
    /// The nearest.
    Near,
    /// All.
    All,
}

impl Much {
    /// Who asks for something by its name wants to know of all.
    fn of(what: &str) -> Much {
        match what {
            "" => Much::Near,
            _ => Much::All,
        }
    }

    fn length(self) -> Length {
        match self {
            Much::Near => Length::Short,
            Much::All => Length::Long,
        }
    }
}

fn told_places(places: &[(Fact, String)], much: Much) -> String {
    match much {
        Much::Near => listed(places, places.len()),
        Much::All => {
            let places = places.iter().map(|(_, place)| place.as_str());
            places.collect::<Vec<_>>().join("; ")
        }
    }
}

/// How he stands and who is near: what one asks most often.
pub fn glance(eye: Observer<'_>) -> Vec<String> {
    let mut lines = vec![standing(eye)];
    lines.extend(bodies(eye, eye.in_view(), Much::Near));
    if lines.len() == 1 {
        lines.push("Nobody is in sight.".to_owned());
    }
    lines
}

/// Everything around him; with a direction what lies that way, with a name only what is called so.
pub fn look(eye: Observer<'_>, what: &str) -> Vec<String> {
    if let Some(way) = direction_called(what) {
        return vec![along(eye, way)];
    }
    let is_meant = |one: &Fact| is_called(eye, one, what);
    let meant = |all: Vec<Fact>| all.into_iter().filter(|one| is_meant(one)).collect();
    let much = Much::of(what);
    let mut lines = bodies(eye, meant(eye.in_view()), much);
    lines.extend(together(eye, meant(eye.things_in_view()), much));
    let ground = match what {
        "" => eye.ground_noticed(),
        _ => {
            let known = eye.ground_known().into_iter();
            let is_near = |p| eye.is_in_reach(p) && eye.stand().chebyshev(p) <= NOTICED;
            known.filter(|one| is_near(one.at)).collect()
        }
    };
    lines.extend(ground_told(eye, meant(ground), much));
    if !what.is_empty() {
        return or(lines, format!("Nothing in view is called `{what}`."));
    }
    let mut all = vec![place(eye), standing(eye)];
    all.extend(people(eye));
    all.extend(lines);
    all.push(ways(eye));
    all
}

/// The walls around him, whatever they are called.
pub fn walls(eye: Observer<'_>) -> Vec<String> {
    let mut walls = eye.walls_known();
    walls.retain(|one| eye.is_in_reach(one.at) && eye.stand().chebyshev(one.at) <= WALLS);
    or(
        terrain::told(eye, walls, Length::Long),
        format!("No wall is within {WALLS} cells."),
    )
}

/// So far off walls are told to whoever asks for those around him.
const WALLS: u32 = 6;

/// All that is known of the level, or what of it is called so, the nearest first: nothing of it is only counted.
pub fn list(eye: Observer<'_>, what: &str) -> Vec<String> {
    let is_meant = |one: &Fact| is_called(eye, one, what);
    let much = Much::All;
    let seen = eye.seen().into_iter().filter(is_meant).collect();
    let mut lines = bodies(eye, seen, much);
    let things = eye.things_known().into_iter().filter(is_meant).collect();
    lines.extend(together(eye, things, much));
    let ground = match what {
        // Walls are asked for by their name.
        "" => eye.ground_noticed(),
        _ => eye.ground_known(),
    };
    let ground = ground.into_iter().filter(is_meant).collect();
    lines.extend(ground_told(eye, ground, much));
    lines.extend(notices_left(eye).filter(|_| what.is_empty()));
    let none = match what {
        "" => "You know of nothing on this level.".to_owned(),
        what => format!("You know of nothing called `{what}` on this level."),
    };
    or(lines, none)
}

/// Ground in stretches, and where fences leave gaps.
fn ground_told(eye: Observer<'_>, ground: Vec<Fact>, much: Much) -> Vec<String> {
    let mut lines = terrain::told(eye, ground, much.length());
    if lines.iter().any(|line| line.contains("strength")) {
        lines.extend(enclosures::told(eye, much.length()));
    }
    lines
}

fn or(lines: Vec<String>, instead: String) -> Vec<String> {
    match lines.is_empty() {
        true => vec![instead],
        false => lines,
    }
}

fn notices_left(eye: Observer<'_>) -> Option<String> {
    Some(notices::pack(eye.world())).filter(|pack| !pack.is_empty())
}

/// "Place: the nave, column and row 5,4, on a trap.", or on a board, whose size is seen, "column 5 of 20, row 4 of 9".
fn place(eye: Observer<'_>) -> String {
    let (world, stand) = (eye.world(), eye.stand());
    let here = world.here();
    let level = level_name(world, here);
    let on = match eye.ground().as_str() {
        "" => String::new(),
        _ => {
            let tile = world.cell(here, stand).tile;
            format!(", on {}", terrain_in_full(world, here, stand, tile))
        }
    };
    let size = world.size(here);
    match eye.is_board() {
        true => format!(
            "Place: {level}, column {} of {}, row {} of {}{on}.",
            stand.x + 1,
            size.width,
            stand.y + 1,
            size.height
        ),
        false => format!("Place: {level}, column and row {stand}{on}."),
    }
}

/// "Turn 12. Health 40, Manna 16, Wealth 0."
fn standing(eye: Observer<'_>) -> String {
    let (world, rules) = (eye.world(), eye.screen.live.game.rules());
    let numbers = readings(&rules.readings(world));
    format!("{} passed. {numbers}", capitalised(&turns(world.turn())))
}

/// The player's other people, where several are commanded in turn.
fn people(eye: Observer<'_>) -> Vec<String> {
    let world = eye.world();
    if eye.screen.pointer.is_none() {
        return Vec::new();
    }
    let told = world.ours().map(|who| {
        let name = capitalised(&with_article(&world.kind(who).name));
        let place = match who == world.commanded() {
            true => "commanded".to_owned(),
            false => eye.bearing(world.body(who).at),
        };
        let mut parts = vec![place];
        parts.extend(vigour(world, who));
        parts.extend(supplies(world, who));
        format!("{name}: {}.", parts.join(", "))
    });
    told.collect()
}

/// Monsters with how they are, those of one name in one line.
fn bodies(eye: Observer<'_>, them: Vec<Fact>, much: Much) -> Vec<String> {
    let world = eye.world();
    // What a hordling lives by it looks like.
    let how = |one: &Fact| match one.who {
        Subject::Body(who) if world.kind(who).shows == Shows::Kind => vigour(world, who),
        _ => None,
    };
    let told = grouped(them).into_iter().map(|(name, them)| {
        let many = capitalised(&several(them.len(), &name));
        let places: Vec<(Fact, String)> = (them.into_iter())
            .map(|one| {
                let how = how(&one).map_or_else(String::new, |how| format!(", {how}"));
                let place = format!("{}{how}", eye.place(&one));
                (one, place)
            })
            .collect();
        format!("{many}: {}.", told_places(&places, much))
    });
    told.collect()
}

/// Things, those of one name in one line: "3 doors: 1 west; 1 east; 4 north."
fn together(eye: Observer<'_>, things: Vec<Fact>, much: Much) -> Vec<String> {
    let told = grouped(things).into_iter().map(|(name, things)| {
        let places: Vec<(Fact, String)> = (things.into_iter())
            .map(|one| {
                let place = eye.bearing(one.at);
                (one, place)
            })
            .collect();
        let many = capitalised(&several(places.len(), &name));
        let told = match much {
            // A herd is told by its shape.
            Much::All if places.len() > CROWD => {
                stretches::told(eye, places.iter().map(|(one, _)| one.at), Length::Long)
            }
            _ => told_places(&places, much),
        };
        format!("{many}: {told}.")
    });
    told.collect()
}

/// "Ways: north 3, then a door; east 12, south 4, then the edge.", those that end alike together.
fn ways(eye: Observer<'_>) -> String {
    let all = eye.screen.live.game.rules().neighbours().directions();
    let mut ends: Vec<(Option<String>, Vec<String>)> = Vec::new();
    let mut doors = Vec::new();
    for way in all.iter().copied().filter(|way| eye.is_way(*way)) {
        let room = eye.room(way);
        let end = eye.end_of_way(way, room);
        let name = direction(way);
        match (room, end) {
            (0, Some(door)) => doors.push(format!("{name}: {door}")),
            (room, end) => {
                let told = format!("{name} {room}");
                match ends.iter_mut().find(|(other, _)| *other == end) {
                    Some((_, ways)) => ways.push(told),
                    None => ends.push((end, vec![told])),
                }
            }
        }
    }
    let told = ends.into_iter().map(|(end, ways)| match end {
        Some(end) => format!("{}, then {end}", ways.join(", ")),
        None => ways.join(", "),
    });
    let told: Vec<String> = doors.into_iter().chain(told).collect();
    match told.is_empty() {
        true => "Ways: none.".to_owned(),
        false => format!("Ways: {}.", told.join("; ")),
    }
}

/// What lies in one direction: "East: 12 steps, then a wall. On the way: 3 east: a rat, health 6."
fn along(eye: Observer<'_>, way: Direction) -> String {
    let room = eye.room(way);
    let what = eye.end_of_way(way, room);
    let what = what.unwrap_or_else(|| "a wall".to_owned());
    let steps = match room {
        0 => String::new(),
        1 => "1 step, then ".to_owned(),
        n => format!("{n} steps, then "),
    };
    let mut told = vec![format!("{}: {steps}{what}.", capitalised(direction(way)))];
    let mut others = eye.seen();
    others.extend(eye.things_known());
    for sighted in others {
        let cells = std::iter::successors(Some(eye.stand() + way), |p| Some(*p + way));
        if cells.take(room as usize).any(|p| p == sighted.at) {
            let name = capitalised(&one(&sighted.name));
            told.push(format!("{name}: {}.", eye.place(&sighted)));
        }
    }
    told.join(" ")
}
