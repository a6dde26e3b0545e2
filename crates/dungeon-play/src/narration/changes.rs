//! Changes since the last answer, most urgent first: bodies that appeared, disappeared or moved, the hero's stats,
//! items and terrain, and open directions. The lines keep a listener's idea of every body's position correct.
use std::collections::BTreeSet;

use super::facts::{BodyFact, Fact, FactDiff, FactKind, diff};
use super::narrated_state::NarratedState;
use super::observer::Observer;
use super::own_action::OwnAction;
use super::phrases::{TURNS, grouped_by_name, listed, place, readings, together};
use super::stretches::ListLength;
use super::{enclosures, terrain};
use crate::view::words::{
    capitalised, commands_people, counted, direction, enumeration, joined, level_name, preceded,
    several, with_article, with_indefinite_article,
};
use dungeon_engine::ruleset_face::Reading;
use dungeon_model::dungeon::TimedState;
use dungeon_model::dungeon::grammar::nouns::{is_proper, without_article};
use dungeon_model::space::geometry::{Direction, Point};

/// A body that keeps its position relative to a moving hero is mentioned only within this distance, in cells.
const CLOSE: u32 = 3;

/// On an open field, a change of the open directions is left out if more than this number are open before and after the
/// change, because the hero can walk around the obstacles.
const FEW: usize = 2;

/// The last narrated state and the current one.
pub struct Changes<'a> {
    /// The observer of the current state.
    observer: Observer<'a>,
    /// The last narrated state.
    pub before: &'a NarratedState,
    /// The current state.
    pub now: &'a NarratedState,
    /// The cells where terrain was rebuilt between the two states. A fence there is mentioned even if its strength is
    /// the same.
    rebuilt: &'a BTreeSet<Point>,
    /// The action that `describe_work` has already reported together with the hero's stats.
    reported_work: Option<OwnAction>,
}

impl<'a> Changes<'a> {
    /// Returns the changes from one state to another, with nothing reported yet.
    pub fn between(
        observer: Observer<'a>,
        before: &'a NarratedState,
        now: &'a NarratedState,
        rebuilt: &'a BTreeSet<Point>,
    ) -> Changes<'a> {
        Changes {
            observer,
            before,
            now,
            rebuilt,
            reported_work: None,
        }
    }

    /// Returns the changes that `describe_work` and `moved` have not reported, with one line per kind of change.
    pub fn lines(&self) -> Vec<String> {
        if self.now.is_over {
            return self.numbers().into_iter().collect();
        }
        let mut lines = self.near_bodies();
        lines.extend(self.newcomers());
        lines.extend(self.numbers());
        lines.extend(self.things());
        lines.extend(self.terrain());
        lines.extend(self.ways());
        lines
    }

    /// Returns the fence that the hero built or raised, or the item that the hero bought, with its place and the hero's
    /// numbers: "You raise a fence, strength 4 of 5: 1 west; 24 gold." Later, `lines` leaves these facts out. `None`
    /// for other actions.
    pub fn describe_work(&mut self, work: OwnAction) -> Option<String> {
        if self.now.is_over || !self.is_same_level() {
            return None;
        }
        let (verb, what) = match work {
            OwnAction::Built(at) => {
                let mut was = self.before.terrain();
                let verb = if was.any(|one| one.at == at) {
                    "raise"
                } else {
                    "build"
                };
                let fence = self.now.terrain().filter(|one| one.at == at);
                (
                    verb,
                    terrain::phrases(self.observer, fence, ListLength::Short),
                )
            }
            OwnAction::Bought(at) => {
                let things = self
                    .now
                    .things_on(self.now.level)
                    .filter(|one| one.at == at && one.kind == FactKind::Item);
                let what = together(self.observer, things).into_iter();
                let what = what.map(|(many, places)| format!("{many}: {places}"));
                ("buy", what.collect())
            }
            OwnAction::Went | OwnAction::Acted | OwnAction::Bumped => return None,
        };
        if what.is_empty() {
            return None;
        }
        let what = what.join(".");
        let numbers = self.numbers().unwrap_or_default().to_ascii_lowercase();
        self.reported_work = Some(work);
        Some(match numbers.as_str() {
            "" => format!("You {verb} {what}."),
            numbers => format!("You {verb} {what}; {numbers}"),
        })
    }

    /// Returns the hero's movement, such as "You go 3 east, onto a bridge.", or the newly commanded unit; `None` if
    /// neither changed.
    pub fn moved(&self) -> Option<String> {
        let (world, before, now) = (self.observer.world(), self.before, self.now);
        let is_one_of_several = commands_people(world);
        let name = |unit| with_article(&world.kind(unit).name);
        if !self.is_same_level() {
            let place = level_name(world, now.level);
            return Some(format!("You are on another level: {place}."));
        }
        let way = self.observer.between(before.stand, now.stand);
        match (before.unit == now.unit, before.stand == now.stand) {
            (true, true) => None,
            (true, false) if is_one_of_several => {
                Some(format!("{} goes {way}.", capitalised(&name(now.unit))))
            }
            (true, false) => {
                let on = preceded(", onto ", &now.floor);
                Some(format!("You go {way}{on}."))
            }
            (false, _) => Some(format!(
                "You now command {}, {way} of {}.",
                name(now.unit),
                name(before.unit)
            )),
        }
    }

    /// Returns the commanded body's cell after commands were taken back, such as "You are 1 west of your last cell.", or
    /// the other level or unit; `None` if nothing of this changed.
    pub fn put_back(&self) -> Option<String> {
        if !self.is_same_level() || self.before.unit != self.now.unit {
            return self.moved();
        }
        let way = self.observer.between(self.before.stand, self.now.stand);
        let is_elsewhere = self.before.stand != self.now.stand;
        is_elsewhere.then(|| format!("You are {way} of your last cell."))
    }

    /// Returns the enclosures if their number of cells has changed; otherwise empty.
    pub fn enclosures(&self) -> Vec<String> {
        let fences = |state: &NarratedState| terrain::fences(&state.facts);
        if self.now.is_over || !self.is_same_level() {
            Vec::new()
        } else {
            enclosures::changed(self.observer, &fences(self.before), &fences(self.now))
        }
    }

    fn is_same_level(&self) -> bool {
        self.before.level == self.now.level
    }

    /// Iterates over the facts of the last narrated state; empty if that state was on another level.
    fn known(&self) -> impl Iterator<Item = &'a Fact> {
        self.before.facts_on(self.now.level)
    }

    /// Returns the nearby bodies that appeared, disappeared or changed their distance, with one line per name, nearest
    /// first.
    fn near_bodies(&self) -> Vec<String> {
        let mut names: Vec<&str> = Vec::new();
        let before = self.known().filter(|one| one.is_near());
        for one in self.now.near().chain(before) {
            if !names.contains(&one.name.as_str()) {
                names.push(&one.name);
            }
        }
        let lines = names.into_iter().map(|name| self.near_line_for(name));
        lines.flatten().collect()
    }

    fn near_line_for(&self, name: &str) -> Option<String> {
        let stand = self.now.stand;
        let is_meant = |one: &&Fact| one.is_near() && one.name == name;
        let before: Vec<&Fact> = self.known().filter(is_meant).collect();
        let now: Vec<&Fact> = self.now.near().filter(is_meant).collect();
        let changes = diff(before.iter().copied(), now.iter().copied());
        // A body at the same distance from a moving hero has followed, so it is mentioned.
        let is_followed = changes
            .moved
            .iter()
            .any(|one| stand.chebyshev(one.at) <= CLOSE);
        let is_as_before = relative(&before, self.before.stand) == relative(&now, stand);
        if is_as_before && !is_followed || self.is_only_passed(&before, &now, &changes) {
            return None;
        }
        let all = self.now.bodies().filter(|one| one.name == name).count();
        Some(self.near_line(name, all, &now, changes.new.len()))
    }

    /// Whether the hero only walked past bodies with the same name that stayed in place, and none of them is now
    /// adjacent. A listener can work out their new positions.
    fn is_only_passed(&self, before: &[&Fact], now: &[&Fact], changes: &FactDiff<'_>) -> bool {
        let stand = self.now.stand;
        let is_met = |one: &&Fact| stand.chebyshev(one.at) <= 1 && self.before.stand != stand;
        let is_rooted = |one: &&Fact| one.body().is_some_and(|body| body.is_rooted);
        let is_lost = diff(changes.gone.iter().copied(), self.now.bodies());
        [
            &changes.new,
            &changes.moved,
            &changes.altered,
            &is_lost.gone,
        ]
        .iter()
        .all(|changes| changes.is_empty())
            && before.iter().all(is_rooted)
            && !now.iter().any(is_met)
    }

    /// Returns a line about the nearby bodies with one name: "2 hounds are near now: 1 east; 3 north." `now` are the
    /// nearby bodies, `all` is the number of bodies in view, and `newcomers` is the number of nearby bodies that have
    /// just appeared.
    fn near_line(&self, name: &str, all: usize, now: &[&Fact], newcomers: usize) -> String {
        let places: Vec<String> = now.iter().map(|one| place(self.observer, one)).collect();
        let listed = listed(&places, now.len());
        let many = counted(now.len() as i64, name);
        let none = format!("No {}", without_article(name));
        let indefinite = || capitalised(&with_indefinite_article(name));
        match (now, newcomers) {
            ([], _) if all > 0 => {
                let are = if all == 1 { "is" } else { "are" };
                format!("{none} is near now; {all} {are} farther away.")
            }
            ([], _) if is_proper(name) => format!("{} is out of sight.", capitalised(name)),
            ([], _) => format!("{none} is in sight now."),
            ([one], 1) if all == 1 => match one.body() {
                Some(BodyFact {
                    strength: None,
                    inside: Some(wall),
                    ..
                }) => {
                    let bearing = self.observer.bearing(one.at);
                    format!(
                        "{}, {bearing}, comes through {}.",
                        indefinite(),
                        with_article(wall)
                    )
                }
                _ => format!("{} comes into view: {listed}.", indefinite()),
            },
            ([_], _) if all == 1 => {
                format!("{} is now {listed}.", capitalised(&with_article(name)))
            }
            ([_], _) if all > 1 => format!("{} is near now: {listed}.", capitalised(&many)),
            (_, new) if new == all => format!("{many} come into view: {listed}."),
            (_, 0) if now.len() == all => format!("{many} are now {listed}."),
            _ => format!("{many} are near now: {listed}."),
        }
    }

    /// Returns bodies that appeared on a board, but too far away to count as near: "New, farther away: a hound, 9
    /// east." Each body is mentioned once, so that the listener knows where to expect it.
    fn newcomers(&self) -> Vec<String> {
        if !self.is_same_level() {
            return Vec::new();
        }
        let mut new = diff(self.before.bodies(), self.now.bodies()).new;
        new.retain(|one| !one.is_near());
        let lines = grouped_by_name(new).into_iter().map(|(name, them)| {
            let places: Vec<String> = them.iter().map(|one| place(self.observer, one)).collect();
            let (many, places) = (several(them.len(), name), listed(&places, them.len()));
            format!("New, farther away: {many}, {places}.")
        });
        lines.collect()
    }

    /// Returns the readings that changed: "Health 12, Manna 3." In games with natural recovery, a gain of one point
    /// in one turn is left out. So are the turns that pass of a timed state, since messages tell when it ends.
    fn numbers(&self) -> Option<String> {
        let (before, now) = (self.before, self.now);
        if self.reported_work.is_some() {
            return None;
        }
        let game = self.observer.world().dungeon().settings.game;
        if before.unit != now.unit || before.readings.len() != now.readings.len() {
            return Some(readings(&game.terms, &now.readings));
        }
        let is_fine = game.recovers;
        let turns = i64::from(now.turn.saturating_sub(before.turn));
        let is_news = |old: &Reading, new: &Reading| {
            let by = new.value.saturating_sub(old.value);
            let is_rest = is_fine && (turns, by) == (1, 1);
            let is_state = TimedState::ALL
                .iter()
                .any(|state| state.label() == new.label);
            by != 0 && !is_rest && !is_state && new.label != TURNS
        };
        let pairs = before.readings.iter().zip(&now.readings);
        let changed: Vec<Reading> = pairs
            .filter(|(old, new)| is_news(old, new))
            .map(|(_, new)| *new)
            .collect();
        (!changed.is_empty()).then(|| readings(&game.terms, &changed))
    }

    /// Returns items and landmarks that were noticed or disappeared: "A door: 3 east.", "No longer there: a coin, 2
    /// west." Items taken from the hero's cell and opened doors are left out, since messages report them.
    fn things(&self) -> Vec<String> {
        let (level, stand) = (self.now.level, self.now.stand);
        let mut changes = diff(self.before.things_on(level), self.now.things_on(level));
        let is_reported = |one: &Fact| self.reported_work == Some(OwnAction::Bought(one.at));
        let is_here = |one: &Fact| one.at == stand && self.is_same_level();
        let is_item = |one: &Fact| one.kind == FactKind::Item;
        changes
            .new
            .retain(|one| (is_item(one) || !is_here(one)) && !is_reported(one));
        changes
            .gone
            .retain(|one| is_item(one) && !is_here(one) && !is_reported(one));
        for facts in [&mut changes.new, &mut changes.gone] {
            facts.sort_by_key(|one| stand.chebyshev(one.at));
        }
        let new = together(self.observer, changes.new).into_iter();
        let new = new.map(|(many, places)| format!("{}: {places}.", capitalised(&many)));
        let gone = together(self.observer, changes.gone).into_iter();
        let gone = gone.map(|(many, places)| format!("Gone: {many}, {places}."));
        new.chain(gone).collect()
    }

    /// Returns fences and slime that are new, changed or gone: "2 fences, strength 1 of 5: 1 west; 1 east."
    fn terrain(&self) -> Vec<String> {
        let now = || self.now.terrain();
        if !self.is_same_level() {
            return terrain::describe(self.observer, now(), ListLength::Short);
        }
        let changes = diff(self.before.terrain(), now());
        let altered = changes.new.iter().chain(&changes.altered).map(|one| one.at);
        let mut altered: BTreeSet<Point> = altered.chain(self.rebuilt.iter().copied()).collect();
        if let Some(OwnAction::Built(at)) = self.reported_work {
            altered.remove(&at);
        }
        let altered = now().filter(|one| altered.contains(&one.at));
        let mut lines = terrain::describe(self.observer, altered, ListLength::Long);
        lines.extend(terrain::describe_gone(self.observer, changes.gone));
        lines
    }

    /// Returns the open directions if they have changed: "Ways: north, east."
    fn ways(&self) -> Option<String> {
        let (observer, before, now) = (self.observer, self.before, self.now);
        let is_open = |state: &NarratedState| observer.is_open_field() && state.ways.len() > FEW;
        let is_changed = before.ways != now.ways && !(is_open(before) && is_open(now));
        let is_pointing = observer.screen.target_cursor.is_some();
        ((is_changed || !self.is_same_level()) && !is_pointing)
            .then(|| format!("Ways: {}.", open_ways(observer, now)))
    }
}

/// Returns the bodies by their position relative to a cell, without their identity. Two results are equal if a listener
/// could not tell the difference.
fn relative<'a>(
    bodies: &[&'a Fact],
    stand: Point,
) -> Vec<(i32, i32, Option<i32>, Option<&'a str>)> {
    let seen = bodies.iter().filter_map(|one| {
        let (dx, dy) = (
            one.at.x.saturating_sub(stand.x),
            one.at.y.saturating_sub(stand.y),
        );
        let body = one.body()?;
        Some((dx, dy, body.strength, body.inside.as_deref()))
    });
    let mut seen: Vec<_> = seen.collect();
    seen.sort_unstable();
    seen
}

/// Returns the open directions: "all", "all but north", "north, east", "none".
fn open_ways(observer: Observer<'_>, now: &NarratedState) -> String {
    let all = observer.directions();
    let closed: Vec<Direction> = (all.iter().copied())
        .filter(|way| !now.ways.contains(way))
        .collect();
    let listed = |ways: &[Direction]| joined(ways.iter().map(|way| direction(*way)), ", ");
    match (now.ways.len(), closed.len()) {
        (0, _) => "none".to_owned(),
        (_, 0) => "all".to_owned(),
        (open, closed_ones) if open > closed_ones => {
            format!(
                "all but {}",
                enumeration(closed.iter().map(|way| direction(*way)))
            )
        }
        _ => listed(&now.ways),
    }
}
