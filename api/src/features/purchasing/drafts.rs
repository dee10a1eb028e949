//! Draft purchase orders: accepted recommendations, one draft per supplier, until they are ordered
//! or discarded.

mod draft_acceptance;
mod draft_approval;
mod draft_figures;
mod draft_pdf;
mod draft_response;
mod draft_sending;
mod draft_state;
mod draft_transitions;
mod order_acknowledgment;
mod order_email;
mod order_email_routes;
mod order_email_sender;
mod order_email_store;
pub mod outstanding_quantity;
mod pending_lines;
mod routes;
mod store;

pub(in crate::features::purchasing) use draft_acceptance::AcceptedQuantity;
pub(in crate::features::purchasing) use draft_figures::{LineFigures, decimal_or_zero};
pub(in crate::features::purchasing) use draft_sending::OrderSending;
pub(in crate::features::purchasing) use draft_state::DraftState;
pub(in crate::features::purchasing) use order_acknowledgment::{AnswerRule, AnsweredLine};
pub(in crate::features::purchasing) use order_email::OrderAttachment;
pub use order_email_routes::OrderEmailsApi;
pub use order_email_sender::OrderEmailSender;
pub(in crate::features::purchasing) use pending_lines::PurchaseQuantities;
pub use pending_lines::{CountedAnswers, PendingLines, PromisedLine};
pub use routes::DraftOrdersApi;
pub(in crate::features::purchasing) use store::{Draft, read_draft};

use super::recommend::REVIEW_DAYS;
use chrono::{Days, NaiveDate};

/// Last day on which an order counts while the warehouse does not show it: lead time plus one
/// review after the order.
fn last_counted_day(ordered_on: NaiveDate, lead_time_days: u32) -> NaiveDate {
    ordered_on
        .checked_add_days(Days::new(
            u64::from(lead_time_days) + u64::from(REVIEW_DAYS),
        ))
        .unwrap_or(NaiveDate::MAX)
}
