//! Rollups: after any change of lines, figures from the rollups equal those computed from the
//! lines, and only affected rows are written.

mod assistant_queries;
mod delivery_ranges;
mod expected_figures;
mod histories;
mod maintenance;
mod packed_series;
pub(crate) mod random_lines;

use crate::{Client, TestApp, Warehouse};
use api::auth::permission::{CustomersRead, InventoryRead, PurchasingRead, SalesRead};
use api::decimal::Decimal4;
use api::features::customers::headlines::one_year_before;
use api::features::customers::read_customers;
use api::features::purchasing::{read_cards, read_purchase_plan};
use api::features::supply_prices::read_price_index;
use chrono::NaiveDate;
use entities::purchase_transaction;
use expected_figures::LineFigures;
use random_lines::{LineRow, SeededRng, TODAY};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::json;
use std::collections::BTreeMap;

/// An organization whose lines are changed and synced by a test.
struct RollupFixture {
    app: TestApp,
    owner: Client,
    warehouse: Warehouse,
    lines: BTreeMap<String, LineRow>,
}

/// An organization whose lines were synced once.
async fn start_with_lines(seed: u64) -> (RollupFixture, SeededRng) {
    let mut trade = RollupFixture::start().await;
    let mut dice = SeededRng::new(seed);
    random_lines::change_lines(&mut trade.lines, 0, &mut dice);
    trade.sync_lines().await;
    (trade, dice)
}

impl RollupFixture {
    async fn start() -> Self {
        let app = TestApp::start().await;
        let owner = app.create_organization("Prairie").await;
        let warehouse = app.create_warehouse("prairie");
        warehouse
            .write_inventory(&random_lines::inventory_rows())
            .write_customers(&random_lines::customer_rows());
        app.sync_warehouse(&owner, &warehouse).await.data();
        Self {
            app,
            owner,
            warehouse,
            lines: BTreeMap::new(),
        }
    }

    /// Syncs the current lines.
    async fn sync_lines(&self) {
        let rows: String = self
            .lines
            .iter()
            .map(|(id, line)| line.to_csv(id))
            .collect();
        self.warehouse.write_transactions(&rows);
        let body =
            json!({"tableName": "sales_transactions", "options": {"confirmDeletions": true}});
        self.owner.post("/api/data-sync/table", body).await.data();
    }

    async fn tenant_id(&self) -> sea_orm::prelude::Uuid {
        self.app.open_access(&self.owner).await.tenant().0
    }

    /// The valid lines in the application database.
    async fn load_lines(&self) -> LineFigures {
        let live = purchase_transaction::Entity::find()
            .filter(purchase_transaction::Column::TenantId.eq(self.tenant_id().await))
            .filter(purchase_transaction::Column::DeletedAt.is_null());
        LineFigures::from_lines(live.all(&self.app.raw).await.unwrap())
    }

    /// Compares every figure from the rollups with the same figure computed from the lines.
    async fn check_figures(&self, as_of: NaiveDate, when: &str) {
        let scope = self
            .app
            .parts
            .authority
            .scope_for_token(self.owner.token())
            .await
            .unwrap();
        let organization = scope.access().organization();
        let (purchasing, sales) = (
            scope.require(PurchasingRead).unwrap(),
            scope.require(SalesRead).unwrap(),
        );
        let (customers, stock) = (
            scope.require(CustomersRead).unwrap(),
            scope.require(InventoryRead).unwrap(),
        );
        let db = scope.rollup_db().await.unwrap();
        let books = self.load_lines().await;

        let cards = read_cards(&db, organization, as_of, &purchasing)
            .await
            .unwrap();
        assert_eq!(
            cards.currency.map(|currency| currency.0),
            books.main_currency(),
            "{when}"
        );
        assert_eq!(
            (cards.cards, cards.excluded),
            books.expected_cards(as_of),
            "{when}"
        );

        let prices = read_price_index(&db, organization, as_of, &purchasing)
            .await
            .unwrap();
        assert_eq!(
            (prices.index, prices.excluded),
            books.expected_price_index(as_of),
            "{when}"
        );

        let read = read_customers(
            &db,
            organization,
            as_of,
            one_year_before(as_of),
            (&customers, &sales, &purchasing),
        )
        .await
        .unwrap();
        let expected = books.expected_customers(as_of);
        let by_day = |mut customers: Vec<api::features::customers::customer::Customer>| {
            for customer in &mut customers {
                customer.days.sort_by_key(|day| day.day);
            }
            customers
        };
        assert_eq!(by_day(read.customers), by_day(expected.customers), "{when}");
        assert_eq!(read.demand, expected.demand, "{when}");
        assert_eq!(
            (read.lines, read.excluded),
            (expected.lines, expected.excluded),
            "{when}"
        );

        let plan = read_purchase_plan(&db, organization, as_of, (&purchasing, &stock, &sales))
            .await
            .unwrap();
        for row in &plan.rows {
            let (stock, only_stock) = (&row.stock, row.stock.item_id != "urea");
            let place = (&*stock.item_id, &*stock.unit, &*stock.location);
            let sold = books.sold_from(plan.as_of, place, only_stock);
            assert_eq!(stock.sold_last_year, sold, "{when}: {row:?}");
            assert!(
                row.order
                    .is_none_or(|order| order.quantity > Decimal4::ZERO)
            );
        }
        drop(db);
        self.check_answers(&books, as_of, when).await;
        self.check_histories(&books, when).await;
        self.check_deliveries(&books, as_of, when).await;
    }
}

/// Changes many lines and few lines. Compares the figures after each change as of three days:
/// before, within and after most of the lines.
async fn run_random_changes(seed: u64) {
    let mut trade = RollupFixture::start().await;
    let mut dice = SeededRng::new(seed);
    for step in 0..16 {
        random_lines::change_lines(&mut trade.lines, step, &mut dice);
        trade.sync_lines().await;
        for as_of in [TODAY, "2025-02-28", "2027-01-01"] {
            trade
                .check_figures(
                    as_of.parse().unwrap(),
                    &format!("seed {seed}, step {step}, as of {as_of}"),
                )
                .await;
        }
    }
}

#[tokio::test]
async fn figures_are_those_of_the_lines_whatever_happens_to_them() {
    run_random_changes(1).await;
}

#[tokio::test]
async fn figures_are_those_of_the_lines_whatever_else_happens_to_them() {
    run_random_changes(2).await;
}
