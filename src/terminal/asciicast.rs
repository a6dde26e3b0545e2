//! Writes a film as a file for asciinema (asciicast, version 2): a header line, then one line per event with the bytes
//! that a terminal would receive. The writer reads no clock; the caller passes the time for which each frame is shown.
use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;
use termion::{cursor, style};

use super::cursor_moves::terminal_cells;
use super::screen_writer::ScreenWriter;
use dungeon_format::json::to_json;
use dungeon_model::space::geometry::Size;
use dungeon_play::view::ansi::ColourDepth;
use dungeon_play::view::frame::Frame;

/// The first line of an asciicast file. The size is in columns and rows.
#[derive(Serialize)]
struct CastHeader<'a> {
    version: u8,
    width: i32,
    height: i32,
    title: &'a str,
}

/// Writes an asciicast file. Remembers the screen drawn so far, and the time of the film.
///
/// ```
/// use dungeon::terminal::Asciicast;
/// use dungeon::{ColourDepth, Session};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut game = Session::from_text("map\n######\n#@..$#\n######\nend\n")?;
/// let mut file = Vec::new();
/// let mut cast = Asciicast::begin(&mut file, game.size(), "Hall", ColourDepth::Ansi16)?;
/// for moment in game.film("lll")?.shots {
///     cast.show(&moment.frame, moment.stands)?;
/// }
/// cast.end()?;
/// assert!(file.starts_with(b"{\"version\":2,\"width\":80,"));
/// # Ok(())
/// # }
/// ```
pub struct Asciicast<W: Write> {
    out: W,
    screen: ScreenWriter<Vec<u8>>,
    size: Size,
    time: Duration,
}

/// Omits the output, which need not be printable.
impl<W: Write> std::fmt::Debug for Asciicast<W> {
    dungeon_model::debug_fields!(Asciicast: size, time);
}

impl<W: Write> Asciicast<W> {
    /// Writes the header: the title in one line, the first screen size in columns and rows, and the color depth.
    ///
    /// # Errors
    ///
    /// Returns an error if writing fails.
    pub fn begin(
        mut out: W,
        size: Size,
        title: &str,
        depth: ColourDepth,
    ) -> io::Result<Asciicast<W>> {
        let header = CastHeader {
            version: 2,
            width: size.width,
            height: size.height,
            title,
        };
        writeln!(out, "{}", to_json(&header)?)?;
        let cursor_goes = cursor::Hide.to_string().into_bytes();
        Ok(Asciicast {
            out,
            screen: ScreenWriter::new(cursor_goes, depth, size),
            size,
            time: Duration::ZERO,
        })
    }

    /// Writes the changes from the previous frame to this one, which is shown for the time `stands`. A frame of a
    /// different size resizes the film's screen.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    pub fn show(&mut self, frame: &Frame, stands: Duration) -> io::Result<()> {
        if frame.size() != self.size {
            self.size = frame.size();
            self.screen.resize(self.size);
            self.event("r", &self.size.to_string())?;
        }
        self.screen.draw(frame)?;
        let bytes = std::mem::take(self.screen.out());
        if !bytes.is_empty() {
            self.event("o", &String::from_utf8_lossy(&bytes))?;
        }
        self.time += stands;
        Ok(())
    }

    /// Ends the film after the time of the last frame. A player of the film prints all events to its own terminal, so
    /// the last event resets the style and shows the cursor below the frame.
    ///
    /// # Errors
    ///
    /// Returns an error if writing fails.
    pub fn end(mut self) -> io::Result<()> {
        let below = cursor::Goto(1, terminal_cells(self.size.height));
        let given_back = format!("{}{below}{}", style::Reset, cursor::Show);
        self.event("o", &given_back)?;
        self.out.flush()
    }

    /// Writes an event at the current time of the film, in seconds with three decimals. The same film gives the same
    /// bytes on every machine.
    fn event(&mut self, code: &str, data: &str) -> io::Result<()> {
        let (seconds, milliseconds) = (self.time.as_secs(), self.time.subsec_millis());
        let data = to_json(&data)?;
        writeln!(
            self.out,
            "[{seconds}.{milliseconds:03}, \"{code}\", {data}]"
        )
    }
}
