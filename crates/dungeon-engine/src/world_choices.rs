//! Choices between items: taking one removes the others (X-22).
use super::world::World;
use dungeon_model::dungeon::{ItemId, LevelId};
use dungeon_model::space::geometry::Point;

impl World {
    /// Returns the items that vanish when the hero takes the item on a cell, with their cells: the other items on the
    /// cells of a choice, except items that a goal or `lose without=` names ([X-22]). Empty for a cell without an item,
    /// and for an item that belongs to no choice.
    ///
    /// ```
    /// use dungeon::Session;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let text = "goal leave=yes\nmap\n########\n#@1.1.<#\n########\nend\nmark 1 * choose=gift\n";
    /// let mut session = Session::from_text(text)?;
    /// let world = session.game().world();
    /// let (here, hero) = (world.here(), world.body(world.commanded()).at);
    /// let herb = dungeon::geometry::at(hero.x + 1, hero.y);
    /// assert_eq!(world.rivals(here, herb).len(), 1);
    /// session.press("l")?;
    /// assert_eq!(session.latest_messages()[1], "The healing herb is gone.");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// [X-22]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-22
    pub fn rivals(&self, level: LevelId, at: Point) -> Vec<(Point, ItemId)> {
        if self.item_at(level, at) == ItemId::NONE {
            return Vec::new();
        }
        let choice = self.choices(level).find(|cells| cells.contains(&at));
        let others = choice.into_iter().flatten().filter(|p| *p != at);
        let lying = others.map(|p| (p, self.item_at(level, p)));
        let vanishes = |item: &ItemId| {
            let kind = self.item(*item);
            *item != ItemId::NONE && !kind.collectable && !kind.is_vital
        };
        lying.filter(|(_, item)| vanishes(item)).collect()
    }

    /// Iterates over the choices of a level, each with its cells: those of the level, then those of its vaults.
    #[doc(hidden)]
    pub fn choices(&self, level: LevelId) -> impl Iterator<Item = Vec<Point>> {
        let drawn = self.dungeon.levels[usize::from(level.0)].choices.iter();
        let in_vaults = self.vaults_on(level).iter().flat_map(|placed| {
            let vault = &self.dungeon.vaults[placed.number];
            let laid = |cells: &Vec<Point>| cells.iter().map(|p| placed.cell(vault, *p)).collect();
            vault.choices.iter().map(laid)
        });
        drawn.cloned().chain(in_vaults)
    }
}
