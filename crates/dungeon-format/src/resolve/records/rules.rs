//! `rules explore tempo=1000 fog=yes`, `rules siege goal=500`: the parameters of a game, with the tempo and the fog of
//! its levels (docs/format, "Fog" and "Time").
use std::collections::BTreeMap;
use std::num::NonZeroU32;

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::keys::{self, KeySpec, RecordKind};
use crate::resolve::schema::context::Context;
use crate::resolve::schema::fields::{Fields, within};
use crate::source::{Span, Spanned};
use crate::spelling::nearest;
use crate::syntax::{KeyValue, Record};
use dungeon_model::dungeon::game_profile::{Parameter, ParameterShape};
use dungeon_model::dungeon::{FASTEST, Fog, Level, Settings, games as all_games};
use dungeon_model::space::narrow::length;

/// The game of a file, with its parameters.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The game and its parameters.
    pub settings: Settings,
    /// How far the hero sees, from `fog=`.
    pub fog: Fog,
    /// The milliseconds after which monsters act without a command, from `tempo=`; `None` for 0.
    pub tempo: Option<NonZeroU32>,
}

/// The rules of a file without a `rules` line.
impl Default for Rules {
    fn default() -> Rules {
        Rules {
            settings: Settings::published(all_games::DEFAULT),
            fog: Fog::default(),
            tempo: None,
        }
    }
}

impl Rules {
    /// Reads a `rules` line: the keys of the file's game, and the keys that every game has.
    pub fn read(cx: &mut Context<'_>, record: &Record) -> Rules {
        let mut fields = Fields::new(cx, RecordKind::Rules, record);
        let settings = settings(&mut fields);
        let tempo = tempo(&mut fields);
        let fog = fog(&mut fields);
        fields.finish(&format!("the rules of {}", fields.cx.game.word));
        Rules {
            settings,
            fog: fog.unwrap_or_default(),
            tempo,
        }
    }
}

/// The fog, light and tempo of one level: from its own line, or else from the file's rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct LevelRules {
    /// How far the hero sees on the level.
    pub fog: Fog,
    /// Whether the level is dark (`light=no`).
    pub is_dark: bool,
    /// The milliseconds after which monsters act without a command; `None` if they wait for the hero.
    pub tempo: Option<NonZeroU32>,
}

impl LevelRules {
    /// Reads the keys of a `level` line, with the file's rules as defaults. A level without a line has the file's
    /// rules.
    pub fn read(cx: &mut Context<'_>, line: Option<&Record>, file: &Rules) -> LevelRules {
        let file = LevelRules {
            fog: file.fog,
            is_dark: false,
            tempo: file.tempo,
        };
        let Some(line) = line.filter(|line| !line.keys.is_empty()) else {
            return file;
        };
        let mut fields = Fields::keyed(cx, RecordKind::Level, line.span, &line.keys);
        let says_tempo = fields.has(&keys::TEMPO);
        let tempo = tempo(&mut fields);
        let own_fog = fields.get(&keys::FOG);
        let fog = fog(&mut fields).unwrap_or(file.fog);
        let light = fields.yes(&keys::LEVEL_LIGHT).filter(|light| !light.value);
        if let (Some(dark), Fog::Lifted) = (light, fog) {
            dark_without_fog(fields.cx, dark.span, own_fog);
        }
        of_the_whole_file(&mut fields);
        fields.finish("a level");
        LevelRules {
            fog,
            is_dark: light.is_some(),
            tempo: if says_tempo { tempo } else { file.tempo },
        }
    }

    /// Returns a level with these rules instead of the rules it had.
    pub fn over(self, level: Level) -> Level {
        Level {
            fog: self.fog,
            is_dark: self.is_dark,
            tempo: self.tempo,
            ..level
        }
    }
}

/// Reports `light=no` on a level without fog, where it has no effect. `own_fog` is the level's own `fog=`, if there is
/// one.
fn dark_without_fog(cx: &mut Context<'_>, place: Span, own_fog: Option<&KeyValue>) {
    let message = "expected fog on a dark level, found none";
    let finding = Diagnostic::new(Code::BadValue, place, message);
    cx.report(match own_fog {
        None => finding
            .help("add `fog=yes`: without fog the whole level is in view")
            .fix(place.behind(), " fog=yes"),
        Some(fog) => finding
            .label(fog.key.to(fog.value.span), "the fog is lifted here")
            .help("write `fog=yes`, or remove `light=no`")
            .suggest(fog.value.span, "yes"),
    });
}

/// Reports keys of a `level` line, perhaps misspelled, that belong to the whole file: `seed` and the parameters of the
/// game.
fn of_the_whole_file(fields: &mut Fields<'_, '_>) {
    const SEED: &str = "seed";
    let here = fields.cx.game.word;
    let parameters = fields
        .cx
        .game
        .parameters
        .iter()
        .map(|parameter| parameter.key);
    let words: Vec<&str> = parameters.chain([SEED]).collect();
    let of_levels = [keys::FOG.word, keys::TEMPO.word, keys::LEVEL_LIGHT.word];
    let meant = |key: &str| {
        let all = words.iter().copied().chain(of_levels);
        nearest(key, all).filter(|meant| !of_levels.contains(meant))
    };
    for pair in fields.all_misplaced(|key| meant(key).is_some()) {
        let (key, value) = (fields.cx.text(pair.key), fields.cx.text(pair.value.span));
        let message = format!("expected a key of a level, found `{key}=`");
        let line = match meant(key) {
            Some(SEED) | None => format!("{SEED} {value}"),
            Some(parameter) => format!("rules {here} {parameter}={value}"),
        };
        let finding = Diagnostic::new(Code::UnknownKey, pair.key, message);
        let help = "the key belongs to the whole file: write";
        fields.report(finding.help(format!("{help} `{line}` before the first level")));
    }
}

/// Reads the parameters of the file's game. A missing or wrong parameter keeps its default, the value in the published
/// game.
fn settings(fields: &mut Fields<'_, '_>) -> Settings {
    let mut settings = Settings::published(fields.cx.game);
    let mut given = BTreeMap::new();
    for parameter in fields.cx.game.parameters {
        if let Some(Spanned { value, span }) = parameter_value(fields, parameter) {
            settings.set(parameter.key, value);
            given.insert(parameter.key, span);
        }
    }
    check_first_turn(fields.cx, &settings, &given);
    settings
}

/// Reads one parameter of the game; `Settings::value` returns the current number. `None` for a missing value, or for a
/// wrong one, which is reported.
fn parameter_value(fields: &mut Fields<'_, '_>, parameter: &Parameter) -> Option<Spanned<i32>> {
    let key = keys::parameter(fields.cx.game.word, parameter.key)?;
    let (value, span) = match parameter.shape {
        ParameterShape::Number(..) => return fields.whole(key),
        ParameterShape::Lives => {
            let given = fields.any_whole(key)?;
            return alive(fields.cx, parameter, key, given);
        }
        ParameterShape::Word(_, words) => {
            let given = fields.word(key)?;
            let nth = words.iter().position(|word| *word == given.value)?;
            (length(nth + 1), given.span)
        }
        ParameterShape::YesNo => {
            let given = fields.yes(key)?;
            (i32::from(given.value), given.span)
        }
    };
    Some(Spanned::new(value, span))
}

/// Returns a number of lives that is in range. Reports any other number; a number below 1 as the code `dead-hero`.
fn alive(
    cx: &mut Context<'_>,
    parameter: &Parameter,
    key: &KeySpec,
    lives: Spanned<i64>,
) -> Option<Spanned<i32>> {
    if lives.value > 0 {
        return within(cx, &key.written(), lives, key.range());
    }
    let message = format!(
        "expected lives above 0, found {}: the hero would be dead before the first turn",
        lives.value
    );
    let finding = Diagnostic::new(Code::DeadHero, lives.span, message);
    cx.report(finding.help(format!(
        "write 1 or more: the published game has {}",
        parameter.published
    )));
    None
}

/// Warns about parameters that end the game before the first command. `given` holds the places of the parameters in the
/// file.
fn check_first_turn(
    cx: &mut Context<'_>,
    settings: &Settings,
    given: &BTreeMap<&'static str, Span>,
) {
    let Some(end) = (cx.game.form().premature_end)(settings) else {
        return;
    };
    let Some(place) = end.keys.into_iter().find_map(|key| given.get(key)) else {
        return;
    };
    let code = if end.is_lost {
        Code::DeadHero
    } else {
        Code::NumberOutOfRange
    };
    let finding = Diagnostic::new(code, *place, end.message).help(end.help);
    cx.report(finding.severity(Severity::Warning));
}

/// Reads `tempo=` in milliseconds; `None` without the key, and for 0, which lets the monsters wait for the hero.
/// Reports a number from 1 to below `FASTEST`.
fn tempo(fields: &mut Fields<'_, '_>) -> Option<NonZeroU32> {
    let tempo: Spanned<u32> = fields.whole(&keys::TEMPO)?;
    if (1..FASTEST).contains(&tempo.value) {
        let message = format!(
            "expected `tempo=0`, or {FASTEST} milliseconds or more, found {}",
            tempo.value
        );
        let finding = Diagnostic::new(Code::NumberOutOfRange, tempo.span, message);
        fields.report(
            finding.help("write `tempo=1000` for one second, or `tempo=0` for monsters that wait"),
        );
    }
    NonZeroU32::new(tempo.value)
}

/// Reads `fog=`: `yes`, `no`, or the hero's sight in cells; `None` without the key.
fn fog(fields: &mut Fields<'_, '_>) -> Option<Fog> {
    let words = ["a range of sight", "a number of cells"];
    Some(match fields.yes_or_number(&keys::FOG, words)? {
        0 => Fog::Lifted,
        far => Fog::Within(far),
    })
}
