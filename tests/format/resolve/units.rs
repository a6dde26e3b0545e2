//! Units and their numbers in files: each test reads a small file (docs/format, "Tactics").
use super::tactics::{field, said};
use crate::reading::{codes, dungeon};
use dungeon_format::Code;
use dungeon_model::dungeon::{Amount, Dungeon, Kind, ScatteredThing, Side, Spawn, Stat, Weapon};
use dungeon_model::space::geometry::{Point, at};

/// Returns the units that the player commands on the first level, in file order.
fn units(dungeon: &Dungeon) -> Vec<(&Spawn, &Kind)> {
    let spawns = dungeon.levels()[0].spawns.iter();
    let kinds = spawns.map(|spawn| (spawn, dungeon.kind(spawn.kind)));
    kinds.filter(|(_, kind)| kind.side == Side::Ours).collect()
}

#[test]
fn a_unit_is_a_wizard_unless_it_says_otherwise() {
    let read = dungeon(&field("", ""));
    assert_eq!(read.settings().game.word, "tactics");
    let units = units(&read);
    let places: Vec<Point> = units.iter().map(|(spawn, _)| spawn.at).collect();
    assert_eq!(places, [at(1, 0), at(1, 2)], "in file order");
    for (spawn, kind) in units {
        assert_eq!((kind.name.as_str(), kind.glyph), ("wizard", '@'));
        assert_eq!((kind.points, kind.range), (2, 10));
        let stats = read.levels()[0].stats_of(spawn);
        assert_eq!((stats[Stat::Health], stats[Stat::Ammo]), (20, 10));
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
    let keys = "name=\"Andy\" glyph=A colour=red range=12 ap=3 health=9 max=15 ammo=4 damage=1..9 accuracy=95 reach=20";
    let weapon = Weapon {
        damage: (1, 9),
        accuracy: 95,
        reach: 20,
    };
    let is_andy = |kind: &Kind| {
        (kind.name.as_str(), kind.glyph, kind.points, kind.range) == ("Andy", 'A', 3, 12)
            && kind.weapon == Some(weapon)
            && kind.most[Stat::Health] == 15
    };
    let recorded = dungeon(&field("", &format!("@ 2 1 {keys}")));
    let marked = dungeon(&format!(
        "rules tactics
map
.Z....
..*...
end
mark Z @ {keys}
"
    ));
    for read in [&recorded, &marked] {
        let (spawn, kind) = units(read)[0];
        assert!(is_andy(kind), "{kind:?}");
        let stats = read.levels()[0].stats_of(spawn);
        assert_eq!((stats[Stat::Health], stats[Stat::Ammo]), (9, 4));
    }
    let (_, other) = units(&recorded)[1];
    assert_eq!(other.name, "wizard", "the record describes one of them");
    let scattered = dungeon(&format!(
        "rules tactics\nmap open 9 9\nscatter @ 1 {keys}\nscatter * 1\n"
    ));
    let ScatteredThing::Body(kind, stats) = scattered.levels()[0].scatters[0].what else {
        panic!("expected a body");
    };
    assert!(is_andy(scattered.kind(kind)));
    assert_eq!(stats[Stat::Ammo], 4);
    assert_eq!(scattered.levels()[0].scatters[0].amount, Amount::Count(1));
    let default = dungeon(&field(
        "hero range=7 damage=4 ammo=0",
        "@ 2 1 name=\"Andy\" range=9",
    ));
    let ranges: Vec<u32> = units(&default).iter().map(|(_, kind)| kind.range).collect();
    assert_eq!(ranges, [9, 7]);
    for (spawn, kind) in units(&default) {
        assert_eq!(kind.weapon.map(|weapon| weapon.damage), Some((4, 4)));
        assert_eq!(default.levels()[0].stats_of(spawn)[Stat::Ammo], 0);
    }
}

#[test]
fn the_numbers_of_units_end_where_they_should() {
    for fine in [
        "range=0",
        "steps=0",
        "steps=200",
        "ap=1",
        "ap=20",
        "damage=0",
        "damage=0..1000000",
        "damage=3..3",
        "accuracy=0",
        "accuracy=100",
        "reach=1",
        "shot-range=1",
        "shot-range=200",
        "ammo=0",
        "ammo=2147483647",
        "health=1",
    ] {
        assert_eq!(codes(&field("", &format!("@ 2 1 {fine}"))), [], "{fine}");
        assert_eq!(codes(&field(&format!("hero {fine}"), "")), [], "{fine}");
    }
    for far in [
        "range=201",
        "steps=-1",
        "steps=201",
        "ap=0",
        "ap=21",
        "damage=-1..3",
        "damage=0..1000001",
        "accuracy=-1",
        "accuracy=101",
        "reach=0",
        "shot-range=0",
        "shot-range=201",
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
    let (_, id) = wand.levels()[0].items[1];
    assert_eq!(wand.item(id).gives[Stat::Ammo], 3);
    assert!(wand.item(id).collectable);
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
