//! Findings that count only where they were looked for to the end: what was not looked at must not be called missing.
use dungeon_format::diagnostic::Findings;
use dungeon_format::meter::LookMeter;

/// Adds what `judge` finds, and nothing where the meter stopped meanwhile. Returns whether it goes on.
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
