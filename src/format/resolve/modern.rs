//! A modern file (FORMAT.md, "Reference"): what stands before the first level, then the levels.
use super::declarations::{Game, Prologue};
use super::desk::Desk;
use super::level::{LevelText, level, name};
use super::places::{Places, Resolved, Use};
use super::records::Doubts;
use crate::dungeon::Dungeon;
use crate::format::diagnostic::{Code, Diagnostic};
use crate::format::source::Span;
use crate::format::syntax::{Head, Health, Modern, Record, Statement};

/// What a modern file means; none without a level that this version can play.
pub fn modern(desk: &mut Desk<'_>, file: &Modern) -> Option<Resolved> {
    let (before, levels) = outline(file);
    let mut prologue = Prologue::default();
    prologue.glyphs.doubtful.clone_from(&file.perhaps_declared);
    for record in before {
        prologue.read(desk, record);
    }
    prologue.finish(desk);
    if prologue.game == Game::Later {
        return None;
    }
    let is_broken = file.health == Health::Broken || !prologue.glyphs.doubtful.is_empty();
    let doubts = Doubts {
        hero: is_broken,
        items: is_broken,
    };
    let Some((first, others)) = levels.split_first() else {
        if !is_broken {
            no_level(desk);
        }
        return None;
    };
    only_one_level(desk, first, others);
    let (level, places) = level(
        desk,
        &prologue.glyphs,
        &mut prologue.declared,
        first,
        doubts,
    )?;
    // What was not read may use every glyph.
    let is_partial = is_broken || !others.is_empty() || places.map == Health::Broken;
    if is_partial {
        let declared = prologue.declared.iter_mut();
        declared.for_each(|declaration| declaration.use_ = Use::Used);
    }
    Some(Resolved {
        places: Places {
            levels: vec![places],
            declarations: std::mem::take(&mut prologue.declared),
        },
        dungeon: titled(prologue, std::mem::take(&mut desk.tables).dungeon(level)),
    })
}

/// A dungeon with what the file says about it as a whole.
fn titled(prologue: Prologue, dungeon: Dungeon) -> Dungeon {
    Dungeon {
        title: prologue.title.value.unwrap_or_default(),
        author: prologue.author.value.unwrap_or_default(),
        about: prologue.about.value.unwrap_or_default(),
        seed: prologue.seed.value,
        fog: prologue.explore.fog,
        tempo: prologue.explore.tempo,
        ..dungeon
    }
}

/// Divides a file into what stands before the first level, and the levels. A map before any level begins one.
fn outline(file: &Modern) -> (Vec<&Record>, Vec<LevelText<'_>>) {
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
    (before, levels)
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

/// This version plays one level; the others are named, not read.
fn only_one_level(desk: &mut Desk<'_>, first: &LevelText<'_>, others: &[LevelText<'_>]) {
    let mut names = vec![(first.name.as_str(), first.head)];
    let mut is_told = false;
    for level in others {
        let same = names
            .iter()
            .find(|(name, _)| !name.is_empty() && *name == level.name);
        if let Some((name, head)) = same {
            let message =
                format!("expected a name of its own for each level, found a second \"{name}\"");
            desk.report(
                Diagnostic::new(Code::DuplicateLevel, level.head, message)
                    .label(*head, "the first level of that name")
                    .help("choose another name for one of them"),
            );
            continue;
        }
        names.push((level.name.as_str(), level.head));
        if !is_told {
            is_told = true;
            let message =
                "a second level belongs to the format, but this version plays only one yet";
            let finding = Diagnostic::new(Code::NotYet, level.head, message);
            desk.report(finding.help("leave it out, or give it a file of its own"));
        }
    }
}
