//! Films as SVG pictures: the rules of the style sheet show each frame at its time.
use std::collections::BTreeMap;

use dungeon::Session;
use dungeon::frames::AnimatedSvg;

/// Returns the interval of the film in percent in which a class of rows is visible, and whether it is visible at rest.
fn times(style: &str) -> BTreeMap<&str, (f64, f64, bool)> {
    let classes = style.lines().filter_map(|line| line.strip_prefix(".t"));
    let read = classes.map(|line| {
        let (class, rest) = line.split_once('{').expect("a class");
        let (rest, frames) = rest.split_once("@keyframes").expect("key frames");
        let (mut from, mut until) = (0.0, 100.0);
        for (frame, is_seen) in [
            ("{visibility:visible}", true),
            ("{visibility:hidden}", false),
        ] {
            for (before, _) in frames.match_indices(frame) {
                let share = frames[..before].rsplit(['{', '}']).next().expect("a share");
                let share: f64 = share.trim_end_matches('%').parse().expect("a number");
                match is_seen {
                    true => from = share,
                    false if share > 0.0 => until = share,
                    false => {}
                }
            }
        }
        (class, (from, until, rest.starts_with("visibility:visible")))
    });
    read.collect()
}

/// Returns the lines of a picture whose class satisfies `is_seen`, in any order.
fn seen(picture: &str, is_seen: impl Fn(&str) -> bool) -> Vec<&str> {
    let body = picture
        .lines()
        .skip_while(|line| !line.starts_with("<g font-family"))
        .skip(1);
    let is_sheet = |line: &&str| line.starts_with(['.', '@']) || line.ends_with("style>");
    let mut is_shown = true;
    let mut lines = Vec::new();
    for line in body.filter(|line| !is_sheet(line)) {
        match line.strip_prefix("<g class=\"t") {
            Some(class) => is_shown = is_seen(class.trim_end_matches("\">")),
            None if line == "</g>" => is_shown = true,
            None if is_shown && line != "</svg>" => lines.push(line),
            None => {}
        }
    }
    lines.sort_unstable();
    lines
}

#[test]
fn each_frame_of_a_film_is_seen_in_its_time_and_the_last_one_at_rest() {
    let mut game = Session::open("fixtures/scenes/hall.dng")
        .expect("a fixture")
        .with_size(60, 20);
    let shots = game
        .film("llj.xl?<Esc><resize 40x16>hh")
        .expect("a script")
        .shots;
    let mut film = AnimatedSvg::default();
    shots
        .iter()
        .for_each(|shot| film.show(&shot.frame, shot.stands));
    let picture = film.to_svg();
    let (_, style) = picture.split_once("<style>\n").expect("a style sheet");
    let classes = times(style.split_once("</style>").expect("its end").0);
    let whole: f64 = shots
        .iter()
        .map(|shot| shot.stands.as_secs_f64())
        .sum::<f64>()
        + 2.0;
    let mut begun = 0.0;
    for shot in &shots {
        let stands = shot.stands.as_secs_f64();
        let now = (begun + stands / 2.0) / whole * 100.0;
        begun += stands;
        let seen_now = seen(&picture, |class| {
            let (from, until, _) = classes[class];
            from <= now && now < until
        });
        assert_eq!(seen_now, seen(&shot.frame.to_svg(), |_| true), "at {now} %");
    }
    assert!(shots.len() > 10 && classes.len() > 10, "{}", shots.len());
    let last = shots.last().expect("a frame").frame.to_svg();
    assert_eq!(
        seen(&picture, |class| classes[class].2),
        seen(&last, |_| true)
    );
}

#[test]
fn a_film_of_one_frame_is_a_picture_that_stands_still() {
    let game = Session::open("fixtures/scenes/hall.dng").expect("a fixture");
    let mut film = AnimatedSvg::default();
    film.show(&game.frame(), std::time::Duration::from_secs(1));
    assert_eq!(
        seen(&film.to_svg(), |_| true),
        seen(&game.frame().to_svg(), |_| true)
    );
    assert!(!film.to_svg().contains("<style>"));
}
