//! Request and response types of draft orders.

use crate::db::Page;
use crate::decimal::Decimal4;
use crate::features::purchasing::approval_limit::OrderLimit;
use crate::features::purchasing::bounded_number::{Bounds, parse_bounded_number};
use crate::features::purchasing::drafts::{
    AcceptedQuantity, Draft, DraftState, LineFigures, decimal_or_zero,
};
use crate::features::purchasing::wire::order_email_types::OrderEmail;
use crate::http::{ApiError, ErrorDetail, ErrorDetailCode};
use chrono::{DateTime, NaiveDate, Utc};
use entities::purchase_order_line;
use poem_openapi::Object;
use poem_openapi::types::Example;
use sea_orm::prelude::Uuid;
use std::collections::HashSet;

/// Recommendations to accept.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, example)]
pub(in crate::features::purchasing) struct DraftAcceptance {
    /// Chosen by the caller, unique per acceptance. Repeating it creates no second draft.
    pub request_id: Uuid,
    /// The lines to order.
    #[oai(validator(min_items = 1, max_items = 200))]
    pub lines: Vec<AcceptedLine>,
}

/// An accepted recommendation.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::features::purchasing) struct AcceptedLine {
    /// Id of the item.
    #[oai(validator(min_length = 1, max_length = 1000))]
    pub item_id: String,
    /// The receiving location.
    #[oai(validator(max_length = 1000))]
    pub location: String,
    /// Quantity to order, in the unit of the recommendation. It may differ from the recommended
    /// quantity.
    pub quantity: f64,
}

/// The created drafts.
#[derive(Clone, Debug, Object)]
pub(in crate::features::purchasing) struct AcceptedDrafts {
    /// One draft per supplier.
    pub items: Vec<DraftOrder>,
}

/// A page of drafts.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::purchasing) struct DraftOrders {
    /// Newest first.
    pub items: Vec<DraftOrder>,
    /// Send it as `cursor` to get the next page; absent on the last page.
    pub next_cursor: Option<String>,
}

/// An order to one supplier, with the values at acceptance; a sync does not change it.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::purchasing) struct DraftOrder {
    /// Id of the draft.
    pub id: Uuid,
    /// State of the draft.
    pub state: DraftState,
    /// Absent if the warehouse names no supplier for the items.
    pub supplier_id: Option<String>,
    /// The supplier's name.
    pub supplier: Option<String>,
    /// ISO 4217 code of all amounts.
    pub currency: String,
    /// Time of acceptance.
    pub created_at: DateTime<Utc>,
    /// Name of the user or API key that accepted it.
    pub created_by: String,
    /// Time when it was marked as ordered.
    pub ordered_at: Option<DateTime<Utc>>,
    /// Name of the user or API key that marked it as ordered.
    pub ordered_by: Option<String>,
    /// Time when it was discarded.
    pub discarded_at: Option<DateTime<Utc>>,
    /// Name of the user or API key that discarded it.
    pub discarded_by: Option<String>,
    /// Whether it waits for approval, because its total was above the limit of its creator's role.
    pub awaits_approval: bool,
    /// Whether the caller's limit covers its total, so that the caller may order or approve it.
    pub is_within_limit: bool,
    /// Time when it was approved.
    pub approved_at: Option<DateTime<Utc>>,
    /// Name of the user who approved it.
    pub approved_by: Option<String>,
    /// The lines to order.
    pub lines: Vec<DraftOrderLine>,
    /// Total cost.
    pub cost: f64,
    /// The email to the supplier, and the answer. Absent if it was not sent.
    pub email: Option<OrderEmail>,
}

/// A line of a draft order.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::purchasing) struct DraftOrderLine {
    pub item_id: String,
    /// The item's name.
    pub item: String,
    /// `seed`, `fertilizer`, `pesticide` or `other`.
    pub category: String,
    /// Unit of the quantities.
    pub unit: String,
    /// The receiving location.
    pub location: String,
    /// Quantity to order.
    pub quantity: f64,
    /// Recommended quantity.
    pub recommended: f64,
    /// Unit price at acceptance.
    pub unit_cost: f64,
    /// quantity x unitCost.
    pub cost: f64,
    /// Last day on which it counts as ordered while the warehouse does not show it; absent until it
    /// is ordered.
    pub counts_through: Option<NaiveDate>,
    /// What the supplier confirmed; 0 if it declined.
    pub confirmed_quantity: Option<f64>,
    /// The delivery day that the supplier named.
    pub expected_on: Option<NaiveDate>,
}

impl Example for DraftAcceptance {
    fn example() -> Self {
        let line = AcceptedLine {
            item_id: "FERT-UREA".to_owned(),
            location: "Ames".to_owned(),
            quantity: 40.0,
        };
        Self {
            request_id: Uuid::from_u128(0x0198_c5a0_7d3e_7a44_9f10_3f2b_6c1d_8e01),
            lines: vec![line],
        }
    }
}

impl DraftAcceptance {
    /// The exact quantities, or an error for each quantity that cannot be ordered.
    pub(in crate::features::purchasing) fn to_quantities(
        &self,
    ) -> Result<Vec<AcceptedQuantity>, ApiError> {
        let max = Decimal4::from_scaled(10_i64.pow(16) - 1).unwrap_or_default();
        let bounds = Bounds {
            min: Decimal4::from_scaled(1).unwrap_or_default(),
            max,
        };
        let (mut lines, mut refused, mut named) = (Vec::new(), Vec::new(), HashSet::new());
        for (index, line) in self.lines.iter().enumerate() {
            let path = format!("lines[{index}].quantity");
            match parse_bounded_number(
                &path,
                line.quantity,
                bounds,
                &format!("Enter a quantity of {} above 0", line.item_id),
            ) {
                Ok(quantity) => lines.push(AcceptedQuantity {
                    item_id: line.item_id.clone(),
                    location: line.location.clone(),
                    quantity,
                }),
                Err(detail) => refused.push(detail),
            }
            if !named.insert((&line.item_id, &line.location)) {
                let message = format!(
                    "{} at {} is listed twice. Enter it once with the total quantity.",
                    line.item_id, line.location
                );
                let path = format!("lines[{index}].itemId");
                refused.push(ErrorDetail::new(path, ErrorDetailCode::Duplicate, message));
            }
        }
        if refused.is_empty() {
            Ok(lines)
        } else {
            Err(ApiError::invalid_values(refused))
        }
    }
}

impl DraftOrders {
    /// The page as a caller with this limit sees it.
    pub(in crate::features::purchasing) fn new(page: Page<Draft>, limit: &OrderLimit) -> Self {
        let to_order = |draft| DraftOrder::new(draft, limit);
        Self {
            items: page.items.into_iter().map(to_order).collect(),
            next_cursor: page.next_cursor,
        }
    }
}

impl DraftOrder {
    /// The draft as a caller with this limit sees it.
    pub(in crate::features::purchasing) fn new(draft: Draft, limit: &OrderLimit) -> Self {
        let (state, cost) = (draft.state(), draft.total().to_money());
        let is_within_limit = limit.covers(&draft);
        let Draft {
            row: draft,
            lines,
            email,
        } = draft;
        Self {
            id: draft.id,
            state,
            supplier_id: draft.supplier_id,
            supplier: draft.supplier_name,
            currency: draft.currency,
            created_at: draft.created_at,
            created_by: draft.created_by,
            ordered_at: draft.ordered_at,
            ordered_by: draft.ordered_by,
            discarded_at: draft.discarded_at,
            discarded_by: draft.discarded_by,
            awaits_approval: state == DraftState::Draft
                && draft.approval_required
                && draft.approved_at.is_none(),
            is_within_limit,
            approved_at: draft.approved_at,
            approved_by: draft.approved_by,
            email: email.map(|email| OrderEmail::from_row(email, &lines)),
            lines: lines.into_iter().map(DraftOrderLine::from_row).collect(),
            cost,
        }
    }
}

impl DraftOrderLine {
    fn from_row(row: purchase_order_line::Model) -> Self {
        let figures = LineFigures::from_row(&row);
        Self {
            cost: figures.amount.to_money(),
            item_id: row.item_id,
            item: row.item_name,
            category: row.category,
            unit: row.unit,
            location: row.location,
            quantity: figures.quantity.to_f64(),
            recommended: decimal_or_zero(row.recommended_e4).to_f64(),
            unit_cost: figures.unit_cost.to_f64(),
            counts_through: row.on_order_through,
            confirmed_quantity: row.confirmed_e4.map(|e4| decimal_or_zero(e4).to_f64()),
            expected_on: row.expected_on,
        }
    }
}
