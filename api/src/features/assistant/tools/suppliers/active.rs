//! How many suppliers are bought from.

use super::super::phrases::Covered;
use super::extent;
use crate::auth::permission::PurchasingRead;
use crate::features::assistant::desk::Desk;
use crate::features::assistant::facts::FactSheet;
use crate::features::assistant::finding::{Column, Finding, MOST_ROWS, Row, Table};
use crate::features::assistant::periods::Period;
use crate::features::assistant::registry::Args;
use crate::features::purchasing::{
    ActiveSupplier, list_active_suppliers, read_active_suppliers, read_delivering_suppliers,
};
use crate::http::ApiError;

const METHOD: &str =
    "Suppliers with a purchase line by transaction date in the period, each counted once";
/// Suppliers that are named one by one.
const MOST_INSIGHTS: usize = 3;

pub(in crate::features::assistant::tools) async fn active_suppliers(
    desk: &Desk<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    found: &mut Finding,
) -> Result<(), ApiError> {
    let right = desk.require(PurchasingRead)?;
    let db = desk.rolled_up_db().await?;
    found.method = Some(METHOD);
    let Some(extent) = extent(&db, desk, args, &right, sheet, found).await? else {
        return Ok(());
    };
    let covered = Covered::of(args, Period::Last90Days, desk.as_of(), sheet);
    let number = read_active_suppliers(&db, covered.dates, &right).await?;
    let before = read_active_suppliers(&db, covered.before, &right).await?;
    let delivering = read_delivering_suppliers(&db, covered.dates, &right).await?;
    let suppliers = list_active_suppliers(&db, covered.dates, &right).await?;
    let earlier = list_active_suppliers(&db, covered.before, &right).await?;
    drop(db);
    found.n = suppliers.iter().map(|supplier| supplier.lines).sum();
    let rows = listed(&suppliers, sheet, found);
    let period = covered.period;
    let active = sheet.count("Active suppliers", number, "supplier", "suppliers", rows);
    let delivered = sheet.count(
        "Suppliers that delivered",
        delivering,
        "supplier",
        "suppliers",
        Vec::new(),
    );
    let before = sheet.count(
        "Active suppliers in the period before",
        before,
        "supplier",
        "suppliers",
        Vec::new(),
    );
    found.say(format!(
        "You bought from {active} ({period}), against {before} in the period \
        before; {delivered} delivered in it."
    ));
    if number == 0 {
        covered.explain_nothing(&extent, sheet, found);
    }
    let lost = earlier
        .iter()
        .filter(|then| suppliers.iter().all(|now| now.supplier != then.supplier))
        .take(MOST_INSIGHTS);
    for supplier in lost {
        let name = sheet.name(
            "Supplier of the period before",
            &supplier.supplier,
            Vec::new(),
        );
        let last_day = sheet.date(
            format!("Last purchase from {}", supplier.supplier),
            supplier.last_day,
            Vec::new(),
        );
        found.insights.push(format!(
            "{name} was bought from in the period before, last on {last_day}, but not in this one."
        ));
    }
    Ok(())
}

/// The table; gives the names of its rows.
fn listed(suppliers: &[ActiveSupplier], sheet: &mut FactSheet, found: &mut Finding) -> Vec<String> {
    let mut rows = Vec::new();
    for supplier in suppliers.iter().take(MOST_ROWS) {
        let id = found.next_row();
        let at = || vec![id.clone()];
        let name = &supplier.supplier;
        let cells = vec![
            Some(sheet.name("Supplier", name, at())),
            Some(sheet.count(
                format!("Purchase lines of {name}"),
                supplier.lines,
                "line",
                "lines",
                at(),
            )),
            Some(sheet.date(
                format!("Last purchase from {name}"),
                supplier.last_day,
                at(),
            )),
        ];
        rows.push(Row { id, cells });
    }
    let ids = rows.iter().map(|row| row.id.clone()).collect();
    if !rows.is_empty() {
        let columns = vec![
            Column::words("Supplier"),
            Column::figures("Lines"),
            Column::words("Last purchase"),
        ];
        found.table = Some(Table {
            title: "Active suppliers",
            columns,
            rows,
            total: suppliers.len(),
        });
    }
    ids
}
