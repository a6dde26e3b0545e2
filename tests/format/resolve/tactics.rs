//! Tactics files and their errors: each test reads a small file (docs/format, "Tactics").
use crate::reading::{codes, dungeon, findings};
use dungeon_format::{Code, Untrusted};
use dungeon_model::dungeon::{Dungeon, Fog, Kind};

/// A field with two units and a crystal, text before it, and records.
pub fn field(before: &str, records: &str) -> String {
    format!(
        "rules tactics
{before}
map
.@....
......
.@..*.
end
{records}
"
    )
}

/// A cellar of explore with a body `x` of this kind.
pub fn cellar(kind: &str) -> String {
    format!(
        "{kind}
map
#######
#@.$.x#
#######
end
"
    )
}

/// Returns the first kind with this name.
pub fn kind<'d>(dungeon: &'d Dungeon, name: &str) -> &'d Kind {
    let mut kinds = dungeon.kinds().iter();
    kinds
        .find(|kind| kind.name == name)
        .expect("the kind is declared")
}

/// Returns the message of the first finding, and its fix.
pub fn said(text: &str) -> (String, String) {
    let found = findings(text).1;
    let first = found.first().expect("a finding");
    (
        first.message.to_string(),
        first.help.clone().unwrap_or_default().to_string(),
    )
}

#[test]
fn a_file_of_tactics_has_one_level_and_waits() {
    let level = |name: &str, thing: &str| format!("level \"{name}\"\nmap\n.@..{thing}\nend\n");
    let one = format!("rules tactics\n{}", level("One", "*"));
    assert_eq!(codes(&one), []);
    let two = format!("{one}{}", level("Two", "B"));
    let found = findings(&two).1;
    let [finding] = &found[..] else {
        panic!("expected one finding, {found:?}");
    };
    assert_eq!(
        (finding.code, &two[finding.span.range()]),
        (Code::Limit, "level")
    );
    assert!(finding.span.start > finding.labels[0].span.start);
    // The contents of further levels cause no more findings.
    let bare = format!(
        "rules tactics\nkind x \"x\" is=blue\nlevel\nmap\n....\nend\n{}",
        level("Two", "x")
    );
    assert_eq!(codes(&bare), [Code::Limit]);
    for tempo in ["tempo=1000", "tempo=0", "tempo=soon"] {
        let text = field("", "").replace("tactics", &format!("tactics {tempo}"));
        assert_eq!(codes(&text), [Code::UnknownKey], "{tempo}");
    }
    let fog = dungeon(&field("", "").replace("tactics", "tactics fog=5"));
    assert_eq!(fog.fog(), Fog::Within(5));
    assert_eq!(codes(&field("", "> 6 1")), [Code::UnknownLevel]);
    let (_, help) = said(&field("", "> 6 1"));
    assert_eq!(help, "a battle is fought on one level: remove the stairs");
}

#[test]
fn k14_there_must_be_a_unit_and_something_to_do() {
    let rows =
        |rows: &str, records: &str| codes(&format!("rules tactics\nmap\n{rows}\nend\n{records}\n"));
    assert_eq!(rows("@...", ""), [Code::NothingToCollect]);
    assert_eq!(rows("@..G", ""), []);
    assert_eq!(rows("@..o", ""), []);
    assert_eq!(rows("...o", ""), [Code::NoHero]);
    assert_eq!(rows("@@@o", ""), [], "several heroes are meant");
    assert_eq!(
        rows("@...", "scatter B 0\nscatter o 0"),
        [Code::NothingToCollect]
    );
    assert_eq!(rows("@...", "scatter B 1"), []);
    let key = "item k \"key\" opens=gate\nmap\n@k..\nend\n";
    assert_eq!(
        codes(&format!("rules tactics\n{key}")),
        [Code::NothingToCollect],
        "a key need not be taken"
    );
    assert_eq!(
        rows("@...", "B 4"),
        [Code::MissingNumber],
        "it may be there"
    );
    assert_eq!(
        rows("...o", "@ 4"),
        [Code::MissingNumber],
        "the unit may be there"
    );
}

#[test]
fn an_author_who_forgot_the_rules_is_told_of_them() {
    let text = drawn! {r#"
        map
        #######
        #@...$#
        #@....#
        #######
        end
        @ 2 2 name="Andy" range=9
    "#};
    let found = findings(text).1;
    let helps: Vec<&str> = found
        .iter()
        .filter_map(|found| found.help.as_ref().map(Untrusted::raw))
        .collect();
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(
        helps.iter().all(|help| help.contains("`rules tactics`")),
        "{helps:?}"
    );
}
