//! Findings of `check` about random marks, compared with every outcome: each is written out as a file and searched by a
//! flood fill that does not share code with the lints.
use std::collections::{BTreeMap, BTreeSet};

use crate::dice::Dice;
use dungeon_format::diagnostic::{Code, Diagnostic, Severity};
use dungeon_format::source::{Limits, Source};

use crate::cases;

/// Returns the findings in a text.
fn findings(text: &str) -> Vec<Diagnostic> {
    dungeon::read(&Source::from_text("a.dng", text), &Limits::default()).1
}

/// Returns the findings about things out of reach.
fn unreached(text: &str) -> Vec<Diagnostic> {
    let mut found = findings(text);
    found.retain(|found| {
        matches!(
            found.code,
            Code::UnreachableItem
                | Code::UnreachableStairs
                | Code::SealedMonster
                | Code::LockedIn
                | Code::NoSuchKey
        )
    });
    found
}

/// A random file: small maps with marks, and the options of each mark.
#[derive(Clone, Debug)]
struct Chancy {
    /// The rows of all levels, one below the other.
    rows: Vec<Vec<char>>,
    levels: usize,
    marks: Vec<ChancyMark>,
    shuffle: Vec<usize>,
    /// A wall that becomes floor once a token, `t`, is taken.
    gate: Option<(usize, usize)>,
    /// The number of pieces of gold that the seed scatters on the last level.
    scattered: usize,
    /// Whether the map is a vault of a generated level.
    is_vault: bool,
}

#[derive(Clone, Debug)]
struct ChancyMark {
    glyph: char,
    options: Vec<char>,
    is_same: bool,
    share: bool, // or nothing
    /// The index of the mark whose draw decides this one; it has as many options.
    with: Option<usize>,
}

impl ChancyMark {
    /// Returns all options, with the one that leaves the cell empty.
    fn all_options(&self) -> Vec<char> {
        let nothing = self.share.then_some('.');
        self.options.iter().copied().chain(nothing).collect()
    }
}

/// Links a mark to the draw of another one, in some of the files.
fn join(marks: &mut [ChancyMark], dice: &mut Dice, things: &[char]) {
    let [first, second, ..] = marks else { return };
    if dice.below(3) > 0 {
        return;
    }
    first.is_same = true;
    let count = first.all_options().len();
    *second = ChancyMark {
        glyph: second.glyph,
        options: (0..count).map(|_| dice.one(things)).collect(),
        is_same: true,
        share: false,
        with: Some(0),
    };
}

impl Chancy {
    /// A file with at most this many random cells.
    fn new(dice: &mut Dice, most: usize) -> Chancy {
        let (width, height) = (4 + dice.below(4), 2 + dice.below(3));
        let most = 2 + dice.below(most - 1);
        let things = ['#', '#', '.', 'L', 'k', '$', 'w', 't'];
        let mut marks: Vec<ChancyMark> = ['1', '2', '3'][..1 + dice.below(3)]
            .iter()
            .map(|glyph| {
                let count = 1 + dice.below(3);
                let options: BTreeSet<char> = (0..count).map(|_| dice.one(&things)).collect();
                let share = options.len() == 1 || dice.below(4) == 0;
                ChancyMark {
                    glyph: *glyph,
                    options: options.into_iter().collect(),
                    is_same: dice.below(4) == 0,
                    share,
                    with: None,
                }
            })
            .collect();
        join(&mut marks, dice, &things);
        let mut drawn = 0;
        let mut cell = |dice: &mut Dice| match dice.below(10) {
            0..=2 => '#',
            3..=5 if drawn < most => {
                drawn += 1;
                marks[dice.below(marks.len())].glyph
            }
            6 if dice.below(4) == 0 => 'k',
            7 if dice.below(4) == 0 => 'L',
            8 if dice.below(3) == 0 => 'w',
            _ => '.',
        };
        let mut rows: Vec<Vec<char>> = (0..height)
            .map(|_| (0..width).map(|_| cell(dice)).collect())
            .collect();
        rows[0][0] = '@';
        rows[height - 1][width - 1] = '$';
        let gate = (dice.below(width), dice.below(height));
        let gate =
            Some(gate).filter(|(x, y)| dice.below(2) == 0 && matches!(rows[*y][*x], '.' | '#'));
        if let Some((x, y)) = gate {
            rows[y][x] = '#';
        }
        let shuffle = if dice.below(4) == 0 && marks.len() > 1 {
            (0..marks.len()).collect()
        } else {
            Vec::new()
        };
        Chancy {
            rows,
            levels: 1,
            marks,
            shuffle,
            gate,
            scattered: 0,
            is_vault: false,
        }
    }

    /// A file of several levels joined by stairs, with monsters that drop keys; each level has its own marks.
    fn of_levels(dice: &mut Dice, most: usize) -> Chancy {
        let levels = 2 + dice.below(2);
        let (width, height) = (3 + dice.below(3), 1 + dice.below(3));
        let (mut rows, mut marks) = (Vec::new(), Vec::new());
        let mut drawn = 0;
        for level in 0..levels {
            let is_last = level + 1 == levels;
            let stairs = if is_last { '.' } else { '>' };
            let things = ['#', '#', '.', 'L', 'k', '$', 'w', 'z', stairs];
            for nth in 0..1 + dice.below(2) {
                let count = 1 + dice.below(3);
                let options: BTreeSet<char> = (0..count).map(|_| dice.one(&things)).collect();
                marks.push(ChancyMark {
                    glyph: char::from_digit((2 * level + nth + 1) as u32, 10).expect("below ten"),
                    share: options.len() == 1 || dice.below(4) == 0,
                    options: options.into_iter().collect(),
                    is_same: dice.below(4) == 0,
                    with: None,
                });
                if nth == 1 {
                    let own = marks.len() - 2;
                    join(&mut marks[own..], dice, &things);
                    let with = &mut marks[own + 1].with;
                    *with = with.map(|_| own);
                }
            }
            let own: Vec<char> = { marks.iter().map(|mark| mark.glyph) }
                .filter(|glyph| glyph.to_digit(10) > Some(2 * level as u32))
                .collect();
            let first = rows.len();
            for _ in 0..height {
                let cell = |_| match dice.below(10) {
                    0..=1 => '#',
                    2..=4 if drawn < most => {
                        drawn += 1;
                        dice.one(&own)
                    }
                    5 => dice.one(&['k', 'z', 'L', 'L', 'w', '.', '.', '.']),
                    _ => '.',
                };
                rows.push((0..width).map(cell).collect::<Vec<char>>());
            }
            rows[first][0] = if level == 0 { '@' } else { '<' };
            rows[first + height - 1][width - 1] = if is_last { '$' } else { '>' };
        }
        Chancy {
            rows,
            levels,
            marks,
            shuffle: Vec::new(),
            gate: None,
            scattered: 0,
            is_vault: false,
        }
    }

    fn text(&self, rows: &[Vec<char>], marks: &[String]) -> String {
        let width = self.rows[0].len() + 2;
        let rim = "#".repeat(width);
        let gate = self.gate.map_or(String::new(), |(x, y)| {
            format!("when take=t tile={},{} into=.\n", x + 2, y + 2)
        });
        let mut text = "item k \"key\" opens=iron\nitem t \"token\"\nkind z \"zombie\" drops=k\n\
                        mark L + locked=iron\n"
            .to_string();
        for (level, rows) in rows.chunks(rows.len() / self.levels).enumerate() {
            let rows = rows.iter();
            let rows: String = rows
                .map(|row| format!("#{}#\n", row.iter().collect::<String>()))
                .collect();
            if self.levels > 1 {
                text += &format!("level \"level {level}\"\n");
            }
            let marks = marks.get(level).map_or("", String::as_str);
            if self.is_vault {
                let rows = rows.replace('@', ".");
                let door = format!("#+{}", &rim[2..]);
                text += &format!("vault \"cell\"\nmap\n{rim}\n{rows}{door}\nend\n{marks}");
                return text
                    + "level \"hall\"\nmap rooms 40 20 vaults=yes\nscatter @ 1\nscatter k 1\n";
            }
            text += &format!("map\n{rim}\n{rows}{rim}\nend\n{marks}{gate}");
        }
        match self.scattered {
            0 => text,
            count => text + &format!("scatter $ {count}\n"),
        }
    }

    fn chancy(&self) -> String {
        let mut said = vec![String::new(); self.levels];
        for mark in &self.marks {
            // In files with several levels, each level has two marks.
            let level = match self.levels {
                1 => 0,
                _ => (mark.glyph as usize - '1' as usize) / 2,
            };
            // A mark cannot be an option of a mark: a locked door is a door with a key of the mark's record.
            let options: Vec<String> = mark.options.iter().map(char::to_string).collect();
            let options = options.join("|").replace('L', "+");
            let locked = if mark.options.contains(&'L') {
                " locked=iron"
            } else {
                ""
            };
            let share = if mark.share { " 50%" } else { "" };
            let same = match mark.with {
                Some(other) => format!(" with={}", self.marks[other].glyph),
                None if mark.is_same => " same=yes".to_string(),
                None => String::new(),
            };
            said[level] += &format!("mark {} {options}{share}{same}{locked}\n", mark.glyph);
        }
        if !self.shuffle.is_empty() {
            let marks = self
                .shuffle
                .iter()
                .map(|nth| format!(" {}", self.marks[*nth].glyph));
            said[0] += &format!("shuffle{}\n", marks.collect::<String>());
        }
        self.text(&self.rows, &said)
    }

    /// Returns every outcome, as rows that an author would draw.
    fn outcomes(&self) -> Vec<Vec<Vec<char>>> {
        let mut all = Vec::new();
        for order in self.orders() {
            self.complete(&order, &mut self.rows.clone(), 0, &mut Vec::new(), &mut all);
        }
        all
    }

    /// Returns the number of outcomes.
    fn count(&self) -> usize {
        let of_order = |order: Vec<usize>| {
            let mut decided = BTreeSet::new();
            let cells = self.rows.iter().flatten();
            let counts = cells.filter_map(|cell| {
                let mark = self.marks.iter().position(|mark| mark.glyph == *cell)?;
                let meaning = order[mark];
                let mark = &self.marks[meaning];
                let is_open = !mark.is_same || decided.insert(mark.with.unwrap_or(meaning));
                Some(if is_open { mark.all_options().len() } else { 1 })
            });
            counts.fold(1, usize::saturating_mul)
        };
        self.orders()
            .into_iter()
            .map(of_order)
            .fold(0, usize::saturating_add)
    }

    fn orders(&self) -> Vec<Vec<usize>> {
        let plain: Vec<usize> = (0..self.marks.len()).collect();
        if self.shuffle.is_empty() {
            return vec![plain];
        }
        let mut all = Vec::new();
        permutations(&mut plain.clone(), 0, &mut all);
        all
    }

    fn complete(
        &self,
        order: &[usize],
        rows: &mut Vec<Vec<char>>,
        from: usize,
        same: &mut Vec<(usize, usize)>,
        all: &mut Vec<Vec<Vec<char>>>,
    ) {
        let width = rows[0].len();
        let next = (from..width * rows.len()).find_map(|nth| {
            let glyph = rows[nth / width][nth % width];
            Some((nth, self.marks.iter().position(|mark| mark.glyph == glyph)?))
        });
        let Some((nth, mark)) = next else {
            all.push(rows.clone());
            return;
        };
        let meaning = order[mark];
        let mark = &self.marks[meaning];
        let decider = mark.with.unwrap_or(meaning);
        let decided = same.iter().find(|(which, _)| *which == decider);
        let decided = decided.map(|(_, option)| *option);
        let before = rows[nth / width][nth % width];
        for (number, option) in mark.all_options().into_iter().enumerate() {
            if mark.is_same && decided.is_some_and(|decided| decided != number) {
                continue;
            }
            let is_news = mark.is_same && decided.is_none();
            if is_news {
                same.push((decider, number));
            }
            rows[nth / width][nth % width] = option;
            self.complete(order, rows, nth + 1, same, all);
            rows[nth / width][nth % width] = before;
            if is_news {
                same.pop();
            }
        }
    }
}

fn permutations(order: &mut Vec<usize>, from: usize, all: &mut Vec<Vec<usize>>) {
    if from == order.len() {
        all.push(order.clone());
        return;
    }
    for nth in from..order.len() {
        order.swap(from, nth);
        permutations(order, from + 1, all);
        order.swap(from, nth);
    }
}

/// How bad a map is for the player, as found by a flood fill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Loss {
    /// Everything is reachable, and every lock can be opened.
    Nothing,
    /// Something unneeded is out of reach.
    Harmless,
    /// The game cannot be won, or a lock has no key.
    Serious,
}

/// Returns the worst of the things out of reach, by a flood fill in eight directions: it passes a locked door, `L`,
/// once it reaches a key or a monster that drops one, passes the gate once it reaches a token, and takes stairs to the
/// first ones that lead back.
fn loss(chancy: &Chancy, rows: &[Vec<char>]) -> Loss {
    let gate = chancy.gate;
    let (width, height) = (rows[0].len() as i32, rows.len() as i32);
    let level_height = height / chancy.levels as i32;
    let first_on = |level: i32, stairs: char| {
        let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let mut here = cells.filter(|(_, y)| y / level_height == level);
        here.find(|(x, y)| rows[*y as usize][*x as usize] == stairs)
    };
    let is_key = |glyph: char| matches!(glyph, 'k' | 'z');
    let mut reached = BTreeSet::from([(0, 0)]);
    loop {
        let has_key = reached
            .iter()
            .any(|(x, y)| is_key(rows[*y as usize][*x as usize]));
        let is_gate = |x: i32, y: i32| gate == Some((x as usize, y as usize));
        let is_open = reached
            .iter()
            .any(|(x, y)| rows[*y as usize][*x as usize] == 't');
        let mut next = reached.clone();
        for (x, y) in &reached {
            let level = y / level_height;
            next.extend(match rows[*y as usize][*x as usize] {
                '>' => first_on(level + 1, '<'),
                '<' => first_on(level - 1, '>'),
                _ => None,
            });
            for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
                let (x, y) = (x + dx, y + dy);
                if !(0..width).contains(&x) || y.div_euclid(level_height) != level {
                    continue;
                }
                match rows[y as usize][x as usize] {
                    '#' if is_open && is_gate(x, y) => drop(next.insert((x, y))),
                    '#' => {}
                    'L' if !has_key => {}
                    _ => {
                        next.insert((x, y));
                    }
                }
            }
        }
        if next == reached {
            break;
        }
        reached = next;
    }
    let cells = || (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let glyph = |(x, y): (i32, i32)| rows[y as usize][x as usize];
    let has_key = cells().any(|p| is_key(glyph(p)));
    let loss = |p: (i32, i32)| match glyph(p) {
        '$' | 't' if !reached.contains(&p) => Loss::Serious,
        'L' if !has_key => Loss::Serious,
        'k' | 'w' | 'z' | '<' | '>' if !reached.contains(&p) => Loss::Harmless,
        _ => Loss::Nothing,
    };
    cells().map(loss).max().unwrap_or(Loss::Nothing)
}

/// Returns the severity of these findings as a loss.
fn told(found: &[Diagnostic]) -> Loss {
    let is_error = |found: &Diagnostic| found.severity == Severity::Error;
    match found.iter().any(is_error) {
        true => Loss::Serious,
        false if found.is_empty() => Loss::Nothing,
        false => Loss::Harmless,
    }
}

/// Judges files and all their outcomes. Returns the number of files with something out of reach in some outcome, and
/// the number of the others.
fn judged(cases: u32, mut file: impl FnMut() -> Chancy) -> (u32, u32) {
    let (mut lossy, mut silent) = (0, 0);
    for _ in 0..cases {
        let chancy = file();
        let text = chancy.chancy();
        let outcomes = chancy.outcomes();
        let lost = outcomes.iter().max_by_key(|rows| loss(&chancy, rows));
        let worst = lost.map_or(Loss::Nothing, |rows| loss(&chancy, rows));
        let found = unreached(&text);
        let errors: Vec<Diagnostic> = findings(&text);
        let wrong = [
            Code::InWall,
            Code::BadValue,
            Code::UnknownGlyph,
            Code::UnknownKey,
        ];
        assert!(
            !errors.iter().any(|found| wrong.contains(&found.code)),
            "{text}{errors:#?}"
        );
        assert_eq!(
            worst,
            told(&found),
            "{text}{} outcomes, lost in {:?}\n{found:#?}",
            outcomes.len(),
            lost.map(|rows| chancy.text(rows, &[])),
        );
        // The verdict also holds for each outcome written out as a file.
        for rows in outcomes.iter().take(20) {
            let plain = chancy.text(rows, &[]);
            let found = unreached(&plain);
            assert_eq!(loss(&chancy, rows), told(&found), "{plain}{found:#?}");
        }
        match worst {
            Loss::Nothing => silent += 1,
            Loss::Harmless | Loss::Serious => lossy += 1,
        }
    }
    (lossy, silent)
}

/// `check` reports something as out of reach if and only if it is so in some outcome, and as an error if it is one
/// there.
#[test]
fn something_is_told_as_out_of_reach_exactly_where_some_outcome_has_it_so() {
    let mut dice = Dice::counting(20);
    let (lossy, silent) = judged(cases::of(60).cases, || Chancy::new(&mut dice, 4));
    assert!(
        lossy.min(silent) * 10 > lossy.max(silent),
        "{lossy} and {silent}"
    );
}

/// `check` reports something as out of reach if and only if it is so in some outcome, also over several levels joined
/// by stairs, some of them random, and with monsters that drop keys.
#[test]
fn something_is_told_as_out_of_reach_over_several_levels_exactly_where_some_outcome_has_it_so() {
    let mut dice = Dice::counting(21);
    let (lossy, silent) = judged(cases::of(40).cases, || Chancy::of_levels(&mut dice, 5));
    assert!(
        lossy.min(silent) * 20 > lossy.max(silent),
        "{lossy} and {silent}"
    );
}

/// Returns the codes of all findings, each with whether one of them is an error.
fn codes(text: &str) -> BTreeMap<Code, bool> {
    let mut codes = BTreeMap::new();
    for found in findings(text) {
        *codes.entry(found.code).or_default() |= found.severity == Severity::Error;
    }
    codes
}

/// Findings in levels with scatters and in vaults equal those in their outcomes written out: the worst of what is out
/// of reach in some outcome, and other warnings if all outcomes have them.
#[test]
fn scatters_and_vaults_are_told_as_their_outcomes_are() {
    let mut dice = Dice::counting(31);
    let mut seen: BTreeMap<Code, usize> = BTreeMap::new();
    for nth in 0..cases::of(90).cases {
        let mut chancy = match nth % 3 {
            0 => Chancy::of_levels(&mut dice, 4),
            _ => Chancy::new(&mut dice, 4),
        };
        chancy.is_vault = nth % 3 == 1;
        chancy.scattered = if chancy.is_vault {
            0
        } else {
            1 + dice.below(12)
        };
        if chancy.is_vault {
            chancy.gate = None;
        }
        let text = chancy.chancy();
        let told = codes(&text);
        let outcomes = chancy.outcomes();
        let outcomes = outcomes.iter().map(|rows| codes(&chancy.text(rows, &[])));
        let outcomes: Vec<BTreeMap<Code, bool>> = outcomes.collect();
        let all: BTreeSet<Code> = { outcomes.iter().chain([&told]) }
            .flat_map(|codes| codes.keys().copied())
            .collect();
        for code in all {
            let in_some = outcomes.iter().filter_map(|codes| codes.get(&code)).max();
            let is_in_all = outcomes.iter().all(|codes| codes.contains_key(&code));
            let is_told = told.get(&code);
            match code {
                Code::UnreachableItem
                | Code::UnreachableStairs
                | Code::SealedMonster
                | Code::LockedIn
                | Code::NoSuchKey => assert_eq!(is_told, in_some, "{code:?}\n{text}"),
                Code::TooFewCells => assert_eq!(is_told.is_some(), is_in_all, "{code:?}\n{text}"),
                _ if is_told == Some(&false) => {
                    // An error hides other findings of an outcome.
                    let mut sound = outcomes
                        .iter()
                        .filter(|codes| !codes.values().any(|is| *is));
                    let is_in_all = sound.all(|codes| codes.contains_key(&code));
                    assert!(is_in_all, "{code:?}\n{text}");
                }
                _ => {}
            }
            *seen.entry(code).or_default() += usize::from(is_told.is_some());
        }
    }
    let count = |code| seen.get(&code).copied().unwrap_or_default();
    let least = [
        Code::UnreachableItem,
        Code::SealedMonster,
        Code::TooFewCells,
    ];
    assert!(least.into_iter().all(|code| count(code) > 1), "{seen:?}");
}

/// If there are too many outcomes to judge each, `check` judges the worst ones: walls, doors, floor and keys are
/// ordered, and random things are judged in the worst surroundings. The result is still exact.
#[test]
fn the_worst_outcomes_stand_for_all_where_these_are_many() {
    let mut dice = Dice::counting(7);
    let (mut lossy, mut silent) = (0, 0);
    while lossy + silent < cases::of(6).cases {
        let chancy = Chancy::new(&mut dice, 10);
        let outcomes = chancy.count();
        if !(4097..40_000).contains(&outcomes) {
            continue;
        }
        let text = chancy.chancy();
        let all = chancy.outcomes();
        assert_eq!(all.len(), outcomes);
        let lost = all.iter().max_by_key(|rows| loss(&chancy, rows));
        let worst = lost.map_or(Loss::Nothing, |rows| loss(&chancy, rows));
        let found = unreached(&text);
        assert_eq!(
            worst,
            told(&found),
            "{text}lost in {:?}\n{found:#?}",
            lost.map(|rows| chancy.text(rows, &[])),
        );
        match worst {
            Loss::Nothing => silent += 1,
            Loss::Harmless | Loss::Serious => lossy += 1,
        }
    }
}

/// Returns the codes, severities and messages of a text's findings.
fn said(text: &str) -> Vec<(Code, Severity, String)> {
    let found = findings(text).into_iter();
    let said = found.map(|found| (found.code, found.severity, found.message.to_string()));
    said.collect()
}

/// A map with thirteen cells `3` on open floor: more than 4,096 outcomes, since each cell has two options.
fn of_many(before: &str, rows: &str, after: &str) -> String {
    format!(
        "{before}\nmap\n##################\n#@...............#\n#.3333333333333..#\n{rows}##################\nend\n\
         mark 3 w|.\n{after}\n"
    )
}

#[test]
fn a_lock_has_a_key_in_every_outcome_where_a_cause_gives_one() {
    let file = |records: &str| {
        format!(
            "item k \"key\" opens=iron\nkind z \"zombie\" drops=k\nmap\n########\n#@.1.D$#\n#....###\n########\nend\n\
             mark D + locked=iron\nmark 1 w|.\n{records}\n"
        )
    };
    let is_keyless = |records| {
        said(&file(records))
            .iter()
            .any(|(code, ..)| *code == Code::NoSuchKey)
    };
    assert!(!is_keyless("when turn=1 give=k"));
    assert!(!is_keyless("when turn=1 spawn=z at=4,3"));
    assert!(is_keyless(""));
}

#[test]
fn what_is_an_error_in_one_outcome_is_told_as_one_whatever_the_order_of_alternatives() {
    for alternatives in [".|+", "+|."] {
        let text = format!(
            "item k \"key\" opens=iron\nmap\n#######\n#@.1.$#\n#.#####\n#.....#\n#######\n#.k####\n#######\nend\n\
             mark 1 {alternatives} locked=iron\n"
        );
        let message =
            "expected a way from the hero to the key at 3,6, found none if `1` at 4,2 becomes `+`";
        let expected = (Code::UnreachableItem, Severity::Error, message.to_owned());
        assert_eq!(said(&text), [expected], "{text}");
        // The map has more than 4,096 outcomes.
        let rows = "#.##############.#\n#.##k#####..1...$#\n#.##############.#\n";
        let marks = format!("mark 1 {alternatives} locked=iron");
        let many = said(&of_many("item k \"key\" opens=iron", rows, &marks));
        assert_eq!(
            (many[0].0, many.len()),
            (Code::UnreachableItem, 1),
            "{many:?}"
        );
    }
    for alternatives in ["r|.", ".|r"] {
        let text = format!(
            "rules tactics\nitem $ \"gold\" ammo=1\nkind r \"robot\" is=blue\nmap\n##############\n#@.1.....#...#\n\
             #.......##.$.#\n##############\nend\nmark 1 {alternatives}\n"
        );
        let found = said(&text);
        let expected = (Code::UnreachableItem, Severity::Error);
        assert_eq!((found[0].0, found[0].1), expected, "{found:?}");
        let cells = text
            .replace("#.......##", "#222222222222##")
            .replace("##########", "###############");
        let many = format!("{cells}mark 2 {alternatives}\n");
        let found = said(&many.replace(".....#...#", "..........#...#"));
        assert_eq!((found[0].0, found[0].1), expected, "{many}{found:?}");
        assert!(
            !found[0].2.ends_with("found none"),
            "no finding if there are robots: {found:?}"
        );
    }
}

#[test]
fn nothing_is_lost_behind_twenty_findings_of_an_outcome() {
    let closets = "k.##".repeat(21);
    let rim = "#".repeat(closets.len() + 4);
    let floor = ".".repeat(closets.len() - 1);
    let file = |marks: &str| {
        format!(
            "item k \"lever\" opens=iron\nmap\n{rim}\n#@1{floor}$#\n{rim}\n#{closets}$.#\n{rim}\nend\nmark 1 {marks}\n"
        )
    };
    let count = |text: &str| {
        let found = findings(text);
        let of = |severity| {
            let such = found.iter().filter(|found| found.severity == severity);
            such.map(Diagnostic::count).sum::<usize>()
        };
        (of(Severity::Error), of(Severity::Warning))
    };
    assert_eq!(count(&file(".")), (1, 21));
    assert_eq!(count(&file("w|.")), (1, 21));
}

#[test]
fn what_a_cause_waits_for_may_be_left_out_beyond_4096_outcomes() {
    let rows = "#..2......1......#\n#.........########\n#.........D.....$#\n";
    let marks = "mark 1 k|*\nmark 2 *|k\nmark D #\nwhen take=k tile=D into=.";
    let text = of_many("item k \"lever\"", rows, marks);
    let found = said(&text);
    assert_eq!(
        (found[0].0, found[0].1),
        (Code::UnreachableItem, Severity::Error),
        "{text}{found:?}"
    );
}

#[test]
fn what_a_boulder_fills_is_no_wall_beyond_4096_outcomes() {
    let before = "tile ~ \"water\" walk=no see=yes\ntile B \"boulder\" push=yes fills=~";
    let rows = "#..B..B..........#\n#.......##1##2####\n#.......#....$...#\n#.......##########\n";
    let found = said(&of_many(before, rows, "mark 1 ~|#\nmark 2 #|~"));
    assert_eq!(
        (found[0].0, found[0].1),
        (Code::UnreachableItem, Severity::Error),
        "{found:?}"
    );
}

/// A large map of floor with many cells `1`, of which few outcomes are judged, and with these rows below.
fn large(rows: &str, marks: &str) -> String {
    let rim = "#".repeat(300);
    let width = 298;
    let floor = format!("#{}#\n", ".".repeat(width));
    let chancy = format!("#..{}{}#\n", "1...".repeat(73), "....");
    assert_eq!(chancy.len(), floor.len());
    let above = floor.replacen("..", "@.", 1);
    let rows: String = rows
        .lines()
        .map(|row| format!("#{row:.<width$}#\n"))
        .collect();
    let rest = floor.repeat(290);
    format!("map\n{rim}\n{above}{chancy}{floor}{rows}{rest}{rim}\nend\n{marks}\n")
}

#[test]
fn every_way_of_shuffling_and_every_closet_has_its_outcome_on_a_large_map() {
    let closets = "....####\n....#$A...B...C\n....####\n";
    let shuffled = large(
        closets,
        "mark 1 #|*\nmark A .\nmark B .\nmark C #\nshuffle A B C",
    );
    let found = said(&shuffled);
    assert_eq!(
        (found[0].0, found.len()),
        (Code::UnreachableItem, 1),
        "{found:?}"
    );
    assert!(
        found[0].2.contains("gives `A` the meaning of `C`"),
        "{found:?}"
    );
    let sealed = large("....###\n....#1#..$\n....###\n", "mark 1 #|*");
    let found = said(&sealed);
    assert_eq!(
        (found[0].0, found.len()),
        (Code::UnreachableItem, 1),
        "{found:?}"
    );
    assert!(
        found[0].2.ends_with("if `1` at 7,6 becomes `*`"),
        "{found:?}"
    );
}

#[test]
fn a_reason_names_no_shuffle_that_has_nothing_to_do_with_it_and_a_mend_names_the_mark() {
    let rows = "#.111..A.........#\n#.1$1..B.........#\n#.111............#\n";
    let marks = "mark 1 #|.\nmark A w\nmark B g\nshuffle A B";
    let found = findings(&of_many("", rows, marks));
    let sealed = found
        .iter()
        .find(|found| found.code == Code::UnreachableItem);
    let sealed = sealed.expect("the gold behind all walls");
    let message = sealed.message.to_string();
    let reason = "if all `1` at 3,4, 4,4, 5,4, 3,5 and 3 more cells become `#`";
    assert!(message.ends_with(reason), "{message}");
    let help = sealed.help.as_ref().map(ToString::to_string);
    assert!(
        help.is_some_and(|help| help.contains("(the mark `1`)")),
        "{sealed:?}"
    );
}

#[test]
fn classes_that_share_their_weights_out_alike_come_to_small_weights_together() {
    let classes: String = ('a'..='f')
        .map(|class| format!("class {class} w*1000|g*1000\n"))
        .collect();
    let text =
        format!("{classes}map\n##########\n#@.1....$#\n##########\nend\nmark 1 a|b|c|d|e|f\n");
    assert_eq!(said(&text), []);
}
