//! The line about the units of a game whose player commands several (K-10): the commanded one's numbers, and where there is
//! room the others' health.
use super::frame::Style;
use super::glyphs::Glyphs;
use super::widgets::{Gauge, StyledText};
use super::words::capitalised;
use crate::dungeon::Stat;
use crate::engine::action::ActorId;
use crate::engine::ruleset::Reading;
use crate::engine::world::World;

/// Between the numbers of one unit.
const GAP: &str = "  ";
/// Before the units that are not commanded.
const WIDE_GAP: &str = "    ";

/// The line in at most so many columns: the commanded unit's name, its readings, and as many of the others as fit.
pub fn line(
    world: &World,
    readings: &[Reading],
    glyphs: Glyphs,
    columns: usize,
) -> Vec<StyledText> {
    let name = name(world, world.commanded());
    let forms = [
        (LabelWidth::Words, GAP),
        (LabelWidth::Words, " "),
        (LabelWidth::Letters, " "),
    ];
    let fits = |gauges: &[StyledText]| name.chars().count() + length(gauges) <= columns;
    let mut gauges = Vec::new();
    for (labels, gap) in forms {
        gauges = numbers(readings, glyphs, labels, gap);
        if fits(&gauges) {
            break;
        }
    }
    let name = glyphs.cut(&name, columns.saturating_sub(length(&gauges)));
    let mut pieces = vec![(name, Style::BOLD)];
    pieces.extend(gauges);
    let mut gap = WIDE_GAP;
    for who in world.ours().filter(|who| *who != world.commanded()) {
        let (text, style) = comrade(world, who);
        if length(&pieces) + gap.len() + text.chars().count() > columns {
            break;
        }
        pieces.push((gap.to_owned(), Style::PLAIN));
        pieces.push((text, style));
        gap = GAP;
    }
    pieces
}

/// How numbers are labelled.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LabelWidth {
    /// `Health 20`.
    Words,
    /// `H20`.
    Letters,
}

/// The readings, each behind a gap.
fn numbers(readings: &[Reading], glyphs: Glyphs, labels: LabelWidth, gap: &str) -> Vec<StyledText> {
    let gauge = |reading: &Reading| {
        let letter = reading.label.chars().next().map_or(0, char::len_utf8);
        let label = match labels {
            LabelWidth::Words => reading.label,
            LabelWidth::Letters => &reading.label[..letter],
        };
        let [(label, _), figure] = Gauge::new(&Reading { label, ..*reading }).pieces(glyphs);
        [(gap.to_owned() + &label, Style::PLAIN), figure]
    };
    readings.iter().flat_map(gauge).collect()
}

/// Another unit and its health; faint if it has done all that it can this turn.
fn comrade(world: &World, who: ActorId) -> StyledText {
    let body = world.body(who);
    let style = match body.stat(Stat::Ap) {
        1.. => Style::PLAIN,
        _ => Style::DIM,
    };
    let text = format!("{} {}", name(world, who), body.stat(Stat::Health));
    (text, style)
}

fn name(world: &World, who: ActorId) -> String {
    capitalised(&world.kind(who).name)
}

fn length(pieces: &[StyledText]) -> usize {
    pieces.iter().map(|(text, _)| text.chars().count()).sum()
}
