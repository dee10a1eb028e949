//! Places bar charts.

use super::{ACCENT, BLOCK_GAP, BODY, INK, Layout, NEGATIVE, lines_height};
use crate::document::BarChart;
use crate::page_size::MARGIN;
use crate::typeset::{Style, Weight};
use krilla::tagging::Tag;

const CHART_TITLE: Style = Style {
    weight: Weight::Bold,
    size: 9.5,
    color: INK,
};
const ROW_HEIGHT: f32 = 16.0;
const BAR_HEIGHT: f32 = 9.0;
/// The part of the width that labels may use.
const LABEL_PART: f32 = 0.34;

impl Layout {
    /// Bars from one zero line: figures above zero to the right, others to the left.
    pub(super) fn place_bar_chart(&mut self, chart: &BarChart) {
        self.top += BLOCK_GAP / 2.0;
        let title_height = lines_height(1, CHART_TITLE) + 4.0;
        let bars = chart.bars.iter().map(|_| ROW_HEIGHT).sum::<f32>();
        if chart.bars.is_empty() || !self.reserve(title_height + bars) {
            return;
        }
        let figure = Tag::Figure(Some(chart.description.clone()));
        let figure = self.structure.add(figure, Some(self.root));
        let width = self.size.text_width();
        let title = self.faces.wrap(&chart.title, CHART_TITLE, width, 1);
        self.write_lines(title, MARGIN, self.top, Some(figure));
        self.top += title_height;

        let values: Vec<_> = chart
            .bars
            .iter()
            .map(|(_, value, _)| self.faces.shape(value, BODY))
            .collect();
        let value_width = values.iter().map(|line| line.width).fold(0.0, f32::max) + 8.0;
        let label_width = width * LABEL_PART;
        let zero_to_end = (width - label_width - 8.0 - value_width).max(20.0);
        let numbers = || chart.bars.iter().map(|(_, _, value)| *value);
        let (highest, lowest) = (numbers().fold(0.0, f64::max), numbers().fold(0.0, f64::min));
        // Halves, because the difference of two floats can be infinite.
        let span = match highest / 2.0 - lowest / 2.0 {
            span if span > 0.0 => span,
            _ => 1.0,
        };
        let left = MARGIN + label_width + 8.0;
        let to_x = |value: f64| left + narrow((value / 2.0 - lowest / 2.0) / span) * zero_to_end;
        for ((label, _, number), value) in chart.bars.iter().zip(values) {
            let text_top = self.top + (ROW_HEIGHT - lines_height(1, BODY)) / 2.0;
            let label = self.faces.wrap(label, BODY, label_width, 1);
            self.write_lines(label, MARGIN, text_top, Some(figure));
            let (from, to) = (to_x(number.min(0.0)), to_x(number.max(0.0)));
            let color = if *number < 0.0 { NEGATIVE } else { ACCENT };
            let bar_top = self.top + (ROW_HEIGHT - BAR_HEIGHT) / 2.0;
            self.fill(
                Some(figure),
                from,
                bar_top,
                (to - from).max(0.75),
                BAR_HEIGHT,
                color,
            );
            self.write(value, to + 5.0, text_top, Some(figure));
            self.top += ROW_HEIGHT;
        }
        self.top += BLOCK_GAP;
    }
}

#[expect(clippy::cast_possible_truncation, reason = "parts between 0 and 1")]
fn narrow(part: f64) -> f32 {
    part as f32
}
