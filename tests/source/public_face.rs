//! The public API of the crate: a listing of every public item, so that each API change appears in one reviewed file.
//! Examples and documentation name nothing outside of it.
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::sources::{code, sources};
use crate::type_names::types;

/// The prefix of member crates, whose API may change in any version.
const MEMBER: &str = "dungeon_";

/// Types in the public API that are not exported, with the reasons.
const NAMELESS: [(&str, &str); 2] = [
    ("Item", "the associated type of an iterator"),
    (
        "Knowledge",
        "what a bot is told in place of the truth; others have `PlayerView`",
    ),
];

/// The maximum number of public modules.
const MOST_MODULES: usize = 30;

/// A name that a module exports: the file or folder of `src` with its declaration, and its name there.
struct Shown {
    place: String,
    name: String,
    shown_as: String,
}

#[test]
fn the_public_face_is_as_it_was_reviewed() {
    insta::assert_snapshot!(listing(&sources()));
}

#[test]
fn the_public_modules_are_few() {
    let count = modules(&sources()).len();
    assert!((5..=MOST_MODULES).contains(&count), "{count} modules");
}

/// The files that make or change the tables of a dungeon. The facade exports neither function, but every member crate
/// can call them.
const TABLE_MAKERS: [&str; 14] = [
    "analysis/portrait.rs",  // a room around one thing
    "engine/dealt_looks.rs", // randomly assigned looks of families
    "engine/level_draw.rs",  // what chance decides of the marks
    "format/resolve/file/classic.rs",
    "format/resolve/file/modern.rs",
    "format/resolve/records/goal_targets.rs", // the sources of a goal's items
    "lint/lint/brute.rs",                     // levels that no file could say
    "lint/lint/caused_reach.rs",
    "lint/lint/judged_vaults.rs",
    "lint/lint/lost_choices.rs", // levels without some items of a choice
    "lint/lint/outcomes.rs",
    "lint/lint/unreachable_report.rs",
    "model/dungeon/mod.rs",
    "players/mended.rs", // a map with a mend
];

#[test]
fn few_files_make_or_change_the_tables_of_a_dungeon() {
    let words = [" seal(", "(seal(", "tables_mut("];
    let makes = |text: &str| words.iter().any(|word| code(text).contains(word));
    let makers = sources().into_iter().filter(|(_, text)| makes(text));
    let makers: Vec<String> = makers.map(|(file, _)| file).collect();
    assert_eq!(makers, TABLE_MAKERS);
}

/// The compiler treats the types of member crates as public, whether or not the facade exports them.
#[test]
fn the_public_face_names_no_type_that_it_does_not_show() {
    let files = sources();
    let hidden = unshown(&files, &listing(&files));
    assert_eq!(hidden, NAMELESS.map(|(name, _)| name.to_owned()));
}

#[test]
fn every_type_of_the_public_face_prints_itself_for_debugging() {
    let files = sources();
    let impls = implementations(&files);
    let shown = modules(&files).into_values().flatten();
    let lacking: Vec<String> = shown
        .filter(|item| {
            let declared = declaration(&files, item);
            let is_type = ["pub struct ", "pub enum "].iter();
            let is_type = is_type.clone().any(|word| declared.contains(word));
            let own = impls.get(item.name.as_str()).into_iter().flatten();
            let is_written = own.into_iter().any(|line| line.contains("Debug for "));
            let is_derived = declared.contains("Debug,") || declared.contains("Debug)");
            is_type && !is_derived && !is_written
        })
        .map(|item| item.name)
        .collect();
    assert!(lacking.is_empty(), "{lacking:?}");
}

/// Returns the project's types in a listing that are not exported, sorted by name.
fn unshown(files: &[(String, String)], listing: &str) -> Vec<String> {
    let shown = modules(files).into_values().flatten();
    let shown: BTreeSet<String> = shown.map(|item| item.name).collect();
    let is_of_word = |c: char| c.is_alphanumeric() || c == '_';
    // The name of a variant is not a type.
    let lines = listing.lines().map(str::trim_start).map(|line| match line {
        line if line.starts_with(char::is_uppercase) => line.trim_start_matches(is_of_word),
        line => line,
    });
    let words = lines.flat_map(|line| line.split(|c| !is_of_word(c)));
    let words: BTreeSet<&str> = words.collect();
    let house = types(files);
    let named = words.into_iter().filter(|word| house.contains_key(word));
    let hidden = named.filter(|name| !shown.contains(*name));
    hidden.map(str::to_owned).collect()
}

#[test]
fn what_is_written_for_others_names_no_room() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let examples = fs::read_dir(examples).expect("a folder").flatten();
    let mut found = Vec::new();
    for example in examples {
        let path = example.path();
        // The torture is not an example of using the crate: it uses internals.
        if path.extension().is_some_and(|end| end == "rs") && !path.ends_with("torture.rs") {
            let text = fs::read_to_string(&path).expect("an example");
            found.extend(members_in(&text).map(|room| format!("{}: {room}", path.display())));
        }
    }
    for (file, text) in sources() {
        let docs = text.lines().map(str::trim_start);
        let docs: String = docs
            .filter(|line| line.starts_with("///") || line.starts_with("//!"))
            .collect();
        found.extend(members_in(&docs).map(|room| format!("{file}: {room}")));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Returns the paths into member crates in a text.
fn members_in(text: &str) -> impl Iterator<Item = String> {
    let members = text.split(MEMBER).skip(1);
    members.filter_map(|rest| {
        let name = rest.split_once("::")?.0;
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase());
        is_name.then(|| format!("{MEMBER}{name}::"))
    })
}

/// Returns every public item by module, with its fields, variants, methods and traits.
fn listing(files: &[(String, String)]) -> String {
    let impls = implementations(files);
    let mut text = format!("{}\n", root(files));
    for (module, shown) in modules(files) {
        text += &format!("pub mod {module}\n");
        for item in shown {
            let declared = declaration(files, &item);
            text += &indented(&declared, 1);
            for line in impls.get(item.name.as_str()).into_iter().flatten() {
                text += &indented(line, 2);
            }
        }
        text += "\n";
    }
    text
}

/// Returns the names exported at the root of the crate, each with its module.
fn root(files: &[(String, String)]) -> String {
    let lib = files.iter().find(|(file, _)| file == "lib.rs");
    let lists = lib
        .map_or("", |(_, text)| text)
        .split("pub use self::")
        .skip(1);
    let lists = lists.filter_map(|list| list.split(';').next());
    let line = |list: &str| list.split_whitespace().collect::<Vec<_>>().join(" ");
    lists
        .map(|list| format!("pub use {}\n", line(list)))
        .collect()
}

/// Indents the lines of a text by this many levels.
fn indented(text: &str, depth: usize) -> String {
    let line = |line: &str| format!("{}{line}\n", "    ".repeat(depth));
    text.lines().map(line).collect()
}

/// Returns the public modules by name, each with its exported names in their order.
fn modules(files: &[(String, String)]) -> BTreeMap<String, Vec<Shown>> {
    let text = |name: &str| {
        let file = files.iter().find(|(file, _)| file == name);
        file.map_or("", |(_, text)| text)
    };
    let mut modules = BTreeMap::new();
    let mut lines = text("lib.rs").lines().peekable();
    let mut hidden = false;
    while let Some(line) = lines.next() {
        if let Some(name) = line.strip_prefix("pub mod ") {
            if let Some(name) = name.strip_suffix(" {") {
                let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "}").collect();
                modules.insert(name.to_owned(), shown(&body.join("\n"), ""));
            } else if !hidden {
                let name = name.trim_end_matches(';');
                let body = text(&format!("{name}/mod.rs"));
                modules.insert(name.to_owned(), shown(body, &format!("{name}/")));
            }
        }
        hidden = line == "#[doc(hidden)]";
    }
    for names in modules.values_mut() {
        names.sort_by(|a: &Shown, b: &Shown| a.shown_as.cmp(&b.shown_as));
    }
    modules
}

/// Returns the names in the `pub use` lines of a text. Paths that do not begin with a member crate begin in `folder`.
fn shown(text: &str, folder: &str) -> Vec<Shown> {
    let mut names = Vec::new();
    for uses in text.split("pub use ").skip(1) {
        let path = uses.split(';').next().unwrap_or_default();
        let path: String = path.split_whitespace().collect::<Vec<_>>().join(" ");
        let (place, list) = match path.split_once("::{") {
            Some((place, list)) => (place, list.trim_end_matches('}')),
            None => path.rsplit_once("::").expect("a path"),
        };
        let place = place.strip_prefix("crate::").unwrap_or(place);
        let place = match place.strip_prefix(MEMBER) {
            Some(place) => place.replace("::", "/"),
            None => format!("{folder}{}", place.replace("::", "/")),
        };
        for name in list.split(',').map(str::trim).filter(|s| !s.is_empty()) {
            let (name, shown_as) = name.split_once(" as ").unwrap_or((name, name));
            names.push(Shown {
                place: place.clone(),
                name: name.to_owned(),
                shown_as: shown_as.to_owned(),
            });
        }
    }
    names
}

/// Returns the declaration of a name without private parts and comments.
fn declaration(files: &[(String, String)], item: &Shown) -> String {
    let candidates = files.iter().filter(|(file, _)| {
        let stem = file.trim_end_matches(".rs");
        stem == item.place || file.starts_with(&format!("{}/", item.place))
    });
    for (_, text) in candidates {
        let lines: Vec<&str> = text.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            if declares(line.trim_start(), &item.name) {
                let declared = attributes(&lines[..at]) + &declared(&lines[at..]);
                let declared = if item.name == "Code" {
                    declared + &codes(&lines)
                } else {
                    declared
                };
                return if item.name == item.shown_as {
                    declared
                } else {
                    format!("{declared} // as {}", item.shown_as)
                };
            }
        }
    }
    panic!("{} is not declared in {}", item.name, item.place)
}

/// Returns the variants of `Code`, which a macro generates: the lines of its only call.
fn codes(lines: &[&str]) -> String {
    let call = lines.iter().skip_while(|line| **line != "codes! {").skip(1);
    let rows = call.take_while(|line| **line != "}");
    let row = |line: &&str| format!("\n    {}", line.split(" //").next().unwrap_or("").trim());
    rows.map(row).collect()
}

/// Whether a line declares the public item with this name.
fn declares(line: &str, name: &str) -> bool {
    let words = [
        "struct", "enum", "trait", "type", "fn", "const fn", "const", "static",
    ];
    words.into_iter().any(|word| {
        let rest = line.strip_prefix(&format!("pub {word} {name}"));
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    })
}

/// Returns the attributes above an item that affect users, one a line.
fn attributes(above: &[&str]) -> String {
    let attributes = above.iter().rev().map(|line| line.trim_start());
    let attributes =
        attributes.take_while(|line| line.starts_with("#[") || line.starts_with("///"));
    let mut attributes: Vec<&str> = attributes
        .filter(|line| {
            ["#[derive", "#[non_exh", "#[must_use"]
                .iter()
                .any(|start| line.starts_with(start))
        })
        .collect();
    attributes.reverse();
    attributes.iter().map(|line| format!("{line}\n")).collect()
}

/// Returns the public form of an item, from the lines that begin with its declaration.
fn declared(lines: &[&str]) -> String {
    let first = lines[0];
    let is_block = |line: &str| !line.ends_with('}') && !line.ends_with(';');
    let is_type = ["pub struct", "pub enum", "pub trait"]
        .iter()
        .any(|word| first.starts_with(word));
    if !is_type || !is_block(first) || first.ends_with('(') {
        return signature(lines);
    }
    let body = lines[1..].iter().take_while(|line| **line != "}");
    let body: Vec<&str> = body.copied().collect();
    let mut text = first.trim_end_matches(" {").to_owned();
    if first.starts_with("pub trait") {
        for (at, line) in body.iter().enumerate() {
            if line.starts_with("    fn ") || line.starts_with("    type ") {
                text += &format!("\n    {}", signature(&body[at..]));
            }
        }
        return text;
    }
    let is_enum = first.starts_with("pub enum");
    let mut has_private = false;
    let mut in_attribute = false;
    let mut is_hidden = false;
    for line in &body {
        let code = line.split(" //").next().unwrap_or_default();
        let trimmed = code.trim();
        is_hidden |= trimmed == "#[doc(hidden)]";
        in_attribute |= trimmed.starts_with("#[");
        if in_attribute || trimmed.starts_with("//") || trimmed.is_empty() {
            in_attribute &= !trimmed.ends_with(']');
            continue;
        }
        if !std::mem::take(&mut is_hidden) && (is_enum || code.starts_with("    pub ")) {
            text += &format!("\n{code}");
        } else {
            has_private = true;
        }
    }
    if has_private {
        text + "\n    // and what is private"
    } else {
        text
    }
}

/// Returns the signature that begins in the first of these lines, as one line.
fn signature(lines: &[&str]) -> String {
    let mut text = String::new();
    for line in lines {
        let line = line.trim();
        let glue = if text.ends_with('(') || text.is_empty() || line.starts_with(')') {
            ""
        } else {
            " "
        };
        text += glue;
        text += line;
        if line.ends_with('{') || line.ends_with(';') || line.ends_with('}') {
            break;
        }
    }
    let end = text.find(" {").unwrap_or(text.len());
    let text = text[..end].trim_end_matches(';').replace(",)", ")");
    if let Some((name, field)) = text
        .split_once('(')
        .filter(|_| text.starts_with("pub struct"))
        && !field.starts_with("pub ")
    {
        return format!("{name}(..)");
    }
    if text.starts_with("pub const ") && !text.contains("fn ") {
        text.split(" = ").next().unwrap_or_default().to_owned()
    } else {
        text
    }
}

/// Returns the implementations for each type: traits, then public methods, both sorted by name, from all files.
fn implementations(files: &[(String, String)]) -> BTreeMap<String, Vec<String>> {
    let mut found: BTreeMap<String, BTreeSet<(bool, String)>> = BTreeMap::new();
    for (_, text) in files {
        let lines: Vec<&str> = text.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            let is_hidden = at > 0 && lines[at - 1] == "#[doc(hidden)]";
            if !line.starts_with("impl") || is_hidden {
                continue;
            }
            let header = signature(&lines[at..]);
            let after = header.split(" for ").last().unwrap_or_default();
            let is_trait = header.contains(" for ");
            let name = if is_trait {
                after
            } else {
                after.trim_start_matches("impl").trim_start()
            };
            let name = match name.strip_prefix('<') {
                Some(rest) => rest.split_once("> ").map_or("", |(_, name)| name),
                None => name,
            };
            let name: String = name
                .chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect();
            let own = found.entry(name).or_default();
            if is_trait {
                let header = header.split(" where").next().unwrap_or_default();
                own.insert((false, header.to_owned()));
                continue;
            }
            let body = lines[at..].iter().take_while(|line| **line != "}");
            let body: Vec<&str> = body.copied().collect();
            for (at, line) in body.iter().enumerate() {
                let attributes = body[..at].iter().rev().map(|line| line.trim());
                let mut attributes = attributes.take_while(|line| line.starts_with("#["));
                let is_inside = attributes.any(|line| line == "#[doc(hidden)]");
                if line.starts_with("    pub ") && !line.starts_with("    pub(") && !is_inside {
                    own.insert((true, signature(&body[at..])));
                }
            }
        }
    }
    let lines = |(name, own): (String, BTreeSet<(bool, String)>)| {
        (name, own.into_iter().map(|(_, line)| line).collect())
    };
    found.into_iter().map(lines).collect()
}
