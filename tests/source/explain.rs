//! Every diagnostic code has a correct page: its wrong example raises that code and no other, and its corrected example
//! raises nothing.
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use dungeon::Session;
use dungeon_format::{Code, Diagnostic, Limits, Report, Source};
use dungeon_lint::read;
use dungeon_play::input::keys_file::KeysFile;
use dungeon_players::{Budget, proof_findings, prove, prove_fair};

fn pages() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/diagnostics")
}

/// An example of a page: its kind, its notation, the attributes of its fence, and its text.
struct Example {
    kind: String,
    notation: String,
    attributes: Vec<String>,
    text: String,
}

fn examples(page: &str) -> Vec<Example> {
    let mut examples = Vec::new();
    let mut open: Option<Example> = None;
    for line in page.lines() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(""), _) => examples.extend(open.take()),
            (Some(fence), _) => {
                let mut words = fence.split_whitespace().map(str::to_string);
                open = Some(Example {
                    notation: words.next().expect("`dng` or `toml`"),
                    kind: words.next().expect("`wrong` or `mended`"),
                    attributes: words.collect(),
                    text: String::new(),
                });
            }
            (None, Some(example)) => {
                example.text.push_str(line);
                example.text.push('\n');
            }
            (None, None) => {}
        }
    }
    examples
}

impl Example {
    fn limits(&self) -> Limits {
        let mut limits = Limits::default();
        for attribute in &self.attributes {
            let Some((name, value)) = attribute.split_once('=') else {
                assert_eq!(attribute, "escaped", "an unknown attribute");
                continue;
            };
            let value = value.parse().expect("a limit is a number");
            match name {
                "limit-file" => limits.file = value,
                "limit-route" => limits.route = value,
                "limit-text" => limits.text = value,
                "limit-looks" => limits.looks = value,
                _ => panic!("an unknown limit: {name}"),
            }
        }
        limits
    }

    fn bytes(&self) -> Vec<u8> {
        if self
            .attributes
            .iter()
            .any(|attribute| attribute == "escaped")
        {
            unescape(&self.text)
        } else {
            self.text.clone().into_bytes()
        }
    }

    fn report(&self) -> Report {
        let limits = self.limits();
        let name = format!("example.{}", self.notation);
        let source = Source::read(&name, &self.bytes()[..], &limits).expect("bytes can be read");
        let diagnostics = match self.notation.as_str() {
            "dng" => found_in(&source, &limits),
            "toml" => KeysFile::read(&source).err().unwrap_or_default(),
            other => panic!("an unknown notation: {other}"),
        };
        Report {
            source,
            diagnostics,
        }
    }
}

/// Returns the findings of a check of a dungeon; if there are none, those of a proof of the game with seed 0, and then
/// of a fair proof.
fn found_in(source: &Source, limits: &Limits) -> Vec<Diagnostic> {
    let (dungeon, findings) = read(source, limits);
    let Some(dungeon) = dungeon.filter(|_| findings.is_empty()) else {
        return findings;
    };
    let start = Session::seeded(Arc::new(dungeon), 0);
    let game = start.game();
    let budget = &Budget::of_steps(20_000);
    let mut proof = prove(game.world().dungeon(), 0, budget);
    if proof.dead_ends.is_empty() && proof_findings(&proof, game, source, &[]).is_empty() {
        proof = prove_fair(game.world().dungeon(), 0, budget);
    }
    let ways = proof.dead_ends.iter();
    let ways: Vec<String> = ways
        .map(|end| start.clone().act(&end.actions).text().to_owned())
        .collect();
    proof_findings(&proof, game, source, &ways)
}

/// Decodes `\t`, `\x1b` (a byte) and `\u{202e}` (a character).
fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        bytes.extend(before.as_bytes());
        let hex = |digits: &str| u32::from_str_radix(digits, 16).expect("hexadecimal digits");
        rest = if let Some(after) = after.strip_prefix('t') {
            bytes.push(b'\t');
            after
        } else if let Some(after) = after.strip_prefix('x') {
            bytes.push(u8::try_from(hex(&after[..2])).expect("two digits are a byte"));
            &after[2..]
        } else {
            let inside = after.strip_prefix("u{").expect("an escape that is known");
            let (digits, after) = inside.split_once('}').expect("a closing brace");
            let c = char::from_u32(hex(digits)).expect("a character");
            bytes.extend(c.to_string().as_bytes());
            after
        };
    }
    bytes.extend(rest.as_bytes());
    bytes
}

#[test]
fn every_code_has_a_page_and_every_page_a_code() {
    let files = fs::read_dir(pages()).expect("the pages are there");
    let names: BTreeSet<String> = files
        .map(|file| {
            file.expect("a page")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    let expected: BTreeSet<String> = Code::ALL.iter().map(|code| format!("{code}.md")).collect();
    assert_eq!(names, expected);
}

#[test]
fn wrong_examples_raise_their_code_alone_and_mended_ones_nothing() {
    let mut lies = Vec::new();
    for code in Code::ALL {
        let page = fs::read_to_string(pages().join(format!("{code}.md"))).expect("a page");
        assert!(
            page.starts_with(&format!("# {code}\n\n")),
            "{code}: the heading"
        );
        let examples = examples(&page);
        let kinds: Vec<&str> = examples
            .iter()
            .map(|example| example.kind.as_str())
            .collect();
        assert_eq!(kinds, ["wrong", "mended"], "{code}: the examples");
        let notation = if Code::OF_KEYS_FILES.contains(code) {
            "toml"
        } else {
            "dng"
        };
        let is_its = |example: &Example| example.notation == notation;
        assert!(examples.iter().all(is_its), "{code}: the notation");
        let wrong = examples[0].report();
        let is_told = !wrong.diagnostics.is_empty();
        if !is_told || wrong.diagnostics.iter().any(|found| found.code != *code) {
            lies.push(format!("{code}, wrong:\n{wrong}"));
        }
        let mended = examples[1].report();
        if !mended.diagnostics.is_empty() {
            lies.push(format!("{code}, mended:\n{mended}"));
        }
    }
    assert!(lies.is_empty(), "{}", lies.join("\n\n"));
}

#[test]
fn every_code_is_summed_up_in_one_whole_sentence() {
    for code in Code::ALL {
        let said = code.summary();
        assert!(said.ends_with(['.', '?', '!']), "{code}: {said}");
        assert!(
            !said.contains('\n') && said.starts_with(char::is_uppercase),
            "{code}: {said}"
        );
        assert_eq!(said.matches('`').count() % 2, 0, "{code}: {said}");
        assert_eq!(
            said.matches('(').count(),
            said.matches(')').count(),
            "{code}: {said}"
        );
        let page = code.page().split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(page.contains(&said), "{code}: {said}");
    }
}
