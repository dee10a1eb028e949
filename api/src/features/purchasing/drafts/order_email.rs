//! Composes the email that sends an order to its supplier.

use super::draft_figures::LineFigures;
use super::draft_pdf::{Buyer, render_pdf};
use super::draft_response::render_csv;
use super::store::Draft;
use crate::email::EmailFile;
use crate::features::purchasing::approval_limit::OrderLimit;
use crate::features::purchasing::wire::draft_types::DraftOrder;
use chrono::{DateTime, NaiveDate, Utc};
use email_content::{Align, BodyBuilder, EmailBody, Table, format_subject};
use entities::purchase_order_email;
use localization::Language;
use pdf_document::PdfError;
use poem_openapi::Enum;
use sea_orm::prelude::Uuid;
use strum::{EnumString, IntoStaticStr};

/// The page of the link. The token is in the fragment, which browsers do not send.
const PAGE_PATH: &str = "/acknowledge#token=";
/// The maximum number of lines in the text of an email. The attached files have all.
const MAX_LINES: usize = 100;

/// The files with the lines of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, EnumString, IntoStaticStr)]
#[oai(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(in crate::features::purchasing) enum OrderAttachment {
    /// A document.
    Pdf,
    /// A table for other software.
    Csv,
    /// A document and a table.
    Both,
}

/// The parts of an email.
pub(super) struct ComposedOrder {
    pub(super) subject: String,
    pub(super) body: EmailBody,
    pub(super) attachments: Vec<EmailFile>,
}

/// The subject of the email of an order.
pub(super) fn order_subject(organization: &str, draft_id: Uuid) -> String {
    format_subject(&format!("Purchase order {draft_id} from {organization}"))
}

/// The email with all lines in files, and the link to acknowledge them.
pub(super) fn compose_order(
    draft: &Draft,
    email: &purchase_order_email::Model,
    buyer: &Buyer,
    (public_url, token): (&str, &str),
    now: DateTime<Utc>,
) -> Result<ComposedOrder, PdfError> {
    let id = draft.row.id;
    let subject = order_subject(&buyer.name, id);
    let mut body = BodyBuilder::new().heading(&format!("Purchase order from {}", buyer.name));
    if let Some(name) = &email.recipient_name {
        body = body.paragraph(&format!("Hello {name},"));
    }
    let mut facts = vec![format!("Order number: {id}")];
    facts.extend(
        email
            .requested_on
            .map(|day| format!("Requested delivery: {}", format_day(day))),
    );
    body = body.paragraph(&facts.join("\n"));
    if let Some(message) = &email.message {
        body = body.paragraph(message);
    }
    body = body.table(line_table(draft));
    if draft.lines.len() > MAX_LINES {
        body = body.paragraph(&format!(
            "{} more lines are in the attached file.",
            draft.lines.len() - MAX_LINES
        ));
    }
    let until = email
        .expires_at
        .with_timezone(&buyer.time_zone)
        .date_naive();
    body = body
        .paragraph(&format!(
            "Confirm quantities and delivery days here, or decline: {public_url}{PAGE_PATH}{token}\n\
             The link works until {}. Anyone who has it can see and answer this order.",
            format_day(until)
        ))
        .signature(&format!(
            "Sent by {} at {} with Sprout. Replies go to {}.",
            email.sent_by, buyer.name, email.sent_by
        ));
    let formats: &[&str] = match email.attachment.parse() {
        Ok(OrderAttachment::Csv) => &["csv"],
        Ok(OrderAttachment::Both) => &["pdf", "csv"],
        Ok(OrderAttachment::Pdf) | Err(_) => &["pdf"],
    };
    let mut attachments = Vec::new();
    for format in formats {
        let (media_type, bytes) = if *format == "csv" {
            let text = render_csv(&DraftOrder::new(draft.clone(), &OrderLimit::UNLIMITED));
            ("text/csv; charset=utf-8", text.into_bytes())
        } else {
            ("application/pdf", render_pdf(draft, buyer, now)?)
        };
        attachments.push(EmailFile {
            name: format!("purchase-order-{id}.{format}"),
            media_type,
            bytes,
        });
    }
    Ok(ComposedOrder {
        body: body.build(&subject, Language::English),
        subject,
        attachments,
    })
}

fn line_table(draft: &Draft) -> Table {
    let cells = |line| {
        let figures = LineFigures::from_row(line);
        vec![
            line.item_name.clone(),
            line.item_id.clone(),
            line.location.clone(),
            Language::English.format_decimal(&figures.quantity.to_string()),
            line.unit.clone(),
        ]
    };
    Table {
        columns: vec![
            ("Item".to_owned(), Align::Start),
            ("Item ID".to_owned(), Align::Start),
            ("Deliver to".to_owned(), Align::Start),
            ("Quantity".to_owned(), Align::End),
            ("Unit".to_owned(), Align::Start),
        ],
        rows: draft.lines.iter().take(MAX_LINES).map(cells).collect(),
    }
}

fn format_day(day: NaiveDate) -> String {
    day.format("%-d %B %Y").to_string()
}
