//! The rollups stand for the lines: whatever happens to lines, figures from the rollups are those
//! of the lines themselves, and only what is touched is written.

mod answered;
mod asked;
mod books;
mod histories;
pub(crate) mod lines;
mod texts;
mod upkeep;

use crate::{Client, TestApp, Warehouse};
use api::auth::permission::{CustomersRead, InventoryRead, PurchasingRead, SalesRead};
use api::decimal::Decimal4;
use api::features::customers::headlines::year_before;
use api::features::customers::read_customers;
use api::features::purchasing::{read_cards, read_recommendations};
use api::features::supply_prices::read_price_index;
use books::Books;
use chrono::NaiveDate;
use entities::purchase_transaction;
use lines::{Dice, LineRow, TODAY};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::json;
use std::collections::BTreeMap;

/// An organization whose lines a test changes and syncs.
struct Trade {
    app: TestApp,
    owner: Client,
    warehouse: Warehouse,
    lines: BTreeMap<String, LineRow>,
}

/// A business whose lines were synced once.
async fn with_lines(seed: u64) -> (Trade, Dice) {
    let mut trade = Trade::start().await;
    let mut dice = Dice::new(seed);
    lines::change(&mut trade.lines, 0, &mut dice);
    trade.sync().await;
    (trade, dice)
}

impl Trade {
    async fn start() -> Self {
        let app = TestApp::start().await;
        let owner = app.organization("Prairie").await;
        let warehouse = app.warehouse("prairie");
        warehouse
            .inventory(&lines::inventory())
            .customers(&lines::customers());
        app.sync(&owner, &warehouse).await.data();
        Self {
            app,
            owner,
            warehouse,
            lines: BTreeMap::new(),
        }
    }

    /// Syncs the lines as they are now.
    async fn sync(&self) {
        let rows: String = self.lines.iter().map(|(id, line)| line.csv(id)).collect();
        self.warehouse.transactions(&rows);
        let body = json!({"tableName": "sales_transactions", "options": {"confirmRemovals": true}});
        self.owner.post("/api/data-sync/table", body).await.data();
    }

    async fn tenant(&self) -> sea_orm::prelude::Uuid {
        self.app.access(&self.owner).await.tenant().0
    }

    /// The lines that count, as the application database has them.
    async fn books(&self) -> Books {
        let live = purchase_transaction::Entity::find()
            .filter(purchase_transaction::Column::TenantId.eq(self.tenant().await))
            .filter(purchase_transaction::Column::DeletedAt.is_null());
        Books::of(live.all(&self.app.raw).await.unwrap())
    }

    /// Compares every figure that is read from the rollups with the same figure made of the lines.
    async fn check(&self, as_of: NaiveDate, when: &str) {
        let scope = self
            .app
            .parts
            .authority
            .scope_of_token(self.owner.token())
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
        let db = scope.rolled_up_db().await.unwrap();
        let books = self.books().await;

        let cards = read_cards(&db, organization, as_of, &purchasing)
            .await
            .unwrap();
        assert_eq!(
            cards.currency.map(|currency| currency.0),
            books.currency(),
            "{when}"
        );
        assert_eq!((cards.cards, cards.excluded), books.cards(as_of), "{when}");

        let prices = read_price_index(&db, organization, as_of, &purchasing)
            .await
            .unwrap();
        assert_eq!(
            (prices.index, prices.excluded),
            books.price_index(as_of),
            "{when}"
        );

        let read = read_customers(
            &db,
            organization,
            as_of,
            year_before(as_of),
            (&customers, &sales, &purchasing),
        )
        .await
        .unwrap();
        let expected = books.customers(as_of);
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

        let read = read_recommendations(
            &db,
            organization,
            as_of,
            None,
            (&purchasing, &stock, &sales),
        )
        .await
        .unwrap();
        let sold = books.sold(as_of);
        for item in &read.recommendations.items {
            let only_stock = item.item_id != "urea";
            assert_eq!(
                item.terms.sold_last_year,
                sold.sold_from(&item.item_id, &item.unit, &item.location, only_stock),
                "{when}: {item:?}"
            );
            assert!(item.recommended > Decimal4::from_scaled(0).unwrap());
        }
        drop(db);
        self.check_answers(&books, as_of, when).await;
        self.check_histories(&books, when).await;
        self.check_deliveries(&books, as_of, when).await;
    }
}

/// Changes of many and of few lines, the tables compared after each as of three days: one before,
/// one in and one after most of the lines.
async fn go_through(seed: u64) {
    let mut trade = Trade::start().await;
    let mut dice = Dice::new(seed);
    for step in 0..16 {
        lines::change(&mut trade.lines, step, &mut dice);
        trade.sync().await;
        for as_of in [TODAY, "2025-02-28", "2027-01-01"] {
            trade
                .check(
                    as_of.parse().unwrap(),
                    &format!("seed {seed}, step {step}, as of {as_of}"),
                )
                .await;
        }
    }
}

#[tokio::test]
async fn figures_are_those_of_the_lines_whatever_happens_to_them() {
    go_through(1).await;
}

#[tokio::test]
async fn figures_are_those_of_the_lines_whatever_else_happens_to_them() {
    go_through(2).await;
}
