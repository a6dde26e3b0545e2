//! Computes a hash of everything that the hero sees after a step. Worlds look the same as long as their hashes are
//! equal.
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use dungeon_engine::action::Action;
use dungeon_engine::chance::mix;
use dungeon_engine::event::Event;
use dungeon_engine::game::Game;
use dungeon_engine::world::World;
use dungeon_model::dungeon::game_profile::TakingPolicy;
use dungeon_model::dungeon::{ItemId, Keeping, TileId};
use dungeon_play::knowledge::fog::{PlayerSight, WorldTime};
use dungeon_play::knowledge::known_map::{KnownMap, appearance};
use dungeon_play::text::look;
use dungeon_play::view::words::{self, Perception};

use crate::looks::{item_look, tile_look};
use crate::search::exhaustive::list_actions;

/// Computes hashes of what a player sees. Stores how each tile and each item looks, and which cells are in sight now.
#[derive(Clone)]
pub struct Onlooker {
    /// By tile: a hash of what a player sees of the tile. A player does not see the target of a teleport or of stairs,
    /// or the text of a sign.
    tiles: Vec<u64>,
    /// By item: a hash of what a player sees of the item. A look of a family stands for an unknown kind.
    items: Vec<u64>,
    sight: PlayerSight,
}

impl Onlooker {
    /// Creates an onlooker for games of a world's dungeon.
    pub fn new(world: &World) -> Onlooker {
        let unknown = world.with_nothing_known();
        let world = unknown.as_ref().unwrap_or(world);
        let dungeon = world.dungeon();
        let tiles = dungeon.numbered_tiles();
        let tiles = tiles.map(|(id, _)| full_look(world, appearance(dungeon, id)));
        let items = (0..dungeon.items().len()).map(|nth| item_look(world, ItemId::of(nth)));
        Onlooker {
            tiles: tiles.collect(),
            items: items.collect(),
            sight: PlayerSight::new(world),
        }
    }

    /// Whether all items that go into the inventory look different. Otherwise, an action that names an item could tell
    /// apart worlds that look the same.
    pub fn can_tell_items(&self, world: &World) -> bool {
        let items = world.dungeon().items().iter().zip(&self.items);
        let kept = items.filter(|(item, _)| item.keeping != Keeping::No);
        let mut looks: Vec<u64> = kept.map(|(_, look)| *look).collect();
        looks.sort_unstable();
        looks.windows(2).all(|pair| pair[0] != pair[1])
    }

    /// Returns a hash of everything that a player learns from a game's opening: the messages, the view after it, and
    /// the actions that the rules then allow.
    pub fn opening(&mut self, game: &Game) -> u64 {
        self.look(game, words::tell_opening)
    }

    /// Returns a hash of everything that a player learns from a game's last step: the messages, the view after it, and
    /// the actions that the rules then allow.
    pub fn step(&mut self, game: &Game) -> u64 {
        self.look(game, |seen, events| {
            words::tell_by_turns(seen, events).concat()
        })
    }

    /// Returns a hash of a view: the cells in sight with everything on them, the hero, and what is left of the goals.
    pub fn view(&self, view: KnownMap<'_>) -> u64 {
        let mut hash = DefaultHasher::new();
        self.add_view(view, &mut hash);
        hash.finish()
    }

    fn look(
        &mut self,
        game: &Game,
        tell: impl Fn(Perception<'_>, &[Event]) -> Vec<words::Sentence>,
    ) -> u64 {
        let disguised = game.world().as_seen();
        let world = disguised.as_ref().unwrap_or(game.world());
        self.sight.look(world);
        let seen = &|level, p| self.sight.sees(WorldTime::Rest, level, p);
        let perception = Perception {
            world,
            seen,
            place: None,
        };
        let mut hash = DefaultHasher::new();
        for sentence in tell(perception, game.events()) {
            sentence.text.hash(&mut hash);
        }
        let met = BTreeMap::new();
        let view = KnownMap {
            game,
            seen: disguised.as_ref(),
            sight: &self.sight,
            met: &met,
            notes: None,
        };
        self.add_view(view, &mut hash);
        add_actions(game, &mut hash);
        hash.finish()
    }

    /// Adds the cells in sight. Other cells are left out, because everything that the hero remembers of them was seen
    /// in earlier steps.
    fn add_view(&self, view: KnownMap<'_>, hash: &mut DefaultHasher) {
        let world = view.world();
        let here = world.here();
        (here.0, world.outcome().map(|outcome| outcome as u8)).hash(hash);
        let size = world.size(here);
        let mut cells = 0;
        for (nth, p) in (1..).zip(size.points()).filter(|(_, p)| view.sees(*p)) {
            let tile = view
                .tile_id(p)
                .map_or(0, |id| self.tiles[usize::from(id.0)]);
            let item = match view.item(p) {
                ItemId::NONE => 0,
                item => self.item(world, item),
            };
            cells = mix(cells ^ mix(nth ^ tile) ^ item);
            if let Some(who) = view.body(p) {
                let (kind, body) = (world.kind(who), world.body(who));
                (&kind.name, world.glyph_of(who), body.pause as u8).hash(hash);
                body.follows().hash(hash);
                (nth, look::describe_things(world, p)).hash(hash);
            }
        }
        cells.hash(hash);
        self.add_hero(world, hash);
        left_to_take(world).hash(hash);
        (world.wanted().count(), world.uncovered()).hash(hash);
    }

    /// Returns the hash of what a player sees of an item in a world as the player sees it.
    fn item(&self, world: &World, item: ItemId) -> u64 {
        self.items[usize::from(world.kind_of(item).0)]
    }

    fn add_hero(&self, world: &World, hash: &mut DefaultHasher) {
        for (who, body) in world.ours().map(|who| (who, world.body(who))) {
            (who.0, body.level.0, body.at.x, body.at.y).hash(hash);
            (body.stats.0, body.is_slowed()).hash(hash);
            (world.states_of(who), world.has_acted(who)).hash(hash);
        }
        world.commanded().0.hash(hash);
        let look = |item: ItemId| self.item(world, item);
        let mut held: Vec<u64> = world.held().iter().map(|item| look(*item)).collect();
        held.sort_unstable();
        let things = world.pack().things().iter();
        let mut kept: Vec<(u64, u32)> = things
            .map(|thing| (look(thing.item), thing.count))
            .collect();
        kept.sort_unstable();
        let worn: Vec<_> = world.pack().worn().iter().map(|item| look(*item)).collect();
        let recharging = world.recharging().map(|(item, turns)| (look(item), turns));
        let mut recharging: Vec<(u64, u32)> = recharging.collect();
        recharging.sort_unstable();
        (held, kept, worn, recharging).hash(hash);
    }
}

/// Returns a hash of a tile's look in color, and of the bodies and lines of sight that pass the tile.
fn full_look(world: &World, id: TileId) -> u64 {
    let mut hash = DefaultHasher::new();
    let tile = world.dungeon().tile(id);
    (tile_look(world, id), tile.fine).hash(&mut hash);
    (tile.colour, tile.footing, tile.sight).hash(&mut hash);
    hash.finish()
}

/// The number of things left to take on all levels, and the number on this level, as the inventory page shows them; 0
/// for numbers that the page does not show.
fn left_to_take(world: &World) -> (u32, usize) {
    let here = world.here();
    let has_foes = || {
        { world.dungeon().numbered_levels() }.any(|(level, _)| world.theirs(level).next().is_some())
    };
    if world.dungeon().settings.game.taking == TakingPolicy::WhereNoFoesAre && has_foes() {
        return (0, 0);
    }
    let items = world.size(here).points().map(|p| world.item_at(here, p));
    let near = items.filter(|item| world.item(*item).collectable).count();
    (world.collectables(), near)
}

/// Adds the actions that the rules allow. A player can find out by trying: a refused action costs no turn.
fn add_actions(game: &Game, hash: &mut DefaultHasher) {
    let mut actions: Vec<Action> = Vec::new();
    list_actions(game, &mut actions);
    actions.hash(hash);
}
