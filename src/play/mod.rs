//! A game driven by keys: no terminal, no clock. Everything a person can do is a key to `Show::press`,
//! everything he sees is `Show::frame`.
pub mod keys;

pub mod fog;
pub mod script;
pub mod show;
pub mod speed;

pub mod chart;
pub mod follower;
pub mod keymap;
pub mod look;
pub mod menu;
pub mod messages;
pub mod page;
pub mod pointer;
pub mod question;

pub mod exploring;
pub mod help;

pub mod travel;

pub mod keys_file;
pub mod notices;

pub mod cursor;
pub mod jump;
pub mod keys_listing;
pub mod winding;

pub mod live;

pub mod outlook;

pub mod screen;

pub mod origin;
pub mod walk;

pub mod acting;

pub mod choosing;
pub mod pointing;

pub mod commands;
pub mod plain;

pub mod session;

pub mod film;
pub mod line;
pub mod queries;
pub mod recording;
pub mod reel;

pub mod playback;
pub mod recorder;

pub mod snapshots;

pub mod deck;

pub mod caption;

pub mod narration;
pub mod theatre;

pub use film::Film;
pub use keymap::{Command, Keymap};
pub use keys::Key;
pub use question::Leaving;
pub use recorder::Recorder;
pub use recording::Recording;
pub use script::{KeyError, Script};
pub use session::Session;
