//! Collects the product's figures through the features, under the names of the reference figures.

mod customer_figures;
mod market_figures;

use super::super::CommandError;
use crate::auth::permission::{CustomersRead, MarketRead, PurchasingRead, SalesRead};
use crate::auth::{PermissionError, Proof, Scope};
use crate::db::{DbError, TenantDb, TenantSql};
use crate::decimal::round2;
use crate::features::crop_yield::read_yield_report;
use crate::features::crop_yield::reference_yields::ReferenceYields;
use crate::features::customers::{CustomerReportError, read_customer_report};
use crate::features::market::read_quotes;
use crate::features::purchasing::{CardsReport, read_cards, read_figure_day};
use crate::features::supply_prices::price_index::Month;
use crate::features::supply_prices::{ReadPriceIndex, read_price_index};
use reference::Figures;
use sea_orm::FromQueryResult;

/// All figures of the scope's organization as of its date.
pub(super) async fn collect_figures(
    scope: &Scope,
    reference: &ReferenceYields,
) -> Result<Figures, CommandError> {
    const OPERATION: &str = "cannot compute the product's figures";
    let proofs = require_permissions(scope).map_err(CommandError::with_context(OPERATION))?;
    try_collect_figures(scope, reference, proofs)
        .await
        .map_err(CommandError::with_context(OPERATION))
}

type Proofs = (
    Proof<PurchasingRead>,
    Proof<SalesRead>,
    Proof<CustomersRead>,
    Proof<MarketRead>,
);

fn require_permissions(scope: &Scope) -> Result<Proofs, PermissionError> {
    Ok((
        scope.require(PurchasingRead)?,
        scope.require(SalesRead)?,
        scope.require(CustomersRead)?,
        scope.require(MarketRead)?,
    ))
}

async fn try_collect_figures(
    scope: &Scope,
    reference: &ReferenceYields,
    (costs, sales, farms, quotes): Proofs,
) -> Result<Figures, CustomerReportError> {
    let (organization, today) = (scope.access().organization(), scope.as_of());
    let mut figures = Figures::default();
    add_row_counts(&scope.read_db().await?, &mut figures).await?;
    let db = scope.rollup_db().await?;
    let as_of = read_figure_day(&db, today, &costs).await?.as_of;
    add_cards(
        &read_cards(&db, organization, as_of, &costs).await?,
        &mut figures,
    );
    add_price_index(
        &read_price_index(&db, organization, as_of, &costs).await?,
        &mut figures,
    );
    drop(db);
    let read = read_yield_report(&scope.read_db().await?, reference, &farms).await?;
    figures.push_exact("Crop yields: customers with crops", read.customers);
    add_crop_yields(read.report.as_ref(), &mut figures);
    let read = read_customer_report(
        scope.rollup_db().await?,
        organization,
        today,
        (&farms, &sales, &costs),
    )
    .await?;
    customer_figures::add_customer_figures(&read, &mut figures);
    market_figures::add_market_figures(
        &read_quotes(&scope.read_db().await?, today, &quotes).await?,
        today,
        &mut figures,
    );
    Ok(figures)
}

#[derive(FromQueryResult)]
struct RowCount {
    n: i64,
}

const ROW_COUNT_QUERIES: [(&str, TenantSql); 5] = [
    (
        "sales_transactions",
        TenantSql::new(
            r"
                select count(*) as n
                from purchase_transactions
                where tenant_id = $1 and deleted_at is null
            ",
        ),
    ),
    (
        "inventory_data",
        TenantSql::new(
            "select count(*) as n from inventory where tenant_id = $1 and deleted_at is null",
        ),
    ),
    (
        "customer_profiles",
        TenantSql::new(
            "select count(*) as n from customers where tenant_id = $1 and deleted_at is null",
        ),
    ),
    (
        "supplier_data",
        TenantSql::new(
            "select count(*) as n from suppliers where tenant_id = $1 and deleted_at is null",
        ),
    ),
    (
        "market_prices",
        TenantSql::new(
            "select count(*) as n from market_data where tenant_id = $1 and deleted_at is null",
        ),
    ),
];

async fn add_row_counts(db: &TenantDb, figures: &mut Figures) -> Result<(), DbError> {
    for (table, sql) in ROW_COUNT_QUERIES {
        let n = db
            .query_rows::<RowCount>(sql, Vec::new())
            .await?
            .first()
            .map_or(0, |count| count.n);
        figures.push_exact(format!("Rows: {table}"), n);
    }
    Ok(())
}

fn add_cards(read: &CardsReport, figures: &mut Figures) {
    let cards = &read.cards;
    figures.push_exact("Cards: Total Spend", cards.total_spend.value);
    figures.push_exact(
        "Cards: Total Spend, change in %",
        cards.total_spend.change_percent,
    );
    figures.push_exact(
        "Cards: Avg Order Value",
        cards.avg_order_value.map(|card| card.value),
    );
    figures.push_exact(
        "Cards: Avg Order Value, change in %",
        cards.avg_order_value.and_then(|card| card.change_percent),
    );
    figures.push_exact(
        "Cards: Delivery Rate",
        cards.delivery_rate.map(|card| card.value),
    );
    figures.push_exact(
        "Cards: Delivery Rate, change in points",
        cards.delivery_rate.and_then(|card| card.change_points),
    );
    figures.push_exact("Cards: Active Suppliers", cards.active_suppliers.value);
    figures.push_exact(
        "Cards: Active Suppliers, change",
        cards.active_suppliers.change,
    );
    figures.push_exact("Cards: lines", cards.lines);
    figures.push_exact("Cards: lines in other currencies", read.excluded);
}

fn add_price_index(read: &ReadPriceIndex, figures: &mut Figures) {
    figures.push_exact("Price index: lines left out", read.excluded);
    figures.push_exact(
        "Price index: lines with unusual prices",
        read.unusual_price_lines,
    );
    let Some(index) = &read.index else {
        figures.push_exact("Price index: Current Index", None::<f64>);
        return;
    };
    let mut series = |name: &str, level: f64, change: Option<f64>, last: Month, carried: bool| {
        figures.push_exact(format!("{name}: Current Index"), round2(level));
        figures.push_exact(format!("{name}: change in %"), change);
        figures.push_exact(format!("{name}: last month"), last.to_string());
        figures.push_exact(
            format!("{name}: carried on"),
            if carried { "yes" } else { "no" },
        );
    };
    series(
        "Price index",
        index.current_index,
        index.index_change_percent,
        index.last_month,
        index.carried,
    );
    for category in &index.categories {
        let name = format!("Price index of {}", category.category);
        series(
            &name,
            category.current_price_index,
            category.price_change_percent,
            category.last_month,
            category.carried,
        );
    }
    for category in &index.categories {
        figures.push_exact(
            format!("Price index of {}: trend", category.category),
            category.trend().to_string(),
        );
    }
    for category in &index.thin_categories {
        figures.push_exact(
            format!("Price index of {category}: Current Index"),
            None::<f64>,
        );
    }
    figures.push_exact("Price index: months", index.months);
    figures.push_exact("Price index: items", index.items);
    figures.push_exact(
        "Price index: against a year before in %",
        index.year_over_year_percent,
    );
    for point in &index.series.points {
        figures.push_exact(
            format!("Price index: level of {}", point.month),
            point.index,
        );
    }
    figures.push_exact(
        "Price index: categories",
        index
            .categories
            .iter()
            .map(|category| category.category.as_str())
            .collect::<Vec<_>>()
            .join(", "),
    );
}

fn add_crop_yields(
    report: Option<&crate::features::crop_yield::forecast::YieldReport>,
    figures: &mut Figures,
) {
    let rows = report
        .map(|report| report.forecasts.as_slice())
        .unwrap_or_default();
    for row in rows {
        let name = |what: &str| {
            format!(
                "Crop yields: {}, {}, {what}",
                row.crop.to_string().to_lowercase(),
                row.region
            )
        };
        figures.push_exact(name("forecasted yield"), row.forecasted_yield);
        figures.push_exact(name("change in %"), row.yield_change_percent);
        figures.push_exact(name("harvest"), i64::from(row.year));
        figures.push_exact(name("confidence"), row.confidence_level);
        figures.push_exact(name("low"), row.low_80);
        figures.push_exact(name("high"), row.high_80);
        figures.push_exact(name("acres"), round2(row.acres));
    }
    figures.push_exact("Crop yields: rows", rows.len());
    figures.push_exact(
        "Crop yields: Forecast Accuracy",
        report.and_then(|report| report.forecast_accuracy),
    );
    figures.push_exact("Crop yields: MASE", report.and_then(|report| report.mase));
}
