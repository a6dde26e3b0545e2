//! What is told of boards of arena: whom the hero can never stomp, and what games by other rules would be told of and
//! arena is not. The hero steps in four directions, on the rim too, and comes to each board in its turn.
use crate::reading::{codes, findings};
use dungeon_format::{Code, Severity, Untrusted};

const SEALED: (Code, Severity) = (Code::SealedMonster, Severity::Warning);

/// Codes and severities of what is told of a board, with declarations before it and records behind it.
fn told(before: &str, rows: &str, records: &str) -> Vec<(Code, Severity)> {
    let text = format!("rules arena\n{before}\nlevel\nmap\n{rows}\nend\n{records}\n");
    let found = findings(&text).1;
    let told = found.iter().map(|found| (found.code, found.severity));
    told.collect()
}

/// The help of the only finding.
fn mend(rows: &str) -> String {
    let text = format!("rules arena\nlevel\nmap\n{rows}\nend\n");
    let [found] = &findings(&text).1[..] else {
        panic!("expected one finding");
    };
    found.help.clone().unwrap_or_default().to_string()
}

#[test]
fn an_enemy_behind_corners_or_walls_makes_a_board_that_cannot_be_won() {
    assert_eq!(
        told(
            "",
            drawn! {"
                @..#.
                ...#%
                ...##"},
            ""
        ),
        [SEALED]
    );
    assert_eq!(
        told(
            "",
            drawn! {"
                @..#.
                ...#%
                ..#..
                ...##"},
            ""
        ),
        [SEALED],
        "a slant is no way"
    );
    assert_eq!(
        told(
            "",
            drawn! {"
                @..#.
                ...#%
                ..#..
                ....."},
            ""
        ),
        []
    );
    assert_eq!(
        told(
            "",
            drawn! {"
                ####.
                @..#%
                ####.
                ....."},
            ""
        ),
        [SEALED]
    );
    assert_eq!(
        told(
            "",
            drawn! {"
                ....
                .##.
                @#%.
                .##."},
            ""
        ),
        [],
        "the rim is a way"
    );
}

#[test]
fn the_thinnest_wall_is_sought_by_steps_in_four_directions() {
    assert_eq!(
        mend(drawn! {"
            @...
            ..##
            ..#%"}),
        "the thinnest wall is at 4,2: open it"
    );
    assert_eq!(mend("@.#\n##%"), "the thinnest wall is at 3,1: open it");
    assert_eq!(
        mend("@##%"),
        "the thinnest wall is at 2,1 and 3,1: open both"
    );
}

#[test]
fn who_goes_at_a_slant_or_through_walls_comes_to_him() {
    let rows = drawn! {"
        @..#.
        ...#.
        ..#w.
        ...##"};
    let of = |kind: &str| told(&format!("kind w \"wolf\" {kind}"), rows, "");
    assert_eq!(of("is=enemy"), [SEALED]);
    assert_eq!(of("is=enemy hunt=path"), []);
    assert_eq!(of("is=enemy roam=wander"), []);
    assert_eq!(of("is=wanderer"), []);
    assert_eq!(of("is=wanderer speed=0"), [SEALED], "who never moves");
    assert_eq!(of("sense=always hunt=shoot:1"), [SEALED], "who only shoots");
    assert_eq!(of("is=ghost"), []);
    let walled = rows.replace("..#w.", "..##w");
    let of = |kind: &str| told(&format!("kind w \"wolf\" {kind}"), &walled, "");
    assert_eq!(of("is=wanderer"), [SEALED], "no gap at all");
    assert_eq!(of("is=ghost"), []);
}

#[test]
fn doors_keys_and_ways_lead_to_him() {
    let key = "item k \"key\" opens=iron";
    let rows = drawn! {"
        @..+%
        ...##
        ....k"};
    assert_eq!(told("", &rows.replace('k', "."), ""), []);
    assert_eq!(told(key, rows, "+ 4 1 locked=iron"), []);
    let behind = drawn! {"
        @..+%
        ...#k
        ...##"};
    let locked_in = [(Code::LockedIn, Severity::Error)];
    assert_eq!(told(key, behind, "+ 4 1 locked=iron"), locked_in);
    let far = drawn! {"
        @..#%
        ...#.
        ...##"};
    assert_eq!(told("", far, "^ 3 3 trap=teleport to=5,2"), []);
    assert_eq!(told("", far, "^ 3 3 trap=teleport to=3,1"), [SEALED]);
    assert_eq!(
        told("", far, "scatter ' 1 in=4,1..4,1 overlap=yes"),
        [SEALED]
    );
}

#[test]
fn a_key_that_slips_through_to_him_counts_as_come_to() {
    let before = "item k \"key\" opens=iron\nkind w \"thief\" is=wanderer drops=k";
    let rows = drawn! {"
        @..#.
        ...#w
        ..#..
        #.###
        %+.##"};
    let locked = "+ 2 5 locked=iron";
    assert_eq!(told(before, rows, locked), []);
    let straight = before.replace("is=wanderer", "is=enemy");
    let found = told(&straight, rows, locked);
    let awaited = (Code::SealedMonster, Severity::Error);
    assert!(found.contains(&awaited), "a door waits for it: {found:?}");
}

#[test]
fn walls_that_the_seed_scatters_are_no_finding() {
    let rows = drawn! {"
        @....
        .....
        ....%"};
    assert_eq!(told("", rows, "scatter # 60%\nscatter % 3"), []);
    assert_eq!(codes("rules arena\n"), []);
}

#[test]
fn enemies_that_may_land_out_of_reach_are_told_unless_they_are_rolled_anew() {
    let rows = drawn! {"
        @..#.
        ...#.
        ...##"};
    let scattered = |rules: &str, records: &str| {
        let text = format!("rules arena {rules}\nlevel\nmap\n{rows}\nend\n{records}\n");
        let found = findings(&text).1;
        let told = found.iter().map(|found| (found.code, found.severity));
        told.collect::<Vec<_>>()
    };
    assert_eq!(scattered("", "scatter % 3"), [SEALED]);
    assert!(scattered("", "scatter % 10%").contains(&SEALED));
    assert_eq!(scattered("reachable=yes", "scatter % 3"), []);
    assert_eq!(scattered("", "scatter % 2 in=1,1..3,3"), []);
    for rules in ["", "reachable=yes"] {
        assert_eq!(
            scattered(rules, "scatter % 2 in=5,1..5,2"),
            [SEALED],
            "{rules}"
        );
    }
    assert_eq!(
        scattered("", "% 1 3\nscatter % 1 away=4"),
        [SEALED],
        "nowhere else is far enough"
    );
    assert_eq!(
        scattered("", "% 1 3\nscatter % 2 in=4,1..5,2 overlap=yes"),
        []
    );
}

#[test]
fn each_board_has_its_turn_without_stairs() {
    let run = |second: &str, records: &str| {
        codes(&format!(
            "rules arena\nlevel\nmap\n@..%\nend\nlevel\nmap\n{second}\nend\n{records}\n"
        ))
    };
    assert_eq!(run("%..@\n....", ""), [], "no stairs are no finding");
    assert_eq!(run("%..@\n...<", ""), [], "nor stairs without a way back");
    assert_eq!(
        run("%#.@\n##..", ""),
        [Code::SealedMonster],
        "he comes in by the board's own place"
    );
    assert_eq!(
        run(
            drawn! {"
                %..@
                ##..
                <#.."},
            ""
        ),
        [Code::UnreachableStairs]
    );
    assert_eq!(
        run("%..@\n....", "^ 2 2 trap=pit"),
        [],
        "the last pit leads nowhere"
    );
}

#[test]
fn gifts_out_of_reach_are_warned_of() {
    let heart = "item * \"heart\" health=1";
    let warning = [(Code::UnreachableItem, Severity::Warning)];
    assert_eq!(told(heart, "@..#*\n..%##", ""), warning);
    assert_eq!(
        told(
            heart,
            drawn! {"
                @..#*
                ...#%
                ...##"},
            ""
        ),
        [SEALED],
        "with an enemy he is what counts"
    );
}

#[test]
fn who_rams_is_near_in_his_row_and_column_and_who_strikes_all_around() {
    let before =
        "kind w \"wolf\" is=wanderer\nkind s \"stone\" is=enemy sense=never hunt=stand roam=stand";
    let near = [(Code::HeroInReach, Severity::Warning)];
    for (rows, expected) in [
        (
            drawn! {"
                ....
                .@%.
                ...."},
            &near[..],
        ),
        (
            drawn! {"
                ..%.
                .@..
                ...."},
            &[],
        ),
        (
            drawn! {"
                ..w.
                .@..
                ...."},
            &near,
        ),
        (
            drawn! {"
                ....
                .@s.
                ...."},
            &[],
        ),
    ] {
        assert_eq!(
            told(before, rows, "w 4 3\ns 1 3\nscatter % 1 away=2"),
            expected,
            "{rows}"
        );
    }
    let later = "rules arena\nlevel\nmap\n@..%\nend\nlevel\nmap\n@%..\nend\n";
    assert_eq!(codes(later), [Code::HeroInReach], "on a later board too");
}

#[test]
fn the_rim_of_a_board_is_no_finding() {
    assert_eq!(told("item * \"heart\" health=1", "@.*.%\n.....", ""), []);
    assert_eq!(
        told("", "@.+.>\n^...%", "scatter ? 2 in=1,1..5,1"),
        [(Code::UnknownLevel, Severity::Error)]
    );
}

#[test]
fn scatters_leave_free_where_he_comes_in_and_the_diagonal_if_that_is_asked_for() {
    let run = |rules: &str, records: &str| {
        let first = "level\nmap\n@..%\nend\n";
        codes(&format!(
            "rules arena {rules}
{first}level
map
@..
...
end
{records}
"
        ))
    };
    assert_eq!(run("", "scatter % 5"), []);
    assert_eq!(run("", "scatter % 6"), [Code::TooFewCells]);
    assert_eq!(run("", "% 3 2\nscatter # 4"), []);
    assert_eq!(
        run("quirk=diagonal", "% 3 2\nscatter # 4"),
        [Code::TooFewCells]
    );
    assert_eq!(run("", "scatter % 3 away=1"), []);
    assert_eq!(run("", "scatter % 4 away=1"), [Code::TooFewCells]);
}

#[test]
fn where_he_comes_in_is_no_second_finding_if_it_is_wrong() {
    let run = |rows: &str, records: &str| {
        codes(&format!(
            "rules arena\nlevel\nmap\n@..%\nend\nlevel\nmap\n{rows}\nend\n{records}\n"
        ))
    };
    assert_eq!(run("###\n#.%", "@ 1 1"), [Code::InWall]);
    assert_eq!(run("..%#%", "scatter @ 1"), [Code::BadValue]);
    assert_eq!(run("@.%#%", ""), [Code::SealedMonster]);
}

#[test]
fn behind_a_ring_of_doors_who_walks_straight_is_met_wherever_others_slip_through() {
    let before = "item k \"key\" opens=iron\nkind w \"wolf\" is=wanderer";
    let rows = drawn! {"
        @..+k^.%#.
        ..######..
        ........w."};
    let records = "+ 4 1 locked=iron\n^ 6 1 trap=teleport to=1,3";
    let locked_in = [(Code::LockedIn, Severity::Error)];
    assert_eq!(told(before, rows, records), locked_in);
}

#[test]
fn a_generated_map_has_no_body_in_the_walls_round_it() {
    for made in ["caves 14 9", "rooms 14 9"] {
        let board = |records: &str| {
            let text = format!("rules arena\nlevel\nmap {made}\nscatter % 3\n{records}\n");
            findings(&text).1
        };
        assert_eq!(board("@ 2 2").len(), 0, "{made}");
        let [found] = &board("@ 2 2\n% 14 9")[..] else {
            panic!("expected one finding");
        };
        assert_eq!(found.code, Code::InWall);
        let help = "the seed makes this map with walls all round it: move it inwards";
        assert_eq!(found.help.as_ref().map(Untrusted::raw), Some(help));
    }
}

#[test]
fn what_cannot_be_read_or_stands_in_a_wall_is_told_once() {
    let text = |rows: &str| format!("rules arena\nlevel\nmap\n{rows}\nend\n");
    assert_eq!(codes(&text("@x..%")), [Code::UnknownGlyph], "perhaps a way");
    assert_eq!(codes(&text("@\t..%")), [Code::TabInMap]);
    let later = |records: &str| {
        let second = text("@.#").replace("rules arena\n", "");
        codes(&format!("{}{second}{records}\n", text("@..%")))
    };
    assert_eq!(later("% 3 1"), [Code::InWall], "it has an enemy");
    assert_eq!(later("% 1 1"), [Code::CellTaken]);
}
