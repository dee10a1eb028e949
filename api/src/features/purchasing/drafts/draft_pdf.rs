//! Draft orders as PDF, to send to a supplier.

use super::draft_figures::LineFigures;
use super::draft_state::DraftState;
use super::store::Draft;
use crate::decimal::{Decimal4, ExactSum};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use entities::purchase_order_line;
use localization::{Language, fill_text};
use pdf_document::{Document, Field, PdfError, Table, TableColumn};

/// Who orders, and in which language.
pub(super) struct Buyer {
    /// The name of the organization.
    pub(super) name: String,
    pub(super) time_zone: Tz,
    /// That of the supplier.
    pub(super) language: Language,
}

/// The file with all lines and their total.
pub(super) fn render_pdf(
    draft: &Draft,
    buyer: &Buyer,
    now: DateTime<Utc>,
) -> Result<Vec<u8>, PdfError> {
    let (row, currency, language) = (&draft.row, &draft.row.currency, buyer.language);
    let texts = language.texts();
    let supplier = match (&row.supplier_name, &row.supplier_id) {
        (Some(name), Some(id)) if name != id => format!("{name} ({id})"),
        (Some(name), _) => name.clone(),
        (None, Some(id)) => id.clone(),
        (None, None) => texts.no_supplier.to_owned(),
    };
    let in_currency = |text| fill_text(text, &[("currency", currency)]);
    let table = Table {
        columns: vec![
            TableColumn::figures(texts.line_number),
            TableColumn::text(texts.item),
            TableColumn::text(texts.item_id),
            TableColumn::text(texts.deliver_to),
            TableColumn::figures(texts.quantity),
            TableColumn::text(texts.unit),
            TableColumn::figures(in_currency(texts.unit_price)),
            TableColumn::figures(in_currency(texts.amount)),
        ],
        rows: draft
            .lines
            .iter()
            .map(|line| line_cells(line, language))
            .collect(),
        total_rows: draft.lines.len(),
        totals: vec![Field::new(
            in_currency(texts.order_total),
            language.format_decimal(&draft.total().to_money_text()),
        )],
    };
    let requested = draft.email.as_ref().and_then(|email| email.requested_on);
    let requested =
        requested.map(|day| Field::new(texts.requested_delivery, language.format_day(day)));
    let order = row.id.to_string();
    let values = [("order", order.as_str()), ("organization", &buyer.name)];
    let mut document = Document::new(texts.purchase_order, language, now)
        .footer(fill_text(texts.order_footer, &values))
        .fields(
            [
                Field::new(texts.supplier, supplier),
                Field::new(texts.buyer, &buyer.name),
                Field::new(texts.order_number, &order),
                Field::new(texts.status, describe_state(draft, buyer)),
                Field::new(
                    texts.drafted,
                    describe_event(row.created_at, Some(&row.created_by), buyer),
                ),
                Field::new(texts.currency, currency),
            ]
            .into_iter()
            .chain(requested)
            .collect(),
        )
        .table(table);
    if has_rounded_difference(&draft.lines, draft.total()) {
        document = document.paragraph(texts.rounded_amounts);
    }
    document.to_pdf()
}

fn line_cells(line: &purchase_order_line::Model, language: Language) -> Vec<String> {
    let figures = LineFigures::from_row(line);
    vec![
        line.position.to_string(),
        line.item_name.clone(),
        line.item_id.clone(),
        line.location.clone(),
        language.format_decimal(&figures.quantity.to_string()),
        line.unit.clone(),
        language.format_decimal(&price_text(figures.unit_cost)),
        language.format_decimal(&figures.amount.to_money_text()),
    ]
}

/// A price with 2 to 4 decimals.
fn price_text(price: Decimal4) -> String {
    let text = price.to_string();
    let (whole, decimals) = text.split_once('.').unwrap_or((&text, ""));
    format!("{whole}.{decimals:0<2}")
}

fn describe_state(draft: &Draft, buyer: &Buyer) -> String {
    let (row, texts) = (&draft.row, buyer.language.texts());
    let (text, at, by) = match draft.state() {
        DraftState::Draft => return texts.draft_not_ordered.to_owned(),
        DraftState::Ordered => (texts.ordered_on, row.ordered_at, &row.ordered_by),
        DraftState::Discarded => (texts.discarded_on, row.discarded_at, &row.discarded_by),
    };
    let event = at.map(|at| describe_event(at, by.as_deref(), buyer));
    fill_text(text, &[("event", &event.unwrap_or_default())])
}

/// Such as `16 June 2026 by Ada Berg`.
fn describe_event(at: DateTime<Utc>, by: Option<&str>, buyer: &Buyer) -> String {
    let day = at.with_timezone(&buyer.time_zone).date_naive();
    let day = buyer.language.format_day(day);
    match by {
        Some(person) => fill_text(
            buyer.language.texts().day_and_person,
            &[("day", &day), ("person", person)],
        ),
        None => day,
    }
}

/// Whether the rounded amounts add up to something else than the rounded total.
fn has_rounded_difference(lines: &[purchase_order_line::Model], total: ExactSum) -> bool {
    let rounded = lines.iter().map(|line| {
        let amount = LineFigures::from_row(line).amount.to_money_text();
        Decimal4::parse(&amount).unwrap_or_default().into()
    });
    let sum = rounded.fold(ExactSum::ZERO, ExactSum::saturating_add);
    sum.to_money_text() != total.to_money_text()
}
