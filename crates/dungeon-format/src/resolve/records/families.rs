//! Families: `family "vial" looks=red|blue|green`, and the items with `family=vial`, which look alike until the player
//! knows them.
use std::mem::discriminant;

use super::bodies_and_items::{looks, read_word};
use crate::characters::{as_value, in_quotes, quoted};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::keys::{FAMILY_LOOKS, LOOKS_SHUFFLED, RecordKind, VERB};
use crate::resolve::schema::context::Context;
use crate::resolve::schema::fields::Fields;
use crate::source::{Span, Spanned};
use crate::spelling::nearest;
use crate::syntax::Record;
use dungeon_model::dungeon::grammar::nouns::with_article;
use dungeon_model::dungeon::{BlowShape, Colour, ItemId, ItemKind, Keeping, Spread, Stats};
use dungeon_model::space::narrow::count;

/// The maximum number of looks of a family.
const MOST_LOOKS: usize = 256;

/// The `family` lines of a file, and the items of the families.
#[derive(Debug, Default)]
pub struct Families {
    lines: Vec<FamilyLine>,
    members: Vec<Member>,
}

/// A `family` line.
#[derive(Debug)]
struct FamilyLine {
    name: Spanned<String>,
    /// The words of `looks=`; empty if they could not be read.
    looks: Vec<Spanned<String>>,
    glyph: Option<char>,
    colour: Option<Colour>,
    verb: String,
    /// Whether the looks belong to the kinds in order (`shuffle=no`).
    is_in_order: bool,
}

/// An item with `family=`.
#[derive(Debug)]
struct Member {
    item: ItemId,
    family: Spanned<String>,
}

impl Families {
    /// Reads a `family` line. Reports a second line with the same name.
    pub fn read(&mut self, cx: &mut Context<'_>, record: &Record) {
        let mut fields = Fields::new(cx, RecordKind::Family, record);
        let Some(name) = fields.text().cloned() else {
            return; // `parse` has reported it
        };
        let words = fields.name_of(&FAMILY_LOOKS);
        let (mut glyph, mut colour, mut verb) = ('?', None, String::new());
        let [has_glyph, _] = looks(&mut fields, &mut glyph, &mut colour);
        read_word(&mut fields, (&VERB, "drink"), &mut verb);
        let shuffled = fields.yes(&LOOKS_SHUFFLED);
        fields.finish("a family");
        if words.is_none() {
            let message = "expected `looks=` on a family, found none";
            let finding = Diagnostic::new(Code::BadValue, record.span, message);
            cx.report_once(finding.help("write, for example, `looks=red|blue|green`"));
        }
        let mut lines = self.lines.iter();
        if let Some(first) = lines.find(|line| line.name.value == name.value) {
            let what = format!("the family {} once", quoted(&name.value));
            cx.report(Diagnostic::said_again(&what, first.name.span, name.span));
            return;
        }
        let looks = words.map_or_else(Vec::new, |words| split(cx, &words));
        self.lines.push(FamilyLine {
            looks,
            glyph: has_glyph.then_some(glyph),
            colour,
            verb,
            is_in_order: shuffled.is_some_and(|shuffled| !shuffled.value),
            name,
        });
    }

    /// Notes an item with `family=`.
    pub fn join(&mut self, item: ItemId, family: Option<Spanned<String>>) {
        self.members
            .extend(family.map(|family| Member { item, family }));
    }

    /// Stores the looks and the kinds of each family in the tables. Call this when all items and goals are read.
    /// Reports families with too few looks or kinds, and kinds that a player could tell apart.
    pub fn link(self, cx: &mut Context<'_>) {
        for member in &self.members {
            self.check_name(cx, member);
        }
        for line in &self.lines {
            let members = self.members.iter();
            let members: Vec<&Member> = members
                .filter(|member| member.family.value == line.name.value)
                .collect();
            line.link(cx, &members);
        }
    }

    /// Reports an item of a family that no line declares.
    fn check_name(&self, cx: &mut Context<'_>, member: &Member) {
        let Member { family, .. } = member;
        let names = self.lines.iter().map(|line| line.name.value.as_str());
        if names.clone().any(|name| name == family.value) {
            return;
        }
        let found = quoted(&family.value);
        let message = format!("expected the name of a family, found {found}");
        let finding = Diagnostic::new(Code::BadValue, family.span, message);
        let meant = nearest(&family.value, names).map(as_value);
        let name = in_quotes(&family.value);
        let help =
            format!("declare it before the first level: `family {name} looks=red|blue|green`");
        cx.report(finding.did_you_mean_or(family.span, meant, help));
    }
}

impl FamilyLine {
    /// Stores the looks and the kinds in the tables, unless the family has a fault.
    fn link(&self, cx: &mut Context<'_>, members: &[&Member]) {
        let has_all = self.has_enough(cx, members) && self.has_no_twins(cx);
        let is_alike = members.iter().fold(true, |is_alike, member| {
            is_alike & self.is_hidden(cx, members[0], member)
        });
        let Some(first) = members.first().filter(|_| has_all && is_alike) else {
            return;
        };
        if !cx.admits_items(self.looks.len(), self.name.span) {
            return;
        }
        let model = cx.tables.item(first.item).clone();
        let looks = self.looks.iter().map(|look| self.look(&look.value, &model));
        let (looks, id) = (looks.collect(), cx.tables.family(&self.name.value));
        let verb = &self.verb;
        let mut kinds: Vec<ItemId> = members.iter().map(|member| member.item).collect();
        kinds.dedup();
        for kind in &kinds {
            cx.tables.items.change(kind.0, |kind| {
                if kind.verb.is_empty() {
                    kind.verb.clone_from(verb);
                }
            });
        }
        let draft = &mut cx.tables.families[usize::from(id.0)];
        (draft.looks, draft.kinds) = (looks, kinds);
        draft.is_in_order = self.is_in_order;
    }

    /// Returns an unknown item with this look. `model` is the first kind of the family.
    fn look(&self, look: &str, model: &ItemKind) -> ItemKind {
        let colour = Colour::named(look);
        let words = match colour {
            Some(_) => look.replace('-', " "),
            None => look.to_string(),
        };
        ItemKind {
            name: format!("{words} {}", self.name.value),
            glyph: self.glyph.unwrap_or(model.glyph),
            colour: colour.or(self.colour),
            gives: Stats::default(),
            spread: Spread::default(),
            identifies: false,
            state: None,
            recharge: 0,
            keeping: match model.keeping {
                Keeping::ToWear { .. } => Keeping::ToWear {
                    strength: 0,
                    shape: match model.aimed_act() {
                        Some(_) => model.blow_shape(),
                        None => BlowShape::Single,
                    },
                },
                keeping => keeping,
            },
            says: String::new(),
            verb: self.verb.clone(),
            ..model.clone()
        }
    }

    /// Reports a family without kinds, with a single kind, or with fewer looks than kinds. Returns whether the family
    /// can be played.
    fn has_enough(&self, cx: &mut Context<'_>, members: &[&Member]) -> bool {
        let (name, kinds) = (&self.name.value, members.len());
        let value = as_value(name);
        if kinds == 0 {
            let is_included = cx.source.file(self.name.span.start) > 0;
            let message = format!("expected an item with `family={value}`, found none");
            let finding = Diagnostic::new(Code::UnusedDeclaration, self.name.span, message);
            let help = "write the key on the items that look alike, or remove the line";
            cx.findings
                .extend((!is_included).then(|| finding.help(help)));
            return false;
        }
        if kinds == 1 {
            let message = format!("expected several items with `family={value}`, found one");
            let finding = Diagnostic::new(Code::BadValue, members[0].family.span, message);
            let finding = finding.severity(Severity::Warning);
            cx.report(finding.help("players know a lone item by its family: add another item"));
        }
        if self.looks.len() < kinds && !self.looks.is_empty() {
            let found = self.looks.len();
            let message =
                format!("expected at least {kinds} looks for {kinds} items, found {found}");
            let all = self.looks[0].span.to(self.looks[self.looks.len() - 1].span);
            let finding = Diagnostic::new(Code::BadValue, all, message);
            let finding = finding.label(members[kinds - 1].family.span, "this item has no look");
            cx.report(
                finding.help("add looks: more looks than items keep players guessing longer"),
            );
        }
        self.looks.len() >= kinds
    }

    /// Reports a look that is there twice. Returns whether all looks differ.
    fn has_no_twins(&self, cx: &mut Context<'_>) -> bool {
        let mut is_sound = true;
        for (nth, look) in self.looks.iter().enumerate() {
            let mut earlier = self.looks[..nth].iter();
            if let Some(first) = earlier.find(|first| first.value == look.value) {
                let what = format!("the look {} once", quoted(&look.value));
                cx.report(Diagnostic::said_again(&what, first.span, look.span));
                is_sound = false;
            }
        }
        is_sound
    }

    /// Reports a kind that players could tell from the first kind of the family before they know it. Returns whether
    /// there is no such difference.
    fn is_hidden(&self, cx: &mut Context<'_>, first: &Member, member: &Member) -> bool {
        let (model, item) = (cx.tables.item(first.item), cx.tables.item(member.item));
        let name = with_article(&item.name);
        let (message, help) = if !item.spread.is_none() {
            (
                format!(
                    "expected single numbers on an item with `family=`, found a range on {name}"
                ),
                "write one number for each range",
            )
        } else if discriminant(&item.keeping) != discriminant(&model.keeping) {
            let model = with_article(&model.name);
            (
                format!(
                    "expected all items of a family to be kept alike, found {name} unlike {model}"
                ),
                "write `keep=yes` on all items of the family, or `wear=` on all, or neither",
            )
        } else if item.slot != model.slot {
            let model = with_article(&model.name);
            (
                format!(
                    "expected all items of a family to be worn in the same slot, found {name} unlike {model}"
                ),
                "write the same `slot=` on all items of the family, or on none",
            )
        } else if (item.aimed_act(), item.aim_reach()) != (model.aimed_act(), model.aim_reach()) {
            let (acts, help) = if item.throw_reach != model.throw_reach {
                (
                    "be thrown",
                    "write the same `throw=` on all items of the family, or on none",
                )
            } else {
                (
                    "shoot or pull",
                    "write the same `attack=shoot:N` or `attack=pull:N` on all items of the family, or on none",
                )
            };
            let model = with_article(&model.name);
            (
                format!(
                    "expected all items of a family to {acts} equally far, found {name} unlike {model}"
                ),
                help,
            )
        } else if item.collectable != model.collectable || item.is_vital {
            (
                format!(
                    "expected no goal that names an item with `family=`, found {name} in a goal"
                ),
                "remove `family=`: the count of what is left would tell the item by its look",
            )
        } else {
            return true;
        };
        cx.report(Diagnostic::new(Code::BadValue, member.family.span, message).help(help));
        false
    }
}

/// Splits the value of `looks=` at the bars. Reports empty looks and too many looks.
fn split(cx: &mut Context<'_>, words: &Spanned<String>) -> Vec<Spanned<String>> {
    let raw = cx.text(words.span);
    let offset = raw.find(words.value.as_str());
    let mut start = words.span.start + count(offset.unwrap_or(0));
    let mut looks = Vec::new();
    for word in words.value.split('|') {
        let end = start + count(word.len());
        let span = match offset {
            Some(_) => Span { start, end },
            None => words.span, // the text contains escapes
        };
        start = end + 1;
        if word.trim().is_empty() {
            let message = "expected a look between the bars of `looks=`, found none";
            let finding = Diagnostic::new(Code::BadValue, words.span, message);
            cx.report_once(finding.help("write, for example, `looks=red|blue|green`"));
        } else {
            looks.push(Spanned::new(word.trim().to_string(), span));
        }
    }
    if looks.len() > MOST_LOOKS {
        let message = format!(
            "expected at most {MOST_LOOKS} looks of a family, found {}",
            looks.len()
        );
        cx.report(Diagnostic::new(Code::Limit, words.span, message));
        looks.clear();
    }
    looks
}
