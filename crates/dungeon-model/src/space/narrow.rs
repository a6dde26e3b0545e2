//! Saturating conversions of counts, indexes and lengths between integer types.
//!
//! Files have at most 2²⁵ cells and a million bodies, so no count comes near 2³¹. A larger count would saturate, not
//! wrap around.

/// Returns a count or an index as `u32`; saturates at `u32::MAX`.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "compared just before")]
pub const fn count(n: usize) -> u32 {
    if n < u32::MAX as usize {
        n as u32
    } else {
        u32::MAX
    }
}

/// Returns a number of columns or rows as `i32`; saturates at `i32::MAX`.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "compared just before")]
pub const fn length(n: usize) -> i32 {
    if n < i32::MAX as usize {
        n as i32
    } else {
        i32::MAX
    }
}

/// Returns a number of cells or bytes as `usize`; saturates at `usize::MAX`.
#[inline]
pub fn size(n: u64) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}

/// Returns the lower 32 bits of a number.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "the upper half is left out on purpose"
)]
pub const fn low_half(bits: u64) -> u32 {
    bits as u32
}

/// Returns the upper and the lower 64 bits of a number.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "each half leaves out the other on purpose"
)]
pub const fn halves(bits: u128) -> [u64; 2] {
    [(bits >> 64) as u64, bits as u64]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_lengths_stop_at_the_end_of_their_range() {
        let all = [
            0,
            1,
            (1 << 31) - 1,
            1 << 31,
            (1 << 32) - 1,
            1 << 32,
            usize::MAX,
        ];
        let lengths = [0, 1, i32::MAX, i32::MAX, i32::MAX, i32::MAX, i32::MAX];
        let counts = [0, 1, (1 << 31) - 1, 1 << 31, u32::MAX, u32::MAX, u32::MAX];
        assert_eq!((all.map(length), all.map(count)), (lengths, counts));
    }
}
