//! `spend_by_supplier`: spend for each supplier.

use super::super::answer_phrases::{
    CoveredPeriod, category_prefix, push_other_currencies, row_limit,
};
use super::load_extent_or_explain;
use crate::auth::permission::PurchasingRead;
use crate::features::assistant::fact_sheet::FactSheet;
use crate::features::assistant::period::Period;
use crate::features::assistant::tool_context::{ToolContext, ToolError};
use crate::features::assistant::tool_registry::{Args, Category};
use crate::features::assistant::tool_result::{Column, Row, Table, ToolResult};
use crate::features::purchasing::read_spending;
use crate::features::purchasing::suppliers::{SPEND_METHOD, Spending, SupplierSpend};

/// Minimum share of the spend to mention a supplier, in percent.
const MIN_NOTABLE_SHARE_PERCENT: f64 = 50.0;
/// Minimum change from the previous period to mention, in percent.
const MIN_NOTABLE_CHANGE_PERCENT: f64 = 10.0;

pub(in crate::features::assistant::tools) async fn spend_by_supplier(
    context: &ToolContext<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) -> Result<(), ToolError> {
    let proof = context.require(PurchasingRead)?;
    let db = context.rolled_up_db().await?;
    result.method = Some(SPEND_METHOD);
    let Some(extent) = load_extent_or_explain(&db, context, args, &proof, sheet, result).await?
    else {
        return Ok(());
    };
    let covered = CoveredPeriod::from_args(args, Period::Last12Months, context, sheet);
    let category = args.category.map(Category::as_str);
    let report =
        read_spending(&db, context.organization(), covered.dates, category, &proof).await?;
    let before = read_spending(
        &db,
        context.organization(),
        covered.previous,
        category,
        &proof,
    )
    .await?
    .spending;
    drop(db);
    let spending = &report.spending;
    match &args.supplier {
        Some(name) => push_supplier_spend(name, args, spending, &before, &covered, sheet, result),
        None => push_total_spend(args, spending, &before, &covered, sheet, result),
    }
    if result.source_row_count == 0 {
        covered.explain_empty(&extent, sheet, result);
    }
    push_other_currencies(report.excluded, sheet, result);
    Ok(())
}

fn push_supplier_spend(
    name: &str,
    args: &Args,
    spending: &Spending,
    before: &Spending,
    covered: &CoveredPeriod,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) {
    let (row, period, of) = (
        spending.for_supplier(name),
        covered.period,
        category_prefix(args.category),
    );
    result.source_row_count = row.lines;
    let at = set_table(&[&row], spending, 1, sheet, result);
    let supplier = sheet.add_name("Supplier", name, at.clone());
    let spend = sheet.add_money(format!("Spend with {name}"), row.spend, at.clone());
    let share = row
        .spend
        .percent_of(spending.total)
        .filter(|_| row.lines > 0);
    let on = if of.is_empty() {
        String::new()
    } else {
        format!(" on {}", of.trim_end())
    };
    match share {
        Some(share) => {
            let share = sheet.add_percent(format!("Share of {name}"), share, at);
            let total = sheet.add_money("Spend with all suppliers", spending.total, Vec::new());
            result.push_sentence(format!(
                "You spent {spend}{on} with {supplier} ({period}), {share} of {total} in total."
            ));
        }
        None => result.push_sentence(format!("You spent {spend}{on} with {supplier} ({period}).")),
    }
    let earlier = before.for_supplier(name);
    if let Some(change) = row
        .spend
        .percent_change_from(earlier.spend)
        .filter(|change| change.abs() >= MIN_NOTABLE_CHANGE_PERCENT && row.lines > 0)
    {
        let change = sheet.add_change(format!("Change of spend with {name}"), change, Vec::new());
        result.insights.push(format!(
            "Spend with {supplier} is {change} compared with the previous period."
        ));
    }
}

fn push_total_spend(
    args: &Args,
    spending: &Spending,
    before: &Spending,
    covered: &CoveredPeriod,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) {
    let (period, of) = (covered.period, category_prefix(args.category));
    result.source_row_count = spending.lines;
    let named: Vec<&SupplierSpend> = spending
        .suppliers
        .iter()
        .filter(|row| row.supplier.is_some())
        .collect();
    let rows = set_table(&named, spending, row_limit(args), sheet, result);
    let total = sheet.add_money("Spend with all suppliers", spending.total, rows);
    let suppliers = sheet.add_count(
        "Suppliers with spend",
        named.len() as u64,
        "supplier",
        "suppliers",
        Vec::new(),
    );
    let on = if of.is_empty() {
        String::new()
    } else {
        format!(" on {}", of.trim_end())
    };
    result.push_sentence(format!(
        "You spent {total}{on} with {suppliers} ({period})."
    ));
    if let Some((largest, name)) = named
        .first()
        .and_then(|row| Some((*row, row.supplier.as_deref()?)))
    {
        let at = || vec![format!("{}.r1", result.id)];
        let supplier = sheet.add_name("Largest supplier", name, at());
        let spend = sheet.add_money(format!("Spend with {name}"), largest.spend, at());
        let share = largest
            .spend
            .percent_of(spending.total)
            .filter(|_| named.len() > 1);
        if let Some(share) = share {
            let is_large = share >= MIN_NOTABLE_SHARE_PERCENT;
            let share = sheet.add_percent(format!("Share of {name}"), share, at());
            result.push_sentence(format!(
                "The largest is {supplier}: {spend}, {share} of it."
            ));
            if is_large {
                result.insights.push(format!(
                    "{supplier} alone accounts for {share} of the spend."
                ));
                result.actions.push(format!(
                    "Check the deliveries of {supplier} before the next large order: you depend \
                        on this supplier."
                ));
            }
        } else {
            result.push_sentence(format!("The largest is {supplier}: {spend}."));
        }
    }
    if let Some(unnamed) = spending.suppliers.iter().find(|row| row.supplier.is_none()) {
        let spend = sheet.add_money(
            "Spend on lines without a supplier",
            unnamed.spend,
            Vec::new(),
        );
        result.push_sentence(format!("{spend} of it has no supplier."));
    }
    if let Some(change) = spending
        .total
        .percent_change_from(before.total)
        .filter(|change| change.abs() >= MIN_NOTABLE_CHANGE_PERCENT && spending.lines > 0)
    {
        let change = sheet.add_change("Change of spend", change, Vec::new());
        result.insights.push(format!(
            "Spend is {change} compared with the previous period."
        ));
    }
}

/// Builds the table and returns the ids of its rows.
fn set_table(
    suppliers: &[&SupplierSpend],
    spending: &Spending,
    limit: usize,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) -> Vec<String> {
    let mut rows = Vec::new();
    for row in suppliers.iter().take(limit) {
        let id = result.next_row_id();
        let at = || vec![id.clone()];
        let name = row.supplier.as_deref().unwrap_or_default();
        let cells = vec![
            Some(sheet.add_name("Supplier", name, at())),
            Some(sheet.add_money(format!("Spend with {name}"), row.spend, at())),
            row.spend
                .percent_of(spending.total)
                .map(|share| sheet.add_percent(format!("Share of {name}"), share, at())),
            Some(sheet.add_count(
                format!("Purchase lines of {name}"),
                row.lines,
                "line",
                "lines",
                at(),
            )),
        ];
        rows.push(Row { id, cells });
    }
    let ids = rows.iter().map(|row| row.id.clone()).collect();
    if !rows.is_empty() {
        let columns = vec![
            Column::for_text("Supplier"),
            Column::for_numbers("Spend"),
            Column::for_numbers("Share"),
            Column::for_numbers("Lines"),
        ];
        result.table = Some(Table {
            title: "Spend by supplier",
            columns,
            rows,
            total: suppliers.len(),
        });
    }
    ids
}
