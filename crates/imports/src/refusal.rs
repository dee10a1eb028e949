//! Why a file is not read.

use serde::Serialize;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RefusalCode {
    Empty,
    Password,
    Damaged,
    TooLarge,
    ForbiddenXml,
    Unsupported,
    NoTable,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Refusal {
    pub code: RefusalCode,
    /// What the file is instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<ForeignFile>,
    pub text: String,
}

/// A kind of file that holds no table that can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ForeignFile {
    Json,
    Pdf,
    Word,
    Presentation,
    WebPage,
    Xml,
    RichText,
    Image,
    Archive,
    Database,
}

impl ForeignFile {
    /// The kind as a predicate of the file's name, and what to do.
    fn explain(self) -> (&'static str, &'static str) {
        const EXPORT: &str = "Export the list as CSV or as an Excel workbook instead.";
        const COPY: &str = "Copy its table into a spreadsheet, and save that as an Excel workbook.";
        match self {
            Self::Json => ("is JSON data", EXPORT),
            Self::Pdf => ("is a PDF document", EXPORT),
            Self::Word => ("is a text document", COPY),
            Self::Presentation => ("is a presentation", COPY),
            Self::WebPage => ("is a web page", EXPORT),
            Self::Xml => ("is XML data", EXPORT),
            Self::RichText => ("is a rich text document", COPY),
            Self::Image => ("is an image", EXPORT),
            Self::Archive => (
                "is an archive of a kind that cannot be opened",
                "Pack the files as zip, or add them one by one.",
            ),
            Self::Database => (
                "is a database file",
                "Export its tables as CSV or as Excel workbooks instead.",
            ),
        }
    }
}

impl Refusal {
    /// The refusal of a file that is none of the formats, by what it is instead.
    pub fn of_foreign_file(kind: ForeignFile, name: &str) -> Self {
        let (what, advice) = kind.explain();
        Self {
            code: RefusalCode::Unsupported,
            found: Some(kind),
            text: format!("{name} {what}, which cannot be read. {advice}"),
        }
    }

    pub fn new(code: RefusalCode, name: &str) -> Self {
        let text = match code {
            RefusalCode::Empty => format!("{name} is empty. Export it again."),
            RefusalCode::Password => format!("{name} has a password. Save it without one."),
            RefusalCode::Damaged => format!("{name} is damaged. Export or copy it again."),
            RefusalCode::TooLarge => format!(
                "{name} unpacks to more than can be read. Split it into smaller files, or save \
                 it as CSV."
            ),
            RefusalCode::ForbiddenXml => {
                format!("{name} contains XML declarations that are not allowed. Save it again.")
            }
            RefusalCode::Unsupported => format!(
                "{name} is none of the formats that can be read. Save it as CSV or as an Excel \
                 workbook."
            ),
            RefusalCode::NoTable => format!(
                "{name} contains no table that can be recognized. It needs a line with the names \
                 of the columns."
            ),
        };
        Self {
            code,
            found: None,
            text,
        }
    }
}
