//! Films as pages: the data for the page's script contains each frame, row by row.
use std::time::Duration;

use dungeon::Session;
use dungeon::frames::FilmPage;
use serde_json::Value;

/// Returns the film inside a page.
fn film(page: &str) -> Value {
    let (_, film) = page
        .split_once("<script type=\"application/json\" id=\"film\">")
        .expect("a film");
    let (film, _) = film.split_once("</script>").expect("its end");
    serde_json::from_str(film).expect("JSON")
}

/// Returns the rows visible at a frame, as the page's script finds them.
fn seen(film: &Value, frame: u64) -> String {
    let rows = film["rows"].as_array().expect("rows");
    let piece = |row: &Value| {
        let changes = row.as_array().expect("changes").iter();
        let is_before = |change: &&Value| change[0].as_u64() <= Some(frame);
        let piece = &changes.take_while(is_before).last().expect("a piece")[1];
        let piece = usize::try_from(piece.as_u64().expect("a number")).expect("a small one");
        film["pieces"][piece].as_str().expect("a row").to_owned()
    };
    rows.iter().map(piece).collect()
}

/// Returns the lines of a picture between its beginning and its end, sorted.
fn lines(picture: &str) -> Vec<&str> {
    let rows = picture
        .lines()
        .skip_while(|line| !line.starts_with("<g font-family"));
    let mut rows: Vec<&str> = rows
        .skip(1)
        .filter(|line| !line.starts_with("</"))
        .collect();
    // The cursor's shade comes before all rows in a picture, and before its own row in a page.
    rows.sort_unstable();
    rows
}

#[test]
fn each_frame_of_a_page_is_the_frame() {
    let mut game = Session::open("fixtures/scenes/hall.dng")
        .expect("a fixture")
        .with_size(60, 20);
    let script = "llj.xl?<Esc><resize 40x16>hh<resize 70x24>l";
    let shots = game.film(script).expect("a script").shots;
    let mut page = FilmPage::default();
    shots
        .iter()
        .for_each(|shot| page.show(&shot.frame, shot.stands));
    let html = page.to_html("Hall");
    let film = film(&html);
    for (number, shot) in (0..).zip(&shots) {
        let rows = seen(&film, number);
        let mut rows: Vec<&str> = rows.lines().collect();
        rows.sort_unstable();
        assert_eq!(rows, lines(&shot.frame.to_svg()), "frame {number}");
    }
    let stands = film["stands"].as_array().expect("times").iter();
    let stands: Vec<u64> = stands.flat_map(Value::as_u64).collect();
    let expected = shots.iter().map(|shot| shot.stands.as_millis() as u64);
    assert_eq!(stands, expected.collect::<Vec<_>>());
    assert!(shots.len() > 10, "{}", shots.len());
    let (_, rest) = html.split_once("<svg").expect("a picture");
    let (picture, _) = rest.split_once("</svg>").expect("its end");
    let last = shots.last().expect("a frame").frame.to_svg();
    assert_eq!(lines(picture), lines(&last), "without a script");
}

#[test]
fn no_text_of_a_game_ends_or_begins_anything_in_a_page() {
    let text = "</script><img src=x>&{title}";
    let file = format!("title \"{text}\"\nrules explore\nmap\n{}\n", hall());
    let game = Session::from_text(&file)
        .expect("a dungeon")
        .with_size(60, 20);
    let mut page = FilmPage::default();
    page.show(&game.frame(), Duration::from_millis(100));
    let html = page.to_html(text);
    assert_eq!(html.matches("<img").count(), 0);
    assert_eq!(html.matches("</script>").count(), 2);
    let title = "<title>&lt;/script&gt;&lt;img src=x&gt;&amp;{title}</title>";
    assert!(html.contains(title), "{html}");
    let row = seen(&film(&html), 0);
    assert!(row.contains("&lt;/script&gt;"), "{row}");
}

/// A hall as wide as the long name of its level.
fn hall() -> String {
    let wall = "#".repeat(40);
    let floor = ".".repeat(36);
    format!("{wall}\n#@{floor}$#\n{wall}\nend")
}
