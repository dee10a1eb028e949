//! Figures of an answer, computed by SQL over the synced rows. It shares no code with the tools.

use super::answer_text_view::AnswerView;
use super::question_file::ExpectedCall;
use crate::auth::Scope;
use crate::commands::CommandError;
use crate::db::TenantSql;
use chrono::{Datelike, Days, Months, NaiveDate};
use sea_orm::FromQueryResult;
use serde_json::Value;

/// A value that an answer must contain.
#[derive(FromQueryResult)]
struct ExpectedFigure {
    value: Option<f64>,
}

const REVENUE_BY_ITEM: TenantSql = TenantSql::new(
    "select cast(sum(amount_e4) as real) / 10000.0 as value
     from purchase_transactions as t
     where tenant_id = $1 and direction = 'sale' and transaction_date between $2 and $3
       and ($4 = 'all' or exists (select 1 from inventory as i
         where i.tenant_id = $1 and i.item_id = t.item_id and i.category = $4))
     group by item_id
     order by 1 desc limit 1",
);
const QUANTITY_BY_ITEM: TenantSql = TenantSql::new(
    "select cast(sum(quantity_e4) as real) / 10000.0 as value
     from purchase_transactions as t
     where tenant_id = $1 and direction = 'sale' and transaction_date between $2 and $3
       and ($4 = 'all' or exists (select 1 from inventory as i
         where i.tenant_id = $1 and i.item_id = t.item_id and i.category = $4))
     group by item_id
     order by 1 desc limit 1",
);
const REVENUE: TenantSql = TenantSql::new(
    "select cast(sum(amount_e4) as real) / 10000.0 as value
     from purchase_transactions
     where tenant_id = $1 and direction = 'sale' and transaction_date between $2 and $3",
);
const ORDER_VALUE: TenantSql = TenantSql::new(
    "select round(cast(sum(amount_e4) as real) / count(distinct order_id) / 10000.0, 2) as value
     from purchase_transactions
     where tenant_id = $1 and direction = 'sale' and transaction_date between $2 and $3",
);
const SPEND: TenantSql = TenantSql::new(
    "select cast(sum(t.amount_e4) as real) / 10000.0 as value
     from purchase_transactions as t
     join suppliers as s on s.tenant_id = t.tenant_id and s.supplier_id = t.supplier_id
     where t.tenant_id = $1 and t.direction = 'purchase' and t.transaction_date between $2 and $3
       and s.supplier_name = $4",
);
const LARGEST_SPEND: TenantSql = TenantSql::new(
    "select cast(sum(amount_e4) as real) / 10000.0 as value
     from purchase_transactions
     where tenant_id = $1 and direction = 'purchase' and transaction_date between $2 and $3
     group by supplier_id
     order by 1 desc limit 1",
);
const ACTIVE_SUPPLIERS: TenantSql = TenantSql::new(
    "select cast(count(distinct supplier_id) as real) as value
     from purchase_transactions
     where tenant_id = $1 and direction = 'purchase' and transaction_date between $2 and $3",
);
const LARGEST_CUSTOMER: TenantSql = TenantSql::new(
    "select cast(sum(amount_e4) as real) / 10000.0 as value
     from purchase_transactions
     where tenant_id = $1 and direction = 'sale' and transaction_date between $2 and $3
     group by customer_id
     order by 1 desc limit 1",
);
const ON_HAND: TenantSql = TenantSql::new(
    "select cast(sum(on_hand_e4) as real) / 10000.0 as value
     from inventory
     where tenant_id = $1 and item_name = $2 and deleted_at is null",
);
const LATEST_PRICE: TenantSql = TenantSql::new(
    "select cast(price_e4 as real) / 10000.0 as value
     from market_data
     where tenant_id = $1 and commodity = $2 and deleted_at is null
     order by price_date desc limit 1",
);

/// Whether the answer contains the figures of all of its calls. `None` if no call has a figure that
/// SQL alone can compute.
pub(super) async fn check_figures(
    scope: &Scope,
    answer: &AnswerView<'_>,
    calls: &[ExpectedCall],
) -> Result<Option<bool>, CommandError> {
    let mut result = None;
    for call in calls {
        if let Some(value) = compute_figure(scope, call).await? {
            let is_there = answer.facts().iter().any(|fact| {
                let figure = fact.value.as_f64();
                figure.is_some_and(|figure| (figure - value).abs() < 0.006)
            });
            result = Some(result.unwrap_or(true) && is_there);
        }
    }
    Ok(result)
}

async fn compute_figure(scope: &Scope, call: &ExpectedCall) -> Result<Option<f64>, CommandError> {
    let text = |name: &str| call.args.get(name).and_then(Value::as_str);
    let today = scope.as_of();
    let (sql, names): (TenantSql, Vec<&str>) = match call.tool.as_str() {
        "stock_level" => (ON_HAND, vec![text("item").unwrap_or("")]),
        "price_trend" => match text("commodity") {
            Some("all") | None => return Ok(None),
            Some(commodity) => (LATEST_PRICE, vec![commodity]),
        },
        tool => {
            let Some((from, to)) = text("period").and_then(|period| period_days(period, today))
            else {
                return Ok(None);
            };
            let is_descending = text("order") != Some("asc");
            let (sql, name) = match (tool, text("metric"), text("supplier")) {
                ("top_products", Some("quantity"), _) if is_descending => {
                    (QUANTITY_BY_ITEM, Some(text("category").unwrap_or("all")))
                }
                ("top_products", _, _) if is_descending => {
                    (REVENUE_BY_ITEM, Some(text("category").unwrap_or("all")))
                }
                ("sales_summary", _, _) if matches!(text("category"), None | Some("all")) => {
                    (REVENUE, None)
                }
                ("avg_order_value", _, _) => (ORDER_VALUE, None),
                ("spend_by_supplier", _, Some(supplier)) => (SPEND, Some(supplier)),
                ("spend_by_supplier", _, None) => (LARGEST_SPEND, None),
                ("active_suppliers", _, _) => (ACTIVE_SUPPLIERS, None),
                ("top_customers", Some("revenue"), _) if is_descending => (LARGEST_CUSTOMER, None),
                _ => return Ok(None),
            };
            return load_figure(scope, sql, Some((from, to)), name.into_iter().collect()).await;
        }
    };
    load_figure(scope, sql, None, names).await
}

async fn load_figure(
    scope: &Scope,
    sql: TenantSql,
    days: Option<(NaiveDate, NaiveDate)>,
    names: Vec<&str>,
) -> Result<Option<f64>, CommandError> {
    let failed = || CommandError::with_context("cannot compute the figures of the evaluation");
    let mut parameters: Vec<sea_orm::Value> = Vec::new();
    if let Some((from, to)) = days {
        parameters.extend([from.into(), to.into()]);
    }
    parameters.extend(names.into_iter().map(sea_orm::Value::from));
    let db = scope.read_db().await.map_err(failed())?;
    let rows: Vec<ExpectedFigure> = db.query_rows(sql, parameters).await.map_err(failed())?;
    Ok(rows.first().and_then(|row| row.value))
}

/// First and last day of a period, up to today.
fn period_days(period: &str, today: NaiveDate) -> Option<(NaiveDate, NaiveDate)> {
    let month = today.with_day(1)?;
    let quarter = month.with_month((today.month0() / 3) * 3 + 1)?;
    let year = month.with_month(1)?;
    let before = |day: NaiveDate| day.pred_opt();
    let (from, to) = match period {
        "today" => (today, today),
        "this_month" => (month, today),
        "last_month" => (month - Months::new(1), before(month)?),
        "this_quarter" => (quarter, today),
        "last_quarter" => (quarter - Months::new(3), before(quarter)?),
        "this_year" => (year, today),
        "last_year" => (year - Months::new(12), before(year)?),
        "last_7_days" => (today - Days::new(6), today),
        "last_30_days" => (today - Days::new(29), today),
        "last_90_days" => (today - Days::new(89), today),
        _ => {
            let first: NaiveDate = format!("{period}-01").parse().ok()?;
            (first, before(first + Months::new(1))?)
        }
    };
    Some((from, to.min(today)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_end_today_at_the_latest() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        let today = day("2026-06-15");
        for (period, from, to) in [
            ("last_quarter", "2026-01-01", "2026-03-31"),
            ("this_quarter", "2026-04-01", "2026-06-15"),
            ("last_month", "2026-05-01", "2026-05-31"),
            ("last_30_days", "2026-05-17", "2026-06-15"),
            ("2026-06", "2026-06-01", "2026-06-15"),
        ] {
            assert_eq!(period_days(period, today), Some((day(from), day(to))));
        }
    }
}
