//! Two settings of levels: the fog, and the treatment of monsters that scattered walls shut off.

/// The treatment of enemies that scattered walls shut off from the hero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UnreachablePolicy {
    /// Enemies that are shut off stay where they are.
    #[default]
    Left,
    /// All scatters run again until the hero can reach every enemy ([A-2]).
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
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub enum Fog {
    /// The player sees everything, as in the classic game.
    #[default]
    Lifted,
    /// The player sees the cells that the hero sees up to this distance in cells (Chebyshev), 1 to 65535 in files.
    /// Terrain that was seen before stays on the screen.
    Within(u32),
}
