//! The trait `RulesetFace`: the keys, numbers, goals and previews that a game shows to players.
use super::action::{Action, ActorId};
use super::event::Event;
use super::world::World;
use dungeon_model::dungeon::{LifeUnit, Stat, Tile};
use dungeon_model::space::geometry::Point;

/// An action, with the keys that trigger it. The keymap, the help and the bots read the bindings of a game.
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
    /// The name by which a key file rebinds the action, unique among the game's bindings: `north`, `buy-cow`.
    pub name: &'static str,
    /// The default keys, separated by spaces and in the notation of key scripts: `4 h <Left>`.
    pub keys: &'static str,
    /// The action that the keys trigger.
    pub action: Action,
    /// The help text of the binding, an imperative without a full stop: `walk`.
    pub help: &'static str,
}

impl Binding {
    /// Creates a binding, also in constants.
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

/// What the next pay period brings, which siege calls a season.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PeriodForecast {
    /// The number of the period, from 1.
    pub number: u32,
    /// The gold that the herd brings if it stays as it is.
    pub pay: i64,
    /// The maximum number of monsters that arrive.
    pub newcomers: u32,
    /// The maximum strength of a monster that arrives; the minimum is 1.
    pub strength: u32,
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
    /// The label in front of the number, one or two words or a symbol: `Health`, `$`.
    pub label: &'static str,
    /// The number to show, in the unit `life_unit`; may be negative.
    pub value: i64,
    /// The maximum, which is shown after the number ([X-11]); `None` for a number without a maximum.
    ///
    /// [X-11]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-11
    pub most: Option<i64>,
    /// The value of the stat when it is undamaged; `None` for numbers that cannot be damaged, such as wealth.
    pub full: Option<i64>,
    /// The unit of the number, which decides whether the number is shown as digits or as hearts.
    pub life_unit: LifeUnit,
}

impl Reading {
    /// Creates a reading in points, without a maximum.
    pub fn points(label: &'static str, value: i64) -> Reading {
        Reading {
            label,
            value,
            most: None,
            full: None,
            life_unit: LifeUnit::Points,
        }
    }

    /// Creates a reading of a body's stat, with the maximum of the body's kind. The life of a body is shown in the
    /// `life_unit` of its kind, and every other stat in points. Negative health is shown as 0.
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

/// The odds of a shot ([K-11]).
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
    /// The minimum and maximum points of life that a hit takes from the target.
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
    /// The odds of a shot at the body.
    pub forecast: Forecast,
}

/// Queries about the commanded unit, for games in which the player chooses cells ([K-4]). Each result is computed from
/// the given world. Lists are in reading order; only routes are in walking order. All lists are empty once the game is
/// over.
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
    /// Returns the action for a cell that the player chooses; `None` if the choice has no meaning. `Ruleset::check`
    /// tells whether the action is allowed.
    fn pointed(&self, world: &World, at: Point) -> Option<Action>;

    /// Returns the cells of the current level that may stand for an action besides going there, in reading order: those
    /// of own units, and those in reach of the weapon that have a body or slime. Not all of these actions are allowed.
    fn choices(&self, world: &World) -> Vec<Point>;

    /// Returns the cells that the unit can reach with one move, including its own cell, in reading order ([K-2]). Empty
    /// for a unit without action points ([K-10]), and once the game is over.
    ///
    /// [K-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-2
    /// [K-10]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-10
    fn range(&self, world: &World) -> Vec<Point>;

    /// Returns the cells that the unit's weapon could hit, with or without a target: all cells in reach with a clear
    /// line, in reading order ([K-11]). Ignores action points and ammo. Empty once the game is over.
    ///
    /// [K-11]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-11
    fn fire(&self, world: &World) -> Vec<Point>;

    /// Returns the monsters that the unit can shoot at now with its action points and ammo, in reading order of their
    /// cells ([K-11]). Empty once the game is over.
    ///
    /// [K-11]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-11
    fn targets(&self, world: &World) -> Vec<ShotTarget>;

    /// Returns the odds of a shot at a cell; `None` unless the unit can now shoot at a monster or at slime there. A
    /// single hit removes slime ([K-12]).
    ///
    /// [K-12]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-12
    fn forecast(&self, world: &World, at: Point) -> Option<Forecast>;

    /// Returns the action to suggest when the unit has no actions left this turn: commanding another unit, or ending
    /// the turn ([K-10]).
    ///
    /// [K-10]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-10
    fn when_spent(&self, world: &World) -> Action;

    /// Returns the action that ends the turn ([K-10]).
    ///
    /// [K-10]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-10
    fn end_of_turn(&self) -> Action;

    /// Returns the cells that the unit would step onto to reach a cell in its range, including this cell, in walking
    /// order ([K-6]). Empty for a cell out of range.
    ///
    /// [K-6]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-6
    fn route(&self, world: &World, to: Point) -> Vec<Point>;
}

/// The part of a game's rules that is shown to players: keys, numbers, goals and previews. Screens, travel commands and
/// bots use these methods; rules do not. A face is based on another one, like the rules themselves.
///
/// ```
/// use dungeon::game::World;
/// use dungeon::rules::{Explore, Reading, RulesetFace};
///
/// /// The face of explore, with the number of turns.
/// struct Counting;
///
/// impl RulesetFace for Counting {
///     fn base_face(&self) -> &dyn RulesetFace {
///         &Explore
///     }
///
///     fn readings(&self, world: &World) -> Vec<Reading> {
///         let mut readings = self.base_face().readings(world);
///         readings.push(Reading::points("Turn", world.turn().into()));
///         readings
///     }
/// }
///
/// assert!(Counting.goal()[0].starts_with("Take every item to win."));
/// ```
pub trait RulesetFace: Send + Sync {
    /// Returns the face that this face changes. All methods that the face does not write are its. Must not return the
    /// face itself.
    fn base_face(&self) -> &dyn RulesetFace;

    /// Returns the keys for the game's actions, in the order of the help.
    fn bindings(&self) -> &'static [Binding] {
        self.base_face().bindings()
    }

    /// Returns the numbers that the panel shows, in order.
    fn readings(&self, world: &World) -> Vec<Reading> {
        self.base_face().readings(world)
    }

    /// Returns the numbers to show at the end of a game, in order ([K-14]); empty in most games.
    ///
    /// [K-14]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-14
    fn statistics(&self, world: &World) -> Vec<Reading> {
        self.base_face().statistics(world)
    }

    /// Returns the goal for the help, as a list of whole sentences. The first sentence tells how to win; the goals of a
    /// file replace this sentence. The other sentences tell how to lose, and give hints.
    fn goal(&self) -> Vec<String> {
        self.base_face().goal()
    }

    /// Whether an event is a frame of an animation. Screens show this frame before they apply the next event ([X-9]).
    ///
    /// [X-9]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-9
    fn is_shown(&self, event: &Event) -> bool {
        self.base_face().is_shown(event)
    }

    /// Returns the queries for games in which the player chooses cells ([K-4]); `None` for all other games.
    ///
    /// [K-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-4
    fn pointing(&self) -> Option<&dyn Pointing> {
        self.base_face().pointing()
    }

    /// Returns the points of life that an action costs the commanded body, if the price is known in advance; 0 for most
    /// actions.
    fn price_in_life(&self, world: &World, action: Action) -> i32 {
        self.base_face().price_in_life(world, action)
    }

    /// Returns the cells that the bolt of an action would pass, in the order of its flight. Each cell comes with the
    /// points of life that the bolt takes from a body there. Empty for an action without a bolt.
    fn flight(&self, world: &World, action: Action) -> Vec<(Point, i32)> {
        self.base_face().flight(world, action)
    }

    /// Whether an action has to be done on a tile like this one: descending, for example, has to be done on stairs that
    /// lead down. If the player presses the action's key anywhere else, the hero travels to the nearest suitable tile
    /// ([E-15]).
    ///
    /// [E-15]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-15
    fn is_done_on(&self, action: Action, tile: &Tile) -> bool {
        self.base_face().is_done_on(action, tile)
    }

    /// Whether automatic travel may cross a cell of the hero's level whose terrain moves bodies ([E-15]).
    ///
    /// [E-15]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-15
    fn can_cross(&self, world: &World, p: Point) -> bool {
        self.base_face().can_cross(world, p)
    }

    /// Returns the number of turns left on the countdown of the rules, including the current turn; `None` for rules
    /// without a countdown.
    fn turns_left(&self, world: &World) -> Option<u32> {
        self.base_face().turns_left(world)
    }

    /// Returns what the next pay period brings ([S-2], [S-3]); `None` for rules without periods.
    ///
    /// [S-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#s-2
    /// [S-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#s-3
    fn next_period(&self, world: &World) -> Option<PeriodForecast> {
        self.base_face().next_period(world)
    }
}
