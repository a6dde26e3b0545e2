//! A modern file (FORMAT.md, "Reference"): what stands before the first level, then the levels.
use super::default_boards;
use super::levels::levels;
use super::prologue::Prologue;
use crate::dungeon::{Dungeon, Level};
use crate::format::diagnostic::{Code, Diagnostic};
use crate::format::games::WORDS;
use crate::format::resolve::level::modern_level::{LevelText, name};
use crate::format::resolve::level::requirements::Doubts;
use crate::format::resolve::schema::context::Desk;
use crate::format::resolve::schema::game_profile::{Customs, Heroes, Opening};
use crate::format::resolve::schema::source_map::{LevelPlaces, Places, Resolved, Use};
use crate::format::source::Span;
use crate::format::spelling::nearest;
use crate::format::syntax::{Head, Health, Modern, Record, Statement};

/// What a modern file means; none without a level.
pub fn modern(desk: &mut Desk<'_>, file: &Modern) -> Option<Resolved> {
    let (before, mut texts) = outline(desk, file);
    if let Some((customs, _)) = said_rules(file) {
        desk.play_by(customs);
    }
    let mut prologue = Prologue::by(desk.customs);
    prologue.glyphs.doubtful.clone_from(&file.perhaps_declared);
    // The parameters of the rules say what all else is worth, wherever they stand.
    let is_rules = |record: &&Record| matches!(record.head.value, Head::Rules(_));
    let (rules, others): (Vec<&Record>, Vec<&Record>) = before.into_iter().partition(is_rules);
    for record in rules.into_iter().chain(others) {
        prologue.read(desk, record);
    }
    prologue.finish(desk);
    let is_cut = desk.customs.heroes == Heroes::Several && only_one(desk, &mut texts);
    let is_broken = is_cut || file.health == Health::Broken || !prologue.glyphs.doubtful.is_empty();
    let doubts = match is_broken {
        true => Doubts::ALL,
        false => Doubts::default(),
    };
    let (levels, places) = match texts.as_slice() {
        [] if is_broken => return None,
        [] => opening(desk, file)?,
        texts => levels(
            desk,
            &prologue.glyphs,
            &mut prologue.declared,
            texts,
            doubts,
        )?,
    };
    // What was not read may use every glyph.
    if is_broken || places.iter().any(|level| level.map == Health::Broken) {
        let declared = prologue.declared.iter_mut();
        declared.for_each(|declaration| declaration.use_ = Use::Used);
    }
    Some(Resolved {
        aim: desk.customs.aim,
        rim: desk.customs.rim,
        neighbours: desk.customs.neighbours,
        cut_off: desk.cut_off,
        places: Places {
            levels: places,
            declarations: std::mem::take(&mut prologue.declared),
        },
        dungeon: titled(prologue, desk.take_tables().dungeon(levels)),
    })
}

/// The game that a file names, perhaps misspelt or in the wrong place, and where: what it brings is there before
/// anything is declared. None for one that nobody knows.
fn said_rules(file: &Modern) -> Option<(&'static Customs, Span)> {
    let mut records = file
        .statements
        .iter()
        .filter_map(|statement| match statement {
            Statement::Record(record) => Some(record),
            Statement::Map(_) => None,
        });
    records.find_map(|record| match &record.head.value {
        Head::Rules(word) => Some((Customs::of(nearest(&word.value, WORDS)?)?, record.head.span)),
        _ => None,
    })
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

/// Divides a file into what stands before the first level, and the levels. A map before any level begins one.
fn outline<'a>(desk: &mut Desk<'_>, file: &'a Modern) -> (Vec<&'a Record>, Vec<LevelText<'a>>) {
    let mut before = Vec::new();
    let mut levels: Vec<LevelText<'_>> = Vec::new();
    for statement in &file.statements {
        match (statement, levels.last_mut()) {
            (Statement::Record(record), _) if record.head.value == Head::Level => {
                levels.push(LevelText {
                    head: record.head.span,
                    name: name(&record.text),
                    statements: vec![statement],
                    health: record.health,
                });
            }
            (_, Some(level)) => level.statements.push(statement),
            (Statement::Record(record), None) => before.push(record),
            // The only level of a file needs no line of its own.
            (Statement::Map(map), None) => {
                levels.push(LevelText {
                    head: map.head,
                    name: String::new(),
                    statements: vec![statement],
                    health: Health::Whole,
                });
            }
        }
    }
    let most = desk.limits.levels.min(MOST_LEVELS);
    if let Some(level) = levels.get(most) {
        let message = format!("expected at most {most} levels, found more");
        desk.report(Diagnostic::new(Code::Limit, level.head, message));
        levels.truncate(most);
    }
    (before, levels)
}

/// Reports levels behind the first, and leaves them out (K-1); whether there were any.
fn only_one(desk: &mut Desk<'_>, levels: &mut Vec<LevelText<'_>>) -> bool {
    let Some(second) = levels.get(1) else {
        return false;
    };
    let (count, here) = (levels.len(), desk.customs.word);
    let message = format!("expected one level in a file of {here}, found {count}");
    let finding = Diagnostic::new(Code::Limit, second.head, message);
    desk.report(
        finding
            .label(levels[0].head, "the first one begins here")
            .help("a battle is fought on one level: make a file of its own of each"),
    );
    levels.truncate(1);
    true
}

/// What is played without a level; none where that is nothing, which is reported.
fn opening(desk: &mut Desk<'_>, file: &Modern) -> Option<(Vec<Level>, Vec<LevelPlaces>)> {
    let board = match (desk.customs.opening, said_rules(file)) {
        (Opening::Pasture, Some((_, said))) => default_boards::siege(desk, said),
        (Opening::Board, Some((_, said))) => default_boards::arena(desk, said),
        _ => {
            no_level(desk);
            None
        }
    };
    let (level, places) = board?;
    Some((vec![level], vec![places]))
}

fn no_level(desk: &mut Desk<'_>) {
    let text = desk.source.text.as_str();
    let end = text.trim_end().len();
    let start = text[..end]
        .char_indices()
        .next_back()
        .map_or(end, |(at, _)| at);
    let message = "expected a level with a map, found the end of the file";
    let finding = Diagnostic::new(Code::NoMap, Span::new(start, end), message);
    desk.report(finding.help("add a line `level`, a line `map`, the drawing, and a line `end`"));
}
