//! One wall decides: levels that nobody can win, each for a reason, and the same levels with one cell opened.
use dungeon::players::{Budget, Reason, Verdict, prove};

use super::read;

/// What nobody can win, and what must be taken out of its text so that it can be won.
const FLIPS: [(&str, &str, &str); 8] = [
    (
        "gold behind a wall",
        "map\n#######\n#@...$#\n#######\nend\nscatter # 1 in=4,2..4,2\n",
        "scatter # 1 in=4,2..4,2\n",
    ),
    (
        "a key behind its own door",
        "item k \"key\" opens=iron\nmap\n########\n#@.....#\n########\nend\n\
         scatter + 1 locked=iron in=4,2..4,2\nscatter k 1 in=6,2..6,2\nscatter $ 1 in=7,2..7,2\n",
        "scatter + 1 locked=iron in=4,2..4,2\n",
    ),
    (
        "a pit before the gold",
        "level \"above\"\nmap\n########\n#@....$#\n########\nend\nscatter ^ 1 trap=pit in=4,2..4,2\n\
         level \"below\"\nmap\n####\n#..#\n####\nend\n",
        "scatter ^ 1 trap=pit in=4,2..4,2\n",
    ),
    (
        "a teleport that throws back",
        "map\n########\n#@....$#\n########\nend\nscatter ^ 1 trap=teleport to=2,2 in=4,2..4,2\n",
        "scatter ^ 1 trap=teleport to=2,2 in=4,2..4,2\n",
    ),
    (
        "stairs behind a wall",
        "level \"above\"\nmap\n######\n#@..>#\n######\nend\nscatter # 1 in=4,2..4,2\n\
         level \"below\"\nmap\n######\n#<..$#\n######\nend\n",
        "scatter # 1 in=4,2..4,2\n",
    ),
    (
        "a sleeper walled in",
        "rules arena\nkind s \"statue\" is=enemy sense=never roam=stand\nmap\n@...s\nend\nscatter # 1 in=3,1..3,1\n",
        "scatter # 1 in=3,1..3,1\n",
    ),
    (
        "one life, and a dart on the only way",
        "rules arena lives=1\nkind s \"statue\" is=enemy sense=never roam=stand\nmap\n@...s\nend\n\
         scatter ^ 1 damage=1 in=3,1..3,1\n",
        "scatter ^ 1 damage=1 in=3,1..3,1\n",
    ),
    (
        "a crystal behind a wall",
        "rules tactics\nmap\n@...*\nend\nscatter # 1 in=3,1..3,1\n",
        "scatter # 1 in=3,1..3,1\n",
    ),
];

#[test]
fn what_nobody_can_win_is_said_and_one_cell_mends_it() {
    let budget = &Budget::of_steps(20_000);
    for (name, text, obstacle) in FLIPS {
        let verdict = |text: &str| {
            let dungeon = read(text).unwrap_or_else(|| panic!("{name} is refused:\n{text}"));
            prove(&dungeon, 0, budget).verdict
        };
        let closed = verdict(text);
        let Verdict::Unwinnable(disproof) = &closed else {
            panic!("{name}: {closed:?}");
        };
        if let Reason::AllTried { states } = disproof.reason {
            assert!(states > 0, "{name}");
        }
        assert!(text.contains(obstacle), "{name}");
        let open = verdict(&text.replacen(obstacle, "", 1));
        assert!(matches!(open, Verdict::Winnable(_)), "{name}: {open:?}");
    }
}
