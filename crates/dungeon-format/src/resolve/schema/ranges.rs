//! Numbers that can be ranges, such as `damage=2..6`, and findings for dice such as `2d6`.
use super::context::Context;
use super::fields::{Fields, no_number, not_expected, within};
use crate::diagnostic::{Code, Diagnostic};
use crate::keys::{KeySpec, ValueShape};
use crate::source::Spanned;
use crate::syntax::{KeyValue, Value};

/// Reads a number or a range: `health=4` or `health=4..9`. Returns the lowest and the highest value.
pub fn points<N: TryFrom<i64> + PartialOrd>(
    fields: &mut Fields<'_, '_>,
    key: &'static KeySpec,
) -> Option<Spanned<(N, N)>> {
    let pair = fields.value(key)?;
    let read = written(&pair.value.value);
    if read.is_none() {
        let finding = no_number(fields.cx, pair, "a number, or a range such as `2..6`,");
        let said = fields.cx.text(pair.value.span);
        fields.report_once(match (dice(said), bounds(said)) {
            (Some(dice), _) => as_dice(finding, key, pair, said, dice),
            (None, Some(bounds)) => mended(finding, key, bounds),
            (None, None) if said.contains("..") => {
                finding.help("write the lowest and the highest number with `..` between them")
            }
            (None, None) => finding,
        });
    }
    in_order(fields.cx, key, pair, read?)
}

/// Reads a percentage, such as `speed=150%`, in steps of the key's size: 3 if a step is 50 %. `None` without the key,
/// or for a wrong value, which is reported.
pub fn steps_of_share(fields: &mut Fields<'_, '_>, key: &'static KeySpec) -> Option<u32> {
    let ValueShape::Percent { step, most } = key.shape else {
        return None;
    };
    let pair = fields.value(key)?;
    let (said, span) = (fields.cx.text(pair.value.span), pair.value.span);
    let share = match &pair.value.value {
        Value::Word(share) => share.strip_suffix('%'),
        _ => None,
    };
    let share = share.and_then(|share| share.parse().ok());
    if let Some(share) = share.filter(|share| (0..=most).contains(share) && share % step == 0) {
        return u32::try_from(share / step).ok();
    }
    let found = not_expected(fields.cx, pair, &format!("a multiple of {step}%"));
    let written = share.or_else(|| said.parse().ok());
    fields.report_once(match written {
        Some(share) if (0..=most).contains(&share) => {
            let nearest = (share + step / 2) / step * step;
            found.did_you_mean(span, format!("{nearest}%"))
        }
        Some(_) => {
            let message = format!("expected `{}=` from 0% to {most}%, found {said}", key.word);
            Diagnostic::new(Code::NumberOutOfRange, span, message)
        }
        None => found.help(format!(
            "write a percentage, such as `{}=100%` for one act a turn",
            key.word
        )),
    });
    None
}

/// Returns the lowest and the highest value of a number or a range.
fn written(value: &Value) -> Option<(i64, i64)> {
    match *value {
        Value::Range(least, most) => Some((least, most)),
        Value::Int(always) => Some((always, always)),
        _ => None,
    }
}

/// Returns the bounds of a range. Reports bounds outside the range of the key, and bounds in the wrong order.
fn in_order<N: TryFrom<i64> + PartialOrd>(
    cx: &mut Context<'_>,
    key: &'static KeySpec,
    pair: &KeyValue,
    (least, most): (i64, i64),
) -> Option<Spanned<(N, N)>> {
    let span = pair.value.span;
    let mut bound = |value| within(cx, &key.written(), Spanned::new(value, span), key.range());
    let (low, high): (N, N) = (bound(least)?.value, bound(most)?.value);
    if low > high {
        let finding = not_expected(cx, pair, "the smaller number first");
        cx.report_once(mended(finding, key, (least, most)));
        return None;
    }
    let value = (low, high);
    Some(Spanned::new(value, span))
}

/// Adds a fix that writes these bounds in the right order.
fn mended(finding: Diagnostic, key: &KeySpec, (one, other): (i64, i64)) -> Diagnostic {
    let mend = format!("{}..{}", one.min(other), one.max(other));
    finding.write_value(key.word, mend)
}

/// Adds a fix that writes dice as a range.
fn as_dice(
    finding: Diagnostic,
    key: &KeySpec,
    pair: &KeyValue,
    said: &str,
    (least, most): (i64, i64),
) -> Diagnostic {
    let mend = format!("{least}..{most}");
    let help = format!(
        "write `{}={mend}`: {said} gives {least} to {most}, and each number of a range is equally likely",
        key.word
    );
    finding.help(help).fix(pair.value.span, mend)
}

/// Returns the lowest and the highest sum of dice: `2d6`, `d8`, `1d4+1`.
fn dice(text: &str) -> Option<(i64, i64)> {
    let (count, rest) = text.split_once(['d', 'D'])?;
    let (sides, more) = match rest.split_once('+') {
        Some((sides, more)) => (sides, more.parse::<u16>().ok()?),
        None => (rest, 0),
    };
    let count = match count {
        "" => 1,
        count => count.parse::<u16>().ok()?,
    };
    let (count, more) = (i64::from(count), i64::from(more));
    let sides = i64::from(sides.parse::<u16>().ok()?);
    (count > 0 && sides > 0).then_some((count + more, count * sides + more))
}

/// Returns the two numbers of a text such as `2-6`, `2,6` or `"2..6"`.
fn bounds(text: &str) -> Option<(i64, i64)> {
    let text = text.trim_matches('"');
    let divided = text
        .split_once("..")
        .or_else(|| text.split_once(['-', ',']));
    let (one, other) = divided?;
    Some((one.trim().parse().ok()?, other.trim().parse().ok()?))
}
