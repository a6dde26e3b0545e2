//! Answers to questions: the state of the commanded body, its surroundings, and the rest of the known level.
use super::facts::Fact;
use super::observer::Observer;
use super::phrases::{MAX_LISTED, grouped_by_name, listed, place, readings};
use super::stretches::{self, ListLength};
use super::target_words::is_called;
use super::{enclosures, terrain};
use crate::knowledge::known_map::NOTICED;
use crate::screen::throw_cursor;
use crate::text::{look, standing};
use crate::view::words::{
    capitalised, direction, direction_called, enumeration, joined, level_name, mood, number_of,
    one, place_in_run, several, states, supplies, terrain_in_full, turns, vigour, with_article,
};
use dungeon_model::space::geometry::Direction;

/// Returns the length of a list: long if the player asked for things by name.
fn length_for(what: &str) -> ListLength {
    match what {
        "" => ListLength::Short,
        _ => ListLength::Long,
    }
}

fn places_text(places: &[String], length: ListLength) -> String {
    match length {
        ListLength::Short => listed(places, places.len()),
        ListLength::Long => places.join("; "),
    }
}

/// Returns the answer to an empty line, the most frequent question: the hero's stats and the enemies in view.
pub fn glance(observer: Observer<'_>) -> Vec<String> {
    let mut lines = vec![standing(observer)];
    lines.extend(bodies(observer, &observer.in_view(), ListLength::Short));
    if lines.len() == 1 {
        lines.push("No monster in sight.".to_owned());
    }
    lines
}

/// Returns the answer to the command `look`: everything around the commanded body, or only the things in the direction
/// or with the name `what`.
pub fn look(observer: Observer<'_>, what: &str) -> Vec<String> {
    if let Some(way) = direction_called(what) {
        return vec![along(observer, way)];
    }
    let ground = match what {
        "" => observer.ground_noticed(),
        _ => {
            let mut known = observer.ground_known();
            known.retain(|one| {
                observer.is_in_reach(one.at) && observer.stand().chebyshev(one.at) <= NOTICED
            });
            known
        }
    };
    let facts = [observer.in_view(), observer.things_in_view(), ground];
    let mut lines = matches(observer, what, facts, length_for(what));
    if !what.is_empty() {
        lines.extend(dangers(observer, what));
        return or_instead(lines, format!("Nothing in view is called `{what}`."));
    }
    let mut all = vec![describe_place(observer), standing(observer)];
    all.extend(units(observer));
    all.extend(lines);
    all.push(ways(observer));
    all
}

/// Returns the answer to the command `walls`: all walls near the commanded body.
pub fn walls(observer: Observer<'_>) -> Vec<String> {
    let mut walls = observer.walls_known();
    walls.retain(|one| observer.is_in_reach(one.at) && observer.stand().chebyshev(one.at) <= WALLS);
    or_instead(
        terrain::describe(observer, &walls, ListLength::Long),
        format!("No wall is within {WALLS} cells."),
    )
}

/// The maximum distance in cells of the walls that the command `walls` reports.
const WALLS: u32 = 6;

/// Returns the answer to the command `list`: all places of everything known of the level, or only of the things with
/// the name `what`, nearest first.
pub fn list(observer: Observer<'_>, what: &str) -> Vec<String> {
    let ground = match what {
        // Walls are listed only by name.
        "" => observer.ground_noticed(),
        _ => observer.ground_known(),
    };
    let facts = [observer.seen(), observer.things_known(), ground];
    let mut lines = matches(observer, what, facts, ListLength::Long);
    let pack = standing::inventory_text(observer.world());
    lines.extend(Some(pack).filter(|pack| what.is_empty() && !pack.is_empty()));
    let none = match what {
        "" => "You know of nothing on this level.".to_owned(),
        what => format!("You know of nothing called `{what}` on this level."),
    };
    or_instead(lines, none)
}

/// Describes the bodies, things and terrain that the words `what` name. Bodies and things get one line per name, and
/// terrain is described in stretches. Fences also get their enclosures and gaps.
fn matches(
    observer: Observer<'_>,
    what: &str,
    facts: [Vec<Fact>; 3],
    length: ListLength,
) -> Vec<String> {
    let [them, about, ground] = facts.map(|mut facts| {
        facts.retain(|one| is_called(observer, one, what));
        facts
    });
    let mut lines = bodies(observer, &them, length);
    lines.extend(things(observer, &about, length));
    lines.extend(terrain::describe(observer, &ground, length));
    if ground.iter().any(Fact::is_fence) {
        lines.extend(enclosures::describe(observer, length));
    }
    lines
}

/// Describes the danger from the nearest monsters with the name `what`, and the effects of a blow, a bolt, a bow and a hook on
/// them:
/// "1 east: It approaches and hits for 3. It has seen you, and can take up to 3 health next turn."
fn dangers(observer: Observer<'_>, what: &str) -> Vec<String> {
    let (known_map, keymap) = (
        observer.screen.observed.known_map(),
        &observer.screen.keymap,
    );
    let mut them = observer.in_view();
    them.retain(|one| is_called(observer, one, what));
    let told = them.iter().filter_map(|one| {
        let [danger, _] = look::describe_danger(known_map, one.at)?;
        let blow = look::describe_blow(known_map, one.at);
        let bolt = look::describe_bolt(known_map, keymap, one.at);
        let aims = throw_cursor::describe_worn(known_map, keymap, one.at);
        let told = [Some(danger), blow, bolt].into_iter().flatten().chain(aims);
        let place = capitalised(&place(observer, one));
        Some(format!("{place}: {}", joined(told, " ")))
    });
    told.take(MOST_DANGERS).collect()
}

/// The maximum number of monsters whose danger is described.
const MOST_DANGERS: usize = 4;

fn or_instead(lines: Vec<String>, instead: String) -> Vec<String> {
    if lines.is_empty() {
        vec![instead]
    } else {
        lines
    }
}

/// Describes the hero's place: "Place: the nave, level 2 of 5, column and row 5,4, on a trap." On a board, the position
/// is "column 5 of 20, row 4 of 9", since players can see the size of a board.
fn describe_place(observer: Observer<'_>) -> String {
    let (world, stand) = (observer.world(), observer.stand());
    let here = world.here();
    let is_named = !world.dungeon().levels[usize::from(here.0)].name.is_empty();
    let level = match (place_in_run(world), is_named) {
        (None, _) => level_name(world, here),
        (Some(place), false) => place,
        (Some(place), true) => format!("{}, {place}", level_name(world, here)),
    };
    let on = match observer.ground().as_str() {
        "" => String::new(),
        _ => {
            let tile = world.cell(here, stand).tile;
            format!(", on {}", terrain_in_full(world, here, stand, tile))
        }
    };
    let size = world.size(here);
    if observer.is_board() {
        format!(
            "Place: {level}, column {} of {}, row {} of {}{on}.",
            stand.x + 1,
            size.width,
            stand.y + 1,
            size.height
        )
    } else {
        format!("Place: {level}, cell {stand}{on}.")
    }
}

/// Describes the turns passed and the hero's stats: "12 turns passed. Health 40, Manna 16, Wealth 0."
fn standing(observer: Observer<'_>) -> String {
    let (world, rules) = (observer.world(), observer.screen.observed.game.rules());
    let numbers = readings(
        &world.dungeon().settings.game.terms,
        &rules.face().readings(world),
    );
    format!("{} passed. {numbers}", capitalised(&turns(world.turn())))
}

/// Describes the player's units; empty in games not played by pointing.
fn units(observer: Observer<'_>) -> Vec<String> {
    let world = observer.world();
    if observer.screen.target_cursor.is_none() {
        return Vec::new();
    }
    let parts = world.ours().map(|who| {
        let name = capitalised(&with_article(&world.kind(who).name));
        let place = if who == world.commanded() {
            "commanded".to_owned()
        } else {
            observer.bearing(world.body(who).at)
        };
        let mut parts = vec![place];
        parts.extend(vigour(world, who));
        parts.extend(supplies(world, who));
        format!("{name}: {}.", parts.join(", "))
    });
    parts.collect()
}

/// Describes monsters and their life, one line per name.
fn bodies(observer: Observer<'_>, them: &[Fact], length: ListLength) -> Vec<String> {
    let world = observer.world();
    // A hordling's glyph shows its strength, which is its life.
    let how = |one: &Fact| match one.body() {
        Some(body) if body.strength.is_none() => {
            let words = vigour(world, body.id).into_iter();
            let mood = mood(world, body.id).map(str::to_owned);
            let states = states(world, body.id);
            Some(
                words
                    .chain(mood)
                    .chain(states)
                    .collect::<Vec<_>>()
                    .join(", "),
            )
        }
        _ => None,
    };
    let parts = grouped_by_name(them).into_iter().map(|(name, them)| {
        let many = capitalised(&several(them.len(), name));
        let places = them.iter().map(|one| {
            let how = how(one).filter(|how| !how.is_empty());
            let how = how.map_or_else(String::new, |how| format!(", {how}"));
            format!("{}{how}", place(observer, one))
        });
        let places: Vec<String> = places.collect();
        format!("{many}: {}.", places_text(&places, length))
    });
    parts.collect()
}

/// Describes things, one line per name: "3 doors: 1 west; 1 east; 4 north."
fn things(observer: Observer<'_>, things: &[Fact], length: ListLength) -> Vec<String> {
    let parts = grouped_by_name(things).into_iter().map(|(name, things)| {
        let places: Vec<String> = things.iter().map(|one| place(observer, one)).collect();
        let many = capitalised(&several(places.len(), name));
        let places = match length {
            // A large herd is described by its shape.
            ListLength::Long if places.len() > MAX_LISTED => {
                stretches::describe(observer, things.iter().map(|one| one.at), ListLength::Long)
            }
            _ => places_text(&places, length),
        };
        format!("{many}: {places}.")
    });
    parts.collect()
}

/// Describes the open directions, and groups those that end at the same kind of obstacle: "Ways: north 3, ending at a
/// door; east 12 and south 4, each ending at the edge."
fn ways(observer: Observer<'_>) -> String {
    let all = observer.directions();
    let mut ends: Vec<(Option<String>, Vec<String>)> = Vec::new();
    let mut doors = Vec::new();
    for way in all.iter().copied().filter(|way| observer.is_way(*way)) {
        let room = observer.room(way);
        let end = observer.end_of_way(way, room);
        let name = direction(way);
        match (room, end) {
            (0, Some(door)) => doors.push(format!("{name}: {door}")),
            (room, end) => {
                let way = format!("{name} {room}");
                match ends.iter_mut().find(|(other, _)| *other == end) {
                    Some((_, ways)) => ways.push(way),
                    None => ends.push((end, vec![way])),
                }
            }
        }
    }
    let parts = ends.into_iter().map(|(end, ways)| match end {
        Some(end) => {
            let each = if ways.len() > 1 { "each " } else { "" };
            format!("{}, {each}ending at {end}", enumeration(&ways))
        }
        None => ways.join(", "),
    });
    let parts: Vec<String> = doors.into_iter().chain(parts).collect();
    if parts.is_empty() {
        "Ways: none.".to_owned()
    } else {
        format!("Ways: {}.", parts.join("; "))
    }
}

/// Describes one direction: "East: 12 steps, then a wall. A rat: 3 east."
fn along(observer: Observer<'_>, way: Direction) -> String {
    let room = observer.room(way);
    let what = observer.end_of_way(way, room);
    let what = what.unwrap_or_else(|| "a wall".to_owned());
    let steps = match room {
        0 => String::new(),
        n => format!("{}, then ", number_of(n.into(), "step")),
    };
    let mut parts = vec![format!("{}: {steps}{what}.", capitalised(direction(way)))];
    let mut others = observer.seen();
    others.extend(observer.things_known());
    for sighted in others {
        let cells = std::iter::successors(Some(observer.stand() + way), |p| Some(*p + way));
        if cells.take(room as usize).any(|p| p == sighted.at) {
            let name = capitalised(&one(&sighted.name));
            parts.push(format!("{name}: {}.", place(observer, &sighted)));
        }
    }
    parts.join(" ")
}
