//! The causes of lost games (G-4), one by one, and the agreement of all interfaces about them.
use dungeon::Session;
use dungeon::game::{GameEnd, LossCause};
use dungeon::session::{Script, StateLine};
use dungeon_play::view::words::loss_name;
use dungeon_players::{Greedy, play_many};

use crate::support;

/// A lost game: the file, the keys, the cause, the name of the cause, and the last message.
type Case = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
);

const CASES: [Case; 15] = [
    (
        "lose turns=2\nmap\n#######\n#@w..$#\n#######\nend\n",
        "..",
        "turn-limit",
        "turn limit",
        "You lost on turn 2: time ran out.",
    ),
    (
        "lose turns=1\nhero health=1\nmap\n#######\n#@w..$#\n#######\nend\n",
        ".",
        "monster",
        "wanderer",
        "You died on turn 1, killed by a wanderer.",
    ),
    (
        "lose without=c\nitem c \"calf\" herd=yes\nkind x \"cow thief\" is=wanderer prey=herd sight=9\n\
         map\n########\n#@..cx$#\n########\nend\n",
        ".....",
        "without",
        "loss of calf",
        "You lost on turn 1: no calf is left.",
    ),
    (
        "when turn=1 lose=yes\nmap\n#######\n#@...$#\n#######\nend\n",
        ".",
        "event",
        "scripted event",
        "You lost on turn 1.",
    ),
    (
        "map\n#######\n#@P..$#\n#######\nend\nmark P .\nwhen step=P tile=P into=#\n",
        "l",
        "caught",
        "caught in wall",
        "You are caught in the wall.You died on turn 1.",
    ),
    (
        "hero health=3\nmap\n#######\n#@^..$#\n#######\nend\n^ 3 2 damage=9\n",
        "l",
        "terrain",
        "dart trap",
        "You died on turn 1, killed by a dart trap.",
    ),
    (
        "hero health=3\ntile ~ \"lava\" harm=9\nmap\n#######\n#@~..$#\n#######\nend\n",
        "l",
        "terrain",
        "lava",
        "You died on turn 1, killed by the lava.",
    ),
    (
        "item ! \"poison\" health=-99\nmap\n#######\n#@!..$#\n#######\nend\n",
        "l",
        "item",
        "poison",
        "You died on turn 1, killed by the poison.",
    ),
    (
        "item ! \"poison\" health=-99 keep=yes\nmap\n#######\n#@!..$#\n#######\nend\n",
        "lia",
        "item",
        "poison",
        "You died on turn 2, killed by the poison.",
    ),
    (
        "hero health=3 manna=0\nmap\n#######\n#@w..$#\n#######\nend\n",
        "dl",
        "magic",
        "own magic",
        "killed by your own magic.",
    ),
    (
        "hero health=3\nkind x \"bomb\" is=wanderer attack=burst:9\nmap\n#######\n#@x..$#\n#######\nend\n",
        ".",
        "monster",
        "bomb",
        "You died on turn 1, killed by a bomb.",
    ),
    (
        "rules arena lives=1\nmap\n#...\n.@%.\n...%\nend\n",
        ".",
        "monster",
        "enemy",
        "You were stomped by an enemy on turn 1, with 1 enemy left.",
    ),
    (
        "rules siege gold=1\nmap\n.......\n.@E....\n.......\nend\n",
        "...",
        "monster",
        "hordling",
        "1 gold in debt, ruined by a hordling.",
    ),
    (
        "rules tactics\nkind b \"blue ghost\" is=blue damage=90\nmap\n#######\n#@.b..#\n#######\nend\n",
        "<Space><Space><Space><Space><Space><Space>",
        "monster",
        "blue ghost",
        "no wizard is left, and 1 ghost remains.",
    ),
    (
        "rules arena\nlose turns=1\nmap\n....\n@...\n...%\nend\n",
        ".",
        "turn-limit",
        "turn limit",
        "You lost on turn 1: time ran out.",
    ),
];

#[test]
fn g4_a_lost_game_has_the_cause_that_the_rules_say() {
    for (file, keys, cause, by, last) in CASES {
        let mut session = Session::from_text(file).unwrap_or_else(|error| panic!("{file}{error}"));
        let mut told = String::new();
        for key in keys.parse::<Script>().expect("keys").0 {
            if session.outcome().is_none() {
                session.press_key(key);
                told = session.latest_messages().concat();
            }
        }
        let lost_to = StateLine::new(&session).lost_to;
        let lost_to = lost_to.map(|lost_to| (lost_to.cause, lost_to.by));
        let expected = Some((cause.to_owned(), by.to_owned()));
        assert_eq!(lost_to, expected, "{file}{told}");
        assert!(told.ends_with(last), "{file}{told}");
    }
}

/// A hall in which a weak wanderer wounds but does not kill, and the turns run out.
const HALL: &str = "lose turns=9\nhero health=200\nkind r \"rat\" is=wanderer strength=1 health=99\n\
                    map\n##############\n#@r.........$#\n##############\nend\n";

#[test]
fn g4_a_bot_that_runs_out_of_time_is_not_lost_to_what_wounded_it() {
    let dungeon = support::dungeon(HALL);
    let tally = play_many(&dungeon, 0..8, 500, &mut Greedy::default());
    assert_eq!(tally.loss_causes(), [(LossCause::TurnLimit, 8)]);
    let hurt = tally.wounds.keys().map(|cause| loss_name(&dungeon, *cause));
    assert_eq!(hurt.collect::<Vec<_>>(), ["rat"], "and the rat did hurt");
}

#[test]
fn g4_of_several_wounds_in_a_turn_the_last_life_counts() {
    // The rat comes first in the file and leaves 1 health; the bomb takes that.
    let file = "hero health=2\nkind r \"rat\" is=wanderer strength=1\nkind x \"bomb\" is=wanderer attack=burst:5\n\
                map\n#######\n#r@x.$#\n#######\nend\n";
    let mut session = Session::from_text(file).expect("a dungeon");
    session.press(".").expect("a key");
    let ending = session.game().world().ending();
    let Some(GameEnd::Lost(cause)) = ending else {
        panic!("{ending:?}");
    };
    assert_eq!(loss_name(session.game().world().dungeon(), cause), "bomb");
}
