//! What is open on a level and where things lie, found out once for as long as nothing of it changes.
use crate::player_view::{GroundMark, PlayerView};
use dungeon_ground::passage::TilePassage;
use dungeon_model::dungeon::ItemId;
use dungeon_model::space::cell_set::CellSet;
use dungeon_model::space::geometry::Point;

/// The most cells of a level that are all looked at together: of a larger one most are never asked about.
const MOST: usize = 1 << 16;

/// How many grounds are remembered: that of a thought's beginning, and those of what is taken or opened in it.
const KEPT: usize = 4;

/// The grounds that were looked at last. In games whose rules close cells to the hero by the moment it must not be asked.
#[derive(Debug, Default)]
pub struct KnownGrounds {
    kept: Vec<(GroundMark, KnownGround)>,
    /// The one that is given up next.
    oldest: usize,
}

/// What is open on a level, and what lies there; nothing where cells are to be asked about one by one.
#[derive(Debug, Default)]
pub struct KnownGround(Option<LookedGround>);

/// The cells of a level, looked at all together.
#[derive(Debug)]
struct LookedGround {
    open: CellSet,
    things: CellSet,
    /// The cells with a thing, with stairs, with a way out or with a locked door, in reading order.
    listed: Vec<Point>,
}

/// Empty memory: what is open is found out again, and a thought must not copy a whole map.
impl Clone for KnownGrounds {
    fn clone(&self) -> KnownGrounds {
        KnownGrounds::default()
    }
}

impl KnownGrounds {
    /// Returns the ground of the level as it is now.
    pub fn of(&mut self, view: &PlayerView<'_>) -> &KnownGround {
        const UNKNOWN: &KnownGround = &KnownGround(None);
        let is_small = view.size().area() <= MOST;
        let Some(mark) = view.ground_mark().filter(|_| is_small) else {
            return UNKNOWN;
        };
        if let Some(nth) = self.kept.iter().position(|(known, _)| *known == mark) {
            return &self.kept[nth].1;
        }
        let looked = (mark, KnownGround::look(view));
        let nth = self.oldest;
        match self.kept.get_mut(nth) {
            Some(kept) => *kept = looked,
            None => self.kept.push(looked),
        }
        self.oldest = (nth + 1) % KEPT;
        &self.kept[nth].1
    }
}

impl KnownGround {
    fn look(view: &PlayerView<'_>) -> KnownGround {
        let size = view.size();
        let (mut open, mut things) = (CellSet::new(size), CellSet::new(size));
        let mut listed = Vec::new();
        for p in size.points() {
            if view.is_open(p) {
                open.insert(p);
            }
            let lies = view.item_id(p) != ItemId::NONE;
            if lies {
                things.insert(p);
            }
            let is_listed =
                |passage: TilePassage| passage.taken_by().is_some() || passage.lock().is_some();
            if lies || view.passage(p).is_some_and(is_listed) {
                listed.push(p);
            }
        }
        KnownGround(Some(LookedGround {
            open,
            things,
            listed,
        }))
    }

    /// As `PlayerView::is_open`.
    #[inline]
    pub fn is_open(&self, view: &PlayerView<'_>, p: Point) -> bool {
        match &self.0 {
            Some(ground) => ground.open.contains(p),
            None => view.is_open(p),
        }
    }

    /// As `PlayerView::is_wanted`.
    #[inline]
    pub fn is_wanted(&self, view: &PlayerView<'_>, p: Point) -> bool {
        let lies = self
            .0
            .as_ref()
            .is_none_or(|ground| ground.things.contains(p));
        lies && view.is_wanted(p)
    }

    /// Returns cells among which are all with a thing, with stairs, with a way out or with a locked door, in reading order.
    pub fn listed(&self, view: &PlayerView<'_>) -> impl Iterator<Item = Point> {
        let listed = self.0.as_ref().map(|ground| ground.listed.iter().copied());
        let all = listed.is_none().then(|| view.size().points());
        listed
            .into_iter()
            .flatten()
            .chain(all.into_iter().flatten())
    }

    /// Whether something on the level may be worth taking.
    pub fn may_have_wanted(&self, view: &PlayerView<'_>) -> bool {
        self.0.is_none() || self.listed(view).any(|p| view.is_wanted(p))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seen_game::SeenGame;
    use dungeon_engine::chance::mix;
    use dungeon_format::source;

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
    fn what_is_remembered_of_the_ground_is_what_is_seen_in_every_turn_of_a_game() {
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
                let listed: Vec<_> = ground.listed(&view).collect();
                for p in view.size().points() {
                    assert_eq!(ground.is_open(&view, p), view.is_open(p), "{p}");
                    assert_eq!(ground.is_wanted(&view, p), view.is_wanted(p), "{p}");
                    let counts = view.item(p).is_some() || view.stairs_at(p).is_some();
                    assert!(!counts || listed.contains(&p), "{p}");
                }
                assert!(played.step(action).is_ok());
            }
        }
    }
}
