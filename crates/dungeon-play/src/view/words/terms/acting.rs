//! Terrain that acts, in words: whom it harms and how much, and how one comes onto it.
use dungeon_model::dungeon::ActingTerrain;
use dungeon_model::dungeon::grammar::bearing::direction;
use dungeon_model::dungeon::grammar::lists::enumeration;
use dungeon_model::dungeon::grammar::nouns::{be, verb};
use dungeon_model::space::geometry::Directions;

/// A property of terrain that acts.
pub struct ActingFact {
    /// The name of the property in a list.
    pub what: &'static str,
    /// Its value; `None` for a property without one.
    pub value: Option<String>,
    /// Its effect as a clause: "harms everybody for 3 a turn"; `None` where the clause of another property tells it.
    clause: Option<String>,
}

/// Returns the properties of terrain with this name. Destructures `acting`, so that a new field needs a fact here to
/// compile.
pub fn acting_facts(name: &str, acting: ActingTerrain) -> Vec<ActingFact> {
    let ActingTerrain {
        harm,
        spares_monsters,
        is_slow,
        enter,
    } = acting;
    let fact = |what, value, clause| ActingFact {
        what,
        value,
        clause,
    };
    let whom = if spares_monsters {
        "you alone"
    } else {
        "everybody"
    };
    let harms = (harm > 0).then(|| format!("{} {whom} for {harm} a turn", verb(name, "harm")));
    let mut facts = vec![fact("harm", Some(harm.to_string()), harms)];
    if spares_monsters {
        facts.push(fact("harmless to monsters", None, None));
    }
    if is_slow {
        let holds = format!("{} up whoever steps there", verb(name, "hold"));
        facts.push(fact("slow", None, Some(holds)));
    }
    if enter != Directions::ALL {
        let ways: Vec<String> = enter.iter().map(|way| direction(way).to_owned()).collect();
        let is_entered = format!("{} entered by steps {} only", be(name), enumeration(&ways));
        facts.push(fact(
            "entered by steps",
            Some(ways.join(", ")),
            Some(is_entered),
        ));
    }
    facts
}

/// What terrain of this name does, as half a sentence about it: "which harms everybody for 3 a turn".
pub fn effects(name: &str, acting: ActingTerrain) -> String {
    let facts = acting_facts(name, acting).into_iter();
    let clauses: Vec<String> = facts.filter_map(|fact| fact.clause).collect();
    format!("which {}", enumeration(&clauses))
}
