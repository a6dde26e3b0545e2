//! Findings: one struct `Diagnostic` for every problem of a dungeon file or a keys file, and one `Code` for each kind
//! of problem.
use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::source::Span;
use super::untrusted::Untrusted;

/// The maximum number of findings of one code that are listed for a file. Further findings are only counted.
const LISTED: usize = 20;

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The dungeon can be played, but is probably not what the author meant.
    Warning,
    /// The dungeon can't be played, or a game can't be started with the given keys file.
    Error,
}

impl Severity {
    /// Returns the printed word: `warning` or `error`.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

macro_rules! codes {
    ($($variant:ident $name:literal $severity:ident,)*) => {
        /// A kind of finding. `dungeon explain CODE` shows a wrong file, the reason, and the fixed file.
        ///
        /// ```
        /// use dungeon::diagnostics::{Code, Severity};
        ///
        /// let code = Code::from_name("no-hero").expect("a code");
        /// assert_eq!(code.severity(), Severity::Error);
        /// assert!(code.page().contains("```"), "the page shows a file");
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs)] // `docs/diagnostics/` has a page for each
        #[non_exhaustive]
        pub enum Code { $($variant,)* }

        impl Code {
            /// All codes: errors in dungeon files, then warnings about dungeon files, then codes of proofs, then codes
            /// of keys files.
            pub const ALL: &[Code] = &[$(Code::$variant,)*];

            /// Returns the code's name in kebab-case, as in printed findings and in `dungeon explain CODE`.
            pub fn name(self) -> &'static str {
                match self { $(Code::$variant => $name,)* }
            }

            /// Returns the usual severity of a finding with this code.
            pub fn severity(self) -> Severity {
                match self { $(Code::$variant => Severity::$severity,)* }
            }

            /// Returns the Markdown page about the code: the file in `docs/diagnostics/`, compiled into the program.
            pub fn page(self) -> &'static str {
                match self {
                    $(Code::$variant => {
                        include_str!(concat!("../diagnostics/", $name, ".md"))
                    })*
                }
            }
        }
    };
}

codes! {
    NotUtf8 "not-utf8" Error,
    FileTooLarge "file-too-large" Error,
    BadHeader "bad-header" Error,
    MapTooShort "map-too-short" Error,
    ShortRow "short-row" Error,
    WideGlyph "wide-glyph" Error,
    TabInMap "tab-in-map" Error,
    OddBlank "odd-blank" Error,
    ControlCharacter "control-character" Error,
    MergeConflict "merge-conflict" Error,
    UnknownGlyph "unknown-glyph" Error,
    DuplicateGlyph "duplicate-glyph" Error,
    UnknownRecord "unknown-record" Error,
    UnknownKey "unknown-key" Error,
    DuplicateKey "duplicate-key" Error,
    BadValue "bad-value" Error,
    MissingNumber "missing-number" Error,
    ExtraNumber "extra-number" Error,
    NumberOutOfRange "number-out-of-range" Error,
    UnterminatedText "unterminated-text" Error,
    UnterminatedMap "unterminated-map" Error,
    BadInclude "bad-include" Error,
    NoMap "no-map" Error,
    NoHero "no-hero" Error,
    ManyHeroes "many-heroes" Error,
    NothingToCollect "nothing-to-collect" Error,
    NoEnemies "no-enemies" Error,
    NoGate "no-gate" Error,
    NoGoal "no-goal" Error,
    OutOfBounds "out-of-bounds" Error,
    OnPerimeter "on-perimeter" Error,
    InWall "in-wall" Error,
    CellTaken "cell-taken" Error,
    RouteGap "route-gap" Error,
    RouteBlocked "route-blocked" Error,
    RouteTooLong "route-too-long" Error,
    DeadHero "dead-hero" Error,
    DeadMonster "dead-monster" Error,
    BadVault "bad-vault" Error,
    DuplicateLevel "duplicate-level" Error,
    UnknownLevel "unknown-level" Error,
    NoSuchKey "no-such-key" Error,
    LockedIn "locked-in" Error,
    Limit "limit" Error,
    MissingQ "missing-q" Warning,
    TextAfterQ "text-after-q" Warning,
    LongRow "long-row" Warning,
    OddRow "odd-row" Warning,
    RowsLeftOver "rows-left-over" Warning,
    OpenEdge "open-edge" Warning,
    UnreachableItem "unreachable-item" Warning,
    UnreachableStairs "unreachable-stairs" Warning,
    OneWayStairs "one-way-stairs" Warning,
    NoWayOut "no-way-out" Warning,
    SealedMonster "sealed-monster" Warning,
    UnusedDeclaration "unused-declaration" Warning,
    UnusedAllow "unused-allow" Warning,
    NearMiss "near-miss" Warning,
    DuplicateName "duplicate-name" Warning,
    NoRoute "no-route" Warning,
    NoWords "no-words" Warning,
    IdleCause "idle-cause" Warning,
    LostChoice "lost-choice" Warning,
    HeroInReach "hero-in-reach" Warning,
    TrapOnStart "trap-on-start" Warning,
    IdleVault "idle-vault" Warning,
    PointlessTest "pointless-test" Warning,
    NeverSenses "never-senses" Warning,
    NeverLed "never-led" Warning,
    TooFewCells "too-few-cells" Warning,
    Unjudged "unjudged" Warning,
    Unwinnable "unwinnable" Error, // the first of `Code::OF_PROOFS`
    DeadEnd "dead-end" Warning,
    WonAtOnce "won-at-once" Warning,
    CoinFlip "coin-flip" Error,
    BadToml "bad-toml" Error, // the first of `Code::OF_KEYS_FILES`
    BadTable "bad-table" Error,
    UnknownVerb "unknown-verb" Error,
    BadKeys "bad-keys" Error,
    KeyTaken "key-taken" Error,
    NoKeyLeft "no-key-left" Error,
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl Code {
    /// The codes of dungeon files, which `dungeon check` may report, in the order of `ALL`.
    pub const OF_DUNGEONS: &[Code] = Code::ALL.split_at(Code::Unwinnable as usize).0;

    /// The codes of findings about games, which `dungeon prove` may report.
    pub const OF_PROOFS: &[Code] = Code::PLAYED_OR_KEYS.split_at(Code::PROOFS).0;

    /// The codes that only keys files have. Findings in keys files may also have the codes `file-too-large` and
    /// `not-utf8`.
    pub const OF_KEYS_FILES: &[Code] = Code::PLAYED_OR_KEYS.split_at(Code::PROOFS).1;

    const PLAYED_OR_KEYS: &[Code] = Code::ALL.split_at(Code::Unwinnable as usize).1;
    const PROOFS: usize = Code::BadToml as usize - Code::Unwinnable as usize;

    /// Returns the code with a name in kebab-case; `None` for an unknown name.
    pub fn from_name(name: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|code| code.name() == name)
    }

    /// The codes whose findings are usually errors, but in some places only warnings.
    const MILDER_SOMEWHERE: [Code; 11] = [
        Code::BadValue,
        Code::DeadHero,
        Code::DuplicateGlyph,
        Code::DuplicateKey,
        Code::InWall,
        Code::LockedIn,
        Code::NoEnemies,
        Code::NoGoal,
        Code::NothingToCollect,
        Code::OnPerimeter,
        Code::UnknownKey,
    ];

    /// Whether an `allow` line may name the code. True for warnings about dungeon files and their games, except warnings
    /// about `allow` lines.
    #[doc(hidden)]
    pub fn may_be_allowed(self) -> bool {
        let warns = self.severity() == Severity::Warning || Code::MILDER_SOMEWHERE.contains(&self);
        let is_of_keys = Code::OF_KEYS_FILES.contains(&self);
        warns && self != Code::UnusedAllow && !is_of_keys
    }

    /// Returns the first sentence of the code's page, on one line.
    pub fn summary(self) -> String {
        let is_text = |line: &&str| !line.is_empty() && !line.starts_with('#');
        let lines = self.page().lines().skip_while(|line| !is_text(line));
        let lines: Vec<&str> = lines.take_while(is_text).collect();
        let mut paragraph = lines.join(" ");
        let mut ends = paragraph
            .match_indices(['.', '?', '!'])
            .map(|(at, _)| at + 1);
        let is_end = |end: &usize| {
            let is_code = paragraph[..*end].matches('`').count() % 2 == 1;
            paragraph[*end..].starts_with(' ') && !is_code
        };
        let end = ends.find(is_end);
        paragraph.truncate(end.unwrap_or(paragraph.len()));
        paragraph
    }
}

/// Another place that belongs to a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The marked bytes of the file.
    pub span: Span,
    /// A few words for the report to print next to the marked bytes, without a full stop: how this place relates to the
    /// finding.
    pub text: Untrusted,
}

/// An edit that fixes a finding.
///
/// ```
/// use dungeon::diagnostics::{Limits, Source};
///
/// let text = "titel \"Cellar\"\nmap\n#####\n#@.$#\n#####\nend\n";
/// let source = Source::from_text("a.dng", text);
/// let (_, findings) = dungeon::read(&source, &Limits::default());
/// let fix = findings[0].fix.as_ref().expect("a word that is nearly right");
/// let mut mended = text.to_owned();
/// mended.replace_range(fix.span.range(), &fix.replacement);
/// assert!(mended.starts_with("title "));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The bytes of the file to replace; empty to insert.
    pub span: Span,
    /// The text that replaces these bytes, with its line ends; empty to delete.
    pub replacement: String,
    /// Whether the fix is safe: the author almost certainly wants it, so `dungeon check --fix` applies it. A fix that
    /// is not safe changes a drawing, or is one of several possible fixes.
    pub is_sure: bool,
}

/// A finding: what is wrong in a file, where, and how to fix it.
///
/// ```
/// use dungeon::diagnostics::{Code, Limits, Source};
///
/// let source = Source::from_text("a.dng", "map\n#####\n#@o$#\n#####\nend\n");
/// let (_, findings) = dungeon::read(&source, &Limits::default());
/// assert_eq!(findings[0].code, Code::UnknownGlyph);
/// assert_eq!(source.slice(findings[0].span), "o");
/// assert!(findings[0].help.is_some(), "it says how to fix the file");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The kind of finding.
    pub code: Code,
    /// The severity: `code.severity()`, unless the context makes the finding more or less severe.
    pub severity: Severity,
    /// The wrong bytes of the file.
    pub span: Span,
    /// A plain sentence without a full stop: what was expected, then what was found. It may quote the file.
    pub message: Untrusted,
    /// Other places that belong to the finding, such as the first of two duplicates; may be empty.
    pub labels: Vec<Label>,
    /// How to fix the file, in words without a full stop; `None` if unknown.
    pub help: Option<Untrusted>,
    /// The fix as an edit; `None` if no edit is known.
    pub fix: Option<Fix>,
    /// The number of unlisted findings that this finding stands for; 0 for an ordinary finding.
    pub unlisted: usize,
}

impl Diagnostic {
    /// Makes a finding with its code's severity, one place and no fix.
    ///
    /// ```
    /// use dungeon::diagnostics::{Code, Diagnostic, Report, Severity, Source, Span};
    ///
    /// let source = Source::from_text("a.dng", "title \"Foo\"\n");
    /// let finding = Diagnostic::new(Code::BadValue, Span::new(6, 11), "expected a title, found a joke")
    ///     .severity(Severity::Warning)
    ///     .help("call it what it is");
    /// let report = Report { source, diagnostics: vec![finding] };
    /// assert!(report.to_string().starts_with("warning[bad-value]: expected a title"));
    /// ```
    pub fn new(code: Code, span: Span, message: impl Into<Untrusted>) -> Diagnostic {
        Diagnostic {
            code,
            severity: code.severity(),
            span,
            message: message.into(),
            labels: Vec::new(),
            help: None,
            fix: None,
            unlisted: 0,
        }
    }

    /// Makes the finding about a duplicate; `what` is the end of "expected …", such as "`title` once in a file".
    #[doc(hidden)]
    pub fn said_again(what: &str, first: Span, again: Span) -> Diagnostic {
        let message = format!("expected {what}, found it again");
        let finding = Diagnostic::new(Code::DuplicateKey, again, message);
        let finding = finding.label(first, "first given here");
        finding.help("keep one of them")
    }

    /// Returns the number of findings that this finding stands for, at least 1.
    pub fn count(&self) -> usize {
        self.unlisted.max(1)
    }

    /// Changes the severity.
    #[must_use]
    pub fn severity(self, severity: Severity) -> Diagnostic {
        Diagnostic { severity, ..self }
    }

    /// Adds a label.
    #[must_use]
    pub fn label(mut self, span: Span, text: impl Into<Untrusted>) -> Diagnostic {
        self.labels.push(Label {
            span,
            text: text.into(),
        });
        self
    }

    /// Adds a label at `span`; adds nothing for `None`.
    #[must_use]
    #[doc(hidden)]
    pub fn label_if(self, span: Option<Span>, text: impl Into<Untrusted>) -> Diagnostic {
        match span {
            Some(span) => self.label(span, text),
            None => self,
        }
    }

    /// Adds a fix in words.
    #[must_use]
    pub fn help(self, help: impl Into<Untrusted>) -> Diagnostic {
        Diagnostic {
            help: Some(help.into()),
            ..self
        }
    }

    /// Suggests a replacement of the text at `span`, in words and as a safe fix.
    #[must_use]
    pub fn did_you_mean(self, span: Span, meant: impl Into<String>) -> Diagnostic {
        let meant = meant.into();
        self.help(format!("did you mean `{meant}`?"))
            .fix(span, meant)
    }

    /// Suggests the replacement `meant` for the text at `span` as a safe fix; if `meant` is `None`, adds `help`
    /// instead.
    #[must_use]
    #[doc(hidden)]
    pub fn did_you_mean_or(
        self,
        span: Span,
        meant: Option<impl Into<String>>,
        help: impl Into<Untrusted>,
    ) -> Diagnostic {
        match meant {
            Some(meant) => self.did_you_mean(span, meant),
            None => self.help(help),
        }
    }

    /// Suggests `glyph` as a fix that is not safe, and adds `otherwise`, an alternative fix in words. Without a glyph,
    /// adds only `otherwise`.
    #[must_use]
    #[doc(hidden)]
    pub fn perhaps_meant(self, span: Span, glyph: Option<char>, otherwise: String) -> Diagnostic {
        match glyph {
            Some(glyph) => self
                .help(format!("did you mean `{glyph}`? Otherwise {otherwise}"))
                .suggest(span, glyph),
            None => self.help(otherwise),
        }
    }

    /// Suggests a replacement of the finding's span, in words and as a safe fix.
    #[must_use]
    #[doc(hidden)]
    pub fn write(self, mend: impl Into<String>) -> Diagnostic {
        let (span, mend) = (self.span, mend.into());
        self.help(format!("write `{mend}`")).fix(span, mend)
    }

    /// Suggests a value for a key, in words and as a safe fix of the finding's span.
    #[must_use]
    #[doc(hidden)]
    pub fn write_value(self, key: &str, value: impl Into<String>) -> Diagnostic {
        let (span, value) = (self.span, value.into());
        self.help(format!("write `{key}={value}`")).fix(span, value)
    }

    /// Adds a safe fix.
    #[must_use]
    pub fn fix(self, span: Span, replacement: impl Into<String>) -> Diagnostic {
        Diagnostic {
            fix: Some(Fix {
                span,
                replacement: replacement.into(),
                is_sure: true,
            }),
            ..self
        }
    }

    /// Adds the edit as a safe fix; adds nothing for `None`.
    #[must_use]
    #[doc(hidden)]
    pub fn fix_if(self, edit: Option<(Span, String)>) -> Diagnostic {
        match edit {
            Some((span, replacement)) => self.fix(span, replacement),
            None => self,
        }
    }

    /// Adds a fix that is not safe: `dungeon check --fix` leaves it to the author.
    #[must_use]
    #[doc(hidden)]
    pub fn suggest(self, span: Span, replacement: impl Into<String>) -> Diagnostic {
        Diagnostic {
            fix: Some(Fix {
                span,
                replacement: replacement.into(),
                is_sure: false,
            }),
            ..self
        }
    }
}

/// A collector of findings. Lists at most 20 findings of each code, so that a file with a million problems gets a short
/// report.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    allowances: Rc<Allowances>,
    lists_all: bool,
    listed: Vec<Diagnostic>,
    listed_by_code: BTreeMap<Code, usize>,
    unlisted: BTreeMap<(Code, Severity), Unlisted>,
}

/// The `allow` lines of a file: each silences the warnings of one code in one part of the text.
#[derive(Debug, Default)]
pub struct Allowances {
    lines: Vec<(Span, PartStart)>,
    /// The parts of the text in which warnings are silenced, by their starts. A value holds the end of the part, and
    /// whether the part has silenced a warning so far. Parts with the same code and `Extent` never overlap.
    parts: BTreeMap<PartStart, (u32, Cell<bool>)>,
}

/// The start of a part of the text in which warnings of a code are silenced.
type PartStart = (Code, Extent, u32);

/// How much of a file an `allow` line applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Extent {
    /// The whole file.
    File,
    /// Lines of one included file.
    Included,
    /// A level, from its line to the line of the next level.
    Level,
    /// A vault, from its line to the next vault or level.
    Vault,
    /// A record or a map.
    Statement,
}

impl Allowances {
    /// Adds an `allow` line, which silences warnings of a code in a part of the text. Parts with the same `Extent` must
    /// be equal or disjoint.
    pub fn add(&mut self, code: Code, line: Span, (extent, part): (Extent, Span)) {
        let start = (code, extent, part.start);
        self.lines.push((line, start));
        let new = || (part.end, Cell::new(false));
        self.parts.entry(start).or_insert_with(new);
    }

    /// Whether there are no `allow` lines.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Whether a finding is silenced. Marks all `allow` lines that silence it as used. A finding that stands for
    /// unlisted findings is never silenced, because some of the unlisted findings may be outside the silenced part of
    /// the text.
    pub fn silences(&self, found: &Diagnostic) -> bool {
        if self.is_empty() || found.severity != Severity::Warning || found.unlisted > 0 {
            return false;
        }
        let extents = [
            Extent::File,
            Extent::Included,
            Extent::Level,
            Extent::Vault,
            Extent::Statement,
        ];
        let silencing = extents.into_iter().filter(|extent| {
            let (first, last) = (
                (found.code, *extent, 0),
                (found.code, *extent, found.span.start),
            );
            let part = self.parts.range(first..=last).next_back();
            let part = part.filter(|(_, (end, _))| found.span.start < *end);
            part.inspect(|(_, (_, is_used))| is_used.set(true))
                .is_some()
        });
        silencing.count() > 0
    }

    /// Returns warnings about the lines that silenced nothing. Leaves out lines for warnings that only `dungeon prove`
    /// finds.
    pub fn unused(&self) -> impl Iterator<Item = Diagnostic> {
        let is_used = |start| {
            self.parts
                .get(start)
                .is_some_and(|(_, is_used)| is_used.get())
        };
        let lines = self.lines.iter();
        let lines = lines.filter(|(_, (code, ..))| !Code::OF_PROOFS.contains(code));
        let unused = lines.filter(move |(_, start)| !is_used(start));
        unused.map(|(line, (code, extent, _))| {
            let called = match extent {
                Extent::File | Extent::Included => "in this file",
                Extent::Level => "on this level",
                Extent::Vault => "in this vault",
                Extent::Statement => "for the next record",
            };
            let message = format!("expected a `{code}` warning {called}, found none");
            Diagnostic::new(Code::UnusedAllow, *line, message)
                .help("delete the line: the warning is fixed, or is somewhere else")
        })
    }
}

/// The unlisted findings of one code and severity.
#[derive(Clone, Copy, Debug)]
struct Unlisted {
    first: Span,
    count: usize,
}

impl Findings {
    /// Makes an empty collector that drops the warnings allowed by `allowances`.
    pub fn but_for(allowances: &Rc<Allowances>) -> Findings {
        Findings {
            allowances: Rc::clone(allowances),
            ..Findings::default()
        }
    }

    /// Makes an empty collector that lists any number of findings and silences none.
    pub fn of_any_number() -> Findings {
        Findings {
            lists_all: true,
            ..Findings::default()
        }
    }

    /// Adds a finding to the list. If the list already holds the maximum of its code, only counts the finding. Drops a
    /// finding that an `allow` line silences.
    pub fn push(&mut self, found: Diagnostic) {
        if self.allowances.silences(&found) {
            return;
        }
        if found.unlisted == 0 && self.has_room(found.code) {
            *self.listed_by_code.entry(found.code).or_default() += 1;
            self.listed.push(found);
            return;
        }
        let none = Unlisted {
            first: found.span,
            count: 0,
        };
        let unlisted = self.unlisted.entry((found.code, found.severity));
        unlisted.or_insert(none).count += found.count();
    }

    /// Returns an empty collector that obeys the same `allow` lines.
    #[must_use]
    pub fn likewise(&self) -> Findings {
        Findings::but_for(&self.allowances)
    }

    /// Whether an error was found.
    pub fn has_errors(&self) -> bool {
        let is_error = |found: &Diagnostic| found.severity == Severity::Error;
        self.listed.iter().any(is_error)
            || self
                .unlisted
                .keys()
                .any(|(_, severity)| *severity == Severity::Error)
    }

    /// Whether a listed error begins in a part of the text.
    pub fn has_error_in(&self, part: Span) -> bool {
        let is_there = |found: &Diagnostic| {
            found.severity == Severity::Error
                && part.start <= found.span.start
                && found.span.start < part.end
        };
        self.listed.iter().any(is_there)
    }

    /// Whether the list has room for another finding of a code. Call this before building an expensive message.
    pub fn has_room(&self, code: Code) -> bool {
        let listed = self.listed_by_code.get(&code);
        self.lists_all || listed.is_none_or(|count| *count < LISTED)
    }

    /// Whether a finding would be listed: the list has room for its code, and no `allow` line silences it.
    pub fn would_list(&self, found: &Diagnostic) -> bool {
        self.has_room(found.code) && !self.allowances.silences(found)
    }

    /// Returns the listed findings, sorted by first byte, then by code. For each code and severity with unlisted
    /// findings, adds one finding that stands for them. This finding has their number, and the place of the first one.
    pub fn finish(mut self) -> Vec<Diagnostic> {
        for ((code, severity), Unlisted { first, count }) in self.unlisted {
            let message = match count {
                1 => "1 more finding like this is not listed".to_string(),
                _ => format!("{count} more findings like this are not listed"),
            };
            let last = Diagnostic::new(code, first, message).severity(severity);
            self.listed.push(Diagnostic {
                unlisted: count,
                ..last
            });
        }
        self.listed
            .sort_by_key(|found| (found.span.start, found.code));
        self.listed
    }
}

impl Extend<Diagnostic> for Findings {
    fn extend<T: IntoIterator<Item = Diagnostic>>(&mut self, found: T) {
        found.into_iter().for_each(|found| self.push(found));
    }
}
