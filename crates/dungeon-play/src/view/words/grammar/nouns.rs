//! Nouns: articles, plurals and numbers of things whose names an author made up.
//!
//! A name with a capital letter or with its own article, such as "Andy" or "the Beast", is a proper name and takes no
//! article.

/// A name with its article, "the ghost"; a proper name stays as it is: "Andy", "the Beast".
pub fn with_article(name: &str) -> String {
    match is_proper(name) {
        true => name.to_owned(),
        false => format!("the {name}"),
    }
}

/// Whether a name is a proper name: "Andy", "the Beast".
pub fn is_proper(name: &str) -> bool {
    name.starts_with("the ") || name.chars().next().is_some_and(char::is_uppercase)
}

/// A name with its indefinite article, "a ghost", "an archer"; a proper name stays as it is: "Andy", "the Beast".
pub fn with_indefinite_article(name: &str) -> String {
    match name.chars().next() {
        _ if is_proper(name) => name.to_owned(),
        Some('a' | 'e' | 'i' | 'o' | 'u') => format!("an {name}"),
        _ => format!("a {name}"),
    }
}

/// The text with its first letter large.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// A number of things of a name, with an article for one: "a cow", "3 cows", "no cows".
pub fn counted(count: i64, name: &str) -> String {
    match count {
        0 => format!("no {}", plural(name)),
        1 => with_indefinite_article(name),
        n => format!("{n} {}", plural(name)),
    }
}

/// A number of things of a name in digits: "1 cell", "3 cells", "0 cells".
pub fn number_of(count: i64, name: &str) -> String {
    match count {
        1 => format!("1 {name}"),
        n => format!("{n} {}", plural(name)),
    }
}

/// "1 turn", "2 turns".
pub fn turns(count: u32) -> String {
    number_of(count.into(), "turn")
}

/// "a door", "3 doors", but "stairs down", "2 times stairs down": a name that is a plural or "gold" stays as it is.
pub fn several(count: usize, name: &str) -> String {
    match (is_plural(name) || name == "gold", count) {
        (true, 1) => name.to_owned(),
        (true, n) => format!("{n} times {name}"),
        (false, n) => counted(n as i64, name),
    }
}

/// Whether a name is a plural by its last word, or by the word before "of" or a direction: "cinders", "ashes of a hearth",
/// "stairs down", but not "giant's maul", "glass" or "cactus".
fn is_plural(name: &str) -> bool {
    let (head, _) = name.split_once(" of ").unwrap_or((name, ""));
    let ways = [" up", " down"].map(|way| head.strip_suffix(way));
    let head = ways.into_iter().flatten().next().unwrap_or(head);
    head.ends_with('s')
        && !["ss", "us", "is", "'s"]
            .iter()
            .any(|end| head.ends_with(end))
}

/// The verb of a third person, for verbs that only add an s, or es behind an s: "hurts", "misses", and "hurt" of a plural.
pub fn verb(name: &str, verb: &str) -> String {
    match (is_plural(name), verb.ends_with('s')) {
        (true, _) => verb.to_owned(),
        (false, true) => format!("{verb}es"),
        (false, false) => format!("{verb}s"),
    }
}

/// "is", and "are" of a plural.
pub fn be(name: &str) -> &'static str {
    match is_plural(name) {
        true => "are",
        false => "is",
    }
}

/// "a door", but "stairs down": one thing of a name that may be a plural.
pub fn one(name: &str) -> String {
    several(1, name)
}

/// The plural of a name. English has more exceptions than these; authors' monsters seldom do.
pub fn plural(name: &str) -> String {
    let ends = |endings: &[&str]| endings.iter().any(|end| name.ends_with(end));
    let stem = |cut: usize| name.get(..name.len() - cut).unwrap_or(name);
    if let Some((head, of)) = name.split_once(" of ") {
        format!("{} of {of}", plural(head))
    } else if let Some((head, more)) = name.split_once(", ") {
        format!("{}, {more}", plural(head))
    } else if name == "sheep" {
        name.to_owned()
    } else if ends(&["s", "x", "z", "ch", "sh"]) {
        format!("{name}es")
    } else if ends(&["y"]) && !ends(&["ay", "ey", "oy", "uy"]) {
        format!("{}ies", stem(1))
    } else if ends(&["lf", "eaf", "oaf", "thief"]) {
        format!("{}ves", stem(1))
    } else if ends(&["woman", "sman"]) {
        format!("{}men", stem(3))
    } else {
        format!("{name}s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_of_a_name() {
        let table = [
            ("wolf", "wolves"),
            ("loaf of bread", "loaves of bread"),
            ("goo, strength drain", "goos, strength drain"),
            ("sheep", "sheep"),
            ("fox", "foxes"),
            ("key", "keys"),
            ("swordsman", "swordsmen"),
        ];
        for (name, many) in table {
            assert_eq!(plural(name), many);
        }
    }

    #[test]
    fn a_plural_name_takes_no_article_of_one_and_the_verb_of_many() {
        let table = [
            ("cinders", "cinders hurt"),
            ("iron bars", "iron bars hurt"),
            ("ashes of a hearth", "ashes of a hearth hurt"),
            ("stairs down", "stairs down hurt"),
            ("jailer's key", "a jailer's key hurts"),
            ("glass", "a glass hurts"),
            ("mass of eyes", "a mass of eyes hurts"),
            ("cactus", "a cactus hurts"),
        ];
        for (name, sentence) in table {
            assert_eq!(format!("{} {}", one(name), verb(name, "hurt")), sentence);
        }
        assert_eq!(["cinders", "lava"].map(be), ["are", "is"]);
    }
}
