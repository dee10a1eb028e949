//! What was read from the files of an upload, and the questions about it.

use crate::features::imports::import_error::ImportError;
use crate::features::imports::upload_reading::TableRows;
use entities::upload;
use poem_openapi::{Enum, Object};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// The reading of an upload: what each sheet is taken for, and what is unclear.
#[derive(Clone, Debug, PartialEq, Object)]
#[oai(rename_all = "camelCase")]
pub struct UploadReading {
    /// One entry for each table that was found, each sheet without one, and each refused file.
    pub files: Vec<FileProposal>,
    /// Tables with the number of rows that an import loads.
    pub tables: Vec<ReadTable>,
    /// Cells that cannot be read. Their rows are not loaded.
    pub rejected_cells: u64,
    /// Questions without an answer. The rows that depend on them are not loaded.
    pub open_questions: u64,
}

/// A table that an import loads.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
pub struct ReadTable {
    /// The source table, such as `inventory_data`.
    pub table: String,
    /// Rows without rejected cells and open questions.
    pub rows: u64,
}

/// A sheet or a file, and how it was read.
#[derive(Clone, Debug, PartialEq, Object, Deserialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct FileProposal {
    /// Name of the file; in an archive `archive.zip/inner.csv`.
    pub file: String,
    /// Name of the sheet, for a workbook.
    pub sheet: Option<String>,
    /// Encoding of a text file.
    pub encoding: Option<String>,
    /// Separator of a text file.
    pub separator: Option<String>,
    /// Row of the column names, from 1.
    pub header_row: Option<u32>,
    /// The source table. Absent if none was recognized.
    pub table: Option<String>,
    /// Columns that are read.
    #[serde(default)]
    pub columns: Vec<ProposedColumn>,
    /// Values of columns that the file does not have.
    #[serde(default)]
    pub constants: BTreeMap<String, String>,
    /// Questions about the sheet.
    #[serde(default)]
    pub questions: Vec<ImportQuestion>,
    /// Whether the sheet is hidden. Hidden sheets are not read.
    pub hidden: Option<bool>,
    /// Number of hidden rows that are read.
    pub hidden_rows: Option<u64>,
    /// Numbers with more than 4 decimals, which are rounded.
    pub rounded_numbers: Option<u64>,
    /// Identifies the column names. Answers with it hold for this layout, also in later files.
    pub fingerprint: Option<String>,
    /// Why the file cannot be read.
    pub refused: Option<FileRefusal>,
}

/// A column of a sheet, and what it is taken for.
#[derive(Clone, Debug, PartialEq, Object, Deserialize)]
#[oai(skip_serializing_if_is_none)]
pub struct ProposedColumn {
    /// Name in the file.
    pub source: String,
    /// Name in the source table.
    pub target: String,
    /// From 0 to 1.
    pub confidence: f64,
    /// How its values are read.
    pub transform: String,
    /// Whether the column is hidden in the workbook.
    pub hidden: Option<bool>,
}

/// What a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, Deserialize)]
#[oai(rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum ImportQuestionKind {
    /// Whether blank cells of `target` mean zero.
    Blank,
    /// The category that `value` stands for.
    Category,
    /// The commodity that `value` stands for.
    Commodity,
    /// The value of `target` in all rows.
    Constant,
    /// Whether the month or the day comes first in `example`.
    DateOrder,
    /// The kind of document that `value` stands for.
    Direction,
    /// Whether `example` is a number with thousands or with decimals.
    NumberFormat,
    /// Whether negative sales are returns.
    Sign,
    /// How much a unit of `value` is, or the unit of prices in `value` if `usd_per_bu` is an option.
    Unit,
    /// Which of the options is the column `target`.
    WhichColumn,
}

/// A question whose answer decides how values are read.
#[derive(Clone, Debug, PartialEq, Eq, Object, Deserialize)]
#[oai(skip_serializing_if_is_none)]
pub struct ImportQuestion {
    /// Id of the question within the reading.
    pub id: String,
    /// What it is about.
    pub kind: ImportQuestionKind,
    /// A cell that can be read in two ways.
    pub example: Option<String>,
    /// The word in the file that the question is about.
    pub value: Option<String>,
    /// The column that the question is about.
    pub target: Option<String>,
    /// The question in English.
    pub text: String,
    /// Answers to choose from. Empty: any.
    pub options: Vec<String>,
}

/// Why a file cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, Deserialize)]
#[oai(rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum FileRefusalCode {
    /// It is empty.
    Empty,
    /// It has a password.
    Password,
    /// It is damaged.
    Damaged,
    /// It unpacks to more than can be read.
    TooLarge,
    /// It contains XML declarations that are not allowed.
    ForbiddenXml,
    /// It is none of the formats that can be read.
    Unsupported,
    /// It contains no table that can be recognized.
    NoTable,
}

/// A kind of file that holds no table that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, Deserialize)]
#[oai(rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum UnsupportedFile {
    /// JSON data.
    Json,
    /// A PDF document.
    Pdf,
    /// A text document.
    Word,
    /// A presentation.
    Presentation,
    /// A web page.
    WebPage,
    /// XML data.
    Xml,
    /// A rich text document.
    RichText,
    /// An image.
    Image,
    /// An archive that cannot be opened.
    Archive,
    /// A database file.
    Database,
}

/// Why a file is not read.
#[derive(Clone, Debug, PartialEq, Eq, Object, Deserialize)]
#[oai(skip_serializing_if_is_none)]
pub struct FileRefusal {
    /// Why.
    pub code: FileRefusalCode,
    /// What an unsupported file is, if that is known.
    pub found: Option<UnsupportedFile>,
    /// What to do, in English.
    pub text: String,
}

#[derive(Deserialize)]
struct StoredProposal {
    files: Vec<FileProposal>,
}

impl UploadReading {
    /// The stored reading of an upload.
    pub(in crate::features::imports) fn from_row(
        row: &upload::Model,
    ) -> Result<Option<Self>, ImportError> {
        let (Some(proposal), Some(rows)) = (&row.proposal, &row.table_rows) else {
            return Ok(None);
        };
        let proposal: StoredProposal = serde_json::from_str(proposal)?;
        let rows: Vec<TableRows> = serde_json::from_str(rows)?;
        let questions = proposal
            .files
            .iter()
            .map(|file| file.questions.len() as u64);
        Ok(Some(Self {
            open_questions: questions.sum(),
            tables: rows
                .into_iter()
                .map(|rows| ReadTable {
                    table: rows.table,
                    rows: rows.rows,
                })
                .collect(),
            rejected_cells: row.rejected_cells.unsigned_abs(),
            files: proposal.files,
        }))
    }

    /// The tables that an import loads or rejects rows of.
    pub(in crate::features::imports) fn table_names(&self) -> Vec<String> {
        self.tables
            .iter()
            .map(|table| table.table.clone())
            .collect()
    }

    /// The fingerprints of all layouts.
    pub(in crate::features::imports) fn fingerprints(&self) -> BTreeSet<String> {
        self.files
            .iter()
            .filter_map(|file| file.fingerprint.clone())
            .collect()
    }
}
