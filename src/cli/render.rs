//! `dungeon render`: a session without a terminal.
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use clap::ValueEnum;

use super::complaint::{dungeon, refuse, unreadable};
use super::exit::Exit;
use super::glyphs::GlyphSet;
use super::key_file;
use super::keymap;
use super::shipped;
use crate::dungeon::Dungeon;
use crate::format::Limits;
use crate::play::line::Line;
use crate::play::script::{self, Script};
use crate::play::session::Session;
use crate::space::geometry::Size;
use crate::terminal::paint::Depth;
use crate::view::frame::Frame;

/// Play keys without a terminal and print what is seen
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon render crypt.dng --keys 'lll?'            the help, after three steps
  dungeon render crypt.dng --keys 'llj' --every     four screens
  dungeon render crypt.dng --keys 'd' --changes     the flight of a bolt
  dungeon render battle.dng --keys '<hover 20,10>'  what the mouse would show
  dungeon render crypt.dng --format svg > crypt.svg  a picture
  dungeon render crypt.dng --keys 'll' --every --format json | jq .hero

Exit codes: 0 all is well, 1 the dungeon has errors, 2 wrong usage or a file that cannot be read.")]
pub struct Render {
    /// The dungeon's file, or the name of one that comes with the program; `-` reads standard input
    file: PathBuf,
    /// Keys to press, such as `llj.<Esc><C-c><Up><resize 60x20>`
    ///
    /// Blanks mean nothing: that key is `<Space>`, and `<` is `<lt>`. The mouse has `<hover 10,5>` and `<click 10,5>`, with a
    /// column and a row of the screen from 1, and `<mouse-back>`, `<mouse-forward>`, `<wheel-up>` and `<wheel-down>`.
    #[arg(
        long,
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true,
        value_name = "KEYS"
    )]
    keys: Script,
    /// Press the keys that a file holds instead, such as one that `dungeon FILE --keys-to` wrote
    #[arg(long, value_name = "FILE", conflicts_with = "keys")]
    keys_from: Option<PathBuf>,
    /// Pin chance: the same seed and keys play the same game [default: the file's seed, or 0]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Columns and rows of the screen
    #[arg(long, value_name = "WxH", value_parser = script::size, default_value = "80x24")]
    size: Size,
    /// Which characters to draw with
    #[arg(long, value_name = "SET", value_enum, default_value_t = GlyphSet::Auto)]
    glyphs: GlyphSet,
    /// Understand the keys as this file of keys says; your own is not looked at
    #[arg(long, value_name = "FILE")]
    keymap: Option<PathBuf>,
    #[command(flatten)]
    which: Flags,
    /// How it is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Which frames; none of these flags is `--last`.
#[derive(clap::Args)]
#[group(multiple = false)]
struct Flags {
    /// Only the screen after the last key (the default)
    #[arg(long)]
    last: bool,
    /// The screen before the first key and the one after each key
    #[arg(long)]
    every: bool,
    /// The film, animations included, but only what changes in it (json: only the lines that change)
    #[arg(long)]
    changes: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Rows between bars under a header
    Text,
    /// The same with a layer of letters for the styles
    Styled,
    /// Colours as a terminal understands them
    Ansi,
    /// A picture; with --last only
    Svg,
    /// The state for machines, an object a line
    Json,
}

impl Render {
    /// Runs it.
    pub fn run(mut self) -> Exit {
        if self.format == Format::Svg && (self.which.every || self.which.changes) {
            return refuse("expected one frame for --format svg: use it with --last");
        }
        if let Some(path) = &self.keys_from {
            match key_file::read(path) {
                Ok(keys) => self.keys = keys,
                Err(why) => return refuse(why),
            }
        }
        let keys = self.keymap.as_deref().map(keymap::named).transpose();
        let (dungeon, keys) = match keys.and_then(|keys| Ok((self.dungeon()?, keys))) {
            Ok(both) => both,
            Err(exit) => return exit,
        };
        let mut session = Session::new(Arc::new(dungeon))
            .size(self.size.width, self.size.height)
            .glyphs(self.glyphs.for_print());
        if let Some(seed) = self.seed {
            session = session.seed(seed);
        }
        if let Some(keys) = &keys {
            session = session.keymap(keys);
        }
        let mut out = io::BufWriter::new(io::stdout().lock());
        match self
            .print(&mut session, &mut out)
            .and_then(|()| out.flush())
        {
            Ok(()) => Exit::Clean,
            // Whoever reads has read enough.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Clean,
            Err(error) => refuse(format_args!("cannot write to standard output: {error}")),
        }
    }

    /// The dungeon; or what is wrong with it is told, and how that ends.
    fn dungeon(&self) -> Result<Dungeon, Exit> {
        let source = shipped::open(&self.file, &Limits::default());
        let source = source.map_err(|error| refuse(unreadable(&self.file, &error)))?;
        dungeon(source)
    }

    fn print(&self, session: &mut Session, out: &mut impl Write) -> io::Result<()> {
        match self.format {
            _ if self.which.every => self.print_every(session, out),
            _ if !self.which.changes => {
                self.keys.0.iter().for_each(|key| session.press_key(*key));
                write!(out, "{}", self.shown(session))
            }
            Format::Text => {
                let film = session.shoot(self.keys.0.iter().copied());
                writeln!(out, "{}", film.only_changes())
            }
            Format::Json => self.print_changed_lines(session, out),
            Format::Styled | Format::Ansi | Format::Svg => self.print_film(session, out),
        }
    }

    fn print_every(&self, session: &mut Session, out: &mut impl Write) -> io::Result<()> {
        write!(out, "{}", self.shown(session))?;
        for key in &self.keys.0 {
            session.press_key(*key);
            write!(out, "{}{}", self.gap(), self.shown(session))?;
        }
        Ok(())
    }

    fn print_changed_lines(&self, session: &mut Session, out: &mut impl Write) -> io::Result<()> {
        let mut before = Line::of(session);
        write!(out, "{}", json(&before))?;
        for key in &self.keys.0 {
            session.press_key(*key);
            let line = Line::of(session);
            if line != before {
                write!(out, "{}", json(&line))?;
            }
            before = line;
        }
        Ok(())
    }

    fn print_film(&self, session: &mut Session, out: &mut impl Write) -> io::Result<()> {
        let film = session.shoot(self.keys.0.iter().copied());
        let mut before: Option<&Frame> = None;
        for frame in film.frames().filter(|frame| {
            let is_new = before != Some(*frame);
            before = Some(*frame);
            is_new
        }) {
            write!(out, "{}{}", self.picture(frame), self.gap())?;
        }
        Ok(())
    }

    /// What stands between two frames.
    fn gap(&self) -> &'static str {
        match self.format {
            Format::Json => "",
            _ => "\n",
        }
    }

    /// The session now, with a line end.
    fn shown(&self, session: &Session) -> String {
        match self.format {
            Format::Json => json(&Line::of(session)),
            _ => self.picture(&session.frame()),
        }
    }

    fn picture(&self, frame: &Frame) -> String {
        match self.format {
            Format::Text | Format::Json => format!("{frame}\n"),
            Format::Styled => format!("{}\n", frame.with_styles()),
            Format::Ansi => frame.to_ansi(Depth::default()),
            Format::Svg => frame.to_svg(),
        }
    }
}

/// The line as JSON with a line end; strings and numbers alone cannot fail to be written.
fn json(line: &Line) -> String {
    serde_json::to_string(line).map_or_else(|error| format!("{error}\n"), |json| json + "\n")
}
