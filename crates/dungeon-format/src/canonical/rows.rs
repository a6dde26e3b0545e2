//! Lines of records whose cells are aligned in columns. A column spans consecutive lines that have the same labels in
//! this column and in all columns before it.

/// A line that is laid out.
#[derive(Debug)]
pub struct TextRow<'a> {
    /// The cells, at least one.
    pub cells: Vec<TextCell<'a>>,
    /// The comment at the end, with its slashes.
    pub remark: Option<&'a str>,
}

/// A cell of a line.
#[derive(Debug)]
pub struct TextCell<'a> {
    /// The label for aligning the cell with the cells above and below; in the first cell, the label of the whole line.
    pub label: &'a str,
    /// The text of the cell.
    pub text: String,
}

impl<'a> TextCell<'a> {
    pub fn new(label: &'a str, text: impl Into<String>) -> TextCell<'a> {
        let text = text.into();
        TextCell { label, text }
    }
}

impl TextRow<'_> {
    /// Returns the width of the line without alignment and comment, in characters.
    pub fn width(&self) -> usize {
        let cells = self.cells.iter().map(|cell| width(&cell.text) + 1);
        cells.sum::<usize>() - 1
    }

    /// Appends the line to `text`, without a line end.
    pub fn write(&self, text: &mut String) {
        for (nth, cell) in self.cells.iter().enumerate() {
            text.push_str(if nth == 0 { "" } else { " " });
            text.push_str(&cell.text);
        }
        if let Some(remark) = self.remark {
            text.push(' ');
            text.push_str(remark);
        }
    }
}

/// Pads cells with spaces, so that the columns and the comments of consecutive lines are aligned.
pub fn align(rows: &mut [TextRow<'_>]) {
    let all: Vec<usize> = (0..rows.len()).collect();
    align_from(rows, &all, 0);
    let is_alike = |one: &TextRow<'_>, next: &TextRow<'_>| {
        one.cells[0].label == next.cells[0].label && one.remark.is_some() == next.remark.is_some()
    };
    for run in rows.chunk_by_mut(is_alike) {
        let widest = run.iter().map(|row| row.width()).max().unwrap_or(0);
        for row in run.iter_mut().filter(|row| row.remark.is_some()) {
            let missing = widest - row.width();
            if let Some(last) = row.cells.last_mut() {
                last.text.push_str(&" ".repeat(missing));
            }
        }
    }
}

/// Pads the cells of one column, and then of the columns after it, in the lines with the indexes `of`. These lines must
/// have equal labels in all columns before this one. A line that ends before the column does not interrupt the column.
fn align_from(rows: &mut [TextRow<'_>], of: &[usize], column: usize) {
    let has_cells =
        |count: usize| move |rows: &[TextRow<'_>], nth: &usize| rows[*nth].cells.len() >= count;
    let there: Vec<usize> = { of.iter().copied() }
        .filter(|nth| has_cells(column + 1)(rows, nth))
        .collect();
    let label = |nth: &usize| rows[*nth].cells[column].label;
    let runs = there.chunk_by(|one, next| label(one) == label(next));
    let runs: Vec<&[usize]> = runs.collect();
    for run in runs {
        // The last cell of a line needs no padding.
        let reaching: Vec<usize> = { run.iter().copied() }
            .filter(|nth| has_cells(column + 2)(rows, nth))
            .collect();
        let widths = reaching
            .iter()
            .map(|nth| width(&rows[*nth].cells[column].text));
        let widest = widths.max().unwrap_or(0);
        for nth in &reaching {
            let text = &mut rows[*nth].cells[column].text;
            text.push_str(&" ".repeat(widest - width(text)));
        }
        if reaching.len() > 1 {
            align_from(rows, &reaching, column + 1);
        }
    }
}

/// Returns the width of a text in columns, which is its number of characters, because every glyph is one column wide.
pub fn width(text: &str) -> usize {
    text.chars().count()
}
