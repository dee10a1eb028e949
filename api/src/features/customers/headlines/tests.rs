use super::super::simulated::{customer, date, retailer};
use super::super::windows::{Carrying, MonthTerms};
use super::*;
use crate::decimal::round2;

/// A category of this spend that saves so much by month, January first.
fn category(name: &str, spend: f64, values: [Option<f64>; 12]) -> CategoryWindow {
    let month = |(saving_percent, number): (Option<f64>, u8)| {
        let month = MonthOfYear::try_from(number).unwrap();
        MonthTerms {
            month,
            factor: 1.0,
            years: usize::from(saving_percent.is_some()),
            held: 0,
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

fn windows(categories: Vec<CategoryWindow>) -> PurchaseWindows {
    PurchaseWindows {
        months: Vec::new(),
        categories,
        left_out: Vec::new(),
        carrying: Carrying::default(),
    }
}

fn november() -> Month {
    Month::parse("2026-11").unwrap()
}

#[test]
fn expected_orders_as_a_share_of_the_last_year() {
    let as_of = date("2026-02-28");
    let customers = retailer(6, 150, 5, as_of);
    let (now, before) = (
        Outlook::of(&customers, as_of),
        Outlook::of(&customers, year_before(as_of)),
    );
    let headline = expected_orders(&now, share_before(&before)).unwrap();
    let expected = headline.terms.expected;
    // Five whole years behind the clocks, one behind last year.
    assert_eq!(now.basis.unwrap().season_years, 5);
    assert!(
        (expected.orders - (5.0 * expected.by_clock + expected.year_ago.unwrap()) / 6.0).abs()
            < 1e-9
    );
    assert_eq!(
        headline.value.to_bits(),
        round2(100.0 * expected.orders / count(headline.terms.last_year)).to_bits()
    );
    // Spring is the season of two of the three kinds.
    assert!(
        headline.value > 30.0 && headline.value < 70.0,
        "{headline:?}"
    );
    let then = expected_orders(
        &before,
        share_before(&Outlook::of(&[], year_before(before.as_of))),
    )
    .unwrap();
    assert!((headline.change_points.unwrap() - (headline.value - then.value)).abs() < 0.011);
    assert_eq!(then.change_points, None);
}

#[test]
fn a_year_of_orders_is_needed() {
    let as_of = date("2026-11-21");
    let headline = |days: &[&str]| {
        let customers = [customer("A", days)];
        expected_orders(
            &Outlook::of(&customers, as_of),
            share_before(&Outlook::of(&customers, year_before(as_of))),
        )
    };
    assert_eq!(headline(&["2026-05-01", "2026-11-01"]), None);
    assert_eq!(headline(&["2025-11-23", "2026-11-01"]), None);
    let enough = headline(&["2025-11-22", "2026-11-01"]).unwrap();
    assert_eq!((enough.terms.last_year, enough.change_points), (2, None));
    // Long ago, and nothing since.
    assert_eq!(headline(&["2023-11-22", "2024-11-01"]), None);
    assert_eq!(headline(&[]), None);
}

#[test]
fn each_category_is_bought_in_its_best_coming_month() {
    let (mut seed, mut fertilizer) = ([Some(1.0); 12], [Some(-2.0); 12]);
    // November itself and March lie outside.
    (seed[10], seed[11], seed[0], seed[1], seed[2]) =
        (Some(90.0), Some(4.0), Some(12.5), Some(3.0), Some(80.0));
    fertilizer[11] = Some(6.0);
    let now = windows(vec![
        category("seed", 300.0, seed),
        category("fertilizer", 900.0, fertilizer),
        category("pesticide", 800.0, [Some(-1.0); 12]),
    ]);
    let headline = best_saving(&now, None, november()).unwrap();
    // (300 x 12.5 + 900 x 6 + 800 x 0) / 2000
    assert_eq!(
        (
            headline.value.to_bits(),
            headline.change_points,
            headline.terms.categories
        ),
        (4.58_f64.to_bits(), None, 3)
    );
    let told: Vec<(&str, MonthOfYear, f64)> = headline
        .terms
        .best
        .iter()
        .map(|best| (best.category.as_str(), best.month, best.saving_percent))
        .collect();
    assert_eq!(
        told,
        [
            ("fertilizer", MonthOfYear::December, 6.0),
            ("seed", MonthOfYear::January, 12.5)
        ]
    );
    let before = windows(vec![category("seed", 1.0, seed)]);
    assert_eq!(
        best_saving(&now, Some(&before), november())
            .unwrap()
            .change_points,
        Some(-7.92)
    );
}

#[test]
fn nothing_on_offer_is_zero_and_nothing_known_is_nothing() {
    let dearer = best_saving(
        &windows(vec![category("seed", 5.0, [Some(-3.0); 12])]),
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
        windows(Vec::new()),
        windows(vec![category("seed", 5.0, [None; 12])]),
        windows(vec![category("seed", 5.0, only_summer)]),
    ] {
        assert_eq!(best_saving(&unknown, None, november()), None);
        let now = windows(vec![category("seed", 5.0, [Some(2.0); 12])]);
        assert_eq!(
            best_saving(&now, Some(&unknown), november())
                .unwrap()
                .change_points,
            None
        );
    }
}
