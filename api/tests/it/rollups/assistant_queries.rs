//! Queries of the assistant on rollups, compared with the same computed from the lines.

use super::RollupFixture;
use super::expected_figures::{LineFigures, exact_sum};
use api::auth::permission::{InventoryRead, PurchasingRead, SalesRead};
use api::decimal::ExactSum;
use api::features::purchasing::dashboard_cards::CardPeriods;
use api::features::purchasing::{
    StockFilter, read_purchase_extent, read_sales_extent, read_sold_last_year, read_stock_items,
    read_unsold_items,
};
use chrono::NaiveDate;
use entities::purchase_transaction::Model;
use std::collections::{BTreeMap, BTreeSet};

impl RollupFixture {
    /// Compares query results on rollups with the lines.
    pub(super) async fn check_answers(&self, books: &LineFigures, as_of: NaiveDate, when: &str) {
        let scope = self
            .app
            .parts
            .authority
            .scope_for_token(self.owner.token())
            .await
            .unwrap();
        let (purchasing, sales, stock) = (
            scope.require(PurchasingRead).unwrap(),
            scope.require(SalesRead).unwrap(),
            scope.require(InventoryRead).unwrap(),
        );
        let db = scope.rollup_db().await.unwrap();
        let windows = CardPeriods::ending_on(as_of);

        let read = read_sales_extent(&db, as_of, &sales).await.unwrap();
        assert_eq!(
            read.map(|extent| (extent.first_day, extent.last_day)),
            date_extent(books, "sale", as_of),
            "{when}"
        );
        let read = read_purchase_extent(&db, as_of, &purchasing).await.unwrap();
        assert_eq!(
            read.map(|extent| (extent.first_day, extent.last_day)),
            date_extent(books, "purchase", as_of),
            "{when}"
        );

        self.check_punctuality(books, as_of, when).await;

        // All rows: none has an empty currency.
        let all = StockFilter::OtherCurrency {
            than: "",
            category: None,
        };
        let shelves = read_stock_items(&db, all, &stock).await.unwrap();
        let read = read_sold_last_year(&db, &shelves, as_of, &sales)
            .await
            .unwrap();
        let mut sold: BTreeMap<String, ExactSum> = BTreeMap::new();
        for line in books.lines_in_direction("sale").filter(|line| {
            windows.year.contains(line.transaction_date)
                && shelves.iter().any(|shelf| shelf.item_id == line.item_id)
        }) {
            let sum = sold.entry(line.unit.clone()).or_default();
            *sum = sum.saturating_add(exact_sum(line.quantity_e4));
        }
        assert_eq!(read.into_iter().collect::<BTreeMap<_, _>>(), sold, "{when}");

        let sold: BTreeSet<&str> = books
            .lines_in_direction("sale")
            .filter(|line| windows.quarter.contains(line.transaction_date))
            .map(|line| line.item_id.as_str())
            .collect();
        let unsold: BTreeSet<&str> = shelves
            .iter()
            .filter(|shelf| !sold.contains(shelf.item_id.as_str()))
            .map(|shelf| shelf.item.as_str())
            .collect();
        let read = read_unsold_items(&db, windows.quarter, None, (&stock, &sales))
            .await
            .unwrap();
        assert_eq!(
            read.iter().map(String::as_str).collect::<BTreeSet<_>>(),
            unsold,
            "{when}"
        );
    }
}

/// First and last day with lines, up to a day.
fn date_extent(
    books: &LineFigures,
    direction: &str,
    as_of: NaiveDate,
) -> Option<(NaiveDate, NaiveDate)> {
    let known: Vec<&Model> = books
        .lines_in_direction(direction)
        .filter(|line| line.transaction_date <= as_of)
        .collect();
    let days = || known.iter().map(|line| line.transaction_date);
    days().min().zip(days().max())
}
