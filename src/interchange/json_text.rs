//! JSON files of other programs, with errors at their places.
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::fault::ImportFault;
use super::text_rows::lines;
use dungeon_format::source::Source;

/// Parses a whole file.
///
/// # Errors
/// Returns the first error with its line and column.
pub fn read<T: DeserializeOwned>(source: &Source) -> Result<T, Vec<ImportFault>> {
    lines(source)?;
    serde_json::from_str(&source.text).map_err(|why| {
        let text = why.to_string();
        let message = text
            .split(" at line ")
            .next()
            .unwrap_or_default()
            .to_owned();
        let place = (why.line().max(1), why.column().max(1));
        vec![ImportFault::at(
            &source.name,
            place,
            format!("cannot read this value: {message}"),
        )]
    })
}

/// Reads a list; `null` is an empty list.
pub fn list<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: serde::Deserializer<'de>,
    T: Deserialize<'de>,
{
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

/// Returns the text of a value, for comparison with a legend; `None` for a list, an object or `null`.
pub fn value_text(value: &Value) -> Option<String> {
    match value {
        Value::Null | Value::Array(_) | Value::Object(_) => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}

/// Returns `true`, the value of a switch that counts as on if a file omits it.
pub fn yes() -> bool {
    true
}
