use super::*;

const LEAD: LeadWeeks = LeadWeeks {
    weeks: 2,
    spread: LeadWeeks::DEFAULT_SPREAD,
};
const COSTS: WeeklyCosts = WeeklyCosts {
    holding: 0.1,
    shortage: 20.0,
    order: 75.0,
};

/// `units` in each of the ten weeks from week `first` on, in each of the `years`.
fn seasonal_sales(years: usize, first: usize, units: f64) -> Vec<f64> {
    (0..years * WEEKS_PER_YEAR)
        .map(|week| {
            if (first..first + 10).contains(&(week % WEEKS_PER_YEAR)) {
                units
            } else {
                0.0
            }
        })
        .collect()
}

fn levels_at(season: &SalesSeason, from: usize) -> ReorderLevels {
    compute_levels(season, from, LEAD, COSTS).unwrap()
}

#[test]
fn expects_steady_sales_every_week() {
    let season = SalesSeason::from_weekly_sales(&[10.0; 3 * WEEKS_PER_YEAR]).unwrap();
    assert_eq!((season.years, season.sale_weeks), (3, 156));
    assert!((0..60).all(|week| (season.expected_units(week) - 10.0).abs() < 1e-9));
    let levels = levels_at(&season, 0);
    // Two weeks until an order arrives and one until the next review.
    assert!((levels.mean - 30.0).abs() < 1e-9);
    // 30 of Poisson variance, 0.02 x 3 x 10^2 = 6 of weekly dispersion, 0.0025 x 30^2 = 2.25 of
    // years, (0.5 x 10)^2 = 25 of the lead time.
    assert!((levels.variance - 63.25).abs() < 1e-9);
    // 20 / (20 + 0.1 x (3 + 3)): an order covers 9 weeks more than those three.
    assert!((levels.service_level - 20.0 / 20.6).abs() < 1e-6);
    assert!(
        levels.reorder_point > 42.0 && levels.reorder_point < 55.0,
        "{levels:?}"
    );
    // The economic order quantity: an order costs 75, holding the sales of a week for a week 1.
    let weeks = 150.0_f64.sqrt();
    assert!((levels.cover_weeks - weeks).abs() < 1e-9);
    assert!((levels.order_up_to - levels.reorder_point - 10.0 * weeks).abs() < 1e-9);
}

#[test]
fn a_season_counts_if_other_years_confirm_it() {
    let season = |sold: &[f64]| SalesSeason::from_weekly_sales(sold).unwrap();
    let repeats = season(&seasonal_sales(4, 20, 30.0));
    assert!(repeats.strength > 0.9, "{}", repeats.strength);
    // The ten weeks with sales are others in each year.
    let mut moving = Vec::new();
    for first in [2, 15, 28, 41] {
        moving.extend(seasonal_sales(1, first, 30.0));
    }
    let chance = season(&moving);
    assert!(chance.strength.abs() < 1e-12);
    assert!((chance.expected_units(20) - 300.0 / 52.0).abs() < 1e-9);
    // A single year has nothing to compare it with.
    let single = season(&seasonal_sales(1, 20, 30.0));
    assert!((single.strength - 1.0).abs() < 1e-12);
}

#[test]
fn levels_rise_before_season_and_fall_at_its_end() {
    let season = SalesSeason::from_weekly_sales(&seasonal_sales(4, 20, 30.0)).unwrap();
    let points: Vec<f64> = [0, 18, 24, 29, 35]
        .map(|week| levels_at(&season, week).reorder_point)
        .to_vec();
    assert!(
        points[0] < 12.0
            && points[1] > 40.0
            && points[2] > 90.0
            && points[3] < points[2]
            && points[4] < 12.0,
        "{points:?}"
    );
    // Week 52 is week 0 of the next year.
    assert_eq!(
        levels_at(&season, 24),
        levels_at(&season, 24 + WEEKS_PER_YEAR)
    );
}

#[test]
fn higher_shortage_cost_raises_reorder_point() {
    let season = SalesSeason::from_weekly_sales(&seasonal_sales(4, 20, 30.0)).unwrap();
    let with = |costs: WeeklyCosts| compute_levels(&season, 22, LEAD, costs).unwrap();
    let (expensive, regular) = (
        with(WeeklyCosts {
            shortage: 200.0,
            ..COSTS
        }),
        with(COSTS),
    );
    assert!(expensive.reorder_point > regular.reorder_point);
    assert!(
        with(WeeklyCosts {
            holding: 5.0,
            ..COSTS
        })
        .reorder_point
            < regular.reorder_point
    );
    assert!(
        with(WeeklyCosts {
            order: 0.0,
            ..COSTS
        })
        .cover_weeks
            < regular.cover_weeks
    );
    let slow = compute_levels(
        &season,
        22,
        LeadWeeks {
            weeks: 5,
            spread: 2.0,
        },
        COSTS,
    )
    .unwrap();
    assert!(slow.reorder_point > regular.reorder_point && slow.mean > regular.mean);
}

#[test]
fn uses_only_whole_years() {
    let mut sold = vec![1e6; 30];
    sold.extend(seasonal_sales(2, 20, 30.0));
    assert_eq!(
        SalesSeason::from_weekly_sales(&sold),
        SalesSeason::from_weekly_sales(&seasonal_sales(2, 20, 30.0))
    );
    assert_eq!(
        SalesSeason::from_weekly_sales(&[5.0; WEEKS_PER_YEAR - 1]),
        None
    );
    assert_eq!(SalesSeason::from_weekly_sales(&[]), None);
}

#[test]
fn varying_years_raise_reorder_point() {
    let mut rising = seasonal_sales(1, 20, 20.0);
    rising.extend(seasonal_sales(1, 20, 40.0));
    let (even, uneven) = (
        SalesSeason::from_weekly_sales(&seasonal_sales(2, 20, 30.0)).unwrap(),
        SalesSeason::from_weekly_sales(&rising).unwrap(),
    );
    assert!((even.expected_units(24) - uneven.expected_units(24)).abs() < 1e-9);
    assert!(levels_at(&uneven, 22).reorder_point > levels_at(&even, 22).reorder_point);
    // One year does not show how much years differ.
    assert!(
        levels_at(
            &SalesSeason::from_weekly_sales(&seasonal_sales(1, 20, 30.0)).unwrap(),
            22
        )
        .reorder_point
            > levels_at(&even, 22).reorder_point
    );
}

#[test]
fn no_sales_give_no_levels() {
    let season = SalesSeason::from_weekly_sales(&[0.0; 2 * WEEKS_PER_YEAR]).unwrap();
    let levels = levels_at(&season, 3);
    assert!(
        levels.reorder_point.abs() < 1e-12
            && levels.order_up_to.abs() < 1e-12
            && season.sale_weeks == 0
    );
    let mut returns = seasonal_sales(2, 20, 30.0);
    returns[3] = -500.0;
    assert_eq!(
        SalesSeason::from_weekly_sales(&returns),
        SalesSeason::from_weekly_sales(&seasonal_sales(2, 20, 30.0))
    );
}

#[test]
fn figures_stay_finite_for_extreme_sales() {
    for units in [0.001, 1.0, 1e6, 1e12, 1e300] {
        let mut sold = vec![0.0; 2 * WEEKS_PER_YEAR];
        sold[50] = units;
        let season = SalesSeason::from_weekly_sales(&sold).unwrap();
        for costs in [
            COSTS,
            WeeklyCosts {
                holding: 0.0,
                shortage: 0.0,
                order: 0.0,
            },
            WeeklyCosts {
                holding: 1e9,
                shortage: 0.0,
                order: 1e9,
            },
        ] {
            for from in 0..WEEKS_PER_YEAR {
                if let Some(levels) = compute_levels(&season, from, LEAD, costs) {
                    assert!(
                        levels.reorder_point.is_finite()
                            && levels.reorder_point >= 0.0
                            && levels.order_up_to >= levels.reorder_point,
                        "{units} {levels:?}"
                    );
                }
            }
        }
    }
    assert_eq!(
        SalesSeason::from_weekly_sales(&[f64::NAN; WEEKS_PER_YEAR]),
        None
    );
}
