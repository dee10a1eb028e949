//! Reads purchases of each item and month for the price index.

use super::outlier_store::{LineSums, PriceOutliers, read_price_outliers};
use super::price_index::{ItemMonth, Month, PriceIndex, SupplierMonth, compute_price_index};
use crate::auth::permission::PurchasingRead;
use crate::auth::{Proof, Scope};
use crate::cache::{CachedFigure, ComputedFigure, FigureCache, StoredFigure};
use crate::db::{DaysThrough, DbError, Organization, RolledUpDb, TenantSql};
use crate::exclusion::{ExclusionReason, Exclusions};
use crate::features::purchasing::{
    PurchaseCurrency, read_figure_day, read_item_categories, read_purchase_currency,
};
use crate::packed_parser::PackedParser;
use chrono::{Datelike, Months, NaiveDate};
use futures_util::future::BoxFuture;
use sea_orm::{DbErr, FromQueryResult};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};

/// The price indexes of this process: everything that shows prices reads them.
pub type PriceIndexes = FigureCache<ReadPriceIndex>;

impl StoredFigure for ReadPriceIndex {
    const KIND: &'static str = "price_index";
}

impl ComputedFigure for ReadPriceIndex {
    type Inputs<'a> = &'a Proof<PurchasingRead>;
    type Error = DbError;

    fn compute<'a>(
        scope: &'a Scope,
        right: Self::Inputs<'a>,
    ) -> BoxFuture<'a, Result<Self, DbError>> {
        Box::pin(async move {
            let db = scope.rollup_db().await?;
            let day = read_figure_day(&db, scope.as_of(), right).await?;
            read_price_index(&db, scope.access().organization(), day.as_of, right).await
        })
    }
}

impl CachedFigure for ReadPriceIndex {
    fn approximate_bytes(&self) -> usize {
        // A few dozen months of a few categories, whatever the number of lines.
        let categories = self
            .index
            .as_ref()
            .map_or(0, |index| index.categories.len());
        (categories + 1) * 32 * 1024
    }
}

/// The price index with its basis.
#[derive(Clone, Debug, Serialize, Deserialize)]
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
struct ItemMonthsRow {
    item_id: String,
    unit: String,
    purchases: String,
}

/// One text per item in the format of [`parse_purchases`]: transferring each month costs more than
/// summing them.
const PURCHASES_SQL: TenantSql = TenantSql::new(
    r"
        select item_id, unit,
          string_agg(
              month || '-01 ' || lines || ' ' || quantity_high || ' ' || quantity_low || ' ' ||
                amount_high || ' ' || amount_low, '/'
            ) as purchases
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
        group by item_id, unit
    ",
);

/// The purchases of an item in a unit.
struct ItemPurchases {
    item: String,
    unit: String,
    months: BTreeMap<Month, LineSums>,
}

#[derive(FromQueryResult)]
struct SupplierMonthsRow {
    item_id: String,
    supplier_id: String,
    unit: String,
    purchases: String,
}

/// In the format of [`parse_purchases`], with any day of a month.
const SUPPLIER_MONTHS_SQL: TenantSql = TenantSql::new(
    r"
        select item_id, supplier_id, unit,
          string_agg(
              cast(day as text) || ' ' || lines || ' ' || quantity_high || ' ' || quantity_low ||
                ' ' || amount_high || ' ' || amount_low, '/'
            ) as purchases
        from rollup_supplier_item
        where tenant_id = $1
          and day >= $2
          and day <= $3
          and currency = $4
          and not is_return
        group by item_id, supplier_id, unit
    ",
);

/// Sums the lines, quantities and amounts of each month: `2026-03-01 2 0 250000 1 10000`, with `/`
/// between entries, in any order. None if the text has another format.
fn parse_purchases(text: &str) -> Option<BTreeMap<Month, LineSums>> {
    let mut months: BTreeMap<Month, LineSums> = BTreeMap::new();
    PackedParser::parse_entries(text, |text| {
        let month = Month::from(text.parse_day()?);
        let mut number = || text.parse_next_number();
        months.entry(month).or_default().add(LineSums {
            lines: number()?,
            quantity: [number()?, number()?],
            amount: [number()?, number()?],
        });
        Some(())
    })?;
    Some(months)
}

fn unreadable_purchases(item_id: &str) -> DbError {
    DbError::Failed(DbErr::Custom(format!(
        "cannot parse the purchases of {item_id}"
    )))
}

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
    // Looking for unusual prices takes as much memory as all of the rest, so it is done before.
    let outliers = read_price_outliers(db, &currency, as_of, right).await?;
    let unusual = outliers.unconfirmed_sums(|purchase| {
        (
            purchase.item.clone(),
            purchase.unit.clone(),
            Month::from(purchase.day),
        )
    });
    let purchases = read_item_purchases(db, &currency, as_of).await?;
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
    let mut rows = Vec::with_capacity(purchases.len());
    for ItemPurchases { item, unit, months } in purchases {
        if usual_unit.get(&item) != Some(&unit) {
            let lines = months.values().map(|sums| sums.lines.unsigned_abs());
            exclusions.add(ExclusionReason::OtherUnit, lines.sum());
            continue;
        }
        for (month, mut sums) in months {
            if !unusual.is_empty()
                && let Some(unusual) = unusual.get(&(item.clone(), unit.clone(), month))
            {
                sums.subtract(*unusual);
            }
            rows.push(ItemMonth {
                category: categories.category_of(&item).to_owned(),
                month,
                lines: sums.lines.unsigned_abs(),
                quantity: sums.total_quantity().to_f64(),
                value: sums.total_amount().to_f64(),
                item: item.clone(),
            });
        }
    }
    let excluded = exclusions.total();
    exclusions.add(ExclusionReason::UnusualPrice, outliers.unconfirmed_lines());
    let month = Month::from(as_of);
    let lines_by_category = count_lines_by_category(&rows);
    let computed = compute_price_index(&rows, month);
    // The rows of the suppliers are as many: both at once are not needed.
    drop(rows);
    let index = match computed {
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
    let thin_categories = lines_by_category
        .iter()
        .filter(|(category, _)| !has_index(category));
    exclusions.add(
        ExclusionReason::TooFewMonths,
        thin_categories.map(|(_, lines)| lines).sum(),
    );
    Ok(ReadPriceIndex {
        index,
        currency: Some(currency),
        excluded,
        exclusions,
        unusual_price_lines: outliers.unconfirmed_lines(),
    })
}

/// Purchases of each item and unit by month, in order.
async fn read_item_purchases(
    db: &RolledUpDb,
    currency: &PurchaseCurrency,
    as_of: NaiveDate,
) -> Result<Vec<ItemPurchases>, DbError> {
    let mut parameters = DaysThrough::new(as_of).parameters();
    parameters.push(currency.0.clone().into());
    let mut purchases = Vec::new();
    db.for_each_row::<ItemMonthsRow>(PURCHASES_SQL, parameters, |row| {
        let months =
            parse_purchases(&row.purchases).ok_or_else(|| unreadable_purchases(&row.item_id))?;
        purchases.push(ItemPurchases {
            item: row.item_id,
            unit: row.unit,
            months,
        });
        Ok(())
    })
    .await?;
    // Databases return different orders, and float sums depend on the order.
    purchases.sort_by(|a, b| (&a.item, &a.unit).cmp(&(&b.item, &b.unit)));
    Ok(purchases)
}

fn count_lines_by_category(rows: &[ItemMonth]) -> BTreeMap<String, u64> {
    let mut lines_by_category: BTreeMap<String, u64> = BTreeMap::new();
    for row in rows {
        match lines_by_category.get_mut(&row.category) {
            Some(lines) => *lines += row.lines,
            None => {
                lines_by_category.insert(row.category.clone(), row.lines);
            }
        }
    }
    lines_by_category
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
    let parameters = vec![first.into(), as_of.into(), currency.0.clone().into()];
    let mut purchases: Vec<SupplierMonth> = Vec::new();
    db.for_each_row::<SupplierMonthsRow>(SUPPLIER_MONTHS_SQL, parameters, |row| {
        let months =
            parse_purchases(&row.purchases).ok_or_else(|| unreadable_purchases(&row.item_id))?;
        let (item, supplier, unit) = (row.item_id, row.supplier_id, row.unit);
        for (month, mut sums) in months {
            let key = || (item.clone(), supplier.clone(), unit.clone(), month);
            if !unusual.is_empty()
                && let Some(unusual) = unusual.get(&key())
            {
                sums.subtract(*unusual);
            }
            purchases.push(SupplierMonth {
                item: item.clone(),
                supplier: supplier.clone(),
                unit: unit.clone(),
                month,
                quantity: sums.total_quantity().to_f64(),
                value: sums.total_amount().to_f64(),
            });
        }
        Ok(())
    })
    .await?;
    purchases.sort_by(|a, b| {
        (&a.item, &a.supplier, &a.unit, a.month).cmp(&(&b.item, &b.supplier, &b.unit, b.month))
    });
    Ok(purchases)
}

/// The unit of most lines of each item (the first by name if equal): prices in other units are not
/// comparable.
fn most_used_units(purchases: &[ItemPurchases]) -> HashMap<String, String> {
    let mut lines: HashMap<(&str, &str), i64> = HashMap::new();
    for row in purchases {
        let bought: i64 = row.months.values().map(|sums| sums.lines).sum();
        *lines.entry((&row.item, &row.unit)).or_default() += bought;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_the_days_of_a_month() {
        let month = |text: &str| Month::parse(text).unwrap();
        let sums = |lines, quantity, amount| LineSums {
            lines,
            quantity,
            amount,
        };
        let text = "2026-04-03 2 1 -5 0 7/2026-03-01 1 0 1 0 2/2026-04-30 3 2 9 1 1";
        assert_eq!(
            parse_purchases(text).unwrap(),
            BTreeMap::from([
                (month("2026-03"), sums(1, [0, 1], [0, 2])),
                (month("2026-04"), sums(5, [3, 4], [1, 8])),
            ])
        );
        for malformed in ["", "2026-04-01 1 2 3 4", "2026-04-01 1 2 3 4 5/"] {
            assert_eq!(parse_purchases(malformed), None, "{malformed}");
        }
    }
}
