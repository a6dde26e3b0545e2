//! The parser of words that name a cell: a distance from the commanded body, the number of an enemy in a list, or a
//! name with an optional direction.
use super::facts::Fact;
use super::line_command::{LineAdvice, distance};
use super::observer::Observer;
use super::pointing::{is_shot, numbered};
use crate::view::words::{direction_called, end_of};
use dungeon_model::dungeon::grammar::nouns::caseless;
use dungeon_model::space::geometry::{Direction, Point};

/// The purpose of choosing a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetPurpose {
    /// The unit or the hero goes there.
    Go,
    /// The player hears the forecast of a shot there.
    Aim,
    /// The unit shoots there.
    Shoot,
}

/// Returns the cell that words mean.
///
/// # Errors
/// Returns the expected words, as a sentence for the player.
pub fn meant(
    observer: Observer<'_>,
    words: &str,
    purpose: TargetPurpose,
) -> Result<Point, LineAdvice> {
    if let Some(runs) = distance(words) {
        let at = end_of(observer.stand(), &runs);
        let world = observer.world();
        return if world.size(world.here()).contains(at) {
            Ok(at)
        } else {
            Err(BEYOND.to_owned())
        };
    }
    if let (Ok(number), TargetPurpose::Aim | TargetPurpose::Shoot) =
        (words.parse::<usize>(), purpose)
    {
        let all = numbered(observer);
        let meant = number.checked_sub(1).and_then(|nth| all.get(nth));
        return meant.map(|one| one.at).ok_or_else(|| match all.len() {
            0 => "No target in sight.".to_owned(),
            last => {
                format!("Expected a number from 1 to {last}, as in `shots`, found {number}.")
            }
        });
    }
    let all = candidates(observer, purpose);
    let (name, way) = split_way(words);
    let meant = way.and_then(|way| cell_named(observer, &all, name, Some(way)));
    let meant = meant.or_else(|| cell_named(observer, &all, words, None));
    meant.ok_or_else(|| {
        let where_to = way.filter(|_| cell_named(observer, &all, name, None).is_some());
        match where_to {
            Some(_) => format!("Nothing in that direction is called `{name}`."),
            None => format!(
                "Expected a distance such as `3 east, 2 north`, or the name of something that you see, found `{words}`."
            ),
        }
    })
}

/// Whether words match a fact: "cow", "cow west", or only "west".
pub fn is_called(observer: Observer<'_>, one: &Fact, words: &str) -> bool {
    let has = |name: &str| caseless(&one.name).contains(&caseless(name));
    let (name, way) = match direction_called(words) {
        Some(way) => ("", Some(way)),
        None => split_way(words),
    };
    has(words) || way.is_some_and(|way| has(name) && is_toward(observer.stand(), one.at, way))
}

/// Returns every fact that words can mean for a purpose, nearest first.
fn candidates(observer: Observer<'_>, purpose: TargetPurpose) -> Vec<Fact> {
    let world = observer.world();
    let ours = world.ours().filter(|who| *who != world.commanded());
    let ours = ours.map(|who| observer.body(who));
    let mut all: Vec<_> = observer.seen().into_iter().chain(ours).collect();
    all.extend(observer.things_known());
    all.extend(observer.ground_noticed());
    all.retain(|one| purpose == TargetPurpose::Go || is_shot(observer, one.at));
    all.sort_by_key(|one| observer.stand().chebyshev(one.at));
    all
}

/// Returns the nearest fact with this name, optionally only in one direction.
fn cell_named(
    observer: Observer<'_>,
    all: &[Fact],
    name: &str,
    way: Option<Direction>,
) -> Option<Point> {
    let name = caseless(name);
    let is_there = |one: &&Fact| way.is_none_or(|way| is_toward(observer.stand(), one.at, way));
    let all: Vec<&Fact> = all.iter().filter(is_there).collect();
    let exact = all.iter().find(|one| caseless(&one.name) == name);
    let part = || all.iter().find(|one| caseless(&one.name).contains(&name));
    exact.or_else(part).map(|one| one.at)
}

/// Splits a name from the direction after it: "ghost north east" is a ghost to the northeast.
fn split_way(words: &str) -> (&str, Option<Direction>) {
    let words = words.trim();
    let blanks = words.rmatch_indices(' ').map(|(at, _)| at);
    for at in blanks.take(2).collect::<Vec<_>>().into_iter().rev() {
        let (name, way) = (words[..at].trim(), words[at..].trim());
        if let Some(way) = direction_called(&way.replace(' ', "")) {
            return (name, Some(way));
        }
    }
    (words, None)
}

/// Whether a cell lies in a direction, within 45° on both sides. A cell between two directions lies in both.
fn is_toward(from: Point, to: Point, way: Direction) -> bool {
    let (dx, dy) = (
        i64::from(to.x) - i64::from(from.x),
        i64::from(to.y) - i64::from(from.y),
    );
    let (wx, wy) = (i64::from(way.dx()), i64::from(way.dy()));
    let (along, across) = (dx * wx + dy * wy, dx * wy - dy * wx);
    along > 0 && across.abs() <= along
}

/// The answer to a distance that leads off the level.
const BEYOND: &str = "That is beyond the edge.";

#[cfg(test)]
mod tests {
    use super::*;
    use dungeon_model::space::geometry::at;

    #[test]
    fn a_name_may_be_followed_by_a_direction() {
        assert_eq!(split_way("ghost"), ("ghost", None));
        assert_eq!(
            split_way("blue ghost northeast"),
            ("blue ghost", Some(Direction::NorthEast))
        );
        assert_eq!(
            split_way("ghost North East"),
            ("ghost", Some(Direction::NorthEast))
        );
        assert_eq!(split_way("ghost east"), ("ghost", Some(Direction::East)));
    }

    #[test]
    fn what_lies_between_two_directions_is_in_both() {
        let ways = |x, y| -> Vec<Direction> {
            let all = Direction::ALL.into_iter();
            all.filter(|way| is_toward(at(9, 9), at(9 + x, 9 + y), *way))
                .collect()
        };
        assert_eq!(ways(5, -2), [Direction::NorthEast, Direction::East]);
        assert!(ways(0, -3).contains(&Direction::North));
        assert!(!ways(0, -3).contains(&Direction::South));
        assert!(ways(0, 0).is_empty());
    }
}
