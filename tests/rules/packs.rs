//! The inventory, one test per rule: items that the hero keeps, uses and wears (P-*).
use crate::scenario::{game, hero, named_story};
use dungeon::Session;
use dungeon_engine::action::{Action, Refusal};
use dungeon_engine::event::Outcome;
use dungeon_engine::game::Game;
use dungeon_model::dungeon::{ItemId, Stat};
use dungeon_model::space::geometry::at;
use dungeon_play::text::look::things;
use dungeon_players::Environment;
use insta::assert_snapshot;

const THINGS: &str = "hero health=20 strength=3 manna=0 max=24 max-manna=0
item ! \"potion\" health=6 keep=yes says=\"It glows.\"
item & \"tonic\" strength=1 wealth=5 keep=yes
item ) \"sword\" wear=strength:2
item / \"axe\" wear=strength:4
item k \"key\" opens=iron
";

/// A row of cells after these declarations, with the hero and gold in it.
fn hall(head: &str, row: &str) -> String {
    let wall = "#".repeat(row.len());
    format!("{head}{THINGS}map\n{wall}\n{row}\n{wall}\nend\n")
}

/// Returns the inventory as "a potion ×2, b sword", with a star for worn items.
fn pack(game: &Game) -> String {
    let world = game.world();
    let things = world.pack().things().iter().map(|thing| {
        let star = if world.pack().is_worn(thing.item) {
            "*"
        } else {
            ""
        };
        let name = &world.item(thing.item).name;
        format!("{} {name}{star} ×{}", thing.letter, thing.count)
    });
    things.collect::<Vec<_>>().join(", ")
}

#[test]
fn p1_what_is_kept_gives_nothing_when_it_is_taken_and_counts_as_taken() {
    let mut game = game(&hall("", "#@!&)k$#"), 0);
    assert_eq!(game.world().collectables(), 4);
    assert_snapshot!(named_story(&mut game, &["6", "6", "6", "6"]), @r"
    6: takes potion 3,2, hero to 3,2
    6: takes tonic 4,2, hero to 4,2
    6: takes sword 5,2, hero to 5,2, hero Health +1
    6: takes key 6,2, hero to 6,2
    ");
    assert_eq!(game.world().collectables(), 1);
    assert_eq!(pack(&game), "a potion ×1, b tonic ×1, c sword ×1", "no key");
    assert_eq!(game.world().held().len(), 1);
}

#[test]
fn p1_alike_things_share_a_letter_and_the_first_free_one_is_given() {
    let mut game = game(&hall("", "#@!!)&.../...$#"), 0);
    named_story(&mut game, &["6", "6", "6", "6"]);
    assert_eq!(pack(&game), "a potion ×2, b sword ×1, c tonic ×1");
    named_story(&mut game, &["potion"]);
    assert_eq!(pack(&game), "a potion ×1, b sword ×1, c tonic ×1");
    named_story(&mut game, &["potion", "6", "6", "6", "6"]);
    assert_eq!(pack(&game), "a axe ×1, b sword ×1, c tonic ×1");
}

#[test]
fn p1_what_a_cause_gives_goes_into_the_pack() {
    let text = hall("", "#@P.$#") + "mark P .\nwhen step=P give=!\n";
    let mut session = Session::from_text(text).expect("sound");
    session.press("l").expect("a script");
    assert_eq!(
        session.latest_messages(),
        ["You get the potion (a in your inventory). It glows."]
    );
    assert_eq!(pack(session.game()), "a potion ×1");
    assert_eq!(hero(session.game(), Stat::Health), 20);
}

#[test]
fn p2_what_is_used_gives_takes_the_turn_and_is_gone() {
    let mut game = game(&hall("", "#@&!.$#"), 0);
    assert_snapshot!(named_story(&mut game, &["6", "6", "tonic", "potion", "potion"]), @r"
    6: takes tonic 3,2, hero to 3,2
    6: takes potion 4,2, hero to 4,2
    tonic: uses tonic, hero Strength +1, hero Wealth +5, hero Health +1
    potion: uses potion, hero Health +3
    potion: You don't have that.
    ");
    assert_eq!(game.world().turn(), 4);
    assert_eq!(
        hero(&game, Stat::Health),
        24,
        "no more than the maximum (X-11)"
    );
}

#[test]
fn p3_what_is_worn_counts_while_it_is_worn_one_at_a_time() {
    let mut game = game(&hall("", "#@))/..$#"), 0);
    assert_snapshot!(
        named_story(&mut game, &["6", "6", "6", "sword", "sword", "axe", "sword"]),
        @r"
    6: takes sword 3,2, hero to 3,2
    6: takes sword 4,2, hero to 4,2
    6: takes axe 5,2, hero to 5,2, hero Health +1
    sword: wears sword, hero Strength +2
    sword: You wield or wear it already.
    axe: wears axe, hero Strength +2
    sword: wears sword, hero Strength -2, hero Health +1
    "
    );
    assert_eq!(game.world().turn(), 6, "a refusal takes no turn");
    assert_eq!(hero(&game, Stat::Strength), 5);
    assert_eq!(pack(&game), "a sword* ×2, b axe ×1");
}

#[test]
fn p3_an_item_takes_off_the_item_of_its_own_slot_only() {
    let head = "item [ \"helm\" wear=strength:1 slot=head\nitem ] \"hood\" wear=strength:3 slot=head\n\
                item \\ \"shield\" wear=strength:5 slot=\"left hand\"\n";
    let mut game = game(&hall(head, "#@)/[]\\..$#"), 0);
    assert_snapshot!(
        named_story(&mut game, &["6", "6", "6", "6", "6", "sword", "helm", "shield", "hood", "axe", "hood", "helm"]),
        @r"
    6: takes sword 3,2, hero to 3,2
    6: takes axe 4,2, hero to 4,2
    6: takes helm 5,2, hero to 5,2, hero Health +1
    6: takes hood 6,2, hero to 6,2
    6: takes shield 7,2, hero to 7,2
    sword: wears sword, hero Strength +2, hero Health +1
    helm: wears helm, hero Strength +1
    shield: wears shield, hero Strength +5
    hood: wears hood, hero Strength +2, hero Health +1
    axe: wears axe, hero Strength +2
    hood: You wield or wear it already.
    helm: wears helm, hero Strength -2
    "
    );
    assert_eq!(
        pack(&game),
        "a sword ×1, b axe* ×1, c helm* ×1, d hood ×1, e shield* ×1"
    );
    assert_eq!(hero(&game, Stat::Strength), 3 + 4 + 1 + 5);
}

#[test]
fn p3_what_is_worn_and_not_its_order_decides_the_state() {
    let head = "item [ \"helm\" wear=strength:1 slot=head\n";
    let after = |deeds: &[&str]| {
        let mut game = game(&hall(head, "#@)/[..$#"), 0);
        named_story(&mut game, &["6", "6", "6"]);
        named_story(&mut game, deeds);
        game
    };
    let [one, other] = [["sword", "helm"], ["helm", "sword"]].map(|deeds| after(&deeds));
    assert_eq!(one.state_hash(), other.state_hash());
    assert_eq!(one.world().checksum(), other.world().checksum());
    let less = after(&["sword", "5"]);
    assert_ne!(one.state_hash(), less.state_hash());
    let mut clone = less.clone();
    clone.clone_from(&one);
    assert_eq!(clone.world().pack(), one.world().pack());
}

#[test]
fn x2_nobody_uses_what_he_does_not_carry_in_any_game() {
    let games = [
        "map\n#####\n#@.$#\n#####\nend\n",
        "rules siege\nmap\n......\n..@.%.\n......\nend\n",
        "rules arena\nmap\n...\n@.%\n...\nend\n",
        "rules tactics\nmap\n#####\n#@.G#\n#####\nend\n",
    ];
    for text in games {
        let game = Session::from_text(text).unwrap_or_else(|report| panic!("{report}"));
        let refusal = game.game().check(Action::Use(ItemId(1)));
        let refusal = refusal.expect_err("nothing is kept");
        let is_plain = matches!(refusal, Refusal::NotCarried | Refusal::UnknownHere);
        assert!(is_plain, "{text}: {refusal}");
    }
}

#[test]
fn actions_observations_hashes_and_looks_know_the_pack() {
    let text = hall("", "#@!)&.$#");
    let (mut one, mut other) = (game(&text, 0), game(&text, 0));
    let names = |game: &Game| {
        let mut actions = Vec::new();
        game.legal_actions(&mut actions);
        actions.retain(|action| matches!(action, Action::Use(_)));
        actions
    };
    assert_eq!(names(&one), []);
    let looked = things(one.world(), at(2, 1)).join("; ");
    assert_eq!(looked, "potion, +6 health when used; floor");
    assert_eq!(
        things(one.world(), at(3, 1))[0],
        "sword, +2 strength when wielded"
    );
    for game in [&mut one, &mut other] {
        named_story(game, &["6", "6", "6"]);
    }
    assert_eq!(names(&one).len(), 3);
    assert_eq!(one.checksum(), other.checksum());
    named_story(&mut one, &["sword"]);
    named_story(&mut other, &["."]);
    assert_ne!(one.checksum(), other.checksum());
    assert_ne!(one.state_hash(), other.state_hash());
    assert_eq!(names(&one).len(), 2, "a worn item is not worn again");
    let mut games = Environment::new(one);
    let mut seen = vec![0; games.observation_space().vector().len()];
    games.observe_vector(&mut seen);
    let names = games.observation_space().vector().iter();
    let first = names
        .map(|number| number.name.as_str())
        .position(|name| name == "inventory: potion");
    assert_eq!(
        seen[first.expect("the first item for the inventory")..],
        [1, 0, 1, 0, 1, 1, 0, 0],
        "potion, tonic, sword, axe"
    );
}

#[test]
fn states_are_one_whatever_the_letters_say() {
    let text = hall("", "#!@)..$#");
    let taken = |keys: [&str; 4]| {
        let mut game = game(&text, 0);
        named_story(&mut game, &keys);
        game
    };
    let (one, other) = (taken(["4", "6", "6", "4"]), taken(["6", "4", "4", "6"]));
    assert_eq!(pack(&one), "a potion ×1, b sword ×1");
    assert_eq!(pack(&other), "a sword ×1, b potion ×1");
    assert_eq!(one.state_hash(), other.state_hash());
    assert_ne!(one.checksum(), other.checksum());
}

/// A win of the armoury, whose keys open the inventory five times.
const WON: &str = "lnjhibkunnuullnnianniannbbbbnlhybhhh";

#[test]
fn p2_the_armoury_goes_as_it_always_went() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/ok/kept-things.dng");
    let mut session = Session::open(path).expect("sound");
    session.press(WON).expect("these are keys");
    assert_eq!(
        (session.outcome(), session.turn()),
        (Some(Outcome::Won), 33)
    );
    assert_eq!(format!("{:016x}", session.checksum()), "5c407d23247bf7ea");
}
