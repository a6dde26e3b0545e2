//! rulesets.
