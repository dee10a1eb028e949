//! Computes the season position, and names what it consists of.

use futures_util::future::BoxFuture;
use std::collections::{BTreeSet, HashMap};

use chrono::{Months, NaiveDate};
use entities::{customer, supplier};
use purchase_planning::{PackedPosition, Planner};
use sea_orm::{ColumnTrait, DbErr};
use tokio::task::spawn_blocking;

use super::dashboard_cards::DateRange;
use super::planning_input_store::read_planning_inputs;
use super::purchase_plan_store::PlanProofs;
use super::purchasing_settings::read_edition;
use super::season_position::{
    MAX_TERMS, MAX_WEEKS, SeasonPosition, StockPosition, TermNames, WeekTerms,
};
use super::stock_store::read_stock_table;
use super::stock_table::StockRecord;
use super::{read_figure_day, read_lead_times, read_organization_currency};
use crate::auth::permission::{CustomersRead, PurchasingRead};
use crate::auth::{Proof, Scope};
use crate::cache::{CachedFigure, ComputedFigure, FigureCache, StoredFigure, estimate_row_bytes};
use crate::db::{DbError, Organization, RolledUpDb};
use crate::decimal::Decimal4;

/// The season positions of this process.
pub type SeasonPositions = FigureCache<SeasonPosition>;

impl StoredFigure for SeasonPosition {
    const KIND: &'static str = "season_position";
}

impl ComputedFigure for SeasonPosition {
    type Inputs<'a> = PlanProofs<'a>;
    type Error = DbError;

    /// The location mapping is part of no data version.
    fn read_edition(scope: &Scope) -> BoxFuture<'_, Result<i64, DbError>> {
        Box::pin(async move { read_edition(&scope.read_db().await?).await })
    }

    fn compute<'a>(
        scope: &'a Scope,
        rights: Self::Inputs<'a>,
    ) -> BoxFuture<'a, Result<Self, DbError>> {
        Box::pin(async move {
            let db = scope.rollup_db().await?;
            read_season_position(&db, scope.access().organization(), scope.as_of(), rights).await
        })
    }
}

impl CachedFigure for SeasonPosition {
    fn approximate_bytes(&self) -> usize {
        let in_rows = self.rows.iter().map(|row| {
            row.position.heap_bytes()
                + estimate_row_bytes(&row.arrivals, 2)
                + estimate_row_bytes(&row.bookings, 2)
        });
        estimate_row_bytes(&self.rows, 7) + in_rows.sum::<usize>()
    }
}

/// The position of all stock rows as of today, or of the day of the newest order line if that is
/// older than usual.
pub async fn read_season_position(
    db: &RolledUpDb,
    organization: &Organization,
    today: NaiveDate,
    (right, _stock, _sales): PlanProofs<'_>,
) -> Result<SeasonPosition, DbError> {
    let day = read_figure_day(db, today, right).await?;
    let as_of = day.as_of;
    let stock = read_stock_table(db).await?;
    let inputs = read_planning_inputs(db, organization, as_of, right, &stock, |_, _| {}).await?;
    let currency = read_organization_currency(db, organization)
        .await?
        .map(|currency| currency.0)
        .or_else(|| stock.rows().first().map(|row| row.currency.to_string()));
    let suppliers = read_supplier_names(db).await?;
    let (morning, history) = (inputs.morning, inputs.history);
    let positions = spawn_blocking(move || {
        let planner = Planner::fit(&morning, &history);
        drop(history);
        planner.position(&morning, MAX_WEEKS, |position| {
            PackedPosition::pack(&position)
        })
    })
    .await
    .map_err(|error| DbError::Failed(DbErr::Custom(format!("the position failed: {error}"))))?;
    let is_counted = |row: &StockRecord| currency.as_deref() == Some(&*row.currency);
    let rows = stock.rows();
    Ok(SeasonPosition {
        as_of,
        other_currency_rows: rows.iter().filter(|row| !is_counted(row)).count() as u64,
        rows: rows
            .iter()
            .zip(positions)
            .zip(inputs.terms)
            .map(|((row, position), terms)| StockPosition {
                unit_cost: Decimal4::from_scaled(row.unit_cost_e4)
                    .ok()
                    .filter(|_| is_counted(row)),
                item_id: row.item_id.to_string(),
                item: row.item_name.to_string(),
                category: row.category.to_string(),
                unit: row.unit.to_string(),
                location: row.location.to_string(),
                supplier: row.supplier_id.as_deref().map(|id| {
                    let name = suppliers.get(id);
                    name.cloned().unwrap_or_else(|| id.to_owned())
                }),
                supplier_id: row.supplier_id.as_deref().map(str::to_owned),
                position,
                arrivals: terms.arrivals,
                undated: terms.undated,
                bookings: terms.bookings,
            })
            .collect(),
        as_ordered: inputs.as_ordered,
        missing: inputs.missing,
        currency,
        unmatched_lines: inputs.unmatched_lines,
        data_through: day.data_through,
    })
}

/// Names and lead times of the orders and bookings of a week.
pub(super) async fn read_term_names(
    db: &RolledUpDb,
    terms: &WeekTerms<'_>,
    as_of: NaiveDate,
    right: (&Proof<PurchasingRead>, &Proof<CustomersRead>),
) -> Result<TermNames, DbError> {
    let bookings = terms.bookings.iter().take(MAX_TERMS);
    let ids = bookings.map(|one| one.customer_id.as_str());
    let customers = read_customer_names(db, ids.collect(), right.1).await?;
    let last_year = DateRange {
        after: as_of
            .checked_sub_months(Months::new(12))
            .unwrap_or(NaiveDate::MIN),
        through: as_of,
    };
    let lead_times = if terms.arrivals.is_empty() {
        Vec::new()
    } else {
        read_lead_times(db, last_year, as_of, right.0).await?
    };
    Ok(TermNames {
        suppliers: read_supplier_names(db).await?,
        customers,
        lead_times,
    })
}

/// Names by customer id.
pub(super) async fn read_customer_names(
    db: &RolledUpDb,
    ids: BTreeSet<&str>,
    _right: &Proof<CustomersRead>,
) -> Result<HashMap<String, String>, DbError> {
    let customers = db
        .find::<customer::Entity>()
        .filter(customer::Column::CustomerId.is_in(ids))
        .all()
        .await?;
    Ok(customers
        .into_iter()
        .map(|row| (row.customer_id, row.customer_name))
        .collect())
}

/// Names by supplier id.
async fn read_supplier_names(db: &RolledUpDb) -> Result<HashMap<String, String>, DbError> {
    let suppliers = db.find::<supplier::Entity>().all().await?;
    Ok(suppliers
        .into_iter()
        .map(|row| (row.supplier_id, row.supplier_name))
        .collect())
}
