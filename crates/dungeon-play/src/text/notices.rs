//! The interface's own messages: the welcome, sentences of the help, the reasons that keys do nothing, and the keys to
//! continue after a game. Messages name the keys of the current keymap.
use std::num::NonZeroU32;

use crate::input::key::Key;
use crate::input::keymap::{Command, Keymap};
use crate::view::words::{
    capitalised, commands_people, counted, counted_list, enumerate_groups, enumeration, game_terms,
    joined, several, task_text, unbroken, with_article,
};
use dungeon_engine::action::Action;
use dungeon_engine::world::World;
use dungeon_format::untrusted::Untrusted;
use dungeon_model::dungeon::{AimedAct, Dungeon, Side};

/// The help's sentence about a dark level.
pub const DARK: &str = "It is dark here: you see only cells that are near or lit.";

/// The answer to the save command in a session without a place to save to.
pub const UNSAVED: &str = "You can't save here.";

/// The answer to the save command before the first turn.
pub const UNPLAYED: &str = "Nothing to save before the first turn.";

/// The answer to the save command after the end of the game.
pub const ENDED: &str = "The game is over: nothing to save.";

/// The answer to aiming if there is no target in sight and range.
pub const NO_TARGET: &str = "You have no target from here.";

/// The answer to undo in a dungeon without `undo=yes`.
pub const NO_UNDO: &str = "You can't take back commands in this dungeon.";

/// The answer to undo before the first command, and after all commands that can be taken back.
pub const NOTHING_TO_UNDO: &str = "Nothing to take back.";

/// Returns the message that a command was taken back, with the command's name in the keymap: "You take back your last
/// command (east)."
pub fn undone_text(action: Action, keymap: &Keymap) -> String {
    let mut entries = keymap.entries.iter();
    let entry = entries.find(|entry| entry.command == Command::Act(action));
    let name = entry.map(|entry| format!(" ({})", entry.name.replace('-', " ")));
    format!(
        "You take back your last command{}.",
        name.unwrap_or_default()
    )
}

/// Returns the help's sentence about how to use items in the inventory.
pub fn pack_text(keymap: &Keymap) -> String {
    let key = keymap.key_for(Command::Pack);
    format!("{key} opens your inventory; press an item's letter to use, wield or wear it.")
}

/// Returns the answer to the key for throws without an item to throw, shoot or pull with: "You have nothing to throw.",
/// "You wield nothing to shoot or pull with.", "You wield nothing to shoot with. Wield the short bow first."
pub fn nothing_to_aim(world: &World) -> String {
    let mut packed = world
        .pack()
        .things()
        .iter()
        .map(|thing| world.item(thing.item));
    let unworn = packed.find(|item| item.aimed_act().is_some());
    let advice = unworn.map(|item| {
        let (verb, item) = (capitalised(item.verb()), with_article(&item.name));
        format!(" {verb} {item} first.")
    });
    let acts: Vec<AimedAct> = world.dungeon().aimed_acts().collect();
    let have = match acts.first() {
        Some(AimedAct::Shoot | AimedAct::Pull) => "wield",
        Some(AimedAct::Throw) | None => "have",
    };
    let with = match acts.last() {
        Some(AimedAct::Shoot | AimedAct::Pull) => " with",
        Some(AimedAct::Throw) | None => "",
    };
    let verbs: Vec<&str> = acts.iter().map(|act| act.verb()).collect();
    let advice = advice.unwrap_or_default();
    format!(
        "You {have} nothing to {}{with}.{advice}",
        verbs.join(" or ")
    )
}

/// Returns the help's sentence about how to throw items, shoot and pull.
pub fn throw_text(dungeon: &Dungeon, keymap: &Keymap) -> String {
    let key = keymap.key_for(Command::Throw);
    let does: Vec<&str> = dungeon
        .aimed_acts()
        .map(|act| match act {
            AimedAct::Throw => "throws an item",
            AimedAct::Shoot => "shoots with a bow that you wield",
            AimedAct::Pull => "pulls with a hook that you wield",
        })
        .collect();
    let does = enumeration(does);
    format!("{key} {does}: choose a target, then press Enter.")
}

/// Returns the help's sentences about real time, with the time that monsters wait.
pub fn tempo_text(milliseconds: NonZeroU32) -> String {
    format!(
        "Time runs: the monsters act whenever you press no key for {milliseconds} ms. \
         Time stands still while you read this."
    )
}

/// Returns a summary of a file in the classic format: the size of its map, and its monsters and items by kind. `None`
/// for other files, whose contents the player may not know in full.
pub fn read_text(dungeon: &Dungeon) -> Option<String> {
    let level = dungeon.levels.first().filter(|_| dungeon.is_classic())?;
    let kinds = level.spawns.iter().map(|spawn| dungeon.kind(spawn.kind));
    let monsters = kinds.filter(|kind| kind.side == Side::Theirs);
    let items = level.items.iter().map(|(_, item)| dungeon.item(*item));
    let or_none = |list: String, none: &str| match list.as_str() {
        "" => none.to_owned(),
        _ => list,
    };
    let monsters = counted_list(monsters.map(|kind| &kind.name));
    let monsters = or_none(monsters, "no monsters");
    let items = enumerate_groups(items.map(|item| &item.name), several);
    let items = or_none(items, "no items");
    let size = level.tiles.size();
    let (width, height) = (size.width, size.height);
    Some(format!(
        "Read: {width} by {height} cells; {monsters}; {items}."
    ))
}

/// Returns the message that begins a game, in whole sentences: the title or a substitute for it, whether time runs, and
/// the help key. For a file in the classic format, returns `MAP_READ`, which is short enough for one row beside the
/// prompt.
pub fn welcome_text(world: &World, keymap: &Keymap) -> String {
    let dungeon = world.dungeon();
    let help = keymap.key_for(Command::Help);
    let title = match dungeon.title.as_str() {
        title if commands_people(world) => {
            let (task, units) = (task_text(world), capitalised(&command_text(world)));
            let heading = match title {
                "" => capitalised(&task),
                title => format!("{title}: {task}"),
            };
            // The help key comes first, because a low screen shows only the beginning.
            return format!("{heading}. Press {help} for the keys. {units}.");
        }
        "" => game_terms(world).place.to_owned(),
        title => format!("\"{title}\""),
    };
    let is_timed = world.level_here().tempo.is_some();
    if dungeon.is_classic() {
        let time = if is_timed { "; time runs" } else { "" };
        return format!("{MAP_READ}{time}. Press {help} for the keys.");
    }
    let time = if is_timed { ", where time runs" } else { "" };
    let acts = game_terms(world).first_acts;
    format!("You enter {title}{time}. Press {help} for the keys.{acts}")
}

/// The welcome for files in the classic format: the line that the classic program prints after reading a map.
const MAP_READ: &str = "Dungeon map read OK";

/// The maximum number of units that the welcome lists by name; more are only counted.
const PRESENTED: usize = 4;

/// Lists the player's units: "you command Andy, Danny and Izzy", "you command 7 wizards".
fn command_text(world: &World) -> String {
    let units = match world.ours().count() {
        n if n > PRESENTED => counted(n as i64, game_terms(world).hero),
        _ => counted_list(world.ours().map(|who| &world.kind(who).name)),
    };
    format!("you command {units}")
}

/// Returns the message for a turn that has no other message: "Turn 2." Turns are counted from 1.
pub fn next_turn_text(turn: u32) -> String {
    format!("Turn {turn}.")
}

/// Returns the sentence that points to the help after an unbound key.
pub fn unbound_key_text(key: Key, keymap: &Keymap) -> String {
    let help = keymap.key_for(Command::Help);
    match key {
        Key::Paste => "Pasted text is ignored.".to_owned(),
        key => {
            let key = Untrusted::from(key.label());
            format!("{key} does nothing; {help} shows the keys.")
        }
    }
}

/// Returns the seed, and the choices after the game; `can_undo` adds the undo of a lost game. No-break spaces keep each
/// key on the same line as its word.
pub fn epilogue_text(seed: u64, keymap: &Keymap, can_undo: bool) -> String {
    let words = end_choices(keymap, can_undo).into_iter();
    let words = joined(words.map(|(_, words)| unbroken(&words)), ", ");
    format!("Seed {seed}. {words}.")
}

/// Returns the commands offered after the game, in display order, each with its key and word, such as "R: again".
/// Commands without a key are left out, and undo unless `can_undo`.
pub fn end_choices(keymap: &Keymap, can_undo: bool) -> Vec<(Command, String)> {
    let choices = [
        (Command::Restart, "again"),
        (Command::NewGame, "new"),
        (Command::Quit, "quit"),
        (Command::Undo, "undo"),
    ];
    let offered = choices.into_iter();
    let offered = offered.filter(|(command, _)| can_undo || *command != Command::Undo);
    let keys = offered.map(|(command, word)| (command, keymap.key_for(command), word));
    let bound = keys.filter(|(_, key, _)| !key.is_empty());
    bound
        .map(|(command, key, word)| (command, format!("{key}: {word}")))
        .collect()
}
