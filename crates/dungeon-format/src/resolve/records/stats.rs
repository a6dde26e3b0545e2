//! The stats of bodies and items: which stats a thing has, and the range of their values.
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::keys::{self, KeySpec};
use crate::resolve::schema::context::Context;
use crate::resolve::schema::fields::{Fields, GivenStats, within};
use crate::resolve::schema::ranges::points;
use crate::source::Span;
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::grammar::nouns::with_article;
use dungeon_model::dungeon::{
    AddressedAs, BodyGlyph, ItemKind, Kind, LETTERS, LifeUnit, Settings, Side, Spread, Stat, Stats,
};

/// The stats that records can set. Action points are not among them, since every unit begins a game with all its points
/// (K-10).
pub const FILED: &[Stat] = &[
    Stat::Health,
    Stat::Strength,
    Stat::Manna,
    Stat::Wealth,
    Stat::Ammo,
];

/// The stats that a body starts with or an item gives. Each has a smallest value, to which the seed may add a random
/// number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DraftNumbers {
    /// The smallest value of each stat.
    pub least: Stats,
    /// The largest number that the seed may add to each stat; 0 for a fixed stat.
    pub spread: Spread,
}

impl DraftNumbers {
    /// Returns the stats that bodies of a kind start with.
    pub fn of_kind(kind: &Kind) -> DraftNumbers {
        DraftNumbers {
            least: kind.stats,
            spread: kind.spread,
        }
    }

    /// Returns the stats that an item gives.
    pub fn of_item(item: &ItemKind) -> DraftNumbers {
        DraftNumbers {
            least: item.gives,
            spread: item.spread,
        }
    }

    /// Returns the largest value that the seed can draw for a stat.
    fn most(&self, stat: Stat) -> i32 {
        self.spread.most(self.least)[stat]
    }

    /// Sets the range of a stat. `most` must not be below `least`.
    fn set(&mut self, stat: Stat, (least, most): (i32, i32)) {
        self.least[stat] = least;
        self.spread.0[stat as usize] = most.abs_diff(least);
    }

    /// Returns a stat in the spelling of a file: `4`, or `4..9`.
    fn written(&self, stat: Stat) -> String {
        match (self.least[stat], self.most(stat)) {
            (least, most) if least == most => least.to_string(),
            (least, most) => format!("{least}..{most}"),
        }
    }

    /// Limits the range of a stat to `low..=high`. If this changes the range, returns its former spelling; otherwise
    /// `None`.
    fn held(&mut self, stat: Stat, low: i32, high: i32) -> Option<String> {
        let [least, most] = [self.least[stat], self.most(stat)];
        let is_outside = least < low || most > high;
        let written = is_outside.then(|| self.written(stat));
        self.set(stat, (least.clamp(low, high), most.clamp(low, high)));
        written
    }
}

/// Returns the stats of a monster that records can set, in the order of the numbers after its place.
pub fn numbers_of(kind: &Kind) -> &'static [Stat] {
    match kind.life {
        Stat::Strength => &[Stat::Strength],
        _ => &[Stat::Health, Stat::Strength],
    }
}

/// Returns the stats that the numbers after a body's cell set, in order; empty for heroes in games that give heroes no
/// such numbers.
pub fn body_numbers(cx: &Context<'_>, kind: &Kind) -> &'static [Stat] {
    match kind.side {
        Side::Ours => cx.game.form().hero_numbers,
        Side::Theirs => numbers_of(kind),
    }
}

/// Returns the name of a kind for messages: "the crypt rat", "the hero", "the unit".
pub fn kind_name(kind: &Kind) -> String {
    match (kind.side, kind.addressed_as) {
        (Side::Ours, AddressedAs::You) => "the hero".to_string(),
        (Side::Ours, AddressedAs::ByName) => "the unit".to_string(),
        (Side::Theirs, _) => with_article(&kind.name),
    }
}

/// Returns the name of a thing for messages, with its article.
pub fn thing_name(cx: &Context<'_>, thing: Thing) -> String {
    match thing {
        Thing::Item(id) => with_article(&cx.tables.item(id).name),
        Thing::Body(id) => kind_name(cx.tables.kind(id)),
        Thing::Tile(id) => with_article(&cx.tables.tile(id).name),
        Thing::Feature(kind) => with_article(kind.name()),
    }
}

/// Reads the numbers after a cell, which set the stats of `order`. A record has all of these numbers or none of them.
/// Reports too few numbers, and leaves additional numbers unread. `what` names the thing in messages.
pub fn positional_stats(
    fields: &mut Fields<'_, '_>,
    what: impl Fn(&Context<'_>) -> String,
    order: &[Stat],
    numbers: &mut DraftNumbers,
) {
    let found = fields.numbers.len();
    if found == 0 {
        return;
    }
    if found < order.len() {
        let names: Vec<&str> = order.iter().map(|stat| stat.word()).collect();
        let message = format!(
            "expected {} numbers for {} ({}), or none, found {found}",
            order.len(),
            what(fields.cx),
            names.join(", ")
        );
        let span = fields
            .numbers
            .drain(..)
            .next_back()
            .map_or(fields.span, |last| last.span);
        let finding = Diagnostic::new(Code::MissingNumber, span, message);
        let help = format!(
            "write a single number with its name, such as `{}=5`",
            order[0].word()
        );
        fields.report(finding.help(help));
        return;
    }
    for (stat, number) in order.iter().zip(fields.numbers.drain(..order.len())) {
        fields.given.stats[*stat as usize] = Some(number.span);
        if let Some(number) = within(fields.cx, stat.word(), number, key(*stat).range()) {
            numbers.set(*stat, (number.value, number.value));
        }
    }
}

/// Reads the keys of these stats. Reports a stat that the record gives twice, and keeps its first value.
pub fn keyed_stats(fields: &mut Fields<'_, '_>, keys: &[Stat], numbers: &mut DraftNumbers) {
    for stat in keys.iter().copied() {
        let Some(number) = points(fields, key(stat)) else {
            continue;
        };
        if let Some(first) = fields.given.stats[stat as usize] {
            let what = format!("{} once", stat.word());
            fields.report(Diagnostic::said_again(&what, first, number.span));
            continue;
        }
        fields.given.stats[stat as usize] = Some(number.span);
        numbers.set(stat, number.value);
    }
}

/// Returns the findings of `check_alive` and `check_ammo`, which also correct the stats that they find wrong.
pub fn check_body(
    kind: &Kind,
    numbers: &mut DraftNumbers,
    given: GivenStats,
) -> impl Iterator<Item = Diagnostic> + use<> {
    let dead = check_alive(kind, numbers, given);
    dead.into_iter().chain(check_ammo(numbers, given))
}

/// If a record gives a body so little life that it could be dead before the first turn, returns the finding about it,
/// and raises the life to at least 1. Otherwise returns `None`.
pub fn check_alive(
    kind: &Kind,
    numbers: &mut DraftNumbers,
    given: GivenStats,
) -> Option<Diagnostic> {
    let span = given.stats[kind.life as usize]?;
    let most = numbers.most(kind.life);
    let life = numbers.held(kind.life, 1, i32::MAX)?;
    let (would, help) = match most {
        ..=0 => ("would", "write 1 or more".to_string()),
        1 => ("could", "write 1 or more".to_string()),
        most => ("could", format!("write `{}=1..{most}`", kind.life.word())),
    };
    let code = match kind.side {
        Side::Ours => Code::DeadHero,
        Side::Theirs => Code::DeadMonster,
    };
    let what = match kind.life_unit {
        LifeUnit::Lives => "lives",
        LifeUnit::Points => kind.life.word(),
    };
    let message = format!(
        "expected {what} above 0, found {life}: {} {would} be dead before the first turn",
        kind_name(kind)
    );
    let found = Diagnostic::new(code, span, message).help(help);
    Some(if most > 1 {
        found.suggest(span, format!("1..{most}"))
    } else {
        found
    })
}

/// If a body is drawn as a letter that shows its strength, and the record gives a strength beyond the last letter,
/// returns the finding about it, and lowers the strength to the last letter.
pub fn check_letter(
    kind: &Kind,
    numbers: &mut DraftNumbers,
    given: GivenStats,
) -> Option<Diagnostic> {
    let place = given.stats[Stat::Strength as usize];
    let span = place.filter(|_| kind.shows == BodyGlyph::Strength)?;
    let strength = numbers.held(Stat::Strength, i32::MIN, LETTERS)?;
    let message = format!("expected strength from 1 to {LETTERS}, found {strength}");
    let finding = Diagnostic::new(Code::NumberOutOfRange, span, message);
    Some(finding.help(format!(
        "write at most {LETTERS}, since a letter shows the strength, or declare a `kind` of your own"
    )))
}

/// Returns the finding about negative ammo, and raises the ammo to 0; `None` if the ammo is not negative.
fn check_ammo(numbers: &mut DraftNumbers, given: GivenStats) -> Option<Diagnostic> {
    let span = given.stats[Stat::Ammo as usize]?;
    let shots = numbers.held(Stat::Ammo, 0, i32::MAX)?;
    let message = format!("expected ammo of 0 or more, found {shots}");
    let finding = Diagnostic::new(Code::NumberOutOfRange, span, message);
    Some(finding.help("write 0 for a body that starts without shots"))
}

/// The keys that set the maximum of a stat.
static MOST_KEYS: [(Stat, &KeySpec); 2] =
    [(Stat::Health, &keys::MAX), (Stat::Manna, &keys::MAX_MANNA)];

/// Reads the keys for the maximums of a hero's stats into its kind. Returns whether the record has any of them.
pub fn read_most(fields: &mut Fields<'_, '_>, kind: &mut Kind) -> bool {
    MOST_KEYS.into_iter().fold(false, |is_said, (stat, key)| {
        fields.set(key, &mut kind.most[stat]) || is_said
    })
}

/// Lowers a hero's stats to their maximums. Reports a lowered stat if the record itself gives it.
pub fn check_most(
    cx: &mut Context<'_>,
    kind: &Kind,
    numbers: &mut DraftNumbers,
    given: GivenStats,
) {
    for (stat, key) in MOST_KEYS {
        let most = kind.most[stat];
        let cut = numbers.held(stat, i32::MIN, most);
        if let (Some(value), Some(span)) = (cut, given.stats[stat as usize]) {
            let word = stat.word();
            let message = format!("expected {word} of at most {most}, found {value}");
            let finding = Diagnostic::new(Code::NumberOutOfRange, span, message);
            let help = format!("write a smaller number, or raise `{}=`", key.word);
            cx.report(finding.help(help));
        }
    }
}

/// Reports `health=` of a monster whose life is another stat, and numbers after the cell of a hero in games whose
/// heroes have no such numbers.
pub fn check_foreign_stats(fields: &mut Fields<'_, '_>, kind: &Kind) {
    match (kind.side, fields.cx.game.form().lack) {
        (Side::Ours, Some(lack)) if fields.cx.game.form().hero_numbers.is_empty() => {
            no_numbers(fields, &kind_name(kind), lack.hero);
        }
        (Side::Theirs, _) if kind.life != Stat::Health => {
            let life = kind.life.word();
            let help = format!("write `{life}=`, which is also the life of this kind");
            let whose = format!("of {}", kind_name(kind));
            fields.refuse(&keys::HEALTH, &whose, &help);
        }
        _ => {}
    }
}

/// Warns about an item of the herd that gives stats, in games where the hero never takes the herd (S-10).
pub fn check_herd_gifts(cx: &mut Context<'_>, span: Span, item: &ItemKind) {
    let Some(economy) = cx.game.form().economy else {
        return;
    };
    if !item.herd || DraftNumbers::of_item(item) == DraftNumbers::default() {
        return;
    }
    let message = format!(
        "expected no numbers for {}, which has `herd=yes`, found some",
        with_article(&item.name)
    );
    let finding = Diagnostic::new(Code::UnknownKey, span, message).severity(Severity::Warning);
    cx.report(finding.help(economy(&Settings::published(cx.game)).never_taken));
}

/// Reports and drops numbers after the cell of a hero that takes none.
fn no_numbers(fields: &mut Fields<'_, '_>, whose: &str, help: &str) {
    let ([first, .., last] | [first @ last]) = fields.numbers.as_slice() else {
        return;
    };
    let message = format!("expected no numbers after the place of {whose}, found some");
    let finding = Diagnostic::new(Code::ExtraNumber, first.span.to(last.span), message);
    fields.report(finding.help(help));
    fields.numbers.clear();
}

/// Returns the key that sets a stat.
pub fn key(stat: Stat) -> &'static KeySpec {
    match stat {
        Stat::Health => &keys::HEALTH,
        Stat::Strength => &keys::STRENGTH,
        Stat::Manna => &keys::MANNA,
        Stat::Wealth => &keys::WEALTH,
        Stat::Ap => &keys::AP,
        Stat::Ammo => &keys::AMMO,
    }
}
