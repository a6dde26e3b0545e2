//! All levels of a modern file: each is read alone, then they are judged and finished together.
use std::collections::HashMap;

use super::arena_run::{only_a_place, take_the_hero};
use super::level_index::{Atlas, Chart, Gaps};
use super::link_stairs::settle;
use super::locks::no_such_key;
use crate::dungeon::Level;
use crate::format::characters::in_quotes;
use crate::format::diagnostic::{Code, Diagnostic};
use crate::format::resolve::level::draft::Draft;
use crate::format::resolve::level::modern_level::{LevelText, Sketch, sketch};
use crate::format::resolve::level::requirements::{
    Case, Census, Dialect, Doubts, Scope, judge_aims, judge_heroes,
};
use crate::format::resolve::map::map_text::Board;
use crate::format::resolve::schema::context::Desk;
use crate::format::resolve::schema::game_profile::Heroes;
use crate::format::resolve::schema::glyphs::Glyphs;
use crate::format::resolve::schema::source_map::{Declaration, LevelPlaces};
use crate::format::source::Span;
use crate::format::syntax::Health;

/// The levels that these texts mean, as far as they have a usable map; none where none has.
pub fn levels(
    desk: &mut Desk<'_>,
    glyphs: &Glyphs,
    declared: &mut Vec<Declaration>,
    texts: &[LevelText<'_>],
    doubts: Doubts,
) -> Option<(Vec<Level>, Vec<LevelPlaces>)> {
    own_names(desk, texts);
    let mut read = Read::default();
    for text in texts {
        read.add(sketch(desk, glyphs, declared, text, doubts));
    }
    read.judge(desk, texts)?;
    Some(read.finish(desk, texts, gaps(texts, doubts)))
}

/// Whether there may be levels that nobody could read.
fn gaps(texts: &[LevelText<'_>], doubts: Doubts) -> Gaps {
    let is_whole = |text: &LevelText<'_>| text.health == Health::Whole;
    match doubts == Doubts::default() && texts.iter().all(is_whole) {
        true => Gaps::None,
        false => Gaps::Perhaps,
    }
}

/// Levels that were read, each alone, beside their texts.
#[derive(Default)]
struct Read {
    boards: Vec<Option<Board>>,
    drafts: Vec<Option<Draft>>,
    census: Vec<Census>,
    doubts: Vec<Doubts>,
}

impl Read {
    /// One more; a level without a map may have had anything.
    fn add(&mut self, sketch: Option<Sketch>) {
        let Some(sketch) = sketch else {
            self.doubts.push(Doubts::ALL);
            self.boards.push(None);
            self.drafts.push(None);
            self.census.push(Census::default());
            return;
        };
        self.doubts.push(sketch.doubts);
        self.census.push(sketch.draft.census.clone());
        self.boards.push(Some(sketch.board));
        self.drafts.push(Some(sketch.draft));
    }

    /// What any of the levels may have had.
    fn all_doubts(&self) -> Doubts {
        let doubts = self.doubts.iter().copied();
        doubts.fold(Doubts::default(), Doubts::or)
    }

    /// Judges what a game needs, once for the file, and heroes for each level that needs one; none where there is no
    /// level with a map.
    fn judge(&self, desk: &mut Desk<'_>, texts: &[LevelText<'_>]) -> Option<()> {
        let scope = match desk.customs.heroes {
            Heroes::OneEach if texts.len() > 1 => Scope::Board,
            Heroes::OneEach | Heroes::One | Heroes::Several => Scope::Game,
        };
        let boards = texts.iter().zip(&self.boards).zip(&self.doubts);
        let cases = boards.map(|((text, board), doubts)| {
            let dialect = Dialect::of(board.as_ref()?.style);
            Some(Case {
                head: text.head,
                doubts: *doubts,
                dialect,
                scope,
            })
        });
        let cases: Vec<(Case, &Census)> = cases
            .zip(&self.census)
            .filter_map(|(case, census)| Some((case?, census)))
            .collect();
        let mut all = Census::default();
        for (case, census) in &cases {
            all.add(census);
            if scope == Scope::Board {
                judge_heroes(desk, census, case);
            }
        }
        let game = Case {
            doubts: self.all_doubts(),
            ..cases.first()?.0
        };
        if scope == Scope::Game {
            judge_heroes(desk, &all, &game);
        }
        judge_aims(desk, &all, &game);
        Some(())
    }

    /// Joins the levels by their stairs, and finishes each.
    fn finish(
        self,
        desk: &mut Desk<'_>,
        texts: &[LevelText<'_>],
        gaps: Gaps,
    ) -> (Vec<Level>, Vec<LevelPlaces>) {
        let charts = texts.iter().zip(&self.boards).map(|(text, board)| Chart {
            name: &text.name,
            board: board.as_ref(),
        });
        let atlas = Atlas::new(charts.collect(), gaps);
        let doubts = self.all_doubts();
        let mut locks = Vec::new();
        let mut finished = Vec::new();
        for (here, (text, draft)) in texts.iter().zip(self.drafts).enumerate() {
            let (Some(mut draft), Some(board)) = (draft, self.boards[here].as_ref()) else {
                continue;
            };
            locks.extend(settle(desk, &atlas, here, board, &mut draft));
            let is_later_board = desk.customs.heroes == Heroes::OneEach && !finished.is_empty();
            if is_later_board {
                only_a_place(desk, &mut draft);
            }
            let (mut level, mut places) = draft.finish(desk, text.name.clone(), text.head, board);
            if is_later_board {
                take_the_hero(desk, &mut level, &mut places);
            }
            finished.push((level, places));
        }
        let (levels, places): (Vec<_>, Vec<_>) = finished.into_iter().unzip();
        if !doubts.items {
            no_such_key(desk, &levels, &locks);
        }
        (levels, places)
    }
}

/// Reports levels with the name of another one.
fn own_names(desk: &mut Desk<'_>, texts: &[LevelText<'_>]) {
    let mut names: HashMap<&str, Span> = HashMap::new();
    for level in texts.iter().filter(|level| !level.name.is_empty()) {
        let name = level.name.as_str();
        let Some(first) = names.get(name) else {
            names.insert(name, level.head);
            continue;
        };
        let message = format!(
            "expected a name of its own for each level, found a second {}",
            in_quotes(name)
        );
        desk.report(
            Diagnostic::new(Code::DuplicateLevel, level.head, message)
                .label(*first, "the first level of that name")
                .help("choose another name for one of them"),
        );
    }
}
