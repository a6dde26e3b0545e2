//! The meaning of declarations: kinds by their parts, items, tiles and the parameters of rules (docs/format).
use dungeon_format::{Code, Limits, Report, Source};
use dungeon_lint::read;
use dungeon_model::dungeon::{
    Attack, Behaviour, Choice, Colour, Dungeon, Fog, Footing, Hunt, ItemId, ItemKind, Kind,
    Offspring, Parts, Prey, Roam, ScatteredThing, Sense, Sight, Stat, Stats, Through, Tile,
    builtin,
};

/// Returns the dungeon of these declarations and a room with each of these glyphs. Fails on any finding except the one
/// that a kind with a single part senses nothing.
fn dungeon(before: &str, glyphs: &str) -> Dungeon {
    dungeon_with(before, glyphs, "")
}

/// Returns the dungeon of declarations, a room with each of these glyphs, and records after the map.
fn dungeon_with(before: &str, glyphs: &str, records: &str) -> Dungeon {
    let source = Source::from_text("test.dng", file(before, glyphs, records));
    let (dungeon, diagnostics) = read(&source, &Limits::default());
    let mut codes = diagnostics.iter().map(|found| found.code);
    let is_clean = codes.all(|code| code == Code::NeverSenses);
    let report = Report {
        source,
        diagnostics,
    };
    assert!(is_clean, "{report}");
    dungeon.expect("a file without findings is a dungeon")
}

/// Returns the codes of all findings.
fn codes(before: &str, glyphs: &str) -> Vec<Code> {
    let source = Source::from_text("test.dng", file(before, glyphs, ""));
    let (_, found) = read(&source, &Limits::default());
    found.into_iter().map(|found| found.code).collect()
}

fn file(before: &str, glyphs: &str, records: &str) -> String {
    format!(
        "{before}
level
map
############
#@........$#
#..........#
#..{glyphs:.<8}#
############
end
{records}
"
    )
}

/// Returns the kind that `kind k …` declares.
fn kind(keys: &str) -> Kind {
    let dungeon = dungeon(&format!("kind k {keys}"), "k");
    let kind = &dungeon.levels()[0].spawns[1];
    dungeon.kind(kind.kind).clone()
}

/// Returns the parts of the kind that `kind k …` declares.
fn parts(keys: &str) -> Parts {
    let Behaviour::Composed(parts) = kind(keys).behaviour else {
        panic!("{keys}: not composed");
    };
    parts
}

fn item(keys: &str) -> (Dungeon, ItemKind) {
    let dungeon = dungeon(&format!("item k {keys}"), "k");
    let (_, id) = dungeon.levels()[0].items[1];
    let item = dungeon.item(id).clone();
    (dungeon, item)
}

fn tile(keys: &str) -> Tile {
    let dungeon = dungeon(&format!("tile ~ {keys}"), "~");
    let mut own = dungeon.tiles().iter().filter(|tile| tile.glyph == '~');
    own.next().cloned().expect("the tile is declared")
}

#[test]
fn sense_takes_every_word_of_its_row() {
    let rows = [
        ("sight:6", Sense::Sight(6)),
        ("within:8", Sense::Near(9)),
        ("within:65535", Sense::Near(65536)),
        ("near:9", Sense::Near(9)),
        ("near:0", Sense::Near(0)),
        ("steps:0", Sense::Steps(0)),
        ("always", Sense::Always),
        ("never", Sense::Never),
    ];
    for (word, sense) in rows {
        assert_eq!(parts(&format!("sense={word}")).sense, sense);
    }
}

#[test]
fn speed_counts_percent_and_once_counted_acts_in_two_turns() {
    let rows = [
        ("0%", 0),
        ("50%", 1),
        ("150%", 3),
        ("1000%", 20),
        ("0", 0),
        ("3", 3),
        ("20", 20),
    ];
    for (said, speed) in rows {
        assert_eq!(kind(&format!("speed={said}")).speed, speed, "{said}");
    }
    for wrong in ["75%", "-50%", "1050%", "21", "fast", "1..3"] {
        let found = codes(&format!("kind k speed={wrong}"), "k");
        assert!(!found.is_empty(), "{wrong}");
    }
}

#[test]
fn hunt_takes_every_word_of_its_row() {
    let rows = [
        ("line", Hunt::Line),
        ("drift", Hunt::Drift),
        ("greedy", Hunt::Greedy),
        ("axis", Hunt::Axis),
        ("path", Hunt::Path),
        ("shoot:65535", Hunt::Shoot(65_535)),
        ("flee", Hunt::Flee),
        ("stand", Hunt::Stand),
    ];
    for (word, hunt) in rows {
        assert_eq!(parts(&format!("hunt={word}")).hunt, hunt);
    }
}

#[test]
fn roam_takes_every_word_of_its_row() {
    let rows = [
        ("wander", Roam::Wander),
        ("route", Roam::Route),
        ("drift", Roam::Drift),
        ("random", Roam::Random),
        ("stand", Roam::Stand),
    ];
    for (word, roam) in rows {
        assert_eq!(parts(&format!("roam={word}")).roam, roam);
    }
}

#[test]
fn attack_prey_and_through_take_every_word_of_their_rows() {
    let attacks = [
        ("melee", Attack::Melee),
        ("steal:3", Attack::Steal(3)),
        ("drain:4", Attack::Drain(4)),
        ("burst:5", Attack::Burst(5)),
        ("none", Attack::None),
    ];
    for (word, attack) in attacks {
        assert_eq!(kind(&format!("attack={word}")).attack, attack);
    }
    let preys = [
        ("hero", Prey::Hero),
        ("herd", Prey::Herd),
        ("nearest", Prey::Nearest),
    ];
    for (word, prey) in preys {
        assert_eq!(kind(&format!("prey={word}")).prey, prey);
    }
    let throughs = [
        ("walls", Through::Walls),
        ("doors", Through::Doors),
        ("floor", Through::Floor),
    ];
    for (word, through) in throughs {
        assert_eq!(kind(&format!("through={word}")).through, through);
    }
}

#[test]
fn a_kind_without_is_does_only_what_its_parts_say() {
    let stands = Parts {
        sense: Sense::Never,
        sight: 10,
        hunt: Hunt::Stand,
        roam: Roam::Stand,
    };
    let wanderer = &builtin::explore_kinds()[1];
    let expected = Kind {
        name: "monster".into(),
        glyph: 'k',
        behaviour: Behaviour::Composed(stands),
        ..wanderer.clone()
    };
    assert_eq!(kind(""), expected);
}

#[test]
fn a_kind_with_is_stays_the_classic_until_a_part_is_said() {
    assert_eq!(
        kind("is=patrol sight=6 shot=4 health=3 speed=3").behaviour,
        Behaviour::Patrol { sight: 6, shot: 4 }
    );
    let patrol = Parts {
        sense: Sense::Near(9),
        sight: 6,
        hunt: Hunt::Shoot(4),
        roam: Roam::Route,
    };
    assert_eq!(parts("is=patrol sight=6 shot=4 sense=near:9"), patrol);
    let ghost = Parts {
        sense: Sense::Near(7),
        sight: 10,
        hunt: Hunt::Greedy,
        roam: Roam::Stand,
    };
    assert_eq!(parts("is=ghost hunt=greedy"), ghost);
    let wanderer = Parts {
        sense: Sense::Sight(10),
        sight: 10,
        hunt: Hunt::Line,
        roam: Roam::Wander,
    };
    assert_eq!(parts("is=wanderer attack=none"), wanderer);
}

#[test]
fn sight_is_how_far_a_line_reaches_in_every_record() {
    let reach = |keys| {
        let parts = parts(keys);
        (parts.sense, parts.sight)
    };
    assert_eq!(reach("sense=sight:6 hunt=line"), (Sense::Sight(6), 6));
    assert_eq!(reach("sense=near:9 hunt=line"), (Sense::Near(9), 10));
    assert_eq!(
        reach("sense=near:9 hunt=shoot:1 sight=4"),
        (Sense::Near(9), 4)
    );
    assert_eq!(reach("is=wanderer hunt=path sight=4"), (Sense::Sight(4), 4));
}

#[test]
fn who_drifts_passes_walls() {
    assert_eq!(kind("hunt=drift").through, Through::Walls);
    assert_eq!(kind("roam=drift").through, Through::Walls);
    assert_eq!(
        kind("is=ghost hunt=path roam=wander").through,
        Through::Walls
    );
    let grounded = kind("is=ghost hunt=path roam=wander through=floor");
    assert_eq!(grounded.through, Through::Floor);
    assert_eq!(
        codes("kind k hunt=drift through=doors", "k"),
        [Code::BadValue]
    );
    assert_eq!(
        codes("kind k is=ghost through=doors", "k"),
        [Code::BadValue]
    );
}

#[test]
fn a_kind_has_numbers_looks_words_and_a_speed() {
    let lich = kind("\"lich\" health=30 strength=6 speed=3 glyph=L colour=red says=\"Hiss.\"");
    assert_eq!(lich.stats, Stats::classic([30, 6, 0, 0]));
    assert_eq!((lich.name.as_str(), lich.says.as_str()), ("lich", "Hiss."));
    assert_eq!((lich.glyph, lich.colour), ('L', Some(Colour::Red)));
    assert_eq!(lich.speed, 3);
}

#[test]
fn drops_and_spawns_name_glyphs_declared_before_after_and_never() {
    let before = "item k \"key\" opens=bronze\n\
                  kind L \"lich\" drops=k spawns=r:20\n\
                  kind r \"rat\" drops=$ spawns=w:1\n\
                  kind 7 \"nest\" spawns=7:65535";
    let dungeon = dungeon(before, "L7");
    let named = |name: &str| {
        let ids = (0..).zip(dungeon.kinds());
        let mut found = ids.filter(|(_, kind)| kind.name == name);
        let (id, kind) = found.next().expect("the kind is there");
        (dungeon_model::dungeon::KindId(id), kind)
    };
    let (rat, rat_kind) = named("rat");
    let (nest, nest_kind) = named("nest");
    let (_, lich) = named("lich");
    let dropped: Vec<_> = lich.drops.all().collect();
    assert_eq!(dungeon.item(dropped[0]).name, "key");
    assert_eq!(
        lich.spawns,
        Some(Offspring {
            kind: Choice::Always(rat),
            every: 20
        })
    );
    assert_eq!(rat_kind.drops, Choice::Always(builtin::GOLD));
    let wanderers = Offspring {
        kind: Choice::Always(builtin::WANDERER),
        every: 1,
    };
    assert_eq!(rat_kind.spawns, Some(wanderers));
    assert_eq!(nest_kind.drops, Choice::Always(ItemId::NONE));
    let nests = Offspring {
        kind: Choice::Always(nest),
        every: 65_535,
    };
    assert_eq!(nest_kind.spawns, Some(nests));
}

#[test]
fn kinds_that_are_alike_but_for_what_they_drop_are_two() {
    let before = "kind a \"rat\" glyph=r drops=$\nkind b \"rat\" glyph=r drops=*";
    let dungeon = dungeon(before, "ab");
    let spawns = dungeon.levels()[0].spawns.iter().skip(1);
    let drops = spawns.flat_map(|spawn| dungeon.kind(spawn.kind).drops.all());
    let drops: Vec<ItemId> = drops.collect();
    assert_eq!(drops, [builtin::GOLD, builtin::HERB]);
}

#[test]
fn a_body_says_its_own_words_or_its_kinds() {
    let before = "kind r \"rat\" says=\"Squeak.\"";
    let records = "mark M r \"Meow.\"\nr 5 4 says=\"Grr.\"";
    let dungeon = dungeon_with(before, "rrM", records);
    let spawns = &dungeon.levels()[0].spawns[1..];
    let said: Vec<Option<&str>> = spawns.iter().map(|spawn| spawn.says()).collect();
    assert_eq!(said, [None, Some("Grr."), Some("Meow.")]);
    assert_eq!(dungeon.kind(spawns[0].kind).says, "Squeak.");
}

#[test]
fn a_scattered_body_says_the_words_of_its_scatter_or_its_mark() {
    let records = "mark M w \"Meow.\"\nscatter w 1 says=\"Grr.\"\nscatter M 1";
    let dungeon = dungeon_with("", "", records);
    let words = |scattered: ScatteredThing| match scattered {
        ScatteredThing::Body(kind, _) => dungeon.kind(kind).says.clone(),
        _ => String::new(),
    };
    let scatters = dungeon.levels()[0].scatters.iter();
    let said: Vec<String> = scatters.map(|scatter| words(scatter.what)).collect();
    assert_eq!(said, ["Grr.", "Meow."]);
}

#[test]
fn a_composed_kind_that_walks_routes_takes_them_as_a_patrol_does() {
    let before = "kind n \"sentinel\" roam=route";
    let routes = |records| {
        let dungeon = dungeon_with(before, "n", records);
        let spawn = &dungeon.levels()[0].spawns[1];
        spawn.route().map(<[_]>::len)
    };
    assert_eq!(routes("n 4 4 via=8,4"), Some(5));
    assert_eq!(routes("n 4 4 10 3 2 5 4 6 4"), Some(3));
    assert_eq!(routes(""), None);
}

#[test]
fn an_item_that_opens_is_a_key_and_no_collectable() {
    let (dungeon, key) = item("\"bronze key\" opens=bronze");
    assert_eq!((key.collectable, key.herd), (false, false));
    let lock = key.opens.expect("it opens something");
    assert_eq!(dungeon.locks()[usize::from(lock.0)], "bronze");
    let (_, same) = item("opens=\"bronze\"");
    assert_eq!(same.opens, Some(lock));
    let (dungeon, _) = item("opens=7");
    assert_eq!(dungeon.locks(), ["7"]);
}

#[test]
fn items_of_the_herd_and_keys_can_be_made_by_records_too() {
    let (_, cow) = item("\"cow\" herd=yes wealth=3");
    assert_eq!((cow.herd, cow.collectable), (true, true));
    assert_eq!(cow.gives[Stat::Wealth], 3);
    let records = "mark M * herd=yes\n* 5 4 opens=bronze";
    let dungeon = dungeon_with("", "**M", records);
    let items = dungeon.levels()[0].items.iter().skip(1);
    let made: Vec<(bool, bool)> = items
        .map(|(_, id)| dungeon.item(*id))
        .map(|item| (item.opens.is_some(), item.herd))
        .collect();
    assert_eq!(made, [(false, false), (true, false), (false, true)]);
}

#[test]
fn a_tile_is_floor_unless_it_says_otherwise() {
    let grass = tile("\"grass\" colour=green says=\"It rustles.\"");
    assert_eq!(
        (grass.footing, grass.sight),
        (Footing::Anyone, Sight::Clear)
    );
    assert_eq!(
        (grass.name.as_str(), grass.says.as_str()),
        ("grass", "It rustles.")
    );
    assert_eq!(grass.colour, Some(Colour::Green));
    let pillar = tile("walk=no");
    assert_eq!(
        (pillar.footing, pillar.sight),
        (Footing::Drifters, Sight::Blocked)
    );
    let water = tile("walk=no see=yes");
    assert_eq!(
        (water.footing, water.sight),
        (Footing::Drifters, Sight::Clear)
    );
    let reeds = tile("see=no");
    assert_eq!(
        (reeds.footing, reeds.sight),
        (Footing::Anyone, Sight::Blocked)
    );
}

#[test]
fn fog_and_tempo_are_off_unless_the_rules_say_otherwise() {
    let read = |rules: &str| {
        let dungeon = dungeon(rules, "");
        (dungeon.fog(), dungeon.tempo().map(u32::from))
    };
    assert_eq!(read(""), (Fog::Lifted, None));
    assert_eq!(read("rules explore tempo=0 fog=no"), (Fog::Lifted, None));
    assert_eq!(
        read("rules explore tempo=20 fog=1"),
        (Fog::Within(1), Some(20))
    );
    let (fog, _) = read("rules explore fog=yes");
    assert_eq!(fog, Fog::Within(65_535), "as far as the largest map");
    assert_eq!(
        codes("rules explore tempo=19", ""),
        [Code::NumberOutOfRange]
    );
    assert_eq!(codes("rules explore fog=0", ""), [Code::NumberOutOfRange]);
    assert_eq!(codes("rules explore fog=maybe", ""), [Code::BadValue]);
}

/// Returns the kind with this name.
fn named<'d>(dungeon: &'d Dungeon, name: &str) -> &'d Kind {
    let mut kinds = dungeon.kinds().iter();
    kinds
        .find(|kind| kind.name == name)
        .expect("a kind of that name")
}

#[test]
fn a_kind_starts_from_another_one_that_stands_above_or_below() {
    let rat =
        "kind r \"rat\" is=wanderer health=2 speed=3 drops=i trail=~ says=\"Eek!\" colour=red";
    let king = "kind R \"rat king\" is=r health=20";
    let others = "item i \"tail\"\ntile ~ \"slime\" walk=slime";
    for before in [[rat, king, others], [others, king, rat]] {
        let dungeon = dungeon(&before.join("\n"), "rRi");
        let (rat, king) = (named(&dungeon, "rat"), named(&dungeon, "rat king"));
        let mut expected = rat.clone();
        expected.stats[Stat::Health] = 20;
        expected.name = "rat king".to_string();
        expected.glyph = 'R';
        assert_eq!(*king, expected);
        assert_ne!(king.drops, Choice::Always(ItemId::NONE));
        assert!(king.trail.is_some());
    }
}

#[test]
fn what_a_kind_says_itself_replaces_what_the_other_is() {
    let before = "kind a \"archer\" is=patrol hunt=shoot:4 spawns=w:9
kind b \"bowman\" is=a sight=4 spawns=g:5
kind c \"lord\" is=b shot=7 glyph=C";
    let dungeon = dungeon(before, "abc");
    let kinds = ["archer", "bowman", "lord"].map(|name| named(&dungeon, name));
    let parts = kinds.map(|kind| kind.behaviour.parts().expect("a monster"));
    assert_eq!(parts.map(|parts| parts.sight), [10, 4, 4]);
    assert_eq!(parts.map(|parts| parts.hunt), [4, 4, 7].map(Hunt::Shoot));
    let born = kinds.map(|kind| kind.spawns.as_ref().map(|spawns| spawns.kind.clone()));
    let expected = [builtin::WANDERER, builtin::GHOST, builtin::GHOST];
    assert_eq!(born, expected.map(|kind| Some(Choice::Always(kind))));
    assert_eq!(kinds.map(|kind| kind.glyph), ['a', 'b', 'C']);
}

#[test]
fn a_kind_without_a_part_of_its_own_keeps_those_of_parts() {
    let lich = "kind l \"lich\" sense=near:9 hunt=path roam=wander attack=drain:2";
    let dungeon = dungeon(
        &format!("{lich}\nkind L \"old lich\" is=l strength=9"),
        "lL",
    );
    let (young, old) = (named(&dungeon, "lich"), named(&dungeon, "old lich"));
    assert_eq!((young.behaviour, young.attack), (old.behaviour, old.attack));
    assert!(matches!(old.attack, Attack::Drain(2)));
}

#[test]
fn goals_that_name_a_kind_do_not_name_those_that_start_from_it() {
    let before = "goal kill=r\nkind r \"rat\" is=wanderer\nkind R \"rat king\" is=r";
    let dungeon = dungeon(before, "rR");
    assert!(named(&dungeon, "rat").is_wanted && !named(&dungeon, "rat king").is_wanted);
}

#[test]
fn a_long_chain_of_kinds_is_read_to_its_end() {
    let glyph = |nth: u32| char::from_u32(0x410 + nth).expect("a letter");
    let kinds = (1..60).map(|n| format!("kind {} \"k{n}\" is={}\n", glyph(n), glyph(n + 1)));
    let last = format!("kind {} \"last\" is=ghost health=77", glyph(60));
    let before = kinds.collect::<String>() + &last;
    let dungeon = dungeon(&before, &glyph(1).to_string());
    assert_eq!(named(&dungeon, "k1").stats[Stat::Health], 77);
}

/// A kind with all keys written out equals one that starts from another kind and adds the remaining keys.
#[test]
fn a_kind_that_starts_from_another_is_the_one_of_which_all_keys_are_written_out() {
    const KEYS: &[&str] = &[
        "health=5",
        "strength=4",
        "sense=near:3",
        "hunt=path",
        "roam=random",
        "attack=steal:2",
        "prey=nearest",
        "speed=3",
        "drops=i",
        "spawns=w:9",
        "bursts=2",
        "trail=~",
        "says=\"Boo!\"",
        "colour=red",
    ];
    let starts = ["is=wanderer", "is=ghost", "is=patrol", "is=blue", ""];
    let things = "item i \"tail\"\ntile ~ \"slime\" walk=slime\n";
    let kind = |said: &str| {
        let text = file(&format!("{things}{said}"), "ri", "");
        let (dungeon, found) = read(&Source::from_text("test.dng", text), &Limits::default());
        let dungeon = dungeon.unwrap_or_else(|| panic!("{said}: {found:?}"));
        named(&dungeon, "it").clone()
    };
    let mut tried = 0;
    for (first, second) in (0..KEYS.len()).flat_map(|n| (0..n).map(move |m| (n, m))) {
        for (nth, own) in KEYS.iter().enumerate() {
            tried += 1;
            let start = starts[tried % starts.len()];
            let (one, two) = (KEYS[first], KEYS[second]);
            // The base has another number than the kind's own, so that a value is replaced.
            let other = own.replace(['2', '3', '4', '5', '9'], "7");
            let base = if nth == first || nth == second {
                format!("{one} {two}")
            } else {
                format!("{one} {two} {other}")
            };
            let derived = kind(&format!(
                "kind r \"it\" is=b {own}\nkind b \"base\" {start} {base}"
            ));
            let mut written: Vec<&str> = vec![one, two];
            written.retain(|key| {
                key.split_once('=').map(|(word, _)| word)
                    != own.split_once('=').map(|(word, _)| word)
            });
            let written = written.join(" ");
            let spelt = kind(&format!("kind r \"it\" {start} {written} {own}"));
            assert_eq!(derived, spelt, "{start} {base}, then {own}");
        }
    }
}
