//! The text of a dungeon, split at its maps.
use dungeon_format::parse::parse;
use dungeon_format::source::{Limits, Source, Span};
use dungeon_format::syntax::{Head, MapForm, Statement, Syntax};

/// A text in parts. Joined in order, the parts give the same text, with a line feed for every line end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CutText {
    /// The text before the first map's `level` or `vault` record.
    pub head: String,
    /// One part for each map, in file order.
    pub parts: Vec<DrawnPart>,
}

/// One map, with the text around it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawnPart {
    /// The name of the level or the vault; empty if it has none.
    pub name: String,
    /// Whether the map belongs to a vault.
    pub is_vault: bool,
    /// The lines from the map's `level` or `vault` record to its `map` line.
    pub above: String,
    /// The rows of the map; empty if the seed generates the map.
    pub rows: Vec<String>,
    /// The lines after the rows, up to the next part.
    pub below: String,
}

impl CutText {
    /// Splits a text that has no errors.
    pub fn of(source: &Source) -> CutText {
        let (syntax, _) = parse(source, &Limits::default());
        let mut cuts: Vec<MapCut> = Vec::new();
        match &syntax {
            Syntax::Classic(classic) => {
                cuts.push(MapCut::of(source, None, Span::new(0, 0), &classic.rows))
            }
            Syntax::Modern(modern) => {
                let mut headline = None;
                for statement in &modern.statements {
                    match statement {
                        Statement::Record(record) => {
                            let is_vault = record.head.value == Head::Vault;
                            if is_vault || record.head.value == Head::Level {
                                let name = record.text.as_ref().map(|text| text.value.clone());
                                headline =
                                    Some((record.span.start, name.unwrap_or_default(), is_vault));
                            }
                        }
                        Statement::Map(map) => {
                            let rows = match &map.form {
                                MapForm::Drawn(rows) | MapForm::Pasted { rows, .. } => {
                                    rows.as_slice()
                                }
                                MapForm::Made { .. } => &[],
                            };
                            cuts.push(MapCut::of(source, headline.take(), map.head, rows));
                        }
                    }
                }
            }
        }
        CutText::at(source, &cuts)
    }

    fn at(source: &Source, cuts: &[MapCut]) -> CutText {
        let text = |from: usize, to: usize| {
            let text = source.text.get(from..to).unwrap_or_default();
            text.replace("\r\n", "\n").replace('\r', "\n")
        };
        let end = |nth: usize| {
            cuts.get(nth + 1)
                .map_or(source.text.len(), |next| next.begins)
        };
        CutText {
            head: text(
                0,
                cuts.first().map_or(source.text.len(), |first| first.begins),
            ),
            parts: { cuts.iter().enumerate() }
                .map(|(nth, cut)| DrawnPart {
                    name: cut.name.clone(),
                    is_vault: cut.is_vault,
                    above: text(cut.begins, cut.rows.0),
                    rows: cut.lines.clone(),
                    below: text(cut.rows.1, end(nth)),
                })
                .collect(),
        }
    }

    /// Returns the head, the vaults, and only the level with this number, from 1; `None` if there is no such level.
    pub fn only(&self, number: usize) -> Option<CutText> {
        let mut levels = 0;
        let parts = self.parts.iter().filter(|part| {
            levels += usize::from(!part.is_vault);
            part.is_vault || levels == number
        });
        let parts: Vec<DrawnPart> = parts.cloned().collect();
        parts.iter().any(|part| !part.is_vault).then(|| CutText {
            head: self.head.clone(),
            parts,
        })
    }
}

/// The byte at which a part begins, and the bytes of its rows.
#[derive(Debug)]
struct MapCut {
    name: String,
    is_vault: bool,
    begins: usize,
    rows: (usize, usize),
    lines: Vec<String>,
}

impl MapCut {
    /// Returns the place of a map and of its headline, which is a `level` or `vault` record. If the map has no rows,
    /// the byte range of the rows is empty and begins after the `map` line.
    fn of(
        source: &Source,
        headline: Option<(u32, String, bool)>,
        map: Span,
        rows: &[Span],
    ) -> MapCut {
        let line = |byte: u32| source.line_of(byte);
        let begin = |line: usize| source.line_span(line).start as usize;
        // Returns the byte after a line and its line end, which may be of any kind.
        let behind = |last: usize| {
            if last < line(source.end()) {
                begin(last + 1)
            } else {
                source.text.len()
            }
        };
        let (from, name, is_vault) = headline.unwrap_or((map.start, String::new(), false));
        let span = match rows {
            [] => (behind(line(map.start)), behind(line(map.start))),
            [first, .., last] => (first.start as usize, behind(line(last.start))),
            [only] => (only.start as usize, behind(line(only.start))),
        };
        MapCut {
            name,
            is_vault,
            begins: from as usize,
            rows: span,
            lines: rows
                .iter()
                .map(|row| source.slice(*row).to_owned())
                .collect(),
        }
    }
}
