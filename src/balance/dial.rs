//! A varying number with the direction that makes a game harder, and the bounds within which `tune` looks.
use super::dungeon_text::DungeonText;
use super::varying_number::{NumberRole, NumberValue, VaryingNumber};
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::{Goal, Side, Stat};
use std::collections::BTreeMap;

/// The number of steps of the common scale from a file's own values to the bounds.
pub(super) const STEPS: i64 = 64;

/// A number that `tune` varies.
#[derive(Clone, Debug)]
pub(super) struct Dial {
    pub number: VaryingNumber,
    /// The easiest and the hardest value of the larger end.
    ends: [i64; 2],
    /// Whether it is known which end is the hardest.
    pub is_directed: bool,
    /// The dial whose value this one must not exceed.
    pub maximum: Option<usize>,
}

impl Dial {
    /// Returns the value at a step of the common scale: 0 is the file's own value, `STEPS` the hardest and `-STEPS` the
    /// easiest.
    pub fn at(&self, step: i64) -> NumberValue {
        let own = self.number.value[1];
        let distance = self.ends[usize::from(step > 0)] - own;
        let moved = (distance * step.abs() * 2 + STEPS).div_euclid(2 * STEPS);
        match step {
            0 => self.number.value,
            _ => self.number.scaled_to(own + moved),
        }
    }

    /// Exchanges the easiest and the hardest value.
    pub fn turn(&mut self) {
        self.ends.reverse();
    }

    /// Returns other values to try in place of a value: its neighbors, the bounds, and the middle on the way to each.
    pub fn around(&self, [_, value]: NumberValue) -> Vec<NumberValue> {
        let [easiest, hardest] = self.ends;
        let (least, most) = (easiest.min(hardest), easiest.max(hardest));
        let all = [
            value - self.number.step,
            value + self.number.step,
            (value + least).div_euclid(2),
            (value + most).div_euclid(2),
            least,
            most,
        ];
        let mut around = Vec::new();
        for other in all.map(|other| self.number.scaled_to(other.clamp(least, most))) {
            if other[1] != value && !around.contains(&other) {
                around.push(other);
            }
        }
        around
    }

    /// Returns the values from one to another, the first left out, each one step from the one before.
    pub fn between(&self, [_, from]: NumberValue, [_, to]: NumberValue) -> Vec<NumberValue> {
        let (step, steps) = (self.number.step, (to - from).abs() / self.number.step);
        let way = (to - from).signum() * step;
        let values = (1..=steps).map(|nth| self.number.scaled_to(from + way * nth));
        values.collect()
    }
}

impl DungeonText {
    /// Returns the numbers that vary: those that the file marks, within their marks. If it marks none, the health,
    /// strength and count of monsters and the count of food, each from half to twice its value.
    pub(super) fn dials(&self) -> Vec<Dial> {
        let numbers = self.numbers();
        let has_marks = numbers.iter().any(|number| number.marked.is_some());
        let fixed = { numbers.iter() }
            .filter(|number| number.marked.is_none())
            .filter_map(|number| Some((number.key?, number.value[0])));
        let fixed: BTreeMap<(usize, &str), i64> = fixed.collect();
        let dials = numbers
            .into_iter()
            .filter(|number| number.marked.is_some() == has_marks);
        let dials = dials.filter_map(|mut number| {
            let is_harder = self.is_harder(&number);
            let maximum = { number.key_of_maximum() }.and_then(|key| fixed.get(&key));
            number.limits[1] = maximum.map_or(number.limits[1], |most| number.limits[1].min(*most));
            let number = number.within_mark()?;
            let [least, most] = match number.marked {
                Some(_) => number.limits,
                None => [number.halved(), number.doubled()].map(|[_, most]| most),
            };
            let ends = if is_harder.or(number.marked.map(|_| true))? {
                [least, most]
            } else {
                [most, least]
            };
            (least < most).then_some(Dial {
                number,
                ends,
                is_directed: is_harder.is_some(),
                maximum: None,
            })
        });
        let mut dials: Vec<Dial> = dials.collect();
        let keys: Vec<_> = dials.iter().map(|dial| dial.number.key).collect();
        for dial in &mut dials {
            let maximum = dial.number.key_of_maximum();
            let is_it = |key: &Option<(usize, &str)>| key.is_some() && *key == maximum;
            dial.maximum = keys.iter().position(is_it);
        }
        dials
    }

    /// Whether the file says that its game cannot be won.
    pub(super) fn is_goalless(&self) -> bool {
        self.dungeon.goals().contains(&Goal::Never)
    }

    /// Returns why `tune` finds nothing to vary, without a full stop.
    pub fn why_untunable(&self) -> &'static str {
        if self.is_goalless() {
            "no bot can win: the file has `goal none=yes`"
        } else if self.numbers().iter().any(|number| number.marked.is_some()) {
            "nothing varies: no `tune=` permits a value other than that of the file"
        } else if self.has_includes() {
            "nothing varies: the file itself has no number of a monster, no scatter of food and no `tune=`; numbers \
             of included files stay as they are"
        } else {
            "nothing varies: the file has no number of a monster, and no scatter of food"
        }
    }

    /// Whether a larger number makes a game harder; `None` for a number that stays unless it is marked.
    fn is_harder(&self, number: &VaryingNumber) -> Option<bool> {
        let is_foe = |thing: &Thing| {
            matches!(*thing, Thing::Body(id) if {
                let kind = self.dungeon.kind(id);
                kind.side == Side::Theirs && kind.prey.is_hostile()
            })
        };
        let is_food = |thing: &Thing| matches!(*thing, Thing::Item(id) if self.dungeon.item(id).gives[Stat::Health] > 0);
        let are = |is_it: &dyn Fn(&Thing) -> bool| {
            !number.things.is_empty() && number.things.iter().all(is_it)
        };
        match number.role {
            NumberRole::Stat(Stat::Health | Stat::Strength) | NumberRole::Count if are(&is_foe) => {
                Some(true)
            }
            NumberRole::Count if are(&is_food) => Some(false),
            _ => None,
        }
    }
}
