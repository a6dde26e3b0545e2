//! Ghosts: the built-in ones, and kinds of any game based on them. Each test reads a small file (docs/format,
//! "Tactics").
use super::tactics::{cellar, kind};
use crate::reading::{codes, dungeon};
use dungeon_format::Code;
use dungeon_model::dungeon::games::tactics;
use dungeon_model::dungeon::{Attack, Dungeon, Hunt, Sense, Stat, Through, Weapon, builtin};
use dungeon_model::space::geometry::at;

#[test]
fn the_ghosts_of_tactics_are_built_in() {
    let read = dungeon(drawn! {"
        rules tactics
        map
        @.GBL
        ..ER.
        ~o*..
        end
    "});
    let kinds: Vec<&str> = read.levels()[0]
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
    let gives: Vec<(&str, i32, i32)> = read.levels()[0]
        .items
        .iter()
        .map(|(_, item)| {
            let item = read.item(*item);
            let (health, ammo) = (item.gives[Stat::Health], item.gives[Stat::Ammo]);
            (item.name.as_str(), health, ammo)
        })
        .collect();
    assert_eq!(gives, [("pancake", 10, 0), ("crystal", 0, 10)]);
    assert_eq!(read.levels()[0].tiles.get(at(0, 2)), Some(tactics::SLIME));
}

#[test]
fn the_guide_tells_the_numbers_of_ghosts_and_their_weapon() {
    let guide = concat!(
        include_str!("../../../docs/format/monsters.md"),
        include_str!("../../../docs/format/tactics.md"),
        include_str!("../../../docs/format/reference.md")
    );
    let ghosts = tactics::FORM.shared_kinds.iter();
    let health: Vec<i32> = ghosts.map(|(_, make)| make().stats[Stat::Health]).collect();
    let [grey, blue, lilac, green, _] = health[..] else {
        panic!("expected five ghosts, found {health:?}");
    };
    let Weapon {
        damage: (least, most),
        accuracy,
        reach,
    } = builtin::SPIT;
    let bursts = tactics::green().bursts;
    for told in [
        format!("* grey: `health={grey} "),
        format!(
            "* blue: `health={blue} sense=always hunt=skirmish damage={least}..{most} accuracy={accuracy} shot-range={reach}`"
        ),
        format!("* lilac: `health={lilac} "),
        format!("* green: `health={green} sense=always hunt=path bursts={bursts}`"),
        format!("its death costs everybody around {bursts} health"),
        format!("of a kind {least}..{most})"),
        format!("of a kind {accuracy})"),
        format!("of a kind {reach})"),
    ] {
        assert!(guide.contains(&told), "{told}");
    }
}

#[test]
fn every_game_starts_kinds_from_ghosts() {
    let boards = [
        (
            "",
            drawn! {"
                ########
                #@.$..x#
                ########"},
        ),
        (
            "rules siege",
            drawn! {"
                ........
                .@.%..x.
                ........"},
        ),
        (
            "rules arena",
            drawn! {"
                ........
                .@.%..x.
                ........"},
        ),
        (
            "rules tactics",
            drawn! {"
                ........
                .@.*..x.
                ........"},
        ),
    ];
    for (rules, rows) in boards {
        for (word, make) in tactics::FORM.shared_kinds.iter().copied() {
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
                assert_eq!(tile, &builtin::slime(builtin::FLOOR), "{rules}");
            }
        }
    }
}

#[test]
fn only_kinds_that_skirmish_have_a_weapon() {
    let weapon = |parts: &str| {
        let read = dungeon(&cellar(&format!("kind x \"own\" sense=always {parts}")));
        kind(&read, "own").weapon
    };
    assert_eq!(weapon("hunt=skirmish"), Some(builtin::SPIT));
    let hard = Weapon {
        damage: (3, 9),
        ..builtin::SPIT
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
