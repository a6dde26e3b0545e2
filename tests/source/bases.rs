//! Derived rule sets inherit everything: every default of `Ruleset` and `RulesetFace` calls the base.
use crate::sources::sources;

/// Methods that a rule set never inherits, with the reasons.
const OWN: [(&str, &str); 7] = [
    ("base", "names the base"),
    ("base_face", "names the base"),
    (
        "check_all",
        "the loop over actions, with the `check` of the rule set itself",
    ),
    (
        "run_monsters",
        "the loop over the monsters, with the `check` and `resolve` of the rule set itself",
    ),
    ("phase", "a promise about the code of the rule set itself"),
    ("draws", "a promise about the code of the rule set itself"),
    ("is_of", "a promise about the code of the rule set itself"),
];

/// A method of a trait: its name, and its default body as one text; `None` for a method without a default.
struct Method {
    name: String,
    body: Option<String>,
}

/// Returns the methods of the block that begins with this header.
fn methods(text: &str, header: &str) -> Vec<Method> {
    let block = text.split(header).nth(1).expect("the block is there");
    let block = block.split("\n}\n").next().unwrap_or_default();
    let methods = block.split("\n    fn ").skip(1).map(|method| {
        let name = method.split('(').next().unwrap_or_default().to_owned();
        let end = method.find(['{', ';']).unwrap_or(method.len());
        let body = method[end..].strip_prefix('{');
        let body = body.and_then(|rest| rest.split("\n    }").next());
        let body = body.map(|body| body.trim().to_owned());
        Method { name, body }
    });
    methods.collect()
}

/// Returns the methods of a trait whose default does not call the base, or that the bare rules do not implement.
fn lacking(declared: &str, name: &str, base: &str, bare: &str) -> Vec<String> {
    let written = methods(bare, &format!("impl {name} for Bare {{"));
    let declared = methods(declared, &format!("pub trait {name}: Send + Sync {{"));
    let shared = declared.iter().filter(|method| {
        let mut own = OWN.iter();
        own.all(|(own, _)| *own != method.name)
    });
    let wrong = shared.filter(|method| {
        let asks = format!("self.{base}().{}(", method.name);
        let goes_on = { method.body.as_ref() }.is_some_and(|body| body.starts_with(&asks));
        !goes_on || !written.iter().any(|own| own.name == method.name)
    });
    wrong
        .map(|method| format!("{name}::{}", method.name))
        .collect()
}

#[test]
fn every_default_of_rules_asks_their_base_and_the_bare_rules_answer() {
    let files = sources();
    let text = |name: &str| {
        let mut files = files.iter();
        let file = files.find(|(file, _)| file == name);
        file.expect("the file is there").1.as_str()
    };
    let bare = text("engine/rulesets/bare.rs");
    let rules = lacking(text("engine/ruleset.rs"), "Ruleset", "base", bare);
    let faces = lacking(
        text("engine/ruleset_face.rs"),
        "RulesetFace",
        "base_face",
        bare,
    );
    let all = [rules, faces].concat();
    assert!(
        all.is_empty(),
        "let the default call the base, and write the method in bare.rs: {all:?}"
    );
}

#[test]
fn the_check_itself_sees_a_default_of_its_own_and_a_gap_in_the_bare_rules() {
    let declared = "pub trait Ruleset: Send + Sync {\n    fn base(&self) -> &dyn Ruleset;\n\n    \
                    fn rim(&self) -> Rim {\n        self.base().rim()\n    }\n\n    \
                    fn tide(&self) -> u32 {\n        0\n    }\n\n    \
                    fn ebb(&self) -> u32 {\n        self.base().ebb()\n    }\n\n    \
                    fn face(&self) -> &dyn RulesetFace;\n}\n";
    let bare = "impl Ruleset for Bare {\n    fn rim(&self) -> Rim {\n        Rim::Closed\n    }\n\n    \
                fn tide(&self) -> u32 {\n        0\n    }\n\n    \
                fn face(&self) -> &dyn RulesetFace {\n        self\n    }\n}\n";
    let found = lacking(declared, "Ruleset", "base", bare);
    assert_eq!(found, ["Ruleset::tide", "Ruleset::ebb", "Ruleset::face"]);
}
