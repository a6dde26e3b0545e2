//! What a game needs: one hero and something to collect, counted over all levels of a file.
use super::board::Style;
use super::desk::Desk;
use super::places::Aim;
use crate::format::diagnostic::{Code, Diagnostic};
use crate::format::source::Span;

/// What a game needs, counted over the levels of a file.
#[derive(Clone, Debug, Default)]
pub struct Census {
    /// Every hero that was placed, even badly; at most two, since two are one too many.
    pub heroes: Vec<Span>,
    /// How many heroes that is in truth.
    pub hero_count: usize,
    /// Whether there is anything to collect.
    pub has_collectables: bool,
}

impl Census {
    /// Counts heroes, wherever they may stand.
    pub fn count_heroes(&mut self, count: usize, span: Span) {
        self.hero_count = self.hero_count.saturating_add(count);
        let room = 2usize.saturating_sub(self.heroes.len());
        self.heroes
            .extend(std::iter::repeat_n(span, count.min(room)));
    }

    /// Counts what another level has, too.
    pub fn add(&mut self, other: &Census) {
        self.hero_count = self.hero_count.saturating_add(other.hero_count);
        let room = 2usize.saturating_sub(self.heroes.len());
        self.heroes.extend(other.heroes.iter().take(room));
        self.has_collectables |= other.has_collectables;
    }
}

/// What may be missing only because a record that could have said it was broken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Doubts {
    /// Perhaps there is a hero.
    pub hero: bool,
    /// Perhaps there is something to collect.
    pub items: bool,
}

impl Doubts {
    /// Nobody knows what there is.
    pub const ALL: Doubts = Doubts {
        hero: true,
        items: true,
    };

    /// What one of the two leaves open.
    pub fn or(self, other: Doubts) -> Doubts {
        Doubts {
            hero: self.hero || other.hero,
            items: self.items || other.items,
        }
    }
}

/// How a file says what it lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// A classic file.
    Classic,
    /// A modern file with a drawn map.
    Drawn,
    /// A modern file whose map can show no things: it is pasted or made.
    Recorded,
}

impl Dialect {
    /// How a file with such a map says what it lacks.
    pub fn of(style: Style) -> Dialect {
        match style {
            Style::Drawn => Dialect::Drawn,
            Style::Pasted | Style::Open => Dialect::Recorded,
        }
    }
}

/// Reports levels without exactly one hero.
pub fn judge_heroes(
    desk: &mut Desk<'_>,
    census: &Census,
    head: Span,
    doubts: Doubts,
    dialect: Dialect,
) {
    let help = match dialect {
        Dialect::Classic => "add a record `h x y health strength manna`",
        Dialect::Drawn => "draw an `@` in the map",
        Dialect::Recorded => {
            "add a record `@ x y`, or `scatter @ 1`: only a map that ends with `end` shows things"
        }
    };
    match census.heroes.as_slice() {
        [] if !doubts.hero && !desk.has_left_out() => {
            let message = "No player! No Game! Expected one hero, found none";
            desk.report(Diagnostic::new(Code::NoHero, head, message).help(help));
        }
        [first, second] => {
            let count = census.hero_count;
            let message = format!("Limit of one player violated: expected one hero, found {count}");
            let finding = Diagnostic::new(Code::ManyHeroes, *second, message);
            let finding = finding.help("keep the one that you mean");
            desk.report(if first == second {
                finding
            } else {
                finding.label(*first, "the first hero is here")
            });
        }
        _ => {}
    }
}

/// Reports a game without anything to collect, where that is what it is about.
pub fn judge_items(
    desk: &mut Desk<'_>,
    census: &Census,
    head: Span,
    doubts: Doubts,
    dialect: Dialect,
) {
    let is_wanted = desk.customs.aim == Aim::Collecting;
    if !is_wanted || census.has_collectables || doubts.items || desk.has_left_out() {
        return;
    }
    let message = "No items to collect! No Game! Expected at least one item, found none";
    let help = match dialect {
        Dialect::Classic => "add a record such as `* x y health wealth manna`",
        Dialect::Drawn => "draw a `*`, `=` or `$` in the map",
        Dialect::Recorded => {
            "add a record such as `$ x y`, or `scatter $ 3`: only a map that ends with `end` shows things"
        }
    };
    desk.report(Diagnostic::new(Code::NothingToCollect, head, message).help(help));
}
