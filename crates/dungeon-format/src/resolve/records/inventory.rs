//! Items for the inventory: `keep=` for later use, `wear=` to wear or wield, with `attack=` for the shape of blows
//! `slot=` for the place, `gives=` for a timed state, `throw=` to throw, and `recharge=` to use again (docs/format,
//! "Inventory").
use super::kind_parts::{named, part};
use crate::diagnostic::{Code, Diagnostic};
use crate::keys::{BLOWS, GIVES, KEEP, KeySpec, RECHARGE, SLOT, THROW, WEAR};
use crate::resolve::schema::context::Context;
use crate::resolve::schema::fields::Fields;
use crate::source::Span;
use dungeon_model::dungeon::grammar::nouns::with_article;
use dungeon_model::dungeon::{
    BlowShape, ItemKind, Keeping, LONGEST_STATE, Stat, StateGift, TimedState,
};

/// Reads `keep=` and `wear=`, which put an item into the inventory, and `attack=`, `slot=`, `gives=`, `throw=` and `recharge=`. Call it after
/// `opens=`, `herd=` and the numbers are read, since keys of locks and items of the herd cannot go there, and a throw
/// needs an effect.
pub fn read_keeping(fields: &mut Fields<'_, '_>, item: &mut ItemKind) {
    let keep = fields.yes(&KEEP);
    let wear = part(fields, &WEAR, strength);
    let worn = wear.map(|wear| Keeping::ToWear {
        strength: wear.value,
        shape: item.blow_shape(),
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
    read_wearing(fields, item);
    read_state(fields, &mut item.state);
    fields.set(&THROW, &mut item.throw_reach);
    let thrown = fields.place_of(&THROW).or(place);
    // A wrong `gives=` is already reported.
    let has_state = item.state.is_some() || fields.place_of(&GIVES).is_some();
    check_throw(fields.cx, item, has_state, thrown.unwrap_or(fields.span));
    fields.set(&RECHARGE, &mut item.recharge);
    let (recharged, thrown) = (fields.place_of(&RECHARGE), fields.place_of(&THROW));
    if recharged.is_some() && thrown.is_some() {
        item.recharge = 0; // reported as keys that exclude each other
    }
    let recharged = recharged.or(thrown).or(place);
    check_recharge(fields.cx, item, recharged.unwrap_or(fields.span));
}

/// Returns the strength that a worn or wielded item adds.
fn strength(_: &str, number: u16) -> Option<i32> {
    Some(number.into())
}

/// Reads `gives=` of an item or a kind.
pub fn read_state(fields: &mut Fields<'_, '_>, state: &mut Option<StateGift>) {
    if let Some(gift) = part(fields, &GIVES, state_gift) {
        *state = Some(gift.value);
    }
}

/// Returns the state for a word of `gives=`; `None` for any other word. The number after its colon is the number of
/// turns.
fn state_gift(word: &str, turns: u16) -> Option<StateGift> {
    let mut states = TimedState::ALL.into_iter();
    let state = states.find(|state| state.word() == word)?;
    let turns = u8::try_from(turns).unwrap_or(LONGEST_STATE);
    Some(StateGift { state, turns })
}

/// Reads `attack=` and `slot=`. Reports them on an item without `wear=`.
fn read_wearing(fields: &mut Fields<'_, '_>, item: &mut ItemKind) {
    let said = part(fields, &BLOWS, blow_shape);
    let slot = fields.name_of(&SLOT);
    if let Keeping::ToWear { shape, .. } = &mut item.keeping {
        *shape = said.map_or(*shape, |said| said.value);
        item.slot = slot.map_or_else(|| std::mem::take(&mut item.slot), |slot| slot.value);
        return;
    }
    // A wrong `wear=` is already reported.
    if fields.place_of(&WEAR).is_some() {
        return;
    }
    if let Some(said) = said {
        not_worn(fields, item, &BLOWS, said.span);
    }
    if let Some(slot) = slot {
        not_worn(fields, item, &SLOT, slot.span);
    }
}

/// Reports a key on an item that cannot be worn.
fn not_worn(fields: &mut Fields<'_, '_>, item: &ItemKind, key: &KeySpec, value: Span) {
    let message = format!(
        "expected an item with `wear=` for `{}=`, found {}",
        key.word,
        with_article(&item.name)
    );
    let help = match item.keeping {
        Keeping::ToUse => "write `wear=strength:1` in place of `keep=yes`, or remove it",
        _ => "add `wear=strength:1`, or remove it",
    };
    let place = fields.place_of(key).unwrap_or(value);
    fields.report(Diagnostic::new(Code::BadValue, place, message).help(help));
}

/// Returns the shape of attacks for a word of `attack=` on an item; `None` for any other word. `number` follows the
/// word's colon, and is the reach of shots and pulls.
fn blow_shape(word: &str, number: u16) -> Option<BlowShape> {
    let words = [
        ("line", BlowShape::Line),
        ("sweep", BlowShape::Sweep),
        ("shoot", BlowShape::Shoot(number.into())),
        ("pull", BlowShape::Pull(number.into())),
    ];
    named(word, words)
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

/// Reports an item with `throw=` that is not kept for use, or that changes nothing in the body that it hits (P-4). Such
/// an item is no longer thrown, so that its other records report nothing.
fn check_throw(cx: &mut Context<'_>, item: &mut ItemKind, has_state: bool, place: Span) {
    if item.throw_reach == 0 {
        return;
    }
    let has = |stat| item.gives[stat] != 0 || item.spread.0[stat as usize] > 0;
    let (expected, help) = match item.keeping {
        Keeping::No => (
            "an item with `keep=yes`",
            "add `keep=yes`: only items of the inventory can be thrown",
        ),
        Keeping::ToWear { .. } => (
            "an item without `wear=`",
            "remove one of the two: a worn item has no effect on another body",
        ),
        Keeping::ToUse if has(Stat::Health) || has(Stat::Strength) || has_state => return,
        Keeping::ToUse => (
            "an item that changes health or strength or gives a state",
            "give it an effect on the body that it hits, such as `health=-6`, or remove `throw=`",
        ),
    };
    let message = format!(
        "expected {expected} to throw, found {}",
        with_article(&item.name)
    );
    item.throw_reach = 0;
    cx.report(Diagnostic::new(Code::BadValue, place, message).help(help));
}

/// Reports an item with `recharge=` that is not kept for use, or that can be thrown (P-6). Such an item is used up, so
/// that its other records report nothing.
fn check_recharge(cx: &mut Context<'_>, item: &mut ItemKind, place: Span) {
    if item.recharge == 0 {
        return;
    }
    let (expected, help) = match item.keeping {
        Keeping::No => (
            "an item with `keep=yes`",
            "add `keep=yes`: only items of the inventory can be used again",
        ),
        Keeping::ToWear { .. } => (
            "an item without `wear=`",
            "remove one of the two: a worn item works all the time",
        ),
        Keeping::ToUse if item.throw_reach > 0 => (
            "an item without `throw=`",
            "remove one of the two: a thrown item is gone",
        ),
        Keeping::ToUse => return,
    };
    let message = format!(
        "expected {expected} to recharge, found {}",
        with_article(&item.name)
    );
    item.recharge = 0;
    cx.report(Diagnostic::new(Code::BadValue, place, message).help(help));
}
