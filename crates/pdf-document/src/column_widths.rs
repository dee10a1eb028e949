//! The widths of the columns of a table. Figures get the width that they need; texts share the rest.

use crate::document::{Align, Table};
use crate::typeset::{Style, Typefaces};

/// The space between two columns, in points.
pub(crate) const COLUMN_GAP: f32 = 10.0;
/// A column of texts is at least as wide as its longest word up to this width, in points.
const MAX_WORD_WIDTH: f32 = 90.0;
/// Texts longer than this do not make a page wider, in points.
const MAX_PREFERRED_WIDTH: f32 = 140.0;
/// Labels of figures longer than this wrap, in points.
const MAX_FIGURE_LABEL_WIDTH: f32 = 90.0;
/// Texts longer than this wrap, so that they leave room for other texts, in points.
const MAX_NATURAL_WIDTH: f32 = 260.0;

/// What a column needs.
#[derive(Clone, Copy, Debug)]
struct ColumnNeed {
    min: f32,
    /// Without line breaks.
    natural: f32,
    is_text: bool,
}

/// What the columns of a table need.
#[derive(Debug)]
pub(crate) struct ColumnNeeds(Vec<ColumnNeed>);

impl ColumnNeeds {
    pub(crate) fn measure(table: &Table, header: Style, body: Style, faces: &Typefaces) -> Self {
        let needs = table.columns.iter().enumerate().map(|(index, column)| {
            let is_text = column.align == Align::Start;
            let label_word = faces.measure_longest_word(&column.label, header);
            let mut need = ColumnNeed {
                min: label_word,
                natural: faces.measure(&column.label, header),
                is_text,
            };
            if !is_text && need.natural > MAX_FIGURE_LABEL_WIDTH {
                // Long labels wrap above short figures.
                need.natural = label_word.max(MAX_FIGURE_LABEL_WIDTH);
            }
            let cells = table
                .rows
                .iter()
                .take(crate::MAX_ROWS)
                .filter_map(|row| row.get(index));
            for cell in cells {
                let width = faces.measure(cell, body);
                let word = if is_text {
                    faces.measure_longest_word(cell, body).min(MAX_WORD_WIDTH)
                } else {
                    width
                };
                need.min = need.min.max(word);
                need.natural = need.natural.max(width);
            }
            // Lines are broken by the sum of their characters, which can round up.
            need.min += 0.5;
            if is_text {
                need.natural = need.natural.min(MAX_NATURAL_WIDTH);
            }
            need.natural = (need.natural + 0.5).max(need.min);
            need
        });
        Self(needs.collect())
    }

    fn gaps(&self) -> f32 {
        self.0.iter().skip(1).map(|_| COLUMN_GAP).sum()
    }

    /// The width of the text of a page on which the table reads well.
    pub(crate) fn preferred_width(&self) -> f32 {
        let columns = self.0.iter().map(|need| {
            if need.is_text {
                need.natural.min(MAX_PREFERRED_WIDTH).max(need.min)
            } else {
                need.min
            }
        });
        columns.sum::<f32>() + self.gaps()
    }

    /// The widths that fill `available`. They are wider only if the figures are.
    pub(crate) fn fit(&self, available: f32) -> Vec<f32> {
        let room = available - self.gaps();
        let sum = |width: fn(&ColumnNeed) -> f32| self.0.iter().map(width).sum::<f32>();
        let (min, natural) = (sum(|need| need.min), sum(|need| need.natural));
        if natural <= room {
            let texts = sum(|need| if need.is_text { need.natural } else { 0.0 });
            let spare = room - natural;
            let widen = |need: &ColumnNeed| match (need.is_text, texts > 0.0) {
                (true, true) => need.natural + spare * need.natural / texts,
                (false, true) => need.natural,
                (_, false) => need.natural + spare * need.natural / natural.max(1.0),
            };
            return self.0.iter().map(widen).collect();
        }
        // Between the two, each column gives up the same part of what it could.
        let part = ((room - min) / (natural - min).max(1.0)).clamp(0.0, 1.0);
        let shrink = |need: &ColumnNeed| need.min + (need.natural - need.min) * part;
        self.0.iter().map(shrink).collect()
    }
}
