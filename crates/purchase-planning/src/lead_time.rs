//! How long suppliers take: log-normal around the supplier's own median, longer or shorter by the
//! month of the order, and as late orders currently run.

use crate::input::{Day, StockRow, SupplierOrder};
use crate::number::floor_to_usize;

/// Normal quantiles of five equally likely lead times.
const POINTS: [f64; 5] = [-1.4, -0.53, 0.0, 0.53, 1.4];
/// Orders that a month's factor, a supplier's spread and the current drift are shrunk by.
const MONTH_PRIOR: f64 = 8.0;
const SPREAD_PRIOR: f64 = 10.0;
const DRIFT_PRIOR: f64 = 8.0;
/// Receipts of so many days say how late orders currently run.
const DRIFT_DAYS: i32 = 70;
const DEFAULT_SPREAD: f64 = 0.3;
const DEFAULT_DAYS: f64 = 14.0;
const MONTHS: usize = 12;

/// Lead times of all suppliers.
#[derive(Debug, Clone)]
pub struct LeadTimes {
    log_days: Vec<f64>,
    spread: Vec<f64>,
    month: [f64; MONTHS],
    drift: f64,
    /// Days that every supplier takes longer, in a scenario.
    delay_days: f64,
}

/// The month of a day, by twelfths of a mean year.
fn month_of(day: Day) -> usize {
    let phase = (f64::from(day) / 365.25).fract();
    floor_to_usize((phase + 1.0).fract() * 12.0).min(MONTHS - 1)
}

impl LeadTimes {
    pub fn fit(today: Day, rows: &[StockRow], orders: &[SupplierOrder]) -> Self {
        let suppliers = rows
            .iter()
            .map(|row| row.supplier + 1)
            .chain(orders.iter().map(|order| order.supplier + 1))
            .max()
            .unwrap_or(0);
        let mut log_days = vec![DEFAULT_DAYS.ln(); suppliers];
        for row in rows {
            log_days[row.supplier] = row.lead_time_days.max(1.0).ln();
        }
        let nominal = log_days.clone();
        let received: Vec<(SupplierOrder, f64)> = orders
            .iter()
            .filter_map(|order| Some((*order, f64::from(order.took_days?).max(1.0).ln())))
            .collect();
        let mut month = [0.0; MONTHS];
        for _ in 0..4 {
            let mut sums = vec![(0.0, 0.0); suppliers];
            for (order, log) in &received {
                let sum = &mut sums[order.supplier];
                sum.0 += log - month[month_of(order.ordered)];
                sum.1 += 1.0;
            }
            for (supplier, (sum, count)) in sums.iter().enumerate() {
                log_days[supplier] = (sum + nominal[supplier]) / (count + 1.0);
            }
            let mut sums = [(0.0, 0.0); MONTHS];
            for (order, log) in &received {
                let sum = &mut sums[month_of(order.ordered)];
                sum.0 += log - log_days[order.supplier];
                sum.1 += 1.0;
            }
            month = sums.map(|(sum, count)| sum / (count + MONTH_PRIOR));
        }
        let mut model = Self {
            log_days,
            spread: vec![DEFAULT_SPREAD; suppliers],
            month,
            drift: 0.0,
            delay_days: 0.0,
        };
        model.fit_spread(&received);
        model.fit_drift(today, orders);
        model
    }

    fn expected_log(&self, supplier: usize, ordered: Day) -> f64 {
        self.log_days[supplier] + self.month[month_of(ordered)]
    }

    fn fit_spread(&mut self, received: &[(SupplierOrder, f64)]) {
        let mut sums = vec![(0.0, 0.0); self.spread.len()];
        let mut all = (DEFAULT_SPREAD.powi(2) * SPREAD_PRIOR, SPREAD_PRIOR);
        for (order, log) in received {
            let square = (log - self.expected_log(order.supplier, order.ordered)).powi(2);
            let sum = &mut sums[order.supplier];
            *sum = (sum.0 + square, sum.1 + 1.0);
            all = (all.0 + square, all.1 + 1.0);
        }
        let pooled = all.0 / all.1;
        for (spread, (sum, count)) in self.spread.iter_mut().zip(sums) {
            *spread = ((sum + pooled * SPREAD_PRIOR) / (count + SPREAD_PRIOR)).sqrt();
        }
    }

    /// Orders that arrived lately, and open ones that are older than usual, against the model.
    fn fit_drift(&mut self, today: Day, orders: &[SupplierOrder]) {
        let (mut sum, mut count) = (0.0, 0.0);
        for order in orders {
            let expected = self.expected_log(order.supplier, order.ordered);
            match order.took_days {
                Some(days) if order.ordered + days >= today - DRIFT_DAYS => {
                    sum += f64::from(days).max(1.0).ln() - expected;
                    count += 1.0;
                }
                None => {
                    let late = f64::from(today - order.ordered).max(1.0).ln() - expected;
                    if late > 0.0 {
                        sum += late;
                        count += 1.0;
                    }
                }
                Some(_) => {}
            }
        }
        self.drift = sum / (count + DRIFT_PRIOR);
    }

    /// Five equally likely lead times in days of an order placed on a day.
    pub fn points(&self, supplier: usize, ordered: Day) -> [f64; 5] {
        let (log, spread) = self.supplier(supplier, ordered);
        POINTS.map(|z| ((log + spread * z).exp().round() + self.delay_days).max(1.0))
    }

    /// The median in days of an order placed on a day.
    pub fn median(&self, supplier: usize, ordered: Day) -> f64 {
        (self.supplier(supplier, ordered).0.exp() + self.delay_days).max(1.0)
    }

    /// Assumes that every supplier takes so many days longer.
    pub fn delay(&mut self, days: f64) {
        self.delay_days += days;
    }

    fn supplier(&self, supplier: usize, ordered: Day) -> (f64, f64) {
        if supplier < self.log_days.len() {
            (
                self.expected_log(supplier, ordered) + self.drift,
                self.spread[supplier],
            )
        } else {
            (DEFAULT_DAYS.ln(), DEFAULT_SPREAD)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_retailer::{TODAY, history, morning};

    #[test]
    fn median_follows_receipts() {
        let rows = morning([0; 4]).rows;
        let leads = LeadTimes::fit(TODAY, &rows, &history().supplier_orders);
        let median = leads.median(0, TODAY - 200);
        assert!((median - 14.0).abs() < 0.5, "{median}");
        let points = leads.points(0, TODAY);
        assert!(points.windows(2).all(|pair| pair[0] <= pair[1]));
    }

    #[test]
    fn late_open_orders_lengthen_lead_times() {
        let rows = morning([0; 4]).rows;
        let mut orders = history().supplier_orders;
        let before = LeadTimes::fit(TODAY, &rows, &orders).median(0, TODAY);
        orders.extend((0..8).map(|_| SupplierOrder {
            supplier: 0,
            ordered: TODAY - 40,
            took_days: None,
        }));
        let after = LeadTimes::fit(TODAY, &rows, &orders).median(0, TODAY);
        assert!(after > 1.3 * before, "{before} {after}");
    }

    #[test]
    fn delay_lengthens_every_lead_time() {
        let rows = morning([0; 4]).rows;
        let usual = LeadTimes::fit(TODAY, &rows, &history().supplier_orders);
        let mut late = usual.clone();
        late.delay(14.0);
        assert!((late.median(0, TODAY) - usual.median(0, TODAY) - 14.0).abs() < 1e-9);
        let points = late
            .points(0, TODAY)
            .into_iter()
            .zip(usual.points(0, TODAY));
        assert!(
            points
                .into_iter()
                .all(|(late, usual)| (late - usual - 14.0).abs() < 1e-9)
        );
    }

    #[test]
    fn unknown_suppliers_have_a_default() {
        let leads = LeadTimes::fit(TODAY, &[], &[]);
        assert!((leads.median(5, TODAY) - DEFAULT_DAYS).abs() < 1e-9);
    }
}
