//! monsters.
