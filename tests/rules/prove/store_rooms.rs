//! Verdicts on small store rooms with boulders and targets, compared with an independent search that moves a worker and
//! boxes, opens doors and fills water on its own grid.
use std::collections::{BTreeSet, HashSet};
use std::fmt::Write;

use dungeon_engine::event::Outcome;
use dungeon_players::{Budget, Verdict, prove};

use super::{levels_tried, read};
use crate::scenario::dice::Dice;
use crate::support::begun;

type Place = (i32, i32);

/// The constant facts of a room, and the number of directions of the worker.
struct StoreRoom {
    size: Place,
    walls: BTreeSet<Place>,
    targets: BTreeSet<Place>,
    ways: usize,
    /// Whether a monster that never moves is in a closet beside the room.
    has_sleeper: bool,
    start: Store,
}

/// The parts of a room that move or vanish.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Store {
    worker: Place,
    boxes: BTreeSet<Place>,
    /// Boxes that fill water.
    lumps: BTreeSet<Place>,
    water: BTreeSet<Place>,
    /// The closed doors.
    doors: BTreeSet<Place>,
    coins: BTreeSet<Place>,
}

/// The directions, the four straight ones first.
const WAYS: [Place; 8] = [
    (0, -1),
    (0, 1),
    (-1, 0),
    (1, 0),
    (-1, -1),
    (1, -1),
    (-1, 1),
    (1, 1),
];

impl StoreRoom {
    fn new(nth: u64) -> StoreRoom {
        let dice = &mut Dice::new(nth);
        let size = (3 + dice.below(4) as i32, 4 + dice.below(2) as i32);
        let mut free: Vec<Place> = (0..size.1)
            .flat_map(|y| (0..size.0).map(move |x| (x, y)))
            .collect();
        let mut draw = |count: usize| -> BTreeSet<Place> {
            (0..count.min(free.len()))
                .map(|_| free.swap_remove(dice.below(free.len())))
                .collect()
        };
        let nth = nth as usize;
        let worker = *draw(1).first().expect("a cell is left");
        let mut boxes = draw(1 + nth % 3);
        let targets = draw(1 + nth / 2 % 3);
        let walls = draw(nth / 4 % 4);
        let water = draw(nth / 16 % 3);
        let mut lumps = draw(usize::from(!water.is_empty()) * (nth / 3 % 2));
        if nth % 7 < 3 && !water.is_empty() {
            lumps.append(&mut boxes);
        }
        let doors = draw(usize::from(nth % 5 == 1));
        let coins = draw(usize::from(nth % 7 == 5));
        let ways = if (nth / 2).is_multiple_of(3) { 8 } else { 4 };
        let start = Store {
            worker,
            boxes,
            lumps,
            water,
            doors,
            coins,
        };
        StoreRoom {
            size,
            walls,
            targets,
            ways,
            has_sleeper: nth % 5 == 4,
            start,
        }
    }

    /// Returns the room as a file, in a game with this number of directions.
    fn text(&self) -> String {
        let mut text = match self.ways {
            4 => "rules arena\n".to_owned(),
            _ => String::new(),
        };
        if self.has_sleeper {
            text += "kind Z \"sleeper\" hunt=stand roam=stand\n";
        }
        text += "goal cover=T\nitem c \"coin\"\ntile T \"target\"\ntile B \"box\" push=yes\ntile S \"lump\" push=yes fills=~\n\
                 tile ~ \"water\" walk=no see=yes\nmap\n";
        let store = &self.start;
        for y in -1..=self.size.1 {
            for x in -1..=self.size.0 {
                let p = (x, y);
                let is_inside = x >= 0 && y >= 0 && x < self.size.0 && y < self.size.1;
                text.push(match p {
                    _ if !is_inside || self.walls.contains(&p) => '#',
                    _ if p == store.worker => '@',
                    _ if store.boxes.contains(&p) => 'B',
                    _ if store.lumps.contains(&p) => 'S',
                    _ if store.water.contains(&p) => '~',
                    _ if store.doors.contains(&p) => '+',
                    _ if store.coins.contains(&p) => 'c',
                    _ if self.targets.contains(&p) => 'T',
                    _ => '.',
                });
            }
            writeln!(text).expect("memory");
        }
        if self.has_sleeper {
            text += "#Z#\n###\n";
        }
        text + "end\n"
    }

    fn is_ground(&self, (x, y): Place) -> bool {
        let is_inside = x >= 0 && y >= 0 && x < self.size.0 && y < self.size.1;
        is_inside && !self.walls.contains(&(x, y))
    }

    /// Returns the state after a step; `None` if the step is impossible.
    fn after(&self, store: &Store, way: Place) -> Option<Store> {
        let to = (store.worker.0 + way.0, store.worker.1 + way.1);
        let behind = (to.0 + way.0, to.1 + way.1);
        if !self.is_ground(to) || store.water.contains(&to) {
            return None;
        }
        let mut next = store.clone();
        if next.doors.remove(&to) {
            return Some(next);
        }
        next.worker = to;
        next.coins.remove(&to);
        let (is_box, is_lump) = (store.boxes.contains(&to), store.lumps.contains(&to));
        if is_box || is_lump {
            let is_taken = store.boxes.contains(&behind) || store.lumps.contains(&behind);
            let is_shut = store.doors.contains(&behind) || store.coins.contains(&behind);
            if !self.is_ground(behind) || is_taken || is_shut {
                return None;
            }
            let is_wet = store.water.contains(&behind);
            match (is_box, is_wet) {
                (true, true) => return None,
                (true, false) => next.boxes.insert(behind),
                (false, true) => next.water.remove(&behind),
                (false, false) => next.lumps.insert(behind),
            };
            next.boxes.remove(&to);
            next.lumps.remove(&to);
        }
        Some(next)
    }

    /// Whether every target can be covered at once; this is judged only after a turn has passed.
    fn is_won_somehow(&self) -> bool {
        let is_covered = |store: &Store| {
            let mut targets = self.targets.iter();
            targets.all(|p| store.boxes.contains(p) || store.lumps.contains(p))
        };
        let mut seen = HashSet::from([self.start.clone()]);
        let mut open = vec![self.start.clone()];
        while let Some(store) = open.pop() {
            if is_covered(&store) {
                return true;
            }
            for way in &WAYS[..self.ways] {
                if let Some(next) = self.after(&store, *way)
                    && seen.insert(next.clone())
                {
                    open.push(next);
                }
            }
        }
        false
    }
}

#[test]
fn store_rooms_are_winnable_exactly_where_a_search_of_their_own_says_so() {
    let mut counts = [0_u64; 2];
    for nth in levels_tried(120) {
        let room = StoreRoom::new(nth);
        let text = room.text();
        let is_won = room.is_won_somehow();
        let Some(dungeon) = read(&text) else {
            let boxes = room.start.boxes.len() + room.start.lumps.len();
            assert!(boxes < room.targets.len() && !is_won, "refused:\n{text}");
            continue;
        };
        counts[usize::from(is_won)] += 1;
        match prove(&dungeon, 0, &Budget::of_steps(1_000_000)).verdict {
            Verdict::Winnable(line) => {
                assert!(is_won, "winnable:\n{text}");
                let mut game = begun(dungeon.clone(), 0);
                let is_played = line.iter().all(|action| game.step(*action).is_ok());
                assert!(
                    is_played && game.outcome() == Some(Outcome::Won),
                    "{line:?}:\n{text}"
                );
            }
            Verdict::Unwinnable(_) => assert!(!is_won, "unwinnable:\n{text}"),
            verdict => panic!("{verdict:?}:\n{text}"),
        }
    }
    assert!(
        counts.iter().all(|count| *count > crate::cases::share(20)),
        "{counts:?}"
    );
}
