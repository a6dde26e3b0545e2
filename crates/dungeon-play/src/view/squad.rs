//! The status line of a game with several units (K-10): the commanded unit's numbers, and the other units' health if
//! there is room.
use super::frame::Style;
use super::glyphs::Glyphs;
use super::widgets::{Gauge, StyledText};
use super::words::capitalised;
use dungeon_engine::action::ActorId;
use dungeon_engine::ruleset_face::Reading;
use dungeon_engine::world::World;
use dungeon_model::dungeon::Stat;

/// The gap between the numbers of a unit.
const GAP: &str = "  ";
/// The gap before the other units.
const WIDE_GAP: &str = "    ";

/// Returns the pieces of the line, which have at most `columns` characters together: the commanded unit's name, its
/// readings, and as many of the other units as fit. The name may be cut; the readings are never cut.
pub fn status_line(
    world: &World,
    readings: &[Reading],
    glyphs: Glyphs,
    columns: usize,
) -> Vec<StyledText> {
    let name = unit_name(world, world.commanded());
    let forms = [
        (LabelWidth::Words, GAP),
        (LabelWidth::Words, " "),
        (LabelWidth::Letters, " "),
    ];
    let fits = |gauges: &[StyledText]| name.chars().count() + columns_of(gauges) <= columns;
    let mut gauges = Vec::new();
    for (labels, gap) in forms {
        gauges = number_pieces(readings, glyphs, labels, gap);
        if fits(&gauges) {
            break;
        }
    }
    let name = glyphs.cut(&name, columns.saturating_sub(columns_of(&gauges)));
    let name = name.into_owned();
    let mut pieces = vec![(name, Style::BOLD)];
    pieces.extend(gauges);
    let mut gap = WIDE_GAP;
    for who in world.ours().filter(|who| *who != world.commanded()) {
        let (text, style) = other_unit(world, who);
        if columns_of(&pieces) + gap.len() + text.chars().count() > columns {
            break;
        }
        pieces.push((gap.to_owned(), Style::PLAIN));
        pieces.push((text, style));
        gap = GAP;
    }
    pieces
}

/// The length of the labels before numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LabelWidth {
    /// The whole label: `Health 20`.
    Words,
    /// The label's first letter: `H20`.
    Letters,
}

/// Returns the readings as pieces, each preceded by a gap.
fn number_pieces(
    readings: &[Reading],
    glyphs: Glyphs,
    labels: LabelWidth,
    gap: &str,
) -> Vec<StyledText> {
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

/// Returns the name and health of a unit that is not commanded; dim for a unit without action points.
fn other_unit(world: &World, who: ActorId) -> StyledText {
    let body = world.body(who);
    let style = match body.stat(Stat::Ap) {
        1.. => Style::PLAIN,
        _ => Style::DIM,
    };
    let text = format!("{} {}", unit_name(world, who), body.stat(Stat::Health));
    (text, style)
}

fn unit_name(world: &World, who: ActorId) -> String {
    capitalised(&world.kind(who).name)
}

fn columns_of(pieces: &[StyledText]) -> usize {
    pieces.iter().map(|(text, _)| text.chars().count()).sum()
}
