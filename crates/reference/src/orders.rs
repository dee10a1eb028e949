//! Purchase recommendations: the orders of the purchase plan, and what follows from them; and every
//! row that it does not plan at or below its reorder point, filled up.

mod drafts;
mod lead_times;
mod seasonal_levels;

use super::amounts::{
    SCALE, is_in_range, multiply_price, round_half_even, round_money, scaled_to_f64, usize_to_f64,
};
use super::dataset::{Dataset, OrderLine, StockRow};
use super::figure::Figures;
use super::settings::{OrgSettings, PlannedOrder, PlannedRow, StockOverride};
use chrono::{Days, NaiveDate};
use lead_times::LeadTimes;
use seasonal_levels::{NO_SALES, SeasonalLevels, UnitCosts, WeeklyQuantities, compute_levels};
use std::collections::{BTreeMap, HashMap};

/// By item and unit: quantities by location, and the quantity without a location.
type SoldQuantities<'a> = HashMap<(&'a str, &'a str), (BTreeMap<&'a str, i128>, i128)>;
type WeeklySales<'a> = HashMap<(&'a str, &'a str, Option<&'a str>), WeeklyQuantities>;

pub(super) fn report_orders(
    dataset: &Dataset,
    settings: &OrgSettings,
    currency: Option<&str>,
    as_of: NaiveDate,
    figures: &mut Figures,
) {
    let past = SalesHistory {
        sold: sold_quantities(dataset, settings, as_of),
        weekly: weekly_sales(dataset, settings, as_of),
        prices: sale_prices(dataset, currency, as_of),
        lead_times: LeadTimes::from_dataset(dataset, as_of),
    };
    let comparable: Vec<&StockRow> = dataset
        .stock
        .iter()
        .filter(|row| currency.is_none_or(|currency| row.currency == currency))
        .collect();
    let (mut listed, mut waiting, mut without_point, mut beyond) =
        (0_usize, 0_usize, 0_usize, 0_usize);
    let mut total = 0;
    for row in &comparable {
        let is_only_stock = dataset
            .stock
            .iter()
            .filter(|other| other.item == row.item)
            .count()
            == 1;
        match advise_order(row, is_only_stock, dataset, settings, &past) {
            OrderAdvice::Unknown => without_point += 1,
            OrderAdvice::Enough => {}
            OrderAdvice::OutOfRange => beyond += 1,
            OrderAdvice::InDraft => waiting += 1,
            OrderAdvice::Short { .. } if drafts::is_in_open_draft(row, settings) => waiting += 1,
            OrderAdvice::Short {
                point,
                quantity,
                cost,
                sold,
                half_days,
                plan,
            } => {
                let name = |what: &str| {
                    format!("Recommendations: {} at {}, {what}", row.item, row.location)
                };
                figures.push_exact(name("Item"), row.name.as_str());
                figures.push_exact(name("Current Stock"), scaled_to_f64(row.on_hand));
                figures.push_exact(name("reorder point"), scaled_to_f64(point));
                figures.push_exact(name("Recommended"), scaled_to_f64(quantity));
                figures.push_exact(name("Cost"), round_money(cost));
                figures.push_exact(name("sold last year"), round_money(sold));
                figures.push_exact(name("lead time"), f64::from(half_days) / 2.0);
                if let Some(plan) = plan {
                    report_plan_terms(&plan, quantity, row, name, figures);
                }
                listed += 1;
                total += cost;
            }
        }
    }
    figures.push_exact("Recommendations: rows", listed);
    figures.push_exact("Recommendations: cost of all", round_money(total));
    figures.push_exact("Recommendations: waiting in drafts", waiting);
    figures.push_exact("Recommendations: without reorder point", without_point);
    figures.push_exact(
        "Recommendations: left out",
        dataset.stock.len() - comparable.len() + beyond,
    );
}

struct SalesHistory<'a> {
    sold: SoldQuantities<'a>,
    weekly: WeeklySales<'a>,
    /// Quantity and amount sold in the last year, by item and unit.
    prices: HashMap<(&'a str, &'a str), (i128, i128)>,
    lead_times: LeadTimes<'a>,
}

fn sale_prices<'a>(
    dataset: &'a Dataset,
    currency: Option<&str>,
    as_of: NaiveDate,
) -> HashMap<(&'a str, &'a str), (i128, i128)> {
    let after = as_of
        .checked_sub_days(Days::new(365))
        .unwrap_or(NaiveDate::MIN);
    let mut prices: HashMap<(&str, &str), (i128, i128)> = HashMap::new();
    for line in dataset.lines.iter().filter(|line| {
        line.is_sale
            && after < line.day
            && line.day <= as_of
            && currency == Some(line.currency.as_str())
    }) {
        let (quantity, amount) = prices.entry((&line.item, &line.unit)).or_default();
        *quantity += line.quantity;
        *amount += line.amount;
    }
    prices
}

fn weekly_sales<'a>(
    dataset: &'a Dataset,
    settings: &'a OrgSettings,
    as_of: NaiveDate,
) -> WeeklySales<'a> {
    let mut weekly: WeeklySales<'a> = HashMap::new();
    for line in dataset.lines.iter().filter(|line| line.is_sale) {
        let Some(day) = demand_day(line, settings).filter(|day| *day <= as_of) else {
            continue;
        };
        let Ok(ago) = usize::try_from((as_of - day).num_days() / 7) else {
            continue;
        };
        if ago >= NO_SALES.len() {
            continue;
        }
        let weeks = weekly
            .entry((
                &line.item,
                &line.unit,
                counting_location(line, dataset, settings),
            ))
            .or_insert(NO_SALES);
        if let Some(week) = weeks.get_mut(ago) {
            *week += line.quantity;
        }
    }
    weekly
}

/// The day on which the goods of a sale left; none if they were only promised.
fn demand_day(line: &OrderLine, settings: &OrgSettings) -> Option<NaiveDate> {
    if !settings.sales_dated_by_booking {
        return Some(line.day);
    }
    match line.delivered {
        None if line.promised.is_some() => None,
        delivered => Some(delivered.unwrap_or(line.day)),
    }
}

/// The location at which a line counts: its own, or the one set for it if the item has no stock
/// there.
fn counting_location<'a>(
    line: &'a OrderLine,
    dataset: &'a Dataset,
    settings: &'a OrgSettings,
) -> Option<&'a str> {
    let own = line.location.as_deref()?;
    let Some(other) = settings.stock_locations.get(own) else {
        return Some(own);
    };
    let mut stock = dataset.stock.iter();
    if stock.any(|row| row.item == line.item && row.location == own) {
        Some(own)
    } else {
        Some(other)
    }
}

/// Units sold in the 365 days up to the as-of day.
fn sold_quantities<'a>(
    dataset: &'a Dataset,
    settings: &'a OrgSettings,
    as_of: NaiveDate,
) -> SoldQuantities<'a> {
    let after = as_of
        .checked_sub_days(Days::new(365))
        .unwrap_or(NaiveDate::MIN);
    let mut sold: SoldQuantities<'a> = HashMap::new();
    for line in dataset
        .lines
        .iter()
        .filter(|line| line.is_sale && after < line.day && line.day <= as_of)
    {
        let (known, elsewhere) = sold.entry((&line.item, &line.unit)).or_default();
        match counting_location(line, dataset, settings) {
            Some(location) => *known.entry(location).or_default() += line.quantity,
            None => *elsewhere += line.quantity,
        }
    }
    sold
}

/// Sales without a location count for the item's only stock, or for the location with the most
/// sales.
fn takes_unlocated_sales(sold: &SoldQuantities<'_>, row: &StockRow, is_only_stock: bool) -> bool {
    let Some((known, _)) = sold.get(&(row.item.as_str(), row.unit.as_str())) else {
        return is_only_stock;
    };
    let highest = known.values().max();
    let largest = known
        .iter()
        .find(|(_, quantity)| Some(*quantity) == highest)
        .map(|(location, _)| *location);
    is_only_stock || largest == Some(row.location.as_str())
}

impl SalesHistory<'_> {
    fn sold_quantity(&self, row: &StockRow, is_only_stock: bool) -> i128 {
        let Some((known, elsewhere)) = self.sold.get(&(row.item.as_str(), row.unit.as_str()))
        else {
            return 0;
        };
        let own = known.get(row.location.as_str()).copied().unwrap_or(0);
        if takes_unlocated_sales(&self.sold, row, is_only_stock) {
            own + elsewhere
        } else {
            own
        }
    }

    fn weeks_for(&self, row: &StockRow, is_only_stock: bool) -> WeeklyQuantities {
        let mut weeks = self
            .weekly
            .get(&(
                row.item.as_str(),
                row.unit.as_str(),
                Some(row.location.as_str()),
            ))
            .copied()
            .unwrap_or(NO_SALES);
        let elsewhere = self
            .weekly
            .get(&(row.item.as_str(), row.unit.as_str(), None))
            .filter(|_| takes_unlocated_sales(&self.sold, row, is_only_stock));
        for (week, more) in weeks.iter_mut().zip(elsewhere.into_iter().flatten()) {
            *week += more;
        }
        weeks
    }

    fn costs_for(&self, row: &StockRow, settings: &OrgSettings) -> UnitCosts {
        let cost = scaled_to_f64(row.cost);
        let sold = self
            .prices
            .get(&(row.item.as_str(), row.unit.as_str()))
            .filter(|(quantity, _)| *quantity > 0);
        let margin = sold.map_or(0.0, |(quantity, amount)| {
            (scaled_to_f64(*amount) / scaled_to_f64(*quantity) - cost).max(0.0)
        });
        let holding = cost * scaled_to_f64(settings.holding_percent) / 100.0 / usize_to_f64(52);
        UnitCosts {
            holding,
            shortage: scaled_to_f64(settings.shortage_multiple) * margin,
            order: scaled_to_f64(settings.order_cost),
        }
    }
}

enum OrderAdvice {
    /// Neither season nor reorder point.
    Unknown,
    Enough,
    /// 10^12 or more.
    OutOfRange,
    /// Planned, short and in an open draft.
    InDraft,
    Short {
        point: i128,
        quantity: i128,
        cost: i128,
        sold: i128,
        /// Lead time.
        half_days: u32,
        /// If the purchase plan decides.
        plan: Option<Box<PlannedOrder>>,
    },
}

/// What follows from the planner's estimates.
fn report_plan_terms(
    plan: &PlannedOrder,
    quantity: i128,
    row: &StockRow,
    name: impl Fn(&str) -> String,
    figures: &mut Figures,
) {
    let position = row.on_hand + plan.open_orders + plan.transferred;
    figures.push_exact(name("position"), scaled_to_f64(position));
    figures.push_exact(name("order up to"), scaled_to_f64(position + quantity));
    let mut total = 0;
    let years = plan.wait.iter().zip(&plan.now);
    let terms = ["shortage", "carrying", "ordering", "price changes"];
    for (term, (wait, now)) in terms.iter().zip(years) {
        let amount = wait - now;
        total += amount;
        figures.push_exact(name(&format!("waiting, {term}")), scaled_to_f64(amount));
    }
    figures.push_exact(name("cost of waiting"), round_money(total));
}

/// Orders are whole packs of at least the minimum; without a pack size, whole units.
fn round_up_order(wanted: i128, minimum: Option<i128>, pack: Option<i128>) -> i128 {
    let pack = pack.filter(|pack| *pack > 0).unwrap_or(SCALE);
    let wanted = wanted.max(minimum.unwrap_or(0));
    ((wanted + pack - 1).div_euclid(pack)).max(1) * pack
}

fn advise_order(
    row: &StockRow,
    is_only_stock: bool,
    dataset: &Dataset,
    settings: &OrgSettings,
    past: &SalesHistory<'_>,
) -> OrderAdvice {
    let correction = settings
        .stock_overrides
        .get(&(row.item.clone(), row.location.clone()))
        .filter(|known| known.unit == row.unit)
        .cloned();
    let StockOverride {
        lead_days,
        reorder_point,
        minimum,
        pack,
        ..
    } = correction.unwrap_or_default();
    let half_days = lead_days
        .map(|days| 2 * days)
        .or_else(|| past.lead_times.half_days(row, dataset))
        .unwrap_or(2 * settings.lead_days);
    let position = row.on_hand + row.on_order - row.booked
        + drafts::undelivered_quantity(row, is_only_stock, dataset, settings);
    let sold = past.sold_quantity(row, is_only_stock);
    let expected =
        round_half_even(sold.max(0) * i128::from(half_days + 14), 730).unwrap_or_default();
    let given = reorder_point
        .or(row.reorder_point)
        .map(|point| (point, point + expected, vec![expected]));
    let costs = past.costs_for(row, settings);
    let seasonal = if reorder_point.is_some() {
        SeasonalLevels::NoSeason
    } else {
        compute_levels(&past.weeks_for(row, is_only_stock), half_days, &costs)
    };
    let (minimum, pack) = (minimum.or(row.minimum), pack.or(row.pack));
    // The purchase plan decides where there are sales and a margin.
    if !matches!(seasonal, SeasonalLevels::NoSeason) && costs.shortage > 0.0 {
        let key = (row.item.clone(), row.location.clone());
        return match settings.planned_rows.get(&key) {
            Some(PlannedRow::Ordered(plan)) => {
                let quantity = round_up_order(plan.quantity, minimum, pack);
                match multiply_price(quantity, row.cost) {
                    Some(cost) => OrderAdvice::Short {
                        point: plan.reorder_point,
                        quantity,
                        cost,
                        sold,
                        half_days,
                        plan: Some(Box::new(plan.clone())),
                    },
                    None => OrderAdvice::OutOfRange,
                }
            }
            Some(PlannedRow::InDraft) => OrderAdvice::InDraft,
            Some(PlannedRow::OutOfRange) => OrderAdvice::OutOfRange,
            Some(PlannedRow::Sufficient) | None => OrderAdvice::Enough,
        };
    }
    let by_season = !matches!(seasonal, SeasonalLevels::NoSeason);
    let known = match seasonal {
        SeasonalLevels::NoSeason => given,
        SeasonalLevels::OutOfRange => return OrderAdvice::OutOfRange,
        SeasonalLevels::Levels { point, up_to } => {
            Some((scale_estimate(point), scale_estimate(up_to), Vec::new()))
        }
    };
    let Some((point, up_to, mut steps)) = known else {
        return OrderAdvice::Unknown;
    };
    if is_in_range(position) && (position > point || (by_season && up_to <= position)) {
        return OrderAdvice::Enough;
    }
    let shortfall = up_to - position;
    let quantity = round_up_order(shortfall, minimum, pack);
    steps.extend([position, point, up_to, shortfall, quantity]);
    match multiply_price(quantity, row.cost) {
        Some(cost) if steps.into_iter().all(is_in_range) => OrderAdvice::Short {
            point,
            quantity,
            cost,
            sold,
            half_days,
            plan: None,
        },
        _ => OrderAdvice::OutOfRange,
    }
}

/// Ten-thousandths of an estimate; saturates out of range.
#[expect(
    clippy::cast_possible_truncation,
    reason = "from 10^12 on the figure is out of range whatever it is"
)]
fn scale_estimate(estimate: f64) -> i128 {
    (estimate * 1e4).round_ties_even() as i128
}
