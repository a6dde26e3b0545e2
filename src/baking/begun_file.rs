//! A file with a game that has begun: what the seed has decided, by the records of the file.
use std::collections::{BTreeMap, BTreeSet};

use super::scattered_things::ScatteredThings;
use super::spelled_thing::{SpelledThing, Speller, place};
use crate::analysis::file_analysis::{FileAnalysis, FileScope, GlyphOrigin};
use dungeon_engine::game::Game;
use dungeon_engine::vaults::PlacedVault;
use dungeon_engine::world::World;
use dungeon_format::characters::{in_quotes, only_char};
use dungeon_format::keys;
use dungeon_format::source::Span;
use dungeon_format::syntax::{Head, KeyValue, Number, Record, Value};
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::{Dungeon, LevelId, ScatterShare, ScatteredThing, Spread, Vault};
use dungeon_model::space::geometry::Point;

/// An edit of the joined text: the bytes to replace, and the new text.
pub(super) type JoinedEdit = (Span, String);

/// A file with a game that has begun.
pub(super) struct BegunFile<'a> {
    pub(super) speller: Speller<'a>,
    game: &'a Game,
    /// The marks that chance decides, by the part of the file that declares them.
    chances: BTreeSet<(FileScope, char)>,
    /// The marks that keys name as places or things.
    named: BTreeSet<(FileScope, char)>,
}

impl<'a> BegunFile<'a> {
    pub(super) fn new(
        analysis: &'a FileAnalysis,
        dungeon: &'a Dungeon,
        game: &'a Game,
    ) -> BegunFile<'a> {
        let mut file = BegunFile {
            speller: Speller { analysis, dungeon },
            game,
            chances: BTreeSet::new(),
            named: BTreeSet::new(),
        };
        for nth in 0..analysis.statements().len() {
            file.note(nth);
        }
        file
    }

    /// Records what a statement says about marks.
    fn note(&mut self, nth: usize) {
        let analysis = self.analysis();
        let Some(record) = analysis.record(nth) else {
            return;
        };
        let scope = analysis.scope(nth);
        match &record.head.value {
            Head::Mark(new, all) => {
                let is_class = all
                    .glyphs()
                    .any(|glyph| self.speller.thing(glyph.value).is_none());
                let is_chance = all.0.len() > 1 || is_class || !record.numbers.is_empty();
                if is_chance {
                    self.chances.insert((scope, new.value));
                }
            }
            Head::Shuffle(marks) => {
                for mark in marks {
                    if let GlyphOrigin::Marked(part) = analysis.origin(scope, mark.value) {
                        self.chances.insert((part, mark.value));
                    }
                }
            }
            Head::Scatter(_) => {}
            head => {
                let uses = analysis.glyph_uses(nth).into_iter();
                let uses = uses.filter(|one| {
                    !matches!(head, Head::Glyph(_)) || one.span.start != record.head.span.start
                });
                for one in uses {
                    if let GlyphOrigin::Marked(part) = one.origin {
                        self.named.insert((part, one.glyph));
                    }
                }
            }
        }
        // A route of a mark names other marks.
        if let Head::Mark(..) = &record.head.value {
            for one in analysis.glyph_uses(nth) {
                let is_value = one.span.start > record.head.value.end().unwrap_or_default();
                if let (true, GlyphOrigin::Marked(part)) = (is_value, one.origin)
                    && !is_follower(record, one.span, analysis)
                {
                    self.named.insert((part, one.glyph));
                }
            }
        }
    }

    pub(super) fn analysis(&self) -> &'a FileAnalysis {
        self.speller.analysis
    }

    pub(super) fn world(&self) -> &'a World {
        self.game.world()
    }

    /// Whether a statement decides something by chance before the first turn.
    pub(super) fn is_chance(&self, nth: usize) -> bool {
        let analysis = self.analysis();
        let Some(record) = analysis.record(nth) else {
            return false;
        };
        match &record.head.value {
            Head::Mark(new, _) => self.chances.contains(&(analysis.scope(nth), new.value)),
            Head::Shuffle(_) | Head::Scatter(_) => true,
            _ => false,
        }
    }

    /// Whether a glyph is a mark that chance decides, so that the written file no longer has it.
    pub(super) fn is_freed(&self, scope: FileScope, glyph: char) -> bool {
        match self.analysis().origin(scope, glyph) {
            GlyphOrigin::Marked(part) => self.chances.contains(&(part, glyph)),
            _ => false,
        }
    }

    /// Whether a glyph is a mark that the written file still has.
    pub(super) fn is_marked(&self, scope: FileScope, glyph: char) -> bool {
        let is_mark = matches!(self.analysis().origin(scope, glyph), GlyphOrigin::Marked(_));
        is_mark && !self.is_freed(scope, glyph)
    }

    /// Whether a glyph is a mark that a key of the file names.
    pub(super) fn is_named(&self, scope: FileScope, glyph: char) -> bool {
        match self.analysis().origin(scope, glyph) {
            GlyphOrigin::Marked(part) => self.named.contains(&(part, glyph)),
            _ => false,
        }
    }

    /// Whether a glyph has a meaning somewhere in the file.
    pub(super) fn is_meant(&self, glyph: char) -> bool {
        let analysis = self.analysis();
        analysis.plain_origin(glyph) != GlyphOrigin::Unknown
            || analysis.marked_scopes(glyph).next().is_some()
    }

    /// Returns the marks that the written file still has in a part of it.
    pub(super) fn known_glyphs(&self, scope: FileScope) -> BTreeSet<char> {
        let marks = self.analysis().own_glyphs(scope).map(|(glyph, _)| glyph);
        marks
            .filter(|glyph| self.is_marked(scope, *glyph))
            .collect()
    }

    /// Returns the span whose deletion removes a record with the comments directly above it.
    pub(super) fn deletion(&self, span: Span) -> Span {
        let source = self.analysis().source();
        let mut gone = source.deletion(span);
        let rest = Span {
            start: span.end,
            end: source.line_span(source.line_of(span.end)).end,
        };
        let is_commented = source.slice(rest).trim_start().starts_with("//");
        if is_commented && gone.start == source.line_span(source.line_of(span.start)).start {
            gone.end = source.line_span(source.line_of(span.end) + 1).start;
        }
        let mut line = source.line_of(gone.start);
        if gone.start != source.line_span(line).start {
            return gone;
        }
        while line > 1 && source.slice(source.line_span(line - 1)).starts_with("//") {
            line -= 1;
        }
        Span {
            start: source.line_span(line).start,
            ..gone
        }
    }

    /// Returns a mark of the written file that stands for some things.
    pub(super) fn mark_of(&self, scope: FileScope, things: &[SpelledThing]) -> Option<char> {
        let mut marks = self.known_glyphs(scope).into_iter();
        marks.find(|glyph| self.speller.certain(scope, *glyph) == things)
    }

    /// Returns what the seed has put on each cell of a level whose content chance decides.
    pub(super) fn decided_on(
        &self,
        id: LevelId,
        scope: FileScope,
    ) -> BTreeMap<Point, Vec<SpelledThing>> {
        match self.world().decided_marks(id) {
            Some((chance, picks)) => self.speller.decided(scope, chance, &picks),
            None => BTreeMap::new(),
        }
    }

    /// Returns the things of each vault of a level, by cells of the level.
    pub(super) fn vault_things(&self, id: LevelId) -> Vec<Vec<(Point, Vec<SpelledThing>)>> {
        let placed = self.world().vaults_on(id).iter();
        placed.map(|placed| self.things_of(id, *placed)).collect()
    }

    fn things_of(&self, id: LevelId, placed: PlacedVault) -> Vec<(Point, Vec<SpelledThing>)> {
        let vault = &self.world().dungeon().vaults()[placed.number];
        let scope = FileScope::Vault(u32::try_from(placed.number).unwrap_or(u32::MAX));
        let analysis = self.analysis();
        let own: Vec<usize> = { 0..analysis.statements().len() }
            .filter(|nth| analysis.scope(*nth) == scope)
            .collect();
        let decided = match self.world().decided_vault_marks(id, placed) {
            Some((chance, picks)) => self.speller.decided(scope, chance, &picks),
            None => BTreeMap::new(),
        };
        let rows = own.iter().flat_map(|nth| analysis.rows(*nth));
        let rows: Vec<Vec<char>> = rows
            .map(|row| analysis.source().slice(*row).chars().collect())
            .collect();
        let glyph = |p: Point| {
            let row = rows.get(p.y as usize);
            row.and_then(|row| row.get(p.x as usize))
                .copied()
                .unwrap_or(' ')
        };
        let parts = vault.within.points();
        let parts = parts.filter(|p| vault.tiles.get(*p).flatten().is_some());
        let parts = parts.map(|p| {
            let mut things = match decided.get(&p) {
                Some(things) => things.clone(),
                None => self.speller.certain(scope, glyph(p)),
            };
            let records = own.iter().filter_map(|nth| analysis.record(*nth));
            for record in records.filter(|record| place(record) == Some(p)) {
                if let Head::Glyph(glyph) = record.head.value
                    && !decided.contains_key(&p)
                {
                    let placed = match analysis.origin(scope, glyph) {
                        GlyphOrigin::Marked(_) => self.speller.certain(scope, glyph),
                        _ => vec![self.speller.of_record(record, glyph)],
                    };
                    things.retain(|one| placed.iter().all(|new| new.layer != one.layer));
                    things.extend(placed);
                }
            }
            let moved = |said: &str| self.route_point(placed, vault, &own, &rows, said);
            let things = things.into_iter().map(|thing| thing.with_route(moved));
            (placed.cell(vault, p), things.collect())
        });
        parts.collect()
    }

    /// Returns the cell of the level for a point of a route in a vault: a cell, or a mark that is drawn or placed once.
    fn route_point(
        &self,
        placed: PlacedVault,
        vault: &Vault,
        own: &[usize],
        rows: &[Vec<char>],
        said: &str,
    ) -> Option<Point> {
        let cell = |p| Some(placed.cell(vault, p));
        if let Some(mark) = only_char(said) {
            let drawn = rows.iter().enumerate().find_map(|(y, row)| {
                let x = row.iter().position(|glyph| *glyph == mark)?;
                Some(dungeon_model::space::geometry::cell_at(x, y))
            });
            let mut records = own.iter().filter_map(|nth| self.analysis().record(*nth));
            let placed = || {
                records.find_map(|record| match record.head.value {
                    Head::Glyph(glyph) if glyph == mark => place(record),
                    _ => None,
                })
            };
            return cell(drawn.or_else(placed)?);
        }
        let (x, y) = said.split_once(',')?;
        let (x, y): (i32, i32) = (x.parse().ok()?, y.parse().ok()?);
        cell(dungeon_model::space::geometry::at(x - 1, y - 1))
    }

    /// Returns the things that the scatters of a level place.
    pub(super) fn scattered(&self, id: LevelId, scope: FileScope) -> ScatteredThings {
        let analysis = self.analysis();
        let records = (0..analysis.statements().len())
            .filter(|nth| analysis.scope(*nth) == scope)
            .filter_map(|nth| analysis.record(nth));
        let mut records = records.filter(|one| matches!(one.head.value, Head::Scatter(_)));
        let mut things = ScatteredThings::default();
        let scatters = self.world().dungeon().levels()[usize::from(id.0)]
            .scatters
            .iter();
        let mut members: Vec<SpelledThing> = Vec::new();
        let mut nth = 0;
        for scatter in scatters {
            if matches!(scatter.share, ScatterShare::Further { .. }) {
                nth += 1;
            } else {
                members = records
                    .next()
                    .map_or_else(Vec::new, |one| self.members(id, scope, one));
                nth = 0;
            }
            let Some(thing) = members.get(nth).cloned() else {
                continue;
            };
            match scatter.what {
                ScatteredThing::Tile(tile) => things.tiles.push((tile, thing)),
                ScatteredThing::Item(item) => things.items.push((item, thing)),
                ScatteredThing::Body(kind, _) => things.bodies.push((kind, thing)),
            }
        }
        things
    }

    /// Returns the things from which a scatter places one: its own, or those of its class on the level.
    fn members(&self, id: LevelId, scope: FileScope, record: &Record) -> Vec<SpelledThing> {
        let Head::Scatter(glyph) = record.head.value else {
            return Vec::new();
        };
        let analysis = self.analysis();
        if let GlyphOrigin::Marked(_) = analysis.origin(scope, glyph.value) {
            return self.speller.certain(scope, glyph.value);
        }
        if self.speller.thing(glyph.value).is_some() {
            return vec![self.speller.of_record(record, glyph.value)];
        }
        let level = i64::from(id.0) + 1;
        let classes = analysis.declarations(glyph.value).iter();
        let classes = classes.filter_map(|nth| analysis.record(*nth));
        let mut here = classes.filter(|class| {
            let mut keys = class.keys.iter();
            let depth = keys.find(|pair| pair.word(analysis.source()) == keys::DEPTH.word);
            match depth.map(|pair| &pair.value.value) {
                Some(Value::Range(from, to)) => (*from..=*to).contains(&level),
                Some(Value::Int(only)) => *only == level,
                _ => true,
            }
        });
        match here.next().map(|class| &class.head.value) {
            Some(Head::Class(_, all)) => {
                let glyphs = all.glyphs();
                glyphs
                    .map(|one| self.speller.of_record(record, one.value))
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns the ranges of a body's or an item's numbers, without the keys of its record.
    pub(super) fn spread(&self, glyph: char) -> Spread {
        match self.speller.thing(glyph) {
            Some(Thing::Body(kind)) => self.speller.dungeon.kind(kind).spread,
            Some(Thing::Item(item)) => self.speller.dungeon.item(item).spread,
            _ => Spread::default(),
        }
    }

    /// Whether a statement declares a class that no key of the file names, so that only maps, marks and scatters drew
    /// from it.
    pub(super) fn is_idle_class(&self, nth: usize) -> bool {
        let analysis = self.analysis();
        let Some(record) = analysis.record(nth) else {
            return false;
        };
        let Head::Class(class, _) = &record.head.value else {
            return false;
        };
        let is_named = |nth: usize| {
            let keys = analysis.record(nth).map_or(&[][..], |record| &record.keys);
            let mut uses = analysis.glyph_uses(nth).into_iter();
            uses.any(|one| {
                let is_value = |pair: &KeyValue| pair.value.span.start == one.span.start;
                one.glyph == class.value && keys.iter().any(is_value)
            })
        };
        !(0..analysis.statements().len()).any(is_named)
    }

    /// Returns the edits that write the looks of a family in the order in which the seed has dealt them out.
    pub(super) fn looks_in_order(&self, record: &Record) -> Vec<JoinedEdit> {
        let (world, source) = (self.world(), self.analysis().source());
        let name = record.text.as_ref().map(|name| name.value.as_str());
        let mut families = self.speller.dungeon.families().iter();
        let Some(family) = families.find(|family| Some(family.name.as_str()) == name) else {
            return Vec::new();
        };
        let key = |word: &str| {
            let mut pairs = record.keys.iter();
            pairs.find(|pair| pair.word(source) == word)
        };
        let Some(Value::Word(said) | Value::Text(said)) =
            key(keys::FAMILY_LOOKS.word).map(|pair| &pair.value.value)
        else {
            return Vec::new();
        };
        let mut left: Vec<Option<&str>> = said.split('|').map(Some).collect();
        let dealt = family.kinds.iter().filter_map(|kind| {
            let look = world.dungeon().item(*kind).variants;
            let nth = look.0.checked_sub(family.first_look.0)?;
            left.get_mut(usize::from(nth))?.take()
        });
        let mut looks: Vec<&str> = dealt.collect();
        looks.extend(left.into_iter().flatten());
        let looks = looks.join("|");
        let value = key(keys::FAMILY_LOOKS.word).map(|pair| pair.value.span);
        let value = value.map(|span| match source.slice(span).chars().next() {
            Some('"') => (span, in_quotes(&looks)),
            _ => (span, looks),
        });
        let no = match key(keys::LOOKS_SHUFFLED.word) {
            Some(pair) => (pair.value.span, "no".to_owned()),
            None => (
                record.span.behind(),
                format!(" {}=no", keys::LOOKS_SHUFFLED.word),
            ),
        };
        value.into_iter().chain([no]).collect()
    }
}

/// Whether a use of a glyph is the value of `with=`, which names the mark that draws for this one.
fn is_follower(record: &Record, at: Span, analysis: &FileAnalysis) -> bool {
    let mut keys = record.keys.iter();
    keys.any(|pair| {
        pair.value.span.start == at.start && pair.word(analysis.source()) == keys::WITH.word
    })
}

/// Returns the number of a `seed` record.
pub(super) fn seed_of(record: &Record) -> Option<Span> {
    let number = record.numbers.first()?;
    match (&record.head.value, number.value) {
        (Head::Seed, Number::Int(_)) => Some(number.span),
        _ => None,
    }
}
