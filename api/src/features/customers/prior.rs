//! How customers of a farm-input retailer behave, for a tenant with too few of its own to tell.
//!
//! Medians of BG/NBD fits, on the seasonal clock, to eight simulated retailers of 400 customers
//! each at three as-of days: corn and soybean farms with 9 orders a year and 5 % of them lost a
//! year, wheat farms (5.5, 6 %), mixed and livestock farms (4, 9 %), small specialty growers (2.2,
//! 18 %). No public record of farm-input sales is known to take them from; a tenant's own customers
//! replace them from 30 that have come back.

use estimators::bg_nbd::BgNbd;

/// Customers with a repeat order from which a tenant's own parameters are used.
pub const MIN_REPEAT_CUSTOMERS: usize = 30;

/// r, alpha (in ticks, 365 a year), a, b.
const PRIOR_R: f64 = 1.41;
const PRIOR_ALPHA: f64 = 98.4;
const PRIOR_A: f64 = 0.225;
const PRIOR_B: f64 = 9.92;

/// The tenant's own parameters where it has enough customers that came back and they can be told,
/// else the prior ones.
pub(super) fn select_model(own: Option<BgNbd>, repeat_customers: usize) -> Option<(BgNbd, bool)> {
    let own = own
        .filter(|_| repeat_customers >= MIN_REPEAT_CUSTOMERS)
        .map(|model| (model, true));
    own.or_else(|| BgNbd::new(PRIOR_R, PRIOR_ALPHA, PRIOR_A, PRIOR_B).map(|model| (model, false)))
}
