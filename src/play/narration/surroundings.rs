//! What is told when somebody asks: how he stands, what is around him, and what he knows of farther off.
use super::eye::{Eye, Sighting, Who, one, several};
use super::phrases::{grouped, listed, readings};
use crate::dungeon::Shows;
use crate::play::notices;
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
}

fn told_places(places: &[(Sighting, String)], much: Much) -> String {
    match much {
        Much::Near => listed(places, places.len()),
        Much::All => {
            let places = places.iter().map(|(_, place)| place.as_str());
            places.collect::<Vec<_>>().join("; ")
        }
    }
}

/// How he stands and who is near: what one asks most often.
pub fn glance(eye: Eye<'_>) -> Vec<String> {
    let mut lines = vec![standing(eye)];
    lines.extend(bodies(eye, eye.in_view(), Much::Near));
    if lines.len() == 1 {
        lines.push("Nobody is in sight.".to_owned());
    }
    lines
}

/// Everything around him; with a direction what lies that way, with a name only what is called so.
pub fn look(eye: Eye<'_>, what: &str) -> Vec<String> {
    if let Some(way) = direction_called(what) {
        return vec![along(eye, way)];
    }
    let is_meant = |one: &Sighting| one.name.to_lowercase().contains(&what.to_lowercase());
    let meant = |all: Vec<Sighting>| all.into_iter().filter(|one| is_meant(one)).collect();
    let much = Much::of(what);
    let mut lines = bodies(eye, meant(eye.in_view()), much);
    lines.extend(together(eye, meant(eye.things_in_view()), much));
    lines.extend(together(eye, meant(eye.ground_noticed()), much));
    if !what.is_empty() {
        return or(lines, format!("Nothing in view is called `{what}`."));
    }
    let mut all = vec![place(eye), standing(eye)];
    all.extend(people(eye));
    all.extend(lines);
    if eye.screen.pointer.is_none() {
        all.push(ways(eye));
    }
    all
}

/// All that is known of the level, or what of it is called so, the nearest first.
pub fn list(eye: Eye<'_>, what: &str) -> Vec<String> {
    let is_meant = |one: &Sighting| one.name.to_lowercase().contains(&what.to_lowercase());
    let much = Much::of(what);
    let seen = eye.seen().into_iter().filter(is_meant).collect();
    let mut lines = bodies(eye, seen, much);
    let things = eye.things_known().into_iter().filter(is_meant).collect();
    lines.extend(together(eye, things, much));
    lines.extend(notices_left(eye).filter(|_| what.is_empty()));
    let none = match what {
        "" => "You know of nothing on this level.".to_owned(),
        what => format!("You know of nothing called `{what}` on this level."),
    };
    or(lines, none)
}

fn or(lines: Vec<String>, instead: String) -> Vec<String> {
    match lines.is_empty() {
        true => vec![instead],
        false => lines,
    }
}

fn notices_left(eye: Eye<'_>) -> Option<String> {
    Some(notices::pack(eye.world())).filter(|pack| !pack.is_empty())
}

/// "You are in the nave, at 5,4, on floor."
fn place(eye: Eye<'_>) -> String {
    let (world, stand) = (eye.world(), eye.stand());
    let here = world.here();
    let tile = world.cell(here, stand).tile;
    let ground = terrain_in_full(world, here, stand, tile);
    let level = level_name(world, here);
    format!("Place: {level}, column and row {stand}, on {ground}.")
}

/// "Turn 12. Health 40, Manna 16, Wealth 0."
fn standing(eye: Eye<'_>) -> String {
    let (world, rules) = (eye.world(), eye.screen.live.game.rules());
    let numbers = readings(&rules.readings(world));
    format!("{} passed. {numbers}", capitalised(&turns(world.turn())))
}

/// The player's other people, where several are commanded in turn.
fn people(eye: Eye<'_>) -> Vec<String> {
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
fn bodies(eye: Eye<'_>, them: Vec<Sighting>, much: Much) -> Vec<String> {
    let world = eye.world();
    // What a hordling lives by it looks like.
    let how = |one: &Sighting| match one.who {
        Who::Body(who) if world.kind(who).shows == Shows::Kind => vigour(world, who),
        _ => None,
    };
    let told = grouped(them).into_iter().map(|(name, them)| {
        let many = capitalised(&several(them.len(), &name));
        let places: Vec<(Sighting, String)> = (them.into_iter())
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

/// Things, those of one name that are alike in one line: "9 fences, strength 3 of 5: 1 west; 1 east."
fn together(eye: Eye<'_>, things: Vec<Sighting>, much: Much) -> Vec<String> {
    let mut lines = Vec::new();
    for (name, things) in grouped(things) {
        let mut sorts: Vec<String> = Vec::new();
        for thing in &things {
            if !sorts.contains(&thing.more) {
                sorts.push(thing.more.clone());
            }
        }
        for more in sorts {
            let alike = things.iter().filter(|one| one.more == more);
            let places: Vec<(Sighting, String)> = alike
                .map(|one| (one.clone(), eye.bearing(one.at)))
                .collect();
            let many = capitalised(&several(places.len(), &name));
            let many = match more.as_str() {
                "" => many,
                more => format!("{many}, {more}"),
            };
            lines.push(format!("{many}: {}.", told_places(&places, much)));
        }
    }
    lines
}

/// "Ways: north 3, then a door; east 12."
fn ways(eye: Eye<'_>) -> String {
    let all = eye.screen.live.game.rules().neighbours().directions();
    let open = all.iter().filter(|way| eye.is_way(**way));
    let told: Vec<String> = open.map(|way| way_told(eye, *way)).collect();
    match told.is_empty() {
        true => "Ways: none.".to_owned(),
        false => format!("Ways: {}.", told.join("; ")),
    }
}

/// "north 3, then a door"
fn way_told(eye: Eye<'_>, way: Direction) -> String {
    let room = eye.room(way);
    let steps = match room {
        0 => String::new(),
        room => format!(" {room}"),
    };
    match eye.end_of_way(way, room) {
        Some(end) if room == 0 => format!("{}: {end}", direction(way)),
        Some(end) => format!("{}{steps}, then {end}", direction(way)),
        None => format!("{}{steps}", direction(way)),
    }
}

/// What lies in one direction: "East: 12 steps, then a wall. On the way: 3 east: a rat, health 6."
fn along(eye: Eye<'_>, way: Direction) -> String {
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
