//! How many suppliers are bought from.

use super::super::answer_phrases::CoveredPeriod;
use super::load_extent_or_explain;
use crate::auth::permission::PurchasingRead;
use crate::features::assistant::fact_sheet::FactSheet;
use crate::features::assistant::period::Period;
use crate::features::assistant::tool_context::ToolContext;
use crate::features::assistant::tool_registry::Args;
use crate::features::assistant::tool_result::{Column, MAX_TABLE_ROWS, Row, Table, ToolResult};
use crate::features::purchasing::{
    ActiveSupplier, list_active_suppliers, read_active_suppliers, read_delivering_suppliers,
};
use crate::http::ApiError;

const METHOD: &str =
    "Suppliers with a purchase line by transaction date in the period, each counted once";
/// Suppliers that are named one by one.
const MAX_INSIGHTS: usize = 3;

pub(in crate::features::assistant::tools) async fn active_suppliers(
    desk: &ToolContext<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    found: &mut ToolResult,
) -> Result<(), ApiError> {
    let right = desk.require(PurchasingRead)?;
    let db = desk.rolled_up_db().await?;
    found.method = Some(METHOD);
    let Some(extent) = load_extent_or_explain(&db, desk, args, &right, sheet, found).await? else {
        return Ok(());
    };
    let covered = CoveredPeriod::from_args(args, Period::Last90Days, desk.as_of(), sheet);
    let number = read_active_suppliers(&db, covered.dates, &right).await?;
    let before = read_active_suppliers(&db, covered.previous, &right).await?;
    let delivering = read_delivering_suppliers(&db, covered.dates, &right).await?;
    let suppliers = list_active_suppliers(&db, covered.dates, &right).await?;
    let earlier = list_active_suppliers(&db, covered.previous, &right).await?;
    drop(db);
    found.source_row_count = suppliers.iter().map(|supplier| supplier.lines).sum();
    let rows = set_table(&suppliers, sheet, found);
    let period = covered.period;
    let active = sheet.add_count("Active suppliers", number, "supplier", "suppliers", rows);
    let delivered = sheet.add_count(
        "Suppliers that delivered",
        delivering,
        "supplier",
        "suppliers",
        Vec::new(),
    );
    let before = sheet.add_count(
        "Active suppliers in the period before",
        before,
        "supplier",
        "suppliers",
        Vec::new(),
    );
    found.push_sentence(format!(
        "You bought from {active} ({period}), against {before} in the period \
        before; {delivered} delivered in it."
    ));
    if number == 0 {
        covered.explain_empty(&extent, sheet, found);
    }
    let lost = earlier
        .iter()
        .filter(|then| suppliers.iter().all(|now| now.supplier != then.supplier))
        .take(MAX_INSIGHTS);
    for supplier in lost {
        let name = sheet.add_name(
            "Supplier of the period before",
            &supplier.supplier,
            Vec::new(),
        );
        let last_day = sheet.add_date(
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
fn set_table(
    suppliers: &[ActiveSupplier],
    sheet: &mut FactSheet,
    found: &mut ToolResult,
) -> Vec<String> {
    let mut rows = Vec::new();
    for supplier in suppliers.iter().take(MAX_TABLE_ROWS) {
        let id = found.next_row_id();
        let at = || vec![id.clone()];
        let name = &supplier.supplier;
        let cells = vec![
            Some(sheet.add_name("Supplier", name, at())),
            Some(sheet.add_count(
                format!("Purchase lines of {name}"),
                supplier.lines,
                "line",
                "lines",
                at(),
            )),
            Some(sheet.add_date(
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
            Column::for_text("Supplier"),
            Column::for_numbers("Lines"),
            Column::for_text("Last purchase"),
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
