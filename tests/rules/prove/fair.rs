//! Fair verdicts on tiny levels, compared with an independent judge: it distinguishes worlds by the screens of real
//! sessions, and finds the worlds by trying seeds.
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::Write;
use std::sync::Arc;

use dungeon_engine::action::Action;
use dungeon_engine::event::Outcome;
use dungeon_model::dungeon::Dungeon;
use dungeon_model::space::geometry::at;
use dungeon_play::session::session::Session;
use dungeon_players::{Budget, Proof, ProofLimit, Verdict, prove, prove_fair};

use super::oracle::{Clock, actions, verbs_of, words_of};
use super::{levels_tried, read};
use crate::scenario::dice::Dice;

/// The number of seeds that the judge tries, far more than the levels have worlds.
const SEEDS: u64 = 60;

/// The number of seeds for games with later random draws; each seed counts as a separate world.
const LUCKY_SEEDS: u64 = 14;

/// The number of session steps after which the judge gives up.
const MOST_STEPS: usize = 10_000;

/// The number of a world, and everything that decides the rest of its game.
type State = (usize, Vec<u32>);

/// The sessions of a belief, which the player cannot tell apart.
type Belief = BTreeMap<State, Session>;

/// The effects of an action: whether it can lose, and the next beliefs by what the player sees.
struct Taken {
    can_lose: bool,
    next: Vec<usize>,
    /// For each state of the belief: `None` if the action wins, else the next belief and state.
    ways: BTreeMap<State, Option<(usize, State)>>,
}

/// The judge's verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Justice {
    Fair,
    Unfair,
    TooMany,
}

/// Returns what a player sees: the screen as text and colors, and the outcome.
fn seen(session: &Session) -> String {
    let world = session.game().world();
    format!("{}\n{:?}", session.frame().with_styles(), world.outcome())
}

/// Judges the game with seed 0, if its random draws end at the start. With later draws, decides only whether a player
/// wins with some of the seeds: a game without a fair win for these is unfair.
fn judge(dungeon: &Arc<Dungeon>, has_luck: bool, clock: Clock) -> Justice {
    let mut worlds: Vec<Session> = Vec::new();
    let mut known = HashSet::new();
    let first = seen(&Session::seeded(Arc::clone(dungeon), 0));
    for seed in 0..if has_luck { LUCKY_SEEDS } else { SEEDS } {
        let session = Session::seeded(Arc::clone(dungeon), seed);
        let is_new = known.insert(words_of(session.game(), clock)) || has_luck;
        if seen(&session) == first && is_new {
            worlds.push(session);
        }
    }
    let start = (0..).zip(worlds).map(|(world, session)| {
        let state = (world, words_of(session.game(), clock));
        (state, session)
    });
    let mut beliefs: Vec<Belief> = vec![start.collect()];
    let mut numbers = HashMap::from([(states(&beliefs[0]), 0)]);
    let mut all: Vec<Vec<Taken>> = Vec::new();
    let mut steps = 0;
    while all.len() < beliefs.len() {
        let belief = beliefs[all.len()].clone();
        let (_, some) = belief.first_key_value().expect("a state");
        let verbs = verbs_of(some.game());
        let actions = actions(some.game(), &verbs);
        steps += belief.len() * actions.len();
        let taken = actions.into_iter();
        let taken = taken.map(|action| take(&belief, action, clock, (&mut numbers, &mut beliefs)));
        all.push(taken.collect());
        if steps > MOST_STEPS {
            return Justice::TooMany;
        }
    }
    if is_won(&beliefs, &all)[0] {
        Justice::Fair
    } else {
        Justice::Unfair
    }
}

const CLOCK: Clock = Clock::Endless { period: 1 };

fn states(belief: &Belief) -> BTreeSet<State> {
    belief.keys().cloned().collect()
}

/// Takes an action in all sessions of a belief, and numbers the next beliefs.
fn take(
    belief: &Belief,
    action: Action,
    clock: Clock,
    (numbers, beliefs): (&mut HashMap<BTreeSet<State>, usize>, &mut Vec<Belief>),
) -> Taken {
    let mut can_lose = false;
    let mut by_sight: BTreeMap<String, Belief> = BTreeMap::new();
    let mut after = BTreeMap::new();
    for (state, session) in belief {
        let mut session = session.clone();
        assert!(!session.act(&[action]).is_empty(), "{action:?} has keys");
        match session.game().outcome() {
            Some(Outcome::Won) => {
                after.insert(state.clone(), None);
            }
            Some(_) => can_lose = true,
            None => {
                let next = (state.0, words_of(session.game(), clock));
                let sight = seen(&session);
                after.insert(state.clone(), Some((sight.clone(), next.clone())));
                by_sight.entry(sight).or_default().insert(next, session);
            }
        }
    }
    let numbered: BTreeMap<String, usize> = by_sight
        .into_iter()
        .map(|(sight, belief)| {
            let new = beliefs.len();
            let number = *numbers.entry(states(&belief)).or_insert(new);
            if number == new {
                beliefs.push(belief);
            }
            (sight, number)
        })
        .collect();
    let ways = after.into_iter().map(|(state, after)| {
        let after = after.map(|(sight, next)| (numbered[&sight], next));
        (state, after)
    });
    Taken {
        can_lose,
        next: numbered.values().copied().collect(),
        ways: ways.collect(),
    }
}

/// Returns for each belief whether a player can win from there. Removes beliefs until each state of the rest leads to a
/// win by actions that cannot lose and lead only to beliefs of the rest.
fn is_won(beliefs: &[Belief], all: &[Vec<Taken>]) -> Vec<bool> {
    let mut is_left = vec![true; beliefs.len()];
    loop {
        let mut winning: HashSet<(usize, State)> = HashSet::new();
        let mut is_changed = true;
        while std::mem::take(&mut is_changed) {
            for (number, taken) in all
                .iter()
                .enumerate()
                .filter(|(number, _)| is_left[*number])
            {
                let safe = taken
                    .iter()
                    .filter(|one| !one.can_lose && one.next.iter().all(|next| is_left[*next]));
                for one in safe {
                    for (state, after) in &one.ways {
                        let wins = match after {
                            None => true,
                            Some(after) => winning.contains(after),
                        };
                        is_changed |= wins && winning.insert((number, state.clone()));
                    }
                }
            }
        }
        let lost: Vec<usize> = (0..beliefs.len())
            .filter(|number| is_left[*number])
            .filter(|number| {
                let mut states = beliefs[*number].keys();
                states.any(|state| !winning.contains(&(*number, state.clone())))
            })
            .collect();
        if lost.is_empty() {
            return is_left;
        }
        lost.into_iter().for_each(|number| is_left[number] = false);
    }
}

/// The possible contents of marks; A becomes a place. No two contents have different names and the same glyph, so a
/// frame shows everything that a player can look up; the mimic must look like gold.
const CONTENTS: [&str; 10] = [
    ".",
    "^ trap=teleport to=A",
    "^ trap=teleport to=A",
    "^ trap=teleport to=A",
    "k",
    "j",
    "$",
    "#",
    ". \"Mind the wind.\"",
    "m",
];

/// A level of a few cells with marks in random order: a hall, or rooms in a row. Its hero begins with the maximum
/// health, 9.
fn level(nth: u64) -> String {
    let dice = &mut Dice::new(nth);
    let marks = 2 + dice.below(2);
    let leaves = dice.below(4) > 0;
    let goal = if leaves { '>' } else { '$' };
    let glyphs: Vec<char> = ['@', goal, '1', '2', '3'][..2 + marks].to_vec();
    let cells = match nth % 4 {
        0 => hall(dice, &glyphs),
        _ => rooms(dice, &glyphs),
    };
    let (width, height) = (cells[0].len(), cells.len());
    let fog = ["", "", " fog=yes", " fog=1"][dice.below(4)];
    let mut text = format!(
        "rules explore{fog}\nhero health=9 max=9\nitem k \"key\" opens=a\nitem j \"key\" opens=b\n\
         kind m \"mimic\" looks=$ health=1 strength=9\n"
    );
    if leaves {
        text.push_str("goal leave=yes\n");
    }
    let floor: Vec<(usize, usize)> = (0..height)
        .flat_map(|y| (0..width).map(move |x| (x, y)))
        .filter(|(x, y)| !"#+".contains(cells[*y][*x]))
        .collect();
    let likely = dice.below(3) > 0;
    for mark in 0..marks {
        let nth = if likely || mark == 0 {
            1
        } else {
            dice.below(CONTENTS.len())
        };
        let is_near = |(x, y): &&(usize, usize)| {
            let gold = |x: usize| cells[*y].get(x) == Some(&goal);
            mark == 0 && (gold(*x) || gold(x + 1) || *x > 0 && gold(x - 1))
        };
        let near: Vec<(usize, usize)> = floor.iter().filter(is_near).copied().collect();
        let (x, y) = if near.is_empty() {
            floor[dice.below(floor.len())]
        } else {
            near[dice.below(near.len())]
        };
        let content = CONTENTS[nth].replace('A', &format!("{},{}", x + 2, y + 2));
        writeln!(text, "mark {} {content}", mark + 1).expect("a string");
    }
    writeln!(text, "map\n{}", "#".repeat(width + 2)).expect("a string");
    for row in &cells {
        writeln!(text, "#{}#", row.iter().collect::<String>()).expect("a string");
    }
    writeln!(text, "{}\nend", "#".repeat(width + 2)).expect("a string");
    let order: Vec<String> = (1..=marks).map(|mark| mark.to_string()).collect();
    writeln!(text, "shuffle {}", order.join(" ")).expect("a string");
    for (y, row) in cells.iter().enumerate() {
        for (x, glyph) in row.iter().enumerate() {
            let (x, y) = (x + 2, y + 2);
            match glyph {
                '+' if text.contains(" k\nm") && dice.below(2) == 0 => {
                    writeln!(text, "+ {x} {y} locked=a").expect("a string");
                }
                '+' if text.contains(" j\nm") => {
                    writeln!(text, "+ {x} {y} locked=b").expect("a string");
                }
                '^' => writeln!(text, "^ {x} {y} damage=99").expect("a string"),
                _ => {}
            }
        }
    }
    text
}

/// Random cells of any sort.
fn hall(dice: &mut Dice, glyphs: &[char]) -> Vec<Vec<char>> {
    let (width, height) = (3 + dice.below(3), 1 + dice.below(3));
    let mut all = glyphs.to_vec();
    let others = ['#', '#', '+', '#', '+', '^'].into_iter();
    all.extend(others.filter(|_| dice.below(2) == 0));
    all.resize((width * height).max(glyphs.len()), '.');
    let mut cells = vec![vec!['.'; width]; height];
    let mut free: Vec<usize> = (0..width * height).collect();
    for glyph in all.into_iter().take(width * height) {
        let at = free.swap_remove(dice.below(free.len()));
        cells[at / width][at % width] = glyph;
    }
    cells
}

/// Three rooms with walls or doors between them. The first one has the hero and most of the marks.
fn rooms(dice: &mut Dice, glyphs: &[char]) -> Vec<Vec<char>> {
    let mut rooms = [vec![], vec![], vec![]];
    for glyph in glyphs {
        let room = match glyph {
            '@' => 0,
            '$' | '>' => 1 + dice.below(2),
            _ => [0, 0, 0, 0, 0, 1, 2][dice.below(7)],
        };
        let cells: &mut Vec<char> = &mut rooms[room];
        cells.insert(dice.below(cells.len() + 1), *glyph);
    }
    for room in &mut rooms {
        if room.is_empty() || dice.below(3) == 0 {
            room.insert(dice.below(room.len() + 1), '.');
        }
    }
    let [first, second, third] = rooms;
    let mut row = first;
    for room in [second, third] {
        row.push(['#', '#', '+'][dice.below(3)]);
        row.extend(room);
    }
    vec![row]
}

/// Returns the nth level, with marks that follow the draw of the first one instead of a random order. Each has two of
/// the contents.
pub fn linked_level(nth: u64) -> String {
    let text = level(nth);
    let dice = &mut Dice::new(nth ^ 0x11_4ED);
    let is_mark = |line: &&str| line.starts_with("mark ");
    let contents: Vec<String> = { text.lines().filter(is_mark) }
        .map(|line| line["mark 1 ".len()..].replace(" \"Mind the wind.\"", ""))
        .collect();
    let marks = (0..contents.len()).map(|mark| {
        let other = (mark + 1 + dice.below(contents.len() - 1)) % contents.len();
        let pair = [&contents[mark], &contents[other]].map(|content| content.split_at(1));
        let keys = pair.map(|(_, keys)| keys).into_iter().max();
        let link = ["same=yes", "with=1"][mark.min(1)];
        let ([one, two], keys) = (pair.map(|(glyph, _)| glyph), keys.unwrap_or_default());
        format!("mark {} {one}|{two}{keys} {link}\n", mark + 1)
    });
    let marks: String = marks.collect();
    let others = text
        .lines()
        .filter(|line| !is_mark(line) && !line.starts_with("shuffle"));
    let others: String = others.map(|line| format!("{line}\n")).collect();
    others.replacen("map\n", &format!("{marks}map\n"), 1)
}

/// The nth linked level, whose first two marks draw apart from each other, and by weight. The others have one content.
fn weighted_level(nth: u64) -> String {
    let text = linked_level(nth);
    let lines = text.lines().map(|line| {
        let line = line.replace(" same=yes", "").replace(" with=1", "");
        let (before, after) = line.split_once('|').unwrap_or((&line, ""));
        match line.as_str() {
            _ if after.is_empty() => line.clone(),
            drawn if drawn.starts_with("mark 3") => format!("{before}{}", &after[1..]),
            _ => format!("{before}*2|{after}"),
        }
    });
    lines.map(|line| line + "\n").collect()
}

#[test]
fn a_fair_verdict_on_marks_that_are_drawn_by_weight_is_that_of_the_judge() {
    check_fairness(weighted_level, 60, CLOCK, ["fair", "unfair"]);
}

/// Levels of few worlds, however their marks are weighted and however many draws there are.
const WEIGHTED: [(&str, bool); 5] = [
    (
        "goal take=c\nitem c \"crown\"\nmap\n########\n#@..1..#\n#..1c..#\n########\nend\nmark 1 ^|. damage=9\n",
        true,
    ),
    (
        "goal take=c\nlose turns=7\nhero health=9 manna=0\nitem c \"crown\"\nmap\n########\n#@.1.1c#\n########\nend\n\
         mark 1 ^*7|.*3 damage=20 hidden=yes\n",
        false,
    ),
    (
        "goal take=c\nlose turns=7\nhero health=9 manna=0\nitem c \"crown\"\nmap\n########\n#@.1.1c#\n#......#\n########\nend\n\
         mark 1 ^*7|.*3 damage=20 hidden=yes\n",
        true,
    ),
    (
        "goal leave=yes\nclass u !*3|)\nitem ! \"potion\" health=3\nitem ) \"sword\" strength=1\n\
         map\n########\n#@uu1.<#\n#.uuu..#\n########\nend\nmark 1 !*5|)\n",
        true,
    ),
    (
        "goal leave=yes\nitem ! \"potion\" health=3\nmap\n#########\n#@111.<.#\n#1111..1#\n#1111...#\n#########\n\
         end\nmark 1 !*5|.\n",
        true,
    ),
];

#[test]
fn worlds_count_by_what_is_drawn_and_not_by_weights() {
    for (text, is_fair) in WEIGHTED {
        let dungeon = read(text).unwrap_or_else(|| panic!("refused:\n{text}"));
        let verdict = prove_fair(&dungeon, 0, &Budget::of_steps(40_000)).verdict;
        let is_told = match verdict {
            Verdict::Winnable(_) => is_fair,
            Verdict::Unfair => !is_fair,
            _ => false,
        };
        assert!(is_told, "{verdict:?}\n{text}");
    }
}

#[test]
fn a_fair_verdict_is_that_of_the_judge() {
    check_fairness(level, 60, CLOCK, ["fair", "named"]);
}

#[test]
fn a_fair_verdict_on_marks_that_belong_together_is_that_of_the_judge() {
    check_fairness(linked_level, 60, CLOCK, ["fair", "unfair"]);
}

/// A corridor with a dart trap, and with two vials of a family in random order, one of them deadly. Some corridors have
/// a scroll that identifies the vials, floor to wait on, or a third vial.
fn family_level(nth: u64) -> String {
    let dice = &mut Dice::new(nth ^ 0xFA_317);
    let mut cells = vec!['1', '2'];
    for glyph in ['s', '.', 'a', 'b', '.'] {
        if dice.below(3) == 0 {
            cells.insert(dice.below(cells.len() + 1), glyph);
        }
    }
    let harm = 4 + dice.below(6);
    let row: String = cells.into_iter().collect();
    let kept = ["keep=yes", "keep=yes", ""][dice.below(3)];
    let frost = ["health=-20", "health=-20", "strength=1"][dice.below(3)];
    format!(
        "hero health=6 max=12 manna=0 max-manna=0\ngoal leave=yes\nlose turns={turns}\nfamily \"vial\" looks=red|blue\n\
         item a \"vial of warmth\" health=5 {kept} family=vial\nitem b \"vial of frost\" {frost} {kept} family=vial\n\
         item s \"scroll\" identifies=yes\nmark 1 a\nmark 2 b\nmap\n{wall}\n#@{row}^>#\n{wall}\nend\n\
         shuffle 1 2\n^ {trap} 2 damage={harm}\n",
        wall = "#".repeat(row.len() + 5),
        trap = row.len() + 3,
        turns = row.len() + 5,
    )
}

#[test]
fn x19_a_fair_verdict_on_unknown_items_is_that_of_the_judge() {
    check_fairness(family_level, 60, Clock::Everything, ["fair", "unfair"]);
}

/// Two vials in random order, one of them deadly. The dart before the stairs kills a hero who has not drunk the vial of
/// warmth.
const VIALS: &str = "hero health=6 max=20 manna=0 max-manna=0
goal leave=yes
lose turns=10
family \"vial\" looks=red|blue
item a \"vial of warmth\" health=9 keep=yes family=vial
item b \"vial of doom\" health=-99 keep=yes family=vial
item s \"scroll\" identifies=yes
mark 1 a
mark 2 b
map
########
#@12.^>#
########
end
shuffle 1 2
^ 6 2 damage=9
";

#[test]
fn x19_an_unknown_item_that_must_be_used_is_a_coin_flip_and_a_scroll_makes_it_fair() {
    for proof in proofs(VIALS) {
        assert_eq!(proof.verdict, Verdict::Unfair, "{proof:?}");
        let flip = proof.coin_flip.expect("a choice");
        let is_use = matches!(flip.action, Some(Action::Use(_)));
        assert!(is_use && flip.is_deadly, "{flip:?}");
    }
    for proof in proofs(&VIALS.replace("12.", "12s")) {
        assert!(matches!(proof.verdict, Verdict::Winnable(_)), "{proof:?}");
    }
    // A prover that knows the order drinks the right vial.
    let dungeon = read(VIALS).expect("a sound dungeon");
    for seed in 0..4 {
        let proof = prove(&dungeon, seed, &Budget::of_steps(40_000));
        assert!(matches!(proof.verdict, Verdict::Winnable(_)), "{proof:?}");
    }
}

/// Asserts that the verdict on each of these levels is the judge's, and that each of these sorts of verdicts occurs.
fn check_fairness(level_of: fn(u64) -> String, usual: u64, clock: Clock, sorts: [&str; 2]) {
    let mut told: BTreeMap<&str, usize> = BTreeMap::new();
    for nth in levels_tried(usual) {
        let text = level_of(nth);
        let Some(dungeon) = read(&text) else {
            *told.entry("refused").or_default() += 1;
            continue;
        };
        let proof = prove_fair(&dungeon, 0, &Budget::of_steps(20_000));
        let is_certain = !matches!(proof.verdict, Verdict::Unknown(_));
        let truth = judge(&dungeon, false, clock);
        let agrees = match (&proof.verdict, truth) {
            (Verdict::Winnable(_), truth) => truth != Justice::Unfair,
            (Verdict::Unfair | Verdict::Unwinnable(_), truth) => truth != Justice::Fair,
            _ => true,
        };
        assert!(agrees, "level {nth}: {truth:?}, but {proof:?}\n{text}");
        let word = match (truth, is_certain) {
            (Justice::Fair, true) => "fair",
            (Justice::Unfair, true) => "unfair",
            (Justice::TooMany, _) => "too many",
            (_, false) => "unknown",
        };
        *told.entry(word).or_default() += 1;
        if let (Some(flip), Verdict::Unfair) = (proof.coin_flip, &proof.verdict) {
            assert!(flip.lost > 0 && flip.lost <= flip.worlds, "{proof:?}");
            *told.entry("named").or_default() += usize::from(flip.action.is_some());
        }
    }
    eprintln!("{told:?}");
    let is_there = |sort: &&str| told.get(sort).is_some_and(|count| *count > 0);
    assert!(sorts.iter().all(is_there), "{told:?}");
}

#[test]
fn no_game_is_called_fair_that_some_luck_loses() {
    let mut told: BTreeMap<&str, usize> = BTreeMap::new();
    for nth in levels_tried(60) {
        let text = level(nth);
        // The marks become hidden traps, with too few turns to search for all of them.
        let turns = 4 + nth % 4;
        let text = text.replace("^ trap=teleport", "^ hidden=yes trap=teleport");
        let text = text.replace(". \"Mind the wind.\"", "^ hidden=yes damage=99");
        let Some(dungeon) = read(&format!("lose turns={turns}\n{text}")) else {
            continue;
        };
        let proof = prove_fair(&dungeon, 0, &Budget::of_steps(20_000));
        let word = match proof.verdict {
            Verdict::Winnable(_) => "fair",
            Verdict::Unfair | Verdict::Unwinnable(_) => "unfair",
            _ => "unknown",
        };
        if word == "fair" {
            assert_ne!(
                judge(&dungeon, true, CLOCK),
                Justice::Unfair,
                "{proof:?}\n{text}"
            );
        }
        *told.entry(word).or_default() += 1;
    }
    eprintln!("{told:?}");
    assert!(
        told.contains_key("fair") && told.contains_key("unfair"),
        "{told:?}"
    );
}

/// Returns the fair proofs of a level with the seeds 0 to 3, which draw both orders of two marks.
fn proofs(text: &str) -> Vec<Proof> {
    let dungeon = read(text).expect("a sound dungeon");
    let seeds = 0..4;
    seeds
        .map(|seed| prove_fair(&dungeon, seed, &Budget::of_steps(40_000)))
        .collect()
}

/// Two caves lead to the gold; a deadly pit is hidden in one of them.
const CAVES: &str = "hero health=10 max=10
mark 1 ^ damage=99 hidden=yes
mark 2 .
map
#########
##..1..##
#@.###.$#
##..2..##
#########
end
shuffle 1 2
";

/// One of two portals leads to the gold.
const PORTALS: &str = "mark 1 ^ trap=teleport to=2,2
mark 2 ^ trap=teleport to=10,2
map
#############
#.#.1@2.#.$.#
#############
end
shuffle 1 2
";

/// Whether the coin flip of a proof is between the caves at 4,2 and 4,4.
fn is_between_the_caves(proof: &Proof) -> bool {
    let flip = proof.coin_flip.expect("a choice");
    let places = [at(3, 1), at(3, 3)];
    let is_step = matches!(flip.action, Some(Action::Step(_)));
    is_step && flip.is_deadly && places.contains(&flip.at) && (flip.lost, flip.worlds) == (1, 2)
}

#[test]
fn two_caves_that_look_alike_are_a_coin_flip_if_there_is_no_time_to_search() {
    for proof in proofs(&format!("lose turns=9\n{CAVES}")) {
        assert!(matches!(proof.verdict, Verdict::Unfair), "{proof:?}");
        assert!(is_between_the_caves(&proof), "{proof:?}");
    }
}

#[test]
fn two_caves_that_look_alike_are_won_by_searching_and_the_risk_is_named() {
    for proof in proofs(CAVES) {
        let Verdict::Winnable(line) = &proof.verdict else {
            panic!("{proof:?}");
        };
        assert!(line.contains(&Action::Wait), "the hero searches: {line:?}");
        assert!(is_between_the_caves(&proof), "{proof:?}");
    }
}

#[test]
fn portals_that_look_alike_are_a_coin_flip_and_a_third_way_is_fair() {
    for proof in proofs(PORTALS) {
        assert_eq!(proof.verdict, Verdict::Unfair, "{proof:?}");
        let flip = proof.coin_flip.expect("a choice");
        assert_eq!((flip.at, flip.lost, flip.worlds), (at(5, 1), 1, 2));
    }
    // A path leads back from the wrong side.
    let back = format!("{PORTALS}^ 2 2 trap=teleport to=6,2\n").replace("#.#.1", "#..#1");
    for proof in proofs(&back.replace("to=2,2", "to=3,2")) {
        assert!(matches!(proof.verdict, Verdict::Winnable(_)), "{proof:?}");
        assert_eq!(proof.coin_flip, None);
    }
}

#[test]
fn m7_a_mimic_beside_the_thing_that_it_looks_like_is_a_coin_flip() {
    let hoard = "hero health=9 max=9 manna=0 max-manna=0
goal take=$
kind m \"mimic\" looks=$ health=20 strength=99
mark 1 $
mark 2 m
map
#######
#1.@.2#
#######
end
shuffle 1 2
";
    for proof in proofs(hoard) {
        assert_eq!(proof.verdict, Verdict::Unfair);
        let flip = proof.coin_flip.expect("a choice");
        assert!(
            flip.is_deadly && (flip.lost, flip.worlds) == (1, 2),
            "{flip:?}"
        );
    }
    // A mimic that does no harm costs only a turn.
    for proof in proofs(&hoard.replace("strength=99", "strength=0")) {
        assert!(matches!(proof.verdict, Verdict::Winnable(_)), "{proof:?}");
    }
}

#[test]
fn a_sign_or_a_look_tells_the_worlds_apart() {
    // A visible danger is not a coin flip.
    let open = CAVES.replace("hidden=yes", "");
    for proof in proofs(&format!("lose turns=9\n{open}")) {
        assert!(matches!(proof.verdict, Verdict::Winnable(_)), "{proof:?}");
        assert_eq!(proof.coin_flip, None);
    }
    // Portals of different colors can be told apart.
    let red = PORTALS.replace("to=10,2", "to=10,2 colour=red");
    for proof in proofs(&red) {
        assert!(matches!(proof.verdict, Verdict::Winnable(_)), "{proof:?}");
    }
}

#[test]
fn a_world_that_no_play_wins_is_told_at_the_start() {
    let walled = "rules explore fog=1
mark 1 #
mark 2 .
map
########
#..@1.$#
####2#.#
########
end
shuffle 1 2
";
    for proof in proofs(walled) {
        assert!(matches!(proof.verdict, Verdict::Winnable(_)), "{proof:?}");
    }
}

#[test]
fn chance_that_cannot_be_listed_leaves_a_game_unknown_and_says_so() {
    let text = "map caves 30 20\nscatter @ 1\nscatter $ 3\nscatter ^ 3 damage=99 hidden=yes\n";
    let dungeon = read(text).expect("a sound dungeon");
    let proof = prove_fair(&dungeon, 1, &Budget::of_steps(20_000));
    assert!(matches!(proof.verdict, Verdict::Unknown(_)), "{proof:?}");
    assert_eq!(proof.stopped_by, Some(ProofLimit::Worlds));
}

#[test]
fn a_level_without_chance_is_proved_fair_like_any_other() {
    for (map, is_winnable) in [("#@..$#", true), ("#@.#$#", false)] {
        let text = format!("goal take=yes\nmap\n######\n{map}\n######\nend\n");
        let Some(dungeon) = read(&text) else { continue };
        let proof = prove_fair(&dungeon, 1, &Budget::of_steps(20_000));
        assert_eq!(matches!(proof.verdict, Verdict::Winnable(_)), is_winnable);
    }
}
