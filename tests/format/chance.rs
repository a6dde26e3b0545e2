//! Chance in marks, as `check` judges it: every outcome, each written out as a file of its own and walked by a flood that
//! knows nothing of the lints.
use std::collections::BTreeSet;

use dungeon::format::diagnostic::{Code, Diagnostic};
use dungeon::format::source::{Limits, Source};

use crate::cases;

/// What is found in a text.
fn findings(text: &str) -> Vec<Diagnostic> {
    dungeon::read(&Source::from_text("a.dng", text), &Limits::default()).1
}

/// The findings about what cannot be come to.
fn unreached(text: &str) -> Vec<Diagnostic> {
    let mut found = findings(text);
    found.retain(|found| {
        matches!(
            found.code,
            Code::UnreachableItem | Code::SealedMonster | Code::LockedIn | Code::NoSuchKey
        )
    });
    found
}

/// A random file: a small map with marks, and what each mark may be.
#[derive(Clone, Debug)]
struct Chancy {
    rows: Vec<Vec<char>>,
    marks: Vec<ChancyMark>,
    shuffle: Vec<usize>,
}

#[derive(Clone, Debug)]
struct ChancyMark {
    glyph: char,
    options: Vec<char>,
    is_same: bool,
    share: bool, // or nothing at all
}

/// Numbers that look like chance, by a seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % n
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

impl Chancy {
    /// A file with at most so many cells that are left to chance.
    fn new(dice: &mut Dice, most: usize) -> Chancy {
        let (width, height) = (4 + dice.below(4), 2 + dice.below(3));
        let most = 2 + dice.below(most - 1);
        let marks: Vec<ChancyMark> = ['1', '2', '3'][..1 + dice.below(3)]
            .iter()
            .map(|glyph| {
                let count = 1 + dice.below(3);
                let options: BTreeSet<char> = (0..count)
                    .map(|_| dice.of(&['#', '#', '.', 'L', 'k', '$', 'w']))
                    .collect();
                let share = options.len() == 1 || dice.below(4) == 0;
                ChancyMark {
                    glyph: *glyph,
                    options: options.into_iter().collect(),
                    is_same: dice.below(4) == 0,
                    share,
                }
            })
            .collect();
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
        let shuffle = match dice.below(4) == 0 && marks.len() > 1 {
            true => (0..marks.len()).collect(),
            false => Vec::new(),
        };
        Chancy {
            rows,
            marks,
            shuffle,
        }
    }

    fn text(&self, rows: &[Vec<char>], marks: &str) -> String {
        let width = self.rows[0].len() + 2;
        let rim = "#".repeat(width);
        let rows: String = rows
            .iter()
            .map(|row| format!("#{}#\n", row.iter().collect::<String>()))
            .collect();
        let always = "mark L + locked=iron\n";
        format!("item k \"key\" opens=iron\nmap\n{rim}\n{rows}{rim}\nend\n{always}{marks}")
    }

    fn chancy(&self) -> String {
        let mut said = String::new();
        for mark in &self.marks {
            // A mark is no alternative of another one: a locked door is a door, by a key of the mark.
            let options: Vec<String> = mark.options.iter().map(char::to_string).collect();
            let options = options.join("|").replace('L', "+");
            let locked = if mark.options.contains(&'L') {
                " locked=iron"
            } else {
                ""
            };
            let share = if mark.share { " 50%" } else { "" };
            let same = if mark.is_same { " same=yes" } else { "" };
            said += &format!("mark {} {options}{share}{same}{locked}\n", mark.glyph);
        }
        if !self.shuffle.is_empty() {
            let marks = self
                .shuffle
                .iter()
                .map(|nth| format!(" {}", self.marks[*nth].glyph));
            said += &format!("shuffle{}\n", marks.collect::<String>());
        }
        self.text(&self.rows, &said)
    }

    /// Every outcome, as the rows that an author would draw.
    fn outcomes(&self) -> Vec<Vec<Vec<char>>> {
        let mut all = Vec::new();
        for order in self.orders() {
            self.complete(&order, &mut self.rows.clone(), 0, &mut Vec::new(), &mut all);
        }
        all
    }

    /// How many outcomes there are.
    fn count(&self) -> usize {
        let of_order = |order: Vec<usize>| {
            let mut decided = BTreeSet::new();
            let cells = self.rows.iter().flatten();
            let counts = cells.filter_map(|cell| {
                let mark = self.marks.iter().position(|mark| mark.glyph == *cell)?;
                let mark = &self.marks[order[mark]];
                let is_open = !mark.is_same || decided.insert(mark.glyph);
                Some(if is_open {
                    mark.options.len() + usize::from(mark.share)
                } else {
                    1
                })
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
        same: &mut Vec<(usize, char)>,
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
        let mut options = mark.options.clone();
        if mark.share {
            options.push('.');
        }
        if let Some((_, decided)) = same.iter().find(|(which, _)| *which == meaning) {
            options = vec![*decided];
        }
        let before = rows[nth / width][nth % width];
        for option in options {
            let is_news = mark.is_same && !same.iter().any(|(which, _)| *which == meaning);
            if is_news {
                same.push((meaning, option));
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

/// Whether everything on a map can be come to, and every lock opened: by a flood in eight directions that goes through a
/// locked door, `L`, once a key was come to.
fn is_all_reached(rows: &[Vec<char>]) -> bool {
    let (width, height) = (rows[0].len() as i32, rows.len() as i32);
    let mut reached = BTreeSet::from([(0, 0)]);
    loop {
        let has_key = reached
            .iter()
            .any(|(x, y)| rows[*y as usize][*x as usize] == 'k');
        let mut next = reached.clone();
        for (x, y) in &reached {
            for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
                let (x, y) = (x + dx, y + dy);
                if !(0..width).contains(&x) || !(0..height).contains(&y) {
                    continue;
                }
                match rows[y as usize][x as usize] {
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
    let has_key = cells().any(|p| glyph(p) == 'k');
    let is_lost = |p: &(i32, i32)| match glyph(*p) {
        '$' | 'k' | 'w' => !reached.contains(p),
        'L' => !has_key,
        _ => false,
    };
    !cells().any(|p| is_lost(&p))
}

/// `check` tells of something out of reach if and only if that is so in some outcome.
#[test]
fn something_is_told_as_out_of_reach_exactly_where_some_outcome_has_it_so() {
    let mut dice = Dice(20);
    let (mut told, mut silent) = (0, 0);
    for _ in 0..cases::of(60).cases {
        let chancy = Chancy::new(&mut dice, 4);
        let text = chancy.chancy();
        let outcomes = chancy.outcomes();
        let lost = outcomes.iter().find(|rows| !is_all_reached(rows));
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
            lost.is_some(),
            !found.is_empty(),
            "{text}{} outcomes, lost in {:?}\n{found:#?}",
            outcomes.len(),
            lost.map(|rows| chancy.text(rows, "")),
        );
        // And so is each outcome that is written out as a file.
        for rows in outcomes.iter().take(20) {
            let plain = chancy.text(rows, "");
            assert_eq!(
                is_all_reached(rows),
                unreached(&plain).is_empty(),
                "{plain}"
            );
        }
        match lost {
            Some(_) => told += 1,
            None => silent += 1,
        }
    }
    assert!(
        told.min(silent) * 10 > told.max(silent),
        "{told} and {silent}"
    );
}

/// So does it where there are too many outcomes to judge each: walls, doors, floor and keys are ordered, and what chance
/// puts down is looked at where all else is at its worst.
#[test]
fn the_worst_outcomes_stand_for_all_where_these_are_many() {
    let mut dice = Dice(7);
    let (mut told, mut silent) = (0, 0);
    while told + silent < cases::of(6).cases {
        let chancy = Chancy::new(&mut dice, 10);
        let outcomes = chancy.count();
        if !(4097..40_000).contains(&outcomes) {
            continue;
        }
        let text = chancy.chancy();
        let all = chancy.outcomes();
        assert_eq!(all.len(), outcomes);
        let lost = all.iter().find(|rows| !is_all_reached(rows));
        let found = unreached(&text);
        assert_eq!(
            lost.is_some(),
            !found.is_empty(),
            "{text}lost in {:?}\n{found:#?}",
            lost.map(|rows| chancy.text(rows, "")),
        );
        match lost {
            Some(_) => told += 1,
            None => silent += 1,
        }
    }
}
