//! Draft orders in the contract's words.

use crate::decimal::{Decimal4, ExactSum};
use crate::features::purchasing::bounded_number::{Bounds, parse_bounded_number};
use crate::features::purchasing::drafts::AcceptedQuantity;
use crate::http::{ApiError, ErrorDetail};
use chrono::{DateTime, NaiveDate, Utc};
use entities::{purchase_order_draft, purchase_order_line};
use poem_openapi::types::Example;
use poem_openapi::{Enum, Object};
use sea_orm::prelude::Uuid;
use std::collections::HashSet;

/// How a draft stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(in crate::features::purchasing) enum DraftState {
    /// It waits to be ordered; its items are not recommended meanwhile.
    Draft,
    /// Somebody sent it to the supplier.
    Ordered,
    /// Nobody wants it any more.
    Discarded,
}

impl DraftState {
    /// As the database has it.
    pub(in crate::features::purchasing) fn code(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Ordered => "ordered",
            Self::Discarded => "discarded",
        }
    }

    fn from_code(word: &str) -> Self {
        match word {
            "ordered" => Self::Ordered,
            "discarded" => Self::Discarded,
            _ => Self::Draft,
        }
    }
}

/// Recommendations to accept.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, example)]
pub(in crate::features::purchasing) struct DraftAcceptance {
    /// Chosen by the caller, another one for each acceptance: sent again, it makes no second draft.
    pub request_id: Uuid,
    /// What to order.
    #[oai(validator(min_items = 1, max_items = 200))]
    pub lines: Vec<AcceptedLine>,
}

/// A recommendation that is accepted.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::features::purchasing) struct AcceptedLine {
    /// The item.
    #[oai(validator(min_length = 1, max_length = 1000))]
    pub item_id: String,
    /// The location that it is for.
    #[oai(validator(max_length = 1000))]
    pub location: String,
    /// How much to order, in the unit of the recommendation; it may be another quantity than the
    /// recommended one.
    pub quantity: f64,
}

/// What was drafted.
#[derive(Clone, Debug, Object)]
pub(in crate::features::purchasing) struct AcceptedDrafts {
    /// One draft for each supplier.
    pub items: Vec<DraftOrder>,
}

/// A page of drafts.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::purchasing) struct DraftOrders {
    /// The newest first.
    pub items: Vec<DraftOrder>,
    /// Send it as `cursor` for the next page; absent on the last one.
    pub next_cursor: Option<String>,
}

/// An order to one supplier, as it was accepted; a sync does not change it.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::purchasing) struct DraftOrder {
    /// The draft.
    pub id: Uuid,
    /// How it stands.
    pub state: DraftState,
    /// Absent where the warehouse names no supplier for the items.
    pub supplier_id: Option<String>,
    /// The supplier's name.
    pub supplier: Option<String>,
    /// ISO 4217, of every amount.
    pub currency: String,
    /// When it was accepted.
    pub created_at: DateTime<Utc>,
    /// The name of whoever accepted it.
    pub created_by: String,
    /// When it was said to be ordered.
    pub ordered_at: Option<DateTime<Utc>>,
    /// The name of whoever said so.
    pub ordered_by: Option<String>,
    /// When it was discarded.
    pub discarded_at: Option<DateTime<Utc>>,
    /// The name of whoever did so.
    pub discarded_by: Option<String>,
    /// What to order.
    pub lines: Vec<DraftOrderLine>,
    /// What all of it costs.
    pub cost: f64,
}

/// An item of a draft.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::purchasing) struct DraftOrderLine {
    pub item_id: String,
    /// The item's name.
    pub item: String,
    /// `seed`, `fertilizer`, `pesticide` or `other`.
    pub category: String,
    /// The unit of the quantities.
    pub unit: String,
    /// Where it is to go.
    pub location: String,
    /// What to order.
    pub quantity: f64,
    /// What was recommended.
    pub recommended: f64,
    /// Price of one unit when it was accepted.
    pub unit_cost: f64,
    /// quantity x unitCost.
    pub cost: f64,
    /// The last day on which it counts as ordered though the warehouse does not show it; absent
    /// until it is ordered.
    pub counts_through: Option<NaiveDate>,
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
    /// The lines, exact, or every quantity that cannot be ordered.
    pub(in crate::features::purchasing) fn to_quantities(
        &self,
    ) -> Result<Vec<AcceptedQuantity>, ApiError> {
        let most = Decimal4::from_scaled(10_i64.pow(16) - 1).unwrap_or_default();
        let bounds = Bounds {
            min: Decimal4::from_scaled(1).unwrap_or_default(),
            max: most,
        };
        let (mut lines, mut refused, mut named) = (Vec::new(), Vec::new(), HashSet::new());
        for (place, line) in self.lines.iter().enumerate() {
            let path = format!("lines[{place}].quantity");
            match parse_bounded_number(
                &path,
                line.quantity,
                bounds,
                &format!("Give the quantity of {} as a number above 0", line.item_id),
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
                    "{} at {} is there twice. Give it once, with the whole quantity.",
                    line.item_id, line.location
                );
                refused.push(ErrorDetail {
                    path: format!("lines[{place}].itemId"),
                    message,
                });
            }
        }
        if refused.is_empty() {
            Ok(lines)
        } else {
            Err(ApiError::invalid_values(refused))
        }
    }
}

impl DraftOrder {
    /// A draft with its lines.
    pub(in crate::features::purchasing) fn from_rows(
        lines: Vec<purchase_order_line::Model>,
        draft: purchase_order_draft::Model,
    ) -> Self {
        let amounts = lines.iter().map(|line| {
            decimal_or_zero(line.quantity_e4)
                .checked_mul(decimal_or_zero(line.unit_cost_e4))
                .unwrap_or_default()
        });
        let cost = amounts
            .fold(ExactSum::ZERO, |sum, amount| {
                sum.saturating_add(amount.into())
            })
            .to_money();
        Self {
            id: draft.id,
            state: DraftState::from_code(&draft.state),
            supplier_id: draft.supplier_id,
            supplier: draft.supplier_name,
            currency: draft.currency,
            created_at: draft.created_at,
            created_by: draft.created_by,
            ordered_at: draft.ordered_at,
            ordered_by: draft.ordered_by,
            discarded_at: draft.discarded_at,
            discarded_by: draft.discarded_by,
            lines: lines.into_iter().map(DraftOrderLine::from_row).collect(),
            cost,
        }
    }
}

impl DraftOrderLine {
    fn from_row(row: purchase_order_line::Model) -> Self {
        let (quantity, unit_cost) = (
            decimal_or_zero(row.quantity_e4),
            decimal_or_zero(row.unit_cost_e4),
        );
        Self {
            cost: ExactSum::from(quantity.checked_mul(unit_cost).unwrap_or_default()).to_money(),
            item_id: row.item_id,
            item: row.item_name,
            category: row.category,
            unit: row.unit,
            location: row.location,
            quantity: quantity.to_f64(),
            recommended: decimal_or_zero(row.recommended_e4).to_f64(),
            unit_cost: unit_cost.to_f64(),
            counts_through: row.counts_through,
        }
    }
}

/// What was checked when it was written.
fn decimal_or_zero(scaled: i64) -> Decimal4 {
    Decimal4::from_scaled(scaled).unwrap_or_default()
}
