//! Random tiny levels of all games, as text. Nearly everything is scattered, because `check` refuses a drawn level that
//! cannot be won.
use std::fmt::Write;

use crate::scenario::dice::Dice;

/// A level of a few cells, with facts known to its generator.
pub struct TinyLevel {
    pub text: String,
    pub seed: u64,
    /// The level with a hero whose health and manna never end, for games in which the hero heals.
    pub rich: Option<String>,
    /// Whether something in the level may hurt or hinder the hero.
    pub is_peopled: bool,
    /// Whether random draws occur after the first turn.
    pub is_chancy: bool,
    /// Whether the game is lost after a number of turns, so that the hero cannot always rest to full health.
    pub is_hurried: bool,
    /// The number of rounds after which speeds and births repeat.
    pub period: u32,
}

/// Returns the nth level, which is of one of the four games.
pub fn level(nth: u64) -> TinyLevel {
    let dice = &mut Dice::new(nth);
    let seed = dice.below(1_000) as u64;
    match nth % 8 {
        0..=2 => vault(dice, seed, false),
        3 | 4 => vault(dice, seed, true),
        5 | 6 => board(dice, seed),
        _ => match dice.below(2) {
            0 => battle(dice, seed),
            _ => pasture(dice, seed),
        },
    }
}

/// A level of explore, arena or tactics with goals, and perhaps with ways to lose.
pub fn goal_level(nth: u64) -> TinyLevel {
    let dice = &mut Dice::new(nth);
    let seed = dice.below(1_000) as u64;
    let mut level = match nth % 8 {
        0..=3 => vault(dice, seed, !nth.is_multiple_of(4)),
        4..=6 => board(dice, seed),
        _ => battle(dice, seed),
    };
    let is_battle = nth % 8 == 7;
    let prey: Vec<&str> = { ["z", "w", "h", "n"].into_iter() }
        .filter(|glyph| level.text.contains(&format!("scatter {glyph} ")))
        .collect();
    let mut goals = String::new();
    if dice.below(4) == 0 {
        let others = &mut Dice::new(nth ^ 0x7A4E);
        let things: Vec<&str> = { ["$", "*", "k", "b"].into_iter() }
            .filter(|glyph| level.text.contains(&format!("scatter {glyph} ")))
            .chain(["yes"])
            .collect();
        write!(goals, " take={}", others.one_of(&things)).expect("memory");
    }
    if !prey.is_empty() && dice.below(3) > 0 {
        write!(goals, " kill={}", dice.one_of(&prey)).expect("memory");
    }
    if dice.below(4) == 0 {
        write!(goals, " survive={}", 1 + dice.below(12)).expect("memory");
    }
    let leaves = !is_battle && (goals.is_empty() || dice.below(2) == 0);
    if leaves {
        goals += " leave=yes";
    } else if goals.is_empty() {
        goals += " take=yes";
    }
    let mut head = format!("goal{goals}\n");
    level.is_hurried = dice.below(3) == 0;
    if level.is_hurried {
        writeln!(head, "lose turns={}", 2 + dice.below(30)).expect("memory");
    }
    if level.text.contains("scatter k ") && dice.below(5) == 0 {
        head += "lose without=k\n";
    }
    let exit = if leaves { "scatter > 1\n" } else { "" };
    for text in [&mut level.text].into_iter().chain(&mut level.rich) {
        *text = format!("{head}{text}{exit}");
    }
    level
}

/// A level of explore or arena with one to four causes, whose places are cells of its last map, perhaps in walls.
pub fn cause_level(nth: u64) -> TinyLevel {
    let mut level = match nth % 4 {
        0 | 1 => vault(&mut Dice::new(nth), nth, false),
        2 => vault(&mut Dice::new(nth), nth, true),
        _ => board(&mut Dice::new(nth), nth),
    };
    let dice = &mut Dice::new(nth ^ 0xCA);
    let map = level.text.rsplit("map\n").next().unwrap_or_default();
    let rows: Vec<&str> = map
        .split("\nend")
        .next()
        .unwrap_or_default()
        .lines()
        .collect();
    let rim = usize::from(rows[0].starts_with('#'));
    let (width, height) = (rows[0].len() - 2 * rim, rows.len() - 2 * rim);
    let is_board = level.text.starts_with("rules arena");
    let mut causes = String::new();
    for _ in 0..1 + dice.below(4) {
        let mut cell = || {
            format!(
                "{},{}",
                1 + rim + dice.below(width),
                1 + rim + dice.below(height)
            )
        };
        let [here, there, third] = [cell(), cell(), cell()];
        let foe = dice.one_of(&["w", "z", "h", "n"]);
        let foe = if level.text.contains(&format!("kind {foe} ")) {
            foe
        } else {
            "g"
        };
        let event = match dice.below(9) {
            0..=2 => format!("step={here}"),
            3 => format!("leave={here}"),
            4 => format!("take={}", if is_board { "k" } else { "$" }),
            5 if level.is_peopled => format!("all-dead={foe}"),
            6 => format!("opened={here}"),
            7 => {
                level.is_hurried = true;
                format!("turn={}", 1 + dice.below(9))
            }
            _ => format!("step={here} again=yes"),
        };
        let effect = match dice.below(12) {
            0..=2 => format!("tile={there} into=."),
            3 | 4 => format!("tile={there} into=#"),
            5 => format!("tile={there} into=+"),
            6 => format!("open={there}"),
            7 => format!("move={there}"),
            8 => "give=k".to_owned(),
            9 if level.is_peopled => format!("spawn={foe} at={there}"),
            10 => "win=yes".to_owned(),
            11 => "lose=yes".to_owned(),
            _ => format!("tile={third} into=o"),
        };
        writeln!(causes, "when {event} {effect}").expect("memory");
    }
    for text in [&mut level.text].into_iter().chain(&mut level.rich) {
        *text = text.clone() + &causes;
    }
    level
}

/// A lane where the seed decides anew each round what a step gives or summons. A step that is deadly or useless now may
/// be safe or useful later, so a hero who waits may win.
pub fn fateful_level(nth: u64) -> TinyLevel {
    let dice = &mut Dice::new(nth ^ 0xFA7E);
    let seed = dice.below(1_000) as u64;
    let lives = 1 + dice.below(3);
    let most = lives + 1 + dice.below(9);
    let lane = ".".repeat(dice.below(2));
    let brought = dice.one_of(&["give=b", "give=t", "spawn=z at=Z", "spawn=u at=Z"]);
    let text = match nth % 3 {
        0 => format!(
            "rules tactics\nitem k \"key\" opens=iron\nitem g \"gem\"\ngoal take=yes\n\
             kind z \"statue\" health=1 attack=none hunt=stand roam=stand drops=k\n\
             hero range=1 ap=1 health=9 ammo=1 accuracy={}\nmap\n@P{lane}ZDg\nend\n\
             mark D + locked=iron\nwhen step=P spawn=z at=Z\n",
            10 + dice.below(60)
        ),
        _ => format!(
            "rules arena lives={lives}\nitem b \"bane\" health=-{most}..-1\nitem c \"curse\" health=-{most}\n\
             item d \"dew\" health=1\nclass t c*{lives}|d\nclass u y|z*{lives}\n\
             kind y \"kid\" is=enemy strength=1 attack=ram hunt=stand roam=stand\n\
             kind z \"zealot\" is=enemy strength={lives}..{most} attack=ram hunt=stand roam=stand\n\
             kind E \"enemy\" health=1 sense=never hunt=stand roam=stand attack=none\n\
             map\n@P{lane}ZE\nend\nwhen step=P {brought}\n"
        ),
    };
    TinyLevel {
        text: text + "mark P .\nmark Z .\n",
        seed,
        rich: None,
        is_peopled: true,
        is_chancy: true,
        is_hurried: false,
        period: 1,
    }
}

/// A level of explore or arena, with or without goals, and with terrain that acts below bodies and things.
pub fn acting_level(nth: u64) -> TinyLevel {
    let game = |nth: u64| match nth % 8 {
        7 => nth - 7, // a battle or a pasture, where no terrain acts
        _ => nth,
    };
    let mut level = match nth % 2 {
        0 => self::level(game(nth / 2)),
        _ => goal_level(game(nth / 2)),
    };
    let dice = &mut Dice::new(nth ^ 0xAC7);
    let harm = 1 + dice.below(3);
    let whom = dice.one_of(&["", "", " harms=hero"]);
    let more = dice.one_of(&["", "", " slow=yes"]);
    let ways = [(); 3].map(|()| ways(dice));
    let declared = format!(
        "tile 1 \"lava\" harm={harm}{whom}{more}\ntile 2 \"mud\" slow=yes\ntile 3 \"slope\" enter={}\n\
         tile 4 \"chute\" enter={}\ntile 5 \"gutter\" harm=1 slow=yes enter={}\n",
        ways[0], ways[1], ways[2]
    );
    let mut ground = String::new();
    for glyph in ["1", "2", "3", "4", "5"] {
        let count = dice.below(5).saturating_sub(2);
        scatter(&mut ground, glyph, count, "");
    }
    // Harmful terrain counts as something that hurts the hero: the level with endless health does not show how much the
    // hero can bear.
    level.is_peopled |= ["1", "5"]
        .iter()
        .any(|glyph| ground.contains(&format!("scatter {glyph} ")));
    for text in [&mut level.text].into_iter().chain(&mut level.rich) {
        let (head, levels) = halves(text);
        let levels = levels.replace("level \"", &format!("{ground}level \""));
        *text = format!("{head}{declared}level \"{levels}{ground}");
    }
    level
}

/// A small drawn room with errors that authors make: boulders, moats, plain and locked doors, gates that causes open or
/// close when the hero steps or takes something, turn limits, and sometimes a mouse that eats the key.
pub fn faulty_level(nth: u64) -> TinyLevel {
    let dice = &mut Dice::new(nth ^ 0xFA17);
    let (width, height) = (4 + dice.below(5), 1 + dice.below(3));
    let mut cells: Vec<&str> = (0..width * height)
        .map(|_| dice.one_of(&[".", ".", ".", ".", "#", "#", "B", "S", "~", "+"]))
        .collect();
    let has_mouse = dice.below(4) == 0;
    let things = ["$", "$", "k", "D", "T", "m", ">", "@"];
    for glyph in things {
        let is_there = match glyph {
            "@" => true,
            "m" => has_mouse,
            "$" => dice.below(4) > 0,
            _ => dice.below(3) == 0,
        };
        if is_there {
            let at = dice.below(cells.len());
            cells[at] = glyph;
        }
    }
    // The mouse is nearer to the key than the hero.
    let is_mousy = has_mouse && dice.below(2) == 0;
    let (width, height) = if is_mousy {
        (12 + dice.below(10), 1)
    } else {
        (width, height)
    };
    if is_mousy {
        cells = vec!["."; width];
        for (at, glyph) in ["$", "D", "@"].into_iter().enumerate() {
            cells[at] = glyph;
        }
        cells[width - 2 - dice.below(3)] = "k";
        cells[width - 5 - dice.below(3)] = "m";
        cells[width - 1 - dice.below(width - 3)] = dice.one_of(&[".", "+", "B", "#"]);
    }
    let has = |glyph: &str| cells.contains(&glyph);
    let mut goals = String::new();
    if has("$") {
        goals += " take=$";
    }
    if has("T") && has("B") && dice.below(2) == 0 {
        goals += " cover=T";
    }
    if has(">") {
        goals += " leave=yes";
    }
    let limit = 3 + dice.below(16);
    let is_hurried = dice.below(3) == 0;
    let limit = if is_hurried {
        format!("lose turns={limit}\n")
    } else {
        String::new()
    };
    let mut causes = String::new();
    for _ in 0..dice.below(if is_mousy { 1 } else { 4 }) {
        let mut cell = || format!("{},{}", 2 + dice.below(width), 2 + dice.below(height));
        let [here, there] = [cell(), cell()];
        let event = match dice.below(6) {
            0 | 1 => format!("step={here}"),
            2 if has("$") => "take=$".to_owned(),
            3 if has("k") => "take=k".to_owned(),
            4 if has("B") => format!("push={here}"),
            _ => format!("leave={here}"),
        };
        let into = dice.one_of(&["#", "#", "#", ".", "~", "B"]);
        let effect = match dice.below(12) {
            0 => "win=yes".to_owned(),
            1 => format!("open={there}"),
            _ => format!("tile={there} into={into}"),
        };
        writeln!(causes, "when {event} {effect}").expect("memory");
    }
    let rim = "#".repeat(width + 2);
    let mut rows = String::new();
    let mut scattered = String::new();
    for (nth, glyph) in cells.iter().enumerate() {
        let (x, y) = (2 + nth % width, 2 + nth / width);
        match *glyph {
            "." | "@" => {}
            // `check` refuses a drawn thing that the hero can never reach.
            "D" => scatter(
                &mut scattered,
                "+",
                1,
                &format!("in={x},{y}..{x},{y} locked=iron"),
            ),
            glyph => scatter(&mut scattered, glyph, 1, &format!("in={x},{y}..{x},{y}")),
        }
        let drawn = if *glyph == "@" { "@" } else { "." };
        let (from, to) = match nth % width {
            0 => ("#", ""),
            last if last + 1 == width => ("", "#\n"),
            _ => ("", ""),
        };
        write!(rows, "{from}{drawn}{to}").expect("memory");
    }
    let goal = match goals.as_str() {
        "" => String::new(),
        goals => format!("goal{goals}\n"),
    };
    let hunger = dice.one_of(&["sense=always", "sense=steps:3", "sense=sight:4"]);
    let speed = dice.one_of(&[2, 2, 1, 3]) * 50;
    let text = |health: u32| {
        format!(
            "{goal}{limit}hero health={health}\nitem k \"key\" opens=iron{}\ntile T \"target\"\n\
             tile ~ \"moat\" walk=no see=yes\ntile B \"boulder\" push=yes\ntile S \"lump\" push=yes fills=~\n\
             kind m \"mouse\" health=3 strength=0 prey=herd {hunger} hunt=path roam=stand speed={speed}%\n\
             map\n{rim}\n{rows}{rim}\nend\n{scattered}{causes}",
            if has_mouse { " herd=yes" } else { "" }
        )
    };
    TinyLevel {
        text: text(9),
        seed: nth,
        rich: Some(text(1_000_000)),
        is_peopled: false,
        is_chancy: false,
        is_hurried,
        period: 2,
    }
}

/// Returns a small room with embers for a hero alone whose health has a maximum, and that maximum.
pub fn ember_level(nth: u64) -> (String, i32) {
    let dice = &mut Dice::new(nth ^ 0xE3BE);
    let most = 2 + dice.below(7);
    let health = 1 + dice.below(most);
    let harm = 1 + dice.below(4);
    let (width, height) = (4 + dice.below(6), 1 + dice.below(3));
    let mut cells: Vec<&str> = (0..width * height)
        .map(|_| dice.one_of(&[".", ".", ".", ".", "%", "%", "%", "#"]))
        .collect();
    for glyph in ["$", "$", "*", "k", "D", "@"] {
        if matches!(glyph, "$" | "@") || dice.below(3) == 0 {
            let at = dice.below(cells.len());
            cells[at] = glyph;
        }
    }
    let rim = "#".repeat(width + 2);
    let rows: Vec<String> = { cells.chunks(width) }
        .map(|row| format!("#{}#\n", row.concat()))
        .collect();
    let hurry = match dice.below(4) {
        0 => format!("lose turns={}\n", 4 + dice.below(20)),
        _ => String::new(),
    };
    let text = format!(
        "hero health={health} max={most}\n{hurry}item k \"key\" opens=iron\ntile % \"embers\" harm={harm}\n\
         map\n{rim}\n{}{rim}\nend\nmark D + locked=iron\n",
        rows.concat()
    );
    (text, most as i32)
}

/// A level of explore or arena with terrain that acts and perhaps goals, in which up to three causes of every map
/// change terrain, create terrain that acts, move the hero, and give or spawn what the seed draws anew each round.
pub fn mixed_level(nth: u64) -> TinyLevel {
    let mut level = acting_level(nth);
    let dice = &mut Dice::new(nth ^ 0x3117);
    let is_board = level.text.contains("rules arena");
    let is_drawn = dice.below(3) == 0;
    let (least, most) = (dice.below(3) as i32 - 2, 1 + dice.below(4));
    let herald = if is_board {
        "is=enemy attack=ram hunt=stand roam=stand"
    } else {
        "health=1 sense=always hunt=greedy roam=stand"
    };
    let declared = if is_drawn {
        format!(
            "item b \"brew\" health={least}..{most}\nkind Y \"herald\" strength=1..{most} {herald}\n\
             class c b*2|k\nclass u Y|{}\n",
            if is_board { "h" } else { "g" }
        )
    } else {
        String::new()
    };
    let mut is_hurried = level.is_hurried;
    let causes = add_causes(&mut level, &declared, |rows| {
        let mut own = String::new();
        for _ in 0..dice.below(4) {
            let (event, effect) = (mixed_event(dice, rows), mixed_effect(dice, rows, is_drawn));
            is_hurried |= event.starts_with("turn");
            writeln!(own, "when {event} {effect}").expect("memory");
        }
        own
    });
    level.is_chancy |= is_drawn;
    // Things spawned or created by a cause may hurt.
    level.is_peopled |= ["spawn=", "into=1", "into=5"]
        .iter()
        .any(|word| causes.contains(word));
    TinyLevel {
        is_hurried,
        ..level
    }
}

/// A vault with or without goals, in which causes of every map change terrain into any other, open doors, give keys and
/// spawn monsters, and seldom do anything else.
pub fn shifting_level(nth: u64) -> TinyLevel {
    let vaults = 8 * (nth / 2);
    let mut level = match nth % 2 {
        0 => self::level(vaults + nth / 2 % 5),
        _ => goal_level(vaults + nth / 2 % 4),
    };
    let dice = &mut Dice::new(nth ^ 0x5417);
    let birth = dice.one_of(&["", "", "", " spawns=Y:3"]);
    let more = dice.one_of(&[
        "",
        " drops=k",
        " drops=j",
        " drops=$",
        " through=walls",
        " through=doors",
        " trail=~",
        " bursts=2",
    ]);
    let (health, strength, ways) = (1 + dice.below(4), dice.below(3), ways(dice));
    let declared = format!(
        "tile 3 \"slope\" enter={ways}\nkind Y \"herald\" health={health} strength={strength} sense=always \
         hunt=greedy roam=stand{birth}{more}\n"
    );
    let mut is_hurried = level.is_hurried;
    let (has_boulders, leaves) = (
        level.text.contains("tile B "),
        level.text.contains("leave=yes"),
    );
    let causes = add_causes(&mut level, &declared, |rows| {
        let pit = format!(
            "mark P ^ {}\n",
            trap(dice, (rows[0].len() - 2, rows.len() - 2))
        );
        let mut own = format!("mark L + locked=iron\nmark J + locked=jade\n{pit}");
        for _ in 0..1 + dice.below(4) {
            let event = match dice.below(8) {
                0 => "take=$".to_owned(),
                1 => format!("kill={}", dice.one_of(&["Y", "w"])),
                _ => mixed_event(dice, rows),
            };
            is_hurried |= event.starts_with("turn");
            let mut ground = vec![
                ".", ".", ".", "#", "#", "o", "~", "+", "L", "J", "P", "3", ">",
            ];
            ground.extend(has_boulders.then_some("B"));
            ground.extend(leaves.then_some("<"));
            let cell = mixed_cell(dice, rows);
            let effect = match dice.below(24) {
                0..=11 => format!("tile={cell} into={}", dice.one_of(&ground)),
                12..=14 => format!("open={cell}"),
                15 | 16 => format!("give={}", dice.one_of(&["k", "j"])),
                17..=19 => format!("spawn=Y at={cell}"),
                20 => "alarm=yes".to_owned(),
                21 => "lose=yes".to_owned(),
                22 => format!("move={cell}"),
                _ => format!("says=\"A bell.\" tile={cell} into=#"),
            };
            writeln!(own, "when {event} {effect}").expect("memory");
        }
        own
    });
    // Things spawned or created by a cause may hurt.
    level.is_peopled |= ["spawn=", "into=P"]
        .iter()
        .any(|word| causes.contains(word));
    TinyLevel {
        is_hurried,
        ..level
    }
}

/// Levels with causes that change one level when something happens on another.
pub fn heard_level(nth: u64) -> TinyLevel {
    let mut level = match nth % 2 {
        0 => shifting_level(2 * (nth / 2) + 1),
        _ => mixed_level(nth / 2),
    };
    let dice = &mut Dice::new(nth ^ 0x4EA6);
    let count = level.text.matches("level \"").count();
    let on: Vec<String> = (0..level.text.lines().count())
        .map(|_| match dice.below(3) {
            0 => String::new(),
            _ => format!(" level=\"{}\"", dice.below(count)),
        })
        .collect();
    for text in [&mut level.text].into_iter().chain(&mut level.rich) {
        let lines = text.lines().zip(&on).map(|(line, on)| {
            let is_heard = line.starts_with("when ") && !line.starts_with("when turn=");
            format!("{line}{}\n", if is_heard { on } else { "" })
        });
        *text = lines.collect();
    }
    level
}

/// A level with causes whose goal names an item that lies nowhere: monsters drop it and causes give it. Sometimes every
/// monster must be killed, too.
pub fn sourced_level(nth: u64) -> TinyLevel {
    let mut level = match nth % 2 {
        0 => cause_level(nth / 2),
        _ => shifting_level(nth / 2),
    };
    let dice = &mut Dice::new(nth ^ 0x50CE);
    let all = dice.one_of(&["", "", "", " kill=all"]);
    let again = dice.one_of(&["", " again=yes"]);
    for text in [&mut level.text].into_iter().chain(&mut level.rich) {
        let mut own = text.replace("win=yes", "give=Q");
        for key in ["drops=k", "drops=$", "drops=j"] {
            own = own.replace(key, "drops=Q");
        }
        for key in ["give=k", "give=j"] {
            own = own.replace(&format!("{key}\n"), &format!("give=Q{again}\n"));
        }
        // The cause already has `again=yes`.
        own = own.replace("again=yes give=Q again=yes", "again=yes give=Q");
        *text = format!("goal take=Q{all}\nitem Q \"quartz\"\n{own}");
    }
    level
}

/// A vault of one of these generators in which some monsters sleep or are disguised, allies wait or follow, and others
/// are neutral. Causes wake them, and sometimes the game is lost without an ally.
pub fn company_level(nth: u64) -> TinyLevel {
    let vaults = 8 * (nth / 6);
    let mut level = match nth % 6 {
        0 => self::level(vaults + nth / 6 % 5),
        1 => goal_level(vaults + nth / 6 % 4),
        2 => cause_level(vaults + nth / 6 % 3),
        3 => acting_level(2 * vaults + nth / 6 % 8),
        4 => kept_level(nth / 6),
        _ => shifting_level(nth / 6),
    };
    let dice = &mut Dice::new(nth ^ 0xC03A);
    let mut kind = |glyph: char, side: &str| {
        let own = certain_kind(dice, glyph).replace("spawns=z", &format!("spawns={glyph}"));
        let sleep = dice.one_of(&["", " asleep=yes", " looks=$", " looks=#"]);
        let unused: &[&str] = match side {
            " side=hero" => &["prey=", "roam="],
            " side=none" => &["prey=", "sense=", "hunt=", "attack="],
            _ => &[],
        };
        let words = own.trim_end().split(' ');
        let used = words.filter(|word| !unused.iter().any(|key| word.starts_with(key)));
        format!("{}{side}{sleep}\n", used.collect::<Vec<_>>().join(" "))
    };
    let declared = kind('a', " side=hero") + &kind('v', " side=none") + &kind('s', "");
    let is_vital = dice.below(4) == 0;
    let counts = [
        dice.below(3),
        dice.below(3).saturating_sub(1),
        dice.below(3).saturating_sub(1),
    ];
    let mut crowd = String::new();
    for (glyph, count) in ["a", "v", "s"].into_iter().zip(counts) {
        scatter(&mut crowd, glyph, count, "");
    }
    let naps = dice.one_of(&["", " asleep=yes", " looks=$", " looks=#"]);
    add_causes(&mut level, &declared, |rows| {
        let mut own = crowd.clone();
        for _ in 0..dice.below(3) {
            let cell = mixed_cell(dice, rows);
            let whom = dice.one_of(&["a", "a", "v", "s"]);
            let event = match dice.below(5) {
                0 => format!("kill={}", dice.one_of(&["a", "v", "s"])),
                1 => format!("all-dead={}", dice.one_of(&["a", "v", "s"])),
                _ => format!("step={cell}"),
            };
            let effect = match dice.below(4) {
                0 => format!("spawn={whom} at={}", mixed_cell(dice, rows)),
                1 => format!(
                    "tile={} into={}",
                    mixed_cell(dice, rows),
                    dice.one_of(&[".", "#"])
                ),
                _ => format!("wake={whom}"),
            };
            writeln!(own, "when {event} {effect}").expect("memory");
        }
        own
    });
    for text in [&mut level.text].into_iter().chain(&mut level.rich) {
        let lines = text.lines().map(|line| {
            let naps = if line.starts_with("kind z ") {
                naps
            } else {
                ""
            };
            format!("{line}{naps}\n")
        });
        *text = lines.collect();
        if is_vital {
            text.insert_str(0, "lose without=a\n");
        }
    }
    TinyLevel {
        is_peopled: true,
        ..level
    }
}

/// Adds declarations to a level, and to each of its maps the causes that `of` makes from the map's rows. Returns all
/// causes.
fn add_causes(
    level: &mut TinyLevel,
    declared: &str,
    mut of: impl FnMut(&[&str]) -> String,
) -> String {
    let (_, levels) = halves(&level.text);
    let causes = levels.split("level \"").map(|block| {
        let map = block.split_once("map\n").map_or("", |(_, map)| map);
        let rows: Vec<&str> = { map.lines() }.take_while(|row| *row != "end").collect();
        of(&rows)
    });
    let causes: Vec<String> = causes.collect();
    for text in [&mut level.text].into_iter().chain(&mut level.rich) {
        let (head, levels) = halves(text);
        let blocks = levels.split("level \"").zip(&causes);
        let blocks = blocks.map(|(block, own)| format!("level \"{block}{own}"));
        *text = format!("{head}{declared}{}", blocks.collect::<String>());
    }
    causes.concat()
}

/// Splits a text before the name of its first level.
fn halves(text: &str) -> (&str, &str) {
    text.split_once("level \"").expect("a level has a name")
}

/// Returns a random cell of a map with these rows, not on its border.
fn mixed_cell(dice: &mut Dice, rows: &[&str]) -> String {
    let rim = usize::from(rows[0].starts_with('#'));
    let (width, height) = (rows[0].len() - 2 * rim, rows.len() - 2 * rim);
    let (x, y) = (1 + rim + dice.below(width), 1 + rim + dice.below(height));
    format!("{x},{y}")
}

fn mixed_event(dice: &mut Dice, rows: &[&str]) -> String {
    let cell = mixed_cell(dice, rows);
    match dice.below(9) {
        0..=2 => format!("step={cell}"),
        3 | 4 => format!("step={cell} again=yes"),
        5 => format!("leave={cell}"),
        6 => format!("opened={cell}"),
        7 => "take=k".to_owned(),
        _ => format!("turn={}", 1 + dice.below(7)),
    }
}

fn mixed_effect(dice: &mut Dice, rows: &[&str], is_drawn: bool) -> String {
    let cell = mixed_cell(dice, rows);
    let ground = [".", ".", "#", "+", "1", "2", "3", "4", "5"];
    match dice.below(12) {
        0..=4 => format!("tile={cell} into={}", dice.one_of(&ground)),
        5 | 6 => format!("move={cell}"),
        7 | 8 if is_drawn => format!("give={}", dice.one_of(&["b", "c"])),
        9 if is_drawn => format!("spawn={} at={cell}", dice.one_of(&["Y", "u"])),
        7 => format!("open={cell}"),
        8 => "give=k".to_owned(),
        9 => "alarm=yes".to_owned(),
        10 => "win=yes".to_owned(),
        _ => "lose=yes".to_owned(),
    }
}

/// A level of explore with inventory items to use, wear or throw.
pub fn kept_level(nth: u64) -> TinyLevel {
    let dice = &mut Dice::new(nth);
    let seed = dice.below(1_000) as u64;
    let mut level = vault(dice, seed, !nth.is_multiple_of(4));
    let mut health = dice.one_of(&[1, 3, 6, 6, -2]);
    let strength = 1 + dice.below(4);
    let mut throw = String::new();
    if nth.is_multiple_of(3) {
        let weaker = nth / 3 % 2;
        throw = format!(" strength=-{weaker} throw={}", 1 + nth / 3 % 4);
        health = -3;
    }
    let shape = ["", "", " attack=line", " attack=sweep"][(nth / 6 % 4) as usize];
    let mut head = format!(
        "item ! \"potion\" health={health} keep=yes{throw}\nitem ) \"sword\" wear=strength:{strength}{shape}\n\
         item & \"tonic\" strength=1 keep=yes\n"
    );
    level.is_hurried = dice.below(3) == 0;
    if level.is_hurried {
        writeln!(head, "lose turns={}", 2 + dice.below(30)).expect("memory");
    }
    let mut things = String::new();
    scatter(&mut things, "!", 1 + dice.below(2), "");
    scatter(&mut things, ")", dice.below(2), "");
    scatter(&mut things, "&", dice.below(4).saturating_sub(2), "");
    if dice.below(6) == 0 {
        head += "lose without=!\n";
    }
    for text in [&mut level.text].into_iter().chain(&mut level.rich) {
        *text = format!("{head}{text}{things}");
    }
    level
}

/// A level of explore whose monsters have leaders: certain kinds that follow one another, awake or asleep. Some have
/// goals or causes.
pub fn led_level(nth: u64) -> TinyLevel {
    let dice = &mut Dice::new(nth ^ 0x9ACC);
    let seed = dice.below(1_000) as u64;
    let mut level = match nth % 4 {
        0 => goal_level(8 * (nth / 4) + nth / 4 % 4),
        1 => cause_level(8 * (nth / 4) + nth / 4 % 3),
        _ => vault(dice, seed, true),
    };
    let mut kind = |glyph: char, leader: &str| {
        let own = certain_kind(dice, glyph).replace("spawns=z", &format!("spawns={glyph}"));
        let sleep = dice.one_of(&["", "", " asleep=yes"]);
        format!("{}{leader}{sleep}\n", own.trim_end())
    };
    let declared = kind('A', "") + &kind('f', " follows=A") + &kind('d', " follows=f");
    let mut pack = String::new();
    for glyph in ["A", "f", "f", "d"] {
        scatter(&mut pack, glyph, dice.below(2), "");
    }
    level.is_peopled = true;
    add_causes(&mut level, &declared, |_| pack.clone());
    level
}

/// A level of explore with items that give timed states: to use, to throw at monsters, and to take. Some have goals, a
/// turn limit or faults of authors.
pub fn states_level(nth: u64) -> TinyLevel {
    let dice = &mut Dice::new(nth ^ 0x57A7E);
    let seed = dice.below(1_000) as u64;
    let mut level = match nth % 5 {
        0 => goal_level(8 * (nth / 5) + nth / 5 % 4),
        1 => faulty_level(nth / 5),
        2 => vault(dice, seed, false),
        _ => vault(dice, seed, true),
    };
    // Each state is used, thrown and taken equally often.
    let states = ["haste", "slow", "burning", "unseen", "warded"];
    let mut gift = |more: u64| {
        let state = states[((nth + more) % 5) as usize];
        format!("gives={state}:{}", 1 + dice.below(6))
    };
    let [used, thrown, taken] = [gift(nth / 5), gift(nth / 25), gift(nth / 7)];
    let harm = dice.one_of(&["", "", " health=-2"]);
    let mut head = format!(
        "item ! \"draught\" {used} keep=yes\nitem & \"flask\" {thrown}{harm} keep=yes throw={}\n\
         item ) \"cloud\" {taken}\n",
        1 + dice.below(4)
    );
    if !level.is_hurried && dice.below(2) == 0 {
        level.is_hurried = true;
        writeln!(head, "lose turns={}", 2 + dice.below(12)).expect("memory");
    }
    // Monsters of many levels are of the kind `z`; their attacks may give states, too.
    let touch = [used.as_str(), thrown.as_str(), "", ""][(nth / 3 % 4) as usize].to_owned();
    if dice.below(3) == 0 {
        head += "tile q \"puddle\" quench=yes\n";
    }
    let mut things = String::new();
    for glyph in ["!", "&", ")", "q"]
        .into_iter()
        .filter(|glyph| *glyph != "q" || head.contains("tile q"))
    {
        scatter(&mut things, glyph, dice.below(3), "");
    }
    for text in [&mut level.text].into_iter().chain(&mut level.rich) {
        let lines = text.lines().map(|line| {
            let is_armed = line.starts_with("kind z ") && !line.contains("attack=none");
            let touch = if is_armed { touch.as_str() } else { "" };
            format!("{line} {touch}\n")
        });
        let own = lines.collect::<String>();
        *text = format!("{head}{own}{things}");
    }
    TinyLevel {
        is_peopled: true,
        ..level
    }
}

/// A level of explore with a charm, which recharges.
pub fn charm_level(nth: u64) -> TinyLevel {
    let dice = &mut Dice::new(nth ^ 0xC4A2);
    let seed = dice.below(1_000) as u64;
    let mut level = vault(dice, seed, !nth.is_multiple_of(3));
    let gives = dice.one_of(&[
        "health=2",
        "health=5",
        "manna=8",
        "health=4 manna=-1",
        "health=-2",
    ]);
    let mut head = format!(
        "item ! \"amulet\" {gives} keep=yes recharge={}\n",
        1 + dice.below(6)
    );
    level.is_hurried = dice.below(2) == 0;
    if level.is_hurried {
        writeln!(head, "lose turns={}", 4 + dice.below(30)).expect("memory");
    }
    let mut things = String::new();
    scatter(&mut things, "!", 1 + dice.below(2), "");
    for text in [&mut level.text].into_iter().chain(&mut level.rich) {
        *text = format!("{head}{text}{things}");
    }
    level
}

/// A level of explore with a bow or a hook, and perhaps with lava and a slope.
pub fn reach_level(nth: u64) -> TinyLevel {
    let dice = &mut Dice::new(nth ^ 0xB0E);
    let seed = dice.below(1_000) as u64;
    let mut level = vault(dice, seed, true);
    let act = dice.one_of(&["shoot", "pull", "pull"]);
    let mut head = format!(
        "item ) \"gear\" wear=strength:{} attack={act}:{}\n\
         tile 1 \"lava\" harm=2\ntile 3 \"slope\" enter={}\n",
        1 + dice.below(3),
        1 + dice.below(5),
        ways(dice)
    );
    // A patrol that is pulled off its route may wander on its way back.
    level.is_chancy |= act == "pull" && level.text.contains("\np ");
    let prey = ["z", "w", "g"].into_iter();
    let mut prey = prey.filter(|glyph| level.text.contains(&format!("scatter {glyph} ")));
    if let Some(prey) = prey.next().filter(|_| dice.below(2) == 0) {
        writeln!(head, "goal kill={prey}").expect("memory");
    }
    level.is_hurried = dice.below(3) == 0;
    if level.is_hurried {
        writeln!(head, "lose turns={}", 2 + dice.below(30)).expect("memory");
    }
    let mut things = String::new();
    scatter(&mut things, ")", 1, "");
    scatter(&mut things, "1", dice.below(3).saturating_sub(1), "");
    scatter(&mut things, "3", dice.below(3).saturating_sub(1), "");
    for text in [&mut level.text].into_iter().chain(&mut level.rich) {
        let goal = if text.contains("goal ") {
            head.replace("goal kill=", "// kill=")
        } else {
            head.clone()
        };
        *text = format!("{goal}{text}{things}");
    }
    level
}

/// A level of timed states with a bow or a hook and a charm as well, each of which may give a state, and perhaps with
/// monsters that follow those of the level.
pub fn combined_level(nth: u64) -> TinyLevel {
    let dice = &mut Dice::new(nth ^ 0xC0B1);
    let mut level = states_level(nth);
    let act = dice.one_of(&["shoot", "pull"]);
    level.is_chancy |= act == "pull" && level.text.contains("\np ");
    let mut gift = || {
        let state = dice.one_of(&["haste", "slow", "burning", "unseen", "warded"]);
        let gives = format!(" gives={state}:{}", 1 + dice.below(5));
        if dice.below(3) > 0 {
            gives
        } else {
            String::new()
        }
    };
    let [worn, charmed, struck] = [gift(), gift(), gift()];
    let mut head = format!(
        "item ( \"gear\" wear=strength:1 attack={act}:{}{worn}\n\
         item = \"charm\" health=1 keep=yes recharge={}{charmed}\n",
        1 + dice.below(4),
        1 + dice.below(5)
    );
    let mut things = String::new();
    scatter(&mut things, "(", 1, "");
    scatter(&mut things, "=", dice.below(2), "");
    if level.is_peopled && level.text.contains("\nkind z ") && dice.below(2) == 0 {
        head += &format!(
            "kind f \"fellow\" health=2 strength=1 sense=sight:4 hunt=path follows=z{struck}\n"
        );
        scatter(&mut things, "f", 1, "");
    }
    for text in [&mut level.text].into_iter().chain(&mut level.rich) {
        *text = format!("{head}{text}{things}");
    }
    level
}

/// Returns some of the eight directions, in the form of a file.
fn ways(dice: &mut Dice) -> String {
    const ALL: [&str; 8] = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];
    let first = dice.below(ALL.len());
    let count = 1 + dice.below(4);
    let ways = (0..count).map(|n| ALL[(first + n) % ALL.len()]);
    ways.collect::<Vec<_>>().join(",")
}

/// A battle or a pasture without pressure on a losing player: ghosts that stand still, or long seasons.
pub fn slow_level(nth: u64) -> TinyLevel {
    let dice = &mut Dice::new(nth);
    let seed = dice.below(1_000) as u64;
    let text = match nth % 2 {
        0 => battle_of_statues(dice),
        _ => long_pasture(dice),
    };
    TinyLevel {
        text,
        seed,
        rich: None,
        is_peopled: true,
        is_chancy: true,
        is_hurried: false,
        period: 1,
    }
}

fn battle_of_statues(dice: &mut Dice) -> String {
    let (range, ammo, points) = (1 + dice.below(3), 1 + dice.below(3), 1 + dice.below(2));
    let health = 2 + dice.below(8);
    let mut text = format!(
        "rules tactics\nhero range={range} ap={points} health=9 ammo={ammo}\n\
         kind s \"statue\" health={health} attack=none hunt=stand roam=stand\n\
         tile ~ \"slime\" walk=slime\n"
    );
    let size = (5 + dice.below(4), 2 + dice.below(2));
    floor(&mut text, size, "");
    let out = &mut text;
    scatter(out, "@", 1, "name=\"Andy\"");
    scatter(out, "@", usize::from(dice.below(4) == 0), "name=\"Bert\"");
    scatter(out, "#", dice.below(1 + size.0 * size.1 / 4), "");
    scatter(out, "s", 1 + dice.below(2), "");
    scatter(out, "*", dice.below(2), "");
    text
}

fn long_pasture(dice: &mut Dice) -> String {
    let (goal, gold) = (20 + 5 * dice.below(8), 5 + dice.below(20));
    let (season, profit) = (8 + dice.below(20), 5 * dice.below(4));
    let (cow, fence) = (4 + dice.below(8), 2 + dice.below(8));
    let mut text = format!(
        "rules siege goal={goal} season={season} profit={profit} cow={cow} fence={fence} year=9 gold={gold} turn=1\n\
         item c \"coin\" wealth=7\n"
    );
    floor(&mut text, (5 + dice.below(2), 5 + dice.below(2)), "");
    let out = &mut text;
    scatter(out, "c", dice.below(3), "");
    scatter(out, "@", 1, "in=2,2..4,4");
    scatter(out, "%", dice.below(2), "in=2,2..4,4");
    text
}

/// Writes a map of floor, in explore with a wall around it.
fn floor(out: &mut String, (width, height): (usize, usize), rim: &str) {
    out.push_str("map\n");
    if rim.is_empty() {
        for _ in 0..height {
            writeln!(out, "{}", ".".repeat(width)).expect("memory");
        }
    } else {
        writeln!(out, "{}", rim.repeat(width + 2)).expect("memory");
        for _ in 0..height {
            writeln!(out, "{rim}{}{rim}", ".".repeat(width)).expect("memory");
        }
        writeln!(out, "{}", rim.repeat(width + 2)).expect("memory");
    }
    out.push_str("end\n");
}

fn scatter(out: &mut String, glyph: &str, count: usize, keys: &str) {
    if count > 0 {
        writeln!(out, "scatter {glyph} {count} {keys}").expect("memory");
    }
}

/// Returns the keys of a trap with a known landing; `to` cells are inside a map of this size.
fn trap(dice: &mut Dice, (width, height): (usize, usize)) -> String {
    let mut keys = match dice.below(7) {
        0 | 1 => "trap=pit damage=1".to_owned(),
        2 | 3 => {
            let (x, y) = (2 + dice.below(width), 2 + dice.below(height));
            format!("trap=teleport to={x},{y}")
        }
        4 => "trap=alarm".to_owned(),
        5 => "trap=dart damage=2".to_owned(),
        _ => "trap=pit damage=1".to_owned(),
    };
    keys.push_str(dice.one_of(&["", "", " once=yes"]));
    keys.push_str(dice.one_of(&["", "", " hidden=yes"]));
    keys
}

/// Returns a kind of monster that makes no random draws.
fn certain_kind(dice: &mut Dice, glyph: char) -> String {
    let sense = dice.one_of(&["always", "always", "steps:3", "near:4", "sight:5", "never"]);
    let hunt = dice.one_of(&["greedy", "axis", "path", "line", "shoot:2", "flee", "drift"]);
    let attack = dice.one_of(&["melee", "melee", "melee", "drain:3", "burst:3", "none"]);
    let (health, strength) = (1 + dice.below(9), 1 + dice.below(5));
    let speed = dice.one_of(&[2, 2, 2, 1, 3]);
    let through = dice.one_of(&["", "", " through=doors"]);
    let drops = dice.one_of(&["", "", " drops=$", " drops=k"]);
    let births = dice.one_of(&["", "", "", "", "", "", " spawns=z:4"]);
    let trail = dice.one_of(&["", "", "", "", " trail=~", " trail=o", " bursts=3"]);
    let prey = dice.one_of(&["", "", "", " prey=herd", " prey=nearest"]);
    format!(
        "kind {glyph} \"kind {glyph}\" health={health} strength={strength} sense={sense} hunt={hunt} roam=stand \
         attack={attack} speed={speed}{through}{drops}{births}{trail}{prey}\n"
    )
}

/// An explore dungeon of one to three levels with keys, doors, traps and stairs.
fn vault(dice: &mut Dice, seed: u64, is_peopled: bool) -> TinyLevel {
    let levels = if is_peopled {
        1 + dice.below(2)
    } else {
        1 + dice.below(3)
    };
    let health = dice.one_of(&[3, 6, 12]);
    let strength = dice.one_of(&[1, 3, 9]);
    let tempo = dice.one_of(&["", "", "", "", "", "rules explore tempo=500\n"]);
    let store = Store::new(seed);
    let is_harsh = dice.below(2) == 0;
    let mut rest = "item k \"iron key\" opens=iron\nitem j \"jade key\" opens=jade\n\
                    tile ~ \"slime\" walk=slime\ntile o \"pillar\" walk=no\n"
        .to_owned();
    rest += &store.declarations();
    let has_herd = is_peopled && dice.below(4) == 0;
    if has_herd {
        rest += "item m \"lamb\" herd=yes\n";
    }
    let is_chancy = is_peopled && dice.below(8) == 0;
    let monsters = if is_chancy {
        "w"
    } else {
        dice.one_of(&["z", "z", "z", "g"])
    };
    if is_peopled && !is_chancy {
        rest += &certain_kind(dice, 'z');
    }
    let most = if is_peopled { (4, 3) } else { (5, 4) };
    for nth in 0..levels {
        let size = (2 + dice.below(most.0 - 1), 1 + dice.below(most.1));
        writeln!(rest, "level \"{nth}\"").expect("memory");
        floor(&mut rest, size, "#");
        let out = &mut rest;
        if is_peopled && !is_chancy && dice.below(4) == 0 {
            let y = 2 + dice.below(size.1);
            let (from, to) = (2 + dice.below(size.0), 2 + dice.below(size.0));
            writeln!(out, "p {from} {y} via={to},{y}").expect("memory");
        }
        if nth == 0 {
            scatter(out, "@", 1, "");
        }
        let area = size.0 * size.1;
        scatter(out, ">", usize::from(nth + 1 < levels), "");
        scatter(out, "<", usize::from(nth > 0 && dice.below(3) > 0), "");
        let walls = if is_harsh { area / 2 } else { area / 3 };
        scatter(out, "#", dice.below(1 + walls), "");
        let lock = dice.one_of(&["", "locked=iron", "locked=iron", "locked=jade"]);
        scatter(out, "+", dice.below(3) + usize::from(is_harsh), lock);
        // A file with a lock but no key would be refused.
        let first = usize::from(nth + 1 == levels || !is_harsh && nth == 0);
        scatter(out, "k", dice.below(2).max(first), "");
        scatter(out, "j", dice.below(2).max(first), "");
        scatter(out, "~", dice.below(6).saturating_sub(4), "");
        scatter(out, "m", usize::from(has_herd && nth == 0), "");
        for _ in 0..dice.below(3) {
            let keys = trap(dice, size);
            scatter(out, "^", 1 + dice.below(2), &keys);
        }
        let things = usize::from(nth == 0) + dice.below(2);
        scatter(out, "$", things, "");
        if is_peopled {
            scatter(out, monsters, dice.below(2) + usize::from(nth == 0), "");
        }
        store.scatter(out);
    }
    let text = |health: usize, manna: usize| {
        format!("{tempo}hero health={health} strength={strength} manna={manna}\n{rest}")
    };
    TinyLevel {
        text: text(health, dice.below(2) * 8),
        seed,
        rich: Some(text(1_000_000, 1_000_000)),
        is_peopled,
        is_chancy,
        is_hurried: false,
        period: 4,
    }
}

/// Boulders and targets, in one of four vaults. Uses its own random numbers, so that the other vaults stay the same.
struct Store {
    boulders: usize,
    lumps: usize,
    targets: usize,
}

impl Store {
    fn new(seed: u64) -> Store {
        let dice = &mut Dice::new(seed ^ 0xB0);
        match dice.below(4) {
            0 => Store {
                boulders: 1 + dice.below(3),
                lumps: dice.below(2),
                targets: dice.below(2) * (1 + dice.below(2)),
            },
            _ => Store {
                boulders: 0,
                lumps: 0,
                targets: 0,
            },
        }
    }

    fn declarations(&self) -> String {
        let mut said = String::new();
        if self.boulders > 0 {
            said += "tile B \"boulder\" push=yes\ntile S \"lump\" push=yes see=yes fills=o\n";
        }
        if self.targets > 0 {
            said += "tile T \"target\"\ngoal take=yes cover=T\n";
        }
        said
    }

    fn scatter(&self, out: &mut String) {
        scatter(out, "T", self.targets, "");
        scatter(out, "B", self.boulders, "");
        scatter(out, "S", self.lumps, "");
        scatter(out, "o", 2 * self.lumps, "");
    }
}

/// One or two arena boards; the enemies hunt by rule, or sometimes at random.
fn board(dice: &mut Dice, seed: u64) -> TinyLevel {
    let lives = 1 + dice.below(3);
    let tempo = dice.one_of(&["", "", "", "", "", " tempo=500"]);
    let mut text = format!("rules arena lives={lives}{tempo}\n");
    let is_chancy = dice.below(6) == 0;
    let hunt = dice.one_of(&["axis", "axis", "greedy", "path", "flee"]);
    let sense = dice.one_of(&["always", "always", "steps:3", "never"]);
    let speed = dice.one_of(&[2, 2, 1, 3]);
    let births = dice.one_of(&["", "", "", "", "", " spawns=h:5"]);
    let more = dice.one_of(&[
        "",
        "",
        "",
        "",
        " bursts=1",
        " through=walls",
        " through=doors",
        " trail=~",
        " drops=k",
        " attack=melee",
    ]);
    let roam = if is_chancy { "random" } else { "stand" };
    writeln!(
        text,
        "kind h \"hound\" is=enemy sense={sense} hunt={hunt} roam={roam} speed={speed}{more}\n\
         tile ~ \"slime\" walk=slime\nkind n \"nest\" is=enemy hunt=stand roam=stand attack=none{births}\n\
         item k \"iron key\" opens=iron"
    )
    .expect("memory");
    let boards = 1 + usize::from(dice.below(4) == 0);
    for nth in 0..boards {
        let size = (2 + dice.below(4), 2 + dice.below(3));
        writeln!(text, "level \"{nth}\"").expect("memory");
        floor(&mut text, size, "");
        let out = &mut text;
        match nth {
            0 => scatter(out, "@", 1, ""),
            _ => out.push_str("@ 1 1\n"),
        }
        scatter(out, "#", dice.below(1 + size.0 * size.1 / 3), "");
        scatter(out, "~", dice.below(6).saturating_sub(4), "");
        scatter(
            out,
            ">",
            usize::from(nth + 1 < boards && dice.below(2) == 0),
            "",
        );
        scatter(out, "h", 1 + dice.below(2), "");
        scatter(out, "n", usize::from(dice.below(4) == 0), "");
        if dice.below(3) == 0 {
            scatter(out, "+", 1, dice.one_of(&["", " locked=iron"]));
            scatter(out, "k", 1, "");
        }
        if dice.below(4) == 0 {
            let (x, y) = (1 + dice.below(size.0), 1 + dice.below(size.1));
            let keys = [
                "trap=dart damage=1".to_owned(),
                dice.one_of(&["trap=alarm", "trap=pit damage=1"]).to_owned(),
                format!("trap=teleport to={x},{y} hidden=yes"),
            ];
            scatter(out, "^", 1, &keys[dice.below(3)]);
        }
    }
    TinyLevel {
        text,
        seed,
        rich: None,
        is_peopled: true,
        is_chancy,
        is_hurried: false,
        period: 10,
    }
}

/// A battle of one or two units, without ghosts or with one that never shoots.
fn battle(dice: &mut Dice, seed: u64) -> TinyLevel {
    let is_peopled = dice.below(2) == 0;
    let range = 1 + dice.below(3);
    let ammo = dice.below(3);
    let mut text = format!("rules tactics\nhero range={range} ap=1 health=5 ammo={ammo}\n");
    text.push_str(
        "kind h \"hulk\" health=4 strength=2 sense=always hunt=path roam=stand range=2 ap=1\n",
    );
    text.push_str("item k \"iron key\" opens=iron\n");
    let size = (3 + dice.below(3), 2 + dice.below(2));
    floor(&mut text, size, "");
    let out = &mut text;
    scatter(out, "@", 1, "name=\"Andy\"");
    scatter(out, "@", usize::from(dice.below(3) == 0), "name=\"Bert\"");
    scatter(out, "#", dice.below(1 + size.0 * size.1 / 3), "");
    scatter(out, "*", 1 + dice.below(2), "");
    scatter(out, "k", 1, "");
    scatter(out, "+", dice.below(2), dice.one_of(&["", " locked=iron"]));
    if dice.below(3) == 0 {
        let keys = trap(dice, (size.0 - 1, size.1 - 1));
        scatter(out, "^", 1, &keys);
    }
    if is_peopled {
        scatter(out, "h", 1, "");
    }
    TinyLevel {
        text,
        seed,
        rich: None,
        is_peopled,
        is_chancy: is_peopled,
        is_hurried: false,
        period: 2,
    }
}

/// A pasture of a few cells with short seasons and a low gold goal.
fn pasture(dice: &mut Dice, seed: u64) -> TinyLevel {
    let (goal, gold) = (10 + 5 * dice.below(8), 5 * dice.below(6));
    let (season, profit) = (2 + dice.below(4), 5 * dice.below(4));
    let mut text = format!(
        "rules siege goal={goal} season={season} profit={profit} cow=5 fence=5 year=2 gold={gold} turn={}\n",
        dice.below(2)
    );
    let drops = dice.one_of(&["", " drops=c"]);
    writeln!(
        text,
        "item c \"coin\" wealth=7\nkind b \"bandit\" is=hordling strength=2 attack=steal:3{drops}"
    )
    .expect("memory");
    let size = (4 + dice.below(2), 4 + dice.below(2));
    floor(&mut text, size, "");
    let out = &mut text;
    scatter(out, "c", dice.below(6).saturating_sub(3), "");
    scatter(out, "b", dice.below(4).saturating_sub(2), "");
    scatter(out, "@", 1, "in=2,2..3,3");
    scatter(out, "%", dice.below(3), "in=2,2..3,3");
    scatter(out, "A", dice.below(2), "");
    TinyLevel {
        text,
        seed,
        rich: None,
        is_peopled: true,
        is_chancy: true,
        is_hurried: false,
        period: 1,
    }
}
