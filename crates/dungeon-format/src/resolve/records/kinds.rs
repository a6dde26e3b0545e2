//! `kind L "lich" …`: a monster of the file's own, from a classic one or from its parts (docs/format,
//! "Kinds").
use super::bodies_and_items::{looks, read_word};
use super::kind_bases::{GlyphBase, OwnKind};
use super::kind_links::KindLinks;
use super::kind_parts::{PART_KEYS, attack, hunt, prey, roam, sense, set_part, through};
use super::stats::{
    DraftNumbers, GivenStats, check_alive, check_foreign_stats, keyed_stats, numbers_of,
};
use super::units::{read_turn, read_weapon};
use crate::characters::listed;
use crate::diagnostic::{Code, Diagnostic};
use crate::keys::{self, KeySpec};
use crate::resolve::schema::context::Context;
use crate::resolve::schema::fields::{Fields, not_expected};
use crate::resolve::schema::ranges::steps_of_share;
use crate::source::{Span, Spanned};
use dungeon_model::dungeon::{
    Behaviour, BodyGlyph, Hunt, Kind, Parts, Roam, Sense, Through, USUAL_SIGHT, builtin,
};

/// What a declared kind starts from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum KindBase {
    /// A built-in kind: `is=wanderer`.
    Classic,
    /// Another kind of the file: `is=r`.
    Own,
    /// Not from any kind: what the parts do not say, the kind does not do.
    Nothing,
    /// An `is=` that could not be read: no key is called meaningless then.
    Guessed,
}

/// Reads what `kind r "crypt rat" …` says, where `own` is the kind of the file that it starts from.
pub fn declared_kind(
    cx: &mut Context<'_>,
    fields: &mut Fields<'_>,
    glyph: Spanned<char>,
    own: Option<GlyphBase>,
) -> OwnKind {
    let inherited = match own {
        Some(GlyphBase::Own(own)) => own.links,
        Some(GlyphBase::Unknown) | None => KindLinks::default(),
    };
    let (mut kind, start) = start(cx, fields, own);
    // Findings speak of the kind itself, and not of the one that it starts from.
    if let Some(name) = fields.peek_text_or(&keys::NAME) {
        kind.name = name.to_string();
    }
    let mut given = GivenStats::default();
    let mut numbers = DraftNumbers::of_kind(&kind);
    keyed_stats(cx, fields, numbers_of(&kind), &mut numbers, &mut given);
    check_foreign_stats(cx, fields, &kind);
    cx.findings.extend(check_alive(&kind, &mut numbers, given));
    (kind.stats, kind.spread) = (numbers.least, numbers.spread);
    let start = read_parts(cx, fields, &mut kind, start);
    kind.speed = steps_of_share(cx, fields, &keys::SPEED).unwrap_or(kind.speed);
    read_turn(cx, fields, &mut kind);
    read_skirmish_weapon(cx, fields, &mut kind);
    if start != KindBase::Guessed {
        refuse_meaningless(cx, fields, kind.behaviour.parts());
    }
    fields.set(cx, &keys::BURSTS, &mut kind.bursts);
    let named = KindLinks::read(cx, fields).or(inherited);
    if let (Some(_), false) = (kind.trail, named.has_trail()) {
        kind.trail = Some(cx.tile(builtin::slime(builtin::FLOOR), fields.span, builtin::FLOOR));
    }
    if let Some(name) = fields.text_or(cx, &keys::NAME) {
        kind.name = name.value;
    }
    fields.set(cx, &keys::SAYS, &mut kind.says);
    read_word(cx, fields, (&keys::VERB, "bite"), &mut kind.verb);
    read_word(cx, fields, (&keys::MISSILE, "stone"), &mut kind.missile);
    (kind.glyph, kind.shows) = (glyph.value, BodyGlyph::Kind);
    looks(cx, fields, &mut kind.glyph, &mut kind.colour);
    OwnKind {
        id: cx.declared_kind(kind, fields.span, builtin::WANDERER),
        links: named,
        is_guessed: start == KindBase::Guessed,
    }
}

/// The kind as it is before its keys change it.
fn start(
    cx: &mut Context<'_>,
    fields: &mut Fields<'_>,
    own: Option<GlyphBase>,
) -> (Kind, KindBase) {
    let wanderer = cx.tables.kind(builtin::WANDERER).clone();
    if !fields.has(&keys::IS) {
        // Asked all the same, so that a slip such as `si=` is recognised.
        fields.value(&keys::IS);
        let nothing = Parts {
            sense: Sense::Never,
            sight: USUAL_SIGHT,
            hunt: Hunt::Stand,
            roam: Roam::Stand,
        };
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
                (cx.tables.kind(own.id).clone(), KindBase::Guessed)
            }
            GlyphBase::Own(own) => (cx.tables.kind(own.id).clone(), KindBase::Own),
            GlyphBase::Unknown => (wanderer, KindBase::Guessed),
        };
    }
    if is_of_another_game(cx, fields) {
        return (wanderer, KindBase::Guessed);
    }
    let is = fields.word_of(cx, &keys::IS, "a built-in kind", &cx.game.kind_words());
    match is.and_then(|is| cx.game.kind(&cx.tables.kinds.rows, is.value)) {
        Some(base) => (base, KindBase::Classic),
        None => (wanderer, KindBase::Guessed),
    }
}

/// Whether `is=` names a kind that only another game has; that is reported.
fn is_of_another_game(cx: &mut Context<'_>, fields: &mut Fields<'_>) -> bool {
    let Some(pair) = fields.get(&keys::IS) else {
        return false;
    };
    let Some(game) = cx.game.kind_elsewhere(cx.text(pair.value.span)) else {
        return false;
    };
    fields.value(&keys::IS);
    let finding = not_expected(cx, pair, "a built-in kind");
    let there = game.word;
    let here = listed(&cx.game.kind_words(), "or");
    cx.report(finding.help(format!(
        "write {here}, or `rules {there}`, which has this kind"
    )));
    true
}

/// Gives a kind the parts that its record says; without any the kind stays the classic that it started from. Returns
/// what it started from, which is guessed where a part could not be read.
fn read_parts(
    cx: &mut Context<'_>,
    fields: &mut Fields<'_>,
    kind: &mut Kind,
    start: KindBase,
) -> KindBase {
    let Some(mut parts) = kind.behaviour.parts() else {
        return start;
    };
    let given = PART_KEYS.iter().filter(|key| fields.has(key)).count();
    let sense = set_part(cx, fields, &keys::SENSE, sense, &mut parts.sense);
    let hunt = set_part(cx, fields, &keys::HUNT, hunt, &mut parts.hunt);
    let roam = set_part(cx, fields, &keys::ROAM, roam, &mut parts.roam);
    let attack = set_part(cx, fields, &keys::ATTACK, attack, &mut kind.attack);
    let prey = set_part(cx, fields, &keys::PREY, prey, &mut kind.prey);
    let through = set_part(cx, fields, &keys::THROUGH, through, &mut kind.through);
    let said = [sense, hunt, roam, attack, prey, through];
    let count = said.iter().flatten().count();
    let start = if count < given {
        KindBase::Guessed
    } else {
        start
    };
    // `sense=sight:N` and `sight=` say the same, as do `hunt=shoot:N` and `shot=`.
    let is_said = fields.set(cx, &keys::KIND_SIGHT, &mut parts.sight);
    match (sense, &mut parts.sense) {
        (Some(_), Sense::Sight(far)) => parts.sight = *far,
        (None, Sense::Sight(far)) if is_said => *far = parts.sight,
        _ => {}
    }
    let shot = fields.whole(cx, &keys::SHOT);
    if let (None, Hunt::Shoot(damage), Some(shot)) = (hunt, &mut parts.hunt, shot) {
        *damage = shot.value;
    }
    if parts.hunt == Hunt::Drift || parts.roam == Roam::Drift {
        let hunt = hunt.filter(|_| parts.hunt == Hunt::Drift);
        let roam = roam.filter(|_| parts.roam == Roam::Drift);
        if let (Some(through), true) = (through, kind.through != Through::Walls) {
            stopped_by_walls(cx, through, hunt.or(roam));
        }
        kind.through = Through::Walls;
    }
    kind.behaviour = match (kind.behaviour, parts.hunt) {
        _ if count > 0 => Behaviour::Composed(parts),
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

/// Keys that say something to some kinds alone, whether they do to one of these parts, and the mend for other kinds.
type PartialKeys = (&'static [&'static KeySpec], fn(Parts) -> bool, &'static str);

/// The rows of keys that say something to some kinds alone.
static ONLY_IF: [PartialKeys; 3] = [
    (
        &[&keys::DAMAGE, &keys::ACCURACY, &keys::SHOT_RANGE],
        |parts| parts.hunt == Hunt::Skirmish,
        "remove it, or write `is=blue`, `is=red` or `hunt=skirmish`: other kinds have no weapon",
    ),
    (
        &[&keys::SHOT],
        |parts| matches!(parts.hunt, Hunt::Shoot(_)),
        "remove it, or write `is=patrol` or `hunt=shoot:N`: other kinds do not shoot",
    ),
    (
        &[&keys::KIND_SIGHT],
        |parts| {
            matches!(parts.sense, Sense::Sight(_))
                || matches!(parts.hunt, Hunt::Line | Hunt::Shoot(_))
        },
        "remove `sight=`: only `sense=sight:N`, `hunt=line` and `hunt=shoot:N` use a line of sight",
    ),
];

/// Reports keys that say nothing to a kind of these parts.
fn refuse_meaningless(cx: &mut Context<'_>, fields: &mut Fields<'_>, parts: Option<Parts>) {
    for (keys, is_for, help) in ONLY_IF {
        if !parts.is_some_and(is_for) {
            for key in keys {
                fields.refuse(cx, key, "that this kind uses", help);
            }
        }
    }
}

/// Reads the weapon of a kind that skirmishes, by default that of the ghosts; every other kind has none.
fn read_skirmish_weapon(cx: &mut Context<'_>, fields: &mut Fields<'_>, kind: &mut Kind) {
    read_weapon(cx, fields, kind, builtin::SPIT);
    let parts = kind.behaviour.parts();
    let skirmishes = parts.is_some_and(|parts| parts.hunt == Hunt::Skirmish);
    kind.weapon = skirmishes.then(|| kind.weapon.unwrap_or(builtin::SPIT));
}

/// Reports a `through=` of a kind that drifts, which passes walls; `why` says that it does.
fn stopped_by_walls(cx: &mut Context<'_>, through: Span, why: Option<Span>) {
    let word = cx.text(through);
    let message = format!("expected a drifting kind that passes walls, found `through={word}`");
    let finding = Diagnostic::new(Code::BadValue, through, message);
    let finding = finding.label_if(why, "a kind that drifts passes walls");
    cx.report(finding.help("write another `hunt=` and `roam=`, or remove `through=`"));
}
