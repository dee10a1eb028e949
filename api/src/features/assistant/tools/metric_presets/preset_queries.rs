//! The metric queries that calls of tools stand for.

use super::super::answer_phrases::row_limit;
use super::super::lines_context::LineKind;
use crate::features::assistant::tool_registry::{
    Args, Category, GroupBy, Metric, Order, ToolCall, ToolName,
};
use serde_json::{Value, json};

const CUSTOMERS: (&str, &str) = ("Customer Purchase Patterns", "/purchase-patterns");
const DASHBOARD: (&str, &str) = ("Dashboard", "/");

/// The queries of a call, without their period.
pub(super) struct PresetQuery {
    pub(super) lines: LineKind,
    pub(super) query: Value,
    /// Rows besides the totals of the first query.
    pub(super) breakdown: Option<Value>,
    /// Members with lines in the previous period only.
    pub(super) lapsed: Option<Value>,
    /// What to do about a member that fell; `{name}` is the member.
    pub(super) advice: Option<&'static str>,
    /// The page with the same figures.
    pub(super) page: Option<(&'static str, &'static str)>,
    /// Whether only lines in the organization's currency count.
    pub(super) is_in_currency: bool,
    /// Label, singular and plural of a count that is 0 without lines.
    pub(super) counted: Option<(&'static str, &'static str, &'static str)>,
    /// Whether to list items in stock without a sale.
    pub(super) lists_unsold: bool,
}

impl PresetQuery {
    fn new(lines: LineKind, query: Value) -> Self {
        Self {
            lines,
            query,
            breakdown: None,
            lapsed: None,
            advice: None,
            page: None,
            is_in_currency: true,
            counted: None,
            lists_unsold: false,
        }
    }

    /// Whether the first query has totals only.
    pub(super) fn is_total(&self) -> bool {
        self.query.get("dimensions").is_none()
    }
}

/// The queries of a call; none if the tool is no preset. Amounts are in `currency`.
pub(super) fn expand_preset(call: &ToolCall, currency: &str) -> Option<PresetQuery> {
    let args = &call.args;
    Some(match call.tool {
        ToolName::TopCustomers => PresetQuery {
            advice: Some("Call {name}: it spent less than before."),
            page: Some(CUSTOMERS),
            ..PresetQuery::new(LineKind::Sales, rank_customers(args, currency))
        },
        ToolName::TopProducts => PresetQuery {
            advice: Some("Check {name}: it leads, but sold less than before."),
            lists_unsold: args.order == Some(Order::Ascending),
            ..PresetQuery::new(LineKind::Sales, rank_products(args, currency))
        },
        ToolName::SalesSummary => PresetQuery {
            breakdown: args
                .group_by
                .map(|group| break_down_sales(group, args, currency)),
            ..PresetQuery::new(
                LineKind::Sales,
                query_lines(
                    LineKind::Sales,
                    &["revenue", "orders", "avg_order_value"],
                    args,
                    currency,
                ),
            )
        },
        ToolName::AvgOrderValue => PresetQuery::new(
            LineKind::Sales,
            query_lines(
                LineKind::Sales,
                &["avg_order_value", "revenue", "orders"],
                args,
                currency,
            ),
        ),
        ToolName::SpendBySupplier => {
            let spend = query_lines(LineKind::Purchases, &["spend", "lines"], args, currency);
            let query = if args.supplier.is_some() {
                spend
            } else {
                rank_by(&spend, "supplier", "spend", args)
            };
            PresetQuery {
                page: Some(DASHBOARD),
                ..PresetQuery::new(LineKind::Purchases, query)
            }
        }
        ToolName::ActiveSuppliers => count_suppliers(),
        _ => return None,
    })
}

/// A query of lines with the filters of the call.
fn query_lines(lines: LineKind, measures: &[&str], args: &Args, currency: &str) -> Value {
    let is_one_of = |dimension: &str, value: &str| json!({"dimension": dimension, "op": "in", "values": [value]});
    let mut filters = vec![is_one_of("currency", currency)];
    let category = args.category.map(Category::as_str);
    filters.extend(category.map(|category| is_one_of("category", category)));
    let supplier = args.supplier.as_deref();
    filters.extend(supplier.map(|supplier| is_one_of("supplier", supplier)));
    json!({"dataset": lines.dataset(), "measures": measures, "filters": filters})
}

fn rank_customers(args: &Args, currency: &str) -> Value {
    let measures = if args.metric == Some(Metric::Orders) {
        ["orders", "revenue"]
    } else {
        ["revenue", "orders"]
    };
    let query = query_lines(LineKind::Sales, &measures, args, currency);
    rank_by(&query, "customer", measures[0], args)
}

/// Items by revenue; quantities are ranked within their unit.
fn rank_products(args: &Args, currency: &str) -> Value {
    if args.metric != Some(Metric::Quantity) {
        let query = query_lines(LineKind::Sales, &["revenue"], args, currency);
        return rank_by(&query, "item", "revenue", args);
    }
    with_members(
        &query_lines(LineKind::Sales, &["quantity", "revenue"], args, currency),
        json!({
            "dimensions": ["item", "unit"],
            "order": [{"by": "quantity", "direction": direction(args)}],
            "topPer": {"dimension": "unit", "limit": row_limit(args)},
        }),
    )
}

fn break_down_sales(group: GroupBy, args: &Args, currency: &str) -> Value {
    let dimension = match group {
        GroupBy::Month => {
            return with_members(
                &query_lines(LineKind::Sales, &["revenue", "orders"], args, currency),
                json!({
                    "dimensions": ["month"],
                    "order": [{"by": "month", "direction": "desc"}],
                }),
            );
        }
        GroupBy::Category => "category",
        GroupBy::Product => "item",
    };
    with_members(
        &query_lines(LineKind::Sales, &["revenue"], args, currency),
        json!({"dimensions": [dimension], "derive": ["share"]}),
    )
}

/// Suppliers with lines in any currency, and those with lines in the previous period only.
fn count_suppliers() -> PresetQuery {
    PresetQuery {
        page: Some(DASHBOARD),
        is_in_currency: false,
        counted: Some(("Suppliers", "supplier", "suppliers")),
        breakdown: Some(json!({
            "dataset": "purchases",
            "measures": ["lines", "orders"],
            "dimensions": ["supplier"],
        })),
        lapsed: Some(json!({
            "dataset": "purchases",
            "measures": ["orders"],
            "dimensions": ["supplier"],
            "having": [
                {"measure": "orders", "op": "=", "value": 0},
                {"measure": "orders.compare", "op": ">", "value": 0},
            ],
            "order": [{"by": "orders.compare", "direction": "desc"}],
            "limit": super::MAX_NAMED_MEMBERS,
        })),
        ..PresetQuery::new(
            LineKind::Purchases,
            json!({"dataset": "purchases", "measures": ["suppliers"]}),
        )
    }
}

/// Members by a measure. Orders have no share, because members can be part of the same order.
fn rank_by(query: &Value, dimension: &str, measure: &str, args: &Args) -> Value {
    let mut ranked = json!({
        "dimensions": [dimension],
        "order": [{"by": measure, "direction": direction(args)}],
        "limit": row_limit(args),
    });
    if measure != "orders" {
        ranked["derive"] = json!(["share"]);
    }
    with_members(query, ranked)
}

fn with_members(query: &Value, members: Value) -> Value {
    let mut query = query.clone();
    if let (Some(query), Value::Object(members)) = (query.as_object_mut(), members) {
        query.extend(members);
    }
    query
}

fn direction(args: &Args) -> &'static str {
    if args.order == Some(Order::Ascending) {
        "asc"
    } else {
        "desc"
    }
}
