//! Composes the email with a report.

use super::report_source::Report;
use crate::email::EmailFile;
use chrono::{DateTime, Utc};
use email_content::{BodyBuilder, EmailBody, format_subject};
use localization::{Locale, fill_text};
use poem_openapi::Enum;
use report_content::{Chart, ChartError, FileFormat, PdfError, PdfHeading, WorkbookError};
use strum::{EnumString, IntoStaticStr};

const WORKBOOK_TYPE: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/// The name under which the HTML refers to the chart.
const CHART_ID: &str = "chart@sprout";
/// The maximum number of characters of a file name, without its ending.
const MAX_FILE_NAME_CHARS: usize = 60;

/// The files with the rows of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, EnumString, IntoStaticStr)]
#[oai(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(super) enum ReportAttachment {
    /// A workbook, for further work with the figures.
    Xlsx,
    /// Pages with chart and table, to print or forward.
    Pdf,
    /// A workbook and a PDF file.
    Both,
}

impl ReportAttachment {
    fn formats(self) -> &'static [FileFormat] {
        match self {
            Self::Xlsx => &[FileFormat::Workbook],
            Self::Pdf => &[FileFormat::Pdf],
            Self::Both => &[FileFormat::Workbook, FileFormat::Pdf],
        }
    }
}

/// What an email about a report is composed of.
pub(super) struct ReportContext<'a> {
    pub(super) organization: &'a str,
    pub(super) name: &'a str,
    pub(super) attachment: ReportAttachment,
    pub(super) now: DateTime<Utc>,
    /// That of the recipient. The report is of today in their time zone.
    pub(super) locale: Locale,
    pub(super) public_url: &'a str,
    pub(super) unsubscribe_url: &'a str,
}

/// The parts of an email.
pub(super) struct ComposedReport {
    pub(super) subject: String,
    pub(super) body: EmailBody,
    pub(super) images: Vec<EmailFile>,
    pub(super) attachments: Vec<EmailFile>,
}

/// A part of the email cannot be made.
#[derive(Debug, thiserror::Error)]
pub(super) enum ComposeError {
    #[error(transparent)]
    Chart(#[from] ChartError),
    #[error(transparent)]
    Workbook(#[from] WorkbookError),
    #[error(transparent)]
    Pdf(#[from] PdfError),
}

/// The email: chart, first rows and their number, with all rows in files.
pub(super) fn compose_report(
    report: &Report,
    context: &ReportContext<'_>,
) -> Result<ComposedReport, ComposeError> {
    let table = &report.table;
    let language = context.locale.language;
    let texts = language.texts();
    let mut images = Vec::new();
    let mut body = BodyBuilder::new().heading(context.name);
    let today = context.now.with_timezone(&context.locale.time_zone);
    let today = today.date_naive();
    let day = language.format_day(today);
    let mut subtitles = vec![format!("{}, {day}", context.organization)];
    subtitles.extend(
        report
            .period
            .iter()
            .map(|period| fill_text(texts.period, &[("period", period)])),
    );
    if !report.conditions.is_empty() {
        let filters = report.conditions.join("; ");
        subtitles.push(fill_text(texts.filters, &[("filters", &filters)]));
    }
    body = body.paragraph(&subtitles.join("\n"));
    if let Some(chart) = Chart::from_table(table, language) {
        body = body.image(CHART_ID, &chart.describe());
        images.push(EmailFile {
            name: CHART_ID.to_owned(),
            media_type: "image/png",
            bytes: chart.to_png()?,
        });
    }
    if !table.rows.is_empty() {
        body = body.table(table.to_email_table(language));
    }
    let formats = context.attachment.formats();
    body = body.paragraph(&table.describe_extent(formats, language));
    for note in &report.notes {
        body = body.paragraph(note);
    }
    let link = format!("{}{}", context.public_url, report.link);
    let link = language.format_pair(texts.open_figures, &link);
    let organization = [("organization", context.organization)];
    let reason = fill_text(texts.report_email_reason, &organization);
    let unsubscribe = language.format_pair(texts.unsubscribe, context.unsubscribe_url);
    let signature = format!("{reason}\n{unsubscribe}");
    let body = body.paragraph(&link).signature(&signature);
    let subject = format!("{}, {day}", context.name);
    let subject = format_subject(&language.format_pair(context.organization, &subject));
    let notes: Vec<String> = report.notes.iter().cloned().chain([link]).collect();
    let heading = PdfHeading {
        title: context.name,
        subtitles: &subtitles,
        notes: &notes,
        language,
        created_at: context.now,
    };
    let attachments: Result<_, ComposeError> = formats
        .iter()
        .map(|format| {
            let (ending, media_type, bytes) = match format {
                FileFormat::Workbook => ("xlsx", WORKBOOK_TYPE, table.to_workbook(language)?),
                FileFormat::Pdf => ("pdf", "application/pdf", table.to_pdf(&heading)?),
            };
            let name = format!("{} {today}.{ending}", file_name(context.name, texts.report));
            Ok(EmailFile {
                name,
                media_type,
                bytes,
            })
        })
        .collect();
    Ok(ComposedReport {
        body: body.build(&subject, language),
        subject,
        images,
        attachments: attachments?,
    })
}

/// A name that every file system accepts.
fn file_name(name: &str, fallback: &str) -> String {
    let safe: String = name
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .take(MAX_FILE_NAME_CHARS)
        .collect();
    let safe = safe.trim();
    if safe.is_empty() { fallback } else { safe }.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use localization::Language;
    use report_content::{Cell, CellKind, ReportColumn, ReportTable};

    #[test]
    fn the_email_has_chart_rows_and_workbook() {
        let column = |label: &str, kind| ReportColumn {
            label: label.to_owned(),
            kind,
        };
        let row = |name: &str, value| vec![Cell::Text(name.to_owned()), Cell::Number(value)];
        let report = Report {
            table: ReportTable {
                columns: vec![
                    column("Product", CellKind::Text),
                    column("Revenue (USD)", CellKind::Number),
                ],
                rows: vec![row("Urea", 1_200.0), row("Seed", 30.0)],
                total_rows: 2,
            },
            period: Some("May 2026".to_owned()),
            conditions: vec!["location Boone".to_owned(), "category not seed".to_owned()],
            notes: vec!["Returns are not included.".to_owned()],
            link: "/explore?measures=revenue".to_owned(),
        };
        let context = ReportContext {
            organization: "Prairie",
            name: "Sales / week\r\nBcc: x",
            attachment: ReportAttachment::Both,
            now: "2026-06-16T15:00:00Z".parse().unwrap(),
            locale: Locale {
                language: Language::English,
                time_zone: chrono_tz::America::Chicago,
            },
            public_url: "https://sprout.example",
            unsubscribe_url: "https://sprout.example/unsubscribe#token=x",
        };
        let email = compose_report(&report, &context).unwrap();
        assert_eq!(email.subject, "Prairie: Sales / week  Bcc: x, 16 June 2026");
        for part in [
            "Prairie, 16 June 2026\nPeriod: May 2026\nFilters: location Boone; category not seed\n",
            "Chart of Revenue (USD), 2 bars.",
            "Urea             1,200\n",
            "2 rows.",
            "Returns are not included.",
            "Open the figures: https://sprout.example/explore?measures=revenue",
            "Unsubscribe: https://sprout.example/unsubscribe#token=x",
        ] {
            assert!(
                email.body.text.contains(part),
                "{part} in {}",
                email.body.text
            );
        }
        assert!(email.body.html.contains("cid:chart@sprout"));
        assert!(email.images[0].bytes.starts_with(b"\x89PNG"));
        let files: Vec<(&str, &[u8])> = email
            .attachments
            .iter()
            .map(|file| (file.name.as_str(), file.bytes.get(..4).unwrap()))
            .collect();
        assert_eq!(
            files,
            [
                ("Sales  weekBcc x 2026-06-16.xlsx", b"PK\x03\x04".as_slice()),
                ("Sales  weekBcc x 2026-06-16.pdf", b"%PDF"),
            ]
        );
    }
}
