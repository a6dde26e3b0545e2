//! The pages of a game as lines: the help, the messages so far, and the screen.
use super::observer::Observer;
use crate::input::keymap::KeymapEntry;
use crate::text::{pack_menu, standing};
use dungeon_engine::pack::PackedThing;
use dungeon_model::dungeon::AimedAct;
use dungeon_model::dungeon::grammar::nouns::caseless;

/// The maximum number of messages listed at once. Older messages are left out.
const LATEST: usize = 100;

/// The words of line mode, and their effect. Words that only ask a question take no time. The examples mention things
/// of several games, such as the cows of siege, in every game.
const WORDS: [&str; 10] = [
    "an empty line: your status and what is near",
    "look: everything around you; `look east`, `look rat` and `look wall` describe only that",
    "list: everything you know of this level in full, nearest first; `list door` only the doors, `list cow west` the cows to the west, `list fence` the fences, what they enclose, and their gaps",
    "3 east, 2 north: walk these steps, or `east 3, north 2`; you stop when a monster comes into view, comes up to you or hurts you",
    "3 wait: repeat a command, or `wait 3`; you stop in the same cases",
    "go 3 east, 2 north: go to that cell; `go door` to the nearest thing with that name, `go door west` to one in that direction",
    "walls: the walls around you, in straight stretches",
    "map: the screen as text",
    "messages: earlier messages",
    "keys lok: press these keys, even if they look like a command",
];

/// The words of line mode that exist only in games played by walking.
const WALKING: [&str; 1] =
    ["steps: the monsters near you after a step in each direction, or if you stay"];

/// The words of line mode that exist only in dungeons with items that go into the inventory.
const KEEPING: &str = "use potion: use, wield or wear the item with this name; or `use a`, by its letter; `drink potion` and `wear helm` mean the same";

/// The words of line mode that exist only in dungeons with items that can be thrown, that shoot or that pull.
fn aiming(act: AimedAct) -> &'static str {
    match act {
        AimedAct::Throw => {
            "throw acid: throw the item with this name at the nearest target; or `throw acid at rat`, `throw a at 3 east, 1 north`"
        }
        AimedAct::Shoot => {
            "shoot rat: shoot the nearest rat with the bow that you wield; or `shoot 3 east, 1 north`"
        }
        AimedAct::Pull => {
            "pull rat: pull the nearest rat with the hook that you wield; or `pull 3 east, 1 north`"
        }
    }
}

/// The words of line mode that exist only in games played by pointing.
const POINTING: [&str; 4] = [
    "range: where the {hero} can go",
    "targets: the targets in reach from here, each with a number, the chance and the damage",
    "shots: the cells in range from which you can shoot each target, by the same numbers; `shots red` only for the red one",
    "shoot 2: shoot the target with this number; or `shoot ghost` the nearest ghost, `shoot ghost northeast`, `shoot 3 east, 1 north`; `aim` shows the chance and the damage, or what is in the way",
];

/// Returns the goal, the words that can be typed, then every verb with its keys.
pub fn help(observer: Observer<'_>) -> Vec<String> {
    let screen = observer.screen;
    let mut lines = vec![screen.about(), HOW.to_owned()];
    let words = WORDS.iter().chain(match screen.target_cursor {
        Some(_) => POINTING.as_slice(),
        None => &WALKING,
    });
    let dungeon = observer.world().dungeon();
    let words = words.chain(standing::keeps_things(dungeon).then_some(&KEEPING));
    let words = words.copied().chain(dungeon.aimed_acts().map(aiming));
    let terms = dungeon.settings.game.terms;
    lines.extend(words.map(|help| help.replace("{hero}", terms.hero) + "."));
    lines.push(format!(
        "Monsters within {} cells are near: you hear of each of their moves. Others are announced when they appear; you can also use `look` and `list`.",
        observer.noticed_from()
    ));
    lines.extend(all_verbs(observer));
    lines
}

/// Returns the goal, then every verb with its keys, for a player who presses keys.
pub fn keys(observer: Observer<'_>) -> Vec<String> {
    let mut lines = vec![observer.screen.about()];
    lines.extend(all_verbs(observer));
    lines
}

fn all_verbs(observer: Observer<'_>) -> Vec<String> {
    let listed = observer.screen.keymap.listed();
    let runs = listed.chunk_by(|a, b| a.help == b.help);
    runs.filter_map(verbs).collect()
}

/// The instructions for typing lines.
const HOW: &str = "Type a command and press Enter, or type keys: `lll` presses `l` three times, and `<Enter> <Esc> \
<Tab> <Space>` press those keys. Each command's name and keys follow. A unique beginning is enough: `build` is \
`build-fence`.";

/// Returns the verbs that share a help text, with their keys: "walk: north-west 7 y, north 8 k". The text has no period
/// at the end, which would look like another key.
fn verbs(entries: &[KeymapEntry]) -> Option<String> {
    let verbs = entries.iter().filter_map(|entry| {
        let keys = entry.keys.iter().flatten().map(ToString::to_string);
        let typed: Vec<String> = keys.filter(|key| !is_mouse(key)).collect();
        (!typed.is_empty()).then(|| format!("{} {}", entry.name, typed.join(" ")))
    });
    let verbs: Vec<String> = verbs.collect();
    (!verbs.is_empty()).then(|| format!("{}: {}", entries[0].help, verbs.join(", ")))
}

/// Whether a key is a mouse event, which cannot be typed.
fn is_mouse(key: &str) -> bool {
    ["<click", "<hover", "<mouse", "<wheel"]
        .iter()
        .any(|mouse| key.starts_with(mouse))
}

/// Returns the last messages, oldest first.
pub fn messages(observer: Observer<'_>) -> Vec<String> {
    let all = observer.screen.messages.folded(i32::MAX);
    let older = all.len().saturating_sub(LATEST);
    let mut lines = match older {
        0 => Vec::new(),
        n => vec![format!("The last {LATEST} of {} messages:", n + LATEST)],
    };
    lines.extend(all.into_iter().skip(older));
    lines
}

/// The explanation of letters in narration, where a letter alone is a key of the game.
const HOW_TO_USE: &str = "Type `use` and a letter or name, such as `use a`; this takes a turn.";

/// Returns the inventory page.
pub fn pack(observer: Observer<'_>) -> Vec<String> {
    let lines = pack_menu::lines(
        observer.world(),
        observer.screen.observed.game.rules(),
        i32::MAX,
    )
    .into_iter();
    let lines = lines.map(|line| match line.text.as_str() {
        pack_menu::HOW => HOW_TO_USE.to_owned(),
        _ => line.text,
    });
    lines.filter(|line| !line.is_empty()).collect()
}

/// Returns the letter of the inventory item that `what` names: its letter, a word of its name, or the beginning of its
/// name. `None` if nothing matches.
pub fn packed(observer: Observer<'_>, what: &str) -> Option<char> {
    let world = observer.world();
    let name = caseless(what);
    let is_called = |thing: &&PackedThing| {
        let own = caseless(&world.item(thing.item).name);
        own.split(' ').any(|word| word == name) || own.starts_with(&name)
    };
    let mut letters = what.chars();
    let letter = letters.next().filter(|_| letters.next().is_none());
    let mut things = world.pack().things().iter();
    let by_letter = things.clone().find(|thing| Some(thing.letter) == letter);
    let thing = by_letter.or_else(|| things.find(is_called))?;
    Some(thing.letter)
}

/// Returns the screen as text, without styles.
pub fn map(observer: Observer<'_>) -> Vec<String> {
    let picture = observer.screen.frame().plain();
    let rows: Vec<&str> = picture.lines().map(str::trim_end).collect();
    let is_drawn = |row: &&str| !row.is_empty();
    let first = rows.iter().position(is_drawn).unwrap_or(0);
    let last = rows.iter().rposition(is_drawn).map_or(0, |row| row + 1);
    let drawn = rows[first..last].iter();
    drawn.map(|row| (*row).to_owned()).collect()
}
