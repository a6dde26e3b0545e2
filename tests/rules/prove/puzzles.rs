//! Sixty puzzles of well-known kinds, each generated with its answer: keys behind doors, one-way pits, rings of
//! teleports, towers of stairs, and bells that wake monsters.
use std::fmt::Write;

use dungeon_players::{Budget, Verdict, prove};

use super::oracle::{Clock, Truth, judge};
use super::read;
use crate::support::begun;

/// A puzzle with its answer.
struct Puzzle {
    name: String,
    text: String,
    can_be_won: bool,
    clock: Clock,
}

/// Places a thing on one cell, 1-based: scattered, because `check` refuses a drawn level that cannot be won.
fn put(out: &mut String, glyph: &str, (x, y): (usize, usize), keys: &str) {
    writeln!(out, "scatter {glyph} 1 in={x},{y}..{x},{y} {keys}").expect("memory");
}

/// Writes a map with these rows.
fn map(out: &mut String, rows: &[String]) {
    writeln!(out, "map\n{}\nend", rows.join("\n")).expect("memory");
}

/// Returns rows with a wall around them.
fn walled(rows: &[String]) -> Vec<String> {
    let width = rows[0].len();
    let wall = "#".repeat(width + 2);
    let inner = rows.iter().map(|row| format!("#{row}#"));
    [wall.clone()]
        .into_iter()
        .chain(inner)
        .chain([wall])
        .collect()
}

/// Declares this many keys, `a` for the lock `l0` and so on.
fn keys(count: usize) -> String {
    let keys = ('a'..).zip(0..count);
    keys.fold(String::new(), |all, (key, nth)| {
        format!("{all}item {key} \"key {key}\" opens=l{nth}\n")
    })
}

fn key_glyph(nth: usize) -> String {
    char::from(b'a' + nth as u8).to_string()
}

/// Rooms in a row with locked doors: the key of door n is in room `rooms[n]`, which must not be behind that door.
fn keys_and_doors(rooms: &[usize]) -> Puzzle {
    const ROOM: usize = 5;
    let doors = rooms.len();
    let mut text = keys(doors);
    map(&mut text, &walled(&[".".repeat(ROOM * (doors + 1) - 1)]));
    let mut taken = vec![1; doors + 1];
    let mut place = |room: usize| {
        taken[room] += 1;
        (ROOM * room + taken[room], 2)
    };
    put(&mut text, "@", place(0), "");
    for (door, room) in rooms.iter().enumerate() {
        put(
            &mut text,
            "+",
            (ROOM * door + 6, 2),
            &format!("locked=l{door}"),
        );
        put(&mut text, &key_glyph(door), place(*room), "");
    }
    put(&mut text, "$", place(doors), "");
    Puzzle {
        name: format!("keys in rooms {rooms:?}"),
        text,
        can_be_won: (0..).zip(rooms).all(|(door, room)| *room <= door),
        clock: Clock::Endless { period: 1 },
    }
}

/// The place of the stairs up from below a pit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WayBack {
    None,
    BeforeThePit,
    BeyondThePit,
}

/// A corridor with a pit in it, and perhaps gold beyond: a hero who has fallen must come back.
fn pit(back: WayBack, once: bool, is_gold_beyond: bool) -> Puzzle {
    let mut text = "level \"above\"\n".to_owned();
    map(&mut text, &walled(&[".........".to_owned()]));
    put(&mut text, "@", (2, 2), "");
    put(&mut text, "$", (4, 2), "");
    put(
        &mut text,
        "^",
        (6, 2),
        if once {
            "trap=pit once=yes"
        } else {
            "trap=pit"
        },
    );
    if is_gold_beyond {
        put(&mut text, "$", (9, 2), "");
    }
    text.push_str("level \"below\"\n");
    map(&mut text, &walled(&[".........".to_owned()]));
    put(&mut text, "$", (3, 2), "");
    match back {
        WayBack::None => {}
        WayBack::BeforeThePit => put(&mut text, "<", (10, 2), "at=3,2"),
        WayBack::BeyondThePit => put(&mut text, "<", (10, 2), "at=8,2"),
    }
    let comes_back = match back {
        WayBack::None => false,
        WayBack::BeforeThePit => once,
        WayBack::BeyondThePit => true,
    };
    Puzzle {
        name: format!("a pit, back {back:?}, once {once}, gold beyond {is_gold_beyond}"),
        text,
        can_be_won: comes_back || !is_gold_beyond,
        clock: Clock::Endless { period: 1 },
    }
}

/// Closed rooms, each with a teleport that skips ahead by `stride`: all rooms are reached if the numbers have no common
/// divisor.
fn ring(rooms: usize, stride: usize) -> Puzzle {
    let mut text = String::new();
    map(&mut text, &walled(&[".".repeat(4 * rooms)]));
    put(&mut text, "@", (2, 2), "");
    for room in 0..rooms {
        put(&mut text, "#", (4 * room + 5, 2), "");
    }
    for room in 0..rooms {
        let to = (room + stride) % rooms;
        put(&mut text, "$", (4 * room + 3, 2), "");
        let keys = format!("trap=teleport to={},2", 4 * to + 2);
        put(&mut text, "^", (4 * room + 4, 2), &keys);
    }
    let divides_both = |n: &usize| rooms.is_multiple_of(*n) && stride.is_multiple_of(*n);
    Puzzle {
        name: format!("{rooms} rooms, {stride} at a time"),
        text,
        can_be_won: !(2..=rooms).any(|n| divides_both(&n)),
        clock: Clock::Endless { period: 1 },
    }
}

/// A tower: the stairs of each level are behind a door, whose key lies on some level; the hero cannot come down again.
fn tower(levels: &[usize]) -> Puzzle {
    let doors = levels.len();
    let mut text = keys(doors);
    for level in 0..=doors {
        writeln!(text, "level \"{level}\"").expect("memory");
        map(&mut text, &walled(&["........".to_owned()]));
        if level == 0 {
            put(&mut text, "@", (2, 2), "");
        }
        let lie_here = (0..doors).filter(|door| levels[*door] == level);
        for (x, door) in (3..).zip(lie_here) {
            put(&mut text, &key_glyph(door), (x, 2), "");
        }
        put(
            &mut text,
            "+",
            (8, 2),
            &if level < doors {
                format!("locked=l{level}")
            } else {
                String::new()
            },
        );
        if level < doors {
            put(&mut text, ">", (9, 2), "at=2,2")
        } else {
            put(&mut text, "$", (9, 2), "")
        }
    }
    Puzzle {
        name: format!("a tower with its keys on {levels:?}"),
        text,
        can_be_won: (0..).zip(levels).all(|(door, level)| *level <= door),
        clock: Clock::Endless { period: 1 },
    }
}

/// The bell of an arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bell {
    None,
    Open,
    Once,
    WalledOff,
    Locked { has_key: bool },
}

/// A sleeper within rock, `depth` rows from the hero's corridor, which only a bell wakes, for ten rounds: it must come
/// to the corridor to be stomped.
fn bell(bell: Bell, depth: usize, speed: usize, is_awake: bool) -> Puzzle {
    let sense = if is_awake { "always" } else { "never" };
    let mut text = format!(
        "rules arena lives=2\nkind g \"sleeper\" is=enemy sense={sense} hunt=drift roam=stand through=walls \
         speed={speed}\nitem a \"key\" opens=l0\n"
    );
    let rock = vec!["#######".to_owned(); depth];
    let rows: Vec<String> = [".......".to_owned()].into_iter().chain(rock).collect();
    map(&mut text, &rows);
    put(&mut text, "@", (2, 1), "");
    writeln!(
        text,
        ". 4 {}\nscatter g 1 in=4,{}..4,{}",
        depth + 1,
        depth + 1,
        depth + 1
    )
    .expect("memory");
    let at = (7, 1);
    match bell {
        Bell::None => {}
        Bell::Open => put(&mut text, "^", at, "trap=alarm"),
        Bell::Once => put(&mut text, "^", at, "trap=alarm once=yes"),
        Bell::WalledOff => {
            put(&mut text, "#", (6, 1), "");
            put(&mut text, "^", at, "trap=alarm");
        }
        Bell::Locked { has_key } => {
            put(&mut text, "+", (6, 1), "locked=l0");
            put(&mut text, "^", at, "trap=alarm");
            put(&mut text, "a", if has_key { (1, 1) } else { at }, "");
        }
    }
    // The sleeper takes `speed / 2` steps in each of ten rounds; it must reach the cell beside the corridor.
    let comes_at_once = 10 * speed / 2 >= depth;
    let can_be_won = is_awake
        || match bell {
            Bell::None | Bell::WalledOff => false,
            Bell::Open => true,
            Bell::Once => comes_at_once,
            Bell::Locked { has_key } => has_key,
        };
    Puzzle {
        name: format!("a bell {bell:?}, {depth} deep, speed {speed}, awake {is_awake}"),
        text,
        can_be_won,
        clock: Clock::Rounds { period: 2 },
    }
}

fn all() -> Vec<Puzzle> {
    const ROOMS: [&[usize]; 12] = [
        &[0],
        &[1],
        &[0, 0],
        &[0, 1],
        &[1, 0],
        &[0, 2],
        &[0, 1, 2],
        &[0, 0, 1],
        &[2, 0, 0],
        &[0, 2, 1],
        &[0, 1, 0, 3],
        &[0, 1, 3, 0],
    ];
    const RINGS: [(usize, usize); 12] = [
        (2, 1),
        (3, 1),
        (3, 2),
        (4, 1),
        (4, 2),
        (4, 3),
        (5, 2),
        (5, 3),
        (6, 1),
        (6, 2),
        (6, 3),
        (6, 5),
    ];
    let mut all: Vec<Puzzle> = Vec::new();
    all.extend(ROOMS.map(keys_and_doors));
    for back in [WayBack::None, WayBack::BeforeThePit, WayBack::BeyondThePit] {
        for (once, beyond) in [(false, false), (false, true), (true, false), (true, true)] {
            all.push(pit(back, once, beyond));
        }
    }
    all.extend(RINGS.map(|(rooms, stride)| ring(rooms, stride)));
    all.extend(ROOMS.map(tower));
    all.extend([
        bell(Bell::None, 3, 2, false),
        bell(Bell::None, 3, 2, true),
        bell(Bell::Open, 3, 2, false),
        bell(Bell::Once, 3, 2, false),
        bell(Bell::Once, 14, 2, false),
        bell(Bell::Open, 14, 2, false),
        bell(Bell::Once, 9, 1, false),
        bell(Bell::Open, 9, 1, false),
        bell(Bell::Once, 12, 3, false),
        bell(Bell::Locked { has_key: true }, 3, 2, false),
        bell(Bell::Locked { has_key: false }, 3, 2, false),
        bell(Bell::WalledOff, 3, 2, false),
    ]);
    all
}

#[test]
fn sixty_puzzles_are_what_their_rules_say() {
    let all = all();
    assert_eq!(all.len(), 60);
    let mut undecided = Vec::new();
    for Puzzle {
        name,
        text,
        can_be_won,
        clock,
    } in &all
    {
        let dungeon = read(text).unwrap_or_else(|| panic!("{name} is refused:\n{text}"));
        let truth = judge(&begun(dungeon.clone(), 0), *clock, 100_000);
        assert_eq!(
            matches!(truth, Truth::Wins(_)),
            *can_be_won,
            "{name}:\n{text}"
        );
        assert_ne!(truth, Truth::TooMany, "{name}");
        match prove(&dungeon, 0, &Budget::of_steps(20_000)).verdict {
            Verdict::Winnable(_) => assert!(can_be_won, "{name}:\n{text}"),
            Verdict::Unwinnable(disproof) => {
                assert!(!can_be_won, "{name}: {disproof:?}\n{text}");
            }
            _ => undecided.push(name),
        }
    }
    assert!(undecided.is_empty(), "not decided: {undecided:#?}");
}
