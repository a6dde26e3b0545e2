//! Games with nothing to do: no gold to earn where only gold counts, or no enemy on a board of a run (one of the levels
//! that the hero has to clear in turn).
use super::level_view::LevelView;
use dungeon_format::diagnostic::{Code, Diagnostic, Findings, Severity};
use dungeon_model::dungeon::file_form::Economy;
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::{Dungeon, Goal, KindId, Side, Stat};

/// Warns of a game about gold in which the hero can earn none: there is nothing of value to take, and no herd that
/// pays. A herd pays if it makes a profit, and if the dungeon has one (`has_herd`) or the hero has enough gold to buy
/// an animal.
pub fn no_income(
    economy: &Economy,
    dungeon: &Dungeon,
    views: &[LevelView<'_>],
    has_herd: bool,
    findings: &mut Findings,
) {
    let Some(first) = views.first() else {
        return;
    };
    let has_herd = economy.wealth >= economy.price || has_herd;
    let own = dungeon.items.iter().skip(dungeon.settings.game.own_items);
    let mut things = own.filter(|item| !item.herd);
    let has_treasure = things.any(|item| item.gives[Stat::Wealth] > 0);
    let is_won = economy.wealth >= economy.goal;
    if economy.profit > 0 && has_herd || has_treasure || is_won {
        return;
    }
    let [message, help] = if has_herd {
        economy.no_profit
    } else {
        economy.no_herd
    };
    let help = help.replace("{price}", &economy.price.to_string());
    let finding = Diagnostic::new(Code::NothingToCollect, first.places.head, message);
    findings.push(finding.severity(Severity::Warning).help(help));
}

/// Whether there is nothing to do on a board of a run: no enemy, and no task for the file's goals.
pub fn is_idle(view: &LevelView<'_>) -> bool {
    !has_enemies(view) && !has_task(view)
}

/// Warns of the boards of a run that the game skips because there is nothing to do on them, even if stairs lead there
///
pub fn no_turn(idle: &[&LevelView<'_>], findings: &mut Findings) {
    for view in idle {
        let name = view.name();
        let message =
            format!("expected at least one enemy on each board of a run, found none on {name}");
        let finding = Diagnostic::new(Code::NoEnemies, view.places.head, message);
        findings.push(finding.severity(Severity::Warning).help(
            "put a monster there: a board without one is skipped, even where stairs lead to it",
        ));
    }
}

/// Whether a board has something to do for the file's goals: a thing to take, a cell to cover, or the way out.
fn has_task(view: &LevelView<'_>) -> bool {
    let dungeon = view.dungeon;
    let is_task = |thing: Thing| {
        let mut goals = { dungeon.goals.iter() }.filter(|goal| **goal != Goal::Kill);
        goals.any(|goal| dungeon.is_about(*goal, thing))
    };
    let drawn = view.level.things().map(|(_, thing)| thing);
    drawn.chain(view.level.scattered()).any(is_task)
}

/// Whether an enemy is on a board from the start, or may be placed there by a scatter or a vault.
fn has_enemies(view: &LevelView<'_>) -> bool {
    let is_enemy = |kind: KindId| view.dungeon.kind(kind).side == Side::Theirs;
    let vaults = view.dungeon.vaults_for(view.id);
    let in_vaults = vaults.flat_map(|(_, vault)| vault.all_kinds());
    let standing = view.level.spawns.iter().map(|spawn| spawn.kind);
    let scatters = view.level.used_scatters();
    let scattered = scatters.filter_map(|(_, scatter)| scatter.what.thing().body());
    in_vaults.chain(standing).chain(scattered).any(is_enemy)
}
