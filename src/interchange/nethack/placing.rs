//! Runs the statements that put a monster, an object or a feature on the map.
use super::run::{DesPlace, DesRun};
use super::syntax::{DesAct, DesStatement, DesValue};
use super::things::{BOULDER, built_in, feature_named, terrain, trap};
use crate::interchange::fault::FaultText;
use crate::interchange::foreign::{ForeignRecord, ForeignThing, RecordPart, Remark};
use dungeon_format::characters::{fault, in_quotes};

/// Words about a monster or an object that a dungeon does not express, and that change nothing a player of a dungeon
/// would miss.
const USUAL: &[&str] = &["hostile", "awake", "not_trapped"];

/// The fault of a statement whose place cannot be drawn.
pub const NO_PLACE: &str = "its place is unknown or outside the level";

impl<'a> DesRun<'a> {
    /// Runs a statement that puts something on the map.
    pub fn placing(
        &mut self,
        statement: &'a DesStatement,
        word: &str,
        arguments: &'a [DesValue],
        block: Option<&'a [DesStatement]>,
    ) -> Result<(), FaultText> {
        let line = statement.line;
        match (word, arguments) {
            ("MONSTER", [thing, rest @ ..]) => self.living(statement, thing, rest, block),
            ("OBJECT" | "CONTAINER", [thing, rest @ ..]) => {
                self.object(statement, thing, rest, block)
            }
            ("TRAP", [name, place]) => {
                let name = self.text(name).or_else(|| name.word().map(str::to_owned));
                let name = name.ok_or("its name is unknown")?.to_lowercase();
                let place = self.place(place, line).ok_or(NO_PLACE)?;
                let name = if name == "random" {
                    "dart".to_owned()
                } else {
                    name
                };
                self.put(trap(&name, !self.is_premapped), place, line);
                Ok(())
            }
            ("GOLD", [amount, place]) => {
                let (least, most) = self.range(amount).ok_or("its amount is unknown")?;
                let place = self.place(place, line).ok_or(NO_PLACE)?;
                let amount = |number: i64| number.clamp(0, 1_000_000);
                let wealth = match (amount(least), amount(most)) {
                    (least, most) if least >= most => least.to_string(),
                    (least, most) => format!("{least}..{most}"),
                };
                self.put(
                    built_in('$', "gold", format!(" wealth={wealth}")),
                    place,
                    line,
                );
                Ok(())
            }
            ("ENGRAVING", [place, .., text]) => {
                let text = self.text(text).ok_or("its text is unknown")?;
                let place = self.place(place, line).ok_or(NO_PLACE)?;
                self.put(
                    built_in('?', "engraving", format!(" {}", quoted_text(&text))),
                    place,
                    line,
                );
                Ok(())
            }
            ("FOUNTAIN", [at]) => self.put_feature('{', at, line),
            ("SINK", [at]) => self.put_feature('K', at, line),
            ("ALTAR", [at, ..]) => self.put_feature('_', at, line),
            ("GRAVE", [at, ..]) => self.put_feature('g', at, line),
            _ => Err("this statement is not imported".to_owned()),
        }
    }

    pub fn put_feature(
        &mut self,
        letter: char,
        value: &DesValue,
        line: usize,
    ) -> Result<(), FaultText> {
        let thing = terrain(letter).ok_or("its terrain is unknown")?;
        let several = match value {
            DesValue::Call(name, _) if name == "rndcoord" => None,
            DesValue::Call(..) | DesValue::Pair(..) => self.cells(value, line),
            _ => None,
        };
        if let Some(cells) = several {
            cells
                .cells()
                .for_each(|cell| self.put(thing.clone(), DesPlace::Cell(cell), line));
            return Ok(());
        }
        let place = self.place(value, line).ok_or(NO_PLACE)?;
        self.put(thing, place, line);
        Ok(())
    }

    /// Puts a monster on the map.
    fn living(
        &mut self,
        statement: &DesStatement,
        thing: &DesValue,
        rest: &[DesValue],
        block: Option<&[DesStatement]>,
    ) -> Result<(), FaultText> {
        let line = statement.line;
        let (thing, rest) = named_apart(thing, rest);
        let described = self.described(&thing, true);
        if described.iter().any(|thing| thing.class == Some(';')) {
            return Err("it lives in water, where nothing can be".to_owned());
        }
        let name = rest.iter().skip(1).find_map(|info| self.text(info));
        let place = match rest.first() {
            Some(place) => self.place(place, line).ok_or(NO_PLACE)?,
            None => return Err(NO_PLACE.to_owned()),
        };
        let looks = rest.iter().find_map(|info| self.disguise(info));
        let is_asleep = looks.is_none() && rest.iter().any(|info| info.is("asleep"));
        let is_peaceful = rest.iter().any(|info| info.is("peaceful"));
        let things = self.things(&described, |thing| {
            let name = name
                .as_ref()
                .map(|name| format!(" name={}", quoted_text(name)));
            thing.keys = name.unwrap_or_default();
            thing.looks = looks.clone().map(Box::new);
            if let Some(kind) = &mut thing.declaration {
                if is_peaceful {
                    *kind = neutral(kind);
                }
                if is_asleep {
                    kind.push_str(" asleep=yes");
                }
            }
        });
        let (disguises, infos): (Vec<DesValue>, Vec<DesValue>) =
            { rest[1..].iter().cloned() }.partition(is_disguise);
        if looks.is_none() && !disguises.is_empty() {
            self.lose(
                line,
                format!("{} (without its disguise)", statement.shown()),
            );
        }
        self.tell_untold(statement, &infos, &["asleep", "peaceful"]);
        if block.is_some() {
            self.lose(
                line,
                format!("{} (without its belongings)", statement.shown()),
            );
        }
        if things.is_empty() {
            return Err("its kind is unknown".to_owned());
        }
        self.put_one_of(things, place, line);
        Ok(())
    }

    /// Returns the thing that `m_object "boulder"` or `m_feature "fountain"` makes a monster look like; `None` for other
    /// words, and for things that a monster cannot look like, such as stairs.
    fn disguise(&mut self, info: &DesValue) -> Option<ForeignThing> {
        let DesValue::Call(word, said) = info else {
            return None;
        };
        let name = self.text(said.first()?)?;
        match word.as_str() {
            "m_feature" => feature_named(&name),
            "m_object" => self.legend.known_object(&name),
            _ => None,
        }
    }

    /// Puts an object on the map. A container gives its contents to the hero who takes it.
    fn object(
        &mut self,
        statement: &DesStatement,
        thing: &DesValue,
        rest: &[DesValue],
        block: Option<&[DesStatement]>,
    ) -> Result<(), FaultText> {
        let line = statement.line;
        let (thing, rest) = named_apart(thing, rest);
        let described = self.described(&thing, false);
        let nth = rest.iter().position(is_place);
        let place = match nth {
            Some(nth) => self.place(&rest[nth], line).ok_or(NO_PLACE)?,
            None => self
                .place(&DesValue::Word("random".to_owned()), line)
                .ok_or(NO_PLACE)?,
        };
        let name = rest.iter().find_map(|info| match info {
            DesValue::Named(word, text) if word.eq_ignore_ascii_case("name") => self.text(text),
            _ => None,
        });
        let contents = block.unwrap_or_default();
        let things = self.things(&described, |thing| {
            if let Some(name) = &name {
                thing.keys = format!(" name={}", quoted_text(name));
            }
            // Each container with contents is a kind of its own.
            if !contents.is_empty() {
                thing.properties.push(("line".to_owned(), line.to_string()));
            }
        });
        let others: Vec<DesValue> = { rest.iter().enumerate() }
            .filter(|(at, info)| {
                Some(*at) != nth && !matches!(info, DesValue::Named(word, _) if word == "name")
            })
            .map(|(_, info)| info.clone())
            .collect();
        self.tell_untold(statement, &others, &[]);
        if things.is_empty() {
            return Err("its kind is unknown".to_owned());
        }
        for inner in contents {
            self.content(&things, inner);
        }
        self.put_one_of(things, place, line);
        Ok(())
    }

    /// Adds causes that give an object of a container to the hero who takes the container.
    fn content(&mut self, containers: &[(Option<u32>, u32)], inner: &DesStatement) {
        let line = inner.line;
        let described = match &inner.act {
            DesAct::Command {
                word, arguments, ..
            } if word == "OBJECT" || word == "CONTAINER" => {
                let (thing, _) = match arguments.split_first() {
                    Some((thing, rest)) => named_apart(thing, rest),
                    None => return,
                };
                self.described(&thing, false)
            }
            _ => Vec::new(),
        };
        let things = self.things(&described, |_| {});
        let given: Vec<(u32, u32)> = { things.iter() }
            .filter_map(|(thing, weight)| Some(((*thing)?, *weight)))
            .filter(|(thing, _)| self.file.things[*thing as usize].certain != Some(BOULDER))
            .collect();
        if given.is_empty() {
            return self.lose(line, format!("{} (not in the container)", inner.shown()));
        }
        for container in containers.iter().filter_map(|(thing, _)| *thing) {
            self.records.push(ForeignRecord {
                parts: vec![
                    RecordPart::Text("when take=".to_owned()),
                    RecordPart::Thing(container),
                    RecordPart::Text(" give=".to_owned()),
                    RecordPart::OneOf(given.clone()),
                ],
            });
        }
    }

    /// Quotes a statement with words that a dungeon does not express.
    fn tell_untold(&mut self, statement: &DesStatement, infos: &[DesValue], told: &[&str]) {
        let is_untold = |info: &DesValue| match info {
            DesValue::Word(word) => {
                !USUAL.contains(&word.as_str()) && !told.contains(&word.as_str())
            }
            DesValue::Text(_) | DesValue::Number(_) => false,
            _ => true,
        };
        if infos.iter().any(is_untold) {
            self.remark(Remark::of_line(statement.line, statement.shown()));
        }
    }
}

/// Whether a word about a monster gives it the looks of something else.
fn is_disguise(info: &DesValue) -> bool {
    matches!(info, DesValue::Call(word, _) if ["m_object", "m_feature", "m_monster"].contains(&word.as_str()))
}

/// Returns the declaration of a kind whose monsters are neutral: without the keys for fights.
fn neutral(kind: &str) -> String {
    let is_kept = |key: &&str| {
        !["sense=", "hunt=", "attack="]
            .iter()
            .any(|fight| key.starts_with(fight))
    };
    let kept: Vec<&str> = kind.split(' ').filter(is_kept).collect();
    format!("{} side=none", kept.join(" "))
}

/// Returns a text in quotes, of at most 1,000 characters.
pub fn quoted_text(text: &str) -> String {
    in_quotes(
        &text
            .chars()
            .take(1_000)
            .filter(|c| fault(*c).is_none())
            .collect::<String>(),
    )
}

/// Whether a value looks like a place.
fn is_place(value: &DesValue) -> bool {
    match value {
        DesValue::Group(ends) => ends.len() == 2,
        DesValue::Call(name, _) => name == "rndcoord",
        DesValue::Variable(..) => true,
        value => value.is("random"),
    }
}

/// Joins the class and the name of a thing, which older files write apart: `'H',"minotaur",(3,4)`.
fn named_apart<'v>(thing: &DesValue, rest: &'v [DesValue]) -> (DesValue, &'v [DesValue]) {
    let is_class = matches!(thing, DesValue::Character(_)) || thing.is("random");
    let is_variable = matches!(thing, DesValue::Variable(..));
    match rest {
        [name @ DesValue::Text(_), place, ..] if (is_class || is_variable) && is_place(place) => {
            let named = match thing {
                DesValue::Character(_) => DesValue::Group(vec![thing.clone(), name.clone()]),
                _ => name.clone(),
            };
            (named, &rest[1..])
        }
        [name, place, ..] if (is_class || is_variable) && name.is("random") && is_place(place) => {
            (thing.clone(), &rest[1..])
        }
        _ => (thing.clone(), rest),
    }
}
