//! The trait `RulesetFace`: the keys, numbers, goals and previews that players see of a game.
use super::action::{Action, ActorId};
use super::event::Event;
use super::world::World;
use dungeon_model::dungeon::{LifeUnit, Stat, Tile};
use dungeon_model::space::geometry::Point;

/// Keys and the action that they ask for. The keymap, the help and machine players read them.
///
/// ```
/// use dungeon::rules::Explore;
/// use dungeon::{Action, Ruleset};
///
/// let mut bindings = Explore.face().bindings().iter();
/// let wait = bindings.find(|binding| binding.action == Action::Wait).unwrap();
/// assert!(wait.keys.split(' ').any(|key| key == "."));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Binding {
    /// The name that a file of keys rebinds, unique among the game's bindings: `north`, `buy-cow`.
    pub name: &'static str,
    /// The default keys in the notation of key scripts, separated by blanks: `4 h <Left>`.
    pub keys: &'static str,
    /// The action that the keys ask for.
    pub action: Action,
    /// The binding's line in the help, an imperative without a full stop: `walk`.
    pub help: &'static str,
}

impl Binding {
    /// Makes a binding of its four parts, in a constant too.
    pub const fn new(
        name: &'static str,
        keys: &'static str,
        action: Action,
        help: &'static str,
    ) -> Binding {
        Binding {
            name,
            keys,
            action,
            help,
        }
    }
}

/// A number that the panel shows to the player.
///
/// ```
/// use dungeon::Session;
///
/// let session = Session::from_text("hero health=30\nmap\n#####\n#@.$#\n#####\nend\n")?;
/// let readings = session.game().rules().face().readings(session.game().world());
/// assert_eq!((readings[0].label, readings[0].value), ("Health", 30));
/// # Ok::<(), dungeon::LoadError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The label before the number, a word or two or a sign of one character: `Health`, `$`.
    pub label: &'static str,
    /// The number as shown, in the unit of `life_unit`; may be negative.
    pub value: i64,
    /// The most that the number can come to be, which is shown behind it ([X-11]); `None` for a number without end.
    ///
    /// [X-11]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-11
    pub most: Option<i64>,
    /// What the number is when nothing of it is lost; `None` for a number of which nothing is lost, such as wealth.
    pub full: Option<i64>,
    /// The unit of the number, which decides how the number is drawn.
    pub life_unit: LifeUnit,
}

impl Reading {
    /// Makes a reading of a number of points.
    pub fn points(label: &'static str, value: i64) -> Reading {
        Reading {
            label,
            value,
            most: None,
            full: None,
            life_unit: LifeUnit::Points,
        }
    }

    /// Makes a reading of a stat of a body, with the most of it that the body's kind can have, in the unit of its life if
    /// the stat is that. A blow may take more health than is left, of which the reading shows nothing: it is 0 then.
    pub fn stat(label: &'static str, world: &World, who: ActorId, stat: Stat) -> Reading {
        let kind = world.kind(who);
        let (most, value) = (kind.most[stat], world.body(who).stat(stat));
        let full = match most {
            i32::MAX => kind.stats[stat],
            most => most,
        };
        let shown = match stat {
            Stat::Health => value.max(0),
            _ => value,
        };
        let is_life = kind.life == stat;
        Reading {
            life_unit: if is_life {
                kind.life_unit
            } else {
                LifeUnit::Points
            },
            most: (most < i32::MAX).then_some(most.into()),
            full: (stat == Stat::Health && is_life).then_some(full.into()),
            ..Reading::points(label, shown.into())
        }
    }
}

/// The worth of a shot before it is taken ([K-11]).
///
/// ```
/// use dungeon::Session;
///
/// let battle = "rules tactics\nmap\n########\n#@..G..#\n########\nend\n";
/// let session = Session::from_text(battle)?;
/// let pointing = session.game().rules().face().pointing().expect("its player points at cells");
/// let [target] = pointing.targets(session.game().world())[..] else {
///     panic!("one ghost stands in the line of fire");
/// };
/// assert!((5..=95).contains(&target.forecast.chance));
/// # Ok::<(), dungeon::LoadError>(())
/// ```
///
/// [K-11]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-11
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forecast {
    /// The chance to hit, in percent, 5 to 95.
    pub chance: u32,
    /// The least and the most points of life that a hit takes.
    pub damage: (i32, i32),
}

/// A body that the commanded unit can shoot at now.
///
/// ```
/// use dungeon::Session;
///
/// let battle = "rules tactics\nmap\n##########\n#@..G...G#\n##########\nend\n";
/// let session = Session::from_text(battle)?;
/// let pointing = session.game().rules().face().pointing().expect("its player points at cells");
/// let targets = pointing.targets(session.game().world());
/// assert_eq!(targets[0].at.to_string(), "5,2", "the one behind is covered");
/// # Ok::<(), dungeon::LoadError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShotTarget {
    /// The cell of the body.
    pub at: Point,
    /// The worth of a shot at the body.
    pub forecast: Forecast,
}

/// Questions about the commanded unit in a game whose player points at cells. Each answer is computed from the world as
/// it is, so that no answer can be stale ([K-4]). Lists are in reading order, except routes, which are in the order of
/// their steps; all lists are empty once the game is over.
///
/// ```
/// use dungeon::Session;
/// use dungeon::geometry::at;
///
/// let battle = "rules tactics\nmap\n########\n#@....G#\n########\nend\n";
/// let session = Session::from_text(battle)?;
/// let world = session.game().world();
/// let pointing = session.game().rules().face().pointing().expect("its player points at cells");
/// assert!(pointing.range(world).contains(&at(4, 1)));
/// assert_eq!(pointing.route(world, at(3, 1)), [at(2, 1), at(3, 1)]);
/// # Ok::<(), dungeon::LoadError>(())
/// ```
///
/// [K-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-4
pub trait Pointing {
    /// Returns the action that choosing a cell means; `None` where a choice has no meaning. Whether the action is
    /// allowed, `Ruleset::check` says.
    fn pointed(&self, world: &World, at: Point) -> Option<Action>;

    /// Returns the cells that the unit can reach with one move, its own cell included, in reading order ([K-2]); empty
    /// for a unit without action points ([K-10]), and once the game is over.
    ///
    /// [K-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-2
    /// [K-10]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-10
    fn range(&self, world: &World) -> Vec<Point>;

    /// Returns the cells that the unit's weapon could hit, whatever stands there, in reading order: in reach, on a line
    /// with nothing between ([K-11]). Action points and ammo do not count here. Empty once the game is over.
    ///
    /// [K-11]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-11
    fn fire(&self, world: &World) -> Vec<Point>;

    /// Returns the monsters that the unit can shoot at now, with the points and the ammo that a shot takes, in reading
    /// order of their cells ([K-11]); empty once the game is over.
    ///
    /// [K-11]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-11
    fn targets(&self, world: &World) -> Vec<ShotTarget>;

    /// Returns the worth of a shot at a cell; `None` unless a target is there and may be shot at now: a monster, or
    /// slime, which needs but one hit ([K-12]).
    ///
    /// [K-12]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-12
    fn forecast(&self, world: &World, at: Point) -> Option<Forecast>;

    /// Returns the action to suggest when the unit can do nothing more this turn: commanding another unit, or ending
    /// the turn ([K-10]).
    ///
    /// [K-10]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-10
    fn when_spent(&self, world: &World) -> Action;

    /// Returns the action that ends the turn ([K-10]).
    ///
    /// [K-10]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-10
    fn end_of_turn(&self) -> Action;

    /// Returns the cells that the unit would walk over to a cell in its range, in the order of the steps, that cell
    /// last ([K-6]); empty for any other cell.
    ///
    /// [K-6]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-6
    fn route(&self, world: &World, to: Point) -> Vec<Point>;
}

/// The rules of a game as its players see them: keys, numbers, goals, previews. No rule depends on an answer; screens,
/// journeys and bots do.
///
/// ```
/// use dungeon::Ruleset;
/// use dungeon::rules::Explore;
///
/// let goal = Explore.face().goal().join(" ");
/// assert!(goal.starts_with("Take every item to win."));
/// ```
pub trait RulesetFace: Send + Sync {
    /// Returns the game's own keys, in the order of the help.
    fn bindings(&self) -> &'static [Binding];

    /// Returns the numbers that the panel shows, in order.
    fn readings(&self, world: &World) -> Vec<Reading>;

    /// Returns the numbers to show at the end of a game, in order ([K-14]); by default empty, for a game without such.
    ///
    /// [K-14]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-14
    fn statistics(&self, _world: &World) -> Vec<Reading> {
        Vec::new()
    }

    /// Returns the goal for the help in whole sentences: first what wins, in place of which a file's own goals are told, then
    /// what loses and what else matters. By default empty.
    fn goal(&self) -> Vec<String> {
        Vec::new()
    }

    /// Whether an event is a moment of an animation, to be seen before what comes after it ([X-9]).
    ///
    /// [X-9]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-9
    fn is_shown(&self, event: &Event) -> bool {
        matches!(event, Event::Flew { .. })
    }

    /// Returns what pointing at cells means, for a game whose player does that ([K-4]); `None`, the default, for any
    /// other game.
    ///
    /// [K-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-4
    fn pointing(&self) -> Option<&dyn Pointing> {
        None
    }

    /// Returns how many points of the commanded body's life an action costs by itself, as far as the rules know before;
    /// by default none.
    fn price_in_life(&self, _world: &World, _action: Action) -> i32 {
        0
    }

    /// Returns the cells over which an action of the commanded body lets a bolt fly, in the order of its flight, each with
    /// the points of life that it takes from a body there; by default none.
    fn flight(&self, _world: &World, _action: Action) -> Vec<(Point, i32)> {
        Vec::new()
    }

    /// Whether an action that is refused elsewhere is allowed on a tile. The action's key then travels to the nearest
    /// such tile ([E-15]).
    ///
    /// [E-15]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-15
    fn is_done_on(&self, _action: Action, _tile: &Tile) -> bool {
        false
    }

    /// Whether a hero's journey may lead over a cell of the hero's level whose terrain moves bodies ([E-15]).
    ///
    /// [E-15]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-15
    fn can_cross(&self, _world: &World, _p: Point) -> bool {
        true
    }

    /// Returns how many turns are left until what the rules count down to, the current turn included; `None`, the
    /// default, where the rules count down to nothing.
    fn turns_left(&self, _world: &World) -> Option<u32> {
        None
    }
}
