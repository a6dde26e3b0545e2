//! What a game needs: a hero, and something to collect or somebody to stomp, counted over the levels of a file.
use crate::diagnostic::{Code, Diagnostic};
use crate::keys::GameSet;
use crate::resolve::map::map_text::MapStyle;
use crate::resolve::records::goal_targets::LEFT_TO_CHANCE;
use crate::resolve::schema::context::Context;
use crate::resolve::schema::unknowns::Unknowns;
use crate::source::Span;
use dungeon_model::dungeon::game_profile::{Heroes, NeededThing, Requirement};

/// What a game needs, counted over the levels of a file.
#[derive(Clone, Debug, Default)]
pub struct LevelRequirements {
    /// Every hero that was placed, even badly; at most two, since two are one too many.
    pub heroes: Vec<Span>,
    /// How many heroes that is in truth.
    pub hero_count: usize,
    /// Whether there is anything to collect.
    pub has_collectables: bool,
    /// Whether there is anybody to stomp.
    pub has_enemies: bool,
    /// Whether chance may put down something to collect.
    pub may_have_collectables: bool,
    /// Whether chance may put down somebody to stomp.
    pub may_have_enemies: bool,
}

impl LevelRequirements {
    /// Counts heroes, wherever they may stand.
    pub fn count_heroes(&mut self, count: usize, span: Span) {
        self.hero_count = self.hero_count.saturating_add(count);
        let room = 2usize.saturating_sub(self.heroes.len());
        self.heroes
            .extend(std::iter::repeat_n(span, count.min(room)));
    }

    /// Counts what else than heroes there is elsewhere, too.
    pub fn add_things(&mut self, other: &LevelRequirements) {
        self.has_collectables |= other.has_collectables;
        self.has_enemies |= other.has_enemies;
        self.may_have_collectables |= other.may_have_collectables;
        self.may_have_enemies |= other.may_have_enemies;
    }

    /// Counts what another level has, too.
    pub fn add(&mut self, other: &LevelRequirements) {
        self.hero_count = self.hero_count.saturating_add(other.hero_count);
        let room = 2usize.saturating_sub(self.heroes.len());
        self.heroes.extend(other.heroes.iter().take(room));
        self.add_things(other);
    }
}

/// How a file says what it lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HelpStyle {
    /// A classic file.
    Classic,
    /// A modern file with a drawn map.
    Drawn,
    /// A modern file whose map can show no things: it is pasted or made.
    Recorded,
}

impl HelpStyle {
    /// How a file with such a map says what it lacks.
    pub fn for_map(style: MapStyle) -> HelpStyle {
        match style {
            MapStyle::Drawn => HelpStyle::Drawn,
            MapStyle::Pasted | MapStyle::Open => HelpStyle::Recorded,
        }
    }
}

/// A level, or a file, whose requirements are judged, and how findings speak of it.
#[derive(Clone, Copy, Debug)]
pub struct RequirementCheck {
    /// The place in the text at which something missing is reported.
    pub head: Span,
    /// What may be there all the same.
    pub unknowns: Unknowns,
    /// How the file would say it.
    pub style: HelpStyle,
    /// What was counted.
    pub scope: RequirementScope,
}

/// What requirements are counted over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequirementScope {
    /// Everything that is played.
    Game,
    /// One of the boards of a run.
    Board,
}

/// Reports a game or a board without a hero, or with more heroes than it may have.
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
        RequirementScope::Game if heroes.is_several() => (
            "No player! No Game! Expected at least one unit, found none",
            help.to_string(),
        ),
        RequirementScope::Game => (
            "No player! No Game! Expected one hero, found none",
            help.to_string(),
        ),
        RequirementScope::Board => (
            "No player! No Game! Expected one hero on each board of a run, found none on this one",
            format!("each board says where he comes in: {help}"),
        ),
    };
    Diagnostic::new(Code::NoHero, check.head, message).help(help)
}

fn many_heroes(check: &RequirementCheck, count: usize, first: Span, second: Span) -> Diagnostic {
    let on_a_board = match check.scope {
        RequirementScope::Game => "",
        RequirementScope::Board => " on each board",
    };
    let message =
        format!("Limit of one player violated: expected one hero{on_a_board}, found {count}");
    let finding = Diagnostic::new(Code::ManyHeroes, second, message);
    let finding = finding.help(match (check.scope, check.style) {
        (RequirementScope::Board, _) | (_, HelpStyle::Classic) => {
            "keep the one that you mean".to_owned()
        }
        (RequirementScope::Game, HelpStyle::Drawn | HelpStyle::Recorded) => {
            format!(
                "keep the one that you mean; only {} has several heroes",
                GameSet::with_units().rules_lines("and")
            )
        }
    });
    finding.label_if((first != second).then_some(first), "the first hero is here")
}

fn many_units(check: &RequirementCheck, most: usize, count: usize) -> Diagnostic {
    let message = format!("expected at most {most} units, found {count}");
    let finding = Diagnostic::new(Code::Limit, check.head, message);
    finding.help("the player commands each of them by himself: leave some out")
}

/// Reports a game without what its profile requires: something to collect, or somebody to stomp.
pub fn check_requirement(
    cx: &mut Context<'_>,
    requirements: &LevelRequirements,
    check: &RequirementCheck,
) {
    if cx.goals.is_said() {
        let has_items = requirements.has_collectables || check.unknowns.items;
        if cx.goals.takes() && !has_items && !cx.has_left_out() {
            let message = "expected something to take, found nothing";
            let finding = Diagnostic::new(Code::NothingToCollect, check.head, message);
            cx.report(if requirements.may_have_collectables {
                finding.help(LEFT_TO_CHANCE)
            } else {
                finding.help("draw an item to take, or leave `take=` out")
            });
        }
        return;
    }
    let Some(required) = cx.game.requirement.filter(|_| !cx.has_left_out()) else {
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

/// The other way out for a file that can name goals.
const NOTHING_WINS: &str = "; or write `goal none=yes` if nothing is to be won";

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
