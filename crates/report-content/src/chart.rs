//! A bar chart as PNG or in a PDF file, drawn without a browser.

use crate::table::{Cell, CellKind, ReportTable};
use fontdue::{Font, FontSettings};
use localization::{Language, fill_text};
use pdf_document::BarChart;
use std::sync::LazyLock;
use tiny_skia::{Color, Paint, Pixmap, PremultipliedColorU8, Rect, Transform};

/// The maximum number of bars.
const MAX_BARS: usize = 20;
/// The maximum number of characters of a label.
const MAX_LABEL_CHARS: usize = 28;
const WIDTH: u32 = 720;
const ROW_HEIGHT: u32 = 28;
const MARGIN: u32 = 12;
const LABEL_WIDTH: u32 = 220;
const VALUE_WIDTH: u32 = 120;
const BAR_HEIGHT: u32 = 16;
const TEXT_SIZE: f32 = 13.0;
/// Drawn at twice the size, for sharp displays.
const SCALE: f32 = 2.0;
const BAR_COLOR: [u8; 3] = [46, 125, 80];
const NEGATIVE_COLOR: [u8; 3] = [178, 84, 44];
const TEXT_COLOR: [u8; 3] = [29, 37, 33];

/// Parsed once: it has thousands of glyphs.
static FONT: LazyLock<Result<Font, &str>> =
    LazyLock::new(|| Font::from_bytes(dejavu::sans_condensed::regular(), FontSettings::default()));

/// A chart cannot be drawn.
#[derive(Debug, thiserror::Error)]
#[error("the chart could not be drawn: {0}")]
pub struct ChartError(String);

/// Bars of the first figure by the texts or days before it.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    language: Language,
    title: String,
    bars: Vec<(String, f64)>,
}

impl Chart {
    /// The chart of a table: its first figure by what is before it. None without two rows, or
    /// without anything before the figure.
    pub(crate) fn from_table(table: &ReportTable, language: Language) -> Option<Self> {
        let figure = table
            .columns
            .iter()
            .position(|column| column.kind == CellKind::Number)?;
        if figure == 0 {
            return None;
        }
        let bars: Vec<(String, f64)> = table
            .rows
            .iter()
            .filter_map(|row| {
                let Some(Cell::Number(value)) = row.get(figure) else {
                    return None;
                };
                let label = row.iter().take(figure);
                let label: Vec<String> = label.map(|cell| cell.to_text(language)).collect();
                value.is_finite().then(|| (label.join(", "), *value))
            })
            .take(MAX_BARS)
            .collect();
        let title = table.columns.get(figure)?.label.clone();
        (bars.len() > 1).then_some(Self {
            language,
            title,
            bars,
        })
    }

    /// The chart in a sentence, for readers without images.
    pub fn describe(&self) -> String {
        let extreme = |order: fn(&f64, &f64) -> std::cmp::Ordering| {
            let bar = self
                .bars
                .iter()
                .max_by(|one, other| order(&one.1, &other.1));
            bar.map(|(label, value)| format!("{label} {}", self.language.format_number(*value)))
                .unwrap_or_default()
        };
        let values = [
            ("figure", self.title.as_str()),
            ("count", &self.language.format_count(self.bars.len())),
            ("highest", &extreme(f64::total_cmp)),
            ("lowest", &extreme(|one, other| other.total_cmp(one))),
        ];
        fill_text(self.language.texts().chart_description, &values)
    }

    /// The chart for a PDF file.
    pub(crate) fn to_bar_chart(&self) -> BarChart {
        let bars = self.bars.iter();
        BarChart {
            title: self.title.clone(),
            description: self.describe(),
            bars: bars
                .map(|(label, value)| (label.clone(), self.language.format_number(*value), *value))
                .collect(),
        }
    }

    /// The chart as PNG.
    pub fn to_png(&self) -> Result<Vec<u8>, ChartError> {
        let font = FONT
            .as_ref()
            .map_err(|error| ChartError((*error).to_owned()))?;
        let rows = u32::try_from(self.bars.len()).unwrap_or(u32::MAX).min(100);
        let height = MARGIN * 2 + ROW_HEIGHT * (rows + 1);
        let scaled = |length: u32| to_pixels(to_f32(length) * SCALE);
        let pixmap = Pixmap::new(scaled(WIDTH), scaled(height));
        let pixmap = pixmap.ok_or_else(|| ChartError("the size is invalid".to_owned()))?;
        let mut canvas = Canvas { pixmap, font };
        canvas.pixmap.fill(Color::WHITE);
        canvas.write(&self.title, to_f32(MARGIN), to_f32(MARGIN), to_f32(WIDTH));
        self.draw_bars(&mut canvas);
        canvas
            .pixmap
            .encode_png()
            .map_err(|error| ChartError(error.to_string()))
    }

    fn draw_bars(&self, canvas: &mut Canvas) {
        let highest = self.bars.iter().map(|bar| bar.1).fold(0.0, f64::max);
        let lowest = self.bars.iter().map(|bar| bar.1).fold(0.0, f64::min);
        let span = if highest > lowest {
            highest - lowest
        } else {
            1.0
        };
        let left = to_f32(MARGIN + LABEL_WIDTH);
        let width = f64::from(WIDTH - 2 * MARGIN - LABEL_WIDTH - VALUE_WIDTH);
        let to_x = |value: f64| left + narrow((value - lowest) / span * width);
        for (index, (label, value)) in (1_u16..).zip(&self.bars) {
            let top = to_f32(MARGIN) + to_f32(ROW_HEIGHT) * f32::from(index);
            let bar_top = top + to_f32(ROW_HEIGHT - BAR_HEIGHT) / 2.0;
            let (from, to) = (to_x(value.min(0.0)), to_x(value.max(0.0)));
            let color = if *value < 0.0 {
                NEGATIVE_COLOR
            } else {
                BAR_COLOR
            };
            canvas.fill_bar(from, bar_top, to - from, to_f32(BAR_HEIGHT), color);
            canvas.write(&shorten(label), to_f32(MARGIN), top, left - 8.0);
            canvas.write(
                &self.language.format_number(*value),
                to + 6.0,
                top,
                to_f32(WIDTH),
            );
        }
    }
}

struct Canvas {
    pixmap: Pixmap,
    font: &'static Font,
}

impl Canvas {
    fn fill_bar(&mut self, x: f32, y: f32, width: f32, height: f32, [red, green, blue]: [u8; 3]) {
        let mut paint = Paint::default();
        paint.set_color_rgba8(red, green, blue, 255);
        if let Some(bar) = Rect::from_xywh(x, y, width.max(1.0), height) {
            let scale = Transform::from_scale(SCALE, SCALE);
            self.pixmap.fill_rect(bar, &paint, scale, None);
        }
    }

    /// Writes a line of text into a row that starts at `top`, up to `right`.
    fn write(&mut self, text: &str, left: f32, top: f32, right: f32) {
        let size = TEXT_SIZE * SCALE;
        let baseline = (top + to_f32(ROW_HEIGHT) / 2.0) * SCALE + size * 0.35;
        let mut pen = left * SCALE;
        for character in text.chars() {
            let (metrics, coverage) = self.font.rasterize(character, size);
            if pen + metrics.advance_width > right * SCALE {
                return;
            }
            let x = to_pixels(pen) as usize;
            let x = x.saturating_add_signed(metrics.xmin as isize);
            let glyph_top = baseline - narrow(f64::from(metrics.ymin)) - count_f32(metrics.height);
            self.blend_glyph(&coverage, metrics.width, x, to_pixels(glyph_top) as usize);
            pen += metrics.advance_width;
        }
    }

    fn blend_glyph(&mut self, coverage: &[u8], width: usize, left: usize, top: usize) {
        let (columns, lines) = (self.pixmap.width() as usize, self.pixmap.height() as usize);
        if width == 0 {
            return;
        }
        let pixels = self.pixmap.pixels_mut();
        for (line, row) in coverage.chunks(width).enumerate() {
            for (column, &alpha) in row.iter().enumerate() {
                let (x, y) = (left + column, top + line);
                if x >= columns || y >= lines {
                    continue;
                }
                if let Some(pixel) = pixels.get_mut(y * columns + x) {
                    let [red, green, blue] = TEXT_COLOR;
                    let mix = |under: u8, over: u8| {
                        let sum = u16::from(over) * u16::from(alpha)
                            + u16::from(under) * (255 - u16::from(alpha));
                        u8::try_from(sum / 255).unwrap_or(u8::MAX)
                    };
                    let mixed = PremultipliedColorU8::from_rgba(
                        mix(pixel.red(), red),
                        mix(pixel.green(), green),
                        mix(pixel.blue(), blue),
                        255,
                    );
                    if let Some(mixed) = mixed {
                        *pixel = mixed;
                    }
                }
            }
        }
    }
}

fn shorten(label: &str) -> String {
    if label.chars().count() <= MAX_LABEL_CHARS {
        return label.to_owned();
    }
    let start: String = label.chars().take(MAX_LABEL_CHARS - 1).collect();
    format!("{start}…")
}

fn to_f32(length: u32) -> f32 {
    narrow(f64::from(length))
}

fn count_f32(count: usize) -> f32 {
    narrow(f64::from(u32::try_from(count).unwrap_or(u32::MAX)))
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "lengths of a few thousand pixels"
)]
fn narrow(length: f64) -> f32 {
    length as f32
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "lengths of a few thousand pixels, at least 0"
)]
fn to_pixels(length: f32) -> u32 {
    length.max(0.0).round() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::ReportColumn;

    fn sample(values: &[f64]) -> ReportTable {
        ReportTable {
            columns: vec![
                ReportColumn {
                    label: "Product".to_owned(),
                    kind: CellKind::Text,
                },
                ReportColumn {
                    label: "Revenue (USD)".to_owned(),
                    kind: CellKind::Number,
                },
            ],
            rows: values
                .iter()
                .zip(
                    [
                        "Urea",
                        "Seed corn with a very long name of a hybrid",
                        "Ä-Mix",
                    ]
                    .iter()
                    .cycle(),
                )
                .map(|(value, name)| vec![Cell::Text((*name).to_owned()), Cell::Number(*value)])
                .collect(),
            total_rows: values.len(),
        }
    }

    #[test]
    fn a_chart_is_a_png_with_bars_and_text() {
        let chart =
            Chart::from_table(&sample(&[1_200.0, 800.5, -300.0]), Language::English).unwrap();
        let png = chart.to_png().unwrap();
        assert!(png.starts_with(b"\x89PNG\r\n"));
        assert!(png.len() < 60_000, "{}", png.len());
        let drawn = Pixmap::decode_png(&png).unwrap();
        assert_eq!((drawn.width(), drawn.height()), (1_440, 272));
        let count = |[red, green, blue]: [u8; 3]| {
            let is_color = |pixel: &&PremultipliedColorU8| {
                (pixel.red(), pixel.green(), pixel.blue()) == (red, green, blue)
            };
            drawn.pixels().iter().filter(is_color).count()
        };
        let (positive, negative) = (count(BAR_COLOR), count(NEGATIVE_COLOR));
        assert!(
            positive > 6 * negative && negative > 1_000,
            "{positive} {negative}"
        );
        assert!(count(TEXT_COLOR) > 300, "text was drawn");
        assert_eq!(
            chart.describe(),
            "Chart of Revenue (USD), 3 bars. Highest: Urea 1,200. Lowest: Ä-Mix -300."
        );
    }

    #[test]
    fn tables_without_a_comparison_have_no_chart() {
        assert_eq!(Chart::from_table(&sample(&[]), Language::English), None);
        assert_eq!(Chart::from_table(&sample(&[1.0]), Language::English), None);
        assert_eq!(
            Chart::from_table(&sample(&[f64::NAN, 1.0]), Language::English),
            None
        );
        let mut totals = sample(&[1.0, 2.0]);
        totals.columns.remove(0);
        assert_eq!(Chart::from_table(&totals, Language::English), None);
        for values in [vec![0.0, 0.0], vec![-1.0, -2.0], vec![1e15; 200]] {
            let chart = Chart::from_table(&sample(&values), Language::English).unwrap();
            assert!(chart.to_png().is_ok(), "{values:?}");
        }
    }
}
