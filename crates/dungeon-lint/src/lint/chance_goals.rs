//! Goals that chance may leave without their things: scatters that may place nothing, vaults that may be left out,
//! classes that may pick another member. Such a game is won or lost on its first turn, or can never be won.
use super::what_must_come::{ChanceSource, WhatMustCome, is_brought_at_once, must_come};
use dungeon_format::diagnostic::{Code, Diagnostic, Findings, Severity};
use dungeon_format::resolve::{CausePlace, Resolved};
use dungeon_format::source::Span;
use dungeon_model::dungeon::file_form::{NeededThing, Requirement};
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::{
    CauseEffect, CauseEvent, CauseRecord, Dungeon, Feature, Goal, ItemId, KindId, Loss, TileId,
};

/// The maximum number of scatters and vaults that a finding points at.
const SHOWN: usize = 3;

/// A thing without which a game is won at once, lost at once, or never won.
struct Need {
    code: Code,
    span: Span,
    /// The expected thing in words, such as "a monster to kill".
    noun: &'static str,
    /// Whether such a thing is present when the game begins.
    there: WhatMustCome,
    without: Without,
}

/// The result of a game in which the thing of a `Need` is absent.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Without {
    /// The goal is met when the game begins.
    Met,
    /// The goal is met when the game begins, unless monsters come later.
    MetUntilLater,
    /// The game is lost.
    Lost,
    /// The goal is never met.
    Never,
}

/// Warns of needed things that may be absent when the game begins, because chance leaves them out or because they come
/// later. Applies only to files without errors. The finding is a warning, since games with other seeds can be played.
pub fn left_to_chance(resolved: &Resolved, findings: &mut Findings) {
    let Resolved {
        dungeon, places, ..
    } = resolved;
    let (levels, vaults) = (&places.levels, &places.vaults);
    let needs = needs(resolved);
    // A goal that is not met at once keeps the game going, so that the things of other goals can still come.
    let is_held = |need: &Need| need.without == Without::Met && need.there.is_certain;
    let goes_on = dungeon.goals.iter().any(|goal| match goal {
        Goal::Survive(turns) => *turns > 1,
        Goal::Leave | Goal::Caused | Goal::Never => true,
        Goal::Take | Goal::Kill | Goal::Cover => false,
    });
    let goes_on = goes_on || needs.iter().any(is_held);
    for need in needs.iter().filter(|need| !need.there.is_certain) {
        let Some(message) = need.message(goes_on) else {
            continue;
        };
        let finding = Diagnostic::new(need.code, need.span, message).severity(Severity::Warning);
        let sources = need.there.by_chance.iter().take(SHOWN);
        let finding = sources.fold(finding, |finding, source| match *source {
            ChanceSource::Marks(_) => finding,
            ChanceSource::Scatter(level, nth) | ChanceSource::Replacement(level, nth) => {
                let place = levels[usize::from(level.0)].scatters[nth];
                finding.label(
                    place,
                    match source {
                        ChanceSource::Scatter(..) => "this can leave it out",
                        _ => "this can take its place",
                    },
                )
            }
            ChanceSource::Vault(nth) => {
                let text = if dungeon.vaults[nth].is_needed {
                    "chance can leave it out of this"
                } else {
                    "a level can be built without this"
                };
                finding.label(vaults[nth].head, text)
            }
        });
        findings.push(finding.help("draw or scatter one that is in every game"));
    }
}

/// Reports a game that is certainly lost before the earliest turn on which it can be won.
pub fn lost_before_won(resolved: &Resolved, findings: &mut Findings) {
    let (won, lost) = (first_win(resolved), first_loss(resolved));
    let Some(((won, won_at), (lost, lost_at))) = won.zip(lost) else {
        return;
    };
    if won <= lost {
        return;
    }
    let message = format!("expected at least {won} turns to win, found the game lost after {lost}");
    let finding = Diagnostic::new(Code::NoGoal, lost_at, message).severity(Severity::Warning);
    let finding = finding.label(won_at, "winning takes this many turns");
    findings.push(
        finding.help(
            "raise the number of turns after which the game is lost, or lower the other number",
        ),
    );
}

/// The turn on which a cause happens, and its place in the file; `None` if the cause waits for something other than a
/// turn.
fn turn_of((cause, place): (&CauseRecord, &CausePlace)) -> Option<(u32, Span)> {
    match cause.event {
        CauseEvent::Turn(turns) => Some((turns, place.event)),
        _ => None,
    }
}

/// The earliest turn on which a game can be won, and its place in the file; `None` if the hero can also win by other
/// means.
fn first_win(resolved: &Resolved) -> Option<(u32, Span)> {
    let (dungeon, places) = (&resolved.dungeon, &resolved.places);
    let survive = dungeon.goals.iter().find_map(|goal| match goal {
        Goal::Survive(turns) => Some(*turns),
        _ => None,
    });
    let by_goals = survive.zip(places.goals.survive);
    let has_goals = dungeon.goals.iter().any(|goal| *goal != Goal::Caused);
    if has_goals && by_goals.is_none() {
        return None;
    }
    let causes = dungeon.causes.iter().zip(&places.causes);
    let winning = causes.filter(|(cause, _)| cause.effects.contains(&CauseEffect::Win));
    let by_causes = winning.map(turn_of).collect::<Option<Vec<_>>>()?;
    let all = by_causes.into_iter().chain(by_goals);
    all.min_by_key(|(turns, _)| *turns)
}

/// The smallest number of turns after which every game that is not won is lost, and its place in the file; `None` if no
/// turn limit loses a game.
fn first_loss(resolved: &Resolved) -> Option<(u32, Span)> {
    let (dungeon, places) = (&resolved.dungeon, &resolved.places);
    let limit = dungeon.losses.iter().find_map(|loss| match loss {
        Loss::Turns(turns) => Some(*turns),
        Loss::Without => None,
    });
    let causes = dungeon.causes.iter().zip(&places.causes);
    // A cause that belongs to one level happens only while the hero is there.
    let losing = causes.filter(|(cause, _)| {
        let is_met = cause.level.is_none() || dungeon.levels.len() == 1;
        is_met && cause.effects.contains(&CauseEffect::Lose)
    });
    let all = losing
        .filter_map(turn_of)
        .chain(limit.zip(places.goals.turns));
    all.min_by_key(|(turns, _)| *turns)
}

impl Need {
    /// The message for a need that may be absent; `None` if its absence is no mistake.
    fn message(&self, goes_on: bool) -> Option<String> {
        let noun = self.noun;
        let is_chance = !self.there.by_chance.is_empty();
        let then = match self.without {
            Without::MetUntilLater if goes_on => return None,
            Without::Met | Without::MetUntilLater if goes_on => "",
            Without::Met | Without::MetUntilLater => ": such a game is won on its first turn",
            Without::Lost => ": such a game is lost on its first turn",
            Without::Never => ": such a game cannot be won",
        };
        match is_chance {
            true => Some(format!(
                "expected {noun} in every game, found that chance can leave it out{then}"
            )),
            // Targets of `cover=` may all be covered when the game begins, and uncovered later.
            false if goes_on => None,
            false => Some(format!(
                "expected {noun} when the game begins, found none{then}"
            )),
        }
    }
}

/// All needs of a dungeon, in the order of its goals.
fn needs(resolved: &Resolved) -> Vec<Need> {
    let Resolved {
        dungeon, places, ..
    } = resolved;
    let head = places.levels.first().map(|level| level.head);
    let need = |span: Option<Span>, code, noun, without, is_meant: &dyn Fn(Thing) -> bool| {
        let (span, there) = (span?, must_come(dungeon, is_meant));
        Some(Need {
            code,
            span,
            noun,
            there,
            without,
        })
    };
    if dungeon.goals.is_empty() {
        let required = dungeon.settings.game.form().requirement.as_ref();
        let required = required.and_then(|required| {
            let (code, noun) = required_noun(required);
            let is_it = |thing| {
                required.any_of.iter().any(|needed| match needed {
                    NeededThing::Item => dungeon.is_about(Goal::Take, thing),
                    NeededThing::Foe => dungeon.is_theirs(thing),
                })
            };
            need(head, code, noun, Without::Met, &is_it)
        });
        return required.into_iter().chain(vital(resolved)).collect();
    }
    let is_wanted = |kind: KindId| dungeon.kind(kind).is_wanted;
    let is_taken = |item: ItemId| dungeon.item(item).collectable;
    let said = &places.goals;
    let goals = dungeon.goals.iter().filter_map(|goal| {
        let (span, noun, without) = match goal {
            Goal::Take if dungeon.causes.iter().any(|cause| cause.is_wanted) => return None,
            Goal::Take => (head, "something to take", Without::Met),
            Goal::Kill if is_brought_at_once(dungeon, is_wanted) => return None,
            Goal::Kill if comes_later(dungeon, &is_wanted) => {
                (said.wanted, "a monster to kill", Without::MetUntilLater)
            }
            Goal::Kill => (said.wanted, "a monster to kill", Without::Met),
            Goal::Cover => (said.covered, "a cell to cover", Without::Met),
            Goal::Leave => (said.leave, "a way out", Without::Never),
            Goal::Survive(_) | Goal::Caused | Goal::Never => return None,
        };
        let code = match goal {
            Goal::Take => Code::NothingToCollect,
            _ => Code::NoGoal,
        };
        let is_boulder = |tile: TileId| matches!(dungeon.tile(tile).feature, Feature::Boulder(_));
        let bears_one = |kind: KindId| {
            let drops_one = dungeon.kind(kind).drops.all().any(is_taken);
            *goal == Goal::Take && is_wanted(kind) && drops_one
        };
        let is_it = |thing: Thing| {
            // A boulder covers the cell already.
            thing.body().is_some_and(bears_one)
                || dungeon.is_about(*goal, thing) && !thing.tile().is_some_and(is_boulder)
        };
        need(span, code, noun, without, &is_it)
    });
    goals.chain(vital(resolved)).collect()
}

/// The item or ally without which the game is lost, standing or lying somewhere or dropped by a monster; `None` if there
/// is no such rule.
fn vital(resolved: &Resolved) -> Option<Need> {
    let dungeon = &resolved.dungeon;
    let without = resolved.places.goals.without?;
    let is_lost = dungeon.losses.contains(&Loss::Without);
    let is_it = |thing| match thing {
        Thing::Item(item) => dungeon.item(item).is_vital,
        Thing::Body(kind) => {
            let kind = dungeon.kind(kind);
            kind.is_vital || kind.drops.all().any(|item| dungeon.item(item).is_vital)
        }
        Thing::Tile(_) | Thing::Feature(_) => false,
    };
    is_lost.then(|| Need {
        code: Code::NoGoal,
        span: without,
        noun: "the thing of `without=`",
        there: must_come(dungeon, is_it),
        without: Without::Lost,
    })
}

/// The code and the noun of the finding for a missing requirement, in games without goals.
fn required_noun(required: &Requirement) -> (Code, &'static str) {
    match required.any_of {
        [NeededThing::Item] => (Code::NothingToCollect, "something to collect"),
        [NeededThing::Foe] => (Code::NoEnemies, "a monster to stomp"),
        _ => (
            Code::NothingToCollect,
            "a monster to fight or something to take",
        ),
    }
}

/// Whether a monster of these kinds may come later, brought by a cause or born.
fn comes_later(dungeon: &Dungeon, is_wanted: &dyn Fn(KindId) -> bool) -> bool {
    let levels = dungeon.numbered_levels();
    let kinds = levels.flat_map(|(level, _)| dungeon.may_come(level).kinds);
    let born = |kind: KindId| {
        let offspring = dungeon.kind(kind).spawns.iter();
        offspring.flat_map(|one| one.kind.all()).any(is_wanted)
    };
    let effects = dungeon.causes.iter().flat_map(|cause| &cause.effects);
    let mut brought = effects.filter_map(|effect| match effect {
        CauseEffect::Spawn { kind, .. } => Some(kind.all()),
        _ => None,
    });
    { kinds }.any(born) || brought.any(|mut kinds| kinds.any(is_wanted))
}
