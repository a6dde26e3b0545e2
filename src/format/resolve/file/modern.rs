//! A modern file (docs/format, "Reference"): what stands before the first level, then the levels.
use super::default_boards::default_board;
use super::levels::levels;
use super::prologue::Prologue;
use super::shared_glyphs::without_replaced;
use crate::dungeon::{Dungeon, GameProfile, Level, games};
use crate::format::diagnostic::{Code, Diagnostic};
use crate::format::resolve::level::modern_level::{LevelText, name};
use crate::format::resolve::level::requirements::Unknowns;
use crate::format::resolve::records::boulders::pushes;
use crate::format::resolve::records::goals::{check_goals, settle_builtin_items};
use crate::format::resolve::records::rules::{LevelRules, Rules};
use crate::format::resolve::schema::context::ResolveContext;
use crate::format::resolve::schema::glyphs::GlyphTable;
use crate::format::resolve::schema::source_map::{
    Declaration, LevelSourceMap, Resolved, SourceMap, Use,
};
use crate::format::source::Span;
use crate::format::spelling::nearest;
use crate::format::syntax::{Head, Integrity, MapForm, Modern, Record, Statement};

/// What a modern file means; none without a level.
pub fn modern(cx: &mut ResolveContext<'_>, file: &Modern) -> Option<Resolved> {
    let (before, mut texts) = outline(cx, file);
    if let Some((game, _)) = find_rules(file) {
        cx.play_by(game);
    }
    let mut prologue = Prologue::by(cx.game);
    prologue.glyphs.doubtful.clone_from(&file.perhaps_declared);
    // The parameters of the rules say what all else is worth, and goals what counts, wherever they stand.
    let is_rules = |record: &&Record| matches!(record.head.value, Head::Rules(_));
    let is_goal = |record: &&Record| matches!(record.head.value, Head::Goal | Head::Lose);
    let (rules, others): (Vec<&Record>, Vec<&Record>) = before.into_iter().partition(is_rules);
    let (goals, others): (Vec<&Record>, Vec<&Record>) = others.into_iter().partition(is_goal);
    for record in rules.into_iter().chain(goals) {
        prologue.read(cx, record);
    }
    settle_builtin_items(cx);
    let own = without_replaced(cx, others);
    for record in prologue.kinds.bases_first(cx, own) {
        prologue.read(cx, record);
    }
    prologue.finish(cx);
    cx.has_hero = file
        .statements
        .iter()
        .any(|statement| puts_a_hero(cx, statement));
    let is_cut = only_one(cx, &mut texts);
    for record in texts
        .iter()
        .flat_map(|text| text.statements)
        .filter_map(as_record)
    {
        note_glyphs(&mut prologue.glyphs, record);
    }
    for text in &mut texts {
        let line = text.statements.first().and_then(as_record);
        text.rules = LevelRules::read(cx, line, &prologue.rules);
    }
    let is_broken =
        is_cut || file.integrity == Integrity::Broken || !prologue.glyphs.doubtful.is_empty();
    let unknowns = match is_broken {
        true => Unknowns::ALL,
        false => Unknowns::default(),
    };
    let (levels, places) = match texts.as_slice() {
        [] if is_broken => return None,
        [] => opening(cx, file, &prologue.rules)?,
        texts => levels(
            cx,
            &prologue.glyphs,
            &mut prologue.declared,
            texts,
            unknowns,
        )?,
    };
    // What was not read may use every glyph.
    if is_broken || places.iter().any(|level| level.map == Integrity::Broken) {
        let declared = prologue.declared.iter_mut();
        declared.for_each(|declaration| declaration.use_ = Use::Used);
    }
    // What is shared is not wanted by every file that includes it.
    let is_included = |declared: &&mut Declaration| cx.source.file(declared.span.start) > 0;
    let included = prologue.declared.iter_mut().filter(is_included);
    included.for_each(|declaration| declaration.use_ = Use::Used);
    let declarations = std::mem::take(&mut prologue.declared);
    let pushes = pushes(cx, Span::default());
    let dungeon = Dungeon {
        pushes,
        goals: cx.goals.goals(),
        losses: cx.goals.losses(),
        ..cx.take_tables().dungeon(levels)
    };
    if !is_broken {
        check_goals(cx, &dungeon);
    }
    Some(Resolved {
        places: SourceMap {
            levels: places,
            declarations,
        },
        dungeon: titled(prologue, dungeon),
    })
}

/// Notes what a record of some level says of a glyph that is unknown elsewhere: its mark holds in its level alone, and a
/// declaration is reported there, since it stands too far down.
fn note_glyphs(glyphs: &mut GlyphTable, record: &Record) {
    match &record.head.value {
        Head::Mark(new, _) => {
            glyphs.marks.entry(new.value).or_insert(record.span);
        }
        Head::Tile(glyph) | Head::Item(glyph) | Head::Kind(glyph) => {
            glyphs.doubtful.insert(glyph.value);
        }
        _ => {}
    }
}

/// Whether a statement puts a hero somewhere: a record, a mark, a scatter or a drawing.
fn puts_a_hero(cx: &ResolveContext<'_>, statement: &Statement) -> bool {
    let is_his = |glyph: &char| cx.game.reserved.contains(glyph);
    match statement {
        Statement::Record(record) => match &record.head.value {
            Head::Glyph(glyph) => is_his(glyph),
            Head::Scatter(glyph) => is_his(&glyph.value),
            Head::Mark(_, all) => all.glyphs().any(|glyph| is_his(&glyph.value)),
            _ => false,
        },
        Statement::Map(map) => match &map.form {
            MapForm::Drawn(rows) => rows
                .iter()
                .any(|row| cx.text(*row).chars().any(|c| is_his(&c))),
            MapForm::Pasted { .. } | MapForm::Made { .. } => false,
        },
    }
}

/// The game that a file names, perhaps misspelt or in the wrong place, and where: what it brings is there before
/// anything is declared. None for a word like no game's.
fn find_rules(file: &Modern) -> Option<(&'static GameProfile, Span)> {
    let mut records = file.statements.iter().filter_map(as_record);
    records.find_map(|record| match &record.head.value {
        Head::Rules(word) => Some((game_meant(&word.value)?, record.head.span)),
        _ => None,
    })
}

/// The game that a word behind `rules` means, perhaps misspelt; none for a word like no game's.
fn game_meant(word: &str) -> Option<&'static GameProfile> {
    games::named(nearest(word, games::WORDS)?)
}

/// A dungeon with what the file says about it as a whole.
fn titled(prologue: Prologue, dungeon: Dungeon) -> Dungeon {
    Dungeon {
        title: prologue.title.value.unwrap_or_default(),
        author: prologue.author.value.unwrap_or_default(),
        about: prologue.about.value.unwrap_or_default(),
        seed: prologue.seed.value,
        settings: prologue.rules.settings,
        fog: prologue.rules.fog,
        tempo: prologue.rules.tempo,
        ..dungeon
    }
}

/// So many levels have a `LevelId`.
const MOST_LEVELS: usize = 1 << 8;

/// Whether a statement is the line that begins a level.
fn is_level_line(statement: &Statement) -> bool {
    matches!(statement, Statement::Record(record) if record.head.value == Head::Level)
}

/// Divides a file into what stands before the first level, and the levels. A map before any level begins one.
fn outline<'a>(
    cx: &mut ResolveContext<'_>,
    file: &'a Modern,
) -> (Vec<&'a Record>, Vec<LevelText<'a>>) {
    // The only level of a file needs no line of its own.
    let begins =
        |statement: &Statement| is_level_line(statement) || matches!(statement, Statement::Map(_));
    let first = file.statements.iter().position(begins);
    let (before, rest) = file
        .statements
        .split_at(first.unwrap_or(file.statements.len()));
    let goes_on = |_: &Statement, next: &Statement| !is_level_line(next);
    let mut levels: Vec<LevelText<'_>> = rest.chunk_by(goes_on).filter_map(level_text).collect();
    let most = cx.limits.levels.min(MOST_LEVELS);
    if let Some(level) = levels.get(most) {
        let message = format!("expected at most {most} levels, found more");
        cx.report(Diagnostic::new(Code::Limit, level.head, message));
        levels.truncate(most);
    }
    (before.iter().filter_map(as_record).collect(), levels)
}

/// A level of these statements, of which the first begins it.
fn level_text(statements: &[Statement]) -> Option<LevelText<'_>> {
    Some(match statements.first()? {
        Statement::Record(record) => LevelText {
            head: record.head.span,
            name: name(&record.text),
            rules: LevelRules::default(),
            statements,
            integrity: record.integrity,
        },
        Statement::Map(map) => LevelText {
            head: map.head,
            name: String::new(),
            rules: LevelRules::default(),
            statements,
            integrity: Integrity::Whole,
        },
    })
}

fn as_record(statement: &Statement) -> Option<&Record> {
    match statement {
        Statement::Record(record) => Some(record),
        Statement::Map(_) => None,
    }
}

/// Reports levels behind the first in a game that has one level (K-1), and leaves them out; whether there were any.
fn only_one(cx: &mut ResolveContext<'_>, levels: &mut Vec<LevelText<'_>>) -> bool {
    let (Some(why), Some(second)) = (cx.game.one_level, levels.get(1)) else {
        return false;
    };
    let (count, here) = (levels.len(), cx.game.word);
    let message = format!("expected one level in a file of {here}, found {count}");
    let finding = Diagnostic::new(Code::Limit, second.head, message);
    cx.report(
        finding
            .label(levels[0].head, "the first one begins here")
            .help(format!("{why}: make a file of its own of each")),
    );
    levels.truncate(1);
    true
}

/// What is played without a level; none where that is nothing, which is reported.
fn opening(
    cx: &mut ResolveContext<'_>,
    file: &Modern,
    rules: &Rules,
) -> Option<(Vec<Level>, Vec<LevelSourceMap>)> {
    let (Some(board), Some((_, rules_span))) = (&cx.game.default_board, find_rules(file)) else {
        no_level(cx);
        return None;
    };
    let (level, places) = default_board(cx, board, rules_span)?;
    let level = LevelRules::read(cx, None, rules).over(level);
    Some((vec![level], vec![places]))
}

fn no_level(cx: &mut ResolveContext<'_>) {
    let text = cx.source.text.as_str();
    let end = text.trim_end().len();
    let start = text[..end]
        .char_indices()
        .next_back()
        .map_or(end, |(at, _)| at);
    let message = "expected a level with a map, found the end of the file";
    let finding = Diagnostic::new(Code::NoMap, Span::new(start, end), message);
    cx.report(finding.help("add a line `level`, a line `map`, the drawing, and a line `end`"));
}
