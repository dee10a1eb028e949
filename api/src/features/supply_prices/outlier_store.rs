//! Reads unusual purchase prices, and reads and writes their confirmations.

use super::price_outliers::{MIN_FACTOR, PriceOutlier, PricedPurchase, find_price_outliers};
use crate::auth::permission::{PurchasingOrder, PurchasingRead};
use crate::auth::{Proof, Scope};
use crate::cache::{CachedFigure, ComputedFigure, FigureCache, StoredFigure, estimate_row_bytes};
use crate::db::{
    AuditAction, DbError, LookupError, NewAuditEntry, RolledUpDb, SUM_RADIX, TenantDb, TenantSql,
};
use crate::decimal::{Decimal4, ExactSum};
use crate::features::purchasing::{PurchaseCurrency, read_figure_day, read_purchase_currency};
use chrono::{DateTime, NaiveDate, Utc};
use entities::price_confirmation::{ActiveModel, Column, Entity, Model};
use entities::{inventory, purchase_transaction, supplier};
use futures_util::future::BoxFuture;
use sea_orm::prelude::Uuid;
use sea_orm::{ActiveModelTrait, ColumnTrait, Condition, FromQueryResult, IntoActiveModel};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::{HashMap, HashSet};

/// The unusual prices of this process.
pub type FoundOutliers = FigureCache<FoundPriceOutliers>;

/// The unusual prices of an organization, whether they are confirmed or not.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FoundPriceOutliers {
    pub as_of: NaiveDate,
    /// The day of the newest order line; none without lines.
    pub data_through: Option<NaiveDate>,
    /// Currency of the prices; none without lines.
    pub currency: Option<PurchaseCurrency>,
    /// Newest first.
    pub prices: Vec<(PriceOutlier, LineSums)>,
}

impl StoredFigure for FoundPriceOutliers {
    const KIND: &'static str = "price_outliers";
}

impl ComputedFigure for FoundPriceOutliers {
    type Inputs<'a> = &'a Proof<PurchasingRead>;
    type Error = DbError;

    fn compute<'a>(
        scope: &'a Scope,
        right: Self::Inputs<'a>,
    ) -> BoxFuture<'a, Result<Self, DbError>> {
        Box::pin(async move {
            let db = scope.rollup_db().await?;
            let day = read_figure_day(&db, scope.as_of(), right).await?;
            let organization = scope.access().organization();
            let currency = read_purchase_currency(&db, organization, right).await?;
            let mut prices = match &currency {
                Some(currency) => {
                    let (purchases, sums) = read_purchases(&db, currency, day.as_of).await?;
                    find_with_sums(&purchases, &sums)
                }
                None => Vec::new(),
            };
            sort_newest_first(&mut prices, |(outlier, _)| outlier);
            Ok(Self {
                as_of: day.as_of,
                data_through: day.data_through,
                currency,
                prices,
            })
        })
    }
}

impl CachedFigure for FoundPriceOutliers {
    fn approximate_bytes(&self) -> usize {
        estimate_row_bytes(&self.prices, 3)
    }
}

/// The unusual prices of an organization.
#[derive(Clone, Debug, Default)]
pub struct PriceOutliers {
    /// Newest first; confirmed ones included.
    pub prices: Vec<UnusualPrice>,
    /// Last price of each item and unit that has unconfirmed unusual prices, without these. Of
    /// several on its day the highest; none if there is no other.
    pub last_prices: HashMap<(String, String), Option<Decimal4>>,
}

/// An unusual price with the sums of its lines.
#[derive(Clone, Debug)]
pub struct UnusualPrice {
    pub outlier: PriceOutlier,
    pub sums: LineSums,
    /// Name and time.
    pub confirmed: Option<(String, DateTime<Utc>)>,
}

/// Number of lines, and both parts of the sums of their quantities and amounts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineSums {
    pub lines: i64,
    pub quantity: [i64; 2],
    pub amount: [i64; 2],
}

/// The lines of an unusual price, for a page of the list.
#[derive(Clone, Debug)]
pub(super) struct UnusualPriceDetails {
    pub price: UnusualPrice,
    /// The ids if there are no names.
    pub item_name: String,
    pub supplier_name: Option<String>,
    /// The first lines by id.
    pub lines: Vec<purchase_transaction::Model>,
}

/// Maximum number of lines listed for a price.
const MAX_LINES: u64 = 20;

impl LineSums {
    pub(super) fn subtract(&mut self, other: Self) {
        self.lines -= other.lines;
        for (sum, part) in self.quantity.iter_mut().zip(other.quantity) {
            *sum -= part;
        }
        for (sum, part) in self.amount.iter_mut().zip(other.amount) {
            *sum -= part;
        }
    }

    pub(super) fn add(&mut self, other: Self) {
        let [quantity_high, quantity_low] = other.quantity;
        let [amount_high, amount_low] = other.amount;
        self.subtract(Self {
            lines: -other.lines,
            quantity: [-quantity_high, -quantity_low],
            amount: [-amount_high, -amount_low],
        });
    }

    pub(super) fn total_quantity(self) -> ExactSum {
        let [high, low] = self.quantity;
        ExactSum::from_parts(high, low, SUM_RADIX)
    }

    pub(super) fn total_amount(self) -> ExactSum {
        let [high, low] = self.amount;
        ExactSum::from_parts(high, low, SUM_RADIX)
    }
}

impl FoundPriceOutliers {
    /// The number of prices that nobody has confirmed.
    pub(super) fn count_unconfirmed(&self, confirmations: &Confirmations) -> usize {
        let is_open =
            |(outlier, _): &&(PriceOutlier, _)| !confirmations.contains_key(&outlier.purchase);
        if confirmations.is_empty() {
            self.prices.len()
        } else {
            self.prices.iter().filter(is_open).count()
        }
    }
}

impl UnusualPrice {
    pub(super) fn new(
        outlier: PriceOutlier,
        sums: LineSums,
        confirmations: &Confirmations,
    ) -> Self {
        Self {
            confirmed: confirmations.get(&outlier.purchase).cloned(),
            outlier,
            sums,
        }
    }
}

impl PriceOutliers {
    /// The unconfirmed prices, which do not count.
    pub fn unconfirmed(&self) -> impl Iterator<Item = &UnusualPrice> {
        self.prices.iter().filter(|price| price.confirmed.is_none())
    }

    /// The number of lines that do not count.
    pub fn unconfirmed_lines(&self) -> u64 {
        self.unconfirmed()
            .map(|price| price.sums.lines.unsigned_abs())
            .sum()
    }

    /// Sums of the unconfirmed lines by a key of their purchase.
    pub(super) fn unconfirmed_sums<K: std::hash::Hash + Eq>(
        &self,
        key: impl Fn(&PricedPurchase) -> K,
    ) -> HashMap<K, LineSums> {
        let mut sums: HashMap<K, LineSums> = HashMap::new();
        for price in self.unconfirmed() {
            sums.entry(key(&price.outlier.purchase))
                .or_default()
                .add(price.sums);
        }
        sums
    }
}

#[derive(FromQueryResult)]
struct PurchaseRow {
    day: NaiveDate,
    item_id: String,
    supplier_id: String,
    unit: String,
    unit_price_e4: i64,
    lines: i64,
    quantity_high: i64,
    quantity_low: i64,
    amount_high: i64,
    amount_low: i64,
}

/// Purchases of the items whose prices differ by the factor of an unusual price; other items have
/// none.
const PURCHASES_SQL: TenantSql = TenantSql::new(
    r"
        select purchase.day, purchase.item_id, purchase.supplier_id, purchase.unit,
          purchase.unit_price_e4, purchase.lines, purchase.quantity_high, purchase.quantity_low,
          purchase.amount_high, purchase.amount_low
        from rollup_supplier_item purchase
        join (
            select item_id, unit
            from rollup_supplier_item
            where tenant_id = $1
              and currency = $2
              and day <= $3
              and not is_return
              and unit_price_e4 > 0
            group by item_id, unit
            having max(unit_price_e4) >= $4 * min(unit_price_e4)
          ) as item on item.item_id = purchase.item_id and item.unit = purchase.unit
        where purchase.tenant_id = $1
          and purchase.currency = $2
          and purchase.day <= $3
          and not purchase.is_return
    ",
);

/// The unusual prices as of a day.
pub async fn read_price_outliers(
    db: &RolledUpDb,
    currency: &PurchaseCurrency,
    as_of: NaiveDate,
    _right: &Proof<PurchasingRead>,
) -> Result<PriceOutliers, DbError> {
    let (purchases, sums) = read_purchases(db, currency, as_of).await?;
    let found = find_with_sums(&purchases, &sums);
    if found.is_empty() {
        return Ok(PriceOutliers::default());
    }
    let confirmations = read_confirmations(db, currency).await?;
    let prices = found.into_iter();
    let mut prices: Vec<UnusualPrice> = prices
        .map(|(outlier, sums)| UnusualPrice::new(outlier, sums, &confirmations))
        .collect();
    let last_prices = find_last_prices(&purchases, &prices);
    sort_newest_first(&mut prices, |price| &price.outlier);
    Ok(PriceOutliers {
        prices,
        last_prices,
    })
}

/// Purchases in their order, and the sums of their lines.
async fn read_purchases(
    db: &RolledUpDb,
    currency: &PurchaseCurrency,
    as_of: NaiveDate,
) -> Result<(Vec<PricedPurchase>, Vec<LineSums>), DbError> {
    let parameters = vec![
        currency.0.clone().into(),
        as_of.into(),
        whole_factor().into(),
    ];
    let mut purchases: Vec<(PricedPurchase, LineSums)> = Vec::new();
    db.for_each_row(PURCHASES_SQL, parameters, |row: PurchaseRow| {
        purchases.push(row.into_purchase());
        Ok(())
    })
    .await?;
    purchases.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
    Ok(purchases.into_iter().unzip())
}

/// `sums`: those of the purchases.
fn find_with_sums(
    purchases: &[PricedPurchase],
    sums: &[LineSums],
) -> Vec<(PriceOutlier, LineSums)> {
    let outliers = find_price_outliers(purchases).into_iter();
    let with_sums = outliers.map(|outlier| {
        let place = purchases.binary_search(&outlier.purchase).ok();
        let sums = place.and_then(|place| sums.get(place).copied());
        (outlier, sums.unwrap_or_default())
    });
    with_sums.collect()
}

/// Stable, so that the order of a day does not change.
fn sort_newest_first<T>(prices: &mut [T], outlier: impl Fn(&T) -> &PriceOutlier) {
    prices.sort_by_key(|price| std::cmp::Reverse(outlier(price).purchase.day));
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the factor is a small whole number"
)]
fn whole_factor() -> i64 {
    MIN_FACTOR as i64
}

impl PurchaseRow {
    fn into_purchase(self) -> (PricedPurchase, LineSums) {
        let sums = LineSums {
            lines: self.lines,
            quantity: [self.quantity_high, self.quantity_low],
            amount: [self.amount_high, self.amount_low],
        };
        let purchase = PricedPurchase {
            item: self.item_id,
            unit: self.unit,
            day: self.day,
            supplier: self.supplier_id,
            unit_price_e4: self.unit_price_e4,
        };
        (purchase, sums)
    }
}

/// Who has confirmed prices, and when.
pub(super) type Confirmations = HashMap<PricedPurchase, (String, DateTime<Utc>)>;

pub(super) async fn read_confirmations(
    db: &TenantDb,
    currency: &PurchaseCurrency,
) -> Result<Confirmations, DbError> {
    let rows = db
        .find::<Entity>()
        .filter(Column::Currency.eq(&currency.0))
        .all()
        .await?;
    Ok(rows
        .into_iter()
        .map(|row| {
            let purchase = PricedPurchase {
                item: row.item_id,
                unit: row.unit,
                day: row.day,
                supplier: row.supplier_id,
                unit_price_e4: row.unit_price_e4,
            };
            (purchase, (row.confirmed_by, row.confirmed_at))
        })
        .collect())
}

/// `purchases` in their order.
fn find_last_prices(
    purchases: &[PricedPurchase],
    prices: &[UnusualPrice],
) -> HashMap<(String, String), Option<Decimal4>> {
    let excluded: HashSet<&PricedPurchase> = prices
        .iter()
        .filter(|price| price.confirmed.is_none())
        .map(|price| &price.outlier.purchase)
        .collect();
    let affected: HashSet<(&str, &str)> = excluded
        .iter()
        .map(|purchase| (purchase.item.as_str(), purchase.unit.as_str()))
        .collect();
    purchases
        .chunk_by(|a, b| (&a.item, &a.unit) == (&b.item, &b.unit))
        .filter_map(|of_item| {
            let first = of_item.first()?;
            affected
                .contains(&(first.item.as_str(), first.unit.as_str()))
                .then(|| {
                    let last = of_item
                        .iter()
                        .filter(|purchase| !excluded.contains(purchase))
                        .map(|purchase| (purchase.day, purchase.unit_price_e4))
                        .max();
                    let price = last.and_then(|(_, price)| Decimal4::from_scaled(price).ok());
                    ((first.item.clone(), first.unit.clone()), price)
                })
        })
        .collect()
}

/// Adds names and lines to prices.
pub(super) async fn read_details(
    db: &TenantDb,
    currency: &PurchaseCurrency,
    prices: Vec<UnusualPrice>,
    _right: &Proof<PurchasingRead>,
) -> Result<Vec<UnusualPriceDetails>, DbError> {
    let of = |id: fn(&PricedPurchase) -> &String| -> Vec<String> {
        let ids = prices.iter().map(|price| id(&price.outlier.purchase));
        ids.cloned().collect()
    };
    let items = db
        .find::<inventory::Entity>()
        .filter(inventory::Column::ItemId.is_in(of(|purchase| &purchase.item)))
        .order_by_asc(inventory::Column::UpdatedAt);
    let item_names: HashMap<String, String> = items
        .all()
        .await?
        .into_iter()
        .map(|row| (row.item_id, row.item_name))
        .collect();
    let suppliers = db
        .find::<supplier::Entity>()
        .filter(supplier::Column::SupplierId.is_in(of(|purchase| &purchase.supplier)));
    let supplier_names: HashMap<String, String> = suppliers
        .all()
        .await?
        .into_iter()
        .map(|row| (row.supplier_id, row.supplier_name))
        .collect();
    let mut details = Vec::with_capacity(prices.len());
    for price in prices {
        let purchase = &price.outlier.purchase;
        let name_of =
            |names: &HashMap<String, String>, id: &String| names.get(id).unwrap_or(id).to_owned();
        // Sorted here: with an order, SQLite reads all lines in that of their key.
        let mut lines = db
            .find::<purchase_transaction::Entity>()
            .filter(lines_of(purchase, &currency.0))
            .limit(MAX_LINES)
            .all()
            .await?;
        lines.sort_by(|a, b| a.transaction_id.cmp(&b.transaction_id));
        details.push(UnusualPriceDetails {
            item_name: name_of(&item_names, &purchase.item),
            supplier_name: (!purchase.supplier.is_empty())
                .then(|| name_of(&supplier_names, &purchase.supplier)),
            lines,
            price,
        });
    }
    Ok(details)
}

fn lines_of(purchase: &PricedPurchase, currency: &str) -> Condition {
    use purchase_transaction::Column as Line;
    let of_supplier = if purchase.supplier.is_empty() {
        Condition::any()
            .add(Line::SupplierId.is_null())
            .add(Line::SupplierId.eq(String::new()))
    } else {
        Condition::all().add(Line::SupplierId.eq(&purchase.supplier))
    };
    Condition::all()
        .add(Line::Direction.eq("purchase"))
        .add(Line::TransactionDate.eq(purchase.day))
        .add(Line::ItemId.eq(&purchase.item))
        .add(of_supplier)
        .add(Line::Unit.eq(&purchase.unit))
        .add(Line::Currency.eq(currency))
        .add(Line::UnitPriceE4.eq(purchase.unit_price_e4))
        .add(Line::QuantityE4.gt(0))
        .add(Line::DeletedAt.is_null())
}

/// A confirmation of a price, or its withdrawal.
#[derive(Clone, Debug)]
pub(super) struct PriceConfirmation {
    pub purchase: PricedPurchase,
    pub currency: String,
    pub is_confirmed: bool,
    pub by: String,
    pub at: DateTime<Utc>,
}

/// Confirms a price or withdraws its confirmation; idempotent. All figures are computed anew.
pub(super) async fn set_confirmation(
    db: &TenantDb,
    change: &PriceConfirmation,
    _may: &Proof<PurchasingOrder>,
) -> Result<(), LookupError> {
    let purchase = &change.purchase;
    let of_price = Condition::all()
        .add(Column::Day.eq(purchase.day))
        .add(Column::ItemId.eq(&purchase.item))
        .add(Column::SupplierId.eq(&purchase.supplier))
        .add(Column::UnitPriceE4.eq(purchase.unit_price_e4))
        .add(Column::Unit.eq(&purchase.unit))
        .add(Column::Currency.eq(&change.currency));
    // Serializes writers: a second transaction waits here for the first and sees its change.
    db.increment_data_version().await?;
    let before = db.find::<Entity>().filter(of_price.clone()).one().await?;
    if change.is_confirmed == before.is_some() {
        return Ok(());
    }
    if change.is_confirmed {
        db.find::<purchase_transaction::Entity>()
            .filter(lines_of(purchase, &change.currency))
            .one()
            .await?
            .ok_or(LookupError::NotFound)?;
        let row = Model {
            tenant_id: Uuid::nil(),
            day: purchase.day,
            item_id: purchase.item.clone(),
            supplier_id: purchase.supplier.clone(),
            unit_price_e4: purchase.unit_price_e4,
            unit: purchase.unit.clone(),
            currency: change.currency.clone(),
            confirmed_by: change.by.clone(),
            confirmed_at: change.at,
        };
        let new: ActiveModel = row.into_active_model();
        db.insert(new.reset_all()).await?;
    } else {
        db.delete::<Entity>().filter(of_price).exec().await?;
    }
    Ok(db
        .append_audit_entry(change.at, new_audit_entry(change))
        .await?)
}

fn new_audit_entry(change: &PriceConfirmation) -> NewAuditEntry {
    let purchase = &change.purchase;
    let entry = NewAuditEntry::new(AuditAction::PriceConfirmationUpdated).with_target(
        "price_confirmation",
        format!("{}, {}", purchase.item, purchase.day),
    );
    let price = Decimal4::from_scaled(purchase.unit_price_e4).map(Decimal4::to_f64);
    let details = json!({
        "supplierId": purchase.supplier,
        "unitPrice": price.ok(),
        "unit": purchase.unit,
        "currency": change.currency,
    });
    if change.is_confirmed {
        entry.with_after(&details)
    } else {
        entry.with_before(&details)
    }
}
