//! What a game is played with: gold to earn where only gold counts, and enemies on every board of a run.
use super::level_view::LevelView;
use super::senses::has_herd;
use crate::dungeon::{Dungeon, KindId, Settings, Side, Stat, Strewn, siege};
use crate::format::diagnostic::{Code, Diagnostic, Findings, Severity};

/// Warns of a siege in which no gold is to be had: nothing of the herd, no price of a cow, and no thing worth any.
pub fn no_income(dungeon: &Dungeon, views: &[LevelView<'_>], findings: &mut Findings) {
    let (Settings::Siege(rules), Some(first)) = (&dungeon.settings, views.first()) else {
        return;
    };
    let has_cows = rules.gold >= rules.cow || has_herd(dungeon, views);
    let own = dungeon.items.iter().skip(usize::from(siege::COW.0) + 1);
    let mut things = own.filter(|item| !item.herd);
    let has_treasure = things.any(|item| item.gives[Stat::Wealth] > 0);
    let is_won = rules.gold >= rules.goal;
    if rules.profit > 0 && has_cows || has_treasure || is_won {
        return;
    }
    let (message, help) = match has_cows {
        true => (
            "expected cows that bring something, found `profit=0`",
            "raise `profit=`, or declare a treasure: `item $ \"gold\" wealth=50`".to_string(),
        ),
        false => (
            "expected a cow, or the price of one in the purse, found neither",
            format!(
                "put a `%` on a level, or fill the purse: `rules siege gold={}`",
                rules.cow
            ),
        ),
    };
    let finding = Diagnostic::new(Code::NothingToCollect, first.places.head, message);
    findings.push(finding.severity(Severity::Warning).help(help));
}

/// Warns of boards of a run that are passed over because no enemy is on them, whatever leads there. A file
/// without errors has an enemy on some board.
pub fn no_turn(views: &[LevelView<'_>], findings: &mut Findings) {
    for view in views.iter().filter(|view| !has_enemies(view)) {
        let called = view.called();
        let message =
            format!("expected at least one enemy on each board of a run, found none on {called}");
        let finding = Diagnostic::new(Code::NoEnemies, view.places.head, message);
        findings.push(
            finding
                .severity(Severity::Warning)
                .help("it is passed over, even where stairs lead to it: put somebody there"),
        );
    }
}

/// Whether an enemy is on a board from the start, or may be scattered there.
fn has_enemies(view: &LevelView<'_>) -> bool {
    let is_enemy = |kind: KindId| view.dungeon.kind(kind).side == Side::Theirs;
    let mut scatters = view.level.scatters.iter();
    view.level.spawns.iter().any(|spawn| is_enemy(spawn.kind))
        || scatters.any(|scatter| match scatter.what {
            Strewn::Body(kind, _) => is_enemy(kind) && !scatter.amount.is_zero(),
            Strewn::Item(_) | Strewn::Tile(_) => false,
        })
}
