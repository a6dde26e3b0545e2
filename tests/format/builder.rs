//! Dungeons built by programs: a builder gives the same dungeon and findings as the text of its listing, and no
//! argument panics.
use std::sync::LazyLock;

use dungeon::data::WrittenValue;
use dungeon_format::diagnostic::{Code, Diagnostic, Severity};
use dungeon_format::parse::parse;
use dungeon_format::report::Report;
use dungeon_format::source::{Limits, Source};
use dungeon_format::syntax::{
    Head, KeyValue, Map, MapForm, Number, Record, Statement, Syntax, Value,
};
use dungeon_lint::builder::DungeonBuilder;
use dungeon_lint::load::read;
use dungeon_model::dungeon::Dungeon;
use dungeon_model::space::geometry::{Point, Region, at};
use proptest::prelude::*;

use crate::cases;
use crate::corpus::canonical::said;
use crate::corpus::contents;

/// Returns the cell at these 1-based coordinates; `None` if it is too far away for the library.
fn place(x: i64, y: i64) -> Option<Point> {
    let of = |n: i64| i32::try_from(n.checked_sub(1)?).ok();
    Some(at(of(x)?, of(y)?))
}

fn value(value: &Value) -> Option<WrittenValue> {
    Some(match value {
        Value::Int(n) => (*n).into(),
        Value::Point(x, y) => place(*x, *y)?.into(),
        Value::Region([a, b, c, d]) => {
            let (from, to) = (place(*a, *b)?, place(*c, *d)?);
            Region { from, to }.into()
        }
        Value::Range(low, high) => (*low..=*high).into(),
        Value::Tagged(name, n) => format!("{name}:{n}").into(),
        Value::Word(word) => word.as_str().into(),
        Value::Text(text) => WrittenValue::text(text.as_str()),
    })
}

fn keys(source: &Source, keys: &[KeyValue], built: DungeonBuilder) -> Option<DungeonBuilder> {
    keys.iter().try_fold(built, |built, pair| {
        Some(built.key(pair.word(source), value(&pair.value.value)?))
    })
}

/// Adds a record, with its items in canonical order.
fn record(source: &Source, record: &Record, built: DungeonBuilder) -> Option<DungeonBuilder> {
    let said = record.text.as_ref().map(|text| text.value.as_str());
    let mut numbers = record.numbers.as_slice();
    let mut message = None;
    let mut built = match &record.head.value {
        Head::Title => built.title(said?),
        Head::Author => built.author(said?),
        Head::About => built.about(said?),
        Head::Test => built.test(said?),
        Head::Include => panic!("programs cannot include files"),
        Head::Level => built.level(said),
        Head::Vault => built.vault(said?),
        Head::Family => built.family(said?),
        Head::Tile(glyph) => built.tile(glyph.value, said),
        Head::Item(glyph) => built.item(glyph.value, said),
        Head::Kind(glyph) => built.kind(glyph.value, said),
        Head::Hero => built.hero(),
        Head::Goal => built.goal(),
        Head::Lose => built.lose(),
        Head::When => {
            message = said;
            built.when()
        }
        Head::Allow(code) => built.allow(&code.value),
        Head::Rules(game) => built.rules(&game.value),
        Head::Seed => {
            let (first, rest) = numbers.split_first()?;
            numbers = rest;
            let Number::Int(seed) = first.value else {
                return None;
            };
            built.seed(seed)
        }
        Head::Scatter(glyph) => {
            message = said;
            built.scatter(glyph.value)
        }
        Head::Mark(new, all) => {
            message = said;
            let mut alternatives = all.0.iter().map(|one| (one.value.glyph, one.value.weight));
            match all.0.len() {
                1 => built.mark(new.value, alternatives.next()?.0),
                _ => built.mark_any(new.value, alternatives),
            }
        }
        Head::Class(new, all) => {
            let alternatives = all.0.iter().map(|one| (one.value.glyph, one.value.weight));
            let built = built.class(new.value, alternatives);
            match said {
                Some(name) => built.text(name),
                None => built,
            }
        }
        Head::Shuffle(marks) => built.shuffle(marks.iter().map(|mark| mark.value)),
        Head::Glyph(glyph) => {
            message = said;
            let [x, y, rest @ ..] = numbers else {
                return None;
            };
            numbers = rest;
            let (Number::Int(x), Number::Int(y)) = (x.value, y.value) else {
                return None;
            };
            built.glyph(*glyph, place(x, y)?)
        }
    };
    for number in numbers {
        built = match number.value {
            Number::Int(n) => built.number(n),
            Number::Percent(n) => built.percent(n),
            Number::Range(least, most) => built.between(least, most),
        };
    }
    let built = keys(source, &record.keys, built)?;
    Some(match message {
        Some(message) => built.text(message),
        None => built,
    })
}

fn map(source: &Source, map: &Map, built: DungeonBuilder) -> Option<DungeonBuilder> {
    match &map.form {
        MapForm::Drawn(rows) => Some(built.map(rows.iter().map(|row| source.slice(*row)))),
        MapForm::Pasted { .. } => None,
        MapForm::Made {
            how,
            width,
            height,
            keys: pairs,
        } => {
            let built = built.made_map(&how.value, width.value, height.value);
            keys(source, pairs, built)
        }
    }
}

/// Returns a builder with the statements of a file; `None` if a builder has no call for one of them.
fn built(source: &Source, syntax: &Syntax) -> Option<DungeonBuilder> {
    let Syntax::Modern(modern) = syntax else {
        return None;
    };
    let mut statements = modern.statements.iter();
    statements.try_fold(DungeonBuilder::new(), |built, statement| match statement {
        Statement::Record(one) => record(source, one, built),
        Statement::Map(one) => map(source, one, built),
    })
}

/// Removes what a builder has no call for: a lone `q` and includes. Turns pasted maps into drawn ones.
fn sayable(mut syntax: Syntax) -> Syntax {
    if let Syntax::Modern(modern) = &mut syntax {
        let is_q = |statement: &Statement| {
            matches!(statement, Statement::Record(Record { head, numbers, .. })
                if head.value == Head::Glyph('q') && numbers.is_empty() || head.value == Head::Include)
        };
        modern.statements.retain(|statement| !is_q(statement));
        for statement in &mut modern.statements {
            if let Statement::Map(Map { form, .. }) = statement
                && let MapForm::Pasted { rows, .. } = form
            {
                *form = MapForm::Drawn(std::mem::take(rows));
            }
        }
    }
    syntax
}

/// Asserts that a builder's dungeon equals that of its listing.
fn check_as_read(built: DungeonBuilder) -> (Option<Dungeon>, Report) {
    let (made, report) = built.build_with_report();
    let listing = Source::from_text("<builder>", report.source.text.as_str());
    let (read, findings) = read(&listing, &Limits::default());
    assert_eq!(report.diagnostics, findings, "{report}");
    assert_eq!(made, read, "{}", report.source.text);
    (made, report)
}

/// The modern examples of the diagnostics' pages, the fixtures and the shipped dungeons.
static EXAMPLES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let mut examples = contents(&["fixtures/ok", "fixtures/err", "fixtures/scenes", "dungeons"]);
    for page in contents(&["docs/diagnostics"]) {
        let text = String::from_utf8(page).expect("pages are UTF-8");
        let fences = text.split("```dng ").skip(1);
        let bodies = fences.filter_map(|fence| fence.split_once('\n')?.1.split_once("```"));
        examples.extend(bodies.map(|(body, _)| body.as_bytes().to_vec()));
    }
    examples
});

#[test]
fn a_builder_says_and_makes_what_the_same_text_does() {
    let (mut sound, mut wrong) = (0, 0);
    for example in EXAMPLES.iter() {
        let source = Source::from_bytes("example", example.clone());
        let (syntax, spelling) = parse(&source, &Limits::default());
        if !spelling.is_empty() {
            continue;
        }
        let syntax = sayable(syntax);
        let Some(built) = built(&source, &syntax) else {
            assert!(!matches!(syntax, Syntax::Modern(_)), "{}", source.text);
            continue;
        };
        let (made, report) = check_as_read(built);
        let listing = parse(&report.source, &Limits::default()).0;
        assert_eq!(said(&report.source, &listing), said(&source, &syntax));
        match made {
            Some(_) => sound += 1,
            None => wrong += 1,
        }
    }
    assert!(sound > 100 && wrong > 100, "{sound} sound, {wrong} wrong");
}

/// Returns a valid level, to which a test adds one error.
fn hall() -> DungeonBuilder {
    below(DungeonBuilder::new())
}

/// Adds the valid level to the calls so far.
fn below(begun: DungeonBuilder) -> DungeonBuilder {
    let begun = begun.kind('r', "rat").key("is", "wanderer");
    begun.map(["#######", "#@.r.$#", "#######"])
}

/// Reports each value that no file could contain, with the marked lines of the listing.
#[test]
fn what_no_file_could_say_is_said_with_its_place() {
    let rows = ["#######", "#@\n..$#", "#######"];
    let wrong = [
        DungeonBuilder::new(),
        DungeonBuilder::new()
            .key("health", 3)
            .map(["####", "#@$#", "####"]),
        DungeonBuilder::new().map(rows),
        DungeonBuilder::new().map(["#####", "#@.$#", "end", "#####"]),
        DungeonBuilder::new().map(["#####", "@ 1 1", "map", "#####"]),
        DungeonBuilder::new().map([""; 0]),
        DungeonBuilder::new().made_map("ca ves", 20, 20),
        DungeonBuilder::new().made_map("", 20, 20),
        DungeonBuilder::new().made_map("caves", -3, i64::MAX),
        hall().key("glyph", '~'),
        below(DungeonBuilder::new().title("two\r\nlines")),
        below(DungeonBuilder::new().title("\u{1b}[2J")),
        below(DungeonBuilder::new().title(&"long".repeat(1_025))),
        below(DungeonBuilder::new().rules("ex plore")),
        below(DungeonBuilder::new().rules("")),
        below(DungeonBuilder::new().rules("chess").key("white", true)),
        below(
            DungeonBuilder::new()
                .kind(' ', "blank")
                .key("is", "wanderer"),
        ),
        below(
            DungeonBuilder::new()
                .kind('世', "world")
                .key("is", "wanderer"),
        ),
        below(
            DungeonBuilder::new()
                .kind('\n', "line")
                .key("is", "wanderer"),
        ),
        hall().mark('\u{202e}', 'r'),
        hall().mark('x', ' '),
        hall().glyph(' ', at(2, 1)),
        hall().glyph('r', at(i32::MIN, i32::MAX)),
        hall().glyph('r', at(2, 1)).key("he alth", 3),
        hall().glyph('r', at(2, 1)).key("", 3),
        hall().glyph('r', at(2, 1)).key("health", i64::MIN),
        hall().glyph('r', at(2, 1)).key("health", "a lot"),
        hall().glyph('r', at(2, 1)).key("health", 3).number(4),
        hall().glyph('r', at(2, 1)).percent(4),
        hall().glyph('r', at(2, 1)).key("sense", "\n:5"),
        hall().scatter('r'),
        hall().scatter('r').percent(i64::MAX),
        below(DungeonBuilder::new().seed(i64::MAX)),
    ];
    let mut said = Vec::new();
    for builder in wrong {
        let report = builder.build().expect_err("wrong");
        let shown = report.to_string();
        let is_wrong = |found: &Diagnostic| found.severity == Severity::Error;
        assert!(report.diagnostics.iter().any(is_wrong), "{shown}");
        assert!(shown.contains("--> <builder>:"), "{shown}");
        said.push(shown);
    }
    insta::assert_snapshot!(said.join("\n\n"));
}

#[test]
fn limits_are_those_of_the_builder() {
    let small = |limits: Limits| {
        below(DungeonBuilder::new().title("A hall"))
            .limits(limits)
            .build()
    };
    let codes = [
        Limits {
            file: 20,
            ..Limits::default()
        },
        Limits {
            cells: 20,
            ..Limits::default()
        },
        Limits {
            entities: 1,
            ..Limits::default()
        },
        Limits {
            text: 3,
            ..Limits::default()
        },
    ]
    .map(|limits| small(limits).expect_err("too much").diagnostics[0].code);
    assert_eq!(
        codes,
        [Code::FileTooLarge, Code::Limit, Code::Limit, Code::Limit]
    );
}

/// Returns texts that often break parsers.
fn word() -> impl Strategy<Value = String> {
    let known = [
        "",
        " ",
        "\n",
        "a\nb",
        "\r\n",
        "\t",
        "\0",
        "\u{1b}",
        "\u{202e}",
        "\u{feff}",
        "\u{a0}",
        "世",
        "é",
        "end",
        "//",
        "a//b",
        "\"",
        "\\",
        "=",
        "a b",
        "(3,4)",
        "a,",
        "<<<<<<< x",
        "map",
        "q",
        "caves",
        "explore",
        "tactics",
        "health",
        "is",
        "wanderer",
        "via",
        "to",
        "yes",
        "sight:6",
        "99999999999999999999",
        "#@.$#",
        "#####",
    ];
    prop_oneof![
        3 => proptest::sample::select(known.to_vec()).prop_map(String::from),
        1 => any::<String>(),
    ]
}

fn glyph() -> impl Strategy<Value = char> {
    let known = &[
        '@', '$', '#', '.', 'r', '3', 'q', '/', '"', ' ', '\n', '\t', '世', '\u{301}',
    ];
    prop_oneof![3 => proptest::sample::select(known.to_vec()), 1 => any::<char>()]
}

fn number() -> impl Strategy<Value = i64> {
    prop_oneof![3 => -1i64..40, 1 => any::<i64>()]
}

fn point() -> impl Strategy<Value = Point> {
    prop_oneof![
        3 => (0..7, 0..4).prop_map(|(x, y)| at(x, y)),
        1 => any::<(i32, i32)>().prop_map(|(x, y)| at(x, y)),
    ]
}

fn any_value() -> impl Strategy<Value = WrittenValue> {
    prop_oneof![
        word().prop_map(WrittenValue::from),
        word().prop_map(WrittenValue::text),
        glyph().prop_map(WrittenValue::from),
        number().prop_map(WrittenValue::from),
        any::<bool>().prop_map(WrittenValue::from),
        point().prop_map(WrittenValue::from),
        (point(), point()).prop_map(|(from, to)| Region { from, to }.into()),
        (number(), number()).prop_map(|(low, high)| (low..=high).into()),
    ]
}

/// A call of a builder's method.
#[derive(Clone, Debug)]
enum Call {
    Said(u8, String),
    Named(u8, char, Option<String>),
    Number(u8, i64),
    Glyph(char, Point),
    Mark(char, char),
    MarkAny(char, Vec<(char, i64)>),
    Shuffle(Vec<char>),
    Map(Vec<String>),
    Made(String, i64, i64),
    Key(String, WrittenValue),
}

fn call() -> impl Strategy<Value = Call> {
    let rows = proptest::collection::vec(word(), 0..5);
    let head = prop_oneof![
        (any::<u8>(), word()).prop_map(|(which, said)| Call::Said(which, said)),
        (any::<u8>(), glyph(), proptest::option::of(word()))
            .prop_map(|(which, glyph, name)| Call::Named(which, glyph, name)),
        (any::<u8>(), number()).prop_map(|(which, n)| Call::Number(which, n)),
        (glyph(), point()).prop_map(|(glyph, at)| Call::Glyph(glyph, at)),
        (glyph(), glyph()).prop_map(|(new, glyph)| Call::Mark(new, glyph)),
        (
            glyph(),
            proptest::collection::vec((glyph(), number()), 0..4)
        )
            .prop_map(|(new, all)| Call::MarkAny(new, all)),
        proptest::collection::vec(glyph(), 0..4).prop_map(Call::Shuffle),
        rows.prop_map(Call::Map),
        (word(), number(), number()).prop_map(|(how, w, h)| Call::Made(how, w, h)),
    ];
    let key = (word(), any_value()).prop_map(|(key, value)| Call::Key(key, value));
    prop_oneof![2 => head, 1 => key]
}

fn called(built: DungeonBuilder, call: Call) -> DungeonBuilder {
    match call {
        Call::Said(which, said) => match which % 7 {
            0 => built.title(&said),
            1 => built.author(&said),
            2 => built.about(&said),
            3 => built.test(&said),
            4 => built.rules(&said),
            5 => built.vault(&said),
            _ => built.text(&said),
        },
        Call::Named(which, glyph, name) => match which % 6 {
            0 => built.tile(glyph, name.as_deref()),
            1 => built.item(glyph, name.as_deref()),
            2 => built.kind(glyph, name.as_deref()),
            3 => built.level(name.as_deref()),
            4 => built.scatter(glyph),
            _ => built.hero(),
        },
        Call::Number(which, n) => match which % 3 {
            0 => built.seed(n),
            1 => built.number(n),
            _ => built.percent(n),
        },
        Call::Glyph(glyph, at) => built.glyph(glyph, at),
        Call::Mark(new, glyph) => built.mark(new, glyph),
        Call::MarkAny(new, all) => built.mark_any(new, all),
        Call::Shuffle(marks) => built.shuffle(marks),
        Call::Map(rows) => built.map(rows),
        Call::Made(how, width, height) => built.made_map(&how, width, height),
        Call::Key(key, value) => built.key(&key, value),
    }
}

proptest! {
    #![proptest_config(cases::of(600))]

    /// Failed builds have findings that can be printed, and successful builds equal their listing.
    #[test]
    fn no_call_panics_and_what_is_built_can_be_read(
        is_in_hall: bool,
        calls in proptest::collection::vec(call(), 0..7),
    ) {
        let begun = if is_in_hall { hall() } else { DungeonBuilder::new() };
        let built = calls.into_iter().fold(begun, called);
        let (made, report) = built.clone().build_with_report();
        prop_assert!(!report.to_string().is_empty());
        match made {
            Some(_) => drop(check_as_read(built)),
            None => prop_assert!(!report.diagnostics.is_empty()),
        }
    }
}
