//! Dark levels (X-12): the visible cells of a level, as a picture with `?` for the others.
use crate::scenario::press;
use dungeon::Session;
use dungeon_engine::world::World;
use dungeon_model::space::geometry::Point;
use dungeon_play::knowledge::fog::{PlayerSight, WorldTime};
use insta::assert_snapshot;

/// Returns the terrain glyphs in sight, the hero, and `?` for unseen cells.
fn seen(world: &World, sight: &PlayerSight) -> String {
    let (level, size) = (world.here(), world.size(world.here()));
    let glyph = |p: Point| match sight.sees(WorldTime::Rest, level, p) {
        false => '?',
        true if world.body(world.commanded()).at == p => '@',
        true => world.tile(level, p).glyph,
    };
    let row = |y: i32| {
        let cells = size.points().filter(|p| p.y == y);
        cells.map(glyph).collect::<String>() + "\n"
    };
    (0..size.height).map(row).collect()
}

fn hall(head: &str) -> String {
    format!(
        "rules explore fog=yes\n{head}\ntile & \"brazier\" walk=no see=yes glow=1\nitem l \"lamp\" glow=1\n\
         level \"a\" light=no\nmap\n################\n#@........&....#\n#......#.......#\n#...$.....l....#\n################\nend\n"
    )
}

#[test]
fn x12_in_the_dark_one_sees_what_is_near_and_what_is_shone_upon() {
    let session = Session::from_text(hall("")).expect("sound");
    let world = session.game().world();
    assert_snapshot!(seen(world, &PlayerSight::new(world)), @r"
    ####?????###????
    #@..?????.&.????
    #...????????????
    #...?????.??????
    ?????????###????
    ");
}

#[test]
fn x12_a_hero_with_a_better_light_sees_further() {
    let session = Session::from_text(hall("hero light=4")).expect("sound");
    let world = session.game().world();
    assert_snapshot!(seen(world, &PlayerSight::new(world)), @r"
    ######???###????
    #@....???.&.????
    #.....??????????
    #.....???.??????
    ######???###????
    ");
}

#[test]
fn x12_a_lamp_that_is_taken_shines_no_more() {
    // The hero sees only by the lamp.
    let text = hall("hero light=0")
        .replace("\"lamp\" glow=1", "\"lamp\" glow=4")
        .replace("l....#", ".....#")
        .replace("#@........&", "#@l.......&");
    let mut game = Session::from_text(text.as_str())
        .expect("sound")
        .game()
        .clone();
    let mut sight = PlayerSight::new(game.world());
    let before = seen(game.world(), &sight);
    press(&mut game, '6').expect("a step");
    press(&mut game, '4').expect("a step back");
    sight.look(game.world());
    let after = seen(game.world(), &sight);
    let count = |picture: &str| picture.matches('?').count();
    assert!(count(&after) > count(&before), "{before}{after}");
    assert_eq!(game.world().body(game.world().commanded()).at.x, 1);
}

#[test]
fn x12_what_shines_is_seen_without_a_light() {
    let text = hall("hero light=0");
    let session = Session::from_text(text.as_str()).expect("sound");
    let world = session.game().world();
    let lit = |world: &World| seen(world, &PlayerSight::new(world));
    assert_eq!(lit(world).matches('&').count(), 1, "its own light shows it");
}

/// A file may not begin with this many lamps (docs/format, "Limits"), but random choices may add them.
#[test]
fn x12_lamps_beyond_the_limit_shine_on_nothing() {
    let row = format!("#{}#\n", "m".repeat(98));
    let wall = format!("{}\n", "#".repeat(100));
    let map = format!("{wall}{}{wall}", row.repeat(98)).replacen('m', "@", 1);
    let map = map.replacen('m', "$", 1);
    let text = format!(
        "rules explore fog=yes\nhero light=0\ntile , \"moss\" glow=20\nlevel light=no\nmap\n{map}end\nmark m , 90%\n"
    );
    let session = Session::from_text(text.as_str()).expect("sound");
    let world = session.game().world();
    let sight = PlayerSight::new(world);
    let is_seen = |p: Point| sight.sees(WorldTime::Rest, world.here(), p);
    let all = || world.size(world.here()).points();
    let shining = all().filter(|p| world.tile(world.here(), *p).glyph == ',');
    assert!(shining.count() > 8_000);
    assert!(
        all().filter(|p| p.y < 40).all(is_seen),
        "the first lamps shine"
    );
    assert!(
        !all().filter(|p| p.y > 90).any(is_seen),
        "the last ones do not"
    );
}

#[test]
fn x12_the_help_of_a_dark_level_says_so() {
    let mut session = Session::from_text(hall("")).expect("sound");
    session.press("?").expect("a key");
    let shown = session.frame().plain();
    assert!(shown.contains("that are near or lit"), "{shown}");
}
