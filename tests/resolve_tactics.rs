//! What files of tactics mean, and what they must not say; what of it every game has: each test reads a small file
//! (FORMAT.md, "Tactics").
mod reading;

use dungeon::dungeon::{
    Amount, Attack, Dungeon, Feature, Fog, Footing, Hunt, Kind, Sense, Settings, Side, Sight,
    Spawn, Stat, Strewn, Through, TileId, Weapon, builtin, tactics,
};
use dungeon::format::{Code, Severity};
use dungeon::space::geometry::{Point, at};
use reading::{codes, dungeon, findings};

/// A field with two units and a crystal, what stands before it, and records.
fn field(before: &str, records: &str) -> String {
    format!("rules tactics\n{before}\nmap\n.@....\n......\n.@..*.\nend\n{records}\n")
}

/// A cellar of explore with a body `x` of this kind.
fn cellar(kind: &str) -> String {
    format!("{kind}\nmap\n#######\n#@.$.x#\n#######\nend\n")
}

/// What stands on the first level and the player commands, in file order.
fn units(dungeon: &Dungeon) -> Vec<(&Spawn, &Kind)> {
    let spawns = dungeon.levels[0].spawns.iter();
    let kinds = spawns.map(|spawn| (spawn, dungeon.kind(spawn.kind)));
    kinds.filter(|(_, kind)| kind.side == Side::Ours).collect()
}

/// The first kind with this name.
fn kind<'d>(dungeon: &'d Dungeon, name: &str) -> &'d Kind {
    let mut kinds = dungeon.kinds.iter();
    kinds.find(|kind| kind.name == name).expect("such a kind")
}

/// Whether slime may lie in any game of it.
fn has_slime(dungeon: &Dungeon) -> bool {
    dungeon
        .tiles
        .iter()
        .any(|tile| tile.footing == Footing::Slime)
}

/// What the first finding says, and its mend.
fn said(text: &str) -> (String, String) {
    let found = findings(text).1;
    let first = found.first().expect("a finding");
    (
        first.message.clone(),
        first.help.clone().unwrap_or_default(),
    )
}

#[test]
fn a_unit_is_a_wizard_unless_it_says_otherwise() {
    let read = dungeon(&field("", ""));
    assert_eq!(read.settings, Settings::Tactics);
    let units = units(&read);
    let places: Vec<Point> = units.iter().map(|(spawn, _)| spawn.at).collect();
    assert_eq!(places, [at(1, 0), at(1, 2)], "in file order");
    for (spawn, kind) in units {
        assert_eq!((kind.name.as_str(), kind.glyph), ("wizard", '@'));
        assert_eq!((kind.points, kind.range), (2, 10));
        assert_eq!(
            (spawn.stats[Stat::Health], spawn.stats[Stat::Ammo]),
            (20, 10)
        );
        let weapon = Weapon {
            damage: (2, 6),
            accuracy: 70,
            reach: 8,
        };
        assert_eq!(kind.weapon, Some(weapon));
    }
}

#[test]
fn a_record_a_mark_a_scatter_and_the_hero_line_say_what_units_are() {
    let keys = "name=\"Andy\" glyph=A colour=red range=12 ap=3 health=9 ammo=4 damage=1..9 accuracy=95 reach=20";
    let weapon = Weapon {
        damage: (1, 9),
        accuracy: 95,
        reach: 20,
    };
    let is_andy = |kind: &Kind| {
        (kind.name.as_str(), kind.glyph, kind.points, kind.range) == ("Andy", 'A', 3, 12)
            && kind.weapon == Some(weapon)
    };
    let recorded = dungeon(&field("", &format!("@ 2 1 {keys}")));
    let marked = dungeon(&format!(
        "rules tactics\nmap\n.Z....\n..*...\nend\nmark Z @ {keys}\n"
    ));
    for read in [&recorded, &marked] {
        let (spawn, kind) = units(read)[0];
        assert!(is_andy(kind), "{kind:?}");
        assert_eq!((spawn.stats[Stat::Health], spawn.stats[Stat::Ammo]), (9, 4));
    }
    let (_, other) = units(&recorded)[1];
    assert_eq!(other.name, "wizard", "the record describes one of them");
    let scattered = dungeon(&format!(
        "rules tactics\nmap open 9 9\nscatter @ 1 {keys}\nscatter * 1\n"
    ));
    let Strewn::Body(kind, stats) = scattered.levels[0].scatters[0].what else {
        panic!("expected a body");
    };
    assert!(is_andy(scattered.kind(kind)));
    assert_eq!(stats[Stat::Ammo], 4);
    assert_eq!(scattered.levels[0].scatters[0].amount, Amount::Count(1));
    let default = dungeon(&field(
        "hero range=7 damage=4 ammo=0",
        "@ 2 1 name=\"Andy\" range=9",
    ));
    let ranges: Vec<u32> = units(&default).iter().map(|(_, kind)| kind.range).collect();
    assert_eq!(ranges, [9, 7]);
    for (spawn, kind) in units(&default) {
        assert_eq!(kind.weapon.map(|weapon| weapon.damage), Some((4, 4)));
        assert_eq!(spawn.stats[Stat::Ammo], 0);
    }
}

#[test]
fn the_numbers_of_units_end_where_they_should() {
    for fine in [
        "range=0",
        "range=200",
        "ap=1",
        "ap=20",
        "damage=0",
        "damage=0..1000000",
        "damage=3..3",
        "accuracy=0",
        "accuracy=100",
        "reach=1",
        "reach=200",
        "ammo=0",
        "ammo=2147483647",
        "health=1",
    ] {
        assert_eq!(codes(&field("", &format!("@ 2 1 {fine}"))), [], "{fine}");
        assert_eq!(codes(&field(&format!("hero {fine}"), "")), [], "{fine}");
    }
    for far in [
        "range=-1",
        "range=201",
        "ap=0",
        "ap=21",
        "damage=-1..3",
        "damage=0..1000001",
        "accuracy=-1",
        "accuracy=101",
        "reach=0",
        "reach=201",
        "ammo=-1",
        "ammo=2147483648",
    ] {
        let found = codes(&field("", &format!("@ 2 1 {far}")));
        assert_eq!(found, [Code::NumberOutOfRange], "{far}");
        let found = codes(&field(&format!("hero {far}"), ""));
        assert_eq!(found, [Code::NumberOutOfRange], "{far}");
    }
    assert_eq!(codes(&field("", "@ 2 1 health=0")), [Code::DeadHero]);
    assert_eq!(codes(&field("hero health=-4", "")), [Code::DeadHero]);
}

#[test]
fn a_damage_that_is_no_range_is_mended_if_it_can_be_guessed() {
    for (wrong, right) in [
        ("6..2", "2..6"),
        ("2-6", "2..6"),
        ("6-2", "2..6"),
        ("\"2..6\"", "2..6"),
        ("2,6", "2..6"),
    ] {
        let text = field("", &format!("@ 2 1 damage={wrong}"));
        let found = findings(&text).1;
        let [finding] = &found[..] else {
            panic!("{wrong}: {found:?}");
        };
        assert_eq!(finding.code, Code::BadValue, "{wrong}");
        let fix = finding.fix.as_ref().expect("a mend");
        assert_eq!(fix.replacement, right, "{wrong}");
    }
    let (_, help) = said(&field("", "@ 2 1 damage=much"));
    assert_eq!(
        help,
        "the least and the most that a hit takes, with `..` between them"
    );
}

#[test]
fn numbers_behind_the_place_of_a_unit_and_what_it_has_not_are_told_with_a_mend() {
    assert_eq!(codes(&field("", "@ 2 1 20 5")), [Code::ExtraNumber]);
    let (_, help) = said(&field("", "@ 2 1 20 5"));
    assert!(help.contains("health=20"), "{help}");
    for strange in ["strength=3", "manna=2", "wealth=1", "weapon=bow", "gold=4"] {
        let found = codes(&field("", &format!("@ 2 1 {strange}")));
        assert_eq!(found, [Code::UnknownKey], "{strange}");
    }
    let (_, help) = said(&field("", "@ 2 1 weapon=bow"));
    assert!(help.contains("damage=2..6"), "{help}");
    assert_eq!(
        codes(&field("item x \"wand\" manna=3", "x 4 2")),
        [Code::UnknownKey]
    );
    let wand = dungeon(&field("item x \"wand\" ammo=3 health=-1", "x 4 2"));
    let (_, id) = wand.levels[0].items[1];
    assert_eq!(wand.item(id).gives[Stat::Ammo], 3);
    assert!(wand.item(id).collectable);
}

#[test]
fn what_only_units_have_is_told_once_a_record_in_other_games() {
    let keys = "range=10 ap=2 damage=2..6 accuracy=70 reach=8 ammo=10";
    let board =
        |rules: &str| format!("{rules}\nmap\n#######\n#@...%#\n#######\nend\n@ 2 2 {keys}\n");
    for rules in ["rules siege", "rules arena", "item % \"gold\" wealth=1"] {
        let text = board(rules);
        let found = findings(&text).1;
        let keys = found.iter().filter(|found| found.code == Code::UnknownKey);
        let helps: Vec<&str> = keys.filter_map(|found| found.help.as_deref()).collect();
        let [help] = helps[..] else {
            panic!("{rules}: {found:?}");
        };
        assert!(help.contains("`rules tactics`"), "{help}");
    }
    for explore in ["hero ammo=3", "item x \"wand\" ammo=3"] {
        let text = format!("{explore}\nmap\n#####\n#@.x#\n#####\nend\nmark x $\n");
        assert!(codes(&text).contains(&Code::UnknownKey), "{explore}");
    }
}

#[test]
fn the_ghosts_of_tactics_are_built_in() {
    let read = dungeon("rules tactics\nmap\n@.GBL\n..ER.\n~o*..\nend\n");
    let kinds: Vec<&str> = read.levels[0]
        .spawns
        .iter()
        .map(|spawn| read.kind(spawn.kind).name.as_str())
        .collect();
    assert_eq!(
        kinds,
        [
            "wizard",
            "grey ghost",
            "blue ghost",
            "lilac ghost",
            "green ghost",
            "red ghost"
        ]
    );
    let gives: Vec<(&str, i32, i32)> = read.levels[0]
        .items
        .iter()
        .map(|(_, item)| {
            let item = read.item(*item);
            let (health, ammo) = (item.gives[Stat::Health], item.gives[Stat::Ammo]);
            (item.name.as_str(), health, ammo)
        })
        .collect();
    assert_eq!(gives, [("pancake", 10, 0), ("crystal", 0, 10)]);
    assert_eq!(read.levels[0].tiles.get(at(0, 2)), Some(tactics::SLIME));
}

#[test]
fn the_guide_tells_the_numbers_of_ghosts_and_their_weapon() {
    let guide = include_str!("../docs/FORMAT.md");
    let health = tactics::GHOSTS.map(|(_, make)| make().stats[Stat::Health]);
    let [grey, blue, lilac, green, red] = health;
    let Weapon {
        damage: (least, most),
        accuracy,
        reach,
    } = tactics::SPIT;
    let weapon =
        format!("`damage={least}..{most} accuracy={accuracy} reach={reach}` if you say nothing");
    let bursts = tactics::green().bursts;
    for told in [
        format!("health {grey}, {blue}, {lilac}, {green}, {red}\n"),
        format!("* grey: `health={grey} "),
        format!(
            "* blue: `health={blue} sense=always hunt=skirmish damage={least}..{most} accuracy={accuracy} reach={reach}`"
        ),
        format!("* lilac: `health={lilac} "),
        format!("* green: `health={green} sense=always hunt=path bursts={bursts}`"),
        format!("all around lose {bursts} health"),
        weapon,
    ] {
        assert!(guide.contains(&told), "{told}");
    }
}

#[test]
fn every_game_starts_kinds_from_ghosts() {
    let boards = [
        ("", "########\n#@.$..x#\n########"),
        ("rules siege", "........\n.@.%..x.\n........"),
        ("rules arena", "........\n.@.%..x.\n........"),
        ("rules tactics", "........\n.@.*..x.\n........"),
    ];
    for (rules, rows) in boards {
        for (word, make) in tactics::GHOSTS {
            let text = format!("{rules}\nkind x \"own\" is={word}\nmap\n{rows}\nend\n");
            let read = dungeon(&text);
            let (own, usual) = (kind(&read, "own"), make());
            assert_eq!(own.behaviour, usual.behaviour, "{rules} {word}");
            assert_eq!(own.weapon, usual.weapon, "{rules} {word}");
            assert_eq!(own.bursts, usual.bursts, "{rules} {word}");
            assert_eq!(own.through, Through::Slime, "{rules} {word}");
            assert_eq!(own.attack, Attack::None, "{rules} {word}");
            assert_eq!(own.trail.is_some(), usual.trail.is_some());
            if let Some(trail) = own.trail {
                let tile = read.tile(trail);
                assert_eq!(tile, &tactics::slime(builtin::FLOOR), "{rules}");
            }
        }
    }
}

#[test]
fn golden_numbers_stay_where_no_slime_is_wanted() {
    let read = dungeon(&cellar("kind x \"own\" is=blue"));
    assert!(!has_slime(&read));
    assert_eq!(read.kinds.len(), builtin::explore_kinds().len() + 1);
    let read = dungeon(&cellar("kind x \"own\" is=red"));
    let slime = TileId(builtin::tiles().len() as u16);
    assert_eq!(
        kind(&read, "own").trail,
        Some(slime),
        "the first one of its own"
    );
    let read = dungeon("rules tactics\nkind x \"own\" is=red\nmap\n@..x\nend\n");
    assert_eq!(kind(&read, "own").trail, Some(tactics::SLIME));
    assert_eq!(read.tiles, tactics::tiles());
}

#[test]
fn a_trail_is_terrain_that_may_be_declared_further_down() {
    let text = cellar("kind x \"slug\" is=wanderer trail=:\ntile : \"ash\" colour=grey");
    let read = dungeon(&text);
    let trail = kind(&read, "slug").trail.expect("a trail");
    assert_eq!(read.tile(trail).name, "ash");
    let walls = dungeon(&cellar("kind x \"mason\" is=wanderer trail=#"));
    assert_eq!(kind(&walls, "mason").trail, Some(builtin::WALL));
    let clean = dungeon(&cellar("kind x \"clean\" is=red trail=."));
    assert_eq!(kind(&clean, "clean").trail, None, "floor is no trail");
    assert!(!has_slime(&clean), "and needs no slime");
    for (trail, code) in [
        ("$", Code::BadValue),
        ("w", Code::BadValue),
        ("^", Code::BadValue),
        ("slime", Code::BadValue),
        (":", Code::UnknownGlyph),
    ] {
        let text = cellar(&format!("kind x \"slug\" is=red trail={trail}"));
        assert_eq!(codes(&text), [code], "{trail}");
    }
}

#[test]
fn slime_is_a_tile_that_every_game_can_declare() {
    for (rules, rows) in [
        ("", "#######\n#@:$.x#\n#######"),
        ("rules siege", ".......\n.@:%.x.\n......."),
        ("rules arena", ".......\n.@:%.x.\n......."),
        ("rules tactics", ".......\n.@:*.x.\n......."),
    ] {
        let text = format!(
            "{rules}\ntile : \"mire\" walk=slime\nkind x \"toad\" is=green\nmap\n{rows}\nend\n"
        );
        let read = dungeon(&text);
        let tile = read.levels[0].tiles.get(at(2, 1)).expect("a cell");
        let tile = read.tile(tile);
        assert_eq!(tile.name, "mire");
        assert_eq!(tile.footing, Footing::Slime);
        assert_eq!(tile.sight, Sight::Clear);
        assert!(matches!(tile.feature, Feature::Pool(pool) if pool.cleared == builtin::FLOOR));
    }
    let see = |keys: &str| {
        let read = dungeon(&format!(
            "tile : \"mire\" {keys}\nmap\n#####\n#@:$#\n#####\nend\n"
        ));
        let tile = read.levels[0].tiles.get(at(2, 1)).expect("a cell");
        read.tile(tile).sight
    };
    assert_eq!(see("walk=slime see=no"), Sight::Blocked);
    assert_eq!(see("walk=slime"), Sight::Clear);
    let walk = |walk: &str| {
        codes(&format!(
            "tile : \"mire\" walk={walk}\nmap\n#####\n#@.$#\n#.:.#\n#####\nend\n"
        ))
    };
    for wrong in ["slimy", "5", "\"slime\"", "maybe"] {
        assert_eq!(walk(wrong), [Code::BadValue], "{wrong}");
    }
}

#[test]
fn slime_bears_whoever_passes_it_and_nothing_else() {
    let on_slime = |record: &str| codes(&field("", &format!("~ 4 2\n{record}")));
    for ghost in ["G 4 2", "B 4 2", "R 4 2"] {
        assert_eq!(on_slime(ghost), [], "{ghost}");
    }
    for other in ["@ 4 2 name=\"Andy\"", "* 4 2"] {
        assert_eq!(on_slime(other), [Code::InWall], "{other}");
    }
    let wolf = field("kind w \"wolf\" is=wanderer", "~ 4 2\nw 4 2");
    assert_eq!(codes(&wolf), [Code::InWall]);
}

#[test]
fn who_skirmishes_has_a_weapon_and_nobody_else() {
    let weapon = |parts: &str| {
        let read = dungeon(&cellar(&format!("kind x \"own\" sense=always {parts}")));
        kind(&read, "own").weapon
    };
    assert_eq!(weapon("hunt=skirmish"), Some(tactics::SPIT));
    let hard = Weapon {
        damage: (3, 9),
        ..tactics::SPIT
    };
    assert_eq!(weapon("hunt=skirmish damage=3..9"), Some(hard));
    assert_eq!(weapon("hunt=path"), None);
    assert_eq!(weapon("is=blue hunt=path"), None);
    let parts = |read: &Dungeon| kind(read, "own").behaviour.parts().expect("parts");
    let read = dungeon(&cellar("kind x \"own\" is=blue sense=sight:4"));
    assert_eq!(
        (parts(&read).hunt, parts(&read).sense),
        (Hunt::Skirmish, Sense::Sight(4))
    );
    for key in ["damage=2..3", "accuracy=4", "reach=3"] {
        let text = cellar(&format!("kind x \"own\" is=wanderer {key}"));
        assert_eq!(codes(&text), [Code::UnknownKey], "{key}");
        let guessed = cellar(&format!("kind x \"own\" is=blueish {key}"));
        assert_eq!(codes(&guessed), [Code::BadValue], "one mistake, {key}");
        let broken = cellar(&format!("kind x \"own\" hunt=skirmsh {key}"));
        assert_eq!(codes(&broken), [Code::BadValue], "one mistake, {key}");
    }
    assert_eq!(
        codes(&cellar("kind x \"own\" is=blue ammo=4")),
        [Code::UnknownKey]
    );
}

#[test]
fn points_and_range_of_kinds_mean_something_in_tactics_alone() {
    let text = "rules tactics\nkind x \"own\" is=blue ap=3 range=1\nmap\n@..x\nend\n";
    let read = dungeon(text);
    let own = kind(&read, "own");
    assert_eq!((own.points, own.range), (3, 1));
    let lame = text.replace("range=1", "range=0");
    assert_eq!(codes(&lame), [Code::NumberOutOfRange], "an act is a step");
    let usual = kind(&read, "blue ghost");
    assert_eq!((usual.points, usual.range), (2, 6));
    for key in ["ap=3", "range=2"] {
        let text = cellar(&format!("kind x \"own\" is=blue {key}"));
        assert_eq!(codes(&text), [Code::UnknownKey], "{key}");
    }
}

#[test]
fn bursts_is_life_that_a_death_takes_from_all_around() {
    let bursts =
        |keys: &str| kind(&dungeon(&cellar(&format!("kind x \"own\" {keys}"))), "own").bursts;
    assert_eq!(bursts("is=green"), tactics::green().bursts);
    assert_eq!(bursts("is=green bursts=0"), 0);
    assert_eq!(bursts("is=wanderer bursts=9"), 9);
    let below = cellar("kind x \"own\" bursts=-1");
    assert_eq!(codes(&below), [Code::NumberOutOfRange]);
}

#[test]
fn a_file_of_tactics_has_one_level_and_waits() {
    let level = |name: &str, thing: &str| format!("level \"{name}\"\nmap\n.@..{thing}\nend\n");
    let one = format!("rules tactics\n{}", level("One", "*"));
    assert_eq!(codes(&one), []);
    let two = format!("{one}{}", level("Two", "B"));
    let found = findings(&two).1;
    let [finding] = &found[..] else {
        panic!("expected one finding, {found:?}");
    };
    assert_eq!(
        (finding.code, &two[finding.span.range()]),
        (Code::Limit, "level")
    );
    assert!(finding.span.start > finding.labels[0].span.start);
    // What stands on the others, or does not, is no further problem.
    let bare = format!(
        "rules tactics\nkind x \"x\" is=blue\nlevel\nmap\n....\nend\n{}",
        level("Two", "x")
    );
    assert_eq!(codes(&bare), [Code::Limit]);
    for tempo in ["tempo=1000", "tempo=0", "tempo=soon"] {
        let text = field("", "").replace("tactics", &format!("tactics {tempo}"));
        assert_eq!(codes(&text), [Code::UnknownKey], "{tempo}");
    }
    let fog = dungeon(&field("", "").replace("tactics", "tactics fog=5"));
    assert_eq!(fog.fog, Fog::Within(5));
    assert_eq!(codes(&field("", "> 6 1")), [Code::UnknownLevel]);
    let (_, help) = said(&field("", "> 6 1"));
    assert_eq!(
        help,
        "a battle is fought on one level: leave the stairs out"
    );
}

#[test]
fn k14_there_must_be_a_unit_and_something_to_do() {
    let rows =
        |rows: &str, records: &str| codes(&format!("rules tactics\nmap\n{rows}\nend\n{records}\n"));
    assert_eq!(rows("@...", ""), [Code::NothingToCollect]);
    assert_eq!(rows("@..G", ""), []);
    assert_eq!(rows("@..o", ""), []);
    assert_eq!(rows("...o", ""), [Code::NoHero]);
    assert_eq!(rows("@@@o", ""), [], "several heroes are meant");
    assert_eq!(
        rows("@...", "scatter B 0\nscatter o 0"),
        [Code::NothingToCollect]
    );
    assert_eq!(rows("@...", "scatter B 1"), []);
    let key = "item k \"key\" opens=gate\nmap\n@k..\nend\n";
    assert_eq!(
        codes(&format!("rules tactics\n{key}")),
        [Code::NothingToCollect],
        "a key need not be taken"
    );
    assert_eq!(
        rows("@...", "B 4"),
        [Code::MissingNumber],
        "perhaps it is there"
    );
    assert_eq!(
        rows("...o", "@ 4"),
        [Code::MissingNumber],
        "perhaps he is there"
    );
}

#[test]
fn there_are_at_most_a_hundred_units() {
    let many = |count: usize| {
        codes(&format!(
            "rules tactics\nmap open 20 20\nscatter @ {count}\nscatter * 1\n"
        ))
    };
    assert_eq!(many(100), []);
    assert_eq!(many(101), [Code::Limit]);
    let row = format!("{}*", "@".repeat(101));
    assert_eq!(
        codes(&format!("rules tactics\nmap\n{row}\nend\n")),
        [Code::Limit]
    );
}

#[test]
fn the_rim_of_a_map_of_tactics_is_played_on() {
    assert_eq!(codes("rules tactics\nmap\n@.B\n*.o\nend\n"), []);
    assert_eq!(
        codes("rules tactics\nmap open 3 3\n@ 1 1\n* 3 3\nscatter B 2 in=1,1..3,1\n"),
        []
    );
}

#[test]
fn names_that_were_given_are_given_once() {
    assert_eq!(
        codes(&field("", "")),
        [],
        "a name that nobody gave is no matter"
    );
    let twice = field("", "@ 2 1 name=\"Andy\"\n@ 2 3 name=\"Andy\"");
    let found = findings(&twice).1;
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(
        (found[0].code, found[0].severity),
        (Code::DuplicateName, Severity::Warning)
    );
    assert_eq!(
        codes(&field("hero name=\"Bob\"", "")),
        [Code::DuplicateName]
    );
    assert_eq!(
        codes(&field("hero name=\"Bob\"", "@ 2 1 name=\"Andy\"")),
        []
    );
    let scattered = |names: &str| {
        codes(&format!(
            "rules tactics\nmap open 9 9\n{names}\nscatter * 1\n"
        ))
    };
    assert_eq!(
        scattered("scatter @ 2 name=\"Andy\""),
        [Code::DuplicateName]
    );
    assert_eq!(
        scattered("scatter @ 1 name=\"Andy\"\nscatter @ 1 name=\"Danny\"\nscatter @ 1"),
        []
    );
    let other = "kind w \"Andy\" is=wanderer\nmap\n########\n#@.w.w$#\n########\nend\n";
    assert_eq!(codes(other), [], "monsters share theirs");
}

#[test]
fn an_author_who_forgot_the_rules_is_told_of_them() {
    let text = "map\n#######\n#@...$#\n#@....#\n#######\nend\n@ 2 2 name=\"Andy\" range=9\n";
    let found = findings(text).1;
    let helps: Vec<&str> = found
        .iter()
        .filter_map(|found| found.help.as_deref())
        .collect();
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(
        helps.iter().all(|help| help.contains("`rules tactics`")),
        "{helps:?}"
    );
}
