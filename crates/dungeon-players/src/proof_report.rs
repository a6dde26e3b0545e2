//! Turns a proof into findings for the author of a file, each at its place in the text.
use super::readable_mends::drop_refused_mends;
use super::verdict::{CoinFlip, DeadEnd, Disproof, Mend, MendSet, Proof, Reason, Verdict};
use dungeon_engine::action::Action;
use dungeon_engine::event::Event;
use dungeon_engine::game::Game;
use dungeon_engine::rulesets::goals;
use dungeon_engine::world::World;
use dungeon_format::allow::allowances;
use dungeon_format::characters::in_quotes;
use dungeon_format::diagnostic::{Code, Diagnostic, Severity};
use dungeon_format::parse::parse;
use dungeon_format::places::CellPlaces;
use dungeon_format::source::{Limits, Source, Span};
use dungeon_model::dungeon::grammar::nouns::with_article;
use dungeon_model::dungeon::{CauseEvent, CauseId, Feature, ItemId, LevelId, TileId};
use dungeon_model::space::geometry::Point;
use dungeon_play::view::words;

/// The maximum number of places that a sentence names for a change.
const PLACES: usize = 6;

/// Returns the findings of a proof for the author of a file: why the game cannot be won and how to fix it, a game that
/// is won by doing nothing, or positions where a player can lose unawares. `game` is the game at its start. `ways`
/// holds one string for each of `Proof::dead_ends`, in the same order: the keys that lead to that dead end.
///
/// ```
/// use dungeon::Session;
/// use dungeon::diagnostics::Source;
/// use dungeon::players::{Budget, proof_findings, prove_layout};
///
/// let text = "map\n########\n#@...$.#\n########\nend\nscatter # 1 in=4,2..4,2\n";
/// let start = Session::from_text(text)?;
/// let game = start.game();
/// let proof = prove_layout(game.world().dungeon(), game.world().seed(), &Budget::of_steps(1_000));
/// let findings = proof_findings(&proof, game, &Source::from_text("a.dng", text), &[]);
/// assert_eq!(findings[0].code.name(), "unwinnable");
/// # Ok::<(), dungeon::LoadError>(())
/// ```
pub fn proof_findings(
    proof: &Proof,
    game: &Game,
    source: &Source,
    ways: &[String],
) -> Vec<Diagnostic> {
    let Some(places) = CellPlaces::new(source) else {
        return Vec::new();
    };
    let report = ProofReport::new(game, &places);
    let mut verdict = proof.verdict.clone();
    drop_refused_mends(&mut verdict, game.world(), source);
    let why = match &verdict {
        Verdict::Unwinnable(disproof) => Some(report.unwinnable(disproof)),
        _ => None,
    };
    let coin_flip = proof.coin_flip.map(|flip| {
        let is_unfair = matches!(proof.verdict, Verdict::Unfair);
        report.coin_flip(&flip, is_unfair)
    });
    let at_once = proof.is_won_at_once.then(|| report.won_at_once());
    let allowances = allowances(source, &parse(source, &Limits::default()).0).0;
    let is_told = |found: &Diagnostic| !allowances.silences(found);
    let dead_ends = dead_end_findings(proof, game, source, ways);
    let dead_ends = proof.dead_ends.iter().zip(ways).zip(dead_ends);
    let dead_ends = dead_ends.filter(|(_, found)| is_told(found));
    let (mut pushes, mut others): (Vec<_>, Vec<_>) =
        dead_ends.partition(|((end, _), _)| is_push(game, end));
    if let [((nearest, keys), _), _, ..] = pushes[..] {
        let found = report.losing_pushes(pushes.len(), nearest, keys);
        pushes = vec![((nearest, keys), found)];
    }
    others.append(&mut pushes);
    let dead_ends = others.into_iter().map(|(_, found)| found);
    let why = why.into_iter().chain(coin_flip);
    why.chain(at_once)
        .filter(is_told)
        .chain(dead_ends)
        .collect()
}

/// Returns a finding for each of `Proof::dead_ends`, in the same order, whether or not the file allows it.
pub fn dead_end_findings(
    proof: &Proof,
    game: &Game,
    source: &Source,
    ways: &[String],
) -> Vec<Diagnostic> {
    let dead_ends = proof.dead_ends.iter().zip(ways);
    let all = CellPlaces::new(source).map(|places| {
        let report = ProofReport::new(game, &places);
        dead_ends
            .map(|(dead_end, keys)| report.dead_end(dead_end, keys))
            .collect()
    });
    all.unwrap_or_default()
}

/// What an author can do about a reason that no change of the map mends.
fn advice(reason: &Reason) -> Option<String> {
    let advice = match reason {
        Reason::NeverHappens { .. } => {
            "put what this line waits for within reach in every game, or let it wait for something else"
        }
        Reason::ChoiceLoses { .. } => {
            "remove `choose=` from the marks of the items that the hero needs"
        }
        _ => return None,
    };
    Some(advice.to_owned())
}

/// Whether the last action before a dead end pushes a boulder.
fn is_push(game: &Game, end: &DeadEnd) -> bool {
    let mut game = game.clone();
    let is_played = end.actions.iter().all(|action| game.step(*action).is_ok());
    let mut events = game.events().iter();
    is_played && events.any(|event| matches!(event, Event::Pushed { .. }))
}

/// A game at its start, and the places of its cells in the text.
#[derive(Clone, Copy)]
struct ProofReport<'a> {
    world: &'a World,
    places: &'a CellPlaces<'a>,
}

impl<'a> ProofReport<'a> {
    fn new(game: &'a Game, places: &'a CellPlaces<'a>) -> ProofReport<'a> {
        ProofReport {
            world: game.world(),
            places,
        }
    }

    fn won_at_once(self) -> Diagnostic {
        let world = self.world;
        let hero = world.body(world.commanded());
        let message = format!(
            "expected a game to play with seed {}, found a win after one turn of waiting",
            world.seed()
        );
        Diagnostic::new(Code::WonAtOnce, self.cell(hero.level, hero.at), message).help(
            "put the things that the goals name into every game: `dungeon check` lists what chance can leave out",
        )
    }

    /// The finding about a choice that loses in some worlds that look the same: an error if no player can avoid the
    /// choice, otherwise a warning.
    fn coin_flip(self, flip: &CoinFlip, is_unfair: bool) -> Diagnostic {
        let CoinFlip {
            level,
            at,
            lost,
            worlds,
            ..
        } = *flip;
        let (onto, deed) = match flip.action {
            Some(Action::Step(way)) => {
                let onto = at + way;
                let place = self.cell_called(level, onto);
                (
                    onto,
                    format!("the step {} onto {place}", words::direction(way)),
                )
            }
            Some(Action::Wait) => (at, "waiting".to_owned()),
            Some(_) => (at, "the next action".to_owned()),
            None => (at, "any play".to_owned()),
        };
        let loses = if flip.is_deadly {
            "is deadly"
        } else {
            "ends every hope of a win"
        };
        let share = match worlds {
            1 => "with bad luck".to_owned(),
            _ => format!("in {lost} of {worlds} worlds that look the same"),
        };
        let place = self.cell_called(level, at);
        let (expected, found) = match (flip.action, is_unfair) {
            (None, _) => (
                "a way to win in every world that looks the same".to_owned(),
                format!("no win in {lost} of {worlds} of them"),
            ),
            (_, true) => (
                format!("a safe choice at {place}"),
                format!("a coin flip: {share}, {deed} {loses}"),
            ),
            (_, false) => (
                format!("a safe choice at {place}"),
                format!("one that takes patience: {share}, {deed} {loses}"),
            ),
        };
        let message = format!("expected {expected}, found {found}");
        let help = if is_unfair {
            "show the player the difference: make the danger visible, put up a sign, or let every way lead to a win"
        } else {
            "the game can be won: a player who waits for luck, such as by searching or resting, learns the safe way"
        };
        let mut finding =
            Diagnostic::new(Code::CoinFlip, self.cell(level, onto), message).help(help);
        if !is_unfair {
            finding.severity = Severity::Warning;
        }
        finding
    }

    fn unwinnable(self, disproof: &Disproof) -> Diagnostic {
        let seed = self.world.seed();
        let hero = self.world.body(self.world.commanded());
        let (span, found) = match disproof.reason {
            Reason::OutOfReach { level, at } => {
                let (what, span) = self.thing(level, at);
                (span, format!("no way to {what}"))
            }
            Reason::TooLittle {
                at_most,
                needed,
                of,
            } => {
                let what = format!(
                    "at most {at_most} {} of the {needed} needed",
                    words::stat_word(self.world, of)
                );
                (self.cell(hero.level, hero.at), what)
            }
            Reason::NoWayBack { level, at } => {
                let (what, span) = self.thing(level, at);
                let what = format!(
                    "no route that takes both {what} and the rest: some passages are one-way"
                );
                (span, what)
            }
            Reason::ShutOff {
                level, at, gate, ..
            } => {
                let (what, span) = self.thing(level, at);
                let what =
                    format!("no route that takes both {what} and the rest: {gate} closes for good");
                (span, what)
            }
            Reason::KeyEaten {
                level,
                at,
                key,
                by,
                turn,
            } => {
                let (what, span) = self.thing(level, at);
                let (eaten, _) = self.thing(level, key);
                let eater = &self.world.dungeon().kind(by).name;
                let what = format!("no way to {what}: the {eater} eats {eaten} on turn {turn}");
                (span, what)
            }
            Reason::TooFewTurns {
                level,
                at,
                at_least,
                allowed,
                ..
            } => {
                let span = self.places.turn_limit();
                let what = format!(
                    "at least {at_least} turns to win, and only {allowed} before the game is lost"
                );
                (span.unwrap_or(self.cell(level, at)), what)
            }
            Reason::TooStrong {
                level,
                at,
                at_least,
                at_most,
                ..
            } => {
                let (what, span) = self.thing(level, at);
                let what = format!(
                    "{what} too strong: the fight takes {at_least} health, and the hero has at most {at_most} {}",
                    self.when_counted()
                );
                (span, what)
            }
            Reason::NeverPushed { level, at } => {
                let what = format!(
                    "no boulder that can be pushed onto {} at {}",
                    with_article(&self.world.tile(level, at).name),
                    self.cell_called(level, at)
                );
                (self.cell(level, at), what)
            }
            Reason::NeverHappens { cause } => {
                let what = format!(
                    "a cause that the win needs and that never happens: {}",
                    self.lack(cause)
                );
                (self.places.cause(cause), what)
            }
            Reason::ChoiceLoses { level, at } => {
                let what = format!(
                    "none with any item of the choice {}",
                    self.choice(level, at)
                );
                (self.thing(level, at).1, what)
            }
            Reason::AllTried { states } => {
                let what = format!("no win in any of the {states} states of the game");
                (self.cell(hero.level, hero.at), what)
            }
        };
        let message = format!("expected a way to win with seed {seed}, found {found}");
        let finding = Diagnostic::new(Code::Unwinnable, span, message);
        let finding = self.explained(finding, &disproof.reason);
        let mend = disproof.mends.first().map(|set| &set.changes);
        let finding = mend.into_iter().flatten().fold(finding, |finding, mend| {
            let Mend {
                level,
                at,
                from,
                to,
            } = *mend;
            let place = self.cell_called(level, at);
            let name = |tile| with_article(&self.world.dungeon().tile(tile).name);
            let what = match (self.is_boulder(from), self.is_boulder(to)) {
                (_, true) => format!("{} at {place} could be pushed there", name(to)),
                (true, _) => format!("{} at {place} can never be pushed away", name(from)),
                _ => format!("{} at {place} blocks the way", name(from)),
            };
            finding.label(self.terrain(level, at, from), what)
        });
        let turns = match disproof.reason {
            Reason::TooFewTurns { enough, .. } | Reason::TooStrong { enough, .. } => enough,
            _ => None,
        };
        let more = turns
            .map(|turns| format!("write `turns={turns}`: the game can be won in {turns} turns"));
        let mended = || self.mended(&disproof.mends);
        match more.or_else(mended).or_else(|| advice(&disproof.reason)) {
            Some(help) => finding.help(help),
            None => finding,
        }
    }

    /// The hero's cell at the start.
    fn hero(self) -> Point {
        self.world.body(self.world.commanded()).at
    }

    /// The places of a choice's items, in words.
    fn choice(self, level: LevelId, at: Point) -> String {
        let rivals = self.world.rivals(level, at).into_iter();
        let cells = [at].into_iter().chain(rivals.map(|(p, _)| p));
        let cells: Vec<Point> = cells.collect();
        let named = cells
            .iter()
            .take(PLACES)
            .map(|p| self.cell_called(level, *p));
        let others = cells.len().saturating_sub(PLACES) as i64;
        let others = (others > 0).then(|| words::number_of(others, "other cell"));
        format!("at {}", words::enumeration(named.chain(others)))
    }

    /// Why a cause never happens, in words.
    fn lack(self, cause: CauseId) -> &'static str {
        match self.world.dungeon().causes[usize::from(cause.0)].event {
            CauseEvent::Step(_) | CauseEvent::Leave(_) => "the hero never comes to that cell",
            CauseEvent::Push(_) => "no boulder can be pushed there",
            CauseEvent::Opened(_) => "no door can open there",
            CauseEvent::Take(_) => "no such item can be taken",
            CauseEvent::TakeAt(_) => "no item can be taken there",
            CauseEvent::Kill(_) | CauseEvent::AllDead(_) => "no such monster can be killed",
            CauseEvent::Turn(_) => "the game is lost before that turn",
        }
    }

    /// How the health of `Reason::TooStrong` is counted, in words.
    fn when_counted(&self) -> &'static str {
        match goals::turns_left(self.world) {
            u32::MAX => "at a time",
            _ => "in time",
        }
    }

    /// Adds the places that a reason names to a finding.
    fn explained(self, finding: Diagnostic, reason: &Reason) -> Diagnostic {
        match *reason {
            Reason::ShutOff { cause, gate, .. } => {
                let line = self.places.cause(cause);
                finding.label(line, format!("this closes {gate} for good"))
            }
            Reason::KeyEaten {
                level, key, turn, ..
            } => {
                let (_, span) = self.thing(level, key);
                finding.label(span, format!("this is eaten on turn {turn}"))
            }
            Reason::TooFewTurns { level, at, .. } if at != self.hero() => {
                let (what, span) = self.thing(level, at);
                finding.label(span, format!("{what} is far from the hero"))
            }
            _ => finding,
        }
    }

    /// A phrase that proposes the first of these sets of map changes, and others like it: they make the game winnable,
    /// or at least open a way on the map. `None` without sets.
    fn mended(self, sets: &[MendSet]) -> Option<String> {
        let first = sets.first()?;
        let changes = match first.changes[..] {
            [only] => {
                let alike = sets.iter().filter(|set| set.is_proved == first.is_proved);
                let alike = alike.filter_map(|set| match set.changes[..] {
                    [other] => Some(other).filter(|other| self.is_alike(&only, other)),
                    _ => None,
                });
                self.one_of(&alike.collect::<Vec<_>>())
            }
            _ => {
                let alike = first
                    .changes
                    .chunk_by(|one, other| self.is_alike(one, other));
                let changes = alike.map(|same| {
                    let places = same.iter();
                    let places = places.map(|mend| self.cell_called(mend.level, mend.at));
                    format!("{} {}", self.order(&same[0]), words::enumeration(places))
                });
                words::enumeration(changes)
            }
        };
        Some(if first.is_proved {
            format!("{changes} to make the game winnable")
        } else {
            format!("{changes} to open a way on the map; a win is not proved")
        })
    }

    /// Whether two changes have the same instruction, so that one sentence can name both.
    fn is_alike(self, one: &Mend, other: &Mend) -> bool {
        one.to == other.to && self.is_drawn(one) == self.is_drawn(other)
    }

    fn is_drawn(self, mend: &Mend) -> bool {
        let dungeon = self.world.dungeon();
        mend.is_drawn(dungeon.drawn_from.as_ref().unwrap_or(dungeon))
    }

    /// The instruction to make a change, without the place of the change.
    fn order(self, mend: &Mend) -> String {
        let name = &self.world.dungeon().tile(mend.to).name;
        if self.is_drawn(mend) {
            format!("put {name} at")
        } else {
            format!("let chance leave {name} at")
        }
    }

    /// The instruction to make one of these changes, which differ only in their places. There must be at least one
    /// change.
    fn one_of(self, mends: &[Mend]) -> String {
        let named = mends.iter().take(PLACES);
        let named = named.map(|mend| self.cell_called(mend.level, mend.at));
        let others = mends.len().saturating_sub(PLACES) as i64;
        let others = (others > 0).then(|| words::number_of(others, "other cell"));
        let places = words::enumeration(named.chain(others));
        let one_of = if mends.len() > 1 { " one of" } else { "" };
        format!("{}{one_of} {places}", self.order(&mends[0]))
    }

    /// One finding for all pushes after which a push puzzle can no longer be solved. `pushes` is their number,
    /// `nearest` is the first of them, and `keys` lead there.
    fn losing_pushes(self, pushes: usize, nearest: &DeadEnd, keys: &str) -> Diagnostic {
        let DeadEnd { level, at, .. } = *nearest;
        let place = self.cell_called(level, at);
        let message = format!(
            "expected a way to win after every push, found {pushes} pushes that lose the puzzle; the nearest is at {place}"
        );
        Diagnostic::new(Code::DeadEnd, self.cell(level, at), message).help(format!(
            "these keys lead to the nearest: {keys}; write `allow dead-end` on the level if such pushes are part of the puzzle"
        ))
    }

    fn is_boulder(self, tile: TileId) -> bool {
        matches!(self.world.dungeon().tile(tile).feature, Feature::Boulder(_))
    }

    fn dead_end(self, dead_end: &DeadEnd, keys: &str) -> Diagnostic {
        let DeadEnd { level, at, .. } = *dead_end;
        let lost = match dead_end.reason {
            Reason::OutOfReach { level, at } => {
                format!("{} can no longer be reached", self.thing(level, at).0)
            }
            Reason::NoWayBack { level, at } => {
                let (what, _) = self.thing(level, at);
                format!("{what} and the rest can no longer be taken in one game")
            }
            Reason::TooLittle {
                at_most,
                needed,
                of,
            } => {
                let word = words::stat_word(self.world, of);
                format!("at most {at_most} {word} of the {needed} needed is still possible")
            }
            Reason::KeyEaten { level, at, .. } => {
                format!("{} can no longer be reached", self.thing(level, at).0)
            }
            Reason::ShutOff { level, at, .. } => {
                let (what, _) = self.thing(level, at);
                format!("{what} and the rest can no longer be taken in one game")
            }
            Reason::TooFewTurns {
                at_least, allowed, ..
            } => format!("the win takes {at_least} turns, but the game is lost after {allowed}"),
            Reason::TooStrong {
                at_least, at_most, ..
            } => format!(
                "the fight takes {at_least} health, and the hero has at most {at_most} {}",
                self.when_counted()
            ),
            Reason::NeverPushed { level, at } => {
                let place = self.cell_called(level, at);
                format!("no boulder can be pushed onto {place} any more")
            }
            Reason::NeverHappens { cause } => {
                let lack = self.lack(cause);
                format!("a cause that the win needs never happens any more: {lack}")
            }
            Reason::ChoiceLoses { level, at } => {
                let cells = self.choice(level, at);
                format!("no item of the choice {cells} is enough any more")
            }
            Reason::AllTried { states } => format!("none of the {states} later states is a win"),
        };
        let place = self.cell_called(level, at);
        let message = format!(
            "expected a way to win after the hero does this at {place}, found none: {lost}"
        );
        Diagnostic::new(Code::DeadEnd, self.cell(level, at), message)
            .help(format!("these keys lead there: {keys}"))
    }

    /// The thing on a cell that the goals need, in words, and its place in the text. Looks first for a monster that a
    /// goal requires to be killed, then for an item, a way out, and any other body.
    fn thing(self, level: LevelId, at: Point) -> (String, Span) {
        let (world, span) = (self.world, self.cell(level, at));
        let cell = world.cell(level, at);
        let item = world.item(cell.item);
        let is_exit = matches!(world.tile(level, at).feature, Feature::Exit(_));
        let (what, span) = match cell.body() {
            Some(who) if world.kind(who).is_wanted && !item.collectable => {
                (with_article(&world.kind(who).name), span)
            }
            _ if cell.item != ItemId::NONE => {
                (with_article(&item.name), self.item(level, at, cell.item))
            }
            _ if is_exit => ("the way out".to_owned(), span),
            Some(who) => (with_article(&world.kind(who).name), span),
            None => ("the goal".to_owned(), span),
        };
        (format!("{what} at {}", self.cell_called(level, at)), span)
    }

    /// The place of a cell in the text; for cells of a vault, in the vault's own map.
    fn cell(self, level: LevelId, at: Point) -> Span {
        match self.world.vault_cell(level, at) {
            Some((vault, drawn)) => self.places.vault_cell(vault, drawn),
            None => self.places.cell(level, at),
        }
    }

    fn terrain(self, level: LevelId, at: Point, tile: TileId) -> Span {
        match self.world.vault_cell(level, at) {
            Some((vault, drawn)) => self.places.vault_cell(vault, drawn),
            None => self.places.terrain(level, at, tile),
        }
    }

    fn item(self, level: LevelId, at: Point, item: ItemId) -> Span {
        match self.world.vault_cell(level, at) {
            Some((vault, drawn)) => self.places.vault_item(vault, drawn),
            None => self.places.item(level, at, item),
        }
    }

    /// A cell's name in sentences: `3,4`, with the level's name if the dungeon has several levels.
    fn cell_called(self, level: LevelId, at: Point) -> String {
        let levels = &self.world.dungeon().levels;
        match (levels.len(), levels[usize::from(level.0)].name.as_str()) {
            (1, _) => at.to_string(),
            (_, "") => format!("{at} of level {}", u16::from(level.0) + 1),
            (_, name) => format!("{at} of {}", in_quotes(name)),
        }
    }
}
