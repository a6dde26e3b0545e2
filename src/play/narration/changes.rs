//! What has changed since it was told last, the most urgent first: who came, went or moved, the hero's own numbers, what
//! lies about, which ways are open. Whoever believes these lines knows where everybody is.
use std::collections::BTreeSet;

use super::closure;
use super::doings::Doing;
use super::eye::{Eye, Sighting, Who, several};
use super::ground;
use super::phrases::{TURNS, grouped, listed, readings};
use super::picture::Picture;
use super::stretches::Length;
use crate::engine::ruleset::Reading;
use crate::space::geometry::{Direction, Point};
use crate::view::words::{
    capitalised, commands_people, counted, direction, level_name, with_article,
    with_indefinite_article,
};

/// Everything else that is to be told, after what was said and where he went; ground that was rebuilt in between may be as
/// strong again as it was.
pub fn told(
    eye: Eye<'_>,
    (before, now): (&Picture, &Picture),
    rebuilt: &BTreeSet<Point>,
) -> Vec<String> {
    let mut lines = Vec::new();
    if now.is_over {
        // Who is where matters to nobody any more.
        lines.extend(numbers(eye, before, now));
        return lines;
    }
    lines.extend(others(eye, before, now));
    lines.extend(newcomers(eye, before, now));
    lines.extend(numbers(eye, before, now));
    lines.extend(things(eye, before, now));
    lines.extend(raised(eye, (before, now), rebuilt));
    lines.extend(ways(eye, before, now));
    lines
}

/// "You raise a fence, strength 4 of 5: 1 west; 24 gold.": in one line what he built, raised or bought, where nothing else
/// happened; none of that is new any more then.
pub fn worked(
    eye: Eye<'_>,
    (before, now): (&mut Picture, &Picture),
    rebuilt: &mut BTreeSet<Point>,
    work: Doing,
) -> Option<String> {
    if now.is_over || before.level != now.level {
        return None;
    }
    let (verb, what): (_, String) = match work {
        Doing::Built(at) => {
            let fence = now.ground.get(&at)?.clone();
            let was_there = before.ground.insert(at, fence.clone()).is_some();
            rebuilt.remove(&at);
            let told = ground::told(eye, vec![fence], Length::Short);
            let verb = match was_there {
                true => "raise",
                false => "build",
            };
            (verb, told.concat())
        }
        Doing::Bought(at) => {
            let things = now.things.get(&at)?.clone();
            before.things.insert(at, things.clone());
            let told = together(eye, things).into_iter();
            let told = told.map(|(many, places)| format!("{many}: {places}."));
            ("buy", told.collect())
        }
        Doing::Went | Doing::Acted | Doing::Bumped => return None,
    };
    let numbers = numbers(eye, before, now).unwrap_or_default().to_lowercase();
    before.readings.clone_from(&now.readings);
    let what = what.trim_end_matches('.');
    let what = match what.strip_prefix('A') {
        Some(rest) => format!("a{rest}"),
        None => what.to_owned(),
    };
    Some(match numbers.as_str() {
        "" => format!("You {verb} {what}."),
        numbers => format!("You {verb} {what}; {numbers}"),
    })
}

/// Where the hero went, or which of the player's people is commanded now.
pub fn moved(eye: Eye<'_>, before: &Picture, now: &Picture) -> Option<String> {
    let world = eye.world();
    let is_one_of_several = commands_people(world);
    let name = || capitalised(&with_article(&world.kind(now.unit).name));
    if before.level != now.level {
        let place = level_name(world, now.level);
        return Some(format!("You are in another place: {place}."));
    }
    let way = eye.between(before.stand, now.stand);
    match (before.unit == now.unit, before.stand == now.stand) {
        (true, true) => None,
        (true, false) if is_one_of_several => Some(format!("{} goes {way}.", name())),
        (true, false) => {
            let on = match now.floor.as_str() {
                "" => String::new(),
                ground => format!(", onto {ground}"),
            };
            Some(format!("You go {way}{on}."))
        }
        (false, _) => {
            let other = with_article(&world.kind(before.unit).name);
            Some(format!(
                "You command {} now, {way} from {other}.",
                with_article(&world.kind(now.unit).name)
            ))
        }
    }
}

/// Who came, went or is elsewhere from where the hero is, those of one name together, the nearest first.
fn others(eye: Eye<'_>, before: &Picture, now: &Picture) -> Vec<String> {
    let mut names: Vec<&str> = Vec::new();
    for (one, _) in now.others.iter().chain(&before.others) {
        if !names.contains(&one.name.as_str()) {
            names.push(&one.name);
        }
    }
    let of = |picture: &Picture, name: &str| -> Vec<(Sighting, String)> {
        // Whom he left on another level he knows that he does not see.
        if picture.level != now.level {
            return Vec::new();
        }
        let them = picture.others.iter().filter(|(one, _)| one.name == name);
        them.cloned().collect()
    };
    let told = names.into_iter();
    told.filter_map(|name| {
        if is_as_it_was(eye, (before, now), name) {
            return None;
        }
        let all = now.seen.iter().filter(|one| one.name == name).count();
        change(now.stand, (name, all), &of(before, name), &of(now, name))
    })
    .collect()
}

/// Whether those of a name who never leave their places are the same as before: who walked knows how far they are now, but
/// is told whom he has come up to.
fn is_as_it_was(eye: Eye<'_>, (before, now): (&Picture, &Picture), name: &str) -> bool {
    let of = |picture: &Picture| -> Vec<Sighting> {
        let them = picture.others.iter().map(|(one, _)| one);
        let mut them: Vec<Sighting> = them.filter(|one| one.name == name).cloned().collect();
        them.sort_by_key(|one| one.at);
        them
    };
    let them = of(now);
    let is_met = |one: &Sighting| now.stand.chebyshev(one.at) <= 1 && before.stand != now.stand;
    let then = of(before);
    let is_there = |one: &Sighting| now.seen.iter().any(|other| other.who == one.who);
    before.level == now.level
        && !them.iter().any(is_met)
        && then.iter().all(|one| eye.is_rooted(one) && is_there(one))
        && them.iter().all(|one| then.contains(one))
}

/// Who has come to the board farther off than others are told of: once, so that one knows from where to expect them.
fn newcomers(eye: Eye<'_>, before: &Picture, now: &Picture) -> Vec<String> {
    let is_same = before.level == now.level;
    let is_among =
        |them: &[Sighting], one: &Sighting| them.iter().any(|other| other.who == one.who);
    let mut new = now.seen.clone();
    new.retain(|one| {
        is_same
            && !is_among(&before.seen, one)
            && now.others.iter().all(|(near, _)| near.who != one.who)
    });
    let told = grouped(new).into_iter().map(|(name, them)| {
        let many = several(them.len(), &name);
        let all = them.len();
        let places: Vec<_> = them
            .into_iter()
            .map(|one| (one.clone(), eye.place(&one)))
            .collect();
        format!("New farther off: {many}, {}.", listed(&places, all))
    });
    told.collect()
}

/// What is to be told of those of one name, of whom there are so many in view.
fn change(
    stand: Point,
    (name, all): (&str, usize),
    before: &[(Sighting, String)],
    now: &[(Sighting, String)],
) -> Option<String> {
    let places = |them: &[(Sighting, String)]| -> Vec<String> {
        let mut places: Vec<String> = them.iter().map(|(_, place)| place.clone()).collect();
        places.sort();
        places
    };
    // Who moves along with him is as near as before, and that is news.
    let is_following = |(one, _): &(Sighting, String)| {
        let mut then = before.iter().map(|(other, _)| other);
        let moved = then.any(|other| other.who == one.who && other.at != one.at);
        moved && stand.chebyshev(one.at) <= CLOSE
    };
    if places(before) == places(now) && !now.iter().any(is_following) {
        return None;
    }
    let is_new = |one: &Sighting| before.iter().all(|(other, _)| other.who != one.who);
    let newcomers = now.iter().filter(|(one, _)| is_new(one)).count();
    let is_own = with_article(name) == name;
    let listed = listed(now, now.len());
    let many = counted(now.len() as i64, name);
    Some(match (now, newcomers) {
        ([], _) if all > 0 => format!("No {name} is near any more; {all} farther off."),
        ([], _) if is_own => format!("{} is out of sight.", capitalised(name)),
        ([], _) => format!("No {name} is in sight any more."),
        ([(one, _)], 1) if all == 1 && one.more.starts_with("in the") => {
            let name = capitalised(&with_indefinite_article(name));
            let (bearing, wall) = listed.split_once(", in ").unwrap_or((&listed, "the wall"));
            format!("{name}, {bearing}, comes through {wall}.")
        }
        ([_], 1) if all == 1 => {
            let name = capitalised(&with_indefinite_article(name));
            format!("{name} comes into view: {listed}.")
        }
        ([_], _) if all == 1 => format!("{} is now {listed}.", capitalised(&with_article(name))),
        ([_], _) if all > 1 => format!("{} is near now: {listed}.", capitalised(&many)),
        (_, new) if new == all => format!("{many} come into view: {listed}."),
        (_, 0) if now.len() == all => format!("{many} are now {listed}."),
        _ => format!("{many} are near now: {listed}."),
    })
}

/// The hero's numbers: where they come back by and by, the one that a turn of rest gives back is not worth a word.
fn numbers(eye: Eye<'_>, before: &Picture, now: &Picture) -> Option<String> {
    let is_fine = eye.world().dungeon().settings.game.recovers;
    let turns = i64::from(now.turn.saturating_sub(before.turn));
    let is_told = |old: &Reading, new: &Reading| {
        let by = new.value.saturating_sub(old.value);
        let is_rest = is_fine && (turns, by) == (1, 1);
        by != 0 && !is_rest && new.label != TURNS
    };
    if before.unit != now.unit || before.readings.len() != now.readings.len() {
        return Some(readings(&now.readings));
    }
    let pairs = before.readings.iter().zip(&now.readings);
    let changed: Vec<Reading> = pairs
        .filter(|(old, new)| is_told(old, new))
        .map(|(_, new)| *new)
        .collect();
    (!changed.is_empty()).then(|| readings(&changed))
}

/// What lies about that he had not noticed, and what he knew of and is gone; what lay where he stands he took, and who
/// opened a door has heard it.
fn things(eye: Eye<'_>, before: &Picture, now: &Picture) -> Vec<String> {
    let is_same = before.level == now.level;
    let missing = |from: &Picture, other: &Picture| -> Vec<Sighting> {
        let all = from.things.values().flatten();
        let is_missing = |one: &&Sighting| {
            let there = other.things.get(&one.at).filter(|_| is_same);
            there.is_none_or(|there| there.iter().all(|other| other.name != one.name))
        };
        let mut missing: Vec<Sighting> = all.filter(is_missing).cloned().collect();
        missing.sort_by_key(|one| now.stand.chebyshev(one.at));
        missing
    };
    let mut gone = match is_same {
        true => missing(before, now),
        false => Vec::new(),
    };
    gone.retain(|one| one.who == Who::Item && one.at != now.stand);
    let mut new = missing(now, before);
    // What he has just come onto he was told.
    new.retain(|one| one.who == Who::Item || one.at != now.stand || !is_same);
    let new = together(eye, new).into_iter();
    let mut lines: Vec<String> = new
        .map(|(many, places)| format!("{}: {places}.", capitalised(&many)))
        .collect();
    let gone = together(eye, gone).into_iter();
    lines.extend(gone.map(|(many, places)| format!("No longer there: {many}, {places}.")));
    lines
}

/// What became of fences and slime: those that are new or have another strength now, and those that are gone.
fn raised(
    eye: Eye<'_>,
    (before, now): (&Picture, &Picture),
    rebuilt: &BTreeSet<Point>,
) -> Vec<String> {
    if before.level != now.level {
        return ground::told(eye, now.ground.values().cloned().collect(), Length::Short);
    }
    let new = now.ground.values();
    let is_new =
        |one: &&Sighting| before.ground.get(&one.at) != Some(*one) || rebuilt.contains(&one.at);
    let new = new.filter(is_new);
    let gone = before.ground.values();
    let gone = gone.filter(|one| !now.ground.contains_key(&one.at));
    let mut lines = ground::told(eye, new.cloned().collect(), Length::Long);
    lines.extend(ground::gone(eye, gone.cloned().collect()));
    lines
}

/// What fences close in, if that is more or less than before.
pub fn closed(eye: Eye<'_>, before: &Picture, now: &Picture) -> Vec<String> {
    let fences = |picture: &Picture| closure::fences(picture.ground.values());
    match now.is_over || before.level != now.level {
        true => Vec::new(),
        false => closure::changed(eye, &fences(before), &fences(now)),
    }
}

/// So many of one name and where they are, the nearest name first.
fn together(eye: Eye<'_>, things: Vec<Sighting>) -> Vec<(String, String)> {
    let told = grouped(things).into_iter().map(|(name, things)| {
        let places: Vec<String> = things.iter().map(|one| eye.bearing(one.at)).collect();
        (several(places.len(), &name), places.join("; "))
    });
    told.collect()
}

/// Which ways are open, if that has changed; only where walls are what one goes by.
fn ways(eye: Eye<'_>, before: &Picture, now: &Picture) -> Option<String> {
    // In an open field one goes round what is in the way, until hardly a way is left.
    let is_open = |picture: &Picture| eye.is_open_field() && picture.ways.len() > FEW;
    let is_changed =
        before.ways != now.ways && !(is_open(before) && is_open(now)) || before.level != now.level;
    let is_pointing = eye.screen.pointer.is_some();
    (is_changed && !is_pointing).then(|| format!("Ways: {}.", open(eye, now)))
}

/// Who is as near as this is told even if he is where he was from him.
const CLOSE: u32 = 3;

/// So few ways out of an open field are told unasked.
const FEW: usize = 2;

/// "all", "all but north", "north, east", "none"
fn open(eye: Eye<'_>, now: &Picture) -> String {
    let all = eye.screen.live.game.rules().neighbours().directions();
    let closed: Vec<Direction> = (all.iter().copied())
        .filter(|way| !now.ways.contains(way))
        .collect();
    let listed = |ways: &[Direction]| {
        let ways = ways.iter().map(|way| direction(*way));
        ways.collect::<Vec<_>>().join(", ")
    };
    match (now.ways.len(), closed.len()) {
        (0, _) => "none".to_owned(),
        (_, 0) => "all".to_owned(),
        (open, closed_ones) if open > closed_ones => format!("all but {}", listed(&closed)),
        _ => listed(&now.ways),
    }
}
