//! For one commit: the classifications of tiles that `ground` replaces say the same as it does, of all tiles of all files of this
//! project, for all walkers and games.
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::explore::tile_class as old_class;
use super::walked_parts as old_future;
use dungeon_format::resolve::Resolved;
use dungeon_format::source;
use dungeon_ground::future;
use dungeon_ground::passage::{Lead, TilePassage};
use dungeon_ground::tile_class::{TileClass, carries, ground_tiles};
use dungeon_lint::lint::reach_rules::{FoePolicy, Footfall, ReachRules};
use dungeon_lint::lint::{caused_reach, no_way_out, pockets};
use dungeon_model::dungeon::{Dungeon, Feature, Footing, Harm, Sight, Through, games};
use dungeon_model::space::geometry::Directions;
use dungeon_play::knowledge::known_map;

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => files(&path, found),
            false if path.extension().is_some_and(|end| end == "dng") => found.push(path),
            false => {}
        }
    }
}

fn lint_kind(
    dungeon: &Dungeon,
    tile: usize,
    ground: dungeon_ground::tile_class::GroundTile,
    rules: ReachRules,
) -> pockets::Passage {
    use pockets::Passage as P;
    match ground.class {
        TileClass::Solid => match (rules.foes, dungeon.tiles[tile].sight) {
            (FoePolicy::MustBeShot, Sight::Clear) => P::Window,
            _ => P::Solid,
        },
        TileClass::Locked(_) => P::Locked,
        TileClass::Carrier { once: false } if rules.footfall == Footfall::EachStep => P::OneWay,
        TileClass::Carrier { .. } => P::Way,
        TileClass::Open if ground.stairs.is_some() => P::Way,
        TileClass::Open if ground.enter != Directions::ALL => P::Gate,
        TileClass::Open => P::Floor,
    }
}

#[test]
fn old_classifications_equal_the_one_passage() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for folder in ["dungeons", "fixtures", "tests"] {
        files(&root.join(folder), &mut found);
    }
    let mut tiles = 0;
    for path in found {
        let Ok(text) = fs::read_to_string(&path) else {
            continue;
        };
        let file = source::Source::from_text("a.dng", &text);
        let (Some(dungeon), _) = dungeon_lint::read(&file, &source::Limits::default()) else {
            continue;
        };
        tiles += agree(dungeon);
    }
    assert!(tiles > 5_000, "{tiles}");
}

fn agree(dungeon: Dungeon) -> usize {
    let resolved = Resolved {
        dungeon,
        places: Arc::default(),
        tests: Arc::default(),
    };
    let own = ReachRules::for_game(&resolved);
    let dungeon = &resolved.dungeon;
    for (level, _) in dungeon.numbered_levels() {
        for through in [
            Through::Floor,
            Through::Slime,
            Through::Doors,
            Through::Walls,
        ] {
            let old = old_class::ground_tiles(dungeon, level, through);
            let new = ground_tiles(dungeon, level, through);
            let all = games::ALL.map(|game| ReachRules {
                foes: game.foes,
                footfall: game.footfall,
                ..own
            });
            for rules in all.into_iter().filter(|_| through == Through::Floor) {
                let kinds = pockets::passages(dungeon, level, rules);
                let ours = new
                    .iter()
                    .enumerate()
                    .map(|(nth, new)| lint_kind(dungeon, nth, *new, rules));
                assert_eq!(kinds, ours.collect::<Vec<_>>());
            }
            for (nth, (old, new)) in old.iter().zip(&new).enumerate() {
                let told = (&dungeon.tiles[nth], through);
                assert_eq!(
                    format!("{:?}", old.class),
                    format!("{:?}", new.class),
                    "{told:?}"
                );
                assert_eq!(old.is_floor_always, new.is_floor_always, "{told:?}");
                assert_eq!(old.is_floor_ever, new.is_floor_ever, "{told:?}");
                assert_eq!(old.enter, new.enter, "{told:?}");
                assert_eq!(old.is_harmful, new.is_harmful, "{told:?}");
                assert_eq!(old.stairs, new.stairs, "{told:?}");
                assert_eq!(old.exit, new.exit, "{told:?}");
                let trap = old.harm.map(|harm| match harm {
                    Harm::Teleport(to) => Lead::Teleport(to),
                    _ => Lead::Pit,
                });
                assert_eq!(trap, new.trap, "{told:?}");
                let tile = &dungeon.tiles[nth];
                if let Feature::Trap(trap) = tile.feature {
                    assert_eq!(
                        pockets::carries(dungeon, level, trap),
                        carries(dungeon, level, tile)
                    );
                }
            }
        }
    }
    let (old, new) = (old_future::futures(dungeon), future::futures(dungeon));
    for (id, tile) in dungeon.numbered_tiles() {
        let passage = TilePassage::of(tile);
        let (old, new) = (old[usize::from(id.0)], new[usize::from(id.0)]);
        assert_eq!(format!("{old:?}"), format!("{new:?}"));
        assert_eq!(
            old_future::becoming(dungeon, id),
            future::becoming(dungeon, id)
        );
        assert_eq!(known_map::is_harmful(tile), passage.is_seen_to_harm());
        assert_eq!(no_way_out::is_way(tile), passage.may_carry());
        assert_eq!(
            caused_reach::is_closed(tile),
            passage.lock().is_some() || passage.barrier.is_none() && !passage.is_floor()
        );
        assert_eq!(caused_reach::is_locked(tile), passage.lock().is_some());
        assert_eq!(tile.enter(), passage.enter);
        assert_eq!(
            tile.acting().is_some_and(|acting| acting.harms_monsters()),
            passage.harms_monsters
        );
        let is_way = tile.footing <= Footing::Openers || matches!(tile.feature, Feature::Door(_));
        assert_eq!(is_way, passage.is_way());
    }
    dungeon.tiles.len() * dungeon.levels.len()
}
