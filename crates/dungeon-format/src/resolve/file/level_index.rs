//! The levels of a file by name, and the targets of the stairs between them.
use crate::characters::in_quotes;
use crate::diagnostic::{Code, Diagnostic};
use crate::resolve::map::map_text::LevelMap;
use crate::resolve::records::features::StairsSpec;
use crate::resolve::schema::context::Context;
use crate::source::Spanned;
use crate::spelling::nearest;
use dungeon_model::dungeon::{Feature, LevelId, Stair, Stairs};
use dungeon_model::space::geometry::Point;

/// Every level of a file.
#[derive(Debug)]
pub struct LevelIndex<'a> {
    entries: Vec<LevelEntry<'a>>,
    completeness: Completeness,
}

/// A level that stairs of other levels can name.
#[derive(Clone, Copy, Debug)]
pub struct LevelEntry<'a> {
    /// The name of the level; may be empty.
    pub name: &'a str,
    /// The map of the level; `None` if the map was too broken to be read.
    pub map: Option<&'a LevelMap>,
}

/// Whether the file may hold levels that could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// All levels of the file are known.
    Complete,
    /// Lines of the file made no sense, and one of them may have begun a level.
    Doubtful,
}

/// The maximum number of level names that a help text lists.
const SHOWN: usize = 8;

impl<'a> LevelIndex<'a> {
    /// Makes an index of levels in file order.
    pub fn new(entries: Vec<LevelEntry<'a>>, completeness: Completeness) -> LevelIndex<'a> {
        LevelIndex {
            entries,
            completeness,
        }
    }

    /// Returns the target of stairs on the level with the index `here`. `place` holds the stairs' place in the text,
    /// and their cell unless they are scattered. Reports stairs without a target and returns `None`.
    pub fn target(
        &self,
        cx: &mut Context<'_>,
        here: usize,
        stairs: &StairsSpec,
        place: Spanned<Option<Point>>,
    ) -> Option<Feature> {
        let index = match &stairs.to {
            Some(name) => self.named(cx, here, name)?,
            None if cx.goals.leave.is_some() && self.leads_out(here, stairs.way) => {
                return Some(Feature::Exit(stairs.way));
            }
            None => self.beside(cx, here, stairs.way, place)?,
        };
        let entry = self.entries.get(index)?;
        let map = entry.map?;
        let at = match &stairs.at {
            Some(pair) => {
                let level = self.level_name(here, index);
                Some(map.named(cx, pair, &level)?.value)
            }
            None => None,
        };
        Some(Feature::Stairs(Stairs {
            way: stairs.way,
            to: self.id(index),
            at,
        }))
    }

    /// Returns the id and the map of the level with a name, for the level with the index `here`. Reports an unknown
    /// name.
    pub fn level_named(
        &self,
        cx: &mut Context<'_>,
        here: usize,
        name: &Spanned<String>,
    ) -> Option<(LevelId, &'a LevelMap)> {
        let index = self.named(cx, here, name)?;
        Some((self.id(index), self.entries[index].map?))
    }

    /// Whether stairs of the level with the index `here` lead out of the dungeon, because no further level lies in
    /// their direction.
    fn leads_out(&self, here: usize, way: Stair) -> bool {
        match way {
            Stair::Down => here + 1 >= self.entries.len(),
            Stair::Up => here == 0,
        }
    }

    /// Returns the id of the level at an index. Levels without a map have no id and do not count.
    fn id(&self, index: usize) -> LevelId {
        let before = self.entries.iter().take(index);
        LevelId::of(before.filter(|entry| entry.map.is_some()).count())
    }

    /// Returns the index of the level with a name. Reports an unknown name.
    fn named(&self, cx: &mut Context<'_>, here: usize, name: &Spanned<String>) -> Option<usize> {
        let mut names = self.entries.iter();
        if let Some(index) = names.position(|entry| entry.name == name.value) {
            return Some(index);
        }
        if self.completeness == Completeness::Doubtful
            || cx.is_reported(Code::UnknownLevel, name.span)
        {
            return None;
        }
        let message = format!(
            "expected the name of a level, found {}",
            in_quotes(&name.value)
        );
        let finding = Diagnostic::new(Code::UnknownLevel, name.span, message);
        let others = self.names(here);
        cx.report_once(match nearest(&name.value, others.iter().copied()) {
            Some(meant) => finding
                .help(format!("did you mean {}?", in_quotes(meant)))
                .fix(name.span, in_quotes(meant)),
            None => finding.help(match others.as_slice() {
                [] => format!(
                    "no other level has a name: begin one with `level {}`",
                    in_quotes(&name.value)
                ),
                [only] => format!("the only other level with a name is {}", in_quotes(only)),
                several if several.len() <= SHOWN => {
                    format!("the other levels are {}", listed(several))
                }
                many => format!(
                    "the other levels are {} and {} more",
                    listed(&many[..SHOWN]),
                    many.len() - SHOWN
                ),
            }),
        });
        None
    }

    /// Returns the index of the next or the previous level, where stairs without a target lead. Reports stairs down
    /// from the last level and stairs up from the first.
    fn beside(
        &self,
        cx: &mut Context<'_>,
        here: usize,
        way: Stair,
        place: Spanned<Option<Point>>,
    ) -> Option<usize> {
        let next = match way {
            Stair::Down => here.checked_add(1),
            Stair::Up => here.checked_sub(1),
        };
        let found = next.filter(|next| *next < self.entries.len());
        if found.is_none() && self.completeness == Completeness::Complete {
            let finding = self.no_further(here, way, place);
            cx.report_once(match cx.game.form().one_level {
                Some(why) => finding.help(format!("{why}: remove the stairs")),
                None => finding,
            });
        }
        found
    }

    /// Makes the finding for stairs that lead out of the dungeon.
    fn no_further(&self, here: usize, way: Stair, place: Spanned<Option<Point>>) -> Diagnostic {
        let (glyph, message, line) = match way {
            Stair::Down => (
                '>',
                "expected a level below the stairs down, found them on the last level",
                "below this one",
            ),
            Stair::Up => (
                '<',
                "expected a level above the stairs up, found them on the first level",
                "above this one",
            ),
        };
        let help = match self.names(here).first() {
            Some(name) => {
                let cell = match place.value {
                    Some(Point { x, y }) => format!("{glyph} {} {} ", x + 1, y + 1),
                    None => String::new(),
                };
                let to = in_quotes(name);
                format!(
                    "write where the stairs lead, such as `{cell}to={to}`, or add another `level` {line}"
                )
            }
            None => format!("add another `level` {line}, or remove the stairs"),
        };
        Diagnostic::new(Code::UnknownLevel, place.span, message).help(help)
    }

    /// Returns the names of the other levels, in file order.
    fn names(&self, here: usize) -> Vec<&'a str> {
        let entries = self.entries.iter().enumerate();
        let others = entries.filter(|(index, entry)| *index != here && !entry.name.is_empty());
        others.map(|(_, entry)| entry.name).collect()
    }

    /// Returns the name of a level for messages about stairs.
    fn level_name(&self, here: usize, index: usize) -> String {
        match self.entries.get(index) {
            _ if index == here => "this level".to_string(),
            Some(entry) if !entry.name.is_empty() => in_quotes(entry.name),
            _ if index > here => "the level below".to_string(),
            _ => "the level above".to_string(),
        }
    }
}

fn listed(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| in_quotes(name)).collect();
    quoted.join(", ")
}
