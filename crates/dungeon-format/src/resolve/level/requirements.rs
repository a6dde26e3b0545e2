//! What a game requires of its levels: a hero, and something to collect or a monster to stomp. Counts over all levels.
use crate::diagnostic::{Code, Diagnostic};
use crate::keys::GameSet;
use crate::resolve::map::map_text::MapStyle;
use crate::resolve::records::goal_targets::LEFT_TO_CHANCE;
use crate::resolve::schema::context::Context;
use crate::resolve::schema::unknowns::Unknowns;
use crate::source::Span;
use dungeon_model::dungeon::file_form::{NeededThing, Requirement};
use dungeon_model::dungeon::game_profile::Heroes;

/// The number of heroes and the required things, counted over the levels of a file.
#[derive(Clone, Debug, Default)]
pub struct LevelRequirements {
    /// The places of the first two heroes, including misplaced heroes.
    pub heroes: Vec<Span>,
    /// The number of all heroes.
    pub hero_count: usize,
    /// Whether there is an item to collect.
    pub has_collectables: bool,
    /// Whether there is a monster to stomp.
    pub has_enemies: bool,
    /// Whether chance may place an item to collect.
    pub may_have_collectables: bool,
    /// Whether chance may place a monster to stomp.
    pub may_have_enemies: bool,
}

impl LevelRequirements {
    /// Adds `count` heroes that the text places at `span`.
    pub fn count_heroes(&mut self, count: usize, span: Span) {
        self.hero_count = self.hero_count.saturating_add(count);
        let room = 2usize.saturating_sub(self.heroes.len());
        self.heroes
            .extend(std::iter::repeat_n(span, count.min(room)));
    }

    /// Adds the counts of another level, without its heroes.
    pub fn add_things(&mut self, other: &LevelRequirements) {
        self.has_collectables |= other.has_collectables;
        self.has_enemies |= other.has_enemies;
        self.may_have_collectables |= other.may_have_collectables;
        self.may_have_enemies |= other.may_have_enemies;
    }

    /// Adds the counts of another level.
    pub fn add(&mut self, other: &LevelRequirements) {
        self.hero_count = self.hero_count.saturating_add(other.hero_count);
        let room = 2usize.saturating_sub(self.heroes.len());
        self.heroes.extend(other.heroes.iter().take(room));
        self.add_things(other);
    }
}

/// The kinds of files and maps that need different help texts about a missing thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HelpStyle {
    /// A classic file.
    Classic,
    /// A modern file with a drawn map.
    Drawn,
    /// A modern file whose map shows no things, since it is pasted or generated; records add them.
    Recorded,
}

impl HelpStyle {
    /// Returns the style of help texts for a map.
    pub fn for_map(style: MapStyle) -> HelpStyle {
        match style {
            MapStyle::Drawn => HelpStyle::Drawn,
            MapStyle::Pasted | MapStyle::Open => HelpStyle::Recorded,
        }
    }
}

/// A level or a file to check, and the style of help in its findings.
#[derive(Clone, Copy, Debug)]
pub struct RequirementCheck {
    /// The place in the text at which missing things are reported.
    pub head: Span,
    /// The things that broken records may have placed.
    pub unknowns: Unknowns,
    /// The style of the help text about a missing thing.
    pub style: HelpStyle,
    /// The part of the file to count.
    pub scope: RequirementScope,
}

/// The part of a file over which things are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequirementScope {
    /// The whole game.
    Game,
    /// One level of a file whose levels are boards.
    Board,
}

/// Reports a game or a board without a hero, or with too many heroes.
pub fn check_heroes(
    cx: &mut Context<'_>,
    requirements: &LevelRequirements,
    check: &RequirementCheck,
) {
    match (requirements.heroes.as_slice(), cx.game.heroes) {
        ([], heroes) if !check.unknowns.hero && !cx.has_left_out() => {
            cx.report(no_hero(check, heroes));
        }
        (_, Heroes::Several(most)) if requirements.hero_count > most => {
            cx.report(many_units(check, most, requirements.hero_count));
        }
        (_, Heroes::Several(_)) => {}
        ([first, second], _) => {
            cx.report(many_heroes(check, requirements.hero_count, *first, *second));
        }
        _ => {}
    }
}

fn no_hero(check: &RequirementCheck, heroes: Heroes) -> Diagnostic {
    let help = match check.style {
        HelpStyle::Classic => "add a record `h x y health strength manna`",
        HelpStyle::Drawn => "draw an `@` in the map",
        HelpStyle::Recorded if check.scope == RequirementScope::Board => {
            "add a record `@ x y`: only a map that ends with `end` shows things"
        }
        HelpStyle::Recorded => {
            "add a record `@ x y`, or `scatter @ 1`: only a map that ends with `end` shows things"
        }
    };
    let (message, help) = match check.scope {
        RequirementScope::Game if heroes.is_several() => {
            ("expected at least one unit, found none", help.to_string())
        }
        RequirementScope::Game => ("expected one hero, found none", help.to_string()),
        RequirementScope::Board => (
            "expected one hero on each board, found none on this one",
            format!("show where the hero enters each board: {help}"),
        ),
    };
    Diagnostic::new(Code::NoHero, check.head, message).help(help)
}

fn many_heroes(check: &RequirementCheck, count: usize, first: Span, second: Span) -> Diagnostic {
    let on_a_board = match check.scope {
        RequirementScope::Game => "",
        RequirementScope::Board => " on each board",
    };
    let message = format!("expected one hero{on_a_board}, found {count}");
    let finding = Diagnostic::new(Code::ManyHeroes, second, message);
    let finding = finding.help(match (check.scope, check.style) {
        (RequirementScope::Board, _) | (_, HelpStyle::Classic) => {
            "keep the one you want".to_owned()
        }
        (RequirementScope::Game, HelpStyle::Drawn | HelpStyle::Recorded) => {
            format!(
                "keep the one you want; only {} can have several heroes",
                GameSet::with_units().rules_lines("and")
            )
        }
    });
    finding.label_if((first != second).then_some(first), "the first hero is here")
}

fn many_units(check: &RequirementCheck, most: usize, count: usize) -> Diagnostic {
    let message = format!("expected at most {most} units, found {count}");
    let finding = Diagnostic::new(Code::Limit, check.head, message);
    finding.help("remove some: the player commands each unit in turn")
}

/// Reports a missing item to collect or monster to stomp, if the game requires one. The goals of a file replace these
/// requirements.
pub fn check_requirement(
    cx: &mut Context<'_>,
    requirements: &LevelRequirements,
    check: &RequirementCheck,
) {
    if cx.goals.is_said() {
        return;
    }
    let Some(required) = cx.game.form().requirement.filter(|_| !cx.has_left_out()) else {
        return;
    };
    let is_there = |needed: &NeededThing| match needed {
        NeededThing::Item => requirements.has_collectables || check.unknowns.items,
        NeededThing::Foe => requirements.has_enemies || check.unknowns.enemies,
    };
    if !required.any_of.iter().any(is_there) {
        let may_be = |needed: &NeededThing| match needed {
            NeededThing::Item => requirements.may_have_collectables,
            NeededThing::Foe => requirements.may_have_enemies,
        };
        let finding = nothing_of(&required, check);
        cx.report(if required.any_of.iter().any(may_be) {
            finding.help(LEFT_TO_CHANCE)
        } else {
            finding
        });
    }
}

/// The end of a help text, for games whose files can have goals.
const NOTHING_WINS: &str = "; or write `goal none=yes` for a dungeon that cannot be won";

fn nothing_of(required: &Requirement, check: &RequirementCheck) -> Diagnostic {
    let code = if required.any_of.contains(&NeededThing::Item) {
        Code::NothingToCollect
    } else {
        Code::NoEnemies
    };
    let help = match check.style {
        HelpStyle::Classic => required.classic.to_owned(),
        HelpStyle::Drawn => required.drawn.to_owned() + NOTHING_WINS,
        HelpStyle::Recorded => required.recorded.to_owned() + NOTHING_WINS,
    };
    Diagnostic::new(code, check.head, required.message).help(help)
}
