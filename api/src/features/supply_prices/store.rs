//! Reads purchases of each item and month for the price index.

use super::outlier_store::{LineSums, PriceOutliers, read_price_outliers};
use super::price_index::{ItemMonth, Month, PriceIndex, SupplierMonth, compute_price_index};
use crate::auth::Proof;
use crate::auth::permission::PurchasingRead;
use crate::db::{DaysThrough, DbError, Organization, RolledUpDb, TenantSql};
use crate::exclusion::{ExclusionReason, Exclusions};
use crate::features::purchasing::{PurchaseCurrency, read_item_categories, read_purchase_currency};
use chrono::{Datelike, Months, NaiveDate};
use sea_orm::FromQueryResult;
use std::collections::HashMap;

/// The price index with its basis.
#[derive(Clone, Debug)]
pub struct ReadPriceIndex {
    /// The figures; none with fewer than 2 comparable months.
    pub index: Option<PriceIndex>,
    /// Currency of the prices; none without lines.
    pub currency: Option<PurchaseCurrency>,
    /// Excluded lines: returns, other currencies, and units other than the item's most frequent
    /// one.
    pub excluded: u64,
    /// Why these and other lines are left out.
    pub exclusions: Exclusions,
    /// Lines with unconfirmed unusual prices, which are left out too.
    pub unusual_price_lines: u64,
}

#[derive(FromQueryResult)]
struct PurchaseMonthRow {
    item_id: String,
    unit: String,
    month: String,
    lines: i64,
    quantity_high: i64,
    quantity_low: i64,
    amount_high: i64,
    amount_low: i64,
}

const PURCHASES_SQL: TenantSql = TenantSql::new(
    r"
        select item_id, unit, month, cast(sum(lines) as bigint) as lines,
          cast(sum(quantity_high) as bigint) as quantity_high,
          cast(sum(quantity_low) as bigint) as quantity_low,
          cast(sum(amount_high) as bigint) as amount_high,
          cast(sum(amount_low) as bigint) as amount_low
        from (
            select item_id, unit, month, lines, quantity_high, quantity_low, amount_high, amount_low
            from rollup_item_month
            where tenant_id = $1
              and direction = 'purchase'
              and month < $2
              and currency = $5
              and not is_return
            union all
            select item_id, unit, $2, lines, quantity_high, quantity_low, amount_high, amount_low
            from rollup_item_day
            where tenant_id = $1
              and direction = 'purchase'
              and day >= $3
              and day <= $4
              and currency = $5
              and not is_return
          ) as purchases
        group by item_id, unit, month
    ",
);

#[derive(FromQueryResult)]
struct SupplierMonthRow {
    item_id: String,
    supplier_id: String,
    unit: String,
    month: String,
    lines: i64,
    quantity_high: i64,
    quantity_low: i64,
    amount_high: i64,
    amount_low: i64,
}

impl PurchaseMonthRow {
    fn sums(&self) -> LineSums {
        LineSums {
            lines: self.lines,
            quantity: [self.quantity_high, self.quantity_low],
            amount: [self.amount_high, self.amount_low],
        }
    }
}

impl SupplierMonthRow {
    fn sums(&self) -> LineSums {
        LineSums {
            lines: self.lines,
            quantity: [self.quantity_high, self.quantity_low],
            amount: [self.amount_high, self.amount_low],
        }
    }
}

const SUPPLIER_MONTHS_SQL: TenantSql = TenantSql::new(
    r"
        select item_id, supplier_id, unit, substr(cast(day as text), 1, 7) as month,
          cast(sum(lines) as bigint) as lines, cast(sum(quantity_high) as bigint) as quantity_high,
          cast(sum(quantity_low) as bigint) as quantity_low,
          cast(sum(amount_high) as bigint) as amount_high,
          cast(sum(amount_low) as bigint) as amount_low
        from rollup_supplier_item
        where tenant_id = $1
          and day >= $2
          and day <= $3
          and currency = $4
          and not is_return
        group by item_id, supplier_id, unit, substr(cast(day as text), 1, 7)
    ",
);

/// Months of purchases behind a price change: the noise of three years, and prices of up to 15
/// months before.
const TREND_MONTHS: u32 = 54;

#[derive(FromQueryResult)]
struct IncomparableRow {
    returned: i64,
    other_currency: i64,
}

const INCOMPARABLE_LINES_SQL: TenantSql = TenantSql::new(
    r"
        select cast(
            coalesce(sum(case when currency = $3 then returned_lines else 0 end), 0) as bigint
          ) as returned,
          cast(
            coalesce(sum(case when currency = $3 then 0 else lines end), 0) as bigint
          ) as other_currency
        from rollup_line_day
        where tenant_id = $1 and direction = 'purchase' and day <= $2
    ",
);

/// The index as of a day.
pub async fn read_price_index(
    db: &RolledUpDb,
    organization: &Organization,
    as_of: NaiveDate,
    right: &Proof<PurchasingRead>,
) -> Result<ReadPriceIndex, DbError> {
    let Some(currency) = read_purchase_currency(db, organization, right).await? else {
        return Ok(ReadPriceIndex {
            index: None,
            currency: None,
            excluded: 0,
            exclusions: Exclusions::default(),
            unusual_price_lines: 0,
        });
    };
    let mut parameters = DaysThrough::new(as_of).parameters();
    parameters.push(currency.0.clone().into());
    let mut purchases = db
        .query_rows::<PurchaseMonthRow>(PURCHASES_SQL, parameters)
        .await?;
    // Databases return different orders, and float sums depend on the order.
    purchases.sort_by(|a, b| (&a.item_id, &a.unit, &a.month).cmp(&(&b.item_id, &b.unit, &b.month)));
    let not_comparable = db
        .query_rows::<IncomparableRow>(
            INCOMPARABLE_LINES_SQL,
            vec![as_of.into(), currency.0.clone().into()],
        )
        .await?;
    let categories = read_item_categories(db).await?;
    let usual_unit = most_used_units(&purchases);
    let mut exclusions = Exclusions::default();
    for row in not_comparable {
        exclusions.add(ExclusionReason::Return, row.returned.unsigned_abs());
        exclusions.add(
            ExclusionReason::OtherCurrency,
            row.other_currency.unsigned_abs(),
        );
    }
    let outliers = read_price_outliers(db, &currency, as_of, right).await?;
    let unusual = outliers.unconfirmed_sums(|purchase| {
        (
            purchase.item.clone(),
            purchase.unit.clone(),
            Month::from(purchase.day),
        )
    });
    let mut rows = Vec::with_capacity(purchases.len());
    for line in purchases {
        let lines = u64::try_from(line.lines).unwrap_or(0);
        let Some(month) =
            Month::parse(&line.month).filter(|_| usual_unit.get(&line.item_id) == Some(&line.unit))
        else {
            exclusions.add(ExclusionReason::OtherUnit, lines);
            continue;
        };
        let mut sums = line.sums();
        let key = (line.item_id, line.unit, month);
        if let Some(unusual) = unusual.get(&key) {
            sums.subtract(*unusual);
        }
        let (item, ..) = key;
        rows.push(ItemMonth {
            category: categories.category_of(&item).to_owned(),
            month,
            lines: sums.lines.unsigned_abs(),
            quantity: sums.total_quantity().to_f64(),
            value: sums.total_amount().to_f64(),
            item,
        });
    }
    let excluded = exclusions.total();
    exclusions.add(ExclusionReason::UnusualPrice, outliers.unconfirmed_lines());
    let month = Month::from(as_of);
    let index = match compute_price_index(&rows, month) {
        Some(index) => {
            let purchases = read_supplier_months(db, &currency, as_of, &outliers).await?;
            Some(index.with_price_changes(&purchases, month, |item| {
                categories.category_of(item).to_owned()
            }))
        }
        None => None,
    };
    let has_index = |category: &str| {
        index.as_ref().is_some_and(|index| {
            let mut categories = index.categories.iter();
            categories.any(|shown| shown.category == category)
        })
    };
    let thin_rows = rows.iter().filter(|row| !has_index(&row.category));
    exclusions.add(
        ExclusionReason::TooFewMonths,
        thin_rows.map(|row| row.lines).sum(),
    );
    Ok(ReadPriceIndex {
        index,
        currency: Some(currency),
        excluded,
        exclusions,
        unusual_price_lines: outliers.unconfirmed_lines(),
    })
}

/// Purchases by supplier of the last months, in order of item, supplier, unit and month.
async fn read_supplier_months(
    db: &RolledUpDb,
    currency: &PurchaseCurrency,
    as_of: NaiveDate,
    outliers: &PriceOutliers,
) -> Result<Vec<SupplierMonth>, DbError> {
    let unusual = outliers.unconfirmed_sums(|purchase| {
        (
            purchase.item.clone(),
            purchase.supplier.clone(),
            purchase.unit.clone(),
            Month::from(purchase.day),
        )
    });
    let first = as_of
        .with_day(1)
        .and_then(|first| first.checked_sub_months(Months::new(TREND_MONTHS)))
        .unwrap_or(as_of);
    let rows = db
        .query_rows::<SupplierMonthRow>(
            SUPPLIER_MONTHS_SQL,
            vec![first.into(), as_of.into(), currency.0.clone().into()],
        )
        .await?;
    let mut purchases: Vec<SupplierMonth> = rows
        .into_iter()
        .filter_map(|row| {
            let (mut sums, month) = (row.sums(), Month::parse(&row.month)?);
            let key = (row.item_id, row.supplier_id, row.unit, month);
            if let Some(unusual) = unusual.get(&key) {
                sums.subtract(*unusual);
            }
            let (item, supplier, unit, month) = key;
            Some(SupplierMonth {
                item,
                supplier,
                unit,
                month,
                quantity: sums.total_quantity().to_f64(),
                value: sums.total_amount().to_f64(),
            })
        })
        .collect();
    purchases.sort_by(|a, b| {
        (&a.item, &a.supplier, &a.unit, a.month).cmp(&(&b.item, &b.supplier, &b.unit, b.month))
    });
    Ok(purchases)
}

/// The unit of most lines of each item (the first by name if equal): prices in other units are not
/// comparable.
fn most_used_units(purchases: &[PurchaseMonthRow]) -> HashMap<String, String> {
    let mut lines: HashMap<(&str, &str), i64> = HashMap::new();
    for row in purchases {
        *lines.entry((&row.item_id, &row.unit)).or_default() += row.lines;
    }
    let mut by_frequency: Vec<_> = lines.into_iter().collect();
    by_frequency.sort_by(|((_, a), most), ((_, b), least)| least.cmp(most).then(a.cmp(b)));
    let mut usual = HashMap::new();
    for ((item, unit), _) in by_frequency {
        usual
            .entry(item.to_owned())
            .or_insert_with(|| unit.to_owned());
    }
    usual
}
