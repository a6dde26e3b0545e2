//! What stands before the first level: the title, the rules, and what the file's own glyphs mean.
use crate::dungeon::{ItemId, KindId, builtin};
use crate::format::diagnostic::{Code, Diagnostic, Severity};
use crate::format::games::WORDS;
use crate::format::keys::{HEALTH, LIVES};
use crate::format::resolve::level::modern_level::postpone_test;
use crate::format::resolve::records::bodies_and_items::{declared_hero, declared_item};
use crate::format::resolve::records::kind_links::KindLinks;
use crate::format::resolve::records::kinds::declared_kind;
use crate::format::resolve::records::rules::Rules;
use crate::format::resolve::records::tiles::declared_tile;
use crate::format::resolve::schema::context::Desk;
use crate::format::resolve::schema::fields::{Fields, listed, within};
use crate::format::resolve::schema::game_profile::{Customs, Opening};
use crate::format::resolve::schema::glyphs::Glyphs;
use crate::format::resolve::schema::source_map::{Declaration, Thing, Use};
use crate::format::source::{Span, Spanned};
use crate::format::spelling::nearest;
use crate::format::syntax::{Head, Health, LARGEST_NUMBER, Number, Record};

/// What a file says before its first level.
#[derive(Debug, Default)]
pub struct Prologue {
    /// `title "…"`.
    pub title: Once<String>,
    /// `author "…"`.
    pub author: Once<String>,
    /// `about "…"`.
    pub about: Once<String>,
    /// `seed 7`.
    pub seed: Once<u64>,
    hero: Once<()>,
    rules_line: Once<()>,
    /// Where the rules say how many lives the hero has.
    lives: Option<Span>,
    /// What its rules say.
    pub rules: Rules,
    /// What the file's glyphs mean.
    pub glyphs: Glyphs,
    /// Every declaration.
    pub declared: Vec<Declaration>,
    /// Kinds that name others, which may be declared further down.
    named: Vec<(KindId, KindLinks)>,
}

/// Something that a file says at most once.
#[derive(Debug, Default)]
pub struct Once<T> {
    /// What it says.
    pub value: Option<T>,
    first: Option<Span>,
}

impl<T> Once<T> {
    /// Whether it is said for the first time; otherwise that is reported.
    fn is_first(&mut self, desk: &mut Desk<'_>, record: &Record) -> bool {
        let Some(first) = self.first else {
            self.first = Some(record.head.span);
            return true;
        };
        let word = desk.text(record.head.span);
        let message = format!("expected `{word}` once in a file, found it again");
        desk.report(
            Diagnostic::new(Code::DuplicateKey, record.head.span, message)
                .label(first, "first given here")
                .help("keep the one that you mean"),
        );
        false
    }

    fn text(&mut self, desk: &mut Desk<'_>, record: &Record, what: &str)
    where
        T: From<String>,
    {
        if self.is_first(desk, record) && record.health == Health::Whole {
            let mut fields = Fields::of(record);
            self.value = fields.text().map(|text| text.value.clone().into());
            fields.finish(desk, what);
        }
    }
}

impl Prologue {
    /// Nothing read yet, by these customs.
    pub fn by(customs: &Customs) -> Prologue {
        Prologue {
            glyphs: Glyphs::of(customs),
            ..Prologue::default()
        }
    }

    /// Reads one record.
    pub fn read(&mut self, desk: &mut Desk<'_>, record: &Record) {
        match &record.head.value {
            Head::Title => self.title.text(desk, record, "the title"),
            Head::Author => self.author.text(desk, record, "the author"),
            Head::About => self.about.text(desk, record, "the line about the game"),
            Head::Seed => self.seed(desk, record),
            Head::Rules(word) => self.rules(desk, record, word),
            Head::Hero => {
                if self.hero.is_first(desk, record) {
                    self.hero(desk, record);
                }
            }
            Head::Tile(glyph) => {
                let mut fields = Fields::of(record);
                let tile = declared_tile(desk, &mut fields, glyph.value);
                fields.finish(desk, "a tile");
                let id = desk.tile(tile, record.span, builtin::FLOOR);
                self.declare(desk, record, "tile", *glyph, Thing::Tile(id));
            }
            Head::Item(glyph) => {
                let mut fields = Fields::of(record);
                let item = declared_item(desk, &mut fields, glyph.value);
                fields.finish(desk, "an item");
                let id = desk.item(item, record.span, ItemId::NONE);
                self.declare(desk, record, "item", *glyph, Thing::Item(id));
            }
            Head::Kind(glyph) => {
                let mut fields = Fields::of(record);
                let (kind, named) = declared_kind(desk, &mut fields, *glyph);
                fields.finish(desk, "a kind");
                let id = desk.declared_kind(kind, record.span, builtin::WANDERER);
                self.named.push((id, named));
                self.declare(desk, record, "kind", *glyph, Thing::Body(id));
            }
            Head::Test => postpone_test(desk, record),
            Head::Level => {}
            Head::Mark(new, _) => {
                self.glyphs.doubtful.insert(new.value);
                homeless(desk, record);
            }
            Head::Glyph(_) | Head::Scatter(_) => homeless(desk, record),
        }
    }

    fn declare(
        &mut self,
        desk: &mut Desk<'_>,
        record: &Record,
        head: &'static str,
        glyph: Spanned<char>,
        thing: Thing,
    ) {
        let span = record.head.span.to(glyph.span);
        let declaration = Declaration {
            glyph: glyph.value,
            head,
            thing: Some(thing),
            span,
            use_: Use::Unused,
        };
        self.glyphs
            .declare(desk, &mut self.declared, declaration, glyph, thing);
    }

    fn hero(&mut self, desk: &mut Desk<'_>, record: &Record) {
        let mut fields = Fields::of(record);
        let said = fields.place_of(&HEALTH);
        let hero = declared_hero(desk, &mut fields);
        fields.finish(desk, "the hero");
        let is_otherwise = hero.stats != desk.tables.kind(builtin::HERO).stats;
        if let (Some(first), Some(second), true) = (self.lives, said, is_otherwise) {
            said_otherwise(desk, first, second);
        }
        desk.tables.kinds.replace(builtin::HERO.0, hero);
    }

    fn seed(&mut self, desk: &mut Desk<'_>, record: &Record) {
        if !self.seed.is_first(desk, record) || record.health == Health::Broken {
            return;
        }
        let Some(Spanned {
            value: Number::Int(value),
            span,
        }) = record.numbers.first().copied()
        else {
            return;
        };
        let seed = within(desk, "a seed", Spanned { value, span }, 0..=LARGEST_NUMBER);
        self.seed.value = seed.map(|seed| seed.value as u64);
        let mut fields = Fields::of(record);
        fields.numbers.clear();
        fields.finish(desk, "the seed");
    }

    fn rules(&mut self, desk: &mut Desk<'_>, record: &Record, word: &Spanned<String>) {
        if !self.rules_line.is_first(desk, record) {
            return;
        }
        if Customs::of(&word.value).is_some() {
            self.rules = Rules::read(desk, record);
            self.lives = Fields::of(record).place_of(&LIVES);
            desk.set(&self.rules.settings);
        } else {
            desk.report(no_such_game(word));
        }
    }

    /// Once all is declared: what the kinds drop and spawn.
    pub fn finish(&mut self, desk: &mut Desk<'_>) {
        for (id, named) in std::mem::take(&mut self.named) {
            named.link(desk, &self.glyphs, &mut self.declared, id);
        }
    }
}

/// Warns of a hero with other lives than the rules give him: his own count, and the others do nothing.
fn said_otherwise(desk: &mut Desk<'_>, rules: Span, hero: Span) {
    let (lives, health) = (desk.text(rules), desk.text(hero));
    let message =
        format!("expected the lives of the hero in one place, found `{lives}` and `{health}`");
    let finding = Diagnostic::new(Code::DuplicateKey, hero, message).severity(Severity::Warning);
    let help = format!("`{health}` is what counts: keep the one that you mean");
    desk.report(finding.label(rules, "the rules say it here").help(help));
}

/// What to say of a game that nobody knows.
fn no_such_game(word: &Spanned<String>) -> Diagnostic {
    let (games, said) = (listed(&WORDS, "or"), &word.value);
    let message = format!("expected the rules {games}, found `{said}`");
    let finding = Diagnostic::new(Code::BadValue, word.span, message);
    match nearest(said, WORDS) {
        Some(meant) => finding.did_you_mean(word.span, meant),
        None => finding.help("a file that names no game is for `rules explore`"),
    }
}

fn homeless(desk: &mut Desk<'_>, record: &Record) {
    if record.health == Health::Broken {
        return; // perhaps it is no record at all
    }
    let word = desk.text(record.head.span);
    let message = format!(
        "expected `level` before what belongs to a level, found `{word}` above the first one"
    );
    let finding = Diagnostic::new(Code::UnknownRecord, record.head.span, message);
    desk.report(finding.help(match desk.customs.opening {
        Opening::Drawn => "move it below the level and its map",
        Opening::Pasture | Opening::Board => {
            "move it below a level and its map: the published board takes no records"
        }
    }));
}
