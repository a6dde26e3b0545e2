//! The `test` lines: what each test plays, and what it claims. This module does not run the tests, but reports claims
//! that can never fail or never hold, as far as the file alone shows it.
use std::collections::HashMap;

use crate::characters::{in_quotes, listed};
use crate::diagnostic::{Code, Diagnostic};
use crate::keys::{
    KeySpec, RecordKind, TEST_AMMO, TEST_AT, TEST_EXPECT, TEST_FRAME, TEST_HEALTH, TEST_KEYS,
    TEST_MANNA, TEST_REPLAY, TEST_SAYS, TEST_SEED, TEST_SEEDS, TEST_STRENGTH, TEST_TURNS,
    TEST_WEALTH, TEST_WINNABLE, TEST_WINRATE,
};
use crate::resolve::schema::context::Context;
use crate::resolve::schema::fields::{Fields, bad_value, not_expected, within};
use crate::resolve::schema::ranges::points;
use crate::source::{Span, Spanned};
use crate::spelling::nearest;
use crate::syntax::{Integrity, Record, Value};
use crate::test_case::{ExpectedEnd, NumberBounds, TestCase, TestClaim, TestPlay, TestedBot};
use dungeon_model::dungeon::{Dungeon, Stat};
use dungeon_model::space::geometry::{Point, at};

/// The maximum number of seeds of a test; equal to the maximum number of games of `dungeon simulate`.
const MOST_SEEDS: u64 = 1_000_000;

/// The keys with which a test claims a stat of the hero, each with its stat.
const NUMBERS: [(&KeySpec, Stat); 5] = [
    (&TEST_HEALTH, Stat::Health),
    (&TEST_STRENGTH, Stat::Strength),
    (&TEST_MANNA, Stat::Manna),
    (&TEST_WEALTH, Stat::Wealth),
    (&TEST_AMMO, Stat::Ammo),
];

/// Reads a `test` line, and stores the test unless it has an error.
pub fn read_test(cx: &mut Context<'_>, record: &Record) {
    let others = cx.set_apart();
    let test = test(cx, record);
    let found = std::mem::replace(&mut cx.findings, others);
    let is_whole = record.integrity == Integrity::Whole && !found.has_errors();
    cx.findings.extend(found.finish());
    cx.tests.extend(test.filter(|_| is_whole));
}

/// Reads the test of a record; `None` without a name.
fn test(cx: &mut Context<'_>, record: &Record) -> Option<TestCase> {
    let mut fields = Fields::new(cx, RecordKind::Test, record);
    let name = fields.text().map(|name| name.value.clone());
    let play = play(&mut fields);
    let seeds = seeds(&mut fields);
    let claims = claims(&mut fields, record.integrity);
    fields.finish("a test");
    check_one_game(cx, &play, &claims);
    check_one_seed(cx, seeds, &claims);
    let no_keys = || TestPlay::Keys(Spanned::new(String::new(), record.head.span));
    Some(TestCase {
        name: name?,
        play: play.unwrap_or_else(no_keys),
        seeds: seeds.map(|seeds| seeds.value),
        claims,
        span: record.span,
    })
}

/// Reads the keys to press (`keys=`) or the path of a recording (`replay=`); `None` without either.
fn play(fields: &mut Fields<'_, '_>) -> Option<TestPlay> {
    let keys = fields.words(&TEST_KEYS);
    let replay = path(fields, &TEST_REPLAY);
    replay.map(TestPlay::Recording).or(keys.map(TestPlay::Keys))
}

/// Reads the path of a file in the folder of the dungeon's file, or in a folder inside it. Reports any other path, and
/// a hidden file for `frame=`, and returns `None`.
fn path(fields: &mut Fields<'_, '_>, key: &'static KeySpec) -> Option<Spanned<String>> {
    let pair = fields.get(key);
    let path = fields.words(key)?;
    let pair = pair?;
    let mut parts = path.value.split('/');
    let is_inside = parts.all(|part| !matches!(part, "" | "." | ".."));
    if !is_inside {
        let expected = "the path of a file in the folder of this one";
        let finding = not_expected(fields.cx, pair, expected);
        fields.report_once(
            finding.help("write the path relative to that folder, such as `tests/hall.rec`"),
        );
        return None;
    }
    // `dungeon test --bless` overwrites the file of `frame=`, and hidden files hold the settings of other programs.
    let is_hidden = path.value.split('/').any(|part| part.starts_with('.'));
    if is_hidden && key == &TEST_FRAME {
        let finding = not_expected(fields.cx, pair, "the path of a file that is not hidden");
        fields
            .report_once(finding.help("remove the dot at the start of a name, as in `hall.snap`"));
        return None;
    }
    Some(path)
}

/// Reads `seed=` or `seeds=`, and returns the first and the last seed. Reports more than `MOST_SEEDS`.
fn seeds(fields: &mut Fields<'_, '_>) -> Option<Spanned<(u64, u64)>> {
    let one = fields.whole(&TEST_SEED);
    let one = one.map(|seed| seed.map(|seed| (seed, seed)));
    let many = points(fields, &TEST_SEEDS);
    let Spanned { value, span } = many.or(one)?;
    if value.1 - value.0 >= MOST_SEEDS {
        let message = format!("expected at most {MOST_SEEDS} seeds, found more");
        fields.report(Diagnostic::new(Code::NumberOutOfRange, span, message));
    }
    Some(Spanned::new(value, span))
}

/// Reads all claims, in file order.
fn claims(fields: &mut Fields<'_, '_>, integrity: Integrity) -> Vec<Spanned<TestClaim>> {
    let mut claims = Vec::new();
    if let Some(Spanned { value, span }) = fields.one_of(&TEST_EXPECT) {
        let mut ends = ExpectedEnd::ALL.into_iter();
        let end = ends.find(|end| end.word() == value).map(TestClaim::End);
        claims.extend(end.map(|end| Spanned::new(end, span)));
    }
    claims.extend(bounds(fields, &TEST_TURNS, TestClaim::Turns));
    for (key, stat) in NUMBERS {
        claims.extend(bounds(fields, key, |bounds| {
            TestClaim::Number(stat, bounds)
        }));
    }
    claims.extend(cell(fields, integrity));
    claims.extend(says(fields));
    let frame = path(fields, &TEST_FRAME);
    claims.extend(frame.map(|frame| frame.map(TestClaim::Frame)));
    let winnable = fields.yes(&TEST_WINNABLE);
    claims.extend(winnable.map(|said| said.map(TestClaim::Winnable)));
    claims.extend(win_rate(fields));
    claims.sort_by_key(|claim| claim.span.start);
    claims
}

/// Reads the bounds of a number: `turns=..40`. Reports other values.
fn bounds(
    fields: &mut Fields<'_, '_>,
    key: &'static KeySpec,
    claim: impl Fn(NumberBounds) -> TestClaim,
) -> Option<Spanned<TestClaim>> {
    let pair = fields.value(key)?;
    let span = pair.value.span;
    let text = fields.cx.text(span);
    let Some(bounds) = NumberBounds::read(text, "") else {
        let expected = "a number, or bounds such as `3..9`, `3..` or `..9`";
        let finding = not_expected(fields.cx, pair, expected);
        fields.report_once(match compared(text) {
            Some(bounds) => finding
                .help(format!("write `{}={bounds}`", key.word))
                .suggest(span, bounds.to_string()),
            None => finding,
        });
        return None;
    };
    let value = claim(in_order(fields.cx, key, bounds, span, "")?);
    Some(Spanned::new(value, span))
}

/// Returns the bounds that a comparison after the `=` stands for, as in `turns=<40`; `None` for other text.
fn compared(text: &str) -> Option<NumberBounds> {
    let number = text.trim_start_matches(['<', '>', '=']);
    NumberBounds::compared(&text[..text.len() - number.len()], number)
}

/// Returns the bounds if both are in the range of the key (0 to 100 for the unit `%`) and the smaller bound is first.
/// Reports other bounds and returns `None`.
fn in_order(
    cx: &mut Context<'_>,
    key: &KeySpec,
    bounds: NumberBounds,
    span: Span,
    unit: &str,
) -> Option<NumberBounds> {
    let range = match unit {
        "%" => 0..=100,
        _ => key.range(),
    };
    for value in [bounds.least, bounds.most].into_iter().flatten() {
        within::<i64>(cx, key.word, Spanned::new(value, span), range.clone())?;
    }
    if let (Some(least), Some(most)) = (bounds.least, bounds.most)
        && least > most
    {
        let NumberBounds { least, most } = bounds;
        let mend = NumberBounds {
            least: most,
            most: least,
        };
        let (found, mend) = (bounds.with_unit(unit), mend.with_unit(unit));
        let word = key.word;
        let message = format!("expected the smaller number first for `{word}=`, found `{found}`");
        let finding = Diagnostic::new(Code::BadValue, span, message);
        let help = format!("write `{mend}`");
        cx.report(finding.help(help).fix(span, mend));
        return None;
    }
    Some(bounds)
}

/// Reads a cell by column and row, both from 1: `at=5,3`. Reports other values, except `at=5 3`, which `parse` reports
/// at its second number.
fn cell(fields: &mut Fields<'_, '_>, integrity: Integrity) -> Option<Spanned<TestClaim>> {
    let pair = fields.value(&TEST_AT)?;
    let side = |side: i64| i32::try_from(side).ok().filter(|side| *side >= 1);
    let cell = match pair.value.value {
        Value::Point(x, y) => side(x).zip(side(y)),
        Value::Int(_) if integrity == Integrity::Broken => return None,
        _ => None,
    };
    let Some((x, y)) = cell else {
        bad_value(fields.cx, pair, "a column and a row such as `5,3`");
        return None;
    };
    Some(Spanned::new(
        TestClaim::At(at(x - 1, y - 1)),
        pair.value.span,
    ))
}

/// Reads all `says=` keys, in order.
fn says(fields: &mut Fields<'_, '_>) -> Vec<Spanned<TestClaim>> {
    let mut claims = Vec::new();
    for pair in fields.values(&TEST_SAYS) {
        let span = pair.value.span;
        match &pair.value.value {
            Value::Text(text) | Value::Word(text) => {
                claims.push(Spanned::new(TestClaim::Says(text.clone()), span))
            }
            _ => bad_value(fields.cx, pair, "a text in quotes"),
        }
    }
    claims
}

/// Reads the share of games that a bot wins: `winrate=greedy:20%..60%`.
fn win_rate(fields: &mut Fields<'_, '_>) -> Option<Spanned<TestClaim>> {
    let pair = fields.value(&TEST_WINRATE)?;
    let span = pair.value.span;
    let text = fields.cx.text(span);
    let (word, share) = text.split_once(':').unwrap_or((text, ""));
    let words = TestedBot::ALL.map(TestedBot::word);
    let bot = TestedBot::ALL.into_iter().find(|bot| bot.word() == word);
    let (Some(bot), Some(share)) = (bot, NumberBounds::read(share, "%")) else {
        let expected = "a bot and its share of wins, such as `greedy:20%..60%`,";
        let finding = not_expected(fields.cx, pair, expected);
        let meant = nearest(word, words).filter(|_| bot.is_none());
        let word = span.first(word.len());
        let help = format!("the bots are {}", listed(&words, "and"));
        fields.report_once(finding.did_you_mean_or(word, meant, help));
        return None;
    };
    let behind = span.start as usize + word.len() + 1;
    let bounds = Span::new(behind, span.end as usize);
    let share = in_order(fields.cx, &TEST_WINRATE, share, bounds, "%")?;
    Some(Spanned::new(TestClaim::WinRate(bot, share), span))
}

/// Reports a claim about all games, such as `winrate=`, in a test that plays keys or a recording or has a claim about
/// its one game.
fn check_one_game(cx: &mut Context<'_>, play: &Option<TestPlay>, claims: &[Spanned<TestClaim>]) {
    let mut of_all = claims.iter().filter(|claim| !claim.value.is_of_one_game());
    let Some(of_all) = of_all.next() else {
        return;
    };
    let of_one = claims.iter().find(|claim| claim.value.is_of_one_game());
    let played = play.as_ref().map(|play| match play {
        TestPlay::Keys(keys) => keys.span,
        TestPlay::Recording(path) => path.span,
    });
    if let Some(one) = played.or(of_one.map(|claim| claim.span)) {
        let message = format!(
            "expected no keys beside `{}`, which is about whole games",
            of_all.value
        );
        let finding = Diagnostic::new(Code::BadValue, of_all.span, message);
        cx.report(
            finding
                .label(one, "this is about one game")
                .help("write a separate test for each"),
        );
    }
}

/// Reports `frame=` in a test with several seeds.
fn check_one_seed(
    cx: &mut Context<'_>,
    seeds: Option<Spanned<(u64, u64)>>,
    claims: &[Spanned<TestClaim>],
) {
    let mut claims = claims.iter();
    let frame = claims.find(|claim| matches!(claim.value, TestClaim::Frame(_)));
    if let (Some(frame), Some(seeds)) = (frame, seeds)
        && seeds.value.0 != seeds.value.1
    {
        let message = "expected one seed beside `frame=`, found several";
        let finding = Diagnostic::new(Code::BadValue, seeds.span, message);
        cx.report(
            finding
                .label(frame.span, "each game ends with its own frame")
                .help(format!("write `seed={}`", seeds.value.0)),
        );
    }
}

/// Reports tests without claims, claims that can never fail or never hold, and two tests with the same name.
pub fn check_tests(cx: &mut Context<'_>, dungeon: &Dungeon) {
    let mut known = HashMap::new();
    for test in std::mem::take(&mut cx.tests) {
        let first = *known.entry(test.name.clone()).or_insert(test.span);
        if first != test.span {
            let name = in_quotes(&test.name);
            let message = format!("expected one test with the name {name}, found a second");
            let finding = Diagnostic::new(Code::DuplicateName, test.span, message);
            let finding = finding.label(first, "the first test");
            cx.report(finding.help("rename one of them"));
        }
        if test.claims.is_empty() && matches!(test.play, TestPlay::Keys(_)) {
            let message = "expected a condition in the test, found none";
            let finding = Diagnostic::new(Code::PointlessTest, test.span, message);
            cx.report(finding.help("add a condition, such as `expect=won` or `turns=..40`"));
        }
        for claim in &test.claims {
            let why = always(&claim.value).or_else(|| never(&claim.value, &test, dungeon));
            if let Some(why) = why {
                let message =
                    format!("expected a condition that can hold and can fail, found {why}");
                cx.report(Diagnostic::new(Code::PointlessTest, claim.span, message));
            }
        }
        cx.tests.push(test);
    }
}

/// Returns the reason why a claim holds for every game, as the end of a message after "found"; `None` if it may fail.
fn always(claim: &TestClaim) -> Option<String> {
    let holds = match claim {
        TestClaim::Says(text) => text.is_empty(),
        TestClaim::Turns(bounds) => bounds.most.is_none() && bounds.least == Some(0),
        TestClaim::WinRate(_, share) => {
            share.least.is_none_or(|least| least <= 0) && share.most.is_none_or(|most| most >= 100)
        }
        _ => false,
    };
    holds.then(|| format!("`{claim}`, which holds for every game"))
}

/// Returns the reason why a claim of a test holds for no game, as the end of a message after "found"; `None` if it may
/// hold.
fn never(claim: &TestClaim, test: &TestCase, dungeon: &Dungeon) -> Option<String> {
    let mut others = test.claims.iter().map(|other| &other.value);
    match (claim, &test.play) {
        (TestClaim::At(cell), _) if !is_anywhere(*cell, dungeon) => {
            Some(format!("`{claim}`, a cell outside every level"))
        }
        (TestClaim::Turns(bounds), TestPlay::Keys(keys))
            if keys.value.trim().is_empty() && !bounds.contain(0) =>
        {
            Some(format!("`{claim}` without keys, so that no turn passes"))
        }
        // Both claims must be about the same games, which is certain only if the test gives seeds.
        (TestClaim::WinRate(_, share), _)
            if test.seeds.is_some() && share.least.is_some_and(|least| least > 0) =>
        {
            let other = others.find(|other| **other == TestClaim::Winnable(false))?;
            Some(format!("`{claim}` beside `{other}`, which excludes wins"))
        }
        _ => None,
    }
}

/// Whether any level is large enough to contain a cell.
fn is_anywhere(cell: Point, dungeon: &Dungeon) -> bool {
    dungeon
        .levels
        .iter()
        .any(|level| level.tiles.size().contains(cell))
}
