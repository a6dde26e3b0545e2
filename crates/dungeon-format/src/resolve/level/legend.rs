//! The meanings of one level's characters. Marks of the level come first, then marks of the whole file, then declared
//! and built-in glyphs.
use std::collections::{BTreeMap, HashMap, HashSet};

use super::choices;
use super::joined_alternatives::{WeighedThings, joined};
use super::joint_marks::{decider, draws_nothing_itself, paired};
use super::level_draws::MarkGroup;
use super::mark_draws::{KnownAlternative, MarkedDraw, MarkedOption, MarkedScope, read_draw};
use super::pieces::{Piece, eaten_item, plain, want_if_marked};
use super::placement::company;
use crate::characters::fault;
use crate::diagnostic::{Code, Diagnostic};
use crate::keys::{self, ValueShape};
use crate::resolve::map::map_text::LevelMap;
use crate::resolve::records::classes::{choice, no_line_help};
use crate::resolve::schema::context::Context;
use crate::resolve::schema::glyphs::{ClassLine, FileMark, GlyphTable, duplicate, reserved};
use crate::resolve::schema::source_map::Declaration;
use crate::source::{Span, Spanned};
use crate::spelling::other_case;
use crate::syntax::{Alternatives, Record};
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::grammar::nouns::{with_article, with_indefinite_article};
use dungeon_model::dungeon::{Choice, GameProfile, ItemId};

/// The glyphs of one level.
#[derive(Debug)]
pub struct Legend<'g> {
    /// The beginning of the level in the text.
    head: Span,
    map: &'g LevelMap,
    glyphs: &'g GlyphTable,
    marks: HashMap<char, MarkedDraws>,
    shuffles: Vec<Vec<char>>,
    unknown: BTreeMap<char, Unknown>,
    /// The classes that the level uses, but that have no `class` line for this level.
    lacking: HashSet<char>,
}

/// All marks of one glyph.
#[derive(Debug, Default)]
struct MarkedDraws {
    draws: Vec<MarkedDraw>,
    entries: Vec<usize>,
    /// Whether the glyph is a class, stored as if it were a mark.
    is_class: bool,
}

/// A glyph without a meaning, with the place of its first use and the number of uses.
#[derive(Clone, Copy, Debug)]
struct Unknown {
    first: Span,
    count: usize,
}

impl<'g> Legend<'g> {
    /// Makes the legend of a level before its marks are read. `head` is the beginning of the level in the text.
    pub fn new(head: Span, map: &'g LevelMap, glyphs: &'g GlyphTable) -> Legend<'g> {
        Legend {
            head,
            map,
            glyphs,
            marks: HashMap::new(),
            shuffles: Vec::new(),
            unknown: BTreeMap::new(),
            lacking: HashSet::new(),
        }
    }

    /// Whether a mark of this level, or of the whole file, gives the glyph its meaning.
    pub fn is_marked(&self, glyph: char) -> bool {
        let own = self.marks.get(&glyph);
        own.is_some_and(|mark| !mark.is_class) || self.glyphs.file_marks.contains_key(&glyph)
    }

    /// Whether a glyph is a class and no mark redefines it.
    pub fn is_class(&self, glyph: char) -> bool {
        self.glyphs.classes.contains_key(&glyph) && !self.is_marked(glyph)
    }

    /// Returns the choice among the things of a class, if `pick` accepts all things of the class on this level. `None`
    /// otherwise, and for a glyph that is no class.
    pub fn choice<T>(
        &self,
        level: u32,
        glyph: char,
        pick: impl Fn(Thing) -> Option<T>,
    ) -> Option<Choice<T>> {
        let is_class = self.is_class(glyph);
        is_class.then(|| choice(self.glyphs, glyph, Some(level), pick))?
    }

    /// Returns the things of a class on this level; empty for other glyphs, and for a class without a `class` line for
    /// this level.
    pub fn members(&mut self, cx: &Context<'_>, glyph: Spanned<char>) -> Vec<Thing> {
        let glyphs = self.glyphs;
        let is_class = self.is_class(glyph.value);
        let line = is_class.then(|| glyphs.class_on(glyph.value, cx.level));
        let members = line.flatten().map(|line| line.members.iter());
        { members.into_iter().flatten() }
            .map(|one| one.thing)
            .collect()
    }

    /// Whether a glyph has a meaning.
    pub fn knows(&self, glyph: char) -> bool {
        let is_class = self.glyphs.classes.contains_key(&glyph);
        self.is_marked(glyph) || is_class || self.glyphs.thing(glyph).is_some()
    }

    /// Reads a mark of this level, `mark NEW GLYPH …`.
    pub fn mark(
        &mut self,
        cx: &mut Context<'_>,
        record: &Record,
        new: Spanned<char>,
        all: &Alternatives,
    ) {
        if let Some(draw) = self.marked(cx, record, new, all) {
            let declaration = Declaration::of("mark", record.head.span, new, all);
            let mark = self.marks.entry(new.value).or_default();
            mark.draws.push(draw);
            mark.entries.push(self.glyphs.add(declaration));
        }
    }

    /// Reads the marks of the whole file for a glyph, unless this level has marks of its own for it. Without any marks,
    /// reads the glyph's class.
    fn mark_as_the_file(&mut self, cx: &mut Context<'_>, glyph: char) {
        let glyphs = self.glyphs;
        if self.marks.contains_key(&glyph) {
            return;
        }
        let Some(marks) = glyphs.file_marks.get(&glyph) else {
            return self.mark_as_the_class(cx, glyph);
        };
        self.marks.entry(glyph).or_default();
        for FileMark {
            record,
            new,
            alternatives,
            entry,
        } in marks
        {
            let points = points(cx, record);
            let head = self.head;
            let in_this_level = |found: Diagnostic| {
                if points.contains(&found.span) {
                    found.label(head, "in this level")
                } else {
                    found
                }
            };
            let read = |cx: &mut Context<'_>| self.marked(cx, record, *new, alternatives);
            let draw = cx.once_more(read, in_this_level);
            if let Some(draw) = draw {
                let mark = self.marks.entry(new.value).or_default();
                mark.draws.push(draw);
                mark.entries.push(*entry);
            } else {
                glyphs.use_entry(*entry); // its record has its own finding
            }
        }
        self.join(cx, glyph);
    }

    /// Connects each mark of this level with the mark in its `with=`. Call this after all marks of the level are read.
    pub fn join_marks(&mut self, cx: &mut Context<'_>) {
        let follows = |draw: &MarkedDraw| matches!(draw.scope, MarkedScope::Follows(_));
        let marks = self.marks.iter();
        let joint = marks.filter(|(_, mark)| mark.draws.iter().any(follows));
        let mut joint: Vec<char> = joint.map(|(glyph, _)| *glyph).collect();
        joint.sort_unstable();
        joint.into_iter().for_each(|glyph| self.join(cx, glyph));
    }

    /// Connects the marks of a glyph with the marks in their `with=`. Afterwards, a mark whose `with=` is wrong draws
    /// for itself.
    fn join(&mut self, cx: &mut Context<'_>, glyph: char) {
        for nth in 0..self.marks[&glyph].draws.len() {
            let draw = self.marks[&glyph].draws[nth].clone();
            let MarkedScope::Follows(other) = draw.scope else {
                continue;
            };
            let joint = self.joint(cx, other, draw);
            let draw = &mut self
                .marks
                .get_mut(&glyph)
                .expect("its marks are read")
                .draws[nth];
            match joint {
                Some((decider, options)) => {
                    (draw.scope, draw.options) = (MarkedScope::With(other.value, decider), options);
                }
                None => draw.scope = MarkedScope::Mark,
            }
        }
    }

    /// Returns the number of the draw that decides a mark with `with=`, and the mark's options in the order of that
    /// draw's options. Reports a wrong mark and returns `None`.
    fn joint(
        &mut self,
        cx: &mut Context<'_>,
        other: Spanned<char>,
        draw: MarkedDraw,
    ) -> Option<(usize, Vec<MarkedOption>)> {
        self.mark_as_the_file(cx, other.value);
        if self.glyphs.doubtful.contains(&other.value) {
            return None;
        }
        let mark = self.marks.get(&other.value).filter(|mark| !mark.is_class);
        let Some(mark) = mark else {
            let glyph = other.value;
            let message =
                format!("expected a mark with `same=yes`, found `{glyph}`, which is not a mark");
            let finding = Diagnostic::new(Code::BadValue, other.span, message);
            let is_of_the_file = draw.span.start < self.head.start;
            let level = is_of_the_file.then_some(self.head);
            let finding = finding.label_if(level, "in this level");
            let help = format!("declare the mark, such as `mark {glyph} w|g same=yes`");
            cx.report_once(finding.help(help));
            return None;
        };
        let nth = decider(cx, other, &mark.draws)?;
        Some((nth, paired(cx, other, &draw, &mark.draws[nth])?))
    }

    /// Checks the marks of the whole file that no level uses, except the cells that they name, because cells can be
    /// checked only in the map of a level.
    pub fn judge_unused(&mut self, cx: &mut Context<'_>) {
        let marks: Vec<&FileMark> = self.glyphs.file_marks.values().flatten().collect();
        let is_unused = |mark: &&FileMark| self.glyphs.is_unused(mark.entry);
        let unused: Vec<&FileMark> = marks.into_iter().filter(is_unused).collect();
        let others = std::mem::take(&mut cx.findings);
        for mark in &unused {
            self.mark_as_the_file(cx, mark.new.value);
        }
        self.report_unknown(cx);
        let found = std::mem::replace(&mut cx.findings, others).finish();
        let points: HashSet<Span> = unused
            .iter()
            .flat_map(|mark| points(cx, &mark.record))
            .collect();
        let is_elsewhere = |found: &Diagnostic| points.contains(&found.span);
        let found = found.into_iter().filter(|found| !is_elsewhere(found));
        cx.findings.extend(found);
    }

    /// Reads a mark of a glyph. Reports a wrong mark and returns `None`.
    fn marked(
        &mut self,
        cx: &mut Context<'_>,
        record: &Record,
        new: Spanned<char>,
        all: &Alternatives,
    ) -> Option<MarkedDraw> {
        if fault(new.value).is_some() || all.glyphs().any(|glyph| fault(glyph.value).is_some()) {
            return None;
        }
        if cx.game.form().reserved.contains(&new.value) {
            reserved(cx, new);
            return None;
        }
        let Some(known) = self.known(cx, all) else {
            self.marks.entry(new.value).or_default();
            return None;
        };
        let draw = read_draw(cx, self.map, record, new.value, &known);
        let mark = self.marks.entry(new.value).or_default();
        let draw = draw?;
        choices::check(cx, &draw);
        let is_joint = matches!(draw.scope, MarkedScope::Follows(_));
        if is_joint && !draws_nothing_itself(cx, record, all, &draw) {
            return None;
        }
        let first_of = |nth: usize| {
            let first = mark.entries.get(nth);
            first.map_or(record.span, |entry| self.glyphs.place(*entry))
        };
        let overlaps = |other: &MarkedDraw| other.pieces().any(|piece| draw.fills(piece.layer()));
        if let Some(nth) = mark.draws.iter().position(overlaps) {
            duplicate(cx, new, first_of(nth));
            return None;
        }
        let eaten = |other: &MarkedDraw| {
            let mut pairs = other
                .pieces()
                .flat_map(|one| draw.pieces().map(move |another| [one, another]));
            pairs.find_map(|pair| eaten_item(cx, pair))
        };
        let mut others = mark.draws.iter().enumerate();
        let eaten = others.find_map(|(nth, other)| Some((nth, eaten(other)?)));
        if let Some((nth, item)) = eaten {
            let finding = shared_with_herd_item(cx, record, item);
            cx.report(finding.label(first_of(nth), "this mark puts the other one there"));
            return None;
        }
        Some(draw)
    }

    /// Returns the things of alternatives; a class counts with all its things on this level. Reports a glyph without a
    /// meaning and returns `None`.
    fn known(&mut self, cx: &mut Context<'_>, all: &Alternatives) -> Option<Vec<KnownAlternative>> {
        let glyphs = self.glyphs;
        let mut known = Vec::with_capacity(all.0.len());
        for (alternative, glyph) in all.0.iter().zip(all.glyphs()) {
            let weight = alternative.value.weight as u64;
            if let Some(thing) = glyphs.use_thing(glyph.value) {
                known.push(WeighedThings {
                    weight,
                    span: glyph.span,
                    things: vec![(1, glyph.value, thing)],
                });
            } else if let Some(line) = glyphs.class_on(glyph.value, cx.level) {
                one_class(cx, self.head, glyph.value, line);
                let members = line.members.iter();
                let members = members.map(|one| (one.weight.into(), one.glyph, one.thing));
                known.push(WeighedThings {
                    weight,
                    span: glyph.span,
                    things: members.collect(),
                });
            } else if !self.is_class_of_nothing(cx, glyph) {
                self.unknown(glyph);
            }
        }
        let is_whole = known.len() == all.0.len();
        is_whole.then(|| joined(cx, known)).flatten()
    }

    /// Reads `shuffle 1 2 3`, after all marks of the level.
    pub fn shuffle(&mut self, cx: &mut Context<'_>, marks: &[Spanned<char>]) {
        let mut group: Vec<char> = Vec::with_capacity(marks.len());
        for mark in marks {
            self.mark_as_the_file(cx, mark.value);
            let is_shuffled = self
                .shuffles
                .iter()
                .any(|other| other.contains(&mark.value));
            let found = if self.glyphs.doubtful.contains(&mark.value) {
                continue;
            } else if !self.marks.contains_key(&mark.value) {
                let message = format!(
                    "expected marks to shuffle, found `{}`, which is not a mark",
                    mark.value
                );
                let help = format!("declare the mark, such as `mark {} #`", mark.value);
                let meant = other_case(mark.value).filter(|other| self.is_marked(*other));
                Diagnostic::new(Code::BadValue, mark.span, message)
                    .perhaps_meant(mark.span, meant, help)
            } else if is_shuffled || group.contains(&mark.value) {
                let message = format!(
                    "expected each mark in at most one shuffle, found `{}` again",
                    mark.value
                );
                Diagnostic::new(Code::BadValue, mark.span, message)
                    .help("list all marks that swap meanings in one `shuffle`")
            } else {
                group.push(mark.value);
                continue;
            };
            cx.report(found);
        }
        if let Some(odd) = self.odd_choice(&group) {
            let message = format!(
                "expected shuffled marks with the same `choose=`, found `{odd}` unlike `{}`",
                group[0]
            );
            let odd = marks.iter().find(|mark| mark.value == odd);
            let finding = Diagnostic::new(
                Code::BadValue,
                odd.map_or(marks[0].span, |odd| odd.span),
                message,
            );
            cx.report(
                finding.help("write the same `choose=` on all marks of the shuffle, or on none"),
            );
        }
        if let [only] = marks {
            let message = "expected at least two marks to shuffle, found one";
            let finding = Diagnostic::new(Code::BadValue, only.span, message);
            cx.report(finding.help("list every mark that it may swap meanings with"));
        }
        self.shuffles.push(group);
    }

    /// Returns the first of several marks whose choice is not the choice of the first mark; `None` if all have the same
    /// choice, or none has one.
    fn odd_choice(&self, marks: &[char]) -> Option<char> {
        let choice = |mark: char| self.offer(mark).map(|name| &name.value);
        let first = choice(*marks.first()?);
        marks.iter().copied().find(|mark| choice(*mark) != first)
    }

    /// Returns the name of the choice that the items of a marked glyph belong to; `None` for most glyphs.
    pub fn offer(&self, glyph: char) -> Option<&Spanned<String>> {
        let draws = &self.marks.get(&glyph)?.draws;
        draws.iter().find_map(|draw| draw.choice.as_ref())
    }

    /// Whether chance decides which thing a glyph puts on its cell.
    pub fn is_by_chance(&mut self, cx: &mut Context<'_>, glyph: char) -> bool {
        self.mark_as_the_file(cx, glyph);
        let mark = self.marks.get(&glyph);
        mark.is_some_and(|mark| !mark.draws.iter().all(MarkedDraw::is_certain))
            || self.shuffles.iter().any(|group| group.contains(&glyph))
    }

    /// Returns the marks that trade places with the mark of a glyph (`shuffle`), including this mark; and such groups of
    /// the marks that decide them (`with=`), except marks that `is_known`. Each mark comes with the options that chance
    /// chooses from.
    pub fn drawn_with(&mut self, glyph: char, is_known: &dyn Fn(char) -> bool) -> Vec<MarkGroup> {
        let (mut groups, mut open) = (Vec::new(), vec![glyph]);
        let mut found = HashSet::new();
        while let Some(glyph) = open.pop() {
            if is_known(glyph) || found.contains(&glyph) {
                continue;
            }
            let group = self.shuffles.iter().find(|group| group.contains(&glyph));
            let group = group.cloned().unwrap_or_else(|| vec![glyph]);
            let draws = |mark: char| (mark, self.use_mark(mark).unwrap_or_default());
            let group: MarkGroup = group.into_iter().map(draws).collect();
            found.extend(group.iter().map(|(mark, _)| *mark));
            for draw in group.iter().flat_map(|(_, draws)| draws) {
                if let MarkedScope::With(other, _) = draw.scope {
                    open.push(other);
                }
            }
            groups.push(group);
        }
        groups
    }

    /// Returns the options that chance chooses from for a marked glyph, and counts its marks as used. `None` for a
    /// glyph without marks.
    fn use_mark(&mut self, glyph: char) -> Option<Vec<MarkedDraw>> {
        let mark = self.marks.get(&glyph)?;
        for entry in &mark.entries {
            self.glyphs.use_entry(*entry);
        }
        Some(mark.draws.clone())
    }

    /// Returns the pieces that a glyph may put on its cell. Records a glyph without a meaning, and returns no pieces
    /// for it.
    pub fn pieces(&mut self, cx: &mut Context<'_>, glyph: Spanned<char>) -> Vec<Piece> {
        self.mark_as_the_file(cx, glyph.value);
        if let Some(draws) = self.use_mark(glyph.value) {
            let options = draws.into_iter().flat_map(|draw| draw.options);
            return options.filter_map(|option| option.piece).collect();
        }
        match self.glyphs.use_thing(glyph.value) {
            Some(thing) => vec![plain(cx, thing)],
            None if self.is_class_of_nothing(cx, glyph) => Vec::new(),
            None => {
                self.unknown(glyph);
                Vec::new()
            }
        }
    }

    /// Returns the things of a class on this level, as options that chance chooses from; `None` for a mark, and for a
    /// class with a single thing.
    pub fn class_draw(&self, glyph: char) -> Option<MarkedDraw> {
        let mark = self.marks.get(&glyph)?;
        let draw = mark.draws.first().filter(|_| mark.is_class)?;
        (!draw.is_certain()).then(|| draw.clone())
    }

    /// Reads the things of a class on this level, for a glyph without marks.
    fn mark_as_the_class(&mut self, cx: &mut Context<'_>, glyph: char) {
        let glyphs = self.glyphs;
        let Some(line) = glyphs.class_on(glyph, cx.level) else {
            return;
        };
        one_class(cx, self.head, glyph, line);
        let options = line.members.iter().map(|member| {
            let mut piece = plain(cx, member.thing);
            want_if_marked(cx, &mut piece, glyph, line.span);
            MarkedOption {
                glyph: member.glyph,
                nth: 0,
                weight: member.weight,
                piece: Some(piece),
            }
        });
        let draw = MarkedDraw {
            options: options.collect(),
            scope: MarkedScope::Cell,
            choice: None,
            span: line.span,
        };
        let mark = MarkedDraws {
            draws: vec![draw],
            entries: vec![line.entry],
            is_class: true,
        };
        self.marks.insert(glyph, mark);
    }

    /// Whether a glyph is a class without a `class` line for this level. Reports the first use of such a glyph.
    fn is_class_of_nothing(&mut self, cx: &mut Context<'_>, glyph: Spanned<char>) -> bool {
        let Some(lines) = self.glyphs.classes.get(&glyph.value) else {
            return false;
        };
        if self.glyphs.doubtful.contains(&glyph.value) {
            return false;
        }
        if self.lacking.insert(glyph.value) {
            let (level, class) = (cx.level, glyph.value);
            let message = format!(
                "expected a glyph with a meaning, found the class `{class}`, which has no meaning on level {level}"
            );
            let finding = Diagnostic::new(Code::UnknownGlyph, glyph.span, message);
            let finding = lines.iter().fold(finding, |finding, line| {
                let what = line.name.as_deref().unwrap_or("its meaning");
                finding.label(line.span, format!("{what} on other levels"))
            });
            cx.report(finding.help(no_line_help(class, level)));
        }
        true
    }

    /// Records a glyph without a meaning.
    pub fn unknown(&mut self, glyph: Spanned<char>) {
        if self.glyphs.doubtful.contains(&glyph.value) {
            return;
        }
        let first = Unknown {
            first: glyph.span,
            count: 0,
        };
        self.unknown.entry(glyph.value).or_insert(first).count += 1;
    }

    /// Whether there are glyphs without a meaning, which may stand for anything.
    pub fn has_unknown(&self) -> bool {
        !self.unknown.is_empty() || !self.lacking.is_empty()
    }

    /// Whether an unknown glyph is the hero of another game, and so probably meant as the hero.
    pub fn has_unknown_hero(&self, cx: &Context<'_>) -> bool {
        let mut unknown = self.unknown.keys();
        unknown.any(|glyph| cx.game.is_hero_elsewhere(*glyph))
    }

    /// Reports each glyph without a meaning once.
    pub fn report_unknown(&self, cx: &mut Context<'_>) {
        for (glyph, unknown) in &self.unknown {
            let times = match unknown.count {
                1 => String::new(),
                count => format!(" ({count} times)"),
            };
            let message = format!("expected a glyph with a meaning, found `{glyph}`{times}");
            let finding = Diagnostic::new(Code::UnknownGlyph, unknown.first, message);
            if let Some(mark) = self.glyphs.marks.get(glyph) {
                cx.report_once(marked_elsewhere(cx, finding, *mark));
                continue;
            }
            let declare = declaration(cx, *glyph);
            let meant = self.meant(*glyph);
            let is_elsewhere = !cx.game.elsewhere(*glyph).is_empty();
            cx.report_once(match meant.filter(|_| !is_elsewhere) {
                Some(meant) if unknown.count == 1 => finding
                    .help(format!("did you mean `{meant}`? Otherwise {declare}"))
                    .suggest(unknown.first, meant),
                Some(meant) => finding.help(format!("did you mean `{meant}`? Otherwise {declare}")),
                None => finding.help(declare),
            });
        }
    }

    /// Returns a letter in the other case if that glyph has a meaning; otherwise `None`.
    fn meant(&self, glyph: char) -> Option<char> {
        other_case(glyph).filter(|other| self.knows(*other))
    }

    /// Returns the glyphs of the file, without the marks of the level.
    pub fn glyphs(&self) -> &GlyphTable {
        self.glyphs
    }
}

/// Reports a class in a vault if the class has different `class` lines for the levels that may have the vault.
fn one_class(cx: &mut Context<'_>, head: Span, class: char, line: &ClassLine) {
    if line.depth.1 >= cx.deepest {
        return;
    }
    let other = line.depth.1 + 1;
    let message = format!(
        "expected a class with one meaning on all levels of the vault, found `{class}`, whose meaning changes on level {other}"
    );
    let finding = Diagnostic::new(Code::BadVault, head, message);
    let finding = finding.label(line.span, "this meaning ends before that level");
    cx.report_once(
        finding.help(
            "limit the vault to some levels with `depth=`, and draw another vault for the rest",
        ),
    );
}

/// Returns the place in the text of each cell that a key of a record names.
fn points(cx: &Context<'_>, record: &Record) -> HashSet<Span> {
    let keys = record.keys.iter();
    let points = keys.filter(|pair| keys::has_shape(cx.text(pair.key), ValueShape::Point));
    points.map(|pair| pair.value.span).collect()
}

/// Completes the finding about a glyph without a meaning, if a mark of another level declares the glyph.
fn marked_elsewhere(cx: &Context<'_>, finding: Diagnostic, mark: Span) -> Diagnostic {
    let record = cx.text(mark);
    let finding = finding.label(mark, "a mark below a map works in that level only");
    finding.help(if record.contains(['\n', '\r']) {
        "copy the mark below the map of this level, or move it above the first level".to_string()
    } else {
        format!("copy it below the map of this level, or move it above the first level: `{record}`")
    })
}

/// Makes the finding for marks that put a monster on the cell of an item of the herd, which the monster would eat.
fn shared_with_herd_item(cx: &Context<'_>, record: &Record, item: ItemId) -> Diagnostic {
    let name = &cx.tables.item(item).name;
    let message = format!(
        "expected marks for a monster or {}, found marks for both",
        with_indefinite_article(name)
    );
    let finding = Diagnostic::new(Code::CellTaken, record.span, message);
    finding.help(company(name))
}

/// Returns the help text of the finding about a glyph without a meaning: how to declare it, and which game has it.
fn declaration(cx: &Context<'_>, glyph: char) -> String {
    let is = cx.game.form().kinds[0].0;
    let elsewhere = cx.game.elsewhere(glyph);
    if !elsewhere.is_empty() {
        let describe = |(game, _, name): &(&GameProfile, Thing, String)| {
            format!("{} of `rules {}`", with_article(name), game.word)
        };
        let (there, here) = (elsewhere.iter().map(describe), cx.game.word);
        let there = there.collect::<Vec<_>>().join(" and ");
        if cx.game.is_hero_elsewhere(glyph) {
            return format!(
                "it is {there}: in `rules {here}`, write `@`, or declare the glyph before the first level"
            );
        }
        let is_body = |(_, thing, _): &_| matches!(thing, Thing::Body(_));
        let example = if elsewhere.iter().any(is_body) {
            format!("kind {glyph} \"name\" is={is}")
        } else {
            format!("item {glyph} \"name\"")
        };
        return format!(
            "it is {there}: in `rules {here}`, declare it before the first level, such as `{example}`"
        );
    }
    let digits = cx.game.form().digits.filter(|_| glyph.is_ascii_digit());
    let digits = digits.map_or_else(String::new, |said| format!("{said}; otherwise "));
    // In games with several heroes, each hero usually has its own letter.
    let mark = if cx.game.heroes.is_several() && glyph.is_uppercase() {
        format!("mark {glyph} @ name=\"Andy\"")
    } else {
        format!("mark {glyph} #")
    };
    format!(
        "{digits}declare it before the first level, such as `kind {glyph} \"name\" is={is}`, or give it a meaning in this level: `{mark}`"
    )
}
