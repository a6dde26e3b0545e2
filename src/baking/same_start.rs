//! Compares the beginnings of two games of different dungeons: the same terrain, items, bodies, choices, causes and
//! goals.
use std::collections::BTreeSet;
use std::fmt::Debug;

use dungeon_engine::action::ActorId;
use dungeon_engine::game::Game;
use dungeon_engine::world::World;
use dungeon_model::dungeon::{Dungeon, ItemId, ItemKind, Kind, LevelId, Spread, Stats, TileId};
use dungeon_model::space::geometry::Point;

/// Returns the first difference between the beginnings of two games, as a sentence without a full stop; `None` if both
/// are the same.
pub fn difference(games: [&Game; 2]) -> Option<String> {
    let worlds = games.map(Game::world);
    let dungeons = worlds.map(|world| &**world.dungeon());
    let levels = dungeons.map(|dungeon| dungeon.levels().len());
    if levels[0] != levels[1] {
        return Some("the number of levels would differ".to_owned());
    }
    let rules = dungeons.map(|dungeon| {
        let settings = dungeon.settings();
        let rules = (settings, dungeon.goals(), dungeon.losses());
        told(dungeon, &rules)
    });
    if rules[0] != rules[1] {
        return Some("the rules or goals would differ".to_owned());
    }
    let looks = worlds.map(dealt_looks);
    if looks[0] != looks[1] {
        return Some("the looks of families would differ".to_owned());
    }
    let causes = dungeons.map(|dungeon| dungeon.causes().iter());
    let [old, new] = causes.map(Iterator::collect::<Vec<_>>);
    if old.len() != new.len() {
        return Some("the causes would differ".to_owned());
    }
    for (old, new) in old.iter().zip(&new) {
        let [old, new] = [told(dungeons[0], old), told(dungeons[1], new)];
        if old != new {
            return Some(format!("a cause would differ: {old} became {new}"));
        }
    }
    let mut known = KnownTiles::default();
    let ids = (0..levels[0]).map(LevelId::of);
    ids.into_iter()
        .find_map(|id| level_difference(worlds, id, &mut known))
}

/// Returns the name of each family with the names of its items and of their looks, and the names of all its looks.
fn dealt_looks(world: &World) -> Vec<(String, Vec<[String; 2]>, BTreeSet<String>)> {
    let dungeon = world.dungeon();
    let families = dungeon.families().iter().map(|family| {
        let look = |item: ItemId| world.look_of(item).name.clone();
        let dealt = family.kinds.iter().map(|kind| {
            let kind = dungeon.item(*kind);
            [kind.name.clone(), look(kind.variants)]
        });
        (
            family.name.clone(),
            dealt.collect(),
            family.looks().map(look).collect(),
        )
    });
    families.collect()
}

/// Pairs of tiles that are known to be the same.
type KnownTiles = BTreeSet<(TileId, TileId)>;

fn level_difference(worlds: [&World; 2], id: LevelId, known: &mut KnownTiles) -> Option<String> {
    let levels = worlds.map(|world| &world.dungeon().levels()[usize::from(id.0)]);
    let name = &levels[0].name;
    let heads = levels.map(|level| (&level.name, level.fog, level.is_dark, level.tempo));
    if heads[0] != heads[1] || worlds[0].size(id) != worlds[1].size(id) {
        return Some(format!("level `{name}` would differ"));
    }
    let different =
        |what: &str, p: Point| Some(format!("level `{name}` would differ in the {what} at {p}"));
    for p in worlds[0].size(id).points() {
        let cells = worlds.map(|world| world.cell(id, p));
        let pair = (cells[0].tile, cells[1].tile);
        if !known.contains(&pair) {
            let tiles = worlds.map(|world| told(world.dungeon(), world.tile(id, p)));
            if tiles[0] != tiles[1] {
                return different(&format!("terrain ({} and {})", tiles[0], tiles[1]), p);
            }
            known.insert(pair);
        }
        let items = worlds.map(|world| item_told(world, world.item_at(id, p)));
        if items[0] != items[1] {
            return different("item", p);
        }
        let bodies = worlds.map(|world| world.body_at(id, p).map(|who| body_told(world, who)));
        if bodies[0] != bodies[1] {
            return different("body", p);
        }
    }
    let order = worlds.map(|world| {
        let here = world.ours().filter(|who| world.body(*who).level == id);
        let all = here.chain(world.theirs(id));
        all.map(|who| world.body(who).at).collect::<Vec<Point>>()
    });
    if order[0] != order[1] {
        return Some(format!(
            "the bodies of level `{name}` would act in another order"
        ));
    }
    let choices = worlds.map(|world| {
        let choices = world.choices(id).map(|mut cells| {
            cells.sort_unstable();
            cells
        });
        choices
            .filter(|cells| cells.len() > 1)
            .collect::<BTreeSet<_>>()
    });
    (choices[0] != choices[1]).then(|| format!("the choices of level `{name}` would differ"))
}

/// Returns an item in words that do not depend on the tables of its dungeon.
fn item_told(world: &World, item: ItemId) -> Option<String> {
    if item == ItemId::NONE {
        return None;
    }
    let plain = ItemKind {
        spread: Spread::default(),
        variants: ItemId::NONE,
        ..world.item(item).clone()
    };
    Some(told(world.dungeon(), &plain))
}

/// Returns a body in words that do not depend on the tables of its dungeon.
fn body_told(world: &World, who: ActorId) -> String {
    let body = world.body(who);
    let kind = Kind {
        stats: Stats::default(),
        spread: Spread::default(),
        ..world.kind(who).clone()
    };
    let own = (
        body.stats,
        body.pause,
        body.birth,
        world.words_of(who),
        world.route_of(who),
    );
    told(world.dungeon(), &(kind, own))
}

/// Returns the debug form of a value in which the names of things stand for their numbers.
fn told(dungeon: &Dungeon, value: &impl Debug) -> String {
    let text = format!("{value:?}");
    let (mut told, mut rest) = (String::new(), text.as_str());
    while let Some(start) = rest.find("Id(") {
        let word = rest[..start].rfind(|c: char| !c.is_ascii_alphanumeric());
        let word = rest[word.map_or(0, |at| at + 1)..start].to_owned();
        let (before, behind) = rest.split_at(start + 3);
        told += before;
        let end = behind.find(')').unwrap_or(behind.len());
        told += &match behind[..end].parse::<usize>() {
            Ok(nth) => name(dungeon, &word, nth),
            Err(_) => behind[..end].to_owned(),
        };
        rest = &behind[end..];
    }
    told + rest
}

/// Returns the name of an entry of a table.
fn name(dungeon: &Dungeon, table: &str, nth: usize) -> String {
    let name = match table {
        "Tile" => dungeon
            .tiles()
            .get(nth)
            .map(|tile| (tile.glyph, &tile.name, &tile.says)),
        "Item" => dungeon
            .items()
            .get(nth)
            .map(|item| (item.glyph, &item.name, &item.says)),
        "Kind" => dungeon
            .kinds()
            .get(nth)
            .map(|kind| (kind.glyph, &kind.name, &kind.says)),
        "Lock" => return dungeon.locks().get(nth).cloned().unwrap_or_default(),
        _ => return nth.to_string(),
    };
    name.map_or_else(|| nth.to_string(), |name| format!("{name:?}"))
}
