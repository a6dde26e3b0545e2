//! What a game needs: a hero, and something to collect or somebody to stomp, counted over the levels of a file.
use crate::dungeon::tactics::MOST_UNITS;
use crate::format::diagnostic::{Code, Diagnostic};
use crate::format::resolve::map::map_text::Style;
use crate::format::resolve::schema::context::Desk;
use crate::format::resolve::schema::game_profile::Heroes;
use crate::format::resolve::schema::source_map::Aim;
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
    /// Whether there is anybody to stomp.
    pub has_enemies: bool,
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
        self.has_enemies |= other.has_enemies;
    }
}

/// What may be missing only because a record that could have said it was broken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Doubts {
    /// Perhaps there is a hero.
    pub hero: bool,
    /// Perhaps there is something to collect.
    pub items: bool,
    /// Perhaps there is somebody to stomp.
    pub enemies: bool,
}

impl Doubts {
    /// Nobody knows what there is.
    pub const ALL: Doubts = Doubts {
        hero: true,
        items: true,
        enemies: true,
    };

    /// What one of the two leaves open.
    pub fn or(self, other: Doubts) -> Doubts {
        Doubts {
            hero: self.hero || other.hero,
            items: self.items || other.items,
            enemies: self.enemies || other.enemies,
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

/// Whom a census was taken for, and how to speak of it.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// Where what is missing is told.
    pub head: Span,
    /// What may be there all the same.
    pub doubts: Doubts,
    /// How the file would say it.
    pub dialect: Dialect,
    /// What was counted.
    pub scope: Scope,
}

/// What a census was taken of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Everything that is played.
    Game,
    /// One of the boards of a run.
    Board,
}

/// Reports a game or a board without exactly one hero.
pub fn judge_heroes(desk: &mut Desk<'_>, census: &Census, case: &Case) {
    match census.heroes.as_slice() {
        [] if !case.doubts.hero && !desk.has_left_out() => {
            desk.report(no_hero(case, desk.customs.heroes));
        }
        _ if desk.customs.heroes == Heroes::Several && census.hero_count > MOST_UNITS => {
            desk.report(many_units(case, census.hero_count));
        }
        _ if desk.customs.heroes == Heroes::Several => {}
        [first, second] => desk.report(many_heroes(case, census.hero_count, *first, *second)),
        _ => {}
    }
}

fn no_hero(case: &Case, heroes: Heroes) -> Diagnostic {
    let help = match case.dialect {
        Dialect::Classic => "add a record `h x y health strength manna`",
        Dialect::Drawn => "draw an `@` in the map",
        Dialect::Recorded if case.scope == Scope::Board => {
            "add a record `@ x y`: only a map that ends with `end` shows things"
        }
        Dialect::Recorded => {
            "add a record `@ x y`, or `scatter @ 1`: only a map that ends with `end` shows things"
        }
    };
    let (message, help) = match case.scope {
        Scope::Game if heroes == Heroes::Several => (
            "No player! No Game! Expected at least one unit, found none",
            help.to_string(),
        ),
        Scope::Game => (
            "No player! No Game! Expected one hero, found none",
            help.to_string(),
        ),
        Scope::Board => (
            "No player! No Game! Expected one hero on each board of a run, found none on this one",
            format!("each board says where he comes in: {help}"),
        ),
    };
    Diagnostic::new(Code::NoHero, case.head, message).help(help)
}

fn many_heroes(case: &Case, count: usize, first: Span, second: Span) -> Diagnostic {
    let on_a_board = match case.scope {
        Scope::Game => "",
        Scope::Board => " on each board",
    };
    let message =
        format!("Limit of one player violated: expected one hero{on_a_board}, found {count}");
    let finding = Diagnostic::new(Code::ManyHeroes, second, message);
    let finding = finding.help(match (case.scope, case.dialect) {
        (Scope::Board, _) | (_, Dialect::Classic) => "keep the one that you mean",
        (Scope::Game, Dialect::Drawn | Dialect::Recorded) => {
            "keep the one that you mean; only `rules tactics` has several heroes"
        }
    });
    match first == second {
        true => finding,
        false => finding.label(first, "the first hero is here"),
    }
}

fn many_units(case: &Case, count: usize) -> Diagnostic {
    let message = format!("expected at most {MOST_UNITS} units, found {count}");
    let finding = Diagnostic::new(Code::Limit, case.head, message);
    finding.help("the player commands each of them by himself: leave some out")
}

/// Reports a game without what it is about: something to collect, or somebody to stomp.
pub fn judge_aims(desk: &mut Desk<'_>, census: &Census, case: &Case) {
    if desk.has_left_out() {
        return;
    }
    match desk.customs.aim {
        Aim::Collecting if !census.has_collectables && !case.doubts.items => {
            desk.report(nothing_to_collect(case));
        }
        Aim::Stomping if !census.has_enemies && !case.doubts.enemies => {
            desk.report(no_enemies(case));
        }
        Aim::Fighting
            if !census.has_enemies
                && !census.has_collectables
                && !case.doubts.enemies
                && !case.doubts.items =>
        {
            desk.report(nothing_to_do(case));
        }
        Aim::Collecting | Aim::Stomping | Aim::Thriving | Aim::Fighting => {}
    }
}

fn nothing_to_collect(case: &Case) -> Diagnostic {
    let message = "No items to collect! No Game! Expected at least one item, found none";
    let help = match case.dialect {
        Dialect::Classic => "add a record such as `* x y health wealth manna`",
        Dialect::Drawn => "draw a `*`, `=` or `$` in the map",
        Dialect::Recorded => {
            "add a record such as `$ x y`, or `scatter $ 3`: only a map that ends with `end` shows things"
        }
    };
    Diagnostic::new(Code::NothingToCollect, case.head, message).help(help)
}

fn nothing_to_do(case: &Case) -> Diagnostic {
    let message = "expected at least one ghost to fight or one item to take, found none: the game would be won before the first turn";
    let finding = Diagnostic::new(Code::NothingToCollect, case.head, message);
    finding.help(match case.dialect {
        Dialect::Drawn => "draw a `*` or a `B` in the map",
        Dialect::Classic | Dialect::Recorded => {
            "write `scatter * 3` or `scatter B 3` below the map"
        }
    })
}

fn no_enemies(case: &Case) -> Diagnostic {
    let message = "expected at least one enemy to stomp, found none: the game would be won before the first turn";
    let finding = Diagnostic::new(Code::NoEnemies, case.head, message);
    finding.help(match case.dialect {
        Dialect::Drawn => "draw a `%` in the map, or write `scatter % 10 away=1` below it",
        Dialect::Classic | Dialect::Recorded => "write `scatter % 10 away=1` below the map",
    })
}
