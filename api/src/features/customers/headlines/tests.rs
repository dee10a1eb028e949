use super::super::purchase_windows::{CarryingCost, MonthTerms};
use super::super::simulated_retailer::{customer_ordering_on, parse_date, simulate_retailer};
use super::*;
use crate::decimal::round2;

/// A category with this spend and these savings by month, January first.
fn category_window(name: &str, spend: f64, values: [Option<f64>; 12]) -> CategoryWindow {
    let month = |(saving_percent, number): (Option<f64>, u8)| {
        let month = MonthOfYear::try_from(number).unwrap();
        MonthTerms {
            month,
            factor: 1.0,
            years: usize::from(saving_percent.is_some()),
            months_held: 0,
            carrying: 0.0,
            saving_percent,
        }
    };
    let months = values.into_iter().zip(1_u8..).map(month).collect();
    CategoryWindow {
        category: name.to_owned(),
        spend,
        peak: MonthOfYear::May,
        months,
        best: None,
        newest_factor: 1.0,
    }
}

fn purchase_windows(categories: Vec<CategoryWindow>) -> PurchaseWindows {
    PurchaseWindows {
        months: Vec::new(),
        categories,
        left_out: Vec::new(),
        carrying: CarryingCost::default(),
    }
}

fn november() -> Month {
    Month::parse("2026-11").unwrap()
}

#[test]
fn computes_expected_share_of_last_year() {
    let as_of = parse_date("2026-02-28");
    let customers = simulate_retailer(6, 150, 5, as_of);
    let (now, before) = (
        OrderOutlook::from_customers(&customers, as_of),
        OrderOutlook::from_customers(&customers, one_year_before(as_of)),
    );
    let headline = compute_expected_orders(&now, compute_share_year_ago(&before)).unwrap();
    let expected = headline.terms.expected;
    // Five whole years behind the clocks, one behind last year.
    assert_eq!(now.basis.unwrap().season_years, 5);
    assert!(
        (expected.orders - (5.0 * expected.by_clock + expected.year_ago.unwrap()) / 6.0).abs()
            < 1e-9
    );
    assert_eq!(
        headline.value.to_bits(),
        round2(100.0 * expected.orders / usize_to_f64(headline.terms.last_year)).to_bits()
    );
    // Spring is the season of two of the three kinds.
    assert!(
        headline.value > 30.0 && headline.value < 70.0,
        "{headline:?}"
    );
    let then = compute_expected_orders(
        &before,
        compute_share_year_ago(&OrderOutlook::from_customers(
            &[],
            one_year_before(before.as_of),
        )),
    )
    .unwrap();
    assert!((headline.change_points.unwrap() - (headline.value - then.value)).abs() < 0.011);
    assert_eq!(then.change_points, None);
}

#[test]
fn requires_a_year_of_orders() {
    let as_of = parse_date("2026-11-21");
    let headline = |days: &[&str]| {
        let customers = [customer_ordering_on("A", days)];
        compute_expected_orders(
            &OrderOutlook::from_customers(&customers, as_of),
            compute_share_year_ago(&OrderOutlook::from_customers(
                &customers,
                one_year_before(as_of),
            )),
        )
    };
    assert_eq!(headline(&["2026-05-01", "2026-11-01"]), None);
    assert_eq!(headline(&["2025-11-23", "2026-11-01"]), None);
    let enough = headline(&["2025-11-22", "2026-11-01"]).unwrap();
    assert_eq!((enough.terms.last_year, enough.change_points), (2, None));
    // Old orders only.
    assert_eq!(headline(&["2023-11-22", "2024-11-01"]), None);
    assert_eq!(headline(&[]), None);
}

#[test]
fn uses_best_coming_month_of_each_category() {
    let (mut seed, mut fertilizer) = ([Some(1.0); 12], [Some(-2.0); 12]);
    // November itself and March are outside.
    (seed[10], seed[11], seed[0], seed[1], seed[2]) =
        (Some(90.0), Some(4.0), Some(12.5), Some(3.0), Some(80.0));
    fertilizer[11] = Some(6.0);
    let now = purchase_windows(vec![
        category_window("seed", 300.0, seed),
        category_window("fertilizer", 900.0, fertilizer),
        category_window("pesticide", 800.0, [Some(-1.0); 12]),
    ]);
    let headline = compute_best_saving(&now, None, november()).unwrap();
    // (300 x 12.5 + 900 x 6 + 800 x 0) / 2000
    assert_eq!(
        (
            headline.value.to_bits(),
            headline.change_points,
            headline.terms.categories
        ),
        (4.58_f64.to_bits(), None, 3)
    );
    let best: Vec<(&str, MonthOfYear, f64)> = headline
        .terms
        .best
        .iter()
        .map(|best| (best.category.as_str(), best.month, best.saving_percent))
        .collect();
    assert_eq!(
        best,
        [
            ("fertilizer", MonthOfYear::December, 6.0),
            ("seed", MonthOfYear::January, 12.5)
        ]
    );
    let before = purchase_windows(vec![category_window("seed", 1.0, seed)]);
    assert_eq!(
        compute_best_saving(&now, Some(&before), november())
            .unwrap()
            .change_points,
        Some(-7.92)
    );
}

#[test]
fn no_saving_is_zero_and_no_data_is_none() {
    let dearer = compute_best_saving(
        &purchase_windows(vec![category_window("seed", 5.0, [Some(-3.0); 12])]),
        None,
        november(),
    )
    .unwrap();
    assert_eq!(
        (dearer.value.to_bits(), dearer.terms),
        (
            0.0_f64.to_bits(),
            SavingTerms {
                best: Vec::new(),
                categories: 1
            }
        )
    );
    let mut only_summer = [None; 12];
    only_summer[6] = Some(5.0);
    for unknown in [
        purchase_windows(Vec::new()),
        purchase_windows(vec![category_window("seed", 5.0, [None; 12])]),
        purchase_windows(vec![category_window("seed", 5.0, only_summer)]),
    ] {
        assert_eq!(compute_best_saving(&unknown, None, november()), None);
        let now = purchase_windows(vec![category_window("seed", 5.0, [Some(2.0); 12])]);
        assert_eq!(
            compute_best_saving(&now, Some(&unknown), november())
                .unwrap()
                .change_points,
            None
        );
    }
}
