//! What is told of vaults, and of levels that take them.
use dungeon::format::{Code, Limits, Source, read};

/// The findings of a text: their codes, and where each stands.
fn found(text: &str) -> Vec<(Code, String)> {
    let source = Source::from_text("vaults.dng", text);
    let (_, found) = read(&source, &Limits::default());
    let line =
        |span: dungeon::format::Span| source.text[..span.start as usize].matches('\n').count();
    let lines: Vec<&str> = source.text.lines().collect();
    let told = |one: &dungeon::format::Diagnostic| (one.code, lines[line(one.span)].to_string());
    found.iter().map(told).collect()
}

/// What is found of a vault that is drawn so, with what stands before and behind it, in a file of such rules.
fn of_vault(rules: &str, before: &str, vault: &str) -> Vec<(Code, String)> {
    found(&format!(
        "rules {rules}\n{before}vault \"v\"\nmap\n{vault}level\nmap rooms 60 30 vaults=yes\nscatter @ 1\nscatter $ 1\n"
    ))
}

const NOTHING: [(Code, String); 0] = [];

#[test]
fn a_vault_is_judged_from_all_of_its_doors_and_from_floor_at_its_rim() {
    let fine = [
        "+.$#$.+\nend\n",
        "#######\n+.$#$..\n#######\nend\n",
        "##+####\n#.$#$.#\n####+##\nend\n",
        "  ##\n###$##\n+.*..#\n######\nend\n",
    ];
    for vault in fine {
        assert_eq!(of_vault("explore", "", vault), NOTHING, "{vault}");
    }
    let sealed = "#######\n+..#$$#\n#######\nend\n";
    let expected = [(Code::UnreachableItem, "+..#$$#".to_string())];
    assert_eq!(of_vault("explore", "", sealed), expected);
    let monster = "#######\n+..#w.#\n#######\nend\n";
    let expected = [(Code::SealedMonster, "+..#w.#".to_string())];
    assert_eq!(of_vault("explore", "", monster), expected);
}

#[test]
fn locks_and_traps_shut_nothing_off_in_a_vault_since_keys_and_ways_are_elsewhere() {
    let key = "item k \"key\" opens=iron\n";
    let with_key = |vault: &str| {
        found(&format!(
            "{key}vault \"v\"\nmap\n{vault}level\nmap rooms 60 30 vaults=yes\nscatter @ 1\nscatter $ 1\nscatter k 1\n"
        ))
    };
    let locked = "#######\n+..D$.#\n#######\nend\nmark D + locked=iron\n";
    assert_eq!(with_key(locked), NOTHING);
    let pit = "#######\n+..^$.#\n#######\nend\n^ 4 2 trap=pit\n";
    assert_eq!(with_key(pit), NOTHING);
    let teleport = "#######\n+..^$.#\n#######\nend\n^ 4 2 trap=teleport\n";
    assert_eq!(with_key(teleport), NOTHING);
}

#[test]
fn a_key_in_a_vault_may_be_there_and_no_key_is_missed_of_a_vault_that_no_level_takes() {
    let text = |depth: &str, lock: &str| {
        format!(
            "allow unused-declaration\nitem k \"key\" opens=iron\n\
             vault \"v\"{depth}\nmap\n#####\n#.{lock}.+\n#####\nend\nmark D + locked=iron\n\
             level\nmap rooms 60 30 vaults=yes\nscatter @ 1\nscatter $ 1\n"
        )
    };
    let above = "item k \"key\" opens=iron\nvault \"v\"\nmap\n#####\n#.k.+\n#####\nend\n\
                 level\nmap rooms 60 30 vaults=yes\nscatter @ 1\nscatter $ 1\nscatter > 1\n\
                 level\nmap\n########\n#<.+.$.#\n########\nend\n+ 4 2 locked=iron\n";
    assert_eq!(found(above), NOTHING);
    let codes = |text: &str| {
        found(text)
            .into_iter()
            .map(|(code, _)| code)
            .collect::<Vec<_>>()
    };
    assert_eq!(codes(&text("", "D")), [Code::NoSuchKey]);
    // Two warnings are told in place of it: the vault is idle, and so is the level.
    assert_eq!(codes(&text(" depth=2", "D")), [Code::IdleVault; 2]);
}

#[test]
fn a_door_must_lead_in_by_a_step_of_the_game() {
    let corner = "####+####\n#..w#..$#\n####+####\nend\n";
    assert_eq!(of_vault("explore", "", corner), NOTHING, "at a slant");
    let arena = "rules arena\nvault \"v\"\nmap\n##+##\n#.#.#\n####+\nend\nlevel\nmap rooms 60 30 vaults=yes\nscatter @ 1\nscatter % 1\n";
    let rows = ["##+##", "####+"].map(|row| (Code::BadVault, row.to_string()));
    assert_eq!(found(arena), rows, "nobody goes at a slant there");
}

#[test]
fn what_only_vaults_bring_counts_for_goals_and_rules() {
    let gold =
        "vault \"v\"\nmap\n####\n#$.+\n####\nend\nlevel\nmap caves 30 20 vaults=yes\nscatter @ 1\n";
    assert_eq!(found(gold), NOTHING);
    let untaken = found(&gold.replace(" vaults=yes", ""));
    assert_eq!(untaken.len(), 1, "nothing to collect: {untaken:?}");
    let kill = format!("goal kill=w\n{}", gold.replace('$', "w"));
    assert_eq!(found(&kill), NOTHING);
    let arena = format!("rules arena\n{}", gold.replace('$', "%"));
    assert_eq!(found(&arena), NOTHING);
}

#[test]
fn what_lies_in_a_vault_may_be_taken_and_what_comes_of_it_may_happen() {
    let text = "item k \"lever\" glyph=/\ngoal kill=w\nvault \"v\"\nmap\n#####\n#..k#\n#+###\nend\n\
                level\nmap caves 40 20 vaults=yes\nscatter @ 1\nscatter w 1\nwhen take=k says=\"Click.\"\n";
    assert_eq!(found(text), NOTHING);
    let untaken = found(
        &text
            .replace("vaults=yes", "")
            .replace("vault \"v\"", "vault \"v\"\nallow idle-vault"),
    );
    let expected = [(Code::IdleCause, "when take=k says=\"Click.\"".to_string())];
    assert_eq!(untaken, expected);
}

#[test]
fn a_line_allow_behind_a_vault_line_is_about_that_vault() {
    let vault = |allow: &str, items: &str| {
        format!("vault \"v\"\n{allow}map\n#######\n+..#{items}.#\n#######\nend\n")
    };
    let text = |first: &str, second: &str| {
        found(&format!(
            "{first}{second}level\nmap caves 40 20 vaults=yes\nscatter @ 1\nscatter $ 1\n"
        ))
    };
    let allow = "allow unreachable-item\n";
    assert_eq!(text(&vault(allow, "$"), &vault("", ".")), NOTHING);
    let other = text(&vault(allow, "$"), &vault("", "*"));
    assert_eq!(other, [(Code::UnreachableItem, "+..#*.#".to_string())]);
}

#[test]
fn a_broken_vault_is_one_problem() {
    let text = |vault: &str| {
        let all = format!("{vault}level\nmap caves 40 20 vaults=yes\nscatter @ 1\nscatter $ 1\n");
        found(&all)
            .into_iter()
            .map(|(code, _)| code)
            .collect::<Vec<_>>()
    };
    assert_eq!(text("vault \"v\"\n"), [Code::NoMap]);
    assert_eq!(
        text("vault \"v\"\nmap\n####\n#$.o\n####\nend\n"),
        [Code::UnknownGlyph]
    );
    assert_eq!(
        text("vault \"v\"\nmap classic 4 3\n####\n#  #\n####\n"),
        [Code::BadVault]
    );
    assert_eq!(
        text("vault\nmap\n####\n#$.+\n####\nend\n"),
        [Code::BadValue]
    );
    assert_eq!(
        text("vault \"v\" flip=maybe\nmap\n####\n#$.+\n####\nend\n"),
        [Code::BadValue]
    );
    assert_eq!(
        text("vault \"v\" depth=4..2\nmap\n####\n#$.+\n####\nend\n"),
        [Code::BadValue]
    );
    assert_eq!(
        text("vault \"v\"\nmap\n####\n#$.+\n####\nend\nq\nw 2 2\n"),
        [Code::TextAfterQ]
    );
}

#[test]
fn a_level_without_a_line_of_its_own_begins_with_the_second_map() {
    let text = "vault \"v\"\nmap\n####\n#$.+\n####\nend\nmap caves 40 20 vaults=yes\nscatter @ 1\n";
    assert_eq!(found(text), NOTHING);
    let declared = "vault \"v\"\nmap\n####\n#M.+\n####\nend\nkind r \"rat\"\nmark M r\nmap caves 40 20 vaults=yes\nscatter @ 1\nscatter $ 1\nM 4 4\n";
    assert_eq!(
        found(declared),
        NOTHING,
        "a mark behind a declaration is the whole file's"
    );
}
