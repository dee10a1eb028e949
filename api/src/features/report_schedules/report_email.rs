//! Composes the email with a report.

use super::report_source::Report;
use crate::email::EmailFile;
use chrono::{DateTime, Utc};
use email_content::{BodyBuilder, EmailBody, format_subject};
use localization::{Language, Locale, fill_text};
use poem_openapi::Enum;
use report_content::{
    ChartError, FileFormat, PdfError, PdfHeading, ReportSection, WorkbookError, write_pdf,
    write_workbook,
};
use strum::{EnumString, IntoStaticStr};

const WORKBOOK_TYPE: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
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

/// The email: for each section its chart, its first rows and their number, with all rows in files.
pub(super) fn compose_report(
    report: &Report,
    context: &ReportContext<'_>,
) -> Result<ComposedReport, ComposeError> {
    let language = context.locale.language;
    let texts = language.texts();
    let today = context.now.with_timezone(&context.locale.time_zone);
    let today = today.date_naive();
    let day = language.format_day(today);
    let subtitle = format!("{}, {day}", context.organization);
    let mut email = EmailFigures {
        body: BodyBuilder::new().heading(context.name),
        images: Vec::new(),
        formats: context.attachment.formats(),
        language,
    };
    if let [section] = report.sections.as_slice() {
        let about = std::iter::once(&subtitle).chain(&section.subtitles);
        email.add_paragraph(about);
        email.add_figures(section)?;
    } else {
        email.add_paragraph([&subtitle]);
        for section in &report.sections {
            email.body = email.body.subheading(&section.title);
            email.add_paragraph(&section.subtitles);
            email.add_figures(section)?;
        }
    }
    let EmailFigures {
        mut body,
        images,
        formats,
        ..
    } = email;
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
        subtitles: &[subtitle],
        notes: &notes,
        language,
        created_at: context.now,
    };
    let attachments: Result<_, ComposeError> = formats
        .iter()
        .map(|format| {
            let (ending, media_type, bytes) = match format {
                FileFormat::Workbook => (
                    "xlsx",
                    WORKBOOK_TYPE,
                    write_workbook(&report.sections, language)?,
                ),
                FileFormat::Pdf => (
                    "pdf",
                    "application/pdf",
                    write_pdf(&report.sections, &heading)?,
                ),
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

/// Collects the parts of an email section by section.
struct EmailFigures {
    body: BodyBuilder,
    images: Vec<EmailFile>,
    formats: &'static [FileFormat],
    language: Language,
}

impl EmailFigures {
    fn add_paragraph<'a>(&mut self, lines: impl IntoIterator<Item = &'a String>) {
        let lines: Vec<&str> = lines.into_iter().map(String::as_str).collect();
        if !lines.is_empty() {
            let body = std::mem::take(&mut self.body);
            self.body = body.paragraph(&lines.join("\n"));
        }
    }

    fn add_figures(&mut self, section: &ReportSection) -> Result<(), ComposeError> {
        let mut body = std::mem::take(&mut self.body);
        if let Some(chart) = section.to_chart(self.language) {
            // The name under which the HTML refers to the image.
            let name = format!("chart-{}@sprout", self.images.len() + 1);
            body = body.image(&name, &chart.describe());
            self.images.push(EmailFile {
                name,
                media_type: "image/png",
                bytes: chart.to_png()?,
            });
        }
        let table = &section.table;
        if !table.rows.is_empty() {
            body = body.table(table.to_email_table(self.language));
        }
        body = body.paragraph(&table.describe_extent(self.formats, self.language));
        for note in &section.notes {
            body = body.paragraph(note);
        }
        self.body = body;
        Ok(())
    }
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
    use report_content::{Cell, CellKind, ReportColumn, ReportTable};

    #[test]
    fn the_email_has_chart_rows_and_workbook() {
        let column = |label: &str, kind| ReportColumn {
            label: label.to_owned(),
            kind,
        };
        let row = |name: &str, value| vec![Cell::Text(name.to_owned()), Cell::Number(value)];
        let table = ReportTable {
            columns: vec![
                column("Product", CellKind::Text),
                column("Revenue (USD)", CellKind::Number),
            ],
            rows: vec![row("Urea", 1_200.0), row("Seed", 30.0)],
            total_rows: 2,
        };
        let subtitles = vec![
            "Period: May 2026".to_owned(),
            "Filters: location Boone; category not seed".to_owned(),
        ];
        let section = ReportSection {
            notes: vec!["Returns are not included.".to_owned()],
            ..ReportSection::new(subtitles, table)
        };
        let report = Report::from_section(section.clone(), "/explore?measures=revenue");
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
        assert!(email.body.html.contains("cid:chart-1@sprout"));
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

        let titled = |title: &str| ReportSection {
            title: title.to_owned(),
            ..section.clone()
        };
        let several = Report {
            sections: vec![titled("By product"), titled("By branch")],
            notes: vec!["Left out: Costs.".to_owned()],
            link: "/customers/C1".to_owned(),
        };
        let email = compose_report(&several, &context).unwrap();
        let texts: Vec<&str> = [
            "Prairie, 16 June 2026\n\n",
            "By product",
            "Period: May 2026",
            "Urea             1,200\n",
            "By branch",
            "Urea             1,200\n",
            "Left out: Costs.",
        ]
        .to_vec();
        let mut rest = email.body.text.as_str();
        for part in texts {
            let found = rest.split_once(part);
            rest = found.unwrap_or_else(|| panic!("{part} in {rest}")).1;
        }
        let names = email.images.iter().map(|image| image.name.as_str());
        assert_eq!(
            names.collect::<Vec<_>>(),
            ["chart-1@sprout", "chart-2@sprout"]
        );
    }
}
