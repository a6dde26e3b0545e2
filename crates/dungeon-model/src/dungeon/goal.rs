//! The goals and losses that a file can declare (docs/format, "Goals"): plain data.

/// A goal of a file. The game is won when all goals of the file are met and a hero is alive ([G-1]).
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
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub enum Goal {
    /// No collectable item is left on any level, and every wanted cause has happened (`CauseRecord::is_wanted`).
    Take,
    /// Every wanted monster is dead (`Kind::is_wanted`).
    Kill,
    /// A boulder lies on every target of every level (`Tile::is_target`).
    Cover,
    /// A number of turns have passed; at least 1 in files.
    Survive(u32),
    /// The hero has left by a way out (`Feature::Exit`), which opens when all other goals are met.
    Leave,
    /// A winning cause (`CauseEffect::Win`) has happened, in a file without other goals ([C-5]).
    ///
    /// [C-5]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#c-5
    Caused,
    /// A goal that cannot be met: the game ends by the hero's death, by a loss, or when the player quits ([G-1]). A
    /// file with this goal has no other goals.
    ///
    /// [G-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#g-1
    Never,
}

/// A condition that loses a game, in addition to the hero's death ([G-3]).
///
/// [G-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#g-3
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub enum Loss {
    /// A number of turns have passed without a win; at least 1 in files.
    Turns(u32),
    /// No vital item (`ItemKind::is_vital`) and no vital body (`Kind::is_vital`) is left: no such item lies on a level
    /// or is carried, and no living body is vital or would drop such an item.
    Without,
}
