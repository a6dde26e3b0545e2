//! Errors of arguments.
use pyo3::PyErr;
use pyo3::exceptions::PyValueError;

/// Returns the exception for an argument that is none of the words it may be.
pub fn not_one_of(argument: &str, words: &[&str], found: &str) -> PyErr {
    let words = words.iter().map(|word| format!("{word:?}"));
    let words = words.collect::<Vec<_>>().join(", ");
    PyValueError::new_err(format!(
        "expected {argument} to be one of {words}, found {found:?}"
    ))
}
