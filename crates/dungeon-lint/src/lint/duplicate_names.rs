//! Units that share a name, which sentences and the printed state of a game cannot tell apart.
use std::collections::BTreeMap;

use super::level_view::LevelView;
use dungeon_format::characters::in_quotes;
use dungeon_format::diagnostic::{Code, Diagnostic, Findings};
use dungeon_format::source::Span;
use dungeon_model::dungeon::{AddressedAs, Amount, KindId, Side};

/// Units that share a name: how many there are, and where the first two are in the text.
#[derive(Clone, Copy)]
struct Namesakes {
    count: usize,
    first: Span,
    second: Span,
}

/// Reports the names that the file gives to several units, each name once. Units without a name in the file do not
/// count.
pub fn duplicate_names(view: &LevelView<'_>, findings: &mut Findings) {
    let mut names: BTreeMap<&str, Namesakes> = BTreeMap::new();
    for (name, count, span) in units(view) {
        let all = names.entry(name).or_insert(Namesakes {
            count: 0,
            first: span,
            second: span,
        });
        if all.second == all.first {
            all.second = span;
        }
        all.count = all.count.saturating_add(count);
    }
    for (name, all) in names {
        if all.count > 1 && name != view.dungeon.settings.game.terms.hero {
            findings.push(namesakes(name, all));
        }
    }
}

/// All units with their names: first the placed ones, then the scattered ones, each in file order.
fn units<'a>(view: &LevelView<'a>) -> impl Iterator<Item = (&'a str, usize, Span)> {
    let dungeon = view.dungeon;
    let name = |kind: KindId| {
        let kind = dungeon.kind(kind);
        let is_unit = kind.side == Side::Ours && kind.addressed_as == AddressedAs::ByName;
        is_unit.then_some(kind.name.as_str())
    };
    let standing = view.spawns();
    let standing =
        standing.filter_map(move |(spawn, place)| Some((name(spawn.kind)?, 1, place.span)));
    let scattered = view.scatters().filter_map(move |(scatter, span)| {
        let (Amount::Count(count) | Amount::Between(_, count)) = scatter.amount else {
            return None;
        };
        Some((name(scatter.what.thing().body()?)?, count as usize, span))
    });
    standing.chain(scattered)
}

fn namesakes(name: &str, all: Namesakes) -> Diagnostic {
    let (name, count) = (in_quotes(name), all.count);
    let message =
        format!("expected a different name for each unit, found {count} with the name {name}");
    let finding = Diagnostic::new(Code::DuplicateName, all.second, message);
    let first = (all.first != all.second).then_some(all.first);
    let finding = finding.label_if(first, "the first unit with this name");
    finding.help("give each unit its own `name=`: the log calls units by name")
}
