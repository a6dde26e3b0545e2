//! What a game is played with: gold to earn where only gold counts, and enemies on every board of a run.
use super::level_view::LevelView;
use dungeon_format::diagnostic::{Code, Diagnostic, Findings, Severity};
use dungeon_model::dungeon::game_profile::Economy;
use dungeon_model::dungeon::{Dungeon, Feature, Goal, KindId, ScatteredThing, Side, Stat, Tile};

/// Warns of a game about gold in which none is to be had: nothing of the herd, as `has_herd` says, no price of more of it, and no thing
/// worth any.
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
    let own = dungeon.items.iter().skip(economy.own_items);
    let mut things = own.filter(|item| !item.herd);
    let has_treasure = things.any(|item| item.gives[Stat::Wealth] > 0);
    let is_won = economy.wealth >= economy.goal;
    if economy.profit > 0 && has_herd || has_treasure || is_won {
        return;
    }
    let [message, help] = match has_herd {
        true => economy.no_profit,
        false => economy.no_herd,
    };
    let help = help.replace("{price}", &economy.price.to_string());
    let finding = Diagnostic::new(Code::NothingToCollect, first.places.head, message);
    findings.push(finding.severity(Severity::Warning).help(help));
}

/// Whether nothing is to be done on a board of a run.
pub fn is_idle(view: &LevelView<'_>) -> bool {
    !has_enemies(view) && !has_task(view)
}

/// Warns of boards of a run that are passed over because nothing is to be done on them, whatever leads there.
pub fn no_turn(idle: &[&LevelView<'_>], findings: &mut Findings) {
    for view in idle {
        let name = view.name();
        let message =
            format!("expected at least one enemy on each board of a run, found none on {name}");
        let finding = Diagnostic::new(Code::NoEnemies, view.places.head, message);
        findings.push(
            finding
                .severity(Severity::Warning)
                .help("it is passed over, even where stairs lead to it: put somebody there"),
        );
    }
}

/// Whether the goals of the file give a board its turn: something is to be taken or covered there, or the way out is there.
fn has_task(view: &LevelView<'_>) -> bool {
    let dungeon = view.dungeon;
    let drawn = || view.level.tiles.cells().iter().copied();
    let scattered = || view.level.scatters.iter().map(|scatter| scatter.what);
    let has_tile = |fits: fn(&Tile) -> bool| {
        let tiles = scattered().filter_map(|what| match what {
            ScatteredThing::Tile(tile) => Some(tile),
            ScatteredThing::Body(..) | ScatteredThing::Item(_) => None,
        });
        drawn().chain(tiles).any(|tile| fits(dungeon.tile(tile)))
    };
    let has_item = || {
        let items = scattered().filter_map(|what| match what {
            ScatteredThing::Item(item) => Some(item),
            ScatteredThing::Body(..) | ScatteredThing::Tile(_) => None,
        });
        let mut items = view.level.items.iter().map(|(_, item)| *item).chain(items);
        items.any(|item| dungeon.item(item).collectable)
    };
    dungeon.goals.iter().any(|goal| match goal {
        Goal::Take => has_item(),
        Goal::Cover => has_tile(|tile| tile.is_target),
        Goal::Leave => has_tile(|tile| matches!(tile.feature, Feature::Exit(_))),
        Goal::Kill | Goal::Survive(_) | Goal::Caused | Goal::Never => false,
    })
}

/// Whether an enemy is on a board from the start, or may be scattered there.
fn has_enemies(view: &LevelView<'_>) -> bool {
    let is_enemy = |kind: KindId| view.dungeon.kind(kind).side == Side::Theirs;
    let mut scatters = view.level.scatters.iter();
    let vaults = view.dungeon.vaults_for(view.id);
    let mut in_vaults = vaults.flat_map(|(_, vault)| vault.all_kinds());
    let is_in_a_vault = in_vaults.any(is_enemy);
    is_in_a_vault
        || view.level.spawns.iter().any(|spawn| is_enemy(spawn.kind))
        || scatters.any(|scatter| match scatter.what {
            ScatteredThing::Body(kind, _) => is_enemy(kind) && !scatter.amount.is_zero(),
            ScatteredThing::Item(_) | ScatteredThing::Tile(_) => false,
        })
}
