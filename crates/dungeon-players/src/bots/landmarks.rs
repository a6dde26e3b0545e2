//! The landmarks of a level, found out once for as long as nothing of it changes: things, stairs, ways out, locked doors.
use crate::player_view::PlayerView;
use dungeon_model::dungeon::LevelId;
use dungeon_model::space::geometry::Point;
use dungeon_play::knowledge::fog::is_landmark;

/// The most cells of a level without fog that are all looked at: of a larger one most are never asked about.
const MOST: usize = 1 << 16;

/// How many levels are remembered: that of a thought's beginning, and those of what is taken or opened in it.
const KEPT: usize = 4;

/// The landmarks that were looked up last, of levels without fog: those of others are the player's knowledge.
#[derive(Debug, Default)]
pub struct Landmarks {
    /// The level with the hash of its edits, and its landmarks in reading order.
    kept: Vec<((LevelId, u64), Vec<Point>)>,
    /// The one that is given up next.
    oldest: usize,
}

impl Landmarks {
    /// Returns the known landmarks of the level as it is now, in reading order; `None` where that takes too long.
    pub fn of<'a>(&'a mut self, view: &PlayerView<'a>) -> Option<&'a [Point]> {
        let world = view.map.world();
        let known = view.map.sight.landmarks(world);
        if known.is_some() || view.size().area() > MOST {
            return known;
        }
        let mark = (view.level(), world.edits_hash());
        if let Some(nth) = self.kept.iter().position(|(known, _)| *known == mark) {
            return Some(&self.kept[nth].1);
        }
        let is_one = |p: &Point| {
            let cell = world.cell(view.level(), *p);
            is_landmark(world.dungeon(), cell.tile, cell.item)
        };
        let looked = (mark, view.size().points().filter(is_one).collect());
        let nth = self.oldest;
        match self.kept.get_mut(nth) {
            Some(kept) => *kept = looked,
            None => self.kept.push(looked),
        }
        self.oldest = (nth + 1) % KEPT;
        Some(&self.kept[nth].1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seen_game::SeenGame;
    use dungeon_engine::chance::mix;
    use dungeon_format::source;
    use dungeon_ground::passage::TilePassage;

    /// A level with a door and its key, hidden and plain traps, things, stairs and somebody who drops a thing.
    const HALL: &str = "rules explore
hero health=90
item k \"key\" opens=iron
kind r \"rat\" is=wanderer health=1 strength=1 drops=$
level \"Hall\"
map
###########
#@k.^.+.$.#
#..r...#..#
#.^...>#..#
###########
end
^ 5 2 damage=1 hidden=yes once=yes
^ 3 4 damage=1
+ 7 2 locked=iron
level \"Cellar\"
map
#####
#<.$#
#####
end
";

    #[test]
    fn landmarks_are_where_they_are_seen_in_every_turn_of_a_game() {
        for (seed, fog) in [(1, ""), (2, ""), (3, " fog=3")] {
            let text = HALL.replace("explore", &format!("explore{fog}"));
            let file = source::Source::from_text("a.dng", &text);
            let (dungeon, _) = dungeon_lint::read(&file, &source::Limits::default());
            let mut played = SeenGame::begin(dungeon.expect("sound").into(), seed);
            let (mut landmarks, mut legal) = (Landmarks::default(), Vec::new());
            for turn in 0..400 {
                played.legal_actions(&mut legal);
                if legal.is_empty() {
                    break;
                }
                let action = legal[mix(seed ^ mix(turn)) as usize % legal.len()];
                let view = played.view();
                let listed = landmarks.of(&view).expect("a small level");
                let is_one = |p: &Point| {
                    let passage = view.passage(*p);
                    let lock = passage.and_then(TilePassage::lock);
                    let leads = passage.and_then(TilePassage::taken_by).is_some();
                    view.item(*p).is_some() || lock.is_some() || leads
                };
                assert!(
                    view.size()
                        .points()
                        .filter(is_one)
                        .eq(listed.iter().copied())
                );
                assert!(played.step(action).is_ok());
            }
        }
    }
}
