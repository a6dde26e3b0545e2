//! The status line of a game with several units (K-10): the commanded unit's numbers, and the other units' health if
//! there is room.
use super::frame::Style;
use super::glyphs::Glyphs;
use super::widgets::{Gauge, StyledLine};
use super::words::capitalised;
use dungeon_engine::action::ActorId;
use dungeon_engine::ruleset_face::Reading;
use dungeon_engine::world::World;
use dungeon_model::dungeon::Stat;

/// The gap between the numbers of a unit.
const GAP: &str = "  ";
/// The gap before the other units.
const WIDE_GAP: &str = "    ";

/// Returns the line, which has at most `columns` columns: the commanded unit's name, its readings, and as many of the
/// other units as fit. The name may be cut; the readings are never cut.
pub fn status_line(
    world: &World,
    readings: &[Reading],
    glyphs: Glyphs,
    columns: usize,
) -> StyledLine {
    let name = unit_name(world, world.commanded());
    let forms = [
        (LabelWidth::Words, GAP),
        (LabelWidth::Words, " "),
        (LabelWidth::Letters, " "),
    ];
    let mut gauges = StyledLine::default();
    for (labels, gap) in forms {
        gauges = numbers(readings, glyphs, labels, gap);
        if name.chars().count() + gauges.columns() <= columns {
            break;
        }
    }
    let mut line = StyledLine::with_room(columns);
    let room = columns.saturating_sub(gauges.columns());
    line.push(glyphs.cut(&name, room), Style::BOLD);
    line.append(&gauges);
    let mut gap = WIDE_GAP;
    for who in world.ours().filter(|who| *who != world.commanded()) {
        let before = line.count();
        line.push(gap, Style::PLAIN);
        push_other_unit(&mut line, world, who);
        if line.columns() > columns {
            line.truncate(before);
            break;
        }
        gap = GAP;
    }
    line
}

/// The length of the labels before numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LabelWidth {
    /// The whole label: `Health 20`.
    Words,
    /// The label's first letter: `H20`.
    Letters,
}

/// Returns the readings, each preceded by a gap.
fn numbers(readings: &[Reading], glyphs: Glyphs, labels: LabelWidth, gap: &str) -> StyledLine {
    let mut line = StyledLine::default();
    for reading in readings {
        let letter = reading.label.chars().next().map_or(0, char::len_utf8);
        let label = match labels {
            LabelWidth::Words => reading.label,
            LabelWidth::Letters => &reading.label[..letter],
        };
        let gauge = Gauge::new(&Reading { label, ..*reading });
        line.push(format_args!("{gap}{}", gauge.label()), Style::PLAIN);
        line.push(gauge.figure(glyphs), gauge.figure_style());
    }
    line
}

/// Adds the name and health of a unit that is not commanded; dim for a unit without action points.
fn push_other_unit(line: &mut StyledLine, world: &World, who: ActorId) {
    let body = world.body(who);
    let style = match body.stat(Stat::Ap) {
        1.. => Style::PLAIN,
        _ => Style::DIM,
    };
    let health = body.stat(Stat::Health);
    line.push(format_args!("{} {health}", unit_name(world, who)), style);
}

fn unit_name(world: &World, who: ActorId) -> String {
    capitalised(&world.kind(who).name)
}
