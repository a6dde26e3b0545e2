//! Two dungeons compared: everything that tells the one game from the other, in words.
use std::collections::HashMap;

use super::boards::{NamedBoard, board_changes, is_hero_moved};
use super::change::{Change, ChangedPart};
use super::facts::Facts;
use super::naming::Naming;
use super::record_facts::{cause_facts, scatter_facts};
use super::settings_facts::{
    fog_text, level_facts, parameter_texts, rules_facts, title_facts, vault_facts,
};
use super::tables::{PairedTables, pair_tables, table_changes};
use crate::view::words::{TurnLimit, counted_list, goal_sentences, number_of};
use dungeon_model::dungeon::{CauseRecord, Dungeon, Goal, Level, LevelId, Scatter};

/// A level or a vault of a dungeon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardId {
    /// The level of this number.
    Level(LevelId),
    /// The vault of this number.
    Vault(usize),
}

/// A level or a vault that both dungeons have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairedBoard {
    /// What it is called in a sentence.
    pub name: String,
    /// Which one it is in the first dungeon.
    pub before: BoardId,
    /// Which one it is in the second dungeon.
    pub after: BoardId,
}

/// What is changed from one dungeon to another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Differences {
    /// The changes: those of the whole dungeon first, then level by level.
    pub changes: Vec<Change>,
    /// The levels and the vaults that both have.
    pub boards: Vec<PairedBoard>,
}

impl Differences {
    /// One change of the whole dungeon.
    pub fn of_whole(text: String) -> Differences {
        Differences {
            changes: vec![Change::everywhere(ChangedPart::Dungeon, text)],
            boards: Vec::new(),
        }
    }
}

/// Compares two dungeons. Nothing is changed only if they are the same game, so that any seed and keys come to the same
/// end.
pub fn differences(before: &Dungeon, after: &Dungeon) -> Differences {
    let (mut was, mut is) = (Naming::new(before), Naming::new(after));
    let tables = pair_tables(&mut was, &mut is);
    let mut comparison = Comparison {
        was: &was,
        is: &is,
        tables: &tables,
        found: Differences::default(),
    };
    comparison.compare_headers();
    let changes = table_changes(&was, &is, &tables);
    comparison.found.changes.extend(changes);
    comparison.compare_causes(None, None, String::new());
    comparison.compare_levels();
    comparison.compare_vaults();
    if comparison.found.changes.is_empty() && before != after {
        let text = "the same things, declared in another order or by other names";
        comparison.tell(ChangedPart::Order, text);
    }
    comparison.found
}

/// What stands in a dungeon, for one that is new or gone: "explore, 2 levels, a hero, 3 rats and 2 herbs".
pub fn contents_text(dungeon: &Dungeon) -> String {
    let game = dungeon.settings.game.word;
    let levels = number_of(
        dungeon.levels.len() as i64,
        dungeon.settings.game.terms.level,
    );
    let bodies = dungeon.levels.iter().flat_map(|level| &level.spawns);
    let bodies = bodies.map(|spawn| dungeon.kind(spawn.kind).name.as_str());
    let items = dungeon.levels.iter().flat_map(|level| &level.items);
    let items = items.map(|(_, item)| dungeon.item(*item).name.as_str());
    let things: Vec<&str> = bodies.chain(items).collect();
    match things.is_empty() {
        true => format!("{game}, {levels}"),
        false => format!("{game}, {levels}, {}", counted_list(&things)),
    }
}

/// A comparison under way.
struct Comparison<'a> {
    was: &'a Naming<'a>,
    is: &'a Naming<'a>,
    tables: &'a PairedTables,
    found: Differences,
}

impl<'a> Comparison<'a> {
    fn tell(&mut self, part: ChangedPart, text: impl Into<String>) {
        self.found.changes.push(Change::everywhere(part, text));
    }

    fn tell_of(&mut self, place: &str, part: ChangedPart, text: impl Into<String>) {
        self.found
            .changes
            .push(Change::of(place.to_owned(), part, text));
    }

    /// The words about a dungeon, its rules and its goals.
    fn compare_headers(&mut self) {
        let [old, new] = [self.was, self.is].map(|naming| title_facts(naming.dungeon));
        for phrase in old.changes_to(&new) {
            self.tell(ChangedPart::Title, phrase);
        }
        let [old, new] = [self.was, self.is].map(|naming| rules_facts(naming.dungeon));
        for phrase in old.changes_to(&new) {
            self.tell(ChangedPart::Rules, phrase);
        }
        let [was, is] = [self.was.dungeon, self.is.dungeon];
        if was.settings.game == is.settings.game {
            let values = parameter_texts(&was.settings).zip(parameter_texts(&is.settings));
            for ((key, old), (_, new)) in values.filter(|(old, new)| old != new) {
                self.tell(ChangedPart::Rules, format!("{key} {old} → {new}"));
            }
        }
        let [old, new] = [was, is].map(|dungeon| {
            let counts = dungeon.goals.iter().filter(|goal| **goal != Goal::Kill);
            let text = match goal_sentences(dungeon, TurnLimit::Told).as_slice() {
                [] => "the end of the game as its rules have it".to_owned(),
                sentences => sentences.join(" "),
            };
            (text, counts.collect::<Vec<_>>(), &dungeon.losses)
        });
        if old != new {
            self.tell(ChangedPart::Goals, format!("{} → {}", old.0, new.0));
        }
    }

    /// The causes of one level, or of all of them.
    fn compare_causes(&mut self, old: Option<LevelId>, new: Option<LevelId>, place: String) {
        let of = |naming: &Naming<'_>, level: Option<LevelId>| {
            let causes = naming.dungeon.causes.iter();
            let causes = causes.filter(|cause: &&CauseRecord| cause.level == level);
            let told = causes.map(|cause| cause_facts(naming, cause));
            told.collect::<Vec<_>>()
        };
        let (old, new) = (of(self.was, old), of(self.is, new));
        let lines = record_changes("when", &old, &new);
        let changes = lines.into_iter();
        let part = ChangedPart::Cause;
        let changes = changes.map(|text| Change::of(place.clone(), part, text));
        self.found.changes.extend(changes);
    }

    fn compare_levels(&mut self) {
        let (was, is) = (self.was, self.is);
        for (nth, level) in was.dungeon.levels.iter().enumerate() {
            if self.tables.levels.after[nth].is_none() {
                let size = level.tiles.size();
                self.tell_of(
                    &was.levels[nth],
                    ChangedPart::Level,
                    format!("gone, {size}"),
                );
            }
        }
        for (nth, level) in is.dungeon.levels.iter().enumerate() {
            match self.tables.levels.before[nth] {
                None => {
                    let size = level.tiles.size();
                    self.tell_of(&is.levels[nth], ChangedPart::Level, format!("new, {size}"));
                }
                Some(other) => self.compare_level(other, nth),
            }
        }
        let pairs = self.tables.levels.after.iter().flatten();
        if !pairs.is_sorted() {
            let order = is.levels.join(", ");
            self.tell(
                ChangedPart::Level,
                format!("levels in another order: {order}"),
            );
        }
    }

    fn compare_level(&mut self, before: usize, after: usize) {
        let (was, is) = (self.was, self.is);
        let (old, new) = (&was.dungeon.levels[before], &is.dungeon.levels[after]);
        let ids = [before, after].map(LevelId::of);
        let place = is.levels[after].clone();
        let (old_facts, new_facts) = (level_facts(old), level_facts(new));
        let mut phrases = old_facts.changes_to(&new_facts);
        let fogs = [(old.fog, was.dungeon.fog), (new.fog, is.dungeon.fog)];
        if old.fog != new.fog && fogs.iter().any(|(own, usual)| own != usual) {
            phrases.push(format!("fog {} → {}", fog_text(old.fog), fog_text(new.fog)));
        }
        let tempos = [
            (old.tempo, was.dungeon.tempo),
            (new.tempo, is.dungeon.tempo),
        ];
        if old.tempo != new.tempo && tempos.iter().any(|(own, usual)| own != usual) {
            let text = |level: &Level| level.tempo.map_or("none".to_owned(), |ms| ms.to_string());
            phrases.push(format!("tempo {} → {}", text(old), text(new)));
        }
        for phrase in phrases {
            self.tell_of(&place, ChangedPart::Level, phrase);
        }
        let boards = [
            NamedBoard::of_level(was, old),
            NamedBoard::of_level(is, new),
        ];
        self.compare_board(place.clone(), ids.map(BoardId::Level), &boards);
        if old.entrance != new.entrance && !is_hero_moved(&boards[0], &boards[1]) {
            let text = |level: &Level| level.entrance.map_or("none".to_owned(), |p| p.to_string());
            let text = format!("entrance {} → {}", text(old), text(new));
            self.tell_of(&place, ChangedPart::Level, text);
        }
        let scatters = |naming: &Naming<'_>, level: &Level| -> Vec<(String, Facts)> {
            let scatters = level.scatters.iter();
            scatters
                .map(|scatter: &Scatter| scatter_facts(naming, scatter))
                .collect()
        };
        let lines = record_changes("scatter", &scatters(was, old), &scatters(is, new));
        for line in lines {
            self.tell_of(&place, ChangedPart::Scatter, line);
        }
        self.compare_causes(Some(ids[0]), Some(ids[1]), place);
    }

    fn compare_board(
        &mut self,
        name: String,
        [before, after]: [BoardId; 2],
        boards: &[NamedBoard<'_>; 2],
    ) {
        let nth = self.found.boards.len();
        let changes = board_changes(&boards[0], &boards[1], self.tables, &name, nth);
        self.found.changes.extend(changes);
        self.found.boards.push(PairedBoard {
            name,
            before,
            after,
        });
    }

    /// Vaults of one name are the same, the first the first.
    fn compare_vaults(&mut self) {
        let (was, is) = (self.was, self.is);
        let mut left: HashMap<&str, Vec<usize>> = HashMap::new();
        for (nth, vault) in was.dungeon.vaults.iter().enumerate().rev() {
            left.entry(&vault.name).or_default().push(nth);
        }
        for (nth, vault) in is.dungeon.vaults.iter().enumerate() {
            let place = format!("vault {}", vault.name);
            match left.get_mut(vault.name.as_str()).and_then(Vec::pop) {
                None => self.tell(ChangedPart::Vault, format!("{place} is new")),
                Some(other) => {
                    let old = &was.dungeon.vaults[other];
                    for phrase in vault_facts(old).changes_to(&vault_facts(vault)) {
                        self.tell_of(&place, ChangedPart::Vault, phrase);
                    }
                    let boards = [
                        NamedBoard::of_vault(was, old),
                        NamedBoard::of_vault(is, vault),
                    ];
                    self.compare_board(place, [other, nth].map(BoardId::Vault), &boards);
                }
            }
        }
        let mut gone: Vec<usize> = left.into_values().flatten().collect();
        gone.sort_unstable();
        for nth in gone {
            let name = &was.dungeon.vaults[nth].name;
            self.tell(ChangedPart::Vault, format!("vault {name} is gone"));
        }
    }
}

/// Changes of records that have no names: alike ones are the same, then those of one subject in their order.
fn record_changes(word: &str, old: &[(String, Facts)], new: &[(String, Facts)]) -> Vec<String> {
    let mut alike: HashMap<&(String, Facts), usize> = HashMap::new();
    for record in new {
        *alike.entry(record).or_default() += 1;
    }
    let is_there = |counts: &mut HashMap<&(String, Facts), usize>, record: &(String, Facts)| {
        let count = counts.get_mut(record).filter(|count| **count > 0);
        count.map(|count| *count -= 1).is_some()
    };
    let gone: Vec<_> = old
        .iter()
        .filter(|record| !is_there(&mut alike, record))
        .collect();
    let mut alike: HashMap<&(String, Facts), usize> = HashMap::new();
    for record in old {
        *alike.entry(record).or_default() += 1;
    }
    let come: Vec<_> = new
        .iter()
        .filter(|record| !is_there(&mut alike, record))
        .collect();
    let mut of_subject: HashMap<&str, Vec<&Facts>> = HashMap::new();
    for (subject, facts) in come.iter().rev() {
        of_subject.entry(subject).or_default().push(facts);
    }
    let mut lines = Vec::new();
    let mut paired: HashMap<&str, usize> = HashMap::new();
    for (subject, facts) in gone {
        match of_subject.get_mut(subject.as_str()).and_then(Vec::pop) {
            Some(now) => {
                *paired.entry(subject).or_default() += 1;
                lines.push(format!(
                    "{word} {subject}: {}",
                    facts.changes_to(now).join(", ")
                ));
            }
            None => lines.push(format!("{word} {subject} is gone ({})", facts.phrase())),
        }
    }
    for (subject, facts) in come {
        match paired.get_mut(subject.as_str()).filter(|count| **count > 0) {
            Some(count) => *count -= 1,
            None => lines.push(format!("{word} {subject} is new ({})", facts.phrase())),
        }
    }
    lines
}
