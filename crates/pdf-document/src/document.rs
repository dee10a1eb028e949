//! What a document consists of.

use chrono::{DateTime, Utc};
use localization::Language;

/// A document. Texts are in its language, and figures are formatted already.
#[derive(Clone, Debug)]
pub struct Document {
    pub(crate) title: String,
    pub(crate) language: Language,
    pub(crate) created_at: DateTime<Utc>,
    pub(crate) footer: String,
    pub(crate) blocks: Vec<Block>,
}

/// A part of a document, from top to bottom.
#[derive(Clone, Debug)]
pub(crate) enum Block {
    Heading(String),
    Subtitle(String),
    Paragraph(String),
    Fields(Vec<Field>),
    Table(Table),
    BarChart(BarChart),
}

/// A short text with its label.
#[derive(Clone, Debug)]
pub struct Field {
    pub label: String,
    pub value: String,
}

/// Where the texts of a column start or end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Texts start on the left, and long ones wrap.
    Start,
    /// Figures end on the right. They are never wrapped or shortened.
    End,
}

/// A column of a table.
#[derive(Clone, Debug)]
pub struct TableColumn {
    pub label: String,
    pub align: Align,
}

/// A table. Its first row repeats on each page.
#[derive(Clone, Debug)]
pub struct Table {
    pub columns: Vec<TableColumn>,
    /// A text for each column.
    pub rows: Vec<Vec<String>>,
    /// The number of rows that there are. If it is more than `rows` has, the document says so.
    pub total_rows: usize,
    /// Labels and figures below the last column.
    pub totals: Vec<Field>,
}

/// Bars of figures.
#[derive(Clone, Debug)]
pub struct BarChart {
    pub title: String,
    /// The chart in a sentence, for screen readers.
    pub description: String,
    pub bars: Vec<Bar>,
}

/// A bar: its label, its figure as text, and the value of its length.
pub(crate) type Bar = (String, String, f64);

impl Document {
    /// An empty document in a language.
    pub fn new(title: &str, language: Language, created_at: DateTime<Utc>) -> Self {
        Self {
            title: title.to_owned(),
            language,
            created_at,
            footer: title.to_owned(),
            blocks: Vec::new(),
        }
    }

    /// A line below the title: whose figures these are, and of when.
    #[must_use]
    pub fn subtitle(self, text: impl Into<String>) -> Self {
        self.with_block(Block::Subtitle(text.into()))
    }

    /// The heading of the blocks that follow, below the title.
    #[must_use]
    pub fn heading(self, text: impl Into<String>) -> Self {
        self.with_block(Block::Heading(text.into()))
    }

    /// A text. Line breaks are kept.
    #[must_use]
    pub fn paragraph(self, text: impl Into<String>) -> Self {
        self.with_block(Block::Paragraph(text.into()))
    }

    /// Labeled texts, two in a line.
    #[must_use]
    pub fn fields(self, fields: Vec<Field>) -> Self {
        self.with_block(Block::Fields(fields))
    }

    #[must_use]
    pub fn table(self, table: Table) -> Self {
        self.with_block(Block::Table(table))
    }

    #[must_use]
    pub fn bar_chart(self, chart: BarChart) -> Self {
        self.with_block(Block::BarChart(chart))
    }

    /// The text at the bottom of each page, instead of the title.
    #[must_use]
    pub fn footer(mut self, text: impl Into<String>) -> Self {
        self.footer = text.into();
        self
    }

    fn with_block(mut self, block: Block) -> Self {
        self.blocks.push(block);
        self
    }
}

impl Field {
    pub fn new(label: impl Into<String>, value: impl Into<String>) -> Self {
        Self {
            label: label.into(),
            value: value.into(),
        }
    }
}

impl TableColumn {
    pub fn text(label: impl Into<String>) -> Self {
        Self {
            label: label.into(),
            align: Align::Start,
        }
    }

    pub fn figures(label: impl Into<String>) -> Self {
        Self {
            label: label.into(),
            align: Align::End,
        }
    }
}
