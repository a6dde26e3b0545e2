//! How much the share of won games depends on each number and thing of a dungeon.
use std::sync::Arc;

use super::dungeon_text::{DungeonText, PlaySeeds, seeds_from};
use super::removal::RemovedThing;
use super::varying_number::{NumberValue, VaryingNumber};
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::{Dungeon, ItemId, KindId, LevelId};
use dungeon_model::space::geometry::Point;
use dungeon_players::{GameRecord, PairedCounts};
use std::collections::BTreeSet;

/// The number of games that are played before the next are asked for.
const BATCH: usize = 32;

/// A way in which a change alters a dungeon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Alteration {
    /// A number is divided by two.
    Halved,
    /// A number is multiplied by two.
    Doubled,
    /// A thing is taken out of the file, or a number, so that its default counts.
    Removed,
}

impl Alteration {
    /// Returns the word for the alteration, such as "halved".
    pub fn word(self) -> &'static str {
        match self {
            Alteration::Halved => "halved",
            Alteration::Doubled => "doubled",
            Alteration::Removed => "removed",
        }
    }
}

/// A change of one number or thing in a dungeon's text.
#[derive(Clone, Debug)]
pub struct TextChange {
    /// The name of the number or thing, such as "crypt rat health".
    pub name: String,
    /// The line of the file where it is written, from 1.
    pub line: usize,
    /// The way in which the change alters it.
    pub alteration: Alteration,
    /// The number of the thing or number that the change is about, counted over the file. Its other changes have the same.
    pub part: usize,
    /// The number before and after the change, in the spelling of the file; without the second for a removed number, and
    /// `None` for a thing.
    pub values: Option<(String, Option<String>)>,
    /// The text of the file after the change.
    pub text: String,
    subject: ChangedPart,
}

/// What a change is about.
#[derive(Clone, Debug)]
enum ChangedPart {
    /// All of these things; none for a number that always matters.
    Things(Vec<Thing>),
    Door(LevelId, Point),
}

/// The influence of a change on the games of a bot.
#[derive(Clone, Debug)]
pub struct Influence {
    /// The seeds whose games were won, without and with the change; or the message of the reader, which refuses the
    /// changed text.
    pub won: Result<PairedCounts, String>,
    /// Whether a game of the unchanged dungeon saw or fought the monster, took the item or passed the door.
    pub is_met: bool,
}

/// The influences of changes on the games of a bot.
#[derive(Clone, Debug)]
pub struct Sensitivity {
    /// The number of seeds.
    pub games: u64,
    /// The number of games won in the unchanged dungeon.
    pub won: u64,
    /// The influence of each change, in the order of the changes; of the first changes if the games were stopped.
    pub influences: Vec<Influence>,
}

impl DungeonText {
    /// Returns every change that `sensitivity` can measure: each number halved, doubled and removed, and each kind
    /// of monster, item and door removed. Leaves out values that the format does not allow, and the removal of numbers
    /// that a kind has from its base.
    pub fn changes(&self) -> Vec<TextChange> {
        let mut changes = Vec::new();
        let numbers = self.numbers();
        for (part, number) in numbers.iter().enumerate() {
            let values = [number.halved(), number.doubled()].into_iter();
            let values = values.filter(|value| *value != number.value);
            let values = values.map(|value| self.number_change(number, value));
            let removed = self.without_number(number).map(|text| TextChange {
                alteration: Alteration::Removed,
                values: Some((number.written(number.value), None)),
                text,
                ..self.number_change(number, number.value)
            });
            changes.extend(
                values
                    .chain(removed)
                    .map(|change| TextChange { part, ..change }),
            );
        }
        let removables = (numbers.len()..).zip(self.removables());
        changes.extend(removables.map(|(part, removable)| TextChange {
            name: removable.name,
            line: removable.line,
            alteration: Alteration::Removed,
            part,
            values: None,
            text: self.edited(removable.edits),
            subject: match removable.what {
                RemovedThing::Thing(thing) => ChangedPart::Things(vec![thing]),
                RemovedThing::Door(level, at) => ChangedPart::Door(level, at),
                RemovedThing::VaultDoor => ChangedPart::Things(Vec::new()),
            },
        }));
        changes
    }

    /// Returns the change of a number to a smaller or a larger value.
    pub(super) fn number_change(&self, number: &VaryingNumber, value: NumberValue) -> TextChange {
        TextChange {
            name: number.name.clone(),
            line: number.line,
            alteration: if value < number.value {
                Alteration::Halved
            } else {
                Alteration::Doubled
            },
            part: 0,
            values: Some((number.written(number.value), Some(number.written(value)))),
            text: self.with_numbers([(number, value)]),
            subject: ChangedPart::Things(number.things.clone()),
        }
    }
}

/// Measures the influence of each change: plays games in the unchanged dungeon, and then in each changed one, with the
/// same seeds, counted from `first`. If `play` stops, returns the changes measured until then, or `None` if the unchanged
/// dungeon was not played to the end.
///
/// ```
/// use dungeon::diagnostics::Source;
/// use dungeon::players::{DungeonText, Greedy, SeenGame, play, sensitivity};
///
/// let file = "hero health=9\nkind r \"rat\" health=3 strength=2 sense=always hunt=path\n\
///             map\n########\n#@.r.$r#\n########\nend\n";
/// let text = DungeonText::new(Source::from_text("a.dng", file), Box::new(|own| own))?;
/// let changes = text.changes();
/// let found = sensitivity(&text, &changes, 0, 40, &|dungeon, seeds| {
///     let game = |seed: &u64| play(&mut SeenGame::begin(dungeon.clone(), *seed), &mut Greedy::default(), 500);
///     Some(seeds.iter().map(game).collect())
/// });
/// let found = found.expect("nothing stops it");
/// let (change, influence) = changes.iter().zip(&found.influences).max_by_key(|(_, influence)| {
///     influence.won.as_ref().map_or(0, |won| won.only_new)
/// }).unwrap();
/// assert_eq!((change.name.as_str(), change.alteration.word()), ("rat", "removed"));
/// assert!(influence.is_met);
/// # Ok::<(), Box<dungeon::Report>>(())
/// ```
pub fn sensitivity(
    text: &DungeonText,
    changes: &[TextChange],
    first: u64,
    games: u64,
    play: &PlaySeeds<'_>,
) -> Option<Sensitivity> {
    let seeds = seeds_from(first, 0..games);
    let mut encounters = Encounters::default();
    let before = wins(text.dungeon(), &seeds, play, &mut |record| {
        encounters.add(record);
    })?;
    let mut influences = Vec::with_capacity(changes.len());
    for change in changes {
        let won = match text.read(change.text.clone()) {
            // A removed number may have been the default.
            Ok(dungeon) if dungeon == *text.dungeon() => Ok(paired(&before, &before)),
            Ok(dungeon) => {
                let Some(after) = wins(&dungeon, &seeds, play, &mut |_| {}) else {
                    break;
                };
                Ok(paired(&before, &after))
            }
            Err(message) => Err(message),
        };
        let is_met = encounters.include(&change.subject, text.dungeon());
        influences.push(Influence { won, is_met });
    }
    Some(Sensitivity {
        games: before.len() as u64,
        won: before.iter().filter(|won| **won).count() as u64,
        influences,
    })
}

/// Counts the seeds that were won in one version, in the other, and in both.
fn paired(old: &[bool], new: &[bool]) -> PairedCounts {
    let mut won = PairedCounts::default();
    let both = old.iter().zip(new);
    both.for_each(|(old, new)| won.add(*old, *new));
    won
}

/// Plays the seeds in batches, and returns which games were won; `None` if `play` stops. Each record is passed to
/// `read`.
pub(super) fn wins(
    dungeon: &Arc<Dungeon>,
    seeds: &[u64],
    play: &PlaySeeds<'_>,
    read: &mut dyn FnMut(&GameRecord),
) -> Option<Vec<bool>> {
    let mut won = Vec::with_capacity(seeds.len());
    for batch in seeds.chunks(BATCH) {
        for record in play(dungeon, batch)? {
            read(&record);
            won.push(record.is_won());
        }
    }
    Some(won)
}

/// What the games of a dungeon met.
#[derive(Debug, Default)]
struct Encounters {
    met: BTreeSet<KindId>,
    taken: BTreeSet<ItemId>,
    visited: BTreeSet<(LevelId, Point)>,
}

impl Encounters {
    fn add(&mut self, record: &GameRecord) {
        self.met.extend(&record.met);
        self.taken.extend(record.taken.keys());
        self.visited.extend(record.visits.keys());
    }

    /// Whether some game met the subject of a change. Records may give a kind or an item a number of its own and so
    /// make another kind; both have one name.
    fn include(&self, subject: &ChangedPart, dungeon: &Dungeon) -> bool {
        let is_met = |thing: &Thing| match *thing {
            Thing::Body(kind) => {
                let name = &dungeon.kind(kind).name;
                self.met.iter().any(|met| dungeon.kind(*met).name == *name)
            }
            // No record says whether a game met an animal of the herd.
            Thing::Item(item) if dungeon.item(item).herd => true,
            Thing::Item(item) => {
                let name = &dungeon.item(item).name;
                let mut taken = self.taken.iter();
                taken.any(|taken| dungeon.item(*taken).name == *name)
            }
            Thing::Tile(_) | Thing::Feature(_) => true,
        };
        match subject {
            ChangedPart::Things(things) => things.is_empty() || things.iter().any(is_met),
            ChangedPart::Door(level, at) => self.visited.contains(&(*level, *at)),
        }
    }
}
