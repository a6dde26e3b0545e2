//! How time and sight go in a dungeon, and what is done about monsters that the seed shuts off.

/// What is to be done about enemies that scattered walls shut off from the hero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UnreachablePolicy {
    /// Monsters that are shut off stay where they are.
    #[default]
    Left,
    /// What is scattered is scattered anew, until every enemy can be reached ([A-2]).
    ///
    /// [A-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#a-2
    Rerolled,
}

/// How much of a level the player sees (docs/format, `fog=`).
///
/// ```
/// use dungeon::data::Fog;
/// use dungeon::diagnostics::Source;
///
/// let text = "rules explore fog=5\nmap\n#####\n#@.$#\n#####\nend\n";
/// let dungeon = dungeon::load_source(Source::from_text("a.dng", text))?;
/// assert_eq!(dungeon.fog(), Fog::Within(5));
/// # Ok::<(), dungeon::LoadError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fog {
    /// The player sees everything, as the classic shows it.
    #[default]
    Lifted,
    /// The player sees what the hero sees, at most so many cells away (Chebyshev), 1 to 65535 in files, and the terrain
    /// that the hero remembers.
    Within(u32),
}
