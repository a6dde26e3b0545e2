//! Articles, plurals and counts for names that authors choose.
//!
//! A proper name is a name that begins with a capital letter or an article, such as "Andy", "the Beast" or "a note". It
//! takes no other article.

/// The articles that a name can begin with.
const ARTICLES: [&str; 5] = ["the ", "The ", "a ", "an ", "some "];

/// The separators after the head of a name, which is the part that takes the plural: ", " in "elixir, draught of life".
const TAILS: [&str; 13] = [
    ", ", " of ", " with ", " in ", " on ", " from ", " to ", " for ", " (", " \"", "-of-", "-in-",
    "-at-",
];

/// Returns a name with its definite article: "the ghost". A proper name gets no other article: "Andy", "the Beast".
pub fn with_article(name: &str) -> String {
    with_determiner("the", name)
}

/// Returns a name after a determiner: "every ghost", "this door". A proper name is returned without the determiner.
pub fn with_determiner(word: &str, name: &str) -> String {
    if is_proper(name) {
        in_sentence(name)
    } else {
        format!("{word} {name}")
    }
}

/// Returns a name or a title in the form for the middle of a sentence: "the nave" for "The nave".
pub fn in_sentence(name: &str) -> String {
    match name.strip_prefix("The ") {
        Some(rest) => format!("the {rest}"),
        None => name.to_owned(),
    }
}

/// Whether a name takes no article. `true` for "Andy", "the Beast", "a note", and the empty name.
pub fn is_proper(name: &str) -> bool {
    without_article(name) != name || name.chars().next().is_none_or(char::is_uppercase)
}

/// Returns a name without the article at its beginning, if it has one: "Beast" for "the Beast".
pub fn without_article(name: &str) -> &str {
    let mut articles = ARTICLES.iter();
    articles
        .find_map(|article| name.strip_prefix(article))
        .unwrap_or(name)
}

/// Returns a name with its indefinite article: "a ghost", "an archer". A proper name gets no other article: "Andy",
/// "the Beast".
pub fn with_indefinite_article(name: &str) -> String {
    match name.chars().next() {
        _ if is_proper(name) => in_sentence(name),
        Some('a' | 'e' | 'i' | 'o' | 'u') => format!("an {name}"),
        _ => format!("a {name}"),
    }
}

/// Returns the text with its first letter in uppercase, as far as `uppercase` knows it.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let mut capitalised = String::with_capacity(text.len());
    capitalised.extend(letters.next().map(uppercase));
    capitalised.push_str(letters.as_str());
    capitalised
}

/// Returns a text in a form that is equal for texts that differ only in case, as far as `uppercase` knows it.
pub fn caseless(text: &str) -> String {
    text.chars().map(uppercase).collect()
}

/// Returns the uppercase letter of a Latin, Greek, Cyrillic or Armenian letter of everyday spelling, and all other
/// characters unchanged. `char::to_uppercase` knows all letters, but its table takes more than one percent of the page's
/// first load, and the letters of these alphabets stand in order.
fn uppercase(letter: char) -> char {
    let code = u32::from(letter);
    let distance = match letter {
        'a'..='z' | 'à'..='ö' | 'ø'..='þ' | 'α'..='ρ' | 'σ'..='ϋ' | 'а'..='я' => 32,
        'ς' => 31,
        'έ'..='ί' => 37,
        'ά' => 38,
        'ա'..='ֆ' => 48,
        'ύ' | 'ώ' => 63,
        'ό' => 64,
        'ѐ'..='џ' => 80,
        'ơ' | 'ư' => 1,
        // Pairs of an uppercase and a lowercase letter.
        'ā'..='į' | 'ĳ'..='ķ' | 'ŋ'..='ŷ' | 'ǹ'..='ȟ' | 'ҋ'..='ҿ' | 'ӑ'..='ӿ' | 'ạ'..='ỹ' => {
            code % 2
        }
        'ĺ'..='ň' | 'ź'..='ž' => (code + 1) % 2,
        _ => 0,
    };
    char::from_u32(code - distance).unwrap_or(letter)
}

/// Returns a count of things, with an article if the count is 1: "a cow", "3 cows", "no cows".
pub fn counted(count: i64, name: &str) -> String {
    match count {
        0 => format!("no {}", plural(name)),
        1 => with_indefinite_article(name),
        n => format!("{n} {}", plural(name)),
    }
}

/// Returns a count of things in digits: "1 cell", "3 cells", "0 cells".
pub fn number_of(count: i64, name: &str) -> String {
    match count {
        1 => format!("1 {}", without_article(name)),
        n => format!("{n} {}", plural(name)),
    }
}

/// Returns a number of turns in digits: "1 turn", "2 turns".
pub fn turns(count: u32) -> String {
    number_of(count.into(), "turn")
}

/// Returns a count of things: "a door", "3 doors". A plural name and "gold" keep their form: "stairs down", "2 times
/// stairs down".
pub fn several(count: usize, name: &str) -> String {
    match (is_plural(name) || name == "gold", count) {
        (true, 1) => name.to_owned(),
        (true, n) => format!("{n} times {name}"),
        (false, n) => counted(n as i64, name),
    }
}

/// Whether the head of a name is a plural: "cinders", "ashes of a hearth", "stairs down", but not "giant's maul",
/// "glass" or "cactus".
fn is_plural(name: &str) -> bool {
    let (head, _) = head_and_tail(name);
    head.ends_with('s')
        && !["ss", "us", "is", "'s"]
            .iter()
            .any(|end| head.ends_with(end))
}

/// Returns the form of a verb that agrees with a name: "hurts" for "lava", "hurt" for "cinders".
pub fn verb(name: &str, verb: &str) -> String {
    if is_plural(name) {
        verb.to_owned()
    } else {
        third_person(verb)
    }
}

/// Returns the third person singular of a verb: "misses", "carries", "does", "has". In a phrase such as "puts on", the
/// first word changes.
pub fn third_person(verb: &str) -> String {
    let (head, tail) = first_word(verb);
    match head {
        "be" => format!("is{tail}"),
        "have" => format!("has{tail}"),
        _ => {
            let before = head.strip_suffix('o').and_then(|stem| stem.chars().last());
            let (stem, end) = match before {
                Some(letter) if !"aeiou".contains(letter) => (head, "es"),
                _ => with_s(head),
            };
            format!("{stem}{end}{tail}")
        }
    }
}

/// Returns the verb whose third person is this text: "bite" for "bites", "put on" for "puts on"; `None` for a text that
/// is not in the third person, such as "kiss" or "focus".
pub fn plain_verb(text: &str) -> Option<String> {
    let (head, tail) = first_word(text);
    let plain = match head {
        "is" => "be".to_owned(),
        "has" => "have".to_owned(),
        _ => {
            let bare = head.strip_suffix('s')?;
            if ["s", "u", "a", "i"].iter().any(|end| bare.ends_with(end)) {
                return None;
            }
            let has_es = ["ss", "x", "zz", "ch", "sh", "o"];
            let short = bare.strip_suffix('e').filter(|short| {
                has_es.iter().any(|end| short.ends_with(end)) && third_person(short) == head
            });
            let carry = bare.strip_suffix("ie").filter(|stem| stem.len() > 1);
            match (carry, short) {
                (Some(stem), _) => format!("{stem}y"),
                (None, short) => short.unwrap_or(bare).to_owned(),
            }
        }
    };
    Some(plain + tail)
}

/// Splits a phrase after its first word: "puts" and " on".
fn first_word(phrase: &str) -> (&str, &str) {
    phrase.split_at(phrase.find(' ').unwrap_or(phrase.len()))
}

/// Returns the two parts of a word's form with an "s", stem and ending: "cherr" and "ies" for "cherry".
fn with_s(word: &str) -> (&str, &'static str) {
    let ends = |endings: &[&str]| endings.iter().any(|end| word.ends_with(end));
    if ends(&["s", "x", "z", "ch", "sh"]) {
        (word, "es")
    } else if ends(&["y"]) && !ends(&["ay", "ey", "oy", "uy"]) {
        (&word[..word.len() - 1], "ies")
    } else {
        (word, "s")
    }
}

/// Returns "are" for a plural name, otherwise "is".
pub fn be(name: &str) -> &'static str {
    if is_plural(name) { "are" } else { "is" }
}

/// Returns a name with its indefinite article: "a door". A plural name is unchanged: "stairs down".
pub fn one(name: &str) -> String {
    several(1, name)
}

/// Splits a name after its head: "loaf" and " of bread", "stairs" and " down".
fn head_and_tail(name: &str) -> (&str, &str) {
    let ends = TAILS.iter().filter_map(|tail| name.find(tail));
    let head = &name[..ends.min().unwrap_or(name.len())];
    let mut ways = [" up", " down"].into_iter();
    let head = ways.find_map(|way| head.strip_suffix(way)).unwrap_or(head);
    name.split_at(head.len())
}

/// Returns the plural of a name, without the article at its beginning. A name that is already a plural keeps its form.
/// Not all English exceptions are covered.
pub fn plural(name: &str) -> String {
    let name = without_article(name);
    let (head, tail) = head_and_tail(name);
    let ends = |endings: &[&str]| endings.iter().any(|end| head.ends_with(end));
    let last = head.chars().next_back();
    let is_sign = last.is_none_or(|last| last.is_ascii_punctuation());
    let (stem, end) = if is_plural(name) || head == "sheep" || is_sign {
        (head, "")
    } else if ends(&["lf", "eaf", "oaf", "thief"]) {
        (&head[..head.len() - 1], "ves")
    } else if ends(&["woman", "sman", " man"]) || head == "man" {
        (&head[..head.len() - 2], "en")
    } else {
        with_s(head)
    };
    format!("{stem}{end}{tail}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_everyday_spelling_have_the_uppercase_letter_of_unicode_and_no_other_character_changes()
     {
        for letter in '\0'..=char::MAX {
            let ours = uppercase(letter);
            let is_right = ours == letter || letter.to_uppercase().eq([ours]);
            assert!(is_right, "{letter} {ours}");
        }
        let everyday = "abcdefghijklmnopqrstuvwxyz àâäãåæçéèêëíìîïñóòôöõøúùûüýþð ąćęłńśźż čďěňřšťůž őű ğş șță \
                        āēģīķļņū ơưạỹ αάβγδεέζηήθιίκλμνξοόπρσςτυύφχψωώ абвгдеёжзийклмнопрстуфхцчшщъыьэюя іїєґў \
                        աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ";
        let expected: String = everyday.chars().flat_map(char::to_uppercase).collect();
        assert_eq!(caseless(everyday), expected);
        assert_eq!(capitalised("émeraude"), "Émeraude");
    }
}
