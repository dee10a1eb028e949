//! Histories match the lines exactly, day by day, however they were written.

use super::RollupFixture;
use super::expected_figures::LineFigures;
use api::auth::permission::PurchasingRead;
use api::features::purchasing::dashboard_cards::CardPeriods;
use api::features::purchasing::read_lead_times;
use chrono::{Datelike, NaiveDate};
use entities::{rollup_delivery_history, rollup_item_history, rollup_sale_delivery};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use std::collections::BTreeMap;

const NUMBER_BASE: i128 = 10_000_000;

impl RollupFixture {
    /// Compares both histories with the lines, entry by entry.
    pub(super) async fn check_histories(&self, books: &LineFigures, when: &str) {
        let tenant = self.tenant_id().await;
        let rows = rollup_item_history::Entity::find()
            .filter(rollup_item_history::Column::TenantId.eq(tenant))
            .all(&self.app.raw)
            .await
            .unwrap();
        let mut sold = BTreeMap::new();
        for row in &rows {
            for (day, numbers) in history_entries(&row.history, &row.quarter) {
                let [high, low] = numbers
                    .split(' ')
                    .map(|number| number.parse::<i128>().unwrap())
                    .collect::<Vec<_>>()
                    .try_into()
                    .unwrap();
                let known = sold.insert(
                    (
                        row.item_id.clone(),
                        row.unit.clone(),
                        row.location.clone(),
                        day,
                    ),
                    high * NUMBER_BASE + low,
                );
                assert_eq!(known, None, "{when}: {day} stands twice");
            }
        }
        assert_eq!(sold, books.sold_by_day(), "{when}");

        let rows = rollup_delivery_history::Entity::find()
            .filter(rollup_delivery_history::Column::TenantId.eq(tenant))
            .all(&self.app.raw)
            .await
            .unwrap();
        let mut delivered = BTreeMap::new();
        for row in &rows {
            for (day, rest) in history_entries(&row.history, &row.quarter) {
                let (came, lines) = rest.split_once(' ').unwrap();
                let key = (
                    row.supplier_id.clone(),
                    row.item_id.clone(),
                    day,
                    came.parse::<NaiveDate>().unwrap(),
                );
                assert_eq!(
                    delivered.insert(key, lines.parse::<i64>().unwrap()),
                    None,
                    "{when}: {day} stands twice"
                );
            }
        }
        assert_eq!(delivered, books.delivery_counts(), "{when}");

        let rows = rollup_sale_delivery::Entity::find()
            .filter(rollup_sale_delivery::Column::TenantId.eq(tenant))
            .all(&self.app.raw)
            .await
            .unwrap();
        let mut moved = BTreeMap::new();
        for row in &rows {
            for (day, rest) in history_entries(&row.history, &row.quarter) {
                let [delivered, lines, high, low] =
                    rest.split(' ').collect::<Vec<_>>().try_into().unwrap();
                let number = |text: &str| text.parse::<i128>().unwrap();
                let key = (
                    row.item_id.clone(),
                    row.unit.clone(),
                    row.location.clone(),
                    day,
                    Some(delivered.parse::<NaiveDate>().unwrap())
                        .filter(|_| delivered != "9999-12-31"),
                );
                let quantity = number(high) * NUMBER_BASE + number(low);
                assert_eq!(
                    moved.insert(key, (number(lines), quantity)),
                    None,
                    "{when}: {day} stands twice"
                );
            }
        }
        assert_eq!(moved, books.moved_sales(), "{when}");
    }

    /// Compares delivery figures with the lines.
    pub(super) async fn check_deliveries(&self, books: &LineFigures, as_of: NaiveDate, when: &str) {
        let scope = self
            .app
            .parts
            .authority
            .scope_for_token(self.owner.token())
            .await
            .unwrap();
        let purchasing = scope.require(PurchasingRead).unwrap();
        let db = scope.rollup_db().await.unwrap();
        let year = CardPeriods::ending_on(as_of).year;
        let mut lines: BTreeMap<String, u64> = BTreeMap::new();
        let mut waited: BTreeMap<String, i64> = BTreeMap::new();
        for ((supplier, days), count) in books.lead_time_counts(year) {
            *lines.entry(supplier.clone()).or_default() += count;
            *waited.entry(supplier).or_default() += days * i64::try_from(count).unwrap();
        }
        let read = read_lead_times(&db, year, as_of, &purchasing)
            .await
            .unwrap();
        let read_lines: BTreeMap<String, u64> = read
            .iter()
            .map(|row| (row.supplier.clone().unwrap_or_default(), row.lines))
            .collect();
        assert_eq!(read_lines, lines, "{when}");
        for row in &read {
            let supplier = row.supplier.clone().unwrap_or_default();
            #[expect(clippy::cast_precision_loss, reason = "small counts")]
            let mean = waited[&supplier] as f64 / lines[&supplier] as f64;
            assert!(
                (row.mean_days - mean).abs() < 0.006,
                "{when}: {row:?}, {mean}"
            );
        }
    }
}

/// The entries of a history with their first days, which must be ascending and within the row's
/// quarter.
fn history_entries<'a>(history: &'a str, quarter: &str) -> Vec<(NaiveDate, &'a str)> {
    let entries: Vec<(NaiveDate, &str)> = history
        .split(';')
        .map(|entry| entry.split_once(' ').unwrap())
        .map(|(day, rest)| (day.parse().unwrap(), rest))
        .collect();
    assert!(entries.is_sorted_by_key(|(day, _)| *day), "{history}");
    for (day, _) in &entries {
        assert_eq!(
            format!("{:04}-{:02}", day.year(), day.month0() / 3 * 3 + 1),
            quarter
        );
    }
    entries
}
