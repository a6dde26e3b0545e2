//! The promise of docs/format that the Rust types Wanderer, Ghost and Patrol equal their compositions from parts. Both
//! versions play the same random dungeon side by side.
use std::fmt::Write;

use crate::cases;
use crate::scenario::{dungeon, game, press};
use dungeon_engine::event::Event;
use dungeon_engine::game::Game;
use dungeon_model::dungeon::{Behaviour, Dungeon};
use dungeon_model::space::geometry::{Direction, Point, Size, at};
use dungeon_model::space::grid::Grid;
use proptest::prelude::*;

/// The terrain of a level before bodies are placed; doors and alarms are marks.
const GROUND: [char; 10] = ['.', '.', '.', '.', '.', '.', '#', '#', 'D', 'A'];

/// The numbers that both versions of the kinds get.
#[derive(Clone, Debug)]
struct Numbers {
    sight: u32,
    shot: u32,
    speeds: [u32; 3],
}

/// A body: its glyph, its place as shares of the inner level, and its route if it has one.
type Somebody = (char, (u32, u32), Vec<usize>);

#[derive(Clone, Debug)]
struct Play {
    size: Size,
    ground: Vec<usize>,
    crowd: Vec<Somebody>,
    numbers: Numbers,
    seed: u64,
    keys: String,
}

fn plays() -> impl Strategy<Value = Play> {
    let size = (7..36i32, 5..16i32).prop_map(|(w, h)| Size::new(w, h));
    let ground = prop::collection::vec(0..GROUND.len(), 36 * 16);
    let glyph = prop::sample::select(vec!['a', 'b', 'c']);
    let way = prop::collection::vec(0..9usize, 0..7);
    let crowd = prop::collection::vec((glyph, any::<(u32, u32)>(), way), 1..14);
    let numbers =
        (0..14u32, 0..4u32, prop::array::uniform3(0..5u32)).prop_map(|(sight, shot, speeds)| {
            Numbers {
                sight,
                shot,
                speeds,
            }
        });
    (
        size,
        ground,
        crowd,
        numbers,
        any::<u64>(),
        "[1-9qwe.]{1,160}",
    )
        .prop_map(|(size, ground, crowd, numbers, seed, keys)| Play {
            size,
            ground,
            crowd,
            numbers,
            seed,
            keys,
        })
}

/// The three kinds as Rust types.
fn native(
    Numbers {
        sight,
        shot,
        speeds: [a, b, c],
    }: &Numbers,
) -> String {
    format!(
        "kind a \"wolf\" is=wanderer sight={sight} health=8 strength=3 speed={a} says=\"Grr.\"
kind b \"wisp\" is=ghost health=6 strength=2 speed={b} says=\"Oooh.\"
kind c \"sentry\" is=patrol sight={sight} shot={shot} health=10 strength=3 speed={c} says=\"Halt!\"\n"
    )
}

/// The three kinds composed of parts.
fn composed(
    Numbers {
        sight,
        shot,
        speeds: [a, b, c],
    }: &Numbers,
) -> String {
    format!(
        "kind a \"wolf\" sense=sight:{sight} hunt=line roam=wander health=8 strength=3 speed={a} says=\"Grr.\"
kind b \"wisp\" sense=near:7 hunt=drift roam=stand through=walls health=6 strength=2 speed={b} says=\"Oooh.\"
kind c \"sentry\" sense=sight:{sight} hunt=shoot:{shot} roam=route health=10 strength=3 speed={c} says=\"Halt!\"\n"
    )
}

/// The three kinds by `is=`, with one part repeated.
fn restated(
    Numbers {
        sight,
        shot,
        speeds: [a, b, c],
    }: &Numbers,
) -> String {
    format!(
        "kind a \"wolf\" is=wanderer attack=melee sight={sight} health=8 strength=3 speed={a} says=\"Grr.\"
kind b \"wisp\" is=ghost attack=melee health=6 strength=2 speed={b} says=\"Oooh.\"
kind c \"sentry\" is=patrol attack=melee sight={sight} shot={shot} health=10 strength=3 speed={c} says=\"Halt!\"\n"
    )
}

/// A level with the hero in the center, more gold than the hero takes, and each body on a floor cell of its own.
fn level(play: &Play) -> String {
    let size = play.size;
    let mut cells = Grid::filled(size, '#');
    for (p, n) in size.points().zip(&play.ground) {
        if size.contains_inside_rim(p) {
            cells.set(p, GROUND[*n]);
        }
    }
    let heart = at(size.width / 2, size.height / 2);
    cells.set(heart, '@');
    cells.set(heart + Direction::West, '$');
    let mut taken = vec![heart];
    let mut records = String::new();
    for (glyph, (x, y), way) in &play.crowd {
        let inside = |share: u32, side: i32| 1 + (share % (side - 2) as u32) as i32;
        let start = at(inside(*x, size.width), inside(*y, size.height));
        if taken.contains(&start) {
            continue;
        }
        taken.push(start);
        open(&mut cells, start);
        write!(records, "{glyph} {} {}", start.x + 1, start.y + 1).expect("strings can be written");
        if *glyph == 'c' {
            for p in walk(&mut cells, start, way) {
                write!(records, " via={p}").expect("strings can be written");
            }
        }
        records.push('\n');
    }
    let rows = cells.rows().map(|row| row.iter().collect::<String>());
    format!(
        "hero health=900 strength=4\nmap\n{}\nend\nmark D +\nmark A ^ trap=alarm once=yes\n{records}scatter $ 60\n",
        rows.collect::<Vec<_>>().join("\n")
    )
}

/// Returns the points of a route, with a pause where it would leave the level. Puts floor below the route.
fn walk(cells: &mut Grid<char>, start: Point, way: &[usize]) -> Vec<Point> {
    let mut here = start;
    let step = |n: &usize| {
        let next = Direction::ALL.get(*n).map_or(here, |way| here + *way);
        if cells.size().contains_inside_rim(next) {
            here = next;
        }
        open(cells, here);
        here
    };
    way.iter().map(step).collect()
}

fn open(cells: &mut Grid<char>, p: Point) {
    if cells.get(p).is_some_and(|cell| !"@$".contains(cell)) {
        cells.set(p, '.');
    }
}

fn count(dungeon: &Dungeon, is_so: fn(&Behaviour) -> bool) -> usize {
    let kinds = dungeon.kinds()[4..].iter();
    kinds.filter(|kind| is_so(&kind.behaviour)).count()
}

/// Plays the native kinds beside the others. Returns the number of turns and the number of alarms.
fn side_by_side(play: &Play, others: fn(&Numbers) -> String) -> (usize, usize) {
    let level = level(play);
    let texts = [native(&play.numbers), others(&play.numbers)].map(|kinds| kinds + &level);
    let is_composed = |behaviour: &Behaviour| matches!(behaviour, Behaviour::Composed(_));
    let composed = texts
        .each_ref()
        .map(|text| count(&dungeon(text), is_composed));
    assert_eq!(composed, [0, 3], "both sides must differ");
    let [mut one, mut other] = texts.each_ref().map(|text| game(text, play.seed));
    let (mut turns, mut alarms) = (0, 0);
    for key in play.keys.chars() {
        let answers = (press(&mut one, key), press(&mut other, key));
        assert_eq!(answers.0, answers.1);
        assert_eq!(
            one.events(),
            other.events(),
            "turn {turns} of\n{}",
            texts[1]
        );
        assert_eq!(state(&one), state(&other), "turn {turns} of\n{}", texts[1]);
        if one.outcome().is_some() {
            break;
        }
        turns += 1;
        let is_alarm = |event: &&Event| matches!(event, Event::Alarmed { .. });
        alarms += one.events().iter().filter(is_alarm).count();
    }
    (turns, alarms)
}

fn state(game: &Game) -> (u64, u64) {
    (game.checksum(), game.refused_wishes())
}

proptest! {
    #![proptest_config(cases::of(256))]

    #[test]
    fn the_classic_kinds_equal_their_compositions(play in plays()) {
        side_by_side(&play, composed);
    }

    #[test]
    fn the_classic_kinds_with_one_part_said_again_are_the_same(play in plays()) {
        side_by_side(&play, restated);
    }
}

#[test]
fn an_alarm_changes_nothing_about_that() {
    // The hero steps onto an alarm that no monster sees; afterwards all monsters know of the hero.
    let play = Play {
        size: Size::new(30, 9),
        ground: vec![0; 36 * 16],
        crowd: vec![
            ('a', (0, 0), vec![]),
            ('b', (27, 0), vec![]),
            ('c', (27, 6), vec![3, 3, 8, 3]),
        ],
        numbers: Numbers {
            sight: 4,
            shot: 1,
            speeds: [2, 2, 2],
        },
        seed: 7,
        keys: "6.........................".to_string(),
    };
    let alarmed = |play: &Play| {
        let [x, y] = [play.size.width / 2 + 1, play.size.height / 2];
        let nth = (y * play.size.width + x) as usize;
        let mut play = play.clone();
        play.ground[nth] = GROUND.len() - 1;
        play
    };
    assert_eq!(side_by_side(&play, composed).1, 0);
    let (turns, alarms) = side_by_side(&alarmed(&play), composed);
    assert_eq!(alarms, 1);
    assert!(turns > 10, "{turns} turns");
}
