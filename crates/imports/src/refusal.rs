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
    pub text: String,
}

impl Refusal {
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
        Self { code, text }
    }
}
