//! Levels that cannot be won for various reasons, and the same levels with one change that makes them winnable.
use dungeon_players::{Budget, Verdict, prove, prove_fair, prove_layout};

use super::read;

/// Unwinnable levels: the name, the reason, the text, and the part of the text to remove so that the level can be won.
const FLIPS: [(&str, &str, &str, &str); 11] = [
    (
        "gold behind a wall",
        "OutOfReach",
        "map\n#######\n#@...$#\n#######\nend\nscatter # 1 in=4,2..4,2\n",
        "scatter # 1 in=4,2..4,2\n",
    ),
    (
        "a key behind its own door",
        "OutOfReach",
        "item k \"key\" opens=iron\nmap\n########\n#@.....#\n########\nend\n\
         scatter + 1 locked=iron in=4,2..4,2\nscatter k 1 in=6,2..6,2\nscatter $ 1 in=7,2..7,2\n",
        "scatter + 1 locked=iron in=4,2..4,2\n",
    ),
    (
        "a pit before the gold",
        "OutOfReach",
        "level \"above\"\nmap\n########\n#@....$#\n########\nend\nscatter ^ 1 trap=pit in=4,2..4,2\n\
         level \"below\"\nmap\n####\n#..#\n####\nend\n",
        "scatter ^ 1 trap=pit in=4,2..4,2\n",
    ),
    (
        "two pits, and gold under each",
        "NoWayBack",
        "level \"above\"\nmap\n########\n#..@...#\n########\nend\nscatter ^ 1 trap=pit in=2,2..2,2\n\
         scatter ^ 1 trap=pit in=7,2..7,2\n\
         level \"below\"\nmap\n########\n#$....$#\n########\nend\nscatter # 1 in=4,2..4,2\n",
        "scatter # 1 in=4,2..4,2\n",
    ),
    (
        "a teleport that throws back",
        "OutOfReach",
        "map\n########\n#@....$#\n########\nend\nscatter ^ 1 trap=teleport to=2,2 in=4,2..4,2\n",
        "scatter ^ 1 trap=teleport to=2,2 in=4,2..4,2\n",
    ),
    (
        "stairs behind a wall",
        "OutOfReach",
        "level \"above\"\nmap\n######\n#@..>#\n######\nend\nscatter # 1 in=4,2..4,2\n\
         level \"below\"\nmap\n######\n#<..$#\n######\nend\n",
        "scatter # 1 in=4,2..4,2\n",
    ),
    (
        "a sleeper walled in",
        "OutOfReach",
        "rules arena\nkind s \"statue\" is=enemy sense=never roam=stand\nmap\n@...s\nend\nscatter # 1 in=3,1..3,1\n",
        "scatter # 1 in=3,1..3,1\n",
    ),
    (
        "one life, and a dart on the only way",
        "AllTried",
        "rules arena lives=1\nkind s \"statue\" is=enemy sense=never roam=stand\nmap\n@...s\nend\n\
         scatter ^ 1 damage=1 in=3,1..3,1\n",
        "scatter ^ 1 damage=1 in=3,1..3,1\n",
    ),
    (
        "a crystal behind a wall",
        "OutOfReach",
        "rules tactics\nmap\n@...*\nend\nscatter # 1 in=3,1..3,1\n",
        "scatter # 1 in=3,1..3,1\n",
    ),
    (
        "a ghost, and no shot to take its life",
        "TooLittle",
        "rules tactics\nhero ammo=0 health=20\nkind s \"shade\" health=1 hunt=stand attack=none\nmap\n@..s\nend\n",
        "ammo=0 ",
    ),
    (
        "a purse, and no cow that its gold can buy",
        "TooLittle",
        "rules siege cow=50 gold=25 goal=30 profit=25 season=3 turn=1\nmap\n.....\n.....\n..@..\n.....\n.....\nend\n",
        "cow=50 ",
    ),
];

#[test]
fn what_nobody_can_win_is_said_and_one_cell_mends_it() {
    let budget = &Budget::of_steps(20_000);
    for (name, reason, text, obstacle) in FLIPS {
        let verdict = |text: &str| {
            let dungeon = read(text).unwrap_or_else(|| panic!("{name} is refused:\n{text}"));
            prove(&dungeon, 0, budget).verdict
        };
        let closed = verdict(text);
        let Verdict::Unwinnable(disproof) = &closed else {
            panic!("{name}: {closed:?}");
        };
        let given = format!("{:?}", disproof.reason);
        assert!(given.starts_with(reason), "{name}: {given}");
        assert!(text.contains(obstacle), "{name}");
        let open = verdict(&text.replacen(obstacle, "", 1));
        assert!(matches!(open, Verdict::Winnable(_)), "{name}: {open:?}");
    }
}

/// Levels won by unusual means, which a proof must not overlook.
const ODD_WINS: [(&str, &str); 5] = [
    (
        "a key that drops into slime behind a wall, and comes to rest on this side",
        "hero health=99 strength=9\nitem k \"key\" opens=iron\ntile ~ \"slime\" walk=slime\n\
         kind c \"carrier\" health=1 attack=none through=slime drops=k\n\
         kind b \"bomb\" is=ghost health=1 strength=1 bursts=5 sense=always\n\
         map\n#########\n#@...C###\n#...###b#\n#+#######\n#$#######\n#########\nend\n\
         mark C ~\nc 6 2\n+ 2 4 locked=iron\nscatter # 1 in=5,2..5,2\n",
    ),
    (
        "a ghost that bursts twice, by its attack and by its death",
        "rules tactics\nhero ammo=0 health=50\n\
         kind b \"bomb\" health=1 sense=always hunt=path roam=stand attack=burst:1 bursts=1\n\
         kind t \"tank\" health=2 sense=never hunt=stand roam=stand attack=none\n\
         map\nttt\ntbt\n.@t\nend\n",
    ),
    (
        "a beggar whose blows fill the purse",
        "rules siege goal=30 gold=10 cow=50 profit=10 season=50 turn=1\n\
         kind b \"beggar\" sense=always hunt=path strength=-50\n\
         map\n......\n......\n.b@...\n......\n......\nend\n",
    ),
    (
        "a giver whose arrows fill the purse",
        "rules siege goal=50 profit=0 cow=1000 gold=5 turn=1\n\
         kind q \"giver\" is=patrol shot=-50 strength=1\n\
         map\n.......\n.......\n..@.q..\n.......\n.......\nend\n",
    ),
    (
        "a giver who is still to be born",
        "rules siege goal=50 profit=0 cow=1000 gold=5 turn=1\n\
         kind q \"giver\" is=patrol shot=-50 strength=1\n\
         kind m \"mother\" sense=never spawns=q:1 strength=1\n\
         map\n.......\n.......\n..@.m..\n.......\n.......\nend\n",
    ),
];

#[test]
fn a_game_that_is_over_before_it_begins_is_answered_by_every_sort_of_proof() {
    let lost = "rules siege gold=-5 turn=1\nmap\n.......\n..@.%..\n.......\nend\n";
    let dungeon = read(lost).expect("a siege may begin in debt");
    let budget = &Budget::of_steps(100);
    let proofs = [
        prove(&dungeon, 0, budget),
        prove_fair(&dungeon, 0, budget),
        prove_layout(&dungeon, 0, &Budget::of_steps(1_000)),
    ];
    for proof in proofs {
        assert!(matches!(proof.verdict, Verdict::Unwinnable(_)), "{proof:?}");
    }
}

#[test]
fn what_is_won_by_odd_means_is_never_said_to_be_lost() {
    for (name, text) in ODD_WINS {
        let dungeon = read(text).unwrap_or_else(|| panic!("{name} is refused:\n{text}"));
        let verdict = prove(&dungeon, 0, &Budget::of_steps(20_000)).verdict;
        let is_lost = matches!(verdict, Verdict::Unwinnable(_));
        assert!(!is_lost, "{name}: {verdict:?}");
    }
}
