//! Email bodies: plain text and HTML with the same content.
//!
//! Each part of a body is written to both forms by one call, so that neither says less than the
//! other. The HTML refers to nothing outside of the email: images are attached to it.

mod html;
mod table;

pub use table::{Align, Table};

use html::{escape_html, link_urls};
use localization::Language;

/// A part of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BodyPart {
    Heading(String),
    /// The heading of a part, below the first heading.
    Subheading(String),
    /// One or more lines, in which URLs become links.
    Paragraph(String),
    Table(Table),
    /// An image that is attached to the email. The plain text has its description.
    Image {
        content_id: String,
        description: String,
    },
    /// The reason for which the email was sent.
    Signature(String),
}

/// The two forms of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmailBody {
    /// What both forms are written from.
    pub parts: Vec<BodyPart>,
    pub text: String,
    /// A complete document.
    pub html: String,
}

/// A line with this text starts the signature of a plain-text email (RFC 3676).
const SIGNATURE_MARK: &str = "-- ";

/// Collects the parts of a body.
#[derive(Clone, Debug, Default)]
pub struct BodyBuilder {
    parts: Vec<BodyPart>,
}

impl BodyBuilder {
    /// An empty body.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a heading.
    #[must_use]
    pub fn heading(self, heading: &str) -> Self {
        self.add(BodyPart::Heading(heading.to_owned()))
    }

    /// Adds the heading of a part.
    #[must_use]
    pub fn subheading(self, heading: &str) -> Self {
        self.add(BodyPart::Subheading(heading.to_owned()))
    }

    /// Adds a paragraph of one or more lines, in which URLs become links.
    #[must_use]
    pub fn paragraph(self, paragraph: &str) -> Self {
        self.add(BodyPart::Paragraph(paragraph.to_owned()))
    }

    /// Adds a table.
    #[must_use]
    pub fn table(self, table: Table) -> Self {
        self.add(BodyPart::Table(table))
    }

    /// Adds an image that is attached to the email under `content_id`.
    #[must_use]
    pub fn image(self, content_id: &str, description: &str) -> Self {
        self.add(BodyPart::Image {
            content_id: content_id.to_owned(),
            description: description.to_owned(),
        })
    }

    /// Adds the reason for which the email was sent.
    #[must_use]
    pub fn signature(self, signature: &str) -> Self {
        self.add(BodyPart::Signature(signature.trim_end().to_owned()))
    }

    fn add(mut self, part: BodyPart) -> Self {
        self.parts.push(part);
        self
    }

    /// The body. `title` names the HTML document.
    pub fn build(self, title: &str, language: Language) -> EmailBody {
        let text: String = self.parts.iter().map(BodyPart::to_text).collect();
        let html: String = self.parts.iter().map(BodyPart::to_html).collect();
        EmailBody {
            html: format_document(title, &html, language),
            text: format!("{}\n", text.trim_end_matches('\n')),
            parts: self.parts,
        }
    }
}

impl BodyPart {
    fn to_text(&self) -> String {
        match self {
            Self::Heading(text) | Self::Subheading(text) | Self::Paragraph(text) => {
                format!("{text}\n\n")
            }
            Self::Table(table) => format!("{}\n", table.to_text()),
            Self::Image { description, .. } => format!("{description}\n\n"),
            Self::Signature(text) => format!("{SIGNATURE_MARK}\n{text}\n"),
        }
    }

    fn to_html(&self) -> String {
        match self {
            Self::Heading(heading) => format!(
                "<h1 style=\"font-size:20px;line-height:1.3;margin:0 0 16px\">{}</h1>\n",
                escape_html(heading)
            ),
            Self::Subheading(heading) => format!(
                "<h2 style=\"font-size:16px;line-height:1.3;margin:24px 0 12px\">{}</h2>\n",
                escape_html(heading)
            ),
            Self::Paragraph(paragraph) => format!(
                "<p style=\"margin:0 0 16px\">{}</p>\n",
                format_lines(paragraph)
            ),
            Self::Table(table) => table.to_html(),
            Self::Image {
                content_id,
                description,
            } => format!(
                "<p style=\"margin:0 0 16px\"><img src=\"cid:{}\" alt=\"{}\" \
                    style=\"max-width:100%;height:auto\"></p>\n",
                escape_html(content_id),
                escape_html(description)
            ),
            Self::Signature(signature) => format!(
                "<p style=\"margin:24px 0 0;padding-top:12px;border-top:1px solid #d5dbd6;\
                    font-size:13px;color:#55605a\">{}</p>\n",
                format_lines(signature)
            ),
        }
    }
}

/// A subject in one line: control characters become spaces, so that names cannot add headers.
pub fn format_subject(subject: &str) -> String {
    subject.replace(char::is_control, " ")
}

/// The body of a plain text: paragraphs are separated by blank lines, and a line `-- ` starts the
/// signature. The text is unchanged.
pub fn body_from_text(title: &str, text: &str, language: Language) -> EmailBody {
    let (content, signature) = match text.split_once("\n-- \n") {
        Some((content, signature)) => (content, Some(signature)),
        None => (text, None),
    };
    let paragraphs = content
        .split("\n\n")
        .map(|paragraph| paragraph.trim_matches('\n'))
        .filter(|paragraph| !paragraph.is_empty());
    let mut body = paragraphs.fold(BodyBuilder::new(), BodyBuilder::paragraph);
    if let Some(signature) = signature {
        body = body.signature(signature);
    }
    EmailBody {
        text: text.to_owned(),
        ..body.build(title, language)
    }
}

fn format_lines(paragraph: &str) -> String {
    let lines: Vec<String> = paragraph.lines().map(link_urls).collect();
    lines.join("<br>\n")
}

fn format_document(title: &str, content: &str, language: Language) -> String {
    format!(
        "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n<meta \
            name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n\
            </head>\n<body style=\"margin:0;padding:16px;background:#ffffff;color:#1d2521;\
            font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.5\">\n<div \
            style=\"max-width:720px;margin:0 auto\">\n{content}</div>\n</body>\n</html>\n",
        language.code(),
        escape_html(title)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_have_the_same_content() {
        let table = Table {
            columns: vec![
                ("Product".to_owned(), Align::Start),
                ("Revenue".to_owned(), Align::End),
            ],
            rows: vec![
                vec!["Seed & <more>".to_owned(), "1,200.00".to_owned()],
                vec!["Urea".to_owned(), "30.00".to_owned()],
            ],
        };
        let body = BodyBuilder::new()
            .heading("Revenue by product")
            .paragraph("May 2026\nSee https://sprout.example/explore?a=1&b=2.")
            .image("chart@sprout", "Chart: Seed 1,200.00")
            .table(table)
            .signature("Sent to you.")
            .build("Revenue", Language::German);
        assert_eq!(
            body.text,
            "Revenue by product\n\nMay 2026\nSee https://sprout.example/explore?a=1&b=2.\n\n\
                Chart: Seed 1,200.00\n\n\
                Product         Revenue\n\
                -------------  --------\n\
                Seed & <more>  1,200.00\n\
                Urea              30.00\n\n-- \nSent to you.\n"
        );
        for part in [
            "<html lang=\"de\">",
            "<title>Revenue</title>",
            "Revenue by product</h1>",
            "May 2026<br>\nSee <a href=\"https://sprout.example/explore?a=1&amp;b=2\">",
            "</a>.</p>",
            "<img src=\"cid:chart@sprout\" alt=\"Chart: Seed 1,200.00\"",
            "Seed &amp; &lt;more&gt;</td>",
            "text-align:right",
            "Sent to you.</p>",
        ] {
            assert!(body.html.contains(part), "{part} in {}", body.html);
        }
        assert!(!body.html.contains("src=\"http"), "no remote images");
    }

    #[test]
    fn text_stays_as_it_is() {
        let text = "A failed\n16 June\n\n<b>broken</b>\n\nOpen: https://s.example/x\n\n-- \nWhy.\n";
        let body = body_from_text("A & B", text, Language::English);
        assert_eq!(body.text, text);
        for part in [
            "<title>A &amp; B</title>",
            "A failed<br>\n16 June</p>",
            "&lt;b&gt;broken&lt;/b&gt;</p>",
            "<a href=\"https://s.example/x\">https://s.example/x</a>",
            "Why.</p>",
        ] {
            assert!(body.html.contains(part), "{part} in {}", body.html);
        }
        assert!(!body.html.contains("-- "));
    }
}
