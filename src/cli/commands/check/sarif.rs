//! SARIF 2.1.0 output: one document for all files, for code hosts and editors.
use serde_json::{Value, json};

use super::machine::corners;
use crate::cli::output::quoting::percent_encoded;
use dungeon_format::{Code, Diagnostic, Report, Severity, Source, Span, Untrusted};

/// The findings of all files so far, as SARIF results.
#[derive(Default)]
pub struct SarifLog {
    results: Vec<Value>,
    /// The reasons that files could not be checked, as SARIF notifications.
    failures: Vec<Value>,
}

impl SarifLog {
    /// Adds the findings of one file.
    pub fn add(&mut self, report: &Report) {
        let findings = report.diagnostics.iter();
        let results = findings.map(|found| result(&report.source, found));
        self.results.extend(results);
    }

    /// Adds the reason that a file could not be checked.
    pub fn fail(&mut self, name: &Untrusted, why: &str) {
        self.failures.push(json!({
            "level": "error",
            "message": { "text": Untrusted::new(why).to_string() },
            "locations": [{ "physicalLocation": {
                "artifactLocation": { "uri": uri(name.raw()) },
            }}],
        }));
    }

    /// Returns the SARIF document with the findings of all files.
    pub fn document(&self) -> Value {
        let rules: Vec<Value> = Code::OF_DUNGEONS.iter().copied().map(rule).collect();
        json!({
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [{
                "columnKind": "unicodeCodePoints",
                "newlineSequences": ["\r\n", "\n", "\r"],
                "tool": { "driver": {
                    "name": "dungeon",
                    "version": env!("CARGO_PKG_VERSION"),
                    "rules": rules,
                }},
                "invocations": [{
                    "executionSuccessful": self.failures.is_empty(),
                    "toolExecutionNotifications": self.failures,
                }],
                "results": self.results,
            }],
        })
    }
}

fn rule(code: Code) -> Value {
    json!({
        "id": code.name(),
        "shortDescription": { "text": code.summary() },
        "defaultConfiguration": { "level": level(code.severity()) },
    })
}

fn level(severity: Severity) -> &'static str {
    severity.word() // SARIF uses the same words
}

fn result(source: &Source, found: &Diagnostic) -> Value {
    let related = found.labels.iter().map(|label| {
        let mut place = location(source, label.span);
        place["message"] = json!({ "text": label.text.raw() });
        place
    });
    let text = match &found.help {
        Some(help) => format!("{}; help: {}", found.message.raw(), help.raw()),
        None => found.message.raw().to_owned(),
    };
    let mut result = json!({
        "ruleId": found.code.name(),
        "ruleIndex": Code::OF_DUNGEONS.iter().position(|code| *code == found.code),
        "level": level(found.severity),
        "message": { "text": text },
        "locations": [location(source, found.span)],
        "relatedLocations": related.collect::<Vec<_>>(),
    });
    if let Some(fix) = &found.fix {
        result["fixes"] = json!([{
            "description": { "text": found.help.as_ref().map_or("apply the fix", Untrusted::raw) },
            "artifactChanges": [{
                "artifactLocation": { "uri": uri(source.place(fix.span.start).name.raw()) },
                "replacements": [{
                    "deletedRegion": region(source, fix.span),
                    "insertedContent": { "text": fix.replacement },
                }],
            }],
        }]);
    }
    result
}

fn location(source: &Source, span: Span) -> Value {
    json!({ "physicalLocation": {
        "artifactLocation": { "uri": uri(source.place(span.start).name.raw()) },
        "region": region(source, span),
    }})
}

fn region(source: &Source, span: Span) -> Value {
    let [line, column, end_line, end_column] = corners(source, span);
    json!({ "startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column })
}

/// Converts a file name to a URI. Only an absolute name gives an absolute URI. Bytes that a URI cannot contain are
/// percent-encoded.
fn uri(name: &str) -> String {
    let scheme = if name.starts_with('/') { "file://" } else { "" };
    format!("{scheme}{}", percent_encoded(name.as_bytes()))
}
