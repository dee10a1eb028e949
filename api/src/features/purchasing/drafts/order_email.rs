//! Composes the email that sends an order to its supplier.

use super::draft_figures::LineFigures;
use super::draft_pdf::{Buyer, render_pdf};
use super::draft_response::render_csv;
use super::store::Draft;
use crate::email::EmailFile;
use crate::features::purchasing::approval_limit::OrderLimit;
use crate::features::purchasing::wire::draft_types::DraftOrder;
use chrono::{DateTime, Utc};
use email_content::{Align, BodyBuilder, EmailBody, Table, format_subject};
use entities::purchase_order_email;
use localization::{Language, fill_text};
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
pub(super) fn order_subject(organization: &str, draft_id: Uuid, language: Language) -> String {
    let order = draft_id.to_string();
    let values = [("order", order.as_str()), ("organization", organization)];
    format_subject(&fill_text(language.texts().order_subject, &values))
}

/// The email with all lines in files, and the link to acknowledge them.
pub(super) fn compose_order(
    draft: &Draft,
    email: &purchase_order_email::Model,
    buyer: &Buyer,
    (public_url, token): (&str, &str),
    now: DateTime<Utc>,
) -> Result<ComposedOrder, PdfError> {
    let (id, language) = (draft.row.id, buyer.language);
    let texts = language.texts();
    let subject = order_subject(&buyer.name, id, language);
    let heading = fill_text(texts.order_from, &[("organization", &buyer.name)]);
    let mut body = BodyBuilder::new().heading(&heading);
    if let Some(name) = &email.recipient_name {
        body = body.paragraph(&fill_text(texts.greeting, &[("name", name)]));
    }
    let mut facts = vec![language.format_pair(texts.order_number, &id.to_string())];
    facts.extend(
        email
            .requested_on
            .map(|day| language.format_pair(texts.requested_delivery, &language.format_day(day))),
    );
    body = body.paragraph(&facts.join("\n"));
    if let Some(message) = &email.message {
        body = body.paragraph(message);
    }
    body = body.table(line_table(draft, language));
    if draft.lines.len() > MAX_LINES {
        let more = language.format_count(draft.lines.len() - MAX_LINES);
        body = body.paragraph(&fill_text(texts.more_lines_attached, &[("count", &more)]));
    }
    let until = email
        .expires_at
        .with_timezone(&buyer.time_zone)
        .date_naive();
    let link = format!("{public_url}{PAGE_PATH}{token}");
    let values = [
        ("link", link.as_str()),
        ("day", &language.format_day(until)),
    ];
    let signed = [
        ("person", email.sent_by.as_str()),
        ("organization", &buyer.name),
    ];
    body = body
        .paragraph(&fill_text(texts.answer_order, &values))
        .signature(&fill_text(texts.order_signature, &signed));
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
        body: body.build(&subject, language),
        subject,
        attachments,
    })
}

fn line_table(draft: &Draft, language: Language) -> Table {
    let texts = language.texts();
    let cells = |line| {
        let figures = LineFigures::from_row(line);
        vec![
            line.item_name.clone(),
            line.item_id.clone(),
            line.location.clone(),
            language.format_decimal(&figures.quantity.to_string()),
            line.unit.clone(),
        ]
    };
    Table {
        columns: vec![
            (texts.item.to_owned(), Align::Start),
            (texts.item_id.to_owned(), Align::Start),
            (texts.deliver_to.to_owned(), Align::Start),
            (texts.quantity.to_owned(), Align::End),
            (texts.unit.to_owned(), Align::Start),
        ],
        rows: draft.lines.iter().take(MAX_LINES).map(cells).collect(),
    }
}
