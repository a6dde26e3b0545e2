//! Items for the inventory: `keep=` for later use, and `wear=` to wear or wield (docs/format, "Inventory").
use super::kind_parts::part;
use crate::diagnostic::{Code, Diagnostic};
use crate::keys::{KEEP, WEAR};
use crate::resolve::schema::context::Context;
use crate::resolve::schema::fields::Fields;
use crate::source::Span;
use dungeon_model::dungeon::grammar::nouns::with_article;
use dungeon_model::dungeon::{ItemKind, Keeping};

/// Reads `keep=` and `wear=`, which put an item into the inventory. Call it after `opens=` and `herd=` are read, since
/// keys of locks and items of the herd cannot go there.
pub fn read_keeping(fields: &mut Fields<'_, '_>, item: &mut ItemKind) {
    let keep = fields.yes(&KEEP);
    let wear = part(fields, &WEAR, strength);
    let worn = wear.map(|wear| Keeping::ToWear {
        strength: wear.value,
    });
    let kept = keep.map(|keep| {
        if keep.value {
            Keeping::ToUse
        } else {
            Keeping::No
        }
    });
    item.keeping = worn.or(kept).unwrap_or(item.keeping);
    let place = fields.place_of(&KEEP).or(fields.place_of(&WEAR));
    check_use(fields.cx, item, place.unwrap_or(fields.span));
}

/// Returns the strength that a worn or wielded item adds.
fn strength(_: &str, number: u16) -> Option<i32> {
    Some(number.into())
}

/// Reports an item for the inventory that is also a key or part of the herd.
fn check_use(cx: &mut Context<'_>, item: &ItemKind, place: Span) {
    if !item.is_kept() {
        return;
    }
    let (expected, help) = match item {
        ItemKind { opens: Some(_), .. } => (
            "an item without `opens=`",
            "remove it: the hero always keeps keys, and they open their locks by themselves",
        ),
        ItemKind { herd: true, .. } => (
            "an item without `herd=yes`",
            "remove it, or remove `herd=yes`: monsters eat the herd where it lies",
        ),
        _ => return,
    };
    let message = format!(
        "expected {expected} for the inventory, found {}",
        with_article(&item.name)
    );
    cx.report(Diagnostic::new(Code::BadValue, place, message).help(help));
}
