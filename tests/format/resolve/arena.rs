//! Arena files and their errors: each test reads a small file (docs/format, "Arena").
use crate::reading::{codes, dungeon, findings};
use dungeon_format::{Code, Severity};
use dungeon_model::dungeon::games::arena;
use dungeon_model::dungeon::games::arena::ArenaSettings;
use dungeon_model::dungeon::{
    Amount, Attack, Dungeon, Fog, Hunt, Kind, Level, LifeUnit, Overlap, Parts, Roam, ScatterExempt,
    ScatteredThing, Sense, Side, Stat, Stats, Through, UnreachablePolicy, builtin,
};
use dungeon_model::space::geometry::{Point, Region, Size, at};

/// A board of 6 by 3 with a hero at 2,2 and an enemy at 6,3, text before it, and records.
fn board(before: &str, records: &str) -> String {
    let rows = drawn! {"
        ......
        .@....
        .....%
    "};
    format!("rules arena\n{before}\nlevel\nmap\n{rows}end\n{records}\n")
}

/// A run of two boards: the usual one, and one with these rows and records.
fn run(rows: &str, records: &str) -> String {
    let first = board("", "");
    format!("{first}level \"Two\"\nmap\n{rows}\nend\n{records}\n")
}

fn rules(dungeon: &Dungeon) -> ArenaSettings {
    assert_eq!(dungeon.settings().game.word, "arena");
    ArenaSettings::from_settings(dungeon.settings())
}

fn enemy(dungeon: &Dungeon) -> &Kind {
    dungeon.kind(arena::ENEMY)
}

/// Returns the lives of a file's hero at the start.
fn lives(text: &str) -> i32 {
    let dungeon = dungeon(text);
    let level = &dungeon.levels()[0];
    let mut spawns = level.spawns.iter();
    let hero = spawns.find(|spawn| spawn.kind == builtin::HERO);
    level.stats_of(hero.expect("a hero"))[Stat::Health]
}

#[test]
fn arena_parameters_are_published_unless_they_are_said() {
    let published = ArenaSettings {
        lives: 3,
        sight: 6,
        exempt: ScatterExempt::Nothing,
        unreachable: UnreachablePolicy::Left,
    };
    assert_eq!(rules(&dungeon("rules arena\n")), published);
    let said = dungeon("rules arena lives=5 sight=9 quirk=diagonal reachable=yes\n");
    let expected = ArenaSettings {
        lives: 5,
        sight: 9,
        exempt: ScatterExempt::Diagonal,
        unreachable: UnreachablePolicy::Rerolled,
    };
    assert_eq!(rules(&said), expected);
    assert_eq!(
        enemy(&said).behaviour.parts().map(|parts| parts.sense),
        Some(Sense::Steps(9))
    );
    let spares = said.levels()[0]
        .scatters
        .iter()
        .map(|scatter| scatter.exempt);
    assert!(
        spares
            .into_iter()
            .all(|spares| spares == ScatterExempt::Diagonal)
    );
    let no = rules(&dungeon("rules arena reachable=no\n"));
    assert_eq!(no.unreachable, UnreachablePolicy::Left);
}

#[test]
fn arena_parameters_end_where_numbers_do() {
    let said = |said: &str| codes(&format!("rules arena {said}\n"));
    for fine in ["lives=1", "lives=2147483647", "sight=0", "sight=65535"] {
        assert_eq!(said(fine), [], "{fine}");
    }
    for far in ["lives=2147483648", "sight=65536", "sight=-1"] {
        assert_eq!(said(far), [Code::NumberOutOfRange], "{far}");
    }
    for dead in ["lives=0", "lives=-2147483649"] {
        assert_eq!(said(dead), [Code::DeadHero], "{dead}");
    }
    for wrong in [
        "lives=many",
        "quirk=yes",
        "quirk=\"diagonal\"",
        "reachable=maybe",
    ] {
        assert_eq!(said(wrong), [Code::BadValue], "{wrong}");
    }
    for strange in ["goal=5", "livs=3", "health=3"] {
        assert_eq!(said(strange), [Code::UnknownKey], "{strange}");
    }
    let elsewhere = board("", "").replace("rules arena", "rules siege lives=3");
    assert!(codes(&elsewhere).contains(&Code::UnknownKey));
}

#[test]
fn arena_takes_fog_and_tempo_as_every_game_does() {
    let dungeon = dungeon("rules arena fog=4 tempo=900\n");
    assert_eq!(dungeon.fog(), Fog::Within(4));
    assert_eq!(dungeon.tempo().map(u32::from), Some(900));
}

#[test]
fn a1_a2_without_a_level_arena_is_played_on_the_published_board() {
    let dungeon = dungeon("seed 3\nhero name=\"Fip\"\nrules arena lives=2\ntitle \"T\"\n");
    let [level] = dungeon.levels() else {
        panic!("expected one level");
    };
    assert_eq!(level.tiles.size(), Size::new(20, 20));
    let mut tiles = level.tiles.cells().iter();
    assert!(
        tiles.all(|tile| *tile == builtin::FLOOR),
        "a border is not a wall"
    );
    let [hero] = &level.spawns[..] else {
        panic!("expected the hero alone");
    };
    let lives = level.stats_of(hero)[Stat::Health];
    assert_eq!((hero.at, lives), (at(1, 1), 2));
    assert_eq!(level.entrance, Some(at(1, 1)));
    let [walls, enemies] = &level.scatters[..] else {
        panic!("expected walls and enemies");
    };
    assert_eq!(
        (walls.what, walls.amount),
        (ScatteredThing::Tile(builtin::WALL), Amount::Percent(20))
    );
    assert!(matches!(
        enemies.what,
        ScatteredThing::Body(arena::ENEMY, _)
    ));
    assert_eq!((enemies.amount, enemies.away), (Amount::Count(10), Some(1)));
    let (from, to) = (at(0, 0), at(19, 19));
    for scatter in [walls, enemies] {
        assert_eq!(scatter.within, Region { from, to });
        assert_eq!(scatter.overlap, Overlap::Avoid);
    }
    assert_eq!((dungeon.seed(), dungeon.title()), (Some(3), "T"));
}

#[test]
fn the_published_board_is_the_shipped_file() {
    let shipped =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/dungeons/arena.dng"));
    let [shipped, published] = [shipped.expect("a file").as_str(), "rules arena\n"].map(dungeon);
    assert_eq!(shipped.levels(), published.levels());
    assert_eq!(shipped.kinds(), published.kinds());
    assert_eq!(shipped.settings(), published.settings());
}

#[test]
fn a3_an_enemy_is_an_ordinary_composed_kind() {
    let dungeon = dungeon(&board("", ""));
    let Kind {
        stats,
        attack,
        through,
        side,
        ..
    } = enemy(&dungeon);
    assert_eq!((stats[Stat::Health], stats[Stat::Strength]), (1, 1));
    assert_eq!(
        (*attack, *through, *side),
        (Attack::Ram, Through::Floor, Side::Theirs)
    );
    let Parts {
        sense, hunt, roam, ..
    } = enemy(&dungeon).behaviour.parts().expect("parts");
    assert_eq!(
        (sense, hunt, roam),
        (Sense::Steps(6), Hunt::Axis, Roam::Random)
    );
}

#[test]
fn is_enemy_starts_a_kind_that_every_part_can_change() {
    let declared = |said: &str| {
        let text = board(&format!("kind r \"rat\" {said}"), "r 4 1");
        let dungeon = dungeon(&text.replace("rules arena", "rules arena sight=8"));
        dungeon.kinds().last().expect("a kind").clone()
    };
    let plain = declared("is=enemy");
    let parts = plain.behaviour.parts().expect("parts");
    assert_eq!((parts.sense, plain.attack), (Sense::Steps(8), Attack::Ram));
    let own = declared(
        "is=enemy sense=near:5 hunt=path roam=wander attack=melee through=doors speed=3 strength=2 health=4",
    );
    let parts = own.behaviour.parts().expect("parts");
    assert_eq!(
        (parts.sense, parts.hunt, parts.roam),
        (Sense::Near(5), Hunt::Path, Roam::Wander)
    );
    assert_eq!(
        (own.attack, own.through, own.speed),
        (Attack::Melee, Through::Doors, 3)
    );
    assert_eq!((own.stats[Stat::Health], own.stats[Stat::Strength]), (4, 2));
}

#[test]
fn lives_are_said_by_the_rules_by_the_hero_or_by_his_record_and_the_nearest_counts() {
    let said = |rules: &str, before: &str, records: &str| {
        lives(&board(before, records).replace("rules arena", rules))
    };
    assert_eq!(said("rules arena", "", ""), 3);
    assert_eq!(said("rules arena lives=7", "", ""), 7);
    assert_eq!(said("rules arena", "hero health=5", ""), 5);
    assert_eq!(said("rules arena lives=7", "", "@ 2 2 4"), 4);
    assert_eq!(said("rules arena lives=7", "", "@ 2 2 health=4"), 4);
    assert_eq!(said("rules arena", "hero health=5", "@ 2 2 4"), 4);
}

#[test]
fn the_rules_may_stand_behind_what_they_are_about() {
    let before = "hero health=5\nkind r \"rat\" is=enemy\nrules arena sight=8\n";
    let dungeon = dungeon(&format!("{before}level\nmap\n@...r\nend\n"));
    let rat = dungeon.kinds().last().expect("a kind");
    assert_eq!(
        rat.behaviour.parts().map(|parts| parts.sense),
        Some(Sense::Steps(8))
    );
    assert_eq!(dungeon.kind(builtin::HERO).stats[Stat::Health], 5);
}

#[test]
fn lives_that_are_said_twice_and_differ_are_warned_of() {
    let said = |text: &str| {
        let (dungeon, found) = findings(text);
        let told = found.iter().map(|found| (found.code, found.severity));
        (
            dungeon.map(|dungeon| dungeon.kind(builtin::HERO).stats[Stat::Health]),
            told.collect::<Vec<_>>(),
        )
    };
    let twice = [(Code::DuplicateKey, Severity::Warning)];
    assert_eq!(
        said("hero health=5\nrules arena lives=3\n"),
        (Some(5), twice.to_vec())
    );
    assert_eq!(
        said("rules arena lives=3\nhero health=5\n"),
        (Some(5), twice.to_vec())
    );
    assert_eq!(
        said("rules arena lives=5\nhero health=5\n"),
        (Some(5), Vec::new())
    );
    assert_eq!(
        said("rules arena lives=5\nhero name=\"Fip\"\n"),
        (Some(5), Vec::new())
    );
}

#[test]
fn the_hero_has_lives_and_nothing_else() {
    let text = board("", "");
    let dungeon = dungeon(&text);
    let hero = dungeon.kind(builtin::HERO);
    assert_eq!(hero.life_unit, LifeUnit::Lives);
    assert_eq!(hero.stats, Stats::classic([3, 0, 0, 0]));
    for key in ["strength", "manna", "wealth", "gold", "lives"] {
        assert_eq!(
            codes(&board(&format!("hero {key}=5"), "")),
            [Code::UnknownKey],
            "{key}"
        );
        assert_eq!(
            codes(&board("", &format!("@ 2 2 {key}=5"))),
            [Code::UnknownKey],
            "{key}"
        );
    }
    assert_eq!(codes(&board("", "@ 2 2 5 5 16")), [Code::ExtraNumber]);
    assert_eq!(codes(&board("hero health=0", "")), [Code::DeadHero]);
}

#[test]
fn things_give_lives_and_nothing_else() {
    let heart = "item * \"heart\" health=1";
    let text = board(heart, "* 3 2\n* 4 2 2\n* 5 2 health=3");
    let dungeon = dungeon(&text);
    let given = dungeon.levels()[0]
        .items
        .iter()
        .map(|(_, item)| dungeon.item(*item).gives);
    let worth = [1, 2, 3].map(|lives| Stats::classic([lives, 0, 0, 0]));
    assert!(given.eq(worth));
    assert!(
        dungeon
            .items()
            .iter()
            .all(|item| item.name != "heart" || !item.collectable)
    );
    for key in ["strength", "manna", "wealth", "lives"] {
        let declared = board(&format!("item * \"thing\" {key}=1"), "* 3 2");
        assert_eq!(codes(&declared), [Code::UnknownKey], "{key}");
        let recorded = board(heart, &format!("* 3 2 {key}=1"));
        assert_eq!(codes(&recorded), [Code::UnknownKey], "{key}");
    }
    assert_eq!(codes(&board(heart, "* 3 2 1 0 0")), [Code::ExtraNumber]);
}

#[test]
fn a1_everything_may_stand_on_the_rim() {
    let text = drawn! {r#"
        rules arena
        item * "heart" health=1
        level
        map
        @.+.%
        .....
        *.^.>
        end
        level
        map
        @..%
        end
    "#};
    let dungeon = dungeon(text);
    let level = &dungeon.levels()[0];
    assert_eq!(level.entrance, Some(at(0, 0)));
    assert_eq!(level.items[0].0, at(0, 2));
    assert_eq!(codes(&board("", "scatter % 2 in=1,1..6,1")), []);
}

#[test]
fn a2_a_later_board_draws_where_the_hero_comes_in_and_has_no_hero() {
    let drawn = dungeon(&run(".....%\n...@..", ""));
    let recorded = dungeon(&run(".....%\n......", "@ 4 2"));
    let marked = dungeon(&run(".....%\n...H..", "mark H @"));
    let none = |level: &Level| level.spawns.iter().all(|spawn| spawn.kind != builtin::HERO);
    for dungeon in [drawn, recorded, marked] {
        let [first, second] = dungeon.levels() else {
            panic!("expected two boards");
        };
        let entrance = |level: &Level| -> Option<Point> { level.entrance };
        assert_eq!((entrance(first), none(first)), (Some(at(1, 1)), false));
        assert_eq!((entrance(second), none(second)), (Some(at(3, 1)), true));
    }
}

#[test]
fn a2_the_hero_of_a_later_board_says_nothing_but_his_place() {
    for said in [
        "4",
        "3",
        "health=4",
        "name=\"Fip\"",
        "glyph=F",
        "colour=red",
    ] {
        let recorded = run(".....%\n...@..", &format!("@ 4 2 {said}"));
        assert_eq!(codes(&recorded), [Code::UnknownKey], "{said}");
    }
    let marked = run(".....%\n...H..", "mark H @ health=3");
    let found = findings(&marked).1;
    let spans: Vec<_> = found
        .iter()
        .map(|found| &marked[found.span.range()])
        .collect();
    assert_eq!(spans, ["mark H @ health=3"], "and is reported at its place");
    assert_eq!(
        codes(&run(".....%\n...@..", "@ 4 2 strength=3")),
        [Code::UnknownKey]
    );
    assert_eq!(codes(&run(".....%\n...@..", "@ 4 2")), []);
}

#[test]
fn a_level_that_is_broken_leaves_no_second_finding_of_the_others() {
    let text = run("@....%\n......", "% 2\n+ 4");
    assert_eq!(codes(&text), [Code::MissingNumber, Code::MissingNumber]);
    let limited = run("@.....\n......", "% 2");
    assert_eq!(
        codes(&limited),
        [Code::MissingNumber],
        "it may have an enemy"
    );
}
