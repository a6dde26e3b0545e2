//! Classes: what the seed chooses of one for each place, by its weights and by the depth.
use std::collections::{BTreeMap, BTreeSet};

use crate::scenario::{L, game, presses};
use dungeon::data::LevelId;
use dungeon::engine::game::Game;
use dungeon::engine::world::World;
use dungeon::space::geometry::{Point, at};

/// Vermin, treasures, and what they are.
const BEFORE: &str = "class u r*3|w|g \"vermin\"
class t $|b*2 \"treasure\"
kind r \"rat\" health=4..9 strength=0 speed=0
item b \"bread\" health=2..4";

/// A floor of 20×18 with the hero at 2,2, and such records.
fn room(records: &str, seed: u64) -> Game {
    let map = "map open 22 20\n@ 2 2\n$ 21 19";
    game(&format!("{BEFORE}\n{map}\n{records}\n"), seed)
}

/// The glyph of each monster and item of a level, by its cell.
fn seen(world: &World, level: LevelId) -> BTreeMap<Point, char> {
    let cells = world.size(level).points();
    let glyph = |p: Point| {
        let body = world.body_at(level, p).map(|who| world.kind(who).glyph);
        let item = Some(world.item(world.item_at(level, p)).glyph);
        body.or(item).filter(|glyph| !matches!(glyph, ' ' | '@'))
    };
    cells.filter_map(|p| Some((p, glyph(p)?))).collect()
}

/// How often each glyph stands on the level, without the gold in the corner.
fn counts(game: &Game) -> BTreeMap<char, usize> {
    let mut all = seen(game.world(), L);
    all.remove(&at(20, 18));
    let mut counts = BTreeMap::new();
    all.into_values()
        .for_each(|glyph| *counts.entry(glyph).or_default() += 1);
    counts
}

#[test]
fn x15_each_thing_of_a_scatter_is_drawn_by_the_weights() {
    let mut all = BTreeMap::<char, usize>::new();
    for seed in 0..40 {
        let counts = counts(&room("scatter u 50 in=3,3..20,18", seed));
        assert_eq!(counts.values().sum::<usize>(), 50, "seed {seed}");
        for (glyph, count) in counts {
            *all.entry(glyph).or_default() += count;
        }
    }
    // Of 2000: three fifths rats, and a fifth of each other.
    assert!((1100..1300).contains(&all[&'r']), "{all:?}");
    assert!((320..480).contains(&all[&'w']), "{all:?}");
    assert!((320..480).contains(&all[&'g']), "{all:?}");
}

#[test]
fn x15_a_percentage_and_a_range_scatter_a_class_too() {
    let (mut bread, mut gold) = (0, 0);
    for seed in 0..20 {
        let few = counts(&room("scatter t 2..5 in=3,3..9,9", seed));
        assert!((2..=5).contains(&few.values().sum::<usize>()), "{few:?}");
        let many = counts(&room("scatter t 100% in=4,4..9,9", seed));
        assert_eq!(many.values().sum::<usize>(), 36);
        (bread, gold) = (bread + many[&'b'], gold + many[&'$']);
    }
    assert!(bread * 2 > gold * 3, "two thirds are bread: {bread} {gold}");
}

#[test]
fn x15_drawn_recorded_and_marked_each_place_draws_its_own() {
    let file = format!(
        "{BEFORE}\nmap\n############\n#@.uuuuuu..#\n#...tttttt.#\n#...111111.#\n############\nend\n\
         mark 1 u 50% health=77\nu 10 2\n"
    );
    let (mut outcomes, mut marked) = (BTreeSet::new(), 0);
    for seed in 0..30 {
        let game = game(&file, seed);
        let all = seen(game.world(), L);
        let row = |y: i32| {
            all.iter()
                .filter(move |(p, _)| p.y == y)
                .map(|(_, glyph)| *glyph)
        };
        assert!(row(1).all(|glyph| "rwg".contains(glyph)) && row(1).count() == 7);
        assert!(row(2).all(|glyph| "$b".contains(glyph)) && row(2).count() == 6);
        assert!(row(3).all(|glyph| "rwg".contains(glyph)));
        marked += row(3).count();
        let strong = game
            .world()
            .theirs(L)
            .filter(|who| game.world().life_of(*who) == 77);
        assert_eq!(
            strong.count(),
            row(3).count(),
            "what a mark says holds for each"
        );
        outcomes.insert(all.into_values().collect::<String>());
    }
    assert_eq!(outcomes.len(), 30);
    assert!((60..120).contains(&marked), "half of 180: {marked}");
}

#[test]
fn x15_one_more_elsewhere_shifts_no_others_draw() {
    let few = "u 5 5\nt 7 7\nu 9 9\nt 11 11\nscatter u 4 in=13,3..20,18";
    for seed in 0..20 {
        let before = seen(room(few, seed).world(), L);
        for more in ["u 3 15", "t 3 15", "mark Q u|t\nQ 3 15", "$ 3 15"] {
            let mut after = seen(room(&format!("{more}\n{few}"), seed).world(), L);
            after.remove(&at(2, 14));
            assert_eq!(before, after, "{more}, seed {seed}");
        }
    }
}

#[test]
fn x15_what_is_dropped_and_born_is_drawn_each_time() {
    let file = format!(
        "{BEFORE}\nkind n \"nest\" health=50 attack=none speed=0 spawns=u:1\n\
         kind m \"mouse\" health=1 attack=none speed=0 drops=t\nhero strength=9 health=900\n\
         map\n############\n#@mmmmm.n..#\n#..........#\n#........=.#\n############\nend\n"
    );
    let (mut dropped, mut born) = (BTreeSet::new(), BTreeSet::new());
    for seed in 0..20 {
        let mut game = game(&file, seed);
        let first = game.world().bodies().len();
        presses(&mut game, "l..");
        let world = game.world();
        dropped.extend(seen(world, L).into_values());
        born.extend(
            world.bodies()[first..]
                .iter()
                .map(|body| world.dungeon().kind(body.kind).glyph),
        );
    }
    assert!(
        dropped.contains(&'b') && dropped.contains(&'$'),
        "{dropped:?}"
    );
    assert_eq!(born, BTreeSet::from(['r', 'w', 'g']));
}

#[test]
fn x15_each_depth_has_things_of_its_own() {
    let level = |up: &str, down: &str| {
        format!("level\nmap\n#########\n#{up}uuuuu.#\n#..u...{down}#\n#########\nend\n")
    };
    let file = format!(
        "class u r depth=1..2\nclass u w|g depth=3\nkind r \"rat\" speed=0\n{}{}{}",
        level("@", ">"),
        level("<", ">"),
        level("<", "$")
    );
    for seed in 0..10 {
        let game = game(&file, seed);
        let glyphs = |level| {
            let all = seen(game.world(), LevelId(level)).into_values();
            all.filter(|glyph| *glyph != '$')
                .collect::<BTreeSet<char>>()
        };
        assert_eq!(glyphs(0), BTreeSet::from(['r']));
        assert_eq!(glyphs(1), BTreeSet::from(['r']));
        assert!(glyphs(2).is_subset(&BTreeSet::from(['w', 'g'])));
    }
}

#[test]
fn x15_a_class_in_alternatives_shares_out_its_weight() {
    // Half of them gold, a quarter rats, a quarter wanderers.
    let before = "class u r*5|w*5\nkind r \"rat\" speed=0 health=1\nmark 1 $*2|u*2";
    let mut all = BTreeMap::<char, usize>::new();
    for seed in 0..100 {
        let file = format!(
            "{before}\nmap\n############\n#@..11111..#\n#...11111..#\n#...$.....#\n############\nend"
        );
        let game = game(&file, seed);
        for (p, glyph) in seen(game.world(), L) {
            if p.y < 3 {
                *all.entry(glyph).or_default() += 1;
            }
        }
    }
    assert_eq!(all.values().sum::<usize>(), 1000);
    assert!((440..560).contains(&all[&'$']), "{all:?}");
    assert!((200..300).contains(&all[&'r']), "{all:?}");
    assert!((200..300).contains(&all[&'w']), "{all:?}");
}

#[test]
fn x15_a_class_is_left_to_chance_where_it_may_yet_be_dropped() {
    let file = |drops: &str| {
        format!(
            "class t $|b\nclass s $\nitem b \"bread\" health=2\n\
             kind n \"nest\" attack=none drops={drops}\nmap\n######\n#@.n$#\n#.tt.#\n######\nend"
        )
    };
    assert!(game(&file("t"), 1).is_left_to_chance());
    assert!(!game(&file("s"), 1).is_left_to_chance());
}
