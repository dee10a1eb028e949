//! What each supplier was paid.

use super::super::phrases::{Covered, most_rows, of_category, other_currencies};
use super::extent;
use crate::auth::permission::PurchasingRead;
use crate::features::assistant::desk::Desk;
use crate::features::assistant::facts::FactSheet;
use crate::features::assistant::finding::{Column, Finding, Row, Table};
use crate::features::assistant::periods::Period;
use crate::features::assistant::registry::{Args, Category};
use crate::features::purchasing::read_spending;
use crate::features::purchasing::suppliers::{SPEND_METHOD, Spending, SupplierSpend};
use crate::http::ApiError;

/// From this share of the spend on, a supplier is worth naming, in percent.
const LARGE_SHARE: f64 = 50.0;
/// From this change on, against the period before, a sum is worth a word, in percent.
const LARGE_CHANGE: f64 = 10.0;

pub(in crate::features::assistant::tools) async fn spend_by_supplier(
    desk: &Desk<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    found: &mut Finding,
) -> Result<(), ApiError> {
    let right = desk.require(PurchasingRead)?;
    let db = desk.rolled_up_db().await?;
    found.method = Some(SPEND_METHOD);
    let Some(extent) = extent(&db, desk, args, &right, sheet, found).await? else {
        return Ok(());
    };
    let covered = Covered::of(args, Period::Last12Months, desk.as_of(), sheet);
    let category = args.category.map(Category::as_str);
    let read = read_spending(&db, desk.organization(), covered.dates, category, &right).await?;
    let before = read_spending(&db, desk.organization(), covered.before, category, &right)
        .await?
        .spending;
    drop(db);
    let spending = &read.spending;
    match &args.supplier {
        Some(name) => say_one(name, args, spending, &before, &covered, sheet, found),
        None => say_all(args, spending, &before, &covered, sheet, found),
    }
    if found.n == 0 {
        covered.explain_nothing(&extent, sheet, found);
    }
    other_currencies(read.excluded, sheet, found);
    Ok(())
}

fn say_one(
    name: &str,
    args: &Args,
    spending: &Spending,
    before: &Spending,
    covered: &Covered,
    sheet: &mut FactSheet,
    found: &mut Finding,
) {
    let (row, period, of) = (
        spending.with(name),
        covered.period,
        of_category(args.category),
    );
    found.n = row.lines;
    let at = listed(&[&row], spending, 1, sheet, found);
    let supplier = sheet.name("Supplier", name, at.clone());
    let spend = sheet.money(format!("Spend with {name}"), row.spend, at.clone());
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
            let share = sheet.percent(format!("Share of {name}"), share, at);
            let total = sheet.money("Spend with all suppliers", spending.total, Vec::new());
            found.say(format!(
                "You spent {spend}{on} with {supplier} ({period}), {share} of {total} in all."
            ));
        }
        None => found.say(format!("You spent {spend}{on} with {supplier} ({period}).")),
    }
    let earlier = before.with(name);
    if let Some(change) = row
        .spend
        .percent_change_from(earlier.spend)
        .filter(|change| change.abs() >= LARGE_CHANGE && row.lines > 0)
    {
        let change = sheet.change(
            format!("Spend with {name} against the period before"),
            change,
            Vec::new(),
        );
        found.insights.push(format!(
            "Spend with {supplier} is {change} against the period before."
        ));
    }
}

fn say_all(
    args: &Args,
    spending: &Spending,
    before: &Spending,
    covered: &Covered,
    sheet: &mut FactSheet,
    found: &mut Finding,
) {
    let (period, of) = (covered.period, of_category(args.category));
    found.n = spending.lines;
    let named: Vec<&SupplierSpend> = spending
        .suppliers
        .iter()
        .filter(|row| row.supplier.is_some())
        .collect();
    let rows = listed(&named, spending, most_rows(args), sheet, found);
    let total = sheet.money("Spend with all suppliers", spending.total, rows);
    let suppliers = sheet.count(
        "Suppliers that were paid",
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
    found.say(format!(
        "You spent {total}{on} with {suppliers} ({period})."
    ));
    if let Some((largest, name)) = named
        .first()
        .and_then(|row| Some((*row, row.supplier.as_deref()?)))
    {
        let at = || vec![format!("{}.r1", found.id)];
        let supplier = sheet.name("Largest supplier", name, at());
        let spend = sheet.money(format!("Spend with {name}"), largest.spend, at());
        let share = largest
            .spend
            .percent_of(spending.total)
            .filter(|_| named.len() > 1);
        if let Some(share) = share {
            let is_large = share >= LARGE_SHARE;
            let share = sheet.percent(format!("Share of {name}"), share, at());
            found.say(format!(
                "The largest is {supplier}: {spend}, {share} of it."
            ));
            if is_large {
                found
                    .insights
                    .push(format!("{supplier} alone takes {share} of the spend."));
                found.actions.push(format!(
                    "Look at how {supplier} delivers before the next large \
                    order: much depends on it."
                ));
            }
        } else {
            found.say(format!("The largest is {supplier}: {spend}."));
        }
    }
    if let Some(unnamed) = spending.suppliers.iter().find(|row| row.supplier.is_none()) {
        let spend = sheet.money(
            "Spend on lines without a supplier",
            unnamed.spend,
            Vec::new(),
        );
        found.say(format!("{spend} of it names no supplier."));
    }
    if let Some(change) = spending
        .total
        .percent_change_from(before.total)
        .filter(|change| change.abs() >= LARGE_CHANGE && spending.lines > 0)
    {
        let change = sheet.change("Spend against the period before", change, Vec::new());
        found
            .insights
            .push(format!("Spend is {change} against the period before."));
    }
}

/// The table; gives the names of its rows.
fn listed(
    suppliers: &[&SupplierSpend],
    spending: &Spending,
    most: usize,
    sheet: &mut FactSheet,
    found: &mut Finding,
) -> Vec<String> {
    let mut rows = Vec::new();
    for row in suppliers.iter().take(most) {
        let id = found.next_row();
        let at = || vec![id.clone()];
        let name = row.supplier.as_deref().unwrap_or_default();
        let cells = vec![
            Some(sheet.name("Supplier", name, at())),
            Some(sheet.money(format!("Spend with {name}"), row.spend, at())),
            row.spend
                .percent_of(spending.total)
                .map(|share| sheet.percent(format!("Share of {name}"), share, at())),
            Some(sheet.count(
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
            Column::words("Supplier"),
            Column::figures("Spend"),
            Column::figures("Share"),
            Column::figures("Lines"),
        ];
        found.table = Some(Table {
            title: "Spend by supplier",
            columns,
            rows,
            total: suppliers.len(),
        });
    }
    ids
}
