//! The numbers of bodies and items: which of them a thing has, and what each may be.
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::keys::{self, KeySpec};
use crate::resolve::schema::context::Context;
use crate::resolve::schema::fields::{Fields, within};
use crate::resolve::schema::ranges::points;
use crate::source::Span;
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::grammar::nouns::with_article;
use dungeon_model::dungeon::{
    AddressedAs, BodyGlyph, ItemKind, Kind, LETTERS, LifeUnit, Settings, Side, Spread, Stat, Stats,
};

/// The numbers that a file can give; how many points are left, a game begins with (K-10).
pub const FILED: &[Stat] = &[
    Stat::Health,
    Stat::Strength,
    Stat::Manna,
    Stat::Wealth,
    Stat::Ammo,
];

/// What a record has named so far, each with its place.
#[derive(Clone, Copy, Debug, Default)]
pub struct GivenStats {
    /// Where each number is said, by `Stat`; none for one that is not.
    pub stats: [Option<Span>; Stat::COUNT],
    /// Where the numbers of its route begin.
    pub route: Option<Span>,
}

/// The numbers that a body or an item begins with, or gives: the least of each, and how much more the seed may give.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DraftNumbers {
    /// The least of each number.
    pub least: Stats,
    /// How much more the seed may give; none where a number is always the same.
    pub spread: Spread,
}

impl DraftNumbers {
    /// What a kind begins with.
    pub fn of_kind(kind: &Kind) -> DraftNumbers {
        DraftNumbers {
            least: kind.stats,
            spread: kind.spread,
        }
    }

    /// What an item gives.
    pub fn of_item(item: &ItemKind) -> DraftNumbers {
        DraftNumbers {
            least: item.gives,
            spread: item.spread,
        }
    }

    /// The most that the seed may give of a number.
    fn most(&self, stat: Stat) -> i32 {
        self.spread.most(self.least)[stat]
    }

    /// Makes a number one from `least` to `most`, which is not below it.
    fn set(&mut self, stat: Stat, (least, most): (i32, i32)) {
        self.least[stat] = least;
        self.spread.0[stat as usize] = most.abs_diff(least);
    }

    /// A number as a file writes it: `4`, or `4..9`.
    fn written(&self, stat: Stat) -> String {
        match (self.least[stat], self.most(stat)) {
            (least, most) if least == most => least.to_string(),
            (least, most) => format!("{least}..{most}"),
        }
    }

    /// Makes a number at least and at most so much. Returns how it was written if it was not.
    fn held(&mut self, stat: Stat, low: i32, high: i32) -> Option<String> {
        let [least, most] = [self.least[stat], self.most(stat)];
        let is_outside = least < low || most > high;
        let written = is_outside.then(|| self.written(stat));
        self.set(stat, (least.clamp(low, high), most.clamp(low, high)));
        written
    }
}

/// The numbers of a monster that files give, in the order of its record.
pub fn numbers_of(kind: &Kind) -> &'static [Stat] {
    match kind.life {
        Stat::Strength => &[Stat::Strength],
        _ => &[Stat::Health, Stat::Strength],
    }
}

/// Returns the stats that the numbers after a body's place set, in order; empty for the hero of some games.
pub fn body_numbers(cx: &Context<'_>, kind: &Kind) -> &'static [Stat] {
    match kind.side {
        Side::Ours => cx.game.hero_numbers,
        Side::Theirs => numbers_of(kind),
    }
}

/// What a kind is in sentences: "the crypt rat", "the hero", "the unit".
pub fn kind_name(kind: &Kind) -> String {
    match (kind.side, kind.addressed_as) {
        (Side::Ours, AddressedAs::You) => "the hero".to_string(),
        (Side::Ours, AddressedAs::ByName) => "the unit".to_string(),
        (Side::Theirs, _) => with_article(&kind.name),
    }
}

/// A thing in sentences, with its article.
pub fn thing_name(cx: &Context<'_>, thing: Thing) -> String {
    match thing {
        Thing::Item(id) => with_article(&cx.tables.item(id).name),
        Thing::Body(id) => kind_name(cx.tables.kind(id)),
        Thing::Tile(id) => with_article(&cx.tables.tile(id).name),
        Thing::Feature(kind) => with_article(kind.name()),
    }
}

/// Takes the numbers for these stats, all or none; `what` says whose they are, as sentences do.
pub fn positional_stats(
    cx: &mut Context<'_>,
    fields: &mut Fields<'_>,
    what: impl Fn(&Context<'_>) -> String,
    order: &[Stat],
    numbers: &mut DraftNumbers,
) -> GivenStats {
    let mut given = GivenStats::default();
    let found = fields.numbers.len();
    if found == 0 {
        return given;
    }
    if found < order.len() {
        let names: Vec<&str> = order.iter().map(|stat| stat.word()).collect();
        let message = format!(
            "expected {} numbers for {} ({}), or none, found {found}",
            order.len(),
            what(cx),
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
        cx.report(finding.help(help));
        return given;
    }
    for (stat, number) in order.iter().zip(fields.numbers.drain(..order.len())) {
        given.stats[*stat as usize] = Some(number.span);
        if let Some(number) = within(cx, stat.word(), number, key(*stat).range()) {
            numbers.set(*stat, (number.value, number.value));
        }
    }
    given
}

/// Takes the keys of these stats; one that was given before is reported.
pub fn keyed_stats(
    cx: &mut Context<'_>,
    fields: &mut Fields<'_>,
    keys: &[Stat],
    numbers: &mut DraftNumbers,
    given: &mut GivenStats,
) {
    for stat in keys.iter().copied() {
        let Some(number) = points(cx, fields, key(stat)) else {
            continue;
        };
        if let Some(first) = given.stats[stat as usize] {
            let what = format!("{} once", stat.word());
            cx.report(Diagnostic::said_again(&what, first, number.span));
            continue;
        }
        given.stats[stat as usize] = Some(number.span);
        numbers.set(stat, number.value);
    }
}

/// What is wrong with the numbers of a body, each of which is made the nearest that is right: see `check_alive` and
/// `check_ammo`.
pub fn check_body(
    kind: &Kind,
    numbers: &mut DraftNumbers,
    given: GivenStats,
) -> impl Iterator<Item = Diagnostic> + use<> {
    let dead = check_alive(kind, numbers, given);
    dead.into_iter().chain(check_ammo(numbers, given))
}

/// The finding about a body that would be dead before the first turn, which then lives, so that it is told once.
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

/// The finding about a strength that has no letter, where a letter shows it (S-3); it is made the greatest that has one.
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

/// The finding about fewer shots than none; none are left.
fn check_ammo(numbers: &mut DraftNumbers, given: GivenStats) -> Option<Diagnostic> {
    let span = given.stats[Stat::Ammo as usize]?;
    let shots = numbers.held(Stat::Ammo, 0, i32::MAX)?;
    let message = format!("expected ammo of 0 or more, found {shots}");
    let finding = Diagnostic::new(Code::NumberOutOfRange, span, message);
    Some(finding.help("write 0 for a body that starts without shots"))
}

/// The keys that say the most of a number, each with its number.
static MOST_KEYS: [(Stat, &KeySpec); 2] =
    [(Stat::Health, &keys::MAX), (Stat::Manna, &keys::MAX_MANNA)];

/// Takes the keys that say the most of a hero's numbers, and gives them to the kind; true if there were any.
pub fn read_most(cx: &mut Context<'_>, fields: &mut Fields<'_>, kind: &mut Kind) -> bool {
    MOST_KEYS.into_iter().fold(false, |is_said, (stat, key)| {
        fields.set(cx, key, &mut kind.most[stat]) || is_said
    })
}

/// Holds a hero's numbers to the most that they can be: one that the record gives is reported, any other is cut.
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

/// Reports the health of a monster that lives by another number, and numbers behind the place of a hero who has none.
pub fn check_foreign_stats(cx: &mut Context<'_>, fields: &mut Fields<'_>, kind: &Kind) {
    match (kind.side, cx.game.lack) {
        (Side::Ours, Some(lack)) if cx.game.hero_numbers.is_empty() => {
            no_numbers(cx, fields, &kind_name(kind), lack.hero);
        }
        (Side::Theirs, _) if kind.life != Stat::Health => {
            let life = kind.life.word();
            let help = format!("write `{life}=`, which is also the life of this kind");
            let whose = format!("of {}", kind_name(kind));
            fields.refuse(cx, &keys::HEALTH, &whose, &help);
        }
        _ => {}
    }
}

/// Warns of gifts of what is of the herd where the hero takes none of that (S-10).
pub fn check_herd_gifts(cx: &mut Context<'_>, span: Span, item: &ItemKind) {
    let Some(economy) = cx.game.economy else {
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

/// Reports numbers behind the place of a hero who has none.
fn no_numbers(cx: &mut Context<'_>, fields: &mut Fields<'_>, whose: &str, help: &str) {
    let ([first, .., last] | [first @ last]) = fields.numbers.as_slice() else {
        return;
    };
    let message = format!("expected no numbers after the place of {whose}, found some");
    let finding = Diagnostic::new(Code::ExtraNumber, first.span.to(last.span), message);
    cx.report(finding.help(help));
    fields.numbers.clear();
}

/// The key of a stat.
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
