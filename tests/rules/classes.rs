//! Classes: the seed chooses a member for each place, by weight and depth.
use std::collections::{BTreeMap, BTreeSet};

use crate::scenario::{L, game, presses};
use dungeon::data::{LevelId, Stat};
use dungeon_engine::event::{Event, Outcome};
use dungeon_engine::game::Game;
use dungeon_engine::world::World;
use dungeon_model::space::geometry::{Point, at};

/// A class of vermin, a class of treasures, and their members.
const BEFORE: &str = "class u r*3|w|g \"vermin\"
class t $|b*2 \"treasure\"
kind r \"rat\" health=4..9 strength=0 speed=0
item b \"bread\" health=2..4";

/// A 20×18 floor with the hero at 2,2 and these records.
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

/// Counts the glyphs on the level, without the gold in the corner.
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
    // Out of 2,000: three fifths rats, and one fifth of each other kind.
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
    // Half gold, a quarter rats, a quarter wanderers.
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

/// Returns a game in which a step to the right has triggered these records.
fn called(records: &str, seed: u64) -> Game {
    let file = format!(
        "{BEFORE}\nhero strength=90 health=900\nmap\n############\n#@P....Z..Z#\n#..........#\n#........$.#\n\
         ############\nend\nmark P .\nmark Z .\n{records}\n"
    );
    let mut game = game(&file, seed);
    presses(&mut game, "l");
    game
}

#[test]
fn x15_a_cause_brings_one_of_a_class_to_each_cell() {
    let born = |records: &str, seed| {
        let game = called(records, seed);
        let kinds = game.world().dungeon();
        let events = game.events().iter();
        let born = events.filter_map(|event| match event {
            Event::Born { kind, at, .. } => Some((*at, kinds.kind(*kind).glyph)),
            _ => None,
        });
        born.collect::<BTreeMap<Point, char>>()
    };
    let (mut both, mut alike) = (BTreeSet::new(), 0);
    for seed in 0..60 {
        let brought = born("when step=P spawn=u at=Z", seed);
        let alone = born("when step=P spawn=u at=11,2", seed);
        let pair = (brought[&at(7, 1)], brought[&at(10, 1)]);
        assert_eq!(
            pair.1,
            alone[&at(10, 1)],
            "seed {seed}: one more changed other draws"
        );
        alike += usize::from(pair.0 == pair.1);
        both.insert(pair);
    }
    let glyphs: BTreeSet<char> = both.iter().flat_map(|pair| [pair.0, pair.1]).collect();
    assert_eq!(glyphs, BTreeSet::from(['r', 'w', 'g']));
    assert!((10..50).contains(&alike), "{alike} of 60 are equal");
}

#[test]
fn x15_a_cause_gives_one_of_a_class() {
    let gold = |seed| {
        let game = called("when step=P give=t", seed);
        let hero = game.world().body(game.world().commanded());
        let had = called("", seed);
        let had = had.world().body(had.world().commanded());
        (
            hero.stat(Stat::Wealth) > had.stat(Stat::Wealth),
            hero.stat(Stat::Health) > had.stat(Stat::Health),
        )
    };
    let given: BTreeSet<(bool, bool)> = (0..20).map(gold).collect();
    assert_eq!(given, BTreeSet::from([(true, false), (false, true)]));
}

#[test]
fn x15_each_of_several_gifts_of_a_turn_is_drawn_for_itself_and_one_more_shifts_none_before() {
    let given = |count: usize, before: &str, seed| {
        let game = called(
            &format!("{before}{}", "when step=P give=t\n".repeat(count)),
            seed,
        );
        let items = game.events().iter().filter_map(|event| match event {
            Event::Given { item, .. } => Some(game.world().item(*item).glyph),
            _ => None,
        });
        items.collect::<Vec<char>>()
    };
    let mut pairs = BTreeSet::new();
    for seed in 0..40 {
        let four = given(4, "", seed);
        assert_eq!(four.len(), 4);
        assert_eq!(given(3, "", seed), four[..3], "seed {seed}");
        assert_eq!(given(1, "", seed), four[..1], "seed {seed}");
        let behind = given(4, "when step=P give==\n", seed);
        assert_eq!(behind[1..], four, "other gifts change no draw");
        pairs.insert((four[0], four[1]));
    }
    assert!(pairs.len() > 3, "{pairs:?}");
}

#[test]
fn x15_an_event_of_a_class_is_that_of_each_of_its_things() {
    let says = |records: &str, keys: &str| {
        let file = format!(
            "class u r|q\nclass t $|b\nkind r \"rat\" health=1 speed=0\nkind q \"newt\" health=1 speed=0\n\
             item b \"bread\" health=2\nhero strength=9\nmap\n##########\n#@b....=.#\n#r.......#\n#q.......#\n#w.......#\n\
             ##########\nend\n{records}\n"
        );
        let mut game = game(&file, 1);
        keys.chars().fold(Vec::new(), |mut said, key| {
            presses(&mut game, &key.to_string());
            let events = game.events().iter();
            said.extend(events.filter_map(|event| match event {
                Event::Caused { cause } => Some(cause.0),
                _ => None,
            }));
            said
        })
    };
    assert_eq!(says("when take=t says=\"Mine.\"", "l"), [0]);
    assert_eq!(says("when kill=u again=yes says=\"One.\"", "jj."), [0]);
    assert_eq!(says("when kill=u again=yes says=\"One.\"", "jjjj"), [0, 0]);
    assert_eq!(says("when all-dead=u says=\"All.\"", "jj"), [0u16; 0]);
    assert_eq!(says("when all-dead=u says=\"All.\"", "jjj"), [0]);
}

#[test]
fn x15_a_goal_and_a_loss_of_a_class_are_those_of_all_its_things() {
    let file = "goal kill=u\nlose without=t\nclass u r|q\nclass t c|b\nkind r \"rat\" health=1 attack=none speed=0\n\
                kind q \"newt\" health=1 attack=none speed=0 drops=b\nitem b \"bread\" health=2 herd=no\nitem c \"cheese\"\n\
                hero strength=9\nmap\n##########\n#@r.q...c#\n#........#\n##########\nend\n";
    let mut game = game(file, 1);
    let wanted = game
        .world()
        .dungeon()
        .kinds()
        .iter()
        .filter(|kind| kind.is_wanted);
    let names: BTreeSet<String> = wanted.map(|kind| kind.name.clone()).collect();
    assert_eq!(names, BTreeSet::from(["newt".to_owned(), "rat".to_owned()]));
    let vital = game
        .world()
        .dungeon()
        .items()
        .iter()
        .filter(|item| item.is_vital);
    let names: BTreeSet<String> = vital.map(|item| item.name.clone()).collect();
    assert_eq!(
        names,
        BTreeSet::from(["bread".to_owned(), "cheese".to_owned()])
    );
    presses(&mut game, "lll");
    assert_eq!(game.outcome(), None);
    presses(&mut game, "l");
    assert_eq!(game.outcome(), Some(Outcome::Won));
}

#[test]
fn x15_what_a_cause_may_yet_bring_by_chance_is_left_to_chance() {
    let is_open = |records: &str, keys: &str| {
        let file = format!(
            "class u r|q\nclass v r\nclass t $|b\nkind r \"rat\" speed=0\nkind q \"newt\" speed=0\nkind s \"eel\" speed=0 health=2..9\n\
             item b \"bread\" health=2\nitem c \"cheese\" health=2..9\nmap\n########\n#@P..$.#\n#.....u#\n########\nend\n\
             mark P .\n{records}\n"
        );
        let mut game = game(&file, 1);
        presses(&mut game, keys);
        game.is_left_to_chance()
    };
    assert!(!is_open("when step=P spawn=v at=5,2 give=$", ""));
    for records in [
        "when step=P spawn=u at=5,2",
        "when step=P spawn=s at=5,2",
        "when step=P give=t",
        "when step=P give=c",
    ] {
        assert!(is_open(records, ""), "{records}");
        assert!(!is_open(records, "l"), "{records}: the cause occurred");
    }
}
