//! Kinds that hunt but can never notice their prey, and kinds whose leader never comes.
use super::level_view::LevelView;
use dungeon_format::diagnostic::{Code, Diagnostic, Findings};
use dungeon_format::resolve::{Resolved, Use};
use dungeon_format::source::{Source, Span};
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::grammar::nouns::with_article;
use dungeon_model::dungeon::{
    Attack, Dungeon, Feature, Harm, Hunt, ItemId, Kind, Prey, Roam, Sense, Vault,
};

/// Reports declared kinds that hunt but can never sense their prey. A kind without a body in any level is an unused
/// declaration, which another lint reports.
pub fn never_senses(
    resolved: &Resolved,
    views: &[LevelView<'_>],
    has_herd: bool,
    findings: &mut Findings,
) {
    let dungeon = &resolved.dungeon;
    for declaration in &resolved.places.declarations {
        let (Some(Thing::Body(id)), Use::Used) = (declaration.thing, declaration.use_) else {
            continue;
        };
        let kind = dungeon.kind(id);
        if kind.speed == 0 {
            continue;
        }
        let is_preyless = || preyless(kind, has_herd);
        let found = blind(dungeon, kind).or_else(|| match dungeon.settings.game.form().economy {
            None => is_preyless(),
            Some(_) => None, // prey can be bought
        });
        findings.extend(found.map(|(message, help)| {
            let edit = views
                .first()
                .and_then(|view| nearer(view.source, declaration.span));
            Diagnostic::new(Code::NeverSenses, declaration.span, message)
                .help(help)
                .fix_if(edit)
        }));
    }
}

/// Reports declared kinds whose leader never comes to a level where bodies of the kind may be (M-8).
pub fn never_led(resolved: &Resolved, findings: &mut Findings) {
    let dungeon = &resolved.dungeon;
    if !dungeon.has_leaders() {
        return;
    }
    let levels = dungeon.numbered_levels();
    let kinds: Vec<_> = levels.map(|(id, _)| dungeon.may_come(id).kinds).collect();
    for declaration in &resolved.places.declarations {
        let (Some(Thing::Body(id)), Use::Used) = (declaration.thing, declaration.use_) else {
            continue;
        };
        let Some(leader) = dungeon.kind(id).follows else {
            continue;
        };
        let mut own = kinds.iter().filter(|kinds| kinds.contains(&id)).peekable();
        if own.peek().is_some() && !own.any(|kinds| kinds.contains(&leader)) {
            let [name, leader] = [id, leader].map(|kind| with_article(&dungeon.kind(kind).name));
            let message =
                format!("expected {leader} on a level with {name}, which follows it, found none");
            let finding = Diagnostic::new(Code::NeverLed, declaration.span, message);
            findings.push(finding.help("draw the leader there, or remove `follows=`"));
        }
    }
}

/// The message and the help text of the finding about a kind that hunts without a sense; `None` if an alarm may wake
/// it.
fn blind(dungeon: &Dungeon, kind: &Kind) -> Option<(String, &'static str)> {
    let parts = kind.behaviour.parts()?;
    let is_alarm = |feature| matches!(feature, Feature::Trap(trap) if trap.harm == Harm::Alarm);
    // A kind with a leader hunts the prey that its leader senses (M-9).
    // A kind that roams and rams runs into prey that it never noticed.
    let stumbles = kind.attack == Attack::Ram && parts.roam == Roam::Random;
    if parts.hunt == Hunt::Stand
        || kind.follows.is_some()
        || stumbles
        || dungeon.tiles.iter().any(|tile| is_alarm(tile.feature))
    {
        return None;
    }
    let (found, help) = match parts.sense {
        Sense::Never => (
            "none".to_string(),
            "add a sense, such as `sense=sight:10`, or write `hunt=stand` for a kind that never hunts",
        ),
        Sense::Sight(0) => (
            "a sight of 0".to_string(),
            "write a range, such as `sight=10`, or write `hunt=stand` for a kind that never hunts",
        ),
        Sense::Near(0 | 1) => (
            "`within:0`, which covers only its own cell".to_string(),
            "write a distance in cells, through walls, such as the `within:6` of a ghost",
        ),
        Sense::Steps(0) => (
            "`steps:0`, which covers only its own cell".to_string(),
            "write a distance in steps, such as `steps:6`",
        ),
        Sense::Sight(_) | Sense::Near(_) | Sense::Steps(_) | Sense::Always => return None,
    };
    let name = with_article(&kind.name);
    let message = format!("expected a sense with which {name} can notice its prey, found {found}");
    Some((message, help))
}

/// The edit that extends a sense from the monster's own cell to the neighboring cells.
fn nearer(source: &Source, declaration: Span) -> Option<(Span, String)> {
    let line = source.line_span(source.line_of(declaration.start));
    let is_it = |word: &Span| {
        let own_cell = ["sense=within:0", "sense=near:0", "sense=near:1"];
        own_cell.contains(&source.slice(*word))
    };
    let word = source.words(line).find(is_it)?;
    Some((word, "sense=within:1".to_string()))
}

/// The message and the help text of the finding about a kind that hunts only the herd, in a dungeon without a herd.
fn preyless(kind: &Kind, has_herd: bool) -> Option<(String, &'static str)> {
    if kind.prey != Prey::Herd || has_herd {
        return None;
    }
    let name = with_article(&kind.name);
    let message =
        format!("expected an item with `herd=yes` for {name} to hunt, found none on any level");
    Some((
        message,
        "draw such an item, or write `prey=hero` for a kind that hunts the hero",
    ))
}

/// Whether an item of the herd may come to levels that have none.
pub fn may_have_herd(dungeon: &Dungeon) -> bool {
    let is_herd = |item: ItemId| dungeon.item(item).herd;
    // Every kind counts, because monsters that drop an item of the herd may appear later.
    let is_left = { dungeon.kinds.iter() }.any(|kind| kind.drops.all().any(is_herd));
    let mut in_vaults = dungeon.taken_vaults().flat_map(Vault::all_items);
    is_left || in_vaults.any(is_herd)
}

/// Whether an item of the herd lies on a level, or may be scattered there.
pub fn has_herd_on(view: &LevelView<'_>) -> bool {
    let is_herd = |item: ItemId| view.dungeon.item(item).herd;
    let lying = view.level.items.iter().map(|(_, item)| *item);
    let scatters = view.level.used_scatters();
    let scattered = scatters.filter_map(|(_, scatter)| scatter.what.thing().item());
    lying.chain(scattered).any(is_herd)
}
