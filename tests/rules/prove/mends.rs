//! Tests mends in practice: each mend that is said to make a game winnable is applied to the text, as an author would
//! do it, and the file is proved again.
use dungeon_format::source::Source;
use dungeon_model::dungeon::{Dungeon, builtin};
use dungeon_model::space::geometry::at;
use dungeon_players::{
    Budget, Mend, MendSet, Proof, Verdict, drop_refused_mends, prove, prove_layout,
};

use super::levels;
use super::{levels_tried, read};
use crate::dice::Dice;
use crate::support::begun;

/// The steps of a proof; tiny levels need few.
const STEPS: u64 = 100_000;

/// A random level of one room. Its walls, doors and gold are scattered on fixed cells, since `check` refuses a drawn
/// map that cannot be won. Its traps are drawn.
fn level(seed: u64) -> String {
    let mut dice = Dice::new(seed);
    let (width, height) = (5 + dice.below(5), 3 + dice.below(3));
    let is_explore = dice.below(4) > 0;
    let mut scatters = String::new();
    let mut rows = vec![vec!['.'; width]; height];
    let hero = (dice.below(width), dice.below(height));
    let (mut things, mut has_altar) = (0, false);
    for (y, row) in rows.iter_mut().enumerate() {
        for (x, cell) in row.iter_mut().enumerate() {
            let place = format!("in={0},{1}..{0},{1}", x + 2, y + 2);
            let mut put = |what: &str| scatters += &format!("scatter {what} {place}\n");
            match dice.below(24) {
                _ if (x, y) == hero => *cell = '@',
                0..=7 => put("# 1"),
                8 if is_explore => put("+ 1 locked=red"),
                9 => *cell = 'P',
                10 if is_explore => *cell = '>',
                11 if is_explore => put("k 1"),
                12 => *cell = 'T',
                15 if is_explore && !has_altar => {
                    has_altar = true;
                    *cell = 'X';
                }
                13 | 14 => {
                    things += 1;
                    put(if is_explore { "$ 1" } else { "s 1" });
                }
                _ => {}
            }
        }
    }
    if things == 0 {
        let (x, y) = ((hero.0 + width / 2) % width, hero.1);
        let what = if is_explore { "$" } else { "s" };
        scatters += &format!("scatter {what} 1 in={0},{1}..{0},{1}\n", x + 2, y + 2);
    }
    let wall = "#".repeat(width + 2);
    let rows = rows
        .iter()
        .map(|row| format!("#{}#\n", row.iter().collect::<String>()));
    let rows: String = rows.collect();
    let rules = if is_explore {
        "item k \"key\" opens=red\ntile > \"chute\" enter=e\ntile X \"altar\" walk=no\n"
    } else {
        "rules arena\nkind s \"statue\" is=enemy sense=never roam=stand\n"
    };
    format!(
        "{rules}map\n{wall}\n{rows}{wall}\nend\nmark P ^ trap=teleport hidden=no\n\
         mark T ^ trap=teleport to={} hidden=no\n{scatters}",
        if has_altar { "X" } else { "2,2" }
    )
}

/// Applies a mend to the text: to the scatter of that cell, or to the glyph in the map. Returns the new text; `None` if
/// the tile comes from neither.
fn edited(text: &str, mend: &Mend, dungeon: &Dungeon) -> Option<String> {
    let glyph = match mend.to {
        builtin::FLOOR => '.',
        to => dungeon.tile(to).glyph,
    };
    let (x, y) = (mend.at.x as usize, mend.at.y as usize);
    let place = format!("1 in={0},{1}..{0},{1}", x + 1, y + 1);
    let is_terrain = |line: &&str| {
        let what = line
            .strip_prefix("scatter ")
            .and_then(|line| line.chars().next());
        what.is_some_and(|what| "#+^>".contains(what)) && line.contains(&place)
    };
    if dungeon.levels().len() == 1
        && let Some(line) = text.lines().find(is_terrain)
    {
        let instead = match mend.to {
            builtin::FLOOR => String::new(),
            _ => format!("scatter {glyph} {place}"),
        };
        return Some(text.replace(line, &instead));
    }
    let drawn = &dungeon.levels()[usize::from(mend.level.0)].tiles;
    if drawn.get(mend.at) != Some(mend.from) {
        return None;
    }
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut maps = lines.iter().enumerate().filter(|(_, line)| *line == "map");
    let (first, _) = maps.nth(usize::from(mend.level.0))?;
    let row = lines.get_mut(first + 1 + y)?;
    let cell = row.char_indices().nth(x)?;
    row.replace_range(cell.0..cell.0 + cell.1.len_utf8(), &glyph.to_string());
    Some(lines.join("\n") + "\n")
}

fn mends(proof: &Proof) -> &[MendSet] {
    match &proof.verdict {
        Verdict::Unwinnable(disproof) => &disproof.mends,
        _ => &[],
    }
}

/// The number of mends applied to texts, and the mends that did not help.
#[derive(Default)]
struct Tried {
    proved: usize,
    alternatives: usize,
    unproved: usize,
    vain: Vec<String>,
}

impl Tried {
    fn add(&mut self, text: &str, seed: u64) {
        let Some(dungeon) = read(text) else {
            return;
        };
        let mut proof = prove(&dungeon, seed, &Budget::of_steps(STEPS));
        let source = Source::from_text("a.dng", text);
        drop_refused_mends(
            &mut proof.verdict,
            begun(dungeon.clone(), seed).world(),
            &source,
        );
        for (nth, set) in mends(&proof).iter().enumerate() {
            if !set.is_proved {
                self.unproved += 1;
                continue;
            }
            let mended = set
                .changes
                .iter()
                .try_fold(text.to_owned(), |text, mend| edited(&text, mend, &dungeon));
            let Some(mended) = mended else {
                continue;
            };
            let Some(mended) = read(&mended) else {
                self.vain.push(format!("refused:\n{mended}"));
                continue;
            };
            self.proved += 1;
            self.alternatives += usize::from(nth > 0);
            let again = prove(&mended, seed, &Budget::of_steps(10 * STEPS));
            if !matches!(again.verdict, Verdict::Winnable(_)) {
                let changes = &set.changes;
                self.vain
                    .push(format!("{changes:?} leave {:?} of\n{text}", again.verdict));
            }
        }
    }
}

#[test]
fn a_mend_that_is_said_to_make_a_game_winnable_does_so_when_it_is_made_in_the_text() {
    let mut tried = Tried::default();
    for nth in levels_tried(600) {
        tried.add(&level(nth), nth);
        tried.add(&levels::level(nth).text, levels::level(nth).seed);
    }
    let Tried {
        proved,
        alternatives,
        unproved,
        vain,
    } = tried;
    println!(
        "{proved} mends are proved, {alternatives} of them beside another, {unproved} are not"
    );
    assert!(
        vain.is_empty(),
        "{} of {proved}:\n{}",
        vain.len(),
        vain.join("\n")
    );
    assert!(proved > 20 && alternatives > 5, "{proved}, {alternatives}");
}

#[test]
fn a_mend_that_opens_a_way_into_a_lost_fight_is_not_told_and_one_of_a_map_is_not_proved() {
    let fight = "kind w \"wyrm\" health=99 strength=99\nhero health=3 max=3\n\
                 map\n#########\n#@.....$#\n#########\nend\n\
                 scatter # 1 in=4,2..4,2\nscatter w 1 in=6,2..6,2\n";
    let dungeon = read(fight).expect("a sound dungeon");
    let proof = prove(&dungeon, 0, &Budget::of_steps(STEPS));
    assert!(matches!(proof.verdict, Verdict::Unwinnable(_)), "{proof:?}");
    assert!(mends(&proof).iter().all(|set| !set.is_proved), "{proof:?}");
    let layout = prove_layout(&dungeon, 0, &Budget::of_steps(STEPS));
    let [set] = mends(&layout) else {
        panic!("one wall: {layout:?}");
    };
    assert!(!set.is_proved);
}

#[test]
fn every_single_change_that_helps_is_told() {
    let two_rooms = "map\n#########\n#@......#\n#.......#\n#......$#\n#########\nend\n\
                     scatter # 1 in=5,2..5,2\nscatter # 1 in=5,3..5,3\nscatter # 1 in=5,4..5,4\n";
    let dungeon = read(two_rooms).expect("a sound dungeon");
    let proof = prove(&dungeon, 0, &Budget::of_steps(STEPS));
    let sets = mends(&proof);
    let mut cells: Vec<String> = sets
        .iter()
        .map(|set| set.changes[0].at.to_string())
        .collect();
    cells.sort();
    assert_eq!(cells, ["5,2", "5,3", "5,4"], "{proof:?}");
    assert!(
        sets.iter()
            .all(|set| set.is_proved && set.changes.len() == 1)
    );
}

#[test]
fn a_change_of_the_only_cell_that_a_record_names_is_not_told() {
    let statue = "tile X \"statue\" walk=no\nmap\n#######\n#@X$..#\n#.....#\n#######\nend\n\
                  scatter # 1 in=3,3..3,3\nwhen leave=X \"It crumbles.\"\n";
    let dungeon = read(statue).expect("a sound dungeon");
    let mut proof = prove(&dungeon, 0, &Budget::of_steps(STEPS));
    let cells = |proof: &Proof| {
        let cells = mends(proof).iter().map(|set| set.changes[0].at.to_string());
        cells.collect::<Vec<_>>()
    };
    assert_eq!(cells(&proof), ["3,2", "3,3"]);
    let source = Source::from_text("a.dng", statue);
    drop_refused_mends(&mut proof.verdict, begun(dungeon, 0).world(), &source);
    assert_eq!(cells(&proof), ["3,3"]);
}

#[test]
fn nor_is_it_told_beside_a_change_of_what_chance_puts() {
    let statue = "tile X \"statue\" walk=no\nmap\n#######\n#@X...#\n#.....#\n#######\nend\n\
                  scatter # 1 in=4,2..4,2\nscatter # 1 in=3,3..3,3\nscatter # 1 in=4,3..4,3\n\
                  scatter $ 1 in=6,2..6,2\nwhen leave=X \"It crumbles.\"\n";
    let dungeon = read(statue).expect("a sound dungeon");
    let mut proof = prove(&dungeon, 0, &Budget::of_steps(STEPS));
    let of_statue = |proof: &Proof| {
        let statue = |mend: &Mend| mend.at == at(2, 1);
        let sets = mends(proof).iter();
        sets.filter(|set| set.changes.iter().any(statue)).count()
    };
    assert_ne!(of_statue(&proof), 0, "{proof:?}");
    let source = Source::from_text("a.dng", statue);
    drop_refused_mends(&mut proof.verdict, begun(dungeon, 0).world(), &source);
    assert_eq!(of_statue(&proof), 0, "{proof:?}");
}
