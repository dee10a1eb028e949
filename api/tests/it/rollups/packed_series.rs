//! Packed histories and baskets are updated entry by entry, and are byte-identical to those
//! recomputed from all lines.

use super::random_lines::{self, TODAY};
use super::{RollupFixture, start_with_lines};
use entities::{
    rollup_customer_basket, rollup_customer_history, rollup_delivery_history, rollup_item_history,
    rollup_line_day, rollup_sale_delivery, table_sync_state,
};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::json;
use std::collections::BTreeMap;

/// Every packed series of the organization, by table and key.
async fn read_series(trade: &RollupFixture) -> BTreeMap<String, String> {
    let (raw, tenant) = (&trade.app.raw, trade.tenant_id().await);
    let mut texts = BTreeMap::new();
    for row in rollup_customer_history::Entity::find()
        .filter(rollup_customer_history::Column::TenantId.eq(tenant))
        .all(raw)
        .await
        .unwrap()
    {
        texts.insert(
            format!(
                "orders of {} in {} of {}",
                row.customer_id, row.currency, row.quarter
            ),
            row.history,
        );
    }
    for row in rollup_customer_basket::Entity::find()
        .filter(rollup_customer_basket::Column::TenantId.eq(tenant))
        .all(raw)
        .await
        .unwrap()
    {
        texts.insert(
            format!("items of {} in {}", row.customer_id, row.currency),
            row.basket,
        );
    }
    for row in rollup_item_history::Entity::find()
        .filter(rollup_item_history::Column::TenantId.eq(tenant))
        .all(raw)
        .await
        .unwrap()
    {
        texts.insert(
            format!(
                "sales of {} by {} at {:?} in {}",
                row.item_id, row.unit, row.location, row.quarter
            ),
            row.history,
        );
    }
    for row in rollup_sale_delivery::Entity::find()
        .filter(rollup_sale_delivery::Column::TenantId.eq(tenant))
        .all(raw)
        .await
        .unwrap()
    {
        texts.insert(
            format!(
                "moved sales of {} by {} at {:?} in {}",
                row.item_id, row.unit, row.location, row.quarter
            ),
            row.history,
        );
    }
    for row in rollup_delivery_history::Entity::find()
        .filter(rollup_delivery_history::Column::TenantId.eq(tenant))
        .all(raw)
        .await
        .unwrap()
    {
        texts.insert(
            format!(
                "deliveries of {} by {:?} in {}",
                row.item_id, row.supplier_id, row.quarter
            ),
            row.history,
        );
    }
    texts
}

/// Makes the next query recompute the rollups from all lines.
async fn delete_series(trade: &RollupFixture) {
    let behind = table_sync_state::Entity::update_many().col_expr(
        table_sync_state::Column::RolledUpAt,
        Expr::value(None::<sea_orm::prelude::DateTimeUtc>),
    );
    behind.exec(&trade.app.raw).await.unwrap();
}

/// The packed series, recomputed from all lines.
async fn recompute_series(trade: &RollupFixture) -> BTreeMap<String, String> {
    delete_series(trade).await;
    let scope = trade
        .app
        .parts
        .authority
        .scope_for_token(trade.owner.token())
        .await
        .unwrap();
    drop(scope.rollup_db().await.unwrap());
    read_series(trade).await
}

/// Compares the packed series with those recomputed from all lines.
async fn check_series(trade: &RollupFixture, when: &str) {
    let spliced = read_series(trade).await;
    let counted = recompute_series(trade).await;
    for row in spliced.keys().chain(counted.keys()) {
        assert_eq!(spliced.get(row), counted.get(row), "{when}: {row}");
    }
}

async fn run_small_changes(seed: u64) {
    let (mut trade, mut dice) = start_with_lines(seed).await;
    check_series(&trade, &format!("seed {seed}, as they were loaded")).await;
    for step in 0..25 {
        // Usually several changes in a row, so that updated series are updated again.
        for _ in 0..=dice.next_below(3) {
            random_lines::change_few(&mut trade.lines, &mut dice);
            trade.sync_lines().await;
        }
        check_series(&trade, &format!("seed {seed}, step {step}")).await;
    }
}

#[tokio::test]
async fn spliced_texts_are_those_of_all_lines() {
    Box::pin(run_small_changes(21)).await;
}

#[tokio::test]
async fn spliced_texts_are_those_of_all_lines_whatever_else_happens() {
    Box::pin(run_small_changes(22)).await;
}

#[tokio::test]
async fn entries_that_no_changed_line_is_of_are_not_made_again() {
    let (mut trade, mut dice) = start_with_lines(23).await;
    let raw = &trade.app.raw;
    // Adds an entry that matches no line to the start of every series.
    let (orders, sales, deliveries) = (
        rollup_customer_history::Column::History,
        rollup_item_history::Column::History,
        rollup_delivery_history::Column::History,
    );
    let first = |entry: &str, text: &str| Expr::cust(format!("'{entry}' || {text}"));
    rollup_customer_history::Entity::update_many()
        .col_expr(orders, first("0001-01-01 1 2 3 4;", "history"))
        .exec(raw)
        .await
        .unwrap();
    rollup_item_history::Entity::update_many()
        .col_expr(sales, first("0001-01-01 3 4;", "history"))
        .exec(raw)
        .await
        .unwrap();
    rollup_delivery_history::Entity::update_many()
        .col_expr(deliveries, first("0001-01-01 0001-01-02 9;", "history"))
        .exec(raw)
        .await
        .unwrap();
    let moved = rollup_sale_delivery::Column::History;
    rollup_sale_delivery::Entity::update_many()
        .col_expr(moved, first("0001-01-01 0001-01-02 9 3 4;", "history"))
        .exec(raw)
        .await
        .unwrap();
    let basket = rollup_customer_basket::Column::Basket;
    rollup_customer_basket::Entity::update_many()
        .col_expr(basket, first("1:!ton 1 2 3 4 5/", "basket"))
        .exec(raw)
        .await
        .unwrap();
    let before = read_series(&trade).await;
    trade
        .lines
        .values_mut()
        .take(6)
        .for_each(|line| line.change_payment(&mut dice));
    trade.sync_lines().await;
    let after = read_series(&trade).await;
    assert_ne!(before, after);
    for (row, text) in &before {
        let now = after.get(row).unwrap_or_else(|| panic!("{row} is gone"));
        assert!(
            now.starts_with("0001-01-01 ") || now.starts_with("1:!ton 1 2 3 4 5/"),
            "{row}: {text} became {now}"
        );
    }
}

#[tokio::test]
async fn a_text_that_cannot_be_read_has_all_lines_counted() {
    let (mut trade, mut dice) = start_with_lines(24).await;
    let broken = rollup_customer_basket::Entity::update_many().col_expr(
        rollup_customer_basket::Column::Basket,
        Expr::value("no basket at all"),
    );
    broken.exec(&trade.app.raw).await.unwrap();
    // Some of the changed lines belong to customers with broken baskets.
    for _ in 0..4 {
        random_lines::change_few(&mut trade.lines, &mut dice);
        trade.sync_lines().await;
    }
    trade
        .check_figures(TODAY.parse().unwrap(), "after a broken text")
        .await;
    check_series(&trade, "after a broken text").await;
}

#[tokio::test]
async fn a_complete_read_notices_that_the_rollups_stand_for_other_lines() {
    let (trade, _) = start_with_lines(25).await;
    let more = rollup_line_day::Entity::update_many()
        .col_expr(rollup_line_day::Column::Lines, Expr::cust("lines + 1"));
    more.exec(&trade.app.raw).await.unwrap();
    trade.sync_lines().await;
    trade
        .check_figures(TODAY.parse().unwrap(), "counted anew")
        .await;
    let status = trade
        .owner
        .get("/api/data-sync/status")
        .await
        .data()
        .clone();
    let lines = status["tables"]
        .as_array()
        .unwrap()
        .iter()
        .find(|table| table["sourceTable"] == json!("sales_transactions"))
        .cloned();
    assert_eq!(lines.unwrap()["rows"], json!(trade.lines.len()), "{status}");
}
