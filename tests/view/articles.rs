//! A name with its own article never gets another one: every name of a file is changed to begin with "the", and each
//! file is checked, hovered over and played. Other tests cover names of every sort, singular and plural.
use std::collections::BTreeSet;

use dungeon::analysis::file_analysis::FileAnalysis;
use dungeon_format::{Limits, Source};
use dungeon_lint::read;
use dungeon_model::dungeon::grammar::nouns::{
    be, counted, number_of, one, plain_verb, plural, third_person, verb, with_article,
    with_indefinite_article,
};
use dungeon_play::narration::KeyListener;
use dungeon_play::session::session::Session;

use crate::corpus::golden::input;
use crate::corpus::paths;

/// Returns the text with "the" before the name of each kind, item and tile that it declares; `None` if it declares
/// none.
fn with_articles(text: &str) -> Option<String> {
    let mut found = false;
    let lines = text.split_inclusive('\n').map(|line| {
        let declares = ["kind ", "item ", "tile "].map(|word| line.starts_with(word));
        let name = line
            .find(" \"")
            .filter(|at| *at < 8 && declares.contains(&true));
        let Some(at) = name else {
            return line.to_owned();
        };
        found = true;
        let (head, name) = line.split_at(at + 2);
        format!("{head}the {name}")
    });
    let text: String = lines.collect();
    found.then_some(text)
}

/// Returns the files of a folder with their names changed in this way.
fn files(folder: &str) -> Vec<(String, String)> {
    let files = paths(folder).into_iter().filter_map(|path| {
        let text = String::from_utf8(input(&path)).ok()?;
        Some((path.display().to_string(), with_articles(&text)?))
    });
    files.collect()
}

/// Asserts that "the" never follows a determiner. A letter at the beginning of a sentence is a glyph, and so is each
/// letter in the list of things in sight.
fn assert_one_article(file: &str, said: &str) {
    let determiners = [
        "the", "a", "an", "this", "every", "each", "no", "another", "your", "its",
    ];
    let mut before = ".";
    let lines = said.lines().filter(|line| !line.contains("In sight: "));
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    for pair in words.windows(2) {
        let [word, next] = [pair[0], pair[1]].map(|word| word.trim_matches(['(', ',']));
        let is_glyph = word.eq_ignore_ascii_case("a") && before.ends_with(['.', ';']);
        let is_second = determiners.contains(&word.to_lowercase().as_str()) && next == "the";
        assert!(
            is_glyph || !is_second,
            "{file}: \"{word} {next}\" in\n{said}"
        );
        before = word;
    }
}

#[test]
fn findings_and_hovers_say_one_article() {
    let folders = ["fixtures/err", "fixtures/ok", "fixtures/scenes", "dungeons"];
    let files: Vec<_> = folders.into_iter().flat_map(files).collect();
    assert!(files.len() > 100, "{} files", files.len());
    for (file, text) in files {
        let source = Source::from_text("a.dng", text);
        let (_, diagnostics) = read(&source, &Limits::default());
        for found in &diagnostics {
            let labels = found.labels.iter().map(|label| &label.text);
            let said = found.help.iter().chain(labels).chain([&found.message]);
            said.for_each(|said| assert_one_article(&file, &said.to_string()));
        }
        let analysis = FileAnalysis::new(source);
        let (mut byte, mut met) = (0, BTreeSet::new());
        for c in analysis.source().text.chars() {
            let hover = met.insert(c).then(|| analysis.hover(byte)).flatten();
            let said = hover.as_ref().map(|hover| hover.markdown.split("```"));
            let said = said.into_iter().flatten().step_by(2);
            said.for_each(|said| assert_one_article(&file, said));
            byte += c.len_utf8() as u32;
        }
    }
}

#[test]
fn games_say_one_article() {
    let folders = ["fixtures/scenes", "fixtures/ok", "dungeons"];
    for (file, text) in folders.into_iter().flat_map(files) {
        let Ok(mut session) = Session::from_text(text) else {
            continue;
        };
        let mut listener = KeyListener::default();
        for keys in ["?", "<Esc>", "i", "<Esc>", "x", "<Tab>", "<Esc>"] {
            session.press(keys).expect("keys");
            assert_one_article(&file, &session.frame().to_string());
        }
        for nth in 0..60 {
            let key = ["o", "l", "o", "j", "o", "h", "k", " "][nth % 8];
            session.press(key).expect("keys");
            for line in listener.hear(&session) {
                assert_one_article(&file, &line);
            }
        }
    }
}

#[test]
fn a_name_keeps_its_article_and_takes_no_other() {
    let table = [
        ("the Idol", ["the Idol", "the Idol", "2 Idols", "no Idols"]),
        ("The Idol", ["the Idol", "the Idol", "2 Idols", "no Idols"]),
        ("a note", ["a note", "a note", "2 notes", "no notes"]),
        (
            "some bread",
            ["some bread", "some bread", "2 breads", "no breads"],
        ),
        ("Andy", ["Andy", "Andy", "2 Andies", "no Andies"]),
        (
            "thesis",
            ["the thesis", "a thesis", "2 thesises", "no thesises"],
        ),
        ("anvil", ["the anvil", "an anvil", "2 anvils", "no anvils"]),
        ("", ["", "", "2 ", "no "]),
    ];
    for (name, phrases) in table {
        let told = [with_article(name), with_indefinite_article(name)];
        assert_eq!([2, 0].map(|n| counted(n, name)), phrases[2..], "{name}");
        assert_eq!(told, phrases[..2], "{name}");
    }
    assert_eq!(
        [1, 2].map(|n| number_of(n, "the Idol")),
        ["1 Idol", "2 Idols"]
    );
}

/// Combines heads with the rests that names can have after them.
#[test]
fn only_the_head_of_a_name_has_a_plural() {
    let heads = [
        "elixir", "wolf", "fly", "box", "cinders", "glass", "café", "mk-2", "Ökö", "ox",
    ];
    let rests = [
        "",
        ", of life",
        " of life, drunk",
        " with a lid",
        "-of-war",
        " (red)",
        " \"Fang\"",
        " down",
    ];
    for head in heads {
        let pairs = rests.iter().flat_map(|a| rests.map(|b| (*a, b)));
        for (first, second) in pairs.filter(|(a, b)| a != b) {
            let rest = format!("{first}{second}");
            let name = format!("{head}{rest}");
            let many = plural(&name);
            assert_eq!(many, format!("{}{rest}", plural(head)), "{name}");
            assert_eq!(many, plural(&format!("the {name}")), "{name}");
            assert_eq!(with_article(&with_article(&name)), with_article(&name));
            let one = with_indefinite_article(&name);
            assert_eq!(with_indefinite_article(&one), one);
            assert!(one.ends_with(&name), "{name}");
        }
    }
    for many in [
        "cinders",
        "iron bars",
        "wolves",
        "elixirs of life",
        "stairs up",
    ] {
        assert_eq!(plural(many), many, "a plural has no plural");
    }
}

#[test]
fn several_of_a_name() {
    let table = [
        ("wolf", "wolves"),
        ("loaf of bread", "loaves of bread"),
        ("goo, strength drain", "goos, strength drain"),
        ("sheep", "sheep"),
        ("fox", "foxes"),
        ("key", "keys"),
        ("swordsman", "swordsmen"),
        ("man-at-arms", "men-at-arms"),
        ("human", "humans"),
        ("elixir, of life", "elixirs, of life"),
        ("elixir, draught of life", "elixirs, draught of life"),
        ("staff with a band, wielded", "staffs with a band, wielded"),
        ("ashes of a hearth", "ashes of a hearth"),
        ("stairs down", "stairs down"),
        ("the Idol", "Idols"),
        ("a note", "notes"),
        ("wolf \"Fang\"", "wolves \"Fang\""),
        ("\"Fang\"", "\"Fang\""),
        ("droid 4", "droid 4s"),
        ("café", "cafés"),
        ("", ""),
    ];
    for (name, many) in table {
        assert_eq!(plural(name), many);
    }
}

#[test]
fn a_plural_name_takes_no_article_of_one_and_the_verb_of_many() {
    let table = [
        ("cinders", "cinders hurt"),
        ("iron bars", "iron bars hurt"),
        ("ashes of a hearth", "ashes of a hearth hurt"),
        ("stairs down", "stairs down hurt"),
        ("jailer's key", "a jailer's key hurts"),
        ("glass", "a glass hurts"),
        ("mass of eyes", "a mass of eyes hurts"),
        ("cactus", "a cactus hurts"),
    ];
    for (name, sentence) in table {
        assert_eq!(format!("{} {}", one(name), verb(name, "hurt")), sentence);
    }
    assert_eq!(["cinders", "lava"].map(be), ["are", "is"]);
}

#[test]
fn a_verb_has_its_third_person_and_is_found_again_from_it() {
    for (plain, third) in [
        ("bite", "bites"),
        ("do in", "does in"),
        ("have a go at", "has a go at"),
        ("go for", "goes for"),
        ("undo", "undoes"),
        ("be", "is"),
        ("woo", "woos"),
        ("miss", "misses"),
        ("use", "uses"),
        ("lose", "loses"),
        ("bash", "bashes"),
        ("punch", "punches"),
        ("buzz", "buzzes"),
        ("mix", "mixes"),
        ("bury", "buries"),
        ("tie", "ties"),
        ("slay", "slays"),
        ("put on", "puts on"),
    ] {
        assert_eq!(third_person(plain), third);
        assert_eq!(plain_verb(third).as_deref(), Some(plain), "of {third}");
        assert_eq!(plain_verb(plain), None);
    }
    for plain in ["kiss", "focus", "gas", "blow into"] {
        assert_eq!(plain_verb(plain), None);
    }
}
