//! Findings that count only if their search was finished. A search that ends early must not call anything missing.
use dungeon_format::diagnostic::Findings;
use dungeon_format::meter::LookMeter;

/// Runs `judge`, and drops the findings that it adds if the meter stops in the meantime. Does nothing if the meter has
/// stopped before. Returns whether the meter goes on.
pub fn within(
    meter: &LookMeter<'_>,
    findings: &mut Findings,
    judge: impl FnOnce(&mut Findings),
) -> bool {
    if meter.goes_on() {
        let before = findings.clone();
        judge(findings);
        if !meter.goes_on() {
            *findings = before;
        }
    }
    meter.goes_on()
}
