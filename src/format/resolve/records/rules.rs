//! `rules explore tempo=1000 fog=yes`, `rules siege goal=500`: the parameters of a game, and how time and sight go in
//! it (FORMAT.md, "Fog" and "Time").
use std::num::NonZeroU32;

use crate::dungeon::{Arena, Fog, ScatterExempt, Settings, Siege, UnreachablePolicy};
use crate::format::diagnostic::{Code, Diagnostic, Severity};
use crate::format::keys::{self, RecordKind, only_game};
use crate::format::resolve::schema::context::ResolveContext;
use crate::format::resolve::schema::fields::{Fields, bad_value, within};
use crate::format::resolve::schema::game_profile::Heroes;
use crate::format::source::{Span, Spanned};
use crate::format::syntax::{KeyValue, Record, Value};

/// What a file says about its game as a whole.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The rule set and its parameters.
    pub settings: Settings,
    /// What the hero does not see, as `fog=` says it.
    pub fog: Fog,
    /// `tempo=`, in milliseconds; none for 0.
    pub tempo: Option<NonZeroU32>,
}

/// A file without a line of rules.
impl Default for Rules {
    fn default() -> Rules {
        Rules {
            settings: Settings::Explore,
            fog: Fog::default(),
            tempo: None,
        }
    }
}

/// The fastest real time, in milliseconds: below it a person sees no rounds, only a blur.
const FASTEST: i64 = 20;

impl Rules {
    /// Reads `rules …`, by the game whose customs are on the desk: its own keys, and those of every game.
    pub fn read(desk: &mut ResolveContext<'_>, record: &Record) -> Rules {
        let mut fields = Fields::of(record);
        let settings = match desk.game.settings {
            Settings::Explore => Settings::Explore,
            Settings::Tactics => Settings::Tactics,
            Settings::Siege(published) => Settings::Siege(siege(desk, &mut fields, published)),
            Settings::Arena(published) => Settings::Arena(arena(desk, &mut fields, published)),
        };
        let tempo = match desk.game.heroes {
            Heroes::Several => timeless(desk, &mut fields),
            Heroes::One | Heroes::OneEach => tempo(desk, &mut fields),
        };
        let fog = fields.value(&keys::FOG).map(|pair| fog(desk, pair));
        not_of_this_game(desk, &mut fields);
        fields.finish(desk, &format!("the rules of {}", desk.game.word));
        Rules {
            settings,
            fog: fog.unwrap_or_default(),
            tempo,
        }
    }
}

/// Reports the parameters of other games.
fn not_of_this_game(desk: &mut ResolveContext<'_>, fields: &mut Fields<'_>) {
    let here = desk.game.word;
    let parameter_of = |key: &str| only_game(RecordKind::Rules, key);
    let is_theirs = |key: &str| parameter_of(key).is_some_and(|game| game != here);
    for pair in fields.all_misplaced(is_theirs) {
        let key = pair.key.value.as_str();
        let message = format!("expected a key of the rules of {here}, found `{key}=`");
        let finding = Diagnostic::new(Code::UnknownKey, pair.key.span, message);
        let game = parameter_of(key).unwrap_or(here);
        desk.report(finding.help(format!(
            "it is a key of `rules {game}`: leave it out, or play that"
        )));
    }
}

/// What siege goes by (RULES.md §2); what is not said, or wrong, is as published.
fn siege(desk: &mut ResolveContext<'_>, fields: &mut Fields<'_>, published: Siege) -> Siege {
    let mut number = |key| fields.whole(desk, key);
    let (goal, season) = (number(&keys::GOAL), number(&keys::SEASON));
    let (profit, cow) = (number(&keys::PROFIT), number(&keys::COW));
    let (fence, year) = (number(&keys::FENCE), number(&keys::YEAR));
    let (gold, turn) = (number(&keys::GOLD), number(&keys::TURN));
    let rules = Siege {
        goal: or_published(goal, published.goal),
        season: or_published(season, published.season),
        profit: or_published(profit, published.profit),
        cow: or_published(cow, published.cow),
        fence: or_published(fence, published.fence),
        year: or_published(year, published.year),
        gold: or_published(gold, published.gold),
        turn: or_published(turn, published.turn),
    };
    if let Some(said) = goal.or(gold) {
        check_first_turn(
            desk,
            &rules,
            gold.unwrap_or(said).span,
            goal.unwrap_or(said).span,
        );
    }
    rules
}

/// What arena goes by (RULES.md §3); what is not said, or wrong, is as published.
fn arena(desk: &mut ResolveContext<'_>, fields: &mut Fields<'_>, published: Arena) -> Arena {
    let lives = fields.any_whole(desk, &keys::LIVES);
    let sight = fields.whole(desk, &keys::ARENA_SIGHT);
    let quirk = fields.word(desk, &keys::QUIRK);
    let reachable = fields.yes(desk, &keys::REACHABLE);
    let lives = lives.and_then(|said| alive(desk, said));
    desk.exempt = match quirk.map(|said| said.value) {
        Some("diagonal") => ScatterExempt::Diagonal,
        _ => published.exempt,
    };
    desk.unreachable = match reachable {
        Some(Spanned { value: true, .. }) => UnreachablePolicy::Rerolled,
        _ => published.unreachable,
    };
    Arena {
        lives: or_published(lives, published.lives),
        sight: or_published(sight, published.sight),
        exempt: desk.exempt,
        unreachable: desk.unreachable,
    }
}

/// So many lives, if a hero can live by them; else that is reported.
fn alive(desk: &mut ResolveContext<'_>, lives: Spanned<i64>) -> Option<Spanned<i64>> {
    if lives.value > 0 {
        return within(desk, "lives", lives, keys::LIVES.range());
    }
    let message = format!(
        "expected lives above 0, found {}: the hero would be dead before the first turn",
        lives.value
    );
    let finding = Diagnostic::new(Code::DeadHero, lives.span, message);
    desk.report(finding.help("give him 1 or more: the published game has 3"));
    None
}

/// The number that a file says, else the published one.
fn or_published<T: TryFrom<i64>>(said: Option<Spanned<i64>>, published: T) -> T {
    said.and_then(|said| T::try_from(said.value).ok())
        .unwrap_or(published)
}

/// Warns of a game that ends before its first command, as far as the purse alone decides it (S-2): a first turn
/// that begins a season pays before it is judged.
fn check_first_turn(desk: &mut ResolveContext<'_>, rules: &Siege, gold: Span, goal: Span) {
    let is_paid = rules.turn.is_multiple_of(rules.season);
    let found = if rules.gold < 0 && !is_paid {
        let message = format!(
            "expected gold of 0 or more, found {}: the game would be lost before the first turn",
            rules.gold
        );
        Diagnostic::new(Code::DeadHero, gold, message)
            .help("the purse of siege is the hero's life: give it 0 or more")
    } else if rules.gold >= rules.goal.max(0) {
        let message = format!(
            "expected a goal above the {} gold of the beginning, found {}: the game would be won before the first turn",
            rules.gold, rules.goal
        );
        Diagnostic::new(Code::NumberOutOfRange, goal, message)
            .help("raise `goal=`, or lower `gold=`")
    } else {
        return;
    };
    desk.report(found.severity(Severity::Warning));
}

/// `tempo=`: milliseconds, or 0 for a game that waits.
fn tempo(desk: &mut ResolveContext<'_>, fields: &mut Fields<'_>) -> Option<NonZeroU32> {
    let tempo = fields.whole(desk, &keys::TEMPO)?;
    if (1..FASTEST).contains(&tempo.value) {
        let message = format!(
            "expected `tempo=0`, or {FASTEST} milliseconds and more, found {}",
            tempo.value
        );
        let finding = Diagnostic::new(Code::NumberOutOfRange, tempo.span, message);
        desk.report(finding.help("a second is `tempo=1000`; with `tempo=0` the monsters wait"));
    }
    NonZeroU32::new(tempo.value as u32)
}

/// Reports `tempo=` where a turn is over when the player says so (K-10).
fn timeless(desk: &mut ResolveContext<'_>, fields: &mut Fields<'_>) -> Option<NonZeroU32> {
    let pair = fields.misplaced(&keys::TEMPO)?;
    let here = desk.game.word;
    let message = format!("expected a key of the rules of {here}, found `tempo=`");
    let finding = Diagnostic::new(Code::UnknownKey, pair.key.span, message);
    let help = "a battle waits for its player: leave it out";
    desk.report(
        finding
            .help(help)
            .fix(pair.key.span.to(pair.value.span), ""),
    );
    None
}

/// `fog=`: `yes`, `no`, or how far the hero sees.
fn fog(desk: &mut ResolveContext<'_>, pair: &KeyValue) -> Fog {
    let (span, cells) = (pair.value.span, keys::FOG.range());
    match &pair.value.value {
        Value::Word(word) if word == "no" => Fog::Lifted,
        Value::Word(word) if word == "yes" => Fog::Within(*cells.end() as u32),
        Value::Int(value) => {
            let far = Spanned {
                value: *value,
                span,
            };
            let far = within(desk, "how far the hero sees", far, cells);
            far.map_or(Fog::Lifted, |far| Fog::Within(far.value as u32))
        }
        _ => {
            bad_value(desk, pair, "`no`, `yes` or a number of cells");
            Fog::Lifted
        }
    }
}
