//! Draft orders as PDF, to send to a supplier.

use super::draft_figures::LineFigures;
use super::draft_state::DraftState;
use super::store::Draft;
use crate::decimal::{Decimal4, ExactSum};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use entities::purchase_order_line;
use localization::Language;
use pdf_document::{Document, Field, PdfError, Table, TableColumn};

/// Who orders.
pub(super) struct Buyer {
    /// The name of the organization.
    pub(super) name: String,
    pub(super) time_zone: Tz,
}

/// The file with all lines and their total.
pub(super) fn render_pdf(
    draft: &Draft,
    buyer: &Buyer,
    now: DateTime<Utc>,
) -> Result<Vec<u8>, PdfError> {
    let (row, currency) = (&draft.row, &draft.row.currency);
    let supplier = match (&row.supplier_name, &row.supplier_id) {
        (Some(name), Some(id)) if name != id => format!("{name} ({id})"),
        (Some(name), _) => name.clone(),
        (None, Some(id)) => id.clone(),
        (None, None) => "No supplier on record".to_owned(),
    };
    let table = Table {
        columns: vec![
            TableColumn::figures("No."),
            TableColumn::text("Item"),
            TableColumn::text("Item ID"),
            TableColumn::text("Deliver to"),
            TableColumn::figures("Quantity"),
            TableColumn::text("Unit"),
            TableColumn::figures(format!("Unit price ({currency})")),
            TableColumn::figures(format!("Amount ({currency})")),
        ],
        rows: draft.lines.iter().map(line_cells).collect(),
        total_rows: draft.lines.len(),
        totals: vec![Field::new(
            format!("Total ({currency})"),
            Language::English.format_decimal(&draft.total().to_money_text()),
        )],
    };
    let requested = draft.email.as_ref().and_then(|email| email.requested_on);
    let requested = requested.map(|day| {
        let day = day.format("%-d %B %Y").to_string();
        Field::new("Requested delivery", day)
    });
    let mut document = Document::new("Purchase order", Language::English, now)
        .footer(format!("Purchase order {}, {}", row.id, buyer.name))
        .fields(
            [
                Field::new("Supplier", supplier),
                Field::new("Buyer", &buyer.name),
                Field::new("Order number", row.id.to_string()),
                Field::new("Status", describe_state(draft, buyer.time_zone)),
                Field::new(
                    "Drafted",
                    describe_event(row.created_at, Some(&row.created_by), buyer.time_zone),
                ),
                Field::new("Currency", currency),
            ]
            .into_iter()
            .chain(requested)
            .collect(),
        )
        .table(table);
    if has_rounded_difference(&draft.lines, draft.total()) {
        document = document.paragraph(
            "Amounts are rounded to 2 decimals. The total is the sum of the exact amounts, rounded \
             once.",
        );
    }
    document.to_pdf()
}

fn line_cells(line: &purchase_order_line::Model) -> Vec<String> {
    let figures = LineFigures::from_row(line);
    vec![
        line.position.to_string(),
        line.item_name.clone(),
        line.item_id.clone(),
        line.location.clone(),
        Language::English.format_decimal(&figures.quantity.to_string()),
        line.unit.clone(),
        Language::English.format_decimal(&price_text(figures.unit_cost)),
        Language::English.format_decimal(&figures.amount.to_money_text()),
    ]
}

/// A price with 2 to 4 decimals.
fn price_text(price: Decimal4) -> String {
    let text = price.to_string();
    let (whole, decimals) = text.split_once('.').unwrap_or((&text, ""));
    format!("{whole}.{decimals:0<2}")
}

fn describe_state(draft: &Draft, zone: Tz) -> String {
    let row = &draft.row;
    let (event, at, by) = match draft.state() {
        DraftState::Draft => return "Draft, not ordered yet".to_owned(),
        DraftState::Ordered => ("Ordered", row.ordered_at, &row.ordered_by),
        DraftState::Discarded => ("Discarded", row.discarded_at, &row.discarded_by),
    };
    match at {
        Some(at) => format!("{event} {}", describe_event(at, by.as_deref(), zone)),
        None => event.to_owned(),
    }
}

/// Such as `16 June 2026 by Ada Berg`.
fn describe_event(at: DateTime<Utc>, by: Option<&str>, zone: Tz) -> String {
    let day = at.with_timezone(&zone).format("%-d %B %Y");
    by.map_or_else(|| day.to_string(), |by| format!("{day} by {by}"))
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
