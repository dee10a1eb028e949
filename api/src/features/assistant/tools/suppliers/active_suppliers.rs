//! `active_suppliers`: number of suppliers that delivered in a period.

use super::super::answer_phrases::CoveredPeriod;
use super::load_extent_or_explain;
use crate::auth::permission::PurchasingRead;
use crate::features::assistant::fact_sheet::FactSheet;
use crate::features::assistant::period::Period;
use crate::features::assistant::tool_context::{ToolContext, ToolError};
use crate::features::assistant::tool_registry::Args;
use crate::features::assistant::tool_result::{Column, MAX_TABLE_ROWS, Row, Table, ToolResult};
use crate::features::purchasing::{
    ActiveSupplier, list_active_suppliers, read_active_suppliers, read_delivering_suppliers,
};

const METHOD: &str =
    "Suppliers with a purchase line by transaction date in the period, each counted once";
/// Maximum number of suppliers to mention.
const MAX_INSIGHTS: usize = 3;

pub(in crate::features::assistant::tools) async fn active_suppliers(
    context: &ToolContext<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) -> Result<(), ToolError> {
    let proof = context.require(PurchasingRead)?;
    let db = context.rolled_up_db().await?;
    result.method = Some(METHOD);
    let Some(extent) = load_extent_or_explain(&db, context, args, &proof, sheet, result).await?
    else {
        return Ok(());
    };
    let covered = CoveredPeriod::from_args(args, Period::Last90Days, context, sheet);
    let number = read_active_suppliers(&db, covered.dates, &proof).await?;
    let before = read_active_suppliers(&db, covered.previous, &proof).await?;
    let delivering = read_delivering_suppliers(&db, covered.dates, &proof).await?;
    let suppliers = list_active_suppliers(&db, covered.dates, &proof).await?;
    let earlier = list_active_suppliers(&db, covered.previous, &proof).await?;
    drop(db);
    result.source_row_count = suppliers.iter().map(|supplier| supplier.lines).sum();
    let rows = set_table(&suppliers, sheet, result);
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
        "Active suppliers in the previous period",
        before,
        "supplier",
        "suppliers",
        Vec::new(),
    );
    result.push_sentence(format!(
        "You bought from {active} ({period}), compared with {before} in the previous period; \
            {delivered} delivered."
    ));
    if number == 0 {
        covered.explain_empty(&extent, sheet, result);
    }
    let lost = earlier
        .iter()
        .filter(|then| suppliers.iter().all(|now| now.supplier != then.supplier))
        .take(MAX_INSIGHTS);
    for supplier in lost {
        let name = sheet.add_name(
            "Supplier in the previous period",
            &supplier.supplier,
            Vec::new(),
        );
        let last_day = sheet.add_date(
            format!("Last purchase from {}", supplier.supplier),
            supplier.last_day,
            Vec::new(),
        );
        result.insights.push(format!(
            "You bought from {name} in the previous period, last on {last_day}, but not in this \
                one."
        ));
    }
    Ok(())
}

/// Builds the table and returns the ids of its rows.
fn set_table(
    suppliers: &[ActiveSupplier],
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) -> Vec<String> {
    let mut rows = Vec::new();
    for supplier in suppliers.iter().take(MAX_TABLE_ROWS) {
        let id = result.next_row_id();
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
        result.table = Some(Table {
            title: "Active suppliers",
            columns,
            rows,
            total: suppliers.len(),
        });
    }
    ids
}
