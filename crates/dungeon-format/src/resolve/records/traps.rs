//! Traps as they are written: their kinds, and which keys each of them has.
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::keys;
use crate::resolve::map::map_text::LevelMap;
use crate::resolve::schema::context::Context;
use crate::resolve::schema::fields::Fields;
use crate::source::Spanned;
use dungeon_model::dungeon::{Harm, Rim, builtin};
use dungeon_model::space::geometry::Point;

/// What a trap's record says.
#[derive(Clone, Debug)]
pub struct TrapSpec {
    kind: TrapKind,
    damage: i32,
    to: Option<Point>,
    /// Whether the trap looks like the floor that it lies in until it is found or sprung (`hidden=yes`).
    pub is_hidden: bool,
    /// Whether the trap becomes floor when it is sprung (`once=yes`); otherwise it can be sprung again.
    pub springs_once: bool,
}

/// The sort of trap that a record describes, which decides what keys it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TrapKind {
    Dart,
    Pit,
    Teleport,
    Alarm,
}

/// A trap without keys.
impl Default for TrapSpec {
    fn default() -> TrapSpec {
        TrapSpec {
            kind: TrapKind::Dart,
            damage: builtin::DART,
            to: None,
            is_hidden: false,
            springs_once: false,
        }
    }
}

impl TrapSpec {
    /// Reads the keys of a trap; a key that only another kind of trap has is reported.
    pub fn read(&mut self, cx: &mut Context<'_>, map: &LevelMap, fields: &mut Fields<'_>) {
        let is_said = fields.has(&keys::TRAP);
        let word = fields.word(cx, &keys::TRAP);
        let kind = word.and_then(|word| TrapKind::named(word.value));
        self.kind = kind.unwrap_or(self.kind);
        // Where the kind could not be read, no key is wrong.
        let is_guessed = is_said && kind.is_none();
        let kind = self.kind;
        let whose = format!("of the {}", kind.name());
        if !is_guessed && !matches!(kind, TrapKind::Dart | TrapKind::Pit) {
            let help = "only `trap=dart` and `trap=pit` hurt";
            fields.refuse(cx, &keys::TRAP_DAMAGE, &whose, help);
        }
        if !is_guessed && kind != TrapKind::Teleport {
            let help = match kind {
                TrapKind::Pit => "a fall ends on the same cell of the next level",
                _ => "only `trap=teleport` leads to another cell",
            };
            fields.refuse(cx, &keys::TRAP_TO, &whose, help);
        }
        fields.set(cx, &keys::TRAP_DAMAGE, &mut self.damage);
        let pair = fields.value(&keys::TRAP_TO);
        let to = pair.and_then(|pair| map.named(cx, pair, "this level"));
        if let Some(to) = &to {
            check_target_inside(cx, map, to);
        }
        self.to = to.map(|to| to.value).or(self.to);
        fields.set(cx, &keys::HIDDEN, &mut self.is_hidden);
        fields.set(cx, &keys::ONCE, &mut self.springs_once);
    }

    /// As sentences say it: "dart trap".
    pub fn name(&self) -> &'static str {
        self.kind.name()
    }

    /// What it does.
    pub fn harm(&self) -> Harm {
        match self.kind {
            TrapKind::Dart => Harm::Dart(self.damage),
            TrapKind::Pit => Harm::Pit(self.damage),
            TrapKind::Teleport => Harm::Teleport(self.to),
            TrapKind::Alarm => Harm::Alarm,
        }
    }
}

impl TrapKind {
    /// The kind that `trap=` names.
    fn named(word: &str) -> Option<TrapKind> {
        Some(match word {
            "dart" => TrapKind::Dart,
            "pit" => TrapKind::Pit,
            "teleport" => TrapKind::Teleport,
            "alarm" => TrapKind::Alarm,
            _ => return None,
        })
    }

    /// As sentences say it.
    fn name(self) -> &'static str {
        match self {
            TrapKind::Dart => "dart trap",
            TrapKind::Pit => "pit",
            TrapKind::Teleport => "teleport trap",
            TrapKind::Alarm => "alarm trap",
        }
    }
}

/// Warns of a teleport to the outermost ring where monsters have it and the hero has not (S-10).
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
        finding.help("nobody is sent to the monsters' ring: he comes to the free cell next to it"),
    );
}
