//! What wins and what loses a game whose file says so (docs/format, "Goals"): plain data.

/// What must be so for a game to be won whose file names goals: all of them together, with a hero who lives ([G-1]).
///
/// ```
/// use dungeon::data::Goal;
/// use dungeon::diagnostics::Source;
///
/// let text = "goal kill=w survive=20\nmap\n######\n#@.w.#\n######\nend\n";
/// let dungeon = dungeon::load_source(Source::from_text("a.dng", text))?;
/// assert_eq!(dungeon.goals(), [Goal::Kill, Goal::Survive(20)]);
/// # Ok::<(), dungeon::LoadError>(())
/// ```
///
/// [G-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#g-1
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Goal {
    /// No collectable item is left on any level.
    Take,
    /// Every wanted monster is dead (`Kind::is_wanted`).
    Kill,
    /// A boulder lies on every target of every level (`Tile::is_target`).
    Cover,
    /// So many turns are over; 1 or more in files.
    Survive(u32),
    /// The hero has taken a way out (`Feature::Exit`), which all other goals open.
    Leave,
    /// A cause has come about that wins (`CauseEffect::Win`), in a file that names no other goal ([C-5]).
    ///
    /// [C-5]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#c-5
    Caused,
    /// Nothing wins: the game ends by a death, a loss, or when it is left ([G-1]). It is the only goal of its file.
    ///
    /// [G-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#g-1
    Never,
}

/// What loses a game beside the hero's death ([G-3]).
///
/// [G-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#g-3
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Loss {
    /// So many turns are over, and the game is not won; 1 or more in files.
    Turns(u32),
    /// No item that is vital (`ItemKind::is_vital`) is left anywhere: none lies, is held, or would be dropped.
    Without,
}
