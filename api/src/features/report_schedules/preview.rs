//! The email of a report as the caller would get it now.

use super::report_email::{ComposedReport, ReportAttachment};
use super::report_source::ScheduledReportKind;
use super::wire::ReportScheduleInput;
use crate::email::EmailFile;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use email_content::{Align, BodyPart, Table};
use poem_openapi::types::{Any, Example};
use poem_openapi::{Object, Union};
use sea_orm::prelude::Uuid;
use serde_json::Value;

/// A report to preview.
#[derive(Clone, Debug, Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(super) struct ReportPreviewInput {
    /// The name, which is in the subject.
    #[oai(validator(max_length = 120))]
    pub name: String,
    /// What the report shows.
    pub kind: ScheduledReportKind,
    /// As in a scheduled report of this kind.
    pub query: Option<Any<Value>>,
    /// In place of `query`: a saved view that the caller sees.
    pub view_id: Option<Uuid>,
    /// The files with the rows.
    pub attachment: ReportAttachment,
}

/// The email of a report.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct ReportPreview {
    pub subject: String,
    /// The body from top to bottom.
    pub parts: Vec<ReportPreviewPart>,
    /// The names of the attached files.
    pub attachments: Vec<String>,
}

/// A part of an email's body.
#[derive(Clone, Debug, Union)]
#[oai(discriminator_name = "kind", one_of)]
pub(super) enum ReportPreviewPart {
    /// A heading.
    #[oai(mapping = "heading")]
    Heading(PreviewHeading),
    /// The heading of a part.
    #[oai(mapping = "subheading")]
    Subheading(PreviewSubheading),
    /// A paragraph.
    #[oai(mapping = "paragraph")]
    Paragraph(PreviewParagraph),
    /// A table.
    #[oai(mapping = "table")]
    Table(PreviewTable),
    /// An image.
    #[oai(mapping = "image")]
    Image(PreviewImage),
    /// The reason for which the email is sent.
    #[oai(mapping = "signature")]
    Signature(PreviewSignature),
}

/// A heading.
#[derive(Clone, Debug, Object)]
pub(super) struct PreviewHeading {
    pub text: String,
}

/// The heading of a part, below the first heading.
#[derive(Clone, Debug, Object)]
pub(super) struct PreviewSubheading {
    pub text: String,
}

/// A paragraph.
#[derive(Clone, Debug, Object)]
pub(super) struct PreviewParagraph {
    /// One or more lines.
    pub text: String,
}

/// The reason for which the email is sent.
#[derive(Clone, Debug, Object)]
pub(super) struct PreviewSignature {
    /// One or more lines.
    pub text: String,
}

/// A table.
#[derive(Clone, Debug, Object)]
pub(super) struct PreviewTable {
    pub columns: Vec<PreviewColumn>,
    /// A cell for each column.
    pub rows: Vec<Vec<String>>,
}

/// A column of a table.
#[derive(Clone, Debug, Object)]
pub(super) struct PreviewColumn {
    pub label: String,
    /// Whether its cells are figures.
    pub numeric: bool,
}

/// An image of an email.
#[derive(Clone, Debug, Object)]
pub(super) struct PreviewImage {
    /// A `data:` URL.
    pub url: String,
    /// What it shows.
    pub description: String,
}

impl Example for ReportPreviewInput {
    fn example() -> Self {
        let schedule = ReportScheduleInput::example();
        Self {
            name: schedule.name,
            kind: schedule.kind,
            query: schedule.query,
            view_id: None,
            attachment: schedule.attachment,
        }
    }
}

impl ReportPreview {
    pub(super) fn from_email(email: ComposedReport) -> Self {
        let images = email.images;
        let parts = email.body.parts.into_iter();
        Self {
            subject: email.subject,
            parts: parts.map(|part| to_preview_part(part, &images)).collect(),
            attachments: email
                .attachments
                .into_iter()
                .map(|file| file.name)
                .collect(),
        }
    }
}

fn to_preview_part(part: BodyPart, images: &[EmailFile]) -> ReportPreviewPart {
    match part {
        BodyPart::Heading(text) => ReportPreviewPart::Heading(PreviewHeading { text }),
        BodyPart::Subheading(text) => ReportPreviewPart::Subheading(PreviewSubheading { text }),
        BodyPart::Paragraph(text) => ReportPreviewPart::Paragraph(PreviewParagraph { text }),
        BodyPart::Signature(text) => ReportPreviewPart::Signature(PreviewSignature { text }),
        BodyPart::Table(Table { columns, rows }) => {
            let columns = columns.into_iter().map(|(label, align)| PreviewColumn {
                label,
                numeric: align == Align::End,
            });
            ReportPreviewPart::Table(PreviewTable {
                columns: columns.collect(),
                rows,
            })
        }
        BodyPart::Image {
            content_id,
            description,
        } => ReportPreviewPart::Image(PreviewImage {
            url: images
                .iter()
                .find(|image| image.name == content_id)
                .map(to_data_url)
                .unwrap_or_default(),
            description,
        }),
    }
}

fn to_data_url(image: &EmailFile) -> String {
    let data = STANDARD.encode(&image.bytes);
    format!("data:{};base64,{data}", image.media_type)
}
