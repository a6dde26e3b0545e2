//! The inventory: opened by a key, used by letters and clicks, recorded as keys.
use dungeon::recordings::Recorder;
use dungeon::session::{Script, Show, StateLine};
use dungeon::{Key, Session};
use dungeon_engine::action::Action;
use dungeon_format::source::Source;
use dungeon_model::dungeon::ItemId;
use dungeon_model::space::geometry::at;
use dungeon_play::input::keymap::Command;
use dungeon_play::input::keys_file::KeysFile;
use dungeon_play::narration::{LineInterface, Narrator};
use dungeon_play::replay::playback::Playback;

/// A hall with items for the inventory, all of them on the way east.
const HALL: &str = "hero health=5 strength=3
item ! \"potion\" health=7 keep=yes
item ) \"sword\" wear=strength:2
item k \"key\" opens=iron
map
##########
#@!!)k..$#
##########
end
";

fn hall() -> Session {
    Session::from_text(HALL).expect("sound")
}

fn pressed(keys: &str) -> Session {
    let mut session = hall();
    session.press(keys).expect("a script");
    session
}

/// Returns the nonblank lines of the page.
fn page(session: &Session) -> Vec<String> {
    let lines = session.frame().lines().collect::<Vec<_>>().into_iter();
    lines.filter(|line| !line.is_empty()).collect()
}

#[test]
fn a_full_pack_is_a_menu() {
    insta::assert_snapshot!(page(&pressed("llll i")).join("\n"), @r"
    Inventory
    a  potion ×2: +7 health
    b  sword: +2 strength
    Press an item's letter to use, wield or wear it; this takes a turn.
    Health 6, manna 16, wealth 0. You carry the key. 1 item left to take.
    Esc: back
    ");
}

#[test]
fn a_click_on_a_line_uses_the_thing_that_stands_there() {
    let mut session = pressed("llll i");
    let row = session
        .frame()
        .lines()
        .position(|line| line.contains("sword"));
    let row = row.expect("it is kept") as i32;
    session.press_key(Key::Click(at(20, row)));
    assert_eq!(
        session.latest_messages(),
        ["You wield the sword (+2 strength)."]
    );
}

#[test]
fn a_long_pack_has_pages_and_a_letter_works_on_each() {
    let glyphs = "ABCDEFGIJKLMNOPQRSTU";
    let items: String = glyphs
        .chars()
        .map(|glyph| {
            format!(
                "item {glyph} \"thing {glyph}\" health=1{} keep=yes\n",
                glyph as u32
            )
        })
        .collect();
    let wall = "#".repeat(glyphs.len() + 4);
    let text = format!("{items}map\n{wall}\n#@{glyphs}$#\n{wall}\nend\n");
    let mut session = Session::from_text(text).expect("sound").with_size(40, 10);
    session.press(&"l".repeat(glyphs.len())).expect("a script");
    session.press("i<Space><Space>").expect("a script");
    let row = session
        .frame()
        .lines()
        .position(|line| line.starts_with("t "));
    let row = row.expect("the last thing is on this page") as i32;
    let mut clicked = session.clone();
    clicked.press_key(Key::Click(at(2, row)));
    session.press("t").expect("a script");
    let said = ["You drink the thing U (+185 health)."];
    assert_eq!(
        (session.latest_messages(), clicked.latest_messages()),
        (&said.map(String::from)[..], &said.map(String::from)[..])
    );
}

#[test]
fn the_session_spells_the_use_of_a_thing_and_a_recording_holds_it() {
    let source = Source::from_text("hall.dng", HALL);
    let mut recorder = Recorder::new(hall(), &source);
    let Script(keys) = "llll".parse().expect("keys");
    keys.into_iter().for_each(|key| recorder.press(key));
    let potion = recorder.session.game().world().pack().things()[0].item;
    let keys = recorder
        .session
        .keys_for(Action::Use(potion))
        .expect("it is kept");
    assert_eq!(Script(keys.clone()).to_string(), "ia");
    keys.into_iter().for_each(|key| recorder.press(key));
    assert_eq!(recorder.session.keys_for(Action::Use(ItemId(1))), None);
    let recording = recorder.recording();
    let mut again = recording.session().expect("a sound dungeon");
    let mut playback = Playback::begin(recording, &again).expect("the same opening");
    playback.finish(&mut again).expect("the same game");
    assert_eq!(again.checksum(), recorder.session.checksum());
}

#[test]
fn letters_of_the_pack_stay_whatever_keys_a_player_has() {
    let keys = KeysFile::read(&Source::from_text(
        "keys.toml",
        "pack = \"a\"\nnorth = \"i b\"\n",
    ));
    let mut session = hall().keymap(&keys.expect("sound"));
    session.press("llll ab").expect("a script");
    assert_eq!(
        session.latest_messages(),
        ["You wield the sword (+2 strength)."]
    );
    let asked = session.keys_for(Action::Use(session.game().world().pack().things()[0].item));
    assert_eq!(
        asked.map(|keys| Script(keys).to_string()).as_deref(),
        Some("ia"),
        "the plain keys"
    );
    assert_eq!(session.command(Key::Char('a')), Some(Command::Pack));
}

#[test]
fn the_line_of_json_and_the_help_know_the_pack() {
    let state = serde_json::to_value(StateLine::new(&pressed("llll ib"))).expect("JSON");
    assert_eq!(
        state["pack"].to_string(),
        r#"[{"count":2,"letter":"a","name":"potion","worn":false},{"count":1,"letter":"b","name":"sword","worn":true}]"#
    );
    assert_eq!(state["hero"]["strength"], 5);
    let bare = serde_json::to_value(StateLine::new(&hall())).expect("JSON");
    assert!(bare.get("pack").is_none());
    let help = page(&pressed("?")).join(" ");
    assert!(help.contains("i opens your inventory"), "{help}");
}

#[test]
fn who_listens_uses_things_by_words() {
    let mut session = hall();
    let mut narrator = Narrator::new(&mut session);
    narrator.opening();
    let mut answer = |line: &str| narrator.answer(line).join("\n");
    assert_eq!(answer("use potion"), "You have no `potion` to use.");
    answer("go key");
    insta::assert_snapshot!(answer("i"), @r"
    a  potion ×2: +7 health
    b  sword: +2 strength
    Type `use` and a letter or name, such as `use a`; this takes a turn.
    Health 6, manna 16, wealth 0. You carry the key. 1 item left to take.
    ");
    assert!(answer("use b").starts_with("You wield the sword (+2 strength)."));
    assert!(answer("use Potion").starts_with("You drink the potion (+7 health)."));
    assert!(answer("ia").starts_with("You drink the potion (+7 health)."));
    assert_eq!(answer("use potion"), "You have no `potion` to use.");
    assert!(answer("help").contains("use potion: use, wield or wear the item"));
}
