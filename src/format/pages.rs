//! The pages of `docs/diagnostics/`, kept in the program.
use super::diagnostic::Code;

/// The page of a code, in Markdown.
pub fn page(code: Code) -> &'static str {
    match code {
        Code::NotUtf8 => include_str!("../../docs/diagnostics/not-utf8.md"),
        Code::FileTooLarge => include_str!("../../docs/diagnostics/file-too-large.md"),
        Code::BadHeader => include_str!("../../docs/diagnostics/bad-header.md"),
        Code::MapTooShort => include_str!("../../docs/diagnostics/map-too-short.md"),
        Code::ShortRow => include_str!("../../docs/diagnostics/short-row.md"),
        Code::WideGlyph => include_str!("../../docs/diagnostics/wide-glyph.md"),
        Code::TabInMap => include_str!("../../docs/diagnostics/tab-in-map.md"),
        Code::OddBlank => include_str!("../../docs/diagnostics/odd-blank.md"),
        Code::ControlCharacter => include_str!("../../docs/diagnostics/control-character.md"),
        Code::MergeConflict => include_str!("../../docs/diagnostics/merge-conflict.md"),
        Code::UnknownGlyph => include_str!("../../docs/diagnostics/unknown-glyph.md"),
        Code::DuplicateGlyph => include_str!("../../docs/diagnostics/duplicate-glyph.md"),
        Code::UnknownRecord => include_str!("../../docs/diagnostics/unknown-record.md"),
        Code::UnknownKey => include_str!("../../docs/diagnostics/unknown-key.md"),
        Code::DuplicateKey => include_str!("../../docs/diagnostics/duplicate-key.md"),
        Code::BadValue => include_str!("../../docs/diagnostics/bad-value.md"),
        Code::MissingNumber => include_str!("../../docs/diagnostics/missing-number.md"),
        Code::ExtraNumber => include_str!("../../docs/diagnostics/extra-number.md"),
        Code::NumberOutOfRange => include_str!("../../docs/diagnostics/number-out-of-range.md"),
        Code::UnterminatedText => include_str!("../../docs/diagnostics/unterminated-text.md"),
        Code::UnterminatedMap => include_str!("../../docs/diagnostics/unterminated-map.md"),
        Code::NoMap => include_str!("../../docs/diagnostics/no-map.md"),
        Code::NoHero => include_str!("../../docs/diagnostics/no-hero.md"),
        Code::ManyHeroes => include_str!("../../docs/diagnostics/many-heroes.md"),
        Code::NoEnemies => include_str!("../../docs/diagnostics/no-enemies.md"),
        Code::NothingToCollect => include_str!("../../docs/diagnostics/nothing-to-collect.md"),
        Code::OutOfBounds => include_str!("../../docs/diagnostics/out-of-bounds.md"),
        Code::OnPerimeter => include_str!("../../docs/diagnostics/on-perimeter.md"),
        Code::InWall => include_str!("../../docs/diagnostics/in-wall.md"),
        Code::CellTaken => include_str!("../../docs/diagnostics/cell-taken.md"),
        Code::RouteGap => include_str!("../../docs/diagnostics/route-gap.md"),
        Code::RouteBlocked => include_str!("../../docs/diagnostics/route-blocked.md"),
        Code::RouteTooLong => include_str!("../../docs/diagnostics/route-too-long.md"),
        Code::DeadHero => include_str!("../../docs/diagnostics/dead-hero.md"),
        Code::DeadMonster => include_str!("../../docs/diagnostics/dead-monster.md"),
        Code::DuplicateLevel => include_str!("../../docs/diagnostics/duplicate-level.md"),
        Code::UnknownLevel => include_str!("../../docs/diagnostics/unknown-level.md"),
        Code::NoSuchKey => include_str!("../../docs/diagnostics/no-such-key.md"),
        Code::LockedIn => include_str!("../../docs/diagnostics/locked-in.md"),
        Code::Limit => include_str!("../../docs/diagnostics/limit.md"),
        Code::NotYet => include_str!("../../docs/diagnostics/not-yet.md"),
        Code::MissingQ => include_str!("../../docs/diagnostics/missing-q.md"),
        Code::TextAfterQ => include_str!("../../docs/diagnostics/text-after-q.md"),
        Code::LongRow => include_str!("../../docs/diagnostics/long-row.md"),
        Code::RowsLeftOver => include_str!("../../docs/diagnostics/rows-left-over.md"),
        Code::OpenEdge => include_str!("../../docs/diagnostics/open-edge.md"),
        Code::UnreachableItem => include_str!("../../docs/diagnostics/unreachable-item.md"),
        Code::UnreachableStairs => include_str!("../../docs/diagnostics/unreachable-stairs.md"),
        Code::OneWayStairs => include_str!("../../docs/diagnostics/one-way-stairs.md"),
        Code::SealedMonster => include_str!("../../docs/diagnostics/sealed-monster.md"),
        Code::UnusedDeclaration => include_str!("../../docs/diagnostics/unused-declaration.md"),
        Code::NearMiss => include_str!("../../docs/diagnostics/near-miss.md"),
        Code::DuplicateName => include_str!("../../docs/diagnostics/duplicate-name.md"),
        Code::HeroInReach => include_str!("../../docs/diagnostics/hero-in-reach.md"),
        Code::TrapOnStart => include_str!("../../docs/diagnostics/trap-on-start.md"),
        Code::NeverSenses => include_str!("../../docs/diagnostics/never-senses.md"),
        Code::TooFewCells => include_str!("../../docs/diagnostics/too-few-cells.md"),
    }
}

/// One sentence about a code: the first of its page.
pub fn summary(code: Code) -> &'static str {
    let mut lines = page(code).lines();
    let is_text = |line: &&str| !line.is_empty() && !line.starts_with('#');
    lines.find(is_text).unwrap_or_default()
}
