//! Queries of the assistant on rollups, compared with the same computed from the lines.

use super::RollupFixture;
use super::expected_figures::{LineFigures, exact_sum};
use api::auth::permission::{InventoryRead, PurchasingRead, SalesRead};
use api::decimal::ExactSum;
use api::features::purchasing::dashboard_cards::CardPeriods;
use api::features::purchasing::{
    StockFilter, list_active_suppliers, read_purchase_extent, read_sold_last_year, read_stock_items,
};
use api::features::sales::{read_products, read_sales_extent};
use chrono::NaiveDate;
use entities::purchase_transaction::Model;
use std::collections::BTreeMap;

/// Amount, quantity and number of sold lines by item and unit.
type SoldTotals = BTreeMap<(String, String), (ExactSum, u64)>;

impl RollupFixture {
    /// Compares query results on rollups with the lines.
    #[expect(clippy::too_many_lines, reason = "a list with one entry per figure")]
    pub(super) async fn check_answers(&self, books: &LineFigures, as_of: NaiveDate, when: &str) {
        let scope = self
            .app
            .parts
            .authority
            .scope_for_token(self.owner.token())
            .await
            .unwrap();
        let organization = scope.access().organization();
        let (purchasing, sales, stock) = (
            scope.require(PurchasingRead).unwrap(),
            scope.require(SalesRead).unwrap(),
            scope.require(InventoryRead).unwrap(),
        );
        let db = scope.rollup_db().await.unwrap();
        let windows = CardPeriods::ending_on(as_of);

        let (_, days) = date_extent(books, "sale", as_of);
        let read = read_sales_extent(&db, as_of, &sales).await.unwrap();
        assert_eq!(
            read.map(|extent| (extent.first_day, extent.last_day)),
            days,
            "{when}"
        );
        let read = read_purchase_extent(&db, as_of, &purchasing).await.unwrap();
        assert_eq!(
            (read.lines, read.days),
            date_extent(books, "purchase", as_of),
            "{when}"
        );

        let mut active: BTreeMap<String, (u64, NaiveDate)> = BTreeMap::new();
        for line in books
            .lines_in_direction("purchase")
            .filter(|line| windows.quarter.contains(line.transaction_date))
        {
            if let Some(supplier) = &line.supplier_id {
                let (lines, last_day) = active.entry(supplier.clone()).or_default();
                (*lines, *last_day) = (*lines + 1, line.transaction_date.max(*last_day));
            }
        }
        let read = list_active_suppliers(&db, windows.quarter, &purchasing)
            .await
            .unwrap();
        let read: BTreeMap<_, _> = read
            .into_iter()
            .map(|row| (row.supplier, (row.lines, row.last_day)))
            .collect();
        assert_eq!(read, active, "{when}");

        let read = read_products(&db, organization, windows.year, None, &sales)
            .await
            .unwrap();
        let (mut quantities, mut revenues) = (
            SoldTotals::new(),
            BTreeMap::<String, (ExactSum, u64)>::new(),
        );
        let currency = books.main_currency();
        for line in books.lines_in_direction("sale").filter(|line| {
            windows.year.contains(line.transaction_date)
                && Some(&line.currency) == currency.as_ref()
        }) {
            add_scaled(
                quantities
                    .entry((line.item_id.clone(), line.unit.clone()))
                    .or_default(),
                line.quantity_e4,
            );
            add_scaled(
                revenues.entry(line.item_id.clone()).or_default(),
                line.amount_e4,
            );
        }
        let quantities: BTreeMap<_, _> = quantities
            .into_iter()
            .map(|(key, (sum, _))| (key, sum))
            .collect();
        let (products, _) = read.sales;
        assert_eq!(
            products
                .iter()
                .map(|row| (row.item_id.clone(), (row.revenue, row.lines)))
                .collect::<BTreeMap<_, _>>(),
            revenues,
            "{when}"
        );
        let in_units = products.iter().flat_map(|row| {
            row.quantities
                .iter()
                .map(|(unit, sum)| ((row.item_id.clone(), unit.clone()), *sum))
        });
        assert_eq!(in_units.collect::<BTreeMap<_, _>>(), quantities, "{when}");

        self.check_sales(books, as_of, when).await;
        self.check_suppliers(books, as_of, when).await;

        let shelves = read_stock_items(&db, StockFilter::All, &stock)
            .await
            .unwrap();
        let read = read_sold_last_year(&db, &shelves, as_of, &sales)
            .await
            .unwrap();
        let mut sold: BTreeMap<String, (ExactSum, u64)> = BTreeMap::new();
        for line in books.lines_in_direction("sale").filter(|line| {
            windows.year.contains(line.transaction_date)
                && shelves.iter().any(|shelf| shelf.item_id == line.item_id)
        }) {
            add_scaled(sold.entry(line.unit.clone()).or_default(), line.quantity_e4);
        }
        assert_eq!(
            read.into_iter().collect::<BTreeMap<_, _>>(),
            sold.into_iter()
                .map(|(unit, (sum, _))| (unit, sum))
                .collect(),
            "{when}"
        );
    }
}

fn add_scaled((sum, lines): &mut (ExactSum, u64), scaled: i64) {
    (*sum, *lines) = (sum.saturating_add(exact_sum(scaled)), *lines + 1);
}

/// The number of lines up to a day, with their first and last day.
fn date_extent(
    books: &LineFigures,
    direction: &str,
    as_of: NaiveDate,
) -> (u64, Option<(NaiveDate, NaiveDate)>) {
    let known: Vec<&Model> = books
        .lines_in_direction(direction)
        .filter(|line| line.transaction_date <= as_of)
        .collect();
    let days = known
        .iter()
        .map(|line| line.transaction_date)
        .min()
        .zip(known.iter().map(|line| line.transaction_date).max());
    (known.len() as u64, days)
}
