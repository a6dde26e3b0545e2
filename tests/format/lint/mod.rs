//! Findings in playable files.
mod allow;
mod vaults;
mod ways;
