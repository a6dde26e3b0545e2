//! A modern file (docs/format, "Reference"): the part before the first level, then the levels, then the vaults.
use std::sync::Arc;

use super::causes::LinkedCauses;
use super::default_boards::default_board;
use super::exit_lock::exit_lock;
use super::levels::{Levels, levels};
use super::locks::no_such_key;
use super::prologue::Prologue;
use super::shared_glyphs::without_replaced;
use crate::diagnostic::{Code, Diagnostic};
use crate::file_parts::{FileParts, as_record, is_headed};
use crate::keys::WHEN_WIN;
use crate::resolve::level::modern_level::{LevelText, name, without_vaults};
use crate::resolve::records::boulders::pushes;
use crate::resolve::records::classes::check_depths;
use crate::resolve::records::goal_targets::{check_goals, want_sources};
use crate::resolve::records::goals::{
    check_never, check_things, settle_builtin_items, want_by_names,
};
use crate::resolve::records::lamps::check_lamps;
use crate::resolve::records::rules::{LevelRules, Rules};
use crate::resolve::records::test_records::check_tests;
use crate::resolve::schema::context::Context;
use crate::resolve::schema::glyphs::GlyphTable;
use crate::resolve::schema::goal_records::first_of;
use crate::resolve::schema::source_map::{
    Declaration, GoalPlaces, LevelSourceMap, Resolved, SourceMap, Use,
};
use crate::resolve::schema::unknowns::Unknowns;
use crate::source::Span;
use crate::spelling::nearest;
use crate::syntax::{Head, Integrity, KeyValue, MapForm, Modern, Record, Statement};
use dungeon_model::dungeon::{Dungeon, DungeonTables, GameProfile, Vault, games, seal, tables_mut};

/// Resolves a modern file. `None` without a level.
pub fn modern(cx: &mut Context<'_>, file: &Modern) -> Option<Resolved> {
    let parts = FileParts::new(cx.source, &file.statements);
    let vaults = vault_texts(file, &parts);
    let mut texts = level_texts(cx, &file.statements[parts.levels..]);
    let mut prologue = read_prologue(cx, file, parts.before(&file.statements));
    let is_cut = only_one(cx, &mut texts);
    read_level_lines(cx, &mut prologue, &mut texts);
    let is_broken =
        is_cut || file.integrity == Integrity::Broken || !prologue.glyphs.doubtful.is_empty();
    let unknowns = if is_broken {
        Unknowns::ALL
    } else {
        Unknowns::default()
    };
    let mut causes = LinkedCauses::of_file(cx, std::mem::take(&mut prologue.causes));
    let Levels {
        levels,
        places,
        vaults,
        locks,
        unknowns,
    } = match texts.as_slice() {
        [] if is_broken => return None,
        [] => opening(cx, file, &prologue.rules)?,
        texts => levels(cx, &prologue.glyphs, &mut causes, texts, &vaults, unknowns)?,
    };
    let (vaults, vault_places): (Vec<Vault>, Vec<LevelSourceMap>) = vaults.into_iter().unzip();
    causes.close(cx, &levels);
    want_by_names(cx);
    let mut maps = places.iter().chain(&vault_places);
    let has_wrong = has_wrong_record(cx, file);
    let has_broken = file.statements.iter().filter_map(as_record).any(is_cut_off);
    let is_unread = is_broken || has_broken || maps.any(|level| level.map == Integrity::Broken);
    let mut declarations = prologue.glyphs.take_declared();
    excuse_unused(cx, &mut declarations, is_unread);
    let pushes = pushes(cx, Span::default());
    let mut dungeon = seal(DungeonTables {
        pushes: Arc::new(pushes),
        goals: cx.goals.goals(),
        losses: cx.goals.losses(),
        vaults: Arc::new(vaults),
        causes: Arc::new(causes.records),
        ..cx.take_tables().tables(levels)
    });
    want_sources(cx, &mut dungeon);
    tables_mut(&mut dungeon).exit_lock = exit_lock(&dungeon);
    if !has_wrong {
        no_such_key(cx, &dungeon, &locks);
    }
    if !is_broken {
        check_whole(cx, &prologue.glyphs, &dungeon, unknowns, &places);
    }
    Some(Resolved {
        places: Arc::new(SourceMap {
            levels: places,
            vaults: vault_places,
            vault_texts: parts.vault_spans(&file.statements),
            declarations,
            lacks_causes: causes.places.len() < said_causes(file),
            causes: causes.places,
            goals: GoalPlaces {
                wanted: cx.goals.kill_place().or(first_of(&cx.goals.things)),
                covered: first_of(&cx.goals.covered),
                leave: cx.goals.leave,
                survive: cx.goals.survive.map(|turns| turns.span),
                turns: cx.goals.turns.map(|turns| turns.span),
                without: cx.goals.without.map(|glyph| glyph.span),
            },
        }),
        tests: Arc::new(std::mem::take(&mut cx.tests)),
        dungeon: titled(prologue, dungeon),
    })
}

/// Reports faults that only the whole file shows.
fn check_whole(
    cx: &mut Context<'_>,
    glyphs: &GlyphTable,
    dungeon: &Dungeon,
    unknowns: Unknowns,
    places: &[LevelSourceMap],
) {
    let heads: Vec<Span> = places.iter().map(|level| level.head).collect();
    check_things(cx, glyphs);
    check_goals(cx, glyphs, dungeon, unknowns, heads.first().copied());
    check_depths(cx, dungeon, &heads);
    check_lamps(cx, dungeon, &heads);
    check_tests(cx, dungeon);
}

/// Reads the part before the first level, which may contain a cause that wins. Also records whether the file places a
/// hero.
fn read_prologue(cx: &mut Context<'_>, file: &Modern, before: Vec<&Record>) -> Prologue {
    if let Some((game, _)) = find_rules(file) {
        cx.play_by(game);
    }
    let mut prologue = Prologue::by(cx.game);
    prologue.glyphs.doubtful.clone_from(&file.perhaps_declared);
    // Declarations depend on the rules and the goals, which may come later in the file.
    let is_rules = |record: &&Record| matches!(record.head.value, Head::Rules(_));
    let is_goal = |record: &&Record| matches!(record.head.value, Head::Goal | Head::Lose);
    let (rules, others): (Vec<&Record>, Vec<&Record>) = before.into_iter().partition(is_rules);
    let (goals, others): (Vec<&Record>, Vec<&Record>) = others.into_iter().partition(is_goal);
    for record in rules.into_iter().chain(goals) {
        prologue.read(cx, record);
    }
    let mut statements = file.statements.iter();
    let winning = statements.find_map(|statement| winning_cause(cx, statement));
    cx.goals.wins_by_cause = winning.is_some();
    check_never(cx, winning);
    settle_builtin_items(cx);
    let own = without_replaced(cx, others);
    for record in prologue.kinds.bases_first(cx, own) {
        prologue.read(cx, record);
    }
    prologue.finish(cx);
    let mut statements = file.statements.iter();
    cx.has_hero = statements.any(|statement| puts_a_hero(cx, statement));
    prologue
}

/// Records the glyphs that single levels declare, and reads the rules of each level from its line.
fn read_level_lines(cx: &mut Context<'_>, prologue: &mut Prologue, texts: &mut [LevelText<'_>]) {
    let statements = texts.iter().flat_map(|text| text.statements);
    for record in statements.filter_map(as_record) {
        note_glyphs(&mut prologue.glyphs, record);
    }
    for text in texts {
        let line = text.statements.first().and_then(as_record);
        text.rules = LevelRules::read(cx, line, &prologue.rules);
    }
}

/// Whether some record that declares or places things is faulty, so that a thing that seems missing may be in it.
fn has_wrong_record(cx: &Context<'_>, file: &Modern) -> bool {
    let brings = |record: &&Record| {
        matches!(
            record.head.value,
            Head::Item(_) | Head::Kind(_) | Head::Class(..) | Head::Mark(..) | Head::When
        )
    };
    let mut records = file.statements.iter().filter_map(as_record).filter(brings);
    records.any(|record| is_cut_off(record) || cx.findings.has_error_in(record.span))
}

/// Whether a record could not be read to the end.
fn is_cut_off(record: &Record) -> bool {
    record.integrity == Integrity::Broken
}

/// Marks declarations as used, so that they are not reported as unused: the declarations of included files or, if some
/// part of the file was unreadable, all declarations.
fn excuse_unused(cx: &Context<'_>, declared: &mut [Declaration], is_unread: bool) {
    // An unreadable part may use every glyph, and a file need not use every declaration of a file that it includes.
    let is_included = |declared: &Declaration| cx.source.file(declared.span.start) > 0;
    let excused = declared
        .iter_mut()
        .filter(|one| is_unread || is_included(one));
    excused.for_each(|declaration| declaration.use_ = Use::Used);
}

/// Counts the `when` lines of a file.
fn said_causes(file: &Modern) -> usize {
    let records = file.statements.iter().filter_map(as_record);
    records
        .filter(|record| record.head.value == Head::When)
        .count()
}

/// Returns the place of a statement if the statement is a cause that wins the game.
fn winning_cause(cx: &Context<'_>, statement: &Statement) -> Option<Span> {
    let Statement::Record(record) = statement else {
        return None;
    };
    let mut keys = record.keys.iter();
    let is_win =
        |pair: &KeyValue| cx.text(pair.key) == WHEN_WIN.word && cx.text(pair.value.span) == "yes";
    let wins =
        record.head.value == Head::When && cx.game.form().own_goal.is_none() && keys.any(is_win);
    wins.then_some(record.span)
}

/// Records the glyph that a record inside a level declares, so that findings about unknown glyphs can mention it: a
/// mark has a meaning only in its own level, and other declarations are errors there.
fn note_glyphs(glyphs: &mut GlyphTable, record: &Record) {
    match &record.head.value {
        Head::Mark(new, _) => {
            glyphs.marks.entry(new.value).or_insert(record.span);
        }
        Head::Tile(glyph) | Head::Item(glyph) | Head::Kind(glyph) | Head::Class(glyph, _) => {
            glyphs.doubtful.insert(glyph.value);
        }
        _ => {}
    }
}

/// Whether a statement places a hero: a record, a mark, a scatter or a drawing.
fn puts_a_hero(cx: &Context<'_>, statement: &Statement) -> bool {
    let is_hero_glyph = |glyph: &char| cx.game.form().reserved.contains(glyph);
    match statement {
        Statement::Record(record) => match &record.head.value {
            Head::Glyph(glyph) => is_hero_glyph(glyph),
            Head::Scatter(glyph) => is_hero_glyph(&glyph.value),
            Head::Mark(_, all) => all.glyphs().any(|glyph| is_hero_glyph(&glyph.value)),
            _ => false,
        },
        Statement::Map(map) => match &map.form {
            MapForm::Drawn(rows) => rows
                .iter()
                .any(|row| cx.text(*row).chars().any(|c| is_hero_glyph(&c))),
            MapForm::Pasted { .. } | MapForm::Made { .. } => false,
        },
    }
}

/// Finds the game of a file and the place that names the game, even if the name is misspelled or misplaced, because
/// declarations depend on the game. `None` if no game has a similar name.
fn find_rules(file: &Modern) -> Option<(&'static GameProfile, Span)> {
    let mut records = file.statements.iter().filter_map(as_record);
    records.find_map(|record| match &record.head.value {
        Head::Rules(word) => Some((game_meant(&word.value)?, record.head.span)),
        _ => None,
    })
}

/// Returns the game of a word after `rules`, even if the word is misspelled. `None` if no game has a similar name.
fn game_meant(word: &str) -> Option<&'static GameProfile> {
    games::named(nearest(word, games::WORDS)?)
}

/// Adds the title, the author, the seed and the rules to a dungeon.
fn titled(prologue: Prologue, dungeon: Dungeon) -> Dungeon {
    seal(DungeonTables {
        title: prologue.title.value.unwrap_or_default(),
        author: prologue.author.value.unwrap_or_default(),
        about: prologue.about.value.unwrap_or_default(),
        seed: prologue.seed.value,
        settings: prologue.rules.settings,
        fog: prologue.rules.fog,
        tempo: prologue.rules.tempo,
        ..DungeonTables::clone(&dungeon)
    })
}

/// The maximum number of levels in a file, because a `LevelId` has 8 bits.
const MOST_LEVELS: usize = 1 << 8;

/// Returns the texts of a file's vaults.
fn vault_texts<'a>(file: &'a Modern, parts: &FileParts) -> Vec<LevelText<'a>> {
    let vaults = parts.vaults.iter();
    let texts = vaults.map(|vault| level_text(&file.statements[vault.clone()], "vault"));
    texts.flatten().collect()
}

/// Splits statements into levels. A file with one level needs no `level` line. Reports too many levels.
fn level_texts<'a>(cx: &mut Context<'_>, statements: &'a [Statement]) -> Vec<LevelText<'a>> {
    let goes_on = |_: &Statement, next: &Statement| !is_headed(next, &Head::Level);
    let levels = statements.chunk_by(goes_on);
    let mut levels: Vec<LevelText<'_>> = levels
        .filter_map(|level| level_text(without_vaults(cx, level), "level"))
        .collect();
    let most = cx.limits.levels.min(MOST_LEVELS);
    if let Some(level) = levels.get(most) {
        let message = format!("expected at most {most} levels, found more");
        cx.report(Diagnostic::new(Code::Limit, level.head, message));
        levels.truncate(most);
    }
    levels
}

/// Makes the text of a level or a vault. `None` without statements.
fn level_text<'a>(statements: &'a [Statement], noun: &'static str) -> Option<LevelText<'a>> {
    Some(match statements.first()? {
        Statement::Record(record) => LevelText {
            noun,
            head: record.head.span,
            name: name(&record.text),
            rules: LevelRules::default(),
            statements,
            integrity: record.integrity,
        },
        Statement::Map(map) => LevelText {
            noun,
            head: map.head,
            name: String::new(),
            rules: LevelRules::default(),
            statements,
            integrity: Integrity::Whole,
        },
    })
}

/// Reports and removes all levels after the first in a game with only one level (K-1). Returns whether there were any.
fn only_one(cx: &mut Context<'_>, levels: &mut Vec<LevelText<'_>>) -> bool {
    let (Some(why), Some(second)) = (cx.game.form().one_level, levels.get(1)) else {
        return false;
    };
    let (count, here) = (levels.len(), cx.game.word);
    let message = format!("expected one level in a file with `rules {here}`, found {count}");
    let finding = Diagnostic::new(Code::Limit, second.head, message);
    cx.report(
        finding
            .label(levels[0].head, "the first level begins here")
            .help(format!("{why}: put each level into its own file")),
    );
    levels.truncate(1);
    true
}

/// Makes the default board of a file without levels. Reports a game without a default board and returns `None`.
fn opening(cx: &mut Context<'_>, file: &Modern, rules: &Rules) -> Option<Levels> {
    let (Some(board), Some((_, rules_span))) = (&cx.game.form().default_board, find_rules(file))
    else {
        no_level(cx);
        return None;
    };
    let (level, places) = default_board(cx, board, rules_span)?;
    let level = LevelRules::read(cx, None, rules).over(level);
    Some(Levels {
        levels: vec![level],
        places: vec![places],
        vaults: Vec::new(),
        locks: Vec::new(),
        unknowns: Unknowns::default(),
    })
}

fn no_level(cx: &mut Context<'_>) {
    let text = cx.source.text.as_str();
    let end = text.trim_end().len();
    let start = text[..end]
        .char_indices()
        .next_back()
        .map_or(end, |(at, _)| at);
    let message = "expected a level with a map, found the end of the file";
    let finding = Diagnostic::new(Code::NoMap, Span::new(start, end), message);
    cx.report(finding.help("add a `level` line, a `map` line, the drawing, and an `end` line"));
}
