//! Siege files and their errors: each test reads a small file (docs/format, "Siege").
use crate::reading::{codes, dungeon};
use dungeon_format::Code;
use dungeon_model::dungeon::games::siege;
use dungeon_model::dungeon::games::siege::SiegeSettings;
use dungeon_model::dungeon::{
    Amount, Attack, BodyGlyph, CellSharing, Choice, Dungeon, Feature, Fog, Footing, Hunt, KindId,
    Overlap, Parts, Prey, ScatteredThing, Sense, Side, Spawn, Stat, Through, builtin,
};
use dungeon_model::space::geometry::{Region, Size, at};

/// A pasture of 9 by 5 with a hero at 4,3, text before the level, and records.
fn pasture(before: &str, records: &str) -> String {
    let rows = drawn! {"
        .........
        .........
        ...@.....
        .........
        .........
    "};
    format!("rules siege gold=20\n{before}\nlevel\nmap\n{rows}end\n{records}\n")
}

fn rules(dungeon: &Dungeon) -> SiegeSettings {
    assert_eq!(dungeon.settings().game.word, "siege");
    SiegeSettings::from_settings(dungeon.settings())
}

fn spawn(dungeon: &Dungeon, (x, y): (i32, i32)) -> &Spawn {
    let mut spawns = dungeon.levels()[0].spawns.iter();
    let found = spawns.find(|spawn| spawn.at == at(x - 1, y - 1));
    found.expect("a body is there")
}

#[test]
fn siege_parameters_are_published_unless_they_are_said() {
    let published = SiegeSettings {
        goal: 2000,
        season: 150,
        profit: 10,
        cow: 20,
        fence: 1,
        year: 4,
        gold: 0,
        turn: 0,
    };
    assert_eq!(rules(&dungeon("rules siege\n")), published);
    let said = "rules siege goal=300 season=40 profit=1 cow=0 fence=3 year=2 gold=-7 turn=80\n";
    let expected = SiegeSettings {
        goal: 300,
        season: 40,
        profit: 1,
        cow: 0,
        fence: 3,
        year: 2,
        gold: -7,
        turn: 80,
    };
    assert_eq!(rules(&dungeon(said)), expected);
    let most = i32::MAX;
    for key in ["season", "profit", "cow", "fence", "year", "turn"] {
        let said = |value: i64| codes(&format!("rules siege {key}={value}\n"));
        assert_eq!(said(most.into()), [], "{key}");
        assert_eq!(said(i64::from(most) + 1), [Code::NumberOutOfRange], "{key}");
        assert_eq!(said(-1), [Code::NumberOutOfRange], "{key}");
    }
    for key in ["season", "year"] {
        let none = format!("rules siege {key}=0\n");
        assert_eq!(codes(&none), [Code::NumberOutOfRange], "{key}");
    }
}

#[test]
fn siege_takes_fog_and_tempo_as_every_game_does() {
    let dungeon = dungeon("rules siege fog=4 tempo=900\n");
    assert_eq!(dungeon.fog(), Fog::Within(4));
    assert_eq!(dungeon.tempo().map(u32::from), Some(900));
}

#[test]
fn s1_without_a_level_siege_is_played_on_the_published_board() {
    let dungeon = dungeon("seed 3\nhero strength=2\nrules siege gold=20\ntitle \"T\"\n");
    let [level] = dungeon.levels() else {
        panic!("expected one level");
    };
    assert_eq!(level.tiles.size(), Size::new(24, 24));
    assert!(
        level
            .tiles
            .cells()
            .iter()
            .all(|tile| *tile == builtin::FLOOR)
    );
    let (from, to) = (at(8, 8), at(13, 13));
    let square = Region { from, to };
    let [cows, hero] = &level.scatters[..] else {
        panic!("expected cows and a hero");
    };
    assert_eq!((cows.within, hero.within), (square, square));
    assert_eq!(cows.what, ScatteredThing::Item(siege::COW));
    assert_eq!(
        (cows.amount, cows.overlap),
        (Amount::Count(10), Overlap::Replace)
    );
    let ScatteredThing::Body(kind, stats) = hero.what else {
        panic!("expected the hero");
    };
    assert_eq!((kind, stats[Stat::Strength]), (builtin::HERO, 2));
    assert_eq!((dungeon.seed(), dungeon.title()), (Some(3), "T"));
    assert_eq!(codes("rules explore\n"), [Code::NoMap]);
}

#[test]
fn siege_letters_are_hordlings_of_their_strength_and_digits_are_fences() {
    let row = |glyphs: &str| format!("{glyphs}\n");
    let letters: String = ('A'..='Z').collect();
    let rows = row(&letters) + &row("") + &row("12345.@.") + &row(".......");
    let dungeon = dungeon(&format!("rules siege gold=20\nlevel\nmap\n{rows}end\n"));
    for (n, glyph) in (1..=26).zip('A'..) {
        let body = spawn(&dungeon, (n, 1));
        let kind = dungeon.kind(body.kind);
        let stats = dungeon.levels()[0].stats_of(body);
        assert_eq!(stats[Stat::Strength], n);
        assert_eq!(kind.glyph_of(&stats), glyph);
    }
    for strength in 0..5 {
        let tile = dungeon.levels()[0].tiles.get(at(strength, 2));
        assert_eq!(tile, Some(siege::fence(strength as u16)));
    }
}

#[test]
fn siege_records_put_cows_hordlings_and_fences_anywhere() {
    let dungeon = dungeon(&pasture(
        "",
        "C 1 1\n3 9 5\n% 1 5\nZ 9 1 7\n2 5 1 glyph=x\n",
    ));
    let level = &dungeon.levels()[0];
    assert_eq!(level.tiles.get(at(8, 4)), Some(siege::fence(2)));
    assert_eq!(level.items, [(at(0, 4), siege::COW)]);
    let weak = spawn(&dungeon, (9, 1));
    let stats = level.stats_of(weak);
    assert_eq!(dungeon.kind(weak.kind).glyph_of(&stats), 'G');
    let hedge = dungeon.tile(level.tiles.get(at(4, 0)).expect("inside"));
    assert_eq!((hedge.glyph, hedge.fine), ('x', None), "as declared");
}

#[test]
fn s10_the_hero_alone_may_stand_on_a_cow_or_a_fence() {
    let marks = |first: &str, second: &str| {
        let map = drawn! {"
            level
            map
            .......
            ...X...
            .......
            end
        "};
        format!("rules siege gold=20\n{map}mark X {first}\nmark X {second}\n")
    };
    for under in ["%", "1", "5"] {
        let stands = dungeon(&marks(under, "@"));
        assert_eq!(stands.levels()[0].spawns.len(), 1, "{under}");
    }
    let hero = "\n@ 2 2";
    assert_eq!(codes(&(marks("%", "C") + hero)), [Code::CellTaken]);
    assert_eq!(codes(&(marks("C", "%") + hero)), [Code::CellTaken]);
    assert_eq!(codes(&(marks("3", "C") + hero)), [Code::InWall]);
    assert_eq!(codes(&(marks("3", "%") + hero)), [Code::InWall]);
    // Records have the same effect, in either order.
    assert_eq!(codes(&pasture("", "% 4 3\n")), []);
    assert_eq!(codes(&pasture("", "3 4 3\n")), []);
    assert_eq!(codes(&pasture("", "% 7 3\nC 7 3\n")), [Code::CellTaken]);
    assert_eq!(codes(&pasture("", "C 7 3\n% 7 3\n")), [Code::CellTaken]);
}

#[test]
fn s10_a_route_may_lead_along_the_ring() {
    let patrol = pasture("kind p \"guard\" is=patrol", "p 1 1 via=9,1 via=9,5\n");
    let read = dungeon(&patrol);
    let way = spawn(&read, (1, 1)).route().expect("a route");
    assert_eq!((way.len(), way.last()), (13, Some(&at(8, 4))));
    let fenced = patrol + "3 5 1\n";
    assert_eq!(codes(&fenced), [Code::RouteBlocked]);
    let explore = "map open 9 5\n@ 4 3\n$ 3 3\np 2 2 via=2,1\n";
    assert_eq!(codes(explore), [Code::OnPerimeter]);
}

#[test]
fn siege_scatters_reach_the_ring_but_the_heros_do_not() {
    let map = "rules siege gold=20\nlevel\nmap open 9 5\nscatter @ 1\nscatter C 3\nscatter % 2 overlap=yes\n";
    let dungeon = dungeon(map);
    let regions: Vec<Region> = dungeon.levels()[0]
        .scatters
        .iter()
        .map(|s| s.within)
        .collect();
    let (inner, whole) = ((at(1, 1), at(7, 3)), (at(0, 0), at(8, 4)));
    let corners: Vec<_> = regions
        .iter()
        .map(|region| (region.from, region.to))
        .collect();
    assert_eq!(corners, [inner, whole, whole]);
    let company = dungeon.levels()[0].scatters.iter().map(|s| s.sharing);
    assert!(
        company
            .into_iter()
            .all(|company| company == CellSharing::Alone)
    );
    assert_eq!(
        dungeon.levels()[0].tiles.get(at(0, 0)),
        Some(builtin::FLOOR),
        "to the rim"
    );
}

#[test]
fn siege_kinds_begin_from_a_hordling_and_look_like_themselves() {
    let text = pasture(
        "kind f \"raider\" is=hordling speed=3 strength=40",
        "f 7 3 strength=50\n",
    );
    let dungeon = dungeon(&text);
    let body = spawn(&dungeon, (7, 3));
    let kind = dungeon.kind(body.kind);
    assert_eq!(
        (kind.life, kind.shows, kind.speed),
        (Stat::Strength, BodyGlyph::Kind, 3)
    );
    assert_eq!((kind.attack, kind.prey), (Attack::Steal(1), Prey::Nearest));
    assert_eq!((kind.through, kind.side), (Through::Doors, Side::Theirs));
    let parts = kind.behaviour.parts();
    assert!(matches!(
        parts,
        Some(Parts {
            sense: Sense::Always,
            hunt: Hunt::Greedy,
            ..
        })
    ));
    let stats = dungeon.levels()[0].stats_of(body);
    assert_eq!((stats[Stat::Strength], kind.glyph_of(&stats)), (50, 'f'));
    // The built-in hordlings are unchanged.
    let letters = &dungeon.kinds()[usize::from(siege::hordling(1).0)..];
    assert!(
        letters[..26]
            .iter()
            .all(|kind| kind.shows == BodyGlyph::Strength)
    );
}

#[test]
fn siege_letters_and_digits_can_be_given_another_meaning() {
    let before =
        "kind C \"captain\" is=wanderer\ntile 3 \"pond\" walk=no\nitem % \"pig\" herd=yes\n";
    let dungeon = dungeon(
        &pasture(before, "C 7 3\n3 8 3\n% 9 3\nmark Z .\n")
            .replace(".........\nend", ".Z.......\nend"),
    );
    assert_eq!(dungeon.kind(spawn(&dungeon, (7, 3)).kind).name, "captain");
    let level = &dungeon.levels()[0];
    let tile = dungeon.tile(level.tiles.get(at(7, 2)).expect("inside"));
    assert_eq!((tile.name.as_str(), tile.feature), ("pond", Feature::Plain));
    assert_eq!(dungeon.item(level.items[0].1).name, "pig");
    let seasonal = dungeon.kind(siege::hordling(3));
    assert_eq!(
        seasonal.name, "hordling",
        "the hordlings of seasons are unchanged"
    );
    assert_eq!(
        codes(&pasture("kind @ \"twin\"", "")),
        [Code::DuplicateGlyph]
    );
}

#[test]
fn siege_kinds_drop_cows_and_bear_hordlings() {
    let text = pasture("kind n \"nest\" attack=none drops=% spawns=C:20", "n 7 3\n");
    let dungeon = dungeon(&text);
    let kind = dungeon.kind(spawn(&dungeon, (7, 3)).kind);
    assert_eq!(kind.drops, Choice::Always(siege::COW));
    let brood = kind.spawns.clone().expect("a brood");
    assert_eq!(
        (brood.kind, brood.every),
        (Choice::Always(siege::hordling(3)), 20)
    );
}

#[test]
fn siege_heroes_have_a_purse_and_no_other_numbers() {
    let hero = |record: &str| codes(&pasture("", record));
    assert_eq!(hero("@ 4 3 strength=3 name=\"Ada\"\n"), []);
    assert_eq!(hero("@ 4 3 40 5 16\n"), [Code::ExtraNumber]);
    for key in ["health", "manna", "wealth", "gold"] {
        assert_eq!(
            hero(&format!("@ 4 3 {key}=5\n")),
            [Code::UnknownKey],
            "{key}"
        );
        let declared = pasture(&format!("hero {key}=5"), "");
        assert_eq!(codes(&declared), [Code::UnknownKey], "{key}");
    }
    let dungeon = dungeon(&pasture("", ""));
    assert_eq!(
        dungeon.levels()[0].stats_of(spawn(&dungeon, (4, 3))),
        dungeon_model::dungeon::Stats::classic([0, 1, 0, 0])
    );
}

#[test]
fn siege_is_never_a_classic_file() {
    let classic = drawn! {"
        7 3
        #######
        #     #
        #######
        h 2 2 40 5 16
        $ 6 2 0 10 0
        q
    "};
    assert_eq!(dungeon(classic).settings().game.word, "explore");
    assert_eq!(dungeon(classic).kind(KindId(0)).life, Stat::Health);
}

#[test]
fn siege_reports_no_missing_prey_where_a_herd_can_be_bought() {
    let wolf = "kind w \"wolf\" health=4 sense=always hunt=path prey=herd";
    assert_eq!(codes(&pasture(wolf, "w 8 4\n")), []);
    let blind = "kind w \"wolf\" health=4 hunt=path prey=herd";
    assert_eq!(codes(&pasture(blind, "w 8 4\n")), [Code::NeverSenses]);
}

#[test]
fn siege_a_fence_is_no_floor() {
    let dungeon = dungeon(&pasture("", "1 7 3\n"));
    let fence = dungeon.tile(siege::fence(0));
    assert_eq!(fence.footing, Footing::Openers);
    assert_eq!(
        codes(&pasture("", "^ 7 3\n1 7 3\n")),
        [],
        "the last record stands"
    );
}
