//! Email bodies: plain text and HTML with the same content.
//!
//! Each part of a body is written to both forms by one call, so that neither says less than the
//! other. The HTML refers to nothing outside of the email: images are attached to it.

mod html;
mod table;

pub use table::{Align, Table};

use html::{escape_html, link_urls};

/// The two forms of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmailBody {
    pub text: String,
    /// A complete document.
    pub html: String,
}

/// A line with this text starts the signature of a plain-text email (RFC 3676).
const SIGNATURE_MARK: &str = "-- ";

/// Collects the parts of a body.
#[derive(Clone, Debug, Default)]
pub struct BodyBuilder {
    text: String,
    html: String,
}

impl BodyBuilder {
    /// An empty body.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a heading.
    #[must_use]
    pub fn heading(mut self, heading: &str) -> Self {
        self.text += &format!("{heading}\n\n");
        self.html += &format!(
            "<h1 style=\"font-size:20px;line-height:1.3;margin:0 0 16px\">{}</h1>\n",
            escape_html(heading)
        );
        self
    }

    /// Adds a paragraph of one or more lines, in which URLs become links.
    #[must_use]
    pub fn paragraph(mut self, paragraph: &str) -> Self {
        self.text += &format!("{paragraph}\n\n");
        self.html += &format!(
            "<p style=\"margin:0 0 16px\">{}</p>\n",
            format_lines(paragraph)
        );
        self
    }

    /// Adds a table.
    #[must_use]
    pub fn table(mut self, table: &Table) -> Self {
        self.text += &format!("{}\n", table.to_text());
        self.html += &table.to_html();
        self
    }

    /// Adds an image that is attached to the email under `content_id`. The plain text has its
    /// description.
    #[must_use]
    pub fn image(mut self, content_id: &str, description: &str) -> Self {
        self.text += &format!("{description}\n\n");
        self.html += &format!(
            "<p style=\"margin:0 0 16px\"><img src=\"cid:{}\" alt=\"{}\" \
                style=\"max-width:100%;height:auto\"></p>\n",
            escape_html(content_id),
            escape_html(description)
        );
        self
    }

    /// Adds the reason for which the email was sent.
    #[must_use]
    pub fn signature(mut self, signature: &str) -> Self {
        let signature = signature.trim_end();
        self.text += &format!("{SIGNATURE_MARK}\n{signature}\n");
        self.html += &format!(
            "<p style=\"margin:24px 0 0;padding-top:12px;border-top:1px solid #d5dbd6;\
                font-size:13px;color:#55605a\">{}</p>\n",
            format_lines(signature)
        );
        self
    }

    /// The body. `title` names the HTML document.
    pub fn build(self, title: &str) -> EmailBody {
        EmailBody {
            html: format_document(title, &self.html),
            text: format!("{}\n", self.text.trim_end_matches('\n')),
        }
    }
}

/// The body of a plain text: paragraphs are separated by blank lines, and a line `-- ` starts the
/// signature. The text is unchanged.
pub fn body_from_text(title: &str, text: &str) -> EmailBody {
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
        html: body.build(title).html,
        text: text.to_owned(),
    }
}

fn format_lines(paragraph: &str) -> String {
    let lines: Vec<String> = paragraph.lines().map(link_urls).collect();
    lines.join("<br>\n")
}

fn format_document(title: &str, content: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta \
            name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n\
            </head>\n<body style=\"margin:0;padding:16px;background:#ffffff;color:#1d2521;\
            font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.5\">\n<div \
            style=\"max-width:720px;margin:0 auto\">\n{content}</div>\n</body>\n</html>\n",
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
            .table(&table)
            .signature("Sent to you.")
            .build("Revenue");
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
        let body = body_from_text("A & B", text);
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
