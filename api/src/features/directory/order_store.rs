//! Reads orders by their id.

use crate::auth::Proof;
use crate::auth::permission::{PurchasingRead, SalesRead};
use crate::db::{DbError, Page, TenantDb, TenantSql};
use chrono::NaiveDate;
use entities::purchase_transaction::{Column, Entity, Model};
use sea_orm::{ColumnTrait, Condition, FromQueryResult};

/// An order that a search found.
#[derive(Clone, Debug, FromQueryResult)]
pub(super) struct FoundOrder {
    pub id: String,
    /// The first day.
    pub day: NaiveDate,
}

/// Orders whose id is `$3`, else orders whose id starts with it, ignoring the case of ASCII. Only
/// the first uses an index.
const EXACT_SQL: TenantSql = TenantSql::new(
    r"
        select order_id as id, min(transaction_date) as day
        from purchase_transactions
        where tenant_id = $1 and direction = 'sale' and order_id = $2 and deleted_at is null
        group by order_id
        union all
        select order_id as id, min(transaction_date) as day
        from purchase_transactions
        where tenant_id = $1 and direction = 'purchase' and order_id = $2 and deleted_at is null
        group by order_id
    ",
);
const PREFIX_SQL: TenantSql = TenantSql::new(
    r"
        select order_id as id, min(transaction_date) as day
        from purchase_transactions
        where tenant_id = $1
          and deleted_at is null
          and substr(upper(order_id), 1, length($2)) = upper($2)
        group by order_id
        order by day desc, order_id
        limit $3
    ",
);

/// Shorter texts would match too many orders.
const MIN_PREFIX: usize = 3;

/// At most `limit` orders whose id is `text` or starts with it, newest first.
pub(super) async fn find_orders(
    db: &TenantDb,
    text: &str,
    limit: u32,
    _rights: (&Proof<SalesRead>, &Proof<PurchasingRead>),
) -> Result<Vec<FoundOrder>, DbError> {
    let text = text.trim();
    // Names of customers and items are searched more often, and have no digits.
    if text.chars().count() < MIN_PREFIX || !text.contains(|letter: char| letter.is_ascii_digit()) {
        return Ok(Vec::new());
    }
    let mut exact = db
        .query_rows::<FoundOrder>(EXACT_SQL, vec![text.into()])
        .await?;
    exact.truncate(1);
    if !exact.is_empty() {
        return Ok(exact);
    }
    db.query_rows(PREFIX_SQL, vec![text.into(), i64::from(limit).into()])
        .await
}

/// The lines of an order, ordered by their ids. `after`: the id before the page.
pub(super) async fn read_order_lines(
    db: &TenantDb,
    order: &str,
    limit: u32,
    after: Option<&str>,
    _rights: (&Proof<SalesRead>, &Proof<PurchasingRead>),
) -> Result<Page<Model>, DbError> {
    // Each direction has an index of order ids.
    let in_direction = |direction: &str| {
        Condition::all()
            .add(Column::Direction.eq(direction))
            .add(Column::OrderId.eq(order))
    };
    let mut lines = db
        .find::<Entity>()
        .filter(
            Condition::any()
                .add(in_direction("sale"))
                .add(in_direction("purchase")),
        )
        .filter(Column::DeletedAt.is_null());
    if let Some(after) = after {
        lines = lines.filter(Column::TransactionId.gt(after));
    }
    lines
        .order_by_asc(Column::TransactionId)
        .page(limit, |last| last.transaction_id.clone())
        .await
}
