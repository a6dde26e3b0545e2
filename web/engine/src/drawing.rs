//! Answers the questions of a brush: the drawn maps of a text, and declarations of new glyphs.
use dungeon::analysis::drawn_maps::{DrawnMap, NamedCell, PaletteGlyph};
use dungeon::analysis::file_analysis::FileScope;
use dungeon::analysis::token_paint::TokenSort;
use dungeon::diagnostics::Span;
use serde_json::{Value, json};

use crate::cells::colour_class;
use crate::editing::Editing;

impl Editing {
    /// Returns the drawn maps of the text, and the sorts of glyphs that it can declare.
    pub fn maps(&self) -> Value {
        let maps = self.analysis.drawn_maps();
        let maps: Vec<Value> = maps.iter().map(|map| self.map(map)).collect();
        let sorts: Vec<String> = { self.analysis.new_sorts().into_iter() }
            .map(|sort| sort.words)
            .collect();
        json!({ "maps": maps, "sorts": sorts })
    }

    fn map(&self, map: &DrawnMap) -> Value {
        let range = |span: Span| self.offsets.range(span);
        let cell = |cell: &NamedCell| json!([range(cell.column), range(cell.row)]);
        let named = map
            .named
            .iter()
            .map(|group| group.iter().map(cell).collect());
        json!({
            "name": map.name,
            "level": match map.scope {
                FileScope::Level(level) => Some(level),
                FileScope::Vault(_) | FileScope::Whole => None,
            },
            "head": range(map.head),
            "floor": if map.size.is_some() { ' ' } else { '.' },
            "rows": map.rows.iter().map(|row| range(*row)).collect::<Vec<_>>(),
            "size": map.size.map(|(width, height)| [range(width), range(height)]),
            "palette": map.palette.iter().map(palette_glyph).collect::<Vec<_>>(),
            "named": named.collect::<Vec<Value>>(),
        })
    }

    /// Returns the line that declares a new glyph, and its place.
    pub fn declare(&self, sort: usize, glyph: char, called: &str) -> Result<Value, String> {
        let sorts = self.analysis.new_sorts();
        let sort = sorts.get(sort).ok_or("Choose what the glyph is.")?;
        let line = self.analysis.declaration(sort, glyph, called)?;
        Ok(json!({ "from": self.offsets.unit(line.at), "insert": line.text }))
    }
}

fn palette_glyph(one: &PaletteGlyph) -> Value {
    let sort = |sort: TokenSort| {
        let mut names = TokenSort::NAMES.iter();
        let name = names.find(|(named, _)| *named == sort);
        format!("sort-{}", name.map_or("", |(_, name)| *name))
    };
    let class =
        { one.colour.map(|colour| colour_class("ink", colour)) }.or_else(|| one.sort.map(sort));
    let stands_on_floor = matches!(
        one.sort,
        Some(TokenSort::Body | TokenSort::Item | TokenSort::Feature)
    );
    json!({
        "glyph": one.glyph, "name": one.name, "class": class.unwrap_or_default(), "used": one.is_used,
        "stands": stands_on_floor,
    })
}

#[cfg(test)]
mod tests {
    use dungeon::analysis::file_analysis::FileAnalysis;
    use dungeon::diagnostics::{Limits, Source};
    use dungeon::testing::tested_file::TestedFile;

    use super::*;

    fn editing(text: &str) -> Editing {
        Editing::new("a.dng".to_owned(), text.to_owned())
    }

    /// Returns the cells that records of a text name on its map, each as `column,row`.
    fn named(text: &str, map: usize) -> Vec<Vec<String>> {
        let source = Source::from_text("a.dng", text);
        let maps = FileAnalysis::new(source.clone()).drawn_maps();
        let said = |cell: &NamedCell| {
            [cell.column, cell.row]
                .map(|one| source.slice(one))
                .join(",")
        };
        let groups = maps[map].named.iter();
        groups
            .map(|group| group.iter().map(said).collect())
            .collect()
    }

    #[test]
    fn a_map_has_the_cells_that_records_of_its_level_name() {
        let hall = "level \"A\"\nmap\n#####\n#@.>#\n#####\nend\n> 4 2 to=\"B\" at=2,2\n\
                    scatter $ 2 in=2,2..4,2\ntest \"x\" keys=\"l\" at=3,2 expect=won\n";
        let text = format!("{hall}level \"B\"\nmap\n####\n#.<#\n####\nend\nw 2 2 via=3,2\n");
        let cells = |all: &[&[&str]]| -> Vec<Vec<String>> {
            let group = |group: &&[&str]| group.iter().map(ToString::to_string).collect();
            all.iter().map(group).collect()
        };
        assert_eq!(named(&text, 0), cells(&[&["4,2"], &["2,2", "4,2"]]));
        assert_eq!(named(&text, 1), cells(&[&["2,2"], &["2,2"], &["3,2"]]));
        let classic = "5 3\n#####\n#   #\n#####\nh 2 2 40 5 16\np 3 2 8 3 2 2 2 4 2\nq\n";
        assert_eq!(
            named(classic, 0),
            cells(&[&["2,2"], &["3,2"], &["2,2"], &["4,2"]])
        );
    }

    #[test]
    fn a_broken_file_has_a_map_and_a_palette() {
        let maps = editing("kind\nitem k \"key\nmap\n####\n#@o#\n").maps();
        let map = &maps["maps"][0];
        assert_eq!(
            map["rows"],
            json!([{ "from": 21, "to": 25 }, { "from": 26, "to": 30 }])
        );
        let glyphs = map["palette"].as_array().expect("a palette is a list");
        assert!(glyphs.iter().any(|one| one["glyph"] == "#"));
    }

    #[test]
    fn every_sort_of_every_game_is_declared_without_a_finding() {
        for game in dungeon_model::dungeon::games::WORDS {
            let head = format!("rules {game}\n");
            let all = editing(&head).analysis.new_sorts();
            assert!(all.len() > 5, "{game}: {all:?}");
            for (nth, sort) in all.iter().enumerate() {
                let made = editing(&head).declare(nth, 'Z', "new thing");
                let made = made.expect("the glyph is free");
                let line = made["insert"].as_str().expect("a line is a text");
                let text = format!("{head}{line}map\n######\n#@.$Z#\n######\nend\n");
                let found = TestedFile::read(&Source::from_text("a.dng", text), &Limits::default());
                let about = found.findings.iter().filter(|found| {
                    let declared = head.len()..head.len() + line.len();
                    declared.contains(&(found.span.start as usize))
                });
                let about: Vec<String> = about.map(|found| found.message.to_string()).collect();
                assert!(about.is_empty(), "{game}: {sort:?}: {about:?}");
            }
        }
    }

    #[test]
    fn a_declaration_follows_the_last_one_and_takes_no_glyph_twice() {
        let editing = editing("title \"é\"\nitem k \"key\" opens=a\n\nmap\n###\n#@#\n###\nend");
        let made = editing.declare(0, 'Z', "a \"quoted\" name");
        let made = made.expect("the glyph is free");
        assert_eq!(made["from"], 31);
        assert!(
            made["insert"]
                .as_str()
                .is_some_and(|line| line.contains(r#" Z "a \"quoted\" name" "#))
        );
        assert!(editing.declare(0, 'k', "x").is_err());
        assert!(editing.declare(0, ' ', "x").is_err());
        assert!(editing.declare(999, 'Z', "x").is_err());
    }
}
