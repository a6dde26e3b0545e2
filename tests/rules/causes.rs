//! Causes and their effects, one test per rule (C-*).
use crate::scenario::{game, press, presses};
use dungeon::Session;
use dungeon_engine::event::Outcome;
use dungeon_model::dungeon::{Footing, Stat};
use dungeon_model::space::geometry::at;
use dungeon_play::text::standing::goal_text;
use insta::assert_snapshot;

/// A hall with a plate `P`, a gate `D` and a coin beyond the gate, and these records.
fn hall(head: &str, records: &str) -> String {
    format!(
        "{head}map\n#########\n#@P.#..$#\n#...D...#\n#########\nend\nmark P .\nmark D #\n{records}\n"
    )
}

/// The hall with its gate open.
fn open_hall(records: &str) -> String {
    hall("", records).replace("mark D #", "mark D .")
}

#[test]
fn c1_a_cause_of_the_file_hears_every_level_and_one_of_a_level_its_own() {
    let levels = "level \"A\"\nmap\n#######\n#@$.>.#\n#######\nend\nwhen take=$ says=\"Here.\"\n\
                  level \"B\"\nmap\n#######\n#<$..*#\n#######\nend\n";
    let said = |head: &str, keys: &str| {
        let mut session = Session::from_text(format!("{head}{levels}")).expect("it is sound");
        session.press(keys).expect("the keys are legal");
        session.latest_messages().join(" ")
    };
    assert!(said("", "l").contains("Here."));
    assert!(!said("", "lll>l").contains("Here."));
    let everywhere = "when take=$ again=yes says=\"Anywhere.\"\n";
    assert!(said(everywhere, "l").contains("Anywhere."));
    assert!(said(everywhere, "lll>l").contains("Anywhere."));
}

#[test]
fn c1_a_cause_hears_of_another_level_and_changes_its_own() {
    let levels = "item k \"key\"\nkind s \"statue\" health=1 attack=none\n\
                  level \"Hall\"\nmap\n########\n#$.#@>.#\n########\nend\n\
                  when {event} level=\"Cellar\" tile=4,2 into=. again=yes says=\"Heard.\"\n\
                  level \"Cellar\"\nmap\n#########\n#<P.*.+k#\n#..bs...#\n#########\nend\n\
                  mark P .\nmark b * wealth=1\n";
    let heard = |event: &str, keys: &str| {
        let text = levels.replace("{event}", event);
        let mut session = Session::from_text(text).expect("it is sound");
        let mut said = Vec::new();
        for key in keys.chars() {
            session.press(&key.to_string()).expect("it is legal");
            said.extend(session.latest_messages().to_vec());
        }
        let world = session.game().world();
        let gate = world
            .tile(dungeon_model::dungeon::LevelId(0), at(3, 1))
            .footing;
        (
            said.iter().filter(|words| *words == "Heard.").count(),
            gate == Footing::Anyone,
        )
    };
    assert_eq!(
        heard("step=P", "l>"),
        (0, false),
        "the plate is not stepped on"
    );
    assert_eq!(heard("step=P", "l>lhl"), (2, true));
    assert_eq!(heard("leave=3,2", "l>ll"), (1, true));
    assert_eq!(heard("take=5,2", "l>lll"), (1, true), "a cell");
    assert_eq!(heard("take=b", "l>nl"), (1, true), "a mark of that level");
    assert_eq!(heard("take=*", "l>lll"), (1, true), "a thing of the file");
    assert_eq!(heard("kill=s", "l>nll"), (1, true));
    assert_eq!(heard("opened=7,2", "l>lllll"), (1, true));
    assert_eq!(
        heard("step=5,2", "hl"),
        (0, false),
        "the same cell of this level"
    );
}

#[test]
fn c6_a_hero_may_be_fetched_from_another_level() {
    let text = "level \"Hall\"\nmap\n########\n#@>#..$#\n########\nend\nwhen step=P level=\"Cellar\" move=6,2\n\
                level \"Cellar\"\nmap\n######\n#<.P.#\n######\nend\nmark P .\n";
    let mut session = Session::from_text(text).expect("it is sound");
    session.press("l>ll").expect("the keys are legal");
    let world = session.game().world();
    let hero = world.body(world.commanded());
    assert_eq!((hero.level.0, hero.at), (0, at(5, 1)));
}

#[test]
fn c4_what_is_pushed_taken_killed_and_opened() {
    let map = "tile B \"boulder\" push=yes\nkind s \"statue\" health=1 attack=none\nmap\n############\n#$@B..#.s.s#\n\
               #$....+....#\n############\nend\n\
               when push=5,2 says=\"Pushed.\"\nwhen take=$ says=\"Taken.\"\nwhen opened=7,3 says=\"Opened.\"\n\
               when kill=s says=\"Killed.\"\nwhen all-dead=s says=\"All dead.\"\n";
    let mut session = Session::from_text(map).expect("it is sound");
    let mut said = Vec::new();
    for key in ["h", "l", "l", "nl", "l", "llu", "llu"] {
        session.press(key).expect("it is legal");
        said.extend(session.latest_messages().to_vec());
    }
    assert_snapshot!(said.join("\n"));
}

#[test]
fn c5_the_help_the_end_and_the_json_say_what_wins() {
    let map = "kind L \"lich\" health=1 attack=none\nmap\n########\n#@L....#\n########\nend\nwhen kill=L win=yes\n";
    let mut session = Session::from_text(map).expect("it is sound");
    assert_eq!(
        goal_text(
            session.game().rules().face().goal(),
            session.game().world().dungeon()
        ),
        "Kill a lich to win. You lose if you die."
    );
    session.press("l").expect("a hit");
    assert_eq!(session.outcome(), Some(Outcome::Won));
    let said = session.latest_messages().join(" ");
    assert!(said.contains("You won"), "{said}");
}

#[test]
fn c6_monsters_come_to_each_cell_or_the_nearest_free_one() {
    let map = "kind s \"statue\" attack=none\nmap\n#########\n#@P.#ZZ$#\n#.......#\n#########\nend\nmark P .\nmark Z .\nmark B s health=77\n\
               when step=P spawn=B at=Z\nwhen step=P spawn=s at=P\n";
    let mut game = game(map, 0);
    presses(&mut game, "6");
    let world = game.world();
    let places: Vec<String> = world
        .bodies()
        .iter()
        .map(|body| body.at.to_string())
        .collect();
    assert_eq!(places.len(), 4);
    assert_eq!(places[1..3], ["6,2", "7,2"]);
    assert_eq!(world.bodies()[1].stat(Stat::Health), 77, "as the mark says");
    assert_ne!(places[3], places[0], "two bodies never share a cell");
}

#[test]
fn a_recording_of_a_game_with_causes_comes_to_the_same_sums() {
    let map = hall(
        "",
        "when step=P tile=D into=. \"A rumble.\"\nwhen turn=4 spawn=w at=7,3",
    );
    let sums = |keys: &str| {
        let mut played = game(&map, 3);
        let sums = keys.chars().map(|key| {
            press(&mut played, key).expect("it is legal");
            (played.checksum(), played.state_hash())
        });
        sums.collect::<Vec<_>>()
    };
    assert_eq!(sums("636666"), sums("636666"));
    let map = open_hall("when step=P tile=D into=.");
    let (spent, unspent) = (game(&map, 0), game(&open_hall(""), 0));
    assert_eq!(
        spent.world().checksum(),
        unspent.world().checksum(),
        "as long as no cause has occurred"
    );
}

#[test]
fn c1_the_waterworks_go_as_they_always_went() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/ok/causes.dng");
    let mut session = Session::open(path).expect("a playable file");
    session
        .press("nnnuunnuuullnnnll>jjnuunnnlnuunnun")
        .expect("these are keys");
    assert_eq!(
        (session.outcome(), session.turn()),
        (Some(Outcome::Won), 33)
    );
    assert_eq!(format!("{:016x}", session.checksum()), "7bd7cec2c4a83830");
}

/// Returns the message of the last key.
fn told(map: &str, keys: &str) -> String {
    let mut session = Session::from_text(map).expect("a sound file");
    session.press(keys).expect("keys");
    session.latest_messages().join(" ")
}

#[test]
fn c6_upkeep_upon_a_gift_is_no_part_of_it_and_who_is_moved_about_a_level_is_whisked_away() {
    let gift = |item: &str| {
        let wounded = format!("hero health=5\nitem g {item}\n");
        let gate = hall(&wounded, "when turn=3 give=g").replace("mark D #", "mark D .");
        told(&gate, "...")
    };
    assert_eq!(gift("\"key\" opens=iron"), "You get the key.");
    let bread = gift("\"bread\" health=4 wealth=2");
    assert_eq!(bread, "You get the bread (+4 health, +2 wealth).");
    let potion = gift("\"potion\" health=9 keep=yes");
    assert_eq!(potion, "You get the potion (a in your inventory).");
    let moved = open_hall("when step=P move=6,2");
    assert_eq!(told(&moved, "l"), "You are whisked away.");
}
