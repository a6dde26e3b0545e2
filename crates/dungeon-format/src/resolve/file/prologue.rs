//! The part of a file before its first level: the title, the rules and the declarations.
use crate::characters::listed;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::keys::{self, FAMILY, HEALTH, RecordKind};
use crate::resolve::level::causes::cause_of_file;
use crate::resolve::level::draft::DraftCause;
use crate::resolve::records::bodies_and_items::{declared_hero, declared_item};
use crate::resolve::records::boulders::link_fills;
use crate::resolve::records::classes::{ClassRecord, read_class};
use crate::resolve::records::families::Families;
use crate::resolve::records::goals::{link_goals, read_goal, read_loss};
use crate::resolve::records::kind_bases::OwnKinds;
use crate::resolve::records::kind_links::{KindLinks, break_circles};
use crate::resolve::records::kinds::declared_kind;
use crate::resolve::records::rules::Rules;
use crate::resolve::records::test_records::read_test;
use crate::resolve::records::tiles::declared_tile;
use crate::resolve::schema::context::Context;
use crate::resolve::schema::fields::{Fields, within};
use crate::resolve::schema::glyphs::{FileMark, GlyphTable, reserved};
use crate::resolve::schema::source_map::{Declaration, Use};
use crate::source::{Span, Spanned};
use crate::spelling::nearest;
use crate::syntax::{Alternatives, Head, Integrity, LARGEST_NUMBER, Number, Record};
use dungeon_model::dungeon::game_profile::{ParameterShape, Thing};
use dungeon_model::dungeon::{GameProfile, ItemId, KindId, builtin, games};

/// The part of a file before its first level.
#[derive(Debug, Default)]
pub struct Prologue {
    /// The text of `title "…"`.
    pub title: Once<String>,
    /// The text of `author "…"`.
    pub author: Once<String>,
    /// The text of `about "…"`.
    pub about: Once<String>,
    /// The seed from a line such as `seed 7`; 0 or more.
    pub seed: Once<u64>,
    hero: Once<()>,
    rules_line: Once<()>,
    /// The place where the `rules` line gives the hero's lives; `None` if it does not give them.
    lives: Option<Span>,
    /// The rules of the file.
    pub rules: Rules,
    /// The meanings of the file's glyphs.
    pub glyphs: GlyphTable,
    /// The declared kinds, on which other kinds can be based.
    pub kinds: OwnKinds,
    /// The `when` lines of the whole file, read after all declarations.
    when: Vec<Record>,
    /// The causes of the whole file.
    pub causes: Vec<DraftCause>,
    /// Kinds with links to glyphs that may be declared further down.
    named: Vec<(KindId, KindLinks)>,
    /// The families of items.
    families: Families,
    /// The `class` lines, which may name glyphs declared further down.
    classes: Vec<ClassRecord>,
}

/// A value that a file gives at most once.
#[derive(Debug, Default)]
pub struct Once<T> {
    /// The value; `None` if the file does not give it.
    pub value: Option<T>,
    first: Option<Span>,
}

impl<T> Once<T> {
    /// Returns whether this is the first record of the value. Reports any later record.
    fn is_first(&mut self, cx: &mut Context<'_>, record: &Record) -> bool {
        let Some(first) = self.first else {
            self.first = Some(record.head.span);
            return true;
        };
        let word = cx.text(record.head.span);
        let what = format!("`{word}` once in a file");
        cx.report(Diagnostic::said_again(&what, first, record.head.span));
        false
    }

    fn text(&mut self, cx: &mut Context<'_>, record: &Record)
    where
        T: From<String>,
    {
        if self.is_first(cx, record) && record.integrity == Integrity::Whole {
            let text = record.text.as_ref();
            self.value = text.map(|text| text.value.clone().into());
        }
    }
}

impl Prologue {
    /// Makes an empty prologue with the glyphs of a game.
    pub fn by(game: &GameProfile) -> Prologue {
        Prologue {
            glyphs: GlyphTable::new(game),
            ..Prologue::default()
        }
    }

    /// Reads one record.
    pub fn read(&mut self, cx: &mut Context<'_>, record: &Record) {
        match &record.head.value {
            Head::Title => self.title.text(cx, record),
            Head::Author => self.author.text(cx, record),
            Head::About => self.about.text(cx, record),
            Head::Seed => self.seed(cx, record),
            Head::Rules(word) => self.rules(cx, record, word),
            Head::Hero => {
                if self.hero.is_first(cx, record) {
                    self.hero(cx, record);
                }
            }
            Head::Tile(glyph) => {
                let mut fields = Fields::new(cx, RecordKind::Tile, record);
                let id = declared_tile(&mut fields, glyph.value, record.span);
                self.declare(cx, record, "tile", *glyph, Thing::Tile(id));
            }
            Head::Item(glyph) => {
                let mut fields = Fields::new(cx, RecordKind::Item, record);
                let mut item = declared_item(&mut fields, glyph.value);
                let family = fields.name_of(&FAMILY);
                fields.finish("an item");
                item.family = (family.as_ref()).map(|family| cx.tables.family(&family.value));
                let id = cx.item(item, record.span, ItemId::NONE);
                self.families.join(id, family);
                self.declare(cx, record, "item", *glyph, Thing::Item(id));
            }
            Head::Family => self.families.read(cx, record),
            Head::Kind(glyph) => {
                let own = self.kinds.base(cx, &self.glyphs, record);
                let mut fields = Fields::new(cx, RecordKind::Kind, record);
                let kind = declared_kind(&mut fields, *glyph, own);
                fields.finish("a kind");
                self.named.push((kind.id, kind.links));
                self.kinds.add(glyph.value, kind);
                self.declare(cx, record, "kind", *glyph, Thing::Body(kind.id));
            }
            Head::Class(new, all) => {
                let declaration = Declaration::of("class", record.head.span, *new, all);
                self.classes.push(ClassRecord {
                    record: record.clone(),
                    new: *new,
                    alternatives: all.clone(),
                    entry: self.glyphs.add(declaration),
                });
            }
            Head::Goal => read_goal(cx, record),
            Head::Lose => read_loss(cx, record),
            Head::When => self.when.push(record.clone()),
            Head::Test => read_test(cx, record),
            // `allow` lines are handled elsewhere.
            Head::Level | Head::Vault | Head::Allow(_) => {}
            Head::Include => check_include(cx, record),
            Head::Mark(new, all) => self.mark(cx, record, *new, all),
            Head::Glyph(_) | Head::Scatter(_) | Head::Shuffle(_) => {
                report_outside_level(cx, record)
            }
        }
    }

    /// Stores a mark for the levels that use it. Reports a reserved glyph.
    fn mark(
        &mut self,
        cx: &mut Context<'_>,
        record: &Record,
        new: Spanned<char>,
        all: &Alternatives,
    ) {
        if cx.game.form().reserved.contains(&new.value) {
            reserved(cx, new);
            return;
        }
        let mark = FileMark {
            record: record.clone(),
            new,
            alternatives: all.clone(),
            entry: (self.glyphs).add(Declaration::of("mark", record.head.span, new, all)),
        };
        let marks = self.glyphs.file_marks.entry(new.value);
        marks.or_default().push(mark);
    }

    fn declare(
        &mut self,
        cx: &mut Context<'_>,
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
        self.glyphs.declare(cx, declaration, glyph, thing);
    }

    fn hero(&mut self, cx: &mut Context<'_>, record: &Record) {
        let mut fields = Fields::new(cx, RecordKind::Hero, record);
        let health_span = fields.place_of(&HEALTH);
        let hero = declared_hero(&mut fields);
        fields.finish("the hero");
        let before = cx.tables.kind(builtin::HERO);
        let is_otherwise = (hero.stats, hero.spread) != (before.stats, before.spread);
        if let (Some(first), Some(second), true) = (self.lives, health_span, is_otherwise) {
            said_otherwise(cx, first, second);
        }
        cx.tables.kinds.replace(builtin::HERO.0, hero);
    }

    fn seed(&mut self, cx: &mut Context<'_>, record: &Record) {
        if !self.seed.is_first(cx, record) || record.integrity == Integrity::Broken {
            return;
        }
        let Some(Spanned {
            value: Number::Int(value),
            span,
        }) = record.numbers.first().copied()
        else {
            return;
        };
        let seed = within(cx, "a seed", Spanned::new(value, span), 0..=LARGEST_NUMBER);
        self.seed.value = seed.map(|seed| seed.value);
    }

    fn rules(&mut self, cx: &mut Context<'_>, record: &Record, word: &Spanned<String>) {
        if !self.rules_line.is_first(cx, record) {
            return;
        }
        if games::named(&word.value).is_some() {
            self.rules = Rules::read(cx, record);
            let mut parameters = cx.game.parameters.iter();
            let lives = parameters.find(|one| matches!(one.shape, ParameterShape::Lives));
            let lives = lives.and_then(|lives| keys::parameter(cx.game.word, lives.key));
            let fields = Fields::new(cx, RecordKind::Rules, record);
            self.lives = lives.and_then(|lives| fields.place_of(lives));
            cx.set(&self.rules.settings);
        } else {
            cx.report(no_such_game(word));
        }
    }

    /// Resolves classes, drops, spawns, boulders, goals, families and causes after all declarations are read.
    pub fn finish(&mut self, cx: &mut Context<'_>) {
        let classes = std::mem::take(&mut self.classes);
        for class in &classes {
            self.glyphs.classes.entry(class.new.value).or_default();
        }
        for class in classes {
            read_class(cx, &mut self.glyphs, &class);
        }
        let named = std::mem::take(&mut self.named);
        for (id, links) in &named {
            links.link(cx, &self.glyphs, *id);
        }
        break_circles(cx, &named);
        link_fills(cx, &self.glyphs);
        link_goals(cx, &self.glyphs);
        std::mem::take(&mut self.families).link(cx);
        for record in std::mem::take(&mut self.when) {
            let cause = cause_of_file(cx, &self.glyphs, &record);
            self.causes.extend(cause);
        }
    }
}

/// Warns about a hero whose declared health differs from the lives on the `rules` line. The declared health counts.
fn said_otherwise(cx: &mut Context<'_>, rules: Span, hero: Span) {
    let (lives, health) = (cx.text(rules), cx.text(hero));
    let message =
        format!("expected the lives of the hero in one place, found `{lives}` and `{health}`");
    let finding = Diagnostic::new(Code::DuplicateKey, hero, message).severity(Severity::Warning);
    let help = format!("`{health}` has priority: keep one of the two");
    cx.report(finding.label(rules, "the rules set them here").help(help));
}

/// Makes the finding for an unknown game.
fn no_such_game(word: &Spanned<String>) -> Diagnostic {
    let (games, name) = (listed(&games::WORDS, "or"), &word.value);
    let message = format!("expected {games} after `rules`, found `{name}`");
    let finding = Diagnostic::new(Code::BadValue, word.span, message);
    let usual = games::DEFAULT.word;
    let help = format!("files without this line use `rules {usual}`");
    finding.did_you_mean_or(word.span, nearest(name, games::WORDS), help)
}

/// Reports a file that could not be included.
fn check_include(cx: &mut Context<'_>, record: &Record) {
    let Some(path) = &record.text else {
        return;
    };
    let (message, help) = match cx.source.include_at(record.span) {
        Some(Ok(())) => return,
        Some(Err(fault)) => (fault.message.clone(), fault.help.clone()),
        None => (
            "expected `include` in a file that has a folder, found it in a text without one"
                .to_string(),
            "copy the declarations of that file here, or give `dungeon` the path of this file"
                .to_string(),
        ),
    };
    cx.report(Diagnostic::new(Code::BadInclude, path.span, message).help(help));
}

fn report_outside_level(cx: &mut Context<'_>, record: &Record) {
    if record.integrity == Integrity::Broken {
        return; // it may not be a record at all
    }
    let word = cx.text(record.head.span);
    let message = format!("expected `{word}` inside a level, found it before the first level");
    let finding = Diagnostic::new(Code::UnknownRecord, record.head.span, message);
    cx.report(finding.help(match cx.game.form().default_board {
        None => "move it below the map of a level",
        Some(_) => "move it below the map of a level: the published board takes no records",
    }));
}
