//! Tables in plain text and HTML.

use crate::html::escape_html;

/// The side to which a column's cells are aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Text.
    Start,
    /// Figures.
    End,
}

/// A table. Each row has a cell per column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The heads of the columns.
    pub columns: Vec<(String, Align)>,
    pub rows: Vec<Vec<String>>,
}

/// The spaces between two columns of plain text.
const GAP: &str = "  ";

impl Table {
    /// Lines of equal columns.
    pub(crate) fn to_text(&self) -> String {
        let heads: Vec<String> = self
            .columns
            .iter()
            .map(|(head, _)| one_line(head))
            .collect();
        let rows: Vec<Vec<String>> = self
            .rows
            .iter()
            .map(|row| row.iter().map(|cell| one_line(cell)).collect())
            .collect();
        let widths: Vec<usize> = (0..heads.len())
            .map(|column| {
                let cells = rows.iter().filter_map(|row| row.get(column));
                cells
                    .chain(heads.get(column))
                    .map(|cell| cell.chars().count())
                    .max()
                    .unwrap_or(0)
            })
            .collect();
        let rule: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
        let lines = [&heads, &rule].into_iter().chain(&rows);
        lines
            .map(|cells| self.format_line(cells, &widths))
            .fold(String::new(), |text, line| text + line.trim_end() + "\n")
    }

    fn format_line(&self, cells: &[String], widths: &[usize]) -> String {
        let padded = cells.iter().zip(widths).zip(&self.columns);
        let padded: Vec<String> = padded
            .map(|((cell, &width), (_, align))| match align {
                Align::Start => format!("{cell:<width$}"),
                Align::End => format!("{cell:>width$}"),
            })
            .collect();
        padded.join(GAP)
    }

    pub(crate) fn to_html(&self) -> String {
        let mut html = String::from(
            "<table style=\"border-collapse:collapse;margin:0 0 16px;font-size:14px\">\n<thead><tr>",
        );
        for (head, align) in &self.columns {
            html += &format!(
                "<th scope=\"col\" style=\"padding:4px 12px 4px 0;border-bottom:2px solid \
                    #8a948e;text-align:{}\">{}</th>",
                align.as_css(),
                escape_html(head)
            );
        }
        html += "</tr></thead>\n<tbody>\n";
        for row in &self.rows {
            html += "<tr>";
            for (cell, (_, align)) in row.iter().zip(&self.columns) {
                html += &format!(
                    "<td style=\"padding:4px 12px 4px 0;border-bottom:1px solid \
                        #d5dbd6;text-align:{}\">{}</td>",
                    align.as_css(),
                    escape_html(cell)
                );
            }
            html += "</tr>\n";
        }
        html + "</tbody></table>\n"
    }
}

impl Align {
    fn as_css(self) -> &'static str {
        match self {
            Self::Start => "left",
            Self::End => "right",
        }
    }
}

fn one_line(cell: &str) -> String {
    cell.split_whitespace().collect::<Vec<_>>().join(" ")
}
