//! The records of traps: which keys each sort of trap takes.
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::keys;
use crate::resolve::map::map_text::LevelMap;
use crate::resolve::schema::context::Context;
use crate::resolve::schema::fields::Fields;
use crate::source::Spanned;
use dungeon_model::dungeon::{Harm, Rim, builtin};
use dungeon_model::space::geometry::Point;

/// A trap as its record describes it.
#[derive(Clone, Debug)]
pub struct TrapSpec {
    /// The effect of the trap, which decides what keys the trap takes.
    pub harm: Harm,
    /// Whether the trap looks like the floor around it until it is found or springs (`hidden=yes`).
    pub is_hidden: bool,
    /// Whether the trap becomes floor after it springs (`once=yes`); otherwise it can spring again.
    pub springs_once: bool,
}

/// A dart trap, as drawn without a record.
impl Default for TrapSpec {
    fn default() -> TrapSpec {
        TrapSpec {
            harm: Harm::Dart(builtin::DART),
            is_hidden: false,
            springs_once: false,
        }
    }
}

impl TrapSpec {
    /// Reads the keys of a trap. Reports keys that only other sorts of traps take.
    pub fn read(&mut self, map: &LevelMap, fields: &mut Fields<'_, '_>) {
        let (mut damage, mut to) = match self.harm {
            Harm::Dart(damage) | Harm::Pit(damage) => (damage, None),
            Harm::Teleport(to) => (builtin::DART, to),
            Harm::Alarm => (builtin::DART, None),
        };
        let is_said = fields.has(&keys::TRAP);
        let word = fields.word(&keys::TRAP).map(|word| word.value);
        self.harm = match word {
            Some("dart") => Harm::Dart(damage),
            Some("pit") => Harm::Pit(damage),
            Some("teleport") => Harm::Teleport(to),
            Some(_) => Harm::Alarm,
            None => self.harm,
        };
        // If the sort of trap is unreadable, accept all keys of traps.
        let is_any = word.is_none() && is_said;
        let whose = format!("of the {}", self.name());
        if is_any || matches!(self.harm, Harm::Dart(_) | Harm::Pit(_)) {
            fields.set(&keys::TRAP_DAMAGE, &mut damage);
        } else {
            let help = "remove it, or write `trap=dart` or `trap=pit`";
            fields.refuse(&keys::TRAP_DAMAGE, &whose, help);
        }
        if is_any || matches!(self.harm, Harm::Teleport(_)) {
            if let Some(pair) = fields.value(&keys::TRAP_TO)
                && let Some(said) = map.named(fields.cx, pair, "this level")
            {
                check_target_inside(fields.cx, map, &said);
                to = Some(said.value);
            }
        } else {
            let help = match self.harm {
                Harm::Pit(_) => "remove `to=`: a fall ends on the same cell of the next level",
                _ => "remove `to=`, or write `trap=teleport`",
            };
            fields.refuse(&keys::TRAP_TO, &whose, help);
        }
        match &mut self.harm {
            Harm::Dart(of_it) | Harm::Pit(of_it) => *of_it = damage,
            Harm::Teleport(of_it) => *of_it = to,
            Harm::Alarm => {}
        }
        fields.set(&keys::HIDDEN, &mut self.is_hidden);
        fields.set(&keys::ONCE, &mut self.springs_once);
    }

    /// Returns the name of the trap for messages: "dart trap".
    pub fn name(&self) -> &'static str {
        match self.harm {
            Harm::Dart(_) => "dart trap",
            Harm::Pit(_) => "pit",
            Harm::Teleport(_) => "teleport trap",
            Harm::Alarm => "alarm trap",
        }
    }
}

/// Warns about a teleport to the outermost ring in games where only monsters can stand there (S-10).
fn check_target_inside(cx: &mut Context<'_>, map: &LevelMap, to: &Spanned<Point>) {
    if cx.game.rim != Rim::Heroless || map.size.contains_inside_rim(to.value) {
        return;
    }
    let message = format!(
        "expected a cell inside the perimeter for `to=`, found {}, on the map's outermost ring",
        to.value
    );
    let finding = Diagnostic::new(Code::OnPerimeter, to.span, message).severity(Severity::Warning);
    cx.report(
        finding.help("name a cell further in: the hero would arrive on the free cell next to it"),
    );
}
