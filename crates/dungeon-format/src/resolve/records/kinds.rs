//! `kind L "lich" …`: a monster that a file declares, from a built-in kind, from another kind of the file, or from
//! parts (docs/format, "Kinds").
use super::bodies_and_items::{looks, read_word};
use super::inventory::read_state;
use super::kind_bases::{GlyphBase, OwnKind};
use super::kind_links::KindLinks;
use super::kind_parts::{PART_KEYS, attack, hunt, prey, roam, sense, set_part, side, through};
use super::stats::{DraftNumbers, check_alive, check_foreign_stats, keyed_stats, numbers_of};
use super::units::{read_turn, read_weapon};
use crate::characters::listed;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::keys::{self, KeySpec};
use crate::resolve::schema::context::Context;
use crate::resolve::schema::fields::{Fields, not_expected};
use crate::resolve::schema::ranges::steps_of_share;
use crate::source::{Span, Spanned};
use dungeon_model::dungeon::{
    Attack, Behaviour, BodyGlyph, Hunt, Kind, Parts, Prey, Roam, Sense, Through, USUAL_SIGHT,
    builtin,
};

/// The base that a declared kind starts from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum KindBase {
    /// A built-in kind: `is=wanderer`.
    Classic,
    /// Another kind of the file: `is=r`.
    Own,
    /// No base: the kind behaves only as its parts say.
    Nothing,
    /// A base or a part that could not be read. No key of the kind is then reported as unused.
    Guessed,
}

/// Reads a declaration `kind r "crypt rat" …`. `own` is the base if `is=` is a glyph.
pub fn declared_kind(
    fields: &mut Fields<'_, '_>,
    glyph: Spanned<char>,
    own: Option<GlyphBase>,
) -> OwnKind {
    let inherited = match own {
        Some(GlyphBase::Own(own)) => own.links,
        Some(GlyphBase::Unknown) | None => KindLinks::default(),
    };
    let (mut kind, start) = start(fields, own);
    // Findings use the name of the new kind, not of its base.
    if let Some(name) = fields.peek_text_or(&keys::NAME) {
        kind.name = name.to_string();
    }
    let mut numbers = DraftNumbers::of_kind(&kind);
    keyed_stats(fields, numbers_of(&kind), &mut numbers);
    check_foreign_stats(fields, &kind);
    let found = check_alive(&kind, &mut numbers, fields.given);
    fields.cx.findings.extend(found);
    (kind.stats, kind.spread) = (numbers.least, numbers.spread);
    let start = read_parts(fields, &mut kind, start);
    // A disguised kind waits like a sleeper.
    kind.is_asleep |= fields.has(&keys::LOOKS_LIKE);
    let has_sleep = fields.has(&keys::ASLEEP);
    match fields.yes(&keys::ASLEEP) {
        Some(asleep) => kind.is_asleep = asleep.value,
        // A value that cannot be read counts as `yes`, so that no `wake=` is reported because of it.
        None => kind.is_asleep |= has_sleep,
    }
    kind.speed = steps_of_share(fields, &keys::SPEED).unwrap_or(kind.speed);
    read_turn(fields, &mut kind);
    read_skirmish_weapon(fields, &mut kind);
    fields.set(&keys::BURSTS, &mut kind.bursts);
    read_state(fields, &mut kind.state);
    let named = KindLinks::read(fields).or(inherited, glyph.value);
    if let (Some(_), false) = (kind.trail, named.has_trail()) {
        kind.trail = Some(fields.cx.tile(
            builtin::slime(builtin::FLOOR),
            fields.span,
            builtin::FLOOR,
        ));
    }
    if let Some(name) = fields.text_or(&keys::NAME) {
        kind.name = name.value;
    }
    fields.set(&keys::SAYS, &mut kind.says);
    read_word(fields, (&keys::VERB, "bite"), &mut kind.verb);
    read_word(fields, (&keys::MISSILE, "stone"), &mut kind.missile);
    if start != KindBase::Guessed {
        refuse_meaningless(fields, &kind);
    }
    (kind.glyph, kind.shows) = (glyph.value, BodyGlyph::Kind);
    looks(fields, &mut kind.glyph, &mut kind.colour);
    OwnKind {
        id: fields
            .cx
            .declared_kind(kind, fields.span, builtin::WANDERER),
        links: named,
        is_guessed: start == KindBase::Guessed,
    }
}

/// Returns the kind before its other keys change it, and what it is based on.
fn start(fields: &mut Fields<'_, '_>, own: Option<GlyphBase>) -> (Kind, KindBase) {
    let wanderer = fields.cx.tables.kind(builtin::WANDERER).clone();
    if !fields.has(&keys::IS) {
        // Reading `is=` marks the key as known, so that a misspelling such as `si=` is recognized.
        fields.value(&keys::IS);
        let nothing = Parts::new(Sense::Never, USUAL_SIGHT, Hunt::Stand, Roam::Stand);
        let kind = Kind {
            name: "monster".to_string(),
            behaviour: Behaviour::Composed(nothing),
            ..wanderer
        };
        return (kind, KindBase::Nothing);
    }
    if let Some(own) = own {
        fields.value(&keys::IS);
        return match own {
            GlyphBase::Own(own) if own.is_guessed => {
                (fields.cx.tables.kind(own.id).clone(), KindBase::Guessed)
            }
            GlyphBase::Own(own) => (fields.cx.tables.kind(own.id).clone(), KindBase::Own),
            GlyphBase::Unknown => (wanderer, KindBase::Guessed),
        };
    }
    if is_of_another_game(fields) {
        return (wanderer, KindBase::Guessed);
    }
    let is = fields.word_of(&keys::IS, "a built-in kind", &fields.cx.game.kind_words());
    match is.and_then(|is| fields.cx.game.kind(&fields.cx.tables.kinds.rows, is.value)) {
        Some(base) => (base, KindBase::Classic),
        None => (wanderer, KindBase::Guessed),
    }
}

/// Whether `is=` names a kind that only another game has. Reports such a kind.
fn is_of_another_game(fields: &mut Fields<'_, '_>) -> bool {
    let Some(pair) = fields.get(&keys::IS) else {
        return false;
    };
    let Some(game) = fields
        .cx
        .game
        .kind_elsewhere(fields.cx.text(pair.value.span))
    else {
        return false;
    };
    fields.value(&keys::IS);
    let finding = not_expected(fields.cx, pair, "a built-in kind");
    let there = game.word;
    let here = listed(&fields.cx.game.kind_words(), "or");
    fields.report(finding.help(format!(
        "write {here}, or `rules {there}`, which has this kind"
    )));
    true
}

/// Sets the parts of behavior that a record names. A kind without them behaves like its base. Returns what the kind is
/// based on; `Guessed` if a part could not be read.
fn read_parts(fields: &mut Fields<'_, '_>, kind: &mut Kind, start: KindBase) -> KindBase {
    let Some(mut parts) = kind.behaviour.parts() else {
        return start;
    };
    let given = PART_KEYS.iter().filter(|key| fields.has(key)).count();
    let sense = set_part(fields, &keys::SENSE, sense, &mut parts.sense);
    let hunt = set_part(fields, &keys::HUNT, hunt, &mut parts.hunt);
    let roam = set_part(fields, &keys::ROAM, roam, &mut parts.roam);
    let attack = set_part(fields, &keys::ATTACK, attack, &mut kind.attack);
    let prey = set_part(fields, &keys::PREY, prey, &mut kind.prey);
    let through = set_part(fields, &keys::THROUGH, through, &mut kind.through);
    let has_side = fields.has(&keys::KIND_SIDE);
    match fields.word(&keys::KIND_SIDE) {
        Some(word) => kind.prey = side(word.value, kind.prey).unwrap_or(kind.prey),
        // A misspelled side counts as the hero's, so that no `without=` or `wake=` is reported because of it.
        None if has_side => kind.prey = Prey::Foes,
        None => {}
    }
    let said = [sense, hunt, roam, attack, prey, through];
    let count = said.iter().flatten().count();
    let start = if count < given {
        KindBase::Guessed
    } else {
        start
    };
    // `sense=sight:N` and `sight=` set the same number, as do `hunt=shoot:N` and `shot=`. If a record has both,
    // `sense=` and `hunt=` win.
    let is_said = fields.set(&keys::KIND_SIGHT, &mut parts.sight);
    match (sense, &mut parts.sense) {
        (Some(_), Sense::Sight(far)) => parts.sight = *far,
        (None, Sense::Sight(far)) if is_said => *far = parts.sight,
        _ => {}
    }
    let shot = fields.whole(&keys::SHOT);
    if let (None, Hunt::Shoot(damage), Some(shot)) = (hunt, &mut parts.hunt, shot) {
        *damage = shot.value;
    }
    if parts.hunt == Hunt::Drift || parts.roam == Roam::Drift {
        let hunt = hunt.filter(|_| parts.hunt == Hunt::Drift);
        let roam = roam.filter(|_| parts.roam == Roam::Drift);
        if let (Some(through), true) = (through, kind.through != Through::Walls) {
            stopped_by_walls(fields.cx, through, hunt.or(roam));
        }
        kind.through = Through::Walls;
    }
    if kind.is_ally() {
        // An ally follows instead of roaming.
        parts.roam = Roam::Stand;
    }
    kind.behaviour = match (kind.behaviour, parts.hunt) {
        _ if count > 0 || kind.is_ally() => Behaviour::Composed(parts),
        (Behaviour::Wanderer { .. }, _) => Behaviour::Wanderer { sight: parts.sight },
        (Behaviour::Patrol { .. }, Hunt::Shoot(shot)) => Behaviour::Patrol {
            sight: parts.sight,
            shot,
        },
        (Behaviour::Composed(_), _) if start == KindBase::Own => Behaviour::Composed(parts),
        (other, _) => other,
    };
    start
}

/// Keys that only some kinds use: the keys, a test for these kinds, and the help and the severity of the finding for
/// other kinds. The finding is a warning if the key only changes words that the log will never print.
type PartialKeys = (
    &'static [&'static KeySpec],
    fn(&Kind, Parts) -> bool,
    &'static str,
    Severity,
);

/// All keys that only some kinds use.
static ONLY_IF: [PartialKeys; 10] = [
    (
        &[&keys::SENSE, &keys::HUNT, &keys::ATTACK],
        |kind, _| kind.prey != Prey::None,
        "remove it, or remove `side=none`: neutral monsters neither hunt nor attack",
        Severity::Error,
    ),
    (
        &[&keys::ROAM],
        |kind, _| !kind.is_ally(),
        "remove it, or remove `side=hero`: allies follow the hero instead of roaming",
        Severity::Error,
    ),
    (
        &[&keys::FOLLOWS],
        |kind, _| !kind.is_ally(),
        "remove it, or remove `side=hero`: allies follow the hero",
        Severity::Error,
    ),
    (
        &[&keys::ATTACK],
        |kind, _| !(kind.is_ally() && matches!(kind.attack, Attack::Steal(_) | Attack::Drain(_))),
        "write `attack=melee`: monsters have nothing that an ally could take",
        Severity::Error,
    ),
    (
        &[&keys::DAMAGE, &keys::ACCURACY, &keys::SHOT_RANGE],
        |_, parts| parts.hunt == Hunt::Skirmish,
        "remove it, or write `is=blue`, `is=red` or `hunt=skirmish`: other kinds have no weapon",
        Severity::Error,
    ),
    (
        &[&keys::SHOT],
        |_, parts| matches!(parts.hunt, Hunt::Shoot(_)),
        "remove it, or write `is=patrol` or `hunt=shoot:N`: other kinds do not shoot",
        Severity::Error,
    ),
    (
        &[&keys::KIND_SIGHT],
        |_, parts| {
            matches!(parts.sense, Sense::Sight(_))
                || matches!(parts.hunt, Hunt::Line | Hunt::Shoot(_))
        },
        "remove `sight=`: only `sense=sight:N`, `hunt=line` and `hunt=shoot:N` use a line of sight",
        Severity::Error,
    ),
    (
        &[&keys::GIVES],
        |kind, parts| {
            kind.attack != Attack::None || matches!(parts.hunt, Hunt::Shoot(_) | Hunt::Skirmish)
        },
        "remove it, or write another `attack=`: only blows and shots give states",
        Severity::Error,
    ),
    (
        &[&keys::VERB],
        |kind, _| kind.attack == Attack::Melee,
        "remove it, or write `attack=melee`: other attacks have verbs of their own",
        Severity::Warning,
    ),
    (
        &[&keys::MISSILE],
        |_, parts| matches!(parts.hunt, Hunt::Shoot(_)),
        "remove it, or write `is=patrol` or `hunt=shoot:N`: other kinds shoot no missiles",
        Severity::Warning,
    ),
];

/// Reports the keys of `ONLY_IF` that a kind has but does not use.
fn refuse_meaningless(fields: &mut Fields<'_, '_>, kind: &Kind) {
    let parts = kind.behaviour.parts();
    for (keys, is_for, help, severity) in ONLY_IF {
        if !parts.is_some_and(|parts| is_for(kind, parts)) {
            for key in keys {
                let finding = fields.refusal(key, "that this kind uses", help);
                let finding = finding.map(|found| found.severity(severity));
                fields.cx.findings.extend(finding);
            }
        }
    }
}

/// Reads the weapon of a kind with `hunt=skirmish`; by default, the weapon with which ghosts spit. Removes the weapon
/// of any other kind.
fn read_skirmish_weapon(fields: &mut Fields<'_, '_>, kind: &mut Kind) {
    read_weapon(fields, kind, builtin::SPIT);
    let parts = kind.behaviour.parts();
    let skirmishes = parts.is_some_and(|parts| parts.hunt == Hunt::Skirmish);
    kind.weapon = skirmishes.then(|| kind.weapon.unwrap_or(builtin::SPIT));
}

/// Reports a `through=` that lets walls stop a drifting kind, because drifting kinds pass walls. `why` is the place of
/// the word `drift`.
fn stopped_by_walls(cx: &mut Context<'_>, through: Span, why: Option<Span>) {
    let word = cx.text(through);
    let message = format!("expected `through=walls` for a drifting kind, found `through={word}`");
    let finding = Diagnostic::new(Code::BadValue, through, message);
    let finding = finding.label_if(why, "this makes the kind drift through walls");
    cx.report(finding.help("write another `hunt=` and `roam=`, or remove `through=`"));
}
