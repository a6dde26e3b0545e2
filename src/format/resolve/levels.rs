//! All levels of a modern file: each is read alone, then they are judged and finished together.
use std::collections::HashMap;

use super::atlas::{Atlas, Chart, Gaps};
use super::board::Board;
use super::census::{Census, Dialect, Doubts, judge_heroes, judge_items};
use super::customs::Heroes;
use super::desk::Desk;
use super::draft::Draft;
use super::glyphs::Glyphs;
use super::level::{LevelText, Sketch, sketch};
use super::locks::no_such_key;
use super::places::{Declaration, LevelPlaces};
use super::settle::settle;
use crate::dungeon::{Level, Side, Spawn, builtin};
use crate::format::characters::in_quotes;
use crate::format::diagnostic::{Code, Diagnostic};
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
    read.doubts = read.doubts.or(doubts);
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
    doubts: Doubts,
}

impl Read {
    /// One more; a level without a map may have had anything.
    fn add(&mut self, sketch: Option<Sketch>) {
        let Some(sketch) = sketch else {
            self.doubts = Doubts::ALL;
            self.boards.push(None);
            self.drafts.push(None);
            self.census.push(Census::default());
            return;
        };
        self.doubts = self.doubts.or(sketch.doubts);
        self.census.push(sketch.draft.census.clone());
        self.boards.push(Some(sketch.board));
        self.drafts.push(Some(sketch.draft));
    }

    /// Judges what a game needs, once for the file, or for each level that needs it; none where there is no level with
    /// a map.
    fn judge(&self, desk: &mut Desk<'_>, texts: &[LevelText<'_>]) -> Option<()> {
        let mapped = texts.iter().zip(&self.boards).zip(&self.census);
        let mut mapped = mapped
            .filter_map(|((text, board), census)| Some((text, board.as_ref()?.style, census)));
        let (first, style, census) = mapped.next()?;
        let mut all = census.clone();
        let one_each = desk.customs.heroes == Heroes::OneEach;
        for (text, style, census) in mapped {
            all.add(census);
            if one_each {
                judge_heroes(desk, census, text.head, self.doubts, Dialect::of(style));
            }
        }
        let heroes = if one_each { census } else { &all };
        let dialect = Dialect::of(style);
        judge_heroes(desk, heroes, first.head, self.doubts, dialect);
        judge_items(desk, &all, first.head, self.doubts, dialect);
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
        let mut locks = Vec::new();
        let mut finished = Vec::new();
        for (here, (text, draft)) in texts.iter().zip(self.drafts).enumerate() {
            let (Some(mut draft), Some(board)) = (draft, self.boards[here].as_ref()) else {
                continue;
            };
            locks.extend(settle(desk, &atlas, here, board, &mut draft));
            let (mut level, mut places) = draft.finish(desk, text.name.clone(), text.head, board);
            if desk.customs.heroes == Heroes::OneEach && !finished.is_empty() {
                take_the_hero(desk, &mut level, &mut places);
            }
            finished.push((level, places));
        }
        let (levels, places): (Vec<_>, Vec<_>) = finished.into_iter().unzip();
        if !self.doubts.items {
            no_such_key(desk, &levels, &locks);
        }
        (levels, places)
    }
}

/// Takes the hero off a later board of a run: where he is drawn he comes to, with what he has then.
fn take_the_hero(desk: &mut Desk<'_>, level: &mut Level, places: &mut LevelPlaces) {
    let is_ours = |spawn: &Spawn| desk.tables.kind(spawn.kind).side == Side::Ours;
    let Some(nth) = level.spawns.iter().position(is_ours) else {
        return;
    };
    let (hero, place) = (level.spawns.remove(nth), places.spawns.remove(nth));
    let usual = desk.tables.kind(builtin::HERO).stats;
    if hero.kind == builtin::HERO && hero.stats == usual {
        return;
    }
    let message = "expected nothing but the hero's place on a later board, found more";
    let finding = Diagnostic::new(Code::UnknownKey, place.span, message);
    desk.report(finding.help(
        "he comes there as he left the board before, with the lives that are left: say it where he begins",
    ));
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
