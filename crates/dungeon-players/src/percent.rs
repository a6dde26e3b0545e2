//! Numbers with one decimal, such as shares in percent.

/// Returns a number with one decimal. Halves are rounded away from 0, so that equal changes up and down, and a share that
/// is computed in two ways, have the same digits: 27.25 gives "27.3", and −27.25 "-27.3".
pub fn tenths(number: f64) -> String {
    // A product such as 0.2725 * 100.0 may miss the half by its last bits. The sum turns -0.0 into 0.0.
    let tenths = ((number * 1e6).round() / 1e5).round() + 0.0;
    format!("{:.1}", tenths / 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_rounded_away_from_0_in_every_sum() {
        let rounded = [27.25, 74.25, 0.2725 * 100.0, 0.7425 * 100.0].map(tenths);
        assert_eq!(rounded, ["27.3", "74.3", "27.3", "74.3"]);
        assert_eq!([13.75, -13.75].map(tenths), ["13.8", "-13.8"]);
        assert_eq!(
            [-0.01, 0.0, 99.94, 99.95].map(tenths),
            ["0.0", "0.0", "99.9", "100.0"]
        );
    }
}
