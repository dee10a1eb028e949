//! Which rollup rows are written: none for unchanged lines, all for lines that an older server has
//! synced.

use super::random_lines::{self, TODAY};
use super::{RollupFixture, start_with_lines};
use entities::{
    purchase_transaction, rollup_customer_basket, rollup_item_day, rollup_line_day,
    rollup_sale_delivery, table_sync_state,
};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder};

const TABLES: [&str; 14] = [
    "rollup_line_day",
    "rollup_purchase_order_gap",
    "rollup_supplier_day",
    "rollup_promise_day",
    "rollup_item_day",
    "rollup_item_month",
    "rollup_item_price",
    "rollup_customer_history",
    "rollup_item_history",
    "rollup_customer_basket",
    "rollup_delivery_history",
    "rollup_sale_delivery",
    "rollup_supplier_item",
    "rollup_promise_supplier",
];

async fn line_days(trade: &RollupFixture) -> Vec<rollup_line_day::Model> {
    rollup_line_day::Entity::find()
        .order_by_asc(rollup_line_day::Column::Day)
        .all(&trade.app.raw)
        .await
        .unwrap()
}

/// A basket entry that matches no line; recounting the basket removes it.
const MARK: &str = "7:nothington 1 0 0 0 0/";

/// Marks every rollup row. Rewriting a row of sums removes its mark; replacing one item of a basket
/// keeps it.
async fn mark_series(trade: &RollupFixture) {
    let raw = &trade.app.raw;
    rollup_line_day::Entity::update_many()
        .col_expr(rollup_line_day::Column::AmountLow, Expr::value(7))
        .exec(raw)
        .await
        .unwrap();
    rollup_item_day::Entity::update_many()
        .col_expr(rollup_item_day::Column::AmountLow, Expr::value(7))
        .exec(raw)
        .await
        .unwrap();
    let basket = Expr::cust(format!("basket || '{MARK}'"));
    rollup_customer_basket::Entity::update_many()
        .col_expr(rollup_customer_basket::Column::Basket, basket)
        .exec(raw)
        .await
        .unwrap();
}

/// The number of rows without the mark, by rollup.
async fn count_unmarked(trade: &RollupFixture) -> [usize; 3] {
    let raw = &trade.app.raw;
    [
        rollup_line_day::Entity::find()
            .filter(rollup_line_day::Column::AmountLow.ne(7))
            .all(raw)
            .await
            .unwrap()
            .len(),
        rollup_item_day::Entity::find()
            .filter(rollup_item_day::Column::AmountLow.ne(7))
            .all(raw)
            .await
            .unwrap()
            .len(),
        rollup_customer_basket::Entity::find()
            .all(raw)
            .await
            .unwrap()
            .iter()
            .filter(|row| !row.basket.contains(MARK))
            .count(),
    ]
}

#[tokio::test]
async fn writes_no_rollups_without_changes() {
    let (trade, _) = start_with_lines(3).await;
    mark_series(&trade).await;
    trade.sync_lines().await;
    assert_eq!(count_unmarked(&trade).await, [0, 0, 0]);
}

#[tokio::test]
async fn keeps_rollups_after_a_run_without_new_files() {
    let (trade, _) = start_with_lines(7).await;
    mark_series(&trade).await;
    let marked = line_days(&trade).await;
    let answer = trade
        .owner
        .post(
            "/api/data-sync/sync",
            serde_json::json!({"options": {"incrementalSync": true}}),
        )
        .await;
    assert_eq!(answer.data()["stats"]["totalRecords"], 0);
    let scope = trade
        .app
        .parts
        .authority
        .scope_for_token(trade.owner.token())
        .await
        .unwrap();
    drop(scope.rollup_db().await.unwrap());
    assert_eq!(line_days(&trade).await, marked, "nothing was counted again");
}

#[tokio::test]
async fn writes_only_days_and_customers_of_changed_lines() {
    let (mut trade, mut dice) = start_with_lines(4).await;
    let days = line_days(&trade).await.len();
    mark_series(&trade).await;
    let id = trade.lines.keys().next().unwrap().clone();
    trade.lines.get_mut(&id).unwrap().change_payment(&mut dice);
    trade.sync_lines().await;
    let [line_days, item_days, baskets] = count_unmarked(&trade).await;
    assert!(
        (1..=2).contains(&line_days) && line_days < days,
        "{line_days} of {days}: at most both currencies of one day"
    );
    assert!((1..=30).contains(&item_days), "{item_days}");
    assert_eq!(
        baskets, 0,
        "of a basket the items of the changed line are replaced, and the others stay"
    );
}

#[tokio::test]
async fn rebuilds_stale_rollups_at_the_first_read() {
    let (trade, _) = start_with_lines(5).await;
    let raw = &trade.app.raw;
    for table in TABLES {
        raw.execute_unprepared(&format!("delete from {table}"))
            .await
            .unwrap();
    }
    table_sync_state::Entity::update_many()
        .col_expr(
            table_sync_state::Column::RolledUpAt,
            Expr::value(None::<sea_orm::prelude::DateTimeUtc>),
        )
        .exec(raw)
        .await
        .unwrap();
    trade
        .check_figures(TODAY.parse().unwrap(), "after the rebuild")
        .await;
    let rolled_up = line_days(&trade).await;
    assert!(!rolled_up.is_empty());
    // The rebuild happens once: the next read finds the rollups up to date.
    mark_series(&trade).await;
    let marked = line_days(&trade).await;
    let scope = trade
        .app
        .parts
        .authority
        .scope_for_token(trade.owner.token())
        .await
        .unwrap();
    drop(scope.rollup_db().await.unwrap());
    assert_eq!(line_days(&trade).await, marked);
}

#[tokio::test]
async fn detects_lines_that_changed_without_a_rollup_refresh() {
    let (mut trade, mut dice) = start_with_lines(6).await;
    let raw = &trade.app.raw;
    // Lines change and `synced_at` advances, but `rolled_up_at` does not.
    purchase_transaction::Entity::update_many()
        .col_expr(purchase_transaction::Column::Currency, Expr::value("CAD"))
        .filter(purchase_transaction::Column::Direction.eq("purchase"))
        .exec(raw)
        .await
        .unwrap();
    let later = trade.app.parts.clock.now() + chrono::TimeDelta::seconds(5);
    table_sync_state::Entity::update_many()
        .col_expr(table_sync_state::Column::SyncedAt, Expr::value(later))
        .exec(raw)
        .await
        .unwrap();
    trade
        .check_figures(TODAY.parse().unwrap(), "lines have changed")
        .await;
    // The next sync rebuilds the rollups too.
    table_sync_state::Entity::update_many()
        .col_expr(
            table_sync_state::Column::RolledUpAt,
            Expr::value(None::<sea_orm::prelude::DateTimeUtc>),
        )
        .exec(raw)
        .await
        .unwrap();
    mark_series(&trade).await;
    random_lines::change_lines(&mut trade.lines, 1, &mut dice);
    trade.sync_lines().await;
    trade
        .check_figures(TODAY.parse().unwrap(), "after the next sync")
        .await;
}

#[tokio::test]
async fn rebuilds_what_an_older_server_did_not_update() {
    let (trade, _) = start_with_lines(10).await;
    let raw = &trade.app.raw;
    raw.execute_unprepared("delete from rollup_sale_delivery")
        .await
        .unwrap();
    table_sync_state::Entity::update_many()
        .col_expr(
            table_sync_state::Column::SaleDeliveriesAt,
            Expr::value(None::<sea_orm::prelude::DateTimeUtc>),
        )
        .exec(raw)
        .await
        .unwrap();
    trade
        .check_figures(TODAY.parse().unwrap(), "after an older server")
        .await;
    let moved = rollup_sale_delivery::Entity::find().all(raw).await.unwrap();
    assert!(!moved.is_empty());
}

#[tokio::test]
async fn isolates_rollups_of_organizations() {
    let (trade, _) = start_with_lines(8).await;
    let before = line_days(&trade).await;
    let stranger = trade.app.create_organization("Other").await;
    let warehouse = trade.app.create_warehouse("other");
    warehouse.write_transactions(
        "t1,o1,sale,2026-06-01,x1,,urea,5,ton,10,USD,,,Ames,2026-06-01T00:00:00Z\n",
    );
    trade.app.sync_warehouse(&stranger, &warehouse).await.data();
    let tenant = trade.tenant_id().await;
    let (own, others): (Vec<_>, Vec<_>) = line_days(&trade)
        .await
        .into_iter()
        .partition(|row| row.tenant_id == tenant);
    assert_eq!((own.len(), others.len()), (before.len(), 1));
    trade
        .check_figures(TODAY.parse().unwrap(), "beside another organization")
        .await;
}

#[tokio::test]
#[should_panic(expected = "wrong on purpose")]
async fn detects_a_wrong_rollup() {
    let (trade, _) = start_with_lines(9).await;
    mark_series(&trade).await;
    trade
        .check_figures(TODAY.parse().unwrap(), "wrong on purpose")
        .await;
}
