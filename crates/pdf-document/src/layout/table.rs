//! Places tables.

use super::{BLOCK_GAP, INK, LABEL, Layout, MAX_SHORT_LINES, RULE, lines_height};
use crate::MAX_ROWS;
use crate::column_widths::{COLUMN_GAP, ColumnNeeds};
use crate::document::{Align, Field, Table};
use crate::page_size::MARGIN;
use crate::structure::ElementId;
use crate::typeset::{Line, Style, Typefaces, Weight};
use krilla::tagging::{TableHeaderScope, Tag};
use localization::{Language, fill_text};
use std::num::NonZeroU32;

const HEADER: Style = Style {
    weight: Weight::Bold,
    size: 8.5,
    color: INK,
};
const CELL: Style = Style {
    weight: Weight::Regular,
    size: 8.5,
    color: INK,
};
const TOTAL: Style = Style {
    weight: Weight::Bold,
    size: 9.5,
    color: INK,
};
/// The space above and below the text of a row.
const PADDING: f32 = 3.0;
/// Longer texts of a cell are cut.
const MAX_CELL_LINES: usize = 6;

/// The columns of a table: where each starts, and how wide it is.
struct Columns {
    widths: Vec<f32>,
    aligns: Vec<Align>,
}

pub(super) fn preferred_width(table: &Table, faces: &Typefaces) -> f32 {
    ColumnNeeds::measure(table, HEADER, CELL, faces).preferred_width()
}

impl Layout {
    pub(super) fn place_table(&mut self, table: &Table) {
        self.top += BLOCK_GAP / 2.0;
        let needs = ColumnNeeds::measure(table, HEADER, CELL, self.faces);
        let columns = Columns {
            widths: needs.fit(self.size.text_width()),
            aligns: table.columns.iter().map(|column| column.align).collect(),
        };
        let labels: Vec<&str> = table
            .columns
            .iter()
            .map(|column| column.label.as_str())
            .collect();
        let header = columns.wrap_labels(&labels, self.faces);
        let totals_height = table.totals.iter().map(|_| total_height()).sum::<f32>();
        // A header alone at the end of a page would be useless.
        if !self.reserve(row_height(&header, HEADER) + row_height(&[], CELL)) {
            return;
        }
        let element = self.structure.add(Tag::Table, Some(self.root));
        let head = self.structure.add(Tag::THead, Some(element));
        let row = self.structure.add(Tag::TR, Some(head));
        self.write_header(&columns, header.clone(), Some(row));
        let body = self.structure.add(Tag::TBody, Some(element));
        let count = table.rows.len().min(MAX_ROWS);
        for (index, cells) in table.rows.iter().take(count).enumerate() {
            let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
            let lines = columns.wrap_cells(&cells, self.faces);
            let height = row_height(&lines, CELL);
            // The totals stay with the last row.
            let needed = height
                + if index + 1 == count {
                    totals_height
                } else {
                    0.0
                };
            if !self.fits(needed) {
                if !self.start_page() {
                    return;
                }
                self.write_header(&columns, header.clone(), None);
            }
            let row = self.structure.add(Tag::TR, Some(body));
            self.write_row(&columns, lines, row);
            self.top += height;
            self.fill(None, MARGIN, self.top, self.size.text_width(), 0.4, RULE);
        }
        if !table.totals.is_empty() {
            let foot = self.structure.add(Tag::TFoot, Some(element));
            for total in &table.totals {
                if !self.reserve(total_height()) {
                    return;
                }
                self.write_total(total, table.columns.len(), foot);
            }
        }
        self.top += BLOCK_GAP;
        if let Some(extent) = describe_extent(count, table.total_rows, self.language) {
            self.place_paragraph(&extent, LABEL, 1, BLOCK_GAP);
        }
    }

    /// The labels of the columns. On later pages they are decoration for screen readers, which know
    /// the labels from the first.
    fn write_header(&mut self, columns: &Columns, lines: Vec<Vec<Line>>, row: Option<ElementId>) {
        let height = row_height(&lines, HEADER);
        let mut x = MARGIN;
        let top = self.top + PADDING;
        for ((lines, width), align) in lines.into_iter().zip(&columns.widths).zip(&columns.aligns) {
            let cell = row.map(|row| {
                self.structure
                    .add(Tag::TH(TableHeaderScope::Column), Some(row))
            });
            self.write_cell(lines, (x, top), *width, *align, cell);
            x += width + COLUMN_GAP;
        }
        self.top += height;
        self.fill(None, MARGIN, self.top, self.size.text_width(), 1.0, INK);
        self.top += 1.0;
    }

    fn write_row(&mut self, columns: &Columns, lines: Vec<Vec<Line>>, row: ElementId) {
        let mut x = MARGIN;
        let top = self.top + PADDING;
        for ((lines, width), align) in lines.into_iter().zip(&columns.widths).zip(&columns.aligns) {
            let cell = self.structure.add(Tag::TD, Some(row));
            self.write_cell(lines, (x, top), *width, *align, Some(cell));
            x += width + COLUMN_GAP;
        }
    }

    fn write_cell(
        &mut self,
        lines: Vec<Line>,
        (x, top): (f32, f32),
        width: f32,
        align: Align,
        cell: Option<ElementId>,
    ) {
        let mut top = top;
        for line in lines {
            let indent = match align {
                Align::Start => 0.0,
                Align::End => width - line.width,
            };
            let height = lines_height(1, line.style);
            self.write(line, x + indent, top, cell);
            top += height;
        }
    }

    fn write_total(&mut self, total: &Field, columns: usize, foot: ElementId) {
        let row = self.structure.add(Tag::TR, Some(foot));
        let spanned = u32::try_from(columns)
            .ok()
            .and_then(|count| NonZeroU32::new(count - 1));
        let label_cell = Tag::TH(TableHeaderScope::Row).with_col_span(spanned);
        let label_cell = self.structure.add(label_cell, Some(row));
        let value_cell = self.structure.add(Tag::TD, Some(row));
        let value = self.faces.shape(&total.value, TOTAL);
        let x = self.size.width - MARGIN - value.width;
        let room = self.size.text_width() - value.width - 2.0 * COLUMN_GAP;
        let top = self.top + PADDING + 1.0;
        for label in self.faces.wrap(&total.label, TOTAL, room, 1) {
            let start = x - 2.0 * COLUMN_GAP - label.width;
            self.write(label, start, top, Some(label_cell));
        }
        self.write(value, x, top, Some(value_cell));
        self.top += total_height();
    }
}

impl Columns {
    /// The lines of each label. All may wrap.
    fn wrap_labels(&self, labels: &[&str], faces: &Typefaces) -> Vec<Vec<Line>> {
        self.map_cells(labels, HEADER, faces, |label, width, _| {
            faces.wrap(label, HEADER, width, MAX_SHORT_LINES)
        })
    }

    /// The lines of each cell. Figures have one line.
    fn wrap_cells(&self, cells: &[&str], faces: &Typefaces) -> Vec<Vec<Line>> {
        self.map_cells(cells, CELL, faces, |cell, width, align| match align {
            Align::Start => faces.wrap(cell, CELL, width, MAX_CELL_LINES),
            Align::End => vec![faces.shape(cell, CELL)],
        })
    }

    /// The lines of a text for each column. An empty cell has an empty line, so that it keeps its
    /// place in the row for screen readers.
    fn map_cells(
        &self,
        texts: &[&str],
        style: Style,
        faces: &Typefaces,
        wrap: impl Fn(&str, f32, Align) -> Vec<Line>,
    ) -> Vec<Vec<Line>> {
        let columns = self.widths.iter().zip(&self.aligns).enumerate();
        columns
            .map(|(index, (width, align))| {
                let lines = wrap(
                    texts.get(index).copied().unwrap_or_default(),
                    *width,
                    *align,
                );
                if lines.is_empty() {
                    vec![faces.shape("", style)]
                } else {
                    lines
                }
            })
            .collect()
    }
}

fn row_height(cells: &[Vec<Line>], style: Style) -> f32 {
    let lines = cells.iter().map(Vec::len).max().unwrap_or(1).max(1);
    lines_height(lines, style) + 2.0 * PADDING
}

fn total_height() -> f32 {
    lines_height(1, TOTAL) + 2.0 * PADDING
}

/// Such as `The first 2,000 of 12,345 rows.`, if rows are missing.
fn describe_extent(shown: usize, total: usize, language: Language) -> Option<String> {
    let [shown_text, total_text] = [shown, total].map(|count| language.format_count(count));
    let values = [("shown", shown_text.as_str()), ("total", &total_text)];
    (shown < total).then(|| fill_text(language.texts().table_has_first, &values))
}
