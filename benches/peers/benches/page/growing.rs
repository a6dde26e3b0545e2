//! Generated files that grow in one respect: levels, marks, classes, vaults, causes, scatters, locks. `check` accepts
//! all.

/// A family of files: its plot, the words for a row, the text for a number of things, the maximum number, and the
/// profile of a time that grows faster than the file.
pub struct Growing {
    pub plot: &'static str,
    pub what: &'static str,
    pub text: fn(usize) -> String,
    pub most: usize,
    pub limits: &'static str,
}

/// The profile of locks.
const UNLOCKED: &str = "the reach of each outcome is searched on a map that grows with the locks";
/// Maximum number of locks, and the number of keys that a mark of `hoards` chooses from.
const LOCKS: usize = 44;

/// All families, with those of one plot next to each other.
pub const ALL: [Growing; 10] = [
    growing("levels", "levels", levels, 64, ""),
    growing("levels", "levels with stairs by chance", stairs, 64, ""),
    growing("marks", "marks with three alternatives", marks, 300, ""),
    growing("classes", "classes of ten", classes, 60, ""),
    growing("vaults", "vaults on 9 levels", vaults, 20, ""),
    growing(
        "causes",
        "causes that each open the next room",
        rooms,
        960,
        "",
    ),
    growing("causes", "causes of one hall", hall, 960, ""),
    growing("scatters", "scatters on 500×500", scatters, 1000, ""),
    growing(
        "locks",
        "locks, 30 marks of 11 keys",
        locks,
        LOCKS,
        UNLOCKED,
    ),
    growing("locks", "rows of 30 marks of 44 keys", hoards, LOCKS, ""),
];

const fn growing(
    plot: &'static str,
    what: &'static str,
    text: fn(usize) -> String,
    most: usize,
    limits: &'static str,
) -> Growing {
    Growing {
        plot,
        what,
        text,
        most,
        limits,
    }
}

/// Returns a letter, one column wide, that has no meaning in any game.
fn glyph(nth: usize) -> char {
    char::from_u32(0x100 + nth as u32).expect("a letter")
}

/// Returns one line for each number below `count`.
fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(|nth| line(nth) + "\n").collect()
}

/// Returns levels in a row, each with five marks. `more` adds records to a level.
fn chain(count: usize, more: impl Fn(usize) -> String) -> String {
    lines(count, |nth| {
        let up = if nth == 0 { '@' } else { '<' };
        let down = if nth + 1 < count { '>' } else { '$' };
        format!(
            "level \"L{nth}\"\nmap\n###############\n#{up}..1.#...2..3#\n#....1+..$...{down}#\n#..1..#.2....4#\n\
             ###############\nend\nmark 1 w|$|.\nmark 2 #|.\nmark 3 {0}\nmark 4 {0}",
            more(nth)
        )
    })
}

fn levels(count: usize) -> String {
    chain(count, |_| "*|g|.".to_owned())
}

fn stairs(count: usize) -> String {
    chain(count, |nth| {
        format!(">|<|. to=\"L{}\"", (nth * 7 + 3) % count)
    })
}

/// Returns a hall 61 cells wide with these glyphs at every other cell of every other row.
fn hall_of(glyphs: impl IntoIterator<Item = char>) -> String {
    let glyphs: Vec<char> = glyphs.into_iter().collect();
    let mut text = format!("map\n{}\n#@{}#\n", "#".repeat(61), ".".repeat(58));
    for row in glyphs.chunks(29) {
        let row: String = row.iter().flat_map(|glyph| ['.', *glyph]).collect();
        text += &format!("#{row:.<59}#\n#{}#\n", ".".repeat(59));
    }
    text + &"#".repeat(61) + "\nend\n"
}

fn marks(count: usize) -> String {
    let meanings = ["#|.|$", "w|*|.", "+|#|$"];
    let marks = lines(count, |nth| {
        format!("mark {} {}", glyph(nth), meanings[nth % 3])
    });
    hall_of((0..count).map(glyph).chain(['$'])) + &marks
}

fn classes(count: usize) -> String {
    let ten = |first: usize| (first..first + 10).map(glyph);
    let members = |first| ten(first).map(String::from).collect::<Vec<_>>().join("|");
    let things = lines(10, |nth| {
        format!("item {0} \"thing {nth}\" wealth={nth}", glyph(nth))
    });
    let beasts = lines(10, |nth| {
        format!("kind {} \"beast {nth}\" is=wanderer", glyph(10 + nth))
    });
    let classes = lines(count, |nth| {
        let members = members(nth % 2 * 10);
        format!("class {} {members} \"class {nth}\"", glyph(20 + nth))
    });
    things + &beasts + &classes + &hall_of((0..count).map(|nth| glyph(20 + nth)).chain(['$']))
}

fn vaults(count: usize) -> String {
    let vaults = lines(count, |nth| {
        format!(
            "vault \"v{nth}\" flip=yes turn=yes\nmap\n#########\n#.1.#2.$#\n#.2.D.1.#\n####+####\nend\nmark 1 w|$|.\n\
             mark 2 #|.\nmark D + locked=cell"
        )
    });
    let levels = lines(9, |nth| {
        let up = if nth == 0 { '@' } else { '<' };
        let down = if nth < 8 { '>' } else { '$' };
        format!(
            "level \"L{nth}\"\nmap rooms 60 20 rooms=8 vaults=yes\nscatter {up} 1\nscatter {down} 1\nscatter k 1"
        )
    });
    format!("item k \"key\" opens=cell\n{vaults}{levels}")
}

fn rooms(count: usize) -> String {
    let rim = "#".repeat(4 * count + 4);
    let row = "...#".repeat(count);
    let causes = lines(count, |nth| {
        // The last room comes first, so that a reader of causes in file order opens one room in each pass.
        let x = 4 * (count - nth);
        format!("when step={x},2 tile={},2 into=.", x + 1)
    });
    format!("map\n{rim}\n#{}$.#\n{rim}\nend\n@ 2 2\n{causes}", row)
}

fn hall(count: usize) -> String {
    let rim = "#".repeat(count + 3);
    let causes = lines(count, |nth| {
        format!("when step={0},2 tile={0},3 into=.", nth + 3)
    });
    let (plates, closets) = (".".repeat(count), "$".repeat(count));
    format!("map\n{rim}\n#@{plates}#\n{rim}\n##{closets}#\n{rim}\nend\n{causes}")
}

fn scatters(count: usize) -> String {
    format!(
        "item k \"coin\" wealth=1\nmap open 500 500\n@ 9 9\n{}",
        "scatter k 1\n".repeat(count)
    )
}

/// Returns locked rooms, each with its key in the room before, and a row of marks, each of which is one of 11 keys.
fn locks(count: usize) -> String {
    locked(count, LOCKS / 4, |nth| nth == 0)
}

/// Returns 44 locked rooms, each with its key in the room before. In front of `count` of them is a row of marks, each
/// of which may be any key.
fn hoards(count: usize) -> String {
    locked(LOCKS, LOCKS, |nth| nth < count)
}

fn locked(count: usize, choices: usize, has_marks: impl Fn(usize) -> bool) -> String {
    let keys = lines(count, |nth| {
        format!("item {} \"key {nth}\" opens=l{nth}", glyph(nth))
    });
    let any: Vec<String> = (0..choices.min(count))
        .map(|nth| glyph(nth).to_string())
        .collect();
    let any = any.join("|");
    let marks = lines(30, |nth| format!("mark {} {any}", glyph(100 + nth)));
    let doors = lines(count, |nth| {
        format!("mark {} + locked=l{nth}", glyph(200 + nth))
    });
    let rim = "#".repeat(34);
    let rows = lines(count, |nth| {
        let mark = |mark: usize| {
            if has_marks(nth) {
                glyph(100 + mark)
            } else {
                '.'
            }
        };
        let row: String = (0..30).map(mark).collect();
        let behind = if nth + 1 < count { glyph(nth + 1) } else { '$' };
        format!("#{row}{}{behind}#\n#{:.<30}###", glyph(200 + nth), "")
    });
    let first = format!("@${}", glyph(0));
    format!("goal take=$\n{keys}map\n{rim}\n#{first:.<30}###\n{rows}{rim}\nend\n{marks}{doors}")
}
