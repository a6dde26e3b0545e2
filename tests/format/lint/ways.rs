//! What the lints know of ways: what each door, key, trap and flight of stairs changes about them.
use dungeon_format::{Diagnostic, Limits, Report, Source};
use dungeon_lint::read;

/// A dungeon in which every way and every kind of key is needed.
const WAYS: &str = include_str!("../../../fixtures/ok/reach-ways.dng");

fn check(text: &str) -> Report {
    let source = Source::from_text("lint.dng", text);
    let diagnostics = read(&source, &Limits::default()).1;
    Report {
        source,
        diagnostics,
    }
}

/// Every finding as its severity, its code, and the text that it points at.
fn told(report: &Report) -> Vec<String> {
    let told = |found: &Diagnostic| {
        let line = report.source.text[..found.span.start as usize]
            .lines()
            .count()
            .max(1);
        format!("{}[{}] {line}", found.severity.word(), found.code)
    };
    report.diagnostics.iter().map(told).collect()
}

/// `WAYS` with an edit, and what is then told: severity, code, and in which line.
#[track_caller]
fn changed(from: &str, to: &str, expected: &[&str]) {
    assert_eq!(WAYS.matches(from).count(), 1, "{from} stands there once");
    let report = check(&WAYS.replace(from, to));
    assert_eq!(told(&report), expected, "{report}");
}

#[test]
fn a_key_lies_is_dropped_is_born_or_is_scattered() {
    changed(
        "#@.a.....#.....#",
        "#@.......#...a.#",
        &["error[locked-in] 14"],
    );
    changed(
        "is=ghost drops=c",
        "is=wanderer drops=c",
        &["error[locked-in] 31"],
    );
    changed("in=2,2..8,4", "in=20,3..20,3", &[]);
    changed(
        "#...............###########\n#...............C",
        "#...#...........###########\n#.d.#...........C",
        &[],
    );
}

#[test]
fn a_monster_comes_to_the_hero_over_what_carries_him_off() {
    changed(
        "mark P ^ trap=teleport to=2,2",
        "mark P #",
        &["error[sealed-monster] 17"],
    );
    changed("to=2,2", "to=2,2 once=yes", &[]);
}

#[test]
fn what_a_missing_way_leaves_out_of_reach_is_told_once() {
    changed(
        "mark T ^ trap=teleport to=17,3 hidden=yes",
        "mark T .",
        &["error[unreachable-item] 14"],
    );
    changed(
        "mark T ^ trap=teleport to=17,3 hidden=yes",
        "mark T ^ trap=teleport to=3,3",
        &["error[unreachable-item] 14"],
    );
    changed(
        "mark V ^ trap=pit",
        "mark V .",
        &["error[unreachable-item] 31"],
    );
    changed("mark V ^ trap=pit", "mark V >", &[]);
}

#[test]
fn a_teleport_to_anywhere_leads_everywhere_on_its_level() {
    changed("to=17,3", "", &[]);
    let sealed = drawn! {"
        level
        map
        #########
        #@^$#..*#
        #########
        end
    "};
    assert_eq!(told(&check(sealed)), ["error[unreachable-item] 4"]);
    assert_eq!(
        told(&check(&(sealed.to_string() + "^ 3 2 trap=teleport"))),
        [""; 0]
    );
}

#[test]
<<<<<<< HEAD
=======
fn a_pit_of_the_last_level_leads_nowhere_and_is_walked_over() {
    let text = drawn! {"
        level
        map
        #######
        #@.P.$#
        #######
        end
        mark P ^ trap=pit
    "};
    assert_eq!(told(&check(text)), [""; 0]);
    let below = drawn! {"
        level
        map
        #######
        #<...*#
        #######
        end
    "};
    assert_eq!(
        told(&check(&(text.to_string() + below))),
        ["error[unreachable-item] 4"]
    );
}

#[test]
fn a_scattered_way_may_be_anywhere_in_its_region() {
    let above = drawn! {"
        level
        map
        #######
        #@...$#
        #######
        end
    "};
    let below = drawn! {"
        level
        map
        #######
        #<...*#
        #######
        end
    "};
    let text = |scatter: &str| format!("{above}{scatter}\n{below}");
    assert_eq!(told(&check(&text(""))), ["error[unreachable-item] 11"]);
    for scatter in ["scatter > 1", "scatter ^ 1 trap=pit in=3,2..4,2"] {
        let report = check(&text(scatter));
        assert_eq!(told(&report), [""; 0], "{report}");
    }
}

#[test]
fn a_scattered_key_that_lands_behind_its_door_alone_is_locked_in() {
    let text = |region: &str| {
        format!(
            "item k \"key\" opens=k
level
map
###########
#@.$.D.*..#
###########
end
mark D + locked=k
scatter k 1 in={region}
"
        )
    };
    assert_eq!(told(&check(&text("7,2..10,2"))), ["error[locked-in] 5"]);
    assert_eq!(told(&check(&text("4,2..10,2"))), [""; 0]);
}

#[test]
fn a_key_that_no_door_waits_for_is_only_a_warning() {
    let text = drawn! {r#"
        item k "key" opens=k
        level
        map
        ###########
        #@k$.D.*#k#
        ###########
        end
        mark D + locked=k
    "#};
    assert_eq!(told(&check(text)), ["warning[unreachable-item] 5"]);
}

#[test]
fn a_level_that_only_an_unreachable_one_leads_to_is_no_second_finding() {
    let level = |row: &str| format!("level\nmap\n#########\n{row}\n#########\nend\n");
    let above = level("#@..$...#");
    let text = above.clone() + &level("#..*...>#") + &level("#<.*....#");
    assert_eq!(told(&check(&text)), ["error[unreachable-item] 10"]);
    // Whichever of them is found first.
    let text = above + &level("#..*....#") + &level("#<.*....#");
    assert_eq!(told(&check(&text)), ["error[unreachable-item] 16"]);
}

#[test]
fn two_sealed_pockets_with_stairs_to_one_level_are_two_findings() {
    let above = drawn! {"
        level
        map
        ############
        #@.$.#.>#.>#
        ############
        end
    "};
    let below = drawn! {"
        level
        map
        ####
        #*.#
        ####
        end
    "};
    let both = [
        "warning[unreachable-stairs] 4",
        "error[unreachable-item] 10",
    ];
    assert_eq!(told(&check(&(above.to_string() + below))), both);
    let richer = above.replace("#.>#.>#", "#.>#*>#");
    let both = ["error[unreachable-item] 4", "error[unreachable-item] 10"];
    let report = check(&(richer + below));
    assert_eq!(told(&report), both, "{report}");
}

#[test]
fn of_two_sealed_pockets_the_one_that_leads_to_the_other_is_told() {
    // Down from the right pocket, and up to the first stairs, which are in the left one.
    let above = drawn! {"
        level
        map
        ############
        #@.$.#.>#.>#
        ############
        end
    "};
    let below = drawn! {"
        level
        map
        ####
        #*<#
        ####
        end
    "};
    let report = check(&(above.to_string() + below));
    assert_eq!(told(&report), ["error[unreachable-item] 10"]);
    let text = report.to_string();
    assert!(text.contains("at 6,2 and 9,2: open both"), "{text}");
    assert!(
        text.contains("|  -        - these stairs lead there"),
        "{text}"
    );
}

#[test]
fn nothing_is_said_of_ways_while_one_may_be_missing_for_an_error() {
    let text = drawn! {"
        level
        map
        #########
        #@$.#.*.#
        #########
        end
    "};
    assert_eq!(told(&check(text)), ["error[unreachable-item] 4"]);
    let way = "^ 4 2 trap=telepport\n";
    assert_eq!(
        told(&check(&(text.to_string() + way))),
        ["error[bad-value] 7"]
    );
    let dead = "w 7 2 0 0\n";
    let both = ["error[unreachable-item] 4", "error[dead-monster] 7"];
    assert_eq!(told(&check(&(text.to_string() + dead))), both);
}

#[test]
fn the_way_back_may_lead_over_a_third_level_or_a_pit() {
    let level =
        |row: &str, more: &str| format!("level\nmap\n#########\n{row}\n#########\nend\n{more}");
    let ring =
        level("#@..$..>#", "") + &level("#..*...>#", "") + &level("#<......#", "< 2 2 to=\"\"\n");
    let ring = ring
        .replacen("level", "level \"top\"", 1)
        .replace("to=\"\"", "to=\"top\"");
    assert_eq!(told(&check(&ring)), [""; 0]);
    let pit = level("#@..$.^.#", "^ 7 2 trap=pit\n") + &level("#<.*....#", "");
    assert_eq!(told(&check(&pit)), [""; 0]);
    let stairs = level("#@..$..>#", "") + &level("#..*....#", "");
    assert_eq!(told(&check(&stairs)), ["warning[one-way-stairs] 4"]);
}

#[test]
fn stairs_that_cannot_be_taken_need_no_way_back() {
    let text = drawn! {"
        level
        map
        #########
        #@$.#.>.#
        #########
        end
        level
        map
        ####
        #..#
        ####
        end
    "};
    assert_eq!(told(&check(text)), ["warning[unreachable-stairs] 4"]);
}

#[test]
fn who_opens_doors_or_stands_behind_one_is_not_sealed_in() {
    let text = |kind: &str, row: &str| {
        format!(
            "kind k \"kobold\" is=wanderer {kind}\nlevel\nmap\n###########\n{row}\n###########\nend\n"
        )
    };
    assert_eq!(told(&check(&text("", "#@.$.+..k.#"))), [""; 0]);
    assert_eq!(told(&check(&text("through=doors", "#@.$.+..k.#"))), [""; 0]);
    assert_eq!(told(&check(&text("through=walls", "#@.$.#..k.#"))), [""; 0]);
    let sealed = ["warning[sealed-monster] 5"];
    assert_eq!(told(&check(&text("through=doors", "#@.$.#..k.#"))), sealed);
}

#[test]
fn only_who_may_hurt_the_hero_is_in_his_reach() {
    let text = |keys: &str| {
        format!(
            "item e \"egg\" herd=yes
kind k \"kobold\" is=wanderer {keys}
level
map
#########
#@k..e.$#
#########
end
"
        )
    };
    assert_eq!(told(&check(&text(""))), ["warning[hero-in-reach] 6"]);
    for keys in ["attack=none", "prey=herd", "speed=0"] {
        assert_eq!(told(&check(&text(keys))), [""; 0], "{keys}");
    }
    let shoots = text("attack=none hunt=shoot:2");
    assert_eq!(told(&check(&shoots)), ["warning[hero-in-reach] 6"]);
}

#[test]
fn a_kind_without_a_sense_is_warned_of_unless_it_hunts_nothing_or_an_alarm_may_wake_it() {
    let text = |keys: &str, row: &str| {
        format!("kind k \"kobold\" {keys}\nlevel\nmap\n##########\n{row}\n##########\nend\n")
    };
    let row = "#@..$..k.#";
    for keys in [
        "hunt=path",
        "sense=sight:0 hunt=greedy",
        "sense=near:0 hunt=drift",
        "sense=near:1 hunt=axis",
        "sense=steps:0 hunt=flee",
        "is=ghost sense=never",
        "is=patrol sight=0",
        "sense=always hunt=path prey=herd",
    ] {
        let report = check(&text(keys, row));
        assert_eq!(
            told(&report),
            ["warning[never-senses] 1"],
            "{keys}: {report}"
        );
    }
    for keys in ["roam=wander", "hunt=path speed=0", "sense=near:2 hunt=path"] {
        assert_eq!(told(&check(&text(keys, row))), [""; 0], "{keys}");
    }
    let alarmed = text("hunt=path", "#@.^$..k.#") + "^ 4 2 trap=alarm\n";
    assert_eq!(told(&check(&alarmed)), [""; 0]);
}

#[test]
fn chance_that_may_open_a_wall_makes_a_warning_of_an_error() {
    let text = drawn! {"
        level
        map
        #########
        #@$.#.*.#
        #########
        end
        scatter . 1 overlap=yes
    "};
    let report = check(text);
    assert_eq!(report.diagnostics[0].code, Code::UnreachableItem);
    assert_eq!(
        report.diagnostics[0].severity,
        Severity::Warning,
        "{report}"
    );
}

#[test]
fn of_two_doors_with_one_lock_the_one_before_the_key_is_locked_in() {
    let text = drawn! {r#"
        item k "key" opens=k
        level
        map
        ##########
        #.D$@.D.k#
        ##########
        end
        mark D + locked=k
    "#};
    let report = check(text).to_string();
    assert!(
        report.contains("the key in front of the locked door at 7,2"),
        "{report}"
    );
}

#[test]
fn what_chance_may_open_is_locked_in_only_perhaps() {
    let text = drawn! {r#"
        item k "key" opens=k
        level
        map
        ##########
        #@.$.D.k.#
        ##########
        end
        mark D + locked=k
        scatter . 1 overlap=yes
    "#};
    assert_eq!(told(&check(text)), ["warning[locked-in] 5"]);
}

#[test]
fn a_place_that_two_scatters_may_take_is_told_once() {
    let text = drawn! {"
        level
        map
        #########
        #@$..#..#
        #########
        end
        scatter * 1
        scatter = 1
    "};
    assert_eq!(told(&check(text)), ["warning[unreachable-item] 6"]);
}

#[test]
>>>>>>> b8b8a25e (Write messages and comments of resolve in plain English)
fn only_so_many_walls_are_sought_on_a_level() {
    let cells = "#*".repeat(9);
    let rim = "#".repeat(cells.len() + 4);
    let text = format!("level\nmap\n{rim}\n#@${cells}#\n{rim}\nend\n");
    let report = check(&text).to_string();
    let count = |words: &str| report.matches(words).count();
    assert_eq!(count("the thinnest wall is"), 8, "{report}");
    assert_eq!(count("open a wall between the two"), 1, "{report}");
}
<<<<<<< HEAD
=======

#[test]
fn a_scattered_way_that_replaces_a_wall_may_be_taken() {
    let above = drawn! {"
        level
        map
        ########
        #@.$#..#
        ########
        end
    "};
    let below = drawn! {"
        level
        map
        #######
        #<...*#
        #######
        end
    "};
    let text = |scatter: &str| format!("{above}{scatter}\n{below}");
    let replacing = "scatter > 1 overlap=yes in=5,2..5,2";
    let report = check(&text(replacing));
    assert_eq!(told(&report), [""; 0], "{report}");
}

#[test]
fn what_a_push_may_open_is_not_called_out_of_reach() {
    let text = |row: &str| {
        format!(
            "tile B \"boulder\" push=yes\ntile S \"lump\" push=yes fills=~\ntile ~ \"water\" walk=no see=yes\n\
             map\n#########\n{row}\n#########\nend\n"
        )
    };
    let errors = |row: &str| {
        let mut told = told(&check(&text(row)));
        told.retain(|finding| finding.starts_with("error"));
        told
    };
    for row in ["#@B.B.$.#", "#@S.~.$.#", "#@S~~.$.#"] {
        assert_eq!(errors(row), [""; 0], "{row}");
    }
    assert_eq!(errors("#@B#..$S#"), ["error[unreachable-item] 6"]);
    let unfilled = text("#@B.~.$S#").replace(" fills=~", "");
    assert_eq!(told(&check(&unfilled)), ["error[unreachable-item] 6"]);
}

#[test]
fn who_is_carried_to_a_cell_that_a_boulder_may_cover_may_arrive_beside_it() {
    let text = "tile B \"boulder\" push=yes
map
#########
#@.B..#$#
#....^#.#
#########
end
^ 6 3 trap=teleport to=6,2
";
    assert_eq!(told(&check(text)), [""; 0]);
    let bare = text
        .replace("tile B \"boulder\" push=yes\n", "")
        .replace('B', ".");
    assert_eq!(told(&check(&bare)), ["error[unreachable-item] 3"]);
}

#[test]
fn one_way_cells_lead_one_way_and_monsters_come_by_them() {
    let text = |row: &str| {
        format!(
            "tile e \"chute\" enter=e\ntile u \"gutter\" enter=w\nkind H \"hound\" hunt=path sense=always\n\
             map\n#########\n{row}\n#########\nend\n"
        )
    };
    let errors = |row: &str| {
        let mut told = told(&check(&text(row)));
        told.retain(|finding| !finding.contains("unused-declaration"));
        told
    };
    assert_eq!(errors("#@.e..$.#"), [""; 0]);
    assert_eq!(errors("#@.u..$.#"), ["error[unreachable-item] 6"]);
    assert_eq!(
        errors("#@.e.u$.#"),
        ["error[unreachable-item] 6"],
        "a way that nobody ends"
    );
    assert_eq!(errors("#@$.u..H#"), [""; 0], "it comes to the hero");
    let on_it = text("#@.u....#").replace("end\n", "end\n$ 4 2\n");
    let mut told_on_it = told(&check(&on_it));
    told_on_it.retain(|finding| !finding.contains("unused-declaration"));
    assert_eq!(told_on_it, [""; 0], "it is taken from beside it");
    let report = check(&text("#@.u..$.#")).to_string();
    let mend = "draw a way around it, or let the hero in with `enter=`";
    assert!(report.contains(mend), "{report}");
    let report = check(&text("#@.e#.$.#")).to_string();
    let mend = "the thinnest wall is at 5,2: open it";
    assert!(report.contains(mend), "the chute is no wall: {report}");
    let board = "rules arena\ntile e \"chute\" enter=e\nmap\n@.#..\n..e..\nend\n% 5 1\n";
    assert_eq!(told(&check(board)), [""; 0]);
}
>>>>>>> b8b8a25e (Write messages and comments of resolve in plain English)
