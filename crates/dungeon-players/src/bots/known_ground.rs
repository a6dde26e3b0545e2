//! What is open on a level and where its landmarks are. In fog the player's sight knows both; else they are found out once
//! for as long as nothing of the level changes.
use crate::player_view::PlayerView;
use dungeon_model::dungeon::{ItemId, LevelId};
use dungeon_model::space::cell_set::CellSet;
use dungeon_model::space::geometry::Point;
use dungeon_play::knowledge::fog::is_landmark;

/// The most cells of a level without fog that are all looked at: of a larger one most are never asked about.
const MOST: usize = 1 << 16;

/// How many grounds are remembered: that of a thought's beginning, and those of what is taken or opened in it.
const KEPT: usize = 4;

/// The grounds without fog that were looked at last.
#[derive(Debug, Default)]
pub struct KnownGrounds {
    kept: Vec<(GroundMark, LookedGround)>,
    /// The one that is given up next.
    oldest: usize,
}

/// What the open cells of a level without fog hang on: the level, the hash of all edits, and the number of keys that are
/// held.
type GroundMark = (LevelId, u64, usize);

/// The cells of a level, looked at all together.
#[derive(Debug)]
struct LookedGround {
    open: CellSet,
    things: CellSet,
    landmarks: Vec<Point>,
}

/// A level as far as it is known.
#[derive(Clone, Copy)]
pub struct KnownGround<'a> {
    view: PlayerView<'a>,
    /// The cells; `None` where they are to be asked about one by one.
    looked: Option<&'a LookedGround>,
    /// The landmarks in reading order; `None` where any cell may be one.
    pub landmarks: Option<&'a [Point]>,
}

impl KnownGrounds {
    /// Returns the ground of the level as it is now. In games whose rules close cells to the hero by the moment it must
    /// not be asked.
    pub fn of<'a>(&'a mut self, view: &PlayerView<'a>) -> KnownGround<'a> {
        let looked = (!view.has_frontier() && view.size().area() <= MOST).then(|| self.look(view));
        let seen = view.map.sight.landmarks(view.map.world());
        KnownGround {
            view: *view,
            looked,
            landmarks: looked.map_or(seen, |looked| Some(&looked.landmarks)),
        }
    }

    fn look(&mut self, view: &PlayerView<'_>) -> &LookedGround {
        let edits = view.map.world().edits_hash();
        let mark = (view.level(), edits, view.held().len());
        let known = self.kept.iter().position(|(known, _)| *known == mark);
        let nth = known.unwrap_or(self.oldest);
        if known.is_none() {
            let looked = (mark, LookedGround::new(view));
            match self.kept.get_mut(nth) {
                Some(kept) => *kept = looked,
                None => self.kept.push(looked),
            }
            self.oldest = (nth + 1) % KEPT;
        }
        &self.kept[nth].1
    }
}

impl LookedGround {
    fn new(view: &PlayerView<'_>) -> LookedGround {
        let (world, size) = (view.map.world(), view.size());
        let (mut open, mut things) = (CellSet::new(size), CellSet::new(size));
        let mut landmarks = Vec::new();
        for p in size.points() {
            if view.is_open(p) {
                open.insert(p);
            }
            let cell = world.cell(view.level(), p);
            if cell.item != ItemId::NONE {
                things.insert(p);
            }
            if is_landmark(world.dungeon(), cell.tile, cell.item) {
                landmarks.push(p);
            }
        }
        LookedGround {
            open,
            things,
            landmarks,
        }
    }
}

impl KnownGround<'_> {
    /// As `PlayerView::is_open`.
    #[inline]
    pub fn is_open(&self, p: Point) -> bool {
        match self.looked {
            Some(looked) => looked.open.contains(p),
            None => self.view.is_open(p),
        }
    }

    /// As `PlayerView::is_wanted`.
    #[inline]
    pub fn is_wanted(&self, p: Point) -> bool {
        let lies = self.looked.is_none_or(|looked| looked.things.contains(p));
        lies && self.view.is_wanted(p)
    }

    /// Whether something on the level may be worth taking.
    pub fn may_have_wanted(&self) -> bool {
        let mut landmarks = self.landmarks.into_iter().flatten();
        self.landmarks.is_none() || landmarks.any(|p| self.view.is_wanted(*p))
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
    fn what_is_known_of_the_ground_is_what_is_seen_in_every_turn_of_a_game() {
        for (seed, fog) in [(1, ""), (2, ""), (3, " fog=3")] {
            let text = HALL.replace("explore", &format!("explore{fog}"));
            let file = source::Source::from_text("a.dng", &text);
            let (dungeon, _) = dungeon_lint::read(&file, &source::Limits::default());
            let mut played = SeenGame::begin(dungeon.expect("sound").into(), seed);
            let (mut grounds, mut legal) = (KnownGrounds::default(), Vec::new());
            for turn in 0..400 {
                played.legal_actions(&mut legal);
                if legal.is_empty() {
                    break;
                }
                let action = legal[mix(seed ^ mix(turn)) as usize % legal.len()];
                let view = played.view();
                let ground = grounds.of(&view);
                let listed = ground.landmarks.expect("a small level");
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
                for p in view.size().points() {
                    assert_eq!(ground.is_open(p), view.is_open(p), "{p}");
                    assert_eq!(ground.is_wanted(p), view.is_wanted(p), "{p}");
                }
                assert!(played.step(action).is_ok());
            }
        }
    }
}
