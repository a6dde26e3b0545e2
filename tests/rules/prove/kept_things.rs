//! Verdicts on corridors with guards and inventory items, compared with an independent search that walks, fights,
//! drinks and wields by its own rules.
use std::collections::HashSet;
use std::fmt::Write;

use dungeon_players::{Budget, Verdict, prove};

use super::oracle::{Clock, Truth, judge};
use super::{levels_tried, read};
use crate::scenario::dice::Dice;
use crate::support::begun;

/// The content of a corridor's cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Thing {
    Nothing,
    Gold,
    /// Food, which is eaten at once.
    Food,
    Potion,
    /// A blade, by its index.
    Blade(usize),
}

/// A guard that never moves and attacks an adjacent hero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Guard {
    at: i32,
    life: i32,
    strength: i32,
}

/// The constant facts of a corridor.
struct Corridor {
    food: i32,
    potion: i32,
    blades: [i32; 2],
    /// Whether a blow with the second blade also hits the guard behind.
    is_spear: bool,
    /// Whether the two blades are worn in two slots, so that neither takes off the other.
    has_slots: bool,
    strength: i32,
    most: i32,
    turns: u32,
    /// Whether potions are kept, instead of drunk at once.
    keeps: bool,
    /// The number of turns after which a potion is full again; 0 if it is used up.
    recharge: u32,
    start: Duel,
}

/// The state of a corridor.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Duel {
    turn: u32,
    at: i32,
    life: i32,
    cells: Vec<Thing>,
    guards: Vec<Guard>,
    potions: u32,
    /// The turns in which empty potions are full again.
    empty: Vec<u32>,
    carried: [bool; 2],
    worn: [bool; 2],
}

/// An action of the hero in a corridor.
#[derive(Clone, Copy, Debug)]
enum Deed {
    Wait,
    Step(i32),
    Drink,
    Wear(usize),
}

impl Corridor {
    fn new(nth: u64) -> Corridor {
        let dice = &mut Dice::new(nth);
        let length = 5 + dice.below(4);
        let mut cells = vec![Thing::Nothing; length];
        cells[length - 1] = Thing::Gold;
        let things = [
            Thing::Potion,
            Thing::Blade(0),
            Thing::Food,
            Thing::Blade(1),
            Thing::Potion,
        ];
        for thing in things {
            let at = 1 + dice.below(length - 2);
            if dice.below(3) > 0 && cells[at] == Thing::Nothing {
                cells[at] = thing;
            }
        }
        let most = 8 + dice.below(6) as i32;
        let guard = |dice: &mut Dice, at: usize| Guard {
            at: at as i32,
            life: 2 + dice.below(11) as i32,
            strength: 2 + dice.below(5) as i32,
        };
        let mut guards = vec![guard(dice, length - 2)];
        if dice.below(2) == 0 {
            guards.push(guard(dice, length - 1));
        }
        Corridor {
            food: 1 + dice.below(8) as i32,
            potion: 3 + dice.below(8) as i32,
            blades: [1 + dice.below(2) as i32, 3 + dice.below(3) as i32],
            is_spear: nth.is_multiple_of(3),
            has_slots: nth.is_multiple_of(4),
            strength: 1 + dice.below(3) as i32,
            most,
            turns: (length + 2 + dice.below(8)) as u32,
            keeps: true,
            recharge: 0,
            start: Duel {
                turn: 0,
                at: 0,
                life: most,
                cells,
                guards,
                potions: 0,
                empty: Vec::new(),
                carried: [false; 2],
                worn: [false; 2],
            },
        }
    }

    /// Returns a short corridor with a strong guard and a potion that refills, which most heroes must drink several times.
    fn with_charm(nth: u64) -> Corridor {
        let part = |by: u64, of: u64| (nth / by % of) as i32;
        let mut corridor = Corridor::new(nth);
        let start = &mut corridor.start;
        start.cells = vec![
            Thing::Nothing,
            Thing::Potion,
            Thing::Nothing,
            Thing::Nothing,
            Thing::Gold,
        ];
        start.guards = vec![Guard {
            at: 3,
            life: 12 + 2 * part(1, 6),
            strength: 2,
        }];
        start.life = 10;
        Corridor {
            potion: 4 + part(6, 4),
            recharge: 1 + part(24, 5) as u32,
            strength: 2,
            most: 10,
            turns: 22,
            ..corridor
        }
    }

    /// Returns the corridor as a file.
    fn text(&self) -> String {
        let Corridor {
            food,
            potion,
            blades,
            is_spear,
            has_slots,
            strength,
            most,
            turns,
            recharge,
            start,
            ..
        } = self;
        let charm = match recharge {
            0 => String::new(),
            turns => format!(" recharge={turns}"),
        };
        let shape = if *is_spear { " attack=line" } else { "" };
        let slot = if *has_slots { " slot=back" } else { "" };
        let mut text = format!(
            "hero health={} strength={strength} manna=0 max={most} max-manna=0\nlose turns={turns}\n\
             item f \"food\" health={food}\nitem ! \"potion\" health={potion} keep=yes{charm}\n\
             item ) \"knife\" wear=strength:{}\nitem / \"axe\" wear=strength:{}{shape}{slot}\n",
            start.life, blades[0], blades[1]
        );
        for (glyph, guard) in ['G', 'H'].into_iter().zip(&start.guards) {
            let Guard { life, strength, .. } = guard;
            writeln!(
                text,
                "kind {glyph} \"guard {glyph}\" health={life} strength={strength} sense=always hunt=stand roam=stand"
            )
            .expect("memory");
        }
        let wall = "#".repeat(start.cells.len() + 2);
        let row: String = (0..)
            .zip(&start.cells)
            .map(|(x, thing)| glyph(x, *thing))
            .collect();
        write!(text, "map\n{wall}\n#{row}#\n{wall}\nend\n").expect("memory");
        for (glyph, guard) in ['G', 'H'].into_iter().zip(&start.guards) {
            writeln!(text, "{glyph} {} 2", guard.at + 2).expect("memory");
        }
        text
    }

    /// Returns the state after an action; `None` if the action is refused or ends the game without a win, and `Err` for
    /// a win.
    fn after(&self, duel: &Duel, deed: Deed) -> Result<Option<Duel>, ()> {
        let mut next = duel.clone();
        let heal = |life: i32, by: i32| life + by.min((self.most - life).max(0));
        match deed {
            Deed::Wait => {}
            Deed::Drink if duel.potions as usize == duel.empty.len() => return Ok(None),
            Deed::Drink => {
                match self.recharge {
                    0 => next.potions -= 1,
                    turns => next.empty.push(duel.turn + 1 + turns),
                }
                next.life = heal(next.life, self.potion);
            }
            Deed::Wear(nth) if !duel.carried[nth] || duel.worn[nth] => return Ok(None),
            Deed::Wear(nth) => {
                next.worn[1 - nth] &= self.has_slots;
                next.worn[nth] = true;
            }
            Deed::Step(by) => {
                let to = duel.at + by;
                if let Some(cell) = next.cells.get_mut(to as usize).filter(|_| to >= 0) {
                    match std::mem::replace(cell, Thing::Nothing) {
                        Thing::Nothing | Thing::Gold => {}
                        Thing::Food => next.life = heal(next.life, self.food),
                        Thing::Potion if self.keeps => next.potions += 1,
                        Thing::Potion => next.life = heal(next.life, self.potion),
                        Thing::Blade(nth) => next.carried[nth] = true,
                    }
                    let worn = [0, 1].map(|nth| i32::from(duel.worn[nth]) * self.blades[nth]);
                    let blow = self.strength + worn.iter().sum::<i32>();
                    let is_line = self.is_spear && duel.worn[1];
                    let is_struck = |at: i32| at == to || is_line && at == to + by;
                    if next.guards.iter().all(|guard| guard.at != to) {
                        next.at = to;
                    } else {
                        let struck = next.guards.iter_mut().filter(|guard| is_struck(guard.at));
                        struck.for_each(|guard| guard.life -= blow);
                    }
                }
            }
        }
        next.guards.retain(|guard| guard.life > 0);
        next.turn += 1;
        if next.turn.is_multiple_of(3) {
            next.life = heal(next.life, 1);
        }
        if next.cells.iter().all(|thing| *thing == Thing::Nothing) {
            // A living hero who has taken everything wins before the guards attack.
            return if next.life > 0 { Err(()) } else { Ok(None) };
        }
        let beside = next
            .guards
            .iter()
            .filter(|guard| (guard.at - next.at).abs() == 1);
        next.life -= beside.map(|guard| guard.strength).sum::<i32>();
        next.empty.retain(|full| *full > next.turn);
        let is_over = next.life <= 0 || next.turn >= self.turns;
        Ok((!is_over).then_some(next))
    }

    /// Whether some line of play wins.
    fn is_won_somehow(&self) -> bool {
        let deeds = [
            Deed::Wait,
            Deed::Step(-1),
            Deed::Step(1),
            Deed::Drink,
            Deed::Wear(0),
            Deed::Wear(1),
        ];
        let mut seen = HashSet::from([self.start.clone()]);
        let mut open = vec![self.start.clone()];
        while let Some(duel) = open.pop() {
            for deed in deeds {
                match self.after(&duel, deed) {
                    Err(()) => return true,
                    Ok(Some(next)) if seen.insert(next.clone()) => open.push(next),
                    Ok(_) => {}
                }
            }
        }
        false
    }
}

fn glyph(x: usize, thing: Thing) -> char {
    match thing {
        _ if x == 0 => '@',
        Thing::Nothing => '.',
        Thing::Gold => '$',
        Thing::Food => 'f',
        Thing::Potion => '!',
        Thing::Blade(0) => ')',
        Thing::Blade(_) => '/',
    }
}

/// The steps of the prover, few because an unwinnable corridor takes all of them.
const STEPS: u64 = 5_000;

#[test]
fn corridors_with_kept_things_are_won_exactly_where_a_search_of_their_own_says_so() {
    let (mut counts, mut undecided) = ([0_u64; 2], [0; 2]);
    let mut needs_pack = 0;
    for nth in levels_tried(200) {
        let corridor = Corridor::new(nth);
        let text = corridor.text();
        let dungeon = read(&text).unwrap_or_else(|| panic!("refused:\n{text}"));
        let is_won = corridor.is_won_somehow();
        counts[usize::from(is_won)] += 1;
        match prove(&dungeon, 0, &Budget::of_steps(STEPS)).verdict {
            Verdict::Winnable(_) => {
                assert!(is_won, "winnable:\n{text}");
                let at_once = Corridor {
                    keeps: false,
                    ..corridor
                };
                needs_pack += usize::from(!at_once.is_won_somehow());
            }
            // If no win is found, the prover treats a hero of explore as one whose health never ends.
            Verdict::Unknown(_) => undecided[usize::from(is_won)] += 1,
            Verdict::Unwinnable(_) => assert!(!is_won, "unwinnable:\n{text}"),
            verdict => panic!("{verdict:?}:\n{text}"),
        }
    }
    println!("{counts:?}, {undecided:?} undecided, {needs_pack} only with potions that are kept");
    assert!(
        counts.iter().all(|count| *count > crate::cases::share(40)),
        "{counts:?}"
    );
    assert!(undecided[1] * 20 < counts[1], "{undecided:?} of {counts:?}");
    assert!(needs_pack > 3 || !crate::cases::is_long(), "{needs_pack}");
}

#[test]
fn corridors_with_a_charm_are_won_exactly_where_a_search_of_their_own_says_so() {
    let (mut counts, mut found, mut needs_charm) = ([0_u64; 2], 0, 0);
    for nth in levels_tried(60) {
        let corridor = Corridor::with_charm(7 * nth);
        let text = corridor.text();
        let dungeon = read(&text).unwrap_or_else(|| panic!("refused:\n{text}"));
        let is_won = corridor.is_won_somehow();
        counts[usize::from(is_won)] += 1;
        match prove(&dungeon, 0, &Budget::of_steps(4 * STEPS)).verdict {
            Verdict::Winnable(_) => {
                assert!(is_won, "winnable:\n{text}");
                found += 1;
                let used_up = Corridor {
                    recharge: 0,
                    ..corridor
                };
                needs_charm += u64::from(!used_up.is_won_somehow());
            }
            Verdict::Unknown(_) => {}
            Verdict::Unwinnable(_) => assert!(!is_won, "unwinnable:\n{text}"),
            verdict => panic!("{verdict:?}:\n{text}"),
        }
    }
    println!("{counts:?}, {found} wins found, {needs_charm} only with a charm");
    assert!(counts.iter().all(|count| *count > 0), "{counts:?}");
    assert!(found * 2 > counts[1], "{found} of {counts:?}");
    assert!(needs_charm > 0, "{found} of {counts:?}");
}

/// A guard that only a hero who drinks during the fight beats: at full health the potion has no effect before the
/// fight.
const VIGIL: &str = "hero health=14 max=14 strength=5 manna=0 max-manna=0
lose turns=13
item ! \"potion\" health=12 keep=yes
kind O \"ogre\" health=15 strength=5 sense=always hunt=stand roam=stand

map
############
#@!.....O$##
############
end
";

#[test]
fn a_fight_that_only_a_potion_kept_for_it_wins_is_proved() {
    let kept = read(VIGIL).expect("sound");
    let verdict = prove(&kept, 0, &Budget::of_steps(200_000)).verdict;
    assert!(matches!(verdict, Verdict::Winnable(_)), "{verdict:?}");
    let at_once = read(&VIGIL.replace(" keep=yes", "")).expect("sound");
    let truth = judge(&begun(at_once.clone(), 0), Clock::Everything, 100_000);
    assert_eq!(truth, Truth::NoneWins, "the hero is healthy when taking it");
    let verdict = prove(&at_once, 0, &Budget::of_steps(200_000)).verdict;
    assert!(!matches!(verdict, Verdict::Winnable(_)), "{verdict:?}");
}
